/* records.c: bytes as a program of calls that is recorded, and damages of the record, whose
 * checksums are made anew. Law: each call of the replay has a result, the replay ends, and goes to
 * any step. */
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
    const evo_record_config config = {.write = write, .context = context, .queries = true};
    fuzz_expect(evo_record_begin(world, &config) == EVO_OK, "a world is recorded");
}

/* Bytes of frames that a replay keeps: few, so that they are thinned out. */
enum { BUDGET = 100000 };

/* Goes to some steps, from the end on, and says what is there. What can be played is counted. */
static void seek(evo_replay *r, const evo_replay_call *last, bool whole) {
    evo_replay_info info;
    evo_replay_mark marks[8];
    evo_replay_query queries[8];
    char text[64];
    fuzz_expect(evo_replay_set_budget(r, BUDGET) == EVO_OK, "a replay has a budget");
    fuzz_expect(evo_replay_info_of(r, &info) == EVO_OK, "a record is counted");
    if (whole)
        fuzz_expect(info.whole && info.steps == last->step && info.calls == last->number,
                    "what is counted is what is played");
    for (uint64_t step = info.steps + 2; step-- > 0; step -= step / 4) {
        const evo_result result = evo_replay_seek(r, step);
        fuzz_expect(step <= info.steps || result == EVO_ERROR_INVALID, "no step is beyond the end");
        if (whole && step <= info.steps) fuzz_expect(result == EVO_OK, "a step is found");
        (void)evo_replay_describe(r, text, sizeof text);
        (void)evo_replay_queries(r, queries, 8);
    }
    fuzz_expect(evo_replay_marks(r, marks, 8) == info.marks, "marks are counted");
    for (size_t i = 0; i < info.marks && i < 8; ++i)
        fuzz_expect(strlen(marks[i].text) < RECORD_TEXT, "a mark is a text");
}

/* Replays a record; returns how it ends. */
static evo_result replay(const fuzz_blob *record, bool whole) {
    evo_replay *r;
    evo_replay_call call = {.name = ""};
    char text[64];
    evo_result result = evo_replay_open(&r, record->bytes, record->size, NULL);
    while (result == EVO_OK && call.name) {
        result = evo_replay_next(r, &call);
        (void)evo_replay_describe(r, text, sizeof text);
        if (whole) fuzz_expect(call.difference == EVO_SAME, "a replay does what was recorded");
    }
    if (r) seek(r, &call, whole);
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
