/* The dispatcher: one line to one method, its parameters checked. PROTOCOL.md is what this does. */
#include "service/daemon.h"
#include "service/digest.h"
#include "service/log.h"
#include "service/manager.h"
#include "util/base64.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_MOST = 128, TAGS_MOST = 16, TAG_MOST = 64, NAME_MOST = 255, LIST_MOST = 1000, RULES_MOST = 64, LEVELS = 9,
       MAKE_MOST = 1000000 };

/* A call while its parameters are read: the first wrong one answers it. */
struct call {
    struct reply *reply; /* NULL: it was answered */
    json_t *params;
};

/* ---- parameters */

static bool wrong(struct call *call, const char *name, const char *takes)
{
    if (call->reply)
        reply_error(call->reply, RPC_PARAMS, NULL, "%s takes %s", name, takes);
    call->reply = NULL;
    return false;
}

static bool has_control(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            return true;
    return false;
}

/* Absent and `needed` false: NULL stays. */
static bool take_string(struct call *call, json_t *from, const char *name, bool needed, size_t most,
                        const char **value)
{
    char takes[96];
    json_t *json = json_object_get(from, name);
    if (!call->reply || (!json && !needed))
        return call->reply;
    snprintf(takes, sizeof takes, "a string of 1 to %zu bytes", most);
    if (!json_is_string(json) || !json_string_length(json) || json_string_length(json) > most)
        return wrong(call, name, takes);
    *value = json_string_value(json);
    return true;
}

static bool take_number(struct call *call, json_t *from, const char *name, json_int_t least, json_int_t most,
                        json_int_t *value)
{
    char takes[96];
    json_t *json = json_object_get(from, name);
    if (!call->reply || !json)
        return call->reply;
    snprintf(takes, sizeof takes, "a whole number from %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT,
             least, most);
    if (!json_is_integer(json) || json_integer_value(json) < least || json_integer_value(json) > most)
        return wrong(call, name, takes);
    *value = json_integer_value(json);
    return true;
}

static bool take_flag(struct call *call, json_t *from, const char *name, bool *value)
{
    json_t *json = json_object_get(from, name);
    if (!call->reply || !json)
        return call->reply;
    if (!json_is_boolean(json))
        return wrong(call, name, "true or false");
    *value = json_is_true(json);
    return true;
}

/* The place of the word in the list; `value` stays if it is absent. */
static bool take_word(struct call *call, json_t *from, const char *name, const char *const *words, int *value)
{
    char takes[128] = "one of";
    json_t *json = json_object_get(from, name);
    if (!call->reply || !json)
        return call->reply;
    for (int i = 0; words[i]; i++) {
        size_t n = strlen(takes);
        if (json_is_string(json) && !strcmp(json_string_value(json), words[i])) {
            *value = i;
            return true;
        }
        snprintf(takes + n, sizeof takes - n, "%s %s", i ? "," : "", words[i]);
    }
    return wrong(call, name, takes);
}

/* Ids are strings of digits; what can't be one is a job that does not exist. */
static bool take_job(struct call *call, int64_t *id)
{
    const char *text = NULL;
    char *end;
    if (!take_string(call, call->params, "job", true, 64, &text))
        return false;
    *id = strtoll(text, &end, 10);
    if (*id > 0 && !*end && text[0] >= '1' && text[0] <= '9' && strlen(text) < 19)
        return true;
    reply_error(call->reply, RPC_NOT_FOUND, NULL, "there is no such job");
    call->reply = NULL;
    return false;
}

/* ---- hello */

static const char *const ops[] = {"solve", "unique", "count", "verify", "hint", "explain", "grade", "generate", NULL};

static bool same_digest(const uint8_t *a, const uint8_t *b)
{
    uint8_t differ = 0;
    for (int i = 0; i < DIGEST_BYTES; i++)
        differ |= a[i] ^ b[i];
    return !differ;
}

/* In the same time, whichever token it is. */
static const struct token *find_token(const struct daemon *daemon, const char *text)
{
    const struct token *found = NULL;
    uint8_t digest[DIGEST_BYTES];
    digest_bytes(digest, text, strlen(text));
    for (uint32_t i = 0; i < daemon->ntokens; i++)
        if (same_digest(digest, daemon->tokens[i].digest))
            found = &daemon->tokens[i];
    return found;
}

static bool authorize(struct call *call)
{
    struct conn *conn = call->reply->conn;
    char name[192];
    const char *text = json_string_value(json_object_get(call->params, "token"));
    const struct token *token = text ? find_token(conn->daemon, text) : NULL;
    if (token) {
        snprintf(name, sizeof name, "token:%s", token->name);
        conn->owner = owner_find(conn->daemon, name);
    }
    if (conn->owner)
        return true;
    reply_error(call->reply, RPC_UNAUTHORIZED, NULL, "the token is not known here");
    call->reply = NULL;
    conn_close(conn);
    return false;
}

static json_t *limits(const struct settings *settings)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "line", (json_int_t)settings->max_line, "job",
                     (json_int_t)settings->max_job, "result", (json_int_t)settings->max_result, "requests",
                     (json_int_t)settings->max_requests, "queue", (json_int_t)settings->max_queue, "key",
                     (json_int_t)settings->max_key, "tags", (json_int_t)TAGS_MOST, "tag",
                     (json_int_t)TAG_MOST, "deadline_ms", (json_int_t)settings->deadline);
}

static void method_hello(struct call *call)
{
    struct conn *conn = call->reply->conn;
    struct daemon *daemon = conn->daemon;
    const struct generation *generation = pool_generation(daemon->pool);
    const char *client = NULL;
    if (!take_string(call, call->params, "client", false, 128, &client) || (!conn->owner && !authorize(call)))
        return;
    json_t *served = json_array();
    for (int i = 0; ops[i]; i++)
        json_array_append_new(served, json_string(ops[i]));
    reply_result(call->reply,
                 json_pack("{s:s,s:s,s:i,s:s,s:b,s:i,s:o,s:O,s:O,s:o}", "server", "ratchetd",
                           "version", RATCHET_VERSION, "protocol", 1, "owner", conn->owner->name, "admin",
                           conn->admin, "generation", (int)generation->number, "ops", served, "types",
                           generation->types, "rules", generation->rules, "limits", limits(daemon->settings)));
}

/* ---- job.submit */

static const char *const stats_words[] = {"none", "rules", "full", NULL};
static const char *const text_words[] = {"none", "ascii", "ansi", NULL};
enum { OP_IS_SOLVE, OP_IS_UNIQUE, OP_IS_COUNT, OP_IS_VERIFY, OP_IS_HINT, OP_IS_EXPLAIN, OP_IS_GRADE, OP_IS_GENERATE };
/* Sets of them. */
enum { RUN_OPS = 0x07, TELL_OPS = 0x70, MAKE_OPS = 0x80, ALL_OPS = 0xff };

static bool known_type(const struct generation *generation, const char *type)
{
    size_t i;
    json_t *one;
    json_array_foreach(generation->types, i,
                       one) if (!strcmp(json_string_value(json_object_get(one, "id")), type)) return true;
    return false;
}

static bool is_barred(const struct generation *generation, const char *type)
{
    size_t i;
    json_t *one;
    json_array_foreach(generation->barred, i, one) if (!strcmp(json_string_value(one), type)) return true;
    return false;
}

static bool unknown(struct call *call, const char *what, const char *name, const char *why)
{
    reply_error(call->reply, RPC_UNKNOWN, NULL, "%s %s %s", what, name, why);
    call->reply = NULL;
    return false;
}

/* `data` as it is, or any bytes as `base64`. */
static bool put_data(struct call *call, json_t *puzzle, bool needed, struct text *fields)
{
    const char *data = NULL, *coded = NULL;
    size_t most = call->reply->conn->daemon->settings->max_line;
    struct text bytes = {0};
    if (!take_string(call, puzzle, "base64", false, most, &coded) ||
        !take_string(call, puzzle, "data", needed && !coded, most, &data))
        return false;
    if (!coded && !data)
        return true;
    if (coded && data)
        return wrong(call, "puzzle", "one of data and base64");
    bool good = !coded || base64_decode(coded, strlen(coded), &bytes);
    frame_put(fields, FIELD_DATA, coded ? text_string(&bytes) : data, coded ? bytes.n : strlen(data));
    fields->failed |= bytes.failed;
    text_free(&bytes);
    return good || wrong(call, "base64", "bytes as RFC 4648 codes them, padded");
}

static bool take_puzzle(struct call *call, int op, struct text *fields)
{
    const struct generation *generation = pool_generation(call->reply->conn->daemon->pool);
    json_t *puzzle = json_object_get(call->params, "puzzle");
    const char *type = NULL, *format = NULL, *name = "puzzle";
    json_int_t number = 0;
    if (!json_is_object(puzzle))
        return wrong(call, "puzzle", "an object with the member data");
    if (!take_number(call, puzzle, "number", 1, 1000000, &number) ||
        !take_string(call, puzzle, "type", op == OP_IS_GENERATE, 128, &type) ||
        !take_string(call, puzzle, "format", false, 128, &format) ||
        !take_string(call, puzzle, "name", false, NAME_MOST, &name))
        return false;
    if (has_control(name))
        return wrong(call, "name", "a string without control characters");
    if (type && !known_type(generation, type))
        return unknown(call, "puzzle type", type, "is not known; hello lists the types");
    if (type && is_barred(generation, type))
        return unknown(call, "puzzle type", type,
                       "is in quarantine: its plugin crashed too often; config.reload lifts that");
    if (format && !json_object_get(generation->formats, format))
        return unknown(call, "format", format, "is not known; hello lists the formats");
    frame_put_string(fields, FIELD_NAME, name);
    frame_put_string(fields, FIELD_TYPE, type);
    frame_put_string(fields, FIELD_FORMAT, format);
    if (number)
        frame_put_number(fields, FIELD_NUMBER, (uint64_t)number);
    return put_data(call, puzzle, op != OP_IS_GENERATE, fields);
}

/* An option that is not obeyed must not look as if it were. */
static bool only_known_options(struct call *call, json_t *options, int op)
{
    static const struct {
        const char *name;
        int ops; /* bits */
    } known[] = {{"max_solutions", 1 << OP_IS_SOLVE | 1 << OP_IS_COUNT},
                 {"time_limit_ms", ALL_OPS},
                 {"node_limit", ALL_OPS},
                 {"memory_limit", ALL_OPS},
                 {"seed", ALL_OPS},
                 {"search", RUN_OPS},
                 {"marks", RUN_OPS | TELL_OPS},
                 {"solution", 1 << OP_IS_VERIFY},
                 {"stats", RUN_OPS},
                 {"deductions", RUN_OPS | 1 << OP_IS_EXPLAIN},
                 {"text", ALL_OPS},
                 {"brief", ALL_OPS},
                 {"quiet", ALL_OPS},
                 {"keep_going", RUN_OPS | TELL_OPS | 1 << OP_IS_VERIFY},
                 {"enable", RUN_OPS | TELL_OPS | MAKE_OPS},
                 {"disable", RUN_OPS | TELL_OPS | MAKE_OPS},
                 {"only_rules", RUN_OPS | TELL_OPS | MAKE_OPS},
                 {"width", MAKE_OPS},
                 {"height", MAKE_OPS},
                 {"symmetry", MAKE_OPS},
                 {"min_level", MAKE_OPS},
                 {"max_level", MAKE_OPS},
                 {"tries", MAKE_OPS},
                 {"changes", MAKE_OPS},
                 {"minimal", MAKE_OPS},
                 {"level", 1 << OP_IS_HINT},
                 {"all", 1 << OP_IS_HINT},
                 {"from", 1 << OP_IS_EXPLAIN},
                 {"to", 1 << OP_IS_EXPLAIN}};
    const char *name;
    json_t *value;
    json_object_foreach(options, name, value)
    {
        bool good = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            good |= !strcmp(known[i].name, name) && (known[i].ops >> op & 1);
        if (good)
            continue;
        reply_error(call->reply, RPC_PARAMS, NULL, "options: %s has no option `%.64s`", ops[op], name);
        call->reply = NULL;
        return false;
    }
    return true;
}

static bool known_rule(const struct call *call, const char *id)
{
    const struct generation *generation = pool_generation(call->reply->conn->daemon->pool);
    size_t i;
    json_t *one;
    json_array_foreach(generation->rules, i, one) if (!strcmp(json_string_value(one), id)) return true;
    return false;
}

/* `loop.*` and the like; what they match is the worker's to find out. */
static bool is_pattern(const char *word)
{
    return strchr(word, '*') && !word[strcspn(word, ", \t")];
}

/* NULL: absent, or the call was answered. */
static json_t *take_rules(struct call *call, json_t *options, const char *name, bool patterns)
{
    json_t *list = call->reply ? json_object_get(options, name) : NULL, *one;
    size_t i;
    if (!list)
        return NULL;
    if (!json_is_array(list) || json_array_size(list) > RULES_MOST)
        return wrong(call, name, "an array of at most 64 rules"), NULL;
    json_array_foreach(list, i, one)
    {
        const char *id = json_string_value(one);
        if (!id || has_control(id))
            return wrong(call, name, "rules by their ids"), NULL;
        if (!known_rule(call, id) && !(patterns && is_pattern(id)))
            return unknown(call, "rule", id, "is not known; hello lists the rules"), NULL;
    }
    return list;
}

static void put_rules(struct text *fields, enum frame_field_name name, json_t *list)
{
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one) frame_put_string(fields, name, json_string_value(one));
}

static void put_only_rules(struct text *fields, json_t *list)
{
    struct text words = {0};
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one) text_printf(&words, "%s%s", i ? "," : "", json_string_value(one));
    frame_put_string(fields, FIELD_ONLY_RULES, words.n ? words.s : "none");
    fields->failed |= words.failed;
    text_free(&words);
}

static bool take_rule_choice(struct call *call, json_t *options, struct text *fields)
{
    json_t *enable = take_rules(call, options, "enable", false), *one;
    json_t *disable = take_rules(call, options, "disable", false);
    json_t *only = take_rules(call, options, "only_rules", true);
    size_t i;
    if (!call->reply)
        return false;
    json_array_foreach(enable, i, one)
        for (size_t j = 0; j < json_array_size(disable); j++)
            if (json_equal(one, json_array_get(disable, j)))
                return wrong(call, "disable", "rules that enable does not name");
    put_rules(fields, FIELD_ENABLE, enable);
    put_rules(fields, FIELD_DISABLE, disable);
    if (only)
        put_only_rules(fields, only);
    return true;
}

static void put_number(struct text *fields, enum frame_field_name name, json_int_t number, json_int_t absent)
{
    if (number != absent)
        frame_put_number(fields, name, (uint64_t)number);
}

/* generate: what the puzzle is to be like. */
static bool take_making(struct call *call, json_t *options, struct text *fields)
{
    json_t *puzzle = json_object_get(call->params, "puzzle");
    bool picture = json_object_get(puzzle, "data") || json_object_get(puzzle, "base64");
    static const char *const symmetries[] = {"none", "mirror", "turn", NULL};
    json_int_t width = 0, height = 0, least = 1, most = LEVELS, tries = 0, changes = 0;
    bool minimal = false;
    int symmetry = 0;
    take_number(call, options, "width", 1, MAKE_MOST, &width);
    take_number(call, options, "height", 1, MAKE_MOST, &height);
    take_number(call, options, "min_level", 1, LEVELS, &least);
    take_number(call, options, "max_level", least, LEVELS, &most);
    take_number(call, options, "tries", 1, MAKE_MOST, &tries);
    take_number(call, options, "changes", 1, MAKE_MOST, &changes);
    take_flag(call, options, "minimal", &minimal);
    take_word(call, options, "symmetry", symmetries, &symmetry);
    if (call->reply && picture && (width || height || tries))
        wrong(call, "options", "no width, height and tries where data are the picture");
    if (!call->reply)
        return false;
    put_number(fields, FIELD_WIDTH, width, 0);
    put_number(fields, FIELD_HEIGHT, height, 0);
    put_number(fields, FIELD_MIN_LEVEL, least, 1);
    if (least > 1 || json_object_get(options, "max_level"))
        frame_put_number(fields, FIELD_MAX_LEVEL, (uint64_t)most);
    put_number(fields, FIELD_TRIES, tries, 0);
    put_number(fields, FIELD_CHANGES, changes, 0);
    put_number(fields, FIELD_MINIMAL, minimal, false);
    put_number(fields, FIELD_SYMMETRY, symmetry, 0);
    return true;
}

static bool take_options(struct call *call, int op, struct text *fields)
{
    static const json_int_t most = 1ll << 53;
    json_t *options = json_object_get(call->params, "options");
    json_int_t solutions = 0, time = 0, nodes = 0, memory = 0, seed = -1, level = 0, from = 0, to = 0;
    bool search = true, brief = false, all = false, deductions = false, keep_going = true, quiet = false;
    int stats = 0, text = 0;
    const char *grid = NULL;
    if (!options)
        return true;
    if (!json_is_object(options))
        return wrong(call, "options", "an object");
    if (!only_known_options(call, options, op))
        return false;
    take_number(call, options, "max_solutions", 1, 1000000000, &solutions);
    take_number(call, options, "time_limit_ms", 1, most, &time);
    take_number(call, options, "node_limit", 1, most, &nodes);
    take_number(call, options, "memory_limit", 1, most, &memory);
    take_number(call, options, "seed", 0, most, &seed);
    take_number(call, options, "level", 1, 3, &level);
    take_number(call, options, "from", 1, UINT32_MAX, &from);
    take_number(call, options, "to", 1, UINT32_MAX, &to);
    take_flag(call, options, "all", &all);
    take_flag(call, options, "search", &search);
    take_flag(call, options, "brief", &brief);
    take_flag(call, options, "deductions", &deductions);
    take_flag(call, options, "keep_going", &keep_going);
    take_flag(call, options, "quiet", &quiet);
    take_word(call, options, "stats", stats_words, &stats);
    take_word(call, options, "text", text_words, &text);
    take_string(call, options, op == OP_IS_VERIFY ? "solution" : "marks", false,
                call->reply ? call->reply->conn->daemon->settings->max_line : 0, &grid);
    if (!call->reply)
        return false;
    put_number(fields, FIELD_MAX_SOLUTIONS, solutions, 0);
    put_number(fields, FIELD_TIME_MS, time, 0);
    put_number(fields, FIELD_NODES, nodes, 0);
    put_number(fields, FIELD_MEMORY, memory, 0);
    put_number(fields, FIELD_SEED, seed, -1);
    put_number(fields, FIELD_LEVEL, level, 0);
    put_number(fields, FIELD_ALL, all, false);
    put_number(fields, FIELD_FROM, from, 0);
    put_number(fields, FIELD_TO, to, 0);
    put_number(fields, FIELD_SEARCH, search, true);
    put_number(fields, FIELD_BRIEF, brief, false);
    put_number(fields, FIELD_DEDUCTIONS, deductions, false);
    put_number(fields, FIELD_KEEP_GOING, keep_going, true);
    put_number(fields, FIELD_QUIET, quiet, false);
    put_number(fields, FIELD_STATS, stats, 0);
    if (text)
        frame_put_string(fields, FIELD_TEXT, text_words[text]);
    frame_put_string(fields, FIELD_GRID, grid);
    return take_making(call, options, fields) && take_rule_choice(call, options, fields);
}

static bool take_tags(struct call *call, char **tags)
{
    json_t *list = json_object_get(call->params, "tags"), *one;
    size_t i;
    if (list && (!json_is_array(list) || json_array_size(list) > TAGS_MOST))
        return wrong(call, "tags", "an array of at most 16 strings");
    json_array_foreach(list, i, one) if (!json_is_string(one) || !json_string_length(one) ||
                                         json_string_length(one) >
                                             TAG_MOST) return wrong(call, "tags", "strings of 1 to 64 bytes");
    *tags = list ? memory_print(list, JSON_COMPACT) : strdup("[]");
    return true;
}

static bool take_key(struct call *call, const char **key)
{
    if (!take_string(call, call->params, "key", false, call->reply->conn->daemon->settings->max_key, key))
        return false;
    return !*key || !has_control(*key) || wrong(call, "key", "a string without control characters");
}

static bool fits(struct call *call, const struct text *fields)
{
    uint64_t most = call->reply->conn->daemon->settings->max_job;
    if (fields->failed) {
        reply_error(call->reply, RPC_INTERNAL, NULL, "there is no memory left");
        call->reply = NULL;
    } else if (fields->n > most) {
        reply_error(call->reply, RPC_TOO_LARGE, json_pack("{s:I}", "limit", (json_int_t)most),
                    "puzzle and options have %zu bytes; a job may have %" PRIu64 ", see max_job in [daemon]",
                    fields->n, most);
        call->reply = NULL;
    }
    return call->reply;
}

static void submit(struct call *call, int op)
{
    struct submission submission = {0};
    json_int_t priority = 5, retain = 0;
    take_number(call, call->params, "priority", 0, PRIORITIES - 1, &priority);
    take_number(call, call->params, "retain_s", 1, 31536000, &retain);
    if (call->reply)
        frame_put_string(&submission.fields, FIELD_OP, ops[op]);
    if (call->reply && take_key(call, &submission.key) && take_puzzle(call, op, &submission.fields) &&
        take_options(call, op, &submission.fields) && take_tags(call, &submission.tags) &&
        fits(call, &submission.fields)) {
        submission.op = ops[op];
        submission.priority = (int)priority;
        submission.retain = retain;
        jobs_submit(call->reply, &submission);
    }
    text_free(&submission.fields);
    free(submission.tags);
}

static void method_submit(struct call *call)
{
    int op = -1;
    take_word(call, call->params, "op", ops, &op);
    if (call->reply && op < 0)
        wrong(call, "op", "one of solve, unique, count, verify, hint, explain, grade, generate");
    if (call->reply)
        submit(call, op);
}

/* A job like any other, only that the answer is its end. */
static void submit_and_stay(struct call *call, int op)
{
    call->reply->stays = call->reply->wants_result = true;
    submit(call, op);
}

static void method_hint(struct call *call)
{
    static const char *const names[] = {"marks", "level", "all", NULL};
    json_t *options = json_object();
    for (int i = 0; names[i]; i++)
        json_object_set(options, names[i], json_object_get(call->params, names[i]));
    json_object_set_new(call->params, "options", options);
    submit_and_stay(call, OP_IS_HINT);
}

static void method_explain(struct call *call)
{
    submit_and_stay(call, OP_IS_EXPLAIN);
}

/* ---- other methods on jobs */

static void method_get(struct call *call)
{
    int64_t id;
    if (take_job(call, &id))
        jobs_get(call->reply, id, false);
}

static void method_result(struct call *call)
{
    int64_t id;
    if (take_job(call, &id))
        jobs_get(call->reply, id, true);
}

static void method_wait(struct call *call)
{
    int64_t id;
    json_int_t timeout = -1;
    bool result = false;
    if (!take_job(call, &id) || !take_number(call, call->params, "timeout_ms", 0, 86400000, &timeout) ||
        !take_flag(call, call->params, "result", &result))
        return;
    call->reply->wants_result = result;
    jobs_wait(call->reply, id, timeout);
}

static void method_cancel(struct call *call)
{
    int64_t id;
    if (take_job(call, &id))
        jobs_cancel(call->reply, id);
}

static void method_retry(struct call *call)
{
    int64_t id;
    if (take_job(call, &id))
        jobs_retry(call->reply, id);
}

/* What is no id can't be deleted, which is what was wanted. */
static void method_delete(struct call *call)
{
    int64_t id;
    if (take_job(call, &id))
        jobs_delete(call->reply, id);
}

static void method_list(struct call *call)
{
    static const char *const states[] = {"queued", "running", "done", "failed", "cancelled", "dead", NULL};
    int state = -1;
    json_int_t limit = 100;
    const char *tag = NULL, *cursor = NULL;
    take_word(call, call->params, "state", states, &state);
    take_string(call, call->params, "tag", false, TAG_MOST, &tag);
    take_string(call, call->params, "cursor", false, 20, &cursor);
    if (!take_number(call, call->params, "limit", 1, LIST_MOST, &limit))
        return;
    int64_t before = cursor ? strtoll(cursor, NULL, 10) : 0;
    if (cursor && before < 1)
        wrong(call, "cursor", "what the answer before gave");
    else
        jobs_list(call->reply, state, tag, before, (uint32_t)limit);
}

static void method_watch(struct call *call)
{
    struct watch_request request = {.from_seq = -1, .from_deduction = -1};
    bool all = false, one = json_object_get(call->params, "job");
    json_int_t from_seq = -1, from_deduction = -1;
    take_string(call, call->params, "tag", false, TAG_MOST, &request.tag);
    take_flag(call, call->params, "all", &all);
    take_flag(call, call->params, "detail", &request.detail);
    take_number(call, call->params, "from_seq", 0, 1ll << 53, &from_seq);
    take_number(call, call->params, "from_deduction", 0, 1ll << 53, &from_deduction);
    if (call->reply && one + (request.tag != NULL) + all != 1) {
        reply_error(call->reply, RPC_PARAMS, NULL, "a watch takes one of job, tag, and all: true");
        call->reply = NULL;
    }
    if (!call->reply || (one && !take_job(call, &request.job)))
        return;
    request.kind = one ? WATCH_JOB : request.tag ? WATCH_TAG : WATCH_ALL;
    request.from_seq = from_seq;
    request.from_deduction = from_deduction;
    watch_begin(call->reply, &request);
}

/* ---- methods on the daemon */

static void method_plugins(struct call *call)
{
    const struct generation *generation = pool_generation(call->reply->conn->daemon->pool);
    json_t *refused = json_array(), *quarantined = json_copy(generation->disabled);
    const char *line = generation->refused ? generation->refused : "";
    json_array_extend(quarantined, generation->barred);
    while (*line) {
        size_t n = strcspn(line, "\n");
        json_t *sentence = json_stringn(line, n);
        json_array_append_new(refused, sentence ? sentence : json_string("?"));
        line += n + (line[n] == '\n');
    }
    reply_result(call->reply, json_pack("{s:i,s:O,s:o,s:o}", "generation", (int)generation->number, "plugins",
                                        generation->plugins, "refused", refused, "quarantined", quarantined));
}

static bool is_admin(struct call *call)
{
    if (call->reply->conn->admin)
        return true;
    reply_error(call->reply, RPC_UNAUTHORIZED, NULL,
                "only root and the daemon's own user may do that, on the Unix socket");
    call->reply = NULL;
    return false;
}

/* The answer comes from the pool, when the configuration was tried; that may be at once. */
static void try_config(struct call *call, bool reload)
{
    struct daemon *daemon = call->reply->conn->daemon;
    struct reply **place = reload ? &daemon->reloading : &daemon->checking, *before = *place;
    if (!daemon->stopping && !daemon->draining) {
        *place = call->reply;
        if (pool_try(daemon->pool, reload)) {
            if (*place && reload)
                manager_tell_reloading();
            return;
        }
        *place = before;
    }
    reply_error(call->reply, RPC_BUSY, json_pack("{s:i}", "retry_after_ms", 1000),
                "another configuration is being tried, or "
                "the daemon is draining");
}

static void method_check(struct call *call)
{
    try_config(call, false);
}

static void method_reload(struct call *call)
{
    if (is_admin(call))
        try_config(call, true);
}

static void method_drain(struct call *call)
{
    struct daemon *daemon = call->reply->conn->daemon;
    if (!is_admin(call))
        return;
    reply_result(call->reply,
                 json_pack("{s:i,s:i}", "running", (int)daemon->running, "queued", (int)daemon->queued));
    daemon_drain(daemon);
}

static void method_rules(struct call *call)
{
    reply_result(call->reply, figures_rules(call->reply->conn->daemon));
}

static void method_health(struct call *call)
{
    reply_result(call->reply, figures_health(call->reply->conn->daemon));
}

static void method_stats(struct call *call)
{
    reply_result(call->reply, figures_stats(call->reply->conn->daemon));
}

static void method_metrics(struct call *call)
{
    reply_result(call->reply, figures_metrics(call->reply->conn->daemon));
}

static const struct method {
    const char *name;
    void (*run)(struct call *call);
} methods[] = {
    {"hello", method_hello},        {"job.submit", method_submit},    {"job.get", method_get},
    {"job.wait", method_wait},      {"job.result", method_result},    {"job.cancel", method_cancel},
    {"job.retry", method_retry},    {"job.delete", method_delete},    {"job.list", method_list},
    {"job.watch", method_watch},    {"rules.stats", method_rules},    {"plugins.list", method_plugins},
    {"config.check", method_check}, {"config.reload", method_reload}, {"drain", method_drain},
    {"health", method_health},      {"stats", method_stats},          {"metrics", method_metrics},
    {"hint", method_hint},          {"explain", method_explain},
};

static const struct method *find_method(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}

/* ---- requests */

/* A good id, or null. */
static json_t *id_of(json_t *request)
{
    json_t *id = json_object_get(request, "id");
    if (json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= ID_MOST))
        return json_incref(id);
    return json_null();
}

static const char *invalid(json_t *request, json_t *id)
{
    json_t *version = json_object_get(request, "jsonrpc"), *params = json_object_get(request, "params");
    if (!json_is_object(request))
        return "a request is an object; batches are not taken";
    if (!json_is_string(version) || strcmp(json_string_value(version), "2.0"))
        return "jsonrpc takes \"2.0\"";
    if (json_is_null(id))
        return "id takes a string of at most 128 bytes or a whole number; calls without answer are not taken";
    if (!json_is_string(json_object_get(request, "method")))
        return "method takes a string";
    return params && !json_is_object(params) ? "params takes an object" : NULL;
}

static void dispatch(struct reply *reply, json_t *request)
{
    struct conn *conn = reply->conn;
    const char *name = json_string_value(json_object_get(request, "method"));
    const struct method *method = find_method(name);
    json_t *params = json_object_get(request, "params");
    struct call call = {reply, params ? json_incref(params) : json_object()};
    if (!conn->owner && strcmp(name, "hello")) {
        reply_error(reply, RPC_UNAUTHORIZED, NULL, "the first call on TCP is hello with a token");
        conn_close(conn);
    } else if (!method) {
        reply_error(reply, RPC_NO_METHOD, NULL, "there is no method `%.64s`", name);
    } else {
        method->run(&call);
    }
    json_decref(call.params);
}

void rpc_line(struct conn *conn, const char *line, size_t length)
{
    json_error_t error;
    bool no_memory;
    json_t *request = memory_parse(line, length, &error, &no_memory);
    struct reply *reply = no_memory ? NULL : calloc(1, sizeof *reply);
    if (!reply) { /* whose call it was is not known, or can't be kept: the end of the connection is the answer */
        json_decref(request);
        conn_close(conn);
        return;
    }
    reply->conn = conn;
    reply->id = id_of(request);
    conn_hold(conn);
    conn->requests++;
    const char *why = request ? invalid(request, reply->id) : NULL;
    if (!request)
        reply_error(reply, RPC_MALFORMED, NULL, "this is no JSON object: %s (byte %d)", error.text,
                    error.position);
    else if (why)
        reply_error(reply, RPC_INVALID, NULL, "%s", why);
    else
        dispatch(reply, request);
    json_decref(request);
}
