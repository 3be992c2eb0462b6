#include "live.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool live_possible(void)
{
    return isatty(STDOUT_FILENO);
}

/* A terminal that does not know its size is taken for one of the usual. */
static struct winsize terminal(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20)
        size.ws_col = 80;
    if (size.ws_row < 2)
        size.ws_row = 24;
    return size;
}

/* Rows of the grid; 0: it is wider than the terminal, or leaves no room for the line, or there is nothing to draw. */
static uint32_t rows_of(const char *grid, const struct winsize *size)
{
    uint32_t rows = 0, width = 0;
    for (const char *c = grid; *c; c++) {
        bool ends = *c == '\n';
        rows += ends;
        width = ends ? 0 : width + (((unsigned char)*c & 0xc0) != 0x80);
        if (width > size->ws_col || rows + 1u > size->ws_row)
            return 0;
    }
    return width ? 0 : rows;
}

void live_erase(struct live *live, struct text *out)
{
    if (live->rows > 1)
        text_printf(out, "\r\033[%uA\033[J", live->rows - 1);
    else if (live->rows)
        text_puts(out, "\r\033[K");
    live->rows = 0;
}

void live_draw(struct live *live, const char *grid, const char *line, struct text *out)
{
    struct winsize size = terminal();
    uint32_t rows = grid ? rows_of(grid, &size) : 0;
    if (grid) {
        live_erase(live, out);
        text_add(out, grid, rows ? strlen(grid) : 0);
        live->rows = rows;
    } else if (live->rows) {
        text_puts(out, "\r\033[K");
        live->rows--;
    }
    text_add(out, line, strnlen(line, size.ws_col - 1u));
    live->rows++;
}
