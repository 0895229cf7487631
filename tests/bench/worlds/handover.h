/* handover.h: what stands in a scene, read through the engine's public calls and said in words that
 * every engine knows, so that the peers begin with the very same bodies. */
#ifndef TESTS_BENCH_WORLDS_HANDOVER_H
#define TESTS_BENCH_WORLDS_HANDOVER_H

#include "scenes/scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A body of one shape. */
typedef struct piece {
    bool moves;
    evo_pose pose;
    evo_vec2 velocity;
    double spin, gravity_scale;
    evo_shape shape;
    evo_material material;
} piece;

piece handover_piece(const scene_stage *stage, size_t actor);

/* Peers tunnel through thin walls, so theirs reach this far to both sides of their middle line. */
#define WALL_HALF_THICKNESS 5.0

/* The middle line, in the world, of a thick wall whose inner face is the wall that stands there. */
evo_shape handover_wall(const scene_stage *stage, const piece *wall);

/* Peers have no ellipses, but polygons of so many corners, which lie on the ellipse. */
enum { HANDOVER_CORNERS = 8 };

void handover_corners(const evo_shape *ellipse, evo_vec2 corners[HANDOVER_CORNERS]);

#ifdef __cplusplus
}
#endif

#endif
