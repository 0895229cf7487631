/* impacts.c: one row per impact. */
#include <stdlib.h>

#include "evolute/event.h"
#include "headless/origin.h"
#include "headless/recorder.h"
#include "headless/table.h"
#include "picture/output.h"

/* -1 for a wall of the world. */
static long number_of(evo_body body) {
    return body.generation == 0 ? -1 : (long)body.index;
}

static void write_impact(FILE *file, const evo_impact *i) {
    const double numbers[] = {i->point.x,  i->point.y, i->normal.x,
                              i->normal.y, i->speed,   i->impulse};
    table_number(file, i->time);
    fprintf(file, ",%ld,%ld", number_of(i->a), number_of(i->b));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k) {
        fputc(',', file);
        table_number(file, numbers[k]);
    }
    fputc('\n', file);
}

static bool take(void *own, const moment *at) {
    output *to = own;
    size_t count;
    const evo_impact *impacts = evo_world_impacts(at->stage->world, &count);
    for (size_t i = 0; i < count; ++i) write_impact(to->file, &impacts[i]);
    return ferror(to->file) == 0;
}

static bool log_bytes(void *own, keeper *k) {
    return keeper_output(k, own);
}

static bool end(void *own) {
    const bool written = output_end(own);
    free(own);
    return written;
}

static void drop(void *own) {
    output_drop(own);
    free(own);
}

bool impacts_open(recorder *r, const char *path, const char *origin) {
    output *to = malloc(sizeof *to);
    if (!to) return false;
    if (!output_begin(to, path)) {
        free(to);
        return false;
    }
    origin_line(to->file, origin);
    fputs("time [s],a,b,x [m],y [m],normal_x,normal_y,speed [m/s],impulse [N s]\n", to->file);
    const recorder made = {path, true, take, end, drop, NULL, log_bytes, to};
    *r = made;
    return true;
}
