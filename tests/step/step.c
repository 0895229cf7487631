/* step.c: laws of the step that derives its order anew, on the inside of the engine. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/check.h"
#include "support/random.h"
#include "support/stepping.h"
#include "support/widths.h"

/* ---- Sameness -------------------------------------------------------------------------------- */

/* FAST: the crowd that bounces, whose steps cost more. */
enum { COUNT = 150, STEPS = 150, STEPS_FAST = 50, STEPS_DEEP = 600, CHANGED_AT = 30 };

static int steps_of(int scene) {
    return scene == STEPPING_FAST ? STEPS_FAST : STEPS;
}

static void open_scene(stepping *s, int scene, int lanes) {
    random_seed(900 + (uint64_t)scene);
    stepping_open(s, 10, lanes);
    stepping_scene(s, scene, COUNT);
}

/* Compares the first bodies, by id. */
static void check_same(stepping *a, stepping *b, int step) {
    for (uint32_t id = 0; id < COUNT + 3; ++id)
        ck_assert_msg(memcmp(stepping_state(a, id), stepping_state(b, id), sizeof(body_state)) == 0,
                      "body %u is elsewhere in step %d", id, step);
}

static void add_far(stepping *s) {
    stepping_add(s, EVO_STATIC, evo_circle(3), 1e6, 1e6);
    stepping_add(s, EVO_STATIC, evo_segment((evo_vec2){0, 0}, (evo_vec2){50, 0}), -1e6, -1e6);
    for (int i = 0; i < 60; ++i)
        stepping_add(s, EVO_DYNAMIC, i % 3 ? evo_circle(0.5) : evo_ellipse(0.6, 0.35),
                     3e5 + 0.95 * (i % 8), 2e4 + 0.93 * (double)(i / 8));
}

/* Shuffles the slots. */
static void shuffle_slots(stepping *s) {
    body_store *b = &s->world.bodies;
    static uint32_t bodies[COUNT], colliders[COUNT];
    static uint8_t moved[COUNT];
    if (b->awake > COUNT || b->collider_awake != b->awake) return;
    for (uint32_t i = 0; i < b->awake; ++i) bodies[i] = colliders[i] = i;
    for (uint32_t i = b->awake; i > 1; --i) {
        uint32_t j = (uint32_t)random_between(0, i), kept = bodies[i - 1];
        bodies[i - 1] = bodies[j];
        bodies[j] = kept;
        j = (uint32_t)random_between(0, i);
        kept = colliders[i - 1];
        colliders[i - 1] = colliders[j];
        colliders[j] = kept;
    }
    bodies_reorder(b, bodies, colliders, moved);
}

/* Moves every other remembered pair to the row of its second collider. Two touches of faces are in
 * the order of the tangent, which is the other one there. */
static void turn_memory(stepping *s) {
    pair_store *p = &s->world.pairs;
    const pair_memory from = p->memories[p->now];
    static pair_memory kept;
    static uint32_t a[16 * COUNT], b[16 * COUNT];
    static pair_warm warm[16 * COUNT];
    static pair_other other[16 * COUNT];
    static uint8_t touching[16 * COUNT];
    static float gaps[16 * COUNT];
    if (from.count > 16 * COUNT) return;
    memcpy(a, from.id_a, from.count * sizeof *a);
    memcpy(b, from.id_b, from.count * sizeof *b);
    memcpy(warm, from.warm, from.count * sizeof *warm);
    memcpy(other, from.other, from.count * sizeof *other);
    memcpy(touching, from.touching, from.count);
    memcpy(gaps, from.gaps, from.count * sizeof *gaps);
    kept = from;
    for (uint32_t k = 0; k < from.count; ++k) {
        const body_store *store = &s->world.bodies;
        if (k % 2 || store->colliders[b[k]].slot >= store->collider_awake) continue;
        const uint32_t first = a[k];
        a[k] = b[k];
        b[k] = first;
        warm[k].normal_x = -warm[k].normal_x;
        warm[k].normal_y = -warm[k].normal_y;
        const bool ring = store->links[store->colliders[a[k]].slot].kind == FORM_OTHER
                          || store->links[store->colliders[b[k]].slot].kind == FORM_OTHER;
        if (ring || other[k].push < 0) continue;
        const float push = warm[k].push;
        warm[k].push = other[k].push;
        other[k].push = push;
    }
    p->memories[p->now].count = 0;
    for (uint32_t id = 0; id < s->world.bodies.collider_list.count; ++id)
        for (uint32_t k = 0; k < kept.count; ++k) {
            const pair_ids ids = {a[k], b[k]};
            const pair_kept one = {warm[k], other[k], {0, 0, 0, 0}, gaps[k], touching[k]};
            if (a[k] == id) pairs_append(p, ids, &one);
        }
}

static void run_same(int scene, int steps) {
    static stepping plain, changed;
    open_scene(&plain, scene, 8);
    open_scene(&changed, scene, 8);
    for (int i = 0; i < steps; ++i) {
        stepping_run(&plain, 1);
        stepping_run(&changed, 1);
        check_same(&plain, &changed, i);
        random_seed(7000 + (uint64_t)i);
        if (i == CHANGED_AT) add_far(&changed);
        if (i < CHANGED_AT && i % 7 == 0) shuffle_slots(&changed);
        if (i % 5 == 0) turn_memory(&changed);
        if (i % 3 > 0) pairs_lose(&changed.world.pairs);
    }
    stepping_close(&plain);
    stepping_close(&changed);
}

START_TEST(what_is_far_or_elsewhere_in_memory_changes_no_bit) {
    run_same(_i, steps_of(_i));
}
END_TEST

START_TEST(what_is_far_changes_no_bit_for_long) {
    run_same(_i, STEPS_DEEP);
}
END_TEST

START_TEST(lanes_change_no_bit) {
    static stepping worlds[MOST_WIDTHS];
    const int widths = count_widths();
    for (int i = 0; i < widths; ++i) open_scene(&worlds[i], _i, LANE_WIDTHS[i]);
    for (int step = 0; step < steps_of(_i); ++step)
        for (int i = 0; i < widths; ++i) {
            stepping_run(&worlds[i], 1);
            check_same(&worlds[0], &worlds[i], step);
        }
    for (int i = 0; i < widths; ++i) stepping_close(&worlds[i]);
}
END_TEST

/* ---- Rest ------------------------------------------------------------------------------------ */

/* Returns whether all of them fell asleep; none has left. */
static bool come_to_rest(int scene, uint32_t count, int seconds, uint64_t seed) {
    static stepping s;
    random_seed(seed);
    stepping_open(&s, 10, 8);
    stepping_scene(&s, scene, count);
    for (int i = 0; i < 60 * seconds && s.world.bodies.awake > 0; ++i) stepping_run(&s, 1);
    const bool rest = s.world.bodies.awake == 0;
    for (uint32_t id = 3; id < count + 3; ++id)
        ck_assert_double_gt(stepping_state(&s, id)->position.y, 0);
    stepping_close(&s);
    return rest;
}

/* One pile in ten has an egg that rocks for longer. */
START_TEST(piles_come_to_rest) {
    int rest = 0;
    for (uint64_t seed = 2; seed < 5; ++seed) rest += come_to_rest(_i, 100, 60, seed);
    ck_assert_int_ge(rest, 2);
}
END_TEST

START_TEST(piles_of_three_hundred_come_to_rest) {
    int rest = 0;
    for (uint64_t seed = 0; seed < 10; ++seed) rest += come_to_rest(_i, 300, 40, seed);
    ck_assert_int_ge(rest, 7);
}
END_TEST

/* An egg that rocks on a floor gains nothing, and hardly loses. */
START_TEST(what_rocks_goes_on) {
    static stepping s;
    stepping_open(&s, 10, 8);
    stepping_box(&s, 40, 10);
    const double angle = 0.1 + 0.1 * _i, ry = 0.3;
    const double height = sqrt(0.36 * sin(angle) * sin(angle) + ry * ry * cos(angle) * cos(angle));
    uint32_t id = stepping_add(&s, EVO_DYNAMIC, evo_ellipse(0.6, ry), 20, height);
    stepping_state(&s, id)->angle = angle;
    double most = angle;
    for (int second = 0; second < 20 && s.world.bodies.awake > 0; ++second) {
        double now = 0;
        for (int i = 0; i < 60; ++i) {
            stepping_run(&s, 1);
            now = fmax(now, fabs(stepping_state(&s, id)->angle));
        }
        ck_assert_double_le(now, most * 1.001);
        most = now;
    }
    ck_assert_double_gt(most, 0.9 * angle);
    stepping_close(&s);
}
END_TEST

/* ---- Motion ---------------------------------------------------------------------------------- */

START_TEST(free_bodies_fly_parabolas) {
    static stepping s;
    stepping_open(&s, 10, 8);
    uint32_t id = stepping_add(&s, EVO_DYNAMIC, evo_ellipse(1, 0.5), 1e4, -3);
    stepping_state(&s, id)->velocity = (evo_vec2){3, 7};
    stepping_state(&s, id)->spin = 2;
    stepping_run(&s, 300);
    const body_state *state = stepping_state(&s, id);
    ck_assert_double_eq_tol(state->position.x, 1e4 + 15, 1e-9);
    ck_assert_double_eq_tol(state->position.y, -3 + 35 - 125, 1e-10);
    ck_assert_double_eq_tol(state->angle, 10, 1e-11);
    stepping_close(&s);
}
END_TEST

/* A disk that rolls over segments that go on from each other. */
START_TEST(seams_are_not_felt) {
    static const double speeds[] = {1, 5, 10, 30};
    static stepping s;
    stepping_open(&s, 10, 8);
    for (int i = -5; i < 200; ++i)
        stepping_add(&s, EVO_STATIC, evo_segment((evo_vec2){i, 0}, (evo_vec2){i + 1, 0}), 0, 0);
    const double speed = speeds[_i], radius = 0.3;
    uint32_t id = stepping_add(&s, EVO_DYNAMIC, evo_circle(radius), 0.37, radius);
    stepping_state(&s, id)->velocity.x = speed;
    stepping_state(&s, id)->spin = -speed / radius;
    while (stepping_state(&s, id)->position.x < 150 && s.world.steps < 1200) {
        stepping_run(&s, 1);
        ck_assert_double_eq_tol(stepping_state(&s, id)->position.y, radius, 1e-3);
    }
    ck_assert_double_eq_tol(stepping_state(&s, id)->velocity.x, speed, 1e-4 * speed);
    stepping_close(&s);
}
END_TEST

/* Disks and ellipses that pass a disk by a hundredth of its size are not deflected; where they pass
 * through its rim they are. */
START_TEST(near_passes_are_no_contacts) {
    enum { SHOTS = 2000 };
    static stepping s;
    int ghosts = 0, missed = 0;
    random_seed(31);
    for (int i = 0; i < SHOTS; ++i) {
        stepping_open(&s, 0, 8);
        const double radius = random_between(0.2, 0.6), speed = random_between(1, 12);
        const bool passes = i % 2 == 0;
        const double off = passes ? 0.01 : random_between(-0.5, -0.02);
        stepping_add(&s, i % 4 < 2 ? EVO_STATIC : EVO_DYNAMIC, evo_circle(0.5), 0, 0);
        uint32_t id = stepping_add(&s, EVO_DYNAMIC, evo_circle(radius), -3,
                                   0.5 + radius + off * fmin(radius, 0.5));
        stepping_state(&s, id)->velocity.x = speed;
        stepping_run(&s, (int)(60 * 6 / speed) + 1);
        const double turned = fabs(stepping_state(&s, id)->velocity.y) / speed;
        ghosts += passes && turned > 1e-6;
        missed += !passes && turned < 1e-6;
        stepping_close(&s);
    }
    ck_assert_msg(ghosts <= SHOTS / 1000, "%d of %d passes were deflected", ghosts, SHOTS / 2);
    ck_assert_int_eq(missed, 0);
}
END_TEST

/* Small boxes ride on the end of a long plank that turns about its far end: they have rows, as if
 * it stood, though it turns by more than they may pass by what stands. */
START_TEST(riders_of_turning_walls_have_rows) {
    const double spin = 0.4;
    evo_body_config plank = evo_body_config_default();
    stepping s;
    stepping_open(&s, 0, STEPPING_LANES);
    plank.kind = EVO_KINEMATIC;
    plank.shape = evo_shape_at(evo_box(9, 0.5), (evo_vec2){10, 0}, 0);
    plank.spin = spin;
    ck_assert_uint_ne(stepping_add_body(&s.world, &plank), NONE);
    for (int i = 0; i < 40; ++i) {
        evo_body_config boxed = evo_body_config_default();
        boxed.shape = evo_box(0.125, 0.125);
        boxed.position = (evo_vec2){8 + 0.26 * i, i % 2 ? 0.63 : -0.63};
        boxed.velocity = (evo_vec2){-spin * boxed.position.y, spin * boxed.position.x};
        ck_assert_uint_ne(stepping_add_body(&s.world, &boxed), NONE);
    }
    stepping_run(&s, 1);
    ck_assert_uint_ge(s.world.row_count, 40);
    ck_assert_uint_eq(s.world.event_count, 0);
    stepping_close(&s);
}
END_TEST

/* Bodies in a whole ring a hundredth as wide as it is large stay in it, wherever the ring goes: of
 * 36,000 four were lost. */
START_TEST(thin_rings_hold_what_is_in_them) {
    enum { BODIES = 60 };
    static stepping s;
    random_seed(70 + (uint64_t)_i);
    stepping_open(&s, 10, 8);
    stepping_add(&s, EVO_STATIC, evo_segment((evo_vec2){-100, 0}, (evo_vec2){100, 0}), 0, -5.2);
    const uint32_t ring = stepping_add(&s, _i % 2 ? EVO_DYNAMIC : EVO_STATIC,
                                       evo_ring(5, 0.05, 0, 2 * acos(-1)), 0, 0);
    uint32_t ids[BODIES];
    for (int i = 0; i < BODIES; ++i) {
        const evo_shape shapes[] = {evo_circle(random_between(0.2, 0.4)),
                                    evo_ellipse(0.5, random_between(0.2, 0.4)),
                                    evo_ring(0.35, 0.1, 0, random_between(1, 5))};
        ids[i] = stepping_add(&s, EVO_DYNAMIC, shapes[i % 3], -2.8 + 0.8 * (i % 8),
                              -2.4 + 0.75 * (double)(i / 8));
        body_state *state = stepping_state(&s, ids[i]);
        state->velocity = (evo_vec2){random_between(-8, 8), random_between(-8, 8)};
        state->angle = random_between(0, 6);
    }
    stepping_run(&s, 600);
    int lost = 0;
    for (int i = 0; i < BODIES; ++i) {
        evo_vec2 at = stepping_state(&s, ids[i])->position;
        evo_vec2 center = stepping_state(&s, ring)->position;
        lost += hypot(at.x - center.x, at.y - center.y) > 5;
    }
    ck_assert_int_le(lost, 2);
    stepping_close(&s);
}
END_TEST

/* Small disks lie under large ones, up to 144 times as heavy, that fall on them: none is pressed
 * through the floor or a wall. */
START_TEST(what_is_pressed_stays_in_its_box) {
    enum { WORLDS = 20 };
    static stepping s;
    const double width = 1.6 * sqrt(COUNT) * 2.5 / 1.4; /* of the scene */
    int lost = 0;
    for (int seed = 1; seed <= WORLDS; ++seed) {
        bool outside = false;
        random_seed((uint64_t)seed);
        stepping_open(&s, 10, STEPPING_LANES);
        stepping_scene(&s, 2, COUNT);
        for (int step = 0; step < 200; ++step) {
            stepping_run(&s, 1);
            for (uint32_t id = 3; id < COUNT + 3; ++id) {
                const evo_vec2 at = stepping_state(&s, id)->position;
                outside |= at.x < 0 || at.x > width || at.y < 0;
            }
        }
        lost += outside;
        stepping_close(&s);
    }
    ck_assert_msg(lost == 0, "%d of %d boxes lost a body", lost, WORLDS);
}
END_TEST

/* ---- Sleep ----------------------------------------------------------------------------------- */

/* Two stacks sleep; what falls on the one wakes it, and not the other. @touch-wakes */
START_TEST(what_is_touched_wakes_with_its_island) {
    static stepping s;
    stepping_open(&s, 10, 8);
    stepping_box(&s, 40, 50);
    for (int i = 0; i < 6; ++i)
        stepping_add(&s, EVO_DYNAMIC, evo_circle(0.5), i < 3 ? 10 : 20, 0.5 + i % 3);
    stepping_run(&s, 120);
    ck_assert_uint_eq(s.world.bodies.awake, 0);
    for (uint32_t id = 3; id < 9; ++id) ck_assert_double_eq(stepping_state(&s, id)->velocity.y, 0);
    uint32_t falling = stepping_add(&s, EVO_DYNAMIC, evo_circle(0.3), 10, 4.5);
    for (int i = 0; i < 60 && s.world.bodies.awake < 2; ++i) stepping_run(&s, 1);
    ck_assert_uint_eq(s.world.bodies.awake, 4);
    ck_assert(body_is_active(&s.world.bodies, 3) && !body_is_active(&s.world.bodies, 6));
    ck_assert_double_lt(stepping_state(&s, falling)->position.y, 3.9);
    stepping_run(&s, 600);
    ck_assert_uint_eq(s.world.bodies.awake, 0);
    stepping_close(&s);
}
END_TEST

/* Every touch that begins ends once, sensors included. */
START_TEST(touches_are_told_once) {
    static stepping s;
    int began = 0, ended = 0;
    stepping_open(&s, 10, 8);
    stepping_box(&s, 20, 50);
    evo_body_config sensor = evo_body_config_default();
    sensor.kind = EVO_STATIC;
    sensor.shape = evo_circle(1);
    sensor.position = (evo_vec2){10, 4};
    sensor.sensor = true;
    stepping_add_body(&s.world, &sensor);
    uint32_t ball = stepping_add(&s, EVO_DYNAMIC, evo_circle(0.4), 10, 8);
    for (int i = 0; i < 200; ++i) {
        stepping_run(&s, 1);
        const told_list *touches = &s.world.told.shown[TOLD_TOUCHES];
        const told_list *visits = &s.world.told.shown[TOLD_VISITS];
        for (size_t k = 0; k < touches->list.count; ++k)
            ++*(((const evo_touch *)touches->all)[k].began ? &began : &ended);
        for (size_t k = 0; k < visits->list.count; ++k)
            ++*(((const evo_visit *)visits->all)[k].began ? &began : &ended);
    }
    ck_assert_int_eq(began, 2); /* the sensor, and the floor */
    ck_assert_int_eq(ended, 1); /* the sensor */
    const uint32_t generation = s.world.bodies.records[ball].generation;
    ck_assert(step_remove_body(&s.world, ball));
    ck_assert_uint_eq(stepping_add(&s, EVO_DYNAMIC, evo_circle(0.4), 15, 8), ball);
    stepping_run(&s, 1);
    ck_assert_uint_eq(s.world.told.shown[TOLD_TOUCHES].list.count,
                      1); /* by the handle that it had */
    const evo_touch *touch = s.world.told.shown[TOLD_TOUCHES].all;
    ck_assert(!touch->began && touch->b.index == ball && touch->b.generation == generation);
    stepping_close(&s);
}
END_TEST

/* A ball falls on the floor without bouncing: onto a row, or faster than rows see. */
START_TEST(impacts_are_told_with_their_time_and_speed) {
    static stepping s;
    const double height = _i == 0 ? 1 : 1000, fall = sqrt(2 * height / 10);
    stepping_open(&s, 10, STEPPING_LANES);
    s.world.settings.impacts.impact_speed = 0.5;
    stepping_box(&s, 20, 50);
    stepping_add(&s, EVO_DYNAMIC, evo_circle(0.25), 10, 0.25 + height);
    size_t told = 0;
    while (s.world.time < fall + 1) {
        stepping_run(&s, 1);
        for (size_t i = 0; i < s.world.told.shown[TOLD_IMPACTS].list.count; ++i, ++told) {
            const evo_impact *impact = (const evo_impact *)s.world.told.shown[TOLD_IMPACTS].all + i;
            ck_assert_double_eq_tol(impact->speed, 10 * fall, 1e-4 * fall);
            ck_assert_double_eq_tol(impact->time, fall, 1e-4);
            ck_assert_double_eq_tol(impact->point.y, 0, 1e-4);
            ck_assert_double_eq_tol(fabs(impact->normal.y), 1, 1e-6);
            ck_assert_double_gt(impact->impulse, 0);
        }
    }
    ck_assert_uint_eq(told, 1);
    stepping_close(&s);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Refuses each allocation of a step in turn: the world is as it was, and the next try as if the
 * first had never been. @refused-step */
START_TEST(refused_steps_change_nothing) {
    static stepping s, twin;
    open_scene(&s, _i, 8);
    open_scene(&twin, _i, 8);
    for (int step = 0; step < 60; ++step) {
        const uint64_t before = stepping_hash(&s);
        for (size_t refuse = 1;; ++refuse) {
            s.counted.refuse = s.counted.calls + refuse;
            const size_t refused = s.counted.refused;
            const evo_result result = step_advance(&s.world, 1.0 / 60);
            s.counted.refuse = 0;
            if (result == EVO_OK) break;
            ck_assert_int_eq(result, EVO_ERROR_MEMORY);
            ck_assert_uint_gt(s.counted.refused, refused);
            ck_assert_uint_eq(stepping_hash(&s), before);
        }
        stepping_run(&twin, 1);
        check_same(&s, &twin, step);
    }
    stepping_close(&s);
    stepping_close(&twin);
}
END_TEST

/* ---- Changes by hand between steps ----------------------------------------------------------- */

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

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_step(Suite *suite) {
    TCase *bits = tcase_create("law_bits"), *rest = tcase_create("law_rest");
    tcase_add_loop_test(bits, what_is_far_or_elsewhere_in_memory_changes_no_bit, 0,
                        STEPPING_SCENES);
    tcase_add_loop_test(bits, lanes_change_no_bit, 0, STEPPING_SCENES);
    tcase_set_tags(bits, "law_bits");
    suite_add_tcase(suite, bits);
    tcase_add_loop_test(rest, piles_come_to_rest, 0, 3);
    tcase_add_loop_test(rest, what_rocks_goes_on, 0, 3);
    tcase_set_tags(rest, "law_rest");
    suite_add_tcase(suite, rest);
    TCase *motion = tcase_create("law_motion"), *sleep = tcase_create("law_sleep");
    tcase_add_test(motion, free_bodies_fly_parabolas);
    tcase_add_loop_test(motion, seams_are_not_felt, 0, 4);
    tcase_add_test(motion, near_passes_are_no_contacts);
    tcase_add_test(motion, riders_of_turning_walls_have_rows);
    tcase_add_test(motion, what_is_pressed_stays_in_its_box);
    tcase_add_loop_test(motion, thin_rings_hold_what_is_in_them, 0, 10);
    tcase_set_tags(motion, "law_motion");
    suite_add_tcase(suite, motion);
    tcase_add_test(sleep, what_is_touched_wakes_with_its_island);
    tcase_add_test(sleep, touches_are_told_once);
    tcase_add_loop_test(sleep, impacts_are_told_with_their_time_and_speed, 0, 2);
    suite_add_tcase(suite, sleep);
    TCase *memory = tcase_create("law_memory"), *deep = tcase_create("deep");
    tcase_add_loop_test(memory, refused_steps_change_nothing, 0, STEPPING_SCENES);
    tcase_set_tags(memory, "law_memory");
    suite_add_tcase(suite, memory);
    tcase_add_loop_test(deep, what_is_far_changes_no_bit_for_long, 0, STEPPING_SCENES);
    tcase_add_loop_test(deep, piles_of_three_hundred_come_to_rest, 0, 2);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
}

static void add_step_changes(Suite *suite) {
    TCase *memory = tcase_create("changes");
    tcase_add_loop_test(memory, changes_by_hand_are_made_as_a_whole, 0, CHANGES);
    tcase_set_tags(memory, "law_memory");
    suite_add_tcase(suite, memory);
}

Suite *suite_step(void) {
    Suite *suite = suite_create("step");
    add_step(suite);
    add_step_changes(suite);
    return suite;
}
