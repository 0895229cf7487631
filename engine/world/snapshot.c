/* snapshot.c: worlds saved as bytes and loaded from them.
 *
 *     8 bytes  "EVOLUTE" and a zero
 *     4 bytes  version of what follows
 *     4 bytes  zero
 *     8 bytes  number of all bytes
 *     8 bytes  checksum of those behind
 *     ...      the world (visit.c)
 *
 * In: a world, or bytes from anywhere; out: bytes, or a world. Invariant: a world that is not
 * loaded is as it was. */
#include "evolute/snapshot.h"

#include <assert.h>
#include <string.h>

#include "world/snapshot.h"
#include "world/visit.h"

/* Increases whenever bytes mean something else. */
enum { VERSION = 4 };

enum { AT_VERSION = 8, AT_SIZE = 16, AT_CHECKSUM = 24, HEADER = 32 };

static const unsigned char MAGIC[8] = "EVOLUTE";

size_t evo_world_save(const evo_world *world, void *bytes, size_t capacity) {
    if (!world || world->locked) return 0;
    const size_t room = bytes && capacity > HEADER ? capacity - HEADER : 0;
    unsigned char *to = bytes;
    visitor v = {.mode = VISIT_SAVE, .to = room > 0 ? to + HEADER : NULL, .size = room};
    bodies_weigh(&world->self->core.bodies);
    world_visit(&v, world->self);
    if (v.at > room) return HEADER + v.at;
    memcpy(to, MAGIC, sizeof MAGIC);
    visit_put_word(to + AT_VERSION, VERSION, 8);
    visit_put_word(to + AT_SIZE, HEADER + v.at, 8);
    visit_put_word(to + AT_CHECKSUM, visit_checksum(to + HEADER, v.at), 8);
    return HEADER + v.at;
}

/* Returns whether the bytes are those that were saved, by their header. */
static bool header_is_sound(const unsigned char *from, size_t size) {
    return size > HEADER && memcmp(from, MAGIC, sizeof MAGIC) == 0
           && visit_word_at(from + AT_VERSION, 8) == VERSION
           && visit_word_at(from + AT_SIZE, 8) == size
           && visit_word_at(from + AT_CHECKSUM, 8) == visit_checksum(from + HEADER, size - HEADER);
}

/* Fills an empty world. */
static evo_result fill(evo_world *world, const unsigned char *from, size_t size) {
    visitor v = {.mode = VISIT_LOAD, .from = from, .size = size};
    world_visit(&v, world);
    if (v.failed) return EVO_ERROR_CORRUPT;
    if (v.refused) return EVO_ERROR_MEMORY;
    assert(v.at == size && "a save has no bytes behind the world");
    return evo_world_config_check(&world->config);
}

/* Gives a world the contents that it had, but not the count of its bytes. */
static void put_back(evo_world *world, const evo_world *before) {
    const size_t bytes = world->bytes;
    *world = *before;
    world->bytes = bytes;
}

/* Returns whether a record is of the same handle as it was, or as it had until it was destroyed. */
static bool is_same(uint32_t now, uint32_t before) {
    return now % 2 == 1 && (before == now || before == now + 1);
}

/* Gives handles that were known the user's pointers that they had. */
static void keep_users(step_world *now, const step_world *before) {
    const body_store *old = &before->bodies;
    body_store *s = &now->bodies;
    for (size_t i = 0; i < s->record_list.count && i < old->record_list.count; ++i)
        if (is_same(s->records[i].generation, old->records[i].generation))
            s->records[i].user = old->records[i].user;
    for (size_t i = 0; i < s->collider_list.count && i < old->collider_list.count; ++i)
        if (is_same(s->colliders[i].generation, old->colliders[i].generation))
            s->colliders[i].user = old->colliders[i].user;
    for (size_t i = 0; i < now->joints.list.count && i < before->joints.list.count; ++i)
        if (is_same(now->joints.records[i].generation, before->joints.records[i].generation))
            now->joints.records[i].config.user = before->joints.records[i].config.user;
}

/* Puts the contents of a world aside as they are, since some are found by their place. */
evo_result world_load(evo_world *world, const void *bytes, size_t size, load_finish *finish,
                      const void *context) {
    if (!world || !bytes) return EVO_ERROR_INVALID;
    if (world->locked) return EVO_ERROR_LOCKED;
    const unsigned char *from = bytes;
    if (!header_is_sound(from, size)) return EVO_ERROR_CORRUPT;
    evo_world before = *world;
    world_begin(world);
    evo_result result = fill(world, from + HEADER, size - HEADER);
    if (result == EVO_OK && finish && !finish(world, context)) result = EVO_ERROR_MEMORY;
    if (result == EVO_OK) {
        keep_users(&world->core, &before.core);
        world_end(&before);
        world_drop_save(world);
        recorder_note_state(world->recorder);
        return EVO_OK;
    }
    world_end(world);
    put_back(world, &before);
    return result;
}

evo_result evo_world_load(evo_world *world, const void *bytes, size_t size) {
    return world_refuse(world, __func__, world_load(world, bytes, size, NULL, NULL));
}
