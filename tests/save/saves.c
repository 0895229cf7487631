/* saves.c: a world that is saved and loaded goes on as if it had never been, in state and in
 * all lists: every scene, at random moments, step by step; random worlds, rolled back again and
 * again; and worlds that random calls made. A load that is refused, or of damaged bytes, changes
 * nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/lists.h"
#include "support/pile.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"

/* ---- Saving and loading ---------------------------------------------------------------------- */

typedef struct saved {
    unsigned char *bytes;
    size_t size;
} saved;

static saved save(const evo_world *world) {
    saved s = {NULL, evo_world_save(world, NULL, 0)};
    ck_assert_uint_gt(s.size, 0);
    s.bytes = malloc(s.size);
    ck_assert_uint_eq(evo_world_save(world, s.bytes, s.size), s.size);
    return s;
}

static void check_same(const evo_world *a, const evo_world *b) {
    const saved one = save(a), other = save(b);
    ck_assert_uint_eq(evo_world_hash(a), evo_world_hash(b));
    ck_assert_uint_eq(one.size, other.size);
    ck_assert_int_eq(memcmp(one.bytes, other.bytes, one.size), 0);
    free(one.bytes);
    free(other.bytes);
}

/* Puts what a world holds into another one, and checks that they are the same. */
static void copy(evo_world *to, const evo_world *from) {
    const saved s = save(from);
    ck_assert_int_eq(evo_world_load(to, s.bytes, s.size), EVO_OK);
    free(s.bytes);
    check_same(to, from);
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

static void open_scene(scene_stage *stage, const scene *of, int lanes) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    setting.lanes = lanes;
    scene_defaults(of, values);
    ck_assert(scene_open(stage, of, values, &setting));
}

/* Makes another world of that of a stage: a fresh one, or, where callbacks of the scene know it,
 * one that has run for other steps. */
static void move_on(scene_stage *stage) {
    if (stage->config.pre_solve) {
        for (int i = 0; i < 9; ++i) ck_assert_int_eq(evo_world_step(stage->world, 0.01), EVO_OK);
        return;
    }
    evo_world_destroy(stage->world);
    stage->world = evo_world_create(&stage->config);
}

/* Lists of the last step, without the pointers of destroyed bodies, which a restore may lose. */
static lists lists_without_users(const evo_world *world) {
    lists l = lists_of(world);
    lists_forget_users(&l);
    return l;
}

/* Compares all that the last steps of two worlds report, but for pointers. */
static const char *difference(const evo_world *a, const evo_world *b) {
    const lists one = lists_without_users(a), other = lists_without_users(b);
    return lists_difference(&one, &other);
}

/* Runs a scene twice: the other one goes on in another world at some moment. */
static void run_scene(const scene *of, int before, int after, int lanes) {
    scene_stage stage, other;
    open_scene(&stage, of, 0);
    open_scene(&other, of, 0);
    for (int i = 0; i < before; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(scene_step(&other, SCENE_STEP), EVO_OK);
    }
    move_on(&other);
    ck_assert_int_eq(evo_world_set_lanes(other.world, lanes), EVO_OK);
    copy(other.world, stage.world);
    for (int i = 0; i < after; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(scene_step(&other, SCENE_STEP), EVO_OK);
        const char *differs = difference(stage.world, other.world);
        ck_assert_msg(!differs, "%s, saved after %d steps, differs after %d: %s", of->name, before,
                      i + 1, differs);
    }
    scene_close(&stage);
    scene_close(&other);
}

enum { QUICK_BEFORE = 40, QUICK_AFTER = 10, DEEP_BEFORE = 900, DEEP_AFTER = 600, MOMENTS = 3 };

/* Every third scene; the deep tests run all. */
enum { QUICK_SCENES = 3 };

/* @load-goes-on */
START_TEST(a_loaded_scene_goes_on) {
    random_seed((uint64_t)_i);
    run_scene(scene_at((size_t)(_i * QUICK_SCENES)), (int)random_between(1, QUICK_BEFORE),
              QUICK_AFTER, 0);
}
END_TEST

START_TEST(a_loaded_scene_goes_on_for_long) {
    random_seed((uint64_t)_i);
    const int lanes[MOMENTS] = {1, 4, 8};
    const scene *of = scene_at((size_t)(_i / MOMENTS));
    run_scene(of, (int)random_between(1, DEEP_BEFORE), DEEP_AFTER, lanes[_i % MOMENTS]);
}
END_TEST

/* ---- Random calls ---------------------------------------------------------------------------- */

enum { CALLS = 300 };

/* Part of the calls before which a world is loaded. */
static const double LOADS = 0.05;

/* Makes the same calls in two worlds, of which one becomes, now and then, what the other was saved
 * as. Answers, handles and what steps tell are the same. */
static void run_calls(const calls_plan *plan) {
    static calls whole, loaded;
    calls_open(&whole, plan);
    calls_open(&loaded, plan);
    bool loads[CALLS]; /* drawn before calls draw their own */
    int last = 0;
    for (int i = 0; i < CALLS; ++i) loads[i] = random_between(0, 1) < LOADS;
    for (int i = 0; i < CALLS; ++i) {
        if (loads[i]) {
            copy(loaded.world, whole.world);
            last = i;
        }
        const evo_result made = calls_make(&whole, i);
        ck_assert_int_eq(made, calls_make(&loaded, i));
        ck_assert_msg(calls_hash(&whole) == calls_hash(&loaded),
                      "call %d, seed %llu, differs after %d calls", i,
                      (unsigned long long)plan->seed, i - last);
        if (calls_is_step(&whole, i) && made == EVO_OK)
            ck_assert_uint_eq(calls_told(&whole), calls_told(&loaded));
    }
    calls_close(&whole);
    calls_close(&loaded);
}

START_TEST(calls_after_a_load_are_as_before) {
    random_seed((uint64_t)_i);
    const calls_plan plan = {_i % 2 ? &EXACT : NULL, (uint64_t)_i};
    run_calls(&plan);
}
END_TEST

/* ---- Frames ---------------------------------------------------------------------------------- */

enum { FRAMES = 6, FRAME_CALLS = 400 };

typedef struct moment {
    evo_frame *frame;
    saved whole; /* what the world was then */
} moment;

static void keep(evo_world *world, moment *m) {
    free(m->whole.bytes);
    m->whole = save(world);
    ck_assert_int_eq(evo_frame_keep(world, &m->frame), EVO_OK);
}

/* Goes back, and checks that the world is what it was, to the last byte. */
static void go_back(evo_world *world, const moment *m) {
    ck_assert_int_eq(evo_frame_restore(world, m->frame), EVO_OK);
    const saved now = save(world);
    ck_assert_uint_eq(now.size, m->whole.size);
    ck_assert_int_eq(memcmp(now.bytes, m->whole.bytes, now.size), 0);
    free(now.bytes);
}

/* Makes random calls, keeps some moments and goes back to others: at times with nothing but steps
 * between, and at times with bodies that come and go. */
static void run_frames(const calls_plan *plan) {
    static calls c;
    moment all[FRAMES] = {{NULL, {NULL, 0}}};
    int keeps[FRAME_CALLS];
    for (int i = 0; i < FRAME_CALLS; ++i) keeps[i] = (int)random_between(0, 12 * FRAMES);
    calls_open(&c, plan);
    for (int i = 0; i < FRAME_CALLS; ++i) {
        calls_make(&c, i);
        moment *m = &all[keeps[i] % FRAMES];
        if (keeps[i] < 4 * FRAMES) keep(c.world, m);
        if (keeps[i] >= 9 * FRAMES && m->frame) go_back(c.world, m);
    }
    for (int i = 0; i < FRAMES; ++i) {
        evo_frame_destroy(all[i].frame);
        free(all[i].whole.bytes);
    }
    calls_close(&c);
}

/* @frames-any-order */
START_TEST(frames_give_back_what_was) {
    random_seed((uint64_t)_i);
    const calls_plan plan = {_i % 4 == 3 ? &EXACT : NULL, (uint64_t)_i};
    run_frames(&plan);
}
END_TEST

/* What belongs to whom is the same in both worlds. */
static void check_owners(const evo_world *a, const evo_world *b) {
    evo_body bodies[CALLS_BODIES + 1];
    evo_collider colliders[512];
    evo_joint joints[CALLS_JOINTS];
    const size_t counts[] = {evo_world_bodies(a, bodies, CALLS_BODIES + 1),
                             evo_world_colliders(a, colliders, 512),
                             evo_world_joints(a, joints, CALLS_JOINTS)};
    for (size_t i = 0; i < counts[0]; ++i) {
        ck_assert_ptr_eq(evo_body_user(a, bodies[i]), evo_body_user(b, bodies[i]));
        ck_assert_uint_eq(evo_body_tag(a, bodies[i]), evo_body_tag(b, bodies[i]));
    }
    for (size_t i = 0; i < counts[1]; ++i) {
        ck_assert_ptr_eq(evo_collider_user(a, colliders[i]), evo_collider_user(b, colliders[i]));
        ck_assert_uint_eq(evo_collider_tag(a, colliders[i]), evo_collider_tag(b, colliders[i]));
    }
    for (size_t i = 0; i < counts[2]; ++i) {
        ck_assert_ptr_eq(evo_joint_user(a, joints[i]), evo_joint_user(b, joints[i]));
        ck_assert_uint_eq(evo_joint_tag(a, joints[i]), evo_joint_tag(b, joints[i]));
    }
}

/* Makes the same calls in two worlds, of which one goes back by frames, and the other by loads of
 * what it was at these moments. */
static void run_twins(const calls_plan *plan) {
    static const int LANES[] = {1, 4, 8};
    static calls kept, loaded;
    moment all[FRAMES] = {{NULL, {NULL, 0}}};
    int keeps[FRAME_CALLS];
    for (int i = 0; i < FRAME_CALLS; ++i) keeps[i] = (int)random_between(0, 12 * FRAMES);
    calls_open(&kept, plan);
    calls_open(&loaded, plan);
    ck_assert_int_eq(evo_world_set_lanes(kept.world, LANES[plan->seed % 3]), EVO_OK);
    for (int i = 0; i < FRAME_CALLS; ++i) {
        moment *m = &all[keeps[i] % FRAMES];
        ck_assert_int_eq(calls_make(&kept, i), calls_make(&loaded, i));
        ck_assert_msg(calls_hash(&kept) == calls_hash(&loaded), "seed %d, call %d", (int)plan->seed,
                      i);
        check_owners(kept.world, loaded.world);
        if (calls_is_step(&kept, i)) {
            const lists a = lists_of(kept.world), b = lists_of(loaded.world);
            const char *differs = lists_difference(&a, &b);
            ck_assert_msg(!differs, "seed %d, step %d: %s", (int)plan->seed, i, differs);
        }
        if (keeps[i] < 4 * FRAMES) {
            free(m->whole.bytes);
            m->whole = save(loaded.world);
            ck_assert_int_eq(evo_frame_keep(kept.world, &m->frame), EVO_OK);
        }
        if (keeps[i] < 9 * FRAMES || !m->frame) continue;
        ck_assert_int_eq(evo_frame_restore(kept.world, m->frame), EVO_OK);
        ck_assert_int_eq(evo_world_load(loaded.world, m->whole.bytes, m->whole.size), EVO_OK);
    }
    for (int i = 0; i < FRAMES; ++i) {
        evo_frame_destroy(all[i].frame);
        free(all[i].whole.bytes);
    }
    calls_close(&kept);
    calls_close(&loaded);
}

START_TEST(going_back_is_loading) {
    random_seed(70 + (uint64_t)_i);
    const calls_plan plan = {_i % 4 == 3 ? &EXACT : NULL, 70 + (uint64_t)_i};
    run_twins(&plan);
}
END_TEST

/* Keeps or restores with each request for memory refused in turn: refused, the world is as it was,
 * and so is the frame. */
static void try_refusals(calls *c, moment *m, bool restores) {
    for (size_t refuse = 1;; ++refuse) {
        const saved before = save(c->world);
        c->memory.calls = c->memory.refused = c->memory.not_shrunk = 0;
        c->memory.refuse = refuse;
        const evo_result result =
            restores ? evo_frame_restore(c->world, m->frame) : evo_frame_keep(c->world, &m->frame);
        c->memory.refuse = 0;
        const saved after = save(c->world);
        const saved *as = restores && result == EVO_OK ? &m->whole : &before;
        ck_assert(result == EVO_OK || result == EVO_ERROR_MEMORY);
        ck_assert_uint_eq(after.size, as->size);
        ck_assert_int_eq(memcmp(after.bytes, as->bytes, as->size), 0);
        if (!restores && result == EVO_OK) {
            free(m->whole.bytes);
            m->whole = save(c->world);
        }
        free(before.bytes);
        free(after.bytes);
        if (result == EVO_OK) return;
    }
}

/* @refused-frame */
START_TEST(refused_frames_change_nothing) {
    static calls c;
    moment all[FRAMES] = {{NULL, {NULL, 0}}};
    int keeps[FRAME_CALLS];
    random_seed(90 + (uint64_t)_i);
    const calls_plan plan = {_i % 4 == 3 ? &EXACT : NULL, 90 + (uint64_t)_i};
    for (int i = 0; i < FRAME_CALLS; ++i) keeps[i] = (int)random_between(0, 12 * FRAMES);
    calls_open(&c, &plan);
    for (int i = 0; i < FRAME_CALLS / 3; ++i) {
        calls_make(&c, i);
        moment *m = &all[keeps[i] % FRAMES];
        if (keeps[i] < 4 * FRAMES) try_refusals(&c, m, false);
        if (keeps[i] >= 9 * FRAMES && m->frame) try_refusals(&c, m, true);
    }
    for (int i = 0; i < FRAMES; ++i) {
        evo_frame_destroy(all[i].frame);
        free(all[i].whole.bytes);
    }
    calls_close(&c);
}
END_TEST

/* Changes rules of a world, each in half of the calls. */
static void set_rules(evo_world *world) {
    evo_world_config rules = evo_world_get(world);
    bool changes[8];
    for (int i = 0; i < 8; ++i) changes[i] = random_between(0, 1) < 0.5;
    if (changes[0]) rules.substeps = (int)random_between(0, 6);
    if (changes[1]) rules.gravity = random_vector(9);
    if (changes[2]) rules.bounce_threshold = random_between(0, 2);
    if (changes[3]) rules.push_speed = random_between(0, 9);
    if (changes[4]) rules.impact_speed = random_between(0, 1);
    if (changes[5]) rules.impact_limit = (size_t)random_between(0, 3);
    if (changes[6]) rules.never_sleep = !rules.never_sleep;
    if (changes[7]) rules.rocking_loss = random_between(0, 1);
    ck_assert_int_eq(evo_world_set(world, &rules), EVO_OK);
}

/* Makes a world what it was as a frame was kept, beside one that loads the save of that moment. */
static void check_restored(evo_world *world, const moment *m, double seconds) {
    evo_world *loaded = evo_world_create(NULL);
    go_back(world, m);
    ck_assert_int_eq(evo_world_load(loaded, m->whole.bytes, m->whole.size), EVO_OK);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(evo_world_step(world, seconds), EVO_OK);
        ck_assert_int_eq(evo_world_step(loaded, seconds), EVO_OK);
        check_same(world, loaded);
    }
    evo_world_destroy(loaded);
}

/* Keeps, changes rules, steps and restores in any order, in two worlds. */
START_TEST(frames_give_back_rules) {
    moment all[FRAMES] = {{NULL, {NULL, 0}}};
    evo_world *worlds[2];
    random_seed(40 + (uint64_t)_i);
    for (int i = 0; i < 2; ++i) {
        evo_body balls[6];
        worlds[i] = scene_world(0, NULL);
        scene_ground(worlds[i]);
        scene_pile(worlds[i], 3, 2, balls);
    }
    for (int i = 0; i < 150; ++i) {
        evo_world *world = worlds[random_between(0, 1) < 0.3];
        moment *m = &all[(int)random_between(0, FRAMES)];
        const double choice = random_between(0, 4);
        if (choice < 1) keep(world, m);
        if (choice >= 1 && choice < 2) set_rules(world);
        if (choice >= 2 && choice < 3) ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
        if (choice >= 3 && m->frame) check_restored(world, m, SCENE_STEP);
    }
    for (int i = 0; i < FRAMES; ++i) {
        evo_frame_destroy(all[i].frame);
        free(all[i].whole.bytes);
    }
    for (int i = 0; i < 2; ++i) evo_world_destroy(worlds[i]);
}
END_TEST

/* Rolls a scene back some steps, again and again, and makes them once more: with the same end. */
START_TEST(steps_are_made_again) {
    const char *const names[] = {"heap", "car", "ragdolls", "mixed", "bullets"};
    scene_stage stage;
    open_scene(&stage, scene_find(names[_i]), 0);
    evo_frame *frames[8] = {NULL};
    lists seen[8];
    for (int i = 0; i < 30; ++i) ck_assert_int_eq(evo_world_step(stage.world, SCENE_STEP), EVO_OK);
    for (int round = 0; round < 8; ++round) {
        for (int i = 0; i < 8; ++i) {
            ck_assert_int_eq(evo_frame_keep(stage.world, &frames[i]), EVO_OK);
            ck_assert_int_eq(evo_world_step(stage.world, SCENE_STEP), EVO_OK);
            seen[i] = lists_of(stage.world);
        }
        ck_assert_int_eq(evo_frame_restore(stage.world, frames[round]), EVO_OK);
        for (int i = round; i < 8; ++i) {
            ck_assert_int_eq(evo_world_step(stage.world, SCENE_STEP), EVO_OK);
            const lists again = lists_of(stage.world);
            const char *differs = lists_difference(&seen[i], &again);
            ck_assert_msg(!differs, "round %d, step %d: %s", round, i, differs);
        }
    }
    scene_close(&stage);
    for (int i = 0; i < 8; ++i) evo_frame_destroy(frames[i]);
}
END_TEST

/* ---- The user's pointers --------------------------------------------------------------------- */

/* A body, a collider or a joint: the pointer that it got last, and its number. */
typedef struct thing {
    evo_body body, other; /* it, or whose it is; of a joint both */
    evo_collider collider;
    evo_joint joint;
    void *user;
    uint64_t tag;
    bool lives;
} thing;

enum { THINGS = 120, TIMES = 5, OWNED_CALLS = 90 };

typedef struct owned {
    evo_world *world;
    thing all[THINGS];
    int count;
    struct {
        moment kept;
        int count;
        thing all[THINGS];
    } times[TIMES];
} owned;

static void *any_user(void) {
    static char marks[5];
    const int i = (int)random_between(0, 6);
    return i < 5 ? &marks[i] : NULL;
}

static uint64_t any_tag(void) {
    return random_between(0, 1) < 0.3 ? 0 : (uint64_t)random_between(1, 1e15);
}

/* A thing that lives, or NULL; `bodies`: a body. */
static thing *any_thing(owned *o, bool bodies) {
    const int from = (int)random_between(0, o->count);
    for (int i = 0; i < o->count; ++i) {
        thing *t = &o->all[(from + i) % o->count];
        const bool is_body = t->collider.generation + t->joint.generation == 0;
        if (t->lives && (is_body || !bodies)) return t;
    }
    return NULL;
}

static thing *add_thing(owned *o, evo_body body) {
    ck_assert_int_lt(o->count, THINGS);
    thing *t = &o->all[o->count++];
    *t = (thing){.body = body, .user = any_user(), .tag = any_tag(), .lives = true};
    return t;
}

static void add_owned_body(owned *o) {
    evo_body_config c = evo_body_config_default();
    thing *body = add_thing(o, (evo_body){0, 0}), *shape = add_thing(o, (evo_body){0, 0});
    c.shape = evo_circle(0.4);
    c.kind = random_between(0, 1) < 0.5 ? EVO_DYNAMIC : EVO_STATIC;
    c.position = random_vector(9);
    c.user = body->user;
    c.tag = body->tag;
    c.collider_user = shape->user;
    c.collider_tag = shape->tag;
    body->body = shape->body = evo_body_create(o->world, &c);
    ck_assert_uint_eq(evo_body_colliders(o->world, body->body, &shape->collider, 1), 1);
}

static void add_owned_part(owned *o) {
    const thing *a = any_thing(o, true), *b = any_thing(o, true);
    if (!a) return;
    thing *t = add_thing(o, a->body);
    if (a == b) {
        evo_collider_config c = evo_collider_config_default();
        c.shape = evo_circle(0.3);
        c.user = t->user;
        c.tag = t->tag;
        t->collider = evo_collider_create(o->world, a->body, &c);
        ck_assert(evo_collider_exists(o->world, t->collider));
        return;
    }
    evo_joint_config c = evo_joint_config_default(EVO_DISTANCE);
    c.a = a->body;
    c.b = t->other = b->body;
    c.user = t->user;
    c.tag = t->tag;
    t->joint = evo_joint_create(o->world, &c);
    ck_assert(evo_joint_exists(o->world, t->joint));
}

static void destroy_thing(owned *o, thing *t) {
    const bool is_body = t->collider.generation + t->joint.generation == 0;
    const evo_body body = t->body;
    t->lives = false;
    if (t->joint.generation) ck_assert_int_eq(evo_joint_destroy(o->world, t->joint), EVO_OK);
    if (t->collider.generation) (void)evo_collider_destroy(o->world, t->collider);
    if (!is_body) return;
    ck_assert_int_eq(evo_body_destroy(o->world, body), EVO_OK);
    for (int i = 0; i < o->count; ++i)
        if (evo_body_equal(o->all[i].body, body) || evo_body_equal(o->all[i].other, body))
            o->all[i].lives = false;
}

static void set_thing(owned *o, thing *t) {
    if (random_between(0, 1) < 0.5)
        t->user = any_user();
    else
        t->tag = any_tag();
    if (t->joint.generation) {
        (void)evo_joint_set_user(o->world, t->joint, t->user);
        (void)evo_joint_set_tag(o->world, t->joint, t->tag);
    } else if (t->collider.generation) {
        (void)evo_collider_set_user(o->world, t->collider, t->user);
        (void)evo_collider_set_tag(o->world, t->collider, t->tag);
    } else {
        (void)evo_body_set_user(o->world, t->body, t->user);
        (void)evo_body_set_tag(o->world, t->body, t->tag);
    }
}

/* Goes to a moment by its frame or its save: who lives then has its number of then, and the pointer
 * that it got last, before or after. */
static void go_to(owned *o, int time, bool loads) {
    if (o->times[time].kept.frame == NULL) return;
    if (loads)
        ck_assert_int_eq(evo_world_load(o->world, o->times[time].kept.whole.bytes,
                                        o->times[time].kept.whole.size),
                         EVO_OK);
    else
        go_back(o->world, &o->times[time].kept);
    for (int i = 0; i < o->count; ++i) {
        const thing *then = &o->times[time].all[i];
        o->all[i].lives = i < o->times[time].count && then->lives;
        if (o->all[i].lives) o->all[i].tag = then->tag;
    }
}

static void check_things(const owned *o, uint64_t seed, int call) {
    for (int i = 0; i < o->count; ++i) {
        const thing *t = &o->all[i];
        if (!t->lives) continue;
        const void *user = t->joint.generation      ? evo_joint_user(o->world, t->joint)
                           : t->collider.generation ? evo_collider_user(o->world, t->collider)
                                                    : evo_body_user(o->world, t->body);
        const uint64_t tag = t->joint.generation      ? evo_joint_tag(o->world, t->joint)
                             : t->collider.generation ? evo_collider_tag(o->world, t->collider)
                                                      : evo_body_tag(o->world, t->body);
        ck_assert_msg(user == t->user && tag == t->tag, "seed %d, call %d, thing %d: %s", (int)seed,
                      call, i, user == t->user ? "tag" : "user");
    }
}

/* Random calls, saves, frames, loads and restores in any order, in branches of time in which
 * handles are given twice. */
static void run_owned(uint64_t seed) {
    static owned o;
    memset(&o, 0, sizeof o);
    random_seed(seed);
    o.world = scene_world(0, NULL);
    for (int call = 0; call < OWNED_CALLS; ++call) {
        const int choice = (int)random_between(0, 9), time = (int)random_between(0, TIMES);
        thing *t = any_thing(&o, false);
        if (choice < 2 && o.count < THINGS - 2) add_owned_body(&o);
        if (choice == 2 && o.count < THINGS) add_owned_part(&o);
        if (choice == 3 && t) destroy_thing(&o, t);
        if (choice == 4 && t) set_thing(&o, t);
        if (choice == 5) ck_assert_int_eq(evo_world_step(o.world, SCENE_STEP), EVO_OK);
        if (choice == 6) {
            keep(o.world, &o.times[time].kept);
            o.times[time].count = o.count;
            memcpy(o.times[time].all, o.all, sizeof o.all);
        }
        if (choice > 6) go_to(&o, time, choice == 7);
        check_things(&o, seed, call);
    }
    for (int i = 0; i < TIMES; ++i) {
        evo_frame_destroy(o.times[i].kept.frame);
        free(o.times[i].kept.whole.bytes);
    }
    evo_world_destroy(o.world);
}

/* @load-users */
START_TEST(users_and_tags_last) {
    for (uint64_t seed = 100 * (uint64_t)_i; seed < 100 * (uint64_t)_i + 100; ++seed)
        run_owned(seed);
}
END_TEST

/* Another world knows the numbers alone. @load-handles */
START_TEST(another_world_has_tags_without_users) {
    static int mark;
    evo_world *world = scene_world(0, NULL), *other = scene_world(0, NULL);
    const evo_body ball = scene_ball(world, 1, 0, 5);
    ck_assert_int_eq(evo_body_set_user(world, ball, &mark), EVO_OK);
    ck_assert_int_eq(evo_body_set_tag(world, ball, UINT64_MAX), EVO_OK);
    copy(other, world);
    ck_assert_ptr_null(evo_body_user(other, ball));
    ck_assert_uint_eq(evo_body_tag(other, ball), UINT64_MAX);
    evo_world_destroy(world);
    evo_world_destroy(other);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

enum { STEPS = 60, KEPT_MOST = 8 };

/* Keeps a frame before each of `count` steps, goes back to the one before step `back`, and makes
 * the steps from there on once more, with any number of lanes: they report the same. */
static void roll_back(evo_world *world, const random_plan *plan, int first, int count, int back) {
    static const int LANES[] = {0, 1, 4, 8};
    evo_frame *frames[KEPT_MOST] = {NULL};
    lists seen[KEPT_MOST];
    for (int i = 0; i < count; ++i) {
        ck_assert_int_eq(evo_frame_keep(world, &frames[i]), EVO_OK);
        random_world_step(world, plan, first + i);
        seen[i] = lists_without_users(world);
    }
    ck_assert_int_eq(evo_frame_restore(world, frames[back]), EVO_OK);
    ck_assert_int_eq(evo_world_set_lanes(world, LANES[first % 4]), EVO_OK);
    for (int i = back; i < count; ++i) {
        random_world_step(world, plan, first + i);
        const lists again = lists_without_users(world);
        const char *differs = lists_difference(&seen[i], &again);
        ck_assert_msg(!differs, "seed %d, back from step %d to %d, step %d: %s", (int)plan->seed,
                      first + count, first + back, first + i, differs);
    }
    for (int i = 0; i < count; ++i) evo_frame_destroy(frames[i]);
}

static void roll_back_all(uint64_t seed) {
    const random_plan plan = random_plan_of(seed);
    evo_world *world = random_world(NULL, &plan);
    for (int first = 0; first < STEPS;) {
        random_seed(seed + 31 * (uint64_t)first);
        (void)random_between(0, 1);
        const int count = (int)random_between(1, KEPT_MOST + 1);
        roll_back(world, &plan, first, count, (int)random_between(0, count));
        first += count;
    }
    evo_world_destroy(world);
}

START_TEST(random_worlds_are_rolled_back) {
    for (uint64_t seed = 10 * (uint64_t)_i; seed < 10 * (uint64_t)_i + 10; ++seed)
        roll_back_all(seed);
}
END_TEST

/* Loads a random world into another one, before some step: both go on alike. */
static void load_random(uint64_t seed) {
    const random_plan plan = random_plan_of(seed);
    evo_world *whole = random_world(NULL, &plan), *loaded = evo_world_create(NULL);
    random_seed(seed);
    const int before = (int)random_between(0, STEPS);
    for (int i = 0; i < STEPS; ++i) {
        if (i == before) copy(loaded, whole);
        random_world_step(whole, &plan, i);
        if (i < before) continue;
        random_world_step(loaded, &plan, i);
        const char *differs = difference(whole, loaded);
        ck_assert_msg(!differs, "seed %d, saved before step %d, step %d: %s", (int)seed, before, i,
                      differs);
    }
    evo_world_destroy(whole);
    evo_world_destroy(loaded);
}

/* @load-goes-on */
START_TEST(loaded_random_worlds_go_on) {
    for (uint64_t seed = 10 * (uint64_t)_i; seed < 10 * (uint64_t)_i + 10; ++seed)
        load_random(seed);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

/* realloc, but what is new in a block are bytes of the context. */
static void *resize_filled(void *context, void *block, size_t old_size, size_t new_size) {
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    unsigned char *made = realloc(block, new_size);
    if (made && new_size > old_size)
        memset(made + old_size, *(const int *)context, new_size - old_size);
    return made;
}

/* A world that flies, in which disks at random places were created, as far as they overlap no
 * other. */
static evo_world *fly_filled(int *byte, uint64_t seed) {
    evo_world_config config = evo_world_config_default();
    random_seed(seed);
    config.exact = &EXACT;
    config.allocator = (evo_allocator){resize_filled, byte};
    evo_world *world = evo_world_create(&config);
    for (int i = 0; i < 60; ++i) {
        evo_body_config body = evo_body_config_default();
        body.shape = evo_circle(random_between(0.5, 1));
        body.position = random_vector(9);
        body.velocity = random_vector(1);
        const evo_body made = evo_body_create(world, &body);
        if (evo_world_step(world, 0.01) != EVO_OK) (void)evo_body_destroy(world, made);
    }
    return world;
}

/* The bytes of a save depend on the world alone, not on what its memory held before.
 * @save-same-bytes */
START_TEST(saves_tell_nothing_of_memory) {
    int bytes[2] = {0x00, 0xa5};
    unsigned char *saves[2];
    size_t sizes[2];
    for (int i = 0; i < 2; ++i) {
        evo_world *world = fly_filled(&bytes[i], 300 + (uint64_t)_i);
        sizes[i] = evo_world_save(world, NULL, 0);
        saves[i] = malloc(sizes[i]);
        ck_assert_uint_eq(evo_world_save(world, saves[i], sizes[i]), sizes[i]);
        evo_world_destroy(world);
    }
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_mem_eq(saves[0], saves[1], sizes[0]);
    free(saves[0]);
    free(saves[1]);
}
END_TEST

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* A settled pile, saved and kept: bytes a body, and a contact. @frame-bytes */
START_TEST(saves_are_small) {
    static pile p;
    p = (pile){.count = _i < 2 ? 600 : 5000, .ellipses = _i % 2 == 1, .unit = 1};
    pile_make(&p);
    for (int i = 0; i < 300; ++i) ck_assert_int_eq(evo_world_step(p.world, SCENE_STEP), EVO_OK);
    evo_frame *frame = NULL;
    const evo_counters counters = evo_world_counters(p.world);
    ck_assert_uint_le(evo_world_save(p.world, NULL, 0), 200 * counters.bodies);
    ck_assert_int_eq(evo_frame_keep(p.world, &frame), EVO_OK);
    const size_t most = 64 * counters.awake + 24 * counters.pairs + 1000;
    ck_assert_msg(evo_frame_bytes(frame) <= most, "%zu bytes, %zu bodies, %zu pairs",
                  evo_frame_bytes(frame), counters.awake, counters.pairs);
    evo_frame_destroy(frame);
    evo_world_destroy(p.world);
}
END_TEST

/* Machines, kept: bytes a joint; speeds of motors are in the frame, and cost no whole save.
 * @frame-joint-bytes */
START_TEST(frames_of_joints_are_small) {
    static const char *const names[] = {"bridge", "ragdolls", "jansen", "car"};
    scene_stage stage;
    open_scene(&stage, scene_find(names[_i]), 8);
    evo_frame *frame = NULL;
    for (int i = 0; i < 30; ++i) ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
    const evo_counters counters = evo_world_counters(stage.world);
    const size_t joints = evo_world_joints(stage.world, NULL, 0);
    ck_assert_uint_gt(joints, 0);
    ck_assert_int_eq(evo_frame_keep(stage.world, &frame), EVO_OK);
    const size_t most = 64 * counters.awake + 24 * counters.pairs + 64 * joints + 1000;
    ck_assert_msg(evo_frame_bytes(frame) <= most, "%zu bytes, %zu bodies, %zu pairs, %zu joints",
                  evo_frame_bytes(frame), counters.awake, counters.pairs, joints);
    evo_frame_destroy(frame);
    scene_close(&stage);
}
END_TEST

/* ---- Suite ----------------------------------------------------------------------------------- */

/* Loops of ten random worlds each. */
enum { QUICK_TENS = 1, DEEP_TENS = 51 };

enum { QUICK_CALLS = 8, DEEP_CALLS = 1000, QUICK_REFUSALS = 4, DEEP_REFUSALS = 200 };

Suite *suite_saves(void) {
    Suite *suite = suite_create("saves");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep"),
          *random = tcase_create("random");
    int scenes = 0;
    while (scene_at((size_t)scenes)) ++scenes;
    tcase_add_loop_test(quick, a_loaded_scene_goes_on, 0, scenes / QUICK_SCENES);
    tcase_add_loop_test(quick, users_and_tags_last, 0, 2);
    tcase_add_test(quick, another_world_has_tags_without_users);
    tcase_add_loop_test(quick, calls_after_a_load_are_as_before, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, frames_give_back_what_was, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, going_back_is_loading, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, refused_frames_change_nothing, 0, QUICK_REFUSALS);
    tcase_add_loop_test(quick, frames_give_back_rules, 0, QUICK_CALLS);
    tcase_add_loop_test(quick, steps_are_made_again, 0, 5);
    tcase_add_loop_test(quick, random_worlds_are_rolled_back, 0, QUICK_TENS);
    tcase_add_loop_test(quick, loaded_random_worlds_go_on, 0, QUICK_TENS);
    tcase_add_loop_test(quick, saves_tell_nothing_of_memory, 0, 10);
    tcase_add_loop_test(quick, saves_are_small, 0, 2);
    tcase_add_loop_test(quick, frames_of_joints_are_small, 0, 4);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, a_loaded_scene_goes_on_for_long, 0, scenes * MOMENTS);
    tcase_add_loop_test(deep, calls_after_a_load_are_as_before, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, frames_give_back_what_was, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, going_back_is_loading, QUICK_CALLS, DEEP_CALLS);
    tcase_add_loop_test(deep, refused_frames_change_nothing, QUICK_REFUSALS, DEEP_REFUSALS);
    tcase_add_loop_test(deep, saves_are_small, 2, 4);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    tcase_add_loop_test(random, random_worlds_are_rolled_back, QUICK_TENS, DEEP_TENS);
    tcase_add_loop_test(random, loaded_random_worlds_go_on, QUICK_TENS, DEEP_TENS);
    tcase_set_tags(random, "slow");
    suite_add_tcase(suite, random);
    return suite;
}
