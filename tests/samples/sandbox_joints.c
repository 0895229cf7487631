/* sandbox_joints.c: joints in the sandbox: the hand's, those that the user makes and removes,
 * and those of copies. */
#include <math.h>
#include <string.h>

#include "sandbox/clone.h"
#include "sandbox/desk.h"
#include "suites.h"
#include "support/desktop.h"

/* ---- Using it -------------------------------------------------------------------------------- */

static desk table;

static void open_desk(const char *name) {
    desktop_open(&table, name);
}

static void steps(int count) {
    for (int i = 0; i < count; ++i) desk_run(&table, SCENE_STEP * 1.0001);
}

static void key(int pressed) {
    desktop_key(&table, pressed);
}

/* Points are in the world. */
static void pointer(input_kind kind, evo_vec2 at) {
    const view v = desk_view(&table, NULL);
    const input in = {.kind = kind, .button = BUTTON_LEFT, .at = view_to_page(&v, at)};
    desk_answer(&table, &in);
}

static evo_body body_of(size_t actor) {
    return table.stage.actors[actor].body;
}

static evo_vec2 position_of(size_t actor) {
    return evo_body_pose(table.stage.world, body_of(actor)).position;
}

/* The first body that moves, and those that follow it, by number. */
static size_t mover(size_t number) {
    size_t i = 0;
    while (!scene_moves(&table.stage, i)) ++i;
    return i + number;
}

static size_t joints(void) {
    return evo_world_joints(table.stage.world, NULL, 0);
}

/* ---- Dragging -------------------------------------------------------------------------------- */

static evo_vec2 held_at(void) {
    return evo_body_pose(table.stage.world, table.hand.body).position;
}

/* Drags every n-th body to a point that is beyond the floor and the walls at the sides, 1 within
 * the view. Disks of radius 0.5 lie on them; those of radius 0.02 are easily pressed into them:
 * deeper than a tenth for one step of a hundred, at most. */
static void drag_bodies(evo_vec2 to, size_t every, double radius) {
    const evo_bounds shown = table.stage.view;
    int deep = 0, all = 0;
    for (size_t i = every / 2; i < table.stage.count; i += every) {
        if (!scene_moves(&table.stage, i)) continue;
        pointer(INPUT_PRESS, position_of(i));
        ck_assert(table.hand.holds);
        pointer(INPUT_MOVE, to);
        for (int k = 0; k < 90; ++k) {
            steps(1);
            const evo_vec2 at = held_at();
            const double low = fmin(at.y - shown.min.y, at.x - shown.min.x);
            const double within = fmin(low, shown.max.x - at.x) - 1;
            ck_assert_double_gt(within, 0.5 * radius);
            deep += !(within > 0.9 * radius);
            ++all;
        }
        pointer(INPUT_RELEASE, to);
        steps(10);
        ck_assert_uint_eq(scene_lost(&table.stage), 0);
    }
    ck_assert_int_gt(all, 0);
    ck_assert_int_le(100 * deep, all);
}

START_TEST(nothing_is_dragged_through_walls) {
    const evo_vec2 beyond[] = {{5, -0.5}, {5, -8}, {-0.6, 2}, {-7, 2}, {-200, -200}, {99, 3}};
    open_desk(_i % 2 == 0 ? "pile" : "bullets");
    steps(60);
    drag_bodies(beyond[_i / 2], _i % 2 == 0 ? 100 : 5, _i % 2 == 0 ? 0.5 : 0.02);
    ck_assert(!table.paused);
    desk_close(&table);
}
END_TEST

START_TEST(released_bodies_keep_their_velocity) {
    open_desk("gas");
    pointer(INPUT_PRESS, position_of(mover(0)));
    const evo_body body = table.hand.body;
    ck_assert_uint_eq(joints(), 1);
    const evo_vec2 from = held_at();
    for (int i = 1; i <= 20; ++i) {
        pointer(INPUT_MOVE, pen_at(from.x + 0.1 * i, from.y + 0.05 * i));
        steps(1);
    }
    ck_assert_double_eq_tol(held_at().x, from.x + 2, 0.7);
    ck_assert_double_eq_tol(held_at().y, from.y + 1, 0.35);
    const evo_vec2 before = evo_body_velocity(table.stage.world, body);
    ck_assert_double_gt(before.x, 3);
    pointer(INPUT_RELEASE, from);
    ck_assert(!table.hand.holds);
    ck_assert_uint_eq(joints(), 0);
    const evo_vec2 after = evo_body_velocity(table.stage.world, body);
    ck_assert_double_eq(after.x, before.x);
    ck_assert_double_eq(after.y, before.y);
    desk_close(&table);
}
END_TEST

/* A force of several weights holds a body up. */
START_TEST(held_bodies_hang_from_the_pointer) {
    open_desk("pile");
    steps(120);
    const size_t last = table.stage.count - 1;
    const evo_vec2 up = {position_of(last).x, position_of(last).y + 4};
    pointer(INPUT_PRESS, position_of(last));
    pointer(INPUT_MOVE, up);
    steps(180);
    ck_assert_double_eq_tol(held_at().x, up.x, 0.05);
    ck_assert_double_eq_tol(held_at().y, up.y, 0.05);
    desk_close(&table);
}
END_TEST

/* The third box from the end of the lowest row but one is drawn out with those beside it, from
 * below others, and stays awake. */
START_TEST(boxes_are_drawn_out_of_a_pyramid) {
    open_desk("boxes");
    steps(60);
    size_t box = 0;
    for (size_t i = 0; i < table.stage.count; ++i)
        if (scene_moves(&table.stage, i) && fabs(position_of(i).y - 1.5) < 0.3) box = i;
    box -= 2; /* a row is created from the left to the right */
    const evo_vec2 from = position_of(box), to = {from.x + 12, from.y};
    pointer(INPUT_PRESS, from);
    ck_assert_uint_eq(table.hand.body.index, box);
    pointer(INPUT_MOVE, to);
    for (int k = 0; k < 300; ++k) {
        steps(1);
        ck_assert(!evo_body_asleep(table.stage.world, table.hand.body));
    }
    ck_assert_double_gt(held_at().x, from.x + 3);
    pointer(INPUT_RELEASE, to);
    steps(600);
    ck_assert(evo_body_asleep(table.stage.world, table.hand.body));
    desk_close(&table);
}
END_TEST

/* The body, or the joint, is gone: by the delete key, or from outside of the hand. */
START_TEST(the_hand_survives_what_it_holds) {
    open_desk("pile");
    pointer(INPUT_PRESS, position_of(mover(0)));
    ck_assert(table.hand.holds);
    if (_i == 0) key('x');
    if (_i == 1) evo_body_destroy(table.stage.world, table.hand.body);
    if (_i == 2) evo_joint_destroy(table.stage.world, table.hand.joint);
    if (_i == 3) key('r');
    steps(2);
    ck_assert(!table.hand.holds);
    ck_assert(!table.paused);
    ck_assert_uint_eq(joints(), 0);
    pointer(INPUT_RELEASE, pen_at(1, 1));
    pointer(INPUT_PRESS, position_of(mover(1)));
    ck_assert(table.hand.holds);
    ck_assert_uint_eq(joints(), 1);
    desk_close(&table);
}
END_TEST

/* ---- Making and removing --------------------------------------------------------------------- */

static void choose(joiner_kind kind) {
    while (table.joiner.kind != kind) key('a');
}

/* The last joint of the world. */
static evo_joint_config last_joint(void) {
    evo_joint found[16];
    const size_t count = evo_world_joints(table.stage.world, found, 16);
    ck_assert_uint_gt(count, 0);
    return evo_joint_get(table.stage.world, found[count - 1]);
}

/* Makes a joint by a drag from one point to another. */
static evo_joint_config join(joiner_kind kind, evo_vec2 from, evo_vec2 to) {
    const size_t before = joints();
    choose(kind);
    pointer(INPUT_PRESS, from);
    ck_assert(!table.hand.holds);
    pointer(INPUT_MOVE, to);
    pointer(INPUT_RELEASE, to);
    ck_assert_uint_eq(joints(), before + 1);
    choose(JOINER_OFF);
    return last_joint();
}

static evo_vec2 place(evo_body body, evo_vec2 local) {
    return body.generation == 0 ? local : evo_body_world_point(table.stage.world, body, local);
}

static double length_of(const evo_joint_config *joint) {
    const evo_vec2 a = place(joint->a, joint->frame_a.position);
    const evo_vec2 b = place(joint->b, joint->frame_b.position);
    return hypot(b.x - a.x, b.y - a.y);
}

static evo_vec2 beside(evo_vec2 at, double x, double y) {
    const evo_vec2 there = {at.x + x, at.y + y};
    return there;
}

/* The pile falls by more than its joints give way. */
START_TEST(hinges_hold) {
    open_desk("pile");
    const size_t last = table.stage.count - 1;
    const evo_vec2 at = position_of(last), near = beside(at, 0.3, 0);
    const evo_joint_config pin = join(JOINER_HINGE, near, near);
    ck_assert_int_eq(pin.kind, EVO_REVOLUTE);
    ck_assert(evo_body_equal(pin.a, body_of(last)));
    ck_assert_uint_eq(pin.b.generation, 0);
    const evo_joint_config hinge = join(JOINER_HINGE, position_of(last - 1), position_of(last - 2));
    ck_assert(evo_body_equal(hinge.a, body_of(last - 1)));
    ck_assert(evo_body_equal(hinge.b, body_of(last - 2)));
    for (int i = 0; i < 120; ++i) {
        steps(1);
        ck_assert_double_lt(length_of(&pin), 0.05);
        ck_assert_double_lt(length_of(&hinge), 0.05);
        ck_assert_double_lt(hypot(position_of(last).x - near.x, position_of(last).y - near.y), 0.4);
    }
    ck_assert_double_lt(position_of(last - 1).y, at.y - 1);
    desk_close(&table);
}
END_TEST

START_TEST(rods_and_springs_hold) {
    open_desk("pile");
    const size_t last = table.stage.count - 1;
    const evo_vec2 at = position_of(last), hook = beside(at, 0, 3);
    const evo_joint_config rod = join(JOINER_ROD, at, hook);
    const evo_joint_config spring = join(JOINER_SPRING, position_of(last - 2), beside(hook, -2, 0));
    const evo_joint_config other = join(JOINER_ROD, position_of(last - 3), position_of(last - 5));
    ck_assert_int_eq(rod.kind, EVO_DISTANCE);
    ck_assert(!rod.spring && spring.spring);
    ck_assert_double_eq_tol(rod.length, 3, 0.05);
    double widest = 0;
    for (int i = 0; i < 240; ++i) {
        steps(1);
        ck_assert_double_eq_tol(length_of(&rod), rod.length, 0.05);
        ck_assert_double_eq_tol(length_of(&other), other.length, 0.05);
        ck_assert_double_lt(length_of(&spring), spring.length + 1);
        widest = fmax(widest, length_of(&spring));
    }
    ck_assert_double_gt(widest, spring.length + 0.05);
    desk_close(&table);
}
END_TEST

static void refuse(joiner_kind kind, evo_vec2 from, evo_vec2 to) {
    const size_t before = joints();
    choose(kind);
    pointer(INPUT_PRESS, from);
    pointer(INPUT_RELEASE, to);
    ck_assert(!table.joiner.begun);
    ck_assert_uint_eq(joints(), before);
}

START_TEST(joints_without_sense_are_refused) {
    open_desk("pile");
    key('p');
    const evo_vec2 at = position_of(table.stage.count - 1), empty = beside(at, 0, 2);
    refuse(JOINER_HINGE, empty, beside(empty, 1, 0));
    refuse(JOINER_ROD, at, at);
    refuse(JOINER_ROD, at, beside(at, 200, 0)); /* over the panel */
    choose(JOINER_SPRING);
    pointer(INPUT_PRESS, at);
    key('x');
    pointer(INPUT_RELEASE, position_of(0));
    ck_assert_uint_eq(joints(), 0);
    key(KEY_ESCAPE);
    ck_assert(!table.quits);
    ck_assert_int_eq(table.joiner.kind, JOINER_OFF);
    key(KEY_PAGE_DOWN);
    while (table.stage.config.exact == NULL) key(KEY_PAGE_DOWN);
    key('a');
    ck_assert_int_eq(table.joiner.kind, JOINER_OFF);
    desk_close(&table);
}
END_TEST

/* The nearest one goes, neither one far away nor the hand's. */
START_TEST(joints_are_removed) {
    open_desk("pile");
    key('p');
    const size_t last = table.stage.count - 1;
    const evo_vec2 at = position_of(last), other = position_of(last - 2);
    join(JOINER_ROD, at, beside(at, 0, 3));
    const evo_joint_config kept = join(JOINER_ROD, other, beside(other, 0, 3));
    pointer(INPUT_MOVE, beside(at, 9, 2));
    key('d');
    ck_assert_uint_eq(joints(), 2);
    pointer(INPUT_MOVE, beside(at, -0.2, 2));
    key('d');
    ck_assert_uint_eq(joints(), 1);
    ck_assert(evo_body_equal(last_joint().a, kept.a));
    pointer(INPUT_PRESS, at);
    key('d');
    ck_assert(table.hand.holds);
    ck_assert_uint_eq(joints(), 2);
    pointer(INPUT_RELEASE, at);
    pointer(INPUT_MOVE, other);
    key('x');
    ck_assert_uint_eq(joints(), 0);
    desk_close(&table);
}
END_TEST

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Replaces a body by one like it, with the same index and another generation. */
static void replace_body(size_t actor) {
    evo_body_config config = evo_body_get(table.stage.world, body_of(actor));
    config.shape = evo_circle(0.5);
    config.material = table.stage.material;
    ck_assert_int_eq(evo_body_destroy(table.stage.world, body_of(actor)), EVO_OK);
    const evo_body made = scene_put(&table.stage, &config, 1);
    ck_assert_uint_eq(made.index, actor);
    ck_assert_uint_gt(made.generation, 1);
}

/* A pin, a chain of hinges, a rod and a spring; one joint that ended leaves a gap in the order. */
static void open_machine(void) {
    open_desk("pile");
    const size_t last = table.stage.count - 1;
    for (size_t i = last; i > last - 4; --i) join(JOINER_HINGE, position_of(i), position_of(i - 1));
    join(JOINER_HINGE, beside(position_of(last), 0.3, 0), beside(position_of(last), 0.3, 0));
    join(JOINER_ROD, position_of(last - 5), position_of(last - 7));
    join(JOINER_SPRING, position_of(last - 8), beside(position_of(last - 8), 1, 4));
    evo_joint first;
    evo_world_joints(table.stage.world, &first, 1);
    ck_assert_int_eq(evo_joint_destroy(table.stage.world, first), EVO_OK);
}

/* The largest distance between a body and its copy. */
static double distance_to(const evo_world *copy) {
    double most = 0;
    for (size_t i = 0; i < table.stage.count; ++i) {
        const evo_body same = {body_of(i).index, 1};
        const evo_vec2 there = evo_body_pose(copy, same).position, here = position_of(i);
        most = fmax(most, hypot(there.x - here.x, there.y - here.y));
    }
    return most;
}

static evo_world *copied(void) {
    evo_world *copy = clone_world(&table.stage, &table.stage.config);
    ck_assert_ptr_nonnull(copy);
    ck_assert_uint_eq(evo_world_joints(copy, NULL, 0), joints());
    return copy;
}

static void step_both(evo_world *copy, int count) {
    for (int i = 0; i < count; ++i) {
        ck_assert_int_eq(scene_step(&table.stage, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(copy, SCENE_STEP), EVO_OK);
    }
}

/* To the last bit before there are impulses, which are not copied; then nearly. */
START_TEST(copies_have_joints) {
    open_machine();
    evo_world *copy = copied();
    step_both(copy, 120);
    ck_assert_double_eq(distance_to(copy), 0);
    evo_world_destroy(copy);
    copy = copied();
    step_both(copy, 10);
    ck_assert_double_lt(distance_to(copy), 0.1);
    evo_world_destroy(copy);
    desk_close(&table);
}
END_TEST

START_TEST(copies_of_machines_run_alike) {
    const char *const names[] = {"bridge", "net", "ragdolls", "slidercrank", "jansen"};
    open_desk(names[_i]);
    ck_assert_uint_gt(joints(), 0);
    evo_world *copy = copied();
    step_both(copy, 60);
    ck_assert_double_eq(distance_to(copy), 0);
    evo_world_destroy(copy);
    desk_close(&table);
}
END_TEST

START_TEST(copied_joints_are_in_order) {
    open_machine();
    const size_t replaced = table.stage.count - 12;
    replace_body(replaced);
    join(JOINER_ROD, position_of(replaced), position_of(replaced - 2));
    join(JOINER_ROD, position_of(replaced - 2), position_of(replaced));
    evo_world *copy = copied();
    evo_joint ours[16], theirs[16];
    const size_t count = evo_world_joints(table.stage.world, ours, 16);
    ck_assert_uint_eq(count, evo_world_joints(copy, theirs, 16));
    for (size_t i = 0; i < count; ++i) {
        const evo_joint_config a = evo_joint_get(table.stage.world, ours[i]);
        const evo_joint_config b = evo_joint_get(copy, theirs[i]);
        ck_assert_int_eq(a.kind, b.kind);
        ck_assert_uint_eq(a.a.index, b.a.index);
        ck_assert_uint_eq(a.b.index, b.b.index);
        ck_assert_int_eq(a.b.generation == 0, b.b.generation == 0);
        ck_assert_double_eq(a.length, b.length);
        ck_assert_double_eq(a.frame_b.position.x, b.frame_b.position.x);
    }
    evo_world_destroy(copy);
    desk_close(&table);
}
END_TEST

/* Joints wake their bodies when they are created: those of a copy that sleeps sleep again. */
START_TEST(copies_sleep_like_their_world) {
    open_machine();
    for (size_t i = 0; i < table.stage.count; ++i)
        evo_body_set_asleep(table.stage.world, body_of(i), true);
    evo_world *copy = copied();
    ck_assert_uint_eq(evo_world_counters(copy).awake, evo_world_counters(table.stage.world).awake);
    evo_world_destroy(copy);
    desk_close(&table);
}
END_TEST

Suite *suite_sandbox_joints(void) {
    Suite *suite = suite_create("sandbox_joints");
    TCase *drag = tcase_create("drag"), *make = tcase_create("make");
    TCase *copies = tcase_create("copies");
    tcase_add_loop_test(drag, nothing_is_dragged_through_walls, 0, 12);
    tcase_add_test(drag, released_bodies_keep_their_velocity);
    tcase_add_test(drag, held_bodies_hang_from_the_pointer);
    tcase_add_test(drag, boxes_are_drawn_out_of_a_pyramid);
    tcase_add_loop_test(drag, the_hand_survives_what_it_holds, 0, 4);
    tcase_add_test(make, hinges_hold);
    tcase_add_test(make, rods_and_springs_hold);
    tcase_add_test(make, joints_without_sense_are_refused);
    tcase_add_test(make, joints_are_removed);
    tcase_add_test(copies, copies_have_joints);
    tcase_add_loop_test(copies, copies_of_machines_run_alike, 0, 5);
    tcase_add_test(copies, copied_joints_are_in_order);
    tcase_add_test(copies, copies_sleep_like_their_world);
    suite_add_tcase(suite, drag);
    suite_add_tcase(suite, make);
    suite_add_tcase(suite, copies);
    return suite;
}
