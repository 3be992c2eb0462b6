/* The kinds of Tents: see <ratchet/kind/tents.h>. */
#include "pairs.h"

#include <stdio.h>
#include <string.h>

static int blame(struct rt_verdict *verdict, const char *what, uint32_t a, uint32_t b)
{
    verdict->blame[0] = a;
    verdict->blame[1] = b;
    verdict->nblame = 2;
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
    return RT_CONFLICT;
}

static const char touch[] = "two tents touch";

/* ---- tents.line/1 */

static int line_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct rt_tents_line *line = payload;
    uint32_t tents = 0, k = 0;
    (void)size;
    for (uint32_t i = 0; i < line->cells; i++)
        tents += values[i];
    for (uint32_t i = 0; i + 1 < line->cells; i++)
        if (line->joined >> i & 1 && values[i] && values[i + 1])
            return blame(verdict, touch, i, i + 1);
    for (uint32_t p = line->cells; p < n; p++)
        for (uint32_t i = 0; i < line->cells; i++)
            if (values[p] && values[i] && line->touched[p - line->cells] >> i & 1)
                return blame(verdict, touch, i, p);
    if (tents == line->count)
        return RT_OK;
    for (uint32_t i = 0; i < line->cells; i++)
        if (values[i] == (tents > line->count))
            verdict->blame[k++] = i;
    verdict->nblame = k;
    snprintf(verdict->what, sizeof verdict->what, "there are %u tents where %u should be", tents, line->count);
    return RT_CONFLICT;
}

static int line_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_tents_line *line = payload;
    int fits = line->cells <= n && line->cells <= RT_TENTS_CELLS && line->cells > 0 && nvalues == 2 &&
               size == sizeof *line + (n - line->cells) * sizeof *line->touched;
    return fits ? RT_OK : RT_ERROR;
}

static int line_sample(struct rt_self *self, uint32_t size)
{
    enum { MOST = 9 };
    struct rt_tents_line *line = self->h->scratch(self, sizeof *line + MOST * sizeof *line->touched);
    uint32_t vars[2 * MOST], most = size < 2 ? 2 : size > MOST ? MOST : size;
    uint32_t cells = 1 + (uint32_t)self->h->random(self, most), beside = (uint32_t)self->h->random(self, 4);
    uint32_t first = self->h->add_variables(self, cells + beside, 2);
    if (!line || first == RT_NOPOS)
        return RT_ENOMEM;
    line->cells = cells;
    line->count = (uint32_t)self->h->random(self, cells / 2 + 2);
    for (uint32_t i = 0; i + 1 < cells; i++)
        line->joined |= (uint64_t)(self->h->random(self, 5) > 0) << i;
    for (uint32_t i = 0; i < beside; i++)
        line->touched[i] = (7ull << self->h->random(self, cells) >> 1) & ((1ull << cells) - 1);
    for (uint32_t i = 0; i < cells + beside; i++)
        vars[i] = first + i;
    return self->h->add_scope(self, RT_TENTS_LINE, vars, cells + beside, line,
                              sizeof *line + beside * sizeof *line->touched);
}

static int line_describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_tents_line *line = payload;
    (void)size, (void)n;
    return snprintf(buffer, capacity, "%u tent%s", line->count, line->count == 1 ? "" : "s");
}

/* ---- tents.apart/1 */

static int apart_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n,
                       struct rt_verdict *verdict)
{
    (void)payload, (void)size;
    for (uint32_t i = 1; values[0] && i < n; i++)
        if (values[i])
            return blame(verdict, touch, 0, i);
    return RT_OK;
}

static int apart_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    (void)payload;
    return size == 0 && n >= 1 && nvalues == 2 ? RT_OK : RT_ERROR;
}

static int apart_sample(struct rt_self *self, uint32_t size)
{
    enum { MOST = 9 };
    uint32_t vars[MOST], n = 1 + (uint32_t)self->h->random(self, size > MOST ? MOST : size);
    uint32_t first = self->h->add_variables(self, n, 2);
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return first == RT_NOPOS ? RT_ENOMEM : self->h->add_scope(self, RT_TENTS_APART, vars, n, NULL, 0);
}

/* ---- tents.tree/1 */

static int tree_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n,
                      struct rt_verdict *verdict)
{
    const struct rt_tents_tree *tree = payload;
    uint32_t tents = 0;
    (void)size;
    for (uint32_t i = 0; i < tree->sides; i++)
        tents |= (uint32_t)values[i] << i;
    for (uint32_t p = tree->sides; p < n; p++)
        if (values[p] && tree->touched[p - tree->sides] & tents)
            return blame(verdict, touch, p, (uint32_t)__builtin_ctz(tree->touched[p - tree->sides] & tents));
    if (tents)
        return RT_OK;
    for (uint32_t i = 0; i < tree->sides; i++)
        verdict->blame[i] = i;
    verdict->nblame = tree->sides;
    snprintf(verdict->what, sizeof verdict->what, "no tent is beside the tree");
    return RT_CONFLICT;
}

static int tree_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_tents_tree *tree = payload;
    return size == sizeof *tree && tree->sides >= 1 && tree->sides <= 4 && n >= tree->sides &&
           n - tree->sides <= 4 && nvalues == 2 ? RT_OK : RT_ERROR;
}

static int tree_sample(struct rt_self *self, uint32_t size)
{
    struct rt_tents_tree tree = {.sides = 1 + (uint32_t)self->h->random(self, 4)};
    uint32_t vars[8], corners = size < 4 ? 0 : (uint32_t)self->h->random(self, 5), n = tree.sides + corners;
    uint32_t first = self->h->add_variables(self, n, 2);
    for (uint32_t i = 0; i < corners; i++)
        tree.touched[i] = (uint32_t)self->h->random(self, 1u << tree.sides);
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return first == RT_NOPOS ? RT_ENOMEM : self->h->add_scope(self, RT_TENTS_TREE, vars, n, &tree, sizeof tree);
}

/* ---- tents.pairs/1 */

/* Blames the tents that have too few trees, or the empty places of trees that have too few tents. */
static int pairs_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n,
                       struct rt_verdict *verdict)
{
    int16_t room[5 * RT_TENTS_BOARD / 2];
    struct pairing found;
    uint32_t k = 0, lonely;
    (void)size;
    pairing_place(&found, payload, n, room);
    if ((lonely = pair_trees(&found, values)) != RT_NOPOS) {
        for (uint32_t pos = 0; pos < n; pos++)
            if (!values[pos] && is_beside_reached(&found, pos))
                verdict->blame[k++] = pos;
        snprintf(verdict->what, sizeof verdict->what, "there are more trees than tents beside them");
    } else if ((lonely = pair_tents(&found, values)) != RT_NOPOS) {
        verdict->blame[k++] = lonely;
        for (uint32_t t = 0; t < found.pairs->trees; t++)
            if (found.reached[t])
                verdict->blame[k++] = (uint32_t)found.tent_of[t];
        snprintf(verdict->what, sizeof verdict->what, "there are more tents than trees beside them");
    }
    verdict->nblame = k;
    return lonely == RT_NOPOS ? RT_OK : RT_CONFLICT;
}

static int lists(const int16_t *beside, uint32_t what)
{
    for (uint32_t i = 0; i < 4 && beside[i] >= 0; i++)
        if ((uint32_t)beside[i] == what)
            return 1;
    return 0;
}

/* Both lists of neighbours say the same. */
static int pairs_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    const struct rt_tents_pairs *p = payload;
    if (nvalues != 2 || n > RT_TENTS_BOARD || p->trees > RT_TENTS_BOARD ||
        size != sizeof *p + (p->trees + n) * sizeof *p->beside)
        return RT_ERROR;
    for (uint32_t a = 0; a < p->trees + n; a++) {
        uint32_t offset = a < p->trees ? p->trees : 0, own = a < p->trees ? a : a - p->trees;
        for (uint32_t i = 0; i < 4 && p->beside[a][i] >= 0; i++) {
            uint32_t b = (uint32_t)p->beside[a][i];
            if (b >= (a < p->trees ? n : p->trees) || !lists(p->beside[offset + b], own))
                return RT_ERROR;
        }
    }
    return RT_OK;
}

static void make_neighbours(struct rt_tents_pairs *p, uint32_t tree, uint32_t pos)
{
    int16_t *a = p->beside[tree], *b = p->beside[p->trees + pos];
    uint32_t i = 0, j = 0;
    while (i < 4 && a[i] >= 0)
        i++;
    while (j < 4 && b[j] >= 0)
        j++;
    if (i == 4 || j == 4 || lists(a, pos))
        return;
    a[i] = (int16_t)pos;
    b[j] = (int16_t)tree;
}

static int pairs_sample(struct rt_self *self, uint32_t size)
{
    enum { MOST = 9 };
    uint32_t vars[MOST], n = 1 + (uint32_t)self->h->random(self, size > MOST ? MOST : size);
    uint32_t trees = (uint32_t)self->h->random(self, n + 1), first = self->h->add_variables(self, n, 2);
    struct rt_tents_pairs *pairs = self->h->scratch(self, sizeof *pairs + (trees + n) * sizeof *pairs->beside);
    if (!pairs || first == RT_NOPOS)
        return RT_ENOMEM;
    memset(pairs->beside, 0xff, (trees + n) * sizeof *pairs->beside);
    pairs->trees = trees;
    for (uint32_t edge = 0; edge < 2 * n && trees; edge++)
        make_neighbours(pairs, (uint32_t)self->h->random(self, trees), (uint32_t)self->h->random(self, n));
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return self->h->add_scope(self, RT_TENTS_PAIRS, vars, n, pairs,
                              sizeof *pairs + (trees + n) * sizeof *pairs->beside);
}

static int pairs_describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct rt_tents_pairs *pairs = payload;
    (void)size, (void)n;
    return snprintf(buffer, capacity, "%u tree%s", pairs->trees, pairs->trees == 1 ? "" : "s");
}

static const struct rt_kind_class line = {
    .size = sizeof line,
    .payload_size = sizeof(struct rt_tents_line),
    .id = RT_TENTS_LINE,
    .summary = "so many cells of the line are tents, and they do not touch each other or a tent beside the line",
    .check = line_check,
    .sample = line_sample,
    .describe = line_describe,
    .valid = line_valid,
};

static const struct rt_kind_class apart = {
    .size = sizeof apart,
    .id = RT_TENTS_APART,
    .summary = "a tent in the first cell touches none of the others",
    .check = apart_check,
    .sample = apart_sample,
    .valid = apart_valid,
};

static const struct rt_kind_class tree = {
    .size = sizeof tree,
    .payload_size = sizeof(struct rt_tents_tree),
    .id = RT_TENTS_TREE,
    .summary = "a tent is beside the tree, and does not touch one at the tree's corners",
    .check = tree_check,
    .sample = tree_sample,
    .valid = tree_valid,
};

static const struct rt_kind_class pairs = {
    .size = sizeof pairs,
    .payload_size = sizeof(struct rt_tents_pairs),
    .id = RT_TENTS_PAIRS,
    .summary = "tents and trees stand in pairs, side by side",
    .check = pairs_check,
    .sample = pairs_sample,
    .describe = pairs_describe,
    .valid = pairs_valid,
};

static const struct rt_kind_class *const kinds[] = {&line, &apart, &tree, &pairs, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "tents.kind", .version = "1.0", .kinds = kinds,
};
