/* made_lanes.h: rows that are made within the step, or end in it, one at a time. In: a fit as the
 * bodies lie now; out: circles and planes as the step began, from which rows are placed. */
#ifndef ENGINE_SOLVE_MADE_LANES_H
#define ENGINE_SOLVE_MADE_LANES_H

#include "solve/contact_lanes.h"

/* An arm turned back to where it was as the step began; *way: what has come to its end since. */
INLINE lanes_vec arm_before(lanes_row shift, lanes_angle turn, lanes_vec arm, lanes_vec *way) {
    const lanes_angle back = {lanes_all(0) - turn.sine, turn.less};
    const lanes_vec by = turned_by(back, arm);
    *way = lanes_between(by, lanes_xy(shift));
    return lanes_add(arm, by);
}

/* Takes arms and plane back to the beginning of the step; returns the way between the circles
 * then. */
INLINE lanes_vec begin_fits(const contact_pass *pass, const touching *t, lanes_fits *f) {
    const rows_moved m = moved_now(t, pass->bodies);
    const lanes_vec now_a = {f->arms.x, f->arms.y}, now_b = {f->arms.z, f->arms.w};
    const lanes_vec normal = {f->first.x, f->first.y};
    const lanes_vec center = way_between(f);
    lanes_vec way_a, way_b, unused;
    const lanes_vec arm_a = arm_before(m.a, m.turn_a, now_a, &way_a);
    const lanes_vec arm_b = arm_before(m.b, m.turn_b, now_b, &way_b);
    const lanes_value plane = turning_plane(t, f->radii.w, lanes_all(pass->by.step));
    const bool is_a = lanes_bits(lanes_less(plane, lanes_all(0))) != 0;
    f->arms.x = arm_a.x;
    f->arms.y = arm_a.y;
    f->arms.z = arm_b.x;
    f->arms.w = arm_b.y;
    if (!lanes_bits(lanes_equal(plane, lanes_all(0)))) {
        const lanes_vec flat = arm_before(m.a, is_a ? m.turn_a : m.turn_b, normal, &unused);
        f->first.x = flat.x;
        f->first.y = flat.y;
    }
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
    touching t = touching_at(pass, at, FITS);
    const row_entries e = {.a = sizes_of(pass, &row->slots[0]),
                           .b = sizes_of(pass, &row->slots[1])};
    lanes_fits f = fits_at(&row->fit, &first);
    store_over(pass, &t);
    const lanes_vec center = begin_fits(pass, &t, &f);
    set_fits(pass, &t, &f, center);
    (void)set_sizes(&t, &e, f.radii.x + f.radii.y);
    set_bits(&rows->marks[at / ROW_BLOCK].placed, &t, 0);
    contact_set_rules(rows, at, row, pass->from->measure->bodies);
}

/* Ends rows: bodies keep what these gave, and do not get it again. */
INLINE void end_row(const contact_pass *pass, uint32_t i, row_form form) {
    touching t = touching_at(pass, i, form);
    load_arms(&t);
    row_impulses given = impulses_of(&t);
    const row_impulses none = {.drag = lanes_all(0)};
    for (int k = 0; k < t.touches; ++k) {
        touch_block *touch = touch_of(&t, k);
        row_bits *fresh = fresh_of(pass, i, k); /* of impacts they have it already */
        const lanes_value once = lanes_only(marked_impacts(&t, fresh), load_rows(&t, touch->once));
        given.push[k] = given.push[k] - once;
        store_rows(&t, touch->mass, lanes_all(0));
        set_bits(fresh, &t, 0);
    }
    give_once(&t, pass, &given);
    store_impulses(&t, &none);
    store_rows(&t, t.at->slip_mass, lanes_all(0));
}

void contact_end(const contact_pass *pass, uint32_t at) {
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    const uint8_t has = rows->has[at / ROW_BLOCK];
    assert(block->a[at % ROW_BLOCK] + block->b[at % ROW_BLOCK] > 0 && "a row ends once");
    end_row(pass, at, has & BLOCK_IS_FACES ? FACES : has & BLOCK_HAS_FITS ? FITS : ROUND);
    block->a[at % ROW_BLOCK] = block->b[at % ROW_BLOCK] = 0; /* it moves nothing any more */
    if (has & BLOCK_BOUNCES) rows->bounces[at / ROW_BLOCK].restitution[at % ROW_BLOCK] = 0;
}

#endif
