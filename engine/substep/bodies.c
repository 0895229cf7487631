/* bodies.c: what goes by itself, and the places at which it may meet others. */
#include "contact/bodies.h"
#include "contact/across.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "solve/rows.h"
#include "substep/substep.h"

/* ---- Places ---------------------------------------------------------------------------------- */

/* The first place of an edge, or of those behind it, that is no sensor's and does not end
 * with this step. */
static uint32_t place_from(const substep *r, uint32_t edge) {
    while (edge != NONE) {
        const contact *c = edge_contact(r->g, edge);
        bool there = c->state == CONTACT_NEAR || c->state == CONTACT_ACTIVE;
        if (there && !c->ending) return edge / 2 * 2;
        edge = edge_next(r->g, edge);
    }
    return NONE;
}

uint32_t place_first(const substep *r, uint32_t index) {
    return place_from(r, graph_body_at(r->g, index)->first_edge);
}

uint32_t place_next(const substep *r, uint32_t index, uint32_t place) {
    const contact *c = place_contact(r, place);
    if (!place_is_second(place) && c->kind == BATCH_OTHER) return place + 1;
    int side = graph_side_body(r->g, c, 0) == index ? 0 : 1;
    return place_from(r, c->next[side]);
}

bool places_add(substep *r, uint32_t place) {
    if (!array_reserve(r->g->memory, &r->places, &r->place_list.capacity, r->place_list.count + 1,
                       sizeof *r->places))
        return false;
    r->places[r->place_list.count++] = place;
    return true;
}

void places_sort(substep *r) {
    uint32_t *places = r->places;
    size_t count = r->place_list.count;
    for (size_t gap = count / 2; gap > 0; gap /= 2)
        for (size_t i = gap; i < count; ++i) {
            uint32_t place = places[i];
            size_t at = i;
            for (; at >= gap && place_before(r, place, places[at - gap]); at -= gap)
                places[at] = places[at - gap];
            places[at] = place;
        }
}

bool places_list(substep *r, uint32_t index) {
    r->place_list.count = 0;
    for (uint32_t place = place_first(r, index); place != NONE; place = place_next(r, index, place))
        if (!places_add(r, place)) return false;
    places_sort(r);
    return true;
}

double place_gap(const substep *r, uint32_t place) {
    uint32_t at = place_lane(r, place);
    const contact *c = place_contact(r, place);
    if (at != NONE) return (double)r->g->batches.batches[at / BATCH].gap[at % BATCH];
    if (place_is_second(place)) return (double)FAR_APART;
    return least_of((double)r->g->near.clearance[c->at[0]], 0.5 * (double)FAR_APART);
}

double place_thickness(const substep *r, uint32_t place) {
    const body_sim *sims = r->g->bodies.sims;
    return (double)least_of((double)sims[place_body(r, place, 0)].size,
                            (double)sims[place_body(r, place, 1)].size);
}

double place_size(const substep *r, uint32_t place) {
    double size = INFINITY;
    for (int side = 0; side < 2; ++side) {
        uint32_t index = place_body(r, place, side);
        if (index < r->g->bodies.movers)
            size = least_of(size, (double)r->g->bodies.sims[index].size);
    }
    return size;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool has_push(const substep *r, uint32_t index) {
    const batch_pool *p = &r->g->batches;
    for (uint32_t place = place_first(r, index); place != NONE;
         place = place_next(r, index, place)) {
        uint32_t at = place_lane(r, place), number = at / BATCH, lane = at % BATCH;
        if (at != NONE && p->pairs[number].touching >> lane & 1
            && p->batches[number].push[lane] > 0)
            return true;
    }
    return false;
}

/* Whether some contact bears it: then nothing pulls it within the step. A search asks for the same
 * ones over and over. */
static bool is_borne(const substep *r, uint32_t index) {
    if (!r->searching || index >= r->g->bodies.movers) return has_push(r, index);
    uint8_t *known = &r->borne[index];
    if (*known == 0) *known = has_push(r, index) ? 1 : 2;
    return *known == 1;
}

evo_vec2 substep_pull(const substep *r, uint32_t index) {
    evo_vec2 pull = body_pull(r->g, index);
    return (pull.x != 0 || pull.y != 0) && is_borne(r, index) ? vec(0, 0) : pull;
}

/* A body that is no mover stands still. */
static substep_body body_at_start(const substep *r, uint32_t index) {
    const body_state *state = &r->g->bodies.states[index];
    substep_body b = {.id = r->g->bodies.sims[index].id,
                      .index = index,
                      .flight = {state->position, {0, 0}, state->angle, 0},
                      .start = {state->position, state->angle}};
    if (index >= r->g->bodies.movers) return b;
    b.flight.velocity = state->velocity;
    b.flight.spin = state->spin;
    b.pull = substep_pull(r, index);
    if (r->penetrating[index]) b.turns = SUBSTEP_TURNS + 1;
    b.margin = (double)r->g->bodies.sims[index].margin;
    return b;
}

/* Along its flight; back if the time is below 0. */
static void fly(substep_body *b, double after) {
    evo_vec2 mean = vec_along(b->flight.velocity, 0.5 * after, b->pull);
    b->flight.position = vec_along(b->flight.position, after, mean);
    b->flight.velocity = vec_along(b->flight.velocity, after, b->pull);
    b->flight.angle += after * b->flight.spin;
    b->path += fabs(after) * (vec_length(mean) + vec_length(b->pull) * fabs(after));
    b->time += after;
}

void substep_bring(substep_body *b, double time) {
    if (!at_limit(b)) fly(b, time - b->time);
}

void substep_rewind(substep_body *b) {
    b->since = b->time;
    b->pull = vec(0, 0);
    fly(b, -b->time);
}

substep_body substep_body_then(const substep *r, uint32_t index, double time) {
    const substep_body *own = substep_body_of(r, index);
    substep_body b = own ? *own : body_at_start(r, index);
    substep_bring(&b, time);
    return b;
}

substep_body substep_body_unstruck(const substep *r, uint32_t index, double time) {
    substep_body b = body_at_start(r, index);
    substep_bring(&b, time);
    return b;
}

bool substep_reserve_tables(substep *r) {
    const evo_allocator *memory = r->g->memory;
    size_t before = r->number_capacity, deferred = r->deferred_capacity;
    if (!array_reserve(memory, &r->number_of, &r->number_capacity, r->g->bodies.record_list.count,
                       sizeof *r->number_of))
        return false;
    /* NONE, all of them. */
    array_fill(r->number_of + before, 0xff, r->number_capacity - before, sizeof *r->number_of);
    if (!array_reserve(memory, &r->deferred, &r->deferred_capacity, 2 * r->g->contacts.list.count,
                       sizeof *r->deferred))
        return false;
    array_fill(r->deferred + deferred, 0, r->deferred_capacity - deferred, sizeof *r->deferred);
    return array_reserve(memory, &r->borne, &r->borne_capacity, r->g->bodies.movers,
                         sizeof *r->borne)
           && array_reserve(memory, &r->penetrating, &r->penetrating_capacity, r->g->bodies.movers,
                            sizeof *r->penetrating);
}

bool substep_reserve_bodies(substep *r, size_t more) {
    const evo_allocator *memory = r->g->memory;
    size_t needed = r->body_list.count + more;
    if (needed <= r->table.count) return true;
    return array_reserve(memory, &r->bodies, &r->body_list.capacity, needed, sizeof *r->bodies)
           && array_reserve(memory, &r->marks, &r->mark_capacity, needed, sizeof *r->marks)
           && pair_table_grow(&r->table, (uint32_t)needed);
}

substep_body *substep_join(substep *r, uint32_t index) {
    uint32_t id = r->g->bodies.sims[index].id;
    if (r->number_of[id] != NONE) return &r->bodies[r->number_of[id]];
    uint32_t number = (uint32_t)r->body_list.count++;
    r->bodies[number] = body_at_start(r, index);
    r->table.firsts[number] = pair_entry_never(number);
    r->marks[number].stamp = 0;
    r->number_of[id] = number;
    return &r->bodies[number];
}

bool substep_leaps(const substep *r, uint32_t index, double seconds) {
    const body_sim *sim = &r->g->bodies.sims[index];
    return (double)sim->pace * seconds > (double)ROWS_LEAP * (double)sim->size;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

void substep_see_pair(const substep *r, uint32_t place, double time, substep_pair *p) {
    for (int i = 0; i < 2; ++i) {
        p->indices[i] = place_body(r, place, i);
        p->copies[i] = substep_body_then(r, p->indices[i], time);
        p->bodies[i] = &p->copies[i];
    }
    p->delta = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

void substep_join_pair(substep *r, uint32_t place, double time, substep_pair *p) {
    for (int i = 0; i < 2; ++i) {
        p->indices[i] = place_body(r, place, i);
        substep_body *body = &p->copies[i];
        if (p->indices[i] < r->g->bodies.movers)
            body = substep_join(r, p->indices[i]);
        else
            *body = body_at_start(r, p->indices[i]);
        substep_bring(body, time);
        p->bodies[i] = body;
    }
    p->delta = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

static meeting rounds_meeting(const substep *r, uint32_t place, const substep_pair *p) {
    return meeting_of_circles(vec(0, 0), place_shape(r, place, 0)->of.circle.radius, p->delta,
                              place_shape(r, place, 1)->of.circle.radius, vec_length(p->delta),
                              vec_unit(p->delta, vec(1, 0)));
}

/* From the same side as when the step began, while the two overlap at all. */
static int find_meetings(const substep *r, uint32_t place, const placed sides[2],
                         meeting found[TOUCHES]) {
    bool second = place_is_second(place);
    int count = 1;
    if (second)
        count = touch_find(&sides[0], &sides[1], place_thickness(r, place), found);
    else
        found[0] = pair_measure(&sides[0], &sides[1]);
    evo_vec2 last;
    if (sides[1].shape->kind != EVO_SEGMENT || count == 0 || found[0].gap > 0
        || !across_turns(r->g, place_contact(r, place), sides[1].axis, found[0].normal, &last))
        return count;
    meeting back[TOUCHES];
    int returned = touch_find_towards(&sides[0], &sides[1], last, 0, back);
    if (returned == 0 || -back[0].gap > 2 * shape_reach(sides[0].shape)) return count;
    memcpy(found, back, sizeof back);
    return returned;
}

bool substep_meeting_at(const substep *r, uint32_t place, const substep_pair *p, meeting *found) {
    if (place_is_round(r, place)) {
        *found = rounds_meeting(r, place, p);
        return true;
    }
    substep_shapes seen;
    placed sides[2];
    substep_see_shapes(r, place, p, &seen);
    for (int i = 0; i < 2; ++i)
        sides[i] = placed_at(&seen.shapes[i], seen.fliers[i].flight.position,
                             evo_direction(seen.fliers[i].flight.angle));
    meeting both[TOUCHES];
    int which = place_is_second(place);
    if (find_meetings(r, place, sides, both) <= which) return false;
    *found = both[which];
    return true;
}

void substep_see_shapes(const substep *r, uint32_t place, const substep_pair *p,
                        substep_shapes *seen) {
    for (int i = 0; i < 2; ++i) {
        evo_vec2 center = body_center(r->g, graph_body_at(r->g, p->indices[i]));
        seen->shapes[i] = *place_shape(r, place, i);
        seen->shapes[i].center = vec_sub(seen->shapes[i].center, center);
        const substep_body *b = p->bodies[i];
        moving_shape f = {&seen->shapes[i], b->flight, b->pull};
        if (at_limit(b)) {
            f.flight.velocity = f.accel = vec(0, 0);
            f.flight.spin = 0;
        }
        f.flight.position = i == 0 ? vec(0, 0) : p->delta;
        seen->fliers[i] = f;
    }
}
