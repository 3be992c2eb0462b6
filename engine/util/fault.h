/* What went wrong, where, as a sentence: the one error type of the engine. */
#ifndef RATCHET_UTIL_FAULT_H
#define RATCHET_UTIL_FAULT_H

#include <stdarg.h>
#include <stdint.h>

/* Exit codes of SERVICE and of the command; a fault carries one of them. */
enum exit_code {
    EXIT_GOOD = 0,
    EXIT_OTHER = 1,
    EXIT_USAGE = 2,
    EXIT_NONE = 3,          /* no solution */
    EXIT_SEVERAL = 4,
    EXIT_UNKNOWN = 5,
    EXIT_BAD_INPUT = 65,    /* bad puzzle or configuration */
    EXIT_NO_INPUT = 66,     /* input can't be opened */
    EXIT_UNREACHABLE = 69,
    EXIT_INTERNAL = 70,
    EXIT_TRY_AGAIN = 75,
    EXIT_NOT_ALLOWED = 77,
    EXIT_INTERRUPTED = 130
};

/* Zeroed = nothing wrong. */
struct fault {
    int code;               /* enum exit_code; 0 = no fault */
    uint32_t line, column;  /* 1-based, 0 = none */
    char file[256];         /* "" = none; a longer path keeps its end */
    char what[768];         /* the sentence, no newline */
};

/* Both keep the first fault: a later one does not overwrite it. Return `code`. */
int fault_set(struct fault *fault, int code, const char *file, uint32_t line, uint32_t column,
              const char *format, ...) __attribute__((format(printf, 6, 7)));
int fault_vset(struct fault *fault, int code, const char *file, uint32_t line, uint32_t column,
               const char *format, va_list args) __attribute__((format(printf, 6, 0)));
/* "FILE:LINE:COLUMN: sentence", parts that are absent left out; returns buffer. */
const char *fault_string(const struct fault *fault, char *buffer, uint32_t capacity);

#endif
