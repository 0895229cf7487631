/* bounce_lanes.inc.h: rows of faces, whose two impulses are solved at once, and rows that
 * bounce, LANES at a time. */
#ifndef ENGINE_SOLVE_BOUNCE_LANES_INC_H
#define ENGINE_SOLVE_BOUNCE_LANES_INC_H

#include <assert.h>

#include "solve/row_lanes.inc.h"

/* ==== Faces =================================================================================== */

/* Two pushes of faces that touch at both ends of what they share, found at once. In: rows of the
 * form FACES, and their aims; out: impulses. Both forces act on one line along the plane:
 * friction is one impulse, solved after the pushes. */

/* Both bodies in the frame of the normal, as the touches are solved. */
typedef struct faces_speed {
    lanes_value along, across, spin_a, spin_b;
} faces_speed;

INLINE faces_speed speed_of_faces(const touching *t) {
    const lanes_vec apart = relative_velocity(t);
    return (faces_speed){lanes_dot(t->normal, apart), lanes_cross(t->normal, apart), t->a.z,
                         t->b.z};
}

INLINE lanes_value face_speed(const touching *t, const faces_speed *s, int i) {
    return s->along + (t->turn_b[i] * s->spin_b - t->turn_a[i] * s->spin_a);
}

/* How a unit impulse moves both bodies apart along a unit vector, and along the normal's other
 * axis, without turning. */
INLINE lanes_value moved_along(const touching *t, lanes_vec unit) {
    return t->a.w * part_along(t->held_a, unit) + t->b.w * part_along(t->held_b, unit);
}

INLINE lanes_value moved_across(const touching *t) {
    return t->a.w * part_across(t->held_a, t->normal) + t->b.w * part_across(t->held_b, t->normal);
}

/* Friction with the pushes that there are. */
INLINE void solve_drag(const touching *t, faces_speed *s, row_impulses *found, lanes_value push,
                       lanes_value more) {
    const lanes_value slip = s->across + more + (t->slip_b * s->spin_b - t->slip_a * s->spin_a);
    const lanes_value before = found->drag;
    found->drag = drag_for(t, before, slip, push);
    const lanes_value added = found->drag - before;
    s->across += moved_along(t, lanes_left(t->normal)) * added;
    if (some_held(t)) s->along += moved_across(t) * added;
    s->spin_a -= t->a.w * added * t->slip_a;
    s->spin_b += t->b.w * added * t->slip_b;
}

INLINE void add_push(const touching *t, faces_speed *s, int i, lanes_value added) {
    s->along += moved_along(t, t->normal) * added;
    if (some_held(t)) s->across += moved_across(t) * added;
    s->spin_a -= t->a.w * added * t->turn_a[i];
    s->spin_b += t->b.w * added * t->turn_b[i];
}

/* Part of a yield that changes of a push have more: of a body that does not turn both touches are
 * the same, and each gets half of a change. Of the whole push it would leak, and stacks creep. */
static const float FACES_SAME = 1e-3f;

/* The velocity of touch i is right[i] + own[i] push[i] + other push[1 - i]. */
typedef struct faces_pushes {
    lanes_value right[2], own[2], other;
} faces_pushes;

INLINE faces_pushes pushes_of(const touching *t, const row_aims *aims, const faces_speed *s,
                              const row_impulses *before) {
    const lanes_value never = lanes_all(1e30f);
    const lanes_value part_a = part_along(t->held_a, t->normal);
    const lanes_value part_b = part_along(t->held_b, t->normal);
    faces_pushes p;
    p.other = t->a.w * (part_a + t->turn_a[0] * t->turn_a[1])
              + t->b.w * (part_b + t->turn_b[0] * t->turn_b[1]);
    for (int i = 0; i < 2; ++i) {
        const row_aim *of = &aims->of[i];
        const lanes_value yield = yield_of(t, i);
        const lanes_value kept = (lanes_all(1 + FACES_SAME) - of->leak) / of->gain;
        p.own[i] = yield * lanes_all(1 + FACES_SAME) / of->gain;
        p.right[i] = face_speed(t, s, i) + of->back - kept * yield * before->push[i]
                     - p.other * before->push[1 - i];
        p.right[i] = lanes_pick(lanes_positive(aims->mass[i]), p.right[i], never);
    }
    return p;
}

/* The pushes that leave no velocity. None is below 0: where one would be, it is 0, and the other
 * alone; the first, if that does for the second, too. */
INLINE void pushes_solve(const faces_pushes *p, lanes_value push[2]) {
    const lanes_value zero = lanes_all(0), k0 = p->own[0], k1 = p->own[1], k = p->other;
    lanes_value over = over_yield(k0 * k1 - k * k);
    lanes_value first = (k * p->right[1] - k1 * p->right[0]) * over;
    lanes_value second = (k * p->right[0] - k0 * p->right[1]) * over;
    lanes_mask two = lanes_positive(first) & lanes_positive(second);
    lanes_value alone_0 = lanes_max(zero - p->right[0] * over_yield(k0), zero);
    lanes_value alone_1 = lanes_max(zero - p->right[1] * over_yield(k1), zero);
    lanes_mask enough = ~lanes_less(p->right[1] + k * alone_0, zero);
    push[0] = lanes_pick(two, first, lanes_only(enough, alone_0));
    push[1] = lanes_pick(two, second, lanes_only(~enough, alone_1));
}

/* Both pushes at once. One after the other they turn a face to and fro, and stacks sway. */
INLINE void solve_pushes(const touching *t, const row_aims *aims, faces_speed *s,
                         row_impulses *found) {
    const row_impulses old = *found;
    const faces_pushes p = pushes_of(t, aims, s, &old);
    pushes_solve(&p, found->push);
    for (int i = 0; i < 2; ++i) {
        found->push[i] = lanes_only(lanes_positive(aims->mass[i]), found->push[i]);
        add_push(t, s, i, found->push[i] - old.push[i]);
    }
}

/* Friction comes after the pushes, which bound it; in the second half these come again, for what
 * friction turned. */
INLINE row_impulses faces_solve(const touching *t, const row_aims *aims, const row_impulses *before,
                                int half) {
    faces_speed s = speed_of_faces(t);
    row_impulses found = *before;
    solve_pushes(t, aims, &s, &found);
    solve_drag(t, &s, &found, rubbing(t, aims, &found), aims->slip);
    if (half == 1) return found;
    solve_pushes(t, aims, &s, &found);
    found.drag = drag_within(t, found.drag, rubbing(t, aims, &found));
    return found;
}

/* ==== Bounces ================================================================================= */

/* Impacts that bounce, in lanes. In: rows with a restitution; out: velocities. Invariant:
 * without friction what is given back adds no energy.
 *
 * A row that is open, and closes fast before any row acts in a substep, is an impact, and so is one
 * that an impact of its neighbour makes close as fast. All are compressed: solved, and relaxed when
 * bodies have moved. Then each takes back what parts already, and at last each gives e times
 * its impulse again, at once (Poisson's law): energy comes to E + e e (E before - E), so it never
 * grows, which it would by solving for e times each approach (Newton's).
 *
 * A substep adds its own gain to what it compresses: where it was met, a gap g before, the approach
 * was the root of c c + 2 a g; that part of what it became is given back, and heights are exact. */

INLINE bounce_block *bounces_of(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    return rows->has[i / ROW_BLOCK] & BLOCK_BOUNCES ? &rows->bounces[i / ROW_BLOCK] : NULL;
}

INLINE lanes_mask rows_bounce(const touching *t, const bounce_block *b) {
    return lanes_positive(load_rows(t, b->restitution));
}

/* The same rows, by other velocities of their bodies. */
INLINE touching touching_by(const touching *t, const float *table) {
    touching by = *t;
    by.a = body_a(t, table);
    by.b = body_b(t, table);
    return by;
}

/* A touch as a substep begins: its push, its approach before any row acts, what half a kick adds to
 * that, and its gap. */
typedef struct bounce_meeting {
    lanes_value warm, approach, kick, gap;
} bounce_meeting;

/* Largest part of an approach that counts: what is driven apart hardly meets. */
static const float PART_MOST = 1.5f;

/* Begins a touch: it is met if it is open, and closes fast before any row acts. Returns what is.
 * `kick`: what half a kick adds to the approach. */
INLINE lanes_mask bounce_meet(const contact_pass *pass, const touching *t, bounce_block *b,
                              int touch, const bounce_meeting *m) {
    const lanes_value zero = lanes_all(0);
    const lanes_mask met = rows_bounce(t, b) & lanes_positive(m->gap)
                           & lanes_less(lanes_all(pass->by.bounce_from), m->approach);
    store_rows(t, b->warm[touch], lanes_max(m->warm, zero));
    store_rows(t, b->impact[touch], zero);
    store_rows(t, b->part[touch], zero);
    if (!lanes_bits(met)) return met;
    const lanes_value begun = m->approach - m->kick, end = m->approach + m->kick;
    const lanes_value pull = lanes_all(4 * pass->by.per_second) * m->kick;
    const lanes_value square = lanes_max(begun * begun + pull * m->gap, zero);
    const lanes_value part = lanes_sqrt(square) / lanes_max(end, lanes_all(1e-30f));
    store_rows(t, b->part[touch], lanes_only(met, lanes_min(part, lanes_all(PART_MOST))));
    return met;
}

/* Rows of which some body is marked. */
INLINE lanes_mask rows_marked(const touching *t, const uint8_t *bodies) {
    float marks[LANES];
    for (int i = 0; i < LANES; ++i)
        marks[i] = bodies[t->at->a[t->lane + i] / 4] | bodies[t->at->b[t->lane + i] / 4];
    return lanes_positive(lanes_load(marks));
}

/* Marks the bodies of lanes whose bits are set. */
MACHINE_NOINLINE void mark_lanes(const uint32_t *at, unsigned bits, uint8_t *bodies) {
    for (int i = 0; i < LANES; ++i)
        if (bits >> i & 1) bodies[at[i] / 4] = 1;
}

/* Marks the bodies of rows that contacts move: others may be in several rows of a colour. `some`:
 * it is true from then on. */
INLINE void mark_bodies(const touching *t, unsigned rows, uint8_t *bodies, atomic_bool *some) {
    if (!rows) return;
    flag_set(some, true);
    mark_lanes(t->at->a + t->lane, rows & lanes_moved(t->a.w), bodies);
    mark_lanes(t->at->b + t->lane, rows & lanes_moved(t->b.w), bodies);
}

/* Rows of which some body has bounced in this substep. */
INLINE lanes_mask near_bounces(const touching *t, const contact_pass *pass) {
    if (!flag_get(&pass->some->bounced)) return lanes_none();
    return rows_marked(t, pass->bodies->bounced);
}

INLINE void mark_bounced(const touching *t, const contact_pass *pass, lanes_mask rows) {
    mark_bodies(t, lanes_bits(rows), pass->bodies->bounced, &pass->some->bounced);
}

/* Keeps what an impact gave in both halves: of what was met, and of what a neighbour that bounces
 * made close as fast. The latter holds, too: its push is given again. */
INLINE void bounce_compressed(const contact_pass *pass, const touching *t, bounce_block *b,
                              int touch, lanes_value sum, lanes_value mass) {
    const lanes_value warm = load_rows(t, b->warm[touch]);
    const lanes_value impact = sum - (warm + warm), part = load_rows(t, b->part[touch]);
    const lanes_value least = lanes_all(pass->by.bounce_from) * mass;
    const lanes_mask met = lanes_positive(part);
    const lanes_mask driven =
        rows_bounce(t, b) & ~met & near_bounces(t, pass) & lanes_less(least, impact);
    const lanes_mask all = (met & lanes_positive(impact)) | driven;
    store_rows(t, b->part[touch], lanes_pick(driven, lanes_all(1), part));
    store_rows(t, b->impact[touch], lanes_only(all, impact));
    mark_bounced(t, pass, all);
}

/* Makes impacts of touches that meet fast, and bounce; returns rows that have some. */
INLINE lanes_mask meet_row(const contact_pass *pass, const touching *t, bounce_block *b,
                           const row_impulses *warm, row_aims *aims) {
    const lanes_value zero = lanes_all(0);
    const touching met = touching_by(t, pass->bodies->met);
    const touching kick = touching_by(t, pass->bodies->drive);
    lanes_mask some = lanes_none();
    for (int k = 0; k < t->touches; ++k) {
        const bounce_meeting m = {warm->push[k], zero - normal_speed(&met, k),
                                  zero - normal_speed(&kick, k), load_rows(t, touch_of(t, k)->gap)};
        const lanes_mask fast = bounce_meet(pass, t, b, k, &m);
        set_impacts(&aims->of[k], aims->of[k].fresh | fast, m.gap);
        some = some | fast;
    }
    return some;
}

/* ---- Giving back ----------------------------------------------------------------------------- */

/* Gives impulses that are not given again. */
INLINE void give_now(touching *t, const contact_pass *pass, const row_impulses *i) {
    apply(t, i);
    touching_store(t, pass);
    give_once(t, pass, i);
    add_to_step(t, i);
}

INLINE bool some_impact(const bounce_block *b, row_form form, uint32_t lane) {
    lanes_mask some = lanes_positive(lanes_load(b->impact[0] + lane));
    if (form == FACES) some = some | lanes_positive(lanes_load(b->impact[1] + lane));
    return lanes_bits(some) != 0;
}

/* Takes back of impacts what parts already. */
INLINE void take_back_row(const contact_pass *pass, uint32_t i, row_form form) {
    const lanes_value zero = lanes_all(0);
    bounce_block *b = bounces_of(pass, i);
    if (!b || !some_impact(b, form, i % ROW_BLOCK)) return;
    touching t = touching_at(pass, i, form);
    load_placed(&t, pass, i);
    for (int k = 0; k < t.touches; ++k) {
        float *impact = b->impact[k] + t.lane;
        const lanes_value given = lanes_load(impact);
        const lanes_value parts = load_rows(&t, touch_of(&t, k)->mass) * normal_speed(&t, k);
        const lanes_value back = lanes_min(lanes_max(parts, zero), given);
        row_impulses give = {.drag = zero};
        if (!lanes_bits(lanes_positive(back))) continue;
        lanes_store(impact, given - back);
        give.push[k] = zero - back;
        give_now(&t, pass, &give);
    }
}

/* Gives impacts back. Friction stops the slip as far as what is given back allows. */
INLINE void bounce_row(const contact_pass *pass, uint32_t i, row_form form) {
    const lanes_value zero = lanes_all(0);
    bounce_block *b = bounces_of(pass, i);
    if (!b || !some_impact(b, form, i % ROW_BLOCK)) return;
    touching t = touching_at(pass, i, form);
    load_placed(&t, pass, i);
    const lanes_value restitution = load_rows(&t, b->restitution);
    row_impulses give = {.drag = zero};
    assert(!lanes_bits(lanes_less(lanes_all(1), restitution))
           && "impacts give no more back than they took");
    for (int k = 0; k < t.touches; ++k)
        give.push[k] = restitution * load_rows(&t, b->part[k]) * load_rows(&t, b->impact[k]);
    give.drag = drag_for(&t, zero, slip_after(&t, &give), push_sum(&t, &give));
    give_now(&t, pass, &give);
}

#endif
