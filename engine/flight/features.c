/* features.c: the time of impact of two rims, feature by feature.
 *
 * Two rims that are apart touch first where an arc (a corner has radius 0) touches an arc, or an
 * arc a flat. Each such pair has a function F of time that is 0 there:
 *     arcs:           F = |Cb - Ca| - L, L = ra + rb; in a hollow, whose radius is below 0, the
 *                     centres part up to L = -(ra + rb)
 *     arc and flat:   F = n.(C - P) - r, in the frame of the flat
 * and touches only while the common normal is in the cones of both (of a flat: while the foot is on
 * it). So until F can be 0, or until the normal can be in a cone that it is outside of, whichever
 * is later, the pair does not touch. The step is the least over all pairs.
 *
 * Bounds: let V bound the speed of Cb - Ca in the step, and Q its acceleration. Then |Cb - Ca|''
 * is at least -Q, and (|Cb - Ca|^2)'' at most 2 (V^2 + L Q) while the centres are nearer than L.
 * The direction of Cb - Ca turns in a time T by at most asin(V T / d), which is less than
 * pi / 2 V T / d. A normal that is outside of a cone by an angle whose sine is s needs a turn of at
 * least s. */
#include "flight/features.h"

#include "core/trig.h"
#include "flight/bound.h"

/* An arc with the motion of its centre. */
typedef struct moving_arc {
    const outline_arc *arc;
    evo_vec2 velocity;
    double accel; /* towards the body's origin */
} moving_arc;

typedef struct moving_arcs {
    moving_arc all[OUTLINE_ARCS];
    int count;
    const moving_rim *of;
} moving_arcs;

static evo_vec2 velocity_at(const moving_rim *m, evo_vec2 at) {
    return vec_along(m->velocity, m->spin, vec_left(vec_sub(at, m->body)));
}

static void move_arcs(moving_arcs *arcs, const moving_rim *m) {
    arcs->of = m;
    arcs->count = m->rim.arcs;
    for (int i = 0; i < arcs->count; ++i) {
        const outline_arc *arc = &m->rim.arc[i];
        const double arm = vec_length(vec_sub(arc->center, m->body));
        arcs->all[i] = (moving_arc){arc, velocity_at(m, arc->center), m->spin * m->spin * arm};
    }
}

/* ---- Cones ----------------------------------------------------------------------------------- */

/* A turn that a normal needs at least to be in a cone; 0: it is in it. */
static double turn_into(const normal_cone *normals, evo_vec2 n) {
    const evo_vec2 beyond = normal_cone_beyond(normals, n);
    if (beyond.y <= 0) return 0;
    return beyond.x < 0 ? 1 : beyond.y;
}

static double time_to_turn(double turn, double rate) {
    if (!(turn > 0)) return 0;
    return rate > 0 ? turn / rate : INFINITY;
}

/* ---- Pairs of features ----------------------------------------------------------------------- */

/* The time in which F, which is at least 0 but for rounding, stays above 0. Of what touches and
 * recedes where that is allowed, F is held to be `least`. */
static double time_above(const rim_pair *pair, double f, double least, double rate,
                         double curvature) {
    const double gap = pair->parts && rate > 0 ? most_of(f, least) : most_of(f, 0);
    return bound_quadratic(gap, rate, curvature, pair->longest);
}

/* Shortens the step to that of a pair of features. `free`: so long no normal is in both cones. */
static void add_pair(rim_look *look, const rim_pair *pair, double f, double time, double free) {
    look->step = least_of(look->step, most_of(time, free));
    look->touches |= free == 0 && fabs(f) <= pair->touching;
}

static void look_at_arcs(rim_look *look, const rim_pair *pair, const moving_arc *a,
                         const moving_arc *b) {
    const double radius_a = a->arc->radius, radius_b = b->arc->radius, sum = radius_a + radius_b;
    const bool hollow = radius_a < 0 || radius_b < 0;
    const double limit = hollow ? -sum : sum, least = pair->touching;
    if (limit < 0 || (radius_a < 0 && radius_b < 0)) return;
    const evo_vec2 apart = vec_sub(b->arc->center, a->arc->center);
    const evo_vec2 velocity = vec_sub(b->velocity, a->velocity);
    const double distance = vec_length(apart), accel = pair->accel + a->accel + b->accel;
    const double speed = vec_length(velocity) + accel * pair->longest;
    if (fabs(distance - limit) >= speed * look->step) return;
    const evo_vec2 direction = vec_unit(apart, a->arc->normals.middle);
    const double rate = vec_dot(direction, velocity);
    const bool beyond = distance >= limit + (hollow ? least : -least);
    const double time =
        beyond ? time_above(pair, distance - limit, least, rate, accel)
               : time_above(pair, (limit - distance) * (limit + distance), least * limit,
                            -2 * rate * distance, 2 * (speed * speed + limit * accel));
    const evo_vec2 n = hollow ? vec_negate(direction) : direction;
    const double swing = distance > 0 ? 0.5 * PI * speed / distance : INFINITY;
    const double turn_a = turn_into(&a->arc->normals, n),
                 turn_b = turn_into(&b->arc->normals, vec_negate(n));
    add_pair(look, pair, distance - limit, time,
             most_of(time_to_turn(turn_a, fabs(pair->a.spin) + swing),
                     time_to_turn(turn_b, fabs(pair->b.spin) + swing)));
}

static void look_at_flat(rim_look *look, const rim_pair *pair, const moving_arc *a, double spin,
                         const moving_rim *straight, const outline_flat *f) {
    if (a->arc->radius < 0) return;
    const evo_vec2 center = a->arc->center, from = vec_sub(center, f->from);
    const double turn = fabs(straight->spin), accel = pair->accel + a->accel;
    /* Bounds of the speed past the flat's body, of the way from there, and of the speed in the
     * frame that turns with it. */
    const double past =
        vec_length(vec_sub(a->velocity, straight->velocity)) + accel * pair->longest;
    const double far = vec_length(vec_sub(center, straight->body)) + past * pair->longest;
    const double speed = past + turn * far, curvature = accel + turn * (past + speed);
    const double gap = vec_dot(from, f->normal) - a->arc->radius;
    if (fabs(gap) >= speed * look->step) return;
    const double rate = vec_dot(vec_sub(a->velocity, velocity_at(straight, center)), f->normal);
    const double side = gap < -pair->touching ? -1 : 1;
    const double time = time_above(pair, side * gap, pair->touching, side * rate, curvature);
    const double turned = turn_into(&a->arc->normals, vec_negate(f->normal));
    const double length = vec_length(f->along), along = vec_dot(from, f->along) / length;
    const double beyond = most_of(most_of(-along, along - length), 0);
    add_pair(look, pair, gap, time,
             most_of(time_to_turn(turned, fabs(spin - straight->spin)),
                     beyond > 0 ? beyond / speed : 0));
}

rim_look features_look(const rim_pair *pair) {
    const outline *a = &pair->a.rim, *b = &pair->b.rim;
    rim_look look = {pair->longest, false};
    moving_arcs of_a, of_b;
    move_arcs(&of_a, &pair->a);
    move_arcs(&of_b, &pair->b);
    for (int i = 0; i < a->arcs; ++i) {
        for (int j = 0; j < b->arcs; ++j) look_at_arcs(&look, pair, &of_a.all[i], &of_b.all[j]);
        for (int j = 0; j < b->flats; ++j)
            look_at_flat(&look, pair, &of_a.all[i], pair->a.spin, &pair->b, &b->flat[j]);
    }
    for (int j = 0; j < a->flats; ++j)
        for (int i = 0; i < b->arcs; ++i)
            look_at_flat(&look, pair, &of_b.all[i], pair->b.spin, &pair->a, &a->flat[j]);
    return look;
}
