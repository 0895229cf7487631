/* test_rough.c: tangential restitution, in steps and in worlds of events: disks that are perfectly
 * rough keep all their energy and turn their slip round; no shape wins any. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { ROWS = 5, BODIES = ROWS * ROWS };

static const double BOX = 10;

static evo_world *make_world(int which) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = 0;
    config.bounce_threshold = 0;
    config.exact = which == 0 ? NULL : &EXACT;
    return lab_make(config);
}

static evo_body_config rough(evo_shape shape, double restitution, double part) {
    evo_body_config config = lab_body(shape, 0, 0);
    config.material.restitution = restitution;
    config.material.friction = 100;
    config.material.tangential_restitution = part;
    return config;
}

/* A disk against a wall: what is known. */
START_TEST(a_disk_turns_its_slip_round) {
    static const double parts[] = {-1, -0.4, 0, 0.6, 1};
    for (int i = 0; i < 5; ++i) {
        evo_world *world = make_world(_i);
        evo_body_config wall = rough(evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0.5, 0);
        wall.kind = EVO_STATIC;
        evo_body_create(world, &wall);
        evo_body_config config = rough(evo_circle(0.5), 0.5, parts[i]);
        config.position.y = 2;
        config.velocity.x = 1;
        config.velocity.y = -3;
        config.spin = 4;
        const evo_body body = evo_body_create(world, &config);
        lab_run(world, 60);
        const evo_vec2 v = evo_body_velocity(world, body);
        const double slip = 1 + 0.5 * 4, after = v.x + 0.5 * evo_body_spin(world, body);
        ck_assert_double_eq_tol(v.y, 1.5, 1e-9);
        ck_assert_double_eq_tol(after, -parts[i] * slip, 1e-9);
        /* Half a disk's mass is as if at its rim: v takes a third of the change. */
        ck_assert_double_eq_tol(v.x, 1 - (1 + parts[i]) * slip / 3, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* Disks that differ in nothing but this part, whichever is created first. */
START_TEST(each_disk_has_its_own_part) {
    for (int order = 0; order < 2; ++order) {
        evo_world *world = make_world(_i);
        evo_body bodies[2];
        evo_body_config wall = rough(evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0.5, 0);
        wall.kind = EVO_STATIC;
        evo_body_create(world, &wall);
        for (int k = 0; k < 2; ++k) {
            const int part = k ^ order;
            evo_body_config config = rough(evo_circle(0.5), 0.5, part);
            config.position = (evo_vec2){3.0 * part, 2};
            config.velocity.y = -3;
            config.spin = 4;
            bodies[part] = evo_body_create(world, &config);
        }
        lab_run(world, 60);
        /* A slip of 2 is stopped, or turned round; two thirds of the change are spin. */
        ck_assert_double_eq_tol(evo_body_spin(world, bodies[0]), 4 - 2 * 2 / 1.5, 1e-9);
        ck_assert_double_eq_tol(evo_body_spin(world, bodies[1]), 4 - 4 * 2 / 1.5, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

static evo_shape shape_of(int i, bool disks) {
    if (disks || i % 3 == 0) return evo_circle(random_between(0.2, 0.6));
    if (i % 3 == 1) return evo_ellipse(random_between(0.3, 0.6), random_between(0.1, 0.3));
    return evo_ring(0.4, 0.1, 0, random_between(2, 6));
}

static evo_world *make_gas(int which, bool disks, bool perfect) {
    evo_world *world = make_world(which);
    lab_closed_box(world, BOX, rough(evo_circle(1), 1, 0).material);
    for (int i = 0; i < BODIES; ++i) {
        const double e = perfect ? 1 : random_between(0, 1);
        evo_body_config config = rough(shape_of(i, disks), e, perfect ? 1 : random_between(-1, 1));
        config.position.x = 1 + 1.9 * (i % ROWS);
        config.position.y = 1 + 1.9 * (double)(i / ROWS);
        config.velocity.x = random_between(-3, 3);
        config.velocity.y = random_between(-3, 3);
        config.spin = random_between(-3, 3);
        if (!perfect) config.material.friction = random_between(0, 2);
        evo_body_create(world, &config);
    }
    return world;
}

START_TEST(rough_disks_keep_their_energy) {
    random_seed(7);
    evo_world *world = make_gas(_i, true, true);
    const double before = evo_world_kinetic_energy(world);
    lab_run(world, 1200);
    ck_assert_double_eq_tol(evo_world_kinetic_energy(world), before, 1e-9 * before);
    evo_world_destroy(world);
}
END_TEST

/* Of all shapes in steps; of disks in worlds of events, where others that lose may come to no
 * end. */
START_TEST(no_shape_wins_energy) {
    random_seed(8);
    for (int trial = 0; trial < 10; ++trial) {
        evo_world *world = make_gas(_i, _i == 1, false);
        double energy = evo_world_kinetic_energy(world);
        const double first = energy;
        for (int step = 0; step < 240; ++step) {
            lab_run(world, 1);
            const double now = evo_world_kinetic_energy(world);
            ck_assert_double_le(now, energy + 1e-4 * first);
            energy = now;
        }
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(only_parts_are_taken) {
    evo_material material = evo_material_default();
    material.tangential_restitution = 1.01;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_LIMIT);
    material.tangential_restitution = -1.01;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_LIMIT);
    material.tangential_restitution = NAN;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_INVALID);
    material.tangential_restitution = -1;
    ck_assert_int_eq(evo_material_check(&material), EVO_OK);
}
END_TEST

Suite *suite_rough(void) {
    Suite *suite = suite_create("rough");
    TCase *surfaces = tcase_create("surfaces");
    tcase_add_loop_test(surfaces, a_disk_turns_its_slip_round, 0, 2);
    tcase_add_loop_test(surfaces, each_disk_has_its_own_part, 0, 2);
    tcase_add_loop_test(surfaces, rough_disks_keep_their_energy, 0, 2);
    tcase_add_loop_test(surfaces, no_shape_wins_energy, 0, 2);
    tcase_add_test(surfaces, only_parts_are_taken);
    suite_add_tcase(suite, surfaces);
    return suite;
}
