/* trajectory.c: extended XYZ, as ASE and OVITO read it.
 *
 * A line for every shape of every body that has any: its kind as a species, which must be an
 * element (H a circle, He an ellipse, Li a ring, Be a segment), the shape's centre, which plain
 * XYZ has there, too, the body's number and kind (0 dynamic, 1 static, 2 kinematic), velocity,
 * mass (the body's, on its first shape), spin, outer radius, inner radius and sweep of rings,
 * half axes and orientation (a quaternion about z). Circles and ellipses are exact to the eye; a
 * ring appears as its outer circle, a segment as an ellipse as wide as a hundredth of its
 * length. The cell is the periodic box, the box of the walls, or the view. */
#include <math.h>
#include <stdlib.h>

#include "headless/recorder.h"
#include "headless/table.h"
#include "picture/output.h"

static const char *species_of(evo_shape_kind kind) {
    switch (kind) {
    case EVO_CIRCLE:
        return "H";
    case EVO_ELLIPSE:
        return "He";
    case EVO_RING:
        return "Li";
    case EVO_CAPSULE:
        return "B";
    case EVO_POLYGON:
        return "C";
    default:
        return "Be";
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
    case EVO_CAPSULE:
        half.x = shape->of.capsule.half_length + shape->of.capsule.radius;
        half.y = shape->of.capsule.radius;
        break;
    case EVO_POLYGON: /* of the box about it */
        for (int i = 0; i < shape->of.polygon.count; ++i) {
            const evo_vec2 p = shape->of.polygon.points[i];
            half.x = fmax(half.x, fabs(p.x) + shape->of.polygon.radius);
            half.y = fmax(half.y, fabs(p.y) + shape->of.polygon.radius);
        }
        break;
    case EVO_NO_SHAPE:
        break;
    }
    return half;
}

/* What a line begins with, and what follows. */
static const char PROPERTIES[] =
    "species:S:1:pos:R:3:id:I:1:body_kind:I:1:velo:R:3:mass:R:1:spin:R:1:radius:R:1"
    ":inner_radius:R:1:sweep:R:1:aspherical_shape:R:3:orientation:R:4";

static void write_shape(FILE *file, const scene_stage *stage, evo_body body, const evo_shape *shape,
                        bool first) {
    const evo_body_config is = evo_body_get(stage->world, body);
    const evo_vec2 turn = evo_direction(is.angle), c = shape->center, half = half_axes(shape);
    const evo_vec2 turned = evo_direction(0.5 * (is.angle + evo_angle(shape->axis)));
    const bool ring = shape->kind == EVO_RING;
    const double numbers[] = {is.position.x + c.x * turn.x - c.y * turn.y,
                              is.position.y + c.x * turn.y + c.y * turn.x,
                              0,
                              is.velocity.x,
                              is.velocity.y,
                              0,
                              first ? evo_body_mass(stage->world, body).mass : 0,
                              is.spin,
                              fmax(half.x, half.y),
                              ring ? shape->of.ring.inner : 0,
                              ring ? 2 * shape->of.ring.half_sweep : 0,
                              half.x,
                              half.y,
                              fmin(half.x, half.y),
                              0,
                              0,
                              turned.y,
                              turned.x};
    fputs(species_of(shape->kind), file);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        if (i == 3) fprintf(file, " %u %d", body.index, (int)is.kind);
        fputc(' ', file);
        table_number(file, numbers[i]);
    }
    fputc('\n', file);
}

typedef struct trajectory {
    output to;
    const char *origin;      /* in the first frame */
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

/* Collects the colliders of all bodies, body by body. */
static size_t find_shapes(trajectory *t, const scene_stage *stage) {
    size_t count = 0;
    for (size_t i = 0; i < stage->count; ++i)
        if (evo_body_exists(stage->world, stage->actors[i].body))
            count += evo_body_colliders(stage->world, stage->actors[i].body, t->colliders + count,
                                        t->capacity - count);
    return count;
}

static bool take(void *own, const moment *at) {
    trajectory *t = own;
    FILE *file = t->to.file;
    const scene_stage *stage = at->stage;
    if (!reserve(t, at->now->counts.colliders)) return false;
    const bool first_frame = ftell(file) == 0;
    const size_t count = find_shapes(t, stage);
    const bool open = stage->config.boundary == EVO_OPEN;
    const evo_bounds cell = open ? stage->view : stage->config.bounds;
    const char *periodic = stage->config.boundary == EVO_PERIODIC ? "T T F" : "F F F";
    fprintf(file,
            "%zu\nLattice=\"%.17g 0 0 0 %.17g 0 0 0 1\" Origin=\"%.17g %.17g -0.5\" pbc=\"%s\" "
            "Properties=%s Time=",
            count, cell.max.x - cell.min.x, cell.max.y - cell.min.y, cell.min.x, cell.min.y,
            periodic, PROPERTIES);
    table_number(file, sample_time(at->now));
    if (first_frame) fprintf(file, " Run=\"%s\"", t->origin);
    fputc('\n', file);
    evo_body last = {0, 0};
    for (size_t i = 0; i < count; ++i) {
        const evo_shape shape = evo_collider_get(stage->world, t->colliders[i]).shape;
        const evo_body body = evo_collider_body(stage->world, t->colliders[i]);
        const bool first = body.index != last.index || body.generation != last.generation;
        write_shape(file, stage, body, &shape, first);
        last = body;
    }
    return ferror(file) == 0;
}

static bool log_bytes(void *own, keeper *k) {
    return keeper_output(k, &((trajectory *)own)->to);
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

bool trajectory_open(recorder *r, const char *path, const char *origin) {
    trajectory *t = calloc(1, sizeof *t);
    if (!t) return false;
    if (!output_begin(&t->to, path)) {
        free(t);
        return false;
    }
    t->origin = origin;
    const recorder made = {path, false, take, end, drop, NULL, log_bytes, t};
    *r = made;
    return true;
}
