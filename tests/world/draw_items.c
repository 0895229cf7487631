/* draw_items.c: a world draws every collider once, at its pose and in its role, and bounds, tiles,
 * velocities and names where they are; contacts at the current poses, one or two per pair, also of
 * sleeping bodies, and only those that touch. */
#include <math.h>
#include <stdio.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/sketch.h"

static const double PI = 3.14159265358979324;

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
    evo_world *world = scene_any_world();
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
    evo_world *world = scene_any_world();
    size_t colliders = evo_world_counters(world).colliders;
    const sketch *drawn = sketch_make(world, EVO_DRAW_SHAPES);
    evo_body gone = drawn->strokes[10].item.body;
    size_t parts = evo_body_colliders(world, gone, NULL, 0);
    ck_assert_int_eq(evo_body_destroy(world, gone), EVO_OK);
    drawn = sketch_make(world, SKETCH_ALL_FLAGS);
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
    ck_assert(evo_body_asleep(world, ball));
    ck_assert_uint_eq(sketch_count(sketch_make(world, 0), EVO_ROLE_SLEEPING), 1);
    ck_assert_int_eq(evo_body_set_asleep(world, ball, false), EVO_OK);
    ck_assert_uint_eq(sketch_count(sketch_make(world, 0), EVO_ROLE_DYNAMIC), 1);
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

static void add_shapes(TCase *items) {
    tcase_add_test(items, each_kind_has_its_callback);
    tcase_add_test(items, a_whole_ring_sweeps_a_turn);
    tcase_add_test(items, every_collider_is_drawn_once_where_it_is);
    tcase_add_test(items, destroyed_bodies_are_not_drawn);
    tcase_add_test(items, states_have_roles);
    tcase_add_test(items, sleep_changes_the_role);
}

static void add_marks(TCase *items) {
    tcase_add_test(items, bounds_hold_their_shapes_and_no_more);
    tcase_add_test(items, tiles_cover_the_bodies);
    tcase_add_test(items, velocities_begin_at_the_centre_of_mass);
    tcase_add_test(items, names_are_the_indices);
}

/* ---- Contacts -------------------------------------------------------------------------------- */

static double distance(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* A ball at rest on the ground: its contact, and the impulse of one of four substeps. */
START_TEST(a_resting_ball_shows_its_contact) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 3, 0.5);
    scene_steps(world, 20);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS);
    ck_assert_uint_eq(drawn->count, 2);
    check_at(sketch_find(drawn, EVO_ROLE_CONTACT, 0)->at, 3, 0, 1e-3);
    const stroke *normal = sketch_find(drawn, EVO_ROLE_NORMAL, 0);
    check_at(normal->at, 3, 0, 1e-3);
    ck_assert_double_eq_tol(normal->to.x, normal->at.x, 1e-6);
    double weight = 10 * evo_body_mass(world, ball).mass;
    ck_assert_double_eq_tol(distance(normal->at, normal->to), weight * SCENE_STEP / 4,
                            weight * SCENE_STEP / 4 * 0.01);
    evo_world_destroy(world);
}
END_TEST

/* A sleeping body shows the impulse of its last awake step. */
START_TEST(normals_of_sleepers_are_as_long_as_awake) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 3, 0.5);
    double length[2];
    for (int asleep = 0; asleep < 2; ++asleep) {
        scene_steps(world, asleep ? 120 : 20);
        ck_assert_int_ne(!evo_body_asleep(world, ball), asleep);
        const sketch *drawn = sketch_make(world, EVO_DRAW_NORMALS);
        const stroke *normal = sketch_find(drawn, EVO_ROLE_NORMAL, 0);
        length[asleep] = distance(normal->at, normal->to);
    }
    ck_assert_double_eq_tol(length[1], length[0], 0.01 * length[0]);
    evo_world_destroy(world);
}
END_TEST

START_TEST(a_deep_contact_is_midway_between_the_rims) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.25);
    scene_steps(world, 1);
    double lowest = evo_body_pose(world, ball).position.y - 0.5;
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_double_lt(lowest, -0.1);
    ck_assert_uint_eq(drawn->count, 1);
    check_at(drawn->strokes[0].at, 0, lowest / 2, 1e-12);
    evo_world_destroy(world);
}
END_TEST

/* Near pairs and sensor overlaps are no contacts, neither after a step nor after a change that
 * rebuilds the contacts. */
START_TEST(only_contacts_that_touch_are_shown) {
    evo_world *world = scene_world(0, NULL);
    ck_assert_int_eq(evo_world_set_gravity(world, at(0, 0)), EVO_OK);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.5), 0, 0);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(0.5, 1), 1.52, 0);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(0.5);
    config.sensor = true;
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
    scene_steps(world, 3);
    ck_assert_uint_gt(evo_world_counters(world).pairs, 1);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 0);
    scene_ball(world, 0.5, 50, 50);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 0);
    evo_world_destroy(world);
}
END_TEST

/* At any speed: not at the predicted position, half a step ahead. */
START_TEST(a_sliding_balls_contact_is_below_it) {
    evo_world *world = scene_world(0, NULL);
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    config.shape = evo_segment(at(-100, 0), at(100, 0));
    config.material.friction = 0;
    evo_body_create(world, &config);
    evo_body ball = scene_ball(world, 0.5, -20, 0.5);
    ck_assert_int_eq(evo_body_set_velocity(world, ball, at(12, 0)), EVO_OK);
    for (int i = 0; i < 30; ++i) {
        scene_steps(world, 1);
        evo_vec2 place = evo_body_pose(world, ball).position;
        const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
        if (drawn->count > 0) check_at(drawn->strokes[0].at, place.x, 0, 2e-3);
        /* Some pairs touch in two places. */
        ck_assert_uint_ge(drawn->count, evo_world_counters(world).contacts);
    }
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, 1);
    evo_world_destroy(world);
}
END_TEST

/* Both contacts of a pair, whether it moves, rests or sleeps. */
static void check_two_contacts(evo_world *world, evo_body a, evo_body b) {
    evo_gap found[2];
    evo_shape shape_a = evo_collider_get(world, scene_collider(world, a)).shape;
    evo_shape shape_b = evo_collider_get(world, scene_collider(world, b)).shape;
    ck_assert_int_eq(evo_contacts(&shape_a, evo_body_pose(world, a), &shape_b,
                                  evo_body_pose(world, b), 0.05, found),
                     2);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_eq(drawn->count, 2);
    for (int i = 0; i < 2; ++i) {
        evo_vec2 p = found[i].point_a;
        bool shown = false;
        for (size_t k = 0; k < 2; ++k) shown |= distance(drawn->strokes[k].at, p) < 0.01;
        ck_assert_msg(shown, "nothing at (%g, %g)", p.x, p.y);
    }
}

START_TEST(an_egg_across_a_hollow_shows_two_contacts) {
    evo_world *world = scene_world(0, NULL);
    evo_body bowl = scene_add(world, EVO_STATIC, evo_ring(2, 0.2, -3, 2.9), 0, 0);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1.5, 0.4), 0, -0.7);
    scene_steps(world, 60);
    check_two_contacts(world, bowl, egg);
    scene_steps(world, 600);
    ck_assert(evo_body_asleep(world, egg));
    check_two_contacts(world, bowl, egg);
    evo_world_destroy(world);
}
END_TEST

/* A straight cut on a line: two contacts with one normal. */
START_TEST(a_flat_cut_shows_two_contacts) {
    evo_world *world = scene_world(0, NULL);
    evo_body ground = scene_ground(world);
    evo_body arch = scene_add(world, EVO_DYNAMIC, evo_ring(2, 1, 0, PI), 0, 0);
    scene_steps(world, 60);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_eq(drawn->count, 2);
    ck_assert_double_gt(distance(drawn->strokes[0].at, drawn->strokes[1].at), 3);
    check_two_contacts(world, ground, arch);
    evo_world_destroy(world);
}
END_TEST

/* The lowest point of an ellipse has the radius of curvature a^2 / b, a hollow that of its ring.
 * The ground has no fitted circle, and a ball is one itself. */
START_TEST(fitted_circles_share_the_rim) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_ball(world, 0.5, 5, 0.5);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.5), 0, 0.5);
    scene_steps(world, 30);
    const sketch *drawn = sketch_make(world, EVO_DRAW_FITS);
    evo_vec2 place = evo_body_pose(world, egg).position;
    ck_assert_uint_eq(drawn->count, 1);
    ck_assert_uint_eq(drawn->strokes[0].item.body.index, egg.index);
    ck_assert_double_eq_tol(drawn->strokes[0].first, 2, 1e-4);
    check_at(drawn->strokes[0].at, place.x, place.y - 0.5 + 2, 1e-3);
    evo_world_destroy(world);

    world = scene_world(0, NULL);
    scene_add(world, EVO_STATIC, evo_ring(2, 0.2, PI, PI), 0, 0);
    scene_add(world, EVO_DYNAMIC, evo_ellipse(0.6, 0.3), 0, -1.6);
    scene_steps(world, 30);
    drawn = sketch_make(world, EVO_DRAW_FITS);
    ck_assert_uint_eq(drawn->count, 2);
    ck_assert_double_eq_tol(drawn->strokes[0].first + drawn->strokes[1].first, 1.9 + 1.2, 1e-2);
    evo_world_destroy(world);
}
END_TEST

/* The distance of a point from the second nearest collider. */
static double second_nearest(const evo_world *world, const sketch *shapes, evo_vec2 point) {
    const evo_pose in_world = {{0, 0}, 0};
    double first = INFINITY, second = INFINITY;
    for (size_t i = 0; i < shapes->count; ++i) {
        evo_shape shape = stroke_shape(&shapes->strokes[i]);
        double d = fabs(evo_shape_nearest(&shape, in_world, point).distance);
        if (evo_collider_get(world, shapes->strokes[i].item.collider).sensor) continue;
        second = fmax(first, fmin(second, d));
        first = fmin(first, d);
    }
    return second;
}

/* Circles, ellipses and rings that fall onto the ground. */
static evo_world *poured_world(void) {
    evo_world *world = scene_world(0, NULL);
    random_seed(6);
    scene_ground(world);
    for (int i = 0; i < 64; ++i) {
        const evo_shape shapes[] = {evo_circle(0.6), evo_ellipse(0.8, 0.4),
                                    evo_ring(0.7, 0.4, 0, 3)};
        evo_pose pose = {{2.2 * (i % 8), 2 + 2.2 * (i / 8)}, random_between(-3, 3)};
        evo_body body = scene_add(world, EVO_DYNAMIC, shapes[i % 3], 0, 0);
        ck_assert_int_eq(evo_body_set_pose(world, body, pose), EVO_OK);
    }
    scene_steps(world, 150);
    return world;
}

START_TEST(contacts_are_between_rims) {
    static sketch shapes;
    evo_world *world = poured_world();
    shapes = *sketch_make(world, EVO_DRAW_SHAPES);
    const sketch *drawn = sketch_make(world, EVO_DRAW_CONTACTS);
    ck_assert_uint_gt(drawn->count, 20);
    /* Some pairs touch in two places. */
    ck_assert_uint_ge(drawn->count, evo_world_counters(world).contacts);
    for (size_t i = 0; i < drawn->count; ++i) {
        evo_vec2 p = drawn->strokes[i].at;
        double apart = second_nearest(world, &shapes, p);
        ck_assert_msg(apart < 0.02, "(%g, %g) is %g from any other rim", p.x, p.y, apart);
    }
    evo_world_destroy(world);
}
END_TEST

/* Contacts of sleeping bodies are shown too, also after a change elsewhere. */
START_TEST(contacts_stay_when_nothing_moves) {
    evo_world *world = scene_world(0, NULL);
    evo_body balls[24];
    scene_ground(world);
    scene_pile(world, 8, 3, balls);
    scene_steps(world, 20);
    const size_t all = sketch_make(world, EVO_DRAW_CONTACTS)->count;
    ck_assert_uint_eq(all, 24);
    scene_ball(world, 0.5, 50, 50);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all);
    scene_steps(world, 120);
    ck_assert(evo_body_asleep(world, balls[23]));
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all);
    ck_assert_int_eq(evo_body_destroy(world, balls[23]), EVO_OK);
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all - 1);
    scene_ball(world, 0.1, -50, 50); /* reuses the index of the destroyed body */
    ck_assert_uint_eq(sketch_make(world, EVO_DRAW_CONTACTS)->count, all - 1);
    evo_world_destroy(world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_draw_items(Suite *suite) {
    TCase *items = tcase_create("items");
    add_shapes(items);
    add_marks(items);
    suite_add_tcase(suite, items);
}

static void add_draw_contacts(Suite *suite) {
    TCase *contacts = tcase_create("contacts");
    tcase_add_test(contacts, a_resting_ball_shows_its_contact);
    tcase_add_test(contacts, normals_of_sleepers_are_as_long_as_awake);
    tcase_add_test(contacts, a_deep_contact_is_midway_between_the_rims);
    tcase_add_test(contacts, only_contacts_that_touch_are_shown);
    tcase_add_test(contacts, a_sliding_balls_contact_is_below_it);
    tcase_add_test(contacts, an_egg_across_a_hollow_shows_two_contacts);
    tcase_add_test(contacts, a_flat_cut_shows_two_contacts);
    tcase_add_test(contacts, fitted_circles_share_the_rim);
    tcase_add_test(contacts, contacts_are_between_rims);
    tcase_add_test(contacts, contacts_stay_when_nothing_moves);
    suite_add_tcase(suite, contacts);
}

Suite *suite_draw_items(void) {
    Suite *suite = suite_create("draw_items");
    add_draw_items(suite);
    add_draw_contacts(suite);
    return suite;
}
