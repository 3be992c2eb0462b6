#include "report/animation.h"

#include "report/overlay.h"
#include "report/text.h"

#include <string.h>

enum { FRAMES_MOST = 100 };

static const double hold = 3;   /* seconds that the last picture stays */

/* About twelve seconds in all; few pictures change slowly enough to be followed. */
static double seconds_each(uint32_t frames)
{
    double seconds = 12.0 / frames;
    return seconds > 0.5 ? 0.5 : seconds;
}

static int add_frame(const struct answer *answer, struct overlay *overlay, const uint64_t *domains,
                     struct fault *fault)
{
    struct text svg = {0};
    int code = report_picture(answer, RT_RENDER_SVG, domains, NULL, &svg, fault);
    if (!code && svg.failed)
        code = fault_set(fault, EXIT_OTHER, answer->name, 0, 0, "there is no memory left to draw this");
    if (!code && !overlay_add(overlay, svg.s, svg.n))
        code = fault_set(fault, EXIT_INTERNAL, answer->name, 0, 0, "the pictures of puzzle type %s can't be animated: "
                         "they are not well-formed or not of one size", answer->type);
    text_free(&svg);
    return code;
}

/* The grid after each part of the course, and what is known in the end. */
static int add_frames(const struct answer *answer, struct overlay *overlay, uint64_t *domains, struct fault *fault)
{
    uint32_t frames = answer->ncourse < FRAMES_MOST ? answer->ncourse : FRAMES_MOST, done = 0;
    memcpy(domains, answer->start, answer->nvars * sizeof *domains);
    for (uint32_t f = 0; f < frames; f++) {
        for (; done < (uint64_t)answer->ncourse * f / frames; done++)
            domains[answer->course[done].var] = answer->course[done].left;
        if (add_frame(answer, overlay, domains, fault))
            return fault->code;
    }
    const uint64_t *best = report_best(answer);
    return add_frame(answer, overlay, best ? best : answer->known ? answer->known : answer->start, fault);
}

int report_animation(const struct answer *answer, struct text *out, struct fault *fault)
{
    struct arena arena = {0};
    struct overlay overlay = {.arena = &arena};
    uint64_t *domains = arena_alloc(&arena, (answer->nvars + 1) * sizeof *domains);
    if (!domains)
        fault_set(fault, EXIT_OTHER, answer->name, 0, 0, "there is no memory left to draw this");
    else if (!add_frames(answer, &overlay, domains, fault))
        overlay_write(&overlay, seconds_each(overlay.frames), hold, out);
    arena_free(&arena);
    return fault->code;
}
