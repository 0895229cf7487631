/* engine.h: engines that run scenes of games, behind one set of calls. */
#ifndef TESTS_BENCH_GAMES_ENGINE_H
#define TESTS_BENCH_GAMES_ENGINE_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GAME_STEP (1.0 / 60)
#define GAME_GRAVITY (-10.0)

/* The restitution of all shapes is 0. */
typedef struct game_engine {
    const char *name;
    void *(*open)(void); /* an empty world in which no body sleeps */
    void (*add)(void *world, const game_scene *game, const game_body *body);
    void (*join)(void *world, const game_joint *joint); /* bodies that were added before */
    void (*step)(void *world);
    evo_pose (*pose)(void *world, int number); /* of a body, in order of creation */
    void (*close)(void *world);
} game_engine;

/* Numbers of bodies and joints of a scene that a world has so far. */
typedef struct game_progress {
    int bodies, joints;
} game_progress;

/* Adds the bodies that appear before a step, and after them the joints whose bodies are there. */
void game_add_due(const game_engine *engine, void *world, const game_scene *game, int step,
                  game_progress *p);

/* The world of ours_game_engine. */
struct evo_world *ours_world(void *context);

extern const game_engine ours_game_engine, box2d_game_engine;

#ifdef __cplusplus
}
#endif

#endif
