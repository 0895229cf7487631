/* breaks.c: joints that break. In: impulses of a substep; out: loads, and which joints break.
 *
 * The load of a joint is a leaky mean of its force, and of its torque, over 1/60 s. It follows
 * substeps, and the largest of them breaks: so a hit breaks a joint whichever part of a step it
 * comes in, and however long steps are. Invariant: until a step is published, joints keep the loads
 * that they had. */
#include <assert.h>

#include "joint/joint.h"

/* Rate of loads, in 1/s: the inverse of their time constant. Larger: single substeps break;
 * smaller: hits break less, and later. */
static const double LOADS_PER_SECOND = 60;

bool joints_watch(joint_packed *packed, const joint_store *j, arena *a) {
    uint32_t count = 0;
    if (packed->watch_count == 0) return true;
    packed->watches = ARENA_TAKE(a, joint_watch, packed->watch_count);
    if (!packed->watches) return false;
    for (uint32_t i = 0; i < packed->count; ++i) {
        const joint_record *joint = &j->records[packed->ids[i]];
        if (!joint_may_break(&joint->config)) continue;
        packed->watches[count++] =
            (joint_watch){.joint = i, .force = joint->force, .torque = joint->torque};
    }
    assert(count == packed->watch_count && "each joint that may break is watched");
    return true;
}

static joint_impulses impulses_since(const joint_impulses *before, const joint_impulses *now) {
    joint_impulses since = {.x = now->x - before->x, .y = now->y - before->y};
    for (int i = 0; i < JOINT_ROWS; ++i) since.rows[i] = now->rows[i] - before->rows[i];
    return since;
}

/* Adds a substep to a load. Forces lie as when the step began, which changes no length. */
static void take_load(joint_watch *watch, const joint_record *joint, const joint_packed *packed,
                      const body_store *s) {
    const double per_second = (double)packed->blocks.per_second;
    const float part = (float)least_of(1, LOADS_PER_SECOND / per_second);
    const joint_impulses now = joint_sum_of(joint, packed, watch->joint);
    const joint_impulses given = impulses_since(&watch->before, &now);
    const joint_load load = joint_load_of(joint, s, &given, per_second);
    const double force = joint->config.break_force, torque = joint->config.break_torque;
    watch->before = now;
    watch->force += part * ((float)vec_length(load.force) - watch->force);
    watch->torque += part * ((float)fabs(load.torque) - watch->torque);
    watch->exceeds = (force > 0 && (double)watch->force > force)
                     || (torque > 0 && (double)watch->torque > torque);
    watch->breaks |= watch->exceeds;
}

void joints_take_loads(const joint_packed *packed, const joint_store *j, const body_store *s) {
    for (uint32_t i = 0; i < packed->watch_count; ++i) {
        joint_watch *watch = &packed->watches[i];
        take_load(watch, &j->records[packed->ids[watch->joint]], packed, s);
    }
}
