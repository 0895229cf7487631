/* draw.h: a world shows itself, through callbacks of yours: to a screen, a file, a test.
 *
 * Every callback may be NULL; what would have gone to it is left out. Nothing is said of colours:
 * each call comes with the role of what is drawn, and with its body.
 */
#ifndef EVOLUTE_DRAW_H
#define EVOLUTE_DRAW_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is drawn, to be combined; 0 stands for shapes alone. */
enum {
    EVO_DRAW_SHAPES = 1,
    EVO_DRAW_CONTACTS = 2, /* a point at each contact that touches, of sleepers too */
    EVO_DRAW_NORMALS = 4,  /* a line from there along the normal, as long as the impulse of the last
                              substep is large */
    EVO_DRAW_BOUNDS = 8,   /* a box about each collider, as four lines */
    EVO_DRAW_TILES = 16,   /* the grid's tiles that hold something, as four lines each; none before
                              the first step */
    EVO_DRAW_VELOCITIES = 32, /* a line from each centre of mass, as far as it goes in a tenth of a
                                 second */
    EVO_DRAW_NAMES = 64,      /* each body's index as text, at its centre of mass */
    EVO_DRAW_FITS = 128       /* the two circles that fit the rims where a contact touches, see
                                 evo_fit; none for what is straight, for corners, and for circles */
};

/* Of a shape it is the first that is true: disabled, a sensor, static, kinematic, asleep; what is
 * none of these is dynamic. */
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
    EVO_ROLE_FIT
} evo_draw_role;

typedef struct evo_draw_item {
    evo_draw_role role;
    evo_body body;         /* {0} for tiles, contacts and normals; of a fit, whose rim it fits */
    evo_collider collider; /* of shapes and bounds; {0} for all else */
} evo_draw_item;

typedef struct evo_draw {
    unsigned flags;
    evo_bounds view; /* what lies outside is left out: velocities and normals by where they begin;
                        all zero draws everything */
    void *context;   /* for the callbacks */
    /* Angles turn the shape's own x axis: of the circle a mark, of the ellipse radius_x. */
    void (*circle)(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                   double angle);
    void (*ellipse)(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                    double radius_y, double angle);
    /* A slice of a ring, counterclockwise from start. */
    void (*ring)(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                 double outer, double start, double sweep);
    void (*line)(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to);
    void (*point)(void *context, const evo_draw_item *item, evo_vec2 at);
    void (*text)(void *context, const evo_draw_item *item, evo_vec2 at, const char *text);
} evo_draw;

/* Bodies in the order of their handles. It changes nothing and takes no memory; a NULL world or
 * draw draws nothing. */
EVO_API void evo_world_draw(const evo_world *world, const evo_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
