/* world.c: a world of steps, made, unmade and hashed. */
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
    told_init(&w->told, memory);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    told_free(&w->told);
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
