#include "support/pilot.h"

static const double SHIELD = 3.5; /* radius of the outer ring */

unsigned pilot_keys(const game *g) {
    double nearest = INFINITY;
    evo_vec2 target = {0, 0};
    for (int i = 0; i < GAME_ROCKS; ++i) {
        const evo_body body = g->rocks[i].body;
        if (evo_body_is_none(body)) continue;
        const evo_vec2 at = evo_body_world_center(g->world, body);
        const double distance = evo_length(at);
        if (distance < SHIELD || distance > nearest) continue;
        if (evo_dot(at, evo_body_velocity(g->world, body)) > 0) continue;
        nearest = distance;
        target = at;
    }
    return isfinite(nearest) ? game_keys_toward(g, target) : 0;
}
