/* samples.c: the README shows hello.c as it is, and what it prints; others do what they
 * say. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/program.h"

/* The game loop interpolates between steps at any frame rate. */
START_TEST(the_loop_interpolates_between_steps) {
    int status, frame, lines = 0;
    double x, y;
    char *output = program_run("samples/loop", &status), *line = output;
    ck_assert_int_eq(status, 0);
    for (; sscanf(line, "frame %d: (%lf, %lf)", &frame, &x, &y) == 3; ++lines) {
        /* Drawn one step behind the world; the ball falls from 3 to 0.5. */
        const double time = frame / 144.0 - 1.0 / 60;
        if (time < 0.69) {
            ck_assert_double_eq_tol(x, time, 1e-4);
            ck_assert_double_eq_tol(y, 3 - 5 * time * time, 0.06);
        }
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 12);
    free(output);
}
END_TEST

/* The walker gets on for a minute, through the whole level and back, and stands at times. */
START_TEST(the_walker_gets_on) {
    int status, seconds, lines = 0, stood = 0;
    double x, y, least = 48, most = 0;
    char *output = program_run("samples/walker", &status), *line = output;
    ck_assert_msg(status == 0, "%s", output);
    for (; sscanf(line, "%d s: at (%lf, %lf)", &seconds, &x, &y) == 3; ++lines) {
        char *next = strchr(line, '\n');
        *next = '\0';
        stood += strstr(line, "in the air") == NULL;
        least = x < least ? x : least;
        most = x > most ? x : most;
        ck_assert_double_gt(y, -0.1);
        line = next + 1;
    }
    ck_assert_int_eq(lines, 12);
    ck_assert_int_ge(stood, 6);
    ck_assert_double_lt(least, 15);
    ck_assert_double_gt(most, 40);
    free(output);
}
END_TEST

/* The game is won, and no ball leaves elsewhere than below. */
START_TEST(breakout_is_won) {
    int status;
    char *output = program_run("samples/breakout", &status);
    ck_assert_msg(status == 0, "%s", output);
    ck_assert_ptr_nonnull(strstr(output, "bricks left 0, "));
    ck_assert_ptr_nonnull(strstr(output, "elsewhere than below 0"));
    free(output);
}
END_TEST

/* A thousand worlds come to the same ends, whoever steps them. */
START_TEST(many_worlds_have_the_same_hash_with_any_threads) {
    char hashes[3][17];
    for (int i = 0; i < 3; ++i) {
        static const char *const CALLS[] = {"samples/many 1", "samples/many 3", "samples/many"};
        int status;
        char *output = program_run(CALLS[i], &status), *at = strstr(output, "hash ");
        ck_assert_msg(status == 0 && at, "%s", output);
        ck_assert_int_eq(sscanf(at, "hash %16[0-9a-f]", hashes[i]), 1);
        free(output);
    }
    ck_assert_str_eq(hashes[0], hashes[1]);
    ck_assert_str_eq(hashes[0], hashes[2]);
}
END_TEST

/* The car gets on by some metres in every two seconds, on its wheels, and brakes at the end. */
START_TEST(the_car_drives_to_the_end) {
    int status, seconds, lines = 0;
    double x, y, speed, angle, rear, front, last = 3;
    char *output = program_run("samples/car", &status), *line = output;
    ck_assert_msg(status == 0, "%s", output);
    for (; sscanf(line, "%d s: at (%lf, %lf), speed %lf, angle %lf, springs %lf and %lf", &seconds,
                  &x, &y, &speed, &angle, &rear, &front)
           == 7;
         ++lines) {
        ck_assert(y > 0.5 && y < 2.5 && fabs(angle) < 0.8);
        ck_assert(fabs(rear) < 0.21 && fabs(front) < 0.21);
        if (seconds <= 16) ck_assert_double_gt(x - last, 9);
        last = x;
        line = strchr(line, '\n') + 1;
    }
    ck_assert_int_eq(lines, 10);
    ck_assert_double_gt(last, 114);
    ck_assert_double_lt(speed, 0.1);
    free(output);
}
END_TEST

/* The figure falls from above the stairs, and rests on them or below. */
START_TEST(the_ragdoll_comes_to_rest) {
    int status;
    double time, x, y, first = 0;
    char *output = program_run("samples/ragdoll", &status);
    ck_assert_msg(status == 0, "%s", output);
    ck_assert_int_eq(sscanf(output, "%lf s: head at (%lf, %lf)", &time, &x, &first), 3);
    ck_assert_double_gt(first, 4);
    const char *end = strstr(output, "it rests at (");
    ck_assert_msg(end != NULL, "%s", output);
    ck_assert_int_eq(sscanf(end, "it rests at (%lf, %lf) after %lf s", &x, &y, &time), 3);
    ck_assert(x > -5 && x < 19 && y > 0 && y < 2.5 && time < 15);
    free(output);
}
END_TEST

static void is_in_the_readme(const char *path, const char *program) {
    int status;
    char *readme = program_read("README.md"), *source = program_read(path);
    char *output = program_run(program, &status);
    ck_assert_int_eq(status, 0);
    const char *text = strchr(source, '\n') + 1; /* without its head comment */
    ck_assert_msg(strstr(readme, text), "README.md does not show %s as it is", path);
    ck_assert_msg(strstr(readme, output), "README.md does not show what it prints: %s", output);
    free(readme);
    free(source);
    free(output);
}

START_TEST(hello_is_in_the_readme) {
    is_in_the_readme("samples/hello.c", "samples/hello");
}
END_TEST

/* Checks the file that a link of a page leads to, if it is in the repository. */
static void leads_somewhere(const char *folder, const char *link, size_t length) {
    char path[300];
    if (length == 0 || memchr(link, ':', length)) return;
    snprintf(path, sizeof path, "%s%.*s", folder, (int)length, link);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "a link leads to %s, which is not there", path);
    fclose(file);
}

/* Checks all links of a page that begin after these words; returns how many there are. */
static int check_links(const char *page, const char *words, const char *ends) {
    char *text = program_read(page), folder[100];
    const char *name = strrchr(page, '/');
    int count = 0;
    snprintf(folder, sizeof folder, "%.*s", name ? (int)(name - page) + 1 : 0, page);
    for (const char *at = text; (at = strstr(at, words)) != NULL; ++count) {
        at += strlen(words);
        leads_somewhere(folder, at, strcspn(at, ends));
    }
    free(text);
    return count;
}

START_TEST(links_of_pages_lead_somewhere) {
    const char *const pages[] = {"README.md", "samples/README.md", "samples/limits.md",
                                 "samples/guide/README.md", "samples/python/README.md",
                                 "tests/bench/README.md"};
    int links = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; ++i)
        links += check_links(pages[i], "](", ")#") + check_links(pages[i], "src=\"", "\"");
    ck_assert_int_gt(links, 100);
}
END_TEST

START_TEST(fit_answers_its_arguments) {
    const program_case cases[] = {
        {"circle:1@0,0 circle:1@1.5,0 --output $BUILD/test-fit.svg", 0, "depth 0.5"},
        {"ring:1,0.2,0,3@0,0 segment:0,0,1,0@0,-2,0 --output $BUILD/test-fit.svg", 0, "gap"},
        {"box:1,0.5@0,0 capsule:1,0.2@0,0.6,0.1 --output $BUILD/test-fit.svg", 0, "depth"},
        {"circle:1@0,0", 2, "a pair has two shapes"},
        {"circle:0@0,0 circle:1@0,0", 2, "at least 1e-30"},
        {"ring:1,3,0,1@0,0 circle:1@0,0", 2, "width"},
        {"square:1@0,0 circle:1@0,0", 2, "this is no shape"},
        {"circle:1 circle:1@0,0", 2, "this is no shape"},
        {"--output", 2, "--output needs a file"},
        {"circle:1@0,0 circle:1@0,0 circle:1@0,0", 2, "two shapes are enough"},
        {"--hard --output $BUILD/test-fit.pdf", 0, "whole ring around"},
        {"--output no-such-folder/fit.svg", 3, "cannot be written"},
        {"--output fit.bmp", 2, "ends in .png, .svg or .pdf"},
    };
    program_check("samples/fit", cases, sizeof cases / sizeof *cases);
    remove(program_file("test-fit.svg"));
    remove(program_file("test-fit.pdf"));
}
END_TEST

/* Each demonstration is drawn, and tells what it shows; what it cannot be is refused. */
START_TEST(demonstrations_are_drawn) {
    const char *const told[][2] = {{"overlap", "polygons of 32 corners"},
                                   {"fit --first 3 --second 6", "a closed form"},
                                   {"meeting --speed 2", "they meet after"},
                                   {"ring", "the recipe: gap"}};
    const char *path = program_file("test-demo.svg");
    char arguments[200];
    int status;
    for (size_t i = 0; i < 4; ++i) {
        snprintf(arguments, sizeof arguments, "samples/demo %s --output %s", told[i][0], path);
        char *output = program_run(arguments, &status);
        ck_assert_msg(status == 0, "%s", output);
        ck_assert_msg(strstr(output, told[i][1]) != NULL, "%s", output);
        ck_assert_int_eq(remove(path), 0);
        free(output);
    }
    free(program_run("samples/demo fit --first 9", &status));
    ck_assert_int_eq(status, 2);
    free(program_run("samples/demo nothing", &status));
    ck_assert_int_eq(status, 2);
}
END_TEST

Suite *suite_samples(void) {
    Suite *suite = suite_create("samples");
    TCase *samples = tcase_create("samples");
    tcase_set_tags(samples, "programs");
    tcase_add_test(samples, many_worlds_have_the_same_hash_with_any_threads);
    tcase_add_test(samples, hello_is_in_the_readme);
    tcase_add_test(samples, links_of_pages_lead_somewhere);
    tcase_add_test(samples, demonstrations_are_drawn);
    tcase_add_test(samples, the_loop_interpolates_between_steps);
    tcase_add_test(samples, fit_answers_its_arguments);
    tcase_add_test(samples, the_walker_gets_on);
    tcase_add_test(samples, breakout_is_won);
    tcase_add_test(samples, the_car_drives_to_the_end);
    tcase_add_test(samples, the_ragdoll_comes_to_rest);
    suite_add_tcase(suite, samples);
    return suite;
}
