// box2d.cpp: scenes of games in Box2D 2.4.
#include <box2d/box2d.h>

#include <cmath>
#include <vector>

#include "engine.h"

namespace {

// Iterations that its manual advises.
const int VELOCITY_ITERATIONS = 8, POSITION_ITERATIONS = 3;

struct game_world {
    b2World world{b2Vec2(0, static_cast<float>(GAME_GRAVITY))};
    std::vector<b2Body *> bodies;
};

game_world &world_of(void *context) {
    return *static_cast<game_world *>(context);
}

b2Vec2 vector_of(evo_vec2 v) {
    return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y));
}

void *open() {
    game_world *made = new game_world;
    made->world.SetAllowSleeping(false);
    made->world.SetContinuousPhysics(true);
    return made;
}

b2CircleShape disk(const game_shape &s) {
    b2CircleShape made;
    made.m_p = vector_of(s.points[0]);
    made.m_radius = static_cast<float>(s.radius);
    return made;
}

b2PolygonShape polygon(const game_shape &s) {
    b2Vec2 corners[GAME_CORNERS];
    b2PolygonShape made;
    for (int i = 0; i < s.count; ++i) corners[i] = vector_of(s.points[i]);
    made.Set(corners, s.count);
    return made;
}

// Box2D 2.4 has no capsules: a polygon that is inscribed, with four corners on each cap.
b2PolygonShape capsule(const game_shape &s) {
    b2Vec2 along = vector_of(s.points[1]) - vector_of(s.points[0]), corners[8];
    along.Normalize();
    const b2Rot frame(b2Atan2(along.y, along.x));
    for (int i = 0; i < 8; ++i) {
        const float angle = b2_pi * (static_cast<float>(i % 4) / 3 - 0.5f);
        const b2Vec2 cap(std::cos(angle), std::sin(angle));
        const b2Vec2 out = b2Mul(frame, i < 4 ? cap : -cap);
        corners[i] = vector_of(s.points[i < 4]) + static_cast<float>(s.radius) * out;
    }
    b2PolygonShape made;
    made.Set(corners, 8);
    return made;
}

void give_shape(b2Body *body, const game_shape &s, const b2Shape &shape) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = static_cast<float>(s.density);
    fixture.friction = static_cast<float>(s.friction);
    fixture.filter.groupIndex = static_cast<int16>(s.group);
    body->CreateFixture(&fixture);
}

// Extends the chain straight beyond both ends, which have no neighbours.
void give_chain(b2Body *body, const game_scene &game, const game_shape &s) {
    std::vector<b2Vec2> points;
    for (int i = 0; i < game.chain_count; ++i) points.push_back(vector_of(game.chain[i]));
    const size_t end = points.size() - 1;
    b2ChainShape made;
    made.CreateChain(points.data(), game.chain_count, 2 * points[0] - points[1],
                     2 * points[end] - points[end - 1]);
    give_shape(body, s, made);
}

void add_shape(b2Body *body, const game_scene &game, const game_shape &s) {
    switch (s.kind) {
    case GAME_DISK:
        return give_shape(body, s, disk(s));
    case GAME_CAPSULE:
        return give_shape(body, s, capsule(s));
    case GAME_POLYGON:
        return give_shape(body, s, polygon(s));
    case GAME_CHAIN:
        return give_chain(body, game, s);
    }
}

b2BodyType type_of(evo_body_kind kind) {
    if (kind == EVO_DYNAMIC) return b2_dynamicBody;
    return kind == EVO_KINEMATIC ? b2_kinematicBody : b2_staticBody;
}

void add(void *context, const game_scene *game, const game_body *b) {
    b2BodyDef config;
    config.type = type_of(b->kind);
    config.position = vector_of(b->pose.position);
    config.angle = static_cast<float>(b->pose.angle);
    config.linearVelocity = vector_of(b->velocity);
    config.angularVelocity = static_cast<float>(b->spin);
    config.bullet = b->bullet;
    b2Body *body = world_of(context).world.CreateBody(&config);
    for (int i = 0; i < b->shape_count; ++i)
        add_shape(body, *game, game->shapes[b->first_shape + i]);
    world_of(context).bodies.push_back(body);
}

// Fills in fields that joints of both kinds have under the same names.
template <typename definition> void set_common(definition &to, const game_joint &j) {
    to.localAnchorA = vector_of(j.anchor_a);
    to.localAnchorB = vector_of(j.anchor_b);
    to.enableLimit = j.limit;
    to.enableMotor = j.motor;
    to.motorSpeed = static_cast<float>(j.motor_speed);
    to.maxMotorTorque = static_cast<float>(j.motor_limit);
}

b2RevoluteJointDef revolute(const game_joint &j) {
    b2RevoluteJointDef made;
    set_common(made, j);
    made.lowerAngle = static_cast<float>(j.lower);
    made.upperAngle = static_cast<float>(j.upper);
    return made;
}

b2WheelJointDef wheel(const game_joint &j, const b2Body *a, const b2Body *b) {
    b2WheelJointDef made;
    set_common(made, j);
    made.localAxisA = vector_of(evo_direction(j.axis));
    made.lowerTranslation = static_cast<float>(j.lower);
    made.upperTranslation = static_cast<float>(j.upper);
    b2LinearStiffness(made.stiffness, made.damping, static_cast<float>(j.hertz),
                      static_cast<float>(j.damping_ratio), a, b);
    return made;
}

void create_joint(game_world &world, const game_joint &j, b2JointDef &&config) {
    config.bodyA = world.bodies[static_cast<size_t>(j.a)];
    config.bodyB = world.bodies[static_cast<size_t>(j.b)];
    world.world.CreateJoint(&config);
}

void join(void *context, const game_joint *j) {
    game_world &world = world_of(context);
    if (j->kind == EVO_REVOLUTE)
        create_joint(world, *j, revolute(*j));
    else
        create_joint(world, *j,
                     wheel(*j, world.bodies[static_cast<size_t>(j->a)],
                           world.bodies[static_cast<size_t>(j->b)]));
}

void step(void *context) {
    world_of(context).world.Step(static_cast<float>(GAME_STEP), VELOCITY_ITERATIONS,
                                 POSITION_ITERATIONS);
}

evo_pose pose(void *context, int number) {
    const b2Body *body = world_of(context).bodies[static_cast<size_t>(number)];
    const evo_pose at = {{body->GetPosition().x, body->GetPosition().y}, body->GetAngle()};
    return at;
}

void close(void *context) {
    delete static_cast<game_world *>(context);
}

} // namespace

const game_engine box2d_game_engine = {"Box2D", open, add, join, step, pose, close};
