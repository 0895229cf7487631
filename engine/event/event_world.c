/* event_world.c: a world of exact time as a whole, and where its particles are at present. In: its
 * space; out: flights in the world's coordinates. */
#include "event/event_world.h"

#include "event/now.h"
#include "event/slide.h"

bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t particles, double world_time) {
    bool gravity = space->gravity.x != 0 || space->gravity.y != 0;
    *w = (event_world){.memory = memory, .space = *space};
    w->cells.memory = w->obstacles.memory = w->instant.memory = memory;
    w->search.kernels = neighbour_kernels_for(space->lanes ? space->lanes : NEIGHBOUR_LANES);
    w->clock.period = w->limits.built_scale = w->view.scale = 1;
    w->clock.begun = world_time;
    w->allowance = UINT64_MAX;
    w->view.gravity = space->gravity;
    w->view.growth = space->growth;
    w->slide =
        (event_slide){space->shear * (space->bounds.max.y - space->bounds.min.y), space->slid};
    w->view.plain = !gravity && space->growth == 0;
    return particles_init(&w->particles, memory, particles)
           && array_reserve(memory, &w->search.neighbours, &w->search.capacity,
                            (size_t)particles + CELL_SLOTS + NEIGHBOUR_PAD,
                            sizeof *w->search.neighbours);
}

void event_free(event_world *w) {
    array_free(w->memory, &w->reports.all, &w->reports.capacity, sizeof *w->reports.all);
    instant_free(&w->instant);
    array_free(w->memory, &w->sensors.items, &w->sensors.capacity, sizeof *w->sensors.items);
    array_free(w->memory, &w->search.neighbours, &w->search.capacity, sizeof *w->search.neighbours);
    array_free(w->memory, &w->foresight.all, &w->foresight.capacity, sizeof *w->foresight.all);
    array_free(w->memory, &w->foresight.times, &w->foresight.time_capacity,
               sizeof *w->foresight.times);
    particles_free(&w->particles);
    obstacles_free(&w->obstacles);
    cells_free(&w->cells);
    plans_free(&w->plans);
}

double event_time(const event_world *w) {
    return clock_world_time(&w->clock, w->clock.present);
}

double event_elapsed(const event_world *w) {
    return clock_elapsed(&w->clock, w->clock.present);
}

double event_scale(const event_world *w) {
    return w->limits.built_scale * (1 + w->space.growth * (event_elapsed(w) - w->limits.built_at));
}

event_sums event_sums_now(const event_world *w) {
    event_sums sums = w->sums;
    const double now = clock_current(&w->clock, w->clock.present);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (!particle_is_gone(&w->particles.all[i])) now_add_flight(w, i, now, &sums.kinetic);
    sums.kinetic.yx = sums.kinetic.xy;
    return sums;
}

evo_vec2 event_point(const event_world *w, const event_impact *impact) {
    const particle *p = &w->particles.all[impact->a];
    return vec_add(vec_add(cells_corner(&w->cells, p), p->position), impact->arm);
}

/* Into the periodic box. */
static double wrapped(double x, double from, double to) {
    double size = to - from, inside = x - floor((x - from) / size) * size;
    return inside < to ? most_of(inside, from) : from;
}

static evo_vec2 into_box(const event_world *w, evo_vec2 at) {
    const evo_bounds *box = &w->space.bounds;
    if (!w->space.periodic) return at;
    return vec(wrapped(at.x, box->min.x, box->max.x), wrapped(at.y, box->min.y, box->max.y));
}

evo_vec2 event_image(const event_world *w, evo_vec2 way) {
    const evo_vec2 size = vec_sub(w->space.bounds.max, w->space.bounds.min);
    if (!w->space.periodic) return way;
    return vec(way.x - size.x * floor(way.x / size.x + 0.5),
               way.y - size.y * floor(way.y / size.y + 0.5));
}

/* Measured from the cell, which the particle may have left by rounding. */
static evo_vec2 position_at(const event_world *w, const particle *p, double time) {
    const evo_vec2 from_corner = particle_position_after(p, time - p->time, w->space.gravity);
    return vec_add(cells_corner(&w->cells, p), from_corner);
}

evo_vec2 event_wrapped(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    const evo_vec2 at = position_at(w, p, clock_current(&w->clock, w->clock.present));
    const evo_vec2 back = vec_sub(at, event_flight(w, number).position);
    return vec_add(w->particles.rotations[number].wrapped, back);
}

evo_flight event_flight(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    const particle_rotation *rotation = &w->particles.rotations[number];
    evo_vec2 gravity = w->space.gravity;
    double now = clock_current(&w->clock, w->clock.present), after = now - p->time;
    evo_flight f = {position_at(w, p, now), particle_velocity_after(p, after, gravity),
                    rotation->angle + rotation->spin * (now - rotation->time), rotation->spin};
    if (slide_is_on(w)) f = slide_fold(w, f, slide_at(w, now));
    f.position = into_box(w, f.position);
    return f;
}
