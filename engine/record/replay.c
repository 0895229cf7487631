/* replay.c: a record done again. In: its bytes, from anywhere; out: call by call what came of it
 * then and now. Invariant: no byte beyond the record is read, each chunk is checked before one of
 * its units is, and what is read once a chunk has failed is zero. */
#include "record/replay.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "evolute/snapshot.h"

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

/* Reads the kind of the next unit, if it is this one, or else leaves it there. */
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

/* A question that was not asked then, unless the record ends before it, or is damaged. */
static void differ_by_question(evo_replay *r) {
    if (has_unit(r)) differ(r, EVO_DIFFERS_QUESTION);
}

/* Adds an answer that has been asked for, or will be. */
static void read_mix(evo_replay *r, callback_kind kind) {
    callback_mix mix = {.kind = kind}, known;
    unit_visit_mix(&r->place.v, &mix);
    known = mix;
    if (r->place.v.failed || mixes_find(&r->mixes, &known)) return;
    visit_room(&r->place.v, mixes_add(&r->mixes, &r->memory, &mix));
}

/* Reads what was answered about materials, as far as nothing else comes before. */
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

/* Callbacks that are asked otherwise get an answer, too: the pair collides. */
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

/* Materials are asked about in any order within a call. An answer that is no number stands for the
 * engine's own rule. */
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

/* Passes over answers that were not asked for, to the outcome of the call. */
static bool find_end(evo_replay *r) {
    callback_pair pair;
    while (read_pair(r, &pair)) differ(r, EVO_DIFFERS_QUESTION);
    return next_is(r, UNIT_END) || (has_unit(r) && visit_check(&r->place.v, false));
}

static bool outcomes_equal(const evo_outcome *a, const evo_outcome *b) {
    return a->result == b->result && a->index == b->index && a->generation == b->generation;
}

/* A call that was refused memory then has no outcome: the state follows. */
static void compare(evo_replay *r) {
    evo_replay_call *c = &r->now;
    call_visit_outcome(&r->place.v, &c->then);
    if (c->then.result == EVO_ERROR_MEMORY) {
        c->difference = EVO_SAME;
        return;
    }
    if (!outcomes_equal(&c->then, &c->now)) differ(r, EVO_DIFFERS_RESULT);
    if (c->then.hash == 0) return;
    c->now.hash = evo_world_hash(r->world);
    if (c->now.hash != c->then.hash) differ(r, EVO_DIFFERS_HASH);
}

static evo_result result_of(const evo_replay *r) {
    if (r->place.v.refused) return EVO_ERROR_MEMORY;
    return r->place.v.failed ? EVO_ERROR_CORRUPT : EVO_OK;
}

static void begin_now(evo_replay *r, const char *name) {
    r->now.name = name;
    r->now.difference = EVO_SAME;
    r->now.then = r->now.now = (evo_outcome){.result = EVO_OK};
    r->now.questions = 0;
    r->now.unfinished = false;
}

static evo_result make_again(evo_replay *r, call_kind kind, evo_replay_call *told) {
    call_made c;
    memset(&c, 0, sizeof c);
    c.kind = kind;
    call_visit(&r->place.v, &c, &r->store);
    if (result_of(r) != EVO_OK) return result_of(r);
    begin_now(r, call_name(kind));
    r->now.now = call_make(r->world, &c);
    if (find_end(r))
        compare(r);
    else
        r->now.unfinished = true;
    if (r->now.now.result == EVO_ERROR_MEMORY && r->now.then.result != EVO_ERROR_MEMORY)
        r->place.v.refused = true;
    *told = r->now;
    ++r->now.number;
    r->now.step += call_steps(kind);
    return result_of(r);
}

static evo_result load_state(evo_replay *r) {
    visitor *v = &r->place.v;
    uint64_t size = 0;
    visit_u64(v, &size);
    if (!visit_check(v, size <= v->size - v->at)) return result_of(r);
    const evo_result loaded = evo_world_load(r->world, v->from + v->at, (size_t)size);
    v->at += (size_t)size;
    v->refused |= loaded == EVO_ERROR_MEMORY;
    v->failed |= loaded != EVO_OK;
    return result_of(r);
}

/* ---- From call to call ----------------------------------------------------------------------- */

evo_result replay_begin(evo_replay *r) {
    if (!next_is(r, UNIT_STATE)) return EVO_ERROR_CORRUPT;
    return load_state(r);
}

/* Another record may follow, of a world that had the same callbacks. */
static bool begin_next(evo_replay *r) {
    const uint32_t callbacks = r->callbacks;
    if (!visit_goes_on(&r->place.v) || !is_at_head(r)) return false;
    mixes_free(&r->mixes, &r->memory);
    r->place.v.failed = !replay_read_head(r) || r->callbacks != callbacks;
    return has_unit(r);
}

/* Reads the next unit that is told; told->name stays NULL at the end. */
static evo_result next_call(evo_replay *r, evo_replay_call *told) {
    uint32_t kind;
    read_mixes(r);
    if (!has_unit(r) && !begin_next(r)) return result_of(r);
    visit_u32(&r->place.v, &kind);
    if (kind >= UNIT_CALLS && kind < UNIT_KINDS)
        return make_again(r, (call_kind)(kind - UNIT_CALLS), told);
    if (!visit_check(&r->place.v, kind == UNIT_STATE)) return result_of(r);
    begin_now(r, "evo_world_load");
    *told = r->now;
    return load_state(r);
}

evo_result evo_replay_next(evo_replay *replay, evo_replay_call *told) {
    if (!replay || !told) return EVO_ERROR_INVALID;
    memset(told, 0, sizeof *told);
    told->number = replay->now.number;
    told->step = replay->now.step;
    if (replay->ended) return result_of(replay);
    const evo_result made = next_call(replay, told);
    replay->ended = made != EVO_OK || !told->name;
    return made;
}

evo_world *evo_replay_world(evo_replay *replay) {
    return replay ? replay->world : NULL;
}

void replay_free(evo_replay *r) {
    const evo_allocator memory = r->memory;
    mixes_free(&r->mixes, &memory);
    call_store_free(&r->store);
    memory_give(&memory, r, sizeof *r);
}
