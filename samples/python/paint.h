/* paint.h: pictures of worlds as pixels, by the painter of the samples and their raster; without
 * texts, and so without Cairo. It is compiled into the native module. */
#include "picture/painter.h"
#include "sandbox/raster.h"

/* Leaves a font without letters. */
void raster_make_font(raster_font *f, double size) {
    *f = (raster_font){.size = size};
}

/* Is asked of actors alone, of which a world of Python has none. */
bool scene_moves(const scene_stage *stage, size_t actor) {
    (void)stage, (void)actor;
    return false;
}

/* Draws a world into pixels, 0x..RRGGBB row by row. `fills`: colours of bodies, by their index,
 * 0xRRGGBBAA; 0: the usual one. */
static void evolute_paint(evo_world *world, evo_bounds shown, const uint32_t *fills, size_t count,
                          uint32_t *pixels, int width, int height) {
    raster paper = {0};
    const scene_stage stage = {.world = world, .config = evo_world_get(world), .view = shown};
    raster_aim(&paper, pixels, width, height, width);
    raster_clear(&paper, PALETTE_LIGHT.ground);
    view v = view_fitting(&paper.pen, pen_at(0, 0), width, height, shown);
    v.fills = fills;
    v.fill_count = count;
    paint_stage(&v, &stage, EVO_DRAW_SHAPES | EVO_DRAW_JOINTS);
    raster_free(&paper);
}
