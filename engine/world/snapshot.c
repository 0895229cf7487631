/* snapshot.c: public functions that save, load, hash and record worlds. */
#include "world/world.h"

#include <assert.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "record/record.h"
#include "save/save.h"

MACHINE_SMALL

/* ==== Snapshots =============================================================================== */

/* Worlds saved as bytes and loaded from them.
 *
 *     8 bytes  "EVOLUTE" and a zero
 *     4 bytes  version of what follows
 *     4 bytes  zero
 *     8 bytes  number of all bytes
 *     8 bytes  checksum of those behind
 *     ...      the world (see The whole world)
 *
 * In: a world, or bytes from anywhere; out: bytes, or a world. Invariant: a world that is not
 * loaded is as it was. */

/* Increases whenever bytes mean something else. */
enum { VERSION = 6 };

enum { AT_VERSION = 8, AT_SIZE = 16, AT_CHECKSUM = 24, HEADER = 32 };

static const unsigned char MAGIC[8] = "EVOLUTE";

size_t evo_world_save(const evo_world *world, void *bytes, size_t capacity) {
    if (!world || world->locked) return 0;
    const size_t room = bytes && capacity > HEADER ? capacity - HEADER : 0;
    unsigned char *to = bytes;
    visitor v = {.mode = VISIT_SAVE, .to = room > 0 ? to + HEADER : NULL, .size = room};
    world->self->core.bodies.known.needed = true;
    world_weigh(world);
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

/* Gives a world the contents that it had, but not the count of its bytes. */
static void put_back(evo_world *world, const evo_world *before) {
    const size_t bytes = world->bytes;
    *world = *before;
    world->bytes = bytes;
}

bool world_list_user(step_world *w, known_kind kind, uint32_t id) {
    known_life life;
    void **user = user_of(w, kind, id, &life);
    return known_leave(&w->bodies.known, w->memory, kind, life, *user);
}

bool world_give_user(step_world *w, known_kind kind, uint32_t id) {
    known_life life;
    void **user = user_of(w, kind, id, &life);
    *user = known_enter(&w->bodies.known, kind, life);
    return true;
}

/* Moves the pointers of all things. */
static bool move_users(step_world *w, user_moves *moves) {
    const size_t counts[KNOWN_KINDS] = {w->bodies.record_list.count, w->bodies.collider_list.count,
                                        w->joints.list.count};
    for (int kind = 0; kind < KNOWN_KINDS; ++kind)
        for (uint32_t id = 0; id < counts[kind]; ++id)
            if (!moves(w, (known_kind)kind, id)) return false;
    return true;
}

void world_give_ended_users(step_world *w) {
    for (size_t i = 0; i < w->joints.ending_list.count; ++i) {
        evo_joint_end *end = &w->joints.ending[i];
        const uint32_t id = end->joint.index;
        const joint_record *joint = id < w->joints.list.count ? &w->joints.records[id] : NULL;
        const bool its = joint && joint->generation == end->joint.generation + 1;
        end->user = its ? joint->config.user : NULL;
    }
}

/* Gives a world the list of the one before, and all in it the pointers that are listed. */
static void give_users(step_world *w, step_world *before) {
    w->bodies.known = before->bodies.known;
    memset(&before->bodies.known, 0, sizeof before->bodies.known);
    (void)move_users(w, world_give_user);
    world_give_ended_users(w);
}

evo_result world_replace(evo_world *world, world_fill *fill, const void *context) {
    if (!move_users(&world->core, world_list_user)) return EVO_ERROR_MEMORY;
    evo_world before = *world; /* put aside as it is, since some of it is found by its place */
    world->kept = NULL;
    world_begin(world);
    const evo_result result = fill(world, context);
    if (result == EVO_OK) {
        give_users(&world->core, &before.core);
        world_end(&before);
        world_drop_image(&before);
        recorder_note_state(world->recorder);
        return EVO_OK;
    }
    world_end(world);
    put_back(world, &before);
    return result;
}

typedef struct saved_bytes {
    const unsigned char *from;
    size_t size;
} saved_bytes;

/* Fills an empty world. */
static evo_result fill(evo_world *world, const void *context) {
    const saved_bytes *bytes = context;
    visitor v = {.mode = VISIT_LOAD, .from = bytes->from, .size = bytes->size};
    world_visit(&v, world);
    if (v.failed) return EVO_ERROR_CORRUPT;
    if (v.refused) return EVO_ERROR_MEMORY;
    assert(v.at == bytes->size && "a save has no bytes behind the world");
    return evo_world_config_check(&world->config);
}

evo_result world_load(evo_world *world, const void *bytes, size_t size) {
    if (!world || !bytes) return fault_null(fault_of(world), "bytes");
    TRY(locked_refusal(world));
    const unsigned char *from = bytes;
    if (!header_is_sound(from, size))
        return FAULT(world, EVO_ERROR_CORRUPT,
                     "bytes are no save of this version, or not as they were saved");
    const saved_bytes saved = {from + HEADER, size - HEADER};
    return world_replace(world, fill, &saved);
}

evo_result evo_world_load(evo_world *world, const void *bytes, size_t size) {
    return world_refuse(world, __func__, world_load(world, bytes, size));
}

/* ==== The whole world ========================================================================= */

/* The walk of saves, loads and hashes over a world: its config, chains, and what flies, beside the
 * world of steps. In: a world, or bytes; out: bytes, a hash, or the same world. Invariant: a world
 * of exact time is hashed by what moves how at present, whatever was planned. */

/* ---- The config ------------------------------------------------------------------------------ */

/* Walls and bounds of open space are not looked at. */
static void visit_space(visitor *v, evo_world *world) {
    static const field fields[] = {
        FIELD(MATERIAL, evo_world, wall), FIELD(DOUBLE, evo_world, config.bounds), {0}};
    if (world->config.boundary != EVO_OPEN) visit_fields(v, world, fields);
}

static const field CONFIG[] = {FIELD(U32, evo_world, config.boundary),
                               FIELD(U32, evo_world, config.substeps),
                               FIELD(U64, evo_world, exact.event_budget),
                               FIELD(SIZE, evo_world, config.impact_limit),
                               FIELD(BOOL, evo_world, config.never_sleep),
                               FIELD(DOUBLE, evo_world, config.push_speed),
                               FIELD(DOUBLE, evo_world, config.bounce_threshold),
                               FIELD(DOUBLE, evo_world, config.impact_speed),
                               FIELDS(DOUBLE, evo_world, config.joint_hertz, config.rocking_loss),
                               FIELDS(DOUBLE, evo_world, exact.contact_time, exact.shear),
                               {0}};

static void visit_world_config(visitor *v, evo_world *world) {
    evo_world_config *c = &world->config;
    bool exact = c->exact != NULL;
    visit_bool(v, &exact);
    visit_fields(v, world, CONFIG);
    if (!visit_check(v, (uint32_t)c->boundary <= EVO_PERIODIC && (uint32_t)c->substeps <= 1000))
        return;
    if (visit_is(v, VISIT_LOAD)) c->exact = exact ? &world->exact : NULL;
    visit_space(v, world);
    evo_world_config silent = *c;
    silent.should_collide = NULL;
    silent.pre_solve = NULL;
    visit_check(v, evo_world_config_check(&silent) == EVO_OK);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Finds the first link of each chain; returns whether the links of each follow each other, on one
 * body that is not dynamic. */
static bool find_links(evo_world *world, uint32_t body) {
    const body_store *s = &world->core.bodies;
    const body_record *record = &s->records[body];
    uint32_t before = NONE;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const uint32_t number = collider_entry(&s->colliders[c])->chain;
        const bool begins = number != NONE && number != before;
        before = number;
        if (!begins) continue;
        if (number >= world->chain_list.count) return false;
        chain_record *chain = &world->chains[number];
        if (chain->first != NONE || chain->generation % 2 == 0 || chain->body.index != body
            || chain->body.generation != record->generation || record->kind == EVO_DYNAMIC)
            return false;
        chain->first = c;
    }
    return true;
}

static bool find_all_links(evo_world *world) {
    const body_store *s = &world->core.bodies;
    for (size_t i = 0; i < world->chain_list.count; ++i) world->chains[i].first = NONE;
    EACH_BODY (id, s)
        if (!find_links(world, id)) return false;
    return true;
}

/* Numbers up to the last that a chain had. */
static uint32_t count_chains(const evo_world *world) {
    uint32_t count = (uint32_t)world->chain_list.count;
    while (count > 0 && world->chains[count - 1].generation == 0) --count;
    return count;
}

static void visit_chains(visitor *v, evo_world *world) {
    size_t count = count_chains(world);
    if (!VISIT_ARRAY(v, &world->memory, world->chains, count, world->chain_list.capacity, 3))
        return;
    if (visit_is(v, VISIT_LOAD)) world->chain_list.count = count;
    for (size_t i = 0; i < count && visit_goes_on(v); ++i) {
        chain_record *chain = &world->chains[i];
        visit_u32(v, &chain->generation);
        visit_handle(v, &chain->body.index, &chain->body.generation);
    }
    if (!visit_loads(v)) return;
    visit_check(v, count == count_chains(world) && find_all_links(world));
}

/* ---- Riders ---------------------------------------------------------------------------------- */

static void visit_riders(visitor *v, rider_list *l, const evo_allocator *memory) {
    static const field fields[] = {FIELD(U64, rider, number),
                                   FIELDS(DOUBLE, rider, mass, way),
                                   FIELDS(U32, rider, count, stepped),
                                   {0}};
    static const field feet[] = {FIELDS(U32, rider_foot, body, generation),
                                 FIELD(VECTOR, rider_foot, arm),
                                 FIELDS(FINITE, rider_foot, gap, push),
                                 {0}};
    size_t count = l->list.count;
    if (visit_is(v, VISIT_HASH) && count == 0) return;
    if (!VISIT_ARRAY(v, memory, l->all, count, l->list.capacity, 8)) return;
    if (visit_is(v, VISIT_LOAD)) l->list.count = count;
    if (!visit_is(v, VISIT_HASH)) visit_u64(v, &l->last);
    for (size_t i = 0; i < count && visit_goes_on(v); ++i) {
        rider *r = &l->all[i];
        visit_fields(v, r, fields + visit_is(v, VISIT_HASH)); /* numbers decide nothing */
        visit_check(v, r->mass > 0 && isfinite(r->mass) && isfinite(r->speed) && isfinite(r->way)
                           && r->count <= RIDER_FEET && r->stepped <= 1);
        for (uint32_t k = 0; k < r->count && visit_goes_on(v); ++k)
            visit_fields(v, &r->feet[k], feet);
    }
}

/* ---- What flies ------------------------------------------------------------------------------ */

static bool lives(const evo_world *world, uint32_t collider) {
    const body_store *s = &world->core.bodies;
    return collider < s->collider_list.count && s->colliders[collider].generation % 2 == 1;
}

static bool is_visit(const evo_world *world, const sensor_overlap *at) {
    return lives(world, at->particle) && lives(world, at->sensor);
}

/* Returns whether an overlap is of a particle's first shape and a sensor. */
static bool is_overlap(const evo_world *world, const sensor_overlap *at) {
    const body_store *s = &world->core.bodies;
    if (!is_visit(world, at)) return false;
    const uint32_t id = s->colliders[at->particle].body;
    return is_flying(world, id) && s->records[id].first_collider == at->particle
           && s->colliders[at->sensor].sensor;
}

static void check_overlaps(visitor *v, const evo_world *world, const sensor_overlaps *o,
                           bool (*is_sound)(const evo_world *world, const sensor_overlap *at)) {
    for (size_t i = 0; visit_loads(v) && i < o->count; ++i)
        visit_check(v, is_sound(world, &o->items[i]));
}

static void visit_flight(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    if (visit_is(v, VISIT_LOAD))
        e->flight = (event_world){.memory = &world->memory, .space = flight_space(world)};
    save_visit_flight(v, &e->flight, (uint32_t)world->core.bodies.record_list.count);
    visit_check(v, event_time(&e->flight) == world->core.time);
    check_overlaps(v, world, &e->flight.sensors, is_overlap);
}

/* Visits of sensors that the next step tells of. */
static void visit_due(visitor *v, step_told *told) {
    static const field fields[] = {
        FIELDS(U32, evo_visit, sensor, visitor_body), FIELD(BOOL, evo_visit, began), {0}};
    told_list *due = &told->due[TOLD_VISITS];
    if (!visit_array(v, told->memory, &due->all, &due->list.count, &due->list.capacity,
                     sizeof(evo_visit), 9))
        return;
    for (size_t i = 0; i < due->list.count && visit_goes_on(v); ++i)
        visit_fields(v, (evo_visit *)due->all + i, fields);
}

/* Visits how far the periodic box has put bodies back. */
static void visit_wrapped(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    const bool loads = visit_is(v, VISIT_LOAD);
    const size_t ids = world->core.bodies.record_list.count;
    if (world->config.boundary != EVO_PERIODIC) return;
    if (loads
        && !visit_room(
            v, ARRAY_RESERVE_FILLED(&world->memory, e->wrapped, e->wrapped_capacity, ids, 0)))
        return;
    for (size_t i = 0; i < ids && visit_goes_on(v); ++i) {
        evo_vec2 wrapped = i < e->wrapped_capacity ? e->wrapped[i] : (evo_vec2){0, 0};
        visit_vector(v, &wrapped);
        visit_check(v, isfinite(wrapped.x) && isfinite(wrapped.y));
        if (loads) e->wrapped[i] = wrapped;
    }
}

static const field SUMS[] = {FIELDS(FINITE, event_bridge, growth, slid),
                             FIELD(FINITE, event_bridge, sums.wall_impulse),
                             FIELD(FINITE, event_bridge, sums.lost),
                             FIELD(FINITE, event_bridge, sums.wall),
                             FIELDS(FINITE, event_bridge, sums.collisional, sums.kinetic),
                             {0}};
static const field COUNTS[] = {FIELDS(U64, event_bridge, sums.pair_impacts, sums.wall_impacts),
                               FIELD(U64, event_bridge, events_ever),
                               {0}};

static void visit_events(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    assert(!visit_is(v, VISIT_HASH) && "plans are no part of a hash");
    visit_fields(v, e, SUMS);
    visit_check(v, e->growth >= 0 && e->grown > 0);
    if (visit_goes_on(v)) visit_wrapped(v, world);
    visit_fields(v, e, COUNTS);
    if (visit_goes_on(v)) save_visit_overlaps(v, &world->memory, &e->visits);
    check_overlaps(v, world, &e->visits, is_visit);
    if (visit_goes_on(v)) visit_due(v, &world->core.told);
    visit_bool(v, &e->flying);
    if (e->flying && visit_goes_on(v)) visit_flight(v, world);
}

/* ---- All ------------------------------------------------------------------------------------- */

static body_state snapshot_motion(const void *context, uint32_t id) {
    return body_now((const evo_world *)context, id);
}

/* Checks that bodies are, and move, within the range of numbers. */
static void check_motions(visitor *v, const evo_world *world) {
    const body_store *s = &world->core.bodies;
    for (uint32_t id = 0; visit_goes_on(v) && id < s->record_list.count; ++id) {
        if (s->records[id].generation % 2 == 0) continue;
        visit_check(v, save_state_fits(body_now(world, id)));
    }
}

static void hash_slid(visitor *v, const evo_world *world) {
    double slid = flight_slid(world);
    visit_double(v, &slid);
}

void world_visit(visitor *v, evo_world *world) {
    if (!visit_is(v, VISIT_HASH)) visit_world_config(v, world);
    if (!visit_goes_on(v)) return;
    if (visit_is(v, VISIT_LOAD)) world_begin(world);
    const bool events = world->config.exact;
    const save_world of = {&world->core, events, events ? snapshot_motion : NULL, world};
    save_visit_world(v, &of);
    if (visit_goes_on(v)) visit_chains(v, world);
    if (visit_goes_on(v) && !events) visit_riders(v, &world->core.riders, &world->memory);
    if (visit_goes_on(v) && events && !visit_is(v, VISIT_HASH)) visit_events(v, world);
    if (visit_is(v, VISIT_HASH) && world->exact.shear != 0) hash_slid(v, world);
    if (!visit_is(v, VISIT_LOAD)) return;
    if (events) check_motions(v, world);
    visit_check(v, v->at == v->size);
    world->config.gravity = world->core.settings.gravity;
}

/* ==== Records ================================================================================= */

/* Recording, with the callbacks of the user: their answers are recorded, and in a replay the record
 * answers. In: a world, a writer; out: bytes. */

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

static double checked_mix(const evo_world *world, callback_kind kind, mix_function *rule,
                          const evo_material *a, const evo_material *b) {
    const double answer = world->replay ? world->replay->mix(world->replay, kind, a, b)
                                        : rule(world->config.callback_context, a, b);
    if (world->recorder) recorder_note_mix(world->recorder, (callback_mix){kind, *a, *b, answer});
    return answer;
}

static double mix_friction(void *context, const evo_material *a, const evo_material *b) {
    const evo_world *world = context;
    return checked_mix(world, CALLBACK_FRICTION, world->config.mix_friction, a, b);
}

static double mix_restitution(void *context, const evo_material *a, const evo_material *b) {
    const evo_world *world = context;
    return checked_mix(world, CALLBACK_RESTITUTION, world->config.mix_restitution, a, b);
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
    world->listener.locked = &world->locked;
    world->listener.recorder = world->recorder;
    world->listener.tell = c->complain ? world_tell : NULL;
    if (!world->recorder) return;
    if (c->should_collide) ask->should_collide = note_collide;
    if (c->pre_solve) ask->pre_solve = note_solve;
    ask->context = world;
}

/* ---- Recording ------------------------------------------------------------------------------- */

static evo_result begin_record(evo_world *world, const evo_record_config *config) {
    evo_result why;
    if (!world || !config) return fault_null(fault_of(world), "config");
    if (!config->write) return fault_null(fault_of(world), "write");
    if (world->recorder) return FAULT(world, EVO_ERROR_INVALID, "the world is recorded already");
    TRY(locked_refusal(world));
    world->recorder =
        recorder_begin(world, config, &world->config.allocator, callbacks_of(world), &why);
    world_find_callbacks(world);
    return why;
}

evo_result evo_record_begin(evo_world *world, const evo_record_config *config) {
    return world_refuse(world, __func__, begin_record(world, config));
}

static evo_result end_record(evo_world *world) {
    if (!world || !world->recorder)
        return FAULT(world, EVO_ERROR_INVALID, "the world is not recorded");
    TRY(locked_refusal(world));
    recorder *ended = world->recorder;
    world->recorder = NULL;
    world_find_callbacks(world);
    return recorder_end(ended);
}

evo_result evo_record_end(evo_world *world) {
    return world_refuse(world, __func__, end_record(world));
}

evo_result evo_record_mark(evo_world *world, const char *text) {
    if (is_heard(world)) return record_record_mark(world, text);
    if (!world || !text) return fault_null(fault_of(world), "text");
    TRY(locked_refusal(world));
    if (memchr(text, 0, RECORD_TEXT)) return EVO_OK;
    return FAULT(world, EVO_ERROR_INVALID, "text has %d bytes or more with its end; cut it",
                 RECORD_TEXT + 1);
}

/* ==== Hashes ================================================================================== */

/* The whole state of a simulation as one number, to see whether two are the same. All that is
 * saved counts, and decides the future; what does not, does not: the config, slots, the order of
 * memory, what is derived. */

uint64_t evo_world_hash(const evo_world *world) {
    if (!world) return 0;
    world_weigh(world);
    visitor v = {.mode = VISIT_HASH, .hash = UINT64_C(0xcbf29ce484222325)};
    world_visit(&v, world->self);
    return v.hash;
}
