#include "picture/images.h"

#include <math.h>

/* Along one axis: the shifts at which an interval [low, high] is visible. Returns their count. */
static size_t find_shifts(double low, double high, double from, double to, double shifts[3]) {
    const double length = to - from, middle = low + 0.5 * (high - low);
    const double home = -floor((middle - from) / length) * length;
    size_t count = 0;
    shifts[count++] = home;
    if (low + home < from) shifts[count++] = home + length;
    if (high + home > to) shifts[count++] = home - length;
    return count;
}

images images_of(const scene_stage *stage, evo_bounds bounds) {
    const evo_bounds box = stage->config.bounds;
    images found = {.count = 1};
    double right[3], up[3];
    if (stage->config.boundary != EVO_PERIODIC) return found;
    size_t across = find_shifts(bounds.min.x, bounds.max.x, box.min.x, box.max.x, right);
    size_t above = find_shifts(bounds.min.y, bounds.max.y, box.min.y, box.max.y, up);
    found.count = 0;
    for (size_t i = 0; i < across; ++i)
        for (size_t k = 0; k < above; ++k) {
            const evo_vec2 shift = {right[i], up[k]};
            found.shifts[found.count++] = shift;
        }
    return found;
}
