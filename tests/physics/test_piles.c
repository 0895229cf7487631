#include "suites.h"
Suite *suite_piles(void) {
    return suite_create("piles");
}
