/* The processor. */
#ifndef RATCHET_UTIL_CPU_H
#define RATCHET_UTIL_CPU_H

#include <stdint.h>

/* The x86-64 micro-architecture level, 1 .. 4, as `rt_host.cpu_level` tells plugins; 0 on other machines. */
uint32_t cpu_level(void);

#endif
