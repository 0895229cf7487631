/* joint_energy.c: laws of energy of joined bodies: pendulums at random angles, hinged bodies
 * that spin, machines of all kinds with far anchors, teleports, springs and motors. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846, GRAVITY = 10;

enum { BODIES_MOST = 8 };

static int random_below(int end) {
    return (int)random_between(0, end) % end;
}

static bool random_chance(double part) {
    return random_between(0, 1) < part;
}

/* A body of a mass that collides with none of the machine. */
static evo_body part_at(evo_world *world, evo_shape shape, evo_pose at, double mass) {
    evo_body_config config = lab_body(shape, at.position.x, at.position.y);
    config.angle = at.angle;
    config.filter.group = -1;
    config.material.density = mass / evo_shape_area(&shape);
    return evo_body_create(world, &config);
}

static evo_joint_config hinge_of(evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b) {
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    config.a = a;
    config.b = b;
    config.frame_a.position = at_a;
    config.frame_b.position = at_b;
    return config;
}

static double energy_of(const evo_world *world) {
    return evo_world_kinetic_energy(world) + evo_world_potential_energy(world);
}

/* ---- Pendulums ------------------------------------------------------------------------------- */

typedef struct pendulum_sums {
    int count, gained;
    double mean; /* change of energy in 60 s, as part of the most that the pendulum can store */
} pendulum_sums;

/* A chain of links of length 1 and mass 1, each at a random angle. */
static void swing(pendulum_sums *sums, int links) {
    evo_world *world = lab_world(GRAVITY);
    const bool round = random_chance(0.5);
    const evo_shape shape =
        round ? evo_capsule((evo_vec2){0, -0.45}, (evo_vec2){0, 0.45}, 0.05) : evo_box(0.05, 0.5);
    evo_body before = {0};
    double x = 0, y = 0, most = 0;
    for (int i = 0; i < links; ++i) {
        const double angle = random_between(-PI, PI);
        const evo_pose at = {{x + 0.5 * sin(angle), y - 0.5 * cos(angle)}, angle};
        const evo_body link = part_at(world, shape, at, 1);
        const evo_vec2 low = {0, i ? -0.5 : 0}, high = {0, 0.5};
        const evo_joint_config hinge = hinge_of(before, low, link, high);
        evo_joint_create(world, &hinge);
        before = link;
        x += sin(angle);
        y -= cos(angle);
        most += 2 * GRAVITY * (i + 0.5);
    }
    const double begun = energy_of(world);
    lab_run(world, 3600);
    const double gain = (energy_of(world) - begun) / most;
    sums->mean += gain / sums->count;
    sums->gained += !(gain < 0.01);
    evo_world_destroy(world);
}

static void check_pendulums(int links, int count, double least_mean) {
    pendulum_sums sums = {.count = count};
    random_seed(1);
    for (int i = 0; i < count; ++i) swing(&sums, links);
    ck_assert_msg(sums.gained == 0, "%d of %d gain energy", sums.gained, count);
    ck_assert_msg(sums.mean > least_mean && sums.mean <= 0, "mean change %g", sums.mean);
}

START_TEST(double_pendulums_gain_nothing) {
    check_pendulums(2, 20, -0.12);
}
END_TEST

START_TEST(triple_pendulums_gain_nothing) {
    check_pendulums(3, 10, -0.3);
}
END_TEST

START_TEST(many_double_pendulums_gain_nothing) {
    check_pendulums(2, 200, -0.08);
}
END_TEST

START_TEST(many_triple_pendulums_gain_nothing) {
    check_pendulums(3, 100, -0.25);
}
END_TEST

/* ---- Spins ----------------------------------------------------------------------------------- */

/* Returns the part of its energy that a pair keeps for a minute, the first at rest, the second
 * turning about the hinge between them. */
static double kept_by_pair(double spin, bool pivot, double mass) {
    evo_world *world = lab_world(0);
    const evo_pose first = {{0.5, 0}, 0}, second = {{1.5, 0}, 0};
    const evo_vec2 left = {-0.5, 0}, right = {0.5, 0}, origin = {0, 0};
    const evo_body world_body = {0};
    const evo_body a = part_at(world, evo_box(0.5, 0.05), first, 1);
    const evo_body b = part_at(world, evo_box(0.5, 0.05), second, mass);
    const evo_joint_config fixed = hinge_of(world_body, origin, a, left);
    const evo_joint_config hinge = hinge_of(a, right, b, left);
    if (pivot) evo_joint_create(world, &fixed);
    evo_joint_create(world, &hinge);
    evo_body_set_velocity(world, b, (evo_vec2){0, 0.5 * spin});
    evo_body_set_spin(world, b, spin);
    lab_run(world, 1);
    const double begun = evo_world_kinetic_energy(world);
    lab_run(world, 3600);
    const double kept = evo_world_kinetic_energy(world) / begun;
    evo_world_destroy(world);
    return kept;
}

START_TEST(hinged_pairs_keep_their_spin) {
    random_seed(2);
    for (int i = 0; i < 20; ++i) {
        const double spin = i < 3 ? 8 + 6 * i : random_between(2, 20);
        const bool pivot = i < 3 || random_chance(0.5);
        const double kept = kept_by_pair(spin, pivot, i < 3 ? 1 : random_scale(0.3, 1));
        ck_assert_msg(kept <= 1 && kept >= 0.8, "spin %g: keeps %g", spin, kept);
    }
}
END_TEST

/* ---- Machines at random ---------------------------------------------------------------------- */

/* What a machine may have. */
typedef struct machine_plan {
    double arms;    /* most distance of an anchor from the centre, in radii of gyration */
    double apart;   /* most distance between anchors along each axis when the machine begins */
    bool loops;     /* some bodies have two joints to others */
    bool drives;    /* springs, motors and targets */
    bool teleports; /* a body is moved by hand once */
    int seconds;
} machine_plan;

typedef struct machine {
    const machine_plan *plan;
    evo_world *world;
    evo_body bodies[BODIES_MOST];
    double reaches[BODIES_MOST]; /* radii of gyration */
    int count;
    double mass;
} machine;

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

static evo_vec2 random_way(double length) {
    const double angle = random_between(-PI, PI);
    const evo_vec2 way = {length * cos(angle), length * sin(angle)};
    return way;
}

static evo_vec2 world_of(const machine *m, int body, evo_vec2 at) {
    return body < 0 ? at : evo_body_world_point(m->world, m->bodies[body], at);
}

static double angle_of(const machine *m, int body) {
    return body < 0 ? 0 : evo_body_pose(m->world, m->bodies[body]).angle;
}

static void add_drives(evo_joint_config *c) {
    c->motor = c->kind <= EVO_WHEEL && c->kind != EVO_WELD && random_chance(0.4);
    c->motor_speed = random_between(-3, 3);
    c->motor_limit = random_between(0, 20);
    c->spring = random_chance(0.3);
    c->hertz = random_between(0.5, 10);
    c->damping_ratio = random_between(0.1, 2);
    if (c->kind != EVO_MOTOR) return;
    c->motor_limit = random_scale(1, 1e4);
    c->torque_limit = random_chance(0.5) ? 0 : random_scale(1, 1e3);
}

static void add_bounds(const machine *m, evo_joint_config *c, int a, int b) {
    const bool length = c->kind == EVO_DISTANCE;
    c->limit = random_chance(0.5);
    c->lower = length ? 0 : -random_between(0, 1);
    c->upper = length ? random_between(1.5, 2) : random_between(0, 1);
    c->ratio = c->kind == EVO_PULLEY ? random_scale(0.3, 3) : random_between(-3, 3);
    const evo_vec2 at_a = world_of(m, a, c->frame_a.position);
    const evo_vec2 at_b = world_of(m, b, c->frame_b.position);
    c->ground_a = (evo_vec2){at_a.x + random_between(-1, 1), at_a.y + random_between(1, 3)};
    c->ground_b = (evo_vec2){at_b.x + random_between(-1, 1), at_b.y + random_between(1, 3)};
}

/* Moves body b so that the anchors of a joint lie as far apart as the plan says. */
static void move_together(machine *m, const evo_joint_config *c, int a, int b) {
    const double apart = m->plan->apart;
    const evo_vec2 at_a = world_of(m, a, c->frame_a.position);
    const evo_vec2 at_b = world_of(m, b, c->frame_b.position);
    const bool rod = c->kind == EVO_DISTANCE;
    const evo_vec2 length = random_way(rod ? random_between(0.3, 1.5) : 0);
    evo_pose pose = evo_body_pose(m->world, m->bodies[b]);
    pose.position.x += at_a.x - at_b.x + length.x + random_between(-apart, apart);
    pose.position.y += at_a.y - at_b.y + length.y + random_between(-apart, apart);
    evo_body_set_pose(m->world, m->bodies[b], pose);
}

/* Joins body b with one before it, or with the world: a of -1. */
static void add_joint(machine *m, int b, bool first) {
    static const evo_joint_kind kinds[] = {EVO_REVOLUTE, EVO_PRISMATIC, EVO_DISTANCE, EVO_WELD,
                                           EVO_WHEEL,    EVO_GEAR,      EVO_PULLEY,   EVO_MOTOR};
    evo_joint_config c = evo_joint_config_default(kinds[random_below(m->plan->drives ? 8 : 7)]);
    const double arms = m->plan->arms;
    const int a = random_below(b + 1) - 1;
    c.b = m->bodies[b];
    if (a >= 0) c.a = m->bodies[a];
    c.spring = false;
    c.frame_b.position = random_way(arms * m->reaches[b] * random_between(0, 1));
    c.frame_a.position = random_way(a < 0 ? 1 : arms * m->reaches[a] * random_between(0, 1));
    if (first) move_together(m, &c, a, b);
    c.frame_a.angle = random_between(-3, 3);
    c.frame_b.angle = c.frame_a.angle + angle_of(m, a) - angle_of(m, b);
    if (m->plan->apart > 0) c.frame_b.angle += random_between(-1, 1);
    add_bounds(m, &c, a, b);
    if (m->plan->drives) add_drives(&c);
    ck_assert(evo_joint_exists(m->world, evo_joint_create(m->world, &c)));
}

static void build(machine *m) {
    const int count = 1 + random_below(BODIES_MOST);
    for (m->count = 0; m->count < count; ++m->count) {
        const evo_pose at = {{0, 0}, random_between(-3, 3)};
        const double mass = random_scale(0.3, 3);
        const evo_body body = part_at(m->world, random_part(), at, mass);
        m->bodies[m->count] = body;
        m->mass += mass;
        m->reaches[m->count] = sqrt(evo_body_mass(m->world, body).inertia / mass);
        add_joint(m, m->count, true);
        if (m->plan->loops && random_chance(0.4)) add_joint(m, m->count, false);
        evo_body_set_spin(m->world, body, random_between(-3, 3));
    }
}

static void teleport(machine *m) {
    const evo_body body = m->bodies[random_below(m->count)];
    evo_pose pose = evo_body_pose(m->world, body);
    pose.position.x += random_between(-2, 2);
    pose.position.y += random_between(-2, 2);
    pose.angle += random_between(-3, 3);
    evo_body_set_pose(m->world, body, pose);
}

static double fastest(const machine *m) {
    double most = 0;
    for (int i = 0; i < m->count; ++i) {
        const double speed = lab_speed(m->world, m->bodies[i]);
        most = speed <= most ? most : speed;
    }
    return most;
}

typedef struct machine_found {
    double gain; /* of energy, beyond the most of the first second, as part of what moves */
    double speed;
} machine_found;

static machine_found run_machine(const machine_plan *plan, uint64_t seed) {
    machine m = {.plan = plan, .world = lab_world(GRAVITY)};
    machine_found found = {0, 0};
    random_seed(seed);
    build(&m);
    const int steps = 60 * plan->seconds, moved = plan->teleports ? steps / 3 : -1;
    double most = -INFINITY;
    for (int i = 0; i < steps; ++i) {
        if (i == moved) teleport(&m);
        lab_run(m.world, 1);
        const double energy = energy_of(m.world), kinetic = evo_world_kinetic_energy(m.world);
        found.speed = isfinite(energy) ? fmax(found.speed, fastest(&m)) : INFINITY;
        if (!isfinite(energy)) break;
        if (i < 60) most = fmax(most, energy);
        found.gain = fmax(found.gain, (energy - most) / (5 * GRAVITY * m.mass + kinetic));
    }
    evo_world_destroy(m.world);
    return found;
}

/* Machines that fit together, without drives. */
static void check_gains(int from, int to, int allowed) {
    const machine_plan plan = {.arms = 2, .seconds = 10};
    int gained = 0;
    for (int seed = from; seed < to; ++seed)
        gained += run_machine(&plan, (uint64_t)seed).gain > 0.01;
    ck_assert_msg(gained <= allowed, "%d of %d gain energy", gained, to - from);
}

/* Machines that do not fit together stay finite, whatever they have. */
static void check_speeds(const machine_plan *plan, int from, int to) {
    for (int seed = from; seed < to; ++seed) {
        const double speed = run_machine(plan, (uint64_t)seed).speed;
        ck_assert_msg(speed < 5000, "machine %d: a speed of %g", seed, speed);
    }
}

static const machine_plan TORN = {
    2, 2, .loops = true, .drives = true, .teleports = true, .seconds = 10};

START_TEST(machines_gain_nothing) {
    check_gains(1, 201, 0);
}
END_TEST

START_TEST(many_machines_gain_nothing) {
    check_gains(201, 2201, 2);
}
END_TEST

START_TEST(torn_machines_stay_slow) {
    check_speeds(&TORN, 1, 201);
}
END_TEST

START_TEST(many_torn_machines_stay_slow) {
    check_speeds(&TORN, 201, 2201);
}
END_TEST

Suite *suite_joint_energy(void) {
    Suite *suite = suite_create("joint_energy");
    TCase *few = tcase_create("few"), *many = tcase_create("many");
    tcase_set_tags(few, "long");
    tcase_add_test(few, double_pendulums_gain_nothing);
    tcase_add_test(few, triple_pendulums_gain_nothing);
    tcase_add_test(few, hinged_pairs_keep_their_spin);
    tcase_add_test(few, machines_gain_nothing);
    tcase_add_test(few, torn_machines_stay_slow);
    suite_add_tcase(suite, few);
    tcase_set_tags(many, "slow");
    tcase_set_timeout(many, 300);
    tcase_add_test(many, many_double_pendulums_gain_nothing);
    tcase_add_test(many, many_triple_pendulums_gain_nothing);
    tcase_add_test(many, many_machines_gain_nothing);
    tcase_add_test(many, many_torn_machines_stay_slow);
    suite_add_tcase(suite, many);
    return suite;
}
