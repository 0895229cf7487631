/* draw.c: flags, the view and missing callbacks choose the items that a world draws. Drawing
 * takes no memory and changes nothing. */
#include <math.h>
#include <string.h>

#include "evolute/vector.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/sketch.h"

/* ---- Flags ----------------------------------------------------------------------------------- */

typedef struct flag_case {
    unsigned flag;
    stroke_kind kind; /* STROKE_KINDS: any */
    evo_draw_role least, most;
} flag_case;

/* One flag draws its roles and no others, with its callback and no other. */
START_TEST(flags_choose) {
    const flag_case cases[] = {
        {EVO_DRAW_SHAPES, STROKE_KINDS, EVO_ROLE_DYNAMIC, EVO_ROLE_SENSOR},
        {EVO_DRAW_CONTACTS, STROKE_POINT, EVO_ROLE_CONTACT, EVO_ROLE_CONTACT},
        {EVO_DRAW_NORMALS, STROKE_LINE, EVO_ROLE_NORMAL, EVO_ROLE_NORMAL},
        {EVO_DRAW_BOUNDS, STROKE_LINE, EVO_ROLE_BOUNDS, EVO_ROLE_BOUNDS},
        {EVO_DRAW_TILES, STROKE_LINE, EVO_ROLE_TILE, EVO_ROLE_TILE},
        {EVO_DRAW_VELOCITIES, STROKE_LINE, EVO_ROLE_VELOCITY, EVO_ROLE_VELOCITY},
        {EVO_DRAW_NAMES, STROKE_TEXT, EVO_ROLE_NAME, EVO_ROLE_NAME},
    };
    evo_world *world = scene_any_world();
    size_t sum = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const sketch *drawn = sketch_make(world, cases[i].flag);
        ck_assert_msg(drawn->count > 0, "nothing for flag %u", cases[i].flag);
        sum += drawn->count;
        for (size_t k = 0; k < drawn->count; ++k) {
            const stroke *s = &drawn->strokes[k];
            ck_assert(s->item.role >= cases[i].least && s->item.role <= cases[i].most);
            ck_assert(cases[i].kind == STROKE_KINDS || s->kind == cases[i].kind);
        }
    }
    ck_assert_uint_eq(sketch_make(world, SKETCH_ALL_FLAGS)->count, sum);
    ck_assert_uint_eq(sketch_make(world, 0)->count, sketch_make(world, EVO_DRAW_SHAPES)->count);
    evo_world_destroy(world);
}
END_TEST

/* Contacts and tiles have no body. */
START_TEST(items_name_their_body) {
    evo_world *world = scene_any_world();
    const sketch *drawn = sketch_make(world, SKETCH_ALL_FLAGS);
    for (size_t i = 0; i < drawn->count; ++i) {
        const evo_draw_item *item = &drawn->strokes[i].item;
        evo_draw_role role = item->role;
        bool of_all = role == EVO_ROLE_CONTACT || role == EVO_ROLE_NORMAL || role == EVO_ROLE_TILE;
        bool of_body = role == EVO_ROLE_VELOCITY || role == EVO_ROLE_NAME;
        ck_assert(evo_body_exists(world, item->body) == !of_all);
        ck_assert(evo_collider_exists(world, item->collider) == !(of_all || of_body));
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- The view -------------------------------------------------------------------------------- */

START_TEST(bodies_out_of_view_are_not_drawn) {
    static sketch made;
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    for (int i = 0; i < 20; ++i) scene_ball(world, 0.5, 2 * i, 0.5);
    scene_steps(world, 5);
    evo_draw draw = sketch_callbacks(&made, EVO_DRAW_SHAPES | EVO_DRAW_CONTACTS | EVO_DRAW_NAMES);
    draw.view = (evo_bounds){{3.7, -1}, {8.3, 2}};
    evo_world_draw(world, &draw);
    ck_assert_uint_eq(sketch_count(&made, EVO_ROLE_STATIC), 1); /* its centre is not in view */
    ck_assert_uint_eq(sketch_count(&made, EVO_ROLE_DYNAMIC), 3);
    ck_assert_uint_eq(sketch_count(&made, EVO_ROLE_CONTACT), 3);
    ck_assert_uint_eq(sketch_count(&made, EVO_ROLE_NAME), 3);
    made.count = 0;
    draw.view = (evo_bounds){{4.45, -1}, {4.55, 2}}; /* an edge in view is enough */
    evo_world_draw(world, &draw);
    ck_assert_uint_eq(sketch_count(&made, EVO_ROLE_DYNAMIC), 1);
    evo_world_destroy(world);
}
END_TEST

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* How many strokes of this kind are in it. */
static size_t count_kind(const sketch *drawn, stroke_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < drawn->count; ++i) count += drawn->strokes[i].kind == kind;
    return count;
}

static void forget_callback(evo_draw *draw, stroke_kind kind) {
    switch (kind) {
    case STROKE_CIRCLE:
        draw->circle = NULL;
        break;
    case STROKE_ELLIPSE:
        draw->ellipse = NULL;
        break;
    case STROKE_RING:
        draw->ring = NULL;
        break;
    case STROKE_LINE:
        draw->line = NULL;
        break;
    case STROKE_POINT:
        draw->point = NULL;
        break;
    case STROKE_TEXT:
        draw->text = NULL;
        break;
    case STROKE_KINDS:
        break;
    }
}

START_TEST(callbacks_may_be_missing) {
    static sketch made;
    evo_world *world = scene_any_world();
    const sketch *whole = sketch_make(world, SKETCH_ALL_FLAGS);
    evo_draw none = {.flags = SKETCH_ALL_FLAGS};
    for (stroke_kind kind = STROKE_CIRCLE; kind < STROKE_KINDS; ++kind) {
        evo_draw draw = sketch_callbacks(&made, SKETCH_ALL_FLAGS);
        made.count = 0;
        forget_callback(&draw, kind);
        evo_world_draw(world, &draw);
        ck_assert_uint_gt(count_kind(whole, kind), 0);
        ck_assert_uint_eq(count_kind(&made, kind), 0);
        ck_assert_uint_eq(made.count, whole->count - count_kind(whole, kind));
    }
    evo_world_draw(world, &none);
    evo_world_destroy(world);
}
END_TEST

START_TEST(nothing_draws_nothing) {
    static sketch made;
    evo_draw draw = sketch_callbacks(&made, SKETCH_ALL_FLAGS);
    evo_world *world = evo_world_create(NULL);
    evo_world_draw(NULL, &draw);
    evo_world_draw(NULL, NULL);
    evo_world_draw(world, NULL);
    evo_world_draw(world, &draw);
    ck_assert_uint_eq(made.count, 0);
    scene_steps(world, 1);
    evo_world_draw(world, &draw);
    ck_assert_uint_eq(made.count, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Side effects ---------------------------------------------------------------------------- */

/* @drawing-changes-nothing */
START_TEST(drawing_changes_nothing) {
    evo_world *drawn = scene_any_world(), *left = scene_any_world();
    for (int i = 0; i < 120; ++i) {
        uint64_t before = evo_world_hash(drawn);
        sketch_make(drawn, SKETCH_ALL_FLAGS);
        ck_assert_uint_eq(evo_world_hash(drawn), before);
        scene_steps(drawn, 1);
        scene_steps(left, 1);
    }
    ck_assert_uint_eq(evo_world_hash(drawn), evo_world_hash(left));
    evo_world_destroy(drawn);
    evo_world_destroy(left);
}
END_TEST

/* @drawing-changes-nothing */
START_TEST(drawing_takes_no_memory) {
    test_memory memory = {0};
    evo_world *world = scene_world(0, &memory);
    scene_ground(world);
    random_seed(3);
    for (int i = 0; i < 30; ++i) scene_any_body(world);
    scene_steps(world, 60);
    const size_t calls = memory.calls;
    ck_assert_uint_gt(sketch_make(world, SKETCH_ALL_FLAGS)->count, 100);
    ck_assert_uint_eq(memory.calls, calls);
    evo_world_destroy(world);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

/* ---- Outlines -------------------------------------------------------------------------------- */

typedef struct outlined {
    size_t count, calls, disks;
    bool closed;
    evo_vec2 points[256];
    evo_draw_item item;
} outlined;

static void keep_outline(void *context, const evo_draw_item *item, const evo_vec2 *points,
                         size_t count, bool closed) {
    outlined *o = context;
    ck_assert_uint_le(count, 256);
    memcpy(o->points, points, count * sizeof *points);
    o->count = count;
    o->closed = closed;
    o->item = *item;
    ++o->calls;
}

static double area_of(const outlined *o) {
    double twice = 0;
    for (size_t i = 0; i < o->count; ++i)
        twice += evo_cross(o->points[i], o->points[(i + 1) % o->count]);
    return 0.5 * twice;
}

/* The points of an outline lie on the rim, counterclockwise, and enclose the area of the shape. */
START_TEST(outlines_follow_rims) {
    const evo_vec2 corners[] = {{-0.5, 0}, {0.7, -0.2}, {0.1, 0.9}};
    const evo_shape shapes[] = {
        evo_circle(0.7),           evo_ellipse(1, 0.4),
        evo_ring(1, 0.3, 0.4, 2),  evo_ring(1, 0.3, 0, 2 * acos(-1)),
        evo_ring(0.5, 1, -1, 1.5), evo_capsule(evo_vec(-1, 0), evo_vec(0.5, 0.6), 0.3),
        evo_box(0.5, 0.2),         evo_polygon(corners, 3, 0.15)};
    const evo_shape shape = evo_shape_at(shapes[_i], evo_vec(0.3, -0.2), 0.6);
    outlined o = {.calls = 0};
    const evo_draw draw = {.context = &o, .outline = keep_outline};
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.position = evo_vec(5, 3);
    config.angle = 1.1;
    const evo_body body = evo_body_create(world, &config);
    const double area = evo_shape_area(&shape);
    evo_world_draw(world, &draw);
    ck_assert(o.calls == 1 && o.closed && o.item.role == EVO_ROLE_DYNAMIC);
    ck_assert(evo_body_equal(o.item.body, body) && !evo_collider_is_none(o.item.collider));
    for (size_t i = 0; i < o.count; ++i) {
        const evo_nearest rim = evo_shape_nearest(&shape, evo_body_pose(world, body), o.points[i]);
        ck_assert_double_lt(fabs(rim.distance), 1e-9);
    }
    ck_assert_double_eq_tol(area_of(&o), area, 0.005 * area);
    evo_world_destroy(world);
}
END_TEST

static void count_disk(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                       double angle) {
    outlined *o = context;
    (void)item;
    (void)center;
    (void)radius;
    (void)angle;
    ++o->disks;
}

/* A segment is open; what has a callback goes there; boxes about shapes are lines alone. */
START_TEST(outlines_are_of_what_has_no_callback) {
    outlined o = {.calls = 0};
    const evo_draw draw = {.flags = EVO_DRAW_SHAPES | EVO_DRAW_BOUNDS | EVO_DRAW_VELOCITIES,
                           .context = &o,
                           .circle = count_disk,
                           .outline = keep_outline};
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(1);
    evo_body_create(world, &config);
    config.kind = EVO_STATIC;
    config.shape = evo_segment(evo_vec(1, 2), evo_vec(3, 4));
    evo_body_create(world, &config);
    evo_world_draw(world, &draw);
    ck_assert(o.calls == 1 && o.disks == 1 && !o.closed && o.count == 2);
    ck_assert_double_eq_tol(o.points[0].x + o.points[1].y, 5, 1e-12);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_draw(void) {
    Suite *suite = suite_create("draw");
    TCase *draw = tcase_create("draw");
    tcase_add_test(draw, flags_choose);
    tcase_add_test(draw, items_name_their_body);
    tcase_add_test(draw, bodies_out_of_view_are_not_drawn);
    tcase_add_test(draw, callbacks_may_be_missing);
    tcase_add_test(draw, nothing_draws_nothing);
    tcase_add_test(draw, drawing_changes_nothing);
    tcase_add_test(draw, drawing_takes_no_memory);
    tcase_add_loop_test(draw, outlines_follow_rims, 0, 8);
    tcase_add_test(draw, outlines_are_of_what_has_no_callback);
    suite_add_tcase(suite, draw);
    return suite;
}
