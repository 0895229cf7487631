/* heavy.c: heavy disks on a light one, in ours and in Box2D: how far they overlap. */
#include <math.h>
#include <stdio.h>

#include "parts.h"
#include "peer.h"
#include "run.h"
#include "scenes/stage.h"

enum { COUNT, TIMES, DROP };

static const double RADIUS = 0.5;

enum { MOST = 3, STEPS = 300 };

typedef struct stack {
    const char *name;
    int count;
    double times; /* each has so many times the mass of the one below */
    double bar;   /* overlap, as part of the radius */
} stack;

static const stack STACKS[] = {
    {"100 on 1", 2, 100, 0.02}, {"1000 on 1", 2, 1000, 0.05}, {"1, 100, 10000", 3, 100, 0.1}};

static void make_stack(scene_stage *stage, const double *params) {
    evo_body_config disk = evo_body_config_default();
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-10, -1, 10, 10);
    stage_wall(stage, stage_at(-10, 0), stage_at(10, 0));
    disk.shape = evo_circle(RADIUS);
    disk.position = stage_at(0, RADIUS);
    for (int i = 0; i < (int)params[COUNT] && !stage->failed; ++i) {
        const evo_body made = scene_put(stage, &disk, stage_tint((size_t)i));
        stage->failed = !evo_body_exists(stage->world, made);
        disk.material.density *= params[TIMES];
        disk.position.y += 2 * RADIUS + params[DROP];
    }
}

static const scene STACK = {
    .name = "stack",
    .title = "heavy disks on a light one",
    .seconds = 5,
    .make = make_stack,
    .params =
        {
            [COUNT] = {"count", 2, 1, MOST, true, "how many disks"},
            [TIMES] = {"times", 100, 1, 1e6, false, "the mass of the one below"},
            [DROP] = {"drop", 0, 0, 10, false, "gap between them"},
        },
};

static void open_stack(scene_stage *stage, const stack *s, double drop) {
    const double values[SCENE_PARAMS] = {[COUNT] = s->count, [TIMES] = s->times, [DROP] = drop};
    const scene_setting setting = run_setting();
    if (!scene_open(stage, &STACK, values, &setting)) run_fail("the stack cannot be built.");
}

/* Of disks at these heights above each other. */
static double deepest_of(const double *heights, int count) {
    double most = fmax(RADIUS - heights[0], 0);
    for (int i = 1; i < count; ++i) most = fmax(most, 2 * RADIUS - (heights[i] - heights[i - 1]));
    return most / RADIUS;
}

static double overlap_of_ours(const stack *s, double drop) {
    scene_stage stage;
    double most = 0, heights[MOST];
    open_stack(&stage, s, drop);
    for (int step = 0; step < STEPS; ++step) {
        int count = 0;
        run_steps(&stage, 1);
        for (size_t i = 0; i < stage.count; ++i)
            if (scene_moves(&stage, i)) heights[count++] = scene_center(&stage, i).y;
        most = fmax(most, deepest_of(heights, count));
    }
    scene_close(&stage);
    return most;
}

static double overlap_of_peer(const peer *other, const stack *s, double drop) {
    scene_stage stage;
    double most = 0, heights[MOST];
    open_stack(&stage, s, drop);
    void *world = other->open(&stage);
    scene_close(&stage);
    for (int step = 0; step < STEPS; ++step) {
        other->step(world);
        for (int i = 0; i < s->count; ++i) heights[i] = other->place(world, (size_t)i).y;
        most = fmax(most, deepest_of(heights, s->count));
    }
    other->close(world);
    return most;
}

static void print_stack(const stack *s, double drop) {
    const peer *box2d = peer_find(PEER_BOX2D);
    const double ours = overlap_of_ours(s, drop);
    printf("%-14s %8g", s->name, drop);
    run_print(10, 4, ours);
    run_print(10, 4, box2d ? overlap_of_peer(box2d, s, drop) : NAN);
    printf(" %6g  %s\n", s->bar, run_verdict(ours < s->bar));
}

void part_heavy(void) {
    static const double DROPS[] = {0, 0.5};
    printf("disks on top of each other: the deepest overlap in %d steps, as part of the radius\n",
           STEPS);
    printf("%-14s %8s %9s %9s %6s\n", "masses", "dropped", "ours", "Box2D", "bar");
    for (int i = 0; i < 6; ++i) print_stack(&STACKS[i / 2], DROPS[i % 2]);
}
