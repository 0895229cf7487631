// platform.cpp: platforms, doors, bullets and sleepers in Box2D 2.4, for port.c.
#include "port.h"

namespace {

enum kind { OTHER, HERO, PLATFORM, DOOR, GUEST };

kind kind_of(b2Body *body) {
    return static_cast<kind>(body->GetUserData().pointer);
}

// Lets bodies rise through platforms.
struct one_way : b2ContactListener {
    void PreSolve(b2Contact *c, const b2Manifold *) override {
        b2Body *a = c->GetFixtureA()->GetBody(), *b = c->GetFixtureB()->GetBody();
        if (kind_of(a) != PLATFORM && kind_of(b) != PLATFORM) return;
        b2WorldManifold at;
        c->GetWorldManifold(&at);
        const bool first = kind_of(a) == PLATFORM;
        const float up = first ? at.normal.y : -at.normal.y;
        const float rises = (first ? b : a)->GetLinearVelocity().y;
        c->SetEnabled(up > 0.7f && rises < 0.1f && at.separations[0] > -0.1f);
    }
};

// Lets guests through doors.
struct doors : b2ContactFilter {
    bool ShouldCollide(b2Fixture *a, b2Fixture *b) override {
        const int both = 1 << kind_of(a->GetBody()) | 1 << kind_of(b->GetBody());
        return both != (1 << DOOR | 1 << GUEST) && b2ContactFilter::ShouldCollide(a, b);
    }
};

struct census : b2QueryCallback {
    int count = 0, heroes = 0;
    bool ReportFixture(b2Fixture *f) override {
        return ++count, heroes += kind_of(f->GetBody()) == HERO, true;
    }
};

b2Body *add(b2World &world, b2BodyType type, b2Vec2 at, const b2Shape &shape, kind what = OTHER,
            bool bullet = false) {
    b2BodyDef def;
    def.type = type, def.position = at, def.bullet = bullet, def.fixedRotation = what == HERO;
    def.userData.pointer = what;
    return create(world, def, fixture_of(shape));
}

// Counts the contacts that push a body up.
int supports(b2Body *body) {
    int count = 0;
    for (b2ContactEdge *edge = body->GetContactList(); edge; edge = edge->next) {
        if (!edge->contact->IsTouching() || !edge->contact->IsEnabled()) continue;
        b2WorldManifold at;
        edge->contact->GetWorldManifold(&at);
        const bool first = edge->contact->GetFixtureA()->GetBody() == body;
        count += (first ? -at.normal.y : at.normal.y) > 0.7f;
    }
    return count;
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    one_way rule;
    doors filter;
    world.SetContactListener(&rule), world.SetContactFilter(&filter);
    b2EdgeShape ground;
    ground.SetTwoSided(b2Vec2(-30, 0), b2Vec2(30, 0));
    b2PolygonShape plank, person, box, panel;
    plank.SetAsBox(2, 0.1f), person.SetAsBox(0.3f, 0.6f), box.SetAsBox(0.5f, 0.5f);
    panel.SetAsBox(0.05f, 1);
    b2CircleShape pellet, ball;
    pellet.m_radius = 0.05f, ball.m_radius = 0.3f;
    // A valley from right to left, so that it is solid from above: normals point to the right.
    const b2Vec2 hills[] = {{46, 2}, {42, 0}, {38, 0}, {34, 2}};
    b2ChainShape valley;
    valley.CreateChain(hills, 4, b2Vec2(50, 4), b2Vec2(30, 4));
    add(world, b2_staticBody, b2Vec2(0, 0), ground);
    add(world, b2_staticBody, b2Vec2(0, 0), valley);
    const b2Body *above = add(world, b2_dynamicBody, b2Vec2(40, 2), ball);
    b2Body *below = add(world, b2_dynamicBody, b2Vec2(39, -2), ball);
    below->SetLinearVelocity(b2Vec2(0, 9));
    add(world, b2_staticBody, b2Vec2(0, 2), plank, PLATFORM);
    b2Body *hero = add(world, b2_dynamicBody, b2Vec2(0, 0.6f), person, HERO);
    // A guest and another one slide towards doors.
    add(world, b2_staticBody, b2Vec2(-8, 1), panel, DOOR);
    add(world, b2_staticBody, b2Vec2(-16, 1), panel, DOOR);
    b2Body *guest = add(world, b2_dynamicBody, b2Vec2(-10, 0.5f), box, GUEST);
    b2Body *other = add(world, b2_dynamicBody, b2Vec2(-14, 0.5f), box);
    guest->SetLinearVelocity(b2Vec2(6, 0)), other->SetLinearVelocity(b2Vec2(-6, 0));
    // A bullet hits a thin panel that floats.
    b2Body *shot = add(world, b2_dynamicBody, b2Vec2(10, 10), pellet, OTHER, true);
    b2Body *target = add(world, b2_dynamicBody, b2Vec2(14, 10), panel);
    shot->SetGravityScale(0), target->SetGravityScale(0);
    shot->SetLinearVelocity(b2Vec2(100, 0));
    b2Body *sleeper = add(world, b2_dynamicBody, b2Vec2(20, 0.5f), box);
    b2Body *shelf = add(world, b2_staticBody, b2Vec2(24, 2), box);
    b2Body *perched = add(world, b2_dynamicBody, b2Vec2(24, 3), box);

    int landed = 0, grounded = 0, slept = 0;
    double peak = 0;
    for (int step = 1; step <= 240; ++step) {
        if (step == 31) hero->ApplyLinearImpulseToCenter(b2Vec2(0, 8 * hero->GetMass()), true);
        if (step == 121) sleeper->SetTransform(b2Vec2(20, 3), 0), sleeper->SetAwake(true);
        if (step == 181) world.DestroyBody(shelf);
        world.Step(1.0f / 60, 8, 3);
        peak = b2Max(peak, double(hero->GetPosition().y));
        if (supports(hero) > 0) ++grounded;
        if (step > 40 && !landed && supports(hero) > 0) landed = step;
        if (!slept && !perched->IsAwake()) slept = step;
        if (step == 120) print("sleeper_awake", sleeper->IsAwake());
        if (step == 150) print("moved_y", sleeper->GetPosition().y);
        if (step == 180) print("perched_awake", perched->IsAwake());
    }
    print("peak", peak), print("landed", landed), print("grounded", grounded);
    print("hero_y", hero->GetPosition().y), print("supports", supports(hero));
    print("above_y", above->GetPosition().y), print("below_y", below->GetPosition().y);
    print("guest_x", guest->GetPosition().x), print("other_x", other->GetPosition().x);
    print("target_v", target->GetLinearVelocity().x), print("slept", slept);
    print("shot_behind", shot->GetPosition().x < target->GetPosition().x);
    print("fallen_y", perched->GetPosition().y);
    census all;
    world.QueryAABB(&all, b2AABB{b2Vec2(-9, 0.5f), b2Vec2(3, 4)});
    print("found", all.count), print("found_heroes", all.heroes);
}
