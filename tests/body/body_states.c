/* body_states.c: bodies move as their state says: kind, enabled or not, fixed rotation,
 * and forces, which act for one step. */
#include <math.h>

#include "evolute/query.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"

static evo_vec2 position_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

/* ---- Kinds and switches ---------------------------------------------------------------------- */

START_TEST(kinds_change_back_and_forth) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = scene_ball(world, 0.5, 0, 10);
    evo_vec2 up = {0, 1};
    scene_steps(world, 5);
    double fallen = position_of(world, body).y;
    ck_assert_double_lt(fallen, 10);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_STATIC), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, up), EVO_ERROR_UNSUPPORTED);
    scene_steps(world, 5);
    ck_assert_double_eq(position_of(world, body).y, fallen);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_KINEMATIC), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, up), EVO_OK);
    scene_steps(world, 60);
    ck_assert_double_eq_tol(position_of(world, body).y, fallen + 1, 1e-5);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_DYNAMIC), EVO_OK);
    scene_steps(world, 60);
    ck_assert_double_lt(position_of(world, body).y, fallen);
    ck_assert_double_gt(evo_body_mass(world, body).mass, 0.7);
    evo_world_destroy(world);
}
END_TEST

START_TEST(kinematic_bodies_move_however_they_were_made) {
    evo_world *world = scene_world(0, NULL);
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_KINEMATIC;
    config.shape = evo_circle(0.5);
    config.asleep = true;
    evo_body body = evo_body_create(world, &config);
    ck_assert_int_eq(evo_body_set_velocity(world, body, (evo_vec2){1, 0}), EVO_OK);
    scene_steps(world, 60);
    ck_assert_double_eq_tol(position_of(world, body).x, 1, 1e-5);
    evo_world_destroy(world);
}
END_TEST

START_TEST(disabled_bodies_do_not_interact) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body below = scene_ball(world, 0.5, 0, 0.5), above = scene_ball(world, 0.5, 0, 1.5);
    scene_steps(world, 30);
    double before = position_of(world, above).y;
    ck_assert_int_eq(evo_body_set_disabled(world, below, true), EVO_OK);
    ck_assert(evo_body_disabled(world, below));
    scene_steps(world, 60);
    ck_assert_double_lt(position_of(world, above).y, before - 0.9);
    ck_assert_double_eq_tol(position_of(world, below).y, 0.5, 0.05);
    ck_assert_int_eq(evo_body_set_pose(world, below, (evo_pose){{5, 3}, 0}), EVO_OK);
    scene_steps(world, 10);
    ck_assert_double_eq(position_of(world, below).y, 3);
    ck_assert_int_eq(evo_body_set_disabled(world, below, false), EVO_OK);
    scene_steps(world, 100);
    ck_assert_double_eq_tol(position_of(world, below).y, 0.5, 0.05);
    evo_world_destroy(world);
}
END_TEST

START_TEST(fixed_rotation_does_not_turn) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body body = scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.4), 0, 2);
    ck_assert_int_eq(evo_body_set_pose(world, body, (evo_pose){{0, 2}, 0.7}), EVO_OK);
    ck_assert_int_eq(evo_body_set_spin(world, body, 3), EVO_OK);
    ck_assert_int_eq(evo_body_set_locks(world, body, (evo_locks){.spin = true}), EVO_OK);
    ck_assert_double_eq(evo_body_spin(world, body), 0);
    ck_assert_int_eq(evo_body_set_spin(world, body, 3), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_spin_impulse(world, body, 5), EVO_OK);
    ck_assert_int_eq(evo_body_apply_torque(world, body, 5), EVO_OK);
    scene_steps(world, 120);
    ck_assert_double_eq(evo_body_pose(world, body).angle, 0.7);
    ck_assert_int_eq(evo_body_set_locks(world, body, (evo_locks){.spin = false}), EVO_OK);
    scene_steps(world, 30);
    ck_assert_double_gt(fabs(evo_body_pose(world, body).angle - 0.7), 0.1);
    evo_world_destroy(world);
}
END_TEST

/* A kinematic body that becomes dynamic with fixed rotation loses its spin. */
START_TEST(fixed_rotation_stops_the_spin_of_a_body_made_dynamic) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_KINEMATIC;
    config.locks.spin = true;
    config.spin = 3;
    config.shape = evo_circle(1);
    evo_body body = evo_body_create(world, &config);
    ck_assert_double_eq(evo_body_spin(world, body), 3);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_DYNAMIC), EVO_OK);
    ck_assert_double_eq(evo_body_spin(world, body), 0);
    scene_steps(world, 10);
    ck_assert_double_eq(evo_body_pose(world, body).angle, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Forces ---------------------------------------------------------------------------------- */

/* Forces act in the next step only, whatever else changes before it. */
START_TEST(forces_act_for_one_step) {
    for (int change = 0; change < 6; ++change) {
        evo_world *world = evo_world_create(NULL);
        evo_body body = scene_ball(world, 0.5, 0, 0);
        double mass = evo_body_mass(world, body).mass;
        evo_material plain = evo_material_default();
        ck_assert_int_eq(
            evo_body_apply_force(world, body, (evo_vec2){60 * mass, 0}, (evo_vec2){0, 0}), EVO_OK);
        if (change == 1) evo_body_set_damping(world, body, 0);
        if (change == 2) evo_body_set_gravity_scale(world, body, 2);
        if (change == 3) evo_body_set_never_sleep(world, body, true);
        if (change == 4) evo_collider_set_material(world, scene_collider(world, body), &plain);
        if (change == 5) evo_body_set_locks(world, body, (evo_locks){.spin = true});
        scene_steps(world, 1);
        ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 1, 1e-5);
        evo_body_set_damping(world, body, 1e-9);
        scene_steps(world, 3);
        ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 1, 1e-5);
        evo_world_destroy(world);
    }
}
END_TEST

/* A force is dropped if its body sleeps, is disabled or destroyed in the next step. */
START_TEST(forces_do_not_wait_for_a_later_step) {
    for (int away = 0; away < 3; ++away) {
        evo_world *world = evo_world_create(NULL);
        evo_body body = scene_ball(world, 0.5, 0, 0);
        evo_vec2 push = {100, 0}, middle = {0, 0};
        ck_assert_int_eq(evo_body_apply_force(world, body, push, middle), EVO_OK);
        ck_assert_int_eq(evo_body_apply_torque(world, body, 100), EVO_OK);
        if (away == 0) ck_assert_int_eq(evo_body_set_asleep(world, body, true), EVO_OK);
        if (away == 1) ck_assert_int_eq(evo_body_set_disabled(world, body, true), EVO_OK);
        if (away == 2) ck_assert_int_eq(evo_body_destroy(world, body), EVO_OK);
        scene_steps(world, 2);
        if (away == 0) ck_assert_int_eq(evo_body_set_asleep(world, body, false), EVO_OK);
        if (away == 1) ck_assert_int_eq(evo_body_set_disabled(world, body, false), EVO_OK);
        if (away == 2) body = scene_ball(world, 0.5, 0, 0); /* reuses its index */
        scene_steps(world, 2);
        ck_assert(!evo_body_asleep(world, body));
        ck_assert_double_eq(evo_body_velocity(world, body).x, 0);
        ck_assert_double_eq(evo_body_spin(world, body), 0);
        evo_world_destroy(world);
    }
}
END_TEST

/* In floats they would be infinite. */
START_TEST(forces_beyond_all_numbers_are_refused) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(1e-3);
    const evo_body speck = evo_body_create(world, &config);
    const uint64_t hash = evo_world_hash(world);
    const evo_vec2 up = {0, 1}, large = {1e30, 0}, here = {0, 0};
    ck_assert_int_eq(evo_body_apply_force(world, speck, up, large), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_force(world, speck, large, here), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_torque(world, speck, 1e30), EVO_ERROR_INVALID);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

START_TEST(vectors_turn_with_their_body) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(1);
    config.position = (evo_vec2){5, 7};
    config.angle = 1.5707963267948966;
    const evo_body body = evo_body_create(world, &config);
    const evo_vec2 up = evo_body_world_vector(world, body, (evo_vec2){2, 0});
    const evo_vec2 back = evo_body_local_vector(world, body, up);
    ck_assert(fabs(up.x) < 1e-15 && fabs(up.y - 2) < 1e-15);
    ck_assert(fabs(back.x - 2) < 1e-15 && fabs(back.y) < 1e-15);
    evo_world_destroy(world);
}
END_TEST

START_TEST(disabled_bodies_ignore_forces) {
    evo_world *world = evo_world_create(NULL);
    evo_body body = scene_ball(world, 0.5, 0, 0);
    evo_vec2 push = {100, 0}, middle = {0, 0};
    ck_assert_int_eq(evo_body_set_disabled(world, body, true), EVO_OK);
    uint64_t before = evo_world_hash(world);
    ck_assert_int_eq(evo_body_apply_force(world, body, push, middle), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_torque(world, body, 100), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), before);
    evo_world_destroy(world);
}
END_TEST

/* A driven body comes to a pose in the time that it is given, whatever its centre of mass is. */
START_TEST(driven_bodies_come_where_they_are_sent) {
    for (int kind = 0; kind < 2; ++kind) {
        evo_world *world = evo_world_create(NULL);
        evo_body_config config = evo_body_config_default();
        const evo_pose aim = {{3, -2}, 7};
        config.kind = kind == 0 ? EVO_KINEMATIC : EVO_DYNAMIC;
        config.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){1, 0}, 0);
        config.angle = 0.5;
        const evo_body body = evo_body_create(world, &config), still = {0, 0};
        const uint64_t before = evo_world_hash(world);
        ck_assert_int_eq(evo_body_drive_to(world, body, aim, 0), EVO_ERROR_INVALID);
        ck_assert_int_eq(evo_body_drive_to(world, body, aim, (double)NAN), EVO_ERROR_INVALID);
        ck_assert_int_eq(evo_body_drive_to(world, still, aim, 1), EVO_ERROR_STALE);
        ck_assert_uint_eq(evo_world_hash(world), before);
        ck_assert_int_eq(evo_body_drive_to(world, body, aim, 30 * SCENE_STEP), EVO_OK);
        scene_steps(world, 30);
        const evo_pose there = evo_body_pose(world, body);
        ck_assert_double_eq_tol(there.position.x, aim.position.x, 1e-4);
        ck_assert_double_eq_tol(there.position.y, aim.position.y, 1e-4);
        ck_assert_double_eq_tol(there.angle, aim.angle, 1e-4);
        ck_assert_int_eq(evo_body_set_kind(world, body, EVO_STATIC), EVO_OK);
        ck_assert_int_eq(evo_body_drive_to(world, body, aim, 1), EVO_ERROR_UNSUPPORTED);
        evo_world_destroy(world);
    }
}
END_TEST

/* All points of a body go on as they went when its centre of mass becomes another. */
START_TEST(new_masses_leave_all_points_their_velocity) {
    random_seed(31);
    for (int trial = 0; trial < 50; ++trial) {
        evo_world *world = evo_world_create(NULL);
        const evo_body body = scene_ball(world, 0.5, 1, 2);
        const evo_mass mass = {random_scale(0.1, 10), random_vector(2), random_scale(0.1, 10)};
        const evo_vec2 point = random_vector(3);
        evo_body_set_velocity(world, body, random_vector(3));
        evo_body_set_spin(world, body, random_between(-4, 4));
        const evo_vec2 before = evo_body_point_velocity(world, body, point);
        const evo_vec2 local = evo_body_local_point(world, body, point);
        if (trial % 2 == 0) {
            ck_assert_int_eq(evo_body_set_mass(world, body, mass), EVO_OK);
        } else {
            evo_collider_config more = evo_collider_config_default();
            more.shape = evo_shape_at(evo_circle(random_between(0.2, 1)), random_vector(2), 0);
            evo_collider_create(world, body, &more);
        }
        const evo_vec2 after = evo_body_point_velocity(world, body, point);
        const evo_vec2 there = evo_body_world_point(world, body, local);
        ck_assert_double_lt(hypot(after.x - before.x, after.y - before.y), 1e-12);
        ck_assert_double_lt(hypot(there.x - point.x, there.y - point.y), 1e-12);
        evo_world_destroy(world);
    }
}
END_TEST

/* Bodies whose shapes have no mass weigh 1, spread as if their shapes had some. */
START_TEST(shapes_without_mass_weigh_one) {
    random_seed(32);
    for (int trial = 0; trial < 50; ++trial) {
        evo_world *world = evo_world_create(NULL);
        evo_mass masses[2];
        evo_body_config config = evo_body_config_default();
        config.shape = evo_shape_at(scene_any_shape(), random_vector(2), 0.3);
        if (config.shape.kind == EVO_SEGMENT) config.shape = evo_ellipse(2, 0.5);
        for (int i = 0; i < 2; ++i) {
            config.material.density = i;
            masses[i] = evo_body_mass(world, evo_body_create(world, &config));
        }
        const double gyration = masses[1].inertia / masses[1].mass;
        ck_assert_double_eq(masses[0].mass, 1);
        ck_assert_double_eq_tol(masses[0].inertia, gyration, 1e-12 * gyration);
        ck_assert_double_eq_tol(masses[0].center.x, masses[1].center.x, 1e-12);
        ck_assert_double_eq_tol(masses[0].center.y, masses[1].center.y, 1e-12);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(the_default_filter_meets_all) {
    const evo_filter filter = evo_filter_default();
    evo_world *world = evo_world_create(NULL);
    const evo_body body = scene_ball(world, 0.5, 0, 0);
    const evo_vec2 from = {-2, 0}, to = {2, 0};
    ck_assert_uint_eq(filter.category, 1);
    ck_assert_uint_eq(evo_world_ray(world, from, to, NULL).body.index, body.index);
    ck_assert(evo_world_ray(world, from, to, NULL).hit);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_body_states(void) {
    Suite *suite = suite_create("body_states");
    TCase *states = tcase_create("states");
    tcase_add_test(states, kinds_change_back_and_forth);
    tcase_add_test(states, kinematic_bodies_move_however_they_were_made);
    tcase_add_test(states, disabled_bodies_do_not_interact);
    tcase_add_test(states, fixed_rotation_does_not_turn);
    tcase_add_test(states, fixed_rotation_stops_the_spin_of_a_body_made_dynamic);
    tcase_add_test(states, forces_act_for_one_step);
    tcase_add_test(states, forces_do_not_wait_for_a_later_step);
    tcase_add_test(states, forces_beyond_all_numbers_are_refused);
    tcase_add_test(states, disabled_bodies_ignore_forces);
    tcase_add_test(states, vectors_turn_with_their_body);
    tcase_add_test(states, driven_bodies_come_where_they_are_sent);
    tcase_add_test(states, new_masses_leave_all_points_their_velocity);
    tcase_add_test(states, shapes_without_mass_weigh_one);
    tcase_add_test(states, the_default_filter_meets_all);
    suite_add_tcase(suite, states);
    return suite;
}
