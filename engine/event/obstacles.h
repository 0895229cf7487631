/* obstacles.h: what flyers meet that no impact moves: shapes that stand still, or move and turn
 * steadily; and sensors, which they only pass through.
 *
 * What stands still is known to the cells it can be touched from; so a flyer looks at few. What
 * moves is known to all; and giants (giants.h) know everything.
 */
#ifndef ENGINE_EVENT_OBSTACLES_H
#define ENGINE_EVENT_OBSTACLES_H

#include "event/cells.h"
#include "evolute/body.h"
#include "evolute/collide.h"
#include "shape/placed.h"

typedef struct obstacle {
    const evo_shape *shape;
    evo_flight flight; /* of its body, at the beginning */
    evo_material material;
    evo_filter filter;
    uint32_t owner; /* for whoever added it */
    bool sensor;
    bool shaped_only; /* a wall: disks know it already */
} obstacle;

/* An obstacle where a cell has it: in a periodic box it may be so many boxes away. */
typedef struct obstacle_image {
    uint32_t number;
    int8_t image_x, image_y;
} obstacle_image;

typedef struct obstacles {
    const evo_allocator *memory;
    obstacle *all;
    size_t count, capacity;
    obstacle_image *near; /* by cell; then what moves; then, for giants, what stands still */
    uint32_t *begins;     /* of each of these lists */
    size_t near_count, near_capacity, begin_capacity, cell_count;
    evo_vec2 size; /* of the periodic box; 0: none */
} obstacles;

bool obstacles_add(obstacles *o, const obstacle *added);
void obstacles_free(obstacles *o);

/* Gives back what the cells were told. */
void obstacles_clear_cells(obstacles *o);

/* The widest radii of flyers, as wide as they may become; those of giants are no less. */
typedef struct obstacle_radii {
    double ordinary, oversize;
} obstacle_radii;

/* Tells the cells what is near them. False when memory is refused. */
bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to);

/* Those that a flyer may meet before it leaves its cell: first those of its cell, or for a giant
 * all that stand still; then those that move. */
typedef struct obstacle_list {
    const obstacle_image *items[2];
    size_t counts[2];
} obstacle_list;

obstacle_list obstacles_near(const obstacles *o, const cells *c, const particle *f);

/* Where it is after so long, relative to an origin. */
evo_flight obstacle_at(const obstacles *o, obstacle_image which, double now_elapsed,
                       evo_vec2 origin);

/* Moves, or turns so that it shows. */
bool obstacle_moves(const obstacle *at);

#endif
