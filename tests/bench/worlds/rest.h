/* rest.h: worlds at rest, and what moves above them. */
#ifndef TESTS_BENCH_WORLDS_REST_H
#define TESTS_BENCH_WORLDS_REST_H

#include "run.h"

/* Disks of radius 0.5 on the ground, so far from each other that they never meet. */
typedef struct rest_row {
    int count;
    bool asleep;      /* from the beginning */
    bool never_sleep; /* then they are at rest, and awake */
} rest_row;

void rest_open_row(scene_stage *stage, const rest_row *row);

/* A pile that has come to rest and stays awake. */
void rest_open_pile(scene_stage *stage, int count);

/* Steps until all are asleep. */
void rest_fall_asleep(scene_stage *stage);

/* Height of the highest rim. */
double rest_top(const scene_stage *stage);

/* Small disks that nothing pulls and that fly to and fro above, in seven lanes that begin at this
 * height; by number, from 0. */
evo_body_config rest_mover(int number, double height, double speed);

/* Adds a body, or ends the program. */
evo_body rest_add(scene_stage *stage, const evo_body_config *config);

#endif
