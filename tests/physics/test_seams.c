/* test_seams.c: what rolls or slides from one segment to the next does not feel where they meet. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"

/* A floor of tiles from -2 on, of the default material. */
static void add_tiles(evo_world *world, double tile, double length) {
    const evo_vec2 from = {0, 0}, to = {tile, 0};
    for (int i = 0; i * tile < length + 2; ++i)
        lab_fixed(world, evo_segment(from, to), i * tile - 2, 0);
}

typedef enum traveller { DISK, SMOOTH_ELLIPSE, HOOP, TRAVELLERS } traveller;

static const double RADIUS = 0.3;

static evo_body add_traveller(evo_world *world, traveller kind, double x, double speed) {
    const double full = 6.283185307179586;
    evo_body_config config = lab_body(evo_circle(RADIUS), x, RADIUS);
    config.velocity.x = speed;
    config.spin = -speed / RADIUS;
    if (kind == HOOP) config.shape = evo_ring(RADIUS, 0.05, 0, full);
    if (kind == HOOP) config.position.y = RADIUS + 0.025;
    if (kind == HOOP) config.spin = -speed / (RADIUS + 0.025);
    if (kind == SMOOTH_ELLIPSE) {
        config.shape = evo_ellipse(0.5, RADIUS);
        config.material.friction = 0;
        config.spin = 0;
    }
    return evo_body_create(world, &config);
}

static int touches_begun_less_ended(const evo_world *world) {
    size_t count;
    int open = 0;
    const evo_touch *touches = evo_world_touches(world, &count);
    for (size_t i = 0; i < count; ++i) open += touches[i].began ? 1 : -1;
    return open;
}

/* Two seconds, from many places: the speed stays, and the height; and from the first touch on some
 * tile is touched all the time. */
static void check_travel(traveller kind, double tile, double speed) {
    for (int phase = 0; phase < 12; ++phase) {
        evo_world *world = lab_world(10);
        add_tiles(world, tile, 2 * speed + 4);
        evo_body body = add_traveller(world, kind, 0.083 * phase, speed);
        double height = evo_body_pose(world, body).position.y;
        int open = 0;
        for (int step = 0; step < 120; ++step) {
            lab_run(world, 1);
            open += touches_begun_less_ended(world);
            double hop = evo_body_pose(world, body).position.y - height;
            ck_assert_msg(hop < 0.005, "%d at %g over %g: hops by %g", kind, speed, tile, hop);
            /* Where one ends, both; or all that are passed in a step. */
            bool some = open >= 1 && open <= 2 + (int)(speed * LAB_STEP / tile);
            ck_assert_msg(some || step < 2, "%d at %g over %g: %d touches in step %d", kind, speed,
                          tile, open, step);
        }
        double loss = 1 - evo_body_velocity(world, body).x / speed;
        ck_assert_msg(fabs(loss) < 0.005, "%d at %g over %g: loses %g", kind, speed, tile, loss);
        evo_world_destroy(world);
    }
}

START_TEST(tiles_are_a_floor) {
    static const double speeds[] = {1, 3, 10, 20, 30};
    static const double tiles[] = {0.3, 1, 7};
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < 3; ++k) check_travel((traveller)_i, tiles[k], speeds[i]);
}
END_TEST

/* A character that walks at 3 units a second for 20 s, as games do: its velocity is set. */
START_TEST(a_walker_stays_on_the_ground) {
    evo_world *world = lab_world(10);
    add_tiles(world, 1, 70);
    evo_body_config config = lab_body(evo_circle(0.4), 0, 0.4);
    config.locks.spin = true;
    evo_body walker = evo_body_create(world, &config);
    int open = 0;
    for (int step = 0; step < 1200; ++step) {
        evo_vec2 v = evo_body_velocity(world, walker);
        v.x = 3;
        ck_assert_int_eq(evo_body_set_velocity(world, walker, v), EVO_OK);
        lab_run(world, 1);
        open += touches_begun_less_ended(world);
        ck_assert_msg(open == 1 || open == 2 || step < 2, "%d touches in step %d", open, step);
        ck_assert_double_eq_tol(evo_body_pose(world, walker).position.y, 0.4, 0.002);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Where segments meet at an angle --------------------------------------------------------- */

/* Up a slope and over its ridge, too fast to stay on the ground: what a disk of restitution 0 loses
 * is at most what it has across the other slope where it comes down. */
START_TEST(a_ridge_is_rolled_over) {
    evo_world *world = lab_world(10);
    const evo_vec2 foot = {-10, -1}, ridge = {0, 0}, end = {10, -1};
    lab_fixed(world, evo_segment(foot, ridge), 0, 0);
    lab_fixed(world, evo_segment(ridge, end), 0, 0);
    const double slope = atan(0.1), x = -4;
    evo_body_config config = lab_body(evo_circle(RADIUS), x, 0.1 * x + RADIUS / cos(slope));
    config.velocity.x = 4 * cos(slope);
    config.velocity.y = 4 * sin(slope);
    config.spin = -4 / RADIUS;
    evo_body body = evo_body_create(world, &config);
    const double before = lab_energy(world, body, 10);
    for (int step = 0; step < 150; ++step) {
        lab_run(world, 1);
        const evo_vec2 at = evo_body_pose(world, body).position;
        const double floor = -0.1 * fabs(at.x) + RADIUS / cos(slope);
        ck_assert_double_lt(at.y - floor, 0.03);
        ck_assert_double_gt(at.y - floor, -0.01);
    }
    ck_assert_double_gt(evo_body_pose(world, body).position.x, 3);
    const double kept = lab_energy(world, body, 10) / before;
    ck_assert_double_lt(kept, 1.001);
    ck_assert_double_gt(kept, 1 - pow(sin(2 * slope), 2) / 1.5);
    evo_world_destroy(world);
}
END_TEST

/* Down into a valley: what a disk of restitution 0 loses is what meets the other slope. */
START_TEST(a_valley_takes_what_it_must) {
    evo_world *world = lab_world(10);
    const evo_vec2 top = {-10, 1}, bottom = {0, 0}, end = {10, 1};
    const double slope = atan(0.1), speed = 5;
    lab_fixed(world, evo_segment(top, bottom), 0, 0);
    lab_fixed(world, evo_segment(bottom, end), 0, 0);
    evo_body_config config = lab_body(evo_circle(RADIUS), -0.5, 0.05 + RADIUS / cos(slope));
    config.material.friction = 0;
    config.velocity.x = speed * cos(slope);
    config.velocity.y = -speed * sin(slope);
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 12);
    const double kept = lab_speed(world, body) / speed;
    ck_assert_double_gt(evo_body_pose(world, body).position.x, 0.2);
    ck_assert_double_eq_tol(kept, cos(2 * slope), 0.01);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_seams(void) {
    Suite *suite = suite_create("seams");
    TCase *straight = tcase_create("straight"), *angles = tcase_create("angles");
    tcase_add_loop_test(straight, tiles_are_a_floor, 0, TRAVELLERS);
    tcase_add_test(straight, a_walker_stays_on_the_ground);
    tcase_add_test(angles, a_ridge_is_rolled_over);
    tcase_add_test(angles, a_valley_takes_what_it_must);
    suite_add_tcase(suite, straight);
    suite_add_tcase(suite, angles);
    return suite;
}
