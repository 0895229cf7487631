/* suites.h: every suite, in the order in which tests/run.sh begins them: the long ones first, so
 * that all end at about the same time. A new suite is added here alone. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include "support/check.h"

/* clang-format off */
#define SUITES \
    SUITE(guide) SUITE(threads) SUITE(run) SUITE(event_world) SUITE(checkpoints) SUITE(sandbox) \
    SUITE(gates) SUITE(saves) SUITE(tunnels) SUITE(records) SUITE(lanes) SUITE(scenes) \
    SUITE(step) SUITE(world_memory) SUITE(inspector) SUITE(samples) SUITE(costs) \
    SUITE(event_changes) SUITE(event_memory) SUITE(refusals) SUITE(changes) SUITE(gases) \
    SUITE(bounded) SUITE(touches) SUITE(levels) SUITE(hashes) SUITE(queries) \
    SUITE(special_numbers) SUITE(structures) SUITE(joint_energy) SUITE(own_saves) SUITE(bounces) \
    SUITE(shear) SUITE(conservation) SUITE(sandbox_joints) SUITE(substeps) SUITE(rest) \
    SUITE(seeks) SUITE(questions) SUITE(pressed) SUITE(shapes) SUITE(extremes) \
    SUITE(random_machines) SUITE(overlaps) SUITE(chains) SUITE(demos) SUITE(past) SUITE(impacts) \
    SUITE(world_bad_input) SUITE(locks) SUITE(endings) SUITE(game) SUITE(ghosts) SUITE(toi) \
    SUITE(forces) SUITE(seams) SUITE(sandbox_files) SUITE(asking) SUITE(complaints) \
    SUITE(far_anchors) SUITE(motion) SUITE(joints) SUITE(workers) SUITE(lists) SUITE(flats) \
    SUITE(hollows) SUITE(page) SUITE(drift) SUITE(measure) SUITE(damage) SUITE(impulse) \
    SUITE(breaking) SUITE(queue) SUITE(hull_shots) SUITE(one_way) SUITE(movers) SUITE(floating) \
    SUITE(callbacks) SUITE(sleep) SUITE(terminal) SUITE(event_laws) SUITE(planes) \
    SUITE(joint_calls) SUITE(reserve) SUITE(heroes) SUITE(neighbour_toi) SUITE(contacts) \
    SUITE(cells) SUITE(growing) SUITE(outlines) SUITE(wind) SUITE(waking) SUITE(ragdolls) \
    SUITE(impact_friction) SUITE(draw) SUITE(draw_items) SUITE(machines) SUITE(world_state) \
    SUITE(casts) SUITE(port) SUITE(weights) SUITE(random_joints) SUITE(loads) SUITE(readers) \
    SUITE(belts) SUITE(piles) SUITE(gaps) SUITE(friction) SUITE(pictures) SUITE(interface) \
    SUITE(sums) SUITE(index) SUITE(row_forms) SUITE(trig) SUITE(blasts) SUITE(body_states) \
    SUITE(simultaneous) SUITE(below) SUITE(pair_table) SUITE(stiffness) SUITE(handles) \
    SUITE(validate) SUITE(fuzzed) SUITE(bad_input) SUITE(table) SUITE(walker) SUITE(examples)
/* clang-format on */

#define SUITE(name) Suite *suite_##name(void);
SUITES
#undef SUITE

#endif
