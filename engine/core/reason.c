/* Reasons: the premises of a literal, from clauses, from the domain, or asked of the rule that deduced it. */
#include "core/kernel.h"

static void give(struct solver *s, lit l)
{
    if (!vec_push(&s->explain.out, l, &s->bytes))
        s->out_of_memory = true;
}

static bool held(const struct solver *s, lit l, uint32_t before)
{
    return s->val.at[l] > 0 && s->fact.at[l >> 1].pos < before;
}

static uint64_t dom_before(const struct solver *s, uint32_t var, uint32_t before)
{
    uint64_t then = full_of(s, var);
    for (uint64_t gone = then & ~domain_of(s, var); gone; gone &= gone - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(gone);
        if (held(s, lit_isnt(s, var, value), before))
            then &= ~(1ull << value);
    }
    return then;
}

/* Literals that say "none of `gone` was possible": one "is v" where everything else had left. */
static bool facts(struct solver *s, uint32_t var, uint64_t gone, uint32_t before,
                  bool (*put)(struct solver *s, lit l))
{
    uint64_t full = full_of(s, var), then = dom_before(s, var, before);
    gone &= full;
    if (gone & then)
        return false;
    if (single(then) && (gone | then) == full) {
        lit is = lit_is(s, var, (uint32_t)__builtin_ctzll(then));
        if (held(s, is, before))
            return put(s, is);
    }
    for (; gone; gone &= gone - 1)
        if (!put(s, lit_isnt(s, var, (uint32_t)__builtin_ctzll(gone))))
            return false;
    return true;
}

static bool put_out(struct solver *s, lit l)
{
    give(s, l);
    return true;
}

static bool put_eager(struct solver *s, lit l)
{
    if (!vec_push(&s->eager, l, &s->bytes))
        s->out_of_memory = true;
    return true;
}

int reason_because(struct solver *s, struct instance *i, uint32_t pos, uint64_t gone)
{
    uint32_t var = s->scopes.at[i->scope].vars[pos];
    if (i->plugin->phase == PHASE_PROPAGATE) {
        if (!facts(s, var, gone, s->trail.n, put_eager))
            s->eager_untrue = true;
        return RT_OK;
    }
    s->explain.given = true;
    if (!facts(s, var, gone, s->explain.before, put_out))
        s->explain.untrue = true;
    return RT_OK;
}

uint64_t reason_dom_then(struct solver *s, struct instance *i, uint32_t pos)
{
    return dom_before(s, s->scopes.at[i->scope].vars[pos], s->explain.before);
}

static uint32_t known(struct solver *s, const struct scope *scope, uint64_t *gone)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < scope->n; p++) {
        uint32_t var = scope->vars[p];
        gone[p] = full_of(s, var) & ~dom_before(s, var, s->explain.before);
        n += gone[p] != 0;
    }
    return n;
}

/* Everything known in the scope then: sound because a rule reads nothing else. */
static void default_reason(struct solver *s, struct instance *i, const struct rt_why *why)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    s->explain.out.n = 0;
    s->explain.fell_back = true;
    s->rule_stats[i->rule].defaults++;
    if (!vec_reserve(&s->then_plane, scope->n, &s->bytes)) {
        s->out_of_memory = true;
        return;
    }
    uint64_t *gone = s->then_plane.at;
    uint32_t n = known(s, scope, gone);
    if (shrink_applies(s, i, n))
        shrink_reason(s, i, why->pos, why->value, gone);
    for (uint32_t p = 0; p < scope->n; p++)
        facts(s, scope->vars[p], gone[p], s->explain.before, put_out);
    for (uint32_t a = 0; a < i->naux; a++) {
        uint32_t var = s->aux_of.at[i->aux + a];
        facts(s, var, full_of(s, var) & ~dom_before(s, var, s->explain.before), s->explain.before, put_out);
    }
}

static void set_then(struct solver *s, const struct scope *scope, uint32_t pos, struct rt_why *why, bool mirror)
{
    uint32_t words = scope->words * scope->nvalues;
    if (!vec_reserve(&s->then_plane, words, &s->bytes) || !vec_reserve(&s->then_mirror, words, &s->bytes)) {
        s->out_of_memory = true;
        return;
    }
    uint64_t *plane = s->then_plane.at, *back = s->then_mirror.at;
    memset(plane, 0, words * sizeof *plane);
    memset(back, 0, words * sizeof *back);
    for (uint32_t p = 0; p < scope->n; p++) {
        uint32_t var = scope->vars[p], q = scope->n - 1 - p;
        uint64_t dom = p == pos ? full_of(s, var) : dom_before(s, var, s->explain.before);
        for (; dom; dom &= dom - 1) {
            uint32_t at = (uint32_t)__builtin_ctzll(dom) * scope->words;
            plane[at + p / 64] |= 1ull << p % 64;
            back[at + q / 64] |= 1ull << q % 64;
        }
    }
    why->plane = plane;
    why->mirror = mirror ? back : NULL;
}

/* How many events of the scope's history were known: they are in trail order. */
static uint32_t history_before(const struct solver *s, const struct scope *scope, const struct history *history)
{
    uint32_t low = 0, high = history->n;
    while (low < high) {
        uint32_t mid = (low + high) / 2, event = history->event[mid];
        lit l = lit_isnt(s, scope->vars[event >> 6], event & 63);
        if (s->fact.at[l >> 1].pos < s->explain.before)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Calls explain or describe with the scope as it was before explain.before. */
static int call_then(struct solver *s, struct instance *i, struct rt_why *why, enum phase phase)
{
    const struct rt_rule_class *class = s->rules[i->rule].class;
    const struct scope *scope = &s->scopes.at[i->scope];
    struct rt_view *v = &i->plugin->self.v;
    uint32_t nhist = v->nhist;
    if (i->history != RT_NOPOS)
        why->nhist = history_before(s, scope, &scope->history[i->history]);
    if (class->needs & RT_THEN)
        set_then(s, scope, why->pos, why, class->needs & RT_MIRROR);
    v->nhist = why->nhist;
    struct plugin_call call = plugin_enter(i->plugin, phase);
    int status = (phase == PHASE_EXPLAIN ? class->explain : class->describe)(&i->plugin->self, why);
    plugin_leave(i->plugin, call);
    v->nhist = nhist;
    return status;
}

int reason_describe(struct solver *s, struct instance *i, struct rt_why *why, uint32_t before, struct text *out)
{
    size_t length = out->n;
    if (!s->rules[i->rule].class->describe || !i->plugin || i->parked)
        return RT_EUNSUPPORTED;
    s->explain.before = before;
    i->plugin->out = out;
    int status = call_then(s, i, why, PHASE_DESCRIBE);
    i->plugin->out = NULL;
    return status < 0 ? status : out->n == length ? RT_EUNSUPPORTED : RT_OK;
}

/* Asks the rule why; leaves the premises in explain.out. `l` NO_LIT: why the conflict. */
static void ask(struct solver *s, lit l, struct reason reason, uint32_t before)
{
    struct instance *i = &s->instances.at[reason.ref];
    const struct rt_rule_class *class = s->rules[i->rule].class;
    struct rule_stats *stats = &s->rule_stats[i->rule];
    struct explain *e = &s->explain;
    struct rt_why why = {.pos = l == NO_LIT ? RT_NOPOS : reason.pos, .tag = reason.tag,
                         .value = l == NO_LIT ? 0 : lit_gone(s, l)};
    e->before = before;
    e->untrue = e->always = e->given = false;
    e->out.n = 0;
    stats->explanations++;
    s->scopes.at[i->scope].asked++;
    int status = RT_ERROR;
    bool untold = l == NO_LIT && reason.pos != RT_NOPOS;     /* a conflict without a tag */
    if (class->explain && i->plugin && !i->parked && !untold)
        status = call_then(s, i, &why, PHASE_EXPLAIN);
    bool empty = !e->out.n && !e->always;   /* counts as none given */
    if (status < 0 || !e->given || e->untrue || empty)
        default_reason(s, i, &why);
    stats->reason_literals += e->out.n;
}

static void premises(struct solver *s, lit l, struct reason reason, uint32_t before)
{
    s->explain.out.n = 0;
    switch (reason.type) {
    case R_CLAUSE: {
        const struct clause_view *c = clause_at(s, reason.ref);
        for (uint32_t k = 0; k < c->size; k++)
            if (c->lit[k] != l)
                give(s, c->lit[k] ^ 1);
        break;
    }
    case R_PAIR:
        give(s, reason.tag);
        break;
    case R_KNOT:
        for (uint32_t k = 0; k < knot_premises(&reason); k++)
            give(s, reason.why[k]);
        break;
    case R_BINARY:
        give(s, reason.ref);
        break;
    case R_DOMAIN: {
        uint32_t var = owner_of(s, l >> 1);
        for (uint32_t value = 0; value < variable_of(s, var).nvalues; value++)
            if (lit_is(s, var, value) != l)
                give(s, lit_isnt(s, var, value));
        break;
    }
    case R_RULE:
        ask(s, l, reason, before);
        break;
    case R_EAGER:
        for (uint32_t k = 0; k < reason.tag; k++)
            give(s, s->eager.at[reason.ref + k]);
        break;
    case R_FLIP: {
        uint32_t level = l != NO_LIT && s->val.at[l] > 0 ? lit_level(s, l) : s->levels.n;
        for (uint32_t k = 0; k < level; k++)
            if (s->levels.at[k].decision != NO_LIT)
                give(s, s->levels.at[k].decision);
        break;
    }
    default:
        break;
    }
}

void reason_new_conflict(struct solver *s)
{
    s->material.n = 0;
    s->stamp++;
}

bool reason_at_hand(const struct solver *s, lit l, struct premises *why)
{
    uint32_t atom = l >> 1;
    const struct reason *r = &s->fact.at[atom].reason;
    switch (r->type) {
    case R_CLAUSE:
        *why = (struct premises){clause_at(s, r->ref)->lit, clause_at(s, r->ref)->size, 1};
        return true;
    case R_PAIR:
        *why = (struct premises){&r->tag, 1, 0};
        return true;
    case R_KNOT:
        *why = (struct premises){r->why, knot_premises(r), 0};
        return true;
    case R_BINARY:
        *why = (struct premises){&r->ref, 1, 0};
        return true;
    case R_DOMAIN: {
        struct variable v = variable_of(s, owner_of(s, atom));
        *why = (struct premises){NULL, v.nvalues, 2 * v.atom + 1};
        return true;
    }
    case R_EAGER:
        *why = (struct premises){s->eager.at + r->ref, r->tag, 0};
        return true;
    case R_RULE:
        if (s->material_stamp.at[atom] != s->stamp)
            return false;
        *why = (struct premises){s->material.at + s->material_at.at[atom], s->material_n.at[atom], 0};
        return true;
    default:
        return false;
    }
}

static const lit *reason_cheap(struct solver *s, lit l, uint32_t *n)
{
    uint32_t atom = l >> 1;
    struct reason reason = s->fact.at[atom].reason;
    if (reason.type == R_DECISION)
        return NULL;
    if (reason.type == R_RULE) {
        if (s->material_stamp.at[atom] != s->stamp)
            return NULL;
        *n = s->material_n.at[atom];
        return s->material.at + s->material_at.at[atom];
    }
    premises(s, l, reason, s->fact.at[atom].pos);
    *n = s->explain.out.n;
    return s->explain.out.at;
}

const lit *reason_of(struct solver *s, lit l, uint32_t *n)
{
    uint32_t atom = l >> 1;
    struct reason reason = s->fact.at[atom].reason;
    if (reason.type == R_RULE && s->material_stamp.at[atom] != s->stamp) {
        ask(s, l, reason, s->fact.at[atom].pos);
        uint32_t at = s->material.n, count = s->explain.out.n;
        if (!vec_reserve(&s->material, at + count + 1, &s->bytes)) {
            s->out_of_memory = true;
            count = 0;
        }
        if (count)
            memcpy(s->material.at + at, s->explain.out.at, count * sizeof(lit));
        s->material.n = at + count;
        s->material_at.at[atom] = at;
        s->material_n.at[atom] = count;
        s->material_stamp.at[atom] = s->stamp;
    }
    *n = 0;
    return reason_cheap(s, l, n);
}

const lit *reason_before(struct solver *s, lit l, struct reason reason, uint32_t before, bool *own, uint32_t *n)
{
    s->explain.fell_back = false;
    premises(s, l, reason, before);
    *own = !s->explain.fell_back;
    *n = s->explain.out.n;
    return s->explain.out.at;
}

const lit *reason_ask(struct solver *s, lit l, struct reason reason, uint32_t *n)
{
    ask(s, l, reason, s->trail.n);
    *n = s->explain.out.n;
    return s->explain.out.at;
}

const lit *reason_of_conflict(struct solver *s, uint32_t *n)
{
    struct conflict c = s->conflict;
    if (c.blamed) {
        *n = s->blame.n;
        return s->blame.at;
    }
    premises(s, c.lit, c.reason, s->trail.n);
    if (c.lit != NO_LIT)
        give(s, c.lit ^ 1);
    *n = s->explain.out.n;
    return s->explain.out.at;
}
