/* handles.c: handles, configs and masses of bodies and colliders. */
#include "suites.h"
#include "support/scene.h"

static const evo_body NO_BODY = {0, 0};

static bool same_body(evo_body a, evo_body b) {
    return a.index == b.index && a.generation == b.generation;
}

static bool same_collider(evo_collider a, evo_collider b) {
    return a.index == b.index && a.generation == b.generation;
}

static evo_vec2 position_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* @handles-never-return */
START_TEST(slots_are_used_again_and_handles_are_not) {
    evo_world *world = scene_world(0, NULL);
    evo_body seen[200];
    for (int i = 0; i < 200; ++i) {
        seen[i] = scene_ball(world, 0.5, i, 0);
        ck_assert(evo_body_exists(world, seen[i]));
        ck_assert_uint_lt(seen[i].index, 2);
        for (int k = 0; k < i; ++k) ck_assert(!same_body(seen[i], seen[k]));
        if (i == 0) continue;
        ck_assert_int_eq(evo_body_destroy(world, seen[i - 1]), EVO_OK);
        for (int k = 0; k < i; ++k) ck_assert(!evo_body_exists(world, seen[k]));
        ck_assert_int_eq(evo_body_destroy(world, seen[i - 1]), EVO_ERROR_STALE);
    }
    ck_assert_uint_eq(evo_world_counters(world).bodies, 1);
    ck_assert_uint_eq(evo_world_counters(world).colliders, 1);
    evo_world_destroy(world);
}
END_TEST

/* @stale-zeros */
START_TEST(destroyed_bodies_answer_with_zeros) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = scene_ball(world, 0.5, 3, 4);
    evo_collider collider = scene_collider(world, body), found[2];
    ck_assert(evo_collider_exists(world, collider));
    ck_assert_int_eq(evo_body_destroy(world, body), EVO_OK);
    ck_assert(!evo_collider_exists(world, collider));
    ck_assert(same_body(evo_collider_body(world, collider), NO_BODY));
    ck_assert_int_eq(evo_collider_get(world, collider).shape.kind, EVO_NO_SHAPE);
    ck_assert_double_eq(evo_body_get(world, body).position.x, 0);
    ck_assert_double_eq(evo_body_get(world, body).gravity_scale, 0);
    ck_assert_double_eq(evo_body_pose(world, body).position.y, 0);
    ck_assert_double_eq(evo_body_mass(world, body).mass, 0);
    ck_assert_double_eq(evo_body_spin(world, body), 0);
    ck_assert(!evo_body_asleep(world, body) && !evo_body_disabled(world, body));
    ck_assert_uint_eq(evo_body_colliders(world, body, found, 2), 0);
    evo_world_destroy(world);
}
END_TEST

START_TEST(several_colliders_a_body) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = evo_body_create(world, NULL);
    evo_collider made[5], found[5];
    ck_assert_double_eq(evo_body_mass(world, body).mass, 1);
    for (int i = 0; i < 5; ++i) {
        evo_collider_config config = evo_collider_config_default();
        config.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){i, 0}, 0);
        config.user = &made[i];
        made[i] = evo_collider_create(world, body, &config);
        ck_assert(evo_collider_exists(world, made[i]));
        ck_assert(same_body(evo_collider_body(world, made[i]), body));
    }
    ck_assert_uint_eq(evo_body_colliders(world, body, NULL, 0), 5);
    ck_assert_uint_eq(evo_body_colliders(world, body, found, 3), 5);
    for (int i = 0; i < 3; ++i) ck_assert(same_collider(found[i], made[i]));
    ck_assert_double_eq_tol(evo_body_mass(world, body).center.x, 2, 1e-12);
    ck_assert_int_eq(evo_collider_destroy(world, made[0]), EVO_OK);
    ck_assert_int_eq(evo_collider_destroy(world, made[3]), EVO_OK);
    ck_assert_int_eq(evo_collider_destroy(world, made[3]), EVO_ERROR_STALE);
    ck_assert_uint_eq(evo_body_colliders(world, body, found, 5), 3);
    const int left[3] = {1, 2, 4};
    for (int i = 0; i < 3; ++i) {
        ck_assert(same_collider(found[i], made[left[i]]));
        ck_assert_ptr_eq(evo_collider_get(world, found[i]).user, &made[left[i]]);
    }
    ck_assert_double_eq_tol(evo_body_mass(world, body).center.x, 7.0 / 3, 1e-12);
    ck_assert_double_eq_tol(position_of(world, body).x, 0, 1e-12);
    evo_world_destroy(world);
}
END_TEST

static evo_body_config full_config(void *user) {
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_KINEMATIC;
    config.position = (evo_vec2){3, -4};
    config.angle = 0.5;
    config.velocity = (evo_vec2){0.25, 2};
    config.spin = -1.5;
    config.damping = 0.125;
    config.spin_damping = 0.25;
    config.gravity_scale = -2;
    config.locks.spin = true;
    config.disabled = true;
    config.never_sleep = true;
    config.user = user;
    return config;
}

START_TEST(bodies_return_their_config) {
    evo_world *world = scene_world(0, NULL);
    evo_body_config given = full_config(world);
    evo_body_config got = evo_body_get(world, evo_body_create(world, &given));
    ck_assert_int_eq(got.kind, given.kind);
    ck_assert(got.position.x == 3 && got.position.y == -4 && got.angle == 0.5);
    ck_assert(got.velocity.x == 0.25 && got.velocity.y == 2 && got.spin == -1.5);
    ck_assert(got.damping == 0.125 && got.spin_damping == 0.25 && got.gravity_scale == -2);
    ck_assert(got.locks.spin && got.disabled && got.never_sleep && !got.asleep);
    ck_assert_ptr_eq(got.user, world);
    ck_assert_int_eq(got.shape.kind, EVO_NO_SHAPE);
    evo_body_config dozing = evo_body_config_default();
    dozing.asleep = true;
    got = evo_body_get(world, evo_body_create(world, &dozing));
    ck_assert(got.asleep && got.kind == EVO_DYNAMIC);
    evo_world_destroy(world);
}
END_TEST

START_TEST(setters_change_bodies) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = scene_ball(world, 0.5, 0, 0);
    evo_pose pose = {{1, 2}, 3};
    evo_vec2 velocity = {4, 5};
    ck_assert_int_eq(evo_body_set_pose(world, body, pose), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, velocity), EVO_OK);
    ck_assert_int_eq(evo_body_set_spin(world, body, 6), EVO_OK);
    ck_assert_int_eq(evo_body_set_damping(world, body, 7), EVO_OK);
    ck_assert_int_eq(evo_body_set_spin_damping(world, body, 8), EVO_OK);
    ck_assert_int_eq(evo_body_set_gravity_scale(world, body, 9), EVO_OK);
    ck_assert_int_eq(evo_body_set_never_sleep(world, body, true), EVO_OK);
    ck_assert_int_eq(evo_body_set_user(world, body, world), EVO_OK);
    evo_body_config got = evo_body_get(world, body);
    ck_assert(got.position.x == 1 && got.position.y == 2 && got.angle == 3);
    ck_assert(got.velocity.x == 4 && got.velocity.y == 5 && got.spin == 6);
    ck_assert(got.damping == 7 && got.spin_damping == 8 && got.gravity_scale == 9);
    ck_assert(got.never_sleep && got.user == world);
    evo_world_destroy(world);
}
END_TEST

START_TEST(colliders_return_their_config) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = evo_body_create(world, NULL);
    evo_collider_config given = evo_collider_config_default();
    given.shape = evo_shape_at(evo_ellipse(2, 1), (evo_vec2){1, 2}, 0.25);
    given.material = (evo_material){2, 0.5, 0.25, 0.125, -1, 0.75, 7};
    given.filter = (evo_filter){2, 6, -3};
    given.sensor = true;
    given.user = world;
    evo_collider collider = evo_collider_create(world, body, &given);
    evo_collider_config got = evo_collider_get(world, collider);
    ck_assert_mem_eq(&got.shape, &given.shape, sizeof given.shape);
    ck_assert_mem_eq(&got.material, &given.material, sizeof given.material);
    ck_assert(got.filter.category == given.filter.category && got.filter.mask == given.filter.mask
              && got.filter.group == given.filter.group);
    ck_assert(got.sensor && got.user == world);
    evo_shape circle = evo_circle(3);
    evo_material plain = evo_material_default();
    evo_filter none = {1, 0, 0};
    ck_assert_int_eq(evo_collider_set_shape(world, collider, &circle), EVO_OK);
    ck_assert_int_eq(evo_collider_set_material(world, collider, &plain), EVO_OK);
    ck_assert_int_eq(evo_collider_set_filter(world, collider, none), EVO_OK);
    ck_assert_int_eq(evo_collider_set_user(world, collider, NULL), EVO_OK);
    got = evo_collider_get(world, collider);
    ck_assert(got.shape.kind == EVO_CIRCLE && got.shape.of.circle.radius == 3);
    ck_assert(got.material.friction == plain.friction && got.filter.mask == 0 && !got.user);
    evo_world_destroy(world);
}
END_TEST

/* ---- Mass ------------------------------------------------------------------------------------ */

/* @mass-follows */
START_TEST(mass_follows_the_shapes) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = scene_ball(world, 2, 5, 6);
    evo_shape shape = evo_circle(2);
    evo_mass alone = evo_shape_mass(&shape, 1), got = evo_body_mass(world, body);
    ck_assert_double_eq_tol(got.mass, alone.mass, 1e-12);
    ck_assert_double_eq_tol(got.inertia, alone.inertia, 1e-12);
    evo_collider_config second = evo_collider_config_default();
    second.shape = evo_shape_at(shape, (evo_vec2){4, 0}, 0);
    second.material.density = 3;
    evo_collider collider = evo_collider_create(world, body, &second);
    got = evo_body_mass(world, body);
    ck_assert_double_eq_tol(got.mass, 4 * alone.mass, 1e-12);
    ck_assert_double_eq_tol(got.center.x, 3, 1e-12);
    ck_assert_double_eq_tol(got.inertia, 4 * alone.inertia + 12 * alone.mass, 1e-9);
    ck_assert_double_eq_tol(position_of(world, body).x, 5, 1e-12);
    second.material.density = 0;
    ck_assert_int_eq(evo_collider_set_material(world, collider, &second.material), EVO_OK);
    ck_assert_double_eq_tol(evo_body_mass(world, body).mass, alone.mass, 1e-12);
    ck_assert_double_eq_tol(evo_body_mass(world, body).center.x, 0, 1e-12);
    evo_world_destroy(world);
}
END_TEST

static void check_mass(const evo_world *world, evo_body body, evo_mass wanted) {
    evo_mass got = evo_body_mass(world, body);
    ck_assert_double_eq_tol(got.mass, wanted.mass, 1e-12);
    ck_assert_double_eq_tol(got.center.x, wanted.center.x, 1e-12);
    ck_assert_double_eq_tol(got.center.y, wanted.center.y, 1e-12);
    ck_assert_double_eq_tol(got.inertia, wanted.inertia, 1e-12);
}

/* @mass-follows */
START_TEST(a_set_mass_stays_until_reset) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = scene_ball(world, 1, 5, 6);
    evo_mass by_shapes = evo_body_mass(world, body), none = {0, {0, 0}, 0};
    evo_mass by_hand = {7, {0.25, -0.5}, 3};
    ck_assert_int_eq(evo_body_set_mass(world, body, by_hand), EVO_OK);
    check_mass(world, body, by_hand);
    evo_collider_config more = evo_collider_config_default();
    more.shape = evo_circle(2);
    evo_collider added = evo_collider_create(world, body, &more);
    check_mass(world, body, by_hand);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_STATIC), EVO_OK);
    check_mass(world, body, none);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_DYNAMIC), EVO_OK);
    check_mass(world, body, by_hand);
    ck_assert_double_eq_tol(position_of(world, body).x, 5, 1e-12);
    ck_assert_double_eq_tol(position_of(world, body).y, 6, 1e-12);
    ck_assert_int_eq(evo_collider_destroy(world, added), EVO_OK);
    ck_assert_int_eq(evo_body_set_mass(world, body, none), EVO_OK);
    check_mass(world, body, by_shapes);
    evo_world_destroy(world);
}
END_TEST

/* A shape's inertia about the centre of mass is independent of its distance from the origin. */
START_TEST(inertia_of_far_shapes_is_their_own) {
    const double radius = 0.01, apart = 0.5, x = 1e6, y = 3.3e5;
    evo_world *world = evo_world_create(NULL);
    evo_shape far_disk = evo_shape_at(evo_circle(radius), (evo_vec2){x, y}, 0);
    evo_body body = scene_add(world, EVO_DYNAMIC, far_disk, 0, 0);
    evo_mass one = evo_body_mass(world, body);
    double own = 0.5 * radius * radius;
    ck_assert_double_eq_tol(one.inertia / one.mass, own, 0.01 * own);
    evo_collider_config second = evo_collider_config_default();
    second.shape = evo_shape_at(evo_circle(radius), (evo_vec2){x + apart, y}, 0);
    ck_assert(evo_collider_exists(world, evo_collider_create(world, body, &second)));
    evo_mass two = evo_body_mass(world, body);
    own += 0.25 * apart * apart;
    ck_assert_double_eq_tol(two.mass, 2 * one.mass, 1e-9 * one.mass);
    ck_assert_double_eq_tol(two.inertia / two.mass, own, 0.01 * own);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_handles(void) {
    Suite *suite = suite_create("handles");
    TCase *handles = tcase_create("handles");
    tcase_add_test(handles, slots_are_used_again_and_handles_are_not);
    tcase_add_test(handles, destroyed_bodies_answer_with_zeros);
    tcase_add_test(handles, several_colliders_a_body);
    tcase_add_test(handles, bodies_return_their_config);
    tcase_add_test(handles, setters_change_bodies);
    tcase_add_test(handles, colliders_return_their_config);
    tcase_add_test(handles, mass_follows_the_shapes);
    tcase_add_test(handles, a_set_mass_stays_until_reset);
    tcase_add_test(handles, inertia_of_far_shapes_is_their_own);
    suite_add_tcase(suite, handles);
    return suite;
}
