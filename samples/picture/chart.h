/* chart.h: lines over an axis, with ticks at round numbers and a legend. */
#ifndef SAMPLES_PICTURE_CHART_H
#define SAMPLES_PICTURE_CHART_H

#include "picture/palette.h"

enum { CHART_LINES = 16 };

typedef struct chart {
    const char *title;                  /* may be NULL */
    const char *names[CHART_LINES + 1]; /* of the axis, then of the lines */
    const double *cells;                /* row by row: position on the axis, then the lines' values;
                                            NaN leaves a gap in the line */
    size_t rows, lines;
    const palette *colours; /* NULL: for light grounds */
} chart;

/* Draws within a part of the page. */
void chart_draw(const pen *p, evo_vec2 corner, double width, double height, const chart *c);

#endif
