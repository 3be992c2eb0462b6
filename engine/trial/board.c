#include "trial/board.h"

#include <stdio.h>

enum { PLACES = 6 };

struct map {
    uint8_t borders[PLACES];    /* bit j of borders[i], j < i: i and j must differ */
};

static int check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct map *map = payload;
    (void)size;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (map->borders[i] >> j & 1 && values[i] == values[j]) {
                verdict->blame[0] = i;
                verdict->blame[1] = j;
                verdict->nblame = 2;
                return RT_CONFLICT;
            }
    return RT_OK;
}

static int sample(struct rt_self *self, uint32_t size)
{
    uint32_t n = 2 + (uint32_t)self->h->random(self, size < PLACES ? size - 1 : PLACES - 1), vars[PLACES];
    uint32_t first = self->h->add_variables(self, n, 2 + (uint32_t)self->h->random(self, 2));
    struct map map = {{0}};
    for (uint32_t i = 0; i < n; i++) {
        vars[i] = first + i;
        map.borders[i] = (uint8_t)(self->h->random(self, 256) & self->h->random(self, 256));
    }
    return self->h->add_scope(self, trial_board.id, vars, n, &map, sizeof map);
}

static int describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct map *map = payload;
    int at = 0;
    (void)size;
    buffer[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (map->borders[i] >> j & 1 && at >= 0 && (size_t)at < capacity)
                at += snprintf(buffer + at, capacity - (size_t)at, "%s%u and %u differ", at ? ", " : "", j, i);
    return at;
}

const struct rt_kind_class trial_board = {
    .size = sizeof trial_board,
    .payload_size = sizeof(struct map),
    .id = "rt.board/1",
    .summary = "a map whose neighbours differ in colour",
    .check = check,
    .sample = sample,
    .describe = describe,
};
