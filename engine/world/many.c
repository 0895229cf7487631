/* many.c: many bodies at once, and those that moved, in arrays of the user. */
#include <assert.h>
#include <string.h>

#include "evolute/vector.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_PLAIN

/* ==== Many at once ============================================================================ */

/* Lists of handles, poses and velocities, in arrays of the caller. */

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool is_outside(const evo_world *world, uint32_t id, const evo_bounds *bounds) {
    const evo_vec2 at = body_now(world, id).position;
    return record_at(world, id)->kind == EVO_DYNAMIC
           && !evo_bounds_contain(*bounds, (evo_bounds){at, at});
}

/* Lists all bodies, or dynamic ones outside of bounds. */
static size_t list_bodies(const evo_world *world, const evo_bounds *outside, evo_body *found,
                          size_t capacity) {
    size_t count = 0;
    if (!world) return 0;
    if (outside) world_weigh(world);
    const body_store *s = &world->core.bodies;
    EACH_BODY (id, s) {
        if (outside && !is_outside(world, id, outside)) continue;
        if (found && count < capacity) found[count] = body_handle(world, id);
        ++count;
    }
    return count;
}

size_t evo_world_bodies(const evo_world *world, evo_body *found, size_t capacity) {
    return list_bodies(world, NULL, found, capacity);
}

size_t evo_world_outside(const evo_world *world, evo_bounds bounds, evo_body *found,
                         size_t capacity) {
    const bool sound = vector_fits(bounds.min) && vector_fits(bounds.max);
    return sound ? list_bodies(world, &bounds, found, capacity) : 0;
}

size_t evo_world_colliders(const evo_world *world, evo_collider *found, size_t capacity) {
    size_t count = 0;
    if (!world) return 0;
    const body_store *s = &world->core.bodies;
    for (uint32_t id = 0; id < s->collider_list.count; ++id) {
        if (s->colliders[id].generation % 2 == 0) continue;
        if (found && count < capacity) found[count] = collider_handle(world, id);
        ++count;
    }
    return count;
}

/* ---- The first of many ----------------------------------------------------------------------- */

static char *item_at(const first_items *f, size_t i) {
    return (char *)f->items + i * f->size;
}

static bool item_before(const first_items *f, size_t i, size_t k) {
    return f->before(f->context, item_at(f, i), item_at(f, k));
}

/* Swaps two items, which are made of doubles and handles, by pieces of their size. */
static void swap_items(const first_items *f, size_t i, size_t k) {
    char *a = item_at(f, i), *b = item_at(f, k), kept[sizeof(evo_collider)];
    assert(f->size % sizeof kept == 0 && "an item is made of pieces");
    for (size_t at = 0; at < f->size; at += sizeof kept) {
        memcpy(kept, a + at, sizeof kept);
        memcpy(a + at, b + at, sizeof kept);
        memcpy(b + at, kept, sizeof kept);
    }
}

static void sift_down(const first_items *f, size_t i, size_t count) {
    for (size_t k; (k = 2 * i + 1) < count; i = k) {
        if (k + 1 < count && item_before(f, k, k + 1)) ++k;
        if (!item_before(f, i, k)) return;
        swap_items(f, i, k);
    }
}

static void make_heap(const first_items *f, size_t count) {
    for (size_t i = count / 2; i-- > 0;) sift_down(f, i, count);
}

/* Places by which items move at most as they come, of all and of each: those that are nearly in
 * order cost no sort; of others no more are moved. */
enum { MOVES = 8192, MOVES_EACH = 32 };

void first_items_add(first_items *f, const void *item) {
    const size_t last = f->count++;
    size_t i = last, most = MOVES + MOVES_EACH * last;
    if (!f->items || f->capacity == 0) return;
    if (i < f->capacity) {
        for (; i > 0 && f->moves < most && f->before(f->context, item, item_at(f, i - 1)); --i)
            ++f->moves;
        if (f->moves >= most) f->moves = SIZE_MAX;
        memmove(item_at(f, i + 1), item_at(f, i), (last - i) * f->size);
        memcpy(item_at(f, i), item, f->size);
        return;
    }
    if (i == f->capacity) make_heap(f, i);
    if (!f->before(f->context, item, f->items)) return;
    memcpy(f->items, item, f->size);
    sift_down(f, 0, f->capacity);
}

size_t first_items_end(const first_items *f) {
    size_t count = f->count < f->capacity ? f->count : f->capacity, sorted = 1;
    if (!f->items) return f->count;
    while (sorted < count && !item_before(f, sorted, sorted - 1)) ++sorted;
    if (sorted >= count) return f->count;
    make_heap(f, count);
    while (count > 1) {
        swap_items(f, 0, --count);
        sift_down(f, 0, count);
    }
    return f->count;
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

/* The item of an array for a body or collider; stride 0: they are packed. */
#define ITEM(type, items, stride, i)                                                               \
    ((type *)(void *)((char *)(items) + (i) * ((stride) > 0 ? (stride) : sizeof(type))))

static evo_pose *pose_at(const evo_body_arrays *of, size_t i) {
    return ITEM(evo_pose, of->poses, of->pose_stride, i);
}

static evo_vec2 *velocity_item(const evo_body_arrays *of, size_t i) {
    return ITEM(evo_vec2, of->velocities, of->velocity_stride, i);
}

static double *spin_at(const evo_body_arrays *of, size_t i) {
    return ITEM(double, of->spins, of->spin_stride, i);
}

/* A world whose bodies are weighed, and what is common to all that is read of it. */
typedef struct reading {
    const evo_world *world;
    event_present present; /* of its flight, if it flies */
    bool more;             /* than motion */
} reading;

static body_state state_read(const reading *r, uint32_t id, const body_record *record) {
    const evo_world *world = r->world;
    return world->events.flying ? flight_state(world, &r->present, id)
                                : world->core.bodies.states[record->slot];
}

static void write_more(const reading *r, evo_body body, evo_vec2 position,
                       const evo_body_arrays *to, size_t i) {
    const body_record *record = body_named(r->world, body);
    const evo_vec2 wrapped = record && to->ways ? flight_wrapped(r->world, body.index) : vec(0, 0);
    if (to->ways) *ITEM(evo_vec2, to->ways, to->way_stride, i) = vec_add(position, wrapped);
    if (to->masses) *ITEM(evo_mass, to->masses, to->mass_stride, i) = evo_body_mass(r->world, body);
    if (to->asleep)
        *ITEM(bool, to->asleep, to->asleep_stride, i) = record && record->island != NONE;
}

static bool read_body(const reading *r, evo_body body, const evo_body_arrays *to, size_t i) {
    const body_record *record = body_named(r->world, body);
    body_state state = {.angle = 0};
    evo_pose pose = {.angle = 0};
    if (record) {
        state = state_read(r, body.index, record);
        pose = body_pose_of(record, &state);
    }
    if (to->poses) *pose_at(to, i) = pose;
    if (to->velocities) *velocity_item(to, i) = state.velocity;
    if (to->spins) *spin_at(to, i) = state.spin;
    if (r->more) write_more(r, body, pose.position, to, i);
    return record != NULL;
}

size_t evo_world_read_bodies(const evo_world *world, const evo_body *bodies, size_t count,
                             const evo_body_arrays *to) {
    size_t alive = 0;
    if (!world || !bodies || !to) return 0;
    world_weigh(world);
    reading r = {.world = world, .more = to->ways || to->masses || to->asleep};
    if (world->events.flying) r.present = present_of(&world->events.flight);
    for (size_t i = 0; i < count; ++i) alive += read_body(&r, bodies[i], to, i);
    return alive;
}

size_t evo_world_read_colliders(const evo_world *world, const evo_collider *colliders, size_t count,
                                const evo_collider_arrays *to) {
    size_t alive = 0;
    if (!world || !colliders || !to) return 0;
    for (size_t i = 0; i < count; ++i) {
        const evo_collider at = colliders[i];
        alive += evo_collider_exists(world, at);
        if (to->bodies)
            *ITEM(evo_body, to->bodies, to->body_stride, i) = evo_collider_body(world, at);
        if (to->shapes)
            *ITEM(evo_shape, to->shapes, to->shape_stride, i) = evo_collider_shape(world, at);
        if (to->materials)
            *ITEM(evo_material, to->materials, to->material_stride, i) =
                evo_collider_material(world, at);
    }
    return alive;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Returns the config of one body of many. */
static evo_body_config config_at(const many_bodies *of, size_t i) {
    const evo_body_arrays *from = of->arrays;
    evo_body_config config = *of->common;
    if (of->shapes) config.shape = of->shapes[i];
    if (from && from->poses) config.position = pose_at(from, i)->position;
    if (from && from->poses) config.angle = pose_at(from, i)->angle;
    if (from && from->velocities) config.velocity = *velocity_item(from, i);
    if (from && from->spins) config.spin = *spin_at(from, i);
    return config;
}

/* Puts the number of an item before what is wrong with it. */
static evo_result fault_of_item(const evo_world *world, size_t i, evo_result refused) {
    call_fault *f = fault_of(world);
    if (!f || !f->noted) return refused;
    const call_fault of = *f;
    return fault_note(f, refused, "of item %llu: %.200s", (unsigned long long)i, of.text);
}

/* Returns whether all could be made, but for memory. They have one material. */
static evo_result check_many(const evo_world *world, const many_bodies *of) {
    const body_store *s = &world->core.bodies;
    for (size_t i = 0; i < of->count; ++i) {
        const evo_body_config config = config_at(of, i);
        const evo_result refused = body_check(world, &config);
        if (refused != EVO_OK) return of->count > 1 ? fault_of_item(world, i, refused) : refused;
    }
    const bool full = of->count > BODIES_MOST - s->count || bodies_are_full(s, of->count);
    return of->count > 0 && full ? fault_full(world) : EVO_OK;
}

/* Adds all to the store, or none and returns false: out of memory. */
static bool add_many(evo_world *world, const many_bodies *of, evo_body *made) {
    const step_addition addition = step_begin_addition(&world->core);
    size_t done = 0;
    if (world->config.exact) world->sorted = WORLD_UNSORTED;
    while (done < of->count && flight_admit(world)) {
        const evo_body_config config = config_at(of, done);
        const uint32_t id = step_add_body(&world->core, &config);
        if (id == NONE) break;
        made[done++] = body_handle(world, id);
    }
    step_end_addition(&addition, made, done, done == of->count);
    return done == of->count;
}

/* Has bodies fly one after the other: those that are to follow are not in the flight's world. */
static void fly_many(evo_world *world, const evo_body *made, size_t count) {
    body_record *records = world->core.bodies.records;
    const bool enabled = records[made[0].index].enabled;
    for (size_t i = 0; i < count; ++i) records[made[i].index].enabled = false;
    for (size_t i = 0; i < count; ++i) {
        records[made[i].index].enabled = enabled;
        flight_add(world, made[i].index);
    }
}

evo_result bodies_make(evo_world *world, const many_bodies *of, evo_body *made) {
    TRY(check_many(world, of));
    if (!add_many(world, of, made)) return EVO_ERROR_MEMORY;
    if (world->config.exact && of->count > 0) fly_many(world, made, of->count);
    return EVO_OK;
}

/* Notes bodies that were created as single creations, by which a replay creates them. */
static void record_many(const evo_world *world, const many_bodies *of, const evo_body *made) {
    for (size_t i = 0; i < of->count && world->recorder; ++i) {
        const evo_body_config config = config_at(of, i);
        recorder_note_body(world->recorder, &config, made[i]);
    }
}

size_t evo_world_create_many(evo_world *world, const evo_body_config *common,
                             const evo_shape *shapes, const evo_body_arrays *from, size_t count,
                             evo_body *made) {
    const evo_body_config plain = evo_body_config_default();
    const many_bodies of = {common ? common : &plain, shapes, from, count};
    if (!world || !made) return 0;
    const evo_result result = bodies_make(world, &of, made);
    creation_ends(world, result);
    if (result == EVO_OK) record_many(world, &of, made);
    if (result == EVO_OK && common && (shapes || common->shape.kind != EVO_NO_SHAPE))
        warn_of_filter(world, common->filter);
    if (result == EVO_OK && count > 0) {
        const evo_body_config first = config_at(&of, 0);
        warn_of_body_later(world, &first, made[0]);
    }
    return world_refuse(world, __func__, result) == EVO_OK ? count : 0;
}

/* Returns why a body would not take what it is given. */
static evo_result item_refusal(const evo_world *world, evo_body body, const evo_body_arrays *from,
                               size_t i) {
    const body_record *record = body_of(world, body);
    call_fault *f = fault_of(world);
    if (!record) return fault_stale(world, "body", body.generation);
    if (from->poses) TRY(fault_by_rules(f, "poses", RULES_POSE, pose_at(from, i)));
    if (from->velocities)
        TRY(fault_by_rules(f, "velocities", RULES_VECTOR, velocity_item(from, i)));
    if (from->spins) TRY(fault_by_rules(f, "spins", RULES_NUMBER, spin_at(from, i)));
    const bool moves = from->velocities || from->spins;
    const bool upright = from->spins && record->kind == EVO_DYNAMIC && record->lock_spin;
    if (moves && record->kind == EVO_STATIC)
        return fault_note(f, EVO_ERROR_UNSUPPORTED, "body is static; it has no velocity or spin");
    return upright ? fault_note(f, EVO_ERROR_UNSUPPORTED, "locks.spin is true; it has no spin")
                   : EVO_OK;
}

static evo_result write_singly(evo_world *world, evo_body body, const evo_body_arrays *from,
                               size_t i) {
    evo_result result = EVO_OK;
    if (from->poses) result = evo_body_set_pose(world, body, *pose_at(from, i));
    if (result == EVO_OK && from->velocities)
        result = evo_body_set_velocity(world, body, *velocity_item(from, i));
    if (result == EVO_OK && from->spins) result = evo_body_set_spin(world, body, *spin_at(from, i));
    return result;
}

/* Writes all in one change: of a dynamic body that does not fly. */
static evo_result write_at_once(evo_world *world, uint32_t id, const evo_body_arrays *from,
                                size_t i) {
    const body_store *s = &world->core.bodies;
    if (!change_begin(world, id)) return change_end(world, false);
    const body_state *now = state_of_body(s, id);
    const evo_vec2 velocity = from->velocities ? *velocity_item(from, i) : now->velocity;
    const double spin = from->spins ? *spin_at(from, i) : now->spin;
    const bool done = from->poses
                          ? step_move_dynamic(&world->core, id, *pose_at(from, i), velocity, spin)
                          : step_set_motion(&world->core, id, velocity, spin);
    const evo_result result = change_end(world, done);
    if (result == EVO_OK && from->poses) flight_unwrap(world, id);
    return result;
}

/* Writes by single calls where a record needs them. */
static evo_result write_body(evo_world *world, evo_body body, const evo_body_arrays *from,
                             size_t i) {
    const bool moves = from->poses || from->velocities || from->spins;
    const bool dynamic = record_at(world, body.index)->kind == EVO_DYNAMIC;
    const bool single = !dynamic || world->events.flying || listener_records(&world->listener);
    if (!moves) return EVO_OK;
    return single ? write_singly(world, body, from, i) : write_at_once(world, body.index, from, i);
}

evo_result evo_world_land(evo_world *world, uint64_t written) {
    if (is_heard(world)) return record_world_land(world, written);
    if (!world->events.flying) return EVO_OK;
    world->sorted = WORLD_UNSORTED;
    return flight_end(world) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* A body that is written in flight leaves it and joins it again, up to three times, which takes
 * longer than a new start of this many. */
enum { LAND_LEAST = 32, LAND_PART = 4 };

static evo_result land_for(evo_world *world, size_t count) {
    const bool many = world->events.flying && count >= LAND_LEAST
                      && count >= world->events.flight.particles.living / LAND_PART;
    return many ? evo_world_land(world, count) : EVO_OK;
}

static evo_result write_bodies(evo_world *world, const evo_body *bodies, size_t count,
                               const evo_body_arrays *from) {
    if (!world || !bodies || !from) return fault_null(fault_of(world), bodies ? "from" : "bodies");
    TRY(locked_refusal(world));
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i) {
        result = item_refusal(world, bodies[i], from, i);
        if (result != EVO_OK) return fault_of_item(world, i, result);
    }
    result = land_for(world, count);
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = write_body(world, bodies[i], from, i);
    return result;
}

evo_result evo_world_write_bodies(evo_world *world, const evo_body *bodies, size_t count,
                                  const evo_body_arrays *from) {
    return world_refuse(world, __func__, write_bodies(world, bodies, count, from));
}

/* ==== Moves =================================================================================== */

/* Bodies that moved in the last step, and their poses within it. In: where bodies were and are;
 * out: a list that is made when the user asks for it, and poses. */

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
    if (k == NONE || record->placed == s->remembered) return body_pose(world, id);
    const body_was *was = &s->were[k];
    const evo_vec2 arm = vec_turn(record->center, evo_direction(was->angle));
    return (evo_pose){vec_sub(was->position, arm), was->angle};
}

/* Worlds of exact time remember from the first question on. */
static bool begin_reading(const evo_world *world) {
    world_lock(world);
    world->self->moves.asked = true;
    const bool numbered = number_were(world->self);
    world_unlock(world);
    return numbered;
}

void moves_remember(evo_world *world) {
    body_store *s = &world->core.bodies;
    s->were_list.count = 0;
    ++s->remembered;
    if (!world->moves.asked || !bodies_reserve_remembered(s)) return;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t id = body_in_slot(s, i);
        const body_state state = body_now(world, id);
        s->were[s->were_list.count++] = (body_was){state.position, state.angle, id};
    }
}

evo_pose evo_body_pose_between(const evo_world *world, evo_body body, double part) {
    const evo_pose now = evo_body_pose(world, body);
    if (!body_of(world, body) || world->locked || !(part >= 0 && part <= 1)
        || !begin_reading(world))
        return now;
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
    const body_record *record = record_at(world, id);
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
                                             .tag = s->records[id].tag,
                                             .before = before_of(world, id),
                                             .now = body_pose(world, id),
                                             .fell_asleep = s->records[id].island != NONE};
    }
    m->listed = true;
    return true;
}

const evo_move *evo_world_moves(const evo_world *world, size_t *count) {
    if (count) *count = 0;
    if (!world || world->locked) return NULL;
    world_weigh(world);
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
