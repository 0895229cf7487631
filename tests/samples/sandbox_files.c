/* sandbox_files.c: scene files on the desk of the sandbox: opened, read anew when they change on
 * disk, refused when they are wrong, and written with all that was built; bodies are shown by
 * their names. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evolute/snapshot.h"
#include "sandbox/raster.h"
#include "sandbox/scene_file.h"
#include "suites.h"
#include "support/desktop.h"
#include "support/program.h"
#include "support/random.h"

enum { WIDTH = 900, HEIGHT = 500 };

static const char *const FILES[] = {"castle", "machine", "billiards"};

static uint32_t pixels[WIDTH * HEIGHT];
static desk table;
static scene_file file;

static void draw(void) {
    static raster paper;
    raster_aim(&paper, pixels, WIDTH, HEIGHT, WIDTH);
    raster_clear(&paper, 0xffffffff);
    desk_draw(&table, &paper.pen);
    raster_free(&paper);
}

static void open_table(const char *name) {
    desktop_open(&table, name);
    desk_resize(&table, WIDTH, HEIGHT);
    memset(&file, 0, sizeof file);
}

static void close_table(void) {
    desk_close(&table);
    scene_file_close(&file);
}

static uint64_t hash(void) {
    return evo_world_hash(table.stage.world);
}

static size_t bodies(void) {
    return evo_world_bodies(table.stage.world, NULL, 0);
}

static void step(int count) {
    for (int i = 0; i < count; ++i) ck_assert(desk_step(&table, SCENE_STEP));
}

static void put(const char *path, const char *text, size_t size) {
    FILE *to = fopen(path, "wb");
    ck_assert(to && fwrite(text, 1, size, to) == size);
    ck_assert_int_eq(fclose(to), 0);
}

/* Sends the pointer to a place of the canvas. */
static void point(input_kind kind, double x, double y) {
    const input in = {.kind = kind, .button = BUTTON_LEFT, .at = pen_at(x, y)};
    desk_answer(&table, &in);
}

/* Makes bodies at random places, and joins some of them. */
static void build(int count) {
    const double width = desk_canvas_width(&table);
    for (int i = 0; i < count; ++i) {
        point(INPUT_MOVE, random_between(0, width), random_between(0, HEIGHT));
        desktop_key(&table, '1' + (int)random_between(0, 5.99));
    }
    if (table.stage.config.exact) return;
    desktop_key(&table, 'a');
    for (int i = 0; i < count; ++i) {
        point(INPUT_PRESS, random_between(0, width), random_between(0, HEIGHT));
        point(INPUT_MOVE, random_between(0, width), random_between(0, HEIGHT));
        point(INPUT_RELEASE, table.pointer.x, table.pointer.y);
    }
    desktop_key(&table, KEY_ESCAPE);
}

static bool has_line(const text_lines *lines, const char *part) {
    for (size_t i = 0; i < lines->count; ++i)
        if (strstr(lines->of[i].text, part)) return true;
    return false;
}

/* Each body has a name, which its sheet shows. */
static void check_names(void) {
    for (size_t i = 0; i < table.stage.count; ++i) {
        static text_lines lines;
        char name[SCENE_NAME], quoted[SCENE_NAME + 2];
        const evo_body body = table.stage.actors[i].body;
        if (!evo_body_exists(table.stage.world, body)) continue;
        scene_body_name(&table.stage, body, name);
        ck_assert_str_ne(name, "");
        ck_assert(evo_body_equal(level_body(&file.now->made, name), body));
        snprintf(quoted, sizeof quoted, "\"%s\"", name);
        lines.count = 0;
        inspect(&lines, &table.stage, &(pick){.kind = PICK_BODY, .body = body});
        ck_assert_msg(has_line(&lines, quoted), "%s", quoted);
    }
}

/* Copies an example with another gravity; "": as it is. */
static void put_example(const char *path, const char *name, const char *gravity) {
    char from[64];
    snprintf(from, sizeof from, "samples/level/%s.json", name);
    char *text = program_read(from), *at = strstr(text, "\"world\": {");
    char *changed = malloc(strlen(text) + 100);
    const size_t before = (size_t)(at - text) + strlen("\"world\": {");
    const char *rest = text + before;
    if (*gravity && strncmp(rest, "\"gravity\"", 9) == 0) rest = strchr(rest, ']') + 1;
    const char *comma = *gravity && *rest != ',' && *rest != '}' ? ", " : "";
    snprintf(changed, strlen(text) + 100, "%.*s%s%s%s", (int)before, text, gravity, comma, rest);
    put(path, changed, strlen(changed));
    free(changed);
    free(text);
}

START_TEST(files_are_read_anew) {
    const char *path = program_file("sandbox-anew.json");
    random_seed((uint64_t)(970 + _i));
    put_example(path, FILES[_i], "");
    open_table("bowl");
    ck_assert(scene_file_open(&file, &table, path));
    ck_assert_str_eq(desk_name(&table), "sandbox-anew");
    ck_assert_uint_eq(bodies(), file.now->made.count);
    check_names();
    table.shown[SHOWN_NAMES].on = true;
    draw();
    const uint64_t first = hash();
    for (int round = 0; round < 4; ++round) {
        char gravity[60];
        const double pull = floor(random_between(1, 40)) + 0.5;
        step(10);
        ck_assert(!scene_file_watch(&file, &table));
        desk_zoom(&table, 1);
        const double scale = desk_view(&table, NULL).scale;
        snprintf(gravity, sizeof gravity, "\"gravity\": [0, -%.1f]", pull);
        put_example(path, FILES[_i], gravity);
        ck_assert(scene_file_watch(&file, &table));
        ck_assert_double_eq(evo_world_get(table.stage.world).gravity.y, -pull);
        ck_assert_double_eq(evo_world_time(table.stage.world), 0);
        ck_assert_double_eq(desk_view(&table, NULL).scale, scale);
        draw();
    }
    put_example(path, FILES[_i], "");
    ck_assert(scene_file_watch(&file, &table));
    ck_assert_uint_eq(hash(), first);
    desk_choose(&table, entry_find("pile"));
    put_example(path, FILES[_i], "\"gravity\": [0, 3]");
    ck_assert(!scene_file_watch(&file, &table));
    ck_assert_str_eq(desk_name(&table), "pile");
    close_table();
}
END_TEST

/* A text that is cut anywhere is refused by line and column, whether it is opened or has
 * changed. */
START_TEST(wrong_files_change_nothing) {
    const char *path = program_file("sandbox-wrong.json");
    const char *other = program_file("sandbox-cut.json");
    random_seed((uint64_t)(980 + _i));
    put_example(path, FILES[_i], "");
    char *text = program_read(path);
    open_table("bowl");
    ck_assert(scene_file_open(&file, &table, path));
    step(20);
    const uint64_t before = hash();
    for (int i = 0; i < 30; ++i) {
        int line = 0, column = 0;
        const size_t size = (size_t)random_between(0, (double)strlen(text) - 3);
        put(path, text, size);
        ck_assert(scene_file_watch(&file, &table));
        ck_assert_int_eq(sscanf(table.message, "sandbox-wrong.json:%d:%d: ", &line, &column), 2);
        ck_assert(line > 0 && column > 0 && table.message_left > 0);
        ck_assert(!scene_file_watch(&file, &table));
        put(other, text, size);
        ck_assert(!scene_file_open(&file, &table, other));
        ck_assert(strncmp(table.message, "sandbox-cut.json:", 17) == 0);
        ck_assert_uint_eq(hash(), before);
        draw();
    }
    remove(other);
    ck_assert(!scene_file_open(&file, &table, other));
    ck_assert_uint_eq(hash(), before);
    remove(path); /* as an editor may, before it puts a new one there */
    ck_assert(!scene_file_watch(&file, &table));
    put_example(path, FILES[_i], "");
    ck_assert(scene_file_watch(&file, &table));
    ck_assert_double_eq(evo_world_time(table.stage.world), 0);
    free(text);
    close_table();
}
END_TEST

/* Before the first step the file makes the very world that was built; later its bodies, with names,
 * poses and velocities. */
START_TEST(what_is_built_is_written) {
    const char *path = program_file("sandbox-built.json");
    const bool stepped = _i >= 3;
    random_seed((uint64_t)(990 + _i));
    put_example(path, FILES[_i % 3], "");
    open_table("bowl");
    ck_assert(scene_file_open(&file, &table, path));
    desktop_key(&table, 'p');
    const size_t made = bodies();
    if (stepped) step(40);
    build(20);
    if (stepped) step(40);
    ck_assert_uint_gt(bodies(), made);
    const uint64_t built = hash();
    const size_t count = bodies(), joints = evo_world_joints(table.stage.world, NULL, 0);
    const double energy = evo_world_kinetic_energy(table.stage.world);
    desktop_key(&table, KEY_SAVE);
    ck_assert(table.wants_scene);
    ck_assert_msg(scene_file_write(&file, &table), "%s", table.message);
    ck_assert(strstr(table.message, path) != NULL);
    ck_assert(!scene_file_watch(&file, &table)); /* it is what is shown */
    ck_assert_uint_eq(hash(), built);
    for (int again = 0; again < 2; ++again) {
        if (again == 0)
            desktop_key(&table, 'r');
        else
            ck_assert(scene_file_open(&file, &table, path));
        ck_assert_msg(table.built, "%s", table.message);
        ck_assert_uint_eq(bodies(), count);
        ck_assert_uint_eq(evo_world_joints(table.stage.world, NULL, 0), joints);
        ck_assert_double_eq_tol(evo_world_kinetic_energy(table.stage.world), energy,
                                1e-9 * (1 + energy));
        if (!stepped) ck_assert_uint_eq(hash(), built);
        check_names();
        draw();
    }
    close_table();
}
END_TEST

/* In a folder of its own, where somebody has written scene.json. A save has no scene. */
START_TEST(other_scenes_get_a_file) {
    static const char *const NAMES[] = {"car", "break", "boxes"};
    const char *folder = program_file("sandbox-files");
    const int here = open(".", O_RDONLY);
    unsigned char *bytes = NULL;
    (void)mkdir(folder, 0777);
    ck_assert(here >= 0 && chdir(folder) == 0);
    remove("scene-2.json");
    remove("scene-3.json");
    put("scene.json", "{}", 2);
    open_table(NAMES[_i]);
    if (_i == 2) {
        size_t size = evo_world_save(table.stage.world, NULL, 0);
        bytes = malloc(size);
        (void)evo_world_save(table.stage.world, bytes, size);
        ck_assert(desk_open_file(&table, "save", bytes, size));
    }
    const uint64_t before = hash();
    for (int i = 0; i < 2; ++i) {
        ck_assert(scene_file_write(&file, &table));
        ck_assert(strstr(table.message, "scene-2.json") != NULL);
    }
    ck_assert_int_ne(access("scene-3.json", F_OK), 0);
    ck_assert(!scene_file_open(&file, &table, "scene.json"));
    ck_assert(scene_file_open(&file, &table, "scene-2.json"));
    ck_assert_uint_eq(hash(), before);
    /* What somebody writes meanwhile, with a mistake or unseen, is not lost. */
    for (int i = 0; i < 2; ++i) {
        put("scene-2.json", "{ ", 2 - (size_t)i);
        if (i == 0) ck_assert(scene_file_watch(&file, &table));
        ck_assert(scene_file_write(&file, &table));
        ck_assert(strstr(table.message, "scene-3.json") != NULL);
    }
    ck_assert(scene_file_open(&file, &table, "scene-3.json"));
    ck_assert_uint_eq(hash(), before);
    close_table();
    ck_assert_int_eq(fchdir(here), 0);
    close(here);
}
END_TEST

Suite *suite_sandbox_files(void) {
    Suite *suite = suite_create("sandbox_files");
    TCase *use = tcase_create("use");
    tcase_add_loop_test(use, files_are_read_anew, 0, 3);
    tcase_add_loop_test(use, wrong_files_change_nothing, 0, 3);
    tcase_add_loop_test(use, what_is_built_is_written, 0, 6);
    tcase_add_loop_test(use, other_scenes_get_a_file, 0, 3);
    suite_add_tcase(suite, use);
    return suite;
}
