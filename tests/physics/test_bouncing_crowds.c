/* test_bouncing_crowds.c: what bounces among others does so by rows: as high as alone, without
 * gain, alike at all rates, at the price of contacts; it rests at last. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { CROWD = 120, KINDS = 5 };

static const double GRAVITY = 10;

/* ---- Heights --------------------------------------------------------------------------------- */

static evo_body drop_on_two_floors(evo_world *world, evo_shape shape, double half, double height,
                                   double restitution) {
    const double sides[] = {-9.5, 9.5};
    for (int i = 0; i < 2; ++i) {
        evo_body_config floor = lab_body(evo_box(10, 1), sides[i], -1);
        floor.kind = EVO_STATIC;
        evo_body_create(world, &floor);
    }
    evo_body_config body = lab_body(shape, 0.01, half + height);
    body.material.restitution = restitution;
    return evo_body_create(world, &body);
}

/* Returns the energy of each flight, as a height, in terms of what it should be: the worst. */
static double worst_height(evo_shape shape, double half, double restitution, double dt) {
    const double height = random_between(1.5, 4);
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -GRAVITY;
    setting.impact_speed = INFINITY; /* touches that begin are not counted */
    evo_world *world = lab_make(setting);
    const evo_body body = drop_on_two_floors(world, shape, half, height, restitution);
    double expected = height, worst = 0, before = -1;
    /* What comes more slowly than the threshold does not bounce. */
    while (2 * GRAVITY * expected * restitution * restitution > 2) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        const double speed = evo_body_velocity(world, body).y;
        if (speed < 0 && before > 0) {
            expected *= restitution * restitution;
            const double energy =
                lab_energy(world, body, GRAVITY) / evo_body_mass(world, body).mass;
            worst = fmax(worst, fabs((energy / GRAVITY - half) / expected - 1));
        }
        before = speed;
    }
    ck_assert_uint_eq(evo_world_counters(world).impacts, 0); /* all by rows */
    evo_world_destroy(world);
    return worst;
}

START_TEST(rows_bounce_as_high_as_they_should) {
    random_seed(5);
    for (int n = 0; n < 30; ++n) {
        const double dt = 1 / random_scale(30, 240), restitution = random_between(0.5, 0.9);
        const double radius = random_between(0.3, 0.6);
        const evo_shape shapes[] = {evo_circle(radius), evo_box(radius, radius),
                                    evo_ellipse(0.7 * radius, radius)};
        const double worst = worst_height(shapes[n % 3], radius, restitution, dt);
        ck_assert_msg(worst < 3e-4, "run %d: off by %g", n, worst);
    }
}
END_TEST

START_TEST(what_is_slow_does_not_bounce) {
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -GRAVITY;
    setting.impact_speed = INFINITY; /* touches that begin are not counted */
    evo_world *world = lab_make(setting);
    const evo_body body = drop_on_two_floors(world, evo_circle(0.5), 0.5, 0.03, 0.9);
    for (int i = 0; i < 60; ++i) { /* it comes at .77; the threshold is 1 */
        lab_run(world, 1);
        ck_assert_double_le(evo_body_velocity(world, body).y, 1e-3);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Pours ----------------------------------------------------------------------------------- */

typedef struct pour {
    evo_world *world;
    evo_body bodies[CROWD];
    double wide;
} pour;

static evo_shape part_of(int kind, double reach) {
    const evo_vec2 left = {-0.5 * reach, 0}, right = {0.5 * reach, 0};
    if (kind == 0) return evo_circle(reach);
    if (kind == 1) return evo_box(0.8 * reach, 0.6 * reach);
    if (kind == 2) return evo_capsule(left, right, 0.5 * reach);
    if (kind == 3) return evo_ellipse(reach, 0.6 * reach);
    return evo_ring(0.8 * reach, 0.4 * reach, 0, 6.2831853);
}

/* Bodies of all kinds above a box. */
static pour pour_of(double restitution, double friction) {
    pour p = {.world = lab_world(GRAVITY), .wide = 9};
    evo_material material = evo_material_default();
    material.restitution = restitution;
    material.friction = friction;
    const evo_vec2 at[] = {{0, -1}, {-5.5, 17}, {5.5, 17}};
    for (int i = 0; i < 3; ++i) {
        evo_body_config wall = lab_body(i ? evo_box(1, 20) : evo_box(8, 1), at[i].x, at[i].y);
        wall.kind = EVO_STATIC;
        wall.material = material;
        evo_body_create(p.world, &wall);
    }
    for (int i = 0; i < CROWD; ++i) {
        const evo_shape shape = part_of((int)random_between(0, KINDS), random_between(0.25, 0.4));
        evo_body_config body = lab_body(shape, -3.9 + 1.3 * (i % 7), 0.8 + 1.2 * (double)(i / 7));
        body.angle = random_between(0, 6);
        body.velocity = random_vector(3);
        body.material = material;
        p.bodies[i] = evo_body_create(p.world, &body);
    }
    return p;
}

static double energy_of(const pour *p) {
    return evo_world_kinetic_energy(p->world) + evo_world_potential_energy(p->world);
}

static void check_inside(const pour *p) {
    for (int i = 0; i < CROWD; ++i) {
        const evo_vec2 at = evo_body_pose(p->world, p->bodies[i]).position;
        ck_assert_msg(at.y > -0.1 && fabs(at.x) < 0.5 * p->wide + 0.1, "body %d is at (%g, %g)", i,
                      at.x, at.y);
    }
}

/* A thousandth of the energy in a step, by friction after impacts; few of them are events. */
START_TEST(crowds_gain_nothing) {
    random_seed(11 + (uint64_t)_i);
    const double restitution = random_between(0.1, 0.9), friction = _i % 2 ? 0.5 : 0;
    pour p = pour_of(restitution, friction);
    const double dt = 1 / random_scale(40, 200), begun = energy_of(&p);
    double energy = begun;
    for (double time = 0; time < 4; time += dt) {
        ck_assert_int_eq(evo_world_step(p.world, dt), EVO_OK);
        const double now = energy_of(&p);
        ck_assert_msg(now < energy + 1e-3 * begun, "at %g: %g to %g", time, energy / begun,
                      now / begun);
        energy = now;
    }
    check_inside(&p);
    ck_assert_uint_lt(evo_world_counters(p.world).impacts, 30 * CROWD);
    evo_world_destroy(p.world);
}
END_TEST

/* The mean energy that is left at some times of a pour. */
static void run_pours(double dt, double energies[4]) {
    enum { POURS = 4 };
    for (int k = 0; k < 4; ++k) energies[k] = 0;
    for (int n = 0; n < POURS; ++n) {
        random_seed(400 + (uint64_t)n);
        pour p = pour_of(0.5, 0.4);
        const double begun = energy_of(&p);
        for (int k = 0; k < 4; ++k) {
            for (int i = 0; i < (int)(0.75 / dt + 0.5); ++i) evo_world_step(p.world, dt);
            energies[k] += energy_of(&p) / begun / POURS;
        }
        evo_world_destroy(p.world);
    }
}

START_TEST(pours_lose_as_much_at_all_rates) {
    double slow[4], fast[4];
    run_pours(1.0 / 60, slow);
    run_pours(1.0 / 240, fast);
    for (int k = 0; k < 4; ++k)
        ck_assert_msg(fabs(slow[k] - fast[k]) < 0.02, "time %d: %g, %g", k, slow[k], fast[k]);
}
END_TEST

/* ---- Rest ------------------------------------------------------------------------------------ */

START_TEST(what_bounces_rests_at_last) {
    const double restitution = 0.3 + 0.2 * _i;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -GRAVITY;
    evo_world *world = evo_world_create(&config);
    lab_fixed(world, evo_box(50, 1), 0, -1);
    for (int i = 0; i < 15; ++i) {
        evo_body_config box = lab_body(evo_box(0.5, 0.5), 2.0 * (i / 5), 0.55 + 1.05 * (i % 5));
        box.material.restitution = restitution;
        evo_body_create(world, &box);
    }
    lab_run(world, 240);
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_bouncing_crowds(void) {
    Suite *suite = suite_create("bouncing_crowds");
    TCase *heights = tcase_create("heights"), *pours = tcase_create("pours"),
          *rest = tcase_create("rest");
    tcase_add_test(heights, rows_bounce_as_high_as_they_should);
    tcase_add_test(heights, what_is_slow_does_not_bounce);
    tcase_add_loop_test(pours, crowds_gain_nothing, 0, 8);
    tcase_add_test(pours, pours_lose_as_much_at_all_rates);
    tcase_add_loop_test(rest, what_bounces_rests_at_last, 0, 4);
    suite_add_tcase(suite, heights);
    suite_add_tcase(suite, pours);
    suite_add_tcase(suite, rest);
    return suite;
}
