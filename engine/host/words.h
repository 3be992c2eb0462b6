/* Lists in configuration values: words parted by commas or blanks. */
#ifndef RATCHET_HOST_WORDS_H
#define RATCHET_HOST_WORDS_H

#include <string.h>

/* The next word of *rest, which is cut up; NULL at the end. */
static inline char *next_word(char **rest)
{
    char *word;
    while ((word = strsep(rest, ", \t\n")))
        if (*word)
            return word;
    return NULL;
}

#endif
