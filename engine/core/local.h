/* local.h: the only file that includes cglm.
 *
 * Local geometry lies close to one body: normals, lever arms, separations. Positions are subtracted
 * in double before, so float32 is precise enough, with half the memory and twice the lanes.
 */
#ifndef ENGINE_CORE_LOCAL_H
#define ENGINE_CORE_LOCAL_H

#include <cglm/struct.h>

#include "evolute/base.h"

static inline vec2s local_from(evo_vec2 v) {
    return (vec2s){{(float)v.x, (float)v.y}};
}

#endif
