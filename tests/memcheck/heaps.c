/* heaps.c: worlds for memcheck: random ones of all shapes, joints and kinds of bodies, which are
 * rolled back, saved and loaded, and a heap in exact time. In: the number of lanes. All that steps
 * report and all saves go to the standard output, where memcheck sees bytes that were never set.
 *     memcheck-heaps 8 > /dev/null */
#include <stdio.h>
#include <stdlib.h>

#include "core/core.h"
#include "support/check.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/random_world.h"

enum { STEPS = 24, BACK = 8 };

static int lanes;

/* ---- Output ---------------------------------------------------------------------------------- */

static void write_lists(const evo_world *world) {
    const lists l = lists_of(world);
    fwrite(l.digests, sizeof l.digests, 1, stdout);
}

/* Writes a save, and loads it into another world, which is returned. */
static evo_world *write_save(const evo_world *world) {
    const size_t size = evo_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    evo_world *loaded = evo_world_create(NULL);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(evo_world_save(world, bytes, size), size);
    ck_assert_int_eq(evo_world_load(loaded, bytes, size), EVO_OK);
    fwrite(bytes, size, 1, stdout);
    free(bytes);
    return loaded;
}

/* ---- Worlds of steps ------------------------------------------------------------------------- */

static void ask(const evo_world *world) {
    const evo_shape box = evo_box(1, 0.5);
    const evo_pose from = {{-20, -3}, 0}, to = {{20, 3}, 1};
    const evo_ray_hit hit = evo_world_ray(world, from.position, to.position, NULL);
    const evo_ray_hit cast = evo_world_cast_shape(world, &box, from, to, NULL);
    const evo_nearest nearest = evo_world_nearest(world, from.position, 30, NULL);
    fwrite(&hit.fraction, sizeof hit.fraction, 1, stdout);
    fwrite(&cast.fraction, sizeof cast.fraction, 1, stdout);
    fwrite(&nearest.distance, sizeof nearest.distance, 1, stdout);
}

static void run_steps(evo_world *world, const random_plan *plan, int from, int to) {
    for (int i = from; i < to; ++i) {
        random_world_step(world, plan, i);
        write_lists(world);
        ask(world);
    }
}

static void run_random(const random_plan *plan) {
    evo_frame *frame = NULL;
    evo_world *world = random_world(NULL, plan);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    run_steps(world, plan, 0, STEPS - BACK);
    ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
    run_steps(world, plan, STEPS - BACK, STEPS);
    ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
    run_steps(world, plan, STEPS - BACK, STEPS);
    evo_world *loaded = write_save(world);
    ck_assert_int_eq(evo_world_set_lanes(loaded, lanes), EVO_OK);
    run_steps(loaded, plan, STEPS, STEPS + BACK);
    evo_frame_destroy(frame);
    evo_world_destroy(loaded);
    evo_world_destroy(world);
}

/* ---- Exact time ------------------------------------------------------------------------------ */

static evo_shape exact_shape(int number) {
    switch (number % 5) {
    case 0:
        return evo_ellipse(0.4, 0.25);
    case 1:
        return evo_box(0.35, 0.3);
    case 2:
        return evo_ring(0.4, 0.1, 0, 4);
    case 3:
        return evo_capsule(evo_vec(-0.2, 0), evo_vec(0.2, 0), 0.2);
    default:
        return evo_circle(0.4);
    }
}

START_TEST(exact_time) {
    enum { SIDE = 6 };
    const evo_exact_config exact = {.event_budget = 3000};
    evo_world_config config = evo_world_config_default();
    config.exact = &exact;
    config.gravity.y = -10;
    config.impact_speed = 0;
    config.boundary = EVO_WALLS;
    config.bounds = (evo_bounds){{-1, -1}, {SIDE, 2 * SIDE}};
    evo_world *world = evo_world_create(&config);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        evo_body_config c = evo_body_config_default();
        c.shape = exact_shape(i);
        c.kind = i == 10 ? EVO_STATIC : EVO_DYNAMIC;
        c.material.restitution = i % 3 ? 0.7 : 1;
        c.position = evo_vec(i % SIDE, i / SIDE);
        if (c.kind == EVO_DYNAMIC) c.velocity = random_vector(3);
        ck_assert(evo_body_exists(world, evo_body_create(world, &c)));
    }
    for (int i = 0; i < STEPS; ++i) {
        const evo_result result = evo_world_step(world, 1.0 / 60);
        ck_assert(result == EVO_OK || result == EVO_ERROR_LIMIT);
        write_lists(world);
    }
    evo_world_destroy(write_save(world));
    evo_world_destroy(world);
}
END_TEST

/* ---- All ------------------------------------------------------------------------------------- */

START_TEST(random_worlds) {
    random_plan plan = random_plan_of((uint64_t)_i);
    plan.bodies = 40;
    run_random(&plan);
}
END_TEST

enum { FIRST_SEED = 2, SEEDS_END = 6 };

int main(int count, char **words) {
    lanes = count > 1 ? atoi(words[1]) : 0;
    if (machine_lanes(lanes) != lanes) {
        fprintf(stderr, "memcheck-heaps: skipped, as this machine has not %d lanes\n", lanes);
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("memcheck");
    TCase *heaps = tcase_create("heaps");
    tcase_set_timeout(heaps, 0);
    tcase_add_loop_test(heaps, random_worlds, FIRST_SEED, SEEDS_END);
    tcase_add_test(heaps, exact_time);
    suite_add_tcase(suite, heaps);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_SILENT);
    const int failed = srunner_ntests_failed(runner);
    if (failed > 0) fprintf(stderr, "memcheck-heaps: %d of the worlds failed\n", failed);
    srunner_free(runner);
    return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
