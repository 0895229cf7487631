/* weights.c: movers with a mass on bodies: on bridges, seesaws and planks on springs they rest and
 * land as bodies of that mass do, however light what bears them is; and what movers tell. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdlib.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/tape.h"

enum { PLANKS = 20, BRIDGE_STEPS = 700, STANDS_FROM = 420 };

static const double FALL = 20;

static evo_shape capsule(void) {
    return evo_capsule(evo_vec(0, -0.4), evo_vec(0, 0.4), 0.3);
}

/* Something that stands or walks with a mass: a mover, or a body that does not turn. */
typedef struct walker {
    evo_world *world;
    evo_mover_config config;
    evo_mover mover;
    evo_body body; /* {0}: the mover */
} walker;

static walker walker_make(evo_world *world, double mass, evo_vec2 at, bool body) {
    walker w = {.world = world, .config = evo_mover_config_default()};
    w.config.shape = capsule();
    w.config.mass = mass;
    w.mover = (evo_mover){.pose = {at, 0}};
    if (!body) return w;
    evo_body_config config = lab_body(w.config.shape, at.x, at.y);
    config.locks.spin = config.never_sleep = true;
    config.material.density = mass / evo_shape_area(&w.config.shape);
    config.material.friction = 1;
    w.body = evo_body_create(world, &config);
    return w;
}

/* Walks on at a speed, for a step; returns where it is. */
static evo_vec2 walker_step(walker *w, double speed) {
    if (evo_body_exists(w->world, w->body)) {
        const evo_vec2 v = evo_body_velocity(w->world, w->body);
        evo_body_set_velocity(w->world, w->body, evo_vec(speed != 0 ? speed : 0.5 * v.x, v.y));
        ck_assert_int_eq(evo_world_step(w->world, LAB_STEP), EVO_OK);
        return evo_body_pose(w->world, w->body).position;
    }
    const evo_vec2 wanted = {speed, w->mover.velocity.y - FALL * LAB_STEP};
    ck_assert_int_eq(evo_mover_move(w->world, &w->config, &w->mover, wanted, LAB_STEP), EVO_OK);
    ck_assert_int_eq(evo_world_step(w->world, LAB_STEP), EVO_OK);
    return w->mover.pose.position;
}

/* ---- Bridges --------------------------------------------------------------------------------- */

static void hinge(evo_world *world, evo_body a, evo_body b, evo_vec2 at) {
    evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
    joint.a = a;
    joint.b = b;
    joint.frame_a.position = evo_body_local_point(world, a, at);
    joint.frame_b.position = evo_body_local_point(world, b, at);
    ck_assert(evo_joint_exists(world, evo_joint_create(world, &joint)));
}

/* A bridge of planks; returns the mass of one. */
static double make_bridge(evo_world *world, bool boxes) {
    const double half = random_between(0.2, 0.3), thick = random_between(0.08, 0.15);
    evo_body last = {0, 0};
    double mass = 0;
    for (int i = 0; i < PLANKS; ++i) {
        evo_body_config plank =
            lab_body(boxes ? evo_box(half, thick) : evo_rounded_box(half, thick, 0.05),
                     (2 * i + 1) * half, 0);
        plank.damping = 0.5;
        const evo_body body = evo_body_create(world, &plank);
        mass = evo_body_mass(world, body).mass;
        hinge(world, last, body, evo_vec(2 * i * half, 0));
        last = body;
    }
    hinge(world, last, (evo_body){0, 0}, evo_vec(2 * PLANKS * half, 0));
    lab_run(world, 200);
    return mass;
}

/* It walks on a bridge, there and back, and stands: it never falls through nor is thrown, and
 * stands still. */
static void check_bridge(double ratio, bool boxes) {
    evo_world *world = lab_world(FALL);
    const double mass = ratio * make_bridge(world, boxes);
    walker w = walker_make(world, mass, evo_vec(random_between(2, 4), 1.2), false);
    double sum = 0, highest = -INFINITY, before = 0, last = 0;
    for (int step = 0; step < BRIDGE_STEPS; ++step) {
        const double x = w.mover.pose.position.x;
        const double speed = step < 60 ? 0 : step < 150 ? 3 : step < 200 ? -3 : 0;
        const evo_vec2 at = walker_step(&w, x > 7 || x < 1 ? 0 : speed);
        ck_assert_msg(at.y > -6, "%g to 1: it falls through", ratio);
        if (step > 30) highest = fmax(highest, at.y);
        if (step >= STANDS_FROM) sum += fabs(at.y - 2 * last + before) / (LAB_STEP * LAB_STEP);
        before = last;
        last = at.y;
    }
    const double mean = sum / (BRIDGE_STEPS - STANDS_FROM);
    ck_assert_msg(highest < 1.5, "%g to 1: it is thrown to %g", ratio, highest);
    ck_assert_msg(mean < 8, "%g to 1: it shakes by %g", ratio, mean);
    evo_world_destroy(world);
}

START_TEST(bridges_bear_heavy_movers) {
    random_seed(71);
    for (double ratio = 4; ratio < 130; ratio *= 2)
        for (int boxes = 0; boxes < 2; ++boxes) check_bridge(ratio, boxes);
}
END_TEST

START_TEST(many_bridges_bear_heavy_movers) {
    random_seed(72 + (uint64_t)_i);
    for (int i = 0; i < 20; ++i) check_bridge(random_scale(1, 128), i % 2 == 0);
}
END_TEST

/* ---- Seesaws and springs --------------------------------------------------------------------- */

/* Returns the spin of a seesaw some steps after something has landed on its end. */
static double seesaw(double ratio, double height, bool body) {
    evo_world *world = lab_world(FALL);
    evo_body_config plank = lab_body(evo_box(2, 0.1), 0, 0);
    const evo_body bears = evo_body_create(world, &plank);
    hinge(world, (evo_body){0, 0}, bears, evo_vec(0, 0));
    const double mass = ratio * evo_body_mass(world, bears).mass;
    walker w = walker_make(world, mass, evo_vec(1.5, 0.81 + height), body);
    const int steps = (int)(sqrt(2 * height / FALL) / LAB_STEP) + 4;
    for (int i = 0; i < steps; ++i) walker_step(&w, 0);
    const double spin = evo_body_spin(world, bears);
    evo_world_destroy(world);
    return spin;
}

/* Returns how deep a plank on springs is pressed by a landing. */
static double landing(double ratio, double height, bool body) {
    evo_world *world = lab_world(FALL);
    evo_body_config plank = lab_body(evo_box(1, 0.1), 0, 0);
    plank.locks.spin = plank.locks.x = true;
    const evo_body bears = evo_body_create(world, &plank);
    const double own = evo_body_mass(world, bears).mass;
    evo_joint_config spring = evo_joint_config_default(EVO_DISTANCE);
    spring.b = bears;
    spring.frame_a.position = evo_vec(0, -9);
    spring.length = 9;
    spring.spring = true;
    spring.hertz = 1.5 * sqrt(1 + ratio);
    spring.damping_ratio = 0.1;
    ck_assert(evo_joint_exists(world, evo_joint_create(world, &spring)));
    walker w = walker_make(world, ratio * own, evo_vec(0, 0.81 + height), body);
    double lowest = 0;
    for (int i = 0; i < 90; ++i) {
        walker_step(&w, 0);
        lowest = fmin(lowest, evo_body_pose(world, bears).position.y);
    }
    evo_world_destroy(world);
    return lowest;
}

START_TEST(it_lands_as_a_body) {
    random_seed(73);
    for (int i = 0; i < 12; ++i) {
        const double ratio = random_scale(0.5, 8), height = random_between(0.1, 2);
        const double turned = seesaw(ratio, height, false), body = seesaw(ratio, height, true);
        ck_assert_msg(fabs(turned - body) < 0.1 * fabs(body) + 0.05, "%g to 1 from %g: %g, not %g",
                      ratio, height, turned, body);
        const double low = landing(ratio, height, false), like = landing(ratio, height, true);
        ck_assert_msg(fabs(low - like) < 0.1 * fabs(like), "%g to 1 from %g: %g, not %g", ratio,
                      height, low, like);
    }
}
END_TEST

/* ---- State ----------------------------------------------------------------------------------- */

/* Several movers on a bridge weigh together; worlds that go on from a save, in other lanes, or from
 * a frame, with movers as they were, have the same future. */
START_TEST(weights_are_state) {
    enum { HEROES = 3, AFTER = 30 };
    random_seed(74);
    evo_world *world = lab_world(FALL), *loaded = lab_world(FALL);
    const double mass = make_bridge(world, true);
    walker all[HEROES], kept[HEROES];
    for (int i = 0; i < HEROES; ++i)
        all[i] = walker_make(world, 8 * mass, evo_vec(3 + 1.5 * i, 1), false);
    for (int step = 0; step < 50; ++step) {
        for (int i = 0; i < HEROES; ++i) {
            const evo_vec2 wanted = {0, all[i].mover.velocity.y - FALL * LAB_STEP};
            ck_assert_int_eq(evo_mover_move(world, &all[i].config, &all[i].mover, wanted, LAB_STEP),
                             EVO_OK);
        }
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    evo_frame *frame = NULL;
    const size_t size = evo_world_save(world, NULL, 0);
    unsigned char *bytes = malloc(size);
    ck_assert_uint_eq(evo_world_save(world, bytes, size), size);
    ck_assert_int_eq(evo_world_load(loaded, bytes, size), EVO_OK);
    ck_assert_int_eq(evo_world_set_lanes(loaded, 1), EVO_OK);
    ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
    uint64_t hashes[3];
    for (int run = 0; run < 3; ++run) {
        evo_world *in = run == 1 ? loaded : world;
        if (run == 2) ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
        for (int i = 0; i < HEROES; ++i) kept[i] = all[i];
        for (int step = 0; step < AFTER; ++step) {
            for (int i = 0; i < HEROES; ++i) {
                const evo_vec2 wanted = {0, kept[i].mover.velocity.y - FALL * LAB_STEP};
                ck_assert_int_eq(
                    evo_mover_move(in, &kept[i].config, &kept[i].mover, wanted, LAB_STEP), EVO_OK);
                ck_assert(kept[i].mover.grounded);
            }
            ck_assert_int_eq(evo_world_step(in, LAB_STEP), EVO_OK);
        }
        hashes[run] =
            evo_world_hash(in) ^ (uint64_t)(int64_t)(kept[0].mover.pose.position.y * 1e15);
    }
    ck_assert(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
    evo_frame_destroy(frame);
    free(bytes);
    evo_world_destroy(loaded);
    evo_world_destroy(world);
}
END_TEST

/* A record has the weights: a replay makes the same world without the mover. */
START_TEST(weights_are_recorded) {
    random_seed(75);
    evo_world *world = lab_world(FALL);
    tape t = {.bytes = NULL};
    const double mass = make_bridge(world, false);
    walker w = walker_make(world, 16 * mass, evo_vec(3, 1.2), false);
    tape_begin(&t, world);
    for (int step = 0; step < 100; ++step) walker_step(&w, step < 50 ? 0 : 2);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    tape_check(&t, 0);
    tape_free(&t);
    evo_world_destroy(world);
}
END_TEST

/* ---- What is told ---------------------------------------------------------------------------- */

/* On a floor beside a crate that it pushes, through a coin: it touches both, with its force, and
 * meets the coin while it passes. */
START_TEST(touches_and_sensors_are_told) {
    random_seed(76);
    for (int i = 0; i < 20; ++i) {
        evo_world *world = lab_world(FALL);
        const double push = random_between(1, 4), far = random_between(2, 3);
        const evo_body floor = lab_fixed(world, evo_box(40, 1), 0, -1);
        evo_body_config crate = lab_body(evo_box(0.5, 0.5), 1.5, 0.5), coin = crate;
        crate.material.density = 50; /* too heavy for the push */
        coin.kind = EVO_STATIC;
        coin.sensor = true;
        coin.shape = evo_circle(0.2);
        coin.position = evo_vec(-far, 0.7);
        const evo_body heavy = evo_body_create(world, &crate);
        evo_collider disk;
        ck_assert_uint_eq(evo_body_colliders(world, evo_body_create(world, &coin), &disk, 1), 1);
        walker w = walker_make(world, 0, evo_vec(-2 * far, 0.71), false);
        w.config.push = push;
        int met = 0, pushed = 0;
        for (int step = 0; step < 240; ++step) {
            walker_step(&w, 3);
            evo_collider found[4];
            evo_mover_touch touches[EVO_MOVER_TOUCHES];
            const size_t sensors = evo_mover_sensors(world, &w.config, &w.mover, found, 4);
            met += sensors == 1 && evo_collider_equal(found[0], disk);
            const double x = w.mover.pose.position.x;
            ck_assert((sensors == 1) == (fabs(x + far) < 0.5)
                      || fabs(fabs(x + far) - 0.5) < 3 * LAB_STEP);
            const size_t count = evo_mover_touches(&w.mover, touches, EVO_MOVER_TOUCHES);
            bool stands = false;
            for (size_t k = 0; k < count; ++k) {
                stands |= evo_body_equal(touches[k].body, floor) && touches[k].normal.y > 0.99;
                if (!evo_body_equal(touches[k].body, heavy) || touches[k].force == 0) continue;
                ck_assert_double_le(fabs(touches[k].force - push), 1e-9 * push);
                ck_assert_double_lt(touches[k].normal.x, -0.9);
                ++pushed;
            }
            ck_assert(stands == w.mover.grounded);
            const double half = evo_mover_pose_between(&w.mover, 0.5).position.x;
            ck_assert_double_le(fabs(half - 0.5 * (x + w.mover.before.position.x)), 1e-12);
        }
        ck_assert(met > 10 && pushed > 20);
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_weights(void) {
    Suite *suite = suite_create("weights");
    TCase *laws = tcase_create("laws"), *deep = tcase_create("deep");
    tcase_add_test(laws, bridges_bear_heavy_movers);
    tcase_add_test(laws, it_lands_as_a_body);
    tcase_add_test(laws, weights_are_state);
    tcase_add_test(laws, weights_are_recorded);
    tcase_add_test(laws, touches_and_sensors_are_told);
    tcase_add_loop_test(deep, many_bridges_bear_heavy_movers, 0, 5);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, laws);
    suite_add_tcase(suite, deep);
    return suite;
}
