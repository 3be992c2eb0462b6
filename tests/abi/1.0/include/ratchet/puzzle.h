/* Puzzle types: parse canonical text, build the model, say what a solution is, draw it. */
#ifndef RATCHET_PUZZLE_H
#define RATCHET_PUZZLE_H

#include <ratchet/host.h>
#include <ratchet/option.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rt_render_kind { RT_RENDER_ASCII = 1, RT_RENDER_ANSI = 2, RT_RENDER_SVG = 3 };

/* What to draw: one domain mask a variable, so partial grids and solutions are the same thing. */
struct rt_picture {
    uint32_t size;              /* sizeof(struct rt_picture) */
    uint32_t kind;              /* enum rt_render_kind */
    const uint64_t *domains;    /* one mask a variable; NULL: the puzzle before solving */
    const uint64_t *other;      /* a second grid: show where the two differ; NULL if none */
    const char *title;          /* NULL if none */
};

enum rt_symmetry {
    RT_SYMMETRY_NONE = 0,
    RT_SYMMETRY_MIRROR = 1, /* left and right */
    RT_SYMMETRY_TURN = 2    /* by half a turn */
};

/* What `generate` is asked for: a fresh puzzle, a change that rules one of its solutions out, or a clue less. */
struct rt_wish {
    uint32_t size;          /* sizeof(struct rt_wish) */
    uint32_t width, height;
    uint32_t symmetry;      /* enum rt_symmetry, of what is given or of the solution */
    const char *picture;    /* fresh: the solution, as render ascii prints it; NULL: at random. `state` is the puzzle
                               that it came with, NULL if it came alone */
    size_t length;
    /* The solution that the puzzle in `state` was made for, one value a variable; NULL: a fresh puzzle. And another
     * that it has; NULL: leave a clue out. */
    const uint8_t *goal, *other;
    uint32_t attempt;       /* which of the possible changes: 0, 1, ..., the most promising first; or which clue, in an
                               order in which those that are left keep their places */
    uint32_t reserved;      /* 0 */
};

struct rt_puzzle_class {
    uint32_t size;          /* sizeof(struct rt_puzzle_class) */
    uint32_t reserved;      /* 0 */
    const char *id;         /* "nonogram" */
    const char *name;       /* "Nonogram" */
    const char *summary;
    const struct rt_option *const *options; /* NULL-terminated, may be NULL */
    /* [parse] Canonical text (UTF-8, LF) into self->state. Errors through fail with line and column. */
    int (*parse)(struct rt_self *, const char *text, size_t length);
    /* [model] Variables and scopes. */
    int (*model)(struct rt_self *);
    /* [render] Through host->write. RT_EUNSUPPORTED for a kind it does not draw; ascii is mandatory, ends
     * with a newline, and is what `marks` reads back. */
    int (*render)(struct rt_self *, const struct rt_picture *);
    /* [verify] The truth: is this complete assignment a solution? RT_OK, or RT_CONFLICT and a verdict whose
     * blame lists variables. */
    int (*verify)(struct rt_self *, const uint8_t *values, struct rt_verdict *verdict);
    /* [describe] "r3c5 is black" through host->print. */
    int (*describe)(struct rt_self *, uint32_t var, uint32_t value);
    /* [describe] Optional: the name of a scope, "row 3". */
    int (*describe_scope)(struct rt_self *, uint32_t scope);
    /* [marks] Optional: a grid as render ascii prints it (partial or complete), through host->mark. */
    int (*marks)(struct rt_self *, const char *text, size_t length);
    /* [facts] Optional: figures for --stats=full, one "name<TAB>value" a line through host->print. */
    int (*facts)(struct rt_self *);
    /* [any] Optional: the place of a variable, "r3c5", cut to capacity; returns its length. Used where two
     * solutions differ; variables of one cell share a place, and an edge is named after its two, "r2c6-r2c7". */
    int (*place)(struct rt_self *, uint32_t var, char *buffer, size_t capacity);
    const void *(*extension)(const char *id);   /* optional */
    /* [describe] Optional, for the sentences of rules, through host->print: positions first .. last of a scope,
     * "columns 4 to 7", and a value of a variable, "black". */
    int (*describe_positions)(struct rt_self *, uint32_t scope, uint32_t first, uint32_t last);
    int (*describe_value)(struct rt_self *, uint32_t var, uint32_t value);
    /* [generate] Optional: one puzzle, with the solution it was made for, through host->emit. Whether it has others,
     * and how hard it is, is the host's to find out. RT_EUNSUPPORTED: there are no so many changes or
     * clues; `fail` where clues can't be left out at all. */
    int (*generate)(struct rt_self *, const struct rt_wish *);
};

/* extension(RT_PUZZLE_KINDS): the kinds of scope that `model` may emit, as a NULL-terminated
 * `const char *const *`. A run then opens only the rules that serve one of them (or rt.board/1). */
#define RT_PUZZLE_KINDS "rt.kinds/1"

/* extension(RT_PUZZLE_SAMPLE): a `const struct rt_puzzle_sample *`: random boards, on which `ratchet audit` tries
 * rules and shrinks what it finds. */
#define RT_PUZZLE_SAMPLE "rt.sample/1"

struct rt_puzzle_sample {
    uint32_t size;          /* sizeof(struct rt_puzzle_sample) */
    uint32_t reserved;      /* 0 */
    /* [write] The canonical text of a random board, most often with solutions, no side longer than `side` cells
     * (2 at least), through host->print; all chance comes from host->random. There is no state. */
    int (*sample)(struct rt_self *, uint32_t side);
};

#ifdef __cplusplus
}
#endif
#endif
