/* fields.h: structs as tables of their fields, for all that goes through them: saves, hashes,
 * records, comparisons. An entry is a span: fields of one type that follow each other without a
 * gap. The order of entries is that of the bytes of a save. */
#ifndef ENGINE_CORE_FIELDS_H
#define ENGINE_CORE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Types of fields, with what a load takes (save/fields.c). */
typedef enum field_type {
    FIELD_END,
    FIELD_NUMBER, /* double, finite in a state; those that follow each other share a mask */
    FIELD_DOUBLE, /* any double */
    FIELD_FINITE, /* double */
    FIELD_TIME,   /* double, no NaN */
    FIELD_VECTOR, /* evo_vec2, of finite numbers with a mask of its own */
    FIELD_FLOAT,  /* finite float, with a mask */
    FIELD_FLAG,   /* bool: those that follow each other are one word */
    FIELD_BOOL,
    FIELD_U16,
    FIELD_U32, /* or an int or an enum, which the caller checks */
    FIELD_U64,
    FIELD_SIZE,
    FIELD_FILTER,
    FIELD_SHAPE,
    FIELD_MATERIAL,
    FIELD_TYPES
} field_type;

_Static_assert(sizeof(int) == sizeof(uint32_t), "whole numbers have 32 bits");

typedef struct field {
    uint32_t offset, bytes;
    field_type type;
} field;

/* The fields of a struct from one to another, and one field. {0} ends a table. */
#define FIELDS(type, of, first, last)                                                              \
    {                                                                                              \
        offsetof(of, first), offsetof(of, last) + sizeof(((of *)0)->last) - offsetof(of, first),   \
            FIELD_##type                                                                           \
    }
#define FIELD(type, of, name) FIELDS(type, of, name, name)

static inline bool field_is_double(const field *f) {
    return f->type >= FIELD_NUMBER && f->type <= FIELD_VECTOR;
}

/* Returns whether all doubles of a struct hold. */
static inline bool fields_hold(const void *of, const field *fields, bool (*holds)(double number)) {
    bool all = true;
    for (const field *f = fields; f->type != FIELD_END; ++f) {
        double number;
        if (!field_is_double(f)) continue;
        for (uint32_t at = 0; at < f->bytes; at += sizeof number) {
            memcpy(&number, (const char *)of + f->offset + at, sizeof number);
            all &= holds(number);
        }
    }
    return all;
}

/* Returns whether two structs are the same in all fields: -0 is 0, and NaN is not NaN. */
static inline bool fields_equal(const void *a, const void *b, const field *fields) {
    bool equal = true;
    for (const field *f = fields; f->type != FIELD_END; ++f) {
        const char *x = (const char *)a + f->offset, *y = (const char *)b + f->offset;
        if (!field_is_double(f)) equal &= memcmp(x, y, f->bytes) == 0;
        for (uint32_t at = 0; field_is_double(f) && at < f->bytes; at += sizeof(double)) {
            double one, other;
            memcpy(&one, x + at, sizeof one);
            memcpy(&other, y + at, sizeof other);
            equal &= one == other;
        }
    }
    return equal;
}

#endif
