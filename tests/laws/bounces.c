/* bounces.c: rebound heights, and that no body gains energy from the floor. Bodies that bounce
 * among others rise as high as alone, without gain, alike at all rates, at the price of contacts;
 * they rest at last. */
#include <math.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10;
static const double PI = 3.14159265358979323846;

/* ---- Bounces --------------------------------------------------------------------------------- */

/* The greatest height within some seconds, measured after the ground has taken half of the speed of
 * the fall. */
static double rebound_height(evo_world *world, evo_body body, double seconds) {
    double highest = -1e30, fastest = 0;
    bool turned = false;
    for (int i = 0; i < (int)(60 * seconds); ++i) {
        lab_run(world, 1);
        double speed = evo_body_velocity(world, body).y;
        fastest = fmin(fastest, speed);
        turned |= speed > 0.5 * fastest;
        if (turned) highest = fmax(highest, evo_body_pose(world, body).position.y);
    }
    return highest;
}

typedef struct drop {
    evo_shape ground;
    double ground_y; /* of the ground's top */
    evo_shape shape; /* dropped straight */
    double half;     /* its half height */
} drop;

static void check_drop(const drop *d, double height, double restitution) {
    evo_world *world = lab_world(GRAVITY);
    lab_fixed(world, d->ground, 0, 0);
    double rests = d->ground_y + d->half;
    evo_body_config config = lab_body(d->shape, 0, rests + height);
    config.material.restitution = restitution;
    evo_body body = evo_body_create(world, &config);
    double falls = sqrt(2 * height / GRAVITY);
    double top = rebound_height(world, body, falls * (1 + 1.2 * restitution) + 0.2) - rests;
    ck_assert_double_eq_tol(top / height, restitution * restitution, 2e-3);
    ck_assert_double_lt(top / height, restitution * restitution + 1e-4);
    evo_world_destroy(world);
}

static const double RESTITUTIONS[] = {0, 0.5, 1};
static const double HEIGHTS[] = {0.5, 1, 3.3, 10, 50};
enum { HEIGHT_COUNT = sizeof HEIGHTS / sizeof *HEIGHTS };

static void check_drops(const drop *d, double restitution) {
    for (int i = 0; i < HEIGHT_COUNT; ++i) check_drop(d, HEIGHTS[i], restitution);
}

/* Dropped from h, a body rebounds to restitution² h, whatever its size. */
START_TEST(disks_rebound_from_a_segment) {
    static const double radii[] = {0.1, 0.5, 2};
    const evo_vec2 left = {-10, 0}, right = {10, 0};
    for (int i = 0; i < 3; ++i) {
        drop d = {evo_segment(left, right), 0, evo_circle(radii[i]), radii[i]};
        check_drops(&d, RESTITUTIONS[_i]);
    }
}
END_TEST

START_TEST(disks_rebound_from_a_disk) {
    drop d = {evo_circle(2), 2, evo_circle(0.5), 0.5};
    check_drops(&d, RESTITUTIONS[_i]);
}
END_TEST

START_TEST(disks_rebound_from_a_ring) {
    drop d = {evo_ring(2, 1, 0, 2 * PI), 2.5, evo_circle(0.5), 0.5};
    check_drops(&d, RESTITUTIONS[_i]);
}
END_TEST

START_TEST(flat_ellipses_rebound) {
    const evo_vec2 left = {-10, 0}, right = {10, 0};
    drop on_segment = {evo_segment(left, right), 0, evo_ellipse(0.6, 0.35), 0.35};
    drop on_ellipse = {evo_ellipse(3, 1), 1, evo_ellipse(0.6, 0.35), 0.35};
    check_drops(&on_segment, RESTITUTIONS[_i]);
    check_drops(&on_ellipse, RESTITUTIONS[_i]);
}
END_TEST

/* Elastic bounces do not decay: in a minute little energy is lost and none gained. */
START_TEST(bounces_go_on) {
    static const double heights[] = {0.7, 1, 5};
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 10, 0);
    evo_body_config config = lab_body(evo_circle(0.5), 0, heights[_i] + 0.5);
    config.material.restitution = 1;
    evo_body body = evo_body_create(world, &config);
    double lowest = evo_body_mass(world, body).mass * GRAVITY * 0.5;
    double before = lab_energy(world, body, GRAVITY) - lowest, least = 1, most = 1;
    for (int i = 0; i < 60 * 60; ++i) {
        lab_run(world, 1);
        double part = (lab_energy(world, body, GRAVITY) - lowest) / before;
        least = fmin(least, part);
        most = fmax(most, part);
    }
    ck_assert_double_lt(most, 1.001);
    ck_assert_double_gt(least, 0.9);
    evo_world_destroy(world);
}
END_TEST

/* Two equal disks exchange their speeds in a head-on impact; with restitution e they separate with
 * e times the speed of approach. */
START_TEST(head_on) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(0.5), -3, 0);
    config.material.restitution = RESTITUTIONS[_i];
    config.velocity.x = 4;
    evo_body first = evo_body_create(world, &config);
    config.position.x = 3;
    config.velocity.x = -2;
    evo_body second = evo_body_create(world, &config);
    lab_run(world, 120);
    double apart = 6 * RESTITUTIONS[_i];
    ck_assert_double_eq_tol(evo_body_velocity(world, first).x, 1 - apart / 2, 1e-4);
    ck_assert_double_eq_tol(evo_body_velocity(world, second).x, 1 + apart / 2, 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* ---- Rocking --------------------------------------------------------------------------------- */

/* Released at an angle, an ellipse rocks on the floor: its energy never exceeds the initial one,
 * and as it does not slip or bounce hard, some is left after ten seconds. */
START_TEST(a_rocking_ellipse_gains_nothing) {
    static const double angles[] = {0.3, 0.6, 0.9, 1.2};
    const double angle = angles[_i], a = 0.6, b = 0.35;
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 50, 0);
    evo_body_config config = lab_body(evo_ellipse(a, b), 0, 0);
    config.position.y = hypot(a * sin(angle), b * cos(angle));
    config.angle = angle;
    evo_body body = evo_body_create(world, &config);
    double lowest = evo_body_mass(world, body).mass * GRAVITY * b;
    double before = lab_energy(world, body, GRAVITY) - lowest, most = 0, later = 0;
    for (int i = 0; i < 60 * 60; ++i) {
        lab_run(world, 1);
        double energy = lab_energy(world, body, GRAVITY) - lowest;
        most = fmax(most, energy / before);
        if (i == 600) later = energy / before;
    }
    ck_assert_double_lt(most, 1.001);
    ck_assert_double_gt(later, 0.1);
    evo_world_destroy(world);
}
END_TEST

/* An ellipse that rolls over its ends gains none either. */
START_TEST(a_tumbling_ellipse_gains_nothing) {
    const double a = 0.6, b = 0.35;
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 1000, 0);
    evo_body_config config = lab_body(evo_ellipse(a, b), -300, b);
    config.spin = -8;
    config.velocity.x = 8 * b;
    evo_body body = evo_body_create(world, &config);
    double before = lab_energy(world, body, GRAVITY), most = 0;
    for (int i = 0; i < 60 * 60; ++i) {
        lab_run(world, 1);
        most = fmax(most, lab_energy(world, body, GRAVITY) / before);
    }
    ck_assert_double_lt(most, 1.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- Bumpers --------------------------------------------------------------------------------- */

static double twice(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return 2 * fmax(a->restitution, b->restitution);
}

static double nonsense(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return a->restitution == b->restitution ? -1 : NAN;
}

typedef double mixing(void *context, const evo_material *a, const evo_material *b);

/* The speed of a disk that comes at 3 units a second upon a disk that stands still. */
static double speed_after(const evo_exact_config *exact, double restitution, mixing *mix) {
    evo_world_config config = evo_world_config_default();
    config.exact = exact;
    config.mix_restitution = mix;
    evo_world *world = lab_make(config);
    evo_body_config bumper = lab_body(evo_circle(1), 0, 0), ball = lab_body(evo_circle(0.2), 0, 3);
    bumper.kind = EVO_STATIC;
    bumper.material.restitution = restitution;
    ball.velocity.y = -3;
    evo_body_create(world, &bumper);
    evo_body body = evo_body_create(world, &ball);
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    const double speed = evo_body_velocity(world, body).y;
    evo_world_destroy(world);
    return speed;
}

/* A restitution above 1 gives back more than it takes; a rule's answer counts where it is one. */
START_TEST(bumpers_add_speed) {
    const evo_exact_config *exact = _i == 0 ? NULL : &EXACT;
    ck_assert_double_eq_tol(speed_after(exact, 1.5, NULL), 4.5, 1e-5);
    ck_assert_double_eq_tol(speed_after(exact, 4, NULL), 12, 1e-5);
    ck_assert_double_eq_tol(speed_after(exact, 0.75, twice), 4.5, 1e-5);
    ck_assert_double_eq_tol(speed_after(exact, 3, twice), 9, 1e-5); /* 6 is too much */
    ck_assert_double_eq_tol(speed_after(exact, 1.5, nonsense), 4.5, 1e-5);
}
END_TEST

/* Beyond 4 it is refused, and it is said why. */
START_TEST(restitution_has_a_limit) {
    evo_world *world = lab_world(GRAVITY);
    evo_body body = lab_fixed(world, evo_circle(1), 0, 0);
    evo_collider collider;
    ck_assert_uint_eq(evo_body_colliders(world, body, &collider, 1), 1);
    evo_material material = evo_material_default();
    material.restitution = 4;
    ck_assert_int_eq(evo_material_check(&material), EVO_OK);
    ck_assert_int_eq(evo_collider_set_material(world, collider, &material), EVO_OK);
    material.restitution = 4.001;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_LIMIT);
    ck_assert_int_eq(evo_collider_set_material(world, collider, &material), EVO_ERROR_LIMIT);
    ck_assert_double_eq(evo_collider_get(world, collider).material.restitution, 4);
    material.restitution = -1;
    ck_assert_int_eq(evo_material_check(&material), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_material_check(NULL), EVO_ERROR_INVALID);
    evo_world_destroy(world);
}
END_TEST

/* ---- Plastic rows ---------------------------------------------------------------------------- */

/* In space, a plastic body hits others that touch in a row: all go on together, after some steps,
 * each with .4 to 1.6 of its part. */
START_TEST(plastic_rows_share_what_they_get) {
    const evo_shape shapes[] = {evo_circle(0.5), evo_box(0.5, 0.5), evo_ellipse(0.5, 0.3),
                                evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2)};
    random_seed(77 + (uint64_t)_i);
    for (int run = 0; run < 40; ++run) {
        evo_world *world = lab_space();
        const int count = 3 + run % 4;
        const double speed = random_between(0.5, 8), way = random_between(1, 1.2);
        evo_body bodies[6];
        for (int i = 0; i < count; ++i) {
            evo_body_config body = lab_body(shapes[_i], i > 0 ? i : -way, 0);
            body.velocity.x = i > 0 ? 0 : speed;
            bodies[i] = evo_body_create(world, &body);
        }
        lab_run(world, 5 + (int)(60 * way / speed));
        for (int i = 0; i < count; ++i) {
            const double part = evo_body_velocity(world, bodies[i]).x / speed * count;
            ck_assert_msg(fabs(part - 1) < 0.6, "run %d: body %d of %d has %g of its part", run, i,
                          count, part);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Crowds ---------------------------------------------------------------------------------- */

enum { CROWD = 120, KINDS = 5 };

/* ---- Heights --------------------------------------------------------------------------------- */

static evo_body drop_on_two_floors(evo_world *world, evo_shape shape, double half, double height,
                                   double restitution) {
    const double sides[] = {-9.5, 9.5};
    for (int i = 0; i < 2; ++i) {
        evo_body_config floor = lab_body(evo_box(10, 1), sides[i], -1);
        floor.kind = EVO_STATIC;
        evo_body_create(world, &floor);
    }
    evo_body_config body = lab_body(shape, 0.01, half + height);
    body.material.restitution = restitution;
    return evo_body_create(world, &body);
}

/* Returns the energy of each flight, as a height, in terms of what it should be: the worst. */
static double worst_height(evo_shape shape, double half, double restitution, double dt) {
    const double height = random_between(1.5, 4);
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -GRAVITY;
    setting.impact_speed = INFINITY; /* touches that begin are not counted */
    evo_world *world = lab_make(setting);
    const evo_body body = drop_on_two_floors(world, shape, half, height, restitution);
    double expected = height, worst = 0, before = -1;
    /* What comes more slowly than the threshold does not bounce. */
    while (2 * GRAVITY * expected * restitution * restitution > 2) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        const double speed = evo_body_velocity(world, body).y;
        if (speed < 0 && before > 0) {
            expected *= restitution * restitution;
            const double energy =
                lab_energy(world, body, GRAVITY) / evo_body_mass(world, body).mass;
            worst = fmax(worst, fabs((energy / GRAVITY - half) / expected - 1));
        }
        before = speed;
    }
    ck_assert_uint_eq(evo_world_counters(world).impacts, 0); /* all by rows */
    evo_world_destroy(world);
    return worst;
}

START_TEST(rows_bounce_as_high_as_they_should) {
    random_seed(5);
    for (int n = 0; n < 30; ++n) {
        const double dt = 1 / random_scale(30, 240), restitution = random_between(0.5, 0.9);
        const double radius = random_between(0.3, 0.6);
        const evo_shape shapes[] = {evo_circle(radius), evo_box(radius, radius),
                                    evo_ellipse(0.7 * radius, radius)};
        const double worst = worst_height(shapes[n % 3], radius, restitution, dt);
        ck_assert_msg(worst < 3e-4, "run %d: off by %g", n, worst);
    }
}
END_TEST

START_TEST(what_is_slow_does_not_bounce) {
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -GRAVITY;
    setting.impact_speed = INFINITY; /* touches that begin are not counted */
    evo_world *world = lab_make(setting);
    const evo_body body = drop_on_two_floors(world, evo_circle(0.5), 0.5, 0.03, 0.9);
    for (int i = 0; i < 60; ++i) { /* it comes at .77; the threshold is 1 */
        lab_run(world, 1);
        ck_assert_double_le(evo_body_velocity(world, body).y, 1e-3);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Pours ----------------------------------------------------------------------------------- */

typedef struct pour {
    evo_world *world;
    evo_body bodies[CROWD];
    double wide;
} pour;

static evo_shape part_of(int kind, double reach) {
    const evo_vec2 left = {-0.5 * reach, 0}, right = {0.5 * reach, 0};
    if (kind == 0) return evo_circle(reach);
    if (kind == 1) return evo_box(0.8 * reach, 0.6 * reach);
    if (kind == 2) return evo_capsule(left, right, 0.5 * reach);
    if (kind == 3) return evo_ellipse(reach, 0.6 * reach);
    return evo_ring(0.8 * reach, 0.4 * reach, 0, 6.2831853);
}

/* Bodies of all kinds above a box. */
static pour pour_of(double restitution, double friction) {
    pour p = {.world = lab_world(GRAVITY), .wide = 9};
    evo_material material = evo_material_default();
    material.restitution = restitution;
    material.friction = friction;
    const evo_vec2 at[] = {{0, -1}, {-5.5, 17}, {5.5, 17}};
    for (int i = 0; i < 3; ++i) {
        evo_body_config wall = lab_body(i ? evo_box(1, 20) : evo_box(8, 1), at[i].x, at[i].y);
        wall.kind = EVO_STATIC;
        wall.material = material;
        evo_body_create(p.world, &wall);
    }
    for (int i = 0; i < CROWD; ++i) {
        const evo_shape shape = part_of((int)random_between(0, KINDS), random_between(0.25, 0.4));
        evo_body_config body = lab_body(shape, -3.9 + 1.3 * (i % 7), 0.8 + 1.2 * (double)(i / 7));
        body.angle = random_between(0, 6);
        body.velocity = random_vector(3);
        body.material = material;
        p.bodies[i] = evo_body_create(p.world, &body);
    }
    return p;
}

static double energy_of(const pour *p) {
    return evo_world_kinetic_energy(p->world) + evo_world_potential_energy(p->world);
}

static void check_inside(const pour *p) {
    for (int i = 0; i < CROWD; ++i) {
        const evo_vec2 at = evo_body_pose(p->world, p->bodies[i]).position;
        ck_assert_msg(at.y > -0.1 && fabs(at.x) < 0.5 * p->wide + 0.1, "body %d is at (%g, %g)", i,
                      at.x, at.y);
    }
}

/* A thousandth of the energy in a step, by friction after impacts; few of them are events. */
START_TEST(crowds_gain_nothing) {
    random_seed(11 + (uint64_t)_i);
    const double restitution = random_between(0.1, 0.9), friction = _i % 2 ? 0.5 : 0;
    pour p = pour_of(restitution, friction);
    const double dt = 1 / random_scale(40, 200), begun = energy_of(&p);
    double energy = begun;
    for (double time = 0; time < 4; time += dt) {
        ck_assert_int_eq(evo_world_step(p.world, dt), EVO_OK);
        const double now = energy_of(&p);
        ck_assert_msg(now < energy + 1e-3 * begun, "at %g: %g to %g", time, energy / begun,
                      now / begun);
        energy = now;
    }
    check_inside(&p);
    ck_assert_uint_lt(evo_world_counters(p.world).impacts, 30 * CROWD);
    evo_world_destroy(p.world);
}
END_TEST

/* The mean energy that is left at some times of a pour. */
static void run_pours(double dt, double energies[4]) {
    enum { POURS = 8 };
    for (int k = 0; k < 4; ++k) energies[k] = 0;
    for (int n = 0; n < POURS; ++n) {
        random_seed(400 + (uint64_t)n);
        pour p = pour_of(0.5, 0.4);
        const double begun = energy_of(&p);
        for (int k = 0; k < 4; ++k) {
            for (int i = 0; i < (int)(0.75 / dt + 0.5); ++i) evo_world_step(p.world, dt);
            energies[k] += energy_of(&p) / begun / POURS;
        }
        evo_world_destroy(p.world);
    }
}

START_TEST(pours_lose_as_much_at_all_rates) {
    double slow[4], fast[4];
    run_pours(1.0 / 60, slow);
    run_pours(1.0 / 240, fast);
    for (int k = 0; k < 4; ++k)
        ck_assert_msg(fabs(slow[k] - fast[k]) < 0.02, "time %d: %g, %g", k, slow[k], fast[k]);
}
END_TEST

/* ---- Rest ------------------------------------------------------------------------------------ */

START_TEST(what_bounces_rests_at_last) {
    const double restitution = 0.3 + 0.2 * _i;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -GRAVITY;
    evo_world *world = evo_world_create(&config);
    lab_fixed(world, evo_box(50, 1), 0, -1);
    for (int i = 0; i < 15; ++i) {
        evo_body_config box = lab_body(evo_box(0.5, 0.5), 2.0 * (i / 5), 0.55 + 1.05 * (i % 5));
        box.material.restitution = restitution;
        evo_body_create(world, &box);
    }
    lab_run(world, 240);
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_bounces(Suite *suite) {
    TCase *bounces = tcase_create("bounces"), *rocking = tcase_create("rocking"),
          *bumpers = tcase_create("bumpers"), *plastic = tcase_create("plastic");
    tcase_add_loop_test(bounces, disks_rebound_from_a_segment, 0, 3);
    tcase_add_loop_test(bounces, disks_rebound_from_a_disk, 0, 3);
    tcase_add_loop_test(bounces, disks_rebound_from_a_ring, 0, 3);
    tcase_add_loop_test(bounces, flat_ellipses_rebound, 0, 3);
    tcase_add_loop_test(bounces, bounces_go_on, 0, 3);
    tcase_add_loop_test(bounces, head_on, 0, 3);
    tcase_add_loop_test(rocking, a_rocking_ellipse_gains_nothing, 0, 4);
    tcase_add_test(rocking, a_tumbling_ellipse_gains_nothing);
    tcase_add_loop_test(bumpers, bumpers_add_speed, 0, 2);
    tcase_add_test(bumpers, restitution_has_a_limit);
    tcase_add_loop_test(plastic, plastic_rows_share_what_they_get, 0, 4);
    suite_add_tcase(suite, bounces);
    suite_add_tcase(suite, bumpers);
    suite_add_tcase(suite, plastic);
    suite_add_tcase(suite, rocking);
}

static void add_bouncing_crowds(Suite *suite) {
    TCase *heights = tcase_create("heights"), *pours = tcase_create("pours"),
          *rest = tcase_create("rest");
    tcase_add_test(heights, rows_bounce_as_high_as_they_should);
    tcase_add_test(heights, what_is_slow_does_not_bounce);
    tcase_add_loop_test(pours, crowds_gain_nothing, 0, 8);
    tcase_add_test(pours, pours_lose_as_much_at_all_rates);
    tcase_add_loop_test(rest, what_bounces_rests_at_last, 0, 4);
    suite_add_tcase(suite, heights);
    suite_add_tcase(suite, pours);
    suite_add_tcase(suite, rest);
}

Suite *suite_bounces(void) {
    Suite *suite = suite_create("bounces");
    add_bounces(suite);
    add_bouncing_crowds(suite);
    return suite;
}
