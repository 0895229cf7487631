/* run.h: a scene, run from its beginning. */
#ifndef SAMPLES_HEADLESS_RUN_H
#define SAMPLES_HEADLESS_RUN_H

#include "headless/arguments.h"
#include "headless/complain.h"

/* Runs it, writes what is asked for, and says how it went. */
verdict run(const arguments *asked);

/* Runs it twice as long in event worlds, forth and back, and holds it against the laws. */
verdict verify(const arguments *asked);

/* Builds the scene; complains if it cannot. Either way scene_close gives everything back. */
verdict run_open(scene_stage *stage, const arguments *asked);

/* What of the run's time is one step, and how many there are: as long as SCENE_STEP, and the last
 * as long as is left. */
long run_steps(double seconds);
double run_step_length(double seconds, long step);

/* Complains about a step that failed. */
verdict run_failed(evo_result result);

#endif
