/* picture.c: draws by the painter of the scenes, with a colour for each body by its index. */
#include "guide/picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "picture/page.h"
#include "picture/painter.h"

enum { BODIES = 1024 };

/* Pixels of the longer side. */
static const double LONGEST = 560;

/* Opacity of moments past. */
static const double PALE = 0.35;

static struct {
    page sheet;
    view shown;
    palette pale;
    bool open;
} drawn;

void picture_begin(int argc, char **argv, double left, double bottom, double right, double top) {
    const evo_bounds part = {{left, bottom}, {right, top}};
    const double across = right - left, up = top - bottom, longer = across > up ? across : up;
    const double width = LONGEST * across / longer, height = LONGEST * up / longer;
    if (argc < 2) return;
    if (!page_begin(&drawn.sheet, argv[1], (int)width, (int)height)) {
        perror(argv[1]);
        exit(3);
    }
    drawn.shown = view_fitting(&drawn.sheet.pen, pen_at(0, 0), width, height, part);
    drawn.pale = *drawn.shown.colours;
    for (int i = 0; i < SCENE_TINTS; ++i) {
        drawn.pale.fills[i] = pen_faint(drawn.pale.fills[i], i == 0 ? 0 : PALE);
        drawn.pale.lines[i] = pen_faint(drawn.pale.lines[i], i == 0 ? 0 : PALE);
    }
    drawn.open = true;
}

static void paint(evo_world *world, const palette *colours, unsigned flags) {
    static evo_body bodies[BODIES];
    static scene_actor actors[BODIES];
    scene_stage stage = {.actors = actors, .config = evo_world_get(world)};
    const size_t all = evo_world_bodies(world, bodies, BODIES), known = all < BODIES ? all : BODIES;
    view on = drawn.shown;
    for (size_t i = 0; i < known; ++i) {
        const size_t index = bodies[i].index;
        if (index >= BODIES) continue;
        const bool still = evo_body_kind_of(world, bodies[i]) == EVO_STATIC;
        actors[index] = (scene_actor){bodies[i], still ? 0 : 1 + (int)(index % (SCENE_TINTS - 1))};
        if (index >= stage.count) stage.count = index + 1;
    }
    on.colours = colours;
    stage.world = world;
    paint_stage(&on, &stage, flags);
}

void picture_moment(evo_world *world) {
    if (drawn.open) paint(world, &drawn.pale, EVO_DRAW_SHAPES | PAINT_AWAKE);
}

void picture_shape(const evo_shape *shape, evo_pose at, bool past) {
    const palette *colours = past ? &drawn.pale : drawn.shown.colours;
    if (!drawn.open) return;
    view_shape(&drawn.shown, shape, at,
               (pen_style){.fill = pen_faint(colours->fills[2], 0.75),
                           .line = colours->lines[2],
                           .width = 0.8});
}

void picture_end(evo_world *world) {
    if (!drawn.open) return;
    drawn.open = false;
    paint(world, drawn.shown.colours, EVO_DRAW_SHAPES | EVO_DRAW_JOINTS | PAINT_AWAKE);
    if (page_end(&drawn.sheet)) return;
    perror(drawn.sheet.to.target);
    exit(3);
}
