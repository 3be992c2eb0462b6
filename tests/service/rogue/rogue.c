/* Rules that do to their process what a plugin must not, each on lines of one length; elsewhere they are idle. */
#include <ratchet/kind/line.h>
#include <ratchet/model.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_FD = 3, LAST_FD = 64 };

static volatile int sink;

static void crash(void)
{
    *(volatile int *)(size_t)sink = 1;
}

static void loop(void)
{
    for (;;)
        sink++;
}

static void leave(void)
{
    exit(0);
}

static void eat(void)
{
    for (;;) {
        char *bytes = malloc(1 << 24);
        if (!bytes)
            abort();
        memset(bytes, 1, 1 << 24);
    }
}

static int deep(int depth)
{
    volatile char frame[4096];
    frame[0] = (char)depth;
    return deep(depth + 1) + frame[0];
}

static void overflow(void)
{
    sink = deep(0);
}

static void close_all(void)
{
    for (int fd = FIRST_FD; fd < LAST_FD; fd++)
        close(fd);
    loop();
}

static void scribble(void)
{
    static const char rubbish[] = "what a plugin prints is no frame";
    if (write(FIRST_FD, rubbish, sizeof rubbish) < 0)
        return;
    loop();
}

static void connect_somewhere(void)
{
    sink = socket(AF_UNIX, SOCK_STREAM, 0);
}

static void become_code(void)
{
    sink = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

#define RULE(name, length, act) \
    static int run_##name(struct rt_self *self) \
    { \
        if (self->v.n == length) \
            act(); \
        return RT_OK; \
    } \
    static const struct rt_rule_class name = {.size = sizeof(struct rt_rule_class), .id = "rogue." #name, \
                                              .kind = RT_LINE_BLOCKS, .summary = "is a rogue", .tier = 0, .level = 1, \
                                              .wake = RT_WAKE_ANY, .propagate = run_##name}

RULE(crash_rule, 41, crash);
RULE(loop_rule, 42, loop);
RULE(exit_rule, 43, leave);
RULE(eat_rule, 44, eat);
RULE(stack_rule, 45, overflow);
RULE(close_rule, 46, close_all);
RULE(write_rule, 47, scribble);
RULE(socket_rule, 48, connect_somewhere);
RULE(code_rule, 49, become_code);

static const struct rt_rule_class *const rules[] = {&crash_rule, &loop_rule, &exit_rule, &eat_rule, &stack_rule,
                                                    &close_rule, &write_rule, &socket_rule, &code_rule, NULL};

RT_EXPORT const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, "rogue", "1.0", NULL, NULL, NULL, rules};
