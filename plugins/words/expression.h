/* A regular expression as an automaton: Thompson's construction, then sets of its states.
 *
 *      x           this character            .       any               [xy] [^xy]  one of these, none of these
 *      (...)       what stands in it         a|b     one or the other  \x          x, whatever it means here
 *      a* a+ a?    how often                 a{2} a{2,} a{2,3} */
#ifndef WORDS_EXPRESSION_H
#define WORDS_EXPRESSION_H

#include <ratchet/kind/automaton.h>
#include <ratchet/kit/text.h>

enum { PLACES_MOST = 512, STATES_MOST = 1024, REPEAT_MOST = 255, DEPTH_MOST = 64, PLACE_WORDS = PLACES_MOST / 64 };
#define NOWHERE UINT32_MAX

/* Between characters: one of `read` leads to `next`; none: on to `next` and `other` without reading. */
struct place {
    uint64_t read;
    uint32_t next, other;
};

struct expression {
    struct rt_self *self;
    const char *alphabet;
    uint32_t letters;           /* in the alphabet */
    struct rt_span line;        /* for errors: the line, and its number */
    uint32_t number;
    const char *at, *end;
    uint32_t depth;
    struct place *place;
    uint32_t nplaces;
    int status;
};

/* From a first place to a last one that leads nowhere yet. */
struct part {
    uint32_t first, last;
};

static inline struct part expression_fail(struct expression *e, const char *what)
{
    if (e->status == RT_OK)
        e->status = e->self->h->fail(e->self, RT_EINPUT, e->number, rt_column_of(e->line, e->at), "%s", what);
    return (struct part){0, 0};
}

static inline uint32_t expression_place(struct expression *e, uint64_t read, uint32_t next)
{
    if (e->nplaces == PLACES_MOST) {
        expression_fail(e, "the expression is too long");
        return 0;
    }
    e->place[e->nplaces] = (struct place){read, next, NOWHERE};
    return e->nplaces++;
}

static inline uint64_t expression_all(const struct expression *e)
{
    return e->letters == 64 ? UINT64_MAX : (1ull << e->letters) - 1;
}

/* The value of the character in front, which goes; 0 with an error if the alphabet hasn't got it. */
static inline uint64_t expression_letter(struct expression *e)
{
    if (e->at < e->end && *e->at == '\\')
        e->at++;
    const char *found = e->at < e->end ? (const char *)memchr(e->alphabet, *e->at, e->letters) : NULL;
    if (!found) {
        expression_fail(e, e->at < e->end ? "the alphabet hasn't got this character" : "here a character must stand");
        return 0;
    }
    e->at++;
    return 1ull << (found - e->alphabet);
}

static inline uint64_t expression_class(struct expression *e)
{
    uint64_t set = 0;
    bool none = ++e->at < e->end && *e->at == '^';
    e->at += none;
    while (e->at < e->end && *e->at != ']' && e->status == RT_OK)
        set |= expression_letter(e);
    if (e->at == e->end && e->status == RT_OK)
        expression_fail(e, "the ']' is missing");
    e->at++;
    set = none ? expression_all(e) & ~set : set;
    if (!set && e->status == RT_OK)
        expression_fail(e, "no character is meant by these brackets");
    return set;
}

static inline struct part expression_read(struct expression *e, uint64_t set)
{
    uint32_t last = expression_place(e, 0, NOWHERE);
    return (struct part){expression_place(e, set, last), last};
}

static inline struct part expression_either(struct expression *e);

static inline struct part expression_atom(struct expression *e)
{
    if (*e->at == '.') {
        e->at++;
        return expression_read(e, expression_all(e));
    }
    if (*e->at == '[')
        return expression_read(e, expression_class(e));
    if (*e->at != '(')
        return strchr("*+?{", *e->at) && *e->at ? expression_fail(e, "there is nothing that could be repeated")
                                                : expression_read(e, expression_letter(e));
    if (++e->depth > DEPTH_MOST)
        return expression_fail(e, "brackets are too deep here");
    e->at++;
    struct part inside = expression_either(e);
    if (e->status == RT_OK && (e->at == e->end || *e->at != ')'))
        return expression_fail(e, "the ')' is missing");
    e->at++;
    e->depth--;
    return inside;
}

/* How often: from *low to *high, REPEAT_MOST + 1 without end. False: nothing is said. */
static inline bool expression_often(struct expression *e, uint32_t *low, uint32_t *high)
{
    char c = e->at < e->end ? *e->at : 0;
    *low = c == '+';
    *high = c == '?' ? 1 : REPEAT_MOST + 1;
    if (c == '*' || c == '+' || c == '?')
        e->at++;
    if (c != '{')
        return c == '*' || c == '+' || c == '?';
    struct rt_span rest = {e->at + 1, (size_t)(e->end - e->at) - 1};
    bool good = rt_span_number(&rest, low);
    *high = *low;
    if (good && rest.n && *rest.s == ',') {
        rest.s++, rest.n--;
        if (!rt_span_number(&rest, high))
            *high = REPEAT_MOST + 1;
    }
    if (!good || !rest.n || *rest.s != '}' || *low > REPEAT_MOST || *high < *low || *high > REPEAT_MOST + 1)
        expression_fail(e, "how often must be said like {2}, {2,} or {2,3}, up to 255");
    e->at = rest.s + 1;
    return true;
}

static inline struct part expression_then(struct expression *e, struct part one, struct part two)
{
    if (e->status == RT_OK)
        e->place[one.last].next = two.first;
    return (struct part){one.first, two.last};
}

static inline struct part expression_nothing(struct expression *e)
{
    uint32_t place = expression_place(e, 0, NOWHERE);
    return (struct part){place, place};
}

/* An atom as often as it may stand: it is read anew for every time. */
static inline struct part expression_item(struct expression *e)
{
    const char *from = e->at;
    uint32_t low, high;
    struct part once = expression_atom(e);
    if (e->status != RT_OK || !expression_often(e, &low, &high))
        return once;
    const char *behind = e->at;
    struct part all = expression_nothing(e), copy = once;
    for (uint32_t k = 0; k < high && e->status == RT_OK; k++) {
        bool endless = high > REPEAT_MOST && k >= low;
        if (k) {
            e->at = from;
            copy = expression_atom(e);
        }
        if (e->status != RT_OK)
            break;
        uint32_t last = expression_place(e, 0, NOWHERE), first = expression_place(e, 0, copy.first);
        e->place[first].other = k >= low ? last : NOWHERE;
        e->place[copy.last].next = endless ? first : last;
        all = expression_then(e, all, (struct part){first, last});
        if (endless)
            break;
    }
    e->at = behind;
    return all;
}

static inline struct part expression_either(struct expression *e)
{
    struct part all = expression_nothing(e);
    while (e->status == RT_OK && e->at < e->end && *e->at != ')' && *e->at != '|')
        all = expression_then(e, all, expression_item(e));
    if (e->status != RT_OK || e->at == e->end || *e->at != '|')
        return all;
    e->at++;
    struct part other = expression_either(e);
    if (e->status != RT_OK)
        return all;
    uint32_t last = expression_place(e, 0, NOWHERE), first = expression_place(e, 0, all.first);
    e->place[first].other = other.first;
    e->place[all.last].next = e->place[other.last].next = last;
    return (struct part){first, last};
}

/* ---- sets of places are the states of the automaton */

struct place_set {
    uint64_t word[PLACE_WORDS];
};

static inline void place_reach(const struct expression *e, uint32_t at, struct place_set *set)
{
    uint32_t stack[2 * PLACES_MOST + 1], n = 0;
    stack[n++] = at;
    while (n) {
        at = stack[--n];
        if (at == NOWHERE || set->word[at / 64] >> at % 64 & 1)
            continue;
        set->word[at / 64] |= 1ull << at % 64;
        if (!e->place[at].read) {
            stack[n++] = e->place[at].next;
            stack[n++] = e->place[at].other;
        }
    }
}

/* Its number, STATES_MOST: there are too many. */
static inline uint32_t state_of(const struct place_set *set, struct place_set *states, uint32_t *n)
{
    uint32_t k = 0;
    while (k < *n && memcmp(&states[k], set, sizeof *set))
        k++;
    if (k == *n && k < STATES_MOST)
        states[(*n)++] = *set;
    return k;
}

static inline uint32_t state_next(const struct expression *e, uint32_t letter, struct place_set *states, uint32_t from,
                                  uint32_t *n)
{
    struct place_set to = {{0}};
    uint64_t any = 0;
    for (uint32_t k = 0; k < e->nplaces; k++)
        if (states[from].word[k / 64] >> k % 64 & 1 && e->place[k].read >> letter & 1)
            place_reach(e, e->place[k].next, &to);
    for (uint32_t w = 0; w < PLACE_WORDS; w++)
        any |= to.word[w];
    return any ? state_of(&to, states, n) : RT_AUTOMATON_NONE;
}

static inline int expression_states(struct expression *e, struct part all, struct rt_automaton **automaton)
{
    struct place_set *states = e->self->h->scratch(e->self, STATES_MOST * sizeof *states);
    uint32_t *next = e->self->h->scratch(e->self, STATES_MOST * e->letters * sizeof *next), n = 1;
    if (!states || !next)
        return RT_ENOMEM;
    place_reach(e, all.first, &states[0]);
    for (uint32_t from = 0; from < n; from++) {
        if (e->self->h->tick(e->self, 1 + (uint64_t)e->letters * (e->nplaces + n) / 16))
            return RT_ELIMIT;
        for (uint32_t letter = 0; letter < e->letters; letter++)
            if ((next[from * e->letters + letter] = state_next(e, letter, states, from, &n)) == STATES_MOST)
                return e->self->h->fail(e->self, RT_EINPUT, e->number, 0, "the automaton of this expression has more "
                                        "than %d states", STATES_MOST);
    }
    struct rt_automaton *a = *automaton = e->self->h->alloc(e->self, rt_automaton_size(n, e->letters));
    if (!a)
        return RT_ENOMEM;
    a->states = n;
    a->alphabet = e->letters;
    memcpy(a->next, next, n * e->letters * sizeof *next);
    for (uint32_t k = 0; k < n; k++)
        if (states[k].word[all.last / 64] >> all.last % 64 & 1)
            a->next[n * e->letters + k / 32] |= 1u << k % 32;
    return RT_OK;
}

/* [parse] The automaton of the expression `text` in a line, in the job's memory. */
static inline int expression_make(struct rt_self *self, const char *alphabet, struct rt_span line, uint32_t number,
                                  struct rt_span text, struct rt_automaton **automaton)
{
    struct expression e = {.self = self, .alphabet = alphabet, .letters = (uint32_t)strlen(alphabet), .line = line,
                           .number = number, .at = text.s, .end = text.s + text.n};
    e.place = self->h->scratch(self, PLACES_MOST * sizeof *e.place);
    if (!e.place)
        return RT_ENOMEM;
    struct part all = expression_either(&e);
    if (e.status == RT_OK && e.at < e.end)
        expression_fail(&e, "there is no '(' to this ')'");
    return e.status == RT_OK ? expression_states(&e, all, automaton) : e.status;
}

#endif
