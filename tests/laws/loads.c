/* loads.c: how far joints and stacks give way under loads: cantilevers of welds, limits, chains
 * with a heavy end, towers, hubs, nets. A step holds up to a hundred times the mass of what is
 * below. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"

static const double PI = 3.14159265358979323846, GRAVITY = 10;

enum { JOINTS_MOST = 5000, NET_MOST = 50 };

/* Bodies that collide with nothing, and their joints. */
typedef struct frame {
    evo_world *world;
    evo_joint joints[JOINTS_MOST];
    int count;
} frame;

static evo_body part_at(const frame *f, evo_shape shape, evo_pose at, double mass) {
    evo_body_config config = lab_body(shape, at.position.x, at.position.y);
    config.angle = at.angle;
    config.filter.group = -1;
    if (mass == 0) config.kind = EVO_STATIC;
    if (mass > 0) config.material.density = mass / evo_shape_area(&shape);
    return evo_body_create(f->world, &config);
}

static void join(frame *f, evo_joint_config *config, evo_body a, evo_vec2 at_a, evo_body b,
                 evo_vec2 at_b) {
    config->a = a;
    config->b = b;
    config->frame_a.position = at_a;
    config->frame_b.position = at_b;
    const evo_joint joint = evo_joint_create(f->world, config);
    ck_assert(evo_joint_exists(f->world, joint) && f->count < JOINTS_MOST);
    f->joints[f->count++] = joint;
}

static void hinge(frame *f, evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b) {
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    join(f, &config, a, at_a, b, at_b);
}

/* The most that anchors of a joint are apart. */
static double parting(const frame *f) {
    double most = 0;
    for (int i = 0; i < f->count; ++i) {
        const evo_joint_config c = evo_joint_get(f->world, f->joints[i]);
        evo_vec2 a = c.frame_a.position;
        if (c.a.generation) a = evo_body_world_point(f->world, c.a, a);
        const evo_vec2 b = evo_body_world_point(f->world, c.b, c.frame_b.position);
        most = fmax(most, hypot(a.x - b.x, a.y - b.y));
    }
    return most;
}

/* Runs, and returns the most parting of every tenth step. */
static double run_parting(const frame *f, int steps) {
    double most = 0;
    for (int i = 0; i < steps; i += 10) {
        lab_run(f->world, 10);
        most = fmax(most, parting(f));
    }
    return most;
}

static double energy_of(const frame *f) {
    return evo_world_kinetic_energy(f->world) + evo_world_potential_energy(f->world);
}

/* ---- Welds, limits --------------------------------------------------------------------------- */

static double sag_of_planks(int count) {
    frame f = {.world = lab_world(GRAVITY)};
    evo_body before = {0}, plank = {0};
    evo_joint_config weld = evo_joint_config_default(EVO_WELD);
    for (int i = 0; i < count; ++i) {
        const evo_pose at = {{0.5 + i, 0}, 0};
        const evo_vec2 left = {-0.5, 0}, right = {i ? 0.5 : 0, 0};
        plank = part_at(&f, evo_box(0.5, 0.1), at, 0.2);
        join(&f, &weld, before, right, plank, left);
        before = plank;
    }
    lab_run(f.world, 1200);
    const double sag = -evo_body_pose(f.world, plank).position.y;
    ck_assert(evo_world_kinetic_energy(f.world) < 1e-6);
    evo_world_destroy(f.world);
    return sag;
}

START_TEST(cantilevers_sag_little) {
    ck_assert_double_lt(sag_of_planks(3), 0.017);
    ck_assert_double_lt(sag_of_planks(5), 0.119);
    ck_assert_double_lt(sag_of_planks(7), 0.46);
}
END_TEST

/* An arm of four links, each of which may hang by 0.2 rad, with so many times the mass of a link
 * at its end. Returns by how much a limit is passed after 10 seconds. */
static double passed_limit(double load) {
    frame f = {.world = lab_world(GRAVITY)};
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    evo_body before = {0};
    const evo_vec2 left = {-0.175, 0}, right = {0.175, 0}, origin = {0, 0};
    config.limit = true;
    config.lower = -0.2;
    config.upper = 3;
    for (int i = 0; i < 4; ++i) {
        const evo_pose at = {{0.175 + 0.35 * i, 0}, 0};
        const evo_body link = part_at(&f, evo_box(0.175, 0.06), at, 0.05);
        join(&f, &config, before, i ? right : origin, link, left);
        before = link;
    }
    const evo_pose end = {{1.4, 0}, 0};
    hinge(&f, before, right, part_at(&f, evo_box(0.1, 0.1), end, 0.05 * load), origin);
    lab_run(f.world, 600);
    double passed = 0;
    for (int i = 0; i < 4; ++i) passed = fmax(passed, -0.2 - evo_joint_angle(f.world, f.joints[i]));
    evo_world_destroy(f.world);
    return passed;
}

START_TEST(limits_hold_loads) {
    ck_assert_double_lt(passed_limit(1), 0.02);
    ck_assert_double_lt(passed_limit(10), 0.08);
    ck_assert_double_lt(passed_limit(100), 0.2);
}
END_TEST

/* ---- Chains, hubs, nets ---------------------------------------------------------------------- */

/* A chain of links of length 1 and mass 1 along a direction, with a heavy disk at its end. */
static void hang_chain(frame *f, int links, double angle, double load) {
    const evo_vec2 left = {-0.5, 0}, right = {0.5, 0}, origin = {0, 0};
    const double c = cos(angle), s = sin(angle);
    evo_body before = {0};
    for (int i = 0; i < links; ++i) {
        const evo_pose at = {{(i + 0.5) * c, (i + 0.5) * s}, angle};
        const evo_body link = part_at(f, evo_box(0.5, 0.1), at, 1);
        hinge(f, before, i ? right : origin, link, left);
        before = link;
    }
    const evo_pose end = {{links * c, links * s}, 0};
    hinge(f, before, right, part_at(f, evo_circle(1), end, load), origin);
}

START_TEST(chains_hold_a_heavy_end) {
    frame hung = {.world = lab_world(GRAVITY)}, swung = {.world = lab_world(GRAVITY)};
    hang_chain(&hung, 100, -0.5 * PI, 100);
    lab_run(hung.world, 1200);
    ck_assert_double_lt(parting(&hung), 0.02);
    evo_world_destroy(hung.world);
    hang_chain(&swung, 100, 0, 100);
    const double begun = energy_of(&swung);
    ck_assert_double_lt(run_parting(&swung, 600), 0.07);
    ck_assert_double_le(energy_of(&swung), begun);
    evo_world_destroy(swung.world);
}
END_TEST

/* Links a thousandth as heavy as the load would be thrown about in a substep. */
START_TEST(chains_hold_a_thousand_times_a_link) {
    frame f = {.world = lab_world(GRAVITY)};
    hang_chain(&f, 40, 0, 1000);
    ck_assert_double_lt(run_parting(&f, 1800), 0.4);
    evo_world_destroy(f.world);
}
END_TEST

/* Returns how far a box on eleven others of a mass of 1 has sunk when it rests. */
static double sunk(double mass, double dt) {
    evo_world *world = lab_world(GRAVITY);
    evo_body top = {0};
    lab_fixed(world, evo_box(50, 1), 0, -1);
    for (int i = 0; i < 12; ++i) {
        evo_body_config box = lab_body(evo_box(0.5, 0.5), 0, 0.5 + i);
        if (i == 11) box.material.density = mass;
        top = evo_body_create(world, &box);
    }
    for (double time = 0; time < 20; time += dt) evo_world_step(world, dt);
    const evo_vec2 at = evo_body_pose(world, top).position;
    ck_assert_double_lt(lab_speed(world, top), 0.01);
    evo_world_destroy(world);
    return 11.5 - at.y;
}

START_TEST(towers_bear_a_hundred_times_a_box) {
    ck_assert_double_lt(sunk(100, 1.0 / 60), 0.35);
    ck_assert_double_lt(sunk(100, 1.0 / 30), 0.75);
    ck_assert_double_lt(sunk(30, 1.0 / 30), 0.3);
}
END_TEST

/* A light hub with 24 heavy bars, which turn as one. */
START_TEST(hubs_hold_heavy_bars) {
    frame f = {.world = lab_world(0)};
    const evo_pose middle = {{0, 0}, 0};
    const evo_body hub = part_at(&f, evo_circle(0.5), middle, 1);
    evo_body_set_spin(f.world, hub, 2);
    for (int i = 0; i < 24; ++i) {
        const double angle = 2 * PI * i / 24, c = cos(angle), s = sin(angle);
        const evo_pose at = {{c, s}, angle};
        const evo_vec2 rim = {0.5 * c, 0.5 * s}, end = {-0.5, 0}, velocity = {-2 * s, 2 * c};
        const evo_body bar = part_at(&f, evo_box(0.5, 0.05), at, 10);
        evo_body_set_velocity(f.world, bar, velocity);
        evo_body_set_spin(f.world, bar, 2);
        hinge(&f, hub, rim, bar, end);
    }
    const double begun = energy_of(&f);
    ck_assert_double_lt(run_parting(&f, 600), 0.01);
    ck_assert_double_le(energy_of(&f), begun);
    ck_assert_double_gt(energy_of(&f), 0.98 * begun);
    evo_world_destroy(f.world);
}
END_TEST

/* A net hung at two corners. */
static void check_net(int side, int steps, double most) {
    static evo_body knots[NET_MOST][NET_MOST];
    static frame f;
    f.count = 0;
    f.world = lab_world(GRAVITY);
    const evo_vec2 left = {-0.5, 0}, right = {0.5, 0}, low = {0, -0.5}, high = {0, 0.5};
    for (int r = 0; r < side; ++r)
        for (int c = 0; c < side; ++c) {
            const evo_pose at = {{c, -r}, 0};
            const bool fixed = r == 0 && (c == 0 || c == side - 1);
            knots[r][c] = part_at(&f, evo_circle(0.4), at, fixed ? 0 : 1);
            if (c) hinge(&f, knots[r][c - 1], right, knots[r][c], left);
            if (r) hinge(&f, knots[r - 1][c], low, knots[r][c], high);
        }
    const double begun = energy_of(&f);
    ck_assert_double_lt(run_parting(&f, steps), most);
    ck_assert_double_le(energy_of(&f), begun);
    evo_world_destroy(f.world);
}

START_TEST(nets_hang) {
    check_net(16, 600, 0.06);
}
END_TEST

START_TEST(wide_nets_hang) {
    check_net(NET_MOST, 1200, 0.15);
}
END_TEST

/* ---- Heavy on light -------------------------------------------------------------------------- */

static const double RADIUS = 0.5;

enum { SECONDS = 10 };

/* A body on the ground, or an ellipse of the same height, and one of a hundred times its density on
 * it: nothing overlaps by more than 6 % of the radius. */
START_TEST(a_light_body_bears_a_heavy_one) {
    const evo_vec2 left = {-20, 0}, right = {20, 0};
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config =
        lab_body(_i ? evo_ellipse(0.8, RADIUS) : evo_circle(RADIUS), 0, RADIUS);
    lab_fixed(world, evo_segment(left, right), 0, 0);
    const evo_body light = evo_body_create(world, &config);
    config.material.density *= 100;
    config.position.y += 2 * RADIUS;
    const evo_body heavy = evo_body_create(world, &config);
    for (int i = 0; i < SECONDS * 60; ++i) {
        lab_run(world, 1);
        const double low = evo_body_pose(world, light).position.y;
        const double high = evo_body_pose(world, heavy).position.y;
        ck_assert_double_gt(low, RADIUS * (1 - 0.06));
        ck_assert_double_gt(high - low, RADIUS * (2 - 0.06));
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_loads(Suite *suite) {
    TCase *few = tcase_create("few"), *many = tcase_create("many");
    tcase_add_test(few, cantilevers_sag_little);
    tcase_add_test(few, limits_hold_loads);
    tcase_add_test(few, chains_hold_a_heavy_end);
    tcase_add_test(few, chains_hold_a_thousand_times_a_link);
    tcase_add_test(few, towers_bear_a_hundred_times_a_box);
    tcase_add_test(few, hubs_hold_heavy_bars);
    tcase_add_test(few, nets_hang);
    suite_add_tcase(suite, few);
    tcase_set_tags(many, "slow");
    tcase_add_test(many, wide_nets_hang);
    suite_add_tcase(suite, many);
}

static void add_heavy(Suite *suite) {
    TCase *stacks = tcase_create("stacks");
    tcase_add_loop_test(stacks, a_light_body_bears_a_heavy_one, 0, 2);
    suite_add_tcase(suite, stacks);
}

Suite *suite_loads(void) {
    Suite *suite = suite_create("loads");
    add_loads(suite);
    add_heavy(suite);
    return suite;
}
