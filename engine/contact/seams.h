/* seams.h: contacts with the ends of segments from which other segments go on. */
#ifndef ENGINE_CONTACT_SEAMS_H
#define ENGINE_CONTACT_SEAMS_H

#include "contact/graph.h"
#include "narrow/contact.h"

typedef enum seam_kind {
    SEAM_NONE,
    SEAM_CORNER,  /* what is there belongs to the other segment */
    SEAM_STRAIGHT /* the other goes on in the same line */
} seam_kind;

/* What is at the end of a contact's segment that a normal leads to, if it does. */
seam_kind seam_towards(const graph *g, const contact *c, evo_vec2 normal);

/* The same, and *found is changed to what the contact is at a seam: without points at a corner. */
seam_kind seam_mend(const graph *g, const contact *c, evo_vec2 normal, contact_points *found);

#endif
