#include "sandbox/entries.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const scene_param WORLD_PARAM[WORLD_PARAMS] = {
    [WORLD_GRAVITY] = {"gravity", 1, -1, 3, false, "times that of the scene"},
    [WORLD_SUBSTEPS] = {"substeps", 4, 1, 16, true, "of the solver in a step"},
    [WORLD_HERTZ] = {"hertz", 60, 15, 240, true, "steps a second"},
    [WORLD_SLEEP] = {"sleep", 1, 0, 1, true, "1: what rests falls asleep"},
    [WORLD_THREADS] = {"threads", 1, 1, 16, true, "that share steps of large scenes"},
};

static size_t scene_count(void) {
    size_t count = 0;
    while (scene_at(count)) ++count;
    return count;
}

entry entry_of(const scene *s) {
    return (entry){s, NULL, s->name, s->title, s->params, scene_param_count(s)};
}

entry entry_at(size_t number) {
    const scene *s = scene_at(number);
    const demo *d = s || number == ENTRY_FILE ? NULL : demo_at(number - scene_count());
    if (s) return entry_of(s);
    if (d) return (entry){NULL, d, d->name, d->title, d->params, demo_param_count(d)};
    return (entry){.name = NULL};
}

size_t entry_count(void) {
    size_t count = scene_count();
    while (entry_at(count).name) ++count;
    return count;
}

size_t entry_find(const char *name) {
    size_t number = 0;
    while (entry_at(number).name && strcmp(entry_at(number).name, name) != 0) ++number;
    return number;
}

void entry_defaults(const entry *e, double values[SCENE_PARAMS]) {
    for (size_t i = 0; i < e->count; ++i) values[i] = e->params[i].value;
}

size_t entry_world_count(const entry *e) {
    if (!e->scene) return 0;
    return e->scene->events ? 1 : WORLD_OFFERED;
}

void entry_value_text(const entry *e, size_t param, double value, char *text, size_t size) {
    if (e->demo)
        demo_value_text(e->demo, param, value, text, size);
    else
        snprintf(text, size, "%.6g", value);
}

/* As many times the default as a slider offers, where a parameter has no natural end. */
static const double TIMES = 20, ENDLESS = 1000;

double entry_slider_max(const scene_param *p) {
    if (!p->whole || p->max <= ENDLESS) return p->max;
    return fmin(p->max, fmax(100, TIMES * p->value));
}
