/* measure_lanes.inc.h: a block of pairs measured LANES at a time: axes, fits, and the choice by
 * kind. */
#ifndef ENGINE_MEASURE_MEASURE_LANES_INC_H
#define ENGINE_MEASURE_MEASURE_LANES_INC_H

#include <assert.h>

#include "core/lanes.inc.h"
#include "measure/measure.h"

/* ==== Axes ==================================================================================== */

/* Turns axes and offsets of colliders, LANES at a time. In: angles in parts, and forms; out:
 * offsets and axes as the bodies lie. */

#if LANES < 16 /* wider ones turn by those of 8 */

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
            to[lane] = TURN_FLOATS * (i + lane);
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

#endif

/* ==== Pairs in lanes ========================================================================== */

/* Measures a block of pairs, LANES at a time. */

/* ---- Colliders of lanes ---------------------------------------------------------------------- */

typedef struct lanes_collider {
    lanes_value radius_x, radius_y, reach;
    lanes_vec velocity;
} lanes_collider;

/* Gathers four floats of each of some records of a table, by their numbers. */
INLINE lanes_row gather_from(const float *table, uint32_t record_floats, const uint32_t *numbers) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = record_floats * numbers[i];
    return lanes_gather(table, at);
}

INLINE lanes_collider collider_load(const measure_input *in, const uint32_t *slots) {
    const lanes_row sweep = gather_from(&in->bodies->sweeps->radius_x, SWEEP_FLOATS, slots);
    return (lanes_collider){sweep.x, sweep.y, lanes_max(sweep.x, sweep.y), {sweep.z, sweep.w}};
}

/* An ellipse by its radius vectors, or a line by its axis; and where it is on its body. */
typedef struct lanes_turn {
    lanes_vec p, q, axis, offset;
} lanes_turn;

/* Offsets and axes of colliders: see collider_turn. */
INLINE lanes_row turn_of(const measure_input *in, const uint32_t *slots) {
    return gather_from(&in->bodies->turns->offset_x, TURN_FLOATS, slots);
}

INLINE lanes_turn turn_load(const measure_input *in, const uint32_t *slots,
                            const lanes_collider *c) {
    const lanes_row turn = turn_of(in, slots);
    return (lanes_turn){{c->radius_x * turn.z, c->radius_x * turn.w},
                        {lanes_all(0) - c->radius_y * turn.w, c->radius_y * turn.z},
                        {turn.z, turn.w},
                        {turn.x, turn.y}};
}

/* ---- Pairs of lanes -------------------------------------------------------------------------- */

typedef struct lanes_pair {
    lanes_collider a, b;
    lanes_vec way;    /* vector between the centres, when the step begins */
    lanes_value near; /* pairs nearer than that may meet within the step */
    lanes_value rims; /* part of it that is due to turning and pulls */
    lanes_value spin_a, spin_b;
    lanes_mask window_a, window_b; /* the side of which a window is measured */
    lanes_vec window_half, window_offset;
} lanes_pair;

INLINE lanes_vec pair_speed(const lanes_pair *p) {
    return (lanes_vec){p->b.velocity.x - p->a.velocity.x, p->b.velocity.y - p->a.velocity.y};
}

/* The smaller reach. */
INLINE lanes_value pair_small(const lanes_pair *p) {
    return lanes_min(p->a.reach, p->b.reach);
}

/* Loads the colliders of pairs; the way between them is not known yet. */
INLINE void pair_begin(lanes_pair *p, const measure_input *in, const uint32_t *a,
                       const uint32_t *b) {
    p->a = collider_load(in, a);
    p->b = collider_load(in, b);
    p->near = lanes_length(pair_speed(p)) * lanes_all(in->seconds) + lanes_all(in->pull)
              + lanes_all(MEASURE_NEAR) * pair_small(p);
    p->rims = lanes_all(0);
    p->window_a = p->window_b = lanes_less(p->rims, p->rims);
    p->window_half = p->window_offset = (lanes_vec){p->rims, p->rims};
}

/* Loads pairs of the list, and sets the way of each. */
INLINE lanes_pair pair_load(const measure_input *in, uint32_t k) {
    const pair_list *list = in->list;
    lanes_pair p;
    pair_begin(&p, in, list->a + k, list->b + k);
    lanes_vec midway = {lanes_load(list->dx + k), lanes_load(list->dy + k)};
    p.way = lanes_along(midway, lanes_all(-0.5f * in->seconds), pair_speed(&p));
    lanes_store(list->way_x + k, p.way.x);
    lanes_store(list->way_y + k, p.way.y);
    return p;
}

/* Pairs that turn, or are pulled, may come nearer by that, too. */
INLINE void add_rims(lanes_pair *p, const measure_input *in, const uint32_t *a, const uint32_t *b) {
    const float *rims = &in->bodies->sweeps->rim;
    const lanes_row of_a = gather_from(rims, SWEEP_FLOATS, a);
    const lanes_row of_b = gather_from(rims, SWEEP_FLOATS, b);
    p->rims = (of_a.x + of_b.x) * lanes_all(in->seconds);
    p->spin_a = of_a.y;
    p->spin_b = of_b.y;
    p->near += p->rims;
}

/* Multiple of the smaller reach: floats are too coarse for what is larger. */
static const float LARGEST = 256;

/* Puts windows in the place of what is too large. Returns the lanes of `bits` that have none. */
INLINE unsigned windows_take(lanes_pair *p, const measure_input *in, const uint32_t *entries,
                             unsigned bits) {
    const lanes_value most = lanes_all(LARGEST) * pair_small(p), zero = lanes_all(0);
    const unsigned coarse =
        bits & lanes_bits(lanes_less(most, lanes_max(p->a.reach, p->b.reach)));
    if (!coarse) return 0;
    pair_window windows[LANES] = {{0}};
    float near[LANES];
    uint32_t at[LANES];
    lanes_store(near, p->near);
    const unsigned left = windows_open(in, entries, near, coarse, windows);
    for (uint32_t i = 0; i < LANES; ++i) at[i] = WINDOW_FLOATS * i;
    const lanes_row place = lanes_gather(&windows->way_x, at);
    const lanes_row rest = lanes_gather(&windows->offset_x, at);
    p->window_a = lanes_less(zero, rest.z);
    p->window_b = lanes_less(zero, rest.w);
    p->window_half = (lanes_vec){place.z, place.w};
    p->window_offset = (lanes_vec){rest.x, rest.y};
    p->way = lanes_pick_vec(p->window_a | p->window_b, (lanes_vec){place.x, place.y}, p->way);
    p->a.radius_x = lanes_pick(p->window_a, place.z, p->a.radius_x);
    p->b.radius_x = lanes_pick(p->window_b, place.z, p->b.radius_x);
    return left;
}

INLINE unsigned measure_round(const lanes_pair *p) {
    return lanes_bits(lanes_less(lanes_length(p->way), p->a.radius_x + p->b.radius_x + p->near));
}

/* ==== Fits ==================================================================================== */

/* Entries of lanes, their data of the last step, and how their normals and fits are stored: for all
 * kernels of measure/. */

enum { WARM_FLOATS = sizeof(pair_warm) / sizeof(float) };

/* Entries of lanes, those that are stored, and what was measured a step before. */
typedef struct lanes_entries {
    uint32_t at[LANES];
    bool in_row; /* they follow each other: known where this is inlined */
    bool sole;   /* entries that are not used may be written, too: nothing reads them */
    unsigned used;
    lanes_row warm;
    lanes_vec side; /* normal of the last step, or 0, 0 */
    lanes_mask overlapped;
    lanes_value before; /* gaps */
} lanes_entries;

INLINE void entries_load(lanes_entries *e, const pair_memory *kept) {
    float gaps[LANES];
    for (int i = 0; i < LANES && !e->in_row; ++i) gaps[i] = kept->gaps[e->at[i]];
    e->warm = gather_from(&kept->warm->push, WARM_FLOATS, e->at);
    e->side.x = e->warm.z;
    e->side.y = e->warm.w;
    e->before = lanes_load(e->in_row ? kept->gaps + e->at[0] : gaps);
    e->overlapped = lanes_less(e->before, lanes_all(0));
}

/* Loads entries that follow each other. */
INLINE lanes_entries entries_in_row(const measure_input *in, uint32_t k, unsigned used, bool sole) {
    lanes_entries e = {.in_row = true, .sole = sole, .used = used};
    for (uint32_t i = 0; i < LANES; ++i) e.at[i] = k + i;
    entries_load(&e, in->list->kept);
    return e;
}

/* Lanes that met, those that touch twice, and those that are left to doubles: see block_rest. */
typedef struct lanes_found {
    unsigned met, both, unsure, corners;
} lanes_found;

/* ---- Sides ----------------------------------------------------------------------------------- */

/* Lanes whose normal the last step knew: see side_is_known. */
INLINE lanes_mask sides_known(lanes_vec side) {
    return lanes_less(lanes_all((float)SIDE_KNOWN), lanes_dot(side, side));
}

/* Lanes whose touch leads out on another side than a step before: see measure_keeps_side. */
INLINE unsigned sides_lost(const lanes_entries *e, lanes_value near, lanes_value gap,
                           lanes_vec normal) {
    lanes_mask known = e->overlapped & sides_known(e->side);
    if (!lanes_bits(known)) return 0;
    lanes_value least = e->before - lanes_all(2) * near;
    lanes_mask kept =
        ~lanes_less(gap, least) & lanes_less(lanes_all(0), lanes_dot(e->side, normal));
    return lanes_bits(known & ~kept);
}

/* Lines of lanes, and how high over each the other's centre is, and was by the last normal. */
typedef struct lanes_line_side {
    lanes_vec left;
    lanes_value across, dip;
    lanes_mask known; /* lines that the last normal led away from */
} lanes_line_side;

/* `way`: from the other's centre to the line's. */
INLINE lanes_line_side line_side_of(lanes_vec axis, lanes_vec way, lanes_vec side) {
    const lanes_value zero = lanes_all(0);
    lanes_line_side s = {.left = lanes_left(axis)};
    s.across = zero - lanes_dot(s.left, way);
    s.dip = zero - lanes_dot(s.left, side);
    s.known = lanes_less(lanes_all((float)SIDE_KNOWN), lanes_abs(s.dip));
    return s;
}

/* Lanes on the right of their line: those of `keep` by the last normal, if it is known. */
INLINE lanes_mask line_is_right(const lanes_line_side *s, lanes_mask keep) {
    return lanes_less(lanes_pick(s->known & keep, s->dip, s->across), lanes_all(0));
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Stores the normals of the lanes of `bits` for the next step. */
INLINE void normals_store(const measure_input *in, const lanes_entries *e, lanes_vec normal,
                          unsigned bits) {
    const lanes_vec kept = lanes_pick_vec(lanes_mask_of(bits), normal, e->side);
    const lanes_row row = {e->warm.x, e->warm.y, kept.x, kept.y};
    float *warm = &in->list->kept->warm->push;
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = WARM_FLOATS * e->at[i];
    if (e->in_row)
        lanes_scatter(warm, at, row);
    else
        lanes_scatter_some(warm, at, row, bits);
}

/* Measurement of lanes before it is stored. Radii of flats are 0. */
typedef struct lanes_fit {
    lanes_vec normal, point_a, point_b;
    lanes_value gap, radius_a, radius_b;
    lanes_value kind, plane;
    lanes_value grows_a, grows_b, span, gap_2;
} lanes_fit;

/* Offsets of the colliders from the centres of mass; vector from the point that points of a are
 * relative to, to that of points of b; and the speed of b relative to a. */
typedef struct lanes_frame {
    lanes_vec offset_a, offset_b, way, speed;
} lanes_frame;

/* Stores a quarter of the fits of lanes. */
INLINE void row_store(const lanes_entries *e, float *rows, const uint32_t *at, lanes_row row,
                      unsigned met) {
    if (e->sole)
        lanes_scatter(rows, at, row);
    else
        lanes_scatter_some(rows, at, row, met);
}

/* Stores the fits of the lanes of `met`, as measure_fit makes them. */
INLINE void fits_store(const measure_output *out, const lanes_entries *e, const lanes_frame *frame,
                       const lanes_fit *fit, unsigned met) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec a = lanes_along(fit->point_a, zero - fit->radius_a, fit->normal);
    const lanes_vec b = lanes_along(fit->point_b, fit->radius_b, fit->normal);
    const lanes_row first = {fit->normal.x, fit->normal.y, fit->gap, fit->kind};
    const lanes_row arms = {a.x + frame->offset_a.x, a.y + frame->offset_a.y,
                            b.x - frame->way.x + frame->offset_b.x,
                            b.y - frame->way.y + frame->offset_b.y};
    const lanes_row radii = {fit->radius_a, fit->radius_b, zero, fit->plane};
    const lanes_row more = {fit->grows_a, fit->grows_b, fit->span, fit->gap_2};
    float *fits = e->in_row ? &fit_of_pair(out, e->at[0])->normal_x : &out->fits->normal_x;
    uint32_t at[LANES];
    assert(fit_number(out, e->at[0]) >= MEASURE_BLOCK && "the first fits are of nothing");
    for (uint32_t i = 0; i < LANES; ++i)
        at[i] = FIT_FLOATS * (e->in_row ? i : fit_number(out, e->at[i]));
    row_store(e, fits, at, first, met);
    row_store(e, fits + 4, at, arms, met);
    row_store(e, fits + 8, at, radii, met);
    row_store(e, fits + 12, at, more, met);
}
#include "measure/oval_lanes.inc.h"

#include "measure/box_lanes.inc.h"

#include "measure/hull_lanes.inc.h"

/* ---- A block --------------------------------------------------------------------------------- */

/* Stores the classes of a block. */
INLINE void classes_store(uint8_t *to, unsigned round, unsigned met, unsigned both) {
    for (int i = 0; i < MEASURE_BLOCK; ++i) to[i] = class_in_lane(round, met, both, i);
}

/* Adds what a kernel found in lanes to what others found in the block. */
INLINE void found_add(lanes_found *all, lanes_found found, uint32_t lane) {
    all->met |= found.met << lane;
    all->both |= found.both << lane;
    all->unsure |= found.unsure << lane;
    all->corners |= found.corners << lane;
}

static block_rest measure_block(const measure_input *in, const measure_output *out, uint32_t first,
                                const block_kinds *kinds) {
    const unsigned all = (1u << LANES) - 1;
    unsigned met_round = 0;
    lanes_found found = {0};
    for (uint32_t lane = 0; lane < MEASURE_BLOCK; lane += LANES) {
        const uint32_t k = first + lane;
        const unsigned round = kinds->of[BLOCK_ROUND] >> lane & all;
        const unsigned ovals = kinds->of[BLOCK_OVAL] >> lane & all;
        const unsigned lines = kinds->of[BLOCK_LINE] >> lane & all;
        unsigned boxes = kinds->of[BLOCK_BOX] >> lane & all;
        if (!(round | ovals | lines | boxes | (kinds->of[BLOCK_HULL] >> lane & all))) continue;
        lanes_pair p = pair_load(in, k);
        if (ovals | lines | boxes | in->some_pulled)
            add_rims(&p, in, in->list->a + k, in->list->b + k);
        if (round) met_round |= (measure_round(&p) & round) << lane;
        if (ovals) found_add(&found, measure_oval(in, out, k, &p, ovals, !lines), lane);
        if (lines | boxes) {
            uint32_t entries[LANES];
            for (uint32_t i = 0; i < LANES; ++i) entries[i] = k + i;
            const unsigned left = boxes & windows_take(&p, in, entries, lines | boxes);
            found.unsure |= left << lane; /* of lines lanes measure the whole */
            boxes &= ~left;
        }
        if (lines) found_add(&found, measure_line(in, out, k, &p, lines, !ovals), lane);
        if (boxes) found_add(&found, measure_boxes(in, out, k, &p, boxes, !(ovals | lines)), lane);
    }
    assert(!(found.met & (found.unsure | found.corners | met_round)) && "a pair is measured once");
    assert(!(found.both & ~found.met) && "two touches are one, too");
    classes_store(in->list->class_of + first, met_round, found.met, found.both);
    return (block_rest){found.unsure, found.corners};
}

#endif
