/* Each kind becomes a rule whose init is the kind's encode; what the clause store then holds is the formula. */
#include "core/cnf.h"

#include "core/kernel.h"

#include <stdio.h>

enum { MOST_KINDS = 32 };

struct encoders {
    struct rt_rule_class class[MOST_KINDS];
    struct rule_use use[MOST_KINDS];
    uint32_t n;
};

static int add_encoder(struct session *session, struct encoders *e, const struct rt_kind_class *kind)
{
    for (uint32_t k = 0; k < e->n; k++)
        if (e->class[k].kind == kind->id)
            return RT_OK;
    if (!kind->encode || e->n == MOST_KINDS) {
        fault_set(session->fault, EXIT_OTHER, session->file, 0, 0, "kind '%s' has no encoding as clauses, so this "
                  "puzzle cannot be written as CNF", kind->id);
        return RT_EUNSUPPORTED;
    }
    e->class[e->n] = (struct rt_rule_class){.size = sizeof e->class[0], .id = kind->id, .kind = kind->id,
                                            .summary = kind->id, .level = 1, .init = kind->encode};
    e->use[e->n] = (struct rule_use){.class = &e->class[e->n], .level = 1, .ours = true};
    e->n++;
    return RT_OK;
}

/* A first model without rules tells which kinds there are. */
static int find_encoders(struct session *session, struct kind_source kinds, struct puzzle *puzzle,
                         struct encoders *e)
{
    struct solver_options options = {.learn = true};
    struct solver *s = solver_new(session, &options, kinds, NULL, 0);
    int status = s ? solver_build(s, puzzle) : RT_ENOMEM;
    for (uint32_t k = 0; status == RT_OK && k < s->scopes.n; k++)
        status = add_encoder(session, e, s->scopes.at[k].kind);
    solver_free(s);
    return status;
}

static int number(lit l)
{
    int n = (int)(l >> 1) + 1;
    return l & 1 ? -n : n;
}

static void write_meanings(struct solver *s, struct text *out)
{
    struct text words = {0};
    for (uint32_t v = 0; v < s->nvars; v++)
        for (uint32_t value = variable_of(s, v).nvalues == 2; value < variable_of(s, v).nvalues; value++) {
            text_clear(&words);
            if (puzzle_describe(s->puzzle, v, value, &words) == RT_OK)
                text_printf(out, "c %d = %s\n", number(lit_is(s, v, value)), text_string(&words));
        }
    text_free(&words);
    text_puts(out, "c p show");
    for (uint32_t v = 0; v < s->nvars; v++)
        for (uint32_t value = variable_of(s, v).nvalues == 2; value < variable_of(s, v).nvalues; value++)
            text_printf(out, " %d", number(lit_is(s, v, value)));
    text_puts(out, " 0\n");
}

/* Exactly one value of each larger domain; returns how many clauses that is. */
static uint32_t write_domains(const struct solver *s, struct text *out)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->total; v++) {
        uint32_t n = variable_of(s, v).nvalues;
        if (n == 2)
            continue;
        for (uint32_t a = 0; a < n; a++)
            text_printf(out, "%d ", number(lit_is(s, v, a)));
        text_puts(out, "0\n");
        count++;
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < a; b++, count++)
                text_printf(out, "%d %d 0\n", number(lit_isnt(s, v, a)), number(lit_isnt(s, v, b)));
    }
    return count;
}

static uint32_t write_clauses(const struct solver *s, struct text *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->trail.n; k++, count++)
        text_printf(out, "%d 0\n", number(s->trail.at[k]));
    for (uint32_t at = 0; at < s->store.n; at += CLAUSE_HEAD + clause_at(s, at)->size, count++) {
        const struct clause_view *c = clause_at(s, at);
        for (uint32_t k = 0; k < c->size; k++)
            text_printf(out, "%d ", number(c->lit[k]));
        text_puts(out, "0\n");
    }
    if (s->conflict.is) {
        text_puts(out, "0\n");
        count++;
    }
    return count;
}

int cnf_write(struct session *session, struct kind_source kinds, struct puzzle *puzzle, const uint64_t *domains,
              struct text *out)
{
    struct encoders *e = arena_alloc(session->arena, sizeof *e);
    int status = e ? find_encoders(session, kinds, puzzle, e) : RT_ENOMEM;
    if (status != RT_OK)
        return status;
    struct solver_options options = {.learn = true};
    struct solver *s = solver_new(session, &options, kinds, e->use, e->n);
    status = s ? solver_build(s, puzzle) : RT_ENOMEM;
    if (status == RT_OK && domains)
        solver_mark(s, domains);
    for (uint32_t k = 0; status == RT_OK && k < e->n; k++)
        if (s->rule_fault[k]) {
            fault_set(session->fault, EXIT_INTERNAL, session->file, 0, 0, "kind '%s' failed to encode a scope: %s",
                      e->class[k].id, s->rule_fault[k]);
            status = RT_ERROR;
        }
    if (status == RT_OK) {
        struct text clauses = {0};
        uint32_t count = write_clauses(s, &clauses) + write_domains(s, &clauses);
        write_meanings(s, out);
        text_printf(out, "p cnf %u %u\n", s->natoms, count);
        text_add(out, text_string(&clauses), clauses.n);
        status = clauses.failed || out->failed ? RT_ENOMEM : RT_OK;
        text_free(&clauses);
    }
    solver_free(s);
    return status;
}
