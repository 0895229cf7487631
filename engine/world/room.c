/* room.c: scratch, one block for the whole world: whoever reserves it owns it until the next one
 * does. */
#include "core/array.h"
#include "world/world.h"

void *scratch_reserve(evo_world *world, size_t size) {
    size_t rooms = (size + sizeof(scratch_room) - 1) / sizeof(scratch_room);
    if (!array_reserve(&world->memory, &world->scratch, &world->scratch_capacity, rooms,
                       sizeof *world->scratch))
        return NULL;
    return world->scratch;
}
