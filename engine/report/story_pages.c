/* An explanation as one SVG document: a page a step, each with its sentence above the grid. */
#include "report/story.h"

#include "report/text.h"
#include "report/words.h"

#include <stdio.h>
#include <string.h>

enum { MARGIN = 16, LINE = 18, COLUMN = 72, LEAST_WIDTH = 560 };

struct pages {
    const struct answer *answer;
    struct text body;
    uint64_t *domains, *before;
    uint32_t width, y;
    struct fault *fault;
};

static void escape(const char *s, size_t n, struct text *out)
{
    for (size_t k = 0; k < n; k++) {
        if (s[k] == '<' || s[k] == '&')
            text_puts(out, s[k] == '<' ? "&lt;" : "&amp;");
        else
            text_add(out, s + k, 1);
    }
}

/* Breaks at blanks, so that a line holds at most COLUMN bytes where it can. */
static void put_sentence(struct pages *p, const char *s)
{
    while (*s) {
        size_t n = strlen(s), cut = n;
        if (n > COLUMN) {
            for (cut = COLUMN; cut && s[cut] != ' '; cut--)
                ;
            cut = cut ? cut : n;
        }
        text_printf(&p->body, "<text x=\"%d\" y=\"%u\">", MARGIN, p->y += LINE);
        escape(s, cut, &p->body);
        text_puts(&p->body, "</text>\n");
        s += cut + (s[cut] == ' ');
    }
}

/* The number behind ` name="` in the opening tag. */
static uint32_t attribute(const char *svg, const char *name)
{
    const char *end = strchr(svg, '>'), *at = strstr(svg, name);
    unsigned value = 0;
    if (at && end && at < end)
        sscanf(at + strlen(name), "%u", &value);
    return value;
}

/* The picture as an element within the document. */
static void put_picture(struct pages *p, const uint64_t *domains, const uint64_t *before)
{
    struct text svg = {0};
    if (!report_picture(p->answer, RT_RENDER_SVG, domains, before, &svg, p->fault)) {
        const char *s = strstr(text_string(&svg), "<svg");
        uint32_t width = s ? attribute(s, " width=\"") : 0, height = s ? attribute(s, " height=\"") : 0;
        if (s)
            text_printf(&p->body, "<svg x=\"%d\" y=\"%u\"%s", MARGIN, p->y + MARGIN / 2, s + 4);
        p->width = width + 2 * MARGIN > p->width ? width + 2 * MARGIN : p->width;
        p->y += height + MARGIN;
    }
    text_free(&svg);
}

static void put_page(struct pages *p, const struct deduction *d)
{
    const struct story *story = p->answer->story;
    struct text sentence = {0};
    uint32_t nvars = p->answer->nvars;
    memcpy(p->before, p->domains, nvars * sizeof *p->before);
    for (uint32_t k = 0; k < d->gone.n && !d->conflict; k++)
        p->domains[d->gone.at[k] >> 6] &= ~(1ull << (d->gone.at[k] & 63));
    if (d->number < story->from || d->number > story->to)
        return;
    text_printf(&sentence, "%u. ", d->number);
    story_sentence(story, d, &sentence);
    p->y += MARGIN;
    put_sentence(p, text_string(&sentence));
    put_picture(p, p->domains, p->before);
    text_free(&sentence);
}

static void put_document(const struct pages *p, uint32_t height, struct text *out)
{
    text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                "font-family=\"sans-serif\" font-size=\"14\">\n", p->width, height, p->width, height);
    text_printf(out, "<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n", p->width, height);
    text_add(out, text_string(&p->body), p->body.n);
    text_puts(out, "</svg>\n");
}

int story_pages(const struct answer *answer, struct text *out, struct fault *fault)
{
    const struct story *story = answer->story;
    size_t bytes = (answer->nvars + 1) * sizeof(uint64_t);
    struct pages p = {.answer = answer, .fault = fault, .width = LEAST_WIDTH, .domains = malloc(bytes),
                      .before = malloc(bytes)};
    if (!p.domains || !p.before) {
        fault_set(fault, EXIT_OTHER, answer->name, 0, 0, "there is no memory left");
    } else {
        memcpy(p.domains, story->start, answer->nvars * sizeof *p.domains);
        if (!story->nsteps)
            put_picture(&p, p.domains, NULL);
        for (uint32_t k = 0; k < story->nsteps && !fault->code; k++)
            put_page(&p, story->steps[k]);
    }
    if (!fault->code)
        put_document(&p, p.y + MARGIN, out);
    text_free(&p.body);
    free(p.domains);
    free(p.before);
    return fault->code;
}
