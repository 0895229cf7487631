/* past.c: the last minute of the sandbox: it goes back to what was, to the last bit, and on
 * from there; its record is replayed. */
#include <math.h>
#include <stdlib.h>

#include "sandbox/desk.h"
#include "sandbox/raster.h"
#include "suites.h"
#include "support/desktop.h"
#include "support/tape.h"

enum { WIDTH = 640, HEIGHT = 480 };

static uint32_t pixels[WIDTH * HEIGHT];
static desk table;

static void draw(void) {
    static raster paper;
    desk_resize(&table, WIDTH, HEIGHT);
    raster_aim(&paper, pixels, WIDTH, HEIGHT, WIDTH);
    raster_clear(&paper, 0xffffffff);
    desk_draw(&table, &paper.pen);
    raster_free(&paper);
}

static void run(double seconds) {
    const int count = (int)lround(seconds * 60);
    for (int i = 0; i < count && !table.paused; ++i) desk_run(&table, SCENE_STEP * 1.0001);
}

static double now(void) {
    return evo_world_time(table.stage.world);
}

static uint64_t hash(void) {
    return evo_world_hash(table.stage.world);
}

static void pointer(input_kind kind, evo_vec2 at) {
    const input in = {.kind = kind, .button = BUTTON_LEFT, .at = at};
    desk_answer(&table, &in);
}

/* Notes hashes step by step, goes back by keys and on again: with the same hashes. */
START_TEST(time_goes_back_and_on_again) {
    static const char *const NAMES[] = {"pile", "car", "platforms", "cradle", "ragdolls"};
    uint64_t seen[240], present;
    desktop_open(&table, NAMES[_i]);
    for (int i = 0; i < 240; ++i) {
        ck_assert(desk_step(&table, SCENE_STEP));
        seen[i] = hash();
    }
    present = hash();
    ck_assert_uint_ge(table.past.count, 8);
    ck_assert_uint_eq(table.past.shown, table.past.count);
    /* Keys that a scene is played with are for that, until it stops. */
    if (entry_at(table.scene).scene->keys) {
        desktop_key(&table, KEY_LEFT);
        ck_assert(!table.paused && hash() == present);
        desktop_key(&table, KEY_SPACE);
    }
    for (int i = 0; i < 5; ++i) desktop_key(&table, KEY_LEFT);
    ck_assert(table.paused);
    const int back = (int)lround(now() / SCENE_STEP);
    ck_assert_int_lt(back, 150);
    ck_assert_int_gt(back, 60);
    ck_assert_uint_eq(hash(), seen[back - 1]);
    draw();
    for (int i = 0; i < 20; ++i) desktop_key(&table, KEY_RIGHT);
    ck_assert_uint_eq(hash(), present);
    desk_go(&table, 0);
    ck_assert_double_eq(now(), 0);
    for (int i = 0; i < 100; ++i) {
        ck_assert(desk_step(&table, SCENE_STEP));
        ck_assert_uint_eq(hash(), seen[i]);
    }
    ck_assert_uint_le(table.past.count, 4);
    desk_close(&table);
}
END_TEST

/* What is made is not there before, and what is destroyed is. */
START_TEST(bodies_come_and_go_with_time) {
    desktop_open(&table, "bowl");
    run(0.5);
    const size_t actors = table.stage.count;
    const uint64_t before = hash();
    desktop_key(&table, 'p');
    desk_go(&table, table.past.count - 1);
    desk_go(&table, table.past.count - 1);
    const size_t present = table.past.shown;
    ck_assert_uint_eq(hash(), before);
    ck_assert_int_eq(evo_body_destroy(table.stage.world, table.stage.actors[5].body), EVO_OK);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(0.1);
    for (int i = 0; i < 3; ++i)
        ck_assert(evo_body_exists(table.stage.world, scene_put(&table.stage, &config, 1)));
    desktop_key(&table, 'p');
    run(0.5);
    draw();
    ck_assert_uint_eq(table.stage.count, actors + 2);
    desk_go(&table, present);
    ck_assert_uint_eq(hash(), before);
    ck_assert_uint_eq(table.stage.count, actors);
    for (size_t i = 0; i < actors; ++i)
        ck_assert(evo_body_exists(table.stage.world, table.stage.actors[i].body));
    draw();
    desk_close(&table);
}
END_TEST

/* The slider stands above the buttons: its left end is the oldest moment. */
START_TEST(the_slider_goes_back) {
    desktop_open(&table, "pile");
    run(2);
    draw();
    const uint64_t before = hash();
    const double left = desk_canvas_width(&table), y = HEIGHT - 64 - 10;
    pointer(INPUT_PRESS, pen_at(left + 14, y));
    ck_assert_double_eq(now(), 0);
    ck_assert(table.paused);
    draw();
    pointer(INPUT_MOVE, pen_at(left + 150, y));
    ck_assert_double_eq_tol(now(), 1, 0.51);
    pointer(INPUT_MOVE, pen_at(left + 400, y));
    ck_assert_uint_eq(hash(), before);
    pointer(INPUT_RELEASE, pen_at(left + 400, y));
    pointer(INPUT_MOVE, pen_at(left + 14, y));
    ck_assert_uint_eq(hash(), before);
    desktop_key(&table, 'p');
    run(0.1);
    ck_assert_double_gt(now(), 2);
    desk_close(&table);
}
END_TEST

/* A body in hand is let go of, and no moment holds its joint. */
START_TEST(no_moment_holds_a_body) {
    desktop_open(&table, "bowl");
    run(2);
    const size_t joints = evo_world_joints(table.stage.world, NULL, 0);
    const evo_vec2 at = scene_center(&table.stage, table.stage.count - 1);
    ck_assert(hand_grip(&table.hand, &table.stage, at, 0.05));
    run(1);
    const size_t count = table.past.count;
    desk_go(&table, count - 1);
    ck_assert(!table.hand.holds);
    for (size_t i = 0; i < table.past.count; ++i) {
        desk_go(&table, i);
        ck_assert_uint_eq(evo_world_joints(table.stage.world, NULL, 0), joints);
        ck_assert(i == count || now() < 2.1);
    }
    desk_close(&table);
}
END_TEST

/* Runs, goes back, changes, runs on for longer than a minute: the record is replayed, and has the
 * last minute. */
START_TEST(the_last_minute_is_recorded) {
    static const char *const NAMES[] = {"car", "platforms", "cradle"};
    evo_result result;
    tape t = {.bytes = NULL};
    desktop_open(&table, NAMES[_i]);
    run(65);
    desk_go(&table, table.past.count / 2);
    desktop_key(&table, 'p');
    run(40);
    ck_assert_uint_le(table.past.count, PAST_MOMENTS);
    ck_assert_double_ge(table.past.moments[0].time, now() - 61);
    desktop_key(&table, 'w');
    ck_assert(table.wants_record);
    t.bytes = past_record(&table.past, &t.size);
    ck_assert_ptr_nonnull(t.bytes);
    tape_check(&t, 0);
    ck_assert_uint_ge(tape_replay(&t, 0, &result).step, 3600);
    tape_free(&t);
    desk_close(&table);
}
END_TEST

/* Large moments lie farther apart, so that a minute fits into their bytes. */
START_TEST(the_past_is_bounded) {
    desktop_open(&table, "pile");
    table.values[0] = 8000;
    desk_build(&table);
    for (int i = 0; i < 100; ++i) {
        past_take(&table.past, &table.stage);
        ck_assert_int_eq(evo_world_step(table.stage.world, SCENE_STEP), EVO_OK);
    }
    const past *p = &table.past;
    ck_assert_uint_gt(p->count, 1);
    for (size_t i = 1; i < p->count; ++i) {
        const double apart = p->moments[i].time - p->moments[i - 1].time;
        ck_assert_double_ge(apart * (48 << 20), 60 * (double)p->moments[i - 1].size);
    }
    desk_close(&table);
}
END_TEST

Suite *suite_past(void) {
    Suite *suite = suite_create("past");
    TCase *use = tcase_create("use");
    tcase_add_loop_test(use, time_goes_back_and_on_again, 0, 5);
    tcase_add_test(use, bodies_come_and_go_with_time);
    tcase_add_test(use, the_slider_goes_back);
    tcase_add_test(use, no_moment_holds_a_body);
    tcase_add_loop_test(use, the_last_minute_is_recorded, 0, 3);
    tcase_add_test(use, the_past_is_bounded);
    suite_add_tcase(suite, use);
    return suite;
}
