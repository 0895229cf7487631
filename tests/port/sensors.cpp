// sensors.cpp: coins, a plate, water, a radar and a goal, all sensors, in Box2D 2.4: port.c.
#include "port.h"

#include <set>

namespace {

enum kind { OTHER, COIN, PLATE, WATER, RADAR, GOAL, KINDS };

kind kind_of(b2Fixture *fixture) {
    return static_cast<kind>(fixture->GetUserData().pointer);
}

// Keeps what is in the sensors.
struct zones : b2ContactListener {
    int entered[KINDS] = {0}, left[KINDS] = {0};
    std::set<b2Body *> wet, taken;
    void visit(b2Fixture *sensor, b2Fixture *visitor, bool begins) {
        const kind k = kind_of(sensor);
        ++(begins ? entered : left)[k];
        if (k == WATER && begins) wet.insert(visitor->GetBody());
        if (k == WATER && !begins) wet.erase(visitor->GetBody());
        if (k == COIN && begins) taken.insert(sensor->GetBody());
    }
    void tell(b2Contact *c, bool begins) {
        b2Fixture *a = c->GetFixtureA(), *b = c->GetFixtureB();
        if (a->IsSensor()) visit(a, b, begins);
        if (b->IsSensor()) visit(b, a, begins);
    }
    void BeginContact(b2Contact *c) override { tell(c, true); }
    void EndContact(b2Contact *c) override { tell(c, false); }
};

b2FixtureDef sensor_of(const b2Shape &shape, kind what) {
    b2FixtureDef def = fixture_of(shape);
    def.isSensor = true, def.density = 0, def.userData.pointer = what;
    return def;
}

b2Body *add(b2World &world, b2BodyType type, b2Vec2 at, const b2FixtureDef &fixture,
            b2Vec2 velocity = b2Vec2(0, 0)) {
    b2BodyDef def;
    def.type = type, def.position = at, def.linearVelocity = velocity;
    return create(world, def, fixture);
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);
    zones seen;
    world.SetContactListener(&seen);
    b2PolygonShape slab, box, pool, plate;
    slab.SetAsBox(60, 1), box.SetAsBox(0.5f, 0.5f), pool.SetAsBox(3, 5), plate.SetAsBox(2, 0.2f);
    b2CircleShape ball, coin, range, goal;
    ball.m_radius = 0.4f, coin.m_radius = 0.2f, range.m_radius = 4, goal.m_radius = 1;
    add(world, b2_staticBody, b2Vec2(0, -1), fixture_of(slab));
    // A ball rolls past ten coins, which it takes, and over a plate.
    b2Body *runner = add(world, b2_dynamicBody, b2Vec2(-30, 0.4f), fixture_of(ball), b2Vec2(5, 0));
    runner->SetAngularVelocity(-5 / 0.4f);
    for (float x = -28; x < -14; x += 1.5f)
        add(world, b2_staticBody, b2Vec2(x, 0.4f), sensor_of(coin, COIN));
    add(world, b2_staticBody, b2Vec2(-8, 0.2f), sensor_of(plate, PLATE));
    // A ball falls into water, which slows it down, and out of it.
    add(world, b2_staticBody, b2Vec2(0, 24), sensor_of(pool, WATER));
    b2Body *diver = add(world, b2_dynamicBody, b2Vec2(0, 32), fixture_of(ball));
    // A guard with a radar walks by three crates, one of which its radar does not see.
    b2BodyDef guard;
    guard.type = b2_dynamicBody, guard.position = b2Vec2(10, 30), guard.gravityScale = 0;
    guard.linearVelocity = b2Vec2(3, 0);
    b2Body *watch = create(world, guard, fixture_of(ball));
    b2FixtureDef radar = sensor_of(range, RADAR);
    radar.filter.categoryBits = 4, radar.filter.maskBits = 0xFFFF & ~8;
    watch->CreateFixture(&radar);
    b2FixtureDef seen_crate = fixture_of(box), hidden = seen_crate;
    hidden.filter.categoryBits = 8;
    add(world, b2_staticBody, b2Vec2(18, 33), seen_crate);
    add(world, b2_staticBody, b2Vec2(22, 33), hidden);
    b2Body *doomed = add(world, b2_staticBody, b2Vec2(26, 33), seen_crate);
    // A ball is thrown through a goal and comes to lie behind it.
    add(world, b2_staticBody, b2Vec2(36, 3), sensor_of(goal, GOAL));
    b2Body *thrown = add(world, b2_dynamicBody, b2Vec2(30, 2.2f), fixture_of(ball), b2Vec2(7, 6));

    int first_coin = 0, last_coin = 0, pressed = 0, released = 0, dived = 0, surfaced = 0;
    int spotted = 0, lost = 0, scored = 0, over = 0;
    for (int step = 1; step <= 420; ++step) {
        for (b2Body *body : seen.wet)
            body->ApplyForceToCenter(-4 * body->GetMass() * body->GetLinearVelocity(), true);
        if (step == 301) world.DestroyBody(doomed);
        world.Step(1.0f / 60, 8, 3);
        for (b2Body *body : seen.taken) world.DestroyBody(body);
        if (!first_coin && !seen.taken.empty()) first_coin = step;
        if (!last_coin && seen.entered[COIN] == 10) last_coin = step;
        seen.taken.clear();
        if (!pressed && seen.entered[PLATE]) pressed = step;
        if (!released && seen.left[PLATE]) released = step;
        if (!dived && seen.entered[WATER]) dived = step;
        if (!surfaced && seen.left[WATER]) surfaced = step;
        if (!spotted && seen.entered[RADAR]) spotted = step;
        if (!lost && seen.left[RADAR]) lost = step;
        if (!scored && seen.entered[GOAL]) scored = step;
        if (!over && seen.left[GOAL]) over = step;
        if (step == 150) print("dive_y", diver->GetPosition().y);
        if (step == 150) print("dive_v", diver->GetLinearVelocity().y);
        if (step == 300) print("radar_sees", seen.entered[RADAR] - seen.left[RADAR]);
    }
    print("first_coin", first_coin), print("last_coin", last_coin);
    print("coins", seen.entered[COIN]), print("coins_left", seen.left[COIN]);
    print("pressed", pressed), print("released", released);
    print("dived", dived), print("surfaced", surfaced);
    print("spotted", spotted), print("lost", lost), print("scored", scored), print("over", over);
    print("seen", seen.entered[RADAR]), print("unseen", seen.left[RADAR]);
    print("goals", seen.entered[GOAL]), print("guard_mass", watch->GetMass());
    print("runner_x", runner->GetPosition().x), print("runner_v", runner->GetLinearVelocity().x);
    print("guard_x", watch->GetPosition().x), print("thrown_x", thrown->GetPosition().x);
}
