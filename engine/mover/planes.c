/* planes.c: planes around a shape, the nearest way out of them, and the ground among them. */
#include <assert.h>

#include "measure/measure.h"
#include "mover/mover.h"

MACHINE_SMALL

/* ==== Planes ================================================================================== */

/* The planes of a shape in a world. In: a shape, where it is; out: the planes of what it touches or
 * nearly touches, in order of handles. Normals at seams of floors are those that contacts have
 * there. */

/* Fraction of the size: what is deeper in a one-sided segment comes from behind. Larger: what jumps
 * through one is pushed out of it from afar; smaller: impacts may push through a floor. */
static const double THROUGH = 0.25;

/* Cosine: planes of one collider that lean less are one. */
static const double LIKE = 1 - 1e-9;

/* Sizes: bodies that go farther in the seconds of a probe are not expected where they will be. */
static const double FARTHEST = 2;

probe probe_of(const evo_world *world, const evo_shape *shape, evo_pose at,
               const evo_query *query) {
    return (probe){
        .world = world, .shape = shape, .at = at, .query = query, .size = shape_reach(shape)};
}

body_state probe_state(const probe *p, uint32_t body) {
    for (int i = 0; p->pushed && i < p->pushed->count; ++i)
        if (p->pushed->all[i].body.index == body) return p->pushed->all[i].after;
    return body_now(p->world, body);
}

/* Returns the velocity of a body's point. */
static evo_vec2 point_velocity(const probe *p, uint32_t body, evo_vec2 point) {
    const body_state at = probe_state(p, body);
    return vec_along(at.velocity, at.spin, vec_left(vec_sub(point, at.position)));
}

/* ---- One collider ---------------------------------------------------------------------------- */

/* Returns whether a meeting of the probe with a collider is a contact, and turns it as the floor
 * says. Poses are relative to the origin of the meeting. */
static bool is_contact(const probe *p, const collider_record *c, const placed *own, evo_pose at,
                       meeting *m) {
    const body_store *s = &p->world->core.bodies;
    if (!s->stepped) return true;
    const evo_filter *filter = p->query ? &p->query->filter : NULL;
    if (filter && filter->category == 0 && filter->mask == 0 && filter->group == 0) filter = NULL;
    const bool one_sided = c->shape->kind == EVO_SEGMENT && c->shape->of.segment.one_sided;
    if (one_sided && m->gap < -THROUGH * p->size) return false;
    const floor_place floor = {s, c->slot, at.position, evo_direction(at.angle)};
    return seams_allow_shape(&floor, own, filter, m);
}

/* Cosine from one_way, and fraction of the size: planes of one-way colliders that are farther
 * aslant, or deeper, let pass. */
static const double ASLANT = 0.5, DEEPEST = 0.01;

/* Returns whether a one-way collider lets the shape pass: it holds what is on its right side. */
static bool lets_pass(const probe *p, const evo_plane *plane) {
    const collider_record *c = &p->world->core.bodies.colliders[plane->collider.index];
    const shape_rules *rules = &collider_entry(c)->rules;
    if (!rules_are_one_way(rules)) return false;
    const evo_vec2 along = rules_let_along(rules, body_now(p->world, c->body).angle);
    return vec_dot(plane->normal, along) <= ASLANT * vec_length(along)
           || plane->depth > DEEPEST * p->size;
}

int probe_touch(const probe *p, uint32_t id, double margin, evo_plane found[TOUCHES]) {
    const collider_record *c = &p->world->core.bodies.colliders[id];
    const body_state state = body_now(p->world, c->body);
    const evo_pose at = {state.position, state.angle};
    asked_pair both;
    meeting touches[TOUCHES];
    if (!pair_make(p->shape, p->at, c->shape, at, &both)) return 0;
    const int count = pair_touches(&both, margin, touches);
    const placed *own = both.swapped ? &both.second : &both.first;
    const evo_pose near = {vec_sub(at.position, both.origin), at.angle};
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        meeting *m = &touches[i];
        if (!is_contact(p, c, own, near, m) || m->gap > margin) continue;
        const evo_plane plane = {.normal = vec_negate(m->normal),
                                 .point = vec_add(both.origin, m->point_b),
                                 .depth = -m->gap,
                                 .collider = collider_handle(p->world, id),
                                 .body = body_handle(p->world, c->body),
                                 .most = INFINITY,
                                 .clips = true};
        if (!lets_pass(p, &plane) && !(p->passes && p->passes(p->context, &plane)))
            found[kept++] = plane;
    }
    if (kept < 2) return kept;
    if (found[1].depth > found[0].depth) {
        const evo_plane swap = found[0];
        found[0] = found[1];
        found[1] = swap;
    }
    /* Of two planes that are alike the deeper one is kept. */
    return vec_dot(found[0].normal, found[1].normal) > LIKE ? 1 : 2;
}

/* ---- All colliders --------------------------------------------------------------------------- */

typedef struct plane_list {
    probe by;
    evo_plane *found;
    size_t capacity, count;
} plane_list;

/* Keeps the first by handle, in order. */
static void note(plane_list *list, const evo_plane *plane) {
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    const uint32_t index = plane->collider.index;
    size_t i = kept;
    ++list->count;
    if (i == list->capacity && (i == 0 || index >= list->found[--i].collider.index)) return;
    for (; i > 0 && index < list->found[i - 1].collider.index; --i)
        list->found[i] = list->found[i - 1];
    assert((i == 0 || list->found[i - 1].collider.index <= index) && "planes are in order");
    list->found[i] = *plane;
}

static void visit(void *context, uint32_t id) {
    plane_list *list = context;
    const probe *p = &list->by;
    const uint32_t body = p->world->core.bodies.colliders[id].body;
    const bool moves = p->seconds > 0 && p->world->core.bodies.records[body].kind != EVO_STATIC;
    const double margin = MARGIN * p->size;
    evo_plane planes[TOUCHES];
    const int count = probe_touch(p, id, moves ? FARTHEST * p->size : margin, planes);
    for (int i = 0; i < count; ++i) {
        const evo_plane *plane = &planes[i];
        const evo_vec2 velocity = point_velocity(p, body, plane->point);
        const double approach = most_of(0, vec_dot(velocity, plane->normal) * p->seconds);
        if (-plane->depth <= margin + approach) note(list, plane);
    }
}

size_t probe_planes(const probe *p, evo_plane *found, size_t capacity) {
    plane_list list = {*p, found, found ? capacity : 0, 0};
    const double margin = (p->seconds > 0 ? FARTHEST : MARGIN) * p->size;
    evo_bounds box = evo_shape_bounds(p->shape, p->at);
    box.min = vec_sub(box.min, vec(margin, margin));
    box.max = vec_add(box.max, vec(margin, margin));
    query_visit(p->world, box, p->query, visit, &list);
    return list.count;
}

size_t evo_world_planes(const evo_world *world, const evo_shape *shape, evo_pose at,
                        const evo_query *query, evo_plane *found, size_t capacity) {
    if (!query_takes_shape(world, __func__, shape)
        || !query_takes(world, __func__, "at", RULES_POSE, &at))
        return 0;
    warn_of_query(world, __func__, query);
    const probe p = probe_of(world, shape, at, query);
    return probe_planes(&p, found, capacity);
}

/* ==== The nearest way out ===================================================================== */

/* A way among planes. In: planes (n, depth, most) and a wanted way; out: the nearest way w with
 * n w >= depth for all of them, by pushes along normals, each from 0 to `most`. Pushes are the
 * multipliers of that least-squares problem, found one plane after the other (Hildreth, with
 * bounds); planes that contradict each other leave the last one kept. */

/* Times that all planes are looked at. Fewer: ways into wedges of a few degrees end in them. */
enum { ROUNDS = 2048 };

/* Fraction of the lengths in hand: pushes that change by less, all together, are final. */
static const double FINAL = 1e-14;

evo_vec2 evo_planes_solve(evo_plane *planes, size_t count, evo_vec2 way) {
    if ((count > 0 && !planes) || !vector_fits(way)) return vec(0, 0);
    double size = fabs(way.x) + fabs(way.y), moved = INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const evo_plane *p = &planes[i];
        if (!vector_fits(p->normal) || !number_fits(p->depth) || !(p->most >= 0)) return vec(0, 0);
        size = most_of(size, fabs(p->depth));
    }
    for (size_t i = 0; i < count; ++i) planes[i].push = 0;
    for (int round = 0; round < ROUNDS && moved > FINAL * size; ++round) {
        moved = 0;
        for (size_t i = 0; i < count; ++i) {
            evo_plane *p = &planes[i];
            const double before = p->push;
            const double wanted = before + p->depth - vec_dot(p->normal, way);
            p->push = least_of(most_of(wanted, 0), p->most);
            way = vec_along(way, p->push - before, p->normal);
            moved += fabs(p->push - before);
        }
    }
    return way;
}

evo_vec2 evo_planes_clip(const evo_plane *planes, size_t count, evo_vec2 velocity) {
    for (size_t i = 0; i < count && planes; ++i) {
        if (!(planes[i].push > 0) || !planes[i].clips) continue;
        const double into = least_of(0, vec_dot(velocity, planes[i].normal));
        velocity = vec_along(velocity, -into, planes[i].normal);
    }
    return velocity;
}

/* ==== Ground ================================================================================== */

/* The ground of a mover. In: planes; out: those of them that are ground. A plane is ground if it is
 * not too steep; or if it belongs to a corner whose top is not, no higher above the foot than a
 * step: so round shapes climb steps that they meet with their sides. What is wedged between steep
 * planes stands on them: else it could not jump out. */

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
    if (height > w->config->step + w->gap) return FOOTING_NONE;
    return has_top(w, plane, rise) ? FOOTING_EDGE : FOOTING_NONE;
}

evo_vec2 belt_velocity(const walk *w, const evo_plane *plane) {
    const double speed = evo_collider_material(w->world, plane->collider).surface_speed;
    return vec_scale(vec_left(plane->normal), -speed);
}

evo_vec2 plane_velocity(const walk *w, const evo_plane *plane) {
    return point_velocity(&w->probe, plane->body.index, plane->point);
}

size_t walk_planes(const walk *w, evo_plane planes[WALK_PLANES]) {
    const size_t found = probe_planes(&w->probe, planes, WALK_PLANES);
    const size_t count = found < WALK_PLANES ? found : WALK_PLANES;
    for (size_t i = 0; i < count; ++i) {
        const double closing = vec_dot(plane_velocity(w, &planes[i]), planes[i].normal);
        planes[i].depth += w->gap + most_of(0, closing * w->probe.seconds);
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

bool walk_ground(const walk *w, evo_plane *ground) {
    evo_plane planes[WALK_PLANES];
    const size_t count = walk_planes(w, planes);
    const evo_plane *best = most_upright(w, planes, count, false);
    if (!best) { /* wedged between planes that are all too steep, and leave no way down */
        for (size_t i = 0; i < count; ++i) planes[i].depth = 0;
        const evo_vec2 down = evo_planes_solve(planes, count, vec_negate(w->up));
        if (vec_dot(down, w->up) > -WEDGED) best = most_upright(w, planes, count, true);
    }
    if (best) *ground = *best;
    return best != NULL;
}
