/* impacts.c: what hit what, where and how fast, noted from what the solver found. */
#include "core/array.h"
#include "core/sort.h"
#include "narrow/pair.h"
#include "world/world.h"

/* All contacts have extras where impacts are asked for. */
bool impacts_reserve(evo_world *world, const measure_choice *choice, size_t batches) {
    if (!(world->config.impact_speed < INFINITY)) return true;
    return array_reserve(&world->memory, &world->impacts, &world->impact_list.capacity,
                         (choice->count + batches) * BATCH + world->rush.impact_list.count,
                         sizeof *world->impacts);
}

static void note_impact(evo_world *world, size_t number, int lane, double seconds) {
    const batch *at = &world->batches[number];
    const batch_extra *extra = &world->batch_extras[world->sorts[number]];
    uint32_t a = world->pairs[number].a[lane], b = world->pairs[number].b[lane];
    contact_side side_a, side_b;
    contact_sides(world, a, b, &side_a, &side_b);
    meeting m = pair_measure(&side_a.at, &side_b.at);
    evo_vec2 middle = vec_scale(vec_add(m.point_a, m.point_b), 0.5);
    double speed = -(double)extra->approach[lane];
    double wait = most_of((double)at->gap[lane], 0) / speed;
    evo_impact impact = {
        .time = world->time + least_of(wait, seconds),
        .a = body_handle(world, world->colliders[world->links[a].slot].body),
        .b = body_handle(world, world->colliders[world->links[b].slot].body),
        .point = vec_add(body_led(world, world->links[a].body).position, middle),
        .normal = vec((double)at->normal_x[lane], (double)at->normal_y[lane]),
        .speed = speed,
        .impulse = (double)extra->total[lane],
    };
    world->impacts[world->impact_list.count++] = impact;
    ++world->impacts_ever;
}

bool impact_before(const void *first, const void *second) {
    const evo_impact *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    return x->b.index < y->b.index;
}

void impacts_note(evo_world *world, const measure_choice *choice, double seconds) {
    rush_note(world);
    if (!(world->config.impact_speed < INFINITY)) return;
    for (size_t i = 0; i < choice->count; ++i) {
        size_t number = choice->active[i];
        const batch_extra *extra = &world->batch_extras[world->sorts[number]];
        for (int lane = 0; lane < BATCH; ++lane)
            if (world->pairs[number].used >> lane & 1 && extra->peak[lane] > 0
                && -(double)extra->approach[lane] >= world->config.impact_speed
                && extra->approach[lane] < 0)
                note_impact(world, number, lane, seconds);
    }
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
}
