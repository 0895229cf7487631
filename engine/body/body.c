/* body.c: ids, slots, and the border between what is awake and what is not.
 *
 * Invariant: a slot below `awake` belongs to an enabled body that a step moves; record and slot
 * name each other, for bodies and colliders alike. */
#include "body/seams.h"

#include <assert.h>

void bodies_init(body_store *s, const evo_allocator *memory, bool stepped) {
    *s = (body_store){.memory = memory,
                      .stepped = stepped,
                      .building = {.id = NONE},
                      .first_buried = NONE,
                      .seam_free = NONE,
                      .thinnest = INFINITY};
}

void bodies_free(body_store *s) {
    const evo_allocator *memory = s->memory;
    colliders_free(s);
    ARRAY_FREE(memory, s->records, s->record_list.capacity);
    ARRAY_FREE(memory, s->forces, s->force_capacity);
    ARRAY_FREE(memory, s->were, s->were_list.capacity);
    ARRAY_FREE(memory, s->states, s->state_capacity);
    ARRAY_FREE(memory, s->ids, s->id_capacity);
    ARRAY_FREE(memory, s->motions, s->motion_capacity);
    ARRAY_FREE(memory, s->colliders, s->collider_list.capacity);
    ARRAY_FREE(memory, s->forms, s->form_capacity);
    ARRAY_FREE(memory, s->links, s->link_capacity);
    ARRAY_FREE(memory, s->places, s->place_capacity);
    ARRAY_FREE(memory, s->turns, s->turn_capacity);
    ARRAY_FREE(memory, s->sweeps, s->sweep_capacity);
    ARRAY_FREE(memory, s->seams, s->seam_list.capacity);
    ARRAY_FREE(memory, s->edges, s->edge_capacity);
    materials_free(&s->materials, memory);
    corners_free(&s->corners, memory);
    shapes_free(&s->shapes, memory);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

static void swap(void *items, size_t size, size_t a, size_t b) {
    unsigned char *at_a = (unsigned char *)items + a * size;
    unsigned char *at_b = (unsigned char *)items + b * size;
    unsigned char kept[64];
    assert(size <= sizeof kept);
    memcpy(kept, at_a, size);
    memcpy(at_a, at_b, size);
    memcpy(at_b, kept, size);
}

/* The record and the colliders of the body in a slot. */
static void follow_body(body_store *s, uint32_t slot) {
    body_record *record = &s->records[body_in_slot(s, slot)];
    record->slot = slot;
    EACH_COLLIDER_FROM (c, s, record->first_collider) s->links[s->colliders[c].slot].body = slot;
}

static void swap_bodies(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap(s->states, sizeof *s->states, a, b);
    if (s->stepped)
        swap(s->motions, sizeof *s->motions, a, b);
    else
        swap(s->ids, sizeof *s->ids, a, b);
    follow_body(s, a);
    follow_body(s, b);
}

void colliders_swap(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap(s->links, sizeof *s->links, a, b);
    s->colliders[s->links[a].id].slot = a;
    s->colliders[s->links[b].id].slot = b;
    if (!s->stepped) return;
    swap(s->forms, sizeof *s->forms, a, b);
    swap(s->places, sizeof *s->places, a, b);
    swap(s->turns, sizeof *s->turns, a, b);
    swap(s->sweeps, sizeof *s->sweeps, a, b);
}

void collider_set_active(body_store *s, uint32_t id, bool active) {
    uint32_t slot = s->colliders[id].slot;
    assert(s->links[slot].id == id && "record and slot name each other");
    if ((slot < s->collider_awake) == active) return;
    if (active)
        colliders_swap(s, slot, s->collider_awake++);
    else
        colliders_swap(s, slot, --s->collider_awake);
    assert(s->collider_awake <= s->collider_count && "the awake are among all");
}

void bodies_set_active(body_store *s, uint32_t id, bool active) {
    const body_record *record = &s->records[id];
    assert(body_in_slot(s, record->slot) == id && "record and slot name each other");
    if (body_is_active(s, id) == active) return;
    ++s->revision;
    if (active)
        swap_bodies(s, record->slot, s->awake++);
    else
        swap_bodies(s, record->slot, --s->awake);
    assert(s->awake <= s->count && "awake bodies are among all");
    EACH_COLLIDER_FROM (c, s, record->first_collider) collider_set_active(s, c, active);
}

/* Moves the items of each cycle of the order by one place along it. */
static void permute(void *items, size_t size, const uint32_t *order, size_t count, uint8_t *moved) {
    unsigned char *all = items;
    unsigned char kept[64];
    assert(size <= sizeof kept);
    memset(moved, 0, count);
    for (size_t i = 0; i < count; ++i) {
        size_t to = i;
        assert(order[i] < count && "an order is one of the same items");
        if (moved[i] || order[i] == i) continue;
        memcpy(kept, all + i * size, size);
        for (size_t from = order[i]; from != i; to = from, from = order[from]) {
            memcpy(all + to * size, all + from * size, size);
            moved[to] = 1;
        }
        memcpy(all + to * size, kept, size);
        moved[to] = 1;
    }
}

void bodies_reorder(body_store *s, const uint32_t *body_order, const uint32_t *collider_order,
                    uint8_t *moved) {
    permute(s->forms, sizeof *s->forms, collider_order, s->collider_awake, moved);
    permute(s->links, sizeof *s->links, collider_order, s->collider_awake, moved);
    permute(s->turns, sizeof *s->turns, collider_order, s->collider_awake, moved);
    permute(s->states, sizeof *s->states, body_order, s->awake, moved);
    permute(s->motions, sizeof *s->motions, body_order, s->awake, moved);
    for (uint32_t i = 0; i < s->collider_awake; ++i) s->colliders[s->links[i].id].slot = i;
    for (uint32_t i = 0; i < s->awake; ++i) follow_body(s, i);
}

/* ---- Forces ---------------------------------------------------------------------------------- */

static const body_forces NO_FORCES = {.gravity_scale = 1};

bool bodies_take_forces(body_store *s) {
    if (s->forces) return true;
    if (!ARRAY_GROW(s->memory, s->forces, s->force_capacity, s->record_list.count + 1))
        return false;
    for (size_t i = 0; i < s->force_capacity; ++i) s->forces[i] = NO_FORCES;
    return true;
}

body_forces body_forces_of(const body_store *s, uint32_t id) {
    return s->forces ? s->forces[id] : NO_FORCES;
}

void body_clear_forces(body_store *s, uint32_t id) {
    if (!s->forces) return;
    s->forces[id].force = vec(0, 0);
    s->forces[id].torque = 0;
}

bool bodies_reserve_remembered(body_store *s) {
    return ARRAY_RESERVE(s->memory, s->were, s->were_list.capacity, s->awake);
}

void bodies_remember(body_store *s) {
    assert(s->awake <= s->were_list.capacity && "room was made");
    s->were_list.count = s->awake;
    for (uint32_t i = 0; i < s->awake; ++i)
        s->were[i] = (body_was){s->states[i].position, s->states[i].angle, s->motions[i].id};
}

void body_stop_drive(body_store *s, uint32_t id) {
    if (!s->forces) return;
    s->forces[id].target = (evo_pose){{0, 0}, 0};
    s->forces[id].arrives = 0;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool reserve_body(body_store *s, bool forces) {
    size_t needed = (size_t)s->count + 1;
    if (forces && !bodies_take_forces(s)) return false;
    if (s->forces
        && !ARRAY_RESERVE(s->memory, s->forces, s->force_capacity, s->record_list.count + 1))
        return false;
    return ARRAY_RESERVE(s->memory, s->records, s->record_list.capacity, s->record_list.count + 1)
           && ARRAY_RESERVE(s->memory, s->states, s->state_capacity, needed)
           && (s->stepped ? ARRAY_RESERVE(s->memory, s->motions, s->motion_capacity, needed)
                          : ARRAY_RESERVE(s->memory, s->ids, s->id_capacity, needed));
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
    body_forces forces = NO_FORCES;
    forces.damping = config->damping;
    forces.spin_damping = config->spin_damping;
    forces.gravity_scale = config->gravity_scale;
    forces.sleep_speed = config->sleep_speed;
    const bool some = forces.damping != 0 || forces.spin_damping != 0 || forces.gravity_scale != 1
                      || forces.sleep_speed != 0;
    if (!reserve_body(s, some)) return NONE;
    uint32_t id = take_body_id(s), slot = s->count++;
    assert(s->records[id].generation % 2 == 0 && "a free id is of no body");
    if (s->forces) s->forces[id] = forces;
    ++s->revision;
    s->records[id] = (body_record){
        .generation = s->records[id].generation + 1,
        .slot = slot,
        .first_collider = NONE,
        .last_collider = NONE,
        .first_edge = NONE,
        .island = NONE,
        .placed = s->steps,
        .kind = (uint8_t)config->kind,
        .enabled = !config->disabled,
        .never_sleep = config->never_sleep,
        .lock_x = config->locks.x,
        .lock_y = config->locks.y,
        .lock_spin = config->locks.spin,
        .user = config->user,
    };
    s->states[slot] = (body_state){.position = config->position, .angle = config->angle};
    if (s->stepped)
        s->motions[slot] = (body_motion){.id = id, .kind = (uint8_t)config->kind};
    else
        s->ids[slot] = id;
    if (config->kind != EVO_STATIC) {
        bool turns = config->kind == EVO_KINEMATIC || !config->locks.spin;
        s->states[slot].velocity = body_let(&s->records[id], config->velocity);
        s->states[slot].spin = turns ? config->spin : 0;
    }
    mass_update_body(s, id);
    bodies_set_active(s, id, active);
    return id;
}

void bodies_destroy(body_store *s, uint32_t id) {
    body_record *record = &s->records[id];
    assert(record->generation % 2 == 1 && "a body goes once");
    ++s->revision;
    bodies_set_active(s, id, false);
    if (s->building.id == id) s->building.id = NONE;
    colliders_destroy_all(s, id);
    swap_bodies(s, record->slot, --s->count);
    ++record->generation;
    if (id < s->lowest_free) s->lowest_free = id;
}

void bodies_uncreate(body_store *s, uint32_t id) {
    if (s->records[id].first_collider != NONE) colliders_uncreate(s, s->records[id].first_collider);
    bodies_destroy(s, id);
    s->records[id].generation -= 2;
    if (s->records[id].generation == 0 && id + 1 == s->record_list.count) --s->record_list.count;
}
