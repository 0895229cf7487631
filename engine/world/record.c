/* record.c: the doors of recording and replaying, and the callbacks of the user on their way: what
 * they answer is noted, and in a replay the record answers. In: a world, a writer, a record; out:
 * bytes, or the world of a replay. */
#include "record/replay.h"
#include "world/world.h"

/* ---- Callbacks ------------------------------------------------------------------------------- */

static bool note_collide(void *context, evo_collider a, evo_collider b) {
    const evo_world *world = context;
    const bool answer = world->config.should_collide(world->config.callback_context, a, b);
    recorder_note_pair(world->recorder,
                       (callback_pair){.kind = CALLBACK_COLLIDE, .a = a, .b = b, .answer = answer});
    return answer;
}

static bool note_solve(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    const evo_world *world = context;
    const bool answer = world->config.pre_solve(world->config.callback_context, contact, rules);
    recorder_note_pair(world->recorder,
                       (callback_pair){CALLBACK_SOLVE, contact->a, contact->b, answer, *rules});
    return answer;
}

typedef double mix_function(void *context, const evo_material *a, const evo_material *b);

static double mix(const evo_world *world, callback_kind kind, mix_function *rule,
                  const evo_material *a, const evo_material *b) {
    const double answer = world->replay ? world->replay->mix(world->replay, kind, a, b)
                                        : rule(world->config.callback_context, a, b);
    if (world->recorder) recorder_note_mix(world->recorder, (callback_mix){kind, *a, *b, answer});
    return answer;
}

static double mix_friction(void *context, const evo_material *a, const evo_material *b) {
    const evo_world *world = context;
    return mix(world, CALLBACK_FRICTION, world->config.mix_friction, a, b);
}

static double mix_restitution(void *context, const evo_material *a, const evo_material *b) {
    const evo_world *world = context;
    return mix(world, CALLBACK_RESTITUTION, world->config.mix_restitution, a, b);
}

/* Callbacks that a world has, as bits. */
static uint32_t callbacks_of(const evo_world *world) {
    const evo_world_config *c = &world->config;
    const bool has[CALLBACK_KINDS] = {c->should_collide != NULL, c->pre_solve != NULL,
                                      c->mix_friction != NULL, c->mix_restitution != NULL};
    uint32_t bits = world->replay ? world->replay->callbacks : 0;
    for (int i = 0; i < CALLBACK_KINDS; ++i) bits |= (uint32_t)has[i] << i;
    return bits;
}

void world_find_callbacks(evo_world *world) {
    const evo_world_config *c = &world->config;
    const uint32_t has = callbacks_of(world);
    material_table *materials = &world->core.bodies.materials;
    pair_questions *ask = &world->core.settings.ask;
    materials->mix_friction = (mix_rule){has >> CALLBACK_FRICTION & 1 ? mix_friction : NULL, world};
    materials->mix_restitution =
        (mix_rule){has >> CALLBACK_RESTITUTION & 1 ? mix_restitution : NULL, world};
    ask->should_collide = c->should_collide;
    ask->pre_solve = c->pre_solve;
    ask->context = c->callback_context;
    world->listener.world = world;
    world->listener.recorder = world->recorder;
    world->listener.complain = c->complain;
    world->listener.context = c->callback_context;
    if (!world->recorder) return;
    if (c->should_collide) ask->should_collide = note_collide;
    if (c->pre_solve) ask->pre_solve = note_solve;
    ask->context = world;
}

evo_result world_refuse(const evo_world *world, const char *call, evo_result result) {
    if (world && world->config.complain && result != EVO_OK && !world->listener.busy)
        world->config.complain(world->config.callback_context, call, result);
    return result;
}

/* ---- Recording ------------------------------------------------------------------------------- */

static evo_result begin_record(evo_world *world, const evo_record_config *config) {
    evo_result why;
    if (!world || !config || !config->write || world->recorder) return EVO_ERROR_INVALID;
    if (world->locked) return EVO_ERROR_LOCKED;
    world->recorder =
        recorder_begin(world, config, &world->config.allocator, callbacks_of(world), &why);
    world_find_callbacks(world);
    return why;
}

evo_result evo_record_begin(evo_world *world, const evo_record_config *config) {
    return world_refuse(world, __func__, begin_record(world, config));
}

static evo_result end_record(evo_world *world) {
    if (!world || !world->recorder) return EVO_ERROR_INVALID;
    if (world->locked) return EVO_ERROR_LOCKED;
    recorder *ended = world->recorder;
    world->recorder = NULL;
    world_find_callbacks(world);
    return recorder_end(ended);
}

evo_result evo_record_end(evo_world *world) {
    return world_refuse(world, __func__, end_record(world));
}

/* ---- Replaying ------------------------------------------------------------------------------- */

static bool answer_collide(void *replay, evo_collider a, evo_collider b) {
    return replay_answer((evo_replay *)replay, CALLBACK_COLLIDE, a, b, NULL);
}

static bool answer_solve(void *replay, const evo_contact *contact, evo_contact_rules *rules) {
    return replay_answer((evo_replay *)replay, CALLBACK_SOLVE, contact->a, contact->b, rules);
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

static evo_result begin(evo_replay *replay) {
    if (!replay_read_head(replay)) return EVO_ERROR_CORRUPT;
    replay->world = make_world(replay);
    return replay->world ? replay_begin(replay) : EVO_ERROR_MEMORY;
}

evo_result evo_replay_open(evo_replay **replay, const void *bytes, size_t size,
                           const evo_allocator *allocator) {
    const evo_allocator none = {NULL, NULL};
    if (replay) *replay = NULL;
    if (!replay || !bytes) return EVO_ERROR_INVALID;
    const evo_allocator memory = memory_or_default(allocator ? *allocator : none);
    evo_replay *made = memory_take(&memory, sizeof *made);
    if (!made) return EVO_ERROR_MEMORY;
    *made = (evo_replay){
        .memory = memory, .bytes = (const unsigned char *)bytes, .size = size, .mix = replay_mix};
    made->store.memory = &made->memory;
    const evo_result begun = begin(made);
    if (begun == EVO_OK)
        *replay = made;
    else
        evo_replay_close(made);
    return begun;
}

void evo_replay_close(evo_replay *replay) {
    if (!replay) return;
    evo_world_destroy(replay->world);
    replay_free(replay);
}
