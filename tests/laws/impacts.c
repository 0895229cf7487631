/* impacts.c: exact impacts: cases with analytic answers, and what every impact conserves. */
#include <math.h>

#include "suites.h"
#include "support/exact.h"
#include "support/gas.h"
#include "support/random.h"

static const evo_vec2 STILL = {0, 0}, RIGHT = {1, 0}, LEFT = {-1, 0};

static evo_vec2 at(double x, double y) {
    evo_vec2 place = {x, y};
    return place;
}

static evo_world *open_space(void) {
    evo_world_config config = gas_config(EVO_OPEN, 0, 0);
    return gas_world(&config);
}

static void check_velocity(const evo_world *world, evo_body body, double x, double y) {
    evo_vec2 velocity = evo_body_velocity(world, body);
    ck_assert_msg(velocity.x == x && velocity.y == y, "velocity (%.17g, %.17g), not (%g, %g)",
                  velocity.x, velocity.y, x, y);
}

/* ---- Two disks ------------------------------------------------------------------------------- */

START_TEST(equal_masses_swap_speeds) {
    evo_world *world = open_space();
    evo_body a = gas_throw(world, 0.5, at(0, 0), RIGHT), b = gas_throw(world, 0.5, at(5, 0), STILL);
    ck_assert_double_eq(gas_step_to_next(world), 4);
    check_velocity(world, a, 0, 0);
    check_velocity(world, b, 1, 0);
    ck_assert_double_eq(evo_body_pose(world, a).position.x, 4);
    ck_assert_double_eq(evo_body_pose(world, b).position.x, 5);
    ck_assert(isinf(evo_world_next_event(world)));
    evo_world_destroy(world);
}
END_TEST

START_TEST(one_to_three) {
    evo_world *world = open_space();
    evo_body_config heavy = gas_disk(0.5, 4, 0);
    heavy.velocity = LEFT;
    evo_body a = gas_throw(world, 0.5, at(0, 0), RIGHT), b = gas_add(world, &heavy, 3);
    ck_assert_double_eq(gas_step_to_next(world), 1.5);
    check_velocity(world, a, -2, 0);
    check_velocity(world, b, 0, 0);
    evo_world_destroy(world);
}
END_TEST

START_TEST(three_four_five) {
    evo_world *world = open_space();
    evo_body a = gas_throw(world, 0.5, at(0, 0), RIGHT);
    evo_body b = gas_throw(world, 0.5, at(5.8, -0.6), STILL);
    ck_assert_double_eq_tol(gas_step_to_next(world), 5, 1e-14);
    const evo_vec2 va = evo_body_velocity(world, a), vb = evo_body_velocity(world, b);
    ck_assert_double_eq_tol(va.x, 0.36, 1e-14);
    ck_assert_double_eq_tol(va.y, 0.48, 1e-14);
    ck_assert_double_eq_tol(vb.x, 0.64, 1e-14);
    ck_assert_double_eq_tol(vb.y, -0.48, 1e-14);
    size_t count;
    const evo_impact *impact = evo_world_impacts(world, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_double_eq_tol(impact->point.x, 5.4, 1e-14);
    ck_assert_double_eq_tol(impact->point.y, -0.3, 1e-14);
    ck_assert_double_eq_tol(impact->normal.x, 0.8, 1e-14);
    ck_assert_double_eq_tol(impact->normal.y, -0.6, 1e-14);
    ck_assert_double_eq_tol(impact->speed, 0.8, 1e-14);
    ck_assert_double_eq_tol(impact->impulse, 0.8, 1e-14);
    evo_world_destroy(world);
}
END_TEST

/* Rims that touch exactly in passing exchange no momentum. */
START_TEST(grazing_changes_nothing) {
    evo_world *world = open_space();
    evo_body a = gas_throw(world, 0.5, at(0, 0), RIGHT), b = gas_throw(world, 0.5, at(5, 1), STILL);
    gas_step(world, 16);
    check_velocity(world, a, 1, 0);
    check_velocity(world, b, 0, 0);
    ck_assert_double_eq(evo_body_pose(world, a).position.x, 16);
    evo_world_destroy(world);
}
END_TEST

/* ---- Rows of disks --------------------------------------------------------------------------- */

/* Some disks hit a row of touching ones, six in all; as many leave at the other end, and the rest
 * are exactly at rest. */
START_TEST(newtons_cradle) {
    const int hitting = _i;
    evo_world *world = open_space();
    evo_body row[6];
    for (int i = 0; i < 6; ++i)
        row[i] = gas_throw(world, 0.5, at(i < hitting ? i : i + 2, 0), i < hitting ? RIGHT : STILL);
    gas_step(world, 8);
    for (int i = 0; i < 6; ++i) {
        bool leaves = i >= 6 - hitting;
        check_velocity(world, row[i], leaves, 0);
        /* The struck disk continues the motion of the striking one, a diameter ahead. */
        ck_assert_double_eq(evo_body_pose(world, row[i]).position.x, leaves ? 8 + i : i + 2);
    }
    ck_assert_uint_eq(evo_world_sums(world).pair_impacts, (unsigned)(hitting * (6 - hitting)));
    evo_world_destroy(world);
}
END_TEST

/* Disks on a line move like free points in a box that is shorter by their widths: after twice its
 * length each is back, having met every other disk twice, and both walls or one of them twice. */
START_TEST(a_line_returns) {
    enum { COUNT = 20 };
    const double shorter = 32;
    evo_world_config config = gas_config(EVO_WALLS, shorter + COUNT, 3);
    evo_world *world = gas_world(&config);
    evo_body bodies[COUNT];
    evo_vec2 places[COUNT], ways[COUNT];
    random_seed(41);
    for (int i = 0; i < COUNT; ++i) {
        /* Sums of multiples of 2^-20 are exact. */
        double point = floor((i + random_between(0.1, 0.9)) * 0x1p20) * 0x1p-20 * shorter / COUNT;
        places[i] = at(floor(point * 0x1p20) * 0x1p-20 + i + 0.5, 1.5);
        ways[i] = random_between(0, 1) < 0.5 ? LEFT : RIGHT;
        bodies[i] = gas_throw(world, 0.5, places[i], ways[i]);
    }
    gas_step(world, 2 * shorter);
    for (int i = 0; i < COUNT; ++i) {
        ck_assert_double_eq(evo_body_pose(world, bodies[i]).position.x, places[i].x);
        ck_assert_double_eq(evo_body_pose(world, bodies[i]).position.y, 1.5);
        check_velocity(world, bodies[i], ways[i].x, 0);
    }
    ck_assert_uint_eq(evo_world_sums(world).pair_impacts, COUNT * (COUNT - 1));
    ck_assert_uint_eq(evo_world_sums(world).wall_impacts, 2 * COUNT);
    evo_world_destroy(world);
}
END_TEST

/* Galperin's billiard: a disk of mass 100^k pushes one of mass 1 to the wall; the number of impacts
 * is given by the first k + 1 digits of pi. */
START_TEST(pi_is_counted) {
    static const uint64_t digits[] = {3, 31, 314, 3141, 31415, 314159};
    evo_world_config config = gas_config(EVO_WALLS, 0x1p25, 2);
    config.impact_speed = INFINITY;
    evo_world *world = gas_world(&config);
    evo_body_config heavy = gas_disk(0.5, 10, 1);
    heavy.velocity = LEFT;
    evo_body light = gas_throw(world, 0.5, at(3, 1), STILL);
    evo_body driver = gas_add(world, &heavy, pow(100, _i));
    double before = evo_world_kinetic_energy(world);
    gas_step(world, 0x1p24);
    evo_sums sums = evo_world_sums(world);
    ck_assert_uint_eq(sums.pair_impacts + sums.wall_impacts, digits[_i]);
    double slow = evo_body_velocity(world, light).x, fast = evo_body_velocity(world, driver).x;
    ck_assert(slow >= 0 && fast >= slow); /* no more impacts */
    /* The heavy disk's speed is rounded at each impact, always in a similar way. */
    double rounding = 5e-16 * (1 + (double)digits[_i]);
    ck_assert_double_eq_tol(evo_world_kinetic_energy(world), before, rounding * before);
    evo_world_destroy(world);
}
END_TEST

/* ---- One disk -------------------------------------------------------------------------------- */

/* From a height of 5 under a pull of 10: down in a second, up again in another, for ever. */
START_TEST(a_dropped_disk_rebounds) {
    evo_world_config config = gas_config(EVO_WALLS, 4, 32);
    config.gravity.y = -10;
    evo_world *world = gas_world(&config);
    evo_body body = gas_throw(world, 0.5, at(2, 5.5), STILL);
    for (int i = 1; i <= 1000; ++i) {
        ck_assert_double_eq(evo_world_next_event(world), 2 * i - 1);
        gas_step(world, 1);
        check_velocity(world, body, 0, 10);
        ck_assert_double_eq(evo_body_pose(world, body).position.y, 0.5);
        gas_step(world, 1);
        check_velocity(world, body, 0, 0);
        ck_assert_double_eq(evo_body_pose(world, body).position.y, 5.5);
    }
    gas_step(world, 2e6);
    check_velocity(world, body, 0, 0);
    ck_assert_double_eq(evo_body_pose(world, body).position.y, 5.5);
    ck_assert_uint_eq(evo_world_sums(world).wall_impacts, 1001000);
    ck_assert_double_eq(evo_world_sums(world).wall_impulse, 20 * 1001000.0);
    evo_world_destroy(world);
}
END_TEST

/* The position of a point that starts at `from` and is reflected at 0 and at `length`. */
static double unfolded(double from, double speed, double time, double length) {
    long double path =
        fmodl((long double)from + (long double)speed * time, 2 * (long double)length);
    if (path < 0) path += 2 * (long double)length;
    return (double)(path > length ? 2 * (long double)length - path : path);
}

/* The unfolded path of a disk in a box of 3 by 2 is straight. After so many seconds, with about one
 * impact each, it is still where the formula says, in one step as in many. */
static void check_box(double seconds, double step, double tolerance) {
    const double radius = 0.25, vx = 0.8660254037844386, vy = -0.7243219;
    evo_world_config config = gas_config(EVO_WALLS, 3, 2);
    config.impact_speed = INFINITY;
    evo_world *world = gas_world(&config);
    evo_body body = gas_throw(world, radius, at(1, 0.7), at(vx, vy));
    double worst = 0;
    while (evo_world_time(world) < seconds) {
        gas_step(world, step);
        double now = evo_world_time(world);
        evo_vec2 place = evo_body_pose(world, body).position;
        worst = fmax(worst, fabs(place.x - radius - unfolded(0.75, vx, now, 2.5)));
        worst = fmax(worst, fabs(place.y - radius - unfolded(0.45, vy, now, 1.5)));
    }
    ck_assert_msg(worst < tolerance, "off by %g", worst);
    double impacts = seconds * (vx / 2.5 - vy / 1.5);
    ck_assert_double_eq_tol((double)evo_world_sums(world).wall_impacts, impacts, 3);
    evo_world_destroy(world);
}

START_TEST(a_disk_in_a_box_flies_straight) {
    check_box(1024, 0.25, 1e-12);
    check_box(1 << 20, 1 << 20, 1e-9);
}
END_TEST

/* 1.3e7 impacts. */
START_TEST(a_disk_in_a_box_flies_straight_for_long) {
    check_box(16 * 1048576, 1 << 20, 1e-8);
}
END_TEST

/* Without torque the spin is constant, however many impacts there are. */
START_TEST(spins_are_constant) {
    evo_world_config config = gas_config(EVO_WALLS, 3, 2);
    evo_world *world = gas_world(&config);
    evo_body_config disk = gas_disk(0.25, 1, 1);
    disk.velocity = at(0.75, -0.5);
    disk.spin = 3;
    disk.angle = 0.5;
    evo_body body = gas_add(world, &disk, 1);
    for (int i = 1; i <= 1000; ++i) {
        gas_step(world, 1);
        ck_assert_double_eq(evo_body_spin(world, body), 3);
        ck_assert_double_eq_tol(evo_body_pose(world, body).angle, 0.5 + 3 * i, 1e-11);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Materials ------------------------------------------------------------------------------- */

/* The motion of a disk of radius 0.5 after an impact on the floor. */
typedef struct rebound {
    evo_vec2 velocity;
    double spin;
    evo_impact impact;
} rebound;

static rebound rebound_of(const evo_world_config *config, evo_material material, double spin) {
    evo_world *world = gas_world(config);
    evo_body_config disk = gas_disk(0.5, 2, 1.5);
    disk.material = material;
    disk.velocity = at(3, -2);
    disk.spin = spin;
    evo_body body = gas_add(world, &disk, 2);
    size_t count;
    gas_step(world, 0.75);
    const evo_impact *impacts = evo_world_impacts(world, &count);
    ck_assert_uint_eq(count, 1);
    rebound found = {evo_body_velocity(world, body), evo_body_spin(world, body), impacts[0]};
    evo_world_destroy(world);
    return found;
}

static evo_world_config floor_of(double friction, double restitution) {
    evo_world_config config = gas_config(EVO_WALLS, 16, 16);
    static evo_material walls[2]; /* of the last two */
    static int number;
    evo_material *wall = &walls[number++ % 2];
    *wall = evo_material_default();
    wall->friction = friction;
    wall->restitution = restitution;
    config.wall = wall;
    return config;
}

static evo_material made_of(double friction, double restitution) {
    evo_material material = evo_material_default();
    material.friction = friction;
    material.restitution = restitution;
    return material;
}

static void check_rebound(const rebound *found, double x, double y, double spin) {
    ck_assert_double_eq_tol(found->velocity.x, x, 1e-14);
    ck_assert_double_eq_tol(found->velocity.y, y, 1e-14);
    ck_assert_double_eq_tol(found->spin, spin, 1e-13);
}

START_TEST(impacts_on_walls_are_reported) {
    evo_world_config config = floor_of(0, 1);
    rebound smooth = rebound_of(&config, made_of(0, 1), 7);
    check_rebound(&smooth, 3, 2, 7);
    const evo_impact *impact = &smooth.impact;
    ck_assert_double_eq(impact->time, 0.5);
    ck_assert_uint_eq(impact->b.generation, 0);
    ck_assert(impact->normal.x == 0 && impact->normal.y == -1);
    ck_assert(impact->point.x == 3.5 && impact->point.y == 0);
    ck_assert_double_eq(impact->speed, 2);
    ck_assert_double_eq(impact->impulse, 2 * 2 * 2);
}
END_TEST

/* Friction that can stop all the slip leaves two thirds of the speed along the wall, and the disk
 * rolls; with less of it, it takes its share of the impulse. */
START_TEST(rough_walls_turn_disks) {
    evo_world_config sticky = floor_of(4, 1), slippery = floor_of(0.4, 0.5);
    rebound grips = rebound_of(&sticky, made_of(1, 0.5), 0);
    check_rebound(&grips, 2, 2, -2 / 0.5);
    /* 0.2 is the root of 0.4 times 0.1; the restitution is the larger one. */
    rebound slips = rebound_of(&slippery, made_of(0.1, 0.25), 0);
    double along = 0.2 * 1.5 * 2;
    check_rebound(&slips, 3 - along, 1, -along * 2 / 0.5);
    /* A rolling disk does not slip. */
    rebound rolls = rebound_of(&sticky, made_of(1, 0), -3 / 0.5);
    check_rebound(&rolls, 3, 2, -3 / 0.5);
}
END_TEST

static double rougher(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmin(a->friction, b->friction);
}

static double softer(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmin(a->restitution, b->restitution);
}

START_TEST(the_users_functions_mix_materials) {
    evo_world_config config = floor_of(0.5, 1);
    config.mix_friction = rougher;
    config.mix_restitution = softer;
    rebound mixed = rebound_of(&config, made_of(0.1, 0.25), 0);
    double along = 0.1 * 1.25 * 2;
    check_rebound(&mixed, 3 - along, 0.5, -along * 2 / 0.5);
}
END_TEST

/* Two equal disks meet head on, one of them spinning. The tangential impulse that stops the slip is
 * a sixth of it, because each disk's tangential inverse mass is three times its inverse mass. */
START_TEST(rough_disks_turn_each_other) {
    evo_world *world = open_space();
    evo_body_config disk = gas_disk(0.5, 0, 0);
    disk.material = made_of(100, 1);
    disk.velocity = RIGHT;
    disk.spin = 6;
    evo_body a = gas_add(world, &disk, 1);
    disk.position.x = 4;
    disk.velocity = LEFT;
    disk.spin = 0;
    evo_body b = gas_add(world, &disk, 1);
    gas_step(world, 2);
    evo_vec2 va = evo_body_velocity(world, a), vb = evo_body_velocity(world, b);
    ck_assert_double_eq_tol(va.x, -1, 1e-14);
    ck_assert_double_eq_tol(va.y, -0.5, 1e-14);
    ck_assert_double_eq_tol(vb.x, 1, 1e-14);
    ck_assert_double_eq_tol(vb.y, 0.5, 1e-14);
    ck_assert_double_eq_tol(evo_body_spin(world, a), 4, 1e-13);
    ck_assert_double_eq_tol(evo_body_spin(world, b), -2, 1e-13);
    evo_world_destroy(world);
}
END_TEST

/* ---- Hardly anything ------------------------------------------------------------------------- */

static const evo_boundary BOUNDARIES[] = {EVO_OPEN, EVO_WALLS, EVO_PERIODIC};

static evo_world *box_of(evo_boundary boundary) {
    const evo_world_config config = gas_config(boundary, 10, 10);
    return gas_world(&config);
}

START_TEST(an_empty_world_steps) {
    evo_world *world = box_of(BOUNDARIES[_i]);
    for (int i = 0; i < 3; ++i) gas_step(world, 0.5);
    ck_assert_double_eq(evo_world_time(world), 1.5);
    ck_assert(isinf(evo_world_next_event(world)));
    evo_world_destroy(world);
}
END_TEST

/* Through walls, sensors, and disks that grow. */
START_TEST(bodies_without_shapes_meet_nothing) {
    const evo_boundary boundary = BOUNDARIES[_i % 3];
    const bool grows = _i >= 3;
    evo_world *world = box_of(boundary);
    evo_body_config config = evo_body_config_default(), sensor = gas_disk(1, 7, 5);
    config.position = at(5, 5);
    config.velocity = RIGHT;
    const evo_body body = evo_body_create(world, &config);
    sensor.kind = EVO_STATIC;
    sensor.sensor = true;
    if (!grows) ck_assert(evo_body_exists(world, evo_body_create(world, &sensor)));
    gas_throw(world, 0.2, at(9, 5), STILL);
    if (grows) ck_assert_int_eq(evo_world_set_growth(world, 0.1), EVO_OK);
    for (int i = 0; i < 28; ++i) {
        size_t touches;
        gas_step(world, 0.25);
        evo_world_touches(world, &touches);
        ck_assert_uint_eq(touches, 0);
    }
    const double x = boundary == EVO_PERIODIC ? 2 : 12;
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.x, x, 1e-12);
    evo_world_destroy(world);
}
END_TEST

START_TEST(a_disk_in_a_box_that_holds_it) {
    const double radii[] = {0.1, 1.7, 4, 4.99};
    evo_world *world = box_of(EVO_PERIODIC);
    const evo_body disk = gas_throw(world, radii[_i], at(5, 5), RIGHT);
    for (int i = 0; i < 12; ++i) gas_step(world, 1);
    ck_assert_double_eq_tol(evo_body_pose(world, disk).position.x, 7, 1e-12);
    /* A second one that it has no room for is refused, and it goes on without. */
    if (radii[_i] > 3) {
        const evo_body other = gas_throw(world, 2, at(1, 1), RIGHT);
        ck_assert_int_ne(evo_world_step(world, 1), EVO_OK);
        ck_assert_int_eq(evo_body_destroy(world, other), EVO_OK);
        gas_step(world, 1);
    }
    evo_world_destroy(world);
}
END_TEST

/* Damping, a gravity of its own and a sensor have no meaning for a body that flies: they are
 * refused where they are set, and the world goes on. */
START_TEST(what_cannot_fly_is_refused_where_it_is_set) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    evo_world *world = evo_world_create(&config);
    evo_body_config damped = gas_disk(1, 0, 0), light = damped, sensing = damped, plain = damped;
    damped.damping = 0.1;
    light.gravity_scale = 0.5;
    sensing.sensor = true;
    const evo_body_config *refused[] = {&damped, &light, &sensing};
    const evo_body body = evo_body_create(world, &plain);
    for (int i = 0; i < 3; ++i) {
        evo_body_config still = *refused[i];
        ck_assert(!evo_body_exists(world, evo_body_create(world, refused[i])));
        still.kind = EVO_STATIC;
        still.position.x = 10 * (i + 1);
        const evo_body there = evo_body_create(world, &still);
        ck_assert(evo_body_exists(world, there));
        ck_assert_int_eq(evo_body_set_kind(world, there, EVO_DYNAMIC), EVO_ERROR_UNSUPPORTED);
    }
    const evo_collider_config sensor = {
        .shape = sensing.shape, .material = sensing.material, .sensor = true};
    const uint64_t before = evo_world_hash(world);
    ck_assert_int_eq(evo_body_set_spin_damping(world, body, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_set_gravity_scale(world, body, 0), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_collider_create(world, body, &sensor).generation, 0);
    ck_assert_uint_eq(evo_world_hash(world), before);
    ck_assert_int_eq(evo_world_step(world, 1), EVO_OK);
    ck_assert_int_eq(evo_body_set_spin_damping(world, body, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_world_step(world, 1), EVO_OK);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_impacts(void) {
    Suite *suite = suite_create("impacts");
    TCase *pairs = tcase_create("pairs"), *rows = tcase_create("rows"), *one = tcase_create("one");
    tcase_add_test(pairs, equal_masses_swap_speeds);
    tcase_add_test(pairs, one_to_three);
    tcase_add_test(pairs, three_four_five);
    tcase_add_test(pairs, grazing_changes_nothing);
    suite_add_tcase(suite, pairs);
    tcase_add_loop_test(rows, newtons_cradle, 1, 6);
    tcase_add_test(rows, a_line_returns);
    tcase_add_loop_test(rows, pi_is_counted, 0, 6);
    suite_add_tcase(suite, rows);
    tcase_add_test(one, a_dropped_disk_rebounds);
    tcase_add_test(one, a_disk_in_a_box_flies_straight);
    tcase_add_test(one, spins_are_constant);
    suite_add_tcase(suite, one);
    TCase *few = tcase_create("hardly anything");
    tcase_add_loop_test(few, an_empty_world_steps, 0, 3);
    tcase_add_loop_test(few, bodies_without_shapes_meet_nothing, 0, 6);
    tcase_add_loop_test(few, a_disk_in_a_box_that_holds_it, 0, 4);
    tcase_add_test(few, what_cannot_fly_is_refused_where_it_is_set);
    suite_add_tcase(suite, few);
    TCase *materials = tcase_create("materials");
    tcase_add_test(materials, impacts_on_walls_are_reported);
    tcase_add_test(materials, rough_walls_turn_disks);
    tcase_add_test(materials, the_users_functions_mix_materials);
    tcase_add_test(materials, rough_disks_turn_each_other);
    suite_add_tcase(suite, materials);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_add_test(slow, a_disk_in_a_box_flies_straight_for_long);
    suite_add_tcase(suite, slow);
    return suite;
}
