/* input.h: input events of the sandbox, independent of the window library. */
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
    INPUT_QUIT,
    INPUT_DROP
} input_kind;

/* Letters and digits are their lower-case characters. */
enum {
    KEY_TAB = 9,
    KEY_ESCAPE = 27,
    KEY_SPACE = ' ',
    KEY_HOME = 256,
    KEY_DELETE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_F12,
    KEY_END,
    KEY_SAVE /* Ctrl+S */
};

enum { BUTTON_LEFT = 1, BUTTON_RIGHT = 3 };

typedef struct input {
    input_kind kind;
    int key, button;
    evo_vec2 at;      /* of the pointer, in pixels */
    double wheel;     /* notches; positive away from the user */
    const char *path; /* of a dropped file; valid until the next input */
} input;

#endif
