/* Health, statistics, metrics. */
#include "service/daemon.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const outcomes[OUTCOMES] = {"unique",   "several",        "solved", "none",      "unknown",
                                               "solution", "not a solution", "error",  "cancelled", "dead",
                                               "hint",     "mistake",        "graded", "generated"};

void figures_outcome(struct daemon *daemon, const char *outcome)
{
    for (int i = 0; outcome && i < OUTCOMES; i++)
        daemon->outcomes[i] += !strcmp(outcomes[i], outcome);
}

/* ---- rules */

static json_t *figures_of(struct daemon *daemon, const char *rule)
{
    json_t *one = json_object_get(daemon->rule_stats, rule);
    if (one)
        return one;
    one = json_pack("{s:i,s:i}", "jobs", 0, "faults", 0);
    json_object_set_new(daemon->rule_stats, rule, one);
    return one;
}

static void add(json_t *object, const char *key, uint64_t more)
{
    json_int_t before = json_integer_value(json_object_get(object, key));
    json_object_set_new(object, key, json_integer(before + (json_int_t)more));
}

static bool is_rule(const struct generation *generation, const char *id)
{
    size_t i;
    json_t *one;
    json_array_foreach(generation ? generation->rules : NULL, i,
                       one) if (!strcmp(json_string_value(one), id)) return true;
    return false;
}

/* A rule's id and numbers as they come from a worker, the numbers in the order of the names it gave at its start. */
struct figures {
    const char *name, *value;
    size_t left;
    char key[48];
    uint64_t number;
};

/* Only rules that the workers named at their start: what comes later may be rubbish. */
static bool read_figures(const struct generation *generation, const struct frame_field *field,
                         struct figures *figures)
{
    const char *end = memchr(field->bytes, 0, field->length);
    if (!end || !generation || !generation->counters || !is_rule(generation, field->bytes))
        return false;
    *figures = (struct figures){.name = generation->counters, .value = end + 1};
    figures->left = field->length - (size_t)(figures->value - field->bytes);
    return true;
}

static bool next_figure(struct figures *figures)
{
    size_t n = strcspn(figures->name, ",");
    if (figures->left < 8 || !*figures->name)
        return false;
    snprintf(figures->key, sizeof figures->key, "%.*s", (int)n, figures->name);
    memcpy(&figures->number, figures->value, 8);
    figures->name += n + (figures->name[n] == ',');
    figures->value += 8;
    figures->left -= 8;
    return true;
}

void figures_rule(struct daemon *daemon, const struct frame_field *field)
{
    struct figures figures;
    if (!read_figures(pool_generation(daemon->pool), field, &figures))
        return;
    json_t *one = figures_of(daemon, field->bytes);
    add(one, "jobs", 1);
    while (next_figure(&figures))
        if (strcmp(figures.key, "faults"))
            add(one, figures.key, figures.number);
}

static void show_seconds(json_t *row)
{
    json_t *ns = json_object_get(row, "ns");
    json_object_set_new(row, "seconds", json_real(1e-9 * (double)json_integer_value(ns)));
    json_object_del(row, "ns");
}

json_t *figures_running(const struct daemon *daemon, const struct frame *progress)
{
    json_t *list = json_array();
    struct frame_field field;
    struct figures figures;
    for (uint32_t at = 0; frame_next(progress, &at, &field);) {
        if (field.name != FIELD_STATS || !read_figures(pool_generation(daemon->pool), &field, &figures))
            continue;
        json_t *row = json_pack("{s:s}", "id", field.bytes);
        while (next_figure(&figures))
            json_object_set_new(row, figures.key, json_integer((json_int_t)figures.number));
        show_seconds(row);
        json_array_append_new(list, row);
    }
    return list;
}

void figures_rule_fault(struct daemon *daemon, const char *rule)
{
    if (is_rule(pool_generation(daemon->pool), rule))
        add(figures_of(daemon, rule), "faults", 1);
}

static bool holds(json_t *list, const char *id)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) if (!strcmp(json_string_value(one), id)) return true;
    return false;
}

json_t *figures_rules(struct daemon *daemon)
{
    const struct generation *generation = pool_generation(daemon->pool);
    json_t *list = json_array(), *one;
    const char *id;
    json_object_foreach(daemon->rule_stats, id, one)
    {
        json_t *row = json_pack("{s:s,s:b}", "id", id, "quarantined", holds(generation->disabled, id));
        json_object_update(row, one);
        show_seconds(row);
        json_array_append_new(list, row);
    }
    return json_pack("{s:o}", "rules", list);
}

/* ---- health */

static double uptime(const struct daemon *daemon)
{
    return (double)(uv_now(daemon->loop) - daemon->started) / 1000;
}

json_t *figures_health(struct daemon *daemon)
{
    const struct generation *generation = pool_generation(daemon->pool);
    const char *failure = store_failure(daemon->store);
    uint32_t ready[SIDES];
    json_t *reasons = json_array(), *id;
    size_t i;
    const char *status = "ok";
    for (enum side side = 0; side < SIDES; side++) {
        ready[side] = pool_ready(daemon->pool, side);
        if (!ready[side] && pool_fails(daemon->pool, side))
            json_array_append_new(reasons, json_string(side == SIDE_OURS
                                                           ? "no worker is ready, and the last did not start"
                                                           : "no worker for other people's plugins is ready, and the "
                                                             "last did not start"));
    }
    json_array_foreach(generation->disabled, i, id)
        json_array_append_new(reasons, json_sprintf("rule %s is in quarantine", json_string_value(id)));
    json_array_foreach(generation->barred, i, id) json_array_append_new(
        reasons, json_sprintf("puzzle type %s is in quarantine", json_string_value(id)));
    if (json_array_size(reasons))
        status = "degraded";
    if (failure) {
        status = "read_only";
        json_array_append_new(reasons, json_string(failure));
    }
    if (daemon->draining)
        status = "draining";
    return json_pack("{s:s,s:o,s:f,s:i,s:i,s:i,s:i}", "status", status, "reasons", reasons, "uptime_s",
                     uptime(daemon), "workers", (int)pool_wanted(daemon->pool, SIDE_OURS), "workers_ready",
                     (int)ready[SIDE_OURS], "foreign_workers", (int)pool_wanted(daemon->pool, SIDE_FOREIGN),
                     "foreign_workers_ready", (int)ready[SIDE_FOREIGN]);
}

/* ---- statistics */

static json_t *counters(const struct daemon *daemon)
{
    json_t *object = json_object();
#define X(name, help) json_object_set_new(object, #name, json_integer((json_int_t)daemon->counters.name));
    COUNTERS(X)
#undef X
    return object;
}

static uint32_t living(const struct daemon *daemon)
{
    uint32_t n = 0;
    for (const struct conn *conn = daemon->conns; conn; conn = conn->next)
        n += !conn->closing;
    return n;
}

json_t *figures_stats(struct daemon *daemon)
{
    struct store_figures store = store_figures(daemon->store);
    json_t *found = json_object();
    for (int i = 0; i < OUTCOMES; i++)
        if (daemon->outcomes[i])
            json_object_set_new(found, outcomes[i], json_integer((json_int_t)daemon->outcomes[i]));
    return json_pack("{s:f,s:i,s:i,s:{s:i,s:i},s:o,s:o,s:i,s:i,s:I,s:{s:I,s:I,s:I,s:I},s:o}", "uptime_s",
                     uptime(daemon), "generation", (int)pool_generation(daemon->pool)->number, "pid",
                     (int)getpid(), "jobs", "queued", (int)daemon->queued, "running", (int)daemon->running,
                     "counters", counters(daemon), "outcomes", found, "connections", (int)living(daemon),
                     "watches", (int)daemon->watches, "buffered_bytes", (json_int_t)daemon->buffered, "store",
                     "batches", (json_int_t)store.batches, "operations", (json_int_t)store.operations,
                     "largest_batch", (json_int_t)store.largest_batch, "failures", (json_int_t)store.failures,
                     "workers", pool_describe(daemon->pool));
}

/* ---- Prometheus' text format 0.0.4 */

static void metric(struct text *out, const char *name, const char *type, const char *help, double value)
{
    text_printf(out, "# HELP ratchet_%s %s\n# TYPE ratchet_%s %s\nratchet_%s %.17g\n", name, help, name, type,
                name, value);
}

static void rule_metrics(struct daemon *daemon, struct text *out)
{
    static const char *const names[] = {"runs", "useful", "removed", "conflicts", "faults", "jobs"};
    const char *id;
    json_t *one;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        text_printf(
            out,
            "# HELP ratchet_rule_%s_total See `ratchet --stats`.\n# TYPE ratchet_rule_%s_total counter\n",
            names[i], names[i]);
        json_object_foreach(daemon->rule_stats, id, one)
            text_printf(out, "ratchet_rule_%s_total{rule=\"%s\"} %" JSON_INTEGER_FORMAT "\n", names[i], id,
                        json_integer_value(json_object_get(one, names[i])));
    }
    text_puts(out, "# HELP ratchet_rule_seconds_total Time in the rule, as far as it was measured.\n"
                   "# TYPE ratchet_rule_seconds_total counter\n");
    json_object_foreach(daemon->rule_stats, id, one)
        text_printf(out, "ratchet_rule_seconds_total{rule=\"%s\"} %.9g\n", id,
                    1e-9 * (double)json_integer_value(json_object_get(one, "ns")));
}

json_t *figures_metrics(struct daemon *daemon)
{
    struct text out = {0};
    struct store_figures store = store_figures(daemon->store);
    const struct generation *generation = pool_generation(daemon->pool);
    metric(&out, "uptime_seconds", "gauge", "Time since the daemon began.", uptime(daemon));
    metric(&out, "generation", "gauge", "Number of the configuration that serves.",
           generation->number);
    metric(&out, "draining", "gauge", "1: no more jobs are taken, and the daemon ends.", daemon->draining);
    metric(&out, "quarantined", "gauge", "Rules and puzzle types in quarantine.",
           (double)(json_array_size(generation->disabled) + json_array_size(generation->barred)));
    metric(&out, "jobs_queued", "gauge", "Jobs that wait for a worker.", daemon->queued);
    metric(&out, "jobs_running", "gauge", "Jobs that a worker has.", daemon->running);
    metric(&out, "workers", "gauge", "Workers that there are to be.", pool_wanted(daemon->pool, SIDE_OURS));
    metric(&out, "workers_ready", "gauge", "Workers idle or busy.", pool_ready(daemon->pool, SIDE_OURS));
    metric(&out, "foreign_workers", "gauge", "Those for plugins that did not come with Ratchet.",
           pool_wanted(daemon->pool, SIDE_FOREIGN));
    metric(&out, "foreign_workers_ready", "gauge", "Those of them that are idle or busy.",
           pool_ready(daemon->pool, SIDE_FOREIGN));
    metric(&out, "connections", "gauge", "Open connections.", living(daemon));
    metric(&out, "buffered_bytes", "gauge", "Bytes of all connections' buffers.", (double)daemon->buffered);
    metric(&out, "store_failed", "gauge", "1: the job store refuses to write.",
           store_failure(daemon->store) != NULL);
    metric(&out, "store_batches_total", "counter", "Transactions of the job store.", (double)store.batches);
    metric(&out, "store_operations_total", "counter", "Operations of the job store.",
           (double)store.operations);
    metric(&out, "store_failures_total", "counter", "Transactions that failed.", (double)store.failures);
#define X(name, help) metric(&out, #name "_total", "counter", help, (double)daemon->counters.name);
    COUNTERS(X)
#undef X
    text_puts(&out,
              "# HELP ratchet_outcomes_total Jobs by outcome.\n# TYPE ratchet_outcomes_total counter\n");
    for (int i = 0; i < OUTCOMES; i++)
        text_printf(&out, "ratchet_outcomes_total{outcome=\"%s\"} %" PRIu64 "\n", outcomes[i],
                    daemon->outcomes[i]);
    rule_metrics(daemon, &out);
    json_t *answer =
        json_pack("{s:s,s:s}", "content_type", "text/plain; version=0.0.4", "text", text_string(&out));
    text_free(&out);
    return answer;
}
