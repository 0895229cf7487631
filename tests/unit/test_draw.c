/* test_draw.c: a world draws every shape once, at its pose and in its role, with bounds and tiles.
 * Drawing takes no memory and changes nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/sketch.h"

static const double PI = 3.14159265358979324;

static const unsigned ALL_FLAGS = EVO_DRAW_SHAPES | EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS
                                  | EVO_DRAW_BOUNDS | EVO_DRAW_TILES | EVO_DRAW_VELOCITIES
                                  | EVO_DRAW_NAMES;

static evo_vec2 at(double x, double y) {
    evo_vec2 p = {x, y};
    return p;
}

static bool same_body(evo_body a, evo_body b) {
    return a.index == b.index && a.generation == b.generation;
}

static bool same_collider(evo_collider a, evo_collider b) {
    return a.index == b.index && a.generation == b.generation;
}

static evo_body add_body(evo_world *world, evo_shape shape, evo_pose pose) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.position = pose.position;
    config.angle = pose.angle;
    evo_body body = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

/* Bodies of all kinds, some of them in contact, some asleep, one disabled. */
static evo_world *any_world(void) {
    evo_world *world = scene_world(0, NULL);
    random_seed(5);
    scene_ground(world);
    for (int i = 0; i < 60; ++i) {
        evo_body body = scene_any_body(world);
        if (i == 30) ck_assert_int_eq(evo_body_set_enabled(world, body, false), EVO_OK);
    }
    scene_steps(world, 45);
    return world;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Draws one shape alone. */
static stroke draw_one(evo_shape shape, evo_pose pose) {
    evo_world *world = scene_world(0, NULL);
    evo_body body = add_body(world, shape, pose);
    const sketch *drawn = sketch_make(world, 0);
    ck_assert_uint_eq(drawn->count, 1);
    ck_assert(same_body(drawn->strokes[0].item.body, body));
    ck_assert(same_collider(drawn->strokes[0].item.collider, scene_collider(world, body)));
    evo_world_destroy(world);
    return drawn->strokes[0];
}

START_TEST(each_kind_has_its_callback) {
    const evo_pose turned = {{10, 20}, PI / 2};
    stroke s = draw_one(evo_shape_at(evo_circle(0.5), at(2, 0), 0.25), turned);
    ck_assert_int_eq(s.kind, STROKE_CIRCLE);
    check_at(s.at, 10, 22, 1e-14);
    ck_assert_double_eq(s.first, 0.5);
    ck_assert_double_eq_tol(s.angle, PI / 2 + 0.25, 1e-15);
    s = draw_one(evo_shape_at(evo_ellipse(2, 0.5), at(0, 1), 0.5), turned);
    ck_assert_int_eq(s.kind, STROKE_ELLIPSE);
    check_at(s.at, 9, 20, 1e-14);
    ck_assert_double_eq(s.first, 2);
    ck_assert_double_eq(s.second, 0.5);
    ck_assert_double_eq_tol(s.angle, PI / 2 + 0.5, 1e-15);
    s = draw_one(evo_ring(2, 1, 0.25, 1), turned);
    ck_assert_int_eq(s.kind, STROKE_RING);
    check_at(s.at, 10, 20, 1e-14);
    ck_assert_double_eq(s.first, 1.5);
    ck_assert_double_eq(s.second, 2.5);
    ck_assert_double_eq_tol(s.angle, PI / 2 + 0.25, 1e-15);
    ck_assert_double_eq_tol(s.sweep, 1, 1e-15);
    s = draw_one(evo_segment(at(1, 0), at(3, 1)), turned);
    ck_assert_int_eq(s.kind, STROKE_LINE);
    check_at(s.at, 10, 21, 1e-14);
    check_at(s.to, 9, 23, 1e-14);
}
END_TEST

START_TEST(a_whole_ring_sweeps_a_turn) {
    const evo_pose pose = {{0, 0}, 1};
    ck_assert_double_eq_tol(draw_one(evo_ring(1, 0.5, 0, 2 * PI), pose).sweep, 2 * PI, 1e-15);
    ck_assert_double_le(draw_one(evo_ring(1, 0.5, 0, 2 * PI + 5e-7), pose).sweep, 2 * PI);
    stroke pie = draw_one(evo_ring(1, 2, 0, 1), pose);
    ck_assert_double_eq(pie.first, 0);
    ck_assert_double_eq(pie.second, 2);
}
END_TEST

/* Compares two shapes by their bounds and by the distances of random points. */
static void assert_same_shape(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                              evo_pose at_b) {
    evo_bounds box = evo_shape_bounds(a, at_a), other = evo_shape_bounds(b, at_b);
    ck_assert_int_eq(a->kind, b->kind);
    check_at(other.min, box.min.x, box.min.y, 1e-12);
    check_at(other.max, box.max.x, box.max.y, 1e-12);
    for (int i = 0; i < 20; ++i) {
        evo_vec2 point = at(random_between(box.min.x - 0.1, box.max.x + 0.1),
                            random_between(box.min.y - 0.1, box.max.y + 0.1));
        double one = evo_shape_nearest(a, at_a, point).distance;
        ck_assert_double_eq_tol(evo_shape_nearest(b, at_b, point).distance, one, 1e-9);
    }
}

/* The stroke of a collider, which must be drawn once. */
static const stroke *stroke_of(const sketch *drawn, evo_collider collider) {
    const stroke *found = NULL;
    for (size_t i = 0; i < drawn->count; ++i) {
        if (!same_collider(drawn->strokes[i].item.collider, collider)) continue;
        ck_assert_ptr_null(found);
        found = &drawn->strokes[i];
    }
    ck_assert_ptr_nonnull(found);
    return found;
}

START_TEST(every_collider_is_drawn_once_where_it_is) {
    const evo_pose in_world = {{0, 0}, 0};
    evo_world *world = any_world();
    const sketch *drawn = sketch_make(world, EVO_DRAW_SHAPES);
    ck_assert_uint_eq(drawn->count, evo_world_counters(world).colliders);
    for (size_t i = 0; i < drawn->count; ++i) {
        const evo_draw_item *item = &drawn->strokes[i].item;
        const stroke *s = stroke_of(drawn, item->collider);
        evo_shape is = evo_collider_get(world, item->collider).shape, shown = stroke_shape(s);
        ck_assert(same_body(evo_collider_body(world, item->collider), item->body));
        assert_same_shape(&is, evo_body_pose(world, item->body), &shown, in_world);
        ck_assert(i == 0 || drawn->strokes[i - 1].item.body.index <= item->body.index);
    }
    evo_world_destroy(world);
}
END_TEST

START_TEST(destroyed_bodies_are_not_drawn) {
    evo_world *world = any_world();
    size_t colliders = evo_world_counters(world).colliders;
    const sketch *drawn = sketch_make(world, EVO_DRAW_SHAPES);
    evo_body gone = drawn->strokes[10].item.body;
    size_t parts = evo_body_colliders(world, gone, NULL, 0);
    ck_assert_int_eq(evo_body_destroy(world, gone), EVO_OK);
    drawn = sketch_make(world, ALL_FLAGS);
    for (size_t i = 0; i < drawn->count; ++i)
        ck_assert(!same_body(drawn->strokes[i].item.body, gone));
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_SHAPES)->count, colliders - parts);
    evo_world_destroy(world);
}
END_TEST

/* ---- Roles ----------------------------------------------------------------------------------- */

typedef struct role_case {
    evo_body_kind kind;
    bool sensor, asleep, disabled;
    evo_draw_role role;
} role_case;

START_TEST(states_have_roles) {
    const role_case cases[] = {
        {EVO_DYNAMIC, false, false, false, EVO_ROLE_DYNAMIC},
        {EVO_DYNAMIC, false, true, false, EVO_ROLE_SLEEPING},
        {EVO_STATIC, false, false, false, EVO_ROLE_STATIC},
        {EVO_KINEMATIC, false, false, false, EVO_ROLE_KINEMATIC},
        {EVO_DYNAMIC, true, false, false, EVO_ROLE_SENSOR},
        {EVO_DYNAMIC, true, true, false, EVO_ROLE_SENSOR},
        {EVO_STATIC, true, false, false, EVO_ROLE_SENSOR},
        {EVO_KINEMATIC, true, false, false, EVO_ROLE_SENSOR},
        {EVO_DYNAMIC, false, false, true, EVO_ROLE_DISABLED},
        {EVO_DYNAMIC, true, true, true, EVO_ROLE_DISABLED},
        {EVO_STATIC, false, false, true, EVO_ROLE_DISABLED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        evo_world *world = scene_world(0, NULL);
        evo_body_config config = evo_body_config_default();
        config.kind = cases[i].kind;
        config.shape = evo_circle(1);
        config.sensor = cases[i].sensor;
        config.asleep = cases[i].asleep;
        config.disabled = cases[i].disabled;
        ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
        const sketch *drawn = sketch_make(world, EVO_DRAW_SHAPES);
        ck_assert_uint_eq(drawn->count, 1);
        ck_assert_msg(drawn->strokes[0].item.role == cases[i].role, "case %zu: role %d", i,
                      (int)drawn->strokes[0].item.role);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(sleep_changes_the_role) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.5);
    scene_steps(world, 10);
    ck_assert_uint_eq(sketch_count(sketch_make(world, 0), EVO_ROLE_DYNAMIC), 1);
    scene_steps(world, 120);
    ck_assert(!evo_body_awake(world, ball));
    ck_assert_uint_eq(sketch_count(sketch_make(world, 0), EVO_ROLE_SLEEPING), 1);
    ck_assert_int_eq(evo_body_set_awake(world, ball, true), EVO_OK);
    ck_assert_uint_eq(sketch_count(sketch_make(world, 0), EVO_ROLE_DYNAMIC), 1);
    evo_world_destroy(world);
}
END_TEST

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
    evo_world *world = any_world();
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
    ck_assert_uint_eq(sketch_make(world, ALL_FLAGS)->count, sum);
    ck_assert_uint_eq(sketch_make(world, 0)->count, sketch_make(world, EVO_DRAW_SHAPES)->count);
    evo_world_destroy(world);
}
END_TEST

/* Contacts and tiles have no body. */
START_TEST(items_name_their_body) {
    evo_world *world = any_world();
    const sketch *drawn = sketch_make(world, ALL_FLAGS);
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

/* ---- Boxes and tiles ------------------------------------------------------------------------- */

/* The box whose four sides begin at a stroke; they must be connected. */
static evo_bounds box_of(const sketch *drawn, size_t first) {
    const stroke *side = &drawn->strokes[first];
    evo_bounds box = {side->at, side->at};
    ck_assert_uint_le(first + 4, drawn->count);
    for (int i = 0; i < 4; ++i) {
        check_at(side[(i + 1) % 4].at, side[i].to.x, side[i].to.y, 0);
        ck_assert((side[i].at.x == side[i].to.x) != (side[i].at.y == side[i].to.y));
        box.min = at(fmin(box.min.x, side[i].to.x), fmin(box.min.y, side[i].to.y));
        box.max = at(fmax(box.max.x, side[i].to.x), fmax(box.max.y, side[i].to.y));
    }
    return box;
}

static bool holds(evo_bounds box, evo_vec2 p, double margin) {
    return p.x >= box.min.x - margin && p.x <= box.max.x + margin && p.y >= box.min.y - margin
           && p.y <= box.max.y + margin;
}

START_TEST(bounds_hold_their_shapes_and_no_more) {
    evo_world *world = scene_world(0, NULL);
    random_seed(8);
    for (int i = 0; i < 100; ++i) {
        evo_pose pose = {{random_between(-20, 20), random_between(-20, 20)}, random_between(-3, 3)};
        add_body(world, random_shape((evo_shape_kind)(EVO_CIRCLE + i % 3)), pose);
    }
    const sketch *drawn = sketch_make(world, EVO_DRAW_BOUNDS);
    ck_assert_uint_eq(drawn->count, 400);
    for (size_t i = 0; i < 400; i += 4) {
        const evo_draw_item *item = &drawn->strokes[i].item;
        evo_shape shape = evo_collider_get(world, item->collider).shape;
        evo_pose pose = evo_body_pose(world, item->body);
        evo_bounds box = box_of(drawn, i), tight = evo_shape_bounds(&shape, pose);
        check_at(box.min, tight.min.x, tight.min.y, 1e-12);
        check_at(box.max, tight.max.x, tight.max.y, 1e-12);
        for (int k = 0; k < 50; ++k) {
            evo_vec2 from = at(random_between(-30, 30), random_between(-30, 30));
            ck_assert(holds(box, evo_shape_nearest(&shape, pose, from).point, 1e-9));
        }
    }
    evo_world_destroy(world);
}
END_TEST

static bool in_a_tile(const sketch *drawn, evo_vec2 p) {
    for (size_t i = 0; i < drawn->count; i += 4)
        if (holds(box_of(drawn, i), p, 1e-9)) return true;
    return false;
}

/* Static and moving bodies have a grid each. Before the first step there is none. */
START_TEST(tiles_cover_the_bodies) {
    evo_world *world = scene_world(0, NULL);
    ck_assert_int_eq(evo_world_set_gravity(world, at(0, 0)), EVO_OK);
    random_seed(9);
    for (int i = 0; i < 300; ++i) {
        evo_body_kind kind = i % 2 == 0 ? EVO_STATIC : EVO_DYNAMIC;
        double x = random_between(0, 400) * (i % 2 == 0 ? -1 : 1), y = random_between(-200, 200);
        scene_add(world, kind, evo_circle(random_scale(0.1, 10)), x, y);
    }
    scene_steps(world, 1);
    const sketch *drawn = sketch_make(world, EVO_DRAW_TILES);
    ck_assert_uint_eq(drawn->count % 4, 0);
    ck_assert_uint_gt(drawn->count, 4 * 8);
    for (uint32_t i = 0; i < 300; ++i) {
        evo_vec2 p = evo_body_pose(world, (evo_body){i, 1}).position;
        ck_assert_msg(in_a_tile(drawn, p), "(%g, %g) is in no tile", p.x, p.y);
    }
    ck_assert(!in_a_tile(drawn, at(1e6, 1e6)));
    evo_world_destroy(world);
}
END_TEST

/* ---- Velocities and names -------------------------------------------------------------------- */

START_TEST(velocities_begin_at_the_centre_of_mass) {
    evo_world *world = scene_world(0, NULL);
    evo_pose pose = {{3, 4}, 1};
    evo_body body = add_body(world, evo_ring(1, 0.2, 0, 2), pose);
    ck_assert_int_eq(evo_body_set_velocity(world, body, at(5, -20)), EVO_OK);
    evo_vec2 turn = evo_direction(1), mass = evo_body_mass(world, body).center;
    evo_vec2 middle =
        at(3 + mass.x * turn.x - mass.y * turn.y, 4 + mass.x * turn.y + mass.y * turn.x);
    ck_assert_double_gt(hypot(middle.x - 3, middle.y - 4), 0.5);
    const sketch *drawn = sketch_make(world, EVO_DRAW_VELOCITIES);
    ck_assert_uint_eq(drawn->count, 1);
    check_at(drawn->strokes[0].at, middle.x, middle.y, 1e-14);
    check_at(drawn->strokes[0].to, middle.x + 0.5, middle.y - 2, 1e-14);
    evo_world_destroy(world);
}
END_TEST

START_TEST(names_are_the_indices) {
    evo_world *world = scene_world(0, NULL);
    for (int i = 0; i < 1203; ++i) scene_ball(world, 0.1, i, 2 * i);
    const sketch *drawn = sketch_make(world, EVO_DRAW_NAMES);
    ck_assert_uint_eq(drawn->count, 1203);
    for (uint32_t i = 0; i < 1203; ++i) {
        char name[16];
        snprintf(name, sizeof name, "%u", (unsigned)i);
        ck_assert_str_eq(drawn->strokes[i].text, name);
        ck_assert_uint_eq(drawn->strokes[i].item.body.index, i);
        check_at(drawn->strokes[i].at, i, 2.0 * i, 0);
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

/* ---- Optional parts -------------------------------------------------------------------------- */

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
    evo_world *world = any_world();
    const sketch *whole = sketch_make(world, ALL_FLAGS);
    evo_draw none = {.flags = ALL_FLAGS};
    for (stroke_kind kind = STROKE_CIRCLE; kind < STROKE_KINDS; ++kind) {
        evo_draw draw = sketch_callbacks(&made, ALL_FLAGS);
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
    evo_draw draw = sketch_callbacks(&made, ALL_FLAGS);
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

START_TEST(drawing_changes_nothing) {
    evo_world *drawn = any_world(), *left = any_world();
    for (int i = 0; i < 120; ++i) {
        uint64_t before = evo_world_hash(drawn);
        sketch_make(drawn, ALL_FLAGS);
        ck_assert_uint_eq(evo_world_hash(drawn), before);
        scene_steps(drawn, 1);
        scene_steps(left, 1);
    }
    ck_assert_uint_eq(evo_world_hash(drawn), evo_world_hash(left));
    evo_world_destroy(drawn);
    evo_world_destroy(left);
}
END_TEST

START_TEST(drawing_takes_no_memory) {
    test_memory memory = {0};
    evo_world *world = scene_world(0, &memory);
    scene_ground(world);
    random_seed(3);
    for (int i = 0; i < 30; ++i) scene_any_body(world);
    scene_steps(world, 60);
    const size_t calls = memory.calls;
    ck_assert_uint_gt(sketch_make(world, ALL_FLAGS)->count, 100);
    ck_assert_uint_eq(memory.calls, calls);
    evo_world_destroy(world);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

static void add_shapes(TCase *draw) {
    tcase_add_test(draw, each_kind_has_its_callback);
    tcase_add_test(draw, a_whole_ring_sweeps_a_turn);
    tcase_add_test(draw, every_collider_is_drawn_once_where_it_is);
    tcase_add_test(draw, destroyed_bodies_are_not_drawn);
    tcase_add_test(draw, states_have_roles);
    tcase_add_test(draw, sleep_changes_the_role);
    tcase_add_test(draw, flags_choose);
    tcase_add_test(draw, items_name_their_body);
}

static void add_the_rest(TCase *draw) {
    tcase_add_test(draw, bounds_hold_their_shapes_and_no_more);
    tcase_add_test(draw, tiles_cover_the_bodies);
    tcase_add_test(draw, velocities_begin_at_the_centre_of_mass);
    tcase_add_test(draw, names_are_the_indices);
    tcase_add_test(draw, bodies_out_of_view_are_not_drawn);
    tcase_add_test(draw, callbacks_may_be_missing);
    tcase_add_test(draw, nothing_draws_nothing);
    tcase_add_test(draw, drawing_changes_nothing);
    tcase_add_test(draw, drawing_takes_no_memory);
}

Suite *suite_draw(void) {
    Suite *suite = suite_create("draw");
    TCase *draw = tcase_create("draw");
    add_shapes(draw);
    add_the_rest(draw);
    suite_add_tcase(suite, draw);
    return suite;
}
