/* Nonogram formats beyond .nin and .non: what each of them means, what it refuses, and that every puzzle comes back
 * from every format that can hold it. */
#include "nonogram_bench.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a text of a format means, in canonical text. */
static const struct {
    const char *format, *text, *means;
} meanings[] = {
    {"mk", "2 3\n1 1\n0\n#\n1\n\n1\n", "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"mk", "3 2\n1 1\n0\n#\n1\n0\n1\n", "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"cwd", "2\n3\n1 1\n0\n\n1\n0\n1\n", "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"cwd", "2\n3\n1 1\n\n\n1\n\n1\n", "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"cwd", "3\n2\n1 1\n0\n\n1\n0\n1\n", "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"g", "Two\n#d\n 0:  ivory\n 1:*  black\n a:A  #f00  rot\n:\n1a 1\n:\n1a\n1\n: end\nrest",
     "nonogram 2 1\ncolour . #fffff0 ivory\ncolour * #000000 black\ncolour a #ff0000 rot\nrows\n1a 1*\ncolumns\n1a\n1*\n"},
    {"g", ": r\n1\n1\n: c\n2\n\n", "nonogram 1 2\nrows\n1\n1\ncolumns\n2\n"},
    {"g", ": r\n1\n\n1\n: c\n1 1\n\n", "nonogram 1 3\nrows\n1\n0\n1\ncolumns\n1 1\n"},
    {"g", ": r\n3\n: c\n1\n\n1\n1\n", "nonogram 3 1\nrows\n3\ncolumns\n1\n1\n1\n"},
    {"gno", "[Dimensions]\n1 // rows\n2\n[Row clues]\n1\n[Column clues]\n0\n1\n",
     "nonogram 2 1\nrows\n1\ncolumns\n0\n1\n"},
    {"gno", "[Dimensions]\n1\n3\n[Solution]\n2 1 2\n", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"pzl", "2\n#ff0000\n#000000\n\n2 1\n\n1 1 255 0 0\n0\n\n1 1 255 0 0\n",
     "nonogram 2 1\ncolour a #ff0000 #ff0000\ncolour b #000000 #000000\nrows\n1a\ncolumns\n1a\n0\n"},
    {"ini", "# c\n[clues]\ncolumns=1, '1' # c\nrows =\n  2,\n", "nonogram 2 1\nrows\n2\ncolumns\n1\n1\n"},
    {"ini", "[colors]\nr=(255,0,0) %\n[clues]\nrows=10 1r\ncolumns=1,1,1,1,1,1,1,1,1,1,1r\n",
     "nonogram 11 1\ncolour r #ff0000\ncolour X #000000 black\nrows\n10X 1r\ncolumns\n"
     "1X\n1X\n1X\n1X\n1X\n1X\n1X\n1X\n1X\n1X\n1r\n"},
    {"toml", "[colors]\ndefs = ['r = (red) %', \"g = (00f) *\"]\n[clues]\nrows = \"\"\"\n  1r 1g ; c\n\"\"\"\n"
             "columns = [\"1r\", '1g']\n[other]\nx = '''\nrows = 1\n'''\n",
     "nonogram 2 1\ncolour r #ff0000\ncolour g #0000ff\nrows\n1r 1g\ncolumns\n1r\n1g\n"},
    {"json", "{\"rows\": [[1, 1]], \"cols\": [1, null, [1]]}", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"json", "[{\"clues\": {\"row_hints\": [\"1 1\"], \"columnHints\": [[0, 1], [0], \"1\"]}, \"width\": 3}]",
     "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"json", "{\"rows\": 1, \"cols\": 3, \"row_rules\": [[0, 1, 1]], \"col_rules\": [[1], [0], [1]]}",
     "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"json", "{\"colours\": {\"r\": \"red\"}, \"rows\": [[{\"count\": 1, \"color\": \"r\"}]], \"columns\": [[[1, \"r\"]]]}",
     "nonogram 1 1\ncolour r #ff0000\nrows\n1r\ncolumns\n1r\n"},
    {"json", "{\"rows\": [[[1, \"red\"], [1, \"blue\"]]], \"columns\": [\"1red\", \"1blue\"]}",
     "nonogram 2 1\ncolour r #ff0000 red\ncolour b #0000ff blue\nrows\n1r 1b\ncolumns\n1r\n1b\n"},
    {"json", "{\"goal\": [[1, 0], [\"#\", true]]}", "nonogram 2 2\nrows\n1\n2\ncolumns\n2\n1\n"},
    {"dzn", "% c\nX = 3; Y = 2; maxlen = 3;\nrows = [|1, 0, 1\n|-1,-1,-1|];\ncols = [|1|0|1|];\n",
     "nonogram 3 2\nrows\n1 1\n0\ncolumns\n1\n0\n1\n"},
    {"dzn", "rows = 1; row_rule_len = 2; row_rules = array2d(1..1, 1..2, [0, 2]);\ncols = 2; col_rules = [|1|1|];",
     "nonogram 2 1\nrows\n2\ncolumns\n1\n1\n"},
    {"pbm", "P1 # c\n3 1\n1 01", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"pbm", "P4 3 1\n\xa0", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"ppm", "P3 # c\n2 1 # c\n255\n255 0 0 255 255 255",
     "nonogram 2 1\ncolour a #ff0000 #ff0000\nrows\n1a\ncolumns\n1a\n0\n"},
    {"ppm", "P6 2 1 10\n\x0a\x0a\x0a\x05\x03\x01", "nonogram 2 1\ncolour a #804d1a #804d1a\nrows\n1a\ncolumns\n0\n1a\n"},
    {"ppm", "P2\n3 1\n3\n0 3 0\n", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"ppm", "P5 2 1 65535\n\xff\xff\x7f\xff", "nonogram 2 1\ncolour a #7f7f7f #7f7f7f\nrows\n1a\ncolumns\n0\n1a\n"},
    {"sgt", "3x1:1//1/1.1,Bb", "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"puzzlink", "http://pzv.jp/p.html?nonogram/3/1/1g111\n",
     "nonogram 3 1\nrows\n1 1\ncolumns\n1\n0\n1\n"},
    {"puzzlink", "pzprv3/nonogram/2/2/. 1 2 /2 # + /1 . . /", "nonogram 2 2\nrows\n2\n1\ncolumns\n1\n2\n"},
    {"non", "color red #f00\nwidth 2\nheight 1\nrows\n1red 1blue\ncolumns\n1red\n1blue\ncolor blue blue\n",
     "nonogram 2 1\ncolour r #ff0000 red\ncolour b #0000ff blue\nrows\n1r 1b\ncolumns\n1r\n1b\n"},
    {"non", "width 2\nheight 1\nrows\n1red,1b\ncolumns\n1red\n1b\n",
     "nonogram 2 1\ncolour r #ff0000 red\ncolour b #d62728\nrows\n1r 1b\ncolumns\n1r\n1b\n"},
    {"non", "width 2\nheight 2\nrows\n1\n0\ncolumns\n0\n1\ngoal \"\n 0 1\n 0 0\n\"\n",
     "nonogram 2 2\nrows\n1\n0\ncolumns\n0\n1\n"},
    {"xml", "<puzzleset><puzzle><clues type='rows'><line><count>1</count></line></clues>"
            "<clues type='columns'><line><count>1</count></line><line/></clues></puzzle></puzzleset>",
     "nonogram 2 1\nrows\n1\ncolumns\n1\n0\n"},
};

Test(nonogram_formats, mean_what_they_should)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        struct bench bench = {0};
        const char *format = meanings[i].format;
        cr_expect_eq(bench_read_string(&bench, format, meanings[i].text), RT_OK, "%s %zu: %u: %s", format, i,
                     bench.fault.line, bench.fault.what);
        if (bench.count)
            cr_expect_str_eq(bench.reading[0].text, meanings[i].means, "%s %zu:\n%s", format, i, bench.reading[0].text);
        int sure = bench_format(format)->probe(meanings[i].text, strlen(meanings[i].text));
        cr_expect_geq(sure, 50, "%s %zu: probe %d", format, i, sure);
        bench_free(&bench);
    }
}

static const struct {
    const char *format, *text;
    uint32_t line;
    const char *says;
} mistakes[] = {
    {"mk", "x\n", 1, "begins with two numbers"},
    {"mk", "2 2\n1\nx\n#\n1\n0\n", 3, "no clue"},
    {"mk", "1 1\n1\n#\n1\n#\n", 5, "more text"},
    {"mk", "1 1\n1\n#\n", 3, "only 0 clues under 'columns'"},
    {"cwd", "2\n", 1, "two lines of one number"},
    {"cwd", "2\n2\n1\n1\n\n1\n1\n1\n", 1, "5 clue lines, but height and width ask for 4"},
    {"cwd", "2\n2\n1\n\n\n\n\n1\n", 1, "2 clue lines"},
    {"g", "#d\na;A red\n", 2, "a colour line reads"},
    {"g", "#d\na:A reddish\n", 2, "is no colour"},
    {"g", "#d\na:A red\na:A blue\n", 3, "declared twice"},
    {"g", "#d\na:A red/blue\n", 2, "a triangle"},
    {"g", "#t\n", 1, "rectangles of whole cells"},
    {"g", "x\n:\n1\n", 3, "no line ':' in front of the columns"},
    {"g", "#d\na:A red\n:\n1\n:\n1a\n", 4, "names no colour"},
    {"g", ":\n1 0\n:\n1\n", 2, "length 0"},
    {"gno", "[Row clues]\n1\n", 1, "no section [Dimensions]"},
    {"gno", "[Dimensions]\n1\n", 1, "two lines"},
    {"gno", "[Dimensions]\n1\n1\n[Row clues]\n1\n", 1, "no section [Column clues]"},
    {"gno", "[Dimensions]\n1\n1\n[Row clues]\n1\n1\n[Column clues]\n1\n", 4, "2 clues under [Row clues], but 1 rows"},
    {"gno", "[Dimensions]\n1\n1\n[Row clues]\nx\n[Column clues]\n1\n", 5, "'x' is not a block length"},
    {"gno", "[Dimensions]\n1\n2\n[Solution]\n1\n", 5, "too few cells"},
    {"gno", "[Dimensions]\n1\n2\n[Solution]\n1 3\n", 5, "'3' is no cell"},
    {"gno", "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Solution]\n1\n", 8, "contradicts the clues"},
    {"gno", "[Dimensions]\n1\n1\n[Dimensions]\n", 4, "a second [Dimensions]"},
    {"pzl", "x\n", 1, "number of its colours"},
    {"pzl", "1\n#12345\n", 2, "colour 1 of 1"},
    {"pzl", "1\n#123456\n1\n", 3, "width and height"},
    {"pzl", "1\n#123456\n1 1\n1 1 1 2 3\n", 4, "colour #010203 (1 2 3) is not declared"},
    {"pzl", "1\n#010203\n1 1\n1 1 1 2\n", 4, "red, green and blue"},
    {"pzl", "1\n#010203\n1 1\n1 1 1 2 3\n", 4, "ends after 0 of the 1 clues of the rows"},
    {"pzl", "1\n#010203\n1 1\n1 1 1 2 3\n1 1 1 2 3 4\n", 5, "more numbers"},
    {"ini", "[clues]\nrows=1\n", 1, "there is no 'columns'"},
    {"ini", "[clues]\nrows=1\nrows=1\n", 3, "a second 'rows'"},
    {"ini", "[clues]\nrows=\n 1r\ncolumns=1\n", 3, "colour 'r' is not declared"},
    {"ini", "[colors]\nr=red\n[clues]\nrows=1r\ncolumns=1r\n", 2, "a colour reads"},
    {"ini", "[clues]\nrows=x\ncolumns=1\n", 2, "'x' is not a block length"},
    {"toml", "[clues]\nrows = \"\"\"\n1\n", 2, "no end"},
    {"toml", "[clues]\nrows = \"1\n", 2, "no closing quote"},
    {"toml", "[clues]\nrows = 1\n", 2, "a string or a list"},
    {"toml", "[clues]\nrows\n", 2, "key = value"},
    {"json", "{\"rows\": [[1]]", 1, "expected a comma or '}'; the one that is open began in line 1"},
    {"json", "{\"rows\": [[1]], \"columns\": [[1]]}\nx", 2, "more text"},
    {"json", "{\n\"rows\": [[1,\n0, 1]], \"columns\": [1,0,1]}", 3, "length 0 between"},
    {"json", "{\"rows\": [[-1]], \"columns\": [1]}", 1, "negative"},
    {"json", "{\"rows\": [[1.5]], \"columns\": [1]}", 1, "not a block length"},
    {"json", "{\"rows\": [[1]], \"columns\": [1], \"width\": 2}", 1, "the width is 2, but there are 1 columns"},
    {"json", "{\"colors\": [\"red\"], \"rows\": [[[1, \"blue\"]]], \"columns\": [1]}", 1, "'blue' is not declared"},
    {"json", "{\"colors\": [\"reddish\"], \"rows\": [1], \"columns\": [1]}", 1, "a colour is a value"},
    {"json", "{\"rows\": [1], \"columns\": [1],\n\"goal\": [[0]]}", 2, "the goal contradicts the clues"},
    {"json", "{\"rows\": [1], \"columns\": [1], \"goal\": [[1, 1]]}", 1, "2 cells, but the grid is 1 wide"},
    {"json", "{\"rows\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]", 1, "deep"},
    {"json", "{\"rows\": [\"1\n\"]", 1, "double quote"},
    {"dzn", "rows = [|1|];", 1, "there is no table 'cols'"},
    {"dzn", "rows = [|1|2|];\ncols = [|1|];", 1, "2 in a table of 1, 0 and -1"},
    {"dzn", "rows = [|1\n|x|];\ncols = [|1|];", 2, "'x' in a table"},
    {"dzn", "rows = [|1", 1, "no end"},
    {"dzn", "row_rules = array2d(1..1, 1..2, [1, 1, 1]);\ncol_rules = [|1|];", 1, "last row of 2 numbers"},
    {"pbm", "P1\n1\n", 3, "the height is missing"},
    {"pbm", "P1\n1 1\n2\n", 3, "'2' is no cell"},
    {"pbm", "P4 9 2\n\x01\x02\x03", 2, "ends after 9 of 18 cells"},
    {"pbm", "P1 99999 99999\n", 1, "too large"},
    {"pbm", "P4 3000 1000\n\x01", 1, "can't hold 3000 x 1000 cells"},
    {"ppm", "P3\n1 1\n", 3, "the value of white is missing"},
    {"ppm", "P3\n1 1\n0\n0 0 0\n", 3, "white can't be 0"},
    {"ppm", "P3\n1 1\n9\n0 0\n10\n", 5, "10 is more than white, which is 9"},
    {"ppm", "P6 2 1 255\n12345", 2, "ends after 1 of 2 cells"},
    {"ppm", "P5 1 1 256\n1", 2, "ends after 0 of 1 cells"},
    {"png", "\x89PNG\r\n\x1a\nrubbish", 0, "no PNG"},
    {"sgt", "3:1/1/1/1/1", 1, "ends after 2 of the 3 clues of the rows"},
    {"sgt", "1x1:1./1", 1, "behind the dot"},
    {"sgt", "1x1:1/x", 1, "more text behind"},
    {"sgt", "1x1:1/1,", 1, "given cells end"},
    {"sgt", "1x1:1/1,c", 1, "more cells than the grid has"},
    {"puzzlink", "https://puzz.link/p?mashu/1/1/1", 1, "'mashu' is no address of a nonogram"},
    {"puzzlink", "\nnonogram/1/1/.1", 2, "a clue is '?'"},
    {"puzzlink", "nonogram/1/1/111", 1, "behind the last place"},
    {"puzzlink", "pzprv3/nonogram/1/1/. 1 /1 /", 1, "must have 2 places"},
    {"puzzlink", "pzprv3\nnonogram\n1\n1\n. 1 \n1 x \n", 6, "'x' is no cell"},
    {"nonpack", "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth 1\nheight 1\nrows\n1\n", 11, "there is no 'columns'"},
    {"xml", "<puzzleset><puzzle><clues type='top'/></puzzle></puzzleset>", 1, "clues of type 'top'"},
    {"xml", "<puzzleset><puzzle>\n<color name='x' char='/'>black/white</color>\n<solution><image>|.|</image></solution>"
            "</puzzle></puzzleset>", 2, "a triangle"},
    {"xml", "<puzzle>\n<clues type='rows'><line><count>1</count></line></clues>\n<clues type='columns'><line>\n"
            "<count>?</count></line></clues></puzzle>", 4, "blotted"},
    {"xml", "<puzzle><solution><image>|X|</image></solution>\n<solution type='saved'><image>|Y|</image></solution></puzzle>",
     2, "'Y', which is no colour"},
};

Test(nonogram_formats, tell_mistakes_with_their_line)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct bench bench = {0};
        cr_expect_eq(bench_read_string(&bench, mistakes[i].format, mistakes[i].text), RT_EINPUT, "%s %zu: status %d",
                     mistakes[i].format, i, bench.status);
        cr_expect(strstr(bench.fault.what, mistakes[i].says), "%s %zu: %s", mistakes[i].format, i, bench.fault.what);
        cr_expect_eq(bench.fault.line, mistakes[i].line, "%s %zu: line %u", mistakes[i].format, i, bench.fault.line);
        bench_free(&bench);
    }
}

Test(nonogram_formats, say_which_of_two_readings_they_took)
{
    static const char *const doubtful[][3] = {
        {"mk", "3 2\n1 1\n0\n#\n1\n0\n1\n", "the width stands before the height here"},
        {"cwd", "3\n2\n1 1\n0\n\n1\n0\n1\n", "the width stands before the height here"},
        {"g", ": r\n1\n\n1\n: c\n2\n", "blank lines among the clues are passed over"},
        {"mk", "2 3\n1 1\n0\n#\n1\n0\n1\n", ""},
    };
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
        struct bench bench = {0};
        cr_assert_eq(bench_read_string(&bench, doubtful[i][0], doubtful[i][1]), RT_OK, "%s", bench.fault.what);
        cr_expect(doubtful[i][2][0] ? strstr(bench.log, doubtful[i][2]) != NULL : !bench.log[0], "%zu: %s", i, bench.log);
        bench_free(&bench);
    }
}

Test(nonogram_formats, xml_keeps_pictures_and_several_puzzles)
{
    struct bench bench = {0};
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/tricky/saved-state.xml"), RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading[0].solution, ".#.\n###\n.#.\n");
    cr_expect_str_eq(bench.reading[0].marks, "?#?\n???\n?.?\n");
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/tricky/two-puzzles.xml"), RT_OK, "%s", bench.fault.what);
    cr_expect_eq(bench.count, 2);
    cr_assert_eq(bench_read_file(&bench, "EXAMPLES", "nonogram/tricky/goal-only.xml"), RT_OK, "%s", bench.fault.what);
    cr_expect_str_eq(bench.reading[0].text, "nonogram 3 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n");
    bench_free(&bench);
}

Test(nonogram_formats, of_several_goals_and_saved_solutions_xml_takes_the_first_and_says_so)
{
    static const char head[] = "<puzzleset>\n<puzzle>\n<clues type='rows'><line><count>1</count></line><line><count>1</count>"
                               "</line></clues><clues type='columns'><line><count>1</count></line><line><count>1</count></line>"
                               "</clues>\n<solution type='goal'><image>|X.||.X|</image></solution>\n";
    static const char tail[] = "<solution type='saved'><image>|X?||??|</image></solution><solution type='saved'><image>|.?||??|"
                               "</image></solution></puzzle></puzzleset>";
    static const char *const second[] = {".X||X.", ".X||.X"};
    for (int i = 0; i < 2; i++) {
        struct bench bench = {0};
        char text[1024];
        snprintf(text, sizeof text, "%s<solution type='goal'><image>|%s|</image></solution>\n%s", head, second[i], tail);
        cr_expect_eq(bench_read_string(&bench, "xml", text), i ? RT_EINPUT : RT_OK, "%s", bench.fault.what);
        if (i) {
            cr_expect_eq(bench.fault.line, 5);
            cr_expect(strstr(bench.fault.what, "the goal contradicts the clues: column 1"), "%s", bench.fault.what);
        } else {
            cr_expect_str_eq(bench.reading[0].solution, "#.\n.#\n");
            cr_expect_str_eq(bench.reading[0].marks, "#?\n??\n");
            cr_expect(strstr(bench.log, "line 2 has 2 goals") && strstr(bench.log, "2 saved solutions"), "%s", bench.log);
        }
        bench_free(&bench);
    }
}

/* ---- there and back */

/* Lines of canonical text with the colours' values for their keys, and single blanks: what must survive any format. */
static char *essence(struct bench *bench, const char *text)
{
    char *out = arena_alloc(&bench->arena, 16 * strlen(text) + 64), *to = out;
    unsigned value[256] = {0};
    char *copy = arena_string(&bench->arena, text);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) {
        char key;
        unsigned rgb;
        if (sscanf(line, "colour %c #%6x", &key, &rgb) == 2) {
            value[(unsigned char)key] = rgb + 1;
            continue;
        }
        char *begin = to;
        for (char *c = line; *c; c++)
            *c = *c == '\t' ? ' ' : *c;
        for (char *c = line; *c; c++)
            if (c > line && c[-1] >= '0' && c[-1] <= '9' && value[(unsigned char)*c])
                to += sprintf(to, "#%06x", value[(unsigned char)*c] - 1);
            else if (*c != ' ' || (to > begin && c[1] && c[1] != ' '))
                *to++ = *c;
        *to++ = '\n';
    }
    return out;
}

static const char *const written[] = {"nin", "batch", "non", "nonpack", "text", "mk", "cwd", "g", "gno", "pzl", "ini", "toml",
                                      "json", "dzn", "pbm", "png", "ppm", "sgt", "puzzlink", "xml"};

/* Through every format that takes the first puzzle of the bench; how many did. */
static uint32_t through_all(struct bench *bench, const char *name)
{
    char *wanted = essence(bench, bench->reading[0].text);
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        struct bench back = {0};
        char *bytes = bench_write(bench, 0, written[i]);
        if (!bytes) {
            cr_expect(strlen(bench->fault.what) > 20, "%s to %s: %s", name, written[i], bench->fault.what);
            continue;
        }
        cr_expect_eq(bench_read(&back, written[i], bytes, bench->nwritten), RT_OK, "%s in %s: %s", name, written[i],
                     back.fault.what);
        int sure = bench_format(written[i])->probe(bytes, bench->nwritten);
        cr_expect_geq(sure, strcmp(written[i], "nonpack") ? 60 : 10, "%s in %s: probe %d", name, written[i], sure);
        if (back.count == 1)
            cr_expect_str_eq(essence(&back, back.reading[0].text), wanted, "%s through %s", name, written[i]);
        count++;
        bench_free(&back);
    }
    return count;
}

Test(nonogram_formats, every_puzzle_comes_back_from_every_format_that_can_hold_it)
{
    static const struct {
        const char *file;
        uint32_t formats;
    } files[] = {{"heart.nin", 17},       {"owl.nin", 17},           {"sailboat.non", 20}, {"mushroom.nonogram", 11},
                 {"tricky/1x9.nin", 16},  {"tricky/extras.non", 20}, {"tricky/1x1-empty.nin", 17},
                 {"tricky/all-full.nin", 16}, {"tricky/colour-adjacent.non", 9}, {"tricky/goal-only.xml", 20}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct bench bench = {0};
        char path[300];
        snprintf(path, sizeof path, "nonogram/%s", files[i].file);
        cr_assert_eq(bench_read_file(&bench, "EXAMPLES", path), RT_OK, "%s: %s", path, bench.fault.what);
        uint32_t count = through_all(&bench, files[i].file);
        cr_expect_eq(count, files[i].formats, "%s: %u formats", files[i].file, count);
        bench_free(&bench);
    }
}

static void through_folder(const char *folder)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("RATCHET_PUZZLES"), folder);
    DIR *dir = opendir(path);
    cr_assert(dir, "%s", path);
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct bench bench = {0};
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || entry->d_name[0] == '.' || !strcmp(dot, ".out") || !strcmp(dot, ".md"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (bench_read_file(&bench, "RATCHET_PUZZLES", path) == RT_OK)
            cr_expect_geq(through_all(&bench, path), 5, "%s", path);
        bench_free(&bench);
    }
    closedir(dir);
}

Test(nonogram_formats, so_do_those_of_the_collection)
{
    if (!getenv("RATCHET_PUZZLES"))
        cr_skip_test("the puzzle collection is not there");
    static const char *const folders[] = {"number-loom",  "nonogram-db", "webpbn-xml-export",           "survey-color",
                                          "survey-bw",    "hakank",      "format-samples/ini-pynogram", "minizinc",
                                          "format-samples/izaron-pzl",   "format-samples/olsak",        "jwilk",
                                          "format-samples/toml-nonogrid"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[100];
        snprintf(path, sizeof path, "nonogram/stay/%s", folders[i]);
        through_folder(path);
    }
}

Test(nonogram_formats, words_about_the_puzzle_and_pictures_come_back)
{
    static const char *const formats[] = {"text", "non", "nonpack", "xml", "json"};
    const char *text = "nonogram 2 1\ntitle A \"b\" <c> & \xc3\xa9\nby me\ncolour r #ff0000 red\nrows\n1r\ncolumns\n1r\n0\n"
                       "solution\nr.\nmarks\n?.\n";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct bench bench = {0}, back = {0};
        cr_assert_eq(bench_read_string(&bench, "text", text), RT_OK, "%s", bench.fault.what);
        char *bytes = bench_write(&bench, 0, formats[i]);
        cr_assert(bytes, "%s: %s", formats[i], bench.fault.what);
        cr_assert_eq(bench_read_string(&back, formats[i], bytes), RT_OK, "%s: %s", formats[i], back.fault.what);
        cr_expect_str_eq(back.reading[0].title, bench.reading[0].title, "%s", formats[i]);
        cr_expect_str_eq(back.reading[0].author, "me", "%s", formats[i]);
        cr_expect_str_eq(back.reading[0].solution, "r.\n", "%s", formats[i]);
        cr_expect_str_eq(back.reading[0].marks, "?.\n", "%s", formats[i]);
        bench_free(&bench);
        bench_free(&back);
    }
}

Test(nonogram_formats, refuse_with_a_reason_what_they_can_not_hold)
{
    static const struct {
        const char *format, *text, *says;
    } refused[] = {
        {"mk", "nonogram 1 1\ncolour r #ff0000\nrows\n1r\ncolumns\n1r\n", "no colours"},
        {"sgt", "nonogram 1 1\ncolour r #ff0000\nrows\n1r\ncolumns\n1r\n", "no colours"},
        {"pbm", "nonogram 1 1\nrows\n1\ncolumns\n1\n", "needs a solution"},
        {"png", "nonogram 1 1\ncolour r #ffffff\nrows\n1r\ncolumns\n1r\nsolution\nr\n", "white is empty"},
        {"pzl", "nonogram 1 1\ncolour r #ff0000\ncolour s #ff0000\nrows\n1r\ncolumns\n1r\n", "two colours"},
        {"toml", "nonogram 1 1\ncolour ! #ff0000\nrows\n1!\ncolumns\n1!\n", "names colours with letters"},
        {"xml", "nonogram 1 1\ncolour | #ff0000\nrows\n1|\ncolumns\n1|\n", "another key"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct bench bench = {0};
        cr_assert_eq(bench_read_string(&bench, "text", refused[i].text), RT_OK, "%s", bench.fault.what);
        cr_expect_null(bench_write(&bench, 0, refused[i].format));
        cr_expect(strstr(bench.fault.what, refused[i].says), "%s: %s", refused[i].format, bench.fault.what);
        bench_free(&bench);
    }
}

/* A file of one format must not be taken for one of another. */
Test(nonogram_formats, probes_tell_them_apart)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        int own = bench_format(meanings[i].format)->probe(meanings[i].text, strlen(meanings[i].text));
        for (size_t f = 0; f < sizeof written / sizeof *written; f++) {
            int other = bench_format(written[f])->probe(meanings[i].text, strlen(meanings[i].text));
            if (strcmp(written[f], meanings[i].format) != 0)
                cr_expect_lt(other, own, "%s claims %d of text %zu in %s, which claims %d", written[f], other, i,
                             meanings[i].format, own);
        }
    }
}
