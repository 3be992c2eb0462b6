/* SHA-256, by libmd. */
#ifndef RATCHET_SERVICE_DIGEST_H
#define RATCHET_SERVICE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

void digest_bytes(uint8_t digest[32], const void *bytes, size_t length);
/* Of one digest followed by another. */
void digest_pair(uint8_t digest[32], const uint8_t a[32], const uint8_t b[32]);

#endif
