/* tape.c: In: steps as they are made. Out: the same steps again, from the older of two saves; or
 * those that will be made. A save holds the world's bytes beside the plain data of the game. */
#include "game/tape.h"

#include <stdlib.h>

void tape_clear(tape *t) {
    for (int i = 0; i < 2; ++i) free(t->parts[i].save);
    *t = (tape){.newer = 0};
}

/* Saves the game in place of the older part. */
static bool begin_part(tape *t, const game *g) {
    tape_part *p = &t->parts[1 - t->newer];
    const size_t size = evo_world_save(g->world, NULL, 0);
    void *save = realloc(p->save, size);
    if (!save) return false;
    p->save = save;
    p->size = evo_world_save(g->world, save, size);
    p->start = *g;
    p->count = 0;
    t->newer = 1 - t->newer;
    return true;
}

evo_result tape_step(tape *t, game *g, unsigned keys) {
    tape_part *p = &t->parts[t->newer];
    if ((p->size == 0 || p->count == TAPE_STEPS) && !begin_part(t, g)) tape_clear(t);
    const evo_result stepped = game_step(g, keys);
    if (stepped != EVO_OK) tape_clear(t);
    p = &t->parts[t->newer];
    if (p->size == 0) return stepped;
    p->keys[p->count] = (unsigned char)keys;
    p->hashes[p->count++] = game_hash(g);
    return stepped;
}

static const tape_part *older(const tape *t) {
    const tape_part *p = &t->parts[1 - t->newer];
    return p->size > 0 ? p : &t->parts[t->newer];
}

bool playback_begin(playback *r, const tape *t) {
    const tape_part *first = older(t), *last = &t->parts[t->newer];
    *r = (playback){.count = first->count + (last != first ? last->count : 0)};
    if (first->size == 0 || !game_begin(&r->game, 0)) return false;
    if (game_load(&r->game, &first->start, first->save, first->size) == EVO_OK) {
        while (r->count - r->step > TAPE_STEPS) playback_step(r, t);
        return true;
    }
    playback_end(r);
    return false;
}

void playback_end(playback *r) {
    game_end(&r->game);
}

bool playback_step(playback *r, const tape *t) {
    const tape_part *first = older(t), *last = &t->parts[t->newer];
    if (r->step == r->count) return false;
    const tape_part *p = r->step < first->count ? first : last;
    const int at = r->step++ - (p == first ? 0 : first->count);
    const bool stepped = game_step(&r->game, p->keys[at]) == EVO_OK;
    r->differing += !stepped || game_hash(&r->game) != p->hashes[at];
    return true;
}

/* ---- The future ------------------------------------------------------------------------------ */

/* Bursts near the planet are landings. */
static void note(struct forecast_way *way, const game *ghost, const game *g, int rock, bool point) {
    const evo_body body = g->rocks[rock].body;
    if (way->lands || evo_body_is_none(body)) return;
    if (evo_body_equal(ghost->rocks[rock].body, body)) {
        if (point) way->points[way->count++] = evo_body_world_center(ghost->world, body);
    } else if (way->count > 0) {
        way->lands = evo_length(way->points[way->count - 1]) < 2;
    }
}

void forecast_look(forecast *f, const game *g, unsigned keys) {
    if (abs(f->clock - g->clock) < 3 && f->save) return;
    f->clock = g->clock;
    const size_t size = evo_world_save(g->world, NULL, 0);
    void *save = realloc(f->save, size);
    for (int i = 0; i < GAME_ROCKS; ++i) f->ways[i].count = f->ways[i].lands = 0;
    if (save) f->save = save;
    if (!save || (!f->ghost.world && !game_begin(&f->ghost, 0))) return;
    evo_world_save(g->world, save, size);
    if (game_load(&f->ghost, g, save, size) != EVO_OK) return;
    for (int step = 0; step < FORECAST_POINTS * FORECAST_EVERY; ++step) {
        for (int i = 0; i < GAME_ROCKS; ++i)
            note(&f->ways[i], &f->ghost, g, i, step % FORECAST_EVERY == 0);
        if (game_step(&f->ghost, keys & (GAME_LEFT | GAME_RIGHT)) != EVO_OK) return;
    }
}

void forecast_end(forecast *f) {
    if (f->ghost.world) game_end(&f->ghost);
    free(f->save);
}
