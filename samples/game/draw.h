/* draw.h: a game drawn by a pen (picture/pen.h): in a window, on the page, in a picture; sparks,
 * which are no part of the rules; and sounds, made of events without files. */
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

/* Draws the game at a part of its last step (evo_loop_part), with its future unless that is
 * NULL, and a text below; touch: without names of keys. */
void draw_game(const game *g, const forecast *f, const sparks *s, double part, const pen *on,
               bool touch, const char *text);

/* ---- Sounds (sound.c) ------------------------------------------------------------------------ */

enum { SOUND_RATE = 44100, SOUND_VOICES = 24 };

/* A tone and its overtone, and noise, which fade away. */
typedef struct sound_voice {
    double phase, pitch; /* turns, and turns a sample */
    double bend, fade;   /* factors of pitch and level in a sample */
    double level, noise; /* noise: its part of the level */
} sound_voice;

/* Zero-initialised it is silent. */
typedef struct sound {
    sound_voice voices[SOUND_VOICES];
    int next;
    uint64_t random;
} sound;

/* Begins the sounds of the game's last step. */
void sound_hear(sound *s, const game *g);

/* Goes on by so many samples, from -1 to 1. */
void sound_make(sound *s, float *samples, int count);

#endif
