#include "record/recorded.h"

#include <math.h>

#include "support/check.h"
#include "support/joints.h"
#include "support/scene.h"

bool collides(void *context, evo_collider a, evo_collider b) {
    (void)context;
    return (a.index * 7 + b.index) % 5 != 0;
}

bool solves(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    asked_often *to = context;
    return (++to->count + contact->b.index) % 7 != 0;
}

double least(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmin(a->friction, b->friction);
}

double most(void *context, const evo_material *a, const evo_material *b) {
    (void)context;
    return fmax(a->restitution, b->restitution);
}

void open_calls(calls *c, const calls_plan *plan, asked_often *to) {
    calls_open(c, plan);
    evo_world *like = c->world; /* which has what its config points to */
    evo_world_config config = evo_world_get(like);
    to->count = 0;
    config.mix_friction = least;
    config.mix_restitution = most;
    if (plan->exact == NULL) {
        config.should_collide = collides;
        config.pre_solve = solves;
        config.callback_context = to;
    }
    c->world = evo_world_create(&config);
    ck_assert_ptr_nonnull(c->world);
    evo_world_destroy(like);
}

static void add_joint_calls(evo_world *world, evo_joint joint, double x) {
    (void)joint_set_motor(world, joint, true, x, 1);
    (void)joint_set_spring(world, joint, true, 1 + x, 1);
    (void)joint_set_target(world, joint, (evo_pose){{x, 1}, 0});
    (void)joint_set_break(world, joint, 100, x);
    (void)evo_joint_set_motor_speed(world, joint, x);
    (void)evo_joint_destroy(world, joint);
}

/* Writes a body so often that all begin a new flight in exact time. */
static void write_many(evo_world *world, evo_body body, double x) {
    enum { TIMES = 40 };
    evo_body bodies[TIMES];
    evo_vec2 velocities[TIMES];
    double spins[TIMES];
    for (int i = 0; i < TIMES; ++i) {
        bodies[i] = body;
        velocities[i] = (evo_vec2){x, i};
        spins[i] = x * i;
    }
    (void)evo_world_write_bodies(world, bodies, TIMES,
                                 &(evo_body_arrays){.velocities = velocities, .spins = spins});
}

static bool ends_ray(void *context, const evo_ray_hit *hit) {
    return hit->collider.index % 3 == *(const uint32_t *)context;
}

size_t ask_each(const evo_world *world, uint64_t seed) {
    const double x = (double)(seed * 7 % 23) - 11, y = (double)(seed * 5 % 17) - 8;
    const evo_shape shapes[] = {evo_circle(0.5), evo_box(1, 0.4), evo_ellipse(1, 0.6),
                                evo_capsule(evo_vec(-1, 0), evo_vec(1, 0), 0.3)};
    const evo_shape *shape = &shapes[seed % 4];
    const evo_query queries[] = {
        {.sensors = true}, {.filter = evo_filter_default()}, {.filter = {2, 3, 0}, .leaves = true}};
    const evo_query *query = seed % 4 < 3 ? &queries[seed % 4] : NULL;
    const evo_vec2 from = {x, y}, to = {-y, x + 3};
    const evo_pose at = {{y, x}, 0.1 * x}, there = {{x + 4, y - 9}, 0.2 * y};
    uint32_t end = (uint32_t)(seed % 3);
    evo_ray_hit hits[2];
    evo_collider found[3];
    evo_plane planes[1];
    (void)evo_world_ray(world, from, to, query);
    (void)evo_world_ray_any(world, from, to, query);
    (void)evo_world_ray_all(world, from, to, query, hits, seed % 3);
    (void)evo_world_ray_until(world, from, to, query, ends_ray, &end);
    (void)evo_world_cast_circle(world, from, to, 0.1 + 0.05 * (double)(seed % 9), query);
    (void)evo_world_cast_shape(world, shape, at, there, query);
    (void)evo_world_cast_all(world, shape, at, there, query, hits, 2);
    (void)evo_world_overlap_bounds(world, (evo_bounds){{x, y}, {x + 3, y + 4}}, query, found, 3);
    (void)evo_world_overlap_shape(world, shape, at, query, found, seed % 4);
    (void)evo_world_nearest(world, from, seed % 2 ? INFINITY : 3, query);
    (void)evo_world_planes(world, shape, at, query, planes, 1);
    (void)evo_world_ray(world, (evo_vec2){NAN, 0}, to, query); /* which is not recorded */
    return 11;
}

/* Makes calls that mostly are refused, and takes the world back by ways other than calls. */
static void add_others(calls *c, int number, evo_frame **frame) {
    const evo_body gone = {(uint32_t)number, 4};
    evo_pose poses[] = {evo_body_pose(c->world, c->bodies[1]), {{number, 30}, 0}};
    const evo_chain_config chain = {.points = NULL, .count = number};
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(number % 3 - 1);
    config.shape.kind = (evo_shape_kind)(number % 11);
    config.position.x = number % 2 ? (double)NAN : 20 + number;
    (void)evo_body_create(c->world, number % 5 ? &config : NULL);
    (void)evo_body_set_spin(c->world, gone, 1);
    (void)evo_record_mark(c->world, number % 5 ? "here" : NULL);
    (void)evo_chain_create(c->world, c->bodies[0], number % 2 ? &chain : NULL);
    (void)evo_collider_set_shape(c->world, (evo_collider){(uint32_t)number % 30, 1}, NULL);
    (void)evo_world_step(c->world, -1);
    (void)evo_world_set_growth(c->world, 1e-6 * (number % 2));
    (void)evo_world_set_gravity(c->world,
                                number % 2 ? (evo_vec2){0, NAN} : evo_world_gravity(c->world));
    (void)evo_chain_destroy(c->world, c->chains[number % CALLS_CHAINS]);
    (void)evo_world_write_bodies(c->world, c->bodies + number % 5, 2,
                                 &(evo_body_arrays){.poses = poses});
    write_many(c->world, c->bodies[1 + number % 3], 0.1 * number);
    (void)joint_set_limits(c->world, c->joints[0], true, INFINITY, -0.0);
    (void)evo_joint_set_tag(c->world, c->joints[number % CALLS_JOINTS], (uint64_t)number << 40);
    add_joint_calls(c->world, c->joints[number % CALLS_JOINTS], 0.1 * number);
    (void)ask_each(c->world, (uint64_t)number);
    if (number % 3 == 0) ck_assert_int_eq(evo_frame_keep(c->world, frame), EVO_OK);
    if (number % 4 == 0) ck_assert_int_eq(evo_frame_restore(c->world, *frame), EVO_OK);
}

void record_calls(const calls_plan *plan, int first, tape *t, bool others) {
    static calls c;
    evo_frame *frame = NULL;
    asked_often to;
    open_calls(&c, plan, &to);
    ck_assert_int_eq(evo_frame_keep(c.world, &frame), EVO_OK);
    for (int i = 0; i < CALLS; ++i) {
        if (i == first) tape_begin(t, c.world);
        (void)calls_make(&c, i);
        if (others && i % 9 == 8) add_others(&c, i / 9, &frame);
    }
    ck_assert_int_eq(evo_record_end(c.world), EVO_OK);
    evo_frame_destroy(frame);
    calls_close(&c);
}

calls_plan any_plan(int number) {
    return (calls_plan){number % 2 ? &EXACT : NULL, (uint64_t)number + FIRST_SEED};
}
