/* rush_bodies.c: who is in a rush, and the contacts that each mover has. */
#include "core/array.h"
#include "narrow/pair.h"
#include "world/rush.h"

/* ---- Contacts -------------------------------------------------------------------------------- */

/* Links each mover's sides of contacts, the last first. Lanes that are not used name the ground. */
static void link_sides(evo_world *world) {
    rush *r = &world->rush;
    uint32_t places = (uint32_t)world->batch_count * BATCH;
    for (uint32_t place = 0; place < places; ++place)
        for (int side = 0; side < 2; ++side) {
            uint32_t mover = rush_mover_at(world, place, side);
            if (mover == NOBODY) continue;
            r->next[2 * place + (uint32_t)side] = r->first_of[mover];
            r->first_of[mover] = 2 * place + (uint32_t)side;
        }
}

bool rush_link(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    size_t movers = world->movers, places = world->batch_count * BATCH;
    if (r->linked) return true;
    if (!array_reserve(memory, &r->first_of, &r->first_capacity, movers, sizeof *r->first_of)
        || !array_reserve(memory, &r->number_of, &r->number_capacity, movers, sizeof *r->number_of)
        || !array_reserve(memory, &r->sunk, &r->sunk_capacity, movers, sizeof *r->sunk)
        || !array_reserve(memory, &r->next, &r->next_capacity, 2 * places, sizeof *r->next)
        || !array_reserve(memory, &r->left, &r->left_capacity, places, sizeof *r->left))
        return false;
    array_fill(r->left, 0, r->left_capacity, sizeof *r->left);
    /* NOBODY, all of them. */
    array_fill(r->first_of, 0xff, movers, sizeof *r->first_of);
    array_fill(r->number_of, 0xff, movers, sizeof *r->number_of);
    link_sides(world);
    r->linked = true;
    return true;
}

void rush_forget(evo_world *world) {
    world->rush.linked = false;
}

double rush_size_at(const evo_world *world, uint32_t place) {
    double size = INFINITY;
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = rush_body_at(world, place, side);
        if (rank < world->movers) size = least_of(size, (double)world->traits[rank].size);
    }
    return size;
}

double rush_restitution_at(const evo_world *world, uint32_t place) {
    batch_sort sort = world->sorts[place / BATCH];
    return sort < 0 ? 0 : (double)world->batch_extras[sort].restitution[place % BATCH];
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* Whether some contact bears it: then nothing pulls it within the step. */
static bool is_borne(const evo_world *world, uint32_t rank) {
    const rush *r = &world->rush;
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
        uint32_t place = side / 2, number = place / BATCH, lane = place % BATCH;
        if (world->pairs[number].touching >> lane & 1 && world->batches[number].push[lane] > 0)
            return true;
    }
    return false;
}

evo_vec2 rush_pull(const evo_world *world, uint32_t rank) {
    evo_vec2 pull = body_pull(world, rank);
    return (pull.x != 0 || pull.y != 0) && is_borne(world, rank) ? vec(0, 0) : pull;
}

/* A body that is no mover stands still. */
static rush_body body_at_start(const evo_world *world, uint32_t rank) {
    const body_motion *m = &world->motions[rank];
    rush_body b = {.rank = rank, .flight = {m->position, {0, 0}, m->angle, 0}};
    if (rank >= world->movers) return b;
    b.flight.velocity = m->velocity;
    b.flight.spin = m->spin;
    b.pull = rush_pull(world, rank);
    if (world->rush.sunk[rank]) b.turns = RUSH_TURNS + 1;
    b.slack = (double)world->traits[rank].slack;
    return b;
}

/* Along its flight; back if the time is below 0. */
static void fly(rush_body *b, double after) {
    evo_vec2 mean = vec_along(b->flight.velocity, 0.5 * after, b->pull);
    b->flight.position = vec_along(b->flight.position, after, mean);
    b->flight.velocity = vec_along(b->flight.velocity, after, b->pull);
    b->flight.angle += after * b->flight.spin;
    b->way += fabs(after) * (vec_length(mean) + vec_length(b->pull) * fabs(after));
    b->time += after;
}

void rush_bring(rush_body *b, double time) {
    if (!rush_is_spent(b)) fly(b, time - b->time);
}

void rush_rewind(rush_body *b) {
    fly(b, -b->time);
}

rush_body rush_body_then(const evo_world *world, uint32_t rank, double time) {
    const rush *r = &world->rush;
    uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
    rush_body b = number != NOBODY ? r->bodies[number] : body_at_start(world, rank);
    rush_bring(&b, time);
    return b;
}

bool rush_reserve_bodies(evo_world *world, size_t more) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    size_t needed = r->body_list.count + more;
    if (needed <= r->table.count) return true;
    return array_reserve(memory, &r->bodies, &r->body_list.capacity, needed, sizeof *r->bodies)
           && array_reserve(memory, &r->marks, &r->mark_capacity, needed, sizeof *r->marks)
           && array_reserve(memory, &r->strays, &r->stray_list.capacity,
                            r->stray_list.count + needed, sizeof *r->strays)
           && pair_table_grow(&r->table, (uint32_t)needed);
}

uint32_t rush_join(evo_world *world, uint32_t rank) {
    rush *r = &world->rush;
    if (r->number_of[rank] != NOBODY) return r->number_of[rank];
    uint32_t number = (uint32_t)r->body_list.count++;
    r->bodies[number] = body_at_start(world, rank);
    r->table.firsts[number] = pair_entry_never(number);
    r->marks[number].stamp = 0;
    r->number_of[rank] = number;
    return number;
}

bool rush_leaps(const evo_world *world, uint32_t rank, double seconds) {
    const body_trait *trait = &world->traits[rank];
    return (double)trait->pace * seconds > (double)ROWS_LEAP * (double)trait->size;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

void rush_see_pair(const evo_world *world, uint32_t place, double time, rush_pair *p) {
    for (int i = 0; i < 2; ++i) {
        p->ranks[i] = rush_body_at(world, place, i);
        p->copies[i] = rush_body_then(world, p->ranks[i], time);
        p->bodies[i] = &p->copies[i];
    }
    p->way = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

void rush_join_pair(evo_world *world, uint32_t place, double time, rush_pair *p) {
    rush *r = &world->rush;
    for (int i = 0; i < 2; ++i) {
        p->ranks[i] = rush_body_at(world, place, i);
        rush_body *body = &p->copies[i];
        if (p->ranks[i] < world->movers)
            body = &r->bodies[rush_join(world, p->ranks[i])];
        else
            *body = body_at_start(world, p->ranks[i]);
        rush_bring(body, time);
        p->bodies[i] = body;
    }
    p->way = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

static meeting rounds_meeting(const evo_world *world, uint32_t place, const rush_pair *p) {
    double distance = vec_length(p->way);
    return meeting_of_rounds(vec(0, 0), rush_radius_at(world, place, 0), p->way,
                             rush_radius_at(world, place, 1), distance,
                             vec_unit(p->way, vec(1, 0)));
}

bool rush_meeting_at(const evo_world *world, uint32_t place, const rush_pair *p, meeting *found) {
    if (rush_is_round(world, place)) {
        *found = rounds_meeting(world, place, p);
        return true;
    }
    rush_shapes seen;
    placed sides[2];
    rush_see_shapes(world, place, p, &seen);
    for (int i = 0; i < 2; ++i)
        sides[i] = placed_at(&seen.shapes[i], seen.fliers[i].flight.position,
                             evo_direction(seen.fliers[i].flight.angle));
    if (!rush_is_second(world, place)) {
        *found = pair_measure(&sides[0], &sides[1]);
        return true;
    }
    meeting both[TOUCHES];
    double margin = (double)world->pairs[place / BATCH].size[place % BATCH];
    if (touch_find(&sides[0], &sides[1], margin, both) < TOUCHES) return false;
    *found = both[1];
    return true;
}

void rush_see_shapes(const evo_world *world, uint32_t place, const rush_pair *p,
                     rush_shapes *seen) {
    for (int i = 0; i < 2; ++i) {
        evo_vec2 center = body_center(world, card_of_rank(world, p->ranks[i]));
        seen->shapes[i] = rush_make_at(world, place, i)->key.shape;
        seen->shapes[i].center = vec_sub(seen->shapes[i].center, center);
        const rush_body *b = p->bodies[i];
        moving_shape f = {&seen->shapes[i], b->flight, b->pull};
        if (rush_is_spent(b)) {
            f.flight.velocity = f.accel = vec(0, 0);
            f.flight.spin = 0;
        }
        f.flight.position = i == 0 ? vec(0, 0) : p->way;
        seen->fliers[i] = f;
    }
}
