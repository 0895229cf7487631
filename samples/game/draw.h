/* draw.h: a game drawn by a pen (picture/pen.h): in a window, on the page, in a picture; and
 * sparks, which are no part of the rules. */
#ifndef SAMPLES_GAME_DRAW_H
#define SAMPLES_GAME_DRAW_H

#include "game/tape.h"
#include "picture/view.h"

enum { DRAW_SPARKS = 400 };

typedef struct spark {
    evo_vec2 at, velocity;
    double left; /* seconds; 0: there is none */
    pen_colour colour;
} spark;

/* Zero-initialised there are none. */
typedef struct sparks {
    spark sparks[DRAW_SPARKS];
    int next;
    uint64_t random;
} sparks;

/* Moves sparks by a step, and makes those of the events of the game's last step. */
void sparks_step(sparks *s, const game *g);

/* The part of the world that a page of this size shows. */
view draw_view(const pen *on, double width, double height);

/* Draws the game at a part of its last step (evo_loop_part), with its future (NULL: without), and a
 * line of text below. On a screen that is touched no keys are named. */
void draw_game(const game *g, const forecast *f, const sparks *s, double part, const pen *on,
               bool touch, const char *text);

#endif
