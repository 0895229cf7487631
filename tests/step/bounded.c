/* bounded.c: a step has a greatest cost that its bodies give: impacts and pairs are counted in
 * worlds that ask for too much, which lose nobody and gain no energy either. */
#include <math.h>
#include <time.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { COUNT = 49, STEPS = 4, CROWD_COUNT = 100 };

static evo_shape shape_of(int kind) {
    const evo_vec2 points[] = {{-0.5, 0}, {0, 0.5}, {0.5, 0.1}, {0.3, -0.4}, {-0.3, -0.4}};
    switch (kind) {
    case 0:
        return evo_circle(0.5);
    case 1:
        return evo_box(0.5, 0.4);
    case 2:
        return evo_capsule((evo_vec2){-0.4, 0}, (evo_vec2){0.4, 0}, 0.3);
    case 3:
        return evo_ellipse(0.6, 0.4);
    case 4:
        return evo_polygon(points, 5, 0);
    default:
        return evo_ring(0.5, 0.2, 0, 4);
    }
}
enum { RING = 5, KINDS = 6 };

/* ---- Impacts --------------------------------------------------------------------------------- */

typedef struct attack {
    const char *name;
    double gravity, seconds, restitution, speed, spin;
} attack;

static const attack ATTACKS[] = {{"a step of one second", 10, 1, 0, 2, 0},
                                 {"gravity", 1e6, 1.0 / 60, 0, 2, 0},
                                 {"speed", 0, 1.0 / 60, 1, 1e5, 0},
                                 {"spin", 0, 1.0 / 60, 0.5, 100, 1e5}};
enum { ATTACK_COUNT = sizeof ATTACKS / sizeof *ATTACKS, SPEED = 2 };

/* Square box that the bodies fill to a half. */
static const double BOX = 12;

static void fill(evo_world *world, const attack *a, int kind, evo_body *bodies) {
    evo_material material = evo_material_default();
    material.restitution = a->restitution;
    if (a->restitution == 1) material.friction = 0;
    for (int side = 0; side < 4; ++side) {
        const evo_shape wall = side % 2 ? evo_box(1, BOX) : evo_box(BOX, 1);
        const double low = -1, high = BOX + 1, mid = 0.5 * BOX;
        evo_body_config config = lab_body(wall, side % 2 ? (side > 2 ? high : low) : mid,
                                          side % 2 ? mid : (side > 1 ? high : low));
        config.kind = EVO_STATIC;
        config.material = material;
        (void)evo_body_create(world, &config);
    }
    for (int i = 0; i < COUNT; ++i) {
        evo_body_config config =
            lab_body(shape_of(kind), 1 + 1.6 * (i % 7), 1 + 1.6 * (double)(i / 7));
        config.material = material;
        config.velocity =
            (evo_vec2){random_between(-a->speed, a->speed), random_between(-a->speed, a->speed)};
        config.spin = random_between(-a->spin, a->spin);
        bodies[i] = evo_body_create(world, &config);
    }
}

static void check_inside(const evo_world *world, const evo_body *bodies, const char *name) {
    for (int i = 0; i < COUNT; ++i) {
        const evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        ck_assert_msg(at.x > -1 && at.x < BOX + 1 && at.y > -1 && at.y < BOX + 1,
                      "%s: body %d is at (%g, %g)", name, i, at.x, at.y);
    }
}

static evo_world *attacked(const attack *a, int kind, evo_body *bodies) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -a->gravity;
    evo_world *world = evo_world_create(&config);
    fill(world, a, kind, bodies);
    return world;
}

static uint64_t impacts_of_step(evo_world *world, double seconds) {
    const uint64_t before = evo_world_counters(world).impacts;
    ck_assert_int_eq(evo_world_step(world, seconds), EVO_OK);
    return evo_world_counters(world).impacts - before;
}

START_TEST(impacts_of_fast_bodies_have_an_end) {
    const attack *a = &ATTACKS[_i / KINDS];
    evo_body bodies[COUNT];
    random_seed(47 + (uint64_t)_i);
    evo_world *world = attacked(a, _i % KINDS, bodies);
    const double energy = evo_world_kinetic_energy(world);
    for (int i = 0; i < STEPS; ++i) {
        const uint64_t impacts = impacts_of_step(world, a->seconds);
        ck_assert_msg(impacts < 24 * COUNT, "%s: %d impacts", a->name, (int)impacts);
        if (_i % KINDS != RING) check_inside(world, bodies, a->name);
        if (a->gravity > 0) continue;
        const double now = evo_world_kinetic_energy(world);
        ck_assert_msg(now < energy * (1 + 1e-6), "%s: energy %g of %g", a->name, now, energy);
    }
    evo_world_destroy(world);
}
END_TEST

/* What is stopped keeps its velocity: a gas of disks that is too fast for its steps runs slowly. */
START_TEST(what_is_stopped_goes_on_in_the_next_step) {
    evo_body bodies[COUNT];
    random_seed(4747);
    evo_world *world = attacked(&ATTACKS[SPEED], 0, bodies);
    const double energy = evo_world_kinetic_energy(world);
    for (int i = 0; i < 30; ++i) ck_assert_uint_gt(impacts_of_step(world, LAB_STEP), COUNT);
    ck_assert_double_gt(evo_world_kinetic_energy(world), 0.999 * energy);
    check_inside(world, bodies, "gas");
    evo_world_destroy(world);
}
END_TEST

static uint64_t mix_pose(uint64_t hash, const evo_pose *pose) {
    const unsigned char *bytes = (const unsigned char *)pose;
    for (size_t i = 0; i < sizeof *pose; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Hash of the way of things far from the box, which fall and pile up. */
static uint64_t run_far_pile(bool attacks) {
    const attack *a = &ATTACKS[SPEED];
    evo_body bodies[COUNT], pile[10];
    uint64_t hash = 0;
    random_seed(474);
    evo_world *world = lab_world(10);
    evo_body_config floor = lab_body(evo_box(20, 1), 1000, -1);
    floor.kind = EVO_STATIC;
    (void)evo_body_create(world, &floor);
    for (int i = 0; i < 10; ++i) {
        const evo_body_config config = lab_body(shape_of(i % RING), 1000 + 0.1 * i, 1 + 1.2 * i);
        pile[i] = evo_body_create(world, &config);
    }
    if (attacks) fill(world, a, 1, bodies);
    for (int i = 0; i < 60; ++i) {
        lab_run(world, 1);
        for (int k = 0; k < 10; ++k) {
            const evo_pose pose = evo_body_pose(world, pile[k]);
            hash = mix_pose(hash, &pose);
        }
    }
    evo_world_destroy(world);
    return hash;
}

START_TEST(what_is_far_and_slow_feels_nothing) {
    ck_assert_uint_eq(run_far_pile(true), run_far_pile(false));
}
END_TEST

/* Bumpers that face each other drive nothing beyond what numbers can hold. */
START_TEST(bumpers_have_a_greatest_speed) {
    evo_world *world = lab_space();
    evo_material bumper = evo_material_default();
    bumper.restitution = 4;
    lab_closed_box(world, 10, bumper);
    evo_body_config config = lab_body(evo_circle(0.5), 5, 5);
    config.material = bumper;
    config.velocity = (evo_vec2){3, 1};
    const evo_body ball = evo_body_create(world, &config);
    lab_run(world, 300);
    const double most = 4 * 4 / (LAB_STEP / 4); /* once more by four than its limit */
    ck_assert_double_gt(lab_speed(world, ball), 500);
    ck_assert_double_le(lab_speed(world, ball), 1.5 * most);
    const evo_vec2 at = evo_body_pose(world, ball).position;
    ck_assert(at.x > 0 && at.x < 10 && at.y > 0 && at.y < 10);
    evo_world_destroy(world);
}
END_TEST

/* Seconds of CPU for each impact of shots into a square of disks, in the cheapest of some steps. */
static double cost_of_volley(int side, int shots, double speed) {
    evo_world *world = lab_world(0);
    evo_body_config disk = lab_body(evo_circle(0.4), 0, 0), shot = lab_body(evo_circle(0.3), 0, 0);
    double least = INFINITY;
    disk.material.restitution = shot.material.restitution = 0.5;
    shot.material.density = 20;
    for (int i = 0; i < side * side; ++i) {
        disk.position = (evo_vec2){i % side, (double)(i / side)};
        (void)evo_body_create(world, &disk);
    }
    for (int i = 0; i < shots; ++i) {
        shot.position = (evo_vec2){-5 - i % 3, (i + 0.3) * side / shots};
        shot.velocity = (evo_vec2){speed, random_between(-0.01, 0.01) * speed};
        (void)evo_body_create(world, &shot);
    }
    for (int i = 0; i < 3; ++i) {
        const clock_t begun = clock();
        const double impacts = (double)impacts_of_step(world, LAB_STEP);
        least = fmin(least, (double)(clock() - begun) / CLOCKS_PER_SEC / fmax(impacts, 1));
    }
    evo_world_destroy(world);
    return least;
}

/* What an impact costs does not depend on how many bodies fly elsewhere. */
START_TEST(an_impact_costs_what_is_near) {
    random_seed(4700 + (uint64_t)_i);
    const int shots = (int)random_scale(2, 16);
    const double speed = random_scale(1e5, 1e6);
    const double few = cost_of_volley(12, shots, speed), many = cost_of_volley(48, shots, speed);
    ck_assert_msg(many < 5 * few, "%d shots at %g: %g s an impact among few, %g among many", shots,
                  speed, few, many);
}
END_TEST

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Those on one spot part all the same, and strike each other no more often than others do. Rings
 * hold each other. */
START_TEST(a_crowd_on_one_spot_has_few_pairs_and_parts) {
    const double spread = _i % 2 ? 0.2 : 1e-3;
    random_seed(900 + (uint64_t)_i);
    evo_world *world = lab_world(0);
    evo_body bodies[CROWD_COUNT];
    for (int i = 0; i < CROWD_COUNT; ++i) {
        evo_body_config config = lab_body(shape_of(_i / 2), random_between(-spread, spread),
                                          random_between(-spread, spread));
        config.velocity = (evo_vec2){random_between(-3, 3), random_between(-3, 3)};
        config.material.restitution = _i % 2 ? 0.5 : 0;
        bodies[i] = evo_body_create(world, &config);
    }
    for (int i = 0; i < (_i / 2 == RING ? 1 : 40); ++i) {
        const uint64_t impacts = impacts_of_step(world, LAB_STEP);
        ck_assert_msg(impacts < 24 * CROWD_COUNT, "shape %d: %d impacts", _i / 2, (int)impacts);
        if (i == 0 && (_i % 2 == 0 || _i / 2 != RING))
            ck_assert_uint_le(evo_world_counters(world).pairs, 9 * CROWD_COUNT);
    }
    double far = _i / 2 == RING ? INFINITY : 0;
    for (int i = 0; i < CROWD_COUNT; ++i) {
        const evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        far = fmax(far, hypot(at.x, at.y));
    }
    ck_assert_msg(far > 1.5, "shape %d: the farthest is %g away", _i / 2, far);
    evo_world_destroy(world);
}
END_TEST

/* Swings of what turns far are no longer than its arm: it has few pairs. */
START_TEST(what_spins_has_few_pairs) {
    evo_world *world = lab_world(0);
    for (int i = 0; i < CROWD_COUNT; ++i) {
        evo_body_config config = lab_body(shape_of(RING), 3 * (i % 10), 3 * (double)(i / 10));
        config.spin = 1e5;
        (void)evo_body_create(world, &config);
    }
    lab_run(world, 1);
    ck_assert_uint_lt(evo_world_counters(world).pairs, CROWD_COUNT);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_bounded(void) {
    Suite *suite = suite_create("bounded");
    TCase *impacts = tcase_create("impacts"), *pairs = tcase_create("pairs");
    tcase_add_loop_test(impacts, impacts_of_fast_bodies_have_an_end, 0, ATTACK_COUNT * KINDS);
    tcase_add_test(impacts, what_is_stopped_goes_on_in_the_next_step);
    tcase_add_test(impacts, what_is_far_and_slow_feels_nothing);
    tcase_add_loop_test(impacts, an_impact_costs_what_is_near, 0, 2);
    tcase_add_test(impacts, bumpers_have_a_greatest_speed);
    tcase_add_loop_test(pairs, a_crowd_on_one_spot_has_few_pairs_and_parts, 0, 2 * KINDS);
    tcase_add_test(pairs, what_spins_has_few_pairs);
    suite_add_tcase(suite, impacts);
    suite_add_tcase(suite, pairs);
    return suite;
}
