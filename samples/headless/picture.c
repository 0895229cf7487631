#include "headless/picture.h"

#include <math.h>
#include <stdio.h>

#include "evolute/draw.h"
#include "picture/crop.h"
#include "picture/page.h"
#include "picture/painter.h"

/* Pixels. */
static const double NARROWEST = 200, CAPTION = 36, MARGIN = 8;

/* Width over height of cropped pictures. */
static const double ASPECT = 1.5;

static bool write_cropped(const char *path, const scene_stage *stage, const picture_style *style) {
    const double width = style->size, height = ceil(style->size / ASPECT);
    page sheet;
    if (!page_begin(&sheet, path, width, height)) return false;
    const view v = view_fitting(&sheet.pen, pen_at(0, 0), width, height,
                                crop_bounds(stage, style->trails, ASPECT));
    if (style->trails) trails_paint(style->trails, &v, stage);
    paint_stage(&v, stage, style->flags | EVO_DRAW_SHAPES);
    return page_end(&sheet);
}

bool picture_write(const char *path, const scene_stage *stage, const char *name,
                   const picture_style *style) {
    if (style->crop) return write_cropped(path, stage, style);
    const double across = stage->view.max.x - stage->view.min.x;
    const double up = stage->view.max.y - stage->view.min.y;
    const double scale = style->size / fmax(across, up);
    const double width = ceil(fmax(across * scale, NARROWEST)), height = ceil(up * scale);
    const evo_vec2 corner = {MARGIN, CAPTION};
    char caption[96];
    page sheet;
    if (!page_begin(&sheet, path, width + 2 * MARGIN, height + CAPTION + MARGIN)) return false;
    const pen *p = &sheet.pen;
    const view v = view_fitting(p, corner, width, height, stage->view);
    p->clip(p->page, corner, width, height);
    if (style->trails) trails_paint(style->trails, &v, stage);
    paint_stage(&v, stage, style->flags | EVO_DRAW_SHAPES);
    pen_unclip(p);
    snprintf(caption, sizeof caption, "%s after %.2f s", name, evo_world_time(stage->world));
    p->text(p->page, pen_at(MARGIN + 4, 24), PEN_LEFT, 15, v.colours->text, caption);
    return page_end(&sheet);
}
