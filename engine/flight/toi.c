/* toi.c: the choice of a method by pair of shapes. */
#include "flight/toi.h"

#include "flight/advance.h"
#include "flight/circles.h"
#include "flight/parabola.h"
#include "flight/tolerance.h"
#include "narrow/couple.h"
#include "narrow/order.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "shape/limits.h"

static bool keeps_angle(const moving_shape *m) {
    return shape_keeps_angle(m->shape, m->flight.spin);
}

static placed placed_now(const moving_shape *f) {
    return placed_at(f->shape, f->flight.position, evo_direction(f->flight.angle));
}

/* A circle against a shape that does not turn. */
static double circle_enter(const moving_shape *circle, const moving_shape *other, double horizon) {
    placed at = placed_now(circle), obstacle = placed_now(other);
    evo_vec2 velocity = vec_sub(circle->flight.velocity, other->flight.velocity);
    evo_vec2 accel = vec_sub(circle->accel, other->accel);
    double radius = circle->shape->of.circle.radius;
    if (other->shape->kind == EVO_CIRCLE && vec_is_zero(accel)) {
        circles_motion m = {vec_sub(at.center, obstacle.center), velocity,
                            radius + other->shape->of.circle.radius};
        return circles_enter(&m);
    }
    parabola path = {at.center, velocity, accel, radius, horizon};
    return parabola_enter(&obstacle, &path);
}

/* Fraction of the reach of both: no deeper in each other, something is beside a ring, or in its
 * hollow. */
static const double SHALLOW = 1e-3;

/* Returns what a whole ring is to all that is beside it; `disk` is to hold its shape. */
static moving_shape seen_beside(const moving_shape *m, const moving_shape *other, evo_shape *disk) {
    moving_shape seen = *m;
    if (m->shape->kind != EVO_RING || !shape_is_round(m->shape)) return *m;
    *disk = evo_circle(m->shape->of.ring.outer);
    disk->center = m->shape->center;
    seen.shape = disk;
    placed at = placed_now(&seen), obstacle = placed_now(other);
    double reach = shape_reach(disk) + shape_reach(other->shape);
    return pair_measure(&at, &obstacle).gap > -SHALLOW * reach ? seen : *m;
}

/* Radians until the horizon: what turns farther is seen as the disk that it sweeps at first. */
static const double TURNS_FAR = 16;

/* The disk about the centre that the shape turns round, which holds it at any angle. */
static moving_shape swept(const moving_shape *m, evo_shape *disk) {
    moving_shape seen = *m;
    const evo_shape_kind kind = m->shape->kind;
    if (keeps_angle(m) && kind != EVO_ELLIPSE && kind <= EVO_SEGMENT) return *m;
    *disk = evo_circle(shape_radius(m->shape));
    seen.shape = disk;
    return seen;
}

/* The time at which the disks meet that both sweep: no earlier do both. 0: they overlap, or the
 * time is not known. */
static double sweeps_meet(const moving_shape *a, const moving_shape *b, double horizon) {
    evo_shape disk_a, disk_b;
    moving_shape one = swept(a, &disk_a), two = swept(b, &disk_b);
    placed at_one = placed_now(&one), at_two = placed_now(&two);
    bool circle = one.shape->kind == EVO_CIRCLE;
    if (!circle && two.shape->kind != EVO_CIRCLE) return 0;
    if (pair_overlaps(&at_one, &at_two)) return 0;
    return circle ? circle_enter(&one, &two, horizon) : circle_enter(&two, &one, horizon);
}

/* The search begins where the disks meet that both sweep. */
static double advance(const moving_shape *a, const moving_shape *b, double horizon, int most,
                      bool *gave_up) {
    double turns = fabs(a->flight.spin) + fabs(b->flight.spin), from = 0;
    if (turns * horizon > TURNS_FAR) from = sweeps_meet(a, b, horizon);
    if (!(from <= horizon)) return INFINITY;
    if (!(turns * from > TURNS_FAR)) return advance_to_impact(a, b, horizon, most, gave_up);
    moving_shape later_a = *a, later_b = *b;
    later_a.flight = flight_after(&a->flight, a->accel, from);
    later_b.flight = flight_after(&b->flight, b->accel, from);
    return from + advance_to_impact(&later_a, &later_b, horizon - from, most, gave_up);
}

static double enter(const moving_shape *first, const moving_shape *second, double horizon, int most,
                    bool *gave_up) {
    evo_shape disk_a, disk_b;
    moving_shape a = seen_beside(first, second, &disk_a), b = seen_beside(second, &a, &disk_b);
    bool circle_a = a.shape->kind == EVO_CIRCLE, circle_b = b.shape->kind == EVO_CIRCLE;
    bool ellipse = a.shape->kind == EVO_ELLIPSE || b.shape->kind == EVO_ELLIPSE;
    bool flat = a.shape->kind > EVO_SEGMENT || b.shape->kind > EVO_SEGMENT;
    bool turns = !keeps_angle(&a) || !keeps_angle(&b);
    double time = INFINITY;
    if (first->growth > 0 || second->growth > 0)
        time = advance_to_impact(first, second, horizon, most, gave_up);
    else if (turns || ellipse || flat || !(circle_a || circle_b))
        time = advance(&a, &b, horizon, most, gave_up);
    else
        time = circle_a ? circle_enter(&a, &b, horizon) : circle_enter(&b, &a, horizon);
    return time <= horizon ? time : INFINITY;
}

/* Most measurements of two shapes: as many as any might need; and in a step, where what needs more
 * is looked at again. */
enum { MEASURED_MOST = 100000, MEASURED_SHORTLY = 2000 };

double toi_enter(const moving_shape *a, const moving_shape *b, double horizon) {
    bool gave_up = false;
    double time = enter(a, b, horizon, MEASURED_MOST, &gave_up);
    return gave_up ? INFINITY : time;
}

double toi_look(const moving_shape *a, const moving_shape *b, double horizon, bool *touches) {
    bool gave_up = false;
    double time = enter(a, b, horizon, MEASURED_SHORTLY, &gave_up);
    *touches = !gave_up;
    return time;
}

/* ---- Separating ------------------------------------------------------------------------------ */

/* The greatest speed of a point of the shape about the body's origin. */
static double rim_speed(const moving_shape *m) {
    return fabs(m->flight.spin) * shape_radius(m->shape);
}

/* The depth shrinks no faster than the fastest points move: that far a step is safe. */
double toi_exit(const moving_shape *a, const moving_shape *b, double horizon) {
    double size = shape_reach(a->shape) + shape_reach(b->shape), time = 0, previous = INFINITY;
    const evo_flight between = flight_between(&a->flight, &b->flight);
    const evo_vec2 accel = vec_sub(b->accel, a->accel);
    for (int i = 0; i < MEASURED_MOST && time <= horizon; ++i) {
        const evo_flight then = flight_after(&between, accel, time);
        const couple two = couple_of(a->shape, a->flight.angle + time * a->flight.spin, b->shape,
                                     then.position, then.angle);
        const double gap = pair_measure(&two.at[0], &two.at[1]).gap;
        const double max_speed = vec_length(then.velocity) + rim_speed(a) + rim_speed(b);
        if (i > 0 && gap >= -DEPTH_INSIDE * size && gap >= previous) return time;
        if (gap > DEPTH_INSIDE * size) return time;
        double distance = most_of(-gap, DEPTH_INSIDE * size);
        double square = max_speed * max_speed + 2 * vec_length(accel) * distance;
        if (!(square > 0)) return INFINITY;
        time += 2 * distance / (max_speed + sqrt(square));
        previous = gap;
    }
    return INFINITY;
}

/* ---- The public question --------------------------------------------------------------------- */

static bool flight_fits(evo_flight f) {
    return vector_fits(f.position) && vector_fits(f.velocity) && number_fits(f.angle)
           && number_fits(f.spin);
}

double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                          double horizon) {
    if (!shape_measurable(a) || !shape_measurable(b) || !flight_fits(fa) || !flight_fits(fb)
        || !(horizon >= 0))
        return INFINITY;
    if (a->kind == EVO_SEGMENT && b->kind == EVO_SEGMENT) return INFINITY;
    moving_shape first = {a, fa, {0, 0}, 0}, second = {b, fb, {0, 0}, 0};
    if (!pair_in_order(a, (evo_pose){fa.position, fa.angle}, b,
                       (evo_pose){fb.position, fb.angle})) {
        const moving_shape other = first;
        first = second;
        second = other;
    }
    second.flight.position = vec_sub(second.flight.position, first.flight.position);
    first.flight.position = vec(0, 0);
    return advance_overlaps(&first, &second) ? 0 : toi_enter(&first, &second, horizon);
}
