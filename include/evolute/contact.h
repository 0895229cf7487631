/* contact.h: where bodies touch now, and with which forces.
 *
 *     bool stands = false;
 *     evo_contact found[8];
 *     size_t count = evo_body_contacts(world, body, found, 8);
 *     for (size_t i = 0; i < count && i < 8; ++i)
 *         if (found[i].points[0].normal.y > 0.7) stands = true; // something is below
 *
 * A *contact* (a manifold) is of two colliders that touch. It has one point, or two where faces
 * touch. Contacts that began or ended: event.h. Worlds of exact time have none.
 */
#ifndef EVOLUTE_CONTACT_H
#define EVOLUTE_CONTACT_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point of a contact. */
typedef struct evo_contact_point {
    evo_vec2 point;  /* midway between both rims, in the world */
    evo_vec2 normal; /* from a to b, of length 1 */
    double gap;      /* distance of the rims; below 0: the depth of the overlap */
    double normal_impulse, tangential_impulse; /* on b, mass times velocity, of the whole last step;
                                                  the tangent is on the normal's left */
} evo_contact_point;

/* Two colliders that touch. */
typedef struct evo_contact {
    evo_collider a, b;           /* a's body has the lower index */
    int count;                   /* of points: 1 or 2 */
    evo_contact_point points[2]; /* the first `count` of them */
} evo_contact;

/* The rules of a contact, as the materials of both colliders mix (body.h). pre_solve (world.h) may
 * change them for one step. A value out of its range has no effect. */
typedef struct evo_contact_rules {
    /* As in evo_material. */
    double friction, restitution, rolling_resistance, surface_speed, tangential_restitution;
} evo_contact_rules;

/* Write the first `capacity` contacts, and return how many there are: of the whole world, with
 * those of sleeping bodies; or of a body, which is always b, so that normals lead to it.
 * @contacts-of-body They are in the order of creation of collider a, then b, with bodies where they
 * are now. Included is what touched at the end of the last step, or touches now; not what ended in
 * the step, and no sensors. Those of a body that sleeps or is static cost as all that sleep with it
 * or on it. After a load or a restore (snapshot.h) impulses are as if the force at its end had
 * acted through the last step. */
EVO_API size_t evo_world_contacts(const evo_world *world, evo_contact *found, size_t capacity);
EVO_API size_t evo_body_contacts(const evo_world *world, evo_body body, evo_contact *found,
                                 size_t capacity);

/* A force between two bodies in the last step. */
typedef struct evo_force {
    evo_body a, b;                       /* their bodies */
    evo_collider collider_a, collider_b; /* which touch */
    evo_vec2 point, arm_a, arm_b;        /* where it acts, in the world; from the centres of mass to
                                            there */
    evo_vec2 normal;                     /* from a to b, of length 1 */
    evo_vec2 impulse; /* on b, with friction, of the whole step: mass times velocity; -impulse on
                         a */
} evo_force;

/* Returns the forces that the last step solved, a few nanoseconds each. Their sum is what contacts
 * and impacts gave to the momentum of bodies in the step, to the rounding of floats @forces-sum;
 * and to their spin, but for rolling resistance. Those of a pair follow each other; the order of
 * pairs depends on the state alone. Sleeping bodies and exact time have none. The array is valid
 * until the next step, and is empty after a load, a restore or a step that failed. NULL and 0:
 * there are none, memory ran out, or it is asked in a callback of a step. */
EVO_API const evo_force *evo_world_forces(const evo_world *world, size_t *count);

/* Write the contacts of one collider, which is always b; and return whether two colliders touch,
 * with their contact in the order in which they are named (zeroed if they do not). */
EVO_API size_t evo_collider_contacts(const evo_world *world, evo_collider collider,
                                     evo_contact *found, size_t capacity);
EVO_API bool evo_world_contact(const evo_world *world, evo_collider a, evo_collider b,
                               evo_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
