/* draw.c: In: a game, and the part of a step that has passed. Out: strokes of exact shapes. */
#include "game/draw.h"

#include <stdio.h>

#include "scenes/chance.h"

static const palette *const COLOURS = &PALETTE_DARK;

/* Tints of the palette: of rocks by kind, of rings. */
static const int ROCK_TINT[] = {3, 2, 4, 3, 5, 0}, RING_TINT[GAME_RINGS] = {1, 4};
#define HOT 0xffd9a0ffu
#define FIRE 0xf28f6fffu
#define LEAF 0x8fdc8affu

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
    static const struct {
        double count;
        pen_colour colour;
    } MADE[] = {[GAME_HIT] = {3, HOT},    [GAME_BREAK] = {30, FIRE}, [GAME_CRASH] = {60, FIRE},
                [GAME_SEED] = {60, LEAF}, [GAME_FIRE] = {2, HOT},    [GAME_END] = {20, HOT}};
    for (int i = 0; i < DRAW_SPARKS; ++i) {
        spark *k = &s->sparks[i];
        k->left = fmax(0, k->left - GAME_STEP);
        k->at = evo_add(k->at, evo_scale(GAME_STEP, k->velocity));
    }
    for (const game_event *e = g->events; e < g->events + g->event_count; ++e) {
        const double count = e->kind == GAME_CALL ? 0 : MADE[e->kind].count * (1 + e->strength);
        for (int n = 0; n < (int)fmin(DRAW_SPARKS / 2, count); ++n)
            throw_spark(s, e, MADE[e->kind].colour);
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

/* The slices about the planet are its lives, and each wave that is survived makes trees. Around it
 * runs what charge there is. */
static void draw_planet(const view *v, const game *g, double part) {
    const double slice = PEN_TURN / GAME_LIVES, charge = (double)g->charge / GAME_CHARGE;
    const int trees = g->phase == GAME_WON ? 40 : 6 * g->wave;
    draw_body(v, g, g->planet, part, g->phase == GAME_LOST ? 2 : 5, 1);
    for (int i = 0; i < trees; ++i) {
        const evo_vec2 out = evo_direction(2.4 * i);
        const double high = 1.02 + 0.03 * (i % 3);
        view_line(v, evo_scale(0.9, out), evo_scale(high, out),
                  (pen_style){.line = LEAF, .width = 2});
        view_dot(v, evo_scale(high, out), 3 + i % 3, i % 4 ? LEAF : HOT);
    }
    for (int i = 0; i < g->lives; ++i)
        view_ring(v, evo_vec(0, 0), 1.2, 1.3, PEN_TURN / 4 + slice * i + 0.1, slice - 0.2,
                  (pen_style){.fill = LEAF});
    view_ring(v, evo_vec(0, 0), 1.52, 1.58, PEN_TURN / 4, fmax(0.01, charge) * PEN_TURN,
              (pen_style){.fill = pen_faint(charge < 0.33 ? FIRE : COLOURS->lines[4], 0.7)});
}

/* Ways that end on the planet end in a ring: red for rocks, green for seeds. */
static void draw_future(const view *v, const game *g, const forecast *f) {
    for (int i = 0; i < GAME_ROCKS; ++i) {
        const struct forecast_way *way = &f->ways[i];
        const pen_colour lands = g->rocks[i].kind == ROCK_SEED ? LEAF : FIRE;
        const pen_colour colour = way->lands ? lands : 0xffffff90;
        if (evo_body_is_none(g->rocks[i].body) || way->count == 0) continue;
        for (int k = 0; k < way->count; ++k)
            view_dot(v, way->points[k], 1.6, pen_faint(colour, 1 - 0.8 * k / FORECAST_POINTS));
        if (way->lands)
            view_circle(v, way->points[way->count - 1], 0.3,
                        (pen_style){.line = lands, .width = 2});
    }
}

/* Mist, stars, a moon and a planet with rings, all of which are far away. */
static void draw_sky(const view *v) {
    uint64_t random = 7;
    for (int i = 0; i < 9; ++i) {
        const double x = chance_between(&random, -14, 14), wide = chance_between(&random, 2, 6);
        const double y = 0.35 * x + chance_between(&random, -2.5, 2.5);
        view_ellipse(v, evo_vec(x, y), wide, 0.45 * wide, 0.34,
                     (pen_style){.fill = pen_faint(i % 3 ? 0x6f7fd8ff : 0xc76f9fff, 0.05)});
    }
    for (int i = 0; i < 260; ++i) {
        const double x = chance_between(&random, -18, 18), size = 0.3 + 0.06 * (i % 18);
        const double y = chance_between(&random, -12, 12);
        view_dot(v, evo_vec(x, y), size, i % 7 == 0 ? 0xffd9a0b0 : 0xffffff80);
    }
    const evo_vec2 at[] = {{-7.2, 5.4}, {8.6, -5.2}, {-6.9, 5.6}, {8.4, -5}};
    for (int i = 0; i < 4; ++i)
        view_circle(v, at[i], (i % 2 ? 1.1 : 0.7) * (i < 2 ? 1 : 0.6),
                    (pen_style){.fill = i < 2 ? 0x39416aff : 0x4d5788ff});
    view_ellipse(v, at[1], 2.1, 0.5, 0.4, (pen_style){.line = 0x8a8fd8a0, .width = 3});
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Texts before and after a game, the largest first. */
static void draw_notice(const game *g, const pen *on, double size, bool touch) {
    char score[60];
    const char *lines[5] = {
        "The last garden", "Keep the rocks off. Let the green seeds in.",
        touch ? "Hold where the shield shall turn to." : "Left and right, or hold the mouse: turn.",
        touch ? "Tap the planet: shoot." : "Space, or a click on the planet: shoot.",
        touch ? "Touch to begin" : "Press any key to begin"};
    const char *ended[5] = {g->phase == GAME_WON ? "The garden blooms!" : "The garden is lost.",
                            score, touch ? "Touch: again" : "Any key: again",
                            touch ? "Last minute: see it again" : "V: see the last minute again",
                            ""};
    snprintf(score, sizeof score, "wave %d of %d, score %ld%s", g->wave, GAME_WAVES, g->score,
             g->score >= g->best ? ": the best so far" : "");
    for (int i = 0; i < 5; ++i)
        on->text(on->page,
                 pen_at(on->width / 2, 0.13 * on->height + (i ? 2.4 + 1.6 * i : 1) * size),
                 PEN_MIDDLE, i ? 1.1 * size : 2.4 * size, i ? COLOURS->text : HOT,
                 g->phase == GAME_TITLE ? lines[i] : ended[i]);
}

static void draw_texts(const game *g, const pen *on, bool touch, const char *text) {
    char line[60];
    const double size = fmax(13, 0.024 * fmin(on->width, on->height));
    snprintf(line, sizeof line, "%ld", g->score);
    on->text(on->page, pen_at(size, 2.2 * size), PEN_LEFT, 1.6 * size, COLOURS->text, line);
    snprintf(line, sizeof line, "best %ld", g->best > g->score ? g->best : g->score);
    on->text(on->page, pen_at(size, 3.8 * size), PEN_LEFT, size, COLOURS->pale, line);
    snprintf(line, sizeof line, g->wave > 0 ? "wave %d of %d" : "ready?", g->wave, GAME_WAVES);
    const evo_vec2 right = {on->width - size, 2 * size};
    if (g->phase != GAME_TITLE) on->text(on->page, right, PEN_RIGHT, size, COLOURS->text, line);
    on->text(on->page, pen_at(on->width / 2, on->height - size), PEN_MIDDLE, size, COLOURS->pale,
             text);
    if (game_is_over(g)) draw_notice(g, on, size, touch);
}

void draw_game(const game *g, const forecast *f, const sparks *s, double part, const pen *on,
               bool touch, const char *text) {
    const view v = draw_view(on, on->width, on->height);
    pen_box(on, pen_at(0, 0), on->width, on->height, (pen_style){.fill = COLOURS->ground});
    draw_sky(&v);
    if (f && g->phase != GAME_LOST) draw_future(&v, g, f);
    draw_planet(&v, g, part);
    draw_bodies(&v, g, part);
    for (int i = 0; i < DRAW_SPARKS; ++i)
        if (s->sparks[i].left > 0)
            view_dot(&v, s->sparks[i].at, 2.2,
                     pen_faint(s->sparks[i].colour, fmin(1, 2 * s->sparks[i].left)));
    if (fmin(on->width, on->height) >= 300) draw_texts(g, on, touch, text);
}
