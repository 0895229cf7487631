/* neutral.h: calls that change nothing: questions, refused calls, and settings set to what they
 * are. What the interface says to wake a body, such as a velocity or a pose, is not among them. */
#ifndef TESTS_SUPPORT_NEUTRAL_H
#define TESTS_SUPPORT_NEUTRAL_H

#include "subject.h"

typedef struct neutral {
    const char *name;
    bool events; /* has a meaning only in worlds of events */
    void (*call)(const subject *s);
} neutral;

/* By number; NULL beyond the last. */
const neutral *neutral_at(size_t number);
size_t neutral_count(void);

/* Makes the calls of this kind a few times, of bodies that the random numbers choose; false where
 * they have no meaning. */
bool neutral_make(const neutral *n, const subject *s);

#endif
