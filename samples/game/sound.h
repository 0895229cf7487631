/* sound.h: sounds made of events, without files. In: the events of each step. Out: samples. */
#ifndef SAMPLES_GAME_SOUND_H
#define SAMPLES_GAME_SOUND_H

#include "game/game.h"

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
