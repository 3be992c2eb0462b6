/* xoshiro256** (Blackman and Vigna, public domain description), seeded by splitmix64. */
#ifndef RATCHET_UTIL_RANDOM_H
#define RATCHET_UTIL_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t s[4];
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);
/* Uniform in 0 .. below-1; below > 0. */
uint64_t random_below(struct random *random, uint64_t below);

#endif
