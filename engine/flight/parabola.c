/* parabola.c: times of impact on parabolas: a point and an outline, two circles, and roots of
 * polynomials. */
#include "flight/flight.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "narrow/narrow.h"
#include "shape/shape.h"

/* ==== A point on a parabola =================================================================== */

/* The path of a point against the obstacle's outline, offset outwards by the disk's radius r.
 *
 * The offset outline consists of lines at r from the straight pieces, circles of radius r about the
 * corners, a circle of radius outer + r and, in the hollow, one of radius inner - r. The disk
 * touches where the point first reaches one of them beside the piece of outline that it belongs to.
 * Corners need no such condition: they belong to the obstacle whatever is beside them.
 *
 * Under acceleration the path is a parabola: it crosses a line at the roots of a quadratic, a
 * circle at those of a quartic. It may pass beside a piece and hit it later, so all roots are
 * tried. */

/* The path in the obstacle's frame, and the earliest touch found yet. Later touches, and those
 * beyond the horizon, need not be found. */
typedef struct path {
    evo_vec2 from, velocity, accel;
    double radius, first, horizon;
    bool curved;
} path;

/* Fractions of a time, and of a circle, by which rounding may move the end of a path. */
static const double END_MARGIN = 1e-6;

static void path_offer(path *p, double time) {
    if (time >= 0 && time < p->first) p->first = time;
}

static evo_vec2 path_at(const path *p, double time) {
    return vec_along(p->from, time, vec_along(p->velocity, 0.5 * time, p->accel));
}

/* Returns whether the path moves along a direction, by more than rounding. */
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

/* Returns whether the path begins between circle and outline and leads towards the outline, also
 * from rest. */
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

/* ==== Two circles ============================================================================= */

/* |d + v t| = R.
 *
 * The first root of |v|^2 t^2 + 2 (d.v) t + c = 0, c = |d|^2 - R^2, is taken as c / (-d.v + root),
 * in which nothing cancels for circles that nearly touch. The discriminant is |v|^2 R^2 - (d x
 * v)^2, which keeps its digits where they graze. The sign of d.v is tested first: the quadratic
 * alone would report the exit of overlapping circles, or a touch in the past. */

/* The motion in a unit of time that makes its speed near 1, so that squares stay in range. */
static circles_motion scaled_motion(const circles_motion *e, double *unit) {
    double speed = fmax(fabs(e->velocity.x), fabs(e->velocity.y));
    circles_motion scaled = *e;
    *unit = 1;
    if (speed < 1e-100 || speed > 1e100) {
        *unit = speed > 0 ? 1 / speed : 0;
        /* Division, not multiplication by the unit: that is infinite for a speed below 1e-308. */
        scaled.velocity = speed > 0 ? vec(e->velocity.x / speed, e->velocity.y / speed) : vec(0, 0);
    }
    return scaled;
}

/* The discriminant, as a square of a distance; below 0: a miss. */
static double discriminant_of(const circles_motion *e) {
    double across = vec_cross(e->offset, e->velocity);
    return e->reach * e->reach * vec_dot(e->velocity, e->velocity) - across * across;
}

double circles_enter(const circles_motion *e) {
    double unit;
    circles_motion scaled = scaled_motion(e, &unit);
    double approach = -vec_dot(scaled.offset, scaled.velocity);
    double discriminant = discriminant_of(&scaled);
    if (!(approach > 0) || discriminant < 0) return INFINITY;
    double square = vec_dot(e->offset, e->offset), c = square - e->reach * e->reach;
    /* Circles that touch and slide past each other would meet by rounding alone. */
    double slide = TOUCH_EXACT_SQUARE * square * vec_dot(scaled.velocity, scaled.velocity);
    if (fabs(c) <= TOUCH_EXACT * square && approach * approach <= slide) return INFINITY;
    return c > 0 ? c / (approach + sqrt(discriminant)) * unit : 0;
}

double circles_touch(const circles_motion *e) {
    bool overlap = vec_dot(e->offset, e->offset) < e->reach * e->reach;
    return overlap ? 0 : circles_enter(e);
}

double circles_exit(const circles_motion *e) {
    double unit;
    circles_motion scaled = scaled_motion(e, &unit);
    double square = vec_dot(scaled.velocity, scaled.velocity);
    if (!(square > 0)) return INFINITY;
    double discriminant = discriminant_of(&scaled);
    if (discriminant < 0) return -INFINITY;
    return (sqrt(discriminant) - vec_dot(scaled.offset, scaled.velocity)) / square * unit;
}

/* ==== Roots =================================================================================== */

/* Between two neighbouring roots of its derivative a polynomial is monotonic, and has one root
 * or none: so the roots of each degree bracket those of the next. */

static double polynomial_at(const double *c, int degree, double t) {
    double value = c[degree];
    for (int i = degree - 1; i >= 0; --i) value = value * t + c[i];
    return value;
}

/* Bisection alone would do with fewer. */
enum { NEWTON_STEPS = 100 };

/* The root between two points of different signs: by Newton's step where that stays between them
 * and converges, else by bisection. */
static double root_between(const double *c, const double *derivative, int degree, double from,
                           double to) {
    bool rises = polynomial_at(c, degree, to) > 0;
    double at = 0.5 * (from + to), before = to - from;
    for (int i = 0; i < NEWTON_STEPS && from < to; ++i) {
        double value = polynomial_at(c, degree, at);
        if (value == 0) return at;
        if ((value > 0) == rises)
            to = at;
        else
            from = at;
        double step = -value / polynomial_at(derivative, degree - 1, at), next = at + step;
        bool converges = next > from && next < to && fabs(step) < 0.5 * before;
        if (!converges) next = 0.5 * (from + to);
        before = fabs(next - at);
        if (next == at || next <= from || next >= to) return at;
        at = next;
    }
    return at;
}

int roots_between(const double *c, int degree, double from, double to, double roots[ROOTS_DEGREE]) {
    while (degree > 0 && c[degree] == 0) --degree;
    assert(degree <= ROOTS_DEGREE);
    if (degree == 0 || !(from < to)) return 0;
    double derivative[ROOTS_DEGREE], extrema[ROOTS_DEGREE];
    for (int i = 1; i <= degree; ++i) derivative[i - 1] = i * c[i];
    int extremum_count = degree > 1 ? roots_between(derivative, degree - 1, from, to, extrema) : 0;
    int count = 0;
    for (int i = 0; i <= extremum_count; ++i) {
        double begin = i == 0 ? from : extrema[i - 1], end = i == extremum_count ? to : extrema[i];
        if ((polynomial_at(c, degree, begin) > 0) == (polynomial_at(c, degree, end) > 0)) continue;
        roots[count++] = root_between(c, derivative, degree, begin, end);
    }
    return count;
}

double roots_bound(const double *c, int degree) {
    while (degree > 0 && c[degree] == 0) --degree;
    double most = 0;
    for (int i = 0; i < degree; ++i) most = fmax(most, fabs(c[i] / c[degree]));
    return 1 + most;
}

/* ==== Growing circles ========================================================================= */

/* |d + v t| = R + G t. In: the motion at present; out: the first and the last root.
 *
 * With a = v^2 - G^2, b = d.v - R G and c = d^2 - R^2 the roots are those of a t^2 + 2 b t + c, in
 * the forms in which nothing cancels. Where a is not above 0 circles that touch never part. */

typedef struct growing_roots {
    double a, b, c;
    double square; /* below 0: they miss */
} growing_roots;

static growing_roots roots_of(const circles_motion *e, double growth) {
    growing_roots r = {
        vec_dot(e->velocity, e->velocity) - growth * growth,
        vec_dot(e->offset, e->velocity) - e->reach * growth,
        vec_dot(e->offset, e->offset) - e->reach * e->reach,
        0,
    };
    r.square = r.b * r.b - r.a * r.c;
    return r;
}

double growing_touch(const circles_motion *e, double growth) {
    const growing_roots r = roots_of(e, growth);
    if (r.c <= 0) return 0;
    if (!(r.b < 0 || r.a < 0) || !(r.square >= 0)) return INFINITY;
    return r.c / (sqrt(r.square) - r.b);
}

double growing_exit(const circles_motion *e, double growth) {
    const growing_roots r = roots_of(e, growth);
    if (!(r.a > 0)) return INFINITY;
    if (!(r.square >= 0)) return -INFINITY;
    const double root = sqrt(r.square);
    return r.b > 0 ? -r.c / (root + r.b) : (root - r.b) / r.a;
}
