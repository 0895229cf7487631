/* random_machines.c: machines at random, with loops and more joints than they need, mass
 * ratios to 100, limits, springs and motors: they get no energy but from motors. */
#include <math.h>
#include <stdlib.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES = 9, COLUMNS = 3, SECONDS = 20 };

static const double GRAVITY = 10, SPACING = 1.2;

typedef struct machine {
    evo_world *world;
    evo_body bodies[BODIES];
    int count;
    double mass, power;
} machine;

static int random_below(int end) {
    return (int)random_between(0, end) % end;
}

static bool random_chance(double part) {
    return random_between(0, 1) < part;
}

static evo_shape random_part(void) {
    const double size = random_between(0.2, 0.6);
    switch (random_below(4)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_box(size, 0.5 * size);
    case 2:
        return evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0}, 0.3 * size);
    default:
        return evo_ellipse(size, 0.6 * size);
    }
}

static void add_part(machine *m) {
    evo_body_config config = lab_body(random_part(), 0, 0);
    config.position.x = SPACING * (m->count % COLUMNS - 1) + random_between(-0.2, 0.2);
    config.position.y = SPACING * (m->count / COLUMNS) + random_between(-0.2, 0.2);
    config.angle = random_between(-3, 3);
    config.filter.group = -1;
    const evo_body body = evo_body_create(m->world, &config);
    evo_mass mass = evo_body_mass(m->world, body);
    const double target = random_scale(0.1, 10);
    mass.inertia *= target / mass.mass;
    mass.mass = target;
    evo_body_set_mass(m->world, body, mass);
    m->bodies[m->count++] = body;
    m->mass += target;
}

/* A point of the world in a body's coordinates. */
static evo_vec2 local_of(const machine *m, evo_body body, evo_vec2 at) {
    return body.generation ? evo_body_local_point(m->world, body, at) : at;
}

static evo_pose pose_of(const machine *m, evo_body body) {
    const evo_pose origin = {{0, 0}, 0};
    return body.generation ? evo_body_pose(m->world, body) : origin;
}

static void add_features(machine *m, evo_joint_config *c) {
    c->limit = random_chance(0.5);
    c->lower = c->kind == EVO_DISTANCE ? 0 : -random_between(0, 1);
    c->upper = c->kind == EVO_DISTANCE ? random_between(1, 2) : random_between(0, 1);
    c->motor = c->kind <= EVO_WHEEL && c->kind != EVO_WELD && random_chance(0.4);
    c->motor_speed = random_between(-3, 3);
    c->motor_limit = random_between(0, 20);
    c->spring = random_chance(0.3);
    c->hertz = random_between(0.5, 10);
    c->damping_ratio = random_between(0.1, 2);
    c->ratio = random_between(-3, 3);
    if (c->motor) m->power += fabs(c->motor_speed) * c->motor_limit;
}

/* A joint of a part with another near by, or with the world. */
static void add_joint(machine *m, int part) {
    static const evo_joint_kind kinds[] = {EVO_REVOLUTE, EVO_PRISMATIC, EVO_DISTANCE,
                                           EVO_WELD,     EVO_WHEEL,     EVO_GEAR};
    evo_joint_config c = evo_joint_config_default(kinds[random_below(6)]);
    const int other = random_below(m->count + 1) - 1;
    const evo_pose at_b = pose_of(m, m->bodies[part]);
    c.b = m->bodies[part];
    if (other >= 0 && other != part) c.a = m->bodies[other];
    evo_pose at_a = pose_of(m, c.a);
    const double way = hypot(at_a.position.x - at_b.position.x, at_a.position.y - at_b.position.y);
    if (way > 2) c.a = (evo_body){0, 0};
    if (c.a.generation == 0) at_a = at_b;
    evo_vec2 anchor = {0.5 * (at_a.position.x + at_b.position.x) + random_between(-0.2, 0.2),
                       0.5 * (at_a.position.y + at_b.position.y) + random_between(-0.2, 0.2)};
    c.frame_b.position = local_of(m, c.b, anchor);
    if (c.kind == EVO_DISTANCE) anchor.x += random_between(0.3, 1);
    c.frame_a.position = local_of(m, c.a, anchor);
    c.frame_a.angle = random_between(-3, 3);
    c.frame_b.angle = c.frame_a.angle + pose_of(m, c.a).angle - at_b.angle;
    add_features(m, &c);
    ck_assert(evo_joint_exists(m->world, evo_joint_create(m->world, &c)));
}

static double energy_of(const machine *m) {
    return evo_world_kinetic_energy(m->world) + evo_world_potential_energy(m->world);
}

/* Returns the most that the energy grows beyond what motors give, as part of the energy that the
 * machine moves: springs begin relaxed, or nearly so. */
static double gain_of(uint64_t seed) {
    random_seed(seed);
    machine m = {.world = lab_world(GRAVITY)};
    const int parts = 2 + random_below(BODIES - 1), joints = 1 + random_below(1 + 3 * parts / 2);
    for (int i = 0; i < parts; ++i) add_part(&m);
    for (int i = 0; i < joints; ++i) add_joint(&m, i % parts);
    const double begun = energy_of(&m), scale = 5 * GRAVITY * m.mass;
    double gain = 0;
    for (int i = 1; i <= SECONDS * 60; ++i) {
        lab_run(m.world, 1);
        const double now = energy_of(&m), kinetic = evo_world_kinetic_energy(m.world);
        if (!isfinite(now)) gain = INFINITY;
        gain = fmax(gain, (now - begun - m.power * i * LAB_STEP) / (scale + kinetic));
    }
    evo_world_destroy(m.world);
    return gain;
}

/* At most one in a hundred gains more than a hundredth. */
static void try_machines(int from, int to) {
    int gained = 0;
    for (int seed = from; seed < to; ++seed) gained += gain_of((uint64_t)seed) > 0.01;
    ck_assert_msg(100 * gained <= to - from, "%d of %d gain energy", gained, to - from);
}

/* @no-energy-gained */
START_TEST(machines_get_no_energy) {
    try_machines(1, 101);
}
END_TEST

START_TEST(a_thousand_machines_get_no_energy) {
    try_machines(101, 1101);
}
END_TEST

/* ---- What is kept from step to step ---------------------------------------------------------- */

/* Changes a body at random. */
static void change_body(const machine *m, evo_body body) {
    const evo_locks locks = {random_chance(0.3), random_chance(0.3), random_chance(0.3)};
    evo_mass mass = evo_body_mass(m->world, body);
    switch (random_below(5)) {
    case 0:
        evo_body_set_locks(m->world, body, locks);
        break;
    case 1:
        mass.mass *= random_scale(0.5, 2);
        evo_body_set_mass(m->world, body, mass);
        break;
    case 2:
        evo_body_set_disabled(m->world, body, random_chance(0.5));
        break;
    case 3:
        evo_body_set_asleep(m->world, body, random_chance(0.5));
        break;
    default:
        evo_body_set_kind(m->world, body, random_chance(0.5) ? EVO_KINEMATIC : EVO_DYNAMIC);
    }
}

/* Changes a joint at random, ends it, or makes another one. */
static void change_joint(machine *m, int part) {
    evo_joint joints[4 * BODIES];
    const size_t count = evo_body_joints(m->world, m->bodies[part], joints, 4 * BODIES);
    if (count == 0 || random_chance(0.2)) {
        add_joint(m, part);
        return;
    }
    const evo_joint joint = joints[random_below((int)count)];
    evo_joint_config config = evo_joint_get(m->world, joint);
    if (random_chance(0.2)) {
        evo_joint_destroy(m->world, joint);
    } else if (random_chance(0.5)) {
        evo_joint_set_motor_speed(m->world, joint, random_between(-3, 3));
    } else {
        config.upper += random_between(0, 0.3);
        config.break_force = random_chance(0.2) ? random_between(50, 500) : 0;
        evo_joint_set(m->world, joint, &config);
    }
}

/* A machine that is saved and loaded before each step makes all anew that another one keeps. */
static void compare_kept(uint64_t seed) {
    random_seed(seed);
    machine m = {.world = lab_world(GRAVITY)};
    evo_world *anew = lab_world(GRAVITY);
    for (int i = 0; i < BODIES; ++i) add_part(&m);
    for (int i = 0; i < BODIES; ++i) add_joint(&m, i);
    for (int step = 0; step < 60; ++step) {
        const size_t size = evo_world_save(m.world, NULL, 0);
        void *bytes = malloc(size);
        ck_assert_uint_eq(evo_world_save(m.world, bytes, size), size);
        ck_assert_int_eq(evo_world_load(anew, bytes, size), EVO_OK);
        free(bytes);
        const double length = random_chance(0.1) ? 0.5 * LAB_STEP : LAB_STEP;
        evo_world_step(m.world, length);
        evo_world_step(anew, length);
        ck_assert_uint_eq(evo_world_hash(m.world), evo_world_hash(anew));
        if (random_chance(0.3)) change_body(&m, m.bodies[random_below(BODIES)]);
        if (random_chance(0.3)) change_joint(&m, random_below(BODIES));
    }
    evo_world_destroy(anew);
    evo_world_destroy(m.world);
}

START_TEST(what_is_kept_is_what_would_be_made_anew) {
    for (uint64_t seed = 1; seed <= 60; ++seed) compare_kept(seed);
}
END_TEST

Suite *suite_random_machines(void) {
    Suite *suite = suite_create("random_machines");
    TCase *few = tcase_create("few"), *many = tcase_create("many");
    tcase_set_tags(few, "long");
    tcase_add_test(few, machines_get_no_energy);
    tcase_add_test(few, what_is_kept_is_what_would_be_made_anew);
    suite_add_tcase(suite, few);
    tcase_set_tags(many, "slow");
    tcase_set_timeout(many, 300);
    tcase_add_test(many, a_thousand_machines_get_no_energy);
    suite_add_tcase(suite, many);
    return suite;
}
