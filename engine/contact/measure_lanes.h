/* measure_lanes.h: the kernels of measure.h, for as many lanes as LANES says. */
#include "contact/measure.h"
#include "core/bits.h"
#include "core/lanes_vec.h"

/* ---- Parts ----------------------------------------------------------------------------------- */

INLINE lanes_vec way_between(const batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_vec way;
    lanes_delta(from->centers, pairs->a + lane, pairs->b + lane, &way.x, &way.y);
    return way;
}

/* Colliders of lanes: an ellipse (or a segment) by its radius vectors, and its body. */
typedef struct lanes_geometry {
    lanes_vec p, q, axis, offset;
    lanes_value radius_x, radius_y, inverse_gyration, inverse_mass;
} lanes_geometry;

INLINE lanes_geometry geometry_load(const uint32_t *colliders, const measure_tables *from) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * colliders[i];
    lanes_row shape = lanes_gather(&from->geometry->radius_x, at);
    lanes_row body = lanes_gather(&from->geometry->radius_x + 4, at);
    lanes_geometry form = {{shape.x * shape.z, shape.x * shape.w},
                           {lanes_all(0) - shape.y * shape.w, shape.y * shape.z},
                           {shape.z, shape.w},
                           {body.x, body.y},
                           shape.x,
                           shape.y,
                           body.z,
                           body.w};
    return form;
}

/* The lanes whose normal turned too far, as bits. */
INLINE unsigned store_gap(batch *at, int lane, lanes_vec normal, lanes_value gap) {
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_mask steady = ~lanes_less(lanes_dot(last, normal), lanes_all(STEADY));
    lanes_store(at->normal_x + lane, normal.x);
    lanes_store(at->normal_y + lane, normal.y);
    lanes_store(at->gap + lane, gap);
    return ~lanes_bits(steady) & ((1u << LANES) - 1);
}

/* What measuring leaves to be said of a batch: see batch_pairs. */
typedef struct verdict {
    unsigned unsure, turned, ends;
} verdict;

/* Lever arms and masses, for a contact halfway between both rims. `arm` is from a's centre. */
INLINE void store_arms(batch *at, int lane, const lanes_geometry *a, const lanes_geometry *b,
                       lanes_vec way, lanes_vec normal, lanes_vec arm) {
    lanes_vec arm_a = lanes_along(arm, lanes_all(1), a->offset);
    lanes_vec arm_b = lanes_along(arm, lanes_all(-1), way);
    arm_b = lanes_along(arm_b, lanes_all(1), b->offset);
    lanes_value turn_a = lanes_cross(arm_a, normal) * a->inverse_gyration;
    lanes_value turn_b = lanes_cross(arm_b, normal) * b->inverse_gyration;
    lanes_value slip_a = lanes_dot(arm_a, normal) * a->inverse_gyration;
    lanes_value slip_b = lanes_dot(arm_b, normal) * b->inverse_gyration;
    lanes_value one = lanes_all(1), least = lanes_all(1e-37f);
    lanes_value yields =
        a->inverse_mass * (one + turn_a * turn_a) + b->inverse_mass * (one + turn_b * turn_b);
    lanes_value slips =
        a->inverse_mass * (one + slip_a * slip_a) + b->inverse_mass * (one + slip_b * slip_b);
    lanes_store(at->turn_a + lane, turn_a);
    lanes_store(at->turn_b + lane, turn_b);
    lanes_store(at->slip_a + lane, slip_a);
    lanes_store(at->slip_b + lane, slip_b);
    lanes_store(at->mass + lane, lanes_only(lanes_less(least, yields), one / yields));
    lanes_store(at->slip_mass + lane, lanes_only(lanes_less(least, slips), one / slips));
}

/* ---- Circles about their bodies' centres ----------------------------------------------------- */

/* Their arms and masses never change: only normal and gap are measured. */
INLINE verdict measure_round(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_vec way = way_between(pairs, lane, from);
    lanes_value distance = lanes_length(way), one = lanes_all(1);
    lanes_mask apart = lanes_less(lanes_all(1e-30f), distance);
    lanes_value over = one / distance;
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_vec normal = {way.x * over, way.y * over};
    verdict v = {.turned = store_gap(at, lane, lanes_pick_vec(apart, normal, last),
                                     distance - lanes_load(pairs->size + lane))};
    return v;
}

/* ---- Circles and ellipses -------------------------------------------------------------------- */

enum { OVAL_ROUNDS = 6 };

/* Tangent of the turn that may be the last: it leaves an error of its square. */
static const float OVAL_TURN = 4e-3f;

/* What an ellipse answers to the direction u: its rim's point and the radius of the circle that
 * fits there over |u|. See shape/climb.h. */
INLINE lanes_value fit_form(const lanes_geometry *e, lanes_vec u, lanes_value uu,
                            lanes_vec *point) {
    lanes_value along_p = lanes_dot(e->p, u), along_q = lanes_dot(e->q, u);
    lanes_value over = lanes_all(1) / lanes_sqrt(along_p * along_p + along_q * along_q);
    lanes_value by_p = along_p * over, by_q = along_q * over;
    point->x = e->p.x * by_p + e->q.x * by_q;
    point->y = e->p.y * by_p + e->q.y * by_q;
    lanes_value product = e->radius_x * e->radius_y * over;
    return product * product * over * uu;
}

/* Where two ovals face each other: the way from a's rim to b's along u, the radii over |u| of the
 * circles that fit the rims there, and the step from a circle's centre to the other's, which would
 * be u's direction if u were the normal. */
typedef struct oval_facing {
    lanes_vec u, point_a, point_b, way, step;
    lanes_value uu, bend_a, bend_b, forward, side;
    unsigned sure; /* lanes of which u is nearly the normal */
} oval_facing;

INLINE void face_at(oval_facing *f, const lanes_geometry *a, const lanes_geometry *b,
                    lanes_vec way) {
    f->uu = lanes_dot(f->u, f->u);
    f->bend_a = fit_form(a, f->u, f->uu, &f->point_a);
    f->bend_b = fit_form(b, f->u, f->uu, &f->point_b);
    f->way.x = way.x - f->point_a.x - f->point_b.x;
    f->way.y = way.y - f->point_a.y - f->point_b.y;
    f->step = lanes_along(f->way, f->bend_a + f->bend_b, f->u);
    f->forward = lanes_dot(f->u, f->step);
    f->side = lanes_cross(f->u, f->step);
}

/* Climbs to the normal of those lanes, from u on. */
INLINE oval_facing face_ovals(const lanes_geometry *a, const lanes_geometry *b, lanes_vec way,
                              lanes_vec u, unsigned lanes_used) {
    oval_facing f;
    f.u = u;
    for (int round = 0;; ++round) {
        face_at(&f, a, b, way);
        lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        f.sure = lanes_bits(there) & lanes_used;
        if (f.sure == lanes_used || round == OVAL_ROUNDS - 1) return f;
        /* Lanes that are there wait for the others: what else they did would depend on LANES. */
        lanes_value over = lanes_all(1) / lanes_length(f.step);
        lanes_vec next = {f.step.x * over, f.step.y * over};
        lanes_mask goes = lanes_less(lanes_all(0), f.forward) & ~there;
        f.u = lanes_pick_vec(goes, next, f.u);
    }
}

INLINE lanes_vec normal_facing(const oval_facing *f) {
    lanes_value over = lanes_all(1) / lanes_length(f->step);
    lanes_vec normal = {f->step.x * over, f->step.y * over};
    return normal;
}

INLINE verdict measure_oval(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_geometry a = geometry_load(pairs->a + lane, from),
                   b = geometry_load(pairs->b + lane, from);
    lanes_vec way = way_between(pairs, lane, from);
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_mask fresh = ~lanes_less(lanes_all(0.5f), lanes_dot(last, last));
    unsigned used = (unsigned)pairs->used >> lane & ((1u << LANES) - 1);
    oval_facing f = face_ovals(&a, &b, way, lanes_pick_vec(fresh, way, last), used);
    lanes_value turn = f.side / f.forward, half = lanes_all(0.5f);
    lanes_vec normal = normal_facing(&f), left = {lanes_all(0) - f.u.y, f.u.x};
    lanes_value gap = (lanes_dot(f.way, f.u) + half * f.side * turn) / lanes_sqrt(f.uu);
    lanes_vec arm = lanes_along(f.point_a, f.bend_a * turn, left);
    arm = lanes_along(arm, half * gap, normal);
    store_arms(at, lane, &a, &b, way, normal, arm);
    /* No overlap is deeper than both are thin: then the normal leads through, the wrong way. */
    lanes_value thin = lanes_min(a.radius_x, a.radius_y) + lanes_min(b.radius_x, b.radius_y);
    unsigned sure = f.sure & ~lanes_bits(lanes_less(gap, lanes_all(-1.001f) * thin));
    /* What is unsure keeps its last normal until it is measured. */
    lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
    verdict v = {used & ~sure, store_gap(at, lane, lanes_pick_vec(there, normal, last), gap), 0};
    return v;
}

/* ---- Circles and ellipses on segments -------------------------------------------------------- */

INLINE verdict measure_line(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_geometry a = geometry_load(pairs->a + lane, from),
                   b = geometry_load(pairs->b + lane, from);
    lanes_vec way = way_between(pairs, lane, from);
    lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_vec left = {zero - b.axis.y, b.axis.x};
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    /* Which side of the line a is on: a contact remembers it while a lies across. */
    lanes_value across = zero - lanes_dot(left, way), along = zero - lanes_dot(b.axis, way);
    lanes_value dip = zero - lanes_dot(left, last);
    lanes_value reach = lanes_max(a.radius_x, a.radius_y);
    lanes_mask remembered =
        lanes_less(lanes_abs(across), reach) & lanes_less(lanes_all(0.5f), lanes_abs(dip));
    lanes_value side = lanes_pick(lanes_less(lanes_pick(remembered, dip, across), zero), -one, one);
    lanes_vec normal = {zero - side * left.x, zero - side * left.y};
    lanes_vec point;
    (void)fit_form(&a, normal, one, &point);
    lanes_value gap = side * across - lanes_dot(point, normal);
    lanes_value foot = along + lanes_dot(point, b.axis);
    lanes_mask beyond = lanes_less(b.radius_x, lanes_abs(foot));

    /* Across the line it overlaps the segment for certain where the way from its centre to its
     * lowest point crosses that: beyond an end the two may be far apart. */
    lanes_mask is_circle = ~lanes_less(zero, lanes_abs(a.radius_x - a.radius_y));
    lanes_value part = side * across / lanes_dot(point, normal);
    lanes_value crossing = along + part * lanes_dot(point, b.axis);
    lanes_mask crosses =
        lanes_less(lanes_abs(part), one) & lanes_less(lanes_abs(crossing), b.radius_x);
    lanes_mask doubtful = lanes_less(gap, zero) & ~is_circle & ~crosses;
    unsigned used = (unsigned)pairs->used >> lane & ((1u << LANES) - 1);
    if (lanes_bits(beyond) & used) {
        lanes_value end = lanes_pick(lanes_less(foot, zero), zero - b.radius_x, b.radius_x);
        lanes_vec to_end = lanes_along(way, end, b.axis);
        lanes_value distance = lanes_length(to_end), over = one / distance;
        lanes_mask sure = is_circle & lanes_less(lanes_all(1e-30f), distance);
        lanes_vec end_normal = {to_end.x * over, to_end.y * over};
        lanes_vec end_point = {end_normal.x * a.radius_x, end_normal.y * a.radius_x};
        normal = lanes_pick_vec(beyond & sure, end_normal, normal);
        point = lanes_pick_vec(beyond & sure, end_point, point);
        gap = lanes_pick(beyond & sure, distance - a.radius_x, gap);
        doubtful = doubtful | (beyond & ~sure);
    }
    lanes_vec arm = lanes_along(point, lanes_all(0.5f) * gap, normal);
    store_arms(at, lane, &a, &b, way, normal, arm);
    verdict v = {lanes_bits(doubtful) & used,
                 store_gap(at, lane, lanes_pick_vec(doubtful, last, normal), gap),
                 lanes_bits(beyond) & used};
    return v;
}

/* ---- Directions ------------------------------------------------------------------------------ */

/* Minimax polynomials, off by 1e-8 and less than 1e-9, within an eighth of a turn. */
INLINE lanes_vec lanes_direction(lanes_value r) {
    lanes_value z = r * r;
    lanes_value odd = lanes_all(8.332749001e-3f) - z * lanes_all(1.958800883e-4f);
    lanes_value even = lanes_all(2.454804052e-5f) * z - lanes_all(1.388830365e-3f);
    odd = odd * z - lanes_all(0.1666666467f);
    even = even * z + lanes_all(0.04166666466f);
    lanes_vec direction = {lanes_all(1) - (lanes_all(0.5f) * z - z * z * even), r + r * z * odd};
    return direction;
}

static void kernel_turn(const float *angles, size_t count, float *cosines, float *sines) {
    for (size_t i = 0; i < count; i += LANES) {
        lanes_vec direction = lanes_direction(lanes_load(angles + i));
        lanes_store(cosines + i, direction.x);
        lanes_store(sines + i, direction.y);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

INLINE verdict measure_lane(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    verdict none = {0, 0, 0};
    if (pairs->kind == BATCH_ROUND) return measure_round(at, pairs, lane, from);
    if (pairs->kind == BATCH_OVAL) return measure_oval(at, pairs, lane, from);
    if (pairs->kind == BATCH_LINE) return measure_line(at, pairs, lane, from);
    return none;
}

static void kernel_measure(batch *batches, batch_pairs *pairs, size_t count,
                           const measure_tables *given) {
    const measure_tables from = *given; /* a copy: lanes may be stored anywhere else */
    for (size_t i = 0; i < count; ++i) {
        unsigned unsure = 0, turned = 0, ends = 0;
        if (!pairs[i].used) continue;
        for (int lane = 0; lane < BATCH; lane += LANES) {
            verdict v = measure_lane(&batches[i], &pairs[i], lane, &from);
            unsure |= v.unsure << lane;
            turned |= v.turned << lane;
            ends |= v.ends << lane;
        }
        pairs[i].unsure = (uint8_t)unsure;
        pairs[i].ends = (uint8_t)ends;
        pairs[i].straight = pairs[i].corner = 0;
        pairs[i].turned |= (uint8_t)turned; /* until it is committed */
    }
}

#include "contact/choose_lanes.h"
#include "contact/near_lanes.h"
#include "contact/predict_lanes.h"

#define MEASURE_KERNELS                                                                            \
    {                                                                                              \
        kernel_turn, kernel_measure, kernel_choose, kernel_predict, kernel_near, kernel_circles,   \
            kernel_pass                                                                            \
    }
