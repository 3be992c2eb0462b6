/* Modes: some runs between restarts search otherwise than the others. What wins changes from board to board, and a run
 * that goes another way finds what the others miss. A mode only leaves out; what is left is as right as it was, and
 * what a rule knows at level 0 it goes on to learn in every mode: so nothing is to be done when it returns. */
#include "core/kernel.h"

enum { MODE_RUNS = 4 };     /* runs between two changes */

void modes_cover(struct solver *s, const struct instance *i)
{
    for (uint32_t k = s->scopes.at[i->scope].first_instance; k != RT_NOPOS; k = s->instances.at[k].next_of_scope)
        s->instances.at[k].covered |= &s->instances.at[k] != i;
}

void modes_next(struct solver *s)
{
    uint32_t turn = s->extended ? s->restart_number / MODE_RUNS : 0;
    bool rules = s->options.modes & MODES_RULES, auxiliaries = s->options.modes & MODES_AUXILIARIES;
    s->clauses_only = rules && turn & 1;
    bool own_only = auxiliaries && turn & (rules ? 2 : 1);
    if (own_only == s->own_only)
        return;
    s->own_only = own_only;
    decide_refill(s);
}
