/* planes.c: the planes of a shape in a world. In: a shape, where it is; out: the planes of what it
 * touches or nearly touches, in order of handles. Normals at the joints of floors are those that
 * contacts have there. */
#include <assert.h>

#include "measure/seams.h"
#include "mover/mover.h"
#include "narrow/asked.h"

/* Fraction of the size: what is deeper in a one-sided segment comes from behind. Larger: what jumps
 * through one is pushed out of it from afar; smaller: a blow may push through a floor. */
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

/* ---- One collider ---------------------------------------------------------------------------- */

static bool is_one_sided(const evo_shape *shape) {
    return shape->kind == EVO_SEGMENT && shape->of.segment.one_sided;
}

/* Returns whether a meeting of the probe with a collider is a contact, and turns it as the floor
 * says. Poses are relative to the origin of the meeting. */
static bool is_contact(const probe *p, const collider_record *c, const placed *own, evo_pose at,
                       meeting *m) {
    const body_store *s = &p->world->core.bodies;
    if (!s->stepped) return true;
    const evo_filter *filter = p->query ? &p->query->filter : NULL;
    if (filter && filter->category == 0 && filter->mask == 0 && filter->group == 0) filter = NULL;
    if (is_one_sided(c->shape) && m->gap < -THROUGH * p->size) return false;
    return seams_allow_shape(s, c->slot, at.position, evo_direction(at.angle), own, filter, m);
}

static evo_plane plane_of(const probe *p, uint32_t id, const asked_pair *both, const meeting *m) {
    return (evo_plane){.normal = vec_negate(m->normal),
                       .point = vec_add(both->origin, m->point_b),
                       .depth = -m->gap,
                       .collider = collider_handle(p->world, id),
                       .body = body_handle(p->world, p->world->core.bodies.colliders[id].body),
                       .most = INFINITY,
                       .clips = true};
}

/* Cosine from one_way, and fraction of the size: planes of one-way colliders that are farther
 * aslant, or deeper, let pass. */
static const double ASLANT = 0.5, SUNK_MOST = 0.01;

/* Returns whether a one-way collider lets the shape pass: it holds what is on its right side. */
static bool lets_pass(const probe *p, const evo_plane *plane) {
    const collider_record *c = &p->world->core.bodies.colliders[plane->collider.index];
    const shape_rules *rules = &collider_entry(c)->rules;
    if (!rules_are_one_way(rules)) return false;
    const evo_vec2 along = rules_let_along(rules, body_now(p->world, c->body).angle);
    return vec_dot(plane->normal, along) <= ASLANT * vec_length(along)
           || plane->depth > SUNK_MOST * p->size;
}

/* Returns whether the shape passes through what a plane belongs to. */
static bool probe_passes(const probe *p, const evo_plane *plane) {
    return lets_pass(p, plane) || (p->passes && p->passes(p->context, plane));
}

/* Keeps one of two planes that are alike, the deeper one; returns the number that is left. */
static int without_double(evo_plane found[TOUCHES], int count) {
    if (count < 2) return count;
    const bool second = found[1].depth > found[0].depth;
    if (second) {
        const evo_plane swap = found[0];
        found[0] = found[1];
        found[1] = swap;
    }
    return vec_dot(found[0].normal, found[1].normal) > LIKE ? 1 : 2;
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
        if (!is_contact(p, c, own, near, &touches[i]) || touches[i].gap > margin) continue;
        found[kept] = plane_of(p, id, &both, &touches[i]);
        kept += !probe_passes(p, &found[kept]);
    }
    return without_double(found, kept);
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

/* Returns the way by which a body is expected to be nearer to a plane. */
static double approach_of(const probe *p, uint32_t body, const evo_plane *plane) {
    if (!(p->seconds > 0)) return 0;
    const body_state at = body_now(p->world, body);
    const evo_vec2 arm = vec_sub(plane->point, at.position);
    const evo_vec2 velocity = vec_along(at.velocity, at.spin, vec_left(arm));
    return most_of(0, vec_dot(velocity, plane->normal) * p->seconds);
}

static void visit(void *context, uint32_t id) {
    plane_list *list = context;
    const probe *p = &list->by;
    const uint32_t body = p->world->core.bodies.colliders[id].body;
    const bool moves = p->seconds > 0 && p->world->core.bodies.records[body].kind != EVO_STATIC;
    const double margin = MARGIN * p->size;
    evo_plane planes[TOUCHES];
    const int count = probe_touch(p, id, moves ? FARTHEST * p->size : margin, planes);
    for (int i = 0; i < count; ++i)
        if (-planes[i].depth <= margin + approach_of(p, body, &planes[i])) note(list, &planes[i]);
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
    if (!query_is_sound(world, __func__, probe_is_sound(shape, at))) return 0;
    const probe p = probe_of(world, shape, at, query);
    return probe_planes(&p, found, capacity);
}
