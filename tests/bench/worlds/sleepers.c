/* sleepers.c: what sleeps costs nothing: movers above many sleepers, in ours and in Box2D. */
#include <math.h>
#include <stdio.h>

#include "handover.h"
#include "parts.h"
#include "rest.h"

enum { SLEEPERS = 20000, SPEED = 20, HEIGHT = 5, SETTLING = 300 };

static const run_span SPAN = {0, 600};

typedef struct flock {
    int movers;
    double bar; /* so many times faster than Box2D */
} flock;

static const flock FLOCKS[] = {{1, 40}, {100, 15}};

static const rest_row ROW = {SLEEPERS, false, false};

static run_cost cost_of_ours(int movers) {
    scene_stage stage;
    rest_open_row(&stage, &ROW);
    rest_fall_asleep(&stage);
    for (int i = 0; i < movers; ++i) {
        const evo_body_config mover = rest_mover(i, HEIGHT, SPEED);
        rest_add(&stage, &mover);
    }
    const run_cost cost = run_ours(&stage, SPAN);
    scene_close(&stage);
    return cost;
}

/* Movers are added to our world, which is not stepped, so that they can be handed over. */
static run_cost cost_of_peer(const peer *other, int movers) {
    scene_stage stage;
    rest_open_row(&stage, &ROW);
    void *world = other->open(&stage);
    for (int i = 0; i < SETTLING; ++i) other->step(world);
    for (int i = 0; i < movers; ++i) {
        const evo_body_config mover = rest_mover(i, HEIGHT, SPEED);
        const evo_body body = rest_add(&stage, &mover);
        const piece p = handover_piece(&stage, body.index);
        other->add(world, &p);
    }
    scene_close(&stage);
    const run_cost cost = run_timed(other->step, world, SPAN);
    other->close(world);
    return cost;
}

static void print_flock(const flock *f) {
    const peer *box2d = peer_find(PEER_BOX2D);
    run_cost ours[RUN_MOST_ROUNDS], theirs[RUN_MOST_ROUNDS], ratios[RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    for (int i = 0; i < rounds; ++i) {
        const run_cost unknown = {NAN, NAN, NAN};
        theirs[i] = box2d ? cost_of_peer(box2d, f->movers) : unknown;
        ours[i] = cost_of_ours(f->movers);
        ratios[i].tenth = theirs[i].tenth / ours[i].tenth;
        ratios[i].mean = theirs[i].mean / ours[i].mean;
        ratios[i].p99 = theirs[i].p99 / ours[i].p99;
    }
    const double ratio = run_median(ratios, rounds).mean;
    printf("%6d", f->movers);
    run_print(10, 4, run_median(ours, rounds).mean);
    run_print(10, 4, run_median(ours, rounds).p99);
    run_print(10, 4, run_median(theirs, rounds).mean);
    run_print(10, 4, run_median(theirs, rounds).p99);
    run_print(7, 1, ratio);
    printf(" %5g  %s\n", f->bar, run_reached(ratio, f->bar));
    fflush(stdout);
}

void part_sleepers(void) {
    printf(
        "%d disks asleep on the ground, and movers above: CPU milliseconds a step, mean and 99th "
        "percentile\nof %d steps, median of %d rounds; ratio: how many times faster than Box2D "
        "in the mean\n",
        SLEEPERS, SPAN.timed, run_rounds());
    printf("%6s %9s %9s %9s %9s %6s %5s\n", "movers", "ours", "p99", "Box2D", "p99", "ratio",
           "bar");
    for (size_t i = 0; i < sizeof FLOCKS / sizeof *FLOCKS; ++i) print_flock(&FLOCKS[i]);
}
