/* joint_aim_lanes.inc.h: the coordinates of joints, LANES joints at a time. In: arms, and shifts of
 * the step so far; out: for each coordinate C its derivative by the velocities of both bodies, G,
 * its value, and the speed that the turning of bodies over a substep of h adds to it:
 *
 *     (C(q + h v) - C(q)) / h = G v + bend,
 *
 * computed by increments, as differences of two C would lose digits. Arms are turned by h w
 * exactly. Where a body turns by more than AHEAD_TURN in a substep, bend is 0: without this bound
 * loaded chains fly apart. */
#ifndef ENGINE_SOLVE_JOINT_AIM_LANES_INC_H
#define ENGINE_SOLVE_JOINT_AIM_LANES_INC_H

#include "solve/body_lanes.inc.h"

/* ---- Joints ---------------------------------------------------------------------------------- */

/* Joints of a pass, with the present arms. */
typedef struct jointed {
    joint_block *at;
    const joint_pass *pass;
    int lane;
    lanes_row a, b;             /* velocities */
    lanes_value mass_a, mass_b; /* inverse masses for effective masses */
    lanes_value over_a, over_b;
    lanes_vec arm_a, arm_b, apart;
    lanes_vec locks_a, locks_b; /* locked axes */
} jointed;

/* Stores the arms, and the turns of bodies, after they have moved. */
INLINE void place_arms(const joint_pass *pass, uint32_t i) {
    joint_block *at = &pass->joints->blocks[i / ROW_BLOCK];
    const int lane = (int)(i % ROW_BLOCK);
    const lanes_row a = lanes_gather(pass->bodies->shift, at->a + lane);
    const lanes_row b = lanes_gather(pass->bodies->shift, at->b + lane);
    const lanes_vec from_a = vectors_load(&at->arm_a, lane);
    const lanes_vec from_b = vectors_load(&at->arm_b, lane);
    const lanes_value angle_a = a.z * a.w, angle_b = b.z * b.w;
    const lanes_vec by_a = turned_by(arm_angle(angle_a), from_a);
    const lanes_vec by_b = turned_by(arm_angle(angle_b), from_b);
    const lanes_vec moved =
        lanes_between(lanes_add(lanes_xy(a), by_a), lanes_add(lanes_xy(b), by_b));
    vectors_store(&at->now.a, lane, lanes_add(from_a, by_a));
    vectors_store(&at->now.b, lane, lanes_add(from_b, by_b));
    vectors_store(&at->now.apart, lane, lanes_add(vectors_load(&at->apart, lane), moved));
    lanes_store(at->now.angle_a + lane, angle_a);
    lanes_store(at->now.angle_b + lane, angle_b);
    lanes_store(at->now.over_a + lane, a.w);
    lanes_store(at->now.over_b + lane, b.w);
}

INLINE jointed jointed_at(const joint_pass *pass, uint32_t i) {
    joint_block *at = &pass->joints->blocks[i / ROW_BLOCK];
    const joint_arms *now = &at->now;
    const int lane = (int)(i % ROW_BLOCK);
    jointed j = {.at = at, .pass = pass, .lane = lane};
    j.a = lanes_gather(pass->bodies->velocity, at->a + lane);
    j.b = lanes_gather(pass->bodies->velocity, at->b + lane);
    j.locks_a = locks_load(pass->bodies, at->a + lane);
    j.locks_b = locks_load(pass->bodies, at->b + lane);
    j.over_a = lanes_load(now->over_a + lane);
    j.over_b = lanes_load(now->over_b + lane);
    j.mass_a = j.a.w * lanes_load(at->lighter_a + lane);
    j.mass_b = j.b.w * lanes_load(at->lighter_b + lane);
    j.arm_a = vectors_load(&now->a, lane);
    j.arm_b = vectors_load(&now->b, lane);
    j.apart = vectors_load(&now->apart, lane);
    return j;
}

INLINE void jointed_store(const jointed *j) {
    bodies_store(j->pass->bodies->velocity, j->at->a + j->lane, j->a, j->at->b + j->lane, j->b);
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* A coordinate: its derivative by the bodies' velocities, its value, and bend. */
typedef struct joint_aim {
    lanes_vec on_a, on_b;
    lanes_value turn_a, turn_b;
    lanes_value value, bend;
    lanes_value yields; /* yield at the end of the substep; 0: the present yield */
} joint_aim;

/* Mean velocities of the anchors in a substep, and of their parting. */
typedef struct anchors_ahead {
    lanes_vec a, b, apart;
    lanes_angle turn_a;     /* of body a in the substep, if that is short */
    lanes_vec arm_a, arm_b; /* arms when it ends */
} anchors_ahead;

INLINE lanes_mask joint_turns_slowly(const jointed *j) {
    const lanes_value h = lanes_all(j->pass->joints->seconds);
    return turns_slowly(j->a.z * j->over_a, j->b.z * j->over_b, h);
}

INLINE lanes_vec anchor_speed(lanes_row v, lanes_vec arm, lanes_value spin) {
    return (lanes_vec){v.x - spin * arm.y, v.y + spin * arm.x};
}

/* Returns the velocities of the anchors. `relax`: the present ones. */
INLINE anchors_ahead anchors_now(const jointed *j, bool relax) {
    const lanes_value spin_a = j->a.z * j->over_a, spin_b = j->b.z * j->over_b;
    anchors_ahead p = {.a = anchor_speed(j->a, j->arm_a, spin_a),
                       .b = anchor_speed(j->b, j->arm_b, spin_b)};
    p.apart = lanes_between(p.a, p.b);
    if (relax) return p;
    const lanes_value h = lanes_all(j->pass->joints->seconds);
    const lanes_value over_h = lanes_all(j->pass->joints->per_second);
    const lanes_mask slow = joint_turns_slowly(j);
    const lanes_angle swing_a = swing_angle(h * spin_a), swing_b = swing_angle(h * spin_b);
    const lanes_vec by_a = turned_by(swing_a, j->arm_a), by_b = turned_by(swing_b, j->arm_b);
    p.turn_a = swing_a;
    p.a = lanes_pick_vec(slow, lanes_along(lanes_xy(j->a), over_h, by_a), p.a);
    p.b = lanes_pick_vec(slow, lanes_along(lanes_xy(j->b), over_h, by_b), p.b);
    p.apart = lanes_between(p.a, p.b);
    p.arm_a = lanes_add(j->arm_a, by_a);
    p.arm_b = lanes_add(j->arm_b, by_b);
    return p;
}

INLINE lanes_value aim_speed(const joint_aim *aim, const lanes_row *a, const lanes_row *b) {
    return lanes_dot(aim->on_b, lanes_xy(*b)) + aim->turn_b * b->z
           + (lanes_dot(aim->on_a, lanes_xy(*a)) + aim->turn_a * a->z);
}

/* Sets bend, from the mean speed of the coordinate in the substep, and the yield at its end, which
 * is larger where an impulse turns a long arm. Both are 0 where bodies turn too fast. */
INLINE void set_bend(joint_aim *aim, const jointed *j, lanes_value ahead, lanes_value yields) {
    const lanes_mask slow = joint_turns_slowly(j);
    aim->bend = lanes_only(slow, ahead - aim_speed(aim, &j->a, &j->b));
    aim->yields = lanes_only(slow, yields);
}

/* Returns the yield of one side along a direction d with a lever. */
INLINE lanes_value side_yields(lanes_value mass, lanes_value over, lanes_vec locks, lanes_vec d,
                               lanes_vec lever) {
    const lanes_value turn = lanes_cross(lever, d) * over;
    return mass * (lanes_dot(d, unlocked_part(locks, d)) + turn * turn);
}

/* Yielding of both sides, each with its lever. */
INLINE lanes_value sides_yield(const jointed *j, lanes_vec d, lanes_vec lever_a,
                               lanes_vec lever_b) {
    return side_yields(j->mass_a, j->over_a, j->locks_a, d, lever_a)
           + side_yields(j->mass_b, j->over_b, j->locks_b, d, lever_b);
}

INLINE joint_aim aim_along(const jointed *j, lanes_vec d, lanes_vec lever_a) {
    joint_aim aim = {.on_a = lanes_negate(d), .on_b = d};
    aim.turn_a = lanes_cross(d, lever_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, d) * j->over_b;
    aim.bend = aim.yields = lanes_all(0);
    return aim;
}

/* Coordinate along a direction d that turns with a: C = d . apart. */
INLINE joint_aim aim_axis(const jointed *j, lanes_vec begun, bool relax) {
    const lanes_angle turn = arm_angle(lanes_load(j->at->now.angle_a + j->lane));
    const lanes_vec d = lanes_add(begun, turned_by(turn, begun));
    joint_aim aim = aim_along(j, d, lanes_add(j->arm_a, j->apart));
    aim.value = lanes_dot(d, j->apart);
    if (relax) return aim;
    const anchors_ahead p = anchors_now(j, false);
    const lanes_vec by = turned_by(p.turn_a, d);
    const lanes_value over_h = lanes_all(j->pass->joints->per_second);
    const lanes_value h = lanes_all(j->pass->joints->seconds);
    const lanes_vec then = lanes_along(p.apart, over_h, j->apart);
    set_bend(&aim, j, lanes_dot(d, p.apart) + lanes_dot(by, then),
             sides_yield(j, lanes_add(d, by), lanes_along(p.arm_a, h, then), p.arm_b));
    return aim;
}

/* A rope: its direction and length, and the mean rate of its length when its ends part at a speed;
 * `then`: its direction at the end of the substep. */
typedef struct joint_rope {
    lanes_vec along, then;
    lanes_value length, ahead;
} joint_rope;

INLINE joint_rope rope_of(const jointed *j, lanes_vec way, lanes_vec speed) {
    const lanes_value tiny = lanes_all(1e-20f), length = lanes_length(way);
    const lanes_value h = lanes_all(j->pass->joints->seconds);
    const lanes_mask some = lanes_less(tiny, length);
    joint_rope r = {.length = length};
    r.along.x = lanes_pick(some, way.x / length, lanes_all(1));
    r.along.y = lanes_only(some, way.y / length);
    const lanes_vec then = lanes_along(way, h, speed);
    const lanes_value end = lanes_length(then), over = lanes_all(1) / lanes_max(end, tiny);
    r.ahead = lanes_dot(lanes_add(way, then), speed) / lanes_max(length + end, tiny);
    r.then = lanes_scaled(then, over);
    return r;
}

INLINE joint_aim aim_length(const jointed *j, bool relax) {
    const anchors_ahead p = anchors_now(j, relax);
    const joint_rope r = rope_of(j, j->apart, p.apart);
    joint_aim aim = aim_along(j, r.along, j->arm_a);
    aim.value = r.length;
    if (!relax) set_bend(&aim, j, r.ahead, sides_yield(j, r.then, p.arm_a, p.arm_b));
    return aim;
}

INLINE joint_aim aim_angle(const jointed *j, lanes_vec factors) {
    const lanes_value zero = lanes_all(0);
    joint_aim aim = {.on_a = {zero, zero}, .on_b = {zero, zero}};
    aim.turn_a = factors.x * j->over_a;
    aim.turn_b = factors.y * j->over_b;
    aim.value = factors.x * lanes_load(j->at->now.angle_a + j->lane)
                + factors.y * lanes_load(j->at->now.angle_b + j->lane);
    aim.bend = aim.yields = zero;
    return aim;
}

/* Coordinate of two ropes from the grounds to the anchors. `apart` began as a's rope; the shift of
 * b's anchor less that of a's was added since. */
INLINE joint_aim aim_pulley(const jointed *j, lanes_vec begun_b, lanes_value factor, bool relax) {
    const joint_block *at = j->at;
    const lanes_row shift = lanes_gather(j->pass->bodies->shift, at->b + j->lane);
    const lanes_vec begun_a = vectors_load(&at->apart, j->lane);
    const lanes_vec turned_b = lanes_between(vectors_load(&at->arm_b, j->lane), j->arm_b);
    const lanes_vec gone_b = lanes_add(lanes_xy(shift), turned_b);
    const lanes_vec gone_a = lanes_add(lanes_between(j->apart, begun_a), gone_b);
    const anchors_ahead p = anchors_now(j, relax);
    const joint_rope a = rope_of(j, lanes_add(begun_a, gone_a), p.a);
    const joint_rope b = rope_of(j, lanes_add(begun_b, gone_b), p.b);
    joint_aim aim = {.on_a = a.along, .on_b = lanes_scaled(b.along, factor)};
    aim.turn_a = lanes_cross(j->arm_a, aim.on_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, aim.on_b) * j->over_b;
    aim.value = a.length + factor * b.length;
    aim.bend = aim.yields = lanes_all(0);
    if (!relax)
        set_bend(&aim, j, a.ahead + factor * b.ahead,
                 side_yields(j->mass_a, j->over_a, j->locks_a, a.then, p.arm_a)
                     + factor * factor
                           * side_yields(j->mass_b, j->over_b, j->locks_b, b.then, p.arm_b));
    return aim;
}

INLINE joint_aim aim_pick(lanes_mask mask, const joint_aim *yes, const joint_aim *no) {
    joint_aim aim = {
        lanes_pick_vec(mask, yes->on_a, no->on_a), lanes_pick_vec(mask, yes->on_b, no->on_b),
        lanes_pick(mask, yes->turn_a, no->turn_a), lanes_pick(mask, yes->turn_b, no->turn_b),
        lanes_pick(mask, yes->value, no->value),   lanes_pick(mask, yes->bend, no->bend),
        lanes_pick(mask, yes->yields, no->yields)};
    return aim;
}

INLINE joint_aim aim_of(const jointed *j, const joint_row *row, joint_coordinate of, bool relax) {
    const int lane = j->lane;
    const lanes_vec xy = {lanes_load(row->x + lane), lanes_load(row->y + lane)};
    if (of == JOINT_AXIS) return aim_axis(j, xy, relax);
    if (of == JOINT_LENGTH) return aim_length(j, relax);
    if (of == JOINT_ANGLE) return aim_angle(j, xy);
    return aim_pulley(j, xy, lanes_load(row->factor + lane), relax);
}

/* The coordinates of a row, which may differ from lane to lane. `relax`: without bend. */
INLINE joint_aim joint_aim_row(const jointed *j, const joint_row *row, unsigned kinds, bool relax) {
    if (kinds == 1 << JOINT_ANGLE) return aim_of(j, row, JOINT_ANGLE, relax);
    const lanes_value of = lanes_load(row->coordinate + j->lane);
    joint_aim aim = aim_of(j, row, JOINT_AXIS, relax);
    for (int k = JOINT_LENGTH; k <= JOINT_PULLEY; ++k) {
        if (!(kinds >> k & 1)) continue;
        const joint_aim other = aim_of(j, row, (joint_coordinate)k, relax);
        aim = aim_pick(lanes_equal(of, lanes_all((float)k)), &other, &aim);
    }
    return aim;
}

/* Returns the speed of one coordinate that a unit impulse on another gives. */
INLINE lanes_value aim_coupling(const joint_aim *aim, const joint_aim *other, const jointed *j) {
    const lanes_vec on_a = unlocked_part(j->locks_a, other->on_a);
    const lanes_vec on_b = unlocked_part(j->locks_b, other->on_b);
    return j->mass_a * (lanes_dot(aim->on_a, on_a) + aim->turn_a * other->turn_a)
           + j->mass_b * (lanes_dot(aim->on_b, on_b) + aim->turn_b * other->turn_b);
}

INLINE void aim_push(jointed *j, const joint_aim *aim, lanes_value impulse) {
    const lanes_value on_a = j->a.w * impulse, on_b = j->b.w * impulse;
    const lanes_vec way_a = unlocked_part(j->locks_a, aim->on_a);
    const lanes_vec way_b = unlocked_part(j->locks_b, aim->on_b);
    j->a.x += on_a * way_a.x;
    j->a.y += on_a * way_a.y;
    j->a.z += on_a * aim->turn_a;
    j->b.x += on_b * way_b.x;
    j->b.y += on_b * way_b.y;
    j->b.z += on_b * aim->turn_b;
}

#endif
