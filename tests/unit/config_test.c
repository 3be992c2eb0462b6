/* INI files and --set: what is understood, what is refused and with which sentence. */
#include "config/config.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct config *config;
static struct fault fault;

static void setup(void)
{
    config = config_new();
    fault = (struct fault){0};
    cr_assert(config);
}

static void teardown(void)
{
    config_free(config);
}

TestSuite(config, .init = setup, .fini = teardown, .timeout = 20);

static int load(const char *text)
{
    fault = (struct fault){0};
    return config_load_bytes(config, "a.ini", text, strlen(text), &fault);
}

static int check(const char *text)
{
    int code = load(text);
    return code ? code : config_check(config, &fault);
}

/* Refused by parsing or by checking, at this line, with these words in the sentence. */
static void expect_refused(const char *text, uint32_t line, const char *words)
{
    struct config *kept = config;
    config = config_new();
    cr_expect_eq(check(text), EXIT_BAD_INPUT, "accepted: %s", text);
    cr_expect_str_eq(fault.file, "a.ini");
    cr_expect_eq(fault.line, line, "line %u instead of %u: %s", fault.line, line, text);
    cr_expect(strstr(fault.what, words), "'%s' is not in '%s'", words, fault.what);
    config_free(config);
    config = kept;
}

static void expect_good(const char *text)
{
    char buffer[1200];
    cr_expect_eq(check(text), 0, "%s for: %s", fault_string(&fault, buffer, sizeof buffer), text);
}

static const struct rt_option tier = {.name = "tier", .type = RT_OPTION_INT, .max = 4, .fallback = 1};
static const struct rt_option *const rule_options[] = {&tier, NULL};
static const char *const whites[] = {"standard", "both", "straight", NULL};
static const struct rt_option white = {.name = "white", .type = RT_OPTION_ENUM, .choices = whites};
static const struct rt_option *const masyu_options[] = {&white, NULL};

/* --- what holds ------------------------------------------------------------------------------------- */

Test(config, defaults_hold_when_nothing_is_set)
{
    char origin[64];
    cr_expect_eq(config_check(config, &fault), 0);
    cr_expect(config_flag(config, "search", "enabled"));
    cr_expect(config_flag(config, "search", "learn"));
    cr_expect_str_eq(config_string(config, "search", "branch"), "activity");
    cr_expect_str_eq(config_string(config, "scheduler", "policy"), "tiers");
    cr_expect_eq(config_number(config, "limits", "solutions"), 1000);
    cr_expect_str_eq(config_string(config, "limits", "memory"), "1G");
    cr_expect_str_eq(config_string(config, "plugins", "path"), "");
    cr_expect_str_eq(config_string(config, "rules", "load"), "all");
    cr_expect_not(config_is_set(config, "search", "learn"));
    cr_expect_str_eq(config_origin(config, "search", "learn", origin, sizeof origin), "default");
}

Test(config, values_are_read_with_comments_and_blanks_round_them)
{
    expect_good("; a comment\n# another\n\n   \n  ; an indented comment\n"
                "[search]   ; the search\nlearn = off ; no clauses\nbranch\t=  mrv  \n"
                "[scheduler]\npolicy = batch\n[engine]\nseed = 9223372036854775807");
    cr_expect_not(config_flag(config, "search", "learn"));
    cr_expect_str_eq(config_string(config, "search", "branch"), "mrv");
    cr_expect_eq(config_number(config, "scheduler", "policy"), 2);
    cr_expect_eq(config_number(config, "engine", "seed"), INT64_MAX);
}

Test(config, byte_order_mark_and_crlf_are_understood)
{
    expect_good("\xef\xbb\xbf[search]\r\n\r\nbranch = mrv\r\nlearn = no ; comment\r\n");
    cr_expect_str_eq(config_string(config, "search", "branch"), "mrv");
    cr_expect_not(config_flag(config, "search", "learn"));
}

Test(config, booleans_take_eight_words)
{
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (int i = 0; i < 8; i++) {
        char text[64];
        snprintf(text, sizeof text, "[search]\nlearn = %s\n", words[i]);
        expect_good(text);
        cr_expect_eq(config_flag(config, "search", "learn"), i % 2, "%s", words[i]);
    }
}

Test(config, later_files_and_then_the_command_line_win)
{
    char origin[64];
    const char *file;
    uint32_t line;
    expect_good("[search]\nbranch = first\nlearn = no\n");
    cr_assert_eq(config_load_bytes(config, "b.ini", "\n[search]\nbranch = mrv\n", 22, &fault), 0);
    cr_expect_str_eq(config_string(config, "search", "branch"), "mrv");
    cr_expect_str_eq(config_origin(config, "search", "branch", origin, sizeof origin), "b.ini:3");
    cr_expect_str_eq(config_origin(config, "search", "learn", origin, sizeof origin), "a.ini:3");
    cr_assert(config_place(config, "search", "branch", &file, &line));
    cr_expect_str_eq(file, "b.ini");
    cr_expect_eq(line, 3);
    cr_assert_eq(config_set(config, "search.branch=balance", &fault), 0);
    cr_expect_str_eq(config_string(config, "search", "branch"), "balance");
    cr_expect_str_eq(config_origin(config, "search", "branch", origin, sizeof origin), "command line");
    cr_expect_not(config_place(config, "search", "branch", &file, &line));
    cr_assert_eq(config_put(config, "search", "enabled", "no", "--no-search", &fault), 0);
    cr_expect_str_eq(config_origin(config, "search", "enabled", origin, sizeof origin), "--no-search");
    cr_expect_not(config_flag(config, "search", "enabled"));
}

Test(config, set_splits_at_the_last_dot_before_the_first_equals_sign)
{
    cr_assert_eq(config_declare(config, "rule nonogram.line", rule_options), 0);
    cr_expect_eq(config_set(config, "rule nonogram.line.tier=3", &fault), 0);
    cr_expect_eq(config_set(config, "plugins.path=/a.b=c/d.e", &fault), 0);
    cr_expect_eq(config_set(config, " limits . nodes = 7 ", &fault), 0);
    cr_expect_eq(config_check(config, &fault), 0, "%s", fault.what);
    cr_expect_eq(config_number(config, "rule nonogram.line", "tier"), 3);
    cr_expect_str_eq(config_string(config, "plugins", "path"), "/a.b=c/d.e");
    cr_expect_eq(config_number(config, "limits", "nodes"), 7);
}

Test(config, malformed_set_is_a_usage_error)
{
    static const char *const bad[] = {
        "", "=", "search", "search=1", "learn=no", ".=", "search.=1", ".learn=1", "a;b.c=1", "a.b=x ; y",
        "a.b= # x", "a.b=\"x\"", "a.b=\x01", "a.b=\xff", "[a].b=1", "a\nb.c=1", "a.b=x\ny",
        "a.b;c=1", "rules.load+=x",
        "a123456789012345678901234567890123456789012345678.b=1",
        "a.k123456789012345678901234567890123456789012345678=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fault = (struct fault){0};
        cr_expect_eq(config_set(config, bad[i], &fault), EXIT_USAGE, "accepted: %s", bad[i]);
        cr_expect_gt(strlen(fault.what), 20);
    }
    fault = (struct fault){0};
    cr_expect_eq(config_check(config, &fault), 0);
}

Test(config, unknown_names_on_the_command_line_name_it)
{
    cr_expect_eq(config_put(config, "search", "lern", "no", "--set", &fault), 0);
    cr_expect_eq(config_check(config, &fault), EXIT_USAGE);
    cr_expect_str_eq(fault.what, "--set: [search] has no key `lern`; did you mean `learn`?");
}

Test(config, a_long_value_goes_on_with_plus)
{
    expect_good("[rules]\nload = a.b, c.d,\nload += e.f,\nload+=g.h ; the last\norder = x\n");
    cr_expect_str_eq(config_string(config, "rules", "load"), "a.b, c.d,e.f,g.h");
    expect_refused("[rules]\nload += a\n", 2, "goes on with a value");
    expect_refused("[rules]\nload = a\n[search]\nload += b\n", 4, "stands above it");
}

Test(config, a_value_has_a_longest_length)
{
    struct text text = {0};
    text_puts(&text, "[rules]\nload = x\n");
    for (int i = 0; i < 100; i++)
        text_printf(&text, "load += %0150d\n", 0);
    expect_refused(text_string(&text), 30, "longer than 4096 bytes");
    text_free(&text);
}

/* --- what inih would get wrong ------------------------------------------------------------------------ */

Test(config, long_lines_are_refused_and_never_split)
{
    char text[512];
    snprintf(text, sizeof text, "[rules]\nload = %0192d\norder = x\n", 0);   /* 7 + 192 = 199 bytes */
    cr_assert_eq(load(text), 0, "%s", fault.what);
    cr_expect_eq(strlen(config_string(config, "rules", "load")), 192);
    snprintf(text, sizeof text, "[rules]\nload = %0192d\r\n", 1);
    cr_assert_eq(load(text), 0, "%s", fault.what);
    snprintf(text, sizeof text, "[rules]\nload = %0192d=1\n", 0);
    expect_refused(text, 2, "the line has 201 bytes, the most is 199");
    snprintf(text, sizeof text, "[rules]\nload = %0193d", 0);
    expect_refused(text, 2, "`key += more`");
    snprintf(text, sizeof text, "[rules]\n; %0400d = 1\nload = a\n", 0);
    expect_good(text);
}

Test(config, indented_lines_are_refused)
{
    expect_refused("[search]\nbranch = mrv\n  learn = no\n", 3, "indented");
    expect_refused("[search]\nbranch = mrv\n\tmore\n", 3, "indented");
    expect_refused(" [search]\n", 1, "indented");
}

Test(config, bytes_that_are_no_text_are_refused)
{
    static const char nul[] = "[search]\nbranch = m\0rv\n";
    cr_expect_eq(config_load_bytes(config, "a.ini", nul, sizeof nul - 1, &fault), EXIT_BAD_INPUT);
    cr_expect_eq(fault.line, 2);
    cr_expect(strstr(fault.what, "NUL"));
    expect_refused("[search]\nbranch = m\xe9\n", 2, "UTF-8");
    expect_refused("[search]\n; \xc0\xaf\n", 2, "UTF-8");
    expect_refused("; \xed\xa0\x80\n", 1, "UTF-8");
    expect_refused("; \xf4\x90\x80\x80\n", 1, "UTF-8");
    expect_refused("; \xe2\x82", 1, "UTF-8");
    expect_refused("\xff\xfe[\n", 1, "UTF-8");
    expect_refused("[search]\rlearn = no\r", 1, "control character");
    expect_refused("[search]\nbranch = a\vb\n", 2, "control character");
    expect_good("; \xc3\xa9 \xe2\x82\xac \xf0\x9f\xa7\xa9\n");
}

Test(config, section_lines_are_taken_literally_or_refused)
{
    expect_refused("[search ; note]\nlearn = no\n", 1, "inside the brackets");
    expect_refused("[search # note]\n", 1, "inside the brackets");
    expect_refused("[search] learn = no\n", 1, "after `]`");
    expect_refused("[search\nlearn = no\n", 1, "the `]` is missing");
    expect_refused("[]\n", 1, "no section name");
    expect_refused("[ search ]\n", 1, "without blanks");
    expect_refused("[[search]\n", 1, "brackets");
    expect_refused("\n[a234567890123456789012345678901234567890123456789]\n", 2, "longer than 48 bytes");
    expect_good("[search];x\n[rules] \t; y\n[limits]\t\n");
}

Test(config, a_section_name_of_48_bytes_is_not_cut)
{
    static const char name[] = "rule a2345678901234567890123456789012345678901.b";
    char text[100];
    cr_assert_eq(strlen(name), 48);
    cr_assert_eq(config_declare(config, name, rule_options), 0);
    snprintf(text, sizeof text, "[%s]\ntier = 4\n", name);
    expect_good(text);
    cr_expect_eq(config_number(config, name, "tier"), 4);
}

Test(config, empty_sections_are_seen)
{
    expect_refused("[search]\n\n[serach]\n", 3, "no section [serach]; did you mean [search]?");
    expect_refused("[zzzzzz]\n[search]\n", 1, "`ratchet config effective`");
    expect_good("[search]\n[limits]\n");
}

Test(config, keys_and_separators)
{
    expect_refused("learn = no\n[search]\n", 1, "before the first section");
    expect_refused("[search]\nlearn: no\n", 2, "`:` does not separate");
    expect_refused("[search]\nlearn : no = 1\n", 2, "`:` does not separate");
    expect_refused("[search]\nlearn no\n", 2, "neither a [section]");
    expect_refused("[search]\nlearn\n", 2, "neither a [section]");
    expect_refused("[search]\n= no\n", 2, "no key before the `=`");
    expect_refused("[search]\nlearn ; x = no\n", 2, "before the `=`");
    expect_refused("[search]\nk23456789012345678901234567890123456789012345678901 = 1\n", 2, "48 bytes");
}

Test(config, comments_and_quotation_marks_in_values)
{
    expect_refused("[plugins]\npath = \"/a ; b\"\n", 2, "without quotation marks");
    expect_refused("[plugins]\npath = \"/a\"\n", 2, "without quotation marks");
    expect_refused("[plugins]\npath = '/a ; b'\n", 2, "without quotation marks");
    expect_refused("[plugins]\npath = /a # b\n", 2, "` #` does not start a comment");
    expect_refused("[plugins]\npath = # b\n", 2, "` #` does not start a comment");
    expect_refused("[plugins]\npath =;b\n", 2, "` ;`");
    expect_good("[plugins]\npath = /a;b:/c#d:/e'f ; \"g\"\n");
    cr_expect_str_eq(config_string(config, "plugins", "path"), "/a;b:/c#d:/e'f");
    expect_good("[plugins]\npath = ; nowhere\n");
    cr_expect_str_eq(config_string(config, "plugins", "path"), "");
    expect_good("[plugins]\npath = a = b: c\n");
    cr_expect_str_eq(config_string(config, "plugins", "path"), "a = b: c");
}

Test(config, a_key_stands_once_in_a_file)
{
    expect_refused("[search]\nlearn = no\nbranch = x\nlearn = yes\n", 4, "`learn` was set in line 2 already");
    expect_refused("[search]\nlearn = no\n[rules]\n[search]\nlearn = no\n", 5, "line 2");
    expect_good("[plugins]\nload =\n[rules]\nload = all\n");
}

Test(config, the_first_bad_line_is_the_one_reported)
{
    expect_refused("[search]\nlearn\n  indented\n[\n", 2, "neither");
    expect_refused("[search]\nlearn = \"no\"\n[a ; b]\n", 2, "quotation");
}

/* --- the schema ---------------------------------------------------------------------------------------- */

Test(config, unknown_keys_get_the_nearest_match_or_the_list)
{
    expect_refused("[search]\nlern = no\n", 2, "[search] has no key `lern`; did you mean `learn`?");
    expect_refused("[search]\nbarnch = mrv\n", 2, "did you mean `branch`?");
    expect_refused("[search]\nx = mrv\n", 2, "its keys are: enabled, learn, branch");
    expect_refused("[limits]\nload = all\n", 2, "[limits] has no key `load`");
}

Test(config, values_are_checked_with_their_line)
{
    expect_refused("[search]\nlearn = maybe\n", 2, "[search] learn takes yes or no, not `maybe`");
    expect_refused("[search]\nlearn =\n", 2, "not ``");
    expect_refused("[engine]\nseed = 1x\n", 2, "[engine] seed takes a whole number from 0 on, not `1x`");
    expect_refused("[engine]\nseed = -1\n", 2, "from 0 on");
    expect_refused("[engine]\nseed = 9223372036854775808\n", 2, "from 0 on");
    expect_refused("[engine]\nseed = 0x10\n", 2, "from 0 on");
    expect_refused("[limits]\nsolutions = 0\n", 2, "from 1 on");
    expect_refused("[scheduler]\npolicy = sweeps\n", 2, "takes one of tiers, sweep, batch, not `sweeps`");
    expect_refused("[limits]\ntime = 10 s\n", 2, "takes a duration such as 10s");
    expect_refused("[limits]\nmemory = much\n", 2, "takes a size such as 512M");
}

Test(config, long_values_are_cut_between_characters_in_messages)
{
    char text[160] = "[search]\nlearn = ";
    for (int i = 0; i < 40; i++)
        strcat(text, "\xe2\x82\xac");
    expect_refused(text, 2, "\xe2\x82\xac`");
}

Test(config, plugin_sections_are_known_once_declared)
{
    expect_refused("[rule nonogram.lin]\n", 1, "no section [rule nonogram.lin]");
    cr_assert_eq(config_declare(config, "rule nonogram.line", rule_options), 0);
    cr_assert_eq(config_declare(config, "rule nonogram.line", masyu_options), 0);
    cr_assert_eq(config_declare(config, "rule nonogram.line", rule_options), 0);
    expect_good("[rule nonogram.line]\ntier = 4\nwhite = straight\n");
    cr_expect_eq(config_number(config, "rule nonogram.line", "tier"), 4);
    cr_expect_str_eq(config_string(config, "rule nonogram.line", "white"), "straight");
    cr_expect_eq(check("[rule nonogram.line]\ntier = 5\n"), EXIT_BAD_INPUT);
    cr_expect(strstr(fault.what, "tier takes a whole number from 0 to 4, not `5`"), "%s", fault.what);
}

Test(config, the_nearest_section_is_among_the_declared)
{
    cr_assert_eq(config_declare_opaque(config, "rule nonogram.line"), 0);
    cr_expect_eq(check("[rule nonogramm.line]\n"), EXIT_BAD_INPUT);
    cr_expect(strstr(fault.what, "did you mean [rule nonogram.line]?"), "%s", fault.what);
}

Test(config, opaque_sections_are_not_checked)
{
    cr_assert_eq(config_declare_opaque(config, "rule x.y"), 0);
    expect_good("[rule x.y]\nwhatever = 1\n");
    cr_expect(config_is_set(config, "rule x.y", "whatever"));
    cr_expect_not(config_is_set(config, "rule x.y", "else"));
}

Test(config, values_that_were_not_checked_give_the_default)
{
    cr_assert_eq(load("[engine]\nseed = x\n[scheduler]\npolicy = y\n[limits]\nmemory = z\n"), 0);
    cr_expect_eq(config_number(config, "engine", "seed"), 0);
    cr_expect_str_eq(config_string(config, "scheduler", "policy"), "tiers");
    cr_expect_str_eq(config_string(config, "limits", "memory"), "1G");
}

static void note(void *context, const char *section)
{
    text_printf(context, "%s;", section);
    config_declare(config, "rule declared.meanwhile", rule_options);
}

Test(config, each_section_visits_what_was_set)
{
    struct text seen = {0};
    expect_good("[search]\n[limits]\n");
    cr_assert_eq(config_set(config, "rule a.b.tier=1", &fault), 0);
    config_each_section(config, note, &seen);
    cr_expect_str_eq(text_string(&seen), "search;limits;rule a.b;");
    text_free(&seen);
}

/* --- nothing or all ------------------------------------------------------------------------------------- */

Test(config, a_refused_file_changes_nothing)
{
    struct text before = {0}, after = {0};
    expect_good("[search]\nbranch = mrv\n");
    config_effective(config, &before);
    cr_expect_eq(load("[search]\nbranch = first\nlearn = no\n[rule new.one]\ntier = 1\n[\n"), EXIT_BAD_INPUT);
    config_effective(config, &after);
    cr_expect_str_eq(text_string(&before), text_string(&after));
    fault = (struct fault){0};
    cr_expect_eq(config_check(config, &fault), 0);
    text_free(&before);
    text_free(&after);
}

Test(config, files_that_are_missing_or_wrong_say_so)
{
    cr_expect_eq(config_load(config, "/nonexistent/a.ini", &fault), EXIT_NO_INPUT);
    cr_expect(strstr(fault.what, "No such file"), "%s", fault.what);
    fault = (struct fault){0};
    cr_expect_eq(config_load(config, "/", &fault), EXIT_NO_INPUT);
    fault = (struct fault){0};
    cr_expect_eq(config_load(config, "/dev/zero", &fault), EXIT_BAD_INPUT);
    cr_expect(strstr(fault.what, "larger than 1 MiB"), "%s", fault.what);
    fault = (struct fault){0};
    cr_expect_eq(config_load(config, "/dev/null", &fault), 0);
}

Test(config, profiles_that_ship_are_good)
{
    static const char *const names[] = {"ratchet", "human", "minimal", "article-dfa-nonogram",
                                        "article-dfa-masyu", "article-patterns"};
    for (int i = 0; i < 6; i++) {
        char path[512], text[1200];
        snprintf(path, sizeof path, "%s/%s.ini", PROFILES, names[i]);
        struct config *profile = config_new();
        fault = (struct fault){0};
        cr_expect_eq(config_load(profile, path, &fault), 0, "%s", fault_string(&fault, text, sizeof text));
        cr_expect_eq(config_check(profile, &fault), 0, "%s", fault_string(&fault, text, sizeof text));
        config_free(profile);
    }
}

/* ratchet.ini shows every key with its default behind a `;`. */
Test(config, the_shipped_defaults_are_the_defaults)
{
    struct text before = {0}, text = {0};
    char line[300];
    uint32_t shown = 0;
    FILE *file = fopen(PROFILES "/ratchet.ini", "r");
    cr_assert(file);
    while (fgets(line, sizeof line, file)) {
        bool key = line[0] == ';' && line[1] >= 'a' && line[1] <= 'z';
        text_puts(&text, line + key);
        shown += key;
    }
    fclose(file);
    config_effective(config, &before);
    expect_good(text_string(&text));
    cr_expect_eq(shown, 56);
    struct text after = {0};
    config_effective(config, &after);
    const char *a = text_string(&before), *b = text_string(&after);
    for (; *a && *b; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1)    /* values, not origins */
        cr_expect(!strncmp(a, b, strcspn(a, ";\n")), "%.40s / %.40s", a, b);
    cr_expect(!*a && !*b);
    cr_expect_not(strstr(text_string(&after), "; default"), "%s", text_string(&after));
    text_free(&before);
    text_free(&after);
    text_free(&text);
}

/* --- effective ------------------------------------------------------------------------------------------ */

Test(config, effective_shows_values_and_origins)
{
    struct text out = {0};
    expect_good("[limits]\ntime = 10s\n");
    cr_assert_eq(config_set(config, "search.learn=off", &fault), 0);
    config_effective(config, &out);
    cr_expect(strstr(text_string(&out), "[engine]\nseed = 0                            ; default\n"));
    cr_expect(strstr(text_string(&out), "\ntime = 10s                          ; a.ini:2\n"));
    cr_expect(strstr(text_string(&out), "\nlearn = off                         ; command line\n"));
    cr_expect(strstr(text_string(&out), "\npolicy = tiers "));
    text_free(&out);
}

static void expect_same(const struct config *a, const struct config *b, const char *section, const char *key)
{
    cr_expect_eq(config_number(a, section, key), config_number(b, section, key), "%s.%s", section, key);
    cr_expect_str_eq(config_string(a, section, key), config_string(b, section, key));
}

static void expect_round_trip(void)
{
    struct text out = {0};
    struct config *again = config_new();
    cr_assert_eq(config_declare(again, "rule x.y", rule_options), 0);
    fault = (struct fault){0};
    config_effective(config, &out);
    cr_assert_eq(config_load_bytes(again, "effective", out.s, out.n, &fault), 0, "%u: %s\n%s", fault.line,
                 fault.what, out.s);
    cr_expect_eq(config_check(again, &fault), 0, "%s", fault.what);
    static const char *const keys[][2] = {
        {"engine", "seed"}, {"scheduler", "policy"}, {"search", "enabled"}, {"search", "learn"},
        {"search", "branch"}, {"search", "modes"}, {"limits", "time"}, {"limits", "nodes"}, {"limits", "memory"},
        {"limits", "solutions"}, {"plugins", "path"}, {"plugins", "load"}, {"rules", "load"},
        {"rules", "order"}, {"rule x.y", "tier"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        expect_same(config, again, keys[i][0], keys[i][1]);
    config_free(again);
    text_free(&out);
}

Test(config, effective_read_back_gives_the_same)
{
    char name[600], text[] = "[plugins]\npath = /a;b#c:/d\n[scheduler]\npolicy = sweep\n";
    cr_assert_eq(config_declare(config, "rule x.y", rule_options), 0);
    expect_round_trip();
    memset(name, 'n', sizeof name);     /* an origin longer than a line, with bytes that a file can't hold */
    strcpy(name + 500, "\xff\n; x");
    cr_assert_eq(config_load_bytes(config, name, text, strlen(text), &fault), 0);
    cr_assert_eq(config_set(config, "rule x.y.tier=3", &fault), 0);
    cr_assert_eq(config_set(config, "search.enabled=off", &fault), 0);
    expect_round_trip();
}

Test(config, long_values_survive_the_round_trip)
{
    struct text list = {0};
    cr_assert_eq(config_declare(config, "rule x.y", rule_options), 0);
    for (int i = 0; i < 120; i++)
        text_printf(&list, "%srule.number%d", i ? ", " : "", i);
    cr_assert_eq(config_put(config, "rules", "load", list.s, "--only-rules", &fault), 0);
    text_clear(&list);
    for (int i = 0; i < 300; i++)
        text_puts(&list, i % 7 ? "\xe2\x82\xac" : "x;#' x");
    cr_assert_eq(config_put(config, "plugins", "path", list.s, "--set", &fault), 0, "%s", fault.what);
    text_clear(&list);
    for (int i = 0; i < 100; i++)
        text_puts(&list, "\xe2\x82\xac");
    cr_assert_eq(config_put(config, "search", "branch", list.s, "--set", &fault), 0);
    expect_round_trip();
    text_free(&list);
}

/* --- hostile input -------------------------------------------------------------------------------------- */

static uint32_t state = 1;

static char garbage(const char *alphabet, size_t n)
{
    state = state * 1664525 + 1013904223;
    return alphabet ? alphabet[(state >> 16) % n] : (char)(state >> 16);
}

Test(config, a_megabyte_of_garbage_does_no_harm)
{
    static const char alphabet[] = "[]=:;#\"' \t\n\n\nab+.";
    size_t n = 1024 * 1024;
    char *bytes = malloc(n);
    cr_assert(bytes);
    for (size_t i = 0; i < n; i++)
        bytes[i] = garbage(NULL, 0);
    cr_expect_eq(config_load_bytes(config, "g", bytes, n, &fault), EXIT_BAD_INPUT);
    for (int round = 0; round < 2000; round++) {
        for (size_t i = 0; i < 200; i++)
            bytes[i] = garbage(alphabet, sizeof alphabet - 1);
        fault = (struct fault){0};
        int code = config_load_bytes(config, "g", bytes, 200, &fault);
        cr_assert(code == 0 || (code == EXIT_BAD_INPUT && fault.line && fault.what[0]));
    }
    free(bytes);
}

Test(config, many_settings_and_sections_are_refused_in_time)
{
    struct text text = {0};
    text_puts(&text, "[a]\n");
    for (int i = 0; i < 100000; i++)
        text_printf(&text, "k%d=\n", i);
    cr_expect_eq(load(text.s), EXIT_BAD_INPUT);
    cr_expect_eq(fault.line, 4098);
    cr_expect(strstr(fault.what, "more than 4096 settings"), "%s", fault.what);
    text_clear(&text);
    for (int i = 0; i < 100000; i++)
        text_printf(&text, "[s%d]\n", i);
    cr_expect_eq(load(text.s), EXIT_BAD_INPUT);
    cr_expect(strstr(fault.what, "more than 1024 sections"), "%s", fault.what);
    text_free(&text);
}

/* --- durations and sizes -------------------------------------------------------------------------------- */

Test(config, durations)
{
    static const struct { const char *text; double seconds; } good[] = {
        {"0", 0}, {"10", 10}, {"10s", 10}, {"250ms", 0.25}, {"2m", 120}, {"1h", 3600}, {"1.5s", 1.5},
        {"0.25", 0.25}, {"1000000000000", 1e12}};
    static const char *const bad[] = {"", "s", "-1", "+1", "1 s", " 1", "1x", "1.", ".5", "1e3", "inf", "nan",
                                      "10ss", "99999999999999999999"};
    double seconds;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(config_duration(good[i].text, &seconds), "%s", good[i].text);
        cr_expect_float_eq(seconds, good[i].seconds, 1e-9, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(config_duration(bad[i], &seconds), "%s", bad[i]);
}

Test(config, sizes)
{
    static const struct { const char *text; uint64_t bytes; } good[] = {
        {"0", 0}, {"1", 1}, {"64k", 65536}, {"64K", 65536}, {"512M", 536870912}, {"1G", 1073741824},
        {"2T", 2199023255552}};
    static const char *const bad[] = {"", "k", "-1", "1.5G", "1 M", "1MB", "1x", "99999999999T",
                                      "99999999999999999999"};
    uint64_t bytes;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(config_size(good[i].text, &bytes), "%s", good[i].text);
        cr_expect_eq(bytes, good[i].bytes, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(config_size(bad[i], &bytes), "%s", bad[i]);
}

Test(config, a_trial_is_taken_back)
{
    struct text before = {0}, during = {0}, after = {0};
    config_declare(config, "rule a.b", rule_options);
    expect_good("[rule a.b]\ntier = 2\n[engine]\nseed = 3\n");
    config_effective(config, &before);
    config_try(config);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(config_put(config, "rule a.b", "tier", i ? "3" : "4", "trial", &fault), 0);
        cr_expect_eq(config_put(config, "rules", "load", "none", "trial", &fault), 0);
        cr_expect_eq(config_put(config, "rule c.d", "tier", "1", "trial", &fault), 0);
    }
    cr_expect_eq(config_number(config, "rule a.b", "tier"), 3);
    cr_expect_str_eq(config_string(config, "rules", "load"), "none");
    config_effective(config, &during);
    cr_expect_str_neq(text_string(&during), text_string(&before));
    config_revert(config);
    config_effective(config, &after);
    cr_expect_str_eq(text_string(&after), text_string(&before));
    cr_expect_eq(config_check(config, &fault), 0, "a section that was only tried is no fault");
    config_put(config, "engine", "seed", "4", "later", &fault);
    config_try(config);
    config_revert(config);
    cr_expect_eq(config_number(config, "engine", "seed"), 4, "what is put outside of a trial stays");
    text_free(&before);
    text_free(&during);
    text_free(&after);
}
