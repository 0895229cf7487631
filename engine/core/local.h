/* local.h: cglm, the only file that includes it.
 *
 * Local geometry is what lies close to one body: normals, arms, separations. Positions have been
 * subtracted in double by the time they get here, so float32 serves, in half the memory and twice
 * the lanes. vec2s and its glms_ functions are used as they are; here are the doors between the
 * two precisions.
 */
#ifndef ENGINE_CORE_LOCAL_H
#define ENGINE_CORE_LOCAL_H

#include <cglm/struct.h>

#include "evolute/base.h"

static inline vec2s local_from(evo_vec2 v) {
    vec2s local = {{(float)v.x, (float)v.y}};
    return local;
}

#endif
