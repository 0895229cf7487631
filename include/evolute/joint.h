/* joint.h: joints, which machines are made of.
 *
 *     evo_joint_config hinge = evo_joint_config_default(EVO_REVOLUTE);
 *     hinge.a = door;                       a body {0} is the world
 *     hinge.frame_a.position.x = -0.5;      in the door's own coordinates
 *     hinge.frame_b.position = post;        of the world: in its coordinates
 *     evo_joint joint = evo_joint_create(world, &hinge);
 *
 * The angle of a joint is that of frame b less that of frame a. Its translation is that of frame b
 * from frame a along the x axis of frame a, which is the axis of prismatic joints and of wheels; of
 * a distance joint, the length. A joint ends with either of its bodies. Only worlds of steps
 * have joints.
 *
 * Springs keep their stiffness and ring as long as they should up to a quarter of an oscillation in
 * a substep (60 a second at 60 steps of four substeps; a fifth of one where many springs meet);
 * stiffer ones are taken for such.
 *
 * Loads, at 60 steps a second of four substeps: a hinged chain of 40 links of length .5 under 100
 * times the mass of a link hangs with .02 between the anchors of a hinge, under 1,000 times with
 * .14; swung from the horizontal they part by .07 and .3 (.7 for moments). At 30 steps a second
 * they part by .17 and .75. A body that loads on its joints would swing by more than a radian in a
 * substep turns as if it were so heavy that it does not.
 *
 * A joint breaks when its load exceeds break_force or break_torque: the leaky mean of its force, or
 * torque, over 1/60 s, followed from substep to substep. So a short hit of impulse J weighs 60 J,
 * whichever part of a step it comes in and however long steps are, and what bears a weight at rest
 * bears that weight.
 */
#ifndef EVOLUTE_JOINT_H
#define EVOLUTE_JOINT_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum evo_joint_kind {
    EVO_REVOLUTE,  /* the frames' points are one; limits, motor and spring are of the angle */
    EVO_PRISMATIC, /* slides along the axis, both frames in line: the angle stays 0; limits, motor
                      and spring are of the translation */
    EVO_DISTANCE, /* a rod of `length`; with limits a rope, with a spring a spring, of the length */
    EVO_WELD,     /* both frames are one; with a spring a soft one, of hertz and turn_hertz */
    EVO_WHEEL,    /* slides along the axis, on a spring and within limits, and turns: the motor is
                      of the angle */
    EVO_MOTOR,    /* drives frame b's point at `velocity` (along the world's axes) and its body at
                      turn_speed, seen from a, with at most motor_limit and torque_limit: as the
                      friction of a floor seen from above. With a spring it pulls frame b to frame a
                      instead, within the same limits; without a torque_limit the point alone */
    EVO_GEAR,     /* the angle of a plus ratio times that of b stays what it was when the joint was
                      created, or its ratio set; both about the world */
    EVO_PULLEY,   /* the way from ground_a to frame a plus ratio times that from ground_b to frame
                      b stays `length`, which may be below 0 if the ratio is */
    EVO_APART     /* does nothing but keep the two bodies from colliding */
} evo_joint_kind;

typedef struct evo_joint_config {
    evo_joint_kind kind;
    evo_body a, b;             /* {0}: the world, for one of them */
    evo_pose frame_a, frame_b; /* in each body's own coordinates */
    bool collide;              /* whether the two bodies collide with each other */
    bool limit, motor, spring;
    double lower, upper;             /* of angle (radians), translation or length */
    double motor_speed, motor_limit; /* radians or units a second; greatest force or torque */
    double hertz, damping_ratio;     /* of the spring: oscillations a second */
    double rest;                     /* angle, translation or length at which the spring rests; of
                                        EVO_DISTANCE 0: `length` */
    double pull_limit, push_limit; /* greatest forces (of angles torques) of the spring; 0: none */
    double length;                 /* 0: as it is when the joint is created */
    double ratio;
    double break_force, break_torque; /* loads that end the joint after the step; 0: none */
    bool only_tells;                  /* it is told that the joint would break, and it holds */
    void *user;
    double torque_limit; /* of EVO_MOTOR: the greatest torque; 0: none is exerted */
    double turn_hertz, turn_damping_ratio; /* of the angle of welds and motors; 0: it is rigid */
    evo_vec2 velocity;
    double turn_speed;           /* radians a second */
    evo_vec2 ground_a, ground_b; /* of pulleys, in the world */
} evo_joint_config;

/* A ratio of 1; a spring of 5 oscillations a second and damping ratio 0.7, which wheels use; no
 * limit to a motor's force. */
EVO_API evo_joint_config evo_joint_config_default(evo_joint_kind kind);

/* Creates a joint, and wakes both bodies; {0}: see evo_world_last_result. The bodies may lie
 * anywhere: the joint pulls them to where it holds. An anchor on a dynamic body may be up to 1e4
 * times as far from its centre of mass as the smaller body's shapes reach (1e4 where that has
 * none): EVO_ERROR_INVALID beyond. A body turns about an anchor farther away than 64 times its
 * radius of gyration as if that were a 64th of the arm: it takes 1 / 4096 more to swing it.
 * EVO_ERROR_INVALID, too: a number of the config is out of its range, or the length or angle that
 * the joint is to keep, beyond 1e30. */
EVO_API evo_joint evo_joint_create(evo_world *world, const evo_joint_config *config);
EVO_API evo_result evo_joint_destroy(evo_world *world, evo_joint joint);
EVO_API bool evo_joint_exists(const evo_world *world, evo_joint joint);

/* Returns the config as it is now; that of a stale handle is zeroed. */
EVO_API evo_joint_config evo_joint_get(const evo_world *world, evo_joint joint);

/* Gives a joint another config, and wakes its bodies; what it has already changes nothing.
 * EVO_ERROR_UNSUPPORTED: kind or bodies are others. */
EVO_API evo_result evo_joint_set(evo_world *world, evo_joint joint, const evo_joint_config *config);

/* Sets motor_speed alone. EVO_ERROR_UNSUPPORTED: the kind has no motor. */
EVO_API evo_result evo_joint_set_motor_speed(evo_world *world, evo_joint joint, double speed);

EVO_API void *evo_joint_user(const evo_world *world, evo_joint joint);
EVO_API evo_result evo_joint_set_user(evo_world *world, evo_joint joint, void *user);

/* Force and torque of the joint on b, means of the last step, and the force or torque of its motor
 * alone; angle, translation, and the speed of what its motor drives, as they are now. 0 of stale
 * handles. */
EVO_API evo_vec2 evo_joint_force(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_torque(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_motor_load(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_angle(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_translation(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_speed(const evo_world *world, evo_joint joint);

/* How far apart anchors are that should be one (of sliders: across the axis; of rods, ropes and
 * pulleys: how far the length is off), and angles, likewise. What springs hold is not off. */
EVO_API double evo_joint_separation(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_twist(const evo_world *world, evo_joint joint);

/* Return how many joints there are, of the world or of a body; the first `capacity` are stored. */
EVO_API size_t evo_world_joints(const evo_world *world, evo_joint *found, size_t capacity);
EVO_API size_t evo_body_joints(const evo_world *world, evo_body body, evo_joint *found,
                               size_t capacity);

/* A joint that broke in the last step, or ended since the step before because one of its bodies was
 * destroyed. Ordered by handle, valid until the next step. */
typedef struct evo_joint_end {
    evo_joint joint;
    evo_joint_kind kind;
    evo_body a, b;
    void *user;
    bool broke; /* it exceeded its limits; with only_tells it is still there */
} evo_joint_end;

EVO_API const evo_joint_end *evo_world_joint_ends(const evo_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
