/* slide.h: Lees-Edwards shear: the images of a periodic box above and below slide along x.
 *
 * The image above is displaced by D = speed * time, within the box's width, and moves with the
 * speed; that below the other way. What crosses the upper border comes in at the lower one at
 * x - D, slower by the speed. Only particles of the first and last row of cells see such images.
 *
 * Their neighbours: let D be m + f cells, m whole, and q the columns from one to the other in the
 * images' own grid. Then what is above lies q + f cells away, give or take one, and can be touched
 * for q from -2 to 1; what is below, q - f cells, for q from -1 to 2: four columns, as long as m
 * stays. As m changes, all particles of these two rows plan again. So the argument of cells.h
 * holds: of two that meet, the last to plan found the other. */
#ifndef ENGINE_EVENT_SLIDE_H
#define ENGINE_EVENT_SLIDE_H

#include "event/event_world.h"

enum { SLIDE_COLUMNS = 4 }; /* least columns of a box that is sheared */

/* Part by which cells are wider than the widest particle: more than the rounding of m. */
static const double SLIDE_ROOM = 1e-6;

/* The displacement of the images above, within the box's width: at the event in hand, and at a
 * time by the clock as it is set now. */
double slide_now(const event_world *w);
double slide_at(const event_world *w, double time);

/* Keeps the displacement as the clock is set back by an amount. */
void slide_rebase(event_world *w, double amount);

INLINE bool slide_is_on(const event_world *w) {
    return w->slide.speed != 0;
}

/* Returns whether a particle may meet images that slide. */
INLINE bool slide_is_beside(const event_world *w, const particle *p) {
    return slide_is_on(w) && (p->row == 0 || p->row + 1 == w->cells.rows);
}

/* The particles that it may meet, as of cells_neighbours. */
size_t slide_neighbours(const event_world *w, const particle *middle, uint32_t *found);

/* When it has to plan again, from now. */
double slide_recheck(const event_world *w);

/* The way from one particle to another, both at the present, and what is added to the velocity of
 * the second along x: its image is that which the first may meet. */
evo_vec2 slide_delta(const event_world *w, const particle *a, const particle *b);
double slide_velocity(const event_world *w, const particle *a, const particle *b);

/* Whether the border of a cell is that of the box where images slide; crosses it, at the
 * present. */
bool slide_is_border(const event_world *w, uint32_t number, cell_side side);
void slide_cross(event_world *w, uint32_t number, cell_side side);

/* A flight with its y in the box: positions and velocities of the image there. */
evo_flight slide_fold(const event_world *w, evo_flight flight, double displacement);

#endif
