#include "support/random_world.h"

#include <math.h>

#include "support/check.h"
#include "support/random.h"

/* Half of the side of a room, for so many bodies of about size 0.5. */
static double room_of(int bodies) {
    return 1.5 * sqrt(bodies) + 2;
}

static bool chance(double part) {
    return random_between(0, 1) < part;
}

static int any(int count) {
    return (int)random_between(0, count);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static evo_shape any_shape(void) {
    const double a = random_scale(0.1, 1), b = random_scale(0.1, 1);
    const evo_vec2 points[5] = {{a, 0}, {0.5 * a, b}, {-a, b}, {-a, -0.5 * b}, {0, -b}};
    const evo_vec2 ends[2] = {{-a, 0}, {a, 0}};
    switch (any(10)) {
    case 0:
        return evo_ellipse(a, b);
    case 1:
        return evo_ring(a + 0.2, 0.1, 0, random_between(1, 6.2));
    case 2:
        return evo_capsule(ends[0], ends[1], b);
    case 3:
        return evo_polygon(points, 3 + any(3), chance(0.5) ? 0.1 : 0);
    case 4:
    case 5:
        return evo_box(a, b);
    case 6:
        return evo_shape_at(evo_box(a, b), ends[1], b);
    case 7:
        return evo_shape_at(evo_circle(b), ends[0], 0);
    case 8:
        return evo_segment(ends[0], ends[1]);
    default:
        return evo_circle(a);
    }
}

static evo_material any_material(void) {
    evo_material m = evo_material_default();
    m.friction = random_between(0, 1);
    if (chance(0.3)) m.restitution = random_between(0, 1);
    if (chance(0.2)) m.rolling_resistance = random_between(0, 0.1);
    if (chance(0.1)) m.surface_speed = random_between(-2, 2);
    if (chance(0.1)) m.tangential_restitution = random_between(-1, 1);
    return m;
}

static evo_body add_body(evo_world *world, evo_vec2 at, double speed, uintptr_t number) {
    evo_body_config c = evo_body_config_default();
    c.kind = chance(0.9) ? EVO_DYNAMIC : chance(0.5) ? EVO_STATIC : EVO_KINEMATIC;
    c.position = at;
    if (c.kind != EVO_STATIC) c.velocity = random_vector(random_scale(0.1, speed));
    if (c.kind != EVO_STATIC) c.spin = random_between(-6, 6);
    c.angle = chance(0.3) ? 0 : random_between(-3, 3);
    c.shape = any_shape();
    c.material = any_material();
    c.damping = chance(0.1) ? 0.5 : 0;
    c.sensor = chance(0.08);
    c.asleep = chance(0.05);
    c.locks = (evo_locks){chance(0.03), chance(0.03), chance(0.05)};
    c.one_way.y = c.kind != EVO_DYNAMIC && chance(0.2) ? 1 : 0;
    c.filter = evo_filter_default();
    c.filter.group = chance(0.1) ? -1 : 0;
    c.user = (void *)number;
    c.collider_user = (void *)(number + 1000000);
    c.tag = number << 40;
    c.collider_tag = number + 1;
    const evo_body body = evo_body_create(world, &c);
    ck_assert(evo_body_exists(world, body));
    if (!chance(0.2)) return body;
    evo_collider_config more = evo_collider_config_default();
    more.shape = evo_shape_at(any_shape(), random_vector(0.5), random_between(-3, 3));
    more.sensor = chance(0.2);
    (void)evo_collider_create(world, body, &more);
    return body;
}

/* A kinematic wall that sweeps through the room. */
static void add_sweeper(evo_world *world, double room) {
    evo_body_config c = evo_body_config_default();
    const bool level = chance(0.5);
    c.kind = EVO_KINEMATIC;
    c.shape = level ? evo_box(0.5 * room, 0.3) : evo_box(0.3, 0.5 * room);
    c.position = level ? evo_vec(0, -1.5 * room) : evo_vec(-1.5 * room, 0);
    c.velocity = level ? evo_vec(0, random_scale(0.3, 8)) : evo_vec(random_scale(0.3, 8), 0);
    c.spin = chance(0.3) ? random_between(-1, 1) : 0;
    c.material = any_material();
    ck_assert(evo_body_exists(world, evo_body_create(world, &c)));
}

/* A floor of chain links and boxes for walls and ceiling. */
static void add_room(evo_world *world, double room) {
    evo_body_config c = evo_body_config_default();
    c.kind = EVO_STATIC;
    evo_vec2 points[9];
    for (int i = 0; i < 9; ++i)
        points[i] = evo_vec(room * (1 - 0.25 * i), random_between(0, 0.3) - room);
    evo_chain_config floor = evo_chain_config_default();
    floor.points = points;
    floor.count = 9;
    floor.material = any_material();
    floor.tag = 5;
    const evo_body ground = evo_body_create(world, &c);
    ck_assert(evo_chain_exists(world, evo_chain_create(world, ground, &floor)));
    for (int i = 0; i < 4; ++i) {
        const evo_vec2 at[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
        c.shape = i % 3 == 0 ? evo_box(room + 8, 4) : evo_box(4, room);
        c.position = evo_scale(room + 4, at[i]);
        c.material = any_material();
        ck_assert(evo_body_exists(world, evo_body_create(world, &c)));
    }
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static void add_joint(evo_world *world, evo_body a, evo_body b) {
    evo_joint_config c = evo_joint_config_default((evo_joint_kind)any(EVO_APART + 1));
    c.a = a;
    c.b = chance(0.2) ? (evo_body){0, 0} : b;
    c.frame_a.position = random_vector(0.5);
    c.frame_b.position = chance(0.5) ? random_vector(0.5) : random_vector(4);
    c.frame_b.angle = random_between(-1, 1);
    c.length = random_between(0.5, 3);
    c.limit = chance(0.3);
    c.upper = random_between(0.1, 2);
    c.motor = chance(0.2);
    c.motor_speed = random_between(-3, 3);
    c.motor_limit = random_scale(1, 100);
    c.spring = chance(0.3);
    c.hertz = random_scale(0.5, 20);
    c.damping_ratio = random_between(0, 1);
    c.turn_hertz = chance(0.3) ? random_between(1, 5) : 0;
    c.torque_limit = chance(0.5) ? random_scale(1, 100) : 0;
    c.velocity = random_vector(2);
    c.break_force = chance(0.5) ? random_scale(3, 3000) : 0;
    c.break_torque = chance(0.3) ? random_scale(3, 3000) : 0;
    c.only_tells = chance(0.2);
    c.collide = chance(0.3);
    c.user = (void *)(uintptr_t)(a.index + 2000000);
    c.tag = a.index + 3;
    (void)evo_joint_create(world, &c); /* some are refused */
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

random_plan random_plan_of(uint64_t seed) {
    return (random_plan){seed, 60, 20, 0.5};
}

evo_world *random_world(const evo_world_config *base, const random_plan *plan) {
    evo_world_config config = base ? *base : evo_world_config_default();
    const double room = room_of(plan->bodies);
    evo_body last = {0, 0};
    evo_vec2 at = {0, 0};
    random_seed(plan->seed);
    config.gravity.y = chance(0.8) ? -10 : 0;
    config.substeps = chance(0.5) ? 0 : 1 + any(8);
    config.bounce_threshold = chance(0.3) ? 0 : 1;
    config.impact_speed = chance(0.5) ? 0 : 1;
    config.impact_limit = chance(0.2) ? 8 : 0;
    config.push_speed = chance(0.2) ? random_between(1, 10) : 0;
    config.never_sleep = chance(0.2);
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    add_room(world, room);
    for (int i = 0; i < 3; ++i) add_sweeper(world, room);
    for (int i = 0; i < plan->bodies; ++i) {
        const bool joined = i % 3 == 1; /* with the one before, which is near */
        at = joined ? evo_add(at, random_vector(2)) : random_vector(0.9 * room);
        const evo_body body = add_body(world, at, plan->speed, (uintptr_t)i + 1);
        if (joined) add_joint(world, last, body);
        last = body;
    }
    return world;
}

double random_world_seconds(const random_plan *plan, int step) {
    static const double FIXED[] = {1.0 / 60, 1.0 / 60, 1.0 / 30, 1.0 / 240};
    if (plan->seed % 2 == 0) return FIXED[plan->seed / 2 % 4];
    random_seed(plan->seed * 7919 + (uint64_t)step);
    (void)random_between(0, 1);
    return random_scale(1.0 / 2000, plan->longest);
}

/* ---- Changes --------------------------------------------------------------------------------- */

enum { BODIES_MOST = 4096, CHANGES = 3 };

/* Parts of the steps before which the world changes. */
static const double CHANGED = 0.15;

static void destroy_collider(evo_world *world, evo_body body) {
    evo_collider first;
    if (evo_body_colliders(world, body, &first, 1) > 0) (void)evo_collider_destroy(world, first);
}

static void destroy_joint(evo_world *world, evo_body body) {
    evo_joint first;
    if (evo_body_joints(world, body, &first, 1) > 0) (void)evo_joint_destroy(world, first);
}

/* Bodies of the room, which were created first, stay. */
static void change(evo_world *world, double room, double speed) {
    static evo_body all[BODIES_MOST];
    enum { ROOM = 8 };
    const size_t count = evo_world_bodies(world, all, BODIES_MOST);
    ck_assert_uint_le(count, BODIES_MOST);
    const evo_body body = all[ROOM + any((int)count - ROOM)];
    const evo_body other = all[ROOM + any((int)count - ROOM)];
    switch (any(8)) {
    case 0:
        (void)evo_body_destroy(world, body);
        break;
    case 1:
        (void)add_body(world, random_vector(0.9 * room), speed, count);
        break;
    case 2:
        destroy_collider(world, body);
        break;
    case 3:
        destroy_joint(world, body);
        break;
    case 4:
        add_joint(world, body, other);
        break;
    case 5:
        (void)evo_body_set_pose(world, body, (evo_pose){random_vector(0.9 * room), 1});
        break;
    case 6:
        (void)evo_body_set_disabled(world, body, chance(0.5));
        break;
    default:
        (void)evo_body_set_velocity(world, body, random_vector(random_scale(1, 15 * speed)));
        break;
    }
}

void random_world_step(evo_world *world, const random_plan *plan, int step) {
    const double seconds = random_world_seconds(plan, step);
    random_seed(plan->seed * 104729 + (uint64_t)step);
    (void)random_between(0, 1);
    if (chance(CHANGED)) {
        const double room = room_of((int)evo_world_counters(world).bodies);
        for (int i = 0; i < CHANGES; ++i) change(world, room, plan->speed);
    }
    ck_assert_int_eq(evo_world_step(world, seconds), EVO_OK);
}
