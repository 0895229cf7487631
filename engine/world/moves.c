/* moves.c: what moved in the last step, and the way between. In: where bodies were and are; out: a
 * list that is made when it is asked for, and poses. */
#include "evolute/vector.h"
#include "world/world.h"

/* ---- Where it was ---------------------------------------------------------------------------- */

/* Numbers what is remembered by the ids of bodies, once after a step. False: out of memory. */
static bool number_were(evo_world *world) {
    const body_store *s = &world->core.bodies;
    move_list *m = &world->moves;
    const uint32_t ids = (uint32_t)s->record_list.count;
    if (m->numbered) return true;
    if (!ARRAY_RESERVE(&world->memory, m->were_of, m->were_capacity, ids)) return false;
    for (size_t i = 0; i < m->were_capacity; ++i) m->were_of[i] = NONE;
    for (uint32_t i = 0; i < s->were_list.count; ++i)
        if (s->were[i].id < ids) m->were_of[s->were[i].id] = i;
    m->numbered = true;
    return true;
}

static evo_pose before_of(const evo_world *world, uint32_t id) {
    const body_store *s = &world->core.bodies;
    const move_list *m = &world->moves;
    const body_record *record = &s->records[id];
    const uint32_t k = id < m->were_capacity ? m->were_of[id] : NONE;
    if (k == NONE || record->placed == s->steps) return body_pose(world, id);
    const body_was *was = &s->were[k];
    const evo_vec2 arm = vec_turn(record->center, evo_direction(was->angle));
    return (evo_pose){vec_sub(was->position, arm), was->angle};
}

/* Worlds of exact time remember from the first question on. */
static bool begin(const evo_world *world) {
    world_lock(world);
    world->self->moves.asked = true;
    const bool numbered = number_were(world->self);
    world_unlock(world);
    return numbered;
}

void moves_remember(evo_world *world) {
    body_store *s = &world->core.bodies;
    s->were_list.count = 0;
    if (!world->moves.asked || !bodies_reserve_remembered(s)) return;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t id = body_in_slot(s, i);
        const body_state state = body_now(world, id);
        s->were[s->were_list.count++] = (body_was){state.position, state.angle, id};
    }
}

evo_pose evo_body_pose_between(const evo_world *world, evo_body body, double part) {
    const evo_pose now = evo_body_pose(world, body);
    if (!body_of(world, body) || !(part >= 0 && part <= 1) || !begin(world)) return now;
    return evo_pose_between(before_of(world, body.index), now, part);
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Returns whether a body fell asleep as the last step ended: sleepers are in the order of ids. */
static bool fell_asleep(const step_told *told, uint32_t id) {
    const evo_body *sleepers = (const evo_body *)told->shown[TOLD_SLEEPERS].all;
    size_t low = 0, high = told->shown[TOLD_SLEEPERS].list.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sleepers[middle].index == id) return true;
        if (sleepers[middle].index < id)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static bool has_moved(const evo_world *world, uint32_t id) {
    const body_record *record = &world->core.bodies.records[id];
    if (!record->enabled || record->kind == EVO_STATIC) return false;
    if (record->island != NONE) return fell_asleep(&world->core.told, id);
    const body_state state = body_now(world, id);
    return record->kind == EVO_DYNAMIC || !vec_is_zero(state.velocity) || state.spin != 0
           || before_of(world, id).angle != state.angle;
}

static bool list_moves(evo_world *world) {
    const body_store *s = &world->core.bodies;
    move_list *m = &world->moves;
    m->list.count = 0;
    if (!number_were(world)
        || !ARRAY_RESERVE(&world->memory, m->all, m->list.capacity,
                          s->awake + world->core.told.shown[TOLD_SLEEPERS].list.count))
        return false;
    EACH_BODY (id, s) {
        if (!has_moved(world, id) || m->list.count == m->list.capacity) continue;
        m->all[m->list.count++] = (evo_move){.body = body_handle(world, id),
                                             .user = s->records[id].user,
                                             .before = before_of(world, id),
                                             .now = body_pose(world, id),
                                             .fell_asleep = s->records[id].island != NONE};
    }
    m->listed = true;
    return true;
}

const evo_move *evo_world_moves(const evo_world *world, size_t *count) {
    if (count) *count = 0;
    if (!world) return NULL;
    world_lock(world);
    world->self->moves.asked = true;
    const bool listed = world->moves.listed || list_moves(world->self);
    world_unlock(world);
    if (!listed) return NULL;
    if (count) *count = world->moves.list.count;
    return world->moves.all;
}

void moves_forget(evo_world *world) {
    world->moves.numbered = world->moves.listed = false;
    world->core.bodies.were_list.count = 0;
}

void moves_free(evo_world *world) {
    move_list *m = &world->moves;
    ARRAY_FREE(&world->memory, m->all, m->list.capacity);
    ARRAY_FREE(&world->memory, m->were_of, m->were_capacity);
}
