/* test_listed.c: contacts that are listed touch where the bodies stand, along the normal of there,
 * in the order of creation; what has left is not listed. */
#include <math.h>
#include <string.h>

#include "scenes/scenes.h"
#include "suites.h"
#include "support/lab.h"

enum { LISTED_MOST = 20000, STEPS = 60, SCENES = 37 };

static double reach_of(const evo_shape *shape) {
    const evo_pose origin = {{0, 0}, 0};
    evo_shape centered = *shape;
    centered.center = origin.position;
    const evo_bounds b = evo_shape_bounds(&centered, origin);
    return 0.5 * hypot(b.max.x - b.min.x, b.max.y - b.min.y);
}

/* Returns whether a normal is that of the gap between both colliders, or of another touch of
 * theirs, which is nearly as deep; or the floor's, at a joint of segments. */
static bool is_normal(const evo_world *world, const evo_contact *c, int i, double size) {
    const evo_shape a = evo_collider_get(world, c->a).shape;
    const evo_shape b = evo_collider_get(world, c->b).shape;
    const evo_pose at_a = evo_body_pose(world, evo_collider_body(world, c->a));
    const evo_pose at_b = evo_body_pose(world, evo_collider_body(world, c->b));
    const evo_gap gap = evo_measure(&a, at_a, &b, at_b);
    const evo_contact_point *p = &c->points[i];
    evo_gap found[2];
    if (a.kind == EVO_SEGMENT || b.kind == EVO_SEGMENT) return true;
    if (gap.normal.x * p->normal.x + gap.normal.y * p->normal.y > cos(0.02)) return true;
    if (fabs(gap.distance - p->gap) < 0.005 * size) return true;
    const int count = evo_contacts(&a, at_a, &b, at_b, size, found);
    for (int k = 0; k < count; ++k)
        if (found[k].normal.x * p->normal.x + found[k].normal.y * p->normal.y > cos(0.02))
            return true;
    return false;
}

static void check_list(const evo_world *world, const char *name, int step) {
    static evo_contact found[LISTED_MOST], first[3];
    const size_t count = evo_world_contacts(world, found, LISTED_MOST);
    ck_assert_uint_le(count, LISTED_MOST);
    ck_assert_uint_eq(evo_world_counters(world).contacts, count);
    ck_assert_uint_eq(evo_world_contacts(world, first, 3), count);
    ck_assert_int_eq(memcmp(first, found, (count < 3 ? count : 3) * sizeof *found), 0);
    for (size_t i = 0; i < count; ++i) {
        const evo_shape a = evo_collider_get(world, found[i].a).shape;
        const evo_shape b = evo_collider_get(world, found[i].b).shape;
        const double size = fmin(reach_of(&a), reach_of(&b));
        for (int k = 0; k < found[i].count; ++k) {
            const double gap = found[i].points[k].gap;
            ck_assert_msg(gap <= 0.005 * size, "%s, step %d: a gap of %g", name, step, gap / size);
            ck_assert_msg(gap > -1e-6 * size || is_normal(world, &found[i], k, size),
                          "%s, step %d: a normal of elsewhere", name, step);
        }
        if (i == 0) continue; /* no collider of a scene was destroyed: ids are in order */
        const uint32_t a0 = found[i - 1].a.index, b0 = found[i - 1].b.index;
        ck_assert(a0 < found[i].a.index || (a0 == found[i].a.index && b0 < found[i].b.index));
    }
}

START_TEST(scenes_list_what_touches) {
    const scene *s = scene_at((size_t)_i);
    double values[SCENE_PARAMS];
    scene_stage stage;
    scene_defaults(s, values);
    ck_assert(scene_open(&stage, s, values, NULL));
    for (int step = 0; step < STEPS; ++step) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        if (step % 5 == 4) check_list(stage.world, s->name, step);
    }
    scene_close(&stage);
}
END_TEST

/* A runner on tiles is always on the ground, and nothing else is listed. */
START_TEST(runners_are_on_the_ground) {
    static const double speeds[] = {3, 9, 27};
    evo_world *world = lab_world(10);
    for (int i = -2; i < 100; ++i) (void)lab_fixed(world, evo_box(0.5, 0.5), i, -0.5);
    const evo_shape shapes[] = {evo_circle(0.4), evo_box(0.4, 0.4), evo_ellipse(0.5, 0.4)};
    evo_body_config config = lab_body(shapes[_i % 3], 0, 0.4);
    config.velocity.x = speeds[_i / 3];
    config.locks.spin = true;
    config.material.friction = 0;
    const evo_body body = evo_body_create(world, &config);
    for (int step = 0; step < 120; ++step) {
        evo_contact found[8];
        lab_run(world, 1);
        const size_t count = evo_body_contacts(world, body, found, 8);
        ck_assert_msg(count > 0, "in the air in step %d", step);
        for (size_t i = 0; i < count; ++i)
            for (int k = 0; k < found[i].count; ++k)
                ck_assert_double_gt(found[i].points[k].normal.y, 0.999);
    }
    evo_world_destroy(world);
}
END_TEST

Suite *suite_listed(void) {
    Suite *suite = suite_create("listed");
    TCase *scenes = tcase_create("scenes"), *runners = tcase_create("runners");
    tcase_add_loop_test(scenes, scenes_list_what_touches, 0, SCENES);
    tcase_add_loop_test(runners, runners_are_on_the_ground, 0, 9);
    suite_add_tcase(suite, scenes);
    suite_add_tcase(suite, runners);
    return suite;
}
