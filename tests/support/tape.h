/* tape.h: a record in memory, written by a world; its writer may refuse. */
#ifndef TESTS_SUPPORT_TAPE_H
#define TESTS_SUPPORT_TAPE_H

#include "evolute/record.h"

typedef struct tape {
    unsigned char *bytes;
    size_t size, capacity;
    size_t writes;
    size_t refuse; /* number of the write that is refused, counted from 1; 0: none is */
} tape;

/* Begins to record a world on a tape, behind what it has, with queries. */
void tape_begin(tape *t, evo_world *world);
evo_record_config tape_config(tape *t);
void tape_free(tape *t);

/* Makes the checksums of all chunks agree with their bytes, as far as there are whole ones. */
void tape_repair(tape *t);

/* Where the chunk of a number begins, behind its head, and its size; false: there is none. */
bool tape_chunk(const tape *t, size_t number, size_t *at, size_t *size);

/* Replays a tape whole; the first call that differs, or, without one, the last answer: of no
 * name. *result is that of the replay. */
evo_replay_call tape_replay(const tape *t, int lanes, evo_result *result);

/* Fails the running test unless all calls come out as they did. */
void tape_check(const tape *t, int lanes);

#endif
