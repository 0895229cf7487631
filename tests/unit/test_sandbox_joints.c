/* test_sandbox_joints.c: joints in the sandbox: the hand's, those that the user makes and removes,
 * and those of copies. */
#include <math.h>
#include <string.h>

#include "sandbox/clone.h"
#include "sandbox/desk.h"
#include "suites.h"

/* ---- Using it -------------------------------------------------------------------------------- */

static desk table;

/* A constant clock, so that no frame exceeds its time limit. */
static double no_clock(void) {
    return 0;
}

static void open_desk(const char *name) {
    double values[SCENE_PARAMS] = {0};
    const scene *s = scene_find(name);
    scene_defaults(s, values);
    desk_open(&table, s, values, no_clock);
    ck_assert(table.built);
}

static void steps(int count) {
    for (int i = 0; i < count; ++i) desk_run(&table, SCENE_STEP * 1.0001);
}

static void key(int pressed) {
    const input in = {.kind = INPUT_KEY, .key = pressed};
    desk_answer(&table, &in);
}

/* Points are in the world. */
static void pointer(input_kind kind, evo_vec2 at) {
    const view v = desk_view(&table, NULL);
    const input in = {.kind = kind, .button = BUTTON_LEFT, .at = view_to_page(&v, at)};
    desk_answer(&table, &in);
}

static evo_body body_of(size_t actor) {
    return table.stage.actors[actor].body;
}

static evo_vec2 position_of(size_t actor) {
    return evo_body_pose(table.stage.world, body_of(actor)).position;
}

/* The first body that moves, and those that follow it, by number. */
static size_t mover(size_t number) {
    size_t i = 0;
    while (!scene_moves(&table.stage, i)) ++i;
    return i + number;
}

static size_t joints(void) {
    return evo_world_joints(table.stage.world, NULL, 0);
}

/* ---- Dragging -------------------------------------------------------------------------------- */

static evo_vec2 held_at(void) {
    return evo_body_pose(table.stage.world, table.hand.body).position;
}

/* Drags every n-th body to a point that is beyond the floor and the walls at the sides, 1 within
 * the view. Disks of radius 0.5 lie on them; those of radius 0.04 are easily pressed through. */
static void drag_bodies(evo_vec2 to, size_t every, double radius) {
    const evo_bounds shown = table.stage.view;
    for (size_t i = every / 2; i < table.stage.count; i += every) {
        if (!scene_moves(&table.stage, i)) continue;
        pointer(INPUT_PRESS, position_of(i));
        ck_assert(table.hand.holds);
        pointer(INPUT_MOVE, to);
        for (int k = 0; k < 90; ++k) {
            steps(1);
            const evo_vec2 at = held_at();
            ck_assert_double_gt(at.y, shown.min.y + 1 + 0.9 * radius);
            ck_assert_double_gt(at.x, shown.min.x + 1 + 0.9 * radius);
            ck_assert_double_lt(at.x, shown.max.x - 1 - 0.9 * radius);
        }
        pointer(INPUT_RELEASE, to);
        steps(10);
        ck_assert_uint_eq(scene_lost(&table.stage), 0);
    }
}

START_TEST(nothing_is_dragged_through_walls) {
    const evo_vec2 beyond[] = {{5, -0.5}, {5, -8}, {-0.6, 2}, {-7, 2}, {-200, -200}, {99, 3}};
    open_desk(_i % 2 == 0 ? "pile" : "bullets");
    steps(60);
    drag_bodies(beyond[_i / 2], _i % 2 == 0 ? 100 : 5, _i % 2 == 0 ? 0.5 : 0.02);
    ck_assert(!table.paused);
    desk_close(&table);
}
END_TEST

START_TEST(released_bodies_keep_their_velocity) {
    open_desk("gas");
    pointer(INPUT_PRESS, position_of(mover(0)));
    const evo_body body = table.hand.body;
    ck_assert_uint_eq(joints(), 1);
    const evo_vec2 from = held_at();
    for (int i = 1; i <= 20; ++i) {
        pointer(INPUT_MOVE, pen_at(from.x + 0.1 * i, from.y + 0.05 * i));
        steps(1);
    }
    ck_assert_double_eq_tol(held_at().x, from.x + 2, 0.7);
    ck_assert_double_eq_tol(held_at().y, from.y + 1, 0.35);
    const evo_vec2 before = evo_body_velocity(table.stage.world, body);
    ck_assert_double_gt(before.x, 3);
    pointer(INPUT_RELEASE, from);
    ck_assert(!table.hand.holds);
    ck_assert_uint_eq(joints(), 0);
    const evo_vec2 after = evo_body_velocity(table.stage.world, body);
    ck_assert_double_eq(after.x, before.x);
    ck_assert_double_eq(after.y, before.y);
    desk_close(&table);
}
END_TEST

/* A force of several weights holds a body up. */
START_TEST(held_bodies_hang_from_the_pointer) {
    open_desk("pile");
    steps(120);
    const size_t last = table.stage.count - 1;
    const evo_vec2 up = {position_of(last).x, position_of(last).y + 4};
    pointer(INPUT_PRESS, position_of(last));
    pointer(INPUT_MOVE, up);
    steps(180);
    ck_assert_double_eq_tol(held_at().x, up.x, 0.05);
    ck_assert_double_eq_tol(held_at().y, up.y, 0.05);
    desk_close(&table);
}
END_TEST

/* The body, or the joint, is gone: by the delete key, or from outside of the hand. */
START_TEST(the_hand_survives_what_it_holds) {
    open_desk("pile");
    pointer(INPUT_PRESS, position_of(mover(0)));
    ck_assert(table.hand.holds);
    if (_i == 0) key('x');
    if (_i == 1) evo_body_destroy(table.stage.world, table.hand.body);
    if (_i == 2) evo_joint_destroy(table.stage.world, table.hand.joint);
    if (_i == 3) key('r');
    steps(2);
    ck_assert(!table.hand.holds);
    ck_assert(!table.paused);
    ck_assert_uint_eq(joints(), 0);
    pointer(INPUT_RELEASE, pen_at(1, 1));
    pointer(INPUT_PRESS, position_of(mover(1)));
    ck_assert(table.hand.holds);
    ck_assert_uint_eq(joints(), 1);
    desk_close(&table);
}
END_TEST

Suite *suite_sandbox_joints(void) {
    Suite *suite = suite_create("sandbox_joints");
    TCase *drag = tcase_create("drag");
    tcase_add_loop_test(drag, nothing_is_dragged_through_walls, 0, 12);
    tcase_add_test(drag, released_bodies_keep_their_velocity);
    tcase_add_test(drag, held_bodies_hang_from_the_pointer);
    tcase_add_loop_test(drag, the_hand_survives_what_it_holds, 0, 4);
    suite_add_tcase(suite, drag);
    return suite;
}
