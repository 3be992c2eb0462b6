/* Rows and columns at the root: where all variables have two values and every one lies where a row crosses a column,
 * and one rule that reads planes serves these lines, the first fixed point is found on planes alone. What a line drops
 * is struck from its own planes; when the lines of the other direction are to run, they get it by transposing blocks
 * of 64 x 64 cells (Warren, Hacker's Delight, 7-3). Trail, values and counts are written once, at the end. So a large
 * picture costs a few operations a word instead of many a cell. Nobody asks for the reasons of what holds at the root,
 * unless they are kept: then all goes the usual way. */
#include "core/kernel.h"

static uint32_t side_lines(const struct solver *s, bool columns)
{
    return columns ? s->grid.width : s->grid.height;
}

static struct scope *side_line(const struct solver *s, bool columns, uint32_t line)
{
    return &s->scopes.at[(columns ? s->grid.height : 0) + line];
}

static uint32_t blocks_of(uint32_t cells)
{
    return (cells + 63) / 64;
}

/* Variables first, first + step, ... */
static bool is_line(const struct scope *scope, uint32_t n, uint32_t first, uint32_t step)
{
    bool fits = scope->n == n && scope->plane && !scope->nhistory;
    for (uint32_t p = 0; fits && p < n; p++)
        fits = scope->vars[p] == first + p * step;
    return fits;
}

static bool has_lines(const struct solver *s)
{
    uint32_t width = s->grid.width, height = s->grid.height;
    for (uint32_t k = 0; k < s->scopes.n; k++) {
        bool fits = k < height ? is_line(&s->scopes.at[k], width, k * width, 1)
                               : is_line(&s->scopes.at[k], height, k - height, width);
        if (!fits)
            return false;
    }
    return true;
}

/* At most one instance a scope, and it wakes for everything. */
static bool has_one_rule(const struct solver *s)
{
    const struct instance *before = NULL;
    for (uint32_t k = 0; k < s->instances.n; k++) {
        const struct instance *i = &s->instances.at[k];
        const struct rt_rule_class *class = s->rules[i->rule].class;
        if (!instance_runs(s, i))
            continue;
        if ((before && (before->rule != i->rule || before->scope >= i->scope)) || !(class->needs & RT_PLANES) ||
            class->needs & RT_HISTORY || class->wake != RT_WAKE_ANY || class->flags & RT_WAKE_FIXED)
            return false;
        before = i;
    }
    return before;
}

bool grid_begin(struct solver *s)
{
    const struct solver_options *o = &s->options;
    uint32_t width = s->scopes.n ? s->scopes.at[0].n : 0;
    if (!width || s->nvars % width || !all_binary(s) || s->total != s->nvars || s->store.n || s->givens.n ||
        s->trail.n || s->conflict.is || o->policy != POLICY_TIERS || o->keep_reasons || o->stepwise)
        return false;
    struct grid grid = {.width = width, .height = s->nvars / width};
    if (s->scopes.n != (uint64_t)grid.width + grid.height)
        return false;
    s->grid = grid;
    if (!has_lines(s) || !has_one_rule(s))
        return false;
    s->grid.touched = arena_alloc(s->session->arena, (size_t)blocks_of(grid.width) * blocks_of(grid.height));
    return s->grid.on = s->grid.touched;
}

static uint64_t reversed(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

static void mirror_line(struct scope *scope)
{
    uint32_t words = scope->words, spare = 64 * words - scope->n;
    for (uint32_t value = 0; scope->mirror && value < 2; value++) {
        const uint64_t *plane = scope->plane + value * words;
        uint64_t *mirror = scope->mirror + value * words;
        for (uint32_t w = 0; w < words; w++) {
            uint64_t low = reversed(plane[words - 1 - w]), high = w + 1 < words ? reversed(plane[words - 2 - w]) : 0;
            mirror[w] = low >> spare | (high << 1) << (63 - spare);
        }
    }
}

/* Bit c of row r becomes bit r of row c. */
static void transpose(uint64_t block[64])
{
    uint64_t mask = 0x00000000ffffffff;
    for (uint32_t half = 32; half; half >>= 1, mask ^= mask << half)
        for (uint32_t from = 0; from < 64; from += 2 * half)
            for (uint32_t k = from; k < from + half; k++) {
                uint64_t swapped = (block[k] >> half ^ block[k + half]) & mask;
                block[k] ^= swapped << half;
                block[k + half] ^= swapped;
            }
}

/* One block, from the lines that have run to those across; returns which of these have changed. */
static uint64_t pass_on(struct solver *s, uint32_t from, uint32_t to)
{
    bool columns = s->grid.columns;
    uint32_t nfrom = side_lines(s, columns), nto = side_lines(s, !columns);
    uint64_t changed = 0, block[64];
    for (uint32_t value = 0; value < 2; value++) {
        for (uint32_t k = 0; k < 64; k++) {
            const struct scope *line = side_line(s, columns, from * 64 + k);
            block[k] = from * 64 + k < nfrom ? line->plane[value * line->words + to] : 0;
        }
        transpose(block);
        for (uint32_t k = 0; k < 64 && to * 64 + k < nto; k++) {
            const struct scope *line = side_line(s, !columns, to * 64 + k);
            uint64_t *word = &line->plane[value * line->words + from];
            changed |= (uint64_t)(*word != block[k]) << k;
            *word = block[k];
        }
    }
    return changed;
}

void grid_turn(struct solver *s)
{
    struct grid *g = &s->grid;
    uint32_t nfrom = blocks_of(side_lines(s, g->columns)), nto = blocks_of(side_lines(s, !g->columns));
    for (uint32_t to = 0; to < nto; to++) {
        uint64_t changed = 0;
        for (uint32_t from = 0; from < nfrom; from++) {
            uint8_t *touched = &g->touched[(size_t)from * nto + to];
            if (*touched)
                changed |= pass_on(s, from, to);
            *touched = 0;
        }
        for (; changed; changed &= changed - 1) {
            const struct scope *line = side_line(s, !g->columns, to * 64 + (uint32_t)__builtin_ctzll(changed));
            if (line->nwakers)
                schedule_push(s, line->waker->instance);
        }
    }
    g->columns = !g->columns;
}

static bool is_column(const struct solver *s, uint32_t instance)
{
    return s->instances.at[instance].scope >= s->grid.height;
}

uint32_t grid_ready(struct solver *s, const struct ring *ring, uint32_t most)
{
    bool columns = is_column(s, ring->at[ring->head]);
    uint32_t n = 0;
    if (columns != s->grid.columns)
        grid_turn(s);
    for (; n < most; n++) {
        uint32_t next = ring->at[(ring->head + n) & ring->mask];
        if (is_column(s, next) != columns)
            break;
        mirror_line(&s->scopes.at[s->instances.at[next].scope]);
    }
    return n;
}

int grid_drop(struct solver *s, struct instance *i, const uint64_t *gone)
{
    struct scope *scope = &s->scopes.at[i->scope];
    uint32_t words = scope->words, removed = 0;
    uint32_t line = i->scope - (s->grid.columns ? s->grid.height : 0);
    uint8_t *touched = s->grid.touched + (size_t)(line / 64) * words;
    uint64_t lost = 0;
    if (s->conflict.is)
        return RT_CONFLICT;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t *empty = &scope->plane[w], *full = &scope->plane[words + w];
        uint64_t none = gone[w] & *empty, all = gone[words + w] & *full;
        uint64_t nothing = (*empty | *full) & ~((*empty & ~none) | (*full & ~all));    /* left for these */
        lost |= nothing;
        none &= ~nothing;
        all &= ~nothing;
        if (!(none | all))
            continue;
        *empty &= ~none;
        *full &= ~all;
        touched[w] = 1;
        removed += (uint32_t)__builtin_popcountll(none | all);
    }
    if (removed || lost)
        i->wrote = 1;
    s->changes += removed;
    s->rule_stats[i->rule].narrowings += removed;
    s->rule_stats[i->rule].removed += removed;
    if (lost)
        trail_conflict(s, NO_LIT, (struct reason){.type = R_RULE, .ref = instance_index(s, i), .pos = RT_NOPOS});
    return lost ? RT_CONFLICT : RT_OK;
}

/* What is known of a row goes to the values and the trail. */
static void commit_row(struct solver *s, uint32_t row)
{
    const struct scope *scope = side_line(s, false, row);
    const uint64_t *empty = scope->plane, *full = scope->plane + scope->words;
    lit first = 2 * row * s->grid.width;
    for (uint32_t c = 0; c < scope->n; c++) {
        uint32_t may_empty = empty[c / 64] >> c % 64 & 1, may_full = full[c / 64] >> c % 64 & 1;
        lit is = first + 2 * c;
        s->val.at[is] = (int8_t)((int)may_full - (int)may_empty);
        s->val.at[is + 1] = (int8_t)((int)may_empty - (int)may_full);
        s->trail.at[s->trail.n] = is + may_empty;
        s->trail.n += may_empty != may_full;
    }
}

static void commit_scope(struct solver *s, uint32_t index)
{
    struct scope *scope = &s->scopes.at[index];
    mirror_line(scope);
    scope->unfixed = 0;
    for (uint32_t w = 0; w < scope->words; w++)
        scope->unfixed += (uint32_t)__builtin_popcountll(scope->plane[w] & scope->plane[scope->words + w]);
    if (!scope->unfixed && scope->kind)
        s->check_queue.at[s->check_queue.n++] = index;
}

void grid_end(struct solver *s)
{
    if (!s->grid.on)
        return;
    grid_turn(s);
    s->grid.on = false;
    for (uint32_t row = 0; row < s->grid.height; row++)
        commit_row(s, row);
    for (uint32_t k = 0; k < s->scopes.n; k++)
        commit_scope(s, k);
    s->unfixed = s->nvars - s->trail.n;
    s->stats.propagations += s->trail.n;
    s->qhead = s->trail.n;      /* there are no clauses that could have to do with it */
    if (s->unfixed && !model_link(s))
        s->out_of_memory = true;
}
