/* query.c: what the user asks of a world between steps.
 *
 * All still colliders are in the index; what is awake is sorted into it when a question comes first
 * after a step or a change. In worlds of exact time what flies is in the cells of the scheduler
 * instead. Questions of several threads are answered one after the other. */
#include "evolute/query.h"

#include "core/filter.h"
#include "event/look.h"
#include "evolute/collide.h"
#include "shape/kind.h"
#include "shape/limits.h"
#include "world/flight.h"

/* ---- What a question is put to --------------------------------------------------------------- */

typedef struct question question;

/* Answers how much of a way is still of interest; what it says does not matter for boxes. */
typedef double (*ask_collider)(question *q, uint32_t id, evo_pose at);

struct question {
    const evo_world *world;
    evo_filter filter;
    ask_collider ask;
    double limit;
    /* Arguments of the question, and the answer: each question uses its own. */
    evo_vec2 from, way;
    double radius;
    evo_bounds box;
    const evo_shape *shape;
    evo_pose at;
    double turn;
    evo_ray_hit hit, passed, *hits;
    evo_collider *found;
    evo_nearest nearest;
    size_t count, capacity;
};

static void put_to(question *q, uint32_t id) {
    const body_store *s = &q->world->core.bodies;
    const collider_record *collider = &s->colliders[id];
    if (collider->sensor || !s->records[collider->body].enabled
        || !filters_meet(q->filter, collider_entry(collider)->rules.filter))
        return;
    q->limit = q->ask(q, id, body_pose(q->world, collider->body));
}

static void put_to_body(question *q, uint32_t body) {
    const body_store *s = &q->world->core.bodies;
    for (uint32_t c = s->records[body].first_collider; c != NONE; c = s->colliders[c].next)
        put_to(q, c);
}

static void put_to_awake(question *q) {
    const body_store *s = &q->world->core.bodies;
    for (uint32_t slot = 0; slot < s->awake; ++slot) put_to_body(q, body_in_slot(s, slot));
}

/* ---- Where it is looked for ------------------------------------------------------------------ */

static double put_to_met(void *context, uint32_t id, const evo_bounds *bounds, double limit) {
    question *q = context;
    (void)bounds;
    (void)limit;
    put_to(q, id);
    return q->limit;
}

static double put_to_particle(void *context, uint32_t number) {
    question *q = context;
    put_to_body(q, q->world->events.ids[number]);
    return q->limit;
}

/* Asks about what moves in a world that flies and is not in the scheduler's cells: what is driven,
 * and what waits to fly. */
static void put_to_driven(question *q) {
    const event_bridge *e = &q->world->events;
    const body_store *s = &q->world->core.bodies;
    const obstacles *o = &e->flight.obstacles;
    for (size_t i = 0; i < o->count; ++i) {
        const obstacle *at = &o->all[i];
        const bool moves =
            at->flight.velocity.x != 0 || at->flight.velocity.y != 0 || at->flight.spin != 0;
        if (moves && !at->gone && at->owner != NONE) put_to(q, at->owner);
    }
    for (size_t i = 0; i < e->waiting_list.count; ++i)
        if (s->records[e->waiting[i]].generation % 2 == 1 && body_is_active(s, e->waiting[i]))
            put_to_body(q, e->waiting[i]);
}

/* Sorts what is awake; without memory it is looked at one by one. */
static bool sort_awake(evo_world *world) {
    if (!world->sorted) world->sorted = step_sort_awake(&world->core);
    return world->sorted;
}

/* Returns the parts of the index that are valid. */
static int parts_to_walk(question *q) {
    if (q->world->events.flying) {
        put_to_driven(q);
        return WALK_STILL;
    }
    if (sort_awake(q->world->self)) return WALK_STILL | WALK_AWAKE;
    put_to_awake(q);
    return WALK_STILL;
}

/* Finds nothing in a callback, where the index is the step's own. */
static void put_in_box(question *q, evo_bounds box) {
    const evo_world *world = q->world;
    const particle_visitor flying = {put_to_particle, q};
    const walk_box about = walk_box_of(&box);
    if (world->locked) return;
    world_lock(world);
    const int parts = parts_to_walk(q);
    index_walk(&world->self->core.index, &about, parts, put_to_met, q);
    if (world->events.flying) look_in_box(&world->events.flight, box, &flying);
    world_unlock(world);
}

static void put_along_way(question *q) {
    const evo_world *world = q->world;
    const particle_visitor flying = {put_to_particle, q};
    const walk_box along = {q->from, q->way, vec(q->radius, q->radius)};
    if (world->locked) return;
    world_lock(world);
    const int parts = parts_to_walk(q);
    index_walk(&world->self->core.index, &along, parts, put_to_met, q);
    if (world->events.flying)
        look_along(&world->events.flight, q->from, q->way, q->radius, q->limit, &flying);
    world_unlock(world);
}

static question question_about(const evo_world *world, evo_filter filter, ask_collider ask) {
    question q = {.world = world, .filter = filter, .ask = ask, .limit = 1};
    return q;
}

static evo_body body_of_collider(const evo_world *world, uint32_t id) {
    return body_handle(world, world->core.bodies.colliders[id].body);
}

static evo_shape shape_of(const evo_world *world, uint32_t id) {
    return collider_shape(&world->core.bodies.colliders[id]);
}

/* ---- Rays ------------------------------------------------------------------------------------ */

static bool ray_collider(const question *q, uint32_t id, evo_pose at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    const evo_shape shape = shape_of(world, id);
    evo_ray_hit ray = evo_shape_ray(&shape, at, q->from, vec_add(q->from, q->way));
    if (!ray.hit) return false;
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

static double ask_first(question *q, uint32_t id, evo_pose at) {
    evo_ray_hit hit;
    if (ray_collider(q, id, at, &hit) && (!q->hit.hit || hit_before(&hit, &q->hit))) q->hit = hit;
    return q->hit.hit ? q->hit.fraction : 1;
}

static double ask_any(question *q, uint32_t id, evo_pose at) {
    if (!q->hit.hit) (void)ray_collider(q, id, at, &q->hit);
    return q->hit.hit ? 0 : 1;
}

static double ask_all(question *q, uint32_t id, evo_pose at) {
    evo_ray_hit hit;
    if (!ray_collider(q, id, at, &hit)) return 1;
    size_t kept = q->count < q->capacity ? q->count : q->capacity, i = kept;
    ++q->count;
    if (i == q->capacity && (i == 0 || !hit_before(&hit, &q->hits[--i]))) return 1;
    for (; i > 0 && hit_before(&hit, &q->hits[i - 1]); --i) q->hits[i] = q->hits[i - 1];
    q->hits[i] = hit;
    return 1;
}

static bool way_is_sound(const evo_world *world, evo_vec2 from, evo_vec2 to) {
    return world && vector_fits(from) && vector_fits(to);
}

static question question_along(const evo_world *world, evo_vec2 from, evo_vec2 to,
                               evo_filter filter, ask_collider ask) {
    question q = question_about(world, filter, ask);
    q.from = from;
    q.way = vec_sub(to, from);
    return q;
}

evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to, evo_filter filter) {
    question q = question_along(world, from, to, filter, ask_first);
    if (way_is_sound(world, from, to)) put_along_way(&q);
    return q.hit;
}

bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to, evo_filter filter) {
    question q = question_along(world, from, to, filter, ask_any);
    if (way_is_sound(world, from, to)) put_along_way(&q);
    return q.hit.hit;
}

size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to, evo_filter filter,
                         evo_ray_hit *hits, size_t capacity) {
    question q = question_along(world, from, to, filter, ask_all);
    q.hits = hits;
    q.capacity = hits ? capacity : 0;
    if (way_is_sound(world, from, to)) put_along_way(&q);
    return q.count;
}

/* The first hit behind the last one that was passed. */
static double ask_behind(question *q, uint32_t id, evo_pose at) {
    evo_ray_hit hit;
    if (!ray_collider(q, id, at, &hit)) return q->limit;
    if (q->passed.hit && !hit_before(&q->passed, &hit)) return q->limit;
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return q->hit.fraction;
}

evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                evo_filter filter, evo_ray_stop stops, void *context) {
    question q = question_along(world, from, to, filter, ask_behind);
    if (!way_is_sound(world, from, to) || !stops) return q.hit;
    for (;;) {
        q.hit = (evo_ray_hit){.hit = false};
        q.limit = 1;
        put_along_way(&q);
        if (!q.hit.hit || stops(context, &q.hit)) return q.hit;
        q.passed = q.hit;
    }
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* The first contact of a shape that flies along the way, and turns. */
static double ask_cast(question *q, uint32_t id, evo_pose at) {
    const evo_world *world = q->world;
    const evo_flight flies = {q->at.position, q->way, q->at.angle, q->turn};
    const evo_flight stands = {at.position, {0, 0}, at.angle, 0};
    const evo_shape shape = shape_of(world, id);
    const double time = evo_time_of_impact(q->shape, flies, &shape, stands, q->limit);
    if (!(time <= q->limit)) return q->limit;
    const evo_pose there = {vec_along(q->at.position, time, q->way), q->at.angle + time * q->turn};
    const evo_gap gap = evo_measure(q->shape, there, &shape, at);
    const evo_ray_hit hit = {true,
                             time == 0 && gap.distance < 0,
                             body_of_collider(world, id),
                             collider_handle(world, id),
                             gap.point_b,
                             vec_negate(gap.normal),
                             time};
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return q->hit.fraction;
}

evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to, double radius,
                                  evo_filter filter) {
    const evo_shape disk = evo_circle(radius);
    question q = question_along(world, from, to, filter, ask_cast);
    q.radius = radius;
    q.shape = &disk;
    q.at.position = from;
    if (way_is_sound(world, from, to) && number_fits(radius) && radius >= 0) put_along_way(&q);
    return q.hit;
}

evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape, evo_pose from,
                                 evo_pose to, evo_filter filter) {
    question q = question_along(world, from.position, to.position, filter, ask_cast);
    if (!world || !shape_measurable(shape) || !pose_fits(from) || !pose_fits(to)) return q.hit;
    q.radius = vec_length(shape->center) + shape_reach(shape);
    q.shape = shape;
    q.at = from;
    q.turn = to.angle - from.angle;
    put_along_way(&q);
    return q.hit;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static void note_found(question *q, uint32_t id) {
    if (q->found && q->count < q->capacity) q->found[q->count] = collider_handle(q->world, id);
    ++q->count;
}

static double ask_bounds(question *q, uint32_t id, evo_pose at) {
    const evo_shape shape = shape_of(q->world, id);
    evo_bounds own = evo_shape_bounds(&shape, at);
    bool apart = own.min.x > q->box.max.x || own.max.x < q->box.min.x || own.min.y > q->box.max.y
                 || own.max.y < q->box.min.y;
    if (!apart) note_found(q, id);
    return 1;
}

static double ask_shape(question *q, uint32_t id, evo_pose at) {
    const evo_shape shape = shape_of(q->world, id);
    if (evo_overlap(q->shape, q->at, &shape, at)) note_found(q, id);
    return 1;
}

size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds, evo_filter filter,
                                evo_collider *found, size_t capacity) {
    if (!world || !vector_fits(bounds.min) || !vector_fits(bounds.max)) return 0;
    if (bounds.min.x > bounds.max.x || bounds.min.y > bounds.max.y) return 0;
    question q = question_about(world, filter, ask_bounds);
    q.box = bounds;
    q.found = found;
    q.capacity = capacity;
    put_in_box(&q, bounds);
    return q.count;
}

size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                               evo_filter filter, evo_collider *found, size_t capacity) {
    if (!world || !shape_measurable(shape) || !pose_fits(at)) return 0;
    question q = question_about(world, filter, ask_shape);
    q.shape = shape;
    q.at = at;
    q.found = found;
    q.capacity = capacity;
    put_in_box(&q, evo_shape_bounds(shape, at));
    return q.count;
}

static double ask_nearest(question *q, uint32_t id, evo_pose at) {
    const evo_world *world = q->world;
    const evo_shape shape = shape_of(world, id);
    evo_nearest rim = evo_shape_nearest(&shape, at, q->from);
    if (!(rim.distance <= q->radius)) return 1;
    bool nearer = !q->nearest.hit || rim.distance < q->nearest.distance
                  || (rim.distance == q->nearest.distance && id < q->nearest.collider.index);
    if (!nearer) return 1;
    evo_nearest nearest = {
        true,        body_of_collider(world, id), collider_handle(world, id), rim.point, rim.normal,
        rim.distance};
    q->nearest = nearest;
    return 1;
}

/* The least width of what there may be, or 0. */
static double least_width(const evo_world *world) {
    const spatial_index *index = &world->core.index;
    uint64_t levels = index->tiles.still_levels;
    if (world->events.flying) return world->events.flight.cells.size.x;
    if (world->sorted) levels |= index->awake.levels;
    int level = 0;
    while (level < LEVELS && !(levels >> level & 1)) ++level;
    return level < LEVELS ? level_cell(level) : 0;
}

/* Half the width of a box that holds all. */
static const double EVERYWHERE = 1e30;

/* Times that a box grows before all is looked at. */
enum { BOXES = 6 };

/* Searches boxes that grow, up to all there is: within a box's half width nothing is overlooked. */
evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                              evo_filter filter) {
    question q = question_about(world, filter, ask_nearest);
    if (!world || !vector_fits(point) || !(within >= 0)) return q.nearest;
    q.from = point;
    double half = least_width(world);
    for (int i = 0;; ++i, half *= 4) {
        const bool all = i == BOXES || !(half > 0 && half < within);
        const double most = least_of(within, EVERYWHERE), reach = all ? most : half;
        const evo_bounds box = {vec_sub(point, vec(reach, reach)),
                                vec_add(point, vec(reach, reach))};
        q.radius = all ? within : half;
        put_in_box(&q, box);
        if (q.nearest.hit || all) return q.nearest;
    }
}
