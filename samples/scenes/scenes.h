/* scenes.h: all scenes as data: names, parameters and how they are built. Tests, benchmarks and
 * programs run the same ones.
 *
 *     const scene *pile = scene_find("pile");
 *     double values[SCENE_PARAMS];
 *     scene_defaults(pile, values);
 *     scene_stage stage;
 *     if (scene_open(&stage, pile, values, NULL)) {
 *         evo_world_step(stage.world, SCENE_STEP);
 *         ... look at stage.actors, within stage.view ...
 *     }
 *     scene_close(&stage);
 *
 * A scene draws nothing and reads no files. Equal values and seeds give equal worlds, to the last
 * bit, on every machine. To write one, look at pyramid.c, the shortest, and at stage.h.
 */
#ifndef SAMPLES_SCENES_SCENES_H
#define SAMPLES_SCENES_SCENES_H

#include "evolute/evolute.h"

/* Seconds: the step that all scenes are designed for. */
#define SCENE_STEP (1.0 / 60)

enum { SCENE_PARAMS = 8, SCENE_NAME = 80 };

/* A parameter of a scene: a flag of evolute-run, a slider of the sandbox. */
typedef struct scene_param {
    const char *name; /* NULL after the last one */
    double value;     /* the default */
    double min, max;
    bool whole; /* an integer */
    const char *help;
} scene_param;

/* A body and the index of its colour: 0 for static bodies, 1 to SCENE_TINTS - 1 for moving ones. */
typedef struct scene_actor {
    evo_body body;
    int tint;
} scene_actor;

enum { SCENE_TINTS = 6 };

/* Settings of a run besides the parameters' values. */
typedef struct scene_setting {
    uint64_t seed;
    bool never_sleep;  /* for comparisons with engines without sleep */
    int substeps;      /* as in evo_world_config */
    double gravity;    /* times the scene's own */
    bool keep_impacts; /* keeps all impacts in the impact array, however slow */
    int lanes;         /* this and the following: as in evo_world_config */
    evo_tasks tasks;
    evo_allocator allocator;
    double (*clock)(void *context);
    void *clock_context;
    void (*complain)(void *context, const evo_complaint *told); /* with the scene's own context */
} scene_setting;

struct scene;

/* A scene that has been built. */
typedef struct scene_stage {
    const struct scene *scene; /* that it was built of */
    evo_world *world;
    evo_world_config config; /* the world's configuration */
    evo_material wall;       /* that it points to */
    scene_actor *actors;     /* all bodies, by their index; some may have been destroyed */
    size_t count, capacity;
    evo_bounds view;   /* the part to show */
    evo_bounds limits; /* view and first positions, plus half of their size; all should stay in */
    scene_setting setting;
    void (*steer)(struct scene_stage *stage, double seconds); /* before each step, unless NULL */
    unsigned keys;    /* that are down; without any it steers itself */
    bool played;      /* a key was down: now only keys steer */
    evo_bounds frame; /* the part of the view to be looked at; empty: all of it */
    evo_vec2 *ground; /* a chain from right to left, solid below; NULL: none */
    int ground_count;
    evo_body hero;      /* that a camera follows; {0}: none */
    double hero_view;   /* width of what is shown of it */
    void *state;        /* its own; freed with the stage */
    void *memory;       /* of that, what changes between steps: plain bytes, for checkpoints */
    size_t memory_size; /* bytes of it */
    /* State while the scene is built: random state; the next body's material, filter and tint. */
    uint64_t random;
    evo_material material;
    evo_filter filter;
    int tint;
    bool (*pre_solve)(void *context, const evo_contact *contact,
                      evo_contact_rules *rules); /* of the world to be made */
    void *callback_context;
    bool failed;
    const char *why; /* it failed, as a sentence; NULL: it is not known */
} scene_stage;

/* Keys that a scene is played with, combined with |. */
enum { SCENE_LEFT = 1, SCENE_RIGHT = 2, SCENE_UP = 4 };

typedef struct scene {
    const char *name, *title;
    const char *look; /* what to do, and what to look at */
    double seconds;   /* default duration of a run */
    bool events;      /* its world is one of &EXACT */
    bool trails;      /* its ways are worth being seen */
    unsigned keys;    /* that it is played with */
    /* Writes its result so far, as a line; NULL: it has none. */
    void (*tell)(const scene_stage *stage, char *text, size_t size);
    void (*make)(scene_stage *stage, const double *params);
    scene_param params[SCENE_PARAMS]; /* the last one has no name */
    void *own;                        /* of scenes that are files (level/scene.h) */
    /* Writes the name of a body, "" if it has none; NULL: no body has one. */
    void (*body_name)(const scene_stage *stage, evo_body body, char name[SCENE_NAME]);
} scene;

/* Seed 12345, as in the benchmarks; all available lanes; sleep allowed; the scene's own gravity. */
scene_setting scene_setting_default(void);

/* All scenes, by number; NULL beyond the last. */
const scene *scene_at(size_t number);

/* NULL when there is no scene of this name. */
const scene *scene_find(const char *name);

/* The number of its parameters. */
size_t scene_param_count(const scene *s);

/* Writes all default values. */
void scene_defaults(const scene *s, double values[SCENE_PARAMS]);

/* Whether a value is in the parameter's range, and an integer if it must be. */
bool scene_param_allows(const scene_param *param, double value);

/* Builds it; a NULL setting is the default one. False when a value is not allowed or memory is
 * refused. Either way scene_close frees everything. */
bool scene_open(scene_stage *stage, const scene *s, const double *values,
                const scene_setting *setting);
void scene_close(scene_stage *stage);

/* Steers what the scene steers, and steps the world. */
evo_result scene_step(scene_stage *stage, double seconds);

/* Makes a stage of a world that no scene has built: all bodies are its actors, the view is about
 * what moves. Then notes which bodies there are now. False when memory is refused; scene_close
 * frees everything, and destroys the world. */
bool scene_adopt(scene_stage *stage, evo_world *world);
bool scene_note_bodies(scene_stage *stage);

/* The part of a world in which bodies move, with what stands near it. */
evo_bounds scene_bounds(const scene_stage *stage);

/* Adds a body with a tint to a built scene; {0} when it is refused. */
evo_body scene_put(scene_stage *stage, const evo_body_config *config, int tint);

/* Whether an actor's body exists and is dynamic. */
bool scene_moves(const scene_stage *stage, size_t actor);

/* Writes the name of a body, "" if its scene has none for it. */
static inline void scene_body_name(const scene_stage *stage, evo_body body, char name[SCENE_NAME]) {
    name[0] = '\0';
    if (stage->scene && stage->scene->body_name) stage->scene->body_name(stage, body, name);
}

/* An actor's centre of mass; the potential energy of all dynamic bodies, 0 at the origin. */
evo_vec2 scene_center(const scene_stage *stage, size_t actor);
double scene_potential(const scene_stage *stage);

/* The part to show: all of the view, or what is about the hero. */
evo_bounds scene_frame(const scene_stage *stage);

/* Whether a kinematic body, the speed of a surface or a motor may add energy. */
bool scene_is_driven(const scene_stage *stage);

/* How many bodies are outside of the limits, or at no finite position. */
size_t scene_lost(const scene_stage *stage);

#endif
