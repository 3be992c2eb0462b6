#include "report/story.h"

#include "report/text.h"
#include "report/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 5, CLUE_MOST = 44 };

static const char *rule_id(const struct story *story, const struct deduction *d)
{
    return d->rule == RT_NOPOS ? "the puzzle's own check" : story->names.rules[d->rule].class->id;
}

static void conclusion(const struct story *story, const struct deduction *d, struct text *out)
{
    words_facts(&story->names, d->gone.at, d->gone.n, d->left.at, out);
}

static void supposition(const struct story *story, const struct deduction *d, struct text *out)
{
    uint32_t var = d->gone.at[0] >> 6;
    puzzle_describe(story->names.puzzle, var, d->gone.at[0] & 63, out);
}

void story_sentence(const struct story *story, const struct deduction *d, struct text *out)
{
    size_t from = out->n;
    if (d->trial) {
        text_puts(out, "suppose that ");
        supposition(story, d, out);
        text_printf(out, ": %u step%s lead%s to a contradiction", d->ntrial, d->ntrial == 1 ? "" : "s",
                    d->ntrial == 1 ? "s" : "");
    } else {
        struct text scope = {0};
        words_scope(&story->names, d->scope, &scope);
        if (!strstr(d->words, text_string(&scope))) {   /* some rules name the place themselves */
            words_at_scope(&story->names, d->scope, out);
            text_puts(out, ", ");
        }
        text_puts(out, d->words);
        text_free(&scope);
    }
    words_capital(out, from);
    if (d->conflict) {
        text_puts(out, ": a contradiction.");
        return;
    }
    text_puts(out, d->trial ? ", so " : ": ");
    conclusion(story, d, out);
    text_puts(out, ".");
}

static void put_known(const struct story *story, const struct deduction *d, int indent, struct text *out)
{
    text_printf(out, "%*s[%s] ", indent, "", rule_id(story, d));
    if (d->premises.n) {
        text_puts(out, "since ");
        words_facts(&story->names, d->premises.at, d->premises.n, NULL, out);
        text_puts(out, "\n");
    } else {
        text_puts(out, d->trial ? "from the rules of the puzzle alone\n" : "from the clue alone\n");
    }
}

static void put_step(const struct story *story, const struct deduction *d, uint32_t number, int indent,
                     struct text *out)
{
    text_printf(out, "%*s%3u. ", indent, "", number);
    story_sentence(story, d, out);
    text_puts(out, "\n");
    for (uint32_t k = 0; k < d->ntrial; k++)
        put_step(story, d->trial[k], k + 1, indent + INDENT, out);
    put_known(story, d, indent + INDENT, out);
}

/* ---- the end of an explanation */

static void put_search(const struct story *story, struct text *out)
{
    const struct story_search *search = &story->search;
    const char *decisions = search->nodes == 1 ? "decision" : "decisions";
    if (search->outcome == OUTCOME_UNKNOWN)
        text_printf(out, "The solver was cut short by a limit after %" PRIu64 " %s.\n", search->nodes, decisions);
    else
        text_printf(out, "The solver, with its own rules and %" PRIu64 " %s, says: %s.\n", search->nodes, decisions,
                    outcome_name(search->outcome));
}

static void put_stuck(const struct answer *answer, const struct story *story, struct text *out)
{
    text_printf(out, "Here the rules find no more; %u of %u variables are known.\n", story->known, answer->nvars);
    if (story->trial) {
        text_puts(out, "A trial would go on (trials are steps from [explain] level 6 on). ");
        story_sentence(story, story->trial, out);
        text_puts(out, "\n");
        for (uint32_t k = 0; k < story->trial->ntrial; k++)
            put_step(story, story->trial->trial[k], k + 1, INDENT, out);
    } else if (story->search.outcome == OUTCOME_UNIQUE || story->search.outcome == OUTCOME_NONE) {
        text_puts(out, "No single assumption leads to a contradiction by these rules.\n");
    }
    if (story->search.asked)
        put_search(story, out);
}

/* "row 3 (blocks 2 2)": what the kind says of the scope, if it is brief. */
static void put_clue(const struct story *story, uint32_t scope, struct text *out)
{
    struct solver_scope at = solver_scope(story->names.solver, scope);
    char words[128] = "";
    words_scope(&story->names, scope, out);
    if (at.kind && at.kind->describe)
        at.kind->describe(at.payload, at.payload_size, at.n, words, sizeof words);
    words[sizeof words - 1] = 0;
    if (*words && strlen(words) <= CLUE_MOST)
        text_printf(out, " (%s)", words);
}

static void put_clash(const struct story *story, struct text *out)
{
    const struct story_clash *clash = &story->clash;
    uint32_t n = clash->nscopes + clash->ngivens;
    if (!n)
        return;
    text_puts(out, n == 1 ? "This alone can't be satisfied: "
                          : "These contradict each other, and without any one of them they would not: ");
    for (uint32_t k = 0; k < n; k++) {
        text_puts(out, k == 0 ? "" : k + 1 < n ? ", " : " and ");
        if (k < clash->nscopes)
            put_clue(story, clash->scope[k], out);
        else
            words_given(&story->names, &clash->given[k - clash->nscopes], out);
    }
    text_puts(out, ".\n");
}

/* "42 steps; the hardest rule is nonogram.edges, level 1." */
static void put_hardest(const struct story *story, struct text *out)
{
    const struct rule_use *hardest = NULL;
    for (uint32_t k = 0; k < story->nsteps; k++) {
        uint32_t rule = story->steps[k]->rule;
        if (rule != RT_NOPOS && (!hardest || story->names.rules[rule].level > hardest->level))
            hardest = &story->names.rules[rule];
    }
    if (hardest)
        text_printf(out, "%u step%s; the hardest rule is %s, level %u.\n", story->nsteps,
                    story->nsteps == 1 ? "" : "s", hardest->class->id, hardest->level);
}

static void put_explanation(const struct answer *answer, const struct story *story, struct text *out)
{
    for (uint32_t k = 0; k < story->nsteps; k++)
        if (k + 1 >= story->from && k + 1 <= story->to)
            put_step(story, story->steps[k], k + 1, 0, out);
    if (answer->outcome == OUTCOME_UNKNOWN || story->search.asked)
        put_stuck(answer, story, out);
    else
        put_hardest(story, out);
    put_clash(story, out);
}

/* ---- hints */

static void put_hint(const struct story *story, const struct deduction *d, struct text *out)
{
    size_t from = out->n;
    if (story->hint_level >= 3) {
        story_sentence(story, d, out);
        text_puts(out, "\n");
        for (uint32_t k = 0; k < d->ntrial; k++)
            put_step(story, d->trial[k], k + 1, INDENT, out);
        put_known(story, d, INDENT, out);
        return;
    }
    if (d->trial) {
        text_puts(out, "try ");
        words_places(&story->names, d->gone.at, d->gone.n, out);
    } else {
        text_puts(out, "look ");
        words_at_scope(&story->names, d->scope, out);
    }
    words_capital(out, from);
    if (story->hint_level == 2)
        text_printf(out, " with %s: %s", rule_id(story, d),
                    d->rule == RT_NOPOS ? d->words : story->names.rules[d->rule].class->summary);
    text_puts(out, ".\n");
}

void story_mark(struct puzzle *puzzle, const struct story_mistake *mistake, struct text *out)
{
    uint64_t keep = mistake->keep;
    char place[64];
    if (keep & (keep - 1) || puzzle_describe(puzzle, mistake->var, (uint32_t)__builtin_ctzll(keep), out) < 0)
        text_puts(out, puzzle_place(puzzle, mistake->var, place, sizeof place));
}

static void put_mistakes(const struct story *story, struct text *out)
{
    if (story->together)
        text_puts(out, "These marks can't all be right:\n");
    for (uint32_t k = 0; k < story->nmistakes; k++) {
        const struct story_mistake *mistake = &story->mistakes[k];
        text_puts(out, story->together ? "    " : "Not so: ");
        story_mark(story->names.puzzle, mistake, out);
        text_puts(out, "\n");
        if (story->hint_level < 2 || story->together)
            continue;
        if (!mistake->refutation)
            text_puts(out, "     no solution has it; the rules alone don't show why\n");
        for (uint32_t s = 0; s < mistake->nrefutation && story->hint_level >= 3; s++)
            put_step(story, mistake->refutation[s], s + 1, INDENT, out);
        if (mistake->nrefutation && story->hint_level == 2)
            text_printf(out, "     %s shows it\n",
                        rule_id(story, mistake->refutation[mistake->nrefutation - 1]));
    }
}

static void put_hints(const struct answer *answer, const struct story *story, struct text *out)
{
    put_mistakes(story, out);
    if (story->nmistakes)
        return;
    for (uint32_t k = 0; k < story->nbefore && story->hint_level >= 3; k++)
        put_step(story, story->before[k], k + 1, 0, out);
    for (uint32_t k = 0; k < story->nsteps; k++)
        put_hint(story, story->steps[k], out);
    if (answer->outcome == OUTCOME_UNKNOWN || story->search.asked)
        put_stuck(answer, story, out);
    put_clash(story, out);
}

/* ---- grades */

static void put_grade(const struct answer *answer, const struct story *story, struct text *out)
{
    const struct story_grade *grade = &story->grade;
    const char *separator = "";
    text_printf(out, "%s: level %u, score %g", answer->name, grade->level, grade->score);
    if (grade->depth > DEPTH_MOST)
        text_printf(out, ", search beyond %d assumptions at a time", DEPTH_MOST);
    else if (grade->depth)
        text_printf(out, ", search %u deep", grade->depth);
    text_puts(out, " (");
    for (uint32_t r = 0; r < story->nrules; r++) {
        if (!grade->steps[r])
            continue;
        text_printf(out, "%s%s %u", separator, story->names.rules[r].class->id, grade->steps[r]);
        separator = ", ";
    }
    text_puts(out, ")\n");
}

void story_text(const struct answer *answer, struct text *out)
{
    const struct story *story = answer->story;
    if (answer->op == OP_EXPLAIN)
        put_explanation(answer, story, out);
    else if (answer->op == OP_HINT)
        put_hints(answer, story, out);
    else if (answer->outcome == OUTCOME_GRADED)
        put_grade(answer, story, out);
}
