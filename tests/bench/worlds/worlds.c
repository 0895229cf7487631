/* worlds.c: what whole worlds cost.
 *
 *     worlds-bench PART                     settings, compare, whole, sleepers, ball, churn,
 *                                           millions, growth, memory, rays, heavy or events
 *     worlds-bench steps SCENE COUNT STEPS  so many steps and nothing else, for counting
 *                                           instructions
 *     worlds-bench disks COUNT PACKING EACH disks that collide so often, a disk; prints how many
 *                                           collisions there were
 *
 * Each part is a process of its own, so that none finds the memory that another has left. The
 * environment can ask for fewer: BENCH_ROUNDS=1 for one round of each, BENCH_SCENE=pile for this
 * scene of compare and whole, BENCH_MILLIONS=0 for no worlds of a million bodies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disks.h"
#include "parts.h"
#include "run.h"

typedef struct part {
    const char *name;
    void (*run)(void);
} part;

static const part PARTS[] = {
    {"settings", part_settings}, {"compare", part_compare}, {"whole", part_whole},
    {"sleepers", part_sleepers}, {"ball", part_ball},       {"churn", part_churn},
    {"millions", part_millions}, {"growth", part_growth},   {"memory", part_memory},
    {"rays", part_rays},         {"heavy", part_heavy},     {"events", part_events},
};

void part_settings(void) {
    static const char *const names[PEERS] = {"Box2D", "Chipmunk"};
    const evo_world_config ours = evo_world_config_default();
    printf("Evolute %d.%d.%d: %d substeps\n", EVO_VERSION_MAJOR, EVO_VERSION_MINOR,
           EVO_VERSION_PATCH, ours.substeps ? ours.substeps : 4);
    for (int i = 0; i < PEERS; ++i) {
        char text[128];
        if (peer_find(i))
            peer_find(i)->describe(text, sizeof text);
        else
            snprintf(text, sizeof text, "%s is not installed: the benchmark runs without it",
                     names[i]);
        puts(text);
    }
}

static void run_for_counting(const char *name, int count, int steps) {
    const scene_setting setting = run_setting();
    scene_stage stage;
    run_open(&stage, name, count, &setting);
    run_steps(&stage, steps);
    scene_close(&stage);
}

static void run_disks_for_counting(int count, double packing, double collisions) {
    const disks_setting setting = {count, packing, false};
    evo_world *world = disks_open(&setting);
    disks_run(world, &setting, collisions);
    printf("%llu\n", (unsigned long long)evo_world_sums(world).pair_impacts);
    evo_world_destroy(world);
}

static void run_part(const char *name) {
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; ++i) {
        if (strcmp(PARTS[i].name, name) != 0) continue;
        PARTS[i].run();
        return;
    }
    run_fail("there is no part %s.", name);
}

int main(int argc, char **argv) {
    if (argc == 2)
        run_part(argv[1]);
    else if (argc == 5 && strcmp(argv[1], "steps") == 0)
        run_for_counting(argv[2], atoi(argv[3]), atoi(argv[4]));
    else if (argc == 5 && strcmp(argv[1], "disks") == 0)
        run_disks_for_counting(atoi(argv[2]), atof(argv[3]), atof(argv[4]));
    else
        run_fail("give a part, or: steps SCENE COUNT STEPS, or: disks COUNT PACKING EACH.");
    if (fflush(stdout) != 0 || ferror(stdout)) run_fail("this cannot be printed.");
    return 0;
}
