/* How many words are left: dynamic programming over the layers of states between the cells, in doubles that are scaled
 * by a power of two a layer, so that nothing overflows, and small shares vanish before large ones do. */
#ifndef RATCHET_RULES_SEQ_COUNTS_H
#define RATCHET_RULES_SEQ_COUNTS_H

#include <math.h>
#include <ratchet/host.h>
#include <ratchet/kind/automaton.h>

/* States times (cells + 1) beyond which nothing is counted. */
#define COUNTS_MOST (1u << 21)

struct counts {
    const struct rt_automaton *a;
    uint32_t n;
    const uint64_t *dom;    /* n masks */
    double *ways;           /* ways[i * states + s] * 2^scale[i] words lead from s, in front of cell i, to acceptance */
    int *scale;
};

/* The largest of `values` below 1, all others in proportion; the exponent that was taken out. */
static inline int counts_scale(double *values, uint32_t n)
{
    double most = 0;
    int exponent = 0;
    for (uint32_t i = 0; i < n; i++)
        most = values[i] > most ? values[i] : most;
    if (most > 0)
        frexp(most, &exponent);
    for (uint32_t i = 0; i < n && exponent; i++)
        values[i] = ldexp(values[i], -exponent);
    return exponent;
}

/* RT_EUNSUPPORTED: too large. `dom` must live as long as the counts, which are scratch memory. */
static inline int counts_make(struct rt_self *self, const uint64_t *dom, struct counts *c)
{
    const struct rt_automaton *a = self->payload;
    uint32_t n = self->v.n, states = a->states;
    *c = (struct counts){.a = a, .n = n, .dom = dom};
    if ((uint64_t)(n + 1) * states > COUNTS_MOST)
        return RT_EUNSUPPORTED;
    c->ways = self->h->scratch(self, (size_t)(n + 1) * states * sizeof *c->ways);
    c->scale = self->h->scratch(self, (n + 1) * sizeof *c->scale);
    if (!c->ways || !c->scale)
        return RT_ENOMEM;
    for (uint32_t s = 0; s < states; s++)
        c->ways[(size_t)n * states + s] = rt_automaton_accepts(a, s);
    for (uint32_t i = n; i-- > 0;) {
        double *here = c->ways + (size_t)i * states;
        for (uint32_t s = 0; s < states; s++)
            for (uint64_t left = dom[i]; left; left &= left - 1) {
                uint32_t to = rt_automaton_step(a, s, (uint32_t)__builtin_ctzll(left));
                here[s] += to == RT_AUTOMATON_NONE ? 0 : here[states + to];
            }
        c->scale[i] = c->scale[i + 1] + counts_scale(here, states);
    }
    return RT_OK;
}

/* All words: the result, 0 or from 1/2 to below 1, times 2 to the power of *scale. */
static inline double counts_total(const struct counts *c, int *scale)
{
    double total = frexp(c->ways[c->a->start], scale);
    *scale += c->scale[0];
    return total;
}

#endif
