/* contact_lanes.inc.h: the passes over rows of contacts, LANES at a time. In: rows that were
 * prepared (prepare_lanes.inc.h), and velocities; out: impulses, and velocities after them.
 *
 * A substep of length h has two halves. Before the bodies move, each touch of a row gets the push
 * that brings its gap g to its aim at the end of the substep,
 *
 *     push <- push - leak push - (1 - leak) m (G v + bend + back),   push >= 0,
 *
 * where G v is the speed at which the touch parts, m its effective mass, and bend the speed that
 * turning bodies add until the end of the substep. An open gap has back = g / h: it may close, and
 * not more. A closed gap has back = rate g, limited to the speed at which overlaps part; rate and
 * leak are those of a damped spring. Then friction stops the slip as far as the push allows. An
 * impact, a touch that was open and closes fast, is rigid.
 *
 * After the bodies have moved, a row is placed anew, and its impulse is turned to its new arms and
 * given again. Back, bend and leak are 0, and the bounds are those of the sum of both halves. The
 * next substep begins with the impulses of this half, without those of impacts. */
#ifndef ENGINE_SOLVE_CONTACT_LANES_INC_H
#define ENGINE_SOLVE_CONTACT_LANES_INC_H

#include "solve/ahead_lanes.inc.h"
#include "solve/bounce_lanes.inc.h"
#include "solve/face_lanes.inc.h"
#include "solve/prepare_lanes.inc.h"

/* ==== Springs ================================================================================= */

/* Springs of rows: see soft_spring. */
typedef struct spring_lanes {
    lanes_value rate, leak;
} spring_lanes;

INLINE spring_lanes spring_between(const lane_rows *r, const contact_springs *of) {
    const lanes_value zero = lanes_all(0);
    lanes_mask still = lanes_equal(r->a.w, zero) | lanes_equal(r->b.w, zero);
    return (spring_lanes){lanes_pick(still, lanes_all(of->still.rate), lanes_all(of->soft.rate)),
                        lanes_pick(still, lanes_all(of->still.leak), lanes_all(of->soft.leak))};
}

/* The spring of a row: softer between faces. */
INLINE spring_lanes spring_of(const lane_rows *r, const contact_numbers *by) {
    if (r->touches == 2) return spring_between(r, &by->faces);
    const spring_lanes plain = spring_between(r, &by->plain);
    if (!r->fits) return plain;
    const spring_lanes faces = spring_between(r, &by->faces);
    const lanes_mask both = lanes_positive(load_rows(r, r->fit->faces));
    return (spring_lanes){lanes_pick(both, faces.rate, plain.rate),
                        lanes_pick(both, faces.leak, plain.leak)};
}

/* Fraction of the closing speed, beyond the heaviest load, that the spring of a pressed row
 * answers; and the largest leak of its push. Smaller: presses swallow the bodies between them;
 * larger: these are thrown. */
static const float PRESSED = 0.12f, LEAK_MOST = 0.5f;

/* Returns the leak of a row's push. A row that parts more slowly than its spring would still holds
 * the spring's push, and beyond the heaviest load an ever smaller part of it, so that pressing
 * bodies store no more push than needed. `wanted`: speed at which the spring would part an overlap;
 * `most`: largest speed of parting. */
INLINE lanes_value leak_of(const lane_rows *r, const contact_numbers *by, lanes_value leak,
                           lanes_value wanted, lanes_value most) {
    const lanes_value load = lanes_all(by->load_speed)
                             + lanes_all(by->load_reaches) * load_rows(r, r->block->reach);
    const lanes_mask pressed = lanes_less(lanes_min(most, load), wanted);
    if (!lanes_bits(pressed)) return leak;
    const lanes_value beyond = lanes_max(wanted - load, lanes_all(0));
    const lanes_value holds = lanes_min(wanted, load) + lanes_all(PRESSED) * beyond;
    const lanes_value part = leak * lanes_min(wanted, most) / holds;
    return lanes_pick(pressed, lanes_min(part, lanes_all(LEAK_MOST)), leak);
}

/* ==== Rolling resistance and belts ============================================================ */

INLINE surface_block *surface_of(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    bool has = rows->has[i / ROW_BLOCK] & BLOCK_HAS_SURFACE;
    return has ? &rows->blocks[i / ROW_BLOCK].surface : NULL;
}

/* Returns rows that resisted rolling in the last half: their bodies got that impulse again. */
INLINE lanes_mask resisted_rolling(const contact_pass *pass, uint32_t i) {
    const surface_block *s = surface_of(pass, i);
    const lanes_value zero = lanes_all(0);
    return ~lanes_equal(s ? lanes_load(s->roll + i % ROW_BLOCK) : zero, zero);
}

/* Resists rolling, bounded by the push of `halves` halves, of which all but one are over. Impacts
 * add no resistance, as in the law of impacts (flight/impulse.c). Returns the speed of belts. */
INLINE lanes_value resist_rolling(const contact_pass *pass, lane_rows *r, surface_block *s,
                                  lanes_value push, int halves) {
    if (!s) return lanes_all(0);
    const float *shift = pass->bodies->shift;
    const lanes_value spin_a = body_a(r, shift).w, spin_b = body_b(r, shift).w;
    const lanes_value yields = r->a.w * spin_a * spin_a + r->b.w * spin_b * spin_b;
    const lanes_mask pushes = lanes_positive(push); /* the resistance may be infinite */
    lanes_value most = lanes_only(pushes, load_rows(r, s->rolling) * push);
    lanes_value given = load_rows(r, s->roll), before = lanes_all((float)halves) * given;
    lanes_value turning = r->b.z * spin_b - r->a.z * spin_a;
    lanes_value roll = before - over_yield(yields) * turning;
    roll = lanes_clamp(roll, lanes_all(0) - most, most);
    store_rows(r, s->roll, halves > 1 ? roll - given : roll);
    r->a.z -= (roll - before) * r->a.w * spin_a;
    r->b.z += (roll - before) * r->b.w * spin_b;
    return load_rows(r, s->belt);
}

/* ==== Before the bodies move ================================================================== */

/* Begins the first substep with the impulses of the last step. */
INLINE void warm_row(const contact_pass *pass, uint32_t i, row_form form) {
    lane_rows r = rows_at(pass, i, form);
    load_placed(&r, pass);
    const row_impulses warm = load_impulses(&r);
    apply_impulses(&r, &warm);
    store_velocities(&r, pass);
}

/* Rows without a push. */
INLINE lanes_mask rows_idle(const lane_rows *r, const row_impulses *i) {
    const lanes_value zero = lanes_all(0);
    const lanes_mask idle = lanes_equal(i->push[0], zero);
    return r->touches == 2 ? idle & lanes_equal(i->push[1], zero) : idle;
}

/* Marks impacts that push, until they are relaxed, and adds their new push to the base: it is given
 * once. */
INLINE void mark_impacts(const lane_rows *r, const contact_pass *pass, const row_targets *target,
                         const row_impulses *found) {
    const lanes_value zero = lanes_all(0);
    row_impulses once = {.drag = zero};
    if (!lanes_bits(some_impact(r, target->impact))) return;
    for (int k = 0; k < r->touches; ++k) {
        const lanes_mask impact = target->impact[k];
        row_bits *marks = &r->marks->impact[k];
        float *part = touch_of(r, k)->impact;
        const lanes_value old = lanes_max(target->warm[k], zero);
        const lanes_value more = lanes_max(found->push[k] - old, zero);
        store_rows(r, part, lanes_pick(impact, more, load_rows(r, part)));
        once.push[k] = lanes_only(impact, more);
        const unsigned bits = lanes_bits(impact & lanes_positive(once.push[k]));
        *marks = (row_bits)((*marks & ~(lanes_bits(impact) << r->lane)) | bits << r->lane);
    }
    add_to_base(r, pass, &once);
}

/* Solves rows: see the head. */
INLINE void solve_row(const contact_pass *pass, uint32_t i, row_form form) {
    const contact_numbers *by = &pass->by;
    const lanes_value zero = lanes_all(0), h = lanes_all(by->seconds);
    surface_block *surface = surface_of(pass, i);
    bounce_block *bounce = bounces_of(pass, i);
    lane_rows r = rows_at(pass, i, form);
    load_placed(&r, pass);
    const row_impulses before = load_impulses(&r);
    const lanes_mask idle = rows_idle(&r, &before) & lanes_equal(before.drag, zero);
    const lanes_mask acted = ~idle | resisted_rolling(pass, i);

    const circle_speed speed = circle_speed_of(&r);
    lanes_value gap[2], bend[2];
    lanes_mask open[2];
    for (int k = 0; k < r.touches; ++k) {
        gap[k] = load_rows(&r, touch_of(&r, k)->gap);
        open[k] = lanes_positive(gap[k]);
    }
    bend[0] = bend_of(&r, &speed, gap[0], by);
    row_targets target = {.slip = slip_bend_of(&r, &speed, by)};
    if (r.touches == 2) {
        const lanes_value turning = speed.spin_b - speed.spin_a;
        const lanes_value more =
            lanes_all(0.5f * by->seconds) * turning * turning * (gap[1] - gap[0]);
        bend[1] = bend[0] - lanes_only(turns_slowly(speed.spin_a, speed.spin_b, h), more);
    }
    if (r.curved && lanes_bits(idle & open[0])) {
        const lanes_mask aimed = aim_at_meeting(&r, &speed, idle & open[0], &gap[0], by);
        bend[0] = lanes_only(~aimed, bend[0]);
    }

    const spring_lanes spring = spring_of(&r, by);
    const lanes_value part_most = lanes_all(by->push_speed) * load_rows(&r, r.block->reach)
                                  * load_rows(&r, r.block->share);
    lanes_mask bounces[2] = {lanes_none(), lanes_none()};
    if (bounce) bounce_meet(pass, &r, bounce, &before, bounces);
    for (int k = 0; k < r.touches; ++k) {
        const lanes_value wanted = zero - spring.rate * gap[k];
        const lanes_mask closed = ~lanes_positive(gap[k]);
        lanes_mask impact = open[k] & lanes_equal(before.push[k], zero);
        if (lanes_bits(impact))
            impact = impact & lanes_less(normal_speed(&r, k), lanes_all(-by->first_touch));
        impact = impact | bounces[k];
        const lanes_value leak = leak_of(&r, by, spring.leak, wanted, part_most);
        assert(!lanes_bits(lanes_less(lanes_all(1), leak)) && "a spring lets go what it has");
        target.speed[k] = lanes_pick(closed, zero - lanes_min(wanted, part_most),
                                     lanes_all(by->per_second) * gap[k])
                          + bend[k];
        target.leak[k] = lanes_only(closed & ~impact, leak);
        target.mass[k] = load_rows(&r, touch_of(&r, k)->mass);
        target.warm[k] = before.push[k];
        target.impact[k] = impact;
    }

    row_impulses found = before;
    if (form == FACES) {
        const lanes_value push = friction_push(&r, &target, &before);
        target.slip -= resist_rolling(pass, &r, surface, push, 1);
        found = faces_solve(&r, &target, &before, 1);
    } else {
        const lanes_value old = before.push[0], mass = target.mass[0];
        const lanes_value change = mass * (lanes_all(1) - target.leak[0])
                                   * (normal_speed(&r, 0) + target.speed[0]);
        const lanes_value push = lanes_max(old - target.leak[0] * old - change, zero);
        found.push[0] = some_locked(&r) ? lanes_only(lanes_positive(mass), push) : push;
    }
    if (!lanes_bits(~rows_idle(&r, &found) | acted)) return;
    if (form != FACES) {
        const lanes_value push = friction_push(&r, &target, &found);
        const row_impulses added = impulses_less(&found, &before);
        const lanes_value belt = resist_rolling(pass, &r, surface, push, 1);
        const lanes_value slip = slip_after(&r, &added) + target.slip - belt;
        found.drag = friction_for(&r, before.drag, slip, push);
    }

    const row_impulses added = impulses_less(&found, &before);
    store_impulses(&r, &found);
    apply_impulses(&r, &added);
    store_velocities(&r, pass);
    mark_impacts(&r, pass, &target, &found);
    if (bounce)
        mark_bounced(&r, pass, some_impact(&r, bounces) & lanes_positive(push_sum(&r, &found)));
}

/* ==== When the bodies have moved ============================================================== */

/* Returns whether some row of these lanes acted in the first half. If not, its placed data are out
 * of date after bodies have moved. */
INLINE bool rows_act(const contact_pass *pass, uint32_t i, row_form form) {
    const uint32_t block = i / ROW_BLOCK, lane = i % ROW_BLOCK;
    lanes_value push = lanes_load(pass->rows->blocks[block].first.push + lane);
    if (form == FACES)
        push = push + lanes_load(contact_seconds(pass->rows, block)->touch.push + lane);
    if (lanes_bits(lanes_positive(push) | resisted_rolling(pass, i))) return true;
    pass->rows->marks[block].placed &= (row_bits) ~((unsigned)ALL_LANES << lane);
    return false;
}

/* Depth, as a fraction of the smaller reach, by which a body may sink into a fixed one in a
 * substep. A row that sinks farther is too deep for the solver. */
static const float SINKING_MOST = 0.06f;

/* Marks rows, among `rows`, that sank too deep into bodies that do not move. `before`: the gap as
 * last placed. */
INLINE void mark_deep(const lane_rows *r, lanes_mask rows, lanes_value gap, lanes_value before,
                      row_flags *some) {
    const lanes_value zero = lanes_all(0);
    const lanes_mask stands = rows & lanes_equal(lanes_min(r->a.w, r->b.w), zero);
    if (!lanes_bits(stands)) return;
    const lanes_value most = lanes_all(SINKING_MOST) * load_rows(r, r->block->reach);
    const unsigned deep = lanes_bits(stands & lanes_less(gap, lanes_min(before, zero) - most));
    if (!deep) return;
    r->marks->deep |= (row_bits)(deep << r->lane);
    flag_set(&some->deep, true);
}

/* Turns impulses that bodies got again along the stored arms to the arms of now. Otherwise forces
 * lag, and swinging bodies gain energy. */
INLINE void turn_impulses(lane_rows *r, const row_impulses *given) {
    lane_rows change = *r;
    load_arms(&change);
    change.normal.x = r->normal.x - change.normal.x;
    change.normal.y = r->normal.y - change.normal.y;
    add_linear(&change, &r->a, &r->b, given);
    if (!r->fits) return;
    change.slip_a = r->slip_a - change.slip_a;
    change.slip_b = r->slip_b - change.slip_b;
    for (int k = 0; k < r->touches; ++k) {
        change.arm_a[k] = r->arm_a[k] - change.arm_a[k];
        change.arm_b[k] = r->arm_b[k] - change.arm_b[k];
    }
    add_angular(&change, &r->a, &r->b, given);
}

/* Solves push and friction together, which are coupled where a body is not round: either both
 * stick, or the friction is the largest that the push allows. Solved one after the other, a push
 * that parts an overlap leaves speed behind. `push`: the push without friction. */
INLINE row_impulses solve_coupled(const lane_rows *r, const row_impulses *before, lanes_value push,
                                  lanes_value mass, lanes_value slip) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_value friction = load_rows(r, r->block->friction);
    lanes_value coupling = coupling_of(r, 0);
    lanes_value yields = friction_yield(r);
    lanes_value by = mass * coupling, left = yields - by * coupling;
    left = lanes_max(left, lanes_all(0.05f) * yields);
    lanes_value stuck = lanes_only(lanes_less(lanes_all(1e-37f), left),
                                   zero - (slip + coupling * (push - before->push[0])) / left);
    lanes_value found = push - by * stuck, drag = before->drag + stuck;
    lanes_value sign = lanes_pick(lanes_less(drag, zero), zero - one, one);
    lanes_mask slides = lanes_less(friction * found, sign * drag);
    /* Sliding: the push p is solved with the friction s mu p. */
    lanes_value part = lanes_max(one + by * sign * friction, lanes_all(0.1f));
    lanes_value sliding = (push + by * before->drag) / part;
    found = lanes_max(lanes_pick(slides, sliding, found), zero);
    lanes_value most = friction * found;
    drag = lanes_clamp(lanes_pick(slides, sign * most, drag), zero - most, most);
    /* Rows without coupling get the same bits as in a block of round rows. */
    const lanes_mask plain = lanes_equal(coupling, zero), pushes = lanes_positive(push);
    found = lanes_pick(plain, push, found);
    drag = lanes_pick(plain, friction_for(r, before->drag, slip, push), drag);
    return (row_impulses){{lanes_only(pushes, found), zero}, lanes_only(pushes, drag)};
}

/* Relaxes rows: see the head. Touches without a push in the first half get none. */
INLINE void relax_row(const contact_pass *pass, uint32_t i, row_form form) {
    if (!rows_act(pass, i, form)) return;
    const lanes_value zero = lanes_all(0);
    surface_block *surface = surface_of(pass, i);
    bounce_block *bounce = bounces_of(pass, i);
    lane_rows r = rows_at(pass, i, form);
    const row_impulses first = load_impulses(&r);
    const lanes_mask pushes = lanes_positive(push_sum(&r, &first));
    const row_shifts now = shifts_now(&r, pass->bodies);
    lanes_value gap[2], mass[2];
    place_by(&r, &now, gap);
    /* The impulses of the first half are given again, without those of impacts. */
    row_impulses again = first;
    lanes_mask impact[2];
    for (int k = 0; k < r.touches; ++k) {
        const touch_block *touch = touch_of(&r, k);
        mark_deep(&r, pushes, gap[k], load_rows(&r, touch->gap), pass->some);
        impact[k] = marked_impacts(&r, k);
        if (lanes_bits(impact[k]))
            again.push[k] -= lanes_only(impact[k], load_rows(&r, touch->impact));
    }
    turn_impulses(&r, &again);
    store_placed(&r, gap);

    /* The sum of both halves leaves no speed along the normal. */
    const row_impulses before = impulses_sum(&first, &again);
    for (int k = 0; k < r.touches; ++k)
        mass[k] = lanes_only(lanes_positive(first.push[k]), load_rows(&r, touch_of(&r, k)->mass));
    row_impulses sum = {.drag = zero};
    if (form == FACES) {
        row_targets rigid = {.mass = {mass[0], mass[1]}};
        row_impulses steady = before;
        for (int k = 0; k < 2; ++k) steady.push[k] = lanes_only(~impact[k], before.push[k]);
        rigid.slip = zero - resist_rolling(pass, &r, surface, push_sum(&r, &steady), 2);
        sum = faces_solve(&r, &rigid, &before, 2);
    } else {
        const lanes_value push = lanes_max(before.push[0] - mass[0] * normal_speed(&r, 0), zero);
        const lanes_value pushes_on = lanes_only(~impact[0], push);
        const lanes_value belt = resist_rolling(pass, &r, surface, pushes_on, 2);
        const lanes_value slip = tangent_speed(&r) - belt;
        sum.push[0] = push;
        if (is_coupled(&r))
            sum = solve_coupled(&r, &before, push, mass[0], slip);
        else
            sum.drag = friction_for(&r, before.drag, slip, push);
    }
    const row_impulses added = impulses_less(&sum, &before);
    assert(!lanes_bits(lanes_less(push_sum(&r, &sum), zero)) && "contacts push, and never pull");
    apply_impulses(&r, &added);
    store_velocities(&r, pass);
    if (bounce) bounce_compressed(pass, &r, bounce, &sum, mass);

    /* The next substep begins with this half; impacts begin with the impulse that was given
     * again. */
    row_impulses half = impulses_less(&sum, &first);
    const lanes_mask some = some_impact(&r, impact);
    if (lanes_bits(some)) {
        row_impulses once = {.drag = lanes_only(some, half.drag - again.drag)};
        for (int k = 0; k < r.touches; ++k) {
            once.push[k] = lanes_only(impact[k], half.push[k] - again.push[k]);
            half.push[k] = lanes_pick(impact[k], again.push[k], half.push[k]);
            set_bits(&r.marks->impact[k], &r, 0);
        }
        half.drag = lanes_pick(some, again.drag, half.drag);
        add_to_base(&r, pass, &once);
    }
    store_impulses(&r, &half);
    add_to_step(&r, &sum);
}

/* ==== Passes ================================================================================== */

/* Makes a pass of a function of rows, which is inlined for each form. Lanes behind the last row of
 * a block are left out. */
#define EACH_ROW(row)                                                                              \
    const contact_pass pass = *given;                                                              \
    for (uint32_t i = from; i < to; i += LANES) {                                                  \
        const uint8_t has = pass.rows->has[i / ROW_BLOCK];                                         \
        if (!contact_is_filled(pass.rows, i)) continue;                                            \
        if (has & BLOCK_IS_FACES)                                                                  \
            row(&pass, i, FACES);                                                                  \
        else if (has & BLOCK_HAS_FITS)                                                             \
            row(&pass, i, FITS);                                                                   \
        else                                                                                       \
            row(&pass, i, ROUND);                                                                  \
    }

/* Makes a pass that is rare: one copy for all forms. */
#define EACH_RARE_ROW(row)                                                                         \
    const contact_pass pass = *given;                                                              \
    for (uint32_t i = from; i < to; i += LANES)                                                    \
        if (contact_is_filled(pass.rows, i)) row(&pass, i, form_of(pass.rows->has[i / ROW_BLOCK]));

static void kernel_prepare(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(prepare_row)
}

static void kernel_warm(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(warm_row)
}

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(solve_row)
}

static void kernel_relax(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(relax_row)
}

static void kernel_take_back(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_RARE_ROW(take_back_row)
}

static void kernel_bounce(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_RARE_ROW(bounce_row)
}

#define CONTACT_KERNELS                                                                            \
    {                                                                                              \
        kernel_prepare, kernel_warm, kernel_solve, kernel_relax, kernel_take_back, kernel_bounce   \
    }

#endif
