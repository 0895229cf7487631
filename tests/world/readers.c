/* readers.c: any number of threads reads a world that nobody changes: all functions of a const
 * world from four threads at once, of worlds in every state. They answer as one thread is answered,
 * and no two write: the sanitizer of races sees it (make tsan). */
#include <ctype.h>
#include <evolute/evolute.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "suites.h"
#include "support/hash.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/subject.h"

enum { THREADS = 4, MOST = 96, FOUND = 8 };

/* ---- Digests --------------------------------------------------------------------------------- */

/* A reader: what it sees, as a number. */
typedef struct reader {
    const evo_world *world;
    evo_body bodies[MOST];
    evo_collider colliders[2 * MOST];
    evo_joint joints[MOST];
    size_t body_count, collider_count, joint_count;
    uint64_t seen;
} reader;

static void number(reader *r, double x) {
    r->seen = hash_double(r->seen, x);
}

static void vector(reader *r, evo_vec2 v) {
    number(r, v.x);
    number(r, v.y);
}

static void pose(reader *r, evo_pose p) {
    vector(r, p.position);
    number(r, p.angle);
}

static void box(reader *r, evo_bounds b) {
    vector(r, b.min);
    vector(r, b.max);
}

static void shape(reader *r, evo_shape s) {
    number(r, s.kind);
    vector(r, s.center);
    vector(r, s.axis);
}

static void body(reader *r, evo_body b) {
    number(r, (double)evo_body_pack(b));
}

static void collider(reader *r, evo_collider c) {
    number(r, (double)evo_collider_pack(c));
}

static void hit(reader *r, evo_ray_hit h) {
    number(r, h.hit);
    collider(r, h.collider);
    vector(r, h.point);
    number(r, h.fraction);
}

static void contacts(reader *r, const evo_contact *found, size_t count) {
    number(r, (double)count);
    for (size_t i = 0; i < count && i < FOUND; ++i) {
        collider(r, found[i].a);
        collider(r, found[i].b);
        vector(r, found[i].points[0].point);
    }
}

static void colliders(reader *r, const evo_collider *found, size_t count) {
    number(r, (double)count);
    for (size_t i = 0; i < count && i < FOUND; ++i) collider(r, found[i]);
}

static size_t least(size_t count, size_t most) {
    return count < most ? count : most;
}

/* ---- Bodies and colliders -------------------------------------------------------------------- */

static void read_poses(reader *r) {
    for (size_t i = 0; i < r->body_count; ++i) {
        pose(r, evo_body_pose(r->world, r->bodies[i]));
        vector(r, evo_body_velocity(r->world, r->bodies[i]));
        number(r, evo_body_spin(r->world, r->bodies[i]));
        vector(r, evo_body_world_center(r->world, r->bodies[i]));
    }
}

static void read_bodies(reader *r) {
    const evo_world *w = r->world;
    const evo_vec2 at = {0.25, 2};
    for (size_t i = 0; i < r->body_count; ++i) {
        const evo_body b = r->bodies[i];
        const evo_mass mass = evo_body_mass(w, b);
        const evo_body_config config = evo_body_get(w, b);
        evo_collider found[FOUND];
        evo_joint joints[FOUND];
        pose(r, (evo_pose){config.position, config.angle});
        vector(r, mass.center);
        number(r, mass.mass + mass.inertia);
        number(r, evo_body_exists(w, b) + 2 * evo_body_disabled(w, b) + 4 * evo_body_asleep(w, b));
        number(r, evo_body_kind_of(w, b));
        number(r, evo_body_user(w, b) != NULL);
        number(r, (double)evo_body_tag(w, b));
        box(r, evo_body_bounds(w, b));
        vector(r, evo_body_point_velocity(w, b, at));
        vector(r, evo_body_world_point(w, b, at));
        vector(r, evo_body_local_point(w, b, at));
        vector(r, evo_body_world_vector(w, b, at));
        vector(r, evo_body_local_vector(w, b, at));
        colliders(r, found, evo_body_colliders(w, b, found, FOUND));
        number(r, (double)evo_body_joints(w, b, joints, FOUND));
    }
}

static void read_colliders(reader *r) {
    const evo_world *w = r->world;
    for (size_t i = 0; i < r->collider_count; ++i) {
        const evo_collider c = r->colliders[i];
        evo_collider found[FOUND];
        const evo_chain chain = evo_collider_chain(w, c);
        shape(r, evo_collider_shape(w, c));
        shape(r, evo_collider_get(w, c).shape);
        body(r, evo_collider_body(w, c));
        number(r, evo_collider_user(w, c) != NULL);
        number(r, (double)evo_collider_tag(w, c));
        number(r, evo_collider_material(w, c).friction);
        number(r, (double)evo_collider_filter(w, c).mask);
        number(r, evo_collider_exists(w, c) + 2 * evo_collider_is_sensor(w, c));
        number(r, evo_collider_contains(w, c, (evo_vec2){0.1, 0.2}));
        colliders(r, found, evo_collider_visitors(w, c, found, FOUND));
        if (!evo_chain_exists(w, chain)) continue;
        body(r, evo_chain_body(w, chain));
        colliders(r, found, evo_chain_colliders(w, chain, found, FOUND));
    }
}

static void read_many(reader *r) {
    evo_pose poses[MOST];
    evo_vec2 ways[MOST];
    evo_mass masses[MOST];
    evo_shape shapes[2 * MOST];
    const evo_body_arrays to = {.poses = poses, .ways = ways, .masses = masses};
    const evo_collider_arrays also = {.shapes = shapes};
    const evo_bounds about = {{-2, -2}, {2, 2}};
    evo_body found[MOST];
    number(r, (double)evo_world_read_bodies(r->world, r->bodies, r->body_count, &to));
    number(r, (double)evo_world_read_colliders(r->world, r->colliders, r->collider_count, &also));
    for (size_t i = 0; i < r->body_count; ++i) {
        pose(r, poses[i]);
        vector(r, ways[i]);
        number(r, masses[i].inertia);
    }
    for (size_t i = 0; i < r->collider_count; ++i) shape(r, shapes[i]);
    const size_t count = evo_world_outside(r->world, about, found, MOST);
    for (size_t i = 0; i < least(count, MOST); ++i) body(r, found[i]);
}

static void read_joints(reader *r) {
    const evo_world *w = r->world;
    for (size_t i = 0; i < r->joint_count; ++i) {
        const evo_joint j = r->joints[i];
        vector(r, evo_joint_force(w, j));
        number(r, evo_joint_exists(w, j) + 2 * (evo_joint_user(w, j) != NULL));
        number(r, (double)evo_joint_tag(w, j));
        number(r, evo_joint_get(w, j).length);
        number(r, evo_joint_torque(w, j));
        number(r, evo_joint_motor_load(w, j));
        number(r, evo_joint_angle(w, j));
        number(r, evo_joint_translation(w, j));
        number(r, evo_joint_length(w, j));
        number(r, evo_joint_speed(w, j));
        number(r, evo_joint_separation(w, j));
        number(r, evo_joint_twist(w, j));
    }
}

/* ---- Contacts and lists ---------------------------------------------------------------------- */

static void read_contacts(reader *r) {
    evo_contact found[FOUND], one;
    contacts(r, found, evo_world_contacts(r->world, found, FOUND));
    for (size_t i = 0; i < r->body_count; ++i)
        contacts(r, found, evo_body_contacts(r->world, r->bodies[i], found, FOUND));
    for (size_t i = 0; i + 1 < r->collider_count; ++i) {
        contacts(r, found, evo_collider_contacts(r->world, r->colliders[i], found, FOUND));
        number(r, evo_world_contact(r->world, r->colliders[i], r->colliders[i + 1], &one));
    }
}

static void read_moves(reader *r) {
    size_t count;
    const evo_move *moves = evo_world_moves(r->world, &count);
    for (size_t i = 0; i < count; ++i) {
        body(r, moves[i].body);
        pose(r, moves[i].before);
        pose(r, moves[i].now);
    }
}

static void read_between(reader *r) {
    for (size_t i = 0; i < r->body_count; ++i)
        pose(r, evo_body_pose_between(r->world, r->bodies[i], 0.3));
}

static void read_forces(reader *r) {
    size_t count;
    const evo_force *forces = evo_world_forces(r->world, &count);
    for (size_t i = 0; i < count; ++i) {
        collider(r, forces[i].collider_a);
        vector(r, forces[i].impulse);
    }
}

static void read_told(reader *r) {
    size_t count;
    const evo_touch *touches = evo_world_touches(r->world, &count);
    for (size_t i = 0; i < count; ++i) body(r, touches[i].a);
    const evo_impact *impacts = evo_world_impacts(r->world, &count);
    for (size_t i = 0; i < count; ++i) vector(r, impacts[i].point);
    const evo_visit *visits = evo_world_visits(r->world, &count);
    for (size_t i = 0; i < count; ++i) collider(r, visits[i].visitor);
    const evo_joint_end *ends = evo_world_joint_ends(r->world, &count);
    for (size_t i = 0; i < count; ++i) body(r, ends[i].a);
}

/* ---- The world ------------------------------------------------------------------------------- */

static void read_world(reader *r) {
    const evo_world *w = r->world;
    const evo_counters counters =
        evo_world_counters(w); /* other questions take some of its bytes */
    number(r, (double)(counters.bodies + counters.contacts + counters.pairs + counters.steps));
    number(r, (double)evo_world_awake(w));
    number(r, evo_world_time(w));
    number(r, evo_world_get(w).push_speed);
    vector(r, evo_world_gravity(w));
    number(r, evo_world_kinetic_energy(w));
    number(r, evo_world_potential_energy(w));
    number(r, evo_world_shear_offset(w));
    number(r, evo_world_sums(w).lost);
    number(r, evo_world_profile(w).workers);
    number(r, evo_world_last_result(w));
    number(r, evo_world_validate(w) == NULL);
}

static void read_state(reader *r) {
    const size_t size = evo_world_save(r->world, NULL, 0);
    unsigned char *bytes = malloc(size + 1);
    number(r, (double)evo_world_hash(r->world));
    number(r, (double)size);
    if (bytes && evo_world_save(r->world, bytes, size) == size)
        for (size_t i = 0; i < size; ++i) number(r, bytes[i]);
    free(bytes);
}

static void see_line(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to) {
    (void)item;
    vector(context, from);
    vector(context, to);
}

static void see_point(void *context, const evo_draw_item *item, evo_vec2 at) {
    (void)item;
    vector(context, at);
}

static void see_outline(void *context, const evo_draw_item *item, const evo_vec2 *points,
                        size_t count, bool closed) {
    (void)closed;
    collider(context, item->collider);
    for (size_t i = 0; i < count; ++i) vector(context, points[i]);
}

static void read_drawing(reader *r) {
    reader other = {.seen = 0}; /* tiles are those of the last query, which may be made meanwhile */
    evo_draw draw = {.flags = ~(unsigned)EVO_DRAW_TILES,
                     .context = r,
                     .line = see_line,
                     .point = see_point,
                     .outline = see_outline};
    evo_world_draw(r->world, &draw);
    draw.flags = EVO_DRAW_TILES;
    draw.context = &other;
    evo_world_draw(r->world, &draw);
}

/* ---- Queries --------------------------------------------------------------------------------- */

static evo_vec2 place_of(const reader *r, size_t i) {
    return evo_body_pose(r->world, r->bodies[i % r->body_count]).position;
}

static bool stops_at_third(void *context, const evo_ray_hit *at) {
    (void)at;
    return ++*(int *)context == 3;
}

static void read_rays(reader *r) {
    const evo_world *w = r->world;
    evo_ray_hit hits[FOUND];
    for (size_t i = 0; i < r->body_count; i += 3) {
        const evo_vec2 from = place_of(r, i), to = place_of(r, 7 * i + 1);
        int passed = 0;
        hit(r, evo_world_ray(w, from, to, NULL));
        number(r, evo_world_ray_any(w, from, to, NULL));
        number(r, (double)evo_world_ray_all(w, from, to, NULL, hits, FOUND));
        hit(r, evo_world_ray_until(w, from, to, NULL, stops_at_third, &passed));
    }
}

static void read_casts(reader *r) {
    const evo_world *w = r->world;
    const evo_shape cast = evo_box(0.3, 0.2);
    evo_ray_hit hits[FOUND];
    for (size_t i = 0; i < r->body_count; i += 7) {
        const evo_pose from = {place_of(r, i), 0}, to = {place_of(r, 5 * i + 2), 1};
        hit(r, evo_world_cast_circle(w, from.position, to.position, 0.2, NULL));
        hit(r, evo_world_cast_shape(w, &cast, from, to, NULL));
        number(r, (double)evo_world_cast_all(w, &cast, from, to, NULL, hits, FOUND));
    }
}

static void read_places(reader *r) {
    const evo_world *w = r->world;
    const evo_query all = {.sensors = true};
    const evo_shape disk = evo_circle(0.7);
    const evo_mover_config config = {.up = {0, 1}, .shape = disk};
    evo_collider found[FOUND];
    evo_plane planes[FOUND];
    for (size_t i = 0; i < r->body_count; i += 3) {
        const evo_pose at = {place_of(r, i), 0.1};
        const evo_bounds about = {at.position, evo_add(at.position, (evo_vec2){1, 1})};
        colliders(r, found, evo_world_overlap_bounds(w, about, &all, found, FOUND));
        colliders(r, found, evo_world_overlap_shape(w, &disk, at, &all, found, FOUND));
        const evo_nearest nearest = evo_world_nearest(w, at.position, INFINITY, NULL);
        collider(r, nearest.collider);
        number(r, nearest.distance);
        number(r, (double)evo_world_planes(w, &disk, at, NULL, planes, FOUND));
        number(r, evo_world_slide(w, &disk, at, (evo_vec2){1, -1}, NULL));
        const evo_mover mover = {.pose = {place_of(r, 3 * i + 1), 0.1}, .before = at};
        colliders(r, found, evo_mover_sensors(w, &config, &mover, found, FOUND));
    }
}

/* Arguments that are refused, and told, and handles of nothing. */
static void read_nothing(reader *r) {
    const evo_world *w = r->world;
    const evo_vec2 at = {0, 0}, nowhere = {NAN, 0};
    const evo_shape none = evo_circle(-1);
    evo_collider found[FOUND];
    hit(r, evo_world_ray_until(w, at, (evo_vec2){1, 1}, NULL, NULL, NULL));
    hit(r, evo_world_ray(w, nowhere, at, NULL));
    hit(r, evo_world_cast_circle(w, at, at, -1, NULL));
    number(r, (double)evo_world_overlap_shape(w, &none, (evo_pose){at, 0}, NULL, found, FOUND));
    number(r, evo_world_nearest(w, at, NAN, NULL).hit);
    number(r, (double)evo_world_planes(w, NULL, (evo_pose){at, 0}, NULL, NULL, 0));
    pose(r, evo_body_pose(w, (evo_body){7, 9999}));
    number(r, evo_joint_angle(w, (evo_joint){0, 9999}));
    number(r, evo_collider_contains(w, (evo_collider){0, 9999}, at));
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void (*const READERS[])(reader *r) = {
    read_poses,   read_bodies, read_colliders, read_many,   read_joints, read_contacts,
    read_moves,   read_forces, read_between,   read_told,   read_world,  read_state,
    read_drawing, read_rays,   read_casts,     read_places, read_nothing};

enum { READERS_COUNT = sizeof READERS / sizeof *READERS };

typedef struct reading {
    const evo_world *world;
    pthread_barrier_t *begin;
    size_t first;
    uint64_t seen[READERS_COUNT];
} reading;

/* Reads all, from one reader on: each thread begins with another. */
static void *read_all(void *data) {
    reading *of = data;
    reader r = {.world = of->world};
    if (of->begin) pthread_barrier_wait(of->begin);
    r.body_count = least(evo_world_bodies(r.world, r.bodies, MOST), MOST);
    r.collider_count = least(evo_world_colliders(r.world, r.colliders, 2 * MOST), 2 * MOST);
    r.joint_count = least(evo_world_joints(r.world, r.joints, MOST), MOST);
    for (size_t i = 0; i < READERS_COUNT && r.body_count > 0; ++i) {
        r.seen = HASH_BEGIN;
        READERS[(of->first + i) % READERS_COUNT](&r);
        of->seen[(of->first + i) % READERS_COUNT] = r.seen;
    }
    return NULL;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static bool chance(double part) {
    return random_between(0, 1) < part;
}

/* An allocator that refuses whatever is more, on demand. */
static void *resize(void *context, void *block, size_t before, size_t size) {
    const bool *refuses = context;
    if (*refuses && size > before) return NULL;
    if (size > 0) return realloc(block, size);
    free(block);
    return NULL;
}

static void hear(void *context, const evo_complaint *told) {
    (void)told;
    (void)context;
}

typedef struct state {
    subject exact; /* or without a world */
    evo_world *world;
    random_plan plan;
    bool refuses;
    int steps;
} state;

static evo_body any_body(const state *s) {
    evo_body all[MOST];
    const size_t count = least(evo_world_bodies(s->world, all, MOST), MOST);
    return count > 0 ? all[(size_t)random_between(0, (double)count)] : (evo_body){0, 0};
}

static void take_step(state *s) {
    if (s->exact.world)
        (void)evo_world_step(s->world, random_scale(1e-3, 0.1));
    else
        random_world_step(s->world, &s->plan, s->steps);
    ++s->steps;
    random_seed(s->plan.seed * 31 + (uint64_t)s->steps);
}

/* Bodies get colliders, and keep what they had for a while. */
static void build_on(state *s) {
    for (int count = (int)random_between(1, 4); count > 0; --count) {
        const evo_body on = any_body(s);
        evo_collider_config more = evo_collider_config_default();
        for (int i = (int)random_between(1, 6); i > 0; --i) {
            const evo_shape one =
                random_shape((evo_shape_kind)(EVO_CIRCLE + (int)random_between(0, 2)));
            more.shape = evo_shape_at(one, random_vector(2), random_between(-3, 3));
            (void)evo_collider_create(s->world, on, &more);
        }
    }
}

static void move_some(state *s) {
    for (int i = 0; i < 3; ++i) {
        const evo_pose to = {random_vector(3), random_between(-3, 3)};
        if (chance(0.5)) (void)evo_body_set_pose(s->world, any_body(s), to);
        if (chance(0.5)) (void)evo_body_set_velocity(s->world, any_body(s), random_vector(9));
        if (chance(0.2)) (void)evo_body_destroy(s->world, any_body(s));
        if (chance(0.2)) (void)evo_body_set_asleep(s->world, any_body(s), true);
    }
}

static void send_all_to_sleep(state *s) {
    evo_body all[MOST];
    const size_t count = least(evo_world_bodies(s->world, all, MOST), MOST);
    for (size_t i = 0; i < count; ++i) (void)evo_body_set_asleep(s->world, all[i], true);
}

static void load(state *s) {
    const size_t size = evo_world_save(s->world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert(bytes && evo_world_save(s->world, bytes, size) == size);
    (void)evo_world_load(s->world, bytes, size);
    free(bytes);
}

static void restore(state *s) {
    evo_frame *frame = NULL;
    ck_assert_int_eq(evo_frame_keep(s->world, &frame), EVO_OK);
    take_step(s);
    ck_assert_int_eq(evo_frame_restore(s->world, frame), EVO_OK);
    evo_frame_destroy(frame);
}

static void refuse(state *s) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(NAN);
    ck_assert(!evo_body_exists(s->world, evo_body_create(s->world, &config)));
    (void)evo_body_set_spin(s->world, any_body(s), NAN);
    s->refuses = true;
    (void)evo_world_step(s->world, 0.01);
    build_on(s);
    s->refuses = chance(0.3);
}

static void ask(state *s) {
    size_t count;
    (void)evo_world_ray(s->world, (evo_vec2){-9, 0}, (evo_vec2){9, 1}, NULL);
    (void)evo_world_moves(s->world, &count);
}

static void stand_still(state *s) {
    (void)evo_world_step(s->world, 0);
}

static void (*const STATES[])(state *s) = {take_step, build_on, move_some,   send_all_to_sleep,
                                           load,      restore,  refuse,      ask,
                                           take_step, build_on, stand_still, take_step};

enum { STATES_COUNT = sizeof STATES / sizeof *STATES };

/* Makes the world of a seed; exact ones fly, or have landed. */
static void open_state(state *s, uint64_t seed) {
    evo_world_config config = evo_world_config_default();
    *s = (state){.plan = {seed, 12, 5, 0.1}};
    if (seed % 3 == 0) {
        const subject_plan plan = {.exact = &EXACT, .seed = seed, .creates = true};
        subject_open(&s->exact, &plan);
        s->world = s->exact.world;
        for (int i = (int)(seed % 7); i > 0; --i) subject_step(&s->exact);
        config = evo_world_get(s->world);
        config.complain = hear;
        ck_assert_int_eq(evo_world_set(s->world, &config), EVO_OK);
    } else {
        config.complain = hear;
        config.allocator = (evo_allocator){resize, &s->refuses};
        s->world = random_world(&config, &s->plan);
    }
    random_seed(seed * 7 + 1);
    for (int i = (int)random_between(0, 5); i > 0; --i) {
        if (!s->refuses) STATES[(int)random_between(0, STATES_COUNT)](s);
    }
}

static void close_state(state *s) {
    s->refuses = false;
    if (s->exact.world)
        subject_close(&s->exact);
    else
        evo_world_destroy(s->world);
}

/* ---- The law --------------------------------------------------------------------------------- */

static void check_world(uint64_t seed) {
    static state read, alone;
    reading threads[THREADS], one = {.first = 0};
    pthread_t handles[THREADS];
    pthread_barrier_t begin;
    open_state(&read, seed);
    open_state(&alone, seed);
    one.world = alone.world;
    (void)read_all(&one);
    pthread_barrier_init(&begin, NULL, THREADS);
    for (int i = 0; i < THREADS; ++i) {
        threads[i] = (reading){read.world, &begin, (size_t)(i * 5) + seed, {0}};
        ck_assert_int_eq(pthread_create(&handles[i], NULL, read_all, &threads[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(handles[i], NULL);
    for (int i = 0; i < THREADS; ++i) {
        for (int k = 0; k < READERS_COUNT; ++k)
            ck_assert_msg(threads[i].seen[k] == one.seen[k],
                          "seed %llu: thread %d sees other things by reader %d",
                          (unsigned long long)seed, i, k);
    }
    pthread_barrier_destroy(&begin);
    close_state(&read);
    close_state(&alone);
}

/* @many-readers */
START_TEST(readers_see_what_one_sees) {
    for (uint64_t seed = 1; seed <= 60; ++seed) check_world(seed);
}
END_TEST

START_TEST(readers_of_many_worlds_see_what_one_sees) {
    for (uint64_t seed = 1000; seed < 1500; ++seed) check_world(seed);
}
END_TEST

/* ---- Whether it is all ----------------------------------------------------------------------- */

/* Reads a file to its end; the caller frees it. */
static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    ck_assert_msg(file != NULL, "%s: run the tests in the project's folder", name);
    char *text = calloc(1, 1 << 17);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_lt(fread(text, 1, (1 << 17) - 1, file), (1 << 17) - 1);
    fclose(file);
    return text;
}

/* Functions of a const world that are not for several threads: see their comments. */
static bool is_for_one(const char *name) {
    return strcmp(name, "evo_world_next_event") == 0;
}

/* Each function of a header whose first argument is a const world is read above. */
START_TEST(all_that_reads_is_among_the_readers) {
    static const char *const HEADERS[] = {"body",  "contact", "draw",  "event",    "exact",
                                          "joint", "mover",   "query", "snapshot", "world"};
    static const char FIRST[] = "(const evo_world *world";
    char *own = read_file("tests/world/readers.c");
    int found = 0;
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; ++i) {
        char name[64];
        snprintf(name, sizeof name, "include/evolute/%s.h", HEADERS[i]);
        char *text = read_file(name);
        for (const char *at = text; (at = strstr(at, FIRST)); ++at) {
            const char *from = at;
            while (from > text && (isalnum((unsigned char)from[-1]) || from[-1] == '_')) --from;
            snprintf(name, sizeof name, "%.*s(", (int)(at - from), from);
            found += strncmp(name, "evo_", 4) == 0;
            name[at - from] = 0;
            if (strncmp(name, "evo_", 4) != 0 || is_for_one(name)) continue;
            name[at - from] = '(';
            ck_assert_msg(strstr(own, name) != NULL, "%s) is not read", name);
        }
        free(text);
    }
    ck_assert_int_gt(found, 70);
    free(own);
}
END_TEST

Suite *suite_readers(void) {
    Suite *suite = suite_create("readers");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    tcase_add_test(quick, readers_see_what_one_sees);
    tcase_add_test(quick, all_that_reads_is_among_the_readers);
    tcase_set_timeout(deep, 1200);
    tcase_add_test(deep, readers_of_many_worlds_see_what_one_sees);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, quick);
    suite_add_tcase(suite, deep);
    return suite;
}
