/* Prints the hash of the world of test_world.py, made by calls of C: 400 disks and ellipses that
 * fall on a floor for 300 steps. */
#include <evolute/evolute.h>
#include <stdio.h>

int main(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -9.81;
    config.impact_speed = INFINITY;
    evo_world *world = evo_world_create(&config);
    evo_body_config body = evo_body_config_default();
    body.kind = EVO_STATIC;
    body.position.y = -1;
    body.shape = evo_box(50, 1);
    evo_body_create(world, &body);
    body = evo_body_config_default();
    for (int i = 0; i < 400; ++i) {
        body.shape = i % 2 ? evo_circle(0.5) : evo_ellipse(0.5, 0.35);
        body.position = (evo_vec2){i % 20 + 0.01 * (i % 7), 1 + i / 20 * 1.1};
        evo_body_create(world, &body);
    }
    for (int i = 0; i < 300; ++i) evo_world_step(world, 1.0 / 60);
    printf("%016llx\n", (unsigned long long)evo_world_hash(world));
    evo_world_destroy(world);
    return 0;
}
