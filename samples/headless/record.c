/* record.c: all that is done to the world, from the run's beginning, for evolute-run replay. It is
 * written to the last byte before each step, and kept if the run fails: that is what it is for. */
#include <errno.h>
#include <stdlib.h>

#include "evolute/record.h"
#include "headless/recorder.h"
#include "picture/output.h"

typedef struct record {
    output to;
    evo_world *world;
} record;

static bool write_bytes(void *own, const void *bytes, size_t size) {
    record *r = own;
    return fwrite(bytes, 1, size, r->to.file) == size && fflush(r->to.file) == 0;
}

static bool begin(record *r) {
    const evo_record_config config = {.write = write_bytes, .context = r};
    const evo_result begun = evo_record_begin(r->world, &config);
    if (begun == EVO_ERROR_MEMORY) errno = ENOMEM;
    return begun == EVO_OK;
}

static bool take(void *own, const moment *at) {
    record *r = own;
    (void)at;
    return ferror(r->to.file) == 0;
}

static bool end(void *own) {
    record *r = own;
    const bool whole = evo_record_end(r->world) == EVO_OK;
    const bool written = output_end(&r->to) && whole;
    free(r);
    return written;
}

static void drop(void *own) {
    (void)end(own);
}

/* A load replaces the record that was begun when the file was opened. */
static bool log_bytes(void *own, keeper *k) {
    record *r = own;
    if (!k->saves && r->to.kept == 0 && evo_record_end(r->world) != EVO_OK) return false;
    return keeper_output(k, &r->to);
}

/* A run that goes on has a record of two parts: the second begins with the whole world. */
static bool keep(void *own, keeper *k) {
    return k->saves || begin(own);
}

bool record_open(recorder *r, const char *path, evo_world *world) {
    record *own = malloc(sizeof *own);
    if (!own) return false;
    own->world = world;
    if (!output_begin(&own->to, path)) {
        free(own);
        return false;
    }
    if (!begin(own)) {
        output_drop(&own->to);
        free(own);
        return false;
    }
    *r = (recorder){path, true, take, end, drop, keep, log_bytes, own};
    return true;
}
