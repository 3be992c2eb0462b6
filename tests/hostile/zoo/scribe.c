/* A format that claims whatever holds WORD (with CONFIDENCE), to try how the host tells formats apart. */
#include <ratchet/model.h>

#include <string.h>

#define BINARY "\211ZOO\r\n\032 %\n"

#ifndef CONFIDENCE
#define CONFIDENCE 60
#endif

static int probe(const char *bytes, size_t length)
{
    size_t n = strlen(WORD);
    for (size_t i = 0; i + n <= length; i++)
        if (!memcmp(bytes + i, WORD, n))
            return CONFIDENCE;
    return 0;
}

static int read_text(struct rt_self *self, const char *bytes, size_t length)
{
    (void)bytes, (void)length;
    return self->h->fail(self, RT_EUNSUPPORTED, 0, 0, "this format is for show");
}

static const char *const extensions[] = {EXTENSION, NULL};
static const char *const magic[] = {FIRST, NULL};
static const struct rt_format_class format = {.size = sizeof format,
                                              .id = "zoo." NAME,
                                              .puzzle = TYPE,
                                              .summary = "a format for show",
                                              .extensions = extensions,
                                              .magic = magic,
                                              .probe = probe,
                                              .read = read_text};
static const struct rt_format_class *const formats[] = {&format, NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "zoo." NAME, "1.0", NULL, formats, NULL, NULL};
