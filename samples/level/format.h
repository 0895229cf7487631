/* format.h: what a scene file has beside the configs of the headers. fields.awk reads it as it
 * reads these: names, types and the words of the comments. */
#ifndef SAMPLES_LEVEL_FORMAT_H
#define SAMPLES_LEVEL_FORMAT_H

#include "evolute/evolute.h"

/* Copies of a body or joint, each moved on from the last one. */
typedef struct level_repeat {
    int count;       /* of copies, 1 to 200000 */
    evo_vec2 offset; /* from copy to copy, in units of length */
    double turn;     /* of a body, from copy to copy, in radians */
} level_repeat;

/* What a body of a file has beside evo_body_config. */
typedef struct level_body_more {
    int tint; /* colour in pictures, 0 to 5: 0 grey, as what stands; without it one by number */
} level_body_more;

/* Places of the frames of a joint in the world, instead of in its bodies. */
typedef struct level_joint_more {
    evo_pose at;         /* of both frames, in the world */
    evo_pose at_a, at_b; /* of one of them */
} level_joint_more;

/* What programs know of a scene. */
typedef struct level_head {
    double seconds;  /* how long evolute-run runs it, above 0 */
    evo_bounds view; /* the part to show; without it what the bodies cover */
} level_head;

/* A number of the file that programs may change. */
typedef struct level_param {
    double value;    /* the default */
    double min, max; /* its range; without it 0 to twice the value */
    bool whole;      /* it is an integer */
} level_param;

#endif
