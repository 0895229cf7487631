/* chipmunk.c: Chipmunk 7 as a peer. */
#include <chipmunk/chipmunk.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "handover.h"
#include "peer.h"

enum { ITERATIONS = 10 };

/* Seconds of rest. */
static const cpFloat SLEEP_AFTER = 0.5;

/* A space does not free what stands in it. */
typedef struct chipmunk_world {
    cpSpace *space;
    cpShape **shapes;
    size_t count;
} chipmunk_world;

static void describe(char *text, size_t size) {
    snprintf(text, size, "Chipmunk %s: %d iterations, ellipses as %d-gons", cpVersionString,
             ITERATIONS, HANDOVER_CORNERS);
}

static cpVect vector_of(evo_vec2 v) {
    return cpv(v.x, v.y);
}

static cpBody *add_body(cpSpace *space, const piece *p, cpFloat mass, cpFloat inertia) {
    cpBody *body = cpSpaceAddBody(space, cpBodyNew(mass, inertia));
    cpBodySetPosition(body, vector_of(p->pose.position));
    cpBodySetAngle(body, p->pose.angle);
    cpBodySetVelocity(body, vector_of(p->velocity));
    cpBodySetAngularVelocity(body, p->spin);
    return body;
}

static cpShape *add_circle(cpSpace *space, const piece *p) {
    const evo_mass mass = evo_shape_mass(&p->shape, p->material.density);
    cpBody *body = add_body(space, p, mass.mass, mass.inertia);
    return cpCircleShapeNew(body, p->shape.of.circle.radius, vector_of(p->shape.center));
}

static cpShape *add_polygon(cpSpace *space, const piece *p) {
    evo_vec2 corners[HANDOVER_CORNERS];
    cpVect copied[HANDOVER_CORNERS];
    handover_corners(&p->shape, corners);
    for (int i = 0; i < HANDOVER_CORNERS; ++i) copied[i] = vector_of(corners[i]);
    const cpFloat mass = p->material.density * cpAreaForPoly(HANDOVER_CORNERS, copied, 0);
    const cpFloat inertia = cpMomentForPoly(mass, HANDOVER_CORNERS, copied, cpvzero, 0);
    cpBody *body = add_body(space, p, mass, inertia);
    return cpPolyShapeNewRaw(body, HANDOVER_CORNERS, copied, 0);
}

static cpShape *add_wall(cpSpace *space, const evo_shape *middle) {
    const cpVect half = cpvmult(vector_of(middle->axis), middle->of.segment.half_length);
    const cpVect center = vector_of(middle->center);
    return cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpvsub(center, half),
                             cpvadd(center, half), WALL_HALF_THICKNESS);
}

static cpShape *add_piece(cpSpace *space, const scene_stage *stage, size_t actor) {
    const piece p = handover_piece(stage, actor);
    cpShape *shape;
    if (p.moves) {
        shape = p.shape.kind == EVO_ELLIPSE ? add_polygon(space, &p) : add_circle(space, &p);
    } else {
        const evo_shape middle = handover_wall(stage, &p);
        shape = add_wall(space, &middle);
    }
    /* Both are multiplied where two shapes meet; ours are mixed so that equal ones stay. */
    cpShapeSetFriction(shape, sqrt(p.material.friction));
    cpShapeSetElasticity(shape, sqrt(p.material.restitution));
    return cpSpaceAddShape(space, shape);
}

/* Built with its checks, as Debian does, it prints that it is, in the middle of our tables. */
static cpSpace *open_silently(void) {
    const int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    fflush(stdout);
    if (kept >= 0 && nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    cpSpace *space = cpSpaceNew();
    fflush(stdout);
    if (kept >= 0) dup2(kept, STDOUT_FILENO);
    close(kept);
    close(nowhere);
    return space;
}

static void *open_world(const scene_stage *stage) {
    chipmunk_world *world = malloc(sizeof *world);
    cpShape **shapes = malloc(stage->count * sizeof *shapes);
    if (!world || !shapes) abort();
    world->space = open_silently();
    world->shapes = shapes;
    world->count = stage->count;
    cpSpaceSetIterations(world->space, ITERATIONS);
    cpSpaceSetGravity(world->space, vector_of(stage->config.gravity));
    cpSpaceSetSleepTimeThreshold(world->space, stage->config.never_sleep ? INFINITY : SLEEP_AFTER);
    for (size_t i = 0; i < stage->count; ++i) shapes[i] = add_piece(world->space, stage, i);
    return world;
}

static void step_world(void *world) {
    cpSpaceStep(((chipmunk_world *)world)->space, SCENE_STEP);
}

/* The space goes first: taking shapes out of it one by one searches all contacts for each. */
static void close_world(void *closed) {
    chipmunk_world *world = closed;
    const cpBody *fixed = cpSpaceGetStaticBody(world->space);
    cpSpaceFree(world->space);
    for (size_t i = 0; i < world->count; ++i) {
        cpBody *body = cpShapeGetBody(world->shapes[i]);
        cpShapeFree(world->shapes[i]);
        if (body != fixed) cpBodyFree(body);
    }
    free(world->shapes);
    free(world);
}

const peer chipmunk_peer = {describe, open_world, NULL, step_world, close_world, NULL, NULL};
