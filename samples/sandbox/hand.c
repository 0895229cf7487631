#include "sandbox/hand.h"

#include <math.h>

#include "evolute/query.h"
#include "scenes/stage.h"

enum { MOST = 16, CARRIED = 128 };

/* Seconds in which a held body of an event world reaches the pointer. */
static const double SOON = 0.05;

/* Greatest force of the hand: several weights of the body, some of what it carries, and the force
 * that moves it across the view from rest in some seconds. Stronger: small bodies are pressed
 * through thin walls; weaker: the load of a body cannot be lifted with it, and a box cannot be
 * drawn out from below others. */
static const double WEIGHTS = 5, LOADS = 1, CROSSING = 0.75;

evo_vec2 hand_into_box(const scene_stage *stage, evo_vec2 at) {
    const evo_bounds b = stage->config.bounds;
    if (stage->config.boundary != EVO_PERIODIC) return at;
    const double width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    const evo_vec2 inside = {at.x - floor((at.x - b.min.x) / width) * width,
                             at.y - floor((at.y - b.min.y) / height) * height};
    return inside;
}

evo_body hand_body_at(const scene_stage *stage, evo_vec2 at, double near, evo_body except) {
    const evo_shape spot = evo_circle(near);
    const evo_pose here = {hand_into_box(stage, at), 0};
    evo_collider found[MOST];
    evo_body best = {0, 0};
    size_t count = evo_world_overlap_shape(stage->world, &spot, here, NULL, found, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        const evo_body body = evo_collider_body(stage->world, found[i]);
        if (evo_body_equal(body, except)) continue;
        if (best.generation == 0 || scene_moves(stage, body.index)) best = body;
    }
    return best;
}

/* ---- Dragging -------------------------------------------------------------------------------- */

/* Bodies that a body carries, as far as they are counted. */
typedef struct load {
    evo_body bodies[CARRIED];
    size_t count;
} load;

static bool load_has(const load *l, evo_body body) {
    for (size_t i = 0; i < l->count; ++i)
        if (evo_body_equal(l->bodies[i], body)) return true;
    return false;
}

/* Adds those in contact with a body that lie above it. */
static void load_add(load *l, const scene_stage *stage, evo_body below, evo_vec2 up) {
    evo_contact contacts[MOST];
    const evo_world *world = stage->world;
    const size_t found = evo_body_contacts(world, below, contacts, MOST);
    const evo_vec2 here = evo_body_world_center(world, below);
    for (size_t i = 0; i < found && i < MOST && l->count < CARRIED; ++i) {
        const evo_body a = evo_collider_body(world, contacts[i].a);
        const evo_body b = evo_collider_body(world, contacts[i].b);
        const evo_body other = evo_body_equal(a, below) ? b : a;
        const evo_vec2 there = evo_body_world_center(world, other);
        const double above = (there.x - here.x) * up.x + (there.y - here.y) * up.y;
        if (!scene_moves(stage, other.index) || load_has(l, other) || !(above > 0)) continue;
        l->bodies[l->count++] = other;
    }
}

/* The mass of a body and of all that it carries. */
static double carried_mass(const scene_stage *stage, evo_body body) {
    const evo_vec2 gravity = evo_world_gravity(stage->world);
    const evo_vec2 up = {-gravity.x, -gravity.y};
    load l = {.bodies = {body}, .count = 1};
    double mass = 0;
    for (size_t i = 0; i < l.count; ++i) {
        load_add(&l, stage, l.bodies[i], up);
        mass += evo_body_mass(stage->world, l.bodies[i]).mass;
    }
    return mass;
}

static double greatest_force(const scene_stage *stage, evo_body body) {
    const evo_vec2 gravity = evo_world_gravity(stage->world);
    const double height = stage->view.max.y - stage->view.min.y;
    const double weight = hypot(gravity.x, gravity.y), swing = 2 * height / (CROSSING * CROSSING);
    const double own = evo_body_mass(stage->world, body).mass;
    const double carried = carried_mass(stage, body) - own;
    return own * (WEIGHTS * weight + swing) + LOADS * carried * weight;
}

bool hand_grip(hand *h, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_body none = {0, 0}, body = hand_body_at(stage, at, near, none);
    evo_joint_config pull = evo_joint_config_default(EVO_MOTOR);
    pull.spring = true;
    const evo_joint no_joint = {0, 0};
    if (body.generation == 0 || !scene_moves(stage, body.index)) return false;
    hand_release(h, stage);
    h->body = body;
    h->grip = evo_body_local_point(stage->world, body, hand_into_box(stage, at));
    h->joint = no_joint;
    h->holds = true;
    h->slept = !evo_body_get(stage->world, body).never_sleep;
    if (stage->config.exact != NULL) return true;
    (void)evo_body_set_never_sleep(stage->world, body, true);
    pull.frame_a.position = at;
    pull.b = body;
    pull.frame_b.position = h->grip;
    pull.motor_limit = greatest_force(stage, body);
    h->joint = evo_joint_create(stage->world, &pull);
    h->holds = evo_joint_exists(stage->world, h->joint);
    return h->holds;
}

static void pull_by_velocity(const hand *h, const scene_stage *stage, evo_vec2 to) {
    const evo_vec2 held = evo_body_world_point(stage->world, h->body, h->grip);
    const evo_vec2 there = hand_into_box(stage, to);
    evo_vec2 delta = {there.x - held.x, there.y - held.y};
    if (stage->config.boundary == EVO_PERIODIC) {
        const evo_bounds b = stage->config.bounds;
        delta.x = remainder(delta.x, b.max.x - b.min.x);
        delta.y = remainder(delta.y, b.max.y - b.min.y);
    }
    const evo_vec2 velocity = {delta.x / SOON, delta.y / SOON};
    evo_body_set_velocity(stage->world, h->body, velocity);
}

void hand_pull(hand *h, const scene_stage *stage, evo_vec2 to) {
    const evo_pose target = {to, 0};
    if (!h->holds) return;
    if (stage->config.exact == NULL) {
        evo_joint_config pull = evo_joint_get(stage->world, h->joint);
        pull.frame_a = target;
        h->holds = evo_joint_set(stage->world, h->joint, &pull) != EVO_ERROR_STALE;
        return;
    }
    h->holds = evo_body_exists(stage->world, h->body);
    if (h->holds) pull_by_velocity(h, stage, to);
}

void hand_release(hand *h, const scene_stage *stage) {
    if (h->holds) (void)evo_joint_destroy(stage->world, h->joint);
    if (h->holds && h->slept) (void)evo_body_set_never_sleep(stage->world, h->body, false);
    h->holds = false;
}

/* ---- Making and removing --------------------------------------------------------------------- */

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
    config.position = hand_into_box(stage, at);
    config.shape = shape_of(shape, size);
    config.material = stage->material;
    if (config.material.density <= 0) config.material.density = 1;
    const evo_pose here = {config.position, 0};
    if (!is_between_walls(stage, evo_shape_bounds(&config.shape, here))) return none;
    if (evo_world_overlap_shape(stage->world, &config.shape, here, NULL, NULL, 0) > 0) return none;
    return scene_put(stage, &config, stage_tint((size_t)shape));
}

bool hand_remove(hand *h, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_body none = {0, 0}, body = hand_body_at(stage, at, near, none);
    if (body.generation == 0) return false;
    if (h->holds && evo_body_equal(h->body, body)) hand_release(h, stage);
    return evo_body_destroy(stage->world, body) == EVO_OK;
}
