/* run.h: running a scene from its beginning. */
#ifndef SAMPLES_HEADLESS_RUN_H
#define SAMPLES_HEADLESS_RUN_H

#include "headless/arguments.h"
#include "headless/complain.h"

/* Runs the scene, writes the requested files and prints the summary. */
verdict run(arguments *asked);

/* Runs the scene and checks the conservation laws; event worlds also run forward and back. */
verdict verify(const arguments *asked);

/* Makes all calls of a record again, and says which is the first that differs. */
verdict replay(const arguments *asked);

/* Writes the scene as it is built as a scene file. */
verdict export_scene(const arguments *asked);

/* Builds the scene, or reports an error. Either way scene_close frees everything. */
verdict run_open(scene_stage *stage, const arguments *asked);

/* Runs for the requested time in steps of SCENE_STEP, of which some are done; the last may be
 * shorter. `look` is called at the sampling interval and at the end, `step` after each step. The
 * first verdict that is not VERDICT_FINE ends the run. */
verdict run_through(scene_stage *stage, const arguments *asked, long done,
                    verdict (*step)(void *own), verdict (*look)(void *own), void *own);

/* Reports a failed step of the world. */
verdict run_failed(evo_result result);

#endif
