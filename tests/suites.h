/* suites.h: every suite, by the seconds that it takes, longest first: so the parts of EVOLUTE_PART
 * take about as long. A new suite is added here alone. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <check.h>

/* clang-format off */
#define SUITES \
    SUITE(changes) SUITE(event_changes) SUITE(step) SUITE(hashes) SUITE(drift) SUITE(endings)      \
    SUITE(extremes) SUITE(scenes) SUITE(run) SUITE(world_memory) SUITE(refusals)                   \
    SUITE(queries) SUITE(validate)                                                                 \
    SUITE(checkpoints) SUITE(event_calls) SUITE(ghosts) SUITE(world_touches) SUITE(tunnels) SUITE(event_world)        \
    SUITE(index) SUITE(measure) SUITE(seams) SUITE(closed) SUITE(sandbox) SUITE(shapes)            \
    SUITE(event_memory) SUITE(sandbox_joints) SUITE(gas_invariants) SUITE(boxes)                   \
    SUITE(gas_equilibrium)                                                                         \
    SUITE(conservation) SUITE(impulse) SUITE(line) SUITE(pairs) SUITE(draw) SUITE(draw_items)      \
    SUITE(toi) SUITE(events) SUITE(hollows) SUITE(queue) SUITE(substeps) SUITE(virial)             \
    SUITE(neighbour_toi) SUITE(cells) SUITE(contacts) SUITE(heavy) SUITE(pictures)                 \
    SUITE(draw_contacts) SUITE(impulses) SUITE(motion) SUITE(piles) SUITE(rough) SUITE(samples)    \
    SUITE(trig) SUITE(world_bad_input) SUITE(bad_input) SUITE(bounces) SUITE(drives)               \
    SUITE(gap_cases) SUITE(flat_cases) SUITE(impact_cases) SUITE(laws) SUITE(pair_table)           \
    SUITE(simultaneous) SUITE(table) SUITE(time_cases) SUITE(triangle) SUITE(world_handles)        \
    SUITE(world_body_states) SUITE(world_same_bits) SUITE(world_counters) SUITE(world_sleep)       \
    SUITE(step_changes) SUITE(flats) SUITE(chains) SUITE(callbacks) SUITE(walker)                  \
    SUITE(asking) SUITE(lists) SUITE(port) SUITE(casts) SUITE(world_state) SUITE(machines)  \
    SUITE(joints) SUITE(joint_calls) SUITE(random_machines) SUITE(structures) SUITE(pressed) SUITE(joint_laws) SUITE(belts) \
    SUITE(event_laws) SUITE(trace) SUITE(demos) SUITE(page) SUITE(second_order) \
    SUITE(machine_laws) SUITE(loads) SUITE(varying_steps) SUITE(ragdolls) SUITE(waking) \
    SUITE(costs) SUITE(hull_shots) SUITE(crowds) SUITE(floors) SUITE(listed) SUITE(gates) \
    SUITE(bounded) SUITE(saves) SUITE(own_saves) SUITE(records) SUITE(past) SUITE(damage) \
    SUITE(reserve) SUITE(fuzzed) SUITE(lanes) SUITE(questions) SUITE(far_anchors) SUITE(rest) \
    SUITE(bouncing_crowds) SUITE(breaking) SUITE(interface) SUITE(locks) SUITE(one_way) \
    SUITE(growing) SUITE(shear) SUITE(below) SUITE(blasts) SUITE(wind) SUITE(floating) SUITE(outlines) SUITE(sums) \
    SUITE(movers) SUITE(planes) SUITE(row_forms) SUITE(forces) SUITE(guide) SUITE(game) SUITE(terminal) \
    SUITE(examples) SUITE(threads) SUITE(workers) SUITE(complaints) SUITE(stiffness)
/* clang-format on */

#define SUITE(name) Suite *suite_##name(void);
SUITES
#undef SUITE

#endif
