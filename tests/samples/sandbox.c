/* sandbox.c: the sandbox without its window: responses to input, and the pen that draws in
 * pixels. */
#include <math.h>
#include <string.h>

#include "evolute/event.h"
#include "sandbox/clone.h"
#include "sandbox/desk.h"
#include "sandbox/raster.h"
#include "suites.h"
#include "support/desktop.h"

/* ---- Using it -------------------------------------------------------------------------------- */

enum { WIDTH = 1280, HEIGHT = 720 };

static uint32_t pixels[WIDTH * HEIGHT];
static desk table;
static raster paper;

static void open_desk(const char *name) {
    desktop_open(&table, name);
}

static void frames(int count) {
    for (int i = 0; i < count; ++i) {
        desk_run(&table, SCENE_STEP * 1.0001);
        raster_aim(&paper, pixels, WIDTH, HEIGHT, WIDTH);
        raster_clear(&paper, 0xffffffff);
        desk_draw(&table, &paper.pen);
    }
}

static void close_desk(void) {
    desk_close(&table);
    raster_free(&paper);
}

static void key(int pressed) {
    desktop_key(&table, pressed);
}

static void pointer(input_kind kind, int button, evo_vec2 at) {
    const input in = {.kind = kind, .button = button, .at = at};
    desk_answer(&table, &in);
}

static double now(void) {
    return evo_world_time(table.stage.world);
}

static size_t bodies(void) {
    return evo_world_counters(table.stage.world).bodies;
}

/* The pixel of a world point. */
static evo_vec2 pixel_of(evo_vec2 point) {
    const view v = desk_view(&table, NULL);
    return view_to_page(&v, point);
}

static evo_vec2 position_of(size_t actor) {
    return evo_body_pose(table.stage.world, table.stage.actors[actor].body).position;
}

START_TEST(time_runs_pauses_and_steps) {
    open_desk("pile");
    frames(30);
    ck_assert_double_eq_tol(now(), 0.5, SCENE_STEP);
    key('p');
    const double stopped = now();
    frames(5);
    ck_assert_double_eq(now(), stopped);
    key('o');
    ck_assert_double_eq_tol(now(), stopped + SCENE_STEP, 1e-12);
    key('r');
    ck_assert_double_eq(now(), 0);
    close_desk();
}
END_TEST

START_TEST(speed_is_from_an_eighth_to_eight) {
    open_desk("cradle");
    for (int i = 0; i < 9; ++i) key(',');
    frames(80);
    ck_assert_double_eq_tol(now(), 10 * SCENE_STEP, SCENE_STEP);
    key('r');
    for (int i = 0; i < 9; ++i) key('.');
    frames(10);
    ck_assert_double_eq_tol(now(), 80 * SCENE_STEP, 2 * SCENE_STEP);
    close_desk();
}
END_TEST

/* One impact of the cradle, the predicted one. */
START_TEST(a_step_of_an_event_world_is_an_impact) {
    open_desk("cradle");
    key('p');
    frames(1);
    ck_assert_uint_eq(table.future.count, FUTURE_IMPACTS);
    const double predicted = table.future.impacts[0].time;
    ck_assert_uint_eq(evo_world_counters(table.stage.world).impacts, 0);
    key('o');
    ck_assert_double_eq_tol(now(), predicted, 1e-12);
    ck_assert_uint_ge(evo_world_counters(table.stage.world).impacts, 1);
    close_desk();
}
END_TEST

/* Each predicted impact happens at the predicted time and position. */
START_TEST(the_future_comes_true) {
    open_desk("break");
    frames(40);
    key('p');
    frames(1);
    const future predicted = table.future;
    ck_assert_uint_gt(predicted.count, 2);
    const evo_world_config config = table.stage.config;
    evo_world_config heard = config;
    heard.impact_speed = 0;
    evo_world *copy = clone_world(&table.stage, &heard);
    const double begun = now();
    ck_assert_int_eq(
        evo_world_step(copy, predicted.impacts[predicted.count - 1].time - begun + 1e-9), EVO_OK);
    size_t count;
    const evo_impact *impacts = evo_world_impacts(copy, &count);
    ck_assert_uint_ge(count, predicted.count);
    for (size_t i = 0; i < predicted.count; ++i) {
        ck_assert_double_eq_tol(impacts[i].time + begun, predicted.impacts[i].time, 1e-9);
        ck_assert_double_eq_tol(impacts[i].point.x, predicted.impacts[i].point.x, 1e-9);
        ck_assert_double_eq_tol(impacts[i].point.y, predicted.impacts[i].point.y, 1e-9);
    }
    evo_world_destroy(copy);
    close_desk();
}
END_TEST

START_TEST(clones_go_the_same_way) {
    const char *const names[] = {"break", "mixer", "planet", "pinball"};
    open_desk(names[_i]);
    frames(20);
    evo_world *copy = clone_world(&table.stage, &table.stage.config);
    ck_assert_ptr_nonnull(copy);
    ck_assert_uint_eq(evo_world_counters(copy).colliders,
                      evo_world_counters(table.stage.world).colliders);
    for (size_t i = 0; i < table.stage.count; ++i) {
        const evo_body body = table.stage.actors[i].body, same = {body.index, 1};
        const evo_vec2 here = evo_body_pose(table.stage.world, body).position;
        const evo_vec2 there = evo_body_pose(copy, same).position;
        ck_assert_double_eq(here.x, there.x);
        ck_assert_double_eq(here.y, there.y);
        ck_assert_double_eq(evo_body_mass(copy, same).mass,
                            evo_body_mass(table.stage.world, body).mass);
    }
    evo_world_destroy(copy);
    close_desk();
}
END_TEST

/* A held body follows the pointer and keeps its velocity when released. */
START_TEST(bodies_are_dragged_and_thrown) {
    open_desk("break");
    const evo_vec2 from = pixel_of(position_of(0));
    pointer(INPUT_PRESS, BUTTON_LEFT, from);
    ck_assert(table.hand.holds);
    ck_assert_uint_eq(table.hand.body.index, 0);
    for (int i = 1; i <= 20; ++i) {
        pointer(INPUT_MOVE, 0, pen_at(from.x + 3 * i, from.y - 4 * i));
        frames(1);
    }
    const evo_vec2 held = pixel_of(position_of(0));
    ck_assert_double_gt(held.x, from.x + 40);
    ck_assert_double_lt(held.y, from.y - 50);
    pointer(INPUT_RELEASE, BUTTON_LEFT, table.pointer);
    ck_assert(!table.hand.holds);
    const evo_vec2 v = evo_body_velocity(table.stage.world, table.stage.actors[0].body);
    ck_assert_double_gt(v.x, 1);
    ck_assert_double_gt(v.y, 1);
    close_desk();
}
END_TEST

START_TEST(bodies_are_made_and_removed) {
    open_desk("bowl");
    key('p');
    const size_t before = bodies();
    const char keys[] = "123";
    for (int i = 0; i < 3; ++i) {
        pointer(INPUT_MOVE, 0, pen_at(300 + 150 * i, 60));
        key(keys[i]);
        ck_assert_uint_eq(bodies(), before + (size_t)i + 1);
        key(keys[i]); /* a second one would overlap */
        ck_assert_uint_eq(bodies(), before + (size_t)i + 1);
    }
    frames(1);
    pointer(INPUT_MOVE, 0, pen_at(300, 60));
    key(KEY_DELETE);
    ck_assert_uint_eq(bodies(), before + 2);
    key('x');
    ck_assert_uint_eq(bodies(), before + 2);
    key('1'); /* reuses the index of the destroyed body */
    ck_assert_uint_eq(bodies(), before + 3);
    key('p');
    frames(60);
    ck_assert(!table.paused);
    close_desk();
}
END_TEST

/* Neither outside of the world's walls nor overlapping them. */
START_TEST(nothing_is_made_in_walls) {
    open_desk("break");
    key('p');
    const size_t before = bodies();
    const evo_bounds walls = table.stage.config.bounds;
    const evo_vec2 points[] = {walls.min, {walls.min.x - 1, 0}, {0, walls.max.y}};
    for (int i = 0; i < 3; ++i) {
        pointer(INPUT_MOVE, 0, pixel_of(points[i]));
        key('1');
    }
    ck_assert_uint_eq(bodies(), before);
    key('o');
    ck_assert_double_gt(now(), 0);
    close_desk();
}
END_TEST

/* Neither a tiny window nor a missing scene changes the camera for good. */
START_TEST(the_camera_survives) {
    open_desk("harddisks");
    const double whole = desk_view(&table, NULL).scale;
    const input wheel = {.kind = INPUT_WHEEL, .at = {3, 3}, .wheel = 1};
    desk_resize(&table, 270, 5);
    pointer(INPUT_PRESS, BUTTON_RIGHT, pen_at(2, 2));
    pointer(INPUT_MOVE, 0, pen_at(4, 3));
    pointer(INPUT_RELEASE, BUTTON_RIGHT, pen_at(4, 3));
    desk_answer(&table, &wheel);
    ck_assert_double_gt(desk_view(&table, NULL).scale, 0);
    desk_resize(&table, WIDTH, HEIGHT);
    key(KEY_HOME);
    table.values[0] = 17;
    table.values[1] = 0.85;
    key('r');
    ck_assert(!table.built);
    desk_answer(&table, &wheel);
    scene_defaults(scene_at(table.scene), table.values);
    key('r');
    ck_assert(table.built);
    ck_assert_double_eq(desk_view(&table, NULL).scale, whole);
    close_desk();
}
END_TEST

START_TEST(the_camera_moves_and_comes_back) {
    open_desk("pile");
    const view whole = desk_view(&table, NULL);
    const evo_vec2 at = {400, 300}, seen = view_to_world(&whole, at);
    const input wheel = {.kind = INPUT_WHEEL, .at = at, .wheel = 3};
    desk_answer(&table, &wheel);
    const view near = desk_view(&table, NULL);
    const evo_vec2 still = view_to_world(&near, at);
    ck_assert_double_eq_tol(near.scale, whole.scale * 1.728, 1e-9);
    ck_assert_double_eq_tol(still.x, seen.x, 1e-9);
    ck_assert_double_eq_tol(still.y, seen.y, 1e-9);
    pointer(INPUT_PRESS, BUTTON_RIGHT, at);
    pointer(INPUT_MOVE, 0, pen_at(450, 260));
    pointer(INPUT_RELEASE, BUTTON_RIGHT, pen_at(450, 260));
    const view panned = desk_view(&table, NULL);
    const evo_vec2 moved = view_to_world(&panned, pen_at(450, 260));
    ck_assert_double_eq_tol(moved.x, seen.x, 1e-9);
    ck_assert_double_eq_tol(moved.y, seen.y, 1e-9);
    key(KEY_HOME);
    ck_assert_double_eq(desk_view(&table, NULL).scale, whole.scale);
    close_desk();
}
END_TEST

/* Every item of the panel has its effect when pressed. */
START_TEST(the_panel_answers) {
    bool scenes[64] = {false}, switched[SHOWN_COUNT] = {false}, slid = false;
    bool helped = false, attached = false;
    open_desk("gas");
    for (int x = WIDTH - PANEL_WIDTH + 14; x < WIDTH; x += 30) {
        desk_choose(&table, entry_find("gas"));
        for (int y = HEIGHT - 2; y > 0; y -= 7) {
            const bool before[2] = {table.shown[0].on, table.shown[SHOWN_ENERGY].on};
            const double value = table.values[0];
            pointer(INPUT_PRESS, BUTTON_LEFT, pen_at(x, y));
            const bool sliding = table.panel.slid > 0;
            pointer(INPUT_RELEASE, BUTTON_LEFT, pen_at(x, y));
            scenes[table.scene] = true;
            helped |= table.helps;
            attached |= table.joiner.kind != JOINER_OFF;
            switched[0] |= before[0] != table.shown[0].on;
            switched[SHOWN_ENERGY] |= before[1] != table.shown[SHOWN_ENERGY].on;
            slid |= sliding && table.values[0] != value;
            ck_assert_int_eq(table.panel.slid, 0);
        }
    }
    for (size_t i = 0; i < entry_count(); ++i) ck_assert_msg(scenes[i], "%s", entry_at(i).name);
    ck_assert(switched[0] && switched[SHOWN_ENERGY] && slid && helped && attached);
    close_desk();
}
END_TEST

/* Whether a press somewhere on the panel turns the last switch. */
static bool finds_last_switch(void) {
    const double left = table.width - PANEL_WIDTH;
    for (int i = 0; i < 3; ++i)
        for (int y = 250; y < 350; y += 5) {
            const bool before = table.shown[SHOWN_JOINTS].on;
            pointer(INPUT_PRESS, BUTTON_LEFT, pen_at(left + 20 + 92 * i, y));
            pointer(INPUT_RELEASE, BUTTON_LEFT, pen_at(left + 20 + 92 * i, y));
            if (table.shown[SHOWN_JOINTS].on != before) return true;
        }
    return false;
}

/* In a small window the wheel and the bar bring up what is below. */
START_TEST(the_panel_scrolls) {
    const input wheel = {.kind = INPUT_WHEEL, .at = {600, 100}, .wheel = -5};
    open_desk("galton");
    desk_resize(&table, 640, 420);
    ck_assert(!finds_last_switch());
    desk_answer(&table, &wheel);
    ck_assert(finds_last_switch());
    pointer(INPUT_PRESS, BUTTON_LEFT, pen_at(636, 300)); /* the bar, up to its end */
    pointer(INPUT_MOVE, 0, pen_at(636, 0));
    pointer(INPUT_RELEASE, BUTTON_LEFT, pen_at(636, 0));
    ck_assert(!finds_last_switch());
    desk_resize(&table, WIDTH, HEIGHT);
    frames(1);
    close_desk();
}
END_TEST

START_TEST(every_scene_is_drawn_with_everything_shown) {
    open_desk(scene_at((size_t)_i)->name);
    for (size_t i = 0; i < SHOWN_COUNT; ++i) table.shown[i].on = true;
    frames(20);
    ck_assert(!table.paused);
    size_t inked = 0; /* beside the panel */
    for (size_t i = 0; i < WIDTH * HEIGHT; ++i)
        inked += i % WIDTH < WIDTH - PANEL_WIDTH && (pixels[i] & 0xffffff) != 0xffffff;
    ck_assert_uint_gt(inked, 5000);
    key('h');
    frames(1);
    key(KEY_ESCAPE); /* closes the help, not the program */
    ck_assert(!table.quits);
    key(KEY_ESCAPE);
    ck_assert(table.quits);
    close_desk();
}
END_TEST

/* ---- The pen --------------------------------------------------------------------------------- */

static double shade(int x, int y) {
    return 1 - (double)(pixels[y * WIDTH + x] & 255) / 255;
}

/* The sum of all shades is the area. */
static double inked_area(void) {
    double sum = 0;
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x) sum += shade(x, y);
    return sum;
}

static void blank(void) {
    raster_aim(&paper, pixels, WIDTH, HEIGHT, WIDTH);
    raster_clear(&paper, 0xffffffff);
}

START_TEST(shades_sum_to_the_area) {
    const pen_style black = {.fill = 0x000000ff}, line = {.line = 0x000000ff, .width = 2};
    const double pi = PEN_TURN / 2;
    const double radii[] = {1.5, 4, 17.3, 120};
    for (size_t i = 0; i < 4; ++i) {
        const double r = radii[i];
        blank();
        paper.pen.circle(&paper, pen_at(400.3, 300.7), r, black);
        ck_assert_double_eq_tol(inked_area(), pi * r * r, 0.01 * r + 0.6);
        blank();
        paper.pen.circle(&paper, pen_at(400.3, 300.7), r, line);
        if (r > 2) ck_assert_double_eq_tol(inked_area(), 4 * pi * r, 0.05 * 4 * pi * r);
        blank();
        paper.pen.ellipse(&paper, pen_at(500.1, 300.4), 2 * r, 0.7 * r, 0.6, black);
        ck_assert_double_eq_tol(inked_area(), 1.4 * pi * r * r, 0.02 * r + 1.3);
        blank();
        paper.pen.ring(&paper, pen_at(400.3, 300.7), r, 2 * r, 1, 2.5, black);
        ck_assert_double_eq_tol(inked_area(), 1.25 * 3 * r * r, 0.3 * r + 0.6);
        blank();
        paper.pen.ring(&paper, pen_at(400.3, 300.7), r, 2 * r, 1, 5.5, black);
        ck_assert_double_eq_tol(inked_area(), 2.75 * 3 * r * r, 0.3 * r + 0.6);
        blank();
        paper.pen.ring(&paper, pen_at(400.3, 300.7), r, 2 * r, 1, PEN_TURN, black);
        ck_assert_double_eq_tol(inked_area(), 3 * pi * r * r, 0.3 * r + 0.6);
    }
    for (double angle = 0; angle < 3; angle += 0.37) {
        blank();
        pen_line(&paper.pen, pen_at(400, 300),
                 pen_at(400 + 100 * cos(angle), 300 + 100 * sin(angle)), line);
        ck_assert_double_eq_tol(inked_area(), 200 + pi, 4);
    }
    raster_free(&paper);
}
END_TEST

START_TEST(slices_are_drawn_at_their_angles) {
    const pen_style black = {.fill = 0x000000ff};
    blank();
    paper.pen.ring(&paper, pen_at(400, 300), 50, 100, 0, PEN_TURN / 4, black);
    ck_assert_double_eq(shade(453, 247), 1); /* up and to the right */
    ck_assert_double_eq(shade(347, 247), 0);
    ck_assert_double_eq(shade(453, 353), 0);
    ck_assert_double_eq(shade(420, 280), 0);
    paper.pen.clip(&paper, pen_at(0, 0), 300, HEIGHT);
    paper.pen.circle(&paper, pen_at(300, 500), 50, black);
    ck_assert_double_eq(shade(280, 500), 1);
    ck_assert_double_eq(shade(320, 500), 0);
    raster_free(&paper);
}
END_TEST

/* Shapes far off the page or huge are neither slow nor out of bounds. */
START_TEST(shapes_off_the_page_are_not_drawn) {
    const pen_style both = {.fill = 0x000000ff, .line = 0x000000ff, .width = 2};
    const double far[] = {-1e9, 5000, 1e12};
    for (size_t i = 0; i < 3; ++i) {
        blank();
        paper.pen.circle(&paper, pen_at(far[i], far[i]), 30, both);
        paper.pen.ellipse(&paper, pen_at(far[i], 10), 30, 20, 1, both);
        paper.pen.ring(&paper, pen_at(far[i], 10), 20, 30, 1, 2, both);
        paper.pen.text(&paper, pen_at(far[i], 10), PEN_LEFT, 11, 0xff, "far");
        pen_box(&paper.pen, pen_at(far[i], far[i]), 100, 100, both);
        ck_assert_double_eq(inked_area(), 0);
    }
    pen_line(&paper.pen, pen_at(-1e7, 300), pen_at(1e7, 300), both);
    ck_assert_double_eq_tol(inked_area(), 2.0 * WIDTH, 1);
    raster_free(&paper);
}
END_TEST

Suite *suite_sandbox(void) {
    Suite *suite = suite_create("sandbox");
    TCase *use = tcase_create("use"), *pens = tcase_create("pen");
    tcase_add_test(use, time_runs_pauses_and_steps);
    tcase_add_test(use, speed_is_from_an_eighth_to_eight);
    tcase_add_test(use, a_step_of_an_event_world_is_an_impact);
    tcase_add_test(use, the_future_comes_true);
    tcase_add_loop_test(use, clones_go_the_same_way, 0, 4);
    tcase_add_test(use, bodies_are_dragged_and_thrown);
    tcase_add_test(use, bodies_are_made_and_removed);
    tcase_add_test(use, nothing_is_made_in_walls);
    tcase_add_test(use, the_camera_survives);
    tcase_add_test(use, the_camera_moves_and_comes_back);
    tcase_add_test(use, the_panel_answers);
    tcase_add_test(use, the_panel_scrolls);
    tcase_add_loop_test(use, every_scene_is_drawn_with_everything_shown, 0, 37);
    tcase_add_test(pens, shades_sum_to_the_area);
    tcase_add_test(pens, slices_are_drawn_at_their_angles);
    tcase_add_test(pens, shapes_off_the_page_are_not_drawn);
    suite_add_tcase(suite, use);
    suite_add_tcase(suite, pens);
    return suite;
}
