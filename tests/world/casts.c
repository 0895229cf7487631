/* casts.c: rays that pass through colliders, casts of shapes that turn, and the colliders of
 * impacts. */
#include <evolute/evolute.h>
#include <math.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/scene.h"

enum { MOST = 256 };

static void check_near(evo_vec2 got, evo_vec2 wanted, double tolerance) {
    ck_assert_double_le(fabs(got.x - wanted.x), tolerance);
    ck_assert_double_le(fabs(got.y - wanted.y), tolerance);
}

/* Bodies that fly, some of which stand or are driven; none overlap. */
static evo_world *flying_crowd(void) {
    const evo_world_config config = {.exact = &EXACT};
    evo_world *world = evo_world_create(&config);
    random_seed(51);
    for (int i = 0; i < 64; ++i) {
        const double x = 2.6 * (i % 8) - 9, y = 2.6 * (i / 8) - 9;
        evo_body_config body = lab_body(evo_ellipse(0.9, 0.3), x, y);
        if (i % 3 == 0) body.shape = evo_circle(random_between(0.1, 1.2));
        if (i % 9 == 4) body.kind = i % 2 == 0 ? EVO_STATIC : EVO_KINEMATIC;
        if (i % 9 != 4) body.velocity = random_vector(5);
        body.spin = i % 9 == 4 && i % 2 == 0 ? 0 : random_between(-3, 3);
        body.material.restitution = 1;
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    ck_assert_int_eq(evo_world_step(world, 0.3), EVO_OK);
    return world;
}

/* Disks that a ray meets at the same fraction. */
static evo_world *stacked_crowd(void) {
    evo_world *world = evo_world_create(NULL);
    for (int i = 0; i < 5; ++i) scene_ball(world, 4, 0, 0);
    return world;
}

static evo_world *crowd(int number) {
    return number == 0 ? scene_any_world() : number == 1 ? flying_crowd() : stacked_crowd();
}

/* ---- Rays that pass through ------------------------------------------------------------------ */

static void check_hit(const evo_ray_hit *got, const evo_ray_hit *wanted, double tolerance) {
    ck_assert(got->hit == wanted->hit && got->inside == wanted->inside);
    ck_assert(evo_body_equal(got->body, wanted->body));
    ck_assert(evo_collider_equal(got->collider, wanted->collider));
    check_near(got->point, wanted->point, tolerance);
    check_near(got->normal, wanted->normal, tolerance);
    ck_assert_double_le(fabs(got->fraction - wanted->fraction), tolerance);
}

typedef struct passing {
    evo_ray_hit all[MOST];
    size_t met, last;
} passing;

static bool ends_ray(void *context, const evo_ray_hit *hit) {
    passing *p = context;
    check_hit(hit, &p->all[p->met], 0);
    return p->met++ == p->last;
}

/* Ends the ray at each hit in turn, and never: it meets all before in evo_world_ray_all's order. */
START_TEST(rays_pass_until_they_are_stopped) {
    evo_world *world = crowd(_i);
    const uint64_t hash = evo_world_hash(world);
    passing p = {.met = 0};
    size_t most = 0;
    for (int i = 0; i < 60; ++i) {
        const evo_vec2 from = random_vector(9), to = random_vector(9);
        const size_t count = evo_world_ray_all(world, from, to, NULL, p.all, MOST);
        most = count > most ? count : most;
        for (p.last = 0; p.last <= count; ++p.last) {
            p.met = 0;
            evo_ray_hit hit = evo_world_ray_until(world, from, to, NULL, ends_ray, &p);
            ck_assert_uint_eq(p.met, p.last < count ? p.last + 1 : count);
            check_hit(&hit, p.last < count ? &p.all[p.last] : &(evo_ray_hit){false}, 0);
        }
        p.met = MOST; /* none is offered: p.all has no more room */
        const evo_vec2 bad = {NAN, 0};
        ck_assert(!evo_world_ray_until(world, from, bad, NULL, ends_ray, &p).hit);
        ck_assert(!evo_world_ray_until(NULL, from, to, NULL, ends_ray, &p).hit);
        ck_assert(!evo_world_ray_until(world, from, to, NULL, NULL, &p).hit);
        ck_assert_uint_eq(p.met, MOST);
    }
    ck_assert_uint_gt(most, 3);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

/* ---- Casts of shapes ------------------------------------------------------------------------- */

static evo_flight flight_of(evo_pose from, evo_pose to) {
    const evo_vec2 way = {to.position.x - from.position.x, to.position.y - from.position.y};
    return (evo_flight){from.position, way, from.angle, to.angle - from.angle};
}

/* Returns when a flying shape first meets a collider of the world. */
static double first_time(const evo_world *world, const evo_shape *shape, evo_flight flight) {
    evo_collider all[MOST];
    double first = INFINITY;
    const size_t count = evo_world_colliders(world, all, MOST);
    for (size_t i = 0; i < count; ++i) {
        const evo_collider_config config = evo_collider_get(world, all[i]);
        const evo_body body = evo_collider_body(world, all[i]);
        const evo_pose at = evo_body_pose(world, body);
        if (config.sensor || evo_body_get(world, body).disabled) continue;
        first = fmin(first, evo_time_of_impact(shape, flight, &config.shape, flight_of(at, at), 1));
    }
    return first;
}

START_TEST(casts_meet_what_is_first) {
    evo_world *world = crowd(_i);
    const uint64_t hash = evo_world_hash(world);
    int hits = 0;
    for (int i = 0; i < 100; ++i) {
        const evo_shape shape = i % 3 == 0 ? evo_box(0.3, 0.1) : scene_any_shape();
        const evo_shape off = evo_shape_at(shape, random_vector(1), 1), disk = evo_circle(0.2);
        const evo_pose from = {random_vector(12), random_between(-3, 3)};
        const evo_pose to = {random_vector(12), random_between(-9, 9)};
        const double first = first_time(world, &off, flight_of(from, to));
        const evo_ray_hit hit = evo_world_cast_shape(world, &off, from, to, NULL);
        ck_assert_int_eq(hit.hit, first <= 1);
        if (hit.hit) ck_assert_double_eq_tol(hit.fraction, first, 1e-9);
        hits += hit.hit && !hit.inside;
        const evo_pose end = {to.position, from.angle};
        const evo_ray_hit round = evo_world_cast_shape(world, &disk, from, end, NULL);
        const evo_ray_hit same =
            evo_world_cast_circle(world, from.position, end.position, 0.2, NULL);
        check_hit(&round, &same, 1e-12);
    }
    ck_assert_int_gt(hits, 20);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

/* A bar passes a slit when it lies flat there, and is stopped when it stands upright. */
START_TEST(bars_turn_through_a_slit) {
    evo_world *world = lab_space();
    const evo_shape bar = evo_box(1, 0.05), none = {.kind = EVO_NO_SHAPE};
    const evo_body low = lab_fixed(world, evo_box(0.5, 5), 0, -5.3);
    lab_fixed(world, evo_box(0.5, 5), 0, 5.3);
    const evo_pose left = {{-30, 0}, 1.5}, right = {{30, 0}, -1.5}, turned = {{30, 0}, 1.6};
    const evo_pose bad = {{0, 0}, NAN}, above = {{0, -2}, 0}, aside = {{-10, -2}, 0};
    const evo_query blind = {.filter = {1, 2, 0}};
    ck_assert(!evo_world_cast_shape(world, &bar, left, right, NULL).hit);
    ck_assert(evo_world_cast_shape(world, &bar, left, turned, NULL).hit);
    ck_assert(!evo_world_cast_shape(world, &bar, left, turned, &blind).hit);
    const evo_ray_hit inside = evo_world_cast_shape(world, &bar, above, left, NULL);
    ck_assert(inside.inside && inside.fraction == 0 && evo_body_equal(inside.body, low));
    const evo_ray_hit flat = evo_world_cast_shape(world, &bar, aside, above, NULL);
    ck_assert(flat.hit && !flat.inside && evo_body_equal(flat.body, low));
    ck_assert_double_eq_tol(flat.fraction, 0.85, 1e-9);
    check_near(flat.normal, (evo_vec2){-1, 0}, 1e-9);
    ck_assert_double_eq_tol(flat.point.x, -0.5, 1e-6);
    ck_assert(!evo_world_cast_shape(world, &bar, left, bad, NULL).hit);
    ck_assert(!evo_world_cast_shape(world, &none, left, turned, NULL).hit);
    ck_assert(!evo_world_cast_shape(world, NULL, left, turned, NULL).hit);
    ck_assert(!evo_world_cast_shape(NULL, &bar, left, turned, NULL).hit);
    evo_world_destroy(world);
}
END_TEST

/* A shape that turns on its way touches what it hits where it hits it. */
START_TEST(casts_touch_where_they_hit) {
    int hits = 0;
    evo_world *world = crowd(_i);
    for (int i = 0; i < 300; ++i) {
        const double size = random_between(0.1, 1);
        const evo_shape shape =
            i % 2 == 0 ? evo_ellipse(size, 0.3 * size) : evo_box(size, 0.4 * size);
        const evo_pose from = {random_vector(12), random_between(-3, 3)};
        const evo_pose to = {random_vector(12), from.angle + random_between(-3, 3)};
        const evo_ray_hit hit = evo_world_cast_shape(world, &shape, from, to, NULL);
        if (!hit.hit || hit.fraction == 0) continue;
        const double part = hit.fraction, x = to.position.x - from.position.x,
                     y = to.position.y - from.position.y;
        const evo_pose there = {{from.position.x + part * x, from.position.y + part * y},
                                from.angle + part * (to.angle - from.angle)};
        ck_assert_double_eq_tol(evo_shape_nearest(&shape, there, hit.point).distance, 0, 1e-6);
        ++hits;
    }
    ck_assert_int_gt(hits, 30);
    evo_world_destroy(world);
}
END_TEST

/* ---- Colliders of impacts -------------------------------------------------------------------- */

/* Adds a second disk to the right of the first one. */
static void add_right(evo_world *world, evo_body body, evo_collider both[2]) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){4, 0}, 0);
    both[0] = scene_collider(world, body);
    both[1] = evo_collider_create(world, body, &config);
}

/* A ball falls on one of two disks of a body, which stands or flies, and is created first or last:
 * worlds of events cannot say which disk of a flying body was hit. */
START_TEST(impacts_name_the_colliders) {
    const evo_exact_config *exact = _i % 2 == 0 ? NULL : &EXACT;
    const bool right = _i / 2 % 2 == 1, flies = _i / 4 % 2 == 1, ball_first = _i / 8 == 0;
    const evo_body_kind kind = flies ? EVO_DYNAMIC : EVO_STATIC;
    const evo_world_config config = {.exact = exact};
    evo_world *world = evo_world_create(&config);
    evo_body ball, pair;
    evo_collider both[2], wanted = {0, 0};
    size_t count = 0;
    if (ball_first) ball = scene_ball(world, 0.5, right ? 4 : 0, 2);
    pair = scene_add(world, kind, evo_circle(0.5), 0, 0);
    if (!ball_first) ball = scene_ball(world, 0.5, right ? 4 : 0, 2);
    add_right(world, pair, both);
    ck_assert_int_eq(evo_body_set_velocity(world, ball, (evo_vec2){0, -4}), EVO_OK);
    const evo_impact *impacts = NULL;
    for (int i = 0; i < 60 && count == 0; ++i) {
        lab_run(world, 1);
        impacts = evo_world_impacts(world, &count);
    }
    ck_assert_uint_eq(count, 1);
    const evo_body a = ball_first ? ball : pair, b = ball_first ? pair : ball;
    const evo_collider of_ball = ball_first ? impacts->collider_a : impacts->collider_b;
    const evo_collider of_pair = ball_first ? impacts->collider_b : impacts->collider_a;
    if (!flies || exact == NULL) wanted = both[right];
    ck_assert(evo_body_equal(impacts->a, a) && evo_body_equal(impacts->b, b));
    ck_assert(evo_collider_equal(of_ball, scene_collider(world, ball)));
    ck_assert(evo_collider_equal(of_pair, wanted));
    evo_world_destroy(world);
}
END_TEST

Suite *suite_casts(void) {
    Suite *suite = suite_create("casts");
    TCase *tests = tcase_create("casts");
    tcase_add_loop_test(tests, rays_pass_until_they_are_stopped, 0, 3);
    tcase_add_loop_test(tests, casts_meet_what_is_first, 0, 2);
    tcase_add_test(tests, bars_turn_through_a_slit);
    tcase_add_loop_test(tests, casts_touch_where_they_hit, 0, 2);
    tcase_add_loop_test(tests, impacts_name_the_colliders, 0, 16);
    suite_add_tcase(suite, tests);
    return suite;
}
