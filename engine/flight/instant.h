/* instant.h: all impacts of one instant, in steps and in worlds of events alike.
 *
 * The host adds the contacts that are due, and then, for each body among them, those in which it
 * touches others. Contacts that share a body that moves are one part; each part is solved by the
 * law of one impact, or of several together. So what is symmetric stays so, whether what is met
 * moves or not. */
#ifndef ENGINE_FLIGHT_INSTANT_H
#define ENGINE_FLIGHT_INSTANT_H

#include "flight/impulses.h"

/* Stands for a body's number: what no impact moves has none. */
static const uint32_t INSTANT_GROUND = 0xffffffffu;

/* Restitution of hops of several together, which need not be exact: closer to 1, the law of several
 * takes thousands of rounds. */
static const double HOP_TOGETHER = 0.5;

typedef struct instant_contact {
    uint32_t bodies[2]; /* the host's numbers; the second may be INSTANT_GROUND */
    uint32_t pair;      /* the host's name for the contact */
    impulse_body ground;
    evo_vec2 delta;            /* vector from the first to the second along the normal */
    evo_vec2 arms[2];          /* arms from the centres of mass to the contact */
    impulse_law law, together; /* law of the contact alone, and among others */
    double approach;       /* speed of approach; not above 0: a plastic contact that may close */
    impulse_result result; /* output, as what follows */
    evo_vec2 push;         /* impulse on the second */
    uint32_t places[2];    /* indices among the bodies */
    uint32_t part;
} instant_contact;

typedef struct instant_body {
    uint32_t number; /* or INSTANT_GROUND */
    uint32_t part;
} instant_body;

typedef struct instant {
    const evo_allocator *memory;
    instant_contact *contacts;
    instant_body *bodies;
    impulse_body *sides; /* by body: as it moves before, and then after the impacts; and copies */
    impulse_pair *pairs; /* room for a part */
    uint32_t *places;    /* by the host's number: index among the bodies, if it is there */
    uint32_t contact_count, body_count;
    size_t contact_capacity, body_capacity, side_capacity, pair_capacity, place_capacity;
} instant;

typedef struct instant_host {
    void *context;
    /* A body as it moves at the instant. */
    impulse_body (*body)(void *context, uint32_t number);
    /* Adds the contacts of the body at a place that have not been added yet. False: out of
     * memory. */
    bool (*touches)(void *context, uint32_t place);
} instant_host;

void instant_free(instant *i);

/* Begins an instant among so many numbers. False: out of memory. */
bool instant_begin(instant *i, uint32_t numbers);

/* The place of a body, or the count of bodies. */
uint32_t instant_place(const instant *i, uint32_t number);

/* Adds a body, or a contact and its bodies. False: out of memory. */
bool instant_add_body(instant *i, const instant_host *host, uint32_t number);
bool instant_add(instant *i, const instant_host *host, const instant_contact *contact);

/* Asks for the touches of all bodies that move, and takes room to solve. False: out of memory. */
bool instant_gather(instant *i, const instant_host *host);

/* Solves all parts: sets sides and results. Energy does not grow, but by min_speed, bumpers and
 * what is driven. */
void instant_solve(instant *i);

#endif
