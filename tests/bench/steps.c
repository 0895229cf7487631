/* steps.c: whole runs of worlds, from the first step on, beside a yardstick where one is given: a
 * program of another engine that is called so
 *
 *     YARDSTICK SCENE BODIES from=0 steps=STEPS unit=1 lvs=1
 *
 * and prints "ms_cpu":MEAN and "c99":SLOW, milliseconds, among other things. Scenes: 1 a pile of
 * disks, 2 of ellipses, 3 a gas of disks, elastic and smooth, 4 disks of radii from 0.1 to 2. The
 * two take turns, round by round.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "support/random.h"
#include "world/world.h"

enum { STEPS = 300, ROUNDS = 3 };

static const double STEP = 1.0 / 60;

/* Multiples of the yardstick's time; of the gas, whose impacts are exact here and not there. */
static const double BAR = 1.5, BAR_OF_GAS = 2.5;

static const double PACKING = 0.3; /* of the gas */

typedef struct run_times {
    double mean, slow; /* milliseconds a step; slow: the 99th percentile */
} run_times;

/* ---- Scenes ---------------------------------------------------------------------------------- */

static double wall_seconds(void *nothing) {
    (void)nothing;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct stage {
    evo_world *world;
    evo_material material; /* of all bodies */
} stage;

static evo_body add(const stage *s, evo_body_kind kind, evo_shape shape, double x, double y,
                    double angle) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.material = s->material;
    config.shape = shape;
    config.position.x = x;
    config.position.y = y;
    config.angle = angle;
    const evo_body body = evo_body_create(s->world, &config);
    if (body.generation == 0) exit(EXIT_FAILURE);
    return body;
}

static void add_box(const stage *s, double width) {
    const evo_vec2 ends[3][2] = {
        {{-1, 0}, {width + 1, 0}}, {{0, -1}, {0, 1e4}}, {{width, -1}, {width, 1e4}}};
    for (int i = 0; i < 3; ++i) add(s, EVO_STATIC, evo_segment(ends[i][0], ends[i][1]), 0, 0, 0);
}

/* Places bodies in rows, a little apart. */
static void add_rows(const stage *s, int scene, int count, double width) {
    const double apart = scene == 1 ? 1.1 : 1.3;
    const int columns = (int)((width - 0.2) / apart);
    const double left = 0.5 * (width - (columns - 1) * apart);
    for (int i = 0; i < count; ++i)
        add(s, EVO_DYNAMIC, scene == 1 ? evo_circle(0.5) : evo_ellipse(0.6, 0.35),
            left + i % columns * apart + random_between(-0.04, 0.04),
            0.5 * apart + 0.05 + (double)(i / columns) * apart + random_between(-0.04, 0.04),
            scene == 1 ? 0 : random_between(0, 6.28));
}

/* Lays each on what is below it, at the lowest of twelve places. */
static void add_mixed(const stage *s, int count, double width) {
    const int columns = (int)(width * 10) + 1;
    double *heights = calloc((size_t)columns, sizeof *heights);
    if (!heights) exit(EXIT_FAILURE);
    for (int i = 0; i < count; ++i) {
        const double r = 0.1 * pow(20, random_between(0, 1));
        double best_x = r, best_y = INFINITY;
        for (int tries = 0; tries < 12; ++tries) {
            const double x = random_between(r + 0.02, width - r - 0.02);
            double y = r + 0.02;
            for (int c = (int)((x - r) * 10); c <= (int)((x + r) * 10) && c < columns; ++c) {
                const double off = fmin(fabs(0.1 * c + 0.05 - x), r);
                y = fmax(y, heights[c] + 0.01 + sqrt(r * r - off * off));
            }
            if (y < best_y) {
                best_x = x;
                best_y = y;
            }
        }
        add(s, EVO_DYNAMIC, evo_circle(r), best_x, best_y, 0);
        for (int c = (int)((best_x - r) * 10); c <= (int)((best_x + r) * 10) && c < columns; ++c) {
            const double off = fmin(fabs(0.1 * c + 0.05 - best_x), r);
            heights[c] = best_y + sqrt(r * r - off * off);
        }
    }
    free(heights);
}

/* On a lattice that fills a box, with random velocities. */
static void add_gas(const stage *s, int count, double width) {
    const int columns = (int)ceil(sqrt(count));
    const double apart = width / columns;
    add(s, EVO_STATIC, evo_segment((evo_vec2){0, width}, (evo_vec2){width, width}), 0, 0, 0);
    for (int i = 0; i < count; ++i) {
        const double x = (i % columns + 0.5) * apart + random_between(-0.25, 0.25);
        const double y = (i / columns + 0.5) * apart + random_between(-0.25, 0.25);
        const evo_body body = add(s, EVO_DYNAMIC, evo_circle(0.5), x, y, 0);
        const double speed = sqrt(-2 * log(random_between(1e-9, 1))); /* Maxwell's */
        const double towards = random_between(-3.14159265, 3.14159265);
        const evo_vec2 velocity = {speed * cos(towards), speed * sin(towards)};
        if (evo_body_set_velocity(s->world, body, velocity) != EVO_OK) exit(EXIT_FAILURE);
    }
}

static evo_world *open_scene(int scene, int count, bool timed) {
    evo_world_config config = evo_world_config_default();
    config.impact_speed = INFINITY;
    const double pi = 3.14159265358979;
    const double width = scene == 3 ? sqrt(count * pi * 0.25 / PACKING) : 2 * sqrt(count);
    config.gravity.y = scene == 3 ? 0 : -10;
    config.never_sleep = true;
    config.clock = timed ? wall_seconds : NULL;
    if (scene == 3) config.bounce_threshold = 0;
    stage s = {evo_world_create(&config), evo_material_default()};
    if (!s.world) exit(EXIT_FAILURE);
    if (scene == 3) s.material.restitution = 1;
    if (scene == 3) s.material.friction = 0;
    random_seed((uint64_t)(12345 + scene));
    add_box(&s, width);
    if (scene == 4)
        add_mixed(&s, count, width);
    else if (scene == 3)
        add_gas(&s, count, width);
    else
        add_rows(&s, scene, count, width);
    return s.world;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static run_times run_ours(int scene, int count, double profile[PHASES]) {
    static double times[STEPS];
    evo_world *w = open_scene(scene, count, profile != NULL);
    run_times r = {0, 0};
    for (int i = 0; i < STEPS; ++i) {
        const double start = bench_cpu_seconds();
        if (evo_world_step(w, STEP) != EVO_OK) exit(EXIT_FAILURE);
        times[i] = 1e3 * (bench_cpu_seconds() - start);
        r.mean += times[i] / STEPS;
        for (int k = 0; k < PHASES && profile; ++k)
            profile[k] += 1e9 * w->core.profile[k] / STEPS / count;
    }
    r.slow = bench_quantile(times, STEPS, 0.99);
    evo_world_destroy(w);
    return r;
}

static bool run_yardstick(const char *program, int scene, int count, run_times *r) {
    char command[1024], line[4096];
    bool found = false;
    snprintf(command, sizeof command, "'%s' %d %d from=0 steps=%d unit=1 lvs=1", program, scene,
             count, STEPS);
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    while (fgets(line, sizeof line, pipe)) {
        const char *mean = strstr(line, "\"ms_cpu\":"), *slow = strstr(line, "\"c99\":");
        found |= mean && slow && sscanf(mean, "\"ms_cpu\":%lf", &r->mean) == 1
                 && sscanf(slow, "\"c99\":%lf", &r->slow) == 1;
    }
    return pclose(pipe) == 0 && found;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const char *const PHASE_NAMES[PHASES] = {"sleep",  "place",   "index",  "pairs", "match",
                                                "load",   "measure", "colour", "pack",  "solve",
                                                "report", "publish", "reorder"};

static void print_phases(int scene, int count) {
    double profile[PHASES] = {0};
    run_ours(scene, count, profile);
    printf("  ns a body:");
    for (int i = 0; i < PHASES; ++i) printf(" %s %.1f", PHASE_NAMES[i], profile[i]);
    printf("\n");
}

static double middle_of(double values[ROUNDS]) {
    return bench_quantile(values, ROUNDS, 0.5);
}

static void compare(const char *yardstick, int scene, int count) {
    double means[2][ROUNDS], slows[2][ROUNDS];
    for (int round = 0; round < ROUNDS; ++round) {
        run_times theirs = {0, 0};
        const run_times ours = run_ours(scene, count, NULL);
        if (yardstick && !run_yardstick(yardstick, scene, count, &theirs)) {
            fprintf(stderr, "steps: the yardstick cannot be run.\n");
            exit(EXIT_FAILURE);
        }
        means[0][round] = ours.mean;
        slows[0][round] = ours.slow;
        means[1][round] = theirs.mean;
        slows[1][round] = theirs.slow;
    }
    const double mean = middle_of(means[0]), slow = middle_of(slows[0]);
    printf("scene %d, %5d bodies: %.3f ms a step, 99 %% %.3f", scene, count, mean, slow);
    if (yardstick) {
        const double by_mean = mean / middle_of(means[1]), by_slow = slow / middle_of(slows[1]);
        const double bar = scene == 3 ? BAR_OF_GAS : BAR;
        printf("; of the yardstick's %.2f and %.2f, bar %.1f: %s", by_mean, by_slow, bar,
               by_mean <= bar && by_slow <= bar ? "met" : "missed");
    }
    printf("\n");
    print_phases(scene, count);
}

int main(void) {
    static const int scenes[] = {1, 2, 3, 4}, counts[] = {1000, 5000, 20000};
    const char *yardstick = getenv("BENCH_STEP_YARDSTICK");
    if (yardstick && !*yardstick) yardstick = NULL;
    for (int s = 0; s < 4; ++s)
        for (int c = 0; c < 3; ++c) compare(yardstick, scenes[s], counts[c]);
    return 0;
}
