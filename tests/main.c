/* main.c: runs every suite. CK_RUN_SUITE, CK_EXCLUDE_TAGS and CK_FORK choose, as Check has it. */
#include <stdlib.h>

#include "suites.h"

/* Seconds that a test may take where its case sets no limit of its own: slow machines, and builds
 * without optimisation, must not fail for that. */
static const char *LONG_ENOUGH = "180";

int main(void) {
    setenv("CK_DEFAULT_TIMEOUT", LONG_ENOUGH, 0);
    SRunner *runner = srunner_create(suite_trig());
    srunner_add_suite(runner, suite_table());
    srunner_add_suite(runner, suite_shapes());
    srunner_add_suite(runner, suite_pairs());
    srunner_add_suite(runner, suite_contacts());
    srunner_add_suite(runner, suite_toi());
    srunner_add_suite(runner, suite_triangle());
    srunner_add_suite(runner, suite_pair_table());
    srunner_add_suite(runner, suite_impulse());
    srunner_add_suite(runner, suite_impulses());
    srunner_add_suite(runner, suite_line());
    srunner_add_suite(runner, suite_queue());
    srunner_add_suite(runner, suite_cells());
    srunner_add_suite(runner, suite_neighbour_toi());
    srunner_add_suite(runner, suite_event_world());
    srunner_add_suite(runner, suite_event_memory());
    srunner_add_suite(runner, suite_simultaneous());
    srunner_add_suite(runner, suite_queries());
    srunner_add_suite(runner, suite_bad_input());
    srunner_add_suite(runner, suite_grid());
    srunner_add_suite(runner, suite_world());
    srunner_add_suite(runner, suite_world_touches());
    srunner_add_suite(runner, suite_world_sleep());
    srunner_add_suite(runner, suite_world_bad_input());
    srunner_add_suite(runner, suite_world_memory());
    srunner_add_suite(runner, suite_world_pairs());
    srunner_add_suite(runner, suite_world_counters());
    srunner_add_suite(runner, suite_draw());
    srunner_add_suite(runner, suite_draw_contacts());
    srunner_add_suite(runner, suite_samples());
    srunner_add_suite(runner, suite_scenes());
    srunner_add_suite(runner, suite_pictures());
    srunner_add_suite(runner, suite_run());
    srunner_add_suite(runner, suite_sandbox());
    srunner_add_suite(runner, suite_hashes());
    srunner_add_suite(runner, suite_gap_cases());
    srunner_add_suite(runner, suite_time_cases());
    srunner_add_suite(runner, suite_laws());
    srunner_add_suite(runner, suite_changes());
    srunner_add_suite(runner, suite_drives());
    srunner_add_suite(runner, suite_motion());
    srunner_add_suite(runner, suite_bounces());
    srunner_add_suite(runner, suite_tunnels());
    srunner_add_suite(runner, suite_boxes());
    srunner_add_suite(runner, suite_closed());
    srunner_add_suite(runner, suite_hollows());
    srunner_add_suite(runner, suite_endings());
    srunner_add_suite(runner, suite_rough());
    srunner_add_suite(runner, suite_virial());
    srunner_add_suite(runner, suite_ghosts());
    srunner_add_suite(runner, suite_seams());
    srunner_add_suite(runner, suite_substeps());
    srunner_add_suite(runner, suite_conservation());
    srunner_add_suite(runner, suite_events());
    srunner_add_suite(runner, suite_gases());
    srunner_add_suite(runner, suite_joining());
    srunner_add_suite(runner, suite_impact_cases());
    srunner_add_suite(runner, suite_heavy());
    srunner_add_suite(runner, suite_piles());
    srunner_add_suite(runner, suite_extremes());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
