/* lanes.c: neither the bits of a world nor the lists of its steps depend on which rows, pairs
 * and joints share a block: not on the number of lanes, and not when every second lane of all
 * blocks is empty. */
#include <inttypes.h>

#include "bench/games/engine.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/lists.h"
#include "support/random_world.h"
#include "support/widths.h"
#include "world/world.h"

/* Lanes of a world, and how many are left empty behind each that is used. */
typedef struct width {
    int lanes;
    uint32_t spare;
} width;

static const width WIDTHS[] = {{8, 0}, {4, 0}, {8, 1}, {16, 0}, {16, 1}, {4, 1}, {1, 0}, {1, 1}};

enum { ALL_WIDTHS = sizeof WIDTHS / sizeof *WIDTHS, WIDE = 5, STEPS_MOST = 600 };

static void set_width(evo_world *world, int number) {
    ck_assert_int_eq(evo_world_set_lanes(world, WIDTHS[number].lanes), EVO_OK);
    world->core.settings.spare = WIDTHS[number].spare;
}

/* The lists of all steps of one run. */
typedef struct history {
    lists steps[STEPS_MOST];
    int count;
} history;

static void note(history *h, const evo_world *world) {
    ck_assert_int_lt(h->count, STEPS_MOST);
    h->steps[h->count++] = lists_of(world);
}

static void compare(const history *a, const history *b, const char *name, uint64_t seed,
                    int number) {
    ck_assert_int_eq(a->count, b->count);
    for (int i = 0; i < a->count; ++i) {
        const char *differs = lists_difference(&a->steps[i], &b->steps[i]);
        ck_assert_msg(!differs, "%s, seed %" PRIu64 ": %d lanes, %u spare: step %d: %s", name, seed,
                      WIDTHS[number].lanes, WIDTHS[number].spare, i, differs);
    }
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

static history play(const game *g, int number, int steps) {
    static game_scene built;
    history h = {.count = 0};
    game_progress created = {0, 0};
    g->build(&built);
    void *played = ours_game_engine.open();
    set_width(ours_world(played), number);
    for (int i = 0; i < steps; ++i) {
        game_add_due(&ours_game_engine, played, &built, i, &created);
        ours_game_engine.step(played);
        note(&h, ours_world(played));
    }
    ours_game_engine.close(played);
    return h;
}

static void compare_games(int which, int steps, int widths) {
    const history first = play(&GAMES[which], 0, steps);
    for (int i = 1; i < widths; ++i) {
        if (!width_exists(WIDTHS[i].lanes)) continue;
        const history other = play(&GAMES[which], i, steps);
        compare(&first, &other, GAMES[which].name, 0, i);
    }
}

/* Ragdolls land at step 72. */
START_TEST(games_have_one_hash) {
    compare_games(_i, 90, WIDE);
}
END_TEST

START_TEST(all_games_have_one_hash) {
    compare_games(_i, 600, ALL_WIDTHS);
}
END_TEST

/* ---- Scenes ---------------------------------------------------------------------------------- */

static history show(const scene *s, int number, int steps) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage;
    history h = {.count = 0};
    scene_defaults(s, values);
    ck_assert_msg(scene_open(&stage, s, values, &setting), "%s cannot be built", s->name);
    set_width(stage.world, number);
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        note(&h, stage.world);
        lists_forget_users(&h.steps[i]); /* they point into the stage */
    }
    scene_close(&stage);
    return h;
}

START_TEST(scenes_have_one_hash) {
    for (size_t s = 0; scene_at(s); ++s) {
        const history first = show(scene_at(s), 0, 600);
        for (int i = 1; i < ALL_WIDTHS; ++i) {
            if (!width_exists(WIDTHS[i].lanes)) continue;
            const history other = show(scene_at(s), i, 600);
            compare(&first, &other, scene_at(s)->name, 0, i);
        }
    }
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

enum { RANDOM_STEPS = 90 };

static history run_random(uint64_t seed, int number) {
    history h = {.count = 0};
    const random_plan plan = random_plan_of(seed);
    evo_world *world = random_world(NULL, &plan);
    set_width(world, number);
    for (int i = 0; i < RANDOM_STEPS; ++i) {
        random_world_step(world, &plan, i);
        note(&h, world);
    }
    evo_world_destroy(world);
    return h;
}

static void compare_random(uint64_t first, uint64_t end, int widths) {
    for (uint64_t seed = first; seed < end; ++seed) {
        const history eight = run_random(seed, 0);
        for (int i = 1; i < widths; ++i) {
            if (!width_exists(WIDTHS[i].lanes)) continue;
            const history other = run_random(seed, i);
            compare(&eight, &other, "a random world", seed, i);
        }
    }
}

START_TEST(random_worlds_have_one_hash) {
    compare_random(0, 2, ALL_WIDTHS);
}
END_TEST

START_TEST(many_random_worlds_have_one_hash) {
    compare_random(25 * (uint64_t)_i + 1000, 25 * (uint64_t)_i + 1025, ALL_WIDTHS);
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
    suite_add_tcase(suite, deep);
    TCase *random = tcase_create("random");
    tcase_set_tags(random, "slow");
    tcase_set_timeout(random, 1200);
    tcase_add_loop_test(random, many_random_worlds_have_one_hash, 0, 20);
    suite_add_tcase(suite, random);
    return suite;
}
