/* test_gates.c: sensors tell of what passes them, however fast and thin, and whichever of both
 * moves; of what passes beside them they do not. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { THROWS = 250 };

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
        const evo_touch *touches = evo_world_touches(world, &count);
        for (size_t i = 0; i < count; ++i) {
            ck_assert(touches[i].sensor);
            told.begun += touches[i].began;
            told.ended += !touches[i].began;
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

Suite *suite_gates(void) {
    Suite *suite = suite_create("gates");
    TCase *gates = tcase_create("gates");
    tcase_add_loop_test(gates, all_that_passes_is_told, 0, 4);
    tcase_add_test(gates, nothing_else_is_told);
    suite_add_tcase(suite, gates);
    return suite;
}
