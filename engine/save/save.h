/* save.h: worlds as bytes: a visitor that writes, reads or hashes all fields that it visits. */
#ifndef ENGINE_SAVE_SAVE_H
#define ENGINE_SAVE_SAVE_H

#include "core/core.h"
#include "evolute/body.h"
#include "exact/world.h"
#include "step/step.h"

/* ==== The visitor ============================================================================= */

/* One walk over the state of a world, for saving, loading and hashing.
 *
 * A function visits the fields of a record in one order. By the mode of the visitor they are
 * written as bytes, read from bytes and checked, or mixed into a hash: so the hash covers exactly
 * the saved fields of a simulation, and a load restores what a save has written.
 *
 * There is one way to write a state: bytes that are accepted are those that it is saved as. Bytes
 * are little-endian, whole numbers have seven bits a byte. A shape or material written a short time
 * ago is written as its place among the latest ones. */

typedef enum visit_mode { VISIT_SAVE, VISIT_LOAD, VISIT_HASH } visit_mode;

/* Most numbers of a shape with its kind and place; and the number of latest shapes that are
 * remembered. */
enum { VISIT_RECENT_NUMBERS = 24, VISIT_RECENT = 16 };

typedef struct visit_recent {
    double numbers[VISIT_RECENT][VISIT_RECENT_NUMBERS];
    int counts[VISIT_RECENT];
    int next;
} visit_recent;

typedef struct visitor {
    visit_mode mode;
    const unsigned char *from; /* of a load: the bytes, `size` of them */
    unsigned char *to;         /* of a save: as many bytes as there is room for, `size` */
    size_t size, at;           /* at: bytes visited; of a save they may be more than the room */
    uint64_t hash;
    bool any;        /* arguments of calls, sound or not: any numbers, shapes and materials */
    bool still;      /* of frames: moving state is left out, and bodies are made apart */
    uint32_t *apart; /* of those: where the ids of their colliders go */
    bool failed;     /* the bytes are damaged */
    bool refused;    /* memory was refused */
    visit_recent recent;
} visitor;

static inline bool visit_is(const visitor *v, visit_mode mode) {
    return v->mode == mode;
}

/* Returns whether nothing has failed yet. */
static inline bool visit_goes_on(const visitor *v) {
    return !v->failed && !v->refused;
}

/* Returns whether it is a load in which nothing has failed yet. */
static inline bool visit_loads(const visitor *v) {
    return visit_is(v, VISIT_LOAD) && visit_goes_on(v);
}

/* Notes damage, unless a condition on loaded data holds. Returns whether nothing has failed yet. */
bool visit_check(visitor *v, bool sound);

/* Notes that memory was refused, unless `granted`. */
bool visit_room(visitor *v, bool granted);

/* ---- Fields ---------------------------------------------------------------------------------- */

void visit_u64(visitor *v, uint64_t *word);
void visit_u32(visitor *v, uint32_t *word);
void visit_id(visitor *v, uint32_t *id, uint32_t from); /* near `from`, or NONE */
void visit_bool(visitor *v, bool *flag);

/* Visit the user's tag, and that with the birth of the thing that has it (body/known.h): they are
 * in no hash. */
void visit_tag(visitor *v, uint64_t *tag);
void visit_mark(visitor *v, uint64_t *tag, uint32_t *birth);

/* Visit any double; several finite ones, of which zeros take no bytes. Functions that visit
 * narrower ranges check them by the predicates of the calls. */
void visit_double(visitor *v, double *number);
void visit_numbers(visitor *v, double *numbers, uint32_t count);
void visit_floats(visitor *v, float *numbers, uint32_t count);

/* Visits numbers that often were visited before. */
void visit_known(visitor *v, double *numbers, int *count, int most);

/* Visits the number of things that take `bytes_each` bytes or more: so damaged bytes ask for no
 * more memory than a multiple of their own size. */
void visit_count(visitor *v, uint32_t *count, uint32_t bytes_each);

/* Visits the count of an array, and makes room for its items, which are zero then. Returns whether
 * nothing has failed yet. */
bool visit_array(visitor *v, const evo_allocator *memory, void *items, size_t *count,
                 size_t *capacity, size_t item_size, uint32_t bytes_each);

#define VISIT_ARRAY(v, memory, items, count, capacity, bytes_each)                                 \
    visit_array(v, memory, &(items), &(count), &(capacity), sizeof *(items), bytes_each)

/* Visits flags as bits of one word. */
void visit_flags(visitor *v, bool *flags, uint32_t count);

/* Visits all fields of a table (fields.c). */
void visit_fields(visitor *v, void *of, const field *fields);

/* Bytes of one value of a type; 0: as many as its field has. */
extern const uint8_t FIELD_SIZES[FIELD_TYPES];
extern const field MATERIAL_FIELDS[];

/* ---- Records --------------------------------------------------------------------------------- */

void visit_vector(visitor *v, evo_vec2 *vector);
void visit_handle(visitor *v, uint32_t *index, uint32_t *generation);
void visit_filter(visitor *v, evo_filter *filter);
void visit_shape(visitor *v, evo_shape *shape); /* sound but for its centre, which is finite */
void visit_material(visitor *v, evo_material *material);

void visit_any_material(visitor *v, evo_material *material); /* of a call, sound or not */

/* Begins a part whose order decides nothing: the part has a hash of its own, and the sum of such
 * hashes counts. */
uint64_t visit_part(visitor *v);
void visit_part_end(visitor *v, uint64_t outer, uint64_t *sum);
void visit_sum(visitor *v, uint64_t sum);

/* Writes a word as some bytes, little-endian. */
static inline void visit_put_word(unsigned char *to, uint64_t word, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) to[i] = (unsigned char)(word >> 8 * i);
}

static inline uint64_t visit_word_at(const unsigned char *from, size_t bytes) {
    uint64_t word = 0;
    for (size_t i = 0; i < bytes; ++i) word |= (uint64_t)from[i] << 8 * i;
    return word;
}

/* Returns a checksum of bytes: any one changed byte changes it. */
uint64_t visit_checksum(const unsigned char *bytes, size_t size);

/* ==== Parts of a save ========================================================================= */

/* The state of worlds, visited: what a save holds, a load makes and a hash covers.
 *
 * All data that decides the future is visited, in an order that depends on handles alone. A load
 * derives the rest again: slots, index, seams, forms, masses, materials and hulls that are shared.
 * A world that is loaded into is empty. */

typedef struct save_world {
    step_world *core;
    bool events; /* a world of exact time */
    /* Returns the motion of a body at present, for a hash; NULL: it is in the store. */
    body_state (*motion)(const void *context, uint32_t id);
    const void *context;
} save_world;

/* Returns whether a body moves within the range of numbers that calls take; its centre of mass may
 * be off its origin by as much again. */
static inline bool save_state_fits(body_state state) {
    state.position = vec_scale(state.position, 0.25);
    return state_fits(&state);
}

/* Visits a world of steps without its settings, or the state that a world of exact time keeps in
 * it. */
void save_visit_world(visitor *v, const save_world *w);

/* Parts of that, in this order. */
void save_visit_bodies(visitor *v, const save_world *w);
void save_visit_islands(visitor *v, step_world *w);
void save_visit_pairs(visitor *v, step_world *w);
void save_visit_joints(visitor *v, const save_world *w);

void save_visit_joint(visitor *v, step_world *w, uint32_t id);
void save_visit_island(visitor *v, step_world *w, uint32_t number);

/* Visits one thing for a frame, which compares its bytes with its bytes of before. A load of a body
 * makes it apart, behind all others, with its colliders; other loaded things are empty, and have
 * room. */
void save_visit_still(visitor *v, const save_world *w, still_kind kind, uint32_t id);

/* Returns whether bytes of a frame are of a living body, or of the id of a living collider. */
bool save_still_lives(const unsigned char *bytes);

/* Visits a world of exact time while it flies (exact.c); `bodies`: number of their ids. On a load
 * its space and memory are set, and all else is zero. */
void save_visit_flight(visitor *v, event_world *w, uint32_t bodies);

/* Visits overlaps with sensors, in order. */
void save_visit_overlaps(visitor *v, const evo_allocator *memory, sensor_overlaps *o);

#endif
