#include "read.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 64 << 20 };

/* A file, cut into lines in place; blanks at both ends of a line are gone. */
struct text {
    const char *path;
    char *bytes, **line;
    size_t nlines;
};

static bool complain(const struct text *t, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool complain(const struct text *t, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "bench-baseline: %s:%zu: ", t->path, line + 1);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

static bool no_memory(void)
{
    fputs("bench-baseline: there is no memory left\n", stderr);
    return false;
}

/* ------------------------------------------------------------------ text */

static bool load(struct text *t)
{
    struct stat info;
    FILE *f = fopen(t->path, "rb");
    if (!f || fstat(fileno(f), &info) || info.st_size > FILE_MOST) {
        fprintf(stderr, "bench-baseline: %s: %s\n", t->path,
                f ? "more than 64 MB are not read" : strerror(errno));
        if (f)
            fclose(f);
        return false;
    }
    t->bytes = malloc((size_t)info.st_size + 1);
    size_t n = t->bytes ? fread(t->bytes, 1, (size_t)info.st_size, f) : 0;
    fclose(f);
    if (!t->bytes)
        return no_memory();
    t->bytes[n] = 0;
    return strlen(t->bytes) == n || complain(t, 0, "holds NUL bytes: this is no text");
}

static char *trim(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        s[--n] = 0;
    return s;
}

static bool cut_lines(struct text *t)
{
    size_t n = 1;
    for (char *c = t->bytes; *c; c++)
        n += *c == '\n';
    if (!(t->line = malloc(n * sizeof *t->line)))
        return no_memory();
    char *rest = t->bytes;
    if (!strncmp(rest, "\xef\xbb\xbf", 3))
        rest += 3;
    for (char *line; (line = strsep(&rest, "\n"));)
        t->line[t->nlines++] = trim(line);
    t->nlines -= !*t->line[t->nlines - 1]; /* what stands behind the last newline is no line */
    return true;
}

/* The next line with something on it. */
static size_t skip_blank(const struct text *t, size_t i)
{
    while (i < t->nlines && !*t->line[i])
        i++;
    return i;
}

/* ------------------------------------------------------------------ list */

static struct puzzle *list_add(struct list *list, enum kind kind)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 16;
        struct puzzle *grown = realloc(list->at, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        list->at = grown;
        list->capacity = capacity;
    }
    list->at[list->n] = (struct puzzle){.kind = kind};
    return &list->at[list->n++];
}

/* The puzzles of one file, from number `first` on: FILE, or FILE#1, FILE#2, … */
static bool name_puzzles(struct list *list, size_t first, const char *path)
{
    bool alone = list->n == first + 1;
    for (size_t i = first; i < list->n; i++)
        if ((alone ? asprintf(&list->at[i].name, "%s", path)
                   : asprintf(&list->at[i].name, "%s#%zu", path, i - first + 1)) < 0) {
            list->at[i].name = NULL;
            return no_memory();
        }
    return true;
}

void list_free(struct list *list)
{
    for (size_t i = 0; i < list->n; i++)
        puzzle_free(&list->at[i]);
    free(list->at);
}

static bool good_size(const struct text *t, size_t line, unsigned long width, unsigned long height)
{
    if (width && height && width <= SIDE_MOST && height <= SIDE_MOST)
        return true;
    return complain(t, line, "a board is 1 to %d cells wide and high", SIDE_MOST);
}

/* ------------------------------------------------------------------ nonograms */

/* Numbers between blanks; 0 or nothing is the empty clue. */
static bool read_clue(const struct text *t, size_t line, struct clue *clue)
{
    size_t room = strlen(t->line[line]) / 2 + 1;
    char *s = t->line[line], *end;
    if (!(clue->block = malloc(room * sizeof *clue->block)))
        return no_memory();
    for (; *s; s = end) {
        unsigned long block = isdigit((unsigned char)*s) ? strtoul(s, &end, 10) : ULONG_MAX;
        if (block > SIDE_MOST || (*end && !isspace((unsigned char)*end)))
            return complain(t, line, "a clue is numbers of at most %d with blanks between", SIDE_MOST);
        if (block)
            clue->block[clue->n++] = (uint32_t)block;
        else if (clue->n || *end)
            return complain(t, line, "0 stands alone: it is the empty clue");
        while (isspace((unsigned char)*end))
            end++;
    }
    return true;
}

static bool start_nonogram(struct list *list, uint32_t width, uint32_t height)
{
    struct puzzle *p = list_add(list, NONOGRAM);
    if (!p || !(p->clue = calloc((size_t)width + height, sizeof *p->clue)))
        return no_memory();
    p->width = width;
    p->height = height;
    return true;
}

static bool read_nin(struct list *list, const struct text *t)
{
    unsigned width, height;
    size_t i = skip_blank(t, 0);
    sscanf(t->line[i], "%u %u", &width, &height);
    if (!good_size(t, i, width, height) || !start_nonogram(list, width, height))
        return false;
    for (uint32_t k = 0; k < width + height; k++) {
        i = skip_blank(t, i + 1);
        if (i == t->nlines)
            return complain(t, i - 1, "the file ends after %u of %u clue lines", k, width + height);
        if (!read_clue(t, i, &list->at[list->n - 1].clue[k]))
            return false;
    }
    i = skip_blank(t, i + 1);
    return i == t->nlines || complain(t, i, "there are more clue lines than rows and columns");
}

/* The lines from `from` to `to`: columns, then rows. */
static bool read_square(struct list *list, const struct text *t, size_t from, size_t to)
{
    while (to > from && !*t->line[to - 1])
        to--;
    size_t side = (to - from) / 2;
    if ((to - from) % 2)
        return complain(t, from, "%zu clue lines: the board has as many columns as rows", to - from);
    if (!good_size(t, from, side, side) || !start_nonogram(list, (uint32_t)side, (uint32_t)side))
        return false;
    struct clue *clue = list->at[list->n - 1].clue;
    for (size_t k = 0; k < 2 * side; k++)
        if (!read_clue(t, from + k, &clue[(k + side) % (2 * side)]))
            return false;
    return true;
}

static bool read_batch(struct list *list, const struct text *t)
{
    for (size_t i = skip_blank(t, 0), end; i < t->nlines; i = end) {
        for (end = i + 1; end < t->nlines && *t->line[end] != '$';)
            end++;
        if (!read_square(list, t, i + 1, end))
            return false;
        if (!(list->at[list->n - 1].title = strdup(t->line[i])))
            return no_memory();
    }
    return true;
}

/* ------------------------------------------------------------------ loops */

static bool start_loop(struct list *list, enum kind kind, uint32_t width, uint32_t height, const char *title)
{
    struct puzzle *p = list_add(list, kind);
    if (!p || !(p->cell = calloc(width, height)) || (title && !(p->title = strdup(title))))
        return no_memory();
    memset(p->cell, '.', (size_t)width * height);
    p->width = width;
    p->height = height;
    return true;
}

static bool is_row(const char *s)
{
    return *s && !s[strspn(s, ".WBwb ")];
}

static void take_row(char *cell, const char *s)
{
    for (; *s; s++)
        if (*s != ' ')
            *cell++ = (char)(*s == '.' ? '.' : toupper((unsigned char)*s));
}

static size_t row_width(const char *s)
{
    size_t n = 0;
    for (; *s; s++)
        n += *s != ' ';
    return n;
}

/* Rows that are lines of their own, a blank line behind the last. */
static bool read_rows(struct list *list, const struct text *t)
{
    bool every_cell = false;
    size_t i = skip_blank(t, 0), end, width;
    for (; i < t->nlines && !is_row(t->line[i]); i = skip_blank(t, i + 1))
        every_cell |= !strcmp(t->line[i], "all_cells");
    for (end = i; end < t->nlines && is_row(t->line[end]); end++)
        if (row_width(t->line[end]) != row_width(t->line[i]))
            return complain(t, end, "this row is not as long as the first");
    if (skip_blank(t, end) != t->nlines)
        return complain(t, skip_blank(t, end), "a row is `.`, `W` and `B`, with or without blanks between");
    width = i < end ? row_width(t->line[i]) : 0;
    if (!good_size(t, i, width, end - i) || !start_loop(list, MASYU, (uint32_t)width, (uint32_t)(end - i), NULL))
        return false;
    list->at[list->n - 1].every_cell = every_cell;
    for (size_t y = i; y < end; y++)
        take_row(list->at[list->n - 1].cell + (y - i) * width, t->line[y]);
    return true;
}

/* `..W/.B./...` */
static bool read_joined(struct list *list, const struct text *t, size_t line, const char *title, char *joined)
{
    size_t height = 1, width = strcspn(joined, "/");
    for (char *c = joined; *c; c++)
        height += *c == '/';
    if (!good_size(t, line, width, height) || !start_loop(list, MASYU, (uint32_t)width, (uint32_t)height, title))
        return false;
    char *cell = list->at[list->n - 1].cell, *row;
    while ((row = strsep(&joined, "/"))) {
        if (!is_row(row) || row_width(row) != width)
            return complain(t, line, "the row %.40s is not %zu of `.`, `W`, `B`", row, width);
        take_row(cell, row);
        cell += width;
    }
    return true;
}

/* Column of the table's head, from 0 on, or -1. */
static int column_named(const char *head, const char *name)
{
    size_t n = strlen(name);
    for (int column = 0;; column++) {
        size_t length = strcspn(head, "\t");
        if (length == n && !strncmp(head, name, n))
            return column;
        if (!head[length])
            return -1;
        head += length + 1;
    }
}

static bool read_table(struct list *list, const struct text *t)
{
    size_t i = skip_blank(t, 0);
    int rows = column_named(t->line[i], "rows");
    while ((i = skip_blank(t, i + 1)) < t->nlines) {
        char *rest = t->line[i], *title = strsep(&rest, "\t"), *field = title;
        for (int column = 0; column < rows && field; column++)
            field = strsep(&rest, "\t");
        if (!field)
            return complain(t, i, "this line has no field for `rows`");
        if (!read_joined(list, t, i, title, field))
            return false;
    }
    return true;
}

/* The part behind mashu/, masyu/, pearl/ or slither/, or NULL. */
static char *address_in(char *line, enum kind *kind)
{
    static const char *const type[] = {"mashu/", "masyu/", "pearl/", "slither/"};
    for (size_t k = 0; k < sizeof type / sizeof *type; k++) {
        char *found = strstr(line, type[k]);
        *kind = k < 3 ? MASYU : SLITHERLINK;
        if (found)
            return found + strlen(type[k]);
    }
    return NULL;
}

/* A digit in base 27 for three cells, most significant first. */
static bool take_digits(struct puzzle *p, const char *s)
{
    static const int place[3] = {9, 3, 1};
    size_t cells = puzzle_cells(p), n = strcspn(s, " \t/");
    if (n != (cells + 2) / 3)
        return false;
    for (size_t i = 0; i < n; i++) {
        int digit = isdigit((unsigned char)s[i]) ? s[i] - '0' : tolower((unsigned char)s[i]) - 'a' + 10;
        if (digit < 0 || digit > 26)
            return false;
        for (size_t k = 0; k < 3; k++)
            if (3 * i + k < cells)
                p->cell[3 * i + k] = ".WB"[digit / place[k] % 3];
    }
    return true;
}

/* A clue, perhaps with one or two faces without behind it, or 1 to 20 without; the board may end among them. */
static bool take_clues(struct puzzle *p, const char *s)
{
    size_t faces = puzzle_faces(p), face = 0, n = strcspn(s, " \t/");
    for (size_t i = 0; i < n; i++) {
        int value = isdigit((unsigned char)s[i]) ? s[i] - '0' : islower((unsigned char)s[i]) ? s[i] - 'a' + 10 : -1;
        if (face >= faces || value < 0 || value == 15)
            return false;
        if (value < 15)
            p->digit[face] = (char)('0' + value % 5);
        face += (size_t)(value < 15 ? value / 5 + 1 : value - 15);
    }
    return face >= faces;
}

static bool read_slitherlink(struct list *list, const struct text *t, size_t line, const char *title, char *s)
{
    unsigned width, height;
    int taken = 0;
    if (sscanf(s, "%u/%u/%n", &width, &height, &taken) != 2 || !taken)
        return complain(t, line, "an address looks like slither/5/5/cbcbcddad");
    if (!good_size(t, line, width, height) || !start_loop(list, SLITHERLINK, width + 1, height + 1, title))
        return false;
    struct puzzle *p = &list->at[list->n - 1];
    if (!(p->digit = malloc(puzzle_faces(p))))
        return no_memory();
    memset(p->digit, '.', puzzle_faces(p));
    return take_clues(p, s + taken) || complain(t, line, "this is no board of %u x %u clues", width, height);
}

static bool read_masyu(struct list *list, const struct text *t, size_t line, const char *title, char *s)
{
    unsigned width, height;
    int taken = 0;
    bool every_cell = !strncmp(s, "f/", 2);
    if (sscanf(s += every_cell ? 2 : 0, "%u/%u/%n", &width, &height, &taken) != 2 || !taken)
        return complain(t, line, "an address looks like mashu/6/6/il00al00002k");
    if (!good_size(t, line, width, height) || !start_loop(list, MASYU, width, height, title))
        return false;
    list->at[list->n - 1].every_cell = every_cell;
    return take_digits(&list->at[list->n - 1], s + taken) ||
           complain(t, line, "a %u x %u board takes %zu digits of 0-9 and a-q", width, height,
                    ((size_t)width * height + 2) / 3);
}

static bool read_addresses(struct list *list, const struct text *t)
{
    for (size_t i = skip_blank(t, 0); i < t->nlines; i = skip_blank(t, i + 1)) {
        enum kind kind;
        char *address = address_in(t->line[i], &kind), *tab = strchr(t->line[i], '\t');
        if (*t->line[i] == '#')
            continue;
        if (!address)
            return complain(t, i, "there is no address of a Masyu or Slitherlink on this line");
        if (tab && tab < address)
            *tab = 0;
        const char *title = tab && tab < address ? t->line[i] : NULL;
        if (!(kind == MASYU ? read_masyu : read_slitherlink)(list, t, i, title, address))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ Sudokus */

/* The side of a board of so many cells, and how wide its boxes are; 0: there is no such. */
static uint32_t sudoku_side(size_t cells, uint32_t *box)
{
    uint32_t n = 4;
    while (n < SUDOKU_MOST && (size_t)n * n < cells)
        n++;
    *box = n;
    for (uint32_t height = 2; height * height <= n; height++)
        if (n % height == 0)
            *box = n / height;
    return (size_t)n * n == cells && *box < n ? n : 0;
}

/* A board with at least one digit. */
static bool is_sudoku(const char *s)
{
    size_t cells = strspn(s, ".0123456789ABCDEFGHIJKLMNOP");
    uint32_t box;
    return !s[cells] && sudoku_side(cells, &box) && strpbrk(s, "123456789");
}

static bool read_sudoku(struct list *list, const struct text *t, size_t line)
{
    uint32_t box, n = sudoku_side(strlen(t->line[line]), &box);
    struct puzzle *p = is_sudoku(t->line[line]) ? list_add(list, SUDOKU) : NULL;
    if (!is_sudoku(t->line[line]))
        return complain(t, line, "this is no Sudoku of n * n characters");
    if (!p || !(p->given = calloc((size_t)n * n, 1)))
        return no_memory();
    p->width = p->height = n;
    p->box = box;
    for (size_t i = 0; i < (size_t)n * n; i++) {
        char c = t->line[line][i];
        p->given[i] = (uint8_t)(c == '.' ? 0 : isdigit((unsigned char)c) ? c - '0' : c - 'A' + 10);
        if (p->given[i] > n)
            return complain(t, line, "a value above %u", n);
    }
    return true;
}

static bool read_sudokus(struct list *list, const struct text *t)
{
    for (size_t i = skip_blank(t, 0); i < t->nlines; i = skip_blank(t, i + 1))
        if (!read_sudoku(list, t, i))
            return false;
    return true;
}

/* ------------------------------------------------------------------ files and folders */

typedef bool reader(struct list *list, const struct text *t);

static bool is_size(const char *s)
{
    unsigned width, height;
    int end = 0;
    return sscanf(s, "%u %u%n", &width, &height, &end) == 2 && !s[end];
}

static bool is_clue(const char *s)
{
    return *s && !s[strspn(s, "0123456789 \t")];
}

/* Which format this is, by its first lines. */
static reader *recognise(const struct text *t)
{
    size_t i = skip_blank(t, 0), j = i;
    enum kind kind;
    if (i == t->nlines)
        return NULL;
    while (j < t->nlines && *t->line[j] == '#')
        j = skip_blank(t, j + 1);
    if (*t->line[i] == '$')
        return read_batch;
    if (is_sudoku(t->line[i]))
        return read_sudokus;
    if (strchr(t->line[i], '\t') && column_named(t->line[i], "rows") >= 0)
        return read_table;
    if (j < t->nlines && address_in(t->line[j], &kind))
        return read_addresses;
    size_t next = skip_blank(t, i + 1);
    if (is_size(t->line[i]) && next < t->nlines && is_clue(t->line[next]))
        return read_nin;
    bool head = !strncmp(t->line[i], "masyu ", 6) || !strcmp(t->line[i], "all_cells");
    return head || is_row(t->line[i]) ? read_rows : NULL;
}

/* `walked`: found in a folder, so it may be no puzzle at all. */
static bool add_file(struct list *list, const char *path, bool walked)
{
    struct text t = {.path = path};
    size_t first = list->n;
    bool good = load(&t) && cut_lines(&t);
    reader *read = good ? recognise(&t) : NULL;
    if (good && !read && !walked)
        good = complain(&t, 0, "no format that is known here begins like this");
    else if (read)
        good = read(list, &t) && name_puzzles(list, first, path);
    free(t.line);
    free(t.bytes);
    return good;
}

static bool is_skipped(const char *name, const struct skip *skip)
{
    for (uint32_t i = 0; i < skip->n; i++)
        if (!fnmatch(skip->pattern[i], name, 0))
            return true;
    return false;
}

static int is_visible(const struct dirent *entry)
{
    return *entry->d_name != '.';
}

static bool add_path(struct list *list, const char *path, const struct skip *skip, bool walked);

static bool add_entry(struct list *list, const char *folder, const char *name, const struct skip *skip)
{
    char *path;
    if (is_skipped(name, skip))
        return true;
    if (asprintf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name) < 0)
        return no_memory();
    bool good = add_path(list, path, skip, true);
    free(path);
    return good;
}

static bool add_folder(struct list *list, const char *path, const struct skip *skip)
{
    struct dirent **entry;
    int n = scandir(path, &entry, is_visible, alphasort);
    bool good = n >= 0;
    if (!good)
        fprintf(stderr, "bench-baseline: %s: %s\n", path, strerror(errno));
    for (int i = 0; i < n; i++) {
        good = good && add_entry(list, path, entry[i]->d_name, skip);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return good;
}

static bool add_path(struct list *list, const char *path, const struct skip *skip, bool walked)
{
    struct stat info;
    if (!stat(path, &info) && S_ISDIR(info.st_mode))
        return add_folder(list, path, skip);
    return add_file(list, path, walked);
}

bool list_read(struct list *list, const char *path, const struct skip *skip)
{
    *list = (struct list){.name = path};
    if (!*path) {
        fputs("bench-baseline: an empty name is no file\n", stderr);
        return false;
    }
    if (!add_path(list, path, skip, false))
        return false;
    if (!list->n)
        fprintf(stderr, "bench-baseline: %s: there is no puzzle in it\n", path);
    return list->n > 0;
}
