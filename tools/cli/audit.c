#include "audit.h"

#include "gather.h"
#include "job/audit.h"
#include "output.h"
#include "report/answer.h"
#include "setup.h"
#include "signals.h"
#include "util/text.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SOLUTIONS = 200, NODES = 10000, SIDE_LEAST = 2, SIDES = 5 };     /* random boards: sides up to 2 .. 6 */

/* One rule over all boards. */
struct row {
    char *id;
    bool ours, wrong;
    uint32_t boards;
    uint64_t judged;
};

struct audit {
    const struct options *options;
    struct engine *engine;
    struct audit_request like;  /* what all boards share */
    uint64_t first, last;       /* random boards; last < first: none */
    struct row *row;
    uint32_t nrows, boards, blind, wrong;   /* blind: no solution known, though there may be some */
    uint64_t judged, solutions;
};

/* ---- words ---- */

static void indented(struct text *out, const char *lines, const char *indent)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        text_puts(out, indent);
        text_add(out, lines, n);
        text_puts(out, "\n");
        lines += n + (lines[n] != 0);
    }
}

static void print_finding(const struct audit_finding *f, struct text *out)
{
    text_printf(out, "  it says    %s\n", f->says);
    for (uint32_t k = 0; k < f->nbecause; k++)
        text_printf(out, "  %s    %s\n", k ? "       " : "because", f->because[k]);
    if (!f->nbecause && f->rule && strncmp(f->says, "the clauses", 11))
        text_puts(out, "  because    (always)\n");
    text_puts(out, "  which loses this solution:\n");
    indented(out, f->solution, "    ");
}

static void print_smallest(const struct audit_report *report, const char *board, struct text *out)
{
    text_printf(out, "  the smallest of the random boards on which it fails too, at %s:\n", report->findings->scope);
    indented(out, board, "    ");
    print_finding(report->findings, out);
}

static json_t *finding_json(const struct audit_finding *f)
{
    json_t *because = json_array();
    for (uint32_t k = 0; k < f->nbecause; k++)
        json_array_append_new(because, json_string(f->because[k]));
    return json_pack("{s:s?, s:b, s:s, s:s, s:o, s:s}", "rule", f->rule, "ours", f->ours, "scope", f->scope, "says",
                     f->says, "because", because, "solution", f->solution);
}

static void put_json(json_t *object, struct text *out)
{
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (line)
        text_printf(out, "%s\n", line);
    else
        out->failed = true;
    free(line);
    json_decref(object);
}

/* ---- one board ---- */

static struct row *row_of(struct audit *a, const char *id, bool ours)
{
    for (uint32_t k = 0; k < a->nrows; k++)
        if (!strcmp(a->row[k].id, id))
            return &a->row[k];
    struct row *grown = realloc(a->row, (a->nrows + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    a->row = grown;
    grown[a->nrows] = (struct row){.id = strdup(id), .ours = ours};
    return grown[a->nrows].id ? &grown[a->nrows++] : NULL;
}

static void add(struct audit *a, const struct audit_report *report, struct fault *fault)
{
    a->boards++;
    a->judged += report->judged;
    a->solutions += report->solutions;
    a->blind += !report->solutions && !report->complete;
    for (uint32_t r = 0; r < report->nrules; r++) {
        const struct audit_rule *rule = &report->rules[r];
        struct row *row = rule->served ? row_of(a, rule->id, rule->ours) : NULL;
        if (row) {
            row->boards++;
            row->judged += rule->judged;
        } else if (rule->served) {
            fault_set(fault, EXIT_OTHER, NULL, 0, 0, "there is no memory left");
        }
    }
}

static uint32_t serving(const struct audit_report *report)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < report->nrules; r++)
        n += report->rules[r].served;
    return n;
}

static void print_verdict(const struct audit *a, const char *name, const struct audit_report *report,
                          struct text *out)
{
    text_printf(out, "%s: %" PRIu64 " deductions of %u rules held against ", name, report->judged, serving(report));
    if (!report->solutions)
        text_puts(out, report->complete ? "a puzzle without solution" : "nothing: no solution was found");
    else
        text_printf(out, "%u solution%s%s", report->solutions, report->solutions == 1 ? "" : "s",
                    report->complete ? "" : " (there may be more)");
    text_printf(out, ": %s\n", report->nfindings ? "WRONG" : report->solutions || report->complete ? "nothing wrong"
                : "unknown");
    if (report->cut && !a->options->quiet)
        text_printf(out, "  %u of %u runs ended at a limit of decisions\n", report->cut, report->runs);
    for (uint32_t r = 0; r < report->nrules; r++)
        if (report->rules[r].parked && !a->options->quiet)
            text_printf(out, "  %s was left out: %s\n", report->rules[r].id, report->rules[r].parked);
}

static json_t *board_json(const char *name, const struct audit_report *report)
{
    json_t *rules = json_array();
    for (uint32_t r = 0; r < report->nrules; r++)
        if (report->rules[r].served)
            json_array_append_new(rules, json_pack("{s:s, s:b, s:I, s:s?}", "rule", report->rules[r].id, "ours",
                                                   report->rules[r].ours, "judged",
                                                   (json_int_t)report->rules[r].judged, "parked",
                                                   report->rules[r].parked));
    return json_pack("{s:s, s:i, s:i, s:b, s:i, s:i, s:I, s:I, s:I, s:I, s:o}", "board", name, "variables",
                     (int)report->nvars, "solutions", (int)report->solutions, "complete", report->complete, "runs",
                     (int)report->runs, "cut", (int)report->cut, "judged", (json_int_t)report->judged, "auxiliary",
                     (json_int_t)report->auxiliary, "clauses", (json_int_t)report->clauses, "unjudged",
                     (json_int_t)report->unjudged, "rules", rules);
}

/* The finding, and the smallest board that shows it too. */
static void tell_finding(struct audit *a, const struct audit_request *request, const struct audit_report *report,
                         const struct audit_finding *f, json_t *list, struct text *out)
{
    struct audit_report small = {0};
    struct text board = {0};
    struct audit_request like = *request;
    like.rule = f->rule;
    bool found = f->rule && audit_smallest(a->engine, &like, report->nvars, &small, &board);
    if (list) {
        json_t *object = finding_json(f);
        if (found) {
            json_t *smallest = finding_json(small.findings);
            json_object_set_new(smallest, "board", json_string(text_string(&board)));
            json_object_set_new(object, "smallest", smallest);
        }
        json_array_append_new(list, object);
    } else {
        text_printf(out, "%s: %s is wrong%s%s%s\n", request->name, f->rule ? f->rule : "the search",
                    f->scope[0] ? " at " : "", f->scope, f->ours ? "" : " (it did not come with Ratchet)");
        print_finding(f, out);
        if (found)
            print_smallest(&small, text_string(&board), out);
        else if (f->rule)
            text_puts(out, "  no smaller random board was found on which it fails\n");
    }
    audit_report_free(&small);
    text_free(&board);
}

/* Of random boards only those with a finding are told, and of each rule only the first. */
static void tell(struct audit *a, const struct audit_request *request, const struct audit_report *report, bool random,
                 struct text *out)
{
    json_t *list = a->options->json ? json_array() : NULL;
    if (!random && !list)
        print_verdict(a, request->name, report, out);
    for (uint32_t k = 0; k < report->nfindings; k++) {
        const struct audit_finding *f = &report->findings[k];
        struct row *row = f->rule ? row_of(a, f->rule, f->ours) : NULL;
        if (random && row && row->wrong)
            continue;
        if (random && !list) {
            text_printf(out, "%s:\n", request->name);
            indented(out, request->text, "    ");
        }
        tell_finding(a, request, report, f, list, out);
        if (row)
            row->wrong = true;
        a->wrong++;
    }
    if (list && (!random || json_array_size(list))) {
        json_t *object = board_json(request->name, report);
        json_object_set(object, "findings", list);
        if (random)
            json_object_set_new(object, "text", json_string(request->text));
        put_json(object, out);
    }
    json_decref(list);
}

static int look_at(struct audit *a, const struct audit_request *request, bool random, struct fault *fault)
{
    struct audit_report report;
    struct text out = {0};
    audit_board(a->engine, request, &report);
    if (report.fault.code) {
        *fault = report.fault;
    } else if (!*signals_cancelled()) {
        add(a, &report, fault);
        tell(a, request, &report, random, &out);
        output_result(&out);
    }
    text_free(&out);
    audit_report_free(&report);
    return fault->code;
}

/* ---- all boards ---- */

static int audit_files(struct audit *a, struct fault *fault)
{
    struct gathered puzzles;
    gather(&puzzles, a->engine, a->options, fault);
    for (uint32_t k = 0; k < puzzles.n && !fault->code && !*signals_cancelled(); k++) {
        const struct gathered_puzzle *p = &puzzles.at[k];
        struct audit_request request = a->like;
        request.type = p->source->format->puzzle;
        request.name = p->name;
        request.text = p->puzzle->text;
        request.length = p->puzzle->length;
        request.lines = p->puzzle->lines;
        request.nlines = p->puzzle->nlines;
        look_at(a, &request, false, fault);
    }
    gathered_free(&puzzles);
    return fault->code;
}

static int audit_random_boards(struct audit *a, struct fault *fault)
{
    for (uint64_t number = a->first; number <= a->last && !fault->code && !*signals_cancelled(); number++) {
        char name[96];
        struct text board = {0};
        struct audit_request request = a->like;
        request.type = a->options->type;
        request.name = name;
        snprintf(name, sizeof name, "random %.48s %" PRIu64, request.type, number);
        if (!audit_random(a->engine, &request, number, SIDE_LEAST + (uint32_t)(number % SIDES), &board, fault)) {
            request.text = text_string(&board);
            request.length = board.n;
            look_at(a, &request, true, fault);
        }
        text_free(&board);
    }
    return fault->code;
}

static void print_total(const struct audit *a, struct text *out)
{
    text_printf(out, "%u random boards, %" PRIu64 " deductions held against %" PRIu64 " solutions: %s\n\n%-22s %10s "
                "%12s\n", a->boards, a->judged, a->solutions, a->wrong ? "WRONG" : "nothing wrong", "rule", "boards",
                "deductions");
    for (uint32_t k = 0; k < a->nrows; k++)
        text_printf(out, "%-22s %10u %12" PRIu64 "%s%s\n", a->row[k].id, a->row[k].boards, a->row[k].judged,
                    a->row[k].wrong ? "  wrong" : "", a->row[k].ours ? "" : "  (did not come with Ratchet)");
    if (a->blind)
        text_printf(out, "%u boards could not be judged: no solution was found\n", a->blind);
}

static json_t *total_json(const struct audit *a)
{
    json_t *rules = json_array();
    for (uint32_t k = 0; k < a->nrows; k++)
        json_array_append_new(rules, json_pack("{s:s, s:b, s:b, s:i, s:I}", "rule", a->row[k].id, "ours",
                                               a->row[k].ours, "wrong", a->row[k].wrong, "boards",
                                               (int)a->row[k].boards, "judged", (json_int_t)a->row[k].judged));
    return json_pack("{s:i, s:I, s:I, s:i, s:o}", "boards", (int)a->boards, "judged", (json_int_t)a->judged,
                     "solutions", (json_int_t)a->solutions, "unknown", (int)a->blind, "rules", rules);
}

static void sum_up(const struct audit *a)
{
    struct text out = {0};
    if (a->options->json)
        put_json(total_json(a), &out);
    else if (!a->options->quiet)
        print_total(a, &out);
    output_result(&out);
    text_free(&out);
}

/* ---- options ---- */

static bool whole_number(const char *text, char **end, uint64_t *value)
{
    errno = 0;
    *value = strtoull(text, end, 10);
    return !errno && *text >= '0' && *text <= '9';
}

static int read_range(struct audit *a, const char *text, struct fault *fault)
{
    char *end;
    uint64_t n;
    bool fine = whole_number(text, &end, &n);
    a->first = 1;
    a->last = n;
    if (fine && !strncmp(end, "..", 2)) {
        a->first = n;
        fine = whole_number(end + 2, &end, &a->last);
    }
    if (!fine || *end || !a->first || a->last < a->first || a->last == UINT64_MAX)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--random is `%s`; give a number of boards, or the first and "
                         "the last as 1001..2000", text);
    return 0;
}

static int read_options(struct audit *a, struct fault *fault)
{
    const struct options *o = a->options;
    char *end = "";
    uint64_t solutions = SOLUTIONS;
    if (o->max_solutions && (!whole_number(o->max_solutions, &end, &solutions) || *end || !solutions ||
                             solutions > 1000000))
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--max-solutions is `%s`; give a number from 1 to 1000000",
                         o->max_solutions);
    a->like = (struct audit_request){.solutions = (uint32_t)solutions, .cancelled = signals_cancelled()};
    a->last = 0;
    a->first = 1;
    if (o->random && !o->type)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "--random needs to know the type of the boards: name it "
                         "with --type");
    if (!o->random == !o->noperands)
        return fault_set(fault, EXIT_USAGE, NULL, 0, 0, "`audit` needs either puzzles or --random and --type; `ratchet "
                         "audit --help` says more");
    return o->random ? read_range(a, o->random, fault) : 0;
}

/* Rules that are optional take part unless the configuration says no. */
static int enable_optional(struct audit *a, struct fault *fault)
{
    const struct host_rule *const *list;
    host_open_all(a->engine->host);
    uint32_t n = host_list_rules(a->engine->host, &list);
    for (uint32_t r = 0; r < n && !fault->code; r++) {
        char section[96];
        snprintf(section, sizeof section, "rule %s", list[r]->class->id);
        if (list[r]->class->flags & RT_RULE_OPTIONAL && !config_is_set(a->engine->config, section, "enabled"))
            config_put(a->engine->config, section, "enabled", "yes", "audit", fault);
    }
    return fault->code;
}

static int open_engine(struct audit *a, struct fault *fault)
{
    struct config *config = setup_config(a->options, NULL, fault);
    a->engine = config ? engine_open(config, fault) : NULL;
    if (fault->code || enable_optional(a, fault))
        return fault->code;
    a->like.nodes = a->engine->settings.nodes ? a->engine->settings.nodes : NODES;
    if (a->options->random && !host_puzzle(a->engine->host, a->options->type))
        fault_set(fault, EXIT_USAGE, NULL, 0, 0, "there is no puzzle type `%s`; `ratchet plugins list` shows those "
                  "there are", a->options->type);
    return fault->code;
}

static int judge(const struct audit *a)
{
    if (*signals_cancelled())
        return EXIT_INTERRUPTED;
    return a->wrong ? EXIT_OTHER : a->blind ? EXIT_UNKNOWN : EXIT_GOOD;
}

int audit_command(const struct options *options)
{
    struct fault fault = {0};
    struct audit a = {.options = options};
    if (!read_options(&a, &fault) && !open_engine(&a, &fault)) {
        if (options->random)
            audit_random_boards(&a, &fault);
        else
            audit_files(&a, &fault);
        if (!fault.code && options->random)
            sum_up(&a);
    }
    if (fault.code)
        output_fault(&fault);
    int code = fault.code ? worse_exit_code(fault.code, judge(&a)) : output_failed() ? EXIT_OTHER : judge(&a);
    for (uint32_t k = 0; k < a.nrows; k++)
        free(a.row[k].id);
    free(a.row);
    engine_close(a.engine);
    return code;
}
