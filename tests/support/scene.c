#include "scene.h"

#include <check.h>

evo_world *scene_world(int lanes, test_memory *memory) {
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){0, -10};
    config.lanes = lanes;
    if (memory) config.allocator = test_memory_allocator(memory);
    return evo_world_create(&config);
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
