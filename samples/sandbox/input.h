/* input.h: what a user does, as the sandbox understands it, wherever it comes from. */
#ifndef SAMPLES_SANDBOX_INPUT_H
#define SAMPLES_SANDBOX_INPUT_H

#include "evolute/base.h"

typedef enum input_kind {
    INPUT_NOTHING,
    INPUT_KEY,
    INPUT_PRESS,
    INPUT_RELEASE,
    INPUT_MOVE,
    INPUT_WHEEL,
    INPUT_QUIT
} input_kind;

/* Letters and digits are themselves, in lower case. */
enum {
    KEY_ESCAPE = 27,
    KEY_SPACE = ' ',
    KEY_HOME = 256,
    KEY_DELETE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_F12
};

enum { BUTTON_LEFT = 1, BUTTON_RIGHT = 3 };

typedef struct input {
    input_kind kind;
    int key, button;
    evo_vec2 at;  /* of the pointer, in pixels */
    double wheel; /* notches, away from the user above 0 */
} input;

#endif
