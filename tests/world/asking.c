/* asking.c: contacts between steps, points and vectors in a body's frame, and pushes at its
 * centre of mass. Contacts that are listed touch where the bodies stand, along the normal of
 * there, in the order of creation; what has left is not listed. */
#include <evolute/evolute.h>
#include <math.h>
#include <string.h>

#include "scenes/scenes.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/scene.h"

enum { MOST = 256 };

static const double GRAVITY = 10;

static void check_near(evo_vec2 got, evo_vec2 wanted, double tolerance) {
    ck_assert_double_le(fabs(got.x - wanted.x), tolerance);
    ck_assert_double_le(fabs(got.y - wanted.y), tolerance);
}

static double impulse_of(const evo_contact *c) {
    double sum = 0;
    for (int i = 0; i < c->count; ++i) sum += c->points[i].normal_impulse;
    return sum;
}

/* ---- Contacts of resting bodies -------------------------------------------------------------- */

/* The ground is created first, or last: then it is b in the contacts of the world. */
typedef struct rest {
    evo_world *world;
    evo_body ground, box, ball;
} rest;

static rest rest_make(bool ground_first) {
    rest r = {.world = lab_world(GRAVITY)};
    if (ground_first) r.ground = scene_ground(r.world);
    r.box = scene_add(r.world, EVO_DYNAMIC, evo_box(0.5, 0.5), 0, 0.5);
    r.ball = scene_ball(r.world, 0.5, 3, 0.5);
    if (!ground_first) r.ground = scene_ground(r.world);
    lab_run(r.world, 120);
    return r;
}

/* Moves the box's centre of mass to one side, which then bears three quarters of the weight. */
static void load_right(const rest *r) {
    const evo_mass mass = evo_body_mass(r->world, r->box);
    const evo_mass loaded = {mass.mass, {0.25, 0}, mass.inertia};
    ck_assert_int_eq(evo_body_set_mass(r->world, r->box, loaded), EVO_OK);
    lab_run(r->world, 120);
}

/* The ground is y = 0, so a point's height is half the gap, and the gap is a corner's height. */
static void check_support(const rest *r, const evo_contact *c, evo_body body, double up) {
    const bool is_box = evo_body_equal(body, r->box);
    const evo_mass mass = evo_body_mass(r->world, body);
    const double weight = mass.mass * GRAVITY * LAB_STEP;
    double along = 0;
    ck_assert_int_eq(c->count, is_box ? 2 : 1);
    ck_assert_double_eq_tol(impulse_of(c), weight, 0.01 * weight);
    for (int i = 0; i < c->count; ++i) {
        const evo_contact_point *p = &c->points[i];
        const double side = p->point.x < 0 ? -0.5 : 0.5;
        const double share = is_box ? 0.5 + 2 * side * mass.center.x : 1;
        const evo_vec2 corner = evo_body_world_point(r->world, body, (evo_vec2){side, -0.5});
        const evo_vec2 bottom = {evo_body_pose(r->world, body).position.x, corner.y};
        const evo_vec2 low = is_box ? corner : bottom;
        check_near(p->normal, (evo_vec2){0, up}, 1e-6);
        check_near(p->point, (evo_vec2){low.x, 0.5 * low.y}, 1e-6);
        ck_assert_double_eq_tol(p->gap, low.y, 1e-6);
        ck_assert_double_eq_tol(p->gap, 0, 0.01);
        ck_assert_double_eq_tol(p->normal_impulse, share * weight, 0.01 * weight);
        ck_assert_double_le(fabs(p->tangential_impulse), 0.61 * p->normal_impulse);
        along += p->tangential_impulse;
    }
    ck_assert_double_eq_tol(along, 0, 1e-3 * weight);
    if (is_box) ck_assert(c->points[0].point.x * c->points[1].point.x < 0);
}

static void check_owner(const rest *r, evo_collider collider, evo_body body) {
    ck_assert(evo_body_equal(evo_collider_body(r->world, collider), body));
}

START_TEST(the_ground_holds_what_rests_on_it) {
    const bool first = _i % 2 == 0;
    const rest r = rest_make(first);
    if (_i >= 2) load_right(&r);
    evo_contact c[2], under[2];
    ck_assert_uint_eq(evo_world_contacts(r.world, c, 2), 2);
    ck_assert_uint_eq(evo_body_contacts(r.world, r.ground, under, 2), 2);
    for (int i = 0; i < 2; ++i) {
        const evo_body body = evo_collider_body(r.world, first ? c[i].b : c[i].a);
        check_owner(&r, first ? c[i].a : c[i].b, r.ground);
        check_owner(&r, under[i].b, r.ground);
        check_support(&r, &c[i], body, first ? 1 : -1);
        check_support(&r, &under[i], evo_collider_body(r.world, under[i].a), -1);
    }
    ck_assert(!evo_collider_equal(under[0].a, under[1].a));
    for (int i = 0; i < 2; ++i) {
        const evo_body body = i == 0 ? r.box : r.ball;
        ck_assert_uint_eq(evo_body_contacts(r.world, body, c, 1), 1);
        check_owner(&r, c[0].a, r.ground);
        check_owner(&r, c[0].b, body);
        check_support(&r, &c[0], body, 1);
    }
    evo_world_destroy(r.world);
}
END_TEST

/* Friction pushes the box uphill, to the left of the normal, and the slope downhill. */
START_TEST(friction_carries_a_box_on_a_slope) {
    const double angle = 0.3;
    evo_world *world = lab_world(GRAVITY);
    const evo_body slope = lab_slope(world, 10, angle);
    evo_body_config config = lab_body(evo_box(1, 0.3), 0.3 * sin(angle), 0.3 * cos(angle));
    config.angle = -angle;
    const evo_body box = evo_body_create(world, &config);
    const double weight = evo_body_mass(world, box).mass * GRAVITY * LAB_STEP;
    lab_run(world, 120);
    for (int i = 0; i < 2; ++i) {
        const double sign = i == 0 ? 1 : -1;
        evo_contact c;
        ck_assert_uint_eq(evo_body_contacts(world, i == 0 ? box : slope, &c, 1), 1);
        ck_assert_int_eq(c.count, 2);
        const double along = c.points[0].tangential_impulse + c.points[1].tangential_impulse;
        check_near(c.points[0].normal, (evo_vec2){sign * sin(angle), sign * cos(angle)}, 1e-4);
        ck_assert_double_eq_tol(impulse_of(&c), weight * cos(angle), 0.01 * weight);
        ck_assert_double_eq_tol(along, weight * sin(angle), 0.01 * weight);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Contacts of crowds ---------------------------------------------------------------------- */

typedef struct contacts {
    evo_contact all[MOST];
    size_t count;
} contacts;

static void contacts_read(contacts *c, const evo_world *world) {
    c->count = evo_world_contacts(world, c->all, MOST);
    ck_assert_uint_le(c->count, MOST);
}

/* Returns the contact of two colliders: no order is promised. */
static const evo_contact *find(const contacts *in, evo_collider a, evo_collider b) {
    for (size_t i = 0; i < in->count; ++i)
        if (evo_collider_equal(in->all[i].a, a) && evo_collider_equal(in->all[i].b, b))
            return &in->all[i];
    ck_abort_msg("no such contact");
    return NULL;
}

/* A sign of -1: normals are opposite, as in the contact of the other body. */
static void check_same(const evo_contact *c, const evo_contact *other, int sign, double tolerance) {
    ck_assert_int_eq(c->count, other->count);
    for (int i = 0; i < c->count; ++i) {
        const evo_contact_point *p = &c->points[i], *q = &other->points[i];
        check_near(p->point, q->point, tolerance);
        check_near(p->normal, (evo_vec2){sign * q->normal.x, sign * q->normal.y}, tolerance);
        ck_assert_double_le(fabs(p->gap - q->gap), tolerance);
        ck_assert_double_le(fabs(p->normal_impulse - q->normal_impulse), tolerance);
        ck_assert_double_le(fabs(p->tangential_impulse - q->tangential_impulse), tolerance);
    }
}

static void check_all(const contacts *now, const contacts *before, double tolerance) {
    ck_assert_uint_eq(now->count, before->count);
    for (size_t i = 0; i < now->count; ++i) {
        const evo_contact *c = &now->all[i];
        check_same(c, find(before, c->a, c->b), 1, tolerance);
    }
}

START_TEST(sleepers_keep_their_contacts) {
    static contacts awake, asleep, later;
    evo_world *world = scene_world(0, NULL);
    evo_body balls[15];
    scene_ground(world);
    scene_pile(world, 5, 3, balls);
    for (int i = 0; i < 300 && evo_world_counters(world).awake > 0; ++i) {
        contacts_read(&awake, world);
        scene_steps(world, 1);
    }
    ck_assert_uint_eq(evo_world_counters(world).awake, 0);
    contacts_read(&asleep, world);
    ck_assert_uint_eq(asleep.count, 15);
    check_all(&asleep, &awake, 1e-3);
    scene_steps(world, 100);
    contacts_read(&later, world);
    check_all(&later, &asleep, 0);
    ck_assert_int_eq(evo_body_set_asleep(world, balls[0], false), EVO_OK);
    contacts_read(&later, world);
    check_all(&later, &asleep, 0);
    evo_world_destroy(world);
}
END_TEST

/* Each contact is b's and, mirrored, a's; sensors, which the crowd has, have none. Those of bodies
 * are measured once, of the world each time: both are the same. */
static void check_bodies(const evo_world *world) {
    static contacts c, own;
    static evo_body bodies[MOST];
    size_t sum = 0, count = evo_world_bodies(world, bodies, MOST);
    contacts_read(&c, world);
    ck_assert_uint_le(c.count, evo_world_counters(world).contacts); /* some have just left */
    while (count > 0) sum += evo_body_contacts(world, bodies[--count], NULL, 0);
    ck_assert_uint_eq(sum, 2 * c.count);
    for (size_t i = 0; i < c.count; ++i) {
        const evo_contact *one = &c.all[i];
        const evo_body a = evo_collider_body(world, one->a), b = evo_collider_body(world, one->b);
        ck_assert_uint_lt(a.index, b.index);
        ck_assert(!evo_collider_get(world, one->a).sensor);
        ck_assert(!evo_collider_get(world, one->b).sensor);
        own.count = evo_body_contacts(world, b, own.all, MOST);
        check_same(one, find(&own, one->a, one->b), 1, 0);
        own.count = evo_body_contacts(world, a, own.all, MOST);
        check_same(one, find(&own, one->b, one->a), -1, 0);
    }
}

/* @contacts-of-body */
START_TEST(contacts_of_bodies_are_those_of_the_world) {
    evo_world *world = scene_any_world();
    const uint64_t hash = evo_world_hash(world);
    ck_assert_uint_gt(evo_world_contacts(world, NULL, 0), 10);
    check_bodies(world);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

/* Changes one body of a world, or all by a step, a load or a frame. */
static void change_any(evo_world *world, evo_frame **frame) {
    static evo_body bodies[MOST];
    static unsigned char save[1 << 20];
    const size_t count = evo_world_bodies(world, bodies, MOST);
    const evo_body body = bodies[(size_t)random_between(0, (double)count)];
    const size_t size = evo_world_save(world, save, sizeof save);
    evo_pose at = evo_body_pose(world, body);
    evo_mass mass = evo_body_mass(world, body);
    at.position.x += random_between(-1e-3, 1e-3);
    at.position.y += random_between(-1e-3, 1e-3);
    mass.center.x += 0.01;
    ck_assert_uint_le(size, sizeof save);
    switch ((int)random_between(0, 9)) {
    case 0:
        ck_assert_int_eq(evo_body_set_disabled(world, body, random_between(0, 1) < 0.5), EVO_OK);
        break;
    case 1:
        ck_assert_int_eq(evo_frame_restore(world, *frame), EVO_OK);
        break;
    case 2:
        ck_assert_int_eq(evo_world_load(world, save, size), EVO_OK);
        break;
    case 3:
        ck_assert_int_eq(evo_frame_keep(world, frame), EVO_OK);
        break;
    case 4:
        if (count > 20) ck_assert_int_eq(evo_body_destroy(world, body), EVO_OK);
        break;
    case 5:
        (void)evo_body_set_mass(world, body, mass);
        break;
    case 6:
        scene_steps(world, 1);
        break;
    default:
        ck_assert_int_eq(evo_body_set_pose(world, body, at), EVO_OK);
    }
}

START_TEST(changed_contacts_are_measured_anew) {
    evo_world *world = scene_any_world();
    evo_frame *frame = NULL;
    ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
    for (int i = 0; i < 120; ++i) {
        check_bodies(world);
        change_any(world, &frame);
    }
    evo_frame_destroy(frame);
    evo_world_destroy(world);
}
END_TEST

START_TEST(contacts_of_nothing) {
    rest r = rest_make(true);
    evo_contact c[2], untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    c[1] = untouched;
    ck_assert_uint_eq(evo_world_contacts(r.world, c, 1), 2);
    ck_assert_uint_eq(evo_body_contacts(r.world, r.ground, c, 1), 2);
    ck_assert_mem_eq(&c[1], &untouched, sizeof untouched);
    ck_assert_uint_eq(evo_world_contacts(r.world, NULL, 0), 2);
    ck_assert_uint_eq(evo_world_contacts(NULL, c, 2), 0);
    ck_assert_uint_eq(evo_body_contacts(NULL, r.box, c, 2), 0);
    ck_assert_uint_eq(evo_body_contacts(r.world, (evo_body){0, 0}, c, 2), 0);
    ck_assert_int_eq(evo_body_set_pose(r.world, r.ball, (evo_pose){{3, 2}, 0}), EVO_OK);
    ck_assert_uint_eq(evo_world_contacts(r.world, c, 2), 1);
    ck_assert_int_eq(evo_body_destroy(r.world, r.box), EVO_OK);
    ck_assert_uint_eq(evo_body_contacts(r.world, r.box, c, 2), 0);
    ck_assert_uint_eq(evo_world_contacts(r.world, c, 2), 0);
    evo_world_destroy(r.world);
}
END_TEST

/* A disabled body collides no more. */
START_TEST(disabled_bodies_have_no_contacts) {
    const rest r = rest_make(true);
    ck_assert_int_eq(evo_body_set_disabled(r.world, r.ball, true), EVO_OK);
    ck_assert_uint_eq(evo_body_contacts(r.world, r.ball, NULL, 0), 0);
    ck_assert_uint_eq(evo_world_contacts(r.world, NULL, 0), 1);
    evo_world_destroy(r.world);
}
END_TEST

/* ---- Points and pushes ----------------------------------------------------------------------- */

static evo_world *world_of(const evo_exact_config *exact) {
    evo_world_config config = evo_world_config_default();
    config.exact = exact;
    return evo_world_create(&config);
}

/* Adds a turning body whose centre of mass is off its position. */
static evo_body add_spinning(evo_world *world) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_shape_at(evo_box(0.4, 0.2), (evo_vec2){1, 0.5}, 0.5);
    config.position = (evo_vec2){3, -2};
    config.angle = 7;
    config.velocity = (evo_vec2){2, 1};
    config.spin = -3;
    return evo_body_create(world, &config);
}

static void check_frame(const evo_world *world, evo_body body, evo_vec2 local) {
    const evo_pose at = evo_body_pose(world, body);
    const double c = cos(at.angle), s = sin(at.angle);
    const evo_vec2 turned = {c * local.x - s * local.y, s * local.x + c * local.y};
    const evo_vec2 point = {at.position.x + turned.x, at.position.y + turned.y};
    check_near(evo_body_world_vector(world, body, local), turned, 1e-12);
    check_near(evo_body_world_point(world, body, local), point, 1e-12);
    check_near(evo_body_local_vector(world, body, turned), local, 1e-12);
    check_near(evo_body_local_point(world, body, point), local, 1e-12);
}

/* The velocity of a point is its displacement in a short step. */
START_TEST(points_move_with_their_body) {
    const double seconds = 1e-6;
    evo_world *world = world_of(_i == 0 ? NULL : &EXACT);
    const evo_body body = add_spinning(world);
    random_seed(11);
    for (int i = 0; i < 50; ++i) {
        const evo_vec2 local = random_vector(3), center = evo_body_world_center(world, body);
        const evo_vec2 old = evo_body_world_point(world, body, local);
        const evo_vec2 velocity = evo_body_point_velocity(world, body, old);
        check_frame(world, body, local);
        check_near(evo_body_local_point(world, body, center), (evo_vec2){1, 0.5}, 1e-12);
        ck_assert_int_eq(evo_world_step(world, seconds), EVO_OK);
        const evo_vec2 now = evo_body_world_point(world, body, local);
        const evo_vec2 way = {now.x - old.x, now.y - old.y};
        check_near((evo_vec2){way.x / seconds, way.y / seconds}, velocity, 2e-4);
        lab_run(world, 6);
    }
    evo_world_destroy(world);
}
END_TEST

START_TEST(points_of_nothing_are_zero) {
    evo_world *world = lab_space();
    const evo_vec2 zero = {0, 0}, one = {1, 1}, bad = {NAN, 0};
    const evo_body body = add_spinning(world), gone = {body.index, body.generation + 2};
    evo_vec2 (*const asks[])(const evo_world *, evo_body, evo_vec2) = {
        evo_body_point_velocity, evo_body_world_point, evo_body_local_point, evo_body_world_vector,
        evo_body_local_vector};
    for (int i = 0; i < 5; ++i) {
        check_near(asks[i](world, gone, one), zero, 0);
        check_near(asks[i](world, body, bad), zero, 0);
        check_near(asks[i](NULL, body, one), zero, 0);
    }
    check_near(evo_body_world_center(world, gone), zero, 0);
    check_near(evo_body_world_center(NULL, body), zero, 0);
    ck_assert_int_eq(evo_body_set_user(world, body, &world), EVO_OK);
    ck_assert_ptr_eq(evo_body_user(world, body), &world);
    ck_assert(!evo_body_user(world, gone) && !evo_body_user(NULL, body));
    evo_world_destroy(world);
}
END_TEST

/* The force acts in the first step only, and neither push turns the body. */
START_TEST(pushes_at_the_center_turn_nothing) {
    evo_world *world = lab_space();
    const evo_body body = add_spinning(world);
    const double mass = evo_body_mass(world, body).mass;
    const evo_vec2 push = {3, -2}, old = evo_body_velocity(world, body);
    evo_vec2 wanted = {old.x + push.x / mass, old.y + push.y / mass};
    ck_assert_int_eq(evo_body_apply_center_impulse(world, body, push), EVO_OK);
    check_near(evo_body_velocity(world, body), wanted, 1e-12);
    ck_assert(evo_body_spin(world, body) == -3);
    ck_assert_int_eq(evo_body_apply_center_force(world, body, push), EVO_OK);
    check_near(evo_body_velocity(world, body), wanted, 1e-12);
    wanted.x += push.x / mass * LAB_STEP;
    wanted.y += push.y / mass * LAB_STEP;
    for (int i = 0; i < 2; ++i) {
        lab_run(world, 1);
        check_near(evo_body_velocity(world, body), wanted, 1e-6);
        ck_assert_double_eq_tol(evo_body_spin(world, body), -3, 1e-6);
    }
    evo_world_destroy(world);
}
END_TEST

START_TEST(refused_pushes_change_nothing) {
    evo_world *world = world_of(_i == 0 ? NULL : &EXACT);
    const evo_body ball = scene_ball(world, 1, 0, 3), ground = scene_ground(world), none = {0, 0};
    const evo_vec2 push = {1, 0}, bad = {0, NAN};
    const uint64_t hash = evo_world_hash(world);
    evo_result (*const asks[])(evo_world *, evo_body, evo_vec2) = {evo_body_apply_center_impulse,
                                                                   evo_body_apply_center_force};
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(asks[i](world, ball, bad), EVO_ERROR_INVALID);
        ck_assert_int_eq(asks[i](world, ground, push), EVO_ERROR_UNSUPPORTED);
        ck_assert_int_eq(asks[i](world, none, push), EVO_ERROR_STALE);
        ck_assert_int_ne(asks[i](NULL, ball, push), EVO_OK);
    }
    if (_i == 1) ck_assert_int_eq(asks[1](world, ball, push), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world_destroy(world);
}
END_TEST

/* ---- Listed contacts ------------------------------------------------------------------------- */

enum { LISTED_MOST = 20000, STEPS = 60, SCENES = 37 };

static double reach_of(const evo_shape *shape) {
    const evo_pose origin = {{0, 0}, 0};
    evo_shape centered = *shape;
    centered.center = origin.position;
    const evo_bounds b = evo_shape_bounds(&centered, origin);
    return 0.5 * hypot(b.max.x - b.min.x, b.max.y - b.min.y);
}

/* Returns whether a normal is that of the gap between both colliders, or of another touch of
 * theirs, which is nearly as deep; or the floor's, at a joint of segments. */
static bool is_normal(const evo_world *world, const evo_contact *c, int i, double size) {
    const evo_shape a = evo_collider_get(world, c->a).shape;
    const evo_shape b = evo_collider_get(world, c->b).shape;
    const evo_pose at_a = evo_body_pose(world, evo_collider_body(world, c->a));
    const evo_pose at_b = evo_body_pose(world, evo_collider_body(world, c->b));
    const evo_gap gap = evo_measure(&a, at_a, &b, at_b);
    const evo_contact_point *p = &c->points[i];
    evo_gap found[2];
    if (a.kind == EVO_SEGMENT || b.kind == EVO_SEGMENT) return true;
    if (gap.normal.x * p->normal.x + gap.normal.y * p->normal.y > cos(0.02)) return true;
    if (fabs(gap.distance - p->gap) < 0.005 * size) return true;
    const int count = evo_contacts(&a, at_a, &b, at_b, size, found);
    for (int k = 0; k < count; ++k)
        if (found[k].normal.x * p->normal.x + found[k].normal.y * p->normal.y > cos(0.02))
            return true;
    return false;
}

static void check_list(const evo_world *world, const char *name, int step) {
    static evo_contact found[LISTED_MOST], first[3];
    const size_t count = evo_world_contacts(world, found, LISTED_MOST);
    ck_assert_uint_le(count, LISTED_MOST);
    ck_assert_uint_eq(evo_world_counters(world).contacts, count);
    ck_assert_uint_eq(evo_world_contacts(world, first, 3), count);
    ck_assert_int_eq(memcmp(first, found, (count < 3 ? count : 3) * sizeof *found), 0);
    for (size_t i = 0; i < count; ++i) {
        const evo_shape a = evo_collider_get(world, found[i].a).shape;
        const evo_shape b = evo_collider_get(world, found[i].b).shape;
        const double size = fmin(reach_of(&a), reach_of(&b));
        for (int k = 0; k < found[i].count; ++k) {
            const double gap = found[i].points[k].gap;
            ck_assert_msg(gap <= 0.005 * size, "%s, step %d: a gap of %g", name, step, gap / size);
            ck_assert_msg(gap > -1e-6 * size || is_normal(world, &found[i], k, size),
                          "%s, step %d: a normal of elsewhere", name, step);
        }
        if (i == 0) continue; /* no collider of a scene was destroyed: ids are in order */
        const uint32_t a0 = found[i - 1].a.index, b0 = found[i - 1].b.index;
        ck_assert(a0 < found[i].a.index || (a0 == found[i].a.index && b0 < found[i].b.index));
    }
}

START_TEST(scenes_list_what_touches) {
    const scene *s = scene_at((size_t)_i);
    double values[SCENE_PARAMS];
    scene_stage stage;
    scene_defaults(s, values);
    ck_assert(scene_open(&stage, s, values, NULL));
    for (int step = 0; step < STEPS; ++step) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        if (step % 5 == 4) check_list(stage.world, s->name, step);
    }
    scene_close(&stage);
}
END_TEST

/* A runner on tiles is always on the ground, and nothing else is listed. */
START_TEST(runners_are_on_the_ground) {
    static const double speeds[] = {3, 9, 27};
    evo_world *world = lab_world(10);
    for (int i = -2; i < 100; ++i) (void)lab_fixed(world, evo_box(0.5, 0.5), i, -0.5);
    const evo_shape shapes[] = {evo_circle(0.4), evo_box(0.4, 0.4), evo_ellipse(0.5, 0.4)};
    evo_body_config config = lab_body(shapes[_i % 3], 0, 0.4);
    config.velocity.x = speeds[_i / 3];
    config.locks.spin = true;
    config.material.friction = 0;
    const evo_body body = evo_body_create(world, &config);
    for (int step = 0; step < 120; ++step) {
        evo_contact found[8];
        lab_run(world, 1);
        const size_t count = evo_body_contacts(world, body, found, 8);
        ck_assert_msg(count > 0, "in the air in step %d", step);
        for (size_t i = 0; i < count; ++i)
            for (int k = 0; k < found[i].count; ++k)
                ck_assert_double_gt(found[i].points[k].normal.y, 0.999);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_asking(Suite *suite) {
    TCase *tests = tcase_create("asking");
    tcase_add_loop_test(tests, the_ground_holds_what_rests_on_it, 0, 4);
    tcase_add_test(tests, friction_carries_a_box_on_a_slope);
    tcase_add_test(tests, sleepers_keep_their_contacts);
    tcase_add_test(tests, contacts_of_bodies_are_those_of_the_world);
    tcase_add_test(tests, changed_contacts_are_measured_anew);
    tcase_add_test(tests, contacts_of_nothing);
    tcase_add_test(tests, disabled_bodies_have_no_contacts);
    tcase_add_loop_test(tests, points_move_with_their_body, 0, 2);
    tcase_add_test(tests, points_of_nothing_are_zero);
    tcase_add_test(tests, pushes_at_the_center_turn_nothing);
    tcase_add_loop_test(tests, refused_pushes_change_nothing, 0, 2);
    suite_add_tcase(suite, tests);
}

static void add_listed(Suite *suite) {
    TCase *scenes = tcase_create("scenes"), *runners = tcase_create("runners");
    tcase_add_loop_test(scenes, scenes_list_what_touches, 0, SCENES);
    tcase_add_loop_test(runners, runners_are_on_the_ground, 0, 9);
    suite_add_tcase(suite, scenes);
    suite_add_tcase(suite, runners);
}

Suite *suite_asking(void) {
    Suite *suite = suite_create("asking");
    add_asking(suite);
    add_listed(suite);
    return suite;
}
