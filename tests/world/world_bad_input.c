/* world_bad_input.c: NULL worlds, invalid handles and invalid numbers in every argument of the
 * public functions. Each is refused, and the world is unchanged. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/exact.h"
#include "support/scene.h"
#include "world/world.h"

static const double ODD[] = {NAN, INFINITY, -INFINITY, 1e308, -1e31};
enum { ODD_COUNT = sizeof ODD / sizeof ODD[0] };

static const evo_vec2 O = {0, 0}, UP = {0, 1};
static const evo_pose HERE = {{0, 0}, 0};

/* A world with a dynamic body that touches the ground, and a destroyed one. */
typedef struct subject {
    evo_world *world;
    evo_body ball, ground, destroyed;
    evo_collider collider, destroyed_collider;
    uint64_t hash;
} subject;

static subject subject_make(void) {
    subject s;
    s.world = scene_world(0, NULL);
    s.ground = scene_ground(s.world);
    s.ball = scene_ball(s.world, 0.5, 0, 0.5);
    s.destroyed = scene_ball(s.world, 0.5, 5, 0.5);
    s.collider = scene_collider(s.world, s.ball);
    s.destroyed_collider = scene_collider(s.world, s.destroyed);
    scene_steps(s.world, 5);
    ck_assert_int_eq(evo_body_destroy(s.world, s.destroyed), EVO_OK);
    scene_steps(s.world, 5);
    s.hash = evo_world_hash(s.world);
    return s;
}

static void check_same(const subject *s) {
    ck_assert_uint_eq(evo_world_hash(s->world), s->hash);
}

static void subject_end(subject *s) {
    check_same(s);
    scene_steps(s->world, 5);
    evo_world_destroy(s->world);
}

/* ---- Configs of worlds ----------------------------------------------------------------------- */

START_TEST(odd_worlds_are_refused) {
    for (int i = 0; i < ODD_COUNT; ++i)
        for (int n = 0; n < 4; ++n) {
            evo_world_config config = evo_world_config_default();
            double *places[] = {&config.gravity.x, &config.gravity.y, &config.bounce_threshold,
                                &config.impact_speed};
            bool may_be_large = n >= 2 && ODD[i] > 0;
            *places[n] = ODD[i];
            evo_world *world = evo_world_create(&config);
            ck_assert_int_eq(world != NULL, may_be_large);
            evo_world_destroy(world);
        }
}
END_TEST

START_TEST(odd_choices_of_worlds_are_refused) {
    for (int n = 0; n < 8; ++n) {
        evo_world_config config = evo_world_config_default();
        const evo_exact_config late = {.contact_time = -1};
        if (n == 0) config.exact = &late;
        if (n == 1) config.boundary = (evo_boundary)-1;
        if (n == 2) config.substeps = -1;
        if (n == 3) config.substeps = 1 << 30;
        if (n == 4) config.bounce_threshold = -1;
        if (n == 5) config.push_speed = -1;
        if (n == 6) config.push_speed = NAN;
        if (n == 7) config.push_speed = INFINITY;
        ck_assert_ptr_null(evo_world_create(&config));
        ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_INVALID);
    }
    evo_world_destroy(NULL);
    evo_world *world = evo_world_create(NULL);
    ck_assert_ptr_nonnull(world);
    evo_world_destroy(world);
}
END_TEST

/* Walls and periodic boxes need an event world and valid bounds. */
START_TEST(odd_spaces_are_refused) {
    static const evo_boundary boundaries[] = {EVO_WALLS, EVO_PERIODIC};
    for (int i = 0; i < 2; ++i)
        for (int n = -1; n < 4 * ODD_COUNT + 4; ++n) {
            evo_world_config config = evo_world_config_default();
            evo_bounds *bounds = &config.bounds;
            double *places[] = {&bounds->min.x, &bounds->min.y, &bounds->max.x, &bounds->max.y};
            config.exact = &EXACT;
            config.boundary = boundaries[i];
            *bounds = (evo_bounds){{1, 2}, {3, 4}};
            if (n >= 4) *places[n % 4] = ODD[n / 4 - 1];
            if (n == 0) config.exact = NULL;
            if (n == 1) bounds->max.x = 1;
            if (n == 2) bounds->min.y = 5;
            evo_material wall = evo_material_default();
            wall.restitution = NAN;
            if (n == 3) config.wall = &wall;
            evo_world *world = evo_world_create(&config);
            ck_assert_int_eq(world != NULL, n < 0);
            evo_world_destroy(world);
        }
}
END_TEST

/* ---- No world -------------------------------------------------------------------------------- */

START_TEST(no_world_is_asked) {
    size_t count = 5;
    ck_assert_int_ne(evo_world_step(NULL, 1), EVO_OK);
    ck_assert_int_ne(evo_world_set_gravity(NULL, UP), EVO_OK);
    ck_assert_double_eq(evo_world_time(NULL), 0);
    ck_assert_uint_eq(evo_world_hash(NULL), 0);
    ck_assert_uint_eq(evo_world_counters(NULL).bodies, 0);
    ck_assert_double_eq(evo_world_kinetic_energy(NULL), 0);
    ck_assert(!(evo_world_next_event(NULL) < INFINITY));
    ck_assert_uint_eq(evo_world_sums(NULL).pair_impacts, 0);
    ck_assert_double_eq(evo_world_profile(NULL).step, 0);
    ck_assert(!evo_world_touches(NULL, &count) && count == 0);
    ck_assert(!evo_world_impacts(NULL, &count) && count == 0);
    ck_assert(!evo_world_moves(NULL, &count) && count == 0);
    ck_assert(!evo_world_forces(NULL, &count) && count == 0);
    ck_assert(!evo_world_touches(NULL, NULL) && !evo_world_impacts(NULL, NULL));
    ck_assert(!evo_world_moves(NULL, NULL) && !evo_world_visits(NULL, NULL));
}
END_TEST

START_TEST(counts_need_not_be_asked_for) {
    subject s = subject_make();
    evo_world_touches(s.world, NULL);
    evo_world_impacts(s.world, NULL);
    evo_world_moves(s.world, NULL);
    evo_world_visits(s.world, NULL);
    subject_end(&s);
}
END_TEST

/* ---- Invalid handles ------------------------------------------------------------------------- */

/* Every function that changes a body. */
static void check_no_body(evo_world *world, evo_body body) {
    evo_mass mass = {1, {0, 0}, 1};
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_circle(1);
    ck_assert_int_ne(evo_body_destroy(world, body), EVO_OK);
    ck_assert_int_ne(evo_body_set_pose(world, body, HERE), EVO_OK);
    ck_assert_int_ne(evo_body_set_velocity(world, body, UP), EVO_OK);
    ck_assert_int_ne(evo_body_set_spin(world, body, 1), EVO_OK);
    ck_assert_int_ne(evo_body_apply_force(world, body, UP, O), EVO_OK);
    ck_assert_int_ne(evo_body_apply_torque(world, body, 1), EVO_OK);
    ck_assert_int_ne(evo_body_apply_impulse(world, body, UP, O), EVO_OK);
    ck_assert_int_ne(evo_body_apply_spin_impulse(world, body, 1), EVO_OK);
    ck_assert_int_ne(evo_body_set_kind(world, body, EVO_STATIC), EVO_OK);
    ck_assert_int_ne(evo_body_set_mass(world, body, mass), EVO_OK);
    ck_assert_int_ne(evo_body_set_damping(world, body, 1), EVO_OK);
    ck_assert_int_ne(evo_body_set_spin_damping(world, body, 1), EVO_OK);
    ck_assert_int_ne(evo_body_set_gravity_scale(world, body, 2), EVO_OK);
    ck_assert_int_ne(evo_body_set_locks(world, body, (evo_locks){.spin = true}), EVO_OK);
    ck_assert_int_ne(evo_body_set_disabled(world, body, true), EVO_OK);
    ck_assert_int_ne(evo_body_set_asleep(world, body, true), EVO_OK);
    ck_assert_int_ne(evo_body_set_never_sleep(world, body, true), EVO_OK);
    ck_assert_int_ne(evo_body_set_user(world, body, world), EVO_OK);
    ck_assert(!evo_collider_exists(world, evo_collider_create(world, body, &config)));
}

/* Every function that reads a body. */
static void check_no_answers(const evo_world *world, evo_body body) {
    evo_collider found = {7, 7};
    evo_body_config zeros, got = evo_body_get(world, body);
    memset(&zeros, 0, sizeof zeros);
    ck_assert(!evo_body_exists(world, body) && !evo_body_asleep(world, body));
    ck_assert(got.position.x == 0 && got.gravity_scale == 0 && got.kind == zeros.kind);
    ck_assert(evo_body_pose(world, body).angle == 0 && evo_body_velocity(world, body).x == 0);
    ck_assert(evo_body_spin(world, body) == 0 && evo_body_mass(world, body).mass == 0);
    ck_assert_uint_eq(evo_body_colliders(world, body, &found, 1), 0);
    ck_assert(found.index == 7);
}

static void check_no_collider(evo_world *world, evo_collider collider) {
    evo_shape shape = evo_circle(2);
    evo_material material = evo_material_default();
    evo_filter filter = {1, 2, 3};
    ck_assert(!evo_collider_exists(world, collider));
    ck_assert_int_ne(evo_collider_destroy(world, collider), EVO_OK);
    ck_assert_int_ne(evo_collider_set_shape(world, collider, &shape), EVO_OK);
    ck_assert_int_ne(evo_collider_set_material(world, collider, &material), EVO_OK);
    ck_assert_int_ne(evo_collider_set_filter(world, collider, filter), EVO_OK);
    ck_assert_int_ne(evo_collider_set_user(world, collider, world), EVO_OK);
    ck_assert_int_eq(evo_collider_get(world, collider).shape.kind, EVO_NO_SHAPE);
    ck_assert_uint_eq(evo_collider_body(world, collider).generation, 0);
}

START_TEST(invalid_handles) {
    subject s = subject_make();
    const evo_body bodies[] = {{0, 0},
                               s.destroyed,
                               {s.ball.index, s.ball.generation + 1},
                               {s.ball.index, s.ball.generation + 2},
                               {s.ball.index, 0},
                               {1000, 1},
                               {0xffffffffu, 0xffffffffu},
                               {s.destroyed.index, s.destroyed.generation + 1}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        evo_collider collider = {bodies[i].index, bodies[i].generation};
        check_no_body(s.world, bodies[i]);
        check_no_answers(s.world, bodies[i]);
        check_no_collider(s.world, collider);
        check_same(&s);
    }
    check_no_collider(s.world, s.destroyed_collider);
    check_no_body(NULL, s.ball);
    check_no_answers(NULL, s.ball);
    check_no_collider(NULL, s.collider);
    subject_end(&s);
}
END_TEST

/* ---- Invalid numbers ------------------------------------------------------------------------- */

START_TEST(odd_steps_are_refused) {
    subject s = subject_make();
    for (int i = 0; i < ODD_COUNT; ++i)
        ck_assert_int_eq(evo_world_step(s.world, ODD[i]), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_step(s.world, -1e-9), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_step(s.world, 0), EVO_OK);
    subject_end(&s);
}
END_TEST

/* Bodies of several shapes, some of which meet; disks alone in a world of events. */
static evo_world *meeting_world(const evo_exact_config *exact) {
    evo_world_config config = evo_world_config_default();
    config.exact = exact;
    config.gravity.y = -10;
    evo_world *world = evo_world_create(&config);
    if (exact == NULL) scene_ground(world);
    for (int i = 0; i < 12; ++i) {
        const evo_shape other = i % 2 ? evo_box(0.4, 0.3) : evo_ellipse(0.5, 0.3);
        const bool disk = exact != NULL || i % 3 == 0;
        const evo_body body =
            scene_add(world, EVO_DYNAMIC, disk ? evo_circle(0.4) : other, i % 6, 0.5 + i / 6);
        ck_assert_int_eq(evo_body_set_velocity(world, body, (evo_vec2){2 - i % 5, i % 3}), EVO_OK);
    }
    return world;
}

/* A step of contacts takes 1e-9 to 1 seconds, or 0; one of events as long as its clock
 * tells impacts apart. */
START_TEST(steps_have_a_range) {
    const double within[] = {1e-9, 3e-9, 1e-7, 1e-4, 0.1, 1},
                 beyond[] = {1e-300, 1e-30, 0.9e-9, 1.0001, 1e3, 1e30, 1e300, -1e-3};
    for (int i = 0; i < 6; ++i) {
        evo_world *world = meeting_world(NULL);
        for (int step = 0; step < 20; ++step)
            ck_assert_int_eq(evo_world_step(world, within[i]), EVO_OK);
        const double energy = evo_world_kinetic_energy(world);
        ck_assert_msg(isfinite(energy), "steps of %g", within[i]);
        const uint64_t hash = evo_world_hash(world);
        for (int k = 0; k < 8; ++k)
            ck_assert_int_eq(evo_world_step(world, beyond[k]), EVO_ERROR_INVALID);
        ck_assert_int_eq(evo_world_step(world, 0), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(world), hash);
        evo_world_destroy(world);
    }
    for (int k = 0; k < 6; ++k) {
        evo_world *world = meeting_world(&EXACT);
        const bool fits = beyond[k] < 1e10; /* 1e12 times that to cross a cell */
        ck_assert_int_eq(evo_world_step(world, beyond[k]), fits ? EVO_OK : EVO_ERROR_LIMIT);
        const double passed = fits ? beyond[k] : 0;
        ck_assert_double_eq_tol(evo_world_time(world), passed, 1e-12 * passed + 1e-15);
        ck_assert_int_eq(evo_world_step(world, 1e308), EVO_ERROR_INVALID); /* beyond the range */
        evo_world_destroy(world);
    }
}
END_TEST

/* Numbers of creation are not given twice: when none is left, nothing is created, or changed. */
START_TEST(worlds_run_out_of_numbers) {
    evo_world *world = meeting_world(NULL);
    const evo_vec2 points[] = {{0, 0}, {1, 0}, {2, 1}};
    const evo_body ground = {0, 1};
    evo_collider_config collider = evo_collider_config_default();
    evo_chain_config chain = evo_chain_config_default();
    collider.shape = evo_circle(1);
    chain.points = points;
    chain.count = 3;
    world->core.bodies.next_number = UINT32_MAX - 1;
    const uint64_t hash = evo_world_hash(world);
    ck_assert(!evo_chain_exists(world, evo_chain_create(world, ground, &chain)));
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_LIMIT);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert(evo_collider_exists(world, evo_collider_create(world, ground, &collider)));
    const uint64_t last = evo_world_hash(world);
    ck_assert(!evo_collider_exists(world, evo_collider_create(world, ground, &collider)));
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_LIMIT);
    ck_assert(!evo_body_exists(world, scene_ball(world, 1, 50, 0)));
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_LIMIT);
    ck_assert_uint_eq(evo_world_hash(world), last);
    scene_steps(world, 3);
    evo_world_destroy(world);
}
END_TEST

/* @refused-call */
START_TEST(odd_bodies_are_refused) {
    subject s = subject_make();
    for (int i = 0; i < ODD_COUNT; ++i)
        for (int n = 0; n < 9; ++n) {
            evo_body_config config = evo_body_config_default();
            double *places[] = {&config.position.x, &config.position.y,   &config.angle,
                                &config.velocity.x, &config.velocity.y,   &config.spin,
                                &config.damping,    &config.spin_damping, &config.gravity_scale};
            *places[n] = ODD[i];
            ck_assert(!evo_body_exists(s.world, evo_body_create(s.world, &config)));
            check_same(&s);
        }
    evo_body_config config = evo_body_config_default();
    config.kind = (evo_body_kind)3;
    ck_assert(!evo_body_exists(s.world, evo_body_create(s.world, &config)));
    config = evo_body_config_default();
    config.damping = -1;
    ck_assert(!evo_body_exists(s.world, evo_body_create(s.world, &config)));
    ck_assert(!evo_body_exists(NULL, evo_body_create(NULL, NULL)));
    subject_end(&s);
}
END_TEST

/* A material whose n-th number is invalid. */
static evo_material odd_material(int n, double odd) {
    evo_material material = evo_material_default();
    double *places[] = {&material.density, &material.friction, &material.restitution,
                        &material.rolling_resistance, &material.surface_speed};
    *places[n] = odd;
    return material;
}

static void check_odd_collider(subject *s, evo_shape shape, evo_material material) {
    evo_body_config body = evo_body_config_default();
    evo_collider_config collider = evo_collider_config_default();
    body.shape = collider.shape = shape;
    body.material = collider.material = material;
    ck_assert(!evo_body_exists(s->world, evo_body_create(s->world, &body)));
    ck_assert(!evo_collider_exists(s->world, evo_collider_create(s->world, s->ball, &collider)));
    check_same(s);
}

START_TEST(odd_colliders_are_refused) {
    subject s = subject_make();
    evo_shape none, strange = evo_circle(1), sound = evo_circle(1);
    memset(&none, 0, sizeof none);
    strange.kind = (evo_shape_kind)77;
    const evo_shape shapes[] = {strange,           evo_circle(NAN),
                                evo_circle(-1),    evo_circle(0),
                                evo_ellipse(1, 0), evo_ring(1, 3, 0, 1),
                                evo_segment(O, O), evo_shape_at(sound, (evo_vec2){INFINITY, 0}, 0)};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        check_odd_collider(&s, shapes[i], evo_material_default());
        ck_assert_int_eq(evo_collider_set_shape(s.world, s.collider, &shapes[i]),
                         EVO_ERROR_INVALID);
    }
    for (int n = 0; n < 5; ++n)
        for (int i = 0; i < ODD_COUNT; ++i) {
            evo_material material = odd_material(n, ODD[i]);
            check_odd_collider(&s, sound, material);
            ck_assert_int_eq(evo_collider_set_material(s.world, s.collider, &material),
                             EVO_ERROR_INVALID);
        }
    for (int n = 0; n < 4; ++n) check_odd_collider(&s, sound, odd_material(n, -1));
    check_odd_collider(&s, sound, odd_material(2, 4.5));
    ck_assert_int_eq(evo_collider_set_shape(s.world, s.collider, &none), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_collider_set_shape(s.world, s.collider, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_collider_set_material(s.world, s.collider, NULL), EVO_ERROR_INVALID);
    ck_assert(!evo_collider_exists(s.world, evo_collider_create(s.world, s.ball, NULL)));
    subject_end(&s);
}
END_TEST

static void check_odd_number(subject *s, double odd) {
    evo_world *world = s->world;
    evo_vec2 x = {odd, 0}, y = {0, odd};
    const evo_pose poses[] = {{x, 0}, {y, 0}, {O, odd}};
    for (int i = 0; i < 3; ++i)
        ck_assert_int_eq(evo_body_set_pose(world, s->ball, poses[i]), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_set_gravity(world, x), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_set_gravity(world, y), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_velocity(world, s->ball, x), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_velocity(world, s->ball, y), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_spin(world, s->ball, odd), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_force(world, s->ball, x, O), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_force(world, s->ball, UP, y), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_torque(world, s->ball, odd), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_impulse(world, s->ball, y, O), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_impulse(world, s->ball, UP, x), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_apply_spin_impulse(world, s->ball, odd), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_damping(world, s->ball, odd), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_spin_damping(world, s->ball, odd), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_gravity_scale(world, s->ball, odd), EVO_ERROR_INVALID);
    const evo_mass masses[] = {{odd, O, 1}, {1, x, 1}, {1, y, 1}, {1, O, odd}};
    for (int i = 0; i < 4; ++i)
        ck_assert_int_eq(evo_body_set_mass(world, s->ball, masses[i]), EVO_ERROR_INVALID);
    check_same(s);
}

START_TEST(odd_numbers_are_refused) {
    subject s = subject_make();
    for (int i = 0; i < ODD_COUNT; ++i) check_odd_number(&s, ODD[i]);
    const evo_mass negative = {-1, {0, 0}, 1}, weightless = {0, {0, 0}, 1};
    ck_assert_int_eq(evo_body_set_mass(s.world, s.ball, negative), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_mass(s.world, s.ball, weightless), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_damping(s.world, s.ball, -1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_body_set_kind(s.world, s.ball, (evo_body_kind)5), EVO_ERROR_INVALID);
    subject_end(&s);
}
END_TEST

/* ---- Calls for the wrong kind ---------------------------------------------------------------- */

START_TEST(wrong_kinds_are_refused) {
    subject s = subject_make();
    evo_mass mass = {1, {0, 0}, 1};
    ck_assert_int_eq(evo_body_set_velocity(s.world, s.ground, UP), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_set_spin(s.world, s.ground, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_force(s.world, s.ground, UP, O), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_torque(s.world, s.ground, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_impulse(s.world, s.ground, UP, O), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_apply_spin_impulse(s.world, s.ground, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_set_mass(s.world, s.ground, mass), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_set_asleep(s.world, s.ground, true), EVO_ERROR_UNSUPPORTED);
    subject_end(&s);
}
END_TEST

/* ---- Extreme valid numbers ------------------------------------------------------------------- */

/* Overlapping bodies with extreme values: results are unspecified, but every call returns. */
START_TEST(extreme_worlds_terminate) {
    const double extremes[] = {1e30, -1e30, 1e-30, 1e15, 1e-15, 1};
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) {
            evo_world *world = scene_world(0, NULL);
            double size = fabs(extremes[k]), far_off = extremes[i];
            for (int n = 0; n < 8; ++n) {
                evo_shape shape = n % 4 == 0   ? evo_circle(size)
                                  : n % 4 == 1 ? evo_ellipse(size, size * 0.9)
                                  : n % 4 == 2 ? evo_ring(size * 0.9, size * 0.1, 0, 3)
                                               : evo_circle(1);
                evo_body body = scene_add(world, EVO_DYNAMIC, shape, far_off, n < 4 ? 0 : far_off);
                evo_body_set_velocity(world, body, (evo_vec2){far_off, size});
                evo_body_set_spin(world, body, far_off);
                if (n > 5) evo_body_apply_impulse(world, body, (evo_vec2){size, far_off}, O);
            }
            scene_ground(world);
            scene_steps(world, 5);
            evo_world_step(world, 1);
            evo_world_step(world, 1e-9);
            evo_world_hash(world);
            evo_world_destroy(world);
        }
}
END_TEST

Suite *suite_world_bad_input(void) {
    Suite *suite = suite_create("world_bad_input");
    TCase *bad = tcase_create("world_bad_input");
    tcase_add_test(bad, odd_worlds_are_refused);
    tcase_add_test(bad, odd_choices_of_worlds_are_refused);
    tcase_add_test(bad, odd_spaces_are_refused);
    tcase_add_test(bad, no_world_is_asked);
    tcase_add_test(bad, counts_need_not_be_asked_for);
    tcase_add_test(bad, invalid_handles);
    tcase_add_test(bad, odd_steps_are_refused);
    tcase_add_test(bad, steps_have_a_range);
    tcase_add_test(bad, worlds_run_out_of_numbers);
    tcase_add_test(bad, odd_bodies_are_refused);
    tcase_add_test(bad, odd_colliders_are_refused);
    tcase_add_test(bad, odd_numbers_are_refused);
    tcase_add_test(bad, wrong_kinds_are_refused);
    tcase_add_test(bad, extreme_worlds_terminate);
    suite_add_tcase(suite, bad);
    return suite;
}
