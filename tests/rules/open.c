#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const struct rt_bundle *load(const char *path)
{
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct rt_bundle *bundle = so ? dlsym(so, "rt_bundle") : NULL;
    if (bundle && bundle->magic == RT_MAGIC)
        return bundle;
    fprintf(stderr, "%s is no plugin: %s\n", path, so ? "no rt_bundle in it" : dlerror());
    return NULL;
}

struct harness *harness_open(const char *kind_so, const char *rule_so, const char *rule_id)
{
    const struct rt_bundle *kinds = load(kind_so), *rules = load(rule_so);
    const struct rt_rule_class *rule = NULL;
    const struct rt_kind_class *kind = NULL;
    for (uint32_t i = 0; rules && rules->rules && rules->rules[i]; i++)
        if (!rule_id || !strcmp(rules->rules[i]->id, rule_id))
            rule = rules->rules[i];
    for (uint32_t i = 0; rule && kinds && kinds->kinds && kinds->kinds[i]; i++)
        if (!strcmp(kinds->kinds[i]->id, rule->kind))
            kind = kinds->kinds[i];
    if (kind)
        return harness_new(kind, rule);
    fprintf(stderr, "%s: no rule %s, or its kind is not in %s\n", rule_so, rule_id ? rule_id : "", kind_so);
    return NULL;
}

void harness_close(struct harness *h)
{
    harness_free(h);
}
