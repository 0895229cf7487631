/* test_world_same_bits.c: equal worlds have equal hashes, with any number of lanes, in any thread,
 * and hashes cover all state. */
#include <pthread.h>
#include <string.h>

#include "suites.h"
#include "support/random.h"
#include "support/scene.h"

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* The hash covers state that poses do not show yet: whether a mass was set, and the number of
 * steps. */
START_TEST(hashes_cover_hidden_state) {
    evo_world *world = evo_world_create(NULL), *other = evo_world_create(NULL);
    ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(other));
    for (int i = 0; i < 2; ++i) ck_assert_int_eq(evo_world_step(world, 0.125), EVO_OK);
    ck_assert_int_eq(evo_world_step(other, 0.25), EVO_OK);
    ck_assert_double_eq(evo_world_time(world), evo_world_time(other));
    ck_assert_uint_ne(evo_world_hash(world), evo_world_hash(other));
    evo_body body = scene_ball(world, 0.5, 0, 0);
    uint64_t by_shape = evo_world_hash(world);
    ck_assert_int_eq(evo_body_set_mass(world, body, evo_body_mass(world, body)), EVO_OK);
    ck_assert_uint_ne(evo_world_hash(world), by_shape);
    evo_world_destroy(world);
    evo_world_destroy(other);
}
END_TEST

/* ---- The same bits --------------------------------------------------------------------------- */

enum { CHURN = 400 };

/* Bodies are created and destroyed at random while the world steps. */
static uint64_t churn(int lanes, long bodies, int steps, test_memory *memory, uint64_t seed) {
    static _Thread_local evo_body alive[CHURN];
    evo_world *world = scene_world(lanes, memory);
    random_seed(seed);
    memset(alive, 0, sizeof alive);
    scene_ground(world);
    for (long i = 0; i < bodies; ++i) {
        evo_body *at = &alive[(int)random_between(0, CHURN)];
        evo_body_destroy(world, *at);
        *at = scene_any_body(world);
        if (i % (bodies / steps) == 0) scene_steps(world, 1);
        if (i % 1000 == 0 && memory) scene_check_bytes(world, memory);
    }
    scene_steps(world, steps / 4);
    if (memory) scene_check_bytes(world, memory);
    uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

static void check_churn(const int *lanes, int runs, long bodies, int steps) {
    uint64_t first = 0;
    for (int i = 0; i < runs; ++i) {
        test_memory memory = {0};
        uint64_t hash = churn(lanes[i], bodies, steps, &memory, 5);
        ck_assert_uint_eq(memory.bytes, 0);
        if (i == 0) first = hash;
        ck_assert_uint_eq(hash, first);
    }
}

START_TEST(churn_leaks_nothing_and_repeats) {
    const int once[] = {1, 8}, all[] = {1, 4, 8, 0, 1};
    check_churn(once, 2, 100000, 200);
    check_churn(all, 5, 20000, 40);
}
END_TEST

/* Built before any thread starts, because the random generator is global. */
static evo_world *seeded_world(uint64_t seed) {
    evo_world *world = scene_world(0, NULL);
    random_seed(seed);
    scene_ground(world);
    for (int i = 0; i < 300; ++i) scene_any_body(world);
    return world;
}

static void *run_alone(void *argument) {
    evo_world *world = argument;
    for (int i = 0; i < 300; ++i)
        if (evo_world_step(world, SCENE_STEP) != EVO_OK) break;
    return NULL;
}

START_TEST(worlds_in_threads_are_independent) {
    uint64_t alone[2];
    evo_world *together[2];
    pthread_t threads[2];
    for (uint64_t i = 0; i < 2; ++i) {
        evo_world *world = seeded_world(i + 1);
        run_alone(world);
        alone[i] = evo_world_hash(world);
        evo_world_destroy(world);
        together[i] = seeded_world(i + 1);
    }
    for (int i = 0; i < 2; ++i)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_alone, together[i]), 0);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_uint_eq(evo_world_hash(together[i]), alone[i]);
        evo_world_destroy(together[i]);
    }
}
END_TEST

Suite *suite_world_same_bits(void) {
    Suite *suite = suite_create("world_same_bits");
    TCase *hashes = tcase_create("hashes");
    tcase_add_test(hashes, hashes_cover_hidden_state);
    suite_add_tcase(suite, hashes);
    TCase *same = tcase_create("same_bits");
    tcase_set_timeout(same, 300);
    tcase_set_tags(same, "slow");
    tcase_add_test(same, churn_leaks_nothing_and_repeats);
    tcase_add_test(same, worlds_in_threads_are_independent);
    suite_add_tcase(suite, same);
    return suite;
}
