/* parts.h: the shapes of a particle at the time of the event in hand: its own parts, or its disk.
 * */
#ifndef ENGINE_EVENT_PARTS_H
#define ENGINE_EVENT_PARTS_H

#include "event/now.h"
#include "shape/placed.h"

typedef struct part_list {
    particle_part disk; /* of a particle without parts */
    const particle_part *all;
    size_t count;
} part_list;

static inline void parts_list(const event_world *w, uint32_t number, part_list *list) {
    const particle *p = &w->particles.all[number];
    const particle_kind *kind = now_kind(w, p);
    list->all = w->particles.parts + kind->first_part;
    list->count = kind->part_count;
    if (p->kind & PARTICLE_SHAPED) return;
    particle_part disk = {evo_circle(now_radius(w, p)), {0, 0, 0, 0, 0}, kind->filter};
    disk.material.friction = kind->friction;
    disk.material.restitution = kind->restitution;
    disk.material.surface_speed = kind->surface_speed;
    list->disk = disk;
    list->all = &list->disk;
    list->count = 1;
}

static inline double now_angle(const event_world *w, uint32_t number) {
    const particle_rotation *rotation = &w->particles.rotations[number];
    return rotation->angle + rotation->spin * (w->view.now - rotation->time);
}

/* A part of a particle at this position. */
static inline placed part_placed(const event_world *w, uint32_t number, const particle_part *part,
                                 evo_vec2 at) {
    return placed_at(&part->shape, at, evo_direction(now_angle(w, number)));
}

#endif
