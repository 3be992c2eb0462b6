#include "report/text.h"

#include "report/animation.h"
#include "report/stats.h"
#include "report/story.h"

#include <inttypes.h>

enum { PLACES_SHOWN = 60 };

const uint64_t *report_best(const struct answer *answer)
{
    if (answer->ngrids)
        return answer->grids[0];
    return answer->outcome == OUTCOME_UNKNOWN || answer->outcome == OUTCOME_CANCELLED ? answer->known : NULL;
}

int report_picture(const struct answer *answer, enum rt_render_kind kind, const uint64_t *domains,
                   const uint64_t *other, struct text *out, struct fault *fault)
{
    struct rt_picture picture = {sizeof picture, kind, domains, other, answer->title};
    size_t before = out->n;
    int status = puzzle_render(answer->puzzle, &picture, out);
    if (status == RT_EUNSUPPORTED && kind == RT_RENDER_ANSI) {
        out->n = before;
        picture.kind = RT_RENDER_ASCII;
        status = puzzle_render(answer->puzzle, &picture, out);
    }
    if (status >= 0)
        return 0;
    if (status == RT_EUNSUPPORTED)
        return fault_set(fault, EXIT_OTHER, answer->name, 0, 0, "puzzles of type %s can't be drawn as %s; use --to "
                         "ascii", answer->type, kind == RT_RENDER_SVG ? "svg" : "this");
    return fault_set(fault, EXIT_INTERNAL, answer->name, 0, 0, "the picture could not be drawn: %s",
                     puzzle_session(answer->puzzle)->fault->what);
}

static const char *stop_sentence(enum stop_cause stop)
{
    switch (stop) {
    case STOP_TIME:
        return "the time limit was hit";
    case STOP_NODES:
        return "the node limit was hit";
    case STOP_MEMORY:
        return "the memory limit was hit";
    case STOP_SOLUTIONS:
        return "the solution limit was hit";
    case STOP_STUCK:
        return "the rules found no more, and search is off";
    case STOP_INTERRUPTED:
        return "interrupted";
    default:
        return "stopped";
    }
}

static void open_verdict(const struct answer *answer, struct text *out)
{
    bool told = answer->story && answer->stop == STOP_STUCK;
    text_printf(out, "%s (%s; ", outcome_name(answer->outcome), told ? "the rules found no more"
                                                                     : stop_sentence(answer->stop));
    if (answer->solutions == 1)
        text_puts(out, "one solution was found, others are not excluded)\n");
    else if (answer->solutions)
        text_printf(out, "%" PRIu64 " solutions were found)\n", answer->solutions);
    else
        text_printf(out, "%u of %u variables are known)\n", answer->fixed, answer->nvars);
}

static void relying(const struct answer *answer, struct text *out)
{
    text_puts(out, " (relying on ");
    for (uint32_t i = 0; i < answer->nrelying; i++)
        text_printf(out, "%s%s", i ? ", " : "", answer->relying[i]);
    text_puts(out, ")");
}

static void count_verdict(const struct answer *answer, struct text *out)
{
    text_printf(out, "%s%" PRIu64 " solution%s", answer->complete ? "" : "at least ", answer->solutions,
                answer->solutions == 1 ? "" : "s");
    if (!answer->complete && answer->stop != STOP_SOLUTIONS)
        text_printf(out, " (%s)", stop_sentence(answer->stop));
    if (answer->nrelying)
        relying(answer, out);
    text_puts(out, "\n");
}

void report_verdict(const struct answer *answer, struct text *out)
{
    bool open = answer->outcome == OUTCOME_UNKNOWN || answer->outcome == OUTCOME_CANCELLED;
    text_printf(out, "%s: ", answer->name);
    if (answer->op == OP_COUNT && (answer->complete || (answer->solutions && open))) {
        count_verdict(answer, out);
    } else if (open) {
        open_verdict(answer, out);
    } else if (answer->outcome == OUTCOME_INVALID) {
        text_printf(out, "not a solution: %s%s%s%s\n", answer->broken, *answer->place ? " (" : "",
                    answer->place, *answer->place ? ")" : "");
    } else {
        text_puts(out, outcome_name(answer->outcome));
        if (answer->nrelying)
            relying(answer, out);
        text_puts(out, "\n");
    }
}

static void differences(const struct answer *answer, struct text *out)
{
    text_printf(out, "They differ in %u place%s:", answer->ndiffer, answer->ndiffer == 1 ? "" : "s");
    for (uint32_t i = 0; i < answer->ndiffer && i < PLACES_SHOWN; i++)
        text_printf(out, " %s", answer->differ[i]);
    if (answer->ndiffer > PLACES_SHOWN)
        text_printf(out, " and %u more", answer->ndiffer - PLACES_SHOWN);
    text_puts(out, "\n");
}

static void add_fault(const struct fault *fault, struct text *notes)
{
    char sentence[1200];
    if (fault->code)
        text_printf(notes, "ratchet: %s\n", fault_string(fault, sentence, sizeof sentence));
}

/* All solutions that were kept, with a heading each; in colour the first two show where they differ. */
static void draw_all(const struct answer *answer, const struct report_style *style, struct text *out,
                     struct text *notes, struct fault *fault)
{
    /* One SVG document shows two: a file can't hold several documents. */
    bool one = style->picture == RT_RENDER_SVG, two = one || answer->ngrids == 2;
    for (uint32_t i = 0; i < (one ? 1 : answer->ngrids) && !fault->code; i++) {
        text_printf(style->apart ? notes : out, "Solution %u:\n", i + 1);
        report_picture(answer, style->picture, answer->grids[i], two ? answer->grids[!i] : NULL, out, fault);
    }
    if (one && answer->ngrids > 2)
        text_printf(notes, "ratchet: %s: an SVG shows two solutions; these are the first of %u\n", answer->name,
                    answer->ngrids);
    if (answer->ngrids == 2)
        differences(answer, style->apart ? notes : out);
}

/* A start from marks that no solution has. */
static void wrong_marks(const struct answer *answer, struct text *out)
{
    if (answer->wrong_together)
        text_puts(out, "These marks can't all be right:\n");
    for (uint32_t i = 0; i < answer->nwrong && i < PLACES_SHOWN; i++)
        text_printf(out, "%s%s\n", answer->wrong_together ? "    " : "Not so: ", answer->wrong[i]);
    if (answer->nwrong > PLACES_SHOWN)
        text_printf(out, "and %u more\n", answer->nwrong - PLACES_SHOWN);
}

static void pictures(const struct answer *answer, const struct report_style *style, struct text *out,
                     struct text *notes, struct fault *fault)
{
    const uint64_t *best = report_best(answer);
    if (style->animate && answer->start)
        report_animation(answer, out, fault);
    if (style->animate || !style->pictures || !answer->puzzle || answer->op == OP_COUNT || answer->op == OP_VERIFY)
        return;
    if (answer->op == OP_RENDER && answer->outcome == OUTCOME_DRAWN)
        report_picture(answer, style->picture, best, NULL, out, fault);
    else if (answer->ngrids > 1)
        draw_all(answer, style, out, notes, fault);
    else if (answer->op == OP_EXPLAIN && answer->known && answer->outcome != OUTCOME_NONE)
        report_picture(answer, style->picture, answer->known, NULL, out, fault);
    else if (best && (answer->op == OP_SOLVE || answer->outcome == OUTCOME_UNKNOWN ||
                      answer->outcome == OUTCOME_CANCELLED))
        report_picture(answer, style->picture, best, NULL, out, fault);
}

static void left_out(const struct answer *answer, struct text *notes)
{
    for (uint32_t r = 0; r < answer->nrules && answer->parked; r++)
        if (answer->parked[r])
            text_printf(notes, "ratchet: %s: the rule %s was left out: %s\n", answer->name,
                        answer->rules[r].class->id, answer->parked[r]);
}

void report_made(const struct answer *answer, struct text *notes)
{
    const struct made *made = answer->made;
    text_printf(notes, "ratchet: a %s of level %u (score %.1f), %u changed to make it unique, %u tried\n", answer->type,
                made->level, made->score, made->changes, made->tried);
    if (made->minimal)
        text_printf(notes, "ratchet: %u clues were left out\n", made->removed);
    if (made->unsettled)
        text_printf(notes, "ratchet: of %u clues it was too hard to tell whether they are needed; give more "
                    "--node-limit\n", made->unsettled);
}

int report_text(const struct answer *answer, const struct report_style *style, struct text *out,
                struct text *notes)
{
    struct fault undrawn = {0};
    struct text *rest = style->apart ? notes : out;
    add_fault(&answer->fault, notes);
    left_out(answer, notes);
    if (style->several && style->pictures && answer->outcome != OUTCOME_ERROR)
        text_printf(out, "%s:\n", answer->name);
    if (answer->story && (style->pictures || answer->op == OP_GRADE))
        story_text(answer, out);
    pictures(answer, style, out, notes, &undrawn);
    add_fault(&undrawn, notes);
    if (style->pictures)
        wrong_marks(answer, rest);
    if (answer->made) {
        text_puts(out, answer->made->puzzle);
        if (!style->quiet)
            report_made(answer, notes);
    }
    bool said = answer->op == OP_RENDER || answer->op == OP_GENERATE || answer->outcome == OUTCOME_HINT ||
                answer->outcome == OUTCOME_GRADED;
    if (answer->outcome == OUTCOME_ERROR ? style->several : !said)
        report_verdict(answer, rest);
    if (style->stats)
        stats_text(answer, style->stats > 1, rest);
    return undrawn.code;
}

void report_summary(const struct tally *tally, uint32_t left_out, uint32_t passed_over,
                    struct text *out)
{
    uint32_t all = 0;
    const char *separator = ": ";
    for (int i = 0; i < OUTCOMES; i++)
        all += tally->n[i];
    text_printf(out, "%u puzzle%s", all, all == 1 ? "" : "s");
    for (int i = 1; i <= OUTCOMES; i++) {
        int outcome = i % OUTCOMES;      /* errors last */
        if (!tally->n[outcome])
            continue;
        text_printf(out, "%s%u %s", separator, tally->n[outcome], outcome_name((enum outcome)outcome));
        separator = ", ";
    }
    if (left_out)
        text_printf(out, "; %u input%s left out (--keep-going goes on behind a bad one)", left_out,
                    left_out == 1 ? "" : "s");
    if (passed_over)
        text_printf(out, "; %u file%s passed over", passed_over, passed_over == 1 ? "" : "s");
    text_puts(out, "\n");
}
