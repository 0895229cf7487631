/* hollow.h: disks in the hollows of rings.
 *
 * What slides along a hollow is turned by its rim all the while, which a line does not do. So lanes
 * tell of it as it will touch in the middle of the step, and how the rim turns there: the rest is
 * the solver's (kernel_slide). */
#ifndef ENGINE_CONTACT_HOLLOW_H
#define ENGINE_CONTACT_HOLLOW_H

#include "contact/graph.h"
#include "narrow/contact.h"

/* Whether it is of a disk that has room in the hollow of a ring: its lane has an extra. */
bool hollow_may_hold(const graph *g, const contact *c);

/* After it was measured, half a step (in seconds) before its middle. */
void hollow_write(graph *g, const contact *c, const contact_side sides[2],
                  const contact_points *found, double half);

#endif
