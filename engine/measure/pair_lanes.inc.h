/* pair_lanes.inc.h: pairs of colliders in lanes, touches of two faces, and the storing of fits, for
 * the kernels of ovals and of hulls. */
#ifndef ENGINE_MEASURE_PAIR_LANES_INC_H
#define ENGINE_MEASURE_PAIR_LANES_INC_H

#include <assert.h>

#include "core/lanes.inc.h"
#include "measure/measure.h"

/* ==== Pairs in lanes ========================================================================== */

typedef struct lanes_collider {
    lanes_value radius_x, radius_y, reach;
    lanes_vec velocity;
    lanes_mask window; /* lanes in which a window of this collider is measured */
} lanes_collider;

/* Gathers four floats of some records of a table, by the numbers of the records. */
INLINE lanes_row gather_from(const float *table, uint32_t record_floats, const uint32_t *numbers) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = record_floats * numbers[i];
    return lanes_gather(table, at);
}

INLINE lanes_collider collider_load(const measure_input *in, const uint32_t *slots) {
    const lanes_row sweep = gather_from(&in->bodies->sweeps->radius_x, SWEEP_FLOATS, slots);
    return (lanes_collider){
        sweep.x, sweep.y, lanes_max(sweep.x, sweep.y), {sweep.z, sweep.w}, lanes_mask_of(0)};
}

/* Offsets and axes of colliders: see collider_turn. */
INLINE lanes_row turn_of(const measure_input *in, const uint32_t *slots) {
    return gather_from(&in->bodies->turns->offset_x, TURN_FLOATS, slots);
}

typedef struct lanes_pair {
    lanes_collider a, b;
    lanes_vec way;    /* vector between the centres as the step begins */
    lanes_value near; /* distance: nearer pairs may meet within the step */
    lanes_vec window_half, window_offset;
} lanes_pair;

INLINE lanes_vec pair_speed(const lanes_pair *p) {
    return (lanes_vec){p->b.velocity.x - p->a.velocity.x, p->b.velocity.y - p->a.velocity.y};
}

INLINE lanes_value pair_small(const lanes_pair *p) {
    return lanes_min(p->a.reach, p->b.reach);
}

/* Loads the colliders of pairs; `way` is not set. */
INLINE void pair_begin(lanes_pair *p, const measure_input *in, const uint32_t *a,
                       const uint32_t *b) {
    p->a = collider_load(in, a);
    p->b = collider_load(in, b);
    p->near = lanes_length(pair_speed(p)) * lanes_all(in->seconds) + lanes_all(in->pull)
              + lanes_all(MEASURE_NEAR) * pair_small(p);
    p->window_half = p->window_offset = (lanes_vec){lanes_all(0), lanes_all(0)};
}

/* Loads consecutive pairs of the list, and sets `way`. */
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

/* Adds the speeds of rims and pulls to the distance of approach. */
INLINE void add_rims(lanes_pair *p, const measure_input *in, const uint32_t *a, const uint32_t *b) {
    const float *rims = &in->bodies->sweeps->rim;
    const lanes_row of_a = gather_from(rims, SWEEP_FLOATS, a);
    const lanes_row of_b = gather_from(rims, SWEEP_FLOATS, b);
    p->near += (of_a.x + of_b.x) * lanes_all(in->seconds);
}

/* ==== Fits ==================================================================================== */

/* Entries of lanes, their data of the last step, and the storing of normals and fits, for all
 * kernels of measure/. */

enum { WARM_FLOATS = sizeof(pair_warm) / sizeof(float) };

/* Entries of lanes, the lanes that are stored, and the measurements of the last step. */
typedef struct lanes_entries {
    const measure_input *in;
    const measure_output *out;
    uint32_t at[LANES];
    bool in_row; /* entries are consecutive; a constant after inlining */
    bool sole;   /* unused entries may be written, too: nothing reads them */
    unsigned used;
    lanes_row warm;
    lanes_vec side; /* normal of the last step, or 0, 0 */
    lanes_mask overlapped;
    lanes_value before; /* gaps of the last step */
} lanes_entries;

INLINE void entries_load(lanes_entries *e) {
    const pair_memory *kept = e->in->list->kept;
    float gaps[LANES];
    for (int i = 0; i < LANES && !e->in_row; ++i) gaps[i] = kept->gaps[e->at[i]];
    e->warm = gather_from(&kept->warm->push, WARM_FLOATS, e->at);
    e->side.x = e->warm.z;
    e->side.y = e->warm.w;
    e->before = lanes_load(e->in_row ? kept->gaps + e->at[0] : gaps);
    e->overlapped = lanes_less(e->before, lanes_all(0));
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Multiple of the smaller reach: for larger colliders floats are too coarse. */
static const float LARGEST = 256;

INLINE lanes_mask pair_coarse(const lanes_pair *p) {
    return lanes_less(lanes_all(LARGEST) * pair_small(p), lanes_max(p->a.reach, p->b.reach));
}

/* Replaces colliders that are too large by windows. Returns the lanes that have none. */
INLINE unsigned windows_take(lanes_pair *p, const lanes_entries *e) {
    const lanes_value zero = lanes_all(0);
    const unsigned coarse = e->used & lanes_bits(pair_coarse(p));
    if (!coarse) return 0;
    pair_window windows[LANES] = {{0}};
    float near[LANES];
    uint32_t at[LANES], entries[LANES]; /* copies, so that all other lanes stay in registers */
    for (uint32_t i = 0; i < LANES; ++i) {
        entries[i] = e->at[i];
        at[i] = WINDOW_FLOATS * i;
    }
    lanes_store(near, p->near);
    const unsigned left = windows_open(e->in, entries, near, coarse, windows);
    const lanes_row place = lanes_gather(&windows->way_x, at);
    const lanes_row rest = lanes_gather(&windows->offset_x, at);
    p->a.window = lanes_less(zero, rest.z);
    p->b.window = lanes_less(zero, rest.w);
    p->window_half = (lanes_vec){place.z, place.w};
    p->window_offset = (lanes_vec){rest.x, rest.y};
    p->way = lanes_pick_vec(p->a.window | p->b.window, (lanes_vec){place.x, place.y}, p->way);
    p->a.radius_x = lanes_pick(p->a.window, place.z, p->a.radius_x);
    p->b.radius_x = lanes_pick(p->b.window, place.z, p->b.radius_x);
    return left;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* Returns lanes with a normal of the last step: see side_is_known. */
INLINE lanes_mask sides_known(lanes_vec side) {
    return lanes_less(lanes_all((float)SIDE_KNOWN), lanes_dot(side, side));
}

/* Returns lanes whose normal leads out of the overlap on another side than in the last step: see
 * measure_keeps_side. */
INLINE unsigned sides_lost(const lanes_entries *e, lanes_value near, lanes_value gap,
                           lanes_vec normal) {
    lanes_mask known = e->overlapped & sides_known(e->side);
    if (!lanes_bits(known)) return 0;
    lanes_value least = e->before - lanes_all(2) * near;
    lanes_mask kept =
        ~lanes_less(gap, least) & lanes_less(lanes_all(0), lanes_dot(e->side, normal));
    return lanes_bits(known & ~kept);
}

/* Lines of lanes. `across`: height of the other's centre over the line; `dip`: the same by the last
 * normal. */
typedef struct lanes_line_side {
    lanes_vec left;
    lanes_value across, dip;
    lanes_mask known; /* lines whose side follows from the last normal */
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

/* Returns lanes on the right of their line. In the lanes of `keep` the last normal decides, if
 * there is one. */
INLINE lanes_mask line_is_right(const lanes_line_side *s, lanes_mask keep) {
    return lanes_less(lanes_pick(s->known & keep, s->dip, s->across), lanes_all(0));
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Stores the normals of the lanes of `bits` for the next step, except those that are not finite. */
INLINE void normals_store(const lanes_entries *e, lanes_vec normal, unsigned bits) {
    const lanes_mask numbers = lanes_less(lanes_abs(normal.x + normal.y), lanes_all(2));
    const lanes_vec kept = lanes_pick_vec(lanes_mask_of(bits) & numbers, normal, e->side);
    const lanes_row row = {e->warm.x, e->warm.y, kept.x, kept.y};
    float *warm = &e->in->list->kept->warm->push;
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = WARM_FLOATS * e->at[i];
    if (e->in_row)
        lanes_scatter(warm, at, row);
    else
        lanes_scatter_some(warm, at, row, bits);
}

/* Measurements of lanes before they are stored. Radii of flats are 0. */
typedef struct lanes_fit {
    lanes_vec normal, point_a, point_b;
    lanes_value gap, radius_a, radius_b;
    lanes_value kind, plane;
    lanes_value grows_a, grows_b, span, gap_2;
} lanes_fit;

/* Offsets of the colliders from the centres of mass; `way`: vector from the origin of a's points to
 * the origin of b's points; `speed`: of b relative to a. */
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
INLINE void fits_store(const lanes_entries *e, const lanes_frame *frame, const lanes_fit *fit,
                       unsigned met) {
    const measure_output *out = e->out;
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

/* ==== Touches of two hulls ==================================================================== */

/* Touches of two hulls, LANES at a time. In: the face that separates both most, and the face of the
 * other hull most opposite to it; out: a fit of one touch, or of two.
 *
 * Places are measured from the first point of the face, along the left of its normal; heights along
 * the normal. The other face runs from (u0, h0) to (u1, h1). The touches are at both ends of the
 * shared part, at the height of the other face there. Where nothing is shared, the lowest point of
 * the other face touches the face. A lowest point above the face, but beyond its end, touches the
 * corner there. narrow/polygon.c does the same in doubles. */

/* Faces of a pair, about the centre of a. */
typedef struct lanes_facing {
    lanes_mask more;               /* the face is b's */
    lanes_value gap;               /* height of the lowest point over the face */
    lanes_vec from, normal, along; /* along: the left of the normal */
    lanes_value length;
    lanes_vec line[2];  /* ends of the other face, in order along the left of the normal */
    lanes_value cosine; /* of the angle between both normals */
    lanes_value radius_a, radius_b;
    lanes_value small, near; /* the smaller reach; pairs nearer than `near` may meet in the step */
    lanes_value passed;      /* seconds of the step that have passed as both lie so */
    lanes_mask misses;       /* pairs that pass each other */
} lanes_facing;

/* Fraction of the smaller reach. A face of b is chosen if it separates more than those of a by this
 * much. A point is beyond the end of a face if it is farther out than this. */
static const float HULL_SAME = 1e-6f;

/* Least length of a shared part, as a fraction of the difference of its heights. */
static const float HULL_SHARED = 1e-3f;

/* Cosine of the normals of two faces: below it they touch as faces, even where corners are
 * nearer. */
static const float HULL_FACING = -0.98f;

/* Distance of two corners, as a fraction of the smaller reach: nearer corners have no normal in
 * floats. */
static const float HULL_TIGHT = 0.01f;

INLINE lanes_value facing_radii(const lanes_facing *f) {
    return f->radius_a + f->radius_b;
}

/* Returns the pairs of `apart` that are swept: both bodies move, and far in the step. Pairs with a
 * window are not: a large body is slow beside a small one. */
INLINE lanes_mask pairs_swept(const lanes_entries *e, const lanes_pair *p, lanes_mask apart) {
    const lanes_value small = pair_small(p), far = p->near - lanes_all(MEASURE_NEAR) * small;
    const lanes_mask fast =
        apart & ~(p->a.window | p->b.window) & lanes_less(lanes_all(SWEEP_FROM) * small, far);
    if (!lanes_bits(fast)) return fast;
    uint32_t rows_a[LANES], rows_b[LANES];
    for (int i = 0; i < LANES; ++i) {
        rows_a[i] = e->out->row_a[e->at[i]];
        rows_b[i] = e->out->row_b[e->at[i]];
    }
    const lanes_value mass_a = lanes_gather(e->in->rows, rows_a).w;
    const lanes_value mass_b = lanes_gather(e->in->rows, rows_b).w;
    return fast & lanes_less(lanes_all(0), lanes_min(mass_a, mass_b));
}

/* Touches of lanes. Points lie on the rims, relative to the centre of a; the normal is from a to
 * b. */
typedef struct lanes_touches {
    lanes_mask met, both; /* one touch at least; two */
    lanes_mask corner;    /* of two corners */
    lanes_mask face_a, face_b;
    lanes_value gap, gap_2, span;
    lanes_vec normal, point_a, point_b;
    lanes_value plane;
    unsigned tight; /* corners that touch, too near for a normal in floats */
} lanes_touches;

/* A place along the face, and the height of the other face there. */
typedef struct lanes_place {
    lanes_value at, height;
} lanes_place;

INLINE lanes_place pick_place(lanes_mask mask, lanes_place yes, lanes_place no) {
    return (lanes_place){lanes_pick(mask, yes.at, no.at), lanes_pick(mask, yes.height, no.height)};
}

INLINE lanes_touches touches_of(const lanes_facing *f) {
    const lanes_value zero = lanes_all(0), radii = facing_radii(f), reach = f->near + radii;
    const lanes_value same = lanes_all(HULL_SAME) * f->small, mid = lanes_all(0.5f) * f->length;
    const lanes_vec along = f->along;
    /* Ends of the other face and of the shared part, and the lower end. */
    lanes_place ends[2], shared[2];
    for (int i = 0; i < 2; ++i) {
        const lanes_vec way = lanes_between(f->from, f->line[i]);
        ends[i] = (lanes_place){lanes_dot(way, along), lanes_dot(way, f->normal)};
    }
    const lanes_value u0 = ends[0].at, h0 = ends[0].height, rise = ends[1].height - h0;
    const lanes_value begin = lanes_max(u0, zero), end = lanes_min(ends[1].at, f->length);
    const lanes_value least =
        lanes_max(lanes_all(HULL_SAME) * f->length, lanes_all(HULL_SHARED) * lanes_abs(rise));
    const lanes_mask overlap = lanes_less(least, end - begin);
    const lanes_value slope = rise / lanes_pick(overlap, ends[1].at - u0, lanes_all(1));
    shared[0] = (lanes_place){begin, h0 + slope * (begin - u0)};
    shared[1] = (lanes_place){end, h0 + slope * (end - u0)};
    const lanes_mask inner = lanes_less(lanes_abs(u0 - mid), lanes_abs(ends[1].at - mid));
    const lanes_mask lower = lanes_less(same, rise) | (inner & ~lanes_less(rise, zero - same));
    const lanes_place low = pick_place(lower, ends[0], ends[1]);
    /* The touches: both ends of the shared part, or the lower end on the face, or two corners. */
    const lanes_mask beyond =
        lanes_less(low.at, zero - same) | lanes_less(f->length + same, low.at);
    const lanes_mask facing = overlap & lanes_less(f->cosine, lanes_all(HULL_FACING));
    const lanes_mask corner = beyond & lanes_less(zero - same, low.height) & ~facing;
    const lanes_mask shares = overlap & ~corner;
    const lanes_mask first = shares & ~lanes_less(reach, shared[0].height);
    const lanes_mask last = shares & ~lanes_less(reach, shared[1].height);
    const lanes_mask both = first & last, faces = first | last;
    lanes_touches t = {.both = both, .corner = corner};
    /* Touches are in order along the left of the normal from a to b. */
    const lanes_mask begins_last = last & (f->more | ~first);
    const lanes_place met = pick_place(begins_last, shared[1], pick_place(first, shared[0], low));
    lanes_value own = met.at, height = met.height;
    lanes_vec normal = f->normal;
    if (lanes_bits(corner)) {
        own = lanes_pick(corner, lanes_clamp(low.at, zero, f->length), own);
        const lanes_vec out = {low.at - own, low.height};
        const lanes_value distance = lanes_length(out);
        const lanes_value over = lanes_all(1) / lanes_max(distance, lanes_all(1e-30f));
        const lanes_vec turned = {(out.x * along.x + out.y * f->normal.x) * over,
                                  (out.x * along.y + out.y * f->normal.y) * over};
        normal = lanes_pick_vec(corner, turned, normal);
        height = lanes_pick(corner, distance, height);
    }
    t.met = ~lanes_less(reach, height) & ~f->misses;
    t.tight = lanes_bits(corner & t.met & lanes_less(height, lanes_all(HULL_TIGHT) * f->small));
    t.gap = height - radii;
    t.gap_2 = lanes_pick(f->more, shared[0].height, shared[1].height) - radii;
    t.span = shared[1].at - shared[0].at;
    /* Points on the rims: of the face's hull at `own`, of the other hull at its touch. */
    const lanes_value radius = lanes_pick(f->more, f->radius_b, f->radius_a);
    const lanes_value other = lanes_pick(f->more, f->radius_a, f->radius_b);
    const lanes_vec at = lanes_along(lanes_along(f->from, own, along), radius, normal);
    lanes_vec over = lanes_along(lanes_along(f->from, met.at, along), met.height, f->normal);
    over = lanes_along(over, zero - other, normal);
    t.normal = lanes_pick_vec(f->more, lanes_negate(normal), normal);
    t.point_a = lanes_pick_vec(f->more, over, at);
    t.point_b = lanes_pick_vec(f->more, at, over);
    t.face_a = (~f->more & ~corner) | (f->more & faces);
    t.face_b = (f->more & ~corner) | (~f->more & faces);
    t.plane = lanes_pick(f->more, lanes_all(1), lanes_all(-1));
    /* Circles with nearly the same centre have no usable normal: one becomes a flat. */
    const lanes_mask tiny = lanes_less(height, lanes_all(0.05f) * f->small);
    t.face_b = t.face_b | (corner & tiny);
    t.plane = lanes_pick(corner, lanes_only(tiny, lanes_all(1)), t.plane);
    return t;
}

/* ---- Storing --------------------------------------------------------------------------------- */

INLINE lanes_value deepest_gap(const lanes_touches *t) {
    return lanes_pick(t->both, lanes_min(t->gap, t->gap_2), t->gap);
}

/* Sets gaps and classes of entries. Classes of consecutive entries are set by measure_block. */
INLINE void entries_store(const lanes_entries *e, lanes_value gap, unsigned met, unsigned both) {
    const pair_list *list = e->in->list;
    float gaps[LANES];
    if (e->in_row) {
        gap = lanes_only(lanes_mask_of(met), gap);
        lanes_store(list->kept->gaps + e->at[0],
                    lanes_pick(lanes_mask_of(e->used), gap, e->before));
        return;
    }
    lanes_store(gaps, gap);
    for (int i = 0; i < LANES; ++i) {
        if (!(e->used >> i & 1)) continue;
        list->kept->gaps[e->at[i]] = met >> i & 1 ? gaps[i] : 0;
        pair_set_class(list, e->at[i], (pair_class)class_in_lane(0, met, both, i));
    }
}

/* Stores normals and fits of touches. */
INLINE void touches_store(const lanes_entries *e, const lanes_facing *f, const lanes_frame *frame,
                          const lanes_touches *t, unsigned met) {
    const lanes_value flat = lanes_only(t->face_a | t->face_b, lanes_all(FIT_FLAT));
    const lanes_fit fit = {
        .normal = t->normal,
        .point_a = t->point_a,
        .point_b = t->point_b,
        .gap = t->gap,
        .radius_a = lanes_only(~t->face_a, f->radius_a),
        .radius_b = lanes_only(~t->face_b, f->radius_b),
        .kind = lanes_pick(t->face_a & t->face_b, lanes_all(FIT_FACES), flat),
        .plane = t->plane,
        .grows_a = lanes_all(0),
        .grows_b = lanes_all(0),
        .span = lanes_only(t->both, t->span),
        .gap_2 = lanes_only(t->both, t->gap_2),
    };
    normals_store(e, t->normal, met);
    fits_store(e, frame, &fit, met);
}

/* Takes the lanes of `ahead` back from the meeting to the start of the step. The touched point on a
 * plane is then the point below the other body; between two corners the normal is that of now. */
INLINE void go_back(lanes_touches *t, const lanes_facing *f, lanes_vec speed, lanes_mask ahead) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec back = {zero - f->passed * speed.x, zero - f->passed * speed.y};
    const lanes_value rise = lanes_dot(t->normal, back);
    const lanes_vec along = lanes_along(back, zero - rise, t->normal);
    const lanes_vec core_a = lanes_along(t->point_a, zero - f->radius_a, t->normal);
    const lanes_vec core_b = lanes_along(t->point_b, f->radius_b, t->normal);
    lanes_vec way = lanes_between(core_a, core_b);
    way = lanes_along(way, lanes_all(1), back);
    const lanes_value length = lanes_length(way);
    const lanes_value over = lanes_all(1) / lanes_max(length, lanes_all(1e-30f));
    const lanes_vec normal = lanes_scaled(way, over);
    const lanes_mask far = t->corner & ahead, on_b = ahead & f->more, on_a = ahead & ~f->more;
    const lanes_vec own_a = lanes_along(t->point_a, lanes_all(1), along);
    const lanes_vec own_b = lanes_along(t->point_b, zero - lanes_all(1), along);
    t->point_a = lanes_pick_vec(far, lanes_along(core_a, f->radius_a, normal),
                                lanes_pick_vec(on_a, own_a, t->point_a));
    t->point_b = lanes_pick_vec(far, lanes_along(core_b, zero - f->radius_b, normal),
                                lanes_pick_vec(on_b, own_b, t->point_b));
    t->normal = lanes_pick_vec(far, normal, t->normal);
    t->gap = lanes_pick(far, length - facing_radii(f), lanes_pick(ahead, t->gap + rise, t->gap));
    t->gap_2 = lanes_pick(ahead, t->gap_2 + rise, t->gap_2);
}

/* Measures pairs by their faces, and stores their touches. */
INLINE lanes_found facing_measure(lanes_entries *e, const lanes_facing *f,
                                  const lanes_frame *frame) {
    lanes_touches t = touches_of(f);
    const lanes_mask ahead = lanes_less(lanes_all(0), f->passed);
    if (lanes_bits(ahead)) go_back(&t, f, frame->speed, ahead);
    const unsigned tight = t.tight & e->used;
    const unsigned unsure =
        sides_lost(e, f->near, deepest_gap(&t), t.normal) & lanes_bits(t.met) & e->used & ~tight;
    e->used &= ~(unsure | tight);
    const unsigned met = lanes_bits(t.met) & e->used, both = met & lanes_bits(t.both);
    entries_store(e, deepest_gap(&t), met, both);
    if (met) touches_store(e, f, frame, &t, met);
    return (lanes_found){.met = met, .both = both, .unsure = unsure, .corners = tight};
}

#endif
