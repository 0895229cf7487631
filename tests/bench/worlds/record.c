#include "record.h"

#include <math.h>

static const run_cost UNKNOWN = {NAN, NAN, NAN};

/* The peers first: ours runs in the world that theirs are copied from. */
static void add_round(record *r, const char *name, int count, run_span span) {
    const scene_setting setting = run_setting();
    scene_stage stage;
    run_open(&stage, name, count, &setting);
    for (int i = 0; i < PEERS; ++i)
        if (peer_find(i)) r->costs[i][r->rounds] = run_peer(peer_find(i), &stage, span);
    r->costs[OURS][r->rounds++] = run_ours(&stage, span);
    scene_close(&stage);
}

void record_scene(record *r, const char *name, int count, run_span span) {
    const int rounds = run_rounds() * (count == RECORD_SMALL ? RECORD_SMALL_TIMES : 1);
    r->rounds = 0;
    while (r->rounds < rounds) add_round(r, name, count, span);
}

run_cost record_median(const record *r, int engine) {
    if (engine != OURS && !peer_find(engine)) return UNKNOWN;
    return run_median(r->costs[engine], r->rounds);
}

run_cost record_ratio(const record *r) {
    run_cost ratios[RUN_MOST_ROUNDS * RECORD_SMALL_TIMES];
    if (!peer_find(PEER_BOX2D)) return UNKNOWN;
    for (int i = 0; i < r->rounds; ++i) {
        const run_cost *theirs = &r->costs[PEER_BOX2D][i], *ours = &r->costs[OURS][i];
        ratios[i].tenth = theirs->tenth / ours->tenth;
        ratios[i].mean = theirs->mean / ours->mean;
        ratios[i].p99 = theirs->p99 / ours->p99;
    }
    return run_median(ratios, r->rounds);
}
