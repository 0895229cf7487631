/* panel.h: the column beside the scene: the list of entries, sliders for parameters, display
 * switches, statistics, and a few buttons below. It draws a given state and returns the requested
 * action. Content too high for the place above the buttons is scrolled by the wheel or its bar. */
#ifndef SAMPLES_SANDBOX_PANEL_H
#define SAMPLES_SANDBOX_PANEL_H

#include "picture/palette.h"
#include "sandbox/entries.h"
#include "sandbox/gauges.h"
#include "sandbox/input.h"

enum { PANEL_WIDTH = 300 };

typedef enum panel_wish {
    PANEL_NOTHING,
    PANEL_SCENE,  /* `number` of the entry */
    PANEL_PARAM,  /* `number` of it, and its new value; those of worlds come after the entry's */
    PANEL_SWITCH, /* `number` of it */
    PANEL_PAST,   /* `number` of a moment */
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
    int slid;      /* the dragged slider, plus one; 0: none */
    bool scrolls;  /* the bar is dragged */
    bool turns;    /* the slider of the past is dragged */
    double scroll; /* pixels that are above the top */
} panel;

/* The state to draw. */
typedef struct panel_state {
    size_t number; /* of the entry, or ENTRY_FILE */
    entry shown;
    const char *title;
    const double *values, *world; /* of the entry's parameters, and of the world's */
    const panel_switch *switches;
    size_t switch_count;
    const gauges *gauges; /* NULL: no statistics are shown */
    const scene_stage *stage;
    bool paused;
    size_t moments, moment; /* of the last minute, and the one shown: moments: the present */
    double left, height;    /* where the panel begins, and its height, in pixels */
    const palette *colours;
} panel_state;

void panel_draw(const panel *p, const pen *on, const panel_state *state);

/* The action requested by a press, a move or a release of the pointer. */
panel_action panel_answer(panel *p, const panel_state *state, const input *in);

/* Whether a point is on the panel. */
static inline bool panel_has(const panel_state *state, evo_vec2 at) {
    return at.x >= state->left;
}

#endif
