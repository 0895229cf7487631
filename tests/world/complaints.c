/* complaints.c: sixty mistakes of learners, each told by a sentence that names the field, or
 * by a warning; the table of rules beside the comments of the headers. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules.h"
#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

/* ---- Mistakes -------------------------------------------------------------------------------- */

/* A world with a floor and a box on it, and configs to make mistakes in. */
typedef struct place {
    evo_world *world;
    evo_body floor, box, gone;
    evo_collider collider;
    evo_body_config body;
    evo_collider_config more;
    evo_chain_config chain;
    evo_joint_config joint;
    evo_world_config config;
    int told;
    evo_complaint_kind kind;
    char call[64], text[256];
} place;

static const evo_vec2 GROUND[] = {{-10, 0}, {10, 0}}; /* from left to right: solid below */
static const double NOTHING = (double)NAN;

/* name, failure or warning, the call, words of the sentence, and what is done */
#define MISTAKES(M)                                                                                \
    M(radius, FAILURE, "evo_body_create", "shape.of.circle.radius is -1",                          \
      p->body.shape = evo_circle(-1);                                                              \
      evo_body_create(p->world, &p->body))                                                         \
    M(radius_nan, FAILURE, "evo_body_create", "shape.of.circle.radius is NaN",                     \
      p->body.shape = evo_circle(NOTHING);                                                         \
      evo_body_create(p->world, &p->body))                                                         \
    M(ellipse, FAILURE, "evo_body_create", "shape.of.ellipse.radius_y is 0",                       \
      p->body.shape = evo_ellipse(1, 0);                                                           \
      evo_body_create(p->world, &p->body))                                                         \
    M(ring_width, FAILURE, "evo_body_create", "shape.of.ring.inner is -1",                         \
      p->body.shape = evo_ring(1, 4, 0, 1);                                                        \
      evo_body_create(p->world, &p->body))                                                         \
    M(ring_sweep, FAILURE, "evo_body_create", "shape.of.ring.half_sweep is -1",                    \
      p->body.shape = evo_ring(1, 1, 0, -2);                                                       \
      evo_body_create(p->world, &p->body))                                                         \
    M(segment, FAILURE, "evo_body_create", "shape.of.segment.half_length is 0",                    \
      p->body.shape = evo_segment(evo_vec(1, 1), evo_vec(1, 1));                                   \
      evo_body_create(p->world, &p->body))                                                         \
    M(capsule, FAILURE, "evo_body_create", "shape.of.capsule.radius is -2",                        \
      p->body.shape = evo_capsule(evo_vec(0, 0), evo_vec(1, 0), -2);                               \
      evo_body_create(p->world, &p->body))                                                         \
    M(box_side, FAILURE, "evo_body_create", "half_width and half_height",                          \
      p->body.shape = evo_box(1, -1);                                                              \
      evo_body_create(p->world, &p->body))                                                         \
    M(polygon, FAILURE, "evo_body_create", "3 to 8 points",                                        \
      p->body.shape = evo_polygon(GROUND, 2, 0);                                                   \
      evo_body_create(p->world, &p->body))                                                         \
    M(polygon_nine, FAILURE, "evo_body_create",                                                    \
      "shape.of.polygon.count is 9; a polygon must have", const evo_vec2 nine[9] = {{0, 0}};       \
      p->body.shape = evo_polygon(nine, 9, 0); evo_body_create(p->world, &p->body))                \
    M(polygon_flat, FAILURE, "evo_body_create", "shape has points on one line, or none",           \
      const evo_vec2 line[3] = {{0, 0}, {1, 1}, {2, 2}};                                           \
      p->body.shape = evo_polygon(line, 3, 0); evo_body_create(p->world, &p->body))                \
    M(rounding, FAILURE, "evo_collider_set_shape",                                                 \
      "shape.of.polygon.radius is 2; it must be at most half_width and half_height, 3 and 1",      \
      const evo_shape rounded = evo_rounded_box(3, 1, 2);                                          \
      evo_collider_set_shape(p->world, p->collider, &rounded))                                     \
    M(turned, FAILURE, "evo_body_create", "shape is turned by an angle that does not fit",         \
      p->body.shape = evo_shape_at(evo_circle(1), evo_vec(1, 0), NOTHING);                         \
      evo_body_create(p->world, &p->body))                                                         \
    M(too_fast, FAILURE, "evo_body_apply_impulse", "the body would be too fast",                   \
      evo_body_apply_impulse(p->world, p->box, evo_vec(1e30, 0), evo_vec(0, 1e30)))                \
    M(density, FAILURE, "evo_body_create", "material.density is -1; it must be 0 or more",         \
      p->body.material.density = -1;                                                               \
      evo_body_create(p->world, &p->body))                                                         \
    M(friction, FAILURE, "evo_body_create", "material.friction is -0.5; it must be 0 or more",     \
      p->body.material.friction = -0.5;                                                            \
      evo_body_create(p->world, &p->body))                                                         \
    M(restitution, FAILURE, "evo_body_create", "material.restitution is 7; it must be 0 to 4",     \
      p->body.material.restitution = 7;                                                            \
      evo_body_create(p->world, &p->body))                                                         \
    M(slip, FAILURE, "evo_body_create",                                                            \
      "material.tangential_restitution is -3; it must be -1 to 1",                                 \
      p->body.material.tangential_restitution = -3;                                                \
      evo_body_create(p->world, &p->body))                                                         \
    M(position, FAILURE, "evo_body_create", "position.x is NaN; it must be finite",                \
      p->body.position.x = NOTHING;                                                                \
      evo_body_create(p->world, &p->body))                                                         \
    M(far, FAILURE, "evo_body_create", "position.y is 1e+31; it must be finite and at most 1e30",  \
      p->body.position.y = 1e31;                                                                   \
      evo_body_create(p->world, &p->body))                                                         \
    M(angle, FAILURE, "evo_body_create", "angle is infinite", p->body.angle = INFINITY;            \
      evo_body_create(p->world, &p->body))                                                         \
    M(kind, FAILURE, "evo_body_create", "kind is 7; it must be dynamic, static or kinematic",      \
      p->body.kind = (evo_body_kind)7;                                                             \
      evo_body_create(p->world, &p->body))                                                         \
    M(damping, FAILURE, "evo_body_create", "damping is -1; it must be 0 or more",                  \
      p->body.damping = -1;                                                                        \
      evo_body_create(p->world, &p->body))                                                         \
    M(sleep_speed, FAILURE, "evo_body_create", "sleep_speed is -1; it must be 0 or more",          \
      p->body.sleep_speed = -1;                                                                    \
      evo_body_create(p->world, &p->body))                                                         \
    M(flags, FAILURE, "evo_body_create", "flags is 64; it must be flags combined with |",          \
      p->body.flags = 64;                                                                          \
      evo_body_create(p->world, &p->body))                                                         \
    M(one_of_many, FAILURE, "evo_world_create_many", "of item 1: shape.of.circle.radius is -1",    \
      const evo_shape shapes[] = {evo_circle(1), evo_circle(-1)};                                  \
      evo_body made[2]; evo_world_create_many(p->world, &p->body, shapes, NULL, 2, made))          \
    M(no_shape, FAILURE, "evo_collider_create", "shape.kind is 0",                                 \
      evo_collider_create(p->world, p->box, &p->more))                                             \
    M(no_config, FAILURE, "evo_collider_create", "config is NULL",                                 \
      evo_collider_create(p->world, p->box, NULL))                                                 \
    M(no_body, FAILURE, "evo_collider_create", "body names nothing; it is zeroed",                 \
      evo_collider_create(p->world, (evo_body){0, 0}, &p->more))                                   \
    M(gone, FAILURE, "evo_body_set_velocity", "body names nothing; it was destroyed",              \
      evo_body_set_velocity(p->world, p->gone, evo_vec(1, 0)))                                     \
    M(user, FAILURE, "evo_body_set_user", "body names nothing",                                    \
      evo_body_set_user(p->world, p->gone, NULL))                                                  \
    M(velocity, FAILURE, "evo_body_set_velocity", "velocity.y is NaN",                             \
      evo_body_set_velocity(p->world, p->box, evo_vec(0, NOTHING)))                                \
    M(static_velocity, FAILURE, "evo_body_set_velocity", "body is static; it must be dynamic or",  \
      evo_body_set_velocity(p->world, p->floor, evo_vec(1, 0)))                                    \
    M(static_force, FAILURE, "evo_body_apply_center_force", "body is static; it must be dynamic",  \
      evo_body_apply_center_force(p->world, p->floor, evo_vec(1, 0)))                              \
    M(force, FAILURE, "evo_body_apply_force", "force.x is infinite",                               \
      evo_body_apply_force(p->world, p->box, evo_vec(INFINITY, 0), evo_vec(0, 0)))                 \
    M(impulse, FAILURE, "evo_body_apply_impulse", "point.x is NaN",                                \
      evo_body_apply_impulse(p->world, p->box, evo_vec(1, 0), evo_vec(NOTHING, 0)))                \
    M(mass, FAILURE, "evo_body_set_mass", "mass.mass is -2; it must be 1e-30 or more",             \
      evo_body_set_mass(p->world, p->box, (evo_mass){-2, {0, 0}, 1}))                              \
    M(drive, FAILURE, "evo_body_drive_to", "seconds is 0; it must be above 0",                     \
      evo_body_drive_to(p->world, p->box, (evo_pose){{0, 0}, 0}, 0))                               \
    M(step_long, FAILURE, "evo_world_step", "seconds is 16.6; it must be 0, or 1e-9 to 1",         \
      evo_world_step(p->world, 16.6))                                                              \
    M(step_back, FAILURE, "evo_world_step", "seconds is -0.1", evo_world_step(p->world, -0.1))     \
    M(gravity, FAILURE, "evo_world_set_gravity", "gravity.y is NaN",                               \
      evo_world_set_gravity(p->world, evo_vec(0, NOTHING)))                                        \
    M(substeps, FAILURE, "evo_world_set", "substeps is -4; it must be 0 to 1000",                  \
      p->config.substeps = -4;                                                                     \
      evo_world_set(p->world, &p->config))                                                         \
    M(threshold, FAILURE, "evo_world_create", "bounce_threshold is -1; it must be 0 or more",      \
      p->config.bounce_threshold = -1;                                                             \
      evo_world_create(&p->config))                                                                \
    M(walls, FAILURE, "evo_world_create", "boundary is not EVO_OPEN",                              \
      p->config.boundary = EVO_WALLS;                                                              \
      p->config.bounds = (evo_bounds){{0, 0}, {1, 1}}; evo_world_create(&p->config))               \
    M(bounds, FAILURE, "evo_world_create", "min must be below max",                                \
      p->config.boundary = EVO_WALLS;                                                              \
      evo_world_create(&p->config))                                                                \
    M(workers, FAILURE, "evo_world_create", "tasks.start is NULL", p->config.tasks.workers = 4;    \
      evo_world_create(&p->config))                                                                \
    M(chain_count, FAILURE, "evo_chain_create", "count is 1; it must be 2 or more",                \
      p->chain.count = 1;                                                                          \
      evo_chain_create(p->world, p->floor, &p->chain))                                             \
    M(chain_points, FAILURE, "evo_chain_create", "points is NULL", p->chain.points = NULL;         \
      evo_chain_create(p->world, p->floor, &p->chain))                                             \
    M(chain_twice, FAILURE, "evo_chain_create", "points[0] is (1, 2), and points[1] (1, 2)",       \
      const evo_vec2 same[] = {{1, 2}, {1, 2}};                                                    \
      p->chain.points = same; evo_chain_create(p->world, p->floor, &p->chain))                     \
    M(chain_dynamic, FAILURE, "evo_chain_create", "body is dynamic",                               \
      evo_chain_create(p->world, p->box, &p->chain))                                               \
    M(chain_materials, FAILURE, "evo_chain_create", "material_count is 3; it must be 0, or 1",     \
      p->chain.materials = &p->chain.material;                                                     \
      p->chain.material_count = 3; evo_chain_create(p->world, p->floor, &p->chain))                \
    M(joint_one, FAILURE, "evo_joint_create", "a and b are one body", p->joint.b = p->box;         \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(joint_gone, FAILURE, "evo_joint_create", "b names nothing", p->joint.b = p->gone;            \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(joint_hertz, FAILURE, "evo_joint_create", "hertz is -5; it must be 0 or more",               \
      p->joint.hertz = -5;                                                                         \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(joint_limits, FAILURE, "evo_joint_create", "lower is 2, and upper 1", p->joint.lower = 2;    \
      p->joint.upper = 1; evo_joint_create(p->world, &p->joint))                                   \
    M(joint_frame, FAILURE, "evo_joint_create", "frame_a.position.x is NaN",                       \
      p->joint.frame_a.position.x = NOTHING;                                                       \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(joint_far, FAILURE, "evo_joint_create", "frames are in the body's own coordinates",          \
      p->joint.frame_a.position = evo_vec(1e6, 0);                                                 \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(motor, FAILURE, "evo_joint_set_motor_speed", "joint names nothing",                          \
      evo_joint_set_motor_speed(p->world, (evo_joint){7, 1}, 3))                                   \
    M(ray, FAILURE, "evo_world_ray", "to.x is NaN",                                                \
      evo_world_ray(p->world, evo_vec(0, 0), evo_vec(NOTHING, 0), NULL))                           \
    M(cast, FAILURE, "evo_world_cast_circle", "radius is -1; it must be 0 or more",                \
      evo_world_cast_circle(p->world, evo_vec(0, 0), evo_vec(1, 0), -1, NULL))                     \
    M(overlap, FAILURE, "evo_world_overlap_bounds", "bounds.max.x - bounds.min.x is -3",           \
      const evo_bounds turned = {{3, 0}, {0, 1}};                                                  \
      evo_world_overlap_bounds(p->world, turned, NULL, NULL, 0))                                   \
    M(blast, FAILURE, "evo_world_explode", "radius is -4; it must be 0 or more",                   \
      const evo_blast blast = {.radius = -4};                                                      \
      evo_world_explode(p->world, &blast))                                                         \
    M(water, FAILURE, "evo_body_apply_buoyancy", "normal is (0, 0)",                               \
      const evo_water water = {.density = 1};                                                      \
      evo_body_apply_buoyancy(p->world, p->box, &water))                                           \
    M(mover, FAILURE, "evo_mover_move", "shape.kind is 0",                                         \
      const evo_mover_config walks = evo_mover_config_default();                                   \
      evo_mover m = {.grounded = false};                                                           \
      evo_mover_move(p->world, &walks, &m, evo_vec(1, 0), 0.01))                                   \
    M(mover_up, FAILURE, "evo_mover_move", "steepest is 2; it must be below a quarter of a turn",  \
      evo_mover_config walks = evo_mover_config_default();                                         \
      evo_mover m = {.grounded = false}; walks.shape = evo_circle(1); walks.steepest = 2;          \
      evo_mover_move(p->world, &walks, &m, evo_vec(1, 0), 0.01))                                   \
    M(save, FAILURE, "evo_world_load", "bytes are no save of this version",                        \
      evo_world_load(p->world, "nothing", 8))                                                      \
    M(growth, FAILURE, "evo_world_set_growth", "the world is one of steps",                        \
      evo_world_set_growth(p->world, 1))                                                           \
    M(mute, WARNING, "evo_body_create", "filter.mask is 0 beside a category of 0x4",               \
      p->body.filter = (evo_filter){.category = 4};                                                \
      evo_body_create(p->world, &p->body))                                                         \
    M(mute_later, WARNING, "evo_collider_set_filter", "filter.mask is 0",                          \
      evo_collider_set_filter(p->world, p->collider, (evo_filter){.category = 1}))                 \
    M(mute_category, WARNING, "evo_collider_set_filter", "filter.category is 0 beside a mask",     \
      evo_collider_set_filter(p->world, p->collider, (evo_filter){.mask = 1}))                     \
    M(mute_ray, WARNING, "evo_world_ray_any", "it finds nothing",                                  \
      const evo_query query = {.filter = {.category = 2}};                                         \
      evo_world_ray_any(p->world, evo_vec(0, 9), evo_vec(0, -9), &query))                          \
    M(mute_planes, WARNING, "evo_world_planes", "filter.category is 0",                            \
      const evo_query query = {.filter = {.mask = 2}};                                             \
      const evo_shape disk = evo_circle(1); const evo_pose at = {{0, 0}, 0};                       \
      evo_world_planes(p->world, &disk, at, &query, NULL, 0))                                      \
    M(mute_mover, WARNING, "evo_mover_move", "filter.mask is 0",                                   \
      evo_mover_config walks = evo_mover_config_default();                                         \
      evo_mover m = {.grounded = false}; walks.shape = evo_circle(1);                              \
      walks.query.filter = (evo_filter){.category = 1};                                            \
      evo_mover_move(p->world, &walks, &m, evo_vec(1, 0), 0.01))                                   \
    M(motor_off, WARNING, "evo_joint_create", "motor_speed is 3, and motor is false",              \
      p->joint.motor_speed = 3;                                                                    \
      evo_joint_create(p->world, &p->joint))                                                       \
    M(motor_turns, WARNING, "evo_joint_create", "turn_speed is 3, and torque_limit is 0",          \
      p->joint = evo_joint_config_default(EVO_MOTOR);                                              \
      p->joint.a = p->box; p->joint.turn_speed = 3; evo_joint_create(p->world, &p->joint))         \
    M(shapeless, WARNING, "evo_world_step", "has no shape",                                        \
      p->body.shape = (evo_shape){.kind = EVO_NO_SHAPE};                                           \
      evo_body_create(p->world, &p->body); evo_world_step(p->world, 0.01))                         \
    M(weightless, WARNING, "evo_world_step", "its shapes have no mass",                            \
      p->body.material.density = 0;                                                                \
      evo_body_create(p->world, &p->body); evo_world_step(p->world, 0.01))                         \
    M(no_time, WARNING, "evo_world_step", "seconds is 0", evo_world_step(p->world, 1 / 60))        \
    M(behind, WARNING, "evo_chain_create", "turn the order round",                                 \
      evo_chain_create(p->world, p->floor, &p->chain))                                             \
    M(behind_later, WARNING, "evo_world_step", "turn the order round",                             \
      evo_body_destroy(p->world, p->box);                                                          \
      evo_chain_create(p->world, p->floor, &p->chain); evo_body_create(p->world, &p->body);        \
      evo_world_step(p->world, 0.01))                                                              \
    M(apart, WARNING, "evo_joint_create", "frame_a and frame_b are 6.",                            \
      p->joint.frame_b.position = evo_vec(6, 0);                                                   \
      evo_joint_create(p->world, &p->joint))

#define MAKE(name, kind, call, words, ...)                                                         \
    static void make_##name(place *p) {                                                            \
        __VA_ARGS__;                                                                               \
    }
MISTAKES(MAKE)

static const struct {
    const char *name;
    evo_complaint_kind kind;
    const char *call, *words;
    void (*make)(place *p);
} TABLE[] = {
#define ROW(name, kind, call, words, ...) {#name, EVO_##kind, call, words, make_##name},
    MISTAKES(ROW)};

enum { ROWS = sizeof TABLE / sizeof *TABLE };
_Static_assert(ROWS >= 60, "there are sixty mistakes");

static void note(void *context, const evo_complaint *told) {
    place *p = context;
    ++p->told;
    p->kind = told->kind;
    ck_assert((told->result == EVO_OK) == (told->kind == EVO_WARNING));
    snprintf(p->call, sizeof p->call, "%s", told->call);
    snprintf(p->text, sizeof p->text, "%s", told->text);
}

static void begin(place *p, bool asks) {
    *p = (place){.config = evo_world_config_default(),
                 .more = evo_collider_config_default(),
                 .chain = evo_chain_config_default(),
                 .joint = evo_joint_config_default(EVO_REVOLUTE)};
    p->config.gravity = evo_vec(0, -10);
    p->config.complain = asks ? note : NULL;
    p->config.callback_context = p;
    p->world = evo_world_create(&p->config);
    p->floor = lab_fixed(p->world, evo_box(10, 1), 0, -1);
    p->body = lab_body(evo_box(0.5, 0.5), 0, 0.5);
    p->box = evo_body_create(p->world, &p->body);
    p->gone = evo_body_create(p->world, &p->body);
    evo_body_destroy(p->world, p->gone);
    evo_body_colliders(p->world, p->box, &p->collider, 1);
    p->chain.points = GROUND;
    p->chain.count = 2;
    p->joint.a = p->box;
    ck_assert_int_eq(p->told, 0);
}

START_TEST(mistakes_are_told) {
    place p, mute;
    begin(&p, true);
    begin(&mute, false);
    const uint64_t before = evo_world_hash(p.world);
    TABLE[_i].make(&p);
    TABLE[_i].make(&mute);
    ck_assert_msg(p.told == 1, "%s: told %d times; %s", TABLE[_i].name, p.told, p.text);
    ck_assert_int_eq(p.kind, TABLE[_i].kind);
    ck_assert_str_eq(p.call, TABLE[_i].call);
    ck_assert_msg(strstr(p.text, TABLE[_i].words), "%s: %s", TABLE[_i].name, p.text);
    ck_assert_uint_eq(evo_world_hash(p.world), evo_world_hash(mute.world));
    if (p.kind == EVO_FAILURE) ck_assert_uint_eq(evo_world_hash(p.world), before);
    evo_world_destroy(p.world);
    evo_world_destroy(mute.world);
}
END_TEST

/* Worlds of exact time say which bodies cannot fly, and what ended a step. */
START_TEST(refusals_to_fly_are_told) {
    static const struct {
        double x;
        uint64_t budget;
        const char *words;
    } cases[] = {{3.5, 0, "the bodies of index 0 and 1 overlap"},
                 {9.5, 0, "the body of index 1 overlaps a wall"},
                 {7, 3, "event_budget, 3 impacts, is used up"}};
    evo_exact_config exact = {.event_budget = cases[_i].budget};
    place p = {.config = evo_world_config_default(), .body = lab_body(evo_circle(1), 2, 2)};
    p.config.exact = &exact;
    p.config.boundary = EVO_WALLS;
    p.config.bounds = (evo_bounds){{0, 0}, {10, 10}};
    p.config.complain = note;
    p.config.callback_context = &p;
    p.world = evo_world_create(&p.config);
    p.body.material = (evo_material){.density = 1, .restitution = 1};
    p.body.velocity = evo_vec(3, 1);
    evo_body_create(p.world, &p.body);
    p.body.position.x = cases[_i].x;
    evo_body_create(p.world, &p.body);
    ck_assert_int_ne(evo_world_step(p.world, 100), EVO_OK);
    ck_assert_msg(strstr(p.text, cases[_i].words), "%s", p.text);
    ck_assert_int_eq(p.told, 1);
    evo_world_destroy(p.world);
}
END_TEST

/* ---- Arguments that are told ----------------------------------------------------------------- */

/* Numbers that a user gave, and the shape that was made of them. */
typedef struct given {
    evo_shape shape;
    double numbers[4];
} given;

static double random_argument(void) {
    static const double odd[] = {-1, 0, 1e-17, 1e31, (double)NAN, (double)INFINITY};
    const double choice = random_between(0, 1);
    return choice < 0.4 ? odd[(int)(choice * 15)] : random_between(0.1, 3);
}

static given random_given(int i) {
    evo_vec2 points[10] = {{0, 0}};
    given g;
    for (int k = 0; k < 4; ++k) g.numbers[k] = random_argument();
    const double *n = g.numbers;
    switch (i % 7) {
    case 0:
        g.shape = evo_box(n[0], n[1]);
        break;
    case 1:
        g.shape = evo_rounded_box(n[0], n[1], n[2]);
        break;
    case 2:
        for (int k = 0; k < 10; ++k) points[k] = random_vector(2);
        g.numbers[0] = (int)random_between(-1, 10.9);
        g.shape = evo_polygon(points, (int)n[0], n[1]);
        break;
    case 3:
        g.shape = evo_ellipse(n[0], n[1]);
        break;
    case 4:
        g.shape = evo_ring(n[0], n[1], n[2], n[3]);
        break;
    case 5:
        g.shape = evo_capsule(evo_vec(n[0], 0), evo_vec(0, n[1]), n[2]);
        break;
    default:
        g.shape = evo_shape_at(evo_circle(n[0]), evo_vec(n[1], n[2]), n[3]);
        break;
    }
    return g;
}

/* Returns whether a number of a sentence is one that the user gave. Of a ring half the sweep, and
 * an inner radius, are fields of the shape. */
static bool was_given(const given *g, double number) {
    const bool ring = g->shape.kind == EVO_RING;
    for (int i = 0; i < 4; ++i) {
        const double n = g->numbers[i];
        if (number == n || (isnan(number) && isnan(n))
            || fabs(number - n) <= 1e-6 * fabs(n) + 1e-12)
            return true;
    }
    return ring
           && (fabs(number - g->shape.of.ring.half_sweep) < 1e-6
               || fabs(number - g->shape.of.ring.inner) < 1e-6
               || isnan(g->shape.of.ring.half_sweep));
}

/* The first part of a sentence, up to the rule, names no number that nobody gave. */
START_TEST(numbers_are_those_that_were_given) {
    place p;
    int told = 0;
    begin(&p, true);
    random_seed(87);
    for (int i = 0; i < 20000; ++i) {
        const given g = random_given(i);
        p.body.shape = g.shape;
        p.told = 0;
        const evo_body body = evo_body_create(p.world, &p.body);
        if (evo_body_exists(p.world, body)) evo_body_destroy(p.world, body);
        if (p.told == 0) continue;
        ck_assert_int_eq(p.told, 1);
        ++told;
        char *end = strchr(p.text, ';');
        ck_assert_ptr_nonnull(end);
        if (strstr(p.text, "radius is ") && strstr(end, "half_width and half_height, "))
            end = p.text + strlen(p.text); /* with both sides */
        for (char *at = strstr(p.text, " is "), *next; at && at < end; at = next) {
            const double number = strtod(at, &next);
            if (next == at) {
                next = at + 1;
                continue;
            }
            ck_assert_msg(was_given(&g, number), "%s: told of %g %g %g %g", p.text, g.numbers[0],
                          g.numbers[1], g.numbers[2], g.numbers[3]);
        }
    }
    ck_assert_int_gt(told, 4000);
    evo_world_destroy(p.world);
}
END_TEST

/* ---- What is no mistake ---------------------------------------------------------------------- */

static void end(place *p) {
    ck_assert_msg(p->told == 0, "%s: %s", p->call, p->text);
    evo_world_destroy(p->world);
}

/* What is completed before the next step is not told. */
START_TEST(what_is_completed_is_not_told) {
    place p;
    begin(&p, true);
    const evo_vec2 land[] = {{10, 0}, {-10, 0}};
    evo_body_config empty = evo_body_config_default();
    const evo_body compound = evo_body_create(p.world, &empty);
    p.more.shape = evo_circle(0.5);
    evo_collider_create(p.world, compound, &p.more);
    p.body.material.density = 0;
    p.body.position.x = 5;
    const evo_body ghost = evo_body_create(p.world, &p.body);
    evo_body_set_mass(p.world, ghost, (evo_mass){2, {0, 0}, 1});
    evo_world_step(p.world, 0.01);
    empty.kind = EVO_STATIC;
    const evo_body anchor = evo_body_create(p.world, &empty);
    p.joint.b = anchor;
    evo_joint_create(p.world, &p.joint);
    p.chain.points = land;
    evo_chain_create(p.world, p.floor, &p.chain);
    p.body.filter.category = 8; /* the mask is full by default */
    evo_body_create(p.world, &p.body);
    evo_world_step(p.world, 0.01);
    end(&p);
}
END_TEST

/* A room is solid on its inner side, a hill on its outer one. */
START_TEST(chains_that_hold_bodies_are_not_told) {
    const evo_vec2 hill[] = {{-3, -2}, {3, -2}, {0, 0}},
                   room[] = {{-4, -4}, {-4, 4}, {4, 4}, {4, -4}};
    place p;
    begin(&p, true);
    p.chain.loop = true;
    p.chain.points = hill;
    p.chain.count = 3;
    evo_chain_create(p.world, p.floor, &p.chain);
    p.chain.points = room;
    p.chain.count = 4;
    evo_chain_create(p.world, p.floor, &p.chain);
    ck_assert_int_eq(p.told, 0);
    const evo_vec2 turned[] = {{4, -4}, {4, 4}, {-4, 4}, {-4, -4}};
    p.chain.points = turned;
    evo_chain_create(p.world, p.floor, &p.chain);
    ck_assert_int_eq(p.told, 1);
    p.told = 0;
    end(&p);
}
END_TEST

/* ---- Callbacks ------------------------------------------------------------------------------- */

static bool collide_and_meddle(void *context, evo_collider a, evo_collider b) {
    place *p = context;
    (void)a;
    (void)b;
    evo_body_create(p->world, &p->body);
    ck_assert_str_eq(p->call, "evo_body_create");
    ck_assert_int_eq(p->told, 1);
    evo_body_apply_center_impulse(p->world, p->box, evo_vec(1, 0));
    ck_assert_str_eq(p->call, "evo_body_apply_center_impulse");
    ck_assert_int_eq(p->told, 2);
    evo_world_ray(p->world, evo_vec(NOTHING, 0), evo_vec(1, 0), NULL);
    ck_assert_str_eq(p->call, "evo_world_ray");
    evo_world_destroy(p->world);
    ck_assert_str_eq(p->call, "evo_world_destroy");
    return true;
}

static bool write_nothing(void *context, const void *bytes, size_t size) {
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

/* Calls of callbacks are told once each, recorded or not. */
START_TEST(callbacks_are_told) {
    size_t size = 0;
    const evo_record_config record = {.write = write_nothing, .context = &size};
    place p;
    begin(&p, true);
    p.config.should_collide = collide_and_meddle;
    ck_assert_int_eq(evo_world_set(p.world, &p.config), EVO_OK);
    if (_i > 0) ck_assert_int_eq(evo_record_begin(p.world, &record), EVO_OK);
    ck_assert_int_eq(evo_world_step(p.world, 0.01), EVO_OK);
    ck_assert_int_eq(p.told, 4);
    p.told = 0;
    end(&p);
}
END_TEST

/* ---- Headers --------------------------------------------------------------------------------- */

static char *read_headers(void) {
    static const char *const names[] = {"base",  "shape", "body",  "joint",
                                        "world", "exact", "force", "mover"};
    static char all[400000];
    size_t size = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[64];
        snprintf(path, sizeof path, "include/evolute/%s.h", names[i]);
        FILE *file = fopen(path, "rb");
        ck_assert_msg(file != NULL, "%s", path);
        size += fread(all + size, 1, sizeof all - 1 - size, file);
        fclose(file);
    }
    all[size] = '\0';
    return all;
}

/* Finds a word in a range of text; NULL: it is not there. */
static const char *find_word(const char *from, const char *until, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = from; (at = strstr(at, word)) && at < until; at += length)
        if (!isalnum((unsigned char)at[-1]) && at[-1] != '_' && !isalnum((unsigned char)at[length])
            && at[length] != '_')
            return at;
    return NULL;
}

/* Writes the comment behind a field, on one line. */
static void read_comment(const char *named, const char *until, char *to, size_t size) {
    const char *at = strstr(named, "/*"), *end_of = strstr(named, "*/");
    size_t length = 0;
    for (; at && at < end_of && at < until && length + 1 < size; ++at)
        if (!isspace((unsigned char)*at) || (length > 0 && to[length - 1] != ' '))
            to[length++] = isspace((unsigned char)*at) ? ' ' : *at;
    to[length] = '\0';
}

static int check_rules(const char *headers, const rule_table *table) {
    char head[64], end_of[64], comment[1000];
    int checked = 0;
    snprintf(head, sizeof head, "typedef struct %s {", table->of);
    snprintf(end_of, sizeof end_of, "} %s;", table->of);
    const char *from = strstr(headers, head), *until = strstr(headers, end_of);
    ck_assert_msg(from && until, "%s", table->of);
    for (const number_rule *r = table->rules; r->type != RULE_END; ++r) {
        const char *named = find_word(from, until, r->field);
        ck_assert_msg(named != NULL, "%s.%s", table->of, r->field);
        if (r->type == RULE_PARTS || strcmp(r->text, RULE_FINITE_TEXT) == 0) continue;
        read_comment(named, until, comment, sizeof comment);
        ck_assert_msg(strstr(comment, r->text), "%s.%s: '%s' is not in '%s'", table->of, r->field,
                      r->text, comment);
        ++checked;
    }
    return checked;
}

/* The comment of each field says what the table says. */
START_TEST(headers_say_the_rules) {
    const char *headers = read_headers();
    int checked = 0;
    for (int i = 0; i < RULE_TABLES; ++i) checked += check_rules(headers, &RULES_OF_HEADERS[i]);
    ck_assert_int_gt(checked, 30);
    ck_assert(strstr(headers, RULE_FINITE_TEXT));
}
END_TEST

Suite *suite_complaints(void) {
    Suite *suite = suite_create("complaints");
    TCase *all = tcase_create("complaints");
    tcase_add_loop_test(all, mistakes_are_told, 0, ROWS);
    tcase_add_loop_test(all, refusals_to_fly_are_told, 0, 3);
    tcase_add_test(all, numbers_are_those_that_were_given);
    tcase_add_test(all, what_is_completed_is_not_told);
    tcase_add_test(all, chains_that_hold_bodies_are_not_told);
    tcase_add_loop_test(all, callbacks_are_told, 0, 2);
    tcase_add_test(all, headers_say_the_rules);
    suite_add_tcase(suite, all);
    return suite;
}
