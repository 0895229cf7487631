/* font.c: the letters of a raster, drawn by Cairo. */
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/raster.h"

static cairo_t *open_font(cairo_surface_t *surface, double size) {
    cairo_t *cr = cairo_create(surface);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    return cr;
}

void raster_make_font(raster_font *f, double size) {
    const int letters = RASTER_LAST - RASTER_FIRST + 1;
    f->size = size;
    f->cell_width = (int)ceil(size * 1.4) + 2;
    f->cell_height = (int)ceil(size * 1.5) + 2;
    f->base = (int)ceil(size * 1.1) + 1;
    const int width = f->cell_width * letters;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, f->cell_height);
    cairo_t *cr = open_font(surface, size);
    for (int i = 0; i < letters; ++i) {
        const char letter[2] = {(char)(RASTER_FIRST + i), 0};
        cairo_text_extents_t extents;
        cairo_text_extents(cr, letter, &extents);
        f->advance[i] = extents.x_advance;
        cairo_move_to(cr, i * f->cell_width + 1, f->base);
        cairo_show_text(cr, letter);
    }
    cairo_surface_flush(surface);
    f->masks = malloc((size_t)width * (size_t)f->cell_height);
    const unsigned char *from = cairo_image_surface_get_data(surface);
    for (int y = 0; y < f->cell_height && f->masks && from; ++y)
        memcpy(f->masks + (size_t)y * (size_t)width,
               from + (ptrdiff_t)y * cairo_image_surface_get_stride(surface), (size_t)width);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}
