/* generic.automaton and the kind seq.automaton/1: against all words of small automata; and as lines of nonograms,
 * against the rule that is made for these. */
#include "harness.h"
#include "line_machine.h"
#include "util/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 40, WORDS = 2000 };

/* A payload with room for any automaton of these tests. */
struct machine {
    _Alignas(16) uint32_t states;
    uint32_t alphabet, start, reserved, next[WORDS];
};

static struct harness *open_rule(void)
{
    struct harness *h = harness_open(SEQ_KIND, SEQ_AUTOMATON, NULL);
    cr_assert_not_null(h);
    return h;
}

static void machine_begin(struct machine *m, uint32_t states, uint32_t alphabet, uint32_t start)
{
    cr_assert_leq(rt_automaton_size(states, alphabet), sizeof *m);
    memset(m, 0, sizeof *m);
    m->states = states;
    m->alphabet = alphabet;
    m->start = start;
    memset(m->next, 0xff, states * alphabet * sizeof m->next[0]);
}

static void machine_accept(struct machine *m, uint32_t state)
{
    m->next[m->states * m->alphabet + state / 32] |= 1u << state % 32;
}

static struct harness_scope scope_of(const struct machine *m, uint32_t n)
{
    return (struct harness_scope){.n = n, .nvalues = m->alphabet, .payload = m,
                                  .payload_size = rt_automaton_size(m->states, m->alphabet)};
}

/* ---- all automata of two states over two values: 3^4 transitions, 2 starts, 4 sets of accepting states */

static struct machine small_machine(uint32_t code)
{
    struct machine m;
    machine_begin(&m, 2, 2, code % 2);
    for (uint32_t i = 0, rest = code / 8; i < 4; i++, rest /= 3)
        m.next[i] = rest % 3 == 2 ? RT_AUTOMATON_NONE : rest % 3;
    for (uint32_t s = 0; s < 2; s++)
        if (code >> (1 + s) & 1)
            machine_accept(&m, s);
    return m;
}

Test(automaton, all_small_ones)
{
    struct harness *h = open_rule();
    struct harness_checks checks = {.domains = 60, .complete = true};
    for (uint32_t code = 0; code < 81 * 8; code++)
        for (uint32_t n = 1; n <= 4; n++) {
            struct machine m = small_machine(code);
            struct harness_scope scope = scope_of(&m, n);
            cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
        }
    struct harness_stats stats = harness_stats(h);
    cr_expect_eq(stats.by_default, 0);
    cr_expect_gt(stats.drops, 20000);
    cr_expect_gt(stats.conflicts, 5000);
    harness_close(h);
}

Test(automaton, random_ones)
{
    struct harness *h = open_rule();
    struct harness_checks checks = {.domains = 60, .complete = true};
    struct harness_scope scope;
    for (uint32_t seed = 0; seed < 200; seed++)
        cr_assert(harness_sample(h, seed, 6, &scope) && harness_check(h, &scope, &checks), "%s", harness_failure(h));
    struct harness_stats stats = harness_stats(h);
    cr_expect_eq(stats.by_default, 0);
    cr_expect_gt(stats.drops, 2000);
    cr_expect_gt(stats.explained, 2000);
    harness_close(h);
}

/* Words of states that need more than one machine word: cells, modulo 100, sum up to one of five remainders. */
static struct machine remainder_machine(void)
{
    struct machine m;
    machine_begin(&m, 100, 4, 3);
    for (uint32_t s = 0; s < 100; s++)
        for (uint32_t value = 0; value < 4; value++)
            m.next[s * 4 + value] = (s * (1 + value) + 17 * value) % 100;
    for (uint32_t s = 0; s < 100; s += 20)
        machine_accept(&m, s);
    return m;
}

Test(automaton, more_than_64_states)
{
    struct harness *h = open_rule();
    struct harness_checks checks = {.domains = 300, .complete = true};
    struct machine m = remainder_machine();
    for (uint32_t n = 1; n <= 7; n++) {
        struct harness_scope scope = scope_of(&m, n);
        cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
    }
    cr_expect_gt(harness_stats(h).drops, 300);
    harness_close(h);
}

/* ---- reasons: each premise is needed */

/* Is there a word within the domains? */
static bool satisfiable(const struct rt_kind_class *kind, const struct harness_scope *scope, const uint64_t *domains)
{
    for (uint32_t value = 0; value < scope->nvalues; value++)
        if (!kind->implies(scope->payload, scope->payload_size, domains, scope->n, 0, value))
            return true;
    return false;
}

/* The premises imply it, and with any of them left out they don't. */
static void check_premises(const struct rt_kind_class *kind, const struct harness_scope *scope, uint32_t pos,
                           uint32_t value, const uint64_t *premises, uint64_t *needed)
{
    uint64_t full = (1ull << scope->nvalues) - 1, domains[MOST];
    for (uint32_t i = 0; i < scope->n; i++)
        domains[i] = i == pos ? 1ull << value : full & ~premises[i];
    cr_assert(!satisfiable(kind, scope, domains), "the premises imply it");
    for (uint32_t i = 0; i < scope->n; i++)
        for (uint64_t left = premises[i]; left; left &= left - 1) {
            domains[i] |= left & -left;
            cr_assert(satisfiable(kind, scope, domains), "premise %u of cell %u is needed", __builtin_ctzll(left), i);
            domains[i] &= ~(left & -left);
            ++*needed;
        }
}

Test(automaton, no_premise_can_be_spared)
{
    struct harness *h = open_rule();
    struct random random;
    uint64_t needed = 0;
    uint32_t conflicts = 0;
    random_seed(&random, 5);
    for (uint32_t seed = 0; seed < 5000; seed++) {
        struct harness_scope scope;
        uint64_t domains[MOST], before[MOST], premises[MOST];
        char words[200];
        cr_assert(harness_sample(h, seed, 12, &scope));
        for (uint32_t i = 0; i < scope.n; i++)
            before[i] = domains[i] = 1 + random_below(&random, (1ull << scope.nvalues) - 1);
        bool conflict = harness_narrow(h, &scope, domains) == RT_CONFLICT;
        conflicts += conflict;
        for (uint32_t i = 0; i < scope.n; i++)
            for (uint32_t value = 0; value < scope.nvalues; value++) {
                bool gone = before[i] >> value & 1 && !(domains[i] >> value & 1);
                uint32_t pos = conflict ? RT_NOPOS : i;
                if (!(conflict ? i + value == 0 : gone))
                    continue;
                cr_assert(harness_why(h, &scope, before, pos, value, words, sizeof words, premises));
                cr_assert(strstr(words, "can"), "%s", words);
                check_premises(harness_kind(h), &scope, pos, value, premises, &needed);
            }
    }
    cr_expect_gt(needed, 2000);
    cr_expect_gt(conflicts, 100);
    harness_close(h);
}

/* ---- the kind */

static bool accepts(const struct harness_scope *scope, uint64_t code, uint8_t *values)
{
    const struct rt_automaton *a = scope->payload;
    uint32_t state = a->start;
    for (uint32_t i = 0; i < scope->n; i++, code /= scope->nvalues) {
        values[i] = (uint8_t)(code % scope->nvalues);
        state = state == RT_AUTOMATON_NONE ? state : rt_automaton_step(a, state, values[i]);
    }
    return state != RT_AUTOMATON_NONE && rt_automaton_accepts(a, state);
}

static uint64_t word_count(const struct harness_scope *scope)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < scope->n; i++)
        count *= scope->nvalues;
    return count;
}

/* What is blamed is wrong whatever the other cells are, and less of it isn't. */
Test(automaton, check_and_blame)
{
    struct harness *h = open_rule();
    const struct rt_kind_class *kind = harness_kind(h);
    uint64_t wrong = 0, needed = 0;
    for (uint32_t seed = 0; seed < 200; seed++) {
        struct harness_scope scope;
        cr_assert(harness_sample(h, seed, 6, &scope));
        for (uint64_t code = 0; code < word_count(&scope); code += 7) {
            uint8_t values[MOST];
            uint32_t blame[MOST];
            uint64_t premises[MOST] = {0};
            struct rt_verdict verdict = {.blame = blame};
            bool right = accepts(&scope, code, values);
            cr_assert_eq(kind->check(scope.payload, scope.payload_size, values, scope.n, &verdict),
                         right ? RT_OK : RT_CONFLICT);
            if (right)
                continue;
            for (uint32_t i = 0; i < verdict.nblame; i++)
                premises[blame[i]] = ((1ull << scope.nvalues) - 1) & ~(1ull << values[blame[i]]);
            for (uint32_t k = 0; k <= verdict.nblame && ++wrong; k++) {
                uint32_t spared = k < verdict.nblame ? blame[k] : RT_NOPOS;
                uint64_t domains[MOST];
                for (uint32_t i = 0; i < scope.n; i++)
                    domains[i] = ((1ull << scope.nvalues) - 1) & ~(i == spared ? 0 : premises[i]);
                cr_assert_eq(satisfiable(kind, &scope, domains), spared != RT_NOPOS, "seed %u, word %lu, %u", seed,
                             (unsigned long)code, k);
                needed += spared != RT_NOPOS;
            }
        }
    }
    cr_expect_gt(wrong, 5000);
    cr_expect_gt(needed, 5000);
    harness_close(h);
}

Test(automaton, what_is_no_automaton)
{
    struct harness *h = open_rule();
    const struct rt_kind_class *kind = harness_kind(h);
    struct machine m = small_machine(5 * 8 + 7), good = m;
    uint32_t size = rt_automaton_size(2, 2);
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_OK);
    cr_expect_eq(kind->valid(&m, size - 4, 3, 2), RT_ERROR, "too short");
    cr_expect_eq(kind->valid(&m, size, 0, 2), RT_ERROR, "no cells");
    cr_expect_eq(kind->valid(&m, size, RT_AUTOMATON_MOST, 2), RT_ERROR, "too many cells");
    m.next[3] = 2;
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_ERROR, "a target that there isn't");
    m = good;
    m.next[4] = 4;
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_ERROR, "an accepting state that there isn't");
    m = good;
    m.start = 2;
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_ERROR, "a start that there isn't");
    m = good;
    m.states = 0;
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_ERROR, "no states");
    m = good;
    m.alphabet = 65;
    cr_expect_eq(kind->valid(&m, size, 3, 2), RT_ERROR, "more values than there are");
    harness_close(h);
}

/* ---- lines of nonograms */

struct clue {
    _Alignas(16) uint32_t k;
    uint32_t reserved;
    struct rt_line_block block[MOST];
};

static struct clue random_clue(struct random *random, uint32_t n, uint32_t colours)
{
    struct clue clue = {0};
    uint32_t before = 0, again = (uint32_t)random_below(random, 10);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t value = i && random_below(random, 10) < again ? before : (uint32_t)random_below(random, colours + 1);
        if (value && value == before)
            clue.block[clue.k - 1].length++;
        else if (value)
            clue.block[clue.k++] = (struct rt_line_block){1, value};
        before = value;
    }
    return clue;
}

static void compare_lines(struct harness *automata, struct harness *lines, struct random *random, uint32_t n,
                          uint32_t colours, uint64_t *gone)
{
    struct clue clue = random_clue(random, n, colours);
    struct machine m;
    cr_assert_leq(rt_automaton_size(line_machine_states((const void *)&clue), colours + 1), sizeof m);
    line_machine_make((const void *)&clue, colours + 1, (void *)&m);
    struct harness_scope as_word = scope_of(&m, n), as_line = as_word;
    uint64_t a[MOST], b[MOST], full = (2ull << colours) - 1, open = random_below(random, 10);
    as_line.payload = &clue;
    as_line.payload_size = 8 + 8 * clue.k;
    for (uint32_t i = 0; i < n; i++)
        a[i] = b[i] = random_below(random, 10) < open ? full : 1 + random_below(random, full);
    int first = harness_narrow(automata, &as_word, a), second = harness_narrow(lines, &as_line, b);
    cr_assert_eq(first, second, "%d, %d for %u cells", first, second, n);
    for (uint32_t i = 0; i < n && first == RT_OK; i++) {
        cr_assert_eq(a[i], b[i], "cell %u of %u", i, n);
        *gone += (uint32_t)__builtin_popcountll(full & ~a[i]);
    }
}

Test(automaton, lines_of_nonograms)
{
    struct harness *automata = open_rule(), *lines = harness_open(LINE_KIND, LINE_LINE, NULL);
    struct random random;
    uint64_t gone = 0;
    random_seed(&random, 1);
    for (uint32_t i = 0; i < 20000; i++)
        compare_lines(automata, lines, &random, 1 + (uint32_t)random_below(&random, i % 4 ? 9 : MOST),
                      1 + (uint32_t)random_below(&random, 3), &gone);
    cr_expect_gt(gone, 20000);
    harness_close(automata);
    harness_close(lines);
}

/* ---- counting */

Test(automaton, words_are_counted)
{
    struct harness *h = harness_open(SEQ_KIND, SEQ_BRANCH, NULL), *say = open_rule();
    struct random random;
    uint32_t scored = 0, told = 0;
    random_seed(&random, 9);
    for (uint32_t seed = 0; seed < 900; seed++) {
        struct harness_scope scope;
        uint8_t values[MOST];
        uint64_t domains[MOST], words = 0, share[64] = {0};
        cr_assert(harness_sample(h, seed, 6, &scope));
        for (uint32_t i = 0; i < scope.n; i++)
            domains[i] = 1 + random_below(&random, (1ull << scope.nvalues) - 1);
        uint32_t pos = (uint32_t)random_below(&random, scope.n), value;
        for (uint64_t code = 0; code < word_count(&scope); code++) {
            bool in = accepts(&scope, code, values);
            for (uint32_t i = 0; i < scope.n && in; i++)
                in = domains[i] >> values[i] & 1;
            words += in;
            share[values[pos]] += in;
        }
        double score, most = 0;
        for (uint32_t v = 0; v < scope.nvalues; v++)
            most = share[v] > most ? share[v] : most;
        bool open = words && domains[pos] & (domains[pos] - 1);
        cr_assert_eq(harness_score(h, &scope, domains, 1, pos, &value, &score), open);
        if (open) {
            cr_expect_float_eq(score, fabs(most / words - 0.5), 1e-12);
            cr_expect_eq(share[value], most);
            cr_expect(harness_score(h, &scope, domains, 0, pos, &value, &score));
            cr_expect_leq(fabs(score - log2(words)), 0.09, "%f for %lu words", score, (unsigned long)words);
            scored++;
        }
        for (uint32_t v = 0; v < scope.nvalues && words; v++) {
            char sentence[200], number[32];
            uint64_t premises[MOST];
            if (!(domains[pos] >> v & 1) || share[v])
                continue;
            snprintf(number, sizeof number, words == 1 ? "in one way only" : "in %lu ways only", (unsigned long)words);
            cr_assert(harness_why(say, &scope, domains, pos, v, sentence, sizeof sentence, premises));
            cr_expect(strstr(sentence, number), "%s: %s", number, sentence);
            told++;
        }
    }
    cr_expect_gt(scored, 60);
    cr_expect_gt(told, 60);
    harness_close(h);
    harness_close(say);
}
