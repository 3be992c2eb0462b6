#include "scaffold.h"

#include "output.h"
#include "util/home.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The templates are files X.in: what meson.build and the tests of every project need in one folder, the rest in one
 * folder for each sort. */
static const char *const sorts[] = {"puzzle", "rule", "kind"};
static const char mark[] = "@NAME@", suffix[] = ".in", plugin[] = "plugin.";

enum { LARGEST_TEMPLATE = 1 << 16, NAME_MOST = 32 };

struct scaffold {
    const char *sort, *name;
    struct text made;
    struct fault *fault;
};

static bool is_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return *name >= 'a' && *name <= 'z' && !name[n] && n <= NAME_MOST;
}

static void fill_in(const char *template, const char *name, struct text *out)
{
    const char *at;
    for (; (at = strstr(template, mark)); template = at + sizeof mark - 1) {
        text_add(out, template, (size_t)(at - template));
        text_puts(out, name);
    }
    text_puts(out, template);
}

static int read_template(const char *path, char bytes[LARGEST_TEMPLATE], struct fault *fault)
{
    FILE *file = fopen(path, "re");
    size_t n = file ? fread(bytes, 1, LARGEST_TEMPLATE - 1, file) : 0;
    bool bad = !file || ferror(file);
    bytes[n] = 0;
    if (file)
        fclose(file);
    return bad ? fault_set(fault, EXIT_OTHER, path, 0, 0, "can't be read: %s; is Ratchet installed as a whole?",
                           strerror(errno)) : 0;
}

static int write_file(const char *path, const struct text *text, struct fault *fault)
{
    FILE *file = text->failed ? NULL : fopen(path, "wxe");
    bool good = file && fwrite(text->s, 1, text->n, file) == text->n;
    if (file && fclose(file))
        good = false;
    size_t n = strlen(path);
    if (good && n > 3 && !strcmp(path + n - 3, ".sh"))
        good = !chmod(path, 0755);
    return good ? 0 : fault_set(fault, EXIT_OTHER, path, 0, 0, "can't be written: %s", strerror(errno));
}

/* plugin.c.in becomes NAME.c, everything else keeps its name without ".in". */
static void copy_template(struct scaffold *scaffold, const char *folder, const char *file)
{
    char from[PATH_MAX + NAME_MAX + 2], to[2 * NAME_MAX], bytes[LARGEST_TEMPLATE];
    size_t skip = strncmp(file, plugin, sizeof plugin - 1) ? 0 : sizeof plugin - 2;
    int n = (int)(strlen(file + skip) - (sizeof suffix - 1));
    struct text text = {0};
    snprintf(from, sizeof from, "%s/%s", folder, file);
    snprintf(to, sizeof to, "%s/%s%.*s", scaffold->name, skip ? scaffold->name : "", n, file + skip);
    if (!read_template(from, bytes, scaffold->fault)) {
        fill_in(bytes, scaffold->name, &text);
        if (!write_file(to, &text, scaffold->fault))
            text_printf(&scaffold->made, "  %s\n", to);
    }
    text_free(&text);
}

static int is_template(const struct dirent *file)
{
    size_t n = strlen(file->d_name);
    return n > sizeof suffix - 1 && !strcmp(file->d_name + n - (sizeof suffix - 1), suffix);
}

static void copy_folder(struct scaffold *scaffold, const char *sort)
{
    char root[PATH_MAX], folder[PATH_MAX];
    struct dirent **files = NULL;
    home_templates(root);
    snprintf(folder, sizeof folder, "%.4000s/%s", root, sort);
    int n = scandir(folder, &files, is_template, alphasort);
    if (n < 0)
        fault_set(scaffold->fault, EXIT_OTHER, folder, 0, 0, "the templates are not there: %s", strerror(errno));
    for (int i = 0; i < n; i++) {
        if (!scaffold->fault->code)
            copy_template(scaffold, folder, files[i]->d_name);
        free(files[i]);
    }
    free(files);
}

static const char *find_sort(const char *wanted)
{
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (!strcmp(sorts[i], wanted))
            return sorts[i];
    return NULL;
}

static int judge_operands(const struct options *options, struct fault *fault)
{
    if (options->noperands != 2 || !find_sort(options->operands[0]))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "`plugins new` makes a puzzle, a rule or a kind: ratchet "
                         "plugins new rule NAME");
    if (!is_name(options->operands[1]))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "a plugin's name has a letter and then letters, digits and _, "
                         "all small, %d at most", NAME_MOST);
    if (mkdir(options->operands[1], 0777))
        return fault_set(fault, EXIT_OTHER, options->operands[1], 0, 0, "this folder can't be made: %s",
                         strerror(errno));
    return 0;
}

int scaffold_command(const struct options *options)
{
    struct fault fault = {0};
    if (judge_operands(options, &fault))
        return output_fault(&fault);
    struct scaffold scaffold = {options->operands[0], options->operands[1], .fault = &fault};
    copy_folder(&scaffold, "project");
    if (!fault.code)
        copy_folder(&scaffold, scaffold.sort);
    text_printf(&scaffold.made, "\nTo build and test it:\n\n  cd %s && meson setup build && meson test -C build\n"
                "\nTo have it in every run of yours:\n\n"
                "  meson configure build -Dprefix=$HOME/.local && meson install -C build\n", scaffold.name);
    if (!fault.code && !options->quiet)
        output_result(&scaffold.made);
    text_free(&scaffold.made);
    return fault.code ? output_fault(&fault) : 0;
}
