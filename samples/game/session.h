/* session.h: a game as it is played, without a window: frames to fixed steps, keys and pointer to
 * the keys of steps, steps to sparks and sounds; and the replay in its place. The window (main.c)
 * and the page (page.c) pass on what happens, and ask for strokes and samples. */
#ifndef SAMPLES_GAME_SESSION_H
#define SAMPLES_GAME_SESSION_H

#include "game/draw.h"

typedef struct session {
    game game;
    tape tape;
    playback playback; /* valid if it is shown */
    forecast forecast;
    bool replays, paused, touch; /* touch: there are no keys to be named */
    unsigned held, pressed;      /* keys that are down; that were pressed since the last step */
    bool down, points;           /* the pointer is down; it turns the shield */
    evo_vec2 pointer;            /* in the world */
    evo_loop loop;
    sparks sparks;
    sound sound;
    char message[80];
} session;

bool session_begin(session *s, uint64_t seed);
void session_end(session *s);

/* Names the keys below the game; writes how it stands. */
void session_help(session *s);
void session_tell(const session *s, char *text, size_t size);

/* A key by its letter, as it is pressed: r restarts, v shows the last minute, p pauses, space
 * shoots. */
void session_key(session *s, int letter);

/* A pointer on a page of this size: down on the planet it shoots, elsewhere the shield turns
 * there. */
void session_point(session *s, bool down, evo_vec2 pixel, double width, double height);

/* Makes one step, of the game with these keys or of the replay; makes those of a frame. */
void session_step(session *s, unsigned keys);
void session_run(session *s, double seconds);

void session_draw(session *s, const pen *on);

/* The game that is shown: the one that is played, or its replay. */
const game *session_shown(const session *s);

#endif
