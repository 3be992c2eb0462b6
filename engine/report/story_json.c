#include "report/story.h"

#include "report/words.h"

#include <stdlib.h>

static json_t *text_json(struct text *text)
{
    json_t *value = json_string(text_string(text));
    text_free(text);
    return value ? value : json_null();
}

/* [[place, [values]], …] */
static json_t *facts(const struct story *story, const uint32_t *at, uint32_t n)
{
    json_t *array = json_array(), *values = NULL;
    char place[64];
    for (uint32_t k = 0; k < n; k++) {
        uint32_t var = at[k] >> 6;
        if (!values || at[k - 1] >> 6 != var) {
            json_t *pair = json_array();
            values = json_array();
            puzzle_place(story->names.puzzle, var, place, sizeof place);
            json_array_append_new(pair, place[0] ? json_string(place) : json_integer(var));
            json_array_append_new(pair, values);
            json_array_append_new(array, pair);
        }
        json_array_append_new(values, json_integer(at[k] & 63));
    }
    return array;
}

static void add_rule(const struct story *story, const struct deduction *d, json_t *object)
{
    if (d->rule == RT_NOPOS) {
        json_object_set_new(object, "rule", json_null());
        return;
    }
    const struct rule_use *use = &story->names.rules[d->rule];
    json_object_set_new(object, "rule", json_string(use->class->id));
    json_object_set_new(object, "level", json_integer(use->level));
}

static json_t *where(const struct story *story, const struct deduction *d)
{
    struct text text = {0};
    words_scope(&story->names, d->scope, &text);
    return text_json(&text);
}

static json_t *steps(const struct story *story, const struct deduction *const *list, uint32_t first, uint32_t n,
                     uint32_t level);

/* As much of it as a hint of that level tells. */
static json_t *step(const struct story *story, const struct deduction *d, uint32_t number, uint32_t level)
{
    json_t *object = json_object();
    struct text sentence = {0}, says = {0}, since = {0};
    json_object_set_new(object, "step", json_integer(number));
    json_object_set_new(object, "scope", where(story, d));
    if (level >= 2)
        add_rule(story, d, object);
    if (level < 3)
        return object;
    story_sentence(story, d, &sentence);
    words_facts(&story->names, d->gone.at, d->gone.n, d->left.at, &says);
    words_facts(&story->names, d->premises.at, d->premises.n, NULL, &since);
    json_object_set_new(object, "sentence", text_json(&sentence));
    json_object_set_new(object, "says", text_json(&says));
    json_object_set_new(object, "since", text_json(&since));
    json_object_set_new(object, "contradiction", json_boolean(d->conflict));
    json_object_set_new(object, "gone", facts(story, d->gone.at, d->gone.n));
    json_object_set_new(object, "premises", facts(story, d->premises.at, d->premises.n));
    if (d->trial)
        json_object_set_new(object, "trial",
                            steps(story, (const struct deduction *const *)d->trial, 1, d->ntrial, 3));
    return object;
}

static json_t *steps(const struct story *story, const struct deduction *const *list, uint32_t first, uint32_t n,
                     uint32_t level)
{
    json_t *array = json_array();
    for (uint32_t k = 0; k < n; k++)
        json_array_append_new(array, step(story, list[k], first + k, level));
    return array;
}

void story_step_json(const struct story *story, const struct deduction *d, uint32_t number, struct text *out)
{
    json_t *object = step(story, d, number, 3);
    char *line = json_dumps(object, JSON_COMPACT);
    if (line)
        text_printf(out, "%s\n", line);
    free(line);
    json_decref(object);
}

static json_t *search(const struct story *story)
{
    json_t *object = json_object();
    json_object_set_new(object, "outcome", json_string(outcome_name(story->search.outcome)));
    json_object_set_new(object, "nodes", json_integer((json_int_t)story->search.nodes));
    return object;
}

static json_t *mistakes(const struct story *story)
{
    json_t *array = json_array();
    for (uint32_t k = 0; k < story->nmistakes; k++) {
        const struct story_mistake *m = &story->mistakes[k];
        json_t *object = json_object(), *values = json_array();
        char place[64];
        puzzle_place(story->names.puzzle, m->var, place, sizeof place);
        for (uint64_t keep = m->keep; keep; keep &= keep - 1)
            json_array_append_new(values, json_integer(__builtin_ctzll(keep)));
        json_object_set_new(object, "place", place[0] ? json_string(place) : json_integer(m->var));
        json_object_set_new(object, "marked", values);
        if (m->refutation && story->hint_level >= 2)
            json_object_set_new(object, "refutation",
                                steps(story, m->refutation, 1, m->nrefutation, story->hint_level));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *clash(const struct story *story)
{
    json_t *array = json_array();
    for (uint32_t k = 0; k < story->clash.nscopes; k++) {
        struct text name = {0};
        words_scope(&story->names, story->clash.scope[k], &name);
        json_array_append_new(array, text_json(&name));
    }
    for (uint32_t k = 0; k < story->clash.ngivens; k++) {
        struct text name = {0};
        words_given(&story->names, &story->clash.given[k], &name);
        json_array_append_new(array, text_json(&name));
    }
    return array;
}

static json_t *grade(const struct story *story)
{
    const struct story_grade *g = &story->grade;
    json_t *object = json_object(), *rules = json_object();
    json_object_set_new(object, "level", json_integer(g->level));
    json_object_set_new(object, "score", json_real(g->score));
    json_object_set_new(object, "hardest",
                        g->hardest == RT_NOPOS ? json_null() : json_string(story->names.rules[g->hardest].class->id));
    json_object_set_new(object, "steps", json_integer(g->total));
    json_object_set_new(object, "rounds", json_integer(g->rounds));
    json_object_set_new(object, "search", json_boolean(g->depth > 0));
    json_object_set_new(object, "depth", g->depth > DEPTH_MOST ? json_null() : json_integer(g->depth));
    json_object_set_new(object, "trials", json_integer(g->trials));
    for (uint32_t r = 0; r < story->nrules; r++)
        if (g->steps[r])
            json_object_set_new(rules, story->names.rules[r].class->id, json_integer(g->steps[r]));
    json_object_set_new(object, "rules", rules);
    return object;
}

void story_json(const struct answer *answer, json_t *object)
{
    const struct story *story = answer->story;
    if (answer->op == OP_GRADE) {
        if (answer->outcome == OUTCOME_GRADED)
            json_object_set_new(object, "grade", grade(story));
        return;
    }
    uint32_t from = story->from ? story->from - 1 : 0, to = story->to < story->nsteps ? story->to : story->nsteps;
    uint32_t n = from < to ? to - from : 0;
    uint32_t level = answer->op == OP_HINT ? story->hint_level : 3;
    if (answer->op == OP_HINT) {
        json_object_set_new(object, "mistakes", mistakes(story));
        json_object_set_new(object, "together", json_boolean(story->together));
        if (story->nbefore && level >= 3)
            json_object_set_new(object, "before", steps(story, story->before, 1, story->nbefore, level));
    }
    json_object_set_new(object, answer->op == OP_HINT ? "hints" : "steps",
                        steps(story, n ? story->steps + from : NULL, from + 1, n, level));
    json_object_set_new(object, "known", json_integer(story->known));
    json_object_set_new(object, "variables", json_integer(answer->nvars));
    if (story->trial)
        json_object_set_new(object, "trial", step(story, story->trial, story->nsteps + 1, level));
    if (story->search.asked)
        json_object_set_new(object, "search", search(story));
    if (story->clash.nscopes + story->clash.ngivens)
        json_object_set_new(object, "clash", clash(story));
}
