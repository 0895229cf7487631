/* subject.h: worlds for tests of laws that run two of them side by side: any scene, or a random
 * script of calls. Subjects of equal plans do the same, to the last bit, until a test does
 * something to one of them that it does not do to the other. */
#ifndef TESTS_SUPPORT_SUBJECT_H
#define TESTS_SUPPORT_SUBJECT_H

#include "evolute/evolute.h"
#include "scenes/scenes.h"
#include "support/exact.h"

typedef struct subject_plan {
    const scene *of;               /* NULL: a script */
    const evo_exact_config *exact; /* of a script; a scene has its own */
    uint64_t seed;
    int most;               /* bodies of a scene that can be set; 0: as many as it has by default */
    bool creates, destroys; /* whether a script does so in mid-run */
    bool wild;              /* a script without calls: anything flies, of any size, anywhere */
} subject_plan;

typedef struct subject {
    subject_plan plan;
    evo_world *world;
    evo_world_config config;
    evo_exact_config exact; /* that it points to */
    evo_material wall;
    evo_vec2 gravity; /* now */
    evo_body *bodies; /* by creation; the dead stay. Those that a test creates are not among them */
    size_t count, capacity;
    int steps;
    scene_stage stage; /* of a scene */
} subject;

void subject_open(subject *s, const subject_plan *plan);
void subject_close(subject *s);

/* What the script calls before this step, and the step. */
void subject_step(subject *s);

/* The scene's name, or what kind of script it is. */
const char *subject_name(const subject *s);

/* A body that exists, whatever the random numbers say; {0} when there is hardly any. */
evo_body subject_any(const subject *s);

/* Of the state; and of touches, impacts and sleepers of the last step. */
uint64_t subject_hash(const subject *s);
uint64_t subject_told(const subject *s);

/* Whether any body is elsewhere, moves otherwise, or sleeps in only one of them; says which, and
 * what of it. The text is empty when none does. */
bool subject_differs(const subject *a, const subject *b, char *text, size_t size);

/* Begins the random numbers of a purpose in a step. */
void subject_random(const subject *s, uint64_t purpose);

#endif
