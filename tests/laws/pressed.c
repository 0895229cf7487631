/* pressed.c: what is pressed, small or heavy: nothing swallows another, heaps of any size under
 * any gravity come to rest, and squeezes throw nothing far. What is created overlapped parts at
 * one speed and keeps none of it, however long steps are and however many bodies there are. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES = 400 };

static evo_body add_body(evo_world *world, evo_shape shape, evo_vec2 at) {
    const evo_body_config config = lab_body(shape, at.x, at.y);
    return evo_body_create(world, &config);
}

/* A kinematic body that moves along x. */
static evo_body add_press(evo_world *world, evo_shape shape, evo_vec2 at, double speed) {
    evo_body_config config = lab_body(shape, at.x, at.y);
    config.kind = EVO_KINEMATIC;
    config.velocity.x = speed;
    return evo_body_create(world, &config);
}

static evo_vec2 place_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

/* Pairs of bodies of which the centres are nearer than `least`. */
static int pairs_nearer(const evo_world *world, const evo_body *bodies, int count, double least) {
    int near = 0;
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j)
            near += evo_distance(place_of(world, bodies[i]), place_of(world, bodies[j])) < least;
    return near;
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* Disks are sent to a point, each step anew. */
START_TEST(swarms_swallow_nobody) {
    static evo_body bodies[BODIES];
    const double speed = 2 + 3 * _i;
    evo_world *world = lab_world(0);
    for (int i = 0; i < BODIES; ++i)
        bodies[i] = add_body(world, evo_circle(0.5), (evo_vec2){1.1 * (i % 20), 1.1 * (i / 20)});
    for (int step = 0; step < 600; ++step) {
        for (int i = 0; i < BODIES; ++i) {
            const evo_vec2 way = evo_sub((evo_vec2){10.3, 10.4}, place_of(world, bodies[i]));
            evo_body_set_velocity(world, bodies[i], evo_scale(speed, evo_unit(way)));
        }
        lab_run(world, 1);
    }
    ck_assert_int_le(pairs_nearer(world, bodies, BODIES, 0.3), 15);
    evo_world_destroy(world);
}
END_TEST

/* A press stands at a part of the room that disks had. */
START_TEST(pistons_press_evenly_and_rest) {
    enum { SIDE = 10 };
    static evo_body bodies[SIDE * SIDE];
    const double part = 0.9 - 0.04 * _i;
    evo_world *world = evo_world_create(NULL);
    lab_closed_box(world, SIDE + 2, evo_material_default());
    for (int i = 0; i < SIDE * SIDE; ++i)
        bodies[i] =
            add_body(world, evo_circle(0.5), (evo_vec2){0.5 + i % SIDE, 0.5 + (double)(i / SIDE)});
    add_press(world, evo_box(5, 0.5), (evo_vec2){5.1, SIDE + 0.51}, 0);
    const evo_body press = add_press(world, evo_box(1, 5), (evo_vec2){SIDE + 1.01, 5}, -1);
    for (int i = 0; i < 900; ++i) {
        if (place_of(world, press).x < SIDE * part + 1)
            evo_body_set_velocity(world, press, (evo_vec2){0, 0});
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    ck_assert_int_eq(pairs_nearer(world, bodies, SIDE * SIDE, 0.7), 0);
    for (int i = 0; i < SIDE * SIDE; ++i) ck_assert_double_lt(lab_speed(world, bodies[i]), 0.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- Heaps ----------------------------------------------------------------------------------- */

static evo_shape random_stone(double size) {
    const double reach = size * random_between(0.4, 0.9);
    if (random_between(0, 3) < 1) return evo_circle(reach);
    if (random_between(0, 2) < 1) return evo_box(reach, reach * random_between(0.4, 1));
    return evo_capsule((evo_vec2){-reach, 0}, (evo_vec2){reach, 0}, 0.4 * reach);
}

/* Returns the deepest overlap of a heap, as part of the width of its stones, or INFINITY if it does
 * not come to rest. */
static double heap(double size, double gravity, double rate) {
    enum { STONES = 60 };
    evo_body bodies[STONES];
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    evo_world *world = evo_world_create(&config);
    lab_box(world, (evo_vec2){-8 * size, 0}, 16 * size, 60 * size);
    for (int i = 0; i < STONES; ++i) {
        const double shift = random_between(-0.3, 0.3);
        const evo_vec2 at = {(-6 + 4 * (i % 4) + shift) * size, (3 + 3 * (double)(i / 4)) * size};
        evo_body_config stone = lab_body(random_stone(size), at.x, at.y);
        stone.material.rolling_resistance = 0.02;
        stone.angle = random_between(0, 6);
        bodies[i] = evo_body_create(world, &stone);
    }
    const double fall = sqrt(2 * 50 * size / gravity), rest = 2 + 40 * sqrt(size / gravity);
    for (int i = 0; i < (fall + rest) * rate; ++i)
        ck_assert_int_eq(evo_world_step(world, 1 / rate), EVO_OK);
    double deepest = 0;
    size_t count;
    bool awake = false;
    for (int i = 0; i < STONES; ++i) awake |= !evo_body_asleep(world, bodies[i]);
    static evo_contact contacts[8 * STONES];
    count = evo_world_contacts(world, contacts, 8 * STONES);
    for (size_t i = 0; i < count && i < 8 * STONES; ++i)
        for (int k = 0; k < contacts[i].count; ++k)
            deepest = fmax(deepest, -contacts[i].points[k].gap / (0.4 * size));
    evo_world_destroy(world);
    return awake ? INFINITY : deepest;
}

/* Where gravity adds at most a fiftieth of the size to what falls for a step. */
START_TEST(heaps_of_any_size_rest) {
    random_seed(31);
    int awake = 0, deep = 0;
    const int heaps = 12;
    for (int i = 0; i < heaps; ++i) {
        const double rate = 30 << i % 3, gravity = random_scale(1, 100);
        const double least = fmax(0.02, gravity / (0.02 * rate * rate));
        const double deepest = heap(random_scale(fmin(least, 2), 2), gravity, rate);
        awake += isinf(deepest);
        deep += deepest > 0.3 && !isinf(deepest);
    }
    ck_assert_msg(6 * awake <= heaps, "%d of %d stay awake", awake, heaps);
    ck_assert_msg(6 * deep <= heaps, "%d of %d are deep", deep, heaps);
}
END_TEST

/* A piston that is told to stand in each step lets its crowd sleep. */
START_TEST(what_changes_nothing_wakes_nobody) {
    evo_world *world = evo_world_create(NULL);
    lab_fixed(world, evo_box(5, 1), 0, -1);
    const evo_body box = add_body(world, evo_box(0.5, 0.5), (evo_vec2){0, 0.5});
    const evo_body press = add_press(world, evo_box(0.5, 2), (evo_vec2){1, 2}, 0);
    const evo_pose at = evo_body_pose(world, press);
    for (int i = 0; i < 200; ++i) {
        ck_assert_int_eq(evo_body_set_velocity(world, press, (evo_vec2){0, 0}), EVO_OK);
        ck_assert_int_eq(evo_body_set_spin(world, press, 0), EVO_OK);
        ck_assert_int_eq(evo_body_set_pose(world, press, at), EVO_OK);
        ck_assert_int_eq(evo_body_drive_to(world, press, at, LAB_STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    ck_assert(evo_body_asleep(world, box));
    ck_assert_int_eq(evo_body_set_velocity(world, press, (evo_vec2){-1, 0}), EVO_OK);
    ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    ck_assert(!evo_body_asleep(world, box));
    evo_world_destroy(world);
}
END_TEST

/* ---- Squeezes -------------------------------------------------------------------------------- */

/* Returns how high boxes get that a plate pushes against a wall. */
static double squeeze(double speed) {
    enum { BOXES = 5 };
    evo_body boxes[BOXES];
    evo_world *world = lab_world(10);
    double highest = 0;
    lab_fixed(world, evo_box(50, 1), 0, -1);
    lab_fixed(world, evo_box(0.5, 5), 9.5, 5);
    const evo_body plate = add_press(world, evo_box(0.2, 2), (evo_vec2){-2, 2.01}, speed);
    for (int i = 0; i < BOXES; ++i) {
        const double half = random_between(0.4, 0.55);
        boxes[i] =
            add_body(world, evo_box(random_between(0.45, 0.55), half), (evo_vec2){1.2 * i, half});
    }
    for (int i = 0; i < 600; ++i) {
        if (place_of(world, plate).x > 5.6) evo_body_set_velocity(world, plate, (evo_vec2){0, 0});
        lab_run(world, 1);
        for (int k = 0; k < BOXES; ++k) highest = fmax(highest, place_of(world, boxes[k]).y);
    }
    evo_world_destroy(world);
    return highest;
}

START_TEST(squeezes_throw_nothing_far) {
    const int squeezes = 30;
    double sum = 0;
    random_seed(5);
    for (int i = 0; i < squeezes; ++i) sum += squeeze(random_scale(0.5, 9));
    ck_assert_double_lt(sum / squeezes, 8);
}
END_TEST

/* Plates that are born in each other part by their thickness. */
START_TEST(plates_part_slowly) {
    evo_world *world = lab_world(10);
    lab_fixed(world, evo_box(50, 1), 0, -1);
    const evo_body low = add_body(world, evo_box(1, 0.05), (evo_vec2){0, 0.05});
    const evo_body high = add_body(world, evo_box(1, 0.05), (evo_vec2){1, 0.05});
    double highest = 0;
    for (int i = 0; i < 180; ++i) {
        lab_run(world, 1);
        highest = fmax(highest, fmax(place_of(world, low).y, place_of(world, high).y));
    }
    ck_assert_double_lt(highest, 0.17);
    evo_world_destroy(world);
}
END_TEST

/* ---- Overlapped bodies ----------------------------------------------------------------------- */

enum { MOST = 100, KINDS = 6, CROWDS = 6 };

static evo_shape shape_of(int kind, double reach) {
    const evo_vec2 left = {-0.6 * reach, 0}, right = {0.6 * reach, 0};
    if (kind == 0) return evo_circle(reach);
    if (kind == 1) return evo_box(0.7 * reach, 0.7 * reach);
    if (kind == 2) return evo_capsule(left, right, 0.4 * reach);
    if (kind == 3) return evo_ellipse(reach, 0.6 * reach);
    if (kind == 4) return evo_box(0.97 * reach, 0.2 * reach);
    return evo_ring(0.8 * reach, 0.3 * reach, 0, 4);
}

static double fastest(const evo_world *world, const evo_body *bodies, int count) {
    double most = 0;
    for (int i = 0; i < count; ++i) most = fmax(most, lab_speed(world, bodies[i]));
    return most;
}

/* The greatest speed of a crowd in a second, or in 100 steps. */
static double speed_of_crowd(int kind, double dt, int substeps, double push_speed) {
    evo_world_config config = evo_world_config_default();
    config.substeps = substeps;
    config.push_speed = push_speed;
    evo_world *world = evo_world_create(&config);
    evo_body bodies[MOST];
    const int count = (int)random_scale(substeps > 4 ? 50 : 2, MOST);
    const double spread = random_between(0.05, 0.2) * sqrt(count);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 at = random_vector(spread);
        evo_body_config body = lab_body(shape_of(kind, random_between(0.3, 0.8)), at.x, at.y);
        body.angle = random_between(0, 6);
        bodies[i] = evo_body_create(world, &body);
    }
    double most = 0;
    for (int step = 0; step < 100 && step * dt < 1; ++step) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        most = fmax(most, fastest(world, bodies, count));
    }
    evo_world_destroy(world);
    return most;
}

/* Crowds are hardly thrown apart; of those of slim shapes it is one in 15. */
START_TEST(crowds_keep_no_speed) {
    static const double lengths[] = {1.0 / 30, 1.0 / 60, 1.0 / 120, 1e-3};
    int fast = 0;
    random_seed(71 + (uint64_t)_i);
    for (int n = 0; n < CROWDS; ++n) {
        const double dt = lengths[(int)random_between(0, 4)];
        const int substeps = 1 << (int)random_between(0, 5);
        const double speed = speed_of_crowd(_i, dt, substeps, 0);
        fast += speed > 8;
        ck_assert_msg(fast <= 2 && speed < 40, "kind %d, crowd %d: %g at steps of %g / %d", _i, n,
                      speed, dt, substeps);
    }
}
END_TEST

/* Two disks, one in the other: how long until they are apart. */
static double time_of_parting(double push_speed, double dt) {
    evo_world_config config = evo_world_config_default();
    config.push_speed = push_speed;
    evo_world *world = evo_world_create(&config);
    evo_body_config first = lab_body(evo_circle(0.5), 0, 0), second = first;
    second.position.x = 0.2;
    const evo_body a = evo_body_create(world, &first), b = evo_body_create(world, &second);
    double time = 0;
    for (; time < 5; time += dt) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        const double apart =
            evo_body_pose(world, b).position.x - evo_body_pose(world, a).position.x;
        if (apart > 0.85) break;
    }
    evo_world_destroy(world);
    return time;
}

/* What is pressed lets a part of its push go: two part at half of the speed or more. */
START_TEST(push_speed_is_the_speed) {
    static const double speeds[] = {0.5, 2, 4}, lengths[] = {1.0 / 30, 1.0 / 60, 1.0 / 240};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const double least = 0.65 / (0.5 * speeds[i]);
            const double time = time_of_parting(speeds[i], lengths[k]);
            ck_assert_msg(time > least - 2 * lengths[k] && time < 2.5 * least + 3 * lengths[k],
                          "%g at steps of %g: %g, not %g", speeds[i], lengths[k], time, least);
        }
    ck_assert_double_eq(time_of_parting(0, LAB_STEP), time_of_parting(4, LAB_STEP));
}
END_TEST

/* A plate comes down on a row of bodies and presses them to nine tenths of their height. */
START_TEST(plates_throw_nothing) {
    for (int kind = 0; kind < 4; ++kind) {
        const double speed = _i == 0 ? 0.5 : 4;
        evo_world *world = lab_world(10);
        evo_body bodies[6];
        lab_fixed(world, evo_box(20, 1), 0, -1);
        const double high = kind == 0 ? 0.5 : kind == 1 ? 0.35 : kind == 2 ? 0.2 : 0.3;
        for (int i = 0; i < 6; ++i) {
            const evo_body_config body = lab_body(shape_of(kind, 0.5), 1.1 * i, high);
            bodies[i] = evo_body_create(world, &body);
        }
        evo_body_config plate = lab_body(evo_box(4, 0.5), 2.75, 2 * high + 1);
        plate.kind = EVO_KINEMATIC;
        plate.velocity.y = -speed;
        const evo_body press = evo_body_create(world, &plate);
        for (int step = 0; step < (int)((0.5 + 0.2 * high) / speed * 60); ++step) {
            lab_run(world, 1);
            const double most = fastest(world, bodies, 6);
            ck_assert_msg(most < speed + 8, "kind %d, plate at %g: %g", kind, speed, most);
            for (int i = 0; i < 6; ++i)
                ck_assert_double_lt(evo_body_pose(world, bodies[i]).position.y, 2 * high);
        }
        ck_assert(evo_body_exists(world, press));
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_pressed(Suite *suite) {
    TCase *crowds = tcase_create("crowds"), *heaps = tcase_create("heaps");
    TCase *squeezes = tcase_create("squeezes");
    tcase_add_loop_test(crowds, swarms_swallow_nobody, 0, 2);
    tcase_add_loop_test(crowds, pistons_press_evenly_and_rest, 0, 2);
    tcase_add_test(heaps, heaps_of_any_size_rest);
    tcase_add_test(heaps, what_changes_nothing_wakes_nobody);
    tcase_add_test(squeezes, squeezes_throw_nothing_far);
    tcase_add_test(squeezes, plates_part_slowly);
    suite_add_tcase(suite, crowds);
    suite_add_tcase(suite, heaps);
    suite_add_tcase(suite, squeezes);
}

static void add_crowds(Suite *suite) {
    TCase *crowds = tcase_create("overlapped"), *plates = tcase_create("plates");
    tcase_add_loop_test(crowds, crowds_keep_no_speed, 0, KINDS);
    tcase_add_test(crowds, push_speed_is_the_speed);
    tcase_add_loop_test(plates, plates_throw_nothing, 0, 2);
    suite_add_tcase(suite, crowds);
    suite_add_tcase(suite, plates);
}

Suite *suite_pressed(void) {
    Suite *suite = suite_create("pressed");
    add_pressed(suite);
    add_crowds(suite);
    return suite;
}
