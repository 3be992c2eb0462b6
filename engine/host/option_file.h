/* What an option of type RT_OPTION_FILE holds: the text of the file that the configuration names. */
#ifndef RATCHET_HOST_OPTION_FILE_H
#define RATCHET_HOST_OPTION_FILE_H

#include "config/config.h"
#include "util/arena.h"

struct file_text {
    char *path;
    const char *text;           /* NULL: it couldn't be read, see `why` */
    char *why;
    struct file_text *next;
};

/* The text, ended by a zero, in `arena`; NULL: the option is empty, or a fault. `beside`: the plugin, in whose folder
 * the default is looked for. A file in `kept` is not read again. */
const char *option_file(const struct config *config, const char *section, const char *key, const char *beside,
                        const struct file_text *kept, struct arena *arena, struct fault *fault);
/* Reads it into `kept`, in `arena`, or keeps there why it can't be read: option_file says so when it is asked for. */
void option_file_keep(const struct config *config, const char *section, const char *key, const char *beside,
                      struct file_text **kept, struct arena *arena);

#endif
