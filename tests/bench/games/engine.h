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

extern const game_engine ours_game_engine, box2d_game_engine;

#ifdef __cplusplus
}
#endif

#endif
