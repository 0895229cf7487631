/* threads.h: threads for the steps of large worlds, for those who have no job system of their own.
 *
 *     evo_threads *threads = evo_threads_create(0); // one for each core
 *     evo_world_config config = evo_world_config_default();
 *     config.tasks = evo_threads_tasks(threads);
 *     evo_world *world = evo_world_create(&config);
 *     evo_world_step(world, 1.0 / 60);
 *     evo_world_destroy(world);
 *     evo_threads_destroy(threads);
 *
 * Steps give the same bits with any number of threads, and with none. Worlds of less than some
 * 1,000 bodies are stepped by one thread: it is faster. Larger ones find how many threads pay, by
 * time: where other programs use the cores, one. It pays where cores are idle and near each other
 * (a cache line gets there and back in 100 ns). To have all of them always, set the clock of the
 * tasks to NULL.
 *
 * Worlds may share threads if they are stepped one after the other. Many small worlds at once have
 * a thread each instead: worlds share nothing.
 *
 * This is an object file of its own: programs that do not call it are not linked with threads.
 */
#ifndef EVOLUTE_THREADS_H
#define EVOLUTE_THREADS_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A pool of workers, whose tasks worlds share. */
typedef struct evo_threads evo_threads;

/* Creates workers: the thread that steps is one of them, others wait until it does. 0: as many as
 * there are cores that this process may use, by its affinity and, on Linux, the quota of its
 * control group. At most 64. @threads-most NULL: out of memory, a number below 0, or no thread is
 * to be had. */
EVO_API evo_threads *evo_threads_create(int workers);

/* Returns how many workers there are, with the one that steps; 0 of NULL. */
EVO_API int evo_threads_count(const evo_threads *threads);

/* Returns what a world's config asks for; of NULL no tasks. The threads must outlive the world. */
EVO_API evo_tasks evo_threads_tasks(evo_threads *threads);

/* Ends the threads; NULL is allowed. */
EVO_API void evo_threads_destroy(evo_threads *threads);

#ifdef __cplusplus
}
#endif

#endif
