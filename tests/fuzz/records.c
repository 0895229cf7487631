/* records.c: bytes as a program of calls that is recorded, and damages of the record, whose
 * checksums are made anew. Law: each call of the replay has a result, and the replay ends. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "record/record.h"

/* Repairs the state that a chunk begins with, if it does. */
static void repair_state(unsigned char *chunk, size_t size) {
    visitor v = {.mode = VISIT_LOAD, .from = chunk, .size = size};
    uint32_t kind;
    uint64_t bytes;
    double time;
    visit_u32(&v, &kind);
    visit_double(&v, &time);
    visit_u64(&v, &bytes);
    if (kind == UNIT_STATE && !v.failed && bytes <= size - v.at)
        fuzz_repair_save(chunk + v.at, (size_t)bytes);
}

/* Makes the checksums of all chunks anew, as far as sizes lead from one to the next. */
static void repair(fuzz_blob *record) {
    unsigned char *bytes = record->bytes;
    uint64_t checksum = visit_checksum(bytes, RECORD_HEAD);
    for (size_t at = RECORD_HEAD; record->size - at > RECORD_CHUNK_HEAD;) {
        const size_t left = record->size - at - RECORD_CHUNK_HEAD;
        uint64_t size = visit_word_at(bytes + at, 8);
        if (size > left) visit_put_word(bytes + at, size = left, 8);
        repair_state(bytes + at + RECORD_CHUNK_HEAD, (size_t)size);
        checksum = record_checksum(checksum, bytes + at + RECORD_CHUNK_HEAD, (size_t)size);
        visit_put_word(bytes + at + 8, checksum, 8);
        at += RECORD_CHUNK_HEAD + (size_t)size;
    }
}

static bool write(void *context, const void *bytes, size_t size) {
    return fuzz_add(context, bytes, size);
}

static void begin(void *context, evo_world *world) {
    const evo_record_config config = {.write = write, .context = context};
    fuzz_expect(evo_record_begin(world, &config) == EVO_OK, "a world is recorded");
}

/* Replays a record; returns how it ends. */
static evo_result replay(const fuzz_blob *record, bool whole) {
    evo_replay *r;
    evo_replay_call call = {.name = ""};
    evo_result result = evo_replay_open(&r, record->bytes, record->size, NULL);
    while (result == EVO_OK && call.name) {
        result = evo_replay_next(r, &call);
        if (whole) fuzz_expect(call.difference == EVO_SAME, "a replay does what was recorded");
    }
    evo_replay_close(r);
    return result;
}

static void end(void *context, evo_world *world) {
    (void)context;
    fuzz_expect(evo_record_end(world) == EVO_OK, "a record ends");
}

enum { DAMAGE_BYTES = 32 };

void fuzz_records(const uint8_t *bytes, size_t count) {
    const size_t first = count < DAMAGE_BYTES ? count : DAMAGE_BYTES;
    fuzz_bytes damages = {bytes, bytes + first};
    fuzz_blob record = {NULL, 0, 0};
    const fuzz_hooks hooks = {begin, end, &record};
    fuzz_play((fuzz_bytes){bytes + first, bytes + count}, &hooks);
    if (!record.bytes) return;
    fuzz_expect(replay(&record, true) == EVO_OK, "a record is replayed to its end");
    fuzz_damage(&damages, &record, RECORD_HEAD);
    repair(&record);
    (void)replay(&record, false);
    free(record.bytes);
}
