/* tunnels.c: no force and no sequence of step lengths makes a body tunnel through the ground
 * or another body. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

/* ---- Pulls ----------------------------------------------------------------------------------- */

/* The acceleration downwards, which leads far below the ground in a single step. */
static const double PULL = 2000;

typedef enum pull_kind {
    BY_GRAVITY,
    BY_SCALE,
    BY_NEGATIVE_SCALE,
    BY_LATE_SCALE,
    BY_FORCE,
    PULL_KINDS
} pull_kind;

/* A body above a segment, after some steps without a force. */
typedef struct pulled {
    evo_world *world;
    evo_body body;
    pull_kind kind;
} pulled;

static pulled pull_make(pull_kind kind, evo_shape shape, double height) {
    const double up = kind == BY_NEGATIVE_SCALE ? -1 : 1;
    pulled p = {lab_world(kind == BY_GRAVITY ? PULL : 10 * up), {0, 0}, kind};
    evo_vec2 left = {-10, 0}, right = {10, 0};
    lab_fixed(p.world, evo_segment(left, right), 0, 0);
    evo_body_config config = lab_body(shape, 0, height);
    if (kind == BY_SCALE || kind == BY_NEGATIVE_SCALE) config.gravity_scale = up * PULL / 10;
    if (kind == BY_LATE_SCALE || kind == BY_FORCE) config.gravity_scale = 0;
    p.body = evo_body_create(p.world, &config);
    if (kind == BY_LATE_SCALE || kind == BY_FORCE) lab_run(p.world, 3);
    if (kind == BY_LATE_SCALE) evo_body_set_gravity_scale(p.world, p.body, PULL / 10);
    return p;
}

static void pull_step(const pulled *p) {
    evo_vec2 at = evo_body_pose(p->world, p->body).position;
    evo_vec2 force = {0, -PULL * evo_body_mass(p->world, p->body).mass};
    if (p->kind == BY_FORCE)
        ck_assert_int_eq(evo_body_apply_force(p->world, p->body, force, at), EVO_OK);
    lab_run(p->world, 1);
}

/* The greatest depth of the body below its resting height. */
static double depth_when_pulled(pull_kind kind, evo_shape shape, double height,
                                double rest_height) {
    pulled p = pull_make(kind, shape, height);
    double lowest = INFINITY;
    for (int i = 0; i < 40; ++i) {
        pull_step(&p);
        lowest = fmin(lowest, evo_body_pose(p.world, p.body).position.y);
    }
    evo_world_destroy(p.world);
    return rest_height - lowest;
}

/* Where the same gravity does not make it tunnel, no other force may. */
static void check_pulls(evo_shape shape, double rest_height) {
    for (double height = rest_height; height < rest_height + 0.5; height += 0.05) {
        double by_gravity = depth_when_pulled(BY_GRAVITY, shape, height, rest_height);
        ck_assert_msg(by_gravity < 1, "gravity pulls through from %g", height);
        for (int kind = BY_GRAVITY + 1; kind < PULL_KINDS; ++kind) {
            double depth = depth_when_pulled((pull_kind)kind, shape, height, rest_height);
            ck_assert_msg(depth < by_gravity + 0.1 * rest_height,
                          "pull %d from %g: %g deep, not %g", kind, height, depth, by_gravity);
        }
    }
}

START_TEST(the_ground_holds_a_thin_ellipse) {
    check_pulls(evo_ellipse(1, 0.05), 0.05);
}
END_TEST

START_TEST(the_ground_holds_a_disk) {
    check_pulls(evo_circle(0.1), 0.1);
}
END_TEST

/* A torque turns a dumbbell far in a step; a disk lies in the way of one of its ends, which would
 * be beyond it when the step ends: the two meet. */
START_TEST(torques_swing_dumbbells_through_nothing) {
    random_seed(61);
    for (int trial = 0; trial < 50; ++trial) {
        const double arm = random_between(0.5, 2), size = arm * random_between(0.05, 0.1);
        const double turn = random_between(0.5, 1.4), at = turn * random_between(0.3, 0.7);
        evo_world *world = lab_world(0);
        evo_body_config config = lab_body(evo_circle(size), arm * cos(at), arm * sin(at));
        const evo_body disk = evo_body_create(world, &config);
        config = lab_body(evo_shape_at(evo_circle(size), (evo_vec2){arm, 0}, 0), 0, 0);
        const evo_body dumbbell = evo_body_create(world, &config);
        evo_collider_config end = evo_collider_config_default();
        end.shape = evo_shape_at(evo_circle(size), (evo_vec2){-arm, 0}, 0);
        evo_collider_create(world, dumbbell, &end);
        const double inertia = evo_body_mass(world, dumbbell).inertia;
        evo_body_apply_torque(world, dumbbell, 2 * turn / (LAB_STEP * LAB_STEP) * inertia);
        lab_run(world, 1);
        ck_assert_msg(lab_speed(world, disk) > 0, "%d: turned by %g, past %g", trial, turn, at);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Steps of several lengths ---------------------------------------------------------------- */

/* `before` long steps, `between` short ones, then long ones. */
typedef struct rhythm {
    double seconds, shorter;
    int before, between;
} rhythm;

/* The least signed distance of two disks that approach each other. */
static double least_distance(double apart, rhythm r) {
    const double speed = 27;
    evo_world *world = lab_world(0);
    evo_body bodies[2];
    for (int i = 0; i < 2; ++i) {
        evo_body_config config = lab_body(evo_circle(1), i * apart, 0);
        config.velocity.x = i ? -speed : speed;
        bodies[i] = evo_body_create(world, &config);
    }
    double least = INFINITY;
    for (int i = 0; i < r.before + r.between + 6; ++i) {
        bool is_short = i >= r.before && i < r.before + r.between;
        ck_assert_int_eq(evo_world_step(world, is_short ? r.shorter : r.seconds), EVO_OK);
        double x = evo_body_pose(world, bodies[0]).position.x;
        least = fmin(least, evo_body_pose(world, bodies[1]).position.x - x);
    }
    evo_world_destroy(world);
    return least;
}

/* From every start their overlap is no deeper than with long steps alone. */
START_TEST(a_long_step_after_short_ones_finds_its_pairs) {
    static const rhythm rhythms[] = {
        {1.0 / 60, 1.0 / 240, 1, 0}, {1.0 / 60, 1.0 / 1000, 1, 0}, {1.0 / 15, 1.0 / 240, 0, 0}};
    double steady = INFINITY, mixed = INFINITY;
    for (double apart = 3.8; apart < 8; apart += 0.1) {
        rhythm r = rhythms[_i];
        steady = fmin(steady, least_distance(apart, r));
        for (r.between = 1; r.between < 30; ++r.between)
            mixed = fmin(mixed, least_distance(apart, r));
    }
    ck_assert_double_gt(steady, 1.9);
    ck_assert_double_gt(mixed, steady - 0.04);
}
END_TEST

/* ---- Two lines ------------------------------------------------------------------------------- */

/* Two long segments that share an end, or nearly so: a valley, a ridge or a slope, and what is
 * thrown down at where they meet. */
typedef struct bend {
    double x; /* of the end */
    double slope_left, slope_right;
    evo_body_config thrown;
} bend;

static evo_shape random_thrown(double size) {
    const double kind = random_between(0, 3);
    if (kind < 1) return evo_circle(size);
    if (kind < 2) return evo_ellipse(size, size * random_between(0.2, 1));
    /* Whole, or all but a tiny slit. */
    const double slit = random_between(0, 1) < 0.5 ? 0 : 1e-6;
    return evo_ring(size * random_between(0.5, 0.9), 0.1 * size, 0, 2 * PI - slit);
}

static bend random_bend(void) {
    const double size = random_scale(0.01, 1), speed = random_between(0, 200);
    bend b = {random_between(0, 1) < 0.3 ? 1e6 : 0, random_between(-0.9, 0.9),
              random_between(-0.9, 0.9), lab_body(random_thrown(size), 0, 2 * size + 0.5)};
    b.thrown.position.x = b.x + size * random_between(-0.5, 0.5);
    b.thrown.velocity.x = speed * random_between(-0.3, 0.3);
    b.thrown.velocity.y = -speed;
    b.thrown.spin = random_between(-4, 4);
    b.thrown.angle = random_between(-PI, PI);
    b.thrown.material.friction = random_between(0, 1);
    b.thrown.material.restitution = random_between(0, 1) < 0.7 ? 0 : random_between(0, 1);
    return b;
}

static evo_world *bend_make(const bend *b, evo_body *thrown) {
    const double length = 50, gap = random_between(0, 1) < 0.2 ? 4e-6 : 0;
    evo_world *world = lab_world(10);
    evo_vec2 left = {-length, -length * b->slope_left}, right = {length, length * b->slope_right};
    evo_vec2 end = {-gap, 0}, begin = {gap, 0};
    lab_fixed(world, evo_segment(left, end), b->x, 0);
    lab_fixed(world, evo_segment(begin, right), b->x, 0);
    *thrown = evo_body_create(world, &b->thrown);
    return world;
}

/* Whether it is above the lines after two seconds, or beyond where they end. */
static bool stays_above(const bend *b) {
    evo_body thrown;
    evo_world *world = bend_make(b, &thrown);
    double before = lab_energy(world, thrown, 10);
    lab_run(world, 120);
    evo_vec2 at = evo_body_pose(world, thrown).position;
    double x = at.x - b->x, ground = x * (x < 0 ? b->slope_left : b->slope_right);
    ck_assert_double_le(lab_energy(world, thrown, 10), before + 1e-6 * fabs(before));
    evo_world_destroy(world);
    ck_assert(isfinite(at.x) && isfinite(at.y));
    return fabs(x) > 49 || at.y > ground;
}

enum { THROWN = 1000, THROWN_SLOW = 50000, THROUGH_IN = 80 };

static void check_bends(int count) {
    int through = 0;
    random_seed(2);
    for (int i = 0; i < count; ++i) {
        bend b = random_bend();
        through += !stays_above(&b);
    }
    ck_assert_msg(through <= count / THROUGH_IN, "%d of %d got through", through, count);
}

/* @no-tunnels */
START_TEST(nothing_gets_through_where_two_lines_meet) {
    check_bends(THROWN);
}
END_TEST

START_TEST(nothing_gets_through_where_two_lines_meet_thoroughly) {
    check_bends(THROWN_SLOW);
}
END_TEST

/* ---- Landings -------------------------------------------------------------------------------- */

enum { LANDINGS = 200, LANDING_STEPS = 240 };

/* Of a thin ellipse or a slice of a thin ring that falls and turns: its radius, and how thick it
 * is as part of that. */
static const double LANDER = 0.3, LANDER_THIN = 0.1, LANDER_THICK = 0.4;

static evo_body_config any_lander(double thick) {
    evo_shape shape = evo_ellipse(LANDER, thick);
    if (random_between(0, 1) < 0.4)
        shape = evo_ring(LANDER - 0.5 * thick, thick, 0, random_between(0.8, 4.8));
    evo_body_config config = lab_body(shape, 0, random_between(0.5, 1.5));
    config.angle = random_between(-PI, PI);
    config.velocity.x = random_between(-2, 2);
    config.velocity.y = random_between(-20, 0);
    config.spin = random_between(-10, 10);
    config.material.friction = fmax(random_between(-1, 1), 0);
    config.material.restitution = fmax(random_between(-0.5, 0.5), 0);
    return config;
}

/* How deep it comes into the ground, as part of its thickness. */
static double landing_depth(uint64_t seed) {
    const evo_vec2 left = {-50, 0}, right = {50, 0};
    random_seed(seed);
    const double thick = LANDER * random_between(LANDER_THIN, LANDER_THICK);
    const evo_body_config config = any_lander(thick);
    evo_body_config ground = lab_body(evo_segment(left, right), 0, 0);
    ground.kind = EVO_STATIC;
    ground.material = config.material;
    evo_world *world = lab_world(10);
    evo_body_create(world, &ground);
    const evo_body body = evo_body_create(world, &config);
    double deepest = 0;
    for (int i = 0; i < LANDING_STEPS; ++i) {
        lab_run(world, 1);
        evo_bounds bounds = evo_shape_bounds(&config.shape, evo_body_pose(world, body));
        deepest = fmax(deepest, -bounds.min.y);
    }
    evo_world_destroy(world);
    return deepest / thick;
}

/* One tip strikes and throws the other down: it does not whip into the ground. */
START_TEST(what_is_thin_lands) {
    int deep = 0;
    for (uint64_t seed = 0; seed < LANDINGS; ++seed) {
        const double depth = landing_depth(seed);
        deep += depth > 1;
        ck_assert_msg(depth < 3, "seed %d: %g times as deep as it is thick", (int)seed, depth);
    }
    ck_assert_msg(deep <= LANDINGS / 50, "%d of %d are deeper than they are thick", deep, LANDINGS);
}
END_TEST

/* ---- Very fast things ------------------------------------------------------------------------ */

static evo_body put_ball(evo_world *world, double radius, double x, double y, double speed) {
    evo_body_config config = lab_body(evo_circle(radius), x, y);
    config.material.density = 1 / (radius * radius);
    config.material.restitution = 1;
    config.material.friction = 0;
    config.velocity.x = speed;
    return evo_body_create(world, &config);
}

/* In one step a disk strikes another, far away, and that one the next: the last has all. */
START_TEST(far_disks_pass_on_what_they_get) {
    enum { BALLS = 6 };
    random_seed(131 + (uint64_t)_i);
    for (int n = 0; n < 40; ++n) {
        const double speed = random_scale(100, 1e6), way = speed * LAB_STEP / (BALLS + 1);
        evo_body balls[BALLS];
        evo_world *world = lab_space();
        const double radius = fmin(0.2 * way, random_scale(0.05, 1));
        double x = 0;
        for (int i = 0; i < BALLS; ++i, x += random_between(0.5, 1) * way)
            balls[i] = put_ball(world, radius, x, 0, i == 0 ? speed : 0);
        lab_run(world, 1);
        const double last = lab_speed(world, balls[BALLS - 1]);
        ck_assert_msg(fabs(last - speed) < 1e-9 * speed, "throw %d at %g: %g", n, speed, last);
        for (int i = 0; i < BALLS - 1; ++i) ck_assert(lab_speed(world, balls[i]) < 1e-9 * speed);
        evo_world_destroy(world);
    }
}
END_TEST

/* Bounds of what goes far are not as long as its way: it has few pairs, and strikes many others. */
START_TEST(bullets_cost_what_they_strike) {
    enum { SIDE = 30, BULLETS = 3 };
    evo_world *world = lab_space();
    for (int i = 0; i < SIDE * SIDE; ++i) put_ball(world, 0.4, i % SIDE, (double)(i / SIDE), 0);
    const double before = evo_world_kinetic_energy(world);
    for (int i = 0; i < BULLETS; ++i) put_ball(world, 0.3, -5, 3.3 + 8 * i, 2e5);
    const double energy = evo_world_kinetic_energy(world);
    ck_assert(before == 0);
    for (int i = 0; i < 2; ++i) {
        lab_run(world, 1);
        const evo_counters counters = evo_world_counters(world);
        ck_assert_msg(counters.pairs < 20 * SIDE * SIDE, "%zu pairs", counters.pairs);
        ck_assert_msg(counters.bytes < (size_t)24 << 20, "%zu bytes", counters.bytes);
        ck_assert(counters.impacts > 2 * SIDE * SIDE);
        ck_assert(evo_world_kinetic_energy(world) < energy * (1 + 1e-9));
    }
    evo_world_destroy(world);
}
END_TEST

Suite *suite_tunnels(void) {
    Suite *suite = suite_create("tunnels");
    TCase *pulls = tcase_create("pulls"), *steps = tcase_create("steps");
    tcase_add_test(pulls, the_ground_holds_a_thin_ellipse);
    tcase_add_test(pulls, the_ground_holds_a_disk);
    tcase_add_test(pulls, torques_swing_dumbbells_through_nothing);
    tcase_add_loop_test(steps, a_long_step_after_short_ones_finds_its_pairs, 0, 3);
    suite_add_tcase(suite, pulls);
    TCase *bends = tcase_create("bends"), *slow = tcase_create("bends, thoroughly");
    tcase_add_test(bends, nothing_gets_through_where_two_lines_meet);
    tcase_set_tags(bends, "long");
    tcase_add_test(slow, nothing_gets_through_where_two_lines_meet_thoroughly);
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 900);
    TCase *landings = tcase_create("landings");
    tcase_add_test(landings, what_is_thin_lands);
    TCase *far = tcase_create("far");
    tcase_add_loop_test(far, far_disks_pass_on_what_they_get, 0, 2);
    tcase_add_test(far, bullets_cost_what_they_strike);
    suite_add_tcase(suite, landings);
    suite_add_tcase(suite, far);
    suite_add_tcase(suite, steps);
    suite_add_tcase(suite, bends);
    suite_add_tcase(suite, slow);
    return suite;
}
