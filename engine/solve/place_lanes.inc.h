/* place_lanes.inc.h: rows placed as their bodies lie, and as they will lie ahead, LANES at a
 * time. */
#ifndef ENGINE_SOLVE_PLACE_LANES_INC_H
#define ENGINE_SOLVE_PLACE_LANES_INC_H

#include "solve/touching_lanes.inc.h"

/* ==== Rows as bodies lie ====================================================================== */

/* Rows as their bodies lie. In: fitted circles, fixed to their bodies, planes, and the shifts of
 * the bodies since the step began; out: normal, gap, arms and effective masses. Rows are placed
 * when their bodies have moved: as they are relaxed, or else before they are solved. */

INLINE lanes_value over_yield(lanes_value yields) {
    return lanes_only(lanes_less(lanes_all(1e-37f), yields), lanes_all(1) / yields);
}

/* How both bodies yield along a unit vector. */
INLINE lanes_value yield_along(const touching *t, lanes_vec unit, lanes_value arm_a,
                               lanes_value arm_b) {
    return t->a.w * (part_along(t->held_a, unit) + arm_a * arm_a)
           + t->b.w * (part_along(t->held_b, unit) + arm_b * arm_b);
}

INLINE lanes_value yield_across(const touching *t) {
    return yield_along(t, lanes_left(t->normal), t->slip_a, t->slip_b);
}

/* Returns whether push and friction may be coupled. */
INLINE bool is_coupled(const touching *t) {
    return t->fits || some_held(t);
}

INLINE lanes_value yield_of(const touching *t, int touch) {
    return yield_along(t, t->normal, t->turn_a[touch], t->turn_b[touch]);
}

/* Least part of what bodies would yield without locks that is left of it along a normal: with less
 * a row has no part in the pushes. Larger: wedges between locked bodies jam; smaller: what is
 * pressed along its locked axis slips away at a multiple of the speed at which it is pressed. */
static const float HELD_YIELDS = 0.01f;

/* The effective mass of a push; 0: locks hold what it would move. */
INLINE lanes_value mass_of(const touching *t, int touch) {
    const lanes_value yields = yield_of(t, touch);
    if (!some_held(t)) return over_yield(yields);
    const lanes_value turn_a = t->turn_a[touch], turn_b = t->turn_b[touch], one = lanes_all(1);
    const lanes_value free = t->a.w * (one + turn_a * turn_a) + t->b.w * (one + turn_b * turn_b);
    return lanes_only(lanes_less(lanes_all(HELD_YIELDS) * free, yields), over_yield(yields));
}

INLINE void store_masses(const touching *t) {
    for (int k = 0; k < t->touches && is_coupled(t); ++k)
        store_rows(t, touch_of(t, k)->mass, mass_of(t, k));
    store_rows(t, t->at->slip_mass, over_yield(yield_across(t)));
}

INLINE void store_normal(const touching *t, lanes_value gap) {
    store_vectors(t, &t->at->normal, t->normal);
    store_rows(t, t->at->first.gap, gap);
}

/* The way between two centres as a normal, or none; returns its length. */
INLINE lanes_value normal_along(lanes_vec way, lanes_vec *normal) {
    const lanes_value length = lanes_length(way);
    const lanes_value over = lanes_all(1) / lanes_max(length, lanes_all(1e-30f));
    *normal = lanes_scaled(way, over);
    return length;
}

/* Round rows: arms and masses do not change. Returns the gap. */
INLINE lanes_value place_round(touching *t, lanes_vec moved) {
    const lanes_vec center = lanes_add(load_vectors(t, &t->at->center), moved);
    return normal_along(center, &t->normal) - load_rows(t, t->at->radius);
}

/* Sets arms by those of the centres. The point of a plane that is touched lies where the other body
 * is. */
INLINE void set_arms(touching *t, lanes_vec arm_a, lanes_vec arm_b, lanes_vec center) {
    const lanes_value radius_a = load_rows(t, t->fit->radius_a);
    const lanes_value radius_b = load_rows(t, t->fit->radius_b);
    const lanes_value over_a = load_rows(t, t->fit->over_a);
    const lanes_value over_b = load_rows(t, t->fit->over_b);
    lanes_value turn_a = lanes_cross(arm_a, t->normal), turn_b = lanes_cross(arm_b, t->normal);
    if (t->flats) {
        const lanes_value along = lanes_cross(center, t->normal);
        turn_a = turn_a + load_rows(t, t->fit->plane_a) * along;
        turn_b = turn_b - load_rows(t, t->fit->plane_b) * along;
    }
    t->turn_a[0] = turn_a * over_a;
    t->turn_b[0] = turn_b * over_b;
    t->out_a = lanes_dot(arm_a, t->normal);
    t->out_b = lanes_dot(arm_b, t->normal);
    t->slip_a = (t->out_a + radius_a) * over_a;
    t->slip_b = (t->out_b - radius_b) * over_b;
}

INLINE void store_arms(const touching *t) {
    store_rows(t, t->at->slip_a, t->slip_a);
    store_rows(t, t->at->slip_b, t->slip_b);
    store_rows(t, t->fit->turn_a, t->turn_a[0]);
    store_rows(t, t->fit->turn_b, t->turn_b[0]);
    store_rows(t, t->fit->out_a, t->out_a);
    store_rows(t, t->fit->out_b, t->out_b);
    if (t->touches == 2) store_rows(t, t->second->across, t->across);
}

/* Bodies of rows: how they have moved and turned since the step began. */
typedef struct rows_moved {
    lanes_row a, b;
    lanes_angle turn_a, turn_b;
} rows_moved;

INLINE rows_moved moved_now(const touching *t, const body_rows *bodies) {
    rows_moved m = {.a = body_a(t, bodies->shift), .b = body_b(t, bodies->shift)};
    if (!t->fits) return m;
    m.turn_a = turn_angle(m.a.z * m.a.w);
    m.turn_b = turn_angle(m.b.z * m.b.w);
    return m;
}

/* The turn of what turns with a, or with b: one of the two is 1, or none. */
INLINE lanes_angle turn_with(const rows_moved *m, lanes_value of_a, lanes_value of_b) {
    return (lanes_angle){of_a * m->turn_a.sine + of_b * m->turn_b.sine,
                         of_a * m->turn_a.less + of_b * m->turn_b.less};
}

/* The normal of planes, turned with their bodies. */
INLINE lanes_vec flat_normal(const touching *t, const rows_moved *m) {
    const lanes_value of_a = load_rows(t, t->fit->plane_a);
    const lanes_value of_b = load_rows(t, t->fit->plane_b);
    const lanes_vec flat = load_vectors(t, &t->fit->flat);
    return lanes_add(flat, turned_by(turn_with(m, of_a, of_b), flat));
}

/* Radians: rims of ellipses are followed so far in a step. */
static const float OVAL_TURN_MOST = 0.5f;

/* Changes by an angle d since the step began on the rim of an ellipse whose radius grows by g a
 * radian: the support by g d d d / 6, the touched point along the tangent by g d d / 2, the centre
 * of curvature by g d. */
typedef struct oval_change {
    lanes_value support, along, out;
} oval_change;

INLINE oval_change oval_turned(lanes_value grows, lanes_value turn) {
    const lanes_value most = lanes_all(OVAL_TURN_MOST);
    const lanes_value d = lanes_clamp(turn, lanes_all(0) - most, most), out = grows * d;
    return (oval_change){out * d * d * lanes_all(1.0f / 6), out * d * lanes_all(0.5f), out};
}

/* Follows the rims of ellipses to where they are touched now; returns what the gap is less. */
INLINE lanes_value follow_ovals(touching *t, const rows_moved *m) {
    const lanes_vec begun = load_vectors(t, &t->fit->flat);
    const lanes_value sine = lanes_cross(begun, t->normal);
    const lanes_value turn = sine + sine * sine * sine * lanes_all(1.0f / 6);
    const oval_change a = oval_turned(load_rows(t, t->fit->grows_a), turn - m->a.z * m->a.w);
    const oval_change b = oval_turned(load_rows(t, t->fit->grows_b), turn - m->b.z * m->b.w);
    t->turn_a[0] = t->turn_a[0] - a.along * load_rows(t, t->fit->over_a);
    t->turn_b[0] = t->turn_b[0] + b.along * load_rows(t, t->fit->over_b);
    t->out_a = t->out_a - a.out;
    t->out_b = t->out_b + b.out;
    return a.support + b.support;
}

/* Sets the normal of circles and planes; returns how far apart their centres are along it. */
INLINE lanes_value set_normal(touching *t, const rows_moved *m, lanes_vec center) {
    if (!t->curved) {
        t->normal = flat_normal(t, m);
        return lanes_dot(t->normal, center);
    }
    const lanes_value sign = load_rows(t, t->fit->sign);
    const lanes_value length = normal_along(center, &t->normal);
    t->normal = lanes_scaled(t->normal, sign);
    if (!t->flats) return sign * length;
    const lanes_vec plane = flat_normal(t, m);
    const lanes_mask flat = lanes_equal(sign, lanes_all(0));
    t->normal = lanes_pick_vec(flat, plane, t->normal);
    return lanes_pick(flat, lanes_dot(plane, center), sign * length);
}

INLINE lanes_value place_fits(touching *t, const rows_moved *m) {
    const lanes_vec fit_a = load_vectors(t, &t->fit->fit_a);
    const lanes_vec fit_b = load_vectors(t, &t->fit->fit_b);
    const lanes_vec by_a = turned_by(m->turn_a, fit_a), by_b = turned_by(m->turn_b, fit_b);
    const lanes_vec moved = lanes_between(moved_by(m->a, by_a), moved_by(m->b, by_b));
    const lanes_vec center = lanes_add(load_vectors(t, &t->at->center), moved);
    lanes_value far = set_normal(t, m, center);
    set_arms(t, lanes_add(fit_a, by_a), lanes_add(fit_b, by_b), center);
    if (t->ovals) far = far - follow_ovals(t, m);
    return far - load_rows(t, t->at->radius);
}

/* Places the second of two touches: both have one normal, that of the plane, which turns with its
 * body. The second is as far from the first as `way` says, which turns with the other body. Returns
 *
 *     gap_2 = gap + n . way. */
INLINE lanes_value place_second(touching *t, const rows_moved *m, lanes_value gap) {
    const lanes_value of_a = load_rows(t, t->fit->plane_a);
    const lanes_value of_b = load_rows(t, t->fit->plane_b);
    const lanes_vec begun = load_vectors(t, &t->second->way);
    const lanes_vec way = lanes_add(begun, turned_by(turn_with(m, of_b, of_a), begun));
    t->across = load_rows(t, t->second->side) * lanes_cross(way, t->normal);
    set_second_arms(t);
    return gap + lanes_dot(way, t->normal);
}

/* Places rows by how their bodies have moved, but stores nothing; sets the gaps of touches. */
INLINE void place_moved(touching *t, const rows_moved *m, lanes_value gap[2]) {
    if (t->fits) {
        gap[0] = place_fits(t, m);
        if (t->touches == 2) gap[1] = place_second(t, m, gap[0]);
        return;
    }
    t->slip_a = load_rows(t, t->at->slip_a);
    t->slip_b = load_rows(t, t->at->slip_b);
    gap[0] = place_round(t, (lanes_vec){m->b.x - m->a.x, m->b.y - m->a.y});
}

INLINE void place(touching *t, const contact_pass *pass, lanes_value gap[2]) {
    const rows_moved m = moved_now(t, pass->bodies);
    place_moved(t, &m, gap);
}

INLINE void store_placed(const touching *t, const lanes_value gap[2]) {
    store_normal(t, gap[0]);
    if (t->touches == 2) store_rows(t, t->second->touch.gap, gap[1]);
    if (t->fits) store_arms(t);
    if (is_coupled(t)) store_masses(t);
}

/* ==== Rows as bodies will lie ================================================================= */

/* Rows at the end of a substep. In: rows as placed, and velocities; out: what the turning of
 * bodies and normals adds to the closing speed of a gap g over the substep h, so that
 *
 *     (g(q + h v) - g(q)) / h = G v + bend,
 *
 * up to the second order in turns, exactly for a way around a circle; and, of a row that is still
 * open, the normal of the moment when its circles meet or are nearest. Numbers are in the frame of
 * the normal, along it and across: the centres are (gap + radii, 0) apart. */

/* Radians that a body, or a normal, turns in a substep: rows of faster ones aim along the
 * tangent. */
static const float AHEAD_TURN = 0.5f;

/* Square of a fraction of the distance between the centres: what moves across by less in a substep
 * keeps its normal. */
static const float ACROSS_FROM = 1e-9f, AIM_FROM = 1e-4f;

/* Speeds of b's centre relative to a's, and spins. */
typedef struct rows_speed {
    lanes_value along, across;
    lanes_value spin_a, spin_b;
} rows_speed;

INLINE rows_speed speed_now(const touching *t) {
    const lanes_vec apart = relative_velocity(t);
    rows_speed s = {.along = lanes_dot(t->normal, apart), .across = lanes_cross(t->normal, apart)};
    if (!t->fits) return s;
    s.spin_a = t->a.z * load_rows(t, t->fit->over_a);
    s.spin_b = t->b.z * load_rows(t, t->fit->over_b);
    s.across += s.spin_b * t->out_b - s.spin_a * t->out_a;
    return s;
}

/* Rows whose arms turn slowly enough to look ahead. */
INLINE lanes_mask turns_slowly(const rows_speed *s, lanes_value h) {
    const lanes_value most = lanes_max(lanes_abs(s->spin_a), lanes_abs(s->spin_b));
    return lanes_less(h * most, lanes_all(AHEAD_TURN));
}

/* Way around a circle: what b's centre, as it moves across, must come nearer to keep its
 * distance. */
INLINE lanes_value bend_round(lanes_value sign, lanes_value from, lanes_value across,
                              lanes_value over_h) {
    const lanes_value square = across * across, whole = from * from;
    const lanes_mask bends = lanes_less(lanes_all(ACROSS_FROM) * whole, square)
                             & lanes_less(square, lanes_all(AHEAD_TURN * AHEAD_TURN) * whole);
    if (!lanes_bits(bends)) return lanes_all(0);
    const lanes_value root = lanes_sqrt(lanes_max(whole - square, lanes_all(0)));
    const lanes_value both = lanes_max(root + lanes_abs(from), lanes_all(1e-30f));
    return lanes_only(bends, sign * over_h * square / both);
}

/* Bend of a row along its normal. */
INLINE lanes_value bend_of(const touching *t, const rows_speed *s, lanes_value gap,
                           const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    const lanes_value over_h = lanes_all(by->per_second), way = h * s->across;
    const lanes_value from = gap + load_rows(t, t->at->radius);
    if (!t->fits) return bend_round(lanes_all(1), from, way, over_h);
    const lanes_value sign = load_rows(t, t->fit->sign);
    lanes_value bend = s->spin_a * s->spin_a * t->out_a - s->spin_b * s->spin_b * t->out_b;
    if (t->flats) {
        const lanes_value turning =
            load_rows(t, t->fit->plane_a) * s->spin_a + load_rows(t, t->fit->plane_b) * s->spin_b;
        bend = bend + turning * (s->across + s->across - turning * from);
    }
    bend = lanes_only(turns_slowly(s, h), half * bend);
    return t->curved ? bend + bend_round(sign, from, way, over_h) : bend;
}

/* Slip as the arms will lie in the middle of the substep, less that of now: friction along the arms
 * of its beginning would drive what rolls. */
INLINE lanes_value slip_ahead(const touching *t, const rows_speed *s, const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    if (!t->fits) return lanes_all(0);
    const lanes_value turning =
        t->b.z * s->spin_b * t->turn_b[0] - t->a.z * s->spin_a * t->turn_a[0];
    return lanes_only(turns_slowly(s, h), half * turning);
}

/* Time in the substep at which the circles meet, or are nearest. A hollow is met from within. */
INLINE lanes_value time_of_meeting(const touching *t, const rows_speed *s, lanes_value from,
                                   lanes_value radius, lanes_value seconds) {
    const lanes_value zero = lanes_all(0), tiny = lanes_all(1e-30f);
    const lanes_value square = lanes_max(s->along * s->along + s->across * s->across, tiny);
    const lanes_value b = from * s->along, c = from * from - radius * radius;
    const lanes_value root = lanes_sqrt(lanes_max(b * b - square * c, zero));
    const lanes_mask meets = lanes_positive(b * b - square * c);
    lanes_value time = lanes_pick(meets, c / lanes_max(root - b, tiny), (zero - b) / square);
    if (t->fits) {
        lanes_mask hollow = lanes_less(load_rows(t, t->fit->sign), zero);
        time = lanes_pick(hollow, (root - b) / square, time);
    }
    return lanes_clamp(time, zero, seconds);
}

/* Turns arms with the normal, by a cosine and a sine. */
INLINE void turn_arms(touching *t, lanes_mask mask, lanes_value cosine, lanes_value sine) {
    const lanes_value over_a = load_rows(t, t->fit->over_a);
    const lanes_value over_b = load_rows(t, t->fit->over_b);
    const lanes_value radius_a = load_rows(t, t->fit->radius_a);
    const lanes_value radius_b = load_rows(t, t->fit->radius_b);
    const lanes_value turn_a = cosine * t->turn_a[0] + sine * t->out_a * over_a;
    const lanes_value turn_b = cosine * t->turn_b[0] + sine * t->out_b * over_b;
    /* Arms in lengths: none of what does not turn. */
    const lanes_value arm_a = lanes_only(lanes_positive(over_a), t->turn_a[0] / over_a);
    const lanes_value arm_b = lanes_only(lanes_positive(over_b), t->turn_b[0] / over_b);
    t->out_a = lanes_pick(mask, cosine * t->out_a - sine * arm_a, t->out_a);
    t->out_b = lanes_pick(mask, cosine * t->out_b - sine * arm_b, t->out_b);
    t->turn_a[0] = lanes_pick(mask, turn_a, t->turn_a[0]);
    t->turn_b[0] = lanes_pick(mask, turn_b, t->turn_b[0]);
    t->slip_a = lanes_pick(mask, (t->out_a + radius_a) * over_a, t->slip_a);
    t->slip_b = lanes_pick(mask, (t->out_b - radius_b) * over_b, t->slip_b);
    store_arms(t);
    store_masses(t);
}

/* Turns the normals of rows that are open and idle, but will close, to where they will be then;
 * returns these rows, whose way there is straight. */
INLINE lanes_mask aim_open(touching *t, const rows_speed *s, lanes_mask open, lanes_value *gap,
                           const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds);
    const lanes_value radius = load_rows(t, t->at->radius), from = *gap + radius;
    lanes_mask aimed = open & lanes_less(*gap + h * s->along, lanes_all(0));
    aimed = aimed
            & lanes_less(lanes_all(AIM_FROM) * from * from,
                         h * h * (s->along * s->along + s->across * s->across));
    if (t->fits) aimed = aimed & ~lanes_equal(load_rows(t, t->fit->sign), lanes_all(0));
    if (!lanes_bits(aimed)) return aimed;
    const lanes_value time = time_of_meeting(t, s, from, radius, h);
    const lanes_value x = from + time * s->along, y = time * s->across;
    lanes_value over = lanes_all(1) / lanes_max(lanes_sqrt(x * x + y * y), lanes_all(1e-30f));
    if (t->fits) over = over * load_rows(t, t->fit->sign);
    const lanes_value cosine = x * over, sine = y * over;
    const lanes_vec normal = {cosine * t->normal.x - sine * t->normal.y,
                              cosine * t->normal.y + sine * t->normal.x};
    t->normal = lanes_pick_vec(aimed, normal, t->normal);
    *gap = lanes_pick(aimed, cosine * from - radius, *gap);
    store_normal(t, *gap);
    if (t->fits) turn_arms(t, aimed, cosine, sine);
    return aimed;
}

/* Rows as they will be at the end of the substep if nothing pushes: gaps of now, whether they are
 * open, bends by touch, and what the slip will be more. */
typedef struct row_ahead {
    rows_speed speed;
    lanes_value gap[2], bend[2], slip;
    lanes_mask open[2];
} row_ahead;

INLINE row_ahead look_ahead(const touching *t, const contact_numbers *by) {
    row_ahead look = {.speed = speed_now(t)};
    const rows_speed *s = &look.speed;
    for (int k = 0; k < t->touches; ++k) {
        look.gap[k] = load_rows(t, touch_of(t, k)->gap);
        look.open[k] = lanes_positive(look.gap[k]);
    }
    look.bend[0] = bend_of(t, s, look.gap[0], by);
    look.slip = slip_ahead(t, s, by);
    if (t->touches == 1) return look;
    const lanes_value half = lanes_all(0.5f * by->seconds), turning = s->spin_b - s->spin_a;
    const lanes_value bend = half * turning * turning * (look.gap[1] - look.gap[0]);
    look.bend[1] = look.bend[0] - lanes_only(turns_slowly(s, lanes_all(by->seconds)), bend);
    return look;
}

/* Aims rows between circles that are open, and idle. */
INLINE void look_at_meeting(touching *t, row_ahead *look, lanes_mask idle,
                            const contact_numbers *by) {
    const lanes_mask open = idle & look->open[0];
    if (!t->curved || !lanes_bits(open)) return;
    const lanes_mask aimed = aim_open(t, &look->speed, open, &look->gap[0], by);
    look->bend[0] = lanes_only(~aimed, look->bend[0]);
}

#endif
