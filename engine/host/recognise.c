/* Which format is it? Magic strings first, then extensions, both known from the index, so that as few plugins
 * as possible are opened; then everybody is asked. */
#include "host/registry.h"

#include <string.h>
#include <strings.h>

enum stage { BY_MAGIC, BY_EXTENSION, BY_CONTENT, STAGES };

/* Confidence of 100 from which a stage settles the matter. An extension is only a name. */
static const int enough[STAGES] = {[BY_MAGIC] = 1, [BY_EXTENSION] = 50, [BY_CONTENT] = 1};

struct query {
    const char *name, *bytes, *type;
    size_t length;
    const char *start; /* behind BOM and blanks */
    size_t rest;
};

struct ranking {
    const struct entry *best, *rival; /* rival: claims as much as the best */
    int confidence;                   /* twice that of probe, 1 more for the right extension */
};

static void skip_blanks(struct query *query)
{
    const char *start = query->bytes, *end = start + query->length;
    if (query->length >= 3 && !memcmp(start, "\xef\xbb\xbf", 3))
        start += 3;
    while (start < end && strchr(" \t\r\n", *start) && *start)
        start++;
    query->start = start;
    query->rest = (size_t)(end - start);
}

static bool has_magic(const struct query *query, const struct entry *format)
{
    for (const char *const *magic = format->magic; magic && *magic; magic++) {
        size_t length = strlen(*magic);
        if (length <= query->rest && !memcmp(query->start, *magic, length))
            return true;
    }
    return false;
}

static bool has_extension(const struct query *query, const struct entry *format)
{
    size_t length = query->name ? strlen(query->name) : 0;
    for (const char *const *extension = format->extensions; extension && *extension; extension++) {
        size_t n = strlen(*extension);
        if (n < length && !strcasecmp(query->name + length - n, *extension))
            return true;
    }
    return false;
}

static bool is_candidate(const struct query *query, const struct entry *format, enum stage stage)
{
    if (query->type && strcmp(format->serves, query->type))
        return false;
    if (stage == BY_MAGIC)
        return has_magic(query, format);
    return stage == BY_CONTENT || has_extension(query, format);
}

/* Opening changes the list, so begin anew after each: what was opened is passed over, what was refused is
 * gone. */
static void open_candidates(struct host *host, const struct query *query, enum stage stage)
{
    const struct list *formats = &host->lists[CLASS_FORMAT];
    for (uint32_t i = 0; i < formats->nknown;) {
        struct entry *format = formats->known[i];
        if (format->as.format.class || !is_candidate(query, format, stage)) {
            i++;
            continue;
        }
        registry_use(host, format);
        i = 0;
    }
}

static int confidence_of(const struct query *query, const struct entry *format)
{
    int probed = format->as.format.class->probe(query->bytes, query->length);
    probed = probed < 0 ? 0 : probed > 100 ? 100 : probed;
    return probed ? 2 * probed + has_extension(query, format) : 0;
}

static struct ranking rank(struct host *host, const struct query *query, enum stage stage)
{
    struct ranking ranking = {0};
    const struct list *formats = &host->lists[CLASS_FORMAT];
    open_candidates(host, query, stage);
    for (uint32_t i = 0; i < formats->nknown; i++) {
        const struct entry *format = formats->known[i];
        if (!is_candidate(query, format, stage))
            continue;
        int confidence = confidence_of(query, format);
        if (confidence && confidence == ranking.confidence)
            ranking.rival = format;
        if (confidence > ranking.confidence)
            ranking = (struct ranking){format, NULL, confidence};
    }
    return ranking;
}

static void add_name(struct text *names, const char *name)
{
    text_printf(names, "%s%s", names->n ? ", " : "", name);
}

enum { NAMES_MOST = 550 }; /* bytes: what a sentence has room for */

static void nobody(const struct host *host, const struct query *query, struct fault *fault)
{
    struct text tried = {0};
    const struct list *formats = &host->lists[CLASS_FORMAT];
    const char *others = "";
    for (uint32_t i = 0; i < formats->nknown; i++) {
        if (!is_candidate(query, formats->known[i], BY_CONTENT))
            continue;
        if (tried.n < NAMES_MOST)
            add_name(&tried, formats->known[i]->id);
        else
            others = " and others";
    }
    const char *of = query->type ? " of puzzle type " : "", *type = query->type ? query->type : "";
    if (!tried.n)
        fault_set(fault, EXIT_BAD_INPUT, query->name, 0, 0,
                  "there is no format%s%s that could read this; "
                  "`ratchet plugins list` shows what is there",
                  of, type);
    else
        fault_set(fault, EXIT_BAD_INPUT, query->name, 0, 0,
                  "no format%s%s recognises this content; tried %s%s; name "
                  "the right one with --format",
                  of, type, text_string(&tried), others);
    text_free(&tried);
}

static void in_doubt(const struct ranking *ranking, const struct query *query, struct fault *fault)
{
    fault_set(fault, EXIT_BAD_INPUT, query->name, 0, 0,
              "this could be %s or %s; name the right one with --format", ranking->best->id,
              ranking->rival->id);
}

/* The one format whose extension this is: its reader can say what is wrong. */
static const struct host_format *by_extension_alone(const struct host *host, const struct query *query)
{
    const struct list *formats = &host->lists[CLASS_FORMAT];
    const struct entry *found = NULL;
    for (uint32_t i = 0; i < formats->nknown; i++) {
        if (!is_candidate(query, formats->known[i], BY_EXTENSION))
            continue;
        if (found)
            return NULL;
        found = formats->known[i];
    }
    return found && found->as.format.class ? &found->as.format : NULL;
}

static const struct host_format *by_content(struct host *host, const struct query *query, struct fault *fault)
{
    for (enum stage stage = 0; stage < STAGES; stage++) {
        struct ranking ranking = rank(host, query, stage);
        if (ranking.confidence < 2 * enough[stage])
            continue;
        if (!ranking.rival)
            return &ranking.best->as.format;
        if (stage == BY_EXTENSION)
            continue;
        in_doubt(&ranking, query, fault);
        return NULL;
    }
    const struct host_format *alone = by_extension_alone(host, query);
    if (!alone)
        nobody(host, query, fault);
    return alone;
}

static const struct host_format *by_name(struct host *host, const struct query *query, const char *id,
                                         struct fault *fault)
{
    const struct host_format *format = host_format(host, id);
    if (!format) {
        const char *near = registry_nearest(host, CLASS_FORMAT, id);
        fault_set(fault, EXIT_USAGE, query->name, 0, 0, "there is no format %s; %s%s%s", id,
                  near ? "did you mean " : "`ratchet plugins list` shows what is there", near ? near : "",
                  near ? "?" : "");
        return NULL;
    }
    if (query->type && strcmp(format->class->puzzle, query->type)) {
        fault_set(fault, EXIT_USAGE, query->name, 0, 0,
                  "the format %s holds puzzles of type %s, not %s; leave out "
                  "--type or --format",
                  id, format->class->puzzle, query->type);
        return NULL;
    }
    return format;
}

const struct host_format *host_recognise(struct host *host, const char *name, const char *bytes,
                                         size_t length, const char *type, const char *format,
                                         struct fault *fault)
{
    struct query query = {.name = name, .bytes = bytes, .length = length, .type = type};
    skip_blanks(&query);
    return format ? by_name(host, &query, format, fault) : by_content(host, &query, fault);
}
