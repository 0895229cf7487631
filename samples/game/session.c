/* session.c: In: seconds, keys, a pointer. Out: steps of the game or of its replay, which sparks
 * and sounds follow. */
#include "game/session.h"

#include <stdio.h>

static void say(session *s, const char *text) {
    snprintf(s->message, sizeof s->message, "%s", text);
}

void session_help(session *s) {
    say(s, s->paused  ? "paused (P)"
           : s->touch ? "hold: turn   tap the planet: shoot"
                      : "left, right: turn   space: shoot   P: pause   V: last minute");
}

bool session_begin(session *s, uint64_t seed) {
    *s = (session){.loop = {GAME_STEP, 0, 4}};
    session_help(s);
    return game_begin(&s->game, seed);
}

void session_end(session *s) {
    if (s->replays) playback_end(&s->playback);
    tape_clear(&s->tape);
    forecast_end(&s->forecast);
    game_end(&s->game);
}

const game *session_shown(const session *s) {
    return s->replays ? &s->playback.game : &s->game;
}

void session_tell(const session *s, char *text, size_t size) {
    const game *g = &s->game;
    const char *phase = g->phase == GAME_LOST ? "lost" : g->phase == GAME_WON ? "won" : "playing";
    snprintf(text, size, "wave %d, lives %d, score %ld, %s, shield %.2f, hash %016llx", g->wave,
             g->lives, g->score, phase, evo_body_pose(g->world, g->rings[0]).angle,
             (unsigned long long)game_hash(g));
}

/* Steps: so long the end of a game is looked at, whatever is pressed. */
enum { REST = 40 };

/* ---- Input ----------------------------------------------------------------------------------- */

static void end_replay(session *s) {
    char told[80];
    snprintf(told, sizeof told, "%d steps made again, %s. P: go on", s->playback.step,
             s->playback.differing == 0 ? "all equal to the last bit" : "and some differ!");
    say(s, told);
    playback_end(&s->playback);
    s->replays = false;
    s->paused = !game_is_over(&s->game);
}

void session_key(session *s, int letter) {
    if (s->replays && letter == 'v')
        end_replay(s);
    else if (letter == 'v') {
        s->replays = playback_begin(&s->playback, &s->tape);
        s->paused &= !s->replays;
        say(s, s->replays ? "The last minute once more. V: back" : "There is no last minute yet.");
    }
    if (s->replays || letter == 'v') return;
    const bool begins = letter == 'r' || (game_is_over(&s->game) && s->game.clock > REST);
    if (begins) s->pressed |= GAME_RESTART;
    if (letter == ' ' && !begins && !s->paused) s->pressed |= GAME_SHOOT;
    s->paused = !begins && (letter == 'p') != s->paused;
    session_help(s);
}

void session_point(session *s, bool down, evo_vec2 pixel, double width, double height) {
    const view v = draw_view(NULL, width, height);
    const bool pressed = down && !s->down;
    s->down = down;
    s->pointer = view_to_world(&v, pixel);
    if (pressed && (game_is_over(&s->game) || evo_length(s->pointer) < 1.5)) session_key(s, ' ');
    s->points = down && evo_length(s->pointer) >= 1.5;
}

static unsigned keys_of(const session *s) {
    return s->held | s->pressed | (s->points ? game_keys_toward(&s->game, s->pointer) : 0);
}

/* ---- Time ------------------------------------------------------------------------------------ */

void session_step(session *s, unsigned keys) {
    if (s->replays && !playback_step(&s->playback, &s->tape)) {
        end_replay(s);
        return;
    }
    if (!s->replays) {
        if (tape_step(&s->tape, &s->game, keys) != EVO_OK) say(s, "Out of memory.");
        s->pressed = 0;
    }
    sparks_step(&s->sparks, session_shown(s));
    sound_hear(&s->sound, session_shown(s));
}

void session_run(session *s, double seconds) {
    for (int i = evo_loop_steps(&s->loop, seconds); i > 0 && !s->paused; --i)
        session_step(s, keys_of(s));
}

void session_draw(session *s, const pen *on) {
    if (!s->replays) forecast_look(&s->forecast, &s->game, s->held);
    const double part = s->paused ? 1 : evo_loop_part(&s->loop);
    draw_game(session_shown(s), s->replays ? NULL : &s->forecast, &s->sparks, part, on, s->touch,
              s->message);
}
