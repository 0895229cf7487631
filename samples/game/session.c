/* session.c: In: seconds, keys, a pointer. Out: steps of the game or of its replay, which sparks
 * and sounds follow. */
#include "game/session.h"

#include <stdio.h>

static const char HELP[] = "left, right: turn   P: pause   R: restart   V: last minute";

static void say(session *s, const char *text) {
    snprintf(s->message, sizeof s->message, "%s", text);
}

bool session_begin(session *s, uint64_t seed) {
    *s = (session){.loop = {GAME_STEP, 0, 4}};
    say(s, HELP);
    return game_begin(&s->game, seed);
}

void session_end(session *s) {
    if (s->replays) playback_end(&s->playback);
    tape_clear(&s->tape);
    game_end(&s->game);
}

const game *session_shown(const session *s) {
    return s->replays ? &s->playback.game : &s->game;
}

/* ---- Input ----------------------------------------------------------------------------------- */

static void end_replay(session *s) {
    char told[80];
    snprintf(told, sizeof told, "%d steps made again, %s. P: go on", s->playback.step,
             s->playback.differing == 0 ? "all equal to the last bit" : "and some differ!");
    say(s, told);
    playback_end(&s->playback);
    s->replays = false;
    s->paused = s->game.phase != GAME_LOST;
}

static void begin_replay(session *s) {
    if (!playback_begin(&s->playback, &s->tape)) {
        say(s, "There is no last minute yet.");
        return;
    }
    s->replays = true;
    s->paused = false;
    say(s, "The last minute once more. V: back");
}

void session_key(session *s, int letter) {
    if (letter == 'v') {
        s->replays ? end_replay(s) : begin_replay(s);
        return;
    }
    if (letter == 'p') s->paused = !s->paused;
    if (letter == 'r' && !s->replays) {
        s->pressed |= GAME_RESTART;
        s->paused = false;
    }
    say(s, s->paused ? "paused (P)" : HELP);
}

void session_point(session *s, bool down, evo_vec2 pixel, double width, double height) {
    const view v = draw_view(NULL, width, height);
    s->points = down;
    s->pointer = view_to_world(&v, pixel);
}

static unsigned keys_of(const session *s) {
    return s->held | s->pressed | (s->points ? game_keys_toward(&s->game, s->pointer) : 0);
}

/* ---- Time ------------------------------------------------------------------------------------ */

void session_step(session *s, unsigned keys) {
    if (s->replays) {
        if (!playback_step(&s->playback, &s->tape)) {
            end_replay(s);
            return;
        }
    } else {
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

void session_draw(const session *s, const pen *on) {
    const double part = s->paused ? 1 : evo_loop_part(&s->loop);
    draw_game(session_shown(s), &s->sparks, part, on, s->message);
}
