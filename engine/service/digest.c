#include "service/digest.h"

#include <sha2.h>
#include <string.h>

void digest_bytes(uint8_t digest[32], const void *bytes, size_t length)
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, length);
    SHA256Final(digest, &context);
}

void digest_pair(uint8_t digest[32], const uint8_t a[32], const uint8_t b[32])
{
    uint8_t both[64];
    memcpy(both, a, 32);
    memcpy(both + 32, b, 32);
    digest_bytes(digest, both, sizeof both);
}
