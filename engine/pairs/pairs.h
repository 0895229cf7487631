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

/* ==== Finding ================================================================================= */

/* Shared by find.c, find_shared.c and the kernels of find_lanes.inc.h. */

/* Largest number of colliders of a coarser level around a tile that are compared without cells. */
enum { UPPER_FEW = 16 };

/* A coarser level around a tile: the tile of that level that contains it, and its eight neighbours,
 * row by row. */
typedef struct upper_level {
    const int32_t *tables[9];
    int shift;            /* binary shift from this tile's units to the level's, at most 30 */
    float scale;          /* factor from this tile's units to those of the level */
    int32_t off_x, off_y; /* offset of the tile's corner in the coarser tile, in its units */
    bool is_few;          /* all colliders are listed below, in the order of cells, row by row */
    uint32_t few_count;
    int32_t x[UPPER_FEW + 8], y[UPPER_FEW + 8];
    float radius[UPPER_FEW + 8], wide[UPPER_FEW + 8], high[UPPER_FEW + 8];
    uint32_t slot[UPPER_FEW + 8];
    /* Axes and half sizes of walls, enlarged by their motion; INFINITY for other colliders. */
    float axis_x[UPPER_FEW + 8], axis_y[UPPER_FEW + 8];
    float half_x[UPPER_FEW + 8], half_y[UPPER_FEW + 8];
} upper_level;

/* A still collider near a tile: its box in the tile's units. */
typedef struct near_still {
    double min_x, min_y, max_x, max_y;
    uint32_t slot;
} near_still;

/* NEAR_BLOCKS: blocks of 4 x 4 cells of a tile. Still colliders are listed by block if a tile has
 * more than NEAR_SPLIT bodies. */
enum { NEAR_BLOCKS = 16, NEAR_SPLIT = 8 };

/* Candidates as they are found. */
typedef struct found_pairs {
    uint32_t *a, *b; /* slots of colliders; b may be still */
    uint32_t count;
    size_t capacity;
    bool thinned; /* some crowd was */
    bool failed;  /* memory was refused */
} found_pairs;

struct finder {
    const pair_input *input;
    const index_awake *awake;
    found_pairs *found;
    arena *memory;  /* NULL: arrays cannot grow, and a full array is a failure */
    bool asks;      /* all pairs are filtered; else only those of find_asks */
    float reaches;  /* reach by which pairs are found, as a fraction of the sum of radii; */
    float less;     /* and part of this sum by which sides of boxes are nearer */
    size_t most;    /* largest number of pairs; with more the step fails */
    bool beyond;    /* the limit was exceeded */
    const tile *in; /* the present tile */
    tile_key key;
    double unit;         /* length of its unit */
    upper_level *uppers; /* room for all levels that have bodies */
    int upper_count;
    near_still *near;
    uint32_t near_starts[NEAR_BLOCKS + 1];
    size_t near_capacity;
    int near_blocks; /* 0: no still collider is near */
};

/* Ranks of one tile. */
struct find_part {
    uint32_t tile, first, end;
};

/* The ranks of a tile, by its position in the sequence. */
static inline find_part find_whole_tile(const index_awake *w, uint32_t place) {
    const uint32_t number = w->sequence[place];
    const int32_t *table = w->tables + (size_t)number * TILE_TABLE;
    return (find_part){number, (uint32_t)table[0], (uint32_t)table[TILE_CELLS]};
}

/* Finds the coarser levels and still colliders around the bodies of some ranks. */
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

/* Returns whether a collider is a wall: a kinematic box. Its bounds are those of the moving box, so
 * that a long wall forms pairs only with colliders near it. */
static inline bool find_is_wall(const body_store *s, uint32_t slot) {
    return s->links[slot].kind == FORM_BOX && s->motions[s->links[slot].body].kind == EVO_KINEMATIC;
}

/* Returns how far the rim of a wall may move in the step from its box in the index. */
static inline double find_wall_way(const pair_input *in, uint32_t slot) {
    const body_store *s = in->bodies;
    return (double)in->radii[slot] - (double)s->forms[slot].reach
           + in->seconds * (double)s->sweeps[slot].rim + (double)collider_corners(s, slot)->radius;
}

/* Returns whether the pairs of a collider must be filtered. */
static inline bool find_asks(const finder *f, uint32_t slot) {
    return f->asks || f->input->bodies->links[slot].flags != 0 || find_is_fixed(f, slot);
}

/* Makes room for more pairs. False: the limit or memory is exceeded. */
bool find_grow(finder *f, size_t more);

/* Drops pairs from `from` on that do not collide: all have the same first collider. */
void find_ask(finder *f, uint32_t from);

/* Number of overlapping cores above which a body is in a crowd, and of the pairs with dynamic
 * bodies that it keeps then. Larger: steps of crowds take longer; smaller: they part more
 * slowly. */
enum { CROWD = 8 };

/* Drops the farther pairs of a row in a crowd (find_shared.c). */
void find_thin(finder *f, uint32_t from);

/* Returns the radius of a disk about a collider's centre: in a crowd the disks of two colliders
 * overlap at some time of the step. */
float find_core(const pair_input *input, uint32_t slot);

/* Candidates in the pieces in which they were found; the last piece has those of large ones. */
typedef struct found_all {
    found_pairs *pieces;
    uint32_t count;
} found_all;

/* Finds the candidates of all tiles by several workers (find_shared.c). False: one worker has to
 * find them. */
bool find_shared(finder *f, const pair_store *p, size_t levels, found_all *to);

/* Margin of candidates, as a fraction of the disk's radius. Larger: more candidates are tested in
 * each step; smaller: colliders leave sooner. */
static const float PAIR_MARGIN = 1.0f / 16;

/* Sorts the index, and finds all candidates by bounds that are larger by `margin`, at most
 * PAIR_MARGIN. */
pair_result find_candidates(pair_store *p, const pair_input *input, float margin, found_all *to,
                            arena *a);

/* Appends the candidates of a collider with still ones. */
void find_stills_of(finder *f, uint32_t slot, evo_vec2 half);

/* Sets the bounds of a step, and renews candidates that do not hold; finds all of them anew. */
pair_result candidates_renew(pair_store *p, const pair_input *in, arena *a);
pair_result candidates_find_anew(pair_store *p, const pair_input *in, arena *a);

/* ---- Filtering ------------------------------------------------------------------------------- */

/* Entries of a list, and room for lanes behind them. */
struct filtered {
    uint32_t *a, *b, *id_a, *id_b;
    float *dx, *dy;
    uint32_t near; /* pairs that are as near as in a crowd */
};

#endif
