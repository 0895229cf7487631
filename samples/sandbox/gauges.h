/* gauges.h: a chart of the scene's energies over time, and numbers. */
#ifndef SAMPLES_SANDBOX_GAUGES_H
#define SAMPLES_SANDBOX_GAUGES_H

#include "picture/palette.h"
#include "scenes/scenes.h"

enum { GAUGES_KEPT = 240 };

/* Heights in pixels. */
enum { GAUGES_LEAST = 176, GAUGES_MOST = 210 };

/* Zero-initialised it is empty. */
typedef struct gauges {
    double rows[GAUGES_KEPT][3]; /* time, kinetic energy, energy */
    size_t count;
    double world, drawing, screen; /* milliseconds of a frame's parts, smoothed */
    evo_profile phases;            /* of a step, in milliseconds, smoothed */
} gauges;

/* Adds the current energies, unless the time is not after that of the last row. */
void gauges_take(gauges *g, const scene_stage *stage);

/* Drops rows later than a time. */
void gauges_go_back(gauges *g, double time);

/* Seconds that the parts of the last frame took. */
void gauges_time(gauges *g, double world, double drawing, double screen);

/* Lines of text, and the chart below them. Clips to the chart while drawing, and unclips. */
void gauges_draw(const gauges *g, const pen *on, evo_vec2 corner, double width, double height,
                 const scene_stage *stage, const palette *colours);

#endif
