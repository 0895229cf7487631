/* world_state.c: the answers of a world about itself: config, gravity, energies, the reason of a
 * failed creation, the number of lanes. Its counters are independent of unrelated bodies; equal
 * worlds have equal hashes, with any number of lanes, in any thread, and hashes cover all state. */
#include <evolute/evolute.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "evolute/collide.h"
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

/* ---- Counters -------------------------------------------------------------------------------- */

static const double PI = 3.14159265358979324;

/* An ellipse across a bowl has two contacts but counts as one pair, also after a change elsewhere
 * has rebuilt the contacts. */
START_TEST(two_contacts_count_as_one_pair) {
    evo_world *world = scene_world(0, NULL);
    scene_add(world, EVO_STATIC, evo_ring(2, 0.4, PI, PI), 0, 0);
    evo_body egg = scene_add(world, EVO_DYNAMIC, evo_ellipse(1.4, 0.4), 0, -0.7);
    ck_assert_int_eq(evo_body_set_never_sleep(world, egg, true), EVO_OK);
    evo_body other = scene_ball(world, 1, 100, 100);
    scene_steps(world, 60);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    ck_assert_int_eq(evo_body_set_pose(world, other, (evo_pose){{100, 200}, 0}), EVO_OK);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    evo_world_destroy(world);
}
END_TEST

/* The margin follows the mean speed of bodies; a single fast body does not widen it. */
START_TEST(one_fast_body_adds_no_pairs_of_others) {
    enum { COLUMNS = 20, ROWS = 10 };
    evo_body balls[COLUMNS * ROWS];
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_pile(world, COLUMNS, ROWS, balls);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
        ck_assert_int_eq(evo_body_set_never_sleep(world, balls[i], true), EVO_OK);
    scene_steps(world, 120);
    size_t before = evo_world_counters(world).pairs, most = 0;
    evo_body bullet = scene_ball(world, 0.5, 500, 500);
    ck_assert_int_eq(evo_body_set_velocity(world, bullet, (evo_vec2){1e6, 0}), EVO_OK);
    for (int i = 0; i < 20; ++i) {
        scene_steps(world, 1);
        size_t pairs = evo_world_counters(world).pairs;
        most = pairs > most ? pairs : most;
    }
    ck_assert_uint_ge(before, COLUMNS * ROWS);
    ck_assert_uint_le(2 * most, 3 * before);
    evo_world_destroy(world);
}
END_TEST

/* Contacts of what is put to sleep by hand count once, before and after the next step. */
START_TEST(sleepers_contacts_count_once) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.5);
    scene_steps(world, 5);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    ck_assert_int_eq(evo_body_set_asleep(world, ball, true), EVO_OK);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    scene_steps(world, 1);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 1);
    evo_world_destroy(world);
}
END_TEST

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* The hash covers state that poses do not show yet: whether a mass was set, and the number of
 * steps. */
START_TEST(hashes_cover_hidden_state) {
    evo_world *world = evo_world_create(NULL), *other = evo_world_create(NULL);
    ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(other));
    for (int i = 0; i < 2; ++i) ck_assert_int_eq(evo_world_step(world, 0.125), EVO_OK);
    ck_assert_int_eq(evo_world_step(other, 0.25), EVO_OK);
    ck_assert_double_eq(evo_world_time(world), evo_world_time(other));
    ck_assert_uint_ne(evo_world_hash(world), evo_world_hash(other));
    evo_body body = scene_ball(world, 0.5, 0, 0);
    uint64_t by_shape = evo_world_hash(world);
    ck_assert_int_eq(evo_body_set_mass(world, body, evo_body_mass(world, body)), EVO_OK);
    ck_assert_uint_ne(evo_world_hash(world), by_shape);
    evo_world_destroy(world);
    evo_world_destroy(other);
}
END_TEST

/* ---- The same bits --------------------------------------------------------------------------- */

enum { CHURN = 400 };

/* Bodies are created and destroyed at random while the world steps. */
static uint64_t churn(int lanes, long bodies, int steps, test_memory *memory, uint64_t seed) {
    static _Thread_local evo_body alive[CHURN];
    evo_world *world = scene_world(lanes, memory);
    random_seed(seed);
    memset(alive, 0, sizeof alive);
    scene_ground(world);
    for (long i = 0; i < bodies; ++i) {
        evo_body *at = &alive[(int)random_between(0, CHURN)];
        evo_body_destroy(world, *at);
        *at = scene_any_body(world);
        if (i % (bodies / steps) == 0) scene_steps(world, 1);
        if (i % 1000 == 0 && memory) scene_check_bytes(world, memory);
    }
    scene_steps(world, steps / 4);
    if (memory) scene_check_bytes(world, memory);
    uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

static void check_churn(const int *lanes, int runs, long bodies, int steps) {
    uint64_t first = 0;
    for (int i = 0; i < runs; ++i) {
        test_memory memory = {0};
        uint64_t hash = churn(lanes[i], bodies, steps, &memory, 5);
        ck_assert_uint_eq(memory.bytes, 0);
        if (i == 0) first = hash;
        ck_assert_uint_eq(hash, first);
    }
}

START_TEST(churn_leaks_nothing_and_repeats) {
    const int once[] = {1, 8}, all[] = {1, 4, 8, 0, 1};
    check_churn(once, 2, 100000, 200);
    check_churn(all, 5, 20000, 40);
}
END_TEST

/* Built before any thread starts, because the random generator is global. */
static evo_world *seeded_world(uint64_t seed) {
    evo_world *world = scene_world(0, NULL);
    random_seed(seed);
    scene_ground(world);
    for (int i = 0; i < 300; ++i) scene_any_body(world);
    return world;
}

static void *run_alone(void *argument) {
    evo_world *world = argument;
    for (int i = 0; i < 300; ++i)
        if (evo_world_step(world, SCENE_STEP) != EVO_OK) break;
    return NULL;
}

START_TEST(worlds_in_threads_are_independent) {
    uint64_t alone[2];
    evo_world *together[2];
    pthread_t threads[2];
    for (uint64_t i = 0; i < 2; ++i) {
        evo_world *world = seeded_world(i + 1);
        run_alone(world);
        alone[i] = evo_world_hash(world);
        evo_world_destroy(world);
        together[i] = seeded_world(i + 1);
    }
    for (int i = 0; i < 2; ++i)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_alone, together[i]), 0);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_uint_eq(evo_world_hash(together[i]), alone[i]);
        evo_world_destroy(together[i]);
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_world_state(Suite *suite) {
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
}

static void add_world_counters(Suite *suite) {
    TCase *counters = tcase_create("counters");
    tcase_add_test(counters, two_contacts_count_as_one_pair);
    tcase_add_test(counters, one_fast_body_adds_no_pairs_of_others);
    tcase_add_test(counters, sleepers_contacts_count_once);
    suite_add_tcase(suite, counters);
}

static void add_world_same_bits(Suite *suite) {
    TCase *hashes = tcase_create("hashes");
    tcase_add_test(hashes, hashes_cover_hidden_state);
    suite_add_tcase(suite, hashes);
    TCase *same = tcase_create("same_bits");
    tcase_set_timeout(same, 300);
    tcase_set_tags(same, "slow");
    tcase_add_test(same, churn_leaks_nothing_and_repeats);
    tcase_add_test(same, worlds_in_threads_are_independent);
    suite_add_tcase(suite, same);
}

Suite *suite_world_state(void) {
    Suite *suite = suite_create("world_state");
    add_world_state(suite);
    add_world_counters(suite);
    add_world_same_bits(suite);
    return suite;
}
