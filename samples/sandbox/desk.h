/* desk.h: the sandbox without its window: a running scene, a camera, a hand and display switches.
 * The caller passes input and elapsed time, and a pen to draw with; so tests need no window. */
#ifndef SAMPLES_SANDBOX_DESK_H
#define SAMPLES_SANDBOX_DESK_H

#include "picture/trails.h"
#include "sandbox/future.h"
#include "sandbox/gauges.h"
#include "sandbox/hand.h"
#include "sandbox/input.h"
#include "sandbox/joiner.h"
#include "sandbox/panel.h"

typedef enum desk_shown {
    SHOWN_CONTACTS,
    SHOWN_NORMALS,
    SHOWN_FITS,
    SHOWN_TILES,
    SHOWN_VELOCITIES,
    SHOWN_TRAILS,
    SHOWN_SLEEPING,
    SHOWN_FUTURE,
    SHOWN_ENERGY,
    SHOWN_NAMES,
    SHOWN_JOINTS,
    SHOWN_COUNT
} desk_shown;

typedef struct desk {
    size_t scene;
    double values[SCENE_PARAMS];
    scene_stage stage;
    bool built; /* the stage is valid */
    bool paused, quits, helps;
    bool wants_picture; /* F12 was pressed: the owner of the pixels saves them and clears this */
    int speed;          /* a power of two, -3 to 3 */
    double behind;      /* world time still to be stepped */
    /* The camera: the point in the middle, and pixels per unit; 0: shows the whole scene. */
    evo_vec2 middle;
    double scale;
    double width, height; /* of the window */
    evo_vec2 pointer;     /* in pixels */
    bool pans;
    evo_vec2 panned_from;
    panel_switch shown[SHOWN_COUNT];
    panel panel;
    hand hand;
    joiner joiner;
    trails trails;
    future future;
    gauges gauges;
    bool changed; /* the future has become invalid */
    char message[120];
    double message_left; /* seconds */
    double (*clock)(void);
} desk;

/* Opens a scene with the values of its parameters; `clock` gives wall-clock seconds. */
void desk_open(desk *d, const scene *first, const double *values, double (*clock)(void));
void desk_close(desk *d);

void desk_resize(desk *d, double width, double height);
void desk_answer(desk *d, const input *in);

/* Advances the world by elapsed wall-clock time, within the time limit of a frame. */
void desk_run(desk *d, double seconds);

void desk_draw(desk *d, const pen *on);

/* Shows a message for a few seconds. */
void desk_say(desk *d, const char *format, ...);

/* The current camera. */
view desk_view(const desk *d, const pen *on);

#endif
