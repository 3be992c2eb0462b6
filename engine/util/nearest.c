#include "util/nearest.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 64 };

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t edit_distance(const char *a, const char *b)
{
    uint32_t na = (uint32_t)strnlen(a, MOST), nb = (uint32_t)strnlen(b, MOST);
    uint32_t rows[3][MOST + 1];     /* a window on the classic table: rows i, i-1, i-2 */
    for (uint32_t j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (uint32_t i = 1; i <= na; i++) {
        uint32_t *now = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
        now[0] = i;
        for (uint32_t j = 1; j <= nb; j++) {
            now[j] = least(above[j], now[j - 1]) + 1;
            now[j] = least(now[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], higher[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

/* "overlap" for "nonogram.overlap" is no typing error but a name cut short. */
static bool is_tail(const char *name, const char *tail)
{
    size_t n = strlen(name), t = strlen(tail);
    return t && n > t && name[n - t - 1] == '.' && !strcmp(name + n - t, tail);
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    uint32_t distance = is_tail(name, nearest->wanted) ? 1 : edit_distance(nearest->wanted, name);
    if (nearest->best && distance >= nearest->distance)
        return;
    nearest->best = name;
    nearest->distance = distance;
}

const char *nearest_found(const struct nearest *nearest)
{
    size_t length = strlen(nearest->wanted);
    bool near = nearest->best && nearest->distance < length && nearest->distance <= 1 + length / 4;
    return near ? nearest->best : NULL;
}
