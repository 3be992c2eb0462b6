/* The nonogram puzzle: its text, what it calls a solution, marks, pictures and figures. */
#include "nonogram_bench.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char heart[] =
    "..##..##..\n.#######..\n##########\n.########.\n..######..\n...####...\n....##....\n....##....\n"
    "..........\n..........\n";

static const char *const mistakes[][3] = {
    {"", "0", "nonogram WIDTH HEIGHT"},
    {"sudoku 3 3\n", "1", "nonogram WIDTH HEIGHT"},
    {"nonogram 3\n", "1", "width and height"},
    {"nonogram 3 3 3\n", "1", "width and height"},
    {"nonogram 0 3\n", "1", "at least one cell"},
    {"nonogram 99999999999 3\n", "1", "too large"},
    {"nonogram 65535 65535\n", "1", "too large"},
    {"nonogram 1 1\ncolour ab #ff0000\n", "2", "'ab' can't name a colour"},
    {"nonogram 1 1\ncolour 1 #ff0000\n", "2", "'1' can't name a colour"},
    {"nonogram 1 1\ncolour a ff0000\n", "2", "needs a value such as"},
    {"nonogram 1 1\ncolour a #ff000g\n", "2", "needs a value such as"},
    {"nonogram 1 1\ncolour a #ff0000\ncolour a #00ff00\n", "3", "declared twice"},
    {"nonogram 1 1\ncolumns\n1\n", "2", "expected the line 'rows'"},
    {"nonogram 1 2\nrows\n1\ncolumns\n1\n", "4", "only 1 of the 2 row clues are there"},
    {"nonogram 1 1\nrows\n1\n1\ncolumns\n1\n", "4", "expected the line 'columns'; are there more row clues"},
    {"nonogram 2 1\nrows\n1\ncolumns\n1\n", "5", "only 1 of the 2 column clues are there"},
    {"nonogram 1 1\nrows\n1\ncolumns\n1\n1\n", "6", "more text behind the last column clue"},
    {"nonogram 1 1\nrows\n1a\ncolumns\n1\n", "3", "'a' does not belong behind a number"},
    {"nonogram 1 1\nrows\n1,\ncolumns\n1\n", "3", "',' does not belong behind a number"},
    {"nonogram 3 1\nrows\n1 \x01\ncolumns\n1\n", "3", "0x01 is not a block length"},
    {"nonogram 3 1\nrows\n1 0\ncolumns\n1\n", "3", "a block of length 0"},
    {"nonogram 3 1\nrows\n0 1\ncolumns\n1\n", "3", "a block of length 0"},
    {"nonogram 3 1\nrows\n65536\ncolumns\n1\n", "3", "longer than any line"},
    {"nonogram 3 1\nrows\n1 2\ncolumns\n1\n", "3", "row 1 needs 4 cells, but the grid is 3 wide; are width"},
    {"nonogram 1 1\nrows\n1\ncolumns\n2\n", "5", "column 1 needs 2 cells, but the grid is 1 high"},
    {"nonogram 2 1\ncolour a #ff0000\nrows\n1a 1a\n", "4", "row 1 needs 3 cells"},
    {"nonogram 2 1\ncolour a #ff0000 red\nrows\n1a\ncolumns\n1a\n1a\n", "1",
     "the rows hold 1 red cells, the columns 2"},
};

Test(nonogram, mistakes_in_the_text_are_told_with_their_line)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct bench bench = {.session = {.arena = &bench.arena, .fault = &bench.fault}};
        struct puzzle_use use = bench_puzzle();
        struct puzzle *puzzle =
            puzzle_parse(&bench.session, &use, mistakes[i][0], strlen(mistakes[i][0]), NULL, 0);
        cr_expect_null(puzzle, "%zu", i);
        cr_expect(strstr(bench.fault.what, mistakes[i][2]), "%zu: %s", i, bench.fault.what);
        cr_expect_eq(bench.fault.line, (uint32_t)atoi(mistakes[i][1]), "%zu: line %u", i, bench.fault.line);
        bench_free(&bench);
    }
}

Test(nonogram, takes_63_colours_and_not_64)
{
    char text[2000] = "nonogram 1 1\n";
    static const char keys[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&()*/:;<=";
    for (int count = 63; count <= 64; count++) {
        struct bench bench = {0};
        size_t n = 13;
        for (int i = 0; i < count; i++)
            n += (size_t)sprintf(text + n, "colour %c #0000%02x\n", keys[i], i);
        strcpy(text + n, "rows\n1;\ncolumns\n1;\n");
        bench_read_string(&bench, "text", text);
        cr_expect_eq(bench.status, count == 63 ? RT_OK : RT_EINPUT, "%d: %s", count, bench.fault.what);
        if (count == 63)
            cr_expect_str_eq(bench_render(&bench, 0, RT_RENDER_ASCII, bench_marks(&bench, 0, ";\n"), NULL),
                             ";\n");
        bench_free(&bench);
    }
}

Test(nonogram, a_huge_size_costs_nothing_until_the_clues_are_there)
{
    struct bench bench = {0};
    bench_read_string(&bench, "text", "nonogram 2048 2048\nrows\n1\n");
    cr_expect_eq(bench.status, RT_EINPUT);
    cr_expect_lt(bench.arena.used, 1 << 18);
    bench_free(&bench);
}

static void open_heart(struct bench *bench)
{
    cr_assert_eq(bench_read_file(bench, "EXAMPLES", "nonogram/heart.nin"), RT_OK, "%s", bench->fault.what);
}

Test(nonogram, verify_takes_the_solution_and_names_the_broken_line)
{
    struct bench bench = {0};
    struct rt_verdict verdict;
    char grid[sizeof heart];
    open_heart(&bench);
    cr_expect(bench_verify(&bench, 0, heart, &verdict), "%s", verdict.what);
    strcpy(grid, heart);
    grid[22 + 4] = '.'; /* r3c5 */
    cr_expect_not(bench_verify(&bench, 0, grid, &verdict));
    cr_expect_str_eq(verdict.place, "row 3");
    cr_expect_eq(verdict.nblame, 10);
    cr_expect_eq(verdict.blame[0], 20);
    bench_free(&bench);
}

static void expect_verdict(const char *nin, const char *grid, const char *what, const char *place,
                           uint32_t first)
{
    struct bench bench = {0};
    struct rt_verdict verdict;
    cr_assert_eq(bench_read_string(&bench, strchr(nin, '#') ? "text" : "nin", nin), RT_OK, "%s",
                 bench.fault.what);
    cr_expect_not(bench_verify(&bench, 0, grid, &verdict));
    cr_expect_str_eq(verdict.what, what);
    cr_expect_str_eq(verdict.place, place);
    cr_assert_gt(verdict.nblame, 0);
    cr_expect_eq(verdict.blame[0], first);
    bench_free(&bench);
}

Test(nonogram, verdicts_say_what_is_wrong)
{
    const char *plus = "3 3\n1\n3\n1\n1\n3\n1\n";
    expect_verdict(plus, ".#.\n##.\n.#.\n", "row 2 has block 1 of length 2, its clue asks for 3", "row 2", 3);
    expect_verdict(plus, "#..\n###\n.#.\n", "column 1 has block 1 of length 2, its clue asks for 1",
                   "column 1", 0);
    expect_verdict(plus, ".#.\n#.#\n.#.\n", "row 2 has 2 blocks, its clue asks for 1", "row 2", 3);
    expect_verdict(plus, "...\n###\n.#.\n", "row 1 has 0 blocks, its clue asks for 1", "row 1", 0);
    expect_verdict(
        "nonogram 2 1\ncolour a #ff0000 red\ncolour b #0000ff blue\nrows\n1a 1b\ncolumns\n1a\n1b\n", "ba\n",
        "row 1 has block 1 in blue, its clue asks for red", "row 1", 0);
}

Test(nonogram, equally_coloured_blocks_need_a_gap_and_others_do_not)
{
    struct bench bench = {0};
    struct rt_verdict verdict;
    const char *text =
        "nonogram 4 1\ncolour a #ff0000\ncolour b #0000ff\nrows\n2a 1b\ncolumns\n1a\n1a\n1b\n0\n";
    cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK);
    cr_expect(bench_verify(&bench, 0, "aab.\n", &verdict));
    cr_assert_eq(bench_read_string(&bench, "nin", "3 1\n1 1\n1\n0\n1\n"), RT_OK);
    cr_expect(bench_verify(&bench, 0, "#.#\n", &verdict));
    cr_assert_eq(bench_read_string(&bench, "nin", "3 1\n3\n1\n1\n1\n"), RT_OK);
    cr_expect_not(bench_verify(&bench, 0, "#.#\n", &verdict), "#.# is no block of 3");
    bench_free(&bench);
}

Test(nonogram, marks_read_what_ascii_prints)
{
    struct bench bench = {0};
    open_heart(&bench);
    char *empty = bench_render(&bench, 0, RT_RENDER_ASCII, NULL, NULL);
    cr_expect_eq(strlen(empty), 110);
    cr_expect_eq(strspn(empty, "?\n"), 110);
    uint64_t *domains = bench_marks(&bench, 0, empty);
    domains[0] = 1;
    domains[11] = 2;
    domains[99] = 3;
    char *partial = bench_render(&bench, 0, RT_RENDER_ASCII, domains, NULL);
    cr_expect_eq(partial[0], '.');
    cr_expect_eq(partial[12], '#');
    uint64_t *again = bench_marks(&bench, 0, partial);
    cr_expect_eq(again[0], 1);
    cr_expect_eq(again[11], 2);
    cr_expect_eq(again[99], UINT64_MAX);
    bench_free(&bench);
}

Test(nonogram, marks_say_what_they_cannot_read)
{
    struct bench bench = {0};
    open_heart(&bench);
    cr_expect_null(bench_marks(&bench, 0, "..........\n"));
    cr_expect(strstr(bench.fault.what, "ends after row 1"), "%s", bench.fault.what);
    cr_expect_null(bench_marks(&bench, 0, "\n.........\n"));
    cr_expect_eq(bench.fault.line, 2);
    cr_expect(strstr(bench.fault.what, "9 cells, but the grid is 10 wide"), "%s", bench.fault.what);
    cr_expect_null(bench_marks(&bench, 0, "  ...x......\n"));
    cr_expect_eq(bench.fault.column, 6);
    cr_expect(strstr(bench.fault.what, "'x' is no cell"));
    char twice[2 * sizeof heart];
    strcpy(twice, heart);
    strcat(twice, heart);
    cr_expect_null(bench_marks(&bench, 0, twice));
    cr_expect_eq(bench.fault.line, 11);
    bench_free(&bench);
}

Test(nonogram, names_stretches_of_its_lines)
{
    struct bench bench = {0};
    struct text out = {0};
    open_heart(&bench);
    struct puzzle *puzzle = bench.reading[0].puzzle;
    puzzle_describe_positions(puzzle, 2, 3, 6, &out);
    text_puts(&out, "; ");
    puzzle_describe_positions(puzzle, 12, 3, 3, &out);
    text_puts(&out, "; ");
    puzzle_describe_value(puzzle, 3, 1, &out);
    text_puts(&out, "; ");
    puzzle_describe_value(puzzle, 3, 0, &out);
    cr_expect_str_eq(text_string(&out), "columns 4 to 7; row 4; black; empty");
    cr_expect_lt(puzzle_describe_positions(puzzle, 2, 3, 10, &out), 0);
    text_free(&out);
    bench_free(&bench);
}

Test(nonogram, describes_cells_and_lines)
{
    struct bench bench = {0};
    struct text out = {0};
    char place[32];
    open_heart(&bench);
    puzzle_describe(bench.reading[0].puzzle, 24, 1, &out);
    text_puts(&out, "; ");
    puzzle_describe(bench.reading[0].puzzle, 0, 0, &out);
    text_puts(&out, "; ");
    puzzle_describe_scope(bench.reading[0].puzzle, 2, &out);
    text_puts(&out, "; ");
    puzzle_describe_scope(bench.reading[0].puzzle, 10, &out);
    cr_expect_str_eq(text_string(&out), "r3c5 is black; r1c1 is empty; row 3; column 1");
    cr_expect_str_eq(puzzle_place(bench.reading[0].puzzle, 24, place, sizeof place), "r3c5");
    text_clear(&out);
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/tricky/colour-adjacent.non"), RT_OK);
    puzzle_describe(bench.reading[0].puzzle, 0, 2, &out);
    cr_expect_str_eq(text_string(&out), "r1c1 is colour b");
    text_clear(&out);
    puzzle_describe_value(bench.reading[0].puzzle, 0, 2, &out);
    cr_expect_str_eq(text_string(&out), "colour b");
    cr_expect_lt(puzzle_describe_value(bench.reading[0].puzzle, 0, 9, &out), 0);
    text_free(&out);
    bench_free(&bench);
}

static const char *facts_of(struct bench *bench)
{
    struct text out = {0};
    cr_assert_eq(puzzle_facts(bench->reading[0].puzzle, &out), RT_OK);
    const char *copy = arena_string(&bench->arena, text_string(&out));
    text_free(&out);
    return copy;
}

Test(nonogram, facts_of_the_heart_are_those_of_the_article)
{
    struct bench bench = {0};
    open_heart(&bench);
    cr_expect_str_eq(facts_of(&bench), "size\t10 x 10\ncolours\t1\nfilled cells\t43 of 100\n"
                                       "arrangements a row\t21 4 1 3 5 7 9 9 1 1\n"
                                       "arrangements a column\t10 8 6 5 4 4 5 6 9 10\n"
                                       "product of the rows\t714420\nproduct of the columns\t103680000\n");
    bench_free(&bench);
}

Test(nonogram, coloured_arrangements_are_counted)
{
    struct bench bench = {0};
    const char *text =
        "nonogram 4 1\ncolour a #ff0000\ncolour b #0000ff\nrows\n1a 1b\ncolumns\n1a\n1b\n0\n0\n";
    cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK);
    cr_expect(strstr(facts_of(&bench), "arrangements a row\t6\n"), "a and b on four cells, a first");
    text = "nonogram 4 1\ncolour a #ff0000\nrows\n1a 1a\ncolumns\n1a\n0\n1a\n0\n";
    cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK);
    cr_expect(strstr(facts_of(&bench), "arrangements a row\t3\n"));
    bench_free(&bench);
}

/* A 1-high grid of n cells, k of them filled, all apart. */
static void comb(struct bench *bench, int n, int k)
{
    char text[4000];
    size_t at = (size_t)sprintf(text, "%d 1\n", n);
    for (int i = 0; i < k; i++)
        at += (size_t)sprintf(text + at, "1 ");
    for (int i = 0; i < n; i++)
        at += (size_t)sprintf(text + at, "\n%d", i % 2 == 0 && i / 2 < k);
    cr_assert_eq(bench_read_string(bench, "nin", text), RT_OK, "%s", bench->fault.what);
}

Test(nonogram, arrangements_are_exact_up_to_128_bits_and_logarithms_beyond)
{
    struct bench bench = {0};
    comb(&bench, 131 + 65, 66); /* C(131, 66), the last below 2^128 = 3.40e38 */
    cr_expect(strstr(facts_of(&bench), "arrangements a row\t188694833082770476622296176145946360850\n"));
    comb(&bench, 132 + 65, 66); /* C(132, 66) = 3.77e38 */
    cr_expect(strstr(facts_of(&bench), "arrangements a row\t2^128.15\n"), "%s", facts_of(&bench));
    comb(&bench, 200 + 99, 100); /* C(200, 100) = 9.05e58 = 2^195.85 */
    cr_expect(strstr(facts_of(&bench), "arrangements a row\t2^195.85\n"), "%s", facts_of(&bench));
    cr_expect(strstr(facts_of(&bench), "product of the rows\t2^195.85 (too many to count exactly)\n"));
    cr_expect(strstr(facts_of(&bench), "product of the columns\t1\n"));
    bench_free(&bench);
}

Test(nonogram, ansi_shows_clues_a_ruled_sheet_and_differences)
{
    struct bench bench = {0};
    open_heart(&bench);
    bench.reading[0].title = "He\x1b[31mart \xc2\x9b";
    uint64_t *domains = bench_marks(&bench, 0, heart);
    char *plain = bench_render(&bench, 0, RT_RENDER_ANSI, domains, NULL);
    cr_expect(strstr(plain, "\x1b[1mHe?[31mart ?\?"), "a title can't control the terminal");
    cr_expect(strstr(plain, "2 2 ") && strstr(plain, "┏"));
    cr_expect_null(strstr(plain, "48;2;255;168;26"));
    uint64_t *other = bench_marks(&bench, 0, heart);
    other[0] = 2;
    char *both = bench_render(&bench, 0, RT_RENDER_ANSI, domains, other);
    cr_expect(strstr(both, "48;2;255;168;26"));
    for (char *line = strtok(both, "\n"); line; line = strtok(NULL, "\n"))
        cr_expect(!strchr(line, '\x1b') || !strcmp(line + strlen(line) - 4, "\x1b[0m"),
                  "colours end with the line");
    bench_free(&bench);
}

Test(nonogram, a_wide_board_is_drawn_with_half_blocks)
{
    struct bench bench = {0};
    comb(&bench, 81, 40);
    char *picture = bench_render(&bench, 0, RT_RENDER_ANSI, NULL, NULL);
    cr_expect_eq(strchr(picture, '\n')[1], 0, "one line of half blocks holds the only row");
    bench_free(&bench);
}

/* Elements open and close in order, attributes are quoted, no stray markup. */
static void expect_well_formed(const char *xml)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *p = strchr(xml, '<'); p; p = strchr(p + 1, '<')) {
        const char *end = strchr(p, '>');
        cr_assert(end);
        if (p[1] == '/') {
            cr_assert_gt(depth, 0);
            const char *name = open[--depth];
            cr_assert(!strncmp(name, p + 2, (size_t)(end - p) - 2), "%.20s closes %.20s", p, name);
        } else if (end[-1] != '/') {
            cr_assert_lt(depth, 64);
            open[depth++] = p + 1;
        }
        size_t quotes = 0;
        for (const char *q = p; q < end; q++)
            quotes += *q == '"';
        cr_assert_eq(quotes % 2, 0);
    }
    cr_assert_eq(depth, 0);
}

static uint32_t times(const char *text, const char *word)
{
    uint32_t n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

Test(nonogram, svg_is_well_formed_and_shows_unknowns_differences_and_title)
{
    struct bench bench = {0};
    open_heart(&bench);
    bench.reading[0].title = "<Heart> & \x01\xff";
    uint64_t *domains = bench_marks(&bench, 0, heart), *other = bench_marks(&bench, 0, heart);
    domains[0] = 3;
    other[99] = 2;
    char *svg = bench_render(&bench, 0, RT_RENDER_SVG, domains, other);
    expect_well_formed(svg);
    cr_expect(strstr(svg, "<title>&lt;Heart&gt; &amp; ?\?</title>"));
    cr_expect_eq(times(svg, "url(#unknown)"), 1);
    cr_expect_eq(times(svg, "class=\"differs\""), 2);
    cr_expect(strstr(svg, "upper half: this one, lower: the other"));
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/mushroom.nonogram"), RT_OK);
    domains = bench_marks(&bench, 0, bench.reading[0].solution);
    svg = bench_render(&bench, 0, RT_RENDER_SVG, domains, NULL);
    expect_well_formed(svg);
    cr_expect(strstr(svg, "fill=\"#d62728\""));
    bench_free(&bench);
}

Test(nonogram, shipped_pictures_with_a_solution_are_right)
{
    static const char *const files[] = {"nonogram/sailboat.non", "nonogram/mushroom.nonogram"};
    for (size_t i = 0; i < 2; i++) {
        struct bench bench = {0};
        struct rt_verdict verdict;
        cr_assert_eq(bench_read_file(&bench, "EXAMPLES", files[i]), RT_OK, "%s", bench.fault.what);
        cr_expect(bench_verify(&bench, 0, bench.reading[0].solution, &verdict), "%s: %s", files[i],
                  verdict.what);
        bench_free(&bench);
    }
}
