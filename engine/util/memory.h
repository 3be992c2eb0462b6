/* jansson where memory runs out: it takes a line for malformed then, reads past its end, and prints half a name. */
#ifndef RATCHET_UTIL_MEMORY_H
#define RATCHET_UTIL_MEMORY_H

#include <jansson.h>
#include <stdbool.h>

/* Once, before anything of jansson's. */
void memory_watch(void);
/* As json_loadb, with duplicates rejected; `*out`: it was memory that was missing. Both may be NULL. */
json_t *memory_parse(const char *bytes, size_t length, json_error_t *error, bool *out);
/* As json_dumps; NULL: no memory. */
char *memory_print(const json_t *json, size_t flags);
/* Was there something, since this was asked last, that jansson had no memory for? */
bool memory_missed(void);

#endif
