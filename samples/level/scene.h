/* scene.h: a scene file as one of the scenes of scenes.h: evolute-run and the sandbox open it as
 * they open theirs.
 *
 *     level_scene file;
 *     if (!level_scene_open(&file, "castle.json")) puts(file.error); // "castle.json:14:22: ..."
 *     scene_open(&stage, &file.scene, values, NULL);
 *     ... level_name(&file.made, stage.actors[0].body, text) ...
 *     scene_close(&stage);
 *     level_scene_close(&file);
 */
#ifndef SAMPLES_LEVEL_SCENE_H
#define SAMPLES_LEVEL_SCENE_H

#include "level/level.h"
#include "scenes/scenes.h"

typedef struct level_scene {
    scene scene;                   /* its `own` is this struct, which must not move */
    char error[LEVEL_ERROR + 256]; /* "": all is well */
    char name[64], path[256];
    level read; /* the text, as it was opened */
    level made; /* what the latest stage was built of: names of its bodies */
} level_scene;

/* Reads a file, and builds it once; false: `error` is a sentence. level_scene_close frees. */
bool level_scene_open(level_scene *file, const char *path);

/* The same of a text, by a name for errors. */
bool level_scene_read(level_scene *file, const char *path, const char *text, size_t size);

/* Makes the scene that of a text written from its latest stage, which stays; it is built of the
 * text when it is opened again. False: `error` is a sentence, and all stays as it was. */
bool level_scene_renew(level_scene *file, const char *text, size_t size);

void level_scene_close(level_scene *file);

/* Whether a path is that of a scene file: it ends in .json. */
bool level_is_file(const char *path);

/* Writes what a stage holds as a text, to be freed; NULL: memory ran out. `names`: of the level
 * that it was built of, or NULL. */
char *level_scene_write(const scene_stage *stage, const level *names);

#endif
