/* body.c: ids, slots, and the border between what is awake and what is not.
 *
 * Invariant: a slot below `awake` belongs to an enabled body that a step moves; record and slot
 * name each other, for bodies and colliders alike. */
#include "body/seams.h"

#include <assert.h>

void bodies_init(body_store *s, const evo_allocator *memory) {
    *s = (body_store){
        .memory = memory, .first_buried = NONE, .seam_free = NONE, .thinnest = INFINITY};
}

void bodies_free(body_store *s) {
    const evo_allocator *memory = s->memory;
    colliders_free(s);
    array_free(memory, &s->records, &s->record_list.capacity, sizeof *s->records);
    array_free(memory, &s->states, &s->state_capacity, sizeof *s->states);
    array_free(memory, &s->motions, &s->motion_capacity, sizeof *s->motions);
    array_free(memory, &s->colliders, &s->collider_list.capacity, sizeof *s->colliders);
    array_free(memory, &s->forms, &s->form_capacity, sizeof *s->forms);
    array_free(memory, &s->links, &s->link_capacity, sizeof *s->links);
    array_free(memory, &s->places, &s->place_capacity, sizeof *s->places);
    array_free(memory, &s->turns, &s->turn_capacity, sizeof *s->turns);
    array_free(memory, &s->sweeps, &s->sweep_capacity, sizeof *s->sweeps);
    array_free(memory, &s->seams, &s->seam_list.capacity, sizeof *s->seams);
    array_free(memory, &s->edges, &s->edge_capacity, sizeof *s->edges);
    materials_free(&s->materials, memory);
    corners_free(&s->corners, memory);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

static void swap_bytes(void *a, void *b, size_t size) {
    unsigned char kept[64];
    assert(size <= sizeof kept);
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

/* The record and the colliders of the body in a slot. */
static void follow_body(body_store *s, uint32_t slot) {
    body_record *record = &s->records[s->motions[slot].id];
    record->slot = slot;
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next)
        s->links[s->colliders[c].slot].body = slot;
}

static void swap_bodies(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap_bytes(&s->states[a], &s->states[b], sizeof *s->states);
    swap_bytes(&s->motions[a], &s->motions[b], sizeof *s->motions);
    follow_body(s, a);
    follow_body(s, b);
}

static void swap_colliders(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap_bytes(&s->forms[a], &s->forms[b], sizeof *s->forms);
    swap_bytes(&s->links[a], &s->links[b], sizeof *s->links);
    swap_bytes(&s->places[a], &s->places[b], sizeof *s->places);
    swap_bytes(&s->turns[a], &s->turns[b], sizeof *s->turns);
    swap_bytes(&s->sweeps[a], &s->sweeps[b], sizeof *s->sweeps);
    s->colliders[s->links[a].id].slot = a;
    s->colliders[s->links[b].id].slot = b;
}

void collider_set_active(body_store *s, uint32_t id, bool active) {
    uint32_t slot = s->colliders[id].slot;
    if ((slot < s->collider_awake) == active) return;
    if (active)
        swap_colliders(s, slot, s->collider_awake++);
    else
        swap_colliders(s, slot, --s->collider_awake);
}

void bodies_set_active(body_store *s, uint32_t id, bool active) {
    const body_record *record = &s->records[id];
    if (body_is_active(s, id) == active) return;
    ++s->revision;
    if (active)
        swap_bodies(s, record->slot, s->awake++);
    else
        swap_bodies(s, record->slot, --s->awake);
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next)
        collider_set_active(s, c, active);
}

static void permute(void *items, size_t size, const uint32_t *order, size_t count, void *copy) {
    unsigned char *from = items, *to = copy;
    for (size_t i = 0; i < count; ++i) memcpy(to + i * size, from + order[i] * size, size);
    if (count > 0) memcpy(from, to, count * size);
}

size_t bodies_reorder_size(const body_store *s) {
    size_t bodies = s->awake * sizeof *s->states, colliders = s->collider_awake * sizeof *s->forms;
    return bodies > colliders ? bodies : colliders;
}

void bodies_reorder(body_store *s, const uint32_t *body_order, const uint32_t *collider_order,
                    void *copy) {
    permute(s->forms, sizeof *s->forms, collider_order, s->collider_awake, copy);
    permute(s->links, sizeof *s->links, collider_order, s->collider_awake, copy);
    permute(s->turns, sizeof *s->turns, collider_order, s->collider_awake, copy);
    permute(s->states, sizeof *s->states, body_order, s->awake, copy);
    permute(s->motions, sizeof *s->motions, body_order, s->awake, copy);
    for (uint32_t i = 0; i < s->collider_awake; ++i) s->colliders[s->links[i].id].slot = i;
    for (uint32_t i = 0; i < s->awake; ++i) follow_body(s, i);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool reserve_body(body_store *s) {
    size_t needed = (size_t)s->count + 1;
    return array_reserve(s->memory, &s->records, &s->record_list.capacity, s->record_list.count + 1,
                         sizeof *s->records)
           && array_reserve(s->memory, &s->states, &s->state_capacity, needed, sizeof *s->states)
           && array_reserve(s->memory, &s->motions, &s->motion_capacity, needed,
                            sizeof *s->motions);
}

static uint32_t take_body_id(body_store *s) {
    uint32_t id = s->lowest_free;
    while (id < s->record_list.count && s->records[id].generation % 2 == 1) ++id;
    s->lowest_free = id + 1;
    if (id < s->record_list.count) return id;
    s->records[id].generation = 0;
    return (uint32_t)s->record_list.count++;
}

uint32_t bodies_create(body_store *s, const evo_body_config *config, bool active) {
    assert(!bodies_are_full(s, 0));
    if (!reserve_body(s)) return NONE;
    uint32_t id = take_body_id(s), slot = s->count++;
    ++s->revision;
    s->records[id] = (body_record){
        .generation = s->records[id].generation + 1,
        .slot = slot,
        .first_collider = NONE,
        .last_collider = NONE,
        .first_edge = NONE,
        .island = NONE,
        .kind = (uint8_t)config->kind,
        .enabled = !config->disabled,
        .never_sleep = config->never_sleep,
        .fixed_rotation = config->fixed_rotation,
        .damping = config->damping,
        .spin_damping = config->spin_damping,
        .gravity_scale = config->gravity_scale,
        .user = config->user,
    };
    s->states[slot] = (body_state){.position = config->position, .angle = config->angle};
    s->motions[slot] = (body_motion){.id = id, .kind = (uint8_t)config->kind};
    if (config->kind != EVO_STATIC) {
        bool turns = config->kind == EVO_KINEMATIC || !config->fixed_rotation;
        s->states[slot].velocity = config->velocity;
        s->states[slot].spin = turns ? config->spin : 0;
    }
    mass_update_body(s, id);
    bodies_set_active(s, id, active);
    return id;
}

void bodies_destroy(body_store *s, uint32_t id) {
    body_record *record = &s->records[id];
    ++s->revision;
    bodies_set_active(s, id, false);
    colliders_destroy_all(s, id);
    swap_bodies(s, record->slot, --s->count);
    ++record->generation;
    if (id < s->lowest_free) s->lowest_free = id;
}

void bodies_uncreate(body_store *s, uint32_t id) {
    while (s->records[id].first_collider != NONE)
        colliders_uncreate(s, s->records[id].first_collider);
    bodies_destroy(s, id);
    s->records[id].generation -= 2;
    if (s->records[id].generation == 0 && id + 1 == s->record_list.count) --s->record_list.count;
}
