/* Where things are, as [daemon] or the environment say: the daemon's socket and data, the user's configuration. */
#ifndef RATCHET_CONFIG_PLACE_H
#define RATCHET_CONFIG_PLACE_H

#include "config/config.h"

/* Return buffer; what does not fit is cut (a socket's path is far shorter). */
const char *place_socket(const struct config *config, char *buffer, size_t capacity);
const char *place_data_dir(const struct config *config, char *buffer, size_t capacity);
/* The socket of the machine's own daemon, which clients try where the user has none. */
#define PLACE_SYSTEM_SOCKET "/run/ratchet/ratchet.sock"
/* $XDG_CONFIG_HOME/ratchet/ratchet.ini or ~/.config/...; NULL if there is none. */
const char *place_users_file(char *buffer, size_t capacity);

#endif
