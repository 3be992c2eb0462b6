/* Which marks are wrong: those that no solution has. Private to job/. */
#ifndef RATCHET_JOB_MISTAKES_H
#define RATCHET_JOB_MISTAKES_H

#include "job/ask.h"
#include "report/story.h"

struct mistakes {
    struct story_mistake *at;   /* in the arena; without refutation */
    uint32_t n;
    bool together;              /* each of them could hold alone, but not all; without any one of them they could */
};

/* `full`: domains without marks. False: with these marks there is a solution, or there is none without them, or a
 * limit or memory came first. */
bool mistakes_find(const struct ask *ask, const uint64_t *full, const uint64_t *marks, struct arena *arena,
                   struct mistakes *mistakes);

#endif
