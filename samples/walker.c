/* walker.c: a character in a platform game. scenes/walk.c has the character, scenes/platforms.c the
 * level; here it walks through it for a minute, and tells where it is. */
#include <math.h>
#include <stdio.h>

#include "scenes/scenes.h"

typedef struct minute {
    double stuck, last; /* seconds without getting on, and where it was */
    int failures;
} minute;

static void watch(minute *m, evo_vec2 at) {
    m->stuck = fabs(at.x - m->last) < 0.01 ? m->stuck + SCENE_STEP : 0;
    m->last = at.x;
    if (m->stuck < 1 && at.y > -1) return;
    printf("stuck at (%.2f, %.2f)\n", at.x, at.y);
    ++m->failures;
}

static bool stands(const evo_world *world, evo_body body) {
    evo_contact found[8];
    const size_t count = evo_body_contacts(world, body, found, 8);
    bool carried = false;
    for (size_t i = 0; i < count && i < 8; ++i) carried |= found[i].points[0].normal.y > 0.6;
    return carried;
}

int main(void) {
    const scene *level = scene_find("platforms");
    double values[SCENE_PARAMS];
    scene_stage stage;
    minute m = {0, 0, 0};
    scene_defaults(level, values);
    if (!scene_open(&stage, level, values, NULL)) return 1;
    const evo_body walker = stage.actors[stage.count - 1].body; /* it was added last */
    for (int step = 1; step <= 3600 && m.failures == 0; ++step) {
        if (scene_step(&stage, SCENE_STEP) != EVO_OK) ++m.failures;
        const evo_vec2 at = evo_body_pose(stage.world, walker).position;
        watch(&m, at);
        if (step % 300 == 0)
            printf("%2d s: at (%5.2f, %5.2f)%s\n", step / 60, at.x, at.y,
                   stands(stage.world, walker) ? "" : ", in the air");
    }
    scene_close(&stage);
    return m.failures > 0;
}
