/* The harness of trial/harness.h for plugins in files. */
#ifndef RATCHET_TESTS_RULES_HARNESS_H
#define RATCHET_TESTS_RULES_HARNESS_H

#include "trial/harness.h"

/* `rule_id` NULL: the bundle's only rule. The files stay open. NULL on failure (a sentence on stderr). */
struct harness *harness_open(const char *kind_so, const char *rule_so, const char *rule_id);
void harness_close(struct harness *h);

#endif
