/* Masyu's formats between each other: what goes along with a board, which format claims what, and every real
 * file. */
#include "masyu_bench.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const all[] = {"rows", "list",  "puzzlink",  "pzprv3", "sgt",
                                  "task", "janko", "puzzlekit", "penpa"};
enum { FORMATS = sizeof all / sizeof *all };

/* A 3 x 2 board, its loop, and what the formats that hold a loop say of it. */
static const char board[] = "masyu 3 2\n..W\nB..\n";
static const char loop[] = "┌───○\n│   │\n●───┘\n";
static const char partial[] = ". .-W\n| x\nB . .\n";

struct sample {
    const char *format, *text;
};

static const struct sample samples[] = {
    {"rows", "..W\nB..\n"},
    {"rows", "- - w\nb - -"},
    {"rows", "001\n200\n"},
    {"rows", ". . 1\n2 . .\n"},
    {"list", "# a comment\nname\trows\nfirst one\t..W/B..\n"},
    {"list", "..W/B../"},
    {"puzzlink", "https://puzz.link/p?mashu/3/2/1i"},
    {"puzzlink", "u1\tmashu/v:/3/2/1i\tnobody\tunique"},
    {"pzprv3", "pzprv3\nmashu\n2\n3\n. . 1 \n2 . . \n0 0 \n0 0 \n0 0 0 \n"},
    {"pzprv3", "pzprv3/mashu/2/3/. . 1 /2 . . /0 0 /0 0 /0 0 0 /"},
    {"pzprv3", "pzprv3.1\r\nmashu\r\n2\r\n3\r\n. . 1\r\n2 . .\r\n"},
    {"pzprv3", "pzprv3\nmashu\n2\n3\n. . 1 \n2 . . \n0 0 \n0 0 \n0 0 0 \ninfo:{\n \"metadata\":{}\n}\n"},
    {"sgt", "3x2:bWBb"},
    {"task", "3x2:bWBb"},
    {"janko", "begin\npuzzle masyu\nauthor somebody\nrows 2\ncols 3\nproblem\n- - w\nb - -\nend\n"},
    {"janko",
     "<script>\n[begin]\n[puzzle]\nmasyu\n[unit] 30\n[problem]\n- - w\nb - -\n[moves]\naa\n[end]\n</script>"},
    {"puzzlekit", "2 3\n- - w\nb - -\n"},
    {"puzzlekit", "2\n3\n- - w\nb - -\n"},
    {"puzzlekit", "3 2\n- - w\nb - -\n"},
    {"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"2 3\\n- - w\\nb - -\", \"solution\": \"\"}}}"},
};

Test(masyu_formats, one_board_in_every_spelling)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct bench bench = {0};
        cr_assert_eq(bench_read_string(&bench, samples[i].format, samples[i].text), RT_OK, "%s: %s",
                     samples[i].text, bench.fault.what);
        cr_expect_eq(bench.count, 1);
        cr_expect_str_eq(bench.reading->text, board);
        bench_free(&bench);
    }
}

/* The loop is the solution of an easier board; here it only has to be kept. */
static const struct sample solved[] = {
    {"pzprv3", "pzprv3\nmashu\n2\n3\n. . 1\n2 . .\n1 1 \n1 1 \n1 0 1 \n"},
    {"pzprv3", "pzprv3\nmashu\n2\n3\n. . 1\n2 . .\n1 1 \n1 1 \n1 -1 1 \n"},
    {"task", "3x2:bWBb:yyyyyny"},
    {"janko", "begin\npuzzle masyu\nproblem\n- - w\nb - -\nsolution\nse ew ws\nen we wn\nend\n"},
    {"puzzlekit", "2 3\n- - w\nb - -\n\n2 3\nse ew sw\nne ew nw\n"},
    {"puzzlekit",
     "{\"a\": {\"problem\": \"2 3\\n- - w\\nb - -\", \"solution\": \"2 3\\nse ew sw\\nne ew nw\"}}"},
};

Test(masyu_formats, a_solution_goes_along)
{
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        struct bench bench = {0};
        cr_assert_eq(bench_read_string(&bench, solved[i].format, solved[i].text), RT_OK, "%s: %s",
                     solved[i].text, bench.fault.what);
        cr_assert_not_null(bench.reading->solution, "%s", solved[i].text);
        cr_expect_str_eq(bench.reading->solution, loop);
        bench_free(&bench);
    }
}

Test(masyu_formats, a_title_that_looks_like_source_is_a_title)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_string(&bench, "task", "bWBbBb a task = 'cW'\nvar a = 1; var task = 'cW';"),
                 RT_OK, "%s", bench.fault.what);
    cr_expect_eq(bench.count, 2);
    cr_expect_str_eq(bench.reading[0].text, "masyu 3 3\n..W\nB..\nB..\n");
    cr_expect_str_eq(bench.reading[0].title, "a task = 'cW'");
    cr_expect_str_eq(bench.reading[1].text, "masyu 2 2\n..\n.W\n");
    bench_free(&bench);
}

Test(masyu_formats, half_a_drawing_is_marks)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_string(&bench, "pzprv3", "pzprv3/mashu/2/3/. . 1 /2 . . /0 1 /0 0 /1 -1 0 /"),
                 RT_OK);
    cr_expect_str_eq(bench.reading->marks, partial);
    cr_expect_str_eq(bench.reading->solution, "╷ ╶─○\n│\n● · ·\n");
    char *address = bench_write(&bench, "penpa");
    cr_assert(address);
    bench.reading->marks = bench.reading->solution = NULL;
    cr_assert_eq(bench_read_string(&bench, "penpa", address), RT_OK);
    cr_expect_str_eq(bench.reading->marks, partial);
    cr_expect_null(bench.reading->solution);
    bench_free(&bench);
}

static bool holds_loop(const char *format)
{
    return strcmp(format, "rows") && strcmp(format, "list") && strcmp(format, "puzzlink") &&
           strcmp(format, "sgt");
}

static bool holds_title(const char *format)
{
    return strcmp(format, "rows") && strcmp(format, "pzprv3") && strcmp(format, "puzzlekit");
}

/* From each format to each: the same board, and the loop and the title where both can hold them. */
Test(masyu_formats, round_trips_keep_the_board_and_what_both_can_hold)
{
    for (int from = 0; from < FORMATS; from++)
        for (int to = 0; to < FORMATS; to++) {
            struct bench first = {0}, second = {0}, third = {0};
            cr_assert_eq(bench_read_string(&first, "rows", "..W\nB..\n"), RT_OK);
            first.reading->solution = (char *)(uintptr_t)loop;
            first.reading->title = (char *)(uintptr_t) "Two, three";
            char *text = bench_write(&first, all[from]);
            cr_assert(text, "%s: %s", all[from], first.fault.what);
            cr_assert_eq(bench_read_string(&second, all[from], text), RT_OK, "%s: %s", text,
                         second.fault.what);
            text = bench_write(&second, all[to]);
            cr_assert(text, "%s: %s", all[to], second.fault.what);
            cr_assert_eq(bench_read_string(&third, all[to], text), RT_OK, "%s: %s", text, third.fault.what);
            cr_expect_str_eq(third.reading->text, board);
            if (holds_loop(all[from]) && holds_loop(all[to]))
                cr_expect_str_eq(third.reading->solution, loop);
            if (holds_title(all[from]) && holds_title(all[to]))
                cr_expect_str_eq(third.reading->title, "Two, three");
            cr_expect_str_eq(bench_write(&third, all[to]), text, "%s, written again, is the same", all[to]);
            bench_free(&first);
            bench_free(&second);
            bench_free(&third);
        }
}

Test(masyu_formats, boards_of_one_row_or_column)
{
    static const char *const boards[] = {"W.B.W\n", ".\nW\nB\n", "B\n"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int f = 0; f < FORMATS; f++) {
            struct bench bench = {0}, again = {0};
            cr_assert_eq(bench_read_string(&bench, "rows", boards[i]), RT_OK);
            char *text = bench_write(&bench, all[f]);
            if (!strcmp(all[f], "list") && bench.reading->height == 1) {
                cr_expect(!text && strstr(bench.fault.what, "a board of one row has none"));
            } else {
                cr_assert(text, "%s: %s", all[f], bench.fault.what);
                cr_assert_eq(bench_read_string(&again, all[f], text), RT_OK, "%s: %s", text,
                             again.fault.what);
                cr_expect_str_eq(again.reading->text, bench.reading->text);
            }
            bench_free(&bench);
            bench_free(&again);
        }
}

Test(masyu_formats, only_two_can_say_that_every_cell_is_visited)
{
    for (int f = 0; f < FORMATS; f++) {
        struct bench bench = {0};
        bool can = !strcmp(all[f], "rows") || !strcmp(all[f], "puzzlink");
        cr_assert_eq(bench_read_string(&bench, "puzzlink", "mashu/f/v:/4/4/1000i0"), RT_OK);
        cr_expect_eq(bench_write(&bench, all[f]) != NULL, can, "%s", all[f]);
        cr_expect(can || strstr(bench.fault.what, "can't say that the loop visits every cell"));
        bench_free(&bench);
    }
}

struct slip {
    const char *format, *text;
    uint32_t line, column;
    const char *what;
};

static const struct slip slips[] = {
    {"rows", "..1\n...\n1..\n", 1, 0, "write W and B"},
    {"rows", ".01\n.2.\n...\n", 2, 2, "with '.' and '0' a 0 is a white pearl"},
    {"rows", "W.1\n...\n...\n", 1, 3, "'1' is no cell; use '.'"},
    {"rows", "013\n200\n000\n", 1, 3, "'3' is no cell; without '.' 0 is an empty one"},
    {"list", "", 1, 0, "no board in this file"},
    {"list", "# none\n", 1, 0, "no board in this file"},
    {"list", "a\t../..\nb\t../.\n", 2, 6, "row 2 has 1 cells, but row 1 has 2"},
    {"list", "a\t../.X\n", 1, 7, "'X' is no cell"},
    {"list", "a\t../..\nb\n", 2, 1, "this is no board"},
    {"pzprv3", "pzprv3\nslither\n2\n2\n", 2, 1, "a 'slither' puzzle"},
    {"pzprv3", "pzprv3\nmashu\n2\n", 3, 0, "the number of columns is missing"},
    {"pzprv3", "pzprv3\nmashu\nx\n2\n", 3, 1, "expected the number of rows"},
    {"pzprv3", "pzprv3\nmashu\n900\n900\n. .\n", 4, 0, "too short for a board"},
    {"pzprv3", "pzprv3\nmashu\n4\n13055\n", 4, 0, "too short for a board"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. 3 \n", 6, 3, "'3' is no cell"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. - \n", 6, 3, "whose colour is not known"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. . . \n", 6, 5, "here is one more"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. \n", 6, 0, "row 2 of the cells has 1 entries, not 2"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n", 5, 0, "ends after 1 of 2 rows of cells"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. . \n0 \n2 \n", 8, 1, "'2' says nothing of an edge"},
    {"pzprv3", "pzprv3\nmashu\n2\n2\n. . \n. . \n0 \n0 \n0 0 \n7\n", 10, 1, "more behind the edges"},
    {"pzprv3", "pzprv3/mashu/2/2/. . /. x /", 1, 25, "'x' is no cell"},
    {"task", "", 1, 0, "no task in this file"},
    {"task", "aXb", 1, 2, "'X' is not known in a task"},
    {"task", "aWc", 1, 1, "5 cells make no square"},
    {"task", "a:aWbB", 1, 3, "5 cells make no square"},
    {"task", "3x2:aWbB", 1, 5, "the task has 5 cells; a board 3 wide and 2 high has 6"},
    {"task", "a:aWaB:yn", 1, 8, "the answer has 2 letters"},
    {"task", "a:aWaB:ynxy", 1, 10, "an answer is made of y"},
    {"janko", "puzzle masyu\n", 1, 0, "no line 'begin'"},
    {"janko", "begin\nproblem\n- -\n- -\nend\n", 5, 0, "the entry 'puzzle masyu' is missing"},
    {"janko", "begin\npuzzle hitori\nend\n", 2, 0, "a 'hitori' puzzle"},
    {"janko", "begin\npuzzle masyu\nsize x\n", 3, 0, "expected a size"},
    {"janko", "begin\npuzzle masyu\nproblem\nend\n", 4, 0, "no rows under 'problem'"},
    {"janko", "begin\npuzzle masyu\nsize 2\nproblem\n- -\n- - -\nend\n", 6, 0, "row 2 has 3 cells"},
    {"janko", "begin\npuzzle masyu\nsize 3\nproblem\n- - -\n- - -\nend\n", 6, 0,
     "has 2 rows, but it is 3 high"},
    {"janko", "begin\npuzzle masyu\nproblem\n- x\n- -\nend\n", 4, 3, "'x' is no cell"},
    {"janko", "begin\npuzzle masyu\nproblem\n- -\n- -\nsolution\nse sw\nend\n", 7, 0,
     "the solution has 1 rows"},
    {"janko", "begin\npuzzle masyu\nproblem\n- -\n- -\nsolution\nse sw\nne -\nend\n", 7, 0,
     "leaves r1c2 towards the south, and the cell there has no such line"},
    {"janko", "begin\npuzzle masyu\nproblem\n- -\n- -\nsolution\nnw -\n- -\nend\n", 7, 0,
     "and the board ends there"},
    {"puzzlekit", "x\n", 1, 0, "begins with its rows and columns"},
    {"puzzlekit", "2 2\n- -\n- b w\n", 3, 0, "row 2 has 3 cells"},
    {"puzzlekit", "2 2\n- -\n- x\n", 3, 3, "'x' is no cell"},
    {"puzzlekit", "2 2\n- -\n", 2, 0, "ends after row 1"},
    {"puzzlekit", "2 2\n- -\n- -\nmore\n", 4, 0, "there can only be a solution"},
    {"puzzlekit", "2 2\n- -\n- -\n2 2\nse sw\nne x\n", 6, 4, "says not where the line goes"},
    {"puzzlekit", "{\"a\": 1}", 1, 0, "no object with a \"problem\""},
    {"puzzlekit", "{\n\"a\": {\n\"problem\": \"2 2\\n- -\\n- x\"}}", 3, 3, "'x' is no cell"},
    {"puzzlekit", "{\"a\": ", 1, 0, "no JSON any more"},
    {"penpa", "https://swaroopg92.github.io/penpa-edit/", 1, 1, "no address of a puzzle"},
    {"penpa", "m=edit&p=7VX!", 1, 13, "'!' does not belong to the data"},
    {"penpa", "m=edit&p=7VXBjtMw", 1, 10, "is damaged, or its end is missing"},
    {"penpa", "m=edit&p=", 1, 10, "is damaged"},
};

Test(masyu_formats, slips_are_told_with_their_place)
{
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct bench bench = {0};
        const struct slip *s = &slips[i];
        cr_expect_eq(bench_read_string(&bench, s->format, s->text), RT_EINPUT, "%s", s->text);
        cr_expect(strstr(bench.fault.what, s->what), "%s: %s", s->text, bench.fault.what);
        cr_expect(bench.fault.line == s->line && bench.fault.column == s->column, "%s: %u:%u: %s", s->text,
                  bench.fault.line, bench.fault.column, bench.fault.what);
        cr_expect_lt(bench.arena.used, 1 << 18);
        bench_free(&bench);
    }
}

/* Addresses of Penpa+ with margins, drawings, and faults: made for this test, deflated by zlib. */
Test(masyu_formats, penpa_addresses_with_margins_names_and_drawings)
{
    struct bench bench = {0};
    cr_assert_eq(
        bench_read_string(
            &bench, "penpa",
            "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJSugsFJyZlFyTmq8jxJQVkfJ2AQ"
            "oagQX9VXSMYqt1anys6quBWn0AdPRRmYgU3XAZCwA"),
        RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading->text, "masyu 3 2\n.W.\nB..\n");
    cr_expect_null(bench.reading->marks);
    cr_assert_eq(
        bench_read_string(
            &bench, "penpa",
            "m=edit&p=RY7LCsMgEEX3fsas76I6eajf0GZfgpQSXARCoSmFEvHfM9rQupDD9Z4ZX8/3fY1owGCLEzS0GrWAYFA"
            "pq7RdfSLTk5eYpnmdlng7k7yCuJHU/NILwYSMbfApi0jL/IhU5A7FZ8gYcPulDsWWkcaSd7Ym7n9q6VML7iho7g9"
            "wbQHZMYokP0a9ww4="),
        RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading->marks, ".-Wx.\n| |\nB . .\n");
    cr_assert_eq(
        bench_read_string(
            &bench, "penpa",
            "m=edit&p=Ky4sTSxK1THWMdIxtuCKNtABw1iu6lquaqXiytyk/Bwlq2olQzMlq2hDHaXkzKLknNT4YCUdw9haoJJ"
            "aAA=="),
        RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading->text, "masyu 3 2\nW..\n...\n");
    cr_assert_eq(bench_read_string(
                     &bench, "penpa",
                     "m=edit&p=Ky4sTSxK1THWMdIxttAJySzJSbVSSFQ1clZI0nEsLcnIL7JS8ErMS+WKNtABw1iu6loIAgA="),
                 RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading->title, "a, b");
    cr_expect_str_eq(bench.reading->author, "Jane");
    bench_free(&bench);
}

static const char *const penpa_slips[][2] = {
    {"a board of shape 'hex'",
     "m=edit&p=y0it0DHRMdYxtuCKNtQxAELDWK7qWq7qqkiraiUjcyUroLBScmZRck5qvI8SUFZHydgEKGoEF/VV0jG"
     "KrdWp8rOqrgVp9AHT0UZmOoZACCZjAQ=="},
    {"clues of the kind 'number'",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuoqP6tqJSNzJatoJWMloLySoVJsrU5VpFV1LUj"
     "WB0xHG5mBtOqAyVgA"},
    {"the symbol in r1c2 ('circle_L' 3) is no pearl",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJatoYx2l5Myi5JzUeB8loGwtSNL"
     "HqhpIRxuZgXTqgMlYAA=="},
    {"('star' 1) is no pearl",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJSugsFJxSWKRElCmFiThY1UNpKO"
     "NzEC6dMBkLAA="},
    {"('circle_L' ) is no pearl",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJatokHisjlJyZlFyTmq8jxJQRS1"
     "IgY9VNZCONjID6dYBk7EA"},
    {"a symbol beside the cells",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSMDJSugsFJyZlFyTmq8jxJQthYk6WN"
     "VDaSjjcxAOnXAZCwA"},
    {"not a rectangle",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJSugsFJyZlFyTmq8jxJQVkfJ2AQ"
     "oagQX9VXSMYqt1anys6quBWn0AdPRRmYgU3XMgJIA"},
    {"margins leave nothing",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgYygDCWq7qWq7oq0qpaychcySraUEcpObMoOSc13kdJxzBWR8n"
     "YBChqBBf1VdIxiq3VqfKzqq4FafQB09FGZiBTdcBkLAA="},
    {"not four numbers",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNtQxiOWqruWqroq0qlYyMleyAgopJWcWJeekxvso6RjG6igZmwB"
     "FjeCivko6RrG1OlV+VtW1II0+YDrayAxkog6YjAUA"},
    {"the size in the address is no number",
     "m=edit&p=Ky4sTSxK1anQMeaKNtQxAELDWK7qWq7qqkiraiUjcyUroLBScmZRck5qvI8SUFZHydgEKGoEF/VV0jG"
     "KrdWp8rOqrgVp9AHT0UZmOoZACCZjAQ=="},
    {"too large", "m=edit&p=Ky4sTSxK1bEEAjDBFW2oYwCEhrFc1bVc1VWRVtVKRuZKVkBhpeTMouSc1HgfJaCsjpKxCVDUCC7qq6R"
                  "jFFurU+VnVV0L0ugDpqONzHQMgRBMxgIA"},
    {"no puzzle of Penpa+", "m=edit&p=Ky4sTSxK1THRMeaKNtABw1gA"},
    {"the puzzle in the address is damaged",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJSugsFJyZlFyTmq8jxJQVkfJyEI"
     "JKO9jVV1byxVtZAbSrAMmYwE="},
    {"the lines in the address are damaged",
     "m=edit&p=Ky4sTSxK1THRMdYxttAx0DHUMeSKNgQygMxYruparuqqSKtqJSNzJSugsFJyZlFyTmq8jxJQVkfJ2AQ"
     "oagQX9VXSMYqt1anys6quBWn0gWrkijYyAxmsAyZjAQ=="},
};

Test(masyu_formats, penpa_refuses_what_is_no_masyu)
{
    for (size_t i = 0; i < sizeof penpa_slips / sizeof *penpa_slips; i++) {
        struct bench bench = {0};
        cr_expect_eq(bench_read_string(&bench, "penpa", penpa_slips[i][1]), RT_EINPUT, "%s",
                     penpa_slips[i][0]);
        cr_expect(strstr(bench.fault.what, penpa_slips[i][0]), "%s: %s", penpa_slips[i][0], bench.fault.what);
        cr_expect(bench.fault.line == 1 && bench.fault.column == 10);
        bench_free(&bench);
    }
}

/* Each sample is claimed by its own format more than by any other. */
Test(masyu_formats, each_format_claims_its_own_most)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples + sizeof solved / sizeof *solved; i++) {
        size_t n = sizeof samples / sizeof *samples;
        const struct sample *s = i < n ? &samples[i] : &solved[i - n];
        if (!strcmp(s->format, "task") && !strchr(strchr(s->text, ':') + 1, ':'))
            continue; /* without an answer the same text is a game id */
        if (!strcmp(s->format, "rows") && strpbrk(s->text, "012"))
            continue; /* so few digits may be anything */
        int own = bench_format(s->format)->probe(s->text, strlen(s->text));
        for (int f = 0; f < FORMATS; f++)
            if (strcmp(all[f], s->format))
                cr_expect_lt(bench_format(all[f])->probe(s->text, strlen(s->text)), own, "%s: %s", all[f],
                             s->text);
        cr_expect_gt(own, 0);
    }
    cr_expect_gt(bench_format("rows")->probe("001\n200\n000\n", 12), 0);
    cr_expect_gt(bench_format("rows")->probe(". . 1\n2 . .\n. . .\n", 18), 50);
    cr_expect_gt(bench_format("task")->probe("var task = 'bWBbBb';", 20), 80);
}

/* Every format that is recognised by content, over all real files: read, and as many boards as there are
 * lines. */
static uint32_t read_folder(const char *path, const char *format, uint32_t *boards)
{
    char full[1024];
    struct bench *bench = calloc(1, sizeof *bench);
    uint32_t files = 0;
    snprintf(full, sizeof full, "%s/masyu/%s", getenv("RATCHET_PUZZLES"), path);
    DIR *folder = opendir(full);
    cr_assert(folder && bench, "%s", full);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || strstr(entry->d_name, ".tsv") || entry->d_type == DT_DIR)
            continue;
        snprintf(full, sizeof full, "masyu/%s/%s", path, entry->d_name);
        cr_expect_eq(bench_read_file(bench, format, "RATCHET_PUZZLES", full), RT_OK, "%s: %s", full,
                     bench->fault.what);
        files++;
        *boards += bench->count;
        bench_free(bench);
        memset(bench, 0, sizeof *bench);
    }
    closedir(folder);
    free(bench);
    return files;
}

Test(masyu_formats, every_real_file_is_read)
{
    uint32_t boards = 0;
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("no folder with puzzles was given");
    cr_expect_eq(read_folder("own/sgt", "sgt", &boards), 18);
    cr_expect_eq(read_folder("own/sgt-rows", "rows", &boards), 107);
    cr_expect_eq(read_folder("own/stress", "rows", &boards), 3);
    cr_expect_eq(read_folder("own", "rows", &boards), 2);
    cr_expect_eq(read_folder("stay/parerga", "rows", &boards), 9);
    cr_expect_eq(read_folder("stay/stress", "rows", &boards), 6);
    cr_expect_eq(read_folder("stay/pzprjs-negative", "pzprv3", &boards), 11);
    struct bench *bench = calloc(1, sizeof *bench);
    cr_expect_eq(bench_read_file(bench, "list", "RATCHET_PUZZLES", "masyu/stay/puzzle-masyu.tsv"), RT_OK);
    cr_expect_eq(bench->count, 195);
    bench_free(bench);
    cr_expect_eq(bench_read_file(bench, "puzzlink", "RATCHET_PUZZLES", "masyu/stay/puzzlink/urls.tsv"),
                 RT_OK);
    cr_expect_eq(bench->count, 13);
    bench_free(bench);
    free(bench);
}
