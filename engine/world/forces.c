/* forces.c: forces of the last step. In: what it solved, in its arena; out: a list that is made
 * when it is asked for. */
#include "world/world.h"

static void count_force(void *context, const step_force *force) {
    (void)force;
    ++*(size_t *)context;
}

static void add_force(void *context, const step_force *force) {
    evo_world *world = context;
    const uint32_t a = force->ids.a, b = force->ids.b;
    world->forces.all[world->forces.list.count++] =
        (evo_force){.a = body_of_collider(world, a),
                    .b = body_of_collider(world, b),
                    .collider_a = collider_handle(world, a),
                    .collider_b = collider_handle(world, b),
                    .point = force->point,
                    .arm_a = force->arms[0],
                    .arm_b = force->arms[1],
                    .normal = force->normal,
                    .impulse = force->impulse};
}

static bool list_forces(evo_world *world) {
    force_list *f = &world->forces;
    size_t count = 0;
    step_visit_forces(&world->core, count_force, &count);
    if (!ARRAY_RESERVE(&world->memory, f->all, f->list.capacity, count)) return false;
    step_visit_forces(&world->core, add_force, world);
    f->listed = true;
    return true;
}

const evo_force *evo_world_forces(const evo_world *world, size_t *count) {
    if (count) *count = 0;
    if (!world) return NULL;
    world_lock(world);
    const bool listed = world->forces.listed || list_forces(world->self);
    world_unlock(world);
    const force_list *f = &world->forces;
    if (!listed || f->list.count == 0) return NULL;
    if (count) *count = f->list.count;
    return f->all;
}

void forces_forget(evo_world *world) {
    step_forget_forces(&world->core);
    world->forces.list.count = 0;
    world->forces.listed = false;
}

void forces_free(evo_world *world) {
    ARRAY_FREE(&world->memory, world->forces.all, world->forces.list.capacity);
}
