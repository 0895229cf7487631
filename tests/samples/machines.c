/* machines.c: scenes with joints obey the laws that their head comments name. */
#include <math.h>
#include <string.h>

#include "scenes/scenes.h"
#include "suites.h"

enum { JOINTS = 512 };

static scene_stage stage;

/* Opens a scene; `param` gets a value of its own, unless it is -1. */
static void open_with(const char *name, int param, double value) {
    const scene *s = scene_find(name);
    double values[SCENE_PARAMS];
    ck_assert_msg(s != NULL, "%s is gone", name);
    scene_defaults(s, values);
    if (param >= 0) values[param] = value;
    ck_assert_msg(scene_open(&stage, s, values, NULL), "%s cannot be built", name);
}

static void step(void) {
    ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
}

static void run(double seconds) {
    for (int i = 0; i < (int)(seconds / SCENE_STEP + 0.5); ++i) step();
}

static evo_pose pose_of(size_t actor) {
    return evo_body_pose(stage.world, stage.actors[actor].body);
}

static evo_vec2 place_of(size_t actor) {
    return pose_of(actor).position;
}

static double energy(void) {
    return evo_world_kinetic_energy(stage.world) + scene_potential(&stage);
}

static double apart(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static evo_vec2 anchor(evo_body body, evo_vec2 local) {
    return body.generation ? evo_body_world_point(stage.world, body, local) : local;
}

/* How far the points of revolute joints are apart at most. */
static double worst_hinge(void) {
    static evo_joint found[JOINTS];
    const size_t count = evo_world_joints(stage.world, found, JOINTS);
    double worst = 0;
    ck_assert_uint_gt(count, 0);
    ck_assert_uint_le(count, JOINTS);
    for (size_t i = 0; i < count; ++i) {
        const evo_joint_config joint = evo_joint_get(stage.world, found[i]);
        if (joint.kind != EVO_REVOLUTE) continue;
        worst = fmax(worst, apart(anchor(joint.a, joint.frame_a.position),
                                  anchor(joint.b, joint.frame_b.position)));
    }
    return worst;
}

/* ---- Swings ---------------------------------------------------------------------------------- */

/* Each pendulum swings as often in a round as its number says, and is where it was let go. */
START_TEST(pendulums_keep_their_periods) {
    const double round = 40;
    double before[12] = {0}, last[12] = {0};
    int passes[12] = {0};
    open_with("pendulum", -1, 0);
    for (size_t i = 0; i < 12; ++i) before[i] = place_of(i).x;
    for (int k = 0; k < (int)(round / SCENE_STEP + 0.5); ++k) {
        double now[12];
        for (size_t i = 0; i < 12; ++i) now[i] = place_of(i).x;
        step();
        for (size_t i = 0; i < 12; ++i) {
            const double x = place_of(i).x;
            if (now[i] * x >= 0) continue;
            ++passes[i];
            last[i] = (k + now[i] / (now[i] - x)) * SCENE_STEP; /* of the last pass */
        }
    }
    for (size_t i = 0; i < 12; ++i) {
        const double swings = 10 + (double)i, period = last[i] / (passes[i] / 2.0 - 0.25);
        ck_assert_int_eq(passes[i], 2 * (10 + (int)i));
        ck_assert_double_eq_tol(period * swings / round, 1, 0.001);
        ck_assert_double_eq_tol(place_of(i).x / before[i], 1, 0.02);
    }
    scene_close(&stage);
}
END_TEST

/* The range of the energy is that between the highest and the lowest place. In twenty seconds it
 * may lose a tenth of that, and get a hundredth. */
START_TEST(double_pendulums_keep_their_energy) {
    open_with("doublependulum", 0, 1);
    const double mass = evo_body_mass(stage.world, stage.actors[0].body).mass;
    const double most = mass * 10 * 6, first = energy();
    double stretch = 0;
    for (int i = 0; i < 1200; ++i) {
        step();
        ck_assert_double_gt((energy() - first) / most, -0.1);
        ck_assert_double_lt((energy() - first) / most, 0.01);
        stretch = fmax(stretch, fabs(apart(place_of(0), place_of(1)) - 1));
    }
    ck_assert_double_lt(stretch, 0.01);
    scene_close(&stage);
}
END_TEST

/* After the first click the last disk rises as high as the first was, and the rest hangs still. */
START_TEST(the_rod_cradle_hands_on) {
    const size_t swung = (size_t)_i;
    open_with("rodcradle", 1, (double)swung);
    const double low = -4, high = place_of(0).y - low;
    double rises[5] = {0}, sways = 0;
    for (int i = 0; i < 150; ++i) {
        step();
        for (size_t k = 0; k < 5; ++k)
            if (i > 70) rises[k] = fmax(rises[k], (place_of(k).y - low) / high);
        if (i == 100)
            for (size_t k = 0; k < 5 - swung; ++k)
                sways = fmax(sways, fabs(place_of(k).x - (double)k));
    }
    for (size_t k = 5 - swung; k < 5; ++k) ck_assert_double_eq_tol(rises[k], 1, 0.03);
    ck_assert_double_lt(sways, 0.01);
    scene_close(&stage);
}
END_TEST

/* ---- What hangs ------------------------------------------------------------------------------ */

START_TEST(the_bridge_carries_all) {
    open_with("bridge", -1, 0);
    double worst = 0;
    for (int i = 0; i < 900; ++i) {
        step();
        worst = fmax(worst, worst_hinge());
    }
    ck_assert_uint_eq(scene_lost(&stage), 0);
    ck_assert_double_lt(worst, 0.08);
    ck_assert_double_lt(worst_hinge(), 0.02);
    for (size_t i = 0; i < stage.count; ++i) /* none is below: the bridge is closed */
        if (scene_moves(&stage, i)) ck_assert_double_gt(place_of(i).y, -6);
    scene_close(&stage);
}
END_TEST

START_TEST(the_net_holds) {
    open_with("net", -1, 0);
    double worst = 0;
    for (int i = 0; i < 480; ++i) {
        step();
        worst = fmax(worst, worst_hinge());
    }
    ck_assert_double_lt(worst, 0.1);
    ck_assert_double_lt(worst_hinge(), 0.02);
    for (size_t i = 100; i < stage.count; ++i) { /* all lie in it */
        ck_assert_double_gt(place_of(i).y, -5);
        ck_assert(place_of(i).x > 1 && place_of(i).x < 13.4);
    }
    scene_close(&stage);
}
END_TEST

/* The rope and both slings; the load is the last actor, the hook the one before. */
START_TEST(the_rope_stays_as_long_as_it_is) {
    open_with("crane", -1, 0);
    const size_t load = stage.count - 1, hook = load - 1, trolley = load - 16;
    double most = 0, sling = 0, left = INFINITY, right = 0;
    ck_assert_int_eq(evo_body_get(stage.world, stage.actors[trolley].body).kind, EVO_KINEMATIC);
    for (int i = 0; i < 1200; ++i) {
        step();
        const evo_vec2 top = place_of(trolley), end = place_of(hook);
        const evo_vec2 corner = {0.8, 0.6};
        most = fmax(most, apart((evo_vec2){top.x, top.y - 0.25}, end));
        sling = fmax(sling, apart(end, anchor(stage.actors[load].body, corner)));
        left = fmin(left, place_of(load).x);
        right = fmax(right, place_of(load).x);
    }
    ck_assert_double_gt(most, 0.99 * 7); /* it is taut */
    ck_assert_double_lt(most, 1.03 * 7);
    ck_assert_double_lt(sling, 1.03 * hypot(0.8, 1));
    ck_assert(left < 4 && right > 12);
    scene_close(&stage);
}
END_TEST

/* ---- Figures --------------------------------------------------------------------------------- */

START_TEST(ragdolls_fall_asleep) {
    open_with("ragdolls", -1, 0);
    run(12);
    ck_assert_uint_eq(evo_world_counters(stage.world).awake, 0);
    ck_assert_double_lt(worst_hinge(), 0.01);
    scene_close(&stage);
}
END_TEST

/* Joints bend as far as their limits let them, and hardly farther. */
START_TEST(ragdolls_bend_within_their_limits) {
    static evo_joint found[JOINTS];
    open_with("ragdolls", -1, 0);
    const size_t count = evo_world_joints(stage.world, found, JOINTS);
    double beyond = -INFINITY;
    for (int i = 0; i < 300; ++i) {
        step();
        for (size_t k = 0; k < count; ++k) {
            const evo_joint_config joint = evo_joint_get(stage.world, found[k]);
            const double angle = evo_joint_angle(stage.world, found[k]);
            beyond = fmax(beyond, fmax(joint.lower - angle, angle - joint.upper));
        }
    }
    ck_assert_double_gt(beyond, -0.02); /* some reach them */
    ck_assert_double_lt(beyond, 0.4);
    scene_close(&stage);
}
END_TEST

/* ---- What drives ----------------------------------------------------------------------------- */

/* It never stops, nor turns over, and comes back. */
START_TEST(the_car_gets_on) {
    double right = 0, left = INFINITY;
    open_with("car", -1, 0);
    for (int i = 0; i < 720; ++i) {
        step();
        right = fmax(right, place_of(1).x);
        if (right > 30) left = fmin(left, place_of(1).x);
        ck_assert_double_lt(fabs(pose_of(1).angle), 1);
    }
    ck_assert_double_gt(right, 30);
    ck_assert_double_lt(left, right - 20);
    scene_close(&stage);
}
END_TEST

/* On level ground the speed is that of the wheels' rims. */
START_TEST(the_car_is_as_fast_as_its_motors) {
    open_with("car", 3, 0);
    run(2);
    const double before = place_of(1).x;
    run(1);
    ck_assert_double_eq_tol(place_of(1).x - before, 8, 0.08);
    scene_close(&stage);
}
END_TEST

/* Actors: cylinder, crank, rod, piston. */
/* A key drives it that way, and without one it brakes and stays. */
START_TEST(keys_drive_the_car) {
    open_with("car", -1, 0);
    for (int way = -1; way <= 1; way += 2) {
        const double from = place_of(1).x;
        stage.keys = way < 0 ? SCENE_LEFT : SCENE_RIGHT;
        run(1.5);
        ck_assert_double_gt(way * (place_of(1).x - from), 1);
        stage.keys = 0;
        run(3);
    }
    const double there = place_of(1).x;
    run(2);
    ck_assert_double_eq_tol(place_of(1).x, there, 0.5);
    const evo_bounds shown = scene_frame(&stage);
    ck_assert_double_eq_tol(shown.max.x - shown.min.x, stage.hero_view, 1e-9);
    scene_close(&stage);
}
END_TEST

/* The first walker is the player's: it walks and jumps by keys, and stands without. */
START_TEST(keys_move_the_hero) {
    open_with("platforms", -1, 0);
    const evo_vec2 first = evo_body_pose(stage.world, stage.hero).position;
    double highest = first.y;
    stage.keys = SCENE_RIGHT;
    run(1);
    const evo_vec2 there = evo_body_pose(stage.world, stage.hero).position;
    ck_assert_double_gt(there.x, first.x + 2);
    stage.keys = SCENE_UP;
    for (int i = 0; i < 20; ++i) {
        step();
        highest = fmax(highest, evo_body_pose(stage.world, stage.hero).position.y);
    }
    ck_assert_double_gt(highest, there.y + 1);
    stage.keys = 0;
    run(2);
    const double stands = evo_body_pose(stage.world, stage.hero).position.x;
    run(1);
    ck_assert_double_eq_tol(evo_body_pose(stage.world, stage.hero).position.x, stands, 0.01);
    scene_close(&stage);
}
END_TEST

START_TEST(the_piston_follows_the_crank) {
    open_with("slidercrank", -1, 0);
    double turned = 0;
    for (int i = 0; i < 720; ++i) {
        step();
        const double angle = pose_of(1).angle - acos(-1) / 2; /* from the axis, upwards */
        const double sine = sin(angle), law = cos(angle) + sqrt(9 - sine * sine);
        ck_assert_double_eq_tol(place_of(3).y / law, 1, 0.01);
        ck_assert_double_lt(fabs(place_of(3).x), 0.01);
        turned = pose_of(1).angle;
    }
    ck_assert_double_eq_tol(turned, 36, 0.36);
    scene_close(&stage);
}
END_TEST

/* The machine walks to the right and back, and stays upright; joints hold. Actor 1 is the frame. */
START_TEST(the_strandbeest_walks) {
    double worst = 0, right = 0;
    open_with("jansen", -1, 0);
    const evo_vec2 begun = place_of(1);
    for (int i = 0; i < 1200; ++i) {
        step();
        ck_assert_double_lt(fabs(pose_of(1).angle), 0.4);
        right = fmax(right, place_of(1).x);
        ck_assert_double_eq_tol(place_of(1).y, begun.y, 0.7);
        worst = fmax(worst, worst_hinge());
    }
    ck_assert_double_gt(right, begun.x + 10);
    ck_assert_double_lt(place_of(1).x, right - 5);
    ck_assert_double_lt(worst, 0.02);
    scene_close(&stage);
}
END_TEST

/* Without the motor's turning it stays where it is. */
START_TEST(the_strandbeest_stands) {
    open_with("jansen", 1, 0);
    const evo_vec2 begun = place_of(1);
    run(5);
    ck_assert_double_lt(apart(place_of(1), begun), 0.2);
    scene_close(&stage);
}
END_TEST

Suite *suite_machines(void) {
    Suite *suite = suite_create("machines");
    TCase *machines = tcase_create("machines");
    tcase_add_test(machines, pendulums_keep_their_periods);
    tcase_add_test(machines, double_pendulums_keep_their_energy);
    tcase_add_loop_test(machines, the_rod_cradle_hands_on, 1, 3);
    tcase_add_test(machines, the_bridge_carries_all);
    tcase_add_test(machines, the_net_holds);
    tcase_add_test(machines, the_rope_stays_as_long_as_it_is);
    tcase_add_test(machines, ragdolls_fall_asleep);
    tcase_add_test(machines, ragdolls_bend_within_their_limits);
    tcase_add_test(machines, the_car_gets_on);
    tcase_add_test(machines, the_car_is_as_fast_as_its_motors);
    tcase_add_test(machines, keys_drive_the_car);
    tcase_add_test(machines, keys_move_the_hero);
    tcase_add_test(machines, the_piston_follows_the_crank);
    tcase_add_test(machines, the_strandbeest_walks);
    tcase_add_test(machines, the_strandbeest_stands);
    suite_add_tcase(suite, machines);
    return suite;
}
