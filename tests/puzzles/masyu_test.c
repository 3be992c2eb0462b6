/* The Masyu puzzle: its model, what it calls a solution, marks and pictures. */
#include "masyu_bench.h"

#include <criterion/criterion.h>
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a solution is ---- */

struct illegal {
    const char *rows, *picture, *what, *place;
    uint32_t blamed;
    int64_t white, all_cells;
};

static const char square[] = "·─· ·\n│ │\n·─· ·\n\n· · ·\n";
static const char ring[] = "·─·─·\n│   │\n· · ·\n│   │\n·─·─·\n";

static const struct illegal answers[] = {
    {"...\n.B.\n...\n", "· · ·\n\n· · ·\n\n· · ·\n", "there is no line on the board", "", 2},
    {"...\n...\n...\n", "· · ·\n\n· · ·\n\n· · ·\n", "there is no line on the board", "", 4},
    {"...\n...\n...\n", "·─·─·\n│ │ │\n·─·─·\n\n· · ·\n", "the line branches", "r1c2", 3},
    {"...\n...\n...\n", "· · ·\n  │\n·─·─·\n  │\n· · ·\n", "the line crosses itself", "r2c2", 3},
    {"W..\n...\n...\n", square, "the line turns on a white pearl", "r1c1", 2},
    {"...\n..B\n...\n", ring, "the line goes straight on a black pearl", "r2c3", 2},
    {"B..\n...\n...\n", square, "the line turns right next to a black pearl", "r1c1", 2},
    {"..W..\n.....\n", "·─·─·─·─·\n│       │\n·─·─·─·─·\n", "the line turns on neither side of a white pearl",
     "r1c3", 4},
    {".W..\n....\n", "·─·─·─·\n│     │\n·─·─·─·\n", "the line does not turn on both sides of a white pearl",
     "r1c2", 2, RT_MASYU_BOTH},
    {"...\n...\n..W\n", square, "the line misses a white pearl", "r3c3", 1},
    {"...\n.W.\n...\n", ring, "the line misses a white pearl", "r2c2", 2},
    {"...\n...\n..B\n", square, "the line misses a black pearl", "r3c3", 1},
    {"...\n...\n...\n", "·─·─·\n│   │\n· · ·\n│\n· · ·\n", "the line has a dead end", "r2c3", 3},
    {".....\n.....\n", "·─· · ·─·\n│ │   │ │\n·─· · ·─·\n", "there is more than one loop", "r1c1", 5},
    {"...\n...\n...\n", ring, "the line misses a cell, and it must visit every one", "r2c2", 3, 0, 1},
    {".W.....\n.......\n.......\n",
     "·─·─· · ·─·─·\n│   │   │   │\n· · · · · · ·\n│   │   │   │\n·─·─· · ·─·─·\n",
     "there is more than one loop", "r1c5", 8},
};

Test(masyu, each_way_to_be_wrong_has_its_own_reason_and_place)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const struct illegal *a = &answers[i];
        struct bench bench = {.white = a->white, .all_cells = a->all_cells};
        struct rt_verdict verdict;
        bench_board(&bench, a->rows);
        cr_expect_not(bench_judge(&bench, a->picture, &verdict), "%zu", i);
        cr_expect_str_eq(verdict.what, a->what);
        cr_expect_str_eq(verdict.place, a->place);
        cr_expect_eq(verdict.nblame, a->blamed, "%zu: %u", i, verdict.nblame);
        bench_free(&bench);
    }
}

/* What the checks of all scopes say together. */
static bool checks_hold(const struct solver *solver, const uint8_t *values)
{
    for (uint32_t k = 0; k < solver_nscopes(solver); k++) {
        struct solver_scope scope = solver_scope(solver, k);
        uint8_t own[64];
        uint32_t blame[64];
        struct rt_verdict verdict = {.blame = blame};
        for (uint32_t p = 0; p < scope.n; p++)
            own[p] = values[scope.vars[p]];
        if (scope.kind->check(scope.payload, scope.payload_size, own, scope.n, &verdict) != RT_OK)
            return false;
    }
    return true;
}

struct legal {
    uint32_t bits[4096], n;
};

/* Tries every assignment: scopes and verify must agree; keeps the legal ones. A board of one cell has no
 * edges, and no scopes. */
static void try_all(struct bench *bench, struct legal *legal)
{
    uint32_t n = bench_edges(bench);
    struct solver *solver = bench_solver(bench, false);
    legal->n = 0;
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        uint8_t values[32];
        uint32_t blame[32];
        struct rt_verdict verdict;
        for (uint32_t e = 0; e < n; e++)
            values[e] = bits >> e & 1;
        bool holds = puzzle_verify(bench->reading->puzzle, values, n, &verdict, blame) == RT_OK;
        cr_assert(!n || holds == checks_hold(solver, values), "%s%x: %s", bench->reading->text, bits,
                  verdict.what);
        if (holds)
            legal->bits[legal->n++] = bits;
    }
    solver_free(solver);
}

/* No legal assignment agrees with what is blamed. */
static void expect_just_blame(struct bench *bench, const struct legal *legal)
{
    uint32_t n = bench_edges(bench);
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        uint8_t values[32];
        uint32_t blame[32], mask = 0;
        struct rt_verdict verdict;
        for (uint32_t e = 0; e < n; e++)
            values[e] = bits >> e & 1;
        if (puzzle_verify(bench->reading->puzzle, values, n, &verdict, blame) == RT_OK)
            continue;
        for (uint32_t i = 0; i < verdict.nblame; i++)
            mask |= 1u << blame[i];
        mask = verdict.nblame ? mask : (1u << n) - 1;
        for (uint32_t i = 0; i < legal->n; i++)
            cr_assert_neq(legal->bits[i] & mask, bits & mask, "%s%x: %s", bench->reading->text, bits,
                          verdict.what);
    }
}

static uint32_t count_all(const char *rows, int64_t white, int64_t all_cells)
{
    static struct legal legal;
    struct bench bench = {.white = white, .all_cells = all_cells};
    bench_board(&bench, rows);
    try_all(&bench, &legal);
    expect_just_blame(&bench, &legal);
    cr_expect_eq(bench_solve(&bench, false), legal.n, "%s", rows);
    cr_expect_eq(bench_solve(&bench, true), legal.n, "%s", rows);
    bench_free(&bench);
    return legal.n;
}

Test(masyu, small_empty_boards_have_as_many_loops_as_they_should)
{
    cr_expect_eq(count_all("..\n..\n", 0, 0), 1);
    cr_expect_eq(count_all("...\n...\n...\n", 0, 0), 13);
    cr_expect_eq(count_all("....\n....\n", 0, 0), 6);
    cr_expect_eq(count_all("....\n....\n....\n", 0, 0), 40);
    cr_expect_eq(count_all("....\n....\n....\n", 0, 1), 2);
    cr_expect_eq(count_all("...\n...\n...\n", 0, 1), 0, "an odd board has no loop through all cells");
}

Test(masyu, a_board_one_cell_wide_has_no_loop)
{
    cr_expect_eq(count_all(".....\n", 0, 0), 0);
    cr_expect_eq(count_all(".\n.\n", 0, 1), 0);
    cr_expect_eq(count_all("W\nB\n.\n", 0, 0), 0);
    cr_expect_eq(count_all("WB.\n", 0, 1), 0);
    cr_expect_eq(count_all(".", 0, 0), 0);
    cr_expect_eq(count_all("W", 0, 0), 0);
    cr_expect_eq(count_all("B", 0, 1), 0);
}

static void random_rows(struct random *random, uint32_t width, uint32_t height, char *rows)
{
    for (uint32_t r = 0; r < height; r++) {
        for (uint32_t c = 0; c < width; c++) {
            uint64_t die = random_below(random, 8);
            *rows++ = die == 0 ? 'W' : die == 1 ? 'B' : '.';
        }
        *rows++ = '\n';
    }
    *rows = 0;
}

Test(masyu, scopes_mean_what_verify_means_and_blame_is_just)
{
    struct random random = {0};
    char rows[32];
    random_seed(&random, 11);
    for (uint32_t round = 0; round < 60; round++) {
        bool wide = round % 15 == 0;
        random_rows(&random, wide ? 4 : 3, 3, rows);
        count_all(rows, round % 3, random_below(&random, 4) == 0);
    }
}

Test(masyu, the_variants_of_white_differ_on_one_board)
{
    static const uint32_t expected[] = {2, 0, 6}; /* standard, both, straight */
    for (int64_t white = 0; white < 3; white++) {
        struct bench bench = {.white = white};
        cr_assert_eq(bench_read_file(&bench, "rows", "EXAMPLES", "masyu/article-a-7x7.txt"), RT_OK);
        cr_expect_eq(bench_solve(&bench, true), expected[white]);
        cr_assert_eq(bench_read_file(&bench, "rows", "EXAMPLES", "masyu/article-b-5x5.txt"), RT_OK);
        cr_expect_eq(bench_solve(&bench, true), 0);
        bench_free(&bench);
    }
}

Test(masyu, one_pearl_more_makes_it_unique)
{
    struct bench bench = {0};
    bench_board(&bench, "..W..WB\n.......\nB..W...\n....B..\n.W....W\n...B...\n.W...W.\n");
    cr_expect_eq(bench_solve(&bench, true), 1);
    bench_free(&bench);
}

/* ---- the model ---- */

static const char *place_of(struct bench *bench, uint32_t var)
{
    static char name[64];
    return puzzle_place(bench->reading->puzzle, var, name, sizeof name);
}

static char *words(struct bench *bench, int (*describe)(struct puzzle *, uint32_t, uint32_t, struct text *),
                   uint32_t var, uint32_t value)
{
    struct text out = {0};
    cr_assert_eq(describe(bench->reading->puzzle, var, value, &out), RT_OK);
    char *copy = arena_string(&bench->arena, text_string(&out));
    text_free(&out);
    return copy;
}

static int scope_words(struct puzzle *puzzle, uint32_t scope, uint32_t unused, struct text *out)
{
    (void)unused;
    return puzzle_describe_scope(puzzle, scope, out);
}

Test(masyu, edges_and_scopes_have_names)
{
    struct bench bench = {0};
    bench_board(&bench, "....\n.W..\n...B\n");
    cr_expect_str_eq(place_of(&bench, 0), "r1c1-r1c2");
    cr_expect_str_eq(place_of(&bench, 8), "r3c3-r3c4");
    cr_expect_str_eq(place_of(&bench, 9), "r1c1-r2c1");
    cr_expect_str_eq(place_of(&bench, 16), "r2c4-r3c4");
    cr_expect_str_eq(words(&bench, puzzle_describe, 8, 1), "there is a line between r3c3 and r3c4");
    cr_expect_str_eq(words(&bench, puzzle_describe, 9, 0), "there is no line between r1c1 and r2c1");
    cr_expect_str_eq(words(&bench, scope_words, 5, 0), "cell r2c2");
    cr_expect_str_eq(words(&bench, scope_words, 12, 0), "the whole loop");
    cr_expect_str_eq(words(&bench, scope_words, 13, 0), "the white pearl r2c2");
    cr_expect_str_eq(words(&bench, scope_words, 14, 0), "the black pearl r3c4");
    struct text out = {0};
    cr_expect_str_eq(words(&bench, scope_words, 15, 0), "the whole board");
    cr_expect_lt(puzzle_describe_scope(bench.reading->puzzle, 16, &out), 0);
    text_free(&out);
    bench_free(&bench);
}

static const char *at(struct bench *bench, const struct solver_scope *scope, int8_t position)
{
    return position < 0 ? "" : place_of(bench, scope->vars[position]);
}

Test(masyu, the_model_has_a_variable_an_edge_and_a_scope_a_cell_the_loop_and_each_pearl)
{
    struct bench bench = {.white = RT_MASYU_BOTH};
    bench_board(&bench, "...B\n.W..\n....\n");
    struct solver *solver = bench_solver(&bench, false);
    cr_assert_eq(solver_nvars(solver), 17);
    cr_assert_eq(solver_nscopes(solver), 12 + 1 + 2);
    cr_expect_str_eq(solver_scope_kind(solver, 0), RT_LOOP_VERTEX);
    cr_expect_eq(solver_scope(solver, 0).n, 2);
    cr_expect_eq(solver_scope(solver, 5).n, 4);
    cr_expect_eq(((const struct rt_loop_vertex *)solver_scope(solver, 5).payload)->must, 1);
    cr_expect_eq(((const struct rt_loop_vertex *)solver_scope(solver, 6).payload)->must, 0);
    const struct rt_loop_single *graph = solver_scope(solver, 12).payload;
    cr_expect(graph->nv == 12 && graph->ne == 17 && graph->nf == 1 + 6);
    cr_expect(graph->face[0] == 0 && graph->face[1] == 1,
              "r1c1-r1c2 lies between outside and the first square");
    struct solver_scope white = solver_scope(solver, 14);
    const struct rt_masyu_pearl *p = white.payload;
    cr_expect_str_eq(white.kind->id, RT_MASYU_WHITE);
    cr_expect_eq(p->variant, RT_MASYU_BOTH);
    cr_expect_str_eq(at(&bench, &white, p->near[0]), "r1c2-r2c2");
    cr_expect_str_eq(at(&bench, &white, p->far[0]), "");
    cr_expect_str_eq(at(&bench, &white, p->near[1]), "r2c2-r2c3");
    cr_expect_str_eq(at(&bench, &white, p->far[1]), "r2c3-r2c4");
    cr_expect_str_eq(at(&bench, &white, p->side[1][0]), "r1c3-r2c3");
    cr_expect_str_eq(at(&bench, &white, p->side[1][1]), "r2c3-r3c3");
    cr_expect_str_eq(at(&bench, &white, p->side[3][0]), "r2c1-r3c1");
    cr_expect_eq(p->cell[3], RT_MASYU_NONE);
    const struct rt_masyu_pearl *black = solver_scope(solver, 13).payload;
    cr_expect_eq(black->cell[0], RT_MASYU_OUTSIDE);
    cr_expect_eq(black->side_cell[3][0], RT_MASYU_NONE);
    solver_free(solver);
    bench_free(&bench);
}

/* ---- pictures and marks ---- */

static const char article[] = ".W.\n...\n..B\n";

Test(masyu, an_open_board_is_letters_and_blanks)
{
    struct bench bench = {0};
    bench_board(&bench, article);
    cr_expect_str_eq(bench_render(&bench, RT_RENDER_ASCII, NULL, NULL), ". W .\n\n. . .\n\n. . B\n");
    uint64_t *marks = bench_marks(&bench, ".-W-.\n|   x\n. .x.\n?\n. . B\n");
    cr_assert(marks, "%s", bench.fault.what);
    cr_expect_str_eq(bench_render(&bench, RT_RENDER_ASCII, marks, NULL), ".-W-.\n|   x\n. .x.\n\n. . B\n");
    bench_free(&bench);
}

Test(masyu, a_solved_board_is_drawn_through)
{
    struct bench bench = {0};
    bench_board(&bench, article);
    const char *drawn = "┌─○─┐\n│   │\n│ · │\n│   │\n└───●\n";
    uint64_t *marks = bench_marks(&bench, drawn);
    cr_assert(marks, "%s", bench.fault.what);
    cr_expect_str_eq(bench_render(&bench, RT_RENDER_ASCII, marks, NULL),
                     "┌─○─┐\n│   │\n│ · │\n│   │\n└───●\n");
    struct rt_verdict verdict;
    cr_expect(bench_judge(&bench, "┌─○─┐\n│   │\n│ · │\n│   │\n└─·─●\n", &verdict), "%s", verdict.what);
    bench_free(&bench);
}

/* Every grid reads back as what it was. */
Test(masyu, pictures_read_back)
{
    struct random random = {0};
    random_seed(&random, 3);
    for (uint32_t round = 0; round < 400; round++) {
        struct bench bench = {0};
        char rows[64];
        uint64_t domains[64];
        random_rows(&random, 1 + (uint32_t)random_below(&random, 5), 1 + (uint32_t)random_below(&random, 5),
                    rows);
        bench_board(&bench, rows);
        uint64_t open = random_below(&random, 3);
        for (uint32_t e = 0; e < bench_edges(&bench); e++)
            domains[e] = random_below(&random, 4) < open ? 3 : 1 + random_below(&random, 2);
        char *picture = bench_render(&bench, RT_RENDER_ASCII, domains, NULL);
        uint64_t *marks = bench_marks(&bench, picture);
        cr_assert(marks, "%s%s", picture, bench.fault.what);
        cr_expect_arr_eq(marks, domains, bench_edges(&bench) * sizeof *domains, "%s", picture);
        bench_free(&bench);
    }
}

Test(masyu, marks_typed_by_hand_are_understood)
{
    struct bench bench = {0};
    struct rt_verdict verdict;
    bench_board(&bench, article);
    cr_expect(bench_judge(&bench, "\n+-W-+\n|   |\n.   .\n|   |\n+-+-B\n\n", &verdict),
              "a closed line is complete: %s", verdict.what);
    uint64_t *marks = bench_marks(&bench, "+-W-+\r\n|   |\r\n.   .\r\n|\r\n+-+-B\r\n");
    cr_assert(marks);
    cr_expect_eq(marks[2], 3, "an open line leaves the blanks open");
    marks = bench_marks(&bench, "+-w-+\n|   |\n.?.x.\n|   |\n+-+-b\n");
    cr_assert(marks, "%s", bench.fault.what);
    cr_expect(marks[2] == 3 && marks[3] == 1 && marks[0] == 2);
    bench_free(&bench);
}

static const struct {
    const char *picture;
    uint32_t line, column;
    const char *what;
} slips[] = {
    {"", 0, 0, "the picture has 0 lines; a board 3 high is drawn in 5"},
    {". W .\n\n. . .\n", 3, 0, "the picture has 3 lines"},
    {". W .\n\n. . .\n\n. . B\n\n. . .\n", 7, 0, "the picture has 7 lines"},
    {". . .\n\n. . .\n\n. . B\n", 0, 0, NULL},
    {". B .\n\n. . .\n\n. . B\n", 1, 3,
     "the picture has a black pearl at r1c2, where the puzzle has a white pearl"},
    {"W W .\n\n. . .\n\n. . B\n", 1, 1,
     "the picture has a white pearl at r1c1, where the puzzle has no pearl"},
    {". W .\n-\n. . .\n\n. . B\n", 2, 1, "'-' can't stand between r1c1 and r2c1"},
    {".|W .\n\n. . .\n\n. . B\n", 1, 2, "'|' can't stand between r1c1 and r1c2"},
    {". W .\n |\n. . .\n\n. . B\n", 2, 2, "nothing can stand here"},
    {". W . .\n\n. . .\n\n. . B\n", 1, 7, "more than a board 3 wide takes"},
    {". # .\n\n. . .\n\n. . B\n", 1, 3, "'#' is no sign for a cell; r1c2"},
    {". \xff .\n\n. . .\n\n. . B\n", 1, 3, "0xff is no sign for a cell"},
};

Test(masyu, slips_in_a_picture_are_told_with_their_place)
{
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct bench bench = {0};
        bench_board(&bench, article);
        uint64_t *marks = bench_marks(&bench, slips[i].picture);
        cr_expect_eq(marks != NULL, slips[i].what == NULL, "%zu", i);
        if (slips[i].what) {
            cr_expect(strstr(bench.fault.what, slips[i].what), "%s: %s", slips[i].picture, bench.fault.what);
            cr_expect(bench.fault.line == slips[i].line && bench.fault.column == slips[i].column,
                      "%zu: %u:%u", i, bench.fault.line, bench.fault.column);
        }
        bench_free(&bench);
    }
}

static uint32_t times(const char *text, const char *word)
{
    uint32_t n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* Elements open and close in order, attributes are quoted. */
static void expect_well_formed(const char *xml)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *p = strchr(xml, '<'); p; p = strchr(p + 1, '<')) {
        const char *end = strchr(p, '>');
        size_t quotes = 0;
        cr_assert(end);
        for (const char *q = p; q < end; q++)
            quotes += *q == '"';
        cr_assert_eq(quotes % 2, 0);
        if (p[1] == '/') {
            cr_assert_gt(depth, 0);
            const char *name = open[--depth];
            cr_assert(!strncmp(name, p + 2, (size_t)(end - p) - 2), "%.20s closes %.20s", p, name);
        } else if (end[-1] != '/') {
            cr_assert_lt(depth, 64);
            open[depth++] = p + 1;
        }
    }
    cr_assert_eq(depth, 0);
}

Test(masyu, svg_shows_pearls_loop_crosses_and_what_differs)
{
    struct bench bench = {0};
    bench_board(&bench, article);
    bench.reading->title = "<Ring> & \x01\xff";
    uint64_t *whole = bench_marks(&bench, "┌─○─┐\n│   │\n│ · │\n│   │\n└───●\n");
    uint64_t *part = bench_marks(&bench, ".-W .\n| x\n. . .\n\n. . B\n");
    uint64_t *other = bench_marks(&bench, "┌─○─┐\n│   │\n│ ┌─┘\n│ │\n└─┘ ●\n");
    cr_assert(whole && part && other);
    char *svg = bench_render(&bench, RT_RENDER_SVG, part, NULL);
    expect_well_formed(svg);
    cr_expect(strstr(svg, "<title>&lt;Ring&gt; &amp; ?\?</title>"));
    cr_expect(times(svg, "\"#w\"") == 1 && times(svg, "\"#b\"") == 1 && times(svg, "\"#x\"") == 1);
    cr_expect_null(strstr(bench_render(&bench, RT_RENDER_SVG, whole, NULL), "\"#x\""),
                   "a solved board needs no crosses");
    svg = bench_render(&bench, RT_RENDER_SVG, whole, other);
    expect_well_formed(svg);
    cr_expect(strstr(svg, "class=\"both\"") && strstr(svg, "class=\"first\"") &&
              strstr(svg, "class=\"second\""));
    svg = bench_render(&bench, RT_RENDER_SVG, NULL, NULL);
    expect_well_formed(svg);
    cr_expect_null(strstr(svg, "class=\"first\""));
    bench_free(&bench);
}

/* Faces that the picture tints: side by side in a row they are one rectangle. */
static char *inside(struct bench *bench, const char *picture)
{
    char *svg = bench_render(bench, RT_RENDER_SVG, bench_marks(bench, picture), NULL);
    char *group = strstr(svg, "<g class=\"inside\"");
    *strstr(group, "</g>") = 0;
    return group;
}

Test(masyu, svg_tints_what_is_inside_as_far_as_that_is_known)
{
    struct bench bench = {0};
    bench_board(&bench, "....\n....\n....\n");
    char *whole = inside(&bench, "┌─┐ ·\n│ │\n│ └─┐\n│   │\n└───┘\n");
    cr_expect(times(whole, "<path") == 2 && strstr(whole, "h32v32h-32z") && strstr(whole, "h64v32h-64z"),
              "%s", whole);
    /* One edge on the border is on: the face at it is inside, and so is its neighbour beyond an edge that is
     * off. */
    char *part = inside(&bench, ".-. . .\n  x\n. . . .\n\n. . . .\n");
    cr_expect(times(part, "<path") == 1 && strstr(part, "h64v32h-64z"), "%s", part);
    cr_expect_eq(times(inside(&bench, ".x. . .\n  |\n. . . .\n\n. . . .\n"), "<path"), 1,
                 "across a line from outside");
    cr_expect_eq(times(inside(&bench, ". . . .\n  |\n. . . .\n\n. . . .\n"), "<path"), 0, "not known");
    bench_free(&bench);
}

Test(masyu, ansi_ends_its_colours_with_the_line_and_numbers_narrow_boards)
{
    struct bench bench = {0};
    bench_board(&bench, article);
    bench.reading->title = "Ri\x1b[31mng \xc2\x9b";
    uint64_t *whole = bench_marks(&bench, "┌─○─┐\n│   │\n│ · │\n│   │\n└───●\n");
    uint64_t *other = bench_marks(&bench, "┌─○─┐\n│   │\n│ ┌─┘\n│ │\n└─┘ ●\n");
    char *picture = bench_render(&bench, RT_RENDER_ANSI, whole, other);
    cr_expect(strstr(picture, "\x1b[1mRi?[31mng ?\?"), "a title can't control the terminal");
    cr_expect(strstr(picture, "the other only") && strstr(picture, " 3 "));
    for (char *line = strtok(picture, "\n"); line; line = strtok(NULL, "\n"))
        cr_expect_str_eq(line + strlen(line) - 4, "\x1b[0m");
    bench_free(&bench);
}

Test(masyu, a_large_board_is_read_and_drawn)
{
    struct bench bench = {0};
    char *rows = malloc(201 * 200 + 1);
    for (uint32_t r = 0; r < 200; r++)
        memcpy(rows + r * 201, memset(rows + r * 201, '.', 200), 200), rows[r * 201 + 200] = '\n';
    rows[201 * 200] = 0;
    bench_board(&bench, rows);
    free(rows);
    for (uint32_t kind = RT_RENDER_ASCII; kind <= RT_RENDER_SVG; kind++)
        cr_expect_not_null(bench_render(&bench, kind, NULL, NULL));
    bench_free(&bench);
}

/* ---- boards of pzpr's own tests ---- */

static const struct {
    const char *name, *what;
} reasons[] = {
    {"brNoLine", "there is no line on the board"},
    {"lnBranch", "the line branches"},
    {"lnCross", "the line crosses itself"},
    {"mashuWCurve", "the line turns on a white pearl"},
    {"mashuBStrig", "the line goes straight on a black pearl"},
    {"mashuBCvNbr", "the line turns right next to a black pearl"},
    {"mashuWStNbr", "the line turns on neither side of a white pearl"},
    {"mashuOnLine", "the line misses a white pearl"},
    {"lnDeadEnd", "the line has a dead end"},
    {"lnPlLoop", "there is more than one loop"},
};

/* pzprv3: four lines of head, the board's cells, the edges within rows, the edges within columns. */
static bool read_pzprv3(FILE *file, char rows[43], uint8_t values[60])
{
    char word[32];
    int edge, n = 0;
    for (int i = 0; i < 4; i++)
        cr_assert_eq(fscanf(file, "%31s", word), 1);
    for (int i = 0; i < 36; i++) {
        if (fscanf(file, "%31s", word) != 1)
            return false;
        rows[i / 6 * 7 + i % 6] = *word == '1' ? 'W' : *word == '2' ? 'B' : '.';
        rows[i / 6 * 7 + 6] = '\n';
    }
    rows[42] = 0;
    while (n < 60 && fscanf(file, "%d", &edge) == 1)
        values[n++] = edge == 1;
    return n == 60;
}

Test(masyu, illegal_boards_get_the_reason_that_pzpr_gives)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("no folder with puzzles was given");
    char path[1024], line[256], name[64], reason[64], rows[43];
    uint8_t values[60];
    uint32_t compared = 0;
    snprintf(path, sizeof path, "%s/masyu/stay/pzprjs-negative/failcheck.tsv", getenv("RATCHET_PUZZLES"));
    FILE *list = fopen(path, "r");
    cr_assert(list);
    while (fgets(line, sizeof line, list)) {
        struct bench bench = {0};
        struct rt_verdict verdict;
        cr_assert_eq(sscanf(line, "%63s %63s", name, reason), 2);
        strcpy(strrchr(path, '/') + 1, name);
        FILE *file = fopen(path, "r");
        cr_assert(file, "%s", path);
        if (read_pzprv3(file, rows, values)) {
            bench_board(&bench, rows);
            int status = bench_verify(&bench, values, &verdict);
            const char *expected = "";
            for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
                expected = strcmp(reasons[i].name, reason) ? expected : reasons[i].what;
            cr_expect_str_eq(status == RT_OK ? "" : verdict.what, expected);
            compared++;
        }
        fclose(file);
        bench_free(&bench);
    }
    fclose(list);
    cr_expect_geq(compared, 10);
}
