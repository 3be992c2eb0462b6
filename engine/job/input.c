#include "job/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BLOCK = 4096 };

bool input_is_address(const char *argument)
{
    return !strncmp(argument, "http://", 7) || !strncmp(argument, "https://", 8);
}

static int no_memory(const char *path, struct fault *fault)
{
    return fault_set(fault, EXIT_OTHER, path, 0, 0, "there is no memory left to read this");
}

static int too_large(const char *path, struct fault *fault)
{
    return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0, "it has more than %d MiB; that is no puzzle",
                     INPUT_MOST / (1024 * 1024));
}

static bool is_zero(const char *bytes, size_t n)
{
    return n && !bytes[0] && !memcmp(bytes, bytes + 1, n - 1);
}

static bool grow(struct input *input, size_t *capacity)
{
    size_t more = *capacity ? *capacity * 2 : 4 * FIRST_BLOCK;
    char *bytes = realloc(input->bytes, more + 1);
    if (!bytes)
        return false;
    input->bytes = bytes;
    *capacity = more;
    return true;
}

static int read_all(struct input *input, int fd, const char *path, const volatile int *cancelled,
                    struct fault *fault)
{
    size_t capacity = 0;
    bool looked = false;
    for (;;) {
        if (input->length == capacity && !grow(input, &capacity))
            return no_memory(path, fault);
        ssize_t n = read(fd, input->bytes + input->length, capacity - input->length);
        if (n < 0 && errno == EINTR && !(cancelled && *cancelled))
            continue;
        if (n < 0)
            return fault_set(fault, errno == EINTR ? EXIT_INTERRUPTED : EXIT_NO_INPUT, path, 0, 0, errno == EINTR
                             ? "interrupted while reading" : "can't be read: %s", strerror(errno));
        input->length += (size_t)n;
        if (!looked && (!n || input->length >= FIRST_BLOCK)) {
            looked = true;
            if (is_zero(input->bytes, input->length < FIRST_BLOCK ? input->length : FIRST_BLOCK))
                return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0,
                                 "it begins with nothing but NUL bytes; that is no puzzle");
        }
        if (input->length > INPUT_MOST)
            return too_large(path, fault);
        if (!n)
            break;
    }
    input->bytes[input->length] = 0;
    return input->length ? 0 : fault_set(fault, EXIT_BAD_INPUT, path, 0, 0, "it is empty; give a puzzle");
}

static int open_file(const char *path, int *fd, struct fault *fault)
{
    struct stat info;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (*fd < 0 || fstat(*fd, &info))
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "can't be opened: %s", strerror(errno));
    if (S_ISDIR(info.st_mode))
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "it is a directory, a file is needed here");
    return S_ISREG(info.st_mode) && info.st_size > INPUT_MOST ? too_large(path, fault) : 0;
}

static int take_address(struct input *input, const char *address, struct fault *fault)
{
    input->length = strlen(address);
    input->bytes = strdup(address);
    return input->bytes ? 0 : no_memory(NULL, fault);
}

int input_read(struct input *input, const char *path, const volatile int *cancelled, struct fault *fault)
{
    int fd = STDIN_FILENO;
    *input = (struct input){0};
    if (input_is_address(path))
        return take_address(input, path, fault);
    bool is_stdin = !strcmp(path, "-");
    if (is_stdin || !open_file(path, &fd, fault))
        read_all(input, fd, path, cancelled, fault);
    if (!is_stdin && fd >= 0)
        close(fd);
    if (fault->code)
        input_free(input);
    return fault->code;
}

void input_free(struct input *input)
{
    free(input->bytes);
    *input = (struct input){0};
}
