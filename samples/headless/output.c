#include "headless/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(int why) {
    errno = why;
    return false;
}

/* Where the file really is: a link is followed, so that the link itself stays. */
static bool find_place(output *to, const char *path, bool exists) {
    char *real = exists ? realpath(path, NULL) : NULL;
    const char *place = real ? real : path;
    bool fits = strlen(place) < sizeof to->place;
    if (fits) memcpy(to->place, place, strlen(place) + 1);
    free(real);
    return fits || fail(ENAMETOOLONG);
}

bool output_begin(output *to, const char *path) {
    struct stat there;
    bool exists = stat(path, &there) == 0;
    to->file = NULL;
    to->part[0] = '\0';
    if (!find_place(to, path, exists)) return false;
    if (exists && S_ISDIR(there.st_mode)) return fail(EISDIR);
    if (exists && !S_ISREG(there.st_mode)) {
        to->file = fopen(to->place, "w");
        return to->file != NULL;
    }
    if (exists && access(to->place, W_OK) != 0) return false;
    /* The number of the process keeps two runs apart; "x" refuses what is there already. */
    snprintf(to->part, sizeof to->part, "%s.%ld.part", to->place, (long)getpid());
    to->file = fopen(to->part, "wx");
    return to->file != NULL;
}

bool output_possible(const char *path) {
    output probe;
    if (!output_begin(&probe, path)) return false;
    fclose(probe.file);
    if (probe.part[0]) remove(probe.part);
    return true;
}

bool output_end(output *to) {
    errno = 0;
    bool lost = ferror(to->file) != 0 || fflush(to->file) != 0;
    int why = errno;
    if (fclose(to->file) != 0 && !lost) {
        lost = true;
        why = errno;
    }
    if (!to->part[0]) return !lost || fail(why ? why : EIO);
    if (!lost && rename(to->part, to->place) != 0) {
        lost = true;
        why = errno;
    }
    if (lost) remove(to->part);
    return !lost || fail(why ? why : EIO);
}
