/* page.c: the functions that the page calls (game.js): a session whose drawing is a list of strokes
 * and whose sound are samples. */
#include "game/session.h"
#include "web/ink.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static session played;
static ink strokes;

/* False: there is no memory. */
int EXPORT(play_begin)(int seed) {
    if (played.game.world) session_end(&played);
    return session_begin(&played, (uint64_t)seed);
}

void EXPORT(play_key)(int letter) {
    session_key(&played, letter);
}

/* Whether the screen is touched; the best score of earlier visits. */
void EXPORT(play_know)(int touch, double best) {
    played.touch = touch;
    played.game.best = (long)best;
    session_help(&played);
}

/* Keys of game.h that are down. */
void EXPORT(play_hold)(int keys) {
    played.held = (unsigned)keys;
}

void EXPORT(play_point)(int down, double x, double y, double width, double height) {
    session_point(&played, down, evo_vec(x, y), width, height);
}

void EXPORT(play_run)(double seconds) {
    session_run(&played, seconds);
}

void EXPORT(play_step)(int keys) {
    session_step(&played, (unsigned)keys);
}

const ink_word *EXPORT(play_draw)(double width, double height) {
    ink_begin(&strokes, width, height);
    session_draw(&played, &strokes.pen);
    return strokes.words;
}

int EXPORT(play_drawn)(void) {
    return (int)strokes.count;
}

/* The next samples, at most as many as there is room. */
const float *EXPORT(play_sound)(int count) {
    static float samples[4096];
    sound_make(&played.sound, samples, count < 4096 ? count : 4096);
    return samples;
}

/* Wave, lives, score, phase, the shield's angle; of a replay, whether one is shown, and how many
 * of its steps differ; the best score. */
const double *EXPORT(play_state)(void) {
    static double told[8];
    const game *g = &played.game;
    told[0] = g->wave, told[1] = g->lives, told[2] = (double)g->score, told[3] = g->phase;
    told[4] = evo_body_pose(g->world, g->rings[0]).angle;
    told[5] = played.replays, told[6] = played.playback.differing, told[7] = (double)g->best;
    return told;
}

const char *EXPORT(play_message)(void) {
    return played.message;
}

/* Half of the hash. */
unsigned EXPORT(play_hash)(int upper) {
    const uint64_t hash = game_hash(&played.game);
    return (unsigned)(upper ? hash >> 32 : hash);
}
