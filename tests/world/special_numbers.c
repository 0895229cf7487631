/* special_numbers.c: whatever numbers calls are given, a world stays one of numbers. Random
 * programs of all public calls, which are generated from the headers, with zeros, denormal numbers,
 * the ends of ranges and what is beyond in every argument. Laws: all that is read is finite, and
 * what calls take; the world is loaded from its save, and goes on as what was loaded; no call takes
 * long. At most 1 in 100 programs may break a law: where coordinates are beyond 1e7, or a budget of
 * events ends a step. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"

/* Items of arrays that calls get, and bodies of a world about which it is cut. */
enum { ITEMS = 16, BODIES = 24 };

typedef struct program {
    evo_world *world;
    double often; /* part of the fields that are special */
    const char *call;
    uint64_t seed;
    jmp_buf ended; /* where a program that broke a law goes on */
} program;

static bool one_in(double count) {
    return random_between(0, count) < 1;
}

static int below(int count) {
    return (int)random_between(0, count);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static double any_special(void) {
    static const double taken[] = {0,    1,   2,    0.5,   1e-3,  1e-5,  1e-10,    1e-20,
                                   1e3,  1e5, 1e10, 1e20,  1e30,  9e29,  5e-324,   1e-308,
                                   3e38, 4e9, 1e15, 1e-30, 1e-45, 1e-38, 0x1p-149, 3.14159265359};
    static const double refused[] = {(double)NAN, INFINITY, DBL_MAX, 1.01e30, 1e200};
    const double size = one_in(12) ? refused[below(sizeof refused / sizeof *refused)]
                                   : taken[below(sizeof taken / sizeof *taken)];
    return one_in(2) ? -size : size;
}

static double base_double(program *p) {
    (void)p;
    return random_between(-3, 3);
}

static void special_double(program *p, double *to) {
    if (random_between(0, 1) < p->often) *to = one_in(2) ? any_special() : random_between(-3, 3);
}

/* A whole number of a type: small mostly. */
#define BASE_WHOLE(type)                                                                           \
    static inline type base_##type(program *p) {                                                   \
        (void)p;                                                                                   \
        return (type)below(3);                                                                     \
    }
#define SPECIAL_WHOLE(type, greatest)                                                              \
    static inline void special_##type(program *p, type *to) {                                      \
        if (random_between(0, 1) >= p->often) return;                                              \
        *to = one_in(10) ? (type)(greatest) : (type)below(9);                                      \
    }

BASE_WHOLE(int)
BASE_WHOLE(uint64_t)
BASE_WHOLE(size_t)
BASE_WHOLE(bool)
SPECIAL_WHOLE(int, -1)
SPECIAL_WHOLE(unsigned, UINT32_MAX)
SPECIAL_WHOLE(int32_t, INT32_MIN)
SPECIAL_WHOLE(uint32_t, UINT32_MAX)
SPECIAL_WHOLE(uint64_t, UINT64_MAX)
SPECIAL_WHOLE(size_t, SIZE_MAX)
SPECIAL_WHOLE(bool, true)
#define SPECIAL_ENUM(type) BASE_WHOLE(type) SPECIAL_WHOLE(type, 99)

static size_t value_count(program *p) {
    (void)p;
    return (size_t)below(ITEMS + 1);
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* One of those that there are, or that of nothing. */
#define HANDLES(type, list)                                                                        \
    static inline type base_##type(program *p) {                                                   \
        type all[4 * BODIES];                                                                      \
        const size_t count = list(p->world, all, 4 * BODIES);                                      \
        const int most = count < 4 * BODIES ? (int)count : 4 * BODIES;                             \
        return most > 0 && !one_in(20) ? all[below(most)] : (type){0, 0};                          \
    }                                                                                              \
    static inline void special_##type(program *p, type *to) {                                      \
        if (one_in(20)) *to = (type){(uint32_t)below(9), (uint32_t)below(9)};                      \
        (void)p;                                                                                   \
    }

HANDLES(evo_body, evo_world_bodies)
HANDLES(evo_collider, evo_world_colliders)
HANDLES(evo_joint, evo_world_joints)

static inline evo_chain base_evo_chain(program *p) {
    return evo_collider_chain(p->world, base_evo_collider(p));
}

static inline void special_evo_chain(program *p, evo_chain *to) {
    (void)p;
    if (one_in(20)) to->index = (uint32_t)below(9);
}

/* ---- Structs that are more than their fields ------------------------------------------------- */

#define VALUE(type)                                                                                \
    static type value_##type(program *p) {                                                         \
        type made = base_##type(p);                                                                \
        p->often = 0.6;                                                                            \
        special_##type(p, &made);                                                                  \
        return made;                                                                               \
    }

#define ARRAY(kind, type, returned)                                                                \
    static returned *kind##_##type(program *p) {                                                   \
        static type all[ITEMS];                                                                    \
        p->often = one_in(2) ? 0.02 : 0.1;                                                         \
        for (int i = 0; i < ITEMS; ++i) {                                                          \
            all[i] = base_##type(p);                                                               \
            special_##type(p, &all[i]);                                                            \
        }                                                                                          \
        return all;                                                                                \
    }

#define INPUT(type) ARRAY(input, type, const type)
#define OUTPUT(type) ARRAY(output, type, type)

static double any_length(program *p) {
    double length = random_between(0.1, 1);
    p->often = 0.1;
    special_double(p, &length);
    return length;
}

static evo_shape base_evo_shape(program *p) {
    const double a = any_length(p), b = any_length(p);
    const evo_vec2 points[] = {{a, 0}, {0, b}, {-a, 0}, {0, -a}};
    switch (below(9)) {
    case 0:
        return evo_ellipse(a, b);
    case 1:
        return evo_ring(a, b, random_between(-3, 3), any_length(p));
    case 2:
        return evo_capsule(points[0], points[1], b);
    case 3:
        return evo_polygon(points, 4, one_in(2) ? b : 0);
    case 4:
        return evo_box(a, b);
    case 5:
        return evo_segment(points[0], points[1]);
    default:
        return evo_circle(a);
    }
}

static void special_evo_shape(program *p, evo_shape *to) {
    evo_vec2 offset = {0, 0};
    double angle = 0;
    special_double(p, &offset.x);
    special_double(p, &angle);
    if (offset.x != 0 || angle != 0) *to = evo_shape_at(*to, offset, angle);
    if (random_between(0, 1) < 0.1 * p->often) to->of.circle.radius = any_special();
}

/* What is no number, or decides nothing. */
#define UNCHANGED(type)                                                                            \
    static inline void special_##type(program *p, type *to) {                                      \
        (void)p;                                                                                   \
        (void)to;                                                                                  \
    }

UNCHANGED(evo_tasks)
UNCHANGED(evo_allocator)
UNCHANGED(evo_body_arrays)
UNCHANGED(evo_collider_arrays)
UNCHANGED(evo_chain_config)

static evo_world_config base_evo_world_config(program *p) {
    return p->world ? evo_world_get(p->world) : evo_world_config_default();
}

static evo_collider_config base_evo_collider_config(program *p) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = base_evo_shape(p);
    return config;
}

static evo_body_config base_evo_body_config(program *p) {
    evo_body_config config = evo_body_config_default();
    const bool exact = evo_world_get(p->world).exact != NULL;
    config.shape = base_evo_shape(p);
    config.kind = one_in(3) ? (evo_body_kind)below(3) : EVO_DYNAMIC;
    config.position = random_vector(exact ? 10 : 3);
    if (config.kind != EVO_STATIC) config.velocity = random_vector(3);
    config.material.restitution = one_in(2) ? 1 : 0.3;
    return config;
}

static evo_joint_config base_evo_joint_config(program *p) {
    evo_joint_config config = evo_joint_config_default((evo_joint_kind)below(EVO_APART + 1));
    config.a = base_evo_body(p);
    config.b = base_evo_body(p);
    return config;
}

/* These are made of what the headers' functions fill. */
static evo_mover_config base_evo_mover_config(program *p);
static evo_mover base_evo_mover(program *p);
static evo_chain_config base_evo_chain_config(program *p);
static evo_body_arrays base_evo_body_arrays(program *p);
static evo_collider_arrays base_evo_collider_arrays(program *p);

static bool is_taken(double number) {
    return fabs(number) <= 1e30;
}

static void broken(program *p, const char *law) {
    printf("seed %llu, %s: %s\n", (unsigned long long)p->seed, p->call, law);
    longjmp(p->ended, 1);
}

#define EXPECT(type, is_finite)                                                                    \
    static void expect_##type(program *p, const char *call, type x) {                              \
        (void)call;                                                                                \
        if (!(is_finite)) broken(p, "what is read is finite");                                     \
    }

EXPECT(double, isfinite(x))
EXPECT(evo_vec2, isfinite(x.x + x.y))
EXPECT(evo_pose, isfinite(x.position.x + x.position.y + x.angle))
EXPECT(evo_bounds, isfinite(x.min.x + x.min.y) && isfinite(x.max.x + x.max.y))

/* Functions of the headers, and CALLS, the table of them: special_calls.awk. */
#include "special_calls.inc"

static evo_mover_config base_evo_mover_config(program *p) {
    evo_mover_config config = evo_mover_config_default();
    config.shape = base_evo_shape(p);
    return config;
}

static evo_mover base_evo_mover(program *p) {
    return (evo_mover){.pose = value_evo_pose(p)};
}

static evo_chain_config base_evo_chain_config(program *p) {
    evo_chain_config config = evo_chain_config_default();
    static evo_vec2 points[ITEMS];
    for (int i = 0; i < ITEMS; ++i) points[i] = (evo_vec2){2 - i, random_between(-1, 1)};
    for (int i = 0; i < ITEMS; ++i) special_evo_vec2(p, &points[i]);
    config.points = points;
    config.count = 2 + below(6);
    config.loop = one_in(4);
    config.two_sided = one_in(2);
    special_evo_material(p, &config.material);
    return config;
}

static evo_body_arrays base_evo_body_arrays(program *p) {
    static evo_pose poses[ITEMS];
    static evo_vec2 velocities[ITEMS], ways[ITEMS];
    static double spins[ITEMS];
    static evo_mass masses[ITEMS];
    static bool asleep[ITEMS];
    for (int i = 0; i < ITEMS; ++i) {
        poses[i] = (evo_pose){random_vector(5), 0};
        special_evo_pose(p, &poses[i]);
        velocities[i] = random_vector(3);
        special_evo_vec2(p, &velocities[i]);
        spins[i] = base_double(p);
        special_double(p, &spins[i]);
    }
    return (evo_body_arrays){.poses = poses,
                             .velocities = one_in(2) ? velocities : NULL,
                             .spins = one_in(2) ? spins : NULL,
                             .ways = ways,
                             .masses = masses,
                             .asleep = asleep};
}

static evo_collider_arrays base_evo_collider_arrays(program *p) {
    static evo_body bodies[ITEMS];
    static evo_shape shapes[ITEMS];
    static evo_material materials[ITEMS];
    (void)p;
    return (evo_collider_arrays){.bodies = bodies, .shapes = shapes, .materials = materials};
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Seconds of a call of a world of few bodies. */
static const double LONGEST = 2;

static void make(program *p, int number) {
    const clock_t start = clock();
    p->call = CALLS[number].name;
    CALLS[number].make(p);
    if ((double)(clock() - start) / CLOCKS_PER_SEC > LONGEST) broken(p, "a call is short");
}

static evo_result step(program *p, evo_world *world, double seconds) {
    const clock_t start = clock();
    const evo_result result = evo_world_step(world, seconds);
    if ((double)(clock() - start) / CLOCKS_PER_SEC > LONGEST) broken(p, "a step is short");
    return result;
}

static void check_readable(program *p) {
    evo_body bodies[4 * BODIES];
    const size_t count = evo_world_bodies(p->world, bodies, 4 * BODIES);
    if (!is_taken(evo_world_time(p->world) * 1e-15)) broken(p, "time is finite");
    for (size_t i = 0; i < count && i < 4 * BODIES; ++i) {
        const evo_pose at = evo_body_pose(p->world, bodies[i]);
        const evo_vec2 v = evo_body_velocity(p->world, bodies[i]);
        const double spin = evo_body_spin(p->world, bodies[i]);
        if (!is_taken(at.angle) || !is_taken(0.25 * at.position.x)
            || !is_taken(0.25 * at.position.y)) /* centres of mass may be off by as much again */
            broken(p, "calls take every pose");
        if (!is_taken(v.x) || !is_taken(v.y) || !is_taken(spin))
            broken(p, "calls take every velocity");
    }
}

/* Returns a world that is loaded from a save. */
static evo_world *loaded(program *p) {
    const size_t size = evo_world_save(p->world, NULL, 0);
    void *bytes = malloc(size);
    evo_world *other = evo_world_create(NULL);
    ck_assert(bytes && other && evo_world_save(p->world, bytes, size) == size);
    if (evo_world_load(other, bytes, size) != EVO_OK) broken(p, "a save is loaded");
    free(bytes);
    return other;
}

static void check_future(program *p) {
    evo_world *other = loaded(p);
    const bool exact = evo_world_get(p->world).exact != NULL;
    if (evo_world_hash(other) != evo_world_hash(p->world)) broken(p, "what is loaded is the same");
    for (int i = 0; i < 3; ++i) {
        const double seconds = exact && one_in(3) ? fabs(any_special()) : SCENE_STEP;
        p->call = "evo_world_step";
        const evo_result result = step(p, p->world, seconds);
        if (step(p, other, seconds) != result) broken(p, "what is loaded steps as it was");
        if (evo_world_hash(other) != evo_world_hash(p->world))
            broken(p, "what is loaded has the same future");
        check_readable(p);
    }
    evo_world_destroy(other);
}

/* ---- Programs -------------------------------------------------------------------------------- */

static evo_world *any_world(program *p) {
    evo_world_config config = evo_world_config_default();
    evo_exact_config exact = {0};
    p->often = one_in(2) ? 0 : 0.1;
    special_evo_world_config(p, &config);
    special_evo_exact_config(p, &exact);
    if (one_in(2)) config.gravity = (evo_vec2){0, -10};
    special_evo_vec2(p, &config.gravity);
    config.boundary = EVO_OPEN;
    if (one_in(2)) {
        config.exact = &exact;
        config.boundary = (evo_boundary)below(3);
        config.bounds = (evo_bounds){{-12, -12}, {12, 12}};
        special_evo_bounds(p, &config.bounds);
        exact.event_budget = 200;
    }
    evo_world *world = evo_world_create(&config);
    return world ? world : evo_world_create(NULL);
}

/* The number of a call. */
static int number_of(const char *name) {
    for (int i = 0; i < (int)(sizeof CALLS / sizeof *CALLS); ++i)
        if (strcmp(CALLS[i].name, name) == 0) return i;
    ck_abort_msg("there is no call %s", name);
}

/* Calls without which there is nothing to call. */
static int any_call(const program *p) {
    static const char *const makers[] = {
        "evo_body_create",   "evo_body_create",   "evo_collider_create",   "evo_joint_create",
        "evo_chain_create",  "evo_body_set_pose", "evo_body_set_velocity", "evo_body_set_spin",
        "evo_body_set_mass", "evo_body_drive_to"};
    const size_t bodies = evo_world_counters(p->world).bodies;
    if (bodies > BODIES) return number_of("evo_body_destroy");
    if (bodies < 3) return number_of("evo_body_create");
    if (one_in(3)) return number_of(makers[below(sizeof makers / sizeof *makers)]);
    return below(sizeof CALLS / sizeof *CALLS);
}

enum { CALLS_MADE = 40, CALLS_BETWEEN = 6 };

/* Returns whether the laws held. */
static bool run(uint64_t seed) {
    static program p;
    p = (program){.seed = seed, .call = "evo_world_create"};
    random_seed(seed);
    p.world = any_world(&p);
    if (setjmp(p.ended)) return false;
    for (int i = 1; i <= CALLS_MADE; ++i) {
        make(&p, any_call(&p));
        check_readable(&p);
        if (i % CALLS_BETWEEN == 0) check_future(&p);
    }
    evo_world_destroy(p.world);
    return true;
}

/* Programs of a test. */
enum { QUICK = 40, DEEP = 300, TESTS = 40, PER_BROKEN = 100 };

START_TEST(numbers_stay_numbers) {
    const int programs = _i == 0 ? QUICK : DEEP;
    int over = 0;
    for (int i = 0; i < programs; ++i) over += !run((uint64_t)_i * DEEP + (uint64_t)i);
    ck_assert_int_le(over, programs / PER_BROKEN);
}
END_TEST

Suite *suite_special_numbers(void) {
    Suite *suite = suite_create("special_numbers");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    tcase_add_loop_test(quick, numbers_stay_numbers, 0, 1);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, numbers_stay_numbers, 1, TESTS);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
