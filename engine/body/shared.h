/* shared.h: materials, shapes and corners that colliders share, each once, with counts of users. */
#ifndef ENGINE_BODY_SHARED_H
#define ENGINE_BODY_SHARED_H

#include "core/core.h"
#include "core/memory.h"
#include "evolute/body.h"
#include "evolute/shape.h"
#include "shape/shape.h"

/* ==== Numbers by hash ========================================================================= */

/* Numbers of things that colliders share: equal things have one, found by their hash, with a count
 * of users. The things themselves are in arrays of their owners, by number. */

typedef struct shared_slot {
    uint32_t users; /* 0: free */
    uint32_t next;  /* next of its chain, or of the free numbers; or NONE */
    uint32_t hash;
} shared_slot;

typedef struct shared_table {
    shared_slot *slots;
    uint32_t *heads; /* of chains, as many as a power of two; or NONE */
    size_t slot_capacity, head_count;
    uint32_t count, live; /* numbers that were ever given, and numbers in use */
    uint32_t free_count, free;
} shared_table;

/* ==== Materials =============================================================================== */

/* The materials of colliders, each once. */

typedef struct material_table {
    shared_table shared;
    evo_material *all;
    size_t capacity;
    uint32_t surfaces;        /* colliders whose material rolls or drags */
    uint32_t bouncing;        /* colliders whose material bounces */
    mix_rule mix_friction;    /* else the root of the product */
    mix_rule mix_restitution; /* else the larger */
} material_table;

/* Most different materials: links number them in 16 bits. */
enum { MATERIALS_MOST = 65535 };

/* Return restitution and friction of two surfaces together. */
static inline double restitution_of(const material_table *t, const evo_material *a,
                                    const evo_material *b) {
    return mix_numbers(&t->mix_restitution, a, b, most_of(a->restitution, b->restitution),
                       MIX_RESTITUTION_MOST);
}

/* Returns whether some contact may bounce. */
static inline bool materials_bounce(const material_table *t) {
    return t->bouncing > 0 || t->mix_restitution.mix != NULL;
}

static inline double friction_of(const material_table *t, const evo_material *a,
                                 const evo_material *b) {
    return mix_numbers(&t->mix_friction, a, b, sqrt(a->friction * b->friction), MIX_FRICTION_MOST);
}

/* Returns the tangential restitution that is farther from 0. */
static inline double tangential_of(const evo_material *a, const evo_material *b) {
    const double x = a->tangential_restitution, y = b->tangential_restitution;
    if (fabs(x) != fabs(y)) return fabs(x) > fabs(y) ? x : y;
    return most_of(x, y);
}

/* Numbers by which materials differ: the id counts as two of 32 bits. */
enum { MATERIAL_NUMBERS = 8 };

void material_numbers(const evo_material *m, double numbers[MATERIAL_NUMBERS]);
bool materials_equal(const evo_material *a, const evo_material *b);

/* Returns whether there is no number left for a material. */
bool materials_are_full(const material_table *t, const evo_material *m);

/* Returns whether all of these can be taken: EVO_OK, EVO_ERROR_LIMIT or EVO_ERROR_MEMORY. */
evo_result materials_fit(material_table *t, const evo_allocator *memory, const evo_material *all,
                         int count);

/* Returns the number of an equal material, for one more collider; MATERIALS_MOST: refused. */
uint16_t materials_take(material_table *t, const evo_allocator *memory, const evo_material *m);
void materials_give(material_table *t, uint16_t number);
void materials_free(material_table *t, const evo_allocator *memory);

/* ==== Corners ================================================================================= */

/* The hulls of capsules and polygons as rows of floats, for lanes; equal ones once. Without sharing
 * equal hexagons, whose shapes are their own, take 834 bytes each instead of 656. */

/* Rows of four floats, one for each point: the point, and the normal of the face from it to the
 * next. After the last point they begin again. The last two rows describe the whole hull. */
enum { CORNER_ROWS = EVO_POLYGON_POINTS + 2, CORNER_FLOATS = 4 * CORNER_ROWS };

typedef struct corner_rows {
    float row[EVO_POLYGON_POINTS][4];
    float radius, is_point, is_segment, count; /* count: of points */
    float half_x, half_y; /* half axes of the box around all points; a disk has none */
    float is_box;         /* 1: it is that box, a capsule, or a disk */
    float around;         /* radius around that box; INFINITY: the box does not hold it */
} corner_rows;

FOUR_FLOATS(corner_rows, radius, count);
FOUR_FLOATS(corner_rows, half_x, around);
_Static_assert(sizeof(corner_rows) == CORNER_FLOATS * sizeof(float), "read as rows of floats");

/* Reserved numbers: of disks, whose points are all the centre, and of segments, from 1 to -1, which
 * lanes scale. */
enum { CORNERS_OF_DISK, CORNERS_OF_SEGMENT, CORNERS_FIRST };

/* Most different hulls: offsets into their rows, counted in floats, must fit in 32 bits. */
enum { CORNERS_MOST = 100000000 };
_Static_assert((uint64_t)CORNERS_MOST *CORNER_FLOATS <= UINT32_MAX, "numbers of floats");

typedef struct corner_table {
    shared_table shared; /* its numbers begin behind the first rows */
    corner_rows *rows;
    size_t row_capacity;
} corner_table;

/* ==== Shapes ================================================================================== */

/* Shapes, each with its rules; equal ones are shared. Only a shape about its body's centre of mass
 * is shared, by colliders that are alone on their bodies: nothing moves it there. Equal boxes take
 * 376 bytes each as they are made, without sharing 624, and half as much time again. */

/* Rules of a collider: filter, flags, whether sensors detect it, and the direction in which it lets
 * others pass. */
typedef struct shape_rules {
    evo_filter filter;
    unsigned flags;  /* EVO_TELL_TOUCHES and so on */
    bool no_sensors; /* no sensor detects it */
    evo_vec2 one_way;
} shape_rules;

/* A shape about its body's centre of mass, and the fields that few of its colliders have. The
 * centre of a shared shape is 0: its collider is alone on its body, and no link of a chain. */
typedef struct shape_entry {
    evo_vec2 center; /* of the shape, in the body's frame */
    shape_rules rules;
    uint32_t previous; /* collider of its body, or NONE */
    uint32_t chain;    /* number of its chain, or NONE */
    uint32_t number;   /* number among the shared entries; or NONE */
    uint32_t corners;  /* number of its rows */
    double reach, thickness; /* derived from the shape, as the weight is */
    shape_weight weight;
    evo_shape shape; /* as long as its kind */
} shape_entry;

typedef struct shape_table {
    shared_table shared;
    shape_entry **all; /* by number */
    size_t capacity;
    corner_table corners;
} shape_table;

/* Returns an entry for one more collider: an equal one, if it may be shared, or a new one. NULL:
 * out of memory. */
shape_entry *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape,
                         const shape_rules *rules, bool share);
void shapes_give(shape_table *t, const evo_allocator *memory, shape_entry *entry);
void shapes_free(shape_table *t, const evo_allocator *memory);

/* Derives the fields of an entry that follow from its shape. */
void shape_derive(shape_entry *entry);

#endif
