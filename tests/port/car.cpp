// car.cpp: a car on springs drives over a hill and brakes in Box2D 2.4, for port.c.
#include "port.h"

namespace {

b2WheelJoint *add_wheel(b2World &world, b2Body *car, float x) {
    b2CircleShape tyre;
    tyre.m_radius = 0.4f;
    b2BodyDef def;
    def.type = b2_dynamicBody, def.position = b2Vec2(x, 0.4f);
    b2FixtureDef rubber = fixture_of(tyre);
    rubber.friction = 0.9f;
    b2Body *wheel = create(world, def, rubber);
    b2WheelJointDef joint;
    joint.Initialize(car, wheel, def.position, b2Vec2(0, 1));
    b2LinearStiffness(joint.stiffness, joint.damping, 4, 0.7f, car, wheel);
    joint.enableLimit = true, joint.lowerTranslation = -0.3f, joint.upperTranslation = 0.3f;
    joint.enableMotor = true, joint.maxMotorTorque = 2;
    return static_cast<b2WheelJoint *>(world.CreateJoint(&joint));
}

} // namespace

int main() {
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);
    b2PolygonShape hull;
    hull.SetAsBox(1.4f, 0.3f);
    // A road from right to left: flat, down a hill, up it, flat.
    const b2Vec2 road[] = {{90, 0}, {40, 0}, {34, 0.6f}, {30, 0.6f}, {24, 0}, {-10, 0}};
    b2ChainShape ground;
    ground.CreateChain(road, 6, b2Vec2(91, 0), b2Vec2(-11, 0));
    b2BodyDef still, def;
    b2FixtureDef asphalt = fixture_of(ground);
    asphalt.friction = 0.9f;
    create(world, still, asphalt);
    def.type = b2_dynamicBody, def.position = b2Vec2(0, 0.9f);
    b2Body *car = create(world, def, fixture_of(hull));
    b2WheelJoint *wheels[] = {add_wheel(world, car, -0.9f), add_wheel(world, car, 0.9f)};

    int climbed = 0, stopped = 0;
    double top = 0, pitch = 0, hop = 0;
    for (int step = 1; step <= 660; ++step) {
        const float x = car->GetPosition().x;
        for (b2WheelJoint *wheel : wheels) wheel->SetMotorSpeed(step > 60 && x < 45 ? -20 : 0);
        world.Step(1.0f / 60, 8, 3);
        top = b2Max(top, double(car->GetLinearVelocity().x));
        if (step > 240) hop = b2Max(hop, double(car->GetPosition().y));
        pitch = b2Max(pitch, double(car->GetAngle()));
        if (!climbed && car->GetPosition().x > 27) climbed = step;
        if (!stopped && x > 45 && car->GetLinearVelocity().x < 0.05f) stopped = step;
        if (step == 60) print("height", car->GetPosition().y);
        if (step == 60) print("travel", wheels[0]->GetJointTranslation());
        if (step == 60) print("load", -wheels[0]->GetReactionForce(60).y);
        if (step == 120) print("speed", car->GetLinearVelocity().x);
        if (step == 120) print("lean", car->GetAngle());
        if (step == 120) print("torque", wheels[0]->GetMotorTorque(60));
        if (step == 120) print("spin", wheels[0]->GetJointAngularSpeed());
        if (step == 180) print("driven", car->GetPosition().x);
        if (step == 300) print("cruise", car->GetLinearVelocity().x);
    }
    print("mass", car->GetMass()), print("top", top), print("pitch", pitch);
    print("hop", hop), print("climbed", climbed), print("stopped", stopped);
    print("stop_x", car->GetPosition().x), print("stop_y", car->GetPosition().y);
}
