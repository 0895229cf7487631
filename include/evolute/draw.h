/* draw.h: debug drawing of a world, by callbacks of yours.
 *
 *     static void draw_line(void *to, const evo_draw_item *item, evo_vec2 a, evo_vec2 b) {
 *         (void)item;
 *         fprintf((FILE *)to, "line %g %g %g %g\n", a.x, a.y, b.x, b.y);
 *     }
 *
 *     evo_draw draw = {.context = file, .line = draw_line}; // segments, chains
 *     draw.flags = EVO_DRAW_SHAPES | EVO_DRAW_JOINTS;
 *     evo_world_draw(world, &draw);
 *
 * A world needs `circle` for disks, `hull` for boxes, polygons and capsules, `line` for segments
 * and chains, `ellipse` and `ring` for these; or `outline` for all of them. Another callback that
 * is NULL leaves out what it would draw. There are no colours: each call carries the body, and the
 * role of what is drawn.
 */
#ifndef EVOLUTE_DRAW_H
#define EVOLUTE_DRAW_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is drawn: flags combined with |. 0: EVO_DRAW_SHAPES. */
enum {
    EVO_DRAW_SHAPES = 1,   /* the shape of each collider */
    EVO_DRAW_CONTACTS = 2, /* a point at each contact, of sleeping bodies, too */
    EVO_DRAW_NORMALS = 4,  /* a line from there along the normal; its length is the impulse of a
                              substep, on average */
    EVO_DRAW_BOUNDS = 8,   /* a box about each collider, as four lines */
    EVO_DRAW_TILES = 16,   /* each occupied tile of the grid, as four lines */
    EVO_DRAW_VELOCITIES =
        32,               /* a line from each centre of mass: its motion in a tenth of a second */
    EVO_DRAW_NAMES = 64,  /* each body's index as text, at its centre of mass */
    EVO_DRAW_FITS = 128,  /* the osculating circles of both rims at each contact, see evo_fit; none
                             for straight rims, corners and circles */
    EVO_DRAW_JOINTS = 256 /* lines from centres of mass to anchors, rods, ropes and axes, and a
                             point at each anchor; where there are limits, a line to each */
};

/* What a primitive stands for. A shape has the first role that applies of: disabled, sensor,
 * static, kinematic, sleeping, dynamic. */
typedef enum evo_draw_role {
    /* Of a shape. */
    EVO_ROLE_DYNAMIC,
    EVO_ROLE_STATIC,
    EVO_ROLE_KINEMATIC,
    EVO_ROLE_SLEEPING,
    EVO_ROLE_DISABLED,
    EVO_ROLE_SENSOR,
    /* Of what the flag of that name draws. */
    EVO_ROLE_CONTACT,
    EVO_ROLE_NORMAL,
    EVO_ROLE_BOUNDS,
    EVO_ROLE_TILE,
    EVO_ROLE_VELOCITY,
    EVO_ROLE_NAME,
    EVO_ROLE_FIT,
    EVO_ROLE_JOINT,
    EVO_ROLE_LIMIT /* of a joint */
} evo_draw_role;

/* Says what a primitive is of. */
typedef struct evo_draw_item {
    evo_draw_role role;    /* what it stands for */
    evo_body body;         /* {0} for tiles, contacts, normals and joints; of a fit, the body of its
                              rim */
    evo_collider collider; /* of shapes and bounds; {0} for all else */
    evo_joint joint;       /* of joints and their limits; {0} for all else */
} evo_draw_item;

/* What to draw, and how. Points and lengths are in the world, angles in radians. */
typedef struct evo_draw {
    unsigned flags;  /* EVO_DRAW_SHAPES and so on */
    evo_bounds view; /* what lies outside is skipped: velocities and normals by their start; all
                        zero: nothing is skipped */
    void *context;   /* of yours, for the callbacks */
    /* Draws a disk. `angle` is that of the shape's own x axis. */
    void (*circle)(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                   double angle);
    /* Draws an ellipse. radius_x lies along `angle`. */
    void (*ellipse)(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                    double radius_y, double angle);
    /* Draws a slice of a ring, counterclockwise from `start` over `sweep`. */
    void (*ring)(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                 double outer, double start, double sweep);
    /* Draws a capsule (two points), a box or a polygon (more, counterclockwise), grown by a
     * radius. */
    void (*hull)(void *context, const evo_draw_item *item, const evo_vec2 *points, int count,
                 double radius);
    /* Draws a line: a segment, and all that is said to be lines above. */
    void (*line)(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to);
    /* Draws a point: of contacts and anchors. */
    void (*point)(void *context, const evo_draw_item *item, evo_vec2 at);
    /* Draws a text in the middle of a body. */
    void (*text)(void *context, const evo_draw_item *item, evo_vec2 at, const char *text);
    /* Draws a shape whose own callback above is NULL, as points: for renderers that know polygons
     * alone, at most 128. Closed: a polygon, counterclockwise, from the last point to the first;
     * curved rims have 48 points a turn, and are off by 0.0022 of their radius at most. A whole
     * ring is one polygon, cut open where its sweep begins. Not closed: the two ends of a
     * segment. */
    void (*outline)(void *context, const evo_draw_item *item, const evo_vec2 *points, size_t count,
                    bool closed);
} evo_draw;

/* Calls the callbacks for all bodies, then for all joints, in order of handles. It changes and
 * allocates nothing. @drawing-changes-nothing A NULL world or draw draws nothing. */
EVO_API void evo_world_draw(const evo_world *world, const evo_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
