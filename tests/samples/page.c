/* page.c: what the page is told: strokes as words, and the catalogue of entries as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/desktop.h"
#include "support/program.h"
#include "web/catalogue.h"
#include "web/ink.h"

static desk table;
static ink paper;

/* ---- Strokes --------------------------------------------------------------------------------- */

/* The words of a stroke after its first one. */
static size_t length_of(const ink_word *w) {
    switch (w[0].bits) {
    case INK_STYLE:
    case INK_CLIP:
        return 4;
    case INK_CIRCLE:
        return 3;
    case INK_ELLIPSE:
        return 5;
    case INK_RING:
        return 6;
    case INK_PATH:
        return 2 + 2 * (size_t)w[2].bits;
    case INK_TEXT:
        return 6 + ((size_t)w[6].bits + 3) / 4;
    default:
        ck_abort_msg("there is no stroke %u", w[0].bits);
    }
}

/* How many strokes of a kind there are; the last one must end with the list. */
static size_t count_strokes(ink_stroke kind) {
    size_t count = 0, at = 0;
    while (at < paper.count) {
        count += paper.words[at].bits == (uint32_t)kind;
        at += 1 + length_of(paper.words + at);
    }
    ck_assert_uint_eq(at, paper.count);
    return count;
}

START_TEST(strokes_are_words) {
    const pen_style red = {.fill = 0xff0000ff, .line = 0x0000ff80, .width = 2, .dashed = true};
    ink_begin(&paper, 100, 50);
    paper.pen.circle(&paper, pen_at(10, 20), 5, red);
    paper.pen.circle(&paper, pen_at(11, 21), 6, red);
    paper.pen.text(&paper, pen_at(1, 2), PEN_RIGHT, 12, 0x123456ff, "seven b");
    pen_line(&paper.pen, pen_at(0, 1), pen_at(2, 3), red);
    ck_assert_uint_eq(count_strokes(INK_STYLE), 1);
    ck_assert_uint_eq(count_strokes(INK_CIRCLE), 2);
    ck_assert_uint_eq(count_strokes(INK_TEXT), 1);
    ck_assert_uint_eq(count_strokes(INK_PATH), 1);
    ck_assert_uint_eq(paper.words[1].bits, 0xff0000ffu);
    ck_assert_float_eq(paper.words[6].number, 10);
    ck_assert_int_eq(memcmp(paper.words + 20, "seven b", 7), 0);
    const size_t before = paper.count;
    paper.pen.circle(&paper, pen_at(200, 20), 5, red); /* off the page */
    ck_assert_uint_eq(paper.count, before);
    free(paper.words);
    memset(&paper, 0, sizeof paper);
}
END_TEST

/* Everything that can be shown of a scene, in words that are finite. */
START_TEST(every_entry_is_strokes) {
    const entry e = entry_at((size_t)_i);
    desktop_open(&table, e.name);
    table.panel_width = 0;
    for (size_t i = 0; i < SHOWN_COUNT; ++i) table.shown[i].on = true;
    for (int i = 0; i < 10; ++i) desk_run(&table, 1.001 * SCENE_STEP);
    desk_resize(&table, 640, 480);
    ink_begin(&paper, 640, 480);
    desk_draw_canvas(&table, &paper.pen);
    ck_assert_uint_gt(count_strokes(INK_STYLE), 0);
    ck_assert_uint_ge(count_strokes(INK_CIRCLE) + count_strokes(INK_ELLIPSE)
                          + count_strokes(INK_RING) + count_strokes(INK_PATH),
                      4);
    desk_close(&table);
    free(paper.words);
    memset(&paper, 0, sizeof paper);
}
END_TEST

/* ---- Colours --------------------------------------------------------------------------------- */

/* Relative luminance of sRGB. */
static double luminance(pen_colour colour) {
    double sum = 0;
    const double weights[] = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; ++i) {
        const double part = (double)(colour >> (24 - 8 * i) & 255) / 255;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(pen_colour a, pen_colour b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

/* Texts are readable on both grounds, and the page has the colours of the palettes. */
START_TEST(texts_have_contrast) {
    const palette *palettes[] = {&PALETTE_LIGHT, &PALETTE_DARK};
    char *css = program_read("samples/web/style.css");
    for (int i = 0; i < 2; ++i) {
        const palette *c = palettes[i];
        const pen_colour texts[] = {c->text, c->pale, c->chosen, c->accent};
        const char *const names[] = {"text", "pale", "chosen", "accent"};
        for (int k = 0; k < 4; ++k) {
            char rule[40];
            ck_assert_double_ge(contrast(texts[k], c->ground), 4.5);
            ck_assert_double_ge(contrast(texts[k], c->sheet), 4.5);
            snprintf(rule, sizeof rule, "--%s: #%06x;", names[k], texts[k] >> 8);
            ck_assert_msg(strstr(css, rule) != NULL, "%s", rule);
        }
        ck_assert_double_ge(contrast(c->on_chosen, c->chosen), 4.5);
    }
    free(css);
}
END_TEST

/* ---- The catalogue --------------------------------------------------------------------------- */

/* Brackets, braces and quotes are closed in order, and nothing follows. */
static void check_json(const char *text) {
    char open[64];
    size_t depth = 0, ended = 0;
    for (const char *at = text; *at; ++at) {
        ck_assert_uint_eq(ended, 0);
        if (*at == '"') {
            at = strchr(at + 1, '"');
            ck_assert_ptr_nonnull(at);
        } else if (*at == '{' || *at == '[') {
            ck_assert_uint_lt(depth, sizeof open);
            open[depth++] = *at == '{' ? '}' : ']';
        } else if (*at == '}' || *at == ']') {
            ck_assert_uint_gt(depth, 0);
            ck_assert_int_eq(*at, open[--depth]);
            ended = depth == 0;
        }
    }
    ck_assert_uint_eq(ended, 1);
}

START_TEST(the_catalogue_names_all) {
    char name[64];
    desktop_open(&table, "pile");
    const char *text = catalogue_text(&table);
    check_json(text);
    for (size_t i = 0; i < entry_count(); ++i) {
        snprintf(name, sizeof name, "{\"name\":\"%s\",\"title\"", entry_at(i).name);
        ck_assert_msg(strstr(text, name) != NULL, "%s", name);
    }
    ck_assert_ptr_nonnull(strstr(text, "\"names\":[\"circle\",\"ellipse\",\"ring\""));
    ck_assert_str_eq(catalogue_text(&table), text);
    desk_close(&table);
}
END_TEST

/* Settings of the world reach it, and another seed makes another one. */
START_TEST(settings_reach_the_world) {
    desktop_open(&table, "mixed");
    const uint64_t first = evo_world_hash(table.stage.world);
    table.world[WORLD_SUBSTEPS] = 7;
    table.world[WORLD_GRAVITY] = -0.5;
    table.world[WORLD_SLEEP] = 0;
    table.world[WORLD_HERTZ] = 120;
    desk_build(&table);
    const evo_world_config config = evo_world_get(table.stage.world);
    ck_assert_int_eq(config.substeps, 7);
    ck_assert_double_eq(config.gravity.y, 5);
    ck_assert(config.never_sleep);
    ck_assert(desk_step(&table, desk_step_time(&table)));
    ck_assert_double_eq_tol(evo_world_time(table.stage.world), 1.0 / 120, 1e-15);
    ck_assert_double_eq(desk_steps(&table), 1);
    for (size_t i = 0; i < WORLD_PARAMS; ++i) table.world[i] = WORLD_PARAM[i].value;
    desk_build(&table);
    ck_assert_uint_eq(evo_world_hash(table.stage.world), first);
    table.seed = 99;
    desk_build(&table);
    ck_assert_uint_ne(evo_world_hash(table.stage.world), first);
    desk_close(&table);
}
END_TEST

/* The camera keeps a body in the middle, until it is told to stop. */
START_TEST(the_camera_follows) {
    desktop_open(&table, "car");
    size_t car = 0;
    while (!scene_moves(&table.stage, car)) ++car;
    const view before = desk_view(&table, NULL);
    table.pointer = view_to_page(&before, scene_center(&table.stage, car));
    desktop_key(&table, 'l');
    ck_assert(table.follows);
    for (int i = 0; i < 60; ++i) ck_assert(desk_step(&table, SCENE_STEP));
    const view now = desk_view(&table, NULL);
    const evo_vec2 at = evo_body_pose(table.stage.world, table.hand.body).position;
    ck_assert_double_eq(now.middle.x, at.x);
    ck_assert_double_eq(now.middle.y, at.y);
    desktop_key(&table, 'l');
    ck_assert(!table.follows);
    ck_assert_double_eq(desk_view(&table, NULL).middle.x, at.x);
    desk_close(&table);
}
END_TEST

Suite *suite_page(void) {
    Suite *suite = suite_create("page");
    TCase *page = tcase_create("page");
    tcase_add_test(page, strokes_are_words);
    tcase_add_loop_test(page, every_entry_is_strokes, 0, (int)entry_count());
    tcase_add_test(page, texts_have_contrast);
    tcase_add_test(page, the_catalogue_names_all);
    tcase_add_test(page, settings_reach_the_world);
    tcase_add_test(page, the_camera_follows);
    suite_add_tcase(suite, page);
    return suite;
}
