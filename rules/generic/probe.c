/* generic.probe — assume one value, run the cheaper rules, and see (statements 28 and 29).
 *
 * A value that leads to a contradiction goes, with the reason that the host finds for it.  What every value
 * of a variable leads to holds anyway: it goes with everything known on the board as its reason, which is
 * true only as long as nothing is assumed, so it is kept before the search begins and not inside it.
 *
 * Positions are tried in turn until none of them has given anything since the last change.  `where = root`
 * stops for good when the search begins: inside a search that learns, probing costs more than it saves. */
#include <ratchet/model.h>
#include <stdbool.h>

enum { ROOT, EVERYWHERE };

struct state {
    uint32_t next;      /* where to go on */
    uint32_t searching; /* the root's fixed point was reached once */
};

/* What may be at each position in at least one of the branches so far. */
static void join(uint64_t *either, const uint64_t *after, uint32_t n)
{
    for (uint32_t p = 0; p < n; p++)
        either[p] |= after[p];
}

static int drop_agreed(struct rt_self *self, const uint64_t *either, bool *changed)
{
    for (uint32_t p = 0; p < self->v.n; p++) {
        uint64_t gone = self->h->dom(self, p) & ~either[p];
        if (!gone)
            continue;
        *changed = true;
        int status = self->h->drop(self, p, gone, 0);
        if (status != RT_OK)
            return status;
    }
    return RT_OK;
}

/* Probes every value of one position. RT_CONFLICT: none is left. */
static int probe_position(struct rt_self *self, uint32_t pos, uint64_t *either, bool *changed)
{
    const struct rt_host *h = self->h;
    bool agree = !((const struct state *)self->state)->searching;
    for (uint32_t p = 0; agree && p < self->v.n; p++)
        either[p] = 0;
    for (uint64_t values = h->dom(self, pos); values; values &= values - 1) {
        uint64_t value = values & -values;
        const uint64_t *after = NULL;
        if (h->tick(self, 1 + self->v.n / 64))
            return RT_ELIMIT;
        if (!(h->dom(self, pos) & value))   /* gone meanwhile */
            continue;
        int status = h->probe(self, pos, value, agree ? &after : NULL);
        if (status < 0)
            return status;
        if (status == RT_CONFLICT && (h->dom(self, pos) & value))
            return RT_CONFLICT;             /* not this value: the board itself */
        *changed |= status == RT_CONFLICT;
        if (status == RT_OK && agree)
            join(either, after, self->v.n);
    }
    if (!h->dom(self, pos))
        return RT_CONFLICT;
    return agree ? drop_agreed(self, either, changed) : RT_OK;
}

static int propagate(struct rt_self *self)
{
    struct state *s = self->state;
    uint32_t n = self->v.n, pos = s->next;
    if (s->searching && self->h->option(self, "where") == ROOT)
        return RT_FIXPOINT;
    uint64_t *either = self->h->scratch(self, n * sizeof *either);
    if (!either)
        return RT_ENOMEM;
    for (uint32_t quiet = 0; quiet < n; pos = (pos + 1) % n) {
        uint64_t dom = self->h->dom(self, pos);
        bool changed = false;
        int status = dom & (dom - 1) ? probe_position(self, pos, either, &changed) : RT_OK;
        if (status != RT_OK)
            return status;
        quiet = changed ? 0 : quiet + 1;
    }
    self->h->save(self, &s->next, sizeof s->next);
    s->next = pos;
    return RT_FIXPOINT;
}

static int extend(struct rt_self *self)
{
    struct state *s = self->state;
    s->searching = 1;
    return RT_OK;
}

static int describe(struct rt_self *self, const struct rt_why *why)
{
    return self->h->print(self, why->pos == RT_NOPOS
                                    ? "every value leads to a contradiction"
                                    : "the other way leads to a contradiction, or both lead here");
}

static const char *const places[] = {"root", "everywhere", NULL};

static const struct rt_option where = {
    .name = "where",
    .help = "Probe before the search only, or at every step of it",
    .type = RT_OPTION_ENUM,
    .fallback = ROOT,
    .choices = places,
};

static const struct rt_option *const options[] = {&where, NULL};

static const struct rt_rule_class probe = {
    .size = sizeof probe,
    .id = "generic.probe",
    .flags = RT_RULE_OPTIONAL,
    .kind = "rt.board/1",
    .summary = "a value that leads to a contradiction goes, and so does what no value of a variable leads to",
    .tier = 4,
    .level = 6,
    .state_size = sizeof(struct state),
    .wake = RT_WAKE_ANY,
    .options = options,
    .extend = extend,
    .propagate = propagate,
    .describe = describe,
};

static const struct rt_rule_class *const rules[] = {&probe, NULL};

const struct rt_bundle rt_bundle = {
    RT_BUNDLE_HEAD, .id = "generic.probe", .version = "1.0", .rules = rules,
};
