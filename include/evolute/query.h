/* query.h: ray casts and overlap queries. None changes the world; between steps any number of
 * threads may call them; they wait for each other.
 *
 * Queries use the present poses. They find the colliders that a collider of the given filter would
 * collide with (body.h); {0} finds all. Sensors and disabled bodies are never found.
 */
#ifndef EVOLUTE_QUERY_H
#define EVOLUTE_QUERY_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Returns the first hit of the ray. */
EVO_API evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                  evo_filter filter);

/* Whether the ray hits anything; the fastest of the ray queries. */
EVO_API bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               evo_filter filter);

/* Finds the first hit of each collider, nearest first. Writes the nearest `capacity` hits and
 * returns how many there are. */
EVO_API size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                 evo_filter filter, evo_ray_hit *hits, size_t capacity);

/* Returns whether the ray ends at a hit; if not, it passes through the collider. */
typedef bool (*evo_ray_stop)(void *context, const evo_ray_hit *hit);

/* Offers the first hit of each collider, nearest first, until one ends the ray, and returns it. */
EVO_API evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                        evo_filter filter, evo_ray_stop stops, void *context);

/* Sweeps a disk along the ray and returns its first contact. Fraction 0 and `inside`: the disk
 * overlaps a collider at the start. */
EVO_API evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                          double radius, evo_filter filter);

/* Sweeps a shape, turning, from one pose of its body to another; otherwise the same. */
EVO_API evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape,
                                         evo_pose from, evo_pose to, evo_filter filter);

/* ---- Regions --------------------------------------------------------------------------------- */

/* Finds the colliders whose bounds (evo_shape_bounds) overlap a box. Writes up to `capacity` of
 * them, in no particular order, and returns how many there are. */
EVO_API size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds,
                                        evo_filter filter, evo_collider *found, size_t capacity);

/* Finds the colliders that share a point with a shape (evo_overlap); otherwise the same. */
EVO_API size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                                       evo_filter filter, evo_collider *found, size_t capacity);

/* Returns the collider nearest to a point, up to a distance `within`, which may be INFINITY. */
EVO_API evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                                      evo_filter filter);

#ifdef __cplusplus
}
#endif

#endif
