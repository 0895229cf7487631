/* hello.c: how deep two ellipses overlap, and when two others will meet. */
#include <evolute/evolute.h>
#include <stdio.h>

int main(void) {
    evo_shape egg = evo_ellipse(2, 1.5), pebble = evo_ellipse(1.5, 1);
    evo_pose at_egg = {{0.5, 0.5}, 0.2}, at_pebble = {{2, 2.5}, 2};
    evo_gap gap = evo_measure(&egg, at_egg, &pebble, at_pebble);
    printf("distance %.6f along (%.4f, %.4f)\n", gap.distance, gap.normal.x, gap.normal.y);

    evo_flight rests = {{0, 0}, {0, 0}, 0, 0}, comes = {{6, 0}, {-2, 0}, 0, 3};
    printf("they meet after %.6f\n", evo_time_of_impact(&egg, rests, &pebble, comes, 10));
    return 0;
}
