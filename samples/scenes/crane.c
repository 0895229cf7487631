/* crane.c: a trolley runs to and fro along the jib of a crane, and a load hangs from it on a rope
 * of links, a hook and two slings. Look at the load: it swings, and the rope stays as long as it
 * is, although the load weighs three times as much as all of its links. The law: a rope
 * only pulls, and does not give way. */
#include <stdlib.h>

#include "scenes/stage.h"

enum { LINKS, LOAD, SPEED };

static const double REACH = 16, HEIGHT = 12, LINK = 0.5, THIN = 0.06, HOOK = 0.16, SLING = 1;
static const double HALF_LOAD = 1;

typedef struct operator_state {
    evo_body trolley;
    double speed;
} operator_state;

/* The trolley is at rest at both ends. */
static void steer(scene_stage *stage, double seconds) {
    const operator_state *s = stage->state;
    const double half = (REACH - 6) / 2, angle = s->speed / half * evo_world_time(stage->world);
    (void)seconds;
    evo_body_set_velocity(stage->world, s->trolley, stage_at(s->speed * evo_direction(angle).y, 0));
}

static void add_crane(scene_stage *stage) {
    operator_state *s = stage->state;
    const evo_vec2 tower[] = {{-0.5, 0}, {0.5, 0}, {0.3, HEIGHT + 3}, {-0.3, HEIGHT + 3}};
    stage->tint = 0;
    stage_wall(stage, stage_at(-12, 0), stage_at(REACH + 12, 0));
    stage->filter = (evo_filter){1, 0, -1};
    stage_add(stage, EVO_STATIC, evo_polygon(tower, 4, 0), stage_at(0, 0), 0);
    stage_add(stage, EVO_STATIC, evo_box((REACH + 3) / 2, 0.2),
              stage_at((REACH - 3) / 2, HEIGHT + 0.5), 0);
    stage->tint = 2;
    s->trolley = stage_add(stage, EVO_KINEMATIC, evo_box(0.5, 0.25), stage_at(3, HEIGHT), 0);
    stage->filter = (evo_filter){0};
}

/* Returns the hook. */
static evo_body add_rope(scene_stage *stage, int links) {
    evo_vec2 at = {3, HEIGHT - 0.25};
    evo_body before = ((operator_state *)stage->state)->trolley;
    stage->tint = 1;
    for (int i = 0; i < links; ++i) {
        const evo_vec2 next = {at.x, at.y - LINK};
        const evo_body link = stage_bar(stage, at, next, THIN);
        stage_hinge(stage, before, link, at);
        before = link;
        at = next;
    }
    stage->tint = 3;
    const evo_body hook = stage_add(stage, EVO_DYNAMIC, evo_circle(HOOK), at, 0);
    stage_hinge(stage, before, hook, at);
    return hook;
}

static void make(scene_stage *stage, const double *params) {
    operator_state *s = stage->state = calloc(1, sizeof *s);
    stage->failed = !s;
    if (!s) return;
    s->speed = params[SPEED];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-4, -1, REACH + 1, HEIGHT + 4);
    add_crane(stage);
    const evo_body hook = add_rope(stage, (int)params[LINKS]);
    const evo_vec2 at = {3, HEIGHT - 0.25 - LINK * params[LINKS]};
    const double top = at.y - SLING, half = HALF_LOAD * 0.6;
    stage->material.density = params[LOAD] / (4 * HALF_LOAD * half);
    stage->tint = 4;
    const evo_body load =
        stage_add(stage, EVO_DYNAMIC, evo_box(HALF_LOAD, half), stage_at(at.x, top - half), 0);
    stage_rope(stage, hook, at, load, stage_at(at.x - 0.8, top));
    stage_rope(stage, hook, at, load, stage_at(at.x + 0.8, top));
    stage->steer = steer;
}

const scene crane_scene = {
    .name = "crane",
    .title = "a crane carries a load to and fro",
    .look = "Pull at the load. Look at the rope: it stays as long as it is.",
    .seconds = 20,
    .make = make,
    .params =
        {
            [LINKS] = {"links", 14, 1, 18, true, "how many links the rope has"},
            [LOAD] = {"load", 3, 0.1, 20, false, "mass of the load; a link has 0.07"},
            [SPEED] = {"speed", 2, 0, 5, false, "greatest of the trolley"},
        },
};
