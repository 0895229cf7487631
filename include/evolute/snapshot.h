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
 * may be NULL. 0: the world is NULL, or in a step.
 *
 * Pointers of the user are saved as the numbers that they are; where they name objects of a program,
 * set them anew after loading in another one. */
EVO_API size_t evo_world_save(const evo_world *world, void *bytes, size_t capacity);

/* Makes a world what was saved, whatever it held. It keeps its own allocator, callbacks and their
 * context, rules of mixing materials, clock and lanes, which must be as they were for the same bits
 * to follow. Handles are valid that were so when it was saved, and name the same; others name
 * nothing. What the last step reported is empty. Why it fails, and then nothing has changed:
 *   - EVO_ERROR_CORRUPT: the bytes are damaged, cut, or of another kind or version.
 *   - EVO_ERROR_UNSUPPORTED: the saved world is of EVO_EVENTS, and this one has callbacks.
 *   - EVO_ERROR_MEMORY: an allocation was refused. The old and the new contents are in memory
 *     together; damaged bytes ask for no more than a multiple of their own size.
 *   - EVO_ERROR_INVALID: a NULL argument; EVO_ERROR_LOCKED: it was called from a callback. */
EVO_API evo_result evo_world_load(evo_world *world, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
