/* scene_file.c: a scene file on the desk. In: a path; out: the scene that the desk shows, and
 * errors as its messages. A new state of the file is read beside the old one, which is closed
 * only when the desk has let go of it. */
#include "sandbox/scene_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "picture/file.h"
#include "picture/output.h"

/* Seconds that an error is shown: one looks for it in an editor meanwhile. */
static const double ERROR_TIME = 20;

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_shown(const scene_file *f, const desk *d) {
    return f->now && d->guest == &f->now->scene;
}

/* ---- Stamps ---------------------------------------------------------------------------------- */

/* All 0: there is no file. */
static scene_stamp stamp_of(const char *path) {
    scene_stamp stamp = {0};
    struct stat s;
    if (stat(path, &s) != 0) return stamp;
    stamp.seconds = s.st_mtime;
#ifdef st_mtime /* then it is a part of a finer time */
    stamp.nanoseconds = s.st_mtim.tv_nsec;
#endif
    stamp.size = s.st_size;
    stamp.number = s.st_ino;
    return stamp;
}

static bool same_stamp(const scene_stamp *a, const scene_stamp *b) {
    return a->seconds == b->seconds && a->nanoseconds == b->nanoseconds && a->size == b->size
           && a->number == b->number;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void free_scene(level_scene *read) {
    if (read) level_scene_close(read);
    free(read);
}

/* Reads a text, named by the last part of a path; NULL: it is said why. */
static level_scene *read_text(desk *d, const char *path, const char *text, size_t size) {
    level_scene *read = calloc(1, sizeof *read);
    if (read && level_scene_read(read, last_part(path), text, size)) return read;
    desk_say(d, "%s", read && *read->error ? read->error : "memory ran out");
    d->message_left = ERROR_TIME;
    free_scene(read);
    return NULL;
}

static level_scene *read_file(desk *d, const char *path) {
    size_t size;
    unsigned char *bytes = file_read(path, &size);
    if (!bytes) desk_say(d, "%s cannot be read: %s", path, strerror(errno));
    level_scene *read = bytes ? read_text(d, path, (const char *)bytes, size) : NULL;
    free(bytes);
    return read;
}

bool scene_file_open(scene_file *f, desk *d, const char *path) {
    const scene_stamp seen = stamp_of(path);
    level_scene *old = f->now, *next = read_file(d, path);
    if (!next) return false;
    desk_choose_scene(d, &next->scene);
    free_scene(old);
    f->now = next;
    f->seen = seen;
    f->refused = false;
    snprintf(f->path, sizeof f->path, "%s", path);
    return true;
}

/* Whether writing the file loses nothing that somebody else has written: what it holds is shown, or
 * it is gone. */
static bool may_write(const scene_stamp *seen, const char *path) {
    static const scene_stamp NONE = {0};
    const scene_stamp there = stamp_of(path);
    return same_stamp(&there, seen) || same_stamp(&there, &NONE);
}

/* While an editor puts a new file in the place of the old one there is none. */
bool scene_file_watch(scene_file *f, desk *d) {
    static const scene_stamp NONE = {0};
    if (!is_shown(f, d)) return false;
    const scene_stamp seen = stamp_of(f->path);
    if (same_stamp(&seen, &f->seen) || same_stamp(&seen, &NONE)) return false;
    f->seen = seen;
    level_scene *old = f->now, *next = read_file(d, f->path);
    f->refused = !next;
    if (!next) return true;
    desk_say(d, "%s has changed, and was read anew", last_part(f->path));
    desk_replace_scene(d, &next->scene);
    free_scene(old);
    f->now = next;
    return true;
}

void scene_file_close(scene_file *f) {
    free_scene(f->now);
    *f = (scene_file){.now = NULL};
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool write_text(const char *path, const char *text) {
    output to;
    if (!output_begin(&to, path)) return false;
    if (fputs(text, to.file) >= 0) return output_end(&to);
    return output_drop(&to);
}

/* That of the last time, or the first one that loses nothing. */
static void name_new(const scene_file *f, char path[SCENE_OWN]) {
    static const scene_stamp NONE = {0};
    snprintf(path, SCENE_OWN, "%s", f->own);
    if (*path && may_write(&f->own_seen, path)) return;
    snprintf(path, SCENE_OWN, "scene.json");
    for (int i = 2; !may_write(&NONE, path); ++i) snprintf(path, SCENE_OWN, "scene-%d.json", i);
}

/* The world goes on, and begins anew (R) from what was written; the bodies keep the names that they
 * were made with. */
static void begin_from(scene_file *f, desk *d, const char *text) {
    d->panel.slid = 0; /* parameters became numbers */
    if (!level_scene_renew(f->now, text, strlen(text))) desk_say(d, "%s", f->now->error);
}

bool scene_file_write(scene_file *f, desk *d) {
    const bool shown = is_shown(f, d), over = shown && !f->refused && may_write(&f->seen, f->path);
    char other[SCENE_OWN] = "";
    if (!d->built) return false;
    hand_release(&d->hand, &d->stage); /* else a file would hold the joint of the hand */
    char *text = level_scene_write(&d->stage, shown ? &f->now->made : NULL);
    if (!over) name_new(f, other);
    const char *path = over ? f->path : other;
    const bool written = text && write_text(path, text);
    const bool whole = text && !strstr(text, "\n  \"left_out\": ");
    if (written)
        desk_say(d, "written to %s%s", path,
                 whole ? "" : "; its \"left_out\" says what a file cannot hold");
    else
        desk_say(d, "%s cannot be written: %s", path, text ? strerror(errno) : "memory ran out");
    if (written) *(over ? &f->seen : &f->own_seen) = stamp_of(path);
    if (written && over) begin_from(f, d, text);
    if (written && !over) snprintf(f->own, sizeof f->own, "%s", other);
    free(text);
    return written;
}
