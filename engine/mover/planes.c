/* planes.c: planes around a shape, the nearest way out of them, and the ground among them. */
#include <assert.h>

#include "measure/measure.h"
#include "mover/mover.h"

MACHINE_SMALL

/* ==== Planes ================================================================================== */

/* The planes of a shape in a world. In: a shape and its pose; out: the planes of the colliders that
 * it touches or nearly touches, in order of handles. Normals at seams of floors are those of
 * contacts there. */

/* Fraction of the size: a shape deeper in a one-sided segment comes from behind. Larger: a shape
 * that jumps through a segment is pushed out of it from afar; smaller: impacts may push a shape
 * through a floor. */
static const double THROUGH = 0.25;

/* Cosine: planes of one collider that lean less are one. */
static const double SAME_PLANE = 1 - 1e-9;

probe probe_of(const evo_world *world, const evo_shape *shape, evo_pose at,
               const evo_query *query) {
    return (probe){.world = world,
                   .shape = shape,
                   .at = at,
                   .turn = evo_direction(at.angle),
                   .query = query,
                   .size = shape_reach(shape)};
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

/* ---- Near colliders -------------------------------------------------------------------------- */

evo_bounds probe_bounds(const probe *p, evo_vec2 way) {
    const placed own = placed_at(p->shape, p->at.position, p->turn);
    evo_bounds box = placed_bounds(&own);
    box.min = vec_add(box.min, vec(least_of(way.x, 0), least_of(way.y, 0)));
    box.max = vec_add(box.max, vec(most_of(way.x, 0), most_of(way.y, 0)));
    return box;
}

/* A list that is gathered, or a visitor that is called at once. */
typedef struct near_search {
    const evo_world *world;
    near_list *list;
    near_visitor visit;
    void *context;
} near_search;

static void visit_near(void *context, uint32_t id, const placed *at) {
    const near_search *s = context;
    const uint32_t body = s->world->core.bodies.colliders[id].body;
    const bool moves = s->world->core.bodies.records[body].kind != EVO_STATIC;
    const near_collider c = {id, body, moves, *at, placed_bounds(at)};
    if (s->visit) {
        s->visit(s->context, &c);
        return;
    }
    s->list->whole &= s->list->count < NEAR_MOST;
    if (s->list->whole) s->list->all[s->list->count++] = c;
}

void probe_gather(const probe *p, evo_bounds box, double margin, near_list *list) {
    near_search s = {.world = p->world, .list = list};
    list->box = box;
    list->margin = margin;
    list->count = 0;
    list->whole = true;
    query_visit(p->world, box, margin, p->query, visit_near, &s);
}

void probe_visit(const probe *p, evo_bounds box, double margin, near_visitor visit, void *context) {
    const near_list *near = p->near;
    near_search s = {.world = p->world, .visit = visit, .context = context};
    const bool within = near && near->whole && near->margin >= margin
                        && near->box.min.x <= box.min.x && near->box.min.y <= box.min.y
                        && near->box.max.x >= box.max.x && near->box.max.y >= box.max.y;
    if (!within) query_visit(p->world, box, margin, p->query, visit_near, &s);
    const evo_bounds wider = bounds_wider(box, margin);
    for (size_t i = 0; within && i < near->count; ++i)
        if (bounds_meet(&near->all[i].bounds, &wider)) visit(context, &near->all[i]);
}

/* ---- One collider ---------------------------------------------------------------------------- */

/* Returns whether a meeting of the probe with a collider is a contact, and turns it as the floor
 * says. The meeting is about the probe's position. */
static bool is_plane_contact(const probe *p, const collider_record *c, const placed *own,
                             meeting *m) {
    const body_store *s = &p->world->core.bodies;
    const bool floors = c->first_seam != NONE || (s->one_sided && c->shape->kind == EVO_SEGMENT);
    if (!s->stepped || !floors) return true;
    const evo_filter *filter = p->query ? &p->query->filter : NULL;
    if (filter && filter->category == 0 && filter->mask == 0 && filter->group == 0) filter = NULL;
    const bool one_sided = c->shape->kind == EVO_SEGMENT && c->shape->of.segment.one_sided;
    if (one_sided && m->gap < -THROUGH * p->size) return false;
    const body_state at = body_now(p->world, c->body);
    const floor_place floor = {s, c->slot, vec_sub(at.position, p->at.position),
                               at.angle == 0 ? vec(1, 0) : evo_direction(at.angle)};
    return seams_allow_shape(&floor, own, filter, m);
}

/* Cosine from one_way, and fraction of the size: planes of one-way colliders that are farther
 * aslant, or deeper, let pass. */
static const double PASSES_ASLANT = 0.5, DEEPEST = 0.01;

/* Returns whether a one-way collider lets the shape pass: it stops shapes on its right side. */
static bool plane_lets_pass(const probe *p, const evo_plane *plane) {
    const collider_record *c = &p->world->core.bodies.colliders[plane->collider.index];
    const shape_rules *rules = &collider_entry(c)->rules;
    if (!rules_are_one_way(rules)) return false;
    const evo_vec2 along = rules_let_along(rules, body_now(p->world, c->body).angle);
    return vec_dot(plane->normal, along) <= PASSES_ASLANT * vec_length(along)
           || plane->depth > DEEPEST * p->size;
}

int probe_touch(const probe *p, const near_collider *c, double margin, evo_plane found[TOUCHES]) {
    const collider_record *record = &p->world->core.bodies.colliders[c->id];
    const evo_vec2 origin = p->at.position;
    const asked_pair both = {placed_at(p->shape, vec(0, 0), p->turn),
                             {c->at.shape, vec_sub(c->at.center, origin), c->at.axis},
                             origin,
                             false};
    meeting touches[TOUCHES];
    const int count = pair_touches(&both, margin, touches);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        meeting *m = &touches[i];
        if (!is_plane_contact(p, record, &both.first, m) || m->gap > margin) continue;
        const evo_plane plane = {.normal = vec_negate(m->normal),
                                 .point = vec_add(origin, m->point_b),
                                 .depth = -m->gap,
                                 .collider = collider_handle(p->world, c->id),
                                 .body = body_handle(p->world, c->body),
                                 .most = INFINITY,
                                 .clips = true};
        if (!plane_lets_pass(p, &plane) && !(p->passes && p->passes(p->context, &plane)))
            found[kept++] = plane;
    }
    if (kept < 2) return kept;
    if (found[1].depth > found[0].depth) {
        const evo_plane swap = found[0];
        found[0] = found[1];
        found[1] = swap;
    }
    /* Keeps the deeper one of two equal planes. */
    return vec_dot(found[0].normal, found[1].normal) > SAME_PLANE ? 1 : 2;
}

/* ---- All colliders --------------------------------------------------------------------------- */

typedef struct plane_list {
    probe by;
    evo_bounds box; /* of the shape */
    evo_plane *found;
    size_t capacity, count;
} plane_list;

/* Keeps the first by handle, in order. */
static void note_plane(plane_list *list, const evo_plane *plane) {
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    const uint32_t index = plane->collider.index;
    size_t i = kept;
    ++list->count;
    if (list->by.sum) {
        const evo_ray_hit told = {.collider = plane->collider,
                                  .point = plane->point,
                                  .normal = plane->normal,
                                  .fraction = plane->depth};
        *list->by.sum += query_sum(&told);
    }
    if (i == list->capacity && (i == 0 || index >= list->found[--i].collider.index)) return;
    for (; i > 0 && index < list->found[i - 1].collider.index; --i)
        list->found[i] = list->found[i - 1];
    assert((i == 0 || list->found[i - 1].collider.index <= index) && "planes are in order");
    list->found[i] = *plane;
}

/* Returns how far a collider may come in the seconds of the probe, as far as it is expected. */
static double approach_most(const probe *p, const near_collider *c) {
    const body_state at = probe_state(p, c->body);
    const double arm = vec_length(vec_sub(at.position, p->at.position)) + p->size;
    const double speed = vec_length(at.velocity) + fabs(at.spin) * arm;
    return least_of(FARTHEST * p->size, speed * p->seconds);
}

static void visit_probed(void *context, const near_collider *c) {
    plane_list *list = context;
    const probe *p = &list->by;
    const bool moves = p->seconds > 0 && c->moves;
    const double margin = PLANE_MARGIN * p->size,
                 most = moves ? margin + p->falls + approach_most(p, c) : margin;
    const evo_bounds box = bounds_wider(list->box, most);
    evo_plane planes[TOUCHES];
    if (!bounds_meet(&c->bounds, &box)) return;
    const int count = probe_touch(p, c, most, planes);
    for (int i = 0; i < count; ++i) {
        const evo_plane *plane = &planes[i];
        const evo_vec2 velocity = point_velocity(p, c->body, plane->point);
        const double approach = most_of(0, vec_dot(velocity, plane->normal) * p->seconds);
        if (-plane->depth <= margin + approach + (moves ? p->falls : 0)) note_plane(list, plane);
    }
}

size_t probe_planes(const probe *p, evo_plane *found, size_t capacity) {
    plane_list list = {*p, probe_bounds(p, vec(0, 0)), found, found ? capacity : 0, 0};
    probe_visit(p, bounds_wider(list.box, PLANE_MARGIN * p->size),
                p->seconds > 0 ? FARTHEST * p->size + p->falls : 0, visit_probed, &list);
    return list.count;
}

size_t evo_world_planes(const evo_world *world, const evo_shape *shape, evo_pose at,
                        const evo_query *query, evo_plane *found, size_t capacity) {
    if (!query_takes_shape(world, __func__, shape)
        || !query_takes(world, __func__, "at", RULES_POSE, &at))
        return 0;
    warn_of_query(world, __func__, query);
    query_asked asked = {.kind = QUERY_world_planes, .from = at, .shape = *shape};
    probe p = probe_of(world, shape, at, query);
    if (!world_notes_queries(world)) return probe_planes(&p, found, capacity);
    p.sum = &asked.answer.sum;
    asked.answer.hits = probe_planes(&p, found, capacity);
    if (query) asked.by = *query;
    world_note_query(world, asked);
    return (size_t)asked.answer.hits;
}

/* ==== The nearest way out ===================================================================== */

/* A way among planes. In: planes (n, depth, most) and a wanted way; out: the nearest way w with
 * n w >= depth for all of them, by pushes along normals, each from 0 to `most`. Pushes are the
 * multipliers of that least-squares problem, found one plane after the other (Hildreth, with
 * bounds); planes that contradict each other leave the last one kept. */

/* Times that all planes are looked at. Fewer: ways into wedges of a few degrees end in them. */
enum { ROUNDS_MOST = 2048 };

/* Fraction of the lengths in hand: pushes that change by less, all together, are final. */
static const double FINAL = 1e-14;

evo_vec2 planes_solve(evo_plane *planes, size_t count, evo_vec2 way, int rounds) {
    if ((count > 0 && !planes) || !vector_fits(way)) return vec(0, 0);
    double size = fabs(way.x) + fabs(way.y), moved = INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const evo_plane *p = &planes[i];
        if (!vector_fits(p->normal) || !number_fits(p->depth) || !(p->most >= 0)) return vec(0, 0);
        size = most_of(size, fabs(p->depth));
    }
    for (size_t i = 0; i < count; ++i) planes[i].push = 0;
    for (int round = 0; round < rounds && moved > FINAL * size; ++round) {
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

evo_vec2 evo_planes_solve(evo_plane *planes, size_t count, evo_vec2 way) {
    return planes_solve(planes, count, way, ROUNDS_MOST);
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

/* Fraction of a way down: a shape is wedged if planes leave less of the way. */
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
    const double height = vec_dot(vec_sub(plane->point, w->probe.at.position), w->up);
    if (height - w->foot > w->config->step + w->gap) return FOOTING_NONE;
    return has_top(w, plane, rise) ? FOOTING_EDGE : FOOTING_NONE;
}

evo_vec2 belt_velocity(const walk *w, const evo_plane *plane) {
    const double speed = evo_collider_material(w->world, plane->collider).surface_speed;
    return vec_scale(vec_left(plane->normal), -speed);
}

evo_vec2 plane_velocity(const walk *w, const evo_plane *plane) {
    return point_velocity(&w->probe, plane->body.index, plane->point);
}

void walk_look(walk *w) {
    if (w->looked) return;
    const size_t found = probe_planes(&w->probe, w->seen, WALK_PLANES);
    w->seen_count = found < WALK_PLANES ? found : WALK_PLANES;
    w->looked = true;
}

size_t walk_planes(walk *w, evo_plane planes[WALK_PLANES]) {
    const double seconds = w->probe.seconds, size = w->probe.size;
    walk_look(w);
    for (size_t i = 0; i < w->seen_count; ++i) {
        evo_plane *p = &planes[i];
        *p = w->seen[i];
        const bool dynamic = plane_kind(w, p) == EVO_DYNAMIC;
        const bool borne =
            w->sinks > 0 && dynamic && vec_dot(p->normal, w->up) >= w->upright - 1e-9;
        if (borne) p->depth -= w->sinks;
        const bool overlaps = p->depth > 0, only_stops = w->parted && (dynamic || overlaps);
        const double approach = vec_dot(plane_velocity(w, p), p->normal) * seconds;
        p->depth =
            least_of(p->depth, OUT_SPEED * size * seconds) + (borne ? 0 : most_of(0, approach));
        if (dynamic) p->depth = least_of(p->depth, STRUCK_SPEED * size * seconds);
        if (only_stops) p->depth = least_of(p->depth, 0);
        if (!only_stops || !overlaps) p->depth += w->gap;
    }
    return w->seen_count;
}

/* Finds the most upright plane that rises, among all planes or among those with a footing. NULL:
 * there is none. */
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

bool walk_ground(walk *w, evo_plane *ground) {
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
