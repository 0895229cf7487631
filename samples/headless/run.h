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

/* Takes it through its time, in steps of SCENE_STEP, the last as long as is left. `look` is called
 * at the beginning, every so often, and at the end, `step` after each step; the first of them that
 * is not fine ends it. */
verdict run_through(const scene_stage *stage, const arguments *asked, verdict (*step)(void *own),
                    verdict (*look)(void *own), void *own);

/* Complains about a step of the world that failed. */
verdict run_failed(evo_result result);

#endif
