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

/* The item of an array for a body or collider. */
#define ITEM(type, items, stride, i) ((type *)item_at(items, stride, sizeof(type), i))

static evo_pose *pose_at(const evo_body_arrays *of, size_t i) {
    return ITEM(evo_pose, of->poses, of->pose_stride, i);
}

static evo_vec2 *velocity_at(const evo_body_arrays *of, size_t i) {
    return ITEM(evo_vec2, of->velocities, of->velocity_stride, i);
}

static double *spin_at(const evo_body_arrays *of, size_t i) {
    return ITEM(double, of->spins, of->spin_stride, i);
}

/* What is read of one body. */
typedef struct body_seen {
    body_state state;
    evo_pose pose;
    evo_vec2 wrapped;
    evo_mass mass;
    bool asleep;
} body_seen;

static void write_seen(const evo_body_arrays *to, size_t i, const body_seen *seen) {
    if (to->poses) *pose_at(to, i) = seen->pose;
    if (to->velocities) *velocity_at(to, i) = seen->state.velocity;
    if (to->spins) *spin_at(to, i) = seen->state.spin;
    if (to->ways)
        *ITEM(evo_vec2, to->ways, to->way_stride, i) = vec_add(seen->pose.position, seen->wrapped);
    if (to->masses) *ITEM(evo_mass, to->masses, to->mass_stride, i) = seen->mass;
    if (to->asleep) *ITEM(bool, to->asleep, to->asleep_stride, i) = seen->asleep;
}

size_t evo_world_read_bodies(const evo_world *world, const evo_body *bodies, size_t count,
                             const evo_body_arrays *to) {
    size_t alive = 0;
    if (!world || !bodies || !to) return 0;
    for (size_t i = 0; i < count; ++i) {
        const body_record *record = body_of(world, bodies[i]);
        body_seen seen = {.asleep = false};
        if (record) {
            seen.state = body_now(world, bodies[i].index);
            seen.pose = body_pose_of(record, &seen.state);
            seen.asleep = record->island != NONE;
            if (to->ways) seen.wrapped = event_bridge_wrapped(world, bodies[i].index);
            if (to->masses) seen.mass = evo_body_mass(world, bodies[i]);
        }
        alive += record != NULL;
        write_seen(to, i, &seen);
    }
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
static evo_body_config config_at(const evo_body_config *common, const evo_shape *shapes,
                                 const evo_body_arrays *from, size_t i) {
    evo_body_config config = *common;
    if (shapes) config.shape = shapes[i];
    if (!from) return config;
    if (from->poses) config.position = pose_at(from, i)->position;
    if (from->poses) config.angle = pose_at(from, i)->angle;
    if (from->velocities) config.velocity = *velocity_at(from, i);
    if (from->spins) config.spin = *spin_at(from, i);
    return config;
}

/* Takes bodies out again, the last first: free ids are in the order in which they were. */
static void take_out(evo_world *world, const evo_body *made, size_t count) {
    for (size_t i = count; i-- > 0;) (void)evo_body_destroy(world, made[i]);
}

size_t evo_world_create_many(evo_world *world, const evo_body_config *common,
                             const evo_shape *shapes, const evo_body_arrays *from, size_t count,
                             evo_body *made) {
    const evo_body_config plain = evo_body_config_default();
    if (!world || !made) return 0;
    evo_result result = EVO_OK;
    size_t done = 0;
    for (size_t i = 0; i < count && result == EVO_OK; ++i) {
        const evo_body_config config = config_at(common ? common : &plain, shapes, from, i);
        result = body_check(world, &config);
    }
    while (done < count && result == EVO_OK) {
        const evo_body_config config = config_at(common ? common : &plain, shapes, from, done);
        made[done] = evo_body_create(world, &config);
        result = evo_world_last_result(world);
        done += result == EVO_OK;
    }
    if (result == EVO_OK) return count;
    take_out(world, made, done);
    creation_ends(world, result);
    return 0;
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
