#include "help.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 96, INDENT = 32 };

/* Words of the text, broken at WIDTH; the first line begins at column `at`. */
static void add_wrapped(const char *text, int indent, int at, struct text *out)
{
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (at > indent && at + 1 + word > WIDTH) {
            text_printf(out, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            text_puts(out, " ");
            at++;
        }
        text_add(out, text, (size_t)word);
        at += word;
        text += word + (text[word] == ' ');
    }
    text_puts(out, "\n");
}

static int spelling(const struct option_row *row, char *buffer, size_t capacity)
{
    char letter[8] = "    ";
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    return snprintf(buffer, capacity, "  %s--%s%s%s%s", letter, row->name,
                    row->argument ? row->optional ? "[=" : " " : "", row->argument ? row->argument : "",
                    row->optional ? "]" : "");
}

static void add_option(const struct option_row *row, struct text *out)
{
    char left[96];
    int n = spelling(row, left, sizeof left);
    if (n >= INDENT)
        text_printf(out, "%s\n%*s", left, INDENT, "");
    else
        text_printf(out, "%-*s", INDENT, left);
    add_wrapped(row->help, INDENT, INDENT, out);
}

static void usage_line(const struct verb *verb, struct text *out)
{
    char actions[96] = "";
    for (uint32_t i = 0; verb->actions && verb->actions[i]; i++) {
        size_t n = strlen(actions);
        snprintf(actions + n, sizeof actions - n, "%s%s", i ? "|" : "", verb->actions[i]);
    }
    text_printf(out, "ratchet %s %s%s[OPTION...] %s", verb->name, actions, *actions ? " " : "", verb->operands);
}

static void verb_help(const struct verb *verb, struct text *out)
{
    text_puts(out, "Usage: ");
    usage_line(verb, out);
    text_puts(out, "\n\n");
    add_wrapped(verb->more, 0, 0, out);
    text_puts(out, "\nOptions:\n");
    for (uint32_t i = 0; i < option_rows; i++)
        if (option_table[i].verbs & verb->bit && !option_table[i].hidden)
            add_option(&option_table[i], out);
}

static const char inputs[] =
    "A FILE is a puzzle file, a folder of them, - for standard input, or a puzz.link address. FILE#2 is the second "
    "puzzle of a file that holds several.";
static const char exit_codes[] =
    "  0  the answer asked for is good      65  bad puzzle or configuration\n"
    "  3  no solution; not a solution       66  an input can't be opened\n"
    "  4  several solutions                 70  internal error\n"
    "  5  unknown: a limit was hit         130  interrupted\n"
    "  2  wrong usage                        1  any other failure\n";

static void program_help(struct text *out)
{
    text_puts(out, "Usage: ratchet COMMAND [OPTION...] [FILE...]\n\nCommands:\n");
    for (uint32_t i = 0; i < verb_rows; i++)
        text_printf(out, "  %-10s%s\n", verb_table[i].name, verb_table[i].summary);
    text_puts(out, "\n");
    add_wrapped(inputs, 0, 0, out);
    text_printf(out, "\nExit codes:\n%s\n`ratchet COMMAND --help` lists the options of a command; ratchet(1) says "
                "more.\n", exit_codes);
}

void help_text(const struct verb *verb, struct text *out)
{
    if (verb)
        verb_help(verb, out);
    else
        program_help(out);
}

/* scdoc gives _ and * a meaning. */
static void add_escaped(const char *text, struct text *out)
{
    for (; *text; text++) {
        if (strchr("_*\\#[<>", *text))
            text_puts(out, "\\");
        text_add(out, text, 1);
    }
}

static void man_option(const struct option_row *row, struct text *out)
{
    if (row->letter)
        text_printf(out, "*-%c*, ", row->letter);
    text_printf(out, "*--%s*", row->name);
    if (row->argument) {
        text_puts(out, row->optional ? "\\[=" : " ");
        text_puts(out, "_");
        add_escaped(row->argument, out);
        text_puts(out, row->optional ? "_]" : "_");
    }
    text_puts(out, "\n\t");
    add_escaped(row->help, out);
    text_puts(out, ".");
    if (row->verbs & (V_SOLVE | V_UNIQUE | V_COUNT | V_VERIFY | V_RENDER) && !(row->verbs & V_RULES)) {
        text_puts(out, " (");
        for (uint32_t i = 0, first = 1; i < verb_rows; i++)
            if (row->verbs & verb_table[i].bit) {
                text_printf(out, "%s%s", first ? "" : ", ", verb_table[i].name);
                first = 0;
            }
        text_puts(out, ")");
    }
    text_puts(out, "\n\n");
}

void help_man(struct text *out)
{
    text_puts(out, "# COMMANDS\n\n");
    for (uint32_t i = 0; i < verb_rows; i++) {
        text_printf(out, "*%s* ", verb_table[i].name);
        for (uint32_t a = 0; verb_table[i].actions && verb_table[i].actions[a]; a++)
            text_printf(out, "%s*%s*", a ? "|" : "", verb_table[i].actions[a]);
        text_puts(out, verb_table[i].actions ? " _" : "_");
        add_escaped(verb_table[i].operands, out);
        text_puts(out, "_\n\t");
        add_escaped(verb_table[i].more, out);
        text_puts(out, "\n\n");
    }
    text_puts(out, "# OPTIONS\n\n");
    for (uint32_t i = 0; i < option_rows; i++)
        if (!option_table[i].hidden)
            man_option(&option_table[i], out);
}
