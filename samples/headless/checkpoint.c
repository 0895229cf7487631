/* checkpoint.c: the file is the head, the extent of the log, the world, the state of the run, and
 * the checksum of all of these. */
#include "headless/checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "headless/sample.h"

/* Changes whenever a checkpoint means something else. */
static const char MAGIC[16] = "EVOLUTE RUN 2\n";

typedef struct head {
    char magic[16], scene[32];
    double values[SCENE_PARAMS];
    double every, relax, gravity;
    uint64_t seed;
    uint64_t series; /* checksum of the names of columns */
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
    for (size_t i = 0; i < asked->column_count; ++i) {
        const char *name = asked->columns[i]->name;
        h.series = keeper_checksum(h.series, name, strlen(name) + 1);
    }
    for (int i = 0; i < FILE_KINDS; ++i)
        if (asked->files[i] && i != FILE_PICTURE && i != FILE_CHECKPOINT) h.files |= 1 << i;
    return h;
}

static bool is_same_run(keeper *k, arguments *asked) {
    head kept;
    if (!keeper_bytes(k, &kept, sizeof kept)) return false;
    if (asked->relax < 0) asked->relax = kept.relax;
    const head own = head_of(asked);
    return memcmp(&kept, &own, sizeof own) == 0;
}

static bool save_world(keeper *k, const evo_world *world) {
    uint64_t size = evo_world_save(world, NULL, 0);
    void *bytes = malloc((size_t)size);
    const bool done = bytes && evo_world_save(world, bytes, (size_t)size) == size
                      && keeper_bytes(k, &size, sizeof size)
                      && keeper_bytes(k, bytes, (size_t)size);
    free(bytes);
    return done;
}

static bool load_world(keeper *k, evo_world *world) {
    uint64_t size;
    if (!keeper_bytes(k, &size, sizeof size)) return false;
    void *bytes = malloc((size_t)size);
    const bool done = bytes && keeper_bytes(k, bytes, (size_t)size)
                      && evo_world_load(world, bytes, (size_t)size) == EVO_OK;
    free(bytes);
    return done;
}

/* The first bytes of the log, which a checkpoint needs. */
typedef struct extent {
    uint64_t size, checksum, rounds;
} extent;

/* ---- Writing --------------------------------------------------------------------------------- */

bool checkpoint_log_name(const char *path, char name[OUTPUT_PATH]) {
    if (snprintf(name, OUTPUT_PATH, "%s.log", path) < OUTPUT_PATH) return true;
    errno = ENAMETOOLONG;
    return false;
}

static FILE *open_log(const char *path, const char *mode) {
    char name[OUTPUT_PATH];
    return checkpoint_log_name(path, name) ? fopen(name, mode) : NULL;
}

bool checkpoint_begin_log(checkpoint *c, const char *path) {
    c->log = keeper_begin(open_log(path, "wb"), true);
    return c->log.file != NULL;
}

/* The log is on the disk before a checkpoint that needs it. */
bool checkpoint_begin(const checkpoint *c, keeper *file, const arguments *asked,
                      const evo_world *world) {
    head own = head_of(asked);
    extent needed = {c->log.size, c->log.checksum, c->rounds};
    return fflush(c->log.file) == 0 && fsync(fileno(c->log.file)) == 0
           && keeper_bytes(file, &own, sizeof own) && keeper_bytes(file, &needed, sizeof needed)
           && save_world(file, world);
}

bool checkpoint_seal(keeper *file) {
    uint64_t checksum = file->checksum;
    return keeper_bytes(file, &checksum, sizeof checksum);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Whether the file ends with the checksum of its other bytes. Leaves it at its first byte. */
static bool is_whole(FILE *file) {
    keeper k = keeper_begin(file, false);
    uint64_t checksum = 0;
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    if (size < (long)sizeof checksum) return false;
    if (!keeper_copy(&k, NULL, (uint64_t)size - sizeof checksum)) return false;
    const uint64_t found = k.checksum;
    const bool done = keeper_bytes(&k, &checksum, sizeof checksum) && checksum == found;
    rewind(file);
    return done;
}

/* Opens the log, whose first bytes must have that extent. Leaves it at its first byte. */
static bool find_log(checkpoint *c, const char *path, const extent *needed) {
    FILE *file = open_log(path, "rb");
    keeper k = c->log = keeper_begin(file, false);
    if (!file || !keeper_copy(&k, NULL, needed->size) || k.checksum != needed->checksum)
        return false;
    rewind(file);
    c->log_size = needed->size;
    c->rounds = needed->rounds;
    return true;
}

verdict checkpoint_refuse(const char *path) {
    return complain(VERDICT_FILE,
                    "%s is no whole checkpoint of such a run. Give the scene, the flags and the "
                    "files that it was written with, and leave its log beside it.",
                    path);
}

verdict checkpoint_open(checkpoint *c, arguments *asked, evo_world *world) {
    const char *path = asked->resume;
    extent needed;
    c->file = keeper_begin(fopen(path, "rb"), false);
    if (!c->file.file)
        return complain(VERDICT_FILE, "%s cannot be read: %s. Choose another file for --resume.",
                        path, strerror(errno));
    return is_whole(c->file.file) && is_same_run(&c->file, asked)
                   && keeper_bytes(&c->file, &needed, sizeof needed) && find_log(c, path, &needed)
                   && load_world(&c->file, world)
               ? VERDICT_FINE
               : checkpoint_refuse(path);
}

/* The checksum, which is_whole has compared, must come next. */
bool checkpoint_ended(checkpoint *c) {
    uint64_t checksum;
    return c->log.size == c->log_size && keeper_bytes(&c->file, &checksum, sizeof checksum)
           && fgetc(c->file.file) == EOF;
}

bool checkpoint_extend_log(checkpoint *c, const char *from, const char *path) {
    char old[OUTPUT_PATH], name[OUTPUT_PATH];
    if (!checkpoint_log_name(from, old) || !checkpoint_log_name(path, name)) return false;
    const bool same = output_same(old, name);
    keeper again = keeper_begin(c->log.file, false);
    keeper k = keeper_begin(fopen(name, same ? "r+b" : "wb"), true);
    rewind(again.file);
    const bool done = k.file
                      && (same ? ftruncate(fileno(k.file), (off_t)c->log_size) == 0
                                     && fseek(k.file, 0, SEEK_END) == 0
                               : keeper_copy(&again, &k, c->log_size));
    fclose(c->log.file);
    c->log.file = k.file;
    c->log.saves = true;
    return done;
}

void checkpoint_close(checkpoint *c) {
    if (c->file.file) fclose(c->file.file);
    if (c->log.file) fclose(c->log.file);
}

/* ---- Trails ---------------------------------------------------------------------------------- */

bool checkpoint_trails(keeper *k, trails *t) {
    uint64_t sizes[] = {t->actors, t->next, t->kept};
    if (!keeper_bytes(k, sizes, sizeof sizes)) return false;
    if (!k->saves) {
        trails_free(t);
        t->positions = calloc((size_t)sizes[0] * TRAIL_LENGTH + 1, sizeof *t->positions);
        if (!t->positions) return false;
        t->actors = t->capacity = (size_t)sizes[0];
        t->next = (size_t)sizes[1];
        t->kept = (size_t)sizes[2];
    }
    return keeper_bytes(k, t->positions, t->actors * TRAIL_LENGTH * sizeof *t->positions);
}
