/* pairs.h: pairs of colliders whose bounds meet, and what the step before left of them.
 *
 * Pairs are listed row by row: a row holds the pairs that its collider, the first of them, has
 * found. Rows are in the index's canonical order, pairs of a row in the order in which they were
 * met. A pair has one entry, whether its colliders touch at one point or at two.
 *
 * What is remembered of a pair to the next step is keyed by the ids of its colliders; it is matched
 * with the new list entry by entry as long as both are the same, and looked up where they
 * differ. */
#ifndef ENGINE_PAIRS_PAIRS_H
#define ENGINE_PAIRS_PAIRS_H

#include <assert.h>

#include "core/crew.h"
#include "index/index.h"
#include "pairs/rules.h"

/* Warm start of a pair's rows: the impulses and the normal of the last step. */
typedef struct pair_warm {
    float push, drag;
    float normal_x, normal_y; /* 0, 0: not known */
} pair_warm;

/* Impulses of the second touch. Faces have one friction for both. */
typedef struct pair_other {
    float push; /* below 0: there was none */
    float drag;
} pair_other;

/* Impulses of a whole step, of the first touch and of the second. */
typedef struct pair_sum {
    float push, drag, other_push, other_drag;
} pair_sum;

/* Entries of the memory, in the order of the step that wrote them. */
typedef struct pair_memory {
    uint32_t *id_a, *id_b; /* colliders */
    pair_warm *warm;
    pair_other *other;
    uint8_t *touching;
    float *gaps;          /* gaps as measured; 0 of what was not measured alone */
    pair_sum *sums;       /* for those who ask: no frame or save has them */
    size_t capacities[7]; /* capacities of these arrays */
    uint32_t count;
} pair_memory;

/* Entries that there is room for after a step with so many. */
static inline size_t pairs_expected(size_t before) {
    return before + before / 16 + 128;
}

bool pair_memory_reserve(pair_memory *m, const evo_allocator *memory, size_t entries);

/* Most entries of a list: rows of their fits are numbered by floats, in 32 bits. */
enum { PAIRS_MOST = 0x0fffffff };

/* Entries that lists have room for behind the last: lanes read and write them. */
enum { PAIRS_BEYOND = 16 };

typedef enum pair_class {
    PAIR_ROUND,  /* two disks about their bodies' centres: a row needs nothing but their distance */
    PAIR_ROW,    /* any other pair that has a row: it was measured */
    PAIR_FACES,  /* two faces that touch at both ends of what they share */
    PAIR_VOID,   /* a pair at a joint of segments, where another has the contact */
    PAIR_NONE,   /* a pair that cannot meet within the step */
    PAIR_PASSES, /* a pair of which the user says so: see step/ask.h */
    PAIR_SENSOR,
    PAIR_EVENT /* a pair that may close too fast for a row: see step/drift.h */
} pair_class;

/* Returns whether pairs of a class have rows. */
static inline bool pair_has_row(uint8_t class_of) {
    return class_of <= PAIR_FACES;
}

/* Returns whether a class has a fit, with a row or void at a joint. */
static inline bool pair_was_fitted(uint8_t class_of) {
    return class_of >= PAIR_ROW && class_of <= PAIR_VOID;
}

/* The pairs of a step, in its arena; ids, warm, other and touching are the memory that it leaves.
 * Behind its entries are those of second touches that have a normal of their own. */
typedef struct pair_list {
    pair_memory *kept;
    uint32_t *a, *b;      /* slots of colliders; b may be still */
    float *dx, *dy;       /* vectors from a to b as they are placed for the index */
    float *way_x, *way_y; /* and as the step begins: of round pairs and hulls, when measured */
    uint8_t *class_of;    /* pair_class */
    uint32_t count;
    uint32_t rows;       /* entries and second touches */
    uint32_t *second_of; /* second touch by entry, or NONE; NULL: there are none */
    uint32_t *first_of;  /* entry by second touch, less count */
    size_t capacity;
    pair_ruling ruling;  /* by the user, for this step */
    bool meets_sleepers; /* some b sleeps */
    bool failed;         /* memory was refused */
} pair_list;

/* Returns the second touch of an entry, or NONE. */
static inline uint32_t pair_second(const pair_list *list, uint32_t k) {
    return list->second_of ? list->second_of[k] : NONE;
}

/* Sets the class of an entry, or of a second touch. */
static inline void pair_set_class(const pair_list *list, uint32_t k, pair_class to) {
    assert((to != PAIR_EVENT || list->class_of[k] < PAIR_PASSES) && "what passes has no impact");
    list->class_of[k] = (uint8_t)to;
}

/* Sets the class of an entry and of its second touch. */
static inline void pair_set_classes(const pair_list *list, uint32_t k, pair_class to) {
    const uint32_t second = pair_second(list, k);
    pair_set_class(list, k, to);
    if (second != NONE) pair_set_class(list, second, to);
}

typedef struct pair_store {
    const evo_allocator *memory;
    pair_memory memories[2];
    int now;          /* the memory that the last step left; the other is written next */
    uint32_t *starts; /* row by collider id: where it may begin there; its entries tell */
    /* Entries in which a collider is the second: the last one that may be, by its id, and by entry
     * the one before. */
    uint32_t *lasts, *befores;
    size_t start_capacity, last_capacity, before_capacity;
    size_t near_room; /* for still colliders near a tile, as far as is known */
} pair_store;

void pairs_init(pair_store *p, const evo_allocator *memory);
void pairs_free(pair_store *p);

/* ---- Finding (find.c) ------------------------------------------------------------------------ */

typedef struct pair_input {
    const body_store *bodies;
    spatial_index *index;
    const float *radii; /* radii of the awake, by slot of collider */
    bool some_fixed;    /* some awake body is moved by no contact */
    int lanes;
    double seconds; /* of the step */
    crew *crew;     /* NULL: nobody shares it */
} pair_input;

typedef enum pair_result { PAIRS_FOUND, PAIRS_MEMORY, PAIRS_LIMIT } pair_result;

/* Lists all pairs; their memory is fresh. */
pair_result pairs_find(pair_store *p, pair_list *list, const pair_input *input, arena *a);

/* Room for second touches, behind the entries. False: out of memory. */
bool pairs_reserve_seconds(pair_list *list, const evo_allocator *memory, arena *a, size_t seconds);

/* ---- Matching (match.c) ---------------------------------------------------------------------- */

/* Pairs that were touching and are pairs no more, by ids of colliders. */
typedef struct pair_ids {
    uint32_t a, b;
} pair_ids;

typedef struct pair_ended {
    pair_ids *all;
    uint32_t count;
} pair_ended;

/* Takes over what is remembered. False: out of memory. */
bool pairs_match(const pair_store *p, const pair_list *list, const body_store *s, crew *c,
                 pair_ended *ended, arena *a);

/* Ends a step: what the list holds is now what is remembered, with room for `entries`; collider ids
 * are below `ids`. It cannot fail once there is room. */
bool pairs_reserve_publish(pair_store *p, uint32_t ids, size_t entries);
void pairs_publish(pair_store *p, const pair_list *list);

/* Replaces what is remembered by entries that were written in its place; there is room for
 * them. */
bool pairs_reserve_replace(pair_store *p, uint32_t ids, size_t entries);
void pairs_replace(pair_store *p, uint32_t count);

/* Appends to what is remembered: the rows of an island that wakes. */
bool pairs_reserve_append(pair_store *p, size_t entries);
typedef struct pair_kept {
    pair_warm warm;
    pair_other other;
    pair_sum sum;
    float gap;
    bool touching;
} pair_kept;

/* Sums of a step of so many substeps at the force of its end: what is known after a load. */
pair_sum pair_sum_at_end(const pair_warm *warm, const pair_other *other, int substeps);

pair_kept pair_kept_at(const pair_memory *m, uint32_t k);

void pairs_append(pair_store *p, pair_ids ids, const pair_kept *kept);
void pairs_forget(pair_store *p, uint32_t count); /* what was appended to so many entries */

/* Visits the entries of a collider. */
typedef void (*pair_entry_visit)(void *context, uint32_t entry);
void pairs_visit(const pair_store *p, uint32_t collider, pair_entry_visit visit, void *context);

/* Returns whether a pair is remembered, in either order. */
bool pairs_remember(const pair_store *p, pair_ids ids);

/* ---- Colours (colour.c) ---------------------------------------------------------------------- */

enum { COLOURS = 64 };

/* Entries with rows, by colour: no two pairs of a colour share a body that contacts move. Those
 * beyond the last colour are solved one by one. */
typedef struct pair_colours {
    /* In scratch: colour by entry; COLOURS: none was left; COLOUR_NONE: without a row. */
    uint8_t *of;
    uint32_t counts[COLOURS + 1];
    uint32_t faces[COLOURS + 1]; /* PAIR_FACES; they are not in counts */
    int used;                    /* colours in use */
} pair_colours;

enum { COLOUR_NONE = 255 };

/* The rows of the pairs' bodies, by pair: their offsets in the table of velocities, four floats
 * each, of which the last is the inverse mass. */
typedef struct pair_rows {
    const uint32_t *a, *b;
    const float *velocity;
    const float *held; /* axes that are locked, by row; NULL: none is */
    uint32_t count;    /* number of rows */
    bool some_fixed;   /* some awake body is moved by no contact */
} pair_rows;

bool pairs_colour(const pair_list *list, const pair_rows *rows, pair_colours *colours, arena *a);

#endif
