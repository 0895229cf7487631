/* walk.h: a mover in one move: what move.c, ground.c and glide.c share. */
#ifndef ENGINE_MOVER_WALK_H
#define ENGINE_MOVER_WALK_H

#include "mover/mover.h"

/* Fraction of the size: gap that a mover keeps. Larger: it hovers; smaller: corners of tiles that
 * lie no better than this catch it. At most MARGIN. */
static const double SKIN = 0.001;

/* Most planes that one look takes, the first by handle. */
enum { WALK_PLANES = 32 };

typedef struct walk {
    evo_world *world;
    const evo_mover_config *config;
    probe probe;          /* its pose is where the mover is */
    evo_vec2 up;          /* of length 1 */
    double skin, upright; /* upright: cosine of the steepest ground */
    evo_vec2 velocity;    /* relative to the ground that it began on, while it is grounded */
    evo_vec2 frame;       /* velocity of that ground */
    double budget;        /* impulse that is left for pushes */
    bool walks;           /* it began grounded, and does not leave the ground by its will */
    evo_result result;    /* of pushes */
} walk;

/* ---- Ground (ground.c) ----------------------------------------------------------------------- */

typedef enum footing {
    FOOTING_NONE,
    FOOTING_SLOPE, /* its normal is upright enough */
    FOOTING_EDGE   /* a corner that a step may climb, with upright ground behind it */
} footing;

footing footing_of(const walk *w, const evo_plane *plane);

/* Returns the farthest point of the shape in a direction, and the centre about which its rim is
 * curved there. */
typedef struct support {
    evo_vec2 point, center;
} support;

support support_of(const probe *p, evo_vec2 direction);

/* Finds the planes about the mover, with the gaps that it keeps as depth; returns their number. */
size_t walk_planes(const walk *w, evo_plane planes[WALK_PLANES]);

/* Finds the most upright plane to stand on; false: there is none. */
bool walk_ground(const walk *w, evo_plane *ground);

/* Returns the velocity of a body, and of its belt, at a plane. */
evo_vec2 plane_velocity(const walk *w, const evo_plane *plane);
evo_vec2 belt_velocity(const walk *w, const evo_plane *plane);

/* ---- Motion (glide.c) ------------------------------------------------------------------------ */

/* Moves along a way, and along what stops it; clips the velocity and pushes bodies. */
void walk_glide(walk *w, evo_vec2 way);

/* Climbs a step, if one keeps it from going so far in a level direction. False: it stays. */
bool walk_step(walk *w, evo_vec2 direction, double way);

/* Keeps to the ground below. False: there is none, it stays. */
bool walk_snap(walk *w);

#endif
