/* exact.h: worlds of exact time, for gases, billiards, granular matter, and comparison with theory.
 *
 *     evo_exact_config exact = {0};
 *     evo_world_config config = evo_world_config_default();
 *     config.exact = &exact;
 *     config.boundary = EVO_PERIODIC;
 *     config.bounds = (evo_bounds){{0, 0}, {40, 40}};
 *     evo_world *gas = evo_world_create(&config);
 *     evo_body_config disk = evo_body_config_default();
 *     disk.shape = evo_circle(0.5);
 *     disk.material.restitution = 1;
 *     disk.velocity = evo_vec(3, 1);
 *     evo_body_create(gas, &disk);
 *     evo_world_step(gas, 10); // ten seconds, from impact to impact
 *     evo_world_destroy(gas);
 *
 * Bodies fly freely from impact to impact (event-driven dynamics); there is no step size. Impacts
 * of one body at one instant are resolved simultaneously, so symmetric arrangements stay symmetric
 * @symmetric-impacts; impacts that these cause follow in the next round.
 *
 * *Not supported* (EVO_ERROR_UNSUPPORTED where they are set): callbacks, joints, locks along axes,
 * one-way colliders, one-sided chains; dynamic bodies with damping, a gravity_scale other than 1,
 * forces or a sensor. A periodic box must be four times as wide as the widest body.
 *
 * *Rest.* Inelastic bodies could collide infinitely often in finite time. So a body that is hit
 * again within two contact times parts no more slowly than it came, up to g * contact_time / 2. In
 * the end it hops, by g * contact_time^2 / 8 at most, about once a contact time, and slides, rolls
 * and turns so. Energy does not grow by that, but by a part of a hop where a body has none. Heaps
 * belong into worlds of steps: here they cost as much at rest as in motion; event_budget ends a
 * step that would take too long. Without gravity, disks that meet within two contact times of
 * another impact are elastic (but those of restitution 0): so a granular gas cools without
 * collapse.
 *
 * *Shear* (Lees-Edwards). The images of a periodic box above it are displaced by shear * height * t
 * along x, and move by shear * height faster than what is in the box; those below, the other way. A
 * body that crosses a border above or below comes in at the other one at its image's place, with
 * its image's velocity. So a flow v.x = shear * y goes on through the borders: create bodies with
 * it; only impacts push them to it. A gas of velocities c relative to the flow gains -shear * (sum
 * of m c.x c.y dt, and of push.x * between.y over all impacts). Impacts are resolved one after the
 * other. Positions that are set outside of the box count as images there. EVO_ERROR_UNSUPPORTED:
 * gravity, other boundaries and growth, where they are set; shapes of static and kinematic bodies,
 * from the step. The box must be a little wider than above: cells are 1e-6 wider than the widest
 * body.
 */
#ifndef EVOLUTE_EXACT_H
#define EVOLUTE_EXACT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a world of exact time works. */
typedef struct evo_exact_config {
    uint64_t event_budget; /* most impacts of a step, with 64 times as many other events and
                              searches along the ways of shapes, and 65,536 more; 0: no limit */
    double contact_time;   /* seconds, 0 or more, see Rest above; 0: a 64th of the time in which a
                              body of mean speed, or one that falls, crosses its own width; of disks
                              without gravity an 8,192nd */
    double shear; /* rate of shear of a periodic box, per second, see Shear above; 0: none */
} evo_exact_config;

/* Returns the world's time of the next impact, in seconds. A step to that time resolves it, and
 * others at that time. @next-event INFINITY: there is none, or none before the bodies have crossed
 * several thousand cells, or it is a world of steps. NaN: a step would fail (make it to learn why),
 * or this is called from a step. No other thread may use the world meanwhile: it looks ahead. */
EVO_API double evo_world_next_event(const evo_world *world);

/* Steps a world of exact time, but ends after so many impacts, too, which is no failure
 * @run-impacts; 0: no limit. *done (or NULL) gets the seconds that have passed.
 * EVO_ERROR_UNSUPPORTED: a world of steps. It and evo_world_step fail for these reasons besides
 * those in world.h:
 *   - EVO_ERROR_INVALID: bodies overlap, or do not fit into the box.
 *   - EVO_ERROR_UNSUPPORTED: shapes grow, and there is a ring, or a shape of a static or kinematic
 *     body; or there is such a body in a sheared box.
 *   - EVO_ERROR_LIMIT: event_budget is used up. Then the world is at the last impact made if the
 *     budget is used up @spent-budget, as far as it got if memory ran out or growing bodies have
 *     filled the box, and else unchanged. */
EVO_API evo_result evo_world_run(evo_world *world, double seconds, uint64_t most_impacts,
                                 double *done);

/* As evo_world_run, but to a time of the world; one that has passed is the present. Where a long
 * run is to be interrupted: slices to the same end give the bits of one, if nothing is changed
 * between them and no shape grows @run-slices; slices of evo_world_step add up their seconds, and
 * so round. */
EVO_API evo_result evo_world_run_until(evo_world *world, double time, uint64_t most_impacts);

/* Lets all lengths of all bodies grow by `rate` times their present value a second, about the
 * centre of mass (Lubachevsky-Stillinger compression): radii, semi-axes, corners and their
 * rounding; 0 stops it. Masses, velocities and spins stay. Moments of inertia follow the shapes at
 * the end of each step, unless they were set. Each impact adds the speed of the growing surfaces
 * along the normal, (arm_a - arm_b).normal times the rate, with arms from both centres. A step ends
 * with EVO_ERROR_INVALID when a periodic box is full @growth-full; it fails with EVO_ERROR_LIMIT,
 * and changes nothing, if a shape would be larger than 1e30. EVO_ERROR_UNSUPPORTED: there is a
 * ring, or a shape of a static or kinematic body, or the box is sheared, or it is a world of
 * steps. */
EVO_API evo_result evo_world_set_growth(evo_world *world, double rate);

/* Returns how far the images above a sheared box are displaced now, from 0 to its width.
 * @shear-offset */
EVO_API double evo_world_shear_offset(const evo_world *world);

/* A tensor of two vectors: xy is x of the first times y of the second. */
typedef struct evo_tensor {
    double xx, xy, yx, yy; /* its four elements */
} evo_tensor;

/* Sums since the world was created. @event-sums The pressure tensor of a box of area A in a time t
 * is the change of (kinetic + collisional) / (A t). For N disks of temperature kT after a time t,
 * the compressibility factor is 1 + virial / (2 N kT t). */
typedef struct evo_sums {
    uint64_t pair_impacts, wall_impacts; /* counted */
    double virial;                       /* trace of `collisional` */
    double wall_impulse;    /* along the normals of walls and static bodies, mass times velocity */
    evo_tensor collisional; /* sum over impacts of two bodies: way from centre to centre of mass,
                               times push on the second */
    evo_tensor kinetic; /* integral of the sum of m v v over time, of dynamic bodies; in a sheared
                           box of velocities relative to the flow */
    double wall[4];     /* impulse on the left, right, lower, upper wall, along the normal */
    double lost; /* energy that impacts took; below 0: growth, bumpers or driven bodies gave more */
} evo_sums;

/* Returns the sums; zeros for a world of steps. */
EVO_API evo_sums evo_world_sums(const evo_world *world);

#ifdef __cplusplus
}
#endif

#endif
