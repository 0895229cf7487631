/* platform.c: platform.cpp in Evolute. A comment names the call of Box2D that a line stands for. */
#include <math.h>

#include "port/scenes.h"

enum { OTHER, HERO, PLATFORM, DOOR, GUEST, KINDS };

/* User data point to the kind's number: GetUserData. */
static int kinds[KINDS] = {OTHER, HERO, PLATFORM, DOOR, GUEST};

static int kind_of(const evo_world *world, evo_collider collider) {
    return *(int *)evo_body_user(world, evo_collider_body(world, collider));
}

/* PreSolve, whose SetEnabled(false) is the answer false here. */
static bool one_way(void *context, const evo_contact *c, evo_contact_rules *rules) {
    (void)rules;
    const evo_world *w = *(evo_world **)context;
    const bool first = kind_of(w, c->a) == PLATFORM;
    if (!first && kind_of(w, c->b) != PLATFORM) return true;
    const evo_contact_point *at = &c->points[0]; /* GetWorldManifold */
    const double up = first ? at->normal.y : -at->normal.y;
    const double rises = evo_body_velocity(w, evo_collider_body(w, first ? c->b : c->a)).y;
    return up > 0.7 && rises < 0.1 && at->gap > -0.1;
}

/* ShouldCollide. Filters have been asked before. */
static bool doors(void *context, evo_collider a, evo_collider b) {
    const evo_world *w = *(evo_world **)context;
    return (1 << kind_of(w, a) | 1 << kind_of(w, b)) != (1 << DOOR | 1 << GUEST);
}

/* GetContactList. */
static int supports(const evo_world *world, evo_body body) {
    evo_contact found[8];
    int count = 0;
    const size_t all = evo_body_contacts(world, body, found, 8);
    for (size_t i = 0; i < all; ++i) count += found[i].points[0].normal.y > 0.7;
    return count;
}

typedef struct level {
    evo_world *world;
    evo_body hero, above, below, guest, other, shot, target, sleeper, shelf, perched;
} level;

/* CreateBody and CreateFixture; b2BodyDef::bullet is not needed. */
static evo_body add(level *l, evo_body_kind kind, evo_vec2 position, evo_shape shape, int what) {
    evo_body_config config = config_of(kind, position, shape);
    config.locks.spin = what == HERO; /* fixedRotation */
    config.user = &kinds[what];       /* userData */
    return evo_body_create(l->world, &config);
}

static void add_terrain(level *l) {
    const evo_shape ground = evo_segment(vec2(-30, 0), vec2(30, 0)); /* SetTwoSided */
    const evo_vec2 hills[] = {{46, 2}, {42, 0}, {38, 0}, {34, 2}};   /* solid from above */
    evo_chain_config valley = evo_chain_config_default();
    valley.points = hills;
    valley.count = 4;
    /* CreateChain */
    evo_chain_create(l->world, add(l, EVO_STATIC, vec2(0, 0), ground, OTHER), &valley);
    add(l, EVO_STATIC, vec2(0, 2), evo_box(2, 0.1), PLATFORM);
    add(l, EVO_STATIC, vec2(-8, 1), evo_box(0.05, 1), DOOR);
    add(l, EVO_STATIC, vec2(-16, 1), evo_box(0.05, 1), DOOR);
}

static void add_bodies(level *l) {
    evo_world *w = l->world;
    const evo_shape box = evo_box(0.5, 0.5), ball = evo_circle(0.3);
    l->above = add(l, EVO_DYNAMIC, vec2(40, 2), ball, OTHER);
    l->below = add(l, EVO_DYNAMIC, vec2(39, -2), ball, OTHER);
    l->hero = add(l, EVO_DYNAMIC, vec2(0, 0.6), evo_box(0.3, 0.6), HERO);
    l->guest = add(l, EVO_DYNAMIC, vec2(-10, 0.5), box, GUEST);
    l->other = add(l, EVO_DYNAMIC, vec2(-14, 0.5), box, OTHER);
    l->shot = add(l, EVO_DYNAMIC, vec2(10, 10), evo_circle(0.05), OTHER);
    l->target = add(l, EVO_DYNAMIC, vec2(14, 10), evo_box(0.05, 1), OTHER);
    l->sleeper = add(l, EVO_DYNAMIC, vec2(20, 0.5), box, OTHER);
    l->shelf = add(l, EVO_STATIC, vec2(24, 2), box, OTHER);
    l->perched = add(l, EVO_DYNAMIC, vec2(24, 3), box, OTHER);
    evo_body_set_velocity(w, l->below, vec2(0, 9)); /* SetLinearVelocity */
    evo_body_set_velocity(w, l->guest, vec2(6, 0));
    evo_body_set_velocity(w, l->other, vec2(-6, 0));
    evo_body_set_velocity(w, l->shot, vec2(100, 0));
    evo_body_set_gravity_scale(w, l->shot, 0); /* SetGravityScale */
    evo_body_set_gravity_scale(w, l->target, 0);
}

/* QueryAABB. */
static void print_region(const evo_world *world, evo_bounds region) {
    evo_collider found[8];
    const size_t count = evo_world_overlap_bounds(world, region, NULL, found, 8);
    int heroes = 0;
    for (size_t i = 0; i < count && i < 8; ++i) heroes += kind_of(world, found[i]) == HERO;
    print("found", (double)count);
    print("found_heroes", heroes);
}

static void print_level(const level *l) {
    const evo_world *w = l->world;
    print("hero_y", place(w, l->hero).y);
    print("supports", supports(w, l->hero));
    print("above_y", place(w, l->above).y);
    print("below_y", place(w, l->below).y);
    print("guest_x", place(w, l->guest).x);
    print("other_x", place(w, l->other).x);
    print("target_v", evo_body_velocity(w, l->target).x); /* GetLinearVelocity */
    print("shot_behind", place(w, l->shot).x < place(w, l->target).x);
    print("fallen_y", place(w, l->perched).y);
    print_region(w, (evo_bounds){{-9, 0.5}, {3, 4}});
}

static void play(level *l) {
    evo_world *w = l->world;
    const double mass = evo_body_mass(w, l->hero).mass; /* GetMass */
    int landed = 0, grounded = 0, slept = 0;
    double peak = 0;
    for (int k = 1; k <= 240; ++k) {
        /* ApplyLinearImpulseToCenter; SetTransform, which wakes the body here; DestroyBody. */
        if (k == 31) evo_body_apply_center_impulse(w, l->hero, vec2(0, 8 * mass));
        if (k == 121) evo_body_set_pose(w, l->sleeper, (evo_pose){vec2(20, 3), 0});
        if (k == 181) evo_body_destroy(w, l->shelf);
        step(w);
        const bool on_ground = supports(w, l->hero) > 0;
        peak = fmax(peak, place(w, l->hero).y);
        grounded += on_ground;
        if (k > 40 && !landed && on_ground) landed = k;
        if (!slept && evo_body_asleep(w, l->perched)) slept = k; /* IsAwake */
        if (k == 120) print("sleeper_awake", !evo_body_asleep(w, l->sleeper));
        if (k == 150) print("moved_y", place(w, l->sleeper).y);
        if (k == 180) print("perched_awake", !evo_body_asleep(w, l->perched));
    }
    print("peak", peak);
    print("landed", landed);
    print("grounded", grounded);
    print("slept", slept);
}

void platform_run(void) {
    level l = {.world = NULL};
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.pre_solve = one_way;    /* SetContactListener */
    config.should_collide = doors; /* SetContactFilter */
    config.callback_context = &l.world;
    l.world = evo_world_create(&config); /* b2World */
    add_terrain(&l);
    add_bodies(&l);
    play(&l);
    print_level(&l);
    evo_world_destroy(l.world);
}
