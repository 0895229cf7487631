/* keep.c: moments of a world that it goes back to quickly: rollback.
 *
 * A frame has what moves: the motion of the awake, what is remembered of pairs, and the impulses of
 * joints. All else is in an image of the world (image.c), which it shares with the frames that are
 * kept while nothing but motion happens. A world that goes back becomes what the image has; then
 * what moves is copied.
 *
 *     state of the world | bodies | joints | pairs
 *
 * The functions that copy state into a frame copy it back, too: it is listed once. In exact time,
 * where all may move, a frame is a save.
 *
 * In: a world, a frame; out: the frame, or the world as it was then. Invariant: a world that does
 * not go back is as it was. */
#include <assert.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "step/step.h"
#include "world/world.h"

/* ---- Frames ---------------------------------------------------------------------------------- */

struct evo_frame {
    evo_allocator memory;
    kept_image *image;      /* NULL in exact time, where the bytes are a save */
    size_t written;         /* bytes of the image that were written for this frame */
    uint32_t bodies, pairs; /* counts of those in the bytes */
    size_t riders;
    bool forces;            /* some body in it has forces, or is driven somewhere */
    bool changed;           /* some body in it was changed by hand since the last step */
    unsigned char *bytes;
    size_t size, capacity;
};

void evo_frame_destroy(evo_frame *frame) {
    if (!frame) return;
    const evo_allocator memory = frame->memory;
    image_drop(frame->image);
    memory_give(&memory, frame->bytes, frame->capacity);
    memory_give(&memory, frame, sizeof *frame);
}

size_t evo_frame_bytes(const evo_frame *frame) {
    return frame ? sizeof *frame + frame->size + frame->written : 0;
}

/* ---- State that moves ------------------------------------------------------------------------ */

/* State of a body or a pair, behind a byte of flags: each part that it may lack has a bit there. */
typedef struct frame_item {
    byte_copy copy;
    unsigned flags, bit; /* bit: of the next part */
} frame_item;

enum { BODY_CHANGED = 1, BODY_DRIVEN = 2, BODY_PARTS = 2 };
enum { PAIR_TOUCHING = PAIR_TOUCHES | PAIR_BORN, PAIR_PARTS = 2 };

/* Bytes of a body and of a pair with all parts, at most; and of the state of the world. */
enum { BODY_BYTES = 128, PAIR_BYTES = 40, WORLD_BYTES = 128 };
_Static_assert(5 + sizeof(body_state) + 3 * sizeof(float) + 7 * sizeof(double) <= BODY_BYTES,
               "flags and id, state, rest and pull, force and torque, target and arrival");

static const body_forces NO_FORCES_NOW = {0};
static const evo_vec2 NO_VECTOR = {0};

/* Begins an item with flags, or with those that it has; `parts`: the first bit of parts. */
INLINE frame_item item_begin(byte_copy copy, unsigned flags, unsigned parts) {
    frame_item item = {copy, copy.back ? *copy.at : flags, parts};
    ++item.copy.at;
    return item;
}

/* Copies a part of an item, which has it if it has other bits than `none`: -0 is not 0. The bytes
 * are written without a branch, and are overwritten if there is no such part. */
INLINE void item_part(frame_item *item, void *part, const void *none, size_t bytes) {
    byte_copy *c = &item->copy;
    const unsigned differs = c->back ? 0 : memcmp(part, none, bytes) != 0;
    item->flags |= differs << item->bit;
    const bool has = item->flags >> item->bit++ & 1;
    if (c->back)
        memcpy(part, has ? c->at : none, bytes);
    else
        memcpy(c->at, part, bytes);
    c->at += has ? bytes : 0;
}

/* Ends an item that began at a place; returns what comes behind it. */
INLINE byte_copy item_end(const frame_item *item, byte_copy begun) {
    assert(item->bit <= 8 && "flags are a byte");
    if (!begun.back) *begun.at = (unsigned char)item->flags;
    return item->copy;
}

#define COPY(c, place) byte_copy_part(c, &(place), sizeof(place))

/* State that a world has once. */
static void copy_world(step_world *w, byte_copy *c) {
    COPY(c, w->settings.gravity);
    COPY(c, w->time);
    COPY(c, w->substep);
    COPY(c, w->steps);
    COPY(c, w->impact_count);
    COPY(c, w->bodies.steps);
    COPY(c, w->bodies.next_number);
    COPY(c, w->bodies.settled);
    COPY(c, w->pair_count);
    COPY(c, w->row_count);
    COPY(c, w->event_count);
    COPY(c, w->colour_count);
    COPY(c, w->joints.per_second);
    COPY(c, w->joints.joined);
    COPY(c, w->islands.left);
}

/* Riders; there is room for them. */
static void copy_riders(rider_list *l, byte_copy *c) {
    COPY(c, l->list.count);
    COPY(c, l->last);
    for (size_t i = 0; i < l->list.count; ++i) COPY(c, l->all[i]);
}

/* Copies the body in a slot. Records are looked at only if something was changed by hand, or is
 * driven: they are not in the order of slots. Returns the flags. */
INLINE unsigned copy_body(body_store *s, uint32_t slot, bool changed, byte_copy *c) {
    body_motion *m = &s->motions[slot];
    uint32_t id = m->id;
    const unsigned is_changed = changed && s->records[id].changed == s->steps;
    frame_item item =
        item_begin(*c, is_changed * BODY_CHANGED | m->driven * BODY_DRIVEN, BODY_PARTS);
    COPY(&item.copy, id);
    COPY(&item.copy, s->states[slot]);
    COPY(&item.copy, m->rest);
    item_part(&item, &m->pull_x, &NO_VECTOR, sizeof m->pull_x + sizeof m->pull_y);
    if (s->forces) {
        body_forces *f = &s->forces[id];
        item_part(&item, &f->force, &NO_FORCES_NOW, sizeof f->force + sizeof f->torque);
        item_part(&item, &f->target, &NO_FORCES_NOW, sizeof f->target + sizeof f->arrives);
    }
    if (c->back && s->forces) m->driven = (item.flags & BODY_DRIVEN) != 0;
    if (c->back && changed)
        s->records[id].changed = item.flags & BODY_CHANGED ? s->steps : s->steps - 1;
    *c = item_end(&item, *c);
    return item.flags;
}

/* Copies pair k; `row`: the first collider of the pair before it. */
INLINE void copy_pair(pair_memory *m, uint32_t k, uint32_t row, byte_copy *c) {
    pair_warm *warm = &m->warm[k];
    const float no_gap = 0;
    frame_item item = item_begin(*c, m->touching[k], PAIR_PARTS);
    COPY(&item.copy, m->id_b[k]);
    item_part(&item, &warm->push, &NO_VECTOR, sizeof warm->push + sizeof warm->drag);
    item_part(&item, &warm->normal_x, &NO_VECTOR, sizeof warm->normal_x + sizeof warm->normal_y);
    item_part(&item, &m->other[k], &PAIR_NO_OTHER, sizeof PAIR_NO_OTHER);
    item_part(&item, &m->id_a[k], &row, sizeof row);
    item_part(&item, &m->gaps[k], &no_gap, sizeof no_gap);
    if (c->back) m->touching[k] = (uint8_t)(item.flags & PAIR_TOUCHING);
    *c = item_end(&item, *c);
}

/* ---- Keeping --------------------------------------------------------------------------------- */

static void keep_bodies(body_store *s, evo_frame *frame, byte_copy *to) {
    const bool changed = s->last_change == s->steps;
    unsigned flags = 0;
    byte_copy c = {to->at, false};
    for (uint32_t i = 0; i < s->awake; ++i) flags |= copy_body(s, i, changed, &c);
    frame->bodies = s->awake;
    frame->changed = flags & BODY_CHANGED;
    frame->forces = flags >> (BODY_PARTS + 1) != 0;
    *to = c;
}

static void keep_pairs(pair_memory *m, byte_copy *to) {
    byte_copy c = {to->at, false};
    uint32_t row = NONE;
    for (uint32_t k = 0; k < m->count; ++k) {
        copy_pair(m, k, row, &c);
        row = m->id_a[k];
    }
    *to = c;
}

/* Keeps what moves, with scratch memory for the bytes of all parts that there might be. */
static bool keep_moving(step_world *w, evo_frame *frame, unsigned char *scratch) {
    pair_memory *m = &w->pairs.memories[w->pairs.now];
    evo_frame made = *frame;
    byte_copy to = {scratch, false};
    copy_world(w, &to);
    keep_bodies(&w->bodies, &made, &to);
    joints_copy(&w->joints, &to);
    copy_riders(&w->riders, &to);
    keep_pairs(m, &to);
    made.pairs = m->count;
    made.riders = w->riders.list.count;
    made.size = (size_t)(to.at - scratch);
    if (!ARRAY_RESERVE(&made.memory, made.bytes, made.capacity, made.size)) return false;
    memcpy(made.bytes, scratch, made.size);
    *frame = made;
    return true;
}

static bool keep(evo_world *world, evo_frame *frame) {
    step_world *w = &world->core;
    if (world->config.exact) {
        const size_t size = evo_world_save(world, NULL, 0);
        if (!ARRAY_RESERVE(&frame->memory, frame->bytes, frame->capacity, size)) return false;
        frame->size = evo_world_save(world, frame->bytes, size);
        return true;
    }
    const arena_mark mark = arena_mark_of(&w->arena);
    const size_t most = WORLD_BYTES + (size_t)w->bodies.awake * BODY_BYTES
                        + w->joints.list.count * JOINT_COPY_BYTES
                        + 16 + w->riders.list.count * sizeof(rider)
                        + (size_t)w->pairs.memories[w->pairs.now].count * PAIR_BYTES;
    unsigned char *scratch = ARENA_SCRATCH(&w->arena, unsigned char, most);
    const bool kept = scratch && keep_moving(w, frame, scratch);
    assert((!kept || frame->size <= most) && "scratch had room for all parts");
    arena_return(&w->arena, mark);
    return kept;
}

/* Has the world know what users give from now on, with room for what is there: so going back is
 * quick the first time, too. False: out of memory. */
static bool know_users(step_world *w) {
    known_users *known = &w->bodies.known;
    const evo_allocator *memory = w->memory;
    const size_t counts[KNOWN_KINDS] = {w->bodies.record_list.count, w->bodies.collider_list.count,
                                        w->joints.list.count};
    known->needed = true;
    for (int kind = 0; kind < KNOWN_KINDS; ++kind)
        if (!known_reserve(known, memory, (known_kind)kind, counts[kind] + counts[kind] / 8, 0))
            return false;
    return true;
}

static evo_frame *make_frame(const evo_allocator *memory) {
    evo_frame *made = memory_take(memory, sizeof *made);
    if (made) *made = (evo_frame){.memory = *memory};
    return made;
}

static evo_result keep_frame(evo_world *world, evo_frame **frame) {
    if (!world || !frame) return fault_null(fault_of(world), "frame");
    TRY(locked_refusal(world));
    evo_frame *to = *frame ? *frame : make_frame(&world->config.allocator);
    if (!to) return EVO_ERROR_MEMORY;
    size_t written = 0;
    const bool exact = world->config.exact != NULL;
    if ((!world->kept && !know_users(&world->core))
        || (!exact && !world_take_image(world, &written)) || !keep(world, to)) {
        if (!*frame) evo_frame_destroy(to);
        return EVO_ERROR_MEMORY;
    }
    image_drop(to->image);
    to->image = exact ? NULL : image_share(world->kept);
    to->written = written;
    *frame = to;
    return EVO_OK;
}

evo_result evo_frame_keep(evo_world *world, evo_frame **frame) {
    return world_refuse(world, __func__, keep_frame(world, frame));
}

/* ---- Going back ------------------------------------------------------------------------------ */

/* The slot of a body, which mostly is that which it had. */
static uint32_t slot_of(const body_store *s, uint32_t id, uint32_t before) {
    return s->motions[before].id == id ? before : s->records[id].slot;
}

static void restore_bodies(body_store *s, const evo_frame *frame, byte_copy *from) {
    const bool changed = frame->changed || s->last_change >= s->steps;
    byte_copy c = {from->at, true};
    for (uint32_t i = 0; i < frame->bodies; ++i) {
        uint32_t id;
        memcpy(&id, c.at + 1, sizeof id);
        const uint32_t slot = slot_of(s, id, i);
        assert(s->records[id].generation % 2 == 1 && slot < s->awake
               && "what moved then moves now");
        (void)copy_body(s, slot, changed, &c);
    }
    if (changed) s->last_change = s->steps;
    *from = c;
}

static void restore_pairs(step_world *w, uint32_t count, byte_copy *from) {
    pair_memory *m = &w->pairs.memories[w->pairs.now];
    byte_copy c = {from->at, true};
    uint32_t row = NONE;
    for (uint32_t k = 0; k < count; ++k) {
        copy_pair(m, k, row, &c);
        row = m->id_a[k];
        m->sums[k] = pair_sum_at_end(&m->warm[k], &m->other[k], w->settings.substeps);
    }
    pairs_replace(&w->pairs, count);
    *from = c;
}

/* Makes room for what moves. False: out of memory. */
static bool reserve_moving(evo_world *world, uint32_t colliders, const void *context) {
    const evo_frame *frame = context;
    step_world *w = &world->core;
    return (!frame->forces || bodies_take_forces(&w->bodies))
           && ARRAY_RESERVE(w->memory, w->riders.all, w->riders.list.capacity, frame->riders)
           && pairs_reserve_replace(&w->pairs, colliders, frame->pairs);
}

/* Gives what moves back to a world whose other state is as it was then. */
static void restore_moving(evo_world *world, const evo_frame *frame) {
    step_world *w = &world->core;
    byte_copy from = {frame->bytes, true};
    assert(frame->bodies == w->bodies.awake && "a frame has all that moves");
    copy_world(w, &from);
    told_hide(&w->told);
    w->joints.end_list.count = 0;
    restore_bodies(&w->bodies, frame, &from);
    joints_copy(&w->joints, &from);
    copy_riders(&w->riders, &from);
    restore_pairs(w, frame->pairs, &from);
    assert(from.at == frame->bytes + frame->size && "all that was kept was given back");
    floor_forget_moving(w);
    moves_forget(world);
    forces_forget(world);
    world->sorted = WORLD_UNSORTED;
}

/* Gives back an image, and what moves. EVO_ERROR_MEMORY: the world is as it was. */
static evo_result become(evo_world *world, const evo_frame *frame) {
    const image_rest rest = {reserve_moving, frame};
    if (!world_become(world, frame->image, &rest)) return EVO_ERROR_MEMORY;
    restore_moving(world, frame);
    world->config.gravity = world->core.settings.gravity;
    return EVO_OK;
}

/* Fills a world that is empty. */
static evo_result fill(evo_world *world, const void *context) {
    world->config.exact = NULL;
    world->config.boundary = EVO_OPEN;
    world_begin(world);
    return become(world, (const evo_frame *)context);
}

static evo_result restore_frame(evo_world *world, const evo_frame *frame) {
    size_t written = 0;
    if (!world || !frame) return fault_null(fault_of(world), "frame");
    if (frame->size == 0)
        return FAULT(world, EVO_ERROR_INVALID, "frame holds nothing; keep one first");
    TRY(locked_refusal(world));
    if (!frame->image) return world_load(world, frame->bytes, frame->size);
    if (world->config.exact || !world->kept) return world_replace(world, fill, frame);
    const uint64_t revision = world->core.bodies.revision;
    if (world->kept != frame->image || world->kept_revision != revision) {
        if (!world_take_image(world, &written)) return EVO_ERROR_MEMORY;
        TRY(become(world, frame));
    } else {
        const uint32_t ids = (uint32_t)world->core.bodies.collider_list.count;
        if (!reserve_moving(world, ids, frame)) return EVO_ERROR_MEMORY;
        restore_moving(world, frame);
    }
    recorder_note_state(world->recorder);
    return EVO_OK;
}

evo_result evo_frame_restore(evo_world *world, const evo_frame *frame) {
    return world_refuse(world, __func__, restore_frame(world, frame));
}
