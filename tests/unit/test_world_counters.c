/* test_world_counters.c: a world's counters are independent of unrelated bodies. */
#include "evolute/collide.h"
#include "suites.h"
#include "support/scene.h"

static const double PI = 3.14159265358979324;

/* An ellipse across a bowl has two contacts but counts as one pair, also after a change elsewhere
 * has rebuilt the contacts. */
START_TEST(two_contacts_count_as_one_pair) {
    evo_world *world = scene_world(0, NULL);
    scene_add(world, EVO_STATIC, evo_ring(2, 0.4, PI, PI), 0, 0);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1.4, 0.4), 0, -0.7);
    ck_assert_int_eq(evo_body_set_never_sleep(world, egg, true), EVO_OK);
    evo_body other = scene_ball(world, 1, 100, 100);
    scene_steps(world, 60);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    ck_assert_int_eq(evo_body_set_pose(world, other, (evo_pose){{100, 200}, 0}), EVO_OK);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    evo_world_destroy(world);
}
END_TEST

/* The margin follows the mean speed of bodies; a single fast body does not widen it. */
START_TEST(one_fast_body_adds_no_pairs_of_others) {
    enum { COLUMNS = 20, ROWS = 10 };
    evo_body balls[COLUMNS * ROWS];
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_pile(world, COLUMNS, ROWS, balls);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
        ck_assert_int_eq(evo_body_set_never_sleep(world, balls[i], true), EVO_OK);
    scene_steps(world, 120);
    size_t before = evo_world_counters(world).pairs, most = 0;
    evo_body bullet = scene_ball(world, 0.5, 500, 500);
    ck_assert_int_eq(evo_body_set_velocity(world, bullet, (evo_vec2){1e6, 0}), EVO_OK);
    for (int i = 0; i < 20; ++i) {
        scene_steps(world, 1);
        size_t pairs = evo_world_counters(world).pairs;
        most = pairs > most ? pairs : most;
    }
    ck_assert_uint_ge(before, COLUMNS * ROWS);
    ck_assert_uint_le(2 * most, 3 * before);
    evo_world_destroy(world);
}
END_TEST

/* Contacts of what is put to sleep by hand count once, before and after the next step. */
START_TEST(sleepers_contacts_count_once) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.5);
    scene_steps(world, 5);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    ck_assert_int_eq(evo_body_set_asleep(world, ball, true), EVO_OK);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    scene_steps(world, 1);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_world_counters(void) {
    Suite *suite = suite_create("world_counters");
    TCase *counters = tcase_create("counters");
    tcase_add_test(counters, two_contacts_count_as_one_pair);
    tcase_add_test(counters, one_fast_body_adds_no_pairs_of_others);
    tcase_add_test(counters, sleepers_contacts_count_once);
    suite_add_tcase(suite, counters);
    return suite;
}
