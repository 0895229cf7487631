/* measure_lanes.h: measures a block of eight pairs, LANES at a time. */
#include "core/lanes_vec.h"
#include "measure/measure_room.h"

/* ---- Colliders of lanes ---------------------------------------------------------------------- */

typedef struct lanes_collider {
    lanes_value radius_x, radius_y, reach;
    lanes_vec velocity;
} lanes_collider;

INLINE lanes_collider collider_load(const measure_input *in, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = SWEEP_FLOATS * slots[i];
    lanes_row sweep = lanes_gather(&in->bodies->sweeps->radius_x, at);
    lanes_collider c = {sweep.x, sweep.y, lanes_max(sweep.x, sweep.y), {sweep.z, sweep.w}};
    return c;
}

/* An ellipse by its radius vectors, or a line by its axis; and where it is on its body. */
typedef struct lanes_turn {
    lanes_vec p, q, axis, offset;
} lanes_turn;

/* Offsets and axes of colliders: see collider_turn. */
INLINE lanes_row turn_of(const measure_input *in, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 4 * slots[i];
    return lanes_gather(&in->bodies->turns->offset_x, at);
}

INLINE lanes_turn turn_load(const measure_input *in, const uint32_t *slots,
                            const lanes_collider *c) {
    const lanes_row turn = turn_of(in, slots);
    lanes_turn t = {{c->radius_x * turn.z, c->radius_x * turn.w},
                    {lanes_all(0) - c->radius_y * turn.w, c->radius_y * turn.z},
                    {turn.z, turn.w},
                    {turn.x, turn.y}};
    return t;
}

/* ---- Pairs of lanes -------------------------------------------------------------------------- */

typedef struct lanes_pair {
    lanes_collider a, b;
    lanes_vec way;    /* vector between the centres, when the step begins */
    lanes_value near; /* pairs nearer than that may meet within the step */
    lanes_value rims; /* part of it that is due to turning and pulls */
    lanes_value spin_a, spin_b;
} lanes_pair;

INLINE lanes_vec pair_speed(const lanes_pair *p) {
    lanes_vec speed = {p->b.velocity.x - p->a.velocity.x, p->b.velocity.y - p->a.velocity.y};
    return speed;
}

/* Loads the colliders of pairs; the way between them is not known yet. */
INLINE void pair_begin(lanes_pair *p, const measure_input *in, const uint32_t *a,
                       const uint32_t *b) {
    p->a = collider_load(in, a);
    p->b = collider_load(in, b);
    p->near = lanes_length(pair_speed(p)) * lanes_all(in->seconds) + lanes_all(in->pull)
              + lanes_all(MEASURE_NEAR) * lanes_min(p->a.reach, p->b.reach);
    p->rims = lanes_all(0);
}

/* Loads pairs of the list, and sets the way of each to what it is when the step begins. */
INLINE lanes_pair pair_load(const measure_input *in, uint32_t k) {
    const pair_list *list = in->list;
    lanes_pair p;
    pair_begin(&p, in, list->a + k, list->b + k);
    lanes_vec midway = {lanes_load(list->dx + k), lanes_load(list->dy + k)};
    p.way = lanes_along(midway, lanes_all(-0.5f * in->seconds), pair_speed(&p));
    lanes_store(list->dx + k, p.way.x);
    lanes_store(list->dy + k, p.way.y);
    return p;
}

/* Pairs that turn, or are pulled, may come nearer by that, too. */
INLINE void add_rims(lanes_pair *p, const measure_input *in, const uint32_t *a, const uint32_t *b) {
    const float *rims = &in->bodies->sweeps->rim;
    uint32_t at_a[LANES], at_b[LANES];
    for (uint32_t i = 0; i < LANES; ++i) {
        at_a[i] = SWEEP_FLOATS * a[i];
        at_b[i] = SWEEP_FLOATS * b[i];
    }
    const lanes_row of_a = lanes_gather(rims, at_a), of_b = lanes_gather(rims, at_b);
    p->rims = (of_a.x + of_b.x) * lanes_all(in->seconds);
    p->spin_a = of_a.y;
    p->spin_b = of_b.y;
    p->near += p->rims;
}

INLINE unsigned measure_round(const lanes_pair *p) {
    return lanes_bits(lanes_less(lanes_length(p->way), p->a.radius_x + p->b.radius_x + p->near));
}

/* Measurement of lanes before it is stored. */
typedef struct lanes_fit {
    lanes_vec normal, point_a, point_b; /* points: of the rims, from the centres */
    lanes_value gap, radius_a, radius_b;
} lanes_fit;

/* Growth of an ellipse's radius: see grows_of in measure.c. A line's radius is 0 here. */
INLINE lanes_value radius_grows(const lanes_collider *c, const lanes_turn *t, lanes_vec normal,
                                lanes_value radius) {
    const lanes_value u = lanes_dot(normal, t->axis), v = lanes_cross(t->axis, normal);
    const lanes_value a = c->radius_x * c->radius_x, b = c->radius_y * c->radius_y;
    const lanes_value square = lanes_max(a * u * u + b * v * v, lanes_all(1e-37f));
    return lanes_all(3) * radius * (a - b) * u * v / square;
}

/* Stores the normals of the lanes of `bits`, and the fits of the lanes that may meet. Returns the
 * latter. */
INLINE unsigned fits_store(const measure_input *in, const measure_output *out, uint32_t k,
                           const lanes_pair *p, const lanes_turn *a, const lanes_turn *b,
                           const lanes_fit *fit, lanes_row warm, unsigned bits, bool sole) {
    const lanes_value zero = lanes_all(0);
    lanes_value flat = lanes_all(FLAT_FROM) * lanes_min(p->a.reach, p->b.reach);
    lanes_mask flat_a = lanes_less(flat, fit->radius_a), flat_b = lanes_less(flat, fit->radius_b);
    lanes_value radius_a = lanes_pick(flat_a, zero, fit->radius_a);
    lanes_value radius_b = lanes_pick(flat_b, zero, fit->radius_b);
    lanes_vec fit_a = lanes_along(fit->point_a, zero - radius_a, fit->normal);
    lanes_vec fit_b = lanes_along(fit->point_b, radius_b, fit->normal);
    lanes_value kind = lanes_only(flat_a | flat_b, lanes_all(FIT_FLAT));
    unsigned met = bits & lanes_bits(lanes_less(fit->gap, p->near));
    lanes_mask known = lanes_mask_of(bits);
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = 4 * (k + i);
    lanes_row normals = {warm.x, warm.y, lanes_pick(known, fit->normal.x, warm.z),
                         lanes_pick(known, fit->normal.y, warm.w)};
    lanes_scatter(&in->list->kept->warm->push, at, normals);
    if (!met) return 0;
    float *fits = &fit_of_pair(out, k)->normal_x;
    for (uint32_t i = 0; i < LANES; ++i) at[i] = FIT_FLOATS * i;
    lanes_row first = {fit->normal.x, fit->normal.y, fit->gap, kind};
    lanes_row second = {fit_a.x + a->offset.x, fit_a.y + a->offset.y, fit_b.x + b->offset.x,
                        fit_b.y + b->offset.y};
    lanes_value plane = lanes_pick(flat_a, lanes_all(-1), lanes_only(flat_b, lanes_all(1)));
    lanes_row third = {radius_a, radius_b, zero, plane};
    lanes_row fourth = {radius_grows(&p->a, a, fit->normal, radius_a),
                        radius_grows(&p->b, b, fit->normal, radius_b), zero, zero};
    if (sole) { /* lanes without a fit may be written, too: nothing reads them */
        lanes_scatter(fits, at, first);
        lanes_scatter(fits + 4, at, second);
        lanes_scatter(fits + 8, at, third);
        lanes_scatter(fits + 12, at, fourth);
    } else {
        lanes_scatter_some(fits, at, first, met);
        lanes_scatter_some(fits + 4, at, second, met);
        lanes_scatter_some(fits + 8, at, third, met);
        lanes_scatter_some(fits + 12, at, fourth, met);
    }
    return met;
}

/* ---- Disks and ellipses ---------------------------------------------------------------------- */

enum { OVAL_ROUNDS = 6 };

/* Tangent of the turn that may be the last: it leaves an error of its square. */
static const float OVAL_TURN = 4e-3f;

/* Support of an ellipse in the direction u: its rim's point and the radius of the circle that fits
 * there over |u|. See shape/climb.h. */
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

/* State of the climb between two ovals: the way from a's rim to b's along u, the radii over |u| of
 * the circles that fit the rims there, and the step from a circle's centre to the other's, which
 * would be u's direction if u were the normal. */
typedef struct oval_facing {
    lanes_vec u, point_a, point_b, way, step;
    lanes_value uu, bend_a, bend_b, forward, side;
    lanes_mask apart; /* lanes too far to meet, as u proves */
    unsigned sure;    /* lanes of which u is nearly the normal, or that are apart */
} oval_facing;

INLINE void face_at(oval_facing *f, const lanes_pair *p, const lanes_turn *a, const lanes_turn *b) {
    f->uu = lanes_dot(f->u, f->u);
    f->bend_a = fit_form(&p->a, a, f->u, f->uu, &f->point_a);
    f->bend_b = fit_form(&p->b, b, f->u, f->uu, &f->point_b);
    f->way.x = p->way.x - f->point_a.x - f->point_b.x;
    f->way.y = p->way.y - f->point_a.y - f->point_b.y;
    f->step = lanes_along(f->way, f->bend_a + f->bend_b, f->u);
    f->forward = lanes_dot(f->u, f->step);
    f->side = lanes_cross(f->u, f->step);
}

/* Climbs to the normal of those lanes, from u on. */
INLINE oval_facing face_ovals(const lanes_pair *p, const lanes_turn *a, const lanes_turn *b,
                              lanes_vec u, unsigned used) {
    oval_facing f;
    f.u = u;
    for (int round = 0;; ++round) {
        face_at(&f, p, a, b);
        lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        /* Separation along any direction is separation: the distance is not needed. */
        f.apart = lanes_less(p->near * lanes_sqrt(f.uu), lanes_dot(f.way, f.u));
        there = there | f.apart;
        f.sure = lanes_bits(there) & used;
        if (f.sure == used || round == OVAL_ROUNDS - 1) return f;
        /* Lanes that have converged keep their result: another turn would depend on LANES. */
        lanes_value over = lanes_all(1) / lanes_length(f.step);
        lanes_vec next = {f.step.x * over, f.step.y * over};
        lanes_mask goes = lanes_less(lanes_all(0), f.forward) & ~there;
        f.u = lanes_pick_vec(goes, next, f.u);
    }
}

/* Returns the lanes that may meet; those that it is not sure of are left out of *bits. */
INLINE unsigned measure_oval(const measure_input *in, const measure_output *out, uint32_t k,
                             const lanes_pair *p, unsigned *bits, bool sole) {
    const lanes_turn a = turn_load(in, in->list->a + k, &p->a),
                     b = turn_load(in, in->list->b + k, &p->b);
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = 4 * (k + i);
    lanes_row warm = lanes_gather(&in->list->kept->warm->push, at);
    lanes_vec last = {warm.z, warm.w};
    lanes_mask fresh = ~lanes_less(lanes_all(0.5f), lanes_dot(last, last));
    oval_facing f = face_ovals(p, &a, &b, lanes_pick_vec(fresh, p->way, last), *bits);
    lanes_value turn = f.side / f.forward, half = lanes_all(0.5f);
    lanes_value over = lanes_all(1) / lanes_length(f.step);
    lanes_vec left = {lanes_all(0) - f.u.y, f.u.x};
    lanes_value length = lanes_sqrt(f.uu);
    lanes_fit fit = {.normal = {f.step.x * over, f.step.y * over},
                     .point_a = lanes_along(f.point_a, f.bend_a * turn, left),
                     .gap = (lanes_dot(f.way, f.u) + lanes_only(~f.apart, half * f.side * turn))
                            / length,
                     .radius_a = f.bend_a * length,
                     .radius_b = f.bend_b * length};
    fit.point_b = lanes_along(p->way, lanes_all(-1), fit.point_a);
    fit.point_b = lanes_along(fit.point_b, lanes_all(0) - fit.gap, fit.normal);
    fit.point_b.x = lanes_all(0) - fit.point_b.x;
    fit.point_b.y = lanes_all(0) - fit.point_b.y;
    /* No overlap is deeper than both are thin: then the normal leads through, the wrong way. */
    lanes_value thin =
        lanes_min(p->a.radius_x, p->a.radius_y) + lanes_min(p->b.radius_x, p->b.radius_y);
    *bits = f.sure & ~lanes_bits(lanes_less(fit.gap, lanes_all(-1.001f) * thin));
    return fits_store(in, out, k, p, &a, &b, &fit, warm, *bits, sole);
}

/* ---- Disks and ellipses on segments ---------------------------------------------------------- */

/* The segment is b. */
INLINE unsigned measure_line(const measure_input *in, const measure_output *out, uint32_t k,
                             const lanes_pair *p, unsigned *bits, bool sole) {
    const lanes_turn a = turn_load(in, in->list->a + k, &p->a),
                     b = turn_load(in, in->list->b + k, &p->b);
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = 4 * (k + i);
    lanes_row warm = lanes_gather(&in->list->kept->warm->push, at);
    lanes_vec left = {zero - b.axis.y, b.axis.x}, last = {warm.z, warm.w};
    /* The side of the line that a is on: a contact remembers it while a lies across. */
    lanes_value across = zero - lanes_dot(left, p->way), along = zero - lanes_dot(b.axis, p->way);
    lanes_value dip = zero - lanes_dot(left, last), half = p->b.radius_x;
    lanes_mask remembered =
        lanes_less(lanes_abs(across), p->a.reach) & lanes_less(lanes_all(0.5f), lanes_abs(dip));
    lanes_value side = lanes_pick(lanes_less(lanes_pick(remembered, dip, across), zero), -one, one);
    lanes_fit fit = {.normal = {zero - side * left.x, zero - side * left.y}};
    fit.radius_a = fit_form(&p->a, &a, fit.normal, one, &fit.point_a);
    fit.gap = side * across - lanes_dot(fit.point_a, fit.normal);
    fit.radius_b = lanes_all(1e30f);
    lanes_value foot = along + lanes_dot(fit.point_a, b.axis);
    lanes_mask beyond = lanes_less(half, lanes_abs(foot));

    /* An oval across the line overlaps the segment for certain where the way from its centre to its
     * lowest point crosses the segment: beyond an end the two may be far apart. */
    lanes_mask is_disk = lanes_equal(p->a.radius_x, p->a.radius_y);
    lanes_value part = side * across / lanes_dot(fit.point_a, fit.normal);
    lanes_value crossing = along + part * lanes_dot(fit.point_a, b.axis);
    lanes_mask crosses = lanes_less(lanes_abs(part), one) & lanes_less(lanes_abs(crossing), half);
    lanes_mask doubtful = lanes_less(fit.gap, zero) & ~is_disk & ~crosses;
    unsigned ends = lanes_bits(beyond) & *bits;
    if (ends) {
        lanes_value end = lanes_pick(lanes_less(foot, zero), zero - half, half);
        lanes_vec to_end = lanes_along(p->way, end, b.axis);
        lanes_value distance = lanes_length(to_end), over = one / distance;
        lanes_mask sure = is_disk & lanes_less(lanes_all(1e-30f), distance);
        lanes_vec normal = {to_end.x * over, to_end.y * over};
        lanes_vec point = {normal.x * p->a.radius_x, normal.y * p->a.radius_x};
        fit.normal = lanes_pick_vec(beyond & sure, normal, fit.normal);
        fit.point_a = lanes_pick_vec(beyond & sure, point, fit.point_a);
        fit.gap = lanes_pick(beyond & sure, distance - p->a.radius_x, fit.gap);
        fit.radius_b = lanes_pick(beyond, zero, fit.radius_b);
        doubtful = doubtful | (beyond & ~sure);
    }
    fit.point_b = lanes_along(fit.point_a, fit.gap, fit.normal);
    fit.point_b.x = fit.point_b.x - p->way.x;
    fit.point_b.y = fit.point_b.y - p->way.y;
    *bits &= ~lanes_bits(doubtful);
    return fits_store(in, out, k, p, &a, &b, &fit, warm, *bits, sole);
}

#include "measure/facing_lanes.h"
#include "measure/sweep_lanes.h"

#include "measure/box_lanes.h"
#include "measure/hull_lanes.h"

/* ---- A block --------------------------------------------------------------------------------- */

_Static_assert(PAIR_FACES == PAIR_ROW + 1, "store_classes counts on it");

/* Eight classes as bytes. */
INLINE void store_classes(uint8_t *to, unsigned round, unsigned met, unsigned both) {
    for (int i = 0; i < MEASURE_BLOCK; ++i) {
        unsigned row = met >> i & 1, none = ~(round | met) >> i & 1, faces = both >> i & 1;
        to[i] = (uint8_t)(row * PAIR_ROW + none * PAIR_NONE + faces);
    }
}

static unsigned measure_block(const measure_input *in, const measure_output *out, uint32_t first,
                              const block_kinds *kinds) {
    const unsigned all = (1u << LANES) - 1;
    unsigned alone = 0, met_round = 0, met = 0, both = 0;
    for (uint32_t lane = 0; lane < MEASURE_BLOCK; lane += LANES) {
        const uint32_t k = first + lane;
        unsigned round = kinds->of[BLOCK_ROUND] >> lane & all;
        unsigned ovals = kinds->of[BLOCK_OVAL] >> lane & all, sure_ovals = ovals;
        unsigned lines = kinds->of[BLOCK_LINE] >> lane & all, sure_lines = lines;
        unsigned boxes = kinds->of[BLOCK_BOX] >> lane & all;
        if (!(round | ovals | lines | boxes | (kinds->of[BLOCK_HULL] >> lane & all))) continue;
        lanes_pair p = pair_load(in, k);
        if (ovals | lines | boxes | in->some_pulled)
            add_rims(&p, in, in->list->a + k, in->list->b + k);
        if (round) met_round |= (measure_round(&p) & round) << lane;
        if (ovals) met |= measure_oval(in, out, k, &p, &sure_ovals, !(lines | in->spare)) << lane;
        if (lines) met |= measure_line(in, out, k, &p, &sure_lines, !(ovals | in->spare)) << lane;
        alone |= ((ovals & ~sure_ovals) | (lines & ~sure_lines)) << lane;
        if (!boxes) continue;
        const facing_found found =
            measure_boxes(in, out, k, &p, boxes, !(ovals | lines | in->spare));
        met |= found.met << lane;
        both |= found.both << lane;
        alone |= found.unsure << lane;
    }
    store_classes(in->list->class_of + first, met_round, met, both);
    return alone;
}

/* ---- Turning --------------------------------------------------------------------------------- */

/* Minimax polynomials of cosine and sine, off by 1e-8, within an eighth of a turn. */
static void turn_all(const turn_parts *parts, const collider_form *forms, uint32_t count,
                     collider_turn *turns) {
    const lanes_value one = lanes_all(1);
    for (uint32_t i = 0; i < count; i += LANES) {
        uint32_t at[LANES], to[LANES];
        lanes_value r = lanes_load(parts->rest + i), z = r * r;
        lanes_value odd = lanes_load(parts->odd + i), sign = lanes_load(parts->sign + i);
        lanes_value s = lanes_all(8.332749001e-3f) - z * lanes_all(1.958800883e-4f);
        lanes_value c = lanes_all(2.454804052e-5f) * z - lanes_all(1.388830365e-3f);
        s = r + r * z * (s * z - lanes_all(0.1666666467f));
        c = one - (lanes_all(0.5f) * z - z * z * (c * z + lanes_all(0.04166666466f)));
        lanes_value x = sign * ((one - odd) * c - odd * s);
        lanes_value y = sign * ((one - odd) * s + odd * c);
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            at[lane] = 8 * (i + lane);
            to[lane] = 4 * (i + lane);
        }
        lanes_row form = lanes_gather(&forms->offset_x, at);
        lanes_row turned = {form.x * x - form.y * y, form.y * x + form.x * y,
                            form.z * x - form.w * y, form.w * x + form.z * y};
        if (count - i < LANES)
            lanes_scatter_some(&turns->offset_x, to, turned, (1u << (count - i)) - 1);
        else
            lanes_scatter(&turns->offset_x, to, turned);
    }
}
