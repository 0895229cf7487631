/* checkpoint.h: the head of a checkpoint, and its world. */
#ifndef SAMPLES_HEADLESS_CHECKPOINT_H
#define SAMPLES_HEADLESS_CHECKPOINT_H

#include "headless/arguments.h"
#include "headless/keeper.h"
#include "picture/trails.h"

/* What a run is: its scene, parameters, seed, interval of samples and files. A load is false if it
 * is another one. */
bool checkpoint_head(keeper *k, const arguments *asked);

bool checkpoint_save_world(keeper *k, const evo_world *world);
bool checkpoint_load_world(keeper *k, evo_world *world);

bool checkpoint_trails(keeper *k, trails *t);

#endif
