/* parabola.c: the way of a point, against the obstacle's rim fattened by the disk's radius r.
 *
 * The fattened rim consists of lines at r from the straight pieces, circles of radius r about the
 * corners, a circle of radius outer + r and, in the hollow, one of radius inner - r. Wherever the
 * point first comes upon one of them, beside the piece of rim that it belongs to, the disk touches;
 * the first of these times is the time of impact. Corners need no such condition: they belong to
 * the obstacle whatever is beside them.
 *
 * Under a pull the way is a parabola: it meets a line where a quadratic says so, and a circle at
 * the roots of a quartic. A piece that it passes by it may meet later, so that all are looked at.
 */
#include "impact/parabola.h"

#include "impact/circles.h"
#include "impact/line.h"
#include "impact/roots.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* Of the sizes together: so near is touching. */
static const double TOUCHING = 1e-14;

/* The course in the obstacle's frame, and the earliest touch so far. */
typedef struct way {
    evo_vec2 from, velocity, pull;
    double radius, first;
    bool falls;
} way;

static void way_offer(way *w, double time) {
    if (time >= 0 && time < w->first) w->first = time;
}

static evo_vec2 way_at(const way *w, double time) {
    return vec_along(w->from, time, vec_along(w->velocity, 0.5 * time, w->pull));
}

/* Whether the way closes in on what lies in a direction, by more than rounding shows. */
static bool way_closes(const way *w, evo_vec2 towards) {
    return vec_dot(w->velocity, towards) > 1e-12 * vec_length(w->velocity);
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

typedef bool way_test(const void *context, evo_vec2 place);

/* A circle about a point, and a condition on where the way comes upon it; NULL: none. A way that
 * begins beyond it, but not beyond the rim itself, has come upon it already: at once, if it goes on
 * so. */
typedef struct way_round {
    evo_vec2 center;
    double reach, rim;
    way_test *counts;
    const void *context;
} way_round;

static void offer_round(way *w, const way_round *round, double time) {
    if (!(time < INFINITY)) return;
    if (!round->counts || round->counts(round->context, way_at(w, time))) way_offer(w, time);
}

/* Squared distance from the centre, less that of the circle, as a polynomial of the time. */
static void distance_polynomial(const way *w, const way_round *round, double *c) {
    evo_vec2 d = vec_sub(w->from, round->center);
    c[0] = vec_dot(d, d) - round->reach * round->reach;
    c[1] = 2 * vec_dot(d, w->velocity);
    c[2] = vec_dot(w->velocity, w->velocity) + vec_dot(d, w->pull);
    c[3] = vec_dot(w->velocity, w->pull);
    c[4] = 0.25 * vec_dot(w->pull, w->pull);
}

/* Whether the way begins between the circle and the rim, and leads on towards the rim. */
static bool is_upon(const way *w, const way_round *round, bool inwards) {
    evo_vec2 apart = vec_sub(w->from, round->center);
    double distance = vec_length(apart), closing = vec_dot(apart, w->velocity);
    double touching = TOUCHING * (distance + round->reach);
    if (inwards)
        return distance <= round->reach + touching && distance >= round->rim && closing < 0;
    return distance >= round->reach - touching && distance <= round->rim && closing > 0;
}

/* Wherever the parabola crosses the circle, inwards or outwards. */
static void cross_round(way *w, const way_round *round, bool inwards) {
    double c[5], roots[ROOTS_DEGREE];
    distance_polynomial(w, round, c);
    if (is_upon(w, round, inwards)) offer_round(w, round, 0);
    bool within = !(c[0] > 0);
    int count = roots_between(c, 4, 0, roots_bound(c, 4), roots);
    for (int i = 0; i < count; ++i, within = !within)
        if (within != inwards) offer_round(w, round, roots[i]);
}

static void enter_round(way *w, const way_round *round) {
    encounter e = {vec_sub(w->from, round->center), w->velocity, round->reach};
    if (w->falls)
        cross_round(w, round, true);
    else
        offer_round(w, round, encounter_enter(&e));
}

/* Every straight way ends at a circle that it begins in; one that begins at it and does not lead
 * away from it ends at once. */
static void leave_round(way *w, const way_round *round) {
    encounter e = {vec_sub(w->from, round->center), w->velocity, round->reach};
    if (w->falls) {
        cross_round(w, round, false);
        return;
    }
    double time = encounter_end(&e);
    if (is_upon(w, round, false)) offer_round(w, round, 0);
    if (fabs(vec_length(e.apart) - e.reach) <= TOUCHING * (e.reach + w->radius)) {
        double square = vec_dot(w->velocity, w->velocity);
        time = square > 0 ? most_of(-2 * vec_dot(e.apart, w->velocity) / square, 0) : INFINITY;
    }
    if (time > -INFINITY) offer_round(w, round, time);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void meet_corner(way *w, evo_vec2 corner) {
    way_round round = {corner, w->radius, 0, NULL, NULL};
    enter_round(w, &round);
}

/* A side of a straight piece: a line that is met where it is beside the piece. */
typedef struct way_side {
    evo_vec2 from, along, normal;
    double length, slit;
} way_side;

static void meet_side(way *w, const way_side *side) {
    double height = vec_dot(vec_sub(w->from, side->from), side->normal) - w->radius;
    double speed = vec_dot(w->velocity, side->normal), pull = vec_dot(w->pull, side->normal);
    /* What has sunk in, but not through, is at it. */
    if (height < side->slit && height > -w->radius - side->slit) height = 0;
    if (!w->falls && !way_closes(w, vec_negate(side->normal))) return;
    double time = fall_through(height, speed, pull);
    if (!(time < INFINITY)) return;
    double place = vec_dot(vec_sub(way_at(w, time), side->from), side->along);
    if (place >= -side->slit && place <= side->length + side->slit) way_offer(w, time);
}

/* A straight piece, from either side, and its two ends. */
static void meet_piece(way *w, evo_vec2 from, evo_vec2 to) {
    meet_corner(w, from);
    meet_corner(w, to);
    evo_vec2 run = vec_sub(to, from), along = vec_unit(run, vec(1, 0));
    double length = vec_length(run), slit = TOUCHING * (length + vec_length(to) + w->radius);
    way_side left = {from, along, vec_left(along), length, slit}, right = left;
    right.normal = vec_negate(left.normal);
    meet_side(w, &left);
    meet_side(w, &right);
}

static bool spans(const void *ring, evo_vec2 place) {
    return ring_spans(ring, place);
}

static void meet_ring(way *w, const evo_shape *ring) {
    double inner = ring->of.ring.inner, outer = ring->of.ring.outer;
    way_round arc = {vec(0, 0), outer + w->radius, outer, spans, ring};
    way_round hollow = {vec(0, 0), inner - w->radius, inner, spans, ring};
    /* What has come within without a touch cannot meet the arc any more, in a straight line. */
    if (w->falls || vec_length(w->from) >= outer) enter_round(w, &arc);
    if (hollow.reach >= 0 && inner > 0) leave_round(w, &hollow);
    for (int side = -1; side <= 1 && !ring_is_whole(ring); side += 2) {
        ring_cut cut = ring_cut_at(ring, side);
        meet_piece(w, cut.inner, cut.outer);
    }
}

static void meet_circle(way *w, const evo_shape *circle) {
    way_round round = {vec(0, 0), circle->of.circle.radius + w->radius, 0, NULL, NULL};
    enter_round(w, &round);
}

/* ---- At the door ----------------------------------------------------------------------------- */

static way way_of(const placed *obstacle, const course *c) {
    way w = {placed_enter(obstacle, c->from),
             vec_turn_back(c->velocity, obstacle->axis),
             vec_turn_back(c->pull, obstacle->axis),
             c->radius,
             INFINITY,
             c->pull.x != 0 || c->pull.y != 0};
    return w;
}

static double meet(way *w, const evo_shape *shape) {
    if (!w->falls && !(vec_length(w->velocity) > 0)) return INFINITY;
    if (shape->kind == EVO_CIRCLE) {
        meet_circle(w, shape);
    } else if (shape->kind == EVO_RING) {
        meet_ring(w, shape);
    } else {
        double half = shape->of.segment.half_length;
        meet_piece(w, vec(-half, 0), vec(half, 0));
    }
    return w->first;
}

double course_meets(const placed *obstacle, const course *c) {
    way w = way_of(obstacle, c);
    return meet(&w, obstacle->shape);
}

double course_time(const placed *obstacle, const course *c) {
    const evo_shape *shape = obstacle->shape;
    way w = way_of(obstacle, c);
    evo_rim rim = shape_kind_of(shape)->nearest(shape, w.from);
    double gap = rim.distance - w.radius, touching = TOUCHING * (w.radius + shape_reach(shape));
    if (gap < -touching || (gap <= touching && way_closes(&w, vec_negate(rim.normal)))) return 0;
    return meet(&w, shape);
}
