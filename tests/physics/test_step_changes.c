/* test_step_changes.c: bodies changed by hand between steps, on the inside of the engine. */
#include <check.h>

#include "suites.h"
#include "support/stepping.h"

/* Changes by number, of a sleeping disk with two colliders; false: refused. */
enum { CHANGES = 9 };

static bool make_change(step_world *w, int change, uint32_t body) {
    const evo_mass mass = {5, {0.1, 0}, 2};
    const evo_collider_config more = {.shape = evo_circle(0.2)};
    uint32_t first;
    switch (change) {
    case 0:
        return step_set_motion(w, body, (evo_vec2){1, 2}, 0);
    case 1:
        return step_push(w, body, (evo_vec2){60, 0}, 3);
    case 2:
        return step_set_mass(w, body, &mass);
    case 3:
        return step_set_damping(w, body, 2, 3);
    case 4:
        return step_set_gravity_scale(w, body, 0);
    case 5:
        return step_set_locks(w, body, (evo_locks){.spin = true});
    case 6:
        return step_set_never_sleep(w, body, true);
    case 7:
        return step_add_collider(w, body, &more) != NONE;
    default:
        first = w->bodies.records[body].first_collider;
        return step_remove_colliders(w, (collider_run){first, w->bodies.colliders[first].next});
    }
}

static void check_change(stepping *s, int change, uint32_t body) {
    const body_record *record = &s->world.bodies.records[body];
    const body_state before = *stepping_state(s, body);
    stepping_run(s, 1);
    const body_state after = *stepping_state(s, body);
    const body_forces forces = body_forces_of(&s->world.bodies, body);
    switch (change) {
    case 0:
        ck_assert(before.velocity.x == 1 && before.velocity.y == 2 && after.velocity.x > 0);
        break;
    case 1:
        ck_assert(after.velocity.x > 0 && forces.force.x == 0 && forces.torque == 0);
        break;
    case 2:
        ck_assert(record->mass == 5 && record->inertia == 2 && record->center.x == 0.1);
        break;
    case 3:
        ck_assert(forces.damping == 2 && forces.spin_damping == 3);
        break;
    case 4:
        ck_assert_double_ge(after.velocity.y, 0);
        break;
    case 5:
        ck_assert(s->world.bodies.motions[record->slot].inverse_gyration == 0);
        break;
    case 6:
        stepping_run(s, 120);
        ck_assert(body_is_active(&s->world.bodies, body));
        break;
    case 7:
        ck_assert_uint_eq(s->world.bodies.collider_count, 6);
        break;
    default:
        ck_assert_uint_eq(s->world.bodies.collider_count, 4);
    }
}

/* Refuses each allocation of a change in turn: nothing moves; then the change is made. */
START_TEST(changes_by_hand_are_made_as_a_whole) {
    static stepping s;
    const evo_collider_config second = {.shape = evo_circle(0.3)};
    stepping_open(&s, 10, STEPPING_LANES);
    stepping_box(&s, 20, 50);
    const uint32_t body = stepping_add(&s, EVO_DYNAMIC, evo_circle(0.5), 10, 0.5);
    ck_assert_uint_ne(step_add_collider(&s.world, body, &second), NONE);
    stepping_run(&s, 120);
    ck_assert(!body_is_active(&s.world.bodies, body));
    const uint64_t before = stepping_hash(&s);
    for (size_t refuse = 1;; ++refuse) {
        s.counted.refuse = s.counted.calls + refuse;
        const bool made = make_change(&s.world, _i, body);
        s.counted.refuse = 0;
        if (made) break;
        ck_assert_uint_eq(stepping_hash(&s), before);
    }
    check_change(&s, _i, body);
    stepping_close(&s);
}
END_TEST

Suite *suite_step_changes(void) {
    Suite *suite = suite_create("step_changes");
    TCase *memory = tcase_create("law_memory");
    tcase_add_loop_test(memory, changes_by_hand_are_made_as_a_whole, 0, CHANGES);
    tcase_set_tags(memory, "law_memory");
    suite_add_tcase(suite, memory);
    return suite;
}
