/* world_memory.c: allocators that refuse, and steps that allocate nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/random.h"
#include "support/scene.h"

/* ---- A scenario ------------------------------------------------------------------------------
 *
 * A sequence of calls; each is repeated once when memory was refused. */

enum { BODIES = 24, CALLS = 400 };

typedef struct scenario {
    evo_world *world;
    test_memory *memory;
    evo_body bodies[BODIES];
    evo_touch shown[64]; /* of the last step that succeeded */
    size_t shown_count;
} scenario;

static evo_shape shape_of(int i) {
    evo_vec2 left = {-1, 0}, right = {1, 0.25};
    switch (i % 5) {
    case 0:
        return evo_ellipse(0.8, 0.4);
    case 1:
        return evo_ring(1, 0.3, 0.2 * i, 4);
    case 2:
        return evo_segment(left, right);
    default:
        return evo_circle(0.3 + 0.02 * (i % 7));
    }
}

static evo_result create_body(scenario *s, int i) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape_of(i);
    config.kind = i % 11 == 10 ? EVO_KINEMATIC : EVO_DYNAMIC;
    config.position = (evo_vec2){1.5 * (i % 6), 0.7 + 1.5 * (i / 6 % 4)};
    config.sensor = i % 7 == 6;
    config.material.restitution = i % 3 == 0 ? 0.5 : 0;
    evo_body body = evo_body_create(s->world, &config);
    if (!evo_body_exists(s->world, body)) return EVO_ERROR_MEMORY;
    s->bodies[i % BODIES] = body;
    return EVO_OK;
}

static evo_result create_collider(scenario *s, evo_body body, int i) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_shape_at(shape_of(i), (evo_vec2){0.5, 0.2}, 1);
    evo_collider made = evo_collider_create(s->world, body, &config);
    return evo_collider_exists(s->world, made) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* Changes of an existing body. */
static evo_result change(scenario *s, evo_body body, int i) {
    evo_world *world = s->world;
    evo_collider collider = scene_collider(world, body);
    evo_pose pose = {{i % 5, 1 + i % 3}, i};
    evo_vec2 push = {0, 0.5};
    evo_mass mass = {i % 2, {0, 0}, i % 2};
    evo_material material = evo_material_default();
    evo_filter filter = {1, (uint32_t)i % 4, 0};
    evo_shape shape = shape_of(i + 1);
    switch (i % 17) {
    case 0:
        return evo_body_set_pose(world, body, pose);
    case 1:
        return evo_body_set_velocity(world, body, push);
    case 2:
        return evo_body_set_spin(world, body, 1);
    case 3:
        return evo_body_apply_force(world, body, push, pose.position);
    case 4:
        return evo_body_apply_torque(world, body, 1);
    case 5:
        return evo_body_apply_impulse(world, body, push, pose.position);
    case 6:
        return evo_body_apply_spin_impulse(world, body, 0.1);
    case 7:
        return evo_body_set_kind(world, body, (evo_body_kind)(i / 17 % 3));
    case 8:
        return evo_body_set_mass(world, body, mass);
    case 9:
        return evo_body_set_gravity_scale(world, body, 1 - i % 2 * 0.5);
    case 10:
        return evo_body_set_locks(world, body, (evo_locks){.spin = i % 2});
    case 11:
        return evo_body_set_disabled(world, body, i % 3 == 0);
    case 12:
        return evo_body_set_asleep(world, body, !(i % 2));
    case 13:
        return evo_body_set_never_sleep(world, body, i % 2);
    case 14:
        return evo_collider_set_shape(world, collider, &shape);
    case 15:
        return evo_collider_set_material(world, collider, &material);
    default:
        return evo_collider_set_filter(world, collider, filter);
    }
}

static evo_result call(scenario *s, int i) {
    evo_body body = s->bodies[i * 7 % BODIES];
    if (i < BODIES) return create_body(s, i);
    if (i == BODIES) return evo_world_set_gravity(s->world, (evo_vec2){0, -9});
    if (i == CALLS / 2 || i == CALLS - 9) return evo_world_set_gravity(s->world, (evo_vec2){1, -9});
    /* Two long pauses, in which bodies fall asleep. */
    if (i > CALLS / 2 - 60 && i < CALLS / 2) return evo_world_step(s->world, SCENE_STEP);
    if (i > CALLS - 70 && i < CALLS - 9) return evo_world_step(s->world, SCENE_STEP);
    switch (i % 8) {
    case 0:
        return evo_body_exists(s->world, body) ? evo_body_destroy(s->world, body) : EVO_OK;
    case 1:
        return evo_body_exists(s->world, body) ? EVO_OK : create_body(s, i);
    case 2:
        return evo_body_exists(s->world, body) ? create_collider(s, body, i) : EVO_OK;
    case 3:
    case 4:
        return change(s, body, i / 8 * 2 + i % 2);
    default:
        return evo_world_step(s->world, SCENE_STEP);
    }
}

/* The events of the last step, which a refused call must not change. */
static void check_shown(scenario *s, bool keep) {
    size_t count;
    const evo_touch *touches = evo_world_touches(s->world, &count);
    if (keep) {
        s->shown_count = count < 64 ? count : 64;
        if (s->shown_count > 0) memcpy(s->shown, touches, s->shown_count * sizeof *touches);
    }
    ck_assert_uint_ge(count, s->shown_count);
    ck_assert(s->shown_count == 0
              || memcmp(touches, s->shown, s->shown_count * sizeof *touches) == 0);
}

/* Runs the scenario with the refusals set in `memory`; returns the final hash. */
static uint64_t run(test_memory *memory, int lanes) {
    scenario s = {.world = NULL, .memory = memory};
    s.world = scene_world(lanes, memory);
    if (!s.world) s.world = scene_world(lanes, memory);
    ck_assert_ptr_nonnull(s.world);
    evo_body ground = scene_ground(s.world);
    if (!evo_body_exists(s.world, ground)) scene_ground(s.world);
    for (int i = 0; i < CALLS; ++i) {
        size_t refused = memory->refused;
        uint64_t before = evo_world_hash(s.world);
        evo_result result = call(&s, i);
        /* What can do without is done without it. */
        if (memory->refused > refused && result != EVO_OK) {
            ck_assert_msg(result == EVO_ERROR_MEMORY, "call %d answers %d", i, (int)result);
            ck_assert_msg(evo_world_hash(s.world) == before, "call %d has changed something", i);
            check_shown(&s, false);
            result = call(&s, i);
        }
        ck_assert_int_ne(result, EVO_ERROR_MEMORY);
        check_shown(&s, result == EVO_OK);
        scene_check_bytes(s.world, memory);
    }
    uint64_t hash = evo_world_hash(s.world);
    evo_world_destroy(s.world);
    ck_assert_uint_eq(memory->bytes, 0);
    return hash;
}

/* Refuses one call of the allocator in each run: every `apart`-th. */
static void check_refusals(size_t apart) {
    test_memory whole = {0};
    uint64_t wanted = run(&whole, 0);
    ck_assert_uint_gt(whole.calls, 100);
    for (size_t k = 1; k <= whole.calls; k += apart) {
        test_memory memory = {.refuse = k};
        uint64_t hash = run(&memory, 0);
        ck_assert_uint_eq(memory.refused + memory.not_shrunk, 1);
        ck_assert_msg(hash == wanted, "another end when call %zu of the allocator is refused", k);
    }
}

START_TEST(any_refusal_is_answered_and_changes_nothing) {
    check_refusals(6);
}
END_TEST

START_TEST(each_refusal_is_answered_and_changes_nothing) {
    check_refusals(1);
}
END_TEST

/* ---- Steps ----------------------------------------------------------------------------------- */

/* An allocator that refuses while the flag is set. */
static void *resize_or_refuse(void *context, void *block, size_t old_size, size_t new_size) {
    const bool *refuses = context;
    (void)old_size;
    if (new_size > 0) return *refuses ? NULL : realloc(block, new_size);
    free(block);
    return NULL;
}

/* Ellipses that hit the ground and bounce off at once, which leaves a friction impulse without a
 * normal one. */
static evo_world *thrown_world(bool *refuses) {
    evo_world_config in_space = evo_world_config_default();
    in_space.bounce_threshold = 0;
    in_space.allocator = (evo_allocator){resize_or_refuse, refuses};
    evo_world *world = evo_world_create(&in_space);
    scene_ground(world);
    for (int i = 0; i < 8; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = i % 2 ? evo_ellipse(0.5, 0.1) : evo_ellipse(0.2, 0.05);
        config.position = (evo_vec2){0.5 * i, random_between(0.3, 2)};
        config.angle = random_between(-3, 3);
        config.velocity = (evo_vec2){random_between(-20, 20), random_between(-60, 0)};
        config.spin = random_between(-100, 100);
        config.material.restitution = random_between(0, 1);
        ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
    }
    return world;
}

START_TEST(refused_steps_leave_the_hash) {
    int refused = 0;
    random_seed(3);
    for (int i = 0; i < 500; ++i) {
        bool refuses = false;
        evo_world *world = thrown_world(&refuses);
        for (int step = 0; step < 6; ++step) {
            uint64_t before = evo_world_hash(world);
            refuses = true;
            evo_result result = evo_world_step(world, SCENE_STEP);
            refuses = false;
            if (result == EVO_OK) continue;
            ++refused;
            ck_assert_msg(evo_world_hash(world) == before, "world %d, step %d", i, step);
            scene_steps(world, 1);
        }
        evo_world_destroy(world);
    }
    ck_assert_int_gt(refused, 500);
}
END_TEST

/* ---- No memory at all ------------------------------------------------------------------------ */

static void *refuse_all(void *context, void *block, size_t old_size, size_t new_size) {
    (void)context;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

START_TEST(no_memory_no_world) {
    evo_world_config config = evo_world_config_default();
    config.allocator.resize = refuse_all;
    ck_assert_ptr_null(evo_world_create(&config));
}
END_TEST

/* ---- Steps that need no memory --------------------------------------------------------------- */

static void add_pile(evo_world *world, int kinds) {
    evo_vec2 left = {-1, 0}, right = {1, 0};
    evo_shape bowl = evo_ring(20, 1, 3, 3.5); /* so that nothing rolls away */
    scene_add(world, EVO_STATIC, bowl, 6, 19);
    for (int i = 0; i < 120; ++i) {
        evo_shape shape = evo_circle(0.4);
        if (i % kinds == 1) shape = evo_ellipse(0.5, 0.35);
        if (i % kinds == 2) shape = evo_ring(0.5, 0.2, 0, 4);
        if (i % kinds == 3) shape = evo_segment(left, right);
        scene_add(world, EVO_DYNAMIC, shape, i % 12, 0.6 + i / 12);
    }
}

static void check_warm_steps(int kinds, bool never_sleep, double seconds) {
    test_memory memory = {0};
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){0, -10};
    config.never_sleep = never_sleep;
    config.allocator = test_memory_allocator(&memory);
    evo_world *world = evo_world_create(&config);
    add_pile(world, kinds);
    while (evo_world_time(world) < seconds) scene_steps(world, 1);
    size_t calls = memory.calls;
    scene_steps(world, 300);
    ck_assert_uint_eq(memory.calls, calls);
    evo_world_destroy(world);
    ck_assert_uint_eq(memory.bytes, 0);
}

START_TEST(piles_at_rest_need_no_memory) {
    check_warm_steps(1, false, 20);
    check_warm_steps(1, true, 20);
    check_warm_steps(3, true, 20);
}
END_TEST

/* Circling bodies: pairs are rebuilt all the time, within the same memory. */
START_TEST(warm_worlds_need_no_memory) {
    test_memory memory = {0};
    evo_world_config config = evo_world_config_default();
    config.allocator = test_memory_allocator(&memory);
    evo_world *world = evo_world_create(&config);
    evo_body bodies[60];
    for (int i = 0; i < 60; ++i) {
        bodies[i] = scene_add(world, EVO_KINEMATIC, evo_circle(0.4), 3, 0);
        scene_ball(world, 0.3, i, 50 + i);
    }
    size_t calls = 0;
    for (int i = 0; i < 2400; ++i) {
        for (int k = 0; k < 60; ++k) {
            evo_vec2 direction = evo_direction(0.05 * i + k);
            evo_vec2 velocity = {(1 + k % 7) * direction.x, (1 + k % 7) * direction.y};
            ck_assert_int_eq(evo_body_set_velocity(world, bodies[k], velocity), EVO_OK);
        }
        scene_steps(world, 1);
        if (i == 1500) calls = memory.calls; /* the fullest tile of all was met at 1,132 */
    }
    ck_assert_uint_eq(memory.calls, calls);
    evo_world_destroy(world);
}
END_TEST

/* ---- Memory that is released ----------------------------------------------------------------- */

/* A pile that sleeps needs little more than its bodies and what is remembered of their contacts. */
START_TEST(piles_asleep_release_memory) {
    static evo_body balls[75 * 8];
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_pile(world, 75, 8, balls);
    size_t most = 0, last = 0;
    for (int step = 0; step < 400; ++step) {
        scene_steps(world, 1);
        last = evo_world_counters(world).bytes;
        most = last > most ? last : most;
    }
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    ck_assert_msg((double)last <= 0.7 * (double)most, "%zu of %zu bytes", last, most);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_world_memory(void) {
    Suite *suite = suite_create("world_memory");
    TCase *refusals = tcase_create("refusals");
    tcase_add_test(refusals, any_refusal_is_answered_and_changes_nothing);
    tcase_add_test(refusals, refused_steps_leave_the_hash);
    tcase_add_test(refusals, no_memory_no_world);
    suite_add_tcase(suite, refusals);
    TCase *deep = tcase_create("each refusal");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 300);
    tcase_add_test(deep, each_refusal_is_answered_and_changes_nothing);
    suite_add_tcase(suite, deep);
    TCase *warm = tcase_create("warm");
    tcase_add_test(warm, piles_at_rest_need_no_memory);
    tcase_add_test(warm, warm_worlds_need_no_memory);
    suite_add_tcase(suite, warm);
    TCase *release = tcase_create("release");
    tcase_add_test(release, piles_asleep_release_memory);
    suite_add_tcase(suite, release);
    return suite;
}
