/* impact_friction.c: friction of impacts, in steps and in worlds of events: two bodies against
 * the reference cases; disks that are perfectly rough keep all their energy and turn their slip
 * round; no shape wins any. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/core.h"
#include "evolute/evolute.h"
#include "suites.h"
#include "support/csv.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

typedef struct impact_case {
    evo_body_config configs[2];
    double sizes[2];
    double restitution, friction, time, speed, energy;
} impact_case;

static double cell(const csv *row, const char *name, const char *side) {
    char column[32];
    snprintf(column, sizeof column, "%s%s", name, side);
    return csv_number(row, column);
}

static evo_body_config read_body(const csv *row, const char *side, double *size) {
    static const evo_body_kind kinds[] = {EVO_DYNAMIC, EVO_STATIC, EVO_KINEMATIC};
    char column[32];
    evo_body_config config = evo_body_config_default();
    const double p = cell(row, "p", side), q = cell(row, "q", side);
    snprintf(column, sizeof column, "kind%s", side);
    const char *kind = csv_text(row, column);
    const evo_vec2 from = {-p, 0}, to = {p, 0};
    if (strcmp(kind, "segment") == 0)
        config.shape = evo_segment(from, to);
    else
        config.shape = strcmp(kind, "circle") == 0 ? evo_circle(p) : evo_ellipse(p, q);
    config.kind = kinds[(int)cell(row, "hold", side)];
    config.locks.spin = cell(row, "stiff", side) != 0;
    config.material.density = cell(row, "density", side);
    config.position.x = cell(row, "x", side);
    config.position.y = cell(row, "y", side);
    config.angle = cell(row, "turn", side);
    config.velocity.x = cell(row, "vx", side);
    config.velocity.y = cell(row, "vy", side);
    config.spin = cell(row, "spin", side);
    *size = fmax(p, q);
    return config;
}

static impact_case read_case(const csv *row) {
    impact_case c = {.restitution = csv_number(row, "e"), .friction = csv_number(row, "mu")};
    const char *sides[] = {"_a", "_b"};
    for (int i = 0; i < 2; ++i) {
        c.configs[i] = read_body(row, sides[i], &c.sizes[i]);
        c.configs[i].material.restitution = c.restitution;
        c.configs[i].material.friction = c.friction;
    }
    c.time = csv_number(row, "t");
    c.speed = csv_number(row, "speed");
    c.energy = csv_number(row, "energy0");
    return c;
}

static evo_world *world_of(const impact_case *c, const evo_exact_config *exact,
                           evo_body bodies[2]) {
    evo_world_config config = evo_world_config_default();
    config.exact = exact;
    config.gravity.x = config.gravity.y = 0;
    config.bounce_threshold = 0;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    for (int i = 0; i < 2; ++i) {
        bodies[i] = evo_body_create(world, &c->configs[i]);
        ck_assert(evo_body_exists(world, bodies[i]));
    }
    return world;
}

/* How far both bodies are from the answer, as a part of the case's speed. */
static double error_of(const csv *row, const impact_case *c, const evo_world *world,
                       const evo_body bodies[2]) {
    const char *sides[] = {"_a", "_b"};
    double worst = 0;
    for (int i = 0; i < 2; ++i) {
        const evo_vec2 v = evo_body_velocity(world, bodies[i]);
        const double x = v.x - cell(row, "vx1", sides[i]), y = v.y - cell(row, "vy1", sides[i]);
        const double spin = evo_body_spin(world, bodies[i]) - cell(row, "spin1", sides[i]);
        worst = fmax(worst, fmax(hypot(x, y), c->sizes[i] * fabs(spin)));
    }
    return worst / c->speed;
}

typedef struct tally {
    int judged, faults;
    double worst;
} tally;

static void judge(tally *t, const csv *row, double error, double allowed, double gain) {
    ++t->judged;
    t->worst = fmax(t->worst, error / allowed);
    if (error <= allowed && gain <= 1e-12) return;
    if (++t->faults <= 30)
        printf("row %s (%s, %s): off by %.3g, not %.3g; energy %+.3g\n", csv_text(row, "id"),
               csv_text(row, "family"), csv_text(row, "regime"), error, allowed, gain);
}

static bool is_pushed(const csv *row) {
    return cell(row, "hold", "_a") == 2 || cell(row, "hold", "_b") == 2;
}

/* Of what there was; what a kinematic body adds is none. */
static double gain_of(const csv *row, const impact_case *c, const evo_world *world) {
    const double energy = evo_world_kinetic_energy(world);
    return is_pushed(row) ? 0 : (energy - c->energy) / fmax(c->energy, 1e-300);
}

START_TEST(in_events) {
    csv row;
    tally t = {0, 0, 0};
    csv_open(&row, "tests/cases/impact.csv");
    while (csv_next(&row)) {
        evo_body bodies[2];
        const impact_case c = read_case(&row);
        evo_world *world = world_of(&c, &EXACT, bodies);
        ck_assert_int_eq(evo_world_step(world, c.time + 0.01), EVO_OK);
        judge(&t, &row, error_of(&row, &c, world, bodies), 1e-7, gain_of(&row, &c, world));
        evo_world_destroy(world);
    }
    csv_close(&row);
    ck_assert_int_eq(t.judged, 600);
    ck_assert_msg(t.faults == 0, "%d of %d", t.faults, t.judged);
}
END_TEST

/* With e = 0 the contact solver has the impact: then only energy is judged. */
static double allowed_in_steps(const csv *row) {
    const char *family = csv_text(row, "family");
    if (csv_number(row, "e") == 0) return INFINITY;
    return strcmp(family, "slender") == 0 || strcmp(family, "jam") == 0 ? 1e-5 : 1e-6;
}

START_TEST(in_steps) {
    const double step = 1.0 / 60;
    csv row;
    tally t = {0, 0, 0};
    csv_open(&row, "tests/cases/impact.csv");
    while (csv_next(&row)) {
        evo_body bodies[2];
        const impact_case c = read_case(&row);
        evo_world *world = world_of(&c, NULL, bodies);
        for (double time = 0; time < c.time + step; time += step)
            ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
        judge(&t, &row, error_of(&row, &c, world, bodies), allowed_in_steps(&row),
              gain_of(&row, &c, world) - 1e-6);
        evo_world_destroy(world);
    }
    csv_close(&row);
    ck_assert_int_eq(t.judged, 600);
    ck_assert_msg(t.faults == 0, "%d of %d", t.faults, t.judged);
}
END_TEST

/* ---- Tangential restitution ------------------------------------------------------------------ */

enum { ROWS = 5, BODIES = ROWS * ROWS };

static const double BOX = 10;

static evo_world *make_world(int which) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = 0;
    config.bounce_threshold = 0;
    config.exact = which == 0 ? NULL : &EXACT;
    return lab_make(config);
}

static evo_body_config rough(evo_shape shape, double restitution, double part) {
    evo_body_config config = lab_body(shape, 0, 0);
    config.material.restitution = restitution;
    config.material.friction = 100;
    config.material.tangential_restitution = part;
    return config;
}

/* A disk against a wall: what is known. */
START_TEST(a_disk_turns_its_slip_round) {
    static const double parts[] = {-1, -0.4, 0, 0.6, 1};
    for (int i = 0; i < 5; ++i) {
        evo_world *world = make_world(_i);
        evo_body_config wall = rough(evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0.5, 0);
        wall.kind = EVO_STATIC;
        evo_body_create(world, &wall);
        evo_body_config config = rough(evo_circle(0.5), 0.5, parts[i]);
        config.position.y = 2;
        config.velocity.x = 1;
        config.velocity.y = -3;
        config.spin = 4;
        const evo_body body = evo_body_create(world, &config);
        lab_run(world, 60);
        const evo_vec2 v = evo_body_velocity(world, body);
        const double slip = 1 + 0.5 * 4, after = v.x + 0.5 * evo_body_spin(world, body);
        ck_assert_double_eq_tol(v.y, 1.5, 1e-9);
        ck_assert_double_eq_tol(after, -parts[i] * slip, 1e-9);
        /* Half a disk's mass is as if at its rim: v takes a third of the change. */
        ck_assert_double_eq_tol(v.x, 1 - (1 + parts[i]) * slip / 3, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* Disks that differ in nothing but this part, whichever is created first. */
START_TEST(each_disk_has_its_own_part) {
    for (int order = 0; order < 2; ++order) {
        evo_world *world = make_world(_i);
        evo_body bodies[2];
        evo_body_config wall = rough(evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0.5, 0);
        wall.kind = EVO_STATIC;
        evo_body_create(world, &wall);
        for (int k = 0; k < 2; ++k) {
            const int part = k ^ order;
            evo_body_config config = rough(evo_circle(0.5), 0.5, part);
            config.position = (evo_vec2){3.0 * part, 2};
            config.velocity.y = -3;
            config.spin = 4;
            bodies[part] = evo_body_create(world, &config);
        }
        lab_run(world, 60);
        /* A slip of 2 is stopped, or turned round; two thirds of the change are spin. */
        ck_assert_double_eq_tol(evo_body_spin(world, bodies[0]), 4 - 2 * 2 / 1.5, 1e-9);
        ck_assert_double_eq_tol(evo_body_spin(world, bodies[1]), 4 - 4 * 2 / 1.5, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

static evo_shape shape_of(int i, bool disks) {
    if (disks || i % 3 == 0) return evo_circle(random_between(0.2, 0.6));
    if (i % 3 == 1) return evo_ellipse(random_between(0.3, 0.6), random_between(0.1, 0.3));
    return evo_ring(0.4, 0.1, 0, random_between(2, 6));
}

static evo_world *make_gas(int which, bool disks, bool perfect) {
    evo_world *world = make_world(which);
    lab_closed_box(world, BOX, rough(evo_circle(1), 1, 0).material);
    for (int i = 0; i < BODIES; ++i) {
        const double e = perfect ? 1 : random_between(0, 1);
        evo_body_config config = rough(shape_of(i, disks), e, perfect ? 1 : random_between(-1, 1));
        config.position.x = 1 + 1.9 * (i % ROWS);
        config.position.y = 1 + 1.9 * (double)(i / ROWS);
        config.velocity.x = random_between(-3, 3);
        config.velocity.y = random_between(-3, 3);
        config.spin = random_between(-3, 3);
        if (!perfect) config.material.friction = random_between(0, 2);
        evo_body_create(world, &config);
    }
    return world;
}

START_TEST(rough_disks_keep_their_energy) {
    random_seed(7);
    evo_world *world = make_gas(_i, true, true);
    const double before = evo_world_kinetic_energy(world);
    lab_run(world, 1200);
    ck_assert_double_eq_tol(evo_world_kinetic_energy(world), before, 1e-9 * before);
    evo_world_destroy(world);
}
END_TEST

/* Of all shapes in steps; of disks in worlds of events, where others that lose may come to no
 * end. */
START_TEST(no_shape_wins_energy) {
    random_seed(8);
    for (int trial = 0; trial < 10; ++trial) {
        evo_world *world = make_gas(_i, _i == 1, false);
        double energy = evo_world_kinetic_energy(world);
        const double first = energy;
        for (int step = 0; step < 240; ++step) {
            lab_run(world, 1);
            const double now = evo_world_kinetic_energy(world);
            ck_assert_double_le(now, energy + 1e-4 * first);
            energy = now;
        }
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(only_parts_are_taken) {
    evo_material material = evo_material_default();
    material.tangential_restitution = 1.01;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_LIMIT);
    material.tangential_restitution = -1.01;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_LIMIT);
    material.tangential_restitution = NAN;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_INVALID);
    material.tangential_restitution = -1;
    ck_assert_int_eq(evo_material_check(&material), EVO_OK);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_impact_cases(Suite *suite) {
    TCase *cases = tcase_create("impact cases");
    tcase_add_test(cases, in_events);
    tcase_add_test(cases, in_steps);
    suite_add_tcase(suite, cases);
}

static void add_rough(Suite *suite) {
    TCase *surfaces = tcase_create("surfaces");
    tcase_add_loop_test(surfaces, a_disk_turns_its_slip_round, 0, 2);
    tcase_add_loop_test(surfaces, each_disk_has_its_own_part, 0, 2);
    tcase_add_loop_test(surfaces, rough_disks_keep_their_energy, 0, 2);
    tcase_add_loop_test(surfaces, no_shape_wins_energy, 0, 2);
    tcase_add_test(surfaces, only_parts_are_taken);
    suite_add_tcase(suite, surfaces);
}

Suite *suite_impact_friction(void) {
    Suite *suite = suite_create("impact_friction");
    add_impact_cases(suite);
    add_rough(suite);
    return suite;
}
