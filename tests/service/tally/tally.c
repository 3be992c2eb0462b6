/* Counts executions: each time a puzzle with a line of ten blocks is solved, the number that the blocks spell (digits
 * of base four, length - 1, the lowest first) is appended to the file that RATCHET_TALLY names. It deduces nothing. */
#include <ratchet/kind/line.h>
#include <ratchet/model.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DIGITS = 10 };

static int note(struct rt_self *self)
{
    const struct rt_line_blocks *line = self->payload;
    const char *path = getenv("RATCHET_TALLY");
    char text[16];
    uint32_t number = 0;
    if (line->k != DIGITS || !path)
        return RT_ENTAILED;
    for (int i = DIGITS; i--;)
        number = number * 4 + line->block[i].length - 1;
    int n = snprintf(text, sizeof text, "%u\n", number);
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, (size_t)n) != n)
        abort();
    close(fd);
    return RT_ENTAILED;
}

static const struct rt_rule_class executions = {.size = sizeof(struct rt_rule_class), .id = "tally.executions",
                                                .kind = RT_LINE_BLOCKS, .summary = "counts executions", .tier = 0,
                                                .level = 1, .init = note};

static const struct rt_rule_class *const rules[] = {&executions, NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "tally", "1.0", NULL, NULL, NULL, rules};
