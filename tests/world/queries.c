/* queries.c: a world's queries against a loop over all colliders. */
#include <evolute/evolute.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { BODIES = 150, STATICS = 12, COLLIDERS = 2 * BODIES + STATICS };

static const double SIDE = 20;

/* A world of all shapes, some bodies with two colliders, some static, some fast. */
typedef struct crowd {
    evo_world *world;
    evo_body bodies[BODIES + STATICS];
    evo_collider colliders[COLLIDERS];
    size_t count;
} crowd;

static evo_vec2 random_point(void) {
    double x = random_between(-SIDE, SIDE);
    double y = random_between(-SIDE, SIDE);
    return (evo_vec2){x, y};
}

static evo_shape any_shape(void) {
    double size = random_between(0.2, 1.2);
    double part = random_between(0.3, 1);
    switch ((int)random_between(0, 4)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_ellipse(size, size * part);
    case 2:
        return evo_ring(size, size * part, part, 6 * part);
    default:
        return evo_segment((evo_vec2){-size, -part}, (evo_vec2){size, part});
    }
}

static void crowd_add(crowd *c, int index, evo_body_kind kind) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.position = random_point();
    config.angle = random_between(-3, 3);
    config.velocity = random_point();
    if (index % 20 == 0) config.velocity.x *= 50;
    config.shape = any_shape();
    c->bodies[index] = evo_body_create(c->world, &config);
    evo_collider_config more = evo_collider_config_default();
    more.shape = evo_shape_at(any_shape(), (evo_vec2){1, 0.5}, 0.3);
    more.filter = (evo_filter){2, 0xffffffffu, 0};
    if (kind == EVO_DYNAMIC && index % 2 == 0)
        ck_assert(
            evo_collider_exists(c->world, evo_collider_create(c->world, c->bodies[index], &more)));
    c->count += evo_body_colliders(c->world, c->bodies[index], c->colliders + c->count, 2);
}

static crowd crowd_make(uint64_t seed) {
    crowd c = {.count = 0};
    random_seed(seed);
    c.world = evo_world_create(NULL);
    for (int i = 0; i < BODIES + STATICS; ++i)
        crowd_add(&c, i, i < BODIES ? EVO_DYNAMIC : EVO_STATIC);
    return c;
}

static evo_shape shape_of(const crowd *c, size_t i, evo_pose *at) {
    *at = evo_body_pose(c->world, evo_collider_body(c->world, c->colliders[i]));
    return evo_collider_get(c->world, c->colliders[i]).shape;
}

/* ---- Each query against all colliders -------------------------------------------------------- */

static void check_ray(const crowd *c, evo_vec2 from, evo_vec2 to) {
    double nearest = INFINITY;
    size_t hits = 0;
    for (size_t i = 0; i < c->count; ++i) {
        evo_pose at;
        evo_shape shape = shape_of(c, i, &at);
        evo_ray_hit ray = evo_shape_ray(&shape, at, from, to);
        if (!ray.hit || ray.inside) continue; /* what it begins in, it passes */
        ++hits;
        nearest = fmin(nearest, ray.fraction);
    }
    evo_ray_hit found[COLLIDERS], hit = evo_world_ray(c->world, from, to, NULL);
    ck_assert_int_eq(hit.hit, hits > 0);
    ck_assert_int_eq(evo_world_ray_any(c->world, from, to, NULL), hits > 0);
    ck_assert_uint_eq(evo_world_ray_all(c->world, from, to, NULL, found, COLLIDERS), hits);
    for (size_t i = 1; i < hits; ++i) ck_assert(found[i - 1].fraction <= found[i].fraction);
    if (hits == 0) return;
    ck_assert(hit.fraction == nearest && found[0].fraction == nearest);
    evo_ray_hit few[2];
    ck_assert_uint_eq(evo_world_ray_all(c->world, from, to, NULL, few, 2), hits);
    ck_assert(few[0].fraction == nearest);
}

static void check_cast(const crowd *c, evo_vec2 from, evo_vec2 to, double radius) {
    evo_shape disk = evo_circle(radius);
    evo_flight flies = {from, {to.x - from.x, to.y - from.y}, 0, 0};
    double first = INFINITY;
    for (size_t i = 0; i < c->count; ++i) {
        evo_pose at;
        evo_shape shape = shape_of(c, i, &at);
        evo_flight at_rest = {at.position, {0, 0}, at.angle, 0};
        first = fmin(first, evo_time_of_impact(&disk, flies, &shape, at_rest, 1));
    }
    evo_ray_hit hit = evo_world_cast_circle(c->world, from, to, radius, NULL);
    ck_assert_int_eq(hit.hit, first <= 1);
    if (hit.hit) ck_assert_double_eq_tol(hit.fraction, first, 1e-12);
}

static void check_points(const crowd *c, evo_vec2 point, double half) {
    evo_bounds box = {{point.x - half, point.y - half / 2}, {point.x + half, point.y + half / 2}};
    evo_shape egg = evo_ellipse(half + 0.1, 0.3 * half + 0.1);
    evo_pose at_egg = {point, half};
    size_t in_box = 0, in_egg = 0;
    double nearest = INFINITY;
    for (size_t i = 0; i < c->count; ++i) {
        evo_pose at;
        evo_shape shape = shape_of(c, i, &at);
        evo_bounds own = evo_shape_bounds(&shape, at);
        in_box += own.min.x <= box.max.x && own.max.x >= box.min.x && own.min.y <= box.max.y
                  && own.max.y >= box.min.y;
        in_egg += evo_overlap(&egg, at_egg, &shape, at);
        nearest = fmin(nearest, evo_shape_nearest(&shape, at, point).distance);
    }
    evo_collider found[COLLIDERS];
    ck_assert_uint_eq(evo_world_overlap_bounds(c->world, box, NULL, found, COLLIDERS), in_box);
    ck_assert_uint_eq(evo_world_overlap_shape(c->world, &egg, at_egg, NULL, NULL, 0), in_egg);
    ck_assert(evo_world_nearest(c->world, point, INFINITY, NULL).distance == nearest);
    evo_nearest within = evo_world_nearest(c->world, point, 0.5, NULL);
    ck_assert_int_eq(within.hit, nearest <= 0.5);
}

static void check_all_queries(const crowd *c) {
    for (int i = 0; i < 40; ++i) {
        evo_vec2 from = random_point(), to = random_point();
        if (i % 5 == 0) to.y = from.y;
        if (i % 5 == 1) to.x = from.x;
        if (i % 5 == 2) to.x = 1e6 * to.x;
        check_ray(c, from, to);
        check_points(c, from, random_between(0, 4));
        if (i % 8 == 3) check_cast(c, from, to, random_between(0.01, 1));
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(queries_agree_with_all_colliders) {
    crowd c = crowd_make((uint64_t)_i + 1);
    check_all_queries(&c); /* before any step, when the grid is empty */
    for (int step = 0; step < 60; ++step) {
        ck_assert_int_eq(evo_world_step(c.world, 1.0 / 60), EVO_OK);
        if (step % 6 != 0) continue;
        check_all_queries(&c);
        evo_pose away = {random_point(), 1};
        ck_assert_int_eq(evo_body_set_pose(c.world, c.bodies[step], away), EVO_OK);
        check_all_queries(&c);
    }
    evo_world_destroy(c.world);
}
END_TEST

START_TEST(queries_see_changes_at_once) {
    crowd c = crowd_make(7);
    (void)evo_world_step(c.world, 1.0 / 60);
    for (int i = 0; i < BODIES; ++i) (void)evo_body_destroy(c.world, c.bodies[i]);
    c.count = 0;
    for (int i = BODIES; i < BODIES + STATICS; ++i)
        c.count += evo_body_colliders(c.world, c.bodies[i], c.colliders + c.count, 2);
    check_all_queries(&c);
    for (int i = 0; i < BODIES; ++i) crowd_add(&c, i, EVO_DYNAMIC);
    check_all_queries(&c);
    evo_world_destroy(c.world);
}
END_TEST

static void list_colliders(crowd *c) {
    c->count = 0;
    for (int i = 0; i < BODIES + STATICS; ++i)
        if (evo_body_exists(c->world, c->bodies[i]))
            c->count += evo_body_colliders(c->world, c->bodies[i], c->colliders + c->count, 2);
}

/* Makes one of the changes after which something is elsewhere, or is nowhere. */
static void change_any(crowd *c) {
    const int index = (int)random_between(0, BODIES + STATICS);
    const evo_body body = c->bodies[index];
    static const evo_body_kind kinds[] = {EVO_DYNAMIC, EVO_STATIC, EVO_KINEMATIC};
    const evo_body_kind kind = kinds[(int)random_between(0, 3)];
    const evo_shape shape = any_shape();
    evo_collider own = {0, 0};
    (void)evo_body_colliders(c->world, body, &own, 1);
    switch ((int)random_between(0, 8)) {
    case 0:
        (void)evo_body_destroy(c->world, body);
        break;
    case 1:
        if (evo_body_exists(c->world, body)) break;
        list_colliders(c);
        crowd_add(c, index, kind);
        break;
    case 2:
        (void)evo_body_set_pose(c->world, body, (evo_pose){random_point(), random_between(-3, 3)});
        break;
    case 3:
        (void)evo_body_set_kind(c->world, body, kind);
        break;
    case 4:
        (void)evo_body_set_disabled(c->world, body, true);
        (void)evo_body_set_disabled(c->world, body, false);
        break;
    case 5:
        (void)evo_body_set_asleep(c->world, body, random_between(0, 1) < 0.5);
        break;
    case 6:
        (void)evo_body_set_velocity(c->world, body, random_point());
        break;
    default:
        (void)evo_collider_set_shape(c->world, own, &shape);
    }
}

/* After steps and changes, few or many, in any order. */
START_TEST(queries_follow_steps_and_changes) {
    crowd c = crowd_make(100 + (uint64_t)_i);
    for (int round = 0; round < 8; ++round) {
        const bool many = random_between(0, 1) < 0.25;
        const int changes = (int)random_between(0, many ? 200 : 6);
        for (int i = 0; i < changes; ++i) change_any(&c);
        list_colliders(&c);
        check_all_queries(&c);
        if (random_between(0, 1) < 0.3) continue;
        ck_assert_int_eq(evo_world_step(c.world, 1.0 / 60), EVO_OK);
        check_all_queries(&c);
    }
    evo_world_destroy(c.world);
}
END_TEST

/* ---- Worlds of events ------------------------------------------------------------------------ */

enum { COLUMNS = 14 };

static evo_shape flying_shape(double size) {
    const double part = random_between(0.4, 1);
    return random_between(0, 1) < 0.7 ? evo_circle(size) : evo_ellipse(size, size * part);
}

/* In a lattice, so that nothing overlaps; most of them small. */
static void crowd_add_flying(crowd *c, int index, int place) {
    evo_body_config config = evo_body_config_default();
    const double size = random_between(0, 1) < 0.1 ? 1.2 : random_between(0.05, 0.5);
    config.kind = index >= BODIES ? EVO_STATIC : index % 40 == 39 ? EVO_KINEMATIC : EVO_DYNAMIC;
    config.position.x = 2.9 * (place % COLUMNS - 6.5);
    config.position.y = 2.9 * (place / COLUMNS - 5.5);
    config.angle = random_between(-3, 3);
    config.shape = config.kind == EVO_DYNAMIC ? flying_shape(size) : any_shape();
    if (config.kind == EVO_DYNAMIC) config.velocity = random_point();
    if (index % 30 == 0) config.velocity.x *= 20;
    config.spin = config.kind == EVO_KINEMATIC ? 0.5 : random_between(-1, 1);
    config.material.restitution = 1;
    config.material.friction = 0;
    c->bodies[index] = evo_body_create(c->world, &config);
    ck_assert(evo_body_exists(c->world, c->bodies[index]));
}

static crowd crowd_of_events(uint64_t seed, evo_boundary boundary) {
    crowd c = {.count = 0};
    evo_world_config config = evo_world_config_default();
    const evo_exact_config exact = {.event_budget = 20000};
    evo_material wall = evo_material_default();
    wall.restitution = 1;
    config.exact = &exact;
    config.wall = &wall;
    config.boundary = boundary;
    config.bounds.min.x = config.bounds.min.y = -21;
    config.bounds.max.x = config.bounds.max.y = 21;
    config.gravity.y = 0;
    random_seed(seed);
    c.world = evo_world_create(&config);
    for (int i = 0; i < BODIES + STATICS; ++i) crowd_add_flying(&c, i, i);
    list_colliders(&c);
    return c;
}

static void change_in_flight(crowd *c) {
    const evo_body body = c->bodies[(int)random_between(0, BODIES + STATICS)];
    if (!evo_body_exists(c->world, body)) return;
    switch ((int)random_between(0, 4)) {
    case 0:
        (void)evo_body_destroy(c->world, body);
        break;
    case 1: /* not seen any more */
        (void)evo_body_set_disabled(c->world, body, true);
        (void)evo_body_destroy(c->world, body);
        break;
    default:
        (void)evo_body_set_velocity(c->world, body, random_point());
        break;
    }
    list_colliders(c);
}

/* In cells, in the index, and in neither: what flies, stands still, moves, or waits. */
START_TEST(queries_of_events_agree_with_all_colliders) {
    const evo_boundary boundaries[] = {EVO_OPEN, EVO_WALLS, EVO_PERIODIC};
    crowd c = crowd_of_events((uint64_t)_i + 50, boundaries[_i % 3]);
    for (int step = 0; step < 24; ++step) {
        check_all_queries(&c);
        ck_assert_int_eq(evo_world_step(c.world, random_scale(1e-4, 0.1)), EVO_OK);
        if (step % 4 == 3) (void)evo_world_next_event(c.world);
        check_all_queries(&c);
        if (step % 3 == 2) change_in_flight(&c);
    }
    evo_world_destroy(c.world);
}
END_TEST

/* Category 2 is that of the crowd's second colliders. @query-sensors */
START_TEST(filters_choose_and_sensors_are_not_seen) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(1);
    config.filter = (evo_filter){2, 0xffffffffu, 0};
    evo_body body = evo_body_create(world, &config);
    config.position.x = 5;
    config.sensor = true;
    (void)evo_body_create(world, &config);
    for (int steps = 0; steps < 2; ++steps) {
        evo_query blind = {.filter = {1, 1, 0}}, sees = {.filter = {1, 2, 0}};
        evo_vec2 from = {-5, 0}, to = {10, 0};
        ck_assert(!evo_world_ray(world, from, to, &blind).hit);
        evo_ray_hit hit = evo_world_ray(world, from, to, &sees);
        ck_assert(hit.hit && hit.body.index == body.index);
        ck_assert_double_eq_tol(hit.point.x, -1, 1e-12);
        ck_assert_uint_eq(evo_world_ray_all(world, from, to, &sees, NULL, 0), 1);
        (void)evo_world_step(world, 0.1);
    }
    evo_world_destroy(world);
}
END_TEST

/* Of several that are as near, or that a ray meets at once, the one with the lowest index answers,
 * whatever their kinds and the order in which they came. */
START_TEST(of_equals_the_lowest_index_answers) {
    enum { EQUALS = 6 };
    random_seed(33);
    for (int trial = 0; trial < 50; ++trial) {
        evo_world *world = evo_world_create(NULL);
        evo_body bodies[EQUALS];
        evo_body_config config = evo_body_config_default();
        config.shape = evo_circle(random_scale(0.1, 10));
        for (int i = 0; i < EQUALS; ++i) {
            config.kind = random_between(0, 1) < 0.5 ? EVO_STATIC : EVO_DYNAMIC;
            config.position = random_vector(50);
            bodies[i] = evo_body_create(world, &config);
        }
        for (int i = 0; i < EQUALS; ++i) {
            const int moved = i * 5 % EQUALS; /* from the last to the first, but for one */
            evo_body_set_pose(world, bodies[moved], (evo_pose){{3, 4}, 0});
        }
        const double radius = config.shape.of.circle.radius;
        const evo_vec2 from = {3 + 40 * radius, 4 + 0.3 * radius}, to = {-100, 4};
        const evo_collider nearest = evo_world_nearest(world, from, 1e4, NULL).collider;
        const evo_collider met = evo_world_ray(world, from, to, NULL).collider;
        evo_collider first;
        evo_body_colliders(world, bodies[0], &first, 1);
        ck_assert(evo_collider_equal(nearest, first));
        ck_assert(evo_collider_equal(met, first));
        evo_world_destroy(world);
    }
}
END_TEST

/* The cell's index exceeds 32 bits; enough other bodies exist that the grid does not fall back to a
 * loop over all. */
START_TEST(far_bodies_are_found) {
    static const struct { double cell, x; } places[] = {{1, 1e11}, {1e-3, 1e8}};
    const double cell = places[_i].cell, x = places[_i].x;
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(0.25 * cell);
    for (int i = 0; i < 200; ++i) {
        config.position = (evo_vec2){100 * cell * i, 100 * cell};
        (void)evo_body_create(world, &config);
    }
    config.position = (evo_vec2){x, 0};
    evo_body body = evo_body_create(world, &config);
    for (int i = 0; i < 2; ++i) ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
    evo_vec2 low = {x - cell, -cell}, high = {x + cell, cell};
    evo_bounds box = {low, high};
    evo_ray_hit hit = evo_world_ray(world, low, high, NULL);
    evo_nearest nearest = evo_world_nearest(world, high, 2 * cell, NULL);
    ck_assert(hit.hit && hit.body.index == body.index);
    ck_assert(nearest.hit && nearest.body.index == body.index);
    ck_assert_uint_eq(evo_world_overlap_bounds(world, box, NULL, NULL, 0), 1);
    evo_world_destroy(world);
}
END_TEST

/* The first of many are in order, whatever their order in the world and however many there is room
 * for: nearly in order, reversed, and at random. @query-order */
START_TEST(the_first_of_many_are_in_order) {
    enum { MANY = 3000 };
    static evo_collider all[MANY], some[MANY];
    random_seed(3);
    evo_world *world = lab_world(0);
    for (int i = 0; i < MANY; ++i) {
        const double at[] = {i + 0.6 * (i % 3), -i, random_between(0, MANY)};
        lab_fixed(world, evo_circle(0.4), at[_i], 0);
    }
    const evo_shape wide = evo_box(2 * MANY, 1);
    const evo_pose pose = {{0, 0}, 0};
    ck_assert_uint_eq(evo_world_overlap_shape(world, &wide, pose, NULL, all, MANY), MANY);
    for (int i = 1; i < MANY; ++i) ck_assert_uint_lt(all[i - 1].index, all[i].index);
    const size_t rooms[] = {1, 7, 1000, MANY - 1};
    for (int k = 0; k < 4; ++k) {
        ck_assert_uint_eq(evo_world_overlap_shape(world, &wide, pose, NULL, some, rooms[k]), MANY);
        ck_assert_int_eq(memcmp(some, all, rooms[k] * sizeof *all), 0);
    }
    evo_world_destroy(world);
}
END_TEST

/* @invalid-query */
START_TEST(invalid_queries_find_nothing) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(1);
    (void)evo_body_create(world, &config);
    evo_vec2 good = {0, 0}, bad = {NAN, 0}, far = {INFINITY, 0};
    evo_shape nothing = {.kind = EVO_NO_SHAPE};
    evo_bounds upside_down = {{1, 1}, {-1, -1}};
    evo_pose nowhere = {bad, 0};
    ck_assert(!evo_world_ray(world, good, bad, NULL).hit);
    ck_assert(!evo_world_ray(world, far, good, NULL).hit);
    ck_assert(!evo_world_ray_any(NULL, good, good, NULL));
    ck_assert(!evo_world_cast_circle(world, good, good, -1, NULL).hit);
    ck_assert(!evo_world_cast_circle(world, good, good, NAN, NULL).hit);
    ck_assert_uint_eq(evo_world_overlap_bounds(world, upside_down, NULL, NULL, 0), 0);
    ck_assert_uint_eq(evo_world_overlap_shape(world, &nothing, nowhere, NULL, NULL, 0), 0);
    ck_assert_uint_eq(evo_world_overlap_shape(world, NULL, nowhere, NULL, NULL, 0), 0);
    ck_assert(!evo_world_nearest(world, bad, 1, NULL).hit);
    ck_assert(!evo_world_nearest(world, good, NAN, NULL).hit);
    ck_assert(!evo_world_nearest(NULL, good, 1, NULL).hit);
    evo_world_destroy(world);
}
END_TEST

/* A body that asks does not find itself; sensors are found on demand; a ray that begins inside
 * passes, or is told where it leaves, and lists are in order, whatever their room. */
START_TEST(questions_choose) {
    random_seed(61);
    evo_world *world = evo_world_create(NULL);
    evo_body bodies[60];
    for (int i = 0; i < 60; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = i % 3 ? evo_box(0.4, 0.3) : evo_ellipse(0.6, 0.3);
        config.position = (evo_vec2){random_between(0, 9), random_between(0, 9)};
        config.sensor = i % 4 == 0;
        bodies[i] = evo_body_create(world, &config);
    }
    const evo_bounds box = {{1, 1}, {8, 8}};
    evo_collider all[60], few[7];
    const evo_query sensors = {.sensors = true};
    const size_t count = evo_world_overlap_bounds(world, box, &sensors, all, 60);
    ck_assert_uint_gt(count, evo_world_overlap_bounds(world, box, NULL, NULL, 0));
    ck_assert_uint_eq(evo_world_overlap_bounds(world, box, &sensors, few, 7), count);
    for (size_t i = 1; i < count; ++i) ck_assert_uint_lt(all[i - 1].index, all[i].index);
    for (size_t i = 0; i < 7; ++i) ck_assert_uint_eq(few[i].index, all[i].index);
    for (int i = 0; i < 60; ++i) {
        const evo_query own = {.except = bodies[i], .sensors = true, .leaves = true};
        const evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        const evo_vec2 angle = evo_direction(random_between(0, 6));
        const evo_vec2 far = {at.x + 3 * angle.x, at.y + 3 * angle.y};
        evo_ray_hit hits[60];
        const size_t met = evo_world_ray_all(world, at, far, &own, hits, 60);
        for (size_t k = 0; k < met; ++k) ck_assert_uint_ne(hits[k].body.index, bodies[i].index);
        const evo_query leaves = {.leaves = true, .sensors = true};
        size_t found = 0;
        const size_t with = evo_world_ray_all(world, at, far, &leaves, hits, 60);
        for (size_t k = 0; k < with; ++k) found += hits[k].body.index == bodies[i].index;
        ck_assert_uint_eq(found, 1);
        for (size_t k = 0; k < with; ++k) {
            if (!hits[k].inside) continue;
            const evo_collider_config c = evo_collider_get(world, hits[k].collider);
            const evo_pose pose = evo_body_pose(world, hits[k].body);
            const double rim = evo_shape_nearest(&c.shape, pose, hits[k].point).distance;
            ck_assert_double_lt(fabs(rim), 1e-9);
        }
    }
    evo_world_destroy(world);
}
END_TEST

/* All first contacts of a cast, nearest first; the first of them is that of
 * evo_world_cast_shape. @query-order */
START_TEST(casts_find_all) {
    random_seed(62);
    crowd c = crowd_make(61);
    for (int i = 0; i < 60; ++i) {
        const evo_shape box = evo_box(0.5, 0.2);
        const evo_pose from = {random_point(), 0}, to = {random_point(), 1};
        evo_ray_hit hits[COLLIDERS];
        const size_t count = evo_world_cast_all(c.world, &box, from, to, NULL, hits, COLLIDERS);
        const evo_ray_hit first = evo_world_cast_shape(c.world, &box, from, to, NULL);
        ck_assert_int_eq(first.hit, count > 0);
        for (size_t k = 1; k < count; ++k) ck_assert(hits[k - 1].fraction <= hits[k].fraction);
        if (count > 0) ck_assert(hits[0].collider.index == first.collider.index);
    }
    evo_world_destroy(c.world);
}
END_TEST

/* What a sensor has told of is what is in it. */
START_TEST(visitors_are_those_that_came) {
    random_seed(63);
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -10;
    evo_world *world = evo_world_create(&setting);
    evo_body_config gate = evo_body_config_default();
    gate.kind = EVO_STATIC;
    gate.sensor = true;
    gate.shape = evo_box(4, 1);
    const evo_body sensor = evo_body_create(world, &gate);
    evo_collider eye, found[40];
    evo_body_colliders(world, sensor, &eye, 1);
    for (int i = 0; i < 40; ++i) {
        evo_body_config ball = evo_body_config_default();
        ball.shape = evo_circle(random_between(0.1, 0.3));
        ball.position = (evo_vec2){random_between(-4, 4), random_between(2, 20)};
        (void)evo_body_create(world, &ball);
    }
    long inside = 0, most = 0;
    for (int step = 0; step < 180; ++step) {
        size_t count;
        ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
        const evo_visit *visits = evo_world_visits(world, &count);
        for (size_t i = 0; i < count; ++i) inside += visits[i].began ? 1 : -1;
        ck_assert_int_eq((long)evo_collider_visitors(world, eye, found, 40), inside);
        for (long i = 1; i < inside; ++i) ck_assert_uint_lt(found[i - 1].index, found[i].index);
        most = inside > most ? inside : most;
    }
    ck_assert_int_gt(most, 3);
    evo_world_destroy(world);
}
END_TEST

/* ---- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 4, QUESTIONS = 300 };

typedef struct asker {
    const evo_world *world;
    const evo_vec2 *points;
    uint64_t answers;
} asker;

static void *ask_many(void *own) {
    asker *a = own;
    for (int i = 0; i + 1 < QUESTIONS; ++i) {
        evo_collider found[8];
        const evo_bounds box = {{a->points[i].x - 2, a->points[i].y - 2},
                                {a->points[i].x + 2, a->points[i].y + 2}};
        const evo_ray_hit hit = evo_world_ray(a->world, a->points[i], a->points[i + 1], NULL);
        a->answers = 31 * a->answers + hit.collider.index;
        a->answers = 31 * a->answers + evo_world_overlap_bounds(a->world, box, NULL, found, 8);
        a->answers = 31 * a->answers + found[0].index;
    }
    return NULL;
}

/* Threads that ask at once, right after a step, get the answers that one gets. @query-threads */
START_TEST(threads_ask_at_once) {
    random_seed(64);
    crowd c = crowd_make(61);
    evo_vec2 points[QUESTIONS];
    for (int i = 0; i < QUESTIONS; ++i) points[i] = random_point();
    for (int round = 0; round < 5; ++round) {
        pthread_t threads[THREADS];
        asker askers[THREADS + 1];
        (void)evo_world_step(c.world, 0.01);
        for (int i = 0; i <= THREADS; ++i) askers[i] = (asker){c.world, points, 0};
        for (int i = 0; i < THREADS; ++i)
            ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_many, &askers[i]), 0);
        for (int i = 0; i < THREADS; ++i) ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        (void)ask_many(&askers[THREADS]);
        for (int i = 0; i < THREADS; ++i)
            ck_assert_uint_eq(askers[i].answers, askers[THREADS].answers);
    }
    evo_world_destroy(c.world);
}
END_TEST

Suite *suite_queries(void) {
    Suite *suite = suite_create("queries");
    TCase *tests = tcase_create("worlds");
    tcase_add_loop_test(tests, queries_of_events_agree_with_all_colliders, 0, 9);
    tcase_add_loop_test(tests, queries_agree_with_all_colliders, 0, 4);
    tcase_add_test(tests, queries_see_changes_at_once);
    tcase_add_loop_test(tests, queries_follow_steps_and_changes, 0, 4);
    tcase_add_test(tests, filters_choose_and_sensors_are_not_seen);
    tcase_add_test(tests, of_equals_the_lowest_index_answers);
    tcase_add_loop_test(tests, far_bodies_are_found, 0, 2);
    tcase_add_loop_test(tests, the_first_of_many_are_in_order, 0, 3);
    tcase_add_test(tests, invalid_queries_find_nothing);
    tcase_add_test(tests, questions_choose);
    tcase_add_test(tests, casts_find_all);
    tcase_add_test(tests, visitors_are_those_that_came);
    tcase_add_test(tests, threads_ask_at_once);
    suite_add_tcase(suite, tests);
    return suite;
}
