/* scenes.c: the one table of all scenes. A new one is added here and declared in stage.h. */
#include "scenes/scenes.h"

#include <math.h>
#include <string.h>

#include "scenes/stage.h"

static const scene *const ALL[] = {
    &toys_scene,           &pile_scene,      &ellipses_scene,  &gas_scene,
    &mixed_scene,          &pyramid_scene,   &heap_scene,      &hourglass_scene,
    &bowl_scene,           &mixer_scene,     &dominoes_scene,  &race_scene,
    &cradle_scene,         &break_scene,     &galton_scene,    &harddisks_scene,
    &galperin_scene,       &sinai_scene,     &bullets_scene,   &pinball_scene,
    &planet_scene,         &boxes_scene,     &tumbler_scene,   &hexagons_scene,
    &tiles_scene,          &terrain_scene,   &platforms_scene, &pendulum_scene,
    &doublependulum_scene, &rodcradle_scene, &bridge_scene,    &net_scene,
    &ragdolls_scene,       &car_scene,       &crane_scene,     &slidercrank_scene,
    &jansen_scene,
};

const scene *scene_at(size_t number) {
    return number < sizeof ALL / sizeof *ALL ? ALL[number] : NULL;
}

const scene *scene_find(const char *name) {
    for (size_t i = 0; scene_at(i); ++i)
        if (strcmp(scene_at(i)->name, name) == 0) return scene_at(i);
    return NULL;
}

size_t scene_param_count(const scene *s) {
    size_t count = 0;
    while (s->params[count].name) ++count;
    return count;
}

void scene_defaults(const scene *s, double values[SCENE_PARAMS]) {
    for (size_t i = 0; i < scene_param_count(s); ++i) values[i] = s->params[i].value;
}

bool scene_param_allows(const scene_param *param, double value) {
    return value >= param->min && value <= param->max && !(param->whole && value != floor(value));
}
