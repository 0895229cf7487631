/* piles.c: piles come to rest, keep their positions, and do not overlap deeply. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/pile.h"

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 10;

static pile heap;

/* ---- Heaps ----------------------------------------------------------------------------------- */

static void check_heap(bool ellipses, int steps) {
    pile empty = {.count = 5000, .ellipses = ellipses, .unit = 1};
    heap = empty;
    pile_make(&heap);
    lab_run(heap.world, steps);
    pile_state state = pile_look(&heap);
    ck_assert_int_eq(state.escaped, 0);
    ck_assert_double_lt(state.energy, 1e-5);
    ck_assert_double_lt(state.mean_overlap, 0.0095);
    ck_assert_double_lt(state.most_overlap, 0.05);
    /* Each body has at least three touches, and each touch is shared by two. */
    ck_assert_int_gt(state.touching, 3 * heap.count / 2);
    evo_world_destroy(heap.world);
}

/* Five thousand disks are at rest after ten seconds, without sleeping. */
START_TEST(five_thousand_disks_come_to_rest) {
    check_heap(false, 600);
}
END_TEST

/* Ellipses rock longer: twenty seconds. */
START_TEST(five_thousand_ellipses_come_to_rest) {
    check_heap(true, 1200);
}
END_TEST

/* ---- Stacks ---------------------------------------------------------------------------------- */

/* Ten disks in a shaft of their width: the lowest contact carries ten, the highest one. All rest
 * within 1 % of a radius of the rigid positions. */
START_TEST(a_stack_in_a_shaft_stands) {
    static const double spare[] = {0, 0.02};
    evo_world *world = lab_world(GRAVITY);
    evo_body bodies[10];
    evo_vec2 corner = {-0.5 - 0.5 * spare[_i], 0};
    lab_box(world, corner, 1 + spare[_i], 20);
    for (int i = 0; i < 10; ++i) {
        evo_body_config config = lab_body(evo_circle(0.5), 0, i + 0.5);
        bodies[i] = evo_body_create(world, &config);
    }
    lab_run(world, 1200);
    for (int i = 0; i < 10; ++i) {
        ck_assert_double_eq_tol(evo_body_pose(world, bodies[i]).position.y, i + 0.5, 0.01);
        ck_assert_double_lt(lab_speed(world, bodies[i]), 1e-3);
    }
    evo_world_destroy(world);
}
END_TEST

typedef struct pyramid {
    evo_world *world;
    int count;
    evo_body bodies[64];
    evo_vec2 places[64];
} pyramid;

/* A triangle of disks: each row lies in the hollows of the one below. */
static void make_pyramid(pyramid *p, int rows, double friction) {
    p->count = 0;
    p->world = lab_world(GRAVITY);
    evo_collider floor_collider;
    evo_material material = evo_material_default();
    material.friction = friction;
    evo_body_colliders(p->world, lab_slope(p->world, 50, 0), &floor_collider, 1);
    evo_collider_set_material(p->world, floor_collider, &material);
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < rows - row; ++i) {
            evo_body_config config =
                lab_body(evo_circle(0.5), i + 0.5 * row, 0.5 + row * sqrt(0.75));
            config.material.friction = friction;
            p->places[p->count] = config.position;
            p->bodies[p->count++] = evo_body_create(p->world, &config);
        }
}

/* The greatest displacement of a disk. */
static double pyramid_moved(const pyramid *p) {
    double most = 0;
    for (int i = 0; i < p->count; ++i) {
        evo_vec2 at = evo_body_pose(p->world, p->bodies[i]).position;
        most = fmax(most, hypot(at.x - p->places[i].x, at.y - p->places[i].y));
    }
    return most;
}

/* A disk on two others that only friction holds: the force on each of those must pass through its
 * contact with the ground, 15 degrees off the common normal. So the stack stands if friction
 * exceeds tan 15 = 0.268, and collapses otherwise. */
START_TEST(three_disks_stand_by_friction) {
    pyramid p;
    make_pyramid(&p, 2, 0.275);
    lab_run(p.world, 1200);
    ck_assert_double_lt(pyramid_moved(&p), 1e-3);
    evo_world_destroy(p.world);
    make_pyramid(&p, 2, 0.26);
    lab_run(p.world, 300);
    ck_assert_double_gt(pyramid_moved(&p), 0.3);
    evo_world_destroy(p.world);
}
END_TEST

/* Ten rows between walls that hold the lowest row. */
START_TEST(a_pyramid_stays) {
    pyramid p;
    make_pyramid(&p, 10, 0.6);
    evo_vec2 corner = {-0.5, 0};
    lab_box(p.world, corner, 10, 2);
    lab_run(p.world, 1800);
    ck_assert_double_lt(pyramid_moved(&p), 0.05);
    for (int i = 0; i < p.count; ++i) ck_assert_double_lt(lab_speed(p.world, p.bodies[i]), 1e-3);
    evo_world_destroy(p.world);
}
END_TEST

/* Five ellipses, flat on each other. */
START_TEST(flat_ellipses_stand_on_each_other) {
    evo_world *world = lab_world(GRAVITY);
    evo_body bodies[5];
    lab_slope(world, 50, 0);
    for (int i = 0; i < 5; ++i) {
        evo_body_config config = lab_body(evo_ellipse(2, 0.35), 0, 0.35 + 0.7 * i);
        bodies[i] = evo_body_create(world, &config);
    }
    lab_run(world, 1200);
    for (int i = 0; i < 5; ++i) {
        evo_pose pose = evo_body_pose(world, bodies[i]);
        ck_assert_double_eq_tol(pose.position.x, 0, 1e-3);
        ck_assert_double_eq_tol(pose.position.y, 0.35 + 0.7 * i, 0.35 * 0.01);
        ck_assert_double_eq_tol(pose.angle, 0, 1e-3);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Weight ---------------------------------------------------------------------------------- */

/* Three light disks in a bowl carry one of a hundred times their mass: the overlap is at most 5 %
 * of their radius. */
START_TEST(a_heavy_disk_rests_on_light_ones) {
    static const double radii[] = {0.5, 1, 2};
    const double bowl = 4, light = 0.5, heavy = radii[_i];
    evo_world *world = lab_world(GRAVITY);
    lab_fixed(world, evo_ring(bowl + 0.25, 0.5, PI, PI), 0, 0);
    evo_body bodies[3];
    double apart = 2 * asin(light / (bowl - light));
    for (int i = 0; i < 3; ++i) {
        double angle = (i - 1) * apart, from = bowl - light;
        evo_body_config config = lab_body(evo_circle(light), from * sin(angle), -from * cos(angle));
        bodies[i] = evo_body_create(world, &config);
    }
    evo_body_config config = lab_body(evo_circle(heavy), 0, heavy - (bowl - 2 * light));
    config.position.y += 0.1;
    config.material.density = 100 * light * light / (heavy * heavy);
    evo_body top = evo_body_create(world, &config);
    lab_run(world, 1200);
    evo_vec2 at = evo_body_pose(world, top).position;
    double deepest = 0, carried = 0;
    for (int i = 0; i < 3; ++i) {
        evo_vec2 low = evo_body_pose(world, bodies[i]).position;
        double depth = light + heavy - hypot(at.x - low.x, at.y - low.y);
        deepest = fmax(deepest, depth);
        carried += depth > -1e-3;
        ck_assert_double_lt(hypot(low.x, low.y) - (bowl - light), 0.05 * light);
    }
    ck_assert_double_lt(deepest, 0.05 * light);
    ck_assert_double_gt(carried, 0);
    ck_assert_double_lt(lab_speed(world, top), 1e-2);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_piles(void) {
    Suite *suite = suite_create("piles");
    TCase *heaps = tcase_create("heaps"), *stacks = tcase_create("stacks");
    tcase_set_tags(heaps, "slow");
    tcase_add_test(heaps, five_thousand_disks_come_to_rest);
    tcase_add_test(heaps, five_thousand_ellipses_come_to_rest);
    tcase_add_loop_test(stacks, a_stack_in_a_shaft_stands, 0, 2);
    tcase_add_test(stacks, three_disks_stand_by_friction);
    tcase_add_test(stacks, a_pyramid_stays);
    tcase_add_test(stacks, flat_ellipses_stand_on_each_other);
    tcase_add_loop_test(stacks, a_heavy_disk_rests_on_light_ones, 0, 3);
    suite_add_tcase(suite, heaps);
    suite_add_tcase(suite, stacks);
    return suite;
}
