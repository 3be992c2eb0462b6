/* What one complete line solve costs, for each variant that this CPU can run, and what the plugin boundary
 * adds: the same functions compiled in here and through dlopen, in one run.
 *
 *      line-bench PATH/line.line.so [repetitions] [PATH/seq.automaton.so]
 *
 * 2048 random lines a length, density 0.5, 30 % of the cells known; medians over the repetitions.  With the second
 * plugin, the same lines as words of automata: all of a line, and after another cell has become known. */
#include "../../rules/line/line.c"
#include "../../tests/rules/line_machine.h"
#include "util/cpu.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LINES 2048
#define BATCH 8      /* lines a call of propagate_batch; the host's most */

struct sample {
    struct rt_self self;
    struct rt_self word;        /* the same line for generic.automaton */
    struct rt_why why;          /* one deduction to explain */
    bool deduced;
};

/* The smallest host that a line rule can run on: it counts and forgets. */
static struct {
    struct rt_host host;
    uint64_t gone, premises, explained;
    struct rt_self *noting;
    uint64_t first_gone;
    uint32_t first_pos, first_value;
    char *scratch, *undo, *undo_start;
} bench;

static void *bench_alloc(struct rt_self *self, size_t bytes)
{
    (void)self;
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (!memory)
        exit(1);
    return memset(memory, 0, (bytes + 64) / 64 * 64);
}

static void *bench_scratch(struct rt_self *self, size_t bytes)
{
    (void)self;
    return bytes <= 1 << 20 ? bench.scratch : NULL;
}

static int bench_drop_planes(struct rt_self *self, const uint64_t *gone, uint32_t tag)
{
    (void)tag;
    if (bench.noting != self) {
        bench.gone += gone[0];
        return RT_OK;
    }
    for (uint32_t i = 0; i < 2 * self->v.words; i++)
        if (gone[i] && bench.first_pos == RT_NOPOS) {
            bench.first_pos = i % self->v.words * 64 + (uint32_t)__builtin_ctzll(gone[i]);
            bench.first_value = i / self->v.words;
        }
    return RT_OK;
}

/* ---- what generic.automaton asks for: domains out of the planes, and undoing */

static uint64_t bench_dom(struct rt_self *self, uint32_t pos)
{
    const uint64_t *plane = self->v.plane + pos / 64;
    return (plane[0] >> pos % 64 & 1) | (plane[self->v.words] >> pos % 64 & 1) << 1;
}

static int bench_drop(struct rt_self *self, uint32_t pos, uint64_t gone, uint32_t tag)
{
    (void)self, (void)pos, (void)tag;
    bench.gone += gone;
    return RT_OK;
}

static int bench_tick(struct rt_self *self, uint64_t work)
{
    (void)self, (void)work;
    return 0;
}

static void bench_save(struct rt_self *self, void *address, uint32_t bytes)
{
    (void)self;
    memcpy(bench.undo, &address, sizeof address);
    memcpy(bench.undo + sizeof address, address, bytes);
    memcpy(bench.undo + sizeof address + bytes, &bytes, sizeof bytes);
    bench.undo += sizeof address + bytes + sizeof bytes;
}

static void undo(void)
{
    void *address;
    for (uint32_t bytes; bench.undo > bench.undo_start;) {
        bench.undo -= sizeof bytes;
        memcpy(&bytes, bench.undo, sizeof bytes);
        bench.undo -= bytes + sizeof address;
        memcpy(&address, bench.undo, sizeof address);
        memcpy(address, bench.undo + sizeof address, bytes);
    }
}

static int64_t bench_option(struct rt_self *self, const char *name)
{
    (void)self, (void)name;
    return 1;
}

static const void *bench_extension(struct rt_self *self, const char *id)
{
    (void)self, (void)id;
#if defined(__x86_64__)
    if (!strcmp(id, RT_CPU_GFNI) && __builtin_cpu_supports("gfni"))
        return "gfni";
#endif
    return NULL;
}

static int bench_conflict(struct rt_self *self, uint32_t tag)
{
    (void)self, (void)tag;
    return RT_CONFLICT;
}

static void bench_because_planes(struct rt_self *self, const uint64_t *gone)
{
    for (uint32_t i = 0; i < 2 * self->v.words; i++)
        bench.premises += (uint64_t)__builtin_popcountll(gone[i]);
    bench.explained++;
}

static void bench_because_always(struct rt_self *self)
{
    (void)self;
    bench.explained++;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void make_planes(struct rt_view *v, const uint8_t *cell, uint64_t *random)
{
    uint64_t *plane = bench_alloc(NULL, 16 * v->words), *mirror = bench_alloc(NULL, 16 * v->words);
    for (uint32_t i = 0; i < v->n; i++)
        for (uint32_t a = 0, known = next_random(random) % 100 < 30; a < 2; a++) {
            if (known && cell[i] != a)
                continue;
            uint32_t back = v->n - 1 - i;
            plane[a * v->words + i / 64] |= 1ull << i % 64;
            mirror[a * v->words + back / 64] |= 1ull << back % 64;
        }
    v->plane = plane;
    v->mirror = mirror;
}

static void make_line(struct sample *s, uint32_t n, uint64_t *random)
{
    uint8_t cell[1024];
    struct rt_line_blocks *line = bench_alloc(NULL, sizeof *line + n * sizeof line->block[0]);
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < n; i++) {
        cell[i] = next_random(random) & 1;
        if (cell[i] && i && cell[i - 1])
            line->block[line->k - 1].length++;
        else if (cell[i])
            line->block[line->k++] = (struct rt_line_block){1, 1};
    }
    s->self.h = &bench.host;
    s->self.payload = line;
    s->self.payload_size = (uint32_t)(sizeof *line + line->k * sizeof line->block[0]);
    s->self.state = bench_alloc(NULL, rt_bundle.rules[0]->state_size);
    s->self.v = (struct rt_view){.n = n, .words = (n + 63) / 64, .nvalues = 2};
    make_planes(&s->self.v, cell, random);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static __attribute__((noinline)) uint64_t pass_here(struct sample *samples)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < LINES; i++)
        sum += (uint64_t)line_propagate(&samples[i].self);
    return sum;
}

static __attribute__((noinline)) uint64_t pass_plugin(const struct rt_rule_class *rule,
                                                      struct sample *samples)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < LINES; i++)
        sum += (uint64_t)rule->propagate(&samples[i].self);
    return sum;
}

static __attribute__((noinline)) uint64_t pass_batch(const struct rt_rule_class *rule, struct rt_self *const *self)
{
    int status[BATCH];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < LINES; i += BATCH) {
        sum += (uint64_t)rule->propagate_batch(self + i, BATCH, status);
        for (uint32_t k = 0; k < BATCH; k++)
            sum += (uint64_t)status[k];
    }
    return sum;
}

static __attribute__((noinline)) uint64_t pass_explain(const struct rt_rule_class *rule,
                                                       struct sample *samples)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < LINES; i++)
        if (samples[i].deduced)
            sum += (uint64_t)rule->explain(&samples[i].self, &samples[i].why);
    return sum;
}

#define REPETITIONS 1001

static double median(double *time, int repetitions, uint32_t calls)
{
    qsort(time, (size_t)repetitions, sizeof *time, by_value);
    return calls ? time[repetitions / 2] / calls : 0;
}

struct figures {
    double here, plugin, batch, reason;     /* ns a line */
    double boundary;                        /* median of the pairs' ratios, minus one */
};

/* The two propagates in turn, so that both meet the same load of the machine. */
static struct figures measure(const struct rt_rule_class *rule, struct sample *inside, struct sample *samples,
                              int repetitions)
{
    static double here[REPETITIONS], plugin[REPETITIONS], batch[REPETITIONS], ratio[REPETITIONS], reason[REPETITIONS];
    static struct rt_self *self[LINES];
    uint32_t deduced = 0;
    volatile uint64_t sink = 0;
    for (uint32_t i = 0; i < LINES; i++)
        deduced += samples[i].deduced;
    for (uint32_t i = 0; i < LINES; i++)
        self[i] = &samples[i].self;
    for (int r = 0; r < repetitions; r++) {
        sink = sink + pass_here(inside);            /* each once to warm its data */
        double start = now();
        sink = sink + pass_here(inside);
        here[r] = now() - start;
        sink = sink + pass_plugin(rule, samples);
        start = now();
        sink = sink + pass_plugin(rule, samples);
        plugin[r] = now() - start;
        ratio[r] = plugin[r] / here[r] - 1;
    }
    for (int r = 0; r < repetitions; r++) {
        sink = sink + pass_batch(rule, self);
        double start = now();
        sink = sink + pass_batch(rule, self);
        batch[r] = now() - start;
    }
    for (int r = 0; r < repetitions; r++) {
        double start = now();
        sink = sink + pass_explain(rule, samples);
        reason[r] = now() - start;
    }
    return (struct figures){.here = median(here, repetitions, LINES), .plugin = median(plugin, repetitions, LINES),
                            .batch = median(batch, repetitions, LINES), .boundary = median(ratio, repetitions, 1),
                            .reason = median(reason, repetitions, deduced)};
}

static void prepare(const struct rt_rule_class *rule, struct sample *samples, uint32_t level)
{
    bench.host.cpu_level = level;
    for (uint32_t i = 0; i < LINES; i++) {
        struct rt_self *self = &samples[i].self;
        memset(self->state, 0, rule->state_size);
        rule->init(self);
        bench.noting = self;
        bench.first_pos = RT_NOPOS;
        rule->propagate(self);
        samples[i].deduced = bench.first_pos != RT_NOPOS;
        samples[i].why = (struct rt_why){.pos = bench.first_pos, .value = bench.first_value,
                                         .plane = self->v.plane, .mirror = self->v.mirror};
    }
    bench.noting = NULL;
}

/* ---- the same lines as words */

static void make_word(const struct rt_rule_class *rule, struct sample *s)
{
    const struct rt_line_blocks *line = s->self.payload;
    uint32_t size = rt_automaton_size(line_machine_states(line), 2);
    struct rt_automaton *a = bench_alloc(NULL, size);
    line_machine_make(line, 2, a);
    s->word = s->self;
    s->word.payload = a;
    s->word.payload_size = size;
    s->word.state = bench_alloc(NULL, rule->state_size);
    rule->init(&s->word);
}

/* All lines; `again`: each a second time after its middle cell has become known. */
static __attribute__((noinline)) uint64_t pass_words(const struct rt_rule_class *rule, struct sample *samples,
                                                     bool again)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < LINES; i++) {
        struct rt_self *self = &samples[i].word;
        uint32_t middle = self->v.n / 2, event = middle << 6;
        self->v.hist = &event;
        self->v.nhist = 0;
        sum += (uint64_t)rule->propagate(self);
        uint64_t *plane = (uint64_t *)self->v.plane + middle / 64, bit = 1ull << middle % 64, was = *plane;
        if (again && bench_dom(self, middle) == 3) {
            *plane &= ~bit;
            self->v.nhist = 1;
            sum += (uint64_t)rule->propagate(self);
            *plane = was;
        }
        undo();
    }
    return sum;
}

static void print_words(const struct rt_rule_class *rule, struct sample *samples, int repetitions, double line)
{
    static double whole[REPETITIONS], more[REPETITIONS];
    volatile uint64_t sink = 0;
    uint64_t states = 0;
    uint32_t open = 0;
    for (uint32_t i = 0; i < LINES; i++) {
        make_word(rule, &samples[i]);
        states += ((const struct rt_automaton *)samples[i].word.payload)->states;
        open += bench_dom(&samples[i].word, samples[i].word.v.n / 2) == 3;
    }
    for (int r = 0; r < repetitions; r++) {
        double start = now();
        sink = sink + pass_words(rule, samples, false);
        whole[r] = now() - start;
        start = now();
        sink = sink + pass_words(rule, samples, true);
        more[r] = now() - start - whole[r];
    }
    double first = median(whole, repetitions, LINES), then = median(more, repetitions, open);
    printf("%6u %6s %10s %10.1f: as a word, %.0f times; %.1f states, %.1f ns after one more cell\n",
           samples[0].word.v.n, "", "", first, first / line, (double)states / LINES, then);
}

static const struct rt_rule_class *load(const char *path)
{
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct rt_bundle *bundle = so ? dlsym(so, "rt_bundle") : NULL;
    if (!bundle)
        fprintf(stderr, "%s: %s\n", path, so ? "no rt_bundle in it" : dlerror());
    return bundle ? bundle->rules[0] : NULL;
}

int main(int argc, char **argv)
{
    static const uint32_t lengths[] = {10, 25, 40, 62, 100, 300};
    static struct sample inside[LINES], samples[LINES];
    int repetitions = argc > 2 ? atoi(argv[2]) : 101;
    const struct rt_rule_class *rule = argc > 1 ? load(argv[1]) : NULL, *words = argc > 3 ? load(argv[3]) : NULL;
    if (!rule || repetitions < 1 || repetitions > REPETITIONS || (argc > 3 && !words)) {
        fprintf(stderr, "usage: line-bench PATH/line.line.so [repetitions, 1 to 1001] [PATH/seq.automaton.so]\n");
        return 2;
    }
    bench.scratch = bench_alloc(NULL, 1 << 20);
    bench.undo = bench.undo_start = bench_alloc(NULL, 1 << 24);
    bench.host = (struct rt_host){.size = sizeof bench.host, .alloc = bench_alloc, .scratch = bench_scratch,
                                  .option = bench_option, .extension = bench_extension,
                                  .drop_planes = bench_drop_planes, .conflict = bench_conflict,
                                  .because_planes = bench_because_planes,
                                  .because_always = bench_because_always, .dom = bench_dom, .drop = bench_drop,
                                  .tick = bench_tick, .save = bench_save};
    printf("ns a line, CPU time, medians of %d repetitions over %d lines; batch: %d lines a call\n\n", repetitions,
           LINES, BATCH);
    printf("%6s %6s %10s %10s %10s %10s %10s %10s\n", "cells", "level", "compiled", "plugin", "boundary", "batch",
           "reason", "premises");
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        uint64_t random = lengths[l], same = lengths[l];
        for (uint32_t i = 0; i < LINES; i++) {
            make_line(&samples[i], lengths[l], &random);
            make_line(&inside[i], lengths[l], &same);
        }
        double line = 0;
        for (uint32_t level = 1; level <= cpu_level(); level++) {
            prepare(rule, samples, level);
            prepare(rt_bundle.rules[0], inside, level);
            bench.premises = bench.explained = 0;
            struct figures f = measure(rule, inside, samples, repetitions);
            printf("%6u %6u %10.1f %10.1f %9.1f%% %10.1f %10.1f %10.1f\n", lengths[l], level, f.here, f.plugin,
                   100 * f.boundary, f.batch, f.reason,
                   bench.explained ? (double)bench.premises / (double)bench.explained : 0);
            line = f.plugin;
        }
        if (words)
            print_words(words, samples, repetitions, line);
    }
    return 0;
}
