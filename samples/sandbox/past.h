/* past.h: the last minute of a scene: moments to go back to, and a record of all that was done
 * since, to be saved (evolute/record.h). Moments are half a second apart, and take 48 MB at
 * most: large ones lie farther apart. The record begins between one and two minutes ago, later if
 * it would be larger than two tapes of 16 MB. */
#ifndef SAMPLES_SANDBOX_PAST_H
#define SAMPLES_SANDBOX_PAST_H

#include "scenes/scenes.h"

enum { PAST_MOMENTS = 256 };

/* A whole world, with what its scene keeps of it. */
typedef struct past_moment {
    double time;
    unsigned char *bytes; /* of the world, of the scene's memory, of the actors */
    size_t world, size, actors;
} past_moment;

typedef struct past_tape {
    unsigned char *bytes;
    size_t size, capacity;
    int steps;
} past_tape;

/* Zero-initialised it is empty. */
typedef struct past {
    past_moment moments[PAST_MOMENTS];
    size_t count, bytes;
    size_t shown;        /* the moment that the world went back to, or count */
    past_tape tapes[2];  /* the last minute is in both; the second is being written */
    evo_world *recorded; /* whose second tape it is, or NULL */
} past;

/* Call before each step: keeps a moment if one is due, and records. Moments that lie ahead, since
 * the world went back, are gone. */
void past_take(past *p, const scene_stage *stage);

/* Goes to a moment by its number; count: stays. False when memory is refused. */
bool past_go(past *p, scene_stage *stage, size_t number);

/* Returns the record of the last minute, to be freed; NULL: there is none. */
unsigned char *past_record(const past *p, size_t *size);

/* Empties it; after the world was destroyed, or before. */
void past_clear(past *p);

#endif
