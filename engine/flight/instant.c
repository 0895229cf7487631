/* instant.c: contacts that touch at one time, solved together, in parts that share no body that
 * moves. In: contacts and bodies; out: velocities after the impacts. Invariant: a part gains no
 * more energy than its least speeds of parting give. */
#include <assert.h>

#include "core/memory.h"
#include "flight/flight.h"

void instant_free(instant *i) {
    ARRAY_FREE(i->memory, i->contacts, i->contact_capacity);
    ARRAY_FREE(i->memory, i->bodies, i->body_capacity);
    ARRAY_FREE(i->memory, i->sides, i->side_capacity);
    ARRAY_FREE(i->memory, i->pairs, i->pair_capacity);
    ARRAY_FREE(i->memory, i->places, i->place_capacity);
}

/* ---- Gathering ------------------------------------------------------------------------------- */

bool instant_begin(instant *i, uint32_t numbers) {
    i->contact_count = i->body_count = 0;
    return ARRAY_RESERVE_FILLED(i->memory, i->places, i->place_capacity, numbers, 0xff);
}

uint32_t instant_place(const instant *i, uint32_t number) {
    const uint32_t place = i->places[number];
    return place < i->body_count && i->bodies[place].number == number ? place : i->body_count;
}

static bool reserve_instant_body(instant *i) {
    const size_t count = (size_t)i->body_count + 1;
    return ARRAY_RESERVE(i->memory, i->bodies, i->body_capacity, count)
           && ARRAY_RESERVE(i->memory, i->sides, i->side_capacity, count);
}

static void put_body(instant *i, uint32_t number, impulse_body side) {
    i->bodies[i->body_count] = (instant_body){number, 0};
    i->sides[i->body_count++] = side;
}

bool instant_add_body(instant *i, const instant_host *host, uint32_t number) {
    if (instant_place(i, number) < i->body_count) return true;
    if (!reserve_instant_body(i)) return false;
    i->places[number] = i->body_count;
    put_body(i, number, host->body(host->context, number));
    return true;
}

static bool add_side(instant *i, const instant_host *host, instant_contact *c, int side) {
    const uint32_t number = c->bodies[side];
    if (number == INSTANT_GROUND) {
        if (!reserve_instant_body(i)) return false;
        c->places[side] = i->body_count;
        put_body(i, number, c->ground);
        return true;
    }
    if (!instant_add_body(i, host, number)) return false;
    c->places[side] = instant_place(i, number);
    return true;
}

bool instant_add(instant *i, const instant_host *host, const instant_contact *contact) {
    instant_contact c = *contact;
    if (!ARRAY_RESERVE(i->memory, i->contacts, i->contact_capacity, (size_t)i->contact_count + 1)
        || !add_side(i, host, &c, 0) || !add_side(i, host, &c, 1))
        return false;
    assert(c.places[0] < i->body_count && c.places[1] < i->body_count && "its bodies are there");
    i->contacts[i->contact_count++] = c;
    return true;
}

static bool side_moves(const impulse_body *side) {
    return side->inverse_mass > 0;
}

bool instant_gather(instant *i, const instant_host *host) {
    for (uint32_t place = 0; place < i->body_count; ++place)
        if (side_moves(&i->sides[place]) && !host->touches(host->context, place)) return false;
    return ARRAY_RESERVE(i->memory, i->pairs, i->pair_capacity, i->contact_count)
           && ARRAY_RESERVE(i->memory, i->sides, i->side_capacity, 2 * (size_t)i->body_count);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Returns the part of a contact: parts form trees, whose roots are their first contacts. */
static uint32_t part_root(instant *i, uint32_t contact) {
    assert(i->contacts[contact].part <= contact && "the first contact of a part is its root");
    while (i->contacts[contact].part != contact)
        contact = i->contacts[contact].part = i->contacts[i->contacts[contact].part].part;
    return contact;
}

static void join_parts(instant *i, uint32_t a, uint32_t b) {
    const uint32_t one = part_root(i, a), two = part_root(i, b);
    i->contacts[one > two ? one : two].part = one > two ? two : one;
}

static void find_parts(instant *i) {
    for (uint32_t k = 0; k < i->contact_count; ++k) i->contacts[k].part = k;
    for (uint32_t k = 0; k < i->body_count; ++k) i->bodies[k].part = INSTANT_GROUND;
    for (uint32_t k = 0; k < i->contact_count; ++k)
        for (int side = 0; side < 2; ++side) {
            const uint32_t place = i->contacts[k].places[side];
            if (!side_moves(&i->sides[place])) continue;
            if (i->bodies[place].part == INSTANT_GROUND)
                i->bodies[place].part = k;
            else
                join_parts(i, i->bodies[place].part, k);
        }
    for (uint32_t k = 0; k < i->contact_count; ++k) i->contacts[k].part = part_root(i, k);
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].part != INSTANT_GROUND)
            i->bodies[k].part = i->contacts[i->bodies[k].part].part;
}

/* ---- One contact ----------------------------------------------------------------------------- */

static void solve_one(instant *i, instant_contact *c) {
    impulse_body *sides[2] = {&i->sides[c->places[0]], &i->sides[c->places[1]]};
    const evo_vec2 before[2] = {sides[0]->velocity, sides[1]->velocity};
    for (int side = 0; side < 2; ++side) sides[side]->arm = c->arms[side];
    c->result = impulse_resolve(sides[0], sides[1], c->delta, &c->law);
    const bool whole = sides[1]->locked.x == 0 && sides[1]->locked.y == 0;
    if (sides[1]->inverse_mass > 0 && (whole || !(sides[0]->inverse_mass > 0)))
        c->push = vec_scale(vec_sub(sides[1]->velocity, before[1]), 1 / sides[1]->inverse_mass);
    else if (sides[0]->inverse_mass > 0)
        c->push = vec_scale(vec_sub(before[0], sides[0]->velocity), 1 / sides[0]->inverse_mass);
}

/* ---- Several --------------------------------------------------------------------------------- */

/* A part that is solved at once. Energies are twice the kinetic ones. */
typedef struct instant_part {
    uint32_t part, count; /* number of its contacts */
    bool driven;          /* something else may add to its energy */
    double given;         /* most that least speeds of parting add */
} instant_part;

static double energy_of(const instant *i, uint32_t part) {
    double sum = 0;
    for (uint32_t k = 0; k < i->body_count; ++k) {
        const impulse_body *b = &i->sides[k];
        if (i->bodies[k].part != part) continue;
        sum += vec_dot(b->velocity, b->velocity) / b->inverse_mass;
        if (b->inverse_inertia > 0) sum += b->spin * b->spin / b->inverse_inertia;
    }
    return sum;
}

static bool is_driven(const instant *i, const instant_contact *c) {
    for (int side = 0; side < 2; ++side) {
        const impulse_body *b = &i->sides[c->places[side]];
        const bool goes = !vec_is_zero(b->velocity) || b->spin != 0;
        if (goes && !side_moves(b)) return true;
    }
    return c->law.restitution > 1;
}

static double given_by(const instant *i, const instant_contact *c) {
    const double least = c->together.min_speed;
    const double inverse =
        i->sides[c->places[0]].inverse_mass + i->sides[c->places[1]].inverse_mass;
    return least > 0 && inverse > 0 ? least * least / inverse : 0;
}

static instant_part take_part(instant *i, uint32_t part) {
    instant_part taken = {part, 0, false, 0};
    for (uint32_t k = part; k < i->contact_count; ++k) {
        const instant_contact *c = &i->contacts[k];
        if (c->part != part) continue;
        i->pairs[taken.count++] = (impulse_pair){.a = c->places[0],
                                                 .b = c->places[1],
                                                 .delta = c->delta,
                                                 .arms = {c->arms[0], c->arms[1]},
                                                 .law = c->together};
        taken.driven |= is_driven(i, c);
        taken.given += given_by(i, c);
    }
    return taken;
}

/* Copies the bodies of a part, or takes them back. */
static void keep_sides(instant *i, impulse_body *kept, uint32_t part, bool back) {
    uint32_t next = 0;
    for (uint32_t k = 0; k < i->body_count; ++k) {
        if (i->bodies[k].part != part) continue;
        if (back)
            i->sides[k] = kept[next++];
        else
            kept[next++] = i->sides[k];
    }
}

static void take_result(instant_contact *c, const impulse_pair *p) {
    c->result = p->result;
    c->push = vec_along(vec_scale(p->normal, p->impulses[0]), p->impulses[1], vec_left(p->normal));
}

/* Solves all contacts of a part at once; one after the other if that would add energy. */
static void solve_together(instant *i, const instant_part *p) {
    impulse_body *kept = i->sides + i->body_count;
    assert(i->side_capacity >= 2 * (size_t)i->body_count && "copies have room");
    keep_sides(i, kept, p->part, false);
    const double before = energy_of(i, p->part);
    impulses_resolve(i->sides, i->pairs, p->count);
    const double after = energy_of(i, p->part);
    const bool gains = !p->driven && after > before * (1 + 1e-12) + p->given;
    if (gains) keep_sides(i, kept, p->part, true);
    uint32_t next = 0;
    for (uint32_t k = p->part; k < i->contact_count; ++k) {
        if (i->contacts[k].part != p->part) continue;
        if (gains)
            solve_one(i, &i->contacts[k]);
        else
            take_result(&i->contacts[k], &i->pairs[next++]);
    }
}

void instant_solve(instant *i) {
    find_parts(i);
    for (uint32_t part = 0; part < i->contact_count; ++part) {
        if (i->contacts[part].part != part) continue;
        const instant_part taken = take_part(i, part);
        if (taken.count == 1)
            solve_one(i, &i->contacts[part]);
        else
            solve_together(i, &taken);
    }
}
