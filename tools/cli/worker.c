#include "worker.h"

#include "job/worker.h"
#include "output.h"
#include "setup.h"

#include <stdlib.h>
#include <string.h>

static struct config *configure(void *context, struct fault *fault)
{
    return setup_config(context, NULL, fault);
}

int worker_command(int argc, char **argv)
{
    struct options options;
    struct fault fault = {0};
    const char **as_config = calloc((size_t)argc + 2, sizeof *as_config);
    if (!as_config)
        return EXIT_INTERNAL;
    as_config[0] = argv[0];
    as_config[1] = "config";
    as_config[2] = "effective";
    memcpy(as_config + 3, argv + 2, (size_t)(argc - 2) * sizeof *argv);
    int code = options_parse(&options, argc + 1, (char **)as_config, &fault)
               ? output_fault(&fault) : worker_run(configure, &options);
    options_free(&options);
    free(as_config);
    return code;
}
