/* forces.c: forces of a step are what its contacts and impacts changed of momentum and spin. */
#include <math.h>
#include <stdlib.h>

#include "core/core.h"
#include "evolute/contact.h"
#include "evolute/query.h"
#include "evolute/snapshot.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { MOST = 64 };

static const double GRAVITY = 10;

/* A world of few bodies of all shapes, and how they moved before the step. */
typedef struct force_world {
    evo_world *world;
    evo_body bodies[MOST];
    evo_vec2 velocities[MOST];
    double spins[MOST];
    int count;
    double step;
} force_world;

/* How many bodies the law was asked of, how many were pushed, and how many were off by more than
 * the bounds. */
typedef struct force_tally {
    int asked, pushed, off[2];
} force_tally;

static const double BOUNDS[2] = {0.01, 0.1};

/* A shape of each kind in turn, small enough for its place. */
static evo_shape small_shape(int i) {
    const double r = random_between(0.2, 0.5), flat = random_between(0.5, 1);
    switch (i % 5) {
    case 0:
        return evo_circle(r);
    case 1:
        return evo_ellipse(r, flat * r);
    case 2:
        return evo_box(0.7 * r, 0.7 * flat * r);
    case 3:
        return evo_capsule(vec(-0.5 * r, 0), vec(0.5 * r, 0.2 * r), 0.4 * r);
    default:
        return evo_ring(0.8 * r, 0.4 * r, 0.5, random_between(1, 2.5));
    }
}

static force_world pour(int count, double restitution, double speed, double step) {
    force_world f = {.world = lab_world(GRAVITY), .count = count, .step = step};
    evo_material material = evo_material_default();
    material.restitution = restitution;
    lab_closed_box(f.world, 12, material);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 at = {1.5 + 1.3 * (i % 8), 1 + 1.3 * (i / 8)};
        evo_body_config config = lab_body(small_shape(i), at.x, at.y);
        config.angle = random_between(-3, 3);
        config.velocity = random_vector(speed);
        config.spin = random_between(-speed, speed);
        config.material = material;
        f.bodies[i] = evo_body_create(f.world, &config);
    }
    return f;
}

static void note(force_world *f) {
    for (int i = 0; i < f->count; ++i) {
        f->velocities[i] = evo_body_velocity(f->world, f->bodies[i]);
        f->spins[i] = evo_body_spin(f->world, f->bodies[i]);
    }
}

/* What forces gave to a body: momentum, and angular momentum about its centre of mass. */
typedef struct force_gift {
    evo_vec2 push;
    double twist, size;
} force_gift;

static force_gift gift_to(const evo_force *forces, size_t count, evo_body body) {
    force_gift gift = {{0, 0}, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        const bool first = forces[i].a.index == body.index,
                   second = forces[i].b.index == body.index;
        if (!first && !second) continue;
        const evo_vec2 push = second ? forces[i].impulse : vec_negate(forces[i].impulse);
        const evo_vec2 arm = second ? forces[i].arm_b : forces[i].arm_a;
        gift.push = vec_add(gift.push, push);
        gift.twist += vec_cross(arm, push);
        gift.size += vec_length(push);
    }
    return gift;
}

/* Part by which a body's change of motion is not what forces gave. */
static double error_of(const force_world *f, int i, const force_gift *gift) {
    const evo_mass mass = evo_body_mass(f->world, f->bodies[i]);
    const evo_vec2 change = vec_sub(evo_body_velocity(f->world, f->bodies[i]), f->velocities[i]);
    const evo_vec2 fall = {0, -GRAVITY * f->step};
    const double spin = evo_body_spin(f->world, f->bodies[i]) - f->spins[i];
    const double inertia = mass.inertia, gyration = sqrt(inertia / mass.mass);
    const evo_vec2 missed = vec_sub(vec_scale(vec_sub(change, fall), mass.mass), gift->push);
    const double scale =
        gift->size
        + mass.mass
              * (vec_length(f->velocities[i]) + GRAVITY * f->step + fabs(f->spins[i]) * gyration);
    return (vec_length(missed) + fabs(inertia * spin - gift->twist) / gyration) / scale;
}

static void judge(const force_world *f, force_tally *tally) {
    size_t count;
    const evo_force *forces = evo_world_forces(f->world, &count);
    for (int i = 0; i < f->count; ++i) {
        const force_gift gift = gift_to(forces, count, f->bodies[i]);
        const double error = error_of(f, i, &gift);
        ++tally->asked;
        tally->pushed += gift.size > 0;
        for (int k = 0; k < 2; ++k) tally->off[k] += error > BOUNDS[k];
    }
}

static void run(force_world *f, int steps, force_tally *tally) {
    for (int k = 0; k < steps; ++k) {
        note(f);
        ck_assert_int_eq(evo_world_step(f->world, f->step), EVO_OK);
        judge(f, tally);
    }
}

/* Normals turn within a step, of which the last one is told. @forces-sum */
START_TEST(forces_are_what_changed) {
    const double speeds[2] = {3, 60};
    random_seed(21);
    for (int fast = 0; fast < 2; ++fast) {
        force_tally tally = {0};
        for (int trial = 0; trial < 24; ++trial) {
            force_world f = pour(40, trial % 2 * 0.5, speeds[fast], LAB_STEP);
            run(&f, 60, &tally);
            evo_world_destroy(f.world);
        }
        ck_assert_int_gt(tally.pushed, tally.asked / 8);
        ck_assert_msg(tally.off[0] < tally.asked / 12 && tally.off[1] < tally.asked / 50,
                      "fast %d: %d and %d of %d are off", fast, tally.off[0], tally.off[1],
                      tally.asked);
    }
}
END_TEST

/* Returns the upward impulse of the last step on what is dynamic, by what stands. */
static double carried(const evo_world *world) {
    size_t count;
    double sum = 0;
    const evo_force *forces = evo_world_forces(world, &count);
    for (size_t i = 0; i < count; ++i) {
        if (evo_body_kind_of(world, forces[i].a) == EVO_STATIC) sum += forces[i].impulse.y;
        if (evo_body_kind_of(world, forces[i].b) == EVO_STATIC) sum -= forces[i].impulse.y;
    }
    return sum;
}

/* Some bodies rock a little: their weight is carried in the mean of a second. */
START_TEST(what_rests_gives_its_weight) {
    random_seed(22);
    for (int trial = 0; trial < 8; ++trial) {
        force_world f = pour(30, 0, 1, LAB_STEP);
        double weight = 0, sum = 0;
        lab_run(f.world, 1200);
        for (int i = 0; i < f.count; ++i)
            weight += evo_body_mass(f.world, f.bodies[i]).mass * GRAVITY;
        for (int i = 0; i < 60; ++i) {
            lab_run(f.world, 1);
            sum += carried(f.world);
        }
        ck_assert_double_eq_tol(sum, weight, 1e-3 * weight);
        evo_world_destroy(f.world);
    }
}
END_TEST

/* Forces are there when asked for first after many steps, and gone after a frame is restored, a
 * load and a step of no time; questions and edits between do not change them. */
START_TEST(forces_last_until_the_next_step) {
    force_world f = pour(30, 0, 1, LAB_STEP);
    size_t first, second, third;
    random_seed(23);
    lab_run(f.world, 100);
    evo_frame *frame = NULL;
    ck_assert_int_eq(evo_frame_keep(f.world, &frame), EVO_OK);
    const evo_bounds all = {{0, 0}, {12, 12}};
    evo_collider found[4];
    (void)evo_world_overlap_bounds(f.world, all, NULL, found, 4);
    evo_body_destroy(f.world, f.bodies[0]);
    const evo_force *forces = evo_world_forces(f.world, &first);
    ck_assert(forces != NULL && first > 10);
    for (size_t i = 0; i < first; ++i)
        ck_assert(evo_body_exists(f.world, forces[i].a) && evo_body_exists(f.world, forces[i].b));
    (void)evo_world_overlap_bounds(f.world, all, NULL, found, 4);
    ck_assert_ptr_eq(evo_world_forces(f.world, &second), forces);
    ck_assert(second == first);
    ck_assert_int_eq(evo_frame_restore(f.world, frame), EVO_OK);
    ck_assert(evo_world_forces(f.world, &third) == NULL && third == 0);
    lab_run(f.world, 1);
    ck_assert(evo_world_forces(f.world, &third) != NULL && third > 10);
    const size_t size = evo_world_save(f.world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert(bytes && evo_world_save(f.world, bytes, size) == size);
    ck_assert_int_eq(evo_world_load(f.world, bytes, size), EVO_OK);
    ck_assert(evo_world_forces(f.world, &third) == NULL && third == 0);
    free(bytes);
    lab_run(f.world, 1);
    ck_assert(evo_world_forces(f.world, &third) != NULL && third > 10);
    ck_assert_int_eq(evo_world_step(f.world, 0), EVO_OK);
    ck_assert(evo_world_forces(f.world, NULL) == NULL);
    evo_frame_destroy(frame);
    evo_world_destroy(f.world);
}
END_TEST

Suite *suite_forces(void) {
    Suite *suite = suite_create("forces");
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, forces_are_what_changed);
    tcase_add_test(laws, what_rests_gives_its_weight);
    tcase_add_test(laws, forces_last_until_the_next_step);
    suite_add_tcase(suite, laws);
    return suite;
}
