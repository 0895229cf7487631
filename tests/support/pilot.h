/* pilot.h: a player of the game who needs no screen. */
#ifndef TESTS_SUPPORT_PILOT_H
#define TESTS_SUPPORT_PILOT_H

#include "game/game.h"

/* The keys that turn the shield to the nearest rock that comes in. */
unsigned pilot_keys(const game *g);

#endif
