/* palette.h: the colours of all that is drawn: scenes, marks, panels, demonstrations. One set for
 * light grounds, one for dark ones; texts have a contrast of at least 4.5 : 1 with both of their
 * grounds. The fills of moving bodies differ in lightness as well as in hue. */
#ifndef SAMPLES_PICTURE_PALETTE_H
#define SAMPLES_PICTURE_PALETTE_H

#include "picture/pen.h"
#include "scenes/scenes.h"

typedef struct palette {
    pen_colour ground, sheet;                          /* behind scenes, and behind texts */
    pen_colour text, pale, edge, track;                /* texts, lesser texts, frames, sliders */
    pen_colour chosen, on_chosen;                      /* what is selected, and texts on it */
    pen_colour accent;                                 /* contacts, errors, what is held */
    pen_colour fills[SCENE_TINTS], lines[SCENE_TINTS]; /* of bodies, by tint */
    pen_colour wall, contact, normal, velocity, fit, tile, bounds, joint, limit;
} palette;

extern const palette PALETTE_LIGHT, PALETTE_DARK;

#endif
