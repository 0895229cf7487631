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

/* ---- Rounds ---------------------------------------------------------------------------------- */

int demo_rounds(const demo_stage *stage) {
    return stage->of->rounds(stage);
}

/* The last one is shown twice as long. Drags change how many there are. */
void demo_run(demo_stage *stage, double seconds) {
    stage->time += seconds;
    if (stage->time > (demo_rounds(stage) + 1) * DEMO_PACE) stage->time = 0;
}

int demo_round(const demo_stage *stage) {
    const int last = demo_rounds(stage) - 1, round = (int)(stage->time / DEMO_PACE);
    return round < last ? round : last;
}

double demo_part(const demo_stage *stage) {
    return fmin(1, stage->time / DEMO_PACE - demo_round(stage));
}

void demo_go(demo_stage *stage, int round) {
    stage->time = (round + 0.999) * DEMO_PACE;
}

void demo_tell(const demo_stage *stage, char *text, size_t size) {
    stage->of->tell(stage, text, size);
}

void demo_say(const demo_stage *stage, char *text, size_t size) {
    stage->of->say(stage, demo_round(stage), text, size);
}

void demo_formula(const demo_stage *stage, char *text, size_t size) {
    text[0] = '\0';
    if (stage->of->formula) stage->of->formula(stage, demo_round(stage), text, size);
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

/* ---- Polygons in place of ovals -------------------------------------------------------------- */

/* Directions that are tried, and halvings of the angle between two about the best one. */
enum { DIRECTIONS = 180, HALVINGS = 14 };

/* How far the polygon reaches in a direction. */
static double corners_reach(const demo_body *body, int corners, evo_vec2 direction) {
    const double b = body->kind == EVO_CIRCLE ? body->size[0] : body->size[1];
    double most = -INFINITY;
    for (int i = 0; i < corners; ++i) {
        const evo_vec2 t = evo_direction(PEN_TURN * i / corners);
        const evo_vec2 at = demo_place(body->at, pen_at(body->size[0] * t.x, b * t.y));
        most = fmax(most, at.x * direction.x + at.y * direction.y);
    }
    return most;
}

/* How far they are apart along a direction. */
static double corners_apart(const demo_body *a, const demo_body *b, int corners, double angle) {
    const evo_vec2 n = evo_direction(angle), back = {-n.x, -n.y};
    return -corners_reach(a, corners, n) - corners_reach(b, corners, back);
}

/* The gap of convex shapes is the largest along any direction. */
double demo_corners_gap(const demo_body *a, const demo_body *b, int corners) {
    double best = 0, most = -INFINITY, wide = PEN_TURN / DIRECTIONS;
    for (int i = 0; i < DIRECTIONS; ++i) {
        const double apart = corners_apart(a, b, corners, PEN_TURN * i / DIRECTIONS);
        if (apart > most) best = PEN_TURN * i / DIRECTIONS;
        most = fmax(most, apart);
    }
    for (int i = 0; i < HALVINGS; ++i, wide /= 2)
        for (int side = -1; side <= 1; side += 2) {
            const double apart = corners_apart(a, b, corners, best + side * wide / 2);
            if (apart > most) best += side * wide / 2;
            most = fmax(most, apart);
        }
    return most;
}
