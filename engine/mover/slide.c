/* slide.c: a shape along a way. In: a shape, where it is, and a way; out: the part of the way
 * before something stops it, and the sensors that it meets. Invariant: nothing is changed. */
#include <assert.h>

#include "mover/mover.h"

MACHINE_SMALL

/* ==== Sliding ================================================================================= */

/* Slides a shape. In: a shape and a way; out: the part of the way before something stops the shape.
 * The gap to a collider is followed by conservative advancement: for convex shapes it is at least
 * the distance to the plane at the nearest points (a gap is the largest separation of all
 * directions), for rings it shrinks no faster than the shape moves, and a touch is measured again
 * after a short way. Overlaps at the start may not get deeper. A stop must be a plane against the
 * way: at seams of floors and from behind one-sided segments there is none, and the slide
 * continues. */

/* Looks at one collider, in all; a slide that needs more ends early. */
enum { SLIDE_LOOKS = 10000 };

/* Fraction of the size: way over which a stop that is none is passed. */
static const double PASSED = 0.01;

/* Sine: a way that leans less against a plane goes along it. */
static const double ALONG = 1e-9;

typedef struct slide_search {
    probe by;
    evo_vec2 way;
    double length, tolerance;
    double part; /* the least of all */
} slide_search;

/* One collider in the way. */
typedef struct slide_obstacle {
    const near_collider *near;
    placed at;   /* from where the slide begins */
    bool convex; /* the two are */
    bool flat;   /* both are segments, which never overlap */
    int looks;   /* that are left */
} slide_obstacle;

/* Returns whether a plane at a part of the way is against it. */
static bool is_stopped(const slide_search *s, const slide_obstacle *o, double part) {
    probe there = s->by;
    there.at.position = vec_along(there.at.position, part, s->way);
    evo_plane planes[TOUCHES];
    const int count = probe_touch(&there, o->near, PLANE_MARGIN * there.size, planes);
    for (int i = 0; i < count; ++i)
        if (planes[i].depth >= -4 * s->tolerance
            && vec_dot(planes[i].normal, s->way) < -ALONG * s->length)
            return true;
    return false;
}

/* Returns the part where the gap is used up, from another part on, or more than the least of all:
 * it never is. */
static double advance_part(const slide_search *s, slide_obstacle *o, double part) {
    double lowest = 0;
    for (bool first = true; o->looks > 0 && part < s->part; first = false) {
        const placed own = placed_at(s->by.shape, vec_scale(s->way, part), s->by.turn);
        const meeting gap = pair_measure(&own, &o->at);
        const double closing = o->convex ? vec_dot(gap.normal, s->way) : s->length;
        --o->looks;
        if (closing <= ALONG * s->length) return INFINITY;
        if (first) lowest = gap.gap > s->tolerance || o->flat ? 0 : gap.gap - 2 * s->tolerance;
        if (gap.gap <= (o->convex ? lowest : most_of(lowest, 0)) + s->tolerance) return part;
        part += (gap.gap - lowest - 0.5 * s->tolerance) / closing;
    }
    return part;
}

static void stop_at(void *context, const near_collider *c) {
    slide_search *s = context;
    const uint8_t kind = s->by.world->core.bodies.records[c->body].kind;
    if (s->by.fixed && kind == EVO_DYNAMIC) return;
    const evo_shape_kind own = s->by.shape->kind, other = c->at.shape->kind;
    slide_obstacle o = {c, c->at, own != EVO_RING && other != EVO_RING,
                        own == EVO_SEGMENT && other == EVO_SEGMENT, SLIDE_LOOKS};
    o.at.center = vec_sub(o.at.center, s->by.at.position);
    double part = 0;
    while (part < s->part) {
        part = advance_part(s, &o, part);
        if (part >= s->part) return;
        if (o.looks <= 0 || is_stopped(s, &o, part)) break;
        part += PASSED * s->by.size / s->length;
    }
    s->part = least_of(s->part, part);
}

double probe_slide(const probe *p, evo_vec2 way) {
    slide_search s = {*p, way, vec_length(way), TOLERANCE * p->size, 1};
    if (!(s.length > 0)) return 1;
    probe_visit(p, probe_bounds(p, way), 0, stop_at, &s);
    assert(s.part >= 0 && s.part <= 1 && "a slide is a part of the way");
    return s.part;
}

double evo_world_slide(const evo_world *world, const evo_shape *shape, evo_pose at, evo_vec2 way,
                       const evo_query *query) {
    if (!query_takes_shape(world, __func__, shape)
        || !query_takes(world, __func__, "at", RULES_POSE, &at)
        || !query_takes(world, __func__, "way", RULES_VECTOR, &way))
        return 0;
    warn_of_query(world, __func__, query);
    const probe p = probe_of(world, shape, at, query);
    return probe_slide(&p, way);
}

/* ---- Sensors --------------------------------------------------------------------------------- */

/* Most steps of a search. */
enum { STEPS_MOST = 10000 };

/* Sensors on a way, in order. */
typedef struct sensor_search {
    probe by;
    evo_vec2 way;
    first_items first;
} sensor_search;

/* Returns whether the shape meets a collider on its way: by steps as long as they are apart. */
static bool meets_on_way(const sensor_search *s, const near_collider *c) {
    const double length = vec_length(s->way);
    const double least = most_of(TOLERANCE * s->by.size, length / STEPS_MOST);
    placed at = c->at;
    at.center = vec_sub(at.center, s->by.at.position);
    for (double gone = 0; gone <= length;) {
        const double part = length > 0 ? gone / length : 0;
        const placed own = placed_at(s->by.shape, vec_scale(s->way, part), s->by.turn);
        if (pair_overlaps(&own, &at)) return true;
        gone += most_of(pair_measure(&own, &at).gap, least);
    }
    return false;
}

static void visit_sensor(void *context, const near_collider *c) {
    sensor_search *s = context;
    if (!s->by.world->core.bodies.colliders[c->id].sensor || !meets_on_way(s, c)) return;
    const evo_collider met = collider_handle(s->by.world, c->id);
    first_items_add(&s->first, &met);
}

size_t evo_mover_sensors(const evo_world *world, const evo_mover_config *config,
                         const evo_mover *mover, evo_collider *found, size_t capacity) {
    if (!world || !config || !mover || !query_takes_shape(world, __func__, &config->shape)
        || !query_takes(world, __func__, "mover", RULES_MOVER, mover)
        || !query_takes(world, __func__, "before", RULES_POSE, &mover->before))
        return 0;
    evo_query query = config->query;
    query.sensors = true;
    const evo_vec2 way = vec_sub(mover->pose.position, mover->before.position);
    sensor_search s = {probe_of(world, &config->shape, mover->before, &query), way,
                       first_colliders(found, capacity)};
    probe_visit(&s.by, probe_bounds(&s.by, way), 0, visit_sensor, &s);
    return first_items_end(&s.first);
}
