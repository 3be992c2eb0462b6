/* A Kakuro: a rectangle of walls and cells. Walls may carry sums, of the run of cells below and of that to the right.
 *
 * Canonical text: "kakuro", then the rows, parted by blanks: '#' a wall, DOWN\ACROSS one with sums, either of which may
 * be missing, '.' a cell, or 1 to 9 what stands in it. */
#ifndef KAKURO_BOARD_H
#define KAKURO_BOARD_H

#include <ratchet/kit/text.h>
#include <ratchet/model.h>

enum { SIDE_MOST = 200, DIGITS = 9, WORD_MOST = 8 };

struct cell {
    uint8_t wall, down, across;     /* sums of a wall; 0: none */
    uint8_t given, answer;          /* of a cell; 0: none. Only formats know answers */
};

/* A row or column of cells between walls. */
struct run {
    uint32_t first, step, n;        /* its cells: first + i * step */
    uint32_t sum, wall;             /* 0, RT_NOPOS: no wall gives its sum */
};

struct board {
    uint32_t width, height;
    struct cell *cell;
    uint32_t *lines;                /* of the file, one a row */
    /* What follows from the cells, made by board_find_runs. */
    struct run *run;                /* those across first */
    uint32_t nruns, ncells;
    uint32_t *var, *place;          /* variable of a cell, cell of a variable */
};

static inline uint32_t board_size(const struct board *board)
{
    return board->width * board->height;
}

/* ---- cells in the spellings that people use */

/* A sum, or nothing, which -1 and 0 stand for as well. */
static inline bool sum_of(struct rt_span word, uint8_t *sum)
{
    uint32_t number = 0;
    if (word.n && !rt_span_is(word, "-1") && (!rt_span_is_number(word, &number) || number > 255))
        return false;
    *sum = (uint8_t)number;
    return true;
}

/* Two sums with one of the characters between them. */
static inline bool sums_of(struct rt_span word, const char *between, uint8_t *one, uint8_t *other)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.s[i] && strchr(between, word.s[i]))
            return sum_of((struct rt_span){word.s, i}, one) &&
                sum_of((struct rt_span){word.s + i + 1, word.n - i - 1}, other);
    return false;
}

/* '#', '-', 'x' and the like are walls, 16\23 16,23 16/23 ones with sums; '.', '_', '0', '?' are open. */
static inline bool cell_of(struct rt_span word, struct cell *cell)
{
    *cell = (struct cell){0};
    if (word.n == 1 && *word.s >= '1' && *word.s <= '9') {
        cell->given = (uint8_t)(*word.s - '0');
        return true;
    }
    if (word.n == 1 && strchr("._0?", *word.s))
        return *word.s != 0;
    cell->wall = 1;
    if (word.n == 1 && strchr("#-xX", *word.s))
        return *word.s != 0;
    return sums_of(word, "\\,/", &cell->down, &cell->across);
}

static inline uint32_t count_words(struct rt_span line)
{
    uint32_t n = 0;
    while (rt_span_word(&line).n)
        n++;
    return n;
}

/* Room for the cells of a board of that size; `line` of the file tells it. */
static inline int board_make(struct rt_self *self, struct board *board, uint32_t line)
{
    if (!board->width || !board->height || board->width > SIDE_MOST || board->height > SIDE_MOST)
        return self->h->fail(self, RT_EINPUT, line, 0, "a board here is 1 to %d cells wide and high, not %u by %u",
                             SIDE_MOST, board->width, board->height);
    board->cell = self->h->scratch(self, board_size(board) * sizeof *board->cell);
    board->lines = self->h->scratch(self, board->height * sizeof *board->lines);
    return board->cell && board->lines ? RT_OK : RT_ENOMEM;
}

/* A row of words; `answers`: digits are answers, walls only stand where they are. */
static inline int read_row(struct rt_self *self, struct rt_span line, uint32_t number, struct board *board,
                           uint32_t row, bool answers)
{
    struct rt_span rest = line, word;
    uint32_t words = count_words(line);
    if (words != board->width)
        return self->h->fail(self, RT_EINPUT, number, 0, "this row has %u cells, the first one has %u", words,
                             board->width);
    if (!answers)
        board->lines[row] = number;
    for (uint32_t column = 0; (word = rt_span_word(&rest)).n; column++) {
        struct cell read, *cell = &board->cell[row * board->width + column];
        uint32_t at = (uint32_t)(word.s - line.s) + 1;
        if (!cell_of(word, &read))
            return self->h->fail(self, RT_EINPUT, number, at, "a cell is '.' or 1 to 9, a wall '#' or its sums, "
                                 "DOWN\\ACROSS");
        if (answers && read.wall != cell->wall)
            return self->h->fail(self, RT_EINPUT, number, at, "the puzzle has a %s here", cell->wall ? "wall" : "cell");
        if (answers)
            cell->answer = read.given;
        else
            *cell = read;
    }
    return RT_OK;
}

/* Rows up to an empty line or the end. */
static inline int read_rows(struct rt_self *self, struct rt_lines *lines, struct board *board)
{
    struct rt_lines ahead = *lines;
    struct rt_span line;
    while (rt_lines_next(&ahead, &line) && count_words(line))
        board->height++, board->width = board->height == 1 ? count_words(line) : board->width;
    int status = board_make(self, board, lines->number + 1);
    for (uint32_t row = 0; row < board->height && status == RT_OK && rt_lines_next(lines, &line); row++)
        status = read_row(self, line, lines->number, board, row, false);
    return status;
}

/* ---- runs */

/* What no digits can do is told at the wall that asks for it. */
static inline int check_run(struct rt_self *self, const struct board *board, const struct run *run)
{
    uint32_t low = run->n * (run->n + 1) / 2, high = run->n * (2 * DIGITS + 1 - run->n) / 2;
    const char *way = run->step == 1 ? "across" : "down";
    uint32_t row = run->first / board->width, column = run->first % board->width + 1;
    uint32_t line = (run->sum ? run->wall / board->width : row) + 2;
    if (run->n > DIGITS)
        return self->h->fail(self, RT_EINPUT, line, 0, "the run %s from r%uc%u has %u cells, and there are only %d "
                             "different digits", way, row + 1, column, run->n, DIGITS);
    if (run->sum && (run->sum < low || run->sum > high))
        return self->h->fail(self, RT_EINPUT, line, 0, "the sum %u is impossible for %u cell%s (%s from r%uc%u): "
                             "different digits make %u to %u", run->sum, run->n, run->n == 1 ? "" : "s", way, row + 1,
                             column, low, high);
    return RT_OK;
}

/* The run that starts at a cell, if one does. */
static inline bool run_at(const struct board *board, uint32_t start, bool across, struct run *run)
{
    uint32_t at = across ? start % board->width : start / board->width, end = across ? board->width : board->height;
    uint32_t step = across ? 1 : board->width;
    const struct cell *before = at ? &board->cell[start - step] : NULL;
    if (board->cell[start].wall || (before && !before->wall))
        return false;
    *run = (struct run){.first = start, .step = step, .wall = RT_NOPOS};
    while (at + run->n < end && !board->cell[start + run->n * step].wall)
        run->n++;
    run->sum = before ? across ? before->across : before->down : 0;
    run->wall = run->sum ? start - step : RT_NOPOS;
    return true;
}

/* A sum beside which no run begins. */
static inline int check_wall(struct rt_self *self, const struct board *board, uint32_t at)
{
    const struct cell *cell = &board->cell[at];
    uint32_t row = at / board->width, column = at % board->width;
    bool right = column + 1 < board->width && !cell[1].wall;
    bool below = row + 1 < board->height && !cell[board->width].wall;
    uint32_t lost = cell->across && !right ? cell->across : cell->down && !below ? cell->down : 0;
    if (!lost)
        return RT_OK;
    return self->h->fail(self, RT_EINPUT, row + 2, 0, "the sum %u of r%uc%u has no cell %s", lost, row + 1, column + 1,
                         cell->across && !right ? "to its right" : "below it");
}

static inline int find_runs(struct rt_self *self, struct board *board, bool across)
{
    for (uint32_t at = 0; at < board_size(board); at++) {
        struct run *run = &board->run[board->nruns];
        if (!run_at(board, at, across, run))
            continue;
        int status = check_run(self, board, run);
        if (status != RT_OK)
            return status;
        board->nruns += run->sum || run->n > 1;
    }
    return RT_OK;
}

/* Fills in what follows from the cells; errors name lines of the canonical text. Runs of one cell without a sum say
 * nothing and are left out. */
static inline int board_find_runs(struct rt_self *self, struct board *board)
{
    uint32_t size = board_size(board);
    board->run = self->h->alloc(self, (2 * size + 1) * sizeof *board->run);
    board->var = self->h->alloc(self, size * sizeof *board->var);
    board->place = self->h->alloc(self, size * sizeof *board->place);
    if (!board->run || !board->var || !board->place)
        return RT_ENOMEM;
    int status = RT_OK;
    for (uint32_t at = 0; at < size && status == RT_OK; at++) {
        board->var[at] = board->ncells;
        board->place[board->ncells] = at;
        board->ncells += !board->cell[at].wall;
        status = board->cell[at].wall ? check_wall(self, board, at) : RT_OK;
    }
    if (status == RT_OK && !board->ncells)
        return self->h->fail(self, RT_EINPUT, 2, 0, "there is no cell in this board");
    status = status == RT_OK ? find_runs(self, board, true) : status;
    return status == RT_OK ? find_runs(self, board, false) : status;
}

/* The canonical text, without what follows from it. */
static inline int board_read(struct rt_self *self, const char *text, size_t length, struct board *board)
{
    struct rt_lines lines = rt_lines_of(text, length);
    struct rt_span line = {"", 0};
    *board = (struct board){0};
    if (!rt_lines_next(&lines, &line) || !rt_span_is(rt_span_word(&line), "kakuro") || rt_span_trim(line).n)
        return self->h->fail(self, RT_EINPUT, 1, 0, "the first line says `kakuro`");
    int status = read_rows(self, &lines, board);
    while (status == RT_OK && rt_lines_next(&lines, &line))
        if (count_words(line))
            return self->h->fail(self, RT_EINPUT, lines.number, 0, "behind the board stands more");
    return status;
}

/* ---- writing */

static inline int cell_word(const struct cell *cell, uint32_t digit, char *word)
{
    char down[4] = "", across[4] = "";
    if (!cell->wall)
        return snprintf(word, WORD_MOST, "%c", digit ? '0' + (char)digit : '.');
    if (!cell->down && !cell->across)
        return snprintf(word, WORD_MOST, "#");
    if (cell->down)
        snprintf(down, sizeof down, "%u", cell->down);
    if (cell->across)
        snprintf(across, sizeof across, "%u", cell->across);
    return snprintf(word, WORD_MOST, "%s\\%s", down, across);
}

/* As janko.at and puzzlekit write it: 16,23 for a wall, '-' without sums or, with `answers`, in any case; 0 for a
 * cell. */
static inline void cell_word_listed(const struct cell *cell, bool answers, char *word)
{
    cell_word(cell, answers && cell->answer ? cell->answer : cell->given, word);
    char *slash = strchr(word, '\\');
    if (cell->wall && (answers || !slash))
        strcpy(word, "-");
    else if (slash)
        *slash = ',';
    else if (*word == '.')
        *word = '0';
}

/* The widest word of a column. */
static inline int column_width(const struct board *board, uint32_t column)
{
    char word[WORD_MOST];
    int width = 1;
    for (uint32_t at = column; at < board_size(board); at += board->width) {
        int n = cell_word(&board->cell[at], 0, word);
        width = n > width ? n : width;
    }
    return width;
}

/* How wide the columns of a drawing are: scratch memory; NULL: there is none. */
static inline const int *board_columns(struct rt_self *self, const struct board *board)
{
    int *width = self->h->scratch(self, board->width * sizeof *width);
    for (uint32_t column = 0; width && column < board->width; column++)
        width[column] = column_width(board, column);
    return width;
}

/* The rows in canonical spelling; `answers`: with these in the cells, drawn in columns as `render` does. Scratch
 * memory; NULL: there is none. */
static inline char *board_rows(struct rt_self *self, const struct board *board, const char *head, bool answers)
{
    size_t capacity = strlen(head) + (size_t)board_size(board) * (WORD_MOST + 1) + 1;
    char *text = self->h->scratch(self, capacity), *at = text;
    const int *width = board_columns(self, board);
    if (!text || !width)
        return NULL;
    at += snprintf(at, capacity, "%s", head);
    for (uint32_t v = 0; v < board_size(board); v++) {
        const struct cell *cell = &board->cell[v];
        char word[WORD_MOST];
        cell_word(cell, answers && cell->answer ? cell->answer : cell->given, word);
        at += sprintf(at, "%*s%c", answers ? width[v % board->width] : 0, word, (v + 1) % board->width ? ' ' : '\n');
    }
    return text;
}

/* Are there answers, in all cells or in some? */
static inline bool board_answered(const struct board *board, bool *all)
{
    bool some = false;
    *all = true;
    for (uint32_t v = 0; v < board_size(board); v++) {
        some |= board->cell[v].answer != 0;
        *all &= board->cell[v].wall || board->cell[v].answer || board->cell[v].given;
    }
    return some;
}

/* Hands the board over. */
static inline int board_emit(struct rt_self *self, const struct board *board, struct rt_puzzle_text *puzzle)
{
    bool all, some = board_answered(board, &all);
    char *text = board_rows(self, board, "kakuro\n", false);
    char *answers = some ? board_rows(self, board, "", true) : NULL;
    uint32_t *numbers = self->h->scratch(self, (board->height + 1) * sizeof *numbers);
    if (!text || !numbers || (some && !answers))
        return RT_ENOMEM;
    for (uint32_t i = 0; i <= board->height; i++)
        numbers[i] = board->lines[i ? i - 1 : 0];
    puzzle->size = sizeof *puzzle;
    puzzle->text = text;
    puzzle->length = strlen(text);
    puzzle->lines = numbers;
    puzzle->nlines = board->height + 1;
    *(all ? &puzzle->solution : &puzzle->marks) = answers;
    return self->h->emit(self, puzzle);
}

/* For writers: the puzzle with its solution, or else its marks, as answers. */
static inline int board_of(struct rt_self *self, const struct rt_puzzle_text *puzzle, struct board *board)
{
    const char *answers = puzzle->solution ? puzzle->solution : puzzle->marks;
    int status = board_read(self, puzzle->text, puzzle->length, board);
    struct rt_lines lines = rt_lines_of(answers, answers ? strlen(answers) : 0);
    struct rt_span line;
    for (uint32_t row = 0; status == RT_OK && row < board->height && rt_lines_next(&lines, &line); row++)
        status = read_row(self, line, lines.number, board, row, true);
    return status;
}

#endif
