/* generic.automaton_branch: which cell to guess, by counting the words that agree with what is known.
 *
 *      mrv      the fewest words first: score log2(words); the host adds the scopes of a cell
 *      balance  nearest to half of the words: score |share of the likeliest value - 1/2|
 *
 * Both try the likelier value. */
#include "counts.h"
#include <ratchet/model.h>
#include <string.h>

enum strategy { MRV = 0, BALANCE = 1 };

/* Words that have each value at cell i, as shares of each other: `reach` counts how the states in front of it are
 * reached, `behind` gets the same for those behind it. */
static void count_cell(const struct counts *c, uint32_t i, const double *reach, double *behind, double *share)
{
    const double *rest = c->ways + (size_t)(i + 1) * c->a->states;
    for (uint32_t s = 0; s < c->a->states; s++) {
        if (reach[s] == 0)
            continue;
        for (uint64_t left = c->dom[i]; left; left &= left - 1) {
            uint32_t value = (uint32_t)__builtin_ctzll(left), to = rt_automaton_step(c->a, s, value);
            if (to == RT_AUTOMATON_NONE)
                continue;
            share[value] += reach[s] * rest[to];
            behind[to] += reach[s];
        }
    }
}

/* log2, straight between powers of two, of words = total * 2^scale. */
static double log_2(double total, int scale)
{
    return scale - 2 + 2 * total;
}

static void propose(struct rt_self *self, const struct counts *c, uint32_t pos, const double *share, uint32_t strategy)
{
    uint32_t best = (uint32_t)__builtin_ctzll(c->dom[pos]);
    double all = 0;
    int scale;
    for (uint64_t left = c->dom[pos]; left; left &= left - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(left);
        all += share[value];
        best = share[value] > share[best] ? value : best;
    }
    double total = counts_total(c, &scale);
    if (all > 0 && total > 0)
        self->h->score(self, pos, best, strategy == MRV ? log_2(total, scale) : fabs(share[best] / all - 0.5));
}

static int branch(struct rt_self *self, uint32_t strategy)
{
    const struct rt_automaton *a = self->payload;
    struct counts c;
    uint64_t *dom = self->h->scratch(self, self->v.n * sizeof *dom);
    double *reach = self->h->scratch(self, 2 * a->states * sizeof *reach), share[64];
    if (!dom || !reach)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < self->v.n; i++)
        dom[i] = self->h->dom(self, i);
    int status = counts_make(self, dom, &c);
    if (status != RT_OK)
        return status == RT_EUNSUPPORTED ? RT_OK : status;
    reach[a->start] = 1;
    for (uint32_t i = 0; i < self->v.n; i++) {
        double *here = reach + (i % 2) * a->states, *behind = reach + ((i + 1) % 2) * a->states;
        memset(behind, 0, a->states * sizeof *behind);
        memset(share, 0, sizeof share);
        count_cell(&c, i, here, behind, share);
        counts_scale(behind, a->states);
        if (dom[i] & (dom[i] - 1))
            propose(self, &c, i, share, strategy);
    }
    return RT_OK;
}

static const char *const strategies[] = {"mrv", "balance", NULL};

static const struct rt_rule_class branch_rule = {
    .size = sizeof branch_rule,
    .id = "generic.automaton_branch",
    .kind = RT_AUTOMATON,
    .summary = "guesses by counting words that an automaton has left: fewest first (mrv), most evenly split (balance)",
    .tier = 0,
    .level = 1,
    .wake = 0,
    .strategies = strategies,
    .branch = branch,
};

static const struct rt_rule_class *const rules[] = {&branch_rule, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "seq.branch", .version = "1.0", .rules = rules,
};
