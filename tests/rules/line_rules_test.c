/* The rules of line.blocks/1 against every small line, and against a quadratic reference on long ones. */
#include "harness.h"
#include "util/cpu.h"
#include "util/random.h"
#include <criterion/criterion.h>
#include <math.h>
#include <ratchet/kind/line.h>
#include <stdlib.h>
#include <string.h>

/* A payload with room for any line of these tests. */
struct clue {
    _Alignas(16) uint32_t k;
    uint32_t reserved;
    struct rt_line_block block[300];
};

static struct harness *open_rule(const char *so, const char *id)
{
    struct harness *h = harness_open(LINE_KIND, so, id);
    cr_assert_not_null(h);
    return h;
}

static struct harness_scope scope_of(const struct clue *clue, uint32_t n, uint32_t nvalues)
{
    return (struct harness_scope){.n = n, .nvalues = nvalues, .payload = clue,
                                  .payload_size = (uint32_t)(8 + 8 * clue->k)};
}

/* Reads the clue off a line that is written in base nvalues. */
static struct clue clue_of(uint64_t number, uint32_t n, uint32_t nvalues)
{
    struct clue clue = {0};
    uint32_t before = 0;
    for (uint32_t i = 0; i < n; i++, number /= nvalues) {
        uint32_t value = (uint32_t)(number % nvalues);
        if (value && value == before)
            clue.block[clue.k - 1].length++;
        else if (value)
            clue.block[clue.k++] = (struct rt_line_block){1, value};
        before = value;
    }
    return clue;
}

/* Each clue list of length n once: it is checked at the first line that reads so. */
static void check_every_clue(struct harness *h, uint32_t n, uint32_t nvalues,
                             const struct harness_checks *checks)
{
    uint64_t lines = 1, nseen = 0;
    for (uint32_t i = 0; i < n; i++)
        lines *= nvalues;
    struct clue *seen = calloc(lines, sizeof *seen);
    cr_assert_not_null(seen);
    for (uint64_t number = 0; number < lines; number++) {
        struct clue clue = clue_of(number, n, nvalues);
        uint64_t i = 0;
        while (i < nseen && memcmp(&seen[i], &clue, sizeof clue))
            i++;
        if (i < nseen)
            continue;
        seen[nseen++] = clue;
        struct harness_scope scope = scope_of(&seen[nseen - 1], n, nvalues);
        cr_assert(harness_check(h, &scope, checks), "%s", harness_failure(h));
    }
    free(seen);
}

static void check_small_lines(struct harness *h, bool complete)
{
    struct harness_checks all = {.seed = 1, .domains = 10000, .complete = complete};
    struct harness_checks some = {.seed = 2, .domains = 100, .complete = complete};
    for (uint32_t n = 1; n <= 7; n++)
        check_every_clue(h, n, 2, &all);
    for (uint32_t n = 1; n <= 4; n++)
        check_every_clue(h, n, 3, &all);
    check_every_clue(h, 8, 2, &some);
    check_every_clue(h, 5, 3, &some);
    for (uint32_t n = 1; n <= 4; n++)
        check_every_clue(h, n, 4, &some);
}

static void check_samples(struct harness *h, const struct harness_checks *checks, uint32_t size,
                          uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct harness_scope scope;
        struct harness_checks c = *checks;
        c.seed = i + 1;
        cr_assert(harness_sample(h, 1000 * size + i, size, &scope), "%s", harness_failure(h));
        cr_assert(harness_check(h, &scope, &c), "%s", harness_failure(h));
    }
}

/* The reference: fits[j][p], the first j blocks fit in the first p cells; the same from the end; then every
 * placement of every block. Quadratic, and it shares nothing with the rule. */

struct reference {
    uint32_t n, k;
    const struct rt_line_block *block;
    const uint64_t *dom;
    uint8_t *fits, *rest;
};

static bool run_of(const struct reference *r, uint32_t from, uint32_t to, uint32_t value)
{
    for (uint32_t i = from; i < to; i++)
        if (!(r->dom[i] >> value & 1))
            return false;
    return true;
}

static bool touch(const struct reference *r, uint32_t j)
{
    return j == 0 || r->block[j].colour != r->block[j - 1].colour;
}

/* fits at (j, p) with the blank that must precede block j. */
static bool ready(const struct reference *r, uint32_t j, uint32_t p)
{
    if (touch(r, j))
        return r->fits[j * (r->n + 1) + p];
    return p && (r->dom[p - 1] & 1) && r->fits[j * (r->n + 1) + p - 1];
}

static bool ready_after(const struct reference *r, uint32_t j, uint32_t p)
{
    if (j + 1 == r->k || touch(r, j + 1))
        return r->rest[(j + 1) * (r->n + 1) + p];
    return p < r->n && (r->dom[p] & 1) && r->rest[(j + 1) * (r->n + 1) + p + 1];
}

static void fill(struct reference *r)
{
    uint32_t n = r->n, row = n + 1;
    for (uint32_t j = 0; j <= r->k; j++)
        for (uint32_t p = 0; p <= n; p++) {
            bool ok = j == 0 && p == 0;
            ok |= p && (r->dom[p - 1] & 1) && r->fits[j * row + p - 1];
            if (j && r->block[j - 1].length <= p) {
                uint32_t s = p - r->block[j - 1].length;
                ok |= ready(r, j - 1, s) && run_of(r, s, p, r->block[j - 1].colour);
            }
            r->fits[j * row + p] = ok;
        }
    for (uint32_t j = r->k + 1; j-- > 0;)
        for (uint32_t p = n + 1; p-- > 0;) {
            bool ok = j == r->k && p == n;
            ok |= p < n && (r->dom[p] & 1) && r->rest[j * row + p + 1];
            if (j < r->k && r->block[j].length <= n - p) {
                uint32_t e = p + r->block[j].length;
                ok |= run_of(r, p, e, r->block[j].colour) && ready_after(r, j, e);
            }
            r->rest[j * row + p] = ok;
        }
}

static void reference(const struct harness_scope *scope, const uint64_t *dom, uint64_t *support)
{
    const struct rt_line_blocks *line = scope->payload;
    uint32_t n = scope->n, row = n + 1;
    struct reference r = {n, line->k, line->block, dom, calloc((line->k + 1) * row, 1),
                          calloc((line->k + 1) * row, 1)};
    cr_assert(r.fits && r.rest);
    fill(&r);
    memset(support, 0, n * sizeof *support);
    for (uint32_t j = 0; j <= r.k; j++)
        for (uint32_t p = 0; p < n; p++) {
            if ((dom[p] & 1) && r.fits[j * row + p] && r.rest[j * row + p + 1])
                support[p] |= 1;
            if (j == r.k || r.block[j].length > n - p || !ready(&r, j, p))
                continue;
            uint32_t e = p + r.block[j].length;
            for (uint32_t i = p; run_of(&r, p, e, r.block[j].colour) && ready_after(&r, j, e) && i < e; i++)
                support[i] |= 1ull << r.block[j].colour;
        }
    free(r.fits);
    free(r.rest);
}

struct random_line {
    struct clue clue;
    uint64_t dom[300];
};

/* Domains of a line of which some cells are known, so that long lines are not all contradictions. */
static struct harness_scope random_line(struct random_line *line, struct random *random, uint32_t n, uint32_t nvalues)
{
    static uint8_t values[300];
    uint64_t *dom = line->dom;
    line->clue = (struct clue){0};
    uint64_t density = 10 + random_below(random, 80), known = random_below(random, 100);
    uint64_t head = random_below(random, 3) ? 0 : random_below(random, n);
    uint64_t tail = random_below(random, 3) ? n : head + random_below(random, n - head + 1);
    bool striped = !random_below(random, 4);
    uint64_t wrong = random_below(random, 8);
    if (!random_below(random, 6)) {     /* nothing is known */
        known = head = 0;
        tail = n;
        wrong = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        values[i] = random_below(random, 100) < density ? 1 + (uint8_t)random_below(random, nvalues - 1) : 0;
        if (striped && random_below(random, 16))
            values[i] = i % 2 ? values[i] : 0;
        else if (i && values[i] && random_below(random, 3))
            values[i] = values[i - 1] ? values[i - 1] : values[i];
        bool more = i && values[i] && values[i] == values[i - 1];
        if (more)
            line->clue.block[line->clue.k - 1].length++;
        else if (values[i])
            line->clue.block[line->clue.k++] = (struct rt_line_block){1, values[i]};
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t all = UINT64_MAX >> (64 - nvalues);
        dom[i] = i < head || i >= tail || random_below(random, 100) < known
                     ? 1ull << values[i] | (nvalues > 2 ? all & random_next(random) & random_next(random) : 0)
                     : all;
    }
    if (!wrong)
        dom[random_below(random, n)] = 1ull << random_below(random, nvalues);
    return scope_of(&line->clue, n, nvalues);
}

static void check_long_line(struct harness *h, struct random *random, uint32_t n, uint32_t nvalues, bool complete)
{
    struct random_line line;
    struct harness_scope scope = random_line(&line, random, n, nvalues);
    struct harness_checks checks = {.seed = random_next(random), .complete = complete, .oracle = reference};
    cr_assert(harness_check_domain(h, &scope, &checks, line.dom), "%s", harness_failure(h));
}

static void check_long_lines(struct harness *h, bool complete, uint32_t count)
{
    static const uint32_t around[] = {61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 192};
    struct random random;
    random_seed(&random, 7);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = i % 3 ? around[random_below(&random, 11)] : 20 + (uint32_t)random_below(&random, 180);
        check_long_line(h, &random, n, random_below(&random, 3) ? 2 : 3 + (uint32_t)random_below(&random, 2),
                        complete);
    }
    for (uint32_t i = 0; i < 5 * count; i++)
        check_long_line(h, &random, 1 + (uint32_t)random_below(&random, 62), 2, complete);
    for (uint32_t i = 0; i < count / 40; i++)
        check_long_line(h, &random, 250 + (uint32_t)random_below(&random, 50), 2 + (i & 1), complete);
}

/* Up to 63 colours. */
static void check_many_colours(struct harness *h, bool complete, uint32_t count)
{
    static const uint32_t values[] = {4, 5, 9, 32, 33, 63, 64};
    struct random random;
    random_seed(&random, 11);
    for (uint32_t i = 0; i < count; i++)
        check_long_line(h, &random, 1 + (uint32_t)random_below(&random, i % 2 ? 12 : 70), values[i % 7], complete);
}

Test(line, keeps_exactly_what_some_arrangement_has, .timeout = 240)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    check_small_lines(h, true);
    struct harness_stats s = harness_stats(h);
    cr_assert(s.drops > 1000 && s.conflicts > 100 && s.entailed > 100 && s.explained > 1000);
    cr_assert_eq(s.by_default, 0);
    harness_close(h);
}

Test(line, is_complete_with_63_colours, .timeout = 240)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    check_many_colours(h, true, 35);
    cr_assert_eq(harness_stats(h).by_default, 0);
    harness_close(h);
}

Test(line, agrees_with_a_quadratic_reference_on_long_lines, .timeout = 240)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    check_long_lines(h, true, 400);
    struct harness_checks checks = {.domains = 6, .walks = 2, .complete = true, .oracle = reference};
    check_samples(h, &checks, 40, 60);
    check_samples(h, &checks, 140, 10);
    cr_assert_eq(harness_stats(h).by_default, 0);
    harness_close(h);
}

Test(line, does_without_gfni, .timeout = 240)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    harness_option(h, "gfni", 0);
    struct harness_checks some = {.seed = 2, .domains = 100, .complete = true};
    check_every_clue(h, 8, 2, &some);
    check_long_lines(h, true, 120);
    harness_close(h);
}

/* Lines of all lengths together, most of them of one word, some with more colours. */
static void check_batches(struct harness *h, uint32_t count)
{
    enum { LINES = 17 };
    static struct random_line line[LINES];
    struct harness_run run[LINES];
    struct random random;
    random_seed(&random, 13);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = 1 + (uint32_t)random_below(&random, LINES), longest = i % 2 ? 62 : 1 + i % 30;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t cells = random_below(&random, 12) ? 1 + (uint32_t)random_below(&random, longest) : 70;
            uint32_t nvalues = random_below(&random, 12) ? 2 : 3;
            run[k] = (struct harness_run){random_line(&line[k], &random, cells, nvalues), line[k].dom};
        }
        cr_assert(harness_batch(h, run, n), "%s", harness_failure(h));
    }
}

Test(line, does_in_a_batch_what_it_does_alone, .timeout = 240)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    for (uint32_t level = 0; level <= cpu_level(); level++) {
        harness_cpu(h, level);
        check_batches(h, 300);
    }
    harness_option(h, "gfni", 0);
    check_batches(h, 300);
    harness_close(h);
}

/* The weaker rules: sound, and one deduction of each. */

static void check_weaker(const char *so, const char *id)
{
    struct harness *h = open_rule(so, id);
    check_small_lines(h, false);
    check_long_lines(h, false, 60);
    check_many_colours(h, false, 14);
    struct harness_stats s = harness_stats(h);
    cr_assert(s.drops > 1000 && s.conflicts > 100 && s.explained > 1000);
    cr_assert_eq(s.by_default, 0);
    harness_close(h);
}

Test(overlap, is_sound, .timeout = 240)
{
    check_weaker(LINE_OVERLAP, "nonogram.overlap");
}

Test(complete, is_sound, .timeout = 240)
{
    check_weaker(LINE_COMPLETE, "nonogram.complete");
}

Test(edges, is_sound, .timeout = 240)
{
    check_weaker(LINE_EDGES, "nonogram.edges");
}

Test(spaces, is_sound, .timeout = 240)
{
    check_weaker(LINE_SPACES, "nonogram.spaces");
}

Test(join, is_sound, .timeout = 240)
{
    check_weaker(LINE_JOIN, "nonogram.join");
}

Test(bounds, is_sound, .timeout = 240)
{
    check_weaker(LINE_BOUNDS, "nonogram.bounds");
}

Test(blocks, clauses_keep_every_line, .timeout = 240)
{
    struct harness *h = open_rule(LINE_BLOCKS, "nonogram.blocks");
    check_small_lines(h, false);
    check_many_colours(h, false, 14);
    harness_close(h);
}

/* What is left of a one-coloured line, in its own letters. */
static void expect_of(const char *so, const char *id, const char *clues, const char *before,
                      const char *after)
{
    struct harness *h = open_rule(so, id);
    struct clue clue = {0};
    for (const char *c = clues; *c; c++)
        if (*c != ' ')
            clue.block[clue.k++] = (struct rt_line_block){(uint32_t)(*c - '0'), 1};
    uint32_t n = (uint32_t)strlen(before);
    uint64_t dom[64];
    char is[65] = "conflict";
    for (uint32_t i = 0; i < n; i++)
        dom[i] = before[i] == '.' ? 1 : before[i] == '#' ? 2 : 3;
    struct harness_scope scope = scope_of(&clue, n, 2);
    if (harness_narrow(h, &scope, dom) == RT_OK) {
        for (uint32_t i = 0; i < n; i++)
            is[i] = "x.#?"[dom[i]];
        is[n] = 0;
    }
    cr_assert_str_eq(is, after);
    harness_close(h);
}

/* Why one value left, in a line whose blocks may have colours: "2a 1b", cells '.', 'a', 'b', '?' all, '-' not empty.
 * The reason in the same letters: '?' nothing, '-' not empty, '.' a cell that is empty, or a colour it has. */
static void expect_why(const char *so, const char *id, const char *clues, const char *before, uint32_t pos,
                       uint32_t value, const char *reason, const char *words)
{
    struct harness *h = open_rule(so, id);
    struct clue clue = {0};
    uint32_t n = (uint32_t)strlen(before), nvalues = 2;
    for (const char *c = clues; *c; c += *c != ' ' && c[1] > ' ' ? 2 : 1)
        if (*c != ' ') {
            uint32_t colour = c[1] >= 'a' ? (uint32_t)(c[1] - 'a') + 1 : 1;
            clue.block[clue.k++] = (struct rt_line_block){(uint32_t)(*c - '0'), colour};
            nvalues = colour >= nvalues ? colour + 1 : nvalues;
        }
    uint64_t dom[64], premise[64], all = (1ull << nvalues) - 1;
    char is[65] = "", says[400];
    for (uint32_t i = 0; i < n; i++)
        dom[i] = before[i] == '?' ? all : before[i] == '-' ? all & ~1ull : before[i] == '.' ? 1
                 : before[i] == '#' ? 2 : 2ull << (before[i] - 'a');
    struct harness_scope scope = scope_of(&clue, n, nvalues);
    cr_assert(harness_why(h, &scope, dom, pos, value, says, sizeof says, premise), "%s: value %u stays at %u of %s",
              id, value, pos, before);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t left = all & ~premise[i];
        is[i] = left == all ? '?' : left & (left - 1) ? left & 1 ? '+' : '-' : left == 1 ? '.'
                : nvalues == 2 ? '#' : (char)('a' - 1 + __builtin_ctzll(left));
    }
    cr_expect_str_eq(is, reason, "%s on %s: reason %s", id, before, is);
    cr_expect_str_eq(says, words, "%s on %s: %s", id, before, says);
    harness_close(h);
}

static void expect(const char *clues, const char *before, const char *after)
{
    expect_of(LINE_LINE, "nonogram.line", clues, before, after);
}

Test(overlap, fills_what_both_places_share)
{
    expect_of(LINE_OVERLAP, "nonogram.overlap", "5", "????????", "???##???");
    expect_of(LINE_OVERLAP, "nonogram.overlap", "3", "??#?????", "??#??...");
    expect_of(LINE_OVERLAP, "nonogram.overlap", "3 1", "?.??????", "..?##???");
}

Test(complete, counts)
{
    expect_of(LINE_COMPLETE, "nonogram.complete", "2 1", "##??#?", "##..#.");
    expect_of(LINE_COMPLETE, "nonogram.complete", "2 1", "??.?..", "##.#..");
    expect_of(LINE_COMPLETE, "nonogram.complete", "2 1", "##?#?#", "conflict");
}

#define WHY_OVERLAP(...) expect_why(LINE_OVERLAP, "nonogram.overlap", __VA_ARGS__)
#define WHY_COMPLETE(...) expect_why(LINE_COMPLETE, "nonogram.complete", __VA_ARGS__)
#define WHY_EDGES(...) expect_why(LINE_EDGES, "nonogram.edges", __VA_ARGS__)
#define WHY_SPACES(...) expect_why(LINE_SPACES, "nonogram.spaces", __VA_ARGS__)
#define WHY_JOIN(...) expect_why(LINE_JOIN, "nonogram.join", __VA_ARGS__)
#define WHY_BOUNDS(...) expect_why(LINE_BOUNDS, "nonogram.bounds", __VA_ARGS__)

Test(overlap, says_why)
{
    WHY_OVERLAP("7", "??????????", 3, 0, "??????????",
                "In the scope the 7 covers positions 4 to 7 wherever it goes");
    WHY_OVERLAP("3 1", "?.??????", 4, 0, "?.??????", "In the scope the 3 covers positions 4 to 5 wherever it goes");
    WHY_OVERLAP("3", "??#?????", 6, 1, "??#?????", "In the scope no block reaches positions 6 to 8");
    WHY_OVERLAP("3a 1b", "??????", 2, 0, "??????", "In the scope the 3 in value 1 covers position 3 wherever it goes");
    WHY_OVERLAP("3a 1b", "??????", 0, 2, "??????", "In the scope no block in value 2 reaches positions 1 to 3");
    WHY_OVERLAP("2 2", "??????", 4, 0, "??????", "In the scope the second 2 covers position 5 wherever it goes");
}

Test(complete, says_why)
{
    WHY_COMPLETE("2 1", "##??#?", 2, 1, "##??#?", "In the scope only 3 cells are left that can be value 0");
    WHY_COMPLETE("2 1", "??.?..", 0, 0, "??.?..", "In the scope all 3 cells are found that are value 0");
}

Test(edges, glue)
{
    expect_of(LINE_EDGES, "nonogram.edges", "3 2", "#?????????", "###.??????");
    expect_of(LINE_EDGES, "nonogram.edges", "3 2", "?????????#", "???????.##");
    expect_of(LINE_EDGES, "nonogram.edges", "1 3", "??????.#??", "??????.###");
    expect_of(LINE_EDGES, "nonogram.edges", "2 2", "???.#?????", "???.#?????");
    expect_of(LINE_EDGES, "nonogram.edges", "3 2", ".???.#?.??", ".???.##.??");
    expect_of(LINE_EDGES, "nonogram.edges", "3 2", ".#?.??????", "conflict");
    WHY_EDGES("3 2", "#?????????", 2, 0, "#?????????",
              "In the scope the 3 begins at position 1, so it fills positions 1 to 3");
    WHY_EDGES("3 2", "#?????????", 3, 1, "#?????????",
              "In the scope the 3 fills just positions 1 to 3");
    WHY_EDGES("3a 2b", "a?????????", 3, 1, "-?????????",
              "In the scope the 3 in value 1 fills just positions 1 to 3");
    WHY_EDGES("3a 2a", "?????????a", 7, 1, "?????????#",
              "In the scope the 2 fills just positions 9 to 10");
}

Test(spaces, gaps_and_walls)
{
    expect_of(LINE_SPACES, "nonogram.spaces", "4", "??.??.????", "......????");
    WHY_SPACES("4", "???.??.????", 4, 1, "???.??.????",
               "In the scope the gap at positions 5 to 6 is too short for the 4");
    WHY_SPACES("3 4", "???.??.????", 4, 1, "???.??.????",
               "In the scope the gap at positions 5 to 6 is too short for any block that could lie there");
    WHY_SPACES("4 4", ".?#????????????", 4, 0, ".?#????????????",
               "In the scope the block at position 3 lies within positions 2 to 15 and has at least 4 cells, so it "
               "covers positions 3 to 5");
    WHY_SPACES("3 3 3", "??????????#?.???????", 9, 0, "??????????#?.???????",
               "In the scope the block at position 11 lies within positions 1 to 12 and has at least 3 cells, so it "
               "covers positions 10 to 11");
}

Test(join, parts_and_joins)
{
    expect_of(LINE_JOIN, "nonogram.join", "1 1", "#.#", "#.#");
    expect_of(LINE_JOIN, "nonogram.join", "3", "#.#", "conflict");
    WHY_JOIN("2 2", "??#?#??", 3, 1, "??#?#??",
             "In the scope no block can hold positions 3 to 5");
    WHY_JOIN("3 3 3", "???.#?#????????????", 5, 0, "???.#??????????????",
             "In the scope no two blocks can meet within positions 5 to 7");
    WHY_JOIN("1a 1b 1a", "?a?a???", 2, 1, "???a???",
             "In the scope no block in value 1 can hold positions 2 to 4");
}

Test(bounds, punctuates)
{
    expect_of(LINE_BOUNDS, "nonogram.bounds", "2 2", "???.#?????", "???.##.???");
    WHY_BOUNDS("2 2 1", "???##?????", 2, 1, "???##?????",
               "In the scope every block that can hold positions 4 to 5 fills just positions 4 to 5");
    WHY_BOUNDS("2 2", "???.#?????", 6, 1, "???.#?????",
               "In the scope every block that can hold position 5 fills just positions 5 to 6");
    WHY_BOUNDS("2 2", "???.#?????", 5, 0, "???.#?????",
               "In the scope every block that can hold position 5 covers positions 5 to 6");
}

/* counts[value * n + i]: arrangements in which cell i has the value. */
static uint32_t arrangements(const struct clue *clue, uint32_t n, uint32_t nvalues, const uint64_t *dom,
                             uint32_t *counts)
{
    uint32_t count = 0, lines = 1;
    memset(counts, 0, (size_t)n * nvalues * sizeof *counts);
    for (uint32_t i = 0; i < n; i++)
        lines *= nvalues;
    for (uint32_t line = 0; line < lines; line++) {
        bool in = true;
        for (uint32_t i = 0, rest = line; i < n; i++, rest /= nvalues)
            in &= dom[i] >> rest % nvalues & 1;
        struct clue is = in ? clue_of(line, n, nvalues) : (struct clue){0};
        if (!in || memcmp(&is, clue, sizeof is))
            continue;
        count++;
        for (uint32_t i = 0, rest = line; i < n; i++, rest /= nvalues)
            counts[rest % nvalues * n + i]++;
    }
    return count;
}

/* Traps of the source article. */

Test(line, an_empty_cell_ends_a_block_only_at_its_length)
{
    expect("3", "#.#??", "conflict");
    expect("3", "#?#??", "###..");
}

Test(line, the_last_block_may_end_at_the_border)
{
    expect("2 2", "??.##", "##.##");
    expect("3", "??#", "###");
    expect("1", "???#", "...#");
}

Test(line, an_empty_line_is_empty)
{
    expect("", "????", "....");
    expect("", "?#??", "conflict");
}

/* The kind itself: what a line means. */
static int kind_check(const char *cells, uint32_t length)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    struct clue clue = {.k = 1, .block = {{length, 1}}};
    uint8_t values[64];
    uint32_t blame[64], n = (uint32_t)strlen(cells);
    struct rt_verdict verdict = {.blame = blame};
    for (uint32_t i = 0; i < n; i++)
        values[i] = cells[i] == '#';
    int status = harness_kind(h)->check(&clue, 16, values, n, &verdict);
    harness_close(h);
    return status;
}

Test(line, a_block_with_a_hole_is_no_block)
{
    cr_expect_eq(kind_check("#.#", 3), RT_CONFLICT);
    cr_expect_eq(kind_check("##.#", 3), RT_CONFLICT);
    cr_expect_eq(kind_check("###.", 3), RT_OK);
    cr_expect_eq(kind_check(".###", 3), RT_OK);
    cr_expect_eq(kind_check("..###", 3), RT_OK);
}

/* Five arrangements are left, but not five values: every cell is judged by itself. */
Test(line, five_arrangements_are_no_five_values)
{
    struct clue clue = {.k = 1, .block = {{2, 1}}};
    uint32_t counts[12];
    uint64_t dom[] = {3, 3, 3, 3, 3, 3};
    cr_expect_eq(arrangements(&clue, 6, 2, dom, counts), 5);
    expect("2", "??????", "??????");
    expect("2", "?#????", "?#?...");
    cr_expect_eq(arrangements(&(struct clue){.k = 1, .block = {{6, 1}}}, 6, 2, dom, counts), 1);
    expect("6", "??????", "######");
}

/* Many searches down and back up: what was filtered comes back. */
Test(line, what_was_filtered_is_restored_on_the_way_back)
{
    struct harness *h = open_rule(LINE_LINE, "nonogram.line");
    struct harness_checks checks = {.seed = 5, .domains = 2, .walks = 200, .complete = true};
    struct clue clue = {.k = 3, .block = {{1, 1}, {2, 1}, {1, 1}}};
    struct harness_scope scope = scope_of(&clue, 12, 2);
    cr_assert(harness_check(h, &scope, &checks), "%s", harness_failure(h));
    harness_close(h);
}

Test(line, cells_are_judged_one_by_one)
{
    expect("5", "?????????", "????#????");
    expect("2", "????#?", "...?#?");
    expect("2 2", "??????", "?#??#?");
}

/* Guesses. */

/* The proposals for one cell: mrv's score is log2 of the arrangements, balance's how far the likeliest value is from
 * half of them; both try the likeliest. */
static void check_scores(struct harness *h, const struct harness_scope *scope, const uint64_t *dom, uint32_t pos,
                         uint32_t count, const uint32_t *counts)
{
    uint32_t value = 99, best = 0, n = scope->n;
    double score = -1;
    for (uint32_t a = 0; a < scope->nvalues; a++)
        best = counts[a * n + pos] > best ? counts[a * n + pos] : best;
    bool given = harness_score(h, scope, dom, 0, pos, &value, &score);
    cr_assert_eq(given, count && dom[pos] & (dom[pos] - 1), "%s", harness_failure(h));
    if (!given)
        return;
    double power = exp2(score), split = fabs((double)best / count - 0.5);
    cr_assert(power > count - 1e-6 && power < count + 1e-6, "%u arrangements, score %f", count, score);
    cr_assert_eq(counts[value * n + pos], best);
    cr_assert(harness_score(h, scope, dom, 1, pos, &value, &score));
    cr_assert(score > split - 1e-9 && score < split + 1e-9);
    cr_assert_eq(counts[value * n + pos], best);
}

static void check_branch(uint32_t n, uint32_t nvalues)
{
    struct harness *h = open_rule(LINE_BRANCH, "nonogram.branch");
    struct random random;
    uint32_t counts[64], lines = (uint32_t)(pow(nvalues, n) + 0.5);
    random_seed(&random, 3);
    for (int round = 0; round < 100; round++) {
        struct clue clue = clue_of(random_below(&random, lines), n, nvalues);
        struct harness_scope scope = scope_of(&clue, n, nvalues);
        uint64_t dom[16], all = (1u << nvalues) - 1;
        for (uint32_t i = 0; i < n; i++)
            dom[i] = random_below(&random, 5) ? all : 1 + random_below(&random, all);
        uint32_t count = arrangements(&clue, n, nvalues, dom, counts);
        for (uint32_t pos = 0; pos < n; pos++)
            check_scores(h, &scope, dom, pos, count, counts);
    }
    harness_close(h);
}

Test(branch, scores_count_arrangements)
{
    check_branch(10, 2);
    check_branch(7, 3);
    check_branch(5, 4);
}

/* Chances. */

/* share[i * nvalues + value]: what arrangements with this value there weigh, without the weight of cell i itself; all
 * of them weigh what is returned. */
static double weigh_all(const struct clue *clue, uint32_t n, uint32_t nvalues, const float *in, double *share)
{
    double total = 0;
    uint32_t lines = (uint32_t)(pow(nvalues, n) + 0.5);
    memset(share, 0, (size_t)n * nvalues * sizeof *share);
    for (uint32_t line = 0; line < lines; line++) {
        struct clue is = clue_of(line, n, nvalues);
        double weight = 1;
        for (uint32_t i = 0, rest = line; i < n; i++, rest /= nvalues)
            weight *= (double)in[i * nvalues + rest % nvalues];
        if (!(weight > 0) || memcmp(&is, clue, sizeof is))
            continue;
        total += weight;
        for (uint32_t i = 0, rest = line; i < n; i++, rest /= nvalues)
            share[i * nvalues + rest % nvalues] += weight / (double)in[i * nvalues + rest % nvalues];
    }
    return total;
}

static void check_chances(struct harness *h, const struct clue *clue, uint32_t n, uint32_t nvalues, const float *in)
{
    float out[64];
    double share[64];
    struct harness_scope scope = scope_of(clue, n, nvalues);
    double total = weigh_all(clue, n, nvalues, in, share);
    cr_assert_eq(harness_weigh(h, &scope, in, out), total > 0 ? RT_OK : RT_CONFLICT, "%s", harness_failure(h));
    for (uint32_t i = 0; total > 0 && i < n; i++) {
        double sum = 0, expected = 0;
        for (uint32_t a = 0; a < nvalues; a++) {
            sum += (double)out[i * nvalues + a];
            expected += share[i * nvalues + a];
        }
        cr_assert(sum > 0);
        for (uint32_t a = 0; a < nvalues; a++)
            cr_assert_float_eq((double)out[i * nvalues + a] / sum, share[i * nvalues + a] / expected, 1e-4,
                               "cell %u, value %u", i, a);
    }
}

static void check_all_chances(uint32_t n, uint32_t nvalues)
{
    struct harness *h = open_rule(LINE_CHANCES, "nonogram.chances");
    struct random random;
    uint32_t lines = (uint32_t)(pow(nvalues, n) + 0.5), hopeless = 0;
    random_seed(&random, 4);
    for (int round = 0; round < 200; round++) {
        struct clue clue = clue_of(random_below(&random, lines), n, nvalues);
        float in[64];
        double share[64];
        for (uint32_t i = 0; i < n; i++) {
            float sum = 0;
            uint32_t known = random_below(&random, 6) ? UINT32_MAX : random_below(&random, nvalues);
            for (uint32_t a = 0; a < nvalues; a++)
                sum += in[i * nvalues + a] = known == UINT32_MAX ? (float)(1 + random_below(&random, 99)) / 100
                                                                 : a == known;
            for (uint32_t a = 0; a < nvalues; a++)
                in[i * nvalues + a] /= sum;
        }
        hopeless += !(weigh_all(&clue, n, nvalues, in, share) > 0);
        check_chances(h, &clue, n, nvalues, in);
    }
    cr_assert(hopeless && hopeless < 150);
    harness_close(h);
}

Test(chances, are_shares_of_the_arrangements)
{
    check_all_chances(9, 2);
    check_all_chances(6, 3);
    check_all_chances(4, 4);
}

/* 480 cells: what all arrangements weigh together is far from 1, yet no cell gets nonsense. */
Test(chances, long_lines_stay_within_numbers)
{
    enum { CELLS = 480, BLOCKS = 120 };
    static float in[2 * CELLS], out[2 * CELLS];
    static struct clue clue = {.k = BLOCKS};
    struct harness *h = open_rule(LINE_CHANCES, "nonogram.chances");
    for (uint32_t j = 0; j < BLOCKS; j++)
        clue.block[j] = (struct rt_line_block){1 + j % 3, 1};
    for (uint32_t at = 0; at < 2 * CELLS; at++)
        in[at] = 0.5f;
    struct harness_scope scope = scope_of(&clue, CELLS, 2);
    cr_assert_eq(harness_weigh(h, &scope, in, out), RT_OK, "%s", harness_failure(h));
    double filled = 0;
    for (uint32_t p = 0; p < CELLS; p++)
        filled += (double)out[2 * p + 1] / (double)(out[2 * p] + out[2 * p + 1]);
    cr_assert_float_eq(filled, 2 * BLOCKS, 1e-2);   /* the chances of the cells add up to the blocks' lengths */
    harness_close(h);
}
