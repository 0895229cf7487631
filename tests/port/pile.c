/* pile.c: pile.cpp in Evolute. A comment names the call of Box2D that a line stands for. */
#include <math.h>

#include "port/scenes.h"

typedef struct pile {
    evo_world *world;
    evo_body floor, top, cone, hop, roll, sunk, inside, lift, load;
    evo_body pushed, turned, hit, slowed, odd;
    int begun, ended, entered, left;
} pile;

/* BeginContact, EndContact and IsSensor. */
static void count_touches(pile *p) {
    size_t count;
    const evo_touch *t = evo_world_touches(p->world, &count);
    for (size_t i = 0; i < count; ++i) ++*(t[i].began ? &p->begun : &p->ended);
    const evo_visit *v = evo_world_visits(p->world, &count);
    for (size_t i = 0; i < count; ++i) ++*(v[i].began ? &p->entered : &p->left);
}

/* CreateBody and CreateFixture. */
static evo_body add(evo_world *world, evo_body_kind kind, evo_vec2 position, evo_shape shape) {
    const evo_body_config config = config_of(kind, position, shape);
    return evo_body_create(world, &config);
}

/* PostSolve. */
static double load_on(const evo_world *world, evo_body body) {
    evo_contact found[32];
    const size_t count = evo_body_contacts(world, body, found, 32);
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < found[i].count; ++k) sum += found[i].points[k].normal_impulse;
    return sum;
}

static evo_body add_floating(evo_world *world, evo_vec2 position, evo_shape shape) {
    evo_body_config config = config_of(EVO_DYNAMIC, position, shape);
    config.gravity_scale = 0; /* gravityScale */
    return evo_body_create(world, &config);
}

static evo_body add_filtered(evo_world *world, evo_vec2 position, evo_shape shape,
                             evo_filter filter) {
    evo_body_config config = config_of(EVO_DYNAMIC, position, shape);
    config.filter = filter;
    return evo_body_create(world, &config);
}

static void add_pile(pile *p) {
    evo_world *w = p->world;
    const evo_shape slab = evo_box(30, 1), crate = evo_box(0.5, 0.5); /* SetAsBox */
    const evo_shape ball = evo_circle(0.5);                           /* b2CircleShape */
    const evo_vec2 corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0, 0.5}};
    const evo_vec2 places[] = {{-8, 0.515},  {-6.8, 0.515}, {-5.6, 0.515},
                               {-7.4, 1.53}, {-6.2, 1.53},  {-6.8, 2.545}};
    p->floor = add(w, EVO_STATIC, vec2(0, -1), slab);
    for (int i = 0; i < 6; ++i) p->top = add(w, EVO_DYNAMIC, places[i], crate);
    p->cone = add(w, EVO_DYNAMIC, vec2(-12, 1), evo_polygon(corners, 3, 0)); /* Set */
    evo_body_config hop = config_of(EVO_DYNAMIC, vec2(-3, 4.5), ball);
    hop.material.restitution = 0.5; /* b2FixtureDef::restitution */
    p->hop = evo_body_create(w, &hop);
    p->roll = add(w, EVO_DYNAMIC, vec2(0, 0.5), ball);
    const double mass = evo_body_mass(w, p->roll).mass;           /* GetMass */
    evo_body_apply_center_impulse(w, p->roll, vec2(mass * 3, 0)); /* ApplyLinearImpulseToCenter */
    evo_body_config gate = config_of(EVO_STATIC, vec2(40, 4), slab);
    gate.sensor = true; /* isSensor */
    evo_body_create(w, &gate);
    add(w, EVO_DYNAMIC, vec2(20, 8), ball);
    /* categoryBits, maskBits and groupIndex. */
    p->sunk = add_filtered(w, vec2(-20, 2), ball, (evo_filter){2, ~1u, 0});
    add_filtered(w, vec2(-23, 0.6), crate, (evo_filter){1, ~0u, -3});
    p->inside = add_filtered(w, vec2(-23, 2), crate, (evo_filter){1, ~0u, -3});
}

static void add_driven(pile *p) {
    evo_world *w = p->world;
    const evo_shape crate = evo_box(0.5, 0.5);
    const evo_shape part = evo_shape_at(evo_box(1, 0.25), vec2(0, -0.5), 0); /* SetAsBox */
    evo_collider_config lump = evo_collider_config_default();
    lump.shape = evo_shape_at(evo_circle(0.5), vec2(0.5, 0.25), 0); /* b2CircleShape::m_p */
    p->lift = add(w, EVO_KINEMATIC, vec2(5, 4), part);
    evo_body_set_velocity(w, p->lift, vec2(1, 0)); /* SetLinearVelocity */
    p->load = add(w, EVO_DYNAMIC, vec2(5, 4.27), crate);
    p->pushed = add_floating(w, vec2(0, 20), crate);
    p->turned = add_floating(w, vec2(10, 20), crate);
    p->hit = add_floating(w, vec2(15, 20), crate);
    p->slowed = add_floating(w, vec2(0, 30), crate);
    p->odd = add_floating(w, vec2(-10, 20), part);
    evo_collider_create(w, p->odd, &lump);                               /* CreateFixture */
    evo_body_set_spin(w, p->odd, 1);                                     /* SetAngularVelocity */
    const evo_vec2 side = evo_body_world_point(w, p->hit, vec2(0.5, 0)); /* GetWorldPoint */
    evo_body_apply_impulse(w, p->hit, vec2(0, 2), side);                 /* ApplyLinearImpulse */
    evo_body_apply_spin_impulse(w, p->hit, 0.1);                         /* ApplyAngularImpulse */
    evo_body_set_damping(w, p->slowed, 0.5); /* SetLinearDamping, SetAngularDamping */
    evo_body_set_spin_damping(w, p->slowed, 1);
    evo_body_set_velocity(w, p->slowed, vec2(-4, 0));
    evo_body_set_spin(w, p->slowed, 2);
}

static void drive(const pile *p, int step) {
    evo_world *w = p->world;
    if (step == 121) evo_body_set_velocity(w, p->lift, vec2(-1, 0));
    if (step > 60) return;
    evo_body_apply_center_force(w, p->pushed, vec2(3, 0)); /* ApplyForceToCenter */
    const evo_vec2 side = evo_body_world_point(w, p->turned, vec2(1, 0));
    evo_body_apply_force(w, p->turned, vec2(0, 1), side); /* ApplyForce */
    evo_body_apply_torque(w, p->turned, -0.9);            /* ApplyTorque */
}

static void print_driven(const pile *p) {
    const evo_world *w = p->world;
    const evo_mass m = evo_body_mass(w, p->odd);
    const evo_vec2 on_lift = evo_body_local_point(w, p->lift, place(w, p->load));
    const evo_vec2 rim = vec2(place(w, p->hit).x + 1, place(w, p->hit).y);
    print("mass", m.mass);
    print("center_x", m.center.x); /* GetLocalCenter */
    print("center_y", m.center.y);
    print("inertia", m.inertia + m.mass * pow(hypot(m.center.x, m.center.y), 2));
    print("odd_x", place(w, p->odd).x);
    print("odd_angle", evo_body_pose(w, p->odd).angle); /* GetAngle */
    print("load_x", on_lift.x);                         /* GetLocalPoint */
    print("load_y", on_lift.y);
    print("pushed_x", place(w, p->pushed).x);
    print("pushed_v", evo_body_velocity(w, p->pushed).x); /* GetLinearVelocity */
    print("turned_vy", evo_body_velocity(w, p->turned).y);
    print("turned_angle", evo_body_pose(w, p->turned).angle);
    print("hit_vy", evo_body_velocity(w, p->hit).y);
    print("hit_spin", evo_body_spin(w, p->hit)); /* GetAngularVelocity */
    /* GetLinearVelocityFromWorldPoint. */
    print("rim_vy", evo_body_point_velocity(w, p->hit, rim).y);
    print("slowed_x", place(w, p->slowed).x);
    print("slowed_spin", evo_body_spin(w, p->slowed));
}

static void print_pile(const pile *p) {
    const evo_world *w = p->world;
    evo_ray_hit hits[8];
    /* RayCast, whose callback returns the fraction, and 1. */
    const evo_ray_hit down = evo_world_ray(w, vec2(-6.8, 10), vec2(-6.8, -1), NULL);
    const size_t along = evo_world_ray_all(w, vec2(-9, 0.5), vec2(-5, 0.5), NULL, hits, 8);
    print("ray_fraction", down.fraction);
    print("ray_normal_y", down.normal.y);
    print("ray_top", evo_body_equal(down.body, p->top));
    print("ray_all", (double)along);
    print("top_x", place(w, p->top).x);
    print("top_y", place(w, p->top).y);
    print("cone_y", place(w, p->cone).y);
    print("roll_v", evo_body_velocity(w, p->roll).x);
    print("roll_spin", evo_body_spin(w, p->roll));
    print("roll_x", place(w, p->roll).x);
    print("sunk_y", place(w, p->sunk).y);
    print("inside_y", place(w, p->inside).y);
    print("begun", p->begun);
    print("ended", p->ended);
    print("entered", p->entered);
    print("left", p->left);
    print("load", load_on(w, p->floor));
}

void pile_run(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.never_sleep = true;                     /* SetAllowSleeping(false) */
    pile p = {.world = evo_world_create(&config)}; /* b2World */
    int bounce = 0, entry = 0;
    double apex = 0;
    add_pile(&p);
    add_driven(&p);
    for (int k = 1; k <= 180; ++k) {
        drive(&p, k);
        step(p.world);
        count_touches(&p);
        if (!bounce && evo_body_velocity(p.world, p.hop).y > 0) bounce = k;
        if (bounce) apex = fmax(apex, place(p.world, p.hop).y);
        if (!entry && p.entered) entry = k;
    }
    print("bounce_step", bounce);
    print("entry_step", entry);
    print("apex", apex);
    print_driven(&p);
    print_pile(&p);
    evo_world_destroy(p.world);
}
