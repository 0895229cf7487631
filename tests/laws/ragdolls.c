/* ragdolls.c: figures of eleven capsules whose joints have limits fall into a heap: it
 * comes to rest, and limits hold. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { PARTS = 11, DOLLS_MOST = 60 };

static const double PI = 3.14159265358979323846, GRAVITY = 10;

/* A capsule along y, the part it hangs on, its place in the figure, that of the joint, and limits
 * of its angle. */
typedef struct doll_part {
    int parent;
    evo_vec2 at;
    double half, radius;
    evo_vec2 joint;
    double lower, upper;
} doll_part;

static const doll_part DOLL[PARTS] = {
    {-1, {0, 0}, 0.08, 0.12, {0, 0}, 0, 0},
    {0, {0, 0.35}, 0.13, 0.13, {0, 0.16}, -0.6, 0.6},
    {1, {0, 0.78}, 0.04, 0.12, {0, 0.62}, -0.5, 0.5},
    {1, {-0.16, 0.33}, 0.13, 0.06, {-0.16, 0.46}, -2, 2},
    {3, {-0.16, 0.04}, 0.13, 0.05, {-0.16, 0.19}, -0.1, 2.2},
    {1, {0.16, 0.33}, 0.13, 0.06, {0.16, 0.46}, -2, 2},
    {5, {0.16, 0.04}, 0.13, 0.05, {0.16, 0.19}, -0.1, 2.2},
    {0, {-0.07, -0.29}, 0.17, 0.08, {-0.07, -0.1}, -0.6, 1.4},
    {7, {-0.07, -0.7}, 0.17, 0.07, {-0.07, -0.49}, -2.2, 0.1},
    {0, {0.07, -0.29}, 0.17, 0.08, {0.07, -0.1}, -0.6, 1.4},
    {9, {0.07, -0.7}, 0.17, 0.07, {0.07, -0.49}, -2.2, 0.1},
};

typedef struct heap {
    evo_world *world;
    evo_joint joints[DOLLS_MOST * (PARTS - 1)];
    int count;
} heap;

static evo_body add_part(heap *h, const doll_part *part, evo_pose doll, int group) {
    const double c = cos(doll.angle), s = sin(doll.angle);
    const evo_vec2 low = {0, -part->half}, high = {0, part->half};
    evo_body_config config = lab_body(evo_capsule(low, high, part->radius), 0, 0);
    config.position.x = doll.position.x + c * part->at.x - s * part->at.y;
    config.position.y = doll.position.y + s * part->at.x + c * part->at.y;
    config.angle = doll.angle;
    config.filter.group = -group;
    return evo_body_create(h->world, &config);
}

/* A figure; its joints have some friction. */
static void add_doll(heap *h, evo_pose at, int group) {
    evo_body bodies[PARTS];
    for (int i = 0; i < PARTS; ++i) {
        const doll_part *part = &DOLL[i];
        bodies[i] = add_part(h, part, at, group);
        if (i == 0) continue;
        const evo_vec2 to = DOLL[part->parent].at;
        evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
        config.a = bodies[part->parent];
        config.b = bodies[i];
        config.frame_a.position = (evo_vec2){part->joint.x - to.x, part->joint.y - to.y};
        config.frame_b.position =
            (evo_vec2){part->joint.x - part->at.x, part->joint.y - part->at.y};
        config.limit = config.motor = true;
        config.lower = part->lower;
        config.upper = part->upper;
        config.motor_limit = 0.02;
        h->joints[h->count++] = evo_joint_create(h->world, &config);
    }
}

/* By how much the angle of a joint is beyond its limits, at most. */
static double passed(const heap *h) {
    double most = 0;
    for (int i = 0; i < h->count; ++i) {
        const doll_part *part = &DOLL[1 + i % (PARTS - 1)];
        const double angle = evo_joint_angle(h->world, h->joints[i]);
        most = fmax(most, fmax(angle - part->upper, part->lower - angle));
    }
    return most;
}

/* Figures in columns fall on a floor between walls. */
static void drop(heap *h, int dolls) {
    evo_world_config config = evo_world_config_default();
    const evo_vec2 corner = {-7, 0};
    config.gravity.y = -GRAVITY;
    h->world = evo_world_create(&config);
    h->count = 0;
    lab_box(h->world, corner, 14, 100);
    for (int i = 0; i < dolls; ++i) {
        const evo_pose at = {{2.2 * (i % 5 - 2), 2 + 2.2 * (i / 5)}, random_between(-PI, PI)};
        add_doll(h, at, i + 1);
    }
}

typedef struct heap_found {
    bool asleep;
    double at_rest, in_motion; /* by how much limits are passed, in radians */
} heap_found;

/* Runs a heap for 10 seconds, or until all of it sleeps. */
static heap_found run_heap(int dolls) {
    static heap h;
    heap_found found = {.in_motion = 0};
    drop(&h, dolls);
    while (evo_world_time(h.world) < 10 && evo_world_counters(h.world).awake != 0) {
        lab_run(h.world, 1);
        found.in_motion = fmax(found.in_motion, passed(&h));
    }
    found.asleep = evo_world_counters(h.world).awake == 0;
    found.at_rest = passed(&h);
    evo_world_destroy(h.world);
    return found;
}

START_TEST(heaps_of_figures_rest) {
    int awake = 0;
    random_seed(1);
    for (int dolls = 1; dolls <= 25; dolls += 4) {
        const heap_found found = run_heap(dolls);
        awake += !found.asleep;
        ck_assert_double_lt(found.at_rest, 0.1);
        ck_assert_double_lt(found.in_motion, 1.2);
    }
    ck_assert_int_le(awake, 1);
}
END_TEST

START_TEST(high_heaps_of_figures_rest) {
    int awake = 0;
    random_seed(2);
    for (int dolls = 30; dolls <= DOLLS_MOST; dolls += 3) {
        const heap_found found = run_heap(dolls);
        awake += !found.asleep;
        ck_assert_double_lt(found.at_rest, 0.15);
        ck_assert_double_lt(found.in_motion, 1.8);
    }
    ck_assert_int_le(awake, 3);
}
END_TEST

Suite *suite_ragdolls(void) {
    Suite *suite = suite_create("ragdolls");
    TCase *few = tcase_create("few"), *many = tcase_create("many");
    tcase_add_test(few, heaps_of_figures_rest);
    suite_add_tcase(suite, few);
    tcase_set_tags(many, "slow");
    tcase_add_test(many, high_heaps_of_figures_rest);
    suite_add_tcase(suite, many);
    return suite;
}
