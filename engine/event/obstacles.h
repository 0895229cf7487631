/* obstacles.h: what particles meet that no impact moves: shapes that stand still, or move and turn
 * steadily; and sensors, which particles pass through.
 *
 * A still obstacle is listed in the cells it can be touched from, so that a particle tests few.
 * Moving ones are tested by all particles; oversize particles (oversize.h) test all.
 */
#ifndef ENGINE_EVENT_OBSTACLES_H
#define ENGINE_EVENT_OBSTACLES_H

#include "event/cells.h"
#include "evolute/body.h"
#include "evolute/collide.h"

typedef struct obstacle {
    evo_shape shape;
    evo_flight flight; /* of its body, at the start */
    evo_material material;
    evo_filter filter;
    uint32_t owner; /* the user's */
    bool sensor;
    bool shaped_only; /* a wall as a segment: disks use borders.h instead */
    bool gone;        /* it is met no more; of the rest only the owner may be read */
    uint32_t plans;   /* particles that plan to meet it: then its place is kept */
    uint32_t next;    /* free place after this one, if it is free */
} obstacle;

/* An obstacle as a cell lists it: in a periodic box, so many boxes away. */
typedef struct obstacle_image {
    uint32_t number;
    int8_t image_x, image_y;
} obstacle_image;

/* An image in a list, which is in the order of numbers. */
typedef struct obstacle_entry {
    obstacle_image which;
    uint32_t next; /* or NONE */
} obstacle_entry;

/* The greatest radii of particles until cells are rebuilt; that of oversize ones is no smaller. */
typedef struct obstacle_radii {
    double ordinary, oversize;
} obstacle_radii;

typedef struct obstacles {
    const evo_allocator *memory;
    obstacle *all;
    size_t count, capacity; /* of places, those that are free included */
    uint32_t free;          /* 1 more than a free place, or 0 */
    uint32_t *firsts; /* lists by cell; then of moving ones; then, for oversize particles, of still
                         ones */
    size_t first_capacity, cell_count;
    obstacle_entry *entries;
    size_t entry_count, entry_capacity;
    uint32_t free_entry; /* 1 more than a free entry, or 0 */
    obstacle_radii to;
    evo_vec2 period; /* of the periodic box; 0: none */
    bool walled;     /* some stand for walls */
} obstacles;

bool obstacles_add(obstacles *o, const obstacle *added);
void obstacles_free(obstacles *o);

/* Frees the lists by cell. */
void obstacles_clear_cells(obstacles *o);

/* Lists all obstacles by cell. False when memory is refused. */
bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to);

/* Adds one to lists that have been built, and returns its number; NONE: out of memory. Takes one
 * off them: it is gone, and its place is free when nothing plans to meet it, unless it is
 * `kept`. */
uint32_t obstacles_join(obstacles *o, const cells *c, const obstacle *added);
void obstacles_part(obstacles *o, const cells *c, uint32_t number, bool kept);

/* Counts the plans to meet one; they are restored in the opposite order. */
void obstacles_plan(obstacles *o, uint32_t number);
void obstacles_forget(obstacles *o, uint32_t number);

/* Lists the images of an obstacle: it and, in a periodic box, those in the boxes around. Returns
 * how many they are. */
enum { IMAGES = 9 };
int obstacles_images(const cells *c, uint32_t number, obstacle_image all[IMAGES]);

/* All cells that can touch it, when it stands still; some maybe more than once. */
typedef void cell_visitor(void *context, int32_t column, int32_t row);
void obstacles_visit_cells(const obstacles *o, const cells *c, uint32_t number, double max_radius,
                           cell_visitor *visit, void *context);

/* What a particle may meet before it leaves its cell: still obstacles of its cell, or all of them
 * for an oversize particle; and moving ones: while (obstacles_next(...)). Heads of two lists. */
typedef struct obstacle_walk {
    uint32_t at, then;
} obstacle_walk;

obstacle_walk obstacles_near(const obstacles *o, const cells *c, const particle *p);

static inline bool obstacles_next(const obstacles *o, obstacle_walk *walk, obstacle_image *which) {
    if (walk->at == NONE) *walk = (obstacle_walk){walk->then, NONE};
    if (walk->at == NONE) return false;
    *which = o->entries[walk->at].which;
    walk->at = o->entries[walk->at].next;
    return true;
}

/* Its motion after so long, relative to an origin. */
evo_flight obstacle_at(const obstacles *o, obstacle_image which, double elapsed, evo_vec2 origin);

/* Whether it moves, or turns visibly. */
bool obstacle_moves(const obstacle *at);

#endif
