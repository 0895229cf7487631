/* draw.c: In: a game, and the part of a step that has passed. Out: strokes of exact shapes. */
#include "game/draw.h"

#include <stdio.h>

#include "scenes/chance.h"

static const palette *const COLOURS = &PALETTE_DARK;

/* Tints of the palette: of rocks by kind, of rings. */
static const int ROCK_TINT[] = {1, 2, 4, 3}, RING_TINT[GAME_RINGS] = {5, 4};
static const pen_colour HOT = 0xffd9a0ff, FIRE = 0xf28f6fff;

/* ---- Sparks ---------------------------------------------------------------------------------- */

static void throw_spark(sparks *s, const game_event *e, pen_colour colour) {
    const double angle = chance_between(&s->random, 0, 6.283);
    const double speed = chance_between(&s->random, 0.5, 4);
    const double left = chance_between(&s->random, 0.2, 0.9);
    const evo_vec2 own = evo_scale(speed, evo_direction(angle));
    s->sparks[s->next++ % DRAW_SPARKS] =
        (spark){e->point, evo_add(evo_scale(0.5, e->velocity), own), left, colour};
}

void sparks_step(sparks *s, const game *g) {
    static const double COUNT[] = {
        [GAME_HIT] = 3, [GAME_BREAK] = 30, [GAME_CRASH] = 60, [GAME_END] = 20};
    for (int i = 0; i < DRAW_SPARKS; ++i) {
        spark *k = &s->sparks[i];
        k->left = fmax(0, k->left - GAME_STEP);
        k->at = evo_add(k->at, evo_scale(GAME_STEP, k->velocity));
    }
    for (size_t i = 0; i < g->event_count; ++i) {
        const game_event *e = &g->events[i];
        if (e->kind == GAME_CALL) continue;
        const double count = fmin(DRAW_SPARKS / 2, COUNT[e->kind] * (1 + e->strength));
        for (int n = 0; n < (int)count; ++n) throw_spark(s, e, e->kind == GAME_HIT ? HOT : FIRE);
    }
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

view draw_view(const pen *on, double width, double height) {
    const evo_bounds shown = {{-GAME_VIEW, -GAME_VIEW}, {GAME_VIEW, GAME_VIEW}};
    view v = view_fitting(on, pen_at(0, 0), width, height, shown);
    v.colours = COLOURS;
    return v;
}

/* Its colliders, exactly, between the last two steps. */
static void draw_body(const view *v, const game *g, evo_body body, double part, int tint,
                      double opacity) {
    evo_collider colliders[4];
    const size_t count = evo_body_colliders(g->world, body, colliders, 4);
    const evo_pose at = evo_body_pose_between(g->world, body, part);
    const pen_style style = {.fill = pen_faint(COLOURS->fills[tint], opacity),
                             .line = pen_faint(COLOURS->lines[tint], opacity),
                             .width = 1.5};
    for (size_t i = 0; i < count && i < 4; ++i) {
        const evo_shape shape = evo_collider_shape(g->world, colliders[i]);
        view_shape(v, &shape, at, style);
    }
}

/* Rocks appear slowly, as from a distance. */
static void draw_bodies(const view *v, const game *g, double part) {
    for (int i = 0; i < GAME_RINGS; ++i) draw_body(v, g, g->rings[i], part, RING_TINT[i], 1);
    for (int i = 0; i < GAME_ROCKS; ++i)
        if (!evo_body_is_none(g->rocks[i].body))
            draw_body(v, g, g->rocks[i].body, part, ROCK_TINT[g->rocks[i].kind],
                      fmin(1, g->rocks[i].age / 30.0));
}

/* The slices about the planet are its lives. */
static void draw_planet(const view *v, const game *g, double part) {
    const double slice = PEN_TURN / GAME_LIVES;
    draw_body(v, g, g->planet, part, g->phase == GAME_LOST ? 2 : 1, 1);
    for (int i = 0; i < g->lives; ++i)
        view_ring(v, evo_vec(0, 0), 1.12, 1.24, PEN_TURN / 4 + slice * i + 0.1, slice - 0.2,
                  (pen_style){.fill = COLOURS->lines[1]});
}

static void draw_stars(const view *v) {
    uint64_t random = 7;
    for (int i = 0; i < 140; ++i) {
        const double x = chance_between(&random, -16, 16), size = 0.4 + 0.05 * (i % 16);
        const double y = chance_between(&random, -12, 12);
        view_dot(v, evo_vec(x, y), size, 0xffffff60);
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

static void draw_texts(const game *g, const pen *on, const char *text) {
    char line[60];
    const double size = fmax(13, 0.024 * fmin(on->width, on->height));
    snprintf(line, sizeof line, "%ld", g->score);
    on->text(on->page, pen_at(size, 2.2 * size), PEN_LEFT, 1.6 * size, COLOURS->text, line);
    snprintf(line, sizeof line, "best %ld", g->best > g->score ? g->best : g->score);
    on->text(on->page, pen_at(size, 3.8 * size), PEN_LEFT, size, COLOURS->pale, line);
    snprintf(line, sizeof line, g->wave > 0 ? "wave %d" : "ready?", g->wave);
    on->text(on->page, pen_at(on->width - size, 2 * size), PEN_RIGHT, size, COLOURS->text, line);
    on->text(on->page, pen_at(on->width / 2, on->height - size), PEN_MIDDLE, size, COLOURS->pale,
             text);
    if (g->phase == GAME_LOST)
        on->text(on->page, pen_at(on->width / 2, 0.3 * on->height), PEN_MIDDLE, 2 * size,
                 COLOURS->accent, "The planet is lost.");
}

void draw_game(const game *g, const sparks *s, double part, const pen *on, const char *text) {
    const view v = draw_view(on, on->width, on->height);
    pen_box(on, pen_at(0, 0), on->width, on->height, (pen_style){.fill = COLOURS->ground});
    draw_stars(&v);
    draw_planet(&v, g, part);
    draw_bodies(&v, g, part);
    for (int i = 0; i < DRAW_SPARKS; ++i)
        if (s->sparks[i].left > 0)
            view_dot(&v, s->sparks[i].at, 2.2,
                     pen_faint(s->sparks[i].colour, fmin(1, 2 * s->sparks[i].left)));
    if (on->width >= 300) draw_texts(g, on, text);
}
