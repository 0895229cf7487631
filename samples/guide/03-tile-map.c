/* 03-tile-map.c: a level of tiles from a text; a crate slides over their joints undisturbed. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { ROWS = 5, COLUMNS = 20 };

static const char *const LEVEL[ROWS] = {
    "#..................#", /* the top row */
    "#...####...........#", /* each tile is 1 wide */
    "#..................#", /* and 1 high */
    "#..................#", /* its lower left corner at (column, row from below) */
    "####################",
};

static void build(evo_world *world) {
    evo_body_config level = evo_body_config_default();
    level.kind = EVO_STATIC;
    const evo_body body = evo_body_create(world, &level);
    for (int row = 0; row < ROWS; ++row)
        for (int column = 0; column < COLUMNS; ++column) {
            if (LEVEL[row][column] != '#') continue;
            const evo_vec2 middle = evo_vec(column + 0.5, ROWS - row - 0.5);
            evo_collider_config tile = evo_collider_config_default();
            tile.material.friction = 0;
            tile.shape = evo_shape_at(evo_box(0.5, 0.5), middle, 0);
            evo_collider_create(world, body, &tile);
        }
}

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    build(world);
    evo_body_config crate = evo_body_config_default();
    crate.shape = evo_box(0.4, 0.4);
    crate.position = evo_vec(2, 1.4);
    crate.velocity = evo_vec(6, 0);
    const evo_body body = evo_body_create(world, &crate);
    picture_begin(argc, argv, 0, 0, COLUMNS, ROWS);
    for (int step = 0; step < 120; ++step) {
        if (step % 20 == 0) picture_moment(world);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    }
    const evo_pose at = evo_body_pose(world, body);
    printf("after 12 tiles at (%.3f, %.3f), turned by %.4f\n", at.position.x, at.position.y,
           at.angle);
    printf("speed %.3f of 6\n", evo_body_velocity(world, body).x);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
