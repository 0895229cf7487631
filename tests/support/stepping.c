#include "support/stepping.h"

#include <math.h>

#include "support/check.h"
#include "support/random.h"

static const double STEP = 1.0 / 60;

void stepping_open(stepping *s, double gravity, int lanes) {
    const step_settings settings = {.gravity = {0, -gravity},
                                    .substeps = 4,
                                    .lanes = lanes,
                                    .push_speed = 4,
                                    .impacts = {1, INFINITY, 65536}};
    const test_memory none = {0, 0, 0, 0, 0};
    s->counted = none;
    s->memory = test_memory_allocator(&s->counted);
    step_world_init(&s->world, &s->memory, &settings);
}

void stepping_close(stepping *s) {
    step_world_free(&s->world);
    ck_assert_uint_eq(s->counted.bytes, 0);
}

uint32_t stepping_add(stepping *s, evo_body_kind kind, evo_shape shape, double x, double y) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position.x = x;
    config.position.y = y;
    uint32_t id = stepping_add_body(&s->world, &config);
    ck_assert_uint_ne(id, NONE);
    return id;
}

void stepping_box(stepping *s, double width, double height) {
    const evo_vec2 ends[3][2] = {
        {{-1, 0}, {width + 1, 0}}, {{0, -1}, {0, height}}, {{width, -1}, {width, height}}};
    for (int i = 0; i < 3; ++i)
        stepping_add(s, EVO_STATIC, evo_segment(ends[i][0], ends[i][1]), 0, 0);
}

static evo_shape shape_of(int scene, uint32_t i) {
    if (scene == 0) return evo_circle(0.5);
    if (scene == 1) return evo_ellipse(0.6, random_between(0.25, 0.5));
    if (scene == 2) return evo_circle(0.1 * pow(12, random_between(0, 1)));
    if (i % 3 == 0) return evo_circle(random_between(0.3, 0.6));
    if (i % 3 == 1) return evo_ellipse(0.6, random_between(0.2, 0.5));
    return evo_ring(0.5, 0.2, 0, random_between(1, 6));
}

void stepping_scene(stepping *s, int scene, uint32_t count) {
    const double apart = scene == 2 ? 2.5 : 1.4, width = 1.6 * sqrt(count) * apart / 1.4;
    const uint32_t columns = (uint32_t)(width / apart);
    stepping_box(s, width, 400);
    for (uint32_t i = 0; i < count; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = shape_of(scene, i);
        config.position.x = 0.6 * apart + apart * (i % columns) + random_between(0, 0.1);
        config.position.y = 1 + apart * (double)(i / columns);
        config.angle = random_between(0, 6);
        if (scene == STEPPING_FAST) {
            config.velocity.x = random_between(-40, 40);
            config.velocity.y = random_between(-40, 10);
            config.spin = random_between(-10, 10);
            config.material.restitution = random_between(0, 1);
        }
        ck_assert_uint_ne(stepping_add_body(&s->world, &config), NONE);
    }
}

void stepping_run(stepping *s, int steps) {
    for (int i = 0; i < steps; ++i) ck_assert_int_eq(step_advance(&s->world, STEP), EVO_OK);
}

body_state *stepping_state(stepping *s, uint32_t id) {
    const body_store *b = &s->world.bodies;
    return &b->states[b->records[id].slot];
}

uint64_t stepping_hash(const stepping *s) {
    const body_store *b = &s->world.bodies;
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t id = 0; id < b->record_list.count; ++id) {
        if (b->records[id].generation % 2 == 0) continue;
        uint64_t words[sizeof(body_state) / sizeof(uint64_t)];
        memcpy(words, &b->states[b->records[id].slot], sizeof words);
        for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
            hash = (hash ^ words[i]) * UINT64_C(1099511628211);
    }
    return hash;
}
