/* script.h: random calls that a subject makes; every change that the interface offers is among
 * them. */
#ifndef TESTS_SUPPORT_SCRIPT_H
#define TESTS_SUPPORT_SCRIPT_H

#include "subject.h"

/* The world, and what stands in it from the beginning. */
void script_open(subject *s);

/* A few calls before a step. */
void script_play(subject *s);

#endif
