/* test_lanes.c: the bits of a world do not depend on which rows, pairs and joints share a block:
 * not on the number of lanes, and not when every second lane of all blocks is empty. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bench/games/engine.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/random.h"
#include "support/widths.h"
#include "world/world.h"

/* Lanes of a world, and how many are left empty behind each that is used. */
typedef struct width {
    int lanes;
    uint32_t spare;
} width;

static const width WIDTHS[] = {{8, 0}, {4, 0}, {8, 1}, {16, 0}, {16, 1}, {4, 1}, {1, 0}, {1, 1}};

enum { ALL_WIDTHS = sizeof WIDTHS / sizeof *WIDTHS, WIDE = 5, HASHES = 64 };

static void set_width(evo_world *world, int number) {
    ck_assert_int_eq(evo_world_set_lanes(world, WIDTHS[number].lanes), EVO_OK);
    world->core.settings.spare = WIDTHS[number].spare;
}

/* The hashes of one run at each width. */
typedef struct course {
    uint64_t hashes[HASHES];
    int count, steps;
} course;

/* Notes a hash after each `every` steps, up to HASHES. */
static void note(course *c, const evo_world *world, int every) {
    if (++c->steps % every != 0) return;
    ck_assert_int_lt(c->count, HASHES);
    c->hashes[c->count++] = evo_world_hash(world);
}

static void compare(const course *a, const course *b, const char *name, uint64_t seed, int number) {
    ck_assert_int_eq(a->count, b->count);
    for (int i = 0; i < a->count; ++i)
        ck_assert_msg(a->hashes[i] == b->hashes[i],
                      "%s, seed %" PRIu64 ": %d lanes, %u spare: differ at hash %d of %d", name,
                      seed, WIDTHS[number].lanes, WIDTHS[number].spare, i, a->count);
}

/* ---- Scenes of games ------------------------------------------------------------------------- */

typedef struct game {
    const char *name;
    void (*build)(game_scene *to);
} game;

static const game GAMES[] = {
    {"ragdolls", game_ragdolls}, {"tumbler", game_tumbler}, {"bullets", game_bullets},
    {"mix", game_mix},           {"cars", game_cars},       {"bridges", game_bridges},
    {"grid", game_grid},         {"pyramid", game_pyramid},
};

enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES, QUICK_GAMES = 3 };

static course play(const game *g, int number, int steps) {
    static game_scene built;
    course c = {.count = 0};
    game_progress created = {0, 0};
    g->build(&built);
    void *played = ours_game_engine.open();
    set_width(ours_world(played), number);
    for (int i = 0; i < steps; ++i) {
        game_add_due(&ours_game_engine, played, &built, i, &created);
        ours_game_engine.step(played);
        note(&c, ours_world(played), steps / 20);
    }
    ours_game_engine.close(played);
    return c;
}

static void compare_games(int which, int steps, int widths) {
    const course first = play(&GAMES[which], 0, steps);
    for (int i = 1; i < widths; ++i) {
        if (!width_exists(WIDTHS[i].lanes)) continue;
        const course other = play(&GAMES[which], i, steps);
        compare(&first, &other, GAMES[which].name, 0, i);
    }
}

/* Ragdolls land at step 72. */
START_TEST(games_have_one_hash) {
    compare_games(_i, 120, WIDE);
}
END_TEST

START_TEST(all_games_have_one_hash) {
    compare_games(_i, 600, ALL_WIDTHS);
}
END_TEST

/* ---- Scenes ---------------------------------------------------------------------------------- */

static course show(const scene *s, int number, int steps) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage;
    course c = {.count = 0};
    scene_defaults(s, values);
    ck_assert_msg(scene_open(&stage, s, values, &setting), "%s cannot be built", s->name);
    set_width(stage.world, number);
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        note(&c, stage.world, steps / 20);
    }
    scene_close(&stage);
    return c;
}

START_TEST(scenes_have_one_hash) {
    for (size_t s = 0; scene_at(s); ++s) {
        const course first = show(scene_at(s), 0, 600);
        for (int i = 1; i < ALL_WIDTHS; ++i) {
            if (!width_exists(WIDTHS[i].lanes)) continue;
            const course other = show(scene_at(s), i, 600);
            compare(&first, &other, scene_at(s)->name, 0, i);
        }
    }
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

enum { BODIES = 60, RANDOM_STEPS = 120 };

static bool chance(double part) {
    return random_between(0, 1) < part;
}

static evo_shape any_shape(void) {
    const double a = random_scale(0.1, 1), b = random_scale(0.1, 1);
    const evo_vec2 points[5] = {{a, 0}, {0.5 * a, b}, {-a, b}, {-a, -0.5 * b}, {0, -b}};
    const evo_vec2 ends[2] = {{-a, 0}, {a, 0}};
    switch ((int)random_between(0, 9)) {
    case 0:
        return evo_ellipse(a, b);
    case 1:
        return evo_ring(a + 0.2, 0.1, 0, random_between(1, 6.2));
    case 2:
        return evo_capsule(ends[0], ends[1], b);
    case 3:
        return evo_polygon(points, (int)random_between(3, 6), chance(0.5) ? 0.1 : 0);
    case 4:
    case 5:
        return evo_box(a, b);
    case 6:
        return evo_shape_at(evo_box(a, b), ends[1], b);
    case 7:
        return evo_shape_at(evo_circle(b), ends[0], 0);
    default:
        return evo_circle(a);
    }
}

static evo_material any_material(void) {
    evo_material m = evo_material_default();
    m.friction = random_between(0, 1);
    if (chance(0.2)) m.restitution = random_between(0, 1);
    if (chance(0.2)) m.rolling_resistance = random_between(0, 0.1);
    if (chance(0.1)) m.surface_speed = random_between(-2, 2);
    return m;
}

static evo_body add_any(evo_world *world) {
    evo_body_config c = evo_body_config_default();
    c.kind = chance(0.9) ? EVO_DYNAMIC : chance(0.5) ? EVO_STATIC : EVO_KINEMATIC;
    c.position = (evo_vec2){random_between(-8, 8), random_between(1, 16)};
    c.velocity = random_vector(random_scale(1, 60));
    c.angle = chance(0.3) ? 0 : random_between(-3, 3);
    c.spin = random_between(-6, 6);
    c.shape = any_shape();
    c.material = any_material();
    c.damping = chance(0.1) ? 0.5 : 0;
    const evo_body body = evo_body_create(world, &c);
    ck_assert(evo_body_exists(world, body));
    if (!chance(0.2)) return body;
    evo_collider_config more = evo_collider_config_default();
    more.shape = evo_shape_at(any_shape(), random_vector(0.5), random_between(-3, 3));
    (void)evo_collider_create(world, body, &more);
    return body;
}

static void join(evo_world *world, evo_body a, evo_body b) {
    evo_joint_config c = evo_joint_config_default((evo_joint_kind)random_between(0, 7));
    c.a = a;
    c.b = chance(0.2) ? (evo_body){0, 0} : b;
    c.frame_a.position = random_vector(0.5);
    c.frame_b.position = chance(0.5) ? random_vector(0.5) : random_vector(4);
    c.frame_b.angle = random_between(-1, 1);
    c.length = random_between(0.5, 3);
    c.limit = chance(0.3);
    c.upper = random_between(0.1, 2);
    c.motor = chance(0.2);
    c.motor_speed = random_between(-3, 3);
    c.motor_limit = random_scale(1, 100);
    c.hertz = chance(0.3) ? random_between(1, 10) : 0;
    c.damping_ratio = random_between(0, 1);
    (void)evo_joint_create(world, &c); /* some are refused */
}

static void add_box(evo_world *world) {
    const evo_vec2 corners[4] = {{-10, 20}, {-10, 0}, {10, 0}, {10, 20}};
    for (int i = 0; i < 3; ++i) {
        evo_body_config c = evo_body_config_default();
        c.kind = EVO_STATIC;
        c.shape = evo_segment(corners[i], corners[i + 1]);
        c.material = any_material();
        (void)evo_body_create(world, &c);
    }
}

static course run_random(uint64_t seed, int number) {
    course c = {.count = 0};
    evo_body bodies[BODIES];
    evo_world_config config = evo_world_config_default();
    random_seed(seed);
    config.gravity.y = chance(0.8) ? -10 : 0;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    set_width(world, number);
    add_box(world);
    for (int i = 0; i < BODIES; ++i) bodies[i] = add_any(world);
    for (int i = 0; i < BODIES / 3; ++i) join(world, bodies[3 * i], bodies[3 * i + 1]);
    for (int i = 0; i < RANDOM_STEPS; ++i) {
        ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
        note(&c, world, 10);
    }
    evo_world_destroy(world);
    return c;
}

static void compare_random(uint64_t first, uint64_t end, int widths) {
    for (uint64_t seed = first; seed < end; ++seed) {
        const course eight = run_random(seed, 0);
        for (int i = 1; i < widths; ++i) {
            if (!width_exists(WIDTHS[i].lanes)) continue;
            const course other = run_random(seed, i);
            compare(&eight, &other, "a random world", seed, i);
        }
    }
}

START_TEST(random_worlds_have_one_hash) {
    compare_random(0, 6, ALL_WIDTHS);
}
END_TEST

START_TEST(many_random_worlds_have_one_hash) {
    compare_random(100 * (uint64_t)_i + 1000, 100 * (uint64_t)_i + 1100, ALL_WIDTHS);
}
END_TEST

Suite *suite_lanes(void) {
    Suite *suite = suite_create("lanes");
    TCase *quick = tcase_create("quick");
    tcase_set_tags(quick, "bits");
    tcase_add_loop_test(quick, games_have_one_hash, 0, QUICK_GAMES);
    tcase_add_test(quick, random_worlds_have_one_hash);
    suite_add_tcase(suite, quick);
    TCase *deep = tcase_create("deep");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 1200);
    tcase_add_loop_test(deep, all_games_have_one_hash, 0, GAME_COUNT);
    tcase_add_test(deep, scenes_have_one_hash);
    tcase_add_loop_test(deep, many_random_worlds_have_one_hash, 0, 5);
    suite_add_tcase(suite, deep);
    return suite;
}
