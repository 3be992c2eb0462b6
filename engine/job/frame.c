#include "job/frame.h"

#include <string.h>

static void put_u32(char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (char)(number >> 8 * i);
}

static uint32_t get_u32(const char *from)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)(uint8_t)from[i] << 8 * i;
    return number;
}

size_t frame_begin(struct text *text, enum frame_type type)
{
    size_t begin = text->n;
    text_add(text, (char[FRAME_HEAD]){0, 0, 0, 0, (char)type}, FRAME_HEAD);
    return begin;
}

void frame_put(struct text *text, enum frame_field_name name, const char *bytes, size_t length)
{
    char head[5] = {(char)name};
    if (length > FRAME_MOST) {
        text->failed = true;
        return;
    }
    put_u32(head + 1, (uint32_t)length);
    text_add(text, head, sizeof head);
    if (length)
        text_add(text, bytes, length);
}

void frame_put_string(struct text *text, enum frame_field_name name, const char *string)
{
    if (string)
        frame_put(text, name, string, strlen(string));
}

void frame_put_number(struct text *text, enum frame_field_name name, uint64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(number >> 8 * i);
    frame_put(text, name, bytes, sizeof bytes);
}

void frame_end(struct text *text, size_t begin)
{
    if (!text->failed)
        put_u32(text->s + begin, (uint32_t)(text->n - begin - 4));
}

static bool well_formed(const struct frame *frame)
{
    uint32_t at = 0;
    struct frame_field field;
    while (frame_next(frame, &at, &field))
        continue;
    return at == frame->length;
}

int64_t frame_take(const char *bytes, size_t length, size_t most, struct frame *frame)
{
    if (length < 4)
        return 0;
    uint32_t size = get_u32(bytes);
    if (!size || size > most || size > FRAME_MOST)
        return -1;
    if (length - 4 < size)
        return 0;
    *frame = (struct frame){(uint8_t)bytes[4], bytes + FRAME_HEAD, size - 1};
    return well_formed(frame) ? (int64_t)size + 4 : -1;
}

bool frame_next(const struct frame *frame, uint32_t *at, struct frame_field *field)
{
    if (frame->length - *at < 5)
        return false;
    const char *head = frame->fields + *at;
    uint32_t length = get_u32(head + 1);
    if (length > frame->length - *at - 5)
        return false;
    *field = (struct frame_field){(uint8_t)head[0], length, head + 5};
    *at += 5 + length;
    return true;
}

bool frame_find(const struct frame *frame, enum frame_field_name name, struct frame_field *field)
{
    uint32_t at = 0;
    while (frame_next(frame, &at, field))
        if (field->name == name)
            return true;
    return false;
}

uint64_t frame_number(const struct frame *frame, enum frame_field_name name, uint64_t fallback)
{
    struct frame_field field;
    if (!frame_find(frame, name, &field) || field.length != 8)
        return fallback;
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)(uint8_t)field.bytes[i] << 8 * i;
    return number;
}
