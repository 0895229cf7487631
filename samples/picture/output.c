#include "picture/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(int why) {
    errno = why;
    return false;
}

/* Resolves symbolic links, so that the link itself is not replaced. */
static bool resolve_target(output *to, const char *path, bool exists) {
    char *real = exists ? realpath(path, NULL) : NULL;
    const char *target = real ? real : path;
    bool fits = strlen(target) < sizeof to->target;
    if (fits) memcpy(to->target, target, strlen(target) + 1);
    free(real);
    return fits || fail(ENAMETOOLONG);
}

/* Decides where to write: beside the target, or into it if it is no regular file. */
static bool find_part(output *to, const char *path) {
    struct stat there;
    bool exists = stat(path, &there) == 0;
    to->part[0] = '\0';
    to->mode = exists ? (unsigned)there.st_mode & 07777 : 0;
    if (!resolve_target(to, path, exists)) return false;
    if (exists && S_ISDIR(there.st_mode)) return fail(EISDIR);
    if (exists && access(to->target, W_OK) != 0) return false;
    if (!exists && lstat(path, &there) == 0) return true; /* a dangling link */
    /* The process id keeps two runs apart. */
    if (!exists || S_ISREG(there.st_mode))
        snprintf(to->part, sizeof to->part, "%s.%ld.part", to->target, (long)getpid());
    return true;
}

bool output_begin(output *to, const char *path) {
    to->file = NULL;
    if (!find_part(to, path)) return false;
    /* "x" fails if the file exists: another process owns it. */
    to->file = to->part[0] ? fopen(to->part, "wx") : fopen(to->target, "w");
    if (to->file && to->part[0] && to->mode > 0) (void)fchmod(fileno(to->file), (mode_t)to->mode);
    if (to->file) errno = 0; /* output_end reports the first failure after this */
    return to->file != NULL;
}

/* The path with its folder resolved. */
static bool find_name(const char *path, char name[OUTPUT_PATH]) {
    const char *slash = strrchr(path, '/');
    char folder[OUTPUT_PATH];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    char *real = realpath(folder, NULL);
    const int length =
        real ? snprintf(name, OUTPUT_PATH, "%s/%s", real, slash ? slash + 1 : path) : -1;
    free(real);
    return length > 0 && length < OUTPUT_PATH;
}

bool output_same(const char *path, const char *other) {
    struct stat a, b;
    char names[2][OUTPUT_PATH];
    if (stat(path, &a) == 0 && stat(other, &b) == 0)
        return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    return find_name(path, names[0]) && find_name(other, names[1])
           && strcmp(names[0], names[1]) == 0;
}

bool output_possible(const char *path) {
    output probe;
    if (!find_part(&probe, path)) return false;
    if (!probe.part[0]) return true; /* opening a pipe would be noticed at its other end */
    if (!output_begin(&probe, path)) return false;
    fclose(probe.file);
    remove(probe.part);
    return true;
}

bool output_drop(output *to) {
    const int why = errno;
    fclose(to->file);
    if (to->part[0]) remove(to->part);
    return fail(why);
}

bool output_end(output *to) {
    const bool whole = fflush(to->file) == 0 && ferror(to->file) == 0;
    /* A file that has its name has its bytes, too, if the machine stops. */
    bool lost = !whole || (to->part[0] && fsync(fileno(to->file)) != 0);
    int why = lost ? errno : 0;
    if (fclose(to->file) != 0 && !lost) {
        lost = true;
        why = errno;
    }
    if (!lost && to->part[0] && rename(to->part, to->target) != 0) {
        lost = true;
        why = errno;
    }
    if (lost && to->part[0]) remove(to->part);
    return !lost || fail(why ? why : EIO);
}
