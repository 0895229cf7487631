/* slide.c: how far a shape slides. In: a shape and a way; out: the part of it before something
 * stops it. The gap to a collider is followed by conservative advancement: for convex shapes it is
 * at least what the plane at the nearest points leaves (a gap is the largest of all directions'),
 * for rings it shrinks no faster than the shape moves, and what they touch is looked at again after
 * each short way. What overlaps at the start may not get
 * deeper. A stop must be a plane against the way: at joints of floors and from behind one-sided
 * segments it is none, and the slide goes on. */
#include <assert.h>

#include "mover/mover.h"

/* Looks at one collider, in all; a slide that needs more ends early. */
enum { LOOKS = 10000 };

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
    uint32_t id;
    const evo_shape *shape;
    evo_pose at;
    bool convex; /* the two are */
    bool flat;   /* both are segments, which never overlap */
    int looks;   /* that are left */
} slide_obstacle;

static evo_pose pose_at(const slide_search *s, double part) {
    return (evo_pose){vec_along(s->by.at.position, part, s->way), s->by.at.angle};
}

/* Returns whether a plane at a part of the way is against it. */
static bool is_stopped(const slide_search *s, const slide_obstacle *o, double part) {
    probe there = s->by;
    there.at = pose_at(s, part);
    evo_plane planes[TOUCHES];
    const int count = probe_touch(&there, o->id, MARGIN * there.size, planes);
    for (int i = 0; i < count; ++i)
        if (planes[i].depth >= -4 * s->tolerance
            && vec_dot(planes[i].normal, s->way) < -ALONG * s->length)
            return true;
    return false;
}

/* Returns the part where the gap is used up, from another part on, or more than the least of all:
 * it never is. */
static double advance(const slide_search *s, slide_obstacle *o, double part) {
    double lowest = 0;
    for (bool first = true; o->looks > 0 && part < s->part; first = false) {
        const evo_gap gap = evo_measure(s->by.shape, pose_at(s, part), o->shape, o->at);
        const double closing = o->convex ? vec_dot(gap.normal, s->way) : s->length;
        --o->looks;
        if (closing <= ALONG * s->length) return INFINITY;
        if (first)
            lowest = gap.distance > s->tolerance || o->flat ? 0 : gap.distance - 2 * s->tolerance;
        if (gap.distance <= (o->convex ? lowest : most_of(lowest, 0)) + s->tolerance) return part;
        part += (gap.distance - lowest - 0.5 * s->tolerance) / closing;
    }
    return part;
}

static void visit(void *context, uint32_t id) {
    slide_search *s = context;
    const collider_record *c = &s->by.world->core.bodies.colliders[id];
    const body_state state = body_now(s->by.world, c->body);
    const evo_shape_kind own = s->by.shape->kind, other = c->shape->kind;
    slide_obstacle o = {id,
                        c->shape,
                        {state.position, state.angle},
                        own != EVO_RING && other != EVO_RING,
                        own == EVO_SEGMENT && other == EVO_SEGMENT,
                        LOOKS};
    double part = 0;
    while (part < s->part) {
        part = advance(s, &o, part);
        if (part >= s->part) return;
        if (o.looks <= 0 || is_stopped(s, &o, part)) break;
        part += PASSED * s->by.size / s->length;
    }
    s->part = least_of(s->part, part);
}

double probe_slide(const probe *p, evo_vec2 way) {
    slide_search s = {*p, way, vec_length(way), TOLERANCE * p->size, 1};
    if (!(s.length > 0)) return 1;
    evo_bounds box = evo_shape_bounds(p->shape, p->at);
    box.min = vec_add(box.min, vec(least_of(way.x, 0), least_of(way.y, 0)));
    box.max = vec_add(box.max, vec(most_of(way.x, 0), most_of(way.y, 0)));
    query_visit(p->world, box, p->query, visit, &s);
    assert(s.part >= 0 && s.part <= 1 && "a slide is a part of the way");
    return s.part;
}

double evo_world_slide(const evo_world *world, const evo_shape *shape, evo_pose at, evo_vec2 way,
                       const evo_query *query) {
    if (!query_is_sound(world, __func__, probe_is_sound(shape, at) && vector_fits(way))) return 0;
    const probe p = probe_of(world, shape, at, query);
    return probe_slide(&p, way);
}
