/* Reading a grid, partial or complete, that a user hands over. Private to job/. */
#ifndef RATCHET_JOB_GRID_H
#define RATCHET_JOB_GRID_H

#include "job/job.h"

/* Narrows `domains`, which come full. Takes what `render` and `solve` print, or any file whose format holds a
 * solution or marks of one puzzle of this type; of both, the one that `marks` asks for. 0, or session->fault. */
int grid_read(struct engine *engine, struct puzzle *puzzle, const struct grid_text *grid, bool marks,
              uint64_t *domains, uint32_t nvars);

#endif
