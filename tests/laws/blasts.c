/* blasts.c: what a blast gives to bodies against its rim as rays find it, and whom it does not
 * push. */
#include <math.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/memory.h"
#include "support/random.h"
#include "support/sound.h"

enum { KINDS = 6, ROUNDS = 600, SAMPLES = 4000 };

static const evo_shape_kind kinds[KINDS] = {EVO_CIRCLE,  EVO_ELLIPSE, EVO_RING,
                                            EVO_SEGMENT, EVO_CAPSULE, EVO_POLYGON};

static const double TURN = 6.283185307179586;

/* ---- Truth ----------------------------------------------------------------------------------- */

static bool ray_meets(const evo_shape *shape, evo_pose at, evo_vec2 from, evo_vec2 way) {
    return evo_shape_ray(shape, at, evo_sub(from, way), evo_add(from, way)).hit;
}

/* How far to one side of a ray that meets a shape others along it do; at most `most`. */
static double reach_beside(const evo_shape *shape, evo_pose at, evo_vec2 from, evo_vec2 way,
                           double side, double most) {
    const evo_vec2 left = evo_scale(side, evo_left(evo_unit(way)));
    double low = 0, high = most;
    if (ray_meets(shape, at, evo_add(from, evo_scale(most, left)), way)) return most;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        const bool meets = ray_meets(shape, at, evo_add(from, evo_scale(middle, left)), way);
        *(meets ? &low : &high) = middle;
    }
    return low;
}

static double strength(const evo_blast *b, double distance) {
    if (distance <= b->radius) return 1;
    return distance < b->radius + b->falloff ? (b->radius + b->falloff - distance) / b->falloff : 0;
}

/* A point as a slice of a ring has it, its middle along x. */
static evo_vec2 in_slice(const evo_shape *ring, evo_pose at, evo_vec2 point) {
    const evo_vec2 way = evo_sub(evo_pose_local(at, point), ring->center);
    return (evo_vec2){evo_dot(way, ring->axis), evo_cross(ring->axis, way)};
}

/* Place of the chord that closes a slice, from its centre, and half its length. */
static evo_vec2 chord(const evo_shape *ring) {
    const double half = ring->of.ring.half_sweep;
    const double radius = half > TURN / 4 ? ring->of.ring.outer : ring->of.ring.inner;
    return (evo_vec2){radius * cos(half), radius * sin(half)};
}

static bool is_slice(const evo_shape *shape) {
    return shape->kind == EVO_RING && shape->of.ring.half_sweep < TURN / 2;
}

static bool before_mouth(const evo_shape *shape, evo_pose at, evo_vec2 point) {
    if (!is_slice(shape) || evo_shape_contains(shape, at, point)) return false;
    const evo_vec2 p = in_slice(shape, at, point), end = chord(shape);
    return p.x < end.x && fabs(p.y) < end.y;
}

static bool in_hole(const evo_shape *shape, evo_pose at, evo_vec2 point) {
    if (shape->kind != EVO_RING || evo_shape_contains(shape, at, point)) return false;
    const evo_vec2 p = in_slice(shape, at, point), end = chord(shape);
    if (!is_slice(shape)) return evo_length(p) < shape->of.ring.inner;
    return p.x >= end.x && evo_length(p) < evo_length(end);
}

static evo_vec2 way_of(const evo_blast *b, const evo_shape *shape, evo_pose at,
                       const evo_nearest *rim) {
    const evo_vec2 centroid = evo_pose_point(at, evo_shape_mass(shape, 1).center);
    if (before_mouth(shape, at, b->center)) return evo_turned(shape->axis, at.angle);
    return rim->distance > 0 ? evo_scale(-1, rim->normal) : evo_unit(evo_sub(centroid, b->center));
}

/* Impulse on a shape by rays that are parallel to the way that it is pushed. */
static evo_vec2 by_rays(const evo_blast *b, const evo_shape *shape, evo_pose at) {
    const evo_nearest rim = evo_shape_nearest(shape, at, b->center);
    const double distance = fmax(rim.distance, 0), reach = b->radius + b->falloff;
    const evo_vec2 way = way_of(b, shape, at, &rim), along = evo_scale(100, way);
    if (!(strength(b, distance) > 0)) return (evo_vec2){0, 0};
    const double half = sqrt(reach * reach - distance * distance);
    const double seen = reach_beside(shape, at, b->center, along, 1, half)
                        + reach_beside(shape, at, b->center, along, -1, half);
    return evo_scale(b->impulse_per_length * strength(b, distance) * seen, way);
}

/* Impulse on the inner arc of a ring and its moment about the blast, summed over the arc. */
static evo_vec2 by_arc(const evo_blast *b, const evo_shape *ring, evo_pose at, double *moment) {
    const double half = fmin(ring->of.ring.half_sweep, TURN / 2), inner = ring->of.ring.inner;
    const double distance = evo_shape_nearest(ring, at, b->center).distance;
    const double each = b->impulse_per_length * strength(b, distance) * 2 * half * inner / SAMPLES;
    const evo_vec2 center = evo_pose_point(at, ring->center);
    const double middle = evo_angle(ring->axis) + at.angle;
    evo_vec2 sum = {0, 0};
    for (int i = 0; i < SAMPLES; ++i) {
        const evo_vec2 out = evo_direction(middle + half * ((2 * i + 1.0) / SAMPLES - 1));
        const evo_vec2 point = evo_add(center, evo_scale(inner, out));
        if (evo_distance(point, b->center) < b->radius + b->falloff)
            sum = evo_add(sum, evo_scale(each, out));
    }
    *moment = evo_cross(evo_sub(center, b->center), sum);
    return sum;
}

/* ---- What bodies get ------------------------------------------------------------------------- */

/* Impulse that a body at rest has got, and its moment about a point. */
static evo_vec2 got(const evo_world *world, evo_body body, evo_vec2 about, double *moment) {
    const evo_mass mass = evo_body_mass(world, body);
    const evo_vec2 impulse = evo_scale(mass.mass, evo_body_velocity(world, body));
    const evo_vec2 arm = evo_sub(evo_body_world_center(world, body), about);
    *moment = evo_cross(arm, impulse) + mass.inertia * evo_body_spin(world, body);
    return impulse;
}

static evo_blast random_blast(double size) {
    evo_blast b = {.center = random_vector(2 * size)};
    b.radius = size * random_scale(0.1, 3);
    b.falloff = size * random_scale(0.01, 3);
    b.impulse_per_length = random_between(-3, 3);
    return b;
}

/* One body and one blast. */
static void try_blast(evo_shape_kind kind) {
    evo_world *world = lab_space();
    const evo_shape shape = evo_shape_at(random_shape(kind), random_vector(1), 1);
    const double size = shape_size(&shape);
    evo_body_config config = lab_body(shape, 0, 0);
    config.angle = random_between(-4, 4);
    const evo_pose at = {{0, 0}, config.angle};
    const evo_body body = evo_body_create(world, &config);
    evo_blast b = random_blast(size);
    b.center = evo_add(b.center, evo_pose_point(at, shape.center));
    double moment, expected = 0;
    const size_t pushed = evo_world_explode(world, &b);
    const evo_vec2 impulse = got(world, body, b.center, &moment);
    const bool hollow = in_hole(&shape, at, b.center);
    const evo_vec2 truth = hollow ? by_arc(&b, &shape, at, &expected) : by_rays(&b, &shape, at);
    const double unit = fabs(b.impulse_per_length) * size, part = hollow ? 4e-3 : 1e-6;
    ck_assert_msg(evo_distance(impulse, truth) <= part * unit,
                  "kind %d%s: got (%g, %g), not (%g, %g)", (int)kind, hollow ? ", hollow" : "",
                  impulse.x, impulse.y, truth.x, truth.y);
    ck_assert_msg(fabs(moment - expected) <= part * unit * size, "kind %d: moment %g, not %g",
                  (int)kind, moment, expected);
    if (evo_length(truth) > part * unit) ck_assert_uint_eq(pushed, 1);
    if (evo_length(impulse) == 0) ck_assert_uint_eq(pushed, 0);
    evo_world_destroy(world);
}

START_TEST(it_is_the_impulse_of_the_rim) {
    for (int i = 0; i < ROUNDS; ++i) {
        random_seed((uint64_t)i);
        try_blast(kinds[i % KINDS]);
    }
}
END_TEST

START_TEST(it_is_so_for_many) {
    for (int i = 0; i < 50 * ROUNDS; ++i) {
        random_seed((uint64_t)i + ROUNDS);
        try_blast(kinds[i % KINDS]);
    }
}
END_TEST

/* A box of 2 by 0.2 and of mass 0.4, 7.9 above a blast of radius 7, falloff 3 and 10 a length,
 * gets 10 * 2 * 0.7. */
START_TEST(a_known_number) {
    evo_world *world = lab_space();
    const evo_body_config config = lab_body(evo_box(1, 0.1), 0, 8);
    const evo_body body = evo_body_create(world, &config);
    const evo_blast b = {.radius = 7, .falloff = 3, .impulse_per_length = 10};
    ck_assert_uint_eq(evo_world_explode(world, &b), 1);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, 35, 1e-12);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 0, 1e-12);
    evo_world_destroy(world);
}
END_TEST

/* What is its own mirror image about a line through the centre does not turn, nor leave that
 * line. */
START_TEST(symmetric_shapes_do_not_turn) {
    const double width = 0.3;
    const evo_shape shapes[] = {evo_circle(1),
                                evo_box(1, 0.4),
                                evo_ellipse(1, 0.4),
                                evo_capsule((evo_vec2){0, -1}, (evo_vec2){0, 1}, 0.3),
                                evo_ring(1, width, -0.8, 1.6),
                                evo_ring(1, width, TURN / 2 - 2.5, 5)};
    for (int i = 0; i < 6; ++i)
        for (double x = -3; x < 3; x += 0.37) {
            evo_world *world = lab_space();
            evo_body_config config = lab_body(shapes[i], 5, 6);
            config.angle = 0.7 * i;
            const evo_body body = evo_body_create(world, &config);
            const evo_vec2 along = evo_direction(config.angle);
            const evo_blast b = {.center = evo_add(config.position, evo_scale(x, along)),
                                 .radius = 4,
                                 .impulse_per_length = 1};
            evo_world_explode(world, &b);
            ck_assert_double_le(fabs(evo_body_spin(world, body)), 1e-9);
            ck_assert_double_le(fabs(evo_cross(evo_body_velocity(world, body), along)), 1e-9);
            evo_world_destroy(world);
        }
}
END_TEST

/* A whole ring about the centre, all within the radius, stays where it is, and asleep. */
START_TEST(a_ring_about_it_stays) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_ring(1, 0.2, 0, TURN), 0, 0);
    config.asleep = true;
    const evo_body body = evo_body_create(world, &config);
    const evo_blast b = {.center = {0.3, 0.2}, .radius = 4, .impulse_per_length = 1};
    ck_assert_uint_eq(evo_world_explode(world, &b), 0);
    ck_assert(evo_body_asleep(world, body));
    ck_assert(evo_length(evo_body_velocity(world, body)) == 0);
    evo_world_destroy(world);
}
END_TEST

/* A small bomb in touch with a disk gives it all that it can: the disk's width. */
START_TEST(contact_is_full_strength) {
    for (int side = -1; side <= 1; ++side) {
        evo_world *world = lab_space();
        const evo_body_config config = lab_body(evo_circle(1), 0, 1);
        const evo_body body = evo_body_create(world, &config);
        const evo_blast b = {
            .center = {0, side * 1e-6}, .radius = 2, .falloff = 0.1, .impulse_per_length = 8};
        ck_assert_uint_eq(evo_world_explode(world, &b), 1);
        const double mass = evo_body_mass(world, body).mass;
        ck_assert_double_eq_tol(mass * evo_body_velocity(world, body).y, 16, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* Near one end of a plank it turns, away from the blast, and what is beyond reach adds nothing. */
START_TEST(planks_turn) {
    double spin[2];
    for (int i = 0; i < 2; ++i) {
        evo_world *world = lab_space();
        evo_body_config config = lab_body(evo_box(i == 0 ? 10 : 20, 0.1), 0, 1);
        config.material.density = 1;
        const evo_body body = evo_body_create(world, &config);
        const evo_blast b = {.center = {i == 0 ? 7 : 17, 0}, .radius = 2, .impulse_per_length = 1};
        ck_assert_uint_eq(evo_world_explode(world, &b), 1);
        ck_assert_double_eq_tol(evo_body_mass(world, body).mass * evo_body_velocity(world, body).y,
                                2 * sqrt(4 - 0.81), 1e-12);
        spin[i] = evo_body_spin(world, body);
        evo_world_destroy(world);
    }
    ck_assert(spin[0] > 0 && spin[1] > 0 && spin[1] < spin[0]);
}
END_TEST

/* ---- Whom it pushes -------------------------------------------------------------------------- */

static evo_body add(evo_world *world, evo_body_config config, double x) {
    config.position.x = x;
    return evo_body_create(world, &config);
}

START_TEST(only_what_it_is_about) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(0.2), 0, 1), other;
    evo_body bodies[8];
    bodies[0] = add(world, config, 0);
    other = config;
    other.kind = EVO_STATIC;
    bodies[1] = add(world, other, 1);
    other = config;
    other.kind = EVO_KINEMATIC;
    bodies[2] = add(world, other, 2);
    other = config;
    other.sensor = true;
    bodies[3] = add(world, other, 3);
    other = config;
    other.disabled = true;
    bodies[4] = add(world, other, 4);
    other = config;
    other.filter = (evo_filter){2, 2, 0};
    bodies[5] = add(world, other, -1);
    bodies[6] = add(world, config, -2);
    other = config;
    other.asleep = true;
    bodies[7] = add(world, other, -3);
    evo_blast b = {.radius = 9, .impulse_per_length = 1};
    b.query.filter = (evo_filter){1, 1, 0};
    b.query.except = bodies[6];
    b.query.sensors = true;
    ck_assert(evo_body_asleep(world, bodies[7]));
    ck_assert_uint_eq(evo_world_explode(world, &b), 2);
    for (int i = 0; i < 8; ++i)
        ck_assert((evo_length(evo_body_velocity(world, bodies[i])) > 0) == (i == 0 || i == 7));
    ck_assert(!evo_body_asleep(world, bodies[7]));
    evo_world_destroy(world);
}
END_TEST

/* Bodies of several colliders get the sum, and are counted once. */
START_TEST(colliders_add_up) {
    evo_world *world = lab_space();
    evo_body_config config = lab_body(evo_shape_at(evo_box(0.2, 0.2), (evo_vec2){-1, 2}, 0), 0, 0);
    const evo_body body = evo_body_create(world, &config);
    evo_collider_config more = evo_collider_config_default();
    more.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){1, 2}, 0);
    evo_collider_create(world, body, &more);
    const evo_pose at = evo_body_pose(world, body);
    const evo_blast b = {.radius = 9, .impulse_per_length = 2};
    ck_assert_uint_eq(evo_world_explode(world, &b), 1);
    double moment;
    const evo_vec2 sum = evo_add(by_rays(&b, &config.shape, at), by_rays(&b, &more.shape, at));
    ck_assert_double_le(evo_distance(got(world, body, b.center, &moment), sum), 1e-9);
    ck_assert_double_le(fabs(moment), 1e-9);
    evo_world_destroy(world);
}
END_TEST

/* In a world of exact time as in one of steps. */
START_TEST(exact_worlds_have_blasts) {
    evo_vec2 velocity[2];
    for (int i = 0; i < 2; ++i) {
        evo_world_config config = evo_world_config_default();
        config.gravity = (evo_vec2){0, 0};
        config.exact = i ? &EXACT : NULL;
        evo_world *world = evo_world_create(&config);
        evo_body_config first = evo_body_config_default();
        first.shape = evo_box(0.3, 0.5);
        first.position = (evo_vec2){1, 0.2};
        const evo_body body = evo_body_create(world, &first);
        ck_assert_int_eq(evo_world_step(world, 0.1), EVO_OK);
        const evo_blast b = {.radius = 3, .impulse_per_length = 1};
        ck_assert_uint_eq(evo_world_explode(world, &b), 1);
        ck_assert_int_eq(evo_world_step(world, 0.1), EVO_OK);
        velocity[i] = evo_body_velocity(world, body);
        evo_world_destroy(world);
    }
    ck_assert(velocity[0].x > 0.1);
    ck_assert(velocity[0].x == velocity[1].x && velocity[0].y == velocity[1].y);
}
END_TEST

START_TEST(bad_input_changes_nothing) {
    evo_world *world = lab_world(0);
    const evo_body_config config = lab_body(evo_circle(0.2), 0, 1);
    evo_body_create(world, &config);
    const uint64_t hash = evo_world_hash(world);
    const evo_blast sound = {.radius = 3, .falloff = 1, .impulse_per_length = 1};
    const double odd[] = {NAN, INFINITY, 1e31, -1};
    ck_assert_uint_eq(evo_world_explode(NULL, &sound), 0);
    ck_assert_uint_eq(evo_world_explode(world, NULL), 0);
    for (int i = 0; i < 4; ++i) {
        evo_blast b[4] = {sound, sound, sound, sound};
        b[0].radius = odd[i];
        b[1].falloff = odd[i];
        b[2].impulse_per_length = i < 3 ? odd[i] : 0;
        b[3].center.x = i < 3 ? odd[i] : 1e29;
        for (int k = 0; k < 4; ++k) ck_assert_uint_eq(evo_world_explode(world, &b[k]), 0);
    }
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_uint_eq(evo_world_explode(world, &sound), 1);
    ck_assert(evo_world_hash(world) != hash);
    evo_world_destroy(world);
}
END_TEST

/* Refused memory leaves a body wholly pushed or as it was, and the world sound. */
START_TEST(without_memory_it_pushes_fewer) {
    size_t refusals = 0;
    bool refused = true;
    for (size_t refuse = 1; refused; ++refuse) {
        test_memory memory = {.bytes = 0};
        evo_world_config settings = evo_world_config_default();
        settings.allocator = test_memory_allocator(&memory);
        evo_world *world = evo_world_create(&settings);
        evo_body bodies[9];
        for (int i = 0; i < 9; ++i) {
            evo_body_config config = lab_body(evo_circle(0.2), i - 4, 1);
            config.asleep = i % 3 == 0;
            bodies[i] = evo_body_create(world, &config);
        }
        const evo_blast b = {.radius = 9, .impulse_per_length = 1};
        memory.refuse = memory.calls + refuse;
        const size_t pushed = evo_world_explode(world, &b);
        refused = memory.refused > 0;
        refusals += refused;
        if (!refused) ck_assert_uint_eq(pushed, 9);
        memory.refuse = 0;
        size_t moving = 0;
        for (int i = 0; i < 9; ++i) moving += evo_length(evo_body_velocity(world, bodies[i])) > 0;
        ck_assert_uint_eq(moving, pushed);
        ck_assert_ptr_null(find_unsound(world));
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        evo_world_destroy(world);
        ck_assert_uint_eq(memory.bytes, 0);
    }
    ck_assert_uint_gt(refusals, 1);
}
END_TEST

Suite *suite_blasts(void) {
    Suite *suite = suite_create("blasts");
    TCase *blasts = tcase_create("blasts"), *deep = tcase_create("deep");
    tcase_add_test(blasts, it_is_the_impulse_of_the_rim);
    tcase_add_test(blasts, a_known_number);
    tcase_add_test(blasts, symmetric_shapes_do_not_turn);
    tcase_add_test(blasts, a_ring_about_it_stays);
    tcase_add_test(blasts, contact_is_full_strength);
    tcase_add_test(blasts, planks_turn);
    tcase_add_test(blasts, only_what_it_is_about);
    tcase_add_test(blasts, colliders_add_up);
    tcase_add_test(blasts, exact_worlds_have_blasts);
    tcase_add_test(blasts, without_memory_it_pushes_fewer);
    tcase_add_test(blasts, bad_input_changes_nothing);
    tcase_add_test(deep, it_is_so_for_many);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, blasts);
    suite_add_tcase(suite, deep);
    return suite;
}
