/* floating.c: what water does to bodies: they float as deep as Archimedes says, upright, and
 * come to rest; what swings without drag swings on; flows carry. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/tape.h"

enum { KINDS = 5, BODIES = 25, DEEP_BODIES = 400, SECOND = 60 };

static const evo_shape_kind kinds[KINDS] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_RING, EVO_CAPSULE,
                                            EVO_POLYGON};

static const evo_water POOL = {.normal = {0, 1}, .density = 1, .drag = 3, .spin_drag = 3};

/* Metres a second squared. */
static const double GRAVITY = 10;

static void run(evo_world *world, const evo_body *bodies, int count, const evo_water *water,
                int steps) {
    for (int step = 0; step < steps; ++step) {
        for (int i = 0; i < count; ++i)
            ck_assert_int_eq(evo_body_apply_buoyancy(world, bodies[i], water), EVO_OK);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
}

static evo_mass joined(evo_mass a, evo_mass b) {
    const double mass = a.mass + b.mass;
    evo_mass both = {mass, a.center, 0};
    if (mass > 0) both.center = evo_lerp(a.center, b.center, b.mass / mass);
    return both;
}

/* Fluid of density 1 that a body displaces. */
static evo_mass displaced(const evo_world *world, evo_body body, const evo_water *water) {
    evo_collider found[4];
    evo_mass all = {0, {0, 0}, 0};
    const size_t count = evo_body_colliders(world, body, found, 4);
    for (size_t i = 0; i < count; ++i) {
        const evo_shape shape = evo_collider_shape(world, found[i]);
        all = joined(
            all, evo_shape_below(&shape, evo_body_pose(world, body), water->point, water->normal));
    }
    return all;
}

/* ---- Archimedes ------------------------------------------------------------------------------ */

static evo_shape random_float(evo_shape_kind kind, double *size) {
    evo_shape shape;
    do shape = random_shape(kind);
    while (shape_size(&shape) < 0.2 || shape_size(&shape) > 2);
    *size = shape_size(&shape);
    return shape;
}

/* A body of one collider, or two. */
static evo_body random_body(evo_world *world, evo_shape_kind kind, double x, double *size) {
    const evo_shape shape = random_float(kind, size);
    evo_body_config config = lab_body(shape, x, random_between(-1, 1));
    config.angle = random_between(-4, 4);
    config.material.density = random_between(0.15, 0.85);
    const evo_body body = evo_body_create(world, &config);
    if (random_between(0, 1) < 0.3) {
        double other;
        evo_collider_config more = evo_collider_config_default();
        more.shape = evo_shape_at(random_float(EVO_POLYGON, &other), (evo_vec2){*size, 0}, 1);
        more.material.density = config.material.density;
        evo_collider_create(world, body, &more);
        *size += 2 * other;
    }
    return body;
}

/* It floats to a thousandth of its mass, its buoyancy right below its weight, and lies still. */
static void expect_afloat(const evo_world *world, evo_body body, const evo_water *water,
                          double size, int number) {
    const evo_mass below = displaced(world, body, water);
    const double mass = evo_body_mass(world, body).mass;
    const double aside = evo_cross(evo_unit(water->normal),
                                   evo_sub(below.center, evo_body_world_center(world, body)));
    const double speed = lab_speed(world, body) + size * fabs(evo_body_spin(world, body));
    ck_assert_msg(fabs(water->density * below.mass / mass - 1) <= 1e-3,
                  "body %d displaces %g of its mass %g", number, below.mass, mass);
    ck_assert_msg(fabs(aside) <= 1e-3 * size, "body %d is carried %g aside", number, aside);
    ck_assert_msg(speed <= 2e-3 * size, "body %d moves at %g", number, speed);
}

/* Lets bodies of all kinds float; returns how many still turn slowly at the end: those that hardly
 * care which side is up. */
static int float_many(int count, int seconds) {
    evo_world *world = lab_world(GRAVITY);
    evo_body bodies[DEEP_BODIES] = {{0, 0}};
    double size[DEEP_BODIES] = {0};
    int turning = 0;
    random_seed((uint64_t)count);
    for (int i = 0; i < count; ++i)
        bodies[i] = random_body(world, kinds[i % KINDS], 20 * i, &size[i]);
    run(world, bodies, count, &POOL, seconds * SECOND);
    for (int i = 0; i < count; ++i) {
        const double spin = fabs(evo_body_spin(world, bodies[i]));
        const bool turns = spin > 1e-4 && spin < 1e-2;
        turning += turns;
        if (!turns) expect_afloat(world, bodies[i], &POOL, size[i], i);
    }
    evo_world_destroy(world);
    return turning;
}

START_TEST(they_float_as_deep_as_archimedes_says) {
    ck_assert_int_eq(float_many(BODIES, 60), 0);
}
END_TEST

START_TEST(many_float) {
    ck_assert_int_le(float_many(DEEP_BODIES, 200), DEEP_BODIES / 100);
}
END_TEST

/* Leaves so thin that they would swing faster than steps can tell lie still, too. */
START_TEST(leaves_lie_still) {
    evo_world *world = lab_world(GRAVITY);
    evo_body bodies[BODIES];
    random_seed(1);
    for (int i = 0; i < BODIES; ++i) {
        const double half = random_between(0.3, 1.5), thick = half * random_scale(1e-3, 1e-2);
        const evo_shape leaf = i % 2 ? evo_ellipse(thick, half) : evo_box(half, thick);
        evo_body_config config = lab_body(leaf, 20 * i, random_between(-0.5, 0.5));
        config.angle = random_between(-4, 4);
        config.material.density = random_between(0.1, 0.8);
        bodies[i] = evo_body_create(world, &config);
    }
    run(world, bodies, BODIES, &POOL, 60 * SECOND);
    for (int i = 0; i < BODIES; ++i) expect_afloat(world, bodies[i], &POOL, 1, i);
    evo_world_destroy(world);
}
END_TEST

/* Water aslant, in a world whose gravity is so, too, and heavier than usual. */
START_TEST(any_way_is_down) {
    for (int i = 0; i < 8; ++i) {
        const evo_vec2 up = evo_direction(i);
        const evo_water water = {.point = {3, 4},
                                 .normal = evo_scale(7, up),
                                 .density = 13.6,
                                 .drag = 3,
                                 .spin_drag = 3};
        evo_world *world = lab_world(0);
        evo_world_set_gravity(world, evo_scale(-GRAVITY, up));
        evo_body_config config = lab_body(evo_box(0.5, 0.3), 3, 4);
        config.material.density = 7.8;
        config.angle = i;
        const evo_body body = evo_body_create(world, &config);
        run(world, &body, 1, &water, 30 * SECOND);
        expect_afloat(world, body, &water, 0.5, i);
        evo_world_destroy(world);
    }
}
END_TEST

/* What is heavier goes down and what is lighter comes up from any depth. */
START_TEST(stones_sink_and_corks_rise) {
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_circle(0.3), 0, -5);
    evo_body bodies[2];
    config.material.density = 2;
    bodies[0] = evo_body_create(world, &config);
    config.position.x = 5;
    config.material.density = 0.2;
    bodies[1] = evo_body_create(world, &config);
    run(world, bodies, 2, &POOL, 10 * SECOND);
    /* It sinks at the speed at which drag and buoyancy carry it: (2 - 1) g / drag. */
    ck_assert_double_eq_tol(evo_body_velocity(world, bodies[0]).y, -GRAVITY / POOL.drag, 1e-3);
    expect_afloat(world, bodies[1], &POOL, 0.3, 1);
    evo_world_destroy(world);
}
END_TEST

/* ---- Energy ---------------------------------------------------------------------------------- */

/* Highest point of a body in some seconds, and the greatest spin. */
static double highest(evo_world *world, evo_body body, const evo_water *water, int seconds,
                      double *spin) {
    double most = -INFINITY;
    *spin = 0;
    for (int step = 0; step < seconds * SECOND; ++step) {
        run(world, &body, 1, water, 1);
        most = fmax(most, evo_body_world_center(world, body).y);
        *spin = fmax(*spin, fabs(evo_body_spin(world, body)));
    }
    return most;
}

/* Without drag it bobs as high after a minute as at the beginning, and rocks as fast. */
START_TEST(without_drag_it_swings_on) {
    evo_water water = POOL;
    water.drag = water.spin_drag = 0;
    const evo_shape shapes[] = {evo_circle(0.5), evo_box(0.8, 0.3), evo_ellipse(0.9, 0.4),
                                evo_capsule((evo_vec2){-0.5, 0}, (evo_vec2){0.5, 0}, 0.3)};
    for (int i = 0; i < 4; ++i) {
        evo_world *world = lab_world(GRAVITY);
        double spin[2];
        evo_body_config config = lab_body(shapes[i], 0, 0.2);
        config.material.density = 0.5;
        config.angle = 0.15;
        const evo_body body = evo_body_create(world, &config);
        const double first = highest(world, body, &water, 10, &spin[0]);
        (void)highest(world, body, &water, 40, &spin[1]);
        const double last = highest(world, body, &water, 10, &spin[1]);
        ck_assert_msg(last <= 1.05 * first && last >= 0.5 * first,
                      "shape %d rose to %g, and to %g later", i, first, last);
        ck_assert_double_le(spin[1], 1.3 * spin[0] + 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* A disk of density 1/2 bobs by itself as high as ever: its period is that of the law. */
START_TEST(a_disk_bobs_in_time) {
    evo_world *world = lab_world(GRAVITY);
    evo_water water = POOL;
    water.drag = 0;
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.01);
    config.material.density = 0.5;
    const evo_body body = evo_body_create(world, &config);
    const double pi = 3.14159265358979323846, width = 1, mass = 0.5 * pi * 0.25;
    const double period = 2 * pi * sqrt(mass / (GRAVITY * width));
    int crossings = 0;
    double before = 0.01, most = 0;
    for (int step = 0; step < 100 * SECOND; ++step) {
        run(world, &body, 1, &water, 1);
        const double y = evo_body_pose(world, body).position.y;
        crossings += before > 0 && y <= 0;
        before = y;
        if (step > 90 * SECOND) most = fmax(most, y);
    }
    ck_assert_double_eq_tol(crossings, 100 / period, 1.5);
    ck_assert_double_eq_tol(most, 0.01, 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* Drags far beyond what a step resolves only slow down. */
START_TEST(honey_does_not_throw) {
    evo_world *world = lab_world(0);
    evo_water honey = POOL;
    honey.drag = honey.spin_drag = 1e6;
    evo_body_config config = lab_body(evo_box(0.5, 0.2), 0, -3);
    config.material.density = 0.1;
    config.velocity = (evo_vec2){3, 1};
    config.spin = 4;
    const evo_body body = evo_body_create(world, &config);
    for (int step = 0; step < SECOND; ++step) {
        run(world, &body, 1, &honey, 1);
        ck_assert_double_le(lab_speed(world, body), 3.17);
        ck_assert_double_le(fabs(evo_body_spin(world, body)), 4);
    }
    ck_assert_double_le(lab_speed(world, body), 1e-3);
    evo_world_destroy(world);
}
END_TEST

/* ---- Flows and sleep ------------------------------------------------------------------------- */

START_TEST(flows_carry) {
    evo_world *world = lab_world(GRAVITY);
    evo_water river = POOL;
    river.flow = (evo_vec2){1.5, 0};
    evo_body_config config = lab_body(evo_box(0.5, 0.2), 0, 0);
    config.material.density = 0.5;
    const evo_body body = evo_body_create(world, &config);
    run(world, &body, 1, &river, 20 * SECOND);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 1.5, 1e-6);
    evo_world_destroy(world);
}
END_TEST

/* On the bed it sleeps on below still water, until it would float, or a river comes. */
START_TEST(the_bed_is_a_bed) {
    evo_world_config settings = evo_world_config_default();
    settings.gravity.y = -GRAVITY;
    evo_world *world = evo_world_create(&settings);
    evo_water river = POOL, brine = POOL;
    river.flow.x = 1;
    brine.density = 3;
    lab_fixed(world, evo_box(10, 0.5), 0, -3.5);
    evo_body_config config = lab_body(evo_box(0.5, 0.5), 0, -2.5);
    config.material.density = 2;
    const evo_body body = evo_body_create(world, &config);
    run(world, &body, 1, &POOL, 2 * SECOND);
    for (int again = 0; again < 2; ++again) {
        ck_assert_int_eq(evo_body_set_asleep(world, body, true), EVO_OK);
        run(world, &body, 1, &POOL, SECOND);
        ck_assert(evo_body_asleep(world, body));
        run(world, &body, 1, again ? &brine : &river, 1);
        ck_assert(!evo_body_asleep(world, body));
    }
    run(world, &body, 1, &brine, 30 * SECOND);
    expect_afloat(world, body, &brine, 0.5, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- What it is refused ---------------------------------------------------------------------- */

static void expect_refused(evo_world *world, evo_body body) {
    const double odd[] = {NAN, INFINITY, -1};
    for (int i = 0; i < 3; ++i) {
        evo_water water[6] = {POOL, POOL, POOL, POOL, POOL, POOL};
        water[0].density = odd[i];
        water[1].drag = odd[i];
        water[2].spin_drag = odd[i];
        water[3].normal = i < 2 ? (evo_vec2){odd[i], 1} : (evo_vec2){0, 0};
        water[4].point.y = i < 2 ? odd[i] : 1e31;
        water[5].flow.y = i < 2 ? odd[i] : 1e31;
        for (int k = 0; k < 6; ++k)
            ck_assert_int_eq(evo_body_apply_buoyancy(world, body, &water[k]), EVO_ERROR_INVALID);
    }
    ck_assert_int_eq(evo_body_apply_buoyancy(world, body, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_buoyancy(NULL, body, &POOL), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, (evo_body){99, 1}, &POOL), EVO_ERROR_STALE);
}

START_TEST(bad_input_changes_nothing) {
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_box(1, 0.3), 0, -1);
    const evo_body body = evo_body_create(world, &config);
    config.kind = EVO_STATIC;
    const evo_body fixed = evo_body_create(world, &config);
    config.kind = EVO_DYNAMIC;
    config.sensor = true;
    const evo_body sensor = evo_body_create(world, &config);
    const uint64_t hash = evo_world_hash(world);
    evo_water heavy = POOL;
    heavy.density = 1e30;
    expect_refused(world, body);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, body, &heavy), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, fixed, &POOL), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, sensor, &POOL), EVO_OK);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, body, &POOL), EVO_OK);
    ck_assert(evo_world_hash(world) != hash);
    evo_world_destroy(world);
}
END_TEST

START_TEST(exact_worlds_have_no_water) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    evo_world *world = evo_world_create(&config);
    const evo_body_config ball = lab_body(evo_circle(1), 0, 0);
    const evo_body body = evo_body_create(world, &ball);
    evo_collider collider;
    ck_assert_uint_eq(evo_body_colliders(world, body, &collider, 1), 1);
    ck_assert_int_eq(evo_body_apply_buoyancy(world, body, &POOL), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_collider_apply_wind(world, collider, (evo_vec2){1, 0}, 1, 0),
                     EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(world);
}
END_TEST

/* Blasts, wind and water are in records, by the calls that they make. */
START_TEST(records_have_them) {
    evo_world *world = lab_world(GRAVITY);
    const evo_body_config config = lab_body(evo_box(0.5, 0.3), 0, -0.1);
    const evo_body body = evo_body_create(world, &config);
    const evo_blast blast = {.center = {1, -1}, .radius = 2, .impulse_per_length = 0.3};
    evo_collider collider;
    tape t = {.bytes = NULL};
    evo_body_colliders(world, body, &collider, 1);
    tape_begin(&t, world);
    for (int step = 0; step < SECOND; ++step) {
        ck_assert_int_eq(evo_collider_apply_wind(world, collider, (evo_vec2){2, 1}, 1, 1), EVO_OK);
        ck_assert_int_eq(evo_body_apply_buoyancy(world, body, &POOL), EVO_OK);
        if (step == SECOND / 2) ck_assert_uint_eq(evo_world_explode(world, &blast), 1);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    tape_check(&t, 0);
    tape_free(&t);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_floating(void) {
    Suite *suite = suite_create("floating");
    TCase *water = tcase_create("water"), *deep = tcase_create("deep");
    tcase_add_test(water, they_float_as_deep_as_archimedes_says);
    tcase_add_test(water, leaves_lie_still);
    tcase_add_test(water, any_way_is_down);
    tcase_add_test(water, stones_sink_and_corks_rise);
    tcase_add_test(water, without_drag_it_swings_on);
    tcase_add_test(water, a_disk_bobs_in_time);
    tcase_add_test(water, honey_does_not_throw);
    tcase_add_test(water, flows_carry);
    tcase_add_test(water, the_bed_is_a_bed);
    tcase_add_test(water, bad_input_changes_nothing);
    tcase_add_test(water, exact_worlds_have_no_water);
    tcase_add_test(water, records_have_them);
    tcase_add_test(deep, many_float);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, water);
    suite_add_tcase(suite, deep);
    return suite;
}
