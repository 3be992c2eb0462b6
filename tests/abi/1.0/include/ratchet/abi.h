/* Ratchet plugin ABI: what a plugin exports and the version rules.
 *
 * A plugin is one shared object that exports exactly one symbol, `rt_bundle`: constant data.  The host
 * reads it, checks magic, version and sizes, and only then calls functions of the classes it lists.
 *
 * This is 1.0, and frozen.  While the major number is 1:
 *  - What is here keeps its place, value and meaning: members, enum values, macros, ids of extensions.
 *  - Structs grow at their end only; what came later says "since 1.X".  rt_option, rt_verdict and rt_view never grow.
 *  - The host copies min(size, its own size) bytes of each class once at load into a zeroed struct of its own: an
 *    older plugin simply lacks what it could not know, a newer one works where it needs nothing that the host has not.
 *    A flag or need that the host does not know is refused, since it asks for something.
 *  - New services stand at the end of rt_host. A plugin that can do without one looks at `h->size` before it calls it.
 *  - A payload never changes; what should is a new revision of the kind ("line.blocks/2") beside the old one.
 *  - <ratchet/kit/> is source that plugins compile in, and no part of this.
 *
 * Author's checklist
 *  1. One `RT_BUNDLE`, everything else static; no writable statics; no constructors.
 *  2. Never print, exit, free what the host gave you, or keep a pointer past the phase it was given in.
 *  3. Write only through `drop`/`drop_planes`; call `save` before changing your own state.
 *  4. Return what you know: RT_FIXPOINT only if running again at once would do nothing.
 *  5. Deduce less rather than wrongly: when a premise you rely on does not hold, say nothing.
 *  6. Call `tick` in long loops and return RT_ELIMIT when it says stop.
 */
#ifndef RATCHET_ABI_H
#define RATCHET_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RT_MAGIC 0x54434852u /* "RHCT" in memory on little-endian machines */
#define RT_ABI_MAJOR 1
#define RT_ABI_MINOR 0

#if defined(__GNUC__)
#define RT_EXPORT __attribute__((visibility("default")))
#define RT_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define RT_EXPORT
#define RT_PRINTF(f, a)
#endif

/* What every plugin function returns: one channel.  Negative is an error: the caller parks the instance. */
enum rt_status {
    RT_OK = 0,           /* done; for a rule: there may be more to find */
    RT_FIXPOINT = 1,     /* rule: running again at once would find nothing (own direct writes only) */
    RT_ENTAILED = 2,     /* rule: nothing more to find in this scope below this point of the search */
    RT_CONFLICT = 3,     /* rule: the scope cannot be satisfied; kind and puzzle: the values are illegal */
    RT_ERROR = -1,       /* failed; `fail` said why */
    RT_ENOMEM = -2,      /* the host had no memory to give */
    RT_EINPUT = -3,      /* the input is wrong; `fail` said where and why */
    RT_EUNSUPPORTED = -4,/* not done by this plugin */
    RT_ELIMIT = -5       /* `tick` said stop */
};

#define RT_NOPOS UINT32_MAX /* "no position", "no variable" */

struct rt_self;
struct rt_host;
struct rt_option;
struct rt_kind_class;
struct rt_format_class;
struct rt_puzzle_class;
struct rt_rule_class;

/* The one exported object.  Arrays are NULL-terminated arrays of pointers; an absent one may be NULL. */
struct rt_bundle {
    uint32_t magic;                 /* RT_MAGIC */
    uint16_t abi_major, abi_minor;  /* RT_ABI_MAJOR, RT_ABI_MINOR at compile time */
    uint32_t size;                  /* sizeof(struct rt_bundle) */
    uint32_t reserved;              /* 0 */
    const char *id;                 /* "nonogram", [a-z][a-z0-9_]*(\.[a-z0-9_]+)*, at most 48 bytes */
    const char *version;            /* free text, "1.0" */
    const struct rt_kind_class *const *kinds;
    const struct rt_format_class *const *formats;
    const struct rt_puzzle_class *const *puzzles;
    const struct rt_rule_class *const *rules;
};

#define RT_BUNDLE_HEAD RT_MAGIC, RT_ABI_MAJOR, RT_ABI_MINOR, sizeof(struct rt_bundle), 0
extern RT_EXPORT const struct rt_bundle rt_bundle;

#ifdef __cplusplus
}
#endif
#endif
