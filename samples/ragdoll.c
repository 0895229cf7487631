/* ragdoll.c: a figure of capsules tumbles down stairs and comes to rest. Its joints have limits,
 * and motors of no speed, whose small torque is their friction. */
#include <evolute/evolute.h>
#include <stdio.h>

enum { PARTS = 11, STAIRS = 8, RATE = 60, SECONDS = 30 };

static const double STIFFNESS = 0.02;

/* Capsules of a figure that stands with its hips at the origin. `at` joins it to the part `to`. */
static const struct {
    evo_vec2 from, end;
    double radius;
    int to;
    evo_vec2 at;
    double lower, upper;
} FIGURE[PARTS] = {
    {{0, -0.02}, {0, 0.08}, 0.14, 0, {0, 0}, 0, 0},                   /* hips */
    {{0, 0.25}, {0, 0.48}, 0.16, 0, {0, 0.17}, -0.5, 0.5},            /* chest */
    {{0, 0.79}, {0, 0.83}, 0.12, 1, {0, 0.66}, -0.6, 0.6},            /* head */
    {{-0.2, 0.52}, {-0.45, 0.42}, 0.07, 1, {-0.18, 0.53}, -1.7, 1.2}, /* upper arms */
    {{0.2, 0.52}, {0.45, 0.42}, 0.07, 1, {0.18, 0.53}, -1.2, 1.7},
    {{-0.45, 0.42}, {-0.72, 0.36}, 0.06, 3, {-0.45, 0.42}, -2, 0.1}, /* forearms */
    {{0.45, 0.42}, {0.72, 0.36}, 0.06, 4, {0.45, 0.42}, -0.1, 2},
    {{-0.09, -0.1}, {-0.13, -0.46}, 0.09, 0, {-0.08, -0.06}, -1.3, 0.2}, /* thighs */
    {{0.09, -0.1}, {0.13, -0.46}, 0.09, 0, {0.08, -0.06}, -0.2, 1.3},
    {{-0.13, -0.46}, {-0.15, -0.86}, 0.07, 7, {-0.13, -0.46}, -0.05, 1.8}, /* shins */
    {{0.13, -0.46}, {0.15, -0.86}, 0.07, 8, {0.13, -0.46}, -1.8, 0.05},
};

static evo_body parts[PARTS];

/* All parts are bodies whose origin is the figure's, so a point of the figure is one of theirs. */
static void add_figure(evo_world *world, evo_vec2 hips, evo_vec2 velocity) {
    for (int i = 0; i < PARTS; ++i) {
        evo_body_config body = evo_body_config_default();
        evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
        body.position = hips;
        body.velocity = velocity;
        body.shape = evo_capsule(FIGURE[i].from, FIGURE[i].end, FIGURE[i].radius);
        body.filter.group = -1; /* parts pass through each other */
        parts[i] = evo_body_create(world, &body);
        if (i == 0) continue;
        joint.a = parts[FIGURE[i].to];
        joint.b = parts[i];
        joint.frame_a.position = joint.frame_b.position = FIGURE[i].at;
        joint.limit = joint.motor = true;
        joint.lower = FIGURE[i].lower;
        joint.upper = FIGURE[i].upper;
        joint.motor_limit = STIFFNESS;
        evo_joint_create(world, &joint);
    }
}

static void add_stairs(evo_world *world) {
    evo_body_config stair = evo_body_config_default();
    stair.kind = EVO_STATIC;
    for (int i = 0; i <= STAIRS; ++i) {
        const double wide = i == 0 ? 20 : 0.4;
        stair.shape = evo_box(wide, 0.25 + 0.25 * i);
        stair.position = (evo_vec2){-0.8 * i + wide - 0.4, 0.25 * i - 0.25};
        evo_body_create(world, &stair);
    }
}

static bool any_awake(const evo_world *world) {
    bool awake = false;
    for (int i = 0; i < PARTS; ++i) awake |= !evo_body_asleep(world, parts[i]);
    return awake;
}

int main(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    evo_world *world = evo_world_create(&config);
    add_stairs(world);
    add_figure(world, (evo_vec2){-0.8 * STAIRS, 0.5 * STAIRS + 1}, (evo_vec2){3, 1});
    for (int step = 1; any_awake(world) && step <= SECONDS * RATE; ++step) {
        if (evo_world_step(world, 1.0 / RATE) != EVO_OK) return 1;
        const evo_vec2 head = evo_body_world_center(world, parts[2]);
        if (step % (RATE / 2) == 0)
            printf("%.1f s: head at (%.2f, %.2f)\n", evo_world_time(world), head.x, head.y);
    }
    const evo_vec2 hips = evo_body_world_center(world, parts[0]);
    printf("%s at (%.2f, %.2f) after %.2f s\n", any_awake(world) ? "it moves still" : "it rests",
           hips.x, hips.y, evo_world_time(world));
    evo_world_destroy(world);
    return 0;
}
