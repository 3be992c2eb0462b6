/* Where this program stands: in the tree in which it was built, or where it was installed, perhaps moved since. */
#ifndef RATCHET_UTIL_HOME_H
#define RATCHET_UTIL_HOME_H

#include <limits.h>
#include <stdbool.h>

/* Does this program stand in the tree in which it was built?  Then `root` is that tree, without symbolic links. */
bool home_in_build(char root[PATH_MAX]);
/* The folder of the plugins that were installed with this program: where the build was told to put them, or, if the
 * prefix was moved as a whole (a staged package, a home folder), the same place in it. */
void home_plugins(char folder[PATH_MAX]);
/* Likewise of the profiles; those of the source tree for a program in its build tree. */
void home_profiles(char folder[PATH_MAX]);
/* And of the templates of `plugins new`. */
void home_templates(char folder[PATH_MAX]);

#endif
