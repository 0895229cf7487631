/* hexagons.c: polygons of three to eight corners are poured into a box, half of them hexagons. All
 * are rounded. The colours are the numbers of corners. Look at the sides: two polygons at rest lie
 * face to face, on two contacts, and hexagons form pieces of a honeycomb. The law: energy never
 * grows. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, ROUND, FRICTION };

enum { CORNERS_LEAST = 3, CORNERS_MOST = 8 };

static const double TURN = 6.283185307179586;

/* The distance of the farthest points from the centre is `size`; the rounding has this part. */
static evo_shape polygon(int corners, double size, double round) {
    evo_vec2 points[CORNERS_MOST];
    for (int i = 0; i < corners; ++i) {
        const evo_vec2 out = evo_direction(TURN * i / corners);
        points[i] = stage_at(size * (1 - round) * out.x, size * (1 - round) * out.y);
    }
    return evo_polygon(points, corners, size * round);
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double largest = 0.6, apart = 2 * largest + 0.05;
    const int columns = (int)ceil(sqrt(params[COUNT])), rows = (count - 1) / columns + 1;
    const double width = columns * apart, high = rows * apart;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, width + 1, 0.8 * high + 1);
    stage->material.friction = params[FRICTION];
    stage_box(stage, width, 2 * high, false);
    for (int i = 0; i < count; ++i) {
        double hexagonal = chance_part(&stage->random);
        double corners = chance_between(&stage->random, CORNERS_LEAST, CORNERS_MOST + 1);
        double size = chance_between(&stage->random, 0.75, 1) * largest;
        double angle = chance_between(&stage->random, 0, TURN);
        const int number = hexagonal < 0.5 ? 6 : (int)corners;
        evo_vec2 at = stage_at((i % columns + 0.5) * apart, ((double)(i / columns) + 0.5) * apart);
        stage->tint = stage_tint((size_t)number);
        stage_add(stage, EVO_DYNAMIC, polygon(number, size, params[ROUND]), at, angle);
    }
}

const scene hexagons_scene = {
    .name = "hexagons",
    .title = "rounded hexagons and other polygons fall into a box",
    .look = "Throw one in. Look at the sides: two polygons at rest lie face to face, on two "
            "contacts.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 200, 1, 50000, true, "how many polygons"},
            [ROUND] = {"round", 0.2, 0, 0.9, false, "part of the size that is rounding"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
