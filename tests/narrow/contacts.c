/* contacts.c: the number and position of contacts: evo_contacts. */
#include <math.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;

static evo_pose at(double x, double y, double angle) {
    evo_pose pose = {{x, y}, angle};
    return pose;
}

static int contacts(evo_shape a, evo_pose at_a, evo_shape b, evo_pose at_b, evo_gap found[2]) {
    return evo_contacts(&a, at_a, &b, at_b, 1e-3, found);
}

START_TEST(smooth_pairs_touch_once) {
    evo_gap found[2];
    const evo_vec2 left = {-2, 0}, right = {2, 0};
    evo_shape floor_line = evo_segment(left, right), egg = evo_ellipse(1, 0.5),
              ball = evo_circle(1);
    evo_pose origin = at(0, 0, 0);
    ck_assert_int_eq(contacts(ball, at(0, 0.99, 0), floor_line, origin, found), 1);
    ck_assert_double_eq_tol(found[0].distance, -0.01, 1e-12);
    ck_assert_double_eq_tol(found[0].normal.y, -1, 1e-12);
    ck_assert_int_eq(contacts(egg, at(0, 0.5, 0), floor_line, origin, found), 1);
    ck_assert_int_eq(contacts(egg, at(0, 0.5, 0), egg, at(0, 1.5005, 0), found), 1);
    ck_assert_int_eq(contacts(egg, at(0, 0.5, 0), egg, at(0, 1.6, 0), found), 0);
}
END_TEST

/* An ellipse flatter than its hollow rests on two symmetric points, a rounder one on a single
 * point. */
START_TEST(an_ellipse_in_a_hollow) {
    evo_shape bowl = evo_ring(2, 0.2, PI, PI), flat = evo_ellipse(1.2, 0.3);
    evo_shape round = evo_ellipse(0.9, 0.8);
    evo_gap found[2];
    evo_pose origin = at(0, 0, 0);
    /* Lowers the ellipse until it touches. */
    double y = 0;
    for (int i = 0; i < 60; ++i) {
        evo_pose lower = at(0, y - pow(0.5, i), 0);
        if (!evo_overlap(&flat, lower, &bowl, origin)) y -= pow(0.5, i);
    }
    ck_assert_int_eq(contacts(flat, at(0, y - 1e-4, 0), bowl, origin, found), 2);
    ck_assert_double_eq_tol(found[0].distance, found[1].distance, 1e-12);
    ck_assert_double_eq_tol(found[0].normal.x, -found[1].normal.x, 1e-9);
    ck_assert_double_eq_tol(found[0].point_a.x, -found[1].point_a.x, 1e-9);
    ck_assert_double_gt(fabs(found[0].point_a.x), 0.5);
    ck_assert_double_lt(found[0].normal.y, 0);
    ck_assert_int_eq(contacts(round, at(0, -1.9 + 0.8 - 1e-4, 0), bowl, origin, found), 1);
    ck_assert_double_eq_tol(found[0].normal.y, -1, 1e-9);
}
END_TEST

START_TEST(a_straight_cut_on_a_segment) {
    evo_shape arch = evo_ring(1.5, 0.4, 0, PI), quarter = evo_ring(1.5, 0.4, 0, PI / 2);
    const evo_vec2 left = {-5, 0}, right = {5, 0};
    evo_shape floor_line = evo_segment(left, right);
    evo_gap found[2];
    /* One contact at each foot, or at both ends of a single foot. */
    ck_assert_int_eq(contacts(arch, at(0, -1e-4, 0), floor_line, at(0, 0, 0), found), 2);
    ck_assert_double_gt(fabs(found[0].point_a.x - found[1].point_a.x), 2.5);
    ck_assert_int_eq(contacts(quarter, at(0, -1e-4, 0), floor_line, at(0, 0, 0), found), 2);
    ck_assert_double_eq_tol(fabs(found[0].point_a.x - found[1].point_a.x), 0.4, 1e-9);
    for (int i = 0; i < 2; ++i) {
        ck_assert_double_eq_tol(found[i].normal.y, -1, 1e-12);
        ck_assert_double_eq_tol(found[i].distance, -1e-4, 1e-12);
    }
}
END_TEST

START_TEST(a_disk_in_a_notch) {
    evo_shape notched = evo_ring(1, 2, 0.5, 2 * PI - 1), disk = evo_circle(0.5);
    evo_gap found[2];
    /* The notch is 1 radian wide: the disk touches both cuts at r / sin(0.5) from its tip. */
    double x = 0.5 / sin(0.5) - 1e-4;
    ck_assert_int_eq(contacts(disk, at(x, 0, 0), notched, at(0, 0, 0), found), 2);
    ck_assert_double_eq_tol(found[0].distance, -1e-4 * sin(0.5), 1e-9);
    ck_assert_double_eq_tol(found[1].distance, -1e-4 * sin(0.5), 1e-9);
    ck_assert_double_eq_tol(found[0].normal.y, -found[1].normal.y, 1e-9);
}
END_TEST

START_TEST(a_disk_over_an_opening) {
    evo_shape open = evo_ring(1.5, 0.4, 2, 5.4), disk = evo_circle(1.4);
    evo_gap found[2];
    double middle = 2 + 5.4 / 2 - PI;
    evo_vec2 toward = {cos(middle), sin(middle)};
    double far = 4;
    while (!evo_overlap(&disk, at(far * toward.x, far * toward.y, 0), &open, at(0, 0, 0)))
        far -= 1e-4;
    ck_assert_int_eq(
        contacts(disk, at(far * toward.x, far * toward.y, 0), open, at(0, 0, 0), found), 2);
    ck_assert_double_gt(
        hypot(found[0].point_b.x - found[1].point_b.x, found[0].point_b.y - found[1].point_b.y),
        0.5);
}
END_TEST

/* Common normals of separate rims are no contacts. */
START_TEST(none_where_shapes_are_apart) {
    const evo_vec2 o = {0, 0}, x = {0.9, 0}, low = {0, 0.05}, high = {0, 0.15};
    evo_shape ring = evo_ring(0.5, 0.6, 0, 1.4), thin = evo_ring(1, 1, -0.005, 0.01);
    evo_gap found[2];
    ck_assert_int_eq(contacts(ring, at(0, 0, 0), evo_segment(o, x), at(0.8, 0.1, -0.1), found), 0);
    ck_assert_int_eq(contacts(thin, at(0, 0, 0), evo_segment(low, high), at(1, 0, 0), found), 0);
    ck_assert_int_eq(contacts(thin, at(0, 0, 0), thin, at(0.05, 0.1, 0), found), 0);
}
END_TEST

/* A point just below a cut is not pushed out through the arc next to it. */
START_TEST(no_detours) {
    evo_shape slice = evo_ring(1.5, 1, -0.4, 0.8), half = evo_ring(1, 2, -PI / 2, PI);
    evo_vec2 end = {1.1052735822218043, -0.46730108970938655};
    evo_vec2 other = {0.24110231197315279, -0.97049887952650438};
    evo_gap found[2];
    ck_assert_int_eq(contacts(slice, at(0, 0, 0), evo_segment(end, other), at(0, 0, 0), found), 1);
    ck_assert_double_eq_tol(found[0].distance, -1e-6, 1e-9);
    ck_assert_int_ge(contacts(half, at(0, 0, 0), half, at(0.1, 0, 0), found), 1);
    ck_assert_double_le(found[0].distance, 0);
}
END_TEST

START_TEST(contacts_agree_with_overlap) {
    static const evo_shape_kind kinds[4][2] = {{EVO_CIRCLE, EVO_RING},
                                               {EVO_ELLIPSE, EVO_RING},
                                               {EVO_RING, EVO_RING},
                                               {EVO_RING, EVO_SEGMENT}};
    random_seed(42);
    for (int i = 0; i < 20000; ++i) {
        evo_shape a = random_shape(kinds[_i][0]), b = random_shape(kinds[_i][1]);
        double size = shape_size(&a) + shape_size(&b);
        evo_pose at_a = at(0, 0, random_between(-4, 4));
        evo_pose at_b = at(size * random_between(-1, 1), size * random_between(-1, 1), 0);
        evo_gap gap = evo_measure(&a, at_a, &b, at_b), found[2];
        if (fabs(gap.distance) < 1e-9 * size) continue;
        int count = evo_contacts(&a, at_a, &b, at_b, 0, found);
        ck_assert_int_eq(count > 0, evo_overlap(&a, at_a, &b, at_b));
        if (count > 0) ck_assert_double_le(found[0].distance, 0);
    }
}
END_TEST

START_TEST(bad_margins_find_nothing) {
    evo_shape disk = evo_circle(1);
    evo_gap found[2];
    ck_assert_int_eq(evo_contacts(&disk, at(0, 0, 0), &disk, at(1, 0, 0), NAN, found), 0);
    ck_assert_int_eq(evo_contacts(&disk, at(0, 0, 0), &disk, at(1, 0, 0), INFINITY, found), 0);
    ck_assert_int_eq(evo_contacts(&disk, at(NAN, 0, 0), &disk, at(1, 0, 0), 1, found), 0);
}
END_TEST

Suite *suite_contacts(void) {
    Suite *suite = suite_create("contacts");
    TCase *contacts_case = tcase_create("contacts");
    tcase_add_test(contacts_case, smooth_pairs_touch_once);
    tcase_add_test(contacts_case, an_ellipse_in_a_hollow);
    tcase_add_test(contacts_case, a_straight_cut_on_a_segment);
    tcase_add_test(contacts_case, a_disk_in_a_notch);
    tcase_add_test(contacts_case, a_disk_over_an_opening);
    tcase_add_test(contacts_case, none_where_shapes_are_apart);
    tcase_add_test(contacts_case, no_detours);
    tcase_add_loop_test(contacts_case, contacts_agree_with_overlap, 0, 4);
    tcase_add_test(contacts_case, bad_margins_find_nothing);
    suite_add_tcase(suite, contacts_case);
    return suite;
}
