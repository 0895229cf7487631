/* 24-find-a-bug.c: now and then a crate leaves the room. A record of the last seconds says why. */
#include <evolute/evolute.h>
#include <stdio.h>
#include <string.h>

#include "guide/picture.h"

enum { STEPS = 20 * 60, ROOM = 1 << 20 };
static char tapes[2][ROOM], whole[2 * ROOM];
static size_t sizes[2], now;

static bool append(void *context, const void *bytes, size_t size) {
    (void)context;
    if (size > ROOM - sizes[now]) return false;
    memcpy(tapes[now] + sizes[now], bytes, size);
    return (sizes[now] += size) > 0;
}

int main(int argc, char **argv) {
    evo_world *world = evo_world_create(NULL);
    picture_begin(argc, argv, -5, -1, 5, 10);
    evo_world_set_gravity(world, evo_vec(0, -10));
    evo_body_config floor = evo_body_config_default(), box = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_segment(evo_vec(-5, 0), evo_vec(5, 0));
    evo_body_create(world, &floor);
    box.shape = evo_box(0.4, 0.4);
    box.tag = 7;
    const evo_body crate = evo_body_create(world, &box);
    const evo_record_config config = {.write = append, .hash_every = 60};
    for (int step = 0; evo_body_pose(world, crate).position.y < 9; ++step) {
        if (step % STEPS == 0) {
            evo_record_end(world);
            sizes[now = !now] = 0;
            evo_record_begin(world, &config);
        }
        const double apart = 0.001 * (377 * step % 9973) - 5;
        evo_body_apply_center_impulse(world, crate, evo_vec(0, 2e-5 / (apart * apart)));
        evo_world_step(world, 1.0 / 60);
    }
    FILE *file = tmpfile();
    for (int i = 0; i < 2; ++i, now = !now) fwrite(tapes[!now], 1, sizes[!now], file);
    evo_replay *replay;
    evo_replay_call call;
    evo_replay_info info;
    char text[200];
    rewind(file);
    evo_replay_open(&replay, whole, fread(whole, 1, sizeof whole, file), NULL);
    evo_replay_info_of(replay, &info);
    evo_replay_seek(replay, info.steps - 90);
    do evo_replay_next(replay, &call);
    while (evo_body_velocity(evo_replay_world(replay), crate).y < 10);
    evo_replay_describe(replay, text, sizeof text);
    printf("%d steps; step %d: %s\n", (int)info.steps, (int)call.step, text);
    picture_end(world);
    evo_replay_close(replay);
    evo_world_destroy(world);
    fclose(file);
}
