/* questions.c: whoever asks changes no bit: programs at random with all questions of the
 * public headers sprinkled in between end in the state, and write the record, of those without. */
#include <stdlib.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/random.h"
#include "support/tape.h"

/* ---- Questions ------------------------------------------------------------------------------- */

enum { MOST = 32 };

static void see_line(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to) {
    (void)item;
    *(double *)context += from.x + to.y;
}

static void ask_about_bodies(const evo_world *world, evo_body body, evo_vec2 point) {
    evo_collider colliders[MOST];
    evo_contact contacts[MOST];
    evo_joint joints[MOST];
    evo_pose pose;
    const evo_body_arrays arrays = {.poses = &pose};
    (void)evo_body_exists(world, body);
    (void)!evo_body_asleep(world, body);
    (void)evo_body_pose(world, body);
    (void)evo_body_velocity(world, body);
    (void)evo_body_spin(world, body);
    (void)evo_body_mass(world, body);
    (void)evo_body_get(world, body);
    (void)evo_body_user(world, body);
    (void)evo_body_local_point(world, body, point);
    (void)evo_body_local_vector(world, body, point);
    (void)evo_body_world_point(world, body, point);
    (void)evo_body_world_vector(world, body, point);
    (void)evo_body_world_center(world, body);
    (void)evo_body_point_velocity(world, body, point);
    (void)evo_body_contacts(world, body, contacts, MOST);
    (void)evo_body_joints(world, body, joints, MOST);
    (void)evo_world_read_bodies(world, &body, 1, &arrays);
    const size_t count = evo_body_colliders(world, body, colliders, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        (void)evo_collider_exists(world, colliders[i]);
        (void)evo_collider_body(world, colliders[i]);
        (void)evo_collider_get(world, colliders[i]);
        const evo_chain chain = evo_collider_chain(world, colliders[i]);
        (void)evo_chain_exists(world, chain);
        (void)evo_chain_body(world, chain);
        (void)evo_chain_colliders(world, chain, colliders, 0);
    }
}

static void ask_about_joints(const evo_world *world) {
    evo_joint joints[MOST];
    const size_t count = evo_world_joints(world, joints, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        (void)evo_joint_exists(world, joints[i]);
        (void)evo_joint_get(world, joints[i]);
        (void)evo_joint_angle(world, joints[i]);
        (void)evo_joint_translation(world, joints[i]);
        (void)evo_joint_length(world, joints[i]);
        (void)evo_joint_speed(world, joints[i]);
        (void)evo_joint_force(world, joints[i]);
        (void)evo_joint_torque(world, joints[i]);
        (void)evo_joint_motor_load(world, joints[i]);
        (void)evo_joint_separation(world, joints[i]);
        (void)evo_joint_twist(world, joints[i]);
    }
}

static void ask_where(const evo_world *world, evo_vec2 from, evo_vec2 to) {
    const evo_bounds bounds = {{from.x - 2, from.y - 2}, {from.x + 2, from.y + 2}};
    const evo_shape box = evo_box(1, 0.5);
    evo_collider colliders[MOST];
    evo_ray_hit hits[MOST];
    evo_body bodies[MOST];
    (void)evo_world_ray(world, from, to, NULL);
    (void)evo_world_ray_any(world, from, to, NULL);
    (void)evo_world_ray_all(world, from, to, NULL, hits, MOST);
    (void)evo_world_ray_until(world, from, to, NULL, NULL, NULL);
    (void)evo_world_cast_circle(world, from, to, 0.3, NULL);
    (void)evo_world_cast_shape(world, &box, (evo_pose){from, 0}, (evo_pose){to, 1}, NULL);
    (void)evo_world_nearest(world, from, 4, NULL);
    (void)evo_world_overlap_bounds(world, bounds, NULL, colliders, MOST);
    (void)evo_world_overlap_shape(world, &box, (evo_pose){from, 1}, NULL, colliders, MOST);
    (void)evo_world_outside(world, bounds, bodies, MOST);
}

static void ask_about_all(const evo_world *world) {
    evo_body bodies[MOST];
    evo_collider colliders[MOST];
    evo_contact contacts[MOST];
    size_t count;
    double sum = 0;
    const evo_draw draw = {.context = &sum, .flags = 511, .line = see_line};
    (void)evo_world_hash(world);
    (void)evo_world_save(world, NULL, 0);
    (void)evo_world_validate(world);
    (void)evo_world_kinetic_energy(world);
    (void)evo_world_potential_energy(world);
    (void)evo_world_sums(world);
    (void)evo_world_counters(world);
    (void)evo_world_profile(world);
    (void)evo_world_next_event(world);
    (void)evo_world_time(world);
    (void)evo_world_gravity(world);
    (void)evo_world_get(world);
    (void)evo_world_last_result(world);
    (void)evo_world_touches(world, &count);
    (void)evo_world_impacts(world, &count);
    (void)evo_world_moves(world, &count);
    (void)evo_world_visits(world, &count);
    (void)evo_world_joint_ends(world, &count);
    (void)evo_world_bodies(world, bodies, MOST);
    (void)evo_world_colliders(world, colliders, MOST);
    (void)evo_world_contacts(world, contacts, MOST);
    evo_world_draw(world, &draw);
}

/* Keeping a moment is a question, too. */
static void keep(evo_world *world) {
    evo_frame *frame = NULL;
    if (evo_frame_keep(world, &frame) == EVO_OK) evo_frame_destroy(frame);
}

/* A choice of questions. The random numbers of the program are drawn anew by each of its calls. */
static void ask(evo_world *world, evo_body body) {
    const evo_vec2 from = random_vector(10), to = random_vector(10);
    const int which = (int)random_between(1, 32);
    if (which & 1) ask_about_bodies(world, body, from);
    if (which & 2) ask_about_joints(world);
    if (which & 4) ask_where(world, from, to);
    if (which & 8) ask_about_all(world);
    if (which & 16) keep(world);
}

/* ---- Programs of all calls ------------------------------------------------------------------- */

enum { CALLS = 300 };

typedef struct outcome {
    uint64_t hash, told;
    tape record;
} outcome;

/* Begins a record of the calls that change the world, without its queries. */
static void record_calls(tape *t, evo_world *world) {
    evo_record_config config = tape_config(t);
    config.queries = false;
    ck_assert_int_eq(evo_record_begin(world, &config), EVO_OK);
}

static outcome run_calls(const calls_plan *plan, bool asks) {
    calls c;
    outcome o = {.hash = 0};
    calls_open(&c, plan);
    record_calls(&o.record, c.world);
    for (int i = 0; i < CALLS; ++i) {
        (void)calls_make(&c, i);
        random_seed(plan->seed + 7 * (uint64_t)i);
        if (asks) ask(c.world, c.bodies[(int)random_between(0, CALLS_BODIES)]);
    }
    o.hash = calls_hash(&c);
    o.told = calls_told(&c);
    calls_close(&c);
    return o;
}

static void compare(outcome *plain, outcome *asked, uint64_t seed) {
    ck_assert_msg(plain->hash == asked->hash, "seed %d: another hash", (int)seed);
    ck_assert_uint_eq(plain->told, asked->told);
    ck_assert_uint_eq(plain->record.size, asked->record.size);
    ck_assert(memcmp(plain->record.bytes, asked->record.bytes, plain->record.size) == 0);
    tape_free(&plain->record);
    tape_free(&asked->record);
}

static void compare_calls(uint64_t from, uint64_t to) {
    for (uint64_t seed = from; seed < to; ++seed) {
        const calls_plan plan = {seed % 3 == 2 ? &EXACT : NULL, seed};
        outcome plain = run_calls(&plan, false), asked = run_calls(&plan, true);
        compare(&plain, &asked, seed);
    }
}

/* @queries-change-nothing */
START_TEST(programs_end_as_unasked_ones) {
    compare_calls(0, 12);
}
END_TEST

START_TEST(many_programs_end_as_unasked_ones) {
    compare_calls(100, 800);
}
END_TEST

/* ---- Programs that build --------------------------------------------------------------------- */

/* Bodies of many colliders, built by turns: no call of these programs asks by itself. */
enum { BUILT = 6, PIECES = 48 };

typedef struct site {
    evo_world *world;
    evo_body bodies[BUILT];
    evo_collider pieces[PIECES];
} site;

static evo_shape any_piece(void) {
    const double size = random_between(0.1, 0.5);
    const evo_shape shapes[] = {evo_circle(size), evo_box(size, 0.5 * size),
                                evo_ellipse(size, 0.7 * size)};
    return evo_shape_at(shapes[(int)random_between(0, 3)], random_vector(0.6),
                        random_between(-3, 3));
}

static void add_body(site *s, int i) {
    static const evo_body_kind kinds[] = {EVO_DYNAMIC, EVO_DYNAMIC, EVO_DYNAMIC, EVO_KINEMATIC};
    evo_body_config c = evo_body_config_default();
    c.kind = kinds[(int)random_between(0, 4)];
    c.position = (evo_vec2){3 * i, 2};
    c.velocity = random_vector(2);
    c.angle = random_between(-3, 3);
    c.spin = random_between(-4, 4);
    if (random_between(0, 1) < 0.7) c.shape = any_piece();
    s->bodies[i] = evo_body_create(s->world, &c);
}

static void build(site *s, int i, evo_body body) {
    const evo_shape shape = any_piece();
    const evo_vec2 push = random_vector(2);
    evo_collider_config c = evo_collider_config_default();
    c.shape = shape;
    switch ((int)random_between(0, 24)) {
    case 0:
        (void)evo_collider_destroy(s->world, s->pieces[i]);
        break;
    case 1:
        (void)evo_collider_set_shape(s->world, s->pieces[i], &shape);
        break;
    case 2:
        (void)evo_body_set_velocity(s->world, body, push);
        break;
    case 3:
        (void)evo_body_apply_center_impulse(s->world, body, push);
        break;
    case 4:
        (void)evo_body_set_pose(s->world, body, (evo_pose){push, push.x});
        break;
    case 5:
        (void)evo_body_set_damping(s->world, body, 0.1);
        (void)evo_body_set_spin_damping(s->world, body, 0.1);
        break;
    case 6:
        (void)evo_world_step(s->world, 1.0 / 60);
        break;
    case 7:
        (void)evo_body_set_asleep(s->world, body, !(random_between(0, 1) < 0.5));
        break;
    default:
        s->pieces[i] = evo_collider_create(s->world, body, &c);
    }
}

static outcome run_building(uint64_t seed, bool asks) {
    site s = {.world = evo_world_create(NULL)};
    outcome o = {.hash = 0};
    record_calls(&o.record, s.world);
    for (int i = 0; i < 3 * PIECES; ++i) {
        random_seed(1000 * seed + (uint64_t)i);
        const int of = i < BUILT ? i : (int)random_between(0, 1.4 * BUILT) % BUILT;
        if (i < BUILT)
            add_body(&s, i);
        else
            build(&s, i % PIECES, s.bodies[of]);
        if (asks && random_between(0, 1) < 0.5) ask(s.world, s.bodies[of]);
    }
    for (int i = 0; i < 10; ++i) ck_assert_int_eq(evo_world_step(s.world, 1.0 / 60), EVO_OK);
    o.hash = evo_world_hash(s.world);
    evo_world_destroy(s.world);
    return o;
}

START_TEST(bodies_are_built_as_unasked_ones) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        outcome plain = run_building(seed, false), asked = run_building(seed, true);
        compare(&plain, &asked, seed);
    }
}
END_TEST

/* What is saved in the middle of building goes on as what was not. */
START_TEST(building_goes_on_after_a_load) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        site s = {.world = evo_world_create(NULL)}, other = {.world = evo_world_create(NULL)};
        random_seed(seed);
        const int stops = (int)random_between(BUILT, 40);
        for (int i = 0; i < 40; ++i) {
            random_seed(1000 * seed + (uint64_t)i);
            if (i < BUILT)
                add_body(&s, i);
            else
                build(&s, i % PIECES, s.bodies[i / 8]);
            random_seed(1000 * seed + (uint64_t)i);
            if (i > stops) build(&other, i % PIECES, other.bodies[i / 8]);
            if (i != stops) continue;
            const size_t size = evo_world_save(s.world, NULL, 0);
            void *bytes = malloc(size);
            (void)evo_world_save(s.world, bytes, size);
            ck_assert_int_eq(evo_world_load(other.world, bytes, size), EVO_OK);
            free(bytes);
            memcpy(other.bodies, s.bodies, sizeof s.bodies);
            memcpy(other.pieces, s.pieces, sizeof s.pieces);
        }
        ck_assert_uint_eq(evo_world_hash(s.world), evo_world_hash(other.world));
        evo_world_destroy(s.world);
        evo_world_destroy(other.world);
    }
}
END_TEST

Suite *suite_questions(void) {
    Suite *suite = suite_create("questions");
    TCase *quick = tcase_create("quick");
    tcase_set_tags(quick, "long");
    tcase_add_test(quick, programs_end_as_unasked_ones);
    tcase_add_test(quick, bodies_are_built_as_unasked_ones);
    tcase_add_test(quick, building_goes_on_after_a_load);
    suite_add_tcase(suite, quick);
    TCase *deep = tcase_create("deep");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    tcase_add_test(deep, many_programs_end_as_unasked_ones);
    suite_add_tcase(suite, deep);
    return suite;
}
