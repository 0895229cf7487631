/* query.c: what the user asks of a world between steps.
 *
 * The index holds proxies about colliders, wider than these by margins. What may have left its
 * proxy since, or was made or moved by hand, is in a list of its own: its bodies are looked at one
 * by one. In worlds of exact time what stands still is in the index, what flies in the cells of the
 * scheduler; before the first step, and after a change of what particles may strike, all bodies are
 * looked at. */
#include "evolute/query.h"

#include "broad/region.h"
#include "core/filter.h"
#include "event/look.h"
#include "evolute/collide.h"
#include "shape/kind.h"
#include "shape/limits.h"
#include "world/world.h"

/* ---- What a question is put to --------------------------------------------------------------- */

typedef struct question question;

/* Answers how much of a way is still of interest; what it says does not matter for boxes. */
typedef double (*ask_collider)(question *q, uint32_t id, evo_pose at);

struct question {
    const evo_world *world;
    evo_filter filter;
    ask_collider ask;
    double limit;
    /* What is asked about, and the answer: each question uses its own. */
    evo_vec2 from, way;
    double length, radius;
    evo_bounds box;
    const evo_shape *shape;
    evo_pose at;
    evo_ray_hit hit, *hits;
    evo_collider *found;
    evo_nearest nearest;
    size_t count, capacity;
};

static void put_to(question *q, uint32_t id) {
    const graph *g = &q->world->graph;
    const body_record *body = graph_body(g, g->colliders.records[id].body);
    const template_key *key = graph_key(g, id);
    if (key->sensor || !body->enabled || !filters_meet(q->filter, key->filter)) return;
    q->limit = q->ask(q, id, body_pose(q->world, body));
}

static void put_to_body(question *q, const body_record *body) {
    for (uint32_t c = body->first_collider; c != NONE;
         c = q->world->graph.colliders.records[c].next)
        put_to(q, c);
}

static void put_to_all(question *q) {
    const body_store *b = &q->world->graph.bodies;
    for (size_t id = 0; id < b->record_list.count; ++id)
        if (b->records[id].generation % 2 == 1) put_to_body(q, &b->records[id]);
}

/* What the index does not know: what was moved; in worlds of exact time, what moves and does not
 * fly, and what was changed and does not stand yet. */
static void put_to_unknown(question *q) {
    const graph *g = &q->world->graph;
    const body_store *b = &g->bodies;
    for (size_t i = 0; i < b->moved_list.count; ++i) put_to_body(q, graph_body(g, b->moved[i]));
    for (uint32_t i = 0; i < b->count && q->world->events.flying; ++i)
        if (graph_body_at(g, i)->kind != EVO_STATIC) put_to_body(q, graph_body_at(g, i));
    const event_bridge *e = &q->world->events;
    for (size_t i = 0; i < e->waiting_list.count; ++i) {
        const body_record *record = graph_body(g, e->waiting[i]);
        bool stands = record->generation % 2 == 1 && record->kind == EVO_STATIC;
        if (stands) put_to_body(q, record);
    }
}

static bool is_indexed(const evo_world *world) {
    return world->config.stepping == EVO_CONTACTS || world->events.flying;
}

static double put_to_particle(void *context, uint32_t number) {
    question *q = context;
    put_to_body(q, graph_body(&q->world->graph, q->world->events.ids[number]));
    return q->limit;
}

static void put_to_item(question *q, uint32_t id) {
    const graph *g = &q->world->graph;
    if (graph_body(g, g->colliders.records[id].body)->moved_at == NONE) put_to(q, id);
}

/* Floats know places no better. */
static const double TOLERANCE = 1e-5;

/* By the square about the circle, so that bounds are overlooked no more than shapes are. */
static double put_run_in_box(void *context, const tile *in, uint32_t begin, uint32_t end) {
    question *q = context;
    const grid *index = &q->world->graph.index;
    evo_vec2 corner = grid_corner(index, in);
    evo_bounds box = {vec_sub(q->box.min, corner), vec_sub(q->box.max, corner)};
    double tolerance = TOLERANCE * index->width[in->level];
    for (uint32_t at = begin; at < end; ++at) {
        double x = (double)in->x[at], y = (double)in->y[at];
        double reach = fabs((double)in->reach[at]) * (1 + TOLERANCE) + tolerance;
        if (in->id[at] != NONE && x - reach <= box.max.x && x + reach >= box.min.x
            && y - reach <= box.max.y && y + reach >= box.min.y)
            put_to_item(q, in->id[at]);
    }
    return 1;
}

static bool is_on_way(const question *q, evo_vec2 to, double reach) {
    double along = vec_dot(to, q->way), across = vec_cross(q->way, to);
    return across * across <= reach * reach * q->length * q->length && along >= -reach * q->length
           && along <= (q->length * q->limit + reach) * q->length;
}

static double put_run_on_way(void *context, const tile *in, uint32_t begin, uint32_t end) {
    question *q = context;
    const grid *index = &q->world->graph.index;
    evo_vec2 start = vec_sub(q->from, grid_corner(index, in));
    double tolerance = TOLERANCE * index->width[in->level] + q->radius;
    for (uint32_t at = begin; at < end; ++at) {
        evo_vec2 to = vec_sub(vec((double)in->x[at], (double)in->y[at]), start);
        double reach = (fabs((double)in->reach[at]) + tolerance) * (1 + TOLERANCE);
        if (in->id[at] != NONE && is_on_way(q, to, reach)) put_to_item(q, in->id[at]);
    }
    return q->limit;
}

static void put_in_box(question *q, evo_bounds box) {
    run_visitor by = {put_run_in_box, q};
    particle_visitor flying = {put_to_particle, q};
    q->box = box;
    if (!is_indexed(q->world)) {
        put_to_all(q);
        return;
    }
    put_to_unknown(q);
    region_box(&q->world->graph.index, box, &by);
    if (q->world->events.flying) look_in_box(&q->world->events.flight, box, &flying);
}

static void put_along_way(question *q) {
    run_visitor by = {put_run_on_way, q};
    particle_visitor flying = {put_to_particle, q};
    q->length = vec_length(q->way);
    if (!is_indexed(q->world)) {
        put_to_all(q);
        return;
    }
    put_to_unknown(q);
    (void)region_way(&q->world->graph.index, q->from, q->way, q->radius, q->limit, &by);
    if (q->world->events.flying)
        look_along(&q->world->events.flight, q->from, q->way, q->radius, q->limit, &flying);
}

static question question_about(const evo_world *world, evo_filter filter, ask_collider ask) {
    question q = {.world = world, .filter = filter, .ask = ask, .limit = 1};
    return q;
}

static evo_body body_of_collider(const evo_world *world, uint32_t id) {
    return graph_body_handle(&world->graph, world->graph.colliders.records[id].body);
}

/* ---- Rays ------------------------------------------------------------------------------------ */

static bool ray_collider(const question *q, uint32_t id, evo_pose at, evo_ray_hit *hit) {
    const evo_world *world = q->world;
    evo_ray ray =
        evo_shape_ray(graph_shape(&world->graph, id), at, q->from, vec_add(q->from, q->way));
    if (!ray.hit) return false;
    evo_ray_hit made = {true,
                        ray.inside,
                        body_of_collider(world, id),
                        graph_collider_handle(&world->graph, id),
                        ray.point,
                        ray.normal,
                        ray.fraction};
    *hit = made;
    return true;
}

/* Nearer, or as near and of a lower id: the order in which colliders are met is no matter. */
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

static double ask_cast(question *q, uint32_t id, evo_pose at) {
    const evo_world *world = q->world;
    evo_shape disk = evo_circle(q->radius);
    evo_flight flies = {q->from, q->way, 0, 0}, stands = {at.position, {0, 0}, at.angle, 0};
    double time =
        evo_time_of_impact(&disk, flies, graph_shape(&world->graph, id), stands, q->limit);
    if (!(time <= q->limit)) return q->limit;
    evo_pose there = {vec_along(q->from, time, q->way), 0};
    evo_gap gap = evo_measure(&disk, there, graph_shape(&world->graph, id), at);
    evo_ray_hit hit = {true,
                       time == 0 && gap.distance < 0,
                       body_of_collider(world, id),
                       graph_collider_handle(&world->graph, id),
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

static void note_found(question *q, uint32_t id) {
    if (q->found && q->count < q->capacity)
        q->found[q->count] = graph_collider_handle(&q->world->graph, id);
    ++q->count;
}

static double ask_bounds(question *q, uint32_t id, evo_pose at) {
    evo_bounds own = evo_shape_bounds(graph_shape(&q->world->graph, id), at);
    bool apart = own.min.x > q->box.max.x || own.max.x < q->box.min.x || own.min.y > q->box.max.y
                 || own.max.y < q->box.min.y;
    if (!apart) note_found(q, id);
    return 1;
}

static double ask_shape(question *q, uint32_t id, evo_pose at) {
    if (evo_overlap(q->shape, q->at, graph_shape(&q->world->graph, id), at)) note_found(q, id);
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
    evo_rim rim = evo_shape_nearest(graph_shape(&world->graph, id), at, q->from);
    if (!(rim.distance <= q->radius)) return 1;
    bool nearer = !q->nearest.hit || rim.distance < q->nearest.distance
                  || (rim.distance == q->nearest.distance && id < q->nearest.collider.index);
    if (!nearer) return 1;
    evo_nearest nearest = {true,
                           body_of_collider(world, id),
                           graph_collider_handle(&world->graph, id),
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
    double width = world->graph.index.width[GRID_MIDDLE];
    /* In boxes that grow, up to all there is: within a box's half width nothing is overlooked. */
    for (double half = width;; half *= 4) {
        bool last = half >= within || half > 1e3 * width;
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
