/* reserve.c: memory that was reserved: blocks do not overlap and join again; a world within
 * what was reserved allocates nothing more, and goes the same way. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/random.h"
#include "support/scene.h"

/* ---- Pools ----------------------------------------------------------------------------------- */

enum { BLOCKS = 200, TURNS = 4000, POOL_BYTES = 1 << 18 };

typedef struct piece {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} piece;

static void check_piece(const piece *p) {
    for (size_t i = 0; i < p->size; ++i) ck_assert_uint_eq(p->bytes[i], p->mark);
}

START_TEST(blocks_keep_their_bytes) {
    test_memory memory = {0};
    const evo_allocator from = test_memory_allocator(&memory);
    pool *all = pool_make(&from, POOL_BYTES / 2, NULL);
    all = pool_make(&from, POOL_BYTES / 2, all);
    static piece pieces[BLOCKS];
    size_t refused = 0;
    memset(pieces, 0, sizeof pieces);
    random_seed((uint64_t)_i);
    for (int turn = 0; turn < TURNS; ++turn) {
        piece *p = &pieces[(int)random_between(0, BLOCKS)];
        if (p->bytes) {
            check_piece(p);
            ck_assert(pool_has(all, p->bytes));
            pool_give(all, p->bytes);
            p->bytes = NULL;
            continue;
        }
        p->size = (size_t)random_scale(1, 20000);
        p->mark = (unsigned char)turn;
        p->bytes = pool_take(all, p->size);
        refused += !p->bytes;
        if (!p->bytes) continue;
        ck_assert_uint_eq((uintptr_t)p->bytes % 16, 0);
        memset(p->bytes, p->mark, p->size);
    }
    ck_assert_uint_gt(refused, 0);
    for (int i = 0; i < BLOCKS; ++i)
        if (pieces[i].bytes) pool_give(all, pieces[i].bytes);
    ck_assert_ptr_nonnull(pool_take(all, POOL_BYTES / 2)); /* all free blocks have joined */
    ck_assert_ptr_nonnull(pool_take(all, POOL_BYTES / 2));
    ck_assert_ptr_null(pool_take(all, POOL_BYTES / 2));
    pool_free(all, &from);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

/* ---- Worlds ---------------------------------------------------------------------------------- */

enum { STEPS = 30, LONG = 1500, QUICK_SCENES = 8 };

/* Runs a scene with what it needs reserved from the beginning of its steps on: no step allocates,
 * and none differs. */
static void run_reserved(const scene *of, int steps) {
    test_memory memory = {0};
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage, other;
    scene_defaults(of, values);
    ck_assert(scene_open(&other, of, values, &setting));
    setting.allocator = test_memory_allocator(&memory);
    ck_assert(scene_open(&stage, of, values, &setting));
    const evo_counters counters = evo_world_counters(stage.world);
    const size_t joints = evo_world_joints(stage.world, NULL, 0);
    const size_t contacts = 3 * counters.bodies;
    ck_assert_int_eq(evo_world_reserve(stage.world, counters.bodies, contacts, joints), EVO_OK);
    const size_t before = memory.calls;
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(scene_step(&other, SCENE_STEP), EVO_OK);
    }
    ck_assert_msg(memory.calls == before, "%s allocates %zu times", of->name,
                  memory.calls - before);
    ck_assert_uint_eq(evo_world_hash(stage.world), evo_world_hash(other.world));
    scene_check_bytes(stage.world, &memory);
    scene_close(&stage);
    scene_close(&other);
    ck_assert_uint_eq(memory.bytes, 0);
}

/* @reserved-memory */
START_TEST(a_reserved_run_allocates_nothing) {
    static const char *const NAMES[QUICK_SCENES] = {"pile",    "galton",  "ragdolls", "bullets",
                                                    "pyramid", "terrain", "net",      "harddisks"};
    run_reserved(scene_find(NAMES[_i]), STEPS);
}
END_TEST

START_TEST(a_long_reserved_run_allocates_nothing) {
    run_reserved(scene_at((size_t)_i), LONG);
}
END_TEST

/* Bodies that come and go, fall asleep and wake, are made of what was reserved, too. (Program 0 is
 * left out: a body that flies through new tiles in each step needs more.) @reserved-memory */
START_TEST(reserved_calls_allocate_nothing) {
    static calls c, whole;
    const calls_plan plan = {_i % 2 ? &EXACT : NULL, (uint64_t)_i};
    calls_open(&c, &plan);
    calls_open(&whole, &plan);
    ck_assert_int_eq(evo_world_reserve(c.world, 300, 600, 50), EVO_OK);
    const size_t before = c.memory.calls;
    for (int i = 0; i < 200; ++i) ck_assert_int_eq(calls_make(&c, i), calls_make(&whole, i));
    ck_assert_uint_eq(c.memory.calls, before);
    ck_assert_uint_eq(evo_world_hash(c.world), evo_world_hash(whole.world));
    ck_assert_uint_eq(evo_world_counters(c.world).bytes, c.memory.bytes);
    calls_close(&c);
    calls_close(&whole);
}
END_TEST

START_TEST(reserving_says_why_it_fails) {
    test_memory memory = {0};
    evo_world *world = scene_world(0, &memory);
    ck_assert_int_eq(evo_world_reserve(NULL, 1, 1, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_reserve(world, SIZE_MAX, 1, 1), EVO_ERROR_LIMIT);
    const size_t bytes = memory.bytes;
    memory.refuse = memory.calls + 1;
    ck_assert_int_eq(evo_world_reserve(world, 10, 10, 10), EVO_ERROR_MEMORY);
    memory.refuse = 0;
    ck_assert_uint_eq(memory.bytes, bytes);
    ck_assert_int_eq(evo_world_reserve(world, 100, 10, 10), EVO_OK);
    const size_t before = memory.calls;
    ck_assert_int_eq(evo_world_reserve(world, 10, 10, 10), EVO_OK); /* there is as much */
    ck_assert_uint_eq(memory.calls, before);
    ck_assert_int_eq(evo_world_reserve(world, 200, 10, 10), EVO_OK);
    scene_check_bytes(world, &memory);
    evo_world_destroy(world);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

Suite *suite_reserve(void) {
    Suite *suite = suite_create("reserve");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    int scenes = 0;
    while (scene_at((size_t)scenes)) ++scenes;
    tcase_add_loop_test(quick, blocks_keep_their_bytes, 0, 2);
    tcase_add_loop_test(quick, a_reserved_run_allocates_nothing, 0, QUICK_SCENES);
    tcase_add_loop_test(quick, reserved_calls_allocate_nothing, 1, 3);
    tcase_add_test(quick, reserving_says_why_it_fails);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, blocks_keep_their_bytes, 2, 40);
    tcase_add_loop_test(deep, a_long_reserved_run_allocates_nothing, 0, scenes);
    tcase_add_loop_test(deep, reserved_calls_allocate_nothing, 3, 100);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
