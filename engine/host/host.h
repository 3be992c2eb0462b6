/* The plugin host: finds shared objects, refuses the unfit with a sentence, keeps the registry of what the
 * fit ones bring. The only place that calls dlopen. */
#ifndef RATCHET_HOST_HOST_H
#define RATCHET_HOST_HOST_H

#include "config/config.h"
#include "core/use.h"
#include "util/arena.h"
#include "util/fault.h"

struct host;

/* One plugin file. Strings live as long as the host. */
struct host_plugin {
    const char *path;       /* absolute */
    const char *id, *version;
    const char *build_id;   /* hex, "" if the file has none */
    uint16_t abi_major, abi_minor;
    bool ours;              /* path and build-id stand in the installed index */
    bool opened;            /* false: known from the index only */
    uint32_t nkinds, nformats, npuzzles, nrules;
};

/* Classes as the host copied them, with the plugin that brought them. */
struct host_kind { const struct rt_kind_class *class; const struct host_plugin *plugin; };
struct host_format { const struct rt_format_class *class; const struct host_plugin *plugin; };
struct host_puzzle { const struct rt_puzzle_class *class; const struct host_plugin *plugin; };
struct host_rule { const struct rt_rule_class *class; const struct host_plugin *plugin; };

/* Lists, ids and strings are valid until host_close; `config` (may be NULL: nothing is declared, no options)
 * must live until then, and its values must not be read afterwards, since declarations lie in the plugins. */

/* Finds the plugins along [plugins] path (then the user's data folder, then the installed or build folder),
 * through the index where it is fresh. Opens only what [plugins] load names; the rest when first asked for.
 * NULL: fault. A broken plugin is skipped with a warning in host_refusals, unless [plugins] load names it:
 * then it is a fault. */
struct host *host_open(struct config *config, struct fault *fault);
/* For a process in which nobody else's plugin is opened, whatever the configuration names: only those that are ours are
 * found. The configuration's files were judged where all of them are: ids there that are not known here are passed
 * over. */
struct host *host_open_ours(struct config *config, struct fault *fault);
void host_close(struct host *host);

/* Opens everything, for lists, `config check` and generated docs. Returns the number of refused files. */
uint32_t host_open_all(struct host *host);
/* Sentences about files that were refused so far, one a line: "FILE: what is wrong; what to do". */
const char *host_refusals(const struct host *host);
/* What is well-formed but will do nothing (a rule of a kind that nobody brings, a format of an unknown puzzle
 * type), one sentence a line, "PATH: ...". Complete after host_open_all; valid until the next one. */
const char *host_notes(const struct host *host);
/* Loads one file and judges it: 0, or fault (what, file). Leaves the registry as it is. */
int host_check_file(const char *path, struct fault *fault);
/* Appends to `notes` what a plugin file has and should not: constructors, exports besides rt_bundle, writable
 * static data; one sentence a line, without the path. Reads the file only. 0, or fault: it can't be read. */
int host_inspect_file(const char *path, struct text *notes, struct fault *fault);

/* By id; open the plugin that brings it if need be; NULL if there is none. */
const struct host_puzzle *host_puzzle(struct host *host, const char *id);
const struct host_rule *host_rule(struct host *host, const char *id);
const struct host_format *host_format(struct host *host, const char *id);
const struct host_kind *host_kind(struct host *host, const char *id);
struct kind_source host_kinds(struct host *host);

/* Lists of what is open (after host_open_all: everything), sorted by id; valid until the next plugin is
 * opened. */
uint32_t host_list_plugins(const struct host *host, const struct host_plugin *const **list);
uint32_t host_list_kinds(const struct host *host, const struct host_kind *const **list);
uint32_t host_list_formats(const struct host *host, const struct host_format *const **list);
uint32_t host_list_puzzles(const struct host *host, const struct host_puzzle *const **list);
uint32_t host_list_rules(const struct host *host, const struct host_rule *const **list);

/* Which format is this? By `format` id if given, else by content (magic, probe) and, in doubt, the file
 * name's extension; `type` narrows it to one puzzle type. If none knows the content, the one format that has the
 * extension is taken, for its reader to say what is wrong. NULL: fault says what was tried; doubt between two
 * formats that claim the same is a fault that names both and --format. */
const struct host_format *host_recognise(struct host *host, const char *name, const char *bytes,
                                         size_t length, const char *type, const char *format,
                                         struct fault *fault);

/* The puzzle type with its options out of [puzzle ID]. */
int host_use_puzzle(struct host *host, const struct config *config, const char *id, struct arena *arena,
                    struct puzzle_use *use, struct fault *fault);
/* Reads the files that options of open rules name, for processes that can open none later. Others are read when a job
 * needs them. */
void host_read_files(struct host *host, const struct config *config);
/* The rules of a run that could serve puzzle type `puzzle` (NULL: all; a type that lists its kinds, see
 * RT_PUZZLE_KINDS, spares the others): [rules] load and order, [rule X]
 * enabled, tier, level, weight and own options. In configuration order. Unknown names: fault with place
 * and nearest match. */
int host_use_rules(struct host *host, const struct config *config, const char *puzzle, struct arena *arena,
                   const struct rule_use **rules, uint32_t *nrules, struct fault *fault);

/* The same for hints, explanations and grades: what [explain] rules names, optional rules too. Of any level. */
int host_explain_rules(struct host *host, const struct config *config, const char *puzzle, struct arena *arena,
                       const struct rule_use **rules, uint32_t *nrules, struct fault *fault);

/* Options that every rule section has: enabled, tier, level, weight (NULL-terminated). */
extern const struct rt_option *const host_rule_options[];

/* Writes the index for the plugins of one folder: 0 or fault. `installed`: they count as ours. */
int host_write_index(const char *folder, bool installed, struct fault *fault);

#endif
