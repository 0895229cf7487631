/* test_belts.c: surface speed acts as ground that moves: the same bodies on a belt that stands, and
 * on ground that moves as the belt does, end with the same velocities. */
#include <math.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { TRIALS = 40 };

/* A body that flies to ground of a shape, on one side of it. */
typedef struct belt_setting {
    const evo_exact_config *exact;
    bool pulled, round; /* gravity towards the ground; the ground is a disk */
    double angle, side; /* of the ground; 1: left of it */
    double ground_speed, own_speed;
    evo_shape shape;
    evo_material material, ground;
    double along, towards, spin; /* velocity of the body */
} belt_setting;

static const double RADIUS = 2;

static evo_material random_material(bool bounces) {
    evo_material material = evo_material_default();
    material.friction = random_between(0, 1);
    if (!bounces) return material;
    material.restitution = random_between(0, 0.9);
    material.tangential_restitution = random_between(-1, 1);
    return material;
}

static belt_setting random_setting(const evo_exact_config *exact, bool pulled, bool round) {
    belt_setting s = {.exact = exact, .pulled = pulled, .round = round};
    s.angle = random_between(-3, 3);
    s.side = random_between(-1, 1) < 0 ? -1 : 1;
    s.ground_speed = random_between(-3, 3);
    s.own_speed = random_between(-3, 3);
    s.shape = evo_circle(random_between(0.2, 0.6));
    if (!pulled && !round && random_between(0, 1) < 0.5) s.shape = evo_ellipse(0.6, 0.3);
    s.material = random_material(exact != NULL);
    s.ground = random_material(exact != NULL);
    s.along = round ? 0 : random_between(-2, 2);
    s.towards = random_between(2, 4);
    s.spin = random_between(-3, 3);
    return s;
}

/* Adds the ground as a belt, or as ground that moves: a straight one along itself, a disk round its
 * centre. A belt runs counterclockwise: against the direction of the ground on its left. */
static void add_ground(evo_world *world, const belt_setting *s, evo_vec2 direction, bool moves) {
    const double speed = s->ground_speed + s->own_speed;
    const evo_vec2 left = {-200, 0}, right = {200, 0};
    evo_body_config config =
        lab_body(s->round ? evo_circle(RADIUS) : evo_segment(left, right), 0, 0);
    config.kind = moves ? EVO_KINEMATIC : EVO_STATIC;
    config.angle = s->angle;
    config.material = s->ground;
    if (!moves) config.material.surface_speed = -s->ground_speed;
    if (moves && s->round) config.spin = speed / RADIUS;
    if (moves && !s->round)
        config.velocity =
            (evo_vec2){-s->side * speed * direction.x, -s->side * speed * direction.y};
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
}

typedef struct belt_end {
    evo_vec2 velocity;
    double spin;
} belt_end;

static belt_end run_setting(const belt_setting *s, bool moves) {
    const evo_vec2 direction = {cos(s->angle), sin(s->angle)};
    const evo_vec2 up = {-s->side * direction.y, s->side * direction.x};
    const double height = (s->round ? RADIUS : 0) + 1, pull = s->pulled ? 10 : 0;
    evo_world_config config = evo_world_config_default();
    config.exact = s->exact;
    config.gravity = (evo_vec2){-pull * up.x, -pull * up.y};
    evo_world *world = lab_make(config);
    add_ground(world, s, direction, moves);
    evo_body_config body = lab_body(s->shape, height * up.x, height * up.y);
    body.material = s->material;
    if (!moves) body.material.surface_speed = -s->own_speed;
    body.velocity = (evo_vec2){s->along * direction.x - s->towards * up.x,
                               s->along * direction.y - s->towards * up.y};
    body.spin = s->spin;
    const evo_body made = evo_body_create(world, &body);
    lab_run(world, 60);
    const belt_end end = {evo_body_velocity(world, made), evo_body_spin(world, made)};
    evo_world_destroy(world);
    return end;
}

static void try_belts(const evo_exact_config *exact, bool pulled, bool round, double tolerance) {
    random_seed(11);
    for (int i = 0; i < TRIALS; ++i) {
        const belt_setting s = random_setting(exact, pulled, round);
        const belt_end belt = run_setting(&s, false), ground = run_setting(&s, true);
        ck_assert_double_eq_tol(belt.velocity.x, ground.velocity.x, tolerance);
        ck_assert_double_eq_tol(belt.velocity.y, ground.velocity.y, tolerance);
        ck_assert_double_eq_tol(belt.spin, ground.spin, tolerance);
    }
}

START_TEST(a_belt_strikes_as_moving_ground) {
    try_belts(&EXACT, false, false, 1e-6);
}
END_TEST

START_TEST(a_belt_around_a_disk_strikes_as_a_turning_disk) {
    try_belts(&EXACT, false, true, 1e-6);
}
END_TEST

/* Bodies bounce, and then roll and slide. */
START_TEST(a_belt_carries_as_moving_ground) {
    try_belts(&EXACT, true, false, 1e-6);
}
END_TEST

/* Without a bounce. */
START_TEST(a_belt_carries_as_moving_ground_in_steps) {
    try_belts(NULL, true, false, 1e-3);
}
END_TEST

Suite *suite_belts(void) {
    Suite *suite = suite_create("belts");
    TCase *ground = tcase_create("ground");
    tcase_add_test(ground, a_belt_strikes_as_moving_ground);
    tcase_add_test(ground, a_belt_around_a_disk_strikes_as_a_turning_disk);
    tcase_add_test(ground, a_belt_carries_as_moving_ground);
    tcase_add_test(ground, a_belt_carries_as_moving_ground_in_steps);
    suite_add_tcase(suite, ground);
    return suite;
}
