/* query.h: asking a world what is where. Nothing here changes the world; between two steps any
 * number of threads may ask.
 *
 * Everything is answered for where bodies are now. A filter says what is seen: what a collider of
 * that filter would meet (body.h); {0} sees everything. Sensors and disabled bodies are never seen.
 * Bodies that were made or moved by hand since the last step are looked at one by one, all others
 * through the grid.
 */
#ifndef EVOLUTE_QUERY_H
#define EVOLUTE_QUERY_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rays ------------------------------------------------------------------------------------ */

typedef struct evo_ray_hit {
    bool hit;    /* false: all else is zero */
    bool inside; /* the ray began in the collider, and this is where it leaves */
    evo_body body;
    evo_collider collider;
    evo_vec2 point, normal; /* of the rim, outward */
    double fraction;        /* of the way, 0 to 1 */
} evo_ray_hit;

/* The first rim on the way. */
EVO_API evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                  evo_filter filter);

/* Whether there is any; the quickest to answer. */
EVO_API bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               evo_filter filter);

/* The first hit on each collider on the way, nearest first. Writes the nearest `capacity` of them
 * and returns how many there are. */
EVO_API size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                 evo_filter filter, evo_ray_hit *hits, size_t capacity);

/* The first touch of a disk that is moved along the way. The point is where it touches; fraction 0
 * and `inside` when it overlaps something from the start. */
EVO_API evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                          double radius, evo_filter filter);

/* ---- Places ---------------------------------------------------------------------------------- */

/* Colliders whose bounds (evo_shape_bounds) meet a box. Writes up to `capacity` of them, in no
 * order that means anything, and returns how many there are. */
EVO_API size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds,
                                        evo_filter filter, evo_collider *found, size_t capacity);

/* Colliders that share a point with a shape, exactly. */
EVO_API size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                                       evo_filter filter, evo_collider *found, size_t capacity);

typedef struct evo_nearest {
    bool hit; /* false: all else is zero */
    evo_body body;
    evo_collider collider;
    evo_vec2 point, normal; /* of the rim, outward */
    double distance;        /* below 0: the point asked about is inside */
} evo_nearest;

/* The collider nearest to a point, of those within a distance (which may be INFINITY). */
EVO_API evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                                      evo_filter filter);

#ifdef __cplusplus
}
#endif

#endif
