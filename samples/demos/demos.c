/* demos.c: the table of demonstrations, and their bodies: kinds of shapes by number and sizes. */
#include "demos/demos.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const demo *const ALL[] = {&overlap_demo, &fit_demo, &meeting_demo, &ring_demo};

const demo *demo_at(size_t number) {
    return number < sizeof ALL / sizeof *ALL ? ALL[number] : NULL;
}

const demo *demo_find(const char *name) {
    for (size_t i = 0; demo_at(i); ++i)
        if (strcmp(demo_at(i)->name, name) == 0) return demo_at(i);
    return NULL;
}

size_t demo_param_count(const demo *d) {
    size_t count = 0;
    while (d->params[count].name) ++count;
    return count;
}

void demo_defaults(const demo *d, double values[SCENE_PARAMS]) {
    for (size_t i = 0; i < demo_param_count(d); ++i) values[i] = d->params[i].value;
}

const char *demo_kind_name(evo_shape_kind kind) {
    static const char *const NAMES[] = {"none",    "circle",  "ellipse", "ring",
                                        "segment", "capsule", "box"};
    return NAMES[kind];
}

/* The two parameters that choose kinds have these names. */
static bool chooses_kind(const scene_param *p) {
    return strcmp(p->name, "first") == 0 || strcmp(p->name, "second") == 0;
}

void demo_value_text(const demo *d, size_t param, double value, char *text, size_t size) {
    if (chooses_kind(&d->params[param]))
        snprintf(text, size, "%s", demo_kind_name((evo_shape_kind)value));
    else
        snprintf(text, size, "%.6g", value);
}

bool demo_open(demo_stage *stage, const demo *d, const double *values) {
    const demo_stage empty = {.of = d};
    for (size_t i = 0; i < demo_param_count(d); ++i)
        if (!scene_param_allows(&d->params[i], values[i])) return false;
    *stage = empty;
    d->begin(stage, values);
    return true;
}

void demo_run(demo_stage *stage, double seconds) {
    stage->time += seconds;
}

void demo_tell(const demo_stage *stage, char *text, size_t size) {
    stage->of->tell(stage, text, size);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

demo_body demo_body_of(evo_shape_kind kind, double size) {
    demo_body body = {.kind = kind, .size = {size, 0.6 * size}, .sweep = 0.75 * PEN_TURN / 2};
    if (kind == EVO_RING) body.size[1] = 0.4 * size;
    if (kind == EVO_CAPSULE) body.size[1] = 0.4 * size;
    return body;
}

evo_shape demo_shape(const demo_body *body) {
    const double a = body->size[0], b = body->size[1];
    switch (body->kind) {
    case EVO_CIRCLE:
        return evo_circle(a);
    case EVO_ELLIPSE:
        return evo_ellipse(a, b);
    case EVO_RING:
        return evo_ring(a, fmin(b, 2 * a), -body->sweep / 2, body->sweep);
    case EVO_SEGMENT:
        return evo_segment(pen_at(-a, 0), pen_at(a, 0));
    case EVO_CAPSULE:
        return evo_capsule(pen_at(-a, 0), pen_at(a, 0), b);
    default:
        return evo_box(a, b);
    }
}

evo_vec2 demo_place(evo_pose at, evo_vec2 own) {
    const evo_vec2 turn = evo_direction(at.angle);
    return pen_at(at.position.x + own.x * turn.x - own.y * turn.y,
                  at.position.y + own.x * turn.y + own.y * turn.x);
}
