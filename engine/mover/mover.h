/* mover.h: movers: planes around a shape, slides along them, and a walk over ground. */
#ifndef ENGINE_MOVER_MOVER_H
#define ENGINE_MOVER_MOVER_H

#include "evolute/mover.h"
#include "narrow/narrow.h"
#include "world/world.h"

/* ==== Planes and slides ======================================================================= */

/* Planes and slides as a mover asks for them: bodies may be expected to move on, and the user may
 * let the mover pass planes. */

/* Fractions of a shape's size. PLANE_MARGIN: gaps below it have planes; larger: corners ahead
 * bend the way. TOLERANCE: slides stop within it; larger: shapes sink into what stops them. */
static const double PLANE_MARGIN = 0.005, TOLERANCE = 1e-5;

/* Sizes: bodies that go farther in the seconds of a probe are not expected where they will be. */
static const double FARTHEST = 2;

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

/* A collider near a shape, where its body is now. */
typedef struct near_collider {
    uint32_t id, body;
    bool moves; /* its body is not static */
    placed at;
    evo_bounds bounds;
} near_collider;

/* The colliders in a box, and those that are awake within a margin of it, gathered once; `whole`:
 * there was room for all of them. */
enum { NEAR_MOST = 64 };

typedef struct near_list {
    evo_bounds box;
    double margin;
    bool whole;
    size_t count;
    near_collider all[NEAR_MOST];
} near_list;

/* A shape in a world, and rules of what it meets there. */
typedef struct probe {
    const evo_world *world;
    const pushed_bodies *pushed; /* or NULL */
    const near_list *near;       /* or NULL: colliders are searched for each time */
    const evo_shape *shape;
    evo_pose at;
    evo_vec2 turn;          /* direction of its angle */
    const evo_query *query; /* or NULL */
    double size;
    double seconds; /* bodies are expected to move on for so long */
    double falls;   /* way that its weight may fall on them meanwhile */
    bool fixed;     /* dynamic bodies are passed */
    uint64_t *sum;  /* of checksums of planes (query_sum), or NULL */
    bool (*passes)(void *context, const evo_plane *plane);
    void *context;
} probe;

/* Returns where a body is, and how it moves once it has been pushed. */
body_state probe_state(const probe *p, uint32_t body);

probe probe_of(const evo_world *world, const evo_shape *shape, evo_pose at, const evo_query *query);

/* Returns the bounds of the shape, and of its way. */
evo_bounds probe_bounds(const probe *p, evo_vec2 way);

/* Gather the colliders in a box, and visit those in a box, in any order. */
void probe_gather(const probe *p, evo_bounds box, double margin, near_list *list);
typedef void (*near_visitor)(void *context, const near_collider *c);
void probe_visit(const probe *p, evo_bounds box, double margin, near_visitor visit, void *context);

/* Writes the planes of one collider with gaps up to a margin, the deeper one first; returns their
 * number. */
int probe_touch(const probe *p, const near_collider *c, double margin, evo_plane found[TOUCHES]);

/* Returns the part of a way before something stops the shape. */
double probe_slide(const probe *p, evo_vec2 way);

/* The same as evo_world_planes. */
size_t probe_planes(const probe *p, evo_plane *found, size_t capacity);

/* The same as evo_planes_solve, in `rounds` rounds at most. */
evo_vec2 planes_solve(evo_plane *planes, size_t count, evo_vec2 way, int rounds);

/* ==== A walk ================================================================================== */

/* A mover in one move: shared by the files of the room. */

/* Fraction of the size: gap that a mover keeps. Larger: it hovers; smaller: corners of tiles that
 * are no flatter than this stop it. At most PLANE_MARGIN. */
static const double KEPT_GAP = 0.001;

/* Most planes that one look takes, the first by handle. */
enum { WALK_PLANES = 32 };

/* Most rounds of solving a way among planes. Fewer: ways along corners end early; more: wedged
 * movers cost more. */
enum { WALK_ROUNDS = 64 };

/* Speeds in sizes a second. OUT_SPEED: overlaps push a mover out no faster; larger: crushed movers
 * are thrown about. STRUCK_SPEED: a dynamic body moves a mover no faster, however fast it comes. */
static const double OUT_SPEED = 3, STRUCK_SPEED = 20;

typedef struct walk {
    evo_world *world;
    const evo_mover_config *config;
    probe probe;     /* its pose is where the mover is */
    evo_plane *seen; /* planes at its pose, with their present depths: WALK_PLANES at most */
    size_t seen_count;
    bool looked;         /* these are known */
    bool parted;         /* overlaps have pushed it out: they do once a move */
    double foot;         /* height of its lowest point over its pose */
    evo_vec2 up;         /* of length 1 */
    double gap, upright; /* upright: cosine of the steepest ground */
    evo_vec2 velocity;   /* relative to the ground that it began on, while it is grounded */
    evo_vec2 frame;      /* velocity of that ground */
    double drop;   /* way by which its ground fell in the last step: the gap that this left */
    double budget; /* impulse that is left for pushes */
    double sinks;  /* depth to which its weight may press it into bodies that bear it */
    bool weighs;   /* its mass rests on its ground */
    bool walks;    /* it began grounded, and does not leave the ground by its will */
    pushed_bodies *pushed;
    evo_mover *mover;  /* as the move leaves it */
    evo_result result; /* of pushes */
} walk;

/* ---- Ground (planes.c) ----------------------------------------------------------------------- */

typedef enum footing {
    FOOTING_NONE,
    FOOTING_SLOPE, /* its normal is upright enough */
    FOOTING_EDGE   /* a corner that a step may climb, with upright ground behind it */
} footing;

footing footing_of(const walk *w, const evo_plane *plane);

static inline evo_body_kind plane_kind(const walk *w, const evo_plane *plane) {
    return (evo_body_kind)w->world->core.bodies.records[plane->body.index].kind;
}

/* Returns the farthest point of the shape in a direction, and the centre about which its rim is
 * curved there. */
typedef struct support {
    evo_vec2 point, center;
} support;

support support_of(const probe *p, evo_vec2 direction);

/* Looks for the planes about the mover, unless they are known. */
void walk_look(walk *w);

/* Finds the planes about the mover, with the ways out that it has to go as depth; returns their
 * number. */
size_t walk_planes(walk *w, evo_plane planes[WALK_PLANES]);

/* Finds the most upright plane to stand on; false: there is none. */
bool walk_ground(walk *w, evo_plane *ground);

/* Returns the velocity of a body, and of its belt, at a plane. */
evo_vec2 plane_velocity(const walk *w, const evo_plane *plane);
evo_vec2 belt_velocity(const walk *w, const evo_plane *plane);

/* ---- Pushes (push.c) ------------------------------------------------------------------------- */

/* Notes a touch of the mover, and the impulse by which the mover pushes the body, while there is
 * room. */
void walk_touch(const walk *w, const evo_plane *plane, double impulse);

/* Pushes a body that the mover goes into, until it goes as fast as the mover, and leaves an
 * overlap. Notes the impulse, unless there are too many such bodies. */
void walk_push(walk *w, const evo_plane *plane, double overlap);

/* Gives bodies the motions that the mover has pushed them to, and its ground its weight: all or
 * none, but in exact time, where each change needs memory of its own. `falls`: the speed at which
 * its weight begins to press. */
evo_result walk_give_pushes(const walk *w, evo_mover *mover, double falls);

#endif
