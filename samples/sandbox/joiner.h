/* joiner.h: the tool that makes joints between two points, and removes them: a press on one end, a
 * release on the other. An end without a body is one of the world. Only worlds of contacts have
 * joints. */
#ifndef SAMPLES_SANDBOX_JOINER_H
#define SAMPLES_SANDBOX_JOINER_H

#include "picture/view.h"
#include "scenes/scenes.h"

typedef enum joiner_kind {
    JOINER_OFF,
    JOINER_HINGE, /* at the point of the press */
    JOINER_ROD,   /* between both points */
    JOINER_SPRING,
    JOINER_KINDS
} joiner_kind;

/* A point in the coordinates of its body, {0} being the world. */
typedef struct joiner_end {
    evo_body body;
    evo_vec2 point;
} joiner_end;

/* Zero-initialised it is off. */
typedef struct joiner {
    joiner_kind kind;
    bool begun; /* the first end is set */
    joiner_end from;
} joiner;

/* Goes to the next kind of joint, after the last one to JOINER_OFF. */
void joiner_turn(joiner *j);

/* Says what the tool makes, and how; NULL when it is off. */
const char *joiner_text(const joiner *j);

/* Sets the first end. */
void joiner_begin(joiner *j, const scene_stage *stage, evo_vec2 at, double near);

/* Creates the joint from the first end to a point; {0} when neither end is on a body that moves, a
 * rod would have no length, the first body is gone, or memory is refused. */
evo_joint joiner_finish(joiner *j, const scene_stage *stage, evo_vec2 at, double near);

/* Removes the joint that is nearest to a point, other than `except`; false when none is within a
 * distance. */
bool joiner_remove(const scene_stage *stage, evo_vec2 at, double within, evo_joint except);

/* Where a joint holds on to its two bodies, in the world; and the distance of a point from what is
 * drawn of it. */
void joiner_ends(const scene_stage *stage, evo_joint joint, evo_vec2 ends[2]);
double joiner_distance(const scene_stage *stage, evo_joint joint, evo_vec2 at);

/* Paints a line from the first end to the pointer. */
void joiner_paint(const joiner *j, const view *v, const scene_stage *stage, evo_vec2 to);

#endif
