/* flats.c: boxes, capsules and polygons in steps: stacks and houses of cards stand and sleep,
 * boxes slide where friction cannot hold them, floors of tiles are smooth, and nothing is passed
 * through. */
#include <math.h>

#include "core/core.h"
#include "evolute/collide.h"
#include "evolute/contact.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES_MOST = 2000 };

typedef struct building {
    evo_world *world;
    evo_body bodies[BODIES_MOST];
    evo_vec2 places[BODIES_MOST];
    int count;
} building;

static void begin(building *b) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    b->world = evo_world_create(&config);
    b->count = 0;
    lab_fixed(b->world, evo_segment((evo_vec2){-100, 0}, (evo_vec2){100, 0}), 0, 0);
}

static void put(building *b, evo_shape shape, double x, double y, double angle) {
    evo_body_config config = lab_body(shape, x, y);
    config.angle = angle;
    b->places[b->count] = config.position;
    b->bodies[b->count++] = evo_body_create(b->world, &config);
}

/* The farthest that a body is from where it was put. */
static double most_moved(const building *b) {
    double most = 0;
    for (int i = 0; i < b->count; ++i) {
        const evo_vec2 at = evo_body_pose(b->world, b->bodies[i]).position;
        most = fmax(most, hypot(at.x - b->places[i].x, at.y - b->places[i].y));
    }
    return most;
}

/* After thirty seconds all sleep, and none has moved farther. */
static void check_stands(building *b, double most) {
    lab_run(b->world, 1800);
    ck_assert_uint_eq(evo_world_counters(b->world).awake, 0);
    ck_assert_msg(most_moved(b) <= most, "moved by %g", most_moved(b));
    evo_world_destroy(b->world);
}

/* ---- What stands ----------------------------------------------------------------------------- */

static building built;

START_TEST(twenty_boxes_stand) {
    begin(&built);
    for (int i = 0; i < 20; ++i) put(&built, evo_box(0.5, 0.5), 0, 0.5 + i, 0);
    check_stands(&built, 0.08); /* soft contacts sink under weight */
}
END_TEST

static void add_pyramid(building *b, int base) {
    for (int row = 0; row < base; ++row)
        for (int i = 0; i < base - row; ++i)
            put(b, evo_box(0.5, 0.5), (i + 0.5 * row - 0.5 * base) * 1.1, 0.5 + row, 0);
}

START_TEST(a_pyramid_stands) {
    begin(&built);
    add_pyramid(&built, 20);
    check_stands(&built, 0.05);
}
END_TEST

START_TEST(a_large_pyramid_stands) {
    begin(&built);
    add_pyramid(&built, 60);
    check_stands(&built, 0.2);
}
END_TEST

/* Pairs of cards that lean on each other, and a long card on each floor. */
START_TEST(a_house_of_cards_stands) {
    const double half = 1, thin = 0.05, lean = 0.35;
    const double wide = 4 * half * sin(lean) * 1.2;
    const double high = 2 * (half * cos(lean) + thin * sin(lean));
    begin(&built);
    for (int floor = 0; floor < 3; ++floor) {
        const double ground = floor * (high + 2 * thin), off = half * sin(lean) + thin * cos(lean);
        for (int i = 0; i < 3 - floor; ++i)
            for (int side = -1; side <= 1; side += 2)
                put(&built, evo_box(thin, half), (i + 0.5 * floor) * wide + side * off,
                    ground + 0.5 * high, side * lean);
        if (floor < 2)
            put(&built, evo_box((3 - floor) * wide * 0.5, thin), wide, ground + high + thin, 0);
    }
    check_stands(&built, 0.05);
}
END_TEST

static double shaken(double value) {
    return value + random_between(-5e-4, 5e-4);
}

static void put_card(building *b, double x, double y, double angle) {
    evo_body_config config = lab_body(evo_box(0.001, 0.2), shaken(x), shaken(y));
    config.angle = shaken(angle);
    config.material.friction = 0.7;
    b->places[b->count] = config.position;
    b->bodies[b->count++] = evo_body_create(b->world, &config);
}

/* Five storeys of cards two hundred times as long as they are thick, which fall onto each other. */
static void add_cards(building *b) {
    const double lean = 0.436, left = 0.175;
    double y = 0.18;
    for (int storey = 0; storey < 5; ++storey, y += 0.37)
        for (int i = 0; i < 5 - storey; ++i) {
            const double x = left * (storey + 2 * i);
            if (i < 4 - storey) put_card(b, x + 0.25, y + 0.185, 1.5707963);
            put_card(b, x, y, -lean);
            put_card(b, x + left, y, lean);
        }
}

START_TEST(thin_cards_stand) {
    int stand = 0;
    random_seed(17);
    for (int n = 0; n < 10; ++n) {
        evo_world_config config = evo_world_config_default();
        config.gravity.y = -10;
        built.world = evo_world_create(&config);
        built.count = 0;
        evo_body_config floor = lab_body(evo_box(40, 2), 0, -2);
        floor.kind = EVO_STATIC;
        floor.material.friction = 0.7;
        evo_body_create(built.world, &floor);
        add_cards(&built);
        lab_run(built.world, 300);
        stand += evo_world_counters(built.world).awake == 0 && most_moved(&built) < 0.05;
        evo_world_destroy(built.world);
    }
    ck_assert_int_ge(stand, 9);
}
END_TEST

/* ---- Friction -------------------------------------------------------------------------------- */

/* A box rests on a slope below the angle of friction, and slides on a steeper one. */
START_TEST(slopes_hold_boxes_up_to_friction) {
    const double hold = atan(0.6);
    for (int steep = 0; steep < 2; ++steep) {
        const double angle = hold + (steep ? 0.03 : -0.03);
        evo_world *world = lab_world(10);
        lab_slope(world, 50, angle);
        evo_body_config config = lab_body(evo_box(0.5, 0.3), 0, 0);
        config.position = lab_on_slope(angle, 0, 0.3);
        config.angle = -angle;
        evo_body box = evo_body_create(world, &config);
        lab_run(world, 300);
        const evo_vec2 at = evo_body_pose(world, box).position;
        const double way = hypot(at.x - config.position.x, at.y - config.position.y);
        const double gain = 10 * (sin(angle) - 0.6 * cos(angle));
        if (steep)
            ck_assert_double_eq_tol(way, 0.5 * gain * 25, 0.05 * way);
        else
            ck_assert_double_le(way, 0.01);
        evo_world_destroy(world);
    }
}
END_TEST

/* A smooth box, a capsule and a hexagon slide over tiles as over one floor. */
START_TEST(tiles_are_smooth) {
    evo_vec2 hexagon[6];
    for (int i = 0; i < 6; ++i) {
        hexagon[i] = evo_direction(i * PI / 3);
        hexagon[i].x *= 0.4;
        hexagon[i].y *= 0.4;
    }
    const evo_shape shapes[] = {evo_box(0.4, 0.25),
                                evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2),
                                evo_polygon(hexagon, 6, 0.05)};
    const double heights[] = {0.25, 0.2, 0.4 * sin(PI / 3) + 0.05};
    const double speeds[] = {1, 5, 20};
    const double speed = speeds[_i % 3];
    evo_world *world = lab_world(10);
    for (int i = 0; i * 0.7 < 2 * speed + 6; ++i)
        lab_fixed(world, evo_segment((evo_vec2){0, 0}, (evo_vec2){0.7, 0}), i * 0.7 - 2, 0);
    evo_body_config config = lab_body(shapes[_i / 3], 0, heights[_i / 3]);
    config.material.friction = 0;
    config.velocity.x = speed;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 120);
    const evo_vec2 velocity = evo_body_velocity(world, body);
    ck_assert_double_ge(velocity.x, 0.99 * speed);
    ck_assert_double_le(fabs(evo_body_pose(world, body).position.y - heights[_i / 3]), 0.005);
    evo_world_destroy(world);
}
END_TEST

/* ---- Nothing is passed through --------------------------------------------------------------- */

static evo_shape any_flat(double size) {
    const int kind = (int)random_between(0, 3), count = 3 + (int)random_between(0, 5.99);
    evo_vec2 points[8];
    if (kind == 0) return evo_box(size, size * random_between(0.3, 1));
    if (kind == 1)
        return evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0},
                           size * random_between(0.1, 0.6));
    for (int i = 0; i < count; ++i) {
        points[i] = evo_direction(2 * PI * (i + random_between(0, 0.4)) / count);
        points[i].x *= size;
        points[i].y *= size;
    }
    return evo_polygon(points, count, random_between(0, 1) < 0.5 ? 0.1 * size : 0);
}

/* A wall, a plank or a rod, upright at x = 0. */
static evo_shape any_wall(void) {
    const double half = random_between(0.02, 0.3);
    const int kind = (int)random_between(0, 3);
    if (kind == 0) return evo_segment((evo_vec2){0, -50}, (evo_vec2){0, 50});
    return kind == 1 ? evo_box(half, 50) : evo_capsule((evo_vec2){0, -50}, (evo_vec2){0, 50}, half);
}

START_TEST(walls_stop_flats) {
    const double speeds[] = {10, 100, 1000};
    random_seed((uint64_t)_i + 77);
    for (int i = 0; i < 300; ++i) {
        const double speed = speeds[_i], slant = random_between(-0.5, 0.5);
        evo_world *world = lab_space();
        lab_fixed(world, any_wall(), 0, 0);
        const double back = 1.5 + speed * LAB_STEP * random_between(0, 1);
        evo_body_config config = lab_body(any_flat(random_between(0.1, 0.5)), -back, 0);
        config.velocity = (evo_vec2){speed * cos(slant), speed * sin(slant)};
        config.angle = random_between(-PI, PI);
        config.spin = random_between(-20, 20);
        config.material.restitution = random_between(0, 1);
        evo_body body = evo_body_create(world, &config);
        for (int step = 0; step < 4 + (int)(2 * back / speed / LAB_STEP); ++step) {
            lab_run(world, 1);
            ck_assert_msg(evo_body_pose(world, body).position.x < 0, "shot %d at %g", i, speed);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* Shots at boxes, capsules and polygons: what would strike, does, and nothing else. */
START_TEST(targets_are_struck_or_passed) {
    const double speeds[] = {10, 100, 1000};
    const double speed = speeds[_i];
    int struck = 0, missed = 0, ghosts = 0;
    random_seed((uint64_t)_i + 99);
    for (int i = 0; i < 400; ++i) {
        evo_world *world = lab_space();
        evo_body_config target = lab_body(any_flat(random_between(0.1, 0.5)), 0, 0);
        target.kind = EVO_STATIC;
        evo_body_create(world, &target);
        const double back = 1.5 + speed * LAB_STEP * random_between(0, 1);
        const double beside = random_between(-1, 1); /* before the shape, for any compiler */
        evo_body_config shot = lab_body(any_flat(random_between(0.1, 0.5)), -back, beside);
        shot.velocity.x = speed;
        shot.angle = random_between(-PI, PI);
        shot.spin = random_between(-20, 20);
        evo_body body = evo_body_create(world, &shot);
        const int steps = 2 + (int)(2 * back / speed / LAB_STEP);
        const evo_flight from = {shot.position, shot.velocity, shot.angle, shot.spin};
        const evo_flight still = {{0, 0}, {0, 0}, 0, 0};
        const double horizon = steps * LAB_STEP;
        const bool meets =
            evo_time_of_impact(&shot.shape, from, &target.shape, still, horizon) < horizon;
        lab_run(world, steps);
        const evo_vec2 then = evo_body_velocity(world, body);
        const bool kept = then.x == speed && then.y == 0;
        struck += meets;
        missed += meets && kept;
        ghosts += !meets && !kept;
        evo_world_destroy(world);
    }
    ck_assert_int_gt(struck, 100);
    ck_assert_int_lt(struck, 390);
    ck_assert_msg(missed <= 1 && ghosts <= 1, "%d missed, %d ghosts", missed, ghosts);
}
END_TEST

/* Shots along and at a long wall that turns about a far centre, as fast as the wall is there and a
 * little more: what would strike, does, and nothing else. */
START_TEST(turning_walls_are_struck_or_passed) {
    const double far = 10, horizon = 8 * LAB_STEP;
    int struck = 0, missed = 0, ghosts = 0;
    random_seed((uint64_t)_i + 55);
    for (int i = 0; i < 600; ++i) {
        const double size = random_between(0.1, 0.5), spin = random_between(-2, 2);
        const double faster = size * random_scale(1, 200), way = random_between(-1.7, 1.7);
        evo_world *world = lab_space();
        evo_body_config wall = lab_body(evo_box(random_between(0.1, 0.5), 9), 0, 0);
        wall.kind = EVO_KINEMATIC;
        wall.spin = spin;
        wall.shape.center.x = far + 0.5;
        evo_body_create(world, &wall);
        evo_body_config shot = lab_body(any_flat(size), far - size - random_between(0.6, 1.5), 0);
        shot.position.y = random_between(-11, 11);
        shot.velocity.x = faster * cos(way) - spin * shot.position.y;
        shot.velocity.y = faster * sin(way) + spin * shot.position.x;
        shot.angle = random_between(-PI, PI);
        shot.spin = random_between(-10, 10);
        evo_body body = evo_body_create(world, &shot);
        const evo_flight from = {shot.position, shot.velocity, shot.angle, shot.spin};
        const evo_flight turning = {{0, 0}, {0, 0}, 0, spin};
        const double time =
            evo_time_of_impact(&shot.shape, from, &wall.shape, turning, horizon + LAB_STEP);
        lab_run(world, 8);
        const evo_vec2 then = evo_body_velocity(world, body);
        const bool kept = then.x == shot.velocity.x && then.y == shot.velocity.y;
        struck += time < horizon;
        missed += time < 0.999 * horizon && kept;
        ghosts += time > 1.001 * horizon && !kept;
        evo_world_destroy(world);
    }
    ck_assert_int_gt(struck, 80);
    ck_assert_int_lt(struck, 500);
    ck_assert_msg(missed <= 1 && ghosts <= 1, "%d missed, %d ghosts", missed, ghosts);
}
END_TEST

/* A body that falls flat, from up to 5 m, on a floor or on its like, lands on both corners at
 * once: it neither rocks nor moves aside. A like gives way for a moment, and throws it back a
 * little: by up to a quarter of its speed. */
START_TEST(flat_landings_do_not_rock) {
    const evo_shape shapes[] = {evo_box(0.5, 0.5), evo_box(1, 0.2),
                                evo_capsule((evo_vec2){-0.5, 0}, (evo_vec2){0.5, 0}, 0.3)};
    const double half[] = {0.5, 0.2, 0.3};
    for (int i = 0; i < 60; ++i) {
        const int kind = i % 3, crates = i % 2;
        const double height = 0.5 + 0.075 * i, floor = 2 * half[kind] * crates;
        building b;
        begin(&b);
        if (crates) put(&b, shapes[kind], 0, half[kind], 0);
        put(&b, shapes[kind], 0, floor + half[kind] + height, 0);
        double rise = 0, turned = 0;
        const double bar = crates ? 0.25 * sqrt(20 * height) : 0.01;
        const evo_body falls = b.bodies[b.count - 1];
        bool landed = false;
        for (int step = 0; step < 120; ++step) {
            lab_run(b.world, 1);
            landed |= evo_body_contacts(b.world, falls, NULL, 0) > 0;
            if (landed) rise = fmax(rise, evo_body_velocity(b.world, falls).y);
            turned = fmax(turned, fabs(evo_body_pose(b.world, falls).angle));
        }
        ck_assert_msg(rise < bar && turned < 0.01 && landed, "kind %d from %g: rises %g, turns %g",
                      kind, height, rise, turned);
        ck_assert_double_lt(fabs(evo_body_pose(b.world, falls).position.x), 0.01);
        evo_world_destroy(b.world);
    }
}
END_TEST

Suite *suite_flats(void) {
    Suite *suite = suite_create("flats");
    TCase *stand = tcase_create("law_rest");
    tcase_add_test(stand, twenty_boxes_stand);
    tcase_add_test(stand, a_pyramid_stands);
    tcase_add_test(stand, a_house_of_cards_stands);
    tcase_add_test(stand, thin_cards_stand);
    tcase_add_test(stand, flat_landings_do_not_rock);
    suite_add_tcase(suite, stand);
    TCase *friction = tcase_create("law_friction");
    tcase_add_test(friction, slopes_hold_boxes_up_to_friction);
    tcase_add_loop_test(friction, tiles_are_smooth, 0, 9);
    suite_add_tcase(suite, friction);
    TCase *tunnel = tcase_create("law_tunnel");
    tcase_add_loop_test(tunnel, walls_stop_flats, 0, 3);
    tcase_add_loop_test(tunnel, targets_are_struck_or_passed, 0, 3);
    tcase_add_loop_test(tunnel, turning_walls_are_struck_or_passed, 0, 2);
    suite_add_tcase(suite, tunnel);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_add_test(slow, a_large_pyramid_stands);
    suite_add_tcase(suite, slow);
    return suite;
}
