/* squeeze.h: what is light between what is heavy.
 *
 * A pass through the contacts one by one hands on through a body only about what its own mass can
 * hold: what is a hundred times as heavy and rests on it, or falls on it, would take hundreds of
 * passes to stop. Contacts of bodies that are squeezed so are found here, to be solved together
 * (solve/squeezes.h). */
#ifndef ENGINE_CONTACT_SQUEEZE_H
#define ENGINE_CONTACT_SQUEEZE_H

#include "contact/graph.h"

/* One mass is so many times the other. */
static const float UNEVEN = 8;

/* Lanes of contacts, squeeze after squeeze, in the order of keys. */
typedef struct squeeze_list {
    uint32_t *lanes; /* eight times the batch plus the lane */
    size_t lane_count;
    size_t *ends; /* of each squeeze, in that list */
    float *sizes; /* of its smallest body */
    size_t count;
} squeeze_list;

enum { SQUEEZE_BODIES = 256, SQUEEZE_LANES = 1024 }; /* at most, in all */

/* What it takes to find them, in bytes; 0 when there are none. */
size_t squeezes_scratch(const graph *g);

/* In that scratch; when it is known which lanes may push in the step (by batch), and where. */
void squeezes_find(graph *g, const uint8_t *close, const float *velocity, double seconds,
                   void *scratch, squeeze_list *list);

#endif
