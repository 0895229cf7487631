/* material.h: the materials of colliders, each once. */
#ifndef ENGINE_BODY_MATERIAL_H
#define ENGINE_BODY_MATERIAL_H

#include "core/array.h"
#include "core/vector.h"
#include "evolute/body.h"

typedef struct material_entry {
    evo_material material;
    uint32_t users; /* colliders; 0: free */
} material_entry;

typedef struct material_table {
    material_entry *all;
    list_size list;
    uint32_t surfaces; /* colliders whose material rolls or drags */
} material_table;

enum { MATERIALS_MOST = 65535 };

/* Restitution and friction of two surfaces together. */
static inline double restitution_of(const evo_material *a, const evo_material *b) {
    return most_of(a->restitution, b->restitution);
}

static inline double friction_of(const evo_material *a, const evo_material *b) {
    return sqrt(a->friction * b->friction);
}

/* That of the slip: the larger in size, of either sign. */
static inline double tangential_of(const evo_material *a, const evo_material *b) {
    double x = a->tangential_restitution, y = b->tangential_restitution;
    return fabs(x) > fabs(y) ? x : y;
}

/* Returns the number of an equal material, for one more collider; MATERIALS_MOST: refused. */
uint16_t materials_take(material_table *t, const evo_allocator *memory, const evo_material *m);
void materials_give(material_table *t, uint16_t number);
void materials_free(material_table *t, const evo_allocator *memory);

#endif
