/* recorder.c: a recording. In: calls, answers and states, as they happen; out: units in chunks, for
 * the writer of the user. Invariant: what is written ends with a whole unit; memory or a writer
 * that refuses ends the recording, and nothing else. */
#include "record/recorder.h"

#include <assert.h>
#include <string.h>

#include "core/array.h"
#include "evolute/snapshot.h"
#include "record/mixes.h"
#include "record/units.h"

struct recorder {
    evo_record_config config;
    evo_world *world;
    evo_allocator memory;
    evo_result ended_by; /* EVO_OK: it goes on */
    visitor v;           /* bytes that are not written yet */
    uint64_t checksum;   /* of what was written last */
    uint64_t steps;
    mixes mixes;
    call_store store;
};

/* Bytes from which on they are written before a step is due. */
enum { CHUNK_BYTES = 65536 };

/* Most bytes of a unit but its state or its arguments. */
enum { UNIT_BYTES = 192 };

static void stop(recorder *r, evo_result why) {
    if (r->ended_by == EVO_OK) r->ended_by = why;
}

static bool goes_on(const recorder *r) {
    return r && r->ended_by == EVO_OK;
}

bool listener_hears(const call_listener *l) {
    return !l->busy && (l->complain || goes_on(l->recorder));
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

static bool write_bytes(recorder *r, const unsigned char *bytes, size_t size) {
    const bool written = r->config.write(r->config.context, bytes, size);
    if (!written) stop(r, EVO_ERROR_LIMIT);
    return written;
}

/* Room for a unit; the head of its chunk is before it. */
static bool reserve(recorder *r, size_t bytes) {
    const bool room =
        array_reserve(&r->memory, &r->v.to, &r->v.size, r->v.at + bytes + RECORD_CHUNK_HEAD, 1);
    if (!room) stop(r, EVO_ERROR_MEMORY);
    return room;
}

static void flush(recorder *r) {
    assert(r->v.at >= RECORD_CHUNK_HEAD && "the head of a chunk has its place");
    const size_t size = r->v.at - RECORD_CHUNK_HEAD;
    if (size == 0 || !goes_on(r)) return;
    r->checksum = record_checksum(r->checksum, r->v.to + RECORD_CHUNK_HEAD, size);
    visit_put_word(r->v.to, size, 8);
    visit_put_word(r->v.to + 8, r->checksum, 8);
    write_bytes(r, r->v.to, r->v.at);
    r->v.at = RECORD_CHUNK_HEAD;
}

/* Begins a unit that takes so many bytes at most. */
static bool begin_unit(recorder *r, uint32_t kind, size_t bytes) {
    if (goes_on(r) && r->v.at > CHUNK_BYTES) flush(r);
    if (!goes_on(r) || !reserve(r, UNIT_BYTES + bytes)) return false;
    visit_u32(&r->v, &kind);
    return true;
}

static void put_state(recorder *r) {
    uint64_t size = evo_world_save(r->world, NULL, 0);
    if (!begin_unit(r, UNIT_STATE, (size_t)size)) return;
    visit_u64(&r->v, &size);
    (void)evo_world_save(r->world, r->v.to + r->v.at, (size_t)size);
    r->v.at += (size_t)size;
}

/* ---- Beginning and ending -------------------------------------------------------------------- */

static void put_head(recorder *r, uint32_t callbacks) {
    unsigned char head[RECORD_HEAD];
    memcpy(head, RECORD_MAGIC, sizeof RECORD_MAGIC);
    visit_put_word(head + sizeof RECORD_MAGIC, RECORD_VERSION | (uint64_t)callbacks << 32, 8);
    r->checksum = visit_checksum(head, sizeof head);
    write_bytes(r, head, sizeof head);
}

recorder *recorder_begin(evo_world *world, const evo_record_config *config,
                         const evo_allocator *memory, uint32_t callbacks, evo_result *why) {
    recorder *r = memory_take(memory, sizeof *r);
    *why = EVO_ERROR_MEMORY;
    if (!r) return NULL;
    *r = (recorder){.config = *config,
                    .world = world,
                    .memory = *memory,
                    .v = {.mode = VISIT_SAVE, .at = RECORD_CHUNK_HEAD, .any = true}};
    r->store.memory = &r->memory;
    put_head(r, callbacks);
    if (goes_on(r)) put_state(r);
    if (goes_on(r)) flush(r);
    *why = r->ended_by;
    if (goes_on(r)) return r;
    (void)recorder_end(r);
    return NULL;
}

evo_result recorder_end(recorder *r) {
    if (!r) return EVO_OK;
    flush(r);
    const evo_result why = r->ended_by;
    const evo_allocator memory = r->memory;
    mixes_free(&r->mixes, &memory);
    array_free(&memory, &r->v.to, &r->v.size, 1);
    memory_give(&memory, r, sizeof *r);
    return why;
}

/* ---- Notes ----------------------------------------------------------------------------------- */

void recorder_note_pair(recorder *r, callback_pair pair) {
    if (begin_unit(r, UNIT_CALLBACKS + (uint32_t)pair.kind, 0)) unit_visit_pair(&r->v, &pair);
}

void recorder_note_mix(recorder *r, callback_mix mix) {
    callback_mix known = mix;
    if (!goes_on(r) || mixes_find(&r->mixes, &known)) return;
    if (!mixes_add(&r->mixes, &r->memory, &mix)) stop(r, EVO_ERROR_MEMORY);
    if (begin_unit(r, UNIT_CALLBACKS + (uint32_t)mix.kind, 0)) unit_visit_mix(&r->v, &mix);
}

void recorder_note_state(recorder *r) {
    if (goes_on(r)) put_state(r);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void begin_call(recorder *r, call_made *c) {
    if (!begin_unit(r, UNIT_CALLS + (uint32_t)c->kind, call_bytes(c))) return;
    call_made given = *c;
    call_visit(&r->v, &given, &r->store);
    assert(r->v.at <= r->v.size && "room was made for the unit");
    if (call_steps(c->kind)) flush(r);
}

/* Returns the hash of the state after a step; 0: it is not due. */
static uint64_t hash_due(recorder *r) {
    const uint64_t every = r->config.hash_every > 0 ? r->config.hash_every : 1;
    return ++r->steps % every == 0 ? evo_world_hash(r->world) : 0;
}

/* A call that was refused memory may have changed a part. */
static void end_call(recorder *r, const call_made *c, evo_outcome outcome) {
    const bool steps = call_steps(c->kind);
    if (!goes_on(r)) return;
    if (steps) outcome.hash = hash_due(r);
    if (begin_unit(r, UNIT_END, 0)) call_visit_outcome(&r->v, &outcome);
    if (outcome.result == EVO_ERROR_MEMORY) recorder_note_state(r);
    if (steps) flush(r);
}

static evo_outcome make(call_listener *l, call_made *c) {
    recorder *r = l->recorder;
    assert(!l->busy && "calls within a call are not handed over");
    l->busy = true;
    if (goes_on(r)) begin_call(r, c);
    const evo_outcome outcome = call_make(l->world, c);
    if (goes_on(r)) end_call(r, c, outcome);
    l->busy = false;
    if (l->complain && outcome.result != EVO_OK)
        l->complain(l->context, call_name(c->kind), outcome.result);
    return outcome;
}

static evo_result back_result(evo_outcome o) {
    return o.result;
}

/* A handle of what was made. */
#define BACK(made)                                                                                 \
    static evo_##made back_##made(evo_outcome o) {                                                 \
        return (evo_##made){o.index, o.generation};                                                \
    }
BACK(body)
BACK(collider)
BACK(chain)
BACK(joint)

#define BEGIN(name)                                                                                \
    call_made c;                                                                                   \
    c.kind = CALL_##name
#define HAND_1(returns, name, a)                                                                   \
    call_##returns record_##name(call_listener *l, call_##a x) {                                   \
        BEGIN(name);                                                                               \
        c.values[0].a = x;                                                                         \
        return back_##returns(make(l, &c));                                                        \
    }
#define HAND_2(returns, name, a, b)                                                                \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y) {                       \
        BEGIN(name);                                                                               \
        c.values[0].a = x;                                                                         \
        c.values[1].b = y;                                                                         \
        return back_##returns(make(l, &c));                                                        \
    }
#define HAND_3(returns, name, a, b, d)                                                             \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y, call_##d z) {           \
        BEGIN(name);                                                                               \
        c.values[0].a = x;                                                                         \
        c.values[1].b = y;                                                                         \
        c.values[2].d = z;                                                                         \
        return back_##returns(make(l, &c));                                                        \
    }
#define HAND_4(returns, name, a, b, d, e)                                                          \
    call_##returns record_##name(call_listener *l, call_##a x, call_##b y, call_##d z,             \
                                 call_##e w) {                                                     \
        BEGIN(name);                                                                               \
        c.values[0].a = x;                                                                         \
        c.values[1].b = y;                                                                         \
        c.values[2].d = z;                                                                         \
        c.values[3].e = w;                                                                         \
        return back_##returns(make(l, &c));                                                        \
    }
CALLS(HAND_1, HAND_2, HAND_3, HAND_4)
