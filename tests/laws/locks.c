/* locks.c: bodies that are locked along axes of the world: they keep their place along them to
 * the last bit, and answer to impacts, loads and joints as what can move along the other axis
 * alone. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/widths.h"

static const double GRAVITY = 10;

static evo_world *world_of(double gravity, int lanes) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    config.bounce_threshold = config.impact_speed = 0;
    evo_world *world = lab_make(config);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    return world;
}

static evo_body add(evo_world *world, const evo_body_config *config) {
    const evo_body body = evo_body_create(world, config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

static void add_static(evo_world *world, evo_shape shape, double x, double y, double angle) {
    evo_body_config config = lab_body(shape, x, y);
    config.kind = EVO_STATIC;
    config.angle = angle;
    add(world, &config);
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

enum { CROWD = 40 };

typedef struct locked_crowd {
    evo_world *world;
    evo_body bodies[CROWD];
    evo_locks locks[CROWD];
    evo_vec2 began[CROWD];
} locked_crowd;

static evo_shape any_shape(void) {
    const double size = random_between(0.2, 0.5);
    const int kind = (int)random_between(0, 4);
    if (kind == 0) return evo_circle(size);
    if (kind == 1) return evo_ellipse(size, 0.6 * size);
    return kind == 2 ? evo_box(size, 0.7 * size)
                     : evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0}, 0.5 * size);
}

static void link_some(locked_crowd *c) {
    for (int i = 0; i + 1 < CROWD; i += 5) {
        const evo_vec2 at = c->began[i], to = i % 2 ? at : c->began[i + 1];
        evo_joint_config joint = evo_joint_config_default(i % 2 ? EVO_REVOLUTE : EVO_DISTANCE);
        joint.a = c->bodies[i];
        joint.b = c->bodies[i + 1];
        joint.frame_a.position = evo_body_local_point(c->world, joint.a, at);
        joint.frame_b.position = evo_body_local_point(c->world, joint.b, to);
        evo_joint_create(c->world, &joint);
    }
}

static void open_crowd(locked_crowd *c, uint64_t seed, int lanes) {
    random_seed(seed);
    c->world = world_of(seed % 3 ? GRAVITY : 0, lanes);
    add_static(c->world, evo_box(12, 1), 0, -1.5, 0);
    for (int i = 0; i < CROWD; ++i) {
        evo_body_config config = lab_body(any_shape(), 1.3 * (i % 8) - 4.5, 1.3 * (i / 8));
        config.velocity = random_vector(seed % 4 ? 2 : 40);
        config.spin = random_between(-3, 3);
        config.material.restitution = seed % 2 ? 0 : 0.6;
        if (i % 2) config.locks = (evo_locks){i % 3 == 0, i % 5 < 2, i % 7 == 0};
        c->locks[i] = config.locks;
        c->bodies[i] = add(c->world, &config);
        c->began[i] = evo_body_world_center(c->world, c->bodies[i]);
    }
    link_some(c);
}

/* @locks-exact */
START_TEST(locked_axes_keep_every_bit) {
    uint64_t hashes[MOST_WIDTHS];
    for (int k = 0; k < count_widths(); ++k) {
        locked_crowd c;
        open_crowd(&c, (uint64_t)_i, LANE_WIDTHS[k]);
        lab_run(c.world, 150);
        for (int i = 0; i < CROWD; ++i) {
            const evo_vec2 now = evo_body_world_center(c.world, c.bodies[i]);
            const evo_vec2 velocity = evo_body_velocity(c.world, c.bodies[i]);
            if (c.locks[i].x) ck_assert(now.x == c.began[i].x && velocity.x == 0);
            if (c.locks[i].y) ck_assert(now.y == c.began[i].y && velocity.y == 0);
            if (c.locks[i].spin) ck_assert(evo_body_spin(c.world, c.bodies[i]) == 0);
        }
        hashes[k] = evo_world_hash(c.world);
        ck_assert_uint_eq(hashes[k], hashes[0]);
        evo_world_destroy(c.world);
    }
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

/* Two smooth disks, of which the first is locked along one axis or both, meet aslant; `fast`: at
 * their exact time. Their velocities are those of Newton's law with the masses along the normal, as
 * far as that does not turn before they part. */
static void try_impact(bool fast, double restitution, double tolerance) {
    const evo_locks locks = {random_between(0, 1) < 0.6, random_between(0, 1) < 0.6, false};
    const double angle = random_between(-3, 3), speed = fast ? 60 : 0.5;
    const evo_vec2 normal = {cos(angle), sin(angle)}; /* from the first to the second */
    evo_world *world = world_of(0, 8);
    evo_body bodies[2];
    double masses[2];
    for (int i = 0; i < 2; ++i) {
        const double radius = random_between(0.3, 0.6);
        evo_body_config config = lab_body(evo_circle(radius), 0, 0);
        config.material.friction = 0;
        config.material.restitution = restitution;
        config.material.density = random_scale(0.3, 3);
        if (i == 0) config.locks = locks;
        if (i == 1) {
            const double apart =
                evo_body_bounds(world, bodies[0]).max.x + radius + 0.3 * speed / 60;
            config.position = evo_scale(apart, normal);
            config.velocity = evo_scale(-speed, normal);
        }
        bodies[i] = add(world, &config);
        masses[i] = evo_body_mass(world, bodies[i]).mass;
    }
    lab_run(world, 1);
    const double part = (locks.x ? 0 : normal.x * normal.x) + (locks.y ? 0 : normal.y * normal.y);
    const double push = (1 + restitution) * speed / (part / masses[0] + 1 / masses[1]);
    const evo_vec2 one = evo_body_velocity(world, bodies[0]);
    const evo_vec2 two = evo_body_velocity(world, bodies[1]);
    ck_assert_double_eq_tol(one.x, locks.x ? 0 : -push * normal.x / masses[0], tolerance * speed);
    ck_assert_double_eq_tol(one.y, locks.y ? 0 : -push * normal.y / masses[0], tolerance * speed);
    ck_assert_double_eq_tol(evo_dot(two, normal), push / masses[1] - speed, tolerance * speed);
    evo_world_destroy(world);
}

START_TEST(impacts_know_locked_axes) {
    random_seed(81);
    for (int trial = 0; trial < 200; ++trial) {
        try_impact(true, random_between(0, 1), 1e-5);
        try_impact(false, 0, 1e-2);
    }
}
END_TEST

/* ---- Loads ----------------------------------------------------------------------------------- */

/* A body that can only go up and down rests on a smooth slope: the slope bears its weight, divided
 * by the cosine of its angle. */
START_TEST(slopes_bear_what_is_locked) {
    random_seed(82);
    for (int trial = 0; trial < 20; ++trial) {
        const double angle = random_between(-1, 1);
        const bool box = trial % 2;
        evo_world *world = world_of(GRAVITY, 8);
        add_static(world, evo_box(8, 0.5), 0, 0, angle);
        evo_body_config config = lab_body(box ? evo_box(0.5, 0.3) : evo_circle(0.5), 0,
                                          (0.52 + 0.5 - 0.2 * box) / cos(angle));
        config.material.friction = 0;
        config.angle = box ? angle : 0;
        config.locks = (evo_locks){true, false, false};
        config.never_sleep = true;
        const evo_body body = add(world, &config);
        lab_run(world, 120);
        ck_assert(evo_body_world_center(world, body).x == 0);
        ck_assert_double_le(fabs(evo_body_velocity(world, body).y), 1e-3);
        evo_contact contacts[4];
        const size_t count = evo_body_contacts(world, body, contacts, 4);
        double push = 0;
        for (size_t i = 0; i < count; ++i)
            for (int k = 0; k < contacts[i].count; ++k)
                push += contacts[i].points[k].normal_impulse;
        const double weight = GRAVITY * evo_body_mass(world, body).mass / 60;
        ck_assert_double_eq_tol(push, weight / cos(angle), 2e-3 * weight);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Joints ---------------------------------------------------------------------------------- */

/* A pendulum hangs from a carriage that is locked to a level: its momentum along it and its energy
 * stay. */
START_TEST(carriages_swing_with_their_load) {
    random_seed(83);
    for (int trial = 0; trial < 20; ++trial) {
        evo_world *world = world_of(GRAVITY, 8);
        evo_body_config config = lab_body(evo_box(0.4, 0.2), 0, 0);
        config.locks = (evo_locks){false, true, trial % 2};
        const evo_body carriage = add(world, &config);
        const double angle = random_between(-1.2, 1.2), length = random_between(0.8, 2);
        config = lab_body(evo_circle(0.2), length * sin(angle), -length * cos(angle));
        const evo_body load = add(world, &config);
        evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
        joint.a = carriage;
        joint.b = load;
        joint.frame_b.position = (evo_vec2){-length * sin(angle), length * cos(angle)};
        ck_assert(evo_joint_exists(world, evo_joint_create(world, &joint)));
        const double began = evo_world_kinetic_energy(world) + evo_world_potential_energy(world);
        const double heavy = evo_body_mass(world, load).mass;
        for (int i = 0; i < 240; ++i) {
            lab_run(world, 1);
            const double momentum =
                evo_body_mass(world, carriage).mass * evo_body_velocity(world, carriage).x
                + heavy * evo_body_velocity(world, load).x;
            ck_assert_double_le(fabs(momentum), 1e-4 * heavy);
            const double now = evo_world_kinetic_energy(world) + evo_world_potential_energy(world);
            ck_assert_double_eq_tol(now, began, 0.01 * heavy * GRAVITY * length);
            ck_assert(evo_body_pose(world, carriage).position.y == 0);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Calls ----------------------------------------------------------------------------------- */

START_TEST(calls_know_locked_axes) {
    evo_world *world = world_of(GRAVITY, 8);
    evo_body_config config = lab_body(evo_circle(0.5), 3, 4);
    config.velocity = (evo_vec2){1, 2};
    config.locks = (evo_locks){true, false, false};
    const evo_body body = add(world, &config);
    ck_assert(evo_body_velocity(world, body).x == 0 && evo_body_velocity(world, body).y == 2);
    ck_assert(evo_body_get(world, body).locks.x && !evo_body_get(world, body).locks.y);
    ck_assert_int_eq(evo_body_set_velocity(world, body, (evo_vec2){5, 6}), EVO_OK);
    ck_assert(evo_body_velocity(world, body).x == 0 && evo_body_velocity(world, body).y == 6);
    const evo_vec2 both = {7, 8}, center = evo_body_world_center(world, body);
    ck_assert_int_eq(evo_body_apply_impulse(world, body, both, center), EVO_OK);
    ck_assert(evo_body_velocity(world, body).x == 0 && evo_body_velocity(world, body).y > 6);
    ck_assert_int_eq(evo_body_apply_force(world, body, both, center), EVO_OK);
    lab_run(world, 1);
    ck_assert(evo_body_velocity(world, body).x == 0 && evo_body_pose(world, body).position.x == 3);
    ck_assert_int_eq(evo_body_set_locks(world, body, (evo_locks){false, true, true}), EVO_OK);
    ck_assert(evo_body_velocity(world, body).y == 0);
    ck_assert_int_eq(evo_body_set_pose(world, body, (evo_pose){{1, 1}, 0}), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, both), EVO_OK);
    lab_run(world, 60);
    ck_assert(evo_body_pose(world, body).position.y == 1);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.x, 8, 1e-9);
    evo_world_destroy(world);
}
END_TEST

/* ---- Joints at any anchor -------------------------------------------------------------------- */

enum { HELD_JOINTS = 600, HELD_STEPS = 120 };

/* A body with random locks, joined to the world or to another body by a joint of any kind, whose
 * frames may not fit. */
static evo_body add_held(evo_world *world) {
    evo_body_config config = evo_body_config_default();
    const evo_shape line = evo_segment(random_vector(2), random_vector(2));
    const int locks = 1 + (int)random_between(0, 7);
    config.shape = random_between(0, 1) < 0.5 ? evo_box(0.5, 0.3) : line;
    config.locks = (evo_locks){locks & 1, locks & 2, locks & 4};
    config.angle = random_between(-3, 3);
    const evo_body held = add(world, &config);
    evo_joint_config joint = evo_joint_config_default((evo_joint_kind)random_between(0, 8));
    joint.a = held;
    joint.frame_a.position = random_vector(2);
    joint.frame_b = (evo_pose){evo_body_world_point(world, held, joint.frame_a.position),
                               random_between(-1, 1)};
    if (random_between(0, 1) < 0.5) {
        config.shape = evo_box(0.4, 0.4);
        config.locks = (evo_locks){false, false, false};
        config.position = random_vector(1);
        joint.b = add(world, &config);
        joint.frame_b.position = random_vector(1);
    }
    evo_joint_create(world, &joint);
    return held;
}

/* Joints that pull along locked axes, or hold what one lock holds twice, make no effort. */
START_TEST(joints_of_locked_bodies_stay_finite) {
    random_seed(7401);
    for (int i = 0; i < HELD_JOINTS; ++i) {
        static unsigned char save[1 << 14];
        evo_world *world = world_of(GRAVITY, 0), *other = evo_world_create(NULL);
        const evo_body held = add_held(world);
        lab_run(world, HELD_STEPS);
        const double spin = evo_body_spin(world, held);
        ck_assert_msg(fabs(spin) < 100, "world %d: spin %g", i, spin);
        const size_t size = evo_world_save(world, save, sizeof save);
        ck_assert_uint_le(size, sizeof save);
        ck_assert_int_eq(evo_world_load(other, save, size), EVO_OK);
        evo_world_destroy(other);
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_locks(void) {
    Suite *suite = suite_create("locks");
    TCase *locks = tcase_create("locks");
    tcase_add_loop_test(locks, locked_axes_keep_every_bit, 0, 24);
    tcase_add_test(locks, impacts_know_locked_axes);
    tcase_add_test(locks, slopes_bear_what_is_locked);
    tcase_add_test(locks, carriages_swing_with_their_load);
    tcase_add_test(locks, calls_know_locked_axes);
    tcase_add_test(locks, joints_of_locked_bodies_stay_finite);
    suite_add_tcase(suite, locks);
    return suite;
}
