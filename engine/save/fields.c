/* fields.c: structs by their tables. In: a struct and its fields; out: as of visitor.c. Invariant:
 * a struct takes the same bytes in either direction, whatever was loaded. Of arguments of calls,
 * shapes and materials are visited as they are, sound or not. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/fields.h"
#include "save/visitor.h"

static const uint8_t SIZES[FIELD_TYPES] = {[FIELD_END] = 0,
                                           [FIELD_NUMBER] = sizeof(double),
                                           [FIELD_DOUBLE] = sizeof(double),
                                           [FIELD_FINITE] = sizeof(double),
                                           [FIELD_TIME] = sizeof(double),
                                           [FIELD_VECTOR] = sizeof(evo_vec2),
                                           [FIELD_FLOAT] = sizeof(float),
                                           [FIELD_FLAG] = sizeof(bool),
                                           [FIELD_BOOL] = sizeof(bool),
                                           [FIELD_U16] = sizeof(uint16_t),
                                           [FIELD_U32] = sizeof(uint32_t),
                                           [FIELD_U64] = sizeof(uint64_t),
                                           [FIELD_SIZE] = sizeof(size_t)};

/* ---- Fields that share a mask ---------------------------------------------------------------- */

/* Fields behind each other, at most as many as a mask has bits. */
typedef union field_group {
    double numbers[32];
    float floats[32];
    bool flags[32];
    char bytes[32 * sizeof(double)];
} field_group;

/* Copies spans of one type from a struct into a group, or back. Returns the field behind them. */
static const field *copy_group(char *of, const field *f, field_group *group, bool back,
                               uint32_t *count) {
    const field_type type = f->type;
    uint32_t at = 0;
    for (; f->type == type; at += f++->bytes) {
        assert(at + f->bytes <= 32 * SIZES[type] && "a mask has a bit for each");
        char *in = of + f->offset, *row = group->bytes + at;
        memcpy(back ? in : row, back ? row : in, f->bytes);
    }
    *count = at / SIZES[type];
    return f;
}

static const field *visit_group(visitor *v, char *of, const field *f) {
    field_group group;
    uint32_t count = f->bytes / SIZES[f->type];
    const bool alone = f[1].type != f->type;
    const field *behind = alone ? f + 1 : copy_group(of, f, &group, false, &count);
    void *row = alone ? of + f->offset : group.bytes;
    if (f->type == FIELD_NUMBER) visit_numbers(v, (double *)row, count);
    if (f->type == FIELD_FLOAT) visit_floats(v, (float *)row, count);
    if (f->type == FIELD_FLAG) visit_flags(v, (bool *)row, count);
    if (visit_is(v, VISIT_LOAD) && !alone) copy_group(of, f, &group, true, &count);
    return behind;
}

/* ---- Fields one by one ----------------------------------------------------------------------- */

static void visit_u16(visitor *v, uint16_t *word) {
    uint32_t wide = *word;
    visit_u32(v, &wide);
    visit_check(v, wide <= UINT16_MAX);
    if (visit_is(v, VISIT_LOAD)) *word = (uint16_t)wide;
}

static void visit_size(visitor *v, size_t *size) {
    uint64_t word = *size;
    visit_u64(v, &word);
    visit_check(v, word <= SIZE_MAX);
    if (visit_is(v, VISIT_LOAD)) *size = (size_t)word;
}

/* Visits a double within the range of its type. */
static void visit_within(visitor *v, field_type type, double *number) {
    visit_double(v, number);
    visit_check(v, type == FIELD_FINITE ? isfinite(*number) : !isnan(*number));
}

/* ---- Arguments of calls ---------------------------------------------------------------------- */

void visit_any_material(visitor *v, evo_material *material) {
    static const field fields[] = {FIELDS(NUMBER, evo_material, density, tangential_restitution),
                                   FIELD(U64, evo_material, id),
                                   {0}};
    visit_fields(v, material, fields);
}

/* The flag of a shape of another kind may be any byte. */
static void visit_side(visitor *v, bool *one_sided) {
    unsigned char byte;
    memcpy(&byte, one_sided, sizeof byte);
    bool side = byte != 0;
    visit_bool(v, &side);
    if (visit_is(v, VISIT_LOAD)) *one_sided = side;
}

static void visit_points(visitor *v, evo_shape *s) {
    visit_u32(v, (uint32_t *)&s->of.polygon.count);
    for (int i = 0; i < s->of.polygon.count && i < EVO_POLYGON_POINTS; ++i)
        visit_vector(v, &s->of.polygon.points[i]);
}

static void visit_any_shape(visitor *v, evo_shape *s) {
    static const field head[] = {
        FIELD(U32, evo_shape, kind), FIELDS(NUMBER, evo_shape, center, axis), {0}};
    static const field forms[][2] = {
        [EVO_NO_SHAPE] = {{0}},
        [EVO_CIRCLE] = {FIELD(NUMBER, evo_shape, of.circle)},
        [EVO_ELLIPSE] = {FIELD(NUMBER, evo_shape, of.ellipse)},
        [EVO_RING] = {FIELD(NUMBER, evo_shape, of.ring)},
        [EVO_SEGMENT] = {FIELD(NUMBER, evo_shape, of.segment.half_length)},
        [EVO_CAPSULE] = {FIELD(NUMBER, evo_shape, of.capsule)},
        [EVO_POLYGON] = {FIELD(NUMBER, evo_shape, of.polygon.radius)}};
    if (visit_is(v, VISIT_LOAD)) memset(s, 0, sizeof *s);
    visit_fields(v, s, head);
    if ((unsigned)s->kind < sizeof forms / sizeof *forms) visit_fields(v, s, forms[s->kind]);
    if (s->kind == EVO_SEGMENT) visit_side(v, &s->of.segment.one_sided);
    if (s->kind == EVO_POLYGON) visit_points(v, s);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void visit_item(visitor *v, field_type type, void *at) {
    switch (type) {
    case FIELD_DOUBLE:
        visit_double(v, (double *)at);
        break;
    case FIELD_FINITE:
    case FIELD_TIME:
        visit_within(v, type, (double *)at);
        break;
    case FIELD_VECTOR:
        visit_vector(v, (evo_vec2 *)at);
        break;
    case FIELD_BOOL:
        visit_bool(v, (bool *)at);
        break;
    case FIELD_U16:
        visit_u16(v, (uint16_t *)at);
        break;
    case FIELD_U32:
        visit_u32(v, (uint32_t *)at);
        break;
    case FIELD_U64:
        visit_u64(v, (uint64_t *)at);
        break;
    case FIELD_SIZE:
        visit_size(v, (size_t *)at);
        break;
    case FIELD_FILTER:
        visit_filter(v, (evo_filter *)at);
        break;
    case FIELD_SHAPE:
        (v->any ? visit_any_shape : visit_shape)(v, (evo_shape *)at);
        break;
    case FIELD_MATERIAL:
        (v->any ? visit_any_material : visit_material)(v, (evo_material *)at);
        break;
    default:
        break;
    }
}

static void visit_span(visitor *v, char *of, const field *f) {
    const uint32_t size = SIZES[f->type] > 0 ? SIZES[f->type] : f->bytes;
    assert(f->bytes % size == 0 && "a span is of fields of one type");
    for (uint32_t at = 0; at < f->bytes; at += size) visit_item(v, f->type, of + f->offset + at);
}

static bool has_mask(field_type type) {
    return type == FIELD_NUMBER || type == FIELD_FLOAT || type == FIELD_FLAG;
}

void visit_fields(visitor *v, void *of, const field *fields) {
    for (const field *f = fields; f->type != FIELD_END;) {
        if (has_mask(f->type))
            f = visit_group(v, (char *)of, f);
        else
            visit_span(v, (char *)of, f++);
    }
}
