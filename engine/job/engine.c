#include "job/engine.h"

#include <stdlib.h>

static const struct rt_kind_class *find_kind(void *context, const char *id)
{
    struct engine *engine = context;
    struct kind_source kinds = host_kinds(engine->host);
    pthread_mutex_lock(&engine->lock);
    const struct rt_kind_class *kind = kinds.find(kinds.context, id);
    pthread_mutex_unlock(&engine->lock);
    return kind;
}

static void read_settings(const struct config *config, struct engine_settings *settings)
{
    settings->solver = (struct solver_options){
        .policy = (enum scheduler_policy)config_number(config, "scheduler", "policy"),
        .search = config_flag(config, "search", "enabled"),
        .learn = config_flag(config, "search", "learn"),
        .branch = config_string(config, "search", "branch"),
        .extend_after = (uint32_t)config_number(config, "search", "extend_after"),
        .modes = (enum search_modes)config_number(config, "search", "modes"),
        .late_after = (uint32_t)config_number(config, "search", "late_after"),
    };
    settings->seed = (uint64_t)config_number(config, "engine", "seed");
    settings->nodes = (uint64_t)config_number(config, "limits", "nodes");
    settings->solutions = (uint32_t)config_number(config, "limits", "solutions");
    settings->explain_level = (uint32_t)config_number(config, "explain", "level");
    config_duration(config_string(config, "limits", "time"), &settings->time);
    config_size(config_string(config, "limits", "memory"), &settings->memory);
}

static struct engine *open_with(struct host *(*open_host)(struct config *config, struct fault *fault),
                                struct config *config, struct fault *fault)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        fault_set(fault, EXIT_INTERNAL, NULL, 0, 0, "there is no memory left");
        config_free(config);
        return NULL;
    }
    pthread_mutex_init(&engine->lock, NULL);
    engine->config = config;
    engine->kinds = (struct kind_source){find_kind, engine};
    engine->host = open_host(config, fault);
    if (!engine->host || config_check(config, fault)) {
        engine_close(engine);
        return NULL;
    }
    read_settings(config, &engine->settings);
    return engine;
}

struct engine *engine_open(struct config *config, struct fault *fault)
{
    return open_with(host_open, config, fault);
}

struct engine *engine_open_ours(struct config *config, struct fault *fault)
{
    return open_with(host_open_ours, config, fault);
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    host_close(engine->host);
    config_free(engine->config);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

const struct host_format *engine_recognise(struct engine *engine, const char *name, const char *bytes,
                                           size_t length, const char *type, const char *format,
                                           struct fault *fault)
{
    pthread_mutex_lock(&engine->lock);
    const struct host_format *found =
        host_recognise(engine->host, name, bytes, length, type, format, fault);
    pthread_mutex_unlock(&engine->lock);
    return found;
}

int engine_use(struct engine *engine, const char *type, struct arena *arena, struct puzzle_use *puzzle,
               const struct rule_use **rules, uint32_t *nrules, struct fault *fault)
{
    struct host *host = engine->host;
    pthread_mutex_lock(&engine->lock);
    /* The puzzle first: opening it tells the host which kinds count; then the options that the opened plugins
     * declared can be checked, and only then be read. */
    if (host_puzzle(host, type) && rules)
        host_use_rules(host, engine->config, type, arena, rules, nrules, fault);
    if (!fault->code && !config_check(engine->config, fault))
        host_use_puzzle(host, engine->config, type, arena, puzzle, fault);
    pthread_mutex_unlock(&engine->lock);
    return fault->code;
}

int engine_explain_rules(struct engine *engine, const char *type, struct arena *arena, const struct rule_use **rules,
                         uint32_t *nrules, struct fault *fault)
{
    pthread_mutex_lock(&engine->lock);
    if (!host_explain_rules(engine->host, engine->config, type, arena, rules, nrules, fault))
        config_check(engine->config, fault);
    pthread_mutex_unlock(&engine->lock);
    return fault->code;
}
