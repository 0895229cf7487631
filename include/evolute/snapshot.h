/* snapshot.h: worlds as bytes: saved games, restarts, rollback.
 *
 *     size_t size = evo_world_save(world, NULL, 0); // asks for the size
 *     void *bytes = malloc(size);
 *     if (bytes && evo_world_save(world, bytes, size) == size)
 *         evo_world_load(world, bytes, size); // now, later, or elsewhere
 *     free(bytes);
 *
 * A loaded world goes on as if it had never been saved, to the last bit @load-goes-on: with the
 * same steps, handles and creations of bodies. The same state gives the same bytes on every
 * machine. @save-same-bytes evo_world_hash covers what they hold, but for the config.
 */
#ifndef EVOLUTE_SNAPSHOT_H
#define EVOLUTE_SNAPSHOT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Saves a world between two steps: bodies with all that belongs to them, what is remembered of
 * contacts, sleep, time, and the config without callbacks and user pointers. Returns the number of
 * bytes of the save, which are written if `capacity` is enough; `bytes` may be NULL. 0: the world
 * is NULL, or in a step. */
EVO_API size_t evo_world_save(const evo_world *world, void *bytes, size_t capacity);

/* Makes a world what was saved, whatever it held. It keeps its own allocator, callbacks with their
 * context, mixing of materials, clock and lanes; for the same bits these must be as they were.
 * Handles that were valid in the saved world name the same again, with their tags @load-handles;
 * others name nothing. User pointers are not saved: an object that this world knows, or knew until
 * it was destroyed, gets the pointer that it had last, in any order of loads and restores
 * @load-users; all others get NULL. An object is known by its handle and its creation: where a
 * world went back, and gave a handle again, each of both has its own pointer. A world that was
 * saved or kept remembers 24 bytes for each destroyed object with a pointer. The lists of the last
 * step are empty. Failed, it has changed nothing @refused-load:
 *   - EVO_ERROR_CORRUPT: the bytes are damaged, cut, or of another kind or version. @damaged-save
 *   - EVO_ERROR_UNSUPPORTED: the saved world has exact time, and this one has callbacks.
 *   - EVO_ERROR_MEMORY: memory ran out. The old and the new contents are in memory together;
 *     damaged bytes ask for no more than a multiple of their size.
 *   - EVO_ERROR_INVALID: a NULL argument; EVO_ERROR_LOCKED: it was called from a callback. */
EVO_API evo_result evo_world_load(evo_world *world, const void *bytes, size_t size);

/* ---- Rollback -------------------------------------------------------------------------------- */

/* A moment to which a world can go back quickly, as games do that predict other players:
 *
 *     evo_frame *frames[8] = {NULL};
 *     for (int number = 0; number < 8; ++number) {
 *         evo_frame_keep(world, &frames[number]); // before each step
 *         evo_world_step(world, 1.0 / 60);
 *     }
 *     evo_frame_restore(world, frames[3]); // and now the steps since then once more
 *     for (int number = 0; number < 8; ++number) evo_frame_destroy(frames[number]);
 *
 * A frame holds what moves: at most 64 bytes a body that is awake, about 24 a contact @frame-bytes,
 * 64 a joint (9 more if it may break). @frame-joint-bytes The rest is in an image of the world that
 * frames share, in pages of 64 bodies, joints or islands. What has changed since the frame before
 * costs its page: what was created, destroyed or configured (but for the speeds of motors), fell
 * asleep or woke. So the first frame of a world, or the first after a load, costs as a save of it,
 * and others what moves and what changes. */
typedef struct evo_frame evo_frame;

/* Keeps a world as it is between two steps: in a frame that was its own or another world's, or in a
 * new one if *frame is NULL. Its memory, and that of the image, comes from the world's allocator,
 * but is not counted as the world's. EVO_ERROR_MEMORY: memory ran out, and the frame is as it
 * was. @refused-frame */
EVO_API evo_result evo_frame_keep(evo_world *world, evo_frame **frame);

/* Makes a world what it was when the frame was kept, as evo_world_load does: bodies, joints and
 * islands that differ are made anew, and what moves gets its motion. Restore frames in any order,
 * as often as you like, and in other worlds. @frames-any-order In exact time a frame is a save, and
 * restoring it a load. Failed, it has changed nothing. */
EVO_API evo_result evo_frame_restore(evo_world *world, const evo_frame *frame);

/* Destroys a frame, before or after its world; NULL is allowed. */
EVO_API void evo_frame_destroy(evo_frame *frame);

/* Returns the bytes of a frame: what moves, and the pages that were written for it. Those that it
 * shares with frames before it, or with the world's first image, are not counted again. */
EVO_API size_t evo_frame_bytes(const evo_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
