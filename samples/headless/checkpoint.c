#include "headless/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "headless/sample.h"

/* Changes whenever a checkpoint means something else. */
static const char MAGIC[16] = "EVOLUTE RUN 1\n";

typedef struct head {
    char magic[16], scene[32];
    double values[SCENE_PARAMS];
    double every, relax, gravity;
    uint64_t seed;
    int32_t never_sleep, substeps, keep_impacts, show_trails;
    int32_t files; /* those that are recorded, as bits */
} head;

/* Pictures, and the checkpoint itself, record nothing. */
static head head_of(const arguments *asked) {
    head h;
    memset(&h, 0, sizeof h); /* the gaps, too */
    memcpy(h.magic, MAGIC, sizeof h.magic);
    strncpy(h.scene, asked->scene->name, sizeof h.scene - 1);
    memcpy(h.values, asked->values, scene_param_count(asked->scene) * sizeof *h.values);
    h.every = asked->every;
    h.relax = asked->relax;
    h.gravity = asked->setting.gravity;
    h.seed = asked->setting.seed;
    h.never_sleep = asked->setting.never_sleep;
    h.substeps = asked->setting.substeps;
    h.keep_impacts = asked->setting.keep_impacts;
    h.show_trails = asked->show_trails;
    for (int i = 0; i < FILE_KINDS; ++i)
        if (asked->files[i] && i != FILE_PICTURE && i != FILE_CHECKPOINT) h.files |= 1 << i;
    return h;
}

bool checkpoint_head(keeper *k, const arguments *asked) {
    const head own = head_of(asked);
    head kept = own;
    return keeper_bytes(k, &kept, sizeof kept) && memcmp(&kept, &own, sizeof own) == 0;
}

bool checkpoint_save_world(keeper *k, const evo_world *world) {
    uint64_t size = evo_world_save(world, NULL, 0);
    void *bytes = malloc((size_t)size);
    const bool done = bytes && evo_world_save(world, bytes, (size_t)size) == size
                      && keeper_bytes(k, &size, sizeof size)
                      && keeper_bytes(k, bytes, (size_t)size);
    free(bytes);
    return done;
}

/* A size that was damaged is refused by what can be read. */
static const uint64_t MOST = (uint64_t)1 << 40;

bool checkpoint_load_world(keeper *k, evo_world *world) {
    uint64_t size;
    if (!keeper_bytes(k, &size, sizeof size) || size > MOST || size > SIZE_MAX) return false;
    void *bytes = malloc((size_t)size);
    const bool done = bytes && keeper_bytes(k, bytes, (size_t)size)
                      && evo_world_load(world, bytes, (size_t)size) == EVO_OK;
    free(bytes);
    return done;
}

bool checkpoint_trails(keeper *k, trails *t) {
    uint64_t sizes[] = {t->actors, t->next, t->kept};
    if (!keeper_bytes(k, sizes, sizeof sizes)) return false;
    if (!k->saves) {
        if (sizes[0] > MOST / sizeof *t->positions / TRAIL_LENGTH || sizes[1] >= TRAIL_LENGTH
            || sizes[2] > TRAIL_LENGTH)
            return false;
        trails_free(t);
        t->positions = calloc((size_t)sizes[0] * TRAIL_LENGTH + 1, sizeof *t->positions);
        if (!t->positions) return false;
        t->actors = t->capacity = (size_t)sizes[0];
        t->next = (size_t)sizes[1];
        t->kept = (size_t)sizes[2];
    }
    return keeper_bytes(k, t->positions, t->actors * TRAIL_LENGTH * sizeof *t->positions);
}
