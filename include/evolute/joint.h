/* joint.h: joints between two bodies: hinges, sliders, ropes, wheels, motors.
 *
 *     evo_joint_config hinge = evo_joint_config_default(EVO_REVOLUTE);
 *     hinge.a = body;                                 // a door
 *     hinge.frame_a.position = evo_vec(-0.5, 0);      // in the door's own coordinates
 *     hinge.frame_b.position = evo_body_world_point(world, body, hinge.frame_a.position);
 *     evo_joint joint = evo_joint_create(world, &hinge); // b is {0}: the world
 *
 * A *frame* is a point and an angle on each body: the joint acts between the two frames. Of the
 * world {0} it is in the world's coordinates. The *angle* of a joint is that of frame b less that
 * of frame a, in radians. Its *translation* is how far frame b is along the x axis of frame a,
 * which is the axis of sliders and wheels; of a distance joint it is the length. A joint is
 * destroyed with either of its bodies. @joint-ends Only worlds of steps have joints.
 *
 * A *spring* has a frequency in oscillations a second and a damping ratio (1: it does not swing
 * over). Alone it rings as it should up to a quarter of an oscillation in a substep: 60 a second,
 * at 60 steps a second of four substeps. A stiffer one acts as that. Where springs meet at a body
 * they act as softer ones, so that they gain no energy @springs-no-energy: two as 42 a second at
 * most, eight as 21, eight between bodies that yield alike as 28; their dampers give the force that
 * was asked for, and a least damping ratio of some hundredths at 40 a second, more above, where
 * others meet them, or the point of their own joint does, off the centres of mass.
 *
 * A joint *breaks* when its load exceeds break_force or break_torque. The load is the mean of the
 * force, or torque, over the last 1/60 s, with older forces weighing less. So a short hit of
 * impulse J weighs 60 J, however long steps are @break-any-step, and a weight at rest weighs what
 * it is. The pull that brings misplaced bodies together is a load, too: create a joint that may
 * break where its frames fit. In a chain a hit loads all joints alike: make one weaker where it
 * shall break.
 *
 * Heavy loads stretch joints: samples/limits.md says how far.
 */
#ifndef EVOLUTE_JOINT_H
#define EVOLUTE_JOINT_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a joint holds, and what its limits, motor and spring act on. */
typedef enum evo_joint_kind {
    EVO_REVOLUTE,  /* a hinge: both points are one; limits, motor and spring are of the angle */
    EVO_PRISMATIC, /* a slider: b slides along the axis, and the angle stays 0; limits, motor and
                      spring are of the translation */
    EVO_DISTANCE, /* a rod of `length`; with limits a rope, with a spring a spring, of the length */
    EVO_WELD,     /* both frames are one; with a spring it is soft, by hertz and turn_hertz */
    EVO_WHEEL,    /* b slides along the axis, on a spring and within limits, and turns; the motor is
                     of the angle */
    EVO_MOTOR,    /* drives frame b's point at `velocity` (along the world's axes), and b at
                     turn_speed, relative to a, by at most motor_limit and torque_limit: as the
                     friction of a floor seen from above. With a spring it pulls frame b to frame a
                     instead, within these limits; without a torque_limit the point alone */
    EVO_GEAR,     /* angle of a plus ratio times angle of b keeps the value that it had when the
                     joint was created, or its ratio set; both relative to the world */
    EVO_PULLEY,   /* the distance from ground_a to frame a plus ratio times that from ground_b to
                     frame b stays `length`, which may be below 0 if the ratio is */
    EVO_APART     /* nothing, but the two bodies do not collide */
} evo_joint_kind;

/* Describes a joint. A kind ignores the fields that it has no use for. A spring is as stiff as both
 * bodies need to oscillate at its hertz. An anchor off the centre of mass yields by turning, too;
 * half of that counts, whichever way it lies. */
typedef struct evo_joint_config {
    evo_joint_kind kind;       /* a kind of joint: what it holds */
    evo_body a, b;             /* one of them may be {0}, the world */
    evo_pose frame_a, frame_b; /* each in its own body's coordinates; of the world in the world's */
    bool collide;              /* the two bodies collide with each other @joint-collide */
    bool limit, motor, spring; /* switch these on */
    double lower, upper;       /* limits of angle (radians), translation or length */
    double motor_speed, motor_limit; /* rad/s or units/s; greatest torque or force, 0 or more */
    double hertz, damping_ratio;     /* of the spring, 0 or more: oscillations a second; 1: critical
                                        damping */
    double rest; /* angle, translation or length at which the spring is at rest; of EVO_DISTANCE 0:
                    `length` */
    double pull_limit, push_limit; /* greatest forces (torques for an angle) of the spring, 0 or
                                      more; 0: no limit */
    double length;                 /* of rods and pulleys; 0: as it is when the joint is created */
    double ratio;                  /* of gears and pulleys */
    double break_force, break_torque; /* loads that end the joint after the step, 0 or more; 0:
                                              no limit */
    bool only_tells;                  /* it holds, but is listed as if it broke */
    void *user;                       /* of yours */
    double torque_limit;              /* of EVO_MOTOR: greatest torque, 0 or more; 0: no torque */
    double turn_hertz, turn_damping_ratio; /* spring of the angle, of welds and motors, 0 or more;
                                              0: rigid */
    evo_vec2 velocity;                     /* of EVO_MOTOR, in units/s */
    double turn_speed;                     /* of EVO_MOTOR, in rad/s */
    evo_vec2 ground_a, ground_b;           /* of pulleys, in the world */
    uint64_t tag;                          /* a number of yours, as in evo_body_config */
} evo_joint_config;

/* Returns the default config of a kind: a ratio of 1, a spring of 5 oscillations a second with a
 * damping ratio of 0.7 (switched on for wheels), and no limit to a motor's force. */
EVO_API evo_joint_config evo_joint_config_default(evo_joint_kind kind);

/* Creates a joint, and wakes both bodies. If the frames do not fit, the joint pulls the bodies to
 * where they do. Returns {0}, for these reasons (evo_world_last_result):
 *   - EVO_ERROR_INVALID: a number of the config is out of its range, or the length or angle to keep
 *     is beyond 1e30; or an anchor on a dynamic body is farther from its centre of mass than 1e4
 *     times the reach of the smaller body's shapes (1e4, if that has none).
 *   - EVO_ERROR_STALE, EVO_ERROR_MEMORY, EVO_ERROR_UNSUPPORTED: a body is stale, memory ran out, or
 *     the world has exact time. */
EVO_API evo_joint evo_joint_create(evo_world *world, const evo_joint_config *config);

/* Destroys a joint. EVO_ERROR_STALE: the handle names none. */
EVO_API evo_result evo_joint_destroy(evo_world *world, evo_joint joint);

/* Returns whether the handle names a joint. */
EVO_API bool evo_joint_exists(const evo_world *world, evo_joint joint);

/* Returns the config as it is now; zeros for a stale handle. */
EVO_API evo_joint_config evo_joint_get(const evo_world *world, evo_joint joint);

/* Gives a joint another config, and wakes its bodies; the same one changes nothing.
 * EVO_ERROR_UNSUPPORTED: its kind or bodies differ. */
EVO_API evo_result evo_joint_set(evo_world *world, evo_joint joint, const evo_joint_config *config);

/* Sets motor_speed alone, in rad/s or units/s. EVO_ERROR_UNSUPPORTED: the kind has no motor. */
EVO_API evo_result evo_joint_set_motor_speed(evo_world *world, evo_joint joint, double speed);

/* Return and set the user's pointer, which a callback may do, too. */
EVO_API void *evo_joint_user(const evo_world *world, evo_joint joint);
EVO_API evo_result evo_joint_set_user(evo_world *world, evo_joint joint, void *user);

/* Return and set the user's number. */
EVO_API uint64_t evo_joint_tag(const evo_world *world, evo_joint joint);
EVO_API evo_result evo_joint_set_tag(evo_world *world, evo_joint joint, uint64_t tag);

/* Return force and torque of the joint on b, and the force or torque of its motor alone, all means
 * over the last step; and, as they are now, its angle (radians), its translation, its length (of
 * rods, ropes and springs from anchor to anchor, of pulleys the sum that they keep), and the speed
 * of what its motor drives (rad/s or units/s). 0 for a stale handle. */
EVO_API evo_vec2 evo_joint_force(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_torque(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_motor_load(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_angle(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_translation(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_length(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_speed(const evo_world *world, evo_joint joint);

/* Return the error of a joint: the distance of anchors that should be one (of sliders across the
 * axis; of rods, ropes and pulleys how far the length is off), and how far the angle is off, in
 * radians. What a spring holds has no error. */
EVO_API double evo_joint_separation(const evo_world *world, evo_joint joint);
EVO_API double evo_joint_twist(const evo_world *world, evo_joint joint);

/* Write up to `capacity` joints, and return how many there are: of the world, in order of handles;
 * of a body, the highest index first. */
EVO_API size_t evo_world_joints(const evo_world *world, evo_joint *found, size_t capacity);
EVO_API size_t evo_body_joints(const evo_world *world, evo_body body, evo_joint *found,
                               size_t capacity);

/* A joint that broke in the last step, or was destroyed since the step before with one of its
 * bodies. */
typedef struct evo_joint_end {
    evo_joint joint;     /* stale, but with only_tells */
    evo_joint_kind kind; /* what it was */
    evo_body a, b;       /* its bodies, perhaps stale */
    void *user;          /* that of its config */
    uint64_t tag;        /* the same */
    bool broke;          /* its load was too large; with only_tells it is still there */
} evo_joint_end;

/* Returns the joints that ended, in order of handles. The array is valid until the next step. */
EVO_API const evo_joint_end *evo_world_joint_ends(const evo_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
