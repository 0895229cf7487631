/* advance.c: conservative advancement: measure the gap, step as far in time as it cannot close, and
 * measure again.
 *
 * Convex shapes: let n be the normal of the gap at time t, held fixed. The separation s(t') along n
 * never exceeds the gap, and s(t) is the gap itself. Spin w moves the support of a body along n at
 * w (r x n), r from the body's origin to the support; of an ellipse about its own centre that is at
 * most w |a - b|. So s falls in a unit of time by at most
 *     K = -v.n + |wA| leverA + |wB| leverB
 * and t + s / K is safe: the linear bound. With the present rate s' and a bound Q of the second
 * derivative, s + s' T - Q T^2 / 2 is a lower bound too: the quadratic bound, with which the last
 * steps converge like Newton's. For an ellipse Q is w^2 (rho - h), rho the greatest over the turn
 * made meanwhile: so a length of step is assumed, and Q belongs to it. A hull is its points, each
 * with its own step: the shortest counts. Where a face is met that turns, the normal turns with it,
 * and all is seen from there: along a fixed normal one of its ends would come nearer, and steps be
 * as short as the gap.
 *
 * A ring is not convex, and another part of its rim may come nearest. As long as the disk of its
 * outer arc is apart from the other shape, that disk is measured in its place. Then K is the
 * greatest closing speed of any two points, which converges more slowly; below a gap of
 * RING_NEWTON_GAP the rate at the nearest points gives the step.
 */
#include "flight/advance.h"

#include <assert.h>
#include <float.h>

#include "flight/bound.h"
#include "flight/circles.h"
#include "flight/features.h"
#include "flight/tolerance.h"
#include "narrow/pair.h"
#include "shape/hull.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* Fraction of the pair's size: below this gap rings take Newton steps. Such a step is at most so
 * many times the safe one: what it might pass through is smaller than a millionth of the size. */
static const double RING_NEWTON_GAP = 1e-7;
static const double NEWTON_STRIDE = 10;

/* Fraction of the pair's size: shapes this far apart touch no more. */
static const double SEPARATED = 1e-6;

/* Fractions of the smaller shape's reach, and of all that is looked at: the longest step, as a
 * distance, while shapes go on touching. */
static const double LEAVING_STEP = 1e-2, LEAVING_PART = 2e-3;

/* ---- The pair in motion ---------------------------------------------------------------------- */

typedef struct advancement {
    const moving_shape *a, *b;
    double size;
    double time;
    hull hulls[2];            /* of shapes with straight faces */
    evo_shape disks[2];       /* of rings: they hold them */
    bool beside;              /* these disks stand for the rings */
    bool looked;              /* the look is of this time */
    rim_look look;            /* of the features of rims that are apart, one of them a ring's */
    placed at_a, at_b;        /* placements at this time, relative to A's body */
    evo_vec2 body_a, body_b;  /* the bodies' origins then */
    evo_vec2 axis_a, axis_b;  /* and directions */
    evo_vec2 velocity, accel; /* motion of B relative to A */
    meeting gap;
    double
        lift; /* shapes are apart by so much more than measured: of those that touch and recede */
    int measurements, most;
    bool gave_up;
} advancement;

static bool is_ring(const moving_shape *m) {
    return m->shape->kind == EVO_RING;
}

static bool has_ring(const advancement *p) {
    return is_ring(p->a) || is_ring(p->b);
}

/* Returns whether the features of both rims tell when they touch. */
static bool has_rims(const advancement *p) {
    return has_ring(p) && p->a->shape->kind != EVO_ELLIPSE && p->b->shape->kind != EVO_ELLIPSE;
}

static void place(advancement *p, const evo_shape *a, const evo_shape *b) {
    p->at_a = placed_at(a, p->body_a, p->axis_a);
    p->at_b = placed_at(b, p->body_b, p->axis_b);
    if (a->kind >= EVO_SEGMENT) p->at_a.hull = &p->hulls[0];
    if (b->kind >= EVO_SEGMENT) p->at_b.hull = &p->hulls[1];
    p->beside = a != p->a->shape || b != p->b->shape;
    p->looked = false;
}

static void move_to(advancement *p, double time) {
    const evo_flight *fa = &p->a->flight, *fb = &p->b->flight;
    evo_vec2 velocity = vec_sub(fb->velocity, fa->velocity);
    evo_vec2 mean = vec_along(velocity, 0.5 * time, p->accel);
    p->time = time;
    p->velocity = vec_along(velocity, time, p->accel);
    p->body_a = vec(0, 0);
    p->body_b = vec_along(vec_sub(fb->position, fa->position), time, mean);
    p->axis_a = evo_direction(fa->angle + time * fa->spin);
    p->axis_b = evo_direction(fb->angle + time * fb->spin);
    ++p->measurements;
}

/* Measures the disks of rings in their place. Returns whether they are apart. */
static bool measure_disks(advancement *p) {
    place(p, is_ring(p->a) ? &p->disks[0] : p->a->shape,
          is_ring(p->b) ? &p->disks[1] : p->b->shape);
    p->gap = pair_measure(&p->at_a, &p->at_b);
    return p->gap.gap > TOUCH_MEASURED * p->size;
}

static void measure_at(advancement *p, double time) {
    move_to(p, time);
    if (has_ring(p) && measure_disks(p)) return;
    place(p, p->a->shape, p->b->shape);
    p->gap = pair_measure(&p->at_a, &p->at_b);
}

/* The rate of the gap. */
static double gap_rate(const advancement *p) {
    evo_vec2 n = p->gap.normal;
    return vec_dot(p->velocity, n)
           + p->b->flight.spin * vec_cross(vec_sub(p->gap.point_b, p->body_b), n)
           - p->a->flight.spin * vec_cross(vec_sub(p->gap.point_a, p->body_a), n);
}

/* ---- One side of the separation -------------------------------------------------------------- */

/* The support of a part of a shape along a fixed direction, while its body turns. */
typedef struct support {
    double reach;     /* reach now, from the body's origin */
    double rate;      /* rate now */
    double lever;     /* the greatest |rate| ever, for a spin of 1 */
    double curvature; /* the greatest second derivative within the turn */
} support;

/* A point of the body at r. */
static support support_of_point(evo_vec2 r, evo_vec2 n, double spin) {
    double length = vec_length(r);
    return (support){vec_dot(r, n), spin * vec_cross(r, n), length, spin * spin * length};
}

/* A circle or an ellipse about r, which may turn by `turn` meanwhile. */
static support support_of_oval(const placed *p, evo_vec2 r, evo_vec2 n, double spin, double turn) {
    support s = support_of_point(r, n, spin);
    if (p->shape->kind == EVO_CIRCLE) {
        s.reach += p->shape->of.circle.radius;
        return s;
    }
    double a = p->shape->of.ellipse.radius_x, b = p->shape->of.ellipse.radius_y;
    oval e = placed_oval(p);
    double h = oval_support(&e, n);
    double least = most_of(h * h - fabs(a - b) * (a + b) * turn, least_of(a, b) * least_of(a, b));
    double least_h = sqrt(least), greatest_rho = e.pq / (least * least_h);
    s.reach += h;
    s.rate += spin * vec_cross(oval_fit(&e, n).point, n);
    s.lever += fabs(a - b);
    s.curvature += spin * spin * most_of(greatest_rho - least_h, 0);
    return s;
}

enum { SUPPORTS = EVO_POLYGON_POINTS };

/* The parts of a shape that may become its support. */
static int supports_of(const placed *p, evo_vec2 body, evo_vec2 n, double spin, double turn,
                       support found[SUPPORTS]) {
    if (p->shape->kind >= EVO_SEGMENT) {
        const hull h = placed_hull(p);
        for (int i = 0; i < h.count; ++i) {
            found[i] = support_of_point(vec_sub(h.point[i], body), n, spin);
            found[i].reach += h.radius;
        }
        return h.count;
    }
    found[0] = support_of_oval(p, vec_sub(p->center, body), n, spin, turn);
    return 1;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The step that the quadratic bound is made for: twice the time to close the gap at the present
 * rate, but no more than a turn of either body for which the curvature is worth bounding. */
static double longest_step(const advancement *p) {
    const double longest_turn = 0.5;
    double closing = -gap_rate(p);
    double spin = most_of(fabs(p->a->flight.spin), fabs(p->b->flight.spin));
    return least_of(closing > 0 ? 2 * p->gap.gap / closing : INFINITY,
                    spin > 0 ? longest_turn / spin : INFINITY);
}

static double turn_in(double step, double spin) {
    return spin == 0 ? 0 : fabs(spin) * step;
}

/* Two bodies as seen from the one of them whose face is met, and turns. */
typedef struct face_view {
    const placed *met;         /* the other */
    evo_vec2 face, other;      /* the bodies' origins */
    evo_vec2 normal, velocity; /* of the face, outwards; of the other body */
    double spin, other_spin;   /* of the face; of the other */
    double reach, accel;       /* of the face along its normal; of the other body */
    double longest, lift;
} face_view;

static face_view view_from(const advancement *p, bool from_b) {
    const double spin_a = p->a->flight.spin, spin_b = p->b->flight.spin;
    face_view v = {.accel = vec_length(p->accel), .longest = longest_step(p), .lift = p->lift};
    v.met = from_b ? &p->at_a : &p->at_b;
    v.face = from_b ? p->body_b : p->body_a;
    v.other = from_b ? p->body_a : p->body_b;
    v.normal = from_b ? vec_negate(p->gap.normal) : p->gap.normal;
    v.velocity = from_b ? vec_negate(p->velocity) : p->velocity;
    v.spin = from_b ? spin_b : spin_a;
    v.other_spin = from_b ? spin_a : spin_b;
    v.reach = vec_dot(vec_sub(from_b ? p->gap.point_b : p->gap.point_a, v.face), v.normal);
    return v;
}

/* The step of a part of the other shape about a point, of which `rim` is the support towards the
 * face, as it turns against it. The normal turns with the face, so the part moves in a turning
 * frame. */
static double face_part_step(const face_view *v, evo_vec2 at, const support *rim) {
    const evo_vec2 arm = vec_sub(at, v->other), off = vec_sub(at, v->face);
    const double turn = fabs(v->spin), swing = fabs(v->other_spin) * vec_length(arm);
    const double speed = vec_length(v->velocity) + swing + v->accel * v->longest;
    const double far = vec_length(off) + speed * v->longest;
    const double apart = vec_dot(off, v->normal) - rim->reach - v->reach + v->lift;
    const double rate = vec_dot(v->velocity, v->normal) + v->other_spin * vec_cross(arm, v->normal)
                        - v->spin * vec_cross(off, v->normal) - rim->rate;
    const double curvature = v->accel + fabs(v->other_spin) * swing + 2 * turn * speed
                             + turn * turn * far + rim->curvature;
    const double max_speed = speed + turn * far + fabs(v->other_spin - v->spin) * rim->lever;
    const double linear = least_of(bound_linear(apart, max_speed, 0), v->longest);
    return most_of(linear, bound_quadratic(apart, rate, curvature, v->longest));
}

/* A step in which nothing of a convex shape reaches the face of another, which turns. */
static double face_step(const face_view *v) {
    const placed *met = v->met;
    const double spin = v->other_spin - v->spin;
    double step = v->longest;
    if (met->shape->kind == EVO_ELLIPSE) {
        const support rim =
            support_of_oval(met, vec(0, 0), vec_negate(v->normal), spin, turn_in(v->longest, spin));
        return least_of(step, face_part_step(v, met->center, &rim));
    }
    const hull h = placed_hull(met);
    const support rim = {.reach = h.radius};
    for (int i = 0; i < h.count; ++i) step = least_of(step, face_part_step(v, h.point[i], &rim));
    return step;
}

/* Returns a step in which two convex shapes do not touch; INFINITY: they never will. */
static double convex_step(const advancement *p) {
    if (isinf(p->gap.radius_a) && p->a->flight.spin != 0) {
        const face_view v = view_from(p, false);
        return face_step(&v);
    }
    if (isinf(p->gap.radius_b) && p->b->flight.spin != 0) {
        const face_view v = view_from(p, true);
        return face_step(&v);
    }
    evo_vec2 n = p->gap.normal;
    double spin_a = p->a->flight.spin, spin_b = p->b->flight.spin;
    double longest = longest_step(p);
    support of_a[SUPPORTS], of_b[SUPPORTS];
    int count_a = supports_of(&p->at_a, p->body_a, n, spin_a, turn_in(longest, spin_a), of_a);
    int count_b =
        supports_of(&p->at_b, p->body_b, vec_negate(n), spin_b, turn_in(longest, spin_b), of_b);
    double step = INFINITY, along = vec_dot(vec_sub(p->body_b, p->body_a), n);
    double accel = most_of(-vec_dot(p->accel, n), 0);
    for (int i = 0; i < count_a; ++i) {
        for (int j = 0; j < count_b; ++j) {
            double apart = along - of_a[i].reach - of_b[j].reach + p->lift;
            double rate = vec_dot(p->velocity, n) - of_a[i].rate - of_b[j].rate;
            double curvature = of_a[i].curvature + of_b[j].curvature + accel;
            double max_speed = -vec_dot(p->velocity, n) + fabs(spin_a) * of_a[i].lever
                               + fabs(spin_b) * of_b[j].lever;
            if (!(max_speed > 0 || accel > 0)) continue;
            double linear = bound_linear(apart, max_speed, accel);
            double quadratic = bound_quadratic(apart, rate, curvature, longest);
            step = least_of(step, most_of(linear, quadratic));
        }
    }
    return step;
}

/* The greatest speed of the outline for a spin of 1; of a round shape, of its centre. */
static double lever_of(const moving_shape *f) {
    double offset = vec_length(f->shape->center);
    return shape_is_round(f->shape) ? offset : offset + shape_reach(f->shape);
}

/* No two points of the shapes approach faster. */
static double max_closing_speed(const advancement *p) {
    return vec_length(p->velocity) + fabs(p->a->flight.spin) * lever_of(p->a)
           + fabs(p->b->flight.spin) * lever_of(p->b);
}

/* Steps of an ellipse beside a ring, or in it, whose nearest points are not bounded. */
static double oval_ring_step(const advancement *p) {
    double max_speed = max_closing_speed(p), rate = gap_rate(p), gap = p->gap.gap;
    double step = bound_linear(gap, max_speed, vec_length(p->accel));
    if (!(step < INFINITY)) return INFINITY;
    if (rate < 0 && gap < RING_NEWTON_GAP * p->size)
        step = least_of(-gap / rate, NEWTON_STRIDE * step);
    return step;
}

/* Longest step of rims, in sizes and in radians: longer ones would have wide bounds. */
static const double RIM_STRIDE = 4, RIM_TURN = 0.5;

static void look_at_rims(advancement *p) {
    const double spin = most_of(fabs(p->a->flight.spin), fabs(p->b->flight.spin));
    const double accel = vec_length(p->accel);
    const double longest = bound_linear(RIM_STRIDE * p->size, max_closing_speed(p), accel);
    const rim_pair pair = {{outline_of(&p->at_a), p->body_a, {0, 0}, p->a->flight.spin},
                           {outline_of(&p->at_b), p->body_b, p->velocity, p->b->flight.spin},
                           accel,
                           spin > 0 ? least_of(longest, RIM_TURN / spin) : longest,
                           TOUCH_MEASURED * p->size,
                           p->lift > 0};
    p->look = (rim_look){INFINITY, false};
    if (longest < INFINITY) p->look = features_look(&pair);
    p->looked = true;
}

static double rims_step(advancement *p) {
    if (!p->looked) look_at_rims(p);
    return p->look.step;
}

/* A step in which nothing touches; INFINITY: it never will. */
static double safe_step(advancement *p) {
    if (!has_ring(p) || p->beside) return convex_step(p);
    return has_rims(p) ? rims_step(p) : oval_ring_step(p);
}

/* Goes on to a time before which shapes that are apart do not touch. Of rims no gap is measured,
 * but whether it is 0. */
static void advance_by(advancement *p, double step) {
    if (!has_rims(p)) {
        measure_at(p, p->time + step);
        return;
    }
    move_to(p, p->time + step);
    if (measure_disks(p)) return;
    place(p, p->a->shape, p->b->shape);
    look_at_rims(p);
    p->gap.gap = p->look.touches ? 0 : INFINITY;
}

/* ---- Advancement ----------------------------------------------------------------------------- */

/* The last time before shapes are deeper in each other than so much, between a time before and the
 * present one. */
static double last_apart(advancement *p, double before, double depth) {
    double after = p->time;
    for (int halving = 0; halving < 60; ++halving) {
        measure_at(p, 0.5 * (before + after));
        if (p->gap.gap < -depth)
            after = p->time;
        else
            before = p->time;
    }
    return before;
}

/* Returns whether touching shapes approach, by more than rounding. */
static bool is_closing(const advancement *p) {
    return gap_rate(p) < -CLOSING * max_closing_speed(p);
}

/* Goes from a contact that does not close, in growing steps, to where the shapes separate, or are
 * deeper in each other than so much. Returns the last time at which they were measured to touch. */
static double leave_contact(advancement *p, double until, double depth) {
    double touched = p->time, max_speed = max_closing_speed(p), accel = vec_length(p->accel);
    double stride = LEAVING_STEP * least_of(shape_reach(p->a->shape), shape_reach(p->b->shape));
    stride = most_of(stride, LEAVING_PART * max_speed * least_of(until - p->time, DBL_MAX));
    double step = bound_linear(4 * TOUCH_MEASURED * p->size, max_speed, accel);
    while (p->gap.gap >= -depth && p->gap.gap <= SEPARATED * p->size && p->measurements < p->most) {
        touched = p->time;
        if (!(step <= until - p->time)) break;
        measure_at(p, p->time + step);
        step = least_of(2 * step, bound_linear(stride, max_closing_speed(p), accel));
    }
    return touched;
}

typedef enum parting { PARTS_NOT, PARTS_FOR_GOOD, PARTED } parting;

/* Goes from a contact that recedes to where shapes are farthest apart by the quadratic bound with a
 * gap of 0: they touch nowhere on the way, nor in twice that time. */
static parting part(advancement *p, double until) {
    const double from = p->time, touching = TOUCH_MEASURED * p->size;
    const bool bounded = !has_ring(p) || has_rims(p);
    if (!bounded || !(gap_rate(p) > CLOSING * max_closing_speed(p))) return PARTS_NOT;
    p->lift = touching - p->gap.gap;
    const double step = safe_step(p);
    p->lift = 0;
    if (!(step <= until - from)) return PARTS_FOR_GOOD;
    measure_at(p, from + 0.5 * step);
    if (p->gap.gap > touching) return PARTED;
    measure_at(p, from);
    return PARTS_NOT;
}

static double give_up(advancement *p) {
    p->gave_up = true;
    return p->time;
}

static double advance_from(advancement *p, double from, double until) {
    double touching = TOUCH_MEASURED * p->size;
    measure_at(p, from);
    if (p->gap.gap <= touching) {
        if (is_closing(p)) return from;
        const parting parts = part(p, until);
        if (parts == PARTS_FOR_GOOD) return INFINITY;
        if (parts == PARTS_NOT) {
            double depth = most_of(-p->gap.gap, touching), touched = leave_contact(p, until, depth);
            if (p->gap.gap < -depth) return last_apart(p, touched, depth);
            if (p->gap.gap <= touching) return INFINITY;
        }
    }
    while (p->gap.gap > touching) {
        double step = safe_step(p), before = p->time;
        if (!(step <= until - before)) return INFINITY;
        if (p->measurements >= p->most) return give_up(p);
        if (!(before + step > before)) return before; /* neither clock nor supports resolve less */
        advance_by(p, step);
        if (p->gap.gap < -touching) return last_apart(p, before, touching);
    }
    return p->time;
}

static advancement advancement_of(const moving_shape *a, const moving_shape *b) {
    advancement p = {.a = a, .b = b, .size = shape_reach(a->shape) + shape_reach(b->shape)};
    p.velocity = vec_sub(b->flight.velocity, a->flight.velocity);
    p.accel = vec_sub(b->accel, a->accel);
    return p;
}

static void take_form(const evo_shape *shape, hull *flat, evo_shape *disk) {
    if (shape->kind >= EVO_SEGMENT) *flat = hull_of_shape(shape);
    if (shape->kind != EVO_RING) return;
    *disk = evo_circle(shape->of.ring.outer);
    disk->center = shape->center;
}

/* Takes hulls and disks, before anything is measured. */
static void take_forms(advancement *p) {
    take_form(p->a->shape, &p->hulls[0], &p->disks[0]);
    take_form(p->b->shape, &p->hulls[1], &p->disks[1]);
}

bool advance_overlaps(const moving_shape *a, const moving_shape *b) {
    advancement p = advancement_of(a, b);
    double around = p.size + vec_length(a->shape->center) + vec_length(b->shape->center);
    if (vec_length(vec_sub(b->flight.position, a->flight.position)) > around) return false;
    take_forms(&p);
    measure_at(&p, 0);
    return p.gap.gap < -TOUCH_MEASURED * p.size;
}

double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon, int most,
                         bool *gave_up) {
    const evo_flight *fa = &a->flight, *fb = &b->flight;
    advancement p = advancement_of(a, b);
    p.most = most;
    assert(horizon < INFINITY || (p.accel.x == 0 && p.accel.y == 0));
    /* The shapes can touch only while the circles overlap in which the bodies turn, widened by how
     * far acceleration bends the path. */
    bool straight = p.accel.x == 0 && p.accel.y == 0;
    double curvature = straight ? 0 : 0.5 * vec_length(p.accel) * horizon * horizon;
    circles_motion around = {vec_sub(fb->position, fa->position), p.velocity,
                             vec_length(a->shape->center) + vec_length(b->shape->center) + p.size
                                 + curvature};
    bool bounded = around.reach < INFINITY;
    double from = bounded ? circles_touch(&around) : 0, time = INFINITY;
    double until = bounded ? least_of(horizon, circles_exit(&around)) : horizon;
    if (from <= horizon) {
        take_forms(&p);
        time = advance_from(&p, from, until);
    }
    *gave_up = p.gave_up;
    return time;
}
