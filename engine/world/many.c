/* many.c: all bodies, or many, at once: lists of handles, poses and velocities in the caller's
 * arrays. */
#include "shape/limits.h"
#include "world/world.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef bool (*body_choice)(const evo_world *world, uint32_t id, const void *by);

static size_t list_bodies(const evo_world *world, body_choice chosen, const void *by,
                          evo_body *found, size_t capacity) {
    size_t count = 0;
    if (!world) return 0;
    const body_store *s = &world->core.bodies;
    for (uint32_t id = 0; id < s->record_list.count; ++id) {
        if (s->records[id].generation % 2 == 0 || !chosen(world, id, by)) continue;
        if (found && count < capacity) found[count] = body_handle(world, id);
        ++count;
    }
    return count;
}

static bool is_any(const evo_world *world, uint32_t id, const void *by) {
    (void)world;
    (void)id;
    (void)by;
    return true;
}

static bool is_outside(const evo_world *world, uint32_t id, const void *by) {
    const evo_bounds *bounds = by;
    const evo_vec2 at = body_now(world, id).position;
    const bool inside = at.x >= bounds->min.x && at.x <= bounds->max.x && at.y >= bounds->min.y
                        && at.y <= bounds->max.y;
    return world->core.bodies.records[id].kind == EVO_DYNAMIC && !inside;
}

size_t evo_world_bodies(const evo_world *world, evo_body *found, size_t capacity) {
    return list_bodies(world, is_any, NULL, found, capacity);
}

size_t evo_world_outside(const evo_world *world, evo_bounds bounds, evo_body *found,
                         size_t capacity) {
    const bool sound = vector_fits(bounds.min) && vector_fits(bounds.max);
    return sound ? list_bodies(world, is_outside, &bounds, found, capacity) : 0;
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

/* ---- Arrays ---------------------------------------------------------------------------------- */

static void *item_at(void *items, size_t stride, size_t packed, size_t i) {
    return (char *)items + i * (stride > 0 ? stride : packed);
}

static evo_pose *pose_at(const evo_body_arrays *of, size_t i) {
    return (evo_pose *)item_at(of->poses, of->pose_stride, sizeof *of->poses, i);
}

static evo_vec2 *velocity_at(const evo_body_arrays *of, size_t i) {
    return (evo_vec2 *)item_at(of->velocities, of->velocity_stride, sizeof *of->velocities, i);
}

static double *spin_at(const evo_body_arrays *of, size_t i) {
    return (double *)item_at(of->spins, of->spin_stride, sizeof *of->spins, i);
}

size_t evo_world_read_bodies(const evo_world *world, const evo_body *bodies, size_t count,
                             const evo_body_arrays *to) {
    size_t alive = 0;
    if (!world || !bodies || !to) return 0;
    for (size_t i = 0; i < count; ++i) {
        const bool lives = body_of(world, bodies[i]) != NULL;
        const body_state none = {{0, 0}, {0, 0}, 0, 0};
        const body_state state = lives ? body_now(world, bodies[i].index) : none;
        alive += lives;
        if (to->poses)
            *pose_at(to, i) = lives ? body_pose(world, bodies[i].index) : (evo_pose){{0, 0}, 0};
        if (to->velocities) *velocity_at(to, i) = state.velocity;
        if (to->spins) *spin_at(to, i) = state.spin;
    }
    return alive;
}

/* Returns why a body would not take what it is given. */
static evo_result refusal(const evo_world *world, evo_body body, const evo_body_arrays *from,
                          size_t i) {
    const body_record *record = body_of(world, body);
    if (!record) return EVO_ERROR_STALE;
    if ((from->poses && !pose_fits(*pose_at(from, i)))
        || (from->velocities && !vector_fits(*velocity_at(from, i)))
        || (from->spins && !number_fits(*spin_at(from, i))))
        return EVO_ERROR_INVALID;
    const bool moves = from->velocities || from->spins;
    const bool stands = record->kind == EVO_STATIC;
    const bool upright = from->spins && record->kind == EVO_DYNAMIC && record->lock_spin;
    return (moves && stands) || upright ? EVO_ERROR_UNSUPPORTED : EVO_OK;
}

static evo_result write_body(evo_world *world, evo_body body, const evo_body_arrays *from,
                             size_t i) {
    evo_result result = EVO_OK;
    if (from->poses) result = evo_body_set_pose(world, body, *pose_at(from, i));
    if (result == EVO_OK && from->velocities)
        result = evo_body_set_velocity(world, body, *velocity_at(from, i));
    if (result == EVO_OK && from->spins) result = evo_body_set_spin(world, body, *spin_at(from, i));
    return result;
}

evo_result evo_world_write_bodies(evo_world *world, const evo_body *bodies, size_t count,
                                  const evo_body_arrays *from) {
    if (!world || !bodies || !from) return EVO_ERROR_INVALID;
    if (world->locked) return EVO_ERROR_LOCKED;
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = refusal(world, bodies[i], from, i);
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = write_body(world, bodies[i], from, i);
    return result;
}
