/* joint_aim_lanes.h: joints as they lie, and their coordinates, LANES joints at a time. In: arms
 * and ways of the step so far; out: for each coordinate C how it changes with the velocities of
 * both bodies, its value, and what the turning of arms adds to it in a substep. */
#ifndef ENGINE_SOLVE_JOINT_AIM_LANES_H
#define ENGINE_SOLVE_JOINT_AIM_LANES_H

#include "solve/aim_lanes.h"
#include "solve/joint.h"

/* ---- Joints ---------------------------------------------------------------------------------- */

/* Radians that a body turns in a substep, squared: faster ones are aimed at as if this fast. */
static const float BEND_MOST = 0.01f;

/* Joints of a pass as they lie now. */
typedef struct jointed {
    joint_block *at;
    const joint_pass *pass;
    int lane;
    lanes_row a, b; /* velocities */
    lanes_value over_a, over_b;
    lanes_vec arm_a, arm_b, apart;
} jointed;

/* Turns below half a radian with two terms more than turn_angle: arms of joints last. */
INLINE lanes_angle arm_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_value sine = square * (lanes_all(1.0f / 6) - square * lanes_all(1.0f / 120));
    lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    lanes_angle angle = {turn * (lanes_all(1) - sine), less};
    lanes_mask far = lanes_less(lanes_all(0.25f), square);
    if (!lanes_bits(far)) return angle;
    lanes_angle by = long_turn(turn);
    angle.sine = lanes_pick(far, by.sine, angle.sine);
    angle.less = lanes_pick(far, by.less, angle.less);
    return angle;
}

/* Stores how arms lie, and how bodies have turned, after they have moved. */
INLINE void place_arms(const joint_pass *pass, uint32_t i) {
    joint_block *at = &pass->joints->blocks[i / ROW_BLOCK];
    const int lane = (int)(i % ROW_BLOCK);
    const lanes_row a = lanes_gather(pass->bodies->shift, at->a + lane);
    const lanes_row b = lanes_gather(pass->bodies->shift, at->b + lane);
    const lanes_vec from_a = {lanes_load(at->arm_ax + lane), lanes_load(at->arm_ay + lane)};
    const lanes_vec from_b = {lanes_load(at->arm_bx + lane), lanes_load(at->arm_by + lane)};
    const lanes_value angle_a = a.z * a.w, angle_b = b.z * b.w;
    lanes_vec arm_a, arm_b;
    const lanes_vec moved_a = fit_moved(a, arm_angle(angle_a), from_a, &arm_a);
    const lanes_vec moved_b = fit_moved(b, arm_angle(angle_b), from_b, &arm_b);
    const lanes_value x = lanes_load(at->apart_x + lane) + (moved_b.x - moved_a.x);
    const lanes_value y = lanes_load(at->apart_y + lane) + (moved_b.y - moved_a.y);
    lanes_store(at->now.ax + lane, arm_a.x);
    lanes_store(at->now.ay + lane, arm_a.y);
    lanes_store(at->now.bx + lane, arm_b.x);
    lanes_store(at->now.by + lane, arm_b.y);
    lanes_store(at->now.apart_x + lane, x);
    lanes_store(at->now.apart_y + lane, y);
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
    j.over_a = lanes_load(now->over_a + lane);
    j.over_b = lanes_load(now->over_b + lane);
    j.arm_a = (lanes_vec){lanes_load(now->ax + lane), lanes_load(now->ay + lane)};
    j.arm_b = (lanes_vec){lanes_load(now->bx + lane), lanes_load(now->by + lane)};
    j.apart = (lanes_vec){lanes_load(now->apart_x + lane), lanes_load(now->apart_y + lane)};
    return j;
}

INLINE void jointed_store(const jointed *j) {
    float *velocity = j->pass->bodies->velocity;
    const uint32_t *at_a = j->at->a + j->lane, *at_b = j->at->b + j->lane;
    unsigned a = lanes_moved(j->a.w), b = lanes_moved(j->b.w);
    if ((a & b) == ALL_LANES) {
        lanes_scatter(velocity, at_a, j->a);
        lanes_scatter(velocity, at_b, j->b);
        return;
    }
    if (a) lanes_scatter_some(velocity, at_a, j->a, a);
    if (b) lanes_scatter_some(velocity, at_b, j->b, b);
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* A coordinate: how it changes with the bodies' velocities, its value, and C" h / 2. */
typedef struct joint_aim {
    lanes_vec on_a, on_b;
    lanes_value turn_a, turn_b;
    lanes_value value, bend;
} joint_aim;

/* How the anchors move, and part: velocities, and h / 2 times accelerations by turning. */
typedef struct anchors_part {
    lanes_vec speed_a, speed_b, speed;
    lanes_vec bend_a, bend_b, bend;
    lanes_value spin_a, half;
} anchors_part;

INLINE anchors_part anchors_now(const jointed *j) {
    const lanes_value over = lanes_all(j->pass->joints->per_second);
    const lanes_value most = lanes_all(BEND_MOST) * over * over;
    const lanes_value spin_a = j->a.z * j->over_a, spin_b = j->b.z * j->over_b;
    const lanes_value half = lanes_all(0.5f) * lanes_all(j->pass->joints->seconds);
    const lanes_value in_a = lanes_all(0) - half * lanes_min(spin_a * spin_a, most);
    const lanes_value in_b = lanes_all(0) - half * lanes_min(spin_b * spin_b, most);
    anchors_part p = {.spin_a = spin_a, .half = half};
    p.speed_a = (lanes_vec){j->a.x - spin_a * j->arm_a.y, j->a.y + spin_a * j->arm_a.x};
    p.speed_b = (lanes_vec){j->b.x - spin_b * j->arm_b.y, j->b.y + spin_b * j->arm_b.x};
    p.bend_a = (lanes_vec){in_a * j->arm_a.x, in_a * j->arm_a.y};
    p.bend_b = (lanes_vec){in_b * j->arm_b.x, in_b * j->arm_b.y};
    p.speed = lanes_between(p.speed_a, p.speed_b);
    p.bend = lanes_between(p.bend_a, p.bend_b);
    return p;
}

INLINE joint_aim aim_along(const jointed *j, lanes_vec d, lanes_vec lever_a) {
    joint_aim aim = {.on_a = {lanes_all(0) - d.x, lanes_all(0) - d.y}, .on_b = d};
    aim.turn_a = lanes_cross(d, lever_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, d) * j->over_b;
    return aim;
}

INLINE joint_aim aim_axis(const jointed *j, lanes_vec begun) {
    const lanes_angle turn = arm_angle(lanes_load(j->at->now.angle_a + j->lane));
    const lanes_value sine = turn.sine, less = turn.less;
    const lanes_vec d = {begun.x - (begun.x * less + begun.y * sine),
                         begun.y + (begun.x * sine - begun.y * less)};
    const lanes_vec lever = {j->arm_a.x + j->apart.x, j->arm_a.y + j->apart.y};
    joint_aim aim = aim_along(j, d, lever);
    aim.value = lanes_dot(d, j->apart);
    const anchors_part p = anchors_now(j);
    const lanes_value across = lanes_cross(d, p.speed), half = p.spin_a * p.half;
    aim.bend = lanes_dot(d, p.bend) + half * (across + across) - half * p.spin_a * aim.value;
    return aim;
}

/* A rope along a way: its ends move apart at a speed; `bend`: h / 2 times their acceleration. */
typedef struct joint_rope {
    lanes_vec along;
    lanes_value length, bend;
} joint_rope;

INLINE joint_rope rope_of(lanes_vec way, lanes_vec speed, lanes_vec bend, lanes_value half) {
    const lanes_value tiny = lanes_all(1e-20f), length = lanes_length(way);
    const lanes_mask some = lanes_less(tiny, length);
    joint_rope r = {.length = length};
    r.along.x = lanes_pick(some, way.x / length, lanes_all(1));
    r.along.y = lanes_only(some, way.y / length);
    const lanes_value across = lanes_abs(lanes_cross(r.along, speed));
    const lanes_value from = lanes_max(lanes_max(length, lanes_all(20) * half * across), tiny);
    r.bend = lanes_dot(r.along, bend) + half * across * across / from;
    return r;
}

INLINE joint_aim aim_length(const jointed *j) {
    const anchors_part p = anchors_now(j);
    const joint_rope r = rope_of(j->apart, p.speed, p.bend, p.half);
    joint_aim aim = aim_along(j, r.along, j->arm_a);
    aim.value = r.length;
    aim.bend = r.bend;
    return aim;
}

INLINE joint_aim aim_angle(const jointed *j, lanes_vec factors) {
    const lanes_value zero = lanes_all(0);
    joint_aim aim = {.on_a = {zero, zero}, .on_b = {zero, zero}};
    aim.turn_a = factors.x * j->over_a;
    aim.turn_b = factors.y * j->over_b;
    aim.value = factors.x * lanes_load(j->at->now.angle_a + j->lane)
                + factors.y * lanes_load(j->at->now.angle_b + j->lane);
    aim.bend = zero;
    return aim;
}

/* Two ropes from the grounds to the anchors. `apart`, which began as a's, has since got the way of
 * b's anchor less that of a's. */
INLINE joint_aim aim_pulley(const jointed *j, lanes_vec begun_b, lanes_value factor) {
    const joint_block *at = j->at;
    const lanes_row shift = lanes_gather(j->pass->bodies->shift, at->b + j->lane);
    const lanes_vec arm_b = {lanes_load(at->arm_bx + j->lane), lanes_load(at->arm_by + j->lane)};
    const lanes_vec begun_a = {lanes_load(at->apart_x + j->lane),
                               lanes_load(at->apart_y + j->lane)};
    const lanes_vec gone_b = {shift.x + (j->arm_b.x - arm_b.x), shift.y + (j->arm_b.y - arm_b.y)};
    const lanes_vec gone_a = lanes_along(lanes_between(j->apart, begun_a), lanes_all(1), gone_b);
    const anchors_part p = anchors_now(j);
    const joint_rope a =
        rope_of(lanes_along(begun_a, lanes_all(1), gone_a), p.speed_a, p.bend_a, p.half);
    const joint_rope b =
        rope_of(lanes_along(begun_b, lanes_all(1), gone_b), p.speed_b, p.bend_b, p.half);
    joint_aim aim = {.on_a = a.along};
    aim.on_b = (lanes_vec){factor * b.along.x, factor * b.along.y};
    aim.turn_a = lanes_cross(j->arm_a, aim.on_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, aim.on_b) * j->over_b;
    aim.value = a.length + factor * b.length;
    aim.bend = a.bend + factor * b.bend;
    return aim;
}

INLINE joint_aim aim_pick(lanes_mask mask, const joint_aim *yes, const joint_aim *no) {
    joint_aim aim = {
        lanes_pick_vec(mask, yes->on_a, no->on_a), lanes_pick_vec(mask, yes->on_b, no->on_b),
        lanes_pick(mask, yes->turn_a, no->turn_a), lanes_pick(mask, yes->turn_b, no->turn_b),
        lanes_pick(mask, yes->value, no->value),   lanes_pick(mask, yes->bend, no->bend)};
    return aim;
}

INLINE joint_aim aim_of(const jointed *j, const joint_row *row, joint_coordinate of) {
    const int lane = j->lane;
    const lanes_vec xy = {lanes_load(row->x + lane), lanes_load(row->y + lane)};
    if (of == JOINT_AXIS) return aim_axis(j, xy);
    if (of == JOINT_LENGTH) return aim_length(j);
    if (of == JOINT_ANGLE) return aim_angle(j, xy);
    return aim_pulley(j, xy, lanes_load(row->factor + lane));
}

/* The coordinates of a row, which may differ from lane to lane. */
INLINE joint_aim joint_aim_row(const jointed *j, const joint_row *row, unsigned kinds) {
    if (kinds == 1 << JOINT_ANGLE) return aim_of(j, row, JOINT_ANGLE);
    const lanes_value of = lanes_load(row->coordinate + j->lane);
    joint_aim aim = aim_of(j, row, JOINT_AXIS);
    for (int k = JOINT_LENGTH; k <= JOINT_PULLEY; ++k) {
        if (!(kinds >> k & 1)) continue;
        const joint_aim other = aim_of(j, row, (joint_coordinate)k);
        aim = aim_pick(lanes_equal(of, lanes_all((float)k)), &other, &aim);
    }
    return aim;
}

INLINE lanes_value aim_speed(const joint_aim *aim, const lanes_row *a, const lanes_row *b) {
    return lanes_dot(aim->on_b, (lanes_vec){b->x, b->y}) + aim->turn_b * b->z
           + (lanes_dot(aim->on_a, (lanes_vec){a->x, a->y}) + aim->turn_a * a->z);
}

INLINE lanes_value aim_yields(const joint_aim *aim, const jointed *j) {
    return j->a.w * (lanes_dot(aim->on_a, aim->on_a) + aim->turn_a * aim->turn_a)
           + j->b.w * (lanes_dot(aim->on_b, aim->on_b) + aim->turn_b * aim->turn_b);
}

INLINE void aim_push(jointed *j, const joint_aim *aim, lanes_value impulse) {
    const lanes_value on_a = j->a.w * impulse, on_b = j->b.w * impulse;
    j->a.x += on_a * aim->on_a.x;
    j->a.y += on_a * aim->on_a.y;
    j->a.z += on_a * aim->turn_a;
    j->b.x += on_b * aim->on_b.x;
    j->b.y += on_b * aim->on_b.y;
    j->b.z += on_b * aim->turn_b;
}

#endif
