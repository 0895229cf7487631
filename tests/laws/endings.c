/* endings.c: worlds of events come to their ends: what bounces less and less hops in the end,
 * and so slides, rolls and rests as the laws of friction say. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { HEAP = 80, HEAP_STEPS = 600, HEAP_BUDGET = 20000, MIXED = 12, MIXED_STEPS = 120 };

/* A hop is no higher: its contact_time is a 64th of the time in which a body crosses itself. */
static const double GRAVITY = 10, HOP = 1e-4;

static evo_world *make_world(uint64_t budget) {
    evo_world_config config = evo_world_config_default();
    const evo_exact_config exact = {.event_budget = budget};
    config.exact = &exact;
    config.gravity = (evo_vec2){0, -GRAVITY};
    return evo_world_create(&config);
}

static evo_body_config made_of(evo_shape shape, double x, double y, double restitution,
                               double friction) {
    evo_body_config config = lab_body(shape, x, y);
    config.material.restitution = restitution;
    config.material.friction = friction;
    return config;
}

static evo_body add_static(evo_world *world, evo_shape shape, double restitution, double friction) {
    evo_body_config config = made_of(shape, 0, 0, restitution, friction);
    config.kind = EVO_STATIC;
    return evo_body_create(world, &config);
}

/* ---- Heaps ----------------------------------------------------------------------------------- */

typedef struct heap {
    evo_world *world;
    evo_body bodies[HEAP];
    int count;
    double side;
} heap;

static double heap_energy(const heap *h) {
    double energy = 0;
    for (int i = 0; i < h->count; ++i) energy += lab_energy(h->world, h->bodies[i], GRAVITY);
    return energy;
}

static heap make_heap(int count, double side, double restitution, double friction) {
    heap h = {.world = make_world(HEAP_BUDGET), .count = count, .side = side};
    random_seed(7);
    lab_closed_box(h.world, side, made_of(evo_circle(1), 0, 0, restitution, friction).material);
    return h;
}

static void add(heap *h, int i, evo_body_config config, double speed) {
    config.velocity.x = random_between(-speed, speed);
    config.velocity.y = random_between(-speed, speed);
    h->bodies[i] = evo_body_create(h->world, &config);
}

static heap heap_of_disks(double restitution, double friction) {
    heap h = make_heap(HEAP, 10, restitution, friction);
    for (int i = 0; i < HEAP; ++i)
        add(&h, i,
            made_of(evo_circle(0.3), 1 + 0.9 * (i % 9), 1 + 0.9 * (double)(i / 9), restitution,
                    friction),
            1);
    return h;
}

static heap heap_of_shapes(double restitution, double friction) {
    heap h = make_heap(MIXED, 12, restitution, friction);
    for (int i = 0; i < MIXED; ++i) {
        evo_shape shape = i % 2 ? evo_ellipse(0.4, 0.2) : evo_ring(0.35, 0.1, 0, 4);
        evo_body_config config =
            made_of(shape, 1 + 1.2 * (i % 9), 1 + 1.2 * (double)(i / 9), restitution, friction);
        config.angle = random_between(-PI, PI);
        add(&h, i, config, 1);
    }
    return h;
}

static void check_inside(const heap *h) {
    for (int i = 0; i < h->count; ++i) {
        evo_vec2 at = evo_body_world_center(h->world, h->bodies[i]);
        ck_assert_msg(at.x > 0 && at.x < h->side && at.y > 0 && at.y < h->side, "%d is at %g %g", i,
                      at.x, at.y);
    }
}

/* Steps of 1/60; energy may grow by that part in one. */
static void run_heap(heap *h, int steps, double gain) {
    double energy = heap_energy(h);
    for (int step = 0; step < steps; ++step) {
        ck_assert_int_eq(evo_world_step(h->world, LAB_STEP), EVO_OK);
        double now = heap_energy(h);
        ck_assert_msg(now <= energy * (1 + gain), "from %.12g to %.12g in step %d", energy, now,
                      step);
        energy = now;
    }
    check_inside(h);
}

static const double HEAP_LAWS[][2] = {{0.5, 0.3}, {0, 0.3}, {0, 0}, {0.5, 0}, {0.8, 1}};

enum { HEAP_LAW_COUNT = 5 };

/* However its disks bounce and rub: then they hop, within the budget of a step. */
START_TEST(a_heap_of_disks_comes_to_rest) {
    heap h = heap_of_disks(HEAP_LAWS[_i][0], HEAP_LAWS[_i][1]);
    const double energy = heap_energy(&h);
    run_heap(&h, HEAP_STEPS, 1e-6);
    ck_assert_double_lt(evo_world_kinetic_energy(h.world), 1e-3 * energy);
    evo_world_destroy(h.world);
}
END_TEST

/* What hops falls when what holds it goes. */
START_TEST(a_heap_falls_when_its_floor_goes) {
    heap h = make_heap(1, 10, 0.2, 0.3);
    evo_body floor = add_static(h.world, evo_segment((evo_vec2){2, 4}, (evo_vec2){8, 4}), 0.2, 0.3);
    add(&h, 0, made_of(evo_circle(0.3), 5, 4.3, 0.2, 0.3), 0);
    run_heap(&h, 120, 1e-5);
    ck_assert_double_eq_tol(evo_body_pose(h.world, h.bodies[0]).position.y, 4.3, HOP);
    evo_body_destroy(h.world, floor);
    ck_assert_int_eq(evo_world_step(h.world, 0.5), EVO_OK);
    ck_assert_double_eq_tol(evo_body_pose(h.world, h.bodies[0]).position.y,
                            4.3 - 0.5 * GRAVITY * 0.25, 0.01);
    evo_world_destroy(h.world);
}
END_TEST

/* A change of gravity begins the whole schedule anew, whatever presses by then. */
START_TEST(a_heap_may_begin_anew) {
    heap h = heap_of_disks(0.5 * _i, 0.3);
    for (int step = 0; step < 240; ++step) {
        evo_vec2 gravity = {0, -GRAVITY - 1e-9 * step};
        if (step % 20 == 19) evo_world_set_gravity(h.world, gravity);
        ck_assert_int_eq(evo_world_step(h.world, LAB_STEP), EVO_OK);
    }
    check_inside(&h);
    evo_world_destroy(h.world);
}
END_TEST

/* Ellipses and open rings rock and roll; but no step goes on without end. */
START_TEST(a_heap_of_shapes_calms_down) {
    heap h = heap_of_shapes(0.3 * _i, 0.3);
    double energy = evo_world_kinetic_energy(h.world);
    run_heap(&h, MIXED_STEPS, 1e-2);
    ck_assert_double_lt(heap_energy(&h), 0.6 * (energy + MIXED * GRAVITY));
    evo_world_destroy(h.world);
}
END_TEST

/* ---- Any closed world ------------------------------------------------------------------------ */

enum {
    CLOSED_ROWS = 6,
    CLOSED = CLOSED_ROWS * CLOSED_ROWS,
    CLOSED_STEPS = 180,
    CLOSED_WORLDS = 60,
    CLOSED_BUDGET = 200000, /* events a step; most need fewer than 1,000 */
    CLOSED_WORLDS_QUICK = 4
};

enum { SHAPE_KINDS = 7 };

/* Disks alone, or with ellipses, and so on. */
static evo_shape shape_among(int kinds) {
    const double radius = random_between(0.1, 0.7), thin = radius * random_between(0.2, 0.7);
    const evo_vec2 end = {0.8 * radius, 0}, other = {-0.8 * radius, 0.3 * thin},
                   triangle[] = {end, {-0.5 * radius, thin}, {-0.5 * radius, -thin}};
    switch ((int)random_between(0, kinds)) {
    case 0:
        return evo_circle(radius);
    case 1:
        return evo_ellipse(radius, thin);
    case 2:
        return evo_ring(0.9 * radius, 0.2 * radius, 0, 2 * PI);
    case 3:
        return evo_box(0.8 * radius, 0.8 * thin);
    case 4:
        return evo_capsule(end, other, 0.2 * radius);
    case 5:
        return evo_polygon(triangle, 3, 0.1 * radius);
    default:
        return evo_ring(0.8 * radius, 0.3 * radius, 0, random_between(1, 5));
    }
}

static heap closed_world(int seed) {
    heap h = {.world = make_world(CLOSED_BUDGET), .count = CLOSED, .side = 10};
    random_seed((uint64_t)seed);
    double restitution = fmax(random_between(-0.25, 1), 0),
           friction = fmax(random_between(-0.25, 1), 0), speed = pow(10, random_between(-1, 1.5));
    const int kinds = 1 + seed / 2 % SHAPE_KINDS;
    if (seed % 2) evo_world_set_gravity(h.world, (evo_vec2){0, 0});
    lab_closed_box(h.world, h.side, made_of(evo_circle(1), 0, 0, restitution, friction).material);
    for (int i = 0; i < CLOSED; ++i) {
        evo_body_config config =
            made_of(shape_among(kinds), 0.9 + 1.63 * (i % CLOSED_ROWS),
                    0.9 + 1.63 * (double)(i / CLOSED_ROWS), restitution, friction);
        config.angle = random_between(-PI, PI);
        config.spin = random_between(-5, 5);
        add(&h, i, config, speed);
    }
    return h;
}

/* Whatever is in it, however it bounces and rubs, with gravity and without. */
START_TEST(closed_worlds_are_sound) {
    heap h = closed_world(_i);
    double gravity = _i % 2 ? 0 : GRAVITY, energy = INFINITY;
    for (int step = 0; step < CLOSED_STEPS; ++step) {
        double now = 0;
        ck_assert_msg(evo_world_step(h.world, LAB_STEP) == EVO_OK, "world %d, step %d", _i, step);
        for (int i = 0; i < CLOSED; ++i) now += lab_energy(h.world, h.bodies[i], gravity);
        if (step == 0) energy = now;
        ck_assert_msg(now <= energy * (1 + 1e-9), "world %d: from %.12g to %.12g in step %d", _i,
                      energy, now, step);
    }
    check_inside(&h);
    evo_world_destroy(h.world);
}
END_TEST

/* ---- One body -------------------------------------------------------------------------------- */

static const double FRICTIONS[] = {0, 0.02, 0.05, 0.3, 0.9};

enum { FRICTION_COUNT = 5 };

/* A disk rolls down a slope where friction suffices, else it slides. */
START_TEST(disks_roll_and_slide_down_slopes) {
    const double angle = 0.3, friction = FRICTIONS[_i], seconds = 3, radius = 0.5;
    evo_vec2 down = {cos(angle), -sin(angle)};
    evo_world *world = make_world(HEAP_BUDGET);
    add_static(
        world,
        evo_segment((evo_vec2){-99 * down.x, -99 * down.y}, (evo_vec2){99 * down.x, 99 * down.y}),
        0.3, friction);
    evo_body_config config =
        made_of(evo_circle(radius), -radius * down.y, radius * down.x, 0.3, friction);
    evo_body disk = evo_body_create(world, &config);
    for (int i = 0; i < 180; ++i) ck_assert_int_eq(evo_world_step(world, seconds / 180), EVO_OK);
    bool rolls = friction >= tan(angle) / 3;
    double slides = GRAVITY * (sin(angle) - friction * cos(angle));
    double accel = rolls ? GRAVITY * sin(angle) * 2 / 3 : slides;
    double turns = rolls ? accel / radius : 2 * friction * GRAVITY * cos(angle) / radius;
    evo_vec2 at = evo_body_pose(world, disk).position;
    double way = hypot(at.x - config.position.x, at.y - config.position.y);
    ck_assert_double_eq_tol(lab_speed(world, disk), accel * seconds, 0.02);
    ck_assert_double_eq_tol(way, 0.5 * accel * seconds * seconds, 0.01);
    ck_assert_double_eq_tol(evo_body_spin(world, disk), -turns * seconds, 0.05);
    evo_world_destroy(world);
}
END_TEST

static const double SWINGS[] = {0.1, 1, 1.5};

/* A smooth disk that does not bounce keeps its swing in the hollow of a ring. */
START_TEST(disks_swing_in_hollows) {
    const double radius = 0.3, swing = SWINGS[_i], length = 2 - radius;
    evo_world *world = make_world(HEAP_BUDGET);
    add_static(world, evo_ring(2.25, 0.5, 0, 2 * PI), 0, 0);
    evo_body_config config =
        made_of(evo_circle(radius), length * sin(swing), -length * cos(swing), 0, 0);
    evo_body disk = evo_body_create(world, &config);
    double energy = lab_energy(world, disk, GRAVITY), widest = 0;
    for (int i = 0; i < 3000; ++i) {
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        evo_vec2 at = evo_body_pose(world, disk).position;
        ck_assert_double_lt(lab_energy(world, disk, GRAVITY), energy + GRAVITY * HOP);
        if (i > 2700) widest = fmax(widest, fabs(atan2(at.x, -at.y)));
    }
    ck_assert_double_eq_tol(widest, swing, 1e-3 * swing);
    evo_world_destroy(world);
}
END_TEST

/* A smooth ellipse that has stopped bouncing rocks on in hops, and keeps its energy. */
START_TEST(ellipses_rock_on_a_line) {
    const double restitution = 0.1 + 0.2 * _i;
    evo_world *world = make_world(HEAP_BUDGET);
    add_static(world, evo_segment((evo_vec2){-20, 0}, (evo_vec2){20, 0}), restitution, 0);
    evo_body_config config = made_of(evo_ellipse(0.6, 0.3), 0, 2, restitution, 0);
    config.angle = 0.4;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 600);
    double energy = lab_energy(world, body, GRAVITY);
    uint64_t impacts = evo_world_counters(world).impacts;
    lab_run(world, 600);
    ck_assert_uint_le(evo_world_counters(world).impacts, impacts + 10 * 4 * 100);
    ck_assert_double_eq_tol(lab_energy(world, body, GRAVITY), energy, 5e-3 * energy);
    ck_assert_double_lt(lab_energy(world, body, GRAVITY), energy * (1 + 1e-9));
    evo_world_destroy(world);
}
END_TEST

/* What is far from everything, tiny, or spins fast costs no more than other things. */
START_TEST(extremes_end) {
    evo_world *world = make_world(HEAP_BUDGET);
    add_static(world, evo_segment((evo_vec2){-20, 0}, (evo_vec2){20, 0}), 0.3, 0.3);
    evo_body_config config = made_of(evo_circle(1e-9), 0, 2, 0.3, 0.3);
    if (_i > 0) config = made_of(evo_ellipse(0.4, 0.2), 0, 2, 0.5, 0.3);
    if (_i > 1) config.spin = 1e6;
    if (_i == 1)
        for (int i = 1; i < 4; ++i) {
            config.position = (evo_vec2){1e7 + i, 1e7};
            evo_body_create(world, &config);
        }
    config.position = (evo_vec2){0, 2};
    evo_body_create(world, &config);
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_endings(void) {
    Suite *suite = suite_create("endings");
    TCase *heaps = tcase_create("heaps"), *alone = tcase_create("one body"),
          *closed = tcase_create("closed worlds");
    tcase_add_loop_test(alone, closed_worlds_are_sound, 0, CLOSED_WORLDS_QUICK);
    tcase_add_loop_test(heaps, a_heap_of_disks_comes_to_rest, 0, HEAP_LAW_COUNT);
    tcase_add_test(heaps, a_heap_falls_when_its_floor_goes);
    tcase_add_loop_test(heaps, a_heap_may_begin_anew, 0, 2);
    tcase_add_loop_test(heaps, a_heap_of_shapes_calms_down, 0, 3);
    tcase_add_loop_test(closed, closed_worlds_are_sound, 0, CLOSED_WORLDS);
    tcase_set_timeout(heaps, 120);
    tcase_set_tags(heaps, "slow");
    tcase_set_timeout(closed, 120);
    tcase_set_tags(closed, "slow");
    tcase_add_loop_test(alone, disks_roll_and_slide_down_slopes, 0, FRICTION_COUNT);
    tcase_add_loop_test(alone, disks_swing_in_hollows, 0, 3);
    tcase_add_loop_test(alone, ellipses_rock_on_a_line, 0, 4);
    tcase_add_loop_test(alone, extremes_end, 0, 3);
    tcase_set_timeout(alone, 60);
    suite_add_tcase(suite, heaps);
    suite_add_tcase(suite, closed);
    suite_add_tcase(suite, alone);
    return suite;
}
