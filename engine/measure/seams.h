/* seams.h: contacts at the joints of floors: see body/seams.h. */
#ifndef ENGINE_MEASURE_SEAMS_H
#define ENGINE_MEASURE_SEAMS_H

#include "measure/measure.h"

/* Returns whether a meeting of two colliders is a contact: none comes from the solid side of a
 * one-sided segment, and at the joints of floors normals are those of the floor; the meeting gets
 * the nearest one that is allowed, or, if it is no contact, that of the face. `centers`: of mass,
 * from the origin of the meeting's points; `turns`: directions of the bodies' angles. */
bool seams_allow(const body_store *s, const uint32_t slots[2], const evo_vec2 centers[2],
                 const evo_vec2 turns[2], meeting *m);

/* The same of a meeting of a shape that is no collider with one in a slot: `center` of its body,
 * and `turn`; `filter`: of the shape, or NULL. */
bool seams_allow_shape(const body_store *s, uint32_t slot, evo_vec2 center, evo_vec2 turn,
                       const placed *shape, const evo_filter *filter, meeting *m);

/* Does the same to all measured pairs: those without a contact become PAIR_VOID. */
void seams_apply(const measure_input *in, const measure_output *measured);

#endif
