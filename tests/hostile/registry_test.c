/* Finding plugins: index, formats, and what the configuration says of rules. */
#include "folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX "ratchet-plugins.index"

struct den {
    struct folder folder;
    struct config *config;
    struct host *host;
};

static struct den den_of(const char *const *names)
{
    struct den den = {.folder = folder_new()};
    for (; *names; names++)
        folder_copy(&den.folder, *names, NULL, SIZE_MAX);
    return den;
}

static void den_index(const struct den *den, bool installed)
{
    struct fault fault = {0};
    cr_assert_eq(host_write_index(den->folder.path, installed, &fault), 0, "%s", fault.what);
}

static void den_open(struct den *den)
{
    struct fault fault = {0};
    den->config = config_with_path(den->folder.path);
    den->host = host_open(den->config, &fault);
    cr_assert(den->host, "%s: %s", fault.file, fault.what);
}

static void den_shut(struct den *den)
{
    host_close(den->host);
    config_free(den->config);
    den->config = NULL;
    den->host = NULL;
}

static void den_remove(struct den *den)
{
    den_shut(den);
    folder_remove(&den->folder);
}

/* Ids of the open plugins of the den, joined by blanks: the build tree's own don't count. */
static const char *open_ones(const struct den *den)
{
    static char ids[1000];
    const struct host_plugin *const *list;
    uint32_t n = host_list_plugins(den->host, &list);
    ids[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (strncmp(list[i]->path, den->folder.path, strlen(den->folder.path)))
            continue;
        strcat(strcat(ids, ids[0] ? " " : ""), list[i]->id);
    }
    return ids;
}

static const char *const two[] = {"sound", "stray", NULL};
static const char *const scribes[] = {"alpha", "beta", "gamma", "sound", NULL};

Test(index, without_one_everything_is_opened)
{
    struct den den = den_of(two);
    den_open(&den);
    cr_expect_str_eq(open_ones(&den), "zoo.sound zoo.stray");
    den_remove(&den);
}

Test(index, with_one_only_what_is_asked_for_is_opened)
{
    struct den den = den_of(two);
    den_index(&den, false);
    den_open(&den);
    cr_expect_str_eq(open_ones(&den), "");
    const struct host_rule *rule = host_rule(den.host, "zoo.stray.rule");
    cr_assert(rule);
    cr_expect_str_eq(rule->class->kind, "zoo.nobody/1");
    cr_expect_str_eq(open_ones(&den), "zoo.stray");
    host_open_all(den.host);
    cr_expect_str_eq(open_ones(&den), "zoo.sound zoo.stray");
    den_remove(&den);
}

Test(index, refused_plugins_are_not_in_it_and_still_refused)
{
    static const char *const names[] = {"sound", "tier", NULL};
    struct den den = den_of(names);
    den_index(&den, false);
    den_open(&den);
    cr_expect_str_eq(open_ones(&den), "");
    cr_expect(strstr(host_refusals(den.host), "there is no tier 7"));
    den_remove(&den);
}

Test(index, stale_entries_are_looked_up_in_the_file)
{
    struct den den = den_of(two);
    den_index(&den, false);
    folder_copy(&den.folder, "alpha", "sound.so", SIZE_MAX);    /* another size and time */
    den_open(&den);
    cr_expect_str_eq(open_ones(&den), "zoo.alpha");
    cr_expect_not(host_rule(den.host, "zoo.sound.rule"));
    cr_expect(host_format(den.host, "zoo.alpha"));
    cr_expect(host_rule(den.host, "zoo.stray.rule"));
    den_remove(&den);
}

static char *read_index(const struct den *den, size_t *length)
{
    static char bytes[16384];
    FILE *file = fopen(folder_file(&den->folder, INDEX), "rb");
    cr_assert(file);
    *length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[*length] = 0;
    return bytes;
}

static void write_index(const struct den *den, const char *bytes, size_t length)
{
    FILE *file = fopen(folder_file(&den->folder, INDEX), "wb");
    cr_assert(file);
    fwrite(bytes, 1, length, file);
    fclose(file);
}

static void expect_sound(struct den *den, const char *what, size_t at)
{
    den_open(den);
    host_open_all(den->host);
    cr_expect(host_rule(den->host, "zoo.sound.rule"), "%s at byte %zu", what, at);
    cr_expect(host_puzzle(den->host, "zoo.stray"), "%s at byte %zu", what, at);
    den_shut(den);
}

/* Damage of any kind costs at most the index. */
Test(index, damaged_anywhere_it_does_no_harm)
{
    struct den den = den_of(two);
    size_t length;
    den_index(&den, false);
    char *bytes = read_index(&den, &length), whole[16384];
    memcpy(whole, bytes, length + 1);
    for (size_t at = 0; at < length; at += 3) {
        write_index(&den, whole, at);
        expect_sound(&den, "cut", at);
        memcpy(bytes, whole, length);
        bytes[at] = "\t\n%-\0z9 /"[at % 9];
        write_index(&den, bytes, length);
        expect_sound(&den, "changed", at);
    }
    den_remove(&den);
}

Test(index, one_that_lies_is_found_out_on_opening)
{
    struct den den = den_of(two);
    size_t length;
    den_index(&den, false);
    char *bytes = read_index(&den, &length), *id = strstr(bytes, "rule\tzoo.sound.rule");
    cr_assert(id);
    memcpy(id, "rule\tzoo.found.rule", 19);
    write_index(&den, bytes, length);
    den_open(&den);
    cr_expect_not(host_rule(den.host, "zoo.found.rule"));
    cr_expect(host_rule(den.host, "zoo.sound.rule"), "known once the file is open");
    den_remove(&den);
}

Test(index, only_the_installed_folder_makes_plugins_ours)
{
    struct den den = den_of(two);
    den_index(&den, true);
    den_open(&den);
    const struct host_rule *rule = host_rule(den.host, "zoo.sound.rule");
    cr_assert(rule);
    cr_expect_not(rule->plugin->ours);
    cr_expect_eq(strlen(rule->plugin->build_id) % 2, 0);
    den_remove(&den);
}

Test(index, folder_that_cannot_be_written)
{
    struct fault fault = {0};
    cr_expect(host_write_index("/nonexistent/folder", false, &fault));
    cr_expect(strstr(fault.what, "can't be read"), "%s", fault.what);
}

static const char *recognised(struct den *den, const char *name, const char *content, const char *type,
                              const char *format, struct fault *fault)
{
    *fault = (struct fault){0};
    const struct host_format *found =
        host_recognise(den->host, name, content, strlen(content), type, format, fault);
    return found ? found->class->id : "none";
}

Test(recognise, magic_decides_and_opens_nobody_else)
{
    struct den den = den_of(scribes);
    struct fault fault;
    den_index(&den, false);
    den_open(&den);
    cr_expect_str_eq(recognised(&den, "x.beta", "\xef\xbb\xbf \n%ZOO alpha howls", NULL, NULL, &fault),
                     "zoo.alpha");
    cr_expect_str_eq(open_ones(&den), "zoo.alpha");
    den_remove(&den);
}

/* As of PNG: bytes that no text has go through the index unharmed. */
Test(recognise, binary_magic)
{
    static const char *const names[] = {"alpha", "binary", NULL};
    struct den den = den_of(names);
    struct fault fault;
    den_index(&den, false);
    den_open(&den);
    cr_expect_str_eq(recognised(&den, "x", "\211ZOO\r\n\032 %\nhowls", NULL, NULL, &fault), "zoo.binary");
    cr_expect_str_eq(open_ones(&den), "zoo.binary");
    den_remove(&den);
}

Test(recognise, extension_decides_if_the_content_agrees)
{
    struct den den = den_of(scribes);
    struct fault fault;
    den_index(&den, false);
    den_open(&den);
    cr_expect_str_eq(recognised(&den, "x.beta", "howls", NULL, NULL, &fault), "zoo.beta");
    cr_expect_str_eq(open_ones(&den), "zoo.beta");
    cr_expect_str_eq(recognised(&den, "x.beta", "nothing", NULL, NULL, &fault), "zoo.beta"); /* to say what is wrong */
    cr_expect_str_eq(recognised(&den, "x.none", "nothing", NULL, NULL, &fault), "none");
    cr_expect(strstr(fault.what, "no format recognises this content; tried"), "%s", fault.what);
    cr_expect(strstr(fault.what, "--format"), "%s", fault.what);
    den_remove(&den);
}

Test(recognise, doubt_names_both)
{
    struct den den = den_of(scribes);
    struct fault fault;
    den_open(&den);
    cr_expect_str_eq(recognised(&den, "x", "howls", "zoo.sound", NULL, &fault), "none");
    cr_expect_str_eq(fault.what, "this could be zoo.alpha or zoo.beta; name the right one with --format");
    cr_expect_str_eq(recognised(&den, NULL, "howls", "zoo.other", NULL, &fault), "zoo.gamma");
    den_remove(&den);
}

Test(recognise, format_by_name)
{
    struct den den = den_of(scribes);
    struct fault fault;
    den_open(&den);
    cr_expect_str_eq(recognised(&den, "x.beta", "", NULL, "zoo.alpha", &fault), "zoo.alpha");
    cr_expect_str_eq(recognised(&den, "x", "", NULL, "zoo.alhpa", &fault), "none");
    cr_expect_str_eq(fault.what, "there is no format zoo.alhpa; did you mean zoo.alpha?");
    cr_expect_str_eq(recognised(&den, "x", "", "zoo.other", "zoo.alpha", &fault), "none");
    cr_expect(strstr(fault.what, "holds puzzles of type zoo.sound, not zoo.other"), "%s", fault.what);
    den_remove(&den);
}

/* Ids of the rules of the run that stand in the den, joined by blanks. */
static const char *run_rules(struct den *den, struct arena *arena, struct fault *fault)
{
    static char ids[4000];
    const struct rule_use *rules;
    uint32_t n;
    *fault = (struct fault){0};
    ids[0] = 0;
    if (host_use_rules(den->host, den->config, NULL, arena, &rules, &n, fault))
        return "fault";
    for (uint32_t i = 0; i < n; i++)
        if (!strncmp(rules[i].class->id, "zoo.", 4))
            strcat(strcat(ids, ids[0] ? " " : ""), rules[i].class->id);
    return ids;
}

Test(rules, selection_and_order)
{
    struct den den = den_of(two);
    struct arena arena = {0};
    struct fault fault;
    den_open(&den);
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "zoo.sound.rule zoo.stray.rule");
    config_must_set(den.config, "rules", "order", "zoo.stray.rule");
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "zoo.stray.rule zoo.sound.rule");
    config_must_set(den.config, "rules", "load", "zoo.sound.*");
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "zoo.sound.rule");
    config_must_set(den.config, "rules", "load", "none");
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "");
    config_must_set(den.config, "rules", "load", "zoo.stray.rule, zoo.sound.rule");
    config_must_set(den.config, "rules", "order", "");
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "zoo.stray.rule zoo.sound.rule");
    config_must_set(den.config, "rule zoo.stray.rule", "enabled", "no");
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "zoo.sound.rule");
    arena_free(&arena);
    den_remove(&den);
}

Test(rules, unknown_names_are_faults_with_place_and_suggestion)
{
    static const char ini[] = "[rules]\nload = zoo.sond.rule\n";
    struct den den = den_of(two);
    struct arena arena = {0};
    struct fault fault = {0};
    den_open(&den);
    cr_assert_eq(config_load_bytes(den.config, "my.ini", ini, strlen(ini), &fault), 0);
    cr_expect_str_eq(run_rules(&den, &arena, &fault), "fault");
    cr_expect_str_eq(fault.what,
                     "[rules] load: there is no rule zoo.sond.rule; did you mean zoo.sound.rule?");
    cr_expect_str_eq(fault.file, "my.ini");
    cr_expect_eq(fault.line, 2);
    arena_free(&arena);
    den_remove(&den);
}

Test(rules, options_of_a_rule)
{
    static const char ini[] = "[rule zoo.sound.rule]\ntier = 4\nlevel = 7\nweight = 2.25\ndepth = 5\n";
    struct den den = den_of(two);
    struct arena arena = {0};
    struct fault fault = {0};
    const struct rule_use *rules;
    uint32_t n;
    den_open(&den);
    cr_assert_eq(config_load_bytes(den.config, "my.ini", ini, strlen(ini), &fault), 0);
    config_must_set(den.config, "rules", "load", "zoo.*");
    cr_assert_eq(host_use_rules(den.host, den.config, NULL, &arena, &rules, &n, &fault), 0, "%s", fault.what);
    cr_assert_eq(config_check(den.config, &fault), 0, "%s", fault.what);
    cr_assert_eq(n, 2);
    cr_expect_eq(rules[0].tier, 4);
    cr_expect_eq(rules[0].level, 7);
    cr_expect_float_eq(rules[0].weight, 2.25, 1e-12);
    cr_expect_eq(rules[0].options[0].number, 5);
    cr_expect_eq(rules[1].tier, 1);
    cr_expect_eq(rules[1].level, 1);
    cr_expect_float_eq(rules[1].weight, 1, 1e-12);
    cr_expect_eq(rules[1].options[0].number, 3);
    arena_free(&arena);
    den_remove(&den);
}

Test(rules, weight_must_be_a_decimal_number)
{
    static const char *const bad[] = {"", "heavy", "-1", "1e9", "1.2.3", ".5", "nan", "0x10"};
    struct den den = den_of(two);
    struct arena arena = {0};
    struct fault fault;
    den_open(&den);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        config_must_set(den.config, "rule zoo.sound.rule", "weight", bad[i]);
        cr_expect_str_eq(run_rules(&den, &arena, &fault), "fault", "%s", bad[i]);
        cr_expect(strstr(fault.what, "give a decimal number"), "%s", fault.what);
    }
    arena_free(&arena);
    den_remove(&den);
}

/* A profile that names the options of a rule which this run doesn't need is no error. */
Test(rules, sections_of_plugins_that_stay_shut)
{
    struct den den = den_of(two);
    struct fault fault = {0};
    den_index(&den, false);
    den_open(&den);
    config_must_set(den.config, "rule zoo.sound.rule", "depth", "5");
    cr_expect_eq(config_check(den.config, &fault), 0, "%s", fault.what);
    config_must_set(den.config, "rule zoo.sand.rule", "depth", "5");
    cr_expect_neq(config_check(den.config, &fault), 0);
    cr_expect(strstr(fault.what, "did you mean [rule zoo.sound.rule]"), "%s", fault.what);
    den_remove(&den);
}

Test(rules, only_those_that_could_serve_the_puzzle_are_opened)
{
    static const char *const names[] = {"sound", "stray", "kinds", "tiny", NULL};
    struct den den = den_of(names);
    struct arena arena = {0};
    struct fault fault = {0};
    const struct rule_use *rules;
    uint32_t n;
    den_index(&den, false);
    den_open(&den);
    config_must_set(den.config, "rules", "load", "tiny.*, zoo.*");
    cr_assert_eq(host_use_rules(den.host, den.config, "tiny", &arena, &rules, &n, &fault), 0, "%s",
                 fault.what);
    cr_expect_eq(n, 2);
    cr_expect_str_eq(open_ones(&den), "tiny tiny.kinds");
    arena_free(&arena);
    den_remove(&den);
}

Test(plugins, load_names_what_must_be_there)
{
    static const char *const names[] = {"sound", "tier", NULL};
    struct den den = den_of(names);
    struct fault broken = {0}, unknown = {0}, good = {0};
    struct config *config = config_with_path(den.folder.path);
    config_must_set(config, "plugins", "load", "zoo.sound, tier");
    cr_expect_not(host_open(config, &broken));
    cr_expect(strstr(broken.what, "there is no tier 7"), "%s", broken.what);
    config_must_set(config, "plugins", "load", "zoo.suond");
    cr_expect_not(host_open(config, &unknown));
    cr_expect_str_eq(unknown.what, "[plugins] load: there is no plugin zoo.suond; did you mean zoo.sound?");
    config_must_set(config, "plugins", "load", folder_file(&den.folder, "sound.so"));
    den.host = host_open(config, &good);
    cr_expect(den.host, "%s", good.what);
    den.config = config;
    den_remove(&den);
}

Test(plugins, path_that_is_not_there)
{
    static const char ini[] = "[plugins]\npath = /nonexistent/plugins\n";
    struct config *config = config_new();
    struct fault fault = {0};
    cr_assert_eq(config_load_bytes(config, "my.ini", ini, strlen(ini), &fault), 0);
    cr_expect_not(host_open(config, &fault));
    cr_expect(strstr(fault.what, "there is no folder /nonexistent/plugins"), "%s", fault.what);
    cr_expect_eq(fault.line, 2);
    config_free(config);
}

Test(plugins, same_folder_twice_is_one)
{
    struct den den = den_of(two);
    struct fault fault = {0};
    char path[600];
    snprintf(path, sizeof path, "%s:%s/.:", den.folder.path, den.folder.path);
    den.config = config_with_path(path);
    den.host = host_open(den.config, &fault);
    cr_assert(den.host, "%s", fault.what);
    cr_expect_not(strstr(host_refusals(den.host), den.folder.path), "%s", host_refusals(den.host));
    den_remove(&den);
}

Test(plugins, user_folder_is_searched)
{
    struct den den = den_of(two);
    struct fault fault = {0};
    char path[900], user[1000];
    snprintf(path, sizeof path, "%s/ratchet", den.folder.path);
    snprintf(user, sizeof user, "%s/plugins", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    cr_assert_eq(symlink(den.folder.path, user), 0);
    setenv("XDG_DATA_HOME", den.folder.path, 1);
    den.config = config_new();
    den.host = host_open(den.config, &fault);
    cr_assert(den.host, "%s", fault.what);
    cr_expect(host_puzzle(den.host, "zoo.sound"));
    unlink(user);
    rmdir(path);
    den_remove(&den);
}

Test(rules, unknown_key_of_an_indexed_rule_is_found_once_it_is_open)
{
    struct den den = den_of(two);
    struct arena arena = {0};
    struct fault fault = {0};
    den_index(&den, false);
    den_open(&den);
    config_must_set(den.config, "rule zoo.sound.rule", "dept", "5");
    run_rules(&den, &arena, &fault);
    cr_expect_neq(config_check(den.config, &fault), 0);
    cr_expect(strstr(fault.what, "did you mean `depth`"), "%s", fault.what);
    arena_free(&arena);
    den_remove(&den);
}
