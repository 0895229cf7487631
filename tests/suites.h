/* suites.h: every suite, for tests/main.c. A new one is added here and there. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <check.h>

Suite *suite_trig(void);
Suite *suite_table(void);
Suite *suite_shapes(void);
Suite *suite_pairs(void);
Suite *suite_contacts(void);
Suite *suite_toi(void);
Suite *suite_triangle(void);
Suite *suite_pair_table(void);
Suite *suite_impulse(void);
Suite *suite_cells(void);
Suite *suite_neighbour_toi(void);
Suite *suite_event_world(void);
Suite *suite_event_memory(void);
Suite *suite_impulses(void);
Suite *suite_line(void);
Suite *suite_queue(void);
Suite *suite_simultaneous(void);
Suite *suite_queries(void);
Suite *suite_bad_input(void);
Suite *suite_grid(void);
Suite *suite_world(void);
Suite *suite_world_touches(void);
Suite *suite_world_sleep(void);
Suite *suite_world_bad_input(void);
Suite *suite_world_memory(void);
Suite *suite_world_pairs(void);
Suite *suite_world_counters(void);
Suite *suite_draw(void);
Suite *suite_draw_contacts(void);
Suite *suite_samples(void);
Suite *suite_scenes(void);
Suite *suite_pictures(void);
Suite *suite_run(void);
Suite *suite_sandbox(void);
Suite *suite_hashes(void);
Suite *suite_gap_cases(void);
Suite *suite_time_cases(void);
Suite *suite_laws(void);
Suite *suite_changes(void);
Suite *suite_drives(void);
Suite *suite_motion(void);
Suite *suite_bounces(void);
Suite *suite_tunnels(void);
Suite *suite_substeps(void);
Suite *suite_conservation(void);
Suite *suite_events(void);
Suite *suite_gases(void);
Suite *suite_joining(void);
Suite *suite_piles(void);
Suite *suite_extremes(void);

#endif
