/* "Did you mean …?": the known name nearest to what somebody wrote. */
#ifndef RATCHET_UTIL_NEAREST_H
#define RATCHET_UTIL_NEAREST_H

#include <stdint.h>

/* Start with {.wanted = "lern"}, offer every known name, ask. */
struct nearest {
    const char *wanted;
    const char *best;       /* NULL = nothing offered yet */
    uint32_t distance;
};

/* Keeps the first of equally near names; the string must outlive the struct. */
void nearest_offer(struct nearest *nearest, const char *name);
/* The best name, or NULL if none is near enough to be worth a question. */
const char *nearest_found(const struct nearest *nearest);

/* Insertions, deletions, replacements and swaps of neighbouring bytes that turn a into b (optimal string
 * alignment distance, after Damerau 1964 and Levenshtein 1965). Only the first 64 bytes count. */
uint32_t edit_distance(const char *a, const char *b);

#endif
