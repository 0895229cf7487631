/* collider.c: colliders of bodies: their records, and the forms that lanes read. */
#include "body/body.h"
#include "shape/kind.h"

/* Number of forms beyond the last that lanes read. */
enum { LANES_BEYOND = 8 };

static bool reserve_collider(body_store *s) {
    size_t needed = (size_t)s->collider_count + 1 + LANES_BEYOND;
    return array_reserve(s->memory, &s->colliders, &s->collider_list.capacity,
                         s->collider_list.count + 1, sizeof *s->colliders)
           && array_reserve(s->memory, &s->forms, &s->form_capacity, needed, sizeof *s->forms)
           && array_reserve(s->memory, &s->links, &s->link_capacity, needed, sizeof *s->links)
           && array_reserve(s->memory, &s->places, &s->place_capacity, needed, sizeof *s->places)
           && array_reserve(s->memory, &s->turns, &s->turn_capacity, needed, sizeof *s->turns)
           && array_reserve(s->memory, &s->sweeps, &s->sweep_capacity, needed, sizeof *s->sweeps);
}

static uint32_t take_collider_id(body_store *s) {
    uint32_t id = s->collider_free;
    while (id < s->collider_list.count
           && (s->colliders[id].generation % 2 == 1 || s->colliders[id].buried))
        ++id;
    s->collider_free = id + 1;
    if (id < s->collider_list.count) return id;
    s->colliders[id].generation = 0;
    return (uint32_t)s->collider_list.count++;
}

static bool filter_is_plain(evo_filter f) {
    return f.group == 0 && ((f.category == 0 && f.mask == 0) || (f.category == 1 && f.mask == ~0u));
}

/* Siblings are of one body, and never meet. */
static void mark_siblings(body_store *s, const body_record *record) {
    uint32_t first = record->first_collider;
    bool several = first != NONE && s->colliders[first].next != NONE;
    for (uint32_t c = first; c != NONE; c = s->colliders[c].next) {
        collider_link *link = &s->links[s->colliders[c].slot];
        bool was = link->flags != 0;
        link->flags =
            (uint8_t)((link->flags & ~COLLIDER_SIBLINGS) | (several ? COLLIDER_SIBLINGS : 0));
        s->special += (uint32_t)(link->flags != 0) - (uint32_t)was;
    }
}

static void count_form(body_store *s, const collider_link *link, uint32_t more) {
    s->special += link->flags != 0 ? more : 0;
    s->unround += link->kind != FORM_DISK ? more : 0;
    s->others += link->kind == FORM_OTHER ? more : 0;
}

uint32_t colliders_create(body_store *s, uint32_t body, const evo_collider_config *config) {
    if (s->collider_count >= NONE / 2 || s->next_number == NONE || !reserve_collider(s))
        return NONE;
    uint16_t material = materials_take(&s->materials, s->memory, &config->material);
    if (material == MATERIALS_MOST) return NONE;
    s->thinnest = least_of(s->thinnest, shape_thickness(&config->shape));
    uint32_t id = take_collider_id(s), slot = s->collider_count++;
    body_record *owner = &s->records[body];
    s->colliders[id] = (collider_record){
        .generation = s->colliders[id].generation + 1,
        .slot = slot,
        .body = body,
        .body_generation = owner->generation,
        .next = NONE,
        .shape = config->shape,
        .center = config->shape.center,
        .filter = config->filter,
        .sensor = config->sensor,
        .material = material,
        .user = config->user,
    };
    int flags = (config->sensor ? COLLIDER_SENSOR : 0)
                | (filter_is_plain(config->filter) ? 0 : COLLIDER_FILTERED);
    s->links[slot] = (collider_link){.id = id,
                                     .number = s->next_number++,
                                     .body = owner->slot,
                                     .material = material,
                                     .kind = FORM_DISK,
                                     .flags = (uint8_t)flags};
    count_form(s, &s->links[slot], 1);
    uint32_t *end = &owner->first_collider;
    while (*end != NONE) end = &s->colliders[*end].next;
    *end = id;
    mark_siblings(s, owner);
    if (body_is_active(s, body)) {
        bodies_set_active(s, body, false); /* colliders follow the body back, the new one, too */
        bodies_set_active(s, body, true);
    }
    mass_update_body(s, body);
    return id;
}

bool colliders_change(body_store *s, uint32_t id, const evo_collider_config *config) {
    collider_record *record = &s->colliders[id];
    collider_link *link = &s->links[record->slot];
    const uint16_t material = materials_take(&s->materials, s->memory, &config->material);
    if (material == MATERIALS_MOST) return false;
    materials_give(&s->materials, record->material);
    s->thinnest = least_of(s->thinnest, shape_thickness(&config->shape));
    record->shape = config->shape;
    record->center = config->shape.center;
    record->filter = config->filter;
    record->material = link->material = material;
    const bool was = link->flags != 0;
    const int filtered = filter_is_plain(config->filter) ? 0 : COLLIDER_FILTERED;
    link->flags = (uint8_t)((link->flags & ~COLLIDER_FILTERED) | filtered);
    s->special += (uint32_t)(link->flags != 0) - (uint32_t)was;
    mass_update_body(s, record->body);
    return true;
}

static void bury(body_store *s, uint32_t id, uint32_t number) {
    collider_record *record = &s->colliders[id];
    ++record->generation;
    if (number < s->settled) {
        record->buried = true;
        record->next = s->first_buried;
        s->first_buried = id;
    } else if (id < s->collider_free) {
        s->collider_free = id;
    }
}

void colliders_settle(body_store *s) {
    s->settled = s->next_number;
    ++s->steps;
    while (s->first_buried != NONE) {
        uint32_t id = s->first_buried;
        s->first_buried = s->colliders[id].next;
        s->colliders[id].buried = false;
        if (id < s->collider_free) s->collider_free = id;
    }
}

void colliders_destroy(body_store *s, uint32_t id) {
    collider_record *record = &s->colliders[id];
    body_record *owner = &s->records[record->body];
    bool active = body_is_active(s, record->body);
    if (active) bodies_set_active(s, record->body, false);
    uint32_t number = s->links[record->slot].number;
    count_form(s, &s->links[record->slot], ~0u);
    materials_give(&s->materials, record->material);
    uint32_t *at = &owner->first_collider, last = --s->collider_count;
    while (*at != id) at = &s->colliders[*at].next;
    *at = record->next;
    s->forms[record->slot] = s->forms[last];
    s->links[record->slot] = s->links[last];
    s->places[record->slot] = s->places[last];
    s->turns[record->slot] = s->turns[last];
    s->sweeps[record->slot] = s->sweeps[last];
    s->colliders[s->links[record->slot].id].slot = record->slot;
    bury(s, id, number);
    mark_siblings(s, owner);
    if (active) bodies_set_active(s, record->body, true);
    mass_update_body(s, record->body);
}

void colliders_uncreate(body_store *s, uint32_t id) {
    --s->next_number;
    colliders_destroy(s, id);
    s->colliders[id].generation -= 2;
    if (s->colliders[id].generation == 0 && id + 1 == s->collider_list.count)
        --s->collider_list.count;
}

/* ---- Places ---------------------------------------------------------------------------------- */

void body_place_colliders(body_store *s, uint32_t id) {
    const body_record *record = &s->records[id];
    const body_state *state = &s->states[record->slot];
    evo_vec2 turn = evo_direction(state->angle);
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next) {
        const collider_record *collider = &s->colliders[c];
        evo_vec2 offset = vec_turn(collider->shape.center, turn);
        evo_vec2 axis = vec_turn(collider->shape.axis, turn);
        s->places[collider->slot] = vec_add(state->position, offset);
        if (s->links[collider->slot].kind != FORM_DISK)
            s->turns[collider->slot] =
                (collider_turn){(float)offset.x, (float)offset.y, (float)axis.x, (float)axis.y};
        const collider_form *form = &s->forms[collider->slot];
        s->sweeps[collider->slot] = (collider_sweep){form->radius_x, form->radius_y, 0, 0, 0};
    }
}

evo_bounds collider_bounds(const body_store *s, uint32_t id) {
    const collider_record *collider = &s->colliders[id];
    const body_state *state = &s->states[s->records[collider->body].slot];
    const evo_pose pose = {state->position, state->angle};
    return evo_shape_bounds(&collider->shape, pose);
}
