/* Completions for three shells, out of the tables. */
#include "help.h"

#include <string.h>

static void add_verbs(const char *separator, struct text *out)
{
    for (uint32_t i = 0; i < verb_rows; i++)
        text_printf(out, "%s%s", i ? separator : "", verb_table[i].name);
}

static bool takes_rule(const struct option_row *row)
{
    return row->argument && (!strcmp(row->argument, "RULE") || !strcmp(row->argument, "A,B"));
}

static bool takes_file(const struct option_row *row)
{
    return row->argument && !strcmp(row->argument, "FILE");
}

static void bash_spellings(const struct option_row *row, struct text *out)
{
    text_printf(out, "--%s", row->name);
    if (row->letter)
        text_printf(out, "|-%c", row->letter);
}

/* What follows an option that takes a value. */
static void bash_values(struct text *out)
{
    for (uint32_t i = 0; i < option_rows; i++) {
        const struct option_row *row = &option_table[i];
        if (!row->argument || row->hidden || row->optional)
            continue;
        text_puts(out, "        ");
        bash_spellings(row, out);
        text_puts(out, ")\n            ");
        if (row->choices) {
            text_puts(out, "COMPREPLY=($(compgen -W \"");
            for (int c = 0; row->choices[c]; c++)
                text_printf(out, "%s%s", c ? " " : "", row->choices[c]);
            text_puts(out, "\" -- \"$cur\"))");
        } else if (takes_rule(row)) {
            text_puts(out, "COMPREPLY=($(compgen -W \"$(ratchet rules list 2>/dev/null | sed 's/ .*//')\" -- "
                           "\"$cur\"))");
        } else if (takes_file(row)) {
            text_puts(out, "COMPREPLY=($(compgen -f -- \"$cur\"))");
        } else {
            text_puts(out, "COMPREPLY=()");
        }
        text_puts(out, "\n            return ;;\n");
    }
}

static void bash_verbs(struct text *out)
{
    for (uint32_t v = 0; v < verb_rows; v++) {
        text_printf(out, "        %s) options=\"", verb_table[v].name);
        for (uint32_t i = 0, n = 0; i < option_rows; i++)
            if (option_table[i].verbs & verb_table[v].bit && !option_table[i].hidden)
                text_printf(out, "%s--%s", n++ ? " " : "", option_table[i].name);
        text_puts(out, "\"; actions=\"");
        for (uint32_t a = 0; verb_table[v].actions && verb_table[v].actions[a]; a++)
            text_printf(out, "%s%s", a ? " " : "", verb_table[v].actions[a]);
        text_puts(out, "\" ;;\n");
    }
}

static void bash(struct text *out)
{
    text_puts(out, "# bash completion for ratchet; generated, do not edit\n_ratchet()\n{\n"
                   "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= at= i\n"
                   "    local options= actions=\n    COMPREPLY=()\n"
                   "    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in\n        ");
    add_verbs("|", out);
    text_puts(out, ") verb=${COMP_WORDS[i]}; at=$i; break ;;\n        esac\n    done\n    case $prev in\n");
    bash_values(out);
    text_puts(out, "    esac\n    case $verb in\n");
    bash_verbs(out);
    text_puts(out, "        *) options=\"--help --version\"; actions=\"");
    add_verbs(" ", out);
    text_puts(out, "\"; at=$((COMP_CWORD - 1)) ;;\n    esac\n"
                   "    if [[ $cur == -* ]]; then\n"
                   "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                   "    elif [[ -n $actions && $((at + 1)) -eq $COMP_CWORD ]]; then\n"
                   "        COMPREPLY=($(compgen -W \"$actions\" -- \"$cur\"))\n"
                   "    else\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n    fi\n}\n"
                   "complete -o filenames -F _ratchet ratchet\n");
}

/* In single quotes, for zsh's and fish's descriptions. */
static void add_quoted(const char *text, struct text *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            text_puts(out, "'\\''");
        else if (strchr("[]:", *text))
            text_printf(out, "\\%c", *text);
        else
            text_add(out, text, 1);
    }
}

static void zsh_option(const struct option_row *row, struct text *out)
{
    text_printf(out, "            '*--%s%s[", row->name, !row->argument ? "" : row->optional ? "=-" : "=");
    add_quoted(row->help, out);
    text_puts(out, "]");
    if (row->argument) {
        text_puts(out, row->optional ? "::" : ":");
        add_quoted(row->argument, out);
        text_puts(out, ":");
        if (row->choices) {
            text_puts(out, "(");
            for (int c = 0; row->choices[c]; c++)
                text_printf(out, "%s%s", c ? " " : "", row->choices[c]);
            text_puts(out, ")");
        } else if (takes_file(row)) {
            text_puts(out, "_files");
        }
    }
    text_puts(out, "' \\\n");
}

static void zsh(struct text *out)
{
    text_puts(out, "#compdef ratchet\n# zsh completion for ratchet; generated, do not edit\n_ratchet()\n{\n"
                   "    local -a commands\n    commands=(\n");
    for (uint32_t i = 0; i < verb_rows; i++) {
        text_printf(out, "        '%s:", verb_table[i].name);
        add_quoted(verb_table[i].summary, out);
        text_puts(out, "'\n");
    }
    text_puts(out, "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
                   "    local verb=$words[2]\n    shift words\n    ((CURRENT--))\n    case $verb in\n");
    for (uint32_t v = 0; v < verb_rows; v++) {
        text_printf(out, "    %s)\n        _arguments \\\n", verb_table[v].name);
        for (uint32_t i = 0; i < option_rows; i++)
            if (option_table[i].verbs & verb_table[v].bit && !option_table[i].hidden)
                zsh_option(&option_table[i], out);
        if (verb_table[v].actions) {
            text_puts(out, "            '1:action:(");
            for (uint32_t a = 0; verb_table[v].actions[a]; a++)
                text_printf(out, "%s%s", a ? " " : "", verb_table[v].actions[a]);
            text_puts(out, ")' \\\n");
        }
        text_puts(out, "            '*:file:_files' ;;\n");
    }
    text_puts(out, "    esac\n}\n_ratchet \"$@\"\n");
}

static void fish_string(const char *text, struct text *out)
{
    text_puts(out, "'");
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            text_puts(out, "\\");
        text_add(out, text, 1);
    }
    text_puts(out, "'");
}

static void fish_option(const struct option_row *row, struct text *out)
{
    text_puts(out, "complete -c ratchet -n '__fish_seen_subcommand_from");
    for (uint32_t v = 0; v < verb_rows; v++)
        if (row->verbs & verb_table[v].bit)
            text_printf(out, " %s", verb_table[v].name);
    text_printf(out, "' -l %s", row->name);
    if (row->letter)
        text_printf(out, " -s %c", row->letter);
    if (row->argument && !row->optional)
        text_puts(out, takes_file(row) ? " -r -F" : " -x");
    if (row->choices) {
        text_puts(out, " -a '");
        for (int c = 0; row->choices[c]; c++)
            text_printf(out, "%s%s", c ? " " : "", row->choices[c]);
        text_puts(out, "'");
    } else if (takes_rule(row)) {
        text_puts(out, " -a '(ratchet rules list 2>/dev/null | string replace -r \" .*\" \"\")'");
    }
    text_puts(out, " -d ");
    fish_string(row->help, out);
    text_puts(out, "\n");
}

static void fish(struct text *out)
{
    text_puts(out, "# fish completion for ratchet; generated, do not edit\n");
    for (uint32_t v = 0; v < verb_rows; v++) {
        text_printf(out, "complete -c ratchet -n __fish_use_subcommand -f -a %s -d ", verb_table[v].name);
        fish_string(verb_table[v].summary, out);
        text_puts(out, "\n");
        for (uint32_t a = 0; verb_table[v].actions && verb_table[v].actions[a]; a++)
            text_printf(out, "complete -c ratchet -n '__fish_seen_subcommand_from %s' -a %s\n", verb_table[v].name,
                        verb_table[v].actions[a]);
    }
    for (uint32_t i = 0; i < option_rows; i++)
        if (!option_table[i].hidden)
            fish_option(&option_table[i], out);
}

void help_completions(const char *shell, struct text *out)
{
    if (!strcmp(shell, "bash"))
        bash(out);
    else if (!strcmp(shell, "zsh"))
        zsh(out);
    else
        fish(out);
}
