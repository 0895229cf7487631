/* test_closed.c: random closed worlds in steps: disks, ellipses and rings of any restitution and
 * friction thrown into a box, with and without gravity. Whatever presses on what, there is never
 * more energy than at the beginning, and no body's centre of mass gets out but of a few boxes with
 * rings. */
#include <math.h>

#include "core/core.h"
#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES = 30, TRIES = 50, STEPS = 600, WORLDS = 40, WORLDS_SLOW = 400 };

static const double BOX = 8, APART = 0.005, GRAVITY = 10;

/* What is in such a world: harsh ones have bodies of very different sizes and densities. */
typedef struct closed {
    evo_world *world;
    evo_shape shapes[BODIES];
    evo_body bodies[BODIES];
    evo_material material;
    double speed;
    bool harsh, falls;
    bool flats; /* boxes, capsules and polygons are in it, and nothing else */
    int count;
} closed;

static evo_shape any_flat(double radius) {
    const double flat = random_between(0.2, 1);
    const int kind = (int)random_between(0, 4), corners = 3 + (int)random_between(0, 5.99);
    evo_vec2 points[EVO_POLYGON_POINTS];
    if (kind == 0) return evo_box(radius, radius * flat);
    if (kind == 1)
        return evo_capsule((evo_vec2){-radius, 0}, (evo_vec2){radius, 0}, 0.5 * radius * flat);
    for (int i = 0; i < corners; ++i) {
        points[i] = evo_direction(2 * PI * (i + random_between(0, 0.4)) / corners);
        points[i].x *= radius;
        points[i].y *= radius * flat;
    }
    return evo_polygon(points, corners, kind == 2 ? 0 : 0.1 * radius);
}

static evo_shape any_shape(bool harsh, bool flats) {
    double radius = harsh ? random_scale(0.05, 1) : random_between(0.15, 0.6);
    if (flats) return any_flat(radius);
    double width = radius * random_between(0.1, 0.6);
    int kind = (int)random_between(0, 4);
    if (kind == 0) return evo_circle(radius);
    if (kind == 1) return evo_ellipse(radius, radius * random_between(0.15, 1));
    return evo_ring(radius - width / 2, width, 0, kind == 2 ? 2 * PI : random_between(1, 5));
}

/* Away from the walls and from all others. */
static bool has_room(const closed *c, const evo_shape *shape, evo_pose pose) {
    const evo_bounds all = evo_shape_bounds(shape, pose);
    if (!(all.min.x > APART && all.min.y > APART && all.max.x < BOX - APART
          && all.max.y < BOX - APART))
        return false;
    for (int i = 0; i < c->count; ++i)
        if (evo_measure(shape, pose, &c->shapes[i], evo_body_pose(c->world, c->bodies[i])).distance
            < APART)
            return false;
    return true;
}

static void add_body(closed *c) {
    evo_body_config config = lab_body(any_shape(c->harsh, c->flats), 0, 0);
    const double direction = random_between(-PI, PI), speed = random_between(0, c->speed);
    config.material = c->material;
    if (c->harsh) config.material.density = random_scale(0.1, 10);
    config.velocity.x = speed * cos(direction);
    config.velocity.y = speed * sin(direction);
    config.spin = c->speed * random_between(-2, 2);
    for (int i = 0; i < TRIES; ++i) {
        config.position.x = random_between(0, BOX);
        config.position.y = random_between(0, BOX);
        config.angle = random_between(-PI, PI);
        if (!has_room(c, &config.shape, (evo_pose){config.position, config.angle})) continue;
        c->shapes[c->count] = config.shape;
        c->bodies[c->count++] = evo_body_create(c->world, &config);
        return;
    }
}

static double often_an_end(void) {
    const double which = random_between(0, 1);
    return which < 0.3 ? 0 : which < 0.5 ? 1 : random_between(0, 1);
}

static closed make_world(int seed, bool flats) {
    closed c = {.flats = flats, .harsh = seed % 4 < 2, .falls = seed % 2 == 0};
    random_seed(7000 + (uint64_t)seed);
    evo_world_config config = evo_world_config_default();
    config.gravity.y = c.falls ? -GRAVITY : 0;
    c.world = evo_world_create(&config);
    c.material = lab_body(evo_circle(1), 0, 0).material;
    c.material.restitution = often_an_end();
    c.material.friction = random_between(0, 1);
    c.speed = random_scale(0.3, 30);
    lab_closed_box(c.world, BOX, c.material);
    for (int wanted = (int)random_between(1, BODIES + 1); wanted > 0; --wanted) add_body(&c);
    return c;
}

static evo_vec2 center_of(const closed *c, int i) {
    const evo_pose pose = evo_body_pose(c->world, c->bodies[i]);
    const evo_vec2 center = evo_body_mass(c->world, c->bodies[i]).center;
    const double cosine = cos(pose.angle), sine = sin(pose.angle);
    const evo_vec2 turned = {cosine * center.x - sine * center.y,
                             sine * center.x + cosine * center.y};
    return (evo_vec2){pose.position.x + turned.x, pose.position.y + turned.y};
}

static bool all_inside(const closed *c) {
    for (int i = 0; i < c->count; ++i) {
        const evo_vec2 at = center_of(c, i);
        if (!(at.x >= 0 && at.x <= BOX && at.y >= 0 && at.y <= BOX)) return false;
    }
    return true;
}

static double energy_of(const closed *c) {
    double sum = 0;
    for (int i = 0; i < c->count; ++i) {
        const evo_mass mass = evo_body_mass(c->world, c->bodies[i]);
        const evo_vec2 v = evo_body_velocity(c->world, c->bodies[i]);
        const double spin = evo_body_spin(c->world, c->bodies[i]);
        sum += 0.5 * mass.mass * (v.x * v.x + v.y * v.y) + 0.5 * mass.inertia * spin * spin;
        if (c->falls) sum += mass.mass * GRAVITY * center_of(c, i).y;
    }
    return sum;
}

static bool has_rings(const closed *c) {
    for (int i = 0; i < c->count; ++i)
        if (c->shapes[i].kind == EVO_RING) return true;
    return false;
}

/* Returns whether a body got out, which only rings and flats may be pressed to. */
static bool loses_some(int seed, bool flats) {
    closed c = make_world(seed, flats);
    const double first = energy_of(&c);
    bool lost = false;
    for (int step = 0; step < STEPS && !lost; ++step) {
        ck_assert_int_eq(evo_world_step(c.world, LAB_STEP), EVO_OK);
        lost = !all_inside(&c);
        const double then = energy_of(&c);
        ck_assert_msg(then <= first * (flats ? 1.03 : 1 + 1e-4),
                      "world %d: %g times the energy in step %d", seed, then / first, step);
    }
    ck_assert_msg(!lost || flats || has_rings(&c), "world %d: a body is outside", seed);
    evo_world_destroy(c.world);
    return lost;
}

/* At most 3 of 100, and one by chance. */
static void check_worlds(int from, int to) {
    int lost = 0;
    for (int seed = from; seed < to; ++seed) lost += loses_some(seed, false);
    ck_assert_msg(lost <= 1 + 3 * (to - from) / 100, "%d of %d lose a body", lost, to - from);
}

START_TEST(closed_worlds_lose_few_and_win_nothing) {
    check_worlds(WORLDS * _i / 4, WORLDS * (_i + 1) / 4);
}
END_TEST

START_TEST(many_closed_worlds_lose_few_and_win_nothing) {
    check_worlds(WORLDS + WORLDS_SLOW * _i / 4, WORLDS + WORLDS_SLOW * (_i + 1) / 4);
}
END_TEST

/* Those with flats alone: at most 8 of 100, of which sizes and weights differ by much. */
START_TEST(closed_worlds_of_flats_lose_few) {
    int lost = 0;
    for (int seed = 10 * _i; seed < 10 * (_i + 1); ++seed) lost += loses_some(seed, true);
    ck_assert_msg(lost <= 2, "%d of 10 lose a body", lost);
}
END_TEST

Suite *suite_closed(void) {
    Suite *suite = suite_create("closed");
    TCase *some = tcase_create("short"), *all = tcase_create("long");
    tcase_add_loop_test(some, closed_worlds_lose_few_and_win_nothing, 0, 4);
    tcase_add_loop_test(some, closed_worlds_of_flats_lose_few, 0, 3);
    tcase_add_loop_test(all, many_closed_worlds_lose_few_and_win_nothing, 0, 4);
    tcase_set_tags(all, "slow");
    tcase_set_timeout(all, 300);
    suite_add_tcase(suite, some);
    suite_add_tcase(suite, all);
    return suite;
}
