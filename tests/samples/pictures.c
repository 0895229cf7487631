/* pictures.c: scenes are drawn at the right positions and in the right style, checked by a pen
 * that records its strokes and by the pixels of a page. */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evolute/draw.h"
#include "picture/chart.h"
#include "picture/page.h"
#include "picture/painter.h"
#include "picture/trails.h"
#include "suites.h"
#include "support/program.h"

/* ---- A recording pen ------------------------------------------------------------------------- */

typedef struct strokes {
    int circles, ellipses, rings, lines, polygons, texts;
    int pale, dashed;
    evo_vec2 last; /* the last position */
    double size;   /* the last circle's radius */
} strokes;

static void note_style(strokes *s, pen_style style) {
    s->pale += (style.fill & 255) > 0 && (style.fill & 255) < 128;
    s->dashed += style.dashed;
}

static void note_circle(void *on, evo_vec2 center, double radius, pen_style style) {
    strokes *s = on;
    ++s->circles;
    s->last = center;
    s->size = radius;
    note_style(s, style);
}

static void note_ellipse(void *on, evo_vec2 center, double radius_x, double radius_y, double angle,
                         pen_style style) {
    strokes *s = on;
    (void)radius_x, (void)radius_y, (void)angle;
    ++s->ellipses;
    s->last = center;
    note_style(s, style);
}

static void note_ring(void *on, evo_vec2 center, double inner, double outer, double start,
                      double sweep, pen_style style) {
    strokes *s = on;
    (void)inner, (void)outer, (void)start, (void)sweep;
    ++s->rings;
    s->last = center;
    note_style(s, style);
}

static void note_path(void *on, const evo_vec2 *points, size_t count, bool closed,
                      pen_style style) {
    strokes *s = on;
    ++*(closed ? &s->polygons : &s->lines);
    s->last = points[count - 1];
    note_style(s, style);
}

static void note_text(void *on, evo_vec2 at, pen_align align, double size, pen_colour colour,
                      const char *text) {
    strokes *s = on;
    (void)align, (void)size, (void)colour, (void)text;
    ++s->texts;
    s->last = at;
}

static void note_clip(void *on, evo_vec2 corner, double width, double height) {
    (void)on, (void)corner, (void)width, (void)height;
}

static pen noting_pen(strokes *s) {
    const pen p = {s,         note_circle, note_ellipse, note_ring, note_path,
                   note_text, note_clip,   800,          600};
    memset(s, 0, sizeof *s);
    return p;
}

static void open_scene(scene_stage *stage, const char *name, double seconds) {
    const scene *s = scene_find(name);
    double values[SCENE_PARAMS];
    scene_defaults(s, values);
    ck_assert(scene_open(stage, s, values, NULL));
    for (int i = 0; i < (int)(seconds * 60); ++i)
        ck_assert_int_eq(scene_step(stage, SCENE_STEP), EVO_OK);
}

static view whole(const pen *p, const scene_stage *stage) {
    return view_fitting(p, pen_at(0, 0), p->width, p->height, stage->view);
}

/* ---- Views and painters ---------------------------------------------------------------------- */

START_TEST(world_and_page_coordinates_are_inverse) {
    const evo_bounds shown = {{-3, 1}, {5, 4}};
    strokes s;
    const pen p = noting_pen(&s);
    const view v = view_fitting(&p, pen_at(10, 20), 400, 300, shown);
    ck_assert_double_eq(v.scale, 50);
    const evo_vec2 low = view_to_page(&v, shown.min), back = view_to_world(&v, low);
    ck_assert_double_eq(low.x, 10);
    ck_assert_double_eq(low.y, 20 + 150 + 75); /* in the middle, y down */
    ck_assert_double_eq(back.x, -3);
    ck_assert_double_eq(back.y, 1);
    view_circle(&v, pen_at(1, 2.5), 0.5, (pen_style){.line = 0xff, .width = 1});
    ck_assert_double_eq(s.last.x, 210);
    ck_assert_double_eq(s.last.y, 170);
    ck_assert_double_eq(s.size, 25);
}
END_TEST

/* A disk, two rings and an ellipse at the top of their slopes, each with a wall at its end, and
 * orientation marks on round shapes. At the end they sleep and are pale. */
START_TEST(every_shape_is_drawn) {
    for (int late = 0; late < 2; ++late) {
        scene_stage stage;
        strokes s;
        const pen p = noting_pen(&s);
        open_scene(&stage, "race", late ? 20 : 0);
        const view v = whole(&p, &stage);
        paint_stage(&v, &stage, EVO_DRAW_SHAPES);
        ck_assert_int_eq(s.circles, 1);
        ck_assert_int_eq(s.rings, 2);
        ck_assert_int_eq(s.ellipses, 1);
        ck_assert_int_eq(s.lines, 8 + 3);
        ck_assert_int_eq(s.pale, late ? 4 + 3 : 0);
        scene_close(&stage);
    }
}
END_TEST

START_TEST(flags_select_marks) {
    scene_stage stage;
    strokes plain, full;
    const pen p = noting_pen(&plain), q = noting_pen(&full);
    open_scene(&stage, "bowl", 3);
    view v = whole(&p, &stage);
    paint_stage(&v, &stage, EVO_DRAW_SHAPES);
    v.pen = &q;
    paint_stage(&v, &stage, EVO_DRAW_SHAPES | EVO_DRAW_CONTACTS | EVO_DRAW_FITS | EVO_DRAW_NAMES);
    ck_assert_int_gt(full.circles, plain.circles + (int)evo_world_counters(stage.world).contacts);
    ck_assert_int_eq(full.texts, (int)stage.count);
    ck_assert_int_gt(full.dashed, 50);
    ck_assert_int_eq(full.ellipses, plain.ellipses);
    scene_close(&stage);
}
END_TEST

/* At the edge of a periodic box a disk has two visible images, in the corner four. */
START_TEST(periodic_images_are_drawn) {
    scene_stage stage;
    strokes s;
    const pen p = noting_pen(&s);
    open_scene(&stage, "sinai", 0);
    const view v = whole(&p, &stage);
    const evo_shape disk = evo_circle(0.1);
    const evo_pose places[] = {{{0.5, 0.5}, 0}, {{0.05, 0.5}, 0}, {{0.95, 0.05}, 0}};
    const int seen[] = {1, 2, 4};
    for (int i = 0; i < 3; ++i) {
        s.circles = 0;
        paint_ghost(&v, &stage, &disk, places[i], (pen_style){.line = 0xff, .width = 1});
        ck_assert_int_eq(s.circles, seen[i]);
    }
    scene_close(&stage);
}
END_TEST

/* A moving body has a line as soon as two positions are recorded, and one for each tone in the
 * end. */
START_TEST(trails_follow_moving_bodies) {
    scene_stage stage;
    strokes s;
    const pen p = noting_pen(&s);
    trails been = {0};
    open_scene(&stage, "galperin", 0);
    const view v = whole(&p, &stage);
    for (int i = 0; i < 2 * TRAIL_LENGTH; ++i) {
        ck_assert(trails_take(&been, &stage));
        s.lines = 0;
        trails_paint(&been, &v, &stage);
        ck_assert_int_eq(s.lines, 2 * (i < TRAIL_TONES ? i : TRAIL_TONES));
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
    }
    trails_clear(&been);
    s.lines = 0;
    trails_paint(&been, &v, &stage);
    ck_assert_int_eq(s.lines, 0);
    trails_free(&been);
    scene_close(&stage);
}
END_TEST

/* ---- Pages ----------------------------------------------------------------------------------- */

static const char *PNG = "test-page.png";

static uint32_t pixel(cairo_surface_t *image, int x, int y) {
    const unsigned char *row =
        cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    uint32_t colour;
    memcpy(&colour, row + 4 * x, sizeof colour);
    return colour & 0xffffff;
}

START_TEST(pixels_are_where_they_belong) {
    const pen_style blue = {.fill = 0x0072b2ff}, red = {.fill = 0xd55e00ff};
    const double half = PEN_TURN / 2;
    page sheet;
    ck_assert(page_begin(&sheet, program_file(PNG), 200, 100));
    const pen *p = &sheet.pen;
    p->circle(p->page, pen_at(40, 50), 20, blue);
    p->ellipse(p->page, pen_at(100, 50), 40, 5, half / 2, red); /* upright */
    p->ring(p->page, pen_at(160, 50), 15, 25, 0, half, blue);   /* the upper half */
    ck_assert(page_end(&sheet));
    cairo_surface_t *image = cairo_image_surface_create_from_png(program_file(PNG));
    ck_assert_int_eq(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    const struct {
        int x, y;
        uint32_t colour;
    } seen[] = {{40, 50, 0x0072b2},  {40, 35, 0x0072b2},  {65, 50, 0xffffff},
                {100, 20, 0xd55e00}, {100, 85, 0xd55e00}, {115, 50, 0xffffff},
                {160, 30, 0x0072b2}, {160, 70, 0xffffff}, {160, 50, 0xffffff}};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; ++i)
        ck_assert_msg(pixel(image, seen[i].x, seen[i].y) == seen[i].colour, "(%d, %d) is %06x",
                      seen[i].x, seen[i].y, pixel(image, seen[i].x, seen[i].y));
    cairo_surface_destroy(image);
    remove(program_file(PNG));
}
END_TEST

START_TEST(pages_are_refused_at_invalid_paths) {
    page sheet;
    ck_assert(!page_begin(&sheet, program_file("test-page.gif"), 10, 10));
    ck_assert(!page_begin(&sheet, "no-such-folder/page.png", 10, 10));
    ck_assert_int_eq(page_kind_of("a.b/png"), PAGE_UNKNOWN);
    ck_assert_int_eq(page_kind_of("a.b/c.pdf"), PAGE_PDF);
}
END_TEST

/* Gaps split every line into pieces; an isolated point draws none. */
START_TEST(charts_have_their_lines) {
    const double cells[] = {0, 1, NAN, 1, 2, 5, 2, NAN, 6, 3, 4, 7, 4, 5, 7};
    const chart c = {.names = {"x", "y", "z"}, .cells = cells, .rows = 5, .lines = 2};
    strokes empty, s;
    const pen p = noting_pen(&empty), q = noting_pen(&s);
    const chart bare = {.names = {"x", "y", "z"}, .cells = cells, .rows = 0, .lines = 2};
    chart_draw(&p, pen_at(0, 0), 400, 300, &bare);
    chart_draw(&q, pen_at(0, 0), 400, 300, &c);
    ck_assert_int_gt(s.texts, 8);
    ck_assert_int_gt(s.lines, 2 + 1 + 2);
    ck_assert_int_gt(empty.lines, 2);
}
END_TEST

Suite *suite_pictures(void) {
    Suite *suite = suite_create("pictures");
    TCase *pictures = tcase_create("pictures");
    tcase_add_test(pictures, world_and_page_coordinates_are_inverse);
    tcase_add_test(pictures, every_shape_is_drawn);
    tcase_add_test(pictures, flags_select_marks);
    tcase_add_test(pictures, periodic_images_are_drawn);
    tcase_add_test(pictures, trails_follow_moving_bodies);
    tcase_add_test(pictures, pixels_are_where_they_belong);
    tcase_add_test(pictures, pages_are_refused_at_invalid_paths);
    tcase_add_test(pictures, charts_have_their_lines);
    suite_add_tcase(suite, pictures);
    return suite;
}
