/* shapes.h: shapes that colliders share: equal ones once. Only a shape about its body's centre of
 * mass is shared, by a collider that is alone on its body: nothing moves it there. */
#ifndef ENGINE_BODY_SHAPES_H
#define ENGINE_BODY_SHAPES_H

#include "body/shared.h"
#include "evolute/shape.h"

typedef struct shape_table {
    shared_table shared;
    evo_shape **all; /* shapes by number; as many bytes as their kinds have */
    size_t capacity;
} shape_table;

/* Returns an equal shape, for one more collider, or NULL: out of memory. */
evo_shape *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape);
void shapes_give(shape_table *t, const evo_allocator *memory, const evo_shape *shape);
void shapes_free(shape_table *t, const evo_allocator *memory);

#endif
