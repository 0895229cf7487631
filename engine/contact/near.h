/* near.h: pairs whose margins meet and that no step can bring together yet. */
#ifndef ENGINE_CONTACT_NEAR_H
#define ENGINE_CONTACT_NEAR_H

#include "contact/graph.h"

bool near_reserve(graph *g, size_t more);
void near_add(graph *g, uint32_t contact_id);    /* due at once */
void near_remove(graph *g, uint32_t contact_id); /* from the list: its state is the caller's */
void near_set_row(graph *g, uint32_t contact_id, int side, uint32_t row);

/* Makes the pair be measured in the next step. */
void near_expire(graph *g, uint32_t contact_id);

/* At a step: uses clearances up and measures what has none left; what may meet becomes active. The
 * first cannot fail and must be done but once; there is room for `near.count` + 8 ids. */
size_t near_use_up(graph *g, const float *closing, uint32_t *due);
bool near_activate(graph *g, double seconds, uint32_t *due, size_t count);
/* `due` stands at the beginning of scratch. */

/* Near contacts become active, wherever they are. */
bool near_activate_all(graph *g, const uint32_t *contacts, size_t count);

#endif
