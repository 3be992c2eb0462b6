/* Scopes that are alike: they share their payload, and the clauses that a rule with RT_SAME_CLAUSES has for them, which
 * are kept over positions and given to every further scope over its own variables. */
#include "core/kernel.h"

enum { PAYLOAD_MOST = 256 };    /* bytes; scopes with more are seldom alike */

static uint32_t bucket_of(const void *payload, size_t size, uint32_t n)
{
    uint64_t hash = n;
    const char *at = payload;
    for (size_t k = 0; k < size; k += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, at + k, size - k < sizeof word ? size - k : sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash % SHAPE_BUCKETS;
}

bool shape_find(struct solver *s, struct scope *scope, const void *payload)
{
    uint32_t size = scope->payload_size;
    if (scope->nvalues > 2 || size > PAYLOAD_MOST)
        return true;
    uint32_t *bucket = &s->shape_bucket[bucket_of(payload, size, scope->n)];
    for (uint32_t k = *bucket; k; k = s->shapes.at[k - 1].next) {
        struct shape *shape = &s->shapes.at[k - 1];
        if (shape->kind != scope->kind || shape->n != scope->n || shape->payload_size != size ||
            (size && memcmp(shape->payload, payload, size)))
            continue;
        shape->scopes++;
        scope->shape = k - 1;
        scope->payload = shape->payload;
        return true;
    }
    struct shape shape = {.kind = scope->kind, .payload_size = size, .n = scope->n, .scopes = 1, .next = *bucket,
                          .rule = RT_NOPOS};
    shape.payload = scope->payload = arena_copy(s->session->arena, payload, size);
    if (!shape.payload || !vec_push(&s->shapes, shape, &s->bytes))
        return false;
    *bucket = s->shapes.n;
    scope->shape = s->shapes.n - 1;
    return true;
}

bool shape_wanted(const struct solver *s, const struct instance *i)
{
    uint32_t shape = s->scopes.at[i->scope].shape;
    return s->rules[i->rule].class->flags & RT_SAME_CLAUSES && shape != RT_NOPOS && s->shapes.at[shape].scopes > 1 &&
           !s->options.stepwise && !s->options.clause;
}

static bool has_twins(const struct clause_view *c)
{
    for (uint32_t a = 1; a < c->size; a++)
        for (uint32_t b = 0; b < a; b++)
            if (c->lit[a] >> 1 == c->lit[b] >> 1)
                return true;
    return false;
}

/* Appends what init has put in the store, over positions; false: they can't be kept. */
static bool copy_clauses(struct solver *s, const struct instance *i, struct shape *shape)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    uint32_t words = i->clauses_end - i->clauses;
    if (!vec_reserve(&s->shape_clauses, s->shape_clauses.n + words + 1, &s->bytes))
        return false;
    for (uint32_t p = 0; p < scope->n; p++)
        s->positions[scope->vars[p]] = p;
    uint32_t *to = s->shape_clauses.at + s->shape_clauses.n;
    for (uint32_t at = i->clauses; at < i->clauses_end;) {
        struct clause_view *c = clause_at(s, at);
        if (has_twins(c))
            return false;
        *to++ = c->size;
        for (uint32_t k = 0; k < c->size; k++)
            *to++ = s->positions[owner_of(s, c->lit[k] >> 1)] << 1 | (c->lit[k] & 1);
        at += CLAUSE_HEAD + c->size;
        shape->clauses++;
    }
    shape->first = s->shape_clauses.n;
    s->shape_clauses.n = shape->end = (uint32_t)(to - s->shape_clauses.at);
    return true;
}

void shape_keep(struct solver *s, const struct instance *i, int status)
{
    if (!shape_wanted(s, i) || i->parked || i->naux || (status != RT_OK && status != RT_ENTAILED))
        return;
    struct shape *shape = &s->shapes.at[s->scopes.at[i->scope].shape];
    shape->clauses = 0;
    shape->status = status;
    if (copy_clauses(s, i, shape))
        shape->rule = i->rule;
}

/* Gives the instance the clauses that were kept; knots take them while nothing is known (`first`). False: no memory. */
static bool copy_to(struct solver *s, const struct instance *i, const struct shape *shape, bool first)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    uint32_t owner = instance_index(s, i), *literal = s->positions;   /* "is 1" of each position */
    const uint32_t *from = s->shape_clauses.at + shape->first, *end = s->shape_clauses.at + shape->end;
    uint32_t start = s->store.n, words = shape->end - shape->first + shape->clauses * (CLAUSE_HEAD - 1);
    uint32_t *to = clause_room(s, words);
    if (!to)
        return false;
    for (uint32_t p = 0; p < scope->n; p++)
        literal[p] = 2 * variable_of(s, scope->vars[p]).atom;
    while (from < end) {
        uint32_t size = *from++;
        struct clause_view *c = (struct clause_view *)to;
        *c = (struct clause_view){size, CLAUSE_PLAIN, owner};
        for (uint32_t k = 0; k < size; k++, from++)
            c->lit[k] = literal[*from >> 1] | (*from & 1);
        if (!first || !knot_put(s, c->lit, size, owner))
            to += CLAUSE_HEAD + size;
    }
    s->store.n = start + (uint32_t)(to - (s->store.at + start));
    return true;
}

bool shape_repeat(struct solver *s, struct instance *i, int *status)
{
    const struct scope *scope = &s->scopes.at[i->scope];
    if (!shape_wanted(s, i) || s->shapes.at[scope->shape].rule != i->rule)
        return false;
    const struct shape *shape = &s->shapes.at[scope->shape];
    bool first = !s->trail.n;
    if (!(first && knot_repeat(s, i)) && !copy_to(s, i, shape, first))
        return false;
    s->rule_stats[i->rule].clauses += shape->clauses;
    *status = shape->status;
    return true;
}
