/* met.c: what a mover met as it moved. In: a mover behind a move; out: what it touched, where it is
 * between two moves, sensors along its way. Invariant: nothing is changed. */
#include "mover/mover.h"

MACHINE_SMALL

size_t evo_mover_touches(const evo_mover *mover, evo_mover_touch *touches, size_t capacity) {
    const bool some = mover && mover->touch_count > 0 && mover->touch_count <= EVO_MOVER_TOUCHES;
    const size_t count = some ? (size_t)mover->touch_count : 0;
    for (size_t i = 0; i < count && i < capacity && touches; ++i) touches[i] = mover->touches[i];
    return count;
}

evo_pose evo_mover_pose_between(const evo_mover *mover, double part) {
    if (!mover) return (evo_pose){{0, 0}, 0};
    const evo_vec2 way = vec_sub(mover->pose.position, mover->before.position);
    return (evo_pose){vec_along(mover->before.position, part, way), mover->pose.angle};
}

/* ---- Sensors --------------------------------------------------------------------------------- */

/* Steps of a search, at most. */
enum { STEPS_MOST = 10000 };

/* Sensors on a way, in order. */
typedef struct sensor_search {
    probe by;
    evo_vec2 way;
    evo_collider *found;
    size_t capacity, count;
} sensor_search;

/* Returns whether the shape meets a collider on its way: by steps as long as they are apart. */
static bool meets_on_way(const sensor_search *s, const near_collider *c) {
    const double length = vec_length(s->way);
    const double least = most_of(TOLERANCE * s->by.size, length / STEPS_MOST);
    placed at = c->at;
    at.center = vec_sub(at.center, s->by.at.position);
    for (double gone = 0; gone <= length;) {
        const double part = length > 0 ? gone / length : 0;
        const placed own = placed_at(s->by.shape, vec_scale(s->way, part), s->by.turn);
        if (pair_overlaps(&own, &at)) return true;
        gone += most_of(pair_measure(&own, &at).gap, least);
    }
    return false;
}

static void visit_sensor(void *context, const near_collider *c) {
    sensor_search *s = context;
    if (!s->by.world->core.bodies.colliders[c->id].sensor || !meets_on_way(s, c)) return;
    size_t i = s->count < s->capacity ? s->count : s->capacity;
    ++s->count;
    if (i == s->capacity && (i == 0 || c->id >= s->found[--i].index)) return;
    for (; i > 0 && c->id < s->found[i - 1].index; --i) s->found[i] = s->found[i - 1];
    s->found[i] = collider_handle(s->by.world, c->id);
}

size_t evo_mover_sensors(const evo_world *world, const evo_mover_config *config,
                         const evo_mover *mover, evo_collider *found, size_t capacity) {
    if (!world || !config || !mover || !query_takes_shape(world, __func__, &config->shape)
        || !query_takes(world, __func__, "mover", RULES_MOVER, mover)
        || !query_takes(world, __func__, "before", RULES_POSE, &mover->before))
        return 0;
    evo_query query = config->query;
    query.sensors = true;
    const evo_vec2 way = vec_sub(mover->pose.position, mover->before.position);
    sensor_search s = {probe_of(world, &config->shape, mover->before, &query), way, found,
                       found ? capacity : 0, 0};
    probe_visit(&s.by, probe_bounds(&s.by, way), 0, visit_sensor, &s);
    return s.count;
}
