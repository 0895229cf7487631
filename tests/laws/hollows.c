/* hollows.c: smooth disks that slide along the hollows of rings in steps. Lines that touch a
 * rim do not turn with it; nevertheless what slides keeps its energy, and wins none. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10, SECONDS = 50;

static evo_body add_smooth(evo_world *world, evo_body_kind kind, evo_shape shape, double x,
                           double y) {
    evo_body_config config = lab_body(shape, x, y);
    config.kind = kind;
    config.material.friction = 0;
    return evo_body_create(world, &config);
}

/* A pendulum: half a turn of a ring, or all of it, and what swings in it. */
typedef struct pendulum {
    double inner, radius, swing, step;
    bool whole;
} pendulum;

static pendulum any_pendulum(void) {
    const double steps_a_second[] = {30, 60, 120};
    pendulum p = {.inner = random_scale(0.5, 20), .whole = random_between(0, 1) < 0.5};
    p.radius = p.inner * random_between(0.05, 0.4);
    p.swing = random_between(0.1, p.whole ? 1.5 : 1);
    p.step = 1 / steps_a_second[(int)random_between(0, 3)];
    /* As far as lines tell of it: an eighth of a turn in a step is no slide. */
    p.step = fmin(p.step, 0.06 * sqrt(p.inner / GRAVITY));
    return p;
}

/* The widest swing of the last period, of what it was at first. */
static double swing_left(const pendulum *p) {
    const double length = p->inner - p->radius, period = 2 * PI * sqrt(length / GRAVITY);
    evo_world *world = lab_world(GRAVITY);
    const evo_shape ring =
        p->whole ? evo_ring(p->inner + 0.5, 1, 0, 2 * PI) : evo_ring(p->inner + 0.5, 1, -PI, PI);
    add_smooth(world, EVO_STATIC, ring, 0, 0);
    const evo_body disk = add_smooth(world, EVO_DYNAMIC, evo_circle(p->radius),
                                     length * sin(p->swing), -length * cos(p->swing));
    const double lowest = -evo_body_mass(world, disk).mass * GRAVITY * length;
    const double first = lab_energy(world, disk, GRAVITY) - lowest;
    double widest = 0;
    for (double time = 0; time < SECONDS; time += p->step) {
        ck_assert_int_eq(evo_world_step(world, p->step), EVO_OK);
        ck_assert_double_le(lab_energy(world, disk, GRAVITY) - lowest, first * (1 + 2e-2));
        const evo_vec2 at = evo_body_pose(world, disk).position;
        if (time > SECONDS - 1.2 * period) widest = fmax(widest, fabs(atan2(at.x, -at.y)));
    }
    evo_world_destroy(world);
    return widest / p->swing;
}

START_TEST(disks_swing_on) {
    random_seed(300 + (uint64_t)_i);
    for (int i = 0; i < 10; ++i) {
        const pendulum p = any_pendulum();
        const double left = swing_left(&p);
        ck_assert_msg(left > 0.3 && left < 1.02,
                      "inner radius %g, disk %g, swing %g, step %g, %s: %g of it is left", p.inner,
                      p.radius, p.swing, p.step, p.whole ? "whole" : "half", left);
    }
}
END_TEST

static double energy_of_two(const evo_world *world, const evo_body *bodies) {
    return lab_energy(world, bodies[0], 0) + lab_energy(world, bodies[1], 0);
}

/* Without gravity a disk goes round in a ring that is as free as it is. */
START_TEST(disks_go_round) {
    const double speed = 1 + 2 * _i;
    evo_world *world = lab_world(0);
    evo_body bodies[] = {add_smooth(world, EVO_DYNAMIC, evo_ring(2.5, 1, 0, 2 * PI), 0, 0),
                         add_smooth(world, EVO_DYNAMIC, evo_circle(0.3), 0, -1.7)};
    evo_body_set_velocity(world, bodies[1], (evo_vec2){speed, 0});
    const double first = energy_of_two(world, bodies);
    double before = first;
    for (int step = 0; step < 3000; ++step) {
        lab_run(world, 1);
        const double energy = energy_of_two(world, bodies);
        ck_assert_double_le(energy, first * (1 + 2e-2));
        before = energy;
    }
    ck_assert_double_gt(before, 0.3 * first);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_hollows(void) {
    Suite *suite = suite_create("hollows");
    TCase *slides = tcase_create("slides");
    tcase_add_loop_test(slides, disks_swing_on, 0, 6);
    tcase_add_loop_test(slides, disks_go_round, 0, 3);
    suite_add_tcase(suite, slides);
    return suite;
}
