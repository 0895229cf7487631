/* page.h: a page in a file of its own, drawn by Cairo with a pen of pen.h: PNG, SVG or PDF,
 * whichever the file's name ends with. The file appears whole or not at all (output.h).
 *
 *     page made;
 *     if (!page_begin(&made, "last.png", 640, 480)) ... errno says why ...
 *     pen_line(&made.pen, ...);
 *     if (!page_end(&made)) ... errno says why ...
 */
#ifndef SAMPLES_PICTURE_PAGE_H
#define SAMPLES_PICTURE_PAGE_H

#include "picture/output.h"
#include "picture/pen.h"

typedef enum page_kind { PAGE_UNKNOWN, PAGE_PNG, PAGE_SVG, PAGE_PDF } page_kind;

/* By the extension. */
page_kind page_kind_of(const char *path);

typedef struct page {
    pen pen;
    page_kind kind;
    output to;
    void *surface, *context; /* Cairo's */
} page;

/* A white page. False when the file cannot be written or memory is refused; then no file is
 * left. */
bool page_begin(page *made, const char *path, double width, double height);

/* Writes it; false when anything was lost. */
bool page_end(page *made);

/* Pixels, 0x..RRGGBB row by row, as PNG. */
bool page_save_pixels(const char *path, const uint32_t *pixels, int width, int height, int stride);

#endif
