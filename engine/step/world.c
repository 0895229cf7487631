/* world.c: bodies in and out, between steps. */
#include "step/step.h"

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings) {
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->settings = *settings;
    bodies_init(&w->bodies, memory);
    index_init(&w->index, memory);
    pairs_init(&w->pairs, memory);
    islands_init(&w->islands);
    impact_room_init(&w->impacts, memory);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    array_free(w->memory, &w->touches.began, &w->touches.began_list.capacity,
               sizeof *w->touches.began);
    array_free(w->memory, &w->touches.ended, &w->touches.ended_list.capacity,
               sizeof *w->touches.ended);
}

/* ---- What is still --------------------------------------------------------------------------- */

static void leave_index(step_world *w, uint32_t body, uint32_t until) {
    const body_store *s = &w->bodies;
    for (uint32_t c = s->records[body].first_collider; c != until; c = s->colliders[c].next)
        index_remove_still(&w->index, c, collider_bounds(s, c));
}

static bool enter_index(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    body_place_colliders(s, body);
    for (uint32_t c = s->records[body].first_collider; c != NONE; c = s->colliders[c].next) {
        uint32_t number = s->links[s->colliders[c].slot].number;
        if (index_add_still(&w->index, c, number, collider_bounds(s, c))) continue;
        leave_index(w, body, c);
        return false;
    }
    return true;
}

static bool is_in_index(const step_world *w, uint32_t body) {
    return w->bodies.records[body].enabled && !body_is_active(&w->bodies, body);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool moves(const evo_body_config *c) {
    if (c->disabled || c->kind == EVO_STATIC) return false;
    return c->kind == EVO_DYNAMIC || c->velocity.x != 0 || c->velocity.y != 0 || c->spin != 0;
}

uint32_t step_add_body(step_world *w, const evo_body_config *config) {
    body_store *s = &w->bodies;
    uint32_t id = bodies_create(s, config, moves(config));
    if (id == NONE || config->shape.kind == EVO_NO_SHAPE) return id;
    const evo_collider_config first = {config->shape, config->material, config->filter,
                                       config->sensor, config->user};
    if (step_add_collider(w, id, &first) == NONE) {
        bodies_destroy(s, id);
        return NONE;
    }
    if (config->kind != EVO_STATIC) s->states[s->records[id].slot].velocity = config->velocity;
    return id;
}

uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config) {
    bool still = is_in_index(w, body);
    if (still) leave_index(w, body, NONE);
    uint32_t made = colliders_create(&w->bodies, body, config);
    if (!still || enter_index(w, body)) return made;
    if (made != NONE) colliders_destroy(&w->bodies, made);
    (void)enter_index(w, body);
    return NONE;
}

bool step_wake_body(step_world *w, uint32_t body) {
    const island_world islands = {&w->islands, &w->bodies, &w->index, &w->pairs};
    uint32_t number = w->bodies.records[body].island;
    if (number == NONE) return true;
    bool ready = pairs_reserve_publish(&w->pairs, (uint32_t)w->bodies.collider_list.count)
                 && islands_wake(&islands, number);
    if (ready) islands_commit(&islands);
    return ready;
}

void step_remove_body(step_world *w, uint32_t body) {
    if (!step_wake_body(w, body)) return;
    if (is_in_index(w, body)) leave_index(w, body, NONE);
    bodies_destroy(&w->bodies, body);
}

bool step_move_body(step_world *w, uint32_t body, evo_pose pose) {
    if (!step_wake_body(w, body)) return false;
    body_store *s = &w->bodies;
    const body_record *record = &s->records[body];
    bool still = is_in_index(w, body);
    if (still) leave_index(w, body, NONE);
    body_state *state = &s->states[record->slot], before = *state;
    state->position = vec_add(pose.position, vec_turn(record->center, evo_direction(pose.angle)));
    state->angle = pose.angle;
    if (!still || enter_index(w, body)) return true;
    *state = before;
    (void)enter_index(w, body);
    return false;
}

/* ---- State ----------------------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (hash ^ bits) * UINT64_C(1099511628211);
}

uint64_t step_hash(const step_world *w) {
    const body_store *s = &w->bodies;
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t id = 0; id < s->record_list.count; ++id) {
        if (s->records[id].generation % 2 == 0) continue;
        const body_state *state = &s->states[s->records[id].slot];
        hash = hash_number(hash_number(hash, state->position.x), state->position.y);
        hash = hash_number(hash_number(hash, state->velocity.x), state->velocity.y);
        hash = hash_number(hash_number(hash, state->angle), state->spin);
    }
    return hash;
}
