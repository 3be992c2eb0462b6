#include "ablation.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const set_words[] = {"all", "without", "base", "with"};

double ablation_tree(const struct ablation *a, const struct ablation_row *row)
{
    return (double)row->nodes + a->npuzzles;
}

void ablation_name(const struct ablation_row *row, char *buffer, size_t capacity)
{
    if (row->rule)
        snprintf(buffer, capacity, "%s %s", row->set == SET_WITH ? "  +" : "without", row->rule);
    else
        snprintf(buffer, capacity, "%s", row->set == SET_ALL ? "all rules" : "base set");
}

static void put_ratio(struct text *out, double a, double b)
{
    text_printf(out, " %8.2fx", b > 0 ? a / b : 1);
}

/* The share of the search tree that a rule saves, of what it takes without it. */
static void put_saved(struct text *out, const struct ablation *a, const struct ablation_row *row)
{
    if (row->set == SET_WITHOUT)
        text_printf(out, " %6.1f%%", 100 * (1 - ablation_tree(a, &a->row[0]) / ablation_tree(a, row)));
    else
        text_printf(out, " %7s", "");
}

static void put_row(const struct ablation *a, const struct ablation_row *row, struct text *out)
{
    const struct ablation_row *all = &a->row[0];
    char name[96];
    ablation_name(row, name, sizeof name);
    text_printf(out, "%-30s %6.1f%% %12llu", name, 100.0 * row->solved / a->npuzzles, (unsigned long long)row->nodes);
    put_ratio(out, ablation_tree(a, row), ablation_tree(a, all));
    put_saved(out, a, row);
    text_printf(out, " %12llu %10.1f", (unsigned long long)row->conflicts, row->seconds * 1e3);
    put_ratio(out, row->seconds, all->seconds);
    if (row->differing)
        text_printf(out, "  %u verdicts differ: a rule is wrong", row->differing);
    text_puts(out, "\n");
}

void ablation_table(const struct ablation *a, struct text *out)
{
    text_printf(out, "%u puzzle%s, at most %llu decisions each; base set: %s\n\n%-30s %7s %12s %9s %7s %12s %10s\n",
                a->npuzzles, a->npuzzles == 1 ? "" : "s", (unsigned long long)a->node_limit,
                *a->base ? a->base : "no rules", "rules", "solved", "decisions", "tree", "saved", "conflicts",
                "CPU ms");
    for (uint32_t k = 0; k < a->nrows; k++) {
        if (k && a->row[k].set != a->row[k - 1].set && a->row[k].set != SET_WITH)
            text_puts(out, "\n");
        put_row(a, &a->row[k], out);
    }
}

void ablation_csv(const struct ablation *a, struct text *out)
{
    text_puts(out, "rules,rule,puzzles,solved,nodes,conflicts,cpu_seconds,differing\n");
    for (uint32_t k = 0; k < a->nrows; k++) {
        const struct ablation_row *row = &a->row[k];
        text_printf(out, "%s,%s,%u,%u,%llu,%llu,%.6f,%u\n", set_words[row->set], row->rule ? row->rule : "",
                    a->npuzzles, row->solved, (unsigned long long)row->nodes, (unsigned long long)row->conflicts,
                    row->seconds, row->differing);
    }
}

/* Times stand apart, as everywhere: the rest is the same in every run. */
void ablation_json(const struct ablation *a, struct text *out)
{
    json_t *rows = json_array(), *timing = json_array();
    for (uint32_t k = 0; k < a->nrows; k++) {
        const struct ablation_row *r = &a->row[k];
        json_array_append_new(rows, json_pack("{s:s, s:s?, s:I, s:I, s:i, s:i}", "rules", set_words[r->set], "rule",
                                              r->rule, "nodes", (json_int_t)r->nodes, "conflicts",
                                              (json_int_t)r->conflicts, "solved", (int)r->solved, "differing",
                                              (int)r->differing));
        json_array_append_new(timing, json_real(r->seconds));
    }
    json_t *whole = json_pack("{s:i, s:I, s:s, s:o, s:{s:o}}", "puzzles", (int)a->npuzzles, "node_limit",
                              (json_int_t)a->node_limit, "base", a->base, "rows", rows, "timing", "cpu", timing);
    char *line = whole ? json_dumps(whole, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (line)
        text_printf(out, "%s\n", line);
    else
        out->failed = true;
    free(line);
    json_decref(whole);
}
