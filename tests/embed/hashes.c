/* hashes.c: prints the table of tests/cases/hashes.csv: the state of each scene after 600 steps.
 * Its argument: how many floats are computed at once, 0: as many as the machine can. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenes/scenes.h"

enum { STEPS = 600 };

static bool print_hash(const scene *s, int lanes) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage;
    setting.lanes = lanes;
    scene_defaults(s, values);
    if (!scene_open(&stage, s, values, &setting)) return false;
    for (int i = 0; i < STEPS; ++i)
        if (scene_step(&stage, SCENE_STEP) != EVO_OK) return false;
    printf("%s,%016" PRIx64 "\n", s->name, evo_world_hash(stage.world));
    scene_close(&stage);
    return true;
}

int main(int count, char **words) {
    const int lanes = count > 1 ? atoi(words[1]) : 0;
    printf("scene,hash\n");
    for (size_t i = 0; scene_at(i); ++i)
        if (!print_hash(scene_at(i), lanes)) return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
