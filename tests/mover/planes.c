/* planes.c: what movers are made of: planes of a shape in a world, ways among planes, and
 * slides. */
#include <evolute/evolute.h>
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES = 24, MOST = 64 };

static double reach_of(const evo_shape *shape) {
    evo_shape centred = *shape;
    centred.center = evo_vec(0, 0);
    double reach = 0;
    for (int i = 0; i < 360; ++i) {
        const evo_bounds box = evo_shape_bounds(&centred, (evo_pose){{0, 0}, i * 0.0174533});
        reach = fmax(reach, fmax(box.max.x, -box.min.x));
    }
    return reach;
}

static evo_shape any_shape(void) {
    const evo_vec2 gem[] = {{-0.7, 0}, {0, -0.9}, {0.7, 0}, {0, 0.9}};
    const double x = random_between(0.2, 1), y = random_between(0.2, 1);
    switch ((int)random_between(0, 6)) {
    case 0:
        return evo_circle(x);
    case 1:
        return evo_ellipse(x, y);
    case 2:
        return evo_box(x, y);
    case 3:
        return evo_capsule(evo_vec(-x, 0), evo_vec(x, 0), 0.5 * y);
    case 4:
        return evo_ring(x, 0.3 * x, 0, random_between(1, 6));
    default:
        return evo_polygon(gem, 4, 0.3 * x);
    }
}

static evo_world *any_world(void) {
    evo_world *world = lab_space();
    for (int i = 0; i < BODIES; ++i) {
        const evo_vec2 at = random_vector(5);
        evo_body_config body = lab_body(any_shape(), at.x, at.y);
        body.angle = random_between(-3, 3);
        body.kind = i % 3 == 0 ? EVO_DYNAMIC : EVO_STATIC;
        body.sensor = i % 11 == 5;
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    return world;
}

static evo_pose any_pose(void) {
    return (evo_pose){random_vector(5), random_between(-3, 3)};
}

/* ---- Planes ---------------------------------------------------------------------------------- */

/* Checks the planes of one collider by its contacts; returns their number. */
static size_t check_planes_of(const evo_world *world, evo_collider collider, const evo_shape *shape,
                              evo_pose at, double margin, const evo_plane *planes) {
    const evo_body body = evo_collider_body(world, collider);
    const evo_shape other = evo_collider_shape(world, collider);
    evo_gap gaps[2];
    const int count = evo_contacts(shape, at, &other, evo_body_pose(world, body), margin, gaps);
    size_t found = 0;
    while (found < MOST && evo_collider_equal(planes[found].collider, collider)) {
        const evo_plane *p = &planes[found++];
        ck_assert(evo_body_equal(p->body, body) && p->clips && isinf(p->most) && p->push == 0);
        bool matched = false;
        for (int i = 0; i < count; ++i)
            matched |= fabs(p->depth + gaps[i].distance) < 1e-9
                       && evo_distance(p->normal, evo_scale(-1, gaps[i].normal)) < 1e-6;
        ck_assert(matched);
    }
    ck_assert_uint_le(found, (size_t)count);
    ck_assert((found > 0) == (count > 0));
    return found;
}

START_TEST(planes_are_contacts) {
    random_seed(21);
    size_t all = 0;
    for (int i = 0; i < 30; ++i) {
        evo_world *world = any_world();
        evo_collider colliders[MOST];
        const size_t count = evo_world_colliders(world, colliders, MOST);
        for (int k = 0; k < 40; ++k) {
            const evo_shape shape = any_shape();
            const evo_pose at = any_pose();
            const double margin = 0.005 * reach_of(&shape);
            evo_plane planes[MOST + 1] = {{.depth = 0}};
            const size_t found = evo_world_planes(world, &shape, at, NULL, planes, MOST);
            size_t seen = 0;
            for (size_t c = 0; c < count; ++c)
                if (!evo_collider_is_sensor(world, colliders[c]))
                    seen += check_planes_of(world, colliders[c], &shape, at, margin, &planes[seen]);
            ck_assert_uint_eq(seen, found);
            evo_plane first[2];
            ck_assert_uint_eq(evo_world_planes(world, &shape, at, NULL, first, 2), found);
            for (size_t f = 0; f < 2 && f < found; ++f)
                ck_assert(evo_collider_equal(first[f].collider, planes[f].collider));
            all += found;
        }
        evo_world_destroy(world);
    }
    ck_assert_uint_gt(all, 1000);
}
END_TEST

/* Links of a chain that is solid on one side have planes on the other; at convex joints, however
 * sharp, there is one plane all around the fan of normals. */
START_TEST(joints_of_chains_have_one_plane) {
    random_seed(22);
    for (int i = 0; i < 200; ++i) {
        const double sharp = random_between(0.05, 3), radius = random_between(0.1, 0.5);
        const double turn = random_between(-3, 3);
        const evo_vec2 points[] = {evo_scale(3, evo_direction(turn + 0.5 * sharp)), evo_vec(0, 0),
                                   evo_scale(3, evo_direction(turn - 0.5 * sharp))};
        evo_chain_config chain = evo_chain_config_default();
        evo_world *world = lab_space();
        chain.points = points;
        chain.count = 3;
        const evo_body body = lab_fixed(world, (evo_shape){.kind = EVO_NO_SHAPE}, 0, 0);
        evo_chain_create(world, body, &chain);
        const double lean = random_between(-1, 1) * 0.5 * (3.1415 - sharp);
        const evo_vec2 away = evo_direction(turn + 3.14159265358979 + lean);
        const evo_shape disk = evo_circle(radius);
        const evo_pose at = {evo_scale(0.99 * radius, away), 0};
        evo_plane planes[4];
        const size_t open = evo_world_planes(world, &disk, at, NULL, planes, 4);
        ck_assert_msg(open == 1, "%d planes at %g of %g", (int)open, lean, sharp);
        ck_assert_double_le(evo_distance(planes[0].normal, away), 1e-6);
        ck_assert_double_le(fabs(planes[0].depth - 0.01 * radius), 1e-9);
        const evo_pose behind = {
            evo_scale(0.99 * radius / fmax(evo_direction(0.5 * sharp).y, 0.3), evo_direction(turn)),
            0};
        ck_assert_uint_eq(evo_world_planes(world, &disk, behind, NULL, planes, 4), 0);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Ways ------------------------------------------------------------------------------------ */

static size_t any_planes(evo_plane *planes, bool feasible) {
    const size_t count = (size_t)random_between(1, 6);
    const evo_vec2 inside = random_vector(1);
    for (size_t i = 0; i < count; ++i) {
        planes[i] = (evo_plane){.normal = evo_direction(random_between(-3.2, 3.2)),
                                .depth = random_between(-0.3, 0.3),
                                .most = INFINITY,
                                .clips = true};
        if (feasible)
            planes[i].depth = fmin(planes[i].depth, evo_dot(planes[i].normal, inside) - 0.05);
        else
            planes[i].most = random_between(0, 0.5);
    }
    return count;
}

/* Whether two planes leave a wedge of less than a tenth: ways into it take many rounds. */
static bool is_narrow(const evo_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < i; ++k)
            if (evo_dot(planes[i].normal, planes[k].normal) < -0.995) return true;
    return false;
}

/* A way is the nearest one if it differs by pushes alone, from planes that it just keeps; or with
 * their limit, by all that a plane beyond which it is can give. */
START_TEST(ways_are_the_nearest) {
    random_seed(23);
    for (int i = 0; i < 20000; ++i) {
        evo_plane planes[8];
        const size_t count = any_planes(planes, i % 2 == 0);
        const evo_vec2 wanted = random_vector(1);
        if (is_narrow(planes, count)) continue;
        const evo_vec2 way = evo_planes_solve(planes, count, wanted);
        evo_vec2 pushed = wanted;
        for (size_t k = 0; k < count; ++k) {
            const evo_plane *p = &planes[k];
            const double beyond = p->depth - evo_dot(p->normal, way);
            pushed = evo_add(pushed, evo_scale(p->push, p->normal));
            ck_assert(p->push >= 0 && p->push <= p->most);
            ck_assert_msg(beyond < 1e-5 || p->push == p->most, "%d: %g beyond", i, beyond);
            ck_assert_msg(p->push == 0 || beyond > -1e-5, "%d: pushed by %g", i, -beyond);
        }
        ck_assert_double_le(evo_distance(pushed, way), 1e-9);
    }
}
END_TEST

START_TEST(velocities_are_clipped) {
    random_seed(24);
    for (int i = 0; i < 2000; ++i) {
        evo_plane plane = {.normal = evo_direction(random_between(-3, 3)),
                           .clips = i % 3 != 0,
                           .push = i % 5 == 0 ? 0 : 1};
        const evo_vec2 velocity = random_vector(2);
        const evo_vec2 clipped = evo_planes_clip(&plane, 1, velocity);
        const double into = fmin(0, evo_dot(velocity, plane.normal));
        const bool takes = plane.clips && plane.push > 0;
        const evo_vec2 right = evo_sub(velocity, evo_scale(takes ? into : 0, plane.normal));
        ck_assert_double_le(evo_distance(clipped, right), 1e-12);
    }
}
END_TEST

/* ---- Slides ---------------------------------------------------------------------------------- */

/* Returns the least gap to anything that a shape may collide with; and whether to a ring. */
static double least_gap(const evo_world *world, const evo_shape *shape, evo_pose at) {
    evo_collider colliders[MOST];
    const size_t count = evo_world_colliders(world, colliders, MOST);
    double least = INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const evo_shape other = evo_collider_shape(world, colliders[i]);
        const evo_pose there = evo_body_pose(world, evo_collider_body(world, colliders[i]));
        if (!evo_collider_is_sensor(world, colliders[i]))
            least = fmin(least, evo_measure(shape, at, &other, there).distance);
    }
    return least;
}

/* What is apart from everything slides until it touches something, and nowhere before. */
START_TEST(slides_end_at_the_first_touch) {
    random_seed(25);
    int stopped = 0;
    for (int i = 0; i < 30; ++i) {
        evo_world *world = any_world();
        for (int k = 0; k < 30; ++k) {
            const evo_shape shape = any_shape();
            const evo_pose at = any_pose();
            const evo_vec2 way = random_vector(5);
            const double size = reach_of(&shape);
            if (least_gap(world, &shape, at) < 0.01 * size) continue;
            const double part = evo_world_slide(world, &shape, at, way, NULL);
            ck_assert(part >= 0 && part <= 1);
            for (int s = 0; s <= 20; ++s) {
                const evo_pose there = {evo_add(at.position, evo_scale(part * s / 20, way)),
                                        at.angle};
                ck_assert_double_ge(least_gap(world, &shape, there), -2e-5 * size);
            }
            const evo_pose end = {evo_add(at.position, evo_scale(part, way)), at.angle};
            if (part == 1) continue;
            ck_assert_double_le(least_gap(world, &shape, end), 2e-5 * size);
            ++stopped;
        }
        evo_world_destroy(world);
    }
    ck_assert_int_gt(stopped, 100);
}
END_TEST

/* What lies on a floor slides along it and away from it, but not into it. */
START_TEST(touches_stop_by_their_normal) {
    random_seed(26);
    for (int i = 0; i < 500; ++i) {
        evo_world *world = lab_space();
        const double angle = random_between(-3, 3), gap = random_between(-1, 1);
        const evo_shape shape = any_shape();
        const double size = reach_of(&shape);
        lab_fixed(world, evo_shape_at(evo_box(50, 20), evo_turned(evo_vec(0, -20), angle), angle),
                  0, 0);
        const evo_vec2 up = evo_turned(evo_vec(0, 1), angle);
        evo_pose at = {evo_scale(5, up), random_between(-3, 3)};
        at.position = evo_sub(at.position, evo_scale(least_gap(world, &shape, at), up));
        at.position = evo_add(at.position, evo_scale(1e-6 * size * gap, up));
        const evo_vec2 along = evo_turned(evo_vec(random_between(-10, 10), 0), angle);
        const evo_vec2 off = evo_add(along, evo_scale(random_between(0, 1), up));
        const evo_vec2 into = evo_add(along, evo_scale(random_between(-1, -0.1), up));
        const double sunk = -evo_dot(into, up) * evo_world_slide(world, &shape, at, into, NULL);
        ck_assert_double_eq(evo_world_slide(world, &shape, at, along, NULL), 1);
        ck_assert_double_eq(evo_world_slide(world, &shape, at, off, NULL), 1);
        ck_assert_double_le(sunk, 3e-5 * size);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(bad_arguments_find_nothing) {
    evo_world *world = any_world();
    const evo_shape disk = evo_circle(1), none = {.kind = EVO_NO_SHAPE};
    const evo_pose here = {{0, 0}, 0}, nowhere = {{NAN, 0}, 0};
    evo_plane plane = {.normal = {0, 1}, .depth = NAN};
    ck_assert_uint_eq(evo_world_planes(NULL, &disk, here, NULL, &plane, 1), 0);
    ck_assert_uint_eq(evo_world_planes(world, NULL, here, NULL, &plane, 1), 0);
    ck_assert_uint_eq(evo_world_planes(world, &none, here, NULL, &plane, 1), 0);
    ck_assert_uint_eq(evo_world_planes(world, &disk, nowhere, NULL, &plane, 1), 0);
    ck_assert_double_eq(evo_world_slide(world, &disk, here, evo_vec(NAN, 0), NULL), 0);
    ck_assert_double_eq(evo_world_slide(world, &none, here, evo_vec(1, 0), NULL), 0);
    ck_assert_double_eq(evo_world_slide(NULL, &disk, here, evo_vec(1, 0), NULL), 0);
    ck_assert_double_eq(evo_world_slide(world, &disk, here, evo_vec(0, 0), NULL), 1);
    ck_assert_double_eq(evo_planes_solve(&plane, 1, evo_vec(1, 0)).x, 0);
    ck_assert_double_eq(evo_planes_solve(NULL, 1, evo_vec(1, 0)).x, 0);
    ck_assert_double_eq(evo_planes_solve(NULL, 0, evo_vec(1, 0)).x, 1);
    ck_assert_double_eq(evo_planes_clip(NULL, 0, evo_vec(1, 0)).x, 1);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_planes(void) {
    Suite *suite = suite_create("planes");
    TCase *all = tcase_create("planes");
    tcase_add_test(all, planes_are_contacts);
    tcase_add_test(all, joints_of_chains_have_one_plane);
    tcase_add_test(all, ways_are_the_nearest);
    tcase_add_test(all, velocities_are_clipped);
    tcase_add_test(all, slides_end_at_the_first_touch);
    tcase_add_test(all, touches_stop_by_their_normal);
    tcase_add_test(all, bad_arguments_find_nothing);
    suite_add_tcase(suite, all);
    return suite;
}
