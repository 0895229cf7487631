// box2d.cpp: Box2D 2.4 as a peer.
#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>

#include "handover.h"
#include "peer.h"

namespace {

// What its manual advises.
const int VELOCITY_ITERATIONS = 8, POSITION_ITERATIONS = 3;

// Of bodies that are added later; that of Box2D itself.
const double BOUNCE_THRESHOLD = 1;

b2Vec2 vector_of(evo_vec2 v) {
    return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y));
}

// The patch level is left out: 2.4.1 still calls itself 2.4.0.
void describe(char *text, size_t size) {
    std::snprintf(text, size, "Box2D %d.%d: %d + %d iterations, warm starting, ellipses as %d-gons",
                  b2_version.major, b2_version.minor, VELOCITY_ITERATIONS, POSITION_ITERATIONS,
                  HANDOVER_CORNERS);
}

void give_shape(b2Body *body, const b2Shape &shape, const piece &p, double bounce_threshold) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = static_cast<float>(p.material.density);
    fixture.friction = static_cast<float>(p.material.friction);
    fixture.restitution = static_cast<float>(p.material.restitution);
    fixture.restitutionThreshold = static_cast<float>(bounce_threshold);
    body->CreateFixture(&fixture);
}

b2CircleShape circle(const evo_shape &shape) {
    b2CircleShape made;
    made.m_radius = static_cast<float>(shape.of.circle.radius);
    made.m_p = vector_of(shape.center);
    return made;
}

b2PolygonShape polygon(const evo_shape &ellipse) {
    evo_vec2 corners[HANDOVER_CORNERS];
    b2Vec2 rounded[HANDOVER_CORNERS];
    handover_corners(&ellipse, corners);
    for (int i = 0; i < HANDOVER_CORNERS; ++i) rounded[i] = vector_of(corners[i]);
    b2PolygonShape made;
    made.Set(rounded, HANDOVER_CORNERS);
    return made;
}

b2PolygonShape wall(const evo_shape &middle) {
    b2PolygonShape made;
    made.SetAsBox(static_cast<float>(middle.of.segment.half_length),
                  static_cast<float>(WALL_HALF_THICKNESS), vector_of(middle.center),
                  static_cast<float>(evo_angle(middle.axis)));
    return made;
}

void add_mover(b2World *world, const piece &p, double bounce_threshold) {
    b2BodyDef body;
    body.type = b2_dynamicBody;
    body.position = vector_of(p.pose.position);
    body.angle = static_cast<float>(p.pose.angle);
    body.linearVelocity = vector_of(p.velocity);
    body.angularVelocity = static_cast<float>(p.spin);
    body.gravityScale = static_cast<float>(p.gravity_scale);
    b2Body *made = world->CreateBody(&body);
    if (p.shape.kind == EVO_ELLIPSE)
        give_shape(made, polygon(p.shape), p, bounce_threshold);
    else
        give_shape(made, circle(p.shape), p, bounce_threshold);
}

void add(void *world, const piece *p) {
    add_mover(static_cast<b2World *>(world), *p, BOUNCE_THRESHOLD);
}

void *open(const scene_stage *stage) {
    b2World *world = new b2World(vector_of(stage->config.gravity));
    world->SetAllowSleeping(!stage->config.never_sleep);
    world->SetContinuousPhysics(false);
    world->SetWarmStarting(true);
    const b2BodyDef fixed;
    b2Body *ground = world->CreateBody(&fixed);
    const double bounce_threshold = stage->config.bounce_threshold;
    for (size_t i = 0; i < stage->count; ++i) {
        const piece p = handover_piece(stage, i);
        if (p.moves)
            add_mover(world, p, bounce_threshold);
        else
            give_shape(ground, wall(handover_wall(stage, &p)), p, bounce_threshold);
    }
    return world;
}

void step(void *world) {
    static_cast<b2World *>(world)->Step(static_cast<float>(SCENE_STEP), VELOCITY_ITERATIONS,
                                        POSITION_ITERATIONS);
}

void close(void *world) {
    delete static_cast<b2World *>(world);
}

class Closest : public b2RayCastCallback {
  public:
    float fraction = 1;

    float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &, float hit) override {
        fraction = hit;
        return hit;
    }
};

double ray(void *world, evo_vec2 from, evo_vec2 to) {
    Closest closest;
    static_cast<b2World *>(world)->RayCast(&closest, vector_of(from), vector_of(to));
    return closest.fraction;
}

// The ground came first, and the list begins with the last.
evo_vec2 place(void *world, size_t number) {
    const b2World *all = static_cast<const b2World *>(world);
    const b2Body *body = all->GetBodyList();
    for (size_t after = static_cast<size_t>(all->GetBodyCount()) - 2; after > number; --after)
        body = body->GetNext();
    const evo_vec2 at = {body->GetPosition().x, body->GetPosition().y};
    return at;
}

} // namespace

const peer box2d_peer = {describe, open, add, step, close, ray, place};
