/* event_changes.c: disks of event worlds that are changed in flight. The naive simulation
 * begins anew from the state after each change, and the impacts of the world must equal its own.
 * Bodies far from a changed one keep every bit of their motion. */
#include <math.h>
#include <string.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/event_run.h"
#include "support/exact.h"
#include "support/gas.h"
#include "support/random.h"

enum { ROUNDS = 8, COMPARED = 12, MOST_CHANGES = 4 };

/* ---- The naive simulation, from where the world is ------------------------------------------- */

static double radius_of(const evo_world *world, evo_body body) {
    evo_collider only;
    ck_assert_uint_eq(evo_body_colliders(world, body, &only, 1), 1);
    return evo_collider_get(world, only).shape.of.circle.radius;
}

/* The box around the bodies, and gravity. */
typedef struct room {
    evo_boundary boundary;
    double width, height, pull;
} room;

static plain_gas plain_from(const event_run *r, const room *s) {
    plain_gas plain = {.boundary = s->boundary,
                       .width = s->width,
                       .height = s->height,
                       .pull = s->pull,
                       .count = r->count};
    for (int i = 0; i < r->count; ++i) {
        const evo_vec2 at = evo_body_pose(r->world, r->bodies[i]).position;
        const evo_vec2 v = evo_body_velocity(r->world, r->bodies[i]);
        plain_disk disk = {at.x,
                           at.y,
                           v.x,
                           v.y,
                           radius_of(r->world, r->bodies[i]),
                           evo_body_mass(r->world, r->bodies[i]).mass};
        plain.disks[i] = disk;
    }
    return plain;
}

/* Compares the world's impacts of a step with the naive ones, until two come in another order: each
 * impact makes the difference of rounding larger. */
static void check_impacts(const event_run *r, plain_gas *plain, double begun, double ends) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(r->world, &count);
    for (size_t i = 0; i < COMPARED; ++i) {
        const plain_impact next = plain_gas_next(plain);
        if (begun + (double)next.time > ends - 1e-7) {
            ck_assert_msg(i >= count || impacts[i].time > ends - 1e-6,
                          "an impact at %.12g that is none", impacts[i].time);
            return;
        }
        ck_assert_msg(i < count, "no impact of %d and %d at %.12g", next.a, next.b,
                      begun + (double)next.time);
        const double off = impacts[i].time - begun - (double)next.time;
        ck_assert_msg(fabs(off) < 1e-7, "impact %zu at %.12g, not %.12g (%d and %d)", i,
                      impacts[i].time, begun + (double)next.time, next.a, next.b);
        int a = run_number_of(r, impacts[i].a), b = run_number_of(r, impacts[i].b);
        const bool same = (a == next.a && b == next.b) || (a == next.b && b == next.a);
        if (!same) return; /* two at nearly the same time */
    }
}

/* ---- Changes --------------------------------------------------------------------------------- */

static bool is_free(const event_run *r, const room *s, evo_vec2 at, double radius, int own) {
    for (int i = 0; i < r->count; ++i) {
        const evo_vec2 other = evo_body_pose(r->world, r->bodies[i]).position;
        double x = fabs(other.x - at.x), y = fabs(other.y - at.y);
        if (s->boundary == EVO_PERIODIC) {
            x = fmin(x, s->width - x);
            y = fmin(y, s->height - y);
        }
        if (i != own && hypot(x, y) <= radius + radius_of(r->world, r->bodies[i])) return false;
    }
    return true;
}

/* A place with room for a disk; false when none was found. */
static bool find_place(const event_run *r, const room *s, double radius, int own, evo_vec2 *at) {
    const double edge = s->boundary == EVO_WALLS ? radius : 0;
    for (int tries = 0; tries < 40; ++tries) {
        at->x = random_between(edge, s->width - edge);
        at->y = random_between(edge, s->height - edge);
        if (is_free(r, s, *at, radius, own)) return true;
    }
    return false;
}

static void move(event_run *r, const room *s, int which) {
    evo_pose pose = {{0, 0}, random_between(-3, 3)};
    if (find_place(r, s, radius_of(r->world, r->bodies[which]), which, &pose.position))
        ck_assert_int_eq(evo_body_set_pose(r->world, r->bodies[which], pose), EVO_OK);
}

static void create(event_run *r, const room *s) {
    const double radius = random_between(0.2, 0.6);
    evo_vec2 at;
    if (r->count >= RUN_MOST || !find_place(r, s, radius, -1, &at)) return;
    r->bodies[r->count++] = gas_throw(r->world, radius, at, random_vector(2));
}

static void destroy(event_run *r, int which) {
    if (r->count < 12) return;
    ck_assert_int_eq(evo_body_destroy(r->world, r->bodies[which]), EVO_OK);
    r->bodies[which] = r->bodies[--r->count];
}

static void shrink(event_run *r, int which) {
    evo_collider only;
    const evo_shape smaller = evo_circle(0.95 * radius_of(r->world, r->bodies[which]));
    evo_body_colliders(r->world, r->bodies[which], &only, 1);
    ck_assert_int_eq(evo_collider_set_shape(r->world, only, &smaller), EVO_OK);
}

/* Aims a body at the position that another one will have soon, so that the two meet. */
static void aim(event_run *r, int which) {
    const int other = (int)random_between(0, r->count);
    const evo_body body = r->bodies[which], at = r->bodies[other];
    const evo_vec2 from = evo_body_pose(r->world, body).position;
    const evo_vec2 to = evo_body_pose(r->world, at).position, v = evo_body_velocity(r->world, at);
    const double soon = random_scale(0.02, 2);
    const evo_vec2 way = {(to.x - from.x) / soon + v.x, (to.y - from.y) / soon + v.y};
    if (other != which) evo_body_set_velocity(r->world, body, way);
}

static void change(event_run *r, const room *s) {
    const int which = (int)random_between(0, r->count);
    const evo_body body = r->bodies[which];
    evo_mass mass = {random_between(0.5, 2), {0, 0}, 0.1};
    switch ((int)random_between(0, 11)) {
    case 0:
        move(r, s, which);
        break;
    case 1:
        create(r, s);
        break;
    case 2:
        destroy(r, which);
        break;
    case 3:
        shrink(r, which);
        break;
    case 4:
        evo_body_set_mass(r->world, body, mass);
        break;
    case 5:
        evo_body_apply_impulse(r->world, body, random_vector(1),
                               evo_body_pose(r->world, body).position);
        break;
    case 6: /* no other body notices */
        evo_body_set_disabled(r->world, body, true);
        evo_body_set_disabled(r->world, body, false);
        break;
    case 7:
        evo_body_set_velocity(r->world, body, random_vector(3));
        break;
    default:
        aim(r, which);
        break;
    }
    if (random_between(0, 1) < 0.3) evo_world_next_event(r->world);
}

/* ---- Impacts after changes ------------------------------------------------------------------- */

static void check_apart(const event_run *r) {
    for (int i = 0; i < r->count; ++i)
        for (int k = i + 1; k < r->count; ++k) {
            const evo_vec2 a = evo_body_pose(r->world, r->bodies[i]).position;
            const evo_vec2 b = evo_body_pose(r->world, r->bodies[k]).position;
            const double reach =
                radius_of(r->world, r->bodies[i]) + radius_of(r->world, r->bodies[k]);
            const bool there = !evo_body_get(r->world, r->bodies[i]).disabled
                               && !evo_body_get(r->world, r->bodies[k]).disabled;
            ck_assert_msg(!there || hypot(a.x - b.x, a.y - b.y) > reach * (1 - 1e-9), "%d is in %d",
                          i, k);
        }
}

static void run_changes(event_run *r, const room *s, int rounds, double longest) {
    for (int round = 0; round < rounds; ++round) {
        for (int n = (int)random_between(0, MOST_CHANGES); n > 0; --n) change(r, s);
        plain_gas plain = plain_from(r, s);
        const double begun = evo_world_time(r->world), seconds = random_scale(1e-3, longest);
        gas_step(r->world, seconds);
        check_impacts(r, &plain, begun, begun + seconds);
        check_apart(r);
    }
}

START_TEST(changes_in_flight) {
    static event_run r;
    const run_setting *s = &RUNS[_i % RUN_SETTINGS];
    const evo_world_config config = run_config(s);
    const room around = {s->boundary, run_width(s), run_height(s), s->pull};
    run_begin(&r, s, &config);
    random_seed(901 + (uint64_t)_i);
    gas_step(r.world, 0.01);
    run_changes(&r, &around, ROUNDS, 0.5);
    evo_world_destroy(r.world);
}
END_TEST

/* Rare impacts let disks cross the borders of cells far ahead of the present: cells list the disks
 * at their future positions. */
START_TEST(changes_where_impacts_are_rare) {
    static event_run r;
    const evo_boundary boundaries[] = {EVO_WALLS, EVO_OPEN, EVO_PERIODIC};
    const room around = {boundaries[_i % 3], 40, 40, 0};
    const evo_world_config config = gas_config(around.boundary, around.width, around.height);
    memset(&r, 0, sizeof r);
    r.world = gas_world(&config);
    random_seed(1300 + (uint64_t)_i);
    for (r.count = 0; r.count < 90; ++r.count) {
        const evo_vec2 at = {4 * (r.count % 10) + 2, 4 * (r.count / 10) + 2};
        r.bodies[r.count] = gas_throw(r.world, random_between(0.05, 0.3), at, random_vector(2));
    }
    gas_step(r.world, 0.01);
    run_changes(&r, &around, 2 * ROUNDS, 2);
    evo_world_destroy(r.world);
}
END_TEST

/* ---- Changes of kind ------------------------------------------------------------------------- */

static void change_kind(event_run *r, const room *s) {
    const int which = (int)random_between(0, r->count);
    const evo_body body = r->bodies[which];
    const evo_body_config is = evo_body_get(r->world, body);
    const evo_body_kind kinds[] = {EVO_STATIC, EVO_DYNAMIC, EVO_DYNAMIC};
    if (is.disabled && !is_free(r, s, is.position, radius_of(r->world, body), which)) return;
    if (is.disabled || random_between(0, 1) < 0.2) {
        ck_assert_int_eq(evo_body_set_disabled(r->world, body, !is.disabled), EVO_OK);
        return;
    }
    if (is.kind == EVO_STATIC && random_between(0, 1) < 0.5) {
        move(r, s, which);
        return;
    }
    ck_assert_int_eq(evo_body_set_kind(r->world, body, kinds[(int)random_between(0, 3)]), EVO_OK);
    if (evo_body_get(r->world, body).kind == EVO_DYNAMIC)
        ck_assert_int_eq(evo_body_set_velocity(r->world, body, random_vector(2)), EVO_OK);
}

/* Bodies become static, are disabled and enabled again; enabled ones never overlap. */
START_TEST(kinds_change_in_flight) {
    static event_run r;
    const run_setting *s = &RUNS[_i];
    const evo_world_config config = run_config(s);
    const room around = {s->boundary, run_width(s), run_height(s), s->pull};
    run_begin(&r, s, &config);
    random_seed(300 + (uint64_t)_i);
    for (int round = 0; round < 3 * ROUNDS; ++round) {
        change_kind(&r, &around);
        const evo_result result = evo_world_step(r.world, random_scale(1e-3, 0.5));
        ck_assert_msg(result == EVO_OK, "round %d: %s", round, evo_result_text(result));
        check_apart(&r);
    }
    evo_world_destroy(r.world);
}
END_TEST

/* ---- Bodies far from a change ---------------------------------------------------------------- */

enum { GROUP = 80 };

/* Two crowds so far apart that they never meet. */
static void add_crowds(evo_world *world, evo_body bodies[2 * GROUP]) {
    random_seed(77);
    for (int i = 0; i < 2 * GROUP; ++i) {
        const int number = i / 2;
        evo_vec2 at = {1.5 * (number % 9) + (i % 2) * 1e4, 1.5 * (number / 9)};
        evo_vec2 v = random_vector(1);
        v.x -= 0.3 * (number % 9 - 4);
        v.y -= 0.3 * (number / 9 - 4);
        bodies[i] = gas_throw(world, random_between(0.3, 0.6), at, v);
    }
}

/* Changes a body of the second crowd. */
static void change_other(evo_world *world, evo_body bodies[2 * GROUP]) {
    evo_body *body = &bodies[1 + 2 * (int)random_between(0, GROUP)];
    evo_collider only;
    const evo_shape small = evo_circle(0.25);
    if (!evo_body_exists(world, *body)) return;
    evo_body_colliders(world, *body, &only, 1);
    switch ((int)random_between(0, 5)) {
    case 0:
        evo_body_destroy(world, *body);
        break;
    case 1:
        evo_body_set_kind(world, *body, EVO_STATIC);
        break;
    case 2:
        evo_collider_set_shape(world, only, &small);
        break;
    default:
        evo_body_set_velocity(world, *body, random_vector(2));
        break;
    }
}

START_TEST(others_notice_nothing) {
    static evo_body plain[2 * GROUP], twin[2 * GROUP];
    const evo_world_config config = gas_config(EVO_OPEN, 1, 1);
    evo_world *left = gas_world(&config), *changed = gas_world(&config);
    add_crowds(left, plain);
    add_crowds(changed, twin);
    for (int i = 0; i < 200; ++i) {
        gas_step(left, 0.02);
        gas_step(changed, 0.02);
        random_seed(5000 + (uint64_t)i);
        if (i % 3 == 0) change_other(changed, twin);
        for (int k = 0; k < 2 * GROUP; k += 2) {
            const evo_pose a = evo_body_pose(left, plain[k]), b = evo_body_pose(changed, twin[k]);
            ck_assert_msg(memcmp(&a, &b, sizeof a) == 0, "body %d is elsewhere in step %d", k, i);
        }
    }
    evo_world_destroy(left);
    evo_world_destroy(changed);
}
END_TEST

/* ---- What changes nothing -------------------------------------------------------------------- */

/* A collider set to what it is changes no bit. */
START_TEST(what_is_set_to_what_it_is_stays) {
    static evo_body plain[2 * GROUP], twin[2 * GROUP];
    const evo_world_config config = gas_config(EVO_OPEN, 1, 1);
    evo_world *left = gas_world(&config), *set = gas_world(&config);
    add_crowds(left, plain);
    add_crowds(set, twin);
    for (int i = 0; i < 100; ++i) {
        evo_collider only;
        gas_step(left, 0.02);
        gas_step(set, 0.02);
        const int which = (int)random_between(0, 2 * GROUP);
        ck_assert_uint_eq(evo_body_colliders(set, twin[which], &only, 1), 1);
        const evo_collider_config now = evo_collider_get(set, only);
        ck_assert_int_eq(evo_collider_set_shape(set, only, &now.shape), EVO_OK);
        ck_assert_int_eq(evo_collider_set_material(set, only, &now.material), EVO_OK);
        ck_assert_int_eq(evo_collider_set_filter(set, only, now.filter), EVO_OK);
    }
    ck_assert_uint_eq(evo_world_hash(left), evo_world_hash(set));
    evo_world_destroy(left);
    evo_world_destroy(set);
}
END_TEST

static evo_world *stepping;
static int locked;

static double mix_and_change(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    locked += evo_world_set_gravity(stepping, (evo_vec2){0, -1}) == EVO_ERROR_LOCKED;
    return fmin(a->friction, b->friction);
}

/* The user's functions are called within a step, and change nothing. */
START_TEST(mixing_materials_changes_no_world) {
    static evo_body bodies[2 * GROUP];
    evo_world_config config = gas_config(EVO_OPEN, 1, 1);
    config.mix_friction = config.mix_restitution = mix_and_change;
    stepping = gas_world(&config);
    locked = 0;
    add_crowds(stepping, bodies);
    gas_step(stepping, 0.5);
    ck_assert_int_gt(locked, 10);
    ck_assert_double_eq(evo_world_get(stepping).gravity.y, 0);
    evo_world_destroy(stepping);
}
END_TEST

/* ---- What is created in flight --------------------------------------------------------------- */

/* A body is where its config says, whatever time has passed, and moves on from there. */
START_TEST(bodies_begin_where_they_are_created) {
    evo_world_config space = evo_world_config_default();
    space.exact = &EXACT;
    evo_world *world = evo_world_create(&space);
    random_seed(12);
    for (int i = 0; i < 60; ++i) {
        evo_body_config config = evo_body_config_default();
        if (i % 2) config.kind = EVO_KINEMATIC;
        config.shape = evo_circle(0.4);
        config.position.x = 1000.0 * i;
        config.velocity.x = random_between(-3, 3);
        config.velocity.y = random_between(-3, 3);
        config.spin = random_between(-1, 1);
        const evo_body body = evo_body_create(world, &config);
        evo_pose pose = evo_body_pose(world, body);
        ck_assert_double_eq_tol(pose.position.x, config.position.x, 1e-9);
        ck_assert_double_eq_tol(pose.position.y, 0, 1e-9);
        ck_assert_double_eq_tol(pose.angle, 0, 1e-12);
        const double seconds = random_between(0.1, 1);
        ck_assert_int_eq(evo_world_step(world, seconds), EVO_OK);
        pose = evo_body_pose(world, body);
        ck_assert_double_eq_tol(pose.position.x, config.position.x + seconds * config.velocity.x,
                                1e-9);
        ck_assert_double_eq_tol(pose.position.y, seconds * config.velocity.y, 1e-9);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Random calls ---------------------------------------------------------------------------- */

/* Bodies of any shape and kind are changed between steps: after a step that succeeds no body is
 * inside another. */

/* ---- Bodies of any shape and kind ------------------------------------------------------------ */

enum { CROWD = 400, SIDE = 20 };

typedef struct crowd {
    evo_world *world;
    evo_body bodies[CROWD];
    int count;
} crowd;

static bool chance(double share) {
    return random_between(0, 1) < share;
}

static evo_vec2 any_place(void) {
    evo_vec2 at;
    at.x = random_between(0, SIDE);
    at.y = random_between(0, SIDE);
    return at;
}

static evo_shape any_shape(void) {
    const double size = random_between(0.1, 0.6), part = random_between(0.3, 1);
    if (chance(0.2)) return evo_ellipse(size, size * part);
    if (chance(0.2)) return evo_ring(size, 0.5 * size, 0, random_between(2, 6.2));
    return evo_circle(size);
}

static void add_any(crowd *c, evo_vec2 at) {
    const evo_body_kind kinds[] = {EVO_STATIC, EVO_KINEMATIC};
    evo_body_config config = evo_body_config_default();
    if (c->count == CROWD) return;
    config.shape = any_shape();
    if (chance(0.04)) config.shape.kind = EVO_NO_SHAPE;
    if (chance(0.15)) config.kind = kinds[(int)random_between(0, 2)];
    config.position = at;
    config.velocity = random_vector(2);
    config.spin = random_between(-2, 2);
    config.sensor = config.kind == EVO_STATIC && chance(0.3);
    config.material.restitution = chance(0.5) ? 1 : 0.7;
    config.material.friction = chance(0.5) ? 0 : 0.3;
    c->bodies[c->count++] = evo_body_create(c->world, &config);
}

static void open_crowd(crowd *c) {
    const evo_boundary boundaries[] = {EVO_OPEN, EVO_WALLS, EVO_PERIODIC};
    evo_world_config config =
        gas_config(boundaries[(int)random_between(0, 3)], (double)SIDE, (double)SIDE);
    config.gravity.y = config.boundary != EVO_PERIODIC && chance(0.5) ? -3 : 0;
    const evo_exact_config exact = {.event_budget = 300, .contact_time = 1e-4};
    config.exact = &exact;
    c->world = gas_world(&config);
    c->count = 0;
    for (int i = (int)random_between(0, 120); i > 0; --i) {
        const evo_vec2 at = {1.6 * (i % 12) + 1, 1.6 * (i / 12) + 1};
        add_any(c, at);
    }
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void change_shape(const crowd *c, evo_body body) {
    const evo_shape shape = any_shape();
    evo_collider_config more = evo_collider_config_default();
    const evo_vec2 beside = {0.3, 0.1};
    evo_collider first;
    if (evo_body_colliders(c->world, body, &first, 1) == 0) return;
    more.shape = evo_shape_at(any_shape(), beside, 1);
    if (chance(0.4))
        evo_collider_set_shape(c->world, first, &shape);
    else if (chance(0.6))
        evo_collider_create(c->world, body, &more);
    else
        evo_collider_destroy(c->world, first);
}

static void call_any(crowd *c) {
    const evo_vec2 at = any_place(), v = random_vector(3);
    const evo_pose pose = {at, random_between(-3, 3)};
    const evo_body body = c->bodies[(int)random_between(0, c->count)];
    switch ((int)random_between(0, 10)) {
    case 0:
        evo_body_destroy(c->world, body);
        break;
    case 1:
        add_any(c, at);
        break;
    case 2:
        evo_body_set_pose(c->world, body, pose);
        break;
    case 3:
        evo_body_set_kind(c->world, body, (evo_body_kind)random_between(0, 3));
        break;
    case 4:
        evo_body_set_disabled(c->world, body, !chance(0.6));
        break;
    case 5:
        change_shape(c, body);
        break;
    case 6:
        evo_world_next_event(c->world);
        break;
    case 7:
        evo_body_apply_impulse(c->world, body, v, at);
        break;
    default:
        evo_body_set_velocity(c->world, body, v);
        break;
    }
}

/* ---- Overlaps -------------------------------------------------------------------------------- */

/* The smallest distance of two bodies' colliders, negative where they overlap; INFINITY for bodies
 * that cannot collide. Periodic images are ignored. */
static double deepest_pair(const crowd *c, int a, int b) {
    evo_collider of_a[4], of_b[4];
    const evo_body_config first = evo_body_get(c->world, c->bodies[a]);
    const evo_body_config second = evo_body_get(c->world, c->bodies[b]);
    const bool fixed = first.kind != EVO_DYNAMIC && second.kind != EVO_DYNAMIC;
    double deepest = INFINITY;
    if (first.disabled || second.disabled || fixed) return INFINITY;
    const size_t some = evo_body_colliders(c->world, c->bodies[a], of_a, 4);
    const size_t others = evo_body_colliders(c->world, c->bodies[b], of_b, 4);
    for (size_t i = 0; i < some && i < 4; ++i)
        for (size_t k = 0; k < others && k < 4; ++k) {
            const evo_collider_config x = evo_collider_get(c->world, of_a[i]);
            const evo_collider_config y = evo_collider_get(c->world, of_b[k]);
            if (x.sensor || y.sensor) continue;
            deepest = fmin(deepest, evo_measure(&x.shape, evo_body_pose(c->world, c->bodies[a]),
                                                &y.shape, evo_body_pose(c->world, c->bodies[b]))
                                        .distance);
        }
    return deepest;
}

static void check_crowd(const crowd *c, int step) {
    for (int a = 0; a < c->count; ++a)
        for (int b = 0; b < a; ++b) {
            if (!evo_body_exists(c->world, c->bodies[a])
                || !evo_body_exists(c->world, c->bodies[b]))
                continue;
            const double gap = deepest_pair(c, a, b);
            ck_assert_msg(gap > -1e-5, "step %d: %d is in %d by %g", step, a, b, -gap);
        }
}

/* Random calls come before each step; a step may return an error. */
START_TEST(anything_changes_in_flight) {
    static crowd c;
    random_seed(7000 + (uint64_t)_i);
    open_crowd(&c);
    for (int step = 0; step < 100; ++step) {
        for (int calls = (int)random_between(0, 4); calls > 0 && c.count > 0; --calls) call_any(&c);
        const evo_result result = evo_world_step(c.world, random_scale(1e-4, 0.3));
        if (result == EVO_OK) check_crowd(&c, step);
    }
    evo_world_destroy(c.world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_event_changes(Suite *suite) {
    TCase *changes = tcase_create("changes");
    tcase_add_loop_test(changes, changes_in_flight, 0, 2 * RUN_SETTINGS);
    tcase_add_loop_test(changes, changes_where_impacts_are_rare, 0, 12);
    tcase_add_loop_test(changes, kinds_change_in_flight, 0, 12);
    tcase_add_test(changes, others_notice_nothing);
    tcase_add_test(changes, what_is_set_to_what_it_is_stays);
    tcase_add_test(changes, mixing_materials_changes_no_world);
    tcase_add_test(changes, bodies_begin_where_they_are_created);
    tcase_set_tags(changes, "long");
    suite_add_tcase(suite, changes);
}

static void add_event_calls(Suite *suite) {
    TCase *calls = tcase_create("calls");
    tcase_add_loop_test(calls, anything_changes_in_flight, 0, 40);
    tcase_set_tags(calls, "long");
    suite_add_tcase(suite, calls);
}

Suite *suite_event_changes(void) {
    Suite *suite = suite_create("event_changes");
    add_event_changes(suite);
    add_event_calls(suite);
    return suite;
}
