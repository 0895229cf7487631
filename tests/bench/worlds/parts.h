/* parts.h: what the benchmark of whole worlds consists of. Each part prints a table and says which
 * bars are met. */
#ifndef TESTS_BENCH_WORLDS_PARTS_H
#define TESTS_BENCH_WORLDS_PARTS_H

/* The peers and how they are set. */
void part_settings(void);

/* The four scenes, in all engines: quiet steps, and whole runs from the first step. */
void part_compare(void);
void part_whole(void);

/* Movers above sleepers, against Box2D; and above a million of them. */
void part_sleepers(void);
void part_millions(void);

/* One fast ball above many at rest. */
void part_ball(void);

/* Bodies created and destroyed in every step. */
void part_churn(void);

/* What a body costs in ever larger piles. */
void part_growth(void);

/* What a body takes in a pile at rest, and whether steps still ask for memory there. */
void part_memory(void);

/* Rays through a pile at rest. */
void part_rays(void);

/* Heavy disks on a light one. */
void part_heavy(void);

/* Hard disks from impact to impact. */
void part_events(void);

#endif
