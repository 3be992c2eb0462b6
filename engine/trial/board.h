/* A stand-in for rt.board/1, the host's scope of all puzzle variables, which has no meaning of its own: small maps
 * whose neighbours differ in colour. A rule of the board is told nothing of the map; it learns by probing. */
#ifndef RATCHET_TRIAL_BOARD_H
#define RATCHET_TRIAL_BOARD_H

#include <ratchet/kind.h>

extern const struct rt_kind_class trial_board;

#endif
