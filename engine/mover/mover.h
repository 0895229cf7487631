/* mover.h: planes and slides as a mover asks for them: bodies may be expected to move on, and the
 * user may let it pass. */
#ifndef ENGINE_MOVER_MOVER_H
#define ENGINE_MOVER_MOVER_H

#include "evolute/mover.h"
#include "narrow/touch.h"
#include "world/world.h"

/* Fractions of a shape's size. MARGIN: gaps below it have planes; larger: corners ahead bend the
 * way. TOLERANCE: slides stop within it; larger: shapes sink into what stops them. */
static const double MARGIN = 0.005, TOLERANCE = 1e-5;

/* A shape in a world, and what it meets there. */
typedef struct probe {
    const evo_world *world;
    const evo_shape *shape;
    evo_pose at;
    const evo_query *query; /* or NULL */
    double size;
    double seconds; /* bodies are expected to move on for so long */
    bool (*passes)(void *context, const evo_plane *plane);
    void *context;
} probe;

static inline bool probe_is_sound(const evo_shape *shape, evo_pose at) {
    return shape_measurable(shape) && pose_fits(at);
}

probe probe_of(const evo_world *world, const evo_shape *shape, evo_pose at, const evo_query *query);

/* Writes the planes of one collider with a gap of at most a margin, the deepest first if they are
 * two; returns their number. */
int probe_touch(const probe *p, uint32_t id, double margin, evo_plane found[TOUCHES]);

/* The same as evo_world_planes and evo_world_slide. */
size_t probe_planes(const probe *p, evo_plane *found, size_t capacity);
double probe_slide(const probe *p, evo_vec2 way);

#endif
