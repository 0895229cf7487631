#include "support/tape.h"

#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "support/check.h"

static bool write_tape(void *context, const void *bytes, size_t size) {
    tape *t = context;
    if (++t->writes == t->refuse) return false;
    if (t->size + size > t->capacity) {
        t->capacity = 2 * (t->size + size);
        t->bytes = realloc(t->bytes, t->capacity);
        ck_assert_ptr_nonnull(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

evo_record_config tape_config(tape *t) {
    return (evo_record_config){.write = write_tape, .context = t, .queries = true};
}

void tape_begin(tape *t, evo_world *world) {
    const evo_record_config config = tape_config(t);
    ck_assert_int_eq(evo_record_begin(world, &config), EVO_OK);
}

void tape_free(tape *t) {
    free(t->bytes);
    memset(t, 0, sizeof *t);
}

bool tape_chunk(const tape *t, size_t number, size_t *at, size_t *size) {
    size_t from = RECORD_HEAD;
    for (;; --number) {
        if (t->size < from || t->size - from < RECORD_CHUNK_HEAD) return false;
        const uint64_t bytes = visit_word_at(t->bytes + from, 8);
        if (bytes > t->size - from - RECORD_CHUNK_HEAD) return false;
        *at = from + RECORD_CHUNK_HEAD;
        *size = (size_t)bytes;
        if (number == 0) return true;
        from = *at + *size;
    }
}

void tape_repair(tape *t) {
    size_t at, size;
    if (t->size < RECORD_HEAD) return;
    uint64_t sum = visit_checksum(t->bytes, RECORD_HEAD);
    for (size_t i = 0; tape_chunk(t, i, &at, &size); ++i) {
        sum = record_checksum(sum, t->bytes + at, size);
        visit_put_word(t->bytes + at - 8, sum, 8);
    }
}

evo_replay_call tape_replay(const tape *t, int lanes, evo_result *result) {
    evo_replay *replay;
    evo_replay_call call = {.name = NULL};
    *result = evo_replay_open(&replay, t->bytes, t->size, NULL);
    if (*result != EVO_OK) return call;
    ck_assert_int_eq(evo_world_set_lanes(evo_replay_world(replay), lanes), EVO_OK);
    do *result = evo_replay_next(replay, &call);
    while (*result == EVO_OK && call.name && call.difference == EVO_SAME);
    evo_replay_close(replay);
    return call;
}

void tape_check(const tape *t, int lanes) {
    evo_result result;
    const evo_replay_call call = tape_replay(t, lanes, &result);
    ck_assert_int_eq(result, EVO_OK);
    ck_assert_msg(!call.name, "step %llu, call %llu, %s: difference %d",
                  (unsigned long long)call.step, (unsigned long long)call.number, call.name,
                  (int)call.difference);
}
