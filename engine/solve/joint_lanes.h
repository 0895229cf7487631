/* joint_lanes.h: the passes over rows of joints, LANES joints at a time. In: blocks and the rows of
 * their bodies; out: velocities, and impulses.
 *
 * A rigid row of coordinate C shall end a substep of h with C within its bounds: it aims at
 *
 *     C + h C' + h h C" / 2,
 *
 * C" being what the turning of bodies alone gives. Aimed at along the tangent, bodies would swing
 * out, be pulled in, and lose energy. When the bodies have moved, the row takes the velocity that
 * is left along C, as the arms lie then. Limits that are not reached act ahead, as open contacts
 * do. */
#include "solve/joint_aim_lanes.h"

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Velocity of b's anchor relative to a's by an impulse, as a symmetric matrix, and its inverse. */
typedef struct point_yields {
    lanes_value xx, xy, yy, over;
} point_yields;

INLINE point_yields point_yields_of(const jointed *j) {
    const lanes_value ax = j->arm_a.x * j->over_a, ay = j->arm_a.y * j->over_a;
    const lanes_value bx = j->arm_b.x * j->over_b, by = j->arm_b.y * j->over_b;
    const lanes_value both = j->a.w + j->b.w, across = ax * by - ay * bx;
    point_yields y = {.xx = j->a.w * ay * ay + j->b.w * by * by,
                      .xy = lanes_all(0) - (j->a.w * ax * ay + j->b.w * bx * by),
                      .yy = j->a.w * ax * ax + j->b.w * bx * bx};
    const lanes_value determinant = both * (both + y.xx + y.yy) + j->a.w * j->b.w * across * across;
    y.over = over_yield(determinant);
    y.xx += both;
    y.yy += both;
    return y;
}

INLINE lanes_vec yields_times(const point_yields *y, lanes_vec v) {
    lanes_vec by = {y->xx * v.x + y->xy * v.y, y->xy * v.x + y->yy * v.y};
    return by;
}

INLINE lanes_vec over_yields(const point_yields *y, lanes_vec v) {
    lanes_vec by = {y->over * (y->yy * v.x - y->xy * v.y), y->over * (y->xx * v.y - y->xy * v.x)};
    return by;
}

/* A row that is solved: its coordinate, velocity and effective mass. */
typedef struct joint_solved {
    joint_row *row;
    joint_aim aim;
    lanes_value speed, old, mass, yields;
} joint_solved;

/* The impulse that brings a coordinate to a bound at its rate; what is `open` may go as far as to
 * the bound in the substep. */
INLINE lanes_value bound_impulse(const jointed *j, const joint_solved *s, lanes_value over,
                                 lanes_mask open, bool relax) {
    const lanes_value one = lanes_all(1), ahead = lanes_all(j->pass->joints->per_second);
    const int lane = j->lane;
    lanes_value rate = relax ? lanes_all(0) : lanes_load(s->row->by.rate + lane);
    lanes_value gain = relax ? one : lanes_load(s->row->by.gain + lane);
    rate = lanes_pick(open, ahead, rate);
    gain = lanes_pick(open, one, gain);
    const lanes_value bend = relax ? lanes_all(0) : s->aim.bend;
    const lanes_value aim = lanes_load(s->row->speed + lane) - bend - over * rate;
    return gain * (s->old - s->mass * (s->speed - aim));
}

INLINE lanes_value rigid_impulse(const jointed *j, const joint_solved *s, bool bounded,
                                 bool relax) {
    const lanes_value zero = lanes_all(0);
    const lanes_value lower = lanes_load(s->row->lower + j->lane);
    const lanes_value below = s->aim.value - lower;
    lanes_mask open = lanes_less(zero, zero);
    if (!bounded) return bound_impulse(j, s, below, open, relax);
    const lanes_value upper = lanes_load(s->row->upper + j->lane);
    const lanes_value above = s->aim.value - upper;
    const lanes_mask range = lanes_less(lower, upper);
    const lanes_value least = bound_impulse(j, s, below, range & lanes_less(zero, below), relax);
    const lanes_value most = bound_impulse(j, s, above, range & lanes_less(above, zero), relax);
    return lanes_max(least, lanes_min(most, zero));
}

/* A spring of stiffness k and damping c on a coordinate C of effective mass m, by the rule of the
 * middle. Without it, the velocity would be v when a substep of h begins, and b = v + what gravity
 * and forces add when it ends; with it, it is v' then, and u = s v' + (1 - s) v in the mean:
 *
 *     m (v' - b) = -h (k (C + s h u) + c u).
 *
 * The bodies go at u, and end with v'. s = 1/2 neither gains nor loses energy; stiffer springs have
 * a larger s, which damps what substeps do not resolve. */
typedef struct spring_end {
    lanes_value mean, impulse; /* u, and m (v' - b) */
} spring_end;

INLINE spring_end spring_by(const jointed *j, const joint_laws *by, lanes_value value,
                            lanes_value free, lanes_value drive, lanes_value yields) {
    const lanes_value one = lanes_all(1), half = lanes_all(0.5f);
    const lanes_value stiffness = lanes_load(by->stiffness + j->lane);
    const lanes_value damping = lanes_load(by->damping + j->lane);
    const lanes_value square = stiffness * yields, damp = damping * yields;
    const lanes_value share = half + half * lanes_min(lanes_all(0.25f) * square, one);
    const lanes_value rest = (one - share) * (free - drive);
    const lanes_value pulled = value * lanes_all(j->pass->joints->per_second);
    const lanes_value end = free - square * (pulled + share * rest) - damp * rest;
    spring_end s;
    s.mean = share * end / (one + share * (damp + share * square)) + rest;
    s.impulse = lanes_all(0) - stiffness * (pulled + share * s.mean) - damping * s.mean;
    return s;
}

INLINE lanes_value spring_impulse(const jointed *j, const joint_solved *s, lanes_value most) {
    const int lane = j->lane;
    const lanes_row a = lanes_gather(j->pass->bodies->drive, j->at->a + lane);
    const lanes_row b = lanes_gather(j->pass->bodies->drive, j->at->b + lane);
    const lanes_value free = s->speed - s->yields * s->old, zero = lanes_all(0);
    const lanes_value over = s->aim.value - lanes_load(s->row->lower + lane);
    const spring_end to =
        spring_by(j, &s->row->by, over, free, aim_speed(&s->aim, &a, &b), s->yields);
    lanes_store(s->row->after + lane, lanes_clamp(to.impulse, zero - most, most));
    return s->mass * (to.mean - free);
}

/* Velocity that the anchors shall have in a substep, negative: see the head. */
INLINE lanes_vec point_misses(const jointed *j, const anchors_part *p, bool relax) {
    const lanes_value rate = relax ? lanes_all(0) : lanes_load(j->at->point.by.rate + j->lane);
    const lanes_vec speed = lanes_along(p->speed, rate, j->apart);
    return relax ? speed : lanes_along(speed, lanes_all(1), p->bend);
}

/* Takes the point into account that is solved after an angle: what an impulse on the angle does to
 * the anchors, the point undoes, and turns the bodies by that. */
INLINE void hold_point(const jointed *j, joint_solved *s, const point_yields *yields, bool relax) {
    const anchors_part p = anchors_now(j);
    const lanes_value turn_a = j->a.w * s->aim.turn_a * j->over_a;
    const lanes_value turn_b = j->b.w * s->aim.turn_b * j->over_b;
    const lanes_vec moved = {turn_a * j->arm_a.y - turn_b * j->arm_b.y,
                             turn_b * j->arm_b.x - turn_a * j->arm_a.x};
    const joint_point *at = &j->at->point;
    const lanes_mask rigid = lanes_equal(lanes_load(at->by.law + j->lane), lanes_all(JOINT_RIGID));
    const lanes_value one = lanes_all(1);
    const lanes_value gain = lanes_only(rigid, relax ? one : lanes_load(at->by.gain + j->lane));
    const lanes_value leak = lanes_only(rigid, one - gain);
    const lanes_vec undone = over_yields(yields, moved);
    const lanes_vec old = {lanes_load(at->impulse_x + j->lane),
                           lanes_load(at->impulse_y + j->lane)};
    s->speed = s->speed - gain * lanes_dot(undone, point_misses(j, &p, relax))
               - leak * lanes_dot(moved, old);
    const lanes_value left = s->yields - gain * lanes_dot(undone, moved);
    s->mass = over_yield(lanes_max(left, lanes_all(1e-4f) * s->yields));
}

INLINE void solve_joint_row(jointed *j, joint_row *row, const joint_aim *aim,
                            const point_yields *yields, joint_kinds kinds, bool relax) {
    const int lane = j->lane;
    joint_solved s = {.row = row, .aim = *aim};
    s.speed = aim_speed(aim, &j->a, &j->b);
    s.old = lanes_load(row->impulse + lane);
    s.yields = aim_yields(aim, j);
    s.mass = over_yield(s.yields);
    const lanes_value most = lanes_load(row->by.most + lane), law = lanes_load(row->by.law + lane);
    if (kinds.laws >> JOINT_MOTOR & 1)
        s.aim.bend = lanes_pick(lanes_equal(law, lanes_all(JOINT_MOTOR)), lanes_all(0), s.aim.bend);
    joint_solved held = s;
    if (j->at->point_laws >> JOINT_RIGID & 1) hold_point(j, &held, yields, relax);
    lanes_value found = rigid_impulse(j, &held, kinds.bounded, relax);
    if (kinds.laws >> JOINT_SPRING & 1) {
        const lanes_mask springs = lanes_equal(law, lanes_all(JOINT_SPRING));
        const lanes_value pulls =
            relax ? lanes_load(row->after + lane) : spring_impulse(j, &s, most);
        found = lanes_pick(springs, pulls, found);
    }
    found = lanes_clamp(found, lanes_all(0) - most, most);
    lanes_store(row->impulse + lane, found);
    aim_push(j, aim, found - s.old);
}

/* ---- Points ---------------------------------------------------------------------------------- */

INLINE lanes_vec shortened(lanes_vec v, lanes_value most) {
    const lanes_value length = lanes_length(v);
    const lanes_value part = lanes_pick(lanes_less(most, length), most / length, lanes_all(1));
    lanes_vec by = {part * v.x, part * v.y};
    return by;
}

INLINE void push_point(jointed *j, lanes_vec impulse) {
    j->a.x -= j->a.w * impulse.x;
    j->a.y -= j->a.w * impulse.y;
    j->a.z -= j->a.w * lanes_cross(j->arm_a, impulse) * j->over_a;
    j->b.x += j->b.w * impulse.x;
    j->b.y += j->b.w * impulse.y;
    j->b.z += j->b.w * lanes_cross(j->arm_b, impulse) * j->over_b;
}

INLINE lanes_vec point_rigid(const jointed *j, const anchors_part *p, const point_yields *yields,
                             lanes_vec old, bool relax) {
    const joint_laws *by = &j->at->point.by;
    const lanes_value gain = relax ? lanes_all(1) : lanes_load(by->gain + j->lane);
    const lanes_vec change = over_yields(yields, point_misses(j, p, relax));
    lanes_vec impulse = {gain * (old.x - change.x), gain * (old.y - change.y)};
    return impulse;
}

INLINE lanes_vec point_spring(jointed *j, const anchors_part *p, const point_yields *yields,
                              lanes_vec old, lanes_value most) {
    const int lane = j->lane;
    joint_point *at = &j->at->point;
    jointed driven = *j;
    driven.a = lanes_gather(j->pass->bodies->drive, j->at->a + lane);
    driven.b = lanes_gather(j->pass->bodies->drive, j->at->b + lane);
    const lanes_vec drive = anchors_now(&driven).speed, given = yields_times(yields, old);
    const lanes_vec free = {p->speed.x - given.x, p->speed.y - given.y};
    const spring_end x = spring_by(j, &at->by, j->apart.x, free.x, drive.x, yields->xx);
    const spring_end y = spring_by(j, &at->by, j->apart.y, free.y, drive.y, yields->yy);
    const lanes_vec mean = {x.mean - free.x, y.mean - free.y};
    const lanes_vec impulse = {x.impulse, y.impulse}, after = shortened(impulse, most);
    lanes_store(at->after_x + lane, after.x);
    lanes_store(at->after_y + lane, after.y);
    return over_yields(yields, mean);
}

INLINE void solve_joint_point(jointed *j, const point_yields *yields, bool relax) {
    const int lane = j->lane;
    joint_point *at = &j->at->point;
    const anchors_part p = anchors_now(j);
    const lanes_value most = lanes_load(at->by.most + lane);
    const lanes_vec old = {lanes_load(at->impulse_x + lane), lanes_load(at->impulse_y + lane)};
    lanes_vec found = point_rigid(j, &p, yields, old, relax);
    if (j->at->point_laws >> JOINT_SPRING & 1) {
        const lanes_mask springs =
            lanes_equal(lanes_load(at->by.law + lane), lanes_all(JOINT_SPRING));
        lanes_vec pulls = {lanes_load(at->after_x + lane), lanes_load(at->after_y + lane)};
        if (!relax) pulls = point_spring(j, &p, yields, old, most);
        found = lanes_pick_vec(springs, pulls, found);
    }
    if (j->at->point_laws & POINT_LIMITED) found = shortened(found, most);
    lanes_store(at->impulse_x + lane, found.x);
    lanes_store(at->impulse_y + lane, found.y);
    const lanes_vec change = {found.x - old.x, found.y - old.y};
    push_point(j, change);
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Velocity of a body without what the joint gave it. */
INLINE lanes_row without(lanes_row v, const float *x, const float *y, const float *z) {
    lanes_row free = {v.x - lanes_load(x), v.y - lanes_load(y), v.z - lanes_load(z), v.w};
    return free;
}

INLINE void give(const jointed *j, const lanes_row *a, const lanes_row *b) {
    joint_block *at = j->at;
    const int lane = j->lane;
    lanes_store(at->given_ax + lane, j->a.x - a->x);
    lanes_store(at->given_ay + lane, j->a.y - a->y);
    lanes_store(at->given_az + lane, j->a.z - a->z);
    lanes_store(at->given_bx + lane, j->b.x - b->x);
    lanes_store(at->given_by + lane, j->b.y - b->y);
    lanes_store(at->given_bz + lane, j->b.z - b->z);
}

/* Applies the impulses of the substep before along the arms of this one. */
INLINE void warm_joints(jointed *j, const joint_aim *aims) {
    const joint_row *rows = &j->pass->joints->rows[j->at->first];
    for (uint32_t k = 0; k < j->at->count; ++k)
        aim_push(j, &aims[k], lanes_load(rows[k].impulse + j->lane));
    if (!j->at->point_laws) return;
    const joint_point *point = &j->at->point;
    const lanes_vec impulse = {lanes_load(point->impulse_x + j->lane),
                               lanes_load(point->impulse_y + j->lane)};
    push_point(j, impulse);
}

typedef enum joint_stage { JOINT_WARM, JOINT_SOLVE, JOINT_RELAX } joint_stage;

/* Bodies come with the impulses of the substep before, along the arms of then: forces that lag
 * would make swinging bodies gain energy. Points come last: they matter most. */
INLINE void joint_stage_of(const joint_pass *pass, uint32_t i, joint_stage stage) {
    const joint_blocks *joints = pass->joints;
    if (stage != JOINT_SOLVE) place_arms(pass, i);
    jointed j = jointed_at(pass, i);
    joint_aim aims[JOINT_ROWS];
    const joint_block *at = j.at;
    const lanes_row a =
        without(j.a, at->given_ax + j.lane, at->given_ay + j.lane, at->given_az + j.lane);
    const lanes_row b =
        without(j.b, at->given_bx + j.lane, at->given_by + j.lane, at->given_bz + j.lane);
    for (uint32_t k = 0; k < j.at->count; ++k)
        aims[k] = joint_aim_row(&j, &joints->rows[j.at->first + k],
                                joints->kinds[j.at->first + k].coordinates);
    if (stage != JOINT_RELAX) {
        j.a = a;
        j.b = b;
        warm_joints(&j, aims);
    }
    const point_yields yields = point_yields_of(&j);
    for (uint32_t k = 0; k < j.at->count && stage != JOINT_WARM; ++k)
        solve_joint_row(&j, &joints->rows[j.at->first + k], &aims[k], &yields,
                        joints->kinds[j.at->first + k], stage == JOINT_RELAX);
    if (j.at->point_laws && stage != JOINT_WARM)
        solve_joint_point(&j, &yields, stage == JOINT_RELAX);
    give(&j, &a, &b);
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
