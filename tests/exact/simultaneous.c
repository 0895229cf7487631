/* simultaneous.c: a rack of touching balls is broken: dozens of impacts at one instant,
 * reported one by one, whatever the budget and the memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/gas.h"
#include "support/memory.h"
#include "support/scene.h"

enum { KEPT = 2000, ROWS = 11 };

/* A rack of so many rows, the cue ball that hits it, and all impacts reported. */
typedef struct rack {
    evo_world *world;
    int rows;
    evo_impact impacts[KEPT];
    size_t kept;
} rack;

static const double SECONDS = 0.5;

static evo_body add_ball(evo_world *world, double x, double y) {
    evo_body_config config = gas_disk(0.5, x, y);
    evo_body body = evo_body_create(world, &config);
    while (!evo_body_exists(world, body)) body = evo_body_create(world, &config);
    return body;
}

static void begin(rack *r, int rows, uint64_t budget, test_memory *memory) {
    evo_world_config config = gas_config(EVO_OPEN, 1, 1);
    evo_vec2 fast = {20, 0};
    const evo_exact_config exact = {.event_budget = budget};
    config.exact = &exact;
    if (memory) config.allocator = test_memory_allocator(memory);
    memset(r, 0, sizeof *r);
    r->rows = rows;
    while (!r->world) r->world = evo_world_create(&config);
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k <= row; ++k) add_ball(r->world, row * sqrt(0.75), k - 0.5 * row);
    evo_body cue = add_ball(r->world, -3, 0);
    while (evo_body_set_velocity(r->world, cue, fast) != EVO_OK) continue;
}

static void note(rack *r) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(r->world, &count);
    ck_assert_uint_le(r->kept + count, KEPT);
    if (count > 0) memcpy(&r->impacts[r->kept], impacts, count * sizeof *impacts);
    r->kept += count;
}

/* As many steps as it takes; returns how many of them were cut short. */
static int finish(rack *r) {
    int stops = 0;
    while (evo_world_time(r->world) < SECONDS) {
        evo_result result = evo_world_step(r->world, SECONDS - evo_world_time(r->world));
        ck_assert(result == EVO_OK || result == EVO_ERROR_LIMIT || result == EVO_ERROR_MEMORY);
        stops += result != EVO_OK;
        note(r);
    }
    return stops;
}

/* A step reports the impacts of one instant by handles, so several steps report them in another
 * order. */
static int compare(const void *first, const void *second) {
    const evo_impact *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    if (x->a.index != y->a.index) return x->a.index < y->a.index ? -1 : 1;
    if (x->b.index != y->b.index) return x->b.index < y->b.index ? -1 : 1;
    return (x->speed > y->speed) - (x->speed < y->speed);
}

static void check_same(rack *a, rack *b) {
    ck_assert_uint_eq(a->kept, b->kept);
    qsort(a->impacts, a->kept, sizeof *a->impacts, compare);
    qsort(b->impacts, b->kept, sizeof *b->impacts, compare);
    for (size_t i = 0; i < a->kept; ++i)
        ck_assert(memcmp(&a->impacts[i], &b->impacts[i], sizeof *a->impacts) == 0);
}

/* Dense tables, and sparse ones. */
START_TEST(impacts_of_one_instant_come_one_by_one) {
    static rack whole, parts;
    const int rows = _i ? ROWS : 5;
    begin(&whole, rows, 0, NULL);
    begin(&parts, rows, 1, NULL);
    double before = evo_world_kinetic_energy(whole.world);
    ck_assert_int_eq(finish(&whole), 0);
    ck_assert_int_gt(finish(&parts), 20);
    ck_assert_double_eq_tol(evo_world_kinetic_energy(whole.world), before, 1e-12 * before);
    ck_assert_uint_eq(evo_world_hash(whole.world), evo_world_hash(parts.world));
    ck_assert_uint_eq(evo_world_sums(whole.world).pair_impacts, whole.kept);
    check_same(&whole, &parts);
    evo_world_destroy(whole.world);
    evo_world_destroy(parts.world);
}
END_TEST

/* An impact not yet reported is the next event; if a change comes first it is counted. */
START_TEST(what_is_not_reported_is_not_lost) {
    static rack r;
    begin(&r, 5, 0, NULL);
    finish(&r);
    uint64_t all = evo_world_counters(r.world).impacts;
    evo_world_destroy(r.world);
    begin(&r, 5, 3, NULL);
    while (evo_world_time(r.world) == 0) evo_world_step(r.world, SECONDS);
    ck_assert_double_eq(evo_world_next_event(r.world), evo_world_time(r.world));
    ck_assert_int_eq(evo_world_set_gravity(r.world, (evo_vec2){0, 0}), EVO_OK);
    note(&r);
    finish(&r);
    ck_assert_uint_eq(evo_world_counters(r.world).impacts, all);
    evo_world_destroy(r.world);
}
END_TEST

START_TEST(refused_memory_loses_nothing) {
    static rack whole, parts;
    const int rows = _i ? ROWS : 5;
    test_memory all = {0};
    begin(&whole, rows, 0, &all);
    finish(&whole);
    evo_world_destroy(whole.world);
    for (size_t k = 1; k <= all.calls; ++k) {
        test_memory memory = {.refuse = k};
        begin(&parts, rows, 0, &memory);
        finish(&parts);
        evo_world_destroy(parts.world);
        ck_assert_uint_eq(memory.bytes, 0);
        ck_assert_uint_eq(memory.refused + memory.not_shrunk, 1);
        check_same(&whole, &parts);
    }
}
END_TEST

Suite *suite_simultaneous(void) {
    Suite *suite = suite_create("simultaneous");
    TCase *breaks = tcase_create("breaks");
    tcase_add_loop_test(breaks, impacts_of_one_instant_come_one_by_one, 0, 2);
    tcase_add_test(breaks, what_is_not_reported_is_not_lost);
    tcase_add_loop_test(breaks, refused_memory_loses_nothing, 0, 2);
    suite_add_tcase(suite, breaks);
    return suite;
}
