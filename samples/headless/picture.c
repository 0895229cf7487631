#include "headless/picture.h"

#include <math.h>
#include <stdio.h>

#include "evolute/draw.h"
#include "picture/page.h"
#include "picture/painter.h"

/* Pixels. */
static const double NARROWEST = 200, CAPTION = 36, MARGIN = 8;

bool picture_write(const char *path, const scene_stage *stage, const char *name,
                   const picture_style *style) {
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
    p->text(p->page, pen_at(MARGIN + 4, 24), PEN_LEFT, 15, PAINT_TEXT, caption);
    return page_end(&sheet);
}
