/* records.c: what is recorded is replayed the same, to the last bit of states and lists: every
 * scene, random worlds, and random calls with callbacks, refused memory and loads between them. A
 * recording changes no world, and a writer or an allocator that refuses ends it alone. What
 * differs is named; no damaged record is taken for a whole one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "record/record.h"
#include "record/recorded.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/joints.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"
#include "support/tape.h"

/* ---- Scenes ---------------------------------------------------------------------------------- */

static void open_scene(scene_stage *stage, const scene *of) {
    double values[SCENE_PARAMS];
    scene_defaults(of, values);
    ck_assert(scene_open(stage, of, values, NULL));
}

/* Records a scene from some step on, beside one that is not recorded. */
static void run_scene(const scene *of, int before, int after, int lanes) {
    scene_stage stage, other;
    tape t = {.bytes = NULL};
    open_scene(&stage, of);
    open_scene(&other, of);
    for (int i = 0; i < before + after; ++i) {
        if (i == before) tape_begin(&t, stage.world);
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(scene_step(&other, SCENE_STEP), EVO_OK);
        ck_assert_msg(evo_world_hash(stage.world) == evo_world_hash(other.world),
                      "%s, recorded from step %d on, is another one in step %d", of->name, before,
                      i);
    }
    ck_assert_int_eq(evo_record_end(stage.world), EVO_OK);
    tape_check(&t, lanes);
    tape_free(&t);
    scene_close(&stage);
    scene_close(&other);
}

/* Every third scene; the deep tests run all. */
enum { QUICK_SCENES = 3, QUICK_BEFORE = 30, QUICK_AFTER = 15, DEEP_BEFORE = 600, DEEP_AFTER = 300 };

/* @record-changes-nothing */
START_TEST(a_recorded_scene_is_replayed) {
    random_seed((uint64_t)_i);
    run_scene(scene_at((size_t)(_i * QUICK_SCENES + 1)), (int)random_between(0, QUICK_BEFORE),
              QUICK_AFTER, 0);
}
END_TEST

START_TEST(a_long_scene_is_replayed) {
    random_seed((uint64_t)_i);
    const int lanes[] = {1, 4, 8};
    run_scene(scene_at((size_t)_i), (int)random_between(0, DEEP_BEFORE), DEEP_AFTER, lanes[_i % 3]);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

enum { STEPS_SEEN = 60 };

/* Records a random world from step `before` on, with the lists of all steps. */
static void record_lists(uint64_t seed, int before, tape *t, lists *seen) {
    const random_plan plan = random_plan_of(seed);
    evo_world *world = random_world(NULL, &plan);
    for (int i = 0; i < STEPS_SEEN; ++i) {
        if (i == before) tape_begin(t, world);
        random_world_step(world, &plan, i);
        seen[i] = lists_of(world);
        lists_forget_users(&seen[i]); /* which are not recorded */
    }
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    evo_world_destroy(world);
}

/* Replays it: each step reports the same. */
static void replay_lists(uint64_t seed, int before, const tape *t, const lists *seen) {
    static const int LANES[] = {0, 1, 4, 8};
    evo_replay *replay;
    evo_replay_call call = {.name = ""};
    ck_assert_int_eq(evo_replay_open(&replay, t->bytes, t->size, NULL), EVO_OK);
    evo_world *world = evo_replay_world(replay);
    ck_assert_int_eq(evo_world_set_lanes(world, LANES[before % 4]), EVO_OK);
    for (int i = before; call.name;) {
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        if (!call.name || strcmp(call.name, "evo_world_step") != 0) continue;
        lists again = lists_of(world);
        lists_forget_users(&again);
        const char *differs = lists_difference(&seen[i], &again);
        ck_assert_msg(!differs, "seed %d, recorded from step %d on, step %d: %s", (int)seed, before,
                      i, differs);
        ++i;
    }
    evo_replay_close(replay);
}

START_TEST(random_worlds_are_replayed) {
    static lists seen[STEPS_SEEN];
    for (uint64_t seed = 10 * (uint64_t)_i; seed < 10 * (uint64_t)_i + 10; ++seed) {
        tape t = {.bytes = NULL};
        random_seed(seed);
        const int before = (int)random_between(0, STEPS_SEEN);
        record_lists(seed, before, &t, seen);
        replay_lists(seed, before, &t, seen);
        tape_free(&t);
    }
}
END_TEST

/* ---- Random calls ---------------------------------------------------------------------------- */

START_TEST(recorded_calls_are_replayed) {
    const calls_plan plan = any_plan(_i);
    tape t = {.bytes = NULL};
    random_seed((uint64_t)_i);
    record_calls(&plan, (int)random_between(0, CALLS / 2), &t, _i % 3 > 0);
    tape_check(&t, _i % 5 ? 0 : 1);
    tape_free(&t);
}
END_TEST

/* No call of the table is left out by these programs. @record-all-calls */
START_TEST(every_call_is_recorded) {
    bool seen[CALL_KINDS] = {false};
    for (int i = 0; i < 6; ++i) {
        const calls_plan plan = any_plan(i);
        tape t = {.bytes = NULL};
        evo_replay *replay;
        evo_replay_call call;
        record_calls(&plan, 0, &t, true);
        ck_assert_int_eq(evo_replay_open(&replay, t.bytes, t.size, NULL), EVO_OK);
        do {
            ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
            for (int k = 0; k < CALL_KINDS && call.name; ++k)
                seen[k] |= strcmp(call.name, call_name((call_kind)k)) == 0;
        } while (call.name);
        evo_replay_close(replay);
        tape_free(&t);
    }
    for (int k = 0; k < CALL_KINDS; ++k) ck_assert_msg(seen[k], "%s", call_name((call_kind)k));
}
END_TEST

/* A recorded replay is the same record. */
START_TEST(a_record_is_recorded_alike) {
    const calls_plan plan = any_plan(_i);
    tape t = {.bytes = NULL}, again = {.bytes = NULL};
    evo_replay *replay;
    evo_replay_call call;
    record_calls(&plan, 20, &t, false);
    ck_assert_int_eq(evo_replay_open(&replay, t.bytes, t.size, NULL), EVO_OK);
    tape_begin(&again, evo_replay_world(replay));
    do {
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        ck_assert_int_eq(call.difference, EVO_SAME);
    } while (call.name);
    ck_assert_int_eq(evo_record_end(evo_replay_world(replay)), EVO_OK);
    ck_assert_uint_eq(t.size, again.size);
    ck_assert_int_eq(memcmp(t.bytes, again.bytes, t.size), 0);
    evo_replay_close(replay);
    tape_free(&t);
    tape_free(&again);
}
END_TEST

/* Chains of more links than whole scenes have, each with a material of its own, are replayed. */
START_TEST(long_chains_are_recorded) {
    enum { POINTS = 6000 };
    static evo_vec2 points[POINTS];
    static evo_material materials[POINTS];
    tape t = {.bytes = NULL};
    evo_world *world = evo_world_create(NULL);
    evo_body_config ground = evo_body_config_default();
    ground.kind = EVO_STATIC;
    random_seed(1 + (uint64_t)_i);
    for (int i = 0; i < POINTS; ++i) {
        points[i] = evo_vec(-i, random_between(-0.3, 0.3));
        materials[i] = evo_material_default();
        materials[i].friction = random_between(0, 1);
    }
    const evo_chain_config chain = {.points = points,
                                    .count = POINTS,
                                    .materials = materials,
                                    .material_count = _i > 0 ? POINTS - 1 : 0};
    tape_begin(&t, world);
    const evo_chain made = evo_chain_create(world, evo_body_create(world, &ground), &chain);
    ck_assert_uint_eq(evo_world_last_result(world), EVO_OK);
    ck_assert(evo_chain_exists(world, made));
    ck_assert_int_eq(evo_world_step(world, 0.01), EVO_OK);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    tape_check(&t, 8);
    evo_world_destroy(world);
    tape_free(&t);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

/* Memory is refused now and then, of calls and of the recorder: the record is whole up to its
 * end. */
START_TEST(a_recording_may_run_out_of_memory) {
    static calls c;
    const calls_plan plan = any_plan(_i);
    tape t = {.bytes = NULL};
    asked_often to;
    open_calls(&c, &plan, &to);
    random_seed((uint64_t)_i);
    const size_t pause = (size_t)random_scale(3, 200);
    int recordings = 0;
    evo_record_config config = tape_config(&t);
    c.memory.refuse = pause;
    for (int i = 0; i < CALLS; ++i) {
        recordings += evo_record_begin(c.world, &config) == EVO_OK;
        (void)calls_make(&c, i);
        if (c.memory.calls >= c.memory.refuse) c.memory.refuse = c.memory.calls + pause;
    }
    c.memory.refuse = 0;
    const evo_result end = evo_record_end(c.world);
    ck_assert_int_ge(recordings, 1);
    ck_assert(end == EVO_OK || end == EVO_ERROR_MEMORY);
    if (plan.exact == NULL) tape_check(&t, 0);
    tape_free(&t);
    calls_close(&c);
}
END_TEST

/* The n-th write is refused: the world goes on, and the record is whole up to there.
 * @writer-refuses */
START_TEST(a_writer_may_refuse) {
    scene_stage stage, other;
    for (size_t n = 1; n < 40; n += 3) {
        tape t = {.refuse = n};
        const evo_record_config config = tape_config(&t);
        open_scene(&stage, scene_find("car"));
        open_scene(&other, scene_find("car"));
        const evo_result begun = evo_record_begin(stage.world, &config);
        ck_assert_int_eq(begun, n <= 2 ? EVO_ERROR_LIMIT : EVO_OK);
        for (int i = 0; i < 30; ++i) {
            ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
            ck_assert_int_eq(scene_step(&other, SCENE_STEP), EVO_OK);
        }
        ck_assert_uint_eq(evo_world_hash(stage.world), evo_world_hash(other.world));
        ck_assert_int_eq(evo_record_end(stage.world), n <= 2 ? EVO_ERROR_INVALID : EVO_ERROR_LIMIT);
        if (n > 2) tape_check(&t, 0);
        tape_free(&t);
        scene_close(&stage);
        scene_close(&other);
    }
}
END_TEST

/* ---- Sets ------------------------------------------------------------------------------------ */

static double greater(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmax(a->friction, b->friction);
}

static bool coin(void) {
    return random_between(0, 1) < 0.5;
}

/* Changes one thing of a config: a rule, a callback, or what no set may change. */
static void change_config(evo_world_config *c, bool exact) {
    static const evo_exact_config other = {.event_budget = 7};
    static evo_material wall;
    wall = evo_material_default();
    switch ((int)random_between(0, exact ? 10 : 13)) {
    case 0:
        c->gravity = (evo_vec2){0, coin() ? random_between(-9, 9) : (double)NAN};
        break;
    case 1:
        c->substeps = (int)random_between(-2, 6);
        break;
    case 2:
        c->bounce_threshold = random_between(-0.5, 2);
        break;
    case 3:
        c->mix_friction = random_between(0, 1) < 0.2 ? NULL : coin() ? least : greater;
        break;
    case 4:
        c->mix_restitution = coin() ? NULL : most;
        break;
    case 5:
        c->tasks.workers = (int)random_between(-1, 2);
        break;
    case 6:
        c->exact = coin() ? NULL : &other;
        break;
    case 7:
        wall.friction = random_between(-0.2, 1);
        c->wall = &wall;
        break;
    case 8:
        c->bounds.max.x = coin() ? (double)NAN : 8;
        c->boundary = (evo_boundary)random_between(0, 3);
        break;
    case 9:
        c->allocator = (evo_allocator){NULL, coin() ? NULL : &wall};
        break;
    case 10:
        c->should_collide = coin() ? NULL : collides;
        break;
    case 11:
        c->pre_solve = coin() ? NULL : solves;
        break;
    default:
        c->never_sleep = !c->never_sleep;
    }
}

/* Sets random configs, some of which are refused for what no record has: the replay has the same
 * results, and the same steps. */
START_TEST(sets_are_replayed) {
    static calls c;
    const calls_plan plan = any_plan(_i);
    tape t = {.bytes = NULL};
    int results[EVO_ERROR_LOCKED + 1] = {0};
    asked_often to;
    if (_i % 4 < 2) /* it has callbacks, or gets them while nothing is recorded */
        open_calls(&c, &plan, &to);
    else
        calls_open(&c, &plan);
    for (int i = 0; i < 60; ++i) {
        (void)calls_make(&c, i);
        if (i == 5) tape_begin(&t, c.world);
        random_seed((uint64_t)(1000 * _i + i));
        evo_world_config config = evo_world_get(c.world);
        config.callback_context = &to;
        do change_config(&config, plan.exact != NULL);
        while (random_between(0, 1) < 0.2);
        ++results[evo_world_set(c.world, &config)];
        for (int k = plan.exact ? 3 : 0; k < 4; ++k) (void)evo_world_step(c.world, SCENE_STEP);
    }
    ck_assert_int_eq(evo_record_end(c.world), EVO_OK);
    ck_assert_int_gt(results[EVO_OK], 0);
    ck_assert_int_gt(results[EVO_ERROR_INVALID], 0);
    ck_assert_int_gt(results[EVO_ERROR_UNSUPPORTED], 0);
    tape_check(&t, 0);
    tape_free(&t);
    calls_close(&c);
}
END_TEST

/* ---- What differs ---------------------------------------------------------------------------- */

/* A pile, recorded for some steps; before each a body is pushed. */
enum { STEPS = 20 };

static void record_pile(tape *t) {
    evo_body balls[12];
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_pile(world, 4, 3, balls);
    tape_begin(t, world);
    for (int i = 0; i < STEPS; ++i) {
        const evo_vec2 push = {0.1 * i, 0};
        ck_assert_int_eq(evo_body_apply_center_impulse(world, balls[i % 12], push), EVO_OK);
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    }
    evo_world_destroy(world); /* ends the recording */
}

/* The chunks: the state; then of each step its calls, and what came of it. */
static size_t calls_of(size_t step) {
    return 1 + 2 * step;
}

/* @replay-compares */
START_TEST(what_differs_is_named) {
    const size_t step = (size_t)_i;
    evo_result result;
    tape t = {.bytes = NULL};
    size_t at, size;
    record_pile(&t);
    ck_assert(tape_chunk(&t, calls_of(step) + 1, &at, &size));
    t.bytes[at + size - 2 - sizeof(double)] ^= 1; /* of the hash, before the time */
    tape_repair(&t);
    evo_replay_call call = tape_replay(&t, 0, &result);
    ck_assert_str_eq(call.name, "evo_world_step");
    ck_assert_int_eq(call.difference, EVO_DIFFERS_HASH);
    ck_assert_uint_eq(call.step, step);
    ck_assert_uint_eq(call.number, 2 * step + 1);
    ck_assert_uint_ne(call.then.hash, call.now.hash);
    t.bytes[at + size - 2 - sizeof(double)] ^= 1;
    ck_assert(tape_chunk(&t, calls_of(step), &at, &size));
    ck_assert_uint_eq(t.bytes[at], UNIT_CALLS + CALL_body_apply_center_impulse);
    t.bytes[at + 2] ^= 2; /* the generation of its body */
    tape_repair(&t);
    call = tape_replay(&t, 0, &result);
    ck_assert_str_eq(call.name, "evo_body_apply_center_impulse");
    ck_assert_int_eq(call.difference, EVO_DIFFERS_RESULT);
    ck_assert_int_eq(call.now.result, EVO_ERROR_STALE);
    ck_assert_uint_eq(call.number, 2 * step);
    tape_free(&t);
}
END_TEST

/* Turns an answer to another question: named is the step that asks it. */
START_TEST(other_questions_are_named) {
    const calls_plan plan = any_plan(2 * _i);
    evo_result result;
    tape t = {.bytes = NULL};
    size_t at, size, found = 0;
    record_calls(&plan, 0, &t, false);
    for (size_t i = 0; tape_chunk(&t, i, &at, &size) && found == 0; ++i)
        if (t.bytes[at] == UNIT_CALLBACKS + CALLBACK_COLLIDE) found = at;
    ck_assert_uint_gt(found, 0);
    t.bytes[found + 1] ^= 1;
    tape_repair(&t);
    const evo_replay_call call = tape_replay(&t, 0, &result);
    ck_assert_str_eq(call.name, "evo_world_step");
    ck_assert_int_eq(call.difference, EVO_DIFFERS_QUESTION);
    ck_assert_uint_eq(call.questions, 0);
    tape_free(&t);
}
END_TEST

/* A record that ends before the outcome of its last step, as that of a program that crashed.
 * @record-of-crash */
START_TEST(an_unfinished_step_is_made) {
    tape t = {.bytes = NULL};
    evo_replay *replay;
    evo_replay_call call;
    size_t at, size;
    record_pile(&t);
    ck_assert(tape_chunk(&t, calls_of(STEPS - 1) + 1, &at, &size));
    t.size = at - RECORD_CHUNK_HEAD;
    ck_assert_int_eq(evo_replay_open(&replay, t.bytes, t.size, NULL), EVO_OK);
    for (int i = 0; i < 2 * STEPS; ++i) {
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        ck_assert_int_eq(call.difference, EVO_SAME);
        ck_assert_int_eq(call.unfinished, i == 2 * STEPS - 1);
    }
    ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
    ck_assert_ptr_null(call.name);
    ck_assert_uint_eq(call.step, STEPS);
    evo_replay_close(replay);
    tape_free(&t);
}
END_TEST

/* @records-follow */
START_TEST(records_follow_one_another) {
    tape t = {.bytes = NULL};
    size_t at, size;
    record_pile(&t);
    record_pile(&t);
    tape_check(&t, 0);
    t.size -= 3;
    ck_assert(!tape_chunk(&t, 2 * STEPS + 1, &at, &size)); /* the second head */
    evo_result result;
    const evo_replay_call call = tape_replay(&t, 0, &result);
    ck_assert_int_eq(result, EVO_ERROR_CORRUPT);
    ck_assert_uint_eq(call.step, 2 * STEPS - 1);
    tape_free(&t);
}
END_TEST

/* ---- Damage ---------------------------------------------------------------------------------- */

static size_t any_place(size_t size) {
    return (size_t)random_between(0, (double)size) % size;
}

static void damage(tape *t) {
    const size_t from = any_place(t->size), to = any_place(t->size);
    const size_t most = t->size - (from > to ? from : to);
    switch (any_place(4)) {
    case 0:
        t->size = from;
        break;
    case 1:
        memmove(t->bytes + to, t->bytes + from, any_place(most) + 1);
        break;
    default:
        for (int n = (int)random_scale(1, 12); n > 0; --n)
            t->bytes[any_place(t->size)] ^= (unsigned char)(1 << any_place(8));
        break;
    }
}

/* No damage is accepted as a record, but a cut between two chunks; none harms, when checksums agree
 * with it, either. */
static void try_damages(int number, int tries) {
    const calls_plan plan = any_plan(number);
    tape whole = {.bytes = NULL};
    record_calls(&plan, CALLS - 60, &whole, true);
    random_seed((uint64_t)number);
    for (int i = 0; i < tries; ++i) {
        tape t = {.bytes = malloc(whole.size), .size = whole.size};
        evo_result result;
        memcpy(t.bytes, whole.bytes, whole.size);
        damage(&t);
        const bool whole_so_far = memcmp(t.bytes, whole.bytes, t.size) == 0;
        const bool repaired = plan.exact == NULL && any_place(2) > 0;
        if (repaired) tape_repair(&t);
        const evo_replay_call call = tape_replay(&t, 0, &result);
        ck_assert(result == EVO_OK || result == EVO_ERROR_CORRUPT);
        if (!repaired) ck_assert_int_eq(call.difference, EVO_SAME);
        if (!repaired && !whole_so_far) ck_assert_int_eq(result, EVO_ERROR_CORRUPT);
        tape_free(&t);
    }
    tape_free(&whole);
}

enum { QUICK = 6, QUICK_TRIES = 60, DEEP = 400, DEEP_TRIES = 250 };

START_TEST(damaged_records_are_refused) {
    try_damages(_i, _i < QUICK ? QUICK_TRIES : DEEP_TRIES);
}
END_TEST

/* ---- Calls ----------------------------------------------------------------------------------- */

static evo_world *locked_world;
static evo_result locked_results[3];

static bool try_to_record(void *context, evo_collider a, evo_collider b) {
    const evo_record_config config = tape_config(context);
    (void)a;
    (void)b;
    locked_results[0] = evo_record_begin(locked_world, &config);
    locked_results[1] = evo_record_end(locked_world);
    locked_results[2] = evo_world_set_gravity(locked_world, (evo_vec2){0, 0});
    return true;
}

START_TEST(calls_say_why_they_fail) {
    tape t = {.bytes = NULL};
    evo_record_config config = tape_config(&t), none = {.write = NULL};
    evo_world_config world_config = evo_world_config_default();
    evo_replay *replay;
    evo_replay_call call;
    world_config.should_collide = try_to_record;
    world_config.callback_context = &t;
    world_config.gravity.y = -10;
    evo_world *world = locked_world = evo_world_create(&world_config);
    scene_ground(world);
    scene_ball(world, 0.5, 0, 0.5);
    ck_assert_int_eq(evo_record_begin(NULL, &config), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_begin(world, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_begin(world, &none), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_end(NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_end(world), EVO_ERROR_INVALID);
    tape_begin(&t, world);
    ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    ck_assert_int_eq(locked_results[0], EVO_ERROR_INVALID);
    ck_assert_int_eq(locked_results[1], EVO_ERROR_LOCKED);
    ck_assert_int_eq(locked_results[2], EVO_ERROR_LOCKED);
    ck_assert_int_eq(evo_record_begin(world, &config), EVO_ERROR_INVALID);
    evo_world_destroy(world);
    tape_check(&t, 0);
    ck_assert_int_eq(evo_replay_open(NULL, t.bytes, t.size, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_replay_open(&replay, NULL, t.size, NULL), EVO_ERROR_INVALID);
    ck_assert_ptr_null(replay);
    ck_assert_int_eq(evo_replay_open(&replay, t.bytes, RECORD_HEAD, NULL), EVO_ERROR_CORRUPT);
    ck_assert_int_eq(evo_replay_next(NULL, &call), EVO_ERROR_INVALID);
    ck_assert_ptr_null(evo_replay_world(NULL));
    evo_replay_close(NULL);
    tape_free(&t);
}
END_TEST

/* Each allocation of a replay is refused in turn. */
START_TEST(a_replay_may_run_out_of_memory) {
    tape t = {.bytes = NULL};
    record_calls(&(calls_plan){NULL, FIRST_SEED}, CALLS - 40, &t, true);
    evo_result result = EVO_ERROR_MEMORY;
    for (size_t n = 1; result == EVO_ERROR_MEMORY; n += 1 + n / 8) {
        test_memory memory = {.refuse = n};
        const evo_allocator allocator = test_memory_allocator(&memory);
        evo_replay *replay;
        evo_replay_call call = {.name = ""};
        result = evo_replay_open(&replay, t.bytes, t.size, &allocator);
        while (result == EVO_OK && call.name) result = evo_replay_next(replay, &call);
        evo_replay_close(replay);
        ck_assert_uint_eq(memory.bytes, 0);
    }
    ck_assert_int_eq(result, EVO_OK);
    tape_free(&t);
}
END_TEST

/* ---- Suite ----------------------------------------------------------------------------------- */

/* Loops of ten random worlds each. */
enum { QUICK_TENS = 1, DEEP_TENS = 51 };

enum { QUICK_CALLS = 8, DEEP_CALLS = 1000, QUICK_SETS = 40 };

Suite *suite_records(void) {
    Suite *suite = suite_create("records");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep"),
          *random = tcase_create("random");
    int scenes = 0;
    while (scene_at((size_t)scenes)) ++scenes;
    tcase_add_loop_test(quick, a_recorded_scene_is_replayed, 0, (scenes - 1) / QUICK_SCENES);
    tcase_add_loop_test(quick, recorded_calls_are_replayed, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, random_worlds_are_replayed, 0, QUICK_TENS);
    tcase_add_test(quick, every_call_is_recorded);
    tcase_add_loop_test(quick, long_chains_are_recorded, 0, 2);
    tcase_add_loop_test(quick, a_record_is_recorded_alike, 0, 2);
    tcase_add_loop_test(quick, a_recording_may_run_out_of_memory, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, sets_are_replayed, 0, QUICK_SETS);
    tcase_add_test(quick, a_writer_may_refuse);
    tcase_add_loop_test(quick, what_differs_is_named, 0, 3);
    tcase_add_loop_test(quick, other_questions_are_named, 0, 3);
    tcase_add_test(quick, an_unfinished_step_is_made);
    tcase_add_test(quick, records_follow_one_another);
    tcase_add_loop_test(quick, damaged_records_are_refused, 0, QUICK);
    tcase_add_test(quick, calls_say_why_they_fail);
    tcase_add_test(quick, a_replay_may_run_out_of_memory);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, a_long_scene_is_replayed, 0, scenes);
    tcase_add_loop_test(deep, recorded_calls_are_replayed, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, a_recording_may_run_out_of_memory, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, sets_are_replayed, QUICK_SETS, DEEP_CALLS);
    tcase_add_loop_test(deep, damaged_records_are_refused, QUICK, QUICK + DEEP);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    tcase_add_loop_test(random, random_worlds_are_replayed, QUICK_TENS, DEEP_TENS);
    tcase_set_tags(random, "slow");
    suite_add_tcase(suite, random);
    return suite;
}
