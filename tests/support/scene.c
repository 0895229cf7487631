#include "scene.h"
#include "support/check.h"
#include "support/random.h"

evo_world *scene_world(int lanes, test_memory *memory) {
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){0, -10};
    if (memory) config.allocator = test_memory_allocator(memory);
    evo_world *world = evo_world_create(&config);
    if (world) ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    return world;
}

evo_body scene_add(evo_world *world, evo_body_kind kind, evo_shape shape, double x, double y) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = (evo_vec2){x, y};
    return evo_body_create(world, &config);
}

evo_body scene_ball(evo_world *world, double radius, double x, double y) {
    return scene_add(world, EVO_DYNAMIC, evo_circle(radius), x, y);
}

evo_body scene_ground(evo_world *world) {
    evo_vec2 left = {-100, 0}, right = {100, 0};
    return scene_add(world, EVO_STATIC, evo_segment(left, right), 0, 0);
}

void scene_pile(evo_world *world, int columns, int rows, evo_body *balls) {
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            balls[row * columns + column] = scene_ball(world, 0.5, 1.25 * column, 0.5 + row);
}

void scene_steps(evo_world *world, int count) {
    for (int i = 0; i < count; ++i) ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
}

evo_collider scene_collider(const evo_world *world, evo_body body) {
    evo_collider first = {0, 0};
    evo_body_colliders(world, body, &first, 1);
    return first;
}

void scene_check_bytes(const evo_world *world, const test_memory *memory) {
    ck_assert_uint_eq(evo_world_counters(world).bytes, memory->bytes);
}

evo_shape scene_any_shape(void) {
    switch ((int)random_between(0, 5)) {
    case 0:
        return evo_ellipse(random_between(0.2, 1), random_between(0.2, 1));
    case 1:
        return evo_ring(random_between(0.5, 2), random_between(0.1, 0.4), random_between(-3, 3),
                        random_between(1, 6.2));
    case 2:
        return evo_segment((evo_vec2){-random_between(0.2, 2), 0}, (evo_vec2){0.5, 0.1});
    default:
        return evo_circle(random_between(0.1, 0.8));
    }
}

evo_body scene_any_body(evo_world *world) {
    evo_body_config config = evo_body_config_default();
    double choice = random_between(0, 1);
    config.kind = choice < 0.1 ? EVO_STATIC : choice < 0.2 ? EVO_KINEMATIC : EVO_DYNAMIC;
    config.position = (evo_vec2){random_between(-6, 6), random_between(0, 12)};
    config.angle = random_between(-3, 3);
    config.velocity = (evo_vec2){random_between(-3, 3), random_between(-3, 3)};
    config.spin = random_between(-2, 2);
    config.shape = scene_any_shape();
    config.sensor = random_between(0, 1) < 0.15;
    config.asleep = random_between(0, 1) < 0.1;
    evo_body body = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, body));
    if (random_between(0, 1) < 0.3) {
        evo_collider_config second = evo_collider_config_default();
        second.shape = evo_shape_at(scene_any_shape(), (evo_vec2){random_between(-1, 1), 0.5}, 1);
        ck_assert(evo_collider_exists(world, evo_collider_create(world, body, &second)));
    }
    return body;
}

evo_world *scene_any_world(void) {
    evo_world *world = scene_world(0, NULL);
    random_seed(5);
    scene_ground(world);
    for (int i = 0; i < 60; ++i) {
        evo_body body = scene_any_body(world);
        if (i == 30) ck_assert_int_eq(evo_body_set_disabled(world, body, true), EVO_OK);
    }
    scene_steps(world, 45);
    return world;
}
