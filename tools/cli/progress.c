#include "progress.h"

#include "output.h"
#include "util/clock.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    bool wanted, terminal, shown;
    uint32_t inputs;
    double start, next;         /* seconds of the monotonic clock */
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

void progress_start(enum when when, uint32_t inputs)
{
    const double patience = 0.3;    /* what is over sooner needs no progress */
    progress.terminal = isatty(STDERR_FILENO);
    progress.wanted = when == WHEN_ALWAYS || (when == WHEN_AUTO && progress.terminal);
    progress.inputs = inputs;
    progress.start = clock_seconds();
    progress.next = progress.start + (progress.terminal ? patience : 10);
}

bool progress_wanted(void)
{
    return progress.wanted;
}

static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20 ? 80 : size.ws_col;
}

/* What does not fit beside the figures is cut from the front of the name. */
static void write_line(const char *name, const char *figures)
{
    struct text line = {0};
    int room = columns() - 1 - (int)strlen(figures), length = (int)strlen(name);
    if (progress.terminal && length > room)
        name += room > 0 ? length - room : length;
    text_printf(&line, "%s%s%s%s", progress.terminal ? "\r\033[K" : "", name, figures,
                progress.terminal ? "" : "\n");
    output_write(STDERR_FILENO, text_string(&line), line.n);
    text_free(&line);
    progress.shown = progress.terminal;
}

void progress_show(const char *name, uint32_t done, const struct search_stats *stats, uint32_t fixed,
                   uint32_t variables, uint32_t solutions)
{
    char figures[200] = "", batch[64] = "";
    double now = clock_seconds();
    pthread_mutex_lock(&progress.lock);
    if (progress.wanted && now >= progress.next) {
        progress.next = now + (progress.terminal ? 0.1 : 10);
        if (progress.inputs > 1)
            snprintf(batch, sizeof batch, ", input %u of %u", done + 1, progress.inputs);
        snprintf(figures, sizeof figures,
                 ": %.0f s, %u of %u known, %" PRIu64 " decisions, %" PRIu64 " conflicts, %u found%s",
                 now - progress.start, fixed, variables, stats->nodes, stats->conflicts, solutions, batch);
        write_line(name, figures);
    }
    pthread_mutex_unlock(&progress.lock);
}

void progress_line(const char *name, const char *figures)
{
    char line[200];
    double now = clock_seconds();
    pthread_mutex_lock(&progress.lock);
    if (progress.wanted && now >= progress.next) {
        progress.next = now + (progress.terminal ? 0.1 : 10);
        snprintf(line, sizeof line, ": %.0f s%s", now - progress.start, figures);
        write_line(name, line);
    }
    pthread_mutex_unlock(&progress.lock);
}

void progress_erase(void)
{
    pthread_mutex_lock(&progress.lock);
    if (progress.shown)
        output_write(STDERR_FILENO, "\r\033[K", 4);
    progress.shown = false;
    pthread_mutex_unlock(&progress.lock);
}
