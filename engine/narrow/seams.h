/* seams.h: joints between segments, which what rolls over them must not feel. */
#ifndef ENGINE_NARROW_SEAMS_H
#define ENGINE_NARROW_SEAMS_H

#include "narrow/measure.h"

/* A contact at the end of a segment from which another goes on is void where the nearest point of
 * the other is not that end; where both are met at it, one of them is. */
void seams_drop(const measure_input *in, const measure_output *measured);

#endif
