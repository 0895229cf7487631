/* extremes.c: extreme values: overlap, speed, distance, size, friction and mass. */
#include <math.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/lab.h"
#include "support/pile.h"
#include "support/widths.h"

static pile heap;

static void make_heap(bool ellipses, double corner) {
    pile empty = {.count = 500, .ellipses = ellipses, .unit = 1, .corner = {corner, -corner}};
    heap = empty;
    pile_make(&heap);
}

/* ---- One spot -------------------------------------------------------------------------------- */

/* A thousand disks, or forty ellipses, at the same position separate, and nothing gets fast by it:
 * all began at rest. (A thousand ellipses take far longer.) */
START_TEST(many_on_one_spot_come_apart) {
    enum { MOST = 1000 };
    static evo_body bodies[MOST];
    static evo_pose poses[MOST];
    const int count = _i ? 40 : MOST;
    const evo_shape shape = _i ? evo_ellipse(0.6, 0.35) : evo_circle(0.5);
    evo_world *world = lab_world(0);
    for (int i = 0; i < count; ++i) {
        evo_body_config config = lab_body(shape, 3, 4);
        bodies[i] = evo_body_create(world, &config);
    }
    for (int step = 0; step < 600; ++step) {
        lab_run(world, 1);
        ck_assert_double_lt(evo_world_kinetic_energy(world), 1e-9);
    }
    for (int i = 0; i < count; ++i) {
        poses[i] = evo_body_pose(world, bodies[i]);
        ck_assert(isfinite(poses[i].position.x) && isfinite(poses[i].position.y));
        for (int j = 0; j < i; ++j)
            ck_assert_double_gt(evo_measure(&shape, poses[i], &shape, poses[j]).distance, -0.01);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Speed ----------------------------------------------------------------------------------- */

/* Counts bodies that are faster than an ellipse rocking in a niche. */
static int restless_in_heap(void) {
    int restless = 0;
    for (int i = 0; i < heap.count; ++i) {
        evo_vec2 at = evo_body_pose(heap.world, heap.bodies[i]).position;
        ck_assert(isfinite(at.x) && isfinite(at.y));
        ck_assert(isfinite(evo_body_spin(heap.world, heap.bodies[i])));
        restless += !(lab_speed(heap.world, heap.bodies[i]) < 0.5);
    }
    return restless;
}

static evo_body_config bullet_at(double height, double speed) {
    evo_body_config config = lab_body(evo_circle(0.5), 0.5 * heap.width + 0.3, height);
    config.velocity.y = speed;
    return config;
}

/* At a million units a second, a body that is filtered out, or starts just above a resting pile,
 * does not disturb it. */
START_TEST(a_bullet_that_misses) {
    make_heap(_i % 2, 0);
    lab_run(heap.world, 1200);
    double top = pile_look(&heap).top;
    evo_body_config config = bullet_at(_i < 2 ? 1e5 : top + 2.5, _i < 2 ? -1e6 : 1e6);
    if (_i < 2) config.filter = (evo_filter){.category = 2}; /* with a mask of nothing */
    evo_body bullet = evo_body_create(heap.world, &config);
    for (int step = 0; step < 20; ++step) {
        lab_run(heap.world, 1);
        ck_assert_int_eq(restless_in_heap(), 0);
    }
    double flown = fabs(evo_body_pose(heap.world, bullet).position.y - config.position.y);
    ck_assert_double_eq_tol(flown, 1e6 * 20 * LAB_STEP, 10);
    evo_world_destroy(heap.world);
}
END_TEST

/* The struck bodies may go anywhere, but the energy does not grow, and all numbers stay finite. */
START_TEST(a_bullet_that_hits) {
    make_heap(_i % 2, 0);
    lab_run(heap.world, 900);
    evo_body_config config = bullet_at(1e4, -1e5);
    evo_body bullet = evo_body_create(heap.world, &config);
    double brought = evo_world_kinetic_energy(heap.world);
    for (int step = 0; step < 20; ++step) {
        lab_run(heap.world, 1);
        ck_assert_double_lt(evo_world_kinetic_energy(heap.world), 1.01 * brought);
    }
    restless_in_heap();
    evo_vec2 at = evo_body_pose(heap.world, bullet).position;
    ck_assert(isfinite(at.x) && isfinite(at.y));
    evo_world_destroy(heap.world);
}
END_TEST

/* ---- Positions ------------------------------------------------------------------------------- */

static void check_at_rest(double energy, double overlap, double top) {
    pile_state state = pile_look(&heap);
    ck_assert_int_eq(state.escaped, 0);
    ck_assert_double_lt(state.energy, energy);
    ck_assert_double_lt(state.mean_overlap, overlap);
    ck_assert_double_eq_tol(state.top, top, 0.06 * top);
    evo_world_destroy(heap.world);
}

/* Far from the origin a pile rests as at the origin. */
START_TEST(far_away_is_like_here) {
    static const double corners[] = {0, 1e6, 1e7};
    make_heap(_i % 2, corners[_i / 2]);
    lab_run(heap.world, 1200);
    check_at_rest(1e-4, 2e-3, _i % 2 ? 9.1 : 10.8);
}
END_TEST

/* Sliding far from the origin is as at the origin. */
START_TEST(far_away_slides_as_here) {
    static const double corners[] = {0, 1e6, 1e7};
    double x = corners[_i];
    evo_world *world = lab_world(10);
    evo_vec2 left = {-200, 0}, right = {200, 0};
    lab_fixed(world, evo_segment(left, right), x, x);
    evo_body_config config = lab_body(evo_circle(0.5), x, x + 0.5);
    config.velocity.x = 6;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 4, 0.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* Under the same gravity, piles of millimetres and of kilometres stay together. In a sixtieth of a
 * second a millimetre grain falls three times its size, so small piles need more substeps. */
START_TEST(sizes_from_small_to_large) {
    static const double units[] = {1e-3, 1e-2, 0.1, 10, 100, 1000};
    const double unit = units[_i / 2];
    pile empty = {.count = 200, .ellipses = _i % 2, .unit = unit};
    heap = empty;
    if (unit < 2e-3) heap.substeps = 16;
    pile_make(&heap);
    double most = 0;
    for (int step = 0; step < 60; ++step) {
        lab_run(heap.world, 10);
        most = fmax(most, pile_look(&heap).energy);
    }
    pile_state state = pile_look(&heap);
    ck_assert_int_eq(state.escaped, 0);
    /* At most the energy of a fall from the whole height. */
    ck_assert_double_lt(most, 10 / unit * heap.height / unit);
    if (unit < 1) ck_assert_double_lt(state.energy, 1e-3);
    evo_world_destroy(heap.world);
}
END_TEST

/* ---- Materials ------------------------------------------------------------------------------- */

static evo_world *world_of_lanes(int lanes, double gravity) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    evo_world *world = lab_make(config);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    return world;
}

static void add_ground(evo_world *world, double half_length, evo_material material) {
    evo_vec2 left = {-half_length, 0}, right = {half_length, 0};
    evo_body_config config = lab_body(evo_segment(left, right), 0, 0);
    config.kind = EVO_STATIC;
    config.material = material;
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
}

enum { DISKS = 8 };

/* Drops disks of this radius under a gravity in radii. The bits of `other` select disks of a second
 * material. Returns the hash of the final state. */
static uint64_t drop_disks(int lanes, double radius, double gravity, evo_material ground,
                           unsigned other) {
    evo_world *world = world_of_lanes(lanes, gravity * radius);
    evo_body bodies[DISKS];
    add_ground(world, 1000 * radius, ground);
    for (int i = 0; i < DISKS; ++i) {
        evo_body_config config = lab_body(evo_circle(radius), 4 * radius * i, 1.2 * radius);
        if (other >> i & 1) config.material = ground;
        bodies[i] = evo_body_create(world, &config);
    }
    lab_run(world, 100);
    for (int i = 0; i < DISKS; ++i) {
        double y = evo_body_pose(world, bodies[i]).position.y;
        ck_assert_msg(fabs(y - radius) < 0.02 * radius, "disk %d of %x, %d lanes: y = %g radii", i,
                      other, lanes, y / radius);
        ck_assert(isfinite(evo_body_spin(world, bodies[i])));
    }
    uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

static void check_all_lanes(double radius, double gravity, evo_material ground, unsigned other) {
    uint64_t one = drop_disks(1, radius, gravity, ground, other);
    for (int i = 1; i < count_widths(); ++i)
        ck_assert_uint_eq(drop_disks(LANE_WIDTHS[i], radius, gravity, ground, other), one);
}

START_TEST(friction_beyond_floats_holds) {
    evo_material rough = evo_material_default();
    rough.friction = 1e30;
    for (int i = 0; i < DISKS; ++i) check_all_lanes(0.5, 20, rough, 1u << i);
    check_all_lanes(0.5, 20, rough, (1u << DISKS) - 1);
}
END_TEST

/* The product of coefficient and radius exceeds floats. */
START_TEST(rolling_resistance_beyond_floats_holds) {
    evo_material sticky = evo_material_default();
    sticky.rolling_resistance = 1e30;
    check_all_lanes(1e9, 10, sticky, 0);
    check_all_lanes(1e9, 10, sticky, (1u << DISKS) - 1);
}
END_TEST

/* ---- Weights --------------------------------------------------------------------------------- */

/* With a mass or an inertia whose inverse overflows a float, a body falls as any other and comes to
 * rest on the ground. */
START_TEST(bodies_of_tiny_mass_fall) {
    evo_world *world = lab_world(10);
    evo_vec2 left = {-9, -6}, right = {9, -6};
    lab_fixed(world, evo_segment(left, right), 0, 0);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    if (_i == 1) config.material.density = 1e-40;
    if (_i == 2) config.material.density = 1e-300;
    evo_body body = evo_body_create(world, &config);
    evo_mass hardly_turns = {1, {0, 0}, 1e-100};
    if (_i == 0) ck_assert_int_eq(evo_body_set_mass(world, body, hardly_turns), EVO_OK);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.y, -5, 0.1);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -10, 1e-4);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.y, -5.5, 0.01);
    ck_assert_double_eq(evo_body_spin(world, body), 0);
    evo_world_destroy(world);
}
END_TEST

/* An impulse whose speed would overflow is refused and changes nothing. */
START_TEST(overflowing_impulses_are_refused) {
    evo_world *world = lab_world(10);
    evo_body_config config = lab_body(evo_circle(1e-3), 0, 0);
    config.asleep = _i;
    evo_body body = evo_body_create(world, &config);
    uint64_t before = evo_world_hash(world);
    evo_vec2 impulse = {1e30, 0}, middle = {0, 0};
    ck_assert_int_eq(evo_body_apply_impulse(world, body, impulse, middle), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_spin_impulse(world, body, 1e30), EVO_ERROR_INVALID);
    ck_assert_uint_eq(evo_world_hash(world), before);
    ck_assert_int_ne(!evo_body_asleep(world, body), _i);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_extremes(void) {
    Suite *suite = suite_create("extremes");
    TCase *crowds = tcase_create("crowds"), *places = tcase_create("places");
    TCase *bullets = tcase_create("bullets");
    tcase_set_tags(crowds, "slow");
    tcase_set_tags(places, "slow");
    tcase_add_loop_test(crowds, many_on_one_spot_come_apart, 0, 2);
    tcase_add_loop_test(bullets, a_bullet_that_misses, 0, 4);
    tcase_add_loop_test(bullets, a_bullet_that_hits, 0, 2);
    tcase_add_loop_test(places, far_away_is_like_here, 0, 6);
    tcase_add_loop_test(places, far_away_slides_as_here, 0, 3);
    tcase_add_loop_test(places, sizes_from_small_to_large, 0, 12);
    TCase *bodies = tcase_create("bodies");
    tcase_add_test(bodies, friction_beyond_floats_holds);
    tcase_add_test(bodies, rolling_resistance_beyond_floats_holds);
    tcase_add_loop_test(bodies, bodies_of_tiny_mass_fall, 0, 3);
    tcase_add_loop_test(bodies, overflowing_impulses_are_refused, 0, 2);
    suite_add_tcase(suite, crowds);
    suite_add_tcase(suite, bullets);
    suite_add_tcase(suite, places);
    suite_add_tcase(suite, bodies);
    return suite;
}
