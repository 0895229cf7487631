#include "script.h"

#include "random.h"
#include "scene.h"
#include "support/check.h"

enum { SCRIPT_BODIES = 30, MOST_CALLS = 4 };

/* Of random numbers. */
enum { OPENING = 11, PLAYING = 13 };

static bool chance(double share) {
    return random_between(0, 1) < share;
}

static void note(subject *s, evo_body body) {
    ck_assert(evo_body_exists(s->world, body));
    ck_assert_uint_lt(s->count, s->capacity);
    s->bodies[s->count++] = body;
}

static evo_vec2 any_vector(double size) {
    evo_vec2 v;
    v.x = random_between(-size, size);
    v.y = random_between(-size, size);
    return v;
}

/* ---- Worlds of steps ------------------------------------------------------------------------- */

static void add_wall(subject *s, evo_vec2 from, evo_vec2 to) {
    note(s, scene_add(s->world, EVO_STATIC, evo_segment(from, to), 0, 0));
}

/* Of any size, from a hundredth of the others to ten times as large. */
static void add_disk(subject *s) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(random_scale(0.01, 4));
    config.position = any_vector(6);
    config.position.y += 16;
    config.material.restitution = chance(0.3) ? 0.8 : 0;
    config.never_sleep = chance(0.1);
    note(s, evo_body_create(s->world, &config));
}

static void open_contacts(subject *s) {
    const evo_vec2 low = {-8, 0}, right = {8, 0}, high = {-8, 30}, far_high = {8, 30};
    s->config.gravity.y = chance(0.8) ? -10 : 0;
    s->world = evo_world_create(&s->config);
    ck_assert_ptr_nonnull(s->world);
    add_wall(s, low, right);
    add_wall(s, low, high);
    add_wall(s, right, far_high);
    for (int i = 0; i < SCRIPT_BODIES; ++i)
        if (chance(0.2))
            add_disk(s);
        else
            note(s, scene_any_body(s->world));
}

/* ---- Wild worlds ----------------------------------------------------------------------------- */

static evo_shape wild_shape(evo_vec2 at) {
    const double size = random_scale(0.01, 10), part = random_between(0.1, 1);
    const double angle = random_between(-3, 3);
    evo_vec2 end = {size, 0};
    switch ((int)random_between(0, 5)) {
    case 0:
        return evo_shape_at(evo_ellipse(size, part * size), at, angle);
    case 1:
        return evo_shape_at(evo_ring(size, part * size, 0, random_between(0.5, 6.2)), at, angle);
    case 2:
        return evo_shape_at(evo_segment(end, at), at, angle);
    default:
        return evo_shape_at(evo_circle(size), at, 0);
    }
}

static void add_wild(subject *s, evo_vec2 center, double wide) {
    static const evo_body_kind kinds[] = {EVO_STATIC, EVO_KINEMATIC};
    const evo_vec2 zero = {0, 0};
    evo_body_config config = evo_body_config_default();
    config.shape = wild_shape(zero);
    if (chance(0.3)) config.kind = kinds[(int)random_between(0, 2)];
    config.position = any_vector(wide);
    config.position.x += center.x;
    config.position.y += center.y;
    config.angle = random_between(-3, 3);
    if (config.kind != EVO_STATIC) {
        config.velocity = any_vector(random_scale(0.1, 300));
        config.spin = random_between(-1, 1) * random_scale(0.1, 30);
    }
    config.material.restitution = chance(0.5) ? 0 : random_between(0, 1);
    config.material.friction = random_between(0, 1);
    const evo_body body = evo_body_create(s->world, &config);
    note(s, body);
    if (!chance(0.2)) return;
    evo_collider_config more = evo_collider_config_default();
    more.shape = wild_shape(any_vector(3));
    evo_collider_create(s->world, body, &more);
}

/* Whatever there is, of any size and speed, in any depth, at the origin or far from it. */
static void open_wild(subject *s) {
    static const double offsets[] = {0, 1e6, -1e8};
    const evo_vec2 center = {offsets[(int)random_between(0, 3)],
                             offsets[(int)random_between(0, 3)]};
    const int count = (int)random_between(40, 100);
    const double wide = random_scale(10, 100);
    s->config.gravity.y = chance(0.5) ? -10 : 0;
    s->world = evo_world_create(&s->config);
    ck_assert_ptr_nonnull(s->world);
    for (int i = 0; i < count; ++i) add_wild(s, center, wide);
}

/* ---- Worlds of events ------------------------------------------------------------------------ */

enum { COLUMNS = 6, ROWS = 5 };

/* Of a step: what lies in a wedge, or between others that rest, may be struck without end. */
enum { EVENT_BUDGET = 200 };

/* Wider than any two bodies that are neighbours in the lattice need. */
static const double APART = 2.2;

static evo_shape mover_shape(void) {
    const double radius = random_between(0.2, 0.95), other = random_between(0.2, 0.95);
    return chance(0.15) ? evo_ellipse(radius, other) : evo_circle(radius);
}

static void add_mover(subject *s, int column, int row) {
    evo_body_config config = evo_body_config_default();
    config.shape = mover_shape();
    config.position.x = APART * (column + 0.5);
    config.position.y = APART * (row + 0.5);
    config.angle = random_between(-3, 3);
    config.velocity = any_vector(4);
    config.spin = random_between(-2, 2);
    config.material.restitution = chance(0.5) ? 1 : 0.7;
    config.material.friction = chance(0.5) ? 0 : 0.3;
    if (s->config.boundary != EVO_PERIODIC && chance(0.12)) {
        config.kind = EVO_STATIC;
        config.shape = evo_circle(0.6);
        config.sensor = chance(0.3);
    }
    note(s, evo_body_create(s->world, &config));
}

static void open_events(subject *s) {
    static const evo_boundary boundaries[] = {EVO_OPEN, EVO_WALLS, EVO_PERIODIC};
    s->config.boundary = boundaries[s->plan.seed % 3];
    s->config.bounds.max.x = COLUMNS * APART;
    s->config.bounds.max.y = ROWS * APART;
    s->wall = evo_material_default();
    s->wall.restitution = 1;
    s->config.wall = &s->wall;
    s->config.bounce_threshold = 0;
    s->exact.event_budget = EVENT_BUDGET;
    s->exact.contact_time = 1e-4; /* not chosen anew for whatever comes */
    s->config.exact = &s->exact;
    if (s->config.boundary != EVO_PERIODIC && chance(0.5)) s->config.gravity.y = -5;
    s->world = evo_world_create(&s->config);
    ck_assert_ptr_nonnull(s->world);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
        if (chance(0.8)) add_mover(s, i % COLUMNS, i / COLUMNS);
}

void script_open(subject *s) {
    subject_random(s, OPENING);
    s->config = evo_world_config_default();
    s->config.exact = s->plan.exact;
    s->config.impact_speed = 0;
    if (s->plan.exact != NULL)
        open_events(s);
    else if (s->plan.wild)
        open_wild(s);
    else
        open_contacts(s);
    s->gravity = s->config.gravity;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* What a call answers is not looked at: some of them are refused, in all subjects alike. */
static void call_create(subject *s, evo_body body) {
    (void)body;
    if (s->plan.creates && s->count < s->capacity) note(s, scene_any_body(s->world));
}

static void call_destroy(subject *s, evo_body body) {
    if (s->plan.destroys) evo_body_destroy(s->world, body);
}

static void call_velocity(subject *s, evo_body body) {
    evo_body_set_velocity(s->world, body, any_vector(chance(0.1) ? 100 : 8));
}

static void call_spin(subject *s, evo_body body) {
    evo_body_set_spin(s->world, body, random_between(-5, 5));
}

static void call_impulse(subject *s, evo_body body) {
    evo_body_apply_impulse(s->world, body, any_vector(5), evo_body_pose(s->world, body).position);
}

static void call_force(subject *s, evo_body body) {
    const evo_vec2 point = any_vector(5);
    evo_body_apply_force(s->world, body, any_vector(50), point);
}

static void call_pose(subject *s, evo_body body) {
    evo_pose pose = {any_vector(6), random_between(-3, 3)};
    pose.position.y += 7;
    evo_body_set_pose(s->world, body, pose);
}

static void call_awake(subject *s, evo_body body) {
    evo_body_set_asleep(s->world, body, !chance(0.4));
}

static void call_kind(subject *s, evo_body body) {
    evo_body_set_kind(s->world, body, chance(0.8) ? EVO_DYNAMIC : EVO_KINEMATIC);
}

static void call_enabled(subject *s, evo_body body) {
    evo_body_set_disabled(s->world, body, !chance(0.7));
}

static void call_damping(subject *s, evo_body body) {
    evo_body_set_damping(s->world, body, random_between(0, 2));
    evo_body_set_spin_damping(s->world, body, random_between(0, 2));
    evo_body_set_gravity_scale(s->world, body, chance(0.5) ? 1 : 0.5);
}

static void call_fixed(subject *s, evo_body body) {
    const bool steps = s->plan.exact == NULL;
    evo_body_set_locks(s->world, body,
                       (evo_locks){steps && chance(0.1), steps && chance(0.1), chance(0.3)});
}

static void call_filter(subject *s, evo_body body) {
    const evo_filter filters[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {1, 3, -1}};
    evo_collider_set_filter(s->world, scene_collider(s->world, body),
                            filters[(int)random_between(0, 4)]);
}

static void call_material(subject *s, evo_body body) {
    evo_material material = evo_material_default();
    material.friction = random_between(0, 1);
    material.restitution = chance(0.5) ? 0 : random_between(0, 1);
    material.density = random_between(0.5, 2);
    evo_collider_set_material(s->world, scene_collider(s->world, body), &material);
}

static void call_shape(subject *s, evo_body body) {
    const evo_shape shape = scene_any_shape();
    evo_collider_set_shape(s->world, scene_collider(s->world, body), &shape);
}

static void call_gravity(subject *s, evo_body body) {
    evo_vec2 gravity = any_vector(2);
    (void)body;
    gravity.y -= s->plan.exact == NULL ? 10 : 0;
    if (s->config.boundary == EVO_PERIODIC) return;
    ck_assert_int_eq(evo_world_set_gravity(s->world, gravity), EVO_OK);
    s->gravity = gravity;
}

typedef void script_call(subject *s, evo_body body);

static script_call *const CONTACTS[] = {
    call_create,   call_create, call_create,   call_destroy, call_destroy,
    call_velocity, call_spin,   call_impulse,  call_force,   call_pose,
    call_awake,    call_awake,  call_kind,     call_enabled, call_damping,
    call_fixed,    call_filter, call_material, call_shape,   call_gravity,
};

/* Those that keep bodies apart, and that events have a meaning for. */
static script_call *const EVENTS[] = {
    call_destroy, call_velocity, call_velocity, call_spin,
    call_impulse, call_material, call_gravity,
};

enum {
    CONTACTS_COUNT = sizeof CONTACTS / sizeof *CONTACTS,
    EVENTS_COUNT = sizeof EVENTS / sizeof *EVENTS
};

/* In two steps of three there is none, so that things come to rest in between. */
void script_play(subject *s) {
    const bool flies = s->plan.exact != NULL;
    if (s->plan.wild) return;
    subject_random(s, PLAYING);
    if (!chance(0.33)) return;
    for (int calls = (int)random_between(1, MOST_CALLS); calls > 0; --calls) {
        const evo_body body = subject_any(s);
        const int which = (int)random_between(0, flies ? EVENTS_COUNT : CONTACTS_COUNT);
        if (!evo_body_exists(s->world, body)) continue;
        (flies ? EVENTS[which] : CONTACTS[which])(s, body);
    }
}
