/* memory.c: what a body takes in a pile at rest, and whether steps still ask for memory there. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "parts.h"
#include "run.h"

enum { COUNT = 20000, STEPS = 600, LAST_STEPS = 100, BAR = 700 };

/* The C library's memory; counts how often more is asked for. */
static void *counting_resize(void *context, void *block, size_t old_size, size_t new_size) {
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    *(size_t *)context += !block || new_size > old_size;
    return realloc(block, new_size);
}

/* Megabytes that the process took at most. */
static double resident_megabytes(void) {
#ifdef __APPLE__
    const double unit = 1;
#else
    const double unit = 1024;
#endif
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * unit / 1e6;
}

void part_memory(void) {
    size_t requests = 0;
    scene_setting setting = run_setting();
    scene_stage stage;
    setting.allocator.resize = counting_resize;
    setting.allocator.context = &requests;
    run_open(&stage, "pile", COUNT, &setting);
    run_steps(&stage, STEPS - LAST_STEPS);
    const size_t before = requests;
    run_steps(&stage, LAST_STEPS);
    const double bytes = (double)evo_world_counters(stage.world).bytes / COUNT;
    printf("memory of a pile of %d after %d steps\n", COUNT, STEPS);
    printf("bytes a body %.0f, bar %d: %s\n", bytes, BAR, run_verdict(bytes <= BAR));
    printf("memory asked for in the last %d steps: %zu times, bar 0: %s\n", LAST_STEPS,
           requests - before, run_verdict(requests == before));
    printf("resident memory of the whole process, at most: %.1f MB\n", resident_megabytes());
    scene_close(&stage);
}
