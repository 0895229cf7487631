/* tape.h: the last minute of a game: a save from time to time, and from there on the keys of each
 * step. A replay makes the same steps in a world of its own, and compares hashes. And the future: a
 * copy runs ahead of the game, as if the keys stayed as they are. */
#ifndef SAMPLES_GAME_TAPE_H
#define SAMPLES_GAME_TAPE_H

#include "game/game.h"

enum { TAPE_STEPS = 3600 };

/* Invariant: `count` steps lead from the saved game to the present, or to the newer part. */
typedef struct tape_part {
    game start;
    void *save; /* of the world */
    size_t size;
    unsigned char keys[TAPE_STEPS];
    uint64_t hashes[TAPE_STEPS]; /* of the game after each step */
    int count;
} tape_part;

/* Zero-initialised it is empty. Two parts of a minute, so that one at least is there. */
typedef struct tape {
    tape_part parts[2];
    int newer;
} tape;

void tape_clear(tape *t);

/* Makes a step of a game, and keeps its keys and hash. Without memory, and after a
 * step that failed, the tape is empty. */
evo_result tape_step(tape *t, game *g, unsigned keys);

typedef struct playback {
    game game;
    int step, count; /* the next one, and how many there are from the older save */
    int differing;   /* steps whose hash is not that of the tape */
} playback;

/* Begins a minute ago, or where the tape begins. False: there is no tape, or no memory. */
bool playback_begin(playback *r, const tape *t);
void playback_end(playback *r);

/* Makes the next step again; false: there is none. */
bool playback_step(playback *r, const tape *t);

enum { FORECAST_POINTS = 28, FORECAST_EVERY = 4 };

/* Zero-initialised it is empty. */
typedef struct forecast {
    game ghost;
    void *save;
    int clock; /* of the game when it was looked ahead; it is done anew after 3 steps */
    struct forecast_way {
        int count;
        bool lands; /* on the planet */
        evo_vec2 points[FORECAST_POINTS];
    } ways[GAME_ROCKS];
} forecast;

/* Looks ahead by FORECAST_POINTS times FORECAST_EVERY steps; without memory there are no ways. */
void forecast_look(forecast *f, const game *g, unsigned keys);
void forecast_end(forecast *f);

#endif
