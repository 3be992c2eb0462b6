/* The tiny puzzle: a line of 0, 1 and ?, of which an even number is to be 1. Each -D of meson.build makes it
 * break its contract in one way. */
#include "tiny.h"

#include <ratchet/model.h>

#include <string.h>

#ifndef EVEN
#define EVEN TINY_EVEN
#endif
#ifndef NVALUES
#define NVALUES 2
#endif
#ifndef FIRST
#define FIRST 0 /* offset of the variables that the even scope names */
#endif
#ifndef PAYLOAD_BYTES
#define PAYLOAD_BYTES sizeof(struct tiny_given)
#endif
#ifndef MODEL_STATUS
#define MODEL_STATUS RT_OK
#endif
#ifndef BLAME
#define BLAME verdict->nblame = 0
#endif
#ifndef VERIFY_STATUS
#define VERIFY_STATUS RT_CONFLICT
#endif

enum { MOST = 256 };

struct tiny {
    uint32_t n;
    char cell[MOST];
};

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct tiny *tiny = self->h->alloc(self, sizeof *tiny);
    if (!tiny)
        return RT_ENOMEM;
    for (size_t i = 0; i < length && text[i] != '\n'; i++) {
        if (!memchr("01?", text[i], 3) || tiny->n == MOST)
            return self->h->fail(self, RT_EINPUT, 1, (uint32_t)i + 1, "cells are 0, 1 or ?");
        tiny->cell[tiny->n++] = text[i];
    }
    self->state = tiny;
    return RT_OK;
}

static int model(struct rt_self *self)
{
    const struct tiny *tiny = self->state;
    uint32_t vars[MOST], first = self->h->add_variables(self, tiny->n, NVALUES);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < tiny->n; i++) {
        struct tiny_given given = {(uint32_t)(tiny->cell[i] - '0')};
        uint32_t var = first + i;
        vars[i] = var + FIRST;
        if (tiny->cell[i] == '?')
            continue;
        int status = self->h->add_scope(self, TINY_GIVEN, &var, 1, &given, PAYLOAD_BYTES);
        if (status != RT_OK)
            return status;
    }
#ifdef GIVE
    if (self->h->GIVE != RT_OK)
        return RT_OK;   /* the host remembers */
#endif
    int status = self->h->add_scope(self, EVEN, vars, tiny->n, NULL, 0);
    return status == RT_OK ? MODEL_STATUS : status;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    const struct tiny *tiny = self->state;
    for (uint32_t i = 0; i < tiny->n; i++) {
        uint64_t domain = picture->domains ? picture->domains[i] : 3;
        self->h->write(self, domain == 1 ? "0" : domain == 2 ? "1" : "?", 1);
    }
    return self->h->write(self, "\n", 1);
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct tiny *tiny = self->state;
    uint32_t on = 0, wrong = 0;
    for (uint32_t i = 0; i < tiny->n; i++) {
        on += values[i];
        wrong += tiny->cell[i] != '?' && tiny->cell[i] - '0' != values[i];
    }
    (void)verdict;
#ifdef ALWAYS
    wrong = 1;
#endif
    if (!wrong && on % 2 == 0)
        return RT_OK;
    BLAME;
    return VERIFY_STATUS;
}

static const void *extension(const char *id)
{
    static const char *const kinds[] = {TINY_GIVEN, EVEN, NULL};
    return strcmp(id, RT_PUZZLE_KINDS) ? NULL : kinds;
}

static const struct rt_puzzle_class class = {.size = sizeof class,
                                             .id = NAME,
                                             .name = "Tiny",
                                             .summary = "a row with an even number of cells on",
                                             .parse = parse,
                                             .model = model,
                                             .render = render,
                                             .verify = verify,
                                             .extension = extension};
static const struct rt_puzzle_class *const puzzles[] = {&class, NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, NAME, "1.0", NULL, NULL, puzzles, NULL};
