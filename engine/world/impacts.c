/* impacts.c: what hit what, where and how fast, noted from what substeps and the solver found. */
#include "contact/bodies.h"
#include "core/sort.h"
#include "narrow/pair.h"
#include "world/world.h"

/* All contacts have extras where impacts are asked for. */
bool impacts_reserve(evo_world *world, size_t batches) {
    if (!(world->config.impact_speed < INFINITY)) return true;
    return array_reserve(&world->memory, &world->impacts, &world->impact_list.capacity,
                         batches * BATCH + world->substep.impact_list.count,
                         sizeof *world->impacts);
}

/* How much wider a gap was when the step began than where it was measured (contact/place.c). */
static double widened(const graph *g, const batch *at, int lane, const contact *c) {
    double wider = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t index = graph_side_body(g, c, side);
        if (index >= g->bodies.movers) continue;
        const body_sim *sim = &g->bodies.sims[index];
        const body_state *state = &g->bodies.states[index];
        double turn = (double)(side == 0 ? at->turn_a : at->turn_b)[lane] * (double)sim->gyration;
        double pace = (double)at->normal_x[lane] * state->velocity.x
                      + (double)at->normal_y[lane] * state->velocity.y + turn * state->spin;
        wider += (double)sim->lead * (side == 0 ? -pace : pace);
    }
    return -wider;
}

static void note_impact(evo_world *world, size_t number, int lane, double seconds) {
    const graph *g = &world->graph;
    const batch *at = &g->batches.batches[number];
    const batch_extra *extra = &g->batches.extras[g->batches.sorts[number]];
    const contact *c = &g->contacts.all[g->batches.pairs[number].contact[lane]];
    contact_side sides[2];
    contact_sides(g, c, sides);
    meeting m = pair_measure(&sides[0].at, &sides[1].at);
    evo_vec2 middle = vec_scale(vec_add(m.point_a, m.point_b), 0.5);
    double speed = -(double)extra->approach[lane];
    double wait = ((double)at->gap[lane] + widened(g, at, lane, c)) / speed;
    for (int side = 0; side < 2; ++side)
        wait = most_of(wait, substep_begun(&world->substep, graph_side_body(g, c, side)));
    evo_impact impact = {
        .time = world->time + least_of(wait, seconds),
        .a = graph_body_handle(g, g->colliders.records[c->collider[0]].body),
        .b = graph_body_handle(g, g->colliders.records[c->collider[1]].body),
        .point = vec_add(body_led(g, graph_side_body(g, c, 0)).position, middle),
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
    if (x->b.index != y->b.index) return x->b.index < y->b.index;
    const double is[] = {x->point.x, x->point.y, x->normal.x, x->normal.y, x->speed, x->impulse};
    const double as[] = {y->point.x, y->point.y, y->normal.x, y->normal.y, y->speed, y->impulse};
    for (size_t i = 0; i < sizeof is / sizeof *is; ++i)
        if (is[i] != as[i]) return is[i] < as[i];
    return false;
}

/* All are counted; those that are asked to be kept go among the step's. There is room. */
static void note_substeps(evo_world *world) {
    const substep *r = &world->substep;
    for (size_t i = 0; i < r->impact_list.count; ++i) {
        ++world->impacts_ever;
        if (r->impacts[i].shown.speed >= world->config.impact_speed)
            world->impacts[world->impact_list.count++] = r->impacts[i].shown;
    }
}

void impacts_note(evo_world *world, double seconds) {
    const batch_pool *p = &world->graph.batches;
    note_substeps(world);
    if (!(world->config.impact_speed < INFINITY)) return;
    for (size_t number = 0; number < p->count; ++number) {
        if (!p->pairs[number].used) continue;
        const batch_extra *extra = &p->extras[p->sorts[number]];
        for (int lane = 0; lane < BATCH; ++lane)
            if (p->pairs[number].used >> lane & 1 && extra->peak[lane] > 0
                && -(double)extra->approach[lane] >= world->config.impact_speed
                && extra->approach[lane] < 0)
                note_impact(world, number, lane, seconds);
    }
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
}
