/* aim_lanes.h: normal, gap and arms of a substep. In: fitted circles, fixed to their bodies, and
 * the shifts of the bodies since the step began; out: the row as it lies now, or, while it is open,
 * as it will lie when the circles meet or are nearest. */
#ifndef ENGINE_SOLVE_AIM_LANES_H
#define ENGINE_SOLVE_AIM_LANES_H

#include "solve/touching_lanes.h"

/* Sine of a turn, and what its cosine is less than 1. */
typedef struct lanes_angle {
    lanes_value sine, less;
} lanes_angle;

/* Radians: shorter turns need no more than two terms. */
static const float SHORT_TURN = 0.25f;

/* Any turn: of what is left of it without whole turns, a quarter, doubled twice. */
INLINE lanes_angle long_turn(lanes_value turn) {
    const lanes_value one = lanes_all(1), whole = lanes_all(12582912); /* rounds to whole numbers */
    turn = lanes_clamp(turn, lanes_all(-4e6f), lanes_all(4e6f));
    lanes_value turns = turn * lanes_all(0.159154943f) + whole - whole;
    lanes_value rest = turn - turns * lanes_all(6.28125f) - turns * lanes_all(1.93530717e-3f);
    lanes_value q = rest * lanes_all(0.25f), z = q * q;
    lanes_value sine = q - q * z * (lanes_all(1.0f / 6) - z * lanes_all(1.0f / 120));
    lanes_value less =
        z * (lanes_all(0.5f) - z * (lanes_all(1.0f / 24) - z * lanes_all(1.0f / 720)));
    for (int i = 0; i < 2; ++i) {
        lanes_value twice = sine * (one - less);
        less = lanes_all(2) * sine * sine;
        sine = twice + twice;
    }
    lanes_angle angle = {sine, less};
    return angle;
}

INLINE lanes_angle turn_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_angle angle = {turn * (lanes_all(1) - square * lanes_all(1.0f / 6)),
                         square * lanes_all(0.5f)};
    lanes_mask far = lanes_less(lanes_all(SHORT_TURN * SHORT_TURN), square);
    if (!lanes_bits(far)) return angle;
    lanes_angle by = long_turn(turn);
    angle.sine = lanes_pick(far, by.sine, angle.sine);
    angle.less = lanes_pick(far, by.less, angle.less);
    return angle;
}

/* How the bodies of rows have moved and turned since the step began. */
typedef struct bodies_moved {
    lanes_row a, b;
    lanes_angle turn_a, turn_b;
} bodies_moved;

INLINE bodies_moved moved_now(const touching *t, const body_rows *bodies) {
    bodies_moved m = {.a = lanes_gather(bodies->shift, t->at->a + t->lane),
                      .b = lanes_gather(bodies->shift, t->at->b + t->lane)};
    if (!t->fits) return m;
    m.turn_a = turn_angle(m.a.z * m.a.w);
    m.turn_b = turn_angle(m.b.z * m.b.w);
    return m;
}

/* The centre of a fitted circle after its body has moved and turned: relative to where it was; and
 * how its arm lies now. */
INLINE lanes_vec fit_moved(lanes_row shift, lanes_angle turn, lanes_vec fit, lanes_vec *arm) {
    lanes_value sine = turn.sine, less = turn.less;
    lanes_vec by = {lanes_all(0) - (fit.x * less + fit.y * sine), fit.x * sine - fit.y * less};
    arm->x = fit.x + by.x;
    arm->y = fit.y + by.y;
    lanes_vec moved = {shift.x + by.x, shift.y + by.y};
    return moved;
}

/* Circles, their arms and how they move: what the normal of a substep comes from. */
typedef struct facing {
    lanes_vec center; /* offset of b's circle from a's */
    lanes_vec arm_a, arm_b;
    lanes_value sign, radius;
    lanes_vec flat; /* the normal of flats */
    lanes_mask is_flat;
    lanes_value over_a, over_b; /* 1 / gyration */
} facing;

INLINE facing facing_now(const touching *t, const bodies_moved *m) {
    const contact_block *at = t->at;
    const lanes_row a = m->a, b = m->b;
    facing f = {.center = {lanes_load(at->center_x + t->lane), lanes_load(at->center_y + t->lane)},
                .radius = lanes_load(at->radius + t->lane)};
    if (!t->fits) {
        f.center.x = f.center.x + (b.x - a.x);
        f.center.y = f.center.y + (b.y - a.y);
        return f;
    }
    lanes_vec fit_a = {lanes_load(t->fit->fit_ax + t->lane), lanes_load(t->fit->fit_ay + t->lane)};
    lanes_vec fit_b = {lanes_load(t->fit->fit_bx + t->lane), lanes_load(t->fit->fit_by + t->lane)};
    f.sign = lanes_load(t->fit->sign + t->lane);
    f.is_flat = lanes_less(f.sign * f.sign, lanes_all(2 * FACES_SIGN * FACES_SIGN));
    f.flat.x = lanes_load(at->normal_x + t->lane);
    f.flat.y = lanes_load(at->normal_y + t->lane);
    lanes_vec moved_a = fit_moved(a, m->turn_a, fit_a, &f.arm_a);
    lanes_vec moved_b = fit_moved(b, m->turn_b, fit_b, &f.arm_b);
    f.center.x = f.center.x + (moved_b.x - moved_a.x);
    f.center.y = f.center.y + (moved_b.y - moved_a.y);
    f.over_a = a.w;
    f.over_b = b.w;
    return f;
}

INLINE lanes_vec normal_facing(const touching *t, const facing *f, lanes_vec center) {
    lanes_value length = lanes_sqrt(lanes_dot(center, center));
    lanes_value over =
        lanes_pick(lanes_less(lanes_all(1e-30f), length), lanes_all(1) / length, lanes_all(0));
    if (t->fits) over = over * f->sign;
    lanes_vec normal = {center.x * over, center.y * over};
    return t->fits ? lanes_pick_vec(f->is_flat, f->flat, normal) : normal;
}

/* Velocity of b's circle relative to a's. */
INLINE lanes_vec facing_speed(const touching *t, const facing *f) {
    lanes_vec speed = {t->b.x - t->a.x, t->b.y - t->a.y};
    if (!t->fits) return speed;
    lanes_value spin_a = t->a.z * f->over_a, spin_b = t->b.z * f->over_b;
    speed.x = speed.x - (spin_b * f->arm_b.y - spin_a * f->arm_a.y);
    speed.y = speed.y + (spin_b * f->arm_b.x - spin_a * f->arm_a.x);
    return speed;
}

/* The centres at the moment in the substep when the circles meet, or are nearest: a row that is
 * still open pushes along the normal of then. A hollow is met from within. */
INLINE lanes_vec centers_aimed(const touching *t, const facing *f, lanes_value seconds) {
    const lanes_value zero = lanes_all(0), tiny = lanes_all(1e-30f);
    lanes_vec speed = facing_speed(t, f);
    lanes_value square = lanes_max(lanes_dot(speed, speed), tiny), b = lanes_dot(f->center, speed);
    lanes_value c = lanes_dot(f->center, f->center) - f->radius * f->radius;
    lanes_value root = lanes_sqrt(lanes_max(b * b - square * c, zero));
    lanes_mask meets = lanes_less(zero, b * b - square * c);
    lanes_value nearest = (zero - b) / square;
    lanes_value time = lanes_pick(meets, c / lanes_max(root - b, tiny), nearest);
    if (t->fits) {
        lanes_mask hollow = lanes_less(f->sign, zero);
        time = lanes_pick(hollow, (root - b) / square, time);
    }
    time = lanes_clamp(time, zero, seconds);
    lanes_vec then = {f->center.x + time * speed.x, f->center.y + time * speed.y};
    return then;
}

/* Square of a fraction of the distance between the centres: pairs that move less in a substep keep
 * their present normal. */
static const float AIM_FROM = 1e-4f;

/* Radians. Bodies that turn farther in the time are not damped as rocking ones. */
static const float ROCKING = 0.1f;

/* Substeps that arms are predicted ahead. Larger: rocking is damped more. */
static const float AHEAD = 2;

/* Predicts the turn in that time where the body turns slowly: arms at its end push against the
 * turn, so that rocking bodies come to rest. */
INLINE lanes_value turn_ahead(lanes_value substep, lanes_value spin) {
    lanes_value turn = lanes_all(AHEAD) * substep * spin, part = turn * lanes_all(1 / ROCKING);
    return turn / (lanes_all(1) + part * part);
}

/* The gap of a row as it lies now; or, of one that is still open, along the normal of when its
 * circles meet. Sets that normal. */
INLINE lanes_value aim_curved(touching *t, const facing *f, lanes_value seconds) {
    const lanes_value zero = lanes_all(0);
    t->normal = normal_facing(t, f, f->center);
    lanes_value gap = lanes_dot(t->normal, f->center) - f->radius;
    lanes_vec speed = facing_speed(t, f);
    lanes_mask open =
        lanes_less(zero, gap) & lanes_less(gap + seconds * lanes_dot(t->normal, speed), zero);
    open = open
           & lanes_less(lanes_all(AIM_FROM) * lanes_dot(f->center, f->center),
                        seconds * seconds * lanes_dot(speed, speed));
    if (!lanes_bits(open)) return gap;
    lanes_vec normal = normal_facing(t, f, centers_aimed(t, f, seconds));
    t->normal = lanes_pick_vec(open, normal, t->normal);
    return lanes_pick(open, lanes_dot(normal, f->center) - f->radius, gap);
}

/* The normals of flats do not turn. */
INLINE lanes_value aim_flat(touching *t, const facing *f) {
    t->normal = f->flat;
    return lanes_dot(f->flat, f->center) - f->radius;
}

/* Normal, gap and arms of this substep. */
INLINE lanes_value aim(touching *t, const contact_pass *pass, const bodies_moved *moved) {
    const facing f = facing_now(t, moved);
    const lanes_value seconds = lanes_all(pass->by.seconds);
    lanes_value gap = t->curved ? aim_curved(t, &f, seconds) : aim_flat(t, &f);
    lanes_store(t->at->normal_x + t->lane, t->normal.x);
    lanes_store(t->at->normal_y + t->lane, t->normal.y);
    t->slip_a = lanes_load(t->at->slip_a + t->lane);
    t->slip_b = lanes_load(t->at->slip_b + t->lane);
    if (!t->fits) return gap;
    lanes_value ahead_a = turn_ahead(seconds, t->a.z * f.over_a);
    lanes_value ahead_b = turn_ahead(seconds, t->b.z * f.over_b);
    t->turn_a = lanes_cross(f.arm_a, t->normal) - ahead_a * lanes_dot(f.arm_a, t->normal);
    t->turn_b = lanes_cross(f.arm_b, t->normal) - ahead_b * lanes_dot(f.arm_b, t->normal);
    t->turn_a = t->turn_a * f.over_a;
    t->turn_b = t->turn_b * f.over_b;
    lanes_store(t->fit->turn_a + t->lane, t->turn_a);
    lanes_store(t->fit->turn_b + t->lane, t->turn_b);
    return gap;
}

#endif
