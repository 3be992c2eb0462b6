#include "report/overlay.h"

#include <string.h>

/* Pictures in which a node occurs: from .. to - 1. */
struct span {
    uint32_t from, to;
    struct span *next;
};

/* A whole element, or the start tag of a <g> with what is inside. */
struct overlay_node {
    const char *text;
    size_t length;
    uint64_t hash;
    bool group;
    struct overlay_node *first, *next;
    struct span *spans, *last;
};

/* A place in a picture. */
struct reader {
    struct overlay *overlay;
    const char *at, *end;
};

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;        /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

static bool starts(const struct reader *r, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(r->end - r->at) >= n && !memcmp(r->at, with, n);
}

/* Behind the tag at `at`, whose attributes may hold a > in quotation marks; NULL: it doesn't end. */
static const char *tag_end(const char *at, const char *end)
{
    char quote = 0;
    for (; at < end; at++) {
        if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at + 1;
    }
    return NULL;
}

/* Behind a comment or processing instruction; NULL: it doesn't end. */
static const char *behind(const struct reader *r, const char *mark)
{
    const char *found = memmem(r->at, (size_t)(r->end - r->at), mark, strlen(mark));
    return found ? found + strlen(mark) : NULL;
}

/* Behind the whole element at `at`; NULL: it doesn't end. */
static const char *element_end(struct reader r)
{
    uint32_t depth = 0;
    do {
        r.at = memchr(r.at, '<', (size_t)(r.end - r.at));
        if (!r.at)
            return NULL;
        if (starts(&r, "<!--")) {
            r.at = behind(&r, "-->");
        } else {
            bool close = starts(&r, "</");
            r.at = tag_end(r.at, r.end);
            if (close)
                depth -= depth > 0;
            else if (r.at && r.at[-2] != '/')
                depth++;
        }
    } while (r.at && depth);
    return r.at;
}

static bool is_group(const struct reader *r)
{
    return starts(r, "<g>") || starts(r, "<g ");
}

/* The node of this text among those behind *place, or a new one right there; *place moves behind it. So the nodes of
 * every picture keep its order. */
static struct overlay_node *take_node(struct overlay *overlay, struct overlay_node ***place, const char *text,
                                      size_t length, bool group)
{
    uint64_t hash = hash_of(text, length);
    for (struct overlay_node **at = *place; *at; at = &(*at)->next)
        if ((*at)->hash == hash && (*at)->length == length && !memcmp((*at)->text, text, length)) {
            *place = &(*at)->next;
            return *at;
        }
    struct overlay_node *node = arena_alloc(overlay->arena, sizeof *node);
    if (!node || !(node->text = arena_string_n(overlay->arena, text, length)))
        return NULL;
    node->length = length;
    node->hash = hash;
    node->group = group;
    node->next = **place;
    **place = node;
    *place = &node->next;
    return node;
}

static bool show(struct overlay *overlay, struct overlay_node *node)
{
    if (node->last && node->last->to == overlay->frames) {
        node->last->to++;
        return true;
    }
    struct span *span = arena_alloc(overlay->arena, sizeof *span);
    if (!span)
        return false;
    *span = (struct span){overlay->frames, overlay->frames + 1, NULL};
    if (node->last)
        node->last->next = span;
    else
        node->spans = span;
    node->last = span;
    return true;
}

static bool read_nodes(struct reader *r, struct overlay_node **place);

static bool read_node(struct reader *r, struct overlay_node ***place)
{
    const char *start = r->at;
    bool group = is_group(r), empty = false;
    r->at = group ? tag_end(r->at, r->end) : starts(r, "<!--") ? behind(r, "-->") : element_end(*r);
    if (!r->at)
        return false;
    empty = group && r->at[-2] == '/';
    struct overlay_node *node = take_node(r->overlay, place, start, (size_t)(r->at - start), group && !empty);
    if (!node || !show(r->overlay, node))
        return false;
    if (!node->group)
        return true;
    if (!read_nodes(r, &node->first) || !starts(r, "</g"))
        return false;
    r->at = tag_end(r->at, r->end);
    return r->at;
}

/* Up to the end tag of what they stand in. */
static bool read_nodes(struct reader *r, struct overlay_node **place)
{
    for (;;) {
        while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
            r->at++;
        if (r->at >= r->end || *r->at != '<')
            return false;       /* text of its own, which can't come and go */
        if (starts(r, "</"))
            return true;
        if (!read_node(r, &place))
            return false;
    }
}

bool overlay_add(struct overlay *overlay, const char *svg, size_t length)
{
    struct reader r = {overlay, memmem(svg, length, "<svg", 4), svg + length};
    const char *root = r.at;
    r.at = root ? tag_end(root, r.end) : NULL;
    if (!r.at || r.at[-2] == '/')
        return false;
    size_t n = (size_t)(r.at - root);
    if (!overlay->root && !(overlay->root = arena_string_n(overlay->arena, root, n)))
        return false;
    if (strlen(overlay->root) != n || memcmp(overlay->root, root, n))
        return false;
    if (!read_nodes(&r, &overlay->nodes) || !starts(&r, "</svg"))
        return false;
    overlay->frames++;
    return true;
}

/* ---- writing ---- */

struct writer {
    const struct overlay *overlay;
    struct text *out;
    bool *appear, *vanish;      /* which frames something does so at */
};

/* In the last span nothing vanishes where it reaches the last picture, and nothing appears in the first. */
static void write_span(struct writer *w, const struct overlay_node *node, const struct span *span)
{
    bool appears = span->from > 0, vanishes = span->to < w->overlay->frames;
    if (appears)
        text_printf(w->out, "<g class=\"at%u\">", span->from);
    if (vanishes)
        text_printf(w->out, "<g class=\"to%u\">", span->to);
    text_add(w->out, node->text, node->length);
    text_printf(w->out, "%s%s\n", vanishes ? "</g>" : "", appears ? "</g>" : "");
    w->appear[span->from] = true;
    w->vanish[span->to] = true;
}

static void write_nodes(struct writer *w, const struct overlay_node *node)
{
    for (; node; node = node->next) {
        if (!node->group) {
            for (const struct span *span = node->spans; span; span = span->next)
                write_span(w, node, span);
            continue;
        }
        text_add(w->out, node->text, node->length);
        text_puts(w->out, "\n");
        write_nodes(w, node->first);
        text_puts(w->out, "</g>\n");
    }
}

/* Two properties, so that an element can both appear and vanish. What is not in the last picture is hidden where
 * nothing moves. */
static void write_style(struct writer *w, double seconds, double hold)
{
    uint32_t frames = w->overlay->frames;
    double all = seconds * frames + hold;
    text_printf(w->out, "<style>[class^=at],[class^=to]{animation:%.2fs step-end infinite}\n", all);
    text_puts(w->out, "@media (prefers-reduced-motion:reduce){[class^=at],[class^=to]{animation:none}}\n");
    for (uint32_t f = 1; f < frames; f++) {
        double at = 100 * seconds * f / all;
        if (w->appear[f])
            text_printf(w->out, ".at%u{animation-name:at%u}@keyframes at%u{0%%{visibility:hidden}%.3f%%"
                        "{visibility:visible}}\n", f, f, f, at);
        if (w->vanish[f])
            text_printf(w->out, ".to%u{opacity:0;animation-name:to%u}@keyframes to%u{0%%{opacity:1}%.3f%%"
                        "{opacity:0}}\n", f, f, f, at);
    }
    text_puts(w->out, "</style>\n");
}

void overlay_write(const struct overlay *overlay, double seconds, double hold, struct text *out)
{
    struct text body = {0};
    struct writer w = {.overlay = overlay, .out = &body};
    w.appear = arena_alloc(overlay->arena, overlay->frames + 1);
    w.vanish = arena_alloc(overlay->arena, overlay->frames + 1);
    if (!w.appear || !w.vanish) {
        out->failed = true;
        return;
    }
    write_nodes(&w, overlay->nodes);
    w.out = out;
    text_printf(out, "%s\n", overlay->root);
    write_style(&w, seconds, hold);
    text_add(out, text_string(&body), body.n);
    text_puts(out, "</svg>\n");
    out->failed |= body.failed;
    text_free(&body);
}
