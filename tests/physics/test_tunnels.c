/* test_tunnels.c: no force and no sequence of step lengths makes a body tunnel through the ground
 * or another body. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"

/* ---- Pulls ----------------------------------------------------------------------------------- */

/* The acceleration downwards, which leads far below the ground in a single step. */
static const double PULL = 2000;

typedef enum pull_kind { BY_GRAVITY, BY_SCALE, BY_LATE_SCALE, BY_FORCE, PULL_KINDS } pull_kind;

/* A body above a segment, after some steps without a force. */
typedef struct pulled {
    evo_world *world;
    evo_body body;
    pull_kind kind;
} pulled;

static pulled pull_make(pull_kind kind, evo_shape shape, double height) {
    pulled p = {lab_world(kind == BY_GRAVITY ? PULL : 10), {0, 0}, kind};
    evo_vec2 left = {-10, 0}, right = {10, 0};
    lab_fixed(p.world, evo_segment(left, right), 0, 0);
    evo_body_config config = lab_body(shape, 0, height);
    if (kind == BY_SCALE) config.gravity_scale = PULL / 10;
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

Suite *suite_tunnels(void) {
    Suite *suite = suite_create("tunnels");
    TCase *pulls = tcase_create("pulls"), *steps = tcase_create("steps");
    tcase_add_test(pulls, the_ground_holds_a_thin_ellipse);
    tcase_add_test(pulls, the_ground_holds_a_disk);
    tcase_add_loop_test(steps, a_long_step_after_short_ones_finds_its_pairs, 0, 3);
    suite_add_tcase(suite, pulls);
    suite_add_tcase(suite, steps);
    return suite;
}
