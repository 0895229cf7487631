#include <stdlib.h>

#include "suites.h"

int main(void) {
    SRunner *runner = srunner_create(suite_gap_cases());
    srunner_add_suite(runner, suite_time_cases());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
