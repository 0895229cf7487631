/* clock.h: the time of an event world, which loses no digits as time goes by.
 *
 * The clock counts from L to 2 L, L a power of two, and is then set back by a multiple of L, exact:
 * all times between are multiples of the same unit.
 */
#ifndef ENGINE_EVENT_CLOCK_H
#define ENGINE_EVENT_CLOCK_H

#include <math.h>

/* A time by the clock, as it stood after so much had been set back. */
typedef struct clock_time {
    double clock, rewound;
} clock_time;

typedef struct event_clock {
    double period;      /* L */
    double rewound;     /* by how much the clock has been set back */
    double begun;       /* the world's time at the start */
    clock_time present; /* the time asked for last: the world's present */
    clock_time reached; /* up to where all is done: the last impact, or the present before */
    double last_pair;   /* by the clock: when two particles met last */
} event_clock;

static inline double clock_elapsed(const event_clock *c, clock_time t) {
    return t.clock - c->period + t.rewound;
}

static inline double clock_world_time(const event_clock *c, clock_time t) {
    return c->begun + clock_elapsed(c, t);
}

/* A time by the clock as it is set now; it may be before L. */
static inline double clock_current(const event_clock *c, clock_time t) {
    return t.clock - (c->rewound - t.rewound);
}

/* The same time in the first period of the clock. */
static inline clock_time clock_normalized(const event_clock *c, clock_time t) {
    double periods = floor(t.clock / c->period) - 1;
    t.clock -= periods * c->period;
    t.rewound += periods * c->period;
    return t;
}

#endif
