/* material.h: the materials of colliders, each once. */
#ifndef ENGINE_BODY_MATERIAL_H
#define ENGINE_BODY_MATERIAL_H

#include "body/shared.h"
#include "core/mix.h"
#include "core/vector.h"
#include "evolute/body.h"

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

/* Restitution and friction of two surfaces together. */
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

/* Returns the tangential restitution of the more peculiar surface. */
static inline double tangential_of(const evo_material *a, const evo_material *b) {
    const double x = a->tangential_restitution, y = b->tangential_restitution;
    if (fabs(x) != fabs(y)) return fabs(x) > fabs(y) ? x : y;
    return most_of(x, y);
}

/* Numbers that tell a material from others: its id is two of 32 bits. */
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

#endif
