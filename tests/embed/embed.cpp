// embed.cpp: the engine as a C++ program sees it.
#include <evolute/evolute.h>

#include <cstdio>

int main() {
    evo_shape wheel = evo_circle(1);
    evo_pose here = {{0, 0}, 0}, there = {{1.5, 0}, 0};
    evo_gap gap = evo_measure(&wheel, here, &wheel, there);
    std::printf("C++: distance %g\n", gap.distance);
    return gap.distance == -0.5 ? 0 : 1;
}
