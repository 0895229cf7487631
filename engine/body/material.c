#include "body/material.h"

bool materials_equal(const evo_material *a, const evo_material *b) {
    return a->density == b->density && a->friction == b->friction
           && a->restitution == b->restitution && a->rolling_resistance == b->rolling_resistance
           && a->surface_speed == b->surface_speed
           && a->tangential_restitution == b->tangential_restitution;
}

static bool has_surface(const evo_material *m) {
    return m->rolling_resistance > 0 || m->surface_speed != 0;
}

uint16_t materials_take(material_table *t, const evo_allocator *memory, const evo_material *m) {
    size_t place = t->list.count;
    for (size_t i = t->list.count; i-- > 0;) { /* the newest first: equal ones follow each other */
        if (t->all[i].users == 0)
            place = i;
        else if (materials_equal(&t->all[i].material, m)) {
            place = i;
            break;
        }
    }
    if (place >= MATERIALS_MOST) return MATERIALS_MOST;
    if (place == t->list.count) {
        if (!array_reserve(memory, &t->all, &t->list.capacity, place + 1, sizeof *t->all))
            return MATERIALS_MOST;
        t->all[t->list.count++].users = 0;
    }
    t->all[place].material = *m;
    ++t->all[place].users;
    t->surfaces += has_surface(m);
    return (uint16_t)place;
}

void materials_give(material_table *t, uint16_t number) {
    t->surfaces -= has_surface(&t->all[number].material);
    --t->all[number].users;
}

void materials_free(material_table *t, const evo_allocator *memory) {
    array_free(memory, &t->all, &t->list.capacity, sizeof *t->all);
    t->list.count = 0;
}
