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
#include "shape/placed.h"

typedef struct obstacle {
    evo_shape shape;
    evo_flight flight; /* of its body, at the start */
    evo_material material;
    evo_filter filter;
    uint32_t owner; /* the user's */
    bool sensor;
    bool shaped_only; /* a wall as a segment: disks use borders.h instead */
    bool gone;        /* it is met no more; of the rest only the owner may be read */
} obstacle;

/* An obstacle as a cell lists it: in a periodic box, so many boxes away. */
typedef struct obstacle_image {
    uint32_t number;
    int8_t image_x, image_y;
} obstacle_image;

typedef struct obstacles {
    const evo_allocator *memory;
    obstacle *all;
    size_t count, capacity;
    obstacle_image
        *images;      /* by cell; then moving ones; then, for oversize particles, still ones */
    uint32_t *starts; /* of each of these lists */
    size_t image_count, image_capacity, start_capacity, cell_count;
    obstacle_image *late; /* of obstacles that came since the lists were made: tested by all */
    size_t late_count, late_capacity;
    size_t begun_with; /* obstacles */
    evo_vec2 period;   /* of the periodic box; 0: none */
    bool walled;       /* some stand for walls */
} obstacles;

bool obstacles_add(obstacles *o, const obstacle *added);
void obstacles_free(obstacles *o);

/* Frees the lists by cell. */
void obstacles_clear_cells(obstacles *o);

/* The greatest radii of particles until cells are rebuilt; that of oversize ones is no smaller. */
typedef struct obstacle_radii {
    double ordinary, oversize;
} obstacle_radii;

/* Lists all obstacles by cell. False when memory is refused. */
bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to);

/* Room for more that come late; false: out of memory. */
bool obstacles_reserve_late(obstacles *o, size_t more);

/* Adds one to those of lists that have been built; takes the last one back, if it was added so. */
bool obstacles_add_late(obstacles *o, const cells *c, const obstacle *added);
void obstacles_drop_late(obstacles *o);

/* Whether so many are late that lists had better be built; or so many have come and gone that the
 * world had better be started anew. */
bool obstacles_are_late(const obstacles *o);
bool obstacles_are_many(const obstacles *o);

/* All cells that can touch it, when it stands still; some maybe more than once. */
typedef void cell_visitor(void *context, int32_t column, int32_t row);
void obstacles_visit_cells(const obstacles *o, const cells *c, uint32_t number, double max_radius,
                           cell_visitor *visit, void *context);

/* What a particle may meet before it leaves its cell: still obstacles of its cell, or all of them
 * for an oversize particle; moving ones; late ones. Some may be gone. */
enum { OBSTACLE_LISTS = 3 };

typedef struct obstacle_list {
    const obstacle_image *items[OBSTACLE_LISTS];
    size_t counts[OBSTACLE_LISTS];
} obstacle_list;

obstacle_list obstacles_near(const obstacles *o, const cells *c, const particle *p);

/* Its motion after so long, relative to an origin. */
evo_flight obstacle_at(const obstacles *o, obstacle_image which, double elapsed, evo_vec2 origin);

/* Whether it moves, or turns visibly. */
bool obstacle_moves(const obstacle *at);

#endif
