#include "report.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static void print_puzzle(const struct puzzle *p, FILE *out)
{
    fprintf(out, "%s%s%s%s", p->name, p->title ? " (" : "", p->title ? p->title : "", p->title ? ")" : "");
}

static void print_side(const struct bench *b, const struct side *side, FILE *out)
{
    fprintf(out, "  %-7s verdicts   ", side->name);
    for (int k = 0; k < VERDICTS; k++)
        if (side->verdicts[k])
            fprintf(out, " %u %s ", side->verdicts[k], verdict_name((enum verdict)k));
    fprintf(out,
            "\n          CPU total   %.3f ms\n          geom. mean  %.4f ms\n          worst       %.3f ms  ",
            side->total * 1e3, exp(side->log_total / side->n) * 1e3, side->worst * 1e3);
    print_puzzle(&b->list.at[side->worst_at], out);
    fputc('\n', out);
    if (side->cuts)
        fprintf(out, "          subloops    %llu forbidden\n", (unsigned long long)side->cuts);
    if (side->verdicts[UNKNOWN])
        fprintf(out, "          %u without an answer: they count with the time they took\n",
                side->verdicts[UNKNOWN]);
    if (side->wrong)
        fprintf(out, "          %u ANSWERS ARE WRONG: see `checked` in the verdict table\n", side->wrong);
}

void report_text(const struct bench *b, FILE *out)
{
    fprintf(out, "%s: %zu puzzles, median of %u\n", b->list.name, b->list.n, b->repeat);
    for (uint32_t k = 0; k < b->nsides; k++)
        if (b->side[k].n)
            print_side(b, &b->side[k], out);
    if (b->contradictions)
        fprintf(out, "  %u VERDICTS DIFFER between the solvers\n", b->contradictions);
}

static json_t *side_json(const struct bench *b, const struct side *side)
{
    json_t *verdicts = json_object();
    for (int k = 0; k < VERDICTS; k++)
        if (side->verdicts[k])
            json_object_set_new(verdicts, verdict_name((enum verdict)k), json_integer(side->verdicts[k]));
    return json_pack("{s:s, s:i, s:o, s:f, s:f, s:f, s:s, s:I, s:i}", "name", side->name, "puzzles",
                     (int)side->n, "verdicts", verdicts, "total", side->total, "geometric_mean",
                     exp(side->log_total / side->n), "worst", side->worst, "worst_puzzle",
                     b->list.at[side->worst_at].name, "cuts", (json_int_t)side->cuts, "wrong",
                     (int)side->wrong);
}

json_t *report_json(const struct bench *b)
{
    json_t *sides = json_array();
    for (uint32_t k = 0; k < b->nsides; k++)
        if (b->side[k].n)
            json_array_append_new(sides, side_json(b, &b->side[k]));
    return json_pack("{s:s, s:i, s:i, s:i, s:o}", "name", b->list.name, "puzzles", (int)b->list.n, "repeat",
                     (int)b->repeat, "contradictions", (int)b->contradictions, "sides", sides);
}

void report_verdict_head(FILE *out)
{
    fputs("name\tverdict\tchecked\ttitle\tseconds\tcuts\tclingo\n", out);
}

void report_verdicts(const struct bench *b, FILE *out)
{
    for (size_t i = 0; i < b->list.n; i++) {
        const struct puzzle *p = &b->list.at[i];
        const struct result *r = &b->side[0].result[i], *other = b->nsides > 1 ? &b->side[1].result[i] : NULL;
        bool checked = r->checked && (!other || !other->ran || other->checked);
        fprintf(out, "%s\t%s\t%s\t%s\t%.6f\t%u\t%s\n", p->name, verdict_name(r->verdict),
                checked ? "yes" : "no", p->title ? p->title : "-", r->seconds, r->cuts,
                other && other->ran ? verdict_name(other->verdict) : "-");
    }
}
