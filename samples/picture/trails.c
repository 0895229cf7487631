#include "picture/trails.h"

#include <math.h>
#include <stdlib.h>

static bool reserve(trails *t, size_t actors) {
    if (actors > t->capacity) {
        const size_t capacity = actors + actors / 2 + 16;
        evo_vec2 *positions = realloc(t->positions, capacity * TRAIL_LENGTH * sizeof *positions);
        if (!positions) return false;
        t->positions = positions;
        t->capacity = capacity;
    }
    for (; t->actors < actors; ++t->actors)
        for (size_t i = 0; i < TRAIL_LENGTH; ++i)
            t->positions[t->actors * TRAIL_LENGTH + i] = pen_at(NAN, NAN);
    return true;
}

bool trails_take(trails *t, const scene_stage *stage) {
    if (!reserve(t, stage->count)) return false;
    for (size_t i = 0; i < stage->count; ++i) {
        const bool moves = scene_moves(stage, i);
        t->positions[i * TRAIL_LENGTH + t->next] =
            moves ? evo_body_pose(stage->world, stage->actors[i].body).position : pen_at(NAN, NAN);
    }
    t->next = (t->next + 1) % TRAIL_LENGTH;
    if (t->kept < TRAIL_LENGTH) ++t->kept;
    return true;
}

void trails_clear(trails *t) {
    t->actors = t->next = t->kept = 0;
}

void trails_free(trails *t) {
    free(t->positions);
    t->positions = NULL;
    t->capacity = 0;
    trails_clear(t);
}

/* False when the step crossed the edge of a periodic box. */
static bool went(const scene_stage *stage, evo_vec2 from, evo_vec2 to) {
    const evo_bounds b = stage->config.bounds;
    if (!isfinite(from.x) || !isfinite(to.x)) return false;
    if (stage->config.boundary != EVO_PERIODIC) return true;
    return fabs(to.x - from.x) < 0.5 * (b.max.x - b.min.x)
           && fabs(to.y - from.y) < 0.5 * (b.max.y - b.min.y);
}

/* A trail is painted in pieces of one tone each, as long as it does not cross an edge. */
static void paint_one(const trails *t, const view *v, const scene_stage *stage, size_t actor) {
    const evo_vec2 *positions = t->positions + actor * TRAIL_LENGTH;
    const pen_colour colour = v->colours->lines[stage->actors[actor].tint];
    const size_t first = t->next + TRAIL_LENGTH - t->kept;
    evo_vec2 piece[TRAIL_LENGTH];
    size_t count = 0;
    for (size_t i = 1; i < t->kept; ++i) {
        const evo_vec2 from = positions[(first + i - 1) % TRAIL_LENGTH];
        const evo_vec2 to = positions[(first + i) % TRAIL_LENGTH];
        const size_t tone = i * TRAIL_TONES / t->kept, next = (i + 1) * TRAIL_TONES / t->kept;
        const pen_style style = {.line = pen_faint(colour, 0.6 * (double)(tone + 1) / TRAIL_TONES),
                                 .width = 1.5};
        const bool goes = went(stage, from, to);
        if (goes && count == 0) piece[count++] = view_to_page(v, from);
        if (goes) piece[count++] = view_to_page(v, to);
        if (goes && tone == next && i + 1 < t->kept) continue;
        if (count > 1) v->pen->path(v->pen->page, piece, count, false, style);
        count = 0;
    }
}

void trails_paint(const trails *t, const view *v, const scene_stage *stage) {
    for (size_t i = 0; i < t->actors && i < stage->count; ++i) paint_one(t, v, stage, i);
}
