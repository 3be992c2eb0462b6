#include "report/answer.h"

const char *op_name(enum op op)
{
    static const char *const names[] = {"solve", "unique", "count", "verify", "render", "hint", "explain", "grade",
                                         "generate"};
    return names[op];
}

const char *outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_ERROR] = "error", [OUTCOME_UNIQUE] = "unique", [OUTCOME_SEVERAL] = "several",
        [OUTCOME_SOLVED] = "solved", [OUTCOME_NONE] = "none", [OUTCOME_UNKNOWN] = "unknown",
        [OUTCOME_CANCELLED] = "cancelled", [OUTCOME_VALID] = "solution",
        [OUTCOME_INVALID] = "not a solution", [OUTCOME_DRAWN] = "drawn",
        [OUTCOME_HINT] = "hint", [OUTCOME_MISTAKE] = "mistake", [OUTCOME_GRADED] = "graded",
        [OUTCOME_GENERATED] = "generated"};
    return names[outcome];
}

const char *stop_name(enum stop_cause stop)
{
    static const char *const names[] = {
        [STOP_TIME] = "time limit", [STOP_NODES] = "node limit", [STOP_MEMORY] = "memory limit",
        [STOP_SOLUTIONS] = "solution limit", [STOP_STUCK] = "stuck", [STOP_INTERRUPTED] = "interrupted"};
    return names[stop];
}

int answer_exit_code(const struct answer *answer)
{
    switch (answer->outcome) {
    case OUTCOME_ERROR:
        return answer->fault.code ? answer->fault.code : EXIT_INTERNAL;
    case OUTCOME_NONE:
    case OUTCOME_INVALID:
    case OUTCOME_MISTAKE:
        return EXIT_NONE;
    case OUTCOME_SEVERAL:
        return answer->op == OP_COUNT ? EXIT_GOOD : EXIT_SEVERAL;
    case OUTCOME_UNKNOWN:
        return EXIT_UNKNOWN;
    case OUTCOME_CANCELLED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_GOOD;
    }
}

int answer_sat_code(const struct answer *answer)
{
    switch (answer->outcome) {
    case OUTCOME_UNIQUE:
        return 30;
    case OUTCOME_SEVERAL:
    case OUTCOME_SOLVED:
        return 10;
    case OUTCOME_NONE:
        return 20;
    case OUTCOME_UNKNOWN:
        return answer->solutions ? 10 : 0;
    default:
        return answer_exit_code(answer);
    }
}

static int badness(int code)
{
    static const int order[] = {EXIT_INTERRUPTED, EXIT_INTERNAL, EXIT_BAD_INPUT, EXIT_NO_INPUT, EXIT_OTHER,
                                EXIT_NONE, EXIT_SEVERAL, EXIT_UNKNOWN, EXIT_GOOD};
    enum { N = sizeof order / sizeof *order };
    for (int i = 0; i < N; i++)
        if (order[i] == code)
            return N - i;
    return N - 4;   /* any other failure counts like EXIT_OTHER */
}

int worse_exit_code(int a, int b)
{
    return badness(b) > badness(a) ? b : a;
}
