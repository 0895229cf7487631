/* interface.c: calls that games are made of: arithmetic, loops, getters, drives, sleep, marks
 * of colliders. */
#include <math.h>
#include <string.h>

#include "evolute/evolute.h"
#include "evolute/loop.h"
#include "evolute/vector.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

/* ---- Arithmetic ------------------------------------------------------------------------------ */

START_TEST(vectors_are_what_they_say) {
    const evo_vec2 a = evo_vec(3, 4), b = evo_vec(-2, 1);
    ck_assert_double_eq(evo_length(a), 5);
    ck_assert_double_eq(evo_distance(a, b), sqrt(34));
    ck_assert_double_eq(evo_dot(a, b), -2);
    ck_assert_double_eq(evo_cross(a, b), 11);
    ck_assert_double_eq(evo_left(a).x, -4);
    ck_assert_double_eq(evo_lerp(a, b, 0.25).x, 1.75);
    ck_assert_double_eq_tol(evo_unit(a).y, 0.8, 1e-15);
    ck_assert_double_eq_tol(evo_length(evo_unit(evo_vec(1e-200, 1e-200))), 1, 1e-15);
    ck_assert_double_eq(evo_length(evo_unit(evo_vec(0, 0))), 0);
    ck_assert_double_eq_tol(evo_turned(a, acos(-1) / 2).x, -4, 1e-14);
    ck_assert_double_eq_tol(evo_angle_near(7, 0), 7 - 2 * acos(-1), 1e-14);
    ck_assert_double_eq_tol(evo_angle_near(-3, 100), -3 + 32 * acos(-1), 1e-12);
}
END_TEST

START_TEST(poses_are_undone) {
    random_seed(57);
    for (int i = 0; i < 100; ++i) {
        const evo_pose outer = {random_vector(9), random_between(-9, 9)};
        const evo_pose inner = {random_vector(9), random_between(-9, 9)};
        const evo_pose at = evo_pose_in(outer, inner), back = evo_pose_from(outer, at);
        const evo_vec2 point = random_vector(5);
        ck_assert_double_lt(evo_distance(back.position, inner.position), 1e-13);
        ck_assert_double_eq_tol(back.angle, inner.angle, 1e-14);
        ck_assert_double_lt(evo_distance(evo_pose_local(at, evo_pose_point(at, point)), point),
                            1e-13);
        const evo_vec2 twice = evo_pose_point(outer, evo_pose_point(inner, point));
        ck_assert_double_lt(evo_distance(evo_pose_point(at, point), twice), 1e-13);
        ck_assert_double_eq(evo_pose_between(outer, inner, 1).angle, inner.angle);
        ck_assert_double_eq(evo_pose_between(outer, inner, 0).position.x, outer.position.x);
    }
}
END_TEST

START_TEST(bounds_are_compared) {
    const evo_bounds a = {{0, 0}, {2, 2}}, b = {{1, 1}, {3, 2}}, c = {{2.5, 0}, {3, 3}};
    ck_assert(evo_bounds_overlap(a, b) && !evo_bounds_overlap(a, c));
    ck_assert(!evo_bounds_contain(a, b) && evo_bounds_contain(evo_bounds_joined(a, b), b));
    ck_assert_double_eq(evo_bounds_joined(a, c).max.y, 3);
}
END_TEST

START_TEST(handles_are_numbers) {
    const evo_body body = {7, 3};
    const evo_joint none = {0, 0};
    ck_assert(evo_body_equal(evo_body_unpack(evo_body_pack(body)), body));
    ck_assert(evo_joint_is_none(none) && !evo_body_is_none(body));
    ck_assert_uint_eq(evo_joint_pack(none), 0);
    ck_assert_str_eq(evo_version(), "0.1.0");
}
END_TEST

/* Steps of frames of any length add up to the time that has passed, unless they are too many.
 * @loop-time */
START_TEST(loops_keep_time) {
    random_seed(58);
    evo_loop loop = {1.0 / 60, 0, 4};
    double time = 0;
    int steps = 0;
    for (int i = 0; i < 5000; ++i) {
        const double frame = random_between(0, 0.05);
        time += frame;
        steps += evo_loop_steps(&loop, frame);
        const double part = evo_loop_part(&loop);
        ck_assert(part >= 0 && part <= 1);
        ck_assert_double_eq_tol((steps + part) / 60, time, 1e-6);
    }
    for (int i = 0; i < 100; ++i) ck_assert_int_le(evo_loop_steps(&loop, 1.0 / 60), 2);
    ck_assert_int_eq(evo_loop_steps(&loop, 10), 4);
    ck_assert_int_eq(evo_loop_steps(&loop, 0), 0);
    ck_assert_int_eq(evo_loop_steps(&loop, (double)NAN), 0);
}
END_TEST

/* A world in which bodies sleep. */
static evo_world *drowsy_world(double gravity) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    return evo_world_create(&config);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

START_TEST(getters_give_what_they_are_asked) {
    evo_world *world = lab_world(10);
    evo_body_config config = lab_body(evo_circle(1), 2, 3);
    int of_body, of_collider;
    config.user = &of_body;
    config.collider_user = &of_collider;
    config.material.id = UINT64_C(1) << 40;
    config.filter = (evo_filter){UINT64_C(1) << 50, UINT64_MAX, -4};
    config.flags = EVO_TELL_IMPACTS;
    config.sleep_speed = 0.25;
    const evo_body body = evo_body_create(world, &config), none = {0, 0};
    evo_collider collider;
    ck_assert_uint_eq(evo_body_colliders(world, body, &collider, 1), 1);
    ck_assert_ptr_eq(evo_body_user(world, body), &of_body);
    ck_assert_ptr_eq(evo_collider_user(world, collider), &of_collider);
    ck_assert_uint_eq(evo_collider_material(world, collider).id, config.material.id);
    ck_assert_uint_eq(evo_collider_filter(world, collider).category, config.filter.category);
    ck_assert_int_eq(evo_collider_shape(world, collider).kind, EVO_CIRCLE);
    ck_assert_uint_eq(evo_collider_get(world, collider).flags, EVO_TELL_IMPACTS);
    ck_assert(!evo_collider_is_sensor(world, collider));
    ck_assert(evo_collider_contains(world, collider, evo_vec(2.9, 3)));
    ck_assert(!evo_collider_contains(world, collider, evo_vec(3.1, 3)));
    ck_assert_int_eq(evo_body_kind_of(world, body), EVO_DYNAMIC);
    ck_assert_double_eq(evo_body_get(world, body).sleep_speed, 0.25);
    ck_assert_double_eq(evo_body_bounds(world, body).max.y, 4);
    ck_assert_double_eq(evo_body_world_point(world, none, evo_vec(5, 6)).y, 6);
    ck_assert_uint_eq(evo_world_awake(world), 1);
    evo_world_destroy(world);
}
END_TEST

START_TEST(colliders_are_set_as_a_whole) {
    evo_world *world = lab_world(10);
    const evo_body_config config = lab_body(evo_circle(1), 0, 0);
    const evo_body body = evo_body_create(world, &config);
    evo_collider collider;
    evo_body_colliders(world, body, &collider, 1);
    evo_collider_config next = evo_collider_get(world, collider);
    next.shape = evo_box(1, 2);
    next.material.density = 3;
    next.no_sensors = true;
    next.user = &next;
    ck_assert_int_eq(evo_collider_set(world, collider, &next), EVO_OK);
    ck_assert_double_eq(evo_body_mass(world, body).mass, 24);
    ck_assert_ptr_eq(evo_collider_user(world, collider), &next);
    ck_assert(evo_collider_get(world, collider).no_sensors);
    next.sensor = true;
    ck_assert_int_eq(evo_collider_set(world, collider, &next), EVO_ERROR_UNSUPPORTED);
    next.flags = 32;
    ck_assert_int_eq(evo_collider_set(world, collider, &next), EVO_ERROR_INVALID);
    evo_world_destroy(world);
}
END_TEST

START_TEST(exact_time_refuses_locks_along_axes) {
    evo_world_config setting = evo_world_config_default();
    setting.exact = &EXACT;
    evo_world *world = lab_make(setting);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    config.locks.spin = true;
    const evo_body body = evo_body_create(world, &config);
    ck_assert(evo_body_get(world, body).locks.spin);
    const evo_locks along = {true, false, false};
    ck_assert_int_eq(evo_body_set_locks(world, body, along), EVO_ERROR_UNSUPPORTED);
    config.locks.y = true;
    ck_assert(!evo_body_exists(world, evo_body_create(world, &config)));
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(world);
}
END_TEST

/* What is driven is there when the time is over, whatever the steps are, and stays; what rides on
 * it is where it was. @drive-arrives */
START_TEST(drives_arrive) {
    random_seed(59);
    for (int run = 0; run < 30; ++run) {
        evo_world *world = lab_world(10);
        evo_body_config plate = lab_body(evo_box(1, 0.2), 0, 0);
        plate.kind = EVO_KINEMATIC;
        const evo_body lift = evo_body_create(world, &plate);
        const evo_body_config load = lab_body(evo_box(0.3, 0.3), 0, 0.5);
        const evo_body box = evo_body_create(world, &load);
        const double seconds = random_between(0.2, 1), h = 1 / random_between(40, 120);
        const evo_pose target = {{random_between(-0.5, 0.5), random_between(-1, 1)}, 0};
        ck_assert_int_eq(evo_body_drive_to(world, lift, target, seconds), EVO_OK);
        double time = 0;
        for (; time + 1e-9 < seconds; time += h) {
            const double y = evo_body_pose(world, lift).position.y;
            ck_assert_double_le(fabs(y), fabs(target.position.y) + 1e-12);
            evo_world_step(world, h);
        }
        ck_assert_double_eq(evo_body_pose(world, lift).position.x, target.position.x);
        ck_assert_double_eq(evo_body_pose(world, lift).position.y, target.position.y);
        ck_assert_double_eq(evo_body_velocity(world, lift).y, 0);
        for (int i = 0; i < 60; ++i) evo_world_step(world, h);
        ck_assert_double_eq(evo_body_pose(world, lift).position.y, target.position.y);
        ck_assert_double_eq_tol(evo_body_pose(world, box).position.y, target.position.y + 0.5,
                                0.01);
        evo_world_destroy(world);
    }
}
END_TEST

/* What is told another way goes that way. */
START_TEST(drives_end_by_hand) {
    evo_world *world = lab_world(0);
    evo_body_config plate = lab_body(evo_box(1, 0.2), 0, 0);
    plate.kind = EVO_KINEMATIC;
    const evo_body lift = evo_body_create(world, &plate);
    const evo_pose target = {{0, 1}, 0};
    ck_assert_int_eq(evo_body_drive_to(world, lift, target, 1), EVO_OK);
    lab_run(world, 30);
    ck_assert_int_eq(evo_body_set_velocity(world, lift, evo_vec(2, 0)), EVO_OK);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_pose(world, lift).position.x, 2, 1e-9);
    evo_world_destroy(world);
}
END_TEST

START_TEST(sleep_has_a_speed) {
    for (int n = 0; n < 2; ++n) {
        evo_world *world = drowsy_world(0);
        evo_body_config config = lab_body(evo_circle(1), 0, 0);
        config.velocity.x = 0.05;
        config.sleep_speed = n == 0 ? 0.04 : 0.06;
        const evo_body body = evo_body_create(world, &config);
        lab_run(world, 60);
        ck_assert_int_eq(evo_body_asleep(world, body), n);
        if (n == 0) ck_assert_int_eq(evo_body_set_sleep_speed(world, body, 0.06), EVO_OK);
        lab_run(world, 60);
        ck_assert(evo_body_asleep(world, body));
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(what_touches_wakes) {
    evo_world *world = drowsy_world(10);
    evo_body_config ground = lab_body(evo_box(9, 1), 0, -1);
    ground.kind = EVO_STATIC;
    const evo_body floor = evo_body_create(world, &ground);
    const evo_body_config config = lab_body(evo_box(1, 1), 0, 1);
    const evo_body box = evo_body_create(world, &config);
    lab_run(world, 120);
    ck_assert(evo_body_asleep(world, box));
    ck_assert_int_eq(evo_body_wake_touching(world, floor), EVO_OK);
    ck_assert(!evo_body_asleep(world, box));
    evo_world_destroy(world);
}
END_TEST

/* The default filter and a zeroed one are one, beside a group, too: in hashes, saves, getters.
 * @zero-filter */
START_TEST(default_filters_are_one) {
    const evo_filter given[] = {{1, UINT64_MAX, 0}, {0, 0, 0}, {1, UINT64_MAX, -2}, {0, 0, -2}};
    uint64_t hashes[4];
    unsigned char saves[4][4096];
    size_t sizes[4];
    for (int i = 0; i < 4; ++i) {
        evo_world *world = lab_space();
        evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
        evo_collider collider;
        ck_assert(config.filter.category == 1 && config.filter.mask == UINT64_MAX);
        config.filter = given[i];
        evo_body_colliders(world, evo_body_create(world, &config), &collider, 1);
        const evo_filter got = evo_collider_filter(world, collider);
        ck_assert(got.category == 1 && got.mask == UINT64_MAX && got.group == given[i].group);
        hashes[i] = evo_world_hash(world);
        sizes[i] = evo_world_save(world, saves[i], sizeof *saves);
        ck_assert_uint_le(sizes[i], sizeof *saves);
        ck_assert_int_eq(evo_collider_set_filter(world, collider, given[i ^ 1]), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(world), hashes[i]);
        evo_world_destroy(world);
    }
    for (int i = 0; i < 4; i += 2) {
        ck_assert_uint_eq(hashes[i], hashes[i + 1]);
        ck_assert(sizes[i] == sizes[i + 1] && memcmp(saves[i], saves[i + 1], sizes[i]) == 0);
    }
    ck_assert(hashes[0] != hashes[2]);
}
END_TEST

/* A body wakes with its island, and an awake one stays awake; a floor wakes nobody. @wake-lasts */
START_TEST(bodies_wake) {
    evo_world *world = lab_make(evo_world_config_default());
    evo_body boxes[2];
    evo_world_config setting = evo_world_get(world);
    setting.gravity = evo_vec(0, -10);
    setting.never_sleep = false;
    ck_assert_int_eq(evo_world_set(world, &setting), EVO_OK);
    const evo_body floor = lab_fixed(world, evo_box(9, 1), 0, -1);
    for (int i = 0; i < 2; ++i) {
        const evo_body_config config = lab_body(evo_box(0.5, 0.5), 0, 0.5 + i);
        boxes[i] = evo_body_create(world, &config);
    }
    lab_run(world, 120);
    ck_assert(evo_body_asleep(world, boxes[0]) && evo_body_asleep(world, boxes[1]));
    ck_assert_int_eq(evo_body_wake(world, floor), EVO_OK);
    ck_assert(evo_body_asleep(world, boxes[0]));
    ck_assert_int_eq(evo_body_wake(world, boxes[1]), EVO_OK);
    ck_assert(!evo_body_asleep(world, boxes[0]) && !evo_body_asleep(world, boxes[1]));
    for (int i = 0; i < 120; ++i) {
        if (i % 20 == 0) ck_assert_int_eq(evo_body_wake(world, boxes[0]), EVO_OK);
        lab_run(world, 1);
        ck_assert(!evo_body_asleep(world, boxes[0]));
    }
    ck_assert_int_eq(evo_body_wake(world, (evo_body){99, 1}), EVO_ERROR_STALE);
    evo_world_destroy(world);
}
END_TEST

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct complaints {
    const char *call;
    evo_result result;
    int count;
} complaints;

static void note_complaint(void *context, const evo_complaint *told) {
    complaints *c = context;
    *c = (complaints){told->call, told->result, c->count + 1};
}

/* Each refused call is told once, by its name, and nothing else is. @failures-told */
START_TEST(refused_calls_are_told) {
    complaints c = {.count = 0};
    evo_world_config setting = evo_world_config_default();
    setting.complain = note_complaint;
    setting.callback_context = &c;
    evo_world *world = evo_world_create(&setting);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    const evo_body body = evo_body_create(world, &config), gone = {9, 1};
    ck_assert_int_eq(evo_body_set_velocity(world, body, evo_vec(1, 0)), EVO_OK);
    ck_assert_int_eq(evo_world_step(world, 0.01), EVO_OK);
    ck_assert_int_eq(c.count, 0);
    (void)evo_body_set_velocity(world, gone, evo_vec(1, 0));
    ck_assert_str_eq(c.call, "evo_body_set_velocity");
    ck_assert_int_eq(c.result, EVO_ERROR_STALE);
    config.position.x = (double)NAN;
    (void)evo_body_create(world, &config);
    ck_assert_str_eq(c.call, "evo_body_create");
    (void)evo_world_step(world, -1);
    ck_assert_str_eq(c.call, "evo_world_step");
    ck_assert_int_eq(c.result, EVO_ERROR_INVALID);
    (void)evo_world_ray(world, evo_vec((double)NAN, 0), evo_vec(1, 0), NULL);
    ck_assert_str_eq(c.call, "evo_world_ray");
    (void)evo_world_load(world, &c, 3);
    ck_assert_str_eq(c.call, "evo_world_load");
    (void)evo_world_set_lanes(world, 5);
    ck_assert_str_eq(c.call, "evo_world_set_lanes");
    (void)evo_world_reserve(world, SIZE_MAX, 0, 0);
    ck_assert_str_eq(c.call, "evo_world_reserve");
    (void)evo_frame_keep(world, NULL);
    ck_assert_str_eq(c.call, "evo_frame_keep");
    (void)evo_frame_restore(world, NULL);
    ck_assert_str_eq(c.call, "evo_frame_restore");
    (void)evo_record_end(world);
    ck_assert_str_eq(c.call, "evo_record_end");
    (void)evo_record_begin(world, NULL);
    ck_assert_str_eq(c.call, "evo_record_begin");
    ck_assert_int_eq(c.count, 11);
    evo_world_destroy(world);
}
END_TEST

/* Rules of a running world hold from the next step on; its space does not change. */
START_TEST(rules_change_while_it_runs) {
    evo_world_config setting = evo_world_config_default();
    evo_world *world = evo_world_create(&setting);
    const evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    const evo_body body = evo_body_create(world, &config);
    evo_world_config rules = evo_world_get(world);
    rules.gravity.y = -10;
    rules.substeps = 8;
    rules.impact_speed = 2;
    ck_assert_int_eq(evo_world_set(world, &rules), EVO_OK);
    ck_assert_int_eq(evo_world_get(world).substeps, 8);
    ck_assert_double_eq(evo_world_gravity(world).y, -10);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -10, 1e-9);
    rules.boundary = EVO_WALLS;
    ck_assert_int_ne(evo_world_set(world, &rules), EVO_OK);
    rules = evo_world_get(world);
    rules.allocator = (evo_allocator){NULL, NULL}; /* the C library's, as it is */
    ck_assert_int_eq(evo_world_set(world, &rules), EVO_OK);
    rules = evo_world_get(world);
    rules.substeps = -1;
    ck_assert_int_eq(evo_world_set(world, &rules), EVO_ERROR_INVALID);
    rules.substeps = 8;
    rules.allocator.context = &rules;
    ck_assert_int_eq(evo_world_set(world, &rules), EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(world);
}
END_TEST

/* ---- Contacts -------------------------------------------------------------------------------- */

START_TEST(contacts_of_colliders_are_those_of_bodies) {
    evo_world *world = lab_world(10);
    evo_body_config ground = lab_body(evo_box(9, 1), 0, -1);
    ground.kind = EVO_STATIC;
    const evo_body floor = evo_body_create(world, &ground);
    const evo_body_config config = lab_body(evo_box(0.5, 0.5), 0, 0.5);
    const evo_body box = evo_body_create(world, &config);
    evo_collider_config knob = evo_collider_config_default();
    knob.shape = evo_shape_at(evo_circle(0.2), evo_vec(1, -0.3), 0);
    const evo_collider ball = evo_collider_create(world, box, &knob);
    lab_run(world, 60);
    evo_collider under, own[2];
    evo_body_colliders(world, floor, &under, 1);
    evo_body_colliders(world, box, own, 2);
    evo_contact of_body[4], of_collider[4], pair;
    ck_assert_uint_eq(evo_body_contacts(world, box, of_body, 4), 2);
    for (int i = 0; i < 2; ++i) {
        ck_assert_uint_eq(evo_collider_contacts(world, own[i], of_collider, 4), 1);
        ck_assert(evo_collider_equal(of_collider[0].b, own[i]));
        ck_assert_double_eq(of_collider[0].points[0].gap, of_body[i].points[0].gap);
        ck_assert(evo_world_contact(world, under, own[i], &pair));
        ck_assert(evo_collider_equal(pair.b, own[i]) && pair.points[0].normal.y > 0.99);
        ck_assert(evo_world_contact(world, own[i], under, &pair));
        ck_assert(evo_collider_equal(pair.a, own[i]) && pair.points[0].normal.y < -0.99);
    }
    ck_assert_uint_eq(evo_collider_contacts(world, under, of_collider, 4), 2);
    ck_assert(!evo_world_contact(world, own[0], ball, &pair) && pair.count == 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Events ---------------------------------------------------------------------------------- */

/* A touch says where it is, how fast the two met, and what they gave each other. */
START_TEST(touches_say_how) {
    random_seed(60);
    for (int run = 0; run < 60; ++run) {
        evo_world *world = lab_world(10);
        evo_body_config ground = lab_body(evo_box(9, 1), 0, -1);
        ground.kind = EVO_STATIC;
        ground.user = &ground;
        (void)evo_body_create(world, &ground);
        evo_body_config config = lab_body(evo_circle(0.5), 0, random_between(1, 2));
        config.velocity.y = run % 2 ? -random_between(0, 40) : 0;
        config.material.restitution = run % 3 == 0 ? 0.5 : 0;
        config.user = &config;
        const evo_body ball = evo_body_create(world, &config);
        const double fall = config.position.y - 0.5;
        const double speed = sqrt(config.velocity.y * config.velocity.y + 20 * fall);
        size_t count = 0;
        for (int i = 0; i < 60 && count == 0; ++i) {
            lab_run(world, 1);
            (void)evo_world_touches(world, &count);
        }
        const evo_touch *t = evo_world_touches(world, &count);
        ck_assert(count > 0 && t[0].began && evo_body_equal(t[0].b, ball));
        ck_assert(t[0].user_a == &ground && t[0].user_b == &config);
        ck_assert_double_eq_tol(t[0].normal.y, 1, 1e-6);
        ck_assert_double_lt(evo_distance(t[0].point, evo_vec(0, 0)), 0.02);
        ck_assert_msg(fabs(t[0].speed - speed) < 0.01 * speed, "%g, not %g", t[0].speed, speed);
        const double least = speed * evo_body_mass(world, ball).mass;
        ck_assert_double_gt(t[0].impulse, 0.99 * least);
        evo_world_destroy(world);
    }
}
END_TEST

/* @quiet-flag */
START_TEST(quiet_colliders_are_not_told) {
    for (unsigned flags = 0; flags < 5; ++flags) {
        static const unsigned each[] = {0, EVO_TELL_TOUCHES, EVO_TELL_IMPACTS, EVO_ASK_SOLVE,
                                        EVO_QUIET};
        evo_world_config setting = evo_world_config_default();
        setting.impact_speed = 0.5;
        evo_world *world = evo_world_create(&setting);
        for (int side = -1; side <= 1; side += 2) {
            evo_body_config config = lab_body(evo_circle(0.5), side, 0);
            config.velocity.x = -side;
            config.flags = each[flags];
            (void)evo_body_create(world, &config);
        }
        size_t touches = 0, impacts = 0, count;
        for (int i = 0; i < 60; ++i) {
            lab_run(world, 1);
            (void)evo_world_touches(world, &count);
            touches += count;
            (void)evo_world_impacts(world, &count);
            impacts += count;
        }
        ck_assert((touches > 0) == (flags <= 1) && (impacts > 0) == (flags == 0 || flags == 2));
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(visits_know_the_sensor) {
    evo_world_config setting = evo_world_config_default();
    setting.gravity.y = -10;
    setting.exact = _i == 0 ? NULL : &EXACT;
    evo_world *world = lab_make(setting);
    evo_body_config gate = lab_body(evo_box(2, 0.5), 0, 0);
    gate.kind = EVO_STATIC;
    gate.sensor = true;
    gate.collider_user = &gate;
    const evo_body sensor = evo_body_create(world, &gate);
    int begun = 0, ended = 0;
    for (int n = 0; n < 2; ++n) {
        const evo_body_config config = lab_body(evo_circle(0.3), n, 2 + n);
        const evo_body ball = evo_body_create(world, &config);
        evo_collider collider;
        evo_body_colliders(world, ball, &collider, 1);
        evo_collider_config hidden = evo_collider_get(world, collider);
        hidden.no_sensors = n == 1;
        ck_assert_int_eq(evo_collider_set(world, collider, &hidden), EVO_OK);
    }
    for (int i = 0; i < 90; ++i) {
        size_t count;
        lab_run(world, 1);
        const evo_visit *visits = evo_world_visits(world, &count);
        for (size_t k = 0; k < count; ++k) {
            ck_assert(evo_body_equal(visits[k].sensor_body, sensor));
            ck_assert_ptr_eq(visits[k].sensor_user, &gate);
            ++*(visits[k].began ? &begun : &ended);
        }
        (void)evo_world_touches(world, &count);
        ck_assert_uint_eq(count, 0);
    }
    ck_assert_int_eq(begun, 1);
    ck_assert_int_eq(ended, 1);
    evo_world_destroy(world);
}
END_TEST

/* Poses between steps lie on the way, and what was set by hand has none. @moves-list */
START_TEST(moves_lead_from_before_to_now) {
    evo_world *world = lab_world(10);
    evo_body bodies[5];
    evo_pose before[5];
    for (int i = 0; i < 5; ++i) {
        evo_body_config config = lab_body(evo_box(0.3, 0.2), 3 * i, 0);
        config.spin = i;
        config.velocity.x = i == 4 ? 0 : 1;
        if (i == 4) config.kind = EVO_STATIC;
        bodies[i] = evo_body_create(world, &config);
    }
    for (int step = 0; step < 20; ++step) {
        size_t count;
        for (int i = 0; i < 5; ++i) before[i] = evo_body_pose(world, bodies[i]);
        lab_run(world, 1);
        const evo_pose there = {{0, step}, 0};
        evo_body_set_pose(world, bodies[2], there);
        const evo_move *moves = evo_world_moves(world, &count);
        ck_assert_uint_eq(count, 4);
        for (size_t i = 0; i < count; ++i) {
            const evo_pose now = evo_body_pose(world, bodies[i]);
            const evo_pose was = i == 2 ? now : before[i];
            const evo_pose middle = evo_body_pose_between(world, bodies[i], 0.5);
            ck_assert(evo_body_equal(moves[i].body, bodies[i]));
            ck_assert_double_lt(evo_distance(moves[i].before.position, was.position), 1e-12);
            ck_assert_double_eq(moves[i].before.angle, was.angle);
            ck_assert_double_eq(moves[i].now.position.y, now.position.y);
            ck_assert_double_eq_tol(middle.angle, 0.5 * (was.angle + now.angle), 1e-12);
        }
        ck_assert_double_eq(evo_body_pose_between(world, bodies[4], 0.5).position.x, 12);
    }
    evo_world_destroy(world);
}
END_TEST

Suite *suite_interface(void) {
    Suite *suite = suite_create("interface");
    TCase *values = tcase_create("values"), *bodies = tcase_create("bodies");
    tcase_add_test(values, vectors_are_what_they_say);
    tcase_add_test(values, poses_are_undone);
    tcase_add_test(values, bounds_are_compared);
    tcase_add_test(values, handles_are_numbers);
    tcase_add_test(values, loops_keep_time);
    tcase_add_test(bodies, getters_give_what_they_are_asked);
    tcase_add_test(bodies, colliders_are_set_as_a_whole);
    tcase_add_test(bodies, exact_time_refuses_locks_along_axes);
    tcase_add_test(bodies, drives_arrive);
    tcase_add_test(bodies, drives_end_by_hand);
    tcase_add_test(bodies, sleep_has_a_speed);
    tcase_add_test(bodies, what_touches_wakes);
    tcase_add_test(bodies, bodies_wake);
    tcase_add_test(bodies, default_filters_are_one);
    suite_add_tcase(suite, values);
    suite_add_tcase(suite, bodies);
    TCase *events = tcase_create("events");
    tcase_add_test(events, refused_calls_are_told);
    tcase_add_test(events, rules_change_while_it_runs);
    tcase_add_test(events, contacts_of_colliders_are_those_of_bodies);
    tcase_add_test(events, touches_say_how);
    tcase_add_test(events, quiet_colliders_are_not_told);
    tcase_add_loop_test(events, visits_know_the_sensor, 0, 2);
    tcase_add_test(events, moves_lead_from_before_to_now);
    suite_add_tcase(suite, events);
    return suite;
}
