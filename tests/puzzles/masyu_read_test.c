/* What Masyu's formats take, what they refuse and where, and that they write what they read. */
#include "masyu_bench.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Canonical text of a board by its rows. */
static const char *canonical(const char *name, const char *text)
{
    static char shown[1 << 16];
    struct bench bench = {0};
    cr_assert_eq(bench_read_string(&bench, name, text), RT_OK, "%s: %s", text, bench.fault.what);
    cr_assert_eq(bench.count, 1);
    snprintf(shown, sizeof shown, "%s", bench.reading->text);
    bench_free(&bench);
    return shown;
}

static const char *const taken[][3] = {
    {"rows", ".W\nB.\n", "masyu 2 2\n.W\nB.\n"},
    {"rows", "\n\n . w\r\n b .\r\n\r\n", "masyu 2 2\n.W\nB.\n"},
    {"rows", "\xEF\xBB\xBF.", "masyu 1 1\n.\n"},
    {"rows", "masyu 3 1\nW.B\n", "masyu 3 1\nW.B\n"},
    {"rows", "masyu 3 1\n\nall_cells\n\nW.B", "masyu 3 1\nall_cells\nW.B\n"},
    {"rows", "all_cells\n..\n..\n", "masyu 2 2\nall_cells\n..\n..\n"},
    {"puzzlink", "https://puzz.link/p?mashu/6/6/il00al00002k",
     "masyu 6 6\nB..BW.\n......\nW.WBW.\n......\n......\n..BB.B\n"},
    {"puzzlink", "http://pzv.jp/p.html?masyu/2/2/1i", "masyu 2 2\n..\nWB\n"},
    {"puzzlink", "https://pzprxs.vercel.app/p?mashu_edit/2/2/1I/", "masyu 2 2\n..\nWB\n"},
    {"puzzlink", "pearl/2/2/1i", "masyu 2 2\n..\nWB\n"},
    {"puzzlink", "mashu/v:/2/2/1i", "masyu 2 2\n..\nWB\n"},
    {"puzzlink", "mashu//2/2/1i", "masyu 2 2\n..\nWB\n"},
    {"puzzlink", "  # ours\n\n mashu/f/4/4/1000i0 \r\n", "masyu 4 4\nall_cells\n..W.\n....\n....\nB...\n"},
    {"puzzlink", "mashu/3/3/5q7", "masyu 3 3\n.WB\nBBB\n.BW\n"},
    {"sgt", "6x6:BbBWgWaWBWoBBaB", "masyu 6 6\nB..BW.\n......\nW.WBW.\n......\n......\n..BB.B\n"},
    {"sgt", "3x2dtn:aWcB", "masyu 3 2\n.W.\n..B\n"},
    {"sgt", "6x5:zWc\n", "masyu 6 5\n......\n......\n......\n......\n..W...\n"},
};

Test(masyu_read, formats_take_what_they_should)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        cr_expect_str_eq(canonical(taken[i][0], taken[i][1]), taken[i][2]);
    cr_expect_str_eq(canonical("sgt", "2de:WaaB"), "masyu 2 2\nW.\n.B\n", "one number is a square");
}

struct slip {
    const char *format, *text;
    uint32_t line, column;
    const char *what;
};

static const struct slip slips[] = {
    {"rows", "", 1, 0, "there are no rows"},
    {"rows", "\n \n\t\n", 3, 0, "there are no rows"},
    {"rows", "..\n.X\n", 2, 2, "'X' is no cell"},
    {"rows", "..\n. \xE2\x97\x8B\n", 2, 3, "'○' is no cell"},
    {"rows", "..\n.\x01\n", 2, 2, "0x01 is no cell"},
    {"rows", "..\n.\xff\n", 2, 2, "0xff is no cell"},
    {"rows", "...\n...\n..\n", 3, 0, "row 3 has 2 cells, but row 1 has 3"},
    {"rows", "..\n\n..\n", 2, 0, "a blank line within the board"},
    {"rows", "masyu 3\n...\n", 1, 1, "expected 'masyu WIDTH HEIGHT'"},
    {"rows", "masyu 3 x\n...\n", 1, 1, "expected 'masyu WIDTH HEIGHT'"},
    {"rows", "masyu 0 3\n", 1, 1, "at least one cell"},
    {"rows", "masyu 2000 2000\n", 1, 1, "too large"},
    {"rows", "masyu 4294967297 1\n.\n", 1, 1, "too large"},
    {"rows", "masyu 2 3\n..\n..\n", 3, 0, "ends after row 2, but it is 3 high"},
    {"rows", "masyu 2 1\n..\n..\n", 3, 1, "one row too many: the board is 1 high"},
    {"rows", "masyu 3 2\n..\n..\n..\n", 2, 0, "are width and height swapped?"},
    {"puzzlink", "", 1, 0, "no address"},
    {"puzzlink", "# nothing\n", 1, 0, "no address"},
    {"puzzlink", "https://puzz.link/p?nurikabe/6/6/abc", 1, 21, "the address of a 'nurikabe' puzzle"},
    {"puzzlink", "https://puzz.link/db/", 1, 1, "no address of a puzzle"},
    {"puzzlink", "mashu", 1, 6, "the width must be a number"},
    {"puzzlink", "mashu/6", 1, 8, "the height must be a number"},
    {"puzzlink", "mashu/q/6/6/il00al00002k", 1, 7, "flag 'q' is not known"},
    {"puzzlink", "mashu/6/x/il00al00002k", 1, 9, "the height must be a number"},
    {"puzzlink", "mashu/0/6/", 1, 7, "at least one cell"},
    {"puzzlink", "mashu/99999/99999/0", 1, 7, "too large"},
    {"puzzlink", "mashu/6/6/", 1, 11, "takes 12 digits, not 0"},
    {"puzzlink", "mashu/6/6/il00al00002", 1, 22, "takes 12 digits, not 11"},
    {"puzzlink", "mashu/6/6/il00al00002k0", 1, 23, "takes 12 digits, not 13"},
    {"puzzlink", "mashu/6/6/il00al0r002k", 1, 18, "'r' holds no cells"},
    {"puzzlink", "mashu/6/6/il00al00002k/x", 1, 24, "there is more behind the cells"},
    {"puzzlink", "mashu/2/2/11", 1, 12, "a pearl beyond the board"},
    {"puzzlink", "mashu/2/2/00\nmashu/2/2/0-\n", 2, 12, "'-' holds no cells"},
    {"sgt", "", 1, 0, "there is no id"},
    {"sgt", "6x6de#123456", 1, 6, "a random seed"},
    {"sgt", "6x:a", 1, 3, "an id begins with the size"},
    {"sgt", "6x6d:a", 1, 4, "an id begins with the size"},
    {"sgt", "0x6:a", 1, 1, "at least one cell"},
    {"sgt", "70000x1:a", 1, 1, "too large"},
    {"sgt", "2x2:aXb", 1, 6, "'X' is not known in an id"},
    {"sgt", "2x2:ab", 1, 7, "ends after 3 cells; a board 2 wide and 2 high has 4"},
    {"sgt", "2x2:aWcB", 1, 7, "beyond the board"},
    {"sgt", "2x2:d\n2x2:e", 2, 5, "beyond the board"},
};

Test(masyu_read, formats_name_the_place_of_a_slip)
{
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct bench bench = {0};
        const struct slip *s = &slips[i];
        cr_expect_eq(bench_read_string(&bench, s->format, s->text), RT_EINPUT, "%s", s->text);
        cr_expect(strstr(bench.fault.what, s->what), "%s: %s", s->text, bench.fault.what);
        cr_expect(bench.fault.line == s->line && bench.fault.column == s->column, "%s: %u:%u", s->text,
                  bench.fault.line, bench.fault.column);
        cr_expect_lt(bench.arena.used, 1 << 18);
        bench_free(&bench);
    }
}

Test(masyu_read, canonical_text_needs_its_head)
{
    struct bench bench = {0};
    cr_expect_null(bench_parse(&bench, "..\n..\n"));
    cr_expect(strstr(bench.fault.what, "begins with the line 'masyu WIDTH HEIGHT'"));
    cr_expect_null(bench_parse(&bench, ""));
    cr_expect_null(bench_parse(&bench, "masyu 1024 1024\n...\n"));
    cr_expect(strstr(bench.fault.what, "row 1 has 3 cells, but the board is 1024 wide"));
    cr_expect_lt(bench.arena.used, 1 << 18, "a huge size costs nothing until the rows are there");
    cr_expect_not_null(bench_parse(&bench, "masyu 2 2\nall_cells\n..\n..\n"), "%s", bench.fault.what);
    bench_free(&bench);
}

Test(masyu_read, a_line_of_addresses_or_ids_is_a_puzzle_and_may_have_a_title)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_string(&bench, "puzzlink", "mashu/2/2/00 first one \n\nmashu/3/3/000\n"), RT_OK);
    cr_expect_eq(bench.count, 2);
    cr_expect_str_eq(bench.reading[0].title, "first one");
    cr_expect_null(bench.reading[1].title);
    cr_assert_eq(bench_read_file(&bench, "sgt", "EXAMPLES", "masyu/pearls.ids"), RT_OK, "%s",
                 bench.fault.what);
    cr_expect_eq(bench.count, 9);
    cr_expect_eq(bench.reading[5].width, 12);
    cr_expect_eq(bench.reading[5].height, 8);
    bench_free(&bench);
}

Test(masyu_read, every_format_writes_what_the_others_read)
{
    static const char *const formats[] = {"sgt", "puzzlink", "sgt"};
    struct bench bench = {0}, again = {0};
    cr_assert_eq(bench_read_file(&bench, "sgt", "EXAMPLES", "masyu/pearls.ids"), RT_OK);
    for (size_t f = 1; f < 3; f++) {
        char *written = bench_write(&bench, formats[f]);
        cr_assert(written, "%s", bench.fault.what);
        cr_assert_eq(bench_read_string(&again, formats[f], written), RT_OK, "%s", again.fault.what);
        cr_assert_eq(again.count, bench.count);
        for (uint32_t i = 0; i < bench.count; i++)
            cr_expect_str_eq(again.reading[i].text, bench.reading[i].text);
    }
    bench_free(&bench);
    bench_free(&again);
}

Test(masyu_read, writers_say_what_they_cannot_hold)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_string(&bench, "puzzlink", "mashu/f/4/4/1000i0"), RT_OK);
    cr_expect_str_eq(bench_write(&bench, "puzzlink"), "https://puzz.link/p?mashu/f/4/4/1000i0\n");
    cr_expect_str_eq(bench_write(&bench, "rows"), "all_cells\n..W.\n....\n....\nB...\n");
    cr_expect_null(bench_write(&bench, "sgt"));
    cr_expect(strstr(bench.fault.what, "can't say that the loop visits every cell"));
    cr_assert_eq(bench_read_string(&bench, "puzzlink", "mashu/2/2/00\nmashu/2/2/00"), RT_OK);
    cr_expect_null(bench_write(&bench, "rows"));
    cr_expect(strstr(bench.fault.what, "one board, not 2"));
    cr_expect_str_eq(bench_write(&bench, "sgt"), "2x2:d\n2x2:d\n");
    bench_free(&bench);
}

static int probe(const char *name, const char *text)
{
    return bench_format(name)->probe(text, strlen(text));
}

Test(masyu_read, each_format_claims_its_own_and_no_nonogram)
{
    static const char *const own[][2] = {
        {"rows", ".W.\nB..\n"},
        {"rows", "masyu 2 1\n..\n"},
        {"rows", "all_cells\n..\n"},
        {"rows", "...\n..X\n"},
        {"rows", "...\n..\n"},
        {"puzzlink", "https://puzz.link/p?mashu/6/6/il00al00002k"},
        {"puzzlink", "# mine\nmasyu/2/2/00\n"},
        {"sgt", "6x6dt:dWcBgWaWcWaWcWdWb"},
        {"sgt", "2x2:aXb"},
        {NULL, "5 5\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n"},
        {NULL, "width 5\nheight 5\nrows\n1\n1\n"},
        {NULL, "nonogram 2 2\nrows\n1\n1\ncolumns\n1\n1\n"},
        {NULL, "#.#\n.#.\n"},
        {NULL, "$1\n1\t2\t3\n"},
        {NULL, "https://puzz.link/"},
        {NULL, ""},
        {NULL, "\n"},
        {NULL, "#"},
    };
    static const char *const formats[] = {"rows", "puzzlink", "sgt"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        for (size_t f = 0; f < 3; f++) {
            bool mine = own[i][0] && !strcmp(formats[f], own[i][0]);
            cr_expect_eq(probe(formats[f], own[i][1]) > 0, mine, "%s: %s", formats[f], own[i][1]);
        }
    cr_expect_gt(probe("rows", ".W.\nB..\n"), probe("rows", "...\n..\n"));
    cr_expect_lt(probe("puzzlink", "https://puzz.link/p?nurikabe/3/3/abc"), 10, "another's address, weakly");
}

/* Garbage made from good files: nothing crashes (the sanitizers watch), and what is refused is told. */
Test(masyu_read, mangled_files_are_read_or_refused_in_words)
{
    static const char *const seeds[][2] = {
        {"rows", "masyu 4 3\nall_cells\n.W..\nB...\n..W.\n"},
        {"rows", ".W..\r\nB...\r\n..W.\r\n"},
        {"puzzlink", "https://puzz.link/p?mashu/f/6/6/il00al00002k title\nmasyu/2/2/1i\n"},
        {"sgt", "6x6dt:dWcBgWaWcWaWcWdWb title\n3x2:aWcB\n"},
    };
    struct random random = {0};
    random_seed(&random, 7);
    for (uint32_t round = 0; round < 4000; round++) {
        struct bench bench = {0};
        char text[256];
        const char *const *seed = seeds[round % 4];
        size_t n = strlen(strcpy(text, seed[1]));
        for (uint64_t k = random_below(&random, 5); k; k--) {
            bool any = random_below(&random, 2);
            char c = any ? (char)random_below(&random, 256) : "0x/:\n.9"[random_below(&random, 7)];
            text[random_below(&random, n)] = c;
        }
        n -= random_below(&random, 4) ? 0 : random_below(&random, n);
        bench_format(seed[0])->probe(text, n);
        int status = bench_read(&bench, seed[0], text, n);
        cr_expect(status == RT_OK || (status == RT_EINPUT && *bench.fault.what));
        bench_free(&bench);
    }
}

Test(masyu_read, addresses_in_the_wild_are_read)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("no folder with puzzles was given");
    char path[1024], line[256], name[64], address[128];
    snprintf(path, sizeof path, "%s/masyu/stay/puzzlink/urls.tsv", getenv("RATCHET_PUZZLES"));
    FILE *file = fopen(path, "r");
    cr_assert(file);
    while (fgets(line, sizeof line, file)) {
        struct bench bench = {0};
        cr_assert_eq(sscanf(line, "%63s %127s", name, address), 2);
        cr_expect_eq(bench_read_string(&bench, "puzzlink", address), RT_OK, "%s", bench.fault.what);
        char *written = bench_write(&bench, "puzzlink");
        cr_expect(written && strstr(written, address), "%s", address);
        bench_free(&bench);
    }
    fclose(file);
}
