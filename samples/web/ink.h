/* ink.h: a pen that writes what is drawn into a list of words, which ink.js draws on a canvas. */
#ifndef SAMPLES_WEB_INK_H
#define SAMPLES_WEB_INK_H

#include "picture/pen.h"

/* The first word of each stroke; the words after it are floats, but for colours and counts. */
typedef enum ink_stroke {
    INK_STYLE,   /* fill, line, width, dashed: of the strokes that follow */
    INK_CIRCLE,  /* x, y, radius */
    INK_ELLIPSE, /* x, y, radius_x, radius_y, angle */
    INK_RING,    /* x, y, inner, outer, start, sweep */
    INK_PATH,    /* closed, count, and x, y of each point */
    INK_TEXT,    /* x, y, align, size, colour, count of bytes, and the bytes, four a word */
    INK_CLIP     /* x, y, width, height */
} ink_stroke;

typedef union ink_word {
    float number;
    uint32_t bits;
} ink_word;

/* Zero-initialised it is empty; strokes that find no memory are left out. */
typedef struct ink {
    pen pen;
    ink_word *words;
    size_t count, capacity;
    pen_style style; /* of the last stroke */
    bool styled;
} ink;

/* Empties the list, and sets the size of the page. */
void ink_begin(ink *to, double width, double height);

#endif
