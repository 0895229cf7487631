/* waking.c: sleepers that are struck: they take their part of each impact at once, and a step
 * that meets many of them costs no more than one with all awake. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { MOST = 260 };

typedef struct field {
    evo_world *world;
    evo_body bodies[MOST];
    int count;
    size_t asked; /* pairs that were measured in the present step */
} field;

static bool count_pair(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    (void)contact;
    ++((field *)context)->asked;
    return true;
}

/* Without gravity. */
static void open_field(field *f, bool counts) {
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){0, 0};
    config.bounce_threshold = 0;
    if (counts) {
        config.pre_solve = count_pair;
        config.callback_context = f;
    }
    f->world = evo_world_create(&config);
    f->count = 0;
    f->asked = 0;
}

static void add_body(field *f, evo_shape shape, evo_vec2 at, double restitution, bool asleep) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.position = at;
    config.asleep = asleep;
    config.material.restitution = restitution;
    config.material.friction = restitution < 1 ? 0.5 : 0;
    f->bodies[f->count++] = evo_body_create(f->world, &config);
}

/* A ball that goes along x, last of all. */
static void add_ball(field *f, double radius, evo_vec2 at, double speed, double restitution) {
    add_body(f, evo_circle(radius), at, restitution, false);
    const evo_vec2 velocity = {speed, 0};
    ck_assert_int_eq(evo_body_set_velocity(f->world, f->bodies[f->count - 1], velocity), EVO_OK);
}

/* ---- What is conserved ----------------------------------------------------------------------- */

typedef struct totals {
    evo_vec2 momentum;
    double energy;
} totals;

static totals totals_of(const field *f) {
    totals sum = {{0, 0}, evo_world_kinetic_energy(f->world)};
    for (int i = 0; i < f->count; ++i) {
        const double mass = evo_body_mass(f->world, f->bodies[i]).mass;
        const evo_vec2 v = evo_body_velocity(f->world, f->bodies[i]);
        sum.momentum.x += mass * v.x;
        sum.momentum.y += mass * v.y;
    }
    return sum;
}

/* Disks that sleep apart, about a grid of 6 x 6, and a ball into them. */
static void add_disks(field *f, double speed, double restitution) {
    for (int i = 0; i < 36; ++i) {
        const evo_vec2 at = {2.5 * (i % 6) + random_between(0, 0.5),
                             2.5 * (double)(i / 6) + random_between(0, 0.5)};
        const bool box = restitution < 1 && i % 2;
        const double size = random_between(0.4, 0.9);
        add_body(f, box ? evo_box(size, 0.5) : evo_circle(size), at, restitution, true);
    }
    add_ball(f, 0.8, (evo_vec2){-2, random_between(1, 13)}, speed, restitution);
}

static int asleep(const field *f) {
    int count = 0;
    for (int i = 0; i < f->count; ++i) count += evo_body_asleep(f->world, f->bodies[i]);
    return count;
}

static void check_totals(double restitution, uint64_t seed) {
    field f;
    random_seed(seed);
    const double speed = 10 * exp(random_between(0, 5.7));
    open_field(&f, false);
    add_disks(&f, speed, restitution);
    const totals before = totals_of(&f);
    double energy = before.energy;
    for (int i = 0; i < 28; ++i) { /* what is slow sleeps after half a second */
        ck_assert_int_eq(evo_world_step(f.world, LAB_STEP), EVO_OK);
        const totals now = totals_of(&f);
        const double lost = hypot(now.momentum.x - before.momentum.x, now.momentum.y);
        ck_assert_msg(lost <= 2e-6 * before.momentum.x,
                      "seed %d, at %g, step %d: momentum changes by %g of %g", (int)seed, speed, i,
                      lost, before.momentum.x);
        /* What grinds and turns hops; bounces of crowds have friction after them. */
        const double most = restitution < 1 ? 1e-3 : 1e-4;
        ck_assert_double_le(now.energy, energy * (1 + most));
        if (restitution >= 1) ck_assert_double_ge(now.energy, energy * (1 - most));
        energy = now.energy;
    }
    ck_assert_int_lt(asleep(&f), 36);
    evo_world_destroy(f.world);
}

START_TEST(sleepers_take_their_part_of_momentum_and_energy) {
    for (int i = 0; i < 10; ++i) check_totals(1, (uint64_t)(20 * _i + i));
    for (int i = 0; i < 10; ++i) check_totals(0.5, (uint64_t)(20 * _i + 10 + i));
}
END_TEST

/* Balls that touch pass on what strikes the first of them, though all sleep. */
START_TEST(a_sleeping_cradle_passes_on) {
    field f;
    const double speed = 5 * exp(_i);
    open_field(&f, false);
    for (int i = 0; i < 5; ++i) add_body(&f, evo_circle(0.5), (evo_vec2){i, 0}, 1, true);
    add_ball(&f, 0.5, (evo_vec2){-3, 0}, speed, 1);
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(f.world, LAB_STEP), EVO_OK);
    for (int i = 0; i < f.count; ++i) {
        const double v = evo_body_velocity(f.world, f.bodies[i]).x;
        ck_assert_double_eq_tol(v, i == 4 ? speed : 0, 1e-6 * speed);
    }
    evo_world_destroy(f.world);
}
END_TEST

/* ---- What it costs --------------------------------------------------------------------------- */

/* The most pairs measured in a step of a ball into a field of disks. */
static size_t worst_step(double speed, int count, bool asleep) {
    field f;
    size_t worst = 0;
    open_field(&f, true);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 at = {1.2 * (i % 16), 1.2 * (double)(i / 16)};
        add_body(&f, evo_circle(0.5), at, 0.9, asleep);
    }
    add_ball(&f, 1, (evo_vec2){-3, 8.3}, speed, 0.9);
    for (int i = 0; i < 60; ++i) {
        f.asked = 0;
        ck_assert_int_eq(evo_world_step(f.world, LAB_STEP), EVO_OK);
        worst = f.asked > worst ? f.asked : worst;
    }
    evo_world_destroy(f.world);
    return worst;
}

START_TEST(a_step_that_wakes_many_begins_once) {
    const double speed = 50 * exp(2 * _i);
    const size_t asleep = worst_step(speed, 250, true), awake = worst_step(speed, 250, false);
    ck_assert_msg(asleep <= 3 * awake, "at %g: %zu pairs, awake %zu", speed, asleep, awake);
}
END_TEST

/* ---- What stands ----------------------------------------------------------------------------- */

/* In space, a plastic disk strikes sleepers that lie a little apart in a row: it wakes them, and
 * momentum is as before. */
START_TEST(sleepers_a_little_apart_take_momentum) {
    random_seed(91);
    for (int run = 0; run < 20; ++run) {
        evo_world *world = lab_space();
        const int count = 3 + run % 4;
        const double gap = random_scale(1e-6, 1e-3), speed = random_between(0.5, 8);
        double sum = 0, mass = 0;
        evo_body bodies[6];
        for (int i = 0; i < count; ++i) {
            evo_body_config disk = lab_body(evo_circle(0.5), i > 0 ? i * (1 + gap) : -8, 0);
            disk.velocity.x = i > 0 ? 0 : speed;
            bodies[i] = evo_body_create(world, &disk);
        }
        lab_run(world, 10 + (int)(60 * 8 / speed));
        for (int i = 0; i < count; ++i) {
            mass = evo_body_mass(world, bodies[i]).mass;
            sum += mass * evo_body_velocity(world, bodies[i]).x;
        }
        ck_assert_msg(fabs(sum - mass * speed) < 1e-4 * mass * speed, "run %d: %g of %g", run, sum,
                      mass * speed);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(what_is_moved_into_a_sleeper_wakes_it) {
    field f;
    open_field(&f, false);
    add_body(&f, evo_circle(0.5), (evo_vec2){0, 0}, 0, true);
    const evo_body fixed = lab_fixed(f.world, evo_box(0.5, 0.5), 5, 0);
    const evo_pose at = {{0.7, 0.2}, 0.3};
    ck_assert_int_eq(evo_world_step(f.world, LAB_STEP), EVO_OK);
    ck_assert(evo_body_asleep(f.world, f.bodies[0]));
    ck_assert_int_eq(evo_body_set_pose(f.world, fixed, at), EVO_OK);
    ck_assert(!evo_body_asleep(f.world, f.bodies[0]));
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(f.world, LAB_STEP), EVO_OK);
    ck_assert_double_lt(evo_body_pose(f.world, f.bodies[0]).position.x, -0.1);
    evo_world_destroy(f.world);
}
END_TEST

START_TEST(nothing_wakes_nothing_and_tells_nothing) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.impact_speed = 0;
    evo_world *world = evo_world_create(&config);
    lab_fixed(world, evo_box(5, 1), 0, -1);
    const evo_body_config box = lab_body(evo_box(0.5, 0.5), 0, 0.6);
    const evo_body body = evo_body_create(world, &box);
    size_t touches = 0, impacts = 0;
    for (int i = 0; i < 60 && touches == 0; ++i) {
        lab_run(world, 1);
        (void)evo_world_touches(world, &touches);
        (void)evo_world_impacts(world, &impacts);
    }
    ck_assert(touches == 1 && impacts == 1);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_world_step(world, 0), EVO_OK);
    (void)evo_world_touches(world, &touches);
    (void)evo_world_impacts(world, &impacts);
    ck_assert(touches == 0 && impacts == 0 && evo_world_hash(world) == hash);
    lab_run(world, 120);
    ck_assert(evo_body_asleep(world, body));
    const evo_vec2 none = {0, 0}, rim = {0.5, 0.5}, some = {1e-9, 0};
    ck_assert_int_eq(evo_body_apply_force(world, body, none, rim), EVO_OK);
    ck_assert_int_eq(evo_body_apply_torque(world, body, 0), EVO_OK);
    ck_assert(evo_body_asleep(world, body));
    ck_assert_int_eq(evo_body_apply_force(world, body, some, rim), EVO_OK);
    ck_assert(!evo_body_asleep(world, body));
    evo_world_destroy(world);
}
END_TEST

Suite *suite_waking(void) {
    Suite *suite = suite_create("waking");
    TCase *impacts = tcase_create("impacts"), *costs = tcase_create("costs");
    TCase *deep = tcase_create("deep");
    tcase_add_loop_test(impacts, sleepers_take_their_part_of_momentum_and_energy, 0, 3);
    tcase_add_loop_test(impacts, a_sleeping_cradle_passes_on, 0, 4);
    tcase_add_test(impacts, sleepers_a_little_apart_take_momentum);
    tcase_add_test(impacts, what_is_moved_into_a_sleeper_wakes_it);
    tcase_add_test(impacts, nothing_wakes_nothing_and_tells_nothing);
    tcase_add_loop_test(costs, a_step_that_wakes_many_begins_once, 0, 3);
    tcase_add_loop_test(deep, sleepers_take_their_part_of_momentum_and_energy, 3, 200);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, impacts);
    suite_add_tcase(suite, costs);
    suite_add_tcase(suite, deep);
    return suite;
}
