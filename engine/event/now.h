/* now.h: a schedule's flyers at the time of the event in hand. */
#ifndef ENGINE_EVENT_NOW_H
#define ENGINE_EVENT_NOW_H

#include "event/scheduler.h"

INLINE const flyer_kind *kind_of(const schedule *s, const flyer *f) {
    return &s->kinds[f->kind & FLYER_KIND];
}

INLINE bool is_special(const flyer *f) {
    return (f->kind & (FLYER_SHAPED | FLYER_SUPPORTED)) != 0;
}

INLINE evo_vec2 pull_of(const schedule *s, uint32_t number) {
    bool borne = s->flyers[number].kind & FLYER_SUPPORTED;
    return borne ? s->supports[number].pull : s->space.pull;
}

/* As it is at the present. */
INLINE void copy_at_present(const schedule *s, uint32_t number, flyer *copy) {
    const flyer *f = &s->flyers[number];
    double after = s->view.now - f->time;
    evo_vec2 velocity = f->velocity, pull = vec(0, 0);
    if (!s->bare) {
        pull = pull_of(s, number);
        velocity = vec_along(velocity, 0.5 * after, pull);
    }
    evo_vec2 place = vec_along(f->place, after, velocity);
    if (!s->bare) velocity = vec_along(velocity, 0.5 * after, pull);
    copy->radius = f->radius;
    flyer_write(copy, place, velocity, s->view.now);
    copy->column = f->column;
    copy->row = f->row;
    copy->kind = f->kind;
}

/* To the present: only when its way becomes another there. As long as that is the same it is known
 * best from where it began. */
INLINE void bring(const schedule *s, uint32_t number) {
    flyer *f = &s->flyers[number];
    flyer now;
    copy_at_present(s, number, &now);
    flyer_write(f, now.place, now.velocity, now.time);
}

INLINE void bring_turn(const schedule *s, uint32_t number) {
    flyer_turn *turn = &s->turns[number];
    turn->angle += turn->spin * (s->view.now - turn->time);
    turn->time = s->view.now;
}

INLINE double radius_of(const schedule *s, const flyer *f) {
    return f->radius * s->view.scale;
}

/* How long the schedule has been going, by the event in hand. */
INLINE double elapsed(const schedule *s) {
    return s->view.now - s->lap + s->turned;
}

/* Where in the world a flyer is that is at the present. */
INLINE evo_vec2 position_of(const schedule *s, const flyer *f) {
    return vec_add(cells_corner(&s->cells, f), f->place);
}

/* The short way from one flyer to another, both at the present. */
static inline evo_vec2 way_between(const schedule *s, const flyer *a, const flyer *b) {
    int32_t columns = b->column - a->column, rows = b->row - a->row;
    int32_t half_x = s->view.columns / 2, half_y = s->view.rows / 2;
    if (columns > half_x) columns -= s->view.columns;
    if (columns < -half_x) columns += s->view.columns;
    if (rows > half_y) rows -= s->view.rows;
    if (rows < -half_y) rows += s->view.rows;
    return vec(columns * s->view.side.x + (b->place.x - a->place.x),
               rows * s->view.side.y + (b->place.y - a->place.y));
}

#endif
