#include "peer.h"

const peer *peer_find(int number) {
    static const peer *const all[PEERS + 1] = {
#ifdef EVOLUTE_BENCH_BOX2D
        [PEER_BOX2D] = &box2d_peer,
#endif
#ifdef EVOLUTE_BENCH_CHIPMUNK
        [PEER_CHIPMUNK] = &chipmunk_peer,
#endif
        [PEERS] = NULL,
    };
    return all[number];
}
