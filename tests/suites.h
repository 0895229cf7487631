/* suites.h: every suite, by the seconds that it takes, longest first: so the parts of EVOLUTE_PART
 * take about as long. A new suite is added here alone. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <check.h>

/* clang-format off */
#define SUITES \
    SUITE(changes) SUITE(event_changes) SUITE(step) SUITE(hashes) SUITE(drift) SUITE(endings) \
    SUITE(extremes) SUITE(scenes) SUITE(run) SUITE(world_memory) SUITE(refusals) SUITE(queries) \
    SUITE(validate) SUITE(checkpoints) SUITE(ghosts) SUITE(touches) SUITE(tunnels) \
    SUITE(event_world) SUITE(index) SUITE(measure) SUITE(seams) SUITE(conservation) \
    SUITE(sandbox) SUITE(shapes) SUITE(event_memory) SUITE(sandbox_joints) SUITE(gases) \
    SUITE(impulse) SUITE(toi) SUITE(overlaps) SUITE(draw) SUITE(draw_items) SUITE(impacts) \
    SUITE(hollows) SUITE(queue) SUITE(substeps) SUITE(neighbour_toi) SUITE(cells) SUITE(contacts) \
    SUITE(loads) SUITE(pictures) SUITE(motion) SUITE(piles) SUITE(impact_friction) SUITE(samples) \
    SUITE(trig) SUITE(world_bad_input) SUITE(bad_input) SUITE(bounces) SUITE(belts) SUITE(gaps) \
    SUITE(friction) SUITE(pair_table) SUITE(simultaneous) SUITE(table) SUITE(handles) \
    SUITE(body_states) SUITE(world_state) SUITE(sleep) SUITE(flats) SUITE(chains) \
    SUITE(callbacks) SUITE(walker) SUITE(asking) SUITE(lists) SUITE(port) SUITE(casts) \
    SUITE(machines) SUITE(joints) SUITE(joint_calls) SUITE(random_machines) SUITE(structures) \
    SUITE(pressed) SUITE(random_joints) SUITE(event_laws) SUITE(trace) SUITE(demos) SUITE(page) \
    SUITE(joint_energy) SUITE(rest) SUITE(ragdolls) SUITE(waking) SUITE(costs) SUITE(hull_shots) \
    SUITE(gates) SUITE(bounded) SUITE(saves) SUITE(own_saves) SUITE(records) SUITE(past) \
    SUITE(damage) SUITE(reserve) SUITE(fuzzed) SUITE(lanes) SUITE(questions) SUITE(far_anchors) \
    SUITE(breaking) SUITE(interface) SUITE(locks) SUITE(one_way) SUITE(growing) SUITE(shear) \
    SUITE(below) SUITE(blasts) SUITE(wind) SUITE(floating) SUITE(outlines) SUITE(sums) \
    SUITE(movers) SUITE(planes) SUITE(row_forms) SUITE(forces) SUITE(guide) SUITE(game) \
    SUITE(terminal) SUITE(examples) SUITE(threads) SUITE(workers) SUITE(complaints) \
    SUITE(stiffness)
/* clang-format on */

#define SUITE(name) Suite *suite_##name(void);
SUITES
#undef SUITE

#endif
