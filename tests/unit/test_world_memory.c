#include "suites.h"
Suite *suite_world_memory(void) { return suite_create("world_memory"); }
