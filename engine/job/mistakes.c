#include "job/mistakes.h"

#include <string.h>

struct search {
    const struct ask *ask;
    const uint64_t *full, *marks;
    uint64_t *some;             /* marks that are tried */
    struct mistakes *found;
};

static bool none(const struct search *s, const uint64_t *marks)
{
    return ask_search(s->ask, marks, NULL, NULL, NULL) == OUTCOME_NONE;
}

static bool is_marked(const struct search *s, uint32_t v)
{
    return s->marks[v] != s->full[v];
}

static void add(struct search *s, uint32_t v)
{
    s->found->at[s->found->n++] = (struct story_mistake){.var = v, .keep = s->marks[v]};
}

/* Against the only solution. */
static void compare(struct search *s, const uint64_t *solution)
{
    for (uint32_t v = 0; v < s->ask->nvars; v++)
        if (is_marked(s, v) && !(s->marks[v] & solution[v]))
            add(s, v);
}

static void try_each(struct search *s)
{
    memcpy(s->some, s->full, s->ask->nvars * sizeof *s->some);
    for (uint32_t v = 0; v < s->ask->nvars && !s->ask->session->stop; v++) {
        if (!is_marked(s, v))
            continue;
        s->some[v] = s->marks[v];
        if (none(s, s->some))
            add(s, v);
        s->some[v] = s->full[v];
    }
}

/* Leaves out one after the other, as long as no solution has what stays. */
static void try_without(struct search *s)
{
    memcpy(s->some, s->marks, s->ask->nvars * sizeof *s->some);
    for (uint32_t v = 0; v < s->ask->nvars && !s->ask->session->stop; v++) {
        if (!is_marked(s, v))
            continue;
        s->some[v] = s->full[v];
        if (none(s, s->some))
            continue;
        s->some[v] = s->marks[v];
        add(s, v);
    }
    s->found->together = true;
}

bool mistakes_find(const struct ask *ask, const uint64_t *full, const uint64_t *marks, struct arena *arena,
                   struct mistakes *mistakes)
{
    struct search s = {ask, full, marks, arena_alloc(arena, (ask->nvars + 1) * sizeof *s.some), mistakes};
    uint64_t *solution = arena_alloc(arena, (ask->nvars + 1) * sizeof *solution);
    *mistakes = (struct mistakes){.at = arena_alloc(arena, (ask->nvars + 1) * sizeof *mistakes->at)};
    if (!s.some || !solution || !mistakes->at || !none(&s, marks))
        return false;
    enum outcome truth = ask_search(ask, NULL, NULL, solution, NULL);
    if (truth == OUTCOME_NONE)
        return false;
    if (truth == OUTCOME_UNIQUE)
        compare(&s, solution);
    else
        try_each(&s);
    if (!mistakes->n)
        try_without(&s);
    return mistakes->n && !ask->session->stop;
}
