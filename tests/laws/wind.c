/* wind.c: the force of wind against a sum over rays, and what it leads to. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/random.h"

enum { KINDS = 6, ROUNDS = 240, RAYS = 4000 };

static const evo_shape_kind kinds[KINDS] = {EVO_CIRCLE,  EVO_ELLIPSE, EVO_RING,
                                            EVO_SEGMENT, EVO_CAPSULE, EVO_POLYGON};

static const double AIR = 1.225;

/* ---- Truth ----------------------------------------------------------------------------------- */

typedef struct wind_force {
    evo_vec2 force;
    double torque; /* about the origin */
} wind_force;

/* Each ray across the outline has a part of it, and hits the rim where its normal says the rest. */
static wind_force by_rays(const evo_shape *shape, evo_pose at, evo_vec2 wind, double drag,
                          double lift) {
    const evo_vec2 e = evo_unit(wind), left = evo_left(e);
    const evo_vec2 center = evo_pose_point(at, shape->center);
    const double size = 1.01 * shape_size(shape), width = 2 * size / RAYS;
    wind_force sum = {{0, 0}, 0};
    for (int i = 0; i < RAYS; ++i) {
        const evo_vec2 middle = evo_add(center, evo_scale((i + 0.5) * width - size, left));
        const evo_vec2 half = evo_scale(2 * size, e);
        const evo_ray_hit hit =
            evo_shape_ray(shape, at, evo_sub(middle, half), evo_add(middle, half));
        if (!hit.hit) continue;
        const double slant = evo_cross(hit.normal, e);
        const evo_vec2 force =
            evo_scale(AIR / 2 * evo_dot(wind, wind) * width,
                      evo_add(evo_scale(drag, e), evo_scale(lift * slant, left)));
        sum.force = evo_add(sum.force, force);
        sum.torque += evo_cross(hit.point, force);
    }
    return sum;
}

/* ---- What bodies get ------------------------------------------------------------------------- */

static evo_collider first_collider(const evo_world *world, evo_body body) {
    evo_collider found = {0, 0};
    evo_body_colliders(world, body, &found, 1);
    return found;
}

/* A body so heavy that a step changes little. */
static void try_wind(evo_shape_kind kind) {
    evo_world *world = lab_space();
    const evo_shape shape = evo_shape_at(random_shape(kind), random_vector(0.5), 1);
    evo_body_config config = lab_body(shape, 0, 0);
    config.angle = random_between(-4, 4);
    config.velocity = random_vector(1);
    const evo_body body = evo_body_create(world, &config);
    const evo_mass mass = {1e4, evo_shape_mass(&shape, 1).center, 1e4};
    ck_assert_int_eq(evo_body_set_mass(world, body, mass), EVO_OK);
    const evo_vec2 wind = random_vector(3), relative = evo_sub(wind, config.velocity);
    const double drag = random_between(0, 2), lift = random_between(-2, 2);
    const evo_pose at = {{0, 0}, config.angle};
    const evo_vec2 arm = evo_body_world_center(world, body);
    ck_assert_int_eq(evo_collider_apply_wind(world, first_collider(world, body), wind, drag, lift),
                     EVO_OK);
    ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    const evo_vec2 gained = evo_sub(evo_body_velocity(world, body), config.velocity);
    const evo_vec2 force = evo_scale(mass.mass / LAB_STEP, gained);
    const double torque = mass.inertia / LAB_STEP * evo_body_spin(world, body);
    wind_force truth = by_rays(&shape, at, relative, drag, lift);
    truth.torque -= evo_cross(arm, truth.force);
    if (kind == EVO_ELLIPSE) { /* lift acts at the centre */
        const wind_force dragged = by_rays(&shape, at, relative, drag, 0);
        truth.torque = dragged.torque - evo_cross(arm, dragged.force);
    }
    const double size = shape_size(&shape);
    const double unit = AIR / 2 * evo_dot(relative, relative) * size * 4;
    ck_assert_msg(evo_distance(force, truth.force) <= 2e-3 * unit,
                  "kind %d: (%g, %g), not (%g, %g)", (int)kind, force.x, force.y, truth.force.x,
                  truth.force.y);
    ck_assert_msg(fabs(torque - truth.torque) <= 2e-3 * unit * size, "kind %d: torque %g, not %g",
                  (int)kind, torque, truth.torque);
    evo_world_destroy(world);
}

START_TEST(it_is_the_sum_over_rays) {
    for (int i = 0; i < ROUNDS; ++i) {
        random_seed((uint64_t)i);
        try_wind(kinds[i % KINDS]);
    }
}
END_TEST

START_TEST(it_is_the_sum_for_many) {
    for (int i = 0; i < 40 * ROUNDS; ++i) {
        random_seed((uint64_t)i + ROUNDS);
        try_wind(kinds[i % KINDS]);
    }
}
END_TEST

static evo_vec2 force_on(evo_shape shape, double angle, double drag, double lift) {
    evo_world *world = lab_space();
    evo_body_config config = lab_body(shape, 0, 0);
    config.angle = angle;
    const evo_body body = evo_body_create(world, &config);
    const evo_mass mass = {1e3, {0, 0}, 1e3};
    evo_body_set_mass(world, body, mass);
    evo_collider_apply_wind(world, first_collider(world, body), (evo_vec2){2, 0}, drag, lift);
    evo_world_step(world, LAB_STEP);
    const evo_vec2 force = evo_scale(mass.mass / LAB_STEP, evo_body_velocity(world, body));
    evo_world_destroy(world);
    return force;
}

/* A thin plate aslant at an angle a that rises along the wind is pressed down, by sin a cos a of
 * its length, a thin ellipse as it does, and one that is nearly round hardly; a disk not at all. */
START_TEST(plates_and_eggs_lift) {
    const double pressure = AIR / 2 * 4, length = 2;
    for (double angle = 0.1; angle < 3; angle += 0.2) {
        const double plate = -pressure * length * sin(angle) * cos(angle);
        const evo_vec2 up = force_on(evo_ellipse(1, 1e-9), angle, 1, 1);
        const evo_vec2 flat =
            force_on(evo_segment((evo_vec2){-1, 0}, (evo_vec2){1, 0}), angle, 1, 1);
        ck_assert_double_eq_tol(up.y, plate, 1e-6);
        ck_assert_double_eq_tol(flat.y, plate, 1e-9);
        ck_assert_double_eq_tol(up.x, pressure * length * fabs(sin(angle)), 1e-6);
        const double round = force_on(evo_ellipse(1, 1 - 1e-9), angle, 1, 1).y;
        ck_assert_double_le(fabs(round), 1e-8);
        ck_assert(sin(angle) * cos(angle) * round < 0);
        ck_assert(force_on(evo_circle(1), angle, 1, 1).y == 0);
    }
}
END_TEST

/* Everything drifts with the wind in the end, light or heavy, and never faster. */
START_TEST(drag_ends_at_the_wind) {
    for (int i = 0; i < 60; ++i) {
        random_seed((uint64_t)i);
        evo_world *world = lab_space();
        evo_body_config config = lab_body(random_shape(kinds[i % KINDS]), 0, 0);
        config.locks.spin = true;
        config.material.density = random_scale(1e-6, 0.1);
        const evo_body body = evo_body_create(world, &config);
        const evo_mass light = {0.01, {0, 0}, 1};
        if (kinds[i % KINDS] == EVO_SEGMENT) evo_body_set_mass(world, body, light);
        const evo_vec2 wind = evo_scale(20, evo_direction(i));
        for (int step = 0; step < 600; ++step) {
            evo_collider_apply_wind(world, first_collider(world, body), wind, 2, 0);
            ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
            const evo_vec2 now = evo_body_velocity(world, body);
            ck_assert_double_le(evo_dot(now, wind), 400 * (1 + 1e-9));
        }
        const double lack = evo_distance(evo_body_velocity(world, body), wind);
        ck_assert_msg(lack < 1, "body %d of kind %d lacks %g", i, (int)kinds[i % KINDS], lack);
        evo_world_destroy(world);
    }
}
END_TEST

/* Light things in a storm do not tumble faster and faster. */
START_TEST(storms_stay_in_bounds) {
    for (int i = 0; i < 30; ++i) {
        random_seed((uint64_t)i);
        evo_world *world = lab_space();
        evo_body_config config = lab_body(random_shape(kinds[i % KINDS]), 0, 0);
        config.material.density = 1e-3;
        const evo_body body = evo_body_create(world, &config);
        for (int step = 0; step < 600; ++step) {
            const evo_vec2 wind = {50, 0};
            ck_assert_int_eq(
                evo_collider_apply_wind(world, first_collider(world, body), wind, 1, 0.75), EVO_OK);
            ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
            ck_assert_double_le(lab_speed(world, body), 200);
        }
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(still_air_wakes_nobody) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_box(1, 0.3), 0, 0);
    config.asleep = true;
    const evo_body body = evo_body_create(world, &config);
    const evo_collider c = first_collider(world, body);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_collider_apply_wind(world, c, (evo_vec2){0, 0}, 1, 1), EVO_OK);
    ck_assert(evo_body_asleep(world, body));
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_int_eq(evo_collider_apply_wind(world, c, (evo_vec2){1, 0}, 0, 0), EVO_OK);
    ck_assert(evo_body_asleep(world, body));
    ck_assert_int_eq(evo_collider_apply_wind(world, c, (evo_vec2){1, 0}, 1, 0), EVO_OK);
    ck_assert(!evo_body_asleep(world, body));
    evo_world_destroy(world);
}
END_TEST

static evo_result blow(evo_world *world, evo_body body, evo_vec2 wind, double drag, double lift) {
    return evo_collider_apply_wind(world, first_collider(world, body), wind, drag, lift);
}

START_TEST(bad_input_changes_nothing) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_box(1, 0.3), 0, 0);
    const evo_body body = evo_body_create(world, &config);
    config.kind = EVO_STATIC;
    const evo_body fixed = evo_body_create(world, &config);
    config.kind = EVO_KINEMATIC;
    const evo_body driven = evo_body_create(world, &config);
    config.kind = EVO_DYNAMIC;
    config.sensor = true;
    const evo_body sensor = evo_body_create(world, &config);
    config.sensor = false;
    config.disabled = true;
    const evo_body disabled = evo_body_create(world, &config);
    const evo_vec2 wind = {1, 0}, odd = {NAN, 0}, large = {0, 1e31}, gale = {1e29, 0};
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(blow(NULL, body, wind, 1, 1), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_collider_apply_wind(world, (evo_collider){99, 1}, wind, 1, 1),
                     EVO_ERROR_STALE);
    ck_assert_int_eq(blow(world, body, odd, 1, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, body, large, 1, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, body, wind, -1, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, body, wind, NAN, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, body, wind, 1, INFINITY), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, body, gale, 1, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(blow(world, fixed, wind, 1, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(blow(world, driven, wind, 1, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(blow(world, sensor, wind, 1, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(blow(world, disabled, wind, 1, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_int_eq(blow(world, body, wind, 1, 1), EVO_OK);
    ck_assert(evo_world_hash(world) != hash);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_wind(void) {
    Suite *suite = suite_create("wind");
    TCase *wind = tcase_create("wind"), *deep = tcase_create("deep");
    tcase_add_test(wind, it_is_the_sum_over_rays);
    tcase_add_test(wind, plates_and_eggs_lift);
    tcase_add_test(wind, drag_ends_at_the_wind);
    tcase_add_test(wind, storms_stay_in_bounds);
    tcase_add_test(wind, still_air_wakes_nobody);
    tcase_add_test(wind, bad_input_changes_nothing);
    tcase_add_test(deep, it_is_the_sum_for_many);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, wind);
    suite_add_tcase(suite, deep);
    return suite;
}
