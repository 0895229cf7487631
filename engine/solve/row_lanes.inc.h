/* row_lanes.inc.h: impulses that one row of contacts asks for, in lanes. In: a row as placed,
 * velocities, and the impulses that its bodies have got from it; out: new ones. Before the
 * bodies move, each touch of the row brings its gap g to where it shall be at the end of the
 * substep h:
 *
 *     push <- keep push - gain m (G v + bend + back),   push >= 0,
 *
 * where back = rate g (g / h of what is open: it may close, no more), at most the speed of parting,
 * and keep is 1 less the leak of its spring, and less of what is pressed beyond all loads.
 * After they have moved, back, bend and leak are 0, and the bounds are those of the sum of both
 * halves. */
#ifndef ENGINE_SOLVE_ROW_LANES_INC_H
#define ENGINE_SOLVE_ROW_LANES_INC_H

#include "solve/place_lanes.inc.h"

/* Least push of a row that touches, too small to move anything. */
static const float TOUCHED = 1e-37f;

INLINE row_impulses impulses_of(const touching *t) {
    row_impulses i = {.drag = load_rows(t, t->at->drag)};
    for (int k = 0; k < t->touches; ++k) i.push[k] = load_rows(t, touch_of(t, k)->push);
    return i;
}

INLINE row_impulses impulses_sum(const row_impulses *i, const row_impulses *j) {
    return (row_impulses){{i->push[0] + j->push[0], i->push[1] + j->push[1]}, i->drag + j->drag};
}

INLINE row_impulses impulses_less(const row_impulses *i, const row_impulses *j) {
    return (row_impulses){{i->push[0] - j->push[0], i->push[1] - j->push[1]}, i->drag - j->drag};
}

INLINE lanes_mask some_push(const touching *t, const row_impulses *i) {
    const lanes_value zero = lanes_all(0);
    const lanes_mask none = lanes_equal(i->push[0], zero);
    return ~(t->touches == 2 ? none & lanes_equal(i->push[1], zero) : none);
}

INLINE lanes_mask some_impulse(const touching *t, const row_impulses *i) {
    return some_push(t, i) | ~lanes_equal(i->drag, lanes_all(0));
}

/* ---- Aims ------------------------------------------------------------------------------------ */

typedef struct row_spring {
    lanes_value rate, leak;
} row_spring;

INLINE row_spring spring_of(const touching *t, const contact_springs *of) {
    const lanes_value zero = lanes_all(0);
    lanes_mask still = lanes_equal(t->a.w, zero) | lanes_equal(t->b.w, zero);
    return (row_spring){lanes_pick(still, lanes_all(of->still.rate), lanes_all(of->soft.rate)),
                        lanes_pick(still, lanes_all(of->still.leak), lanes_all(of->soft.leak))};
}

/* The spring of a row: softer between faces. */
INLINE row_spring spring_of_row(const touching *t, const contact_numbers *by) {
    if (t->touches == 2) return spring_of(t, &by->faces);
    const row_spring plain = spring_of(t, &by->plain);
    if (!t->fits) return plain;
    row_spring faces = spring_of(t, &by->faces);
    lanes_mask both = lanes_positive(load_rows(t, t->fit->faces));
    faces.rate = lanes_pick(both, faces.rate, plain.rate);
    faces.leak = lanes_pick(both, faces.leak, plain.leak);
    return faces;
}

/* What a touch aims at in one half of a substep. */
typedef struct row_aim {
    lanes_value back; /* speed at which it shall close, and bend */
    lanes_value gain, leak;
    lanes_mask fresh; /* impacts */
} row_aim;

typedef struct row_aims {
    row_aim of[2];
    lanes_value mass[2]; /* effective masses; 0 of touches that have no part in it */
    lanes_value rubs[2]; /* pushes of impacts that have friction, at most */
    lanes_value slip;    /* what the slip will be more */
} row_aims;

/* Speed at which an overlap parts at most. */
INLINE lanes_value parting_of(const touching *t, const contact_numbers *by) {
    return lanes_all(by->push_speed) * load_rows(t, t->at->reach) * load_rows(t, t->at->share);
}

/* Part of the speed of closing, beyond the heaviest load, that a pressed row answers; and the part
 * of its push that it lets go at most. Smaller: presses swallow what they press; larger: it is
 * thrown. */
static const float PRESSED = 0.12f, LEAK_MOST = 0.5f;

/* The part of its push that a row lets go: where it parts more slowly than its spring would, it
 * holds what the spring would all the same, and beyond the heaviest load less and less of it. So
 * what presses stores no more than it needs. `back`: speed that the spring asks for; `parts`: the
 * speed that it gets. */
INLINE lanes_value leak_of(const touching *t, const contact_numbers *by, lanes_value leak,
                           lanes_value back, lanes_value parts) {
    const lanes_value load = lanes_all(by->load_speed)
                             + lanes_all(by->load_reaches) * load_rows(t, t->at->reach);
    const lanes_mask pressed = lanes_less(lanes_min(parts, load), back);
    if (!lanes_bits(pressed)) return leak;
    const lanes_value beyond = lanes_max(back - load, lanes_all(0));
    const lanes_value holds = lanes_min(back, load) + lanes_all(PRESSED) * beyond;
    const lanes_value moves = lanes_min(back, parts);
    const lanes_value part = lanes_min(leak * moves / holds, lanes_all(LEAK_MOST));
    return lanes_pick(pressed, part, leak);
}

/* The aim of a spring at a gap and a bend. */
INLINE row_aim aim_for(const touching *t, const contact_numbers *by, const row_spring *spring,
                       lanes_value gap, lanes_value bend) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_mask open = lanes_positive(gap);
    const lanes_value back = zero - spring->rate * gap, parts = parting_of(t, by);
    const lanes_value closes = lanes_all(by->per_second) * gap;
    row_aim aim = {.leak = lanes_only(~open, leak_of(t, by, spring->leak, back, parts))};
    aim.back = lanes_pick(open, closes, zero - lanes_min(back, parts)) + bend;
    aim.gain = one - aim.leak;
    return aim;
}

/* An impact is rigid. */
INLINE void set_impacts(row_aim *aim, lanes_mask fresh, lanes_value gap) {
    aim->fresh = fresh;
    if (!lanes_bits(fresh)) return;
    const lanes_mask touches = fresh & ~lanes_positive(gap);
    aim->leak = lanes_only(~touches, aim->leak);
    aim->gain = lanes_all(1) - aim->leak;
}

/* Aims of the first half. What was apart and gave nothing, and closes faster than what rests, is an
 * impact. */
INLINE row_aims aims_of(const touching *t, const contact_numbers *by, const row_ahead *look,
                        const row_impulses *warm) {
    const lanes_value zero = lanes_all(0);
    const row_spring spring = spring_of_row(t, by);
    row_aims aims = {.slip = look->slip};
    for (int k = 0; k < t->touches; ++k) {
        const lanes_value push = warm->push[k];
        const lanes_mask first = look->open[k] & lanes_equal(push, zero);
        lanes_mask fresh = first;
        if (lanes_bits(first))
            fresh = first & lanes_less(normal_speed(t, k), lanes_all(-by->first_touch));
        aims.mass[k] = load_rows(t, touch_of(t, k)->mass);
        aims.rubs[k] = push;
        aims.of[k] = aim_for(t, by, &spring, look->gap[k], look->bend[k]);
        set_impacts(&aims.of[k], fresh, look->gap[k]);
    }
    return aims;
}

/* Rows whose push moves a body: those of locked ones make no effort. */
INLINE lanes_mask moves_along(const touching *t, lanes_value mass) {
    return some_held(t) ? lanes_positive(mass) : ~lanes_none();
}

/* The push that brings a touch alone where it shall be. */
INLINE lanes_value push_for(const touching *t, const row_aims *aims, lanes_value before) {
    const row_aim *aim = &aims->of[0];
    const lanes_value mass = aims->mass[0] * aim->gain;
    const lanes_value push = before - aim->leak * before - mass * (normal_speed(t, 0) + aim->back);
    return lanes_only(moves_along(t, aims->mass[0]), lanes_max(push, lanes_all(0)));
}

/* ---- Friction -------------------------------------------------------------------------------- */

/* How a push turns the slip. */
INLINE lanes_value coupling_of(const touching *t, int touch) {
    const lanes_value turn_a = t->turn_a[touch], turn_b = t->turn_b[touch];
    const lanes_value plain = t->a.w * turn_a * t->slip_a + t->b.w * turn_b * t->slip_b;
    if (!some_held(t)) return plain;
    return plain + t->a.w * part_across(t->held_a, t->normal)
           + t->b.w * part_across(t->held_b, t->normal);
}

/* The slip when pushes have changed. */
INLINE lanes_value slip_after(const touching *t, const row_impulses *added) {
    lanes_value slip = tangent_speed(t);
    for (int k = 0; k < t->touches && is_coupled(t); ++k)
        slip += coupling_of(t, k) * added->push[k];
    return slip;
}

/* Pushes that have friction: those of impacts have none before the bodies move. */
INLINE lanes_value rubbing(const touching *t, const row_aims *aims, const row_impulses *i) {
    row_impulses rub = *i;
    for (int k = 0; k < t->touches; ++k) {
        const lanes_value most = lanes_min(lanes_max(aims->rubs[k], lanes_all(0)), i->push[k]);
        rub.push[k] = lanes_pick(aims->of[k].fresh, most, i->push[k]);
    }
    return push_sum(t, &rub);
}

/* Friction as far as a push allows; its coefficient may be infinite. */
INLINE lanes_value drag_within(const touching *t, lanes_value drag, lanes_value push) {
    const lanes_mask pushes = lanes_positive(push);
    const lanes_value most = lanes_only(pushes, load_rows(t, t->at->friction) * push);
    return lanes_clamp(drag, lanes_all(0) - most, most);
}

/* Friction that stops the slip, as far as a push allows. */
INLINE lanes_value drag_for(const touching *t, lanes_value before, lanes_value slip,
                            lanes_value push) {
    return drag_within(t, before - load_rows(t, t->at->slip_mass) * slip, push);
}

/* Solves push and friction at once, which are coupled where a body is not round: either both stick,
 * or the friction is the most that the push allows. Solved one after the other, a push that parts
 * an overlap leaves speed behind. */
INLINE row_impulses solve_coupled(const touching *t, const row_impulses *before, lanes_value push,
                                  lanes_value mass, lanes_value slip) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_value friction = load_rows(t, t->at->friction);
    lanes_value coupling = coupling_of(t, 0);
    lanes_value yields = yield_across(t);
    lanes_value by = mass * coupling, left = yields - by * coupling;
    left = lanes_max(left, lanes_all(0.05f) * yields);
    lanes_value stuck = lanes_only(lanes_less(lanes_all(1e-37f), left),
                                   zero - (slip + coupling * (push - before->push[0])) / left);
    lanes_value found = push - by * stuck, drag = before->drag + stuck;
    lanes_value sign = lanes_pick(lanes_less(drag, zero), zero - one, one);
    lanes_mask slides = lanes_less(friction * found, sign * drag);
    /* Sliding: the push p answers to friction of s mu p. */
    lanes_value part = lanes_max(one + by * sign * friction, lanes_all(0.1f));
    lanes_value sliding = (push + by * before->drag) / part;
    found = lanes_max(lanes_pick(slides, sliding, found), zero);
    lanes_value most = friction * found;
    drag = lanes_clamp(lanes_pick(slides, sign * most, drag), zero - most, most);
    /* Rows without coupling get the bits that they get in a block of round rows. */
    const lanes_mask plain = lanes_equal(coupling, zero), pushes = lanes_positive(push);
    found = lanes_pick(plain, push, found);
    drag = lanes_pick(plain, drag_for(t, before->drag, slip, push), drag);
    return (row_impulses){{lanes_only(pushes, found), zero}, lanes_only(pushes, drag)};
}

/* ---- Rolling, belts -------------------------------------------------------------------------- */

INLINE surface_block *surface_of(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    bool has = rows->has[i / ROW_BLOCK] & BLOCK_HAS_SURFACE;
    return has ? &rows->surfaces[i / ROW_BLOCK] : NULL;
}

/* Rows that resisted rolling in the last half: their bodies have got it again. */
INLINE lanes_mask some_roll(const contact_pass *pass, uint32_t i) {
    const surface_block *s = surface_of(pass, i);
    const lanes_value zero = lanes_all(0);
    return ~lanes_equal(s ? lanes_load(s->roll + i % ROW_BLOCK) : zero, zero);
}

/* Resistance to rolling by the push of `halves` halves, of which all but one are over: impacts give
 * none, as those of the law of impacts (flight/impulse.c). Returns the speed of belts. */
INLINE lanes_value resist_rolling(touching *t, surface_block *s, lanes_value push, int halves) {
    if (!s) return lanes_all(0);
    lanes_value spin_a = load_rows(t, s->spin_a), spin_b = load_rows(t, s->spin_b);
    const lanes_mask pushes = lanes_positive(push); /* the resistance may be infinite */
    lanes_value most = lanes_only(pushes, load_rows(t, s->rolling) * push);
    lanes_value given = load_rows(t, s->roll), before = lanes_all((float)halves) * given;
    lanes_value turning = t->b.z * spin_b - t->a.z * spin_a;
    lanes_value roll = before - load_rows(t, s->roll_mass) * turning;
    roll = lanes_clamp(roll, lanes_all(0) - most, most);
    store_rows(t, s->roll, halves > 1 ? roll - given : roll);
    t->a.z -= (roll - before) * t->a.w * spin_a;
    t->b.z += (roll - before) * t->b.w * spin_b;
    return load_rows(t, s->belt);
}

/* ---- Bookkeeping ----------------------------------------------------------------------------- */

/* Bits of these lanes among those of the block. */
INLINE unsigned lane_bits(const touching *t) {
    return (unsigned)ALL_LANES << t->lane;
}

INLINE void set_bits(row_bits *of, const touching *t, unsigned bits) {
    *of = (row_bits)((*of & ~lane_bits(t)) | bits << t->lane);
}

INLINE lanes_mask lanes_of_bits(const row_bits *of, const touching *t) {
    return lanes_mask_of((unsigned)*of >> t->lane & ALL_LANES);
}

/* Stores impulses of a half. */
INLINE void store_impulses(const touching *t, const row_impulses *half) {
    for (int k = 0; k < t->touches; ++k) store_rows(t, touch_of(t, k)->push, half->push[k]);
    store_rows(t, t->at->drag, half->drag);
}

INLINE void lanes_add_to(float *total, lanes_value more) {
    lanes_store(total, lanes_load(total) + more);
}

/* Adds impulses of both halves to those of the step. */
INLINE void add_to_step(const touching *t, const row_impulses *sum) {
    for (int k = 0; k < t->touches; ++k)
        lanes_add_to(touch_of(t, k)->pushed + t->lane, sum->push[k]);
    lanes_add_to(t->at->dragged + t->lane, sum->drag);
}

/* Adds impulses to what bodies have without rows: they are not given again. */
INLINE void give_once(const touching *t, const contact_pass *pass, const row_impulses *i) {
    float *base = pass->bodies->base;
    lanes_row a = body_a(t, base), b = body_b(t, base);
    add_impulses(t, &a, &b, i);
    bodies_store(base, t, &a, &b);
}

INLINE row_bits *fresh_of(const contact_pass *pass, uint32_t i, int touch) {
    return &pass->rows->marks[i / ROW_BLOCK].fresh[touch];
}

/* Rows that are marked as impacts. */
INLINE lanes_mask marked_impacts(const touching *t, const row_bits *fresh) {
    if (!(*fresh & lane_bits(t))) return lanes_none();
    return lanes_of_bits(fresh, t);
}

/* Keeps the part of pushes that impacts have; returns it. */
INLINE lanes_value keep_once(float *once, lanes_mask fresh, lanes_value old, lanes_value push) {
    const lanes_value zero = lanes_all(0);
    const lanes_value more = lanes_max(push - lanes_max(old, zero), zero);
    lanes_store(once, lanes_pick(fresh, more, lanes_load(once)));
    return lanes_only(fresh, more);
}

/* Marks impacts that push. */
INLINE void mark_fresh(row_bits *of, const touching *t, lanes_mask fresh, lanes_value once) {
    const unsigned bits = lanes_bits(fresh & lanes_positive(once));
    *of = (row_bits)((*of & ~(lanes_bits(fresh) << t->lane)) | bits << t->lane);
}

/* Marks impacts until they are relaxed: what they add is given once. */
INLINE void mark_impacts(const touching *t, const contact_pass *pass, uint32_t i,
                         const lanes_mask fresh[2], const row_impulses *before,
                         const row_impulses *found) {
    if (!lanes_bits(t->touches == 2 ? fresh[0] | fresh[1] : fresh[0])) return;
    row_impulses more = {.drag = lanes_all(0)};
    for (int k = 0; k < t->touches; ++k) {
        row_bits *of = fresh_of(pass, i, k);
        float *once = touch_of(t, k)->once + t->lane;
        more.push[k] = keep_once(once, fresh[k], before->push[k], found->push[k]);
        mark_fresh(of, t, fresh[k], more.push[k]);
    }
    give_once(t, pass, &more);
}

/* Returns whether some row of these lanes acted in the first half, by its pushes or otherwise; else
 * what is placed there is out of date when bodies have moved. */
INLINE bool rows_act(const contact_pass *pass, uint32_t i, row_form form) {
    const uint32_t block = i / ROW_BLOCK, lane = i % ROW_BLOCK;
    lanes_value push = lanes_load(pass->rows->blocks[block].first.push + lane);
    if (form == FACES)
        push = push + lanes_load(contact_seconds(pass->rows, block)->touch.push + lane);
    if (lanes_bits(lanes_positive(push) | some_roll(pass, i))) return true;
    pass->rows->marks[block].placed &= (row_bits) ~((unsigned)ALL_LANES << lane);
    return false;
}

/* Loads a row as placed, or places it where its bodies are now. */
INLINE void load_placed(touching *t, const contact_pass *pass, uint32_t i) {
    row_bits *is_placed = &pass->rows->marks[i / ROW_BLOCK].placed;
    if ((*is_placed & lane_bits(t)) == lane_bits(t)) {
        load_arms(t);
        return;
    }
    lanes_value gap[2] = {lanes_all(0), lanes_all(0)};
    place(t, pass, gap);
    store_placed(t, gap);
    set_bits(is_placed, t, ALL_LANES);
}

/* Turns impulses that bodies were given again, along the arms as stored, to arms as they lie now.
 * Otherwise all forces lag, and swinging bodies gain energy. */
INLINE void turn_impulses(touching *t, const row_impulses *given) {
    touching turned = *t;
    load_arms(&turned);
    turned.normal.x = t->normal.x - turned.normal.x;
    turned.normal.y = t->normal.y - turned.normal.y;
    move_by_impulses(&turned, &t->a, &t->b, given);
    if (!t->fits) return;
    turned.slip_a = t->slip_a - turned.slip_a;
    turned.slip_b = t->slip_b - turned.slip_b;
    for (int k = 0; k < t->touches; ++k) {
        turned.turn_a[k] = t->turn_a[k] - turned.turn_a[k];
        turned.turn_b[k] = t->turn_b[k] - turned.turn_b[k];
    }
    turn_by_impulses(&turned, &t->a, &t->b, given);
}

/* ---- The second half ------------------------------------------------------------------------- */

/* Fraction of the smaller reach: what sinks farther in a substep, into what stands, is too much for
 * a row. */
static const float SUNK_MOST = 0.06f;

/* `before`: the gap as last placed. */
INLINE void note_deep(const contact_pass *pass, const touching *t, uint32_t i, lanes_mask acts,
                      lanes_value gap, lanes_value before) {
    const lanes_value zero = lanes_all(0);
    lanes_mask still = acts & lanes_equal(lanes_min(t->a.w, t->b.w), zero);
    if (!lanes_bits(still)) return;
    lanes_value most = lanes_all(SUNK_MOST) * load_rows(t, t->at->reach);
    lanes_mask sank = lanes_less(gap, lanes_min(before, zero) - most);
    unsigned deep = lanes_bits(still & sank);
    if (!deep) return;
    pass->rows->marks[i / ROW_BLOCK].deep |= (row_bits)(deep << t->lane);
    flag_set(&pass->some->deep, true);
}

/* A row in its second half. */
typedef struct row_relaxed {
    row_impulses given;  /* of the first half */
    row_impulses before; /* the sum of both, as the second one begins */
    row_impulses again;  /* given again as the second one begins: impacts are given once */
    lanes_mask fresh[2];
} row_relaxed;

/* Places a row anew, and turns what it gave. */
INLINE row_relaxed relax_begin(touching *t, const contact_pass *pass, uint32_t i) {
    row_relaxed r = {.given = impulses_of(t)};
    const lanes_mask pushes = lanes_positive(push_sum(t, &r.given));
    lanes_value gap[2];
    place(t, pass, gap);
    r.again = r.given;
    for (int k = 0; k < t->touches; ++k) {
        note_deep(pass, t, i, pushes, gap[k], load_rows(t, touch_of(t, k)->gap));
        r.fresh[k] = marked_impacts(t, fresh_of(pass, i, k));
        if (lanes_bits(r.fresh[k]))
            r.again.push[k] -= lanes_only(r.fresh[k], load_rows(t, touch_of(t, k)->once));
    }
    turn_impulses(t, &r.again);
    store_placed(t, gap);
    r.before = impulses_sum(&r.given, &r.again);
    return r;
}

/* Ends impacts: the next substep begins with what was given again of them, and the rest is given
 * once. */
INLINE void end_impacts(const touching *t, const contact_pass *pass, uint32_t i,
                        const row_relaxed *r, row_impulses *half) {
    const lanes_mask some = t->touches == 2 ? r->fresh[0] | r->fresh[1] : r->fresh[0];
    if (!lanes_bits(some)) return;
    row_impulses once = {.drag = lanes_only(some, half->drag - r->again.drag)};
    for (int k = 0; k < t->touches; ++k) {
        once.push[k] = lanes_only(r->fresh[k], half->push[k] - r->again.push[k]);
        half->push[k] = lanes_pick(r->fresh[k], r->again.push[k], half->push[k]);
        set_bits(fresh_of(pass, i, k), t, 0);
    }
    half->drag = lanes_pick(some, r->again.drag, half->drag);
    give_once(t, pass, &once);
}

/* Stores what a row gave in the second half: the next substep begins warm with it. */
INLINE void relax_end(const touching *t, const contact_pass *pass, uint32_t i, const row_relaxed *r,
                      const row_impulses *sum) {
    row_impulses half = impulses_less(sum, &r->given);
    end_impacts(t, pass, i, r, &half);
    store_impulses(t, &half);
    add_to_step(t, sum);
}

#endif
