/* joint_lanes.h: the passes over rows of joints, LANES joints at a time. In: blocks and the rows of
 * their bodies; out: velocities, and impulses.
 *
 * A rigid row of coordinate C shall end a substep of h with C within its bounds: it aims at
 *
 *     C + h C' + h h C" / 2,
 *
 * C" being what the turning of bodies alone gives. Aimed at along the tangent, bodies would swing
 * out, be pulled in, and lose energy. When the bodies have moved, the row takes the velocity that is
 * left along C, as the arms lie then. Limits that are not reached act ahead, as open contacts do. */
#include "solve/aim_lanes.h"
#include "solve/joint.h"

/* ---- Joints ---------------------------------------------------------------------------------- */

/* Radians that a body turns in a substep, squared: faster ones are aimed at as if this fast. */
static const float BEND_MOST = 0.25f;

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

/* How fast the anchors part, and how that changes by the turning of the bodies. */
typedef struct anchors_part {
    lanes_vec speed, bend;
    lanes_value spin_a, half;
} anchors_part;

INLINE anchors_part anchors_now(const jointed *j) {
    const lanes_value seconds = lanes_all(j->pass->joints->seconds);
    const lanes_value over = lanes_all(j->pass->joints->per_second);
    const lanes_value most = lanes_all(BEND_MOST) * over * over;
    const lanes_value spin_a = j->a.z * j->over_a, spin_b = j->b.z * j->over_b;
    const lanes_value square_a = lanes_min(spin_a * spin_a, most);
    const lanes_value square_b = lanes_min(spin_b * spin_b, most);
    anchors_part p = {.spin_a = spin_a, .half = lanes_all(0.5f) * seconds};
    p.speed.x = j->b.x - j->a.x - (spin_b * j->arm_b.y - spin_a * j->arm_a.y);
    p.speed.y = j->b.y - j->a.y + (spin_b * j->arm_b.x - spin_a * j->arm_a.x);
    p.bend.x = p.half * (square_a * j->arm_a.x - square_b * j->arm_b.x);
    p.bend.y = p.half * (square_a * j->arm_a.y - square_b * j->arm_b.y);
    return p;
}

INLINE joint_aim aim_along(const jointed *j, lanes_vec d, lanes_vec lever_a) {
    joint_aim aim = {.on_a = {lanes_all(0) - d.x, lanes_all(0) - d.y}, .on_b = d};
    aim.turn_a = lanes_cross(d, lever_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, d) * j->over_b;
    return aim;
}

INLINE joint_aim aim_axis(const jointed *j, lanes_vec begun, bool ahead) {
    const lanes_angle turn = arm_angle(lanes_load(j->at->now.angle_a + j->lane));
    const lanes_value sine = turn.sine, less = turn.less;
    const lanes_vec d = {begun.x - (begun.x * less + begun.y * sine),
                         begun.y + (begun.x * sine - begun.y * less)};
    const lanes_vec lever = {j->arm_a.x + j->apart.x, j->arm_a.y + j->apart.y};
    joint_aim aim = aim_along(j, d, lever);
    aim.value = lanes_dot(d, j->apart);
    aim.bend = lanes_all(0);
    if (!ahead) return aim;
    const anchors_part p = anchors_now(j);
    const lanes_value across = lanes_cross(d, p.speed), half = p.spin_a * p.half;
    aim.bend = lanes_dot(d, p.bend) + half * (across + across) - half * p.spin_a * aim.value;
    return aim;
}

INLINE joint_aim aim_length(const jointed *j, bool ahead) {
    const lanes_value length = lanes_length(j->apart);
    const lanes_mask some = lanes_less(lanes_all(1e-20f), length);
    const lanes_vec d = {lanes_pick(some, j->apart.x / length, lanes_all(1)),
                         lanes_only(some, j->apart.y / length)};
    joint_aim aim = aim_along(j, d, j->arm_a);
    aim.value = length;
    aim.bend = lanes_all(0);
    if (!ahead) return aim;
    const anchors_part p = anchors_now(j);
    const lanes_value across = lanes_cross(d, p.speed), way = lanes_abs(across) * p.half;
    const lanes_value from = lanes_max(lanes_max(length, way + way), lanes_all(1e-20f));
    aim.bend = lanes_dot(d, p.bend) + p.half * across * across / from;
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

INLINE lanes_vec direction_of(lanes_vec way, lanes_value length) {
    const lanes_mask some = lanes_less(lanes_all(1e-20f), length);
    lanes_vec d = {lanes_only(some, way.x / length), lanes_only(some, way.y / length)};
    return d;
}

INLINE joint_aim aim_pulley(const jointed *j, lanes_vec begun_b, lanes_value factor) {
    const joint_block *at = j->at;
    const lanes_row moved = lanes_gather(j->pass->bodies->shift, at->b + j->lane);
    const lanes_vec from = {moved.x - lanes_load(at->arm_bx + j->lane),
                            moved.y - lanes_load(at->arm_by + j->lane)};
    const lanes_vec b = {begun_b.x + from.x + j->arm_b.x, begun_b.y + from.y + j->arm_b.y};
    const lanes_vec way_b = {b.x - begun_b.x, b.y - begun_b.y};
    const lanes_vec begun_a = {lanes_load(at->apart_x + j->lane),
                               lanes_load(at->apart_y + j->lane)};
    /* apart is a's way, with that of b added and that of a taken away once. */
    const lanes_vec way_a = {begun_a.x + way_b.x - j->apart.x, begun_a.y + way_b.y - j->apart.y};
    const lanes_vec a = {begun_a.x + way_a.x, begun_a.y + way_a.y};
    const lanes_value length_a = lanes_length(a), length_b = lanes_length(b);
    const lanes_vec along_b = direction_of(b, length_b);
    joint_aim aim = {.on_a = direction_of(a, length_a)};
    aim.on_b.x = factor * along_b.x;
    aim.on_b.y = factor * along_b.y;
    aim.turn_a = lanes_cross(j->arm_a, aim.on_a) * j->over_a;
    aim.turn_b = lanes_cross(j->arm_b, aim.on_b) * j->over_b;
    aim.value = length_a + factor * length_b;
    aim.bend = lanes_all(0);
    return aim;
}

INLINE joint_aim aim_pick(lanes_mask mask, const joint_aim *yes, const joint_aim *no) {
    joint_aim aim = {
        lanes_pick_vec(mask, yes->on_a, no->on_a), lanes_pick_vec(mask, yes->on_b, no->on_b),
        lanes_pick(mask, yes->turn_a, no->turn_a), lanes_pick(mask, yes->turn_b, no->turn_b),
        lanes_pick(mask, yes->value, no->value),   lanes_pick(mask, yes->bend, no->bend)};
    return aim;
}

INLINE joint_aim aim_of(const jointed *j, const joint_row *row, joint_coordinate of, bool ahead) {
    const int lane = j->lane;
    const lanes_vec xy = {lanes_load(row->x + lane), lanes_load(row->y + lane)};
    if (of == JOINT_AXIS) return aim_axis(j, xy, ahead);
    if (of == JOINT_LENGTH) return aim_length(j, ahead);
    if (of == JOINT_ANGLE) return aim_angle(j, xy);
    return aim_pulley(j, xy, lanes_load(row->factor + lane));
}

/* The coordinates of a row, which may differ from lane to lane. */
INLINE joint_aim joint_aim_row(const jointed *j, const joint_row *row, unsigned kinds, bool ahead) {
    if (kinds == 1 << JOINT_ANGLE) return aim_of(j, row, JOINT_ANGLE, ahead);
    const lanes_value of = lanes_load(row->coordinate + j->lane);
    joint_aim aim = aim_of(j, row, JOINT_AXIS, ahead);
    for (int k = JOINT_LENGTH; k <= JOINT_PULLEY; ++k) {
        if (!(kinds >> k & 1)) continue;
        const joint_aim other = aim_of(j, row, (joint_coordinate)k, ahead);
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

/* ---- Laws ------------------------------------------------------------------------------------ */

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
    const lanes_value aim = lanes_load(s->row->speed + lane) - s->aim.bend - over * rate;
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

/* Velocities of bodies as the substep began. */
INLINE lanes_row velocity_begun(const body_rows *bodies, const uint32_t *at) {
    lanes_row base = lanes_gather(bodies->base, at);
    const lanes_row drive = lanes_gather(bodies->drive, at);
    base.x -= drive.x;
    base.y -= drive.y;
    base.z -= drive.z;
    return base;
}

/* A spring of a coordinate C begins with velocity v and gets b - v from all else; the bodies go at
 * a velocity between that and the one that it ends with: see pack.c. */
typedef struct spring_speeds {
    lanes_value mean, end;
} spring_speeds;

INLINE spring_speeds spring_by(const joint_laws *by, int lane, lanes_value value, lanes_value begun,
                               lanes_value free) {
    const lanes_value share = lanes_load(by->share + lane);
    spring_speeds s = {.end = free - lanes_load(by->pull + lane) * value};
    s.end = lanes_load(by->gain + lane) * (s.end - lanes_load(by->drag + lane) * begun);
    s.mean = share * s.end + (lanes_all(1) - share) * begun;
    return s;
}

INLINE lanes_value spring_impulse(const jointed *j, const joint_solved *s, lanes_value most) {
    const int lane = j->lane;
    const lanes_row a = velocity_begun(j->pass->bodies, j->at->a + lane);
    const lanes_row b = velocity_begun(j->pass->bodies, j->at->b + lane);
    const lanes_value free = s->speed - s->yields * s->old, zero = lanes_all(0);
    const lanes_value over = s->aim.value - lanes_load(s->row->lower + lane);
    const spring_speeds to = spring_by(&s->row->by, lane, over, aim_speed(&s->aim, &a, &b), free);
    lanes_store(s->row->after + lane, lanes_clamp(s->mass * (to.end - free), zero - most, most));
    return s->mass * (to.mean - free);
}

INLINE void solve_joint_row(jointed *j, joint_row *row, const joint_aim *aim, joint_kinds kinds,
                            bool relax) {
    const int lane = j->lane;
    joint_solved s = {.row = row, .aim = *aim};
    s.speed = aim_speed(aim, &j->a, &j->b);
    s.old = lanes_load(row->impulse + lane);
    s.yields = aim_yields(aim, j);
    s.mass = over_yield(s.yields);
    const lanes_value most = lanes_load(row->by.most + lane), law = lanes_load(row->by.law + lane);
    if (kinds.laws >> JOINT_MOTOR & 1)
        s.aim.bend = lanes_pick(lanes_equal(law, lanes_all(JOINT_MOTOR)), lanes_all(0), s.aim.bend);
    lanes_value found = rigid_impulse(j, &s, kinds.bounded, relax);
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
    const lanes_value rate = relax ? lanes_all(0) : lanes_load(by->rate + j->lane);
    const lanes_value gain = relax ? lanes_all(1) : lanes_load(by->gain + j->lane);
    lanes_vec speed = lanes_along(p->speed, rate, j->apart);
    if (!relax) speed = lanes_along(speed, lanes_all(1), p->bend);
    const lanes_vec change = over_yields(yields, speed);
    lanes_vec impulse = {gain * (old.x - change.x), gain * (old.y - change.y)};
    return impulse;
}

INLINE lanes_vec point_spring(jointed *j, const anchors_part *p, const point_yields *yields,
                              lanes_vec old, lanes_value most) {
    const int lane = j->lane;
    joint_point *at = &j->at->point;
    jointed begun = *j;
    begun.a = velocity_begun(j->pass->bodies, j->at->a + lane);
    begun.b = velocity_begun(j->pass->bodies, j->at->b + lane);
    const lanes_vec from = anchors_now(&begun).speed, given = yields_times(yields, old);
    const lanes_vec free = {p->speed.x - given.x, p->speed.y - given.y};
    const spring_speeds x = spring_by(&at->by, lane, j->apart.x, from.x, free.x);
    const spring_speeds y = spring_by(&at->by, lane, j->apart.y, from.y, free.y);
    const lanes_vec mean = {x.mean - free.x, y.mean - free.y};
    const lanes_vec end = {x.end - free.x, y.end - free.y};
    const lanes_vec after = shortened(over_yields(yields, end), most);
    lanes_store(at->after_x + lane, after.x);
    lanes_store(at->after_y + lane, after.y);
    return over_yields(yields, mean);
}

INLINE void solve_joint_point(jointed *j, bool relax) {
    const int lane = j->lane;
    joint_point *at = &j->at->point;
    const anchors_part p = anchors_now(j);
    const point_yields yields = point_yields_of(j);
    const lanes_value most = lanes_load(at->by.most + lane);
    const lanes_vec old = {lanes_load(at->impulse_x + lane), lanes_load(at->impulse_y + lane)};
    lanes_vec found = point_rigid(j, &p, &yields, old, relax);
    if (j->at->point_laws >> JOINT_SPRING & 1) {
        const lanes_mask springs =
            lanes_equal(lanes_load(at->by.law + lane), lanes_all(JOINT_SPRING));
        lanes_vec pulls = {lanes_load(at->after_x + lane), lanes_load(at->after_y + lane)};
        if (!relax) pulls = point_spring(j, &p, &yields, old, most);
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
                                joints->kinds[j.at->first + k].coordinates, stage == JOINT_SOLVE);
    if (stage != JOINT_RELAX) {
        j.a = a;
        j.b = b;
        warm_joints(&j, aims);
    }
    for (uint32_t k = 0; k < j.at->count && stage != JOINT_WARM; ++k)
        solve_joint_row(&j, &joints->rows[j.at->first + k], &aims[k],
                        joints->kinds[j.at->first + k], stage == JOINT_RELAX);
    if (j.at->point_laws && stage != JOINT_WARM) solve_joint_point(&j, stage == JOINT_RELAX);
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
