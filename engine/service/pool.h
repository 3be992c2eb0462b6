/* The worker processes: started, fed, watched, replaced; and the generations of configuration they serve. */
#ifndef RATCHET_SERVICE_POOL_H
#define RATCHET_SERVICE_POOL_H

#include "job/frame.h"
#include "service/settings.h"
#include "service/store.h"

#include <jansson.h>

struct pool;

/* Jobs in which other people's plugins take part have workers of their own: in the others none of these plugins is ever
 * opened. */
enum side { SIDE_OURS, SIDE_FOREIGN, SIDES };

/* What the plugins of one configuration bring, as its workers told. */
struct generation {
    uint32_t number;
    struct blob config;           /* text, for every worker alike */
    uint8_t digests[SIDES][DIGEST_BYTES]; /* of program, plugins and configuration, as each side sees them */
    uint8_t digest[DIGEST_BYTES];         /* of both */
    json_t *types;                /* [{id, formats}] */
    json_t *formats;              /* {format: type} */
    json_t *rules;                /* [id] */
    json_t *plugins;              /* [{…}] */
    json_t *foreign;              /* of other people: {puzzle type, format or rule: true}; puzzle types in which they
                                     have a part, too */
    bool has_foreign, has_foreign_formats;
    char *refused;                /* sentences, one a line */
    char *counters;               /* names of a rule's figures, separated by commas */
    json_t *disabled, *barred;    /* quarantine: [rule], [puzzle type] */
    uint32_t users;               /* workers, and the pool */
};

/* How a job ended. Pointers live during the call. */
struct pool_end {
    bool fault;     /* crash, stall, rubbish: `message` and perhaps `culprit` say more */
    bool cancelled; /* it was asked to stop, and had to be killed for it */
    const char *message, *culprit;
    const struct frame *result; /* without fault; its JSON is good */
    const uint8_t *digest;      /* of the worker's generation; NULL: not to be cached */
    json_t *left_out;           /* rules in quarantine; NULL: none */
};

struct pool_events {
    void (*idle)(void *context); /* a worker could take a job */
    void (*progress)(void *context, int64_t job, const struct frame *progress);
    void (*deduced)(void *context, int64_t job, const struct frame *deductions);
    /* What the answer depends on, as `data`; `digest` is that of the worker's generation. Not in quarantine. */
    void (*canonical)(void *context, int64_t job, const struct frame_field *data, const uint8_t *digest);
    void (*ended)(void *context, int64_t job, const struct pool_end *end);
    /* Of a job that might have been given to the wrong side: it was, as its worker found out by its format; or not. */
    void (*elsewhere)(void *context, int64_t job, const struct frame_field *format);
    void (*begun)(void *context, int64_t job);
    /* A configuration was tried: `message` NULL = good; after a reload, its workers serve. */
    void (*tried)(void *context, bool reload, const char *message);
    void (*closed)(void *context); /* pool_close is through */
};

struct pool *pool_open(uv_loop_t *loop, const struct settings *settings, const struct pool_events *events,
                       void *context);
/* Ends idle workers at once and the others when their job is done, or at once with `kill`. May be repeated.
 */
void pool_close(struct pool *pool, bool kill);
void pool_free(struct pool *pool);

/* The first try makes generation 1. False: one is under way. */
bool pool_try(struct pool *pool, bool reload);
bool pool_has_idle(const struct pool *pool, enum side side);
/* Gives the job, a FRAME_JOB, to an idle worker. False: there is none, or no memory. */
bool pool_give(struct pool *pool, enum side side, int64_t job, const char *frame, size_t length);
void pool_cancel(struct pool *pool, int64_t job);
/* The next progress of the running job shall show the grid and the figures of its rules. */
void pool_look(struct pool *pool, int64_t job);
/* NULL before the first configuration was found good. */
const struct generation *pool_generation(const struct pool *pool);
/* Leaves a rule or puzzle type out from now on; false: it is neither, or is out already. */
bool pool_quarantine(struct pool *pool, const char *id);
uint32_t pool_ready(const struct pool *pool, enum side side);
/* How many there are to be. */
uint32_t pool_wanted(const struct pool *pool, enum side side);
/* The last start of a worker came to nothing. */
bool pool_fails(const struct pool *pool, enum side side);
json_t *pool_describe(const struct pool *pool); /* array for `stats` */

#endif
