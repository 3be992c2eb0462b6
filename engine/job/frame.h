/* What goes over the control pipe between the daemon and a worker: frames of fields.
 *
 *      frame   u32 length of what follows, u8 type, fields
 *      field   u8 name, u32 length, bytes
 *
 * Little-endian. Numbers are fields of 8 bytes. Neither side trusts the other: a worker runs foreign code. */
#ifndef RATCHET_JOB_FRAME_H
#define RATCHET_JOB_FRAME_H

#include "util/text.h"

#include <stdint.h>

enum {
    FRAME_HEAD = 5,                     /* bytes: length and type */
    FRAME_FD = 3,                       /* the worker's end of the pipe */
    LAST_WORDS_FD = 4,                  /* memory shared with the daemon, for struct last_words */
    FRAME_MOST = 64 * 1024 * 1024       /* bytes after the length; more is malformed */
};

enum frame_type {
    /* From the daemon. */
    FRAME_START = 1,    /* CONFIG?, PARENT, MEMORY, CONFINE, DISABLE*, REFUSE*, FOREIGN?, APART*, SECTION*; once */
    FRAME_JOB = 2,      /* ID, OP, NAME, DATA, STAY, and what else was asked for */
    FRAME_CANCEL = 3,   /* ID */
    FRAME_LOOK = 4,     /* ID: somebody looks on; the next FRAME_PROGRESS shall hold GRID and STATS* */
    /* From the worker. */
    FRAME_READY = 16,   /* CONFIG, DIGEST, TYPE*, FORMAT*, RULE*, PLUGINS*, APART*, STATS: names of a rule's counters */
    FRAME_REFUSED = 17, /* MESSAGE: the configuration or a plugin is bad; the worker ends */
    FRAME_BEAT = 18,    /* ID, TICKS, CULPRIT?: twice a second while a job runs */
    FRAME_PROGRESS = 19,    /* ID, KNOWN, VARIABLES, SOLUTIONS, NODES, CONFLICTS, GRID?, STATS* */
    FRAME_RESULT = 20,  /* ID, OUTCOME, CODE, JSON, STATS*, CACHEABLE, MEMORY, MESSAGE?, LINE?, COLUMN? */
    FRAME_CULPRIT = 21, /* CULPRIT?, MESSAGE: the worker is about to die of it */
    FRAME_CANONICAL = 22,   /* ID, DATA: all that the answer depends on, however the puzzle was spelled */
    FRAME_ELSEWHERE = 23,   /* ID, FORMAT: the data have that format, which the other workers serve; not begun */
    FRAME_BEGUN = 24,       /* ID: of a job that need not have stayed; it does */
    FRAME_DEDUCTIONS = 25   /* ID, JSON*: one each */
};

enum frame_field_name {
    FIELD_NONE,
    FIELD_ID, FIELD_OP, FIELD_NAME, FIELD_DATA, FIELD_TYPE, FIELD_FORMAT, FIELD_GRID,
    FIELD_MAX_SOLUTIONS, FIELD_TIME_MS, FIELD_NODES, FIELD_MEMORY, FIELD_SEED, FIELD_SEARCH,
    FIELD_STATS, FIELD_TEXT, FIELD_BRIEF,
    FIELD_CONFIG, FIELD_PARENT, FIELD_DISABLE, FIELD_REFUSE, FIELD_DIGEST, FIELD_RULE, FIELD_PLUGINS,
    FIELD_MESSAGE, FIELD_LINE, FIELD_COLUMN, FIELD_CULPRIT, FIELD_TICKS,
    FIELD_KNOWN, FIELD_VARIABLES, FIELD_SOLUTIONS, FIELD_CONFLICTS,
    FIELD_OUTCOME, FIELD_CODE, FIELD_JSON, FIELD_CACHEABLE, FIELD_DEADLINE_MS,
    FIELD_ENABLE, FIELD_ONLY_RULES, FIELD_CONFINE,
    FIELD_LEVEL, FIELD_ALL, FIELD_FROM, FIELD_TO,    /* hint: how much; explain: which steps */
    FIELD_NUMBER,   /* of the puzzle among those of the data */
    FIELD_FOREIGN,  /* nonzero: a worker in which other people's plugins are opened, not only ours */
    FIELD_APART,    /* a puzzle type that such workers serve: some of these plugins have a part in it */
    FIELD_SECTION,  /* of the configuration, for a plugin that the worker doesn't open */
    FIELD_STAY,     /* nonzero: the job is at the right worker */
    FIELD_DEDUCTIONS,   /* nonzero: they are to be told while the job runs */
    FIELD_KEEP_GOING,   /* zero: stop behind a puzzle that is in error */
    FIELD_QUIET,        /* nonzero: no notes but errors */
    FIELD_WIDTH, FIELD_HEIGHT, FIELD_SYMMETRY, FIELD_MIN_LEVEL, FIELD_MAX_LEVEL, FIELD_TRIES, FIELD_CHANGES,
    FIELD_MINIMAL   /* these of generate */
};

/* What a dying worker leaves, even where a plugin closed the pipe or wrote rubbish on it. Strings; "" = nothing. */
struct last_words {
    char culprit[128], message[128];
};

/* Points into the bytes it was read from. */
struct frame {
    uint8_t type;
    const char *fields;
    uint32_t length;
};

struct frame_field {
    uint8_t name;
    uint32_t length;
    const char *bytes;
};

/* Writing appends to a text; check text->failed. A frame may be built in pieces: what frame_begin returned
 * goes to frame_end, which puts the length in. */
size_t frame_begin(struct text *text, enum frame_type type);
void frame_put(struct text *text, enum frame_field_name name, const char *bytes, size_t length);
void frame_put_string(struct text *text, enum frame_field_name name, const char *string);  /* NULL: nothing */
void frame_put_number(struct text *text, enum frame_field_name name, uint64_t number);
void frame_end(struct text *text, size_t begin);

/* Takes the frame at the beginning of the bytes: its whole length; 0: not all of it is there yet; -1: it is
 * malformed, or longer than `most`. Fields of a taken frame are well-formed. */
int64_t frame_take(const char *bytes, size_t length, size_t most, struct frame *frame);
/* Next field; start with `*at` 0. */
bool frame_next(const struct frame *frame, uint32_t *at, struct frame_field *field);
/* The first field of that name; false: there is none. */
bool frame_find(const struct frame *frame, enum frame_field_name name, struct frame_field *field);
/* `fallback` if it is absent or no number. */
uint64_t frame_number(const struct frame *frame, enum frame_field_name name, uint64_t fallback);

#endif
