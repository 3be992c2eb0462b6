/* Everything a puzzle or rule author needs, in one include. */
#ifndef RATCHET_MODEL_H
#define RATCHET_MODEL_H
#include <ratchet/abi.h>
#include <ratchet/format.h>
#include <ratchet/host.h>
#include <ratchet/kind.h>
#include <ratchet/option.h>
#include <ratchet/puzzle.h>
#include <ratchet/rule.h>
#endif
