#include "suites.h"
Suite *suite_world_bad_input(void) { return suite_create("world_bad_input"); }
