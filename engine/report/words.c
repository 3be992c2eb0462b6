#include "report/words.h"

#include <stdio.h>
#include <string.h>

enum { CORNERS_MOST = 12 };     /* of a path; a longer one is told by its ends */

struct cell {
    uint32_t row, column;
};

/* One fact: its sentence, and the same with the cells taken out, by which facts are told together. */
struct item {
    char *sentence, *pattern;
    struct cell cell[2];
    uint32_t ncells;            /* 3: more than two */
    bool drawn;                 /* not the value 0, which is "empty" or "off": edges of it make paths */
    bool told;
};

typedef VEC(struct item) item_list;

/* "r3c14": its length, 0 if it is none. */
static size_t cell_at(const char *s, struct cell *cell)
{
    size_t n = 1, digits;
    uint32_t number[2];
    if (*s != 'r')
        return 0;
    for (int i = 0; i < 2; i++) {
        digits = strspn(s + n, "0123456789");
        if (!digits || digits > 6)
            return 0;
        number[i] = 0;
        while (digits--)
            number[i] = number[i] * 10 + (uint32_t)(s[n++] - '0');
        if (i == 0 && s[n++] != 'c')
            return 0;
    }
    *cell = (struct cell){number[0], number[1]};
    return n;
}

static void find_cells(struct item *item, struct text *pattern)
{
    const char *s = item->sentence;
    while (*s) {
        struct cell cell;
        bool begins = s == item->sentence || !((s[-1] | 32) >= 'a' && (s[-1] | 32) <= 'z');
        size_t n = begins ? cell_at(s, &cell) : 0;
        text_add(pattern, n ? "@" : s, 1);
        if (n && item->ncells < 2)
            item->cell[item->ncells] = cell;
        item->ncells += n && item->ncells < 3;
        s += n ? n : 1;
    }
}

static void add_item(item_list *items, const struct text *sentence, bool drawn)
{
    struct text pattern = {0};
    struct item item = {.sentence = strdup(text_string(sentence)), .drawn = drawn};
    if (!item.sentence)
        return;
    find_cells(&item, &pattern);
    item.pattern = strdup(text_string(&pattern));
    text_free(&pattern);
    if (item.pattern && vec_push(items, item, NULL))
        return;
    free(item.sentence);
    free(item.pattern);
}

static void free_items(item_list *items)
{
    for (uint32_t k = 0; k < items->n; k++) {
        free(items->at[k].sentence);
        free(items->at[k].pattern);
    }
    vec_free(items);
}

/* "r3c5 is not red": the "not" goes behind the first "is". */
static void negate(struct text *sentence)
{
    struct text out = {0};
    const char *s = text_string(sentence), *is = strstr(s, " is ");
    if (is)
        text_printf(&out, "%.*s is not %s", (int)(is - s), s, is + 4);
    else
        text_printf(&out, "it is not so that %s", s);
    text_free(sentence);
    *sentence = out;
}

static bool single(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

static void put_value(const struct trace_names *names, uint32_t var, uint32_t value, struct text *out)
{
    if (var < solver_nvars(names->solver) && puzzle_describe(names->puzzle, var, value, out) >= 0)
        return;
    text_clear(out);
    text_printf(out, "variable %u is %u", var, value);
}

/* "r3c5 is not 7": what stands in front of the value; 0: another sentence. */
static size_t in_front_of_value(const struct text *sentence)
{
    static const char words[] = " is not ";
    const char *s = text_string(sentence), *at = strstr(s, words);
    return at ? (size_t)(at - s) + sizeof words - 1 : 0;
}

/* "r3c5 is not 7" and "r3c5 is not 9" become "r3c5 is not 7 or 9"; false: they say it in different words. */
static bool add_value(struct text *all, const struct text *sentence, bool last)
{
    size_t n = in_front_of_value(sentence);
    if (!n || in_front_of_value(all) != n || memcmp(all->s, sentence->s, n))
        return false;
    text_puts(all, last ? " or " : ", ");
    text_puts(all, sentence->s + n);
    return true;
}

/* What a variable is not. */
static void add_gone(const struct trace_names *names, uint32_t var, uint64_t gone, item_list *items)
{
    struct text all = {0}, sentence = {0};
    for (; gone; gone &= gone - 1) {
        text_clear(&sentence);
        put_value(names, var, (uint32_t)__builtin_ctzll(gone), &sentence);
        negate(&sentence);
        if (all.n && add_value(&all, &sentence, !(gone & (gone - 1))))
            continue;
        if (all.n)
            add_item(items, &all, false);
        text_clear(&all);
        text_puts(&all, text_string(&sentence));
    }
    if (all.n)
        add_item(items, &all, false);
    text_free(&all);
    text_free(&sentence);
}

/* One variable: what it is, or what it is not. */
static void add_facts(const struct trace_names *names, uint32_t var, uint64_t gone, uint64_t left, item_list *items)
{
    struct text sentence = {0};
    if (!single(left)) {
        add_gone(names, var, gone, items);
        return;
    }
    put_value(names, var, (uint32_t)__builtin_ctzll(left), &sentence);
    add_item(items, &sentence, left != 1);
    text_free(&sentence);
}

static void make_items(const struct trace_names *names, const uint32_t *facts, uint32_t n, const uint64_t *left,
                       item_list *items)
{
    for (uint32_t k = 0, v = 0; k < n; v++) {
        uint32_t var = facts[k] >> 6;
        uint64_t gone = 0;
        for (; k < n && facts[k] >> 6 == var; k++)
            gone |= 1ull << (facts[k] & 63);
        add_facts(names, var, gone, left ? left[v] : solver_full(names->solver, var) & ~gone, items);
    }
}

/* ---- lists of cells and edges */

/* A straight run, from `from` to `to`; one cell if they are equal. */
struct run {
    struct cell from, to;
    uint32_t cells;
};
typedef VEC(struct run) run_list;

static bool same(struct cell a, struct cell b)
{
    return a.row == b.row && a.column == b.column;
}

static bool follows(struct cell a, struct cell b, bool down)
{
    return b.row == a.row + down && b.column == a.column + !down;
}

static int by_row(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    if (x->from.row != y->from.row)
        return x->from.row < y->from.row ? -1 : 1;
    return (x->from.column > y->from.column) - (x->from.column < y->from.column);
}

static int by_column(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    if (x->from.column != y->from.column)
        return x->from.column < y->from.column ? -1 : 1;
    return (x->from.row > y->from.row) - (x->from.row < y->from.row);
}

/* Joins what goes on in one direction: cells one behind the other, edges that share an end. */
static void join(run_list *runs, bool down, bool edges)
{
    uint32_t kept = 0;
    qsort(runs->at, runs->n, sizeof *runs->at, down ? by_column : by_row);
    for (uint32_t k = 0; k < runs->n; k++) {
        struct run *run = &runs->at[k], *last = kept ? &runs->at[kept - 1] : NULL;
        bool straight = last && (down ? last->from.column == run->to.column : last->from.row == run->to.row);
        if (straight && (edges ? same(last->to, run->from) && (down ? run->to.row > run->from.row
                                                                    : run->to.column > run->from.column)
                                                           && (down ? last->to.row > last->from.row
                                                                    : last->to.column > last->from.column)
                               : follows(last->to, run->from, down))) {
            last->to = run->to;
            last->cells += run->cells;
        } else {
            runs->at[kept++] = *run;
        }
    }
    runs->n = kept;
}

static void put_cell(struct cell cell, struct text *out)
{
    text_printf(out, "r%uc%u", cell.row, cell.column);
}

static void put_run(const struct run *run, bool edge, struct text *out)
{
    put_cell(run->from, out);
    if (same(run->from, run->to))
        return;
    text_puts(out, edge ? "-" : " to ");
    put_cell(run->to, out);
}

/* Two cells are no run: "r1c1 and r1c2". */
static bool is_pair(const struct run *run, bool edges)
{
    return !edges && run->cells == 2;
}

static void put_runs(const run_list *runs, bool edges, struct text *out)
{
    uint32_t left = 0;
    for (uint32_t k = 0; k < runs->n; k++)
        left += 1 + is_pair(&runs->at[k], edges);
    const char *separator = "";
    for (uint32_t k = 0; k < runs->n; k++) {
        const struct run *run = &runs->at[k];
        text_puts(out, separator);
        if (is_pair(run, edges)) {
            put_cell(run->from, out);
            text_puts(out, --left > 1 ? ", " : " and ");
            put_cell(run->to, out);
        } else {
            put_run(run, edges, out);
        }
        separator = --left > 1 ? ", " : " and ";
    }
}

/* ---- paths of straight runs */

static bool ends_at(const struct run *run, struct cell cell)
{
    return same(run->from, cell) || same(run->to, cell);
}

/* The only other run that ends there; RT_NOPOS: none, or several. */
static uint32_t next_run(const run_list *runs, uint32_t but, struct cell cell)
{
    uint32_t next = RT_NOPOS;
    for (uint32_t k = 0; k < runs->n; k++) {
        if (k == but || !ends_at(&runs->at[k], cell))
            continue;
        if (next != RT_NOPOS)
            return RT_NOPOS;
        next = k;
    }
    return next;
}

/* Where the path through run k begins when it is walked back from its `from`; the run itself if it is closed. */
static uint32_t first_run(const run_list *runs, uint32_t k, struct cell *begin)
{
    struct cell at = runs->at[k].from;
    uint32_t run = k, before;
    while ((before = next_run(runs, run, at)) != RT_NOPOS && before != k) {
        at = same(runs->at[before].from, at) ? runs->at[before].to : runs->at[before].from;
        run = before;
    }
    *begin = at;
    return before == k ? k : run;
}

/* From corner to corner; what was drawn has no cells left. Of a long path the middle is left out. */
static void put_path(run_list *runs, uint32_t k, struct text *out)
{
    struct cell at;
    VEC(struct cell) corner = {0};
    k = first_run(runs, k, &at);
    bool fine = vec_push(&corner, at, NULL);
    while (k != RT_NOPOS && runs->at[k].cells && fine) {
        struct run *run = &runs->at[k];
        at = same(run->from, at) ? run->to : run->from;
        run->cells = 0;
        fine = vec_push(&corner, at, NULL);
        k = next_run(runs, k, at);
    }
    for (uint32_t c = 0; c < corner.n; c++) {
        bool middle = corner.n > CORNERS_MOST && c >= CORNERS_MOST / 2 && c < corner.n - CORNERS_MOST / 2;
        if (!middle || c == CORNERS_MOST / 2)
            text_puts(out, c ? "-" : "");
        if (!middle)
            put_cell(corner.at[c], out);
        else if (c == CORNERS_MOST / 2)
            text_puts(out, "...");
    }
    vec_free(&corner);
}

static void put_paths(run_list *runs, struct text *out)
{
    struct text last = {0};
    uint32_t n = 0;
    for (uint32_t k = 0; k < runs->n; k++) {
        if (!runs->at[k].cells)
            continue;
        if (last.n) {
            text_puts(out, n++ ? ", " : "");
            text_add(out, last.s, last.n);
            text_clear(&last);
        }
        put_path(runs, k, &last);
    }
    text_puts(out, n ? " and " : "");
    text_add(out, text_string(&last), last.n);
    text_free(&last);
}

static bool in_one_column(const run_list *runs)
{
    for (uint32_t k = 1; k < runs->n; k++)
        if (runs->at[k].from.column != runs->at[0].from.column)
            return false;
    return true;
}

/* All items of one pattern, as runs; marks them told. */
static void collect(item_list *items, uint32_t first, run_list *runs)
{
    bool edge = items->at[first].ncells == 2;
    for (uint32_t k = first; k < items->n; k++) {
        struct item *item = &items->at[k];
        struct run run = {item->cell[0], item->cell[edge], 1};
        if (strcmp(item->pattern, items->at[first].pattern))
            continue;
        item->told = vec_push(runs, run, NULL);
    }
    if (edge) {
        join(runs, false, true);
        join(runs, true, true);
        qsort(runs->at, runs->n, sizeof *runs->at, by_row);
    } else {
        join(runs, in_one_column(runs), false);
    }
}

/* "@ is black" becomes "r3c4 to r3c7 are black". */
static void put_cells(const char *pattern, const run_list *runs, struct text *out)
{
    const char *at = strchr(pattern, '@');
    text_add(out, pattern, (size_t)(at - pattern));
    put_runs(runs, false, out);
    if (!strncmp(at + 1, " is ", 4))
        text_printf(out, " are %s", at + 5);
    else
        text_puts(out, at + 1);
}

/* "there is a line between @ and @" becomes "there is a line at r1c1-r1c3 and r2c1-r2c2". */
static void put_edges(const char *pattern, run_list *runs, bool drawn, struct text *out)
{
    static const char between[] = " between ";
    const char *first = strchr(pattern, '@'), *last = strrchr(pattern, '@');
    size_t prefix = (size_t)(first - pattern), n = sizeof between - 1;
    if (prefix >= n && !strncmp(first - n, between, n)) {
        text_add(out, pattern, prefix - n);
        text_puts(out, " at ");
    } else {
        text_add(out, pattern, prefix);
    }
    if (drawn && runs->n > 2)
        put_paths(runs, out);
    else
        put_runs(runs, true, out);
    text_puts(out, last + 1);
}

static void put_items(item_list *items, struct text *out)
{
    const char *separator = "";
    for (uint32_t k = 0; k < items->n; k++) {
        struct item *item = &items->at[k];
        uint32_t alike = 0;
        for (uint32_t i = k; i < items->n; i++)
            alike += !items->at[i].told && !strcmp(items->at[i].pattern, item->pattern);
        if (item->told)
            continue;
        text_puts(out, separator);
        separator = "; ";
        if (alike < 2 || item->ncells < 1 || item->ncells > 2) {
            text_puts(out, item->sentence);
            item->told = true;
            continue;
        }
        run_list runs = {0};
        collect(items, k, &runs);
        if (item->ncells == 1)
            put_cells(item->pattern, &runs, out);
        else
            put_edges(item->pattern, &runs, item->drawn, out);
        vec_free(&runs);
    }
}

void words_facts(const struct trace_names *names, const uint32_t *facts, uint32_t n, const uint64_t *left,
                 struct text *out)
{
    item_list items = {0};
    make_items(names, facts, n, left, &items);
    put_items(&items, out);
    free_items(&items);
}

void words_places(const struct trace_names *names, const uint32_t *facts, uint32_t n, struct text *out)
{
    item_list items = {0};
    for (uint32_t k = 0; k < n; k++) {
        char place[64];
        struct text name = {0};
        if (k && facts[k] >> 6 == facts[k - 1] >> 6)
            continue;
        text_puts(&name, puzzle_place(names->puzzle, facts[k] >> 6, place, sizeof place));
        add_item(&items, &name, false);
        text_free(&name);
    }
    put_items(&items, out);
    free_items(&items);
}

void words_scope(const struct trace_names *names, uint32_t scope, struct text *out)
{
    size_t before = out->n;
    if (scope == RT_NOPOS || !strncmp(solver_scope_kind(names->solver, scope), "rt.", 3)) {
        text_puts(out, "the whole puzzle");
        return;
    }
    if (puzzle_describe_scope(names->puzzle, scope, out) < 0 || out->n == before)
        text_printf(out, "scope %u", scope);
}

/* At what is one cell, in what is larger. */
void words_at_scope(const struct trace_names *names, uint32_t scope, struct text *out)
{
    struct text name = {0};
    struct cell cell;
    words_scope(names, scope, &name);
    const char *s = text_string(&name), *blank = strrchr(s, ' ');
    text_printf(out, "%s %s", blank && cell_at(blank + 1, &cell) ? "at" : "in", s);
    text_free(&name);
}

void words_given(const struct trace_names *names, const struct solver_given *given, struct text *out)
{
    char place[64];
    puzzle_place(names->puzzle, given->var, place, sizeof place);
    text_puts(out, "the given ");
    if (place[0])
        text_puts(out, place);
    else
        text_printf(out, "variable %u", given->var);
}

void words_capital(struct text *text, size_t from)
{
    if (from < text->n && text->s[from] >= 'a' && text->s[from] <= 'z')
        text->s[from] = (char)(text->s[from] - 32);
}
