/* check.h: Check, but for its marks: it writes the line of each assertion that holds to a file, to
 * say after which one a test crashed. That takes longer than most of what is asserted. */
#ifndef TESTS_SUPPORT_CHECK_H
#define TESTS_SUPPORT_CHECK_H

#include <check.h>

#define _mark_point(file, line) ((void)0)

#endif
