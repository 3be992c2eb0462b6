#include "latin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct latin {
    uint32_t n;
    uint8_t given[64];  /* value + 1, 0 = open */
};

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct latin *l = self->h->alloc(self, sizeof *l);
    char copy[256] = {0}, *at = copy;
    if (!l || length >= sizeof copy)
        return RT_ENOMEM;
    memcpy(copy, text, length);
    l->n = (uint32_t)strtoul(at, &at, 10);
    if (l->n < 2 || l->n > 8)
        return self->h->fail(self, RT_EINPUT, 1, 1, "the size %u is not 2 to 8", l->n);
    unsigned row, column, value;
    int used;
    while (sscanf(at, " %u %u %u%n", &row, &column, &value, &used) == 3) {
        l->given[(row - 1) * l->n + column - 1] = (uint8_t)value;
        at += used;
    }
    self->state = l;
    return RT_OK;
}

static int model(struct rt_self *self)
{
    const struct latin *l = self->state;
    uint32_t first = self->h->add_variables(self, l->n * l->n, l->n), vars[8];
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t way = 0; way < 2; way++)
        for (uint32_t i = 0; i < l->n; i++) {
            for (uint32_t k = 0; k < l->n; k++)
                vars[k] = first + (way ? k * l->n + i : i * l->n + k);
            int status = self->h->add_scope(self, "alldiff/1", vars, l->n, NULL, 0);
            if (status != RT_OK)
                return status;
        }
    for (uint32_t v = 0; v < l->n * l->n; v++)
        if (l->given[v] && self->h->give(self, first + v, 1ull << (l->given[v] - 1)) != RT_OK)
            return RT_ERROR;
    return RT_OK;
}

/* The same without any scope: what holds is known to verify alone. */
static int model_bare(struct rt_self *self)
{
    const struct latin *l = self->state;
    return self->h->add_variables(self, l->n * l->n, l->n) == RT_NOPOS ? RT_ENOMEM : RT_OK;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    const struct latin *l = self->state;
    for (uint32_t v = 0; v < l->n * l->n; v++) {
        uint64_t d = picture->domains ? picture->domains[v] : 0;
        self->h->print(self, "%c%s", d && !(d & (d - 1)) ? '1' + __builtin_ctzll(d) : '?',
                       v % l->n == l->n - 1 ? "\n" : " ");
    }
    return RT_OK;
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct latin *l = self->state;
    for (uint32_t a = 0; a < l->n * l->n; a++) {
        if (l->given[a] && l->given[a] != values[a] + 1) {
            snprintf(verdict->what, sizeof verdict->what, "a given digit is changed");
            verdict->blame[0] = a;
            verdict->nblame = 1;
            return RT_CONFLICT;
        }
        for (uint32_t b = 0; b < a; b++)
            if (values[a] == values[b] && (a / l->n == b / l->n || a % l->n == b % l->n)) {
                snprintf(verdict->what, sizeof verdict->what, "a digit stands twice in a line");
                verdict->blame[0] = a;
                verdict->blame[1] = b;
                verdict->nblame = 2;
                return RT_CONFLICT;
            }
    }
    return RT_OK;
}

const struct rt_puzzle_class latin_puzzle = {
    .size = sizeof latin_puzzle, .id = "latin", .name = "Latin square", .summary = "for tests",
    .parse = parse, .model = model, .render = render, .verify = verify};

const struct rt_puzzle_class latin_bare = {
    .size = sizeof latin_bare, .id = "latin_bare", .name = "Latin square", .summary = "for tests",
    .parse = parse, .model = model_bare, .render = render, .verify = verify};

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    (void)payload;
    (void)size;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++)
            if (values[a] == values[b]) {
                verdict->blame[0] = a;
                verdict->blame[1] = b;
                verdict->nblame = 2;
                return RT_CONFLICT;
            }
    return RT_OK;
}

const struct rt_kind_class alldiff_kind = {.size = sizeof alldiff_kind, .id = "alldiff/1", .check = check};

static const struct rt_kind_class *find(void *context, const char *id)
{
    (void)context;
    return strcmp(id, "alldiff/1") ? NULL : &alldiff_kind;
}

struct kind_source latin_kinds(void)
{
    return (struct kind_source){find, NULL};
}

enum how { LAZY, EAGER, WRONG };

/* The tag of a drop is the position whose value took it. */
static int propagate(struct rt_self *self, enum how how)
{
    const struct rt_host *h = self->h;
    for (uint32_t a = 0; a < self->v.n; a++) {
        uint64_t d = h->dom(self, a);
        if (!d || (d & (d - 1)))
            continue;
        for (uint32_t b = 0; b < self->v.n; b++) {
            if (b == a || !(h->dom(self, b) & d))
                continue;
            if (how == EAGER)
                h->because(self, a, ~d);
            int status = h->drop(self, b, how == WRONG && b == a + 1 ? ~d : d, a);
            if (status != RT_OK)
                return status;
        }
    }
    return RT_OK;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    self->h->because(self, why->tag, ~(1ull << why->value));
    return RT_OK;
}

/* A premise too few: only that some value has left the other position. */
static int explain_badly(struct rt_self *self, const struct rt_why *why)
{
    self->h->because(self, why->tag, 1ull << (why->value ? 0 : 1));
    return RT_OK;
}

static int run_lazy(struct rt_self *self)
{
    return propagate(self, LAZY);
}

static int run_eager(struct rt_self *self)
{
    return propagate(self, EAGER);
}

static int run_wrong(struct rt_self *self)
{
    return propagate(self, WRONG);
}

/* Wrong: no value is followed by the next one. */
static int run_unfollowed(struct rt_self *self)
{
    for (uint32_t a = 0; a + 1 < self->v.n; a++) {
        uint64_t d = self->h->dom(self, a);
        int status = d & (d - 1) ? RT_OK : self->h->drop(self, a + 1, d << 1, a);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

static int clauses(struct rt_self *self)
{
    for (uint32_t a = 0; a < self->v.n; a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t value = 0; value < self->v.nvalues; value++) {
                rt_lit lits[] = {RT_ISNT(a, value), RT_ISNT(b, value), RT_LIT_END};
                int status = self->h->add_clauses(self, lits, 3);
                if (status != RT_OK)
                    return status;
            }
    return RT_OK;
}

/* Auxiliary v: the position at which value v stands. The scope is one of all values. */
static int positions(struct rt_self *self, bool wrong)
{
    uint32_t n = self->v.n, at = self->h->add_aux(self, n, n);
    int status = at == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t a = 0; a < n && status == RT_OK; a++)
        for (uint32_t v = 0; v < n && status == RT_OK; v++) {
            rt_lit lits[] = {RT_ISNT(a, v), RT_IS(RT_AUX | (at + v), wrong && a == 1 && v == 2 ? 0 : a), RT_LIT_END,
                             RT_IS(a, v), RT_ISNT(RT_AUX | (at + v), a), RT_LIT_END};
            status = self->h->add_clauses(self, lits, 6);
        }
    return status;
}

static int init_positions(struct rt_self *self)
{
    return positions(self, false);
}

static int init_wrong_positions(struct rt_self *self)
{
    return positions(self, true);
}

/* Auxiliary a takes the value of position a. */
static int extend_echo(struct rt_self *self)
{
    uint32_t at = self->h->add_aux(self, self->v.n, self->v.nvalues);
    int status = at == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t a = 0; a < self->v.n && status == RT_OK; a++)
        for (uint32_t v = 0; v < self->v.nvalues && status == RT_OK; v++) {
            rt_lit lits[] = {RT_ISNT(a, v), RT_IS(RT_AUX | (at + a), v), RT_LIT_END,
                             RT_IS(a, v), RT_ISNT(RT_AUX | (at + a), v), RT_LIT_END};
            status = self->h->add_clauses(self, lits, 6);
        }
    return status;
}

const struct rt_rule_class board_echo = {.size = sizeof board_echo, .id = "board_echo", .kind = "rt.board/1",
                                         .summary = "for tests", .tier = 1, .level = 1, .wake = RT_WAKE_ANY,
                                         .extend = extend_echo};

#define RULE(name, ...) \
    const struct rt_rule_class name = {.size = sizeof name, .id = #name, .kind = "alldiff/1", \
        .summary = "for tests", .tier = 1, .level = 1, .wake = RT_WAKE_ANY, .flags = RT_WAKE_FIXED, __VA_ARGS__}

RULE(alldiff_lazy, .propagate = run_lazy, .explain = explain);
RULE(alldiff_liar, .propagate = run_lazy, .explain = explain_badly);
RULE(alldiff_silent, .propagate = run_lazy);
RULE(alldiff_stateful, .propagate = run_lazy, .state_size = 8);
RULE(alldiff_eager, .propagate = run_eager);
RULE(alldiff_wrong, .propagate = run_wrong);
RULE(alldiff_clauses, .init = clauses);
RULE(alldiff_positions, .init = init_positions);
RULE(alldiff_misplaced, .init = init_wrong_positions);
RULE(alldiff_positions_liar, .init = init_positions, .propagate = run_unfollowed);
