/* callbacks.c: what the user is asked about pairs: a yes changes nothing, a no lets the two
 * pass through each other, slow and fast, and a callback changes no world. */
#include <math.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"

static const double STEP = 1.0 / 60;

static evo_body add_thing(evo_world *world, evo_body_kind kind, evo_shape shape, evo_vec2 at) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = at;
    return evo_body_create(world, &config);
}

/* ---- Yes ------------------------------------------------------------------------------------- */

typedef struct calls {
    uint64_t hash; /* of what was asked, in its order */
    int collide, solve;
} calls;

static void note(calls *c, const void *bytes, size_t size) {
    const unsigned char *all = bytes;
    for (size_t i = 0; i < size; ++i) c->hash = (c->hash ^ all[i]) * UINT64_C(1099511628211);
}

static bool allow_collide(void *context, evo_collider a, evo_collider b) {
    calls *c = context;
    ++c->collide;
    note(c, &a, sizeof a);
    note(c, &b, sizeof b);
    return true;
}

static bool allow_solve(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    calls *c = context;
    ++c->solve;
    note(c, &contact->points[0], (size_t)contact->count * sizeof contact->points[0]);
    return true;
}

/* A crowd of all shapes thrown about in a box: rows, impacts, and pairs found within steps. */
static evo_world *crowd(calls *asked, int lanes) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    if (asked) config.should_collide = allow_collide;
    if (asked) config.pre_solve = allow_solve;
    config.callback_context = asked;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    const evo_vec2 corners[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}};
    for (int i = 0; i < 4; ++i)
        add_thing(world, EVO_STATIC, evo_segment(corners[i], corners[(i + 1) % 4]),
                  (evo_vec2){0, 0});
    random_seed(77);
    for (int i = 0; i < 60; ++i) {
        const evo_shape shapes[] = {evo_circle(0.3), evo_ellipse(0.5, 0.3), evo_box(0.4, 0.3),
                                    evo_ring(0.4, 0.2, 0, 4),
                                    evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2)};
        evo_body_config body = evo_body_config_default();
        body.shape = shapes[i % 5];
        body.position = (evo_vec2){1.2 + 1.3 * (i % 8), 1.2 + 1.3 * (double)(i / 8)};
        body.velocity = (evo_vec2){random_between(-40, 40), random_between(-40, 40)};
        body.material.restitution = i % 3 == 0 ? 0.8 : 0;
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    return world;
}

START_TEST(a_yes_changes_no_bit) {
    static calls asked[2];
    memset(asked, 0, sizeof asked);
    evo_world *plain = crowd(NULL, 8), *first = crowd(&asked[0], 8), *second = crowd(&asked[1], 1);
    for (int i = 0; i < 300; ++i) {
        ck_assert_int_eq(evo_world_step(plain, STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(first, STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(second, STEP), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(first), evo_world_hash(plain));
    }
    ck_assert_int_gt(asked[0].collide, 1000);
    ck_assert_int_gt(asked[0].solve, 1000);
    ck_assert_int_eq(asked[0].solve, asked[1].solve);
    evo_world_destroy(plain);
    evo_world_destroy(first);
    evo_world_destroy(second);
}
END_TEST

/* ---- No -------------------------------------------------------------------------------------- */

/* Bodies whose user data differ do not collide. */
typedef struct sorts {
    const evo_world *world;
    int sensed;
} sorts;

static bool same_sort(void *context, evo_collider a, evo_collider b) {
    const sorts *s = context;
    const void *of_a = evo_body_user(s->world, evo_collider_body(s->world, a));
    const void *of_b = evo_body_user(s->world, evo_collider_body(s->world, b));
    return !of_a || !of_b || of_a == of_b;
}

static evo_world *world_of_sorts(sorts *s) {
    evo_world_config config = evo_world_config_default();
    config.never_sleep = true;
    config.should_collide = same_sort;
    config.callback_context = s;
    evo_world *world = evo_world_create(&config);
    s->world = world;
    return world;
}

static evo_body add_sort(evo_world *world, evo_shape shape, evo_vec2 at, evo_vec2 velocity,
                         void *sort) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.position = at;
    config.velocity = velocity;
    config.user = sort;
    return evo_body_create(world, &config);
}

/* A body goes through one of another sort as if it were not there, and is stopped by one of its
 * own. Slow ones meet in rows, fast ones in impacts. */
START_TEST(other_sorts_pass_through) {
    static int red, blue;
    const evo_shape shapes[] = {evo_circle(0.4), evo_box(0.4, 0.4), evo_ellipse(0.5, 0.3),
                                evo_ring(0.4, 0.2, 0, 6)};
    for (int i = 0; i < 64; ++i) {
        sorts s = {NULL, 0};
        evo_world *world = world_of_sorts(&s);
        const double speed = pow(10, 0.5 + i / 4 * 0.1);
        const evo_vec2 velocity = {speed, 0};
        const evo_body flies = add_sort(world, shapes[i % 4], (evo_vec2){-3, 0.1}, velocity, &red);
        const evo_body other =
            add_sort(world, shapes[(i + 1) % 4], (evo_vec2){0, 0}, (evo_vec2){0, 0}, &blue);
        const evo_body own =
            add_sort(world, evo_box(0.5, 3), (evo_vec2){3, 0}, (evo_vec2){0, 0}, &red);
        for (int k = 0; k < (int)(12 / speed / STEP); ++k)
            ck_assert_int_eq(evo_world_step(world, STEP), EVO_OK);
        ck_assert_double_eq(evo_body_velocity(world, other).x, 0);
        ck_assert_double_eq(evo_body_pose(world, other).position.y, 0);
        ck_assert_double_gt(evo_body_velocity(world, own).x, 0);
        ck_assert_double_lt(evo_body_pose(world, flies).position.x,
                            evo_body_pose(world, own).position.x);
        evo_world_destroy(world);
    }
}
END_TEST

/* Bodies that are struck within a step go through others of another sort, too. */
START_TEST(struck_bodies_pass_through) {
    static int red, blue;
    sorts s = {NULL, 0};
    evo_world *world = world_of_sorts(&s);
    const evo_body cue =
        add_sort(world, evo_circle(0.3), (evo_vec2){-2, 0}, (evo_vec2){200, 0}, &red);
    const evo_body ball =
        add_sort(world, evo_circle(0.3), (evo_vec2){0, 0}, (evo_vec2){0, 0}, &red);
    const evo_body wall =
        add_sort(world, evo_box(0.1, 3), (evo_vec2){1, 0}, (evo_vec2){0, 0}, &blue);
    for (int k = 0; k < 10; ++k) ck_assert_int_eq(evo_world_step(world, STEP), EVO_OK);
    ck_assert_double_eq(evo_body_velocity(world, wall).x, 0);
    ck_assert_double_gt(evo_body_pose(world, ball).position.x, 5);
    ck_assert_double_ge(evo_body_velocity(world, cue).x, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- One-way platforms ----------------------------------------------------------------------- */

static bool one_way(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    const evo_world *world = *(evo_world **)context;
    const evo_body a = evo_collider_body(world, contact->a);
    const evo_body b = evo_collider_body(world, contact->b);
    const bool platform_first = evo_body_user(world, a) == context;
    if (!platform_first && evo_body_user(world, b) != context) return true;
    const double up = contact->points[0].normal.y * (platform_first ? 1 : -1);
    const double rises = evo_body_velocity(world, platform_first ? b : a).y;
    return up > 0.7 && rises <= 0.1 && contact->points[0].gap > -0.05;
}

/* Several characters jump up through a platform at once, and come down on it. */
START_TEST(platforms_hold_from_above_alone) {
    evo_world *world;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -20;
    config.pre_solve = one_way;
    config.callback_context = &world;
    world = evo_world_create(&config);
    evo_body_config platform = evo_body_config_default();
    platform.kind = EVO_STATIC;
    platform.shape =
        _i == 0 ? evo_box(20, 0.1) : evo_segment((evo_vec2){-20, 0}, (evo_vec2){20, 0});
    platform.user = &world;
    evo_body_create(world, &platform);
    evo_body jumps[9], falls[9];
    for (int i = 0; i < 9; ++i) {
        const evo_shape shapes[] = {evo_capsule((evo_vec2){0, -0.3}, (evo_vec2){0, 0.3}, 0.3),
                                    evo_box(0.3, 0.5), evo_circle(0.4)};
        evo_body_config body = evo_body_config_default();
        body.locks.spin = true;
        body.shape = shapes[i % 3];
        body.position = (evo_vec2){-18 + 4 * i, -2};
        body.velocity.y = 11 + 3 * i;
        jumps[i] = evo_body_create(world, &body);
        body.position = (evo_vec2){-16 + 4 * i, 2};
        body.velocity.y = -12 * i;
        falls[i] = evo_body_create(world, &body);
    }
    for (int k = 0; k < 420; ++k) ck_assert_int_eq(evo_world_step(world, STEP), EVO_OK);
    for (int i = 0; i < 9; ++i) {
        evo_contact found[4];
        ck_assert_double_gt(evo_body_pose(world, jumps[i]).position.y, 0.3);
        ck_assert_double_gt(evo_body_pose(world, falls[i]).position.y, 0.3);
        ck_assert_uint_eq(evo_body_contacts(world, jumps[i], found, 4), 1);
        ck_assert_double_gt(found[0].points[0].normal.y, 0.99);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Locked ---------------------------------------------------------------------------------- */

typedef struct meddler {
    evo_world *world;
    evo_body body;
    evo_collider collider;
    int calls;
} meddler;

static bool meddle(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    meddler *m = context;
    evo_world *w = m->world;
    const evo_vec2 up = {0, 1};
    const evo_pose pose = {{0, 5}, 0};
    const evo_shape disk = evo_circle(1);
    const evo_material material = evo_material_default();
    const evo_collider_config collider = {.shape = disk, .material = material};
    const evo_chain_config chain = {.points = &up, .count = 1, .material = material};
    const evo_result all[] = {
        evo_world_step(w, STEP),
        evo_world_set_gravity(w, up),
        evo_world_set_lanes(w, 1),
        evo_body_destroy(w, m->body),
        evo_body_set_pose(w, m->body, pose),
        evo_body_set_velocity(w, m->body, up),
        evo_body_apply_center_force(w, m->body, up),
        evo_body_apply_center_impulse(w, m->body, up),
        evo_body_set_asleep(w, m->body, true),
        evo_body_set_kind(w, m->body, EVO_STATIC),
        evo_collider_destroy(w, m->collider),
        evo_collider_set_shape(w, m->collider, &disk),
        evo_world_write_bodies(w, &m->body, 1, &(evo_body_arrays){.poses = NULL}),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        ck_assert_msg(all[i] == EVO_ERROR_LOCKED, "call %zu gave %d", i, (int)all[i]);
    ck_assert(!evo_body_exists(w, evo_body_create(w, NULL)));
    ck_assert_int_eq(evo_world_last_result(w), EVO_ERROR_LOCKED);
    ck_assert(!evo_collider_exists(w, evo_collider_create(w, m->body, &collider)));
    ck_assert(!evo_chain_exists(w, evo_chain_create(w, m->body, &chain)));
    const evo_pose now = evo_body_pose(w, m->body);
    const evo_vec2 above = {now.position.x, now.position.y + 9};
    const evo_ray_hit seen = evo_world_ray(w, above, now.position, NULL); /* as the step began */
    ck_assert(seen.hit && seen.body.index == m->body.index);
    ck_assert_int_eq(evo_body_set_user(w, m->body, m), EVO_OK); /* decides nothing */
    ck_assert_int_eq(evo_collider_set_user(w, m->collider, m), EVO_OK);
    evo_world_destroy(w);
    ck_assert_double_le(contact->points[0].gap, 0.3);
    ++m->calls;
    return true;
}

/* @callbacks-locked */
START_TEST(callbacks_change_no_world) {
    meddler m = {NULL, {0, 0}, {0, 0}, 0};
    uint64_t hashes[2];
    for (int asked = 0; asked < 2; ++asked) {
        evo_world_config config = evo_world_config_default();
        config.gravity.y = -10;
        if (asked) config.pre_solve = meddle;
        config.callback_context = &m;
        m.world = evo_world_create(&config);
        add_thing(m.world, EVO_STATIC, evo_box(5, 1), (evo_vec2){0, -1});
        m.body = add_thing(m.world, EVO_DYNAMIC, evo_box(0.5, 0.5), (evo_vec2){0, 1});
        evo_body_colliders(m.world, m.body, &m.collider, 1);
        for (int k = 0; k < 60; ++k) ck_assert_int_eq(evo_world_step(m.world, STEP), EVO_OK);
        hashes[asked] = evo_world_hash(m.world);
        ck_assert_int_eq(evo_body_set_velocity(m.world, m.body, (evo_vec2){1, 0}), EVO_OK);
        evo_world_destroy(m.world);
    }
    ck_assert_int_gt(m.calls, 10);
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

START_TEST(event_worlds_refuse_callbacks) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.pre_solve = meddle;
    ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_UNSUPPORTED);
    ck_assert_ptr_null(evo_world_create(&config));
}
END_TEST

/* ---- What they are told ---------------------------------------------------------------------- */

typedef struct witness {
    evo_world *world;
    int points, others;
} witness;

/* Gap, normal and point are those of the geometry, as the step begins; where two faces separate as
 * much, floats may choose the other, and what goes far is told where it will meet. */
static bool compare(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    witness *w = context;
    const evo_body a = evo_collider_body(w->world, contact->a);
    const evo_body b = evo_collider_body(w->world, contact->b);
    const evo_collider_config of_a = evo_collider_get(w->world, contact->a);
    const evo_collider_config of_b = evo_collider_get(w->world, contact->b);
    evo_gap found[2];
    const int count = evo_contacts(&of_a.shape, evo_body_pose(w->world, a), &of_b.shape,
                                   evo_body_pose(w->world, b), 1, found);
    ck_assert_uint_lt(a.index, b.index);
    for (int i = 0; i < contact->count; ++i) {
        const evo_contact_point *p = &contact->points[i];
        double nearest = INFINITY;
        for (int k = 0; k < count; ++k) {
            const double x = 0.5 * (found[k].point_a.x + found[k].point_b.x) - p->point.x;
            const double y = 0.5 * (found[k].point_a.y + found[k].point_b.y) - p->point.y;
            const double turned =
                1 - found[k].normal.x * p->normal.x - found[k].normal.y * p->normal.y;
            nearest = fmin(nearest, hypot(x, y) + fabs(found[k].distance - p->gap) + turned);
        }
        w->others += nearest > 1e-3;
        ++w->points;
    }
    return true;
}

START_TEST(contacts_are_told_as_they_are) {
    witness w = {NULL, 0, 0};
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.pre_solve = compare;
    config.callback_context = &w;
    w.world = evo_world_create(&config);
    add_thing(w.world, EVO_STATIC, evo_box(6, 1), (evo_vec2){0, -1});
    add_thing(w.world, EVO_STATIC, evo_box(1, 6), (evo_vec2){-5, 5});
    add_thing(w.world, EVO_STATIC, evo_box(1, 6), (evo_vec2){5, 5});
    random_seed(5);
    for (int i = 0; i < 40; ++i) {
        const evo_shape shapes[] = {evo_circle(0.3), evo_box(0.4, 0.3), evo_circle(0.25),
                                    evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2)};
        add_thing(w.world, EVO_DYNAMIC, shapes[i % 4],
                  (evo_vec2){-3 + (i % 7) + random_between(-0.1, 0.1), 0.6 + i / 7 * 1.1});
    }
    for (int k = 0; k < 120; ++k) ck_assert_int_eq(evo_world_step(w.world, STEP), EVO_OK);
    ck_assert_int_gt(w.points, 2000);
    ck_assert_msg(w.others <= w.points / 300, "%d of %d are others", w.others, w.points);
    evo_world_destroy(w.world);
}
END_TEST

/* ---- Rules of a contact ---------------------------------------------------------------------- */

/* What the rules of the pair become that has the collider named. */
typedef struct ruler {
    evo_collider of;
    evo_contact_rules rules;
    int asked;
} ruler;

static bool rule(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    ruler *r = context;
    if (!evo_collider_equal(contact->a, r->of) && !evo_collider_equal(contact->b, r->of))
        return true;
    ++r->asked;
    ck_assert_double_eq_tol(rules->friction, 0.6, 1e-12);
    ck_assert_double_eq(rules->restitution, 0);
    *rules = r->rules;
    return true;
}

/* Two boxes on a floor, of which one is ruled; `flags` of that one. */
static evo_world *ruled_world(ruler *r, evo_vec2 velocity, double height, evo_body boxes[2],
                              unsigned flags) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.never_sleep = true;
    config.pre_solve = rule;
    config.callback_context = r;
    evo_world *world = evo_world_create(&config);
    evo_body_config ground = lab_body(evo_box(50, 1), 0, -1);
    ground.kind = EVO_STATIC;
    ground.flags = EVO_QUIET;
    (void)evo_body_create(world, &ground);
    for (int i = 0; i < 2; ++i) {
        evo_body_config box = lab_body(i ? evo_circle(0.5) : evo_box(0.5, 0.5), 5 * i, height);
        box.velocity = velocity;
        box.flags = flags;
        boxes[i] = evo_body_create(world, &box);
    }
    return world;
}

static const evo_contact_rules PLAIN = {0.6, 0, 0, 0, 0};

START_TEST(rules_are_of_one_pair) {
    evo_body boxes[2];
    for (int n = 0; n < 4; ++n) {
        ruler r = {.rules = PLAIN};
        const double height = n == 1 ? 2.5 : 0.5;
        const evo_vec2 velocity = {n == 1 ? 0 : 2, 0};
        evo_world *world = ruled_world(&r, velocity, height, boxes, 0);
        evo_body_colliders(world, boxes[n == 2], &r.of, 1);
        if (n == 0) r.rules.friction = 0;
        if (n == 1) r.rules.restitution = 0.8;
        if (n == 2) r.rules.rolling_resistance = 0.1;
        if (n == 3) r.rules.surface_speed = 3;
        double highest = 0;
        for (int i = 0; i < 120; ++i) {
            lab_run(world, 1);
            if (i > 50) highest = fmax(highest, evo_body_pose(world, boxes[0]).position.y);
        }
        const double speed = evo_body_velocity(world, boxes[0]).x;
        if (n == 0) ck_assert_double_eq_tol(speed, 2, 1e-6);
        if (n == 1) ck_assert_double_eq_tol(highest, 0.5 + 0.64 * 2, 0.02);
        if (n == 2) ck_assert_double_lt(fabs(evo_body_velocity(world, boxes[1]).x), 1e-3);
        if (n == 3) ck_assert_double_eq_tol(speed, 3, 0.01);
        ck_assert_int_gt(r.asked, n == 1 ? 2 : 50); /* n == 1: it lands twice */
        if (n != 2) ck_assert_double_gt(evo_body_velocity(world, boxes[1]).x, n == 1 ? -1 : 1);
        evo_world_destroy(world);
    }
}
END_TEST

/* Rules hold for what meets at its exact time, too; nonsense changes nothing; quiet colliders are
 * not asked about. */
START_TEST(rules_are_of_impacts) {
    evo_body boxes[2];
    for (int n = 0; n < 3; ++n) {
        ruler r = {.rules = PLAIN};
        const evo_vec2 down = {0, -60};
        evo_world *world = ruled_world(&r, down, 30, boxes, n == 2 ? EVO_QUIET : EVO_ASK_SOLVE);
        evo_body_colliders(world, boxes[1], &r.of, 1);
        r.rules.restitution = n == 1 ? NAN : 0.5;
        double fastest = -100;
        for (int i = 0; i < 60; ++i) {
            lab_run(world, 1);
            fastest = fmax(fastest, evo_body_velocity(world, boxes[1]).y);
        }
        const double speed = sqrt(60 * 60 + 20 * 29.5);
        if (n == 0) ck_assert_double_eq_tol(fastest, 0.5 * speed, 0.3);
        if (n > 0) ck_assert_double_lt(fastest, 0.5);
        ck_assert((r.asked > 0) == (n < 2));
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Asks for what a step tells while it is not done. */
typedef struct curious {
    const evo_world *world;
    bool asks;
    int asked;
} curious;

static bool ask_lists(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    curious *c = context;
    size_t count = 1;
    (void)rules;
    if (!c->asks) return true;
    const evo_body body = evo_collider_body(c->world, contact->b);
    const evo_pose now = evo_body_pose(c->world, body),
                   then = evo_body_pose_between(c->world, body, random_between(0, 1));
    ck_assert_mem_eq(&now, &then, sizeof now);
    ck_assert(!evo_world_moves(c->world, &count) && count == 0);
    ck_assert(!evo_world_forces(c->world, &count) && count == 0);
    ++c->asked;
    return true;
}

/* Lists that are asked in a callback are refused there, and are those of their step after it. */
START_TEST(lists_are_not_asked_within_a_step) {
    int asked = 0;
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        const random_plan plan = {seed, 20, 5, 0.1};
        curious contexts[2] = {{.asks = false}, {.asks = true}};
        evo_world *worlds[2];
        for (int i = 0; i < 2; ++i) {
            evo_world_config config = evo_world_config_default();
            config.pre_solve = ask_lists;
            config.callback_context = &contexts[i];
            contexts[i].world = worlds[i] = random_world(&config, &plan);
        }
        for (int step = 0; step < 10; ++step) {
            lists told[2];
            for (int i = 0; i < 2; ++i) {
                random_world_step(worlds[i], &plan, step);
                told[i] = lists_of(worlds[i]);
            }
            const char *differs = lists_difference(&told[0], &told[1]);
            ck_assert_msg(!differs, "seed %d, step %d: %s", (int)seed, step, differs);
        }
        asked += contexts[1].asked;
        for (int i = 0; i < 2; ++i) evo_world_destroy(worlds[i]);
    }
    ck_assert_int_gt(asked, 500);
}
END_TEST

Suite *suite_callbacks(void) {
    Suite *suite = suite_create("callbacks");
    TCase *asked = tcase_create("asked");
    tcase_add_test(asked, a_yes_changes_no_bit);
    tcase_add_test(asked, other_sorts_pass_through);
    tcase_add_test(asked, struck_bodies_pass_through);
    tcase_add_loop_test(asked, platforms_hold_from_above_alone, 0, 2);
    tcase_add_test(asked, callbacks_change_no_world);
    tcase_add_test(asked, event_worlds_refuse_callbacks);
    tcase_add_test(asked, contacts_are_told_as_they_are);
    tcase_add_test(asked, rules_are_of_one_pair);
    tcase_add_test(asked, rules_are_of_impacts);
    tcase_add_test(asked, lists_are_not_asked_within_a_step);
    suite_add_tcase(suite, asked);
    return suite;
}
