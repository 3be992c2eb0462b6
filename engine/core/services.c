/* The services of <ratchet/host.h>: each checks phase and arguments, then does its little. */
#include "core/kernel.h"
#include "util/cpu.h"
#include "util/utf8.h"

#include <stdarg.h>
#include <stdio.h>

struct plugin_call plugin_enter(struct plugin *plugin, enum phase phase)
{
    struct plugin_call call = {plugin->phase, plugin->session->source, {0}};
    call.mark = arena_mark(plugin->scratch);
    plugin->phase = phase;
    plugin->session->source = plugin->id;
    return call;
}

void plugin_leave(struct plugin *plugin, struct plugin_call call)
{
    plugin->phase = call.phase;
    plugin->session->source = call.source;
    arena_reset(plugin->scratch, call.mark);
}

void plugin_fault(struct plugin *plugin, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (plugin->instance)
        instance_fault(plugin->solver, plugin->instance, "%s", what);
    else
        fault_set(plugin->session->fault, EXIT_INTERNAL, plugin->session->file, 0, 0,
                  "the plugin class '%s' broke its contract: %s; report it to its author", plugin->id, what);
}

static bool allowed(struct plugin *plugin, uint32_t phases, const char *service)
{
    if (plugin->phase & phases)
        return true;
    plugin_fault(plugin, "it called '%s' where that is not allowed", service);
    return false;
}

static bool rule_call(struct rt_self *self, uint32_t phases, const char *service)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, phases, service))
        return false;
    if (plugin->instance && !plugin->instance->parked)
        return true;
    if (!plugin->instance)
        plugin_fault(plugin, "it called '%s', which is for rules", service);
    return false;
}

static bool in_scope(struct rt_self *self, uint32_t pos, const char *service)
{
    if (pos < self->v.n)
        return true;
    plugin_fault(plugin_of(self), "it called '%s' with position %u in a scope of %u", service, pos, self->v.n);
    return false;
}

static bool starves(struct session *session)
{
    return ++session->allocations == session->starve;
}

static void *host_alloc(struct rt_self *self, size_t bytes)
{
    struct session *session = plugin_of(self)->session;
    return starves(session) ? NULL : arena_alloc(session->arena, bytes);
}

static void *host_scratch(struct rt_self *self, size_t bytes)
{
    return starves(plugin_of(self)->session) ? NULL : arena_alloc(plugin_of(self)->scratch, bytes);
}

static void host_log(struct rt_self *self, int level, const char *format, ...)
{
    struct session *session = plugin_of(self)->session;
    if (!session->log)
        return;
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    utf8_printable(message);
    session->log(session->log_context, level, plugin_of(self)->id, message);
}

/* From the canonical text to the file. Columns are known only where the line is the file's. */
static void map_place(const struct plugin *plugin, uint32_t *line, uint32_t *column)
{
    if (!plugin->lines || *line < 1 || *line > plugin->nlines)
        return;
    uint32_t there = plugin->lines[*line - 1];
    *line = there & ~RT_VERBATIM;
    if (!(there & RT_VERBATIM))
        *column = 0;
}

static int host_fail(struct rt_self *self, int status, uint32_t line, uint32_t column, const char *format, ...)
{
    struct plugin *plugin = plugin_of(self);
    char what[600];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (status >= 0)
        status = RT_ERROR;
    if (plugin->instance) {
        instance_fault(plugin->solver, plugin->instance, "%s", what);
        return status;
    }
    int code = status == RT_EINPUT ? EXIT_BAD_INPUT
               : status == RT_ENOMEM || status == RT_EUNSUPPORTED ? EXIT_OTHER : EXIT_INTERNAL;
    map_place(plugin, &line, &column);
    fault_set(plugin->session->fault, code, plugin->session->file, line, column, "%s", what);
    return status;
}

static int host_tick(struct rt_self *self, uint64_t work)
{
    return session_tick(plugin_of(self)->session, work);
}

static uint64_t host_random(struct rt_self *self, uint64_t below)
{
    return below ? random_below(&plugin_of(self)->session->random, below) : 0;
}

static const struct option_value *find_option(struct rt_self *self, const char *name)
{
    struct plugin *plugin = plugin_of(self);
    for (uint32_t i = 0; plugin->options && plugin->options[i]; i++)
        if (!strcmp(plugin->options[i]->name, name))
            return plugin->values ? &plugin->values[i] : NULL;
    plugin_fault(plugin, "it asked for an option '%.40s' that it does not declare", name);
    return NULL;
}

static int64_t host_option(struct rt_self *self, const char *name)
{
    const struct option_value *value = find_option(self, name);
    return value ? value->number : 0;
}

static const char *host_option_string(struct rt_self *self, const char *name)
{
    const struct option_value *value = find_option(self, name);
    return value ? value->string : NULL;
}

static int kind_served(struct rt_self *self, const char *kind)
{
    const struct solver *s = plugin_of(self)->solver;
    for (uint32_t r = 0; s && r < s->nrules; r++)
        if (!strcmp(s->rules[r].class->kind, kind))
            return 1;
    return 0;
}

static const void *host_extension(struct rt_self *self, const char *id)
{
    static const struct rt_model_served served = {kind_served};
    (void)self;
    if (!strcmp(id, RT_MODEL_SERVED))
        return &served;
#if defined(__x86_64__)
    if (!strcmp(id, RT_CPU_GFNI) && __builtin_cpu_supports("gfni"))
        return "gfni";
#endif
    return NULL;
}

static const uint32_t OUTPUT = PHASE_RENDER | PHASE_WRITE | PHASE_FACTS | PHASE_DESCRIBE;

static int host_write(struct rt_self *self, const char *bytes, size_t length)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, OUTPUT, "write") || !plugin->out)
        return RT_ERROR;
    text_add(plugin->out, bytes, length);
    return plugin->out->failed ? RT_ENOMEM : RT_OK;
}

static int host_print(struct rt_self *self, const char *format, ...)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, OUTPUT, "print") || !plugin->out)
        return RT_ERROR;
    va_list args;
    va_start(args, format);
    text_vprintf(plugin->out, format, args);
    va_end(args);
    return plugin->out->failed ? RT_ENOMEM : RT_OK;
}

/* One line of UTF-8 without byte order marks and without blanks around it, NULL if nothing is left: from here on
 * strangers' bytes reach terminals and JSON. False: no memory. */
static bool make_line(struct plugin *plugin, const char **text)
{
    size_t n = *text ? strlen(*text) : 0;
    char *line = arena_alloc(plugin->scratch, 2 * n + 1);
    if (!line)
        return false;
    if (n && !utf8_valid(*text, n))
        utf8_from_latin1(*text, line);
    else if (n)
        memcpy(line, *text, n + 1);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    for (char *mark = line; (mark = strstr(mark, "\xEF\xBB\xBF"));)
        memset(mark, ' ', 3);
    line += strspn(line, " ");
    for (n = strlen(line); n && line[n - 1] == ' '; n--)
        line[n - 1] = 0;
    *text = *line ? line : NULL;
    return true;
}

static int host_emit(struct rt_self *self, const struct rt_puzzle_text *text)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, PHASE_READ | PHASE_GENERATE, "emit"))
        return RT_ERROR;
    struct rt_puzzle_text copy = {0};
    memcpy(&copy, text, text->size < sizeof copy ? text->size : sizeof copy);
    const char **lines[] = {&copy.title,   &copy.author,      &copy.source, &copy.copyright,
                            &copy.license, &copy.description};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!make_line(plugin, lines[i]))
            return RT_ENOMEM;
    return plugin->emit(plugin->emit_context, &copy);
}

static uint32_t host_add_variables(struct rt_self *self, uint32_t count, uint32_t nvalues)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, PHASE_MODEL | PHASE_SAMPLE, "add_variables"))
        return RT_NOPOS;
    if (nvalues < 2 || nvalues > 64) {
        plugin_fault(plugin, "it asked for variables of %u values; a domain has 2 to 64", nvalues);
        return RT_NOPOS;
    }
    return trail_add_variables(plugin->solver, count, nvalues, false);
}

static int host_add_scope(struct rt_self *self, const char *kind, const uint32_t *vars, uint32_t n,
                          const void *payload, size_t payload_size)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, PHASE_MODEL | PHASE_SAMPLE, "add_scope"))
        return RT_ERROR;
    return model_add_scope(plugin->solver, kind, vars, n, payload, payload_size);
}

static void host_prefer(struct rt_self *self, uint32_t var, uint32_t value, double weight)
{
    struct plugin *plugin = plugin_of(self);
    struct solver *s = plugin->solver;
    if (!allowed(plugin, PHASE_MODEL | PHASE_SAMPLE, "prefer"))
        return;
    if (var >= s->total || value >= variable_of(s, var).nvalues) {
        plugin_fault(plugin, "it preferred value %u of variable %u, which does not exist", value, var);
        return;
    }
    decide_prefer(s, var, value, weight);
}

static int host_give(struct rt_self *self, uint32_t var, uint64_t keep)
{
    struct plugin *plugin = plugin_of(self);
    struct solver *s = plugin->solver;
    if (!allowed(plugin, PHASE_MODEL, "give"))
        return RT_ERROR;
    if (var >= s->total || !(keep & full_of(s, var))) {
        plugin_fault(plugin, "it gave variable %u no value that it has", var);
        return RT_ERROR;
    }
    struct solver_given given = {var, keep};
    if (vec_push(&s->givens, given, &s->bytes))
        return RT_OK;
    s->out_of_memory = true;
    return RT_ENOMEM;
}

static int host_mark(struct rt_self *self, uint32_t var, uint64_t keep)
{
    struct plugin *plugin = plugin_of(self);
    if (!allowed(plugin, PHASE_MARKS, "mark"))
        return RT_ERROR;
    if (var >= plugin->nmarks) {
        plugin_fault(plugin, "it marked variable %u of %u", var, plugin->nmarks);
        return RT_ERROR;
    }
    plugin->marks[var] &= keep;
    return RT_OK;
}

static uint32_t host_add_aux(struct rt_self *self, uint32_t count, uint32_t nvalues)
{
    if (!rule_call(self, PHASE_INIT | PHASE_EXTEND, "add_aux"))
        return RT_NOPOS;
    if (nvalues < 2 || nvalues > 64) {
        plugin_fault(plugin_of(self), "it asked for auxiliaries of %u values; a domain has 2 to 64", nvalues);
        return RT_NOPOS;
    }
    return model_add_aux(plugin_of(self)->solver, plugin_of(self)->instance, count, nvalues);
}

static int host_add_clauses(struct rt_self *self, const rt_lit *lits, size_t count)
{
    if (!rule_call(self, PHASE_INIT | PHASE_EXTEND, "add_clauses"))
        return RT_ERROR;
    return model_add_clauses(plugin_of(self)->solver, plugin_of(self)->instance, lits, count);
}

static int host_drop(struct rt_self *self, uint32_t pos, uint64_t gone, uint32_t tag)
{
    if (!rule_call(self, PHASE_PROPAGATE | PHASE_BATCH, "drop") || !in_scope(self, pos, "drop"))
        return RT_ERROR;
    if (plugin_of(self)->shadow)
        return shadow_drop(plugin_of(self)->shadow, &self->v, pos, gone);
    return schedule_drop(plugin_of(self)->solver, plugin_of(self)->instance, pos, gone, tag);
}

static bool is_within(const struct rt_view *v, const uint64_t *planes)
{
    uint64_t beyond = v->n % 64 ? UINT64_MAX << v->n % 64 : 0, out = 0;
    for (uint32_t value = 0; value < v->nvalues; value++)
        out |= planes[(value + 1) * v->words - 1] & beyond;
    return !out;
}

static int host_drop_planes(struct rt_self *self, const uint64_t *gone, uint32_t tag)
{
    if (!rule_call(self, PHASE_PROPAGATE | PHASE_BATCH, "drop_planes"))
        return RT_ERROR;
    struct plugin *plugin = plugin_of(self);
    const struct rt_view *v = &self->v;
    if (!plugin->shadow && plugin->solver->grid.on && is_within(v, gone))
        return grid_drop(plugin->solver, plugin->instance, gone);
    for (uint32_t value = 0; value < v->nvalues; value++)
        for (uint32_t w = 0; w < v->words; w++)
            for (uint64_t bits = gone[value * v->words + w]; bits; bits &= bits - 1) {
                uint32_t pos = w * 64 + (uint32_t)__builtin_ctzll(bits);
                if (!in_scope(self, pos, "drop_planes"))
                    return RT_ERROR;
                int status = plugin->shadow ? shadow_drop(plugin->shadow, v, pos, 1ull << value)
                                            : schedule_drop(plugin->solver, plugin->instance, pos, 1ull << value, tag);
                if (status != RT_OK)
                    return status;
            }
    return RT_OK;
}

static int host_conflict(struct rt_self *self, uint32_t tag)
{
    if (!rule_call(self, PHASE_PROPAGATE | PHASE_BATCH, "conflict"))
        return RT_ERROR;
    if (plugin_of(self)->shadow) {
        plugin_of(self)->shadow->hit = true;
        return RT_CONFLICT;
    }
    return schedule_conflict(plugin_of(self)->solver, plugin_of(self)->instance, tag);
}

/* State comes from the job's arena, and so does whatever else a rule may want restored. */
static void host_save(struct rt_self *self, void *address, uint32_t bytes)
{
    struct plugin *plugin = plugin_of(self);
    if (!rule_call(self, PHASE_PROPAGATE | PHASE_BATCH, "save") || plugin->shadow)
        return;
    if (arena_owns(plugin->session->arena, address, bytes))
        trail_save(plugin->solver, address, bytes);
    else
        plugin_fault(plugin, "it called 'save' for memory that is not the job's");
}

static uint64_t host_dom(struct rt_self *self, uint32_t pos)
{
    struct plugin *plugin = plugin_of(self);
    if (!rule_call(self, PHASE_PROPAGATE | PHASE_BATCH | PHASE_BRANCH | PHASE_EXTEND | PHASE_INIT, "dom") ||
        !in_scope(self, pos, "dom"))
        return 0;
    if (plugin->shadow)
        return plugin->shadow->dom[pos];
    struct solver *s = plugin->solver;
    grid_end(s);
    return domain_of(s, s->scopes.at[plugin->instance->scope].vars[pos]);
}

static uint64_t host_dom_then(struct rt_self *self, uint32_t pos)
{
    if (!rule_call(self, PHASE_EXPLAIN | PHASE_DESCRIBE, "dom_then") || !in_scope(self, pos, "dom_then"))
        return 0;
    return reason_dom_then(plugin_of(self)->solver, plugin_of(self)->instance, pos);
}

static void host_because(struct rt_self *self, uint32_t pos, uint64_t gone)
{
    if (!rule_call(self, PHASE_EXPLAIN | PHASE_PROPAGATE, "because") || !in_scope(self, pos, "because") ||
        plugin_of(self)->shadow)
        return;
    reason_because(plugin_of(self)->solver, plugin_of(self)->instance, pos, gone);
}

static void host_because_planes(struct rt_self *self, const uint64_t *gone)
{
    if (!rule_call(self, PHASE_EXPLAIN | PHASE_PROPAGATE, "because_planes") || plugin_of(self)->shadow)
        return;
    const struct rt_view *v = &self->v;
    for (uint32_t w = 0; w < v->words; w++) {
        uint64_t any = 0;
        for (uint32_t value = 0; value < v->nvalues; value++)
            any |= gone[value * v->words + w];
        for (; any; any &= any - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(any), pos = w * 64 + bit;
            uint64_t mask = 0;
            for (uint32_t value = 0; value < v->nvalues; value++)
                mask |= (gone[value * v->words + w] >> bit & 1) << value;
            if (!in_scope(self, pos, "because_planes"))
                return;
            reason_because(plugin_of(self)->solver, plugin_of(self)->instance, pos, mask);
        }
    }
}

static void host_because_always(struct rt_self *self)
{
    struct plugin *plugin = plugin_of(self);
    if (!rule_call(self, PHASE_EXPLAIN | PHASE_PROPAGATE, "because_always") || plugin->shadow)
        return;
    if (plugin->phase == PHASE_PROPAGATE)
        plugin->solver->eager_always = true;
    else
        plugin->solver->explain.always = plugin->solver->explain.given = true;
}

static void host_score(struct rt_self *self, uint32_t pos, uint32_t value, double score)
{
    struct plugin *plugin = plugin_of(self);
    if (!rule_call(self, PHASE_BRANCH, "score") || !in_scope(self, pos, "score"))
        return;
    struct solver *s = plugin->solver;
    uint32_t var = s->scopes.at[plugin->instance->scope].vars[pos];
    if (value >= 64 || !(domain_of(s, var) >> value & 1) || single(domain_of(s, var)) || score != score)
        return;
    if (s->score_stamp.at[var] != s->score_now) {
        s->score_stamp.at[var] = s->score_now;
        s->score.at[var] = 0;
        s->score_best.at[var] = score;
        s->score_value.at[var] = value;
    }
    s->score.at[var] += score;
    if (score < s->score_best.at[var]) {
        s->score_best.at[var] = score;
        s->score_value.at[var] = value;
    }
}

static int host_probe(struct rt_self *self, uint32_t pos, uint64_t keep, const uint64_t **after)
{
    if (!rule_call(self, PHASE_PROPAGATE, "probe") || !in_scope(self, pos, "probe"))
        return RT_ERROR;
    if (plugin_of(self)->shadow)
        return RT_EUNSUPPORTED;
    return schedule_probe(plugin_of(self)->solver, plugin_of(self)->instance, pos, keep, after);
}

/* A puzzle that has no name for something leaves it to the numbers. */
static int named(struct text *out, int status, const char *format, uint32_t number)
{
    if (status < 0)
        text_printf(out, format, number);
    return out->failed ? RT_ENOMEM : RT_OK;
}

static struct plugin *naming(struct rt_self *self, const char *service)
{
    struct plugin *plugin = plugin_of(self);
    return rule_call(self, PHASE_DESCRIBE, service) && plugin->out ? plugin : NULL;
}

static int host_name_scope(struct rt_self *self)
{
    struct plugin *plugin = naming(self, "name_scope");
    if (!plugin)
        return RT_ERROR;
    uint32_t scope = plugin->instance->scope;
    if (!strncmp(solver_scope_kind(plugin->solver, scope), "rt.", 3))   /* no scope of the puzzle's */
        return named(plugin->out, RT_EUNSUPPORTED, "the board", 0);
    return named(plugin->out, puzzle_describe_scope(plugin->solver->puzzle, scope, plugin->out), "scope %u",
                 scope + 1);
}

static int host_name_positions(struct rt_self *self, uint32_t first, uint32_t last)
{
    struct plugin *plugin = naming(self, "name_positions");
    char place[64];
    if (!plugin || !in_scope(self, last, "name_positions") || first > last)
        return RT_ERROR;
    struct solver *s = plugin->solver;
    uint32_t scope = plugin->instance->scope;
    if (puzzle_describe_positions(s->puzzle, scope, first, last, plugin->out) >= 0)
        return RT_OK;
    for (uint32_t pos = first;; pos = last) {
        puzzle_place(s->puzzle, s->scopes.at[scope].vars[pos], place, sizeof place);
        if (place[0])
            text_puts(plugin->out, place);
        else
            text_printf(plugin->out, "position %u", pos + 1);
        if (pos == last)
            return plugin->out->failed ? RT_ENOMEM : RT_OK;
        text_puts(plugin->out, " to ");
    }
}

static int host_name_value(struct rt_self *self, uint32_t pos, uint32_t value)
{
    struct plugin *plugin = naming(self, "name_value");
    if (!plugin || !in_scope(self, pos, "name_value"))
        return RT_ERROR;
    struct solver *s = plugin->solver;
    uint32_t var = s->scopes.at[plugin->instance->scope].vars[pos];
    return named(plugin->out, puzzle_describe_value(s->puzzle, var, value, plugin->out), "value %u", value);
}

void services_fill(struct rt_host *host)
{
    *host = (struct rt_host){
        .size = sizeof *host,
        .cpu_level = cpu_level(),
        .alloc = host_alloc,
        .scratch = host_scratch,
        .log = host_log,
        .fail = host_fail,
        .tick = host_tick,
        .random = host_random,
        .option = host_option,
        .option_string = host_option_string,
        .extension = host_extension,
        .write = host_write,
        .print = host_print,
        .emit = host_emit,
        .add_variables = host_add_variables,
        .add_scope = host_add_scope,
        .prefer = host_prefer,
        .mark = host_mark,
        .add_aux = host_add_aux,
        .add_clauses = host_add_clauses,
        .drop = host_drop,
        .drop_planes = host_drop_planes,
        .conflict = host_conflict,
        .save = host_save,
        .dom = host_dom,
        .dom_then = host_dom_then,
        .because = host_because,
        .because_planes = host_because_planes,
        .because_always = host_because_always,
        .score = host_score,
        .probe = host_probe,
        .name_scope = host_name_scope,
        .name_positions = host_name_positions,
        .name_value = host_name_value,
        .give = host_give,
    };
}
