/* Watches: events to those who asked for them. States are never dropped, progress is for whoever keeps up. */
#include "service/daemon.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_ROWS = 1000 };

static void end_watch(struct conn *conn, struct watch *watch)
{
    struct watch **at = &conn->watches;
    while (*at != watch)
        at = &(*at)->next;
    *at = watch->next;
    conn->waits--;
    conn->daemon->watches--;
    free(watch->tag);
    free(watch);
}

void watch_forget(struct conn *conn)
{
    while (conn->watches)
        end_watch(conn, conn->watches);
}

static struct watch *find(struct conn *conn, uint64_t number)
{
    struct watch *watch = conn->watches;
    while (watch && watch->number != number)
        watch = watch->next;
    return watch;
}

/* False: it was not sent. Then the connection may be over, and all its watches with it. */
static bool send_event(struct conn *conn, const struct watch *watch, int64_t job, int64_t seq, const char *type,
                       json_t *more, bool must)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRId64, job);
    json_t *params = json_pack("{s:I,s:s,s:I,s:s}", "watch", (json_int_t)watch->number, "job", id, "seq",
                               (json_int_t)seq, "type", type);
    if (more)
        json_object_update(params, more);
    return conn_notify(conn, "job.event", params, must);
}

/* False: the connection is over. */
static bool tell(struct conn *conn, struct watch *watch, int64_t job, int64_t seq, const char *type,
                 json_t *more, bool must)
{
    return send_event(conn, watch, job, seq, type, more, must) || !conn->dead;
}

static json_t *state_members(const struct job_row *row)
{
    json_t *more = json_pack("{s:s}", "state", job_state_name(row->state));
    if (job_is_final(row->state) && row->outcome) {
        json_object_set_new(more, "outcome", json_string(row->outcome));
        json_object_set_new(more, "exit", json_integer(row->exit));
    }
    return more;
}

static bool has_tag(const char *tags, const char *tag)
{
    json_t *list = tags ? memory_parse(tags, strlen(tags), NULL, NULL) : NULL, *one;
    size_t i;
    bool found = false;
    json_array_foreach(list, i, one) found |= json_is_string(one) && !strcmp(json_string_value(one), tag);
    json_decref(list);
    return found;
}

static bool concerns(const struct watch *watch, int64_t job, const char *tags)
{
    return watch->kind == WATCH_ALL ||
           (watch->kind == WATCH_JOB ? watch->job == job : has_tag(tags, watch->tag));
}

/* ---- deductions */

/* False: the reader has no room for it, or the connection is over. */
static bool tell_deduction(struct conn *conn, struct watch *watch, const struct deduced *deduced, json_t *json)
{
    json_t *more = json_pack("{s:I,s:O}", "number", (json_int_t)deduced->number, "deduction", json);
    bool sent = more;
    if (sent && watch->lost)
        sent = send_event(conn, watch, deduced->job, deduced->seq, "lost", NULL, false);
    if (sent) {
        watch->lost = false;
        sent = send_event(conn, watch, deduced->job, deduced->seq, "deduction", more, false);
    }
    json_decref(more);
    return sent;
}

/* What the watch has not been told of yet, as far as the reader keeps up. What is no JSON is not told: a worker may be
 * broken. */
static void catch_up_deductions(struct conn *conn, struct watch *watch)
{
    const struct deductions *deductions = conn->daemon->deductions;
    const struct deduced *deduced;
    if (!watch->detail)
        return;
    watch->lost |= deductions_lost(deductions, watch->deduced);
    while (!conn_is_slow(conn) && (deduced = deductions_after(deductions, watch->deduced))) {
        bool mine = !strcmp(deduced->owner, conn->owner->name) && concerns(watch, deduced->job, deduced->tags);
        json_t *json = mine ? memory_parse(deduced->json, deduced->length, NULL, NULL) : NULL;
        bool told = !json || tell_deduction(conn, watch, deduced, json);
        json_decref(json);
        if (conn->dead)
            return;
        watch->lost |= !told;
        watch->deduced = deduced->number;
    }
}

/* False: the watch is over. */
static bool tell_state(struct conn *conn, struct watch *watch, const struct job_row *row)
{
    json_t *more = state_members(row);
    uint32_t number = watch->number;
    bool alive = !watch->lost || tell(conn, watch, row->id, row->seq, "lost", NULL, true);
    if (alive)
        alive = tell(conn, watch, row->id, row->seq, "state", more, true);
    json_decref(more);
    if (!alive || !(watch = find(conn, number)))
        return false;
    watch->lost = false;
    watch->seq = row->seq;
    if (watch->kind == WATCH_JOB && job_is_final(row->state)) {
        end_watch(conn, watch);
        return false;
    }
    return true;
}

/* ---- what happens */

/* What was deduced before a state is told before it. A reader that is not through with that gets the state later, from
 * the store. */
static void tell_in_order(struct conn *conn, struct watch *watch, const struct job_row *row)
{
    catch_up_deductions(conn, watch);
    if (conn->dead)
        return;
    bool behind = watch->detail && deductions_after(conn->daemon->deductions, watch->deduced);
    watch->stalled |= behind;
    watch->live &= !behind;
    if (!behind)
        tell_state(conn, watch, row);
}

void watch_state(struct daemon *daemon, const struct job_row *row)
{
    if (!daemon->watches || !row->owner)
        return;
    for (struct conn *conn = daemon->conns; conn; conn = conn->next) {
        if (!conn->watches || !conn->owner || strcmp(conn->owner->name, row->owner))
            continue;
        conn_hold(conn);
        for (struct watch *watch = conn->watches, *next; watch && !conn->dead; watch = next) {
            next = watch->next;
            if (watch->live && row->seq > watch->seq && concerns(watch, row->id, row->tags))
                tell_in_order(conn, watch, row);
            if (conn->dead)
                break;
        }
        conn_release(conn);
    }
}

static json_t *progress_members(const struct frame *frame)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I}", "known", (json_int_t)frame_number(frame, FIELD_KNOWN, 0),
                     "variables", (json_int_t)frame_number(frame, FIELD_VARIABLES, 0), "solutions",
                     (json_int_t)frame_number(frame, FIELD_SOLUTIONS, 0), "nodes",
                     (json_int_t)frame_number(frame, FIELD_NODES, 0), "conflicts",
                     (json_int_t)frame_number(frame, FIELD_CONFLICTS, 0));
}

/* `plain`, and the grid and the figures of the rules if the worker showed them. What is not UTF-8 is no grid. */
static json_t *detailed_members(const struct daemon *daemon, json_t *plain, const struct frame *frame)
{
    struct frame_field grid;
    json_t *more = frame_find(frame, FIELD_GRID, &grid) ? json_stringn(grid.bytes, grid.length) : NULL;
    json_t *members = json_copy(plain);
    if (more)
        json_object_set_new(members, "grid", more);
    if (frame_find(frame, FIELD_STATS, &(struct frame_field){0}))
        json_object_set_new(members, "rules", figures_running(daemon, frame));
    return members;
}

/* Whoever keeps up and wants more than numbers is asked for anew with each progress: nobody has to tell the worker
 * that the last one left. */
void watch_progress(struct daemon *daemon, int64_t id, const struct frame *progress)
{
    struct job *job = daemon->watches ? jobs_find(daemon, id) : NULL;
    bool wanted = false;
    if (!job)
        return;
    json_t *plain = progress_members(progress), *detailed = detailed_members(daemon, plain, progress);
    for (struct conn *conn = daemon->conns, *after; conn; conn = after) {
        after = conn->next;
        if (conn->dead || conn->owner != job->owner)
            continue;
        for (struct watch *watch = conn->watches, *next; watch && !conn->dead; watch = next) {
            next = watch->next;
            bool detail = watch->detail;
            if (!watch->live || !concerns(watch, id, job->tags))
                continue;
            if (conn_is_slow(conn))
                watch->lost = true;
            else if (!tell(conn, watch, id, job->seq, "progress", detail ? detailed : plain, false))
                break;
            else
                wanted |= detail;
        }
    }
    json_decref(plain);
    json_decref(detailed);
    if (wanted)
        pool_look(daemon->pool, id);
}

static void add_deductions(struct daemon *daemon, const struct job *job, const struct frame *deductions)
{
    struct deduced deduced = {.job = job->id, .seq = job->seq, .owner = job->owner->name, .tags = job->tags};
    struct frame_field field;
    for (uint32_t at = 0; frame_next(deductions, &at, &field);) {
        if (field.name != FIELD_JSON)
            continue;
        deduced.json = field.bytes;
        deduced.length = field.length;
        deductions_add(daemon->deductions, &deduced);
    }
}

void watch_deductions(struct daemon *daemon, int64_t id, const struct frame *deductions)
{
    struct job *job = jobs_find(daemon, id);
    if (!job)
        return;
    add_deductions(daemon, job, deductions);
    for (struct conn *conn = daemon->conns, *after; conn; conn = after) {
        after = conn->next;
        if (conn->dead || conn->owner != job->owner)
            continue;
        for (struct watch *watch = conn->watches, *next; watch && !conn->dead; watch = next) {
            next = watch->next;
            if (watch->live)
                catch_up_deductions(conn, watch);
        }
    }
}

/* ---- the beginning */

static void catch_up(struct conn *conn, struct watch *watch);

/* What a store's call for a watch has to know: the connection, kept alive, and the number of the watch. */
static struct store_call *call_for(struct conn *conn, const struct watch *watch, enum store_op op,
                                   void (*done)(struct store_call *call))
{
    struct store_call *call = store_call_new(op, done, conn);
    if (!call || !(call->row.owner = strdup(conn->owner->name))) {
        store_call_free(call);
        return NULL;
    }
    call->tag1 = watch->number;
    conn_hold(conn);
    return call;
}

static void on_events(struct store_call *call)
{
    struct conn *conn = call->context;
    struct watch *watch = conn->dead ? NULL : find(conn, call->tag1);
    bool more = call->nrows == CHUNK_ROWS;
    for (uint32_t i = 0; watch && i < call->nrows; i++) {
        const struct job_row *row = &call->rows[i];
        watch->seq = row->seq;
        if (concerns(watch, row->id, row->tags))
            watch = tell_state(conn, watch, row) ? watch : NULL;
    }
    if (watch && (more || call->failed)) {
        watch->stalled = true; /* what could not be read is read again, a little later */
        if (!call->failed && !conn_is_slow(conn))
            catch_up(conn, watch);
    } else if (watch) {
        watch->seq = call->row.seq > watch->seq ? call->row.seq : watch->seq;
        watch->live = true;
        catch_up_deductions(conn, watch);
    }
    store_call_free(call);
    conn_release(conn);
}

static void catch_up(struct conn *conn, struct watch *watch)
{
    struct store_call *call = call_for(conn, watch, STORE_EVENTS, on_events);
    watch->stalled = !call;
    if (!call)
        return;
    call->tag = watch->tag ? strdup(watch->tag) : NULL;
    call->from_seq = watch->seq;
    call->limit = CHUNK_ROWS;
    store_send(conn->daemon->store, call);
}

void watch_look(struct daemon *daemon)
{
    if (!daemon->watches)
        return;
    for (struct conn *conn = daemon->conns; conn; conn = conn->next) {
        for (struct watch *watch = conn->watches, *next; watch && !conn_is_slow(conn); watch = next) {
            next = watch->next;
            if (watch->live || watch->stalled)
                catch_up_deductions(conn, watch);
            if (conn->dead)
                break;
            if (watch->stalled && !conn_is_slow(conn))
                catch_up(conn, watch);
        }
    }
}

static json_t *begun(const struct conn *conn, const struct watch *watch, int64_t seq)
{
    return json_pack("{s:I,s:I,s:I}", "watch", (json_int_t)watch->number, "seq", (json_int_t)seq, "deduction",
                     (json_int_t)deductions_last(conn->daemon->deductions));
}

/* The store can't be read, or nobody listens any more. */
static void refuse(struct reply *reply, struct watch *watch)
{
    if (watch)
        end_watch(reply->conn, watch);
    reply_error(reply, RPC_BUSY, json_pack("{s:i}", "retry_after_ms", 5000), "the job store can't be read");
}

/* A watch of many begins here: with the number of the latest event, and from where to catch up. */
static void on_latest(struct store_call *call)
{
    struct reply *reply = call->context;
    struct conn *conn = reply->conn;
    struct watch *watch = find(conn, call->tag1);
    bool resume = call->tag2;
    if (!watch || call->failed) {
        refuse(reply, watch);
        store_call_free(call);
        return;
    }
    conn_hold(conn);
    reply_result(reply, begun(conn, watch, call->row.seq));
    if (!conn->dead && (watch = find(conn, call->tag1))) {
        watch->live = !resume;
        watch->lost |= resume;
        if (resume) {
            catch_up(conn, watch);
        } else {
            watch->seq = call->row.seq;
            catch_up_deductions(conn, watch);
        }
    }
    conn_release(conn);
    store_call_free(call);
}

static void on_job(struct store_call *call)
{
    struct reply *reply = call->context;
    struct conn *conn = reply->conn;
    struct watch *watch = conn->dead ? NULL : find(conn, call->tag1);
    conn_hold(conn);
    if (!watch || call->failed) {
        refuse(reply, watch);
    } else if (!call->found) {
        end_watch(conn, watch);
        reply_error(reply, RPC_NOT_FOUND, NULL, "there is no such job");
    } else {
        watch->live = true;
        reply_result(reply, begun(conn, watch, call->row.seq));
        watch = conn->dead ? NULL : find(conn, call->tag1);
        if (watch && job_is_final(call->row.state))
            tell_in_order(conn, watch, &call->row);
        else if (watch && tell_state(conn, watch, &call->row))
            catch_up_deductions(conn, watch);
    }
    conn_release(conn);
    store_call_free(call);
}

static struct watch *new_watch(struct conn *conn, const struct watch_request *request)
{
    int64_t from = request->from_deduction, last = (int64_t)deductions_last(conn->daemon->deductions);
    struct watch *watch = calloc(1, sizeof *watch);
    char *copy = request->tag ? strdup(request->tag) : NULL;
    if (!watch || (request->tag && !copy)) {
        free(copy);
        free(watch);
        return NULL;
    }
    *watch = (struct watch){.next = conn->watches,
                            .number = ++conn->next_watch,
                            .kind = request->kind,
                            .job = request->job,
                            .tag = copy,
                            .detail = request->detail,
                            .deduced = (uint64_t)(from < 0 ? last : from > last ? 0 : from),
                            .lost = from > last, /* of a start before this one, and the clock went back since */
                            .seq = request->from_seq < 0 ? 0 : request->from_seq};
    conn->watches = watch;
    conn->waits++;
    conn->daemon->watches++;
    return watch;
}

void watch_begin(struct reply *reply, const struct watch_request *request)
{
    struct conn *conn = reply->conn;
    bool one = request->kind == WATCH_JOB;
    if (conn->waits >= conn->daemon->settings->max_waits) {
        reply_error(reply, RPC_BUSY, json_pack("{s:i}", "retry_after_ms", 1000),
                    "this connection has %u waits and watches "
                    "already; end some, or open another connection",
                    conn->waits);
        return;
    }
    struct watch *watch = new_watch(conn, request);
    struct store_call *call =
        store_call_new(one ? STORE_GET : STORE_EVENTS, one ? on_job : on_latest, reply);
    if (!watch || !call || !(call->row.owner = strdup(conn->owner->name))) {
        if (watch)
            end_watch(conn, watch);
        store_call_free(call);
        reply_error(reply, RPC_INTERNAL, NULL, "there is no memory left");
        return;
    }
    call->row.id = request->job;
    call->tag1 = watch->number;
    call->tag2 = request->from_seq >= 0;
    call->limit = 0;
    store_send(conn->daemon->store, call);
}
