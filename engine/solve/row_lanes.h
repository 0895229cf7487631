/* row_lanes.h: what one row of contacts asks for, in lanes. In: a row as placed, velocities, and
 * the impulses that its bodies have got from it; out: new ones. Before the bodies move, the row
 * brings its gap g to where it shall be at the end of the substep h:
 *
 *     push <- keep push - gain m (G v + bend + back),   push >= 0,
 *
 * where back = rate g (g / h of what is open: it may close, no more), at most the speed of parting.
 * After they have moved, back, bend and leak are 0, and the bounds are those of the sum of both
 * halves. */
#ifndef ENGINE_SOLVE_ROW_LANES_H
#define ENGINE_SOLVE_ROW_LANES_H

#include "solve/ahead_lanes.h"

/* Least push of a row that touches, too small to move anything. */
static const float TOUCHED = 1e-37f;

typedef struct row_impulses {
    lanes_value push, drag;
} row_impulses;

INLINE row_impulses impulses_of(const touching *t) {
    row_impulses i = {lanes_load(t->at->push + t->lane), lanes_load(t->at->drag + t->lane)};
    return i;
}

INLINE row_impulses impulses_only(lanes_mask mask, row_impulses i) {
    row_impulses only = {lanes_only(mask, i.push), lanes_only(mask, i.drag)};
    return only;
}

INLINE row_impulses impulses_sum(row_impulses i, row_impulses j) {
    row_impulses sum = {i.push + j.push, i.drag + j.drag};
    return sum;
}

INLINE row_impulses impulses_less(row_impulses i, row_impulses j) {
    row_impulses less = {i.push - j.push, i.drag - j.drag};
    return less;
}

INLINE lanes_mask some_impulse(row_impulses i) {
    const lanes_value zero = lanes_all(0);
    return ~(lanes_equal(i.push, zero) & lanes_equal(i.drag, zero));
}

/* ---- Aims ------------------------------------------------------------------------------------ */

typedef struct row_spring {
    lanes_value rate, leak;
} row_spring;

INLINE row_spring spring_of(const touching *t, const contact_springs *of) {
    const lanes_value zero = lanes_all(0);
    lanes_mask still = lanes_equal(t->a.w, zero) | lanes_equal(t->b.w, zero);
    row_spring s = {lanes_pick(still, lanes_all(of->still.rate), lanes_all(of->soft.rate)),
                    lanes_pick(still, lanes_all(of->still.leak), lanes_all(of->soft.leak))};
    return s;
}

/* The spring of a row: softer between faces. */
INLINE row_spring spring_of_row(const touching *t, const contact_numbers *by) {
    const row_spring plain = spring_of(t, &by->plain);
    if (!t->fits) return plain;
    row_spring faces = spring_of(t, &by->faces);
    lanes_mask both = lanes_less(lanes_all(0), lanes_load(t->fit->faces + t->lane));
    faces.rate = lanes_pick(both, faces.rate, plain.rate);
    faces.leak = lanes_pick(both, faces.leak, plain.leak);
    return faces;
}

/* A row's aims in one half of a substep. */
typedef struct row_aims {
    lanes_value back; /* speed at which it shall close, and bend */
    lanes_value gain, leak;
    lanes_value slip; /* what its slip will be more */
    lanes_mask fresh; /* impacts */
} row_aims;

/* Speed at which an overlap parts at most. */
INLINE lanes_value parting_of(const touching *t, const contact_numbers *by) {
    return lanes_all(by->push_speed) * lanes_load(t->at->reach + t->lane)
           * lanes_load(t->at->share + t->lane);
}

/* The part of its push that a row lets go: the deeper it is crushed, the more. */
INLINE lanes_value leak_of(const touching *t, lanes_value leak, lanes_value gap) {
    const lanes_value from = lanes_all(-CRUSHED_FROM) * lanes_load(t->at->reach + t->lane);
    const lanes_mask crushed = lanes_less(gap, from);
    if (!lanes_bits(crushed)) return leak;
    float yields[LANES];
    for (int i = 0; i < LANES; ++i)
        yields[i] = contact_gives_way(t->at->a[t->lane + i], t->at->b[t->lane + i]) ? YIELDS : 0;
    const lanes_value part = lanes_only(crushed, lanes_all(1) - from / gap);
    return lanes_max(leak, part * lanes_load(yields));
}

/* Aims of a spring at a gap and a bend. */
INLINE row_aims aims_for(const touching *t, const contact_numbers *by, const row_spring *spring,
                         lanes_value gap, lanes_value bend) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_mask open = lanes_less(zero, gap);
    const lanes_value leak = lanes_only(~open, spring->leak), back = spring->rate * gap;
    const lanes_value most = zero - parting_of(t, by);
    row_aims aims = {.leak = leak_of(t, leak, gap)};
    aims.back = lanes_pick(open, lanes_all(by->per_second) * gap, lanes_max(back, most)) + bend;
    aims.gain = one - aims.leak;
    return aims;
}

/* Impacts: what was apart and gave nothing, and closes faster than what rests; without gravity also
 * what touches and closes by more than its warm push. A warm push below 0 takes back what parted an
 * overlap. */
INLINE lanes_mask impacts_of(const contact_numbers *by, lanes_mask first, lanes_value speed,
                             lanes_value mass, lanes_value push) {
    const lanes_value zero = lanes_all(0);
    const lanes_mask closes = lanes_less(speed, lanes_all(-by->first_touch));
    if (!by->weightless) return first & closes;
    return closes & ~lanes_less(push, zero) & lanes_less(push + mass * speed, zero);
}

/* An impact is rigid. */
INLINE void set_impacts(row_aims *aims, lanes_mask fresh, lanes_value gap) {
    aims->fresh = fresh;
    if (!lanes_bits(fresh)) return;
    const lanes_mask touches = fresh & ~lanes_less(lanes_all(0), gap);
    aims->leak = lanes_only(~touches, aims->leak);
    aims->gain = lanes_all(1) - aims->leak;
}

/* Aims of the first half. Turns the normals of rows that are open and give nothing yet. */
INLINE row_aims aims_of(touching *t, const contact_numbers *by) {
    const lanes_value zero = lanes_all(0);
    const row_impulses warm = impulses_of(t);
    const rows_speed speed = speed_now(t);
    lanes_value gap = lanes_load(t->at->gap + t->lane);
    const lanes_mask first =
        lanes_less(zero, gap) & lanes_equal(warm.push, zero) & lanes_equal(warm.drag, zero);
    lanes_value bend = bend_of(t, &speed, gap, by);
    const lanes_value slip = slip_ahead(t, &speed, by);
    if (t->curved && lanes_bits(first))
        bend = lanes_only(~aim_open(t, &speed, first, &gap, by), bend);
    const row_spring spring = spring_of_row(t, by);
    row_aims aims = aims_for(t, by, &spring, gap, bend);
    aims.slip = slip;
    aims.fresh = lanes_less(zero, zero);
    if (lanes_bits(first) || by->weightless)
        set_impacts(
            &aims,
            impacts_of(by, first, normal_speed(t), lanes_load(t->at->mass + t->lane), warm.push),
            gap);
    return aims;
}

/* Aims of rows that impacts are passed on by: those that are marked remain impacts. */
INLINE row_aims aims_to_pass_on(const touching *t, const contact_numbers *by, lanes_mask struck,
                                lanes_mask marked) {
    const rows_speed speed = speed_now(t);
    const lanes_value gap = lanes_load(t->at->gap + t->lane);
    const lanes_value bend = bend_of(t, &speed, gap, by);
    const row_spring spring = spring_of_row(t, by);
    row_aims aims = aims_for(t, by, &spring, gap, bend);
    const lanes_mask hit =
        impacts_of(by, marked, normal_speed(t), lanes_load(t->at->mass + t->lane),
                   lanes_load(t->at->push + t->lane));
    set_impacts(&aims, struck & (hit | marked), gap);
    return aims;
}

/* ---- Friction -------------------------------------------------------------------------------- */

INLINE lanes_value coupling_of(const touching *t) {
    const lanes_value plain = t->a.w * t->turn_a * t->slip_a + t->b.w * t->turn_b * t->slip_b;
    if (!some_held(t)) return plain;
    return plain + t->a.w * part_across(t->held_a, t->normal)
           + t->b.w * part_across(t->held_b, t->normal);
}

/* Friction as far as a push allows. */
INLINE lanes_value drag_within(const touching *t, lanes_value drag, lanes_value push) {
    const lanes_value most = lanes_load(t->at->friction + t->lane) * push;
    return lanes_clamp(drag, lanes_all(0) - most, most);
}

/* Friction after the push: it stops the slip, as far as the push allows. */
INLINE row_impulses solve_round(const touching *t, row_impulses before, lanes_value push,
                                lanes_value slip) {
    lanes_value drag = before.drag - lanes_load(t->at->slip_mass + t->lane) * slip;
    row_impulses found = {push, drag_within(t, drag, push)};
    return found;
}

/* Solves push and friction at once, which are coupled where a body is not round: either both stick,
 * or the friction is the most that the push allows. Solved one after the other, a push that parts
 * an overlap leaves speed behind. */
INLINE row_impulses solve_coupled(const touching *t, row_impulses before, lanes_value push,
                                  lanes_value mass, lanes_value slip) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_value friction = lanes_load(t->at->friction + t->lane);
    lanes_value coupling = coupling_of(t);
    lanes_value yields = yield_across(t);
    lanes_value by = mass * coupling, left = yields - by * coupling;
    left = lanes_max(left, lanes_all(0.05f) * yields);
    lanes_value stuck = lanes_only(lanes_less(lanes_all(1e-37f), left),
                                   zero - (slip + coupling * (push - before.push)) / left);
    row_impulses found = {push - by * stuck, before.drag + stuck};
    lanes_value sign = lanes_pick(lanes_less(found.drag, zero), zero - one, one);
    lanes_mask slides = lanes_less(friction * found.push, sign * found.drag);
    /* Sliding: the push p answers to friction of s mu p. */
    lanes_value part = lanes_max(one + by * sign * friction, lanes_all(0.1f));
    lanes_value sliding = (push + by * before.drag) / part;
    found.push = lanes_max(lanes_pick(slides, sliding, found.push), zero);
    lanes_value most = friction * found.push;
    found.drag = lanes_clamp(lanes_pick(slides, sign * most, found.drag), zero - most, most);
    /* Rows without coupling get the bits that they get in a block of round rows. */
    const row_impulses round = solve_round(t, before, push, slip);
    lanes_mask plain = lanes_equal(coupling, zero);
    found.push = lanes_pick(plain, round.push, found.push);
    found.drag = lanes_pick(plain, round.drag, found.drag);
    return impulses_only(lanes_less(zero, push), found);
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

/* Resistance to rolling by the push of `halves` halves, of which all but one are over. Returns the
 * speed of belts. */
INLINE lanes_value resist_rolling(touching *t, surface_block *s, lanes_value push, int halves) {
    if (!s) return lanes_all(0);
    lanes_value spin_a = lanes_load(s->spin_a + t->lane), spin_b = lanes_load(s->spin_b + t->lane);
    const lanes_mask pushes = lanes_less(lanes_all(0), push); /* the resistance may be infinite */
    lanes_value most = lanes_only(pushes, lanes_load(s->rolling + t->lane) * push);
    lanes_value given = lanes_load(s->roll + t->lane), before = lanes_all((float)halves) * given;
    lanes_value turning = t->b.z * spin_b - t->a.z * spin_a;
    lanes_value roll = before - lanes_load(s->roll_mass + t->lane) * turning;
    roll = lanes_clamp(roll, lanes_all(0) - most, most);
    lanes_store(s->roll + t->lane, halves > 1 ? roll - given : roll);
    t->a.z -= (roll - before) * t->a.w * spin_a;
    t->b.z += (roll - before) * t->b.w * spin_b;
    return lanes_load(s->belt + t->lane);
}

/* ---- Bookkeeping ----------------------------------------------------------------------------- */

/* Bits of these lanes in a byte of the block. */
INLINE unsigned lane_bits(const touching *t) {
    return (unsigned)ALL_LANES << t->lane;
}

INLINE void set_bits(uint8_t *byte, const touching *t, unsigned bits) {
    *byte = (uint8_t)((*byte & ~lane_bits(t)) | bits << t->lane);
}

INLINE lanes_mask lanes_of_byte(const uint8_t *byte, const touching *t) {
    return lanes_mask_of((unsigned)*byte >> t->lane & ALL_LANES);
}

/* Stores impulses of a half. */
INLINE void store_impulses(const touching *t, row_impulses half) {
    lanes_store(t->at->push + t->lane, half.push);
    lanes_store(t->at->drag + t->lane, half.drag);
}

INLINE void lanes_add_to(float *total, lanes_value more) {
    lanes_store(total, lanes_load(total) + more);
}

/* Adds impulses of both halves to those of the step. */
INLINE void add_to_step(const touching *t, row_impulses sum) {
    lanes_add_to(t->at->pushed + t->lane, sum.push);
    lanes_add_to(t->at->dragged + t->lane, sum.drag);
}

/* Adds impulses to what bodies have without rows: they are not given again. */
INLINE void give_once(const touching *t, const contact_pass *pass, row_impulses i) {
    float *base = pass->bodies->base;
    lanes_row a = lanes_gather(base, t->at->a + t->lane),
              b = lanes_gather(base, t->at->b + t->lane);
    add_impulses(t, &a, &b, i.push, i.drag);
    rows_store(base, t, &a, &b);
}

INLINE uint8_t *fresh_of(const contact_pass *pass, uint32_t i, int touch) {
    return &pass->rows->fresh[2 * (i / ROW_BLOCK) + (uint32_t)touch];
}

/* Rows that are marked as impacts. */
INLINE lanes_mask marked_impacts(const touching *t, const uint8_t *fresh) {
    if (!(*fresh & lane_bits(t))) return lanes_less(lanes_all(0), lanes_all(0));
    return lanes_of_byte(fresh, t);
}

/* Fraction of a push: impacts that change by less are solved. */
static const float PASSED_ON = 0.01f;

/* Impacts that change notably. */
INLINE lanes_mask impacts_changed(lanes_mask fresh, lanes_value before, lanes_value push) {
    return fresh & lanes_less(lanes_all(PASSED_ON) * push, lanes_abs(push - before));
}

/* Rows of which some body is marked. */
INLINE lanes_mask rows_marked(const touching *t, const uint8_t *bodies) {
    float marks[LANES];
    for (int i = 0; i < LANES; ++i)
        marks[i] = bodies[t->at->a[t->lane + i] / 4] | bodies[t->at->b[t->lane + i] / 4];
    return lanes_less(lanes_all(0), lanes_load(marks));
}

/* Marks the bodies of rows that move; `some`: it is true from then on. */
INLINE void mark_bodies(const touching *t, unsigned rows, uint8_t *bodies, bool *some) {
    if (!rows) return;
    *some = true;
    for (int i = 0; i < LANES; ++i)
        if (rows >> i & 1) {
            const uint32_t a = t->at->a[t->lane + i], b = t->at->b[t->lane + i];
            bodies[a / 4] = a > 0;
            bodies[b / 4] = b > 0;
        }
}

/* Rows of which some body was struck by an impact in this substep. */
INLINE lanes_mask some_struck(const touching *t, const contact_pass *pass) {
    return rows_marked(t, pass->bodies->struck);
}

/* Marks bodies that impacts struck: rows that touch them pass it on. */
INLINE void mark_struck(const touching *t, const contact_pass *pass, lanes_mask changed) {
    const unsigned bits = pass->by.weightless ? lanes_bits(changed) : 0;
    mark_bodies(t, bits, pass->bodies->struck, pass->bodies->passes_on);
}

/* Adds to the part of pushes that impacts have; returns what is new of it. */
INLINE lanes_value add_once(float *once, lanes_mask fresh, lanes_mask marked, lanes_value old,
                            lanes_value push) {
    const lanes_value zero = lanes_all(0), stored = lanes_load(once);
    const lanes_value before = lanes_only(marked, stored);
    const lanes_value sum = before + (push - lanes_max(old, zero));
    const lanes_value now = lanes_clamp(sum, zero, lanes_max(push, zero));
    lanes_store(once, lanes_pick(fresh, now, stored));
    return lanes_only(fresh, now - before);
}

/* Marks impacts that push. */
INLINE void mark_fresh(uint8_t *byte, const touching *t, lanes_mask fresh, lanes_value once) {
    const unsigned bits = lanes_bits(fresh & lanes_less(lanes_all(0), once));
    *byte = (uint8_t)((*byte & ~(lanes_bits(fresh) << t->lane)) | bits << t->lane);
}

/* Marks impacts until they are relaxed: what they add is given once. */
INLINE void mark_impacts(const touching *t, const contact_pass *pass, uint32_t i, lanes_mask fresh,
                         lanes_value old, lanes_value push) {
    if (!lanes_bits(fresh)) return;
    uint8_t *byte = fresh_of(pass, i, 0);
    float *once = t->at->once + t->lane;
    const row_impulses more = {add_once(once, fresh, marked_impacts(t, byte), old, push),
                               lanes_all(0)};
    mark_fresh(byte, t, fresh, lanes_load(once));
    give_once(t, pass, more);
}

/* Returns whether some row of these lanes acted in the first half, by its push or otherwise; else
 * what is placed there is out of date when bodies have moved. */
INLINE bool lanes_act(const contact_pass *pass, uint32_t i, lanes_value push) {
    if (lanes_bits(lanes_less(lanes_all(0), push) | some_roll(pass, i))) return true;
    pass->rows->placed[i / ROW_BLOCK] &= (uint8_t) ~((unsigned)ALL_LANES << i % ROW_BLOCK);
    return false;
}

/* Loads a row as placed, or places it where its bodies are now. */
INLINE void load_placed(touching *t, const contact_pass *pass, uint32_t i) {
    uint8_t *is_placed = &pass->rows->placed[i / ROW_BLOCK];
    if ((*is_placed & lane_bits(t)) == lane_bits(t)) {
        load_arms(t);
        return;
    }
    store_placed(t, place(t, pass));
    set_bits(is_placed, t, ALL_LANES);
}

/* Turns impulses that bodies were given again, along the arms as stored, to arms as they lie now.
 * Otherwise all forces lag, and swinging bodies gain energy. */
INLINE void turn_impulses(touching *t, row_impulses given) {
    const int lane = t->lane;
    lanes_value normal_x = t->normal.x - lanes_load(t->at->normal_x + lane);
    lanes_value normal_y = t->normal.y - lanes_load(t->at->normal_y + lane);
    const lanes_vec turned = {given.push * normal_x - given.drag * normal_y,
                              given.push * normal_y + given.drag * normal_x};
    move_by(t, &t->a, &t->b, turned);
    if (!t->fits) return;
    const lanes_value slip_a = t->slip_a - lanes_load(t->at->slip_a + lane);
    const lanes_value slip_b = t->slip_b - lanes_load(t->at->slip_b + lane);
    const lanes_value turn_a = t->turn_a - lanes_load(t->fit->turn_a + lane);
    const lanes_value turn_b = t->turn_b - lanes_load(t->fit->turn_b + lane);
    t->a.z -= t->a.w * (given.push * turn_a + given.drag * slip_a);
    t->b.z += t->b.w * (given.push * turn_b + given.drag * slip_b);
}

/* ---- The second half ------------------------------------------------------------------------- */

/* Fraction of the smaller reach: what sinks farther in a substep, into what stands, is too much for
 * a row. */
static const float SUNK_MOST = 0.06f;

/* `before`: gaps of the block as last placed. */
INLINE void note_deep(const contact_pass *pass, const touching *t, uint32_t i, lanes_mask acts,
                      lanes_value gap, const float *before) {
    const lanes_value zero = lanes_all(0), gap_before = lanes_load(before + t->lane);
    lanes_mask still = acts & lanes_equal(lanes_min(t->a.w, t->b.w), zero);
    if (!lanes_bits(still)) return;
    lanes_value most = lanes_all(SUNK_MOST) * lanes_load(t->at->reach + t->lane);
    lanes_mask sank = lanes_less(gap, lanes_min(gap_before, zero) - most);
    unsigned deep = lanes_bits(still & sank);
    if (!deep) return;
    pass->rows->deep[i / ROW_BLOCK] |= (uint8_t)(deep << t->lane);
    *pass->rows->some_deep = true;
}

/* Parts of its push that a force needs again in the second half: what needs less, or more, was an
 * impact. */
static const float FORCE_LEAST = 0.7f, FORCE_MOST = 1.5f;

/* Rows of which impacts are over with this half: of those before the bodies moved, and without
 * gravity of those that came since. `gap`: as it was before. */
INLINE lanes_mask impacts_over(const contact_numbers *by, lanes_mask fresh, lanes_value gap,
                               lanes_value half, lanes_value given) {
    if (!by->weightless) return fresh;
    const lanes_mask open = lanes_less(lanes_all(0), gap);
    const lanes_mask less = lanes_less(half, lanes_all(FORCE_LEAST) * given);
    return (fresh & (open | less)) | lanes_less(lanes_all(FORCE_MOST) * given, half);
}

/* A row in its second half. */
typedef struct row_relaxed {
    row_impulses given;  /* of the first half */
    row_impulses before; /* the sum of both, as the second one begins */
    row_impulses again;  /* given again as the second one begins */
    lanes_value gap;     /* before the bodies moved */
    lanes_mask acts, fresh;
} row_relaxed;

/* Places a row anew, and turns what it gave. Impacts are given once. */
INLINE row_relaxed relax_begin(touching *t, const contact_pass *pass, uint32_t i) {
    row_relaxed r = {.given = impulses_of(t), .gap = lanes_load(t->at->gap + t->lane)};
    r.fresh = marked_impacts(t, fresh_of(pass, i, 0));
    r.acts = lanes_less(lanes_all(0), r.given.push);
    const lanes_value gap = place(t, pass);
    note_deep(pass, t, i, r.acts, gap, t->at->gap);
    r.again = r.given;
    if (lanes_bits(r.fresh)) r.again.push -= lanes_only(r.fresh, lanes_load(t->at->once + t->lane));
    turn_impulses(t, r.again);
    store_placed(t, gap);
    r.before = impulses_sum(r.given, r.again);
    return r;
}

/* Stores what a row gave in the second half: the next substep begins warm with it. */
INLINE void relax_end(touching *t, const contact_pass *pass, uint32_t i, const row_relaxed *r,
                      row_impulses sum) {
    row_impulses half = impulses_less(sum, r->given);
    const lanes_mask over = impacts_over(&pass->by, r->fresh, r->gap, half.push, r->given.push);
    if (lanes_bits(over)) {
        give_once(t, pass, impulses_only(over, impulses_less(half, r->again)));
        half.push = lanes_pick(over, r->again.push, half.push);
        half.drag = lanes_pick(over, r->again.drag, half.drag);
    }
    if (lanes_bits(r->fresh)) set_bits(fresh_of(pass, i, 0), t, 0);
    store_impulses(t, half);
    add_to_step(t, sum);
}

#endif
