/* demos.c: demonstrations: handles move what they hold, whatever is dragged leaves valid
 * shapes, and what is told is what collide.h says. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "demos/rounds.h"
#include "suites.h"
#include "support/random.h"

enum { WIDTH = 800, HEIGHT = 600 };

/* ---- A pen that checks ----------------------------------------------------------------------- */

typedef struct tally {
    size_t strokes;
    bool finite;
} tally;

static tally drawn;

static void note(double a, double b, double c) {
    ++drawn.strokes;
    drawn.finite &= isfinite(a) && isfinite(b) && isfinite(c);
}

static void pen_circle(void *page, evo_vec2 center, double radius, pen_style style) {
    (void)page, (void)style;
    note(center.x, center.y, radius);
}

static void pen_ellipse(void *page, evo_vec2 center, double rx, double ry, double angle,
                        pen_style style) {
    (void)page, (void)style;
    note(center.x + center.y, rx + ry, angle);
}

static void pen_ring(void *page, evo_vec2 center, double inner, double outer, double start,
                     double sweep, pen_style style) {
    (void)page, (void)style;
    note(center.x + center.y, inner + outer, start + sweep);
}

static void pen_path(void *page, const evo_vec2 *points, size_t count, bool closed,
                     pen_style style) {
    (void)page, (void)closed, (void)style;
    for (size_t i = 0; i < count; ++i) note(points[i].x, points[i].y, 0);
}

static void pen_text(void *page, evo_vec2 at, pen_align align, double size, pen_colour colour,
                     const char *text) {
    (void)page, (void)align, (void)colour, (void)text;
    note(at.x, at.y, size);
}

static void pen_clip(void *page, evo_vec2 corner, double width, double height) {
    (void)page;
    note(corner.x + corner.y, width, height);
}

static const pen checker = {.circle = pen_circle,
                            .ellipse = pen_ellipse,
                            .ring = pen_ring,
                            .path = pen_path,
                            .text = pen_text,
                            .clip = pen_clip,
                            .width = WIDTH,
                            .height = HEIGHT};

static view view_of(const demo_stage *stage) {
    return view_fitting(&checker, pen_at(0, 0), WIDTH, HEIGHT, stage->of->view);
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* Opens the demonstration with the n-th combination of its kinds. */
static void open_kinds(demo_stage *stage, const demo *d, int n) {
    double values[SCENE_PARAMS];
    demo_defaults(d, values);
    for (size_t i = 0; i < 2; ++i) {
        const scene_param *p = &d->params[i];
        const int kinds = (int)(p->max - p->min) + 1;
        if (!p->whole) continue;
        values[i] = p->min + n % kinds;
        n /= kinds;
    }
    ck_assert(demo_open(stage, d, values));
}

static bool same_bodies(const demo_stage *a, const demo_stage *b) {
    return memcmp(a->bodies, b->bodies, sizeof a->bodies) == 0;
}

/* A press where nothing moves changes nothing; a drag moves the handle to the pointer, or as far as
 * its size goes. */
static void drag_handle(demo_stage *stage, int body, demo_role role) {
    const view v = view_of(stage);
    evo_vec2 at;
    if (!demo_handle(stage, body, role, &v, &at)) return;
    const evo_vec2 pixel = view_to_page(&v, at);
    const demo_stage before = *stage;
    ck_assert(demo_press(stage, &v, pixel));
    if (stage->held != role || stage->held_body != body) return; /* another one is nearer */
    demo_drag(stage, &v, pen_at(pixel.x + 25, pixel.y - 19));
    ck_assert(!same_bodies(&before, stage));
    demo_release(stage);
    ck_assert_int_eq(stage->held, DEMO_NOTHING);
}

START_TEST(every_handle_changes_its_body) {
    const demo *d = demo_at((size_t)_i);
    for (int kinds = 0; kinds < 36; ++kinds)
        for (int body = 0; body < 2; ++body)
            for (demo_role role = DEMO_ALONG; role < DEMO_ROLES; role = (demo_role)(role + 1)) {
                demo_stage stage;
                open_kinds(&stage, d, kinds);
                drag_handle(&stage, body, role);
            }
}
END_TEST

/* A body is moved by its inside, by as much as the pointer. */
START_TEST(bodies_are_moved) {
    demo_stage stage;
    open_kinds(&stage, demo_find("fit"), 0);
    const view v = view_of(&stage);
    const evo_vec2 from = stage.bodies[0].at.position, pixel = view_to_page(&v, from);
    ck_assert(demo_press(&stage, &v, pen_at(pixel.x + 3, pixel.y)));
    ck_assert_int_eq(stage.held, DEMO_MOVE);
    demo_drag(&stage, &v, pen_at(pixel.x + 53, pixel.y - 20));
    ck_assert_double_eq_tol(stage.bodies[0].at.position.x, from.x + 50 / v.scale, 1e-12);
    ck_assert_double_eq_tol(stage.bodies[0].at.position.y, from.y + 20 / v.scale, 1e-12);
    demo_release(&stage);
    ck_assert(!demo_press(&stage, &v, pen_at(5, 5)));
}
END_TEST

/* ---- Anything at all ------------------------------------------------------------------------- */

static void check_stage(const demo_stage *stage) {
    char text[400];
    const view v = view_of(stage);
    for (int body = 0; body < 2; ++body) {
        const evo_shape shape = demo_shape(&stage->bodies[body]);
        ck_assert_int_eq(evo_shape_check(&shape), EVO_OK);
    }
    drawn = (tally){.finite = true};
    demo_draw(stage, &v);
    ck_assert(drawn.finite);
    ck_assert_uint_ge(drawn.strokes, 4); /* two circles with a handle each */
    demo_tell(stage, text, sizeof text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        ck_assert_uint_le(strlen(line), 48);
}

START_TEST(wild_drags_leave_valid_shapes) {
    const demo *d = demo_at((size_t)_i);
    random_seed((uint64_t)(4410 + _i));
    for (int kinds = 0; kinds < 36; ++kinds) {
        demo_stage stage;
        open_kinds(&stage, d, kinds);
        const view v = view_of(&stage);
        for (int i = 0; i < 40; ++i) {
            const int body = (int)random_between(0, 1.999);
            const demo_role role = (demo_role)random_between(DEMO_ALONG, DEMO_ROLES - 0.001);
            evo_vec2 at = stage.bodies[body].at.position;
            (void)demo_handle(&stage, body, role, &v, &at);
            if (demo_press(&stage, &v, view_to_page(&v, at)))
                demo_drag(
                    &stage, &v,
                    pen_at(random_between(-50, WIDTH + 50), random_between(-50, HEIGHT + 50)));
            demo_release(&stage);
        }
        demo_run(&stage, random_between(0, 9));
        check_stage(&stage);
    }
}
END_TEST

/* What they tell begins with the verdict of collide.h. */
START_TEST(what_is_told_is_true) {
    const char *const names[] = {"overlap", "fit", "ring"};
    random_seed(4420);
    for (int i = 0; i < 300; ++i) {
        demo_stage stage;
        char text[400];
        open_kinds(&stage, demo_find(names[i % 3]), i / 3);
        stage.bodies[1].at.position = random_vector(3);
        const evo_shape a = demo_shape(&stage.bodies[0]), b = demo_shape(&stage.bodies[1]);
        const bool overlap = evo_overlap(&a, stage.bodies[0].at, &b, stage.bodies[1].at);
        const double gap = evo_measure(&a, stage.bodies[0].at, &b, stage.bodies[1].at).distance;
        demo_tell(&stage, text, sizeof text);
        if (i % 3 == 1)
            ck_assert(strncmp(text, gap < 0 ? "depth" : "gap", 3) == 0);
        else
            ck_assert(strncmp(text, overlap ? "they overlap" : "they are apart", 12) == 0);
    }
}
END_TEST

/* Both told times agree with where the shapes are then: closed, and apart before. */
START_TEST(they_meet_when_it_says) {
    for (int kinds = 0; kinds < 36; ++kinds) {
        demo_stage stage;
        char text[400];
        double time, size = 0;
        open_kinds(&stage, demo_find("meeting"), kinds);
        demo_tell(&stage, text, sizeof text);
        if (sscanf(text, "they meet after %lf s", &time) != 1) continue;
        evo_shape shapes[2];
        evo_pose then[2];
        for (int body = 0; body < 2; ++body) {
            const demo_body *b = &stage.bodies[body];
            shapes[body] = demo_shape(b);
            then[body] = b->at;
            then[body].position.x += time * b->velocity.x;
            then[body].position.y += time * b->velocity.y;
            then[body].angle += time * b->spin;
            size += b->size[0];
        }
        const double gap = evo_measure(&shapes[0], then[0], &shapes[1], then[1]).distance;
        ck_assert_double_eq_tol(gap, 0, 1e-5 * size);
    }
}
END_TEST

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Each round of all kinds is drawn, has a sentence, and is reached by playing, too. */
START_TEST(rounds_are_gone_through) {
    const demo *d = demo_at((size_t)_i);
    for (int kinds = 0; kinds < 36; ++kinds) {
        demo_stage stage;
        open_kinds(&stage, d, kinds);
        const view v = view_of(&stage);
        const int count = demo_rounds(&stage);
        ck_assert_int_ge(count, 1);
        bool seen[80] = {false};
        for (int round = 0; round < count; ++round) {
            char text[400];
            demo_go(&stage, round);
            ck_assert_int_eq(demo_round(&stage), round);
            drawn = (tally){.finite = true};
            demo_draw(&stage, &v);
            ck_assert(drawn.finite && drawn.strokes >= 4);
            demo_say(&stage, text, sizeof text);
            ck_assert_uint_ge(strlen(text), 20);
            ck_assert_uint_lt(strlen(text), 250);
            demo_formula(&stage, text, sizeof text);
            ck_assert_uint_ge(strlen(text), 10);
            ck_assert_ptr_null(strstr(text, "nan"));
        }
        demo_go(&stage, 0);
        for (int i = 0; i < 10 * (count + 2); ++i) {
            seen[demo_round(&stage)] = true;
            demo_run(&stage, DEMO_PACE / 10);
        }
        for (int round = 0; round < count; ++round) ck_assert(seen[round]);
    }
}
END_TEST

static double to_rim(const demo_body *b, evo_vec2 point) {
    const evo_shape shape = demo_shape(b);
    return evo_shape_nearest(&shape, b->at, point).distance;
}

static bool equal(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y) < 1e-9;
}

/* An arc lies on its rim, its corner outside, and the next arc is one of its halves; the last one's
 * verdict is that of collide.h. */
START_TEST(tests_bisect_an_arc) {
    int told = 0;
    random_seed(4401);
    for (int i = 0; i < 2000; ++i) {
        demo_stage stage;
        open_kinds(&stage, demo_find("overlap"), i);
        stage.bodies[1].at = (evo_pose){random_vector(3), random_between(-4, 4)};
        const evo_shape a = demo_shape(&stage.bodies[0]), b = demo_shape(&stage.bodies[1]);
        const bool overlap = evo_overlap(&a, stage.bodies[0].at, &b, stage.bodies[1].at);
        const test_rounds r = rounds_of_test(stage.bodies);
        for (int k = 0; k < r.count; ++k) {
            const test_round *now = &r.list[k], *next = now + 1;
            const demo_body *of = &stage.bodies[now->body];
            ck_assert_int_eq(of->kind, EVO_ELLIPSE);
            ck_assert_double_le(fabs(to_rim(of, now->from)), 1e-9);
            ck_assert_double_le(fabs(to_rim(of, now->to)), 1e-9);
            ck_assert_double_le(fabs(to_rim(of, now->middle)), 1e-9);
            ck_assert_double_ge(to_rim(of, now->corner), -1e-9);
            if (now->verdict != TEST_OPEN) ck_assert(overlap == (now->verdict == TEST_MEET));
            if (k + 1 == r.count) continue;
            ck_assert_int_eq(now->verdict, TEST_OPEN);
            ck_assert((equal(next->from, now->from) && equal(next->to, now->middle))
                      || (equal(next->from, now->middle) && equal(next->to, now->to)));
        }
        told += r.count;
    }
    ck_assert_int_gt(told, 500);
}
END_TEST

/* Both circles have their centres on the normal, at the distance that the gap says; where shapes
 * are apart the last round has the answer's gap. */
START_TEST(fits_end_at_the_answer) {
    int ended = 0;
    random_seed(4402);
    for (int i = 0; i < 2000; ++i) {
        demo_stage stage;
        open_kinds(&stage, demo_find("fit"), i);
        stage.bodies[1].at = (evo_pose){random_vector(6), random_between(-4, 4)};
        const fit_rounds r = rounds_of_fit(stage.bodies);
        const double gap = r.answer.gap.distance;
        for (int k = 0; k < r.count; ++k) {
            const evo_fit *f = &r.list[k];
            const evo_vec2 way = {f->center_b.x - f->center_a.x, f->center_b.y - f->center_a.y};
            const double along = way.x * f->gap.normal.x + way.y * f->gap.normal.y;
            ck_assert_double_eq_tol(hypot(f->gap.normal.x, f->gap.normal.y), 1, 1e-9);
            ck_assert_double_eq_tol(along - f->radius_a - f->radius_b, f->gap.distance, 1e-9);
        }
        if (r.count == 0 || gap <= 0) continue;
        ck_assert_double_eq_tol(r.list[r.count - 1].gap.distance, gap, 1e-6 * (1 + gap));
        ++ended;
    }
    ck_assert_int_gt(ended, 500);
}
END_TEST

/* Polygons of ever more corners come to the exact gap, from below in depth and above in gaps. */
START_TEST(corners_come_to_the_exact_gap) {
    random_seed(4430);
    for (int i = 0; i < 60; ++i) {
        demo_stage stage;
        open_kinds(&stage, demo_find("overlap"), i);
        stage.bodies[1].at.position = random_vector(3);
        const demo_body *a = &stage.bodies[0], *b = &stage.bodies[1];
        const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
        const double exact = evo_measure(&shape_a, a->at, &shape_b, b->at).distance;
        const double coarse = demo_corners_gap(a, b, 32), fine = demo_corners_gap(a, b, 2048);
        ck_assert_double_ge(coarse, exact - 1e-6);
        ck_assert_double_eq_tol(fine, exact, 1e-4);
    }
}
END_TEST

Suite *suite_demos(void) {
    Suite *suite = suite_create("demos");
    TCase *demos = tcase_create("demos");
    tcase_add_loop_test(demos, every_handle_changes_its_body, 0, 4);
    tcase_add_loop_test(demos, rounds_are_gone_through, 0, 4);
    tcase_add_test(demos, tests_bisect_an_arc);
    tcase_add_test(demos, fits_end_at_the_answer);
    tcase_add_test(demos, corners_come_to_the_exact_gap);
    tcase_add_test(demos, bodies_are_moved);
    tcase_add_loop_test(demos, wild_drags_leave_valid_shapes, 0, 4);
    tcase_add_test(demos, what_is_told_is_true);
    tcase_add_test(demos, they_meet_when_it_says);
    suite_add_tcase(suite, demos);
    return suite;
}
