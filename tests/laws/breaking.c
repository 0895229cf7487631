/* breaking.c: joints break by their load, whichever part of a step a hit comes in and however
 * long steps are; forces of joints and impulses of contacts are those of the whole step. */
#include <math.h>
#include <stdlib.h>

#include "evolute/contact.h"
#include "evolute/joint.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { PHASES = 16, HALVINGS = 9, CONTACTS = 8 };

static const double RATES[] = {30, 60, 120, 240};

/* ---- Breaking -------------------------------------------------------------------------------- */

/* Where a ball begins that falls on a welded plank: `part` of a step's way above the rest. */
typedef struct hit_plank {
    double rate, part, bears;
    bool by_torque;
} hit_plank;

static bool breaks(const hit_plank *hit) {
    evo_world *world = lab_world(10);
    evo_body_config post = lab_body(evo_box(0.5, 0.5), 0, 5);
    post.kind = EVO_STATIC;
    evo_joint_config weld = evo_joint_config_default(EVO_WELD);
    const evo_body_config plank = lab_body(evo_box(1, 0.1), 1.5, 5);
    weld.a = evo_body_create(world, &post);
    weld.b = evo_body_create(world, &plank);
    weld.frame_a.position.x = 0.5;
    weld.frame_b.position.x = -1;
    *(hit->by_torque ? &weld.break_torque : &weld.break_force) = hit->bears;
    (void)evo_joint_create(world, &weld);
    for (int i = 0; i < (int)hit->rate / 4; ++i) evo_world_step(world, 1 / hit->rate);
    evo_body_config ball = lab_body(evo_circle(0.3), 1.5, 7 + hit->part * 10 / hit->rate);
    ball.velocity.y = -10;
    (void)evo_body_create(world, &ball);
    size_t broken = 0;
    for (int i = 0; i < (int)hit->rate && broken == 0; ++i) {
        evo_world_step(world, 1 / hit->rate);
        (void)evo_world_joint_ends(world, &broken);
    }
    evo_world_destroy(world);
    return broken > 0;
}

/* The greatest force, or torque, at which the plank breaks off. */
static double bears(double rate, double part, bool by_torque) {
    double low = 20, high = 2000;
    for (int i = 0; i < HALVINGS; ++i) {
        const double middle = sqrt(low * high);
        const hit_plank hit = {rate, part, middle, by_torque};
        *(breaks(&hit) ? &low : &high) = middle;
    }
    return low;
}

static int by_size(const void *first, const void *second) {
    const double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

/* @break-any-step */
START_TEST(a_hit_breaks_at_every_part_of_a_step) {
    double halves[4], most = 0, least = INFINITY;
    for (int r = 0; r < 4; ++r) {
        double found[PHASES];
        for (int i = 0; i < PHASES; ++i) found[i] = bears(RATES[r], (i + 0.5) / PHASES, _i == 1);
        qsort(found, PHASES, sizeof *found, by_size);
        halves[r] = found[PHASES / 2];
        most = fmax(most, halves[r]);
        least = fmin(least, halves[r]);
        ck_assert_msg(found[PHASES - 1] < 1.4 * found[0], "%g to %g at %g steps a second", found[0],
                      found[PHASES - 1], RATES[r]);
    }
    ck_assert_msg(most < 1.4 * least, "half break at %g, %g, %g, %g", halves[0], halves[1],
                  halves[2], halves[3]);
}
END_TEST

/* What hangs at rest breaks nothing that bears its weight, at any rate. */
START_TEST(weight_is_borne) {
    for (int r = 0; r < 4; ++r)
        for (int n = 0; n < 2; ++n) {
            evo_world *world = lab_world(10);
            const evo_body_config config = lab_body(evo_circle(0.5), 0, -2);
            const evo_body ball = evo_body_create(world, &config);
            evo_joint_config rod = evo_joint_config_default(EVO_DISTANCE);
            rod.b = ball;
            rod.break_force = (n ? 0.95 : 1.05) * 10 * evo_body_mass(world, ball).mass;
            const evo_joint joint = evo_joint_create(world, &rod);
            for (int i = 0; i < (int)RATES[r]; ++i) evo_world_step(world, 1 / RATES[r]);
            ck_assert(evo_joint_exists(world, joint) == (n == 0));
            evo_world_destroy(world);
        }
}
END_TEST

/* ---- Whole steps ----------------------------------------------------------------------------- */

/* Impulse of all contacts of a body in the last step. */
static evo_vec2 contacts_on(const evo_world *world, evo_body body) {
    evo_contact found[CONTACTS];
    evo_vec2 sum = {0, 0};
    const size_t count = evo_body_contacts(world, body, found, CONTACTS);
    for (size_t i = 0; i < count && i < CONTACTS; ++i)
        for (int k = 0; k < found[i].count; ++k) {
            const evo_contact_point *p = &found[i].points[k];
            sum.x += p->normal_impulse * p->normal.x - p->tangential_impulse * p->normal.y;
            sum.y += p->normal_impulse * p->normal.y + p->tangential_impulse * p->normal.x;
        }
    return sum;
}

static evo_shape some_shape(void) {
    const int kind = (int)random_between(0, 3.999);
    const double size = random_between(0.2, 0.6);
    if (kind == 0) return evo_circle(size);
    if (kind == 1) return evo_ellipse(size, 0.6 * size);
    return kind == 2 ? evo_box(size, 0.7 * size)
                     : evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0}, 0.4 * size);
}

/* Bodies that land and roll on a floor: in each step at the end of which one touches, contacts gave
 * what its velocity has changed by, less gravity's part. */
START_TEST(contacts_give_what_velocities_change_by) {
    int touched = 0, wrong = 0;
    random_seed(56);
    for (int run = 0; run < 150; ++run) {
        const double h = 1 / random_scale(30, 240);
        evo_world *world = lab_world(10);
        evo_body_config floor = lab_body(evo_box(20, 1), 0, -1);
        floor.kind = EVO_STATIC;
        (void)evo_body_create(world, &floor);
        evo_body_config config = lab_body(some_shape(), 0, random_between(0.6, 1.5));
        config.angle = random_between(-3, 3);
        config.velocity.x = random_between(-3, 3);
        config.material.friction = random_between(0, 1);
        const evo_body body = evo_body_create(world, &config);
        const double mass = evo_body_mass(world, body).mass;
        for (double t = 0; t < 1.5; t += h) {
            const evo_vec2 before = evo_body_velocity(world, body);
            evo_world_step(world, h);
            const evo_vec2 after = evo_body_velocity(world, body), sum = contacts_on(world, body);
            if (sum.x == 0 && sum.y == 0) continue;
            const double x = mass * (after.x - before.x) - sum.x;
            const double y = mass * (after.y - before.y + 10 * h) - sum.y;
            ++touched;
            wrong += hypot(x, y) > 1e-3 * mass;
        }
        evo_world_destroy(world);
    }
    ck_assert_int_gt(touched, 5000);
    ck_assert_msg(wrong * 100 <= touched, "%d of %d steps", wrong, touched);
}
END_TEST

/* A pendulum of two rods: each mean force is what the bodies below it have got. */
START_TEST(joints_give_what_velocities_change_by) {
    random_seed(65);
    for (int run = 0; run < 20; ++run) {
        const double h = 1 / random_scale(30, 240);
        evo_world *world = lab_world(10);
        const evo_body_config config = lab_body(evo_box(0.5, 0.1), 0.5, 0);
        const evo_body body = evo_body_create(world, &config);
        evo_joint_config hinge = evo_joint_config_default(EVO_REVOLUTE);
        hinge.b = body;
        hinge.frame_b.position.x = -0.5;
        const evo_joint joint = evo_joint_create(world, &hinge);
        const double mass = evo_body_mass(world, body).mass;
        for (double t = 0; t < 2; t += h) {
            const evo_vec2 before = evo_body_velocity(world, body);
            evo_world_step(world, h);
            const evo_vec2 after = evo_body_velocity(world, body);
            const evo_vec2 force = evo_joint_force(world, joint);
            const double x = mass * (after.x - before.x) / h - force.x;
            const double y = mass * ((after.y - before.y) / h + 10) - force.y;
            ck_assert_msg(hypot(x, y) < 1e-3 * 10 * mass, "off by %g of the weight",
                          hypot(x, y) / (10 * mass));
        }
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_breaking(void) {
    Suite *suite = suite_create("breaking");
    TCase *phases = tcase_create("phases"), *whole = tcase_create("whole");
    tcase_add_loop_test(phases, a_hit_breaks_at_every_part_of_a_step, 0, 2);
    tcase_add_test(phases, weight_is_borne);
    tcase_add_test(whole, contacts_give_what_velocities_change_by);
    tcase_add_test(whole, joints_give_what_velocities_change_by);
    suite_add_tcase(suite, phases);
    suite_add_tcase(suite, whole);
    return suite;
}
