#include "event/overlaps.h"

#include "core/filter.h"
#include "event/parts.h"
#include "narrow/pair.h"

/* Of the radius: so much is rounding. */
static const double ROUNDING = 1e-9;

static double parts_gap(const schedule *s, uint32_t a, uint32_t b, evo_vec2 way) {
    part_list parts_a, parts_b;
    double gap = INFINITY;
    parts_list(s, a, &parts_a);
    parts_list(s, b, &parts_b);
    for (size_t i = 0; i < parts_a.count; ++i)
        for (size_t k = 0; k < parts_b.count; ++k) {
            if (!filters_meet(parts_a.all[i].filter, parts_b.all[k].filter)) continue;
            placed one = part_placed(s, a, &parts_a.all[i], vec(0, 0));
            placed two = part_placed(s, b, &parts_b.all[k], way);
            gap = least_of(gap, pair_measure(&one, &two).gap);
        }
    return gap;
}

static bool overlaps_flyer(const schedule *s, uint32_t a, uint32_t b) {
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    evo_vec2 way = way_between(s, first, second);
    double reach = first->radius + second->radius, gap = vec_length(way) - reach;
    if (!(gap < -ROUNDING * reach)) return false;
    if (is_special(first) || is_special(second)) gap = parts_gap(s, a, b, way);
    bool meet = filters_meet(kind_of(s, first)->filter, kind_of(s, second)->filter);
    return meet && gap < -ROUNDING * reach;
}

bool overlaps_obstacle(const schedule *s, uint32_t number, near_obstacle which, double by) {
    const flyer *f = &s->flyers[number];
    const obstacle *at = &s->obstacles.all[which.number];
    if (at->for_parts && !(f->kind & FLYER_SHAPED)) return false;
    evo_flight there = obstacle_after(&s->obstacles, which, elapsed(s), position_of(s, f));
    placed stands = placed_at(at->shape, there.position, evo_direction(there.angle));
    part_list parts;
    parts_list(s, number, &parts);
    for (size_t i = 0; i < parts.count; ++i) {
        placed own = part_placed(s, number, &parts.all[i], vec(0, 0));
        if (filters_meet(parts.all[i].filter, at->filter) && pair_measure(&own, &stands).gap < -by)
            return true;
    }
    return false;
}

static bool overlaps_wall(const schedule *s, uint32_t number) {
    const flyer *f = &s->flyers[number];
    border_guest guest = {f, vec(0, 0), f->radius, 0};
    if (!s->space.walled || f->kind & FLYER_SHAPED) return false;
    for (cell_way way = 0; way < CELL_WAYS; ++way)
        if (borders_wall_gap(&s->borders, &guest, way) < -ROUNDING * f->radius) return true;
    return false;
}

static bool overlaps_something(schedule *s, uint32_t number) {
    const flyer *f = &s->flyers[number];
    size_t count = cells_around(&s->cells, s->flyers, f, s->around);
    for (size_t i = 0; i < count; ++i)
        if (s->around[i] != number && overlaps_flyer(s, number, s->around[i])) return true;
    obstacle_list list = obstacles_near(&s->obstacles, &s->cells, f);
    for (int k = 0; k < 2; ++k)
        for (size_t i = 0; i < list.counts[k]; ++i)
            if (!s->obstacles.all[list.items[k][i].number].sensor
                && overlaps_obstacle(s, number, list.items[k][i], ROUNDING * f->radius))
                return true;
    return overlaps_wall(s, number);
}

bool overlaps_any(schedule *s) {
    const cells *c = &s->cells;
    if (s->space.periodic && (c->columns < CELLS_APART || c->rows < CELLS_APART)) return true;
    for (uint32_t i = 0; i < s->count; ++i)
        if (overlaps_something(s, i)) return true;
    return false;
}
