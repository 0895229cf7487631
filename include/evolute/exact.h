/* exact.h: worlds of exact time: free flight from impact to impact, without a step size. For gases,
 * billiards, granular matter and whatever is judged by theory.
 *
 *     evo_exact_config exact = {0};
 *     evo_world_config config = evo_world_config_default();
 *     config.exact = &exact;
 *     config.boundary = EVO_PERIODIC;
 *     config.bounds = (evo_bounds){{0, 0}, {40, 40}};
 *     evo_world *world = evo_world_create(&config);
 *
 * Impacts of one body at the same instant are resolved simultaneously, so that symmetric
 * arrangements stay symmetric; impacts that these cause are resolved in the next round.
 *
 * An inelastic body could collide infinitely often in finite time. So what is hit again within two
 * contact times parts no more slowly than it came, up to g contact_time / 2: in the end it hops, by
 * g contact_time^2 / 8 at most, about once a contact time, and slides and rolls so. What turns
 * hops, too. Energy does not grow by it, but by a part of a hop where a body has none. Heaps belong
 * into worlds of steps: here they cost as much at rest as in motion, and event_budget ends a step
 * that would take too long. Without gravity, disks that meet within two contact times of
 * another impact are elastic, but those of restitution 0: so a granular gas cools without collapse.
 *
 * Shear (Lees-Edwards): the images of a periodic box above it are displaced by shear * height * t
 * along x, and move by shear * height faster than what is in the box; those below, the other way.
 * What crosses a border above or below comes in at the other one at its image's place, with its
 * image's velocity. So a flow v.x = shear * y goes on through the borders: create bodies with it.
 * Nothing pushes them to it but impacts: a gas of velocities c relative to the flow gains
 * -shear * (sum of m c.x c.y dt, and of push.x * between.y over all impacts). Its impacts are
 * resolved one after the other, also those at one instant. Positions that are set outside of the
 * box count as images there. EVO_ERROR_UNSUPPORTED: gravity, boundaries other than EVO_PERIODIC and
 * growth, where they are set; shapes of static and kinematic bodies, from the step. The box must be
 * a little wider than below: cells are 1e-6 wider than the widest body.
 *
 * A periodic box must be four times as wide as the widest body. Callbacks, joints, locks along
 * axes, one-way colliders, and dynamic bodies with damping, a gravity_scale other than 1, forces or
 * a sensor are refused where they are set (EVO_ERROR_UNSUPPORTED).
 */
#ifndef EVOLUTE_EXACT_H
#define EVOLUTE_EXACT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evo_exact_config {
    uint64_t event_budget; /* most impacts in one step, and 64 times as many events of other kinds,
                              and 65,536 more; 0 = no limit */
    double contact_time;   /* seconds, see above; 0 = a 64th of the time in which a body of mean
                              speed, or that falls, crosses its own width; of disks without
                              gravity an 8,192nd */
    double shear;          /* rate of a Lees-Edwards shear, in a periodic box, see above; 0: none */
} evo_exact_config;

/* evo_world_step goes on to the end of its seconds, or fails, for reasons of its own besides those
 * in world.h:
 *   - EVO_ERROR_INVALID: bodies overlap, or do not fit into the box.
 *   - EVO_ERROR_UNSUPPORTED: shapes grow, and there is a ring, or a shape that stands; or one
 *     stands in a world that is sheared.
 *   - EVO_ERROR_LIMIT: event_budget is used up.
 * Without budget it is at the last impact made; without memory, or where what grows has filled the
 * box, it has got as far as that; else nothing has changed. */

/* Returns the world's time of the next impact; a step to that time resolves this impact and those
 * at the same time. INFINITY: there is none, or none before the bodies have crossed several
 * thousand cells, or the world is one of steps. NaN: a step would fail, and returns the reason, as
 * where its budget does not go so far; or this is called from a step.
 * Not to be called from two threads at once. */
EVO_API double evo_world_next_event(const evo_world *world);

/* Steps a world of exact time, but ends once so many impacts were made, too, which is no failure;
 * 0: no bound. *done (or NULL): the seconds that have passed. Results as of evo_world_step, and
 * EVO_ERROR_UNSUPPORTED: the world is one of steps. */
EVO_API evo_result evo_world_run(evo_world *world, double seconds, uint64_t most_impacts,
                                 double *done);

/* Lets all lengths of every body grow by `rate` times their current value a second
 * (Lubachevsky-Stillinger compression): radii, semi-axes, corners and their rounding, about its
 * centre of mass; 0 stops it. Masses, velocities and spins stay; moments of inertia follow the
 * shapes at the end of each step, unless they were set. Each impact adds the speed of the growing
 * surfaces along the normal: with arms from both centres, (arm_a - arm_b).normal times the rate.
 * A step stops with EVO_ERROR_INVALID when a periodic box has no space left for the bodies.
 * EVO_ERROR_UNSUPPORTED: there is a ring, or a shape of a static or kinematic body, or the world is
 * one of steps, or is sheared. */
EVO_API evo_result evo_world_set_growth(evo_world *world, double rate);

/* How far the images above a sheared box are displaced at present, from 0 to its width. */
EVO_API double evo_world_shear_offset(const evo_world *world);

/* A tensor of two vectors: xy is x of the first times y of the second. */
typedef struct evo_tensor {
    double xx, xy, yx, yy;
} evo_tensor;

/* Sums since the world was created. The pressure tensor of a box of area A in a time t is the
 * change of (kinetic + collisional) / (A t). For N disks of temperature kT after time t, the
 * compressibility factor is 1 + virial / (2 N kT t). */
typedef struct evo_sums {
    uint64_t pair_impacts, wall_impacts;
    double virial;          /* trace of `collisional` */
    double wall_impulse;    /* along the normals of walls and of what stands */
    evo_tensor collisional; /* way from centre to centre of mass, times push on the second, of
                               impacts of two bodies */
    evo_tensor kinetic;     /* integral of the sum of m v v over time, of dynamic bodies,
                               in a sheared box of velocities relative to the flow */
    double wall[4];         /* impulse on the left, right, lower, upper wall, along the normal */
    double lost;            /* energy that impacts took; below 0: growth, bumpers or what is driven
                               gave more */
} evo_sums;

EVO_API evo_sums evo_world_sums(const evo_world *world);

#ifdef __cplusplus
}
#endif

#endif
