/* extra.c: what few bodies have, kept apart from their records: a record for each body that needs
 * one, from the first time that it does until the body is destroyed. */
#include "contact/bodies.h"

const body_extra *extra_of(const graph *g, const body_record *record) {
    static const body_extra ordinary = {.gravity_scale = 1};
    return record->extra == NONE ? &ordinary : &g->bodies.extras[record->extra].extra;
}

bool extra_reserve(graph *g) {
    list_size *list = &g->bodies.extra_list;
    return g->bodies.free_extra != NONE
           || array_reserve(g->memory, &g->bodies.extras, &list->capacity, list->count + 1,
                            sizeof *g->bodies.extras);
}

body_extra *extra_make(graph *g, body_record *record) {
    if (record->extra != NONE) return &g->bodies.extras[record->extra].extra;
    body_extra made = *extra_of(g, record);
    record->extra = g->bodies.free_extra;
    if (record->extra == NONE)
        record->extra = (uint32_t)g->bodies.extra_list.count++;
    else
        g->bodies.free_extra = g->bodies.extras[record->extra].next_free;
    g->bodies.extras[record->extra].extra = made;
    return &g->bodies.extras[record->extra].extra;
}

void extra_give(graph *g, body_record *record) {
    if (record->extra == NONE) return;
    g->bodies.extras[record->extra].next_free = g->bodies.free_extra;
    g->bodies.free_extra = record->extra;
    record->extra = NONE;
}
