/* The model of a board of Tents: its variables, and its scopes by number. */
#ifndef TENTS_CAMP_H
#define TENTS_CAMP_H

#include "board.h"

enum scope_kind { LINE, APART, TREE_SCOPE, PAIRS };

struct scope {
    uint8_t kind;
    uint16_t what;                  /* a line; a cell; the cell of a tree; a tree of a group */
    uint32_t first, n;              /* its positions in `camp.at` */
};

struct camp {
    struct board board;
    uint32_t nvars, nscopes, nat;
    uint16_t cell[CELLS], var[CELLS];   /* of a variable; of a cell without a tree */
    struct scope *scope;
    uint16_t *at;                   /* the positions of all scopes: cells */
};

static inline size_t cell_name(const struct camp *camp, uint32_t at, char *buffer, size_t capacity)
{
    uint32_t width = camp->board.width;
    return (size_t)snprintf(buffer, capacity, "r%uc%u", at / width + 1, at % width + 1);
}

static inline int is_open(const struct camp *camp, uint32_t at)
{
    return at != RT_NOPOS && camp->board.cell[at] != TREE;
}

static inline uint32_t camp_var(const struct camp *camp, uint32_t scope, uint32_t position)
{
    return camp->var[camp->at[camp->scope[scope].first + position]];
}

/* ---- listing the scopes */

static inline void scope_begin(struct camp *camp, enum scope_kind kind, uint32_t what)
{
    camp->scope[camp->nscopes] = (struct scope){(uint8_t)kind, (uint16_t)what, camp->nat, 0};
}

static inline void scope_add(struct camp *camp, uint32_t at)
{
    camp->at[camp->nat++] = (uint16_t)at;
}

/* Keeps a scope that has at least `least` positions. */
static inline void scope_end(struct camp *camp, uint32_t least)
{
    struct scope *scope = &camp->scope[camp->nscopes];
    scope->n = camp->nat - scope->first;
    if (scope->n >= least)
        camp->nscopes++;
    else
        camp->nat = scope->first;
}

/* The open cells of a line, then those beside it that touch one of them. */
static inline void list_line(struct camp *camp, uint32_t line)
{
    const struct board *board = &camp->board;
    uint32_t n = line_length(board, line), side = line < board->width ? board->width : board->height;
    uint32_t own = line < board->width ? line : line - board->width;
    scope_begin(camp, LINE, line);
    for (uint32_t i = 0; i < n; i++)
        if (is_open(camp, line_cell(board, line, i)))
            scope_add(camp, line_cell(board, line, i));
    uint32_t end = camp->nat;
    for (uint32_t i = 0; i < 2 * n && end > camp->scope[camp->nscopes].first; i++) {
        if (i < n ? own == 0 : own + 1 == side)
            continue;
        uint32_t at = line_cell(board, i < n ? line - 1 : line + 1, i % n), touches = 0;
        for (uint32_t k = camp->scope[camp->nscopes].first; k < end; k++)
            touches |= (uint32_t)board_touch(board, at, camp->at[k]);
        if (touches && is_open(camp, at))
            scope_add(camp, at);
    }
    scope_end(camp, 1);
}

/* A cell, then those that it touches. */
static inline void list_apart(struct camp *camp, uint32_t at)
{
    uint32_t touched[8], n = board_touched(&camp->board, at, touched);
    scope_begin(camp, APART, at);
    scope_add(camp, at);
    for (uint32_t i = 0; i < n; i++)
        if (is_open(camp, touched[i]))
            scope_add(camp, touched[i]);
    scope_end(camp, 2);
}

/* The cells beside a tree, then those at its corners. */
static inline void list_tree(struct camp *camp, uint32_t at)
{
    const struct board *board = &camp->board;
    scope_begin(camp, TREE_SCOPE, at);
    for (uint32_t d = 0; d < 4; d++)
        if (is_open(camp, board_beside(board, at, d)))
            scope_add(camp, board_beside(board, at, d));
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t row = board_beside(board, at, i < 2 ? 0 : 3);
        uint32_t corner = row == RT_NOPOS ? RT_NOPOS : board_beside(board, row, i % 2 ? 2 : 1);
        if (is_open(camp, corner))
            scope_add(camp, corner);
    }
    scope_end(camp, 1);
}

/* The cells of a group: those beside a tree of it, and the trees beside those. Cells without any are one group. */
static inline void list_group(struct camp *camp, uint32_t start, uint8_t *seen, uint16_t *stack)
{
    const struct board *board = &camp->board;
    uint32_t depth = 0;
    scope_begin(camp, PAIRS, start);
    seen[start] = 1;
    stack[depth++] = (uint16_t)start;
    while (depth) {
        uint32_t at = stack[--depth];
        if (is_open(camp, at))
            scope_add(camp, at);
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t beside = board_beside(board, at, d);
            if (beside == RT_NOPOS || seen[beside] || is_open(camp, at) == is_open(camp, beside))
                continue;
            seen[beside] = 1;
            stack[depth++] = (uint16_t)beside;
        }
    }
    scope_end(camp, 1);
}

static inline int list_groups(struct rt_self *self, struct camp *camp)
{
    uint32_t n = board_cells(&camp->board);
    uint8_t *seen = self->h->scratch(self, n);
    uint16_t *stack = self->h->scratch(self, n * sizeof *stack);
    if (!seen || !stack)
        return RT_ENOMEM;
    for (uint32_t at = 0; at < n; at++)
        if (camp->board.cell[at] == TREE && !seen[at])
            list_group(camp, at, seen, stack);
    scope_begin(camp, PAIRS, n);
    for (uint32_t at = 0; at < n; at++)
        if (!seen[at])
            scope_add(camp, at);
    scope_end(camp, 1);
    return RT_OK;
}

/* `board` is there. */
static inline int camp_make(struct rt_self *self, struct camp *camp)
{
    const struct board *board = &camp->board;
    uint32_t n = board_cells(board), lines = board->width + board->height;
    camp->scope = self->h->alloc(self, (lines + 3 * n + 1) * sizeof *camp->scope);
    /* A cell is in 6 lines, 9 times apart, in 8 trees and 1 group. */
    camp->at = self->h->alloc(self, 24 * n * sizeof *camp->at);
    if (!camp->scope || !camp->at)
        return RT_ENOMEM;
    for (uint32_t at = 0; at < n; at++) {
        if (board->cell[at] == TREE)
            continue;
        camp->var[at] = (uint16_t)camp->nvars;
        camp->cell[camp->nvars++] = (uint16_t)at;
    }
    for (uint32_t line = 0; line < lines; line++)
        if (board->count[line] != UNKNOWN)
            list_line(camp, line);
    for (uint32_t at = 0; at < n; at++)
        if (is_open(camp, at))
            list_apart(camp, at);
    for (uint32_t at = 0; at < n; at++)
        if (board->cell[at] == TREE)
            list_tree(camp, at);
    return list_groups(self, camp);
}

/* ---- handing them to the host */

static inline int emit_scope(struct rt_self *self, const struct camp *camp, const struct scope *scope,
                             const char *kind, const void *payload, size_t size)
{
    uint32_t *vars = self->h->scratch(self, scope->n * sizeof *vars);
    for (uint32_t i = 0; vars && i < scope->n; i++)
        vars[i] = camp->var[camp->at[scope->first + i]];
    return vars ? self->h->add_scope(self, kind, vars, scope->n, payload, size) : RT_ENOMEM;
}

static inline int emit_line(struct rt_self *self, const struct camp *camp, const struct scope *scope)
{
    const struct board *board = &camp->board;
    const uint16_t *at = camp->at + scope->first;
    struct rt_tents_line *line = self->h->scratch(self, sizeof *line + scope->n * sizeof *line->touched);
    if (!line)
        return RT_ENOMEM;
    line->count = (uint32_t)board->count[scope->what];
    for (uint32_t i = 0; i < line_length(board, scope->what); i++)
        line->cells += (uint32_t)is_open(camp, line_cell(board, scope->what, i));
    for (uint32_t i = 0; i + 1 < line->cells; i++)
        line->joined |= (uint64_t)board_touch(board, at[i], at[i + 1]) << i;
    for (uint32_t p = line->cells; p < scope->n; p++)
        for (uint32_t i = 0; i < line->cells; i++)
            line->touched[p - line->cells] |= (uint64_t)board_touch(board, at[i], at[p]) << i;
    return emit_scope(self, camp, scope, RT_TENTS_LINE, line,
                      sizeof *line + (scope->n - line->cells) * sizeof *line->touched);
}

static inline int emit_tree(struct rt_self *self, const struct camp *camp, const struct scope *scope)
{
    const struct board *board = &camp->board;
    const uint16_t *at = camp->at + scope->first;
    struct rt_tents_tree tree = {0};
    for (uint32_t d = 0; d < 4; d++)
        tree.sides += (uint32_t)is_open(camp, board_beside(board, scope->what, d));
    for (uint32_t p = tree.sides; p < scope->n; p++)
        for (uint32_t i = 0; i < tree.sides; i++)
            tree.touched[p - tree.sides] |= (uint32_t)board_touch(board, at[i], at[p]) << i;
    return emit_scope(self, camp, scope, RT_TENTS_TREE, &tree, sizeof tree);
}

/* Numbers the trees beside the cells of the group in `number`, from 0; returns how many. Others keep -1. */
static inline uint32_t number_trees(const struct camp *camp, const struct scope *scope, int16_t *number)
{
    uint32_t trees = 0;
    memset(number, 0xff, board_cells(&camp->board) * sizeof *number);
    for (uint32_t i = 0; i < scope->n; i++)
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t tree = board_beside(&camp->board, camp->at[scope->first + i], d);
            if (tree != RT_NOPOS && !is_open(camp, tree) && number[tree] < 0)
                number[tree] = (int16_t)trees++;
        }
    return trees;
}

static inline int emit_pairs(struct rt_self *self, const struct camp *camp, const struct scope *scope)
{
    const struct board *board = &camp->board;
    int16_t *number = self->h->scratch(self, board_cells(board) * sizeof *number);
    if (!number)
        return RT_ENOMEM;
    uint32_t trees = number_trees(camp, scope, number);
    struct rt_tents_pairs *pairs = self->h->scratch(self, sizeof *pairs + (trees + scope->n) * sizeof *pairs->beside);
    if (!pairs)
        return RT_ENOMEM;
    pairs->trees = trees;
    memset(pairs->beside, 0xff, (trees + scope->n) * sizeof *pairs->beside);
    for (uint32_t i = 0; i < scope->n; i++) {
        int16_t *own = pairs->beside[trees + i];
        for (uint32_t d = 0; d < 4; d++) {
            uint32_t tree = board_beside(board, camp->at[scope->first + i], d);
            if (tree == RT_NOPOS || is_open(camp, tree))
                continue;
            int16_t *place = pairs->beside[number[tree]];
            while (*place >= 0)
                place++;
            *place = (int16_t)i;
            *own++ = number[tree];
        }
    }
    return emit_scope(self, camp, scope, RT_TENTS_PAIRS, pairs,
                      sizeof *pairs + (trees + scope->n) * sizeof *pairs->beside);
}

static inline int camp_model(struct rt_self *self, const struct camp *camp)
{
    int status = self->h->add_variables(self, camp->nvars, 2) == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t i = 0; i < camp->nscopes && status == RT_OK; i++) {
        const struct scope *scope = &camp->scope[i];
        status = scope->kind == LINE         ? emit_line(self, camp, scope)
                 : scope->kind == APART      ? emit_scope(self, camp, scope, RT_TENTS_APART, NULL, 0)
                 : scope->kind == TREE_SCOPE ? emit_tree(self, camp, scope)
                                             : emit_pairs(self, camp, scope);
    }
    return status;
}

/* ---- their names */

static inline int camp_describe_scope(struct rt_self *self, const struct camp *camp, uint32_t number)
{
    const struct scope *scope = &camp->scope[number];
    char name[32];
    if (scope->kind == LINE)
        return self->h->print(self, "%s", line_name(&camp->board, scope->what, name, sizeof name));
    if (scope->kind == PAIRS && scope->what == board_cells(&camp->board))
        return self->h->print(self, "the cells away from trees");
    cell_name(camp, scope->what, name, sizeof name);
    return self->h->print(self, scope->kind == PAIRS ? "the trees round %s"
                          : scope->kind == APART ? "%s" : "the tree %s", name);
}

#endif
