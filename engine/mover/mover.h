/* mover.h: movers: planes around a shape, slides along them, and a walk over ground. */
#ifndef ENGINE_MOVER_MOVER_H
#define ENGINE_MOVER_MOVER_H

#include "evolute/mover.h"
#include "narrow/narrow.h"
#include "world/world.h"

/* ==== Planes and slides ======================================================================= */

/* Planes and slides as a mover asks for them: bodies may be expected to move on, and the user may
 * let the mover pass planes. */

/* Fractions of a shape's size. MARGIN: gaps below it have planes; larger: corners ahead bend the
 * way. TOLERANCE: slides stop within it; larger: shapes sink into what stops them. */
static const double MARGIN = 0.005, TOLERANCE = 1e-5;

/* Motions of bodies that a mover has pushed. The bodies get them when its move has succeeded. */
enum { PUSHED_MOST = 64 };

typedef struct pushed_body {
    evo_body body;
    body_state before, after;
} pushed_body;

typedef struct pushed_bodies {
    int count;
    pushed_body all[PUSHED_MOST];
} pushed_bodies;

/* A shape in a world, and what it meets there. */
typedef struct probe {
    const evo_world *world;
    const pushed_bodies *pushed; /* or NULL */
    const evo_shape *shape;
    evo_pose at;
    const evo_query *query; /* or NULL */
    double size;
    double seconds; /* bodies are expected to move on for so long */
    bool (*passes)(void *context, const evo_plane *plane);
    void *context;
} probe;

/* Returns where a body is, and how it moves once it has been pushed. */
body_state probe_state(const probe *p, uint32_t body);

probe probe_of(const evo_world *world, const evo_shape *shape, evo_pose at, const evo_query *query);

/* Writes the planes of one collider with a gap of at most a margin, the deepest first if they are
 * two; returns their number. */
int probe_touch(const probe *p, uint32_t id, double margin, evo_plane found[TOUCHES]);

/* The same as evo_world_planes. */
size_t probe_planes(const probe *p, evo_plane *found, size_t capacity);

/* ==== A walk ================================================================================== */

/* A mover in one move: shared by move.c and planes.c. */

/* Fraction of the size: gap that a mover keeps. Larger: it hovers; smaller: corners of tiles that
 * lie no better than this catch it. At most MARGIN. */
static const double KEPT_GAP = 0.001;

/* Most planes that one look takes, the first by handle. */
enum { WALK_PLANES = 32 };

typedef struct walk {
    evo_world *world;
    const evo_mover_config *config;
    probe probe;         /* its pose is where the mover is */
    evo_vec2 up;         /* of length 1 */
    double gap, upright; /* upright: cosine of the steepest ground */
    evo_vec2 velocity;   /* relative to the ground that it began on, while it is grounded */
    evo_vec2 frame;      /* velocity of that ground */
    double drop;   /* way that its ground fell in the last step, which left so much of a gap */
    double budget; /* impulse that is left for pushes */
    bool walks;    /* it began grounded, and does not leave the ground by its will */
    pushed_bodies *pushed;
    evo_result result; /* of pushes */
} walk;

/* ---- Ground (planes.c) ----------------------------------------------------------------------- */

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

#endif
