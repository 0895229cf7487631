#include "suites.h"
Suite *suite_extremes(void) {
    return suite_create("extremes");
}
