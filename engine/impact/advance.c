/* advance.c: conservative advancement: measure the gap, go as far in time as it cannot close, and
 * measure again.
 *
 * How far, for convex shapes: let n be the normal of the gap at time t, held fixed. Along it the
 * separation s(t') is a lower bound of the gap at any t', and s(t) is the gap itself. A body that
 * turns by spin w moves its support along n at w (r x n), r from the body's origin to the support;
 * for an ellipse about its own centre that is at most w |a - b|. So s falls by at most
 *     K = -v.n + |wA| swingA + |wB| swingB
 * a unit of time, and t + s / K is safe: the linear bound. And it falls no faster than its present
 * rate s' and a bound Q of its bend allow, s + s' T - Q T^2 / 2: the quadratic bound, with which
 * the last steps converge as Newton's do. An ellipse bends its support by w^2 (rho - h), where rho
 * must be the greatest over the turn taken meanwhile, so a length of step is tried and Q belongs to
 * it. A segment is two points, of which either may come to be the nearest: the least step counts.
 *
 * A ring is not convex, and another part of its rim may come nearer first. For its pairs K is the
 * fastest that any two points can approach, which converges more slowly; once the gap is below
 * RING_HOMING of the size, the rate at the nearest points leads to the touch.
 */
#include "impact/advance.h"

#include "impact/circles.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* Of the size of the pair: a gap this small is a touch. */
static const double TOUCHING = 1e-11;

/* Of the size of the pair; see the head of the file. A homing step is at most so many times the
 * safe one: what it might leap over is smaller than a millionth of the size. */
static const double RING_NEWTON_GAP = 1e-7;
static const double NEWTON_STRIDE = 10;

/* Of the size of the pair: a touch has been left when the gap is this wide. */
static const double SEPARATED = 1e-6;

/* Of the size of the pair: the longest way that is gone at once where the shapes keep touching. */
static const double LEAVING_STEP = 1e-2;

enum { MAX_MEASUREMENTS = 100000 };

/* ---- Bodies in flight ------------------------------------------------------------------------ */

typedef struct advancement {
    const moving_shape *a, *b;
    double size;
    double time;
    placed at_a, at_b;        /* at this time, relative to A's body */
    evo_vec2 body_a, body_b;  /* where the bodies' origins are then */
    evo_vec2 velocity, accel; /* of B relative to A */
    meeting gap;
    int measurements;
} advancement;

static void measure_at(advancement *p, double time) {
    const evo_flight *fa = &p->a->flight, *fb = &p->b->flight;
    evo_vec2 velocity = vec_sub(fb->velocity, fa->velocity);
    evo_vec2 mean = vec_along(velocity, 0.5 * time, p->accel);
    p->time = time;
    p->velocity = vec_along(velocity, time, p->accel);
    p->body_a = vec(0, 0);
    p->body_b = vec_along(vec_sub(fb->position, fa->position), time, mean);
    p->at_a = placed_at(p->a->shape, p->body_a, evo_direction(fa->angle + time * fa->spin));
    p->at_b = placed_at(p->b->shape, p->body_b, evo_direction(fb->angle + time * fb->spin));
    p->gap = pair_measure(&p->at_a, &p->at_b);
    ++p->measurements;
}

/* How fast the nearest points part. */
static double gap_rate(const advancement *p) {
    evo_vec2 n = p->gap.normal;
    return vec_dot(p->velocity, n)
           + p->b->flight.spin * vec_cross(vec_sub(p->gap.point_b, p->body_b), n)
           - p->a->flight.spin * vec_cross(vec_sub(p->gap.point_a, p->body_a), n);
}

/* ---- One side of the separation -------------------------------------------------------------- */

/* The support of a part of a shape along a fixed direction, as its body turns. */
typedef struct support {
    double reach;     /* now, from the body's origin */
    double rate;      /* now */
    double lever;     /* the greatest |rate| for a spin of 1, ever */
    double curvature; /* the greatest second derivative within a turn */
} support;

/* A point of the body at r. */
static support support_of_point(evo_vec2 r, evo_vec2 n, double spin) {
    double length = vec_length(r);
    support s = {vec_dot(r, n), spin * vec_cross(r, n), length, spin * spin * length};
    return s;
}

/* A circle or an ellipse whose centre is at r; `turn` is how far it may turn meanwhile. */
static support support_of_oval(const placed *p, evo_vec2 r, evo_vec2 n, double spin, double turn) {
    support s = support_of_point(r, n, spin);
    if (p->shape->kind == EVO_CIRCLE) {
        s.reach += p->shape->of.circle.radius;
        return s;
    }
    double a = p->shape->of.ellipse.radius_x, b = p->shape->of.ellipse.radius_y;
    oval e = placed_oval(p);
    double h = oval_support(&e, n);
    double least = fmax(h * h - fabs(a - b) * (a + b) * turn, fmin(a, b) * fmin(a, b));
    double least_h = sqrt(least), greatest_rho = e.pq / (least * least_h);
    s.reach += h;
    s.rate += spin * vec_cross(oval_fit(&e, n).point, n);
    s.lever += fabs(a - b);
    s.curvature += spin * spin * fmax(greatest_rho - least_h, 0);
    return s;
}

enum { SUPPORTS = 2 };

/* The parts of a shape that may come to be its support. */
static int supports_of(const placed *p, evo_vec2 body, evo_vec2 n, double spin, double turn,
                       support found[SUPPORTS]) {
    if (p->shape->kind == EVO_SEGMENT) {
        found[0] = support_of_point(vec_sub(placed_from(p), body), n, spin);
        found[1] = support_of_point(vec_sub(placed_to(p), body), n, spin);
        return 2;
    }
    found[0] = support_of_oval(p, vec_sub(p->center, body), n, spin, turn);
    return 1;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The longest T up to `longest` for which gap + rate T - bend T^2 / 2 stays above 0. */
static double quadratic_step(double gap, double rate, double curvature, double longest) {
    double root = sqrt(rate * rate + 2 * curvature * gap);
    double below = root - rate; /* the root that does not cancel when the gap closes */
    return 2 * gap >= below * longest ? longest : 2 * gap / below;
}

/* The step for which the quadratic bound is made: twice what the present rate takes to close the
 * gap, but no more than a turn of either body over which its bend is worth bounding. */
static double longest_step(const advancement *p) {
    const double longest_turn = 0.5;
    double closing = -gap_rate(p);
    double spin = fmax(fabs(p->a->flight.spin), fabs(p->b->flight.spin));
    return fmin(closing > 0 ? 2 * p->gap.gap / closing : INFINITY,
                spin > 0 ? longest_turn / spin : INFINITY);
}

static double turn_in(double step, double spin) {
    return spin == 0 ? 0 : fabs(spin) * step;
}

/* How long it takes at least to go so far, at a speed that grows by no more than so much. */
static double time_for(double distance, double speed, double accel) {
    double square = speed * speed + 2 * accel * distance;
    return accel > 0 || speed > 0 ? 2 * distance / (speed + sqrt(square)) : INFINITY;
}

/* A step that no pair of convex shapes can touch in; INFINITY when they never will. */
static double convex_step(const advancement *p) {
    evo_vec2 n = p->gap.normal;
    double spin_a = p->a->flight.spin, spin_b = p->b->flight.spin;
    double longest = longest_step(p);
    support of_a[SUPPORTS], of_b[SUPPORTS];
    int count_a = supports_of(&p->at_a, p->body_a, n, spin_a, turn_in(longest, spin_a), of_a);
    int count_b =
        supports_of(&p->at_b, p->body_b, vec_negate(n), spin_b, turn_in(longest, spin_b), of_b);
    double step = INFINITY, along = vec_dot(vec_sub(p->body_b, p->body_a), n);
    double accel = fmax(-vec_dot(p->accel, n), 0);
    for (int i = 0; i < count_a; ++i) {
        for (int j = 0; j < count_b; ++j) {
            double apart = along - of_a[i].reach - of_b[j].reach;
            double rate = vec_dot(p->velocity, n) - of_a[i].rate - of_b[j].rate;
            double curvature = of_a[i].curvature + of_b[j].curvature + accel;
            double max_speed = -vec_dot(p->velocity, n) + fabs(spin_a) * of_a[i].lever
                               + fabs(spin_b) * of_b[j].lever;
            if (!(max_speed > 0 || accel > 0)) continue;
            double linear = time_for(apart, max_speed, accel);
            double quadratic = quadratic_step(apart, rate, curvature, longest);
            step = fmin(step, fmax(linear, quadratic));
        }
    }
    return step;
}

/* How fast a spin of 1 moves the rim at most; turning does not show on what is round. */
static double lever_of(const moving_shape *f) {
    double offset = vec_length(f->shape->center);
    return shape_is_round(f->shape) ? offset : offset + shape_reach(f->shape);
}

/* The greatest speed at which any two points of the shapes approach. */
static double max_closing_speed(const advancement *p) {
    return vec_length(p->velocity) + fabs(p->a->flight.spin) * lever_of(p->a)
           + fabs(p->b->flight.spin) * lever_of(p->b);
}

static double ring_step(const advancement *p) {
    double max_speed = max_closing_speed(p), rate = gap_rate(p), gap = p->gap.gap;
    double step = time_for(gap, max_speed, vec_length(p->accel));
    if (!(step < INFINITY)) return INFINITY;
    if (rate < 0 && gap < RING_NEWTON_GAP * p->size) step = fmin(-gap / rate, NEWTON_STRIDE * step);
    return step;
}

static double safe_step(const advancement *p) {
    bool ring = p->a->shape->kind == EVO_RING || p->b->shape->kind == EVO_RING;
    return ring ? ring_step(p) : convex_step(p);
}

/* ---- The chase ------------------------------------------------------------------------------- */

/* From the present time, at which the shapes overlap, back to the last at which they do not yet,
 * after a time at which they did not. */
static double last_apart(advancement *p, double before) {
    double after = p->time;
    for (int halving = 0; halving < 60; ++halving) {
        measure_at(p, 0.5 * (before + after));
        if (p->gap.gap < -TOUCHING * p->size)
            after = p->time;
        else
            before = p->time;
    }
    return before;
}

/* Whether touching shapes close in, by more than rounding shows. */
static bool is_closing(const advancement *p) {
    return gap_rate(p) < -1e-12 * max_closing_speed(p);
}

/* From a touch that does not close, in growing steps, to where the shapes touch no more. Returns
 * the last time at which they were seen so near. */
static double leave_contact(advancement *p, double until) {
    double touched = p->time, max_speed = max_closing_speed(p), accel = vec_length(p->accel);
    double step = time_for(4 * TOUCHING * p->size, max_speed, accel);
    while (p->gap.gap >= -TOUCHING * p->size && p->gap.gap <= SEPARATED * p->size
           && p->measurements < MAX_MEASUREMENTS) {
        touched = p->time;
        if (!(step <= until - p->time)) break;
        measure_at(p, p->time + step);
        step = fmin(2 * step, time_for(LEAVING_STEP * p->size, max_closing_speed(p), accel));
    }
    return touched;
}

static double advance_from(advancement *p, double from, double until) {
    double touching = TOUCHING * p->size;
    measure_at(p, from);
    if (p->gap.gap < -touching) return from;
    if (p->gap.gap <= touching) {
        if (is_closing(p)) return from;
        double touched = leave_contact(p, until);
        if (p->gap.gap < -touching) return last_apart(p, touched);
        if (p->gap.gap <= touching) return INFINITY;
    }
    while (p->gap.gap > touching) {
        double step = safe_step(p), before = p->time;
        if (!(step <= until - before) || p->measurements >= MAX_MEASUREMENTS) return INFINITY;
        if (before + step == before) return before; /* the clock resolves no more */
        measure_at(p, before + step);
        if (p->gap.gap < -touching) return last_apart(p, before);
    }
    return p->time;
}

double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon) {
    const evo_flight *fa = &a->flight, *fb = &b->flight;
    advancement p;
    p.a = a;
    p.b = b;
    p.size = shape_reach(a->shape) + shape_reach(b->shape);
    p.velocity = vec_sub(fb->velocity, fa->velocity);
    p.accel = vec_sub(b->accel, a->accel);
    p.measurements = 0;
    /* Nothing can happen but while the circles meet in which the bodies turn, wider by what the
     * pull may turn them from a straight flight. */
    bool straight = p.accel.x == 0 && p.accel.y == 0;
    double curvature = straight ? 0 : 0.5 * vec_length(p.accel) * horizon * horizon;
    circles_motion around = {vec_sub(fb->position, fa->position), p.velocity,
                             vec_length(a->shape->center) + vec_length(b->shape->center) + p.size
                                 + curvature};
    bool bounded = around.reach < INFINITY;
    double from = bounded ? circles_touch(&around) : 0, time = INFINITY;
    double until = bounded ? fmin(horizon, circles_exit(&around)) : horizon;
    if (from <= horizon) time = advance_from(&p, from, until);
    return time;
}
