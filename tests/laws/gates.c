/* gates.c: sensors tell of what passes them, however fast and thin, and whichever of both
 * moves; of what passes beside them they do not. */
#include <evolute/snapshot.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { THROWS = 120 };

static evo_shape thrown_shape(int kind, double size) {
    const evo_vec2 low = {0, -0.5 * size}, high = {0, 0.5 * size};
    if (kind == 0) return evo_circle(size);
    if (kind == 1) return evo_ellipse(size, 0.4 * size);
    if (kind == 2) return evo_box(0.5 * size, 0.3 * size);
    return evo_capsule(low, high, 0.3 * size);
}

static evo_shape gate_shape(int kind, double width) {
    const evo_vec2 low = {0, -3}, high = {0, 3};
    if (kind == 0) return evo_box(0.5 * width, 3);
    if (kind == 1) return evo_segment(low, high);
    if (kind == 2) return evo_ring(3, width, 0, 6.283185307179586);
    return evo_capsule(low, high, 0.5 * width);
}

/* Counts what a world tells of a gate, begun and ended, until the body is far behind it. */
typedef struct told_of_gate {
    int begun, ended;
} told_of_gate;

static told_of_gate run_throw(evo_world *world, double seconds) {
    told_of_gate told = {0, 0};
    const int steps = (int)(seconds * 60) + 3;
    for (int step = 0; step < steps; ++step) {
        size_t count;
        lab_run(world, 1);
        const evo_visit *visits = evo_world_visits(world, &count);
        for (size_t i = 0; i < count; ++i) {
            told.begun += visits[i].began;
            told.ended += !visits[i].began;
        }
    }
    return told;
}

/* The way to the gate is 10 long; the gate stands, moves, or is what is thrown. */
static told_of_gate throw_through(int n, double speed, double beside) {
    evo_world *world = lab_world(0);
    const double width = random_scale(0.01, 1), size = random_scale(0.05, 0.5);
    const int mover = n % 3;
    evo_body_config gate = lab_body(gate_shape(n / 3 % 4, width), 10, beside);
    evo_body_config body = lab_body(thrown_shape(n / 12 % 4, size), 0, random_between(-1, 1));
    gate.kind = mover == 0 ? EVO_STATIC : EVO_KINEMATIC;
    gate.sensor = true;
    gate.velocity.x = mover == 0 ? 0 : mover == 1 ? -0.5 * speed : -speed;
    body.velocity.x = speed + gate.velocity.x;
    body.angle = random_between(0, 3);
    ck_assert(evo_body_exists(world, evo_body_create(world, &gate)));
    ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    const told_of_gate told = run_throw(world, fmin(20 / speed, 30));
    evo_world_destroy(world);
    return told;
}

START_TEST(all_that_passes_is_told) {
    random_seed(71 + (uint64_t)_i);
    for (int n = 0; n < THROWS; ++n) {
        const double speed = random_scale(4, 5000);
        const told_of_gate told = throw_through(n, speed, 0);
        const int most = n / 3 % 4 == 2 ? 2 : 1; /* a ring is passed twice */
        ck_assert_msg(told.begun > 0 && told.begun <= most && told.begun == told.ended,
                      "throw %d at %g: %d, %d", n, speed, told.begun, told.ended);
    }
}
END_TEST

START_TEST(nothing_else_is_told) {
    random_seed(91);
    for (int n = 0; n < THROWS; ++n) {
        const told_of_gate told = throw_through(n, random_scale(4, 5000), 6.5);
        ck_assert_msg(told.begun == 0 && told.ended == 0, "throw %d", n);
    }
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

/* A tower of six floors, each of a plank on two posts. */
static evo_world *tower_world(void) {
    evo_world_config setting = {.gravity = {0, -10}, .impact_speed = 1, .bounce_threshold = 1};
    evo_world *world = evo_world_create(&setting);
    evo_body_config ground = lab_body(evo_box(60, 1), 0, -1);
    ground.kind = EVO_STATIC;
    (void)evo_body_create(world, &ground);
    for (int i = 0; i < 6; ++i)
        for (int side = -1; side <= 1; ++side) {
            const evo_shape shape = side == 0 ? evo_box(2, 0.1) : evo_box(0.1, 0.5);
            const evo_body_config piece =
                lab_body(shape, 1.5 * side, 1.2 * i + (side == 0 ? 1.1 : 0.5));
            (void)evo_body_create(world, &piece);
        }
    lab_run(world, 30);
    return world;
}

/* Counts the impacts of a step of which the pair is told before in the step. */
static size_t told_again(const evo_impact *told, size_t count) {
    size_t again = 0;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < i; ++k)
            if (evo_collider_equal(told[i].collider_a, told[k].collider_a)
                && evo_collider_equal(told[i].collider_b, told[k].collider_b)) {
                ++again;
                break;
            }
    return again;
}

/* Of a pair two impacts in a step are told where it parted and came back: at most 1 in 10. */
START_TEST(impacts_are_told_once) {
    static const double rates[] = {30, 60, 240};
    for (int r = 0; r < 3; ++r) {
        size_t told = 0, again = 0;
        for (int shot = 0; shot < 8; ++shot) {
            evo_world *world = tower_world();
            evo_body_config ball = lab_body(evo_circle(0.4), -10, 2 + 0.5 * shot);
            ball.velocity.x = 25;
            (void)evo_body_create(world, &ball);
            for (int i = 0; i < (int)(3 * rates[r]); ++i) {
                size_t count;
                evo_world_step(world, 1 / rates[r]);
                const evo_impact *impacts = evo_world_impacts(world, &count);
                told += count;
                again += told_again(impacts, count);
            }
            evo_world_destroy(world);
        }
        ck_assert_uint_gt(told, 200);
        ck_assert_msg(10 * again <= told, "%zu of %zu at %g", again, told, rates[r]);
    }
}
END_TEST

enum { SENSORS = 12, VISITORS = 30, ROOMS = 2, ROOM_STEPS = 80, IDS = 64 };

/* Sensors of all kinds, standing, moving and falling, among bodies of all kinds. */
static evo_world *room_of_sensors(evo_collider sensors[SENSORS]) {
    const evo_shape_kind kinds[] = {EVO_CIRCLE,  EVO_ELLIPSE, EVO_RING,
                                    EVO_CAPSULE, EVO_POLYGON, EVO_SEGMENT};
    evo_world *world = lab_world(10);
    const evo_body_config floor = {.kind = EVO_STATIC, .shape = evo_box(20, 0.5)};
    evo_body_create(world, &floor);
    for (int i = 0; i < SENSORS + VISITORS; ++i) {
        const bool sensor = i < SENSORS;
        const double x = random_between(-6, 6), y = random_between(1, 7);
        evo_body_config config = lab_body(random_shape(kinds[i % (sensor ? 6 : 5)]), x, y);
        config.angle = random_between(-3, 3);
        config.velocity = random_vector(4);
        config.sensor = sensor;
        if (sensor && i % 3 != 0) config.kind = EVO_KINEMATIC;
        if (sensor && i % 3 == 2) config.kind = EVO_STATIC;
        const evo_body body = evo_body_create(world, &config);
        if (sensor) ck_assert_uint_eq(evo_body_colliders(world, body, &sensors[i], 1), 1);
    }
    return world;
}

/* A room, and who is inside by the lists of its steps. */
typedef struct watched_room {
    evo_world *world;
    evo_collider sensors[SENSORS];
    evo_frame *frame;
    bool inside[SENSORS][IDS];
} watched_room;

static void watch_step(watched_room *r) {
    size_t count;
    lab_run(r->world, 1);
    const evo_visit *visits = evo_world_visits(r->world, &count);
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < SENSORS; ++k)
            if (visits[i].sensor.index == r->sensors[k].index)
                r->inside[k][visits[i].visitor.index] = visits[i].began;
}

static void load_again(const watched_room *r) {
    const size_t size = evo_world_save(r->world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert(bytes && evo_world_save(r->world, bytes, size) == size);
    ck_assert_int_eq(evo_world_load(r->world, bytes, size), EVO_OK);
    free(bytes);
}

static bool one_in(double times) {
    return random_between(0, times) < 1;
}

/* Changes by hand between steps, which no step sees coming. */
static void change(watched_room *r) {
    evo_body bodies[IDS];
    evo_collider collider;
    const size_t count = evo_world_bodies(r->world, bodies, IDS);
    const evo_body body = bodies[(size_t)random_between(0, (double)count - 0.01)];
    if (one_in(4))
        evo_body_set_pose(r->world, body,
                          (evo_pose){{random_between(-6, 6), random_between(1, 7)},
                                     random_between(-3, 3)});
    if (one_in(8) && evo_body_colliders(r->world, body, &collider, 1) == 1) {
        const evo_shape shape = random_shape(EVO_ELLIPSE);
        ck_assert_int_eq(evo_collider_set_shape(r->world, collider, &shape), EVO_OK);
    }
    if (one_in(8)) load_again(r);
    if (one_in(8)) { /* a step is taken back */
        watched_room before = *r;
        ck_assert_int_eq(evo_frame_keep(r->world, &r->frame), EVO_OK);
        watch_step(r);
        ck_assert_int_eq(evo_frame_restore(r->world, r->frame), EVO_OK);
        memcpy(r->inside, before.inside, sizeof r->inside);
    }
}

/* What the lists of steps come to is what overlaps now. @visits-pair */
START_TEST(visits_are_what_overlaps) {
    int overlaps = 0, wrong = 0;
    random_seed((uint64_t)(500 + _i));
    for (int room = 0; room < ROOMS; ++room) {
        evo_collider found[IDS];
        watched_room r = {0};
        r.world = room_of_sensors(r.sensors);
        for (int step = 0; step < ROOM_STEPS; ++step) {
            if (room > 0) change(&r);
            watch_step(&r);
            for (int k = 0; k < SENSORS; ++k) {
                bool now[IDS] = {false};
                const size_t count = evo_collider_visitors(r.world, r.sensors[k], found, IDS);
                for (size_t i = 0; i < count; ++i) now[found[i].index] = true;
                now[0] = r.inside[k][0]; /* the floor, which what stands is not told of */
                for (int i = 0; i < IDS; ++i) {
                    overlaps += now[i];
                    wrong += now[i] != r.inside[k][i];
                    r.inside[k][i] = now[i];
                }
            }
        }
        evo_frame_destroy(r.frame);
        evo_world_destroy(r.world);
    }
    ck_assert_int_gt(overlaps, 2000);
    ck_assert_int_le(2000 * wrong, overlaps);
}
END_TEST

Suite *suite_gates(void) {
    Suite *suite = suite_create("gates");
    TCase *gates = tcase_create("gates"), *impacts = tcase_create("impacts");
    tcase_add_test(impacts, impacts_are_told_once);
    suite_add_tcase(suite, impacts);
    tcase_add_loop_test(gates, all_that_passes_is_told, 0, 4);
    tcase_add_test(gates, nothing_else_is_told);
    tcase_add_loop_test(gates, visits_are_what_overlaps, 0, 2);
    suite_add_tcase(suite, gates);
    return suite;
}
