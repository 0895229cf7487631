/* panel.h: the column beside the scene: the list of scenes, sliders for parameters, display
 * switches and a few buttons. It draws a given state and returns the requested action. */
#ifndef SAMPLES_SANDBOX_PANEL_H
#define SAMPLES_SANDBOX_PANEL_H

#include "picture/pen.h"
#include "sandbox/input.h"
#include "scenes/scenes.h"

enum { PANEL_WIDTH = 264, PANEL_SWITCHES = 10 };

typedef enum panel_wish {
    PANEL_NOTHING,
    PANEL_SCENE,  /* `number` of it */
    PANEL_PARAM,  /* `number` of it, and its new value */
    PANEL_SWITCH, /* `number` of it */
    PANEL_KEY     /* a button equivalent to this key */
} panel_wish;

typedef struct panel_action {
    panel_wish wish;
    int number;
    double value;
    bool done; /* of PANEL_PARAM: the slider was released */
} panel_action;

/* A display switch. */
typedef struct panel_switch {
    const char *name;
    int key;
    bool on;
} panel_switch;

typedef struct panel {
    int slid; /* the dragged slider, plus one; 0: none */
} panel;

/* The state to draw. */
typedef struct panel_state {
    size_t scene;
    const double *values;
    const panel_switch *switches;
    size_t switch_count;
    bool paused;
    double speed;
    double left; /* where the panel begins, in pixels */
} panel_state;

void panel_draw(const panel *p, const pen *on, const panel_state *state);

/* The action requested by a press, a move or a release of the pointer. */
panel_action panel_answer(panel *p, const panel_state *state, const input *in);

/* Whether a point is on the panel. */
static inline bool panel_has(const panel_state *state, evo_vec2 at) {
    return at.x >= state->left;
}

#endif
