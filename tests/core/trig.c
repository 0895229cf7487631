/* trig.c: the engine's functions against the C library's, and their bits against a hash. */
#include <math.h>
#include <string.h>

#include "core/core.h"
#include "suites.h"
#include "support/hash.h"
#include "support/random.h"

START_TEST(direction_is_cosine_and_sine) {
    static const double ranges[] = {1e-8, 1, 4, 1000, 1e6, 1e8};
    double worst = 0;
    random_seed(1);
    for (int i = 0; i < 300000; ++i) {
        double range = ranges[i % 6], angle = random_between(-range, range);
        evo_vec2 d = evo_direction(angle);
        worst = fmax(worst, fmax(fabs(d.x - cos(angle)), fabs(d.y - sin(angle))));
    }
    ck_assert_double_le(worst, 2.3e-16);
}
END_TEST

START_TEST(direction_of_large_angles) {
    double worst = 0;
    random_seed(2);
    for (int i = 0; i < 100000; ++i) {
        double angle = random_scale(1e8, 1e15);
        evo_vec2 d = evo_direction(angle);
        worst = fmax(worst, fmax(fabs(d.x - cos(angle)), fabs(d.y - sin(angle))));
    }
    ck_assert_double_le(worst, 2.3e-16);
}
END_TEST

START_TEST(direction_of_no_angle) {
    const double none[] = {NAN, INFINITY, -INFINITY, 1e300, -1e17};
    for (int i = 0; i < 5; ++i) {
        evo_vec2 d = evo_direction(none[i]);
        ck_assert(d.x == 1 && d.y == 0);
    }
}
END_TEST

/* @angle-error */
START_TEST(angle_is_arc_tangent) {
    double worst = 0;
    random_seed(3);
    for (int i = 0; i < 300000; ++i) {
        double length = random_scale(1e-200, 1e200), turn = random_between(-PI, PI);
        evo_vec2 d = {length * cos(turn), length * sin(turn)};
        worst = fmax(worst, fabs(evo_angle(d) - atan2(d.y, d.x)));
    }
    ck_assert_double_le(worst, 4.5e-16);
}
END_TEST

START_TEST(angle_at_the_axes) {
    const evo_vec2 east = {2, 0}, north = {0, 2}, west = {-2, 0}, south = {0, -2}, none = {0, 0};
    const evo_vec2 not_a_number = {NAN, 1}, infinite = {INFINITY, INFINITY};
    ck_assert(evo_angle(east) == 0 && evo_angle(north) == PI / 2);
    ck_assert(evo_angle(west) == PI && evo_angle(south) == -PI / 2);
    ck_assert(evo_angle(none) == 0 && evo_angle(not_a_number) == 0 && evo_angle(infinite) == 0);
}
END_TEST

START_TEST(cube_root_cubed) {
    random_seed(4);
    for (int i = 0; i < 100000; ++i) {
        double x = random_scale(1e-290, 1e290);
        ck_assert_double_le(fabs(cube_root(x) / cbrt(x) - 1), 7e-16);
    }
    ck_assert(cube_root(0) == 0 && cube_root(-1) == 0 && cube_root(NAN) == 0);
}
END_TEST

/* The hash that every machine, compiler and optimisation level must give. @angle-error */
START_TEST(same_bits) {
    uint64_t hash = HASH_BEGIN;
    random_seed(5);
    for (int i = 0; i < 100000; ++i) {
        double angle = random_between(-1e3, 1e3);
        evo_vec2 d = evo_direction(angle);
        hash = hash_double(hash_double(hash_double(hash, d.x), d.y), evo_angle(d));
        hash = hash_double(hash, cube_root(fabs(angle)));
    }
    ck_assert_uint_eq(hash, UINT64_C(5822404719690633493));
}
END_TEST

Suite *suite_trig(void) {
    Suite *suite = suite_create("trig");
    TCase *trig = tcase_create("trig");
    tcase_add_test(trig, direction_is_cosine_and_sine);
    tcase_add_test(trig, direction_of_large_angles);
    tcase_add_test(trig, direction_of_no_angle);
    tcase_add_test(trig, angle_is_arc_tangent);
    tcase_add_test(trig, angle_at_the_axes);
    tcase_add_test(trig, cube_root_cubed);
    tcase_add_test(trig, same_bits);
    suite_add_tcase(suite, trig);
    return suite;
}
