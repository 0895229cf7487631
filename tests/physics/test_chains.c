/* test_chains.c: terrain as chains: handles, what is refused, sides, and smooth joints. */
#include <math.h>

#include "core/trig.h"
#include "evolute/snapshot.h"
#include "suites.h"
#include "support/lab.h"
#include "support/memory.h"
#include "support/random.h"
#include "support/scene.h"

enum { POINTS = 400 };

static const double APART = 0.25;

static double height_at(double x) {
    return 0.8 * sin(0.7 * x);
}

static evo_body add_ground(evo_world *world) {
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    return evo_body_create(world, &config);
}

/* From right to left: solid below. */
static evo_chain add_terrain(evo_world *world, evo_body ground, bool hilly) {
    static evo_vec2 points[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        const double x = (POINTS / 2 - i) * APART;
        points[i] = (evo_vec2){x, hilly ? height_at(x) : 0};
    }
    evo_chain_config config = evo_chain_config_default();
    config.points = points;
    config.count = POINTS;
    return evo_chain_create(world, ground, &config);
}

/* ---- Handles --------------------------------------------------------------------------------- */

START_TEST(chains_have_handles) {
    evo_world *world = lab_world(10);
    evo_body ground = add_ground(world);
    const evo_chain first = add_terrain(world, ground, true);
    ck_assert(evo_chain_exists(world, first));
    ck_assert_uint_eq(evo_chain_colliders(world, first, NULL, 0), POINTS - 1);
    ck_assert_uint_eq(evo_world_counters(world).colliders, POINTS - 1);
    evo_collider some[3];
    evo_chain_colliders(world, first, some, 3);
    for (int i = 0; i < 3; ++i) {
        const evo_chain of = evo_collider_chain(world, some[i]);
        ck_assert(of.index == first.index && of.generation == first.generation);
        const evo_shape shape = evo_collider_get(world, some[i]).shape;
        const double x = (POINTS / 2 - i - 0.5) * APART;
        ck_assert_int_eq(shape.kind, EVO_SEGMENT);
        ck_assert_double_eq_tol(shape.center.x, x, 1e-12);
    }
    ck_assert_uint_eq(evo_chain_body(world, first).index, ground.index);
    ck_assert_int_eq(evo_chain_destroy(world, first), EVO_OK);
    ck_assert(!evo_chain_exists(world, first));
    ck_assert_int_eq(evo_chain_destroy(world, first), EVO_ERROR_STALE);
    ck_assert_uint_eq(evo_world_counters(world).colliders, 0);
    const evo_chain second = add_terrain(world, ground, true);
    ck_assert(second.index == first.index && second.generation != first.generation);
    ck_assert_int_eq(evo_body_destroy(world, ground), EVO_OK);
    ck_assert(!evo_chain_exists(world, second));
    evo_world_destroy(world);
}
END_TEST

/* The link is alone on its body, and about its centre: another collider would share its shape. */
START_TEST(a_single_link_keeps_its_chain) {
    evo_world *world = lab_world(10);
    static unsigned char bytes[4096];
    const evo_vec2 points[] = {{1, 0}, {-1, 0}};
    const evo_shape longer = evo_segment((evo_vec2){2, 0}, (evo_vec2){-2, 0});
    evo_chain_config config = evo_chain_config_default();
    config.points = points;
    config.count = 2;
    const evo_chain made = evo_chain_create(world, add_ground(world), &config);
    evo_collider link;
    ck_assert_uint_eq(evo_chain_colliders(world, made, &link, 1), 1);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(evo_collider_set_shape(world, link, &longer), EVO_OK);
        ck_assert_uint_eq(evo_collider_chain(world, link).generation, made.generation);
        const size_t size = evo_world_save(world, bytes, sizeof bytes);
        ck_assert(size > 0 && size <= sizeof bytes);
        ck_assert_int_eq(evo_world_load(world, bytes, size), EVO_OK);
        ck_assert_uint_eq(evo_collider_chain(world, link).generation, made.generation);
    }
    ck_assert_int_eq(evo_chain_destroy(world, made), EVO_OK);
    ck_assert_uint_eq(evo_world_counters(world).colliders, 0);
    evo_world_destroy(world);
}
END_TEST

START_TEST(bad_chains_are_refused) {
    evo_world *world = lab_world(10);
    const evo_body ground = add_ground(world), ball = scene_ball(world, 1, 0, 9);
    const evo_vec2 points[] = {{0, 0}, {1, 0}, {1, 1}, {1, 1}, {NAN, 0}};
    const uint64_t before = evo_world_hash(world);
    evo_chain_config config = evo_chain_config_default();
    ck_assert_uint_eq(evo_chain_create(world, ground, NULL).generation, 0);
    ck_assert_uint_eq(evo_chain_create(world, ground, &config).generation, 0);
    config.points = points;
    for (int count = -1; count <= 5; ++count) {
        config.count = count;
        const bool sound = count == 2 || count == 3;
        config.loop = false;
        if (!sound) ck_assert_uint_eq(evo_chain_create(world, ground, &config).generation, 0);
        config.loop = true;
        if (count != 3) ck_assert_uint_eq(evo_chain_create(world, ground, &config).generation, 0);
    }
    config.count = 3;
    ck_assert_uint_eq(evo_chain_create(world, ball, &config).generation, 0);
    config.material.friction = -1;
    ck_assert_uint_eq(evo_chain_create(world, ground, &config).generation, 0);
    ck_assert_uint_eq(evo_world_hash(world), before);
    evo_world_destroy(world);
}
END_TEST

/* Each refused allocation leaves the world as it was; then the chain is made as if none had been.
 * */
START_TEST(refused_memory_changes_nothing) {
    for (size_t refused = 1;; ++refused) {
        test_memory memory = {0};
        evo_world *world = scene_world(0, &memory);
        const evo_body ground = add_ground(world);
        scene_ball(world, 0.5, 0, 3);
        scene_steps(world, 3);
        const uint64_t before = evo_world_hash(world);
        memory.refuse = memory.calls + refused;
        evo_chain made = add_terrain(world, ground, true);
        const bool done = made.generation != 0;
        memory.refuse = 0;
        if (!done) {
            ck_assert_uint_eq(evo_world_hash(world), before);
            made = add_terrain(world, ground, true);
            ck_assert_uint_ne(made.generation, 0);
        }
        scene_steps(world, 30);
        scene_check_bytes(world, &memory);
        evo_world_destroy(world);
        if (done) break;
    }
}
END_TEST

/* ---- Sides ----------------------------------------------------------------------------------- */

static evo_shape any_shape(int kind) {
    const evo_vec2 left = {-0.2, 0}, right = {0.2, 0};
    const evo_vec2 corners[3] = {{-0.3, -0.2}, {0.3, -0.2}, {0, 0.4}};
    switch (kind % 6) {
    case 0:
        return evo_circle(0.3);
    case 1:
        return evo_box(0.3, 0.2);
    case 2:
        return evo_capsule(left, right, 0.15);
    case 3:
        return evo_ellipse(0.35, 0.2);
    case 4:
        return evo_ring(0.3, 0.1, 0, 2 * PI);
    default:
        return evo_polygon(corners, 3, 0.05);
    }
}

/* Shapes of all kinds fall onto terrain, and stay on it. */
START_TEST(terrain_holds_all_shapes) {
    evo_world *world = lab_world(10);
    evo_body bodies[60];
    add_terrain(world, add_ground(world), true);
    random_seed(5);
    for (int i = 0; i < 60; ++i) {
        evo_body_config config = lab_body(any_shape(i), -30 + i, 2 + i % 3);
        config.angle = random_between(-PI, PI);
        config.velocity.y = random_between(-30, 0);
        bodies[i] = evo_body_create(world, &config);
    }
    lab_run(world, 600);
    for (int i = 0; i < 60; ++i) {
        const evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        ck_assert_msg(at.y > height_at(at.x), "body %d at %g, %g", i, at.x, at.y);
    }
    evo_world_destroy(world);
}
END_TEST

/* From its solid side a chain lets pass what it stops from the other, slow or fast; a ring,
 * which is held once it is halfway, stays on the side of its centre. */
START_TEST(one_side_is_solid) {
    for (int kind = 0; kind < 6; ++kind)
        for (int fast = 0; fast < 2; ++fast) {
            evo_world *world = lab_world(0);
            add_terrain(world, add_ground(world), false);
            const double speed = fast ? 100 : 3;
            evo_body_config config = lab_body(any_shape(kind), 0.1, -2);
            config.velocity.y = speed;
            evo_body rises = evo_body_create(world, &config);
            config.position = (evo_vec2){9.1, 2};
            config.velocity.y = -speed;
            evo_body falls = evo_body_create(world, &config);
            lab_run(world, 120);
            const double risen = evo_body_velocity(world, rises).y;
            ck_assert_msg(kind == 4 || fabs(risen / speed - 1) < 0.05, "kind %d at %g: %g", kind,
                          speed, risen);
            ck_assert_double_gt(evo_body_pose(world, rises).position.y, kind == 4 ? 0 : 2);
            ck_assert_double_gt(evo_body_pose(world, falls).position.y, 0);
            evo_world_destroy(world);
        }
}
END_TEST

/* A loop that is solid inside, and one that is hollow. */
START_TEST(loops_close) {
    const evo_vec2 square[4] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}};
    const evo_vec2 hollow[4] = {{-2, -2}, {-2, 2}, {2, 2}, {2, -2}};
    evo_chain_config config = evo_chain_config_default();
    config.count = 4;
    config.loop = true;
    evo_world *world = lab_world(10);
    config.points = square;
    evo_chain_create(world, add_ground(world), &config);
    evo_body on = scene_ball(world, 0.5, 0, 3);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_pose(world, on).position.y, 2.5, 0.01);
    evo_world_destroy(world);
    world = lab_world(10);
    config.points = hollow;
    evo_chain_create(world, add_ground(world), &config);
    evo_body within = scene_ball(world, 0.5, 0, 0);
    evo_body_set_velocity(world, within, (evo_vec2){7, 11});
    lab_run(world, 600);
    ck_assert_double_eq_tol(evo_body_pose(world, within).position.y, -1.5, 0.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- Joints ---------------------------------------------------------------------------------- */

/* What rolls or slides over the joints of a flat chain keeps its speed. */
START_TEST(joints_are_smooth) {
    const double speeds[] = {1, 5, 20}, speed = speeds[_i % 3];
    const int kind = _i / 3;
    const double heights[] = {0.3, 0.2, 0.15};
    evo_world *world = lab_world(10);
    add_terrain(world, add_ground(world), false);
    evo_body_config config = lab_body(any_shape(kind), -0.4 * POINTS * APART, heights[kind]);
    config.velocity.x = speed;
    if (kind == 0) config.spin = -speed / 0.3;
    if (kind > 0) config.material.friction = 0;
    evo_body body = evo_body_create(world, &config);
    for (int step = 0; step < 120; ++step) {
        lab_run(world, 1);
        const double hop = evo_body_pose(world, body).position.y - heights[kind];
        ck_assert_msg(fabs(hop) < 0.005, "kind %d at %g: %g in step %d", kind, speed, hop, step);
    }
    ck_assert_double_ge(evo_body_velocity(world, body).x, 0.995 * speed);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_chains(void) {
    Suite *suite = suite_create("chains");
    TCase *handles = tcase_create("handles");
    tcase_add_test(handles, chains_have_handles);
    tcase_add_test(handles, a_single_link_keeps_its_chain);
    tcase_add_test(handles, bad_chains_are_refused);
    tcase_add_test(handles, refused_memory_changes_nothing);
    suite_add_tcase(suite, handles);
    TCase *sides = tcase_create("sides");
    tcase_add_test(sides, terrain_holds_all_shapes);
    tcase_add_test(sides, one_side_is_solid);
    tcase_add_test(sides, loops_close);
    suite_add_tcase(suite, sides);
    TCase *joints = tcase_create("law_seams");
    tcase_add_loop_test(joints, joints_are_smooth, 0, 9);
    suite_add_tcase(suite, joints);
    return suite;
}
