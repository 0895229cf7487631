/* hello.c: an egg falls on a floor, rocks and comes to rest. */
#include <evolute/evolute.h>
#include <stdio.h>

int main(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    evo_world *world = evo_world_create(&config);

    evo_body_config floor = evo_body_config_default(), egg = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_segment((evo_vec2){-10, 0}, (evo_vec2){10, 0});
    evo_body_create(world, &floor);
    egg.shape = evo_ellipse(0.6, 0.4);
    egg.material.rolling_resistance = 0.05;
    egg.position.y = 3;
    egg.angle = 1;
    evo_body body = evo_body_create(world, &egg);

    while (!evo_body_asleep(world, body)) evo_world_step(world, 1.0 / 60);
    evo_pose at = evo_body_pose(world, body);
    printf("it rests at (%.4f, %.4f), %.4f aslant, after %.2f s\n", at.position.x, at.position.y,
           at.angle, evo_world_time(world));
    evo_world_destroy(world);
    return 0;
}
