/* player.h: a record being played: its steps, forth and back, the first step that differs, the
 * calls that were made before the step that is shown, and the queries that were asked. */
#ifndef SAMPLES_SANDBOX_PLAYER_H
#define SAMPLES_SANDBOX_PLAYER_H

#include "evolute/record.h"
#include "picture/view.h"

enum { PLAYER_CALLS = 60, PLAYER_LETTERS = 240, PLAYER_QUERIES = 256 };

typedef struct player_call {
    char text[PLAYER_LETTERS];
    bool differs;
} player_call;

/* A query with the first of its hits, as the world answers it without a filter. */
typedef struct player_query {
    evo_replay_query asked;
    evo_vec2 hit;
    bool has_hit;
} player_query;

/* Zero-initialised it plays nothing. */
typedef struct player {
    evo_replay *replay; /* NULL: none */
    evo_replay_info info;
    evo_replay_mark *marks;
    size_t mark_count;
    uint64_t step; /* how many were made */
    uint64_t read; /* the most that were made so far: farther ones take their time */
    uint64_t goal; /* beyond `read`: on the way there, part by part */
    uint64_t back; /* where to go from the goal */
    bool differs;  /* some call does; of those read the first one comes before: */
    uint64_t difference;
    char how[PLAYER_LETTERS];
    evo_result result; /* not EVO_OK: it is damaged behind the steps that are read */
    player_call calls[PLAYER_CALLS];
    size_t call_count; /* before the step, also those that were left out */
    player_query queries[PLAYER_QUERIES];
    size_t query_count;
} player;

/* Opens a record, which must stay as it is until it is closed, and sets out to read all of it, and
 * to come back to its beginning. Failed, nothing is open. */
evo_result player_open(player *p, const void *bytes, size_t size);
void player_close(player *p);

/* Whether it is on its way to a step that was not made before. */
bool player_reads(const player *p);

/* Makes steps on that way for about so many seconds of a clock, and arrives perhaps. */
void player_read(player *p, double seconds, double (*clock)(void));

/* Goes to the state after so many steps: at once, or, beyond those that were read, with
 * player_read. */
void player_seek(player *p, uint64_t step);

/* Shows the world as it was after another step that was read, and back again: what is known of the
 * step that is shown stays. False: there is no such step, or memory is refused. */
bool player_look(player *p, uint64_t step);

/* Makes one step, and notes its calls and queries. False: there is none, or the record is
 * damaged. */
bool player_step(player *p);

/* The nearest step with a mark or the first difference, before or behind the one that is shown; or
 * that one itself. */
uint64_t player_mark(const player *p, bool behind);

/* Paints rays, casts and regions that were asked for, with their hits. */
void player_paint(const player *p, const view *v);

#endif
