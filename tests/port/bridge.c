/* bridge.c: bridge.cpp in Evolute. A comment names the call of Box2D that a line stands for. */
#include <math.h>

#include "port/scenes.h"

enum { PLANKS = 10 };

static const double slope = 0.4, length = 1;

typedef struct bridge {
    evo_world *world;
    evo_body planks[PLANKS], bucket;
    evo_joint last;
} bridge;

/* b2RevoluteJointDef; localAnchorA and B are points of frames. A body {0} is the world: in place
 * of a static body without a shape. */
static evo_joint hinge(const bridge *b, evo_body a, double on_a, evo_body body, double on_b,
                       double strength) {
    evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
    joint.a = a;
    joint.b = body;
    joint.frame_a.position.x = on_a;
    joint.frame_b.position.x = on_b;
    joint.break_force = strength; /* GetReactionForce after each step, and DestroyJoint */
    return evo_joint_create(b->world, &joint);
}

static evo_body add(const bridge *b, evo_vec2 position, double angle, evo_shape shape) {
    evo_body_config config = config_of(EVO_DYNAMIC, position, shape);
    config.angle = angle;
    config.damping = config.spin_damping = 1; /* linearDamping, angularDamping */
    return evo_body_create(b->world, &config);
}

static void add_planks(bridge *b) {
    const double run = length * cos(slope), drop = length * sin(slope), x = PLANKS / 2 * run;
    evo_body before = {0, 0};
    for (int i = 0; i < PLANKS; ++i) {
        const bool left = i < PLANKS / 2;
        const double nth = i + 0.5;
        const evo_vec2 at = {nth * run - x, -drop * (left ? nth : PLANKS - nth)};
        b->planks[i] = add(b, at, left ? -slope : slope, evo_box(0.45, 0.08));
        hinge(b, before, i > 0 ? length / 2 : -x, b->planks[i], -length / 2, 0);
        before = b->planks[i];
    }
    b->last = hinge(b, before, length / 2, (evo_body){0, 0}, x, 60);
}

/* GetWorldPoint. */
static evo_vec2 bottom(const bridge *b) {
    return evo_body_world_point(b->world, b->planks[PLANKS / 2 - 1], vec2(length / 2, 0));
}

static void add_bucket(bridge *b) {
    evo_joint_config rope = evo_joint_config_default(EVO_DISTANCE); /* b2DistanceJointDef */
    const evo_vec2 from = bottom(b);
    b->bucket = add(b, vec2(from.x, from.y - 1.4), 0, evo_box(0.4, 0.4));
    rope.a = b->planks[PLANKS / 2 - 1];
    rope.b = b->bucket;
    rope.frame_a.position.x = length / 2;
    rope.frame_b.position.y = 0.4;
    evo_joint_create(b->world, &rope); /* its length is that of now, as Initialize sets it */
}

/* GetMassData and SetMassData. */
static void fill(const bridge *b) {
    evo_mass mass = evo_body_mass(b->world, b->bucket);
    mass.inertia *= 1 + 0.02 / mass.mass;
    mass.mass += 0.02;
    evo_body_set_mass(b->world, b->bucket, mass);
}

static void print_step(const bridge *b, int step) {
    const evo_vec2 force = evo_joint_force(b->world, b->last); /* GetReactionForce */
    if (step == 480) print("force_x", force.x);
    if (step == 480) print("force_y", force.y);
    if (step == 480) print("sag", bottom(b).y);
    if (step == 480) print("first_angle", evo_body_pose(b->world, b->planks[0]).angle);
    if (step == 600) print("loaded_x", force.x);
    if (step == 600) print("loaded_y", force.y);
    if (step == 600) print("loaded_sag", bottom(b).y);
}

void bridge_run(void) {
    bridge b = {.world = awake_world()};
    int broke = 0;
    size_t ended;
    add_planks(&b);
    add_bucket(&b);
    for (int k = 1; k <= 1500; ++k) {
        if (k > 480 && !broke) fill(&b);
        step(b.world);
        evo_world_joint_ends(b.world, &ended);
        if (ended > 0) broke = k;
        print_step(&b, k);
    }
    print("broke", broke);
    print("mass", evo_body_mass(b.world, b.bucket).mass);
    print("joints", (double)evo_world_joints(b.world, NULL, 0)); /* GetJointCount */
    print("end_x", place(b.world, b.planks[PLANKS - 1]).x);
    print("end_y", place(b.world, b.planks[PLANKS - 1]).y);
    print("bucket_x", place(b.world, b.bucket).x);
    print("bucket_y", place(b.world, b.bucket).y);
    evo_world_destroy(b.world);
}
