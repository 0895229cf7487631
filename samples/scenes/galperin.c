/* galperin.c: the billiard that counts pi, as Galperin found: a heavy disk pushes a light one
 * against a wall. With masses of 1 and 100^k and no losses, the number of impacts of the light one
 * is given by the first k + 1 digits of pi. Look at the impacts in the summary: the last comes
 * after about four seconds, then both disks fly away. */
#include <math.h>
#include <stdio.h>

#include "scenes/stage.h"

enum { DIGITS };

static const double LIGHT = 0.3, HEAVY = 1, START = 3.5;

static evo_body add(scene_stage *stage, double radius, double x, double mass, int tint) {
    const evo_mass weighs = {mass, {0, 0}, 0.5 * mass * radius * radius};
    stage->tint = tint;
    evo_body body = stage_add(stage, EVO_DYNAMIC, evo_circle(radius), stage_at(x, 0), 0);
    evo_body_set_mass(stage->world, body, weighs);
    return body;
}

static void make(scene_stage *stage, const double *params) {
    double heavy = 1;
    for (int i = 0; i < (int)params[DIGITS]; ++i) heavy *= 100;
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_events(stage, 0, EVO_OPEN, stage_view(0, 0, 0, 0));
    stage->view = stage_view(-1, -2, 11, 2);
    stage->frame = stage_view(-0.4, -2, 6.5, 2);
    stage_wall(stage, stage_at(0, -2), stage_at(0, 2));
    add(stage, LIGHT, 1, 1, 1);
    evo_body comes = add(stage, HEAVY, START + HEAVY, heavy, 2);
    evo_body_set_velocity(stage->world, comes, stage_at(-1, 0));
}

/* The impacts so far, and what they say of pi when there will be no more. */
static void tell(const scene_stage *stage, char *text, size_t size) {
    const double impacts = (double)evo_world_counters(stage->world).impacts;
    const bool over = evo_world_next_event(stage->world) == INFINITY;
    double digits = 1;
    int places = 0;
    for (; 10 * digits <= impacts; ++places) digits *= 10;
    if (over)
        snprintf(text, size, "%.0f impacts\npi = %.*f...", impacts, places, impacts / digits);
    else
        snprintf(text, size, "%.0f impacts so far", impacts);
}

const scene galperin_scene = {
    .name = "galperin",
    .title = "two disks and a wall count the digits of pi",
    .look = "Count: the small disk, a hundred times lighter for each digit, meets the wall "
            "and the large one as often as pi has it.",
    .seconds = 8,
    .events = true,
    .tell = tell,
    .make = make,
    .params =
        {
            [DIGITS] = {"digits", 3, 0, 6, true, "of pi behind the 3: the masses are 1 to 100^k"},
        },
};
