/* row_forms.c: contacts obey the same laws whatever the form of their row: faces that touch
 * twice, fitted circles and planes. */
#include <math.h>

#include "evolute/contact.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10;

/* Two forms of one body: faces, or two corners. */
enum { FLAT, CORNERS, FORMS };

static evo_world *ground_with(double friction) {
    evo_world *world = lab_world(GRAVITY);
    evo_body_config ground = lab_body(evo_box(200, 1), 0, -1);
    ground.kind = EVO_STATIC;
    ground.material.friction = friction;
    evo_body_create(world, &ground);
    return world;
}

/* Adds a rod of mass 1 that touches with a flat side, or with a disk at each end. */
static evo_body add_rod(evo_world *world, int form, evo_body_config config, double half,
                        double radius, double drop) {
    const evo_vec2 left = {-half, -drop}, right = {half, -drop};
    const evo_mass mass = {.mass = 1, .inertia = half * half / 3};
    config.shape =
        form == FLAT ? evo_capsule(left, right, radius) : evo_shape_at(evo_circle(radius), left, 0);
    const evo_body body = evo_body_create(world, &config);
    if (form == CORNERS) {
        evo_collider_config end = evo_collider_config_default();
        end.shape = evo_shape_at(evo_circle(radius), right, 0);
        end.material = config.material;
        ck_assert(evo_collider_create(world, body, &end).generation != 0);
    }
    ck_assert_int_eq(evo_body_set_mass(world, body, mass), EVO_OK);
    return body;
}

/* ---- Landings -------------------------------------------------------------------------------- */

/* The largest part of the law by which a sliding landing is off: what the ground gives along it is
 * the friction times what it gives upwards. */
static double landing_error(int form, evo_body_config config, double half, double radius,
                            double drop) {
    const double friction = config.material.friction, speed = config.velocity.x;
    evo_world *world = ground_with(friction);
    const evo_body body = add_rod(world, form, config, half, radius, drop);
    double worst = 0;
    int landed = 0;
    for (int i = 1; i <= 90 && landed < 20; ++i) {
        lab_run(world, 1);
        const evo_vec2 v = evo_body_velocity(world, body);
        const double expected = friction * (GRAVITY * i * LAB_STEP + v.y);
        landed += landed > 0 || evo_body_contacts(world, body, NULL, 0) > 0;
        if (landed == 0 || expected < 1e-3 || v.x < 0.3) continue;
        worst = fmax(worst, fabs(speed - v.x - expected) / expected);
    }
    ck_assert_int_gt(landed, 0);
    evo_world_destroy(world);
    return worst;
}

START_TEST(one_face_lands_as_two_corners) {
    random_seed(5);
    for (int trial = 0; trial < 60; ++trial) {
        const double half = random_between(0.3, 1), high = random_between(0.1, 0.5);
        const double radius = 0.3 * high;
        evo_body_config config = lab_body(evo_circle(1), -100, high + random_between(0.02, 2));
        config.velocity.x = random_between(3, 6);
        config.material.friction = random_between(0.02, 0.2);
        for (int form = 0; form < FORMS; ++form) {
            const double error = landing_error(form, config, half, radius, high - radius);
            ck_assert_msg(error < 0.005, "trial %d, form %d: off by %g", trial, form, error);
        }
    }
}
END_TEST

/* ---- Rolling resistance ---------------------------------------------------------------------- */

/* The spin in the step in which a slanted rod lands on one end. */
static double landing_spin(int form, evo_body_config config, double half, double radius) {
    evo_world *world = ground_with(config.material.friction);
    const evo_body body = add_rod(world, form, config, half, radius, 0);
    double spin = 0;
    for (int i = 0; i < 60 && spin == 0; ++i) {
        lab_run(world, 1);
        spin = evo_body_spin(world, body);
    }
    ck_assert_double_ne(spin, 0);
    evo_world_destroy(world);
    return spin;
}

/* Rolling resistance is of what lasts, as in the law of impacts: a landing turns a body as if there
 * were none, but for what its weight resists in the rest of the step. */
START_TEST(landings_have_no_rolling_resistance) {
    double changed[FORMS] = {0, 0};
    random_seed(5);
    for (int trial = 0; trial < 300; ++trial) {
        const double half = random_between(0.5, 1), radius = random_between(0.2, 0.4);
        const double slant = random_between(0.001, 0.02), height = random_between(0.01, 0.2);
        evo_body_config config = lab_body(evo_circle(1), 0, radius + half * sin(slant) + height);
        config.angle = slant;
        config.material.friction = random_between(0, 0.3);
        for (int form = 0; form < FORMS; ++form) {
            config.material.rolling_resistance = 0;
            const double plain = landing_spin(form, config, half, radius);
            config.material.rolling_resistance = 0.3;
            const double resisted = landing_spin(form, config, half, radius);
            changed[form] += fabs(resisted - plain) * half / sqrt(2 * GRAVITY * height) / 300;
        }
    }
    for (int form = 0; form < FORMS; ++form)
        ck_assert_msg(changed[form] < 0.016, "form %d: changed by %g", form, changed[form]);
}
END_TEST

/* The speed of a rolling disk after a second. */
static double rolled(bool chain, double radius, double speed, double resistance) {
    evo_world *world = lab_world(GRAVITY);
    evo_vec2 points[41];
    for (int i = 0; i < 41; ++i) points[i] = (evo_vec2){20 - i, 0};
    evo_body_config ground = lab_body(evo_box(20, 1), 0, -1);
    ground.kind = EVO_STATIC;
    if (chain) ground.shape = evo_box(1, 1);
    if (chain) ground.position.y = -100;
    const evo_body floor = evo_body_create(world, &ground);
    evo_chain_config links = evo_chain_config_default();
    links.points = points;
    links.count = 41;
    for (int i = 0; i < 41 && chain; ++i) points[i].y = 100;
    if (chain) ck_assert(evo_chain_create(world, floor, &links).generation != 0);
    evo_body_config config = lab_body(evo_circle(radius), -8, radius);
    config.velocity.x = speed;
    config.spin = -speed / radius;
    config.material.rolling_resistance = resistance;
    const evo_body body = evo_body_create(world, &config);
    lab_run(world, 60);
    const double left = evo_body_velocity(world, body).x;
    evo_world_destroy(world);
    return left;
}

START_TEST(disks_roll_on_boxes_as_on_chains) {
    random_seed(7);
    for (int trial = 0; trial < 40; ++trial) {
        const double radius = random_between(0.1, 1), speed = random_between(3, 8);
        const double resistance = random_between(0, 0.3), brakes = 2.0 / 3 * resistance * GRAVITY;
        const double box = rolled(false, radius, speed, resistance);
        const double chain = rolled(true, radius, speed, resistance);
        ck_assert_double_eq_tol(box, chain, 1e-4 * speed);
        ck_assert_double_eq_tol(box, speed - brakes, 0.01 * speed);
    }
}
END_TEST

Suite *suite_row_forms(void) {
    Suite *suite = suite_create("row_forms");
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, one_face_lands_as_two_corners);
    tcase_add_test(laws, landings_have_no_rolling_resistance);
    tcase_add_test(laws, disks_roll_on_boxes_as_on_chains);
    suite_add_tcase(suite, laws);
    return suite;
}
