/* draw.h: debug drawing of a world through callbacks, to a screen, a file or a test.
 *
 * Any callback may be NULL; its primitives are skipped. There are no colours: each call carries the
 * role of the primitive and its body.
 */
#ifndef EVOLUTE_DRAW_H
#define EVOLUTE_DRAW_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is drawn; flags are combined with |, and 0 means EVO_DRAW_SHAPES. */
enum {
    EVO_DRAW_SHAPES = 1,
    EVO_DRAW_CONTACTS = 2, /* a point at each touching contact, sleeping bodies' included */
    EVO_DRAW_NORMALS = 4,  /* a line from there along the normal; its length is the impulse of a
                              substep, on average */
    EVO_DRAW_BOUNDS = 8,   /* a box about each collider, as four lines */
    EVO_DRAW_TILES = 16,   /* each occupied tile of the grid, as four lines */
    EVO_DRAW_VELOCITIES =
        32,               /* a line from each centre of mass: its motion in a tenth of a second */
    EVO_DRAW_NAMES = 64,  /* each body's index as text, at its centre of mass */
    EVO_DRAW_FITS = 128,  /* the osculating circles of both rims at each contact, see evo_fit;
                                 none for straight rims, corners and circles */
    EVO_DRAW_JOINTS = 256 /* lines from centres of mass to anchors, rods, ropes and axes, and a
                                 point at each anchor; where there are limits, a line to each */
};

/* A shape's role is the first that applies of: disabled, sensor, static, kinematic, sleeping,
 * dynamic. */
typedef enum evo_draw_role {
    EVO_ROLE_DYNAMIC,
    EVO_ROLE_STATIC,
    EVO_ROLE_KINEMATIC,
    EVO_ROLE_SLEEPING,
    EVO_ROLE_DISABLED,
    EVO_ROLE_SENSOR,
    EVO_ROLE_CONTACT,
    EVO_ROLE_NORMAL,
    EVO_ROLE_BOUNDS,
    EVO_ROLE_TILE,
    EVO_ROLE_VELOCITY,
    EVO_ROLE_NAME,
    EVO_ROLE_FIT,
    EVO_ROLE_JOINT,
    EVO_ROLE_LIMIT
} evo_draw_role;

typedef struct evo_draw_item {
    evo_draw_role role;
    evo_body body;         /* {0} for tiles, contacts, normals and joints; of a fit, the body of its
                              rim */
    evo_collider collider; /* of shapes and bounds; {0} for all else */
    evo_joint joint;       /* of joints and their limits; {0} for all else */
} evo_draw_item;

typedef struct evo_draw {
    unsigned flags;
    evo_bounds view; /* what lies outside is skipped: velocities and normals by their start; all
                        zero: everything is drawn */
    void *context;   /* for the callbacks */
    /* `angle` is that of the shape's own x axis; radius_x of an ellipse lies along it. */
    void (*circle)(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                   double angle);
    void (*ellipse)(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                    double radius_y, double angle);
    /* A slice of a ring, counterclockwise from start. */
    void (*ring)(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                 double outer, double start, double sweep);
    /* A capsule (two points) or a polygon (more, counterclockwise), grown by a radius. */
    void (*hull)(void *context, const evo_draw_item *item, const evo_vec2 *points, int count,
                 double radius);
    void (*line)(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to);
    void (*point)(void *context, const evo_draw_item *item, evo_vec2 at);
    void (*text)(void *context, const evo_draw_item *item, evo_vec2 at, const char *text);
} evo_draw;

/* Draws bodies, then joints, in order of their handles. It changes nothing and allocates nothing; a
 * NULL world or draw draws nothing. */
EVO_API void evo_world_draw(const evo_world *world, const evo_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
