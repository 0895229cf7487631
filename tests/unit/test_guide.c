/* test_guide.c: each program of the guide is short, is what its page shows, draws its picture, and
 * prints what its page says; and what it prints obeys the law that the chapter is about. */
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
    ck_assert_msg(remove(program_file(picture)) == 0, "%s draws nothing", name);
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

Suite *suite_guide(void) {
    Suite *suite = suite_create("guide");
    TCase *guide = tcase_create("guide");
    tcase_add_test(guide, boxes_stand_on_each_other);
    tcase_add_test(guide, the_ball_rests_in_the_valley);
    tcase_add_test(guide, tiles_are_one_floor);
    tcase_add_test(guide, the_hero_stops_at_the_wall);
    suite_add_tcase(suite, guide);
    return suite;
}
