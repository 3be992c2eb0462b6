/* Nonogram files: what must be read, what must be refused and with which words, and writing back. */
#include "nonogram_bench.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *file;
    uint32_t line;
    const char *says;
} malformed[] = {
    {"binary.nin", 1, "begins with two numbers"},
    {"empty.nin", 1, "empty"},
    {"extra-line.nin", 8, "one clue line too many"},
    {"header-only.nin", 1, "ends after 0 clue lines; 5 rows and 5 columns need 10"},
    {"huge-size.nin", 1, "too large"},
    {"letters.nin", 3, "'x' is not a block length"},
    {"negative.nin", 3, "negative"},
    {"overflow.nin", 3, "'99999999999999999999' is longer than any line"},
    {"sum-mismatch.nin", 1, "the rows hold 5 filled cells, the columns 4"},
    {"swapped-dims.nin", 4, "row 3 needs 3 cells, but the grid is 2 wide; are width and height swapped?"},
    {"too-long.nin", 3, "row 2 needs 4 cells, but the grid is 3 wide"},
    {"truncated.nin", 5, "ends after 4 clue lines"},
    {"zero-inside.nin", 3, "a block of length 0"},
    {"zero-size.nin", 1, "at least one cell"},
    {"colour-undeclared.non", 4, "colour 'q' is not declared"},
    {"dup-rows.non", 15, "a second 'rows'; the first is in line 5"},
    {"few-rows.non", 3, "only 2 clues under 'rows', but the height is 3"},
    {"goal-length.non", 14, "the goal has 8 cells, but the grid has 9"},
    {"goal-wrong.non", 14,
     "the goal contradicts the clues: row 1 has block 1 of length 2, its clue asks for 1"},
    {"many-rows.non", 7, "4 clues under 'rows', but the height is 3"},
    {"no-width.non", 2, "'rows' stands before 'width'"},
    {"rows-first.non", 1, "'rows' stands before 'width'"},
    {"two-puzzles.non", 14, "'====' begins a second puzzle"},
    {"unterminated.non", 1, "no closing quote"},
    {"short.taai", 4, "puzzle '$2' has 1 clue line, an odd number"},
    {"missing-hash.mk", 1, "there is no line '#'"},
    {"two-hash.mk", 3, "only 2 clues under 'rows', but the height is 3"},
    {"unclosed.xml", 8, "no well-formed XML"},
    {"no-rows.xml", 3, "no clues for the rows, and no goal"},
    {"unknown-colour.xml", 6, "colour 'pink' is not declared"},
    {"empty-count.xml", 6, "a <count> without a number"},
    {"negative-count.xml", 6, "negative"},
    {"triddler.xml", 3, "'triddler' is not a rectangular grid"},
    {"no-puzzle.xml", 2, "holds no <puzzle>"},
    {"not-pbn.xml", 2, "<html>, not a <puzzleset>"},
    {"entity-bomb.xml", 2, "declares an entity"},
    {"external-entity.xml", 2, "declares an entity"},
    {"image-size.xml", 8, "row 2 of the goal has 2 cells, but the grid is 3 wide"},
    {"undefined-colour.g", 4, "colour 'b' is not declared"},
    {"no-rows.json", 1, "there is no \"rows\""},
    {"wrong-type.json", 1, "\"rows\" must be a list"},
    {"trailing-comma.json", 1, "expected a value"},
    {"bad-magic.pbm", 1, "begins with P1 or P4, not 'P9'"},
    {"short.pbm", 4, "ends after 5 of 9 cells"},
};

static void refuses(const char *root, const char *folder)
{
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct bench bench = {0};
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, malformed[i].file);
        int status = bench_read_file(&bench, root, path);
        cr_expect_eq(status, RT_EINPUT, "%s: status %d", path, status);
        cr_expect(strstr(bench.fault.what, malformed[i].says), "%s: %s", path, bench.fault.what);
        cr_expect_eq(bench.fault.line, malformed[i].line, "%s: line %u", path, bench.fault.line);
        cr_expect_lt(bench.arena.used, 1 << 20, "%s took %zu bytes", path, bench.arena.used);
        bench_free(&bench);
    }
}

Test(nonogram_read, malformed_files_are_refused_with_line_and_reason)
{
    refuses("EXAMPLES", "nonogram/malformed");
}

Test(nonogram_read, malformed_files_of_the_collection_too)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("the puzzle collection is not there");
    refuses("RATCHET_PUZZLES", "nonogram/own/malformed");
}

static const struct {
    const char *file;
    uint32_t solutions;
} tricky[] = {
    {"1x1-empty.nin", 1},
    {"1x1-full.nin", 1},
    {"1x9.nin", 1},
    {"24-solutions-4x4.nin", 24},
    {"all-empty.nin", 1},
    {"all-full.nin", 1},
    {"blank-as-empty.non", 1},
    {"bom.nin", 1},
    {"colour-adjacent.non", 1},
    {"crlf.nin", 1},
    {"extras.non", 1},
    {"no-final-newline.nin", 1},
    {"no-solution-3x3.nin", 0},
    {"no-solution-zero.nin", 0},
    {"six-solutions-3x3.nin", 6},
    {"tabs-blank-lines.nin", 1},
    {"two-solutions-2x2.nin", 2},
    {"zero-as-empty.non", 1},
    {"goal-only.xml", 1},
    {"saved-state.xml", 1},
    {"doctype.xml", 1},
};

/* All assignments, asked one by one. */
static uint32_t brute_force(struct bench *bench, uint8_t nvalues)
{
    uint8_t values[16] = {0};
    uint32_t n = bench_cells(bench, 0), found = 0, blame[16];
    struct rt_verdict verdict;
    for (uint32_t i = 0; i < n;) {
        found += puzzle_verify(bench->reading[0].puzzle, values, n, &verdict, blame) == RT_OK;
        for (i = 0; i < n && ++values[i] == nvalues; i++)
            values[i] = 0;
    }
    return found;
}

static void reads(const char *root, const char *folder)
{
    for (size_t i = 0; i < sizeof tricky / sizeof *tricky; i++) {
        struct bench bench = {0};
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, tricky[i].file);
        cr_assert_eq(bench_read_file(&bench, root, path), RT_OK, "%s: %s", path, bench.fault.what);
        cr_assert_eq(bench.count, 1);
        uint32_t found = brute_force(&bench, strstr(path, "colour") ? 3 : 2);
        cr_expect_eq(found, tricky[i].solutions, "%s: %u solutions", path, found);
        bench_free(&bench);
    }
}

Test(nonogram_read, tricky_files_are_read_and_mean_what_they_should)
{
    reads("EXAMPLES", "nonogram/tricky");
}

Test(nonogram_read, tricky_files_of_the_collection_too)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("the puzzle collection is not there");
    reads("RATCHET_PUZZLES", "nonogram/own/tricky-valid");
}

static bool is_ours(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && name[0] != '.' && strcmp(dot, ".out") != 0 && strcmp(dot, ".md") != 0;
}

/* Shapes that we don't do. */
static bool is_refused(const char *path)
{
    static const char *const names[] = {"cut_and_polished.xml", "wake_up.xml", "alladin.g"};
    for (int i = 0; i < 3; i++)
        if (strstr(path, names[i]))
            return true;
    return false;
}

static uint32_t read_folder(const char *folder)
{
    char path[1024];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/%s", getenv("RATCHET_PUZZLES"), folder);
    DIR *dir = opendir(path);
    cr_assert(dir, "%s", path);
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct bench bench = {0};
        if (!is_ours(entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        cr_expect_eq(bench_read_file(&bench, "RATCHET_PUZZLES", path), is_refused(path) ? RT_EINPUT : RT_OK,
                     "%s:%u: %s", path, bench.fault.line, bench.fault.what);
        count += bench.count;
        bench_free(&bench);
    }
    closedir(dir);
    return count;
}

Test(nonogram_read, every_file_of_the_collection)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("the puzzle collection is not there");
    cr_expect_eq(read_folder("nonogram/own/random/rand30"), 60);
    cr_expect_eq(read_folder("nonogram/stay/survey-bw"), 14);
    cr_expect_eq(read_folder("nonogram/stay/survey-color"), 6);
    cr_expect_eq(read_folder("nonogram/stay/jwilk"), 38);
    cr_expect_eq(read_folder("nonogram/stay/hakank"), 37);
    cr_expect_eq(read_folder("nonogram/stay/minizinc"), 26);
    cr_expect_eq(read_folder("nonogram/stay/minizinc/orig"), 26);
    cr_expect_eq(read_folder("nonogram/stay/nonogram-db"), 5);
    cr_expect_eq(read_folder("nonogram/stay/number-loom"), 31);
    cr_expect_eq(read_folder("nonogram/stay/webpbn-xml-export"), 6);
    cr_expect_eq(read_folder("nonogram/stay/format-samples/ini-pynogram"), 16);
    cr_expect_eq(read_folder("nonogram/stay/format-samples/izaron-pzl"), 6);
    cr_expect_eq(read_folder("nonogram/stay/format-samples/olsak"), 12);
    cr_expect_eq(read_folder("nonogram/stay/format-samples/toml-nonogrid"), 3);
}

Test(nonogram_read, a_tournament_batch_of_200)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("the puzzle collection is not there");
    struct bench *bench = calloc(1, sizeof *bench);
    int status = bench_read_file(bench, "RATCHET_PUZZLES", "nonogram/own/random/taai25-own-200.txt");
    cr_assert_eq(status, RT_OK, "%u: %s", bench->fault.line, bench->fault.what);
    cr_expect_eq(bench->count, 200);
    cr_expect_str_eq(bench->reading[199].title[0] == '$' ? "$" : "", "$");
    bench_free(bench);
    free(bench);
}

Test(nonogram_read, batch_columns_come_first_and_blank_lines_are_empty_clues)
{
    struct bench bench = {0};
    const char *batch = "$7\r\n2\r\n\r\n1\r\n1\r\n\r\n\n$last\n1\n1\n";
    cr_assert_eq(bench_read_string(&bench, "batch", batch), RT_OK, "%u: %s", bench.fault.line,
                 bench.fault.what);
    cr_assert_eq(bench.count, 2);
    cr_expect_str_eq(bench.reading[0].text, "nonogram 2 2\nrows\n1\n1\ncolumns\n2\n0\n");
    cr_expect_str_eq(bench.reading[0].title, "$7");
    cr_expect_str_eq(bench.reading[1].title, "$last");
    bench_free(&bench);
}

Test(nonogram_read, batch_mistakes_name_the_line_in_the_batch)
{
    struct bench bench = {0};
    bench_read_string(&bench, "batch", "$1\n1\n1\n\n$2\n1\tx\n1\n");
    cr_expect_eq(bench.fault.line, 6);
    cr_expect_eq(bench.fault.column, 3);
    bench_read_string(&bench, "batch", "$1\n1\n1\n$2\n$3\n1\n1\n");
    cr_expect_eq(bench.fault.line, 4, "%u %s", bench.fault.line, bench.fault.what);
    cr_expect(strstr(bench.fault.what, "'$2' has no clues"));
    bench_free(&bench);
}

Test(nonogram_read, non_keeps_title_author_and_goal)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/tricky/extras.non"), RT_OK);
    cr_expect_str_eq(bench.reading[0].title, "a & b");
    cr_expect_str_eq(bench.reading[0].author, "\xc3\xa9");
    cr_expect_str_eq(bench.reading[0].solution, ".#.\n###\n.#.\n");
    bench_free(&bench);
}

Test(nonogram_read, non_chooses_colours_where_none_are_declared)
{
    struct bench bench = {0};
    const char *text = "width 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\ngoal ab\n";
    cr_assert_eq(bench_read_string(&bench, "non", text), RT_OK, "%s", bench.fault.what);
    cr_expect(strstr(bench.reading[0].text, "colour a #") && strstr(bench.reading[0].text, "colour b #"));
    cr_expect_str_eq(bench.reading[0].solution, "ab\n");
    bench_free(&bench);
}

Test(nonogram_read, non_says_when_blank_lines_leave_the_clues_in_doubt)
{
    struct bench bench = {0};
    bench_read_string(&bench, "non", "width 1\nheight 3\nrows\n1\n\n\n1\ncolumns\n1 1\n");
    cr_expect_eq(bench.status, RT_EINPUT);
    cr_expect(strstr(bench.fault.what, "write empty clues as 0"), "%s", bench.fault.what);
    bench_free(&bench);
}

static const char *const non_mistakes[][2] = {
    {"width x\n", "'width' needs a number"},
    {"width 0\nheight 1\n", "must be 1 to"},
    {"width 70000\n", "must be 1 to"},
    {"width 60000\nheight 60000\nrows\n", "too large"},
    {"width 1\nheight 1\ncolumns\n1\n", "there is no 'rows'"},
    {"width 1\nheight 1\nrows\n1\n", "there is no 'columns'"},
    {"width 1\nheight 1\nrows\nfoo\n1\ncolumns\n1\n", "'foo' under 'rows' is no clue"},
    {"width 1\nheight 1\nrows\n-1\ncolumns\n1\n", "negative"},
    {"width 1\nwidth 1\n", "a second 'width'"},
    {"color 1 #ff0000\n", "color a #ff0000"},
    {"color a reddish\n", "color a #ff0000"},
    {"color a #ff0000\ncolor a #00ff00\nwidth 1\nheight 1\nrows\n1a\ncolumns\n1a\n", "declared twice"},
    {"color a #ff0000\nwidth 1\nheight 1\nrows\n1\ncolumns\n1a\n", "names no colour"},
    {"color a #ff0000\nwidth 1\nheight 1\nrows\n1a\ncolumns\n1a\ngoal 1\n", "which is no colour"},
    {"color a #ff0000\ncolor b #00ff00\nwidth 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1a\n",
     "the rows hold 1 colour a"},
    {"goal 1\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n", "before width and height"},
    {"", "there is no 'rows'"},
};

Test(nonogram_read, non_mistakes_are_told)
{
    for (size_t i = 0; i < sizeof non_mistakes / sizeof *non_mistakes; i++) {
        struct bench bench = {0};
        cr_expect_eq(bench_read_string(&bench, "non", non_mistakes[i][0]), RT_EINPUT, "%zu", i);
        cr_expect(strstr(bench.fault.what, non_mistakes[i][1]), "%zu: %s", i, bench.fault.what);
        bench_free(&bench);
    }
}

Test(nonogram_read, own_text_with_title_solution_and_marks_comes_back_as_it_was)
{
    struct bench bench = {0};
    const char *text = "nonogram 2 1\ntitle A B\nby C\ncolour x #00ff00 green\nrows\n1x\ncolumns\n1x\n0\n"
                       "solution\nx.\nmarks\n?.\n";
    cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading[0].title, "A B");
    cr_expect_str_eq(bench.reading[0].solution, "x.\n");
    cr_expect_str_eq(bench.reading[0].marks, "?.\n");
    cr_expect_str_eq(bench_write(&bench, 0, "text"), text);
    bench_free(&bench);
}

/* From one format to the other and back: the same text. */
static void round_trip(const char *path, const char *there, const char *back)
{
    struct bench first = {0}, second = {0}, third = {0};
    cr_assert_eq(bench_read_file(&first, "EXAMPLES", path), RT_OK);
    char *written = bench_write(&first, 0, there);
    cr_assert(written, "%s", first.fault.what);
    cr_assert_eq(bench_read_string(&second, there, written), RT_OK, "%s: %s", path, second.fault.what);
    char *again = bench_write(&second, 0, back);
    cr_assert(again);
    cr_assert_eq(bench_read_string(&third, back, again), RT_OK, "%s", third.fault.what);
    cr_expect_str_eq(bench_write(&third, 0, back), again);
    cr_expect_str_eq(bench_write(&third, 0, there), written);
    bench_free(&first);
    bench_free(&second);
    bench_free(&third);
}

Test(nonogram_read, round_trips)
{
    round_trip("nonogram/heart.nin", "non", "nin");
    round_trip("nonogram/owl.nin", "non", "nin");
    round_trip("nonogram/tricky/1x9.nin", "text", "nin");
    round_trip("nonogram/sailboat.non", "text", "non");
    round_trip("nonogram/mushroom.nonogram", "non", "text");
    round_trip("nonogram/tricky/colour-adjacent.non", "text", "non");
}

Test(nonogram_read, nin_written_is_the_file_that_was_read)
{
    struct bench bench = {0};
    const char *text = "2 3\n1\n0\n1 \n1 1\n0\n";
    cr_assert_eq(bench_read_string(&bench, "nin", text), RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench_write(&bench, 0, "nin"), "2 3\n1\n0\n1\n1 1\n0\n");
    bench_free(&bench);
}

Test(nonogram_read, nin_refuses_to_write_colours)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/mushroom.nonogram"), RT_OK);
    cr_expect_null(bench_write(&bench, 0, "nin"));
    cr_expect(strstr(bench.fault.what, "no colours"));
    bench_free(&bench);
}

Test(nonogram_read, title_that_looks_like_markup_survives_non)
{
    struct bench bench = {0}, again = {0};
    const char *text = "nonogram 1 1\ntitle \"<b>\" & &amp; x\nrows\n1\ncolumns\n1\n";
    cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK);
    cr_assert_eq(bench_read_string(&again, "non", bench_write(&bench, 0, "non")), RT_OK, "%s",
                 again.fault.what);
    cr_expect_str_eq(again.reading[0].title, bench.reading[0].title);
    bench_free(&bench);
    bench_free(&again);
}

Test(nonogram_read, probes_tell_the_formats_apart)
{
    static const char *const names[] = {"nin", "non", "batch", "text"};
    static const char *const samples[] = {"\xef\xbb\xbf\n 3 3\n1\n3\n1\n1\n3\n1",
                                          "width 1\nheight 1\nrows\n1\ncolumns\n1\n", "\r\n$1\r\n1\t1\r\n",
                                          "nonogram 1 1\nrows\n1\ncolumns\n1\n"};
    for (int f = 0; f < 4; f++)
        for (int s = 0; s < 4; s++) {
            int sure = bench_format(names[f])->probe(samples[s], strlen(samples[s]));
            cr_expect(f == s ? sure >= 80 : sure < 50, "%s on sample %d: %d", names[f], s, sure);
        }
    cr_expect_lt(bench_format("nin")->probe("1 1\n1\n#\n1\n", 10), 50);
    for (int f = 0; f < 4; f++) {
        cr_expect_eq(bench_format(names[f])->probe("", 0), 0);
        cr_expect_eq(bench_format(names[f])->probe("\0\1\2\n\xff", 5), 0);
        cr_expect_eq(bench_format(names[f])->probe("<?xml version=\"1.0\"?>\n<puzzleset>\n", 34), 0);
    }
}
