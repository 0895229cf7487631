/* test_impact_cases.c: impacts of two bodies with friction against the reference cases, in worlds
 * of events and in steps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/csv.h"
#include "support/exact.h"

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

Suite *suite_impact_cases(void) {
    Suite *suite = suite_create("impact_cases");
    TCase *cases = tcase_create("impact cases");
    tcase_add_test(cases, in_events);
    tcase_add_test(cases, in_steps);
    suite_add_tcase(suite, cases);
    return suite;
}
