/* bounce_lanes.inc.h: impacts that bounce, LANES rows at a time. In: rows with a restitution; out:
 * velocities. Invariant: without friction the impulses given back add no energy.
 *
 * A row that is open, and closes fast before any row acts in a substep, is an impact. So is a row
 * that an impact of its neighbour makes close as fast. All impacts are compressed: they are solved,
 * and relaxed after the bodies have moved. Then each impact takes back the impulse with which its
 * bodies part already. Last, each gives e times its impulse again, at once (Poisson's law). The
 * energy becomes E + e e (E before - E) and never grows; solving for e times each approach
 * (Newton's law) could add energy.
 *
 * A substep adds its own gain of speed to an approach. At the surface, a gap g before, the approach
 * was the root of c c + 2 a g. The impulse given back is scaled by the ratio of this approach to
 * the compressed one, so that heights are exact. */
#ifndef ENGINE_SOLVE_BOUNCE_LANES_INC_H
#define ENGINE_SOLVE_BOUNCE_LANES_INC_H

#include <assert.h>

#include "solve/row_lanes.inc.h"

INLINE bounce_block *bounces_of(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    return rows->has[i / ROW_BLOCK] & BLOCK_BOUNCES ? &rows->bounces[i / ROW_BLOCK] : NULL;
}

/* ==== Compression ============================================================================= */

/* Largest ratio of the approach at the surface to the compressed one. It limits pairs that forces
 * drive apart. */
static const float PART_MOST = 1.5f;

/* Begins the touches of rows. met[k]: open touches that close fast before any row acts. */
INLINE void bounce_meet(const contact_pass *pass, const lane_rows *r, bounce_block *b,
                        const row_impulses *warm, lanes_mask met[2]) {
    const lanes_value zero = lanes_all(0), per = lanes_all(4 * pass->by.per_second);
    lane_rows begun = *r, kicked = *r; /* velocities before any row acts; of half a kick */
    begun.a = body_a(r, pass->bodies->met);
    begun.b = body_b(r, pass->bodies->met);
    kicked.a = body_a(r, pass->bodies->drive);
    kicked.b = body_b(r, pass->bodies->drive);
    for (int k = 0; k < r->touches; ++k) {
        const lanes_value gap = load_rows(r, touch_of(r, k)->gap);
        const lanes_value approach = zero - normal_speed(&begun, k);
        met[k] = lanes_positive(load_rows(r, b->restitution)) & lanes_positive(gap)
                 & lanes_less(lanes_all(pass->by.bounce_from), approach);
        store_rows(r, b->warm[k], lanes_max(warm->push[k], zero));
        store_rows(r, b->impact[k], zero);
        store_rows(r, b->part[k], zero);
        if (!lanes_bits(met[k])) continue;
        const lanes_value kick = zero - normal_speed(&kicked, k);
        const lanes_value first = approach - kick, last = approach + kick;
        const lanes_value square = lanes_max(first * first + per * kick * gap, zero);
        const lanes_value part = lanes_sqrt(square) / lanes_max(last, lanes_all(1e-30f));
        store_rows(r, b->part[k], lanes_only(met[k], lanes_min(part, lanes_all(PART_MOST))));
    }
}

/* Marks the bodies of lanes whose bits are set. */
MACHINE_NOINLINE void mark_lanes(const uint32_t *at, unsigned bits, uint8_t *bodies) {
    for (int i = 0; i < LANES; ++i)
        if (bits >> i & 1) bodies[at[i] / 4] = 1;
}

/* Marks movable bodies that bounced in this substep. Others may be in several rows of a colour. */
INLINE void mark_bounced(const lane_rows *r, const contact_pass *pass, lanes_mask rows) {
    const unsigned bits = lanes_bits(rows);
    if (!bits) return;
    flag_set(&pass->some->bounced, true);
    mark_lanes(r->block->a + r->lane, bits & lanes_moved(r->a.w), pass->bodies->bounced);
    mark_lanes(r->block->b + r->lane, bits & lanes_moved(r->b.w), pass->bodies->bounced);
}

/* Returns rows with a body that bounced in this substep. */
INLINE lanes_mask near_bounces(const lane_rows *r, const contact_pass *pass) {
    const uint8_t *bodies = pass->bodies->bounced;
    float marks[LANES];
    if (!flag_get(&pass->some->bounced)) return lanes_none();
    for (int i = 0; i < LANES; ++i)
        marks[i] = bodies[r->block->a[r->lane + i] / 4] | bodies[r->block->b[r->lane + i] / 4];
    return lanes_positive(lanes_load(marks));
}

/* Stores the impulses of impacts in both halves: of rows that met, and of rows that a bouncing
 * neighbour made close as fast. The latter are also ordinary rows: their pushes are given again. */
INLINE void bounce_compressed(const contact_pass *pass, const lane_rows *r, bounce_block *b,
                              const row_impulses *sum, const lanes_value mass[2]) {
    for (int k = 0; k < r->touches; ++k) {
        const lanes_value warm = load_rows(r, b->warm[k]), part = load_rows(r, b->part[k]);
        const lanes_value impact = sum->push[k] - (warm + warm);
        const lanes_value least = lanes_all(pass->by.bounce_from) * mass[k];
        const lanes_mask met = lanes_positive(part);
        const lanes_mask driven = lanes_positive(load_rows(r, b->restitution)) & ~met
                                  & near_bounces(r, pass) & lanes_less(least, impact);
        const lanes_mask all = (met & lanes_positive(impact)) | driven;
        store_rows(r, b->part[k], lanes_pick(driven, lanes_all(1), part));
        store_rows(r, b->impact[k], lanes_only(all, impact));
        mark_bounced(r, pass, all);
    }
}

/* ==== Restitution ============================================================================= */

/* Applies impulses once: they are not repeated in the next half. */
INLINE void give_impulses(lane_rows *r, const contact_pass *pass, const row_impulses *i) {
    apply_impulses(r, i);
    store_velocities(r, pass);
    add_to_base(r, pass, i);
    add_to_step(r, i);
}

INLINE bool has_impacts(const bounce_block *b, row_form form, uint32_t lane) {
    lanes_mask some = lanes_positive(lanes_load(b->impact[0] + lane));
    if (form == FACES) some = some | lanes_positive(lanes_load(b->impact[1] + lane));
    return lanes_bits(some) != 0;
}

/* Takes back the impulse of impacts with which bodies part already. */
INLINE void take_back_row(const contact_pass *pass, uint32_t i, row_form form) {
    const lanes_value zero = lanes_all(0);
    bounce_block *b = bounces_of(pass, i);
    if (!b || !has_impacts(b, form, i % ROW_BLOCK)) return;
    lane_rows r = rows_at(pass, i, form);
    load_placed(&r, pass);
    for (int k = 0; k < r.touches; ++k) {
        const lanes_value given = load_rows(&r, b->impact[k]);
        const lanes_value parts = load_rows(&r, touch_of(&r, k)->mass) * normal_speed(&r, k);
        const lanes_value back = lanes_min(lanes_max(parts, zero), given);
        row_impulses taken = {.drag = zero};
        if (!lanes_bits(lanes_positive(back))) continue;
        store_rows(&r, b->impact[k], given - back);
        taken.push[k] = zero - back;
        give_impulses(&r, pass, &taken);
    }
}

/* Gives impacts back. Friction stops the slip, within the bound of the impulse given back. */
INLINE void bounce_row(const contact_pass *pass, uint32_t i, row_form form) {
    const lanes_value zero = lanes_all(0);
    bounce_block *b = bounces_of(pass, i);
    if (!b || !has_impacts(b, form, i % ROW_BLOCK)) return;
    lane_rows r = rows_at(pass, i, form);
    load_placed(&r, pass);
    const lanes_value restitution = load_rows(&r, b->restitution);
    row_impulses back = {.drag = zero};
    assert(!lanes_bits(lanes_less(lanes_all(1), restitution))
           && "impacts give no more back than they took");
    for (int k = 0; k < r.touches; ++k)
        back.push[k] = restitution * load_rows(&r, b->part[k]) * load_rows(&r, b->impact[k]);
    back.drag = friction_for(&r, zero, slip_after(&r, &back), push_sum(&r, &back));
    give_impulses(&r, pass, &back);
}

#endif
