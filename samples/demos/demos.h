/* demos.h: demonstrations: two shapes that are dragged, turned and resized by handles, and how one
 * function of evolute/collide.h measures them, round by round: each has a drawing, a sentence and a
 * formula. The same code serves the sandbox, the page, pictures and tests.
 *
 *     demo_stage stage;
 *     double values[SCENE_PARAMS];
 *     demo_defaults(demo_find("fit"), values);
 *     demo_open(&stage, demo_find("fit"), values);
 *     demo_press(&stage, &v, pixel), demo_drag(&stage, &v, pixel), demo_release(&stage);
 *     demo_run(&stage, seconds), or demo_go(&stage, round);
 *     demo_draw(&stage, &v);
 *     demo_tell(&stage, text, sizeof text);
 *
 * A demonstration allocates nothing; a stage is a plain value.
 */
#ifndef SAMPLES_DEMOS_DEMOS_H
#define SAMPLES_DEMOS_DEMOS_H

#include "picture/view.h"
#include "scenes/scenes.h"

/* A shape by its sizes, so that handles can change them. */
typedef struct demo_body {
    evo_shape_kind kind;
    double size[2]; /* circle: radius; ellipse: radii; ring: radius of the middle line, width;
                       segment: half length; capsule: half length, radius; polygon: half width, half
                       height of a box */
    double sweep;   /* of a ring, about its x axis */
    evo_pose at;
    evo_vec2 velocity;
    double spin;
} demo_body;

/* A handle, or the inside of a body. */
typedef enum demo_role {
    DEMO_NOTHING,
    DEMO_MOVE,
    DEMO_ALONG,  /* the size along x */
    DEMO_ACROSS, /* the size along y, or the width */
    DEMO_SWEEP,
    DEMO_TURN,
    DEMO_VELOCITY,
    DEMO_SPIN,
    DEMO_ROLES
} demo_role;

typedef struct demo demo;

typedef struct demo_stage {
    const demo *of;
    demo_body bodies[2];
    demo_role held; /* DEMO_NOTHING: none */
    int held_body;
    evo_vec2 grip; /* from the held body's position to the pointer, or the handle's own */
    double time;   /* seconds, which decide the round that is shown */
} demo_stage;

struct demo {
    const char *name, *title;
    evo_bounds view;
    scene_param params[SCENE_PARAMS]; /* the last one has no name */
    void (*begin)(demo_stage *stage, const double *values);
    int (*rounds)(const demo_stage *stage);
    void (*draw)(const demo_stage *stage, const view *v);
    /* The sentence of a round, and its formula with numbers, which may be "". */
    void (*say)(const demo_stage *stage, int round, char *text, size_t size);
    void (*formula)(const demo_stage *stage, int round, char *text, size_t size);
    /* Lines of at most 48 letters. */
    void (*tell)(const demo_stage *stage, char *text, size_t size);
    bool moves; /* velocities and spins have handles */
};

/* All demonstrations, by number; NULL beyond the last. NULL when there is none of this name. */
const demo *demo_at(size_t number);
const demo *demo_find(const char *name);

size_t demo_param_count(const demo *d);
void demo_defaults(const demo *d, double values[SCENE_PARAMS]);

/* A parameter that chooses a kind of shape has its name as text, others their number. */
void demo_value_text(const demo *d, size_t param, double value, char *text, size_t size);

/* False when a value is not allowed. */
bool demo_open(demo_stage *stage, const demo *d, const double *values);

evo_shape demo_shape(const demo_body *body);

/* Takes hold of the handle at a pixel, else of the body there; false: there is neither. */
bool demo_press(demo_stage *stage, const view *v, evo_vec2 pixel);
void demo_drag(demo_stage *stage, const view *v, evo_vec2 pixel);
void demo_release(demo_stage *stage);

/* Plays the rounds, DEMO_PACE seconds each, and from the last one again the first. */
void demo_run(demo_stage *stage, double seconds);

#define DEMO_PACE 2.5

/* How many rounds there are; the one that is shown, from 0, and the part of it that has passed. */
int demo_rounds(const demo_stage *stage);
int demo_round(const demo_stage *stage);
double demo_part(const demo_stage *stage);

/* Shows a round, from its end on. */
void demo_go(demo_stage *stage, int round);

/* Draws the demonstration, and the handles on it. */
void demo_draw(const demo_stage *stage, const view *v);

/* Writes what it shows as lines of text. */
void demo_tell(const demo_stage *stage, char *text, size_t size);
void demo_say(const demo_stage *stage, char *text, size_t size);
void demo_formula(const demo_stage *stage, char *text, size_t size);

/* ---- For demonstrations ---------------------------------------------------------------------- */

/* The name of a kind of shape. */
const char *demo_kind_name(evo_shape_kind kind);

/* A body of a kind, of about this size. */
demo_body demo_body_of(evo_shape_kind kind, double size);

/* Where a handle is, in the world; false: the body has none of this role. */
bool demo_handle(const demo_stage *stage, int body, demo_role role, const view *v, evo_vec2 *at);

/* A point of the body's frame in the world, at a pose. */
evo_vec2 demo_place(evo_pose at, evo_vec2 own);

/* Whether a kind is a circle or an ellipse. */
static inline bool demo_is_oval(evo_shape_kind kind) {
    return kind == EVO_CIRCLE || kind == EVO_ELLIPSE;
}

/* The gap of two ovals whose rims are polygons of so many corners, each on the rim: below 0 the
 * depth. */
double demo_corners_gap(const demo_body *a, const demo_body *b, int corners);

extern const demo overlap_demo, fit_demo, meeting_demo, ring_demo;

#endif
