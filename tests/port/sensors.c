/* sensors.c: sensors.cpp in Evolute. A comment names the call of Box2D that a line stands for. */
#include <math.h>

#include "port/scenes.h"

enum { OTHER, COIN, PLATE, WATER, RADAR, GOAL, KINDS };

/* User data point to the kind's number: GetUserData. */
static int kinds[KINDS] = {OTHER, COIN, PLATE, WATER, RADAR, GOAL};

typedef struct zones {
    evo_world *world;
    evo_body runner, diver, watch, doomed, thrown;
    evo_collider water;
    int entered[KINDS], left[KINDS];
    int first_entered[KINDS], first_left[KINDS], last_entered[KINDS]; /* steps */
} zones;

/* A sensor on a body of its own. */
static evo_body add_sensor(const zones *z, evo_vec2 position, evo_shape shape, int what) {
    evo_body_config config = config_of(EVO_STATIC, position, shape);
    config.sensor = true;                /* isSensor */
    config.collider_user = &kinds[what]; /* b2FixtureDef::userData */
    return evo_body_create(z->world, &config);
}

static evo_body add(const zones *z, evo_body_kind kind, evo_vec2 position, evo_shape shape,
                    evo_vec2 velocity) {
    evo_body_config config = config_of(kind, position, shape);
    config.velocity = velocity; /* linearVelocity */
    return evo_body_create(z->world, &config);
}

static void add_games(zones *z) {
    const evo_shape ball = evo_circle(0.4);
    add(z, EVO_STATIC, vec2(0, -1), evo_box(60, 1), vec2(0, 0));
    z->runner = add(z, EVO_DYNAMIC, vec2(-30, 0.4), ball, vec2(5, 0));
    evo_body_set_spin(z->world, z->runner, -5 / 0.4); /* SetAngularVelocity */
    for (double x = -28; x < -14; x += 1.5) add_sensor(z, vec2(x, 0.4), evo_circle(0.2), COIN);
    add_sensor(z, vec2(-8, 0.2), evo_box(2, 0.2), PLATE);
    const evo_body pool = add_sensor(z, vec2(0, 24), evo_box(3, 5), WATER);
    evo_body_colliders(z->world, pool, &z->water, 1); /* GetFixtureList */
    z->diver = add(z, EVO_DYNAMIC, vec2(0, 32), ball, vec2(0, 0));
    add_sensor(z, vec2(36, 3), evo_circle(1), GOAL);
    z->thrown = add(z, EVO_DYNAMIC, vec2(30, 2.2), ball, vec2(7, 6));
}

static void add_guard(zones *z) {
    evo_body_config guard = config_of(EVO_DYNAMIC, vec2(10, 30), evo_circle(0.4));
    guard.gravity_scale = 0; /* gravityScale */
    guard.velocity.x = 3;
    z->watch = evo_body_create(z->world, &guard);
    evo_collider_config radar = evo_collider_config_default();
    radar.shape = evo_circle(4);
    radar.sensor = true;
    radar.user = &kinds[RADAR];
    radar.filter = (evo_filter){4, ~8u, 0}; /* categoryBits, maskBits */
    evo_collider_create(z->world, z->watch, &radar);
    evo_body_config crate = config_of(EVO_STATIC, vec2(18, 33), evo_box(0.5, 0.5));
    evo_body_create(z->world, &crate);
    crate.position.x = 26;
    z->doomed = evo_body_create(z->world, &crate);
    crate.position.x = 22;
    crate.filter = (evo_filter){8, ~0u, 0};
    evo_body_create(z->world, &crate);
}

/* BeginContact and EndContact of sensors. Coins may be destroyed at once: DestroyBody. */
static void hear(zones *z, int step) {
    size_t count;
    const evo_visit *v = evo_world_visits(z->world, &count);
    for (size_t i = 0; i < count; ++i) {
        const int what = v[i].sensor_user ? *(int *)v[i].sensor_user : COIN; /* a coin is gone */
        ++*(v[i].began ? &z->entered[what] : &z->left[what]);
        int *first = v[i].began ? &z->first_entered[what] : &z->first_left[what];
        if (*first == 0) *first = step;
        if (v[i].began) z->last_entered[what] = step;
        if (v[i].began && what == COIN) evo_body_destroy(z->world, v[i].sensor_body);
    }
}

/* The world lists visitors: a program needs no list of its own. */
static void slow_down(const zones *z) {
    evo_collider wet[4];
    const size_t count = evo_collider_visitors(z->world, z->water, wet, 4);
    for (size_t i = 0; i < count && i < 4; ++i) {
        const evo_body body = evo_collider_body(z->world, wet[i]);
        const evo_vec2 v = evo_body_velocity(z->world, body);
        const double drag = 4 * evo_body_mass(z->world, body).mass;
        evo_body_apply_center_force(z->world, body, vec2(-drag * v.x, -drag * v.y));
    }
}

static void print_games(const zones *z) {
    print("first_coin", z->first_entered[COIN]);
    print("last_coin", z->last_entered[COIN]);
    print("coins", z->entered[COIN]);
    print("coins_left", z->left[COIN]);
    print("pressed", z->first_entered[PLATE]);
    print("released", z->first_left[PLATE]);
    print("dived", z->first_entered[WATER]);
    print("surfaced", z->first_left[WATER]);
    print("spotted", z->first_entered[RADAR]);
    print("lost", z->first_left[RADAR]);
    print("scored", z->first_entered[GOAL]);
    print("over", z->first_left[GOAL]);
    print("seen", z->entered[RADAR]);
    print("unseen", z->left[RADAR]);
    print("goals", z->entered[GOAL]);
}

void sensors_run(void) {
    zones z = {.world = awake_world()};
    add_games(&z);
    add_guard(&z);
    for (int k = 1; k <= 420; ++k) {
        slow_down(&z);
        if (k == 301) evo_body_destroy(z.world, z.doomed);
        step(z.world);
        hear(&z, k);
        if (k == 150) print("dive_y", place(z.world, z.diver).y);
        if (k == 150) print("dive_v", evo_body_velocity(z.world, z.diver).y);
        if (k == 300) print("radar_sees", z.entered[RADAR] - z.left[RADAR]);
    }
    print_games(&z);
    print("guard_mass", evo_body_mass(z.world, z.watch).mass);
    print("runner_x", place(z.world, z.runner).x);
    print("runner_v", evo_body_velocity(z.world, z.runner).x);
    print("guard_x", place(z.world, z.watch).x);
    print("thrown_x", place(z.world, z.thrown).x);
    evo_world_destroy(z.world);
}
