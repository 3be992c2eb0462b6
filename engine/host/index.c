#include "host/index.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INDEX_VERSION = 1, FIELDS_MOST = 8, LARGEST_INDEX = 4 << 20 };

struct reader {
    struct arena *arena;
    struct index *index;
    struct index_plugin **end, *plugin;
    char *field[FIELDS_MOST];
    int nfields;
};

static char *read_whole(int fd, struct arena *arena)
{
    struct stat info;
    if (fstat(fd, &info) || !S_ISREG(info.st_mode) || info.st_size > LARGEST_INDEX)
        return NULL;
    size_t size = (size_t)info.st_size, n = 0;
    char *bytes = arena_alloc(arena, size + 1);
    while (bytes && n < size) {
        ssize_t got = read(fd, bytes + n, size - n);
        if (got <= 0)
            return NULL;
        n += (size_t)got;
    }
    return bytes && strlen(bytes) == size ? bytes : NULL;
}

/* "%XX" to bytes, in place; false: malformed. */
static bool decode(char *s)
{
    char *to = s;
    for (; *s; s++) {
        unsigned byte;
        if (*s != '%') {
            *to++ = *s;
            continue;
        }
        if (sscanf(s + 1, "%2x", &byte) != 1 || !byte || !s[2] || strchr(" +-", s[1]))
            return false;
        *to++ = (char)byte;
        s += 2;
    }
    *to = 0;
    return true;
}

static bool read_number(const char *field, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(field, &end, 10);
    return *field >= '0' && *field <= '9' && !*end && !errno;
}

static bool read_abi(const char *field, uint16_t *major, uint16_t *minor)
{
    char rest;
    return sscanf(field, "%" SCNu16 ".%" SCNu16 "%c", major, minor, &rest) == 2;
}

static bool read_list(struct reader *reader, char *field, const char *const **list)
{
    *list = NULL;
    if (!strcmp(field, "-"))
        return true;
    size_t n = 1;
    for (const char *c = field; *c; c++)
        n += *c == ' ';
    const char **strings = arena_alloc(reader->arena, (n + 1) * sizeof *strings);
    char *rest = field;
    for (size_t i = 0; strings && i < n; i++) {
        char *one = strsep(&rest, " ");
        if (!*one || !decode(one))
            return false;
        strings[i] = one;
    }
    *list = strings;
    return strings != NULL;
}

static bool is_head(const struct reader *reader)
{
    uint16_t major, minor;
    char *const *field = reader->field;
    uint64_t version;
    return reader->nfields == 4 && !strcmp(field[0], "ratchet-plugins-index") &&
           read_number(field[1], &version) && version == INDEX_VERSION &&
           read_abi(field[2], &major, &minor) && major == RT_ABI_MAJOR && minor == RT_ABI_MINOR &&
           (!strcmp(field[3], "installed") || !strcmp(field[3], "local"));
}

static bool read_plugin(struct reader *reader)
{
    struct index_plugin *plugin = arena_alloc(reader->arena, sizeof *plugin);
    char *const *field = reader->field;
    uint64_t mtime;
    if (!plugin || reader->nfields != 8 || !decode(field[1]) || strchr(field[1], '/') ||
        !read_number(field[2], &plugin->size) || !read_number(field[3], &mtime) || mtime > INT64_MAX ||
        !is_id(field[5]) || !decode(field[6]) || !read_abi(field[7], &plugin->abi_major, &plugin->abi_minor))
        return false;
    plugin->file = field[1];
    plugin->mtime = (int64_t)mtime;
    plugin->build_id = strcmp(field[4], "-") ? field[4] : "";
    plugin->id = field[5];
    plugin->version = field[6];
    plugin->end = &plugin->classes;
    reader->plugin = *reader->end = plugin;
    reader->end = &plugin->next;
    return true;
}

static bool read_class(struct reader *reader, enum class_type type)
{
    static const int fields[CLASS_TYPES] = {
        [CLASS_KIND] = 2, [CLASS_FORMAT] = 5, [CLASS_PUZZLE] = 2, [CLASS_RULE] = 3};
    struct index_class *class = arena_alloc(reader->arena, sizeof *class);
    char *const *field = reader->field;
    if (!class || !reader->plugin || reader->nfields != fields[type])
        return false;
    class->type = type;
    class->id = field[1];
    class->serves = fields[type] > 2 ? field[2] : NULL;
    *reader->plugin->end = class;
    reader->plugin->end = &class->next;
    if (!(type == CLASS_KIND ? is_kind_id : is_id)(class->id))
        return false;
    if (type == CLASS_RULE)
        return is_kind_id(class->serves);
    return type != CLASS_FORMAT || (is_id(class->serves) && read_list(reader, field[3], &class->extensions) &&
                                    read_list(reader, field[4], &class->magic));
}

static bool read_line(struct reader *reader)
{
    const char *word = reader->field[0];
    if (!strcmp(word, "plugin"))
        return read_plugin(reader);
    for (enum class_type type = 0; type < CLASS_TYPES; type++)
        if (!strcmp(word, class_shapes[type].noun))
            return read_class(reader, type);
    return false;
}

/* False if there are more fields than any line has. */
static bool split(struct reader *reader, char *line)
{
    reader->nfields = 0;
    while (line && reader->nfields < FIELDS_MOST)
        reader->field[reader->nfields++] = strsep(&line, "\t");
    return !line;
}

static bool parse(struct reader *reader, char *text)
{
    bool first = true;
    while (*text) {
        char *line = strsep(&text, "\n");
        if (!text || !split(reader, line)) /* without the last LF, somebody stopped while writing */
            return false;
        if (first ? !is_head(reader) : !read_line(reader))
            return false;
        if (first)
            reader->index->installed = !strcmp(reader->field[3], "installed");
        first = false;
    }
    return !first;
}

bool index_read(const char *folder, struct arena *arena, struct index *index)
{
    char path[4096];
    *index = (struct index){0};
    if (snprintf(path, sizeof path, "%s/" INDEX_NAME, folder) >= (int)sizeof path)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    char *text = read_whole(fd, arena);
    close(fd);
    struct reader reader = {.arena = arena, .index = index, .end = &index->plugins};
    if (text && parse(&reader, text))
        return true;
    *index = (struct index){0};
    return false;
}

const struct index_plugin *index_find(const struct index *index, const char *file, uint64_t size,
                                      int64_t mtime)
{
    for (const struct index_plugin *plugin = index->plugins; plugin; plugin = plugin->next)
        if (!strcmp(plugin->file, file))
            return plugin->size == size && plugin->mtime == mtime ? plugin : NULL;
    return NULL;
}

static void encode(struct text *out, const char *s)
{
    for (const char *c = s; *c; c++) {
        if (*c <= ' ' || *c == '%' || *c == 0x7f || (c == s && *c == '-'))
            text_printf(out, "%%%02x", (unsigned char)*c);
        else
            text_add(out, c, 1);
    }
}

static void print_list(struct text *out, const char *const *list)
{
    text_puts(out, list && list[0] ? "\t" : "\t-");
    for (uint32_t i = 0; list && list[i]; i++) {
        text_puts(out, i ? " " : "");
        encode(out, list[i]);
    }
}

static void print_class(struct text *out, enum class_type type, const struct entry *entry)
{
    text_printf(out, "%s\t%s", class_shapes[type].noun, entry->id);
    if (entry->serves)
        text_printf(out, "\t%s", entry->serves);
    if (type == CLASS_FORMAT) {
        print_list(out, entry->extensions);
        print_list(out, entry->magic);
    }
    text_puts(out, "\n");
}

static void print_plugin(struct text *out, const struct host *host, const struct plugin_file *plugin)
{
    const struct host_plugin *is = &plugin->is;
    text_puts(out, "plugin\t");
    encode(out, strrchr(is->path, '/') + 1);
    text_printf(out, "\t%" PRIu64 "\t%" PRId64 "\t%s\t%s\t", plugin->load.facts.size,
                plugin->load.facts.mtime, is->build_id[0] ? is->build_id : "-", is->id);
    encode(out, is->version);
    text_printf(out, "\t%u.%u\n", is->abi_major, is->abi_minor);
    for (enum class_type type = 0; type < CLASS_TYPES; type++)
        for (uint32_t i = 0; i < host->lists[type].nknown; i++)
            if (host->lists[type].known[i]->plugin == plugin)
                print_class(out, type, host->lists[type].known[i]);
}

void index_print(const struct host *host, bool installed, struct text *out)
{
    text_printf(out, "ratchet-plugins-index\t%d\t%d.%d\t%s\n", INDEX_VERSION, RT_ABI_MAJOR, RT_ABI_MINOR,
                installed ? "installed" : "local");
    for (uint32_t i = 0; i < host->nplugins; i++)
        if (host->plugins[i]->is.opened)
            print_plugin(out, host, host->plugins[i]);
}
