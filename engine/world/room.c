/* room.c: room that comes and goes: for batches of contacts, and scratch, which is one block for
 * the whole world: whoever reserves it owns it until the next one does. A pile that falls has
 * several times the pairs of one that rests; so what has not been needed lately is given back. */
#include "core/array.h"
#include "world/world.h"

enum { LONG_AGO = 1 << 20 };

static void note_growth(evo_world *world) {
    if (!world->trimmed || world->trim_steps >= LONG_AGO) return;
    world->trim_steps *= 2;
    world->trimmed = false;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

void *scratch_reserve(evo_world *world, size_t size) {
    size_t rooms = (size + sizeof(scratch_room) - 1) / sizeof(scratch_room);
    world->needed.scratch = larger(world->needed.scratch, rooms);
    if (rooms > world->scratch_capacity) note_growth(world);
    if (!array_reserve(&world->memory, &world->scratch, &world->scratch_capacity, rooms,
                       sizeof *world->scratch))
        return NULL;
    return world->scratch;
}

/* The block of batches for so many; those that are `kept` stay. */
static bool batches_resize(evo_world *world, size_t kept, size_t count) {
    if (count > SIZE_MAX / sizeof(batch)
        || !aligned_resize(&world->memory, &world->batch_block, kept * sizeof(batch),
                         count * sizeof(batch)))
        return false;
    world->batches = aligned_begin(&world->batch_block);
    world->batch_capacity = count;
    return true;
}

bool batches_reserve(evo_world *world, size_t batches, size_t extras) {
    const evo_allocator *memory = &world->memory;
    world->needed.batches = larger(world->needed.batches, batches);
    world->needed.extras = larger(world->needed.extras, extras);
    if (batches > world->batch_capacity || extras > world->batch_extra_capacity) note_growth(world);
    return (batches <= world->batch_capacity || batches_resize(world, 0, batches + batches / 16))
           && array_reserve(memory, &world->sorts, &world->sort_capacity, batches,
                            sizeof *world->sorts)
           && array_reserve(memory, &world->pairs, &world->pairs_capacity, batches,
                            sizeof *world->pairs)
           && array_reserve(memory, &world->batch_extras, &world->batch_extra_capacity, extras,
                            sizeof *world->batch_extras);
}

static void trim(evo_world *world, size_t batches, size_t extras, size_t scratch) {
    const evo_allocator *memory = &world->memory;
    size_t bytes = world->bytes;
    if (world->batch_capacity > array_ample(batches))
        (void)batches_resize(world, world->batch_count, array_trimmed(batches));
    array_trim(memory, &world->sorts, &world->sort_capacity, batches, sizeof *world->sorts);
    array_trim(memory, &world->pairs, &world->pairs_capacity, batches, sizeof *world->pairs);
    array_trim(memory, &world->batch_extras, &world->batch_extra_capacity, extras,
               sizeof *world->batch_extras);
    array_trim(memory, &world->scratch, &world->scratch_capacity, scratch, sizeof *world->scratch);
    if (world->bytes < bytes) world->trimmed = true;
}

void room_trim(evo_world *world) {
    room_need now = world->needed, before = world->needed_before;
    if (world->steps % world->trim_steps != 0) return;
    rush_trim(world);
    room_need standing = {world->batch_count, world->batch_extra_count, 0};
    trim(world, larger(larger(now.batches, before.batches), standing.batches),
         larger(larger(now.extras, before.extras), standing.extras),
         larger(now.scratch, before.scratch));
    world->needed_before = now;
    world->needed = standing;
}
