/* test_world_state.c: the answers of a world about itself: config, gravity, energies, the reason of
 * a failed creation; and the number of lanes. */
#include <evolute/evolute.h>
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/scene.h"

/* ---- Configs --------------------------------------------------------------------------------- */

START_TEST(configs_are_checked) {
    enum { GOOD = 5, INVALID = 16, UNSUPPORTED = 20 };
    const evo_vec2 down = {0, -1}, bad = {0, NAN};
    const evo_bounds box = {{0, 0}, {9, 9}}, turned = {{9, 9}, {0, 0}};
    const evo_exact_config late = {.contact_time = -1}, endless = {.contact_time = INFINITY};
    const evo_material bad_wall = {.density = 1, .friction = -1};
    const evo_world_config configs[UNSUPPORTED] = {
        evo_world_config_default(),
        {.gravity = down},
        {.exact = &EXACT},
        {.exact = &EXACT, .boundary = EVO_WALLS, .bounds = box},
        {.exact = &EXACT, .boundary = EVO_PERIODIC, .bounds = box},
        {.gravity = bad},
        {.gravity = {INFINITY, 0}},
        {.exact = &endless},
        {.exact = &EXACT, .boundary = (evo_boundary)7},
        {.exact = &EXACT, .boundary = EVO_WALLS, .bounds = turned},
        {.exact = &EXACT, .boundary = EVO_WALLS, .bounds = {{0, 0}, {NAN, 9}}},
        {.exact = &EXACT, .boundary = EVO_WALLS, .bounds = box, .wall = &bad_wall},
        {.substeps = -1},
        {.bounce_threshold = NAN},
        {.impact_speed = -1},
        {.exact = &late},
        {.boundary = EVO_WALLS, .bounds = box},
        {.boundary = EVO_PERIODIC, .bounds = box},
        {.exact = &EXACT, .should_collide = (bool (*)(void *, evo_collider, evo_collider))1},
        {.exact = &EXACT,
         .pre_solve = (bool (*)(void *, const evo_contact *, evo_contact_rules *))1},
    };
    ck_assert_int_eq(evo_world_config_check(NULL), EVO_ERROR_INVALID);
    for (int i = 0; i < UNSUPPORTED; ++i) {
        const evo_result wanted = i < GOOD      ? EVO_OK
                                  : i < INVALID ? EVO_ERROR_INVALID
                                                : EVO_ERROR_UNSUPPORTED;
        evo_world *world = evo_world_create(&configs[i]);
        ck_assert_int_eq(evo_world_config_check(&configs[i]), wanted);
        ck_assert_int_eq(world != NULL, i < GOOD);
        evo_world_destroy(world);
    }
}
END_TEST

static double least(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmin(a->friction, b->friction);
}

static uint64_t hash_of_fall(const evo_world_config *config) {
    evo_world *world = evo_world_create(config);
    evo_body balls[12];
    scene_ground(world);
    scene_pile(world, 4, 3, balls);
    scene_steps(world, 40);
    const uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

START_TEST(worlds_return_their_config) {
    int context;
    const evo_world_config given = {.gravity = {1, -10},
                                    .substeps = 7,
                                    .bounce_threshold = 0.5,
                                    .impact_speed = 2,
                                    .impact_limit = 9,
                                    .never_sleep = true,
                                    .mix_friction = least,
                                    .mix_restitution = least,
                                    .callback_context = &context};
    evo_world *world = evo_world_create(&given);
    evo_world_config got = evo_world_get(world);
    ck_assert(got.exact == NULL && got.boundary == EVO_OPEN && got.substeps == 7);
    ck_assert(got.bounce_threshold == 0.5 && got.impact_speed == 2 && got.impact_limit == 9);
    ck_assert(got.never_sleep && got.mix_friction == least && got.mix_restitution == least);
    ck_assert(got.callback_context == &context && !got.should_collide && !got.pre_solve);
    ck_assert(got.gravity.x == 1 && got.gravity.y == -10);
    ck_assert_uint_eq(hash_of_fall(&got), hash_of_fall(&given));
    ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){3, 4}), EVO_OK);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){NAN, 4}), EVO_ERROR_INVALID);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    got = evo_world_get(world);
    const evo_vec2 gravity = evo_world_gravity(world), none = evo_world_gravity(NULL);
    ck_assert(got.gravity.x == 3 && got.gravity.y == 4 && gravity.x == 3 && gravity.y == 4);
    ck_assert(none.x == 0 && none.y == 0 && evo_world_get(NULL).gravity.y == 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Energies -------------------------------------------------------------------------------- */

/* Adds bodies with their centres of mass off their positions, up to x = 27. */
static void add_falling(evo_world *world, double gravity_scale) {
    for (int i = 0; i < 10; ++i) {
        evo_body_config body = lab_body(evo_box(0.5, 0.2), 3 * i, random_between(-5, 5));
        body.shape = evo_shape_at(body.shape, (evo_vec2){0.5, random_between(-1, 1)}, 1);
        body.velocity = (evo_vec2){0, random_between(-5, 5)};
        body.gravity_scale = gravity_scale;
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
}

START_TEST(free_fall_keeps_the_energy) {
    const evo_world_config config = {.exact = _i < 2 ? NULL : &EXACT, .gravity = {0, -10}};
    evo_world *world = evo_world_create(&config);
    random_seed(41);
    add_falling(world, _i == 1 ? 0.5 : 1);
    const double potential = evo_world_potential_energy(world);
    const double energy = potential + evo_world_kinetic_energy(world);
    for (int i = 0; i < 60; ++i) {
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
        const double now = evo_world_potential_energy(world) + evo_world_kinetic_energy(world);
        ck_assert_double_eq_tol(now, energy, 1e-6 * evo_world_kinetic_energy(world));
    }
    ck_assert_double_lt(evo_world_potential_energy(world), potential - 40);
    evo_world_destroy(world);
}
END_TEST

START_TEST(potential_energy_is_that_of_centers_of_mass) {
    evo_world *world = evo_world_create(NULL);
    const evo_body ball =
        scene_add(world, EVO_DYNAMIC, evo_shape_at(evo_circle(1), (evo_vec2){0, 2}, 0), 3, 4);
    const double mass = evo_body_mass(world, ball).mass;
    scene_add(world, EVO_STATIC, evo_circle(1), 20, 20);
    scene_add(world, EVO_KINEMATIC, evo_circle(1), -20, 20);
    ck_assert_double_eq(evo_world_potential_energy(world), 0);
    ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){2, -10}), EVO_OK);
    ck_assert_double_eq_tol(evo_world_potential_energy(world), mass * (10 * 6 - 2 * 3), 1e-9);
    ck_assert_int_eq(evo_body_set_asleep(world, ball, true), EVO_OK);
    ck_assert_double_eq_tol(evo_world_potential_energy(world), mass * (10 * 6 - 2 * 3), 1e-9);
    ck_assert_double_eq(evo_world_potential_energy(NULL), 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Reasons --------------------------------------------------------------------------------- */

static const evo_vec2 POINTS[] = {{0, 0}, {1, 0}, {1, 0}, {2, 1}};

static evo_result chain_result(evo_world *world, evo_body body, int count, bool two_sided) {
    evo_chain_config config = evo_chain_config_default();
    config.points = POINTS;
    config.count = count;
    config.two_sided = two_sided;
    const bool made = evo_chain_exists(world, evo_chain_create(world, body, &config));
    ck_assert_int_eq(made, evo_world_last_result(world) == EVO_OK);
    return evo_world_last_result(world);
}

static evo_result collider_result(evo_world *world, evo_body body, evo_shape shape, bool sensor,
                                  double restitution) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = shape;
    config.sensor = sensor;
    config.material.restitution = restitution;
    const bool made = evo_collider_exists(world, evo_collider_create(world, body, &config));
    ck_assert_int_eq(made, evo_world_last_result(world) == EVO_OK);
    return evo_world_last_result(world);
}

static evo_result body_result(evo_world *world, evo_shape shape, double x, double damping) {
    evo_body_config config = lab_body(shape, x, 0);
    config.damping = damping;
    const bool made = evo_body_exists(world, evo_body_create(world, &config));
    ck_assert_int_eq(made, evo_world_last_result(world) == EVO_OK);
    return evo_world_last_result(world);
}

START_TEST(failed_creations_have_a_reason) {
    const evo_world_config config = {.exact = _i == 0 ? NULL : &EXACT};
    const evo_result in_events = _i == 0 ? EVO_OK : EVO_ERROR_UNSUPPORTED;
    const evo_shape disk = evo_circle(1), flat = evo_circle(-1), none = {.kind = EVO_NO_SHAPE};
    evo_world *world = evo_world_create(&config);
    ck_assert_int_eq(evo_world_last_result(world), EVO_OK);
    const evo_body ball = scene_ball(world, 1, 0, 9), ground = scene_ground(world), gone = {0, 0};
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(body_result(world, disk, NAN, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(body_result(world, flat, 0, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(body_result(world, disk, 0, -1), EVO_ERROR_INVALID);
    ck_assert_int_eq(collider_result(world, ball, none, false, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(collider_result(world, ball, disk, false, NAN), EVO_ERROR_INVALID);
    ck_assert_int_eq(collider_result(world, ball, disk, false, 5), EVO_ERROR_LIMIT);
    ck_assert_int_eq(collider_result(world, gone, disk, false, 0), EVO_ERROR_STALE);
    ck_assert_int_eq(chain_result(world, gone, 2, true), EVO_ERROR_STALE);
    ck_assert_int_eq(chain_result(world, ground, 1, true), EVO_ERROR_INVALID);
    ck_assert_int_eq(chain_result(world, ground, 4, true), EVO_ERROR_INVALID);
    ck_assert_int_eq(chain_result(world, ball, 2, true), EVO_ERROR_UNSUPPORTED);
    /* Other calls leave the reason as it is. */
    ck_assert_int_eq(evo_body_set_spin(world, gone, 1), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_int_eq(chain_result(world, ground, 2, true), EVO_OK);
    ck_assert_int_eq(chain_result(world, ground, 2, false), in_events);
    ck_assert_int_eq(body_result(world, disk, 50, 1), in_events);
    ck_assert_int_eq(collider_result(world, ball, disk, true, 0), in_events);
    ck_assert_int_eq(collider_result(world, ground, disk, true, 0), EVO_OK);
    ck_assert_int_eq(body_result(world, disk, 90, 0), EVO_OK);
    ck_assert_int_ne(evo_world_last_result(NULL), EVO_OK);
    evo_world_destroy(world);
}
END_TEST

/* Creates an object with the next request for memory refused. */
static evo_result create_refused(evo_world *world, test_memory *memory, evo_body body, int kind) {
    memory->refuse = memory->calls + 1;
    const evo_result result = kind == 0   ? body_result(world, evo_circle(1), 0, 0)
                              : kind == 1 ? collider_result(world, body, evo_circle(1), false, 0)
                                          : chain_result(world, body, 2, true);
    memory->refuse = 0;
    return result;
}

/* Creation goes on until it needs memory, and then once more. */
START_TEST(refused_memory_is_a_reason) {
    for (int kind = 0; kind < 3; ++kind) {
        test_memory memory = {0};
        evo_world *world = scene_world(0, &memory);
        const evo_body body = scene_add(world, EVO_STATIC, evo_circle(1), 0, 0);
        uint64_t hash = evo_world_hash(world);
        evo_result result = EVO_OK;
        for (int i = 0; i < 1000 && result == EVO_OK; ++i) {
            hash = evo_world_hash(world);
            result = create_refused(world, &memory, body, kind);
        }
        ck_assert_int_eq(result, EVO_ERROR_MEMORY);
        ck_assert_uint_eq(evo_world_hash(world), hash);
        ck_assert_int_eq(body_result(world, evo_circle(1), 0, 0), EVO_OK);
        ck_assert_uint_ne(evo_world_hash(world), hash);
        evo_world_destroy(world);
        ck_assert_uint_eq(memory.bytes, 0);
    }
}
END_TEST

typedef struct asked {
    evo_world *world;
    int calls;
} asked;

static bool create_within(void *context, evo_collider a, evo_collider b) {
    asked *to = context;
    (void)a;
    (void)b;
    ++to->calls;
    ck_assert_int_eq(body_result(to->world, evo_circle(1), 0, 0), EVO_ERROR_LOCKED);
    return true;
}

START_TEST(callbacks_create_nothing) {
    asked to = {NULL, 0};
    const evo_world_config config = {.should_collide = create_within, .callback_context = &to};
    to.world = evo_world_create(&config);
    scene_ball(to.world, 1, 0, 1);
    scene_ground(to.world);
    scene_steps(to.world, 2);
    ck_assert_int_gt(to.calls, 0);
    ck_assert_uint_eq(evo_world_counters(to.world).bodies, 2);
    evo_world_destroy(to.world);
}
END_TEST

/* ---- Lanes ----------------------------------------------------------------------------------- */

START_TEST(lanes_give_the_same_bits) {
    const int lanes[] = {1, 4, 8, 16, 0}, refused[] = {3, -1, 2, 5, 32, 9};
    uint64_t hashes[5];
    for (int i = 0; i < 5; ++i) {
        evo_world *world = scene_any_world();
        const uint64_t hash = evo_world_hash(world);
        ck_assert_int_eq(evo_world_set_lanes(world, lanes[i]), EVO_OK);
        for (int k = 0; k < 6; ++k)
            ck_assert_int_eq(evo_world_set_lanes(world, refused[k]), EVO_ERROR_INVALID);
        ck_assert_uint_eq(evo_world_hash(world), hash);
        scene_steps(world, 60);
        hashes[i] = evo_world_hash(world);
        ck_assert_uint_eq(hashes[i], hashes[0]);
        ck_assert_uint_ne(hashes[i], hash);
        evo_world_destroy(world);
    }
    ck_assert_int_eq(evo_world_set_lanes(NULL, 4), EVO_ERROR_INVALID);
}
END_TEST

Suite *suite_world_state(void) {
    Suite *suite = suite_create("world_state");
    TCase *tests = tcase_create("world_state");
    tcase_add_test(tests, configs_are_checked);
    tcase_add_test(tests, worlds_return_their_config);
    tcase_add_loop_test(tests, free_fall_keeps_the_energy, 0, 3);
    tcase_add_test(tests, potential_energy_is_that_of_centers_of_mass);
    tcase_add_loop_test(tests, failed_creations_have_a_reason, 0, 2);
    tcase_add_test(tests, refused_memory_is_a_reason);
    tcase_add_test(tests, callbacks_create_nothing);
    tcase_add_test(tests, lanes_give_the_same_bits);
    suite_add_tcase(suite, tests);
    return suite;
}
