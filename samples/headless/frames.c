/* frames.c: numbered pictures. Each appears whole or not at all; a failure keeps earlier ones. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "headless/picture.h"
#include "headless/recorder.h"

typedef struct frames {
    const char *path, *name;
    const picture_style *style;
    unsigned number;
} frames;

/* "run.png" becomes "run-00012.png". */
bool frames_name(const char *path, unsigned number, char name[OUTPUT_PATH]) {
    const char *dot = strrchr(path, '.');
    const int stem = (int)(dot - path);
    const int length = snprintf(name, OUTPUT_PATH, "%.*s-%05u%s", stem, path, number, dot);
    if (length < OUTPUT_PATH) return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool take(void *own, const moment *at) {
    frames *f = own;
    char path[OUTPUT_PATH];
    if (!frames_name(f->path, f->number, path)) return false;
    ++f->number;
    return picture_write(path, at->stage, f->name, f->style);
}

static bool keep(void *own, keeper *k) {
    frames *f = own;
    return keeper_bytes(k, &f->number, sizeof f->number);
}

static bool end(void *own) {
    free(own);
    return true;
}

bool frames_open(recorder *r, const char *path, const char *name, const picture_style *style) {
    frames *f = calloc(1, sizeof *f);
    if (!f) return false;
    f->path = path;
    f->name = name;
    f->style = style;
    const recorder made = {path, false, take, end, free, keep, NULL, f};
    *r = made;
    return true;
}
