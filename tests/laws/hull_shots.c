/* hull_shots.c: in steps, a plastic hull that clears another one which moves, too, is not
 * bent, and one that meets it is struck: at a twentieth to five thicknesses a substep, where rows
 * ahead of touching give way to events. Judged by evo_time_of_impact. */
#include <math.h>

#include "core/core.h"
#include "evolute/collide.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

/* A hull thrown past another one, or at it, as they fly about their centres of mass. */
typedef struct shot {
    evo_body_config thrown, target;
    double speed, thin;
    int steps;
} shot;

static evo_shape random_hull(double size) {
    const int kind = (int)random_between(0, 3.99), corners = 3 + (int)random_between(0, 3.99);
    evo_vec2 points[EVO_POLYGON_POINTS];
    if (kind == 0) return evo_circle(0.5 * size);
    if (kind == 1)
        return evo_capsule((evo_vec2){-0.6 * size, 0}, (evo_vec2){0.6 * size, 0}, 0.3 * size);
    if (kind == 2) return evo_box(0.5 * size, 0.5 * size * random_between(0.3, 1));
    for (int i = 0; i < corners; ++i) {
        points[i] = evo_direction(2 * PI * (i + random_between(0, 0.5)) / corners);
        points[i].x *= 0.6 * size;
        points[i].y *= 0.6 * size;
    }
    return evo_polygon(points, corners, random_between(0, 1) < 0.5 ? 0 : 0.1 * size);
}

static evo_body_config random_body(double size) {
    evo_body_config config = lab_body(random_hull(size), 0, 0);
    config.angle = random_between(-PI, PI);
    config.spin = random_between(-4, 4);
    config.material.friction = 0;
    return config;
}

/* `pace`: thicknesses a substep, about. */
static shot shot_of(double pace) {
    const double size = random_between(0.5, 2), angle = random_between(-PI, PI);
    shot s = {.thrown = random_body(1), .target = random_body(size)};
    s.thin = fmin(0.6, 0.3 * size);
    s.speed = pace * random_between(0.7, 1.4) * s.thin * 4 / LAB_STEP;
    const double aside = random_between(-0.9, 0.9) * (1 + size);
    const double back = s.speed * LAB_STEP * random_between(0.2, 2) + 2.6;
    const evo_vec2 way = {cos(angle), sin(angle)};
    s.thrown.position.x = -back * way.x - aside * way.y;
    s.thrown.position.y = -back * way.y + aside * way.x;
    s.thrown.velocity.x = s.speed * way.x;
    s.thrown.velocity.y = s.speed * way.y;
    s.steps = (int)((back + 4) / (s.speed * LAB_STEP)) + 2;
    return s;
}

/* The flight of a body about its centre of mass, and its shape about that. */
static evo_flight flight_of(const evo_world *world, evo_body body, evo_shape *shape) {
    const evo_pose pose = evo_body_pose(world, body);
    const evo_vec2 center = evo_body_mass(world, body).center;
    const double c = cos(pose.angle), s = sin(pose.angle);
    const evo_vec2 at = {pose.position.x + c * center.x - s * center.y,
                         pose.position.y + s * center.x + c * center.y};
    shape->center.x -= center.x;
    shape->center.y -= center.y;
    return (evo_flight){at, evo_body_velocity(world, body), pose.angle, evo_body_spin(world, body)};
}

/* A shape that is larger all around, or smaller; false: it has no rounding to give. */
static bool grow(evo_shape *shape, double by) {
    double *radius = shape->kind == EVO_CIRCLE    ? &shape->of.circle.radius
                     : shape->kind == EVO_CAPSULE ? &shape->of.capsule.radius
                                                  : &shape->of.polygon.radius;
    *radius += by;
    return *radius >= 0;
}

typedef struct tally {
    int clear, bent, met, missed;
} tally;

static void shoot(const shot *s, tally *t) {
    evo_world *world = lab_world(0);
    const evo_body thrown = evo_body_create(world, &s->thrown);
    const evo_body target = evo_body_create(world, &s->target);
    evo_shape first = s->thrown.shape, second = s->target.shape;
    const evo_flight a = flight_of(world, thrown, &first), b = flight_of(world, target, &second);
    evo_shape larger = first, smaller = first;
    const double little = 0.01 * s->thin, end = s->steps * LAB_STEP;
    grow(&larger, little);
    const bool sure = grow(&smaller, -little);
    const bool clears = !(evo_time_of_impact(&larger, a, &second, b, end) < INFINITY);
    const bool meets =
        sure && evo_time_of_impact(&smaller, a, &second, b, end - LAB_STEP) < INFINITY;
    lab_run(world, s->steps);
    const evo_vec2 v = evo_body_velocity(world, thrown);
    const bool struck = hypot(v.x - a.velocity.x, v.y - a.velocity.y) > 1e-5 * s->speed
                        || fabs(evo_body_spin(world, thrown) - a.spin) > 1e-5 * s->speed;
    t->clear += clears;
    t->bent += clears && struck;
    t->met += meets;
    t->missed += meets && !struck;
    evo_world_destroy(world);
}

static void check_shots(int shots) {
    tally t = {0, 0, 0, 0};
    int paces = 0;
    random_seed(51);
    for (double pace = 0.05; pace < 6; pace *= 2.154, ++paces)
        for (int i = 0; i < shots; ++i) {
            const shot s = shot_of(pace);
            shoot(&s, &t);
        }
    ck_assert_msg(t.clear > paces * shots / 4 && t.met > paces * shots / 5,
                  "only %d clear, and %d meet", t.clear, t.met);
    ck_assert_msg(t.bent <= 1 + t.clear / 1000, "%d of %d are bent", t.bent, t.clear);
    ck_assert_msg(t.missed <= 1 + t.met / 1000, "%d of %d missed", t.missed, t.met);
}

START_TEST(hulls_that_clear_are_not_bent) {
    check_shots(250);
}
END_TEST

START_TEST(hulls_that_clear_are_not_bent_often) {
    check_shots(6000);
}
END_TEST

Suite *suite_hull_shots(void) {
    Suite *suite = suite_create("hull_shots");
    TCase *some = tcase_create("shots"), *many = tcase_create("many shots");
    tcase_add_test(some, hulls_that_clear_are_not_bent);
    tcase_set_tags(many, "slow");
    tcase_set_timeout(many, 300);
    tcase_add_test(many, hulls_that_clear_are_not_bent_often);
    suite_add_tcase(suite, some);
    suite_add_tcase(suite, many);
    return suite;
}
