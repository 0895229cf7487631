/* event_run.h: runs of disks of several radii and masses in worlds of events, in many settings,
 * with all impacts that they report: for tests that compare runs. */
#ifndef TESTS_SUPPORT_EVENT_RUN_H
#define TESTS_SUPPORT_EVENT_RUN_H

#include "evolute/event.h"
#include "support/plain_gas.h"

/* Disks of several radii and masses, on a loose lattice that the box has room for. */
typedef struct run_setting {
    int count;
    evo_boundary boundary;
    double pull;  /* along y */
    int oversize; /* so many of them are far wider, in a row above the lattice */
} run_setting;

enum { RUN_MOST = PLAIN_MOST, RUN_KEPT = 20000, RUN_SETTINGS = 19 };

/* Up to 64 have a dense pair table, more a sparse one. */
extern const run_setting RUNS[RUN_SETTINGS];

/* A world of these disks, and all impacts it has reported. */
typedef struct event_run {
    evo_world *world;
    evo_body bodies[RUN_MOST];
    int count;
    evo_impact impacts[RUN_KEPT];
    size_t kept;
    uint64_t seen; /* impacts that the world had counted by then */
} event_run;

/* Of the box. */
double run_width(const run_setting *s);
double run_height(const run_setting *s);

/* The same disks for the naive simulation, and for a world with this config. */
plain_gas run_plain(const run_setting *s);
evo_world_config run_config(const run_setting *s);
void run_begin(event_run *r, const run_setting *s, const evo_world_config *config);

/* A step, which must succeed, and its impacts; and the impacts alone. */
void run_step(event_run *r, double seconds);
void run_note(event_run *r);

/* -1: it is not of this run. */
int run_number_of(const event_run *r, evo_body body);

bool run_same_body(evo_body a, evo_body b);

/* Equal in every bit. */
bool run_same_impact(const evo_impact *a, const evo_impact *b);

/* Fails the running test unless both have the same impacts, in every bit. */
void run_check_same(const event_run *a, const event_run *b);

#endif
