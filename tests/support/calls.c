#include "calls.h"
#include "support/check.h"
#include "support/joints.h"

#include <math.h>
#include <string.h>

#include "hash.h"
#include "lists.h"
#include "random.h"
#include "scene.h"

/* ---- Opening --------------------------------------------------------------------------------- */

void calls_open(calls *c, const calls_plan *plan) {
    memset(c, 0, sizeof *c);
    c->plan = *plan;
    const evo_exact_config exact = {.event_budget = 1000, .contact_time = 1e-4};
    evo_material wall = evo_material_default();
    wall.restitution = 1;
    evo_world_config config = evo_world_config_default();
    config.exact = plan->exact ? &exact : NULL;
    config.gravity.y = plan->exact == NULL ? -10 : plan->seed % 2 ? -1 : 0;
    config.impact_speed = 0;
    config.wall = &wall;
    config.bounds = (evo_bounds){{-9, -1}, {9, 17}};
    if (plan->exact != NULL) config.boundary = plan->seed % 3 ? EVO_WALLS : EVO_PERIODIC;
    if (config.boundary == EVO_PERIODIC) config.gravity.y = 0;
    config.allocator = test_memory_allocator(&c->memory);
    c->world = evo_world_create(&config);
    ck_assert_ptr_nonnull(c->world);
}

void calls_close(calls *c) {
    evo_world_destroy(c->world);
    ck_assert_uint_eq(c->memory.bytes, 0);
}

/* ---- Bodies and colliders -------------------------------------------------------------------- */

static bool chance(double share) {
    return random_between(0, 1) < share;
}

static int any(int count) {
    return (int)random_between(0, count);
}

/* A shape of about this size, perhaps off the body's origin. */
static evo_shape any_shape(double size) {
    const double more = size * random_between(0.3, 1), less = size * random_between(0.2, 0.6);
    const evo_vec2 end = {more, less / 2}, back = {-more, 0}, low = {0, -less};
    const evo_vec2 corners[] = {end, {0, more}, back, low};
    const evo_shape shapes[] = {evo_circle(more),
                                evo_circle(less),
                                evo_ellipse(more, less),
                                evo_ring(more, less / 2, 0.3, 4),
                                evo_segment(back, end),
                                evo_box(more, less),
                                evo_capsule(back, end, less / 2),
                                evo_polygon(corners, 4, less / 8)};
    const evo_shape shape = shapes[any(8)];
    const evo_vec2 at = {random_between(-less, less), 0};
    return chance(0.5) ? shape : evo_shape_at(shape, at, random_between(-3, 3));
}

static double size_in(const calls *c) {
    return c->plan.exact != NULL ? 0.5 : random_scale(0.2, 1.2);
}

/* In worlds of events bodies stand apart, so that most may take off. */
static evo_pose any_pose(const calls *c, int slot) {
    evo_pose pose = {{random_between(-8, 8), random_between(0, 14)}, random_between(-3, 3)};
    if (c->plan.exact != NULL)
        pose.position = (evo_vec2){-7.5 + 2.5 * (slot % 7), 0.5 + 2.3 * (double)(slot / 7)};
    return pose;
}

static evo_material any_material(void) {
    evo_material material = evo_material_default();
    material.friction = random_between(0, 1);
    material.restitution = chance(0.5) ? 0 : random_between(0, 1);
    return material;
}

static evo_result create_body(calls *c, int slot) {
    const bool events = c->plan.exact != NULL;
    evo_body_config config = evo_body_config_default();
    const evo_pose pose = any_pose(c, slot);
    config.shape = any_shape(size_in(c));
    config.position = pose.position;
    config.angle = pose.angle;
    if (chance(0.25)) config.kind = chance(0.5) ? EVO_STATIC : EVO_KINEMATIC;
    if (config.kind != EVO_STATIC) config.velocity = random_vector(events ? 0.5 : 2);
    if (config.kind != EVO_STATIC) config.spin = random_between(-1, 1);
    config.sensor = chance(0.2) && (!events || config.kind != EVO_DYNAMIC);
    config.asleep = chance(0.3);
    config.disabled = chance(0.05);
    config.one_way.y = !events && chance(0.1) ? 1 : 0;
    config.material = any_material();
    config.tag = (uint64_t)any(3) << 20;
    config.collider_tag = (uint64_t)any(9);
    config.collider_user = (void *)(uintptr_t)any(50);
    const evo_body made = evo_body_create(c->world, &config);
    if (evo_body_exists(c->world, made)) c->bodies[slot] = made;
    return evo_world_last_result(c->world);
}

/* Creates bodies in some of the slots whose bodies are dead. */
static evo_result create_many(calls *c, int slot) {
    enum { MOST = 6 };
    const int most = 1 + any(MOST);
    int slots[MOST], count = 0;
    evo_shape shapes[MOST];
    evo_pose poses[MOST];
    evo_body made[MOST];
    evo_body_config common = evo_body_config_default();
    for (int i = 0; i < CALLS_BODIES && count < most; ++i) {
        const int at = (slot + i) % CALLS_BODIES;
        if (evo_body_exists(c->world, c->bodies[at])) continue;
        shapes[count] = any_shape(size_in(c));
        poses[count] = any_pose(c, at);
        slots[count++] = at;
    }
    if (chance(0.6)) common.kind = chance(0.6) ? EVO_STATIC : EVO_KINEMATIC;
    if (common.kind == EVO_DYNAMIC) common.velocity = random_vector(c->plan.exact ? 0.5 : 2);
    common.asleep = chance(0.5);
    common.material = any_material();
    common.gravity_scale = c->plan.exact == NULL && chance(0.2) ? 0.5 : 1;
    common.tag = (uint64_t)any(9);
    const evo_body_arrays arrays = {.poses = poses};
    const size_t done =
        evo_world_create_many(c->world, &common, shapes, &arrays, (size_t)count, made);
    for (size_t i = 0; i < done; ++i) c->bodies[slots[i]] = made[i];
    return evo_world_last_result(c->world);
}

/* Moves a mover that stands anywhere, or falls on a body; some go out of the range of numbers. */
static evo_result move_mover(calls *c, evo_body body) {
    evo_mover_config config = evo_mover_config_default();
    evo_mover mover = {.pose = {{random_between(-8, 8), random_between(-1, 8)}, 0}};
    config.shape = any_shape(1);
    config.push = random_scale(1, 1000);
    const bool far = chance(0.3);
    evo_vec2 velocity = random_vector(far ? 1e30 : 20);
    config.mass = config.push;
    if (config.push > 5 && !far) {
        mover.pose.position = evo_add(evo_body_pose(c->world, body).position, evo_vec(0, 1.5));
        velocity = evo_vec(0, -120);
    }
    return evo_mover_move(c->world, &config, &mover, velocity, far ? 1e9 : SCENE_STEP);
}

static evo_result create_collider(calls *c, evo_body body) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = any_shape(size_in(c));
    config.material = any_material();
    (void)evo_collider_create(c->world, body, &config);
    return evo_world_last_result(c->world);
}

static evo_collider any_collider(const calls *c, evo_body body) {
    evo_collider all[8];
    const size_t count = evo_body_colliders(c->world, body, all, 8);
    return count > 0 ? all[any(count < 8 ? (int)count : 8)] : (evo_collider){0, 0};
}

static evo_result change_collider(calls *c, evo_body body) {
    const evo_collider collider = any_collider(c, body);
    const evo_material material = any_material();
    const evo_filter filters[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {1, 3, -1}};
    const evo_shape shape = any_shape(size_in(c));
    evo_collider_config config = evo_collider_get(c->world, collider);
    config.filter = filters[any(4)];
    config.material.id = (uint64_t)any(3) << 33;
    config.flags = (unsigned)any(4);
    config.tag = (uint64_t)any(4) << 50;
    switch (any(6)) {
    case 5:
        return evo_collider_set_tag(c->world, collider, config.tag);
    case 0:
        return evo_collider_set_shape(c->world, collider, &shape);
    case 1:
        return evo_collider_set_material(c->world, collider, &material);
    case 2:
        return evo_collider_set_filter(c->world, collider, filters[any(4)]);
    case 3:
        return evo_collider_set(c->world, collider, &config);
    default:
        return chance(0.5) ? evo_collider_destroy(c->world, collider) : EVO_OK;
    }
}

/* Changes of less, some of which events do not have. */
static evo_result drive_body(calls *c, evo_body body, evo_vec2 push) {
    const evo_pose pose = evo_body_pose(c->world, body);
    switch (any(10)) {
    case 0:
        return evo_body_apply_center_force(c->world, body, push);
    case 1:
        return evo_body_apply_torque(c->world, body, push.x);
    case 2:
        return evo_body_apply_center_impulse(c->world, body, push);
    case 3:
        return evo_body_apply_spin_impulse(c->world, body, 0.1 * push.x);
    case 4:
        return chance(0.5) ? evo_body_set_damping(c->world, body, fabs(push.x))
                           : evo_body_set_spin_damping(c->world, body, fabs(push.y));
    case 5:
        return evo_body_set_gravity_scale(c->world, body, push.y);
    case 6:
        return evo_body_drive_to(c->world, body, pose, 0.1);
    case 7:
        return evo_body_set_sleep_speed(c->world, body, fabs(push.x));
    case 8:
        return push.x > 0 ? evo_body_wake(c->world, body) : evo_body_wake_touching(c->world, body);
    default:
        (void)evo_body_set_user(c->world, body, (void *)(uintptr_t)any(50));
        return evo_body_set_tag(c->world, body, (uint64_t)any(100));
    }
}

static evo_result change_body(calls *c, evo_body body, int slot) {
    const bool steps = c->plan.exact == NULL;
    const evo_pose pose = any_pose(c, slot);
    const evo_vec2 push = random_vector(3);
    if (chance(0.3)) return drive_body(c, body, push);
    const evo_mass mass = {1, {0.1, 0}, 1};
    switch (any(12)) {
    case 0:
        return evo_body_set_pose(c->world, body, pose);
    case 1:
        return evo_body_set_velocity(c->world, body, push);
    case 2:
        return evo_body_set_spin(c->world, body, push.x);
    case 3:
        return evo_body_set_kind(c->world, body, (evo_body_kind)any(3));
    case 4:
        return evo_body_set_disabled(c->world, body, !chance(0.7));
    case 5:
        return evo_body_set_asleep(c->world, body, !chance(0.4));
    case 6:
        return evo_body_apply_force(c->world, body, push, pose.position);
    case 7:
        return evo_body_apply_impulse(c->world, body, push, pose.position);
    case 8:
        return evo_body_set_mass(c->world, body, mass);
    case 9:
        return evo_body_set_locks(
            c->world, body, (evo_locks){steps && chance(0.2), steps && chance(0.2), chance(0.5)});
    case 10:
        return evo_body_set_never_sleep(c->world, body, chance(0.3));
    default:
        return evo_body_set_velocity(c->world, body, (evo_vec2){0, 0});
    }
}

/* ---- Joints and chains ----------------------------------------------------------------------- */

static evo_result set_joint(calls *c, evo_joint joint) {
    const double x = random_between(0.1, 1);
    const evo_pose target = {random_vector(3), x};
    switch (any(9)) {
    case 8:
        return evo_joint_set_tag(c->world, joint, (uint64_t)any(100));
    case 5:
    case 6:
        return evo_joint_set_motor_speed(c->world, joint, x);
    case 0:
        return joint_set_motor(c->world, joint, chance(0.7), x - 0.5, 1);
    case 1:
        return joint_set_limits(c->world, joint, chance(0.7), -x, x);
    case 2:
        return joint_set_spring(c->world, joint, chance(0.7), 5 * x, x);
    case 3:
        return joint_set_target(c->world, joint, target);
    case 4:
        return joint_set_break(c->world, joint, 100 * x, 0);
    default:
        return evo_joint_destroy(c->world, joint);
    }
}

static evo_result change_joint(calls *c, evo_body a, evo_body b) {
    const int slot = any(CALLS_JOINTS);
    evo_joint_config config = evo_joint_config_default((evo_joint_kind)any(EVO_PULLEY + 1));
    config.a = a;
    config.b = b;
    config.upper = 2;
    config.tag = (uint64_t)any(9);
    if (evo_joint_exists(c->world, c->joints[slot])) return set_joint(c, c->joints[slot]);
    const evo_joint made = evo_joint_create(c->world, &config);
    if (evo_joint_exists(c->world, made)) c->joints[slot] = made;
    return evo_world_last_result(c->world);
}

static evo_result change_chain(calls *c, evo_body body) {
    const int slot = any(CALLS_CHAINS);
    evo_vec2 points[8];
    for (int i = 0; i < 8; ++i) points[i] = (evo_vec2){0.1 * (3 - i), 0.05 * (i % 3)};
    evo_chain_config config = evo_chain_config_default();
    config.points = points;
    config.count = 2 + any(6);
    config.two_sided = c->plan.exact != NULL || chance(0.5);
    config.material = any_material();
    config.tag = (uint64_t)any(9);
    const evo_material materials[] = {config.material, evo_material_default(), config.material};
    if (config.count == 4) {
        config.materials = materials;
        config.material_count = 3;
    }
    if (evo_chain_exists(c->world, c->chains[slot]))
        return evo_chain_destroy(c->world, c->chains[slot]);
    const evo_chain made = evo_chain_create(c->world, body, &config);
    if (evo_chain_exists(c->world, made)) c->chains[slot] = made;
    return evo_world_last_result(c->world);
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* Asks what may need memory, and finds less without: nothing changes by it. */
static evo_result ask(calls *c, evo_body body) {
    const evo_vec2 from = random_vector(8), to = random_vector(8);
    const evo_shape disk = evo_circle(1);
    evo_contact contacts[4];
    evo_collider found[4];
    evo_ray_hit hits[4];
    evo_joint joints[4];
    evo_body bodies[4];
    (void)evo_world_contacts(c->world, contacts, 4);
    (void)evo_body_contacts(c->world, body, contacts, 4);
    (void)evo_world_ray(c->world, from, to, NULL);
    (void)evo_world_ray_all(c->world, from, to, NULL, hits, 4);
    (void)evo_world_ray_any(c->world, from, to, NULL);
    (void)evo_world_cast_circle(c->world, from, to, 0.5, NULL);
    (void)evo_world_cast_shape(c->world, &disk, (evo_pose){from, 0}, (evo_pose){to, 1}, NULL);
    (void)evo_world_overlap_bounds(c->world, (evo_bounds){{-3, 0}, {3, 6}}, NULL, found, 4);
    (void)evo_world_overlap_shape(c->world, &disk, (evo_pose){from, 0}, NULL, found, 4);
    (void)evo_world_nearest(c->world, from, 5, NULL);
    (void)evo_world_bodies(c->world, bodies, 4);
    (void)evo_world_moves(c->world, NULL);
    (void)evo_world_forces(c->world, NULL);
    (void)evo_world_outside(c->world, (evo_bounds){{-3, 0}, {3, 6}}, bodies, 4);
    (void)evo_world_joints(c->world, joints, 4);
    (void)evo_body_joints(c->world, body, joints, 4);
    (void)evo_world_counters(c->world);
    return EVO_OK;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

enum { OPENING = 30, PERIOD = 120, PAUSE = 70 };

/* The first calls create bodies; then come times of changes, and pauses in which bodies rest. */
bool calls_is_step(const calls *c, int number) {
    random_seed(c->plan.seed * 1000003 + (uint64_t)number * 101 + 1);
    (void)random_between(0, 1);
    if (number <= OPENING) return false;
    if (c->plan.exact != NULL) return chance(0.4);
    return number % PERIOD < PAUSE || chance(0.2);
}

static evo_result add_ground(calls *c) {
    const evo_vec2 left = {-20, -1}, right = {20, -1};
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    if (c->plan.exact == NULL) config.shape = evo_segment(left, right);
    return evo_body_exists(c->world, evo_body_create(c->world, &config)) ? EVO_OK
                                                                         : EVO_ERROR_MEMORY;
}

static evo_result set_rules(calls *c) {
    evo_world_config config = evo_world_get(c->world);
    config.gravity = random_vector(9);
    config.bounce_threshold = random_between(0, 2);
    config.substeps = 2 + any(4);
    return evo_world_set(c->world, &config);
}

/* Every third step of exact time is a run of a few impacts. */
static evo_result step(calls *c, int number) {
    if (c->plan.exact == NULL) return evo_world_step(c->world, SCENE_STEP);
    double done;
    if (number % 9 == 3) return evo_world_run_until(c->world, evo_world_time(c->world) + 0.05, 4);
    return number % 3 == 0 ? evo_world_run(c->world, 0.05, 4, &done)
                           : evo_world_step(c->world, 0.05);
}

evo_result calls_make(calls *c, int number) {
    const bool events = c->plan.exact != NULL;
    if (calls_is_step(c, number)) return step(c, number);
    if (number == 0) return add_ground(c);
    const int slot = number <= OPENING ? number : any(CALLS_BODIES), other = any(CALLS_BODIES);
    const evo_body body = c->bodies[slot];
    const double choice = random_between(0, 1);
    if (!evo_body_exists(c->world, body)) return create_body(c, slot);
    if (choice < 0.12) return evo_body_destroy(c->world, body);
    if (choice < 0.27) return create_collider(c, body);
    if (choice < 0.5) return change_collider(c, body);
    if (choice < 0.58) return change_chain(c, body);
    if (choice < 0.68) return change_joint(c, body, c->bodies[other]);
    if (choice < 0.71) return ask(c, body);
    if (choice < 0.74) return create_many(c, slot);
    if (choice < 0.77 && !events) return move_mover(c, body);
    if (choice > 0.96 && choice < 0.98 && !events) return set_rules(c);
    if (choice > 0.98 && !events) return evo_world_set_gravity(c->world, random_vector(9));
    return change_body(c, body, slot);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static uint64_t hash_handle(uint64_t hash, uint32_t index, uint32_t generation) {
    return hash_double(hash_double(hash, index), generation);
}

uint64_t calls_hash(const calls *c) {
    uint64_t hash = hash_double(HASH_BEGIN, 0);
    evo_collider all[512];
    const size_t count = evo_world_colliders(c->world, all, 512);
    ck_assert_uint_lt(count, 512);
    for (size_t i = 0; i < count; ++i)
        hash =
            hash_handle(hash, all[i].index, all[i].generation) + evo_collider_tag(c->world, all[i]);
    for (int i = 0; i < CALLS_BODIES; ++i)
        hash = hash_handle(hash, c->bodies[i].index, c->bodies[i].generation)
               + evo_body_tag(c->world, c->bodies[i]);
    for (int i = 0; i < CALLS_JOINTS; ++i)
        hash = hash_handle(hash, c->joints[i].index, c->joints[i].generation)
               + evo_joint_tag(c->world, c->joints[i]);
    for (int i = 0; i < CALLS_CHAINS; ++i)
        hash = hash_handle(hash, c->chains[i].index, c->chains[i].generation);
    return hash ^ evo_world_hash(c->world);
}

uint64_t calls_told(const calls *c) {
    return lists_lasting(c->world);
}
