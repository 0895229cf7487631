/* time_of_impact.c: the public question when two shapes meet. */
#include "evolute/collide.h"

#include "impact/advance.h"
#include "impact/circles.h"
#include "narrow/order.h"
#include "shape/kind.h"

static bool flight_fits(evo_flight f) {
    return vector_fits(f.position) && vector_fits(f.velocity) && number_fits(f.angle)
           && number_fits(f.spin);
}

static evo_pose pose_of(evo_flight f) {
    evo_pose pose = {f.position, f.angle};
    return pose;
}

/* A circle whose centre moves in a straight line. */
static bool flies_straight(const flier *f) {
    return f->shape->kind == EVO_CIRCLE
           && (f->flight.spin == 0 || (f->shape->center.x == 0 && f->shape->center.y == 0));
}

static evo_vec2 center_now(const flier *f) {
    return vec_add(f->flight.position, vec_turn(f->shape->center, evo_direction(f->flight.angle)));
}

static double circles_time(const flier *a, const flier *b) {
    encounter e = {vec_sub(center_now(b), center_now(a)),
                   vec_sub(b->flight.velocity, a->flight.velocity),
                   a->shape->of.circle.radius + b->shape->of.circle.radius};
    return encounter_begin(&e);
}

double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                          double horizon) {
    if (!shape_measurable(a) || !shape_measurable(b) || !flight_fits(fa) || !flight_fits(fb)
        || !(horizon >= 0))
        return INFINITY;
    flier first = {a, fa}, second = {b, fb};
    if (!pair_in_order(a, pose_of(fa), b, pose_of(fb))) {
        flier swap = first;
        first = second;
        second = swap;
    }
    if (first.shape->kind == EVO_SEGMENT && second.shape->kind == EVO_SEGMENT) return INFINITY;
    if (flies_straight(&first) && flies_straight(&second)) {
        double time = circles_time(&first, &second);
        return time <= horizon ? time : INFINITY;
    }
    return advance_to_impact(&first, &second, horizon, NULL);
}
