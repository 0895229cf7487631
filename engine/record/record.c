/* record.c: records, written as calls happen, and replayed. */
#include "record/record.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/memory.h"

MACHINE_SMALL

/* ==== The recorder ============================================================================ */

/* A recording. In: calls, answers and states, as they happen; out: units in chunks, for the writer
 * of the user. Invariant: the written bytes end with a whole unit; refused memory, or a writer that
 * refuses, ends the recording, and nothing else. */

struct recorder {
    evo_record_config config;
    evo_world *world;
    evo_allocator memory;
    evo_result ended_by; /* EVO_OK: the recording goes on */
    visitor v;           /* bytes that are not written yet */
    uint64_t checksum;   /* of the last chunk */
    uint64_t steps;
    mixes mixes;
    call_store store;
};

/* Bytes at which a chunk is written before a step is due. */
enum { CHUNK_BYTES = 65536 };

/* Most bytes of a unit, without its state or arguments, and of a query. */
enum { UNIT_BYTES = 192, QUERY_BYTES = 512 };

static void record_stop(recorder *r, evo_result why) {
    if (r->ended_by == EVO_OK) r->ended_by = why;
}

static bool record_goes_on(const recorder *r) {
    return r && r->ended_by == EVO_OK;
}

bool listener_hears(const call_listener *l) {
    return listener_is_asked(l) && (l->tell || record_goes_on(l->recorder));
}

bool listener_records(const call_listener *l) {
    return l->state == LISTENER_READY && record_goes_on(l->recorder);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

static bool write_bytes(recorder *r, const unsigned char *bytes, size_t size) {
    const bool written = r->config.write(r->config.context, bytes, size);
    if (!written) record_stop(r, EVO_ERROR_LIMIT);
    return written;
}

/* Makes room for a unit, and for the head of its chunk before it. */
static bool reserve_bytes(recorder *r, size_t bytes) {
    const bool room =
        array_reserve(&r->memory, &r->v.to, &r->v.size, r->v.at + bytes + RECORD_CHUNK_HEAD, 1);
    if (!room) record_stop(r, EVO_ERROR_MEMORY);
    return room;
}

static void flush(recorder *r) {
    assert(r->v.at >= RECORD_CHUNK_HEAD && "the head of a chunk has its place");
    const size_t size = r->v.at - RECORD_CHUNK_HEAD;
    if (size == 0 || !record_goes_on(r)) return;
    r->checksum = record_checksum(r->checksum, r->v.to + RECORD_CHUNK_HEAD, size);
    visit_put_word(r->v.to, size, 8);
    visit_put_word(r->v.to + 8, r->checksum, 8);
    write_bytes(r, r->v.to, r->v.at);
    r->v.at = RECORD_CHUNK_HEAD;
}

/* Begins a unit that takes so many bytes at most. */
static bool begin_unit(recorder *r, uint32_t kind, size_t bytes) {
    if (record_goes_on(r) && r->v.at > CHUNK_BYTES) flush(r);
    if (!record_goes_on(r) || !reserve_bytes(r, UNIT_BYTES + bytes)) return false;
    visit_u32(&r->v, &kind);
    return true;
}

static void put_state(recorder *r) {
    uint64_t size = evo_world_save(r->world, NULL, 0);
    double time = evo_world_time(r->world);
    if (!begin_unit(r, UNIT_STATE, (size_t)size)) return;
    visit_double(&r->v, &time);
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
    if (record_goes_on(r)) put_state(r);
    if (record_goes_on(r)) flush(r);
    *why = r->ended_by;
    if (record_goes_on(r)) return r;
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
    if (!record_goes_on(r) || mixes_find(&r->mixes, &known)) return;
    if (!mixes_add(&r->mixes, &r->memory, &mix)) record_stop(r, EVO_ERROR_MEMORY);
    if (begin_unit(r, UNIT_CALLBACKS + (uint32_t)mix.kind, 0)) unit_visit_mix(&r->v, &mix);
}

void recorder_note_state(recorder *r) {
    if (record_goes_on(r)) put_state(r);
}

bool recorder_takes_queries(const recorder *r) {
    return r && r->config.queries;
}

void recorder_note_query(recorder *r, query_asked asked) {
    if (!recorder_takes_queries(r)) return;
    if (begin_unit(r, UNIT_QUERIES + (uint32_t)asked.kind, QUERY_BYTES))
        query_visit_asked(&r->v, &asked);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void begin_call(recorder *r, const call_made *c) {
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

/* Ends a call. One that was refused memory may have changed a part of the world. */
static void end_call(recorder *r, const call_made *c, evo_outcome outcome) {
    const bool steps = call_steps(c->kind);
    double time = evo_world_time(r->world);
    if (!record_goes_on(r)) return;
    if (c->kind == CALL_world_set_rules) mixes_free(&r->mixes, &r->memory); /* it may mix anew */
    if (steps) outcome.hash = hash_due(r);
    if (begin_unit(r, UNIT_END, 0)) call_visit_outcome(&r->v, c->kind, &outcome, &time);
    if (outcome.result == EVO_ERROR_MEMORY) recorder_note_state(r);
    if (steps) flush(r);
}

void recorder_note_body(recorder *r, const evo_body_config *config, evo_body made) {
    call_made c = {.kind = CALL_body_create};
    c.values[0].body_config = config;
    if (!record_goes_on(r)) return;
    begin_call(r, &c);
    end_call(r, &c, (evo_outcome){.index = made.index, .generation = made.generation});
}

evo_outcome listener_make(call_listener *l, const call_made *c) {
    const listener_state before = l->state;
    recorder *r = before == LISTENER_READY ? l->recorder : NULL;
    assert(listener_is_asked(l) && "calls within a call are not handed over");
    l->state = before == LISTENER_READY ? LISTENER_IN_CALL : LISTENER_IN_CALLBACK;
    if (record_goes_on(r)) begin_call(r, c);
    const evo_outcome outcome = call_make(l->world, c);
    if (record_goes_on(r)) end_call(r, c, outcome);
    l->state = before;
    if (l->tell) l->tell(l->world, call_name(c->kind), outcome.result);
    return outcome;
}

/* ==== The replay ============================================================================== */

/* A record done again. In: its bytes, from anywhere; out: call by call the outcome then and now.
 * Invariant: no byte beyond the record is read, each chunk is checked before one of its units is,
 * and reading returns zeros once a chunk has failed. */

/* ---- Chunks ---------------------------------------------------------------------------------- */

bool replay_read_head(evo_replay *r) {
    const size_t left = r->size - r->place.at;
    const unsigned char *head = r->bytes + r->place.at;
    if (left < RECORD_HEAD || memcmp(head, RECORD_MAGIC, sizeof RECORD_MAGIC) != 0) return false;
    const uint64_t word = visit_word_at(head + sizeof RECORD_MAGIC, 8);
    r->callbacks = (uint32_t)(word >> 32);
    r->place.checksum = visit_checksum(head, RECORD_HEAD);
    r->place.at += RECORD_HEAD;
    return (uint32_t)word == RECORD_VERSION && r->callbacks >> CALLBACK_KINDS == 0;
}

static bool read_chunk(evo_replay *r) {
    const size_t left = r->size - r->place.at;
    const unsigned char *chunk = r->bytes + r->place.at;
    if (left <= RECORD_CHUNK_HEAD) return false;
    const uint64_t size = visit_word_at(chunk, 8);
    if (size == 0 || size > left - RECORD_CHUNK_HEAD) return false;
    assert(r->place.at + RECORD_CHUNK_HEAD + size <= r->size && "a chunk is within the record");
    r->place.checksum = record_checksum(r->place.checksum, chunk + RECORD_CHUNK_HEAD, (size_t)size);
    if (visit_word_at(chunk + 8, 8) != r->place.checksum) return false;
    r->place.v = (visitor){
        .mode = VISIT_LOAD, .from = chunk + RECORD_CHUNK_HEAD, .size = (size_t)size, .any = true};
    r->place.at += RECORD_CHUNK_HEAD + (size_t)size;
    return true;
}

/* Returns whether another record begins behind the chunk. */
static bool is_at_head(const evo_replay *r) {
    return r->size - r->place.at >= sizeof RECORD_MAGIC
           && memcmp(r->bytes + r->place.at, RECORD_MAGIC, sizeof RECORD_MAGIC) == 0;
}

/* Returns whether there is a unit to read; false: the record ends here, or is damaged. */
static bool has_unit(evo_replay *r) {
    visitor *v = &r->place.v;
    if (!visit_goes_on(v)) return false;
    if (v->at < v->size) return true;
    if (r->place.at == r->size || is_at_head(r)) return false;
    v->failed = !read_chunk(r);
    return !v->failed;
}

/* Reads the kind of the next unit, if it is the given one; else leaves it there. */
static bool next_is(evo_replay *r, uint32_t kind) {
    uint32_t found = 0;
    if (!has_unit(r)) return false;
    visitor *v = &r->place.v;
    const size_t at = v->at;
    visit_u32(v, &found);
    if (!v->failed && found == kind) return true;
    v->at = at;
    return false;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void differ(evo_replay *r, evo_difference how) {
    if (r->now.difference == EVO_SAME) r->now.difference = how;
}

/* Notes a question that was not asked then, unless the record ends before it, or is damaged. */
static void differ_by_question(evo_replay *r) {
    if (has_unit(r)) differ(r, EVO_DIFFERS_QUESTION);
}

/* Adds an answer to a question that has been asked, or will be. */
static void read_mix(evo_replay *r, callback_kind kind) {
    callback_mix mix = {.kind = kind}, known;
    unit_visit_mix(&r->place.v, &mix);
    known = mix;
    if (r->place.v.failed || mixes_find(&r->mixes, &known)) return;
    visit_room(&r->place.v, mixes_add(&r->mixes, &r->memory, &mix));
}

/* Reads answers about materials, up to the first other unit. */
static void read_mixes(evo_replay *r) {
    for (;;) {
        if (next_is(r, UNIT_CALLBACKS + CALLBACK_FRICTION))
            read_mix(r, CALLBACK_FRICTION);
        else if (next_is(r, UNIT_CALLBACKS + CALLBACK_RESTITUTION))
            read_mix(r, CALLBACK_RESTITUTION);
        else
            return;
    }
}

/* Reads an answer about two colliders, if there is one. */
static bool read_pair(evo_replay *r, callback_pair *pair) {
    read_mixes(r);
    *pair = (callback_pair){.kind = CALLBACK_COLLIDE};
    if (!next_is(r, UNIT_CALLBACKS + CALLBACK_COLLIDE)) {
        pair->kind = CALLBACK_SOLVE;
        if (!next_is(r, UNIT_CALLBACKS + CALLBACK_SOLVE)) return false;
    }
    unit_visit_pair(&r->place.v, pair);
    return !r->place.v.failed;
}

/* Answers a callback. One that is asked otherwise than then gets an answer, too: the pair
 * collides. */
bool replay_answer(evo_replay *r, callback_kind kind, evo_collider a, evo_collider b,
                   evo_contact_rules *rules) {
    callback_pair pair;
    if (r->now.difference != EVO_SAME) return true;
    if (!read_pair(r, &pair)) {
        differ_by_question(r);
        return true;
    }
    if (pair.kind != kind || !evo_collider_equal(a, pair.a) || !evo_collider_equal(b, pair.b)) {
        differ(r, EVO_DIFFERS_QUESTION);
        return true;
    }
    ++r->now.questions;
    if (rules) *rules = pair.rules;
    return pair.answer;
}

/* Answers a rule for materials; within a call their order may differ. An answer that is no number
 * stands for the engine's own rule. */
double replay_mix(evo_replay *r, callback_kind kind, const evo_material *a, const evo_material *b) {
    callback_mix asked = {.kind = kind, .a = *a, .b = *b, .answer = NAN};
    callback_pair pair;
    if (mixes_find(&r->mixes, &asked)) return asked.answer;
    const record_place here = r->place;
    while (read_pair(r, &pair)) continue;
    if (!mixes_find(&r->mixes, &asked)) differ_by_question(r);
    const bool refused = r->place.v.refused;
    r->place = here;
    r->place.v.refused = refused;
    return asked.answer;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Skips answers that were not asked for, up to the outcome of the call. */
static bool find_end(evo_replay *r) {
    callback_pair pair;
    while (read_pair(r, &pair)) differ(r, EVO_DIFFERS_QUESTION);
    return next_is(r, UNIT_END) || (has_unit(r) && visit_check(&r->place.v, false));
}

static bool outcomes_equal(const evo_outcome *a, const evo_outcome *b) {
    return a->result == b->result && a->index == b->index && a->generation == b->generation;
}

/* Compares the outcomes of a call. One that was refused memory then has none: the state follows. */
static void compare_state(evo_replay *r) {
    evo_replay_call *c = &r->now;
    double time;
    call_visit_outcome(&r->place.v, r->made.kind, &c->then, &time);
    if (c->then.result == EVO_ERROR_MEMORY) {
        c->difference = EVO_SAME;
        return;
    }
    if (!outcomes_equal(&c->then, &c->now)) differ(r, EVO_DIFFERS_RESULT);
    if (c->then.hash == 0) return;
    c->now.hash = evo_world_hash(r->world);
    if (c->now.hash != c->then.hash) differ(r, EVO_DIFFERS_HASH);
}

static evo_result replay_result(const evo_replay *r) {
    if (r->place.v.refused) return EVO_ERROR_MEMORY;
    return r->place.v.failed ? EVO_ERROR_CORRUPT : EVO_OK;
}

static void begin_now(evo_replay *r, const char *name) {
    if (r->behind_step) r->asked_list.count = 0;
    r->last_asked = false;
    r->behind_step = false;
    r->now.name = name;
    r->now.difference = EVO_SAME;
    r->now.then = r->now.now = (evo_outcome){.result = EVO_OK};
    r->now.questions = 0;
    r->now.unfinished = false;
}

static evo_result read_call(evo_replay *r, call_kind kind) {
    memset(&r->made, 0, sizeof r->made);
    r->made.kind = kind;
    call_visit(&r->place.v, &r->made, &r->store);
    return replay_result(r);
}

static evo_result make_again(evo_replay *r, call_kind kind, evo_replay_call *told) {
    if (read_call(r, kind) != EVO_OK) return replay_result(r);
    begin_now(r, call_name(kind));
    r->now.now = call_make(r->world, &r->made);
    if (kind == CALL_world_set_rules) mixes_free(&r->mixes, &r->memory);
    if (find_end(r))
        compare_state(r);
    else
        r->now.unfinished = true;
    if (r->now.now.result == EVO_ERROR_MEMORY && r->now.then.result != EVO_ERROR_MEMORY)
        r->place.v.refused = true;
    *told = r->now;
    ++r->now.number;
    r->behind_step = call_steps(kind);
    r->now.step += r->behind_step;
    return replay_result(r);
}

static query_asked read_query(visitor *v, query_kind kind) {
    query_asked q;
    memset(&q, 0, sizeof q);
    q.kind = kind;
    query_visit_asked(v, &q);
    return q;
}

/* Reads again a query that was asked again. */
static query_asked query_of(const evo_replay *r, size_t number) {
    const replay_asked *a = &r->asked[number];
    const size_t left = r->size - (size_t)(a->bytes - r->bytes);
    visitor v = {.mode = VISIT_LOAD, .from = a->bytes, .size = left, .any = true};
    query_asked q = read_query(&v, a->kind);
    q.differs = a->differs;
    return q;
}

static evo_result ask_again(evo_replay *r, query_kind kind, evo_replay_call *told) {
    const unsigned char *bytes = r->place.v.from + r->place.v.at;
    query_asked q = read_query(&r->place.v, kind);
    if (replay_result(r) != EVO_OK) return replay_result(r);
    begin_now(r, query_name(kind));
    r->answer = (query_answer){0, 0};
    query_ask(r->world, &q);
    q.differs = q.answer.hits != r->answer.hits || q.answer.sum != r->answer.sum;
    if (q.differs) differ(r, EVO_DIFFERS_RESULT);
    const size_t count = r->asked_list.count;
    if (!visit_room(&r->place.v,
                    ARRAY_RESERVE(&r->memory, r->asked, r->asked_list.capacity, count + 1)))
        return EVO_ERROR_MEMORY;
    r->asked[r->asked_list.count++] = (replay_asked){bytes, kind, q.differs};
    r->last_asked = true;
    *told = r->now;
    ++r->now.number;
    return EVO_OK;
}

/* Reads the time and the size of a state, and passes over its bytes; returns where they begin. */
static const unsigned char *pass_state(visitor *v, double *time, uint64_t *size) {
    visit_double(v, time);
    visit_u64(v, size);
    if (!visit_check(v, *size <= v->size - v->at)) return NULL;
    v->at += (size_t)*size;
    return v->from + v->at - *size;
}

static evo_result load_state(evo_replay *r) {
    visitor *v = &r->place.v;
    uint64_t size = 0;
    double time;
    const unsigned char *bytes = pass_state(v, &time, &size);
    if (!bytes) return replay_result(r);
    const evo_result loaded = evo_world_load(r->world, bytes, (size_t)size);
    v->refused |= loaded == EVO_ERROR_MEMORY;
    v->failed |= loaded != EVO_OK;
    return replay_result(r);
}

/* ---- From call to call ----------------------------------------------------------------------- */

evo_result replay_begin(evo_replay *r) {
    if (!next_is(r, UNIT_STATE)) return EVO_ERROR_CORRUPT;
    const evo_result loaded = load_state(r);
    r->behind_step = true;
    return loaded;
}

/* Begins the record that may follow, of a world that had the same callbacks. */
static bool begin_next(evo_replay *r) {
    const uint32_t callbacks = r->callbacks;
    if (!visit_goes_on(&r->place.v) || !is_at_head(r)) return false;
    mixes_free(&r->mixes, &r->memory);
    r->place.v.failed = !replay_read_head(r) || r->callbacks != callbacks;
    return has_unit(r);
}

/* Reads up to the next unit that is reported; told->name stays NULL at the end. */
static evo_result next_call(evo_replay *r, evo_replay_call *told) {
    uint32_t kind;
    read_mixes(r);
    if (!has_unit(r) && !begin_next(r)) return replay_result(r);
    visit_u32(&r->place.v, &kind);
    if (kind >= UNIT_CALLS && kind < UNIT_QUERIES)
        return make_again(r, (call_kind)(kind - UNIT_CALLS), told);
    if (kind >= UNIT_QUERIES && kind < UNIT_KINDS)
        return ask_again(r, (query_kind)(kind - UNIT_QUERIES), told);
    if (!visit_check(&r->place.v, kind == UNIT_STATE)) return replay_result(r);
    begin_now(r, "evo_world_load");
    *told = r->now;
    return load_state(r);
}

evo_result evo_replay_next(evo_replay *replay, evo_replay_call *told) {
    if (!replay || !told) return EVO_ERROR_INVALID;
    memset(told, 0, sizeof *told);
    told->number = replay->now.number;
    told->step = replay->now.step;
    if (replay->ended) return replay_result(replay);
    const evo_result made = next_call(replay, told);
    replay->ended = made != EVO_OK || !told->name;
    return made;
}

evo_world *evo_replay_world(evo_replay *replay) {
    return replay ? replay->world : NULL;
}

size_t evo_replay_describe(const evo_replay *replay, char *text, size_t capacity) {
    if (text && capacity > 0) *text = 0;
    if (!replay || !replay->now.name) return 0;
    capacity = text ? capacity : 0;
    if (replay->last_asked) {
        const query_asked q = query_of(replay, replay->asked_list.count - 1);
        return query_describe(replay->world, &q, text, capacity);
    }
    return call_describe(replay->world, &replay->made, text, capacity);
}

size_t evo_replay_queries(const evo_replay *replay, evo_replay_query *queries, size_t capacity) {
    const size_t count = replay ? replay->asked_list.count : 0;
    for (size_t i = 0; queries && i < count && i < capacity; ++i) {
        const query_asked q = query_of(replay, i);
        const evo_vec2 from = q.from.position, to = q.to.position;
        const bool goes = q.kind <= QUERY_world_cast_all;
        queries[i] = (evo_replay_query){query_name(q.kind),
                                        q.from,
                                        {goes ? to.x - from.x : 0, goes ? to.y - from.y : 0},
                                        q.shape,
                                        q.bounds,
                                        q.answer.hits,
                                        q.differs};
    }
    return count;
}

/* ---- The whole record ------------------------------------------------------------------------ */

/* A record that is read and counted, unit by unit. */
typedef struct replay_count {
    evo_replay r;
    evo_replay_info info;
    evo_replay_mark *marks;
    size_t capacity;
    double time;
    bool timed; /* some step was not refused */
    bool open;  /* the outcome of the call was not read yet */
} replay_count;

static void count_outcome(replay_count *c) {
    const call_made *made = &c->r.made;
    evo_replay_info *info = &c->info;
    evo_outcome outcome;
    double time = c->time;
    call_visit_outcome(&c->r.place.v, made->kind, &outcome, &time);
    if (c->r.place.v.failed) return;
    const double seconds = time - c->time;
    c->time = time;
    c->open = false;
    if (made->kind == CALL_record_mark && outcome.result == EVO_OK) {
        if (info->marks < c->capacity)
            c->marks[info->marks] = (evo_replay_mark){info->steps, made->values[0].text};
        ++info->marks;
    }
    if (!call_steps(made->kind) || (outcome.result != EVO_OK && seconds == 0)) return;
    info->seconds += seconds;
    if (!c->timed || seconds < info->shortest) info->shortest = seconds;
    if (!c->timed || seconds > info->longest) info->longest = seconds;
    c->timed = true;
}

static void count_call(replay_count *c, call_kind kind) {
    if (read_call(&c->r, kind) != EVO_OK) return;
    c->open = true;
    ++c->info.calls;
    c->info.steps += call_steps(kind);
}

static void count_query(replay_count *c, query_kind kind) {
    (void)read_query(&c->r.place.v, kind);
    c->info.calls += visit_goes_on(&c->r.place.v);
}

/* Reads and counts a unit; a unit where none of its kind can be is damage. */
static void count_unit(replay_count *c) {
    visitor *v = &c->r.place.v;
    uint32_t kind;
    uint64_t size;
    callback_pair pair = {.answer = false};
    visit_u32(v, &kind);
    pair.kind = (callback_kind)(kind - UNIT_CALLBACKS);
    visit_check(v, kind < UNIT_KINDS && (kind > UNIT_STATE && kind < UNIT_CALLS) == c->open);
    if (!visit_goes_on(v)) return;
    if (kind == UNIT_STATE)
        (void)pass_state(v, &c->time, &size);
    else if (kind == UNIT_END)
        count_outcome(c);
    else if (kind >= UNIT_QUERIES)
        count_query(c, (query_kind)(kind - UNIT_QUERIES));
    else if (kind >= UNIT_CALLS)
        count_call(c, (call_kind)(kind - UNIT_CALLS));
    else
        unit_visit_pair(v, &pair);
}

static evo_result count_all(const evo_replay *replay, replay_count *c) {
    evo_replay *r = &c->r;
    *r = (evo_replay){.memory = replay->memory, .bytes = replay->bytes, .size = replay->size};
    r->store.memory = &r->memory;
    r->place.v.failed = !replay_read_head(r);
    c->info.whole = true;
    for (;;) {
        read_mixes(r);
        if (!has_unit(r)) {
            c->info.whole &= !c->open;
            c->open = false;
            if (!begin_next(r)) break;
        }
        count_unit(c);
    }
    c->info.whole &= visit_goes_on(&r->place.v);
    mixes_free(&r->mixes, &r->memory);
    call_store_free(&r->store);
    return r->place.v.refused ? EVO_ERROR_MEMORY : EVO_OK;
}

evo_result evo_replay_info_of(const evo_replay *replay, evo_replay_info *info) {
    replay_count c = {.capacity = 0};
    if (!replay || !info) return EVO_ERROR_INVALID;
    const evo_result counted = count_all(replay, &c);
    if (counted == EVO_OK) *info = c.info;
    return counted;
}

size_t evo_replay_marks(const evo_replay *replay, evo_replay_mark *marks, size_t capacity) {
    replay_count c = {.marks = marks, .capacity = marks ? capacity : 0};
    return replay && count_all(replay, &c) == EVO_OK ? (size_t)c.info.marks : 0;
}

void replay_free(evo_replay *r) {
    const evo_allocator given = r->given; /* the other one is in the freed block */
    mixes_free(&r->mixes, &r->memory);
    call_store_free(&r->store);
    ARRAY_FREE(&r->memory, r->asked, r->asked_list.capacity);
    memory_give(&given, r, sizeof *r);
}
