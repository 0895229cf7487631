/* ground.c: what a mover stands on. In: planes; out: which of them are ground. A plane is ground if
 * it is not too steep; or if it belongs to a corner whose top is not, no higher above the foot than
 * a step: so round shapes climb steps that they meet with their sides. What is wedged between steep
 * planes stands on them: else it could not jump out. */
#include "mover/walk.h"

/* Fraction of the size: how far behind a corner its top is looked for. */
static const double BEHIND = 0.01;

/* Cosine: steeper planes are walls, whatever lies above. */
static const double WALL = 0.02;

/* Part of a way down: what planes leave less of is wedged. */
static const double WEDGED = 0.02;

support support_of(const probe *p, evo_vec2 direction) {
    const evo_shape *shape = p->shape;
    const double far = 4 * (p->size + vec_length(shape->center));
    const evo_vec2 side = vec_scale(vec_left(direction), far);
    const evo_shape line = evo_segment(side, vec_negate(side));
    const evo_pose at = {vec_along(p->at.position, far, direction), 0};
    const evo_fit fit = evo_measure_fit(shape, p->at, &line, at);
    return (support){fit.gap.point_a, fit.center_a};
}

/* Returns whether a ray down behind a corner meets upright ground. */
static bool has_top(const walk *w, const evo_plane *plane, double rise) {
    const double in = BEHIND * w->probe.size, least = most_of(w->upright, WALL);
    const double high = 2 * in / least;
    const evo_vec2 level = vec_unit(vec_along(plane->normal, -rise, w->up), w->up);
    const evo_vec2 middle = vec_along(plane->point, -in, level);
    const evo_ray_hit hit = evo_world_ray(w->world, vec_along(middle, high, w->up),
                                          vec_along(middle, -high, w->up), w->probe.query);
    return hit.hit && vec_dot(hit.normal, w->up) >= w->upright - 1e-9;
}

footing footing_of(const walk *w, const evo_plane *plane) {
    const double rise = vec_dot(plane->normal, w->up);
    if (rise >= w->upright - 1e-9) return FOOTING_SLOPE;
    if (!w->walks || rise < WALL) return FOOTING_NONE;
    const support foot = support_of(&w->probe, vec_negate(w->up));
    const double height = vec_dot(vec_sub(plane->point, foot.point), w->up);
    if (height > w->config->step + w->skin) return FOOTING_NONE;
    return has_top(w, plane, rise) ? FOOTING_EDGE : FOOTING_NONE;
}

evo_vec2 belt_velocity(const walk *w, const evo_plane *plane) {
    const double speed = evo_collider_material(w->world, plane->collider).surface_speed;
    return vec_scale(vec_left(plane->normal), -speed);
}

evo_vec2 plane_velocity(const walk *w, const evo_plane *plane) {
    return evo_body_point_velocity(w->world, plane->body, plane->point);
}

size_t walk_planes(const walk *w, evo_plane planes[WALK_PLANES]) {
    const size_t found = probe_planes(&w->probe, planes, WALK_PLANES);
    const size_t count = found < WALK_PLANES ? found : WALK_PLANES;
    for (size_t i = 0; i < count; ++i) {
        const double closing = vec_dot(plane_velocity(w, &planes[i]), planes[i].normal);
        planes[i].depth += w->skin + most_of(0, closing * w->probe.seconds);
    }
    return count;
}

/* Finds the most upright plane of those that rise, all or what is footing. NULL: there is none. */
static const evo_plane *most_upright(const walk *w, const evo_plane *planes, size_t count,
                                     bool all) {
    const evo_plane *best = NULL;
    for (size_t i = 0; i < count; ++i) {
        const double rise = vec_dot(planes[i].normal, w->up);
        if (!(rise > (best ? vec_dot(best->normal, w->up) : 0))) continue;
        if (all || footing_of(w, &planes[i]) != FOOTING_NONE) best = &planes[i];
    }
    return best;
}

/* Returns whether planes that are all too steep leave no way down. */
static bool is_wedged(const walk *w, evo_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i) planes[i].depth = 0;
    const evo_vec2 down = evo_planes_solve(planes, count, vec_negate(w->up));
    return vec_dot(down, w->up) > -WEDGED;
}

bool walk_ground(const walk *w, evo_plane *ground) {
    evo_plane planes[WALK_PLANES];
    const size_t count = walk_planes(w, planes);
    const evo_plane *best = most_upright(w, planes, count, false);
    if (!best && is_wedged(w, planes, count)) best = most_upright(w, planes, count, true);
    if (best) *ground = *best;
    return best != NULL;
}
