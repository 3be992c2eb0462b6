#include "formats.h"

#include <string.h>

/* Text in a cell: bars would end it, and what can't be printed is shown as \xNN. */
static void add_cell(struct text *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '|')
            text_puts(out, "\\|");
        else if ((unsigned char)*c < ' ')
            text_printf(out, "\\x%02x", (unsigned char)*c);
        else
            text_add(out, c, 1);
    }
}

static void add_code(struct text *out, const char *text)
{
    text_puts(out, "`");
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7f)
            text_printf(out, "\\x%02x", (unsigned char)*c);
        else
            text_printf(out, *c == '|' ? "\\|" : "%c", *c);
    text_puts(out, "`");
}

static void add_list(struct text *out, const char *const *list, const char *none)
{
    if (!list || !list[0])
        text_puts(out, none);
    for (uint32_t i = 0; list && list[i]; i++) {
        text_puts(out, i ? " " : "");
        add_code(out, list[i]);
    }
}

static void add_row(struct text *out, const struct rt_format_class *format)
{
    text_printf(out, "| `%s` | ", format->id);
    add_cell(out, format->summary);
    text_puts(out, " | ");
    add_list(out, format->extensions, "none");
    text_puts(out, " | ");
    if (format->magic && format->magic[0]) {
        text_puts(out, "beginning ");
        add_list(out, format->magic, "");
        text_puts(out, ", ");
    }
    text_printf(out, "content | yes | %s | ", format->write ? "yes" : "no");
    add_cell(out, format->quirks ? format->quirks : "");
    text_puts(out, format->quirks ? " |\n" : "|\n");
}

void formats_table(const struct host *host, const char *type, struct text *out)
{
    const struct host_format *const *formats;
    uint32_t n = host_list_formats(host, &formats);
    text_puts(out, "| format | holds | extensions | recognised by | read | write | what is peculiar |\n"
                   "|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < n; i++)
        if (!type || !strcmp(formats[i]->class->puzzle, type))
            add_row(out, formats[i]->class);
}
