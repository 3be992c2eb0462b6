/* Where the daemon is: its socket and its data, as [daemon] or the environment say. */
#ifndef RATCHET_CONFIG_PLACE_H
#define RATCHET_CONFIG_PLACE_H

#include "config/config.h"

/* Return buffer; what does not fit is cut (a socket's path is far shorter). */
const char *place_socket(const struct config *config, char *buffer, size_t capacity);
const char *place_data_dir(const struct config *config, char *buffer, size_t capacity);

#endif
