/* trajectory.c: extended XYZ, with the names that OVITO knows.
 *
 * A line for every shape of every dynamic body: kind, body number, centre, velocity, radius, half
 * axes and orientation (a quaternion about z). Circles and ellipses are exact. A ring appears as
 * its outer circle, a segment as an ellipse whose width is a hundredth of its length. The cell is
 * the periodic box, the box of the walls, or the view. */
#include <math.h>
#include <stdlib.h>

#include "headless/recorder.h"
#include "headless/table.h"
#include "picture/output.h"

static const char *kind_name(evo_shape_kind kind) {
    switch (kind) {
    case EVO_CIRCLE:
        return "circle";
    case EVO_ELLIPSE:
        return "ellipse";
    case EVO_RING:
        return "ring";
    default:
        return "segment";
    }
}

/* Half axes, in the shape's own directions. */
static evo_vec2 half_axes(const evo_shape *shape) {
    evo_vec2 half = {0, 0};
    switch (shape->kind) {
    case EVO_CIRCLE:
        half.x = half.y = shape->of.circle.radius;
        break;
    case EVO_ELLIPSE:
        half.x = shape->of.ellipse.radius_x;
        half.y = shape->of.ellipse.radius_y;
        break;
    case EVO_RING:
        half.x = half.y = shape->of.ring.outer;
        break;
    case EVO_SEGMENT:
        half.x = shape->of.segment.half_length;
        half.y = 0.01 * half.x;
        break;
    case EVO_NO_SHAPE:
        break;
    }
    return half;
}

static void write_shape(FILE *file, const scene_stage *stage, evo_body body,
                        const evo_shape *shape) {
    const evo_pose at = evo_body_pose(stage->world, body);
    const evo_vec2 v = evo_body_velocity(stage->world, body), turn = evo_direction(at.angle);
    const evo_vec2 c = shape->center, half = half_axes(shape);
    const double angle = at.angle + evo_angle(shape->axis);
    const evo_vec2 turned = evo_direction(0.5 * angle);
    const double numbers[] = {at.position.x + c.x * turn.x - c.y * turn.y,
                              at.position.y + c.x * turn.y + c.y * turn.x,
                              0,
                              v.x,
                              v.y,
                              0,
                              fmax(half.x, half.y),
                              half.x,
                              half.y,
                              fmin(half.x, half.y),
                              0,
                              0,
                              turned.y,
                              turned.x};
    fprintf(file, "%s %u", kind_name(shape->kind), body.index);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        fputc(' ', file);
        table_number(file, numbers[i]);
    }
    fputc('\n', file);
}

typedef struct trajectory {
    output to;
    evo_collider *colliders; /* scratch for all of the world's */
    size_t capacity;
} trajectory;

static bool reserve(trajectory *t, size_t colliders) {
    if (colliders <= t->capacity) return true;
    evo_collider *all = realloc(t->colliders, colliders * sizeof *all);
    if (!all) return false;
    t->colliders = all;
    t->capacity = colliders;
    return true;
}

/* Collects the colliders of all dynamic bodies, body by body. */
static size_t find_shapes(trajectory *t, const scene_stage *stage) {
    size_t count = 0;
    for (size_t i = 0; i < stage->count; ++i)
        if (scene_moves(stage, i))
            count += evo_body_colliders(stage->world, stage->actors[i].body, t->colliders + count,
                                        t->capacity - count);
    return count;
}

static bool take(void *own, const moment *at) {
    trajectory *t = own;
    FILE *file = t->to.file;
    const scene_stage *stage = at->stage;
    if (!reserve(t, at->now->counts.colliders)) return false;
    const size_t count = find_shapes(t, stage);
    const bool open = stage->config.boundary == EVO_OPEN;
    const evo_bounds cell = open ? stage->view : stage->config.bounds;
    const char *periodic = stage->config.boundary == EVO_PERIODIC ? "T T F" : "F F F";
    fprintf(file,
            "%zu\nLattice=\"%.17g 0 0 0 %.17g 0 0 0 1\" Origin=\"%.17g %.17g -0.5\" pbc=\"%s\" "
            "Properties=species:S:1:id:I:1:pos:R:3:velo:R:3:radius:R:1:aspherical_shape:R:3"
            ":orientation:R:4 Time=%.17g\n",
            count, cell.max.x - cell.min.x, cell.max.y - cell.min.y, cell.min.x, cell.min.y,
            periodic, at->now->time);
    for (size_t i = 0; i < count; ++i) {
        const evo_shape shape = evo_collider_get(stage->world, t->colliders[i]).shape;
        write_shape(file, stage, evo_collider_body(stage->world, t->colliders[i]), &shape);
    }
    return ferror(file) == 0;
}

static bool end(void *own) {
    trajectory *t = own;
    const bool written = output_end(&t->to);
    free(t->colliders);
    free(t);
    return written;
}

static void drop(void *own) {
    trajectory *t = own;
    output_drop(&t->to);
    free(t->colliders);
    free(t);
}

bool trajectory_open(recorder *r, const char *path) {
    trajectory *t = calloc(1, sizeof *t);
    if (!t) return false;
    if (!output_begin(&t->to, path)) {
        free(t);
        return false;
    }
    const recorder made = {path, false, take, end, drop, t};
    *r = made;
    return true;
}
