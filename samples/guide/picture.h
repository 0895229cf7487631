/* picture.h: the picture of a program of the guide. It is drawn by Cairo into the file that the
 * program's argument names (PNG, SVG or PDF); without an argument nothing is drawn.
 *
 *     picture_begin(argc, argv, -6, -1, 6, 6);    the part of the world that it shows
 *     picture_moment(world);                      moving bodies as they are now, pale
 *     picture_end(world);                         the world as it is now
 *
 * A program has one picture.
 */
#ifndef SAMPLES_GUIDE_PICTURE_H
#define SAMPLES_GUIDE_PICTURE_H

#include "evolute/evolute.h"

/* Begins the picture of a part of the world. A file that cannot be written ends the program. */
void picture_begin(int argc, char **argv, double left, double bottom, double right, double top);

/* Adds the moving bodies as they are now, pale, behind what is drawn later. */
void picture_moment(evo_world *world);

/* Adds a shape that is no body, as a mover's; pale, if it is of a moment past. */
void picture_shape(const evo_shape *shape, evo_pose at, bool past);

/* Draws the world, and writes the file. A file that cannot be written ends the program. */
void picture_end(evo_world *world);

#endif
