/* arguments.h: what evolute-run is asked to do. */
#ifndef SAMPLES_HEADLESS_ARGUMENTS_H
#define SAMPLES_HEADLESS_ARGUMENTS_H

#include "scenes/scenes.h"

typedef enum request {
    REQUEST_RUN,
    REQUEST_NOTHING, /* help or a list was asked for, and has been printed */
    REQUEST_REFUSED  /* and stderr says why */
} request;

typedef struct arguments {
    const scene *scene;
    double values[SCENE_PARAMS];
    double seconds;
    scene_setting setting;
    const char *output; /* NULL: no picture */
} arguments;

request arguments_read(int argc, char **argv, arguments *asked);

#endif
