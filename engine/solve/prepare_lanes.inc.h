/* prepare_lanes.inc.h: start and end of rows of contacts: prepared from pairs as a step begins,
 * LANES at a time; made, ended and reported within the step, one at a time.
 *
 * In: entries of lanes (contact.c), measured fits, and the memory of pairs; out: rows as the step
 * begins, placed, with the impulses of the last step. A row made within the step gets a fit of the
 * present poses, and its circles and planes are taken back to the start of the step. */
#ifndef ENGINE_SOLVE_PREPARE_LANES_INC_H
#define ENGINE_SOLVE_PREPARE_LANES_INC_H

#include <assert.h>

#include "solve/row_lanes.inc.h"

/* Returns the form of the rows of a block, by its flags. */
INLINE row_form form_of(uint8_t has) {
    if (has & BLOCK_IS_FACES) return FACES;
    return has & BLOCK_HAS_FITS ? FITS : ROUND;
}

/* ==== Entries and fits ======================================================================== */

/* Entries of lanes, and rows of tables that are gathered for them. */
typedef struct row_entries {
    uint32_t of[LANES];
    lanes_row a, b; /* radii, reach and friction of colliders */
    lanes_row warm;
    lanes_value other_push, other_drag;
    lanes_mask round;
} row_entries;

/* Radii, reach and friction of colliders. */
INLINE lanes_row sizes_of(const contact_pass *pass, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = FORM_FLOATS * slots[i];
    return lanes_gather(&pass->from->measure->bodies->forms->radius_x, at);
}

/* Loads entries, and sets the bodies of their rows. */
INLINE void row_entries_load(row_entries *e, const contact_pass *pass, uint32_t i) {
    const measure_output *measured = pass->from->measured;
    const pair_list *list = pass->from->measure->list;
    contact_block *block = &pass->rows->blocks[i / ROW_BLOCK];
    const uint32_t *entries = pass->rows->entries[i / ROW_BLOCK].of + i % ROW_BLOCK;
    uint32_t slots_a[LANES], slots_b[LANES], at[LANES];
    float push[LANES], drag[LANES];
    unsigned round = 0;
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t k = entries[lane];
        e->of[lane] = k;
        at[lane] = 4 * k;
        push[lane] = list->kept->other[k].push;
        drag[lane] = list->kept->other[k].drag;
        slots_a[lane] = list->a[k];
        slots_b[lane] = list->b[k];
        block->a[i % ROW_BLOCK + lane] = measured->row_a[k];
        block->b[i % ROW_BLOCK + lane] = measured->row_b[k];
        round |= (unsigned)(list->class_of[k] == PAIR_ROUND) << lane;
    }
    e->a = sizes_of(pass, slots_a);
    e->b = sizes_of(pass, slots_b);
    e->warm = lanes_gather(&list->kept->warm->push, at);
    e->other_push = lanes_load(push);
    e->other_drag = lanes_load(drag);
    e->round = lanes_mask_of(round);
}

/* Vector between the centres of disks. */
INLINE lanes_vec disks_apart(const contact_pass *pass, const row_entries *e) {
    const pair_list *list = pass->from->measure->list;
    float x[LANES], y[LANES];
    for (int i = 0; i < LANES; ++i) {
        x[i] = list->way_x[e->of[i]];
        y[i] = list->way_y[e->of[i]];
    }
    return (lanes_vec){lanes_load(x), lanes_load(y)};
}

/* Fits of lanes: see pair_fit. */
typedef struct fit_lanes {
    lanes_vec normal, arm_a, arm_b;
    lanes_value gap, kind, radius_a, radius_b, plane;
    lanes_value grows_a, grows_b, span, gap_2;
} fit_lanes;

INLINE fit_lanes fits_at(const pair_fit *fits, const uint32_t *at) {
    const lanes_row first = lanes_gather(&fits->normal_x, at);
    const lanes_row arms = lanes_gather(&fits->fit_ax, at);
    const lanes_row radii = lanes_gather(&fits->radius_a, at);
    const lanes_row more = lanes_gather(&fits->grows_a, at);
    return (fit_lanes){.normal = {first.x, first.y},
                       .arm_a = {arms.x, arms.y},
                       .arm_b = {arms.z, arms.w},
                       .gap = first.z,
                       .kind = first.w,
                       .radius_a = radii.x,
                       .radius_b = radii.y,
                       .plane = radii.w,
                       .grows_a = more.x,
                       .grows_b = more.y,
                       .span = more.z,
                       .gap_2 = more.w};
}

INLINE fit_lanes fits_of(const contact_pass *pass, const row_entries *e) {
    const measure_output *measured = pass->from->measured;
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = FIT_FLOATS * fit_number(measured, e->of[i]);
    return fits_at(measured->fits, at);
}

/* Vector from the centre of a's circle to that of b's. */
INLINE lanes_vec circles_apart(const fit_lanes *f) {
    return lanes_scaled(f->normal, f->gap + f->radius_a + f->radius_b);
}

/* Sets the fits of disks about their bodies' centres. `length`: distance of the centres. */
INLINE void fit_disks(fit_lanes *f, const row_entries *e, lanes_value length) {
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    f->normal = lanes_pick_vec(e->round, none, f->normal);
    f->arm_a = lanes_pick_vec(e->round, none, f->arm_a);
    f->arm_b = lanes_pick_vec(e->round, none, f->arm_b);
    f->gap = lanes_pick(e->round, length - (e->a.x + e->b.x), f->gap);
    f->kind = lanes_only(~e->round, f->kind);
    f->radius_a = lanes_pick(e->round, e->a.x, f->radius_a);
    f->radius_b = lanes_pick(e->round, e->b.x, f->radius_b);
    f->plane = lanes_only(~e->round, f->plane);
    f->grows_a = lanes_only(~e->round, f->grows_a);
    f->grows_b = lanes_only(~e->round, f->grows_b);
}

/* ==== Rows as a step begins =================================================================== */

/* Returns `plane`, or 0 if its body turns too fast for the plane to turn with it. */
INLINE lanes_value turning_plane(const lane_rows *r, lanes_value plane, lanes_value seconds) {
    const lanes_value spin_a = r->a.z * load_rows(r, r->fit->over_a);
    const lanes_value spin_b = r->b.z * load_rows(r, r->fit->over_b);
    const lanes_value spin = lanes_pick(lanes_less(plane, lanes_all(0)), spin_a, spin_b);
    return lanes_only(lanes_less(seconds * lanes_abs(spin), lanes_all(CONTACT_PLANE_TURN)), plane);
}

/* Stores the vector between the circles as the step begins, arms and plane. */
INLINE void store_fits(const contact_pass *pass, const lane_rows *r, const fit_lanes *f,
                       lanes_vec center) {
    const lanes_value one = lanes_all(1);
    const lanes_value plane = turning_plane(r, f->plane, lanes_all(pass->by.step));
    store_vectors(r, &r->block->center, center);
    store_vectors(r, &r->fit->fit_a, f->arm_a);
    store_vectors(r, &r->fit->fit_b, f->arm_b);
    store_rows(r, r->fit->radius_a, f->radius_a);
    store_rows(r, r->fit->radius_b, f->radius_b);
    store_vectors(r, &r->fit->flat, f->normal);
    store_rows(r, r->fit->plane_a, lanes_only(lanes_less(plane, lanes_all(0)), one));
    store_rows(r, r->fit->plane_b, lanes_only(lanes_positive(plane), one));
}

/* Stores circles and planes, and their kinds. */
INLINE void store_circles(const contact_pass *pass, lane_rows *r, const fit_lanes *f,
                          lanes_vec center) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_value sign = lanes_pick(lanes_equal(f->kind, lanes_all(FIT_HOLLOW)), zero - one, one);
    sign = lanes_only(lanes_less(f->kind, lanes_all(FIT_FLAT)), sign);
    store_fits(pass, r, f, center);
    store_rows(r, r->fit->sign, sign);
    store_rows(r, r->fit->grows_a, f->grows_a);
    store_rows(r, r->fit->grows_b, f->grows_b);
    store_rows(r, r->fit->faces, lanes_only(lanes_equal(f->kind, lanes_all(FIT_FACES)), one));
    r->flats = lanes_bits(lanes_equal(sign, zero));
    r->ovals = lanes_bits(~(lanes_equal(f->grows_a, zero) & lanes_equal(f->grows_b, zero)));
}

/* Stores 1 / gyration of both bodies. */
INLINE void store_over(const contact_pass *pass, const lane_rows *r) {
    store_rows(r, r->fit->over_a, body_a(r, pass->bodies->shift).w);
    store_rows(r, r->fit->over_b, body_b(r, pass->bodies->shift).w);
}

/* Stores the sum of the radii, and sizes; returns the smaller reach. */
INLINE lanes_value store_sizes(const lane_rows *r, const row_entries *e, lanes_value radius) {
    const lanes_value small = lanes_min(e->a.z, e->b.z);
    store_rows(r, r->block->radius, radius - lanes_all(CONTACT_ROUNDING) * small);
    store_rows(r, r->block->reach, small);
    store_rows(r, r->block->share, lanes_all(1));
    return small;
}

/* Stores the first impulses of rows. The impulse of one touch is halved for two faces; that of two
 * faces is summed for one touch. No impulse is -0: rows that are solved would make it 0, and idle
 * rows keep it. */
INLINE void prepare_impulses(const contact_pass *pass, const lane_rows *r, const row_entries *e) {
    const lanes_value zero = lanes_all(0), warm = lanes_all(pass->from->warm);
    row_impulses i = {.drag = zero + warm * (e->warm.y + e->other_drag)};
    if (r->touches == 1) {
        i.push[0] = zero + warm * (e->warm.x + lanes_max(e->other_push, zero));
    } else {
        const lanes_mask one = lanes_less(e->other_push, zero);
        i.push[0] = zero + warm * lanes_pick(one, lanes_all(0.5f) * e->warm.x, e->warm.x);
        i.push[1] = zero + lanes_pick(one, i.push[0], warm * e->other_push);
        store_rows(r, r->second->touch.pushed, zero);
    }
    for (int k = 0; k < r->touches; ++k) store_rows(r, touch_of(r, k)->impact, zero);
    store_impulses(r, &i);
}

/* Finds rows with a movable body that may lie in a well: see contact_rock. */
INLINE void rock_rows(const contact_pass *pass, uint32_t i, const lane_rows *r) {
    const lanes_value zero = lanes_all(0), none = lanes_all(1e30f);
    const lanes_mask flat = lanes_equal(load_rows(r, r->fit->sign), zero);
    const lanes_value a = load_rows(r, r->fit->radius_a), b = load_rows(r, r->fit->radius_b);
    const lanes_value height_a = lanes_pick(lanes_positive(r->a.w), r->out_a + a, none);
    const lanes_value height_b = lanes_pick(lanes_positive(r->b.w), b - r->out_b, none);
    const lanes_value over = lanes_pick(flat, lanes_all(1), lanes_abs(a + b));
    const lanes_value rolls = lanes_pick(flat, lanes_max(a, b), lanes_abs(a * b));
    const unsigned some = lanes_bits(lanes_less(lanes_min(height_a, height_b) * over, rolls));
    for (unsigned lane = 0; some >> lane; ++lane)
        if (some >> lane & 1) contact_rock(pass, i + lane);
}

/* Least push of a row that touches, too small to move anything. */
static const float TOUCHED = 1e-37f;

/* Prepares rows. The vector to the second touch of faces has the span along the plane, and the
 * difference of both gaps along the normal. */
INLINE void prepare_row(const contact_pass *pass, uint32_t i, row_form form) {
    const row_shifts unmoved = {0};
    const float *shift = pass->bodies->shift;
    lanes_value radius = lanes_all(0), gap, gaps[2];
    row_entries e;
    row_entries_load(&e, pass, i);
    lane_rows r = rows_at(pass, i, form);
    prepare_impulses(pass, &r, &e);
    if (form != ROUND) store_over(pass, &r);
    if (form == FACES) {
        const fit_lanes f = fits_of(pass, &e);
        const lanes_value side = lanes_all(0) - f.plane, along = side * f.span;
        const lanes_value rise = f.gap_2 - f.gap;
        const lanes_vec n = f.normal, way = {rise * n.x - along * n.y, rise * n.y + along * n.x};
        store_fits(pass, &r, &f, lanes_scaled(n, f.gap));
        store_rows(&r, r.second->side, side);
        store_vectors(&r, &r.second->way, way);
        gap = lanes_min(f.gap, f.gap_2);
    } else if (form == FITS) {
        fit_lanes f = fits_of(pass, &e);
        lanes_vec center = circles_apart(&f);
        if (lanes_bits(e.round)) {
            center = lanes_pick_vec(e.round, disks_apart(pass, &e), center);
            fit_disks(&f, &e, lanes_length(center));
        }
        store_circles(pass, &r, &f, center);
        radius = f.radius_a + f.radius_b;
        gap = f.gap;
    } else {
        const lanes_vec center = disks_apart(pass, &e);
        radius = e.a.x + e.b.x;
        store_vectors(&r, &r.block->center, center);
        store_rows(&r, r.block->slip_a, e.a.x * body_a(&r, shift).w);
        store_rows(&r, r.block->slip_b, lanes_all(0) - e.b.x * body_b(&r, shift).w);
        store_rows(&r, r.block->first.mass, over_yield(r.a.w + r.b.w));
        gap = lanes_length(center) - radius;
    }
    pass->rows->has[i / ROW_BLOCK] |=
        (r.flats ? BLOCK_HAS_FLATS : 0) | (r.ovals ? BLOCK_HAS_OVALS : 0);
    const lanes_value small = store_sizes(&r, &e, radius);
    const lanes_mask closed = lanes_less(gap, lanes_all((float)PAIR_CLOSED) * small);
    const lanes_mask deep = lanes_less(gap, lanes_all(-DEEP_FROM) * small);
    if (lanes_bits(deep)) flag_set(&pass->some->crushed, true);
    store_rows(&r, r.block->first.pushed, lanes_only(closed, lanes_all(TOUCHED)));
    store_rows(&r, r.block->dragged, lanes_all(0));
    store_rows(&r, r.block->friction, lanes_sqrt(e.a.w * e.b.w));
    place_by(&r, &unmoved, gaps);
    store_placed(&r, gaps);
    if (form == ROUND) store_masses(&r);
    if (form == FITS && pass->by.rocking_loss > 0) rock_rows(pass, i, &r);
    set_bits(&r.marks->placed, &r, ALL_LANES);
}

/* ==== Rows within a step ====================================================================== */

#if LANES == 1

/* Returns an arm as it was when the step began. *way: shift of its end since. */
INLINE lanes_vec arm_before(lanes_row shift, lanes_angle turn, lanes_vec arm, lanes_vec *way) {
    const lanes_angle back = {lanes_all(0) - turn.sine, turn.less};
    const lanes_vec by = turned_by(back, arm);
    *way = lanes_between(by, lanes_xy(shift));
    return lanes_add(arm, by);
}

/* Takes arms and plane back to the start of the step; returns the vector between the circles
 * then. */
INLINE lanes_vec begin_fits(const contact_pass *pass, const lane_rows *r, fit_lanes *f) {
    const row_shifts s = shifts_now(r, pass->bodies);
    const lanes_vec center = circles_apart(f);
    const lanes_value plane = turning_plane(r, f->plane, lanes_all(pass->by.step));
    const bool is_a = lanes_bits(lanes_less(plane, lanes_all(0))) != 0;
    lanes_vec way_a, way_b, unused;
    f->arm_a = arm_before(s.a, s.turn_a, f->arm_a, &way_a);
    f->arm_b = arm_before(s.b, s.turn_b, f->arm_b, &way_b);
    if (!lanes_bits(lanes_equal(plane, lanes_all(0))))
        f->normal = arm_before(s.a, is_a ? s.turn_a : s.turn_b, f->normal, &unused);
    return lanes_between(lanes_between(way_a, way_b), center);
}

void contact_set(const contact_pass *pass, uint32_t at, const contact_made *row) {
    const uint32_t first = 0;
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    assert(at < rows->room && "the row was added");
    block->a[at % ROW_BLOCK] = row->a;
    block->b[at % ROW_BLOCK] = row->b;
    rows->has[at / ROW_BLOCK] |= BLOCK_HAS_FITS | BLOCK_HAS_FLATS | BLOCK_HAS_OVALS;
    lane_rows r = rows_at(pass, at, FITS);
    const row_entries e = {.a = sizes_of(pass, &row->slots[0]),
                           .b = sizes_of(pass, &row->slots[1])};
    fit_lanes f = fits_at(&row->fit, &first);
    store_over(pass, &r);
    const lanes_vec center = begin_fits(pass, &r, &f);
    store_circles(pass, &r, &f, center);
    (void)store_sizes(&r, &e, f.radius_a + f.radius_b);
    set_bits(&r.marks->placed, &r, 0);
    contact_set_rules(rows, at, row, pass->from->measure->bodies);
}

void contact_end(const contact_pass *pass, uint32_t at) {
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    const uint8_t has = rows->has[at / ROW_BLOCK];
    const row_impulses none = {.drag = lanes_all(0)};
    assert(block->a[at % ROW_BLOCK] + block->b[at % ROW_BLOCK] > 0 && "a row ends once");
    lane_rows r = rows_at(pass, at, form_of(has));
    load_arms(&r);
    row_impulses given = load_impulses(&r);
    for (int k = 0; k < r.touches; ++k) {
        touch_block *touch = touch_of(&r, k);
        const lanes_mask impact = marked_impacts(&r, k); /* its impulse is in the base already */
        given.push[k] = given.push[k] - lanes_only(impact, load_rows(&r, touch->impact));
        store_rows(&r, touch->mass, lanes_all(0));
        set_bits(&r.marks->impact[k], &r, 0);
    }
    add_to_base(&r, pass, &given);
    store_impulses(&r, &none);
    store_rows(&r, block->slip_mass, lanes_all(0));
    block->a[at % ROW_BLOCK] = block->b[at % ROW_BLOCK] = 0; /* the row moves nothing any more */
    if (has & BLOCK_BOUNCES) rows->bounces[at / ROW_BLOCK].restitution[at % ROW_BLOCK] = 0;
}

MACHINE_WHOLE contact_placed contact_place(const contact_rows *of, const body_rows *bodies,
                                           uint32_t at) {
    contact_rows rows = *of;
    const contact_pass pass = {.bodies = bodies, .rows = &rows};
    lane_rows r = rows_at(&pass, at, form_of(rows.has[at / ROW_BLOCK]));
    const row_shifts now = shifts_now(&r, bodies);
    lanes_value gap[2];
    place_by(&r, &now, gap);
    return (contact_placed){.normal_x = r.normal.x,
                            .normal_y = r.normal.y,
                            .turn_a = {r.arm_a[0], r.arm_a[1]},
                            .turn_b = {r.arm_b[0], r.arm_b[1]},
                            .slip_a = r.slip_a,
                            .slip_b = r.slip_b,
                            .over_a = r.fits ? r.fit->over_a[r.lane] : now.a.w,
                            .over_b = r.fits ? r.fit->over_b[r.lane] : now.b.w};
}

#endif

#endif
