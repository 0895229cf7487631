/* joint_lanes.inc.h: the passes over rows of joints, LANES joints at a time. In: blocks and the
 * rows of their bodies; out: velocities, and impulses.
 *
 * A rigid row of coordinate C gives, before the bodies move, the impulse that brings C to its
 * bound,
 *
 *     l <- keep l - gain m (G v + bend + back),
 *
 * back = rate C, at most close_most, where keep = 1 - (1 - gain) back / (rate C). After they have
 * moved it gives the same impulse along the new arms, and the one that stops G v. A limit that is
 * not reached may close, and not more: back = C / h. In the second half it pulls at most as much as
 * it pushed. 1/m is the yield of C to an impulse, now or at the end of the substep, whichever is
 * larger: else a rod on a long arm would gain energy.
 *
 * A spring of stiffness k and damping c follows the rule of the middle, which neither adds nor
 * removes energy. The first half gives the impulse of the spring alone,
 *
 *     l = -h/2 (k C + (k h/2 + c) d) / (1 + h/2 (k h/2 + c) / m),
 *
 * with the speed d of C without it. After the motion C' is known: the second half gives the rest of
 * the stiffness, and damps the speed d' that C then has without the spring:
 *
 *     l' = (r - h/2 c d') / (1 + h/2 c / m),
 *     r  = -h/2 k (C + C') - l + p (l + h/2 k C),    p = c / (k h/2 + c).
 *
 * Where many springs meet, each uses late impulses of the others. Dampers based on the first half,
 * or on C' - C, would multiply that error, and add energy. */
#ifndef ENGINE_SOLVE_JOINT_LANES_INC_H
#define ENGINE_SOLVE_JOINT_LANES_INC_H

#include "solve/joint_aim_lanes.inc.h"

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Matrix of the velocity of b's anchor relative to a's that an impulse gives; symmetric. `over`: 1
 * / determinant. Bodies locked along both axes may yield in one direction only, by turning: then
 * `over` is -1 / the square of the trace. */
typedef struct point_yields {
    lanes_value xx, xy, yy, over;
} point_yields;

INLINE lanes_vec yields_times(const point_yields *y, lanes_vec v) {
    lanes_vec by = {y->xx * v.x + y->xy * v.y, y->xy * v.x + y->yy * v.y};
    return by;
}

/* Returns the impulse that gives anchors a velocity. A direction that does not yield gets no
 * impulse. */
INLINE lanes_vec over_yields(const point_yields *y, lanes_vec v) {
    if (HAS_LOCKS && lanes_bits(lanes_less(y->over, lanes_all(0))))
        return lanes_scaled(yields_times(y, v), lanes_all(0) - y->over);
    lanes_vec by = {y->over * (y->yy * v.x - y->xy * v.y), y->over * (y->xx * v.y - y->xy * v.x)};
    return by;
}

/* Least determinant, as a fraction of the square of the trace. Below it the matrix yields in one
 * direction only, and its inverse is the matrix over that square. */
static const float YIELDS_APART = 1e-6f;

/* Adds the yields of masses along axes that are not locked, and inverts the sum. */
INLINE void yield_unlocked(const jointed *j, point_yields *y) {
    const lanes_vec way = {lanes_all(1), lanes_all(0)}, left = lanes_left(way);
    y->xx += j->mass_a * part_along(j->locks_a, way) + j->mass_b * part_along(j->locks_b, way);
    y->yy += j->mass_a * part_along(j->locks_a, left) + j->mass_b * part_along(j->locks_b, left);
    const lanes_value trace = y->xx + y->yy, square = trace * trace;
    const lanes_value determinant = y->xx * y->yy - y->xy * y->xy;
    const lanes_mask apart = lanes_less(lanes_all(YIELDS_APART) * square, determinant);
    y->over = lanes_pick(apart, over_yield(determinant), lanes_all(0) - over_yield(square));
}

INLINE bool joins_locked(const jointed *j) {
    return locks_some(j->locks_a) || locks_some(j->locks_b);
}

INLINE point_yields point_yields_of(const jointed *j) {
    const lanes_value ax = j->arm_a.x * j->over_a, ay = j->arm_a.y * j->over_a;
    const lanes_value bx = j->arm_b.x * j->over_b, by = j->arm_b.y * j->over_b;
    const lanes_value a = j->mass_a, b = j->mass_b, both = a + b, across = ax * by - ay * bx;
    point_yields y = {.xx = a * ay * ay + b * by * by,
                      .xy = lanes_all(0) - (a * ax * ay + b * bx * by),
                      .yy = a * ax * ax + b * bx * bx};
    if (joins_locked(j)) {
        yield_unlocked(j, &y);
        return y;
    }
    const lanes_value determinant = both * (both + y.xx + y.yy) + a * b * across * across;
    y.over = over_yield(determinant);
    y.xx += both;
    y.yy += both;
    return y;
}

/* Speed back to a bound, and the fraction of the impulse that is kept: slower corrections leak
 * less, or loads would grow without bound. */
typedef struct joint_back {
    lanes_value part, gain, keep; /* part of the rate times the coordinate */
} joint_back;

INLINE joint_back back_of(const joint_laws *by, int lane, lanes_value speed) {
    const lanes_value one = lanes_all(1), most = lanes_load(by->close_most + lane);
    joint_back back = {.gain = lanes_load(by->gain + lane)};
    back.part = lanes_pick(lanes_less(most, speed), most / speed, one);
    back.keep = one - back.part * (one - back.gain);
    return back;
}

/* A row that is solved: its coordinate, the rate of it, and effective mass. */
typedef struct joint_solved {
    joint_row *row;
    joint_aim aim;
    lanes_value speed, old, mass, yields;
} joint_solved;

/* Returns the impulse that brings a coordinate to a bound. `over`: coordinate less the bound. */
INLINE lanes_value bound_impulse(const jointed *j, const joint_solved *s, lanes_value over,
                                 lanes_mask open) {
    const lanes_value one = lanes_all(1), per_second = lanes_all(j->pass->joints->per_second);
    const lanes_value closing = over * lanes_load(s->row->by.rate + j->lane);
    const joint_back back = back_of(&s->row->by, j->lane, lanes_abs(closing));
    const lanes_value gain = lanes_pick(open, one, back.gain);
    const lanes_value keep = lanes_pick(open, one, back.keep);
    const lanes_value speed = s->speed - lanes_load(s->row->speed + j->lane)
                              + lanes_pick(open, over * per_second, back.part * closing);
    return keep * s->old - gain * s->mass * speed;
}

INLINE lanes_value rigid_impulse(const jointed *j, const joint_solved *s, bool bounded) {
    const lanes_value zero = lanes_all(0);
    const lanes_value lower = lanes_load(s->row->lower + j->lane);
    const lanes_value below = s->aim.value - lower;
    lanes_mask open = lanes_less(zero, zero);
    if (!bounded) return bound_impulse(j, s, below, open);
    const lanes_value upper = lanes_load(s->row->upper + j->lane);
    const lanes_value above = s->aim.value - upper;
    const lanes_mask range = lanes_less(lower, upper);
    const lanes_value least = bound_impulse(j, s, below, range & lanes_less(zero, below));
    const lanes_value most = bound_impulse(j, s, above, range & lanes_less(above, zero));
    return lanes_max(least, lanes_min(most, zero));
}

/* Returns the impulse of the second half, which stops the coordinate. A limit takes back at most
 * what it gave. */
INLINE lanes_value rigid_relaxed(const jointed *j, const joint_solved *s, bool bounded) {
    const lanes_value zero = lanes_all(0), back = zero - s->old;
    const lanes_value speed = s->speed - lanes_load(s->row->speed + j->lane);
    const lanes_value found = s->old - s->mass * speed;
    if (!bounded) return found;
    const lanes_mask range =
        lanes_less(lanes_load(s->row->lower + j->lane), lanes_load(s->row->upper + j->lane));
    const lanes_value limit =
        lanes_pick(lanes_less(zero, s->old), lanes_max(found, back),
                   lanes_only(lanes_less(s->old, zero), lanes_min(found, back)));
    return lanes_pick(range, limit, found);
}

/* Impulses of a spring in half a substep, by its speed, its displacement, and its damper: h/2 (k
 * h/2 + c), h/2 k, h/2 c. */
typedef struct spring_parts {
    lanes_value drag, pull, damp;
} spring_parts;

INLINE spring_parts spring_parts_of(const jointed *j, const joint_laws *by) {
    const lanes_value half = lanes_all(0.5f), mass = lanes_load(by->mass + j->lane);
    const lanes_value stiffness = mass * lanes_load(by->stiffness + j->lane);
    spring_parts s = {.damp = half * mass * lanes_load(by->damping + j->lane)};
    s.drag = half * half * stiffness + s.damp;
    s.pull = half * lanes_all(j->pass->joints->per_second) * stiffness;
    return s;
}

/* Returns r, the rest of a spring's impulse. `was`, `now`: its displacement before and after. */
INLINE lanes_value spring_rest(const spring_parts *s, lanes_value was, lanes_value now,
                               lanes_value old) {
    const lanes_value part = lanes_only(lanes_positive(s->drag), s->damp / s->drag);
    return part * (old + s->pull * was) - s->pull * (was + now) - old;
}

INLINE lanes_value spring_impulse(const jointed *j, const joint_solved *s) {
    const spring_parts by = spring_parts_of(j, &s->row->by);
    const lanes_value over = s->aim.value - lanes_load(s->row->lower + j->lane);
    const lanes_value free = s->speed - s->yields * s->old;
    lanes_store(s->row->was + j->lane, over);
    return lanes_all(0) - (by.pull * over + by.drag * free) / (lanes_all(1) + by.drag * s->yields);
}

INLINE lanes_value spring_relaxed(const jointed *j, const joint_solved *s) {
    const spring_parts by = spring_parts_of(j, &s->row->by);
    const lanes_value over = s->aim.value - lanes_load(s->row->lower + j->lane);
    const lanes_value free = s->speed - s->yields * s->old;
    const lanes_value rest = spring_rest(&by, lanes_load(s->row->was + j->lane), over, s->old);
    return (rest - by.damp * free) / (lanes_all(1) + by.damp * s->yields);
}

/* ---- Rows held by others --------------------------------------------------------------------- */

/* Returns the speed at which the anchors part, with the correction of their distance. */
INLINE lanes_vec point_misses(const jointed *j, const anchors_ahead *p, bool relax,
                              joint_back *back) {
    const joint_laws *by = &j->at->point.by;
    const lanes_value rate = lanes_load(by->rate + j->lane);
    *back = (joint_back){lanes_all(1), lanes_all(1), lanes_all(1)};
    if (relax) return p->apart;
    *back = back_of(by, j->lane, rate * lanes_length(j->apart));
    return lanes_along(p->apart, back->part * rate, j->apart);
}

/* Least yield of a row that other rows hold, as a fraction of its own yield. It bounds the
 * effective mass. */
static const float HELD_LEAST = 1e-4f;

/* Returns whether other rows undo a row completely, as the same lock holds both. Such a row is
 * solved without them. */
INLINE bool is_undone(const jointed *j, const joint_solved *s, lanes_value undone) {
    return joins_locked(j)
           && !lanes_bits(lanes_less(lanes_all(HELD_LEAST) * s->yields, s->yields - undone));
}

INLINE void set_held_mass(joint_solved *s, lanes_value undone) {
    s->mass = over_yield(lanes_max(s->yields - undone, lanes_all(HELD_LEAST) * s->yields));
}

/* Corrects a row for the point, which is solved after it: the point undoes the velocity that an
 * impulse on the row gives the anchors, and turns the bodies by that. */
INLINE void hold_by_point(const jointed *j, joint_solved *s, const point_yields *yields,
                          bool relax) {
    const joint_point *at = &j->at->point;
    const anchors_ahead p = anchors_now(j, relax);
    joint_back back;
    const lanes_vec misses = point_misses(j, &p, relax, &back);
    const lanes_value turn_a = j->mass_a * s->aim.turn_a * j->over_a;
    const lanes_value turn_b = j->mass_b * s->aim.turn_b * j->over_b;
    const lanes_vec moved = {turn_a * j->arm_a.y - turn_b * j->arm_b.y,
                             turn_b * j->arm_b.x - turn_a * j->arm_a.x};
    const lanes_mask rigid = lanes_equal(lanes_load(at->by.law + j->lane), lanes_all(JOINT_RIGID));
    const lanes_value gain = lanes_only(rigid, back.gain);
    const lanes_value leak = lanes_only(rigid, lanes_all(1) - back.keep);
    const lanes_vec undone = over_yields(yields, moved);
    const lanes_vec old = {lanes_load(at->impulse_x + j->lane),
                           lanes_load(at->impulse_y + j->lane)};
    if (is_undone(j, s, gain * lanes_dot(undone, moved))) return;
    s->speed = s->speed - gain * lanes_dot(undone, misses) - leak * lanes_dot(moved, old);
    set_held_mass(s, gain * lanes_dot(undone, moved));
}

/* Corrects a row for an axis, which is the last row and solved after it. */
INLINE void hold_by_axis(const jointed *j, joint_solved *s, const joint_row *last,
                         const joint_aim *axis, bool relax) {
    const lanes_mask held = lanes_less(lanes_all(0), lanes_load(j->at->holds + j->lane));
    const lanes_value one = lanes_all(1), over = axis->value - lanes_load(last->lower + j->lane);
    const lanes_value closing = over * lanes_load(last->by.rate + j->lane);
    joint_back back = {one, one, one};
    lanes_value speed = aim_speed(axis, &j->a, &j->b);
    if (!relax) {
        back = back_of(&last->by, j->lane, lanes_abs(closing));
        speed += axis->bend + back.part * closing;
    }
    const lanes_value coupling = aim_coupling(&s->aim, axis, j);
    const lanes_value undone = lanes_only(held, coupling * over_yield(aim_coupling(axis, axis, j)));
    const lanes_value leak = lanes_only(held, one - back.keep);
    if (is_undone(j, s, back.gain * undone * coupling)) return;
    s->speed = s->speed - back.gain * undone * speed
               - leak * coupling * lanes_load(last->impulse + j->lane);
    set_held_mass(s, back.gain * undone * coupling);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Present coordinates of joints, and yields of their points. */
typedef struct joint_aims {
    joint_aim of[JOINT_ROWS];
    point_yields yields;
} joint_aims;

/* Returns a row with its speed and effective mass. */
INLINE joint_solved joint_solved_of(const jointed *j, const joint_aims *aims, uint32_t k,
                                    bool relax) {
    joint_row *rows = &j->pass->joints->rows[j->at->first];
    joint_solved s = {.row = &rows[k], .aim = aims->of[k]};
    s.speed = aim_speed(&s.aim, &j->a, &j->b);
    if (!relax) s.speed += s.aim.bend;
    s.old = lanes_load(s.row->impulse + j->lane);
    s.yields = lanes_max(aim_coupling(&s.aim, &s.aim, j), s.aim.yields);
    s.mass = over_yield(s.yields);
    return s;
}

/* Fraction of the missing speed that a motor gives in one half of a substep. Larger: both halves
 * may swing against each other between stiff rows, and figures never sleep; smaller: it takes more
 * substeps. */
static const float MOTOR_GAIN = 0.7f;

/* Adds impulses of both halves to those of the step. */
INLINE void joint_add_to(float *sum, lanes_value more) {
    lanes_store(sum, lanes_load(sum) + more);
}

INLINE void solve_joint_row(jointed *j, const joint_aims *aims, uint32_t k, bool relax) {
    const joint_row *rows = &j->pass->joints->rows[j->at->first];
    const joint_kinds kinds = j->pass->joints->kinds[j->at->first + k];
    const uint32_t last = j->at->count - 1;
    const joint_solved free = joint_solved_of(j, aims, k, relax);
    joint_row *row = free.row;
    const int lane = j->lane;
    const lanes_value most = lanes_load(row->by.most + lane), law = lanes_load(row->by.law + lane);
    joint_solved s = free;
    if (j->at->point_laws >> JOINT_RIGID & 1) hold_by_point(j, &s, &aims->yields, relax);
    if (j->at->some_held && k < last) hold_by_axis(j, &s, &rows[last], &aims->of[last], relax);
    if (kinds.laws >> JOINT_MOTOR & 1) { /* motors drive the present speed; nothing holds them */
        const lanes_mask motors = lanes_equal(law, lanes_all(JOINT_MOTOR));
        const lanes_value speed = relax ? free.speed : free.speed - free.aim.bend;
        s.speed = lanes_pick(motors, speed, s.speed);
        s.mass = lanes_pick(motors, lanes_all(MOTOR_GAIN) * free.mass, s.mass);
    }
    lanes_value found =
        relax ? rigid_relaxed(j, &s, kinds.bounded) : rigid_impulse(j, &s, kinds.bounded);
    if (kinds.laws >> JOINT_SPRING & 1) {
        const lanes_mask springs = lanes_equal(law, lanes_all(JOINT_SPRING));
        const lanes_value pulls = relax ? spring_relaxed(j, &free) : spring_impulse(j, &free);
        found = lanes_pick(springs, pulls, found);
    }
    found = lanes_clamp(found, lanes_all(0) - lanes_load(row->by.pull + lane), most);
    if (relax) joint_add_to(row->sum + lane, found + s.old);
    lanes_store(row->impulse + lane, found);
    aim_push(j, &s.aim, found - s.old);
}

/* ---- Points ---------------------------------------------------------------------------------- */

INLINE lanes_vec shortened(lanes_vec v, lanes_value most) {
    const lanes_value length = lanes_length(v);
    const lanes_value part = lanes_pick(lanes_less(most, length), most / length, lanes_all(1));
    lanes_vec by = {part * v.x, part * v.y};
    return by;
}

INLINE void push_point(jointed *j, lanes_vec impulse) {
    const lanes_vec on_a = unlocked_part(j->locks_a, impulse);
    const lanes_vec on_b = unlocked_part(j->locks_b, impulse);
    j->a.x -= j->a.w * on_a.x;
    j->a.y -= j->a.w * on_a.y;
    j->a.z -= j->a.w * lanes_cross(j->arm_a, impulse) * j->over_a;
    j->b.x += j->b.w * on_b.x;
    j->b.y += j->b.w * on_b.y;
    j->b.z += j->b.w * lanes_cross(j->arm_b, impulse) * j->over_b;
}

INLINE lanes_vec point_rigid(const jointed *j, const anchors_ahead *p, const point_yields *yields,
                             lanes_vec old, bool relax) {
    joint_back back;
    const lanes_vec change = over_yields(yields, point_misses(j, p, relax, &back));
    lanes_vec impulse = {back.keep * old.x - back.gain * change.x,
                         back.keep * old.y - back.gain * change.y};
    return impulse;
}

/* Returns the impulse of a spring with equal stiffness in both directions: from `place`, the
 * impulse by its displacement, and from the speed of the anchors without the spring. */
INLINE lanes_vec point_answer(const point_yields *yields, const anchors_ahead *p, lanes_vec old,
                              lanes_vec place, lanes_value drag) {
    const lanes_value one = lanes_all(1);
    const lanes_vec free = lanes_between(yields_times(yields, old), p->apart);
    point_yields by_drag = {
        .xx = one + drag * yields->xx, .xy = drag * yields->xy, .yy = one + drag * yields->yy};
    by_drag.over = over_yield(by_drag.xx * by_drag.yy - by_drag.xy * by_drag.xy);
    return over_yields(&by_drag, lanes_along(place, lanes_all(0) - drag, free));
}

INLINE lanes_vec point_spring(const jointed *j, const anchors_ahead *p, const point_yields *yields,
                              lanes_vec old) {
    joint_point *at = &j->at->point;
    const spring_parts by = spring_parts_of(j, &at->by);
    lanes_store(at->was_x + j->lane, j->apart.x);
    lanes_store(at->was_y + j->lane, j->apart.y);
    return point_answer(yields, p, old, lanes_scaled(lanes_negate(j->apart), by.pull), by.drag);
}

INLINE lanes_vec point_spring_relaxed(const jointed *j, const anchors_ahead *p,
                                      const point_yields *yields, lanes_vec old) {
    const joint_point *at = &j->at->point;
    const spring_parts by = spring_parts_of(j, &at->by);
    const lanes_vec rest = {spring_rest(&by, lanes_load(at->was_x + j->lane), j->apart.x, old.x),
                            spring_rest(&by, lanes_load(at->was_y + j->lane), j->apart.y, old.y)};
    return point_answer(yields, p, old, rest, by.damp);
}

/* Returns the impulse of a motor, by the present speed, as in rows. */
INLINE lanes_vec point_motor(const jointed *j, const point_yields *yields, lanes_vec old) {
    const joint_point *at = &j->at->point;
    const lanes_vec now = anchors_now(j, true).apart;
    const lanes_vec misses = {now.x - lanes_load(at->speed_x + j->lane),
                              now.y - lanes_load(at->speed_y + j->lane)};
    return lanes_along(old, lanes_all(0 - MOTOR_GAIN), over_yields(yields, misses));
}

INLINE void solve_joint_point(jointed *j, const point_yields *yields, bool relax) {
    const int lane = j->lane;
    joint_point *at = &j->at->point;
    const anchors_ahead p = anchors_now(j, relax);
    const lanes_vec old = {lanes_load(at->impulse_x + lane), lanes_load(at->impulse_y + lane)};
    lanes_vec found = point_rigid(j, &p, yields, old, relax);
    if (j->at->point_laws >> JOINT_SPRING & 1) {
        const lanes_mask springs =
            lanes_equal(lanes_load(at->by.law + lane), lanes_all(JOINT_SPRING));
        const lanes_vec pulls =
            relax ? point_spring_relaxed(j, &p, yields, old) : point_spring(j, &p, yields, old);
        found = lanes_pick_vec(springs, pulls, found);
    }
    if (j->at->point_laws >> JOINT_MOTOR & 1) {
        const lanes_mask motors =
            lanes_equal(lanes_load(at->by.law + lane), lanes_all(JOINT_MOTOR));
        found = lanes_pick_vec(motors, point_motor(j, yields, old), found);
    }
    if (j->at->point_laws & POINT_LIMITED) found = shortened(found, lanes_load(at->by.most + lane));
    if (relax) {
        joint_add_to(at->sum_x + lane, found.x + old.x);
        joint_add_to(at->sum_y + lane, found.y + old.y);
    }
    lanes_store(at->impulse_x + lane, found.x);
    lanes_store(at->impulse_y + lane, found.y);
    push_point(j, lanes_between(old, found));
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Returns the velocity of a body without the impulses of the joint. */
INLINE lanes_row without_given(lanes_row v, const float *x, const float *y, const float *z) {
    lanes_row free = {v.x - lanes_load(x), v.y - lanes_load(y), v.z - lanes_load(z), v.w};
    return free;
}

/* Stores the velocities that the impulses of this half gave. `a`, `b`: bodies without them. */
INLINE void store_given(const jointed *j, const lanes_row *a, const lanes_row *b) {
    joint_block *at = j->at;
    const int lane = j->lane;
    lanes_store(at->given.ax + lane, j->a.x - a->x);
    lanes_store(at->given.ay + lane, j->a.y - a->y);
    lanes_store(at->given.az + lane, j->a.z - a->z);
    lanes_store(at->given.bx + lane, j->b.x - b->x);
    lanes_store(at->given.by + lane, j->b.y - b->y);
    lanes_store(at->given.bz + lane, j->b.z - b->z);
}

/* Radians that a body turns in a substep. Above it impulses are not repeated, as the arms have
 * changed too much. */
static const float TURNED_FAR = 2;

/* Applies the impulses of the last half along the present arms. Joints whose arms have turned too
 * far begin at 0: else fast bodies gain energy. */
INLINE void repeat_impulses(jointed *j, const joint_aims *aims) {
    joint_row *rows = &j->pass->joints->rows[j->at->first];
    joint_point *point = &j->at->point;
    const lanes_value h = lanes_all(j->pass->joints->seconds);
    const lanes_value spin_a = j->a.z * j->over_a, spin_b = j->b.z * j->over_b;
    const lanes_mask slow =
        lanes_less(h * lanes_max(lanes_abs(spin_a), lanes_abs(spin_b)), lanes_all(TURNED_FAR));
    for (uint32_t k = 0; k < j->at->count; ++k) {
        const lanes_value impulse = lanes_only(slow, lanes_load(rows[k].impulse + j->lane));
        lanes_store(rows[k].impulse + j->lane, impulse);
        aim_push(j, &aims->of[k], impulse);
    }
    if (!j->at->point_laws) return;
    const lanes_vec impulse = {lanes_only(slow, lanes_load(point->impulse_x + j->lane)),
                               lanes_only(slow, lanes_load(point->impulse_y + j->lane))};
    lanes_store(point->impulse_x + j->lane, impulse.x);
    lanes_store(point->impulse_y + j->lane, impulse.y);
    push_point(j, impulse);
}

typedef enum joint_stage { JOINT_WARM, JOINT_SOLVE, JOINT_RELAX } joint_stage;

/* Runs a stage. After the motion the impulses of the last half, along the old arms, are replaced by
 * the same along the new arms: forces that lag would add energy to swinging bodies. Points come
 * last: they matter most. */
INLINE void joint_stage_of(const joint_pass *pass, uint32_t i, joint_stage stage) {
    const joint_blocks *joints = pass->joints;
    const bool relax = stage == JOINT_RELAX;
    if (i % ROW_BLOCK >= joints->blocks[i / ROW_BLOCK].filled) return;
    if (stage != JOINT_SOLVE) place_arms(pass, i);
    jointed j = jointed_at(pass, i);
    joint_aims aims;
    const joint_block *at = j.at;
    const lanes_row a =
        without_given(j.a, at->given.ax + j.lane, at->given.ay + j.lane, at->given.az + j.lane);
    const lanes_row b =
        without_given(j.b, at->given.bx + j.lane, at->given.by + j.lane, at->given.bz + j.lane);
    for (uint32_t k = 0; k < at->count; ++k)
        aims.of[k] = joint_aim_row(&j, &joints->rows[at->first + k],
                                   joints->kinds[at->first + k].coordinates, stage != JOINT_SOLVE);
    if (stage != JOINT_SOLVE) {
        j.a = a;
        j.b = b;
        repeat_impulses(&j, &aims);
    }
    aims.yields = point_yields_of(&j);
    for (uint32_t k = 0; k < at->count && stage != JOINT_WARM; ++k)
        solve_joint_row(&j, &aims, k, relax);
    if (at->point_laws && stage != JOINT_WARM) solve_joint_point(&j, &aims.yields, relax);
    store_given(&j, &a, &b);
    jointed_store(&j);
}

static void kernel_joint_warm(const joint_pass *given, uint32_t from, uint32_t to) {
    const joint_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) joint_stage_of(&pass, i, JOINT_WARM);
}

static void kernel_joint_solve(const joint_pass *given, uint32_t from, uint32_t to) {
    const joint_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) joint_stage_of(&pass, i, JOINT_SOLVE);
}

static void kernel_joint_relax(const joint_pass *given, uint32_t from, uint32_t to) {
    const joint_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) joint_stage_of(&pass, i, JOINT_RELAX);
}

#define JOINT_KERNELS                                                                              \
    { kernel_joint_warm, kernel_joint_solve, kernel_joint_relax }

#endif
