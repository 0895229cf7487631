/* entries.h: scenes, and after them the demonstrations, as one list: names, titles, parameters. */
#ifndef SAMPLES_SANDBOX_ENTRIES_H
#define SAMPLES_SANDBOX_ENTRIES_H

#include "demos/demos.h"
#include "scenes/scenes.h"

/* One of the two; both NULL beyond the last. */
typedef struct entry {
    const scene *scene;
    const demo *demo;
    const char *name, *title;
    const scene_param *params; /* the last one has no name */
    size_t count;              /* of parameters */
} entry;

/* A scene that is in no list, as an entry. */
entry entry_of(const scene *s);

/* The number of a file that was opened: it is no entry. */
#define ENTRY_FILE SIZE_MAX

entry entry_at(size_t number);
size_t entry_count(void);

/* The number of an entry, or entry_count(). */
size_t entry_find(const char *name);

void entry_defaults(const entry *e, double values[SCENE_PARAMS]);

/* A value as a text: a number, or the kind of shape that it chooses. */
void entry_value_text(const entry *e, size_t param, double value, char *text, size_t size);

/* The greatest value of a slider: bodies by the million are for evolute-run. */
double entry_slider_max(const scene_param *p);

/* Settings of worlds, as parameters. */
typedef enum world_param {
    WORLD_GRAVITY,
    WORLD_SUBSTEPS,
    WORLD_HERTZ,
    WORLD_SLEEP,
    WORLD_THREADS, /* the last: pages have none */
    WORLD_PARAMS
} world_param;

extern const scene_param WORLD_PARAM[WORLD_PARAMS];

/* How many of them a build offers: pages have one thread. */
#ifdef __wasm__
enum { WORLD_OFFERED = WORLD_THREADS };
#else
enum { WORLD_OFFERED = WORLD_PARAMS };
#endif

/* How many of these, from the first, an entry has: event worlds gravity alone, demonstrations
 * none. */
size_t entry_world_count(const entry *e);

#endif
