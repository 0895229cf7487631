/* hull_lanes.inc.h: pairs of disks, capsules, polygons and segments, LANES at a time: boxes by
 * their half axes, other shapes by all corners of both. In: pairs; out: the faces that touch. */
#ifndef ENGINE_MEASURE_HULL_LANES_INC_H
#define ENGINE_MEASURE_HULL_LANES_INC_H

#include "measure/pair_lanes.inc.h"

/* ==== Boxes =================================================================================== */

/* Pairs of disks, capsules and rectangles: a capsule is a rectangle without height, a disk is a
 * rectangle without height and width, and all may be rounded.
 *
 * The projection of one box on an axis of the other follows from its half axes. The largest of the
 * four separations belongs to the face that separates most. In a pyramid this takes half of the
 * time of hulls with four corners. A box that is too large for floats is replaced by a window.
 * Boxes that move far in a step are left to the kernel of hulls. */

/* A rectangle of lanes, and its separations along its axes, without the radii. Where the rectangle
 * has no face the separation is -1e18. */
typedef struct lanes_box {
    lanes_vec center, axis, offset;
    lanes_value half_x, half_y, radius;
    lanes_value at_x, at_y; /* centre of the other box along the axes */
    lanes_value gap_x, gap_y;
} lanes_box;

INLINE lanes_box box_load(const measure_input *in, const uint32_t *slots, const lanes_collider *c,
                          lanes_vec center) {
    const body_store *bodies = in->bodies;
    uint32_t rows[LANES];
    for (int i = 0; i < LANES; ++i) rows[i] = CORNER_FLOATS * bodies->links[slots[i]].corners;
    const lanes_row whole = lanes_gather(&bodies->shapes.corners.rows->radius, rows);
    const lanes_row half = lanes_gather(&bodies->shapes.corners.rows->half_x, rows);
    const lanes_row turn = turn_of(in, slots);
    return (lanes_box){.center = center,
                       .axis = {turn.z, turn.w},
                       .offset = {turn.x, turn.y},
                       .half_x = half.x,
                       .half_y = half.y,
                       .radius =
                           lanes_pick(lanes_less(lanes_all(0), whole.y), c->radius_x, whole.x)};
}

/* Replaces boxes by their windows, in lanes that have one. */
INLINE void box_window(lanes_box *b, const lanes_pair *p, lanes_mask window) {
    b->offset = lanes_pick_vec(window, p->window_offset, b->offset);
    b->half_x = lanes_pick(window, p->window_half.x, b->half_x);
    b->half_y = lanes_pick(window, p->window_half.y, b->half_y);
}

/* Sets the separations of a box from another. `way`: to the centre of the other; `turn`: absolute
 * values of cosine and sine of the angle between both. */
INLINE void box_separate(lanes_box *b, const lanes_box *other, lanes_vec way, lanes_vec turn) {
    const lanes_value zero = lanes_all(0), never = lanes_all(-1e18f);
    b->at_x = lanes_dot(b->axis, way);
    b->at_y = lanes_cross(b->axis, way);
    b->gap_x = lanes_abs(b->at_x) - (b->half_x + (turn.x * other->half_x + turn.y * other->half_y));
    b->gap_y = lanes_abs(b->at_y) - (b->half_y + (turn.y * other->half_x + turn.x * other->half_y));
    b->gap_x = lanes_pick(lanes_less(zero, b->half_y), b->gap_x, never);
    b->gap_y = lanes_pick(lanes_less(zero, b->half_x), b->gap_y, never);
}

INLINE lanes_box pick_box(lanes_mask mask, const lanes_box *yes, const lanes_box *no) {
    return (lanes_box){.center = lanes_pick_vec(mask, yes->center, no->center),
                       .axis = lanes_pick_vec(mask, yes->axis, no->axis),
                       .half_x = lanes_pick(mask, yes->half_x, no->half_x),
                       .half_y = lanes_pick(mask, yes->half_y, no->half_y),
                       .at_x = lanes_pick(mask, yes->at_x, no->at_x),
                       .at_y = lanes_pick(mask, yes->at_y, no->at_y),
                       .gap_x = lanes_pick(mask, yes->gap_x, no->gap_x),
                       .gap_y = lanes_pick(mask, yes->gap_y, no->gap_y)};
}

/* Sets the face that separates most: it looks towards the other box. */
INLINE void set_face(lanes_facing *f, const lanes_box *b) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_mask across = lanes_less(b->gap_x, b->gap_y);
    const lanes_mask behind = lanes_less(lanes_pick(across, b->at_y, b->at_x), zero);
    const lanes_vec n = lanes_pick_vec(across, lanes_left(b->axis), b->axis);
    f->normal = lanes_scaled(n, lanes_pick(behind, zero - one, one));
    f->along = lanes_left(f->normal);
    const lanes_value height = lanes_pick(across, b->half_y, b->half_x);
    const lanes_value half = lanes_pick(across, b->half_x, b->half_y);
    f->from = lanes_along(lanes_along(b->center, height, f->normal), zero - half, f->along);
    f->length = half + half;
}

/* Sets the face of the other box that is most opposite to the first face: the face along the axis
 * nearest to the normal. */
INLINE void set_line(lanes_facing *f, const lanes_box *b) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_vec left = lanes_left(b->axis);
    const lanes_value x = lanes_dot(b->axis, f->normal), y = lanes_dot(left, f->normal);
    const lanes_mask across = ~lanes_less(zero, b->half_y) | lanes_less(lanes_abs(x), lanes_abs(y));
    const lanes_vec n = lanes_pick_vec(across, left, b->axis);
    const lanes_vec t = lanes_pick_vec(across, b->axis, left);
    const lanes_value cosine = lanes_pick(across, y, x);
    const lanes_value height = lanes_pick(across, b->half_y, b->half_x);
    lanes_value half = lanes_pick(across, b->half_x, b->half_y);
    const lanes_value sign = lanes_pick(lanes_less(cosine, zero), one, zero - one);
    const lanes_vec middle = lanes_along(b->center, sign * height, n);
    const lanes_value runs = t.y * f->normal.x - t.x * f->normal.y; /* along its left */
    half = lanes_pick(lanes_less(runs, zero), zero - half, half);
    f->line[0] = lanes_along(middle, zero - half, t);
    f->line[1] = lanes_along(middle, half, t);
    f->cosine = zero - lanes_abs(cosine);
}

INLINE lanes_found measure_boxes(lanes_entries *e, lanes_pair *p) {
    const pair_list *list = e->in->list;
    const lanes_vec origin = {lanes_all(0), lanes_all(0)};
    const unsigned unsure = windows_take(p, e);
    lanes_box a = box_load(e->in, list->a + e->at[0], &p->a, origin);
    lanes_box b = box_load(e->in, list->b + e->at[0], &p->b, p->way);
    if (lanes_bits(p->a.window | p->b.window)) {
        box_window(&a, p, p->a.window);
        box_window(&b, p, p->b.window);
    }
    const lanes_vec turn = {lanes_abs(lanes_dot(a.axis, b.axis)),
                            lanes_abs(lanes_cross(a.axis, b.axis))};
    box_separate(&a, &b, p->way, turn);
    box_separate(&b, &a, lanes_negate(p->way), turn);
    const lanes_value gap_a = lanes_max(a.gap_x, a.gap_y), gap_b = lanes_max(b.gap_x, b.gap_y);
    lanes_facing f = {.radius_a = a.radius,
                      .radius_b = b.radius,
                      .small = pair_small(p),
                      .near = p->near,
                      .passed = lanes_all(0)};
    f.more = lanes_less(gap_a + lanes_all(HULL_SAME) * f.small, gap_b);
    f.gap = lanes_pick(f.more, gap_b, gap_a);
    f.misses = lanes_less(f.near + facing_radii(&f), f.gap);
    const lanes_mask swept = pairs_swept(e, p, lanes_less(facing_radii(&f), f.gap) & ~f.misses);
    const unsigned hulls = e->used & lanes_bits(swept) & ~unsure;
    e->used &= ~(hulls | unsure);
    if (!(e->used & ~lanes_bits(f.misses))) {
        entries_store(e, f.gap, 0, 0);
        return (lanes_found){.hulls = hulls, .unsure = unsure};
    }
    const lanes_box of = pick_box(f.more, &b, &a), other = pick_box(f.more, &a, &b);
    set_face(&f, &of);
    set_line(&f, &other);
    const lanes_frame frame = {a.offset, b.offset, p->way, pair_speed(p)};
    lanes_found found = facing_measure(e, &f, &frame);
    found.hulls = hulls;
    found.unsure |= unsure;
    return found;
}

/* ==== Hulls =================================================================================== */

/* Hulls by all of their corners, in groups with about equal numbers of corners. Hulls that move far
 * in a step are swept: they overlap while they overlap along every axis, so they meet at the face
 * of the axis that they enter last. The face that separates most as the step begins may never be
 * met. */

typedef struct lanes_hull {
    lanes_vec point[EVO_POLYGON_POINTS + 1], normal[EVO_POLYGON_POINTS];
    lanes_vec offset, axis; /* see collider_turn */
    lanes_value radius;
    lanes_mask pointed, line; /* disks, which have no face; segments */
    int points;               /* largest number in all lanes */
} lanes_hull;

/* Returns the corner of a window that replaces a corner of the whole shape. */
INLINE lanes_value corner_of_window(lanes_mask window, lanes_value half, lanes_value of) {
    const lanes_value zero = lanes_all(0);
    return lanes_pick(window, lanes_pick(lanes_less(of, zero), zero - half, half), of);
}

/* Loads the hulls of one side of pairs, turned and moved. Each gets `points` corners. */
INLINE void hull_load(lanes_hull *h, const measure_input *in, const uint32_t *slots,
                      const lanes_pair *p, int side) {
    const body_store *bodies = in->bodies;
    const lanes_collider *c = side ? &p->b : &p->a;
    const lanes_value zero = lanes_all(0);
    const lanes_vec center = side ? p->way : (lanes_vec){zero, zero};
    const lanes_row turn = turn_of(in, slots);
    uint32_t rows[LANES];
    for (int i = 0; i < LANES; ++i) rows[i] = CORNER_FLOATS * bodies->links[slots[i]].corners;
    const lanes_row whole = lanes_gather(&bodies->shapes.corners.rows->radius, rows);
    h->pointed = lanes_less(zero, whole.y);
    h->line = lanes_less(zero, whole.z);
    h->radius = lanes_pick(h->pointed, c->radius_x, whole.x);
    h->axis = (lanes_vec){turn.z, turn.w};
    h->offset = lanes_pick_vec(c->window, p->window_offset, (lanes_vec){turn.x, turn.y});
    const lanes_vec along = lanes_scaled(h->axis, lanes_pick(h->line, c->radius_x, lanes_all(1)));
    const lanes_mask window = c->window & ~h->line;
    const bool windows = lanes_bits(window) != 0;
    for (int i = 0; i < h->points; ++i) {
        lanes_row r = lanes_gather(bodies->shapes.corners.rows->row[i], rows);
        if (windows) {
            r.x = corner_of_window(window, p->window_half.x, r.x);
            r.y = corner_of_window(window, p->window_half.y, r.y);
        }
        h->point[i].x = center.x + (r.x * along.x - r.y * along.y);
        h->point[i].y = center.y + (r.y * along.x + r.x * along.y);
        h->normal[i].x = r.z * h->axis.x - r.w * h->axis.y;
        h->normal[i].y = r.w * h->axis.x + r.z * h->axis.y;
    }
    h->point[h->points] = h->point[0];
}

/* ---- Faces ----------------------------------------------------------------------------------- */

/* A face, from point to point, and its separation. */
typedef struct lanes_face {
    lanes_value gap;
    lanes_vec from, to, normal;
} lanes_face;

INLINE lanes_value least_along(const lanes_hull *h, lanes_vec n) {
    lanes_value least = lanes_dot(h->point[0], n);
    for (int i = 1; i < h->points; ++i) least = lanes_min(least, lanes_dot(h->point[i], n));
    return least;
}

INLINE lanes_face face_of(const lanes_hull *h, int i, lanes_value gap) {
    return (lanes_face){gap, h->point[i], h->point[i + 1], h->normal[i]};
}

INLINE lanes_face pick_face(lanes_mask mask, const lanes_face *yes, const lanes_face *no) {
    return (lanes_face){
        lanes_pick(mask, yes->gap, no->gap), lanes_pick_vec(mask, yes->from, no->from),
        lanes_pick_vec(mask, yes->to, no->to), lanes_pick_vec(mask, yes->normal, no->normal)};
}

INLINE void find_widest(lanes_face *f, const lanes_hull *h, const lanes_hull *other) {
    f->gap = lanes_all(-INFINITY);
    f->from = f->to = h->point[0];
    f->normal = h->normal[0];
    for (int i = 0; i < h->points; ++i) {
        const lanes_vec n = h->normal[i];
        const lanes_face face = face_of(h, i, least_along(other, n) - lanes_dot(h->point[i], n));
        *f = pick_face(lanes_less(f->gap, face.gap) & ~h->pointed, &face, f);
    }
}

/* Pairs in lanes, and the face that separates each most. */
typedef struct hull_pair {
    lanes_pair p;
    lanes_entries e;
    lanes_hull a, b;
    lanes_face face;
    lanes_mask more;    /* the face is of b */
    lanes_value passed; /* seconds from the start of the step to the measured positions */
    lanes_mask misses;
} hull_pair;

/* Chooses the face that separates most, of either hull. A hull that overlaps a segment, with its
 * centre beside the segment's middle, stays on its side of the segment: see touch_hulls. */
INLINE void choose_widest(hull_pair *h) {
    const lanes_value zero = lanes_all(0), same = lanes_all(HULL_SAME) * pair_small(&h->p);
    lanes_face a, b;
    find_widest(&a, &h->a, &h->b);
    find_widest(&b, &h->b, &h->a);
    h->more = lanes_less(a.gap + same, b.gap);
    const lanes_mask line = h->b.line & lanes_less(lanes_max(a.gap, b.gap), zero);
    if (lanes_bits(line)) {
        const lanes_vec axis = h->b.axis, side = h->e.side;
        const lanes_line_side of = line_side_of(axis, h->p.way, side);
        const lanes_mask upright =
            lanes_less(lanes_abs(lanes_dot(axis, side)), lanes_all((float)SIDE_UPRIGHT));
        const lanes_mask beside =
            line & ~lanes_less(h->p.b.radius_x, lanes_abs(lanes_dot(axis, h->p.way)));
        const lanes_mask under = line_is_right(&of, h->e.overlapped & upright);
        const lanes_value sign = lanes_pick(under, zero - lanes_all(1), lanes_all(1));
        lanes_face face = {.from = lanes_pick_vec(under, h->b.point[1], h->b.point[0]),
                           .to = lanes_pick_vec(under, h->b.point[0], h->b.point[1]),
                           .normal = lanes_scaled(of.left, sign)};
        face.gap = least_along(&h->a, face.normal) - lanes_dot(face.from, face.normal);
        b = pick_face(beside, &face, &b);
        h->more = h->more | beside;
    }
    h->face = pick_face(h->more, &b, &a);
}

/* ---- Sweeps ---------------------------------------------------------------------------------- */

/* Fraction of the smaller reach: hulls that pass each other at a smaller distance count as met. */
static const float SWEEP_PAD = 0.002f;

/* Multiple of the step's length: hulls that would meet before this time may still meet within the
 * step. */
static const float SWEEP_LATER = 1.05f;

/* Seconds by which an axis of b must be entered later than those of a to be chosen. */
static const float SWEEP_SAME = 1e-6f;

/* Times over all axes so far, padded: the last entry, and the first exit. */
typedef struct lanes_sweep {
    lanes_value radii, pad;
    lanes_value enter, leave;
} lanes_sweep;

/* A hull as the step begins, and turned to its angle at the meeting. */
typedef struct hull_swept {
    const lanes_hull *begun;
    lanes_hull turned;
} hull_swept;

/* Turns a hull about its body's centre. Turns are clamped to 0.8 radians. */
INLINE void hull_turn(hull_swept *h, lanes_vec center, lanes_value turn) {
    const lanes_value t = lanes_clamp(turn, lanes_all(-0.8f), lanes_all(0.8f)), square = t * t;
    const lanes_value sine = t - t * square * lanes_all(1.0f / 6);
    const lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    for (int i = 0; i < h->begun->points; ++i) {
        const lanes_vec p = h->begun->point[i], n = h->begun->normal[i];
        const lanes_vec arm = lanes_between(center, p);
        h->turned.point[i] = (lanes_vec){p.x - (arm.x * less + arm.y * sine),
                                         p.y + (arm.x * sine - arm.y * less)};
        h->turned.normal[i] = (lanes_vec){n.x - (n.x * less + n.y * sine),
                                          n.y + (n.x * sine - n.y * less)};
    }
}

/* Finds the face that another hull at this speed enters last. Returns the time of entry. */
INLINE lanes_value find_last(lanes_face *f, lanes_sweep *s, const hull_swept *swept,
                             const lanes_hull *other, lanes_vec speed) {
    const lanes_hull *h = &swept->turned;
    const lanes_value zero = lanes_all(0), never = lanes_all(-INFINITY);
    lanes_value last = never;
    for (int i = 0; i < h->points; ++i) {
        const lanes_vec n = h->normal[i];
        const lanes_value gap = least_along(other, n) - lanes_dot(h->point[i], n) - s->radii;
        const lanes_value rate = lanes_dot(n, speed);
        const lanes_value over = lanes_all(1) / lanes_max(lanes_abs(rate), lanes_all(1e-12f));
        const lanes_value pad = s->pad * over;
        const lanes_mask closes = lanes_less(rate, zero);
        const lanes_value enter = lanes_pick(closes, gap * over, never);
        const lanes_value leave = lanes_pick(closes, zero - never, zero - gap * over);
        s->enter = lanes_pick(h->pointed, s->enter, lanes_max(s->enter, enter - pad));
        s->leave = lanes_pick(h->pointed, s->leave, lanes_min(s->leave, leave + pad));
        const lanes_mask later = lanes_less(last, enter) & ~h->pointed;
        last = lanes_pick(later, enter, last);
        const lanes_face face = face_of(swept->begun, i, f->gap);
        *f = pick_face(later, &face, f);
    }
    return last;
}

/* Chooses the face that is entered last, for swept pairs, with the angles of that time. Moves pairs
 * that meet later to where they meet, and drops pairs that pass each other. `spins`: of both, in
 * radians a second. */
INLINE void choose_last(hull_pair *h, lanes_mask swept, const lanes_value spins[2]) {
    const lanes_value zero = lanes_all(0), seconds = lanes_all(h->e.in->seconds);
    const lanes_vec u = pair_speed(&h->p);
    const lanes_vec center_a = lanes_negate(h->a.offset);
    const lanes_vec center_b = lanes_between(h->b.offset, h->p.way);
    hull_swept of_a = {&h->a, h->a}, of_b = {&h->b, h->b};
    lanes_face a = h->face, b = h->face;
    lanes_sweep s;
    lanes_value last_a = zero, last_b = zero;
    for (int i = 0; i < 2; ++i) {
        const lanes_value then = lanes_clamp(lanes_max(last_a, last_b), zero, seconds);
        if (i == 1) hull_turn(&of_a, center_a, then * spins[0]);
        if (i == 1) hull_turn(&of_b, center_b, then * spins[1]);
        s = (lanes_sweep){h->a.radius + h->b.radius, lanes_all(SWEEP_PAD) * pair_small(&h->p),
                          lanes_all(-INFINITY), lanes_all(INFINITY)};
        last_a = find_last(&a, &s, &of_a, &of_b.turned, u);
        last_b = find_last(&b, &s, &of_b, &of_a.turned, lanes_negate(u));
    }
    const lanes_value last = lanes_max(last_a, last_b);
    h->misses =
        swept
        & (lanes_less(s.leave, s.enter) | lanes_less(lanes_all(SWEEP_LATER) * seconds, s.enter));
    const lanes_mask meets = swept & ~h->misses & lanes_less(zero, last);
    const lanes_mask more = lanes_less(last_a + lanes_all(SWEEP_SAME), last_b);
    h->passed = lanes_only(meets, lanes_min(last, seconds));
    assert(!lanes_bits(lanes_less(seconds, h->passed)) && "times are within the step");
    for (int i = 0; i <= h->b.points; ++i) h->b.point[i] = lanes_along(h->b.point[i], h->passed, u);
    b.from = lanes_along(b.from, h->passed, u);
    b.to = lanes_along(b.to, h->passed, u);
    const lanes_face face = pick_face(more, &b, &a);
    h->more = (meets & more) | (~meets & h->more);
    h->face = pick_face(meets, &face, &h->face);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Finds the face that is most opposite to the face of the other hull, in the lanes of `these`. */
INLINE void turn_to(lanes_facing *f, const lanes_hull *h, lanes_mask these) {
    for (int i = 0; i < h->points; ++i) {
        const lanes_value cosine = lanes_dot(h->normal[i], f->normal);
        const lanes_mask turned = these & lanes_less(cosine, f->cosine);
        f->cosine = lanes_pick(turned, cosine, f->cosine);
        f->line[0] = lanes_pick_vec(turned, h->point[i + 1], f->line[0]);
        f->line[1] = lanes_pick_vec(turned, h->point[i], f->line[1]);
    }
}

INLINE lanes_found measure_hull_lanes(const measure_input *in, const measure_output *out,
                                      const hull_group *group, uint32_t lane) {
    const pair_list *list = in->list;
    const uint32_t *entries = group->entries + lane;
    uint32_t slots_a[LANES], slots_b[LANES];
    float x[LANES], y[LANES];
    hull_pair h;
    h.e = (lanes_entries){.in = in, .out = out, .used = group->used >> lane & ((1u << LANES) - 1)};
    for (int i = 0; i < LANES; ++i) {
        h.e.at[i] = entries[i];
        slots_a[i] = list->a[entries[i]];
        slots_b[i] = list->b[entries[i]];
        x[i] = list->way_x[entries[i]];
        y[i] = list->way_y[entries[i]];
    }
    pair_begin(&h.p, in, slots_a, slots_b);
    h.p.way = (lanes_vec){lanes_load(x), lanes_load(y)};
    add_rims(&h.p, in, slots_a, slots_b);
    const unsigned unsure = windows_take(&h.p, &h.e);
    h.e.used &= ~unsure;
    entries_load(&h.e);
    h.a.points = group->points_a;
    h.b.points = group->points_b;
    hull_load(&h.a, in, slots_a, &h.p, 0);
    hull_load(&h.b, in, slots_b, &h.p, 1);
    choose_widest(&h);
    h.passed = lanes_all(0);
    h.misses = lanes_mask_of(0);
    const lanes_mask swept =
        pairs_swept(&h.e, &h.p, lanes_less(h.a.radius + h.b.radius, h.face.gap));
    if (lanes_bits(swept) & h.e.used) {
        const float *rims = &in->bodies->sweeps->rim;
        const lanes_value spins[2] = {gather_from(rims, SWEEP_FLOATS, slots_a).y,
                                      gather_from(rims, SWEEP_FLOATS, slots_b).y};
        choose_last(&h, swept, spins);
    }
    const lanes_vec n = h.face.normal, along = lanes_left(n), speed = pair_speed(&h.p);
    lanes_facing f = {.more = h.more,
                      .gap = h.face.gap,
                      .from = h.face.from,
                      .normal = n,
                      .along = along,
                      .length = lanes_dot(lanes_between(h.face.from, h.face.to), along),
                      .line = {h.face.from, h.face.from},
                      .cosine = lanes_all(INFINITY),
                      .radius_a = h.a.radius,
                      .radius_b = h.b.radius,
                      .small = pair_small(&h.p),
                      .near = h.p.near,
                      .passed = h.passed,
                      .misses = h.misses};
    turn_to(&f, &h.a, h.more);
    turn_to(&f, &h.b, ~h.more);
    const lanes_frame frame = {h.a.offset, h.b.offset, lanes_along(h.p.way, h.passed, speed),
                               speed};
    lanes_found found = facing_measure(&h.e, &f, &frame);
    found.unsure |= unsure;
    return found;
}

static lanes_found measure_hulls(const measure_input *in, const measure_output *out,
                                 const hull_group *group) {
    lanes_found found = {0};
    for (uint32_t lane = 0; lane < MEASURE_BLOCK && group->used >> lane; lane += LANES)
        found_add(&found, measure_hull_lanes(in, out, group, lane), lane);
    return found;
}

#endif
