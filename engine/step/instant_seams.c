/* instant_seams.c: impacts at joints between segments. In: where a pair meets now; out: whether it
 * is void, because another segment goes on from there. All segments that a collider may touch are
 * in its pairs, so these are all there is to search. */
#include "narrow/pair.h"
#include "narrow/seams.h"
#include "shape/kind.h"
#include "step/impacts.h"

/* Fraction of the length and of the other's reach: so near, two ends are one point. */
static const double SAME_POINT = 1e-9;

/* Cosine: a normal that leans so far over the other segment is met within that one. */
static const double BESIDE = 1e-9;

/* A pair that meets at the end of a segment. */
typedef struct end_met {
    const impacts *m;
    const met_pair *q;
    int side;          /* side of the segment */
    uint32_t slots[2]; /* slots of the pair's colliders */
    evo_vec2 end;      /* place about the first body */
    evo_vec2 normal;   /* towards the segment */
    double near;
} end_met;

static bool is_at(const end_met *e, evo_vec2 point) {
    return vec_length(vec_sub(point, e->end)) <= e->near;
}

/* Returns whether another segment goes on from the end and has the contact: within, or as the
 * older of two that are both met at it. */
static bool goes_on(const end_met *e, uint32_t slot) {
    const body_store *s = e->m->bodies;
    const collider_link *link = &s->links[slot], *own = &s->links[e->slots[e->side]];
    const evo_shape *shape = s->colliders[link->id].shape;
    if (slot == e->slots[e->side] || shape->kind != EVO_SEGMENT) return false;
    if (link->body < s->awake && link->body != own->body) return false;
    const flyer *base = &e->q->bodies[e->side]; /* the segment's own body may move */
    const body_state *state = &s->states[link->body];
    const bool same = link->body == own->body;
    const evo_vec2 position = same ? base->position : state->position;
    const placed at = placed_at(shape, vec_sub(position, e->q->bodies[0].position),
                                evo_direction(same ? base->angle : state->angle));
    const evo_vec2 from = placed_from(&at), to = placed_to(&at);
    if (!is_at(e, from) && !is_at(e, to)) return false;
    const evo_vec2 way = is_at(e, from) ? vec_sub(to, from) : vec_sub(from, to);
    if (seam_turns_up(e->q->at[e->side].axis, way, e->normal)) return false;
    if (-vec_dot(way, e->normal) > BESIDE * vec_length(way)) return true;
    const meeting met = pair_measure(&e->q->at[!e->side], &at);
    return !is_at(e, met.point_b) || link->number < own->number;
}

/* Returns the slot of a pair that is not this one, or NONE. */
static uint32_t other_of(uint32_t a, uint32_t b, uint32_t slot) {
    return a == slot ? b : b == slot ? a : NONE;
}

/* Searches the pairs of the touching collider, which hold all segments that it may touch. */
static bool is_void_at(const end_met *e, const event_pair *p) {
    const impacts *m = e->m;
    const uint32_t toucher = e->slots[!e->side], body = m->bodies->links[toucher].body;
    for (uint32_t i = m->room->flyers[p->flyers[!e->side]].first_pair; i != NONE;) {
        const event_pair *other = &m->room->pairs[i / 2];
        const uint32_t slot = other_of(other->slots[0], other->slots[1], toucher);
        if (slot != NONE && goes_on(e, slot)) return true;
        i = other->next[i % 2];
    }
    if (body >= m->bodies->awake) return false;
    for (uint32_t i = m->starts[body]; i < m->starts[body + 1]; ++i) {
        const uint32_t k = m->entries[i], slot = other_of(m->list->a[k], m->list->b[k], toucher);
        if (slot != NONE && goes_on(e, slot)) return true;
    }
    return false;
}

bool instant_is_seam(impacts *m, const event_pair *p, const met_pair *q, const meeting *at) {
    for (int side = 0; side < 2; ++side) {
        const placed *segment = &q->at[side];
        if (segment->shape->kind != EVO_SEGMENT || q->bodies[side].inverse_mass > 0) continue;
        const evo_vec2 normal = side ? at->normal : vec_negate(at->normal);
        if (seam_is_behind(segment->shape, segment->axis, normal)) return true;
        const double half = segment->shape->of.segment.half_length;
        const evo_vec2 point = side ? at->point_b : at->point_a;
        const double along = vec_dot(vec_sub(point, segment->center), segment->axis);
        const double near = SAME_POINT * (half + shape_reach(p->shapes[!side]));
        if (fabs(fabs(along) - half) > near) continue;
        if (!m->starts && !events_list_entries(m)) {
            m->failed = true;
            return true;
        }
        const end_met e = {m, q, side, {p->slots[0], p->slots[1]}, point, normal, near};
        if (is_void_at(&e, p)) return true;
    }
    return false;
}
