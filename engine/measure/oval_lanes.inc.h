/* oval_lanes.inc.h: pairs of disks and ellipses, and pairs of one of them and a segment, LANES at a
 * time. */
#ifndef ENGINE_MEASURE_OVAL_LANES_INC_H
#define ENGINE_MEASURE_OVAL_LANES_INC_H

#include "measure/pair_lanes.inc.h"

/* ==== Disks and ellipses ====================================================================== */

/* An ellipse by its radius vectors, or a line by its axis, and its offset on the body. */
typedef struct lanes_turn {
    lanes_vec p, q, axis, offset;
} lanes_turn;

INLINE lanes_turn turn_load(const measure_input *in, const uint32_t *slots,
                            const lanes_collider *c) {
    const lanes_row turn = turn_of(in, slots);
    return (lanes_turn){{c->radius_x * turn.z, c->radius_x * turn.w},
                        {lanes_all(0) - c->radius_y * turn.w, c->radius_y * turn.z},
                        {turn.z, turn.w},
                        {turn.x, turn.y}};
}

/* Change of an ellipse's radius a radian: see grows_of in doubles.c. The radius of a line is 0
 * here. */
INLINE lanes_value radius_grows(const lanes_collider *c, const lanes_turn *t, lanes_vec normal,
                                lanes_value radius) {
    const lanes_value u = lanes_dot(normal, t->axis), v = lanes_cross(t->axis, normal);
    const lanes_value a = c->radius_x * c->radius_x, b = c->radius_y * c->radius_y;
    const lanes_value square = lanes_max(a * u * u + b * v * v, lanes_all(1e-37f));
    return lanes_all(3) * radius * (a - b) * u * v / square;
}

enum { OVAL_ROUNDS = 6 };

/* Tangent of a turn of the normal: after a smaller turn the climb ends. The remaining error is its
 * square. */
static const float OVAL_TURN = 4e-3f;

/* Returns the radius of the circle that fits an ellipse at its support in the direction u, over
 * |u|, and sets that point. See shape/climb.h. */
INLINE lanes_value fit_form(const lanes_collider *c, const lanes_turn *t, lanes_vec u,
                            lanes_value uu, lanes_vec *point) {
    lanes_value along_p = lanes_dot(t->p, u), along_q = lanes_dot(t->q, u);
    lanes_value over = lanes_all(1) / lanes_sqrt(along_p * along_p + along_q * along_q);
    lanes_value by_p = along_p * over, by_q = along_q * over;
    point->x = t->p.x * by_p + t->q.x * by_q;
    point->y = t->p.y * by_p + t->q.y * by_q;
    lanes_value product = c->radius_x * c->radius_y * over;
    return product * product * over * uu;
}

/* State of the climb between two ovals: the vector from a's rim to b's along u, the radii over |u|
 * of the circles that fit the rims there, and the step from one circle's centre to the other's. At
 * the end of the climb the step has the direction of u. */
typedef struct oval_facing {
    lanes_vec u, point_a, point_b, way, step;
    lanes_value uu, bend_a, bend_b, forward, side;
    lanes_mask apart; /* lanes that u separates by too much to meet */
    unsigned sure;    /* lanes in which u is nearly the normal, or `apart` */
} oval_facing;

/* An oval a, and an oval or a line b. */
typedef struct oval_pair {
    lanes_turn a, b;
} oval_pair;

INLINE oval_pair oval_load(const lanes_entries *e, const lanes_pair *p) {
    const pair_list *list = e->in->list;
    return (oval_pair){turn_load(e->in, list->a + e->at[0], &p->a),
                       turn_load(e->in, list->b + e->at[0], &p->b)};
}

/* Climbs to the normals of the used lanes, beginning at u. */
INLINE oval_facing face_ovals(const lanes_pair *p, const oval_pair *o, lanes_vec u, unsigned used) {
    oval_facing f;
    f.u = u;
    for (int round = 0;; ++round) {
        f.uu = lanes_dot(f.u, f.u);
        f.bend_a = fit_form(&p->a, &o->a, f.u, f.uu, &f.point_a);
        f.bend_b = fit_form(&p->b, &o->b, f.u, f.uu, &f.point_b);
        f.way.x = p->way.x - f.point_a.x - f.point_b.x;
        f.way.y = p->way.y - f.point_a.y - f.point_b.y;
        f.step = lanes_along(f.way, f.bend_a + f.bend_b, f.u);
        f.forward = lanes_dot(f.u, f.step);
        f.side = lanes_cross(f.u, f.step);
        /* A separation along any direction proves that the ovals do not meet. */
        f.apart = lanes_less(p->near * lanes_sqrt(f.uu), lanes_dot(f.way, f.u));
        const lanes_mask there =
            f.apart | lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        f.sure = lanes_bits(there) & used;
        if (f.sure == used || round == OVAL_ROUNDS - 1) return f;
        /* Lanes that have converged keep their result, so that it does not depend on LANES. */
        const lanes_value over = lanes_all(1) / lanes_length(f.step);
        const lanes_mask goes = lanes_less(lanes_all(0), f.forward) & ~there;
        f.u = lanes_pick_vec(goes, lanes_scaled(f.step, over), f.u);
    }
}

/* Stores the normals of the lanes of `sure`, and the fits of pairs that may meet. Points are
 * relative to the centres of both. */
INLINE lanes_found oval_store(const lanes_entries *e, const lanes_pair *p, const oval_pair *o,
                              lanes_fit *fit, unsigned sure) {
    const lanes_value flat = lanes_all(FLAT_FROM) * pair_small(p);
    const lanes_mask flat_a = lanes_less(flat, fit->radius_a);
    const lanes_mask flat_b = lanes_less(flat, fit->radius_b);
    const unsigned met = sure & lanes_bits(lanes_less(fit->gap, p->near));
    normals_store(e, fit->normal, sure);
    const lanes_found found = {.met = met, .unsure = e->used & ~sure};
    if (!met) return found;
    fit->radius_a = lanes_only(~flat_a, fit->radius_a);
    fit->radius_b = lanes_only(~flat_b, fit->radius_b);
    fit->kind = lanes_only(flat_a | flat_b, lanes_all(FIT_FLAT));
    fit->plane = lanes_pick(flat_a, lanes_all(-1), lanes_only(flat_b, lanes_all(1)));
    fit->grows_a = radius_grows(&p->a, &o->a, fit->normal, fit->radius_a);
    fit->grows_b = radius_grows(&p->b, &o->b, fit->normal, fit->radius_b);
    fit->span = fit->gap_2 = lanes_all(0);
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    const lanes_frame frame = {o->a.offset, o->b.offset, none, none};
    fits_store(e, &frame, fit, met);
    return found;
}

INLINE lanes_found measure_ovals(const lanes_entries *e, const lanes_pair *p) {
    const oval_pair o = oval_load(e, p);
    const lanes_vec from = lanes_pick_vec(sides_known(e->side), e->side, p->way);
    oval_facing f = face_ovals(p, &o, from, e->used);
    lanes_value turn = f.side / f.forward, half = lanes_all(0.5f);
    lanes_value over = lanes_all(1) / lanes_length(f.step);
    lanes_value length = lanes_sqrt(f.uu);
    lanes_fit fit = {.normal = lanes_scaled(f.step, over),
                     .point_a = lanes_along(f.point_a, f.bend_a * turn, lanes_left(f.u)),
                     .gap = (lanes_dot(f.way, f.u) + lanes_only(~f.apart, half * f.side * turn))
                            / length,
                     .radius_a = f.bend_a * length,
                     .radius_b = f.bend_b * length};
    fit.point_b = lanes_along(p->way, lanes_all(-1), fit.point_a);
    fit.point_b = lanes_along(fit.point_b, lanes_all(0) - fit.gap, fit.normal);
    fit.point_b = lanes_negate(fit.point_b);
    /* An overlap deeper than the sum of both smaller radii has a normal that leads through the
     * bodies. */
    lanes_value thin =
        lanes_min(p->a.radius_x, p->a.radius_y) + lanes_min(p->b.radius_x, p->b.radius_y);
    const lanes_mask through = lanes_less(fit.gap, lanes_all(-1.001f) * thin);
    return oval_store(e, p, &o, &fit, f.sure & ~lanes_bits(through));
}

/* ---- Disks and ellipses on segments ---------------------------------------------------------- */

/* Measures ovals on segments, which are b. A segment that is too large and has no window is
 * measured whole, in floats. */
INLINE lanes_found measure_lines(const lanes_entries *e, lanes_pair *p) {
    (void)windows_take(p, e);
    oval_pair o = oval_load(e, p);
    const lanes_value zero = lanes_all(0), one = lanes_all(1), half = p->b.radius_x;
    o.b.offset = lanes_pick_vec(p->b.window, p->window_offset, o.b.offset);
    const lanes_value along = zero - lanes_dot(o.b.axis, p->way);
    /* The side of the line on which a lies: while a overlaps the line, the last normal decides. */
    const lanes_line_side of = line_side_of(o.b.axis, p->way, e->side);
    const lanes_mask lies_across = lanes_less(lanes_abs(of.across), p->a.reach);
    lanes_value side = lanes_pick(line_is_right(&of, lies_across), -one, one);
    lanes_fit fit = {.normal = lanes_negate(lanes_scaled(of.left, side))};
    fit.radius_a = fit_form(&p->a, &o.a, fit.normal, one, &fit.point_a);
    fit.gap = side * of.across - lanes_dot(fit.point_a, fit.normal);
    fit.radius_b = lanes_all(1e30f);
    lanes_value foot = along + lanes_dot(fit.point_a, o.b.axis);
    lanes_mask beyond = lanes_less(half, lanes_abs(foot));

    /* An oval that overlaps the line certainly overlaps the segment where the line from its centre
     * to its lowest point crosses the segment. Beyond an end the two may be far apart. */
    lanes_mask is_disk = lanes_equal(p->a.radius_x, p->a.radius_y);
    lanes_value part = side * of.across / lanes_dot(fit.point_a, fit.normal);
    lanes_value crossing = along + part * lanes_dot(fit.point_a, o.b.axis);
    lanes_mask crosses = lanes_less(lanes_abs(part), one) & lanes_less(lanes_abs(crossing), half);
    lanes_mask doubtful = lanes_less(fit.gap, zero) & ~is_disk & ~crosses;
    if (lanes_bits(beyond) & e->used) {
        lanes_value end = lanes_pick(lanes_less(foot, zero), zero - half, half);
        lanes_vec to_end = lanes_along(p->way, end, o.b.axis);
        lanes_value distance = lanes_length(to_end), over = one / distance;
        lanes_mask sure = is_disk & lanes_less(lanes_all(1e-30f), distance);
        lanes_vec normal = lanes_scaled(to_end, over);
        lanes_vec point = lanes_scaled(normal, p->a.radius_x);
        fit.normal = lanes_pick_vec(beyond & sure, normal, fit.normal);
        fit.point_a = lanes_pick_vec(beyond & sure, point, fit.point_a);
        fit.gap = lanes_pick(beyond & sure, distance - p->a.radius_x, fit.gap);
        fit.radius_b = lanes_pick(beyond, zero, fit.radius_b);
        doubtful = doubtful | (beyond & ~sure);
    }
    fit.point_b = lanes_along(fit.point_a, fit.gap, fit.normal);
    fit.point_b = lanes_between(p->way, fit.point_b);
    return oval_store(e, p, &o, &fit, e->used & ~lanes_bits(doubtful));
}

#endif
