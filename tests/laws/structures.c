/* structures.c: structures of springs, welds, sliders, wheels and hinges at random, from soft to
 * stiffer than a step can follow: they may lose energy, and get none. */
#include <math.h>
#include <stdlib.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { PARTS = 15, SECONDS = 8 };

static const double PI = 3.14159265358979323846, GRAVITY = 10;

typedef struct structure {
    evo_world *world;
    evo_body parts[PARTS];
    int count;
    bool hung;
} structure;

static int random_below(int end) {
    return (int)random_between(0, end) % end;
}

static bool random_chance(double part) {
    return random_between(0, 1) < part;
}

/* ---- Parts and joints ------------------------------------------------------------------------ */

static evo_body add_body(evo_world *world, evo_shape shape, evo_vec2 at, double density) {
    evo_body_config config = lab_body(shape, at.x, at.y);
    config.material.density = density;
    config.filter.group = -1;
    return evo_body_create(world, &config);
}

static evo_shape random_part(void) {
    const double size = random_between(0.3, 0.8);
    switch (random_below(3)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_box(size, random_between(0.2, 0.6));
    default:
        return evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0}, 0.2);
    }
}

/* Parts in a row, in a heap, or in a ring about the first. */
static void add_parts(structure *s, int layout) {
    const double heaviest = random_scale(1, 50);
    for (int i = 0; i < s->count; ++i) {
        const double turn = 2 * PI * i / s->count;
        evo_vec2 at = {1.2 * i, 0};
        if (layout == 1) at.x = random_between(0, 4);
        if (layout == 1) at.y = random_between(0, 4);
        if (layout == 2) at = (evo_vec2){i ? 3 * cos(turn) : 0, i ? 3 * sin(turn) : 0};
        const evo_shape shape = random_part();
        s->parts[i] = add_body(s->world, shape, at, random_scale(1, heaviest));
        evo_body_set_pose(s->world, s->parts[i], (evo_pose){at, random_between(0, 6)});
    }
}

static evo_vec2 place_of(const structure *s, evo_body body) {
    return body.generation ? evo_body_pose(s->world, body).position : (evo_vec2){0, 0};
}

static evo_pose frame_at(const structure *s, evo_body body, evo_vec2 at, double angle) {
    if (body.generation == 0) return (evo_pose){at, angle};
    return (evo_pose){evo_body_local_point(s->world, body, at),
                      angle - evo_body_pose(s->world, body).angle};
}

static void random_spring(evo_joint_config *c) {
    c->spring = true;
    c->hertz = c->turn_hertz = random_scale(1, 240);
    c->damping_ratio = random_chance(0.2) ? 0 : random_scale(0.05, 10);
    c->turn_damping_ratio = c->damping_ratio;
}

static void random_limits(evo_joint_config *c, double lower, double upper) {
    c->limit = true;
    c->lower = lower;
    c->upper = upper;
}

/* One of nine kinds: springs, soft welds and rigid ones, hinges with springs and with limits, soft
 * sliders and wheels, welds soft in their angle alone, sliders with limits. */
static void add_joint(structure *s, evo_body a, evo_body b, int kind) {
    static const evo_joint_kind kinds[] = {EVO_DISTANCE, EVO_WELD,      EVO_WELD,
                                           EVO_REVOLUTE, EVO_REVOLUTE,  EVO_PRISMATIC,
                                           EVO_WHEEL,    EVO_PRISMATIC, EVO_WELD};
    evo_joint_config c = evo_joint_config_default(kinds[kind]);
    const evo_vec2 from = place_of(s, a), to = place_of(s, b);
    const double part = random_between(0, 1), angle = random_between(0, 3);
    evo_vec2 at = {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    if (random_chance(0.3)) at = (evo_vec2){at.x + random_between(-0.5, 0.5), at.y};
    c.a = a;
    c.b = b;
    c.frame_a = frame_at(s, a, c.kind == EVO_DISTANCE ? from : at, angle);
    c.frame_b = frame_at(s, b, c.kind == EVO_DISTANCE ? to : at, angle);
    if (kind != 2 && kind != 4 && kind != 7) random_spring(&c);
    if (kind == 8) c.hertz = 0;
    if (kind == 4) random_limits(&c, -0.2, 0.3);
    if (kind == 7) random_limits(&c, -1, 1);
    ck_assert(evo_joint_exists(s->world, evo_joint_create(s->world, &c)));
}

/* A tree, perhaps about one hub, and loops; hung from the world under gravity. */
static structure random_structure(void) {
    structure s = {.count = 3 + random_below(PARTS - 3), .hung = random_chance(0.5)};
    s.world = lab_world(s.hung ? GRAVITY : 0);
    const int layout = random_below(3), kind = random_below(12);
    const bool hub = random_chance(0.3);
    add_parts(&s, layout);
    for (int i = 1; i < 2 * s.count; ++i) {
        const int b = i < s.count ? i : random_below(s.count);
        const int a = i >= s.count ? random_below(s.count)
                      : hub        ? 0
                      : layout     ? random_below(i)
                                   : i - 1;
        if (a != b) add_joint(&s, s.parts[a], s.parts[b], kind < 9 ? kind : random_below(9));
    }
    if (s.hung) add_joint(&s, (evo_body){0, 0}, s.parts[0], kind < 9 ? kind : random_below(9));
    for (int i = 0; i < s.count && !s.hung; ++i) {
        evo_body_set_velocity(s.world, s.parts[i], random_vector(1));
        evo_body_set_spin(s.world, s.parts[i], random_between(-1, 1));
    }
    return s;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static double energy_of(const evo_world *world) {
    return evo_world_kinetic_energy(world) + evo_world_potential_energy(world);
}

static double weight_of(const structure *s) {
    double mass = 0;
    for (int i = 0; i < s->count; ++i) mass += evo_body_mass(s->world, s->parts[i]).mass;
    return GRAVITY * mass;
}

/* Returns the most that a structure's energy grows, as part of what it began with, or hung of its
 * weight times a unit. */
static double growth_of(uint64_t seed) {
    random_seed(seed);
    structure s = random_structure();
    const double rate = 30 << random_below(3), begun = energy_of(s.world);
    const double scale = s.hung ? weight_of(&s) : begun;
    double growth = 0;
    for (int i = 0; i < SECONDS * rate && growth < 10; ++i) {
        ck_assert_int_eq(evo_world_step(s.world, 1 / rate), EVO_OK);
        const double grown = (energy_of(s.world) - begun) / scale;
        growth = grown <= growth ? growth : grown;
        if (!isfinite(grown)) growth = INFINITY;
    }
    evo_world_destroy(s.world);
    return growth;
}

/* At most 1 in 50 grows by a hundredth, and 1 in 100 to twice what it had. */
static void try_structures(int from, int to) {
    int grown = 0, exploded = 0;
    for (int seed = from; seed < to; ++seed) {
        const double growth = growth_of((uint64_t)seed);
        grown += growth > 0.01;
        exploded += growth > 1;
    }
    ck_assert_msg(50 * grown <= to - from, "%d of %d gain energy", grown, to - from);
    ck_assert_msg(100 * exploded <= to - from, "%d of %d explode", exploded, to - from);
}

/* @springs-no-energy */
START_TEST(structures_get_no_energy) {
    try_structures(0, 300);
}
END_TEST

START_TEST(thousands_of_structures_get_no_energy) {
    try_structures(300, 6300);
}
END_TEST

/* One body or two on a hinge with a spring or on a soft weld, or up to six on a row of rods, all
 * without damping, up to .3 oscillations a substep, and pushed a little. */
static structure swing(double rate) {
    static const evo_joint_kind kinds[] = {EVO_REVOLUTE, EVO_WELD, EVO_DISTANCE};
    const evo_joint_kind kind = kinds[random_below(3)];
    const bool row = kind == EVO_DISTANCE, world = random_chance(0.5), same = random_chance(0.5);
    structure s = {.world = lab_world(0), .count = row ? 2 + random_below(5) : 2 - world};
    const double apart = row ? 2 : random_scale(0.02, 4), across = random_between(-0.3, 0.3);
    evo_body before = {0};
    for (int i = 0; i < s.count; ++i) {
        const evo_vec2 at = {apart * (i + 1), row ? 0 : apart * across * i};
        s.parts[i] = add_body(s.world, evo_circle(0.5), at, random_scale(0.1, 50));
        evo_joint_config c = evo_joint_config_default(kind);
        const evo_vec2 from = i ? place_of(&s, before) : (evo_vec2){0, 0};
        const evo_vec2 hinge = {from.x + random_between(0, 1) * apart, from.y};
        c.a = before;
        c.b = s.parts[i];
        c.frame_a = frame_at(&s, before, row ? from : hinge, 0);
        c.frame_b = frame_at(&s, s.parts[i], row ? at : hinge, 0);
        c.spring = true;
        c.damping_ratio = c.turn_damping_ratio = 0;
        c.hertz = 4 * rate * random_between(0.05, 0.3);
        c.turn_hertz = same ? c.hertz : 4 * rate * random_between(0.05, 0.3);
        before = s.parts[i];
        if (i > 0 || world || row) evo_joint_create(s.world, &c);
    }
    for (int i = 0; i < s.count; ++i) {
        evo_body_set_velocity(s.world, s.parts[i], random_vector(0.01));
        evo_body_set_spin(s.world, s.parts[i], random_between(-0.01, 0.01));
    }
    return s;
}

/* Springs at rest store nothing: what moves gets no faster. */
START_TEST(springs_that_meet_few_get_no_energy) {
    int grown = 0;
    random_seed(4);
    for (int trial = 0; trial < 400; ++trial) {
        const double rate = 30 << random_below(3);
        const structure s = swing(rate);
        const double begun = evo_world_kinetic_energy(s.world);
        double most = begun;
        for (int i = 0; i < 5 * rate && most < 2 * begun; ++i) {
            ck_assert_int_eq(evo_world_step(s.world, 1 / rate), EVO_OK);
            most = fmax(most, evo_world_kinetic_energy(s.world));
        }
        grown += !(most < 1.05 * begun);
        evo_world_destroy(s.world);
    }
    ck_assert_msg(grown <= 4, "%d of 400 gain energy", grown);
}
END_TEST

/* A sheet of disks on springs, each tied to its four neighbours and across, under gravity. */
static structure jelly(double hertz, double ratio) {
    enum { SIDE = 3 };
    structure s = {.world = lab_world(GRAVITY), .count = SIDE * SIDE};
    lab_fixed(s.world, evo_box(100, 1), 0, -1);
    for (int i = 0; i < s.count; ++i) {
        const evo_vec2 at = {0.6 * (i % SIDE), 1 + 0.6 * (i / SIDE)};
        s.parts[i] = add_body(s.world, evo_circle(0.25), at, 1);
    }
    for (int i = 0; i < s.count; ++i)
        for (int j = i + 1; j < s.count; ++j) {
            const int across = abs(j % SIDE - i % SIDE), up = j / SIDE - i / SIDE;
            if (across > 1 || up > 1) continue;
            evo_joint_config c = evo_joint_config_default(EVO_DISTANCE);
            c.a = s.parts[i];
            c.b = s.parts[j];
            c.spring = true;
            c.hertz = hertz;
            c.damping_ratio = ratio;
            evo_joint_create(s.world, &c);
        }
    return s;
}

/* A hub with welded wings of 30 times its mass. */
static structure ship(double hertz, double ratio) {
    structure s = {.world = lab_world(GRAVITY), .count = 7};
    lab_fixed(s.world, evo_box(100, 1), 0, -6);
    s.parts[0] = add_body(s.world, evo_circle(0.5), (evo_vec2){0, 0}, 1);
    for (int i = 1; i < s.count; ++i) {
        const evo_vec2 out = {cos(PI * i / 3), sin(PI * i / 3)};
        s.parts[i] = add_body(s.world, evo_circle(0.5), out, 30);
        evo_joint_config c = evo_joint_config_default(EVO_WELD);
        c.a = s.parts[0];
        c.b = s.parts[i];
        c.frame_a.position = (evo_vec2){0.5 * out.x, 0.5 * out.y};
        c.frame_b.position = (evo_vec2){-0.5 * out.x, -0.5 * out.y};
        c.spring = hertz > 0;
        c.hertz = c.turn_hertz = hertz;
        c.damping_ratio = c.turn_damping_ratio = ratio;
        evo_joint_create(s.world, &c);
    }
    return s;
}

static void lands(structure s) {
    const double begun = energy_of(s.world), weight = weight_of(&s);
    for (int i = 0; i < 180; ++i) {
        lab_run(s.world, 1);
        ck_assert_double_lt(energy_of(s.world), begun + 0.05 * weight);
    }
    evo_world_destroy(s.world);
}

START_TEST(jelly_and_ships_land_at_any_stiffness) {
    static const double ratios[] = {0, 0.3, 0.7, 1, 2, 5, 10};
    lands(ship(0, 0));
    for (double hertz = 2; hertz < 250; hertz *= 1.8)
        for (int i = 0; i < 7; ++i) {
            lands(jelly(hertz, ratios[i]));
            lands(ship(hertz, ratios[i]));
        }
}
END_TEST

/* Returns a train of gears of random sizes on axles, the first spun. */
static structure train(void) {
    structure s = {.world = lab_world(0), .count = 3 + random_below(PARTS - 3)};
    for (int i = 0; i < s.count; ++i) {
        const evo_vec2 at = {4.0 * i, 0};
        s.parts[i] = add_body(s.world, evo_circle(random_scale(0.2, 2)), at, 1);
        evo_joint_config c = evo_joint_config_default(EVO_REVOLUTE);
        c.b = s.parts[i];
        c.frame_a.position = at;
        evo_joint_create(s.world, &c);
        if (i == 0) continue;
        c = evo_joint_config_default(EVO_GEAR);
        c.a = s.parts[i - 1];
        c.b = s.parts[i];
        c.ratio = random_scale(0.2, 5) * (random_chance(0.5) ? 1 : -1);
        ck_assert(evo_joint_exists(s.world, evo_joint_create(s.world, &c)));
    }
    evo_body_set_spin(s.world, s.parts[0], 10);
    return s;
}

START_TEST(trains_of_gears_get_no_energy) {
    random_seed(3);
    for (int trial = 0; trial < 40; ++trial) {
        const structure s = train();
        const double begun = energy_of(s.world);
        for (int i = 0; i < 300; ++i) {
            lab_run(s.world, 1);
            ck_assert_double_lt(energy_of(s.world), 1.001 * begun);
        }
        evo_world_destroy(s.world);
    }
}
END_TEST

Suite *suite_structures(void) {
    Suite *suite = suite_create("structures");
    TCase *random = tcase_create("random"), *many = tcase_create("many");
    TCase *ladders = tcase_create("ladders");
    tcase_add_test(random, structures_get_no_energy);
    tcase_add_test(random, springs_that_meet_few_get_no_energy);
    tcase_add_test(many, thousands_of_structures_get_no_energy);
    tcase_set_tags(many, "slow");
    tcase_set_timeout(many, 1800);
    tcase_add_test(ladders, jelly_and_ships_land_at_any_stiffness);
    tcase_add_test(ladders, trains_of_gears_get_no_energy);
    suite_add_tcase(suite, random);
    suite_add_tcase(suite, many);
    suite_add_tcase(suite, ladders);
    return suite;
}
