/* Canonical text that a reader is putting together, with the source line of each of its lines. */
#ifndef NONOGRAM_DRAFT_H
#define NONOGRAM_DRAFT_H

#include "sheet.h"

/* In the host's scratch memory; `failed` once that ran out. */
struct draft {
    struct rt_self *self;
    char *text;
    size_t length, capacity;
    uint32_t *lines;
    uint32_t nlines, lines_capacity;
    bool reworded; /* our lines are not the source's: columns in messages would mislead */
    bool failed;
};

/* Makes room for `more` items behind the `count` there; scratch memory can't grow in place. */
static inline void *draft_room(struct draft *d, void *old, size_t count, size_t more, size_t item,
                               size_t *capacity)
{
    if (d->failed || count + more <= *capacity)
        return old;
    size_t grown = 2 * (count + more) + 64;
    void *bytes = d->self->h->scratch(d->self, grown * item);
    if (!bytes) {
        d->failed = true;
        return old;
    }
    if (count)
        memcpy(bytes, old, count * item);
    *capacity = grown;
    return bytes;
}

static inline void draft_add(struct draft *d, struct rt_span t)
{
    d->text = draft_room(d, d->text, d->length, t.n, 1, &d->capacity);
    if (d->failed || !t.n)
        return;
    memcpy(d->text + d->length, t.s, t.n);
    d->length += t.n;
}

/* Ends the line begun with draft_add; it stems from line `source`. */
static inline void draft_end(struct draft *d, uint32_t source)
{
    size_t capacity = d->lines_capacity;
    draft_add(d, (struct rt_span){"\n", 1});
    d->lines = draft_room(d, d->lines, d->nlines, 1, sizeof *d->lines, &capacity);
    d->lines_capacity = (uint32_t)capacity;
    if (!d->failed)
        d->lines[d->nlines++] = source;
}

static inline void draft_line(struct draft *d, struct rt_span t, uint32_t source)
{
    draft_add(d, t);
    draft_end(d, source);
}

static inline void draft_words(struct draft *d, const char *words, uint32_t source)
{
    draft_line(d, (struct rt_span){words, strlen(words)}, source);
}

static inline void draft_head(struct draft *d, uint32_t width, uint32_t height, uint32_t source)
{
    char head[40];
    snprintf(head, sizeof head, "nonogram %u %u", width, height);
    draft_words(d, head, source);
}

/* Adds the lines of another draft, such as the clues of a side that the file tells first. */
static inline void draft_append(struct draft *d, const struct draft *other)
{
    size_t capacity = d->lines_capacity;
    d->failed |= other->failed;
    draft_add(d, (struct rt_span){other->text, other->length});
    d->lines = draft_room(d, d->lines, d->nlines, other->nlines, sizeof *d->lines, &capacity);
    d->lines_capacity = (uint32_t)capacity;
    if (!d->failed && other->nlines)
        memcpy(d->lines + d->nlines, other->lines, other->nlines * sizeof *d->lines);
    d->nlines += d->failed ? 0 : other->nlines;
}

/* NUL-terminated copy in scratch memory, NULL for an empty one. */
static inline char *draft_string(struct draft *d, struct rt_span t)
{
    char *s = t.n && !d->failed ? d->self->h->scratch(d->self, t.n + 1) : NULL;
    if (s)
        memcpy(s, t.s, t.n);
    else if (t.n)
        d->failed = true;
    return s;
}

/* The draft as its puzzle will read it, in scratch memory: its mistakes are told here, before it is handed over. */
static inline int draft_sheet(struct draft *d, struct sheet *sheet)
{
    struct sheet_reader r = {.self = d->self,
                             .memory = d->self->h->scratch,
                             .reworded = d->reworded,
                             .map = d->lines,
                             .nmap = d->nlines};
    return d->failed ? RT_ENOMEM : sheet_run(&r, d->text, d->length, sheet);
}

/* Hands the text over; title, author and pictures in `about` may be set. */
static inline int draft_emit(struct draft *d, struct rt_puzzle_text about)
{
    struct sheet sheet;
    int status = d->reworded ? draft_sheet(d, &sheet) : RT_OK;
    if (status != RT_OK || d->failed)
        return status != RT_OK ? status : RT_ENOMEM;
    for (uint32_t i = 0; i < d->nlines && !d->reworded; i++)
        d->lines[i] |= RT_VERBATIM;
    about.size = sizeof about;
    about.text = d->text;
    about.length = d->length;
    about.lines = d->lines;
    about.nlines = d->nlines;
    return d->self->h->emit(d->self, &about);
}

#endif
