/* In how many ways can the blocks of a line be arranged?
 *
 * Pushed together, k blocks leave `free` cells over; every arrangement puts them into the k + 1 places
 * before, between and behind the blocks: C(free + k, k) ways, whatever the colours. */
#ifndef NONOGRAM_COUNT_H
#define NONOGRAM_COUNT_H

#include "sheet.h"

__extension__ typedef unsigned __int128 u128;

/* A number that is exact up to 2^128 and known by its logarithm beyond. */
struct count {
    u128 exact; /* unless `beyond` */
    bool beyond;
    double log2;
};

/* Base-2 logarithm of x >= 1 by repeated squaring: no mathematics library, the same bits everywhere. */
static inline double log2_of(double x)
{
    double whole = 0, part = 0;
    for (; x >= 2; x /= 2)
        whole++;
    for (double bit = 0.5; bit > 1e-12; bit /= 2) {
        x *= x;
        if (x >= 2) {
            x /= 2;
            part += bit;
        }
    }
    return whole + part;
}

static inline u128 gcd(u128 a, u128 b)
{
    while (b) {
        u128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static inline void count_times(struct count *c, const struct count *by)
{
    c->beyond |= by->beyond || c->exact > ~(u128)0 / by->exact;
    if (!c->beyond)
        c->exact *= by->exact;
    c->log2 += by->log2;
}

/* C(n, k) as C(n - k + 1, 1) * (n - k + 2) / 2 * …: every step is a whole number, and they only grow. */
static inline struct count binomial(uint64_t n, uint64_t k)
{
    struct count c = {.exact = 1};
    k = k < n - k ? k : n - k;
    for (uint64_t i = 1; i <= k; i++) {
        u128 common = c.beyond ? 1 : gcd(c.exact, i);
        u128 factor = c.beyond ? 1 : (n - k + i) / (i / common);
        c.log2 += log2_of((double)(n - k + i) / (double)i);
        c.beyond |= c.exact / common > ~(u128)0 / factor;
        c.exact = c.beyond ? 1 : c.exact / common * factor;
    }
    return c;
}

static inline struct count count_line(const struct sheet *s, uint32_t line)
{
    uint64_t k = sheet_blocks(s, line);
    return binomial(sheet_length(s, line) - sheet_need(s, line) + k, k);
}

/* "714420" or "2^131.4 (beyond exact counting)"; returns buffer. */
static inline const char *count_show(const struct count *c, char buffer[64])
{
    char digits[40], *at = digits + sizeof digits - 1;
    *at = 0;
    if (c->beyond) {
        snprintf(buffer, 64, "2^%.2f", c->log2);
        return buffer;
    }
    u128 left = c->exact;
    do
        *--at = (char)('0' + (int)(left % 10));
    while (left /= 10);
    snprintf(buffer, 64, "%s", at);
    return buffer;
}

#endif
