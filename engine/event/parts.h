/* parts.h: the shapes of a flyer, as they are at the time of the event in hand: its own parts, or
 * its disk. */
#ifndef ENGINE_EVENT_PARTS_H
#define ENGINE_EVENT_PARTS_H

#include "event/now.h"
#include "shape/placed.h"

typedef struct part_list {
    flyer_part disk; /* of a flyer that has no parts */
    const flyer_part *all;
    size_t count;
} part_list;

static inline void parts_list(const schedule *s, uint32_t number, part_list *list) {
    const flyer *f = &s->flyers[number];
    const flyer_kind *kind = kind_of(s, f);
    list->all = s->parts + kind->first_part;
    list->count = kind->part_count;
    if (f->kind & FLYER_SHAPED) return;
    flyer_part disk = {evo_circle(radius_of(s, f)), {0, 0, 0, 0, 0}, kind->filter};
    disk.material.friction = kind->friction;
    disk.material.restitution = kind->restitution;
    disk.material.surface_speed = kind->belt;
    list->disk = disk;
    list->all = &list->disk;
    list->count = 1;
}

static inline double angle_of(const schedule *s, uint32_t number) {
    const flyer_turn *turn = &s->turns[number];
    return turn->angle + turn->spin * (s->view.now - turn->time);
}

/* A part of a flyer that stands at a place. */
static inline placed part_placed(const schedule *s, uint32_t number, const flyer_part *part,
                                 evo_vec2 at) {
    return placed_at(&part->shape, at, evo_direction(angle_of(s, number)));
}

#endif
