/* Plugins that must not get in: each is refused with a sentence, and the others still load. */
#include "folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct misfit {
    const char *name, *sentence;
};

static const struct misfit misfits[] = {
    {"bad_magic", "rt_bundle has the magic number 0x00001234 instead of 0x54434852"},
    {"batch_alone", "rule zoo.batch_alone.rule: it has `propagate_batch` without `propagate`: give it both"},
    {"bundle_huge", "its bundle claims 4294967295 bytes"},
    {"bundle_zero", "its bundle claims 0 bytes"},
    {"class_huge", "kind 1 of it claims 2147483647 bytes"},
    {"class_zero", "kind 1 of it claims 0 bytes"},
    {"empty", "its bundle lists no kind, format, puzzle or rule"},
    {"escape", "rule zoo.escape.rule: `summary` is missing or no single line of text"},
    {"idle", "rule zoo.idle.rule: it does nothing: give it one of `init`, `extend`, `propagate`, `branch`, `weigh`"},
    {"kind_id", "the kind id \"zoo.kind_id\" is not allowed"},
    {"level", "rule zoo.level.rule: there is no level 0"},
    {"long_id", "at most 48 bytes"},
    {"needs", "rule zoo.needs.rule: it needs what this host does not offer (flags 0x0, needs 0x100)"},
    {"no_check", "kind zoo.no_check/1: the function `check` is missing"},
    {"no_model", "puzzle zoo.no_model: the function `model` is missing"},
    {"no_name", "puzzle zoo.no_name: `name` is missing"},
    {"no_parse", "puzzle zoo.no_parse: the function `parse` is missing"},
    {"no_probe", "format zoo.no_probe.text: the function `probe` is missing"},
    {"no_read", "format zoo.no_read.text: the function `read` is missing"},
    {"no_render", "puzzle zoo.no_render: the function `render` is missing"},
    {"no_summary", "rule zoo.no_summary.rule: `summary` is missing"},
    {"no_symbol", "exports no symbol rt_bundle, so it is no Ratchet plugin"},
    {"no_verify", "puzzle zoo.no_verify: the function `verify` is missing"},
    {"option_choice", "option `which` has the default 2, which is the index of none of its choices"},
    {"option_default", "option `depth` has the default 10 outside its range 1..9"},
    {"option_help", "option `depth` has no help text"},
    {"option_name", "the option name \"How-Deep\" is not allowed"},
    {"option_none", "option `which` has no choices"},
    {"option_range", "option `depth` has the range 9..1, which is empty"},
    {"option_taken", "option `tier` bears a name that every rule's section has already"},
    {"option_twin", "option `depth` is there twice"},
    {"option_type", "option `depth` has the type 9, which this host does not know"},
    {"other_major", "was built for ABI 2, this host speaks 1: rebuild it against ratchet's headers"},
    {"plugin_id", "its id \"Zoo-Keeper\" is not allowed"},
    {"rule_kind", "\"line\" is no id of a kind"},
    {"same_clauses", "it promises the same clauses (RT_SAME_CLAUSES), but `init` is not all that it does"},
    {"state", "it wants 2147483647 bytes of state an instance"},
    {"tier", "rule zoo.tier.rule: there is no tier 7"},
    {"twin_inside", "brings two rules of the id zoo.twin_inside.rule"},
    {"undefined", "nobody_defines_this"},
    {"wild_list", "its list of kinds has no end"},
};

enum { NMISFITS = sizeof misfits / sizeof misfits[0] };

/* The line of `text` that begins with the path, or NULL. */
static const char *line_about(const char *text, const char *path, char *line, size_t capacity)
{
    const char *found = strstr(text, path);
    if (!found || (found > text && found[-1] != '\n'))
        return NULL;
    snprintf(line, capacity, "%.*s", (int)strcspn(found, "\n"), found);
    return line;
}

static void expect_refusal(const struct host *host, const char *path, const char *sentence)
{
    char line[1200];
    cr_assert(line_about(host_refusals(host), path, line, sizeof line), "nothing was said about %s:\n%s",
              path, host_refusals(host));
    cr_expect(strstr(line, sentence), "%s\nshould say: %s", line, sentence);
    cr_expect(strstr(line, ": ") && strlen(line) < 900, "%s", line);
}

static struct host *open_zoo(struct config **config)
{
    struct fault fault = {0};
    struct folder empty = folder_new(); /* for its side effect on the search path */
    folder_remove(&empty);
    *config = config_with_path(getenv("ZOO"));
    struct host *host = host_open(*config, &fault);
    cr_assert(host, "%s", fault.what);
    return host;
}

Test(load, every_misfit_is_refused_with_a_sentence)
{
    struct config *config;
    struct host *host = open_zoo(&config);
    cr_expect_geq(host_open_all(host), (uint32_t)NMISFITS + 2);
    for (int i = 0; i < NMISFITS; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s.so:", getenv("ZOO"), misfits[i].name);
        expect_refusal(host, path, misfits[i].sentence);
    }
    host_close(host);
    config_free(config);
}

Test(load, the_others_still_load)
{
    struct config *config;
    struct host *host = open_zoo(&config);
    cr_expect(host_puzzle(host, "zoo.sound"));
    cr_expect(host_rule(host, "zoo.sound.rule"));
    cr_expect(host_kind(host, "zoo.sound/1"));
    cr_expect(host_format(host, "zoo.sound.text"));
    cr_expect_not(host_rule(host, "zoo.tier.rule"));
    cr_expect_not(host_kind(host, "zoo.tier/1"), "a refused plugin leaves nothing behind");
    host_close(host);
    config_free(config);
}

/* What stands behind the size that a class claims is not the class's. */
Test(load, classes_of_older_and_newer_plugins)
{
    struct config *config;
    struct host *host = open_zoo(&config);
    const struct host_kind *older = host_kind(host, "zoo.older/1"), *newer = host_kind(host, "zoo.newer/1");
    cr_assert(older && newer);
    cr_expect(older->class->check && newer->class->check);
    cr_expect_not(older->class->encode);
    host_close(host);
    config_free(config);
}

Test(load, second_of_an_id_is_refused_and_both_files_named)
{
    struct config *config;
    struct host *host = open_zoo(&config);
    char path[600], sentence[900];
    snprintf(path, sizeof path, "%s/twin_rule.so:", getenv("ZOO"));
    snprintf(sentence, sizeof sentence, "brings the rule zoo.sound.rule, which %s/sound.so brings already",
             getenv("ZOO"));
    expect_refusal(host, path, sentence);
    snprintf(path, sizeof path, "%s/twin_plugin.so:", getenv("ZOO"));
    snprintf(sentence, sizeof sentence, "has the plugin id zoo.sound, which %s/sound.so has already",
             getenv("ZOO"));
    expect_refusal(host, path, sentence);
    host_close(host);
    config_free(config);
}

Test(load, rule_of_an_unknown_kind_loads_and_is_said_to_be_idle)
{
    struct config *config;
    struct host *host = open_zoo(&config);
    host_open_all(host);
    cr_expect(host_rule(host, "zoo.stray.rule"));
    cr_expect_not(strstr(host_refusals(host), "/stray.so"));
    cr_expect(strstr(host_notes(host), "rule zoo.stray.rule serves the kind zoo.nobody/1, which no plugin "
                                       "brings: it stays idle"),
              "%s", host_notes(host));
    host_close(host);
    config_free(config);
}

Test(load, files_that_are_no_plugins)
{
    static const struct misfit files[] = {
        {"text.so", "is no shared object (it has no ELF header)"},
        {"void.so", "the file is empty"},
        {"half.so", "the file is cut short"},
        {"head.so", "the file is cut short"},
        {"stub.so", "is no shared object (it has no ELF header)"},
    };
    struct folder folder = folder_new();
    struct fault fault = {0};
    folder_write(&folder, "text.so", "This is not a plugin.\n");
    folder_write(&folder, "void.so", "");
    folder_write(&folder, "README", "no plugin either, and nobody claims it is one\n");
    folder_copy(&folder, "sound", "half.so", 8000);
    folder_copy(&folder, "sound", "head.so", 100);
    folder_copy(&folder, "sound", "stub.so", 10);
    folder_copy(&folder, "sound", NULL, SIZE_MAX);
    cr_assert_eq(mkdir(folder_file(&folder, "room.so"), 0700), 0);
    struct config *config = config_with_path(folder.path);
    struct host *host = host_open(config, &fault);
    cr_assert(host, "%s", fault.what);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        expect_refusal(host, folder_file(&folder, files[i].name), files[i].sentence);
    cr_expect_not(strstr(host_refusals(host), "room.so"));
    cr_expect_not(strstr(host_refusals(host), "README"));
    cr_expect(host_puzzle(host, "zoo.sound"));
    host_close(host);
    config_free(config);
    folder_remove(&folder);
}

/* Wherever a file was cut, it is refused before the dynamic linker touches it (which would die of SIGBUS). */
Test(load, plugin_cut_anywhere)
{
    struct folder folder = folder_new();
    struct stat info;
    folder_copy(&folder, "sound", "cut.so", SIZE_MAX);
    cr_assert_eq(stat(folder_file(&folder, "cut.so"), &info), 0);
    for (off_t size = 0; size < info.st_size; size += 97) {
        struct fault fault = {0};
        folder_copy(&folder, "sound", "cut.so", (size_t)size);
        cr_expect(host_check_file(folder_file(&folder, "cut.so"), &fault), "%ld bytes of %ld", (long)size,
                  (long)info.st_size);
    }
    folder_remove(&folder);
}

Test(load, check_file_judges_one_file)
{
    struct folder folder = folder_new();
    char path[600];
    struct fault good = {0}, bad = {0}, none = {0}, room = {0};
    snprintf(path, sizeof path, "%s/sound.so", getenv("ZOO"));
    cr_expect_eq(host_check_file(path, &good), 0, "%s", good.what);
    snprintf(path, sizeof path, "%s/no_verify.so", getenv("ZOO"));
    cr_expect_eq(host_check_file(path, &bad), EXIT_BAD_INPUT);
    cr_expect(strstr(bad.what, "`verify` is missing"));
    cr_expect_str_eq(bad.file, path);
    cr_expect_eq(host_check_file("/nonexistent/x.so", &none), EXIT_NO_INPUT);
    cr_expect_eq(host_check_file(folder.path, &room), EXIT_BAD_INPUT);
    cr_expect(strstr(room.what, "is no regular file"), "%s", room.what);
    folder_remove(&folder);
}

static void expect_notes(const char *name, const char *const *sentences)
{
    char path[600];
    struct text notes = {0};
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s.so", getenv("ZOO"), name);
    cr_assert_eq(host_inspect_file(path, &notes, &fault), 0, "%s", fault.what);
    cr_expect(!*sentences == !notes.n, "%s", text_string(&notes));
    for (; *sentences; sentences++)
        cr_expect(strstr(text_string(&notes), *sentences), "%s\nshould say %s", text_string(&notes),
                  *sentences);
    text_free(&notes);
}

Test(load, inspection_finds_constructors_exports_and_statics)
{
    static const char *const all[] = {"has 1 constructors, which run before the host can judge it",
                                      "bytes of writable static data in .data",
                                      "exports 2 symbols besides rt_bundle (", "zoo_helper", NULL};
#ifdef SANITIZED
    cr_skip("a sanitizer brings constructors and data of its own");
#endif
    expect_notes("sound", all + 4);
    expect_notes("sloppy", all);
}
