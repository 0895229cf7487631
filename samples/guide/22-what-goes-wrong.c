/* 22-what-goes-wrong.c: mistakes, and how a program learns of them. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static void print(void *context, const evo_complaint *complaint) {
    (void)context;
    const char *kind = complaint->kind == EVO_WARNING ? "warning" : "error";
    printf("%s: %s: %s\n", kind, complaint->call, complaint->text);
}

static double height_after_a_second(evo_world *world, evo_body body) {
    for (int step = 0; step < 60; ++step) {
        if (step % 10 == 0) picture_moment(world);
        evo_world_step(world, 1.0 / 60);
    }
    return evo_body_pose(world, body).position.y;
}

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    config.complain = print;
    evo_world *world = evo_world_create(&config);
    evo_body_config ball = evo_body_config_default();
    ball.shape = evo_circle(0.5);
    ball.position = evo_vec(0, 2);
    ball.material.density = -1;
    evo_body body = evo_body_create(world, &ball);
    evo_body_apply_center_impulse(world, body, evo_vec(1, 0));
    ball.material.density = 1;
    body = evo_body_create(world, &ball);
    const evo_vec2 wrong[] = {{-4, 0}, {4, 0}}, right[] = {{4, 0}, {-4, 0}};
    evo_body_config ground = evo_body_config_default();
    ground.kind = EVO_STATIC;
    const evo_body land = evo_body_create(world, &ground);
    evo_chain_config chain = evo_chain_config_default();
    chain.points = wrong;
    chain.count = 2;
    const evo_chain first = evo_chain_create(world, land, &chain);
    evo_world_step(world, 1 / 60);
    picture_begin(argc, argv, -4, -4, 4, 3);
    printf("the ball is at a height of %.1f\n", height_after_a_second(world, body));
    evo_chain_destroy(world, first);
    evo_body_set_pose(world, body, (evo_pose){{0, 2}, 0});
    evo_body_set_velocity(world, body, evo_vec(0, 0));
    chain.points = right;
    evo_chain_create(world, land, &chain);
    printf("now it is at %.1f\n", height_after_a_second(world, body));
    const char *broken = evo_world_validate(world);
    printf("the world is %s\n", broken ? broken : "sound");
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
