/* parabola.c: the path of a point against the obstacle's outline, offset outwards by the disk's
 * radius r.
 *
 * The offset outline consists of lines at r from the straight pieces, circles of radius r about the
 * corners, a circle of radius outer + r and, in the hollow, one of radius inner - r. The disk
 * touches where the point first reaches one of them beside the piece of outline that it belongs to.
 * Corners need no such condition: they belong to the obstacle whatever is beside them.
 *
 * Under acceleration the path is a parabola: it crosses a line at the roots of a quadratic, a
 * circle at those of a quartic. It may pass beside a piece and hit it later, so all roots are
 * tried.
 */
#include "flight/parabola.h"

#include "flight/circles.h"
#include "flight/line.h"
#include "flight/roots.h"
#include "flight/tolerance.h"
#include "shape/ring.h"

/* The path in the obstacle's frame, and the earliest touch so far. What cannot come before that, or
 * is beyond the horizon, need not be found. */
typedef struct path {
    evo_vec2 from, velocity, accel;
    double radius, first, horizon;
    bool curved;
} path;

/* Fraction of a time, and of a circle: so far rounding may move the end of a path. */
static const double END_MARGIN = 1e-6;

static void path_offer(path *p, double time) {
    if (time >= 0 && time < p->first) p->first = time;
}

static evo_vec2 path_at(const path *p, double time) {
    return vec_along(p->from, time, vec_along(p->velocity, 0.5 * time, p->accel));
}

/* Returns whether the path approaches what lies in a direction, by more than rounding. */
static bool path_approaches(const path *p, evo_vec2 towards) {
    return vec_dot(p->velocity, towards) > CLOSING * vec_length(p->velocity);
}

/* ---- Circles --------------------------------------------------------------------------------- */

/* A circle about a point, which counts only where the ring spans; NULL: everywhere. A path that
 * begins between the circle and the outline itself is on the circle already. */
typedef struct path_circle {
    evo_vec2 center;
    double reach, rim;
    const evo_shape *ring;
} path_circle;

static void offer_circle(path *p, const path_circle *circle, double time) {
    if (!(time < INFINITY)) return;
    if (!circle->ring || ring_spans(circle->ring, path_at(p, time))) path_offer(p, time);
}

/* Squared distance from the centre, less the circle's, as a polynomial of time. */
static void distance_polynomial(const path *p, const path_circle *circle, double *c) {
    evo_vec2 d = vec_sub(p->from, circle->center);
    c[0] = vec_dot(d, d) - circle->reach * circle->reach;
    c[1] = 2 * vec_dot(d, p->velocity);
    c[2] = vec_dot(p->velocity, p->velocity) + vec_dot(d, p->accel);
    c[3] = vec_dot(p->velocity, p->accel);
    c[4] = 0.25 * vec_dot(p->accel, p->accel);
}

/* Returns whether the path begins between circle and outline, and leads on towards the outline, be
 * it from rest. */
static bool is_on(const path *p, const path_circle *circle, bool inwards) {
    evo_vec2 apart = vec_sub(p->from, circle->center);
    double distance = vec_length(apart), closing = vec_dot(apart, p->velocity);
    if (closing == 0) closing = vec_dot(p->velocity, p->velocity) + vec_dot(apart, p->accel);
    double touching = TOUCH_EXACT * (distance + circle->reach);
    if (inwards)
        return distance <= circle->reach + touching && distance >= circle->rim && closing < 0;
    return distance >= circle->reach - touching && distance <= circle->rim && closing > 0;
}

/* Returns a time that no crossing that counts is after. */
static double path_end(const path *p) {
    return (1 + END_MARGIN) * least_of(p->first, p->horizon);
}

/* Returns whether the path is too short for the way to the circle. */
static bool stays_clear(const path *p, const path_circle *circle, double time) {
    double way = time * (vec_length(p->velocity) + 0.5 * time * vec_length(p->accel));
    double gap = fabs(vec_length(vec_sub(p->from, circle->center)) - circle->reach);
    return gap > way + END_MARGIN * circle->reach;
}

/* Offers all places where the parabola crosses the circle, inwards or outwards. */
static void cross_circle(path *p, const path_circle *circle, bool inwards) {
    double c[5], roots[ROOTS_DEGREE], end = path_end(p);
    if (stays_clear(p, circle, end)) return;
    distance_polynomial(p, circle, c);
    if (is_on(p, circle, inwards)) offer_circle(p, circle, 0);
    bool within = !(c[0] > 0);
    int count = roots_between(c, 4, 0, least_of(roots_bound(c, 4), end), roots);
    for (int i = 0; i < count; ++i, within = !within)
        if (within != inwards) offer_circle(p, circle, roots[i]);
}

static void enter_circle(path *p, const path_circle *circle) {
    circles_motion e = {vec_sub(p->from, circle->center), p->velocity, circle->reach};
    if (p->curved)
        cross_circle(p, circle, true);
    else
        offer_circle(p, circle, circles_enter(&e));
}

/* A straight path that begins inside ends at the circle; one that begins at the circle and does not
 * lead away from it ends at once. */
static void exit_circle(path *p, const path_circle *circle) {
    circles_motion e = {vec_sub(p->from, circle->center), p->velocity, circle->reach};
    if (p->curved) {
        cross_circle(p, circle, false);
        return;
    }
    double time = circles_exit(&e);
    if (is_on(p, circle, false)) offer_circle(p, circle, 0);
    if (fabs(vec_length(e.offset) - e.reach) <= TOUCH_EXACT * (e.reach + p->radius)) {
        double square = vec_dot(p->velocity, p->velocity);
        time = square > 0 ? most_of(-2 * vec_dot(e.offset, p->velocity) / square, 0) : INFINITY;
    }
    if (time > -INFINITY) offer_circle(p, circle, time);
}

/* ---- Straight pieces ------------------------------------------------------------------------- */

static void hit_corner(path *p, evo_vec2 corner) {
    path_circle circle = {corner, p->radius, 0, NULL};
    enter_circle(p, &circle);
}

/* One side of a straight piece: a line that counts where it is beside the piece. */
typedef struct path_side {
    evo_vec2 from, along, normal;
    double length, tolerance;
} path_side;

static void hit_side(path *p, const path_side *side) {
    double height = vec_dot(vec_sub(p->from, side->from), side->normal) - p->radius;
    double speed = vec_dot(p->velocity, side->normal), accel = vec_dot(p->accel, side->normal);
    /* A point that is inside by rounding, but not through, is on the line. */
    if (height < side->tolerance && height > -p->radius - side->tolerance) height = 0;
    if (!p->curved && !path_approaches(p, vec_negate(side->normal))) return;
    double time = line_cross(height, speed, accel);
    if (!(time < INFINITY)) return;
    double place = vec_dot(vec_sub(path_at(p, time), side->from), side->along);
    if (place >= -side->tolerance && place <= side->length + side->tolerance) path_offer(p, time);
}

/* A straight piece, from either side, and its two ends. */
static void hit_segment(path *p, evo_vec2 from, evo_vec2 to) {
    evo_vec2 edge = vec_sub(to, from), along = vec_unit(edge, vec(1, 0));
    double length = vec_length(edge),
           tolerance = TOUCH_EXACT * (length + vec_length(to) + p->radius);
    path_side left = {from, along, vec_left(along), length, tolerance}, right = left;
    right.normal = vec_negate(left.normal);
    hit_side(p, &left);
    hit_side(p, &right);
    hit_corner(p, from);
    hit_corner(p, to);
}

static void hit_ring(path *p, const evo_shape *ring) {
    double inner = ring->of.ring.inner, outer = ring->of.ring.outer;
    path_circle arc = {vec(0, 0), outer + p->radius, outer, ring};
    path_circle hollow = {vec(0, 0), inner - p->radius, inner, ring};
    /* A straight path that begins inside cannot reach the arc any more. */
    if (p->curved || vec_length(p->from) >= outer) enter_circle(p, &arc);
    if (hollow.reach >= 0 && inner > 0) exit_circle(p, &hollow);
    for (int side = -1; side <= 1 && !ring_is_whole(ring); side += 2) {
        ring_cut cut = ring_cut_at(ring, side);
        hit_segment(p, cut.inner, cut.outer);
    }
}

/* ---- Entry points ---------------------------------------------------------------------------- */

static path path_of(const placed *obstacle, const parabola *c) {
    return (path){placed_enter(obstacle, c->from),
                  vec_turn_back(c->velocity, obstacle->axis),
                  vec_turn_back(c->accel, obstacle->axis),
                  c->radius,
                  INFINITY,
                  c->horizon,
                  !vec_is_zero(c->accel)};
}

static double hit(path *p, const evo_shape *shape) {
    if (!p->curved && !(vec_length(p->velocity) > 0)) return INFINITY;
    if (shape->kind == EVO_CIRCLE) {
        path_circle circle = {vec(0, 0), shape->of.circle.radius + p->radius, 0, NULL};
        enter_circle(p, &circle);
    } else if (shape->kind == EVO_RING) {
        hit_ring(p, shape);
    } else {
        double half = shape->of.segment.half_length;
        hit_segment(p, vec(-half, 0), vec(half, 0));
    }
    return p->first;
}

double parabola_enter(const placed *obstacle, const parabola *c) {
    path p = path_of(obstacle, c);
    return hit(&p, obstacle->shape);
}
