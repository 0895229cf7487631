// bridge.cpp: a bridge whose load grows until a hinge breaks in Box2D 2.4, for port.c.
#include "port.h"

#include <cmath>

namespace {

enum { PLANKS = 10 };

const float SLOPE = 0.4f, LENGTH = 1;

b2Joint *hinge(b2World &world, b2Body *a, b2Vec2 on_a, b2Body *b, b2Vec2 on_b) {
    b2RevoluteJointDef joint;
    joint.bodyA = a, joint.bodyB = b, joint.localAnchorA = on_a, joint.localAnchorB = on_b;
    return world.CreateJoint(&joint);
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);
    b2BodyDef still;
    b2Body *rock = world.CreateBody(&still);
    b2PolygonShape plank, crate;
    plank.SetAsBox(0.45f, 0.08f), crate.SetAsBox(0.4f, 0.4f);
    // Planks hang in a V from (-x, 0) to (x, 0).
    const float run = LENGTH * std::cos(SLOPE), drop = LENGTH * std::sin(SLOPE);
    const float half = LENGTH / 2, x = PLANKS / 2 * run;
    b2Body *planks[PLANKS], *before = rock;
    for (int i = 0; i < PLANKS; ++i) {
        const bool left = i < PLANKS / 2;
        const float nth = static_cast<float>(i) + 0.5f;
        b2BodyDef def;
        def.type = b2_dynamicBody, def.linearDamping = 1, def.angularDamping = 1;
        def.position.Set(nth * run - x, -drop * (left ? nth : PLANKS - nth));
        def.angle = left ? -SLOPE : SLOPE;
        planks[i] = create(world, def, fixture_of(plank));
        hinge(world, before, i ? b2Vec2(half, 0) : b2Vec2(-x, 0), planks[i], b2Vec2(-half, 0));
        before = planks[i];
    }
    b2Joint *last = hinge(world, before, b2Vec2(half, 0), rock, b2Vec2(x, 0));
    // A bucket hangs from the middle hinge, and is filled.
    b2Body *middle = planks[PLANKS / 2 - 1];
    b2BodyDef def;
    def.type = b2_dynamicBody, def.linearDamping = 1, def.angularDamping = 1;
    def.position = middle->GetWorldPoint(b2Vec2(half, 0)) - b2Vec2(0, 1.4f);
    b2Body *bucket = create(world, def, fixture_of(crate));
    b2DistanceJointDef rope;
    rope.Initialize(middle, bucket, middle->GetWorldPoint(b2Vec2(half, 0)),
                    bucket->GetWorldPoint(b2Vec2(0, 0.4f)));
    world.CreateJoint(&rope);

    int broke = 0;
    for (int step = 1; step <= 1500; ++step) {
        if (step > 480 && !broke) {
            b2MassData mass;
            bucket->GetMassData(&mass);
            mass.I *= 1 + 0.02f / mass.mass, mass.mass += 0.02f;
            bucket->SetMassData(&mass);
        }
        world.Step(1.0f / 60, 40, 10); // long chains want iterations
        if (!broke && last->GetReactionForce(60).Length() > 60)
            world.DestroyJoint(last), broke = step;
        if (step == 480) print("force_x", last->GetReactionForce(60).x);
        if (step == 480) print("force_y", last->GetReactionForce(60).y);
        if (step == 480) print("sag", middle->GetWorldPoint(b2Vec2(half, 0)).y);
        if (step == 480) print("first_angle", planks[0]->GetAngle());
        if (step == 600) print("loaded_x", last->GetReactionForce(60).x);
        if (step == 600) print("loaded_y", last->GetReactionForce(60).y);
        if (step == 600) print("loaded_sag", middle->GetWorldPoint(b2Vec2(half, 0)).y);
    }
    print("broke", broke), print("mass", bucket->GetMass()), print("joints", world.GetJointCount());
    print("end_x", planks[PLANKS - 1]->GetPosition().x);
    print("end_y", planks[PLANKS - 1]->GetPosition().y);
    print("bucket_x", bucket->GetPosition().x), print("bucket_y", bucket->GetPosition().y);
}
