/* bowl.c: dishes, which are slices of rings, fall into a large bowl of the same make, and ellipses
 * after them. Look at the hollows: an ellipse wider than a dish is deep lies across it on two
 * contacts, and dishes nest. The law: the contact forces at rest balance the weight; the drawn
 * normals have the length of the impulse. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, DISHES, FRICTION };

static const double PI = 3.14159265358979, RADIUS = 6;

/* Open at the top; extends by `half_sweep` to both sides of straight down. */
static evo_shape dish(double radius, double width, double half_sweep) {
    return evo_ring(radius, width, -PI / 2 - half_sweep, 2 * half_sweep);
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], dishes = (int)params[DISHES];
    const double above = RADIUS + 0.5;
    const int columns = 8;
    const double top = above + 1.5 * (dishes / 3 + 1) + 1.1 * (count / columns + 1);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-RADIUS - 3, -1, RADIUS + 3, above + 6);
    stage->material.friction = params[FRICTION];
    stage_wall(stage, stage_at(-RADIUS - 2, 0), stage_at(RADIUS + 2, 0));
    stage_wall(stage, stage_at(-RADIUS - 2, 0), stage_at(-RADIUS - 2, top));
    stage_wall(stage, stage_at(RADIUS + 2, 0), stage_at(RADIUS + 2, top));
    stage_add(stage, EVO_STATIC, dish(RADIUS, 0.4, PI / 2), stage_at(0, RADIUS + 0.2), 0);
    for (int i = 0; i < dishes; ++i) {
        double half_sweep = chance_between(&stage->random, 0.8, 1.5);
        double y = above + 1 + 1.5 * (double)(i / 3);
        stage->tint = 1;
        stage_add(stage, EVO_DYNAMIC, dish(1, 0.25, half_sweep), stage_at(2.6 * (i % 3 - 1), y), 0);
    }
    for (int i = 0; i < count; ++i) {
        double length = chance_between(&stage->random, 0.25, 0.5);
        double width = chance_between(&stage->random, 0.15, 0.25);
        double angle = chance_between(&stage->random, 0, PI);
        double y = top - 1.1 * (double)(i / columns) - 0.5;
        stage->tint = stage_tint((size_t)(1 + i % (SCENE_TINTS - 2)));
        stage_add(stage, EVO_DYNAMIC, evo_ellipse(length, width),
                  stage_at(1.1 * (i % columns - 0.5 * (columns - 1)), y), angle);
    }
}

const scene bowl_scene = {
    .name = "bowl",
    .title = "dishes and ellipses fall into a bowl",
    .look = "Lift a dish and let it fall. Look at the hollows: an ellipse across one has two "
            "contacts.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 120, 0, 2000, true, "how many ellipses"},
            [DISHES] = {"dishes", 9, 0, 100, true, "how many dishes"},
            [FRICTION] = {"friction", 0.5, 0, 10, false, "of everything; 0 is ice"},
        },
};
