/* room.c: scratch, one block for the whole world: whoever reserves it owns it until the next one
 * does. */
#include "core/array.h"
#include "world/world.h"

void *scratch_reserve(evo_world *world, size_t size) {
    if (!array_reserve(&world->memory, &world->scratch, &world->scratch_capacity, size, 1))
        return NULL;
    return world->scratch;
}
