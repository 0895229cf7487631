/* seams.c: where one segment goes on from another there is no corner.
 *
 * What rolls from a segment to the next is near the end of the one when it is over the other. That
 * end is no corner to run into: the contact with it is none while the normal leads to where the
 * other segment is. Where both lie in one line the end is not even seen: the line goes on. */
#include "contact/seams.h"

#include "contact/bodies.h"
#include "contact/states.h"
#include "shape/kind.h"

/* Of the size: ends that are nearer each other are one. */
static const double SEAM_WIDTH = 1e-3;

/* Of an angle between two segments that lie in one line, and between a normal that leads to an end
 * and the segment: more than rounding. */
static const double SEAM_STRAIGHT_SINE = 0.01, SEAM_END_COSINE = 1e-6;

/* An end of a segment that something is near, as contact_sides places it. */
typedef struct seam_end {
    evo_vec2 at, inwards; /* the direction from it along its segment */
    double width;
} seam_end;

static evo_vec2 end_of(const placed *segment, double sense) {
    return vec_along(segment->center, sense * segment->shape->of.segment.half_length,
                     segment->axis);
}

/* The end that a normal leads back to, from beyond it. */
static seam_end end_towards(const placed *segment, evo_vec2 normal, double size) {
    double sense = vec_dot(normal, segment->axis) < 0 ? 1 : -1;
    seam_end end = {end_of(segment, sense), vec_scale(segment->axis, -sense), SEAM_WIDTH * size};
    return end;
}

/* Whether a segment goes on from an end: *along is its direction. */
static bool goes_on(const placed *segment, const seam_end *end, evo_vec2 *along) {
    for (int sense = -1; sense <= 1; sense += 2) {
        evo_vec2 apart = vec_sub(end_of(segment, sense), end->at);
        *along = vec_scale(segment->axis, -sense);
        if (vec_length(apart) <= end->width) return true;
    }
    return false;
}

/* Whether the other contact of the same collider is with a segment that stays beside this one's. */
static bool is_beside(const graph *g, const contact *c, const contact *other) {
    uint32_t own = graph_side_body(g, c, 1), beside = graph_side_body(g, other, 1);
    bool same = other->collider[0] == c->collider[0] && other != c;
    if (!same || graph_shape(g, other->collider[1])->kind != EVO_SEGMENT) return false;
    bool still = own >= g->bodies.movers && beside >= g->bodies.movers;
    return (still || own == beside) && !contact_is_sensor(g, other);
}

/* The other one leads in the given direction. What is in the hollow of two meets both lines. */
static seam_kind kind_of_seam(const seam_end *end, evo_vec2 along, evo_vec2 normal) {
    double turn = vec_cross(end->inwards, along), side = -vec_cross(end->inwards, normal);
    if (fabs(turn) < SEAM_STRAIGHT_SINE && vec_dot(end->inwards, along) < 0) return SEAM_STRAIGHT;
    return turn * side > 0 ? SEAM_HOLLOW : SEAM_CORNER;
}

/* What is at the end that a normal leads to from the first side. */
static seam_kind seam_at(const graph *g, const contact *c, const seam_end *end, evo_vec2 normal) {
    seam_kind kind = SEAM_NONE;
    const body_record *body = graph_body(g, g->colliders.records[c->collider[0]].body);
    EDGES(g, body, edge, after) {
        const contact *other = edge_contact(g, edge);
        contact_side sides[2];
        evo_vec2 along;
        if (edge % 2 != 0 || !is_beside(g, c, other)) continue;
        contact_sides(g, other, sides);
        if (!goes_on(&sides[1].at, end, &along) || !(vec_dot(normal, along) < 0)) continue;
        seam_kind there = kind_of_seam(end, along, normal);
        if (there > kind) kind = there;
    }
    return kind;
}

seam_kind seam_towards(const graph *g, const contact *c, evo_vec2 normal) {
    contact_side sides[2];
    contact_sides(g, c, sides);
    if (fabs(vec_dot(normal, sides[1].at.axis)) < SEAM_END_COSINE) return SEAM_NONE;
    seam_end end = end_towards(&sides[1].at, normal, shape_reach(sides[0].at.shape));
    return seam_at(g, c, &end, normal);
}

/* With a segment that is longer on both sides, by more than what is beyond its end needs. */
static contact_points find_on_line(const contact_side sides[2]) {
    evo_shape longer = *sides[1].at.shape;
    contact_side beyond = sides[1];
    double apart = vec_length(vec_sub(sides[0].at.center, sides[1].at.center));
    longer.of.segment.half_length += 2 * (apart + shape_reach(sides[0].at.shape));
    beyond.at.shape = &longer;
    return contact_find(&sides[0], &beyond, INFINITY);
}

contact_points seam_points(seam_kind kind, const contact_side sides[2]) {
    contact_points none = {.count = 0};
    return kind == SEAM_CORNER ? none : find_on_line(sides);
}
