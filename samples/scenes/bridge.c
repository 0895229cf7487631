/* bridge.c: a bridge of capsules, each joined to the next, hangs over a ravine, and bodies fall on
 * it. Look at the joints: the bridge sways, but the capsules stay end to end, whatever it carries.
 * The law: each joint holds two points together, and passes the pull on to the next. */
#include "scenes/stage.h"

enum { LINKS, SAG, COUNT, FRICTION };

static const double LINK = 1, THICK = 0.15, DEPTH = 7, BANK = 6, WALL = 8;
static const double TURN = 6.283185307179586;

/* Categories: links pass through the ground, on whose edges they begin. */
enum { GROUND = 2, BRIDGE = 4 };

/* The next point of the bridge, an arc of links. */
static evo_vec2 next_point(evo_vec2 from, int link, const double *params) {
    const double angle = params[SAG] * ((link + 0.5) / params[LINKS] - 0.5);
    const evo_vec2 way = evo_direction(angle);
    return stage_at(from.x + LINK * way.x, from.y + LINK * way.y);
}

/* Builds the bridge from the origin; returns where it ends. */
static evo_vec2 add_bridge(scene_stage *stage, const double *params) {
    evo_body before = {0};
    const evo_body world = {0};
    evo_vec2 at = {0, 0};
    stage->filter = (evo_filter){BRIDGE, ~(uint32_t)GROUND, 0};
    for (int i = 0; i < (int)params[LINKS]; ++i) {
        const evo_vec2 next = next_point(at, i, params);
        stage->tint = 1 + i % 2;
        const evo_body link = stage_bar(stage, at, next, THICK);
        stage_hinge(stage, before, link, at);
        before = link;
        at = next;
    }
    stage_hinge(stage, before, world, at);
    stage->filter = (evo_filter){0};
    return at;
}

static void add_ground(scene_stage *stage, double end) {
    const evo_vec2 points[] = {{end + BANK, WALL}, {end + BANK, 0}, {end, 0},   {end, -DEPTH},
                               {0, -DEPTH},        {0, 0},          {-BANK, 0}, {-BANK, WALL}};
    stage->filter = (evo_filter){GROUND, ~(uint32_t)0, 0};
    stage_chain(stage, points, sizeof points / sizeof *points);
    stage->filter = (evo_filter){0};
}

static evo_shape load(int kind, double size) {
    const evo_vec2 corners[] = {{size, 0}, {0, size}, {-size, 0}, {-size / 2, -size}, {0, -size}};
    switch (kind % 4) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_box(size, 0.7 * size);
    case 2:
        return evo_ellipse(1.2 * size, 0.7 * size);
    default:
        return evo_polygon(corners, 5, 0.1);
    }
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->material.friction = params[FRICTION];
    const double end = add_bridge(stage, params).x;
    add_ground(stage, end);
    for (int i = 0; i < count; ++i) {
        const double x = chance_between(&stage->random, 0.1, 0.9);
        const double size = chance_between(&stage->random, 0.3, 0.6);
        const double angle = chance_between(&stage->random, 0, TURN);
        stage->tint = 3 + i % 3;
        stage_add(stage, EVO_DYNAMIC, load(i, size), stage_at(x * end, 3 + 1.3 * i), angle);
    }
    stage->view = stage_view(-BANK - 1, -DEPTH - 1, end + BANK + 1, WALL);
    stage->frame = stage_view(-2, -DEPTH, end + 2, WALL);
}

const scene bridge_scene = {
    .name = "bridge",
    .title = "bodies fall on a bridge of links",
    .look = "Pull at a link. The links stay end to end, whatever the bridge carries.",
    .seconds = 15,
    .make = make,
    .params =
        {
            [LINKS] = {"links", 24, 2, 200, true, "how many capsules the bridge has"},
            [SAG] = {"sag", 0.8, 0.05, 3, false, "angle between the bridge's ends, in radians"},
            [COUNT] = {"count", 20, 0, 200, true, "how many bodies fall"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
