/* test_heavy.c: heavy bodies on light ones: a step holds up to a hundred times the mass. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"

static const double RADIUS = 0.5, GRAVITY = 10;

enum { SECONDS = 10 };

/* A body on the ground, or an ellipse of the same height, and one of a hundred times its density on
 * it: nothing overlaps by more than 6 % of the radius. */
START_TEST(a_light_body_bears_a_heavy_one) {
    const evo_vec2 left = {-20, 0}, right = {20, 0};
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config =
        lab_body(_i ? evo_ellipse(0.8, RADIUS) : evo_circle(RADIUS), 0, RADIUS);
    lab_fixed(world, evo_segment(left, right), 0, 0);
    const evo_body light = evo_body_create(world, &config);
    config.material.density *= 100;
    config.position.y += 2 * RADIUS;
    const evo_body heavy = evo_body_create(world, &config);
    for (int i = 0; i < SECONDS * 60; ++i) {
        lab_run(world, 1);
        const double low = evo_body_pose(world, light).position.y;
        const double high = evo_body_pose(world, heavy).position.y;
        ck_assert_double_gt(low, RADIUS * (1 - 0.06));
        ck_assert_double_gt(high - low, RADIUS * (2 - 0.06));
    }
    evo_world_destroy(world);
}
END_TEST

Suite *suite_heavy(void) {
    Suite *suite = suite_create("heavy");
    TCase *stacks = tcase_create("stacks");
    tcase_add_loop_test(stacks, a_light_body_bears_a_heavy_one, 0, 2);
    suite_add_tcase(suite, stacks);
    return suite;
}
