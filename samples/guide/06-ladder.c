/* 06-ladder.c: a hero climbs a ladder, which is a sensor, and steps onto a ledge. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_world *world;

static evo_collider add_box(double left, double bottom, double right, double top, bool sensor) {
    evo_body_config box = evo_body_config_default();
    evo_collider collider;
    box.kind = EVO_STATIC;
    box.shape = evo_box((right - left) / 2, (top - bottom) / 2);
    box.position = evo_vec((left + right) / 2, (bottom + top) / 2);
    box.sensor = sensor;
    evo_body_colliders(world, evo_body_create(world, &box), &collider, 1);
    return collider;
}

int main(int argc, char **argv) {
    const double dt = 1.0 / 60;
    world = evo_world_create(NULL);
    add_box(-4, -1, 4, 0, false);
    add_box(1, 2.8, 4, 3, false); /* the ledge */
    const evo_collider ladder = add_box(0.2, 0, 0.8, 3.3, true);
    evo_mover_config config = evo_mover_config_default();
    config.shape = evo_capsule(evo_vec(0, -0.5), evo_vec(0, 0.5), 0.3);
    evo_mover hero = {.pose = {{-2, 0.801}, 0}};
    bool climbs = false;
    picture_begin(argc, argv, -4, -1, 4, 6);
    for (int step = 0; step < 240; ++step) {
        const evo_vec2 at = hero.pose.position, feet = evo_vec(at.x, at.y - 0.75);
        const bool held = evo_collider_contains(world, ladder, feet);
        evo_vec2 wanted = evo_vec(2, hero.velocity.y - 20 * dt); /* the stick is to the right */
        if (held && at.x > 0.45 && feet.y < 3.2) wanted = evo_vec(0, 2.5); /* and now up */
        if (!climbs && wanted.x == 0) printf("%.1f s: on the ladder\n", evo_world_time(world));
        if (climbs && wanted.x > 0) printf("%.1f s: off the ladder\n", evo_world_time(world));
        climbs = wanted.x == 0;
        if (step % 10 == 0) picture_shape(&config.shape, hero.pose, true);
        if (evo_mover_move(world, &config, &hero, wanted, dt) != EVO_OK) return 1;
        if (evo_world_step(world, dt) != EVO_OK) return 1;
    }
    printf("%.1f s: feet at (%.2f, %.2f), %s\n", evo_world_time(world), hero.pose.position.x,
           hero.pose.position.y - 0.8, hero.grounded ? "on the ledge" : "in the air");
    picture_shape(&config.shape, hero.pose, false);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
