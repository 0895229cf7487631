/* test_event_calls.c: random calls on bodies of any shape and kind, between the steps of event
 * worlds: after a step that succeeds no body is inside another. */
#include <math.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/gas.h"
#include "support/random.h"

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

Suite *suite_event_calls(void) {
    Suite *suite = suite_create("event_calls");
    TCase *calls = tcase_create("calls");
    tcase_add_loop_test(calls, anything_changes_in_flight, 0, 40);
    tcase_set_tags(calls, "long");
    suite_add_tcase(suite, calls);
    return suite;
}
