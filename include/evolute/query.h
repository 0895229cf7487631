/* query.h: rays, casts of shapes, and what is in a region.
 *
 *     evo_query query = {.except = body};   // all but this body, and sensors
 *     evo_ray_hit hit = evo_world_ray(world, evo_vec(0, 5), evo_vec(0, -5), &query);
 *     if (hit.hit) printf("%g below\n", 10 * hit.fraction);
 *
 *     evo_collider found[16];
 *     evo_shape disk = evo_circle(2);
 *     evo_pose at = {{0, 1}, 0};
 *     size_t count = evo_world_overlap_shape(world, &disk, at, NULL, found, 16);
 *
 * Queries change nothing. @queries-change-nothing They use the poses of now; in a callback of a
 * step those at its beginning, and in exact time they find nothing there. They do not find disabled
 * bodies. Lists are in order of handles, hits in the order of the way. @query-order Invalid numbers
 * find nothing. @invalid-query
 *
 * Threads: any number may query a world between steps. @query-threads The first query of all, and
 * the first after many changes, sorts what is awake, and others wait for it; in exact time all wait
 * for each other.
 */
#ifndef EVOLUTE_QUERY_H
#define EVOLUTE_QUERY_H

#include "body.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which colliders a query finds. NULL: all but sensors. @query-sensors */
typedef struct evo_query {
    evo_filter filter; /* those that collide with a collider of this filter; zeroed: all */
    evo_body except;   /* but not those of this body; {0}: of none */
    bool sensors;      /* and sensors */
    bool leaves;       /* a ray that starts in a collider hits it where it leaves; else it passes
                          that collider */
} evo_query;

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Returns the first hit of a ray from one point to another. */
EVO_API evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                  const evo_query *query);

/* Returns whether a ray hits anything. It is the fastest. */
EVO_API bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               const evo_query *query);

/* Finds the first hit with each collider. Writes the nearest `capacity`, nearest first, and returns
 * how many there are. */
EVO_API size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                 const evo_query *query, evo_ray_hit *hits, size_t capacity);

/* Returns whether a ray ends at a hit; if not, it passes through that collider. */
typedef bool (*evo_ray_stop)(void *context, const evo_ray_hit *hit);

/* Returns the hit at which `stops` ends the ray. It is asked for the first hit with each collider,
 * nearest first. */
EVO_API evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                        const evo_query *query, evo_ray_stop stops, void *context);

/* Moves a disk along a ray, and returns its first contact. Fraction 0 with `inside`: it overlaps a
 * collider at the start. */
EVO_API evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                          double radius, const evo_query *query);

/* Moves a shape from one pose to another, turning, and returns its first contact, as for a disk. */
EVO_API evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape,
                                         evo_pose from, evo_pose to, const evo_query *query);

/* Finds the first contact with each collider, as evo_world_ray_all finds hits. */
EVO_API size_t evo_world_cast_all(const evo_world *world, const evo_shape *shape, evo_pose from,
                                  evo_pose to, const evo_query *query, evo_ray_hit *hits,
                                  size_t capacity);

/* ---- Regions --------------------------------------------------------------------------------- */

/* Finds colliders whose bounds (evo_shape_bounds) overlap a box. Writes the first `capacity`, in
 * order of handles, and returns how many there are. */
EVO_API size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds,
                                        const evo_query *query, evo_collider *found,
                                        size_t capacity);

/* Finds colliders that share a point with a shape (evo_overlap), and lists them the same way. */
EVO_API size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                                       const evo_query *query, evo_collider *found,
                                       size_t capacity);

/* Returns the collider nearest to a point, at most `within` units away, which may be INFINITY. */
EVO_API evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                                      const evo_query *query);

#ifdef __cplusplus
}
#endif

#endif
