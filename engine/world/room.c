/* room.c: scratch, one block for the whole world: whoever reserves it owns it until the next one
 * does. And how room is given back that has not been needed lately: a pile that falls has several
 * times the pairs of one that rests. */
#include "core/array.h"
#include "world/world.h"

/* Steps; room that neither this many nor as many before have needed is given back. */
enum { LATELY = 64 };

void *scratch_reserve(evo_world *world, size_t size) {
    size_t rooms = (size + sizeof(scratch_room) - 1) / sizeof(scratch_room);
    if (!array_reserve(&world->memory, &world->scratch, &world->scratch_capacity, rooms,
                       sizeof *world->scratch))
        return NULL;
    if (world->needed.scratch < rooms) world->needed.scratch = rooms;
    return world->scratch;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

void room_note(evo_world *world) {
    room_need *now = &world->needed;
    now->batches = larger(now->batches, world->batch_count);
    now->extras = larger(now->extras, world->extra_count);
}

void room_trim(evo_world *world) {
    const evo_allocator *memory = &world->memory;
    const room_need *now = &world->needed, *before = &world->needed_before, none = {0, 0, 0};
    if (world->steps % LATELY != 0) return;
    room_note(world);
    size_t batches = larger(now->batches, before->batches);
    array_trim(memory, &world->batches, &world->batch_capacity, batches, sizeof *world->batches);
    array_trim(memory, &world->pairs, &world->pairs_capacity, batches, sizeof *world->pairs);
    array_trim(memory, &world->extras, &world->extra_capacity, larger(now->extras, before->extras),
               sizeof *world->extras);
    array_trim(memory, &world->scratch, &world->scratch_capacity,
               larger(now->scratch, before->scratch), sizeof *world->scratch);
    world->needed_before = *now;
    world->needed = none;
}
