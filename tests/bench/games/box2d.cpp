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

void give_shape(b2Body *body, const b2Shape &shape) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = static_cast<float>(GAME_DENSITY);
    fixture.friction = static_cast<float>(GAME_FRICTION);
    body->CreateFixture(&fixture);
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
    for (int i = 0; i < b->shape_count; ++i) {
        const game_shape &s = game->shapes[b->first_shape + i];
        if (s.count == 1)
            give_shape(body, disk(s));
        else
            give_shape(body, s.count == 2 ? capsule(s) : polygon(s));
    }
    world_of(context).bodies.push_back(body);
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

const game_engine box2d_game_engine = {"Box2D", open, add, step, pose, close};
