/* Worker frames: bytes of a pipe, as the daemon takes them from a worker that may be broken. What is taken must be
 * well-formed, lie within its bytes, and come out the same when it is written again. */
#include "service.h"

#include "job/frame.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

static void check(bool good)
{
    if (!good)
        abort();
}

static void check_field(const struct frame *frame, const struct frame_field *field)
{
    struct frame_field first;
    check(field->bytes >= frame->fields && field->bytes + field->length <= frame->fields + frame->length);
    check(frame_find(frame, field->name, &first) && first.name == field->name && first.bytes <= field->bytes);
    uint64_t number = frame_number(frame, field->name, 7);
    check(first.length == 8 || number == 7);
}

static void check_same(const char *bytes, int64_t length, const struct frame *frame)
{
    struct text again = {0};
    struct frame_field field;
    size_t begin = frame_begin(&again, (enum frame_type)frame->type);
    for (uint32_t at = 0; frame_next(frame, &at, &field);) {
        check_field(frame, &field);
        frame_put(&again, (enum frame_field_name)field.name, field.bytes, field.length);
    }
    frame_end(&again, begin);
    check(again.failed || (again.n == (size_t)length && !memcmp(again.s, bytes, again.n)));
    text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
    char *bytes = malloc(length ? length : 1); /* ends where the input ends, for the sanitizer to see */
    struct frame frame;
    int64_t taken;
    size_t at = 0;
    if (!bytes)
        return 0;
    if (length)
        memcpy(bytes, input, length);
    while ((taken = frame_take(bytes + at, length - at, MOST, &frame)) > 0) {
        check(taken >= FRAME_HEAD && (size_t)taken <= length - at && taken <= MOST + 4);
        check_same(bytes + at, taken, &frame);
        check(frame_take(bytes + at, (size_t)taken - 1, MOST, &frame) == 0);
        at += (size_t)taken;
    }
    free(bytes);
    return 0;
}
