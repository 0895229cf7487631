#include "sandbox/hand.h"

#include <math.h>

#include "evolute/query.h"

enum { MOST = 16 };

static const evo_filter EVERYTHING = {0};

/* Seconds in which a held body reaches the pointer. */
static const double SOON = 0.05;

static evo_vec2 turned(evo_vec2 p, double angle) {
    const evo_vec2 turn = evo_direction(angle);
    const evo_vec2 there = {p.x * turn.x - p.y * turn.y, p.x * turn.y + p.y * turn.x};
    return there;
}

/* Wraps a point into a periodic box: the pointer may be over a periodic image. */
static evo_vec2 into_box(const scene_stage *stage, evo_vec2 at) {
    const evo_bounds b = stage->config.bounds;
    if (stage->config.boundary != EVO_PERIODIC) return at;
    const double width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    const evo_vec2 inside = {at.x - floor((at.x - b.min.x) / width) * width,
                             at.y - floor((at.y - b.min.y) / height) * height};
    return inside;
}

/* The body at a point, preferably a dynamic one; {0}: none. */
static evo_body body_at(const scene_stage *stage, evo_vec2 at, double near) {
    const evo_shape spot = evo_circle(near);
    const evo_pose here = {into_box(stage, at), 0};
    evo_collider found[MOST];
    evo_body best = {0, 0};
    size_t count = evo_world_overlap_shape(stage->world, &spot, here, EVERYTHING, found, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        const evo_body body = evo_collider_body(stage->world, found[i]);
        if (best.generation == 0 || scene_moves(stage, body.index)) best = body;
    }
    return best;
}

bool hand_grip(hand *h, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_body body = body_at(stage, at, near);
    if (body.generation == 0 || !scene_moves(stage, body.index)) return false;
    const evo_pose pose = evo_body_pose(stage->world, body);
    const evo_vec2 inside = into_box(stage, at);
    const evo_vec2 arm = {inside.x - pose.position.x, inside.y - pose.position.y};
    h->holds = true;
    h->body = body;
    h->grip = turned(arm, -pose.angle);
    return true;
}

void hand_pull(const hand *h, const scene_stage *stage, evo_vec2 to) {
    if (!h->holds || !evo_body_exists(stage->world, h->body)) return;
    const evo_pose pose = evo_body_pose(stage->world, h->body);
    const evo_vec2 arm = turned(h->grip, pose.angle), there = into_box(stage, to);
    evo_vec2 delta = {there.x - pose.position.x - arm.x, there.y - pose.position.y - arm.y};
    if (stage->config.boundary == EVO_PERIODIC) {
        const evo_bounds b = stage->config.bounds;
        delta.x = remainder(delta.x, b.max.x - b.min.x);
        delta.y = remainder(delta.y, b.max.y - b.min.y);
    }
    const evo_vec2 velocity = {delta.x / SOON, delta.y / SOON};
    evo_body_set_velocity(stage->world, h->body, velocity);
}

static evo_shape shape_of(hand_shape shape, double size) {
    const double turn = 6.283185307179586;
    switch (shape) {
    case HAND_ELLIPSE:
        return evo_ellipse(1.4 * size, 0.7 * size);
    case HAND_RING:
        return evo_ring(size, 0.4 * size, 0.125 * turn, 0.75 * turn);
    case HAND_BOX:
        return evo_box(size, 0.7 * size);
    case HAND_CAPSULE:
        return evo_capsule((evo_vec2){-size, 0}, (evo_vec2){size, 0}, 0.5 * size);
    case HAND_POLYGON: {
        evo_vec2 points[6];
        for (int i = 0; i < 6; ++i) {
            points[i] = evo_direction(i * turn / 6);
            points[i].x *= size;
            points[i].y *= size;
        }
        return evo_polygon(points, 6, 0.1 * size);
    }
    default:
        return evo_circle(size);
    }
}

/* Whether bounds are within the walls of the world. */
static bool is_between_walls(const scene_stage *stage, evo_bounds b) {
    const evo_bounds walls = stage->config.bounds;
    return stage->config.boundary != EVO_WALLS
           || (b.min.x > walls.min.x && b.min.y > walls.min.y && b.max.x < walls.max.x
               && b.max.y < walls.max.y);
}

evo_body hand_make(scene_stage *stage, hand_shape shape, evo_vec2 at, double size) {
    evo_body_config config = evo_body_config_default();
    const evo_body none = {0, 0};
    config.position = into_box(stage, at);
    config.shape = shape_of(shape, size);
    config.material = stage->material;
    if (config.material.density <= 0) config.material.density = 1;
    const evo_pose here = {config.position, 0};
    if (!is_between_walls(stage, evo_shape_bounds(&config.shape, here))) return none;
    if (evo_world_overlap_shape(stage->world, &config.shape, here, EVERYTHING, NULL, 0) > 0)
        return none;
    return scene_put(stage, &config, 1 + (int)shape);
}

bool hand_remove(hand *h, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_body body = body_at(stage, at, near);
    if (body.generation == 0) return false;
    if (h->holds && h->body.index == body.index) h->holds = false;
    return evo_body_destroy(stage->world, body) == EVO_OK;
}
