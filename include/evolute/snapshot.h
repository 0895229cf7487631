/* snapshot.h: worlds as bytes: saved games, restarts, bug reports that are a file.
 *
 *     size_t size = evo_world_save(world, NULL, 0);
 *     void *bytes = malloc(size);
 *     evo_world_save(world, bytes, size);
 *     ... later, or elsewhere ...
 *     evo_result loaded = evo_world_load(world, bytes, size);
 *
 * A loaded world goes on as if it had never been saved, to the last bit: the same steps, handles
 * and creation of new bodies. The same state gives the same bytes on every machine, and the hash of
 * a world covers what they hold, but for the config and the user's pointers.
 */
#ifndef EVOLUTE_SNAPSHOT_H
#define EVOLUTE_SNAPSHOT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Saves a world between two steps: bodies with all that is attached to them, what is remembered of
 * contacts, sleep, time, the config without its callbacks, and what the next step will report.
 * Returns the number of bytes that a save has, which are stored if there is room for all; `bytes`
 * may be NULL. 0: the world is NULL, or in a step. */
EVO_API size_t evo_world_save(const evo_world *world, void *bytes, size_t capacity);

/* Makes a world what was saved, whatever it held. It keeps its own allocator, callbacks and their
 * context, rules of mixing materials, clock and lanes, which must be as they were for the same bits
 * to follow. Handles are valid that were so when it was saved, and name the same; others name
 * nothing. Pointers of the user are not saved: what has a handle that this world knows, or knew
 * until it was destroyed, keeps its pointer; of all others it is NULL. What the last step reported
 * is empty. Why it fails, and then nothing has changed:
 *   - EVO_ERROR_CORRUPT: the bytes are damaged, cut, or of another kind or version.
 *   - EVO_ERROR_UNSUPPORTED: the saved world is of exact time, and this one has callbacks.
 *   - EVO_ERROR_MEMORY: an allocation was refused. The old and the new contents are in memory
 *     together; damaged bytes ask for no more than a multiple of their own size.
 *   - EVO_ERROR_INVALID: a NULL argument; EVO_ERROR_LOCKED: it was called from a callback. */
EVO_API evo_result evo_world_load(evo_world *world, const void *bytes, size_t size);

/* ---- Rollback -------------------------------------------------------------------------------- */

/* A moment that a world goes back to quickly, as games do that predict what others play:
 *
 *     evo_frame *frames[8] = {NULL};
 *     evo_frame_keep(world, &frames[number % 8]);     before each step
 *     ...
 *     evo_frame_restore(world, frames[past % 8]);     and the steps since then once more
 *
 * A frame has what moves: at most 64 bytes a body that is awake, about 24 a contact, and 64 a joint
 * (12 more if it may break). The rest of the world is saved as a whole when something else has
 * changed since the frame before: bodies, colliders, joints or chains were created or destroyed,
 * configured anew (but for the speeds of motors), fell asleep or woke. Frames share that save. */
typedef struct evo_frame evo_frame;

/* Keeps a world as it is between two steps, in a frame of its own or another world's, or in a new
 * one if *frame is NULL. Its memory is the world's allocator's, but not counted as the world's.
 * EVO_ERROR_MEMORY: it was refused, and the frame is as it was. */
EVO_API evo_result evo_frame_keep(evo_world *world, evo_frame **frame);

/* Makes a world what it was when the frame was kept, as evo_world_load does; quick, if what does
 * not move is as it was then. Frames may be restored in any order, as often as wanted, and in
 * another world. On failure nothing has changed. */
EVO_API evo_result evo_frame_restore(evo_world *world, const evo_frame *frame);

/* Frames may be destroyed before or after their world; NULL is allowed. */
EVO_API void evo_frame_destroy(evo_frame *frame);

/* Returns the bytes of a frame without the save that it shares with others. */
EVO_API size_t evo_frame_bytes(const evo_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
