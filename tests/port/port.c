/* port.c: the scenes of tests/port do in Evolute what the programs beside them do in Box2D
 * 2.4: their numbers agree with those that Box2D printed, tests/cases/box2d.csv; and the tables for
 * ports name what exists. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/scenes.h"
#include "suites.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/exact.h"

/* Tolerances. Box2D holds hulls and edges SKIN or less apart. */
#define EXACT 1e-4
#define SKIN 0.0201
/* Box2D moves a body in each step at the velocity of the step's end: too far by LEAD times the
 * speed that a steady force adds. */
#define LEAD (1.0 / 120)
/* Largest part of a number by which what is not chaotic differs. */
#define PART 0.02
/* Steps by which Box2D tells of a sensor later: it looks before bodies move. */
#define LATE 1

typedef struct row {
    const char *scene, *name;
    double tolerance;
    double part;  /* of Box2D's number, added to the tolerance */
    double lead;  /* of Box2D's number, by the way in which it steps */
    double value; /* ours */
    bool printed, compared;
} row;

static row rows[] = {
    {"pile", "bounce_step", .tolerance = 1},
    {"pile", "entry_step", .tolerance = 1},
    {"pile", "apex", .tolerance = 0.05}, /* exact: 1.5, Box2D: 1.54 */
    {"pile", "begun", .tolerance = 0},
    {"pile", "ended", .tolerance = 0},
    {"pile", "entered", .tolerance = 0},
    {"pile", "left", .tolerance = 0},
    {"pile", "load", .tolerance = EXACT},
    {"pile", "top_x", .tolerance = 0.02},
    {"pile", "top_y", .tolerance = 3 * SKIN}, /* on three contacts */
    {"pile", "cone_y", .tolerance = SKIN},
    {"pile", "inside_y", .tolerance = SKIN},
    {"pile", "sunk_y", .tolerance = 0.001, .lead = -30 * LEAD},
    {"pile", "roll_v", .tolerance = 0.01},
    {"pile", "roll_spin", .tolerance = 0.01},
    {"pile", "roll_x", .tolerance = 0.05}, /* after three seconds */
    {"pile", "load_x", .tolerance = 0.02},
    {"pile", "load_y", .tolerance = SKIN},
    {"pile", "mass", .tolerance = EXACT},
    {"pile", "center_x", .tolerance = EXACT},
    {"pile", "center_y", .tolerance = EXACT},
    {"pile", "inertia", .tolerance = EXACT},
    {"pile", "odd_x", .tolerance = EXACT},
    {"pile", "odd_angle", .tolerance = EXACT},
    {"pile", "pushed_x", .tolerance = 0.001, .lead = 3 * LEAD},
    {"pile", "pushed_v", .tolerance = EXACT},
    {"pile", "turned_vy", .tolerance = EXACT},
    {"pile", "turned_angle", .tolerance = 0.001},
    {"pile", "hit_vy", .tolerance = EXACT},
    {"pile", "hit_spin", .tolerance = EXACT},
    {"pile", "rim_vy", .tolerance = EXACT},
    {"pile", "slowed_x", .tolerance = 0.02}, /* Box2D damps by 1 / (1 + damping dt) a step */
    {"pile", "slowed_spin", .tolerance = 0.01},
    {"pile", "ray_fraction", .tolerance = 3 * SKIN / 11},
    {"pile", "ray_normal_y", .tolerance = EXACT},
    {"pile", "ray_top", .tolerance = 0},
    {"pile", "ray_all", .tolerance = 0},
    {"platform", "peak", .tolerance = SKIN, .lead = -8 * LEAD},
    {"platform", "landed", .tolerance = 1, .lead = -1}, /* the jump is lower, and its way shorter */
    {"platform", "grounded", .tolerance = 1, .lead = 2}, /* its contacts are of a step before */
    {"platform", "hero_y", .tolerance = SKIN},
    {"platform", "supports", .tolerance = 0},
    {"platform", "above_y", .tolerance = SKIN},
    {"platform", "below_y", .tolerance = SKIN},
    {"platform", "guest_x", .tolerance = 0.06}, /* after sliding v v / (2 mu g) = 3: Box2D 3.05 */
    {"platform", "other_x", .tolerance = SKIN},
    {"platform", "target_v", .tolerance = 0.001},
    {"platform", "shot_behind", .tolerance = 0},
    {"platform", "sleeper_awake", .tolerance = 0},
    {"platform", "moved_y", .tolerance = 0.001, .lead = -5 * LEAD},
    {"platform", "perched_awake", .tolerance = 0},
    {"platform", "slept", .tolerance = 1},
    {"platform", "fallen_y", .tolerance = SKIN},
    {"platform", "found", .tolerance = 0},
    {"platform", "found_heroes", .tolerance = 0},
    {"character", "hero_mass", .tolerance = EXACT},
    {"character", "run_x", .tolerance = EXACT},
    {"character", "slope_v", .part = PART},
    {"character", "slope_rise", .part = PART},
    {"character", "plateau_x", .part = PART},
    {"character", "plateau_y", .tolerance = SKIN},
    {"character", "jumped", .tolerance = 1},
    {"character", "apex", .tolerance = SKIN, .lead = -6 * LEAD},
    {"character", "landed", .tolerance = 1},
    {"character", "grounded", .tolerance = 2},
    {"character", "wall_x", .tolerance = SKIN},
    {"character", "wall_y", .tolerance = SKIN},
    {"character", "pusher_way", .part = PART},
    {"character", "pushed_way", .part = PART},
    {"character", "pushed_v", .part = PART},
    {"character", "rider_x", .tolerance = 0.5 / 60}, /* a step of the lift: exact -0.2 */
    {"character", "rider_y", .tolerance = SKIN},
    {"car", "mass", .tolerance = EXACT},
    {"car", "height", .part = PART},
    {"car", "travel", .part = PART},
    {"car", "load", .part = PART},
    {"car", "lean", .part = PART},
    {"car", "speed", .part = PART},
    {"car", "torque", .part = PART},
    {"car", "spin", .part = PART},
    {"car", "driven", .part = PART},
    {"car", "cruise", .part = PART},
    {"car", "top", .part = PART},
    {"car", "pitch", .part = PART},
    {"car", "hop", .part = PART},
    {"car", "climbed", .part = PART},
    {"car", "stopped", .part = PART},
    {"car", "stop_x", .part = PART},
    {"car", "stop_y", .part = PART},
    {"bridge", "force_x", .part = PART},
    {"bridge", "force_y", .part = PART},
    {"bridge", "sag", .part = PART},
    {"bridge", "first_angle", .part = PART},
    {"bridge", "loaded_x", .part = PART},
    {"bridge", "loaded_y", .part = PART},
    {"bridge", "loaded_sag", .part = PART},
    {"bridge", "broke", .part = PART},
    {"bridge", "mass", .part = PART},
    {"bridge", "joints", .tolerance = 0},
    {"bridge", "end_x", .part = PART},
    {"bridge", "end_y", .part = PART},
    {"bridge", "bucket_x", .part = PART},
    {"bridge", "bucket_y", .part = PART},
    {"sensors", "first_coin", .tolerance = 1, .lead = LATE},
    {"sensors", "last_coin", .tolerance = 1, .lead = LATE},
    {"sensors", "coins", .tolerance = 0},
    {"sensors", "coins_left", .tolerance = 0},
    {"sensors", "pressed", .tolerance = 1, .lead = LATE},
    {"sensors", "released", .tolerance = 1, .lead = LATE},
    {"sensors", "dived", .tolerance = 1, .lead = LATE},
    {"sensors", "surfaced", .tolerance = 1, .lead = LATE},
    {"sensors", "spotted", .tolerance = 1, .lead = LATE},
    {"sensors", "lost", .tolerance = 1, .lead = LATE},
    {"sensors", "scored", .tolerance = 1, .lead = LATE},
    {"sensors", "over", .tolerance = 1, .lead = LATE},
    {"sensors", "dive_y", .part = PART},
    {"sensors", "dive_v", .part = PART},
    {"sensors", "radar_sees", .tolerance = 0},
    {"sensors", "seen", .tolerance = 0},
    {"sensors", "unseen", .tolerance = 0},
    {"sensors", "goals", .tolerance = 0},
    {"sensors", "guard_mass", .tolerance = EXACT},
    {"sensors", "runner_x", .part = PART},
    {"sensors", "runner_v", .part = PART},
    {"sensors", "guard_x", .part = PART},
    {"sensors", "thrown_x", .part = PART},
};

static const char *running;

static row *find(const char *scene, const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].scene, scene) == 0 && strcmp(rows[i].name, name) == 0) return &rows[i];
    ck_abort_msg("there is no row %s of %s", name, scene);
    return NULL;
}

void print(const char *name, double value) {
    row *r = find(running, name);
    ck_assert_msg(!r->printed, "%s is printed twice", name);
    r->printed = true;
    r->value = value;
}

void step(evo_world *world) {
    ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
}

static void agrees_with_box2d(const char *scene, void (*run)(void)) {
    csv table;
    running = scene;
    run();
    csv_open(&table, "tests/cases/box2d.csv");
    while (csv_next(&table)) {
        if (strcmp(csv_text(&table, "scene"), scene) != 0) continue;
        row *r = find(scene, csv_text(&table, "name"));
        const double expected = csv_number(&table, "value") - r->lead;
        ck_assert_msg(r->printed, "%s is not printed", r->name);
        const double most = r->tolerance + r->part * fabs(expected);
        ck_assert_msg(fabs(r->value - expected) <= most, "%s: %.6g, Box2D: %.6g", r->name, r->value,
                      expected);
        r->compared = true;
    }
    csv_close(&table);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        ck_assert_msg(rows[i].compared == rows[i].printed, "%s is not in the file", rows[i].name);
}

START_TEST(the_pile_agrees) {
    agrees_with_box2d("pile", pile_run);
}
END_TEST

START_TEST(the_platforms_agree) {
    agrees_with_box2d("platform", platform_run);
}
END_TEST

START_TEST(the_character_agrees) {
    agrees_with_box2d("character", character_run);
}
END_TEST

START_TEST(the_car_agrees) {
    agrees_with_box2d("car", car_run);
}
END_TEST

START_TEST(the_bridge_agrees) {
    agrees_with_box2d("bridge", bridge_run);
}
END_TEST

START_TEST(the_sensors_agree) {
    agrees_with_box2d("sensors", sensors_run);
}
END_TEST

/* The script prints what it misses, or how many names it has looked up. */
START_TEST(the_tables_name_what_exists) {
    char line[256], last[256] = "";
    FILE *pipe = popen("tests/port/tables.sh 2>&1", "r");
    ck_assert_ptr_nonnull(pipe);
    while (fgets(line, sizeof line, pipe)) strcpy(last, line);
    ck_assert_msg(pclose(pipe) == 0, "%s", last);
    ck_assert_int_gt(atoi(last), 500);
}
END_TEST

Suite *suite_port(void) {
    Suite *suite = suite_create("port");
    TCase *port = tcase_create("port");
    tcase_add_test(port, the_pile_agrees);
    tcase_add_test(port, the_platforms_agree);
    tcase_add_test(port, the_character_agrees);
    tcase_add_test(port, the_car_agrees);
    tcase_add_test(port, the_bridge_agrees);
    tcase_add_test(port, the_sensors_agree);
    tcase_add_test(port, the_tables_name_what_exists);
    suite_add_tcase(suite, port);
    return suite;
}
