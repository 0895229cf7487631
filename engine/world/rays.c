/* rays.c: rays and casts: colliders along a way. In: a way, and perhaps a shape that flies along
 * it; out: what it meets, the nearest first. Invariant: of what is met at once the lower handle
 * comes first, in whatever order colliders are asked. */
#include <assert.h>

#include "evolute/collide.h"
#include "shape/shape.h"
#include "world/world.h"

/* Returns whether a one-way collider lets a way pass that meets it where its rim has a normal. */
static bool lets_pass(const question *q, uint32_t id, evo_pose at, evo_vec2 normal) {
    const shape_rules *rules = &collider_entry(&q->world->core.bodies.colliders[id])->rules;
    if (!rules_are_one_way(rules)) return false;
    const evo_vec2 along = rules_let_along(rules, at.angle);
    return !(vec_dot(normal, along) > 0 && vec_dot(q->way, along) < 0);
}

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Steps along a way out of a shape, and part of its size that ends it. */
enum { EXIT_STEPS = 200 };
static const double EXIT_NEAR = 1e-12;

/* Finds where a ray that begins in a shape leaves it first, by steps as long as the rim is far.
 * False: it does not. */
static bool find_exit(const question *q, const evo_shape *shape, evo_pose at, evo_ray_hit *hit) {
    const double length = vec_length(q->way), near = EXIT_NEAR * shape_reach(shape);
    double way = 0;
    for (int i = 0; i < EXIT_STEPS && way <= length && length > 0; ++i) {
        const evo_vec2 place = vec_along(q->from, way / length, q->way);
        const evo_nearest rim = evo_shape_nearest(shape, at, place);
        if (rim.distance > -near) {
            hit->fraction = least_of(way / length, 1);
            hit->point = place;
            hit->normal = rim.normal;
            return true;
        }
        way += -rim.distance;
    }
    return false;
}

static bool ray_collider(const question *q, uint32_t id, evo_pose at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    const evo_shape shape = shape_of_collider(world, id);
    evo_ray_hit ray = evo_shape_ray(&shape, at, q->from, vec_add(q->from, q->way));
    if (ray.hit && ray.inside && !(q->by.leaves && find_exit(q, &shape, at, &ray))) return false;
    if (!ray.hit) return false;
    if (lets_pass(q, id, at, ray.normal)) return false;
    evo_ray_hit made = {
        true,       ray.inside,  body_of_collider(world, id), collider_handle(world, id), ray.point,
        ray.normal, ray.fraction};
    *hit = made;
    return true;
}

/* Returns whether a is nearer, or as near and of a lower id: the order in which colliders are met
 * is no matter. */
static bool hit_before(const evo_ray_hit *a, const evo_ray_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    return a->collider.index < b->collider.index;
}

/* Keeps the first hit behind the last one that was passed, if any was. */
static double ask_first(question *q, uint32_t id, evo_pose at) {
    evo_ray_hit hit;
    if (!q->meets(q, id, at, &hit)) return q->limit;
    if (q->passed.hit && !hit_before(&q->passed, &hit)) return q->limit;
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return q->hit.fraction;
}

static double ask_any(question *q, uint32_t id, evo_pose at) {
    if (!q->hit.hit) (void)ray_collider(q, id, at, &q->hit);
    return q->hit.hit ? 0 : 1;
}

static double ask_all(question *q, uint32_t id, evo_pose at) {
    evo_ray_hit hit;
    if (q->meets(q, id, at, &hit)) first_items_add(&q->first, &hit);
    return 1;
}

static bool hits_before(const void *context, const void *a, const void *b) {
    (void)context;
    return hit_before((const evo_ray_hit *)a, (const evo_ray_hit *)b);
}

static first_items hits_in(evo_ray_hit *hits, size_t capacity) {
    return (first_items){hits, sizeof *hits, capacity, hits_before, NULL, 0};
}

static bool way_is_sound(const evo_world *world, const char *call, evo_vec2 from, evo_vec2 to) {
    return query_is_sound(world, call, vector_fits(from) && vector_fits(to));
}

static question question_along(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               const evo_query *query, ask_collider ask) {
    question q = question_about(world, query, ask);
    q.from = from;
    q.way = vec_sub(to, from);
    q.meets = ray_collider;
    return q;
}

evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                          const evo_query *query) {
    question q = question_along(world, from, to, query, ask_first);
    if (way_is_sound(world, __func__, from, to)) question_put_along(&q);
    return q.hit;
}

bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to, const evo_query *query) {
    question q = question_along(world, from, to, query, ask_any);
    if (way_is_sound(world, __func__, from, to)) question_put_along(&q);
    return q.hit.hit;
}

size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to, const evo_query *query,
                         evo_ray_hit *hits, size_t capacity) {
    question q = question_along(world, from, to, query, ask_all);
    q.first = hits_in(hits, capacity);
    if (way_is_sound(world, __func__, from, to)) question_put_along(&q);
    return first_items_end(&q.first);
}

evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                const evo_query *query, evo_ray_stop stops, void *context) {
    question q = question_along(world, from, to, query, ask_first);
    if (!way_is_sound(world, __func__, from, to) || !query_is_sound(world, __func__, stops != NULL))
        return q.hit;
    for (;;) {
        q.hit = (evo_ray_hit){.hit = false};
        q.limit = 1;
        question_put_along(&q);
        assert((!q.hit.hit || !q.passed.hit || hit_before(&q.passed, &q.hit)) && "in order");
        if (!q.hit.hit || stops(context, &q.hit)) return q.hit;
        q.passed = q.hit;
    }
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* The first contact of a shape that flies along the way, and turns, up to the limit. */
static bool cast_at(const question *q, uint32_t id, evo_pose at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    const evo_flight flies = {q->at.position, q->way, q->at.angle, q->turn};
    const evo_flight stands = {at.position, {0, 0}, at.angle, 0};
    const evo_shape shape = shape_of_collider(world, id);
    const double time = evo_time_of_impact(q->shape, flies, &shape, stands, q->limit);
    if (!(time <= q->limit)) return false;
    const evo_pose there = {vec_along(q->at.position, time, q->way), q->at.angle + time * q->turn};
    const evo_gap gap = evo_measure(q->shape, there, &shape, at);
    if (lets_pass(q, id, at, vec_negate(gap.normal))) return false;
    *hit = (evo_ray_hit){true,
                         time == 0 && gap.distance < 0,
                         body_of_collider(world, id),
                         collider_handle(world, id),
                         gap.point_b,
                         vec_negate(gap.normal),
                         time};
    return true;
}

evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to, double radius,
                                  const evo_query *query) {
    const evo_shape disk = evo_circle(radius);
    question q = question_along(world, from, to, query, ask_first);
    q.meets = cast_at;
    q.radius = radius;
    q.shape = &disk;
    q.at.position = from;
    if (query_is_sound(world, __func__, number_fits(radius) && radius >= 0)
        && way_is_sound(world, __func__, from, to))
        question_put_along(&q);
    return q.hit;
}

/* A question of a shape that flies from one pose to another; false: there is none. */
static bool question_cast(question *q, const char *call, const evo_shape *shape, evo_pose from,
                          evo_pose to) {
    const bool sound = shape_measurable(shape) && pose_fits(from) && pose_fits(to);
    if (!query_is_sound(q->world, call, sound)) return false;
    q->from = from.position;
    q->way = vec_sub(to.position, from.position);
    q->radius = shape_radius(shape);
    q->shape = shape;
    q->at = from;
    q->turn = to.angle - from.angle;
    q->meets = cast_at;
    return true;
}

evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape, evo_pose from,
                                 evo_pose to, const evo_query *query) {
    question q = question_about(world, query, ask_first);
    if (question_cast(&q, __func__, shape, from, to)) question_put_along(&q);
    return q.hit;
}

size_t evo_world_cast_all(const evo_world *world, const evo_shape *shape, evo_pose from,
                          evo_pose to, const evo_query *query, evo_ray_hit *hits, size_t capacity) {
    question q = question_about(world, query, ask_all);
    q.first = hits_in(hits, capacity);
    if (question_cast(&q, __func__, shape, from, to)) question_put_along(&q);
    return first_items_end(&q.first);
}
