/* A plugin as it could be written for ABI 1.0: a kind, a puzzle, its format and rules that between them use every
 * service, and fill most members. It is built against the headers beside it, and neither they nor it ever change.
 *
 * The puzzle: a row of digits 0 .. 3 with a given sum.
 *
 *      frozen
 *      sum 5
 *      1 ? ? 3
 */
#include <ratchet/model.h>

#include <stdio.h>
#include <string.h>

#define SUM "frozen.sum/1"

enum { MOST = 16, VALUES = 4, LEAST_TAG = 1, MOST_TAG = 2 };

/* ---- the kind */

struct sum {
    uint32_t sum;
};

static int sum_check(const void *payload, uint32_t size, const uint8_t *values, uint32_t n, struct rt_verdict *verdict)
{
    const struct sum *s = payload;
    uint32_t total = 0;
    (void)size;
    for (uint32_t i = 0; i < n; i++)
        total += values[i];
    if (total == s->sum)
        return RT_OK;
    snprintf(verdict->what, sizeof verdict->what, "the digits add up to %u, not to %u", total, s->sum);
    for (uint32_t i = 0; i < n; i++)
        verdict->blame[i] = i;
    verdict->nblame = n;
    return RT_CONFLICT;
}

static int sum_valid(const void *payload, uint32_t size, uint32_t n, uint32_t nvalues)
{
    (void)payload;
    return size == sizeof(struct sum) && n && nvalues <= VALUES ? RT_OK : RT_ERROR;
}

static int sum_sample(struct rt_self *self, uint32_t size)
{
    uint32_t n = 1 + (uint32_t)self->h->random(self, size < 4 ? size + 1 : 4), vars[MOST];
    uint32_t first = self->h->add_variables(self, n, VALUES);
    struct sum sum = {(uint32_t)self->h->random(self, (VALUES - 1) * n + 1)};
    if (first == RT_NOPOS)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = first + i;
    return self->h->add_scope(self, SUM, vars, n, &sum, sizeof sum);
}

/* Sums that positions `from` on can make, as bits, with `values` at `pos`. */
static uint64_t sums(const uint64_t *domains, uint32_t from, uint32_t n, uint32_t pos, uint64_t values)
{
    uint64_t reached = 1, next;
    for (uint32_t i = from; i < n; i++) {
        uint64_t dom = i == pos ? domains[i] & values : domains[i];
        next = 0;
        for (uint32_t v = 0; v < VALUES; v++)
            if (dom >> v & 1)
                next |= reached << v;
        reached = next;
    }
    return reached;
}

static int sum_implies(const void *payload, uint32_t size, const uint64_t *domains, uint32_t n, uint32_t pos,
                       uint32_t value)
{
    const struct sum *s = payload;
    (void)size;
    if (n > MOST)
        return RT_EUNSUPPORTED;
    return s->sum >= 64 || !(sums(domains, 0, n, pos, 1ull << value) >> s->sum & 1);
}

static int sum_describe(const void *payload, uint32_t size, uint32_t n, char *buffer, size_t capacity)
{
    const struct sum *s = payload;
    (void)size;
    return snprintf(buffer, capacity, "%u digits, sum %u", n, s->sum);
}

/* An auxiliary for each prefix: its sum, 0 .. 63. */
static int sum_encode(struct rt_self *self)
{
    const struct sum *s = self->payload;
    const struct rt_host *h = self->h;
    uint32_t n = self->v.n, prefix = h->add_aux(self, n, 64);
    int status = prefix == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t i = 0; i < n && status == RT_OK; i++)
        for (uint32_t before = 0; before < (i ? 64 : 1) && status == RT_OK; before++)
            for (uint32_t v = 0; v < VALUES && status == RT_OK; v++) {
                rt_lit lits[4] = {RT_ISNT(i, v)};
                uint32_t k = 1;
                if (i)
                    lits[k++] = RT_ISNT(RT_AUX | (prefix + i - 1), before);
                if (before + v < 64)
                    lits[k++] = RT_IS(RT_AUX | (prefix + i), before + v);
                lits[k++] = RT_LIT_END;
                status = h->add_clauses(self, lits, k);
            }
    rt_lit whole[2] = {RT_IS(RT_AUX | (prefix + n - 1), s->sum & 63), RT_LIT_END};
    return status == RT_OK ? h->add_clauses(self, whole, 2) : status;
}

static const struct rt_kind_class sum_kind = {
    .size = sizeof sum_kind,
    .payload_size = sizeof(struct sum),
    .id = SUM,
    .summary = "the digits have this sum",
    .check = sum_check,
    .sample = sum_sample,
    .implies = sum_implies,
    .describe = sum_describe,
    .valid = sum_valid,
    .encode = sum_encode,
};

/* ---- rules */

static uint32_t lowest(uint64_t dom)
{
    return (uint32_t)__builtin_ctzll(dom);
}

static uint32_t highest(uint64_t dom)
{
    return 63 - (uint32_t)__builtin_clzll(dom);
}

/* What the others add at least and at most leaves a digit only so much. Its state counts runs, for nobody. */
static int bounds_propagate(struct rt_self *self)
{
    const struct rt_host *h = self->h;
    const struct sum *s = self->payload;
    uint32_t *runs = self->state, low = 0, high = 0, n = self->v.n;
    h->save(self, runs, sizeof *runs);
    ++*runs;
    if (h->tick(self, n))
        return RT_ELIMIT;
    for (uint32_t i = 0; i < n; i++) {
        low += lowest(h->dom(self, i));
        high += highest(h->dom(self, i));
    }
    if (low > s->sum || high < s->sum)
        return h->conflict(self, low > s->sum ? LEAST_TAG : MOST_TAG);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t dom = h->dom(self, i);
        uint32_t most = s->sum - (low - lowest(dom)), rest = high - highest(dom);
        uint64_t above = most < VALUES - 1 ? ~0ull << (most + 1) : 0;
        uint64_t below = s->sum > rest ? (1ull << (s->sum - rest)) - 1 : 0;
        if (h->drop(self, i, above, LEAST_TAG) == RT_CONFLICT || h->drop(self, i, below, MOST_TAG) == RT_CONFLICT)
            return RT_CONFLICT;
    }
    return RT_OK;
}

/* That the others could be no less, or no more. */
static int bounds_explain(struct rt_self *self, const struct rt_why *why)
{
    uint32_t given = 0;
    for (uint32_t i = 0; i < self->v.n; i++) {
        uint64_t then = self->h->dom_then(self, i), gone;
        if (i == why->pos)
            continue;
        gone = why->tag == LEAST_TAG ? (1ull << lowest(then)) - 1 : 15 & ~0ull << (highest(then) + 1);
        if (gone)
            self->h->because(self, i, gone), given++;
    }
    if (!given)
        self->h->because_always(self);
    return RT_OK;
}

static int bounds_describe(struct rt_self *self, const struct rt_why *why)
{
    int status = self->h->name_scope(self);
    if (status == RT_OK)
        status = self->h->print(self, why->tag == LEAST_TAG ? ", where the others add this much at least"
                                                            : ", where the others add no more than this");
    if (status != RT_OK || why->pos == RT_NOPOS)
        return status;
    self->h->write(self, ", at ", 5);
    self->h->name_positions(self, why->pos, why->pos);
    self->h->print(self, " no ");
    return self->h->name_value(self, why->pos, why->value);
}

static const struct rt_rule_class bounds = {
    .size = sizeof bounds,
    .id = "frozen.bounds",
    .kind = SUM,
    .summary = "what the others add at least and at most",
    .level = 2,
    .state_size = sizeof(uint32_t),
    .wake = RT_WAKE_ANY,
    .propagate = bounds_propagate,
    .explain = bounds_explain,
    .describe = bounds_describe,
};

/* The last open digit, on planes. */
static int last_propagate(struct rt_self *self)
{
    const struct rt_view *v = &self->v;
    const struct sum *s = self->payload;
    uint32_t total = 0, open = RT_NOPOS;
    for (uint32_t i = 0; i < v->n; i++) {
        uint64_t dom = 0;
        for (uint32_t a = 0; a < v->nvalues; a++)
            dom |= (v->plane[a * v->words + i / 64] >> i % 64 & 1) << a;
        if (dom & (dom - 1)) {
            if (open != RT_NOPOS)
                return RT_FIXPOINT;
            open = i;
        } else {
            total += lowest(dom);
        }
    }
    if (open == RT_NOPOS || total > s->sum)
        return total == s->sum ? RT_ENTAILED : self->h->conflict(self, 0);
    uint64_t *gone = self->h->scratch(self, v->nvalues * v->words * sizeof *gone);
    if (!gone)
        return RT_ENOMEM;
    for (uint32_t a = 0; a < v->nvalues; a++)
        if (a != s->sum - total)
            gone[a * v->words + open / 64] |= 1ull << open % 64;
    int status = self->h->drop_planes(self, gone, 0);
    return status == RT_OK ? RT_ENTAILED : status;
}

/* All digits but that one, as they were then. */
static int last_explain(struct rt_self *self, const struct rt_why *why)
{
    const struct rt_view *v = &self->v;
    uint64_t *gone = self->h->scratch(self, v->nvalues * v->words * sizeof *gone), any = 0;
    if (!gone)
        return RT_ENOMEM;
    for (uint32_t i = 0; i < v->n; i++)
        for (uint32_t a = 0; a < v->nvalues && i != why->pos; a++) {
            uint32_t at = a * v->words + i / 64;
            uint64_t bit = 1ull << i % 64;
            any |= gone[at] |= ~why->plane[at] & bit;
        }
    if (any)
        self->h->because_planes(self, gone);
    else
        self->h->because_always(self);
    return RT_OK;
}

static int last_describe(struct rt_self *self, const struct rt_why *why)
{
    (void)why;
    return self->h->print(self, "the last digit is what the others leave");
}

static int last_batch(struct rt_self *const *self, uint32_t n, int *status)
{
    for (uint32_t k = 0; k < n; k++)
        status[k] = last_propagate(self[k]);
    return RT_OK;
}

static const struct rt_rule_class last = {
    .size = sizeof last,
    .flags = RT_WAKE_FIXED,
    .id = "frozen.last",
    .kind = SUM,
    .summary = "the last digit follows",
    .level = 1,
    .needs = RT_PLANES | RT_MIRROR | RT_THEN | RT_HISTORY,
    .wake = RT_WAKE_ANY,
    .propagate = last_propagate,
    .explain = last_explain,
    .describe = last_describe,
    .propagate_batch = last_batch,
};

/* An auxiliary that says whether the first digit is odd. It helps nobody. */
static int parity_extend(struct rt_self *self)
{
    uint32_t odd = self->h->add_aux(self, 1, 2);
    const rt_lit lits[] = {
        RT_ISNT(0, 0), RT_ISNT(RT_AUX | odd, 1), RT_LIT_END, RT_ISNT(0, 1), RT_IS(RT_AUX | odd, 1), RT_LIT_END,
        RT_ISNT(0, 2), RT_ISNT(RT_AUX | odd, 1), RT_LIT_END, RT_ISNT(0, 3), RT_IS(RT_AUX | odd, 1), RT_LIT_END,
    };
    return odd == RT_NOPOS ? RT_ENOMEM : self->h->add_clauses(self, lits, sizeof lits / sizeof *lits);
}

static int parity_init(struct rt_self *self)
{
    return self->v.nvalues == VALUES ? RT_OK : RT_ENTAILED;
}

static int parity_branch(struct rt_self *self, uint32_t strategy)
{
    for (uint32_t i = 0; i < self->v.n; i++) {
        uint64_t dom = self->h->dom(self, i);
        if (dom & (dom - 1))
            self->h->score(self, i, strategy ? highest(dom) : lowest(dom), (double)i);
    }
    return RT_OK;
}

static const char *const strategies[] = {"frozen_low", "frozen_high", NULL};

static const struct rt_rule_class parity = {
    .size = sizeof parity,
    .id = "frozen.parity",
    .kind = SUM,
    .summary = "is the first digit odd",
    .tier = 1,
    .level = 3,
    .strategies = strategies,
    .init = parity_init,
    .extend = parity_extend,
    .branch = parity_branch,
};

/* Of the whole board: tries each digit everywhere. */
static int try_propagate(struct rt_self *self)
{
    int found = RT_FIXPOINT;
    if (!self->h->option(self, "probe"))
        return RT_FIXPOINT;
    for (uint32_t i = 0; i < self->v.n; i++)
        for (uint64_t dom = self->h->dom(self, i); dom; dom &= dom - 1) {
            const uint64_t *after;
            int status = self->h->probe(self, i, dom & -dom, &after);
            if (status < 0 || (status == RT_CONFLICT && (self->h->dom(self, i) & dom & -dom)))
                return status;
            if (status == RT_CONFLICT)
                found = RT_OK;
        }
    return found;
}

static const struct rt_option probe_option = {
    .name = "probe", .help = "Whether to try at all", .type = RT_OPTION_BOOL, .fallback = 1};
static const struct rt_option *const try_options[] = {&probe_option, NULL};

static const struct rt_rule_class try_all = {
    .size = sizeof try_all,
    .flags = RT_RULE_OPTIONAL,
    .id = "frozen.try",
    .kind = "rt.board/1",
    .summary = "a digit that leads to a contradiction goes",
    .tier = 4,
    .level = 6,
    .wake = RT_WAKE_ANY,
    .options = try_options,
    .propagate = try_propagate,
};

/* ---- the puzzle */

struct row {
    uint32_t n, sum;
    char cell[MOST];    /* '?' or a digit */
};

static int parse(struct rt_self *self, const char *text, size_t length)
{
    struct row *row = self->h->alloc(self, sizeof *row);
    char copy[128] = {0};
    int at = 0;
    if (!row)
        return RT_ENOMEM;
    self->state = row;
    if (length >= sizeof copy)
        return self->h->fail(self, RT_EINPUT, 1, 0, "the row is longer than %d digits", MOST);
    memcpy(copy, text, length);
    if (sscanf(copy, "frozen sum %u%n", &row->sum, &at) != 1)
        return self->h->fail(self, RT_EINPUT, 2, 1, "here stands the sum, as in \"sum 5\"");
    for (const char *c = copy + at; *c; c++) {
        if (*c == ' ' || *c == '\n')
            continue;
        if ((*c != '?' && (*c < '0' || *c >= '0' + VALUES)) || row->n == MOST)
            return self->h->fail(self, RT_EINPUT, 3, 0, "the row has at most %d digits 0 to %d or ?", MOST, VALUES - 1);
        row->cell[row->n++] = *c;
    }
    return row->n && row->sum < 64 ? RT_OK : self->h->fail(self, RT_EINPUT, 3, 0, "here stands the row");
}

static int model(struct rt_self *self)
{
    const struct row *row = self->state;
    const struct rt_model_served *rules = self->h->extension(self, RT_MODEL_SERVED);
    struct sum sum = {row->sum + (uint32_t)self->h->option(self, "more")};
    uint32_t vars[MOST], first = self->h->add_variables(self, row->n, VALUES);
    int status = first == RT_NOPOS ? RT_ENOMEM : RT_OK;
    for (uint32_t i = 0; i < row->n; i++)
        vars[i] = first + i;
    if (status == RT_OK)
        status = self->h->add_scope(self, SUM, vars, row->n, &sum, sizeof sum);
    for (uint32_t i = 0; i < row->n && status == RT_OK; i++)
        if (row->cell[i] != '?')
            status = self->h->give(self, first + i, 1ull << (row->cell[i] - '0'));
    if (rules && rules->served(self, SUM))
        self->h->prefer(self, first, 0, 1);
    self->h->log(self, RT_LOG_DEBUG, "%u digits", row->n);
    return status;
}

static int render(struct rt_self *self, const struct rt_picture *picture)
{
    const struct row *row = self->state;
    if (picture->kind != RT_RENDER_ASCII)
        return RT_EUNSUPPORTED;
    for (uint32_t i = 0; i < row->n; i++) {
        uint64_t dom = picture->domains ? picture->domains[i] : 0;
        char c = !picture->domains ? row->cell[i] : dom && !(dom & (dom - 1)) ? (char)('0' + lowest(dom)) : '?';
        self->h->print(self, "%s%c", i ? " " : "", c);
    }
    return self->h->print(self, "\n");
}

static int verify(struct rt_self *self, const uint8_t *values, struct rt_verdict *verdict)
{
    const struct row *row = self->state;
    struct sum sum = {row->sum + (uint32_t)self->h->option(self, "more")};
    for (uint32_t i = 0; i < row->n; i++)
        if (row->cell[i] != '?' && values[i] != row->cell[i] - '0') {
            snprintf(verdict->what, sizeof verdict->what, "the digit is not as given");
            snprintf(verdict->place, sizeof verdict->place, "r1c%u", i + 1);
            verdict->blame[0] = i;
            verdict->nblame = 1;
            return RT_CONFLICT;
        }
    return sum_check(&sum, sizeof sum, values, row->n, verdict);
}

static int describe(struct rt_self *self, uint32_t var, uint32_t value)
{
    return self->h->print(self, "r1c%u is %u", var + 1, value);
}

static int describe_scope(struct rt_self *self, uint32_t scope)
{
    (void)scope;
    return self->h->print(self, "the row");
}

static int describe_positions(struct rt_self *self, uint32_t scope, uint32_t first, uint32_t last_)
{
    (void)scope;
    return first == last_ ? self->h->print(self, "column %u", first + 1)
                          : self->h->print(self, "columns %u to %u", first + 1, last_ + 1);
}

static int describe_value(struct rt_self *self, uint32_t var, uint32_t value)
{
    static const char *const names[] = {"none", "one", "two", "three"};
    (void)var;
    return self->h->print(self, "%s", names[value & 3]);
}

static int marks(struct rt_self *self, const char *text, size_t length)
{
    const struct row *row = self->state;
    uint32_t var = 0;
    for (size_t i = 0; i < length && var < row->n; i++) {
        if (text[i] != '?' && (text[i] < '0' || text[i] >= '0' + VALUES))
            continue;
        if (text[i] != '?' && self->h->mark(self, var, 1ull << (text[i] - '0')) != RT_OK)
            return RT_ERROR;
        var++;
    }
    return var == row->n ? RT_OK : self->h->fail(self, RT_EINPUT, 1, 0, "there are %u digits, not %u", var, row->n);
}

static int facts(struct rt_self *self)
{
    const struct row *row = self->state;
    return self->h->print(self, "digits\t%u\nword\t%s\nshade\t%d\n", row->n, self->h->option_string(self, "word"),
                          (int)self->h->option(self, "shade"));
}

static int place(struct rt_self *self, uint32_t var, char *buffer, size_t capacity)
{
    (void)self;
    return snprintf(buffer, capacity, "r1c%u", var + 1);
}

/* The clue that `number` counts among those that are left; n: there are no so many. */
static uint32_t clue(const struct row *row, uint32_t number)
{
    uint32_t i = 0;
    while (i < row->n && (row->cell[i] == '?' || number--))
        i++;
    return i;
}

/* A fresh row with all digits given; a row with a clue less. Nothing rules a solution out. */
static int generate(struct rt_self *self, const struct rt_wish *wish)
{
    const struct row *row = self->state;
    char text[128], solution[2 * MOST + 1] = {0};
    uint32_t n = row ? row->n : wish->width < MOST ? wish->width : MOST, total = 0;
    uint32_t gone = row ? clue(row, wish->attempt) : n;
    int at = 0;
    if (row && (wish->other || gone == n))
        return RT_EUNSUPPORTED;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t digit = row ? wish->goal[i] : (uint32_t)self->h->random(self, VALUES);
        total += digit;
        solution[2 * i] = (char)('0' + digit);
        solution[2 * i + 1] = i + 1 < n ? ' ' : '\n';
    }
    at = snprintf(text, sizeof text, "frozen\nsum %u\n", total);
    for (uint32_t i = 0; i < n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%c%c",
                       i == gone ? '?' : row ? row->cell[i] : solution[2 * i], solution[2 * i + 1]);
    struct rt_puzzle_text puzzle = {.size = sizeof puzzle, .text = text, .length = (size_t)at, .solution = solution};
    return self->h->emit(self, &puzzle);
}

static int random_row(struct rt_self *self, uint32_t side)
{
    uint32_t n = 1 + (uint32_t)self->h->random(self, side);
    self->h->print(self, "frozen\nsum %u\n", (uint32_t)self->h->random(self, 2 * n + 1));
    for (uint32_t i = 0; i < n; i++)
        self->h->print(self, "%c%c", self->h->random(self, 3) ? '?' : '1', i + 1 < n ? ' ' : '\n');
    return RT_OK;
}

static const struct rt_puzzle_sample boards = {.size = sizeof boards, .sample = random_row};

static const void *extension(const char *id)
{
    static const char *const kinds[] = {SUM, NULL};
    return !strcmp(id, RT_PUZZLE_KINDS) ? (const void *)kinds : !strcmp(id, RT_PUZZLE_SAMPLE) ? &boards : NULL;
}

static const char *const shades[] = {"light", "dark", NULL};
static const struct rt_option more = {
    .name = "more", .help = "What is added to the sum", .type = RT_OPTION_INT, .min = 0, .max = 9};
static const struct rt_option shade = {
    .name = "shade", .help = "How dark", .type = RT_OPTION_ENUM, .fallback = 1, .choices = shades};
static const struct rt_option word = {
    .name = "word", .help = "A word", .type = RT_OPTION_STRING, .fallback_string = "frost"};
static const struct rt_option *const options[] = {&more, &shade, &word, NULL};

static const struct rt_puzzle_class frozen = {
    .size = sizeof frozen,
    .id = "frozen",
    .name = "Frozen",
    .summary = "digits with a sum",
    .options = options,
    .parse = parse,
    .model = model,
    .render = render,
    .verify = verify,
    .describe = describe,
    .describe_scope = describe_scope,
    .marks = marks,
    .facts = facts,
    .place = place,
    .extension = extension,
    .describe_positions = describe_positions,
    .describe_value = describe_value,
    .generate = generate,
};

/* ---- the format: puzzles one below the other, each with its own lines */

static int probe(const char *bytes, size_t length)
{
    return length > 7 && !memcmp(bytes, "frozen\n", 7) ? 100 : 0;
}

static int read(struct rt_self *self, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;
    uint32_t line = 1;
    while (at < end) {
        const char *next = at + 1 < end ? memmem(at + 1, (size_t)(end - at - 1), "\nfrozen\n", 8) : NULL;
        size_t n = (size_t)((next ? next + 1 : end) - at);
        uint32_t lines[3] = {line | RT_VERBATIM, (line + 1) | RT_VERBATIM, (line + 2) | RT_VERBATIM};
        struct rt_puzzle_text text = {.size = sizeof text, .text = at, .length = n, .lines = lines, .nlines = 3,
                                      .title = "a row", .author = "nobody"};
        int status = self->h->emit(self, &text);
        if (status != RT_OK)
            return status;
        for (size_t i = 0; i < n; i++)
            line += at[i] == '\n';
        at += n;
    }
    return RT_OK;
}

static int write(struct rt_self *self, const struct rt_puzzle_text *const *puzzles, uint32_t count)
{
    int status = RT_OK;
    for (uint32_t i = 0; i < count && status == RT_OK; i++)
        status = self->h->write(self, puzzles[i]->text, puzzles[i]->length);
    return status;
}

static const char *const extensions[] = {".frozen", NULL};
static const char *const magic[] = {"frozen", NULL};

static const struct rt_format_class format = {
    .size = sizeof format,
    .id = "frozen.text",
    .puzzle = "frozen",
    .summary = "the word frozen, a sum, a row",
    .extensions = extensions,
    .magic = magic,
    .probe = probe,
    .read = read,
    .write = write,
    .quirks = "Several puzzles may stand one below the other",
};

static const struct rt_kind_class *const kinds[] = {&sum_kind, NULL};
static const struct rt_format_class *const formats[] = {&format, NULL};
static const struct rt_puzzle_class *const puzzles[] = {&frozen, NULL};
static const struct rt_rule_class *const rules[] = {&bounds, &last, &parity, &try_all, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "frozen", .version = "1.0", .kinds = kinds, .formats = formats, .puzzles = puzzles,
    .rules = rules,
};
