/* event_world.c: a world of exact time as a whole. In: its space; out: its times, sums up to the
 * present, and how far the box has put particles back. */
#include "event/event_world.h"

#include "core/machine.h"
#include "event/now.h"
#include "event/present.h"

const neighbour_kernels *neighbour_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &neighbour_kernels_1, &neighbour_kernels_1, &neighbour_kernels_8,
                          &neighbour_kernels_8);
}

bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t bodies, double world_time) {
    bool gravity = !vec_is_zero(space->gravity);
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
    return particles_init(&w->particles, memory, bodies)
           && ARRAY_RESERVE(memory, w->search.neighbours, w->search.capacity,
                            (size_t)bodies + CELL_SLOTS + NEIGHBOUR_PAD);
}

void event_free(event_world *w) {
    ARRAY_FREE(w->memory, w->reports.all, w->reports.capacity);
    instant_free(&w->instant);
    ARRAY_FREE(w->memory, w->sensors.items, w->sensors.capacity);
    ARRAY_FREE(w->memory, w->search.neighbours, w->search.capacity);
    ARRAY_FREE(w->memory, w->foresight.all, w->foresight.capacity);
    ARRAY_FREE(w->memory, w->foresight.times, w->foresight.time_capacity);
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
        if (event_has(w, i)) now_add_flight(w, i, now, &sums.kinetic);
    sums.kinetic.yx = sums.kinetic.xy;
    return sums;
}

evo_vec2 event_point(const event_world *w, const event_impact *impact) {
    const particle *p = &w->particles.all[impact->a];
    return vec_add(vec_add(cells_corner(&w->cells, p), p->position), impact->arm);
}

evo_vec2 event_image(const event_world *w, evo_vec2 way) {
    const evo_vec2 size = vec_sub(w->space.bounds.max, w->space.bounds.min);
    if (!w->space.periodic) return way;
    return vec(way.x - size.x * floor(way.x / size.x + 0.5),
               way.y - size.y * floor(way.y / size.y + 0.5));
}

evo_vec2 event_wrapped(const event_world *w, uint32_t number) {
    const event_present at = present_of(w);
    const evo_flight flight = present_flight(&at, number);
    return present_wraps(&at, number, &flight);
}
