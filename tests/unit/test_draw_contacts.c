/* test_draw_contacts.c: contacts are drawn at the current poses: one or two per pair, also of
 * sleeping bodies, and only those that touch. */
#include <math.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/sketch.h"

static const double PI = 3.14159265358979324;

static evo_vec2 at(double x, double y) {
    evo_vec2 p = {x, y};
    return p;
}

static double distance(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* A ball at rest on the ground: its contact, and the impulse of one of four substeps. */
START_TEST(a_resting_ball_shows_its_contact) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 3, 0.5);
    scene_steps(world, 20);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS);
    ck_assert_uint_eq(drawn->count, 2);
    check_at(sketch_find(drawn, EVO_ROLE_CONTACT, 0)->at, 3, 0, 1e-3);
    const stroke *normal = sketch_find(drawn, EVO_ROLE_NORMAL, 0);
    check_at(normal->at, 3, 0, 1e-3);
    ck_assert_double_eq_tol(normal->to.x, normal->at.x, 1e-6);
    double weight = 10 * evo_body_mass(world, ball).mass;
    ck_assert_double_eq_tol(distance(normal->at, normal->to), weight * SCENE_STEP / 4,
                            weight * SCENE_STEP / 4 * 0.01);
    evo_world_destroy(world);
}
END_TEST

/* A sleeping body shows the impulse of its last awake step. */
START_TEST(normals_of_sleepers_are_as_long_as_awake) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 3, 0.5);
    double length[2];
    for (int asleep = 0; asleep < 2; ++asleep) {
        scene_steps(world, asleep ? 120 : 20);
        ck_assert_int_ne(!evo_body_asleep(world, ball), asleep);
        const sketch *drawn = sketch_make(world, EVO_DRAW_NORMALS);
        const stroke *normal = sketch_find(drawn, EVO_ROLE_NORMAL, 0);
        length[asleep] = distance(normal->at, normal->to);
    }
    ck_assert_double_eq_tol(length[1], length[0], 0.01 * length[0]);
    evo_world_destroy(world);
}
END_TEST

START_TEST(a_deep_contact_is_midway_between_the_rims) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.25);
    scene_steps(world, 1);
    double lowest = evo_body_pose(world, ball).position.y - 0.5;
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_double_lt(lowest, -0.1);
    ck_assert_uint_eq(drawn->count, 1);
    check_at(drawn->strokes[0].at, 0, lowest / 2, 1e-12);
    evo_world_destroy(world);
}
END_TEST

/* Near pairs and sensor overlaps are no contacts, neither after a step nor after a change that
 * rebuilds the contacts. */
START_TEST(only_contacts_that_touch_are_shown) {
    evo_world *world = scene_world(0, NULL);
    ck_assert_int_eq(evo_world_set_gravity(world, at(0, 0)), EVO_OK);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.5), 0, 0);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(0.5, 1), 1.52, 0);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(0.5);
    config.sensor = true;
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
    scene_steps(world, 3);
    ck_assert_uint_gt(evo_world_counters(world).pairs, 1);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 0);
    scene_ball(world, 0.5, 50, 50);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 0);
    evo_world_destroy(world);
}
END_TEST

/* At any speed: not at the predicted position, half a step ahead. */
START_TEST(a_sliding_balls_contact_is_below_it) {
    evo_world *world = scene_world(0, NULL);
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    config.shape = evo_segment(at(-100, 0), at(100, 0));
    config.material.friction = 0;
    evo_body_create(world, &config);
    evo_body ball = scene_ball(world, 0.5, -20, 0.5);
    ck_assert_int_eq(evo_body_set_velocity(world, ball, at(12, 0)), EVO_OK);
    for (int i = 0; i < 30; ++i) {
        scene_steps(world, 1);
        evo_vec2 place = evo_body_pose(world, ball).position;
        const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
        if (drawn->count > 0) check_at(drawn->strokes[0].at, place.x, 0, 2e-3);
        /* Some pairs touch in two places. */
        ck_assert_uint_ge(drawn->count, evo_world_counters(world).contacts);
    }
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 1);
    evo_world_destroy(world);
}
END_TEST

/* Both contacts of a pair, whether it moves, rests or sleeps. */
static void check_two_contacts(evo_world *world, evo_body a, evo_body b) {
    evo_gap found[2];
    evo_shape shape_a = evo_collider_get(world, scene_collider(world, a)).shape;
    evo_shape shape_b = evo_collider_get(world, scene_collider(world, b)).shape;
    ck_assert_int_eq(evo_contacts(&shape_a, evo_body_pose(world, a), &shape_b,
                                  evo_body_pose(world, b), 0.05, found),
                     2);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_eq(drawn->count, 2);
    for (int i = 0; i < 2; ++i) {
        evo_vec2 p = found[i].point_a;
        bool shown = false;
        for (size_t k = 0; k < 2; ++k) shown |= distance(drawn->strokes[k].at, p) < 0.01;
        ck_assert_msg(shown, "nothing at (%g, %g)", p.x, p.y);
    }
}

START_TEST(an_egg_across_a_hollow_shows_two_contacts) {
    evo_world *world = scene_world(0, NULL);
    evo_body bowl = scene_add(world, EVO_STATIC, evo_ring(2, 0.2, -3, 2.9), 0, 0);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1.5, 0.4), 0, -0.7);
    scene_steps(world, 60);
    check_two_contacts(world, bowl, egg);
    scene_steps(world, 600);
    ck_assert(evo_body_asleep(world, egg));
    check_two_contacts(world, bowl, egg);
    evo_world_destroy(world);
}
END_TEST

/* A straight cut on a line: two contacts with one normal. */
START_TEST(a_flat_cut_shows_two_contacts) {
    evo_world *world = scene_world(0, NULL);
    evo_body ground = scene_ground(world);
    evo_body arch = scene_add(world, EVO_DYNAMIC, evo_ring(2, 1, 0, PI), 0, 0);
    scene_steps(world, 60);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_eq(drawn->count, 2);
    ck_assert_double_gt(distance(drawn->strokes[0].at, drawn->strokes[1].at), 3);
    check_two_contacts(world, ground, arch);
    evo_world_destroy(world);
}
END_TEST

/* The lowest point of an ellipse has the radius of curvature a^2 / b, a hollow that of its ring.
 * The ground has no fitted circle, and a ball is one itself. */
START_TEST(fitted_circles_share_the_rim) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_ball(world, 0.5, 5, 0.5);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.5), 0, 0.5);
    scene_steps(world, 30);
    const sketch *drawn = sketch_make(world, EVO_DRAW_FITS);
    evo_vec2 place = evo_body_pose(world, egg).position;
    ck_assert_uint_eq(drawn->count, 1);
    ck_assert_uint_eq(drawn->strokes[0].item.body.index, egg.index);
    ck_assert_double_eq_tol(drawn->strokes[0].first, 2, 1e-4);
    check_at(drawn->strokes[0].at, place.x, place.y - 0.5 + 2, 1e-3);
    evo_world_destroy(world);

    world = scene_world(0, NULL);
    scene_add(world, EVO_STATIC, evo_ring(2, 0.2, PI, PI), 0, 0);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(0.6, 0.3), 0, -1.6);
    scene_steps(world, 30);
    drawn = sketch_make(world, EVO_DRAW_FITS);
    ck_assert_uint_eq(drawn->count, 2);
    ck_assert_double_eq_tol(drawn->strokes[0].first + drawn->strokes[1].first, 1.9 + 1.2, 1e-2);
    evo_world_destroy(world);
}
END_TEST

/* The distance of a point from the second nearest collider. */
static double second_nearest(const evo_world *world, const sketch *shapes, evo_vec2 point) {
    const evo_pose in_world = {{0, 0}, 0};
    double first = INFINITY, second = INFINITY;
    for (size_t i = 0; i < shapes->count; ++i) {
        evo_shape shape = stroke_shape(&shapes->strokes[i]);
        double d = fabs(evo_shape_nearest(&shape, in_world, point).distance);
        if (evo_collider_get(world, shapes->strokes[i].item.collider).sensor) continue;
        second = fmax(first, fmin(second, d));
        first = fmin(first, d);
    }
    return second;
}

/* Circles, ellipses and rings that fall onto the ground. */
static evo_world *poured_world(void) {
    evo_world *world = scene_world(0, NULL);
    random_seed(6);
    scene_ground(world);
    for (int i = 0; i < 64; ++i) {
        const evo_shape shapes[] = {evo_circle(0.6), evo_ellipse(0.8, 0.4),
                                    evo_ring(0.7, 0.4, 0, 3)};
        evo_pose pose = {{2.2 * (i % 8), 2 + 2.2 * (i / 8)}, random_between(-3, 3)};
        evo_body body = scene_add(world, EVO_DYNAMIC, shapes[i % 3], 0, 0);
        ck_assert_int_eq(evo_body_set_pose(world, body, pose), EVO_OK);
    }
    scene_steps(world, 150);
    return world;
}

START_TEST(contacts_are_between_rims) {
    static sketch shapes;
    evo_world *world = poured_world();
    shapes = *sketch_make(world, EVO_DRAW_SHAPES);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_gt(drawn->count, 20);
    /* Some pairs touch in two places. */
    ck_assert_uint_ge(drawn->count, evo_world_counters(world).contacts);
    for (size_t i = 0; i < drawn->count; ++i) {
        evo_vec2 p = drawn->strokes[i].at;
        double apart = second_nearest(world, &shapes, p);
        ck_assert_msg(apart < 0.02, "(%g, %g) is %g from any other rim", p.x, p.y, apart);
    }
    evo_world_destroy(world);
}
END_TEST

/* Contacts of sleeping bodies are shown too, also after a change elsewhere. */
START_TEST(contacts_stay_when_nothing_moves) {
    evo_world *world = scene_world(0, NULL);
    evo_body balls[24];
    scene_ground(world);
    scene_pile(world, 8, 3, balls);
    scene_steps(world, 20);
    const size_t all = sketch_make(world, EVO_DRAW_CONTACTS)->count;
    ck_assert_uint_eq(all, 24);
    scene_ball(world, 0.5, 50, 50);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all);
    scene_steps(world, 120);
    ck_assert(evo_body_asleep(world, balls[23]));
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all);
    ck_assert_int_eq(evo_body_destroy(world, balls[23]), EVO_OK);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all - 1);
    scene_ball(world, 0.1, -50, 50); /* reuses the index of the destroyed body */
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all - 1);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_draw_contacts(void) {
    Suite *suite = suite_create("draw_contacts");
    TCase *contacts = tcase_create("contacts");
    tcase_add_test(contacts, a_resting_ball_shows_its_contact);
    tcase_add_test(contacts, normals_of_sleepers_are_as_long_as_awake);
    tcase_add_test(contacts, a_deep_contact_is_midway_between_the_rims);
    tcase_add_test(contacts, only_contacts_that_touch_are_shown);
    tcase_add_test(contacts, a_sliding_balls_contact_is_below_it);
    tcase_add_test(contacts, an_egg_across_a_hollow_shows_two_contacts);
    tcase_add_test(contacts, a_flat_cut_shows_two_contacts);
    tcase_add_test(contacts, fitted_circles_share_the_rim);
    tcase_add_test(contacts, contacts_are_between_rims);
    tcase_add_test(contacts, contacts_stay_when_nothing_moves);
    suite_add_tcase(suite, contacts);
    return suite;
}
