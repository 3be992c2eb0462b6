/* Where every member of every public struct lies on x86-64. A plugin built last year relies on these figures:
 * members may be added at the end of a struct (then its size here grows), nothing may move. The structs of
 * kinds may change only together with the kind's revision. */
#include <criterion/criterion.h>
#include <ratchet/kind/line.h>
#include <ratchet/kind/loop.h>
#include <ratchet/kind/masyu.h>
#include <ratchet/model.h>

struct figure {
    const char *what;
    size_t is, should_be;
};

#define SIZE(type, bytes) {"sizeof(struct " #type ")", sizeof(struct type), bytes}
#define AT(type, member, offset) {"offset of " #type "." #member, offsetof(struct type, member), offset}

static const struct figure figures[] = {
    SIZE(rt_bundle, 64),
    AT(rt_bundle, magic, 0),
    AT(rt_bundle, abi_major, 4),
    AT(rt_bundle, abi_minor, 6),
    AT(rt_bundle, size, 8),
    AT(rt_bundle, reserved, 12),
    AT(rt_bundle, id, 16),
    AT(rt_bundle, version, 24),
    AT(rt_bundle, kinds, 32),
    AT(rt_bundle, formats, 40),
    AT(rt_bundle, puzzles, 48),
    AT(rt_bundle, rules, 56),
    SIZE(rt_option, 64),
    AT(rt_option, name, 0),
    AT(rt_option, help, 8),
    AT(rt_option, type, 16),
    AT(rt_option, reserved, 20),
    AT(rt_option, fallback, 24),
    AT(rt_option, min, 32),
    AT(rt_option, max, 40),
    AT(rt_option, choices, 48),
    AT(rt_option, fallback_string, 56),
    SIZE(rt_view, 48),
    AT(rt_view, n, 0),
    AT(rt_view, words, 4),
    AT(rt_view, nvalues, 8),
    AT(rt_view, nhist, 12),
    AT(rt_view, seen, 16),
    AT(rt_view, hist, 24),
    AT(rt_view, plane, 32),
    AT(rt_view, mirror, 40),
    SIZE(rt_self, 80),
    AT(rt_self, h, 0),
    AT(rt_self, payload, 8),
    AT(rt_self, payload_size, 16),
    AT(rt_self, index, 20),
    AT(rt_self, state, 24),
    AT(rt_self, v, 32),
    SIZE(rt_why, 32),
    AT(rt_why, pos, 0),
    AT(rt_why, value, 4),
    AT(rt_why, tag, 8),
    AT(rt_why, nhist, 12),
    AT(rt_why, plane, 16),
    AT(rt_why, mirror, 24),
    SIZE(rt_verdict, 272),
    AT(rt_verdict, what, 0),
    AT(rt_verdict, place, 224),
    AT(rt_verdict, blame, 256),
    AT(rt_verdict, nblame, 264),
    SIZE(rt_puzzle_text, 96),
    AT(rt_puzzle_text, size, 0),
    AT(rt_puzzle_text, nlines, 4),
    AT(rt_puzzle_text, text, 8),
    AT(rt_puzzle_text, length, 16),
    AT(rt_puzzle_text, lines, 24),
    AT(rt_puzzle_text, title, 32),
    AT(rt_puzzle_text, author, 40),
    AT(rt_puzzle_text, marks, 48),
    AT(rt_puzzle_text, solution, 56),
    AT(rt_puzzle_text, source, 64),
    AT(rt_puzzle_text, copyright, 72),
    AT(rt_puzzle_text, license, 80),
    AT(rt_puzzle_text, description, 88),
    SIZE(rt_host, 264),
    AT(rt_host, size, 0),
    AT(rt_host, cpu_level, 4),
    AT(rt_host, alloc, 8),
    AT(rt_host, scratch, 16),
    AT(rt_host, log, 24),
    AT(rt_host, fail, 32),
    AT(rt_host, tick, 40),
    AT(rt_host, random, 48),
    AT(rt_host, option, 56),
    AT(rt_host, option_string, 64),
    AT(rt_host, extension, 72),
    AT(rt_host, write, 80),
    AT(rt_host, print, 88),
    AT(rt_host, emit, 96),
    AT(rt_host, add_variables, 104),
    AT(rt_host, add_scope, 112),
    AT(rt_host, prefer, 120),
    AT(rt_host, mark, 128),
    AT(rt_host, add_aux, 136),
    AT(rt_host, add_clauses, 144),
    AT(rt_host, drop, 152),
    AT(rt_host, drop_planes, 160),
    AT(rt_host, conflict, 168),
    AT(rt_host, save, 176),
    AT(rt_host, dom, 184),
    AT(rt_host, dom_then, 192),
    AT(rt_host, because, 200),
    AT(rt_host, because_planes, 208),
    AT(rt_host, because_always, 216),
    AT(rt_host, score, 224),
    AT(rt_host, probe, 232),
    AT(rt_host, name_scope, 240),
    AT(rt_host, name_positions, 248),
    AT(rt_host, name_value, 256),
    SIZE(rt_kind_class, 72),
    AT(rt_kind_class, size, 0),
    AT(rt_kind_class, payload_size, 4),
    AT(rt_kind_class, id, 8),
    AT(rt_kind_class, summary, 16),
    AT(rt_kind_class, check, 24),
    AT(rt_kind_class, sample, 32),
    AT(rt_kind_class, implies, 40),
    AT(rt_kind_class, describe, 48),
    AT(rt_kind_class, valid, 56),
    AT(rt_kind_class, encode, 64),
    SIZE(rt_format_class, 80),
    AT(rt_format_class, size, 0),
    AT(rt_format_class, reserved, 4),
    AT(rt_format_class, id, 8),
    AT(rt_format_class, puzzle, 16),
    AT(rt_format_class, summary, 24),
    AT(rt_format_class, extensions, 32),
    AT(rt_format_class, magic, 40),
    AT(rt_format_class, probe, 48),
    AT(rt_format_class, read, 56),
    AT(rt_format_class, write, 64),
    AT(rt_format_class, quirks, 72),
    SIZE(rt_puzzle_sample, 16),
    AT(rt_puzzle_sample, size, 0),
    AT(rt_puzzle_sample, reserved, 4),
    AT(rt_puzzle_sample, sample, 8),
    SIZE(rt_picture, 32),
    AT(rt_picture, size, 0),
    AT(rt_picture, kind, 4),
    AT(rt_picture, domains, 8),
    AT(rt_picture, other, 16),
    AT(rt_picture, title, 24),
    SIZE(rt_puzzle_class, 136),
    AT(rt_puzzle_class, size, 0),
    AT(rt_puzzle_class, reserved, 4),
    AT(rt_puzzle_class, id, 8),
    AT(rt_puzzle_class, name, 16),
    AT(rt_puzzle_class, summary, 24),
    AT(rt_puzzle_class, options, 32),
    AT(rt_puzzle_class, parse, 40),
    AT(rt_puzzle_class, model, 48),
    AT(rt_puzzle_class, render, 56),
    AT(rt_puzzle_class, verify, 64),
    AT(rt_puzzle_class, describe, 72),
    AT(rt_puzzle_class, describe_scope, 80),
    AT(rt_puzzle_class, marks, 88),
    AT(rt_puzzle_class, facts, 96),
    AT(rt_puzzle_class, place, 104),
    AT(rt_puzzle_class, extension, 112),
    AT(rt_puzzle_class, describe_positions, 120),
    AT(rt_puzzle_class, describe_value, 128),
    SIZE(rt_rule_class, 120),
    AT(rt_rule_class, size, 0),
    AT(rt_rule_class, flags, 4),
    AT(rt_rule_class, id, 8),
    AT(rt_rule_class, kind, 16),
    AT(rt_rule_class, summary, 24),
    AT(rt_rule_class, tier, 32),
    AT(rt_rule_class, level, 33),
    AT(rt_rule_class, needs, 34),
    AT(rt_rule_class, state_size, 36),
    AT(rt_rule_class, wake, 40),
    AT(rt_rule_class, options, 48),
    AT(rt_rule_class, strategies, 56),
    AT(rt_rule_class, init, 64),
    AT(rt_rule_class, extend, 72),
    AT(rt_rule_class, propagate, 80),
    AT(rt_rule_class, explain, 88),
    AT(rt_rule_class, branch, 96),
    AT(rt_rule_class, describe, 104),
    AT(rt_rule_class, extension, 112),
    SIZE(rt_line_block, 8),
    AT(rt_line_block, length, 0),
    AT(rt_line_block, colour, 4),
    SIZE(rt_line_blocks, 8),
    AT(rt_line_blocks, k, 0),
    AT(rt_line_blocks, reserved, 4),
    AT(rt_line_blocks, block, 8),
    SIZE(rt_loop_vertex, 8),
    AT(rt_loop_vertex, must, 0),
    AT(rt_loop_vertex, reserved, 4),
    SIZE(rt_loop_single, 56),
    AT(rt_loop_single, nv, 0),
    AT(rt_loop_single, ne, 4),
    AT(rt_loop_single, nf, 8),
    AT(rt_loop_single, reserved, 12),
    AT(rt_loop_single, end, 16),
    AT(rt_loop_single, face, 24),
    AT(rt_loop_single, first, 32),
    AT(rt_loop_single, incident, 40),
    AT(rt_loop_single, must, 48),
    SIZE(rt_masyu_pearl, 36),
    AT(rt_masyu_pearl, near, 0),
    AT(rt_masyu_pearl, far, 4),
    AT(rt_masyu_pearl, side, 8),
    AT(rt_masyu_pearl, cell, 16),
    AT(rt_masyu_pearl, side_cell, 20),
    AT(rt_masyu_pearl, variant, 28),
    AT(rt_masyu_pearl, reserved, 29),
};

Test(abi, layout)
{
#if !defined(__x86_64__) || defined(__ILP32__)
    cr_skip("the table is that of x86-64");
#endif
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        cr_expect_eq(figures[i].is, figures[i].should_be, "%s is %zu, plugins rely on %zu", figures[i].what,
                     figures[i].is, figures[i].should_be);
}

/* What plugins compare and return is part of the ABI as much as where it lies. */
Test(abi, constants)
{
    cr_expect_eq(RT_MAGIC, 0x54434852u);
    cr_expect_eq(RT_OK, 0);
    cr_expect_eq(RT_FIXPOINT, 1);
    cr_expect_eq(RT_ENTAILED, 2);
    cr_expect_eq(RT_CONFLICT, 3);
    cr_expect_eq(RT_ERROR, -1);
    cr_expect_eq(RT_ENOMEM, -2);
    cr_expect_eq(RT_EINPUT, -3);
    cr_expect_eq(RT_EUNSUPPORTED, -4);
    cr_expect_eq(RT_ELIMIT, -5);
    cr_expect_eq(RT_NOPOS, 0xffffffffu);
    cr_expect_eq(RT_LIT_END, 0xffffffffu);
    cr_expect_eq(RT_IS(5, 3), 5u << 7 | 3u << 1);
    cr_expect_eq(RT_ISNT(RT_AUX | 1, 63), (0x1000001u << 7 | 63u << 1) | 1u);
    cr_expect_eq(RT_PLANES | RT_MIRROR << 4 | RT_THEN << 8 | RT_HISTORY << 12, 1 | 2 << 4 | 4 << 8 | 8 << 12);
    cr_expect_eq(RT_OPTION_BOOL * 1000 + RT_OPTION_INT * 100 + RT_OPTION_ENUM * 10 + RT_OPTION_STRING, 1234);
    cr_expect_eq(RT_RENDER_ASCII * 100 + RT_RENDER_ANSI * 10 + RT_RENDER_SVG, 123);
}
