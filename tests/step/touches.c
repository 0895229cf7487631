/* touches.c: touch events: every touch that begins ends exactly once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "world/world.h"

static bool same_body(evo_body a, evo_body b) {
    return a.index == b.index && a.generation == b.generation;
}

static bool same_collider(evo_collider a, evo_collider b) {
    return a.index == b.index && a.generation == b.generation;
}

static evo_vec2 position_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

enum { OPEN_MOST = 4000 };

/* Touches that began and have not ended. */
typedef struct ledger {
    evo_touch open[OPEN_MOST];
    int count;
    size_t began, ended;
    int faults; /* touches told twice */
} ledger;

static bool same_touch(const evo_touch *x, const evo_touch *y) {
    return same_collider(x->collider_a, y->collider_a)
           && same_collider(x->collider_b, y->collider_b) && same_body(x->a, y->a)
           && same_body(x->b, y->b);
}

static int ledger_find(const ledger *l, const evo_touch *touch) {
    for (int i = 0; i < l->count; ++i)
        if (same_touch(&l->open[i], touch)) return i;
    return -1;
}

static void ledger_enter(ledger *l, const evo_touch *touch) {
    int at = ledger_find(l, touch);
    if (touch->began == (at >= 0)) {
        ++l->faults;
    } else if (touch->began) {
        ck_assert_int_lt(l->count, OPEN_MOST);
        l->open[l->count++] = *touch;
        ++l->began;
    } else {
        l->open[at] = l->open[--l->count];
        ++l->ended;
    }
}

static bool in_order(const evo_touch *x, const evo_touch *y) {
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    if (x->b.index != y->b.index) return x->b.index < y->b.index;
    if (x->collider_a.index != y->collider_a.index)
        return x->collider_a.index < y->collider_a.index;
    return x->collider_b.index <= y->collider_b.index;
}

/* Visits are entered as touches of a sensor. */
static void ledger_take_visits(ledger *l, const evo_world *world) {
    size_t count;
    const evo_visit *visits = evo_world_visits(world, &count);
    for (size_t i = 0; i < count; ++i) {
        const evo_visit *v = &visits[i];
        const evo_touch touch = {.a = v->sensor_body,
                                 .b = v->visitor_body,
                                 .collider_a = v->sensor,
                                 .collider_b = v->visitor,
                                 .began = v->began};
        ck_assert(i == 0 || visits[i - 1].sensor.index <= v->sensor.index);
        ledger_enter(l, &touch);
    }
}

static void ledger_take(ledger *l, const evo_world *world) {
    size_t count;
    ledger_take_visits(l, world);
    const evo_touch *touches = evo_world_touches(world, &count);
    for (size_t i = 0; i < count; ++i) {
        ck_assert_uint_le(touches[i].a.index, touches[i].b.index);
        ck_assert(i == 0 || in_order(&touches[i - 1], &touches[i]));
        ledger_enter(l, &touches[i]);
    }
}

static void steps_with_ledger(evo_world *world, ledger *l, int count) {
    for (int i = 0; i < count; ++i) {
        scene_steps(world, 1);
        ledger_take(l, world);
    }
}

/* A random change of bodies between steps. */
static void any_event(evo_world *world, evo_body *body) {
    evo_collider collider = scene_collider(world, *body);
    evo_pose pose = {{random_between(-6, 6), random_between(0, 12)}, random_between(-3, 3)};
    evo_shape shape = scene_any_shape();
    evo_filter filter = {1, random_between(0, 1) < 0.5 ? 0 : 1, 0};
    switch ((int)random_between(0, 13)) {
    case 0:
    case 1:
        ck_assert_int_eq(evo_body_destroy(world, *body), EVO_OK);
        *body = scene_any_body(world);
        break;
    case 2:
        ck_assert_int_eq(evo_body_set_disabled(world, *body, true), EVO_OK);
        break;
    case 3:
        ck_assert_int_eq(evo_body_set_disabled(world, *body, false), EVO_OK);
        break;
    case 4:
        ck_assert_int_eq(evo_body_set_pose(world, *body, pose), EVO_OK);
        break;
    case 5:
        evo_body_set_asleep(world, *body, true);
        break;
    case 6:
        ck_assert_int_eq(evo_body_set_asleep(world, *body, false), EVO_OK);
        break;
    case 7:
        ck_assert_int_eq(evo_body_set_kind(world, *body, (evo_body_kind)random_between(0, 3)),
                         EVO_OK);
        break;
    case 8:
        evo_collider_destroy(world, collider);
        break;
    case 9:
        evo_collider_set_shape(world, collider, &shape);
        break;
    case 10:
        evo_collider_set_filter(world, collider, filter);
        break;
    case 11:
        evo_body_apply_impulse(world, *body, (evo_vec2){0, random_between(0, 5)}, pose.position);
        break;
    default:
        evo_body_set_velocity(world, *body, (evo_vec2){random_between(-9, 9), 0});
        break;
    }
}

static void end_everything(evo_world *world, ledger *l, const evo_body *bodies, int count) {
    for (int i = 0; i < count; ++i) ck_assert_int_eq(evo_body_destroy(world, bodies[i]), EVO_OK);
    steps_with_ledger(world, l, 1);
    if (l->faults > 0) return;
    ck_assert_int_eq(l->count, 0);
    ck_assert_uint_eq(l->began, l->ended);
    ck_assert_uint_gt(l->began, 100);
}

/* Of two that were put to sleep by hand, one after the other, and wake apart, what they remember of
 * each other may be old: in 60 worlds two touches were told twice. @touch-ends */
START_TEST(every_touch_that_begins_ends_once) {
    int faults = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        static ledger l;
        evo_body bodies[61];
        memset(&l, 0, sizeof l);
        random_seed(seed);
        evo_world *world = scene_world(0, NULL);
        bodies[60] = scene_ground(world);
        for (int i = 0; i < 60; ++i) bodies[i] = scene_any_body(world);
        for (int round = 0; round < 120; ++round) {
            for (int i = 0; i < (int)seed % 4 + 1; ++i)
                any_event(world, &bodies[(int)random_between(0, 60)]);
            steps_with_ledger(world, &l, round % 20 == 19 ? 80 : 3);
        }
        end_everything(world, &l, bodies, 61);
        faults += l.faults;
        evo_world_destroy(world);
    }
    ck_assert_int_le(faults, 4);
}
END_TEST

/* Stacked bodies that sleep and wake keep their touches. */
START_TEST(touches_outlast_sleep) {
    static ledger l;
    evo_body balls[10];
    memset(&l, 0, sizeof l);
    evo_world *world = scene_world(0, NULL);
    evo_body ground = scene_ground(world);
    scene_pile(world, 5, 2, balls);
    steps_with_ledger(world, &l, 200);
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    size_t began = l.began, ended = l.ended;
    ck_assert_uint_ge(began, 10);
    ck_assert_int_eq(evo_body_set_asleep(world, balls[0], false), EVO_OK);
    steps_with_ledger(world, &l, 5);
    ck_assert_uint_eq(l.began, began);
    ck_assert_uint_eq(l.ended, ended);
    for (int i = 0; i < 10; ++i) evo_body_destroy(world, balls[i]);
    evo_body_destroy(world, ground);
    steps_with_ledger(world, &l, 1);
    ck_assert_int_eq(l.faults, 0);
    ck_assert_int_eq(l.count, 0);
    ck_assert_int_eq(l.faults, 0);
    evo_world_destroy(world);
}
END_TEST

START_TEST(static_bodies_do_not_touch_each_other) {
    static ledger l;
    memset(&l, 0, sizeof l);
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body ball = scene_ball(world, 0.5, 0, 0.49);
    steps_with_ledger(world, &l, 3);
    ck_assert_int_eq(l.count, 1);
    ck_assert_int_eq(evo_body_set_kind(world, ball, EVO_STATIC), EVO_OK);
    steps_with_ledger(world, &l, 1);
    ck_assert_int_eq(l.count, 0);
    ck_assert_uint_eq(evo_world_counters(world).contacts, 0);
    ck_assert_int_eq(l.faults, 0);
    evo_world_destroy(world);
}
END_TEST

/* The arrays of the last step stay valid while bodies are created and destroyed. @lists-last */
START_TEST(touch_arrays_outlast_changes) {
    test_memory memory = {0};
    evo_world *world = scene_world(0, &memory);
    evo_body balls[40];
    scene_ground(world);
    scene_pile(world, 20, 2, balls);
    size_t count = 0;
    const evo_touch *touches = NULL;
    evo_touch copy[200];
    for (int i = 0; i < 60 && count < 20; ++i) {
        scene_steps(world, 1);
        touches = evo_world_touches(world, &count);
    }
    ck_assert(count >= 20 && count <= 200);
    memcpy(copy, touches, count * sizeof *copy);
    for (int i = 0; i < 40; ++i) {
        ck_assert_int_eq(evo_body_destroy(world, balls[i]), EVO_OK);
        for (int k = 0; k < 5; ++k) scene_ball(world, 0.5, 3 * i, 30 + 2 * k);
    }
    ck_assert_mem_eq(copy, touches, count * sizeof *copy);
    evo_world_destroy(world);
}
END_TEST

START_TEST(sensors_detect_moving_and_static_bodies) {
    evo_world *world = evo_world_create(NULL);
    evo_body still = scene_add(world, EVO_STATIC, evo_circle(1), 10, 0);
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_KINEMATIC;
    config.shape = evo_circle(1);
    config.sensor = true;
    config.velocity = (evo_vec2){6, 0};
    evo_body probe = evo_body_create(world, &config);
    config.kind = EVO_STATIC;
    config.position = (evo_vec2){20, 0};
    evo_body other_probe = evo_body_create(world, &config);
    evo_body ball = scene_ball(world, 1, 5, 0);
    static ledger l;
    memset(&l, 0, sizeof l);
    steps_with_ledger(world, &l, 40); /* on the ball */
    ck_assert_int_eq(l.count, 1);
    ck_assert(same_body(l.open[0].a, probe) && same_body(l.open[0].b, ball));
    steps_with_ledger(world, &l, 60); /* on the static one, beside the ball */
    ck_assert_int_eq(l.count, 1);
    ck_assert(same_body(l.open[0].a, probe) && same_body(l.open[0].b, still));
    steps_with_ledger(world, &l, 100); /* sensors do not detect each other */
    ck_assert_int_eq(l.count, 0);
    ck_assert_int_eq(evo_body_set_pose(world, ball, (evo_pose){{20, 0.5}, 0}), EVO_OK);
    steps_with_ledger(world, &l, 2);
    ck_assert_double_eq(position_of(world, ball).x, 20); /* sensors apply no impulses */
    ck_assert_int_ge(l.count, 1);
    ck_assert(evo_body_exists(world, other_probe));
    ck_assert_int_eq(l.faults, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Against the geometry -------------------------------------------------------------------- */

enum { PAIRS = 1500 };

/* Far from all others, in any place and turn, near each other. */
typedef struct lone_pair {
    evo_shape shapes[2];
    evo_pose poses[2];
    evo_body moving;
} lone_pair;

static lone_pair add_pair(evo_world *world, int number, evo_shape_kind still, evo_shape_kind kind) {
    lone_pair pair = {.shapes = {random_shape(still), random_shape(kind)}};
    evo_body_config config = evo_body_config_default();
    const double near = shape_size(&pair.shapes[0]) + shape_size(&pair.shapes[1]);
    pair.poses[0].position.x = 100 * (number % 40);
    pair.poses[0].position.y = 100 * (number / 40);
    pair.poses[0].angle = random_between(-3, 3);
    pair.poses[1].position.x = pair.poses[0].position.x + random_between(-near, near);
    pair.poses[1].position.y = pair.poses[0].position.y + random_between(-near, near);
    pair.poses[1].angle = random_between(-3, 3);
    for (int i = 0; i < 2; ++i) {
        config.kind = i == 0 ? EVO_STATIC : EVO_DYNAMIC;
        config.shape = pair.shapes[i];
        config.position = pair.poses[i].position;
        config.angle = pair.poses[i].angle;
        pair.moving = evo_body_create(world, &config);
        ck_assert(evo_body_exists(world, pair.moving));
    }
    return pair;
}

static bool is_told(const evo_world *world, evo_body body) {
    size_t count;
    const evo_touch *touches = evo_world_touches(world, &count);
    for (size_t i = 0; i < count; ++i)
        if (same_body(touches[i].a, body) || same_body(touches[i].b, body)) return true;
    return false;
}

static void check_pair(const evo_world *world, const lone_pair *pair) {
    const double gap =
        evo_measure(&pair->shapes[0], pair->poses[0], &pair->shapes[1], pair->poses[1]).distance;
    const double size = shape_size(&pair->shapes[0]) + shape_size(&pair->shapes[1]);
    const evo_vec2 v = evo_body_velocity(world, pair->moving);
    const bool told = is_told(world, pair->moving);
    if (fabs(gap) < 1e-5 * size) return;
    ck_assert_msg(told == (gap < 0), "a gap of %g at x %g, %s", gap, pair->poses[0].position.x,
                  told ? "touches" : "does not touch");
    ck_assert(told || (v.x == 0 && v.y == 0));
}

/* Bodies at rest, in the first step: what touches is what overlaps, whatever lanes it is in. */
START_TEST(what_touches_overlaps) {
    static lone_pair pairs[PAIRS];
    const evo_shape_kind kinds[] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_RING, EVO_SEGMENT};
    const evo_shape_kind still = kinds[_i / 4], moving = kinds[_i % 4];
    if (still == EVO_SEGMENT && moving == EVO_SEGMENT) return; /* these never touch */
    evo_world *world = scene_world(0, NULL);
    const evo_vec2 none = {0, 0};
    random_seed(77 + (uint64_t)_i);
    ck_assert_int_eq(evo_world_set_gravity(world, none), EVO_OK);
    for (int i = 0; i < PAIRS; ++i) pairs[i] = add_pair(world, i, still, moving);
    scene_steps(world, 1);
    for (int i = 0; i < PAIRS; ++i) check_pair(world, &pairs[i]);
    evo_world_destroy(world);
}
END_TEST

/* Readers in two threads do not meet: a world, and the arrays that it shows, are in order after the
 * step, and reading writes nothing. */
START_TEST(reading_writes_nothing) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.impact_speed = 0;
    evo_world *world = evo_world_create(&config);
    scene_ground(world);
    for (int i = 0; i < 200; ++i) scene_ball(world, 0.3, i % 20 + 0.02 * i, 0.5 + i / 20);
    size_t touched = 0, struck = 0;
    for (int step = 0; step < 60; ++step) {
        scene_steps(world, 1);
        static evo_world before;
        static evo_touch touches[1024];
        static evo_impact struck_then[1024];
        const told_list *told = world->core.told.shown;
        const size_t touch_count = told[TOLD_TOUCHES].list.count;
        const size_t impact_count = told[TOLD_IMPACTS].list.count;
        ck_assert(touch_count <= 1024 && impact_count <= 1024);
        if (touch_count > 0) memcpy(touches, told[TOLD_TOUCHES].all, touch_count * sizeof *touches);
        if (impact_count > 0)
            memcpy(struck_then, told[TOLD_IMPACTS].all, impact_count * sizeof *struck_then);
        memcpy(&before, world, sizeof before);
        size_t counts[2];
        const evo_touch *shown = evo_world_touches(world, &counts[0]);
        const evo_impact *hits = evo_world_impacts(world, &counts[1]);
        ck_assert(memcmp(&before, world, sizeof before) == 0);
        ck_assert(counts[0] == touch_count && counts[1] == impact_count);
        ck_assert(counts[0] == 0 || memcmp(shown, touches, counts[0] * sizeof *shown) == 0);
        ck_assert(counts[1] == 0 || memcmp(hits, struck_then, counts[1] * sizeof *hits) == 0);
        touched += counts[0];
        struck += counts[1];
    }
    ck_assert_msg(touched > 100 && struck > 100, "%zu touches, %zu impacts", touched, struck);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_touches(void) {
    Suite *suite = suite_create("touches");
    TCase *touches = tcase_create("touches");
    tcase_add_test(touches, every_touch_that_begins_ends_once);
    tcase_add_test(touches, touches_outlast_sleep);
    tcase_add_test(touches, static_bodies_do_not_touch_each_other);
    tcase_add_test(touches, touch_arrays_outlast_changes);
    tcase_add_test(touches, reading_writes_nothing);
    tcase_add_test(touches, sensors_detect_moving_and_static_bodies);
    tcase_add_loop_test(touches, what_touches_overlaps, 0, 16);
    suite_add_tcase(suite, touches);
    return suite;
}
