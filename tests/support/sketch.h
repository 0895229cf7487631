/* sketch.h: records what a world draws as a list of strokes. */
#ifndef TESTS_SUPPORT_SKETCH_H
#define TESTS_SUPPORT_SKETCH_H

#include "evolute/draw.h"
#include "evolute/shape.h"

enum { SKETCH_MOST = 20000, SKETCH_ROLES = EVO_ROLE_LIMIT + 1 };

/* All flags of evo_draw that concern a world. */
enum {
    SKETCH_ALL_FLAGS = EVO_DRAW_SHAPES | EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS | EVO_DRAW_BOUNDS
                       | EVO_DRAW_TILES | EVO_DRAW_VELOCITIES | EVO_DRAW_NAMES | EVO_DRAW_JOINTS
};

/* One call of one callback. */
typedef enum stroke_kind {
    STROKE_CIRCLE,
    STROKE_ELLIPSE,
    STROKE_RING,
    STROKE_LINE,
    STROKE_POINT,
    STROKE_TEXT,
    STROKE_KINDS
} stroke_kind;

typedef struct stroke {
    stroke_kind kind;
    evo_draw_item item;
    evo_vec2 at, to;      /* centre, or where a line begins; where it ends */
    double first, second; /* radius; semi-axes; inner and outer radius */
    double angle, sweep;  /* of a ring: where it starts */
    char text[16];
} stroke;

typedef struct sketch {
    stroke strokes[SKETCH_MOST];
    size_t count;
} sketch;

/* All callbacks record into the sketch; nothing is out of view. */
evo_draw sketch_callbacks(sketch *s, unsigned flags);

/* Draws the world into a sketch that is valid until the next call. */
const sketch *sketch_make(const evo_world *world, unsigned flags);

size_t sketch_count(const sketch *s, evo_draw_role role);

/* The n-th stroke of a role. Fails the running test if there is none. */
const stroke *sketch_find(const sketch *s, evo_draw_role role, size_t number);

/* The shape that a stroke shows, in world coordinates. */
evo_shape stroke_shape(const stroke *s);

/* Fails the running test where a point is farther than `within` from (x, y). */
void check_at(evo_vec2 found, double x, double y, double within);

#endif
