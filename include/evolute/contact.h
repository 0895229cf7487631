/* contact.h: where bodies touch, between steps and in callbacks.
 *
 *     evo_contact found[8];
 *     size_t count = evo_body_contacts(world, body, found, 8);
 *
 * stands on something if one of them pushes it up.
 */
#ifndef EVOLUTE_CONTACT_H
#define EVOLUTE_CONTACT_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evo_contact_point {
    evo_vec2 point;                            /* midway between both rims */
    evo_vec2 normal;                           /* from a to b */
    double gap;                                /* below 0: overlap depth */
    double normal_impulse, tangential_impulse; /* impulses on b, of the whole last step; the tangent
                                                  is on the normal's left */
} evo_contact_point;

/* Two colliders that touch at one point, or at two. */
typedef struct evo_contact {
    evo_collider a, b; /* a's body has the lower index */
    int count;
    evo_contact_point points[2];
} evo_contact;

/* Rules of a contact, as the materials of both colliders mix (body.h): pre_solve (world.h) may
 * change them for one step. What is out of its range stays as it was mixed. */
typedef struct evo_contact_rules {
    double friction, restitution, rolling_resistance, surface_speed, tangential_restitution;
} evo_contact_rules;

/* Write the first `capacity` contacts as the bodies stand now, in the order of creation of collider
 * a, then b, and return how many there are: those of the whole world, sleeping ones, too, or those
 * of a body, in which it is always b, so that normals lead to it. What was pushed at the end of the
 * last step, or is closed, is one; what has ended in the step is none. Sensors have none, nor have
 * worlds of exact time. Those of a body are found by its own pairs; of what sleeps or stands, by
 * those of all that sleep with it or on it. After a load or a restore, impulses are those of a step
 * at the force of its end, until the next one. */
EVO_API size_t evo_world_contacts(const evo_world *world, evo_contact *found, size_t capacity);
EVO_API size_t evo_body_contacts(const evo_world *world, evo_body body, evo_contact *found,
                                 size_t capacity);

/* A force of the last step: an impulse along the normal and across it, friction, on b. */
typedef struct evo_force {
    evo_body a, b;
    evo_collider collider_a, collider_b;
    evo_vec2 point, arm_a, arm_b; /* where it acts; from the centres of mass to there */
    evo_vec2 normal;              /* from a to b */
    evo_vec2 impulse;             /* on b, of the whole step; a has its opposite */
} evo_force;

/* Returns the forces of all that the last step solved, a few nanoseconds each: what contacts and
 * impacts gave to the momentum of bodies in it, to the rounding of floats, and to their spin, but
 * for rolling resistance. Nothing is measured again or sorted: those of a pair follow each other,
 * in an order that depends on the state alone. What sleeps, and worlds of exact time, have none.
 * They are valid until the next step; there are none after a load, a restore or a refused step.
 * NULL, and 0: none, or out of memory. */
EVO_API const evo_force *evo_world_forces(const evo_world *world, size_t *count);

/* Those of one collider, which is always b; and that of two colliders, as they are named: false,
 * and *contact zeroed: they have none. */
EVO_API size_t evo_collider_contacts(const evo_world *world, evo_collider collider,
                                     evo_contact *found, size_t capacity);
EVO_API bool evo_world_contact(const evo_world *world, evo_collider a, evo_collider b,
                               evo_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
