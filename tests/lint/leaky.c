/* What the sanitizers must not let pass; see sanitized_test.sh. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile kept;

static void leak(void)
{
    kept = malloc(42);
    kept = NULL;
}

static int overflow(int n)
{
    return INT_MAX - 1 + n;
}

/* As a test runner does: the child's fate is ignored. */
static void leak_in_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        leak();
        exit(EXIT_SUCCESS);
    }
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    const char *fault = argc > 1 ? argv[1] : "none";
    if (strcmp(fault, "leak") == 0)
        leak();
    else if (strcmp(fault, "child") == 0)
        leak_in_child();
    else if (strcmp(fault, "overflow") == 0)
        printf("%d\n", overflow(argc));
    else if (strcmp(fault, "skip") == 0)
        return 77;
    return EXIT_SUCCESS;
}
