/* 23-renderer.c: a renderer of outlines, into a framebuffer of letters. */
#include <evolute/evolute.h>
#include <evolute/vector.h>
#include <stdio.h>
#include <string.h>

#include "guide/picture.h"

enum { WIDTH = 64, HEIGHT = 18 };

static char pixels[HEIGHT][WIDTH + 1];

static void draw_outline(void *context, const evo_draw_item *item, const evo_vec2 *points,
                         size_t count, bool closed) {
    const char *letters = context;
    for (size_t i = closed ? 0 : 1; i < count; ++i) {
        const evo_vec2 from = points[i > 0 ? i - 1 : count - 1];
        for (double part = 0; part < 1; part += 0.01) {
            const evo_vec2 at = evo_lerp(from, points[i], part);
            const int x = (int)(WIDTH / 2 + 6 * at.x), y = (int)(HEIGHT - 1 - 3 * at.y);
            if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) pixels[y][x] = letters[item->role];
        }
    }
}

int main(int argc, char **argv) {
    evo_body_config body = evo_body_config_default();
    evo_world *world = evo_world_create(NULL);
    evo_world_set_gravity(world, evo_vec(0, -10));
    body.kind = EVO_STATIC;
    body.shape = evo_box(5, 0.1);
    evo_body_create(world, &body);
    body.kind = EVO_DYNAMIC;
    const evo_shape shapes[] = {evo_box(0.8, 0.8), evo_circle(1), evo_ellipse(1.2, 0.7),
                                evo_ring(1, 0.4, 3.14, 3.14)};
    for (int i = 0; i < 4; ++i) {
        body.shape = shapes[i];
        body.position = evo_vec(2.4 * i - 3.6, i % 2 == 0 ? 1.2 : 2);
        evo_body_create(world, &body);
    }
    picture_begin(argc, argv, -5.3, -0.3, 5.3, 5.7);
    for (int step = 0; step < 60; ++step) evo_world_step(world, 1.0 / 60);
    for (int y = 0; y < HEIGHT; ++y) memset(pixels[y], '.', WIDTH);
    char letters[] = "o=+s";
    const evo_draw draw = {.context = letters, .outline = draw_outline};
    evo_world_draw(world, &draw);
    for (int y = 0; y < HEIGHT; ++y) puts(pixels[y]);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
