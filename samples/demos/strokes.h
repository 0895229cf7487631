/* strokes.h: what several demonstrations draw: their two bodies, lines, dots and circles. */
#ifndef SAMPLES_DEMOS_STROKES_H
#define SAMPLES_DEMOS_STROKES_H

#include <math.h>

#include "demos/demos.h"

/* The tints of the two bodies. */
enum { DEMO_FIRST = 1, DEMO_SECOND = 4 };

static inline pen_style stroke_of(pen_colour colour, double width) {
    const pen_style style = {.line = colour, .width = width};
    return style;
}

static inline pen_style stroke_dashed(pen_colour colour, double width) {
    const pen_style style = {.line = colour, .width = width, .dashed = true};
    return style;
}

/* A body in its colour, at a pose. */
static inline void stroke_body(const view *v, const demo_body *b, evo_pose at, int tint,
                               double opacity) {
    const evo_shape shape = demo_shape(b);
    const double width = b->kind == EVO_SEGMENT ? 3 : 1.6;
    const pen_style style = {.fill = pen_faint(v->colours->fills[tint], 0.5 * opacity),
                             .line = pen_faint(v->colours->lines[tint], opacity),
                             .width = width};
    view_shape(v, &shape, at, style);
}

static inline void stroke_bodies(const demo_stage *stage, const view *v) {
    stroke_body(v, &stage->bodies[0], stage->bodies[0].at, DEMO_FIRST, 1);
    stroke_body(v, &stage->bodies[1], stage->bodies[1].at, DEMO_SECOND, 1);
}

#endif
