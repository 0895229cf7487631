/* refusals.c: refused memory leaves no trace: an allocator refuses the n-th allocation of a
 * call, for every n; then state and handles are as before it, and after another try, and ever
 * after, as if nothing had been refused. */
#include <stdint.h>
#include <string.h>

#include "scenes/scenes.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/random.h"
#include "support/sound.h"

/* ---- Calls ----------------------------------------------------------------------------------- */

enum { CALLS = 480 };

/* Makes a call again and again, each time one more allocation being granted, until it succeeds.
 * Returns how often it was refused; *late: it succeeded though an allocation was refused. */
static size_t insist(calls *c, int number, bool *late, evo_result *result) {
    const uint64_t hash = calls_hash(c), told = calls_told(c);
    for (size_t n = 1;; ++n) {
        const size_t refused = c->memory.refused;
        c->memory.refuse = c->memory.calls + n;
        *result = calls_make(c, number);
        c->memory.refuse = 0;
        *late = c->memory.refused > refused && *result != EVO_ERROR_MEMORY;
        ck_assert_uint_eq(evo_world_counters(c->world).bytes, c->memory.bytes);
        ck_assert_msg(*result == EVO_OK || calls_hash(c) == hash,
                      "call %d, seed %llu: result %d at allocation %zu changes the state", number,
                      (unsigned long long)c->plan.seed, (int)*result, n);
        if (*result != EVO_ERROR_MEMORY) return n - 1;
        ck_assert_uint_gt(c->memory.refused, refused);
        ck_assert_uint_eq(calls_told(c), told);
    }
}

/* In worlds of events steps are not refused here: one that stops midway goes on from there. And a
 * call that succeeds there without all memory leaves bodies on the ground, which the next step
 * flies: until then the last bit of where they are is another, and the run ends. */
static size_t run_refused(const calls_plan *plan) {
    static calls refused, whole;
    size_t count = 0;
    calls_open(&refused, plan);
    calls_open(&whole, plan);
    const bool events = plan->exact != NULL;
    for (int i = 0; i < CALLS; ++i) {
        bool late = false;
        evo_result result;
        if (events && calls_is_step(&refused, i))
            result = calls_make(&refused, i);
        else
            count += insist(&refused, i, &late, &result);
        const char *wrong = find_unsound(refused.world);
        ck_assert_msg(!wrong, "call %d: %s", i, wrong);
        ck_assert_int_eq(calls_make(&whole, i), result);
        if (events && late) break;
        ck_assert_msg(calls_hash(&refused) == calls_hash(&whole),
                      "call %d, seed %llu: another state than without refusals", i,
                      (unsigned long long)plan->seed);
        ck_assert_uint_eq(calls_told(&refused), calls_told(&whole));
    }
    calls_close(&refused);
    calls_close(&whole);
    return count;
}

/* @refused-call */
START_TEST(refused_calls_leave_no_trace) {
    const evo_exact_config *exact = _i % 2 ? &EXACT : NULL;
    const int seeds = exact != NULL ? 40 : 5;
    size_t count = 0;
    for (int i = 0; i < seeds; ++i) {
        const calls_plan plan = {exact, (uint64_t)(_i * seeds + i)};
        count += run_refused(&plan);
    }
    ck_assert_uint_gt(count, 1000);
}
END_TEST

/* ---- Steps of scenes ------------------------------------------------------------------------- */

/* Bodies of a scene whose count can be set; steps after a refused one. */
enum { MOST = 40, AFTER = 3 };

typedef struct staged {
    test_memory memory;
    scene_stage stage;
    bool late; /* a world of events stopped midway: its times are others to the last bit */
} staged;

static void put_crowd(scene_stage *stage, evo_body_kind kind, int count, int sorts) {
    for (int i = 0; i < count; ++i) {
        const evo_vec2 end = {0.6, 0.2}, back = {-0.6, 0};
        const evo_shape shapes[] = {evo_box(1, 1), evo_capsule(back, end, 0.2), evo_circle(0.4),
                                    evo_segment(back, end), evo_ring(0.5, 0.2, 0, 4)};
        evo_body_config config = evo_body_config_default();
        config.kind = kind;
        config.shape = shapes[(int)random_between(0, sorts)];
        config.position.x = random_between(-3, 3);
        config.position.y = random_between(-2, 2);
        config.filter = evo_filter_default();
        config.filter.group = random_between(0, 1) < 0.1 ? -1 : 0;
        ck_assert(evo_body_exists(stage->world, evo_body_create(stage->world, &config)));
    }
}

/* Instead of a scene: bodies in a heap, with more pairs than lists have room for at first. */
static void open_crowd(staged *s, uint64_t seed) {
    memset(&s->stage, 0, sizeof s->stage);
    s->stage.config = evo_world_config_default();
    s->stage.config.substeps = 1;
    s->stage.config.allocator = test_memory_allocator(&s->memory);
    s->stage.world = evo_world_create(&s->stage.config);
    random_seed(seed);
    const int sorts = seed % 2 ? 1 : 5; /* boxes touch twice: their pairs have two entries */
    put_crowd(&s->stage, EVO_STATIC, (int)random_between(5, 20), sorts);
    put_crowd(&s->stage, EVO_DYNAMIC, (int)random_between(20, 45), sorts);
}

static void open_scene(staged *s, const scene *of) {
    double values[SCENE_PARAMS];
    scene_setting setting = scene_setting_default();
    setting.allocator = test_memory_allocator(&s->memory);
    scene_defaults(of, values);
    for (size_t i = 0; i < scene_param_count(of); ++i)
        if (strcmp(of->params[i].name, "count") == 0 && values[i] > MOST)
            values[i] = of->params[i].min > MOST ? of->params[i].min : MOST;
    ck_assert_msg(scene_open(&s->stage, of, values, &setting), "%s", of->name);
}

/* A scene, or NULL: a crowd. */
static void open_staged(staged *s, const scene *of, uint64_t seed) {
    s->memory = (test_memory){0};
    s->late = false;
    if (of)
        open_scene(s, of);
    else
        open_crowd(s, seed);
}

static void close_staged(staged *s) {
    scene_close(&s->stage);
    ck_assert_uint_eq(s->memory.bytes, 0);
}

/* Steps as often as it takes: of each try the n-th allocation is refused, from `first` on `tries`
 * times. A step that was refused has changed nothing; in a world of events it may be midway. */
static void step_refused(staged *s, size_t first, size_t tries) {
    evo_world *world = s->stage.world;
    const bool events = s->stage.config.exact != NULL;
    if (s->stage.steer) s->stage.steer(&s->stage, SCENE_STEP);
    const double from = evo_world_time(world);
    const uint64_t before = evo_world_hash(world);
    double seconds = SCENE_STEP;
    for (size_t n = first;; ++n) {
        s->memory.refuse = n < first + tries ? s->memory.calls + n : 0;
        const evo_result result = evo_world_step(world, seconds);
        s->memory.refuse = 0;
        if (result == EVO_OK) return;
        ck_assert_int_eq(result, EVO_ERROR_MEMORY);
        ck_assert_uint_lt(n, first + tries);
        if (!events) ck_assert_uint_eq(evo_world_hash(world), before);
        s->late |= evo_world_time(world) > from;
        if (s->late) seconds = from + SCENE_STEP - evo_world_time(world);
    }
}

/* Refuses every `stride`-th allocation of a step of fresh worlds, one for each. */
static void refuse_fresh(const scene *of, uint64_t seed, int step, size_t stride) {
    const int after = of ? AFTER : 0; /* crowds burst: their steps take long */
    staged whole, refused;
    open_staged(&whole, of, seed);
    for (int i = 0; i < step; ++i) step_refused(&whole, 1, 0);
    const size_t before = whole.memory.calls;
    step_refused(&whole, 1, 0);
    const size_t most = whole.memory.calls - before;
    for (int i = 0; i < after; ++i) step_refused(&whole, 1, 0);
    for (size_t n = 1 + (size_t)step % stride; n <= most; n += stride) {
        open_staged(&refused, of, seed);
        for (int i = 0; i < step; ++i) step_refused(&refused, 1, 0);
        step_refused(&refused, n, 1);
        for (int i = 0; i < after; ++i) step_refused(&refused, 1, 0);
        if (!refused.late)
            ck_assert_msg(evo_world_hash(refused.stage.world) == evo_world_hash(whole.stage.world),
                          "%s, step %d: another state when allocation %zu of %zu is refused",
                          of ? of->name : "a crowd", step, n, most);
        close_staged(&refused);
    }
    close_staged(&whole);
}

/* Refuses each allocation of each step in turn, in one world. */
static void refuse_all(const scene *of, uint64_t seed, int steps) {
    staged whole, refused;
    open_staged(&whole, of, seed);
    open_staged(&refused, of, seed);
    for (int i = 0; i < steps; ++i) {
        step_refused(&whole, 1, 0);
        step_refused(&refused, 1, SIZE_MAX / 2);
        if (refused.late) break;
        ck_assert_msg(evo_world_hash(refused.stage.world) == evo_world_hash(whole.stage.world),
                      "%s, step %d: another state than without refusals", of ? of->name : "a crowd",
                      i);
    }
    close_staged(&whole);
    close_staged(&refused);
}

/* Iterations of the quick tests; those of the deep ones follow them. */
enum { QUICK = 4, CROWDS = 4, DEEP = 40 };

/* @refused-step */
START_TEST(refused_steps_leave_no_trace) {
    const scene *of = scene_at((size_t)_i);
    refuse_fresh(of, 0, 0, 5);
    refuse_all(of, 0, 40);
}
END_TEST

START_TEST(refused_crowds_leave_no_trace) {
    refuse_fresh(NULL, (uint64_t)_i, 0, _i < CROWDS ? 2 : 1);
    if (_i >= CROWDS) refuse_all(NULL, (uint64_t)_i, 3);
}
END_TEST

START_TEST(any_refused_step_leaves_no_trace) {
    const scene *of = scene_at((size_t)_i);
    const int steps[] = {0, 1, 37};
    for (int i = 0; i < 3; ++i) refuse_fresh(of, 0, steps[i], 1);
    refuse_all(of, 0, 300);
}
END_TEST

/* ---- Suite ----------------------------------------------------------------------------------- */

Suite *suite_refusals(void) {
    Suite *suite = suite_create("refusals");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    int scenes = 0;
    while (scene_at((size_t)scenes)) ++scenes;
    tcase_add_loop_test(quick, refused_calls_leave_no_trace, 0, QUICK);
    tcase_add_loop_test(quick, refused_steps_leave_no_trace, 0, scenes);
    tcase_add_loop_test(quick, refused_crowds_leave_no_trace, 0, CROWDS);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, refused_calls_leave_no_trace, QUICK, DEEP);
    tcase_add_loop_test(deep, refused_crowds_leave_no_trace, CROWDS, DEEP);
    tcase_add_loop_test(deep, any_refused_step_leaves_no_trace, 0, scenes);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
