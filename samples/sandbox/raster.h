/* raster.h: an antialiasing pen for pixels: coverage is computed from the distance between a
 * pixel's centre and the shape's rim. Fast enough for thousands of shapes sixty times a second on
 * one processor. */
#ifndef SAMPLES_SANDBOX_RASTER_H
#define SAMPLES_SANDBOX_RASTER_H

#include "picture/pen.h"

enum { RASTER_SIZES = 16, RASTER_FIRST = 32, RASTER_LAST = 126 };

/* The printable letters of one size, drawn beforehand. */
typedef struct raster_font {
    double size;
    unsigned char *masks;              /* letters side by side, each as wide as the cell */
    int cell_width, cell_height, base; /* pixels; the base line, from the top of the cell */
    double advance[RASTER_LAST - RASTER_FIRST + 1];
} raster_font;

typedef struct raster {
    pen pen;
    uint32_t *pixels;             /* 0x..RRGGBB, row by row; the caller owns them */
    int width, height, stride;    /* in pixels */
    int left, top, right, bottom; /* the clip rectangle */
    raster_font fonts[RASTER_SIZES];
    int font_count;
} raster;

/* Sets the pixels to draw in. A new raster must be zero-initialised. */
void raster_aim(raster *r, uint32_t *pixels, int width, int height, int stride);

void raster_clear(raster *r, pen_colour colour);

/* Frees the fonts. */
void raster_free(raster *r);

/* Draws all letters of a size into one mask (font.c). Without memory text is not drawn. */
void raster_make_font(raster_font *f, double size);

/* How wide a text is, in pixels. */
double raster_text_width(raster *r, double size, const char *text);

#endif
