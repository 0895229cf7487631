/* pairs.h: pairs of colliders that may meet: the list of a step, the rules of a pair, and how
 * pairs are found. */
#ifndef ENGINE_PAIRS_PAIRS_H
#define ENGINE_PAIRS_PAIRS_H

#include <assert.h>

#include "body/shared.h"
#include "core/crew.h"
#include "evolute/contact.h"
#include "index/index.h"

/* ==== Rules =================================================================================== */

/* Rules of contacts: from both materials, or as the user changed them for this step. */

/* Rules that the user gave an entry of a list. */
typedef struct pair_ruled {
    uint32_t entry;
    evo_contact_rules rules;
} pair_ruled;

/* Rules that the user gave in a step, in the order of entries, in its arena. */
typedef struct pair_ruling {
    pair_ruled *all;
    uint32_t count;
    bool rolls, bounces; /* some rules have a resistance or a belt; a restitution */
} pair_ruling;

static inline evo_contact_rules rules_of_materials(const material_table *t, const evo_material *a,
                                                   const evo_material *b) {
    return (evo_contact_rules){friction_of(t, a, b), restitution_of(t, a, b),
                               most_of(a->rolling_resistance, b->rolling_resistance),
                               a->surface_speed + b->surface_speed, tangential_of(a, b)};
}

/* Returns the rules that the user gave an entry, or NULL. */
static inline const evo_contact_rules *rules_given(const pair_ruling *r, uint32_t entry) {
    uint32_t low = 0, high = r->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (r->all[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->count && r->all[low].entry == entry ? &r->all[low].rules : NULL;
}

/* ==== Pairs of a step ========================================================================= */

/* Pairs of colliders whose bounds meet, and their data of the last step.
 *
 * Pairs are listed row by row: a row has the pairs of its first collider. Of two awake colliders
 * the first has the lower id; rows, the awake and then the still colliders of a row are in the
 * order of ids. A pair has one entry, whether its colliders touch at one point or at two.
 *
 * The memory of a pair is keyed by the ids of its colliders. It is matched with the new list entry
 * by entry while both are equal, and looked up where they differ. */

/* Warm start of a pair's rows: the impulses and the normal of the last step. */
typedef struct pair_warm {
    float push, drag;
    float normal_x, normal_y; /* 0, 0: not known */
} pair_warm;

/* Impulses of the second touch. Faces have one friction for both touches. */
typedef struct pair_other {
    float push; /* below 0: there was no second touch */
    float drag;
} pair_other;

static const pair_other PAIR_NO_OTHER = {-1, 0};

static inline bool pair_has_other(const pair_other *other) {
    return other->push >= 0;
}

/* Impulses of a whole step, of the first touch and of the second. */
typedef struct pair_sum {
    float push, drag, other_push, other_drag;
} pair_sum;

/* Flags of a pair as its step ended. `PAIR_BORN`: the bodies came to overlap otherwise than by
 * moving (created or teleported), and have not parted since. */
enum { PAIR_TOUCHES = 1, PAIR_BORN = 2 };

/* Entries of the memory, in the order of the step that wrote them. */
enum { MEMORY_ARRAYS = 7 };
typedef struct pair_memory {
    uint32_t *id_a, *id_b; /* colliders */
    pair_warm *warm;
    pair_other *other;
    uint8_t *touching; /* flags: see PAIR_TOUCHES */
    float *gaps;       /* measured gaps; 0 of pairs that were not measured alone. Of a sensor: the
                          distance that both may still move before the next test of the overlap,
                          below 0 while they overlap; not in saves. */
    pair_sum *sums;    /* read by queries only: not in frames or saves */
    size_t capacities[MEMORY_ARRAYS];
    uint32_t count;
} pair_memory;

/* Returns the number of entries to reserve after a step with `before` entries. */
static inline size_t pairs_expected(size_t before) {
    return before + before / 16 + 128;
}

bool pair_memory_reserve(pair_memory *m, const evo_allocator *memory, size_t entries);

/* Largest number of entries: offsets into `fits`, counted in floats, must fit in 32 bits. */
enum { PAIRS_MOST = 0x0fffffff };

/* Entries behind the last one: lanes read and write them. */
enum { PAIRS_BEYOND = 16 };

/* Class of a pair: which part of the engine handles it in this step. A later stage may overrule an
 * earlier one in these cases only:
 *
 *   class   set by, for                                 overruled by
 *   ROUND   measure/, disks that may meet               PASSES, EVENT
 *   ROW     measure/, other pairs that may meet         VOID, PASSES, EVENT
 *   FACES   measure/, faces that touch twice            ROW, VOID (seams.c), PASSES, EVENT
 *   NONE    measure/, pairs that cannot meet            PASSES, EVENT (bodies of impacts, meet.c)
 *   SENSOR  measure/, pairs with a sensor, first of all PASSES
 *   VOID    measure/seams.c, no contact at a seam       PASSES, EVENT
 *   PASSES  step/told.c, pairs that the user lets pass  nothing
 *   EVENT   step/search.c and step/meet.c, fast pairs   nothing
 */
typedef enum pair_class {
    PAIR_ROUND,  /* two disks about their bodies' centres: a row needs nothing but their distance */
    PAIR_ROW,    /* any other pair that has a row */
    PAIR_FACES,  /* two faces that touch at both ends of their shared part */
    PAIR_VOID,   /* a pair at a seam, where a neighbour has the contact */
    PAIR_NONE,   /* a pair that cannot meet within the step */
    PAIR_PASSES, /* a pair that the user lets pass: see step/drift.h */
    PAIR_SENSOR, /* a pair that pushes nothing */
    PAIR_EVENT   /* a pair that may close too fast for a row: see step/drift.h */
} pair_class;

/* Returns whether pairs of a class have rows. */
static inline bool pair_has_row(uint8_t class_of) {
    return class_of <= PAIR_FACES;
}

/* Returns whether pairs of a class have a fit: those with a row, and void ones. */
static inline bool pair_was_fitted(uint8_t class_of) {
    return class_of >= PAIR_ROW && class_of <= PAIR_VOID;
}

/* The pairs of a step, in its arena; ids, warm, other and touching are the memory for the next
 * step. Second touches with their own normal have entries behind those of pairs. */
typedef struct pair_list {
    pair_memory *kept;
    uint32_t *a, *b;      /* slots of colliders; b may be still */
    float *dx, *dy;       /* vectors from a to b, at the positions of the index */
    float *way_x, *way_y; /* as the step begins: of measured round pairs and hulls */
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

/* A pair by the ids of its colliders. */
typedef struct pair_ids {
    uint32_t a, b;
} pair_ids;

/* ---- Candidates (candidates.c) --------------------------------------------------------------- */

/* Bounds of awake colliders in a step, by slot; and those of all still ones: without end. */
typedef struct step_bounds {
    float radius, wide, high, core;
} step_bounds;

/* Bounds of an awake collider, larger than those of a step by a margin. */
typedef struct candidate_bounds {
    evo_vec2 place;
    float radius, wide, high; /* of the disk; half sizes of the box within it */
    float core;               /* see find_core */
} candidate_bounds;

/* Bounds of a still collider, and the number of ranks for which they were measured; `sleeps`: its
 * island does. */
typedef struct still_bounds {
    evo_bounds bounds;
    uint32_t number;
    bool sleeps;
} still_bounds;

/* Pairs that may meet as long as no awake collider leaves its candidate_bounds, in rows: a row has
 * the pairs of its first collider. */
typedef struct pair_candidates {
    bool held;         /* false: the next step finds all candidates anew */
    uint64_t revision; /* of the bodies, whose forms and filters are as they were then */
    uint32_t reorders; /* of the bodies, whose slots are */
    uint32_t age;      /* steps since all were found anew */
    uint32_t thin;     /* number of times that they will be found for one step */
    uint32_t ranks;    /* awake colliders */
    uint32_t number;   /* of times that ranks were set */
    uint32_t *slots;   /* of the awake, by rank: in the order of ids */
    uint32_t *numbers; /* ranks, by slot */
    candidate_bounds *bounds; /* by slot */
    step_bounds *now;         /* by slot: in scratch, while pairs are found */
    bool crowded;             /* some colliders are as near as in a crowd, or nearly */
    still_bounds *stills;     /* by slot, from the first still one on: of those with candidates */
    uint32_t *a, *b;          /* slots, and some zeros behind them for lanes */
    uint32_t count;
    size_t slot_capacity, number_capacity, bound_capacity, still_capacity, a_capacity, b_capacity;
} pair_candidates;

typedef struct pair_store {
    const evo_allocator *memory;
    pair_candidates candidates;
    pair_memory memories[2];
    int now;          /* number of the last step's memory; the other one is written next */
    uint32_t *starts; /* start of the row by collider id, valid if the entry there has the id */
    /* Chains of entries by their second collider: the last entry, by collider id, valid if it has
     * this id; and by entry the one before. */
    uint32_t *lasts, *befores;
    size_t start_capacity, last_capacity, before_capacity;
    size_t near_room; /* largest number of still colliders near a tile so far */
} pair_store;

void pairs_init(pair_store *p, const evo_allocator *memory);
void pairs_free(pair_store *p);

/* Makes the next step find all candidates anew. */
void pairs_lose(pair_store *p);

/* ---- Finding (find.c) ------------------------------------------------------------------------ */

typedef struct finder finder;
typedef struct find_part find_part;

/* Adds the candidates of some ranks. */
typedef void (*find_kernel)(finder *f, const find_part *part);

typedef struct filtered filtered;

/* Writes entries of candidates whose disks and boxes meet in the step; returns their number. */
typedef uint32_t (*filter_kernel)(const pair_candidates *c, const evo_vec2 *places, uint32_t from,
                                  uint32_t to, filtered *out);

typedef struct pair_input {
    const body_store *bodies;
    spatial_index *index;
    const float *radii; /* radii of the awake, by slot of collider */
    index_sizes sizes;  /* of boxes within their disks */
    bool some_fixed;    /* some awake body is moved by no contact */
    find_kernel kernel;
    filter_kernel filter;
    double seconds; /* of the step */
    crew *crew;     /* workers; NULL: one thread */
} pair_input;

typedef enum pair_result { PAIRS_FOUND, PAIRS_MEMORY, PAIRS_LIMIT } pair_result;

/* Sorts the index by bounds that are larger by PAIR_MARGIN: its order depends on the state
 * alone. */
evo_result pairs_sort(const pair_input *input, arena *a);

/* Lists all pairs; the memory of the list has only ids. The index may be sorted for that. */
pair_result pairs_find(pair_store *p, pair_list *list, const pair_input *input, arena *a);

/* Makes room for second touches behind the entries. False: out of memory. */
bool pairs_reserve_seconds(pair_list *list, const evo_allocator *memory, arena *a, size_t seconds);

/* ---- Matching (match.c) ---------------------------------------------------------------------- */

typedef struct pair_ended {
    pair_ids *all;
    uint32_t count;
} pair_ended;

/* Copies the memory of pairs that remain, and lists touching pairs that ended. False: out of
 * memory. */
bool pairs_match(const pair_store *p, const pair_list *list, const body_store *s, crew *c,
                 pair_ended *ended, arena *a);

/* Ends a step: the memory of the list becomes that of the last step. pairs_reserve_publish makes
 * room for `entries` and for collider ids below `ids`; after it pairs_publish cannot fail. */
bool pairs_reserve_publish(pair_store *p, uint32_t ids, size_t entries);
void pairs_publish(pair_store *p, const pair_list *list);

/* Replaces the memory by entries that were written into its arrays; pairs_reserve_replace makes
 * room for them. */
bool pairs_reserve_replace(pair_store *p, uint32_t ids, size_t entries);
void pairs_replace(pair_store *p, uint32_t count);

static inline bool pair_has_sensor(const body_store *s, pair_ids ids) {
    return s->colliders[ids.a].sensor || s->colliders[ids.b].sensor;
}

/* Appends entries to the memory: the pairs of an island that wakes. */
bool pairs_reserve_append(pair_store *p, size_t entries);
typedef struct pair_kept {
    pair_warm warm;
    pair_other other;
    pair_sum sum;
    float gap;
    uint8_t touching;
} pair_kept;

/* Returns the sums of a step whose substeps all had the impulses of the last one: the best estimate
 * after a load. */
pair_sum pair_sum_at_end(const pair_warm *warm, const pair_other *other, int substeps);

pair_kept pair_kept_at(const pair_memory *m, uint32_t k);

void pairs_append(pair_store *p, pair_ids ids, const pair_kept *kept);
void pairs_forget(pair_store *p, uint32_t count); /* drops entries from `count` on */

/* Visits the entries of a collider. */
typedef void (*pair_entry_visit)(void *context, uint32_t entry);
void pairs_visit(const pair_store *p, uint32_t collider, pair_entry_visit visit, void *context);

/* Returns whether the memory has a pair, in either order. */
bool pairs_remember(const pair_store *p, pair_ids ids);

/* ---- Colours (match.c) ----------------------------------------------------------------------- */

enum { COLOURS = 64 };

/* Numbers of rows by colour; at COLOURS those of rows without a colour. */
typedef struct pair_counts {
    uint32_t rows[COLOURS + 1], faces[COLOURS + 1]; /* PAIR_FACES; they are not in rows */
} pair_counts;

/* Entries with rows, by colour: no two pairs of a colour share a body that contacts move. Those
 * beyond the last colour are solved one by one. */
typedef struct pair_colours {
    /* In scratch: colour by entry; COLOURS: no colour was free; COLOUR_NONE: no row. */
    uint8_t *of;
    pair_counts *before; /* in scratch: rows before each COLOURED entries, one piece of work */
    pair_counts all;
    int used; /* colours in use */
} pair_colours;

enum { COLOUR_NONE = 255, COLOURED = 1024 };

/* Returns the next colour in use; the last is COLOURS, for rows without a colour. */
static inline int next_colour(const pair_colours *colours, int before) {
    return before + 1 < colours->used || before == COLOURS ? before + 1 : COLOURS;
}

#define EACH_COLOUR(c, colours)                                                                    \
    for (int c = next_colour(colours, -1); c <= COLOURS; c = next_colour(colours, c))

/* Rows of the pairs' bodies, by pair: their offsets in the table of velocities, four floats each,
 * of which the last is the inverse mass. */
typedef struct pair_rows {
    const uint32_t *a, *b;
    const float *velocity;
    const float *held; /* axes that are locked, by row; NULL: none is */
    uint32_t count;    /* number of rows */
    bool some_fixed;   /* some awake body is moved by no contact */
} pair_rows;

bool pairs_colour(const pair_list *list, const pair_rows *rows, pair_colours *colours, arena *a);

#endif
