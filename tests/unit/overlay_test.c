/* Pictures laid over each other: each can be taken out again, what they share is written once. */
#include "report/overlay.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT "<svg width=\"9\">"

static const char *const pictures[] = {
    "<?xml version=\"1.0\"?>\n" ROOT "\n<title>a &gt; b</title>\n<g id=\"x\">\n<path d=\"1\"/>\n<path d=\"2\"/>\n</g>\n"
    "<!-- all --><text>end</text></svg>\n",
    ROOT "<title>a &gt; b</title><g id=\"x\"><path d=\"1\"/><path d=\"3\"/><path d=\"2\"/></g><!-- all -->"
    "<text>end</text></svg>",
    ROOT "<title>a &gt; b</title><g id=\"x\"><path d='>'/></g><g/><!-- all --><text>end</text></svg>",
    ROOT "<title>a &gt; b</title><g id=\"x\"><path d=\"1\"/></g><!-- all --><text>end</text></svg>",
};
enum { PICTURES = sizeof pictures / sizeof *pictures };

/* The elements of frame f out of the file, its head left out. */
static void take_out(const char *file, unsigned f, char *picture)
{
    bool hidden[8] = {false};
    unsigned depth = 0, hiders = 0;
    for (const char *s = strstr(file, "</style>") + 8; *s;) {
        unsigned n;
        if (sscanf(s, "<g class=\"at%u\">", &n) == 1 || sscanf(s, "<g class=\"to%u\">", &n) == 1) {
            bool hide = s[10] == 'a' ? f < n : f >= n;
            hidden[depth++] = hide;
            hiders += hide;
            s = strchr(s, '>') + 1;
        } else if (depth && !strncmp(s, "</g>", 4)) {
            hiders -= hidden[--depth];
            s += 4;
        } else if (*s == '\n') {
            s++;
        } else {
            if (!hiders)
                *picture++ = *s;
            s++;
        }
    }
    *picture = 0;
}

/* The same of the picture itself. */
static void body_of(const char *svg, char *body)
{
    const char *start = strstr(svg, ROOT) + strlen(ROOT);
    for (; *start; start++)
        if (*start != '\n')
            *body++ = *start;
    *body = 0;
}

static void lay(struct overlay *overlay, struct text *out)
{
    for (int i = 0; i < PICTURES; i++)
        cr_assert(overlay_add(overlay, pictures[i], strlen(pictures[i])));
    overlay_write(overlay, 0.5, 2, out);
}

Test(overlay, every_picture_can_be_taken_out_again)
{
    struct arena arena = {0};
    struct overlay overlay = {.arena = &arena};
    struct text out = {0};
    char got[1024], want[1024];
    lay(&overlay, &out);
    for (unsigned f = 0; f < PICTURES; f++) {
        take_out(out.s, f, got);
        body_of(pictures[f], want);
        cr_expect_str_eq(got, want, "%u: %s", f, got);
    }
    text_free(&out);
    arena_free(&arena);
}

Test(overlay, what_is_shared_is_written_once_and_times_are_right)
{
    struct arena arena = {0};
    struct overlay overlay = {.arena = &arena};
    struct text out = {0};
    lay(&overlay, &out);
    cr_expect(!strncmp(out.s, ROOT, strlen(ROOT)));
    const char *title = strstr(out.s, "<title>");
    cr_expect(title && !strstr(title + 1, "<title>"));
    cr_expect(strstr(out.s, "animation:4.00s"), "four pictures of half a second, and two for the last");
    cr_expect(strstr(out.s, "@keyframes at1{0%{visibility:hidden}12.500%{visibility:visible}}"));
    cr_expect(strstr(out.s, ".to2{opacity:0;"), "what is not in the last picture is hidden where nothing moves");
    cr_expect_null(strstr(out.s, ".to4{"));
    text_free(&out);
    arena_free(&arena);
}

Test(overlay, what_is_no_picture_is_refused)
{
    static const char *const bad[] = {
        "", "<html></html>", "<svg", "<svg/>", ROOT, ROOT "</svg", ROOT "<g></svg>", ROOT "<g><path></g></svg>",
        ROOT "text</svg>", ROOT "<path", ROOT "<!-- </svg>", ROOT "<path d=\"></svg>",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct arena arena = {0};
        struct overlay overlay = {.arena = &arena};
        char *exact = malloc(strlen(bad[i]) + 1);   /* a sanitizer sees who goes beyond */
        memcpy(exact, bad[i], strlen(bad[i]));
        bool good = overlay_add(&overlay, exact, strlen(bad[i]));
        cr_expect(!good || !strcmp(bad[i], ROOT "</svg"), "%s", bad[i]);
        free(exact);
        arena_free(&arena);
    }
    struct arena arena = {0};
    struct overlay overlay = {.arena = &arena};
    cr_expect(overlay_add(&overlay, pictures[0], strlen(pictures[0])));
    cr_expect_not(overlay_add(&overlay, "<svg width=\"8\"></svg>", 21), "another size");
    arena_free(&arena);
}
