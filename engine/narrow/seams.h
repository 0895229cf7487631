/* seams.h: joints between segments, which what rolls over them must not feel. */
#ifndef ENGINE_NARROW_SEAMS_H
#define ENGINE_NARROW_SEAMS_H

#include "narrow/measure.h"

/* Returns whether a segment that goes on from an end, along `way`, rises on the side of the first
 * one that is met there: a corner that lies in such a nook meets both. `normal`: towards the first,
 * which runs along `own`. */
static inline bool seam_turns_up(evo_vec2 own, evo_vec2 way, evo_vec2 normal) {
    const double upright = 1e-3;
    return fabs(vec_dot(own, normal)) <= upright * vec_length(own)
           && -vec_dot(way, normal) > upright * vec_length(way);
}

/* Returns whether a contact is void because it comes from the solid side of a one-sided segment,
 * its left. `normal`: towards the segment. */
static inline bool seam_is_behind(const evo_shape *segment, evo_vec2 axis, evo_vec2 normal) {
    return segment->of.segment.one_sided && vec_cross(axis, normal) < 0;
}

/* Drops contacts from behind one-sided segments. */
void sides_drop(const measure_input *in, const measure_output *measured);

/* A contact at the end of a segment from which another goes on is void where the nearest point of
 * the other is not that end; where both are met at it, one of them is. In a nook neither is. */
void seams_drop(const measure_input *in, const measure_output *measured);

#endif
