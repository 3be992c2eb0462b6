/* slitherlink.inout — the loop parts the plane: every cell lies inside or outside.
 *
 *          in                 ?                in
 *      in [1] ?   in      in [2] in  out      in[3] ?   out       in, out: what follows is written last
 *          ?                  ?                ?
 *
 * As loop.inout: an edge that is on parts its two cells, one that is off joins them, and beyond the border it is
 * outside.  A side of a clue is on if the cell beyond it is on the other side than the clue's own.  So of the four
 * cells round a 1 three are like it, round a 3 one is, round a 2 two; so two that are alike tell of a 1 or 3 what it
 * is, and three that are alike don't lie round a 2.  With these clauses the search need not guess the clue's cell
 * first.  Added only where the root fixed point leaves the board open. */
#include <ratchet/kind/slitherlink.h>
#include <ratchet/kit/inside.h>
#include <ratchet/kit/lattice.h>
#include <ratchet/model.h>

/* The number of a cell among the faces; 0: it lies beyond the border. */
static uint32_t face_of(uint32_t cell)
{
    return cell == RT_NOPOS ? 0 : cell + 1;
}

/* The cells whose face is not 0 are not all `value`. */
static void not_all(struct rt_inside *f, const uint32_t *face, uint32_t n, const uint32_t *value)
{
    rt_lit lits[3];
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!face[i] && value[i])
            return;         /* the outside is not inside: it holds */
        if (face[i])
            lits[k++] = rt_inside_lit(f, face[i]) ^ value[i];
    }
    for (uint32_t i = k; k && i < 2; i++)
        lits[k++] = lits[0];
    if (k)
        rt_inside_clause(f, lits[0], lits[1], k == 3 ? lits[2] : RT_LIT_END);
}

/* Two cells round a 1 or a 3 that are alike: it is like them, or not. */
static void tell_centre(struct rt_inside *f, uint32_t clue, uint32_t centre, uint32_t a, uint32_t b)
{
    const uint32_t face[] = {a, b, centre};
    for (uint32_t v = 0; v < 2; v++) {
        const uint32_t value[] = {v, v, clue == 1 ? !v : v};
        not_all(f, face, 3, value);
    }
}

static void tell_clue(struct rt_inside *f, const struct rt_lattice *cells, uint32_t cell, uint32_t clue)
{
    uint32_t beside[4];
    for (uint32_t d = 0; d < 4; d++)
        beside[d] = face_of(rt_lattice_beside(cells, cell, d));
    for (uint32_t a = 0; a < 4 && (clue == 1 || clue == 3); a++)
        for (uint32_t b = 0; b < a; b++)
            tell_centre(f, clue, face_of(cell), beside[a], beside[b]);
    for (uint32_t without = 0; without < 4 && clue == 2; without++) {
        const uint32_t three[] = {beside[(without + 1) % 4], beside[(without + 2) % 4], beside[(without + 3) % 4]};
        for (uint32_t v = 0; v < 2; v++)
            not_all(f, three, 3, (const uint32_t[]){v, v, v});
    }
}

static int extend(struct rt_self *self)
{
    const struct rt_slitherlink_board *b = self->payload;
    const struct rt_lattice cells = {b->width, b->height}, points = {b->width + 1, b->height + 1};
    struct rt_inside *f = rt_inside_open(self, rt_lattice_points(&cells) + 1);
    if (!f)
        return RT_ENOMEM;
    for (uint32_t cell = 0; cell < rt_lattice_points(&cells); cell++) {
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t beside = rt_lattice_beside(&cells, cell, d);
            if (beside == RT_NOPOS || beside > cell)
                rt_inside_part(f, rt_lattice_side(&points, cell, d), face_of(cell), face_of(beside));
        }
        tell_clue(f, &cells, cell, b->clue[cell]);
    }
    rt_inside_flush(f);
    return f->status;
}

static const struct rt_rule_class inout = {
    .size = sizeof inout,
    .id = "slitherlink.inout",
    .kind = RT_SLITHERLINK_BOARD,
    .summary = "inside and outside of the loop, and what cells round a clue say of each other and of it",
    .tier = 0,
    .level = 5,
    .extend = extend,
};

static const struct rt_rule_class *const rules[] = {&inout, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, .id = "slitherlink.inout", .version = "1.0", .rules = rules};
