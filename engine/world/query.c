/* query.c: questions about places, and rays. */
#include "body/body.h"

#include "core/core.h"
#include "evolute/collide.h"
#include "evolute/vector.h"
#include "exact/exact.h"
#include "flight/flight.h"
#include "narrow/narrow.h"
#include "shape/shape.h"
#include "world/world.h"
#include <assert.h>

MACHINE_PLAIN

/* ==== Questions =============================================================================== */

/* Queries of a world between steps: the colliders that a question is put to, and questions
 * about places. In: a world, a question; out: its answer, in an order that depends on handles
 * alone.
 *
 * All still colliders are in the index. What is awake is in the order of the last step, once
 * somebody has asked, or strays from it (body/body.h): it is sorted where too many stray. In worlds
 * of exact time what flies is in the cells of the scheduler instead. Questions of several threads
 * are answered at once, but for that sorting. */

/* ---- What a question is put to --------------------------------------------------------------- */

/* Returns whether a sensor sees a collider of another body. */
static bool is_seen(const question *q, const collider_record *collider) {
    const body_store *s = &q->world->core.bodies;
    const collider_record *sensor = &s->colliders[q->sensor];
    return collider->body != sensor->body && colliders_meet(sensor, collider)
           && !edges_part(s, sensor->body, collider->body);
}

static double ask_bounds(question *q, uint32_t id, const placed *at);

static void note_found(question *q, uint32_t id) {
    const evo_collider made = collider_handle(q->world, id);
    const evo_ray_hit told = {.collider = made};
    if (q->noted) q->sum += query_sum(&told);
    first_items_add(&q->first, &made);
}

/* Returns whether a collider with these bounds in the index meets a box for sure. They are wider
 * than its own bounds by the rounding of floats and of places in a tile. */
static bool meets_surely(const evo_bounds *b, const evo_bounds *box) {
    const double width = most_of(b->max.x - b->min.x, b->max.y - b->min.y);
    const double less =
        1e-4 * width + 1e-14 * (fabs(b->min.x) + fabs(b->min.y) + fabs(b->max.x) + fabs(b->max.y));
    const evo_bounds own = bounds_wider(*b, -less);
    return width < 0x1p38 && bounds_meet(&own, box);
}

/* Returns whether a collider that is awake has its centre in a box for sure, and so its bounds meet
 * it: of what lies about its body's centre of mass, and is no part of a ring. */
static bool is_within(const body_store *s, uint32_t slot, const evo_bounds *box) {
    const collider_form *f = &s->forms[slot];
    const uint8_t kind = s->links[slot].kind;
    const evo_vec2 at = s->states[s->links[slot].body].position;
    return (kind == FORM_DISK || kind == FORM_OVAL || kind == FORM_BOX) && f->offset_x == 0
           && f->offset_y == 0 && at.x >= box->min.x && at.x <= box->max.x && at.y >= box->min.y
           && at.y <= box->max.y;
}

/* `bounds`: those of what is still, or NULL. */
static void put_to(question *q, uint32_t id, const evo_bounds *bounds) {
    const body_store *s = &q->world->core.bodies;
    const collider_record *collider = &s->colliders[id];
    if ((collider->sensor && !q->by.sensors) || !s->records[collider->body].enabled) return;
    if (q->filtered && !filters_meet(q->by.filter, collider_entry(collider)->rules.filter)) return;
    if (collider->body == q->by.except.index && q->by.except.generation % 2 == 1
        && s->records[collider->body].generation == q->by.except.generation)
        return;
    if (q->sensor != NONE && !is_seen(q, collider)) return;
    if (q->ask == ask_bounds
        && (bounds ? meets_surely(bounds, &q->box)
                   : s->stepped && is_within(s, collider->slot, &q->box))) {
        note_found(q, id);
        return;
    }
    const placed at = collider_now(q->world, id);
    q->limit = q->ask(q, id, &at);
}

static void put_to_body(question *q, uint32_t body) {
    const body_store *s = &q->world->core.bodies;
    EACH_COLLIDER (c, s, body) put_to(q, c, NULL);
}

static void put_to_awake(question *q) {
    const body_store *s = &q->world->core.bodies;
    for (uint32_t slot = 0; slot < s->awake; ++slot) put_to_body(q, body_in_slot(s, slot));
}

/* ---- Where it is looked for ------------------------------------------------------------------ */

/* Returns whether a collider of the order is awake, and no stray. */
static bool is_in_order(const body_store *s, uint32_t id) {
    const collider_record *c = &s->colliders[id];
    return c->generation % 2 == 1 && c->slot < s->collider_awake && c->strayed != s->strays.order;
}

static double put_to_met(void *context, uint32_t id, const evo_bounds *bounds, double limit) {
    question *q = context;
    (void)limit;
    if (bounds ? q->visit && !bounds_meet(bounds, &q->box)
               : !is_in_order(&q->world->core.bodies, id))
        return q->limit;
    put_to(q, id, bounds);
    return q->limit;
}

/* Asks about awake strays that a box may meet. */
static void put_to_strays(question *q, const walk_box *box) {
    const body_store *s = &q->world->core.bodies;
    for (uint32_t i = 0; i < s->strays.count; ++i) {
        const uint32_t id = s->strays.ids[i], slot = s->colliders[id].slot;
        if (s->colliders[id].generation % 2 == 0 || slot >= s->collider_awake) continue;
        if (!s->stepped) put_to(q, id, NULL); /* has no form */
        if (!s->stepped) continue;
        const collider_form *f = &s->forms[slot];
        const double arm = (double)(fabsf(f->offset_x) + fabsf(f->offset_y));
        const evo_bounds bounds = bounds_with(NO_BOUNDS, s->states[s->links[slot].body].position,
                                              1.00001 * ((double)f->reach + arm));
        if (walk_box_meets(box, &bounds)) put_to(q, id, NULL);
    }
}

static double put_to_particle(void *context, uint32_t id) {
    question *q = context;
    put_to_body(q, id);
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
        const bool moves = !vec_is_zero(at->flight.velocity) || at->flight.spin != 0;
        if (moves && !at->gone && at->owner != NONE) put_to(q, at->owner, NULL);
    }
    for (uint32_t id = e->flight.particles.waiting; id != NONE;
         id = e->flight.particles.all[id].next)
        if (s->records[id].generation % 2 == 1 && body_is_active(s, id)) put_to_body(q, id);
}

/* Returns whether awake colliders must be sorted. */
static bool is_due(const evo_world *world) {
    const unsigned order = world->sorted;
    return order == WORLD_UNSORTED
           || (order == WORLD_SORTED && world->core.bodies.strays.count > STRAYS_MOST);
}

/* Returns whether the index has what is awake in order, but for strays: mostly it is the order of
 * the last step. Sorts it for the first question of all, and where too many stray. Without memory
 * it is looked at one by one until the next change: nothing is sorted while other threads walk. In
 * a step the index is its own, of the poses from which it began. */
static bool sort_awake(const evo_world *world) {
    if (world->locked) return true;
    atomic_uint *order = &world->self->sorted;
    world_weigh(world);
    if (is_due(world)) {
        world_lock(world);
        if (is_due(world)) {
            const bool sorted = step_sort_awake(&world->self->core);
            world->self->core.asked = true;
            atomic_store_explicit(order, sorted ? WORLD_SORTED : WORLD_REFUSED,
                                  memory_order_release);
        }
        world_unlock(world);
    }
    return atomic_load_explicit(order, memory_order_relaxed) == WORLD_SORTED;
}

/* Walks over what may be met, along a way or in a box. */
static void walk_grounded(question *q, const walk_box *box, int order) {
    const evo_world *world = q->world;
    const bool awake = sort_awake(world);
    if (!awake) put_to_awake(q);
    if (awake && !world->locked) put_to_strays(q, box);
    index_walk(&world->self->core.index, box, order | WALK_STILL | (awake ? WALK_AWAKE : 0),
               put_to_met, q);
}

/* Puts a question to what a box may meet on its way. In a callback of a world of exact time, whose
 * cells are the step's own, it finds nothing. */
static void put_along(question *q, const walk_box *box, int order) {
    const evo_world *world = q->world;
    if (world->locked && world->config.exact) return;
    if (!world->events.flying) {
        walk_grounded(q, box, order);
        return;
    }
    world_lock(world);
    put_to_driven(q);
    index_walk(&world->self->core.index, box, WALK_STILL | order, put_to_met, q);
    particles_sweep(&world->events.flight,
                    (particle_sweep){box->from, box->way, box->half, q->limit, put_to_particle, q});
    world_unlock(world);
}

static void put_in_box(question *q, evo_bounds box) {
    const walk_box about = walk_box_of(&box);
    put_along(q, &about, WALK_UNORDERED);
}

void question_put_along(question *q) {
    const walk_box along = {q->from, q->way, vec(q->radius, q->radius)};
    put_along(q, &along, 0);
}

static bool filter_is_zero(evo_filter f) {
    return f.category == 0 && f.mask == 0 && f.group == 0;
}

void question_begin(question *q, const evo_world *world, const char *call, const evo_query *query,
                    ask_collider ask) {
    q->world = world;
    q->by = (evo_query){.sensors = false};
    q->filtered = false;
    q->sensor = NONE;
    q->ask = ask;
    q->limit = 1;
    q->noted = world && world_notes_queries(world);
    q->sum = 0;
    q->radius = q->turn = 0;
    q->at.angle = 0;
    q->visit = NULL;
    q->hit = (evo_ray_hit){.hit = false};
    q->passed.hit = false;
    q->first.count = 0;
    if (!query) return;
    q->by = *query;
    q->filtered = !filter_is_zero(query->filter);
    warn_of_query(world, call, query);
}

/* Queries of several threads are noted one after the other. */
void world_note_query(const evo_world *world, query_asked asked) {
    world_lock(world);
    if (world->replay) world->replay->answer = asked.answer;
    recorder_note_query(world->recorder, asked);
    world_unlock(world);
}

/* Notes a query that was answered, by what it lists or by its hit. */
static void note(const question *q, query_asked asked) {
    asked.by = q->by;
    asked.answer.hits = q->first.count + q->hit.hit;
    asked.answer.sum = q->sum + (q->hit.hit ? query_sum(&q->hit) : 0);
    world_note_query(q->world, asked);
}

#define NOTE(q, of, ...)                                                                           \
    do {                                                                                           \
        if ((q).noted) note(&(q), (query_asked){.kind = QUERY_##of, __VA_ARGS__});                 \
    } while (0)

/* Returns whether a place of a shape can be asked about. */
static bool place_is_sound(const evo_world *world, const char *call, const evo_shape *shape,
                           evo_pose at) {
    return query_takes_shape(world, call, shape) && query_takes(world, call, "at", RULES_POSE, &at);
}

/* ---- Places ---------------------------------------------------------------------------------- */

static bool found_before(const void *context, const void *a, const void *b) {
    (void)context;
    return ((const evo_collider *)a)->index < ((const evo_collider *)b)->index;
}

first_items first_colliders(evo_collider *found, size_t capacity) {
    return (first_items){found, sizeof *found, capacity, found_before, NULL, 0, 0};
}

static double ask_bounds(question *q, uint32_t id, const placed *at) {
    if (evo_bounds_overlap(placed_bounds(at), q->box)) note_found(q, id);
    return 1;
}

static double ask_shape(question *q, uint32_t id, const placed *at) {
    const evo_vec2 back = vec_negate(q->own.center);
    const placed own = placed_moved(&q->own, back), other = placed_moved(at, back);
    if (pair_overlaps(&own, &other)) note_found(q, id);
    return 1;
}

size_t evo_world_overlap_bounds(const evo_world *world, evo_bounds bounds, const evo_query *query,
                                evo_collider *found, size_t capacity) {
    const evo_vec2 size = vec_sub(bounds.max, bounds.min);
    const bool sound =
        vector_fits(bounds.min) && vector_fits(bounds.max) && size.x >= 0 && size.y >= 0;
    if (!(world && sound)
        && (!query_takes(world, __func__, "bounds", RULES_BOUNDS, &bounds)
            || !query_takes(world, __func__, "bounds.max.x - bounds.min.x", RULES_EXTENT, &size.x)
            || !query_takes(world, __func__, "bounds.max.y - bounds.min.y", RULES_EXTENT, &size.y)))
        return 0;
    question q;
    question_begin(&q, world, __func__, query, ask_bounds);
    q.box = bounds;
    q.first = first_colliders(found, capacity);
    put_in_box(&q, bounds);
    NOTE(q, world_overlap_bounds, .bounds = bounds);
    return first_items_end(&q.first);
}

size_t evo_world_overlap_shape(const evo_world *world, const evo_shape *shape, evo_pose at,
                               const evo_query *query, evo_collider *found, size_t capacity) {
    if (!place_is_sound(world, __func__, shape, at)) return 0;
    question q;
    question_begin(&q, world, __func__, query, ask_shape);
    q.own = placed_at(shape, at.position, evo_direction(at.angle));
    q.first = first_colliders(found, capacity);
    put_in_box(&q, placed_bounds(&q.own));
    NOTE(q, world_overlap_shape, .from = at, .shape = *shape);
    return first_items_end(&q.first);
}

size_t evo_collider_visitors(const evo_world *world, evo_collider sensor, evo_collider *found,
                             size_t capacity) {
    const collider_record *record = collider_of(world, sensor);
    if (!record || !record->sensor || !record_at(world, record->body)->enabled) return 0;
    world_weigh(world);
    question q;
    question_begin(&q, world, __func__, NULL, ask_shape);
    q.sensor = sensor.index;
    q.own = collider_now(world, sensor.index);
    q.first = first_colliders(found, capacity);
    put_in_box(&q, placed_bounds(&q.own));
    return first_items_end(&q.first);
}

/* Returns whether a is nearer, or as near and of a lower id: the order in which colliders are met
 * is no matter. */
static bool hit_before(const evo_ray_hit *a, const evo_ray_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    return a->collider.index < b->collider.index;
}

static double ask_nearest(question *q, uint32_t id, const placed *at) {
    const evo_world *world = q->world;
    const evo_nearest rim = placed_nearest(at, q->from);
    if (!(rim.distance <= q->radius)) return 1;
    evo_ray_hit hit = {
        true,       false,       body_of_collider(world, id), collider_handle(world, id), rim.point,
        rim.normal, rim.distance};
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return 1;
}

/* The least width of what there may be, or 0. */
static double least_width(const evo_world *world) {
    const spatial_index *index = &world->core.index;
    uint64_t levels = index->tiles.still_levels;
    if (world->events.flying) return world->events.flight.cells.size.x;
    if (world->locked || atomic_load(&world->self->sorted) == WORLD_SORTED)
        levels |= index->awake.levels;
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
                              const evo_query *query) {
    question q;
    evo_nearest nearest = {.hit = false};
    question_begin(&q, world, __func__, query, ask_nearest);
    if (!(world && vector_fits(point) && within >= 0)
        && (!query_takes(world, __func__, "point", RULES_VECTOR, &point)
            || !query_takes(world, __func__, "within", RULES_EXTENT, &within)))
        return nearest;
    q.from = point;
    double half = least_width(world);
    for (int i = 0;; ++i, half *= 4) {
        const bool all = i == BOXES || !(half > 0 && half < within);
        const double most = least_of(within, EVERYWHERE), reach = all ? most : half;
        const evo_bounds box = {vec_sub(point, vec(reach, reach)),
                                vec_add(point, vec(reach, reach))};
        q.radius = all ? within : half;
        put_in_box(&q, box);
        if (!q.hit.hit && !all) continue;
        NOTE(q, world_nearest, .from = {point, 0}, .size = within);
        if (q.hit.hit)
            nearest = (evo_nearest){true,        q.hit.body,   q.hit.collider,
                                    q.hit.point, q.hit.normal, q.hit.fraction};
        return nearest;
    }
}

/* ---- Other rooms ----------------------------------------------------------------------------- */

static double ask_visitor(question *q, uint32_t id, const placed *at) {
    q->visit(q->context, id, at);
    return 1;
}

void query_visit(const evo_world *world, evo_bounds box, double margin, const evo_query *query,
                 collider_visitor visit, void *context) {
    question q;
    question_begin(&q, world, NULL, query, ask_visitor);
    q.box = box;
    q.visit = visit;
    q.context = context;
    put_in_box(&q, bounds_wider(box, margin));
}

/* ==== Rays ==================================================================================== */

/* Rays and casts: colliders along a way. In: a way, and perhaps a shape that flies along
 * it; out: what it meets, the nearest first. Invariant: of what is met at once the lower handle
 * comes first, in whatever order colliders are asked. */

/* Returns whether a one-way collider lets a way pass that meets it where its rim has a normal. */
static bool lets_pass(const question *q, uint32_t id, evo_vec2 normal) {
    const collider_record *collider = &q->world->core.bodies.colliders[id];
    const shape_rules *rules = &collider_entry(collider)->rules;
    if (!rules_are_one_way(rules)) return false;
    const evo_vec2 along = rules_let_along(rules, body_now(q->world, collider->body).angle);
    return !(vec_dot(normal, along) > 0 && vec_dot(q->way, along) < 0);
}

/* Keeps a hit as one of a collider; false: there is none, or the collider lets it pass. */
static bool keep_hit(const question *q, uint32_t id, evo_ray_hit made, evo_ray_hit *hit) {
    if (!made.hit || lets_pass(q, id, made.normal)) return false;
    made.body = body_of_collider(q->world, id);
    made.collider = collider_handle(q->world, id);
    *hit = made;
    return true;
}

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Steps along a way out of a shape, and part of its size that ends it. */
enum { EXIT_STEPS = 200 };
static const double EXIT_NEAR = 1e-12;

/* Finds where a ray that begins in a shape leaves it first, by steps as long as the rim is far.
 * False: it does not. */
static bool find_exit(const question *q, const placed *at, evo_ray_hit *hit) {
    const double length = vec_length(q->way), near = EXIT_NEAR * shape_reach(at->shape);
    double way = 0;
    for (int i = 0; i < EXIT_STEPS && way <= length && length > 0; ++i) {
        const evo_vec2 place = vec_along(q->from, way / length, q->way);
        const evo_nearest rim = placed_nearest(at, place);
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

static bool ray_collider(const question *q, uint32_t id, const placed *at, evo_ray_hit *hit) {
    evo_ray_hit ray = placed_ray(at, q->from, q->way);
    if (ray.hit && ray.inside && !(q->by.leaves && find_exit(q, at, &ray))) return false;
    return keep_hit(q, id, ray, hit);
}

/* Keeps the first hit behind the last one that was passed, if any was. */
static double ask_first(question *q, uint32_t id, const placed *at) {
    evo_ray_hit hit;
    if (!q->meets(q, id, at, &hit)) return q->limit;
    if (q->passed.hit && !hit_before(&q->passed, &hit)) return q->limit;
    if (!q->hit.hit || hit_before(&hit, &q->hit)) q->hit = hit;
    return q->hit.fraction;
}

static double ask_any(question *q, uint32_t id, const placed *at) {
    if (!q->hit.hit) (void)ray_collider(q, id, at, &q->hit);
    return q->hit.hit ? 0 : 1;
}

static double ask_all(question *q, uint32_t id, const placed *at) {
    evo_ray_hit hit;
    if (!q->meets(q, id, at, &hit)) return 1;
    if (q->noted) q->sum += query_sum(&hit);
    first_items_add(&q->first, &hit);
    return 1;
}

static bool hits_before(const void *context, const void *a, const void *b) {
    (void)context;
    return hit_before((const evo_ray_hit *)a, (const evo_ray_hit *)b);
}

static first_items hits_in(evo_ray_hit *hits, size_t capacity) {
    return (first_items){hits, sizeof *hits, capacity, hits_before, NULL, 0, 0};
}

static bool way_is_sound(const evo_world *world, const char *call, evo_vec2 from, evo_vec2 to) {
    if (world && vector_fits(from) && vector_fits(to)) return true;
    return query_takes(world, call, "from", RULES_VECTOR, &from)
           && query_takes(world, call, "to", RULES_VECTOR, &to);
}

static void question_along(question *q, const evo_world *world, evo_vec2 from, evo_vec2 to,
                           const evo_query *query, const char *call, ask_collider ask) {
    question_begin(q, world, call, query, ask);
    q->from = from;
    q->way = vec_sub(to, from);
    q->meets = ray_collider;
}

evo_ray_hit evo_world_ray(const evo_world *world, evo_vec2 from, evo_vec2 to,
                          const evo_query *query) {
    question q;
    question_along(&q, world, from, to, query, __func__, ask_first);
    if (!way_is_sound(world, __func__, from, to)) return q.hit;
    question_put_along(&q);
    NOTE(q, world_ray, .from = {from, 0}, .to = {to, 0});
    return q.hit;
}

bool evo_world_ray_any(const evo_world *world, evo_vec2 from, evo_vec2 to, const evo_query *query) {
    question q;
    question_along(&q, world, from, to, query, __func__, ask_any);
    if (!way_is_sound(world, __func__, from, to)) return false;
    question_put_along(&q);
    q.hit = (evo_ray_hit){.hit = q.hit.hit}; /* it is any of those on the way */
    NOTE(q, world_ray_any, .from = {from, 0}, .to = {to, 0});
    return q.hit.hit;
}

size_t evo_world_ray_all(const evo_world *world, evo_vec2 from, evo_vec2 to, const evo_query *query,
                         evo_ray_hit *hits, size_t capacity) {
    question q;
    question_along(&q, world, from, to, query, __func__, ask_all);
    q.first = hits_in(hits, capacity);
    if (!way_is_sound(world, __func__, from, to)) return 0;
    question_put_along(&q);
    NOTE(q, world_ray_all, .from = {from, 0}, .to = {to, 0});
    return first_items_end(&q.first);
}

evo_ray_hit evo_world_ray_until(const evo_world *world, evo_vec2 from, evo_vec2 to,
                                const evo_query *query, evo_ray_stop stops, void *context) {
    question q;
    question_along(&q, world, from, to, query, __func__, ask_first);
    if (!way_is_sound(world, __func__, from, to)) return q.hit;
    if (!query_is_given(world, __func__, "stops", stops != NULL)) return q.hit;
    for (;;) {
        q.hit = (evo_ray_hit){.hit = false};
        q.limit = 1;
        question_put_along(&q);
        assert((!q.hit.hit || !q.passed.hit || hit_before(&q.passed, &q.hit)) && "in order");
        if (!q.hit.hit || stops(context, &q.hit)) break;
        q.passed = q.hit;
        ++q.first.count;
    }
    NOTE(q, world_ray_until, .from = {from, 0}, .to = {to, 0});
    return q.hit;
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* Grows a shape with straight faces, or a disk. False: it is another one. */
static bool grow_hull(evo_shape *shape, double by) {
    const double half = shape->of.segment.half_length;
    switch (shape->kind) {
    case EVO_CIRCLE:
        shape->of.circle.radius += by;
        return true;
    case EVO_SEGMENT:
        shape->kind = EVO_CAPSULE;
        shape->of.capsule.half_length = half;
        shape->of.capsule.radius = by;
        return true;
    case EVO_CAPSULE:
        shape->of.capsule.radius += by;
        return true;
    case EVO_POLYGON:
        shape->of.polygon.radius += by;
        return true;
    default:
        return false;
    }
}

/* The first contact of a shape that flies along the way, and turns, up to the limit. A disk meets a
 * hull beside it as its centre meets the hull that is grown by its radius. */
static bool cast_at(const question *q, uint32_t id, const placed *at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    const evo_shape shape = shape_of_collider(world, id), *own = q->own.shape;
    const evo_pose pose = body_pose(world, world->core.bodies.colliders[id].body);
    evo_shape grown = shape;
    (void)at;
    if (own->kind == EVO_CIRCLE && vec_is_zero(own->center)
        && grow_hull(&grown, own->of.circle.radius)) {
        const placed around = placed_at(&grown, pose.position, evo_direction(pose.angle));
        evo_ray_hit ray = placed_ray(&around, q->at.position, q->way);
        ray.point = vec_along(ray.point, -own->of.circle.radius, ray.normal);
        if (!shape_kind_of(&grown)->contains(&grown, placed_enter(&around, q->at.position)))
            return keep_hit(q, id, ray, hit) && ray.fraction <= q->limit;
    }
    const evo_flight flies = {q->at.position, q->way, q->at.angle, q->turn};
    const evo_flight stands = {pose.position, {0, 0}, pose.angle, 0};
    bool known; /* else it ends where it is known to be apart */
    const double time = toi_of_flights(own, flies, &shape, stands, q->limit, &known);
    if (!(time <= q->limit)) return false;
    const evo_vec2 there = vec_along(q->at.position, time, q->way);
    const couple two = couple_of(own, q->at.angle + time * q->turn, &shape,
                                 vec_sub(pose.position, there), pose.angle);
    const meeting m = couple_nearest(&two);
    const evo_ray_hit made = {.hit = true,
                              .inside = time == 0 && m.gap < 0,
                              .point = vec_add(there, m.point_b),
                              .normal = vec_negate(m.normal),
                              .fraction = time};
    return keep_hit(q, id, made, hit);
}

evo_ray_hit evo_world_cast_circle(const evo_world *world, evo_vec2 from, evo_vec2 to, double radius,
                                  const evo_query *query) {
    const evo_shape disk = evo_circle(radius);
    question q;
    question_along(&q, world, from, to, query, __func__, ask_first);
    q.meets = cast_at;
    q.radius = radius;
    q.own.shape = &disk;
    q.at.position = from;
    if (!query_takes(world, __func__, "radius", RULES_FROM_0, &radius)
        || !way_is_sound(world, __func__, from, to))
        return q.hit;
    question_put_along(&q);
    NOTE(q, world_cast_circle, .from = {from, 0}, .to = {to, 0}, .size = radius);
    return q.hit;
}

/* A question of a shape that flies from one pose to another; false: there is none. */
static bool question_cast(question *q, const char *call, const evo_shape *shape, evo_pose from,
                          evo_pose to) {
    if (!query_takes_shape(q->world, call, shape)
        || !query_takes(q->world, call, "from", RULES_POSE, &from)
        || !query_takes(q->world, call, "to", RULES_POSE, &to))
        return false;
    q->from = from.position;
    q->way = vec_sub(to.position, from.position);
    q->radius = shape_radius(shape);
    q->own.shape = shape;
    q->at = from;
    q->turn = to.angle - from.angle;
    q->meets = cast_at;
    return true;
}

evo_ray_hit evo_world_cast_shape(const evo_world *world, const evo_shape *shape, evo_pose from,
                                 evo_pose to, const evo_query *query) {
    question q;
    question_begin(&q, world, __func__, query, ask_first);
    if (!question_cast(&q, __func__, shape, from, to)) return q.hit;
    question_put_along(&q);
    NOTE(q, world_cast_shape, .from = from, .to = to, .shape = *shape);
    return q.hit;
}

size_t evo_world_cast_all(const evo_world *world, const evo_shape *shape, evo_pose from,
                          evo_pose to, const evo_query *query, evo_ray_hit *hits, size_t capacity) {
    question q;
    question_begin(&q, world, __func__, query, ask_all);
    q.first = hits_in(hits, capacity);
    if (!question_cast(&q, __func__, shape, from, to)) return 0;
    question_put_along(&q);
    NOTE(q, world_cast_all, .from = from, .to = to, .shape = *shape);
    return first_items_end(&q.first);
}
