/* slitherlink.clue/1: what the edges round a cell with a clue may be; slitherlink.board/1 is in whole.h. */
#include "ways.h"
#include "whole.h"
#include <ratchet/model.h>

/* Blames `most` of the sides that are `value`. */
static int blame_sides(const struct rt_slitherlink_clue *c, const uint8_t *values, uint32_t value, uint32_t most,
                       struct rt_verdict *verdict)
{
    snprintf(verdict->what, sizeof verdict->what, "the %u has too %s lines", c->clue, value ? "many" : "few");
    verdict->nblame = 0;
    for (uint32_t d = 0; d < 4 && verdict->nblame < most; d++)
        if (values[c->side[d]] == value)
            verdict->blame[verdict->nblame++] = (uint32_t)c->side[d];
    return RT_CONFLICT;
}

/* Three lines that meet at corner d, or all edges there. */
static int blame_corner(const struct rt_slitherlink_clue *c, const uint8_t *values, uint32_t d, bool branches,
                        struct rt_verdict *verdict)
{
    const int edge[] = {c->side[d], c->side[(d + 1) % 4], c->beyond[d][0], c->beyond[d][1]};
    snprintf(verdict->what, sizeof verdict->what, "the line %s at a corner of the %u",
             branches ? "branches" : "has a dead end", c->clue);
    verdict->nblame = 0;
    for (uint32_t i = 0; i < 4 && (!branches || verdict->nblame < 3); i++)
        if (edge[i] >= 0 && (!branches || values[edge[i]]))
            verdict->blame[verdict->nblame++] = (uint32_t)edge[i];
    return RT_CONFLICT;
}

static bool is_on(const uint8_t *values, int position)
{
    return position >= 0 && values[position];
}

static int clue_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                      struct rt_verdict *verdict)
{
    const struct rt_slitherlink_clue *c = payload;
    uint32_t sides = 0;
    (void)payload_size, (void)n;
    for (uint32_t d = 0; d < 4; d++)
        sides += values[c->side[d]];
    if (sides != c->clue)
        return blame_sides(c, values, sides > c->clue, sides > c->clue ? c->clue + 1 : 5 - c->clue, verdict);
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t on = (uint32_t)is_on(values, c->side[d]) + is_on(values, c->side[(d + 1) % 4]) +
                      is_on(values, c->beyond[d][0]) + is_on(values, c->beyond[d][1]);
        if (on != 0 && on != 2)
            return blame_corner(c, values, d, on > 2, verdict);
    }
    return RT_OK;
}

static int clue_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n, uint32_t pos,
                        uint32_t value)
{
    struct ways in = {{0, 0}};
    (void)payload_size;
    for (uint32_t e = 0; e < n; e++) {
        uint64_t dom = domains[e] & (e == pos ? 1ull << value : 3);
        in.may[0] |= (dom & 1) << e;
        in.may[1] |= (dom >> 1 & 1) << e;
        if (!dom)
            return 1;
    }
    struct ways support = ways_support(payload, &in);
    return !(support.may[0] | support.may[1]);
}

/* A cell somewhere on a board: some of its sides may be the board's border. */
static int clue_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    uint32_t border = 0, vars[12], n = 4;
    struct rt_slitherlink_clue c = {.clue = h->random(self, 12) ? (uint32_t)h->random(self, 4) : 4};
    for (uint32_t d = 0; d < 4; d++)
        border |= (uint32_t)(size < 12 || !h->random(self, 4)) << d;
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t next = (d + 1) % 4;
        c.side[d] = (int8_t)d;
        c.beyond[d][0] = border >> next & 1 ? -1 : (int8_t)n++;
        c.beyond[d][1] = border >> d & 1 ? -1 : (int8_t)n++;
    }
    uint32_t first = h->add_variables(self, n, 2);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return h->add_scope(self, RT_SLITHERLINK_CLUE, vars, n, &c, sizeof c);
}

static int clue_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_slitherlink_clue *c = payload;
    (void)payload_size;
    int used = snprintf(buffer, capacity, "a %u with %u edges beyond its corners", c->clue, n - 4);
    return used < 0 || !capacity ? 0 : (size_t)used < capacity ? used : (int)capacity - 1;
}

static int clue_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_slitherlink_clue *c = payload;
    uint32_t seen = 0;
    if (payload_size != sizeof *c || nvalues != 2 || n > 12 || c->clue > 4)
        return RT_ERROR;
    for (uint32_t i = 0; i < 12; i++) {
        int position = i < 4 ? c->side[i] : c->beyond[(i - 4) / 2][i % 2];
        if (position < 0 && i >= 4)
            continue;
        if (position < 0 || (uint32_t)position >= n || seen >> position & 1)
            return RT_ERROR;
        seen |= 1u << position;
    }
    return seen == (1u << n) - 1 ? RT_OK : RT_ERROR;
}

/* Every way of the k edges (at most 4) with a forbidden number of lines, as a clause. `allowed`: bit n for n lines. */
static int encode_number(struct rt_self *self, const int *edge, uint32_t allowed)
{
    rt_lit lits[16 * 5];
    uint32_t n = 0;
    for (uint32_t way = 0; way < 16; way++) {
        bool there = true;
        if (allowed >> __builtin_popcount(way) & 1)
            continue;
        for (uint32_t i = 0; i < 4; i++)
            there &= edge[i] >= 0 || !(way >> i & 1);
        for (uint32_t i = 0; i < 4 && there; i++)
            if (edge[i] >= 0)
                lits[n++] = RT_IS(edge[i], !(way >> i & 1));
        if (there)
            lits[n++] = RT_LIT_END;
    }
    return self->h->add_clauses(self, lits, n);
}

static int clue_encode(struct rt_self *self)
{
    const struct rt_slitherlink_clue *c = self->payload;
    const int sides[] = {c->side[0], c->side[1], c->side[2], c->side[3]};
    int status = encode_number(self, sides, 1u << c->clue);
    for (uint32_t d = 0; d < 4 && status == RT_OK; d++) {
        const int corner[] = {c->side[d], c->side[(d + 1) % 4], c->beyond[d][0], c->beyond[d][1]};
        status = encode_number(self, corner, 1u << 0 | 1u << 2);
    }
    return status;
}

static const struct rt_kind_class clue_kind = {
    .size = sizeof clue_kind,
    .payload_size = sizeof(struct rt_slitherlink_clue),
    .id = RT_SLITHERLINK_CLUE,
    .summary = "as many sides of the cell are on as its clue says, and the line goes on at its corners",
    .check = clue_check,
    .sample = clue_sample,
    .implies = clue_implies,
    .describe = clue_describe,
    .valid = clue_valid,
    .encode = clue_encode,
};

static const struct rt_kind_class board_kind = {
    .size = sizeof board_kind,
    .payload_size = sizeof(struct rt_slitherlink_board),
    .id = RT_SLITHERLINK_BOARD,
    .summary = "one closed loop over the board that gives every clue its number",
    .check = whole_check,
    .sample = whole_sample,
    .implies = whole_implies,
    .describe = whole_describe,
    .valid = whole_valid,
};

static const struct rt_kind_class *const kinds[] = {&clue_kind, &board_kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "slitherlink.kind", .version = "1.0", .kinds = kinds,
};
