/* Rules and puzzles with one planted fault each, and one of each without. The kind: at most `most` of the cells are 1.
 * The right rule: when as many are taken, the others are free. */
#include <ratchet/model.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT_MOST "faulty.most/1"

struct most {
    uint32_t most;
};

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct most *m = payload;
    uint32_t taken = 0;
    (void)size;
    for (uint32_t i = 0; i < n && taken <= m->most; i++)
        if (values[i])
            verdict->blame[taken++] = i;
    verdict->nblame = taken;
    return taken <= m->most ? RT_OK : RT_CONFLICT;
}

static int sample(struct rt_self *self, uint32_t size)
{
    uint32_t n = 2 + (uint32_t)self->h->random(self, size), vars[64];
    struct most most = {(uint32_t)self->h->random(self, n)};
    uint32_t first = self->h->add_variables(self, n, 2);
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return self->h->add_scope(self, AT_MOST, vars, n, &most, sizeof most);
}

static const struct rt_kind_class kind = {
    .size = sizeof kind, .payload_size = sizeof(struct most), .id = AT_MOST,
    .summary = "at most so many of the cells are 1", .check = check, .sample = sample,
};

/* ---- a right rule */

static uint32_t count(struct rt_self *self)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < self->v.n; i++)
        taken += self->h->dom(self, i) == 2;
    return taken;
}

static int free_others(struct rt_self *self, uint32_t tag)
{
    for (uint32_t i = 0; i < self->v.n; i++)
        if (self->h->dom(self, i) == 3 && self->h->drop(self, i, 2, tag) == RT_CONFLICT)
            return RT_CONFLICT;
    return RT_OK;
}

static int propagate(struct rt_self *self)
{
    const struct most *m = self->payload;
    uint32_t taken = count(self);
    if (taken > m->most)
        return self->h->conflict(self, 0);
    return taken == m->most ? free_others(self, 0) : RT_FIXPOINT;
}

/* All that was taken then but `forgotten` of it. */
static int because(struct rt_self *self, const struct rt_why *why, uint32_t forgotten)
{
    uint32_t given = 0;
    for (uint32_t i = 0; i < self->v.n; i++) {
        if (i == why->pos || self->h->dom_then(self, i) != 2)
            continue;
        if (forgotten)
            forgotten--;
        else
            self->h->because(self, i, 1), given++;
    }
    if (!given)
        self->h->because_always(self);
    return RT_OK;
}

static int explain(struct rt_self *self, const struct rt_why *why)
{
    return because(self, why, 0);
}

/* ---- one fault each */

/* Whatever the clue says. */
static int never_the_first(struct rt_self *self)
{
    return self->h->drop(self, 0, 2, 0);
}

static int explain_half(struct rt_self *self, const struct rt_why *why)
{
    return because(self, why, 1);
}

/* One position a run, and says that it was all. */
static int one_at_a_time(struct rt_self *self)
{
    const struct most *m = self->payload;
    if (count(self) != m->most)
        return propagate(self);
    for (uint32_t i = 0; i < self->v.n; i++)
        if (self->h->dom(self, i) == 3)
            return self->h->drop(self, i, 2, 0) == RT_CONFLICT ? RT_CONFLICT : RT_FIXPOINT;
    return RT_FIXPOINT;
}

/* Gives up where the first cell is known. */
static int only_while_open(struct rt_self *self)
{
    const struct most *m = self->payload;
    if (self->h->dom(self, 0) != 3 || count(self) != m->most)
        return RT_FIXPOINT;
    return free_others(self, 0);
}

struct runs {
    uint32_t runs;
};

static int forgetful(struct rt_self *self)
{
    struct runs *runs = self->state;
    runs->runs++;
    return propagate(self);
}

/* Another tag each time: nothing of what follows depends on it. */
static int moody(struct rt_self *self)
{
    const struct most *m = self->payload;
    return count(self) == m->most ? free_others(self, (uint32_t)rand()) : propagate(self);
}

static int trusting(struct rt_self *self)
{
    volatile uint32_t *room = self->h->scratch(self, sizeof *room);
    *room = 1;
    return propagate(self);
}

static int explain_trusting(struct rt_self *self, const struct rt_why *why)
{
    volatile uint32_t *room = self->h->scratch(self, sizeof *room);
    *room = 1;
    return explain(self, why);
}

static int extend_trusting(struct rt_self *self)
{
    volatile uint32_t *room = self->h->alloc(self, sizeof *room);
    *room = 1;
    return RT_OK;
}

#define RULE(name, of, ...) \
    static const struct rt_rule_class name = {.size = sizeof name, .id = "faulty." #name, .kind = of, \
                                              .summary = "for tests", .wake = RT_WAKE_ANY, .level = 1, __VA_ARGS__}

RULE(none, AT_MOST, .propagate = propagate, .explain = explain);
RULE(sound, AT_MOST, .propagate = never_the_first);
RULE(reasons, AT_MOST, .propagate = propagate, .explain = explain_half);
RULE(idempotent, AT_MOST, .propagate = one_at_a_time, .explain = explain);
RULE(monotone, AT_MOST, .propagate = only_while_open, .explain = explain);
RULE(state, AT_MOST, .propagate = forgetful, .explain = explain, .state_size = sizeof(struct runs));
RULE(deterministic, AT_MOST, .propagate = moody, .explain = explain);
RULE(allocations_run, AT_MOST, .propagate = trusting, .explain = explain);
RULE(allocations_why, AT_MOST, .propagate = propagate, .explain = explain_trusting);
RULE(allocations_extend, AT_MOST, .propagate = propagate, .explain = explain, .extend = extend_trusting);
RULE(board, "rt.board/1", .propagate = never_the_first);

/* ---- puzzles of one cell */

static int parse(struct rt_self *self, const char *text, size_t length)
{
    (void)text, (void)length;
    self->state = self->h->alloc(self, 1);
    return self->state ? RT_OK : RT_ENOMEM;
}

static int parse_trusting(struct rt_self *self, const char *text, size_t length)
{
    (void)text, (void)length;
    volatile char *room = self->h->alloc(self, 1);
    *room = 1;
    self->state = (void *)room;
    return RT_OK;
}

static int model(struct rt_self *self)
{
    return self->h->add_variables(self, 1, 2) == RT_NOPOS ? RT_ENOMEM : RT_OK;
}

static int model_trusting(struct rt_self *self)
{
    volatile char *room = self->h->scratch(self, 1);
    *room = 1;
    return model(self);
}

static int model_nothing(struct rt_self *self)
{
    return self->h->give(self, 0, 1);
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    (void)picture;
    return self->h->print(self, "?\n");
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    (void)self, (void)values, (void)verdict;
    return RT_OK;
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    return self->h->print(self, "%u is %u", var, value);
}

static int random_board(struct rt_self *self, uint32_t side)
{
    (void)side;
    return self->h->print(self, "faulty\n");
}

static const struct rt_puzzle_sample boards = {.size = sizeof boards, .sample = random_board};

static const void *extension(const char *id)
{
    return strcmp(id, RT_PUZZLE_SAMPLE) ? NULL : &boards;
}

#define PUZZLE(variable, name_, parse_, model_) \
    static const struct rt_puzzle_class variable = {.size = sizeof variable, .id = name_, .name = name_, \
        .summary = "for tests", .parse = parse_, .model = model_, .render = render, .verify = verify, \
        .describe = describe, .extension = extension}

PUZZLE(puzzle_none, "faulty_none", parse, model);
PUZZLE(puzzle_boards, "faulty_boards", parse, model_nothing);
PUZZLE(puzzle_parse, "faulty_parse", parse_trusting, model);
PUZZLE(puzzle_model, "faulty_model", parse, model_trusting);

static const struct rt_kind_class *const kinds[] = {&kind, NULL};
static const struct rt_puzzle_class *const puzzles[] = {
    &puzzle_none, &puzzle_boards, &puzzle_parse, &puzzle_model, NULL};
static const struct rt_rule_class *const rules[] = {
    &none, &sound, &reasons, &idempotent, &monotone, &state, &deterministic, &allocations_run, &allocations_why,
    &allocations_extend, &board, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "faulty", "1.0", kinds, NULL, puzzles, rules};
