/* lab.c: see lab.h. */
#include <math.h>

#include "support/check.h"
#include "support/lab.h"
#include "support/sound.h"

evo_world *lab_make(evo_world_config config) {
    config.never_sleep = true;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    return world;
}

evo_world *lab_world(double gravity) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -gravity;
    return lab_make(config);
}

evo_world *lab_space(void) {
    evo_world_config config = evo_world_config_default();
    config.bounce_threshold = 0;
    return lab_make(config);
}

evo_body lab_fixed(evo_world *world, evo_shape shape, double x, double y) {
    evo_body_config config = lab_body(shape, x, y);
    config.kind = EVO_STATIC;
    evo_body body = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

evo_body lab_slope(evo_world *world, double half_length, double angle) {
    evo_vec2 end = {half_length * cos(angle), -half_length * sin(angle)}, begin = {-end.x, -end.y};
    return lab_fixed(world, evo_segment(begin, end), 0, 0);
}

evo_body_config lab_body(evo_shape shape, double x, double y) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape;
    config.position.x = x;
    config.position.y = y;
    return config;
}

evo_vec2 lab_on_slope(double angle, double along, double radius) {
    evo_vec2 place = {along * cos(angle) + radius * sin(angle),
                      -along * sin(angle) + radius * cos(angle)};
    return place;
}

void lab_box(evo_world *world, evo_vec2 corner, double width, double height) {
    evo_vec2 low_left = {0, 0}, low_right = {width, 0};
    evo_vec2 high_left = {0, height}, high_right = {width, height};
    lab_fixed(world, evo_segment(low_left, low_right), corner.x, corner.y);
    lab_fixed(world, evo_segment(low_left, high_left), corner.x, corner.y);
    lab_fixed(world, evo_segment(low_right, high_right), corner.x, corner.y);
}

void lab_closed_box(evo_world *world, double side, evo_material material) {
    const evo_vec2 corners[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int i = 0; i < 4; ++i) {
        evo_body_config wall = lab_body(evo_segment(corners[i], corners[(i + 1) % 4]), 0, 0);
        wall.kind = EVO_STATIC;
        wall.material = material;
        ck_assert(evo_body_exists(world, evo_body_create(world, &wall)));
    }
}

/* Steps per search for what is unsound, which takes longer than a step of few bodies. */
enum { SEARCHED_EACH = 16 };

void lab_run(evo_world *world, int steps) {
    static int run = 0;
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        if (++run % SEARCHED_EACH != 0) continue;
        const char *wrong = find_unsound(world);
        ck_assert_msg(!wrong, "%s", wrong);
    }
}

double lab_speed(const evo_world *world, evo_body body) {
    evo_vec2 velocity = evo_body_velocity(world, body);
    return hypot(velocity.x, velocity.y);
}

double lab_energy(const evo_world *world, evo_body body, double gravity) {
    evo_mass mass = evo_body_mass(world, body);
    double speed = lab_speed(world, body), spin = evo_body_spin(world, body);
    return 0.5 * mass.mass * speed * speed + 0.5 * mass.inertia * spin * spin
           + mass.mass * gravity * evo_body_world_center(world, body).y;
}
