/* libuv ends the process where its table of descriptors can't grow: memory for that is set aside. */
#ifndef RATCHET_SERVICE_RESERVE_H
#define RATCHET_SERVICE_RESERVE_H

#include <stdbool.h>

/* Before anything of libuv's. False: no memory. */
bool reserve_open(void);
/* Now and then: what was used is set aside anew, if it can be had. */
void reserve_fill(void);
void reserve_close(void);

#endif
