#include "picture/output.h"

#include <errno.h>
#include <fcntl.h>
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

static void name_part(output *to, int number) {
    snprintf(to->part, sizeof to->part, "%s.%d.part", to->target, number);
}

/* Decides where to write: beside the target, or into it if it is no regular file. */
static bool find_part(output *to, const char *path) {
    struct stat there;
    bool exists = stat(path, &there) == 0;
    to->part[0] = '\0';
    to->kept = 0;
    to->mode = exists ? (unsigned)there.st_mode & 07777 : 0;
    if (!resolve_target(to, path, exists)) return false;
    if (exists && S_ISDIR(there.st_mode)) return fail(EISDIR);
    if (exists && access(to->target, W_OK) != 0) return false;
    if (!exists && lstat(path, &there) == 0) return true; /* a dangling link */
    if (!exists || S_ISREG(there.st_mode)) name_part(to, 1);
    return true;
}

/* Locks the part until it is closed, or its process is killed. False when another process has it,
 * or had it until now and has renamed or removed it. */
static bool lock_part(int file, const char *part) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat opened, named;
    if (fcntl(file, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN)) return false;
    return fstat(file, &opened) == 0 && stat(part, &named) == 0 && opened.st_dev == named.st_dev
           && opened.st_ino == named.st_ino;
}

/* Opens the first part that no other process writes, empty. */
static FILE *open_part(output *to) {
    for (int number = 1; number < 100; ++number) {
        name_part(to, number);
        const int file = open(to->part, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
        if (file < 0) return NULL;
        if (lock_part(file, to->part) && ftruncate(file, 0) == 0) return fdopen(file, "r+");
        close(file);
    }
    errno = EBUSY;
    return NULL;
}

bool output_begin(output *to, const char *path) {
    to->file = NULL;
    if (!find_part(to, path)) return false;
    to->file = to->part[0] ? open_part(to) : fopen(to->target, "w");
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
    output_drop(&probe);
    return true;
}

bool output_drop(output *to) {
    const int why = errno;
    if (to->part[0]) remove(to->part); /* while it is locked */
    fclose(to->file);
    return fail(why);
}

bool output_end(output *to) {
    const bool whole = fflush(to->file) == 0 && ferror(to->file) == 0;
    /* A file that has its name has its bytes, too, if the machine stops. */
    bool lost = !whole || (to->part[0] && fsync(fileno(to->file)) != 0);
    lost = lost || (to->part[0] && rename(to->part, to->target) != 0); /* while it is locked */
    int why = lost ? errno : 0;
    if (lost && to->part[0]) remove(to->part);
    if (fclose(to->file) != 0 && !lost) {
        lost = true;
        why = errno;
    }
    return !lost || fail(why ? why : EIO);
}
