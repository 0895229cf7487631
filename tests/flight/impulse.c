/* impulse.c: impacts against the laws that they obey; several at one instant, against known answers
 * and conservation laws. */
#include <math.h>

#include "flight/flight.h"
#include "suites.h"
#include "support/random.h"

static const impulse_law ELASTIC = {1, 0, 0, 0, 0};

static impulse_body body_of(double mass, double x, double y) {
    impulse_body body = {{x, y}, 0, mass > 0 ? 1 / mass : 0, 0, {0, 0}, {0, 0}, 0};
    return body;
}

START_TEST(equal_masses_swap) {
    impulse_body a = body_of(1, 1, 0), b = body_of(1, 0, 0);
    impulse_result result = impulse_resolve(&a, &b, vec(1, 0), &ELASTIC);
    ck_assert(a.velocity.x == 0 && b.velocity.x == 1);
    ck_assert(result.impulse == 1 && result.speed == 1 && result.length == 1);
}
END_TEST

START_TEST(one_to_three) {
    impulse_body a = body_of(1, 1, 0), b = body_of(3, -1, 0);
    impulse_resolve(&a, &b, vec(1, 0), &ELASTIC);
    ck_assert(a.velocity.x == -2 && b.velocity.x == 0);
    evo_vec2 velocities[2] = {{1, 0}, {-1, 0}};
    const double inverse_masses[2] = {1, 1.0 / 3};
    impulse_result result = impulse_resolve_smooth(velocities, inverse_masses, vec(0.5, 0), 1);
    ck_assert(velocities[0].x == -2 && velocities[1].x == 0);
    ck_assert(result.impulse == 3 && result.speed == 2 && result.length == 0.5);
}
END_TEST

START_TEST(three_four_five) {
    impulse_body a = body_of(1, 1, 0), b = body_of(1, 0, 0);
    impulse_resolve(&a, &b, vec(0.8, -0.6), &ELASTIC);
    ck_assert_double_eq_tol(a.velocity.x, 0.36, 1e-15);
    ck_assert_double_eq_tol(a.velocity.y, 0.48, 1e-15);
    ck_assert_double_eq_tol(b.velocity.x, 0.64, 1e-15);
    ck_assert_double_eq_tol(b.velocity.y, -0.48, 1e-15);
}
END_TEST

START_TEST(grazing_or_separating_does_nothing) {
    impulse_body a = body_of(1, 1, 0), b = body_of(1, 0, 0);
    ck_assert(impulse_resolve(&a, &b, vec(0, 1), &ELASTIC).speed == 0);
    ck_assert(impulse_resolve(&a, &b, vec(-1, 0), &ELASTIC).impulse == 0);
    ck_assert(a.velocity.x == 1 && a.velocity.y == 0 && b.velocity.x == 0 && b.velocity.y == 0);
}
END_TEST

START_TEST(walls_are_immovable) {
    impulse_body a = body_of(2, 3, -4), wall = body_of(0, 0, 0);
    const impulse_law half = {0.5, 0, 0, 0, 0};
    ck_assert_double_eq(impulse_resolve(&a, &wall, vec(0, -1), &half).impulse, 12);
    ck_assert(a.velocity.x == 3 && a.velocity.y == 2);
}
END_TEST

/* Else speeds between two bumpers would grow without end. */
START_TEST(bumpers_speed_up_only_so_far) {
    const double speeds[] = {1e3, 9e5, 2e6, 1e12};
    for (int i = 0; i < 8; ++i) {
        const double speed = speeds[i / 2], bumped = speed < 1e6 ? 4 * speed : speed;
        const impulse_law bumper = {4, i % 2 ? 1e-3 : 0, 0, 0, 0};
        impulse_body a = body_of(2, 0, -speed), wall = body_of(0, 0, 0);
        impulse_resolve(&a, &wall, vec(0, -1), &bumper);
        ck_assert_double_eq_tol(a.velocity.y / bumped, 1, 1e-12);
    }
}
END_TEST

/* A spinning ball on a rough wall: friction stops the slip, or all that it can of it. */
START_TEST(friction_grips_or_slips) {
    for (int grips = 0; grips < 2; ++grips) {
        impulse_body ball = {{0, -1}, 10, 1, 2, {0, -1}, {0, 0}, 0}, wall = body_of(0, 0, 0);
        const impulse_law law = {0, grips ? 10 : 0.1, 0, 0, 0};
        impulse_resolve(&ball, &wall, vec(0, -1), &law);
        double tangent_speed = ball.velocity.x + ball.spin;
        if (grips)
            ck_assert_double_eq_tol(tangent_speed, 0, 1e-14);
        else
            ck_assert_double_eq_tol(ball.velocity.x, -0.1, 1e-15);
    }
}
END_TEST

static double energy_of(const impulse_body *s) {
    double spin = s->inverse_inertia > 0 ? s->spin * s->spin / s->inverse_inertia : 0;
    return 0.5 * (vec_dot(s->velocity, s->velocity) / s->inverse_mass + spin);
}

static double angular_of(const impulse_body *s) {
    /* About the contact. */
    return s->spin / s->inverse_inertia - vec_cross(s->arm, s->velocity) / s->inverse_mass;
}

static impulse_body random_body(void) {
    impulse_body s = {.spin = 0};
    s.velocity.x = random_between(-1, 1);
    s.velocity.y = random_between(-1, 1);
    s.spin = random_between(-3, 3);
    s.inverse_mass = random_scale(0.1, 10);
    s.inverse_inertia = random_scale(0.1, 10);
    s.arm.x = random_between(-1, 1);
    s.arm.y = random_between(-1, 1);
    return s;
}

START_TEST(nothing_is_lost_that_should_stay) {
    random_seed(2);
    int result = 0;
    for (int i = 0; i < 1000000; ++i) {
        impulse_body a = random_body(), b = random_body();
        evo_vec2 delta = vec_scale(evo_direction(random_between(-3, 3)), random_scale(0.01, 100));
        impulse_law law = {random_between(0, 1), i % 2 ? random_scale(0.01, 10) : 0, 0, 0,
                           i % 8 > 3 ? random_between(-1, 1) : 0};
        if (i % 4 == 0) law.restitution = 1;
        impulse_body a0 = a, b0 = b;
        if (!(impulse_resolve(&a, &b, delta, &law).impulse > 0)) continue;
        ++result;
        double strength = energy_of(&a0) + energy_of(&b0);
        for (int k = 0; k < 2; ++k) {
            double before = k ? a0.velocity.x / a0.inverse_mass + b0.velocity.x / b0.inverse_mass
                              : a0.velocity.y / a0.inverse_mass + b0.velocity.y / b0.inverse_mass;
            double after = k ? a.velocity.x / a.inverse_mass + b.velocity.x / b.inverse_mass
                             : a.velocity.y / a.inverse_mass + b.velocity.y / b.inverse_mass;
            ck_assert_double_eq_tol(after, before, 1e-12 * (1 + strength));
        }
        ck_assert_double_eq_tol(angular_of(&a) + angular_of(&b), angular_of(&a0) + angular_of(&b0),
                                1e-12 * (1 + strength));
        double lost = strength - energy_of(&a) - energy_of(&b);
        ck_assert_double_gt(lost, -1e-12 * (1 + strength));
        if (law.friction == 0 && law.restitution == 1)
            ck_assert_double_eq_tol(lost, 0, 1e-12 * (1 + strength));
    }
    ck_assert_int_gt(result, 30000);
}
END_TEST

/* ---- Routh's law by small steps -------------------------------------------------------------- */

static evo_vec2 at_contact(const impulse_body *a, const impulse_body *b) {
    evo_vec2 of_a = vec_along(a->velocity, a->spin, vec_left(a->arm));
    return vec_sub(vec_along(b->velocity, b->spin, vec_left(b->arm)), of_a);
}

static void push_both(impulse_body *a, impulse_body *b, evo_vec2 impulse) {
    impulse_body *sides[] = {a, b};
    for (int i = 0; i < 2; ++i) {
        evo_vec2 own = i == 0 ? vec_negate(impulse) : impulse;
        sides[i]->velocity = vec_along(sides[i]->velocity, sides[i]->inverse_mass, own);
        sides[i]->spin += sides[i]->inverse_inertia * vec_cross(sides[i]->arm, own);
    }
}

/* What friction adds to so much of a normal impulse: all it may, or what stops the slip. */
static void slide(impulse_body *a, impulse_body *b, evo_vec2 normal, double most) {
    const evo_vec2 across = vec_left(normal);
    const double before = vec_dot(at_contact(a, b), across);
    impulse_body c = *a, d = *b;
    push_both(&c, &d, across);
    const double change = vec_dot(at_contact(&c, &d), across) - before;
    const double stops = -before / change;
    push_both(a, b, vec_scale(across, fmax(-most, fmin(stops, most))));
}

/* Friction with a tangential restitution above 0. While the first slip lasts, its work is taken;
 * then it pulls on until the square of that part of it is given back, and lets go. */
typedef struct spring_friction {
    double first, taken, owed; /* slip at first; works */
    enum { FRICTION_TAKES, FRICTION_GIVES, FRICTION_IS_OVER } phase;
} spring_friction;

static double slip_of(const impulse_body *a, const impulse_body *b, evo_vec2 normal) {
    return vec_dot(at_contact(a, b), vec_left(normal));
}

/* Pulls as at first; returns the work done on the bodies. */
static double pull_on(impulse_body *a, impulse_body *b, evo_vec2 normal, double most,
                      double first) {
    const double before = slip_of(a, b, normal), pull = -copysign(most, first);
    push_both(a, b, vec_scale(vec_left(normal), pull));
    return 0.5 * pull * (before + slip_of(a, b, normal));
}

static void slide_as_a_spring(impulse_body *a, impulse_body *b, evo_vec2 normal, double most,
                              double part, spring_friction *f) {
    if (f->phase == FRICTION_IS_OVER) return;
    const double work = pull_on(a, b, normal, most, f->first);
    if (f->phase == FRICTION_TAKES) f->taken -= work;
    if (f->phase == FRICTION_GIVES) f->owed -= work;
    if (f->phase == FRICTION_GIVES && f->owed <= 0) f->phase = FRICTION_IS_OVER;
    if (f->phase != FRICTION_TAKES || slip_of(a, b, normal) * f->first > 0) return;
    f->phase = FRICTION_GIVES;
    f->owed = part * part * f->taken;
}

/* The normal impulse grows by so little at a time; Coulomb acts at once. */
static void resolve_slowly(impulse_body *a, impulse_body *b, evo_vec2 normal,
                           const impulse_law *law, double part) {
    spring_friction spring = {.first = slip_of(a, b, normal)};
    double work = 0, least = 0;
    for (int i = 0; i < 10000000; ++i) {
        const double before = vec_dot(at_contact(a, b), normal);
        if (before >= 0 && least == 0) least = work;
        if (before >= 0 && work >= least * (1 - law->restitution * law->restitution)) return;
        push_both(a, b, vec_scale(normal, part));
        if (law->tangential > 0)
            slide_as_a_spring(a, b, normal, law->friction * part, law->tangential, &spring);
        else
            slide(a, b, normal, law->friction * part);
        work += 0.5 * part * (before + vec_dot(at_contact(a, b), normal));
    }
}

START_TEST(impacts_are_what_small_steps_make_of_them) {
    int tried = 0;
    random_seed(41);
    while (tried < 200) {
        impulse_body a = random_body(), b = random_body(), c = a, d = b;
        const evo_vec2 normal = evo_direction(random_between(-3, 3));
        const double part = tried % 2 == 0 ? 0 : random_between(0.2, 1);
        const impulse_law law = {random_between(0, 1), random_scale(0.05, 3), 0, 0, part};
        const double impulse = impulse_resolve(&a, &b, normal, &law).impulse;
        if (!(impulse > 0.01)) continue;
        resolve_slowly(&c, &d, normal, &law, 1e-4 * impulse);
        ck_assert_double_lt(vec_length(vec_sub(a.velocity, c.velocity)), 5e-3 * a.inverse_mass);
        ck_assert_double_lt(vec_length(vec_sub(b.velocity, d.velocity)), 5e-3 * b.inverse_mass);
        ck_assert_double_lt(fabs(a.spin - c.spin), 5e-3 * a.inverse_inertia);
        ck_assert_double_lt(fabs(b.spin - d.spin), 5e-3 * b.inverse_inertia);
        ++tried;
    }
}
END_TEST

/* Where friction is strong enough, the slip of disks is turned round by that part; where it is not,
 * it is as strong as it can be. */
START_TEST(slip_is_turned_round) {
    random_seed(42);
    int free = 0;
    for (int i = 0; i < 20000; ++i) {
        impulse_body a = random_body(), b = random_body();
        const evo_vec2 normal = evo_direction(random_between(-3, 3)), across = vec_left(normal);
        const double part = random_between(-1, 1), most = random_scale(0.1, 100);
        const impulse_law law = {random_between(0, 1), most, 0, 0, part};
        a.arm = vec_scale(normal, random_between(0.1, 1));
        b.arm = vec_scale(normal, -random_between(0.1, 1));
        const impulse_body before = a;
        const double slip = vec_dot(at_contact(&a, &b), across);
        const double impulse = impulse_resolve(&a, &b, normal, &law).impulse;
        if (!(impulse > 0)) continue;
        const double after = vec_dot(at_contact(&a, &b), across);
        const evo_vec2 change = vec_sub(before.velocity, a.velocity);
        const double drag = fabs(vec_dot(change, across)) / a.inverse_mass;
        const bool limited = drag > most * impulse * (1 - 1e-9);
        free += !limited;
        if (limited)
            ck_assert_double_le(drag, most * impulse * (1 + 1e-9));
        else
            ck_assert_double_eq_tol(after, -part * slip, 1e-10 * (1 + fabs(slip)));
    }
    ck_assert_int_gt(free, 3000);
}
END_TEST

/* They separate along the normal as fast as the restitution says, seen from outlines that grow. */
START_TEST(restitution_counts_growth) {
    random_seed(5);
    int result = 0;
    double worst = 0;
    for (int i = 0; i < 100000; ++i) {
        impulse_body a = random_body(), b = random_body();
        evo_vec2 normal = evo_direction(random_between(-3, 3));
        evo_vec2 delta = vec_scale(normal, random_scale(0.01, 100));
        a.arm = vec_scale(normal, random_between(0, 1)); /* disks */
        b.arm = vec_scale(normal, -random_between(0, 1));
        impulse_law law = {random_between(0, 1), i % 2 ? random_between(0, 1) : 0,
                           random_between(-1, 1), 0, 0};
        double before = vec_dot(vec_sub(b.velocity, a.velocity), normal) - law.growth_rate;
        impulse_result done = impulse_resolve(&a, &b, delta, &law);
        double after = vec_dot(vec_sub(b.velocity, a.velocity), normal) - law.growth_rate;
        result += before < 0;
        worst = fmax(worst, fabs(done.speed - fmax(-before, 0)));
        worst = fmax(worst, fabs(after - (before < 0 ? -law.restitution * before : before)));
    }
    ck_assert_int_gt(result, 30000);
    ck_assert_double_lt(worst, 1e-14);
}
END_TEST

/* Two that approach, or separate too slowly, separate at least so fast. */
START_TEST(a_least_speed_is_kept) {
    static const double speeds[] = {-4, -1, -0.5, 0, 0.25, 2};
    static const double after[] = {2, 0.75, 0.75, 0.75, 0.75, 2};
    const impulse_law law = {0.5, 0, 0, 0.75, 0};
    for (int i = 0; i < 6; ++i) {
        impulse_body a = body_of(1, 0, 0), b = body_of(3, speeds[i], 0);
        impulse_resolve(&a, &b, vec(2, 0), &law);
        ck_assert_double_eq_tol(b.velocity.x - a.velocity.x, after[i], 1e-15);
        ck_assert_double_eq_tol(a.velocity.x + 3 * b.velocity.x, 3 * speeds[i], 1e-15);
    }
}
END_TEST

/* Where nothing turns, both functions give the same but for the residual of rounding. */
START_TEST(smooth_impacts_are_the_same) {
    static const double restitutions[] = {0, 1, 0.7};
    random_seed(3);
    int result = 0;
    double worst = 0;
    for (int i = 0; i < 100000; ++i) {
        impulse_body a = random_body(), b = random_body();
        a.inverse_inertia = b.inverse_inertia = a.spin = b.spin = 0;
        evo_vec2 delta = vec_scale(evo_direction(random_between(-3, 3)), random_scale(0.01, 100));
        impulse_law law = {restitutions[_i], 0, 0, 0, 0};
        evo_vec2 velocities[2] = {a.velocity, b.velocity};
        const double inverse_masses[2] = {a.inverse_mass, b.inverse_mass};
        impulse_result x = impulse_resolve(&a, &b, delta, &law);
        impulse_result y =
            impulse_resolve_smooth(velocities, inverse_masses, delta, law.restitution);
        result += x.impulse > 0;
        ck_assert(x.speed == y.speed && x.length == y.length);
        worst = fmax(worst, fabs(x.impulse - y.impulse) / (1 + x.impulse));
        worst = fmax(worst, vec_length(vec_sub(velocities[0], a.velocity)));
        worst = fmax(worst, vec_length(vec_sub(velocities[1], b.velocity)));
    }
    ck_assert_int_gt(result, 30000);
    ck_assert_double_le(worst, 1e-14);
}
END_TEST

/* ---- Several at one instant ------------------------------------------------------------------ */

static impulse_body disk_body(double x, double y) {
    impulse_body body = {{x, y}, 0, 1, 2, {0, 0}, {0, 0}, 0};
    return body;
}

/* Of disks of radius 0.5, in that direction from the first one. */
static impulse_pair disk_pair(uint32_t a, uint32_t b, double angle, impulse_law law) {
    evo_vec2 delta = {cos(angle), sin(angle)};
    impulse_pair pair = {.a = a, .b = b, .delta = delta, .law = law};
    pair.arms[0] = vec_scale(delta, 0.5);
    pair.arms[1] = vec_scale(delta, -0.5);
    return pair;
}

/* One ball into the middle between two that touch: it comes back with a fifth of its speed, and the
 * two leave with two fifths of the root of 3 each, whatever the order of pairs. */
START_TEST(one_between_two) {
    const impulse_law elastic = {1, 0, 0, 0, 0};
    impulse_body bodies[] = {disk_body(1, 0), disk_body(0, 0), disk_body(0, 0)};
    impulse_pair up = disk_pair(0, 1, 0.5235987755982988, elastic);
    impulse_pair down = disk_pair(0, 2, -0.5235987755982988, elastic);
    impulse_pair pairs[] = {_i ? up : down, _i ? down : up};
    impulses_resolve(bodies, pairs, 2);
    ck_assert_double_eq_tol(bodies[0].velocity.x, -0.2, 1e-15);
    ck_assert(bodies[0].velocity.y == 0);
    ck_assert(bodies[1].velocity.x == bodies[2].velocity.x);
    ck_assert(bodies[1].velocity.y == -bodies[2].velocity.y);
    ck_assert_double_eq_tol(vec_length(bodies[1].velocity), 0.4 * sqrt(3), 1e-15);
    ck_assert_double_eq_tol(pairs[0].result.speed, sqrt(0.75), 1e-15);
    ck_assert_double_eq_tol(pairs[0].result.impulse, 0.4 * sqrt(3), 1e-15);
}
END_TEST

/* Between two walls that lean towards each other by 60 degrees, an inelastic ball stops. */
START_TEST(into_a_wedge) {
    const impulse_law plastic = {0, 0, 0, 0, 0};
    impulse_body wall = {{0, 0}, 0, 0, 0, {0, 0}, {0, 0}, 0};
    impulse_body bodies[] = {disk_body(0, -3), wall, wall};
    impulse_pair pairs[] = {disk_pair(0, 1, -2.6179938779914944, plastic),
                            disk_pair(0, 2, -0.5235987755982988, plastic)};
    impulses_resolve(bodies, pairs, 2);
    ck_assert_double_eq_tol(vec_length(bodies[0].velocity), 0, 1e-2);
    ck_assert_double_eq_tol(pairs[0].result.impulse, 3, 1e-2);
}
END_TEST

/* ---- Random pairs ---------------------------------------------------------------------------- */

enum { BODIES = 6 };

typedef struct totals {
    evo_vec2 momentum;
    double energy;
} totals;

static totals sum(const impulse_body *bodies) {
    totals t = {{0, 0}, 0};
    for (int i = 0; i < BODIES; ++i) {
        double mass = 1 / bodies[i].inverse_mass, spin = bodies[i].spin;
        t.momentum = vec_along(t.momentum, mass, bodies[i].velocity);
        t.energy += 0.5 * mass * vec_dot(bodies[i].velocity, bodies[i].velocity)
                    + 0.5 * spin * spin / bodies[i].inverse_inertia;
    }
    return t;
}

static void make_bodies(impulse_body *bodies) {
    for (int i = 0; i < BODIES; ++i) {
        impulse_body body = disk_body(0, 0);
        body.velocity.x = random_between(-1, 1);
        body.velocity.y = random_between(-1, 1);
        body.spin = random_between(-1, 1);
        body.inverse_mass = random_between(0.2, 3);
        body.inverse_inertia = random_between(1, 9);
        bodies[i] = body;
    }
}

static double normal_speed(const impulse_body *bodies, const impulse_pair *pair) {
    return vec_dot(vec_sub(bodies[pair->b].velocity, bodies[pair->a].velocity), pair->delta);
}

/* Some of all pairs that approach. */
static size_t make_pairs(const impulse_body *bodies, impulse_pair *pairs, impulse_law law) {
    size_t count = 0;
    for (uint32_t a = 0; a < BODIES; ++a)
        for (uint32_t b = a + 1; b < BODIES; ++b) {
            impulse_pair pair = disk_pair(a, b, random_between(-3, 3), law);
            if (random_between(0, 1) < 0.4 && normal_speed(bodies, &pair) < 0)
                pairs[count++] = pair;
        }
    return count;
}

/* Momentum stays; energy stays when all is elastic, and never grows; every pair separates at its
 * target speed, or faster without an impulse. */
START_TEST(laws_are_kept) {
    random_seed(11);
    for (int trial = 0; trial < 2000; ++trial) {
        impulse_body bodies[BODIES];
        impulse_pair pairs[BODIES * BODIES];
        const double tolerance =
            _i == 0 ? 1e-12 : 1e-2; /* inelastic pairs are solved less exactly */
        const impulse_law law = {_i == 0 ? 1 : random_between(0, 1), _i >= 2 ? 0.5 : 0, 0, 0,
                                 _i == 3 ? random_between(-1, 1) : 0};
        make_bodies(bodies);
        size_t count = make_pairs(bodies, pairs, law);
        totals before = sum(bodies);
        impulses_resolve(bodies, pairs, count);
        totals after = sum(bodies);
        ck_assert_double_lt(vec_length(vec_sub(after.momentum, before.momentum)), 1e-13);
        ck_assert_double_le(after.energy, before.energy * (1 + 1e-12));
        if (_i == 0) ck_assert_double_eq_tol(after.energy, before.energy, 1e-12 * before.energy);
        for (size_t i = 0; i < count; ++i) {
            double target = law.restitution * pairs[i].result.speed,
                   got = normal_speed(bodies, &pairs[i]);
            ck_assert_double_ge(pairs[i].result.impulse, 0);
            if (law.friction > 0) continue; /* friction may change the normal speed again */
            ck_assert_double_ge(got, target - tolerance);
            if (pairs[i].result.impulse > 0) ck_assert_double_eq_tol(got, target, tolerance);
        }
    }
}
END_TEST

static bool approaches(const impulse_body *bodies, const impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    evo_vec2 of_a = vec_along(a->velocity, a->spin, vec_left(p->arms[0]));
    evo_vec2 of_b = vec_along(b->velocity, b->spin, vec_left(p->arms[1]));
    return vec_dot(vec_sub(of_b, of_a), p->delta) < 0;
}

/* Any arms, any restitution of each: what is turned by its push, too. */
START_TEST(clusters_win_no_energy) {
    random_seed(13);
    for (int trial = 0; trial < 20000; ++trial) {
        impulse_body bodies[BODIES];
        impulse_pair pairs[BODIES * BODIES];
        const impulse_law none = {0, 0, 0, 0, 0};
        make_bodies(bodies);
        size_t made = make_pairs(bodies, pairs, none), count = 0;
        for (size_t i = 0; i < made; ++i) {
            pairs[i].law.restitution = random_between(0, 1);
            pairs[i].law.friction = random_between(0, 1) < 0.5 ? 0 : random_scale(0.05, 3);
            pairs[i].law.tangential = trial % 2 ? random_between(-1, 1) : 0;
            for (int k = 0; k < 2; ++k) {
                pairs[i].arms[k].x += random_between(-0.5, 0.5);
                pairs[i].arms[k].y += random_between(-0.5, 0.5);
            }
            if (approaches(bodies, &pairs[i])) pairs[count++] = pairs[i];
        }
        totals before = sum(bodies);
        impulses_resolve(bodies, pairs, count);
        totals after = sum(bodies);
        ck_assert_double_lt(vec_length(vec_sub(after.momentum, before.momentum)), 1e-12);
        ck_assert_msg(after.energy <= before.energy * (1 + 1e-12), "trial %d: %g of %g more", trial,
                      after.energy - before.energy, before.energy);
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_impulse(Suite *suite) {
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, equal_masses_swap);
    tcase_add_test(laws, one_to_three);
    tcase_add_test(laws, three_four_five);
    tcase_add_test(laws, grazing_or_separating_does_nothing);
    tcase_add_test(laws, walls_are_immovable);
    tcase_add_test(laws, bumpers_speed_up_only_so_far);
    tcase_add_test(laws, friction_grips_or_slips);
    tcase_add_test(laws, nothing_is_lost_that_should_stay);
    tcase_add_test(laws, impacts_are_what_small_steps_make_of_them);
    tcase_add_test(laws, slip_is_turned_round);
    tcase_add_test(laws, restitution_counts_growth);
    tcase_add_test(laws, a_least_speed_is_kept);
    tcase_add_loop_test(laws, smooth_impacts_are_the_same, 0, 3);
    suite_add_tcase(suite, laws);
}

static void add_impulses(Suite *suite) {
    TCase *known = tcase_create("several"), *laws = tcase_create("several, laws");
    tcase_add_loop_test(known, one_between_two, 0, 2);
    tcase_add_test(known, into_a_wedge);
    tcase_add_loop_test(laws, laws_are_kept, 0, 4);
    tcase_add_test(laws, clusters_win_no_energy);
    suite_add_tcase(suite, known);
    suite_add_tcase(suite, laws);
}

Suite *suite_impulse(void) {
    Suite *suite = suite_create("impulse");
    add_impulse(suite);
    add_impulses(suite);
    return suite;
}
