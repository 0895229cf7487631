/* host.c: allocators that refuse, and job systems, for worlds of fuzzers. */
#include <stdlib.h>

#include "evolute/threads.h"
#include "fuzz.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    fuzz_memory *m = context;
    m->bytes -= old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (++m->calls == m->refuse) {
        m->refused = true;
        m->bytes += old_size;
        return NULL;
    }
    m->bytes += new_size;
    return realloc(block, new_size);
}

evo_allocator fuzz_allocator(fuzz_memory *memory) {
    return (evo_allocator){resize, memory};
}

/* ---- Job systems ----------------------------------------------------------------------------- */

enum { WORKERS = 6, THREADS = 3 };

static void start(void *context, evo_task task, void *data, int count) {
    fuzz_jobs *j = context;
    fuzz_expect(!j->task, "tasks are started after those before have finished");
    fuzz_expect(count >= 1 && count < WORKERS, "tasks are as many as other workers");
    j->task = task;
    j->data = data;
    j->count = count;
}

/* Runs the tasks when all is done: in order, backwards, every second one, or none. */
static void finish(void *context) {
    fuzz_jobs *j = context;
    const int step = j->kind == FUZZ_JOBS_SOME ? 2 : 1;
    fuzz_expect(j->task != NULL, "what finishes was started");
    for (int i = 1; i <= j->count && j->kind != FUZZ_JOBS_MISSING; i += step)
        j->task(j->data, j->kind == FUZZ_JOBS_REVERSED ? j->count + 1 - i : i);
    j->task = NULL;
}

evo_tasks fuzz_tasks(fuzz_jobs *jobs, fuzz_jobs_kind kind) {
    if (kind == FUZZ_JOBS_NONE) return (evo_tasks){0};
    if (kind == FUZZ_JOBS_THREADS) {
        if (!jobs->threads) jobs->threads = evo_threads_create(THREADS);
        return evo_threads_tasks(jobs->threads);
    }
    jobs->kind = kind;
    return (evo_tasks){WORKERS, start, finish, jobs, NULL};
}

void fuzz_jobs_close(fuzz_jobs *jobs) {
    evo_threads_destroy(jobs->threads);
    jobs->threads = NULL;
}
