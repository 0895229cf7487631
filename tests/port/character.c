/* character.c: character.cpp in Evolute. A comment names the call of Box2D that a line stands
 * for. */
#include <math.h>

#include "port/scenes.h"

typedef struct heroes {
    evo_world *world;
    evo_body hero, pusher, pushed, lift, rider;
    evo_collider soles;
} heroes;

/* b2FixtureDef of a smooth fixture. */
static evo_collider_config smooth(evo_shape shape) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = shape;
    config.material.friction = 0;
    return config;
}

static evo_body add(heroes *h, evo_body_kind kind, evo_vec2 position, evo_shape shape,
                    double friction, bool upright) {
    evo_body_config config = config_of(kind, position, shape);
    config.material.friction = friction;
    config.locks.spin = upright; /* fixedRotation */
    return evo_body_create(h->world, &config);
}

static void add_level(heroes *h) {
    const evo_vec2 level[] = {{26, 6},   {26, 1.2}, {17, 1.2}, {17, -4}, {14, -4},
                              {14, 1.2}, {10, 1.2}, {6, 0},    {-9, 0},  {-9, 6}};
    const evo_body_config none = config_of(EVO_STATIC, vec2(0, 0), (evo_shape){.kind = 0});
    evo_chain_config terrain = evo_chain_config_default(); /* CreateChain */
    terrain.points = level;
    terrain.count = 10;
    evo_chain_create(h->world, evo_body_create(h->world, &none), &terrain);
}

static void add_heroes(heroes *h) {
    const evo_shape crate = evo_box(0.3, 0.3);
    evo_collider_config foot = smooth(evo_shape_at(evo_circle(0.3), vec2(0, -0.5), 0)); /* m_p */
    evo_collider_config soles = smooth(evo_shape_at(evo_box(0.2, 0.1), vec2(0, -0.8), 0));
    soles.sensor = true; /* isSensor; sensors weigh nothing here */
    const evo_shape torso = evo_shape_at(evo_box(0.25, 0.4), vec2(0, 0.1), 0); /* SetAsBox */
    h->hero = add(h, EVO_DYNAMIC, vec2(0, 0.8), torso, 0, true);
    evo_collider_create(h->world, h->hero, &foot); /* CreateFixture */
    h->soles = evo_collider_create(h->world, h->hero, &soles);
    add(h, EVO_STATIC, vec2(0, -21), evo_box(20, 1), 0.6, false);
    h->pusher = add(h, EVO_DYNAMIC, vec2(-8, -19.7), crate, 0, true);
    h->pushed = add(h, EVO_DYNAMIC, vec2(-6, -19.7), crate, 0.6, false);
    h->lift = add(h, EVO_KINEMATIC, vec2(40, 0), evo_box(1, 0.1), 0.6, false);
    h->rider = add(h, EVO_DYNAMIC, vec2(40, 0.41), crate, 0.6, true);
    evo_body_set_velocity(h->world, h->lift, vec2(0, 2)); /* SetLinearVelocity */
}

/* The world counts visitors, in place of BeginContact and EndContact. */
static bool is_grounded(const heroes *h) {
    return evo_collider_visitors(h->world, h->soles, NULL, 0) > 0;
}

/* Accelerates towards a speed, by at most 20 m/s^2. */
static void run(const heroes *h, evo_body body, double speed) {
    const double missing = speed - evo_body_velocity(h->world, body).x;
    const double gain = fmax(fmin(missing, 20.0 / 60), -20.0 / 60);
    const double mass = evo_body_mass(h->world, body).mass;              /* GetMass */
    evo_body_apply_center_impulse(h->world, body, vec2(gain * mass, 0)); /* ApplyLinearImpulse */
}

static bool jump(const heroes *h) {
    const double rises = evo_body_velocity(h->world, h->hero).y;
    const double mass = evo_body_mass(h->world, h->hero).mass;
    if (!is_grounded(h) || place(h->world, h->hero).x <= 13) return false;
    evo_body_apply_center_impulse(h->world, h->hero, vec2(0, mass * (6 - rises)));
    return true;
}

static void print_step(const heroes *h, int step) {
    const evo_vec2 at = place(h->world, h->hero), v = evo_body_velocity(h->world, h->hero);
    if (step == 60) print("run_x", at.x);
    if (step == 130) print("slope_v", v.x);
    if (step == 130) print("slope_rise", v.y);
    if (step == 180) print("plateau_x", at.x);
    if (step == 180) print("plateau_y", at.y);
}

static void play(heroes *h) {
    int jumped = 0, landed = 0, grounded = 0;
    double apex = 0;
    for (int k = 1; k <= 480; ++k) {
        run(h, h->hero, 4);
        run(h, h->pusher, 2);
        if (!jumped && jump(h)) jumped = k;
        if (k == 121) evo_body_set_velocity(h->world, h->lift, vec2(0.5, 0));
        step(h->world);
        apex = fmax(apex, place(h->world, h->hero).y);
        grounded += is_grounded(h);
        if (jumped && k > jumped + 9 && !landed && is_grounded(h)) landed = k;
        print_step(h, k);
    }
    print("jumped", jumped);
    print("apex", apex);
    print("landed", landed);
    print("grounded", grounded);
}

void character_run(void) {
    heroes h = {.world = awake_world()};
    add_level(&h);
    add_heroes(&h);
    play(&h);
    print("hero_mass", evo_body_mass(h.world, h.hero).mass);
    print("wall_x", place(h.world, h.hero).x);
    print("wall_y", place(h.world, h.hero).y);
    print("pusher_way", place(h.world, h.pusher).x + 8);
    print("pushed_way", place(h.world, h.pushed).x + 6);
    print("pushed_v", evo_body_velocity(h.world, h.pushed).x);
    print("rider_x", place(h.world, h.rider).x - place(h.world, h.lift).x);
    print("rider_y", place(h.world, h.rider).y - place(h.world, h.lift).y);
    evo_world_destroy(h.world);
}
