/* growing.c: shapes that grow in worlds of exact time: they meet at the time at which they
 * touch, never overlap, and gain the energy that their surfaces give. */
#include <math.h>
#include <stdlib.h>

#include "flight/flight.h"
#include "shape/shape.h"
#include "suites.h"
#include "support/gas.h"
#include "support/random.h"

/* ---- Two that meet --------------------------------------------------------------------------- */

/* Two shapes about their bodies' origins, or away from these. */
typedef struct growing_pair {
    evo_shape shapes[2];
    moving_shape moving[2];
    double size, horizon;
} growing_pair;

static evo_shape growing_shape(void) {
    static const evo_shape_kind kinds[] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_CAPSULE, EVO_POLYGON};
    evo_shape shape = random_shape(kinds[(int)random_between(0, 4)]);
    if (shape.kind == EVO_ELLIPSE)
        shape = evo_ellipse(random_between(0.3, 1), random_between(0.3, 1));
    return random_between(0, 1) < 0.3 ? evo_shape_at(shape, random_vector(0.5), 1) : shape;
}

static void make_pair(growing_pair *p) {
    p->size = 0;
    p->horizon = random_scale(0.3, 5);
    for (int i = 0; i < 2; ++i) {
        p->shapes[i] = growing_shape();
        p->size += shape_reach(&p->shapes[i]) + hypot(p->shapes[i].center.x, p->shapes[i].center.y);
    }
    for (int i = 0; i < 2; ++i) {
        const double turns = random_between(0, 1) < 0.3 ? 0 : random_scale(0.01, 20);
        const evo_flight flight = {i == 0 ? (evo_vec2){0, 0} : random_vector(1.3 * p->size),
                                   random_vector(random_scale(0.01, 1) * p->size),
                                   random_between(-3, 3), turns * random_between(-1, 1)};
        const double growth = random_between(0, 1) < 0.2 ? 0 : random_scale(1e-3, 3);
        p->moving[i] = (moving_shape){&p->shapes[i], flight, {0, 0}, growth};
    }
}

static double gap_after(const growing_pair *p, double time) {
    evo_shape shapes[2];
    evo_pose poses[2];
    for (int i = 0; i < 2; ++i) {
        const moving_shape *m = &p->moving[i];
        shapes[i] = shape_scaled(m->shape, 1 + m->growth * time);
        poses[i].position.x = m->flight.position.x + time * m->flight.velocity.x;
        poses[i].position.y = m->flight.position.y + time * m->flight.velocity.y;
        poses[i].angle = m->flight.angle + time * m->flight.spin;
    }
    return evo_measure(&shapes[0], poses[0], &shapes[1], poses[1]).distance;
}

/* At the time that is found they touch, and at no time before. */
static void growing_pairs_touch(int pairs, int watched) {
    int impacts = 0;
    for (int i = 0; i < pairs; ++i) {
        growing_pair p;
        do make_pair(&p);
        while (gap_after(&p, 0) < 0);
        bool known;
        const double time = toi_look(&p.moving[0], &p.moving[1], p.horizon, &known);
        ck_assert(known);
        const double grown =
            p.size * (1 + fmax(p.moving[0].growth, p.moving[1].growth) * p.horizon);
        const bool impact = time <= p.horizon;
        impacts += impact;
        if (impact) ck_assert_double_le(fabs(gap_after(&p, time)), 1e-10 * grown);
        const double end = impact ? time * (1 - 1e-6) : p.horizon;
        for (int k = 0; k <= watched; ++k)
            ck_assert_double_gt(gap_after(&p, end * k / watched), -1e-9 * grown);
    }
    ck_assert_int_gt(impacts, pairs / 5);
}

START_TEST(growing_pairs_meet_when_they_touch) {
    random_seed((uint64_t)_i + 900);
    growing_pairs_touch(400, 60);
}
END_TEST

START_TEST(many_growing_pairs_meet_when_they_touch) {
    random_seed((uint64_t)_i + 2000);
    growing_pairs_touch(20000, 200);
}
END_TEST

/* ---- Many ------------------------------------------------------------------------------------ */

enum { MOST = 256, SHAPES = 2 };

typedef struct grown_gas {
    evo_world *world;
    evo_body bodies[MOST];
    int count;
    double side;
    bool periodic;
} grown_gas;

static evo_shape shape_number(int i) {
    static const evo_vec2 corners[] = {{-0.4, -0.3}, {0.5, -0.2}, {0.3, 0.4}, {-0.3, 0.35}};
    switch (i % 5) {
    case 0:
        return evo_ellipse(0.5, 0.3);
    case 1:
        return evo_polygon(corners, 4, 0.05);
    case 2:
        return evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2);
    case 3:
        return evo_box(0.4, 0.3);
    default:
        return evo_circle(0.4);
    }
}

/* An eighth of the bodies are two shapes; moments of inertia are set where they are to stay. */
static evo_body add_body(grown_gas *g, int i, evo_shape shape, double friction, bool stays) {
    evo_body_config config = evo_body_config_default();
    const int row = (int)ceil(sqrt(g->count));
    const double apart = g->side / row;
    config.shape = shape;
    config.material.friction = friction;
    config.material.restitution = 1;
    config.position = (evo_vec2){(i % row + 0.5) * apart, (i / row + 0.5) * apart};
    config.velocity = (evo_vec2){gas_normal(), gas_normal()};
    config.spin = gas_normal();
    config.angle = random_between(-3, 3);
    const evo_body body = evo_body_create(g->world, &config);
    ck_assert(evo_body_exists(g->world, body));
    if (i % 8 == 3) {
        evo_collider_config more = evo_collider_config_default();
        more.shape = evo_shape_at(evo_circle(0.2), (evo_vec2){0.45, 0}, 0);
        more.material = config.material;
        ck_assert(evo_collider_exists(g->world, evo_collider_create(g->world, body, &more)));
    }
    const evo_mass mass = evo_body_mass(g->world, body);
    if (stays) ck_assert_int_eq(evo_body_set_mass(g->world, body, mass), EVO_OK);
    return body;
}

static grown_gas make_gas(int count, double spacing, bool periodic, double friction, bool stays) {
    grown_gas g = {.count = count, .side = ceil(sqrt(count)) * spacing, .periodic = periodic};
    const evo_world_config config = gas_config(periodic ? EVO_PERIODIC : EVO_WALLS, g.side, g.side);
    g.world = gas_world(&config);
    for (int i = 0; i < count; ++i) g.bodies[i] = add_body(&g, i, shape_number(i), friction, stays);
    return g;
}

typedef struct shapes_of {
    evo_shape all[SHAPES];
    size_t count;
    evo_pose at;
} shapes_of;

static shapes_of read_shapes(const grown_gas *g, int i) {
    shapes_of s;
    evo_collider colliders[SHAPES];
    s.count = evo_body_colliders(g->world, g->bodies[i], colliders, SHAPES);
    s.at = evo_body_pose(g->world, g->bodies[i]);
    for (size_t k = 0; k < s.count; ++k) s.all[k] = evo_collider_get(g->world, colliders[k]).shape;
    return s;
}

static double gap_of(const grown_gas *g, const shapes_of *a, const shapes_of *b) {
    double gap = INFINITY;
    evo_pose at = b->at;
    if (g->periodic) {
        at.position.x -= round((at.position.x - a->at.position.x) / g->side) * g->side;
        at.position.y -= round((at.position.y - a->at.position.y) / g->side) * g->side;
    }
    for (size_t i = 0; i < a->count; ++i)
        for (size_t k = 0; k < b->count; ++k)
            gap = fmin(gap, evo_measure(&a->all[i], a->at, &b->all[k], at).distance);
    return gap;
}

static double wall_gap(const grown_gas *g, const shapes_of *s) {
    double gap = INFINITY;
    for (size_t i = 0; i < s->count && !g->periodic; ++i) {
        const evo_bounds b = evo_shape_bounds(&s->all[i], s->at);
        gap = fmin(gap, fmin(fmin(b.min.x, b.min.y), g->side - fmax(b.max.x, b.max.y)));
    }
    return gap;
}

/* The deepest overlap of any two, or with a wall. */
static double deepest(const grown_gas *g) {
    static shapes_of all[MOST];
    double most = -INFINITY;
    for (int i = 0; i < g->count; ++i) {
        all[i] = read_shapes(g, i);
        most = fmax(most, -wall_gap(g, &all[i]));
        for (int k = 0; k < i; ++k) {
            const double x = all[i].at.position.x - all[k].at.position.x,
                         y = all[i].at.position.y - all[k].at.position.y;
            const double far = 3; /* more than two sizes */
            const double dx = g->periodic ? x - round(x / g->side) * g->side : x,
                         dy = g->periodic ? y - round(y / g->side) * g->side : y;
            if (hypot(dx, dy) < far) most = fmax(most, -gap_of(g, &all[i], &all[k]));
        }
    }
    return most;
}

typedef struct motion_sums {
    double x, y, energy, mass, scale;
} motion_sums;

static motion_sums sums_of(const grown_gas *g) {
    motion_sums s = {0, 0, 0, 0, 0};
    for (int i = 0; i < g->count; ++i) {
        const evo_mass m = evo_body_mass(g->world, g->bodies[i]);
        const evo_vec2 v = evo_body_velocity(g->world, g->bodies[i]);
        const double spin = evo_body_spin(g->world, g->bodies[i]);
        s.x += m.mass * v.x;
        s.y += m.mass * v.y;
        s.scale += m.mass * hypot(v.x, v.y);
        s.energy += 0.5 * (m.mass * (v.x * v.x + v.y * v.y) + m.inertia * spin * spin);
        s.mass += m.mass;
    }
    return s;
}

/* Nobody overlaps, whether cells are built anew within the step or not; masses stay, and the
 * momentum where there are no walls. */
START_TEST(what_grows_never_overlaps) {
    const bool periodic = _i % 2 == 0, at_once = _i / 2 % 2 == 0;
    random_seed(910 + (uint64_t)_i);
    grown_gas g = make_gas(_i < 4 ? 100 : 16, 1.8, periodic, 0, false);
    const motion_sums before = sums_of(&g);
    const evo_shape first = read_shapes(&g, 0).all[0];
    ck_assert_int_eq(evo_world_set_growth(g.world, 0.1), EVO_OK);
    for (int i = 0; i < (at_once ? 1 : 20); ++i) {
        gas_step(g.world, at_once ? 3 : 0.15);
        ck_assert_double_lt(deepest(&g), 1e-10);
    }
    const motion_sums after = sums_of(&g);
    const evo_shape now = read_shapes(&g, 0).all[0];
    ck_assert_double_eq_tol(now.of.ellipse.radius_x, 1.3 * first.of.ellipse.radius_x, 1e-12);
    ck_assert_double_eq_tol(now.of.ellipse.radius_y, 1.3 * first.of.ellipse.radius_y, 1e-12);
    ck_assert_double_eq_tol(after.mass, before.mass, 1e-12 * before.mass);
    ck_assert_double_gt(after.energy, before.energy);
    if (periodic) ck_assert_double_lt(fabs(after.x - before.x), 1e-11 * after.scale);
    if (periodic) ck_assert_double_lt(fabs(after.y - before.y), 1e-11 * after.scale);
    evo_world_destroy(g.world);
}
END_TEST

/* Of smooth elastic bodies each impact adds the impulse times the speed at which the surfaces
 * grow: the growth of now times what it adds to the virial. */
START_TEST(the_energy_gained_is_the_work_of_growth) {
    const double rate = 0.2;
    double worked = 0;
    random_seed(930 + (uint64_t)_i);
    grown_gas g = make_gas(36, 1.9, true, 0, true);
    ck_assert_int_eq(evo_world_set_growth(g.world, rate), EVO_OK);
    const double begun = sums_of(&g).energy;
    while (evo_world_time(g.world) < 1) {
        const double energy = sums_of(&g).energy, virial = evo_world_sums(g.world).virial;
        const double now = gas_step_to_next(g.world), growth = rate / (1 + rate * now);
        const double work = growth * (evo_world_sums(g.world).virial - virial);
        const double gained = sums_of(&g).energy - energy;
        ck_assert_msg(fabs(gained - work) < 1e-12 * energy, "%g gained, work %g", gained, work);
        worked += work;
    }
    ck_assert_double_gt(worked, 0.1 * begun);
    evo_world_destroy(g.world);
}
END_TEST

/* Also of rough bodies in walls: growth and impacts never lose a body or end a step. */
START_TEST(rough_bodies_grow_in_walls) {
    random_seed(940 + (uint64_t)_i);
    grown_gas g = make_gas(49, 1.8, _i % 2, 0.4, false);
    ck_assert_int_eq(evo_world_set_growth(g.world, 0.05), EVO_OK);
    for (int i = 0; i < 20; ++i) {
        gas_step(g.world, 0.2);
        ck_assert_double_lt(deepest(&g), 1e-10);
    }
    evo_world_destroy(g.world);
}
END_TEST

/* Steps of other lengths give the same motion, but for rounding, until chaos enlarges it. */
START_TEST(steps_do_not_change_growth) {
    evo_pose poses[2][12];
    for (int run = 0; run < 2; ++run) {
        random_seed(950);
        grown_gas g = make_gas(12, 1.8, true, 0, true);
        ck_assert_int_eq(evo_world_set_growth(g.world, 0.2), EVO_OK);
        for (int i = 0; i < (run ? 64 : 1); ++i) gas_step(g.world, run ? 1.0 / 64 : 1);
        ck_assert_uint_gt(evo_world_sums(g.world).pair_impacts, 5);
        for (int i = 0; i < g.count; ++i) poses[run][i] = evo_body_pose(g.world, g.bodies[i]);
        evo_world_destroy(g.world);
    }
    for (int i = 0; i < 12; ++i) {
        ck_assert_double_eq_tol(poses[0][i].position.x, poses[1][i].position.x, 1e-7);
        ck_assert_double_eq_tol(poses[0][i].position.y, poses[1][i].position.y, 1e-7);
        ck_assert_double_eq_tol(poses[0][i].angle, poses[1][i].angle, 1e-7);
    }
}
END_TEST

START_TEST(rings_and_what_stands_do_not_grow) {
    evo_world_config config = gas_config(EVO_PERIODIC, 20, 20);
    evo_world *world = gas_world(&config);
    evo_body_config ring = evo_body_config_default(), box = ring;
    ring.shape = evo_ring(1, 0.2, 0, 4);
    ring.position = (evo_vec2){5, 5};
    box.shape = evo_box(1, 1);
    box.kind = EVO_STATIC;
    box.position = (evo_vec2){15, 15};
    const evo_body made = evo_body_create(world, _i ? &ring : &box);
    ck_assert_int_eq(evo_world_set_growth(world, 0.1), EVO_ERROR_UNSUPPORTED);
    evo_body_destroy(world, made);
    ck_assert_int_eq(evo_world_set_growth(world, 0.1), EVO_OK);
    ck_assert(evo_body_exists(world, evo_body_create(world, _i ? &ring : &box)));
    ck_assert_int_eq(evo_world_step(world, 0.1), EVO_ERROR_UNSUPPORTED);
    ck_assert_double_eq(evo_world_time(world), 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Jamming --------------------------------------------------------------------------------- */

/* Body number i of a mixture. */
typedef evo_shape (*mixture)(int i);

static evo_shape disk_of_two(int i) {
    return evo_circle(i % 2 ? 0.05 : 0.07);
}

static evo_shape ellipse_of_two(int i) {
    const double size = i % 2 ? 0.05 : 0.07;
    return evo_ellipse(size * sqrt(1.4), size / sqrt(1.4));
}

static double covered(const grown_gas *g) {
    double area = 0;
    for (int i = 0; i < g->count; ++i) {
        const shapes_of s = read_shapes(g, i);
        for (size_t k = 0; k < s.count; ++k) area += evo_shape_area(&s.all[k]);
    }
    return area / (g->side * g->side);
}

/* Velocities and spins are scaled to a temperature of 1. */
static void cool(const grown_gas *g) {
    const double factor = sqrt(1.5 * g->count / sums_of(g).energy);
    for (int i = 0; i < g->count; ++i) {
        evo_vec2 v = evo_body_velocity(g->world, g->bodies[i]);
        v = (evo_vec2){v.x * factor, v.y * factor};
        ck_assert_int_eq(evo_body_set_velocity(g->world, g->bodies[i], v), EVO_OK);
        const double spin = evo_body_spin(g->world, g->bodies[i]) * factor;
        ck_assert_int_eq(evo_body_set_spin(g->world, g->bodies[i], spin), EVO_OK);
    }
}

/* Grows a mixture fast, then slowly, until the pressure is that of a jammed one; returns the part
 * of the box that it covers. */
static double jam(mixture shape, int count, double rate, double pressure) {
    grown_gas g = {.count = count, .side = ceil(sqrt(count)) * 0.3, .periodic = true};
    evo_world_config config = gas_config(EVO_PERIODIC, g.side, g.side);
    config.impact_speed = INFINITY;
    g.world = gas_world(&config);
    for (int i = 0; i < count; ++i) {
        g.bodies[i] = add_body(&g, 8 * i, shape(i), 0, false);
        const evo_vec2 at = {(i % (int)ceil(sqrt(count)) + 0.5) * 0.3,
                             (i / (int)ceil(sqrt(count)) + 0.5) * 0.3};
        ck_assert_int_eq(evo_body_set_pose(g.world, g.bodies[i], (evo_pose){at, 0}), EVO_OK);
        const evo_mass mass = {1, {0, 0}, 0.5 * 0.06 * 0.06};
        ck_assert_int_eq(evo_body_set_mass(g.world, g.bodies[i], mass), EVO_OK);
    }
    double z = 0, step = 0.01, growth = 10 * rate;
    while (z < pressure) {
        cool(&g);
        const double virial = evo_world_sums(g.world).virial;
        ck_assert_int_eq(evo_world_set_growth(g.world, growth), EVO_OK);
        const double energy = sums_of(&g).energy;
        gas_step(g.world, step);
        z = 1 + (evo_world_sums(g.world).virial - virial) / (4.0 / 3 * energy * step);
        growth = z > 30 ? rate : 10 * rate;
        step = fmin(0.01, 0.5 / z);
    }
    ck_assert_double_lt(deepest(&g), 1e-10);
    const double part = covered(&g);
    evo_world_destroy(g.world);
    return part;
}

START_TEST(mixtures_jam_at_known_densities) {
    random_seed(960 + (uint64_t)_i);
    const bool ellipses = _i % 2;
    const double part = jam(ellipses ? ellipse_of_two : disk_of_two, 144, 0.02, 1e4);
    ck_assert_msg(ellipses ? part > 0.87 && part < 0.905 : part > 0.83 && part < 0.855,
                  "%s jam at %g", ellipses ? "ellipses" : "disks", part);
}
END_TEST

Suite *suite_growing(void) {
    Suite *suite = suite_create("growing");
    TCase *quick = tcase_create("quick");
    tcase_add_loop_test(quick, growing_pairs_meet_when_they_touch, 0, 4);
    tcase_add_loop_test(quick, what_grows_never_overlaps, 0, 8);
    tcase_add_loop_test(quick, the_energy_gained_is_the_work_of_growth, 0, 2);
    tcase_add_loop_test(quick, rough_bodies_grow_in_walls, 0, 2);
    tcase_add_test(quick, steps_do_not_change_growth);
    tcase_add_loop_test(quick, rings_and_what_stands_do_not_grow, 0, 2);
    suite_add_tcase(suite, quick);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_loop_test(slow, many_growing_pairs_meet_when_they_touch, 0, 4);
    tcase_add_loop_test(slow, mixtures_jam_at_known_densities, 0, 4);
    suite_add_tcase(suite, slow);
    return suite;
}
