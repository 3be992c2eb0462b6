/* Random small puzzles against brute force, under every search setting and random subsets and orders of rules,
 * with the reason audit.  Resumable: each puzzle depends on its number alone.
 *
 *      differential nonogram|masyu [--from N] [--count N] [--audit N]
 *
 * --audit N audits the reasons of every N-th puzzle (default 4; 0 = none). Prints TAP and the totals. */
#include "brute.h"
#include "lab.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 20000, MOST_NODES = 20000 };   /* few rules in an unlucky order need for ever */

struct campaign {
    struct lab *labs;
    uint64_t from, count, audit_every;
    uint64_t runs, cut, skipped, audited, local, auxiliary, clauses, unjudged, by_count[4];
    int failures;
};

struct sample {
    uint64_t number;
    const char *text;
    uint8_t *truth;         /* ntruth solutions of nvars values */
    uint32_t ntruth, nvars;
};

static void complain(struct campaign *c, const struct sample *s, const struct lab_run *run, const char *what)
{
    c->failures++;
    fprintf(stderr, "puzzle %" PRIu64 ": %s\n  learn %d policy %d branch %s, found %" PRIu64 " of %u, "
            "complete %d, "
            "modes %d, restarts after %u\n  rules",
            s->number, what, run->learn, (int)run->policy, run->branch ? run->branch : "activity", run->solutions,
            s->ntruth, run->complete, (int)run->modes, run->restart_unit);
    for (uint32_t r = 0; r < run->nrules; r++)
        fprintf(stderr, " %s", run->rules[r].class->id);
    if (run->audited.wrong)
        fprintf(stderr, "\n  audit: %s", run->audited.first);
    fprintf(stderr, "\n%s\n", s->text);
}

/* All solutions under one setting must be the true ones. */
static void compare(struct campaign *c, struct lab *lab, const struct sample *s, struct lab_run run, bool audit)
{
    run.text = s->text;
    run.max = run.learn ? s->ntruth + 1 : 0;
    run.audit = audit;
    run.node_limit = MOST_NODES;
    if (audit) {
        run.truth = s->truth;
        run.ntruth = s->ntruth;
    }
    lab_solve(lab, &run);
    c->runs++;
    c->audited += run.audited.reasons.judged;
    c->local += run.audited.local;
    c->auxiliary += run.audited.reasons.auxiliary;
    c->clauses += run.audited.reasons.clauses;
    c->unjudged += run.audited.reasons.unjudged;
    uint8_t *truth = malloc((size_t)s->ntruth * s->nvars + 1);
    memcpy(truth, s->truth, (size_t)s->ntruth * s->nvars);
    bool cut = run.stop == STOP_NODES;
    c->cut += cut;
    if (run.nvars != s->nvars)
        complain(c, s, &run, "the model has other variables than expected");
    else if (cut && run.nfound > s->ntruth)
        complain(c, s, &run, "more solutions than there are");
    else if (!cut && (!run.complete || !lab_same_solutions(run.found, run.nfound, truth, s->ntruth, s->nvars)))
        complain(c, s, &run, "the solutions differ from brute force");
    else if (run.faults)
        complain(c, s, &run, "a rule broke its contract");
    else if (run.audited.wrong)
        complain(c, s, &run, run.audited.first);
    else if (run.search.verifies != run.solutions)
        complain(c, s, &run, "all scope checks passed, but verify refused");
    free(truth);
    lab_run_free(&run);
}

static bool has(const struct rule_use *rules, uint32_t nrules, const char *id)
{
    for (uint32_t r = 0; r < nrules; r++)
        if (!strcmp(rules[r].class->id, id))
            return true;
    return false;
}

/* The root fixed point must not depend on the order of the rules or the policy, where they are monotone: masyu.path
 * leaves ways with a decided edge to loop.premature. */
static void compare_fixpoints(struct campaign *c, struct lab *lab, const struct sample *s, struct random *random,
                              struct rule_use *rules, uint32_t nrules)
{
    uint64_t *first = NULL;
    bool monotone = !has(rules, nrules, "masyu.path") || has(rules, nrules, "loop.premature");
    for (int k = 0; k < 3 && monotone; k++) {
        for (uint32_t r = nrules; r > 1; r--) {
            uint32_t other = (uint32_t)random_below(random, r);
            struct rule_use swap = rules[r - 1];
            rules[r - 1] = rules[other];
            rules[other] = swap;
        }
        struct lab_run run = {.text = s->text, .rules = rules, .nrules = nrules, .no_search = true, .max = 2,
                              .policy = (enum scheduler_policy)k};
        lab_solve(lab, &run);
        bool comparable = run.stop == STOP_STUCK;
        if (!comparable || !first) {
            if (comparable) {
                first = run.domains;
                run.domains = NULL;
            }
        } else if (memcmp(first, run.domains, run.nvars * sizeof *first)) {
            complain(c, s, &run, "the fixed point depends on the order of the rules");
        }
        lab_run_free(&run);
    }
    free(first);
}

static void examine(struct campaign *c, struct lab *lab, const struct sample *s, struct random *random)
{
    struct rule_use subset[64];
    static const char *const branches[] = {NULL, "first", "mrv", "balance", "pearl", "path"};
    bool audit = c->audit_every && s->number % c->audit_every == 0;
    c->by_count[s->ntruth > 2 ? 3 : s->ntruth]++;
    compare(c, lab, s, (struct lab_run){.rules = lab->rules, .nrules = lab->nrules, .learn = true,
                                        .modes = (enum search_modes)(s->number % 4),
                                        .restart_unit = s->number / 4 % 2}, audit);
    for (int k = 0; k < 2; k++) {
        uint32_t n = lab_subset(random, lab->rules, lab->nrules, subset);
        compare(c, lab, s,
                (struct lab_run){.rules = subset, .nrules = n, .learn = k == 0,
                                 .policy = (enum scheduler_policy)random_below(random, 3),
                                 .branch = branches[random_below(random, 6)],
                                 .extend_after = random_below(random, 2) ? 0 : 5,
                                 .modes = (enum search_modes)random_below(random, 4),
                                 .restart_unit = (uint32_t)random_below(random, 2)}, audit);
        if (k)
            compare_fixpoints(c, lab, s, random, subset, n);
    }
    if (s->number % 8 == 0)
        compare(c, lab, s, (struct lab_run){.learn = s->number % 16 == 0}, audit);
}

static void one_nonogram(struct campaign *c, uint64_t number)
{
    static uint8_t truth[CAPACITY * 36];
    struct random random;
    struct brute_nonogram n;
    char text[2048];
    random_seed(&random, number * 2 + 1);
    uint32_t colours = brute_nonogram_colours(number);
    brute_nonogram_random(&n, &random, colours == 1 ? 6 : 5, colours);
    uint64_t count = brute_nonogram_solve(&n, truth, CAPACITY);
    if (count > 2000) {
        c->skipped++;
        return;
    }
    /* a nonogram with sums that differ is refused by the reader, as it should be: not for here */
    struct sample s = {number, brute_nonogram_text(&n, text, sizeof text), truth, (uint32_t)count,
                       n.width * n.height};
    examine(c, &c->labs[0], &s, &random);
}

static void one_masyu(struct campaign *c, uint64_t number)
{
    static uint64_t loops[CAPACITY];
    static uint8_t truth[CAPACITY * 40];
    struct random random;
    struct brute_masyu m;
    char text[64];
    random_seed(&random, number * 2 + 2);
    brute_masyu_random(&m, &random, 5);
    uint64_t count = brute_masyu_solve(&m, loops, CAPACITY);
    if (count > 2000 && number % 64) {
        c->skipped++;
        return;
    }
    uint32_t nvars = m.height * (m.width - 1) + m.width * (m.height - 1);
    for (uint64_t k = 0; k < count; k++)
        for (uint32_t e = 0; e < nvars; e++)
            truth[k * nvars + e] = loops[k] >> e & 1;
    struct sample s = {number, brute_masyu_text(&m, text, sizeof text), truth, (uint32_t)count, nvars};
    examine(c, &c->labs[m.white * 2 + m.all_cells], &s, &random);
}

static uint64_t argument(int argc, char **argv, const char *name, uint64_t fallback)
{
    for (int i = 2; i + 1 < argc; i++)
        if (!strcmp(argv[i], name))
            return strtoull(argv[i + 1], NULL, 10);
    return fallback;
}

int main(int argc, char **argv)
{
    static const char *const white[] = {"standard", "both", "straight"};
    bool masyu = argc > 1 && !strcmp(argv[1], "masyu");
    struct lab labs[6];
    struct campaign c = {.labs = labs, .from = argument(argc, argv, "--from", 0),
                         .count = argument(argc, argv, "--count", 1000),
                         .audit_every = argument(argc, argv, "--audit", 4)};
    int nlabs = masyu ? 6 : 1;
    for (int k = 0; k < nlabs; k++) {
        char variant[80];
        const char *settings[] = {variant, k % 2 ? "puzzle masyu.all_cells=yes" : NULL, NULL};
        snprintf(variant, sizeof variant, "puzzle masyu.white=%s", white[k / 2]);
        lab_open(&labs[k], masyu ? "masyu" : "nonogram", masyu ? settings : NULL);
        labs[k].format = masyu ? "masyu.rows" : NULL;   /* a board full of pearls looks like a task string, too */
    }
    for (uint64_t i = c.from; i < c.from + c.count && c.failures < 10; i++)
        masyu ? one_masyu(&c, i) : one_nonogram(&c, i);
    printf("TAP version 13\n1..1\n# %" PRIu64 " %s puzzles from %" PRIu64 ": %" PRIu64 " without, %" PRIu64
           " with one, %" PRIu64 " with two, %" PRIu64 " with more solutions, %" PRIu64 " skipped for having too many\n"
           "# %" PRIu64 " runs (%" PRIu64 " cut at the node limit), %" PRIu64 " reasons audited, %" PRIu64 " of them "
           "proved by the kind alone too, %" PRIu64 " over auxiliaries\n"
           "# %" PRIu64 " times a rule's clauses in a scope were held against a solution; %" PRIu64 " times that took "
           "too much work\n",
           c.count, masyu ? "masyu" : "nonogram", c.from, c.by_count[0], c.by_count[1], c.by_count[2], c.by_count[3],
           c.skipped, c.runs, c.cut, c.audited, c.local, c.auxiliary, c.clauses, c.unjudged);
    printf("%sok 1 - every run gives the solutions of brute force\n", c.failures ? "not " : "");
    for (int k = 0; k < nlabs; k++)
        lab_close(&labs[k]);
    return c.failures != 0;
}
