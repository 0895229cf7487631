/* event_laws.c: what world.h says of worlds of events, searched at random: when impacts
 * happen, what sensors report, what is hit again soon, what meets several at
 * once, and what hops on ground that turns. */
#include <math.h>

#include "evolute/collide.h"
#include "evolute/event.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846, GRAVITY = 10;

static evo_world_config events_config(double gravity) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    config.exact = &EXACT;
    return config;
}

static evo_body add(evo_world *world, const evo_body_config *config) {
    const evo_body body = evo_body_create(world, config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

static evo_shape random_part(void) {
    const double kind = random_between(0, 3), size = random_between(0.2, 0.8);
    if (kind < 1) return evo_circle(size);
    if (kind < 2) return evo_ellipse(size, size * random_between(0.2, 0.9));
    return evo_box(size, size * random_between(0.2, 0.9));
}

/* ---- When impacts happen --------------------------------------------------------------------- */

/* A body that turns fast falls to a slope: at the time of its first impact the two touch. */
START_TEST(what_turns_meets_the_ground_where_it_is) {
    random_seed(21);
    for (int trial = 0; trial < 100; ++trial) {
        evo_world *world = lab_make(events_config(GRAVITY));
        const evo_shape ground = evo_segment((evo_vec2){-200, 0}, (evo_vec2){200, 0});
        const evo_shape shape = evo_ellipse(random_between(0.3, 0.6), random_between(0.1, 0.3));
        evo_body_config config = lab_body(ground, 0, 0);
        config.kind = EVO_STATIC;
        config.angle = random_between(-0.5, 0.5);
        const evo_body slope = add(world, &config);
        config = lab_body(shape, 0, random_between(2, 10));
        config.velocity = random_vector(3);
        config.spin = random_between(-60, 60);
        const evo_body body = add(world, &config);
        const double time = evo_world_next_event(world);
        ck_assert(isfinite(time));
        ck_assert_int_eq(evo_world_step(world, time), EVO_OK);
        const evo_gap gap =
            evo_measure(&shape, evo_body_pose(world, body), &ground, evo_body_pose(world, slope));
        ck_assert_double_eq_tol(gap.distance, 0, 1e-7);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Sensors --------------------------------------------------------------------------------- */

/* A sensor, a body that flies by, and whether an overlap of the two is reported. */
typedef struct sensing {
    evo_world *world;
    evo_shape shapes[2];
    evo_body bodies[2];
    bool overlaps;
} sensing;

static sensing make_sensing(void) {
    sensing s = {.world = lab_make(events_config(GRAVITY))};
    for (int i = 0; i < 2; ++i) {
        evo_body_config config = lab_body(s.shapes[i] = random_part(), 0, 0);
        config.kind = i == 0 ? EVO_STATIC : EVO_DYNAMIC;
        config.sensor = i == 0;
        config.angle = random_between(-3, 3);
        if (i == 1) config.position = random_vector(0.5);
        if (i == 1 && random_between(0, 1) < 0.7) config.position.y += 2;
        if (i == 1 && random_between(0, 1) < 0.5) config.velocity = random_vector(2);
        if (i == 1 && random_between(0, 1) < 0.5) config.spin = random_between(-5, 5);
        s.bodies[i] = add(s.world, &config);
    }
    return s;
}

static double sensing_gap(const sensing *s) {
    return evo_measure(&s->shapes[0], evo_body_pose(s->world, s->bodies[0]), &s->shapes[1],
                       evo_body_pose(s->world, s->bodies[1]))
        .distance;
}

/* What has entered a sensor is reported, and what has left it. */
START_TEST(sensors_report_what_overlaps) {
    random_seed(22);
    for (int trial = 0; trial < 100; ++trial) {
        sensing s = make_sensing();
        for (int i = 0; i < 90; ++i) {
            size_t count;
            lab_run(s.world, 1);
            const evo_visit *visits = evo_world_visits(s.world, &count);
            for (size_t k = 0; k < count; ++k) s.overlaps = visits[k].began;
            const double gap = sensing_gap(&s);
            ck_assert_msg(fabs(gap) < 1e-6 || s.overlaps == (gap < 0), "%d, step %d: %g", trial, i,
                          gap);
        }
        evo_world_destroy(s.world);
    }
}
END_TEST

/* ---- What is hit again soon ------------------------------------------------------------------ */

/* The first of three disks in a row hits the second, and that the third; all have mass m and
 * restitution e, but what is hit within two contact times is elastic. */
static void try_row(double e, double contact_time, double between) {
    const double speed = random_between(0.5, 2), passed = 0.5 * (1 + e) * speed;
    const double last = between < 2 * contact_time ? 1 : e;
    const double x[] = {-1.2, 0, 1 + passed * between};
    evo_world_config config = events_config(0);
    evo_body bodies[3];
    const evo_exact_config exact = {.contact_time = contact_time};
    config.exact = &exact;
    evo_world *world = lab_make(config);
    for (int i = 0; i < 3; ++i) {
        evo_body_config body = lab_body(evo_circle(0.5), x[i], 0);
        body.material.restitution = e;
        body.velocity.x = i == 0 ? speed : 0;
        bodies[i] = add(world, &body);
    }
    ck_assert_int_eq(evo_world_step(world, 0.2 / speed + 1.02 * between), EVO_OK);
    ck_assert_double_eq_tol(evo_body_velocity(world, bodies[2]).x, 0.5 * (1 + last) * passed, 1e-9);
    ck_assert_double_eq_tol(evo_body_velocity(world, bodies[1]).x, 0.5 * (1 - last) * passed, 1e-9);
    evo_world_destroy(world);
}

START_TEST(rows_of_disks_lose_what_restitution_says) {
    random_seed(23);
    for (int trial = 0; trial < 100; ++trial) {
        const double contact_time = random_scale(1e-3, 1);
        const double between = contact_time * random_between(0.1, 3);
        try_row(random_between(0.1, 0.9), contact_time, between); /* else the first catches up */
    }
}
END_TEST

/* A disk falls on ground. In the end it hops, no higher than g contact_time^2 / 8 and no less often
 * than four times in two contact times; its energy does not grow. */
static void try_hops(double restitution, double contact_time) {
    const double radius = random_between(0.1, 0.5), height = random_between(0.1, 0.3);
    const double hop = GRAVITY * contact_time * contact_time / 8;
    evo_world_config config = events_config(GRAVITY);
    const evo_exact_config exact = {.contact_time = contact_time};
    config.exact = &exact;
    evo_world *world = lab_make(config);
    evo_body_config ground = lab_body(evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0, 0);
    ground.kind = EVO_STATIC;
    ground.material.restitution = restitution;
    add(world, &ground);
    evo_body_config disk = lab_body(evo_circle(radius), 0, radius + height);
    disk.material.restitution = restitution;
    const evo_body body = add(world, &disk);
    double energy = lab_energy(world, body, GRAVITY);
    ck_assert_int_eq(evo_world_step(world, 5), EVO_OK);
    const uint64_t before = evo_world_counters(world).impacts;
    for (int i = 0; i < 200; ++i) {
        ck_assert_int_eq(evo_world_step(world, contact_time / 7), EVO_OK);
        const double above = evo_body_pose(world, body).position.y - radius;
        ck_assert_msg(above > -1e-12 && above < 1.001 * hop, "%g of %g", above, hop);
        ck_assert_double_le(lab_energy(world, body, GRAVITY), energy * (1 + 1e-12));
    }
    const uint64_t hops = evo_world_counters(world).impacts - before;
    ck_assert_msg(hops >= 14 && hops <= 4 * 200 / 7 + 2, "%d hops", (int)hops);
    evo_world_destroy(world);
}

START_TEST(what_falls_back_hops) {
    random_seed(27);
    for (int trial = 0; trial < 100; ++trial)
        try_hops(trial % 3 ? random_between(0, 0.8) : 0, random_scale(1e-3, 0.02));
}
END_TEST

/* Two plastic disks meet in space, meet no more, and go on together. */
START_TEST(plastic_disks_go_together) {
    random_seed(28);
    for (int trial = 0; trial < 50; ++trial) {
        evo_world *world = lab_make(events_config(0));
        evo_body bodies[2];
        for (int i = 0; i < 2; ++i) {
            evo_body_config disk = lab_body(evo_circle(random_between(0.2, 0.5)), 2 * i, 0);
            disk.velocity = (evo_vec2){i ? -random_between(0, 1) : 1, random_between(-1, 1) * 1e-3};
            bodies[i] = add(world, &disk);
        }
        ck_assert_int_eq(evo_world_step(world, 10), EVO_OK);
        const evo_vec2 a = evo_body_pose(world, bodies[0]).position;
        const evo_vec2 b = evo_body_pose(world, bodies[1]).position;
        const evo_vec2 va = evo_body_velocity(world, bodies[0]);
        const evo_vec2 vb = evo_body_velocity(world, bodies[1]);
        const double apart = ((vb.x - va.x) * (b.x - a.x) + (vb.y - va.y) * (b.y - a.y));
        ck_assert_double_lt(fabs(apart), 0.02);
        ck_assert_uint_le(evo_world_counters(world).impacts, 3);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Several at once ------------------------------------------------------------------------- */

/* A shape that is its own mirror image. */
static evo_shape random_even_shape(void) {
    const double kind = random_between(0, 5), size = random_between(0.2, 0.5);
    const double part = size * random_between(0.3, 0.9);
    if (kind < 1) return evo_circle(size);
    if (kind < 2) return evo_ellipse(size, part);
    if (kind < 3) return evo_ring(size, 0.3 * size, 0, 2 * PI);
    if (kind < 4) return evo_capsule((evo_vec2){-part / 2, 0}, (evo_vec2){part / 2, 0}, part / 2);
    return evo_box(size, part);
}

/* A body falls midway on two that are the same, and that move or do not: they leave as mirror
 * images. */
static void try_mirror(void) {
    const evo_shape shapes[] = {random_even_shape(), random_even_shape()};
    const evo_body_kind kind = random_between(0, 1) < 0.5 ? EVO_STATIC : EVO_DYNAMIC;
    const double x[] = {0, -1, 1};
    evo_body bodies[3];
    evo_material material = evo_material_default();
    material.restitution = random_between(-0.2, 1) < 0 ? 0 : random_between(0, 1);
    material.friction = random_between(-0.2, 1) < 0 ? 0 : random_between(0, 1);
    evo_world *world = lab_make(events_config(0));
    const double width = random_between(0.55, 0.9);
    for (int i = 0; i < 3; ++i) {
        evo_body_config config = lab_body(shapes[i > 0], width * x[i], i > 0 ? 0 : 2);
        config.velocity.y = i > 0 ? 0 : -1;
        config.kind = i > 0 ? kind : EVO_DYNAMIC;
        config.material = material;
        bodies[i] = add(world, &config);
    }
    ck_assert_int_eq(evo_world_step(world, 2.5), EVO_OK);
    const evo_vec2 middle = evo_body_velocity(world, bodies[0]);
    const evo_vec2 left = evo_body_velocity(world, bodies[1]);
    const evo_vec2 right = evo_body_velocity(world, bodies[2]);
    ck_assert_double_eq_tol(middle.x, 0, 1e-9);
    ck_assert_double_eq_tol(evo_body_spin(world, bodies[0]), 0, 1e-8);
    ck_assert_double_eq_tol(left.x, -right.x, 1e-9);
    ck_assert_double_eq_tol(left.y, right.y, 1e-9);
    ck_assert_double_le(evo_world_kinetic_energy(world),
                        0.5 * evo_body_mass(world, bodies[0]).mass * (1 + 1e-9));
    evo_world_destroy(world);
}

/* @symmetric-impacts */
START_TEST(what_meets_two_at_once_stays_even) {
    random_seed(29);
    for (int trial = 0; trial < 200; ++trial) try_mirror();
}
END_TEST

/* Plastic disks in a row, as many as that apart or touching, fly onto a wall: they stop. */
START_TEST(plastic_rows_stop_at_walls) {
    enum { MOST = 6 };
    random_seed(30);
    for (int trial = 0; trial < 60; ++trial) {
        evo_world_config config = events_config(0);
        const evo_exact_config exact = {.contact_time = trial % 2 ? random_scale(1e-6, 1) : 0};
        config.exact = &exact;
        evo_world *world = lab_make(config);
        evo_body_config wall = lab_body(evo_segment((evo_vec2){0, -5}, (evo_vec2){0, 5}), 0, 0);
        wall.kind = EVO_STATIC;
        add(world, &wall);
        double at = 1;
        for (int i = 0; i < MOST; ++i) {
            evo_body_config disk = lab_body(evo_circle(0.25), at, 0);
            disk.velocity.x = -1;
            add(world, &disk);
            at += 0.5 + (trial % 3 ? random_between(0, 1) : 0);
        }
        const double before = evo_world_kinetic_energy(world);
        ck_assert_int_eq(evo_world_step(world, 20), EVO_OK);
        ck_assert_double_lt(evo_world_kinetic_energy(world), 1e-12 * before);
        ck_assert_uint_le(evo_world_counters(world).impacts, 1000);
        evo_world_destroy(world);
    }
}
END_TEST

/* A plastic disk hits others that touch in a row: all go on together at once. */
START_TEST(plastic_rows_share_what_they_get) {
    random_seed(31);
    for (int count = 2; count < 8; ++count) {
        evo_world *world = lab_make(events_config(0));
        evo_body bodies[8];
        for (int i = 0; i < count; ++i) {
            evo_body_config disk = lab_body(evo_circle(0.5), i > 0 ? i : -1, 0);
            disk.velocity.x = i > 0 ? 0 : 1;
            bodies[i] = add(world, &disk);
        }
        ck_assert_int_eq(evo_world_step(world, 2), EVO_OK);
        for (int i = 0; i < count; ++i)
            ck_assert_double_eq_tol(evo_body_velocity(world, bodies[i]).x, 1.0 / count, 1e-6);
        ck_assert_uint_le(evo_world_counters(world).impacts, 4 * (unsigned)count);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Ground that turns ----------------------------------------------------------------------- */

/* Within a drum that turns, in steps or in a world of events, a disk comes to roll: where the two
 * touch they have one velocity. */
static void try_drum(const evo_exact_config *exact, double tolerance) {
    const double radius = random_between(0.2, 0.5), inner = 2, width = 0.5;
    const double turns = random_between(0.3, 1.5) * (random_between(-1, 1) < 0 ? -1 : 1);
    evo_world_config config = events_config(GRAVITY);
    config.exact = exact;
    evo_world *world = lab_make(config);
    evo_body_config drum = lab_body(evo_ring(inner + 0.5 * width, width, 0, 2 * PI), 0, 0);
    drum.kind = EVO_KINEMATIC;
    drum.material.friction = 1;
    drum.spin = turns;
    add(world, &drum);
    evo_body_config ball = lab_body(evo_circle(radius), 0, 0);
    ball.position.y = -(inner - radius - 0.01);
    ball.material.friction = 1;
    const evo_body body = add(world, &ball);
    lab_run(world, 180);
    const evo_vec2 at = evo_body_pose(world, body).position, v = evo_body_velocity(world, body);
    const double far = hypot(at.x, at.y), along = (at.x * v.y - at.y * v.x) / far;
    const double slip = along + radius * evo_body_spin(world, body) - inner * turns;
    ck_assert_double_eq_tol(far, inner - radius, 0.01);
    ck_assert_double_eq_tol(slip, 0, tolerance);
    evo_world_destroy(world);
}

START_TEST(disks_roll_in_drums) {
    random_seed(24);
    for (int trial = 0; trial < 20; ++trial) {
        try_drum(&EXACT, 5e-3);
        try_drum(NULL, 0.01);
    }
}
END_TEST

/* ---- Angles ---------------------------------------------------------------------------------- */

/* In a step in which at most one impact changes spins, a body turns by what its spin was before for
 * a part of it, and by what it is after for the rest. */
START_TEST(spins_turn_bodies) {
    enum { DISKS = 12 };
    const double step = 2e-3;
    random_seed(26);
    evo_world_config config = events_config(0);
    config.impact_speed = 0;
    evo_world *world = lab_make(config);
    evo_body bodies[DISKS];
    evo_material rough = evo_material_default();
    rough.restitution = 1;
    lab_closed_box(world, 5, rough);
    for (int i = 0; i < DISKS; ++i) {
        evo_body_config body = lab_body(evo_circle(0.4), 1 + i % 4, 1 + 1.2 * (i / 4));
        body.material = rough;
        body.velocity = random_vector(5);
        body.spin = random_between(-5, 5);
        bodies[i] = add(world, &body);
    }
    for (int i = 0; i < 2000; ++i) {
        double angles[DISKS], spins[DISKS];
        size_t count;
        for (int k = 0; k < DISKS; ++k) {
            angles[k] = evo_body_pose(world, bodies[k]).angle;
            spins[k] = evo_body_spin(world, bodies[k]);
        }
        ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
        (void)evo_world_impacts(world, &count);
        for (int k = 0; k < DISKS && count <= 1; ++k) {
            const double turned = evo_body_pose(world, bodies[k]).angle - angles[k];
            const double spin = evo_body_spin(world, bodies[k]);
            ck_assert_double_ge(turned, fmin(spin, spins[k]) * step - 1e-9);
            ck_assert_double_le(turned, fmax(spin, spins[k]) * step + 1e-9);
        }
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Reports --------------------------------------------------------------------------------- */

/* Disks in space, some created in the place of others, so that handles and places differ in
 * order. */
static void add_disks(evo_world *world, evo_body *bodies, int count) {
    for (int i = 0; i < 2 * count; ++i) {
        const int place = i % count;
        if (i >= count && random_between(0, 1) < 0.5) continue;
        if (i >= count) evo_body_destroy(world, bodies[place]);
        evo_body_config config = lab_body(evo_circle(0.3), place % 5, (double)(place / 5));
        config.velocity = random_vector(3);
        config.material.restitution = 0.8;
        bodies[place] = add(world, &config);
    }
}

static void check_impact(const evo_world *world, const evo_impact *hit) {
    const evo_vec2 a = evo_body_pose(world, hit->a).position;
    const evo_vec2 b = evo_body_pose(world, hit->b).position;
    const evo_vec2 n = hit->normal, way = {b.x - a.x, b.y - a.y};
    ck_assert_uint_lt(hit->a.index, hit->b.index);
    ck_assert_double_eq_tol(hypot(n.x, n.y), 1, 1e-6);
    ck_assert_double_gt(n.x * way.x + n.y * way.y, 0.9 * hypot(way.x, way.y));
}

/* Short steps: bodies are still about where they met. */
START_TEST(normals_of_impacts_point_from_a_to_b) {
    enum { DISKS = 25 };
    random_seed(25);
    evo_world_config config = events_config(0);
    config.exact = _i == 0 ? NULL : &EXACT;
    config.impact_speed = config.bounce_threshold = 0;
    evo_world *world = lab_make(config);
    evo_body bodies[DISKS];
    size_t seen = 0;
    add_disks(world, bodies, DISKS);
    for (int i = 0; i < 1500; ++i) {
        size_t count;
        ck_assert_int_eq(evo_world_step(world, 0.002), EVO_OK);
        const evo_impact *hits = evo_world_impacts(world, &count);
        for (size_t k = 0; k < count; ++k) check_impact(world, &hits[k]);
        seen += count;
    }
    ck_assert_uint_gt(seen, 20);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_event_laws(void) {
    Suite *suite = suite_create("event_laws");
    TCase *times = tcase_create("times"), *contacts = tcase_create("contacts");
    tcase_add_test(times, what_turns_meets_the_ground_where_it_is);
    tcase_add_test(times, sensors_report_what_overlaps);
    tcase_add_test(contacts, rows_of_disks_lose_what_restitution_says);
    tcase_add_test(contacts, what_falls_back_hops);
    tcase_add_test(contacts, plastic_disks_go_together);
    tcase_add_test(contacts, what_meets_two_at_once_stays_even);
    tcase_add_test(contacts, plastic_rows_stop_at_walls);
    tcase_add_test(contacts, plastic_rows_share_what_they_get);
    tcase_add_test(contacts, disks_roll_in_drums);
    tcase_add_test(contacts, spins_turn_bodies);
    tcase_add_loop_test(contacts, normals_of_impacts_point_from_a_to_b, 0, 2);
    suite_add_tcase(suite, times);
    suite_add_tcase(suite, contacts);
    return suite;
}
