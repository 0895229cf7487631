/* replay.c: records that are made again, step by step, back and forth. */
#include <assert.h>

#include "record/record.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== The world of a replay =================================================================== */

/* A replay with its world. In: a record; out: the world at its beginning, whose callbacks the
 * record answers. */

static bool answer_collide(void *replay, evo_collider a, evo_collider b) {
    return replay_answer((evo_replay *)replay, CALLBACK_COLLIDE, a, b, NULL);
}

static bool answer_solve(void *replay, const evo_contact *contact, evo_contact_rules *rules) {
    return replay_answer((evo_replay *)replay, CALLBACK_SOLVE, contact->a, contact->b, rules);
}

/* Counts what replay, world and frames take. */
static void *take_counted(void *context, void *block, size_t old_size, size_t new_size) {
    evo_replay *r = context;
    void *resized = memory_resize(&r->given, block, old_size, new_size);
    if (resized || new_size == 0) r->taken += new_size - (block ? old_size : 0);
    return resized;
}

static evo_world *make_world(evo_replay *replay) {
    evo_world_config config = evo_world_config_default();
    config.allocator = replay->memory;
    config.callback_context = replay;
    if (replay->callbacks >> CALLBACK_COLLIDE & 1) config.should_collide = answer_collide;
    if (replay->callbacks >> CALLBACK_SOLVE & 1) config.pre_solve = answer_solve;
    evo_world *world = evo_world_create(&config);
    if (world) world->replay = replay;
    return world;
}

static evo_result begin_replay(evo_replay *replay) {
    if (!replay_read_head(replay)) return EVO_ERROR_CORRUPT;
    replay->world = make_world(replay);
    return replay->world ? replay_begin(replay) : EVO_ERROR_MEMORY;
}

/* ==== Keys ==================================================================================== */

/* States to which a replay goes back. In: a replay right behind a step; out: frames at multiples of
 * so many steps, within a budget of bytes; the world of any step. Invariant: there is no key whose
 * distance does not divide its step. */

/* Steps from key to key at first, and bytes. */
enum { KEY_EVERY = 8, KEY_BUDGET = 64 << 20 };

static void key_end(evo_replay *r, replay_key *key) {
    evo_frame_destroy(key->frame);
    mixes_free(&key->mixes, &r->memory);
}

/* Drops all keys whose step is no multiple of a distance; 0: all. */
static void keys_end(evo_replay *r, uint64_t every) {
    size_t kept = 0;
    for (size_t i = 0; i < r->key_list.count; ++i)
        if (every > 0 && r->keys[i].step % every == 0)
            r->keys[kept++] = r->keys[i];
        else
            key_end(r, &r->keys[i]);
    r->key_list.count = kept;
    if (every == 0) ARRAY_FREE(&r->memory, r->keys, r->key_list.capacity);
}

/* Doubles the distance of keys until they are within the budget. What the world takes is its
 * own. */
static void keys_fit(evo_replay *r) {
    while (r->key_list.count > 0 && r->taken > r->world->bytes + r->budget)
        keys_end(r, r->every *= 2);
}

/* Returns the last key before a step, or NULL. */
static const replay_key *key_before(const evo_replay *r, uint64_t step) {
    const replay_key *last = NULL;
    for (size_t i = 0; i < r->key_list.count; ++i)
        if (r->keys[i].step < step && (!last || r->keys[i].step > last->step)) last = &r->keys[i];
    return last;
}

/* Keeps a key right behind a step, if it is due, and memory is not refused. */
static void keep_key(evo_replay *r) {
    replay_key key = {.step = r->now.step, .number = r->now.number, .place = r->place};
    const replay_key *before = key_before(r, key.step + 1);
    const bool due = r->budget > 0 && key.step % r->every == 0;
    if (!due || (before && before->step == key.step)) return;
    if (ARRAY_RESERVE(&r->memory, r->keys, r->key_list.capacity, r->key_list.count + 1)
        && mixes_copy(&key.mixes, &r->memory, &r->mixes)
        && evo_frame_keep(r->world, &key.frame) == EVO_OK)
        r->keys[r->key_list.count++] = key;
    else
        key_end(r, &key);
    keys_fit(r);
}

/* Goes to a key, or to the beginning. Refused, the replay goes on nowhere but by seeking. */
static evo_result go_to_key(evo_replay *r, const replay_key *key) {
    r->ended = true;
    mixes_free(&r->mixes, &r->memory);
    r->place = (record_place){.at = 0};
    r->asked_list.count = 0;
    r->now = (evo_replay_call){.number = 0};
    if (!key) {
        if (!replay_read_head(r)) return EVO_ERROR_CORRUPT;
        TRY(replay_begin(r));
    } else {
        TRY(evo_frame_restore(r->world, key->frame));
        if (!mixes_copy(&r->mixes, &r->memory, &key->mixes)) return EVO_ERROR_MEMORY;
        r->place = key->place;
        r->now.step = key->step;
        r->now.number = key->number;
        r->behind_step = true;
    }
    r->ended = false;
    return EVO_OK;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

evo_result evo_replay_next_step(evo_replay *replay, evo_replay_call *last) {
    evo_replay_call call;
    evo_result made;
    if (!replay || !last) return EVO_ERROR_INVALID;
    last->difference = EVO_SAME;
    do {
        made = evo_replay_next(replay, &call);
        if (last->difference == EVO_SAME) *last = call;
    } while (made == EVO_OK && call.name && !replay->behind_step);
    if (made == EVO_OK && call.name && !call.unfinished) keep_key(replay);
    return made;
}

/* The last step is made again, so that the world has what it told. */
evo_result evo_replay_seek(evo_replay *replay, uint64_t step) {
    evo_replay *r = replay;
    evo_replay_call call;
    if (!r) return EVO_ERROR_INVALID;
    if (r->steps == 0) {
        evo_replay_info info;
        TRY(evo_replay_info_of(r, &info));
        r->steps = info.steps;
    }
    if (step > r->steps) return EVO_ERROR_INVALID;
    const replay_key *key = key_before(r, step);
    const bool back = r->ended || r->now.step > step || (r->now.step == step && !r->behind_step);
    if (back || (key && key->step > r->now.step)) TRY(go_to_key(r, key));
    while (r->now.step < step) {
        TRY(evo_replay_next_step(r, &call));
        if (!call.name) return EVO_ERROR_CORRUPT;
    }
    return EVO_OK;
}

evo_result evo_replay_set_budget(evo_replay *replay, size_t bytes) {
    if (!replay) return EVO_ERROR_INVALID;
    replay->budget = bytes;
    replay->every = KEY_EVERY;
    keys_fit(replay);
    return EVO_OK;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

evo_result evo_replay_open(evo_replay **replay, const void *bytes, size_t size,
                           const evo_allocator *allocator) {
    const evo_allocator none = {NULL, NULL};
    if (replay) *replay = NULL;
    if (!replay || !bytes) return EVO_ERROR_INVALID;
    const evo_allocator memory = memory_or_default(allocator ? *allocator : none);
    evo_replay *made = memory_take(&memory, sizeof *made);
    if (!made) return EVO_ERROR_MEMORY;
    *made = (evo_replay){.given = memory,
                         .memory = {take_counted, made},
                         .budget = KEY_BUDGET,
                         .bytes = (const unsigned char *)bytes,
                         .size = size,
                         .mix = replay_mix,
                         .every = KEY_EVERY};
    made->store.memory = &made->memory;
    const evo_result begun = begin_replay(made);
    if (begun == EVO_OK)
        *replay = made;
    else
        evo_replay_close(made);
    return begun;
}

void evo_replay_close(evo_replay *replay) {
    if (!replay) return;
    keys_end(replay, 0);
    evo_world_destroy(replay->world);
    replay_free(replay);
}
