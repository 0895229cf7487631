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

/* Rules of contacts: as materials mix, or as the user changed them for this step. */

/* Rules that the user gave an entry of a list. */
typedef struct pair_ruled {
    uint32_t entry;
    evo_contact_rules rules;
} pair_ruled;

/* Rules that the user gave in a step, in the order of entries, in its arena. */
typedef struct pair_ruling {
    pair_ruled *all;
    uint32_t count;
    bool rolls, bounces; /* some have a resistance or a belt, or a restitution */
} pair_ruling;

static inline evo_contact_rules rules_of_materials(const material_table *t, const evo_material *a,
                                                   const evo_material *b) {
    return (evo_contact_rules){friction_of(t, a, b), restitution_of(t, a, b),
                               most_of(a->rolling_resistance, b->rolling_resistance),
                               a->surface_speed + b->surface_speed, tangential_of(a, b)};
}

/* Returns what the user gave an entry, or NULL. */
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

/* Pairs of colliders whose bounds meet, and what the step before left of them.
 *
 * Pairs are listed row by row: a row holds the pairs that its collider, the first of them, has
 * found. Rows are in the index's canonical order, pairs of a row in the order in which they were
 * met. A pair has one entry, whether its colliders touch at one point or at two.
 *
 * What is remembered of a pair to the next step is keyed by the ids of its colliders; it is matched
 * with the new list entry by entry as long as both are the same, and looked up where they
 * differ. */

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

static const pair_other PAIR_NO_OTHER = {-1, 0};

static inline bool pair_has_other(const pair_other *other) {
    return other->push >= 0;
}

/* Impulses of a whole step, of the first touch and of the second. */
typedef struct pair_sum {
    float push, drag, other_push, other_drag;
} pair_sum;

/* How a pair touched as its step ended: `PAIR_BORN`: it came to overlap otherwise than by moving,
 * and has not parted since. */
enum { PAIR_TOUCHES = 1, PAIR_BORN = 2 };

/* Entries of the memory, in the order of the step that wrote them. */
enum { MEMORY_ARRAYS = 7 };
typedef struct pair_memory {
    uint32_t *id_a, *id_b; /* colliders */
    pair_warm *warm;
    pair_other *other;
    uint8_t *touching; /* flags: see PAIR_TOUCHES */
    float *gaps;       /* gaps as measured; 0 of what was not measured alone; of a sensor what is
                             left of one: how far both may go before they are asked again; below
                             0 while they overlap. No save has that. */
    pair_sum *sums;    /* for those who ask: no frame or save has them */
    size_t capacities[MEMORY_ARRAYS];
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

/* The class of a pair says who has it in this step. Who comes later may overrule what was said
 * before, as told here and nowhere else:
 *
 *   class   said by, of what                            overruled by
 *   ROUND   measure/, disks that may meet               PASSES, EVENT
 *   ROW     measure/, what else may meet                VOID, PASSES, EVENT
 *   FACES   measure/, where that touches twice          ROW, VOID (seams.c), PASSES, EVENT
 *   NONE    measure/, what cannot meet                  PASSES, EVENT (what is struck, meet.c)
 *   SENSOR  measure/, before all others                 PASSES
 *   VOID    measure/seams.c, what floors do not allow   PASSES, EVENT
 *   PASSES  step/told.c, what the user lets pass        nobody
 *   EVENT   step/search.c and step/meet.c, too fast     nobody
 */
typedef enum pair_class {
    PAIR_ROUND,  /* two disks about their bodies' centres: a row needs nothing but their distance */
    PAIR_ROW,    /* any other pair that has a row: it was measured */
    PAIR_FACES,  /* two faces that touch at both ends of what they share */
    PAIR_VOID,   /* a pair at a joint of segments, where another has the contact */
    PAIR_NONE,   /* a pair that cannot meet within the step */
    PAIR_PASSES, /* a pair of which the user says so: see step/drift.h */
    PAIR_SENSOR, /* a pair that pushes nothing */
    PAIR_EVENT   /* a pair that may close too fast for a row: see step/drift.h */
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

typedef struct finder finder;
typedef struct find_part find_part;

/* Adds the pairs of some ranks. */
typedef void (*find_kernel)(finder *f, const find_part *part);

typedef struct pair_input {
    const body_store *bodies;
    spatial_index *index;
    const float *radii; /* radii of the awake, by slot of collider */
    index_sizes sizes;  /* of boxes within their disks */
    bool some_fixed;    /* some awake body is moved by no contact */
    find_kernel kernel;
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

static inline bool pair_has_sensor(const body_store *s, pair_ids ids) {
    return s->colliders[ids.a].sensor || s->colliders[ids.b].sensor;
}

/* Appends to what is remembered: the rows of an island that wakes. */
bool pairs_reserve_append(pair_store *p, size_t entries);
typedef struct pair_kept {
    pair_warm warm;
    pair_other other;
    pair_sum sum;
    float gap;
    uint8_t touching;
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

/* ---- Colours (match.c) ----------------------------------------------------------------------- */

enum { COLOURS = 64 };

/* Rows by colour; at COLOURS those that have none. */
typedef struct pair_counts {
    uint32_t rows[COLOURS + 1], faces[COLOURS + 1]; /* PAIR_FACES; they are not in rows */
} pair_counts;

/* Entries with rows, by colour: no two pairs of a colour share a body that contacts move. Those
 * beyond the last colour are solved one by one. */
typedef struct pair_colours {
    /* In scratch: colour by entry; COLOURS: none was left; COLOUR_NONE: without a row. */
    uint8_t *of;
    pair_counts
        *before; /* in scratch: rows before each COLOURED entries, which are packed at once */
    pair_counts all;
    int used; /* colours in use */
} pair_colours;

enum { COLOUR_NONE = 255, COLOURED = 1024 };

/* Returns the next colour in use, of which rows without one are the last: COLOURS. */
static inline int next_colour(const pair_colours *colours, int before) {
    return before + 1 < colours->used || before == COLOURS ? before + 1 : COLOURS;
}

#define EACH_COLOUR(c, colours)                                                                    \
    for (int c = next_colour(colours, -1); c <= COLOURS; c = next_colour(colours, c))

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

/* ==== Finding ================================================================================= */

/* Shared by find.c, find_shared.c and the kernels of find_lanes.inc.h. */

/* Colliders of a coarser level around a tile that are looked at one and all, at most. */
enum { UPPER_FEW = 16 };

/* A coarser level around a tile: the tile of that level that it lies in, and its eight neighbours,
 * row by row. */
typedef struct upper_level {
    const int32_t *tables[9];
    int shift;            /* halvings from this tile's units to those of the level, 30 at most */
    float scale;          /* factor of the same */
    int32_t off_x, off_y; /* offset of the tile's corner in the coarser one, in units of that one */
    bool is_few; /* then all of its colliders are here, in the order of its cells, row by row */
    uint32_t few_count;
    int32_t x[UPPER_FEW + 8], y[UPPER_FEW + 8];
    float radius[UPPER_FEW + 8], wide[UPPER_FEW + 8], high[UPPER_FEW + 8];
    uint32_t slot[UPPER_FEW + 8], id[UPPER_FEW + 8];
    /* Axes and half sizes of walls, with how far these may move; of others the halves are without
     * bounds. */
    float axis_x[UPPER_FEW + 8], axis_y[UPPER_FEW + 8];
    float half_x[UPPER_FEW + 8], half_y[UPPER_FEW + 8];
} upper_level;

/* A still collider near a tile: its box in the tile's units. */
typedef struct near_still {
    double min_x, min_y, max_x, max_y;
    uint32_t slot;
    bool sleeps;
} near_still;

/* Still colliders are listed by blocks of 4 x 4 cells where a tile has many bodies. */
enum { NEAR_BLOCKS = 16, NEAR_SPLIT = 8 };

struct finder {
    const pair_input *input;
    const index_awake *awake;
    pair_list *list;
    arena *memory;  /* NULL: nothing grows; what has no room fails */
    bool asks;      /* any pair may have to be asked about, else those of find_asks alone */
    size_t most;    /* entries; with more the step is refused */
    bool beyond;    /* there would be more */
    const tile *in; /* the present tile */
    tile_key key;
    double unit;         /* length of its unit */
    upper_level *uppers; /* room for all levels that have bodies */
    int upper_count;
    near_still *near;
    uint32_t near_starts[NEAR_BLOCKS + 1];
    size_t near_capacity;
    int near_blocks; /* 0: there are none */
};

/* Ranks of one tile. */
struct find_part {
    uint32_t tile, first, end;
};

/* The ranks of a tile, by its place in the sequence. */
static inline find_part find_whole_tile(const index_awake *w, uint32_t place) {
    const uint32_t number = w->sequence[place];
    const int32_t *table = w->tables + (size_t)number * TILE_TABLE;
    return (find_part){number, (uint32_t)table[0], (uint32_t)table[TILE_CELLS]};
}

/* Finds what surrounds the bodies of some ranks. */
bool find_around(finder *f, const find_part *part);

/* The block of cells that a cell of the tile is in. */
static inline uint32_t find_block(const finder *f, uint32_t cell) {
    return f->near_blocks == 1 ? 0 : cell % TILE_SIDE / 4 + cell / (4 * TILE_SIDE) * 4;
}

/* Returns whether still colliders are near a cell of the tile. */
static inline bool find_is_near(const finder *f, uint32_t cell) {
    const uint32_t block = find_block(f, cell);
    return f->near_blocks > 0 && f->near_starts[block] < f->near_starts[block + 1];
}

/* Returns whether a collider is of a body that no contact moves. */
static inline bool find_is_fixed(const finder *f, uint32_t slot) {
    const body_store *s = f->input->bodies;
    return f->input->some_fixed && s->motions[s->links[slot].body].kind != EVO_DYNAMIC;
}

/* Returns whether pairs that a collider found have to be asked about. */
static inline bool find_asks(const finder *f, uint32_t slot) {
    return f->asks || f->input->bodies->links[slot].flags != 0 || find_is_fixed(f, slot);
}

/* Room for more entries; false: refused. */
bool find_grow(finder *f, size_t more);

/* Adds the pairs of a rank with still colliders near its tile. */
void find_still(finder *f, uint32_t rank, uint32_t cell);

/* Drops those entries from `from` on that are not within reach when measured in doubles. */
void find_exactly(finder *f, uint32_t from);

/* Drops the pairs of a row that do not collide. */
void find_ask(finder *f, uint32_t from);

/* Moves an entry of the list. */
void find_move(pair_list *list, uint32_t to, uint32_t from);

/* Others whose cores that of one body may overlap before it is in a crowd, and pairs that it has
 * then with what moves. Larger: steps of crowds take longer; smaller: they part more slowly. */
enum { CROWD = 8 };

/* Drops the other pairs of a row in a crowd (find_shared.c). */
void find_thin(finder *f, uint32_t from);

/* Finds the pairs of all tiles by several workers (find_shared.c). False: one has to do it. */
bool find_shared(finder *f, const pair_store *p, size_t levels);

#endif
