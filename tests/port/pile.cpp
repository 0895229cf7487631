// pile.cpp: bodies on a floor, forces, filters and rays in Box2D 2.4, for port.c.
#include "port.h"

namespace {

struct listener : b2ContactListener {
    int begun = 0, ended = 0, entered = 0, left = 0;
    float load = 0; // impulses on the floor in the last step
    b2Body *floor = nullptr;
    void BeginContact(b2Contact *c) override {
        ++(c->GetFixtureA()->IsSensor() || c->GetFixtureB()->IsSensor() ? entered : begun);
    }
    void EndContact(b2Contact *c) override {
        ++(c->GetFixtureA()->IsSensor() || c->GetFixtureB()->IsSensor() ? left : ended);
    }
    void PostSolve(b2Contact *c, const b2ContactImpulse *impulse) override {
        if (c->GetFixtureA()->GetBody() != floor && c->GetFixtureB()->GetBody() != floor) return;
        for (int i = 0; i < impulse->count; ++i) load += impulse->normalImpulses[i];
    }
};

struct ray : b2RayCastCallback {
    bool all; // passes through fixtures and counts them
    int count = 0;
    b2Body *body = nullptr;
    b2Vec2 normal{0, 0};
    float fraction = 1;
    explicit ray(bool through) : all(through) {}
    float ReportFixture(b2Fixture *f, const b2Vec2 &, const b2Vec2 &n, float at) override {
        ++count, body = f->GetBody(), normal = n, fraction = at;
        return all ? 1 : at;
    }
};

b2Body *add(b2World &world, b2BodyType type, b2Vec2 at, const b2FixtureDef &fixture,
            float gravity_scale = 1) {
    b2BodyDef def;
    def.type = type, def.position = at, def.gravityScale = gravity_scale;
    return create(world, def, fixture);
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);
    listener heard;
    world.SetContactListener(&heard);
    b2PolygonShape slab, box, wedge, part;
    slab.SetAsBox(30, 1), box.SetAsBox(0.5f, 0.5f), part.SetAsBox(1, 0.25f, b2Vec2(0, -0.5f), 0);
    const b2Vec2 corners[] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0, 0.5f}};
    wedge.Set(corners, 3);
    b2CircleShape disk, knob;
    disk.m_radius = 0.5f, knob.m_radius = 0.5f, knob.m_p.Set(0.5f, 0.25f);
    const b2FixtureDef crate = fixture_of(box), ball = fixture_of(disk), lump = fixture_of(knob);
    heard.floor = add(world, b2_staticBody, b2Vec2(0, -1), fixture_of(slab));
    // A pyramid, a wedge, a ball that bounces, one that rolls, one that falls through a sensor.
    const b2Vec2 places[] = {{-8, 0.515f},   {-6.8f, 0.515f}, {-5.6f, 0.515f},
                             {-7.4f, 1.53f}, {-6.2f, 1.53f},  {-6.8f, 2.545f}};
    b2Body *top = nullptr;
    for (const b2Vec2 &place : places) top = add(world, b2_dynamicBody, place, crate);
    const b2Body *cone = add(world, b2_dynamicBody, b2Vec2(-12, 1), fixture_of(wedge));
    const b2Body *hop = add(world, b2_dynamicBody, b2Vec2(-3, 4.5f), fixture_of(disk, 0.5f));
    b2Body *roll = add(world, b2_dynamicBody, b2Vec2(0, 0.5f), ball);
    roll->ApplyLinearImpulseToCenter(b2Vec2(roll->GetMass() * 3, 0), true);
    b2FixtureDef gate = fixture_of(slab), ghost = ball, twin = crate;
    gate.isSensor = true;
    add(world, b2_staticBody, b2Vec2(40, 4), gate);
    add(world, b2_dynamicBody, b2Vec2(20, 8), ball);
    // Filters: one ball falls through the floor, two crates of a group through each other.
    ghost.filter.categoryBits = 2, ghost.filter.maskBits = 0xFFFE, twin.filter.groupIndex = -3;
    const b2Body *sunk = add(world, b2_dynamicBody, b2Vec2(-20, 2), ghost);
    add(world, b2_dynamicBody, b2Vec2(-23, 0.6f), twin);
    const b2Body *inside = add(world, b2_dynamicBody, b2Vec2(-23, 2), twin);
    // A kinematic platform carries a crate to the right and then to the left.
    b2Body *lift = add(world, b2_kinematicBody, b2Vec2(5, 4), fixture_of(part));
    lift->SetLinearVelocity(b2Vec2(1, 0));
    const b2Body *load = add(world, b2_dynamicBody, b2Vec2(5, 4.27f), crate);
    // Forces, torques, impulses and damping without gravity; a body of two fixtures.
    b2Body *pushed = add(world, b2_dynamicBody, b2Vec2(0, 20), crate, 0);
    b2Body *turned = add(world, b2_dynamicBody, b2Vec2(10, 20), crate, 0);
    b2Body *hit = add(world, b2_dynamicBody, b2Vec2(15, 20), crate, 0);
    b2Body *slowed = add(world, b2_dynamicBody, b2Vec2(0, 30), crate, 0);
    b2Body *odd = add(world, b2_dynamicBody, b2Vec2(-10, 20), fixture_of(part), 0);
    odd->CreateFixture(&lump), odd->SetAngularVelocity(1);
    hit->ApplyLinearImpulse(b2Vec2(0, 2), hit->GetWorldPoint(b2Vec2(0.5f, 0)), true);
    hit->ApplyAngularImpulse(0.1f, true);
    slowed->SetLinearDamping(0.5f), slowed->SetAngularDamping(1);
    slowed->SetLinearVelocity(b2Vec2(-4, 0)), slowed->SetAngularVelocity(2);
    int bounce = 0, entry = 0;
    double apex = 0;
    for (int step = 1; step <= 180; ++step) {
        if (step <= 60) pushed->ApplyForceToCenter(b2Vec2(3, 0), true);
        if (step <= 60) turned->ApplyForce(b2Vec2(0, 1), turned->GetWorldPoint(b2Vec2(1, 0)), true);
        if (step <= 60) turned->ApplyTorque(-0.9f, true);
        if (step == 121) lift->SetLinearVelocity(b2Vec2(-1, 0));
        heard.load = 0;
        world.Step(1.0f / 60, 8, 3);
        if (!bounce && hop->GetLinearVelocity().y > 0) bounce = step;
        if (bounce) apex = b2Max(apex, double(hop->GetPosition().y));
        if (!entry && heard.entered) entry = step;
    }
    ray down(false), along(true);
    world.RayCast(&down, b2Vec2(-6.8f, 10), b2Vec2(-6.8f, -1));
    world.RayCast(&along, b2Vec2(-9, 0.5f), b2Vec2(-5, 0.5f));
    print("mass", odd->GetMass()), print("center_x", odd->GetLocalCenter().x);
    print("center_y", odd->GetLocalCenter().y), print("inertia", odd->GetInertia());
    print("odd_x", odd->GetPosition().x), print("odd_angle", odd->GetAngle());
    print("top_x", top->GetPosition().x), print("top_y", top->GetPosition().y);
    print("cone_y", cone->GetPosition().y), print("bounce_step", bounce), print("apex", apex);
    print("roll_v", roll->GetLinearVelocity().x), print("roll_spin", roll->GetAngularVelocity());
    print("roll_x", roll->GetPosition().x), print("entry_step", entry);
    print("sunk_y", sunk->GetPosition().y), print("inside_y", inside->GetPosition().y);
    print("load_x", lift->GetLocalPoint(load->GetPosition()).x);
    print("load_y", lift->GetLocalPoint(load->GetPosition()).y);
    print("pushed_x", pushed->GetPosition().x), print("pushed_v", pushed->GetLinearVelocity().x);
    print("turned_vy", turned->GetLinearVelocity().y), print("turned_angle", turned->GetAngle());
    print("hit_vy", hit->GetLinearVelocity().y), print("hit_spin", hit->GetAngularVelocity());
    print("rim_vy", hit->GetLinearVelocityFromWorldPoint(hit->GetPosition() + b2Vec2(1, 0)).y);
    print("slowed_x", slowed->GetPosition().x), print("slowed_spin", slowed->GetAngularVelocity());
    print("begun", heard.begun), print("ended", heard.ended), print("entered", heard.entered);
    print("left", heard.left), print("load", heard.load), print("ray_fraction", down.fraction);
    print("ray_normal_y", down.normal.y), print("ray_top", down.body == top);
    print("ray_all", along.count);
}
