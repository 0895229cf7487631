/* gains.h: contacts give no energy.
 *
 * Contacts are solved in passes, along lines that hold for the whole step, and bodies turn
 * meanwhile: what they do to bodies that move together may add energy. It is taken back where it
 * does: all that changed in bodies that touch each other is made less, by the same factor, so that
 * momentum and angular momentum stay as they are. */
#ifndef ENGINE_CONTACT_GAINS_H
#define ENGINE_CONTACT_GAINS_H

#include "contact/graph.h"

/* What a body has too much of when the step is done. */
typedef struct gain {
    uint32_t index, id;
    evo_vec2 velocity;
    double spin;
} gain;

typedef struct gains {
    gain *list;
    size_t count;
    uint32_t *place_of; /* by index of mover: among the listed; or NONE */
} gains;

/* Bytes of scratch, and what is in them. */
size_t gains_room(const graph *g);
void gains_lay(const graph *g, void *scratch, gains *all);

/* After the solver: what contacts added, by lanes that might push. */
void gains_find(const graph *g, const measure_choice *choice, const measure_rows *rows,
                int substeps, gains *all);

/* When bodies have what the rows say. */
void gains_take(graph *g, const gains *all);

#endif
