/* narrow.c: benchmark of the narrowphase.
 *
 *     narrow                 every case: median nanoseconds, and the target
 *     narrow NAME CALLS      CALLS calls of one case only, for counting instructions
 *
 * The pairs are near contact: gaps of either sign, 1e-4 to 1e-2 of the size, aspects 1 to 3. Shapes
 * are placed beforehand, as in a world; cases named "public" start from poses and angles.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "evolute/collide.h"
#include "flight/flight.h"
#include "narrow/narrow.h"
#include "support/random.h"

enum { PAIRS = 1024 };

typedef struct bench_pair {
    evo_shape a, b;
    evo_pose at_a, at_b;
    placed placed_a, placed_b;
} bench_pair;

static bench_pair ellipses[PAIRS], circle_ellipses[PAIRS], circle_rings[PAIRS];
static circles_motion motions[PAIRS];

static evo_shape random_ellipse(void) {
    double a = random_between(0.3, 1);
    return evo_ellipse(a, a * random_between(1.0 / 3, 1));
}

/* Moves b along the pair's normal until the gap has a random target value. */
static void bring_near(bench_pair *p) {
    double wanted = pow(10, random_between(-4, -2)) * (random_between(-1, 1) < 0 ? -1 : 1);
    for (int i = 0; i < 3; ++i) {
        evo_gap gap = evo_measure(&p->a, p->at_a, &p->b, p->at_b);
        p->at_b.position.x += (wanted - gap.distance) * gap.normal.x;
        p->at_b.position.y += (wanted - gap.distance) * gap.normal.y;
    }
    p->placed_a = placed_at(&p->a, p->at_a.position, evo_direction(p->at_a.angle));
    p->placed_b = placed_at(&p->b, p->at_b.position, evo_direction(p->at_b.angle));
}

static void prepare(bench_pair *p, evo_shape a, evo_shape b) {
    memset(p, 0, sizeof *p);
    p->a = a;
    p->b = b;
    p->at_a.angle = random_between(-3, 3);
    p->at_b.angle = random_between(-3, 3);
    p->at_b.position = vec_scale(evo_direction(random_between(-3, 3)), 3);
    bring_near(p);
}

static void prepare_all(void) {
    for (int i = 0; i < PAIRS; ++i) {
        prepare(&ellipses[i], random_ellipse(), random_ellipse());
        prepare(&circle_ellipses[i], evo_circle(random_between(0.3, 1)), random_ellipse());
        prepare(&circle_rings[i], evo_circle(random_between(0.1, 0.5)),
                evo_ring(1, random_between(0.1, 0.5), random_between(-3, 3), random_between(1, 5)));
        evo_vec2 offset = vec_scale(evo_direction(random_between(-3, 3)), random_between(1, 10));
        evo_vec2 velocity = vec(random_between(-1, 1), random_between(-1, 1));
        evo_vec2 aside = vec_scale(offset, random_between(0.1, 1));
        circles_motion m = {offset, vec_sub(velocity, aside), 1};
        motions[i] = m;
    }
}

/* ---- The cases ------------------------------------------------------------------------------- */

#define OVER_PAIRS(name, pairs, answer)                                                            \
    static double name(int calls) {                                                                \
        double sum = 0;                                                                            \
        for (int i = 0; i < calls; ++i) {                                                          \
            const bench_pair *p = &(pairs)[i % PAIRS];                                             \
            sum += (answer);                                                                       \
        }                                                                                          \
        return sum;                                                                                \
    }

OVER_PAIRS(ee_overlap, ellipses, pair_overlaps(&p->placed_a, &p->placed_b))
OVER_PAIRS(ee_measure, ellipses, pair_measure(&p->placed_a, &p->placed_b).gap)
OVER_PAIRS(ce_overlap, circle_ellipses, pair_overlaps(&p->placed_a, &p->placed_b))
OVER_PAIRS(ce_measure, circle_ellipses, pair_measure(&p->placed_a, &p->placed_b).gap)
OVER_PAIRS(cr_measure, circle_rings, pair_measure(&p->placed_a, &p->placed_b).gap)
OVER_PAIRS(ee_public_overlap, ellipses, evo_overlap(&p->a, p->at_a, &p->b, p->at_b))
OVER_PAIRS(ee_public_measure, ellipses, evo_measure(&p->a, p->at_a, &p->b, p->at_b).distance)

static double cc_time(int calls) {
    double sum = 0;
    for (int i = 0; i < calls; ++i) {
        double time = circles_touch(&motions[i % PAIRS]);
        sum += time < 1e9 ? time : 0;
    }
    return sum;
}

#ifdef EVOLUTE_BENCH_BOX2D
static double gjk_poses[PAIRS][6];

/* The same task for polygons: 8-gons in ellipses that are near contact. */
static void prepare_gjk(void) {
    for (int i = 0; i < PAIRS; ++i) {
        bench_pair p;
        prepare(&p, evo_ellipse(0.6, 0.35), evo_ellipse(0.6, 0.35));
        const double pose[6] = {p.at_a.position.x, p.at_a.position.y, p.at_a.angle,
                                p.at_b.position.x, p.at_b.position.y, p.at_b.angle};
        memcpy(gjk_poses[i], pose, sizeof pose);
    }
}

static double gjk(int calls) {
    return box2d_gjk(calls, (const double(*)[6])gjk_poses, PAIRS, 0.6, 0.35);
}
#endif

static const bench_case CASES[] = {
    {"ellipse-ellipse-overlap", 95, 350, ee_overlap},
    {"ellipse-ellipse-measure", 300, 0, ee_measure},
    {"circle-ellipse-overlap", 47.5, 175, ce_overlap},
    {"circle-ellipse-measure", 150, 0, ce_measure},
    {"circle-ring-measure", 35, 0, cr_measure},
    {"circle-circle-time", 25, 0, cc_time},
    {"ellipse-ellipse-overlap-public", 0, 0, ee_public_overlap},
    {"ellipse-ellipse-measure-public", 0, 0, ee_public_measure},
#ifdef EVOLUTE_BENCH_BOX2D
    {"box2d-gjk-8-gons", 0, 0, gjk},
#endif
};

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static int count_calls(const char *name, int calls) {
    for (int i = 0; i < CASE_COUNT; ++i) {
        if (strcmp(name, CASES[i].name) != 0) continue;
        printf("%g\n", CASES[i].run(calls));
        return 0;
    }
    fprintf(stderr, "narrow: there is no case %s\n", name);
    return 2;
}

int main(int argc, char **argv) {
    prepare_all();
#ifdef EVOLUTE_BENCH_BOX2D
    prepare_gjk();
#endif
    if (argc == 3) return count_calls(argv[1], atoi(argv[2]));
    for (int i = 0; i < CASE_COUNT; ++i) {
        const bench_case *c = &CASES[i];
        printf("%s %.1f %g %g\n", c->name, bench_median(c), c->bar, c->instructions);
        fflush(stdout);
    }
    return 0;
}
