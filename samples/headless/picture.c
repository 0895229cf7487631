/* picture.c: every shape as it is, exact, in a colour that tells bodies apart for colour-blind eyes
 * too; a line from the middle of each disk shows how it has turned, and who sleeps is pale. */
#include "headless/picture.h"

#include <stdlib.h>

#include "picture/svg.h"

/* After Okabe and Ito; the first is for what stands there. */
static const char *const FILLS[SCENE_TINTS] = {"#999999", "#0072b2", "#e69f00",
                                               "#009e73", "#cc79a7", "#56b4e9"};
static const char *const LINES[SCENE_TINTS] = {"#444444", "#004a73", "#8f6200",
                                               "#00543d", "#8a3d67", "#1f6f9c"};

enum { WIDEST = 900, HIGHEST = 900, CAPTION = 36 };

static void draw_shape(const svg *view, const evo_shape *shape, evo_pose at, int tint, bool awake) {
    char style[128];
    snprintf(style, sizeof style,
             "fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\" stroke-width=\"%s\"", FILLS[tint],
             awake ? "0.7" : "0.35", LINES[tint], shape->kind == EVO_SEGMENT ? "2" : "0.8");
    svg_shape(view, shape, at, style);
    const double radius = shape->kind == EVO_CIRCLE ? shape->of.circle.radius : 0;
    if (radius * view->scale < 3) return;
    evo_vec2 turn = evo_direction(at.angle), own = shape->center;
    evo_vec2 middle = {at.position.x + own.x * turn.x - own.y * turn.y,
                       at.position.y + own.x * turn.y + own.y * turn.x};
    evo_vec2 rim = {middle.x + radius * turn.x, middle.y + radius * turn.y};
    svg_line(view, middle, rim, style);
}

static void draw_actor(const svg *view, const scene_stage *stage, const scene_actor *actor) {
    size_t capacity = evo_body_colliders(stage->world, actor->body, NULL, 0);
    evo_collider *colliders = malloc((capacity + 1) * sizeof *colliders);
    evo_pose at = evo_body_pose(stage->world, actor->body);
    bool awake = actor->tint == 0 || evo_body_awake(stage->world, actor->body);
    if (!colliders) return;
    evo_body_colliders(stage->world, actor->body, colliders, capacity);
    for (size_t i = 0; i < capacity; ++i) {
        evo_shape shape = evo_collider_get(stage->world, colliders[i]).shape;
        draw_shape(view, &shape, at, actor->tint, awake);
    }
    free(colliders);
}

void picture_draw(FILE *file, const scene_stage *stage, const char *title) {
    double across = stage->view.max.x - stage->view.min.x;
    double up = stage->view.max.y - stage->view.min.y;
    double scale = WIDEST / across < HIGHEST / up ? WIDEST / across : HIGHEST / up;
    double width = across * scale < 320 ? 320 : across * scale, height = up * scale;
    svg page;
    svg_open(&page, file, width, height + CAPTION);
    svg view = svg_cell(&page, 0, CAPTION, width, height, stage->view);
    svg_clip_begin(&page, 0, 0, CAPTION, width, height);
    for (size_t i = 0; i < stage->count; ++i) draw_actor(&view, stage, &stage->actors[i]);
    svg_clip_end(&page);
    svg_text(&page, 12, 24, "font-size=\"15\"", title);
    svg_close(&page);
}
