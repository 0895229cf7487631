#include "engine.h"

void game_add_due(const game_engine *engine, void *world, const game_scene *game, int step,
                  game_progress *p) {
    for (; p->bodies < game->body_count && game->bodies[p->bodies].spawn <= step; ++p->bodies)
        engine->add(world, game, &game->bodies[p->bodies]);
    for (; p->joints < game->joint_count; ++p->joints) {
        const game_joint *joint = &game->joints[p->joints];
        if (joint->a >= p->bodies || joint->b >= p->bodies) return;
        engine->join(world, joint);
    }
}
