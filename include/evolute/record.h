/* record.h: all that is done to a world, written as bytes, and done again: bug reports that are a
 * file, and proof that another machine or build computes the same.
 *
 *     static bool append(void *to, const void *bytes, size_t size) {
 *         return fwrite(bytes, 1, size, (FILE *)to) == size;
 *     }
 *
 *     evo_record_config config = {.write = append, .context = file};
 *     evo_record_begin(world, &config);
 *     evo_world_step(world, 1.0 / 60); // calls and steps
 *     evo_record_end(world);
 *
 * A record begins with the whole world (snapshot.h). Then come all calls that change it, also those
 * that failed, with arguments and results; what callbacks answered; and the hash after each step. A
 * world behaves the same whether it is recorded or not, to the last bit. A hash takes about as long
 * as a step, all else next to nothing.
 *
 *     evo_replay *replay;
 *     evo_replay_call call;
 *     if (evo_replay_open(&replay, bytes, size, NULL) == EVO_OK)
 *         while (evo_replay_next(replay, &call) == EVO_OK && call.name)
 *             if (call.difference != EVO_SAME) printf("step %d\n", (int)call.step);
 *     evo_replay_close(replay);
 *
 * A replay needs neither the program that was recorded nor its callbacks: they are answered from
 * the record. The same calls give the same record on every machine. Records may be put behind one
 * another: each begins anew, with a whole world.
 */
#ifndef EVOLUTE_RECORD_H
#define EVOLUTE_RECORD_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Recording ------------------------------------------------------------------------------- */

/* Where a record goes. */
typedef struct evo_record_config {
    /* Gets the next bytes of the record: before a step all calls up to it, after it its outcome. So
     * the record of a program that crashes in a step ends with that step. It must not change the
     * world. False ends the recording; the world goes on. */
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;       /* of yours, for `write` */
    uint32_t hash_every; /* steps from one hash to the next; 0: one */
} evo_record_config;

/* Begins to record a world between two steps. Why it fails:
 *   - EVO_ERROR_INVALID: no world, no writer, or it is recorded already.
 *   - EVO_ERROR_LOCKED: it was called from a callback.
 *   - EVO_ERROR_MEMORY, EVO_ERROR_LIMIT: the allocator, or the writer, refused the beginning.
 *
 * Its memory comes from the world's allocator, but is not counted as the world's. Not recorded, as
 * they decide nothing: user pointers, lanes, reserved memory, queries. evo_world_create_many,
 * evo_world_write_bodies, moves of movers and the calls of force.h are recorded as the calls that
 * they make, one of which, evo_world_land, is not public: it begins a new flight. A refusal of
 * evo_world_set for what a record does not have, as callbacks, is recorded, not found again.
 * evo_world_load, evo_frame_restore and calls for which memory ran out are recorded as the whole
 * world after them. */
EVO_API evo_result evo_record_begin(evo_world *world, const evo_record_config *config);

/* Ends a recording, as destroying the world does. EVO_ERROR_LIMIT, EVO_ERROR_MEMORY: it had ended
 * before, when the writer or the allocator refused. EVO_ERROR_INVALID: there is none. */
EVO_API evo_result evo_record_end(evo_world *world);

/* ---- Replaying ------------------------------------------------------------------------------- */

/* A record that is made again. */
typedef struct evo_replay evo_replay;

/* What differs from the record. */
typedef enum evo_difference {
    EVO_SAME,             /* nothing */
    EVO_DIFFERS_RESULT,   /* what the call returned: its result, or the handle that it made */
    EVO_DIFFERS_QUESTION, /* what a callback was asked during the call */
    EVO_DIFFERS_HASH      /* the state after the step */
} evo_difference;

/* The outcome of a call. */
typedef struct evo_outcome {
    evo_result result;          /* of a creation: why it failed */
    uint32_t index, generation; /* of the handle that was made, or zeros */
    uint64_t hash;              /* after a step; 0: none was recorded */
} evo_outcome;

/* A call that was made again. */
typedef struct evo_replay_call {
    const char *name;          /* as "evo_body_create"; NULL: the record has ended */
    uint64_t number, step;     /* how many calls, and steps, of the record came before it */
    evo_difference difference; /* the first one */
    evo_outcome then, now;     /* as recorded, and now */
    uint64_t questions;        /* of callbacks that were as then, before the first that differs */
    bool unfinished;           /* the record ends within the call, and `then` is not known */
} evo_replay_call;

/* Opens a record. The bytes must stay as they are until the replay is closed. A NULL allocator is
 * the C library's. EVO_ERROR_CORRUPT: it is no record, or damaged at its beginning;
 * EVO_ERROR_MEMORY: memory ran out; EVO_ERROR_INVALID: a NULL argument. Then *replay is NULL. */
EVO_API evo_result evo_replay_open(evo_replay **replay, const void *bytes, size_t size,
                                   const evo_allocator *allocator);

/* Closes a replay, with its world; NULL is allowed. */
EVO_API void evo_replay_close(evo_replay *replay);

/* Makes the next call again, and compares. EVO_ERROR_CORRUPT: the record is damaged here; all calls
 * before are as they were recorded. EVO_ERROR_MEMORY: memory ran out. After either, and after the
 * end, there is no further call. */
EVO_API evo_result evo_replay_next(evo_replay *replay, evo_replay_call *call);

/* Returns the world as the calls so far have made it, to be read and drawn. Only its lanes may be
 * set. */
EVO_API evo_world *evo_replay_world(evo_replay *replay);

#ifdef __cplusplus
}
#endif

#endif
