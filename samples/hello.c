/* hello.c: an egg falls onto a floor. */
#include <evolute/evolute.h>
#include <stdio.h>

int main(void) {
    evo_world *world = evo_world_create(NULL);
    evo_world_set_gravity(world, evo_vec(0, -10));
    evo_body_config egg = evo_body_config_default(), floor = egg;
    egg.shape = evo_ellipse(0.6, 0.4);
    floor.kind = EVO_STATIC;
    floor.shape = evo_segment(evo_vec(-10, -3), evo_vec(10, -3));
    evo_body_create(world, &floor);
    evo_body body = evo_body_create(world, &egg);
    for (int i = 0; i < 120; ++i) evo_world_step(world, 1.0 / 60);
    printf("the egg lies at a height of %.4f\n", evo_body_pose(world, body).position.y);
    evo_world_destroy(world);
}
