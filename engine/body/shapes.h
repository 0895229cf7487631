/* shapes.h: shapes, each with its rules, that colliders share: equal ones once. Only a shape about
 * its body's centre of mass is shared, by a collider that is alone on its body: nothing moves it
 * there. */
#ifndef ENGINE_BODY_SHAPES_H
#define ENGINE_BODY_SHAPES_H

#include "body/shared.h"
#include "evolute/body.h"

/* Rules of a collider: filter, flags, whether sensors see it, and which way it lets pass. */
typedef struct shape_rules {
    evo_filter filter;
    unsigned flags;  /* EVO_TELL_TOUCHES and so on */
    bool no_sensors; /* no sensor sees it */
    evo_vec2 one_way;
} shape_rules;

static inline shape_rules rules_of_config(const evo_collider_config *c) {
    return (shape_rules){c->filter, c->flags, c->no_sensors, c->one_way};
}

/* A shape about its body's centre of mass, and the fields that few of its colliders have. Of what
 * is shared the centre is 0; it is alone on its body and no link of a chain. */
typedef struct shape_entry {
    evo_vec2 center; /* of the shape, in the body's frame */
    shape_rules rules;
    uint32_t previous; /* collider of its body, or NONE */
    uint32_t chain;    /* number of its chain, or NONE */
    evo_shape shape;   /* as long as its kind */
} shape_entry;

typedef struct shape_table {
    shared_table shared;
    shape_entry **all; /* by number */
    size_t capacity;
} shape_table;

/* Returns an entry of its own, or an equal one for one more collider; NULL: out of memory. */
shape_entry *shape_make(const evo_allocator *memory, const evo_shape *shape,
                        const shape_rules *rules);
shape_entry *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape,
                         const shape_rules *rules);
void shape_drop(const evo_allocator *memory, shape_entry *entry);
void shapes_give(shape_table *t, const evo_allocator *memory, const shape_entry *entry);
void shapes_free(shape_table *t, const evo_allocator *memory);

#endif
