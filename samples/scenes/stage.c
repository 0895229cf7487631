/* stage.c: opening and closing scenes, and the functions that build them. */
#include "scenes/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- For programs ---------------------------------------------------------------------------- */

scene_setting scene_setting_default(void) {
    scene_setting setting = {.seed = 12345, .gravity = 1};
    return setting;
}

bool scene_moves(const scene_stage *stage, size_t actor) {
    const evo_body body = stage->actors[actor].body;
    return evo_body_exists(stage->world, body)
           && evo_body_get(stage->world, body).kind == EVO_DYNAMIC;
}

static void find_limits(scene_stage *stage) {
    evo_bounds limits = stage->view;
    for (size_t i = 0; i < stage->count; ++i) {
        evo_vec2 at = evo_body_pose(stage->world, stage->actors[i].body).position;
        if (!scene_moves(stage, i)) continue;
        limits.min = stage_at(fmin(limits.min.x, at.x), fmin(limits.min.y, at.y));
        limits.max = stage_at(fmax(limits.max.x, at.x), fmax(limits.max.y, at.y));
    }
    double wide = (limits.max.x - limits.min.x) / 2, high = (limits.max.y - limits.min.y) / 2;
    stage->limits = stage_view(limits.min.x - wide, limits.min.y - high, limits.max.x + wide,
                               limits.max.y + high);
}

bool scene_open(scene_stage *stage, const scene *s, const double *values,
                const scene_setting *setting) {
    memset(stage, 0, sizeof *stage);
    stage->scene = s;
    stage->setting = setting ? *setting : scene_setting_default();
    stage->random = stage->setting.seed;
    stage->material = evo_material_default();
    for (size_t i = 0; i < scene_param_count(s); ++i)
        if (!scene_param_allows(&s->params[i], values[i])) return false;
    s->make(stage, values);
    if (!stage->failed) find_limits(stage);
    return !stage->failed;
}

void scene_close(scene_stage *stage) {
    evo_world_destroy(stage->world);
    free(stage->actors);
    free(stage->state);
    free(stage->ground);
    memset(stage, 0, sizeof *stage);
}

evo_bounds scene_frame(const scene_stage *stage) {
    const bool framed = stage->frame.max.x > stage->frame.min.x;
    evo_bounds shown = framed ? stage->frame : stage->view;
    if (!evo_body_exists(stage->world, stage->hero)) return shown;
    const double half = stage->hero_view / 2;
    const double x = evo_body_pose(stage->world, stage->hero).position.x;
    const double middle = fmax(shown.min.x + half, fmin(shown.max.x - half, x));
    shown.min.x = middle - half;
    shown.max.x = middle + half;
    return shown;
}

static bool is_driven(const evo_world *world, evo_body body) {
    evo_collider colliders[16];
    evo_joint joints[64];
    bool driven = evo_body_get(world, body).kind == EVO_KINEMATIC;
    size_t count = evo_body_colliders(world, body, colliders, 16);
    for (size_t i = 0; i < count && i < 16; ++i)
        driven |= evo_collider_get(world, colliders[i]).material.surface_speed != 0;
    count = evo_body_joints(world, body, joints, 64);
    for (size_t i = 0; i < count && i < 64; ++i) {
        const evo_joint_config joint = evo_joint_get(world, joints[i]);
        driven |= joint.motor && joint.motor_speed != 0;
    }
    return driven;
}

bool scene_is_driven(const scene_stage *stage) {
    bool driven = false;
    for (size_t i = 0; i < stage->count && !driven; ++i)
        driven = is_driven(stage->world, stage->actors[i].body);
    return driven;
}

evo_result scene_step(scene_stage *stage, double seconds) {
    stage->played |= stage->keys != 0;
    if (stage->steer && seconds > 0) stage->steer(stage, seconds);
    return evo_world_step(stage->world, seconds);
}

static bool reserve(scene_stage *stage) {
    if (stage->count < stage->capacity) return true;
    size_t capacity = stage->capacity > 0 ? 2 * stage->capacity : 64;
    scene_actor *actors = realloc(stage->actors, capacity * sizeof *actors);
    if (!actors) return false;
    stage->actors = actors;
    stage->capacity = capacity;
    return true;
}

evo_vec2 scene_center(const scene_stage *stage, size_t actor) {
    return evo_body_world_center(stage->world, stage->actors[actor].body);
}

double scene_potential(const scene_stage *stage) {
    return evo_world_potential_energy(stage->world);
}

/* A new body reuses the index of a destroyed one, or takes the next. */
static void note_actor(scene_stage *stage, evo_body body, int tint) {
    stage->actors[body.index] = (scene_actor){body, tint};
    if (body.index == stage->count) ++stage->count;
}

evo_body scene_put(scene_stage *stage, const evo_body_config *config, int tint) {
    evo_body body = {0};
    if (!reserve(stage)) return body;
    body = evo_body_create(stage->world, config);
    if (evo_body_exists(stage->world, body)) note_actor(stage, body, tint);
    return body;
}

void stage_note(scene_stage *stage, evo_body body, int tint) {
    if (stage->failed) return;
    stage->failed = !evo_body_exists(stage->world, body) || !reserve(stage);
    if (!stage->failed) note_actor(stage, body, tint);
}

size_t scene_lost(const scene_stage *stage) {
    const evo_bounds *limits = &stage->limits;
    size_t lost = 0;
    for (size_t i = 0; i < stage->count; ++i) {
        evo_vec2 at = evo_body_pose(stage->world, stage->actors[i].body).position;
        /* NaN is outside of every box; nothing else can leave a periodic box. */
        bool inside = at.x > limits->min.x && at.x < limits->max.x && at.y > limits->min.y
                      && at.y < limits->max.y;
        if (stage->config.boundary == EVO_PERIODIC) inside = isfinite(at.x) && isfinite(at.y);
        lost += scene_moves(stage, i) && !inside;
    }
    return lost;
}

/* ---- Worlds of others ------------------------------------------------------------------------ */

static evo_bounds bounds_joined(evo_bounds a, evo_bounds b) {
    return stage_view(fmin(a.min.x, b.min.x), fmin(a.min.y, b.min.y), fmax(a.max.x, b.max.x),
                      fmax(a.max.y, b.max.y));
}

/* Bodies of a kind, or all others. */
static evo_bounds bounds_of(const scene_stage *stage, bool standing) {
    evo_bounds all = stage_view(INFINITY, INFINITY, -INFINITY, -INFINITY);
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_body body = stage->actors[i].body;
        if (!evo_body_exists(stage->world, body)) continue;
        const bool stands = evo_body_kind_of(stage->world, body) == EVO_STATIC;
        const evo_bounds b = evo_body_bounds(stage->world, body);
        if (stands == standing && isfinite(b.min.x + b.min.y + b.max.x + b.max.y))
            all = bounds_joined(all, b);
    }
    return all;
}

/* What stands may be as large as the world: of that, what is near to what moves. */
evo_bounds scene_bounds(const scene_stage *stage) {
    const evo_bounds none = stage_view(-5, -5, 5, 5);
    const evo_bounds moving = bounds_of(stage, false), standing = bounds_of(stage, true);
    if (stage->config.boundary != EVO_OPEN) return stage->config.bounds;
    if (!(moving.min.x <= moving.max.x)) return standing.min.x < standing.max.x ? standing : none;
    const double reach = fmax(1e-6, fmax(moving.max.x - moving.min.x, moving.max.y - moving.min.y));
    evo_bounds shown = stage_view(moving.min.x - 0.1 * reach, moving.min.y - 0.1 * reach,
                                  moving.max.x + 0.1 * reach, moving.max.y + 0.1 * reach);
    if (!(standing.min.x <= standing.max.x)) return shown;
    shown.min.x = fmin(shown.min.x, fmax(standing.min.x, moving.min.x - 0.3 * reach));
    shown.min.y = fmin(shown.min.y, fmax(standing.min.y, moving.min.y - 0.3 * reach));
    shown.max.x = fmax(shown.max.x, fmin(standing.max.x, moving.max.x + 0.3 * reach));
    shown.max.y = fmax(shown.max.y, fmin(standing.max.y, moving.max.y + 0.3 * reach));
    return shown;
}

static bool reserve_actors(scene_stage *stage, size_t count) {
    while (stage->capacity < count) {
        stage->count = stage->capacity;
        if (!reserve(stage)) return false;
    }
    return true;
}

bool scene_note_bodies(scene_stage *stage) {
    const size_t count = evo_world_bodies(stage->world, NULL, 0);
    evo_body *bodies = malloc((count + 1) * sizeof *bodies);
    size_t most = 0;
    if (!bodies) return false;
    (void)evo_world_bodies(stage->world, bodies, count);
    for (size_t i = 0; i < count; ++i)
        if (bodies[i].index >= most) most = (size_t)bodies[i].index + 1;
    const bool fits = reserve_actors(stage, most);
    stage->count = fits ? most : 0;
    if (stage->count > 0) memset(stage->actors, 0, stage->count * sizeof *stage->actors);
    for (size_t i = 0; i < count && fits; ++i) {
        const bool stands = evo_body_kind_of(stage->world, bodies[i]) == EVO_STATIC;
        stage->actors[bodies[i].index] =
            (scene_actor){bodies[i], stands ? 0 : stage_tint(bodies[i].index)};
    }
    free(bodies);
    return fits;
}

bool scene_adopt(scene_stage *stage, evo_world *world) {
    memset(stage, 0, sizeof *stage);
    stage->setting = scene_setting_default();
    stage->material = evo_material_default();
    stage->world = world;
    stage->config = evo_world_get(world);
    if (!scene_note_bodies(stage)) return false;
    stage->view = scene_bounds(stage);
    find_limits(stage);
    return true;
}

/* ---- For scenes ------------------------------------------------------------------------------ */

/* Gives the config what the run sets. */
static void set(scene_stage *stage) {
    evo_world_config *config = &stage->config;
    config->tasks = stage->setting.tasks;
    config->allocator = stage->setting.allocator;
    config->clock = stage->setting.clock;
    config->clock_context = stage->setting.clock_context;
    config->complain = stage->setting.complain;
    if (stage->setting.keep_impacts) {
        config->impact_speed = 0;
        config->impact_limit = SIZE_MAX / 2; /* memory is the limit */
    }
}

static void configure(scene_stage *stage, double gravity) {
    evo_world_config *config = &stage->config;
    *config = evo_world_config_default();
    config->impact_speed = INFINITY;
    config->gravity.y = -gravity * stage->setting.gravity;
    config->substeps = stage->setting.substeps;
    config->never_sleep = stage->setting.never_sleep;
    config->pre_solve = stage->pre_solve;
    config->callback_context = stage->callback_context;
    set(stage);
}

static void create(scene_stage *stage) {
    stage->world = evo_world_create(&stage->config);
    if (stage->world) (void)evo_world_set_lanes(stage->world, stage->setting.lanes);
    stage->failed = !stage->world;
}

void stage_world(scene_stage *stage, double gravity, double bounce_threshold) {
    configure(stage, gravity);
    stage->config.bounce_threshold = bounce_threshold;
    create(stage);
}

void stage_configured(scene_stage *stage, const evo_world_config *config) {
    const scene_setting *setting = &stage->setting;
    stage->config = *config;
    stage->config.gravity.x *= setting->gravity;
    stage->config.gravity.y *= setting->gravity;
    if (setting->substeps > 0) stage->config.substeps = setting->substeps;
    stage->config.never_sleep |= setting->never_sleep;
    set(stage);
    create(stage);
}

void stage_events(scene_stage *stage, double gravity, evo_boundary boundary, evo_bounds bounds) {
    configure(stage, gravity);
    static const evo_exact_config exact = {0};
    stage->config.exact = &exact;
    stage->config.boundary = boundary;
    stage->config.bounds = bounds;
    stage->config.wall = &stage->wall;
    stage->wall = stage->material;
    create(stage);
}

evo_body stage_add(scene_stage *stage, evo_body_kind kind, evo_shape shape, evo_vec2 at,
                   double angle) {
    evo_body_config config = evo_body_config_default();
    const evo_body none = {0};
    config.kind = kind;
    config.position = at;
    config.angle = angle;
    config.shape = shape;
    config.material = stage->material;
    config.filter = stage->filter;
    if (stage->failed) return none;
    evo_body body = scene_put(stage, &config, stage->tint);
    stage->failed = !evo_body_exists(stage->world, body);
    return body;
}

void stage_join(scene_stage *stage, evo_body body, evo_shape shape) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = shape;
    config.material = stage->material;
    config.filter = stage->filter;
    if (stage->failed) return;
    evo_collider made = evo_collider_create(stage->world, body, &config);
    stage->failed = !evo_collider_exists(stage->world, made);
}

/* For drawing. */
static void keep_ground(scene_stage *stage, const evo_vec2 *points, int count) {
    if (stage->failed || stage->ground || points[0].x < points[count - 1].x) return;
    stage->ground = malloc((size_t)count * sizeof *points);
    stage->failed = !stage->ground;
    if (stage->failed) return;
    memcpy(stage->ground, points, (size_t)count * sizeof *points);
    stage->ground_count = count;
}

void stage_wall(scene_stage *stage, evo_vec2 from, evo_vec2 to) {
    int tint = stage->tint;
    stage->tint = 0;
    stage_add(stage, EVO_STATIC, evo_segment(from, to), stage_at(0, 0), 0);
    stage->tint = tint;
    const evo_vec2 floor[] = {to, from}; /* the first level one is what all stands on */
    if (from.y == to.y) keep_ground(stage, floor, 2);
}

void stage_chain(scene_stage *stage, const evo_vec2 *points, int count) {
    const evo_shape none = {.kind = EVO_NO_SHAPE};
    evo_chain_config config = evo_chain_config_default();
    int tint = stage->tint;
    config.points = points;
    config.count = count;
    config.material = stage->material;
    config.filter = stage->filter;
    stage->tint = 0;
    evo_body ground = stage_add(stage, EVO_STATIC, none, stage_at(0, 0), 0);
    stage->tint = tint;
    if (stage->failed) return;
    evo_chain made = evo_chain_create(stage->world, ground, &config);
    stage->failed = !evo_chain_exists(stage->world, made);
    keep_ground(stage, points, count);
}

void stage_box(scene_stage *stage, double width, double height, bool lid) {
    const double out = 10;
    stage_wall(stage, stage_at(-out, 0), stage_at(width + out, 0));
    stage_wall(stage, stage_at(0, -out), stage_at(0, height + out));
    stage_wall(stage, stage_at(width, -out), stage_at(width, height + out));
    if (lid) stage_wall(stage, stage_at(-out, height), stage_at(width + out, height));
}
