/* level.h: scenes as text: a file of JSON is read into a world, and a world is written as one.
 *
 *     level here;
 *     if (!level_load(world, text, &here)) puts(here.error); // "14:22: bodies.door.angle is ..."
 *     evo_body door = level_body(&here, "door");
 *     level_close(&here);
 *
 * README.md has the format. A world that a program makes itself has its own config: the file's
 * "world" is then checked, and not used. To have it used:
 *
 *     level_read(&here, text, strlen(text));   // the text, its parameters and its head
 *     evo_world *world = level_world(&here);   // with the file's config, and all that is in it
 *
 * Things are created in the order of the file, so the same text gives the same bits. When
 * anything is wrong nothing is created. */
#ifndef SAMPLES_LEVEL_LEVEL_H
#define SAMPLES_LEVEL_LEVEL_H

#include "level/format.h"

struct json_t;

enum {
    LEVEL_ERROR = 512,
    LEVEL_NAME = 80, /* bytes of a name with its number, "tower[3]", and a 0 */
    LEVEL_PARAMS = 7
};

/* Most bodies, and most joints, that a file makes. */
#ifndef LEVEL_MOST
#define LEVEL_MOST 200000
#endif

/* Most bytes of a text. */
#define LEVEL_BYTES (64 << 20)

/* Bodies of one name: one, or a list. */
typedef struct level_group {
    const char *name;
    size_t first, count;
    bool list;
} level_group;

/* What a body of the file has beside its config. */
typedef struct level_mark {
    int tint; /* -1: none is given */
    bool asleep;
    bool grown;    /* it has more than its first collider */
    bool has_mass; /* a mass of its own */
    evo_mass mass;
    evo_vec2 velocity;
} level_mark;

/* A parameter of the file, and the value that it has. */
typedef struct level_value {
    const char *name, *help;
    level_param param; /* `value` may be changed before things are created */
} level_value;

/* What was read. */
typedef struct level {
    char error[LEVEL_ERROR]; /* "line:column: path is value; it must be ..."; "": all is well */
    int line, column;        /* of the error, from 1 */
    level_head head;
    bool has_view;
    const char *title, *look; /* NULL: it has none */
    level_value params[LEVEL_PARAMS];
    size_t param_count;
    evo_body *bodies;  /* in the order of the file */
    level_mark *marks; /* of the bodies */
    size_t count, capacity;
    evo_joint *joints; /* in the order of the file */
    size_t joint_count, joint_capacity;
    level_group *groups, *joint_groups;
    size_t group_count, group_capacity, joint_group_count, joint_group_capacity;
    /* Its own. */
    struct json_t *root, *names, *joint_names;
    char *text;
    size_t size;
    evo_exact_config exact;
    evo_material wall;
} level;

/* ---- Reading --------------------------------------------------------------------------------- */

/* Reads a text: its head and parameters. False: `error` says why. Either way level_close frees. */
bool level_read(level *l, const char *text, size_t size);

/* Writes the config of the file's world. It points into the level. */
bool level_config(level *l, evo_world_config *config);

/* Creates the things of the file in a world, once. False: there is none of them, and the world
 * is as it was, but for its lists of the last step. */
bool level_add(level *l, evo_world *world);

/* Creates a world by the file's config, with all that is in it; NULL: `error` says why. */
evo_world *level_world(level *l);

/* level_read and level_add. */
bool level_load(evo_world *world, const char *text, level *l);

void level_close(level *l);

/* ---- Names ----------------------------------------------------------------------------------- */

/* Return the body or joint of a name, "door" or "tower[3]"; {0}: there is none. */
evo_body level_body(const level *l, const char *name);
evo_joint level_joint(const level *l, const char *name);

/* Returns the bodies of a name, all of a list; NULL and 0: there are none. */
const evo_body *level_bodies(const level *l, const char *name, size_t *count);

/* Writes the name of a body; "": the level has it not. Returns `text`. */
const char *level_name(const level *l, evo_body body, char text[LEVEL_NAME]);

/* ---- Writing --------------------------------------------------------------------------------- */

/* What a file says beside the world; all may be zeroed. */
typedef struct level_notes {
    const char *title, *look;
    double seconds;         /* 0: none */
    const evo_bounds *view; /* NULL: none */
    const level *names;     /* of bodies and joints that it has made; NULL: none */
    int (*tint)(void *context, evo_body body); /* -1: none; NULL: none has any */
    void *context;
    const char *const *left_out; /* sentences, ended by NULL, beside those about callbacks */
} level_notes;

/* Writes a world as text that makes it again, to be freed; NULL: memory ran out. Of a world between
 * two steps a file holds what configs can say: poses, velocities, sleep; contacts begin anew. What
 * is left out (callbacks, pointers) the text says. */
char *level_write(const evo_world *world, const level_notes *notes);

#endif
