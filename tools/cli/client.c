#include "client.h"

#include "generate.h"
#include "inputs.h"
#include "job/input.h"
#include "link.h"
#include "live.h"
#include "output.h"
#include "report/json.h"
#include "setup.h"
#include "signals.h"
#include "util/base64.h"
#include "util/memory.h"
#include "util/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct client {
    const struct options *options;
    struct config *config;
    struct link link;
    struct inputs inputs;
    struct option_numbers numbers;
    bool generates;             /* submit --op generate: the operand is a type, and these its wishes */
    struct generate_request wishes;
    struct input grid;          /* submit: of --marks or --solution */
    struct tally tally;
    bool several;               /* more than one puzzle was answered: a summary follows */
    uint32_t passed_over;
    struct live live;           /* watch: progress on the terminal */
    int code;
};

/* What became of an input: a job, or a fault, or neither where the daemon took none. */
struct entry {
    json_t *id;
    struct fault fault;
};

/* ---- printing */

static void print(const char *text)
{
    struct text out = {0};
    text_puts(&out, text);
    output_result(&out);
    text_free(&out);
}

static void print_line(const char *text)
{
    print(text);
    print("\n");
}

static const char *string(json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static void take_code(struct client *client, int code)
{
    client->code = worse_exit_code(client->code, code);
}

static bool failed(struct client *client)
{
    if (!client->link.fault.code)
        return false;
    take_code(client, output_fault(&client->link.fault));
    return true;
}

/* Takes the JSON. */
static void print_json(struct client *client, json_t *json)
{
    char *line = memory_print(json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(16));
    json_decref(json);
    if (line)
        print_line(line);
    else
        take_code(client, (output_note("there is no memory left"), EXIT_OTHER));
    free(line);
}

/* ---- results */

static void count_outcome(struct client *client, const char *outcome)
{
    for (int i = 0; i < OUTCOMES; i++)
        client->tally.n[i] += !strcmp(outcome_name((enum outcome)i), outcome);
}

/* They are numbered then; what is wrong behind a single one goes under the input's own name. */
static bool several_puzzles(const struct input_path *path, json_t *answers)
{
    json_t *answer;
    size_t i;
    bool several = false;
    json_array_foreach(answers, i, answer)
    {
        const char *name = string(answer, "file"); /* what was generated has none */
        several |= *name && strcmp(name, path->path) != 0;
    }
    return several && !path->only;
}

static void print_answers(struct client *client, const struct input_path *path, json_t *result)
{
    json_t *answer, *text = json_object_get(result, "text"), *answers = json_object_get(result, "answers");
    const char *notes = string(result, "notes");
    size_t i;
    output_write(STDERR_FILENO, notes, strlen(notes));
    json_array_foreach(answers, i, answer)
    {
        count_outcome(client, string(answer, "outcome"));
        if (client->options->json || !text)
            print_json(client, json_incref(answer));
    }
    client->several |= path && several_puzzles(path, answers);
    if (text && !client->options->json && client->options->quiet < 2)
        print(json_string_value(text));
}

/* A final job as `solve` would have shown it. */
static void print_job(struct client *client, const struct input_path *path, json_t *job)
{
    json_t *result = json_object_get(job, "result");
    const char *why = string(json_object_get(job, "error"), "message"), *outcome = string(job, "outcome");
    if (result) {
        print_answers(client, path, result);
    } else {
        count_outcome(client, outcome);
        output_note("job %s: %s%s%s%s%s", string(job, "job"), outcome, *why ? ": " : "", why,
                    *string(json_object_get(job, "error"), "culprit") ? ", in " : "",
                    string(json_object_get(job, "error"), "culprit"));
    }
    take_code(client, (int)json_integer_value(json_object_get(job, "exit")));
}

/* `path`: what was submitted; NULL: somebody else did. What is no puzzle in a folder is passed over. */
static void wait_for(struct client *client, const struct input_path *path, const char *id)
{
    json_t *job = link_call(&client->link, "job.wait", json_pack("{s:s,s:b}", "job", id, "result", 1));
    bool unrecognised = json_is_true(json_object_get(json_object_get(job, "result"), "unrecognised"));
    if (!failed(client) && path && path->walked && unrecognised)
        client->passed_over++;
    else if (job)
        print_job(client, path, job);
    json_decref(job);
}

/* ---- submit */

/* Does it solve? What the configuration says of the search is for nothing else. */
static bool runs(const struct client *client)
{
    const char *op = client->options->op;
    return !op || !strcmp(op, "solve") || !strcmp(op, "unique") || !strcmp(op, "count");
}

/* Limits of the configuration or the command line go along with the job; the daemon's own hold too. */
static void add_limits(const struct client *client, json_t *options)
{
    const struct config *config = client->config;
    double seconds = 0;
    uint64_t bytes = 0;
    if (config_is_set(config, "limits", "time") &&
        config_duration(config_string(config, "limits", "time"), &seconds) && seconds > 0)
        json_object_set_new(options, "time_limit_ms",
                            json_integer((json_int_t)(seconds * 1000) + (seconds < 0.001)));
    if (config_is_set(config, "limits", "memory") &&
        config_size(config_string(config, "limits", "memory"), &bytes) && bytes)
        json_object_set_new(options, "memory_limit", json_integer((json_int_t)bytes));
    if (config_number(config, "limits", "nodes") > 0)
        json_object_set_new(options, "node_limit", json_integer(config_number(config, "limits", "nodes")));
    if (config_is_set(config, "engine", "seed"))
        json_object_set_new(options, "seed", json_integer(config_number(config, "engine", "seed")));
    if (!config_flag(config, "search", "enabled") && (runs(client) || option_given(client->options, "no-search")))
        json_object_set_new(options, "search", json_false());
}

static void drop_string(json_t *list, const char *string)
{
    for (size_t i = json_array_size(list); i--;)
        if (!strcmp(json_string_value(json_array_get(list, i)), string))
            json_array_remove(list, i);
}

static json_t *words(const char *text)
{
    json_t *list = json_array();
    while (*(text += strspn(text, ", \t"))) {
        size_t n = strcspn(text, ", \t");
        json_array_append_new(list, json_stringn(text, n));
        text += n;
    }
    return list;
}

/* --enable, --disable and --only-rules, the later over the earlier. The daemon's own configuration is below. */
static void add_rules(const struct options *options, json_t *object)
{
    json_t *lists[2] = {json_array(), json_array()}, *only = NULL;
    for (uint32_t i = 0; i < options->nsettings; i++) {
        const struct setting *setting = &options->settings[i];
        bool enable = !strcmp(setting->origin, "enable"), disable = !strcmp(setting->origin, "disable");
        const char *rule = setting->section + sizeof "rule";
        if (!strcmp(setting->origin, "only-rules")) {
            json_decref(only);
            only = !strcmp(setting->value, "none") ? json_array()
                   : !strcmp(setting->value, "all") ? json_pack("[s]", "*") : words(setting->value);
        } else if (enable || disable) {
            drop_string(lists[0], rule);
            drop_string(lists[1], rule);
            json_array_append_new(lists[disable], json_string(rule));
        }
    }
    static const char *const names[] = {"enable", "disable"};
    for (int i = 0; i < 2; i++) {
        if (json_array_size(lists[i]))
            json_object_set(object, names[i], lists[i]);
        json_decref(lists[i]);
    }
    if (only)
        json_object_set_new(object, "only_rules", only);
}

static void set_number(json_t *object, const char *name, uint32_t number)
{
    if (number)
        json_object_set_new(object, name, json_integer(number));
}

static void add_wishes(const struct client *client, json_t *object)
{
    static const char *const symmetries[] = {"none", "mirror", "turn"};
    const struct options *options = client->options;
    const struct generate_request *wishes = &client->wishes;
    if (options->board) {
        set_number(object, "width", wishes->width);
        set_number(object, "height", wishes->height);
    }
    set_number(object, "min_level", options->grade ? wishes->least : 0);
    set_number(object, "max_level", options->grade ? wishes->most : 0);
    set_number(object, "tries", options->tries ? wishes->attempts : 0);
    set_number(object, "changes", options->changes ? wishes->changes : 0);
    if (options->symmetry)
        json_object_set_new(object, "symmetry", json_string(symmetries[options->symmetry]));
    if (options->minimal)
        json_object_set_new(object, "minimal", json_true());
}

static json_t *job_options(const struct client *client, bool brief)
{
    static const char *const stats[] = {"none", "rules", "full"};
    const struct options *options = client->options;
    json_t *object = json_pack("{s:s}", "text", output_colored((enum when)options->color) ? "ansi" : "ascii");
    if (options->stats)
        json_object_set_new(object, "stats", json_string(stats[options->stats]));
    add_limits(client, object);
    add_rules(options, object);
    if (brief)
        json_object_set_new(object, "brief", json_true());
    if (options->quiet)
        json_object_set_new(object, "quiet", json_true());
    if (!options->keep_going && !client->generates)
        json_object_set_new(object, "keep_going", json_false());
    if (options->deductions)
        json_object_set_new(object, "deductions", json_true());
    const struct option_numbers *numbers = &client->numbers;
    set_number(object, "max_solutions", options->first ? 1 : numbers->max_solutions);
    set_number(object, "level", numbers->level);
    set_number(object, "from", numbers->from);
    set_number(object, "to", numbers->to);
    if (options->all)
        json_object_set_new(object, "all", json_true());
    if (client->generates)
        add_wishes(client, object);
    if (client->grid.bytes)
        json_object_set_new(object, options->solution ? "solution" : "marks",
                            json_stringn(client->grid.bytes, client->grid.length));
    return object;
}

/* Text as it is; pictures and the like coded. */
static json_t *puzzle_of(const struct client *client, const struct input_path *path, const struct input *input)
{
    const struct options *options = client->options;
    struct text coded = {0};
    const char *name = client->generates ? options->picture : path->path;
    const char *type = client->generates ? path->path : options->type;
    if (client->generates && !options->picture)
        return json_pack("{s:s}", "type", type);
    json_t *data = json_stringn(input->bytes, input->length);
    bool is_text = data && !memchr(input->bytes, 0, input->length);
    if (!is_text) {
        json_decref(data);
        base64_encode(input->bytes, input->length, &coded);
        data = json_string(text_string(&coded));
        text_free(&coded);
    }
    json_t *puzzle = json_pack("{s:o,s:s,s:s*,s:s*}", is_text ? "data" : "base64", data, "name", name, "type", type,
                               "format", options->format);
    if (path->only)
        json_object_set_new(puzzle, "number", json_integer(path->only));
    return puzzle;
}

static json_t *submission(struct client *client, const struct input_path *path, const struct input *input, bool brief)
{
    const struct options *options = client->options;
    const char *op = options->op ? options->op : "solve";
    json_t *puzzle = puzzle_of(client, path, input);
    if (!puzzle)
        return NULL;
    json_t *params = json_pack("{s:s,s:o,s:o,s:s*}", "op", op, "puzzle", puzzle, "options",
                               job_options(client, brief), "key", options->key);
    if (options->priority)
        json_object_set_new(params, "priority", json_integer(client->numbers.priority));
    if (options->tag)
        json_object_set_new(params, "tags", json_pack("[s]", options->tag));
    return params;
}

static void submit(struct client *client, const struct input_path *path, bool brief, struct entry *entry)
{
    struct input input = {0};
    const char *file = client->generates ? client->options->picture : path->path;
    if (!file || !input_read(&input, file, signals_cancelled(), &entry->fault)) {
        json_t *params = submission(client, path, &input, brief);
        json_t *result = params ? link_call(&client->link, "job.submit", params) : NULL;
        if (client->link.fault.code && client->link.fault.code != EXIT_UNREACHABLE)
            snprintf(client->link.fault.file, sizeof client->link.fault.file, "%s", path->path);
        if (!params)
            fault_set(&entry->fault, EXIT_BAD_INPUT, file, 0, 0, "its name is not UTF-8, and can't be sent");
        else if (!failed(client))
            entry->id = json_incref(json_object_get(result, "job"));
        json_decref(result);
    }
    input_free(&input);
}

static bool is_bad(int code)
{
    return code && code != EXIT_NONE && code != EXIT_SEVERAL && code != EXIT_UNKNOWN;
}

static void print_summary(struct client *client, uint32_t left_out)
{
    struct text summary = {0};
    if (client->options->json)
        report_summary_json(&client->tally, left_out, client->passed_over, client->code, &summary);
    else
        report_summary(&client->tally, left_out, client->passed_over, &summary);
    output_result(&summary);
    text_free(&summary);
}

static enum op op_asked(const struct client *client)
{
    enum op op = OP_SOLVE;
    while (client->options->op && strcmp(op_name(op), client->options->op) != 0)
        op++;
    return op;
}

/* An input that could not be read, as `solve` tells it. */
static void print_fault(struct client *client, const struct input_path *path, const struct fault *fault, bool brief)
{
    struct text name = {0}, out = {0}, notes = {0};
    struct report_style style = {.pictures = !brief, .several = brief};
    char sentence[1200];
    text_printf(&name, path->only ? "%s#%u" : "%s", path->path, path->only);
    struct answer answer = {.op = op_asked(client), .outcome = OUTCOME_ERROR, .name = text_string(&name),
                            .fault = *fault};
    if (client->generates) {
        answer.name = NULL;
        answer.type = path->path;
    }
    if (client->options->json) {
        report_json(&answer, false, &out);
        text_printf(&notes, "ratchet: %s\n", fault_string(fault, sentence, sizeof sentence));
    } else {
        report_text(&answer, &style, &out, &notes);
    }
    output_write(STDERR_FILENO, text_string(&notes), notes.n);
    if (client->options->quiet < 2)
        output_result(&out);
    count_outcome(client, outcome_name(OUTCOME_ERROR));
    take_code(client, fault->code);
    text_free(&name);
    text_free(&out);
    text_free(&notes);
}

static void show(struct client *client, const struct input_path *path, const struct entry *entry, bool brief)
{
    if (entry->id)
        wait_for(client, path, json_string_value(entry->id));
    else if (path->walked && entry->fault.code == EXIT_BAD_INPUT)
        client->passed_over++;
    else if (entry->fault.code)
        print_fault(client, path, &entry->fault, brief);
}

static void print_id(struct client *client, json_t *id)
{
    if (client->options->json) {
        print_json(client, json_pack("{s:O}", "job", id));
        return;
    }
    print_line(json_string_value(id));
}

/* In order; behind a bad one nothing is shown any more, and what was begun is cancelled. Returns how many. */
static uint32_t wait_for_all(struct client *client, const struct entry *entries, bool brief)
{
    uint32_t left_out = 0;
    for (uint32_t k = 0; k < client->inputs.n; k++) {
        const struct entry *entry = &entries[k];
        if (k && is_bad(client->code) && !client->options->keep_going) {
            left_out++;
            if (entry->id)
                json_decref(link_call(&client->link, "job.cancel", json_pack("{s:O}", "job", entry->id)));
        } else if (client->link.fault.code != EXIT_INTERRUPTED) {
            show(client, &client->inputs.at[k], entry, brief);
        }
    }
    return left_out;
}

/* False: what is behind it need not be submitted. */
static bool may_go_on(const struct client *client, const struct input_path *path, const struct entry *entry)
{
    bool passed_over = path->walked && entry->fault.code == EXIT_BAD_INPUT;
    return client->options->keep_going || (!is_bad(client->code) && (!is_bad(entry->fault.code) || passed_over));
}

/* All are submitted before the first is waited for. */
static void submit_all(struct client *client)
{
    const struct options *options = client->options;
    uint32_t n = client->inputs.n;
    bool brief = n > 1 || client->inputs.folder, more = true;
    struct entry *entries = calloc((size_t)n + 1, sizeof *entries);
    if (!entries) {
        take_code(client, (output_note("there is no memory left"), EXIT_OTHER));
        return;
    }
    client->several = brief;
    for (uint32_t k = 0; k < n && more; k++) {
        submit(client, &client->inputs.at[k], brief, &entries[k]);
        if (entries[k].id && !options->wait)
            print_id(client, entries[k].id);
        else if (!options->wait)
            show(client, &client->inputs.at[k], &entries[k], false);
        more = may_go_on(client, &client->inputs.at[k], &entries[k]);
    }
    uint32_t left_out = options->wait ? wait_for_all(client, entries, brief) : 0;
    if (client->several && options->wait && !options->quiet)
        print_summary(client, left_out);
    for (uint32_t k = 0; k < n; k++)
        json_decref(entries[k].id);
    free(entries);
}

/* ---- jobs */

static void print_row(struct client *client, json_t *job)
{
    char line[256];
    if (client->options->json) {
        print_json(client, json_incref(job));
        return;
    }
    snprintf(line, sizeof line, "%-10s %-8s %-10s %s\n", string(job, "job"), string(job, "op"),
             string(job, "state"), string(job, "outcome"));
    print(line);
}

static void list(struct client *client)
{
    json_t *cursor = NULL;
    do {
        json_t *params =
                   json_pack("{s:i,s:s*,s:s*,s:O*}", "limit", 1000, "tag", client->options->tag, "state",
                             client->options->state, "cursor", cursor),
               *job;
        json_decref(cursor);
        json_t *result = link_call(&client->link, "job.list", params);
        size_t i;
        cursor = json_incref(json_object_get(result, "cursor"));
        json_array_foreach(json_object_get(result, "jobs"), i, job) print_row(client, job);
        json_decref(result);
    } while (!failed(client) && cursor && !output_failed());
    json_decref(cursor);
}

static void each_job(struct client *client, const char *method)
{
    for (uint32_t i = 0; i < client->options->noperands; i++) {
        json_t *result =
            link_call(&client->link, method, json_pack("{s:s}", "job", client->options->operands[i]));
        if (!failed(client) && !strcmp(method, "job.get"))
            print_json(client, json_incref(result));
        else if (result && !strcmp(method, "job.delete") && !json_is_true(json_object_get(result, "deleted")))
            take_code(client,
                      (output_note("job %s: there is none", client->options->operands[i]), EXIT_OTHER));
        else if (result && strcmp(method, "job.delete"))
            print_row(client, result);
        json_decref(result);
    }
}

static json_int_t number(json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* On a terminal it is drawn over and the next state takes its place. */
static void print_progress(struct client *client, json_t *event)
{
    struct text out = {0};
    char line[256];
    snprintf(line, sizeof line,
             "%-10s %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " known, %" JSON_INTEGER_FORMAT
             " decisions, %" JSON_INTEGER_FORMAT " conflicts, %" JSON_INTEGER_FORMAT " found",
             string(event, "job"), number(event, "known"), number(event, "variables"), number(event, "nodes"),
             number(event, "conflicts"), number(event, "solutions"));
    if (live_possible())
        live_draw(&client->live, json_string_value(json_object_get(event, "grid")), line, &out);
    else
        text_printf(&out, "%s\n", line);
    output_result(&out);
    text_free(&out);
}

static void print_state(struct client *client, json_t *event)
{
    struct text out = {0};
    live_erase(&client->live, &out);
    text_printf(&out, "%-10s %s%s%s\n", string(event, "job"), string(event, "state"),
                *string(event, "outcome") ? " " : "", string(event, "outcome"));
    output_result(&out);
    text_free(&out);
}

/* "r1c2 is not 3": what a narrowing says that leaves several values. */
static void add_narrowing(json_t *deduction, struct text *out)
{
    json_t *value;
    size_t i;
    text_printf(out, "%s is not", string(deduction, "place"));
    json_array_foreach(json_object_get(deduction, "gone"), i, value)
        text_printf(out, "%s %" JSON_INTEGER_FORMAT, i ? "," : "", json_integer_value(value));
}

/* A step has a sentence; a narrowing says what is known now. */
static void print_deduction(struct client *client, json_t *event)
{
    json_t *deduction = json_object_get(event, "deduction");
    const char *sentence = string(deduction, "sentence"), *says = string(deduction, "says");
    const char *rule = string(deduction, "rule");
    struct text out = {0};
    live_erase(&client->live, &out);
    text_printf(&out, "%-10s ", string(event, "job"));
    if (*sentence || *says)
        text_puts(&out, *sentence ? sentence : says);
    else
        add_narrowing(deduction, &out);
    text_printf(&out, " [%s]\n", *rule ? rule : string(deduction, "cause"));
    output_result(&out);
    text_free(&out);
}

static void print_event(struct client *client, json_t *event)
{
    const char *type = string(event, "type");
    if (client->options->json)
        print_json(client, json_incref(event));
    else if (!strcmp(type, "progress"))
        print_progress(client, event);
    else if (!strcmp(type, "state"))
        print_state(client, event);
    else if (!strcmp(type, "deduction"))
        print_deduction(client, event);
}

/* Of one job to its end, with its grid and all its deductions; of all, or of a tag, until Ctrl-C. */
static void watch(struct client *client)
{
    const struct options *options = client->options;
    const char *id = options->noperands ? options->operands[0] : NULL;
    json_t *what = id             ? json_pack("{s:s,s:b,s:i}", "job", id, "detail", 1, "from_deduction", 0)
                   : options->tag ? json_pack("{s:s}", "tag", options->tag)
                                  : json_pack("{s:b}", "all", 1);
    json_decref(link_call(&client->link, "job.watch", what));
    while (!failed(client)) {
        json_t *event = link_event(&client->link);
        bool over = id && json_object_get(event, "exit");
        if (event)
            print_event(client, event);
        if (over)
            take_code(client, (int)json_integer_value(json_object_get(event, "exit")));
        json_decref(event);
        if (over || output_failed())
            return;
    }
}

/* ---- the operator */

/* The word for scripts; the reasons are for people. */
static void print_health(json_t *health)
{
    json_t *reason;
    size_t i;
    print_line(string(health, "status"));
    json_array_foreach(json_object_get(health, "reasons"), i, reason) output_note("%s", json_string_value(reason));
}

static void ask(struct client *client, const char *method)
{
    json_t *result = link_call(&client->link, method, NULL);
    if (!failed(client) && !strcmp(method, "metrics"))
        print(string(result, "text"));
    else if (result && !client->options->json && !strcmp(method, "health"))
        print_health(result);
    else if (result)
        print_json(client, json_incref(result));
    if (result && !strcmp(method, "health") && strcmp(string(result, "status"), "ok"))
        take_code(client, EXIT_OTHER);
    json_decref(result);
}

static void run(struct client *client)
{
    const struct options *options = client->options;
    switch (options->verb->bit) {
    case V_SUBMIT:
        submit_all(client);
        break;
    case V_WAIT:
        for (uint32_t i = 0; i < options->noperands; i++)
            wait_for(client, NULL, options->operands[i]);
        break;
    case V_WATCH:
        watch(client);
        break;
    case V_CANCEL:
        each_job(client, "job.cancel");
        break;
    case V_RETRY:
        each_job(client, "job.retry");
        break;
    case V_DELETE:
        each_job(client, "job.delete");
        break;
    case V_GET:
        each_job(client, "job.get");
        break;
    case V_LS:
        list(client);
        break;
    case V_RELOAD:
        ask(client, "config.reload");
        break;
    default:
        ask(client, options->verb->name); /* stats, metrics, drain, health */
    }
}

/* With `health --wait`, again and again until somebody answers. */
static int open_link(struct client *client)
{
    enum { TRIES = 600 };
    bool patient = client->options->verb->bit == V_HEALTH && client->options->wait;
    int tries = 0;
    while (link_open(&client->link, client->config) == EXIT_UNREACHABLE && patient && ++tries < TRIES &&
           !*signals_cancelled()) {
        link_close(&client->link);
        usleep(100000);
    }
    return client->link.fault.code;
}

/* What submit names, but for the puzzles themselves, which are read as their turn comes. */
static int read_submission(struct client *client, struct fault *fault)
{
    const struct options *options = client->options;
    const char *grid = options->marks ? options->marks : options->solution;
    uint32_t one;
    client->generates = options->op && !strcmp(options->op, "generate");
    if (client->generates && !generate_options(options, &client->wishes, &one, fault))
        inputs_add_name(&client->inputs, options->operands[0], fault);
    for (uint32_t i = 0; i < options->noperands && !client->generates && !fault->code; i++)
        inputs_add(&client->inputs, options->operands[i], fault);
    if (fault->code || options_numbers(options, &client->numbers, fault))
        return fault->code;
    if (options->marks && options->solution)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--marks and --solution don't go together; leave one out");
    if (grid && client->inputs.n > 1)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "a grid goes with one puzzle, and there are several; "
                         "name one, such as %s", client->inputs.at[0].path);
    if (!grid || input_read(&client->grid, grid, signals_cancelled(), fault))
        return fault->code;
    if (!utf8_valid(client->grid.bytes, client->grid.length) || memchr(client->grid.bytes, 0, client->grid.length))
        return fault_set(fault, EXIT_BAD_INPUT, grid, 0, 0, "this is no text in UTF-8, and no grid");
    return 0;
}

int client_command(const struct options *options)
{
    struct client client = {.options = options};
    struct fault fault = {0};
    client.config = setup_config(options, NULL, &fault);
    if (!fault.code && options->verb->bit == V_SUBMIT)
        read_submission(&client, &fault);
    if (fault.code)
        client.code = output_fault(&fault);
    else if (open_link(&client))
        failed(&client);
    else
        run(&client);
    link_close(&client.link);
    inputs_free(&client.inputs);
    input_free(&client.grid);
    config_free(client.config);
    return output_failed() ? worse_exit_code(client.code, EXIT_OTHER) : client.code;
}
