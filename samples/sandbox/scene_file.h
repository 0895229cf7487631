/* scene_file.h: a scene file on the desk (level/scene.h): opened, read anew when it changes on
 * disk, and written. The page has none: Jansson reads them. */
#ifndef SAMPLES_SANDBOX_SCENE_FILE_H
#define SAMPLES_SANDBOX_SCENE_FILE_H

#include "level/scene.h"
#include "sandbox/desk.h"

/* What tells one state of a file on disk from another. */
typedef struct scene_stamp {
    int64_t seconds, nanoseconds, size;
    uint64_t number; /* of the file: editors put a new one in its place */
} scene_stamp;

enum { SCENE_OWN = 32 };

/* Zero-initialised there is none. */
typedef struct scene_file {
    level_scene *now; /* the desk shows it, unless it has chosen something else since; NULL: none */
    char path[4096];
    scene_stamp seen; /* of what was read, refused or written last */
    bool refused;     /* what the file holds now has an error, and is not what is shown */
    scene_stamp own_seen;
    char own[SCENE_OWN]; /* written before for a scene that is no file, and again; "": none */
} scene_file;

/* Opens a file on the desk. False: what is wrong with it is said, and all stays as it was. */
bool scene_file_open(scene_file *f, desk *d, const char *path);

/* Reads the file anew if it has changed on disk and is shown. False: it has not. A file with an
 * error changes nothing, and its error is said. Asks the disk: call it about twice a second. */
bool scene_file_watch(scene_file *f, desk *d);

/* Writes the desk's world as it is now, with all that was built: over the file that is shown,
 * else, or if the file has become another one meanwhile, to scene.json in the current folder, or
 * to scene-2.json and so on where somebody else has written one. Says how it went. */
bool scene_file_write(scene_file *f, desk *d);

/* Call after desk_close. */
void scene_file_close(scene_file *f);

#endif
