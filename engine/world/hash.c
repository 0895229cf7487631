/* hash.c: the whole state of a simulation as one number, to see whether two are the same. All that
 * is saved counts, and decides the future; what does not, does not: the config, slots, the order of
 * memory, what is derived. */
#include "world/visit.h"

uint64_t evo_world_hash(const evo_world *world) {
    if (!world) return 0;
    bodies_weigh(&world->self->core.bodies);
    visitor v = {.mode = VISIT_HASH, .hash = UINT64_C(0xcbf29ce484222325)};
    world_visit(&v, world->self);
    return v.hash;
}
