/* substeps.c: time-of-impact substeps resolve impacts at their true time and in their true
 * order, and miss none. */
#include <math.h>

#include "evolute/query.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;

static evo_world *plain_world(void) {
    return lab_make(evo_world_config_default());
}

/* Smooth and elastic by default. */
static evo_body_config ball(double radius, double x, double y) {
    evo_body_config config = lab_body(evo_circle(radius), x, y);
    config.material.friction = 0;
    config.material.restitution = 1;
    return config;
}

static evo_body add(evo_world *world, evo_body_config config) {
    evo_body body = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

static void add_mirror(evo_world *world, evo_vec2 from, evo_vec2 to) {
    evo_body_config config = ball(1, 0, 0);
    config.shape = evo_segment(from, to);
    config.kind = EVO_STATIC;
    add(world, config);
}

/* ---- Energy ---------------------------------------------------------------------------------- */

START_TEST(an_elastic_gas_conserves_energy) {
    enum { SIDE = 32, COUNT = 1000 };
    const double width = sqrt(COUNT * PI * 0.25 / 0.3), apart = width / SIDE;
    evo_world_config config = evo_world_config_default();
    config.bounce_threshold = 0;
    evo_world *world = lab_make(config);
    const evo_vec2 corners[] = {{0, 0}, {width, 0}, {width, width}, {0, width}};
    for (int i = 0; i < 4; ++i) add_mirror(world, corners[i], corners[(i + 1) % 4]);
    random_seed(3);
    for (int i = 0; i < COUNT; ++i) {
        evo_body_config disk = ball(0.5, (i % SIDE + 0.5) * apart, (i / SIDE + 0.5) * apart);
        disk.velocity.x = random_between(-2, 2);
        disk.velocity.y = random_between(-2, 2);
        add(world, disk);
    }
    double before = evo_world_kinetic_energy(world);
    lab_run(world, 600);
    ck_assert_uint_gt(evo_world_counters(world).impacts, 5000);
    ck_assert_double_eq_tol(evo_world_kinetic_energy(world), before, 1e-6 * before);
    evo_world_destroy(world);
}
END_TEST

/* Some of five disks hit the others, which touch in a row: as many leave on the other side. */
START_TEST(the_cradle_hands_on) {
    enum { BALLS = 5 };
    const int coming = _i;
    evo_world *world = plain_world();
    evo_body balls[BALLS];
    for (int i = 0; i < BALLS; ++i) {
        evo_body_config config = ball(0.5, i < coming ? i - 3 : i, 0);
        if (i < coming) config.velocity.x = 5;
        balls[i] = add(world, config);
    }
    lab_run(world, 120);
    for (int i = 0; i < BALLS; ++i)
        ck_assert_double_eq_tol(evo_body_velocity(world, balls[i]).x, i < BALLS - coming ? 0 : 5,
                                1e-12);
    evo_world_destroy(world);
}
END_TEST

/* ---- The break ------------------------------------------------------------------------------- */

enum { ROWS = 5, RACK = 15 };

/* Row by row; a ball and its mirror image are as far from the two ends of their row. */
static void make_rack(evo_world *world, evo_body *balls, double restitution) {
    for (int row = 0, i = 0; row < ROWS; ++row)
        for (int k = 0; k <= row; ++k, ++i) {
            evo_body_config config = ball(0.5, row * sqrt(0.75), k - 0.5 * row);
            config.material.restitution = restitution;
            balls[i] = add(world, config);
        }
    evo_body_config cue = ball(0.5, -3, 0);
    cue.material.restitution = restitution;
    cue.velocity.x = 20;
    add(world, cue);
}

static double off_mirror(const evo_world *world, const evo_body *balls) {
    double most = 0;
    for (int row = 0, begin = 0; row < ROWS; begin += ++row)
        for (int k = 0; k <= row; ++k) {
            evo_vec2 at = evo_body_pose(world, balls[begin + k]).position;
            evo_vec2 image = evo_body_pose(world, balls[begin + row - k]).position;
            most = fmax(most, hypot(at.x - image.x, at.y + image.y));
        }
    return most;
}

START_TEST(a_break_is_its_own_mirror_image) {
    const double restitutions[] = {1, 0.97,
                                   0.95}; /* with less, some become slow enough for the solver */
    evo_world_config config = evo_world_config_default();
    config.exact = _i < 3 ? NULL : &EXACT;
    evo_world *world = lab_make(config);
    evo_body balls[RACK];
    make_rack(world, balls, restitutions[_i % 3]);
    for (int step = 0; step < 120; ++step) {
        lab_run(world, 1);
        ck_assert_double_lt(off_mirror(world, balls), 1e-9);
    }
    for (int i = 0; i < RACK; ++i) ck_assert_double_gt(lab_speed(world, balls[i]), 0.001);
    evo_world_destroy(world);
}
END_TEST

/* Random breaks, with friction: of twenty at most one parts from its image by rounding. */
START_TEST(rough_breaks_are_mirrored) {
    enum { BREAKS = 20 };
    int parted = 0;
    random_seed(190);
    for (int i = 0; i < BREAKS; ++i) {
        evo_world *world = plain_world();
        evo_body balls[RACK];
        make_rack(world, balls, random_between(0.92, 1));
        const double friction = random_between(0, 0.6), speed = random_between(0.5, 20);
        evo_body all[RACK + 1];
        ck_assert_uint_eq(evo_world_bodies(world, all, RACK + 1), RACK + 1);
        for (int k = 0; k <= RACK; ++k) {
            evo_collider collider;
            ck_assert_uint_eq(evo_body_colliders(world, all[k], &collider, 1), 1);
            evo_material material = evo_collider_get(world, collider).material;
            material.friction = friction;
            ck_assert_int_eq(evo_collider_set_material(world, collider, &material), EVO_OK);
        }
        ck_assert_int_eq(evo_body_set_velocity(world, all[RACK], (evo_vec2){speed, 0}), EVO_OK);
        double most = 0;
        for (int step = 0; step < 120; ++step) {
            lab_run(world, 1);
            most = fmax(most, off_mirror(world, balls));
        }
        parted += most > 1e-3;
        evo_world_destroy(world);
    }
    ck_assert_int_le(parted, 1);
}
END_TEST

/* ---- Tunnelling ------------------------------------------------------------------------------ */

static const double SMALL = 0.05;

typedef enum target_kind { AT_DISK, AT_SEGMENT, AT_RING, IN_RING, AT_ELLIPSE, TARGETS } target_kind;

/* A bullet that flies at a target around the origin, from its left. */
typedef struct shot {
    evo_world *world;
    evo_body target, bullet;
    target_kind kind;
} shot;

static evo_body_config target_of(target_kind kind) {
    evo_body_config config = ball(SMALL, 0, 0);
    const evo_vec2 low = {0, -1}, high = {0, 1};
    if (kind != AT_DISK) config.kind = EVO_STATIC;
    if (kind == AT_SEGMENT) config.shape = evo_segment(low, high);
    if (kind == AT_RING || kind == IN_RING) config.shape = evo_ring(0.5, 0.01, 0, 2 * PI);
    if (kind == AT_ELLIPSE) {
        config.kind = EVO_KINEMATIC;
        config.shape = evo_ellipse(0.6, 0.2);
        config.angle = random_between(0, PI);
        config.spin = random_between(-50, 50);
    }
    return config;
}

static shot shoot(target_kind kind, double speed) {
    shot s = {.world = plain_world(), .kind = kind};
    s.target = add(s.world, target_of(kind));
    double from = kind == IN_RING ? 0 : -1 - random_between(0, 1) * speed * LAB_STEP;
    evo_body_config bullet = ball(SMALL, from, random_between(-0.8, 0.8) * SMALL);
    bullet.velocity.x = speed;
    bullet.material.restitution = random_between(0, 1);
    bullet.material.friction = random_between(0, 1);
    s.bullet = add(s.world, bullet);
    return s;
}

/* Whether the bullet has tunnelled: it is beyond the target, or after the last step the target or
 * the bullet still has its initial velocity. */
static bool has_tunnelled(const shot *s, double speed, bool last) {
    evo_vec2 at = evo_body_pose(s->world, s->bullet).position;
    double from_middle = hypot(at.x, at.y);
    switch (s->kind) {
    case AT_DISK:
        return last && lab_speed(s->world, s->target) == 0;
    case AT_SEGMENT:
        return at.x > 0 && fabs(at.y) < 1;
    case AT_RING:
        return from_middle < 0.5;
    case IN_RING:
        return from_middle > 0.5;
    default:
        return last && evo_body_velocity(s->world, s->bullet).x == speed;
    }
}

/* @no-tunnels */
START_TEST(nothing_tunnels) {
    const double speeds[] = {100, 1000, 10000};
    const target_kind kind = (target_kind)(_i / 3);
    const double speed = speeds[_i % 3];
    random_seed((uint64_t)_i + 1);
    for (int trial = 0; trial < 700; ++trial) {
        shot s = shoot(kind, speed);
        for (int step = 0; step < 6; ++step) {
            lab_run(s.world, 1);
            ck_assert_msg(!has_tunnelled(&s, speed, step == 5), "trial %d at %g", trial, speed);
        }
        evo_world_destroy(s.world);
    }
}
END_TEST

/* ---- Others ---------------------------------------------------------------------------------- */

/* An impact wakes a sleeping body and moves it within the same step. */
START_TEST(a_sleeper_is_struck) {
    evo_world *world = plain_world();
    evo_body_config config = ball(0.5, 0, 0);
    config.asleep = true;
    evo_body sleeper = add(world, config);
    evo_body_config fast = ball(0.5, -2, 0);
    fast.velocity.x = 100;
    add(world, fast);
    lab_run(world, 1);
    ck_assert(!evo_body_asleep(world, sleeper));
    ck_assert_double_eq_tol(evo_body_velocity(world, sleeper).x, 100, 1e-9);
    /* It moves from the time of impact on, 0.01 s after the start. */
    ck_assert_double_eq_tol(evo_body_pose(world, sleeper).position.x, 100 * (LAB_STEP - 0.01),
                            1e-9);
    evo_world_destroy(world);
}
END_TEST

/* Between two walls much closer than its displacement in a step, a ball hits the substep limit: it
 * loses time, but keeps its speed and stays between the walls. */
START_TEST(a_body_at_the_substep_limit_stays_at_its_last_impact) {
    evo_world *world = plain_world();
    const evo_vec2 ends[] = {{-1, -5}, {-1, 5}, {1, -5}, {1, 5}};
    add_mirror(world, ends[0], ends[1]);
    add_mirror(world, ends[2], ends[3]);
    evo_body_config config = ball(0.1, 0, 0);
    config.velocity.x = 5000;
    evo_body body = add(world, config);
    for (int step = 0; step < 100; ++step) {
        lab_run(world, 1);
        ck_assert_double_lt(fabs(evo_body_pose(world, body).position.x), 0.9 + 1e-9);
        ck_assert_double_eq_tol(fabs(evo_body_velocity(world, body).x), 5000, 1e-6);
    }
    evo_world_destroy(world);
}
END_TEST

Suite *suite_substeps(void) {
    Suite *suite = suite_create("substeps");
    TCase *chains = tcase_create("chains"), *bullets = tcase_create("bullets");
    tcase_set_tags(bullets, "long");
    tcase_add_test(chains, an_elastic_gas_conserves_energy);
    tcase_add_loop_test(chains, the_cradle_hands_on, 1, 5);
    tcase_add_loop_test(chains, a_break_is_its_own_mirror_image, 0, 6);
    tcase_add_test(chains, rough_breaks_are_mirrored);
    tcase_add_test(chains, a_sleeper_is_struck);
    tcase_add_test(chains, a_body_at_the_substep_limit_stays_at_its_last_impact);
    tcase_add_loop_test(bullets, nothing_tunnels, 0, 3 * TARGETS);
    suite_add_tcase(suite, chains);
    suite_add_tcase(suite, bullets);
    return suite;
}
