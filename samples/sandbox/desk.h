/* desk.h: the sandbox without its window: a scene that runs, a camera, a hand, and what is shown of
 * it. Whoever has a window hands it what the user does and how much time went by, and lets it draw
 * with a pen; so tests need no window. */
#ifndef SAMPLES_SANDBOX_DESK_H
#define SAMPLES_SANDBOX_DESK_H

#include "picture/trails.h"
#include "sandbox/future.h"
#include "sandbox/gauges.h"
#include "sandbox/hand.h"
#include "sandbox/input.h"
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
    SHOWN_COUNT
} desk_shown;

typedef struct desk {
    size_t scene;
    double values[SCENE_PARAMS];
    scene_stage stage;
    bool stands; /* the stage has been built */
    bool paused, quits, helps;
    bool wants_picture; /* F12 was pressed: whoever has the pixels saves them, and clears this */
    int speed;          /* a power of two, -3 to 3 */
    double behind;      /* of the world's time: how far it is to go */
    /* The camera: what is in the middle, and how many pixels 1 is; 0: all of the scene. */
    evo_vec2 middle;
    double scale;
    double width, height; /* of the window */
    evo_vec2 pointer;     /* in pixels */
    bool pans;
    evo_vec2 panned_from;
    panel_switch shown[SHOWN_COUNT];
    panel panel;
    hand hand;
    trails trails;
    future future;
    gauges gauges;
    bool touched; /* somebody interfered since the future was looked into */
    char message[120];
    double message_left; /* seconds */
    double (*clock)(void);
} desk;

/* With a scene, and what is set in it; the clock is the wall's, in seconds. */
void desk_open(desk *d, const scene *first, const double *values, double (*clock)(void));
void desk_close(desk *d);

void desk_resize(desk *d, double width, double height);
void desk_answer(desk *d, const input *in);

/* Lets time go by, as much of it as there is time for. */
void desk_run(desk *d, double seconds);

void desk_draw(desk *d, const pen *on);

/* Says something for a while. */
void desk_say(desk *d, const char *format, ...);

/* The camera as it is. */
view desk_view(const desk *d, const pen *on);

#endif
