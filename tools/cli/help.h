/* What the tables of options.h say, for people, man and shells. */
#ifndef RATCHET_CLI_HELP_H
#define RATCHET_CLI_HELP_H

#include "options.h"
#include "util/text.h"

/* Of the program (verb NULL) or of one command. */
void help_text(const struct verb *verb, struct text *out);
/* Commands and options in scdoc's markup. */
void help_man(struct text *out);
/* For "bash", "zsh" or "fish". */
void help_completions(const char *shell, struct text *out);

#endif
