/* Configuration: INI files and --set, merged into one table that knows where every value came from.
 * Parsing comes first and never applies half a file; checking against the schema comes when the plugins'
 * options are known. */
#ifndef RATCHET_CONFIG_CONFIG_H
#define RATCHET_CONFIG_CONFIG_H

#include "util/fault.h"
#include "util/text.h"

#include <ratchet/option.h>
#include <stdbool.h>

struct config;

struct config *config_new(void);
void config_free(struct config *config);

/* Reads an INI file on top of what is there. Returns 0 or fault->code; on failure nothing was applied. */
int config_load(struct config *config, const char *path, struct fault *fault);
/* The same from memory; `name` stands for the path in messages. */
int config_load_bytes(struct config *config, const char *name, const char *bytes, size_t length,
                      struct fault *fault);
/* "SECTION.KEY=VALUE" from the command line: the key follows the last dot before the first `=`. */
int config_set(struct config *config, const char *assignment, struct fault *fault);
/* The same, taken apart; `origin` as it is to be shown ("--disable"). */
int config_put(struct config *config, const char *section, const char *key, const char *value,
               const char *origin, struct fault *fault);

/* What is put or set from here on is taken back by config_revert. */
void config_try(struct config *config);
void config_revert(struct config *config);

/* Declares what may stand in a section. `options` is NULL-terminated and lives as long as the config.
 * The engine's own sections ([engine], [scheduler], ...) are declared by config_new. */
int config_declare(struct config *config, const char *section, const struct rt_option *const *options);
/* A section that exists but whose keys nobody declares in this run (a plugin that was not opened). */
int config_declare_opaque(struct config *config, const char *section);
/* Every value against its declaration: unknown section or key (with the nearest match), type, range. */
int config_check(struct config *config, struct fault *fault);

/* Values: what was set, else the declared default. The key must be declared; config_check must have passed
 * (before that, a malformed value gives the default). */
int64_t config_number(const struct config *config, const char *section, const char *key);
bool config_flag(const struct config *config, const char *section, const char *key);
const char *config_string(const struct config *config, const char *section, const char *key);
/* Was it set by a file or the command line? Works for undeclared keys too. */
bool config_is_set(const struct config *config, const char *section, const char *key);
/* "default", "FILE:LINE", "command line"; returns buffer. */
const char *config_origin(const struct config *config, const char *section, const char *key, char *buffer,
                          size_t capacity);
/* Where a key was set, for faults of those who interpret values (file, line); false if it was not. */
bool config_place(const struct config *config, const char *section, const char *key, const char **file,
                  uint32_t *line);
/* Calls back for every section that was set in a file or on the command line, in order. */
void config_each_section(const struct config *config, void (*call)(void *context, const char *section),
                         void *context);
/* All declared values as an INI text with the origin of each as a comment. */
void config_effective(const struct config *config, struct text *out);

/* Durations "10s" "250ms" "2m" "1h" (bare number: seconds) and sizes "512M" "64k" "1G" (bare: bytes), for
 * option values of type string. Return false on malformed text. "0" = none. */
bool config_duration(const char *text, double *seconds);
bool config_size(const char *text, uint64_t *bytes);

#endif
