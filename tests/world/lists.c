/* lists.c: lists of bodies and colliders, arrays of poses and velocities, and what a world
 * says of itself: its config, its energy, and why a creation has failed. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"
#include "support/told.h"

static const evo_body NO_BODY = {0, 0};

/* ---- Lists ----------------------------------------------------------------------------------- */

enum { SLOTS = 60, MOST = 256 };

/* Own bookkeeping of a world's bodies. */
typedef struct book {
    evo_world *world;
    evo_body bodies[SLOTS];
    evo_pose before[SLOTS]; /* of the last step */
    bool alive[SLOTS], asleep[SLOTS];
    size_t slept; /* bodies that steps sent to sleep */
} book;

static bool is_in(const evo_body *found, size_t count, evo_body body) {
    for (size_t i = 0; i < count; ++i)
        if (evo_body_equal(found[i], body)) return true;
    return false;
}

static bool is_outside(const evo_world *world, evo_body body, evo_bounds b) {
    const evo_vec2 at = evo_body_world_center(world, body);
    const bool inside = at.x >= b.min.x && at.x <= b.max.x && at.y >= b.min.y && at.y <= b.max.y;
    return evo_body_get(world, body).kind == EVO_DYNAMIC && !inside;
}

static void check_bodies(const book *b) {
    const evo_bounds bounds = {{-3, 1}, {4, 9}};
    evo_body all[MOST], out[MOST];
    evo_collider colliders[MOST], first = {0, 0};
    const size_t count = evo_world_bodies(b->world, all, MOST);
    const size_t outside = evo_world_outside(b->world, bounds, out, MOST);
    size_t alive = 0, beyond = 0, parts = 0;
    for (int i = 0; i < SLOTS; ++i) {
        if (!b->alive[i]) continue;
        const bool is_beyond = is_outside(b->world, b->bodies[i], bounds);
        ck_assert(is_in(all, count, b->bodies[i]));
        ck_assert_int_eq(is_in(out, outside, b->bodies[i]), is_beyond);
        ++alive;
        beyond += is_beyond;
        parts += evo_body_colliders(b->world, b->bodies[i], &first, 1);
    }
    ck_assert(count == alive && outside == beyond);
    ck_assert_uint_eq(evo_world_colliders(b->world, colliders, MOST), parts);
    for (size_t i = 1; i < count; ++i) ck_assert_uint_lt(all[i - 1].index, all[i].index);
    for (size_t i = 1; i < outside; ++i) ck_assert_uint_lt(out[i - 1].index, out[i].index);
    for (size_t i = 0; i < parts; ++i) {
        ck_assert(evo_collider_exists(b->world, colliders[i]));
        ck_assert(i == 0 || colliders[i - 1].index < colliders[i].index);
    }
}

/* Lists what the step moved: all whose poses have changed, and nothing that stands or slept. */
static void check_moved(const book *b) {
    evo_body moved[MOST];
    const size_t count = told_moved(b->world, moved, MOST);
    size_t alive = 0;
    for (int i = 0; i < SLOTS; ++i) {
        const bool listed = is_in(moved, count, b->bodies[i]);
        ck_assert(b->alive[i] || !listed);
        if (!b->alive[i]) continue;
        const evo_body_config now = evo_body_get(b->world, b->bodies[i]);
        const evo_pose *old = &b->before[i];
        const bool same = now.position.x == old->position.x && now.position.y == old->position.y
                          && now.angle == old->angle;
        alive += listed;
        ck_assert(same || listed);
        ck_assert(!listed || (now.kind != EVO_STATIC && !now.disabled));
        ck_assert(!listed || !(b->asleep[i] && now.asleep));
        ck_assert(listed || now.kind != EVO_DYNAMIC || now.asleep || now.disabled);
    }
    ck_assert_uint_eq(count, alive);
}

static void step_book(book *b) {
    for (int i = 0; i < SLOTS; ++i) {
        b->before[i] = evo_body_pose(b->world, b->bodies[i]);
        b->asleep[i] = evo_body_get(b->world, b->bodies[i]).asleep;
    }
    scene_steps(b->world, 1);
    b->slept += told_sleepers(b->world, NULL, 0);
    check_moved(b);
}

static void change_book(book *b) {
    const int i = (int)random_between(0, SLOTS);
    const evo_body body = b->bodies[i];
    if (!b->alive[i])
        b->bodies[i] = scene_any_body(b->world);
    else if (random_between(0, 1) < 0.5)
        ck_assert_int_eq(evo_body_destroy(b->world, body), EVO_OK);
    else if (random_between(0, 1) < 0.5)
        (void)evo_body_set_disabled(b->world, body, !(random_between(0, 1) < 0.7));
    else
        (void)evo_body_set_asleep(b->world, body, true);
    b->alive[i] = evo_body_exists(b->world, b->bodies[i]);
}

START_TEST(lists_agree_with_own_bookkeeping) {
    book b = {.world = scene_world(0, NULL)};
    random_seed(21);
    b.bodies[0] = scene_ground(b.world);
    b.alive[0] = true;
    for (int i = 0; i < 1500; ++i) {
        if (i < 1000) change_book(&b);
        if (i % 4 == 0) step_book(&b);
        if (i % 10 == 0) check_bodies(&b);
    }
    evo_world_destroy(b.world);
}
END_TEST

/* What falls asleep was moved by the step before. */
START_TEST(a_pile_moves_until_it_sleeps) {
    book b = {.world = scene_world(0, NULL)};
    scene_pile(b.world, 5, 3, b.bodies);
    b.bodies[15] = scene_ground(b.world);
    for (int i = 0; i < 16; ++i) b.alive[i] = true;
    for (int i = 0; i < 300; ++i) step_book(&b);
    ck_assert_uint_eq(b.slept, 15);
    ck_assert_uint_eq(told_moved(b.world, NULL, 0), 0);
    evo_world_destroy(b.world);
}
END_TEST

/* ---- Whose they are -------------------------------------------------------------------------- */

/* What is told of a side is what its handles have, if they are not stale. */
static void check_side(const evo_world *world, evo_body body, evo_collider collider,
                       const void *const users[2], const uint64_t tags[2]) {
    const bool lives = evo_body_exists(world, body), has = evo_collider_exists(world, collider);
    if (lives || body.generation == 0) {
        ck_assert_ptr_eq(users[0], evo_body_user(world, body));
        ck_assert_uint_eq(tags[0], evo_body_tag(world, body));
    }
    if (!has && collider.generation != 0) return;
    ck_assert_ptr_eq(users[1], evo_collider_user(world, collider));
    ck_assert_uint_eq(tags[1], evo_collider_tag(world, collider));
}

#define CHECK_SIDE(world, t, side)                                                                 \
    check_side(world, (t)->side, (t)->collider_##side,                                             \
               (const void *[]){(t)->user_##side, (t)->collider_user_##side},                      \
               (uint64_t[]){(t)->tag_##side, (t)->collider_tag_##side})

/* Checks the lists of a step; returns how many entries they have. */
static size_t check_told(const evo_world *world) {
    size_t counts[5];
    const evo_touch *t = evo_world_touches(world, &counts[0]);
    const evo_impact *i = evo_world_impacts(world, &counts[1]);
    const evo_visit *v = evo_world_visits(world, &counts[2]);
    const evo_move *m = evo_world_moves(world, &counts[3]);
    for (size_t k = 0; k < counts[0]; ++k) {
        CHECK_SIDE(world, &t[k], a);
        CHECK_SIDE(world, &t[k], b);
    }
    for (size_t k = 0; k < counts[1]; ++k) {
        CHECK_SIDE(world, &i[k], a);
        CHECK_SIDE(world, &i[k], b);
    }
    for (size_t k = 0; k < counts[2]; ++k, ++v) {
        check_side(world, v->sensor_body, v->sensor,
                   (const void *[]){v->sensor_body_user, v->sensor_user},
                   (uint64_t[]){v->sensor_body_tag, v->sensor_tag});
        check_side(world, v->visitor_body, v->visitor,
                   (const void *[]){v->visitor_body_user, v->visitor_user},
                   (uint64_t[]){v->visitor_body_tag, v->visitor_tag});
    }
    for (size_t k = 0; k < counts[3]; ++k) {
        ck_assert_ptr_eq(m[k].user, evo_body_user(world, m[k].body));
        ck_assert_uint_eq(m[k].tag, evo_body_tag(world, m[k].body));
    }
    return (size_t)(counts[0] > 0) + (counts[1] > 0) + (counts[2] > 0) + (counts[3] > 0);
}

/* Random worlds of steps, and disks of exact time between walls, with a sensor. */
START_TEST(lists_tell_whose_they_are) {
    const random_plan plan = random_plan_of((uint64_t)_i);
    size_t seen = 0;
    evo_world *world = random_world(NULL, &plan);
    for (int i = 0; i < 40; ++i) {
        random_world_step(world, &plan, i);
        seen += check_told(world);
    }
    evo_world_destroy(world);
    evo_world_config config = evo_world_config_default();
    const evo_material wall = evo_material_default();
    config.exact = &EXACT;
    config.boundary = EVO_WALLS;
    config.bounds = (evo_bounds){{0, 0}, {12, 12}};
    config.wall = &wall;
    world = evo_world_create(&config);
    for (uintptr_t i = 0; i < 25; ++i) {
        evo_body_config c =
            lab_body(evo_circle(0.5), 1 + 2.4 * (double)(i % 5), 1 + 2.4 * (double)(i / 5));
        c.kind = i == 7 ? EVO_STATIC : EVO_DYNAMIC;
        c.sensor = i == 7;
        if (i != 7) c.velocity = random_vector(5);
        c.user = (void *)(i + 1);
        c.collider_user = (void *)(i + 100);
        c.tag = (uint64_t)i << 35;
        c.collider_tag = i + 7;
        ck_assert(evo_body_exists(world, evo_body_create(world, &c)));
    }
    for (int i = 0; i < 100; ++i) {
        ck_assert_int_eq(evo_world_step(world, 0.05), EVO_OK);
        seen += check_told(world);
    }
    ck_assert_uint_gt(seen, 150);
    evo_world_destroy(world);
}
END_TEST

START_TEST(lists_take_any_capacity) {
    evo_world *world = scene_world(0, NULL);
    const evo_bounds box = {{0, 0}, {1, 1}};
    evo_body balls[6], found[6];
    evo_collider parts[6];
    scene_pile(world, 2, 3, balls);
    scene_steps(world, 1);
    const uint64_t hash = evo_world_hash(world);
    for (size_t capacity = 0; capacity < 6; ++capacity) {
        memset(found, 0, sizeof found);
        memset(parts, 0, sizeof parts);
        ck_assert_uint_eq(evo_world_bodies(world, found, capacity), 6);
        for (size_t i = 0; i < 6; ++i)
            ck_assert(evo_body_equal(found[i], i < capacity ? balls[i] : NO_BODY));
        ck_assert_uint_eq(evo_world_colliders(world, parts, capacity), 6);
        for (size_t i = 0; i < 6; ++i)
            ck_assert_int_eq(evo_collider_exists(world, parts[i]), i < capacity);
    }
    ck_assert_uint_eq(told_moved(world, NULL, 0), 6);
    ck_assert_uint_eq(evo_world_outside(world, box, NULL, 6), 5);
    ck_assert_uint_eq(evo_world_bodies(NULL, found, 6) + told_moved(NULL, found, 6), 0);
    ck_assert_uint_eq(evo_world_outside(NULL, box, found, 6), 0);
    ck_assert_uint_eq(evo_world_colliders(NULL, parts, 6), 0);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

START_TEST(nothing_is_outside_of_no_number) {
    evo_world *world = scene_world(0, NULL);
    scene_ball(world, 1, 0, 0);
    ck_assert_uint_eq(evo_world_outside(world, (evo_bounds){{NAN, 0}, {1, 1}}, NULL, 0), 0);
    evo_world_destroy(world);
}
END_TEST

START_TEST(handles_are_equal_in_both_numbers) {
    ck_assert(evo_body_equal((evo_body){1, 3}, (evo_body){1, 3}));
    ck_assert(!evo_body_equal((evo_body){1, 3}, (evo_body){1, 5}));
    ck_assert(!evo_body_equal((evo_body){1, 3}, (evo_body){2, 3}));
    ck_assert(evo_collider_equal((evo_collider){1, 3}, (evo_collider){1, 3}));
    ck_assert(!evo_collider_equal((evo_collider){1, 3}, (evo_collider){1, 5}));
    ck_assert(!evo_collider_equal((evo_collider){1, 3}, (evo_collider){2, 3}));
    ck_assert(evo_chain_equal((evo_chain){1, 3}, (evo_chain){1, 3}));
    ck_assert(!evo_chain_equal((evo_chain){1, 3}, (evo_chain){1, 5}));
    ck_assert(!evo_chain_equal((evo_chain){1, 3}, (evo_chain){2, 3}));
}
END_TEST

/* ---- Arrays ---------------------------------------------------------------------------------- */

enum { FLOCK = 12 };

/* A game's own item of a body. */
typedef struct sprite {
    int before;
    evo_pose pose;
    int between;
    evo_vec2 velocity;
    double spin;
    int after;
} sprite;

static evo_body_arrays arrays_of(sprite *all) {
    const size_t stride = sizeof *all;
    return (evo_body_arrays){.poses = &all->pose,
                             .velocities = &all->velocity,
                             .spins = &all->spin,
                             .pose_stride = stride,
                             .velocity_stride = stride,
                             .spin_stride = stride};
}

/* Bodies in flight, the third of which is not there any more. */
static evo_world *flock_make(const evo_exact_config *exact, evo_body *bodies) {
    const evo_world_config config = {.exact = exact, .gravity = {0, -10}};
    evo_world *world = evo_world_create(&config);
    random_seed(31);
    for (int i = 0; i < FLOCK; ++i) {
        evo_body_config body = lab_body(evo_box(0.5, 0.2), 5 * i, 3);
        body.velocity = random_vector(5);
        body.spin = random_between(-5, 5);
        body.kind = i == 5 ? EVO_KINEMATIC : EVO_DYNAMIC;
        body.shape = evo_shape_at(body.shape, random_vector(1), 1);
        bodies[i] = evo_body_create(world, &body);
    }
    ck_assert_int_eq(evo_body_destroy(world, bodies[2]), EVO_OK);
    ck_assert_int_eq(evo_world_step(world, 0.1), EVO_OK);
    return world;
}

static void check_read(const evo_world *world, evo_body body, evo_pose at, evo_vec2 v, double w) {
    const evo_pose pose = evo_body_pose(world, body);
    const evo_vec2 velocity = evo_body_velocity(world, body);
    ck_assert(at.position.x == pose.position.x && at.position.y == pose.position.y);
    ck_assert(at.angle == pose.angle && w == evo_body_spin(world, body));
    ck_assert(v.x == velocity.x && v.y == velocity.y);
}

START_TEST(arrays_read_what_single_calls_read) {
    evo_body bodies[FLOCK];
    evo_world *world = flock_make(_i == 0 ? NULL : &EXACT, bodies);
    sprite all[FLOCK], untouched;
    evo_pose poses[FLOCK];
    evo_vec2 velocities[FLOCK];
    double spins[FLOCK];
    memset(&untouched, 0x5a, sizeof untouched);
    for (int i = 0; i < FLOCK; ++i) all[i] = untouched;
    const evo_body_arrays wide = arrays_of(all), nothing = {.poses = NULL};
    const evo_body_arrays packed = {.poses = poses, .velocities = velocities, .spins = spins};
    const evo_body_arrays half = {.spins = &untouched.spin};
    ck_assert_uint_eq(evo_world_read_bodies(world, bodies, FLOCK, &packed), FLOCK - 1);
    ck_assert_uint_eq(evo_world_read_bodies(world, bodies, FLOCK - 1, &wide), FLOCK - 2);
    ck_assert_mem_eq(&all[FLOCK - 1], &untouched, sizeof untouched);
    for (int i = 0; i < FLOCK; ++i) {
        check_read(world, bodies[i], poses[i], velocities[i], spins[i]);
        ck_assert(all[i].before == untouched.before && all[i].between == untouched.between);
        ck_assert_int_eq(all[i].after, untouched.after);
        if (i == FLOCK - 1) break;
        check_read(world, bodies[i], all[i].pose, all[i].velocity, all[i].spin);
    }
    ck_assert_uint_eq(evo_world_read_bodies(world, bodies + 3, 1, &half), 1);
    ck_assert(untouched.spin == spins[3] && untouched.after == all[0].after);
    ck_assert_uint_eq(evo_world_read_bodies(world, bodies, FLOCK, &nothing), FLOCK - 1);
    ck_assert_uint_eq(evo_world_read_bodies(world, bodies, FLOCK, NULL), 0);
    ck_assert_uint_eq(evo_world_read_bodies(world, NULL, FLOCK, &packed), 0);
    ck_assert_uint_eq(evo_world_read_bodies(NULL, bodies, FLOCK, &packed), 0);
    evo_world_destroy(world);
}
END_TEST

static void write_singly(evo_world *world, evo_body body, const sprite *s) {
    ck_assert_int_eq(evo_body_set_pose(world, body, s->pose), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, s->velocity), EVO_OK);
    ck_assert_int_eq(evo_body_set_spin(world, body, s->spin), EVO_OK);
}

START_TEST(arrays_write_what_single_calls_write) {
    const evo_exact_config *exact = _i == 0 ? NULL : &EXACT;
    evo_body bodies[FLOCK], others[FLOCK];
    evo_world *world = flock_make(exact, bodies), *single = flock_make(exact, others);
    sprite all[FLOCK];
    const evo_body_arrays wide = arrays_of(all);
    bodies[2] = bodies[3]; /* twice: the later item counts */
    for (int i = 0; i < FLOCK; ++i) {
        all[i].pose = (evo_pose){{7 * i, random_between(0, 9)}, random_between(-9, 9)};
        all[i].velocity = random_vector(3);
        all[i].spin = random_between(-3, 3);
        write_singly(single, bodies[i], &all[i]);
    }
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, &wide), EVO_OK);
    ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(single));
    const evo_body_arrays spins = {.spins = &all[1].spin, .spin_stride = sizeof *all};
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, 2, &spins), EVO_OK);
    for (int i = 0; i < 2; ++i) (void)evo_body_set_spin(single, bodies[i], all[i + 1].spin);
    lab_run(world, 20);
    lab_run(single, 20);
    ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(single));
    evo_world_destroy(world);
    evo_world_destroy(single);
}
END_TEST

/* Many in exact time begin a new flight, as they do after another gravity. */
START_TEST(many_writes_are_single_ones_on_the_ground) {
    enum { MANY = 60 };
    const evo_world_config config = {.exact = &EXACT, .gravity = {0, -1}};
    evo_world *worlds[2];
    evo_body bodies[MANY];
    sprite all[MANY];
    random_seed(41 + (uint64_t)_i);
    for (int i = 0; i < MANY; ++i)
        all[i] = (sprite){
            .pose = {{3 * i + random_between(-1, 1), random_between(9, 12)}, random_between(-9, 9)},
            .velocity = random_vector(3),
            .spin = random_between(-3, 3)};
    for (int w = 0; w < 2; ++w) {
        worlds[w] = evo_world_create(&config);
        for (int i = 0; i < MANY; ++i) bodies[i] = scene_ball(worlds[w], 0.4, 2.5 * i, 4);
        ck_assert_int_eq(evo_world_step(worlds[w], 0.3), EVO_OK);
    }
    const evo_body_arrays wide = arrays_of(all);
    const evo_body_arrays parts[] = {
        {.poses = wide.poses, .pose_stride = wide.pose_stride},
        {.velocities = wide.velocities, .velocity_stride = wide.velocity_stride},
        {.spins = wide.spins, .spin_stride = wide.spin_stride}};
    ck_assert_int_eq(evo_world_write_bodies(worlds[0], bodies, MANY, &wide), EVO_OK);
    for (int i = 0; i < MANY; ++i)
        check_read(worlds[0], bodies[i], all[i].pose, all[i].velocity, all[i].spin);
    for (int k = 0; k < 3; ++k)
        ck_assert_int_eq(evo_world_write_bodies(worlds[1], bodies, MANY, &parts[k]), EVO_OK);
    ck_assert_uint_eq(evo_world_hash(worlds[0]), evo_world_hash(worlds[1]));
    (void)evo_world_set_gravity(worlds[1], (evo_vec2){0, 1});
    (void)evo_world_set_gravity(worlds[1], (evo_vec2){0, -1});
    for (int i = 0; i < MANY; ++i) write_singly(worlds[1], bodies[i], &all[i]);
    for (int w = 0; w < 2; ++w) ck_assert_int_eq(evo_world_step(worlds[w], 0.5), EVO_OK);
    ck_assert_uint_eq(evo_world_hash(worlds[0]), evo_world_hash(worlds[1]));
    for (int w = 0; w < 2; ++w) evo_world_destroy(worlds[w]);
}
END_TEST

/* @refused-writes */
START_TEST(refused_writes_change_nothing) {
    evo_body bodies[FLOCK];
    evo_world *world = flock_make(_i == 0 ? NULL : &EXACT, bodies);
    const evo_body ground = scene_ground(world), last = bodies[FLOCK - 1];
    sprite all[FLOCK] = {{.pose = {{0, 0}, 0}}};
    const evo_body_arrays wide = arrays_of(all), poses = {.poses = &all->pose};
    double *const numbers[] = {&all[9].pose.position.y, &all[9].pose.angle, &all[9].velocity.x,
                               &all[9].spin};
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, &wide), EVO_ERROR_STALE);
    bodies[2] = bodies[3];
    for (int i = 0; i < 8; ++i) {
        *numbers[i % 4] = i < 4 ? NAN : -INFINITY;
        ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, &wide), EVO_ERROR_INVALID);
        *numbers[i % 4] = 0;
    }
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_write_bodies(world, NULL, FLOCK, &wide), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_write_bodies(NULL, bodies, FLOCK, &wide), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, 0, &wide), EVO_OK);
    bodies[FLOCK - 1] = ground;
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, &wide), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    ck_assert_int_eq(evo_world_write_bodies(world, &ground, 1, &poses), EVO_OK);
    ck_assert_int_eq(evo_body_set_locks(world, last, (evo_locks){.spin = true}), EVO_OK);
    bodies[FLOCK - 1] = last;
    const uint64_t upright = evo_world_hash(world);
    ck_assert_int_eq(evo_world_write_bodies(world, bodies, FLOCK, &wide), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), upright);
    evo_world_destroy(world);
}
END_TEST

/* ---- Time ------------------------------------------------------------------------------------ */

enum { DISKS = 20000, COLUMNS = 200, TRIES = 5 };

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times) {
    qsort(times, TRIES, sizeof *times, compare_times);
    return times[TRIES / 2];
}

/* Rows that lie in the gaps of those below. */
static evo_world *big_pile(evo_body *disks) {
    evo_world *world = lab_world(10);
    lab_box(world, (evo_vec2){-1, 0}, COLUMNS + 1.5, 200);
    for (int i = 0; i < DISKS; ++i) {
        const int row = i / COLUMNS;
        disks[i] = scene_ball(world, 0.5, i % COLUMNS + row % 2 * 0.5, 0.5 + 0.866 * row);
    }
    lab_run(world, 5);
    return world;
}

/* Poses of a pile are read in a tenth of a step at most, in processor time. */
START_TEST(reading_poses_costs_little) {
    static evo_body disks[DISKS];
    static evo_pose poses[DISKS];
    const evo_body_arrays to = {.poses = poses};
    evo_world *world = big_pile(disks);
    double steps[TRIES], reads[TRIES];
    for (int i = 0; i < TRIES; ++i) {
        const clock_t start = clock();
        lab_run(world, 1);
        const clock_t stepped = clock();
        for (int k = 0; k < 4; ++k)
            ck_assert_uint_eq(evo_world_read_bodies(world, disks, DISKS, &to), DISKS);
        steps[i] = (double)(stepped - start);
        reads[i] = 0.25 * (double)(clock() - stepped);
    }
    ck_assert_double_le(median(reads), 0.1 * median(steps));
    evo_world_destroy(world);
}
END_TEST

Suite *suite_lists(void) {
    Suite *suite = suite_create("lists");
    TCase *tests = tcase_create("lists");
    tcase_add_test(tests, lists_agree_with_own_bookkeeping);
    tcase_add_test(tests, a_pile_moves_until_it_sleeps);
    tcase_add_loop_test(tests, lists_tell_whose_they_are, 0, 6);
    tcase_add_test(tests, lists_take_any_capacity);
    tcase_add_test(tests, nothing_is_outside_of_no_number);
    tcase_add_test(tests, handles_are_equal_in_both_numbers);
    tcase_add_loop_test(tests, arrays_read_what_single_calls_read, 0, 2);
    tcase_add_loop_test(tests, arrays_write_what_single_calls_write, 0, 2);
    tcase_add_loop_test(tests, many_writes_are_single_ones_on_the_ground, 0, 5);
    tcase_add_loop_test(tests, refused_writes_change_nothing, 0, 2);
    tcase_add_test(tests, reading_poses_costs_little);
    suite_add_tcase(suite, tests);
    return suite;
}
