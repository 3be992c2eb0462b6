/* line.blocks/1: what a line of a nonogram means. */
#include "order.h"
#include "nfa.h"
#include <ratchet/model.h>
#include <stdio.h>

/* Words of stack for one set of states a cell: enough for lines of some 400 cells. */
#define BLAME_WORDS 4096

/* The run that starts at `i`: its end. */
static uint32_t run_end(const uint8_t *values, uint32_t n, uint32_t i)
{
    uint32_t end = i + 1;
    while (end < n && values[end] == values[i])
        end++;
    return end;
}

static bool reads(const struct rt_line_blocks *line, const uint8_t *values, uint32_t n)
{
    uint32_t j = 0;
    for (uint32_t i = 0, end; i < n; i = end) {
        end = run_end(values, n, i);
        if (!values[i])
            continue;
        if (j == line->k || line->block[j].length != end - i || line->block[j].colour != values[i])
            return false;
        j++;
    }
    return j == line->k;
}

/* Writing one piece of text after another into a buffer that may end early. */
struct text {
    char *at;
    size_t left;
    uint32_t count;
};

static void put_block(struct text *text, uint32_t length, uint32_t colour, bool colours)
{
    const char *space = text->count++ ? " " : "";
    int n = colours ? snprintf(text->at, text->left, "%s%u(%u)", space, length, colour)
                    : snprintf(text->at, text->left, "%s%u", space, length);
    size_t used = n < 0 ? 0 : (size_t)n < text->left ? (size_t)n : text->left ? text->left - 1 : 0;
    text->at += used;
    text->left -= used;
}

static size_t put_blocks(const struct rt_line_blocks *line, char *buffer, size_t capacity)
{
    bool colours = false;
    for (uint32_t j = 0; j < line->k; j++)
        colours |= line->block[j].colour > 1;
    struct text text = {buffer, capacity, 0};
    for (uint32_t j = 0; j < line->k && text.left > 1; j++)
        put_block(&text, line->block[j].length, line->block[j].colour, colours);
    if (!line->k)
        put_block(&text, 0, 1, false);
    return (size_t)(text.at - buffer);
}

static void put_runs(const uint8_t *values, uint32_t n, char *buffer, size_t capacity)
{
    bool colours = false;
    for (uint32_t i = 0; i < n; i++)
        colours |= values[i] > 1;
    struct text text = {buffer, capacity, 0};
    for (uint32_t i = 0, end; i < n && text.left > 1; i = end) {
        end = run_end(values, n, i);
        if (values[i])
            put_block(&text, end - i, values[i], colours);
    }
    if (!text.count)
        put_block(&text, 0, 1, false);
}

/* The shortest prefix that no line with these blocks begins with. */
static uint32_t bad_prefix(const struct rt_line_blocks *line, const uint8_t *values, uint32_t n)
{
    uint64_t need = nfa_span(line);     /* cells that blocks j.. still take, their gaps included */
    uint32_t j = 0, run = 0;            /* `run` cells of block j are read */
    for (uint32_t i = 0; i < n; i++) {
        const struct rt_line_block *b = &line->block[j];
        if (run && run == b->length) {
            run = 0;
            j++;
            bool gap = j < line->k && line->block[j].colour == b->colour;
            if (values[i] && (j == line->k || gap || values[i] == b->colour))
                return i + 1;
            b = &line->block[j];
            need -= gap && !values[i];
        } else if (!values[i] && run) {
            return i + 1;
        }
        if (values[i]) {
            if (j == line->k || b->colour != values[i])
                return i + 1;
            run++;
            need--;
        }
        if (need > n - i - 1)
            return i + 1;
    }
    return n;
}

/* Drops every cell from the blame that the others make superfluous: states that can still be accepted are
 * computed from the end with all cells known, then each cell is forgotten from the start if that keeps the
 * two apart. What is left is irreducible. */
static void shrink(const struct nfa *m, const uint8_t *values, uint32_t n, uint64_t *memory,
                   struct rt_verdict *verdict)
{
    uint32_t words = m->words;
    uint64_t *back = memory, *set = memory + (size_t)(n + 1) * words, *next = set + words;
    nfa_accept(m, back + (size_t)n * words);
    for (uint32_t i = n; i-- > 0;)
        nfa_unread(m, values[i], back + (size_t)(i + 1) * words, back + (size_t)i * words);
    verdict->nblame = 0;
    nfa_start(m, set);
    for (uint32_t i = 0; i < n; i++) {
        memset(next, 0, words * sizeof *next);
        for (uint32_t value = 0; value < m->nvalues; value++)
            nfa_read(m, value, set, next);
        if (nfa_meet(m, next, back + (size_t)(i + 1) * words)) {
            memset(next, 0, words * sizeof *next);
            nfa_read(m, values[i], set, next);
            verdict->blame[verdict->nblame++] = i;
        }
        memcpy(set, next, words * sizeof *set);
    }
}

static void blame(const struct rt_line_blocks *line, const uint8_t *values, uint32_t n,
                  struct rt_verdict *verdict)
{
    uint64_t memory[BLAME_WORDS];
    uint32_t nvalues = 2, words = 0;
    if (nfa_span(line) <= n) {
        words = nfa_words(line);
        for (uint32_t j = 0; j < line->k; j++)
            nvalues = line->block[j].colour >= nvalues ? line->block[j].colour + 1 : nvalues;
        for (uint32_t i = 0; i < n; i++)
            nvalues = values[i] >= nvalues ? values[i] + 1u : nvalues;
    }
    uint64_t size = nfa_memory(words, nvalues) + (uint64_t)(n + 3) * words;
    if (words && size <= BLAME_WORDS) {
        struct nfa m;
        memset(memory, 0, size * sizeof *memory);
        nfa_make(&m, line, words, nvalues, memory);
        shrink(&m, values, n, memory + nfa_memory(words, nvalues), verdict);
        return;
    }
    verdict->nblame = words ? bad_prefix(line, values, n) : n > 0;
    for (uint32_t i = 0; i < verdict->nblame; i++)
        verdict->blame[i] = i;
}

static int line_check(const void *payload, uint32_t payload_size, const uint8_t *values, uint32_t n,
                      struct rt_verdict *verdict)
{
    const struct rt_line_blocks *line = payload;
    (void)payload_size;
    if (reads(line, values, n))
        return RT_OK;
    char is[80], should[80];
    put_runs(values, n, is, sizeof is);
    put_blocks(line, should, sizeof should);
    snprintf(verdict->what, sizeof verdict->what, "the line reads %s, its blocks are %s", is, should);
    blame(line, values, n, verdict);
    return RT_CONFLICT;
}

/* One cell of the test below, on a byte a state, downwards so that it works in place. */
static void step(const struct rt_line_blocks *line, uint64_t domain, uint8_t *reach, uint32_t last)
{
    uint32_t s = last;
    for (uint32_t j = line->k; j-- > 0;) {
        const struct rt_line_block *b = &line->block[j];
        bool may = domain >> b->colour & 1, touch = j && b[-1].colour != b->colour;
        reach[s] = (domain & 1) && (reach[s] | reach[s - 1]);
        s--;
        for (uint32_t i = b->length; i > 1; i--, s--)
            reach[s] = may && reach[s - 1];
        reach[s] = may && (reach[s - 1] | (touch && reach[s - 2]));
        s--;
    }
    reach[0] = (domain & 1) && reach[0];
}

static int line_implies(const void *payload, uint32_t payload_size, const uint64_t *domains, uint32_t n,
                        uint32_t pos, uint32_t value)
{
    const struct rt_line_blocks *line = payload;
    uint8_t reach[16384] = {1};
    (void)payload_size;
    if (nfa_span(line) > n)
        return 1;
    uint32_t last = line->k;
    for (uint32_t j = 0; j < line->k; j++)
        last += line->block[j].length;
    if (last >= sizeof reach)
        return RT_EUNSUPPORTED;
    for (uint32_t i = 0; i < n; i++)
        step(line, i == pos ? domains[i] & 1ull << value : domains[i], reach, last);
    return !(reach[last] || (line->k && reach[last - 1]));
}

static int line_describe(const void *payload, uint32_t payload_size, uint32_t n, char *buffer,
                         size_t capacity)
{
    (void)payload_size, (void)n;
    int used = snprintf(buffer, capacity, "blocks ");
    if (used < 0 || (size_t)used >= capacity)
        return used < 0 ? 0 : capacity ? (int)capacity - 1 : 0;
    return used + (int)put_blocks(payload, buffer + used, capacity - (size_t)used);
}

/* Blocks that cannot fit are well-formed: such a line simply has no solution. */
static int line_valid(const void *payload, uint32_t payload_size, uint32_t n, uint32_t nvalues)
{
    const struct rt_line_blocks *line = payload;
    if (n > UINT32_MAX / 4 || payload_size != sizeof *line + (uint64_t)line->k * sizeof line->block[0])
        return RT_ERROR;
    for (uint32_t j = 0; j < line->k; j++)
        if (!line->block[j].length || !line->block[j].colour || line->block[j].colour >= nvalues)
            return RT_ERROR;
    return RT_OK;
}

/* Reads the blocks off a random line; one time in eight one of them is then changed, which may or may not
 * leave a solution. */
static int line_sample(struct rt_self *self, uint32_t size)
{
    const struct rt_host *h = self->h;
    uint32_t n = 1 + (uint32_t)h->random(self, size ? size : 1);
    uint32_t colours = h->random(self, 2) ? 1 : 1 + (uint32_t)h->random(self, 3);
    uint64_t density = 1 + h->random(self, 9), again = h->random(self, 8);
    uint8_t *values = h->scratch(self, n);
    uint32_t *vars = h->scratch(self, n * sizeof *vars);
    struct rt_line_blocks *line = h->scratch(self, sizeof *line + n * sizeof line->block[0]);
    if (!values || !vars || !line)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        values[i] = i && h->random(self, 8) < again ? values[i - 1]
                    : h->random(self, 10) < density ? 1 + (uint8_t)h->random(self, colours) : 0;
    for (uint32_t i = 0, end; i < n; i = end) {
        end = run_end(values, n, i);
        if (values[i])
            line->block[line->k++] = (struct rt_line_block){end - i, values[i]};
    }
    if (line->k && !h->random(self, 8))
        line->block[h->random(self, line->k)].length = 1 + (uint32_t)h->random(self, n);
    uint32_t first = h->add_variables(self, n, colours + 1);
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return h->add_scope(self, RT_LINE_BLOCKS, vars, n, line,
                        sizeof *line + line->k * sizeof line->block[0]);
}

static const struct rt_kind_class line_kind = {
    .size = sizeof line_kind,
    .payload_size = sizeof(struct rt_line_blocks),
    .id = RT_LINE_BLOCKS,
    .summary = "the maximal one-coloured runs of the cells are exactly the blocks, in order",
    .check = line_check,
    .sample = line_sample,
    .implies = line_implies,
    .describe = line_describe,
    .valid = line_valid,
    .encode = order_add,
};

static const struct rt_kind_class *const kinds[] = {&line_kind, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "line.kind", .version = "1.0", .kinds = kinds,
};
