/* exact.h: what makes a world one of exact time, without budget and with the contact time that it
 * chooses. */
#ifndef TESTS_SUPPORT_EXACT_H
#define TESTS_SUPPORT_EXACT_H

#include <evolute/exact.h>

static const evo_exact_config EXACT = {0};

#endif
