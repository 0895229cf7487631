/* bullets.c: tiny disks fly fast, a hundred of their lengths in a step, among thin walls, thin
 * rings and disks at rest. All obstacles are thin enough for tunnelling if overlaps were tested at
 * the ends of steps only. Look at the rings afterwards: disks inside stay inside, disks outside
 * stay outside. The law: nothing passes through anything. */
#include "scenes/stage.h"

enum { COUNT, SPEED, RESTING };
enum { WIDE = 24, HIGH = 14 };

static const double TURN = 6.283185307179586, THIN = 0.01, TINY = 0.04;

/* Closed and open static rings; a sweep of 1 is a whole turn. */
static const struct {
    double x, y, radius, start, sweep;
} HOOPS[] = {
    {4, 4.5, 1.5, 0, 1},  {9, 9.5, 1.8, 0.6, 0.85}, {14.5, 5, 2, 2.2, 0.8},
    {20, 9.5, 1.5, 0, 1}, {19, 3.5, 1.2, 1, 0.7},   {4, 10.5, 1.3, 3.6, 0.7},
};

static const evo_vec2 WALLS[][2] = {{{0, 0}, {WIDE, 0}}, {{0, HIGH}, {WIDE, HIGH}},
                                    {{0, 0}, {0, HIGH}}, {{WIDE, 0}, {WIDE, HIGH}},
                                    {{7, 3}, {10, 5}},   {{12, 12}, {16, 11}}};

enum { HOOP_COUNT = sizeof HOOPS / sizeof *HOOPS, WALL_COUNT = sizeof WALLS / sizeof *WALLS };

static void add_obstacles(scene_stage *stage) {
    for (int i = 0; i < WALL_COUNT; ++i) stage_wall(stage, WALLS[i][0], WALLS[i][1]);
    stage->tint = 0;
    for (int i = 0; i < HOOP_COUNT; ++i) {
        evo_shape ring = evo_ring(HOOPS[i].radius, THIN, HOOPS[i].start, HOOPS[i].sweep * TURN);
        stage_add(stage, EVO_STATIC, ring, stage_at(HOOPS[i].x, HOOPS[i].y), 0);
    }
}

/* Disks on the floor, and one in each closed ring. */
static void add_resting(scene_stage *stage, int count) {
    const double apart = (double)WIDE / count, radius = 0.45 * apart < 0.35 ? 0.45 * apart : 0.35;
    stage->tint = 1;
    for (int i = 0; i < count; ++i)
        stage_add(stage, EVO_DYNAMIC, evo_circle(radius),
                  stage_at(WIDE * (i + 0.5) / count, radius), 0);
    for (int i = 0; i < HOOP_COUNT; ++i)
        if (HOOPS[i].sweep == 1)
            stage_add(stage, EVO_DYNAMIC, evo_circle(0.4), stage_at(HOOPS[i].x, HOOPS[i].y), 0);
}

/* Outside of the rings, and clear of all that is there. */
static bool is_free(const scene_stage *stage, evo_vec2 at) {
    const evo_pose here = {at, 0};
    const evo_shape clearance = evo_circle(2 * TINY);
    for (int i = 0; i < HOOP_COUNT; ++i) {
        double x = at.x - HOOPS[i].x, y = at.y - HOOPS[i].y, reach = HOOPS[i].radius + 3 * TINY;
        if (x * x + y * y < reach * reach) return false;
    }
    return evo_world_overlap_shape(stage->world, &clearance, here, NULL, NULL, 0) == 0;
}

static void add_bullet(scene_stage *stage, evo_vec2 at, double speed, int tint) {
    evo_vec2 direction = evo_direction(chance_between(&stage->random, 0, TURN));
    stage->tint = tint;
    evo_body bullet = stage_add(stage, EVO_DYNAMIC, evo_circle(TINY), at, 0);
    evo_body_set_velocity(stage->world, bullet, stage_at(direction.x * speed, direction.y * speed));
}

static void make(scene_stage *stage, const double *params) {
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, WIDE + 1, HIGH + 1);
    stage->material.friction = 0.2;
    stage->material.restitution = 0.3;
    add_obstacles(stage);
    add_resting(stage, (int)params[RESTING]);
    stage->material.restitution = 0.9;
    stage->material.density = 20;
    /* Two within each closed ring. */
    for (int i = 0; i < HOOP_COUNT; ++i)
        for (int side = -1; HOOPS[i].sweep == 1 && side <= 1; side += 2)
            add_bullet(stage, stage_at(HOOPS[i].x + 0.8 * side, HOOPS[i].y), params[SPEED], 4);
    const size_t enough = stage->count + (size_t)params[COUNT];
    while (stage->count < enough && !stage->failed) {
        double x = chance_between(&stage->random, 0.5, WIDE - 0.5);
        double y = chance_between(&stage->random, 1, HIGH - 0.5);
        if (is_free(stage, stage_at(x, y))) add_bullet(stage, stage_at(x, y), params[SPEED], 2);
    }
}

const scene bullets_scene = {
    .name = "bullets",
    .title = "tiny disks fly fast among thin walls and rings",
    .look = "Throw one as fast as you can. Nothing goes through the thin walls: each impact "
            "has its own time.",
    .seconds = 4,
    .make = make,
    .params = {[COUNT] = {"count", 60, 0, 1000, true, "how many bullets outside of the rings"},
               [SPEED] = {"speed", 300, 1, 3000, false, "of the bullets, at first"},
               [RESTING] = {"resting", 24, 1, 200, true, "how many disks lie on the floor"}},
};
