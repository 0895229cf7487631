/* test_world_pairs.c: whatever overlaps has a contact. */
#include <math.h>
#include <stdlib.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "world/world.h"

enum { MOST = 260 };

/* A world's colliders, where they were, and which of them stand in contact. */
typedef struct census {
    evo_world *world;
    evo_collider colliders[MOST];
    evo_pose poses[MOST];
    int count;
    bool contact[MOST][MOST]; /* by slot */
} census;

static void note_pair(census *c, uint32_t a, uint32_t b) {
    uint32_t slot_a = c->world->links[a].slot, slot_b = c->world->links[b].slot;
    c->contact[slot_a][slot_b] = c->contact[slot_b][slot_a] = true;
}

static void note_contacts(census *c) {
    const evo_world *world = c->world;
    ck_assert(world->standing);
    memset(c->contact, 0, sizeof c->contact);
    for (size_t i = 0; i < world->batch_count; ++i)
        for (int lane = 0; lane < BATCH; ++lane)
            if (world->pairs[i].used >> lane & 1)
                note_pair(c, world->pairs[i].a[lane], world->pairs[i].b[lane]);
    for (size_t i = 0; i < world->sensor_pairs.count; ++i)
        note_pair(c, world->sensors[i].a, world->sensors[i].b);
}

static void note_poses(census *c) {
    for (int i = 0; i < c->count; ++i)
        c->poses[i] = evo_body_pose(c->world, evo_collider_body(c->world, c->colliders[i]));
}

static bool meet(const evo_world *world, evo_collider a, evo_collider b) {
    uint32_t x = world->colliders[a.index].body, y = world->colliders[b.index].body;
    bool dynamic = world->bodies[x].kind == EVO_DYNAMIC || world->bodies[y].kind == EVO_DYNAMIC;
    bool sensors = evo_collider_get(world, a).sensor && evo_collider_get(world, b).sensor;
    return x != y && dynamic && !sensors;
}

/* The number of overlaps at the noted poses, each of which must have a contact. */
static int check_overlaps(const census *c, const char *when) {
    int overlaps = 0;
    for (int i = 0; i < c->count; ++i)
        for (int j = i + 1; j < c->count; ++j) {
            evo_collider a = c->colliders[i], b = c->colliders[j];
            if (!meet(c->world, a, b)) continue;
            const evo_shape *x = shape_of(c->world, a.index);
            const evo_shape *y = shape_of(c->world, b.index);
            if (!evo_overlap(x, c->poses[i], y, c->poses[j])) continue;
            ++overlaps;
            if (c->contact[a.index][b.index]) continue;
            evo_gap gap = evo_measure(x, c->poses[i], y, c->poses[j]);
            ck_abort_msg("%s step %d: %d and %d are %g deep", when, (int)c->world->steps,
                         (int)a.index, (int)b.index, -gap.distance);
        }
    return overlaps;
}

/* What overlapped when the step found its pairs, or does after it while they are still good. */
static int check_step(census *c) {
    note_poses(c);
    scene_steps(c->world, 1);
    note_contacts(c);
    int overlaps = check_overlaps(c, "before");
    note_poses(c);
    if (!c->world->stale) check_overlaps(c, "after");
    return overlaps;
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

typedef struct scene_kind {
    double small, large; /* sizes */
    double speed, spin;
    double gravity;
    bool circles;
    int compounds; /* of a hundred bodies */
} scene_kind;

static evo_shape sized_shape(const scene_kind *kind) {
    double size = kind->small < kind->large ? random_scale(kind->small, kind->large) : kind->small;
    evo_vec2 left = {-size, 0}, right = {size, 0};
    double choice = kind->circles ? 1 : random_between(0, 1);
    if (choice < 0.2) return evo_ellipse(size, size * random_between(0.2, 1));
    if (choice < 0.4) return evo_ring(size * 0.8, size * 0.3, random_between(-3, 3), 5);
    if (choice < 0.5) return evo_segment(left, right);
    return evo_circle(size);
}

static void add_body(census *c, const scene_kind *kind, double half) {
    evo_body_config config = evo_body_config_default();
    double v = kind->speed, w = kind->spin;
    config.kind = random_between(0, 1) < 0.1   ? EVO_STATIC
                  : random_between(0, 1) < 0.1 ? EVO_KINEMATIC
                                               : EVO_DYNAMIC;
    config.position = (evo_vec2){random_between(-half, half), random_between(0, 2 * half)};
    config.angle = random_between(-3, 3);
    config.velocity = (evo_vec2){random_between(-v, v), random_between(-v, v)};
    config.spin = random_between(-w, w);
    config.shape = sized_shape(kind);
    config.sensor = random_between(0, 1) < 0.1;
    evo_body body = evo_body_create(c->world, &config);
    if (random_between(0, 100) < kind->compounds) {
        evo_collider_config second = evo_collider_config_default();
        evo_vec2 off = {random_between(-1, 1) * 2 * kind->large, random_between(-1, 1)};
        second.shape = evo_shape_at(sized_shape(kind), off, 1);
        evo_collider_create(c->world, body, &second);
    }
    c->count +=
        (int)evo_body_colliders(c->world, body, c->colliders + c->count, (size_t)(MOST - c->count));
    ck_assert_int_le(c->count, MOST);
}

static void check_scene(const scene_kind *kind, uint64_t seed) {
    static census c;
    evo_world_config config = evo_world_config_default();
    config.never_sleep = true;
    config.gravity = (evo_vec2){0, -kind->gravity};
    random_seed(seed);
    c.world = evo_world_create(&config);
    c.count = 0;
    double mean = kind->small < kind->large ? sqrt(kind->small * kind->large) : kind->small;
    for (int i = 0; i < 120; ++i) add_body(&c, kind, 10 * mean);
    int overlaps = 0;
    for (int i = 0; i < 90; ++i) overlaps += check_step(&c);
    ck_assert_int_gt(overlaps, 50);
    evo_world_destroy(c.world);
}

static void check_scenes(scene_kind kind) {
    for (uint64_t seed = 1; seed <= 6; ++seed) check_scene(&kind, seed);
}

START_TEST(slow_circles) {
    check_scenes((scene_kind){0.5, 0.5, 0.5, 1, 10, true, 0});
}
END_TEST

START_TEST(fast_circles) {
    check_scenes((scene_kind){0.5, 0.5, 100, 20, 10, true, 0});
}
END_TEST

START_TEST(slow_shapes) {
    check_scenes((scene_kind){0.3, 0.8, 0.5, 1, 10, false, 0});
}
END_TEST

START_TEST(fast_shapes) {
    check_scenes((scene_kind){0.3, 0.8, 60, 20, 10, false, 0});
}
END_TEST

START_TEST(compounds) {
    check_scenes((scene_kind){0.3, 0.8, 3, 3, 10, false, 60});
}
END_TEST

START_TEST(fast_compounds) {
    check_scenes((scene_kind){0.3, 0.8, 80, 60, 0, false, 60});
}
END_TEST

START_TEST(large_and_small) {
    check_scenes((scene_kind){0.05, 5, 2, 2, 10, false, 20});
}
END_TEST

START_TEST(large_and_small_at_speed) {
    check_scenes((scene_kind){0.05, 5, 50, 20, 10, false, 20});
}
END_TEST

START_TEST(specks) {
    check_scenes((scene_kind){1e-4, 1e-4, 1e-3, 1, 0.001, false, 0});
}
END_TEST

Suite *suite_world_pairs(void) {
    Suite *suite = suite_create("world_pairs");
    TCase *pairs = tcase_create("world_pairs");
    tcase_add_test(pairs, slow_circles);
    tcase_add_test(pairs, fast_circles);
    tcase_add_test(pairs, slow_shapes);
    tcase_add_test(pairs, fast_shapes);
    tcase_add_test(pairs, compounds);
    tcase_add_test(pairs, fast_compounds);
    tcase_add_test(pairs, large_and_small);
    tcase_add_test(pairs, large_and_small_at_speed);
    tcase_add_test(pairs, specks);
    suite_add_tcase(suite, pairs);
    return suite;
}
