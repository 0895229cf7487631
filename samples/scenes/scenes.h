/* scenes.h: all scenes, as data: what they are called, what can be set, how they are built. Tests,
 * benchmarks and programs run the same ones.
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

/* Seconds: what every scene is meant to be stepped by. */
#define SCENE_STEP (1.0 / 60)

enum { SCENE_PARAMS = 8 };

/* Something that can be set: a flag of a program, a slider of another. */
typedef struct scene_param {
    const char *name; /* NULL behind the last one */
    double value;     /* unless told otherwise */
    double min, max;
    bool whole; /* a number of things */
    const char *help;
} scene_param;

/* A body, and which of a few colours tells it from others: 0 is for what stands there, 1 to
 * SCENE_TINTS - 1 for what moves. */
typedef struct scene_actor {
    evo_body body;
    int tint;
} scene_actor;

enum { SCENE_TINTS = 6 };

/* What may differ between two runs of a scene with the same values. */
typedef struct scene_setting {
    uint64_t seed;
    bool never_sleep;  /* for comparisons with engines that are told the same */
    bool keep_impacts; /* in the impact array: all, however slow */
    int lanes;         /* as in evo_world_config; so are the others */
    evo_allocator allocator;
    double (*clock)(void *context);
    void *clock_context;
} scene_setting;

/* A scene that has been built. */
typedef struct scene_stage {
    evo_world *world;
    evo_world_config config; /* that the world was made with */
    scene_actor *actors;     /* all bodies, by their index; some may have been destroyed */
    size_t count, capacity;
    evo_bounds view; /* what there is to see */
    evo_bounds
        room; /* the view, and where bodies began, with half as much around: none should leave */
    scene_setting setting;
    /* For the scene that builds: what the next body gets. */
    uint64_t random;
    evo_material material;
    int tint;
    bool failed;
} scene_stage;

typedef struct scene {
    const char *name, *title;
    double seconds; /* until the best is over */
    void (*make)(scene_stage *stage, const double *params);
    scene_param params[SCENE_PARAMS]; /* at least one without a name at the end */
} scene;

/* Seed 12345, which is that of the benchmarks; as many lanes as there are; sleep allowed. */
scene_setting scene_setting_default(void);

/* All scenes, by number; NULL beyond the last. */
const scene *scene_at(size_t number);

/* NULL when there is none of this name. */
const scene *scene_find(const char *name);

/* How many params it has. */
size_t scene_param_count(const scene *s);

/* Writes every param's default. */
void scene_defaults(const scene *s, double values[SCENE_PARAMS]);

/* Whether a param may have this value. */
bool scene_param_allows(const scene_param *param, double value);

/* Builds it; a NULL setting is the default one. False when a value is not allowed or memory is
 * refused. Either way scene_close gives everything back. */
bool scene_open(scene_stage *stage, const scene *s, const double *values,
                const scene_setting *setting);
void scene_close(scene_stage *stage);

/* Adds a body to a scene that has been built, and notes its tint. {0} when it is refused. */
evo_body scene_put(scene_stage *stage, const evo_body_config *config, int tint);

/* Whether an actor is there, and dynamic. */
bool scene_moves(const scene_stage *stage, size_t actor);

/* An actor's centre of mass; and the energy that gravity has of all who move, from height 0. */
evo_vec2 scene_center(const scene_stage *stage, size_t actor);
double scene_potential(const scene_stage *stage);

/* How many bodies have left the room, or are nowhere. */
size_t scene_lost(const scene_stage *stage);

#endif
