/* sleep.c: bodies at rest sleep and keep their pose; and everything that wakes them. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/told.h"

static evo_vec2 position_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

enum { PILE = 15 };

/* A sleeping pile. */
static evo_world *sleeping_pile(evo_body *balls) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    scene_pile(world, 5, 3, balls);
    size_t slept = 0;
    for (int i = 0; i < 300; ++i) {
        evo_body sleepers[PILE];
        scene_steps(world, 1);
        const size_t count = told_sleepers(world, sleepers, PILE);
        for (size_t k = 0; k < count; ++k) {
            ck_assert(evo_body_asleep(world, sleepers[k]));
            ck_assert(k == 0 || sleepers[k - 1].index < sleepers[k].index);
        }
        slept += count;
    }
    ck_assert_uint_eq(slept, PILE);
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    ck_assert_double_eq(evo_world_kinetic_energy(world), 0);
    return world;
}

static double fastest(const evo_world *world, const evo_body *bodies, int count) {
    double most = 0;
    for (int i = 0; i < count; ++i) {
        const evo_vec2 v = evo_body_velocity(world, bodies[i]);
        most = fmax(most, hypot(v.x, v.y));
    }
    return most;
}

enum { TOWER = 10 };

/* What pushed before they fell asleep pushes when they wake: a tower does not sink into itself. */
START_TEST(sleepers_wake_as_they_were) {
    evo_world *world = scene_world(0, NULL);
    evo_body tower[TOWER];
    scene_ground(world);
    for (int i = 0; i < TOWER; ++i)
        tower[i] = scene_add(world, EVO_DYNAMIC, evo_ellipse(1, 0.5), 0, 0.5 + i);
    for (int i = 0; i < 600 && !evo_body_asleep(world, tower[0]); ++i) scene_steps(world, 1);
    ck_assert(evo_body_asleep(world, tower[0]));
    ck_assert_int_eq(evo_body_set_asleep(world, tower[_i], false), EVO_OK);
    for (int i = 0; i < 10; ++i) {
        scene_steps(world, 1);
        ck_assert_double_lt(fastest(world, tower, TOWER), 0.002);
    }
    evo_world_destroy(world);
}
END_TEST

static int count_awake(const evo_world *world, const evo_body *balls) {
    int awake = 0;
    for (int i = 0; i < PILE; ++i) awake += !evo_body_asleep(world, balls[i]);
    return awake;
}

START_TEST(sleepers_do_not_move) {
    evo_body balls[PILE];
    evo_world *world = sleeping_pile(balls);
    evo_pose before[PILE];
    for (int i = 0; i < PILE; ++i) before[i] = evo_body_pose(world, balls[i]);
    evo_body far_off = scene_ball(world, 0.5, 50, 20);
    scene_steps(world, 200);
    for (int i = 0; i < PILE; ++i) {
        evo_pose after = evo_body_pose(world, balls[i]);
        ck_assert_mem_eq(&after, &before[i], sizeof after);
    }
    ck_assert(evo_body_exists(world, far_off));
    evo_world_destroy(world);
}
END_TEST

/* A body drifts in space, whose rim and centre move by a part of its size a second, in all. */
static bool sleeps_at(double part) {
    const double size = random_scale(0.05, 5), share = random_between(0, 1);
    const evo_shape shape =
        random_between(0, 1) < 0.5 ? evo_circle(size) : evo_ellipse(0.4 * size, size);
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.velocity.x = part * size * sqrt(share);
    config.spin = part * sqrt(1 - share);
    const evo_body body = evo_body_create(world, &config);
    scene_steps(world, 120);
    const bool sleeps = evo_body_asleep(world, body);
    evo_world_destroy(world);
    return sleeps;
}

/* Slower than a tenth of its size a second a body comes to sleep, faster it never does. */
START_TEST(slow_bodies_sleep) {
    random_seed(2);
    for (int trial = 0; trial < 50; ++trial) {
        ck_assert(sleeps_at(random_between(0, 0.09)));
        ck_assert(!sleeps_at(random_between(0.11, 0.3)));
    }
}
END_TEST

/* The how-th way to wake a pile; false after the last one. */
static bool disturb(evo_world *world, evo_body *balls, int how) {
    evo_vec2 up = {0, 1};
    switch (how) {
    case 0: /* a ball falls on it */
        scene_ball(world, 0.5, 2.5, 5);
        return true;
    case 1:
        return evo_body_apply_impulse(world, balls[4], up, (evo_vec2){0, 0}) == EVO_OK;
    case 2: /* the body below */
        return evo_body_destroy(world, balls[1]) == EVO_OK;
    case 3:
        return evo_body_set_disabled(world, balls[1], true) == EVO_OK;
    case 4:
        return evo_body_set_pose(world, balls[1], (evo_pose){{40, 9}, 0}) == EVO_OK;
    case 5:
        return evo_body_apply_force(world, balls[2], up, (evo_vec2){0, 0}) == EVO_OK;
    case 6:
        return evo_body_set_velocity(world, balls[2], up) == EVO_OK;
    case 7:
        return evo_body_set_asleep(world, balls[2], false) == EVO_OK;
    case 8:
        return evo_world_set_gravity(world, up) == EVO_OK;
    case 9:
        return evo_collider_destroy(world, scene_collider(world, balls[1])) == EVO_OK;
    case 10:
        return evo_body_set_kind(world, balls[1], EVO_STATIC) == EVO_OK;
    case 11:
        return evo_body_apply_torque(world, balls[1], 3) == EVO_OK;
    case 12:
        return evo_body_set_spin(world, balls[1], 3) == EVO_OK;
    case 13:
        return evo_body_apply_spin_impulse(world, balls[1], 3) == EVO_OK;
    default:
        return false;
    }
}

START_TEST(piles_are_woken) {
    for (int how = 0;; ++how) {
        evo_body balls[PILE];
        evo_world *world = sleeping_pile(balls);
        ck_assert_int_eq(count_awake(world, balls), 0);
        bool done = !disturb(world, balls, how);
        int most = 0;
        for (int i = 0; i < 90 && !done; ++i) {
            scene_steps(world, 1);
            int awake = count_awake(world, balls);
            most = awake > most ? awake : most;
        }
        evo_world_destroy(world);
        if (done) break;
        /* At least those of one column. */
        ck_assert_msg(most >= 2, "%d: %d awake", how, most);
    }
}
END_TEST

/* A bar turns in space until it hits a disk that sleeps: that wakes, and nothing of the angular
 * momentum is lost. */
START_TEST(what_turns_wakes_what_it_hits) {
    random_seed(5);
    for (int trial = 0; trial < 40; ++trial) {
        const double half = random_between(0.5, 2), size = half * random_between(0.1, 0.3);
        const double along = half * random_between(0.3, 0.9), spin = random_between(0.3, 3);
        evo_world *world = evo_world_create(NULL);
        evo_body_config config = evo_body_config_default();
        config.shape = evo_box(half, 0.1 * half);
        config.spin = spin;
        const evo_body bar = evo_body_create(world, &config);
        config.shape = evo_circle(size);
        config.spin = 0;
        config.position = (evo_vec2){along, 0.15 * half + size};
        config.asleep = true;
        const evo_body disk = evo_body_create(world, &config);
        const double begun = evo_body_mass(world, bar).inertia * spin;
        scene_steps(world, 60);
        ck_assert(!evo_body_asleep(world, disk));
        double moment = 0;
        for (int i = 0; i < 2; ++i) {
            const evo_body body = i == 0 ? bar : disk;
            const evo_vec2 at = position_of(world, body), v = evo_body_velocity(world, body);
            const evo_mass mass = evo_body_mass(world, body);
            moment +=
                mass.mass * (at.x * v.y - at.y * v.x) + mass.inertia * evo_body_spin(world, body);
        }
        ck_assert_double_eq_tol(moment, begun, 0.01 * begun);
        evo_world_destroy(world);
    }
}
END_TEST

/* However slowly a lift rises, what lies on it is carried, and does not fall asleep. */
START_TEST(nothing_sleeps_on_what_moves) {
    random_seed(6);
    for (int trial = 0; trial < 20; ++trial) {
        const double size = random_scale(0.1, 2), speed = size * random_between(0.02, 0.09);
        const bool first = random_between(0, 1) < 0.5;
        evo_world *world = scene_world(0, NULL);
        evo_body ball = {0, 0};
        if (first) ball = scene_ball(world, size, 0, size);
        evo_body lift =
            scene_add(world, EVO_KINEMATIC, evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0, 0);
        if (!first) ball = scene_ball(world, size, 0, size);
        evo_body_set_velocity(world, lift, (evo_vec2){0, speed});
        for (int i = 0; i < 180; ++i) {
            scene_steps(world, 1);
            ck_assert(!evo_body_asleep(world, ball));
        }
        const double above = position_of(world, ball).y - position_of(world, lift).y;
        ck_assert_double_eq_tol(above, size, 0.01 * size);
        evo_world_destroy(world);
    }
}
END_TEST

/* A body on a lift sleeps while the lift is at rest, and wakes when it begins to move. */
START_TEST(kinematic_bodies_wake_bodies_on_them) {
    evo_world *world = scene_world(0, NULL);
    evo_vec2 left = {-3, 0}, right = {3, 0};
    evo_body lift = scene_add(world, EVO_KINEMATIC, evo_segment(left, right), 0, 0);
    evo_body ball = scene_ball(world, 0.5, 0, 0.5);
    scene_steps(world, 120);
    ck_assert(evo_body_asleep(world, ball));
    ck_assert_int_eq(evo_body_set_velocity(world, lift, (evo_vec2){0, 0.5}), EVO_OK);
    scene_steps(world, 120);
    ck_assert(!evo_body_asleep(world, ball));
    ck_assert_double_eq_tol(position_of(world, ball).y, 1.5, 0.02);
    ck_assert_int_eq(evo_body_set_velocity(world, lift, (evo_vec2){0, 0}), EVO_OK);
    scene_steps(world, 120);
    ck_assert(evo_body_asleep(world, ball));
    ck_assert_int_eq(evo_body_set_pose(world, lift, (evo_pose){{0, -5}, 0}), EVO_OK);
    scene_steps(world, 30);
    ck_assert_double_lt(position_of(world, ball).y, 1);
    evo_world_destroy(world);
}
END_TEST

START_TEST(some_never_sleep) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_body restless = scene_ball(world, 0.5, 0, 0.5), ball = scene_ball(world, 0.5, 5, 0.5);
    ck_assert_int_eq(evo_body_set_never_sleep(world, restless, true), EVO_OK);
    scene_steps(world, 120);
    ck_assert(!evo_body_asleep(world, restless) && evo_body_asleep(world, ball));
    ck_assert_int_eq(evo_body_set_never_sleep(world, restless, false), EVO_OK);
    scene_steps(world, 60);
    ck_assert(evo_body_asleep(world, restless));
    evo_world_destroy(world);
}
END_TEST

/* ---- Bodies without support ------------------------------------------------------------------ */

/* Even though its speed is small for its size at first. */
START_TEST(large_bodies_do_not_sleep_in_the_air) {
    static const double radii[] = {60, 200};
    evo_world *world = scene_world(0, NULL);
    evo_body disk = scene_ball(world, radii[_i], 0, 1000);
    scene_steps(world, 120);
    ck_assert(!evo_body_asleep(world, disk));
    ck_assert_double_eq_tol(position_of(world, disk).y, 1000 - 0.5 * 10 * 4, 0.5);
    evo_world_destroy(world);
}
END_TEST

/* Removes the support of a disk; returns the disk's height after that. */
static double remove_support(evo_world *world, evo_body ground, evo_body disk, int how) {
    if (how == 0) {
        ck_assert_int_eq(evo_body_set_pose(world, disk, (evo_pose){{0, 50}, 0}), EVO_OK);
    } else if (how == 1) {
        ck_assert_int_eq(evo_body_destroy(world, ground), EVO_OK);
    } else {
        ck_assert_int_eq(evo_body_set_disabled(world, ground, true), EVO_OK);
        ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){0, -9}), EVO_OK);
    }
    return position_of(world, disk).y;
}

/* At every time at rest, also right before the body would fall asleep. */
START_TEST(bodies_without_support_fall) {
    for (int steps = 10; steps < 50; ++steps) {
        evo_world *world = scene_world(0, NULL);
        evo_body ground = scene_ground(world), disk = scene_ball(world, 3, 0, 3);
        scene_steps(world, steps);
        double from = remove_support(world, ground, disk, _i);
        scene_steps(world, 60);
        double fell = from - position_of(world, disk).y;
        ck_assert_msg(fell > 4 && fell < 5.5, "after %d steps it falls by %g", steps, fell);
        evo_world_destroy(world);
    }
}
END_TEST

/* @gravity-wakes */
START_TEST(new_gravity_moves_resting_bodies) {
    for (int steps = 10; steps < 50; ++steps) {
        evo_world *world = evo_world_create(NULL);
        evo_body disk = scene_ball(world, 3, 0, 0);
        scene_steps(world, steps);
        ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){0, -10}), EVO_OK);
        scene_steps(world, 60);
        ck_assert_double_eq_tol(position_of(world, disk).y, -5, 0.2);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- The time at rest starts again ----------------------------------------------------------- */

/* Steps at rest before a body falls asleep. */
enum { REST_STEPS = 30 };

static int steps_to_sleep(evo_world *world, evo_body body) {
    int steps = 0;
    for (; !evo_body_asleep(world, body) && steps < 2 * REST_STEPS; ++steps) scene_steps(world, 1);
    return steps;
}

/* Of two stacks one has a box on top that starts six times a second: all of it stays awake, and the
 * other one falls asleep. @sleeps-together */
START_TEST(what_leans_on_the_restless_stays_awake) {
    evo_body stacks[2][3];
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    for (int i = 0; i < 6; ++i)
        stacks[i / 3][i % 3] =
            scene_add(world, EVO_DYNAMIC, evo_box(0.5, 0.5), 20.0 * (i / 3), 0.5 + i % 3);
    for (int i = 0; i < 20; ++i) {
        const evo_vec2 velocity = {i % 2 ? 0.3 : -0.3, 0};
        ck_assert_int_eq(evo_body_set_velocity(world, stacks[0][2], velocity), EVO_OK);
        scene_steps(world, 10);
    }
    for (int k = 0; k < 3; ++k)
        ck_assert(!evo_body_asleep(world, stacks[0][k]) && evo_body_asleep(world, stacks[1][k]));
    evo_world_destroy(world);
}
END_TEST

/* A push below the sleep speed restarts the time at rest. */
START_TEST(a_slow_push_is_not_slept_away) {
    for (int steps = 1; steps < REST_STEPS; ++steps) {
        evo_world *world = evo_world_create(NULL);
        evo_body disk = scene_ball(world, 3, 0, 0);
        scene_steps(world, steps);
        ck_assert_int_eq(evo_body_set_velocity(world, disk, (evo_vec2){0.01, 0}), EVO_OK);
        ck_assert_int_ge(steps_to_sleep(world, disk), REST_STEPS);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Colliders of sleepers ------------------------------------------------------------------- */

/* A disk on a disk, in one body of fixed rotation. */
static evo_body disk_on_a_leg(evo_world *world, evo_collider *leg) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){0, -1.5}, 0);
    evo_body body = scene_ball(world, 0.5, 0, 2);
    *leg = evo_collider_create(world, body, &config);
    ck_assert_int_eq(evo_body_set_locks(world, body, (evo_locks){.spin = true}), EVO_OK);
    scene_steps(world, 120);
    ck_assert(evo_body_asleep(world, body));
    return body;
}

START_TEST(a_sleeping_body_that_loses_a_collider_falls) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_collider leg;
    evo_body body = disk_on_a_leg(world, &leg);
    ck_assert_int_eq(evo_collider_destroy(world, leg), EVO_OK);
    ck_assert(!evo_body_asleep(world, body));
    scene_steps(world, 60);
    ck_assert_double_eq_tol(position_of(world, body).y, 0.5, 0.02);
    evo_world_destroy(world);
}
END_TEST

START_TEST(a_sleeping_body_that_gets_a_collider_wakes) {
    evo_world *world = scene_world(0, NULL);
    scene_ground(world);
    evo_collider leg;
    evo_body body = disk_on_a_leg(world, &leg);
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_shape_at(evo_circle(0.5), (evo_vec2){0, -1.7}, 0);
    ck_assert(evo_collider_exists(world, evo_collider_create(world, body, &config)));
    ck_assert(!evo_body_asleep(world, body));
    scene_steps(world, 60);
    ck_assert_double_eq_tol(position_of(world, body).y, 2.2, 0.02); /* the new collider lifts it */
    evo_world_destroy(world);
}
END_TEST

/* ---- Sleep by hand --------------------------------------------------------------------------- */

enum { HEAP = 9, HEAPS = 3 };

/* Heaps of bodies on a floor, far from each other. */
typedef struct heaps {
    evo_world *world;
    evo_body all[HEAPS * HEAP];
} heaps;

static evo_shape heap_shape(void) {
    const double a = random_between(0.3, 0.6), b = random_between(0.3, 0.6);
    switch ((int)random_between(0, 4)) {
    case 0:
        return evo_circle(a);
    case 1:
        return evo_ellipse(a, b);
    case 2:
        return evo_capsule((evo_vec2){-a, 0}, (evo_vec2){a, 0}, b);
    default:
        return evo_box(a, b);
    }
}

/* A tower whose bodies touch, or drop a little; some have rods between them, or a lift below.
 * Returns whether that moves. */
static bool add_heap(heaps *h, int number) {
    const double x = 40.0 * number;
    bool moves = false;
    double top = 0;
    if (random_between(0, 1) < 0.2) {
        const evo_body lift = scene_add(h->world, EVO_KINEMATIC, evo_box(4, 0.25), x, 0.25);
        moves = random_between(0, 1) < 0.5;
        const evo_vec2 up = {0, moves ? 0.01 : 0};
        ck_assert_int_eq(evo_body_set_velocity(h->world, lift, up), EVO_OK);
        top = 0.5;
    }
    for (int i = 0; i < HEAP; ++i) {
        const evo_shape shape = heap_shape();
        const evo_bounds box = evo_shape_bounds(&shape, (evo_pose){{0, 0}, 0});
        const double gap = random_between(0, 1) < 0.7 ? 0 : 0.2;
        const evo_body made = scene_add(h->world, EVO_DYNAMIC, shape, x, top + gap - box.min.y);
        top += gap + box.max.y - box.min.y;
        h->all[number * HEAP + i] = made;
        if (random_between(0, 1) < 0.05)
            ck_assert_int_eq(evo_body_set_never_sleep(h->world, made, true), EVO_OK);
        if (i == 0 || random_between(0, 1) < 0.8) continue;
        evo_joint_config rod = evo_joint_config_default(EVO_DISTANCE);
        rod.a = made;
        rod.b = h->all[number * HEAP + (int)random_between(0, i)];
        ck_assert(evo_joint_exists(h->world, evo_joint_create(h->world, &rod)));
    }
    return moves;
}

/* Returns whether two bodies touch: by what a step has found, or before the first one by their
 * distance. */
static bool touch(const heaps *h, evo_body a, evo_body b) {
    const evo_collider one = scene_collider(h->world, a), two = scene_collider(h->world, b);
    const evo_shape x = evo_collider_shape(h->world, one), y = evo_collider_shape(h->world, two);
    const evo_pose at_x = evo_body_pose(h->world, a), at_y = evo_body_pose(h->world, b);
    if (evo_world_counters(h->world).steps > 0 && !evo_world_contact(h->world, one, two, NULL))
        return false;
    return evo_measure(&x, at_x, &y, at_y).distance <= 1e-3;
}

static bool are_joined(const evo_world *world, evo_body a, evo_body b) {
    evo_joint found[HEAP];
    const size_t count = evo_body_joints(world, a, found, HEAP);
    for (size_t i = 0; i < count; ++i) {
        const evo_joint_config config = evo_joint_get(world, found[i]);
        if (evo_body_equal(config.a, b) || evo_body_equal(config.b, b)) return true;
    }
    return false;
}

/* Marks what touches a body, or is joined to it, directly or through others. */
static void mark_touching(const heaps *h, int from, bool marks[HEAPS * HEAP]) {
    marks[from] = true;
    for (int i = from / HEAP * HEAP; i < from / HEAP * HEAP + HEAP; ++i) {
        const evo_body a = h->all[from], b = h->all[i];
        if (marks[i] || !(are_joined(h->world, a, b) || touch(h, a, b))) continue;
        mark_touching(h, i, marks);
    }
}

/* Puts a body to sleep: what touches it sleeps, too; or if one of them must not, nothing does. */
static bool check_sleep(const heaps *h, int at) {
    bool touching[HEAPS * HEAP] = {false}, never = false;
    if (evo_body_asleep(h->world, h->all[at])) return true;
    mark_touching(h, at, touching);
    for (int i = 0; i < HEAPS * HEAP; ++i)
        never |= touching[i] && evo_body_get(h->world, h->all[i]).never_sleep;
    const uint64_t before = evo_world_hash(h->world);
    const size_t awake = evo_world_awake(h->world);
    const evo_result slept = evo_body_set_asleep(h->world, h->all[at], true);
    if (slept != EVO_OK) {
        ck_assert_int_eq(slept, EVO_ERROR_UNSUPPORTED);
        ck_assert_uint_eq(evo_world_hash(h->world), before);
        ck_assert_uint_eq(evo_world_awake(h->world), awake);
        return false;
    }
    ck_assert_msg(!never, "what must not sleep sleeps with %d", at);
    for (int i = 0; i < HEAPS * HEAP; ++i)
        ck_assert_msg(!touching[i] || evo_body_asleep(h->world, h->all[i]),
                      "body %d touches %d, and is awake", i, at);
    return true;
}

/* A heap that sleeps as it is, at rest or not, stays so: nothing else comes near. */
static void check_sleeps_on(const heaps *h, int heap) {
    evo_pose before[HEAP];
    for (int i = 0; i < HEAP; ++i) before[i] = evo_body_pose(h->world, h->all[heap * HEAP + i]);
    scene_steps(h->world, 20);
    for (int i = 0; i < HEAP; ++i) {
        const evo_pose after = evo_body_pose(h->world, h->all[heap * HEAP + i]);
        ck_assert_msg(evo_body_asleep(h->world, h->all[heap * HEAP + i]), "body %d woke", i);
        ck_assert_mem_eq(&after, &before[i], sizeof after);
    }
}

/* Bodies are put to sleep before the first step, while they fall, or at rest. @sleep-by-hand */
START_TEST(bodies_sleep_with_what_touches_them) {
    int slept = 0, refused = 0;
    random_seed(17);
    for (int trial = 0; trial < 120; ++trial) {
        heaps h = {.world = scene_world(0, NULL)};
        bool lifts[HEAPS];
        scene_add(h.world, EVO_STATIC, evo_box(200, 1), 0, -1);
        for (int i = 0; i < HEAPS; ++i) lifts[i] = add_heap(&h, i);
        if (random_between(0, 1) < 0.7) scene_steps(h.world, (int)random_scale(1, 100));
        const int heap = (int)random_between(0, HEAPS);
        if (random_between(0, 1) < 0.3) {
            const evo_pose to = {{40.0 * heap + 3, random_between(0.5, 1.5)}, 0};
            ck_assert_int_eq(evo_body_set_pose(h.world, h.all[heap * HEAP], to), EVO_OK);
        }
        bool all = true;
        for (int i = 0; i < HEAP; ++i) all &= check_sleep(&h, heap * HEAP + (i + trial) % HEAP);
        slept += all;
        refused += !all;
        if (all && !lifts[heap]) check_sleeps_on(&h, heap);
        evo_world_destroy(h.world);
    }
    ck_assert_int_gt(slept, 20);
    ck_assert_int_gt(refused, 20);
}
END_TEST

Suite *suite_sleep(void) {
    Suite *suite = suite_create("sleep");
    TCase *sleep = tcase_create("sleep");
    tcase_add_test(sleep, slow_bodies_sleep);
    tcase_add_test(sleep, sleepers_do_not_move);
    tcase_add_loop_test(sleep, sleepers_wake_as_they_were, 0, TOWER);
    tcase_add_test(sleep, piles_are_woken);
    tcase_add_test(sleep, what_turns_wakes_what_it_hits);
    tcase_add_test(sleep, nothing_sleeps_on_what_moves);
    tcase_add_test(sleep, kinematic_bodies_wake_bodies_on_them);
    tcase_add_test(sleep, some_never_sleep);
    tcase_add_test(sleep, bodies_sleep_with_what_touches_them);
    suite_add_tcase(suite, sleep);
    TCase *support = tcase_create("support");
    tcase_add_loop_test(support, large_bodies_do_not_sleep_in_the_air, 0, 2);
    tcase_add_loop_test(support, bodies_without_support_fall, 0, 3);
    tcase_add_test(support, new_gravity_moves_resting_bodies);
    tcase_add_test(support, what_leans_on_the_restless_stays_awake);
    tcase_add_test(support, a_slow_push_is_not_slept_away);
    tcase_add_test(support, a_sleeping_body_that_loses_a_collider_falls);
    tcase_add_test(support, a_sleeping_body_that_gets_a_collider_wakes);
    suite_add_tcase(suite, support);
    return suite;
}
