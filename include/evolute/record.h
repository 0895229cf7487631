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
 * that failed, with arguments and results @record-all-calls; what callbacks answered; and the hash
 * after each step. A world behaves the same whether it is recorded or not, to the last bit.
 * @record-changes-nothing A hash takes about as long as a step, all else next to nothing.
 *
 *     evo_replay *replay;
 *     evo_replay_call call;
 *     if (evo_replay_open(&replay, bytes, size, NULL) == EVO_OK)
 *         while (evo_replay_next(replay, &call) == EVO_OK && call.name)
 *             if (call.difference != EVO_SAME) printf("step %d\n", (int)call.step);
 *     evo_replay_close(replay);
 *
 * A replay needs neither the program that was recorded nor its callbacks: they are answered from
 * the record. It plays step by step (evo_replay_next_step), goes to any step (evo_replay_seek), and
 * tells its calls as text (evo_replay_describe). The same calls give the same record on every
 * machine. Records may be put behind one another: each begins anew, with a whole world.
 * @records-follow
 */
#ifndef EVOLUTE_RECORD_H
#define EVOLUTE_RECORD_H

#include "shape.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Recording ------------------------------------------------------------------------------- */

/* Where a record goes. */
typedef struct evo_record_config {
    /* Gets the next bytes of the record: before a step all calls up to it, after it its outcome. So
     * the record of a program that crashes in a step ends with that step. @record-of-crash It must
     * not change the world. False ends the recording; the world goes on. @writer-refuses */
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;       /* of yours, for `write` */
    uint32_t hash_every; /* steps from one hash to the next; 0: one */
    /* Queries are recorded, too, with checksums of their answers: rays, casts, overlaps, planes and
     * evo_world_nearest, if they are asked between steps. Then `write` may be called by the thread
     * that asks. */
    bool queries;
} evo_record_config;

/* Begins to record a world between two steps. Why it fails:
 *   - EVO_ERROR_INVALID: no world, no writer, or it is recorded already.
 *   - EVO_ERROR_LOCKED: it was called from a callback.
 *   - EVO_ERROR_MEMORY, EVO_ERROR_LIMIT: the allocator, or the writer, refused the beginning.
 *
 * Its memory comes from the world's allocator, but is not counted as the world's. Not recorded,
 * as they decide nothing: user pointers, lanes, reserved memory, queries unless asked for.
 * evo_world_create_many, evo_world_write_bodies, moves of movers and the calls of force.h are
 * recorded as the calls that they make, one of which, evo_world_land, is not public: it begins a
 * new flight. A refusal of evo_world_set for what a record does not have, as callbacks, is
 * recorded, not found again. evo_world_load, evo_frame_restore and calls for which memory ran
 * out are recorded as the whole world after them. */
EVO_API evo_result evo_record_begin(evo_world *world, const evo_record_config *config);

/* Ends a recording, as destroying the world does. EVO_ERROR_LIMIT, EVO_ERROR_MEMORY: it had ended
 * before, when the writer or the allocator refused. EVO_ERROR_INVALID: there is none. */
EVO_API evo_result evo_record_end(evo_world *world);

/* Puts a text at this time into the record, below 256 bytes with its end: what happened in the
 * game. A world that is not recorded takes it, and forgets it. EVO_ERROR_INVALID: it is NULL, or
 * too long; EVO_ERROR_LOCKED: it was called from a callback. */
EVO_API evo_result evo_record_mark(evo_world *world, const char *text);

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

/* Makes the next call again, and compares. @replay-compares EVO_ERROR_CORRUPT: the record is
 * damaged here; all calls before are as they were recorded. EVO_ERROR_MEMORY: memory ran out. After
 * either, and after the end, there is no further call. */
EVO_API evo_result evo_replay_next(evo_replay *replay, evo_replay_call *call);

/* Makes calls again up to the next step, and that. *last is the first of them that differs, or else
 * the step; its name is NULL if none differs and there is no further step. Fails as evo_replay_next
 * does. */
EVO_API evo_result evo_replay_next_step(evo_replay *replay, evo_replay_call *last);

/* Returns the world as the calls so far have made it, to be read and drawn. Only its lanes may be
 * set. It stays the same when a replay seeks. */
EVO_API evo_world *evo_replay_world(evo_replay *replay);

/* Writes the last call as text, "evo_body_set_velocity body 12 (tag 7): (3, 4)": name, handles with
 * the tags that they have now, and arguments, of configs those that are not the default. Returns
 * the bytes that it has without its end, as snprintf does; 0: there was no call yet. */
EVO_API size_t evo_replay_describe(const evo_replay *replay, char *text, size_t capacity);

/* ---- Seeking --------------------------------------------------------------------------------- */

/* Goes to the state right after so many steps, back or forth, with the lists and events of the last
 * of them; 0: to the beginning. It is what playing to it makes. @seek-is-play evo_replay_next_step
 * and this keep frames of the world (snapshot.h) at equal distances: from there on, or from the
 * beginning, calls are made again. EVO_ERROR_INVALID: the record has fewer steps, and the replay is
 * as it was. It fails as evo_replay_next does, and may be called again after that, and at the
 * end. */
EVO_API evo_result evo_replay_seek(evo_replay *replay, uint64_t step);

/* Limits the bytes of the frames that are kept, 64 MB at first: the fewer, the farther apart.
 * @replay-budget */
EVO_API evo_result evo_replay_set_budget(evo_replay *replay, size_t bytes);

/* The contents of a record. */
typedef struct evo_replay_info {
    uint64_t steps, calls, marks; /* that there are */
    double seconds;               /* of all steps */
    double shortest, longest;     /* step that was not refused, in seconds; 0: there is none */
    bool whole; /* it ends between two calls; false: within one, or it is damaged behind those
                   that are counted */
} evo_replay_info;

/* Finds what the whole record holds, without playing it. EVO_ERROR_MEMORY: memory ran out. */
EVO_API evo_result evo_replay_info_of(const evo_replay *replay, evo_replay_info *info);

/* A text of evo_record_mark. */
typedef struct evo_replay_mark {
    uint64_t step;    /* steps before it */
    const char *text; /* in the bytes of the record */
} evo_replay_mark;

/* Writes the first `capacity` marks of the whole record, and returns how many there are.
 * @record-marks */
EVO_API size_t evo_replay_marks(const evo_replay *replay, evo_replay_mark *marks, size_t capacity);

/* A query that was asked again. */
typedef struct evo_replay_query {
    const char *name;  /* as "evo_world_ray" */
    evo_pose from;     /* where a ray, a cast, planes or an overlap begin; the point of a nearest */
    evo_vec2 way;      /* of a ray or cast, and zeros else */
    evo_shape shape;   /* of casts, planes and overlaps, or EVO_NO_SHAPE */
    evo_bounds bounds; /* of evo_world_overlap_bounds */
    uint64_t hits;     /* how many answers were found then */
    bool differs;      /* the answers are others now */
} evo_replay_query;

/* Writes the first `capacity` queries that were asked since the last step, behind a step those
 * since the one before, and returns how many there are. */
EVO_API size_t evo_replay_queries(const evo_replay *replay, evo_replay_query *queries,
                                  size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
