/* The root of a picture is solved on planes (core/grid.c) if the scheduler runs by tiers, cell by cell if it sweeps:
 * what is known there, and what the search then finds, must be the same.  Random pictures, large ones too, some
 * contradictory.
 *
 *      grid-test [COUNT] */
#include "lab.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 200, MOST_NODES = 300 };

static uint8_t cell[SIDE * SIDE];

static void paint(uint32_t width, uint32_t height, struct random *random)
{
    uint32_t noise = (uint32_t)random_below(random, 12);
    memset(cell, 0, width * height);
    for (uint32_t k = 0; k < 2 + width * height / 64; k++) {
        uint32_t x = (uint32_t)random_below(random, width), y = (uint32_t)random_below(random, height);
        uint32_t right = x + 1 + (uint32_t)random_below(random, 1 + width / 4);
        uint32_t bottom = y + 1 + (uint32_t)random_below(random, 1 + height / 4);
        uint8_t colour = random_below(random, 2);
        for (uint32_t r = y; r < bottom && r < height; r++)
            for (uint32_t c = x; c < right && c < width; c++)
                cell[r * width + c] = colour;
    }
    for (uint32_t k = 0; k < width * height; k++)
        cell[k] ^= random_below(random, 100) < noise;
}

static void put_clue(struct text *out, const uint8_t *at, uint32_t n, uint32_t step)
{
    uint32_t run = 0, clues = 0;
    for (uint32_t i = 0; i <= n; i++) {
        bool black = i < n && at[i * step];
        if (!black && run)
            text_printf(out, clues++ ? " %u" : "%u", run);
        run = black ? run + 1 : 0;
    }
    text_puts(out, clues ? "\n" : "0\n");
}

/* Some columns come from a picture in which two cells of a column changed places: most often there is no solution. */
static void write_clues(struct text *out, uint32_t width, uint32_t height, bool spoiled, struct random *random)
{
    text_printf(out, "%u %u\n", width, height);
    for (uint32_t r = 0; r < height; r++)
        put_clue(out, cell + r * width, width, 1);
    for (uint32_t k = 0; spoiled && k < 3; k++) {
        uint8_t *column = cell + random_below(random, width);
        uint8_t *a = column + random_below(random, height) * width, *b = column + random_below(random, height) * width;
        uint8_t kept = *a;
        *a = *b;
        *b = kept;
    }
    for (uint32_t c = 0; c < width; c++)
        put_clue(out, cell + c, height, width);
}

/* Two searches need not find the same solutions of several. */
static bool same(const struct lab_run *a, const struct lab_run *b)
{
    bool cut = a->stop == STOP_NODES || b->stop == STOP_NODES, all = a->complete && !a->solutions;
    bool fine = cut || (a->solutions == b->solutions && a->complete == b->complete && a->stop == b->stop);
    return fine && (!a->no_search || all || !memcmp(a->domains, b->domains, a->nvars * sizeof *a->domains));
}

static bool compare(struct lab *lab, struct lab_run run)
{
    struct lab_run other = run;
    other.policy = POLICY_SWEEP;
    lab_solve(lab, &run);
    lab_solve(lab, &other);
    bool fine = same(&run, &other) && !run.faults;
    lab_run_free(&run);
    lab_run_free(&other);
    return fine;
}

/* What a user's run takes: a line is looked at by one rule. */
static uint32_t usual_rules(const struct lab *lab, struct rule_use *rules)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < lab->nrules; r++) {
        const struct rt_rule_class *class = lab->rules[r].class;
        if (!strcmp(class->id, "nonogram.line") || !class->propagate)
            rules[n++] = lab->rules[r];
    }
    return n;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 150, failures = 0;
    struct rule_use rules[64];
    struct lab lab;
    lab_open(&lab, "nonogram", NULL);
    uint32_t nrules = usual_rules(&lab, rules);
    for (uint64_t k = 0; k < count; k++) {
        struct random random;
        struct text text = {0};
        random_seed(&random, k);
        uint32_t side = k % 3 ? 40 : SIDE;
        uint32_t width = 1 + (uint32_t)random_below(&random, side), height = 1 + (uint32_t)random_below(&random, side);
        paint(width, height, &random);
        write_clues(&text, width, height, random_below(&random, 4) == 0, &random);
        struct lab_run run = {.text = text.s, .rules = rules, .nrules = nrules, .no_search = true, .max = 2};
        bool fine = compare(&lab, run);
        run.no_search = false;
        run.learn = true;
        run.extend_after = 20;
        run.node_limit = MOST_NODES;
        fine = fine && (side == SIDE || compare(&lab, run));
        if (!fine)
            fprintf(stderr, "picture %" PRIu64 ", %u x %u:\n%s", k, width, height, text.s);
        failures += !fine;
        text_free(&text);
    }
    printf("TAP version 13\n1..1\n# %" PRIu64 " pictures\n%sok 1 - planes and cells lead to the same\n", count,
           failures ? "not " : "");
    lab_close(&lab);
    return failures != 0;
}
