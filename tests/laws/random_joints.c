/* random_joints.c: laws of joints, searched at random: speeds are rates, sliders on carriers that
 * turn obey mechanics, and heavy parts of a light hub stay calm. */
#include <math.h>

#include "evolute/joint.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;

/* ---- Speeds ---------------------------------------------------------------------------------- */

/* A body that moves, with its centre of mass anywhere. */
typedef struct mover {
    evo_vec2 center, at, velocity; /* of mass: in the body, in the world, and its velocity */
    double angle, spin;
} mover;

/* Two of them, the first of which may be the world, and what joins them. */
typedef struct joined {
    bool to_world;
    mover sides[2];
    evo_joint_config config;
} joined;

static mover random_mover(void) {
    return (mover){random_vector(0.5), random_vector(2), random_vector(3), random_between(-3, 3),
                   random_between(-4, 4)};
}

static joined random_joined(evo_joint_kind kind) {
    joined j = {.to_world = random_between(0, 1) < 0.25, .config = evo_joint_config_default(kind)};
    for (int i = 0; i < 2; ++i) j.sides[i] = random_mover();
    j.config.frame_a = (evo_pose){random_vector(1), random_between(-3, 3)};
    j.config.frame_b = (evo_pose){random_vector(1), random_between(-3, 3)};
    return j;
}

/* Adds a body as it stands some time later, if nothing acts on it. */
static evo_body add_mover(evo_world *world, const mover *m, double later) {
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    const double angle = m->angle + later * m->spin, c = cos(angle), s = sin(angle);
    config.angle = angle;
    config.position.x = m->at.x + later * m->velocity.x - (c * m->center.x - s * m->center.y);
    config.position.y = m->at.y + later * m->velocity.y - (s * m->center.x + c * m->center.y);
    config.spin = m->spin;
    const evo_body body = evo_body_create(world, &config);
    const evo_mass mass = {1, m->center, 1};
    ck_assert_int_eq(evo_body_set_mass(world, body, mass), EVO_OK);
    ck_assert_int_eq(evo_body_set_velocity(world, body, m->velocity), EVO_OK);
    return body;
}

/* The coordinate that the motor of the joint drives, some time later, and its speed. */
static double coordinate_of(const joined *j, double later, double *speed) {
    const bool turns = j->config.kind == EVO_REVOLUTE || j->config.kind == EVO_WHEEL;
    evo_world *world = lab_world(0);
    evo_joint_config config = j->config;
    if (!j->to_world) config.a = add_mover(world, &j->sides[0], later);
    config.b = add_mover(world, &j->sides[1], later);
    const evo_joint joint = evo_joint_create(world, &config);
    ck_assert(evo_joint_exists(world, joint));
    *speed = evo_joint_speed(world, joint);
    const double value =
        turns ? evo_joint_angle(world, joint) : evo_joint_translation(world, joint);
    evo_world_destroy(world);
    return value;
}

START_TEST(speeds_are_rates) {
    static const evo_joint_kind kinds[] = {EVO_REVOLUTE, EVO_PRISMATIC, EVO_DISTANCE, EVO_WHEEL};
    const double later = 1e-5;
    random_seed(5);
    for (int i = 0; i < 400; ++i) {
        const joined j = random_joined(kinds[i % 4]);
        double speed, other;
        const double after = coordinate_of(&j, later, &other);
        const double before = coordinate_of(&j, -later, &other);
        (void)coordinate_of(&j, 0, &speed);
        ck_assert_double_eq_tol(speed, (after - before) / (2 * later), 1e-6 * (1 + fabs(speed)));
    }
}
END_TEST

/* ---- Sliders --------------------------------------------------------------------------------- */

/* A slider along an axis that lies anywhere on a carrier, which turns steadily. */
typedef struct slide {
    evo_world *world;
    evo_body carrier, slider;
    evo_joint joint;
    evo_vec2 along, across;
    double off, spin; /* of the axis from the carrier's centre */
} slide;

static slide make_slide(double begin, double speed, double upper) {
    const double angle = random_between(-3, 3);
    slide s = {.world = lab_world(0), .off = random_between(-1, 1), .spin = random_between(1, 4)};
    if (random_between(0, 1) < 0.5) s.spin = -s.spin;
    s.along = (evo_vec2){cos(angle), sin(angle)};
    s.across = (evo_vec2){-s.along.y, s.along.x};
    evo_body_config carrier = lab_body(evo_circle(0.2), 0, 0);
    carrier.kind = EVO_KINEMATIC;
    carrier.spin = s.spin;
    carrier.filter.group = -1;
    s.carrier = evo_body_create(s.world, &carrier);
    evo_body_config slider = lab_body(evo_box(0.2, 0.1), 0, 0);
    slider.filter.group = -1;
    slider.position.x = s.off * s.across.x + begin * s.along.x;
    slider.position.y = s.off * s.across.y + begin * s.along.y;
    slider.angle = random_between(-3, 3);
    slider.spin = s.spin;
    slider.velocity.x = speed * s.along.x - s.spin * slider.position.y;
    slider.velocity.y = speed * s.along.y + s.spin * slider.position.x;
    s.slider = evo_body_create(s.world, &slider);
    evo_joint_config config = evo_joint_config_default(EVO_PRISMATIC);
    config.a = s.carrier;
    config.b = s.slider;
    config.frame_a.position = (evo_vec2){s.off * s.across.x, s.off * s.across.y};
    config.frame_a.angle = angle;
    config.frame_b.angle = angle - slider.angle;
    config.limit = upper < INFINITY;
    config.lower = -1;
    config.upper = config.limit ? upper : 0;
    s.joint = evo_joint_create(s.world, &config);
    ck_assert(evo_joint_exists(s.world, s.joint));
    return s;
}

/* How far the slider is from its axis. */
static double miss_of(const slide *s) {
    const evo_vec2 at =
        evo_body_local_point(s->world, s->carrier, evo_body_pose(s->world, s->slider).position);
    return fabs(at.x * s->across.x + at.y * s->across.y - s->off);
}

/* Only the centrifugal force acts along the axis: r" = w^2 r. */
START_TEST(sliders_on_turning_carriers_fly_out) {
    random_seed(6);
    for (int trial = 0; trial < 40; ++trial) {
        const double begin = random_between(0.3, 1), speed = random_between(-1, 1);
        const slide s = make_slide(begin, speed, INFINITY);
        for (int i = 1; i <= 30; ++i) {
            lab_run(s.world, 1);
            const double turned = s.spin * i * LAB_STEP;
            const double r = begin * cosh(turned) + speed / s.spin * sinh(turned);
            ck_assert_double_eq_tol(evo_joint_translation(s.world, s.joint), r, 8e-4);
            ck_assert_double_lt(miss_of(&s), 8e-4);
        }
        evo_world_destroy(s.world);
    }
}
END_TEST

START_TEST(sliders_on_turning_carriers_stay_at_their_limits) {
    random_seed(7);
    for (int trial = 0; trial < 40; ++trial) {
        const slide s = make_slide(1, 0, 1);
        for (int i = 1; i <= 60; ++i) {
            lab_run(s.world, 1);
            ck_assert_double_eq_tol(evo_joint_translation(s.world, s.joint), 1, 1.2e-4);
        }
        evo_world_destroy(s.world);
    }
}
END_TEST

/* ---- Hubs ------------------------------------------------------------------------------------ */

enum { SPOKES = 8 };

static const double HUB = 0.3;

/* A light hub, and heavy spokes on hinges at its rim. */
typedef struct hub {
    evo_world *world;
    evo_body hub, spokes[SPOKES];
    evo_joint joints[SPOKES];
    int count;
} hub;

static void add_spoke(hub *h, int i, double mass) {
    const double angle = 2 * PI * i / h->count, half = random_between(0.3, 1);
    const evo_vec2 out = {cos(angle), sin(angle)};
    evo_body_config config = lab_body(evo_box(half, 0.05), 0, 0);
    config.material.density = mass / (4 * half * 0.05);
    config.filter.group = -1;
    config.position = (evo_vec2){(HUB + half) * out.x, (HUB + half) * out.y};
    config.angle = angle;
    config.velocity = random_vector(2);
    config.spin = random_between(-4, 4);
    h->spokes[i] = evo_body_create(h->world, &config);
    evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
    joint.a = h->hub;
    joint.b = h->spokes[i];
    joint.frame_a.position = (evo_vec2){HUB * out.x, HUB * out.y};
    joint.frame_b.position.x = -half;
    h->joints[i] = evo_joint_create(h->world, &joint);
    ck_assert(evo_joint_exists(h->world, h->joints[i]));
}

static hub make_hub(void) {
    hub h = {.world = lab_world(0), .count = (int)random_between(3, SPOKES + 1)};
    const double mass = random_between(1, 20);
    evo_body_config config = lab_body(evo_circle(HUB), 0, 0);
    config.material.density = 1 / (PI * HUB * HUB);
    config.filter.group = -1;
    h.hub = evo_body_create(h.world, &config);
    for (int i = 0; i < h.count; ++i) add_spoke(&h, i, mass);
    return h;
}

/* The widest of all joints. */
static double gap_of(const hub *h) {
    double widest = 0;
    for (int i = 0; i < h->count; ++i) {
        const evo_joint_config c = evo_joint_get(h->world, h->joints[i]);
        const evo_vec2 a = evo_body_world_point(h->world, c.a, c.frame_a.position);
        const evo_vec2 b = evo_body_world_point(h->world, c.b, c.frame_b.position);
        widest = fmax(widest, hypot(a.x - b.x, a.y - b.y));
    }
    return widest;
}

START_TEST(heavy_spokes_of_a_light_hub_stay_calm) {
    random_seed(8);
    for (int trial = 0; trial < 20; ++trial) {
        const hub h = make_hub();
        lab_run(h.world, 10); /* spokes are thrown apart, and lose energy as joints hold them */
        const double energy = evo_world_kinetic_energy(h.world);
        for (int i = 0; i < 600; ++i) {
            lab_run(h.world, 1);
            ck_assert_double_lt(evo_world_kinetic_energy(h.world), 1.05 * energy);
            ck_assert(i < 60 || gap_of(&h) < 0.25 * HUB);
        }
        evo_world_destroy(h.world);
    }
}
END_TEST

Suite *suite_random_joints(void) {
    Suite *suite = suite_create("random_joints");
    TCase *speeds = tcase_create("speeds"), *sliders = tcase_create("sliders");
    TCase *hubs = tcase_create("hubs");
    tcase_add_test(speeds, speeds_are_rates);
    tcase_add_test(sliders, sliders_on_turning_carriers_fly_out);
    tcase_add_test(sliders, sliders_on_turning_carriers_stay_at_their_limits);
    tcase_add_test(hubs, heavy_spokes_of_a_light_hub_stay_calm);
    suite_add_tcase(suite, speeds);
    suite_add_tcase(suite, sliders);
    suite_add_tcase(suite, hubs);
    return suite;
}
