/* guide.c: each program of the guide is short, is what its page shows, draws its picture, and
 * prints what its page says; and what it prints obeys the law that the chapter is about. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/program.h"

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Longest program, in lines. */
enum { LINES = 59 };

/* Finds the next line that is not blank; false at the end of the text. */
static bool next_line(const char **text, const char **line, size_t *size) {
    while (**text == '\n') ++*text;
    *line = *text;
    *size = strcspn(*text, "\n");
    *text += *size;
    return *size > 0;
}

/* Finds the next line of the page's blocks of C, `*inside` of which the text is. */
static bool next_shown(const char **text, bool *inside, const char **line, size_t *size) {
    while (next_line(text, line, size)) {
        const bool fence = strncmp(*line, "```", 3) == 0;
        if (!fence && *inside) return true;
        if (fence) *inside = *size == 4 && (*line)[3] == 'c';
    }
    return false;
}

/* The page's blocks of C are the program, piece by piece; blank lines may differ. */
static void is_shown(const char *name, const char *source, const char *page) {
    const char *line, *shown;
    size_t size, length;
    bool inside = false;
    while (next_line(&source, &line, &size)) {
        ck_assert_msg(next_shown(&page, &inside, &shown, &length), "%s.md ends early", name);
        ck_assert_msg(size == length && memcmp(line, shown, size) == 0, "%s.md does not show: %.*s",
                      name, (int)size, line);
    }
    ck_assert_msg(!next_shown(&page, &inside, &shown, &length), "%s.md shows more", name);
}

static void is_short(const char *name, const char *source) {
    int lines = 0;
    for (; *source; ++source) lines += *source == '\n';
    ck_assert_msg(lines <= LINES, "%s.c has %d lines", name, lines);
}

static char *guide_file(const char *name, const char *extension) {
    char path[128];
    snprintf(path, sizeof path, "samples/guide/%s.%s", name, extension);
    return program_read(path);
}

/* Runs a program with a picture, and returns what it prints, to be freed. */
static char *run_drawing(const char *name) {
    char command[256], picture[64];
    int status;
    snprintf(picture, sizeof picture, "test-guide-%s.svg", name);
    snprintf(command, sizeof command, "samples/guide/%s $BUILD/%s", name, picture);
    char *output = program_run(command, &status);
    ck_assert_msg(status == 0, "%s: %d, %s", name, status, output);
    FILE *drawn = fopen(program_file(picture), "rb");
    ck_assert_msg(drawn && fseek(drawn, 0, SEEK_END) == 0, "%s draws nothing", name);
    ck_assert_int_gt(ftell(drawn), 500);
    fclose(drawn);
    remove(program_file(picture));
    return output;
}

/* Checks a chapter, and returns what its program prints, to be freed. */
static char *chapter(const char *name) {
    char *source = guide_file(name, "c"), *page = guide_file(name, "md");
    char *output = run_drawing(name), *contents = program_read("samples/guide/README.md");
    is_short(name, source);
    is_shown(name, source, page);
    ck_assert_msg(strstr(page, output) != NULL, "%s.md does not say: %s", name, output);
    ck_assert_msg(strstr(contents, name) != NULL, "README.md does not list %s", name);
    free(source);
    free(page);
    free(contents);
    return output;
}

/* Returns the number after the first such words from a place on. */
static double number(const char *output, const char *words) {
    const char *found = strstr(output, words);
    char *end;
    ck_assert_msg(found != NULL, "not printed: %s", words);
    const double value = strtod(found + strlen(words), &end);
    ck_assert_msg(end != found + strlen(words), "no number after: %s", words);
    return value;
}

/* Returns whether the words are printed. */
static bool says(const char *output, const char *words) {
    return strstr(output, words) != NULL;
}

/* ---- Worlds and terrain ---------------------------------------------------------------------- */

START_TEST(boxes_stand_on_each_other) {
    char *output = chapter("01-falling-boxes"), words[40];
    for (int i = 0; i < 5; ++i) {
        snprintf(words, sizeof words, "box %d: centre at a height of", i);
        ck_assert_double_eq_tol(number(output, words), i + 0.5, 0.011);
    }
    ck_assert_double_lt(number(output, "all sleep after"), 10);
    free(output);
}
END_TEST

/* Friction leaves less height than there was: the ball began 4 from the valley. */
START_TEST(the_ball_rests_in_the_valley) {
    char *output = chapter("02-terrain");
    const double farthest = number(output, "up to x =");
    ck_assert(farthest > 11 && farthest < 14);
    ck_assert_double_eq_tol(number(output, "rests at ("), 10, 0.2);
    ck_assert_double_eq_tol(number(strstr(output, "rests"), ","), 0.4, 0.02);
    free(output);
}
END_TEST

START_TEST(tiles_are_one_floor) {
    char *output = chapter("03-tile-map");
    ck_assert_double_eq_tol(number(output, "tiles at ("), 14, 2e-3);
    ck_assert_double_eq_tol(number(output, ","), 1.4, 2e-3);
    ck_assert_double_eq_tol(number(output, "turned by"), 0, 2e-4);
    ck_assert_double_eq_tol(number(output, "speed"), 6, 2e-3);
    free(output);
}
END_TEST

/* ---- Characters ------------------------------------------------------------------------------ */

START_TEST(the_hero_stops_at_the_wall) {
    char *output = chapter("04-character");
    const char *climbed = strstr(output, "1.0 s"), *end = strstr(output, "4.0 s");
    ck_assert_ptr_nonnull(end);
    ck_assert_double_eq_tol(number(climbed, ","), 0.4, 0.01);
    ck_assert(says(output, "in the air") && says(end, "on the ground"));
    ck_assert_double_eq_tol(number(end, "feet at ("), 11.7, 0.011);
    ck_assert_double_eq_tol(number(end, ","), 0, 0.011);
    free(output);
}
END_TEST

/* It jumps up through the platform, and is carried by the lift exactly. */
START_TEST(platforms_hold_and_carry) {
    char *output = chapter("05-platforms");
    const char *second = strstr(output, "2.0 s"), *last = strstr(output, "4.5 s");
    ck_assert_double_eq_tol(number(output, ","), 1.5, 0.011);
    ck_assert(says(second, "stands on the lift") && says(last, "stands on the lift"));
    ck_assert_double_eq_tol(number(last, ","), 4.5, 0.011);
    ck_assert_double_eq(number(last, "feet at ("), number(second, "feet at ("));
    free(output);
}
END_TEST

START_TEST(the_ladder_is_climbed) {
    char *output = chapter("06-ladder");
    const char *off = strchr(output, '\n') + 1;
    ck_assert_double_eq_tol(number(off, "") - number(output, ""), 1.3, 0.11);
    ck_assert_double_eq_tol(number(output, ","), 3, 0.011);
    ck_assert(says(output, "on the ledge"));
    free(output);
}
END_TEST

/* ---- Sensors --------------------------------------------------------------------------------- */

/* The ball comes to coin after coin at the acceleration of a rolling disk, 2/3 g sin(slope). */
START_TEST(coins_are_collected_in_order) {
    char *output = chapter("07-coins"), *line = output;
    double time, first = 0;
    int coins, purse, expected = 0, lines = 0;
    for (; sscanf(line, "%lf s: coin %d, %d", &time, &coins, &purse) == 3; ++lines) {
        const double way = 2 * lines * sqrt(1.04), a = 20 / 3.0 * 0.2 / sqrt(1.04);
        expected += 10 * (lines + 1);
        ck_assert(coins == lines + 1 && purse == expected);
        if (lines == 0) first = time;
        /* From the first coin on, where it has the velocity of its fall from the start. */
        const double later = time - first, speed = a * (first - 0.1);
        ck_assert_double_eq_tol(speed * later + 0.5 * a * later * later, way, 0.5);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 8);
    free(output);
}
END_TEST

/* It opens when the ball's rim reaches the plate, at 0, and closes when it leaves it, at 5. */
START_TEST(the_door_lets_the_ball_pass) {
    char *output = chapter("08-doors");
    const double step = 3 / 60.0 + 0.01;
    ck_assert_double_eq_tol(number(output, "ball at"), -0.4, step);
    ck_assert_double_eq_tol(number(strstr(output, "opens"), "ball at"), 5.4, step);
    ck_assert(says(output, "closes"));
    ck_assert_double_eq_tol(number(output, "door is at"), 1, 0.01);
    ck_assert_double_gt(number(output, "the ball at"), 6);
    free(output);
}
END_TEST

/* ---- Force ----------------------------------------------------------------------------------- */

START_TEST(no_bullet_passes) {
    char *output = chapter("09-bullets");
    ck_assert_double_eq_tol(number(output, "first hits after"), 11.875 / 800, 1e-4);
    ck_assert_double_eq_tol(number(output, "at x ="), 5.975, 1e-3);
    ck_assert(says(output, "10 hits") && says(output, " 0 passed"));
    ck_assert_double_eq_tol(number(output, "impulse of"), 10 * acos(-1) * 0.01 * 808, 0.2);
    free(output);
}
END_TEST

/* The impulse on a face falls linearly with its distance; piles in mirror image stay so, nearly. */
START_TEST(blasts_fall_with_distance) {
    char *output = chapter("10-explosions");
    ck_assert_double_eq_tol(number(output, "at 2: velocity ("), 8, 0.02);
    ck_assert_double_eq_tol(number(output, "at 3: velocity ("), 6, 0.02);
    ck_assert_double_eq_tol(number(output, "at 4: velocity ("), 4, 0.02);
    ck_assert_double_lt(number(output, "middles are at"), -4);
    ck_assert_double_eq_tol(number(output, "middles are at") + number(output, " and"), 0, 0.5);
    free(output);
}
END_TEST

START_TEST(things_float_as_deep_as_they_weigh) {
    char *output = chapter("11-water"), *line = output;
    double density, height, below;
    int lines = 0;
    for (; sscanf(line, "density %lf: at a height of %lf, %lf", &density, &height, &below) == 3;
         ++lines) {
        ck_assert_double_eq_tol(below, fmin(density, 1), 0.003);
        if (density > 1) ck_assert_double_eq_tol(height, -3.5, 0.011);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 5);
    free(output);
}
END_TEST

/* ---- Machines -------------------------------------------------------------------------------- */

/* It flies over the gap, and brakes on its wheels, its middle .7 above the ground. */
START_TEST(the_car_lands) {
    char *output = chapter("12-car");
    ck_assert_double_gt(number(strstr(output, "2 s"), "speed"), 9);
    ck_assert_double_gt(number(strstr(output, "4 s"), "car at ("), 20);
    const char *end = strstr(output, "7 s");
    ck_assert_ptr_nonnull(end);
    ck_assert_double_eq_tol(number(end, ","), 0.7, 0.03);
    ck_assert_double_eq_tol(number(end, "speed"), 0, 0.05);
    ck_assert_double_gt(number(end, "car at ("), 26);
    free(output);
}
END_TEST

/* Each crate adds to the force, which stays below the strength until the bridge breaks. */
START_TEST(the_bridge_bears_what_it_can) {
    char *output = chapter("13-rope-bridge"), *line = output;
    int crates, lines = 0;
    double force, last = 0;
    for (; sscanf(line, "%d crates: force %lf", &crates, &force) == 2; ++lines) {
        ck_assert_int_eq(crates, lines);
        ck_assert(force > last && force < 120);
        last = force;
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_ge(lines, 3);
    ck_assert_double_eq(number(line, "under"), lines);
    /* Within the two seconds after the last crate was laid. */
    const double after = number(line, "breaks after") - 2 * lines;
    ck_assert(after >= 0 && after < 2);
    free(output);
}
END_TEST

START_TEST(limbs_keep_to_their_limits) {
    char *output = chapter("14-ragdoll"), *line = strchr(output, '\n') + 1;
    double angle, lower, upper, apart;
    int lines = 0;
    for (; sscanf(line, "angle %lf, from %lf to %lf; %lf", &angle, &lower, &upper, &apart) == 4;
         ++lines) {
        ck_assert(angle > lower - 0.03 && angle < upper + 0.03);
        ck_assert_double_lt(apart, 0.01);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 5);
    const double height = number(output, "height of");
    ck_assert(height > 0.1 && height < 1.2);
    ck_assert_double_lt(number(output, "rests after"), 15);
    free(output);
}
END_TEST

/* The slow car is on the circle of its geometry; the fast one on that which its tyres can hold. */
START_TEST(tyres_hold_up_to_their_grip) {
    char *output = chapter("15-top-down");
    const char *fast = strchr(output, '\n') + 1;
    const double middle = sqrt(1.44 + pow(2.4 / tan(0.3), 2));
    ck_assert_double_eq_tol(number(output, "radius"), middle, 0.06 * middle);
    ck_assert_double_gt(number(fast, "radius"), 2 * middle);
    ck_assert_double_eq_tol(number(fast, "acceleration"), 7.6, 0.45);
    free(output);
}
END_TEST

/* ---- Time ------------------------------------------------------------------------------------ */

/* The ball is where a thrown one is at the time of the world, however slow that went. */
START_TEST(slow_motion_changes_nothing) {
    char *output = chapter("16-slow-motion"), *line = output;
    const double times[] = {1, 1, 1.25, 1.5, 2.5};
    double clock, time, x, y;
    int lines = 0;
    for (; sscanf(line, "clock %lf s, world %lf s: ball at (%lf, %lf)", &clock, &time, &x, &y) == 4;
         ++lines) {
        ck_assert_double_eq_tol(time, times[lines], 1e-9);
        ck_assert_double_eq_tol(x, 5 * time, 0.02);
        ck_assert_double_eq_tol(y, 0.3 + 13 * time - 5 * time * time, 0.02);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 5);
    ck_assert(says(output, "150 steps, the same bits"));
    free(output);
}
END_TEST

START_TEST(frames_of_any_rate_are_smooth) {
    char *output = chapter("17-fixed-steps"), *line = output;
    double rate, raw, smooth;
    int lines = 0;
    for (; sscanf(line, "%lf frames a second: error %lf, interpolated %lf", &rate, &raw, &smooth)
           == 3;
         ++lines) {
        ck_assert_double_lt(smooth, 1e-3);
        /* Above the rate of steps, frames without a step do not move, and others by a whole one. */
        if (rate > 60) ck_assert_double_eq_tol(raw, 0.1 - 6 / rate, 2e-3);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 4);
    ck_assert(!says(output, "other bits"));
    free(output);
}
END_TEST

START_TEST(late_keys_change_nothing) {
    char *output = chapter("18-rollback");
    ck_assert(says(output, "12 steps played again, the same bits"));
    free(output);
}
END_TEST

START_TEST(saves_go_on_and_refuse_damage) {
    char *output = chapter("19-saves");
    ck_assert(says(output, "damaged: The saved bytes are damaged"));
    ck_assert(says(output, "whole: Done.") && says(output, "later: the same bits"));
    free(output);
}
END_TEST

START_TEST(crates_slide_by_coulomb) {
    char *output = chapter("20-headless"), *line = strchr(output, '\n') + 1;
    double friction, slope, theory;
    int lines = 0;
    for (; sscanf(line, "%lf,%lf,%lf", &friction, &slope, &theory) == 3; ++lines) {
        const double law = atan(0.2 * (lines + 1)) * 180 / acos(-1);
        ck_assert_double_eq_tol(theory, law, 0.0051);
        ck_assert_double_eq_tol(slope, law, 0.1);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 5);
    free(output);
}
END_TEST

/* 24 bodies and the floor. */
START_TEST(all_shapes_are_drawn) {
    char *output = chapter("21-drawing");
    ck_assert_double_eq(number(output, ""), 25);
    free(output);
}
END_TEST

/* Each mistake is told once, in order; once it is mended the ball lies on the chain. */
START_TEST(mistakes_are_told_and_mended) {
    const char *const told[] = {"error: evo_body_create: material.density is -1",
                                "error: evo_body_apply_center_impulse: body names nothing",
                                "warning: evo_chain_create: points", "warning: evo_world_step"};
    char *output = chapter("22-what-goes-wrong"), *line = output;
    for (int i = 0; i < 4; ++i) {
        ck_assert_msg(strncmp(line, told[i], strlen(told[i])) == 0, "%s", line);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_double_eq_tol(number(line, "height of"), -3, 0.11);
    ck_assert_double_eq_tol(number(line, "now it is at"), 0.5, 0.051);
    ck_assert(says(line, "the world is sound"));
    free(output);
}
END_TEST

/* The floor is one line of letters; all four shapes are drawn above it. */
START_TEST(outlines_become_letters) {
    char *output = chapter("23-renderer");
    size_t letters = 0, floor = 0;
    for (const char *at = output; *at; ++at) {
        letters += *at == 'o' || *at == 's';
        floor += *at == '=';
    }
    ck_assert_uint_ge(floor, 60);
    ck_assert_uint_ge(letters, 80);
    free(output);
}
END_TEST

/* The call that is found is the one that threw the crate; the record has 20 to 40 seconds. */
START_TEST(the_bug_is_found) {
    char *output = chapter("24-find-a-bug");
    const double steps = number(output, ""), step = number(output, "steps; step");
    ck_assert(steps >= 1200 && steps <= 2400 && step > steps - 90 && step < steps);
    ck_assert(says(output, "evo_body_apply_center_impulse body 1 (tag 7): (0, "));
    ck_assert_double_gt(number(output, "(tag 7): (0,"), 6.4);
    free(output);
}
END_TEST

/* The page of chapter 23 shows sdl.c, and it compiles where SDL2 is. */
START_TEST(the_window_of_sdl_is_shown) {
    char *source = guide_file("sdl", "c"), *page = guide_file("23-renderer", "md");
    int status;
    ck_assert_msg(strstr(page, source), "23-renderer.md does not show sdl.c");
    free(source);
    free(page);
    char *output = program_script("changed.sh $BUILD sdl", &status);
    ck_assert_msg(status == 0, "%s", output);
    free(output);
}
END_TEST

/* Programs with a learner's change end by themselves, and well. */
START_TEST(changed_chapters_end) {
    int status;
    char *output = program_script("changed.sh $BUILD", &status);
    ck_assert_msg(status == 0, "%d, %s", status, output);
    free(output);
}
END_TEST

START_TEST(the_level_is_run_and_its_mistake_told) {
    char *output = chapter("25-level"), *line = output;
    int coins = 0, chests = 0, worth = 0;
    for (; *line && sscanf(line, "worth %d", &worth) != 1; line = strchr(line, '\n') + 1) {
        coins += strstr(line, "s: a coin") && strstr(line, "s: a coin") < strchr(line, '\n');
        chests += strstr(line, "s: the chest") && strstr(line, "s: the chest") < strchr(line, '\n');
    }
    ck_assert_int_eq(coins, 5);
    ck_assert_int_eq(worth, coins + 10 * chests);
    ck_assert_ptr_nonnull(strstr(line, "bodies.door.postion is no field of a body"));
    free(output);
}
END_TEST

Suite *suite_guide(void) {
    Suite *suite = suite_create("guide");
    TCase *guide = tcase_create("guide");
    tcase_set_tags(guide, "programs");
    tcase_add_test(guide, boxes_stand_on_each_other);
    tcase_add_test(guide, the_ball_rests_in_the_valley);
    tcase_add_test(guide, tiles_are_one_floor);
    tcase_add_test(guide, the_hero_stops_at_the_wall);
    tcase_add_test(guide, platforms_hold_and_carry);
    tcase_add_test(guide, the_ladder_is_climbed);
    tcase_add_test(guide, coins_are_collected_in_order);
    tcase_add_test(guide, the_door_lets_the_ball_pass);
    tcase_add_test(guide, no_bullet_passes);
    tcase_add_test(guide, blasts_fall_with_distance);
    tcase_add_test(guide, things_float_as_deep_as_they_weigh);
    tcase_add_test(guide, the_car_lands);
    tcase_add_test(guide, the_bridge_bears_what_it_can);
    tcase_add_test(guide, limbs_keep_to_their_limits);
    tcase_add_test(guide, tyres_hold_up_to_their_grip);
    tcase_add_test(guide, slow_motion_changes_nothing);
    tcase_add_test(guide, frames_of_any_rate_are_smooth);
    tcase_add_test(guide, late_keys_change_nothing);
    tcase_add_test(guide, saves_go_on_and_refuse_damage);
    tcase_add_test(guide, crates_slide_by_coulomb);
    tcase_add_test(guide, all_shapes_are_drawn);
    tcase_add_test(guide, mistakes_are_told_and_mended);
    tcase_add_test(guide, the_bug_is_found);
    tcase_add_test(guide, outlines_become_letters);
    tcase_add_test(guide, the_window_of_sdl_is_shown);
    tcase_add_test(guide, the_level_is_run_and_its_mistake_told);
    tcase_add_test(guide, changed_chapters_end);
    suite_add_tcase(suite, guide);
    return suite;
}
