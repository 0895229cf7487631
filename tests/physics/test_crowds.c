/* test_crowds.c: what is created overlapped, or pressed, parts at one speed and keeps none of it,
 * however long steps are and however many bodies there are. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { MOST = 100, KINDS = 6, CROWDS = 6 };

static evo_shape shape_of(int kind, double reach) {
    const evo_vec2 left = {-0.6 * reach, 0}, right = {0.6 * reach, 0};
    if (kind == 0) return evo_circle(reach);
    if (kind == 1) return evo_box(0.7 * reach, 0.7 * reach);
    if (kind == 2) return evo_capsule(left, right, 0.4 * reach);
    if (kind == 3) return evo_ellipse(reach, 0.6 * reach);
    if (kind == 4) return evo_box(0.97 * reach, 0.2 * reach);
    return evo_ring(0.8 * reach, 0.3 * reach, 0, 4);
}

static double fastest(const evo_world *world, const evo_body *bodies, int count) {
    double most = 0;
    for (int i = 0; i < count; ++i) most = fmax(most, lab_speed(world, bodies[i]));
    return most;
}

/* The greatest speed of a crowd in a second, or in 100 steps. */
static double speed_of_crowd(int kind, double dt, int substeps, double push_speed) {
    evo_world_config config = evo_world_config_default();
    config.substeps = substeps;
    config.push_speed = push_speed;
    evo_world *world = evo_world_create(&config);
    evo_body bodies[MOST];
    const int count = (int)random_scale(substeps > 4 ? 50 : 2, MOST);
    const double spread = random_between(0.05, 0.2) * sqrt(count);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 at = random_vector(spread);
        evo_body_config body = lab_body(shape_of(kind, random_between(0.3, 0.8)), at.x, at.y);
        body.angle = random_between(0, 6);
        bodies[i] = evo_body_create(world, &body);
    }
    double most = 0;
    for (int step = 0; step < 100 && step * dt < 1; ++step) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        most = fmax(most, fastest(world, bodies, count));
    }
    evo_world_destroy(world);
    return most;
}

START_TEST(crowds_keep_no_speed) {
    static const double lengths[] = {1.0 / 30, 1.0 / 60, 1.0 / 120, 1e-3};
    random_seed(71 + (uint64_t)_i);
    for (int n = 0; n < CROWDS; ++n) {
        const double dt = lengths[(int)random_between(0, 4)];
        const int substeps = 1 << (int)random_between(0, 5);
        const double speed = speed_of_crowd(_i, dt, substeps, 0);
        ck_assert_msg(speed < 8, "kind %d, crowd %d: %g at steps of %g / %d", _i, n, speed, dt,
                      substeps);
    }
}
END_TEST

/* Two disks, one in the other: how long until they are apart. */
static double time_of_parting(double push_speed, double dt) {
    evo_world_config config = evo_world_config_default();
    config.push_speed = push_speed;
    evo_world *world = evo_world_create(&config);
    evo_body_config first = lab_body(evo_circle(0.5), 0, 0), second = first;
    second.position.x = 0.2;
    const evo_body a = evo_body_create(world, &first), b = evo_body_create(world, &second);
    double time = 0;
    for (; time < 5; time += dt) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        const double apart =
            evo_body_pose(world, b).position.x - evo_body_pose(world, a).position.x;
        if (apart > 0.85) break;
    }
    evo_world_destroy(world);
    return time;
}

/* What is pressed lets a part of its push go: two part at half of the speed or more. */
START_TEST(push_speed_is_the_speed) {
    static const double speeds[] = {0.5, 2, 4}, lengths[] = {1.0 / 30, 1.0 / 60, 1.0 / 240};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const double least = 0.65 / (0.5 * speeds[i]);
            const double time = time_of_parting(speeds[i], lengths[k]);
            ck_assert_msg(time > least - 2 * lengths[k] && time < 2.5 * least + 3 * lengths[k],
                          "%g at steps of %g: %g, not %g", speeds[i], lengths[k], time, least);
        }
    ck_assert_double_eq(time_of_parting(0, LAB_STEP), time_of_parting(4, LAB_STEP));
}
END_TEST

/* A plate comes down on a row of bodies and presses them to nine tenths of their height. */
START_TEST(plates_throw_nothing) {
    for (int kind = 0; kind < 4; ++kind) {
        const double speed = _i == 0 ? 0.5 : 4;
        evo_world *world = lab_world(10);
        evo_body bodies[6];
        lab_fixed(world, evo_box(20, 1), 0, -1);
        const double high = kind == 0 ? 0.5 : kind == 1 ? 0.35 : kind == 2 ? 0.2 : 0.3;
        for (int i = 0; i < 6; ++i) {
            const evo_body_config body = lab_body(shape_of(kind, 0.5), 1.1 * i, high);
            bodies[i] = evo_body_create(world, &body);
        }
        evo_body_config plate = lab_body(evo_box(4, 0.5), 2.75, 2 * high + 1);
        plate.kind = EVO_KINEMATIC;
        plate.velocity.y = -speed;
        const evo_body press = evo_body_create(world, &plate);
        for (int step = 0; step < (int)((0.5 + 0.2 * high) / speed * 60); ++step) {
            lab_run(world, 1);
            const double most = fastest(world, bodies, 6);
            ck_assert_msg(most < speed + 8, "kind %d, plate at %g: %g", kind, speed, most);
            for (int i = 0; i < 6; ++i)
                ck_assert_double_lt(evo_body_pose(world, bodies[i]).position.y, 2 * high);
        }
        ck_assert(evo_body_exists(world, press));
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_crowds(void) {
    Suite *suite = suite_create("crowds");
    TCase *crowds = tcase_create("crowds"), *plates = tcase_create("plates");
    tcase_add_loop_test(crowds, crowds_keep_no_speed, 0, KINDS);
    tcase_add_test(crowds, push_speed_is_the_speed);
    tcase_add_loop_test(plates, plates_throw_nothing, 0, 2);
    suite_add_tcase(suite, crowds);
    suite_add_tcase(suite, plates);
    return suite;
}
