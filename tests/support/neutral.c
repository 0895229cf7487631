#include "neutral.h"

#include <math.h>

#include "random.h"
#include "scene.h"
#include "support/check.h"

enum { MOST_TIMES = 4, COLLIDERS = 8, HITS = 16 };

/* ---- Set to what it is ----------------------------------------------------------------------- */

static void same_gravity(const subject *s) {
    ck_assert_int_eq(evo_world_set_gravity(s->world, s->gravity), EVO_OK);
}

static void same_growth(const subject *s) {
    ck_assert_int_eq(evo_world_set_growth(s->world, 0), EVO_OK);
}

static size_t colliders_of(const subject *s, evo_body body, evo_collider found[COLLIDERS]) {
    const size_t count = evo_body_colliders(s->world, body, found, COLLIDERS);
    return count < COLLIDERS ? count : COLLIDERS;
}

static void same_filter(const subject *s) {
    evo_collider all[COLLIDERS];
    const size_t count = colliders_of(s, subject_any(s), all);
    for (size_t i = 0; i < count; ++i) {
        const evo_filter filter = evo_collider_get(s->world, all[i]).filter;
        ck_assert_int_eq(evo_collider_set_filter(s->world, all[i], filter), EVO_OK);
    }
}

static void same_material(const subject *s) {
    evo_collider all[COLLIDERS];
    const size_t count = colliders_of(s, subject_any(s), all);
    for (size_t i = 0; i < count; ++i) {
        const evo_material material = evo_collider_get(s->world, all[i]).material;
        ck_assert_int_eq(evo_collider_set_material(s->world, all[i], &material), EVO_OK);
    }
}

/* Any pointer and number: the world does nothing with them. */
static void any_user(const subject *s) {
    static char pointed_at[8];
    void *user = &pointed_at[(int)random_between(0, 8)];
    const evo_body body = subject_any(s);
    evo_collider all[COLLIDERS];
    const size_t count = colliders_of(s, body, all);
    evo_body_set_user(s->world, body, user);
    evo_body_set_tag(s->world, body, (uintptr_t)user);
    for (size_t i = 0; i < count; ++i) {
        ck_assert_int_eq(evo_collider_set_user(s->world, all[i], user), EVO_OK);
        ck_assert_int_eq(evo_collider_set_tag(s->world, all[i], (uintptr_t)user), EVO_OK);
    }
}

static void same_kind(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_kind(s->world, body, evo_body_get(s->world, body).kind);
}

static void same_damping(const subject *s) {
    const evo_body body = subject_any(s);
    const evo_body_config is = evo_body_get(s->world, body);
    evo_body_set_damping(s->world, body, is.damping);
    evo_body_set_spin_damping(s->world, body, is.spin_damping);
}

static void same_gravity_scale(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_gravity_scale(s->world, body, evo_body_get(s->world, body).gravity_scale);
}

static void same_fixed_rotation(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_locks(s->world, body,
                       (evo_locks){.spin = evo_body_get(s->world, body).locks.spin});
}

static void same_enabled(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_disabled(s->world, body, evo_body_get(s->world, body).disabled);
}

static void same_awake(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_asleep(s->world, body, !(!evo_body_get(s->world, body).asleep));
}

static void same_never_sleep(const subject *s) {
    const evo_body body = subject_any(s);
    evo_body_set_never_sleep(s->world, body, evo_body_get(s->world, body).never_sleep);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static evo_vec2 any_place(const subject *s) {
    evo_vec2 at = evo_body_pose(s->world, subject_any(s)).position;
    at.x += random_between(-3, 3);
    at.y += random_between(-3, 3);
    return at;
}

static void queries(const subject *s) {
    const evo_vec2 from = any_place(s), to = any_place(s);
    const evo_shape shape = scene_any_shape();
    const evo_pose pose = {to, 1};
    const evo_bounds box = {{from.x - 2, from.y - 2}, {from.x + 2, from.y + 2}};
    evo_ray_hit hits[HITS];
    evo_collider found[HITS];
    evo_world_ray(s->world, from, to, NULL);
    evo_world_ray_any(s->world, from, to, NULL);
    evo_world_ray_all(s->world, from, to, NULL, hits, HITS);
    evo_world_cast_circle(s->world, from, to, 0.3, NULL);
    evo_world_overlap_bounds(s->world, box, NULL, found, HITS);
    evo_world_overlap_shape(s->world, &shape, pose, NULL, found, HITS);
    evo_world_nearest(s->world, to, INFINITY, NULL);
}

static void take_point(void *context, const evo_draw_item *item, evo_vec2 at) {
    (void)item;
    *(double *)context += at.x;
}

static void reading(const subject *s) {
    const evo_body body = subject_any(s);
    double sum = 0;
    size_t count;
    evo_draw draw = {.flags = ~0u, .context = &sum, .point = take_point};
    evo_collider all[COLLIDERS];
    count = colliders_of(s, body, all);
    for (size_t i = 0; i < count; ++i) evo_collider_get(s->world, all[i]);
    evo_body_get(s->world, body);
    evo_body_pose(s->world, body);
    evo_body_velocity(s->world, body);
    evo_body_spin(s->world, body);
    evo_body_mass(s->world, body);
    evo_world_touches(s->world, &count);
    evo_world_impacts(s->world, &count);
    evo_world_moves(s->world, &count);
    evo_world_visits(s->world, &count);
    evo_body_pose_between(s->world, body, 0.5);
    evo_world_counters(s->world);
    evo_world_sums(s->world);
    evo_world_profile(s->world);
    evo_world_time(s->world);
    evo_world_kinetic_energy(s->world);
    evo_world_draw(s->world, &draw);
}

static void next_event(const subject *s) {
    evo_world_next_event(s->world);
}

/* ---- Refused --------------------------------------------------------------------------------- */

static void refused_numbers(const subject *s) {
    evo_world *world = s->world;
    const evo_body body = subject_any(s);
    const evo_collider collider = scene_collider(world, body);
    const evo_vec2 wrong = {NAN, 0}, zero = {0, 0};
    const evo_pose nowhere = {wrong, 0};
    const evo_shape no_shape = evo_circle(-1);
    const evo_material no_material = {.density = -1};
    evo_body_config config = evo_body_config_default();
    config.shape = no_shape;
    ck_assert(!evo_body_exists(world, evo_body_create(world, &config)));
    ck_assert_int_ne(evo_world_step(world, NAN), EVO_OK);
    ck_assert_int_ne(evo_world_step(world, -1), EVO_OK);
    ck_assert_int_ne(evo_world_set_gravity(world, wrong), EVO_OK);
    ck_assert_int_ne(evo_body_set_pose(world, body, nowhere), EVO_OK);
    ck_assert_int_ne(evo_body_set_velocity(world, body, wrong), EVO_OK);
    ck_assert_int_ne(evo_body_set_spin(world, body, INFINITY), EVO_OK);
    ck_assert_int_ne(evo_body_apply_force(world, body, wrong, zero), EVO_OK);
    ck_assert_int_ne(evo_body_apply_impulse(world, body, zero, wrong), EVO_OK);
    ck_assert_int_ne(evo_body_set_kind(world, body, (evo_body_kind)77), EVO_OK);
    ck_assert_int_ne(evo_body_set_damping(world, body, -1), EVO_OK);
    ck_assert_int_ne(evo_body_set_gravity_scale(world, body, NAN), EVO_OK);
    ck_assert_int_ne(evo_collider_set_shape(world, collider, &no_shape), EVO_OK);
    ck_assert_int_ne(evo_collider_set_material(world, collider, &no_material), EVO_OK);
}

static void stale_handles(const subject *s) {
    evo_world *world = s->world;
    evo_body dead = subject_any(s);
    evo_collider gone = scene_collider(world, dead);
    const evo_vec2 up = {0, 1};
    const evo_pose pose = {up, 0};
    const evo_filter filter = {1, 1, 0};
    const evo_shape shape = evo_circle(1);
    dead.generation += 2;
    gone.generation += 2;
    ck_assert_int_eq(evo_body_destroy(world, dead), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_pose(world, dead, pose), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_velocity(world, dead, up), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_apply_force(world, dead, up, up), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_kind(world, dead, EVO_STATIC), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_disabled(world, dead, true), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_asleep(world, dead, true), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_body_set_user(world, dead, NULL), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_collider_destroy(world, gone), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_collider_set_filter(world, gone, filter), EVO_ERROR_STALE);
    ck_assert_int_eq(evo_collider_set_shape(world, gone, &shape), EVO_ERROR_STALE);
}

/* What a static body refuses: speed, force and sleep. */
static void unsupported(const subject *s) {
    const evo_body body = subject_any(s);
    const evo_vec2 up = {0, 1};
    if (evo_body_get(s->world, body).kind != EVO_STATIC) return;
    evo_body_set_velocity(s->world, body, up);
    evo_body_set_spin(s->world, body, 1);
    evo_body_apply_force(s->world, body, up, up);
    evo_body_apply_impulse(s->world, body, up, up);
    evo_body_set_asleep(s->world, body, true);
}

/* ---- All ------------------------------------------------------------------------------------- */

static const neutral ALL[] = {
    {"the gravity that is there", false, same_gravity},
    {"the growth that is there", true, same_growth},
    {"the filter that is there", false, same_filter},
    {"the material that is there", false, same_material},
    {"a user pointer", false, any_user},
    {"the kind that it is", false, same_kind},
    {"the damping that it has", false, same_damping},
    {"the gravity scale that it has", false, same_gravity_scale},
    {"the fixed rotation that it has", false, same_fixed_rotation},
    {"enabled as it is", false, same_enabled},
    {"awake as it is", false, same_awake},
    {"never asleep as it is", false, same_never_sleep},
    {"queries", false, queries},
    {"reading", false, reading},
    {"asking for the next event", true, next_event},
    {"refused numbers", false, refused_numbers},
    {"stale handles", false, stale_handles},
    {"what a static body refuses", false, unsupported},
};

enum { COUNT = sizeof ALL / sizeof *ALL };

const neutral *neutral_at(size_t number) {
    return number < COUNT ? &ALL[number] : NULL;
}

size_t neutral_count(void) {
    return COUNT;
}

bool neutral_make(const neutral *n, const subject *s) {
    if (n->events && s->config.exact == NULL) return false;
    for (int times = (int)random_between(1, MOST_TIMES); times > 0; --times) n->call(s);
    return true;
}
