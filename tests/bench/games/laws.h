/* laws.h: counts of broken laws: bodies move that should rest, bodies escape, bullets get into
 * boxes; and how far joints and cars come from where they should be. */
#ifndef TESTS_BENCH_GAMES_LAWS_H
#define TESTS_BENCH_GAMES_LAWS_H

#include "engine.h"

typedef struct game_laws {
    bool was_inside[GAME_BODIES]; /* by number of the body */
    int moved, moved_far;         /* by more than 0.05 and 0.5 from where they began */
    int outside;                  /* of the arena or below their floor at the end */
    int inside;                   /* bullets, 0.05 or more inside a box after some step */
    double joint_error;           /* the worst at the end, see laws.c; 0: there are no joints */
    double way;                   /* mean way of dynamic bodies along x */
} game_laws;

/* Marks bullets that are inside a box, among the bodies created so far. To be called after each
 * step. */
void laws_watch(game_laws *laws, const game_scene *game, const game_engine *engine, void *world,
                int created);

/* Counts and measures at the end of a run. */
void laws_count(game_laws *laws, const game_scene *game, const game_engine *engine, void *world);

#endif
