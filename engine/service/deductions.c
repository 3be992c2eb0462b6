#include "service/deductions.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A ring of pointers, by number. */
struct deductions {
    struct deduced **at;
    size_t capacity;      /* a power of two, or 0 */
    uint64_t first, next; /* numbers of the oldest kept one and of the next to come */
    uint64_t bytes, most;
    bool dropped;
};

static uint64_t size_of(const struct deduced *deduced)
{
    return sizeof *deduced + sizeof(void *) + deduced->length + strlen(deduced->tags) + 2;
}

static struct deduced **slot(const struct deductions *deductions, uint64_t number)
{
    return &deductions->at[number & (deductions->capacity - 1)];
}

/* The clock puts a new start behind the old ones, as with the numbers of states. */
struct deductions *deductions_new(uint64_t most)
{
    struct deductions *deductions = calloc(1, sizeof *deductions);
    struct timespec now;
    if (!deductions)
        return NULL;
    clock_gettime(CLOCK_REALTIME, &now);
    deductions->first = deductions->next = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    deductions->most = most;
    return deductions;
}

static void drop_oldest(struct deductions *deductions)
{
    struct deduced **oldest = slot(deductions, deductions->first++);
    deductions->bytes -= size_of(*oldest);
    deductions->dropped = true;
    free(*oldest);
    *oldest = NULL;
}

void deductions_free(struct deductions *deductions)
{
    if (!deductions)
        return;
    while (deductions->first < deductions->next)
        drop_oldest(deductions);
    free(deductions->at);
    free(deductions);
}

static bool grow(struct deductions *deductions)
{
    struct deductions larger = *deductions;
    larger.capacity = deductions->capacity ? 2 * deductions->capacity : 256;
    larger.at = calloc(larger.capacity, sizeof *larger.at);
    if (!larger.at)
        return false;
    for (uint64_t number = deductions->first; number < deductions->next; number++)
        *slot(&larger, number) = *slot(deductions, number);
    free(deductions->at);
    *deductions = larger;
    return true;
}

/* One block; the strings behind the struct. */
static struct deduced *copy(const struct deduced *from, uint64_t number)
{
    size_t tags = strlen(from->tags) + 1;
    struct deduced *to = malloc(sizeof *to + from->length + 1 + tags);
    if (!to)
        return NULL;
    char *json = (char *)(to + 1);
    *to = *from;
    to->number = number;
    to->json = memcpy(json, from->json, from->length);
    json[from->length] = 0;
    to->tags = memcpy(json + from->length + 1, from->tags, tags);
    return to;
}

/* A number that is never told: whoever stood before it learns that something is gone. */
static void skip(struct deductions *deductions)
{
    while (deductions->first < deductions->next)
        drop_oldest(deductions);
    deductions->first = ++deductions->next;
    deductions->dropped = true;
}

void deductions_add(struct deductions *deductions, const struct deduced *deduced)
{
    uint64_t size = size_of(deduced);
    while (deductions->first < deductions->next && deductions->bytes + size > deductions->most)
        drop_oldest(deductions);
    bool room = size <= deductions->most &&
                (deductions->next - deductions->first < deductions->capacity || grow(deductions));
    struct deduced *one = room ? copy(deduced, deductions->next) : NULL;
    if (!one) {
        skip(deductions);
        return;
    }
    *slot(deductions, deductions->next++) = one;
    deductions->bytes += size;
}

const struct deduced *deductions_after(const struct deductions *deductions, uint64_t number)
{
    uint64_t wanted = number + 1 > deductions->first ? number + 1 : deductions->first;
    return wanted < deductions->next ? *slot(deductions, wanted) : NULL;
}

uint64_t deductions_last(const struct deductions *deductions)
{
    return deductions->next - 1;
}

bool deductions_lost(const struct deductions *deductions, uint64_t number)
{
    return number ? number + 1 < deductions->first : deductions->dropped;
}
