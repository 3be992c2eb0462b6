/* May this plugin be used? Judged from its constant data alone, before any of its functions is called. */
#ifndef RATCHET_HOST_JUDGE_H
#define RATCHET_HOST_JUDGE_H

#include "util/fault.h"

#include <ratchet/model.h>
#include <stdbool.h>

enum class_type { CLASS_KIND, CLASS_FORMAT, CLASS_PUZZLE, CLASS_RULE, CLASS_TYPES };

/* What the host must know of a type of class to copy and to name it. */
struct class_shape {
    const char *noun;   /* "rule" */
    uint32_t least;     /* bytes that every class had when the ABI began */
    uint32_t own;       /* bytes that this host knows */
    size_t id_at;       /* offset of the id */
};
extern const struct class_shape class_shapes[CLASS_TYPES];

/* Id of a class of that type. */
const char *class_id(enum class_type type, const void *class);

/* The memory that the dynamic linker mapped for one plugin: what its pointers to data may point into. */
struct image {
    uint32_t nparts;
    struct {
        uintptr_t from, to;
    } part[16];
};

enum { ID_MOST = 48, CLASSES_MOST = 256 };

/* [a-z][a-z0-9_]*(\.[a-z0-9_]+)*, at most 48 bytes; a kind's with its revision, /[1-9][0-9]*. */
bool is_id(const char *id);
bool is_kind_id(const char *id);

/* Magic, version, size window and identity of the bundle at `symbol`. 0 and a copy in `bundle`, or a fault
 * against `path`. */
int judge_bundle(const char *path, const struct image *image, const void *symbol, struct rt_bundle *bundle,
                 struct fault *fault);
/* Number of entries of an array of classes, each of which lies in the image and has a legal size. */
int judge_array(const char *path, const struct image *image, enum class_type type, const void *const *array,
                uint32_t *count, struct fault *fault);
/* One class, as the host copied it. */
int judge_class(const char *path, const struct image *image, enum class_type type, const void *class,
                struct fault *fault);

#endif
