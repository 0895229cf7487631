/* doubles.c: measurements in doubles, one at a time: pairs that lanes leave to this file, windows
 * of large shapes, and fits of meetings. In: entries, or meetings; out: classes, fits and warm
 * normals. Invariant: a window contains every part of the large shape that the small one may meet.
 *
 * A pair of ellipses without a warm normal goes through the polygonal test first. Both are grown by
 * the distance by which they may approach in the step. Most new pairs do not meet, and need no
 * fit. */
#include <assert.h>

#include "core/core.h"
#include "measure/measure.h"
#include "narrow/narrow.h"

/* ==== Pairs =================================================================================== */

/* One pair in doubles: both colliders about the centre of a. */
typedef struct lone_pair {
    const collider_record *records[2];
    couple two;
    evo_vec2 centers[2]; /* centres of mass */
    double near;
} lone_pair;

static float small_reach(const measure_input *in, uint32_t k) {
    const collider_form *forms = in->bodies->forms;
    const float a = forms[in->list->a[k]].reach, b = forms[in->list->b[k]].reach;
    return a < b ? a : b;
}

/* Returns the distance by which the rims may approach each other in the step. */
static double approach_within(const measure_input *in, const measure_output *out, uint32_t k) {
    const float *a = in->rows + out->row_a[k], *b = in->rows + out->row_b[k];
    const collider_sweep *sweeps = in->bodies->sweeps;
    const evo_vec2 speed = vec_sub(vec_of_floats(b[0], b[1]), vec_of_floats(a[0], a[1]));
    const double way =
        vec_length(speed) + (double)sweeps[in->list->a[k]].rim + (double)sweeps[in->list->b[k]].rim;
    return way * (double)in->seconds + (double)in->pull
           + (double)MEASURE_NEAR * (double)small_reach(in, k);
}

static lone_pair lone_pair_of(const measure_input *in, const measure_output *out, uint32_t k) {
    const body_store *s = in->bodies;
    const uint32_t slots[2] = {in->list->a[k], in->list->b[k]};
    lone_pair p;
    evo_vec2 origin = s->states[s->links[slots[0]].body].position;
    for (int side = 0; side < 2; ++side) {
        const collider_link *link = &s->links[slots[side]];
        const body_state *state = &s->states[link->body];
        p.records[side] = &s->colliders[link->id];
        p.centers[side] = vec_sub(state->position, origin);
        couple_put(&p.two, side, p.records[side]->shape, (evo_pose){p.centers[side], state->angle},
                   evo_direction(state->angle));
    }
    p.near = approach_within(in, out, k);
    return p;
}

/* Depth, as a fraction of the smaller reach. A pair that overlaps by less may touch at any side a
 * step later: its last normal is not used. */
static const float SIDE_FROM = 1e-6f;

/* The normal of a pair that overlapped in the last step; else 0, 0. */
static evo_vec2 kept_side(const measure_input *in, uint32_t k) {
    const pair_warm *warm = &in->list->kept->warm[k];
    const bool overlaps = in->list->kept->gaps[k] < -SIDE_FROM * small_reach(in, k);
    return overlaps ? vec_of_floats(warm->normal_x, warm->normal_y) : vec(0, 0);
}

/* Returns the change of an ellipse's radius of curvature r a radian: with the semi-axes a and b,
 * and the normal (u, v) in its frame, r = a a b b / s^3, s s = a a u u + b b v v. */
static float grows_of(const placed *p, evo_vec2 normal, float radius) {
    if (p->shape->kind != EVO_ELLIPSE) return 0;
    const double a = p->shape->of.ellipse.radius_x, b = p->shape->of.ellipse.radius_y;
    const double u = vec_dot(normal, p->axis), v = vec_cross(p->axis, normal);
    const double square = a * a * u * u + b * b * v * v;
    return (float)(3 * (double)radius * (a * a - b * b) * u * v / square);
}

/* Keeps the side of a pair that overlaps: its gap cannot fall faster than the bodies move. Without
 * this rule thin rings lose bodies. In the hollow of a ring the normal turns as a body moves. If it
 * moves farther than a thickness it may touch anywhere after the step, and its side is not kept. */
static void keep_side(const measure_input *in, uint32_t k, const lone_pair *p, meeting *m) {
    const double before = (double)in->list->kept->gaps[k];
    const evo_vec2 normal = kept_side(in, k);
    const float thin_a = collider_thickness(in->bodies, in->list->a[k]);
    const float thin_b = collider_thickness(in->bodies, in->list->b[k]);
    if (couple_has(&p->two, EVO_RING) && p->near > (double)(thin_a < thin_b ? thin_a : thin_b))
        return;
    if (side_is_known(normal)) (void)measure_keeps_side(m, normal, before - 2 * p->near);
}

static void set_fit(const measure_input *in, const measure_output *out, uint32_t k,
                    const lone_pair *p, meeting *m) {
    pair_warm *warm = &in->list->kept->warm[k];
    assert(fit_number(out, k) >= MEASURE_BLOCK && "the first fits are of nothing");
    keep_side(in, k, p, m);
    pair_fit *fit = fit_of_pair(out, k);
    *fit = measure_fit(p->centers, m, small_reach(in, k));
    fit->grows_a = grows_of(&p->two.at[0], m->normal, fit->radius_a);
    fit->grows_b = grows_of(&p->two.at[1], m->normal, fit->radius_b);
    warm->normal_x = fit->normal_x;
    warm->normal_y = fit->normal_y;
    in->list->kept->gaps[k] = fit->gap;
    pair_set_class(in->list, k, PAIR_ROW);
}

/* Adds the second touch of two faces to the fit of the first. The span is measured along the face
 * that has both touched points of one body. */
static void add_face(const measure_input *in, const measure_output *out, uint32_t k,
                     const meeting found[TOUCHES]) {
    pair_fit *fit = fit_of_pair(out, k);
    const evo_vec2 way_a = vec_sub(found[1].point_a, found[0].point_a);
    const evo_vec2 way_b = vec_sub(found[1].point_b, found[0].point_b);
    const double rise_a = fabs(vec_dot(way_a, found[0].normal));
    const double rise_b = fabs(vec_dot(way_b, found[0].normal));
    fit->plane = rise_a <= rise_b ? -1 : 1;
    fit->span = (float)vec_cross(found[0].normal, rise_a <= rise_b ? way_a : way_b);
    fit->gap_2 = (float)found[1].gap;
    assert(!(fit->span < 0) && "touches are in order along the left");
    pair_set_class(in->list, k, PAIR_FACES);
}

/* Lists a second touch behind the entries, with its own row. */
static void add_second(const measure_input *in, const measure_output *out, uint32_t k,
                       const lone_pair *p, meeting *m) {
    pair_list *list = in->list;
    const uint32_t at = list->rows++;
    pair_other *other = &list->kept->other[k];
    assert(list->second_of && list->second_of[k] == NONE && "room was made for one more touch");
    list->first_of[at - list->count] = k;
    list->second_of[k] = at;
    list->a[at] = list->a[k];
    list->b[at] = list->b[k];
    out->row_a[at] = out->row_a[k];
    out->row_b[at] = out->row_b[k];
    list->kept->warm[at] = (pair_warm){other->push > 0 ? other->push : 0, other->drag, 0, 0};
    list->kept->other[at] = *other = PAIR_NO_OTHER;
    list->kept->gaps[at] = 0;
    set_fit(in, out, at, p, m);
}

/* Least cosine of the normals of two touches of faces. It is below 1 if one touch kept its side. */
static const double PARALLEL = 1 - 1e-9;

void measure_alone(const measure_input *in, const measure_output *out, uint32_t k) {
    pair_list *list = in->list;
    meeting found[TOUCHES];
    lone_pair p = lone_pair_of(in, out, k);
    const bool faces = touches_faces(p.two.at[0].shape, p.two.at[1].shape);
    const int count = couple_touches(&p.two, kept_side(in, k), p.near, found);
    assert((count == 0 || !(found[0].gap > p.near)) && "what cannot meet has no row");
    pair_set_class(list, k, PAIR_NONE);
    if (count == 2 && !faces) { /* the touch along the last normal comes first */
        const pair_warm *warm = &list->kept->warm[k];
        const evo_vec2 last = vec_of_floats(warm->normal_x, warm->normal_y);
        if (vec_dot(last, vec_sub(found[1].normal, found[0].normal)) > 0) touches_swap(found);
    }
    if (count > 0) set_fit(in, out, k, &p, &found[0]);
    if (count == 2 && !faces) add_second(in, out, k, &p, &found[1]);
    if (count == 2 && faces && vec_dot(found[0].normal, found[1].normal) > PARALLEL)
        add_face(in, out, k, found);
}

void measure_corners(const measure_input *in, const measure_output *out, uint32_t k) {
    const lone_pair p = lone_pair_of(in, out, k);
    meeting m;
    if (couple_has(&p.two, EVO_SEGMENT) /* a segment has two sides */
        || !hull_corners_meet(&p.two.at[0], &p.two.at[1], &m) || m.gap > p.near) {
        measure_alone(in, out, k);
        return;
    }
    set_fit(in, out, k, &p, &m);
}

/* ---- The polygonal test ---------------------------------------------------------------------- */

static evo_shape grown(const evo_shape *shape, double by) {
    evo_shape more = shape_copy(shape);
    if (shape->kind == EVO_CIRCLE) more.of.circle.radius += by;
    if (shape->kind == EVO_ELLIPSE) {
        more.of.ellipse.radius_x += by;
        more.of.ellipse.radius_y += by;
    }
    return more;
}

/* Returns whether two shapes may meet. Each is grown by twice the distance by which both may
 * approach: an ellipse with longer semi-axes does not contain all points within that distance. */
static bool ovals_may_meet(const lone_pair *p) {
    evo_shape a = grown(p->two.at[0].shape, 2 * p->near),
              b = grown(p->two.at[1].shape, 2 * p->near);
    placed at[2] = {p->two.at[0], p->two.at[1]};
    at[0].shape = &a;
    at[1].shape = &b;
    return pair_overlaps(&at[0], &at[1]);
}

void measure_new_ovals(const measure_input *in, const measure_output *out, uint32_t first,
                       block_kinds *kinds) {
    const unsigned ovals = kinds->of[BLOCK_OVAL];
    for (uint32_t i = 0; ovals >> i; ++i) {
        pair_warm *warm = &in->list->kept->warm[first + i];
        uint64_t normal;
        memcpy(&normal, &warm->normal_x, sizeof normal); /* neither part is known */
        if (normal != 0 || !(ovals >> i & 1)) continue;
        lone_pair p = lone_pair_of(in, out, first + i);
        if (ovals_may_meet(&p)) continue;
        evo_vec2 way = vec_unit(vec_sub(p.two.at[1].center, p.two.at[0].center), vec(1, 0));
        warm->normal_x = (float)way.x; /* the next step begins from there */
        warm->normal_y = (float)way.y;
        pair_set_class(in->list, first + i, PAIR_NONE);
        kinds->of[BLOCK_OVAL] &= ~(1u << i);
    }
}

/* ==== Fits ==================================================================================== */

/* Fits of meetings in doubles. In: the points at which two rims are nearest; out: the circles and
 * planes that replace the rims in rows, and the side that an overlap keeps. */

pair_fit measure_fit(const evo_vec2 centers[2], const meeting *m, float size) {
    double most = (double)FLAT_FROM * (double)size, sum = m->gap + m->radius_a + m->radius_b;
    bool flat_a = fabs(m->radius_a) > most, flat_b = fabs(m->radius_b) > most;
    /* Circles with nearly the same centre have no usable normal: b becomes a flat. */
    if (fabs(sum) < 0.05 * (double)size) flat_b = true;
    double radius_a = flat_a ? 0 : m->radius_a, radius_b = flat_b ? 0 : m->radius_b;
    const evo_vec2 a = vec_along(m->point_a, -radius_a, m->normal);
    const evo_vec2 b = vec_along(m->point_b, radius_b, m->normal);
    const vec2s normal = local_from(m->normal), arm_a = local_from(vec_sub(a, centers[0])),
                arm_b = local_from(vec_sub(b, centers[1]));
    const float plane = flat_a ? -1 : (float)flat_b;
    const bool faces = isinf(m->radius_a) && isinf(m->radius_b), flat = flat_a || flat_b;
    assert(isfinite(radius_a) && isfinite(radius_b) && "what has no circle is a flat");
    fit_kind kind = faces ? FIT_FACES : flat ? FIT_FLAT : sum < 0 ? FIT_HOLLOW : FIT_ROUND;
    assert((plane != 0) == (kind >= FIT_FLAT) && "a flat has a plane");
    return (pair_fit){.normal_x = normal.x,
                      .normal_y = normal.y,
                      .gap = (float)m->gap,
                      .kind = (float)kind,
                      .fit_ax = arm_a.x,
                      .fit_ay = arm_a.y,
                      .fit_bx = arm_b.x,
                      .fit_by = arm_b.y,
                      .radius_a = (float)radius_a,
                      .radius_b = (float)radius_b,
                      .plane = plane};
}

/* Moves the touched points to the second touch: along the plane, and the point of the other body
 * also by the change of the gap. */
void fit_drop_first(pair_fit *fit) {
    const float more = fit->gap_2 - fit->gap, x = -fit->span * fit->normal_y,
                y = fit->span * fit->normal_x;
    const float more_a = fit->plane > 0 ? -more : 0, more_b = fit->plane > 0 ? 0 : more;
    fit->fit_ax += x + more_a * fit->normal_x;
    fit->fit_ay += y + more_a * fit->normal_y;
    fit->fit_bx += x + more_b * fit->normal_x;
    fit->fit_by += y + more_b * fit->normal_y;
    fit->gap = fit->gap_2;
    fit->span = 0;
}

bool measure_keeps_side(meeting *m, evo_vec2 normal, double least) {
    if (m->gap >= least && vec_dot(normal, m->normal) > 0) return true;
    const double radius_a = isfinite(m->radius_a) ? m->radius_a : 0;
    const double radius_b = isfinite(m->radius_b) ? m->radius_b : 0;
    m->point_a = vec_along(m->point_a, radius_a, vec_sub(normal, m->normal));
    m->point_b = vec_along(m->point_b, -radius_b, vec_sub(normal, m->normal));
    m->normal = normal;
    m->gap = most_of(vec_dot(vec_sub(m->point_b, m->point_a), normal), least);
    assert(!(m->gap < least));
    return false;
}

/* ==== Windows ================================================================================= */

/* Windows: the parts of large boxes, capsules and segments that small shapes may meet in a step.
 * In: pairs whose sizes differ too much for floats; out: boxes about as large as the small shape,
 * in doubles. */

/* Multiples of the small shape's reach: the largest half axes of a window, without the distances of
 * approach; and the largest distance of approach in a step for which a window is opened. */
static const double WINDOW_REACHES = 6, WINDOW_NEAREST = 6;

/* Sets the half axes of a segment, capsule or box, along its own axis; returns the radius of its
 * rounding. */
static double half_axes(const evo_shape *shape, evo_vec2 *half) {
    if (shape->kind == EVO_SEGMENT) {
        *half = vec(shape->of.segment.half_length, 0);
        return 0;
    }
    if (shape->kind == EVO_CAPSULE) {
        *half = vec(shape->of.capsule.half_length, 0);
        return shape->of.capsule.radius;
    }
    const evo_vec2 corner = shape->of.polygon.points[0];
    *half = vec(fabs(corner.x), fabs(corner.y));
    return shape->of.polygon.radius;
}

static evo_vec2 centre_of(const body_store *s, uint32_t slot, evo_vec2 origin) {
    const collider_turn *turn = &s->turns[slot];
    const evo_vec2 offset = vec((double)turn->offset_x, (double)turn->offset_y);
    return vec_add(vec_sub(s->states[s->links[slot].body].position, origin), offset);
}

/* A large collider, about its body. It is kept from pair to pair: neighbours in the list often
 * share it. */
typedef struct window_large {
    uint32_t slot;
    placed at;
    evo_vec2 whole, place; /* half axes; the body's position */
    double radius;         /* of the rounding; INFINITY: the collider has no windows */
} window_large;

static void set_large(window_large *large, const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    const evo_shape *shape = s->colliders[link->id].shape;
    const body_state *state = &s->states[link->body];
    *large = (window_large){.slot = slot, .place = state->position, .radius = INFINITY};
    if (link->kind != FORM_BOX && link->kind != FORM_LINE) return;
    large->at = placed_at(shape, vec(0, 0), evo_direction(state->angle));
    large->radius = half_axes(shape, &large->whole);
}

/* Opens the window of a pair. False: the pair has none. */
static bool window_open(const measure_input *in, uint32_t k, double near, window_large *large,
                        pair_window *w) {
    const body_store *s = in->bodies;
    const uint32_t slots[2] = {in->list->a[k], in->list->b[k]};
    const bool of_b = s->forms[slots[1]].reach > s->forms[slots[0]].reach;
    const double reach = (double)s->forms[slots[!of_b]].reach;
    const double size = WINDOW_REACHES * reach + 2 * near;
    if (large->slot != slots[of_b]) set_large(large, s, slots[of_b]);
    if (near > WINDOW_NEAREST * reach || large->radius > size) return false;
    const evo_vec2 whole = large->whole;
    const evo_vec2 to = placed_enter(&large->at, centre_of(s, slots[!of_b], large->place));
    if (most_of(fabs(to.x) - whole.x, fabs(to.y) - whole.y) < -size / 2) return false;
    const evo_vec2 half = vec(least_of(whole.x, size), least_of(whole.y, size));
    const evo_vec2 middle = vec(most_of(least_of(to.x, whole.x - half.x), half.x - whole.x),
                                most_of(least_of(to.y, whole.y - half.y), half.y - whole.y));
    const evo_vec2 way = vec_turn(vec_sub(middle, to), vec_scale(large->at.axis, of_b ? 1 : -1));
    const evo_vec2 offset = placed_leave(&large->at, middle);
    *w = (pair_window){(float)way.x,    (float)way.y,    (float)half.x,   (float)half.y,
                       (float)offset.x, (float)offset.y, of_b ? 0 : 1.0f, of_b ? 1.0f : 0};
    return true;
}

unsigned windows_open(const measure_input *in, const uint32_t *entries, const float *near,
                      unsigned coarse, pair_window *windows) {
    window_large large = {.slot = NONE};
    unsigned left = 0;
    for (uint32_t i = 0; coarse >> i; ++i) {
        if (!(coarse >> i & 1)) continue;
        const bool opens = window_open(in, entries[i], (double)near[i], &large, &windows[i]);
        left |= (unsigned)!opens << i;
    }
    return left;
}
