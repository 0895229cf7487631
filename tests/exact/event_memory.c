/* event_memory.c: worlds of events that are refused memory lose nothing, go on as if they had
 * not been, and need no more memory as time goes by. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/event_run.h"
#include "support/gas.h"
#include "support/memory.h"
#include "support/scene.h"

/* Steps, questions and changes, each tried again when memory was refused. */
enum { CALLS = 40 };

static void step_refused(event_run *r, test_memory *memory, double until) {
    size_t refused = memory->refused;
    evo_result result = evo_world_step(r->world, until - evo_world_time(r->world));
    run_note(r);
    if (result != EVO_OK) {
        ck_assert(result == EVO_ERROR_MEMORY && memory->refused > refused);
        ck_assert_double_le(evo_world_time(r->world), until);
        scene_check_bytes(r->world, memory);
        result = evo_world_step(r->world, until - evo_world_time(r->world));
        run_note(r);
    }
    ck_assert_int_eq(result, EVO_OK);
}

static void call(event_run *r, test_memory *memory, int i) {
    evo_body body = r->bodies[i % r->count];
    evo_vec2 velocity = evo_body_velocity(r->world, body);
    size_t refused = memory->refused;
    double next;
    evo_result result;
    switch (i % 8) {
    case 2:
        next = evo_world_next_event(r->world);
        ck_assert_int_eq(isnan(next), memory->refused > refused);
        break;
    case 5:
        result = evo_body_set_velocity(r->world, body, velocity);
        /* Where the body only waits to fly on, nothing is refused. */
        ck_assert(result == EVO_OK || memory->refused > refused);
        if (result != EVO_OK) result = evo_body_set_velocity(r->world, body, velocity);
        ck_assert_int_eq(result, EVO_OK);
        break;
    default:
        step_refused(r, memory, (i + 1) / 16.0);
        break;
    }
}

/* Creation is tried until it succeeds: its refusals are tested elsewhere. */
static void begin_refused(event_run *r, const run_setting *s, test_memory *memory) {
    evo_world_config config = run_config(s);
    config.allocator = test_memory_allocator(memory);
    plain_gas plain = run_plain(s);
    memset(r, 0, sizeof *r);
    while (!r->world) r->world = evo_world_create(&config);
    for (r->count = 0; r->count < s->count;) {
        const plain_disk *d = &plain.disks[r->count];
        evo_body_config body = gas_disk((double)d->radius, (double)d->x, (double)d->y);
        body.velocity.x = (double)d->vx;
        body.velocity.y = (double)d->vy;
        body.material.density = (double)d->mass;
        evo_body made = evo_body_create(r->world, &body);
        if (evo_body_exists(r->world, made)) r->bodies[r->count++] = made;
    }
}

static void run_refused(event_run *r, const run_setting *s, test_memory *memory) {
    begin_refused(r, s, memory);
    for (int i = 0; i < CALLS; ++i) {
        call(r, memory, i);
        scene_check_bytes(r->world, memory);
    }
    evo_world_destroy(r->world);
    ck_assert_uint_eq(memory->bytes, 0);
}

/* The same impacts at the same times. */
static void check_alike(const event_run *a, const event_run *b, size_t refused) {
    ck_assert_msg(a->kept == b->kept, "%zu impacts, not %zu, when call %zu is refused", b->kept,
                  a->kept, refused);
    for (size_t i = 0; i < a->kept; ++i) {
        const evo_impact *x = &a->impacts[i], *y = &b->impacts[i];
        if (!run_same_body(x->a, y->a) || !run_same_body(x->b, y->b)
            || fabs(x->time - y->time) > 1e-9)
            ck_abort_msg("impact %zu is another when call %zu is refused", i, refused);
    }
}

/* Dense and sparse, of all boundaries; with oversize disks. */
static const int REFUSED[] = {0, 3, 6, 13, 16};
enum { REFUSED_COUNT = sizeof REFUSED / sizeof *REFUSED };

/* Refuses one call of the allocator in each run: every `apart`-th. */
static void check_refusals(const run_setting *s, size_t first, size_t apart) {
    static event_run whole, parts;
    test_memory all = {0};
    run_refused(&whole, s, &all);
    ck_assert_uint_gt(whole.kept, 20);
    for (size_t k = first; k <= all.calls; k += apart) {
        test_memory memory = {.refuse = k};
        run_refused(&parts, s, &memory);
        ck_assert_uint_eq(memory.refused + memory.not_shrunk, 1);
        check_alike(&whole, &parts, k);
    }
}

START_TEST(refused_memory_loses_nothing) {
    check_refusals(&RUNS[REFUSED[_i]], 1 + (size_t)_i % 3, 3);
}
END_TEST

START_TEST(no_refused_memory_loses_anything) {
    check_refusals(&RUNS[REFUSED[_i]], 1, 1);
}
END_TEST

/* A warm world needs no more memory, but for a crowd of events now and then. */
START_TEST(run_need_no_more_memory) {
    static event_run r;
    test_memory memory = {0};
    begin_refused(&r, &RUNS[REFUSED[_i]], &memory);
    for (int i = 0; i < 256; ++i) gas_step(r.world, 1);
    double bytes = (double)memory.bytes;
    for (int i = 0; i < 1024; ++i) gas_step(r.world, 1);
    ck_assert_double_le((double)memory.bytes, 1.1 * bytes);
    evo_world_destroy(r.world);
}
END_TEST

Suite *suite_event_memory(void) {
    Suite *suite = suite_create("event_memory");
    TCase *refusals = tcase_create("refusals");
    tcase_add_loop_test(refusals, refused_memory_loses_nothing, 0, REFUSED_COUNT);
    tcase_add_loop_test(refusals, run_need_no_more_memory, 0, REFUSED_COUNT);
    suite_add_tcase(suite, refusals);
    TCase *each = tcase_create("each refusal");
    tcase_set_tags(each, "slow");
    tcase_add_loop_test(each, no_refused_memory_loses_anything, 0, REFUSED_COUNT);
    suite_add_tcase(suite, each);
    return suite;
}
