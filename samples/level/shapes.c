/* shapes.c: shapes as a file has them. In: numbers; out: shapes, and back to the last bit: a
 * constructor is tried first, since people read its arguments, and the fields hold whatever it
 * cannot make. */
#include "level/shapes.h"

#include <math.h>
#include <string.h>

#define OF(kind) (1u << (kind))
#define ALL_KINDS (OF(SHAPE_KINDS) - 1)
#define RAW_KINDS (ALL_KINDS & ~OF(SHAPE_BOX))
#define FIELD(name, type, made, raw, text)                                                         \
    { #name, offsetof(shape_numbers, name), type, made, raw, text }

const char *const SHAPE_NAMES[SHAPE_KINDS] = {
    [SHAPE_CIRCLE] = "circle",   [SHAPE_ELLIPSE] = "ellipse", [SHAPE_RING] = "ring",
    [SHAPE_SEGMENT] = "segment", [SHAPE_CAPSULE] = "capsule", [SHAPE_POLYGON] = "polygon",
    [SHAPE_BOX] = "box",
};

const shape_field SHAPE_FIELDS[] = {
    FIELD(radius, SHAPE_LENGTH, OF(SHAPE_CIRCLE) | OF(SHAPE_RING) | OF(SHAPE_CAPSULE),
          OF(SHAPE_CIRCLE) | OF(SHAPE_CAPSULE), "of a circle or capsule; of the middle of a ring"),
    FIELD(radius, SHAPE_FROM_0, OF(SHAPE_POLYGON) | OF(SHAPE_BOX), OF(SHAPE_POLYGON),
          "of the rounding; 0: sharp"),
    FIELD(radius_x, SHAPE_LENGTH, OF(SHAPE_ELLIPSE), OF(SHAPE_ELLIPSE), "semi-axis along x"),
    FIELD(radius_y, SHAPE_LENGTH, OF(SHAPE_ELLIPSE), OF(SHAPE_ELLIPSE), "semi-axis along y"),
    FIELD(width, SHAPE_LENGTH, OF(SHAPE_RING), 0, "from the inner to the outer arc"),
    FIELD(start, SHAPE_ANY, OF(SHAPE_RING), 0, "radians: where the ring begins"),
    FIELD(sweep, SHAPE_LENGTH, OF(SHAPE_RING), 0, "radians, counterclockwise; 2 pi: a whole ring"),
    FIELD(half_width, SHAPE_LENGTH, OF(SHAPE_BOX), 0, "half of the width, with its rounding"),
    FIELD(half_height, SHAPE_LENGTH, OF(SHAPE_BOX), 0, "half of the height, with its rounding"),
    FIELD(from, SHAPE_VECTOR, OF(SHAPE_SEGMENT) | OF(SHAPE_CAPSULE), 0, "one end of the line"),
    FIELD(to, SHAPE_VECTOR, OF(SHAPE_SEGMENT) | OF(SHAPE_CAPSULE), 0, "its other end"),
    FIELD(points, SHAPE_POINTS, OF(SHAPE_POLYGON), OF(SHAPE_POLYGON),
          "3 to 8 points; beside an axis counterclockwise, relative to the center"),
    FIELD(offset, SHAPE_VECTOR, ALL_KINDS, 0, "moves the shape"),
    FIELD(angle, SHAPE_ANY, ALL_KINDS, 0, "turns the shape, before it is moved, in radians"),
    FIELD(center, SHAPE_VECTOR, 0, RAW_KINDS, "beside an axis: as in evo_shape"),
    FIELD(axis, SHAPE_VECTOR, 0, RAW_KINDS,
          "of length 1, as in evo_shape, whose fields it asks for"),
    FIELD(inner, SHAPE_FROM_0, 0, OF(SHAPE_RING), "beside an axis: as in evo_shape"),
    FIELD(outer, SHAPE_LENGTH, 0, OF(SHAPE_RING), "beside an axis: as in evo_shape"),
    FIELD(half_sweep, SHAPE_LENGTH, 0, OF(SHAPE_RING), "beside an axis: as in evo_shape"),
    FIELD(half, SHAPE_VECTOR, 0, OF(SHAPE_RING), "beside an axis: as in evo_shape"),
    FIELD(half_length, SHAPE_LENGTH, 0, OF(SHAPE_SEGMENT) | OF(SHAPE_CAPSULE),
          "beside an axis: as in evo_shape"),
    {0}};

/* ---- Making ---------------------------------------------------------------------------------- */

static evo_shape make(shape_kind kind, const shape_numbers *n) {
    const evo_shape none = {.kind = EVO_NO_SHAPE};
    switch (kind) {
    case SHAPE_CIRCLE:
        return evo_circle(n->radius);
    case SHAPE_ELLIPSE:
        return evo_ellipse(n->radius_x, n->radius_y);
    case SHAPE_RING:
        return evo_ring(n->radius, n->width, n->start, n->sweep);
    case SHAPE_SEGMENT:
        return evo_segment(n->from, n->to);
    case SHAPE_CAPSULE:
        return evo_capsule(n->from, n->to, n->radius);
    case SHAPE_POLYGON:
        return evo_polygon(n->points, n->count, n->radius);
    case SHAPE_BOX:
        return n->radius > 0 ? evo_rounded_box(n->half_width, n->half_height, n->radius)
                             : evo_box(n->half_width, n->half_height);
    default:
        return none;
    }
}

static evo_shape make_raw(shape_kind kind, const shape_numbers *n) {
    evo_shape s;
    memset(&s, 0, sizeof s);
    s.center = n->center;
    s.axis = n->axis;
    switch (kind) {
    case SHAPE_CIRCLE:
        s.kind = EVO_CIRCLE;
        s.of.circle.radius = n->radius;
        break;
    case SHAPE_ELLIPSE:
        s.kind = EVO_ELLIPSE;
        s.of.ellipse.radius_x = n->radius_x;
        s.of.ellipse.radius_y = n->radius_y;
        break;
    case SHAPE_RING:
        s.kind = EVO_RING;
        s.of.ring.inner = n->inner;
        s.of.ring.outer = n->outer;
        s.of.ring.half_sweep = n->half_sweep;
        s.of.ring.half = n->half;
        break;
    case SHAPE_SEGMENT:
        s.kind = EVO_SEGMENT;
        s.of.segment.half_length = n->half_length;
        break;
    case SHAPE_CAPSULE:
        s.kind = EVO_CAPSULE;
        s.of.capsule.half_length = n->half_length;
        s.of.capsule.radius = n->radius;
        break;
    default:
        s.kind = EVO_POLYGON;
        s.of.polygon.radius = n->radius;
        s.of.polygon.count = n->count;
        memcpy(s.of.polygon.points, n->points, sizeof n->points);
    }
    return s;
}

evo_shape shape_of(shape_kind kind, const shape_numbers *n, bool raw) {
    if (raw) return make_raw(kind, n);
    const evo_shape made = make(kind, n);
    /* A turn by 0 could still round. */
    const bool stays = n->offset.x == 0 && n->offset.y == 0 && n->angle == 0;
    return stays ? made : evo_shape_at(made, n->offset, n->angle);
}

/* ---- Back ------------------------------------------------------------------------------------ */

static bool same_numbers(const double *a, const double *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

static bool same_points(const evo_vec2 *a, const evo_vec2 *b, size_t count) {
    return same_numbers(&a->x, &b->x, 2 * count);
}

bool shape_same(const evo_shape *a, const evo_shape *b) {
    if (a->kind != b->kind || !same_points(&a->center, &b->center, 1)
        || !same_points(&a->axis, &b->axis, 1))
        return false;
    switch (a->kind) {
    case EVO_CIRCLE:
        return same_numbers(&a->of.circle.radius, &b->of.circle.radius, 1);
    case EVO_ELLIPSE:
        return same_numbers(&a->of.ellipse.radius_x, &b->of.ellipse.radius_x, 2);
    case EVO_RING:
        return same_numbers(&a->of.ring.inner, &b->of.ring.inner, 3)
               && same_points(&a->of.ring.half, &b->of.ring.half, 1);
    case EVO_SEGMENT:
        return same_numbers(&a->of.segment.half_length, &b->of.segment.half_length, 1)
               && a->of.segment.one_sided == b->of.segment.one_sided;
    case EVO_CAPSULE:
        return same_numbers(&a->of.capsule.half_length, &b->of.capsule.half_length, 2);
    case EVO_POLYGON:
        return a->of.polygon.count == b->of.polygon.count
               && same_numbers(&a->of.polygon.radius, &b->of.polygon.radius, 1)
               && same_points(a->of.polygon.points, b->of.polygon.points,
                              (size_t)a->of.polygon.count);
    default:
        return true;
    }
}

/* Writes the fields. */
static shape_kind take_fields(const evo_shape *s, shape_numbers *n) {
    memset(n, 0, sizeof *n);
    n->center = s->center;
    n->axis = s->axis;
    switch (s->kind) {
    case EVO_CIRCLE:
        n->radius = s->of.circle.radius;
        return SHAPE_CIRCLE;
    case EVO_ELLIPSE:
        n->radius_x = s->of.ellipse.radius_x;
        n->radius_y = s->of.ellipse.radius_y;
        return SHAPE_ELLIPSE;
    case EVO_RING:
        n->inner = s->of.ring.inner;
        n->outer = s->of.ring.outer;
        n->half_sweep = s->of.ring.half_sweep;
        n->half = s->of.ring.half;
        return SHAPE_RING;
    case EVO_SEGMENT:
        n->half_length = s->of.segment.half_length;
        return SHAPE_SEGMENT;
    case EVO_CAPSULE:
        n->half_length = s->of.capsule.half_length;
        n->radius = s->of.capsule.radius;
        return SHAPE_CAPSULE;
    default:
        n->radius = s->of.polygon.radius;
        n->count = s->of.polygon.count;
        memcpy(n->points, s->of.polygon.points, sizeof n->points);
        return SHAPE_POLYGON;
    }
}

/* Guesses arguments of the constructor, of a shape that may have been moved but not turned. */
static shape_kind guess_arguments(const evo_shape *s, shape_numbers *n) {
    const shape_kind kind = take_fields(s, n);
    const evo_pose here = {{0, 0}, 0};
    evo_vec2 ends[EVO_POLYGON_POINTS];
    n->offset = s->center;
    switch (kind) {
    case SHAPE_RING:
        n->radius = (n->inner + n->outer) / 2;
        n->width = n->outer - n->inner;
        n->sweep = 2 * n->half_sweep;
        n->start = evo_angle(s->axis) - n->half_sweep;
        return kind;
    case SHAPE_SEGMENT:
    case SHAPE_CAPSULE:
        (void)evo_shape_corners(s, here, ends);
        n->from = ends[0];
        n->to = ends[1];
        n->offset = (evo_vec2){0, 0};
        return kind;
    case SHAPE_POLYGON:
        if (n->count != 4) return kind;
        n->half_width = n->radius + fmax(fabs(n->points[0].x), fabs(n->points[2].x));
        n->half_height = n->radius + fmax(fabs(n->points[0].y), fabs(n->points[2].y));
        return SHAPE_BOX;
    default:
        return kind;
    }
}

bool shape_numbers_of(const evo_shape *shape, shape_kind *kind, shape_numbers *numbers) {
    *kind = guess_arguments(shape, numbers);
    const evo_shape made = shape_of(*kind, numbers, false);
    if (shape_same(&made, shape)) return false;
    *kind = take_fields(shape, numbers);
    return true;
}
