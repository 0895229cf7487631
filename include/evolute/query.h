/* query.h: ray casts and overlap queries.
 *
 *     evo_query query = {.except = player};
 *     evo_ray_hit hit = evo_world_ray(world, from, to, &query);
 *
 * None changes the world. Between steps any number of threads may call them at once; those that
 * come first after a step or a change wait until what has moved is sorted, later ones do not (in
 * worlds of exact time all wait for each other). They use the present poses; in callbacks of a step
 * those from which it began (in worlds of exact time they find nothing there). What is found is in
 * the order of handles, or of the way. Disabled bodies are never found.
 */
#ifndef EVOLUTE_QUERY_H
#define EVOLUTE_QUERY_H

#include "body.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a question is about; NULL: all but sensors. */
typedef struct evo_query {
    evo_filter filter; /* finds what collides with a collider of this filter; zeroed: everything */
    evo_body except;   /* is not found; {0}: none */
    bool sensors;      /* sensors are found, too */
    bool leaves;       /* a ray that begins in a collider hits it where it leaves; else it passes
                          that collider */
} evo_query;

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Returns the first hit of the ray. */
EVO_API evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                  const evo_query *query);

/* Whether the ray hits anything; the fastest of the ray queries. */
EVO_API bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               const evo_query *query);

/* Finds the first hit of each collider, nearest first. Writes the nearest `capacity` hits and
 * returns how many there are. */
EVO_API size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                 const evo_query *query, evo_ray_hit *hits, size_t capacity);

/* Returns whether the ray ends at a hit; if not, it passes through the collider. */
typedef bool (*evo_ray_stop)(void *context, const evo_ray_hit *hit);

/* Offers the first hit of each collider, nearest first, until one ends the ray, and returns it. */
EVO_API evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                        const evo_query *query, evo_ray_stop stops, void *context);

/* Sweeps a disk along the ray and returns its first contact. Fraction 0 and `inside`: the disk
 * overlaps a collider at the start. */
EVO_API evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                          double radius, const evo_query *query);

/* Sweeps a shape, turning, from one pose of its body to another; otherwise the same. */
EVO_API evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape,
                                         evo_pose from, evo_pose to, const evo_query *query);

/* Finds the first contact with each collider, nearest first, as evo_world_ray_all does. */
EVO_API size_t evo_world_cast_all(const evo_world *world, const evo_shape *shape, evo_pose from,
                                  evo_pose to, const evo_query *query, evo_ray_hit *hits,
                                  size_t capacity);

/* ---- Regions --------------------------------------------------------------------------------- */

/* Finds the colliders whose bounds (evo_shape_bounds) overlap a box. Writes the first `capacity` of
 * them, in order of handles, and returns how many there are. */
EVO_API size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds,
                                        const evo_query *query, evo_collider *found,
                                        size_t capacity);

/* Finds the colliders that share a point with a shape (evo_overlap); otherwise the same. */
EVO_API size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                                       const evo_query *query, evo_collider *found,
                                       size_t capacity);

/* Returns the collider nearest to a point, up to a distance `within`, which may be INFINITY. */
EVO_API evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                                      const evo_query *query);

#ifdef __cplusplus
}
#endif

#endif
