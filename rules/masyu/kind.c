/* masyu.white/1 and masyu.black/1: what the edges round a pearl may be; masyu.board/1 is in whole.h.
 *
 * The four cells next to the pearl don't share edges, so a scope falls into four arms, each judged alone, and
 * the pearl, which ties them together through `near` and, for whites, through the turns. */
#include "encode.h"
#include "whole.h"
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>
#include <stdbool.h>
#include <stdio.h>

/* The edges of the cell next to the pearl, as seen from it. */
enum { NEAR = 1, FAR = 2, LEFT = 4, RIGHT = 8 };

struct edges {
    int pos[4];     /* near, far, left, right; -1 where the board ends */
};

static struct edges arm_edges(const struct rt_masyu_pearl *p, uint32_t d)
{
    return (struct edges){{p->near[d], p->far[d], p->side[d][0], p->side[d][1]}};
}

static uint32_t arm_value(const struct rt_masyu_pearl *p, const uint8_t *values, uint32_t d)
{
    struct edges arm = arm_edges(p, d);
    uint32_t value = 0;
    for (uint32_t k = 0; k < 4; k++)
        if (arm.pos[k] >= 0 && values[arm.pos[k]])
            value |= 1u << k;
    return value;
}

/* What is wrong in direction d, whatever the pearl: the edges that show it, or 0. */
static uint32_t arm_fault(const struct rt_masyu_pearl *p, uint32_t d, uint32_t arm, const char **what)
{
    uint32_t degree = (uint32_t)__builtin_popcount(arm);
    *what = "the line branches next to the pearl";
    if (degree > 2)
        return arm;
    *what = "the line goes past a black pearl without going straight";
    for (uint32_t s = 0; s < 2; s++)
        if ((arm & NEAR) && (arm & LEFT << s) && p->side_cell[d][s] == RT_MASYU_IS_BLACK)
            return NEAR | LEFT << s;
    if (!(arm & NEAR))
        return 0;
    *what = "the line has a dead end next to the pearl";
    if (degree == 1)
        return NEAR | FAR | LEFT | RIGHT;
    *what = "the line turns on a white pearl next to the pearl";
    if (p->cell[d] == RT_MASYU_IS_WHITE && !(arm & FAR))
        return NEAR | FAR;
    *what = "the line goes straight on a black pearl next to the pearl";
    if (p->cell[d] == RT_MASYU_IS_BLACK && (arm & FAR))
        return NEAR | FAR;
    return 0;
}

/* near: bit d. */
static bool crosses(uint32_t near)
{
    return near == 5 || near == 10;
}

static bool bends(uint32_t near)
{
    return __builtin_popcount(near) == 2 && !crosses(near);
}

static uint32_t near_of(const uint32_t arm[4])
{
    return (arm[0] & 1) | (arm[1] & 1) << 1 | (arm[2] & 1) << 2 | (arm[3] & 1) << 3;
}

/* Does a white crossed in these directions turn where it should? straight: bit d, the line goes on straight
 * after N_d. */
static bool turns(const struct rt_masyu_pearl *p, uint32_t near, uint32_t straight)
{
    straight &= near;
    if (p->variant == RT_MASYU_STRAIGHT)
        return true;
    return p->variant == RT_MASYU_BOTH ? !straight : straight != near;
}

static uint32_t fars_of(const uint32_t arm[4])
{
    return (arm[0] >> 1 & 1) | (arm[1] & 2) | (arm[2] << 1 & 4) | (arm[3] << 2 & 8);
}

/* Adds the edges in `which` of direction d to the blame. */
static void blame_arm(const struct rt_masyu_pearl *p, uint32_t d, uint32_t which, struct rt_verdict *verdict)
{
    struct edges arm = arm_edges(p, d);
    for (uint32_t k = 0; k < 4; k++)
        if ((which >> k & 1) && arm.pos[k] >= 0)
            verdict->blame[verdict->nblame++] = (uint32_t)arm.pos[k];
}

static int illegal(struct rt_verdict *verdict, const char *what)
{
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
    verdict->nblame = 0;
    return RT_CONFLICT;
}

/* The near edges of two directions show it. */
static int blame_pair(const struct rt_masyu_pearl *p, uint32_t d, uint32_t other, const char *what,
                      struct rt_verdict *verdict)
{
    illegal(verdict, what);
    blame_arm(p, d, NEAR, verdict);
    blame_arm(p, other, NEAR, verdict);
    return RT_CONFLICT;
}

static int check_arms(const struct rt_masyu_pearl *p, const uint32_t arm[4], struct rt_verdict *verdict)
{
    for (uint32_t d = 0; d < 4; d++) {
        const char *what;
        uint32_t fault = arm_fault(p, d, arm[d], &what);
        if (!fault)
            continue;
        illegal(verdict, what);
        blame_arm(p, d, fault, verdict);
        return RT_CONFLICT;
    }
    return RT_OK;
}

static void read_arms(const struct rt_masyu_pearl *p, const uint8_t *values, uint32_t arm[4])
{
    for (uint32_t d = 0; d < 4; d++)
        arm[d] = arm_value(p, values, d);
}

static int white_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                       struct rt_verdict *verdict)
{
    const struct rt_masyu_pearl *p = payload;
    uint32_t arm[4];
    (void)payload_size, (void)n;
    read_arms(p, values, arm);
    uint32_t near = near_of(arm);
    const char *what =
        near ? "the line does not go straight on a white pearl" : "the line misses a white pearl";
    for (uint32_t axis = 0; axis < 2; axis++)
        if ((near >> axis & 1) != (near >> (axis + 2) & 1))
            return blame_pair(p, axis, axis + 2, what, verdict);
    if ((near & 1) == (near >> 1 & 1))
        return blame_pair(p, 0, 1, what, verdict);
    int status = check_arms(p, arm, verdict);
    if (status != RT_OK || turns(p, near, fars_of(arm)))
        return status;
    illegal(verdict, p->variant == RT_MASYU_BOTH ? "the line does not turn on both sides of a white pearl"
                                                 : "the line turns on neither side of a white pearl");
    uint32_t straight = near & fars_of(arm);
    if (p->variant == RT_MASYU_BOTH)
        straight &= -straight;      /* one of them shows it */
    for (uint32_t d = 0; d < 4; d++)
        if (straight >> d & 1)
            blame_arm(p, d, NEAR | FAR, verdict);
    return RT_CONFLICT;
}

static int black_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                       struct rt_verdict *verdict)
{
    const struct rt_masyu_pearl *p = payload;
    uint32_t arm[4];
    (void)payload_size, (void)n;
    read_arms(p, values, arm);
    uint32_t near = near_of(arm);
    const char *what = near ? "the line does not turn on a black pearl" : "the line misses a black pearl";
    for (uint32_t axis = 0; axis < 2; axis++)
        if ((near >> axis & 1) == (near >> (axis + 2) & 1))
            return blame_pair(p, axis, axis + 2, what, verdict);
    for (uint32_t d = 0; d < 4; d++)
        if ((arm[d] & NEAR) && !(arm[d] & FAR)) {
            illegal(verdict, "the line turns right next to a black pearl");
            blame_arm(p, d, NEAR | FAR, verdict);
            return RT_CONFLICT;
        }
    return check_arms(p, arm, verdict);
}

/* What direction d can be within `domains`, one bit each: near off, near on and far off, near and far on. */
static uint32_t arm_states(const struct rt_masyu_pearl *p, const uint64_t *domains, uint32_t d, uint32_t pos,
                           uint32_t value)
{
    struct edges edges = arm_edges(p, d);
    uint32_t states = 0;
    for (uint32_t arm = 0; arm < 16; arm++) {
        bool may = true;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bit = arm >> k & 1;
            if (edges.pos[k] < 0)
                may &= !bit;
            else
                may &= domains[edges.pos[k]] >> bit & 1 && ((uint32_t)edges.pos[k] != pos || bit == value);
        }
        const char *what;
        if (may && !arm_fault(p, d, arm, &what))
            states |= 1u << (arm & NEAR ? (arm & FAR ? 2 : 1) : 0);
    }
    return states;
}

/* Is there a way through the pearl, given what each direction can be? */
static bool way(const struct rt_masyu_pearl *p, const uint32_t states[4], uint32_t near, uint32_t straight,
                bool white)
{
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t state = near >> d & 1 ? (straight >> d & 1 ? 2 : 1) : 0;
        if (!(states[d] >> state & 1))
            return false;
    }
    return white ? crosses(near) && turns(p, near, straight) : bends(near) && straight == near;
}

static int pearl_implies(const struct rt_masyu_pearl *p, const uint64_t *domains, uint32_t pos,
                         uint32_t value, bool white)
{
    uint32_t states[4];
    for (uint32_t d = 0; d < 4; d++)
        states[d] = arm_states(p, domains, d, pos, value);
    for (uint32_t near = 0; near < 16; near++)
        for (uint32_t straight = 0; straight < 16; straight++)
            if (!(straight & ~near) && way(p, states, near, straight, white))
                return 0;
    return 1;
}

static int white_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                         uint32_t pos, uint32_t value)
{
    (void)payload_size, (void)n;
    return pearl_implies(payload, domains, pos, value, true);
}

static int black_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                         uint32_t pos, uint32_t value)
{
    (void)payload_size, (void)n;
    return pearl_implies(payload, domains, pos, value, false);
}

/* A small random board round the pearl; it lies at (x, y) of width x height cells. */
struct place {
    int x, y, width, height;
    uint8_t around[5][5];       /* enum rt_masyu_cell, the pearl in the middle */
};

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static bool inside(const struct place *at, int dx, int dy)
{
    int x = at->x + dx, y = at->y + dy;
    return x >= 0 && y >= 0 && x < at->width && y < at->height;
}

static void choose_place(struct rt_self *self, struct place *at)
{
    const struct rt_host *h = self->h;
    at->width = 3 + (int)h->random(self, 5);
    at->height = 3 + (int)h->random(self, 5);
    at->x = (int)h->random(self, (uint64_t)at->width);
    at->y = (int)h->random(self, (uint64_t)at->height);
    uint64_t density = h->random(self, 3);
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            at->around[y + 2][x + 2] = !inside(at, x, y) ? RT_MASYU_OUTSIDE
                                       : h->random(self, 6) < density ? 1 + (uint8_t)h->random(self, 2) : 0;
}

/* The edge from (dx, dy) in direction d gets the next position, if the board has it. */
static int8_t next_position(const struct place *at, int dx, int dy, uint32_t d, uint32_t *n)
{
    d %= 4;
    if (!inside(at, dx, dy) || !inside(at, dx + DX[d], dy + DY[d]))
        return -1;
    return (int8_t)(*n)++;
}

static uint32_t make_pearl(const struct place *at, struct rt_masyu_pearl *p)
{
    uint32_t n = 0;
    for (uint32_t d = 0; d < 4; d++) {
        int x = DX[d], y = DY[d];
        p->near[d] = next_position(at, 0, 0, d, &n);
        p->far[d] = next_position(at, x, y, d, &n);
        p->cell[d] = at->around[y + 2][x + 2];
        for (uint32_t s = 0; s < 2; s++) {
            uint32_t side = (d + (s ? 1 : 3)) % 4;
            p->side[d][s] = next_position(at, x, y, side, &n);
            p->side_cell[d][s] = at->around[y + DY[side] + 2][x + DX[side] + 2];
        }
    }
    return n;
}

static int pearl_sample(struct rt_self *self, const char *kind)
{
    const struct rt_host *h = self->h;
    struct place at;
    struct rt_masyu_pearl p = {.variant = (uint8_t)h->random(self, 3)};
    uint32_t vars[16];
    choose_place(self, &at);
    uint32_t n = make_pearl(&at, &p), first = h->add_variables(self, n, 2);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t k = 0; k < n; k++)
        vars[k] = first + k;
    return h->add_scope(self, kind, vars, n, &p, sizeof p);
}

static int white_sample(struct rt_self *self, uint32_t size)
{
    (void)size;
    return pearl_sample(self, RT_MASYU_WHITE);
}

static int black_sample(struct rt_self *self, uint32_t size)
{
    (void)size;
    return pearl_sample(self, RT_MASYU_BLACK);
}

/* "a white pearl, cells N white E none S outside W black" */
static int pearl_describe(const struct rt_masyu_pearl *p, const char *colour, char *buffer, size_t capacity)
{
    static const char *const name[] = {"none", "white", "black", "outside"};
    static const char *const rule[] = {"standard", "both", "straight"};
    int used =
        snprintf(buffer, capacity, "a %s pearl (%s), next to it N %s, E %s, S %s, W %s", colour,
                 rule[p->variant], name[p->cell[0]], name[p->cell[1]], name[p->cell[2]], name[p->cell[3]]);
    return used < 0 || !capacity ? 0 : (size_t)used < capacity ? used : (int)capacity - 1;
}

static int white_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer,
                          size_t capacity)
{
    (void)payload_size, (void)n;
    return pearl_describe(payload, "white", buffer, capacity);
}

static int black_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer,
                          size_t capacity)
{
    (void)payload_size, (void)n;
    return pearl_describe(payload, "black", buffer, capacity);
}

/* Every position once, nothing beyond where the board ends. */
static int pearl_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_masyu_pearl *p = payload;
    uint32_t seen = 0;
    if (payload_size != sizeof *p || nvalues != 2 || n > 16 || p->variant > RT_MASYU_STRAIGHT)
        return RT_ERROR;
    for (uint32_t d = 0; d < 4; d++) {
        struct edges arm = arm_edges(p, d);
        for (uint32_t k = 0; k < 4; k++) {
            if (arm.pos[k] < 0)
                continue;
            if ((uint32_t)arm.pos[k] >= n || seen >> arm.pos[k] & 1 || arm.pos[0] < 0)
                return RT_ERROR;
            seen |= 1u << arm.pos[k];
        }
        if (p->cell[d] > RT_MASYU_OUTSIDE || p->side_cell[d][0] > RT_MASYU_OUTSIDE ||
            p->side_cell[d][1] > RT_MASYU_OUTSIDE)
            return RT_ERROR;
    }
    return seen == (1u << n) - 1 ? RT_OK : RT_ERROR;
}

static const struct rt_kind_class white_kind = {
    .size = sizeof white_kind,
    .payload_size = sizeof(struct rt_masyu_pearl),
    .id = RT_MASYU_WHITE,
    .summary = "the loop goes straight on the white pearl and turns next to it as the variant asks",
    .check = white_check,
    .sample = white_sample,
    .implies = white_implies,
    .describe = white_describe,
    .valid = pearl_valid,
    .encode = encode_white,
};

static const struct rt_kind_class black_kind = {
    .size = sizeof black_kind,
    .payload_size = sizeof(struct rt_masyu_pearl),
    .id = RT_MASYU_BLACK,
    .summary = "the loop turns on the black pearl and goes straight in both cells next to it",
    .check = black_check,
    .sample = black_sample,
    .implies = black_implies,
    .describe = black_describe,
    .valid = pearl_valid,
    .encode = encode_black,
};

static const struct rt_kind_class board_kind = {
    .size = sizeof board_kind,
    .payload_size = sizeof(struct rt_masyu_board),
    .id = RT_MASYU_BOARD,
    .summary = "one closed loop over the board that meets the rule of every pearl",
    .check = whole_check,
    .sample = whole_sample,
    .implies = whole_implies,
    .describe = whole_describe,
    .valid = whole_valid,
};

static const struct rt_kind_class *const kinds[] = {&white_kind, &black_kind, &board_kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "masyu.kind", .version = "1.0", .kinds = kinds,
};
