// embed.cpp: the engine used from C++: two shapes and a world.
#include <evolute/evolute.h>

#include <cmath>
#include <cstdio>
#include <memory>

int main() {
    const evo_shape wheel = evo_circle(1);
    const evo_pose here = {{0, 0}, 0}, there = {{1.5, 0}, 0};
    const evo_gap gap = evo_measure(&wheel, here, &wheel, there);

    const std::unique_ptr<evo_threads, decltype(&evo_threads_destroy)> threads(
        evo_threads_create(2), evo_threads_destroy);
    evo_world_config config = evo_world_config_default();
    config.tasks = evo_threads_tasks(threads.get());
    config.gravity.y = -10;
    const std::unique_ptr<evo_world, decltype(&evo_world_destroy)> world(evo_world_create(&config),
                                                                         evo_world_destroy);
    evo_body_config body = evo_body_config_default();
    body.shape = evo_ellipse(1, 0.5);
    body.position.y = 20;
    const evo_body egg = evo_body_create(world.get(), &body);
    for (int i = 0; i < 60; ++i) evo_world_step(world.get(), 1.0 / 60);
    const double fallen = 20 - evo_body_pose(world.get(), egg).position.y;

    std::printf("C++: distance %g, fallen %.2f\n", gap.distance, fallen);
    return gap.distance == -0.5 && std::fabs(fallen - 5) < 0.1 ? 0 : 1;
}
