/* sums.c: what exact worlds sum up and tell for theory: pushes, stress, energy lost, ways; runs
 * of so many impacts; gases that cool without collapse; and bodies by the array. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "evolute/snapshot.h"
#include "evolute/vector.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { ROWS = 8, BODIES = ROWS * ROWS };

typedef struct gas {
    evo_world *world;
    evo_body bodies[BODIES];
    double side;
} gas;

static evo_shape shape_of(int i, bool shaped) {
    if (!shaped || i % 3 == 0) return evo_circle(0.5);
    return i % 3 == 1 ? evo_ellipse(0.6, 0.3) : evo_box(0.4, 0.3);
}

/* Disks, or disks, ellipses and boxes; periodic, or between walls. */
static gas gas_make(bool shaped, bool walls, evo_material material, double apart) {
    evo_world_config config = evo_world_config_default();
    gas g = {.side = ROWS * apart};
    config.exact = &EXACT;
    config.gravity.y = 0;
    config.impact_speed = 0;
    config.boundary = walls ? EVO_WALLS : EVO_PERIODIC;
    config.bounds.max = evo_vec(g.side, g.side);
    config.wall = &material;
    g.world = evo_world_create(&config);
    for (int i = 0; i < BODIES; ++i) {
        evo_body_config body =
            lab_body(shape_of(i, shaped), apart * (i % ROWS + 0.5), apart * (i / ROWS + 0.5));
        body.material = material;
        body.velocity = random_vector(1);
        body.spin = random_between(-1, 1);
        g.bodies[i] = evo_body_create(g.world, &body);
        ck_assert(evo_body_exists(g.world, g.bodies[i]));
    }
    return g;
}

static evo_material material_of(double restitution, double friction) {
    evo_material material = evo_material_default();
    material.restitution = restitution;
    material.friction = friction;
    return material;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static void add_impacts(const evo_world *world, evo_tensor *sum, double *normal, double *wall) {
    size_t count;
    const evo_impact *all = evo_world_impacts(world, &count);
    for (size_t i = 0; i < count; ++i) {
        const evo_impact *m = &all[i];
        *normal += fabs(evo_dot(m->push, m->normal) - m->impulse);
        if (m->b.generation == 0) *wall += m->impulse;
        sum->xx += m->between.x * m->push.x;
        sum->xy += m->between.x * m->push.y;
        sum->yx += m->between.y * m->push.x;
        sum->yy += m->between.y * m->push.y;
    }
}

static void check_near(double a, double b, double of) {
    ck_assert_double_eq_tol(a, b, 1e-9 * (1 + fabs(of)));
}

/* Twice the energy of turning, which impacts of smooth disks leave alone. */
static double turning_of(const gas *g) {
    double sum = 0;
    for (int i = 0; i < BODIES; ++i) {
        const double spin = evo_body_spin(g->world, g->bodies[i]);
        sum += evo_body_mass(g->world, g->bodies[i]).inertia * spin * spin;
    }
    return sum;
}

/* Impacts tell what the tensors sum up; energy is what was there, less what was lost; without
 * friction and loss, kinetic stress is twice the energy times the time. @event-sums */
START_TEST(impacts_sum_up) {
    const bool shaped = _i % 2, walls = _i / 2 % 2, rough = _i / 4;
    random_seed(5);
    gas g = gas_make(shaped, walls, material_of(rough ? 0.9 : 1, rough ? 0.4 : 0), 1.6);
    const double before = evo_world_kinetic_energy(g.world);
    evo_tensor sum = {0, 0, 0, 0};
    double normal = 0, wall = 0;
    for (int step = 0; step < 40; ++step) {
        ck_assert_int_eq(evo_world_step(g.world, 0.1), EVO_OK);
        add_impacts(g.world, &sum, &normal, &wall);
        if (step == 20) /* a change in flight loses nothing */
            ck_assert_int_eq(evo_body_set_velocity(g.world, g.bodies[7],
                                                   evo_body_velocity(g.world, g.bodies[7])),
                             EVO_OK);
    }
    const evo_sums sums = evo_world_sums(g.world);
    ck_assert_uint_gt(sums.pair_impacts, 50);
    ck_assert_double_le(normal, 1e-9 * (double)sums.pair_impacts);
    check_near(sums.collisional.xx, sum.xx, sum.xx);
    check_near(sums.collisional.xy, sum.xy, sum.xx);
    check_near(sums.collisional.yx, sum.yx, sum.xx);
    check_near(sums.collisional.yy, sum.yy, sum.xx);
    ck_assert(sums.virial == sums.collisional.xx + sums.collisional.yy);
    check_near(sums.wall_impulse, wall, wall);
    check_near(sums.wall[0] + sums.wall[1] + sums.wall[2] + sums.wall[3], wall, wall);
    ck_assert(walls == (wall > 0));
    check_near(before - evo_world_kinetic_energy(g.world), sums.lost, before);
    if (!shaped && !rough)
        check_near(sums.kinetic.xx + sums.kinetic.yy + 4 * turning_of(&g), 8 * before, 8 * before);
    evo_world_destroy(g.world);
}
END_TEST

/* Of one body in flight: m v v and its square in time, with gravity, too. */
START_TEST(kinetic_stress_is_that_of_parabolas) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.gravity = evo_vec(0.5, -2);
    evo_world *world = evo_world_create(&config);
    evo_body_config body = lab_body(evo_circle(1), 0, 0);
    body.velocity = evo_vec(3, 4);
    const evo_body made = evo_body_create(world, &body);
    const double mass = evo_body_mass(world, made).mass;
    for (int i = 0; i < 7; ++i) {
        ck_assert_int_eq(evo_world_step(world, 0.25), EVO_OK);
        if (i == 3) ck_assert_int_eq(evo_body_set_spin(world, made, 1), EVO_OK);
    }
    const evo_sums sums = evo_world_sums(world);
    double xx = 0, xy = 0, yy = 0;
    enum { PARTS = 100000 };
    for (int i = 0; i < PARTS; ++i) {
        const double t = 1.75 * (i + 0.5) / PARTS, x = 3 + 0.5 * t, y = 4 - 2 * t;
        xx += mass * x * x * 1.75 / PARTS;
        xy += mass * x * y * 1.75 / PARTS;
        yy += mass * y * y * 1.75 / PARTS;
    }
    ck_assert_double_eq_tol(sums.kinetic.xx, xx, 1e-8 * xx);
    ck_assert_double_eq_tol(sums.kinetic.xy, xy, 1e-8 * xx);
    ck_assert_double_eq_tol(sums.kinetic.yx, xy, 1e-8 * xx);
    ck_assert_double_eq_tol(sums.kinetic.yy, yy, 1e-8 * yy);
    evo_world_destroy(world);
}
END_TEST

/* ---- Runs ------------------------------------------------------------------------------------ */

/* A run ends with the impact that was asked for, and goes on as one step would have.
 * @run-impacts */
START_TEST(runs_end_after_so_many_impacts) {
    random_seed(6);
    gas one = gas_make(_i, false, material_of(0.9, 0.1), 1.6);
    random_seed(6);
    gas other = gas_make(_i, false, material_of(0.9, 0.1), 1.6);
    double all = 0, done = -1;
    ck_assert_int_eq(evo_world_step(one.world, 3), EVO_OK);
    const uint64_t wanted = evo_world_sums(one.world).pair_impacts;
    uint64_t made = 0;
    while (all < 3 - 1e-9) {
        ck_assert_int_eq(evo_world_run(other.world, 3 - all, 17, &done), EVO_OK);
        const uint64_t now = evo_world_sums(other.world).pair_impacts;
        all += done;
        ck_assert(now - made == 17 || all > 3 - 1e-9);
        made = now;
    }
    ck_assert_uint_eq(made, wanted);
    for (int i = 0; i < BODIES; ++i) {
        const evo_vec2 a = evo_body_pose(one.world, one.bodies[i]).position,
                       b = evo_body_pose(other.world, other.bodies[i]).position;
        ck_assert_double_le(evo_length(evo_sub(a, b)), 1e-9);
    }
    ck_assert_int_eq(evo_world_run(other.world, NAN, 1, &done), EVO_ERROR_INVALID);
    ck_assert(done == 0);
    evo_world *steps = lab_world(1);
    ck_assert_int_eq(evo_world_run(steps, 1, 1, NULL), EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(steps);
    evo_world_destroy(one.world);
    evo_world_destroy(other.world);
}
END_TEST

/* Slices to one end have the bits of one run, whatever is asked between them. @run-slices */
START_TEST(slices_until_an_end_are_one_run) {
    random_seed(7);
    gas one = gas_make(_i, false, material_of(0.9, 0.1), 1.6);
    random_seed(7);
    gas other = gas_make(_i, false, material_of(0.9, 0.1), 1.6);
    const double ends[] = {0.1, 0.4, 0.4, 1.0 / 3 + 1, 7.3};
    ck_assert_int_eq(evo_world_run_until(one.world, 7.3, 0), EVO_OK);
    for (int i = 0; i < 5; ++i) {
        ck_assert_int_eq(evo_world_run_until(other.world, ends[i], 5), EVO_OK);
        ck_assert_int_eq(evo_world_run_until(other.world, ends[i], 0), EVO_OK);
        ck_assert_double_eq_tol(evo_world_time(other.world), ends[i], 1e-12);
        evo_world_next_event(other.world);
    }
    ck_assert(evo_world_time(one.world) == evo_world_time(other.world));
    ck_assert_uint_eq(evo_world_hash(one.world), evo_world_hash(other.world));
    const uint64_t before = evo_world_hash(one.world);
    ck_assert_int_eq(evo_world_run_until(one.world, 7.2, 0), EVO_OK);
    ck_assert_int_eq(evo_world_run_until(one.world, NAN, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_run_until(one.world, INFINITY, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_run_until(NULL, 1, 0), EVO_ERROR_INVALID);
    ck_assert_uint_eq(evo_world_hash(one.world), before);
    evo_world *steps = lab_world(1);
    ck_assert_int_eq(evo_world_run_until(steps, 1, 1), EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(steps);
    evo_world_destroy(one.world);
    evo_world_destroy(other.world);
}
END_TEST

/* ---- Cooling --------------------------------------------------------------------------------- */

/* Sets bodies of equal mass at rest as a whole. */
static void stop_all(gas *g) {
    evo_vec2 mean = {0, 0};
    for (int i = 0; i < BODIES; ++i)
        mean = evo_add(mean, evo_scale(1.0 / BODIES, evo_body_velocity(g->world, g->bodies[i])));
    for (int i = 0; i < BODIES; ++i) {
        const evo_vec2 velocity = evo_sub(evo_body_velocity(g->world, g->bodies[i]), mean);
        ck_assert_int_eq(evo_body_set_velocity(g->world, g->bodies[i], velocity), EVO_OK);
        ck_assert_int_eq(evo_body_set_spin(g->world, g->bodies[i], 0), EVO_OK);
    }
}

/* Restitution .3 and no gravity: without elastic impacts within the contact time pairs collapse. */
START_TEST(gases_cool_without_bursts) {
    random_seed(7);
    gas g = gas_make(false, false, material_of(0.3, 0), 1.3);
    stop_all(&g);
    const double before = evo_world_kinetic_energy(g.world);
    uint64_t most = 0, last = 0;
    double energy = before;
    for (int step = 0; step < 3000 && energy > 1e-4 * before; ++step) {
        ck_assert_int_eq(evo_world_step(g.world, 0.1 * sqrt(before / energy)), EVO_OK);
        const uint64_t now = evo_world_sums(g.world).pair_impacts;
        most = now - last > most ? now - last : most;
        last = now;
        energy = evo_world_kinetic_energy(g.world);
    }
    ck_assert_double_le(energy, 1e-4 * before);
    ck_assert_uint_le(most, 50 * BODIES);
    evo_world_destroy(g.world);
}
END_TEST

/* ---- Ways ------------------------------------------------------------------------------------ */

static evo_world *saved_and_loaded(evo_world *world) {
    const size_t size = evo_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    const evo_world_config config = evo_world_config_default();
    evo_world *copy = evo_world_create(&config);
    ck_assert(bytes && evo_world_save(world, bytes, size) == size);
    ck_assert_int_eq(evo_world_load(copy, bytes, size), EVO_OK);
    free(bytes);
    evo_world_destroy(world);
    return copy;
}

static double wrapped(double way, double side) {
    return way - side * floor(way / side + 0.5);
}

/* Ways are positions without the box: they go on over changes in flight and loads. */
START_TEST(ways_go_on_round_the_box) {
    random_seed(8);
    gas g = gas_make(_i, false, material_of(1, 0), 1.6);
    evo_vec2 ways[BODIES], sums[BODIES];
    const evo_body_arrays read = {.ways = ways};
    double longest = 0;
    for (int i = 0; i < BODIES; ++i) sums[i] = evo_body_pose(g.world, g.bodies[i]).position;
    for (int step = 0; step < 300; ++step) {
        evo_vec2 before[BODIES];
        for (int i = 0; i < BODIES; ++i) before[i] = evo_body_pose(g.world, g.bodies[i]).position;
        ck_assert_int_eq(evo_world_step(g.world, 0.2), EVO_OK);
        for (int i = 0; i < BODIES; ++i) {
            const evo_vec2 now = evo_body_pose(g.world, g.bodies[i]).position;
            sums[i].x += wrapped(now.x - before[i].x, g.side);
            sums[i].y += wrapped(now.y - before[i].y, g.side);
        }
        if (step % 50 == 20)
            ck_assert_int_eq(evo_body_set_spin(g.world, g.bodies[step % BODIES], 1), EVO_OK);
        if (step % 100 == 60) g.world = saved_and_loaded(g.world);
        (void)evo_world_next_event(g.world);
    }
    ck_assert_uint_eq(evo_world_read_bodies(g.world, g.bodies, BODIES, &read), BODIES);
    for (int i = 0; i < BODIES; ++i) {
        ck_assert_double_le(evo_length(evo_sub(ways[i], sums[i])), 1e-9);
        longest = fmax(longest, fabs(ways[i].x - evo_body_pose(g.world, g.bodies[i]).position.x));
    }
    ck_assert_double_ge(longest, g.side / 2);
    const evo_pose pose = {{1, 2}, 0};
    ck_assert_int_eq(evo_body_set_pose(g.world, g.bodies[3], pose), EVO_OK);
    evo_world_read_bodies(g.world, g.bodies + 3, 1, &read);
    ck_assert(ways[0].x == 1 && ways[0].y == 2);
    evo_world_destroy(g.world);
}
END_TEST

/* ---- Arrays ---------------------------------------------------------------------------------- */

/* Many bodies are those of as many calls; where one is refused none is made. @many-as-single */
START_TEST(many_are_made_as_one_by_one) {
    evo_world *one = lab_world(10), *many = lab_world(10);
    evo_shape shapes[BODIES];
    evo_pose poses[BODIES];
    evo_vec2 velocities[BODIES];
    double spins[BODIES];
    evo_body made[BODIES];
    evo_body_config common = lab_body(evo_circle(1), 0, 0);
    random_seed(9);
    for (int i = 0; i < BODIES; ++i) {
        shapes[i] = shape_of(i, true);
        poses[i] = (evo_pose){random_vector(50), random_between(-3, 3)};
        velocities[i] = random_vector(2);
        spins[i] = random_between(-2, 2);
        evo_body_config config = common;
        config.shape = shapes[i];
        config.position = poses[i].position;
        config.angle = poses[i].angle;
        config.velocity = velocities[i];
        config.spin = spins[i];
        ck_assert(evo_body_exists(one, evo_body_create(one, &config)));
    }
    const evo_body_arrays from = {.poses = poses, .velocities = velocities, .spins = spins};
    const uint64_t empty = evo_world_hash(many);
    shapes[BODIES - 1].of.circle.radius *= -1;
    ck_assert_uint_eq(evo_world_create_many(many, &common, shapes, &from, BODIES, made), 0);
    ck_assert_int_eq(evo_world_last_result(many), EVO_ERROR_INVALID);
    ck_assert(evo_world_hash(many) == empty);
    shapes[BODIES - 1].of.circle.radius *= -1;
    ck_assert_uint_eq(evo_world_create_many(many, &common, shapes, &from, BODIES, made), BODIES);
    ck_assert(evo_world_hash(many) == evo_world_hash(one));
    evo_mass masses[BODIES];
    bool asleep[BODIES];
    const evo_body_arrays read = {.masses = masses, .asleep = asleep};
    ck_assert_int_eq(evo_body_set_asleep(many, made[5], true), EVO_OK);
    ck_assert_uint_eq(evo_world_read_bodies(many, made, BODIES, &read), BODIES);
    for (int i = 0; i < BODIES; ++i) {
        ck_assert(masses[i].mass == evo_body_mass(many, made[i]).mass);
        ck_assert(asleep[i] == evo_body_asleep(many, made[i]));
    }
    ck_assert(asleep[5] && !asleep[6]);
    evo_world_destroy(one);
    evo_world_destroy(many);
}
END_TEST

START_TEST(colliders_are_read_as_by_single_calls) {
    random_seed(10);
    gas g = gas_make(true, false, material_of(0.5, 0.25), 1.6);
    evo_collider all[BODIES];
    evo_body bodies[BODIES];
    evo_shape shapes[BODIES];
    evo_material materials[BODIES];
    ck_assert_uint_eq(evo_world_colliders(g.world, all, BODIES), BODIES);
    ck_assert_int_eq(evo_body_destroy(g.world, g.bodies[4]), EVO_OK);
    const evo_collider_arrays to = {.bodies = bodies, .shapes = shapes, .materials = materials};
    ck_assert_uint_eq(evo_world_read_colliders(g.world, all, BODIES, &to), BODIES - 1);
    for (int i = 0; i < BODIES; ++i) {
        const evo_body body = evo_collider_body(g.world, all[i]);
        const evo_shape shape = evo_collider_shape(g.world, all[i]);
        ck_assert(bodies[i].index == body.index && bodies[i].generation == body.generation);
        ck_assert_int_eq(shapes[i].kind, shape.kind);
        ck_assert(materials[i].friction == evo_collider_material(g.world, all[i]).friction);
        ck_assert((i == 4) == (bodies[i].generation == 0));
    }
    evo_world_destroy(g.world);
}
END_TEST

Suite *suite_sums(void) {
    Suite *suite = suite_create("sums");
    TCase *sums = tcase_create("sums");
    tcase_add_loop_test(sums, impacts_sum_up, 0, 8);
    tcase_add_test(sums, kinetic_stress_is_that_of_parabolas);
    tcase_add_loop_test(sums, runs_end_after_so_many_impacts, 0, 2);
    tcase_add_loop_test(sums, slices_until_an_end_are_one_run, 0, 2);
    tcase_add_test(sums, gases_cool_without_bursts);
    tcase_add_loop_test(sums, ways_go_on_round_the_box, 0, 2);
    tcase_add_test(sums, many_are_made_as_one_by_one);
    tcase_add_test(sums, colliders_are_read_as_by_single_calls);
    suite_add_tcase(suite, sums);
    return suite;
}
