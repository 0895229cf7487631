/* test_varying_steps.c: stacks and pyramids in steps of different length: they rest, sleep and stay
 * where they are. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BOXES_MOST = 400 };

typedef struct heap {
    evo_world *world;
    evo_body boxes[BOXES_MOST];
    evo_vec2 begun[BOXES_MOST];
    int count;
} heap;

static void open_heap(heap *h) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    h->world = evo_world_create(&config);
    h->count = 0;
    lab_fixed(h->world, evo_segment((evo_vec2){-200, 0}, (evo_vec2){200, 0}), 0, 0);
}

static void add_box(heap *h, double x, double y) {
    const evo_body_config config = lab_body(evo_box(0.5, 0.5), x, y);
    h->begun[h->count] = config.position;
    h->boxes[h->count++] = evo_body_create(h->world, &config);
}

static void add_pyramid(heap *h, int rows) {
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < rows - i; ++k) add_box(h, k * 1.05 + i * 0.525, 0.5 + i);
}

/* Runs until all sleep; returns after how many seconds. */
static double run_until_asleep(heap *h, double part) {
    while (evo_world_time(h->world) < 10) {
        const double seconds = LAB_STEP * (1 + random_between(-part, part));
        ck_assert_int_eq(evo_world_step(h->world, seconds), EVO_OK);
        if (evo_world_counters(h->world).awake == 0) break;
    }
    return evo_world_time(h->world);
}

static double moved_most(const heap *h) {
    double most = 0;
    for (int i = 0; i < h->count; ++i) {
        const evo_vec2 at = evo_body_pose(h->world, h->boxes[i]).position;
        most = fmax(most, hypot(at.x - h->begun[i].x, at.y - h->begun[i].y));
    }
    return most;
}

static void check_pyramid(int rows, double part, double drift) {
    heap h;
    open_heap(&h);
    add_pyramid(&h, rows);
    const double seconds = run_until_asleep(&h, part), moved = moved_most(&h);
    ck_assert_msg(seconds < 10, "%d rows, steps vary by %g: awake", rows, part);
    ck_assert_msg(moved < drift, "%d rows, steps vary by %g: moved by %g", rows, part, moved);
    evo_world_destroy(h.world);
}

START_TEST(pyramids_rest) {
    random_seed(1);
    for (int i = 0; i < 8; ++i) check_pyramid(8 + i, random_between(0, 0.3), 0.03);
    check_pyramid(24, 0.3, 0.06);
}
END_TEST

START_TEST(stacks_rest) {
    random_seed(2);
    for (int i = 0; i < 10; ++i) {
        heap h;
        open_heap(&h);
        for (int k = 0; k < 1 + i; ++k) add_box(&h, 0, 0.5 + k);
        const double seconds = run_until_asleep(&h, random_between(0, 0.5));
        ck_assert_msg(seconds < 5, "%d boxes: asleep after %g s", h.count, seconds);
        ck_assert_double_lt(moved_most(&h), 0.02);
        evo_world_destroy(h.world);
    }
}
END_TEST

/* Impulses that stopped a fall in the shortest step, times the ratio, would throw boxes away. */
START_TEST(a_short_step_throws_nothing) {
    heap h;
    open_heap(&h);
    for (int i = 0; i < 12; ++i) add_box(&h, i % 4 * 0.9, 0.45 + i / 4 * 0.9);
    for (int i = 0; i < h.count; ++i)
        (void)evo_body_set_velocity(h.world, h.boxes[i], (evo_vec2){i % 3 - 1, -9});
    for (int i = 0; i < 12; ++i)
        ck_assert_int_eq(evo_world_step(h.world, i % 2 ? LAB_STEP : 1e-9), EVO_OK);
    ck_assert_double_lt(moved_most(&h), 3);
    evo_world_destroy(h.world);
}
END_TEST

Suite *suite_varying_steps(void) {
    Suite *suite = suite_create("varying_steps");
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, pyramids_rest);
    tcase_add_test(laws, stacks_rest);
    tcase_add_test(laws, a_short_step_throws_nothing);
    suite_add_tcase(suite, laws);
    return suite;
}
