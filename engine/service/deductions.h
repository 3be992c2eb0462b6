/* The latest deductions of running jobs, kept for those who watch them: the oldest go first. They outlive neither the
 * daemon nor, for long, their jobs. */
#ifndef RATCHET_SERVICE_DEDUCTIONS_H
#define RATCHET_SERVICE_DEDUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct deductions;

struct deduced {
    uint64_t number;  /* grows over all jobs, and over starts of the daemon */
    int64_t job, seq; /* seq: of the job's last state then */
    const char *owner, *tags, *json;
    size_t length;    /* of the JSON; what it holds is the worker's word */
};

/* `most`: bytes. NULL: no memory. */
struct deductions *deductions_new(uint64_t most);
void deductions_free(struct deductions *deductions);
/* Copies all but the owner, and gives the number. What there is no memory for counts as gone. */
void deductions_add(struct deductions *deductions, const struct deduced *deduced);
/* The first kept one with a number above; NULL: there is none. Valid until the next is added. */
const struct deduced *deductions_after(const struct deductions *deductions, uint64_t number);
/* Number of the latest, or of one before all. */
uint64_t deductions_last(const struct deductions *deductions);
/* Is any gone that came after this number? 0: any of this daemon's? */
bool deductions_lost(const struct deductions *deductions, uint64_t number);

#endif
