/* test_heavy.c: in steps, what is light bears what is heavy: it is not pressed into the ground, not
 * swallowed and not shot away, whether the heavy lies on it or falls on it. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { MOST = 5, SECONDS = 5, SECONDS_ANY = 10, TALE = 60, RANDOM = 60, RANDOM_SLOW = 600 };

static const double GRAVITY = 10, RADIUS = 0.5;

/* ---- Stacks ---------------------------------------------------------------------------------- */

typedef struct stack {
    int count;
    double times;   /* each has so many times the mass of the one below */
    double deepest; /* overlap, as part of the radius */
} stack;

static const stack STACKS[] = {{2, 100, 0.02}, {2, 1000, 0.05}, {3, 100, 0.1}};

enum { STACK_COUNT = 3, KINDS = 2, DROPS = 3 };

/* What stands on the ground, or between walls. */
typedef struct heap {
    evo_world *world;
    evo_shape shapes[MOST], still[3];
    evo_body bodies[MOST];
    int count, still_count;
    double smallest; /* radius */
} heap;

static heap make_heap(void) {
    heap h = {.world = lab_world(GRAVITY), .smallest = INFINITY};
    return h;
}

static void add_still(heap *h, evo_shape shape, evo_material material) {
    evo_body_config config = lab_body(shape, 0, 0);
    config.kind = EVO_STATIC;
    config.material = material;
    h->still[h->still_count++] = shape;
    ck_assert(evo_body_exists(h->world, evo_body_create(h->world, &config)));
}

static void add_ground(heap *h, evo_material material) {
    const evo_vec2 ends[] = {{-20, 0}, {20, 0}};
    add_still(h, evo_segment(ends[0], ends[1]), material);
}

static double radius_of(const evo_shape *shape) {
    return shape->kind == EVO_CIRCLE ? shape->of.circle.radius : shape->of.ellipse.radius_y;
}

static void add_body(heap *h, const evo_body_config *config) {
    h->shapes[h->count] = config->shape;
    h->bodies[h->count++] = evo_body_create(h->world, config);
    h->smallest = fmin(h->smallest, radius_of(&config->shape));
}

static double overlap(const heap *h, int i, const evo_shape *other, evo_pose at) {
    const evo_pose pose = evo_body_pose(h->world, h->bodies[i]);
    return -evo_measure(&h->shapes[i], pose, other, at).distance;
}

/* As part of the smallest radius. */
static double deepest_of(const heap *h) {
    const evo_pose still = {{0, 0}, 0};
    double most = 0;
    for (int i = 0; i < h->count; ++i) {
        for (int k = 0; k < h->still_count; ++k)
            most = fmax(most, overlap(h, i, &h->still[k], still));
        for (int j = 0; j < i; ++j)
            most = fmax(most, overlap(h, i, &h->shapes[j], evo_body_pose(h->world, h->bodies[j])));
    }
    return most / h->smallest;
}

static double fastest_of(const heap *h) {
    double most = 0;
    for (int i = 0; i < h->count; ++i) most = fmax(most, lab_speed(h->world, h->bodies[i]));
    return most;
}

static double energy_of(const heap *h) {
    double energy = 0;
    for (int i = 0; i < h->count; ++i) energy += lab_energy(h->world, h->bodies[i], GRAVITY);
    return energy;
}

static heap make_stack(const stack *s, bool ellipses, double drop) {
    heap h = make_heap();
    evo_body_config config =
        lab_body(ellipses ? evo_ellipse(0.8, RADIUS) : evo_circle(RADIUS), 0, RADIUS);
    add_ground(&h, config.material);
    for (int i = 0; i < s->count; ++i) {
        add_body(&h, &config);
        config.material.density *= s->times;
        config.position.y += 2 * RADIUS + drop;
    }
    return h;
}

/* At rest, and dropped from less and less small heights. */
START_TEST(a_light_body_bears_heavy_ones) {
    const stack *s = &STACKS[_i % STACK_COUNT];
    const double drop = 0.5 * (_i / STACK_COUNT % DROPS);
    heap h = make_stack(s, _i / STACK_COUNT / DROPS > 0, drop);
    for (int i = 0; i < SECONDS * 60; ++i) {
        lab_run(h.world, 1);
        const double deep = deepest_of(&h);
        ck_assert_msg(deep < s->deepest, "overlaps by %g of the radius in step %d", deep, i);
    }
    for (int i = 0; i < TALE; ++i) {
        lab_run(h.world, 1);
        ck_assert_msg(fastest_of(&h) < 5e-3, "moves at %g", fastest_of(&h));
    }
    evo_world_destroy(h.world);
}
END_TEST

/* ---- Any ------------------------------------------------------------------------------------- */

static evo_material any_material(void) {
    evo_material material = evo_material_default();
    material.friction = random_between(0, 1);
    material.restitution = random_between(0, 1) < 0.5 ? 0 : 0.5;
    return material;
}

static void add_any(heap *h, evo_material material, double drop, double *top) {
    const double radius = random_between(0.4, 0.9);
    const bool round = random_between(0, 1) < 0.7;
    const double height = round ? radius : 0.6 * radius;
    evo_body_config config =
        lab_body(round ? evo_circle(radius) : evo_ellipse(radius, height), 0, *top + drop + height);
    config.material = material;
    config.material.density = random_scale(1, 1000);
    config.position.x = 0.9 * random_between(radius - 1, 1 - radius);
    *top = config.position.y + height;
    add_body(h, &config);
}

/* Up to five on top of each other, in a narrow shaft. */
static heap make_any(void) {
    const evo_vec2 walls[][2] = {{{-1, -1}, {-1, 40}}, {{1, -1}, {1, 40}}};
    heap h = make_heap();
    const evo_material material = any_material();
    double top = 0, drop = random_between(-1, 1);
    add_ground(&h, material);
    for (int i = 0; i < 2; ++i) add_still(&h, evo_segment(walls[i][0], walls[i][1]), material);
    const int count = (int)random_between(2, MOST + 1);
    for (int i = 0; i < count; ++i) add_any(&h, material, fmax(drop, 0), &top);
    return h;
}

/* Of the energy: what overlaps rises as it is parted. */
static const double RISE = 0.002;

/* Nothing stays swallowed, and no energy is made; returns the deepest overlap. */
static double check_any(uint64_t seed) {
    random_seed(seed);
    heap h = make_any();
    const double energy = energy_of(&h);
    double deepest = 0;
    for (int i = 0; i < SECONDS_ANY * 60; ++i) {
        lab_run(h.world, 1);
        deepest = fmax(deepest, deepest_of(&h));
        ck_assert_msg(energy_of(&h) < (1 + RISE) * energy, "seed %llu: from %g to %g",
                      (unsigned long long)seed, energy, energy_of(&h));
    }
    ck_assert_msg(deepest_of(&h) < 0.25, "seed %llu: ends %g deep", (unsigned long long)seed,
                  deepest_of(&h));
    evo_world_destroy(h.world);
    return deepest;
}

/* What is struck by a thousand times its mass may be shot into others for a moment. */
static const double OFTEN = 0.15, SELDOM = 0.01;

static void check_many(int from, int count) {
    int deep = 0, whole = 0;
    for (int i = from; i < from + count; ++i) {
        const double deepest = check_any((uint64_t)i);
        deep += deepest > 0.1;
        whole += deepest > 1;
    }
    ck_assert_msg(deep <= OFTEN * count, "%d of %d overlap by more than a tenth", deep, count);
    ck_assert_msg(whole <= SELDOM * count, "%d of %d overlap wholly", whole, count);
}

START_TEST(any_stack_holds) {
    check_many(0, RANDOM);
}
END_TEST

START_TEST(any_of_many_stacks_holds) {
    check_many(1000, RANDOM_SLOW);
}
END_TEST

Suite *suite_heavy(void) {
    Suite *suite = suite_create("heavy");
    TCase *stacks = tcase_create("stacks"), *some = tcase_create("some"),
          *many = tcase_create("many");
    tcase_add_loop_test(stacks, a_light_body_bears_heavy_ones, 0, STACK_COUNT * KINDS * DROPS);
    tcase_add_test(some, any_stack_holds);
    tcase_add_test(many, any_of_many_stacks_holds);
    tcase_set_tags(many, "slow");
    suite_add_tcase(suite, stacks);
    suite_add_tcase(suite, some);
    suite_add_tcase(suite, many);
    return suite;
}
