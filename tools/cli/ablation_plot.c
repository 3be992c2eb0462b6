/* The plot of an ablation: three panels of bars, a line a rule.
 *
 * Left out: search tree and CPU time against those with all rules, on a scale of powers of two from a bar at 1. Alone:
 * the share of the puzzles that the base set and this rule solve, from a bar at what the base set solves; if it solves
 * all, the search tree against that of the base set. */
#include "ablation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT = 190, WIDTH = 190, GAP = 60, TOP = 74, ROW = 22, BAR = 13, BOTTOM = 46 };

struct panel {
    double x;               /* of its left edge */
    double least, most;     /* powers of two; shares: 0 and 100 */
};

static const struct ablation_row *find(const struct ablation *a, enum rule_set set, const char *rule)
{
    for (uint32_t k = 0; k < a->nrows; k++)
        if (a->row[k].set == set && (!rule || !strcmp(a->row[k].rule, rule)))
            return &a->row[k];
    return NULL;
}

static double power(double a, double b)
{
    return a > 0 && b > 0 ? log2(a / b) : 0;
}

static double power_of(const struct ablation *a, const struct ablation_row *row, const struct ablation_row *all,
                       bool time)
{
    return time ? power(row->seconds, all->seconds) : power(ablation_tree(a, row), ablation_tree(a, all));
}

/* Whole powers of two round all bars of these rows. */
static void find_range(const struct ablation *a, enum rule_set set, const struct ablation_row *all, struct panel *p)
{
    p->least = -1;
    p->most = 1;
    for (uint32_t k = 0; k < a->nrows; k++)
        for (int time = 0; time < 2 && a->row[k].set == set; time++) {
            double power = power_of(a, &a->row[k], all, time);
            p->least = fmin(p->least, floor(power));
            p->most = fmax(p->most, ceil(power));
        }
}

static double at(const struct panel *p, double value)
{
    return p->x + WIDTH * (value - p->least) / (p->most - p->least);
}

static void put_axis(const struct panel *p, double height, bool powers, const char *title, struct text *out)
{
    double step = powers ? ceil((p->most - p->least) / 5) : 25;
    text_printf(out, "<text class=\"title\" x=\"%.0f\" y=\"%d\">%s</text>\n", p->x, TOP - 28, title);
    for (double v = powers ? ceil(p->least / step) * step : 0; v <= p->most + 1e-9; v += step) {
        text_printf(out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.0f\"/>"
                    "<text class=\"tick\" x=\"%.1f\" y=\"%d\">", at(p, v), at(p, v), TOP - 6, TOP + height, at(p, v),
                    TOP - 11);
        if (powers && v < 0)
            text_printf(out, "1/%.0f</text>\n", exp2(-v));
        else
            text_printf(out, powers ? "%.0f×</text>\n" : "%.0f %%</text>\n", powers ? exp2(v) : v);
    }
}

static void put_bar(const struct panel *p, uint32_t line, double from, double to, const char *class, const char *label,
                    struct text *out)
{
    double y = TOP + line * ROW + (ROW - BAR) / 2.0, x = at(p, fmin(from, to)), width = at(p, fmax(from, to)) - x;
    text_printf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>"
                "<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, fmax(width, 1), BAR,
                at(p, fmax(from, to)) + 4, y + BAR - 2.5, label);
}

static void put_ratio(const struct ablation *a, const struct panel *p, uint32_t line, const struct ablation_row *row,
                      const struct ablation_row *all, bool time, struct text *out)
{
    char label[48];
    double ratio = power_of(a, row, all, time);
    int n = snprintf(label, sizeof label, exp2(ratio) < 100 ? "%.2f" : "%.0f", exp2(ratio));
    if (row->solved < all->solved)
        snprintf(label + n, sizeof label - (size_t)n, ", solves %.0f %%", 100.0 * row->solved / a->npuzzles);
    put_bar(p, line, 0, ratio, ratio < 0 ? "less" : "more", label, out);
}

static double share_of(const struct ablation *a, const struct ablation_row *row)
{
    return row ? 100.0 * row->solved / a->npuzzles : 0;
}

static void put_share(const struct ablation *a, const struct panel *p, uint32_t line, const struct ablation_row *row,
                      const struct ablation_row *base, struct text *out)
{
    char label[16];
    double share = share_of(a, row), alone = share_of(a, base);
    snprintf(label, sizeof label, "%.0f", share);
    put_bar(p, line, alone, share, share < alone ? "less" : "alone", label, out);
}

static void put_head(const struct ablation *a, double width, double height, struct text *out)
{
    text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                "viewBox=\"0 0 %.0f %.0f\">\n"
                "<style>text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.tick{font-size:10px;fill:#666;"
                "text-anchor:middle}.value{font-size:10px;fill:#444}.rule{text-anchor:end}.grid{stroke:#ddd}"
                ".one{stroke:#222}.more{fill:#c0504d}.less{fill:#7aa05a}.alone{fill:#4f81bd}</style>\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
                "<text class=\"title\" x=\"16\" y=\"22\">What each rule is worth on %u puzzles</text>\n", width, height,
                width, height, a->npuzzles);
}

static void put_one(const struct panel *p, double value, double height, struct text *out)
{
    text_printf(out, "<line class=\"one\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.0f\"/>\n", at(p, value),
                at(p, value), TOP - 6, TOP + height);
}

void ablation_plot(const struct ablation *a, struct text *out)
{
    const struct ablation_row *base = find(a, SET_BASE, NULL);
    struct panel panel[3];
    uint32_t lines = 0;
    bool easy = base && base->solved == a->npuzzles;    /* the shares say nothing */
    for (int k = 0; k < 3; k++) {
        panel[k] = (struct panel){LEFT + k * (WIDTH + GAP), 0, 100};
        if (k < 2 || easy)
            find_range(a, k < 2 ? SET_WITHOUT : SET_WITH, k < 2 ? &a->row[0] : base, &panel[k]);
    }
    for (uint32_t k = 0; k < a->nrows; k++)
        lines += a->row[k].set == SET_WITHOUT;
    double height = lines * ROW;
    put_head(a, panel[2].x + WIDTH + GAP, TOP + height + BOTTOM, out);
    put_axis(&panel[0], height, true, "left out: search tree", out);
    put_axis(&panel[1], height, true, "left out: CPU time", out);
    put_axis(&panel[2], height, easy, easy ? "alone on the base set: tree" : "alone on the base set: solved", out);
    uint32_t line = 0;
    for (uint32_t k = 0; k < a->nrows; k++) {
        const struct ablation_row *row = &a->row[k], *with = NULL;
        if (row->set != SET_WITHOUT)
            continue;
        text_printf(out, "<text class=\"rule\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT - 10, TOP + (int)line * ROW + 15,
                    row->rule);
        put_ratio(a, &panel[0], line, row, &a->row[0], false, out);
        put_ratio(a, &panel[1], line, row, &a->row[0], true, out);
        if ((with = find(a, SET_WITH, row->rule)) && easy)
            put_ratio(a, &panel[2], line, with, base, false, out);
        else if (with)
            put_share(a, &panel[2], line, with, base, out);
        line++;
    }
    put_one(&panel[0], 0, height, out);
    put_one(&panel[1], 0, height, out);
    put_one(&panel[2], easy ? 0 : share_of(a, base), height, out);
    text_printf(out, "<text class=\"value\" x=\"16\" y=\"%.0f\">all: %.0f %% solved, %llu decisions, %.1f ms CPU; "
                "at most %llu decisions a puzzle. Base set (%s): %.0f %% solved.</text>\n</svg>\n", TOP + height + 28,
                share_of(a, &a->row[0]), (unsigned long long)a->row[0].nodes, a->row[0].seconds * 1e3,
                (unsigned long long)a->node_limit, *a->base ? a->base : "no rules",
                share_of(a, base));
}
