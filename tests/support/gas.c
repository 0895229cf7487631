/* gas.c: see gas.h. */
#include "support/gas.h"
#include "support/check.h"
#include "support/exact.h"

#include "support/random.h"

/* Smooth and elastic. */
static const evo_material GAS_WALL = {.restitution = 1, .density = 1};

evo_world_config gas_config(evo_boundary boundary, double width, double height) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.boundary = boundary;
    config.bounds.max.x = width;
    config.bounds.max.y = height;
    config.wall = &GAS_WALL;
    config.impact_speed = 0;
    return config;
}

evo_world *gas_world(const evo_world_config *config) {
    evo_world *world = evo_world_create(config);
    ck_assert_ptr_nonnull(world);
    return world;
}

evo_body_config gas_disk(double radius, double x, double y) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(radius);
    config.position.x = x;
    config.position.y = y;
    config.material.friction = 0;
    config.material.restitution = 1;
    return config;
}

evo_body gas_add(evo_world *world, const evo_body_config *config, double mass) {
    double radius = config->shape.of.circle.radius;
    evo_mass weighs = {mass, {0, 0}, 0.5 * mass * radius * radius};
    evo_body body = evo_body_create(world, config);
    if (!evo_body_exists(world, body) || evo_body_set_mass(world, body, weighs) != EVO_OK)
        ck_abort_msg("a disk is refused");
    return body;
}

evo_body gas_throw(evo_world *world, double radius, evo_vec2 position, evo_vec2 velocity) {
    evo_body_config config = gas_disk(radius, position.x, position.y);
    config.velocity = velocity;
    return gas_add(world, &config, 1);
}

void gas_step(evo_world *world, double seconds) {
    evo_result result = evo_world_step(world, seconds);
    ck_assert_msg(result == EVO_OK, "a step answers %d", (int)result);
}

double gas_step_to_next(evo_world *world) {
    double next = evo_world_next_event(world);
    gas_step(world, next - evo_world_time(world));
    return next;
}

double gas_normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random_between(0, 1);
    return sum;
}
