/* flights.h: disks of several radii and masses in worlds of events, in many settings, and all that
 * such worlds tell of their impacts: for tests that hold one flight against another. */
#ifndef TESTS_SUPPORT_FLIGHTS_H
#define TESTS_SUPPORT_FLIGHTS_H

#include "evolute/event.h"
#include "support/plain_gas.h"

/* Disks of several radii and masses, on a loose lattice that the box has room for. */
typedef struct flights_setting {
    int count;
    evo_boundary boundary;
    double pull; /* along y */
    int giants;  /* so many of them are, in a row above the lattice */
} flights_setting;

enum { FLIGHTS_MOST = PLAIN_MOST, FLIGHTS_KEPT = 20000, FLIGHTS_SETTINGS = 19 };

/* Up to 64 are planned in a dense table, more in a sparse one. */
extern const flights_setting FLIGHTS[FLIGHTS_SETTINGS];

/* A world of these disks, and all impacts that it has told of. */
typedef struct flights_run {
    evo_world *world;
    evo_body bodies[FLIGHTS_MOST];
    int count;
    evo_impact impacts[FLIGHTS_KEPT];
    size_t kept;
    uint64_t seen; /* impacts that the world had counted by then */
} flights_run;

/* Of the box that they are in. */
double flights_width(const flights_setting *s);
double flights_height(const flights_setting *s);

/* The same disks for the plain simulation, and for a world with this config. */
plain_gas flights_plain(const flights_setting *s);
evo_world_config flights_config(const flights_setting *s);
void flights_begin(flights_run *r, const flights_setting *s, const evo_world_config *config);

/* A step, which must succeed, and what it told of; and the latter alone. */
void flights_step(flights_run *r, double seconds);
void flights_note(flights_run *r);

/* -1: it is none of the run's. */
int flights_number_of(const flights_run *r, evo_body body);

bool flights_same_body(evo_body a, evo_body b);

/* In every bit. */
bool flights_same_impact(const evo_impact *a, const evo_impact *b);

/* Fails the running test unless both have told of the same impacts, in every bit. */
void flights_check_same(const flights_run *a, const flights_run *b);

#endif
