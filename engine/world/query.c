/* query.c: what the user asks of a world between steps.
 *
 * The grids hold colliders where they were when pairs were last found, wider by their slack. What
 * may have left its circle since, or was made or moved by hand, is a stray: strays are looked at
 * one by one. Grids name colliders by the rank they had; whoever has another now is a stray too. */
#include "evolute/query.h"

#include "broad/visit.h"
#include "evolute/collide.h"
#include "shape/kind.h"
#include "shape/limits.h"
#include "world/world.h"

void body_strays(evo_world *world, body_card *card) {
    if (!card->stray) ++world->stray_count;
    card->stray = true;
}

/* ---- Whom a question is put to --------------------------------------------------------------- */

typedef struct question question;

/* Answers how much of a way is still of interest; what it says does not matter for boxes. */
typedef double (*ask_collider)(question *q, uint32_t slot, evo_pose at);

struct question {
    const evo_world *world;
    evo_filter filter;
    ask_collider ask;
    double limit;
    /* What is asked about, and the answer: each question uses its own. */
    evo_vec2 from, way;
    double radius;
    evo_bounds box;
    const evo_shape *shape;
    evo_pose at;
    evo_ray_hit hit, *hits;
    evo_collider *found;
    evo_nearest nearest;
    size_t count, capacity;
};

static double put_to(question *q, uint32_t slot) {
    const evo_world *world = q->world;
    const collider_card *card = &world->colliders[slot];
    const body_card *body = &world->bodies[card->body];
    const make_key *key = key_of_collider(world, card);
    if (key->sensor || !body->enabled || !filters_meet(q->filter, key->filter)) return q->limit;
    evo_pose at = body_pose(world, body);
    return q->ask(q, slot, at);
}

static double put_to_rank(void *context, uint32_t rank) {
    question *q = context;
    const evo_world *world = q->world;
    uint32_t slot = world->links[rank].slot;
    const collider_card *card = &world->colliders[slot];
    bool there =
        card->generation % 2 == 1 && card->rank == rank && !world->bodies[card->body].stray;
    return there ? put_to(q, slot) : q->limit;
}

static void put_to_body(question *q, const body_card *body) {
    for (uint32_t c = body->first_collider; c != NOBODY; c = q->world->colliders[c].next)
        q->limit = put_to(q, c);
}

/* Those that no grid knows. */
static void put_to_strays(question *q) {
    const evo_world *world = q->world;
    bool all = !world->gridded;
    if (!all && world->stray_count == 0) return;
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        const body_card *body = &world->bodies[slot];
        if (body->generation % 2 == 1 && (all || body->stray)) put_to_body(q, body);
    }
}

static void put_in_box(question *q, evo_bounds box) {
    visitor by = {put_to_rank, q};
    put_to_strays(q);
    if (!q->world->gridded) return;
    visit_box(&q->world->moving, box, &by);
    visit_box(&q->world->still, box, &by);
}

static void put_along_way(question *q) {
    visitor by = {put_to_rank, q};
    put_to_strays(q);
    if (!q->world->gridded) return;
    q->limit = visit_way(&q->world->moving, q->from, q->way, q->radius, q->limit, &by);
    q->limit = visit_way(&q->world->still, q->from, q->way, q->radius, q->limit, &by);
}

static question question_about(const evo_world *world, evo_filter filter, ask_collider ask) {
    question q = {.world = world, .filter = filter, .ask = ask, .limit = 1};
    return q;
}

/* ---- Rays ------------------------------------------------------------------------------------ */

static bool ray_collider(const question *q, uint32_t slot, evo_pose at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    const collider_card *card = &world->colliders[slot];
    evo_ray ray = evo_shape_ray(shape_of(world, slot), at, q->from, vec_add(q->from, q->way));
    if (!ray.hit) return false;
    evo_ray_hit made = {true,
                        ray.inside,
                        body_handle(world, card->body),
                        collider_handle(world, slot),
                        ray.point,
                        ray.normal,
                        ray.fraction};
    *hit = made;
    return true;
}

/* Nearer, or as near and of a lower slot: the order in which colliders are met is no matter. */
static bool hit_before(const evo_ray_hit *a, const evo_ray_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    return a->collider.index < b->collider.index;
}

static double ask_first(question *q, uint32_t slot, evo_pose at) {
    evo_ray_hit hit;
    if (ray_collider(q, slot, at, &hit) && (!q->hit.hit || hit_before(&hit, &q->hit))) q->hit = hit;
    return q->hit.hit ? q->hit.fraction : 1;
}

static double ask_any(question *q, uint32_t slot, evo_pose at) {
    if (!q->hit.hit) (void)ray_collider(q, slot, at, &q->hit);
    return q->hit.hit ? 0 : 1;
}

static double ask_all(question *q, uint32_t slot, evo_pose at) {
    evo_ray_hit hit;
    if (!ray_collider(q, slot, at, &hit)) return 1;
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

static double ask_cast(question *q, uint32_t slot, evo_pose at) {
    const evo_world *world = q->world;
    const collider_card *card = &world->colliders[slot];
    evo_shape disk = evo_circle(q->radius);
    evo_flight flies = {q->from, q->way, 0, 0}, stands = {at.position, {0, 0}, at.angle, 0};
    double time = evo_time_of_impact(&disk, flies, shape_of(world, slot), stands, q->limit);
    if (!(time <= q->limit)) return q->limit;
    evo_pose there = {vec_along(q->from, time, q->way), 0};
    evo_gap gap = evo_measure(&disk, there, shape_of(world, slot), at);
    evo_ray_hit hit = {true,
                       time == 0 && gap.distance < 0,
                       body_handle(world, card->body),
                       collider_handle(world, slot),
                       gap.point_b,
                       vec_negate(gap.normal),
                       time};
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return q->hit.fraction;
}

evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to, double radius,
                                  evo_filter filter) {
    question q = question_along(world, from, to, filter, ask_cast);
    q.radius = radius;
    if (way_is_sound(world, from, to) && number_fits(radius) && radius >= 0) put_along_way(&q);
    return q.hit;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static void note_found(question *q, uint32_t slot) {
    if (q->found && q->count < q->capacity) q->found[q->count] = collider_handle(q->world, slot);
    ++q->count;
}

static double ask_bounds(question *q, uint32_t slot, evo_pose at) {
    evo_bounds own = evo_shape_bounds(shape_of(q->world, slot), at);
    bool apart = own.min.x > q->box.max.x || own.max.x < q->box.min.x || own.min.y > q->box.max.y
                 || own.max.y < q->box.min.y;
    if (!apart) note_found(q, slot);
    return 1;
}

static double ask_shape(question *q, uint32_t slot, evo_pose at) {
    if (evo_overlap(q->shape, q->at, shape_of(q->world, slot), at)) note_found(q, slot);
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

static double ask_nearest(question *q, uint32_t slot, evo_pose at) {
    const evo_world *world = q->world;
    const collider_card *card = &world->colliders[slot];
    evo_rim rim = evo_shape_nearest(shape_of(world, slot), at, q->from);
    if (!(rim.distance <= q->radius)) return 1;
    bool nearer = !q->nearest.hit || rim.distance < q->nearest.distance
                  || (rim.distance == q->nearest.distance && slot < q->nearest.collider.index);
    if (!nearer) return 1;
    evo_nearest nearest = {true,
                           body_handle(world, card->body),
                           collider_handle(world, slot),
                           rim.point,
                           rim.normal,
                           rim.distance};
    q->nearest = nearest;
    return 1;
}

evo_nearest evo_world_nearest(const evo_world *world, evo_vec2 point, double within,
                              evo_filter filter) {
    question q = question_about(world, filter, ask_nearest);
    if (!world || !vector_fits(point) || !(within >= 0)) return q.nearest;
    q.from = point;
    /* In boxes that grow, up to all there is: within a box's half width nothing is overlooked. */
    for (double half = world->cell;; half *= 4) {
        bool last = half >= within || half > 1e3 * world->cell;
        if (half >= within)
            half = within;
        else if (last)
            half = INFINITY;
        evo_vec2 reach = {half < 1e30 ? half : 1e30, half < 1e30 ? half : 1e30};
        evo_bounds box = {vec_sub(point, reach), vec_add(point, reach)};
        q.radius = half;
        put_in_box(&q, box);
        if (q.nearest.hit || last) return q.nearest;
    }
}
