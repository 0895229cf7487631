/* chains.c: terrain as chains: handles, what is refused, sides, and smooth joints. */
#include <math.h>

#include "core/core.h"
#include "evolute/snapshot.h"
#include "suites.h"
#include "support/lab.h"
#include "support/memory.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/tape.h"

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

static void count_complaint(void *context, const evo_complaint *told) {
    (void)told;
    ++*(int *)context;
}

/* A link may become another segment, and nothing else; what is refused is told, and is gone. */
START_TEST(links_stay_segments) {
    random_seed(23);
    for (int trial = 0; trial < 200; ++trial) {
        int told = 0;
        evo_world_config base = evo_world_config_default();
        base.complain = count_complaint;
        base.callback_context = &told;
        evo_world *world = evo_world_create(&base);
        const evo_chain made = add_terrain(world, add_ground(world), true);
        evo_collider links[POINTS];
        const size_t count = evo_chain_colliders(world, made, links, POINTS);
        const evo_collider link = links[trial % 2 ? 0 : (int)random_between(0, (double)count)];
        const evo_shape_kind kind = (evo_shape_kind)random_between(EVO_CIRCLE, EVO_POLYGON + 1);
        evo_collider_config config = evo_collider_get(world, link);
        config.shape = random_shape(kind);
        const uint64_t before = evo_world_hash(world);
        const int begun = told;
        const evo_result result = trial % 3 ? evo_collider_set_shape(world, link, &config.shape)
                                            : evo_collider_set(world, link, &config);
        const bool fits = kind == EVO_SEGMENT;
        ck_assert_int_eq(result, fits ? EVO_OK : EVO_ERROR_UNSUPPORTED);
        ck_assert_int_eq(told - begun, !fits);
        ck_assert(fits || evo_world_hash(world) == before);
        scene_ball(world, 0.5, 0, -3);
        ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
        evo_world_destroy(world);
    }
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

/* ---- Materials ------------------------------------------------------------------------------- */

enum { LINKS_MOST = 12 };

static evo_material any_material(void) {
    evo_material m = evo_material_default();
    m.friction = random_between(0, 2);
    m.restitution = random_between(0, 1);
    m.surface_speed = random_between(-1, 1);
    m.id = (uint64_t)random_between(0, 1e6);
    return m;
}

/* A chain of any number of links, each of a material of its own or of few: in these arrays. */
static evo_chain_config any_chain(evo_vec2 *points, evo_material *materials) {
    evo_chain_config config = evo_chain_config_default();
    const evo_material few[] = {any_material(), any_material()};
    const bool several = random_between(0, 1) < 0.5;
    config.points = points;
    config.materials = materials;
    config.count = (int)random_between(3, LINKS_MOST + 1);
    config.loop = random_between(0, 1) < 0.5;
    config.material_count = config.count - !config.loop;
    for (int i = 0; i < config.count; ++i) {
        points[i] = (evo_vec2){cos(0.5 * i), sin(0.5 * i)};
        materials[i] = several ? any_material() : few[i % 2];
    }
    return config;
}

static void check_materials(const evo_world *world, evo_chain chain, const evo_chain_config *c) {
    evo_collider links[LINKS_MOST];
    const size_t count = evo_chain_colliders(world, chain, links, LINKS_MOST);
    ck_assert_uint_eq(count, (size_t)c->material_count);
    for (size_t i = 0; i < count; ++i) {
        const evo_material got = evo_collider_material(world, links[i]), of = c->materials[i];
        ck_assert(got.friction == of.friction && got.restitution == of.restitution);
        ck_assert(got.surface_speed == of.surface_speed && got.id == of.id);
        ck_assert(evo_collider_get(world, links[i]).material.id == of.id);
    }
}

/* Links keep their materials through saves, and in the same call made again from a record. */
START_TEST(links_have_materials) {
    static unsigned char bytes[1 << 14];
    random_seed(8);
    for (int round = 0; round < 100; ++round) {
        evo_world *world = lab_world(10);
        evo_vec2 points[LINKS_MOST];
        evo_material materials[LINKS_MOST];
        tape t = {.bytes = NULL};
        const evo_body ground = add_ground(world);
        tape_begin(&t, world);
        const evo_chain_config config = any_chain(points, materials);
        const evo_chain made = evo_chain_create(world, ground, &config);
        ck_assert(evo_chain_exists(world, made));
        check_materials(world, made, &config);
        ck_assert_int_eq(evo_world_step(world, 0.01), EVO_OK);
        ck_assert_int_eq(evo_record_end(world), EVO_OK);
        tape_check(&t, 0);
        tape_free(&t);
        const uint64_t hash = evo_world_hash(world);
        const size_t size = evo_world_save(world, bytes, sizeof bytes);
        ck_assert(size > 0 && size <= sizeof bytes);
        ck_assert_int_eq(evo_chain_destroy(world, made), EVO_OK);
        ck_assert_int_eq(evo_world_load(world, bytes, size), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(world), hash);
        check_materials(world, made, &config);
        evo_world_destroy(world);
    }
}
END_TEST

/* A chain whose links are all of one material is the chain of that material. */
START_TEST(equal_materials_are_one) {
    evo_world *worlds[2];
    const evo_vec2 points[] = {{2, 0}, {1, 0}, {0, 0}, {-1, 0}};
    random_seed(3);
    const evo_material of = any_material(), materials[] = {of, of, of};
    for (int i = 0; i < 2; ++i) {
        evo_chain_config config = evo_chain_config_default();
        worlds[i] = lab_world(10);
        config.points = points;
        config.count = 4;
        config.materials = materials; /* alone it means nothing */
        if (i == 0) config.material = of;
        if (i == 1) config.material_count = 3;
        ck_assert(evo_chain_exists(worlds[i],
                                   evo_chain_create(worlds[i], add_ground(worlds[i]), &config)));
        scene_ball(worlds[i], 0.5, 0.2, 2);
        lab_run(worlds[i], 60);
    }
    ck_assert_uint_eq(evo_world_hash(worlds[0]), evo_world_hash(worlds[1]));
    for (int i = 0; i < 2; ++i) evo_world_destroy(worlds[i]);
}
END_TEST

static void refuse_chain(evo_world *world, evo_body body, const evo_chain_config *config,
                         evo_result why) {
    const uint64_t before = evo_world_hash(world);
    ck_assert(!evo_chain_exists(world, evo_chain_create(world, body, config)));
    ck_assert_int_eq(evo_world_last_result(world), why);
    ck_assert_uint_eq(evo_world_hash(world), before);
}

/* Refused, too, while the calls are recorded, and in the record again. */
START_TEST(wrong_materials_are_refused) {
    evo_vec2 points[LINKS_MOST];
    evo_material materials[LINKS_MOST];
    evo_world *world = lab_world(10);
    tape t = {.bytes = NULL};
    random_seed(4);
    const evo_body ground = add_ground(world);
    tape_begin(&t, world);
    for (int round = 0; round < 50; ++round) {
        const evo_chain_config sound = any_chain(points, materials);
        evo_chain_config config = sound;
        const int wrong[] = {-1, -INT32_MAX, sound.material_count - 1, sound.material_count + 1};
        config.material_count = wrong[round % 4];
        refuse_chain(world, ground, &config, EVO_ERROR_INVALID);
        config = sound;
        config.materials = NULL;
        refuse_chain(world, ground, &config, EVO_ERROR_INVALID);
        config = sound;
        materials[round % sound.material_count].friction = round % 2 ? -1 : (double)NAN;
        refuse_chain(world, ground, &config, EVO_ERROR_INVALID);
    }
    ck_assert_int_eq(evo_world_step(world, 0.01), EVO_OK);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    tape_check(&t, 0);
    tape_free(&t);
    evo_world_destroy(world);
}
END_TEST

/* Links of more different materials than there may be are refused before anything changes. */
START_TEST(materials_of_links_are_limited) {
    enum { MATERIALS = 65535, POINTS_MORE = MATERIALS + 2 };
    static evo_vec2 points[POINTS_MORE];
    static evo_material materials[POINTS_MORE - 1];
    evo_world *world = lab_world(10);
    const evo_body ground = add_ground(world);
    evo_chain_config config = evo_chain_config_default();
    for (int i = 0; i < POINTS_MORE; ++i) points[i] = (evo_vec2){-0.1 * i, 0};
    for (int i = 0; i < POINTS_MORE - 1; ++i) {
        materials[i] = evo_material_default();
        materials[i].id = (uint64_t)i + 1;
    }
    config.points = points;
    config.materials = materials;
    config.count = POINTS_MORE;
    config.material_count = POINTS_MORE - 1;
    refuse_chain(world, ground, &config, EVO_ERROR_LIMIT);
    materials[MATERIALS].id = 7; /* which another link has */
    const evo_chain made = evo_chain_create(world, ground, &config);
    ck_assert(evo_chain_exists(world, made));
    config.count = 3;
    config.material_count = 2;
    materials[1].id = MATERIALS + 9;
    refuse_chain(world, ground, &config, EVO_ERROR_LIMIT);
    materials[1].id = 2;
    ck_assert(evo_chain_exists(world, evo_chain_create(world, ground, &config)));
    evo_world_destroy(world);
}
END_TEST

/* A box slides over links without friction, and stops on rough ones as far as friction has it. */
START_TEST(links_rub_by_their_materials) {
    evo_world *world = lab_world(10);
    const evo_vec2 points[] = {{40, 0}, {10, 0}, {0, 0}, {-40, 0}};
    evo_material materials[3];
    evo_chain_config config = evo_chain_config_default();
    for (int i = 0; i < 3; ++i) materials[i] = evo_material_default();
    materials[2].friction = 0;
    materials[1].friction = 0;
    materials[0].friction = 0.6;
    config.points = points;
    config.count = 4;
    config.materials = materials;
    config.material_count = 3;
    ck_assert(evo_chain_exists(world, evo_chain_create(world, add_ground(world), &config)));
    evo_body_config box = lab_body(evo_box(0.2, 0.1), -5, 0.1);
    box.velocity.x = 6;
    box.material.friction = 0.6;
    const evo_body body = evo_body_create(world, &box);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.x, 7, 0.05);
    lab_run(world, 240);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.x, 13, 0.2); /* v^2 / 2 mu g */
    ck_assert_double_le(fabs(evo_body_velocity(world, body).x), 1e-3);
    evo_world_destroy(world);
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
 * which is held once it is halfway, stays on the side of its centre. @one-sided-chain */
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
    tcase_add_test(handles, links_stay_segments);
    tcase_add_test(handles, bad_chains_are_refused);
    tcase_add_test(handles, refused_memory_changes_nothing);
    suite_add_tcase(suite, handles);
    TCase *materials = tcase_create("materials");
    tcase_add_test(materials, links_have_materials);
    tcase_add_test(materials, equal_materials_are_one);
    tcase_add_test(materials, wrong_materials_are_refused);
    tcase_add_test(materials, materials_of_links_are_limited);
    tcase_add_test(materials, links_rub_by_their_materials);
    suite_add_tcase(suite, materials);
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
