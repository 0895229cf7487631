/* keep.c: moments of a world that it goes back to quickly: rollback.
 *
 * A frame has what moves: the motion of the awake, what is remembered of pairs, and joints. All
 * else is in the latest whole save, which it shares with the frames that were kept since: the
 * revision of the bodies tells whether it is still so. If it is so when the world goes back, what
 * moves is copied; or else the whole save is loaded first.
 *
 *     flags of pairs, of bodies | bodies | optional parts of bodies, of pairs | second colliders |
 *         joints
 *
 * In: a world, a frame; out: the frame, or the world as it was then. Invariant: a world that does
 * not go back is as it was. */
#include <assert.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "step/step.h"
#include "world/world.h"

/* ---- Frames ---------------------------------------------------------------------------------- */

/* A whole save, and the number of frames and worlds that use it. */
struct kept_save {
    evo_allocator memory;
    size_t users, size, capacity;
    unsigned char *bytes;
};

typedef struct frame_vector {
    float x, y;
} frame_vector;

/* Force and torque on a body; target of a body that is driven, and when it arrives. */
typedef struct frame_force {
    double numbers[3];
} frame_force;

typedef struct frame_drive {
    double numbers[4];
} frame_drive;

static const body_forces NO_FORCES_NOW = {0};
static const frame_vector NO_VECTOR = {0};
static const pair_other NO_OTHER = {-1, 0};
static const float NO_GAP = 0;

/* Optional parts of the body in slot i and of pair k: type and name, where its bytes are, and what
 * they are where a frame has none. Of rows, which are first colliders, that is the row before. */
#define BODY_PARTS(PART)                                                                           \
    PART(frame_force, forces, f->force, NO_FORCES_NOW.force)                                       \
    PART(frame_drive, drives, f->target, NO_FORCES_NOW.target)                                     \
    PART(frame_vector, pulls, m->pull_x, NO_VECTOR)
#define PAIR_PARTS(PART)                                                                           \
    PART(frame_vector, pushes, m->warm[k].push, NO_VECTOR)                                         \
    PART(frame_vector, normals, m->warm[k].normal_x, NO_VECTOR)                                    \
    PART(pair_other, others, m->other[k], NO_OTHER)                                                \
    PART(uint32_t, rows, m->id_a[k], row)                                                          \
    PART(float, gaps, m->gaps[k], NO_GAP)

/* Flags of a body and of a pair: those of parts are behind the others. */
#define BIT(type, name, place, none) BIT_##name,
enum { BODY_CHANGED = 1, BODY_DRIVEN = 2, BEFORE_BODY_PARTS = 1, BODY_PARTS(BIT) };
enum { PAIR_TOUCHING = PAIR_TOUCHES | PAIR_BORN, BEFORE_PAIR_PARTS = 1, PAIR_PARTS(BIT) };
#undef BIT

/* State that a world has once: type, name and place. */
#define WORLD_PARTS(PART)                                                                          \
    PART(evo_vec2, gravity, w->settings.gravity)                                                   \
    PART(double, time, w->time)                                                                    \
    PART(double, substep, w->substep)                                                              \
    PART(uint64_t, steps, w->steps)                                                                \
    PART(uint64_t, impact_count, w->impact_count)                                                  \
    PART(uint32_t, settled_steps, w->bodies.steps)                                                 \
    PART(uint32_t, settled, w->bodies.settled)                                                     \
    PART(uint32_t, pair_count, w->pair_count)                                                      \
    PART(uint32_t, row_count, w->row_count)                                                        \
    PART(uint32_t, event_count, w->event_count)                                                    \
    PART(int, colour_count, w->colour_count)                                                       \
    PART(float, per_second, w->joints.per_second)                                                  \
    PART(bool, joined, w->joints.joined)                                                           \
    PART(bool, left, w->islands.left)

typedef struct frame_head {
#define MEMBER(type, name, place) type name;
    WORLD_PARTS(MEMBER)
#undef MEMBER
    bool changed;                   /* some body was by hand since the last step */
    bool moves;                     /* moving state is in the frame, not in the save alone */
    uint32_t bodies, pairs, joints; /* counts of what follows, and of optional parts */
#define COUNT(type, name, place, none) uint32_t name;
    BODY_PARTS(COUNT) PAIR_PARTS(COUNT)
#undef COUNT
} frame_head;

/* Data of an awake body. */
typedef struct frame_body {
    body_state state;
    float rest;
    uint32_t id;
} frame_body;

_Static_assert(sizeof(frame_body) == 56, "57 bytes a moving body, and 8 if it is joined");

struct evo_frame {
    evo_allocator memory;
    kept_save *save;
    frame_head head;
    unsigned char *bytes;
    size_t size, capacity;
};

static void drop_save(kept_save *save) {
    if (!save || --save->users > 0) return;
    const evo_allocator memory = save->memory;
    memory_give(&memory, save->bytes, save->capacity);
    memory_give(&memory, save, sizeof *save);
}

void world_drop_save(evo_world *world) {
    drop_save(world->kept);
    world->kept = NULL;
}

void evo_frame_destroy(evo_frame *frame) {
    if (!frame) return;
    const evo_allocator memory = frame->memory;
    drop_save(frame->save);
    memory_give(&memory, frame->bytes, frame->capacity);
    memory_give(&memory, frame, sizeof *frame);
}

size_t evo_frame_bytes(const evo_frame *frame) {
    return frame ? sizeof *frame + frame->size : 0;
}

/* Room for bytes, which are written anew. */
static bool reserve(const evo_allocator *memory, unsigned char **bytes, size_t *capacity,
                    size_t size) {
    if (size <= *capacity) return true;
    const size_t more = size + size / 8;
    unsigned char *made = memory_take(memory, more);
    if (!made) return false;
    memory_give(memory, *bytes, *capacity);
    *bytes = made;
    *capacity = more;
    return true;
}

/* Saves the whole world, unless the latest save has all that does not move. */
static bool save_whole(evo_world *world) {
    const bool events = world->config.exact;
    if (world->kept && !events && world->kept_revision == world->core.bodies.revision) return true;
    const evo_allocator *memory = &world->config.allocator;
    kept_save *made = memory_take(memory, sizeof *made);
    if (!made) return false;
    *made = (kept_save){.memory = *memory, .users = 1};
    made->size = evo_world_save(world, NULL, 0);
    if (!reserve(memory, &made->bytes, &made->capacity, made->size)) {
        drop_save(made);
        return false;
    }
    (void)evo_world_save(world, made->bytes, made->size);
    drop_save(world->kept);
    world->kept = made;
    world->kept_revision = world->core.bodies.revision;
    return true;
}

/* ---- Keeping --------------------------------------------------------------------------------- */

static const body_forces *forces_of(const body_store *s, uint32_t id) {
    return s->forces ? &s->forces[id] : &NO_FORCES_NOW;
}

/* Flags a part that has other bits than what it is where a frame has none: -0 is not 0. */
#define FLAG(type, name, place, none)                                                              \
    flags |= (unsigned)((const void *)&(place) != &(none)                                          \
                        && memcmp(&(place), &(none), sizeof(type)) != 0)                           \
             << BIT_##name;

/* Records are looked at only if something was changed by hand since the last step, or is driven:
 * they are not in the order of slots. */
static unsigned body_flags(const body_store *s, uint32_t slot) {
    const body_motion *m = &s->motions[slot];
    const body_record *r = &s->records[m->id];
    const bool changed = s->last_change == s->steps && r->changed == s->steps;
    const body_forces *f = forces_of(s, m->id);
    unsigned flags = (changed ? BODY_CHANGED : 0u) | (m->driven ? BODY_DRIVEN : 0u);
    BODY_PARTS(FLAG)
    return flags;
}

INLINE unsigned pair_flags(const pair_memory *m, uint32_t k) {
    const uint32_t row = k > 0 ? m->id_a[k - 1] : ~m->id_a[0];
    unsigned flags = m->touching[k];
    PAIR_PARTS(FLAG)
    return flags;
}
#undef FLAG

/* Counts the flags of what has been flagged, each bit. */
static void count_flags(const uint8_t *flags, uint32_t count, uint32_t bits[8]) {
    uint32_t numbers[256] = {0};
    for (uint32_t i = 0; i < count; ++i) ++numbers[flags[i]];
    for (int bit = 0; bit < 8; ++bit) {
        bits[bit] = 0;
        for (uint32_t value = 0; value < 256; ++value)
            bits[bit] += value >> bit & 1 ? numbers[value] : 0;
    }
}

static frame_head head_of(const evo_world *world) {
    const step_world *w = &world->core;
    frame_head head = {.moves = !world->config.exact};
#define KEEP_ONCE(type, name, place) head.name = place;
    WORLD_PARTS(KEEP_ONCE)
#undef KEEP_ONCE
    if (!head.moves) return head;
    head.bodies = w->bodies.awake;
    head.joints = (uint32_t)joints_frame_floats(&w->joints);
    head.pairs = w->pairs.memories[w->pairs.now].count;
    return head;
}

/* Flags all that moves, and counts what parts of a frame it needs. */
static void flag_all(const step_world *w, uint8_t *flags, frame_head *head) {
    const pair_memory *m = &w->pairs.memories[w->pairs.now];
    uint8_t *kinds = flags + head->pairs;
    uint32_t bits[8];
    for (uint32_t k = 0; k < head->pairs; ++k) flags[k] = (uint8_t)pair_flags(m, k);
    for (uint32_t i = 0; i < head->bodies; ++i) kinds[i] = (uint8_t)body_flags(&w->bodies, i);
#define COUNT(type, name, place, none) head->name = bits[BIT_##name];
    count_flags(flags, head->pairs, bits);
    PAIR_PARTS(COUNT)
    count_flags(kinds, head->bodies, bits);
    head->changed = bits[0] > 0;
    BODY_PARTS(COUNT)
#undef COUNT
}

/* The parts of a frame's bytes. */
typedef struct frame_parts {
    frame_body *bodies;
    uint32_t *seconds; /* second colliders of pairs */
    float *joints;
#define POINTER(type, name, place, none) type *name;
    BODY_PARTS(POINTER)
    PAIR_PARTS(POINTER)
#undef POINTER
    uint8_t *flags, *kinds; /* of pairs, and of bodies: they come first */
} frame_parts;

/* Places the parts behind the flags, if there are bytes; *size: the bytes of all. Behind each
 * optional part, which is written without a branch, is one item more. */
static frame_parts parts_of(const frame_head *h, unsigned char *bytes, size_t *size) {
    frame_parts p = {.flags = bytes, .kinds = bytes ? bytes + h->pairs : NULL};
    size_t at = ((size_t)h->pairs + h->bodies + 7) / 8 * 8;
#define PLACE(type, name, count)                                                                   \
    p.name = bytes ? (type *)(void *)(bytes + at) : NULL;                                          \
    at += (size_t)(count) * sizeof(type)
#define PLACE_PART(type, name, place, none) PLACE(type, name, h->name + 1);
    PLACE(frame_body, bodies, h->bodies);
    BODY_PARTS(PLACE_PART)
    PAIR_PARTS(PLACE_PART)
    PLACE(uint32_t, seconds, h->pairs);
    PLACE(float, joints, h->joints);
#undef PLACE
    *size = at;
    return p;
}

#define KEEP(type, name, place, none)                                                              \
    memcpy(to.name, &(place), sizeof(type));                                                       \
    to.name += flags >> BIT_##name & 1;

/* Few bodies have optional parts: a branch costs less than to write them. */
#define KEEP_SELDOM(type, name, place, none)                                                       \
    if (flags >> BIT_##name & 1) memcpy(to.name++, &(place), sizeof(type));

static void keep_bodies(const body_store *s, const frame_parts *parts, uint32_t count) {
    frame_parts to = *parts;
    for (uint32_t i = 0; i < count; ++i) {
        const body_motion *m = &s->motions[i];
        const unsigned flags = to.kinds[i];
        const body_forces *f = forces_of(s, m->id);
        to.bodies[i] = (frame_body){s->states[i], m->rest, m->id};
        BODY_PARTS(KEEP_SELDOM)
    }
}

static void keep_pairs(const pair_memory *m, const frame_parts *parts) {
    frame_parts to = *parts;
    for (uint32_t k = 0; k < m->count; ++k) {
        const unsigned flags = to.flags[k];
        to.seconds[k] = m->id_b[k];
        PAIR_PARTS(KEEP)
    }
}

/* Keeps a world of which the head tells, by flags of what it has. */
static bool keep_all(const evo_world *world, const frame_head *head, const uint8_t *flags,
                     evo_frame *frame) {
    const step_world *w = &world->core;
    size_t size;
    (void)parts_of(head, frame->bytes, &size);
    if (!reserve(&frame->memory, &frame->bytes, &frame->capacity, size)) return false;
    const frame_parts to = parts_of(head, frame->bytes, &size);
    frame->head = *head;
    frame->size = size;
    if (!head->moves) return true;
    memcpy(to.flags, flags, (size_t)head->pairs + head->bodies);
    keep_bodies(&w->bodies, &to, head->bodies);
    joints_frame_keep(&w->joints, to.joints);
    keep_pairs(&w->pairs.memories[w->pairs.now], &to);
    return true;
}

static bool keep(const evo_world *world, evo_frame *frame) {
    arena *a = &world->self->core.arena;
    const arena_mark mark = arena_mark_of(a);
    frame_head head = head_of(world);
    uint8_t *flags = ARENA_SCRATCH(a, uint8_t, (size_t)head.pairs + head.bodies + 1);
    if (flags && head.moves) flag_all(&world->core, flags, &head);
    const bool kept = flags && keep_all(world, &head, flags, frame);
    arena_return(a, mark);
    return kept;
}

static evo_frame *make_frame(const evo_allocator *memory) {
    evo_frame *made = memory_take(memory, sizeof *made);
    if (made) *made = (evo_frame){.memory = *memory};
    return made;
}

static evo_result keep_frame(evo_world *world, evo_frame **frame) {
    if (!world || !frame) return fault_null(fault_of(world), "frame");
    if (world->locked) return fault_locked(fault_of(world));
    evo_frame *to = *frame ? *frame : make_frame(&world->config.allocator);
    if (!to) return EVO_ERROR_MEMORY;
    if (!save_whole(world) || !keep(world, to)) {
        if (!*frame) evo_frame_destroy(to);
        return EVO_ERROR_MEMORY;
    }
    ++world->kept->users;
    drop_save(to->save);
    to->save = world->kept;
    *frame = to;
    return EVO_OK;
}

evo_result evo_frame_keep(evo_world *world, evo_frame **frame) {
    return world_refuse(world, __func__, keep_frame(world, frame));
}

/* ---- Going back ------------------------------------------------------------------------------ */

static void restore_head(step_world *w, const frame_head *h) {
#define RESTORE_ONCE(type, name, place) place = h->name;
    WORLD_PARTS(RESTORE_ONCE)
#undef RESTORE_ONCE
    told_hide(&w->told);
    w->joints.end_list.count = 0;
}

/* The slot of a body, which mostly is that which it had. */
static uint32_t slot_of(const body_store *s, uint32_t id, uint32_t before) {
    return s->motions[before].id == id ? before : s->records[id].slot;
}

#define RESTORE(type, name, place, none)                                                           \
    memcpy(&(place), flags >> BIT_##name & 1 ? (const void *)from.name : &(none), sizeof(type));   \
    from.name += flags >> BIT_##name & 1;

static void restore_bodies(body_store *s, const frame_parts *parts, const frame_head *h) {
    frame_parts from = *parts;
    const bool some_changed = h->changed || s->last_change >= s->steps;
    for (uint32_t i = 0; i < h->bodies; ++i) {
        const frame_body *b = &from.bodies[i];
        const unsigned flags = from.kinds[i];
        const uint32_t slot = slot_of(s, b->id, i);
        body_record *r = &s->records[b->id];
        assert(r->generation % 2 == 1 && slot < s->awake && "what moved then moves now");
        body_motion *m = &s->motions[slot];
        body_forces unused, *f = s->forces ? &s->forces[b->id] : &unused;
        s->states[slot] = b->state;
        m->rest = b->rest;
        BODY_PARTS(RESTORE)
        if (s->forces) m->driven = (flags & BODY_DRIVEN) != 0;
        if (some_changed) r->changed = flags & BODY_CHANGED ? s->steps : s->steps - 1;
    }
    if (some_changed) s->last_change = s->steps;
}

static void restore_pairs(step_world *w, const frame_parts *parts, uint32_t count) {
    pair_store *p = &w->pairs;
    pair_memory *m = &p->memories[p->now];
    frame_parts from = *parts;
    uint32_t row = NONE;
    for (uint32_t k = 0; k < count; ++k) {
        const unsigned flags = from.flags[k];
        PAIR_PARTS(RESTORE)
        row = m->id_a[k];
        m->id_b[k] = from.seconds[k];
        m->touching[k] = (uint8_t)(flags & PAIR_TOUCHING);
        m->sums[k] = pair_sum_at_end(&m->warm[k], &m->other[k], w->settings.substeps);
    }
    pairs_replace(p, count);
}

/* Gives what moves back to a world whose other state is as it was then. False: out of memory,
 * nothing has changed. */
static bool restore_moving(evo_world *world, const evo_frame *frame) {
    step_world *w = &world->core;
    const frame_head *h = &frame->head;
    size_t size;
    if (!h->moves) return true;
    assert(h->bodies == w->bodies.awake && "a frame has all that moves");
    const frame_parts from = parts_of(h, frame->bytes, &size);
    const uint32_t ids = (uint32_t)w->bodies.collider_list.count;
    if (h->forces + h->drives > 0 && !bodies_take_forces(&w->bodies)) return false;
    if (!pairs_reserve_replace(&w->pairs, ids, h->pairs)) return false;
    restore_head(w, h);
    restore_bodies(&w->bodies, &from, h);
    joints_frame_restore(&w->joints, from.joints);
    restore_pairs(w, &from, h->pairs);
    floor_forget_moving(w);
    moves_forget(world);
    forces_forget(world);
    world->sorted = false;
    return true;
}

static bool finish_loading(evo_world *world, const void *frame) {
    return restore_moving(world, (const evo_frame *)frame);
}

static evo_result restore_frame(evo_world *world, const evo_frame *frame) {
    if (!world || !frame) return fault_null(fault_of(world), "frame");
    if (!frame->save)
        return fault_note(fault_of(world), EVO_ERROR_INVALID,
                          "frame holds nothing; keep one first");
    if (world->locked) return fault_locked(fault_of(world));
    kept_save *save = frame->save;
    const bool quick = frame->head.moves && world->kept == save
                       && world->kept_revision == world->core.bodies.revision;
    if (quick) {
        const bool moved = restore_moving(world, frame);
        if (moved) recorder_note_state(world->recorder);
        return moved ? EVO_OK : EVO_ERROR_MEMORY;
    }
    TRY(world_load(world, save->bytes, save->size, finish_loading, frame));
    ++save->users;
    drop_save(world->kept);
    world->kept = save;
    world->kept_revision = world->core.bodies.revision;
    return EVO_OK;
}

evo_result evo_frame_restore(evo_world *world, const evo_frame *frame) {
    return world_refuse(world, __func__, restore_frame(world, frame));
}
