/* rules.h: rules of contacts: as materials mix, or as the user changed them for this step. */
#ifndef ENGINE_PAIRS_RULES_H
#define ENGINE_PAIRS_RULES_H

#include "body/material.h"
#include "evolute/contact.h"

/* Rules that the user gave an entry of a list. */
typedef struct pair_ruled {
    uint32_t entry;
    evo_contact_rules rules;
} pair_ruled;

/* Rules that the user gave in a step, in the order of entries, in its arena. */
typedef struct pair_ruling {
    pair_ruled *all;
    uint32_t count;
    bool rolls, bounces; /* some have a resistance or a belt, or a restitution */
} pair_ruling;

static inline evo_contact_rules rules_of_materials(const material_table *t, const evo_material *a,
                                                   const evo_material *b) {
    return (evo_contact_rules){friction_of(t, a, b), restitution_of(t, a, b),
                               most_of(a->rolling_resistance, b->rolling_resistance),
                               a->surface_speed + b->surface_speed, tangential_of(a, b)};
}

/* Returns what the user gave an entry, or NULL. */
static inline const evo_contact_rules *rules_given(const pair_ruling *r, uint32_t entry) {
    uint32_t low = 0, high = r->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (r->all[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->count && r->all[low].entry == entry ? &r->all[low].rules : NULL;
}

#endif
