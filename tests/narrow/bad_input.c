/* bad_input.c: invalid numbers in every argument. The results must be those that the headers
 * promise; run under the sanitizers, too. */
#include <math.h>
#include <string.h>

#include "evolute/collide.h"
#include "suites.h"

static const double ODD[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e31, -1, 0, 1e-320, 1e-31};
enum { ODD_COUNT = sizeof ODD / sizeof ODD[0] };

static const evo_pose HERE = {{0, 0}, 0};

/* A shape whose n-th number is odd; false: it has fewer numbers. */
static bool odd_shape(int kind, int n, double odd, evo_shape *shape) {
    double v[4] = {1, 0.5, 0.3, 2};
    const int numbers[4] = {1, 2, 4, 4};
    evo_vec2 offset = {0, 0};
    double angle = 0;
    if (n < numbers[kind])
        v[n] = odd;
    else if (n == numbers[kind])
        offset.x = odd;
    else if (n == numbers[kind] + 1)
        angle = odd;
    else
        return false;
    evo_vec2 from = {v[0], v[1]}, to = {v[2], v[3]};
    *shape = kind == 0   ? evo_circle(v[0])
             : kind == 1 ? evo_ellipse(v[0], v[1])
             : kind == 2 ? evo_ring(v[0], v[1], v[2], v[3])
                         : evo_segment(from, to);
    *shape = evo_shape_at(*shape, offset, angle);
    return true;
}

static evo_shape sound_shape(int kind) {
    evo_shape shape;
    odd_shape(kind, 0, 1.25, &shape);
    return shape;
}

/* Whether every function says that the pair does not meet. */
static bool nothing_meets(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    evo_gap gap = evo_measure(a, at_a, b, at_b), contacts[2];
    return !evo_overlap(a, at_a, b, at_b) && gap.distance == INFINITY && gap.normal.x == 0
           && gap.normal.y == 0 && evo_contacts(a, at_a, b, at_b, 1, contacts) == 0;
}

static bool answers_are_numbers(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b) {
    evo_gap gap = evo_measure(a, at_a, b, at_b);
    evo_overlap(a, at_a, b, at_b);
    return !isnan(gap.distance) && !isnan(gap.normal.x) && !isnan(gap.point_a.x)
           && !isnan(gap.point_b.y);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

START_TEST(odd_numbers_in_shapes) {
    for (int kind = 0; kind < 4; ++kind) {
        for (int n = 0; n < 6; ++n) {
            for (int i = 0; i < ODD_COUNT; ++i) {
                evo_shape shape;
                if (!odd_shape(kind, n, ODD[i], &shape)) continue;
                bool sound = evo_shape_check(&shape) == EVO_OK;
                if (!(fabs(ODD[i]) <= 1e30)) ck_assert(!sound);
                evo_mass mass = evo_shape_mass(&shape, 1);
                ck_assert(mass.mass >= 0 && mass.inertia >= 0 && !isnan(mass.center.x));
                ck_assert(evo_shape_area(&shape) >= 0);
                evo_bounds box = evo_shape_bounds(&shape, HERE);
                ck_assert(!isnan(box.min.x) && !isnan(box.max.y));
                ck_assert(!sound || box.min.x <= box.max.x);
                evo_vec2 p = {0.1, 0.2}, q = {3, 1};
                evo_nearest rim = evo_shape_nearest(&shape, HERE, p);
                ck_assert(!isnan(rim.distance) && !isnan(rim.point.x) && !isnan(rim.normal.y));
                evo_ray_hit ray = evo_shape_ray(&shape, HERE, p, q);
                ck_assert(!ray.hit || (ray.fraction >= 0 && ray.fraction <= 1));
                for (int other = 0; other < 4; ++other) {
                    evo_shape second = sound_shape(other);
                    ck_assert(answers_are_numbers(&shape, HERE, &second, HERE));
                    evo_flight still = {{0, 0}, {0, 0}, 0, 0}, comes = {{9, 0}, {-1, 0}, 0, 1};
                    double time = evo_time_of_impact(&shape, still, &second, comes, 20);
                    ck_assert(time >= 0);
                }
            }
        }
    }
}
END_TEST

START_TEST(no_shape_meets_nothing) {
    evo_shape none, strange = evo_circle(1), sound = evo_circle(1), nan_shape = evo_circle(NAN);
    memset(&none, 0, sizeof none);
    strange.kind = (evo_shape_kind)77;
    const evo_shape *bad[] = {&none, &strange, &nan_shape, NULL};
    evo_vec2 o = {0, 0}, x = {1, 0};
    evo_flight still = {{0, 0}, {0, 0}, 0, 0};
    for (int i = 0; i < 4; ++i) {
        ck_assert(nothing_meets(bad[i], HERE, &sound, HERE));
        ck_assert(nothing_meets(&sound, HERE, bad[i], HERE));
        ck_assert(isinf(evo_time_of_impact(bad[i], still, &sound, still, 1)));
        ck_assert(evo_shape_area(bad[i]) == 0 && evo_shape_mass(bad[i], 1).mass == 0);
        ck_assert(!evo_shape_contains(bad[i], HERE, o));
        ck_assert(isinf(evo_shape_nearest(bad[i], HERE, o).distance));
        ck_assert(!evo_shape_ray(bad[i], HERE, o, x).hit);
        evo_bounds box = evo_shape_bounds(bad[i], HERE);
        ck_assert(box.min.x > box.max.x);
    }
}
END_TEST

/* ---- Poses, flights, points ------------------------------------------------------------------ */

START_TEST(odd_numbers_in_poses) {
    for (int kind = 0; kind < 4; ++kind) {
        evo_shape a = sound_shape(kind), b = sound_shape((kind + 1) % 4);
        for (int i = 0; i < ODD_COUNT; ++i) {
            for (int n = 0; n < 3; ++n) {
                evo_pose at = HERE;
                *(n == 0 ? &at.position.x : n == 1 ? &at.position.y : &at.angle) = ODD[i];
                if (!(fabs(ODD[i]) <= 1e30)) ck_assert(nothing_meets(&a, at, &b, HERE));
                ck_assert(answers_are_numbers(&a, at, &b, HERE));
                evo_vec2 p = {ODD[i], 0}, q = {0, ODD[i]};
                ck_assert(!isnan(evo_shape_nearest(&a, at, p).distance));
                ck_assert(!isnan(evo_shape_ray(&a, HERE, p, q).point.x));
                evo_shape_contains(&a, at, q);
                ck_assert(!isnan(evo_shape_mass(&a, ODD[i]).mass));
            }
        }
    }
}
END_TEST

START_TEST(odd_numbers_in_flights) {
    for (int kind = 0; kind < 4; ++kind) {
        evo_shape a = sound_shape(kind), b = sound_shape((kind + 1) % 4);
        for (int i = 0; i < ODD_COUNT; ++i) {
            for (int n = 0; n < 7; ++n) {
                evo_flight f = {{4, 0}, {-1, 0}, 0, 0}, still = {{0, 0}, {0, 0}, 0, 0};
                double horizon = 5;
                double *numbers[7] = {&f.position.x, &f.position.y, &f.velocity.x, &f.velocity.y,
                                      &f.angle,      &f.spin,       &horizon};
                *numbers[n] = ODD[i];
                double time = evo_time_of_impact(&a, still, &b, f, horizon);
                ck_assert(time >= 0);
                bool odd = !(fabs(ODD[i]) <= 1e30);
                if (odd && n < 6) ck_assert(isinf(time));
                if (n == 6 && !(ODD[i] >= 0)) ck_assert(isinf(time));
            }
        }
    }
}
END_TEST

/* ---- Shapes without size --------------------------------------------------------------------- */

START_TEST(points_are_measured) {
    evo_shape point = evo_circle(0), egg = evo_ellipse(2, 1);
    const evo_vec2 o = {0, 0};
    evo_shape speck = evo_segment(o, o), whole = evo_ring(1, 0.5, 0, 9);
    evo_pose above = {{0, 3}, 0};
    ck_assert_double_eq_tol(evo_measure(&point, above, &egg, HERE).distance, 2, 1e-15);
    ck_assert_double_eq_tol(evo_measure(&speck, above, &egg, HERE).distance, 2, 1e-15);
    ck_assert_double_eq_tol(evo_measure(&point, above, &whole, HERE).distance, 1.75, 1e-15);
    ck_assert(evo_overlap(&point, HERE, &egg, HERE) && !evo_overlap(&point, above, &egg, HERE));
    ck_assert_double_eq_tol(evo_measure(&point, above, &speck, HERE).distance, 3, 1e-15);
}
END_TEST

Suite *suite_bad_input(void) {
    Suite *suite = suite_create("bad_input");
    TCase *bad = tcase_create("bad_input");
    tcase_add_test(bad, odd_numbers_in_shapes);
    tcase_add_test(bad, no_shape_meets_nothing);
    tcase_add_test(bad, odd_numbers_in_poses);
    tcase_add_test(bad, odd_numbers_in_flights);
    tcase_add_test(bad, points_are_measured);
    suite_add_tcase(suite, bad);
    return suite;
}
