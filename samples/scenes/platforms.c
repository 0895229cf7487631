/* platforms.c: characters walk to and fro through a level of a platform game: tiles, steps, slopes,
 * platforms that are solid from above alone, a lift over a pit, a conveyor belt. Look at their
 * feet: they keep to the ground on every slope and step, and nothing stops them. They jump where
 * there is no ground ahead, and now and then. The law: all get on, all the time. */
#include <math.h>
#include <stdlib.h>

#include "scenes/stage.h"
#include "scenes/walk.h"

enum { COUNT, JUMPS, BELT };

enum { MOST = 20 };

static const double LENGTH = 48, LIFT_SPEED = 1.4, LIFT_TURN = 1.05;

typedef struct level {
    evo_world *world;
    walker walkers[MOST];
    evo_body lift;
    int count, apart; /* apart: steps between two jumps */
} level;

/* Keys make the first one walk and jump. */
static void play(scene_stage *stage, walker *w, double seconds) {
    w->wish = (stage->keys & SCENE_RIGHT ? 1 : 0) - (stage->keys & SCENE_LEFT ? 1 : 0);
    walk(stage->world, w, (stage->keys & SCENE_UP) != 0, seconds);
}

/* Turns walkers round at both ends. */
static void steer(scene_stage *stage, double seconds) {
    level *l = stage->state;
    const double time = evo_world_time(stage->world);
    const evo_vec2 to_and_fro = {LIFT_SPEED * evo_direction(LIFT_TURN * time).x, 0};
    const int step = (int)(time / seconds + 0.5);
    evo_body_set_velocity(stage->world, l->lift, to_and_fro);
    for (int i = 0; i < l->count; ++i) {
        walker *w = &l->walkers[i];
        const double x = evo_body_pose(stage->world, w->body).position.x;
        const bool due = l->apart > 0 && (step + 37 * i) % l->apart == l->apart - 1;
        if (x > LENGTH - 1) w->wish = -1;
        if (x < 1) w->wish = 1;
        if (i == 0 && stage->played) {
            play(stage, w, seconds);
            continue;
        }
        walk(stage->world, w, due || !walk_sees_ground(stage->world, w), seconds);
    }
}

static void build(scene_stage *stage, double belt) {
    const evo_vec2 ground[] = {{48, 9}, {48, 0}, {40, 0}, {38, 1}, {34, 1}, {34, -2}, {28, -2},
                               {28, 1}, {22, 1}, {20, 0}, {10, 0}, {0, 0},  {0, 9}};
    level *l = stage->state;
    stage_chain(stage, ground, sizeof ground / sizeof *ground);
    for (int i = 0; i < 8; ++i) /* tiles, half sunk */
        stage_add(stage, EVO_STATIC, evo_box(0.5, 0.05), stage_at(2 + i, 0), 0);
    for (int i = 0; i < 4; ++i) /* steps up, and down again */
        stage_add(stage, EVO_STATIC, evo_box(1.2 - 0.3 * i, 0.06), stage_at(15, 0.06 + 0.12 * i),
                  0);
    for (int i = 0; i < 3; ++i)
        walk_mark(stage->world,
                  stage_add(stage, EVO_STATIC, evo_box(1, 0.1), stage_at(4 + 2 * i, 1.5 + i), 0));
    stage->material.surface_speed = belt; /* its top goes to the right */
    stage_add(stage, EVO_STATIC, evo_box(2, 0.05), stage_at(44, 0), 0);
    stage->material.surface_speed = 0;
    l->lift = stage_add(stage, EVO_KINEMATIC, evo_box(1.5, 0.2), stage_at(31, 0.8), 0);
}

static void make(scene_stage *stage, const double *params) {
    level *l = stage->state = calloc(1, sizeof *l);
    stage->failed = !l;
    if (!l) return;
    stage->memory = l->walkers;
    stage->memory_size = sizeof l->walkers;
    stage->pre_solve = walk_holds;
    stage->callback_context = &l->world;
    stage_world(stage, 2 * STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -3, LENGTH + 1, 9);
    l->world = stage->world;
    build(stage, params[BELT]);
    l->count = (int)params[COUNT];
    l->apart = params[JUMPS] > 0 ? (int)(params[JUMPS] * 60) : 0;
    for (int i = 0; i < l->count && !stage->failed; ++i) {
        l->walkers[i] = walk_begin(stage->world, stage_at(1.2 + 0.9 * i, 0.2));
        stage_note(stage, l->walkers[i].body, stage_tint((size_t)i));
    }
    stage->steer = steer;
    stage->hero = l->walkers[0].body;
    stage->hero_view = 14;
}

const scene platforms_scene = {
    .name = "platforms",
    .title = "characters walk through a level",
    .look = "The first hero is yours: left, right, up. Platforms hold from above alone, a "
            "lift and a belt carry.",
    .seconds = 30,
    .keys = SCENE_LEFT | SCENE_RIGHT | SCENE_UP,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 1, 1, MOST, true, "how many walk"},
            [JUMPS] = {"jumps", 2.7, 0, 60, false, "seconds from jump to jump; 0: at pits alone"},
            [BELT] = {"belt", 2, -3, 3, false, "speed of the conveyor belt"},
        },
};
