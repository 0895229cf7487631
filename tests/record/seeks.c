/* seeks.c: a replay that seeks has the state, and the lists, that playing to the step makes: of
 * random worlds, of random calls with callbacks, loads and exact time, back and forth, within any
 * budget. What a record tells without being played is what playing it tells. Marks are found where
 * they were put, queries are asked again, and calls are told as text. No damage harms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "record/record.h"
#include "record/recorded.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/joints.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"

static evo_replay *open_tape(const tape *t) {
    evo_replay *replay;
    ck_assert_int_eq(evo_replay_open(&replay, t->bytes, t->size, NULL), EVO_OK);
    return replay;
}

static lists lists_now(evo_replay *replay) {
    lists now = lists_of(evo_replay_world(replay));
    lists_forget_users(&now);
    return now;
}

/* ---- Seeking --------------------------------------------------------------------------------- */

typedef struct played_step {
    lists of;
    bool told; /* the step was not refused */
} played_step;

/* What is told behind each step, and at the beginning. */
typedef struct played {
    played_step *all;
    uint64_t steps, calls, marks;
    double seconds;
} played;

static played play(const tape *t) {
    played p = {.all = NULL};
    evo_replay *replay = open_tape(t);
    evo_replay_call call;
    double before = evo_world_time(evo_replay_world(replay));
    size_t room = 0;
    do {
        if (p.steps + 1 >= room) p.all = realloc(p.all, (room = 2 * room + 64) * sizeof *p.all);
        ck_assert_ptr_nonnull(p.all);
        if (p.steps == 0 && p.calls == 0) p.all[0] = (played_step){lists_now(replay), false};
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        ck_assert_msg(call.difference == EVO_SAME, "call %d, %s", (int)call.number, call.name);
        const double time = evo_world_time(evo_replay_world(replay));
        const bool steps =
            call.name && strncmp(call.name, "evo_world_", 10) == 0
            && (strcmp(call.name + 10, "step") == 0 || strncmp(call.name + 10, "run", 3) == 0);
        if (steps) p.all[++p.steps] = (played_step){lists_now(replay), call.then.result == EVO_OK};
        if (steps) p.seconds += time - before;
        before = time;
        p.calls += call.name && strcmp(call.name, "evo_world_load") != 0;
        p.marks +=
            call.name && strcmp(call.name, "evo_record_mark") == 0 && call.then.result == EVO_OK;
    } while (call.name);
    evo_replay_close(replay);
    return p;
}

/* Returns what differs from what was played. A step that told nothing, as it was refused or
 * none, is compared by the state alone. */
static const char *difference(const played_step *then, evo_replay *replay) {
    const lists now = lists_now(replay);
    if (then->told) return lists_difference(&then->of, &now);
    return then->of.digests[LIST_STATE] == now.digests[LIST_STATE] ? NULL : "state";
}

enum { QUICK_CALLS = 8, DEEP_CALLS = 500, DEEP_WORLDS = 100 };

/* Seeks so often, in a replay that has a budget of a random size, or is played on from there. */
static void check_seeks(const tape *t, int tries) {
    played p = play(t);
    evo_replay *replay = open_tape(t);
    (void)lists_now(replay); /* some are listed from the first time on that they are asked for */
    const double kind = random_between(0, 3);
    if (kind < 2)
        ck_assert_int_eq(
            evo_replay_set_budget(replay, kind < 1 ? 0 : (size_t)random_scale(1e3, 1e6)), EVO_OK);
    for (int i = 0; i < tries; ++i) {
        const uint64_t step = i % 7 == 3 ? 0 : (uint64_t)random_between(0, (double)p.steps + 1);
        evo_replay_call call;
        for (int k = (int)random_between(0, 8); k > 0; --k)
            ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        ck_assert_int_eq(evo_replay_seek(replay, step), EVO_OK);
        const char *differs = difference(&p.all[step], replay);
        ck_assert_msg(!differs, "seek %d, to step %d of %d: %s", i, (int)step, (int)p.steps,
                      differs);
        if (step == p.steps) continue;
        const uint64_t next = step + 1;
        ck_assert_int_eq(evo_replay_next_step(replay, &call), EVO_OK);
        ck_assert_int_eq(call.difference, EVO_SAME);
        ck_assert_uint_eq(call.step, step);
        differs = difference(&p.all[next], replay);
        ck_assert_msg(!differs, "played to step %d: %s", (int)next, differs);
    }
    ck_assert_int_eq(evo_replay_seek(replay, p.steps + 1), EVO_ERROR_INVALID);
    evo_replay_info info;
    ck_assert_int_eq(evo_replay_info_of(replay, &info), EVO_OK);
    ck_assert_uint_eq(info.steps, p.steps);
    ck_assert_uint_eq(info.calls, p.calls);
    ck_assert_uint_eq(info.marks, p.marks);
    ck_assert(info.whole);
    ck_assert(fabs(info.seconds - p.seconds) <= 1e-9 * (1 + p.seconds));
    ck_assert(info.shortest <= info.longest && info.longest <= info.seconds + 1e-9);
    evo_replay_close(replay);
    free(p.all);
}

/* @seek-is-play */
START_TEST(seeks_find_random_worlds) {
    for (uint64_t seed = 3 * (uint64_t)_i; seed < 3 * (uint64_t)_i + 3; ++seed) {
        const random_plan plan = random_plan_of(seed);
        evo_world *world = random_world(NULL, &plan);
        tape t = {.bytes = NULL};
        for (int i = 0; i < 60; ++i) {
            if (i == (int)(seed % 30)) tape_begin(&t, world);
            (void)ask_each(world, (uint64_t)i);
            random_world_step(world, &plan, i);
        }
        evo_world_destroy(world);
        random_seed(seed);
        check_seeks(&t, 8);
        tape_free(&t);
    }
}
END_TEST

START_TEST(seeks_find_calls) {
    const calls_plan plan = any_plan(_i);
    tape t = {.bytes = NULL};
    random_seed((uint64_t)_i);
    record_calls(&plan, (int)random_between(CALLS / 3, CALLS - 40), &t, _i % 3 > 0);
    if (_i % 4 == 3) record_calls(&plan, CALLS - 40, &t, true); /* a record behind it */
    check_seeks(&t, _i < QUICK_CALLS ? 8 : 30);
    tape_free(&t);
}
END_TEST

START_TEST(seeks_find_scenes) {
    scene_stage stage;
    double values[SCENE_PARAMS];
    tape t = {.bytes = NULL};
    const scene *of = scene_at((size_t)_i);
    scene_defaults(of, values);
    ck_assert(scene_open(&stage, of, values, NULL));
    tape_begin(&t, stage.world);
    for (int i = 0; i < 300; ++i) ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
    scene_close(&stage);
    random_seed((uint64_t)_i);
    check_seeks(&t, 30);
    tape_free(&t);
}
END_TEST

/* A pile of so many balls and boxes that fall, are pushed and destroyed. */
static void record_fall(tape *t, int steps) {
    evo_world *world = scene_world(0, NULL);
    evo_body bodies[60];
    scene_ground(world);
    tape_begin(t, world);
    for (int i = 0; i < steps; ++i) {
        evo_body_config config = evo_body_config_default();
        config.position = evo_vec(random_between(-5, 5), random_between(5, 9));
        config.shape = i % 2 ? evo_circle(random_between(0.2, 0.5)) : evo_box(0.4, 0.3);
        config.tag = (uint64_t)i;
        evo_body *body = &bodies[i % 60];
        if (i >= 60) (void)evo_body_destroy(world, *body);
        if (i % 3 == 0 || i < 60) *body = evo_body_create(world, &config);
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    }
    evo_world_destroy(world);
}

/* Frames are thinned out until they fit; and a seek back then makes as many steps anew as lie from
 * one to the next. @replay-budget */
START_TEST(budgets_bound_memory) {
    enum { FALLS = 200 };
    tape t = {.bytes = NULL};
    test_memory memory = {.refuse = 0};
    const evo_allocator allocator = test_memory_allocator(&memory);
    evo_replay *replay;
    random_seed((uint64_t)_i);
    record_fall(&t, FALLS);
    const size_t budget = (size_t)random_scale(1e5, 1e6);
    ck_assert_int_eq(evo_replay_open(&replay, t.bytes, t.size, &allocator), EVO_OK);
    ck_assert_int_eq(evo_replay_set_budget(replay, budget), EVO_OK);
    ck_assert_int_eq(evo_replay_seek(replay, FALLS), EVO_OK);
    const size_t world = evo_world_counters(evo_replay_world(replay)).bytes;
    ck_assert_uint_le(memory.bytes, world + budget + (1 << 16)); /* and what is not of frames */
    ck_assert_uint_gt(replay->key_list.count, 0);
    ck_assert_uint_gt(replay->key_list.count * replay->every, FALLS / 2);
    ck_assert_int_eq(evo_replay_set_budget(replay, 0), EVO_OK);
    ck_assert_uint_eq(replay->key_list.count, 0);
    evo_replay_close(replay);
    ck_assert_uint_eq(memory.bytes, 0);
    tape_free(&t);
}
END_TEST

/* Each allocation is refused in turn: a seek that fails may be called again. */
START_TEST(seeks_may_run_out_of_memory) {
    tape t = {.bytes = NULL};
    record_calls(&(calls_plan){_i ? &EXACT : NULL, FIRST_SEED}, CALLS - 60, &t, true);
    played p = play(&t);
    test_memory memory = {.refuse = 0};
    const evo_allocator allocator = test_memory_allocator(&memory);
    evo_replay *replay;
    ck_assert_int_eq(evo_replay_open(&replay, t.bytes, t.size, &allocator), EVO_OK);
    random_seed((uint64_t)_i);
    for (int i = 0; i < 20; ++i) {
        const uint64_t step = (uint64_t)random_between(0, (double)p.steps + 1);
        memory.refuse = memory.calls + (size_t)random_scale(1, 300);
        const evo_result refused = evo_replay_seek(replay, step);
        ck_assert(refused == EVO_OK || refused == EVO_ERROR_MEMORY);
        memory.refuse = 0;
        ck_assert_int_eq(evo_replay_seek(replay, step), EVO_OK);
        ck_assert_uint_eq(lists_now(replay).digests[LIST_STATE],
                          p.all[step].of.digests[LIST_STATE]);
    }
    evo_replay_close(replay);
    ck_assert_uint_eq(memory.bytes, 0);
    free(p.all);
    tape_free(&t);
}
END_TEST

/* ---- Marks ----------------------------------------------------------------------------------- */

/* @record-marks */
START_TEST(marks_are_found) {
    enum { MARKS = 40, LENGTH = 255 };
    static char texts[MARKS][LENGTH + 2];
    uint64_t steps[MARKS], step = 0;
    evo_replay_mark found[MARKS];
    tape t = {.bytes = NULL};
    evo_world *world = evo_world_create(NULL);
    random_seed((uint64_t)_i);
    ck_assert_int_eq(evo_record_mark(world, "not recorded"), EVO_OK);
    tape_begin(&t, world);
    for (int i = 0; i < MARKS; ++i) {
        const int length = i == 0 ? LENGTH : (int)random_between(0, LENGTH);
        memset(texts[i], 0, sizeof texts[i]);
        for (int k = 0; k < length; ++k) texts[i][k] = (char)random_between(1, 127);
        for (; random_between(0, 1) < 0.5; ++step) (void)evo_world_step(world, 0.01);
        steps[i] = step;
        ck_assert_int_eq(evo_record_mark(world, texts[i]), EVO_OK);
    }
    char longest[LENGTH + 2];
    memset(longest, 'a', sizeof longest);
    longest[LENGTH + 1] = 0;
    ck_assert_int_eq(evo_record_mark(world, longest), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_mark(world, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_record_mark(NULL, "a"), EVO_ERROR_INVALID);
    evo_world_destroy(world);
    tape_check(&t, 0);
    evo_replay *replay = open_tape(&t);
    ck_assert_uint_eq(evo_replay_marks(replay, NULL, 0), MARKS);
    ck_assert_uint_eq(evo_replay_marks(replay, found, MARKS), MARKS);
    for (int i = 0; i < MARKS; ++i) {
        ck_assert_str_eq(found[i].text, texts[i]);
        ck_assert_uint_eq(found[i].step, steps[i]);
    }
    evo_replay_close(replay);
    tape_free(&t);
}
END_TEST

/* ---- Queries --------------------------------------------------------------------------------- */

/* Records a random world with queries between the steps, or the same without, and returns its last
 * hash. */
static uint64_t record_asking(tape *t, uint64_t seed, bool asks, uint64_t *asked_before_last) {
    const random_plan plan = random_plan_of(seed);
    evo_world *world = random_world(NULL, &plan);
    evo_record_config config = tape_config(t);
    config.queries = asks;
    ck_assert_int_eq(evo_record_begin(world, &config), EVO_OK);
    for (int i = 0; i < 30; ++i) {
        *asked_before_last = ask_each(world, seed + (uint64_t)i);
        random_world_step(world, &plan, i);
    }
    const uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

/* Answers are the same again, whatever was asked; and asking changes nothing. */
START_TEST(queries_are_asked_again) {
    tape t = {.bytes = NULL}, silent = {.bytes = NULL};
    evo_replay_query asked[16];
    evo_replay_info with, without;
    uint64_t count, none;
    const uint64_t hash = record_asking(&t, (uint64_t)_i, true, &count);
    ck_assert_uint_eq(record_asking(&silent, (uint64_t)_i, false, &none), hash);
    tape_check(&t, 0);
    evo_replay *replay = open_tape(&t), *other = open_tape(&silent);
    ck_assert_int_eq(evo_replay_info_of(replay, &with), EVO_OK);
    ck_assert_int_eq(evo_replay_info_of(other, &without), EVO_OK);
    ck_assert_uint_eq(with.calls, without.calls + 30 * count);
    ck_assert_int_eq(evo_replay_seek(replay, 30), EVO_OK);
    ck_assert_int_eq(evo_replay_seek(other, 30), EVO_OK);
    ck_assert_uint_eq(evo_replay_queries(other, asked, 16), 0);
    ck_assert_uint_eq(evo_replay_queries(replay, asked, 16), count);
    for (size_t i = 0; i < count; ++i) {
        ck_assert_str_eq(asked[i].name, query_name((query_kind)i));
        ck_assert(!asked[i].differs);
    }
    evo_replay_close(replay);
    evo_replay_close(other);
    tape_free(&t);
    tape_free(&silent);
}
END_TEST

/* A query that is asked where bodies are elsewhere has other answers, and is named. */
START_TEST(other_answers_are_named) {
    tape t = {.bytes = NULL};
    evo_world *world = scene_world(0, NULL);
    const evo_body ball = scene_ball(world, 0.5, 3, 0);
    evo_replay_query asked[2];
    evo_replay_call call;
    tape_begin(&t, world);
    ck_assert(evo_world_ray(world, evo_vec(0, 0), evo_vec(9, 0), NULL).hit);
    ck_assert(!evo_world_ray_any(world, evo_vec(0, 2), evo_vec(9, 2), NULL));
    ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    evo_replay *replay = open_tape(&t);
    const evo_vec2 moved = {3.5, _i ? 0 : 2};
    ck_assert_int_eq(evo_body_set_pose(evo_replay_world(replay), ball, (evo_pose){moved, 0}),
                     EVO_OK);
    ck_assert_int_eq(evo_replay_next_step(replay, &call), EVO_OK);
    ck_assert_str_eq(call.name, "evo_world_ray");
    ck_assert_int_eq(call.difference, EVO_DIFFERS_RESULT);
    ck_assert_uint_eq(call.number, 0);
    ck_assert_uint_eq(evo_replay_queries(replay, asked, 2), 2);
    ck_assert(asked[0].differs && asked[0].hits == 1 && asked[1].differs == !_i);
    ck_assert(asked[0].way.x == 9 && asked[0].way.y == 0 && asked[1].from.position.y == 2);
    evo_replay_close(replay);
    evo_world_destroy(world);
    tape_free(&t);
}
END_TEST

/* ---- Text ------------------------------------------------------------------------------------ */

/* Text is cut as snprintf cuts it, and begins with the name; the last call stays told. */
static void check_text(const evo_replay *replay, const evo_replay_call *call) {
    char whole[4000], part[60];
    const size_t size = evo_replay_describe(replay, whole, sizeof whole);
    if (!call->name || strcmp(call->name, "evo_world_load") == 0) return;
    ck_assert_uint_eq(size, strlen(whole));
    ck_assert_int_eq(strncmp(whole, call->name, strlen(call->name)), 0);
    ck_assert_ptr_null(
        strstr(whole + strlen(call->name), "kind ")); /* words for all that calls take */
    const size_t room = (size_t)random_between(0, sizeof part);
    memset(part, 'x', sizeof part);
    ck_assert_uint_eq(evo_replay_describe(replay, part, room), size);
    if (room > 0) ck_assert_uint_eq(strlen(part), size < room ? size : room - 1);
    if (room > 0) ck_assert_int_eq(strncmp(part, whole, strlen(part)), 0);
    ck_assert_int_eq(part[room], 'x');
    ck_assert_uint_eq(evo_replay_describe(replay, NULL, 9), size);
}

START_TEST(calls_are_told) {
    tape t = {.bytes = NULL};
    evo_replay_call call;
    record_calls(&(calls_plan){_i ? &EXACT : NULL, FIRST_SEED}, 0, &t, false);
    evo_replay *replay = open_tape(&t);
    random_seed((uint64_t)_i);
    ck_assert_uint_eq(evo_replay_describe(replay, NULL, 0), 0);
    do {
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        check_text(replay, &call);
    } while (call.name);
    evo_replay_close(replay);
    tape_free(&t);
}
END_TEST

static void expect_text(evo_replay *replay, const char *expected) {
    char text[300];
    evo_replay_call call;
    ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
    (void)evo_replay_describe(replay, text, sizeof text);
    ck_assert_str_eq(text, expected);
}

START_TEST(arguments_are_told) {
    tape t = {.bytes = NULL};
    evo_world *world = evo_world_create(NULL);
    tape_begin(&t, world);
    evo_body_config config = evo_body_config_default();
    config.position = evo_vec(3, -4.5);
    config.shape = evo_circle(0.25);
    config.material.friction = 0.125;
    config.locks.spin = true;
    config.tag = 7;
    const evo_body body = evo_body_create(world, &config), gone = {9, 3};
    evo_joint_config hinge = evo_joint_config_default(EVO_WELD);
    hinge.a = body;
    hinge.frame_b.position.x = 2;
    hinge.tag = 5;
    const evo_joint joint = evo_joint_create(world, &hinge);
    ck_assert_uint_eq(joint.generation % 2, 1);
    const evo_query query = {.filter = {1, 6, 0}, .except = body};
    (void)evo_body_set_velocity(world, body, evo_vec(3, 4));
    (void)evo_body_set_kind(world, gone, EVO_KINEMATIC);
    (void)evo_body_set_disabled(world, body, true);
    (void)evo_body_create(world, NULL);
    (void)evo_world_ray(world, evo_vec(0, 1), evo_vec(0, -1), &query);
    (void)evo_record_mark(world, "here");
    (void)evo_joint_destroy(world, joint);
    (void)evo_world_step(world, 0.5);
    evo_world_destroy(world);
    evo_replay *replay = open_tape(&t);
    expect_text(replay, "evo_body_create: position (3, -4.5), locks (false, false, true), shape "
                        "circle 0.25, friction 0.125, tag 7");
    expect_text(replay, "evo_joint_create: weld, a body 0 (tag 7), frame_b (2, 0, 0), tag 5");
    expect_text(replay, "evo_body_set_velocity body 0 (tag 7): (3, 4)");
    expect_text(replay, "evo_body_set_kind body 9: kinematic");
    expect_text(replay, "evo_body_set_disabled body 0 (tag 7): true");
    expect_text(replay, "evo_body_create: NULL");
    expect_text(replay, "evo_world_ray: from (0, 1, 0), to (0, -1, 0), category 1, mask 6, except "
                        "body 0 (tag 7)");
    expect_text(replay, "evo_record_mark: \"here\"");
    expect_text(replay, "evo_joint_destroy joint 0");
    expect_text(replay, "evo_world_step: 0.5");
    evo_replay_close(replay);
    tape_free(&t);
}
END_TEST

/* ---- Damage ---------------------------------------------------------------------------------- */

static size_t any_place(size_t size) {
    return (size_t)random_between(0, (double)size) % size;
}

/* A damaged record is sought in, counted and told as far as it goes: what is counted without being
 * played is what can be played. */
static void try_damage(const tape *whole, bool repaired) {
    tape t = {.bytes = malloc(whole->size), .size = whole->size};
    evo_replay *replay;
    evo_replay_info info;
    evo_replay_mark marks[4];
    evo_replay_query asked[4];
    evo_replay_call call = {.name = ""};
    char text[80];
    memcpy(t.bytes, whole->bytes, t.size);
    if (any_place(4) == 0) t.size = any_place(t.size);
    for (int n = (int)random_scale(1, 12); n > 0 && t.size > 0; --n)
        t.bytes[any_place(t.size)] ^= (unsigned char)(1 << any_place(8));
    if (repaired) tape_repair(&t);
    if (evo_replay_open(&replay, t.bytes, t.size, NULL) == EVO_OK) {
        ck_assert_int_eq(evo_replay_info_of(replay, &info), EVO_OK);
        ck_assert_uint_eq(evo_replay_marks(replay, marks, 4), info.marks);
        for (uint64_t i = 0; i < info.marks && i < 4; ++i) ck_assert(strlen(marks[i].text) < 256);
        for (int i = 0; i < 4; ++i) {
            const uint64_t step = (uint64_t)random_between(0, (double)info.steps + 2);
            const evo_result result = evo_replay_seek(replay, step);
            ck_assert(step <= info.steps ? result == EVO_OK || result == EVO_ERROR_CORRUPT
                                         : result == EVO_ERROR_INVALID);
            (void)evo_replay_describe(replay, text, sizeof text);
            (void)evo_replay_queries(replay, asked, 4);
        }
        evo_result result = evo_replay_seek(replay, 0);
        while (result == EVO_OK && call.name) result = evo_replay_next(replay, &call);
        if (result == EVO_OK) ck_assert_uint_eq(call.step, info.steps);
        if (result == EVO_OK) ck_assert_uint_eq(call.number, info.calls);
        if (result == EVO_ERROR_CORRUPT) ck_assert(!info.whole || repaired);
        ck_assert(call.step <= info.steps + 1);
    }
    evo_replay_close(replay);
    tape_free(&t);
}

enum { QUICK = 4, QUICK_TRIES = 25, DEEP = 400, DEEP_TRIES = 250 };

START_TEST(damage_harms_no_seek) {
    const calls_plan plan = any_plan(_i);
    tape whole = {.bytes = NULL};
    record_calls(&plan, CALLS - 60, &whole, true);
    random_seed((uint64_t)_i);
    for (int i = 0; i < (_i < QUICK ? QUICK_TRIES : DEEP_TRIES); ++i)
        try_damage(&whole, plan.exact == NULL && i % 2 > 0);
    tape_free(&whole);
}
END_TEST

START_TEST(what_is_not_there_is_refused) {
    evo_replay_info info;
    evo_replay_call call;
    ck_assert_int_eq(evo_replay_info_of(NULL, &info), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_replay_seek(NULL, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_replay_set_budget(NULL, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_replay_next_step(NULL, &call), EVO_ERROR_INVALID);
    ck_assert_uint_eq(evo_replay_marks(NULL, NULL, 0), 0);
    ck_assert_uint_eq(evo_replay_queries(NULL, NULL, 0), 0);
    ck_assert_uint_eq(evo_replay_describe(NULL, NULL, 0), 0);
}
END_TEST

/* ---- Suite ----------------------------------------------------------------------------------- */

Suite *suite_seeks(void) {
    Suite *suite = suite_create("seeks");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    int scenes = 0;
    while (scene_at((size_t)scenes)) ++scenes;
    tcase_add_loop_test(quick, seeks_find_random_worlds, 0, 1);
    tcase_add_loop_test(quick, seeks_find_calls, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, budgets_bound_memory, 0, 2);
    tcase_add_loop_test(quick, seeks_may_run_out_of_memory, 0, 2);
    tcase_add_loop_test(quick, marks_are_found, 0, 2);
    tcase_add_loop_test(quick, queries_are_asked_again, 0, 2);
    tcase_add_loop_test(quick, other_answers_are_named, 0, 2);
    tcase_add_loop_test(quick, calls_are_told, 0, 2);
    tcase_add_test(quick, arguments_are_told);
    tcase_add_loop_test(quick, damage_harms_no_seek, 0, QUICK);
    tcase_add_test(quick, what_is_not_there_is_refused);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, seeks_find_random_worlds, 1, DEEP_WORLDS);
    tcase_add_loop_test(deep, seeks_find_calls, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, seeks_find_scenes, 0, scenes);
    tcase_add_loop_test(deep, damage_harms_no_seek, QUICK, DEEP);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
