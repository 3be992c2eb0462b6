/* What the same puzzles cost under different sets of rules; and how that is printed. */
#ifndef RATCHET_CLI_ABLATION_H
#define RATCHET_CLI_ABLATION_H

#include "util/text.h"

#include <stdbool.h>
#include <stdint.h>

enum rule_set {
    SET_ALL,        /* all rules of the configuration */
    SET_WITHOUT,    /* all but one */
    SET_BASE,       /* the base set alone */
    SET_WITH        /* the base set and one more */
};

struct ablation_row {
    enum rule_set set;
    const char *rule;           /* left out or added; NULL */
    uint64_t nodes, conflicts;  /* nodes: decisions */
    double seconds;             /* CPU */
    uint32_t solved;            /* puzzles with a verdict: none, unique or several */
    uint32_t differing;         /* verdicts that contradict those with all rules */
};

struct ablation {
    struct ablation_row *row;   /* row[0]: SET_ALL */
    uint32_t nrows, npuzzles;
    uint64_t node_limit;        /* a puzzle */
    const char *base;           /* ids of the base set, separated by commas; "" */
};

/* Nodes of the search trees: decisions, and a root for each puzzle. */
double ablation_tree(const struct ablation *ablation, const struct ablation_row *row);
/* "all rules", "without loop.degree" ... */
void ablation_name(const struct ablation_row *row, char *buffer, size_t capacity);
void ablation_table(const struct ablation *ablation, struct text *out);
void ablation_csv(const struct ablation *ablation, struct text *out);
void ablation_json(const struct ablation *ablation, struct text *out);
/* An SVG picture: for each rule what it costs to leave it out, and what it solves on top of the base set. */
void ablation_plot(const struct ablation *ablation, struct text *out);

#endif
