/* One puzzle in memory: a puzzle class with its parsed instance; and reading and writing through formats. */
#ifndef RATCHET_CORE_PUZZLE_H
#define RATCHET_CORE_PUZZLE_H

#include "core/session.h"
#include "core/use.h"
#include "util/text.h"

struct puzzle;

/* Parses canonical text. On failure NULL, and session->fault says why (lines mapped through `lines`).
 * The puzzle lives in the session's arena. */
struct puzzle *puzzle_parse(struct session *session, const struct puzzle_use *use, const char *text,
                            size_t length, const uint32_t *lines, uint32_t nlines);
const struct rt_puzzle_class *puzzle_class(const struct puzzle *puzzle);
struct session *puzzle_session(const struct puzzle *puzzle);

/* Writes the canonical text of a random board, no side longer than `side`; its chance comes from the session. RT_OK,
 * RT_EUNSUPPORTED (this type makes none), or an error with session->fault. */
int puzzle_sample(struct session *session, const struct puzzle_use *use, uint32_t side, struct text *out);

/* Everything below returns an rt_status. */
int puzzle_render(struct puzzle *puzzle, const struct rt_picture *picture, struct text *out);
int puzzle_describe(struct puzzle *puzzle, uint32_t var, uint32_t value, struct text *out);
int puzzle_describe_scope(struct puzzle *puzzle, uint32_t scope, struct text *out);
int puzzle_describe_positions(struct puzzle *puzzle, uint32_t scope, uint32_t first, uint32_t last,
                              struct text *out);
int puzzle_describe_value(struct puzzle *puzzle, uint32_t var, uint32_t value, struct text *out);
/* "r3c5"; "" if the puzzle cannot say. Returns buffer. */
const char *puzzle_place(struct puzzle *puzzle, uint32_t var, char *buffer, size_t capacity);
int puzzle_facts(struct puzzle *puzzle, struct text *out);
/* `blame` has room for nvars entries; verdict->blame is set to it. */
int puzzle_verify(struct puzzle *puzzle, const uint8_t *values, uint32_t nvars, struct rt_verdict *verdict,
                  uint32_t *blame);
/* Reads a grid into `domains` (nvars masks, given as the full domains; narrowed by what the grid says).
 * RT_EUNSUPPORTED if the puzzle type reads no marks. */
int puzzle_marks(struct puzzle *puzzle, const char *text, size_t length, uint64_t *domains, uint32_t nvars);

/* A fresh puzzle, or a change of `from` (not NULL) if the wish has a goal. `emit` gets it. */
int puzzle_generate(struct session *session, const struct puzzle_use *use, struct puzzle *from,
                    const struct rt_wish *wish, int (*emit)(void *context, const struct rt_puzzle_text *),
                    void *context);

/* Reads puzzles; `emit` is called once a puzzle and returns RT_OK to go on. RT_EINPUT: session->fault. */
int format_read(struct session *session, const struct rt_format_class *format, const char *bytes,
                size_t length, int (*emit)(void *context, const struct rt_puzzle_text *), void *context);
int format_write(struct session *session, const struct rt_format_class *format,
                 const struct rt_puzzle_text *const *puzzles, uint32_t count, struct text *out);

#endif
