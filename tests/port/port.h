// port.h: helpers of all Box2D programs.
#ifndef TESTS_PORT_PORT_H
#define TESTS_PORT_PORT_H

#include <box2d/box2d.h>

#include <cstdio>

inline b2FixtureDef fixture_of(const b2Shape &shape, float restitution = 0) {
    b2FixtureDef def;
    def.shape = &shape, def.density = 1, def.friction = 0.6f, def.restitution = restitution;
    return def;
}

inline b2Body *create(b2World &world, const b2BodyDef &def, const b2FixtureDef &fixture) {
    b2Body *body = world.CreateBody(&def);
    body->CreateFixture(&fixture);
    return body;
}

// Prints a line of a name and a number, as port.c reports it.
inline void print(const char *name, double value) {
    std::printf("%s %.6g\n", name, value);
}

#endif
