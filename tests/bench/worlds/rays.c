/* rays.c: rays through a pile at rest, ours and Box2D's, which is given the pile as it lies: both
 * are asked the same and should answer the same. */
#include <math.h>
#include <stdio.h>

#include "bench/bench.h"
#include "parts.h"
#include "run.h"
#include "scenes/chance.h"

enum { COUNT = 5000, STEPS = 600, RAYS = 10000, REPEATS = 15 };

typedef struct ray {
    evo_vec2 from, to;
} ray;

static ray rays[RAYS];
static double ours[RAYS], theirs[RAYS]; /* how far each gets */

static evo_vec2 random_point(const evo_bounds *within, uint64_t *random) {
    evo_vec2 p;
    p.x = chance_between(random, within->min.x, within->max.x);
    p.y = chance_between(random, within->min.y, within->max.y);
    return p;
}

/* From the gaps of the pile, and from above it, to anywhere in the box. A ray from inside a body is
 * not the same question everywhere: Box2D's does not meet that body. */
static void choose_rays(const scene_stage *stage) {
    evo_bounds box = stage->view; /* which reaches out of it by 1 */
    uint64_t random = 1;
    ++box.min.x, ++box.min.y, --box.max.x, --box.max.y;
    for (int i = 0; i < RAYS; ++i) {
        do rays[i].from = random_point(&box, &random);
        while (evo_world_nearest(stage->world, rays[i].from, INFINITY, NULL).distance < 1e-3);
        rays[i].to = random_point(&box, &random);
    }
}

static double cast_ours(const evo_world *world) {
    const double start = bench_cpu_seconds();
    for (int i = 0; i < RAYS; ++i) {
        const evo_ray_hit hit = evo_world_ray(world, rays[i].from, rays[i].to, NULL);
        ours[i] = hit.hit ? hit.fraction : 1;
    }
    return (bench_cpu_seconds() - start) * 1e6 / RAYS;
}

static double cast_theirs(const peer *other, void *world) {
    const double start = bench_cpu_seconds();
    for (int i = 0; i < RAYS; ++i) theirs[i] = other->ray(world, rays[i].from, rays[i].to);
    return (bench_cpu_seconds() - start) * 1e6 / RAYS;
}

static int count_different(void) {
    int different = 0;
    for (int i = 0; i < RAYS; ++i) different += !(fabs(ours[i] - theirs[i]) < 1e-3);
    return different;
}

static void compare(const scene_stage *stage, const peer *other) {
    double our_times[REPEATS], their_times[REPEATS], ratios[REPEATS];
    void *world = other->open(stage);
    for (int i = 0; i < REPEATS; ++i) {
        their_times[i] = cast_theirs(other, world);
        our_times[i] = cast_ours(stage->world);
        ratios[i] = their_times[i] / our_times[i];
    }
    other->close(world);
    const double ratio = bench_quantile(ratios, REPEATS, 0.5);
    printf("microseconds a ray: ours %.3f, Box2D %.3f; %.2f times faster, bar 1: %s\n",
           bench_quantile(our_times, REPEATS, 0.5), bench_quantile(their_times, REPEATS, 0.5),
           ratio, run_verdict(ratio >= 1));
    printf("answers that differ by more than 0.001 of the way: %d\n", count_different());
}

static void time_ours(const evo_world *world) {
    double times[REPEATS];
    for (int i = 0; i < REPEATS; ++i) times[i] = cast_ours(world);
    printf("microseconds a ray: ours %.3f\n", bench_quantile(times, REPEATS, 0.5));
}

void part_rays(void) {
    const scene_setting setting = run_setting();
    const peer *box2d = peer_find(PEER_BOX2D);
    scene_stage stage;
    run_open(&stage, "pile", COUNT, &setting);
    run_steps(&stage, STEPS);
    choose_rays(&stage);
    printf("%d rays, closest hit, in a pile of %d after %d steps\n", RAYS, COUNT, STEPS);
    if (box2d)
        compare(&stage, box2d);
    else
        time_ours(stage.world);
    scene_close(&stage);
}
