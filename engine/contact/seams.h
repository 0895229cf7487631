/* seams.h: contacts with the ends of segments from which other segments go on. */
#ifndef ENGINE_CONTACT_SEAMS_H
#define ENGINE_CONTACT_SEAMS_H

#include "contact/graph.h"
#include "narrow/contact.h"

typedef enum seam_kind {
    SEAM_NONE,
    SEAM_CORNER,  /* what is there belongs to the other segment */
    SEAM_HOLLOW,  /* what is there meets both lines */
    SEAM_STRAIGHT /* the other goes on in the same line */
} seam_kind;

/* What is at the end of a contact's segment that a normal leads to, if it does. */
seam_kind seam_towards(const graph *g, const contact *c, evo_vec2 normal);

/* What the contact is there: none at a corner, else with the segment's whole line. */
contact_points seam_points(seam_kind kind, const contact_side sides[2]);

#endif
