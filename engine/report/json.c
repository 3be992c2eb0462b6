#include "report/json.h"

#include "report/stats.h"
#include "report/story.h"

#include <string.h>

/* Text of a file may be anything; JSON is UTF-8. */
static json_t *string(const char *s)
{
    if (!s)
        return json_null();
    json_t *value = json_string(s);
    if (value)
        return value;
    struct text clean = {0};
    for (; *s; s++)
        text_add(&clean, (unsigned char)*s < 0x80 ? s : "?", 1);
    value = json_string(text_string(&clean));
    text_free(&clean);
    return value;
}

static json_t *picture(const struct answer *answer, const uint64_t *domains)
{
    struct text text = {0};
    struct fault fault = {0};
    report_picture(answer, RT_RENDER_ASCII, domains, NULL, &text, &fault);
    json_t *value = fault.code ? json_null() : string(text_string(&text));
    text_free(&text);
    return value;
}

static json_t *strings(const char *const *list, uint32_t n)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(array, string(list[i]));
    return array;
}

static json_t *error(const struct fault *fault)
{
    json_t *object = json_object();
    json_object_set_new(object, "code", json_integer(fault->code));
    if (fault->file[0])
        json_object_set_new(object, "file", string(fault->file));
    if (fault->line)
        json_object_set_new(object, "line", json_integer(fault->line));
    if (fault->column)
        json_object_set_new(object, "column", json_integer(fault->column));
    json_object_set_new(object, "message", string(fault->what));
    return object;
}

static json_t *parked(const struct answer *answer)
{
    json_t *array = json_array();
    for (uint32_t r = 0; r < answer->nrules && answer->parked; r++) {
        if (!answer->parked[r])
            continue;
        json_t *one = json_object();
        json_object_set_new(one, "rule", string(answer->rules[r].class->id));
        json_object_set_new(one, "why", string(answer->parked[r]));
        json_array_append_new(array, one);
    }
    return array;
}

static void add_grids(json_t *object, const struct answer *answer)
{
    const uint64_t *best = report_best(answer);
    if (!answer->puzzle)
        return;
    if (best || answer->outcome == OUTCOME_DRAWN)
        json_object_set_new(object, "grid", picture(answer, best));
    if (answer->ngrids < 2)
        return;
    json_t *grids = json_array();
    for (uint32_t i = 0; i < answer->ngrids; i++)
        json_array_append_new(grids, picture(answer, answer->grids[i]));
    json_object_set_new(object, "grids", grids);
    json_object_set_new(object, "differ", strings(answer->differ, answer->ndiffer));
}

static void add_search(json_t *object, const struct answer *answer)
{
    json_object_set_new(object, "solutions", json_integer((json_int_t)answer->solutions));
    json_object_set_new(object, "complete", json_boolean(answer->complete));
    json_object_set_new(object, "stop", string(stop_name(answer->stop)));
    json_object_set_new(object, "variables", json_integer(answer->nvars));
    json_object_set_new(object, "known", json_integer(answer->fixed));
}

static json_t *statistics(const struct answer *answer, bool rules)
{
    json_t *object = json_object();
    json_object_set_new(object, "search", stats_search_json(answer->search));
    if (rules)
        json_object_set_new(object, "rules", stats_rules_json(answer));
    return object;
}

static json_t *timing(const struct answer *answer, bool rules)
{
    json_t *object = json_object();
    json_object_set_new(object, "read", json_real(answer->timing.read));
    json_object_set_new(object, "model", json_real(answer->timing.model));
    json_object_set_new(object, "solve", json_real(answer->timing.solve));
    json_object_set_new(object, "total", json_real(answer->timing.total));
    if (rules)
        json_object_set_new(object, "rules", stats_rule_times_json(answer));
    return object;
}

static void add_made(json_t *object, const struct made *made)
{
    json_object_set_new(object, "puzzle", string(made->puzzle));
    json_object_set_new(object, "solution", string(made->solution));
    json_object_set_new(object, "level", json_integer(made->level));
    json_object_set_new(object, "score", json_real(made->score));
    json_object_set_new(object, "tried", json_integer(made->tried));
    json_object_set_new(object, "changes", json_integer(made->changes));
    if (!made->minimal)
        return;
    json_object_set_new(object, "removed", json_integer(made->removed));
    json_object_set_new(object, "unsettled", json_integer(made->unsettled));
}

static void add_line(json_t *object, struct text *out)
{
    char *line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (line) {
        text_puts(out, line);
        text_puts(out, "\n");
    } else {
        out->failed = true;
    }
    free(line);
    json_decref(object);
}

void report_json(const struct answer *answer, bool rules, struct text *out)
{
    json_t *object = json_object();
    if (answer->name)
        json_object_set_new(object, "file", string(answer->name));
    json_object_set_new(object, "op", string(op_name(answer->op)));
    json_object_set_new(object, "outcome", string(outcome_name(answer->outcome)));
    if (answer->fault.code)
        json_object_set_new(object, "error", error(&answer->fault));
    if (answer->type)
        json_object_set_new(object, "type", string(answer->type));
    if (answer->format)
        json_object_set_new(object, "format", string(answer->format));
    if (answer->title)
        json_object_set_new(object, "title", string(answer->title));
    if (answer->author)
        json_object_set_new(object, "author", string(answer->author));
    if (answer->search)
        add_search(object, answer);
    if (answer->outcome == OUTCOME_INVALID) {
        json_object_set_new(object, "broken", string(answer->broken));
        json_object_set_new(object, "place", string(answer->place));
    }
    if (answer->story)
        story_json(answer, object);
    if (answer->made)
        add_made(object, answer->made);
    if (answer->nwrong) {
        json_object_set_new(object, "wrong", strings(answer->wrong, answer->nwrong));
        json_object_set_new(object, "wrong_together", json_boolean(answer->wrong_together));
    }
    add_grids(object, answer);
    json_object_set_new(object, "parked", parked(answer));
    json_object_set_new(object, "relying_on", strings(answer->relying, answer->nrelying));
    if (answer->search)
        json_object_set_new(object, "statistics", statistics(answer, rules));
    json_object_set_new(object, "timing", timing(answer, rules && answer->search));
    add_line(object, out);
}

void report_summary_json(const struct tally *tally, uint32_t left_out, uint32_t passed_over, int exit_code,
                         struct text *out)
{
    json_t *summary = json_object();
    for (int i = 0; i < OUTCOMES; i++)
        if (tally->n[i])
            json_object_set_new(summary, outcome_name((enum outcome)i), json_integer(tally->n[i]));
    json_object_set_new(summary, "not_read", json_integer(left_out));
    json_object_set_new(summary, "passed_over", json_integer(passed_over));
    json_object_set_new(summary, "exit", json_integer(exit_code));
    json_t *object = json_object();
    json_object_set_new(object, "summary", summary);
    add_line(object, out);
}

void report_json_prepare(void)
{
    json_object_seed(0);
}
