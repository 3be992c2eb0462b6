#include "service/archive.h"

#include "job/frame.h"
#include "service/daemon.h"
#include "service/database.h"
#include "util/base64.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct archive {
    struct fault *fault;
    uint64_t jobs, bad;
    bool scarce;       /* there was no memory for some of this job */
    struct text found; /* what is damaged in it */
};

/* ---- the request of a job, as job.submit had it */

enum how { IS_PUZZLE, IS_TEXT, IS_NUMBER, IS_FLAG, IS_LIST, IS_WORDS, IS_STATS, IS_SYMMETRY };

static const struct {
    enum frame_field_name field;
    enum how how;
    const char *name;
} members[] = {
    {FIELD_NAME, IS_PUZZLE, "name"},
    {FIELD_TYPE, IS_PUZZLE, "type"},
    {FIELD_FORMAT, IS_PUZZLE, "format"},
    {FIELD_MAX_SOLUTIONS, IS_NUMBER, "max_solutions"},
    {FIELD_TIME_MS, IS_NUMBER, "time_limit_ms"},
    {FIELD_NODES, IS_NUMBER, "node_limit"},
    {FIELD_MEMORY, IS_NUMBER, "memory_limit"},
    {FIELD_SEED, IS_NUMBER, "seed"},
    {FIELD_SEARCH, IS_FLAG, "search"},
    {FIELD_BRIEF, IS_FLAG, "brief"},
    {FIELD_STATS, IS_STATS, "stats"},
    {FIELD_TEXT, IS_TEXT, "text"},
    {FIELD_ENABLE, IS_LIST, "enable"},
    {FIELD_DISABLE, IS_LIST, "disable"},
    {FIELD_ONLY_RULES, IS_WORDS, "only_rules"},
    {FIELD_DEDUCTIONS, IS_FLAG, "deductions"},
    {FIELD_KEEP_GOING, IS_FLAG, "keep_going"},
    {FIELD_QUIET, IS_FLAG, "quiet"},
    {FIELD_WIDTH, IS_NUMBER, "width"},
    {FIELD_HEIGHT, IS_NUMBER, "height"},
    {FIELD_SYMMETRY, IS_SYMMETRY, "symmetry"},
    {FIELD_MIN_LEVEL, IS_NUMBER, "min_level"},
    {FIELD_MAX_LEVEL, IS_NUMBER, "max_level"},
    {FIELD_TRIES, IS_NUMBER, "tries"},
    {FIELD_CHANGES, IS_NUMBER, "changes"},
    {FIELD_MINIMAL, IS_FLAG, "minimal"},
    {FIELD_LEVEL, IS_NUMBER, "level"},
    {FIELD_ALL, IS_FLAG, "all"},
    {FIELD_FROM, IS_NUMBER, "from"},
    {FIELD_TO, IS_NUMBER, "to"},
};

static json_t *text_of(const struct frame_field *field)
{
    return json_stringn(field->bytes, field->length);
}

static uint64_t number_of(const struct frame_field *field)
{
    uint64_t number = 0;
    if (field->length == sizeof number)
        memcpy(&number, field->bytes, sizeof number);
    return number;
}

/* What is no UTF-8 is shown as it would be submitted. */
static void add_data(json_t *puzzle, const struct frame_field *field)
{
    json_t *data = text_of(field);
    struct text coded = {0};
    if (!data)
        base64_encode(field->bytes, field->length, &coded);
    json_object_set_new(puzzle, data ? "data" : "base64", data ? data : json_string(text_string(&coded)));
    text_free(&coded);
}

static json_t *words_of(const struct frame_field *field)
{
    json_t *list = json_array();
    const char *at = field->bytes, *end = at + field->length;
    for (const char *comma; at < end; at = comma + 1) {
        comma = memchr(at, ',', (size_t)(end - at));
        comma = comma ? comma : end;
        if (comma - at != 4 || memcmp(at, "none", 4))
            json_array_append_new(list, json_stringn(at, (size_t)(comma - at)));
    }
    return list;
}

static void append(json_t *object, const char *name, json_t *value)
{
    if (!json_object_get(object, name))
        json_object_set_new(object, name, json_array());
    json_array_append_new(json_object_get(object, name), value);
}

static void add_member(json_t *puzzle, json_t *options, size_t i, const struct frame_field *field)
{
    static const char *const stats[] = {"none", "rules", "full"}, *const symmetries[] = {"none", "mirror", "turn"};
    const char *name = members[i].name;
    uint64_t number = number_of(field);
    switch (members[i].how) {
    case IS_PUZZLE:
        json_object_set_new(puzzle, name, text_of(field));
        break;
    case IS_TEXT:
        json_object_set_new(options, name, text_of(field));
        break;
    case IS_NUMBER:
        json_object_set_new(options, name, json_integer((json_int_t)number));
        break;
    case IS_FLAG:
        json_object_set_new(options, name, json_boolean(number));
        break;
    case IS_LIST:
        append(options, name, text_of(field));
        break;
    case IS_WORDS:
        json_object_set_new(options, name, words_of(field));
        break;
    case IS_STATS:
        json_object_set_new(options, name, json_string(stats[number < 3 ? number : 0]));
        break;
    case IS_SYMMETRY:
        json_object_set_new(options, name, json_string(symmetries[number < 3 ? number : 0]));
    }
}

/* False: these are no fields. */
static bool add_request(struct archive *archive, json_t *object, const struct job_row *row)
{
    struct text bytes = {0};
    struct frame frame;
    struct frame_field field;
    json_t *puzzle = json_object(), *options = json_object();
    size_t begin = frame_begin(&bytes, FRAME_JOB);
    text_add(&bytes, row->request.bytes, row->request.length);
    frame_end(&bytes, begin);
    bool good = !bytes.failed && frame_take(bytes.s, bytes.n, FRAME_MOST, &frame) > 0;
    for (uint32_t at = 0; good && frame_next(&frame, &at, &field);) {
        for (size_t i = 0; i < sizeof members / sizeof *members; i++)
            if (members[i].field == field.name)
                add_member(puzzle, options, i, &field);
        if (field.name == FIELD_DATA)
            add_data(puzzle, &field);
        if (field.name == FIELD_NUMBER)
            json_object_set_new(puzzle, "number", json_integer((json_int_t)number_of(&field)));
        if (field.name == FIELD_GRID)
            json_object_set_new(options, strcmp(row->op, "verify") ? "marks" : "solution", text_of(&field));
    }
    good &= json_object_get(puzzle, "data") || json_object_get(puzzle, "base64") || !strcmp(row->op, "generate");
    json_object_set_new(object, "puzzle", puzzle);
    json_object_set_new(object, "options", options);
    archive->scarce |= bytes.failed;
    text_free(&bytes);
    return good;
}

/* ---- every job */

/* What can't be looked at for want of memory is not damaged. */
static bool was_scarce(struct archive *archive)
{
    archive->scarce |= memory_missed();
    if (archive->scarce)
        fault_set(archive->fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
    return archive->scarce;
}

static void begin_row(struct archive *archive)
{
    memory_missed();
    archive->scarce = false;
    archive->jobs++;
}

static void export_row(void *context, const struct job_row *row)
{
    struct archive *archive = context;
    begin_row(archive);
    json_t *object = jobs_object(row);
    json_object_set_new(object, "owner", json_string(row->owner));
    add_request(archive, object, row);
    json_t *result = row->result.bytes ? memory_parse(row->result.bytes, row->result.length, NULL, NULL) : NULL;
    if (result)
        json_object_set_new(object, "result", result);
    char *line = memory_print(object, JSON_COMPACT | JSON_REAL_PRECISION(16));
    if (!was_scarce(archive))
        archive->bad += !line || puts(line) < 0;
    free(line);
    json_decref(object);
}

static bool is_json(const char *bytes, size_t length)
{
    json_t *json = memory_parse(bytes, length, NULL, NULL);
    json_decref(json);
    return json;
}

static void complain(struct archive *archive, int64_t id, const char *what)
{
    text_printf(&archive->found, "job %" PRId64 ": %s\n", id, what);
    archive->scarce |= archive->found.failed;
}

static void judge_row(struct archive *archive, const struct job_row *row)
{
    json_t *object = json_object();
    if (!row->owner || !row->op || !row->tags || !is_json(row->tags, strlen(row->tags)))
        complain(archive, row->id, "owner, op or tags are damaged");
    else if (!add_request(archive, object, row))
        complain(archive, row->id, "its request is damaged");
    if (job_is_final(row->state) && !row->outcome)
        complain(archive, row->id, "it is final and has no outcome");
    if (row->error && !is_json(row->error, strlen(row->error)))
        complain(archive, row->id, "its error is damaged");
    if (row->state == JOB_DONE && !row->result.bytes)
        complain(archive, row->id, "it is done and has no result");
    if (row->result.bytes && !is_json(row->result.bytes, row->result.length))
        complain(archive, row->id, "its result is damaged");
    json_decref(object);
}

static void check_row(void *context, const struct job_row *row)
{
    struct archive *archive = context;
    begin_row(archive);
    judge_row(archive, row);
    if (!was_scarce(archive) && archive->found.n) {
        fputs(text_string(&archive->found), stdout);
        archive->bad++;
    }
    text_free(&archive->found);
}

static void say(void *context, const char *sentence)
{
    struct archive *archive = context;
    puts(sentence);
    archive->bad++;
}

int archive_check(const char *folder, struct fault *fault)
{
    struct archive archive = {.fault = fault};
    memory_watch();
    struct database *database = database_open_to_read(folder, fault);
    if (database && !database_integrity(database, say, &archive, fault))
        database_walk(database, check_row, &archive, fault);
    database_close(database);
    if (!fault->code && archive.bad)
        fault_set(fault, EXIT_OTHER, folder, 0, 0, "the job store is damaged; --export saves what can be read");
    else if (!fault->code)
        printf("the job store is sound: %" PRIu64 " jobs\n", archive.jobs);
    return fault->code;
}

int archive_export(const char *folder, struct fault *fault)
{
    struct archive archive = {.fault = fault};
    memory_watch();
    struct database *database = database_open_to_read(folder, fault);
    if (database)
        database_walk(database, export_row, &archive, fault);
    database_close(database);
    if (!fault->code && (fflush(stdout) || archive.bad))
        fault_set(fault, EXIT_OTHER, NULL, 0, 0, "the jobs can't be written to standard output");
    return fault->code;
}
