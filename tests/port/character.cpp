// character.cpp: heroes that run, jump, push and ride in Box2D 2.4, for port.c.
#include "port.h"

namespace {

// Counts what the feet of the hero are in.
struct feet : b2ContactListener {
    b2Fixture *sensor = nullptr;
    int grounds = 0;
    void BeginContact(b2Contact *c) override {
        if (c->GetFixtureA() == sensor || c->GetFixtureB() == sensor) ++grounds;
    }
    void EndContact(b2Contact *c) override {
        if (c->GetFixtureA() == sensor || c->GetFixtureB() == sensor) --grounds;
    }
};

b2FixtureDef smooth(const b2Shape &shape) {
    b2FixtureDef def = fixture_of(shape);
    def.friction = 0;
    return def;
}

b2Body *add(b2World &world, b2BodyType type, b2Vec2 at, const b2FixtureDef &fixture,
            bool upright = false) {
    b2BodyDef def;
    def.type = type, def.position = at, def.fixedRotation = upright;
    return create(world, def, fixture);
}

// Accelerates towards a speed, by at most 20 m/s^2.
void run(b2Body *body, float speed) {
    const float missing = speed - body->GetLinearVelocity().x;
    const float gain = b2Clamp(missing, -20.0f / 60, 20.0f / 60);
    body->ApplyLinearImpulseToCenter(b2Vec2(gain * body->GetMass(), 0), true);
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);
    feet felt;
    world.SetContactListener(&felt);
    b2PolygonShape torso, soles, crate, plank, pit;
    b2CircleShape foot;
    torso.SetAsBox(0.25f, 0.4f, b2Vec2(0, 0.1f), 0),
        soles.SetAsBox(0.2f, 0.1f, b2Vec2(0, -0.8f), 0);
    foot.m_radius = 0.3f, foot.m_p.Set(0, -0.5f);
    crate.SetAsBox(0.3f, 0.3f), plank.SetAsBox(1, 0.1f);
    // A level from right to left: a wall, a floor, a pit, a plateau, a slope and a floor.
    const b2Vec2 level[] = {{26, 6},    {26, 1.2f}, {17, 1.2f}, {17, -4}, {14, -4},
                            {14, 1.2f}, {10, 1.2f}, {6, 0},     {-9, 0},  {-9, 6}};
    b2ChainShape terrain;
    terrain.CreateChain(level, 10, b2Vec2(26, 9), b2Vec2(-9, 9));
    add(world, b2_staticBody, b2Vec2(0, 0), fixture_of(terrain));
    b2Body *hero = add(world, b2_dynamicBody, b2Vec2(0, 0.8f), smooth(torso), true);
    b2FixtureDef feeler = smooth(soles);
    const b2FixtureDef round = smooth(foot);
    feeler.isSensor = true, feeler.density = 0;
    hero->CreateFixture(&round), felt.sensor = hero->CreateFixture(&feeler);
    // One pushes a crate, one rides a lift.
    b2PolygonShape slab;
    slab.SetAsBox(20, 1);
    add(world, b2_staticBody, b2Vec2(0, -21), fixture_of(slab));
    b2Body *pusher = add(world, b2_dynamicBody, b2Vec2(-8, -19.7f), smooth(crate), true);
    const b2Body *pushed = add(world, b2_dynamicBody, b2Vec2(-6, -19.7f), fixture_of(crate));
    b2Body *lift = add(world, b2_kinematicBody, b2Vec2(40, 0), fixture_of(plank));
    const b2Body *rider = add(world, b2_dynamicBody, b2Vec2(40, 0.41f), fixture_of(crate), true);
    lift->SetLinearVelocity(b2Vec2(0, 2));

    int jumped = 0, landed = 0, grounded = 0;
    double apex = 0;
    for (int step = 1; step <= 480; ++step) {
        run(hero, 4), run(pusher, 2);
        const b2Vec2 v = hero->GetLinearVelocity();
        if (!jumped && felt.grounds > 0 && hero->GetPosition().x > 13) {
            hero->ApplyLinearImpulseToCenter(b2Vec2(0, hero->GetMass() * (6 - v.y)), true);
            jumped = step;
        }
        if (step == 121) lift->SetLinearVelocity(b2Vec2(0.5f, 0));
        world.Step(1.0f / 60, 8, 3);
        apex = b2Max(apex, double(hero->GetPosition().y));
        grounded += felt.grounds > 0;
        if (jumped && step > jumped + 9 && !landed && felt.grounds > 0) landed = step;
        if (step == 60) print("run_x", hero->GetPosition().x);
        if (step == 130) print("slope_v", hero->GetLinearVelocity().x);
        if (step == 130) print("slope_rise", hero->GetLinearVelocity().y);
        if (step == 180) print("plateau_x", hero->GetPosition().x);
        if (step == 180) print("plateau_y", hero->GetPosition().y);
    }
    print("hero_mass", hero->GetMass());
    print("jumped", jumped), print("apex", apex), print("landed", landed);
    print("grounded", grounded), print("wall_x", hero->GetPosition().x);
    print("wall_y", hero->GetPosition().y);
    print("pusher_way", pusher->GetPosition().x + 8);
    print("pushed_way", pushed->GetPosition().x + 6);
    print("pushed_v", pushed->GetLinearVelocity().x);
    print("rider_x", rider->GetPosition().x - lift->GetPosition().x);
    print("rider_y", rider->GetPosition().y - lift->GetPosition().y);
}
