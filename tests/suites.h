/* suites.h: every suite, in the order in which tests/run.sh begins them: the long ones first, so
 * that all end at about the same time. A new suite is added here alone. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include "support/check.h"

/* clang-format off */
#define SUITES \
    SUITE(lanes) SUITE(hashes) SUITE(changes) SUITE(threads) SUITE(event_changes) SUITE(tunnels) \
    SUITE(run) SUITE(event_world) SUITE(records) SUITE(step) SUITE(shapes) SUITE(world_memory) \
    SUITE(saves) SUITE(seeks) SUITE(measure) SUITE(gates) SUITE(sandbox) SUITE(reserve) SUITE(far_anchors) \
    SUITE(toi) SUITE(scenes) SUITE(guide) SUITE(world_bad_input) SUITE(structures) SUITE(locks) \
    SUITE(event_memory) SUITE(special_numbers) SUITE(joint_energy) SUITE(refusals) SUITE(own_saves) SUITE(bounces) \
    SUITE(samples) SUITE(touches) SUITE(overlaps) SUITE(shear) SUITE(gases) SUITE(seams) \
    SUITE(questions) SUITE(queries) SUITE(conservation) SUITE(chains) SUITE(substeps) \
    SUITE(extremes) SUITE(bounded) SUITE(hull_shots) SUITE(pressed) SUITE(checkpoints) \
    SUITE(flats) SUITE(motion) SUITE(impulse) SUITE(ghosts) SUITE(random_machines) \
    SUITE(sandbox_joints) SUITE(sandbox_files) SUITE(inspector) SUITE(joints) SUITE(one_way) SUITE(demos) SUITE(forces) SUITE(hollows) \
    SUITE(costs) SUITE(game) SUITE(endings) SUITE(past) SUITE(movers) SUITE(damage) SUITE(rest) \
    SUITE(heroes) SUITE(levels) SUITE(breaking) SUITE(impacts) SUITE(drift) SUITE(index) SUITE(row_forms) SUITE(event_laws) \
    SUITE(floating) SUITE(random_joints) SUITE(workers) SUITE(queue) SUITE(planes) SUITE(loads) \
    SUITE(asking) SUITE(readers) SUITE(lists) SUITE(neighbour_toi) SUITE(outlines) SUITE(wind) \
    SUITE(belts) SUITE(piles) SUITE(waking) SUITE(contacts) SUITE(callbacks) SUITE(ragdolls) \
    SUITE(impact_friction) SUITE(draw) SUITE(cells) SUITE(gaps) SUITE(sleep) \
    SUITE(growing) SUITE(draw_items) SUITE(machines) SUITE(world_state) SUITE(friction) \
    SUITE(joint_calls) SUITE(pictures) SUITE(page) SUITE(trig) SUITE(interface) SUITE(terminal) \
    SUITE(casts) SUITE(simultaneous) SUITE(below) SUITE(sums) SUITE(port) SUITE(pair_table) \
    SUITE(table) SUITE(walker) SUITE(stiffness) SUITE(complaints) SUITE(handles) SUITE(blasts) \
    SUITE(body_states) SUITE(validate) SUITE(fuzzed) SUITE(bad_input) SUITE(examples) SUITE(weights)
/* clang-format on */

#define SUITE(name) Suite *suite_##name(void);
SUITES
#undef SUITE

#endif
