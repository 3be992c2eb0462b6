#include "report/trace.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *values(uint64_t mask)
{
    json_t *array = json_array();
    for (; mask; mask &= mask - 1)
        json_array_append_new(array, json_integer(__builtin_ctzll(mask)));
    return array;
}

static json_t *place(const struct trace_names *names, uint32_t var)
{
    char buffer[64] = "";
    if (var >= solver_nvars(names->solver))
        snprintf(buffer, sizeof buffer, "auxiliary %u", var - solver_nvars(names->solver));
    else
        puzzle_place(names->puzzle, var, buffer, sizeof buffer);
    json_t *name = buffer[0] ? json_string(buffer) : NULL;
    return name ? name : json_integer(var);
}

/* The host's own scopes come behind the puzzle's, which knows nothing of them. */
static json_t *scope(const struct trace_names *names, uint32_t index)
{
    struct text name = {0};
    if (!strncmp(solver_scope_kind(names->solver, index), "rt.", 3))
        return json_string("board");
    int status = puzzle_describe_scope(names->puzzle, index, &name);
    json_t *value = status >= 0 && name.n ? json_string(name.s) : NULL;
    text_free(&name);
    return value ? value : json_integer(index);
}

static json_t *sentence(const struct trace_names *names, uint32_t var, uint32_t value)
{
    struct text text = {0};
    int status = puzzle_describe(names->puzzle, var, value, &text);
    json_t *string = status >= 0 ? json_string(text_string(&text)) : NULL;
    text_free(&text);
    return string ? string : json_null();
}

/* [[place, value that was impossible], …] */
static json_t *reason(const struct trace_event *event, const struct trace_names *names)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < event->npremises; i++) {
        json_t *pair = json_array();
        json_array_append_new(pair, place(names, event->premises[i] >> 6));
        json_array_append_new(pair, json_integer(event->premises[i] & 63));
        json_array_append_new(array, pair);
    }
    return array;
}

static void add_line(json_t *object, struct text *out)
{
    char *line = json_dumps(object, JSON_COMPACT);
    if (line) {
        text_puts(out, line);
        text_puts(out, "\n");
    }
    free(line);
    json_decref(object);
}

void trace_json(const struct trace_event *event, const struct trace_names *names, struct text *out)
{
    if (event->kind != TRACE_NARROWING)
        return;
    json_t *object = json_object();
    bool fixed = event->domain && !(event->domain & (event->domain - 1));
    json_object_set_new(object, "file", json_string(names->file));
    json_object_set_new(object, "step", json_integer((json_int_t)event->step));
    json_object_set_new(object, "level", json_integer(event->level));
    json_object_set_new(object, "cause", json_string(event->cause));
    if (event->rule >= 0)
        json_object_set_new(object, "rule", json_string(names->rules[event->rule].class->id));
    if (event->scope != RT_NOPOS) {
        json_object_set_new(object, "kind", json_string(solver_scope_kind(names->solver, event->scope)));
        json_object_set_new(object, "scope", scope(names, event->scope));
    }
    json_object_set_new(object, "place", place(names, event->var));
    json_object_set_new(object, "gone", values(event->gone));
    json_object_set_new(object, "left", values(event->domain));
    if (fixed)
        json_object_set_new(object, "says",
                            sentence(names, event->var, (uint32_t)__builtin_ctzll(event->domain)));
    if (event->premises)
        json_object_set_new(object, "reason", reason(event, names));
    add_line(object, out);
}
