/* stiffness.c: joints and contacts of the user's frequency (joint_hertz, contact_hertz). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/joint.h"
#include "evolute/record.h"
#include "evolute/snapshot.h"
#include "evolute/vector.h"
#include "suites.h"
#include "support/lab.h"

static evo_world *world_of(double joint_hertz, double contact_hertz) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    config.never_sleep = true;
    config.joint_hertz = joint_hertz;
    config.contact_hertz = contact_hertz;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    return world;
}

static void run(evo_world *world, double seconds, double per_second) {
    for (int i = 0; i < seconds * per_second; ++i)
        ck_assert_int_eq(evo_world_step(world, 1 / per_second), EVO_OK);
}

/* Returns how far the top of a stack of ten boxes sinks. */
static double sunk(double contact_hertz, double per_second) {
    evo_world *world = world_of(0, contact_hertz);
    evo_body top = {0, 0};
    lab_fixed(world, evo_box(10, 1), 0, -1);
    for (int i = 0; i < 10; ++i) {
        const evo_body_config config = lab_body(evo_box(0.5, 0.5), 0, 0.5 + i);
        top = evo_body_create(world, &config);
    }
    run(world, 3, per_second);
    const double height = evo_body_pose(world, top).position.y;
    ck_assert_double_lt(lab_speed(world, top), 1e-3);
    evo_world_destroy(world);
    return 9.5 - height;
}

/* Contacts are as stiff as they were in shorter steps, unless the user wants more. */
START_TEST(contacts_are_as_stiff_as_is_asked) {
    const double usual = sunk(0, 60);
    ck_assert_double_eq_tol(sunk(0, 240), usual, 0.01 * usual);
    ck_assert_double_eq_tol(sunk(INFINITY, 60), usual, 0.01 * usual); /* as substeps follow */
    ck_assert_double_lt(sunk(INFINITY, 240), 0.1 * usual);
    const double soft = sunk(20, 60), softer = sunk(10, 60);
    ck_assert_double_gt(soft, 1.5 * usual);
    ck_assert_double_eq_tol(softer, 4 * soft, 0.4 * softer); /* by the square of the frequency */
}
END_TEST

/* Returns the part of its energy that an ellipse loses as it rocks for three seconds. */
static double lost(double contact_hertz, double per_second) {
    evo_world *world = world_of(0, contact_hertz);
    const double angle = 0.6, a = sin(angle), b = 0.5 * cos(angle);
    evo_body_config config = lab_body(evo_ellipse(1, 0.5), 0, sqrt(a * a + b * b));
    config.angle = angle;
    config.material.friction = 2;
    const evo_body floor = lab_fixed(world, evo_box(10, 1), 0, -1);
    const evo_body body = evo_body_create(world, &config);
    const double mass = evo_body_mass(world, body).mass, lowest = 0.5 * 10 * mass;
    (void)floor;
    const double before = lab_energy(world, body, 10);
    run(world, 3, per_second);
    const double loss = (before - lab_energy(world, body, 10)) / (before - lowest);
    evo_world_destroy(world);
    return fabs(loss);
}

/* Errors go to 0 with the length of steps only where stiffness does not stay. */
START_TEST(studies_converge) {
    const double coarse = lost(INFINITY, 60), fine = lost(INFINITY, 960);
    ck_assert_double_lt(fine, coarse / 20);
    ck_assert_double_gt(lost(0, 960), 5 * fine);
}
END_TEST

/* Returns how far a chain of links stretches under ten times its weight. */
static double stretched(double joint_hertz, double per_second, evo_world **kept) {
    evo_world *world = world_of(joint_hertz, 0);
    evo_joint joints[6];
    evo_body last = {0, 0};
    double sum = 0;
    for (int i = 0; i < 6; ++i) {
        evo_body_config link = lab_body(i < 5 ? evo_box(0.1, 0.5) : evo_box(0.5, 0.5), 0, -0.5 - i);
        link.material.density = i < 5 ? 1 : 5;
        evo_joint_config hinge = evo_joint_config_default(EVO_REVOLUTE);
        hinge.a = last;
        hinge.b = last = evo_body_create(world, &link);
        hinge.frame_a.position = evo_vec(0, i > 0 ? -0.5 : 0);
        hinge.frame_b.position = evo_vec(0, 0.5);
        joints[i] = evo_joint_create(world, &hinge);
    }
    run(world, 3, per_second);
    for (int i = 0; i < 6; ++i) sum += evo_joint_separation(world, joints[i]);
    if (kept) *kept = world;
    if (!kept) evo_world_destroy(world);
    return sum;
}

START_TEST(joints_are_as_stiff_as_is_asked) {
    const double usual = stretched(0, 60, NULL), soft = stretched(20, 60, NULL);
    ck_assert_double_eq(stretched(INFINITY, 60, NULL), usual);
    ck_assert_double_lt(stretched(0, 240, NULL), 0.1 * usual);
    ck_assert_double_gt(soft, 1.5 * usual);
    ck_assert_double_eq_tol(stretched(20, 240, NULL), soft,
                            0.1 * soft); /* in steps of any length */
}
END_TEST

/* ---- Kept ------------------------------------------------------------------------------------ */

static bool write_bytes(void *context, const void *bytes, size_t size) {
    unsigned char **at = context;
    memcpy(*at, bytes, size);
    *at += size;
    return true;
}

/* Saves, frames and records hold what was set. */
START_TEST(stiffness_is_kept) {
    static unsigned char record[1 << 20], save[1 << 16];
    unsigned char *at = record;
    const evo_record_config recording = {.write = write_bytes, .context = &at};
    evo_world *world, *other = world_of(0, 0);
    evo_frame *frame = NULL;
    evo_replay *replay;
    evo_replay_call call;
    (void)stretched(0, 60, &world);
    ck_assert_int_eq(evo_record_begin(world, &recording), EVO_OK);
    ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
    evo_world_config config = evo_world_get(world);
    config.joint_hertz = 10;
    config.contact_hertz = 30;
    ck_assert_int_eq(evo_world_set(world, &config), EVO_OK);
    const size_t size = evo_world_save(world, save, sizeof save);
    ck_assert_uint_le(size, sizeof save);
    ck_assert_int_eq(evo_world_load(other, save, size), EVO_OK);
    ck_assert_double_eq(evo_world_get(other).joint_hertz, 10);
    ck_assert_double_eq(evo_world_get(other).contact_hertz, 30);
    run(world, 1, 60);
    run(other, 1, 60);
    ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(other));
    ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
    ck_assert_double_eq(evo_world_get(world).joint_hertz, 0);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    ck_assert_int_eq(evo_replay_open(&replay, record, (size_t)(at - record), NULL), EVO_OK);
    for (call.name = ""; call.name;) {
        ck_assert_int_eq(evo_replay_next(replay, &call), EVO_OK);
        ck_assert_int_eq(call.difference, EVO_SAME);
    }
    evo_replay_close(replay);
    evo_frame_destroy(frame);
    evo_world_destroy(world);
    evo_world_destroy(other);
}
END_TEST

Suite *suite_stiffness(void) {
    Suite *suite = suite_create("stiffness");
    TCase *all = tcase_create("stiffness");
    tcase_add_test(all, contacts_are_as_stiff_as_is_asked);
    tcase_add_test(all, studies_converge);
    tcase_add_test(all, joints_are_as_stiff_as_is_asked);
    tcase_add_test(all, stiffness_is_kept);
    suite_add_tcase(suite, all);
    return suite;
}
