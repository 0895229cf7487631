/* peer.h: the engines that ours is compared with, behind one set of calls. */
#ifndef TESTS_BENCH_WORLDS_PEER_H
#define TESTS_BENCH_WORLDS_PEER_H

#include "scenes/scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

struct piece;

typedef struct peer {
    /* Its version, and how it is set. */
    void (*describe)(char *text, size_t size);
    /* A world in which stands what stands in the stage, asleep only where the stage allows it. */
    void *(*open)(const scene_stage *stage);
    /* One dynamic body more. NULL: the peer is not asked. */
    void (*add)(void *world, const struct piece *p);
    /* By SCENE_STEP. */
    void (*step)(void *world);
    void (*close)(void *world);
    /* How far a ray gets until it meets something, as part of its way: 1 for the whole. NULL: the
     * peer is not asked. */
    double (*ray)(void *world, evo_vec2 from, evo_vec2 to);
    /* Where a dynamic body is, by the order in which they came. NULL: the peer is not asked. */
    evo_vec2 (*place)(void *world, size_t number);
} peer;

enum { PEER_BOX2D, PEER_CHIPMUNK, PEERS };

/* NULL when the benchmark was built without its package. */
const peer *peer_find(int number);

extern const peer box2d_peer, chipmunk_peer;

#ifdef __cplusplus
}
#endif

#endif
