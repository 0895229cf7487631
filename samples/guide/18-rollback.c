/* 18-rollback.c: keys that arrive late are played at their time, by going back. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { STEPS = 96, LATE = 6, KEPT = 8 };

static evo_body pucks[2];

static evo_world *begin(void) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config puck = evo_body_config_default();
    puck.shape = evo_circle(0.4);
    for (int i = 0; i < 2; ++i) {
        puck.position = evo_vec(i == 0 ? -5 : 5, 0.2 * i);
        puck.velocity = evo_vec(i == 0 ? 5 : -5, 0);
        pucks[i] = evo_body_create(world, &puck);
    }
    return world;
}

static evo_vec2 pressed(int step) {
    return evo_vec(0, step == 50 ? 2 : step == 80 ? -1 : 0);
}

static void play(evo_world *world, evo_vec2 kick) {
    evo_body_apply_center_impulse(world, pucks[1], kick);
    evo_world_step(world, 1.0 / 60);
}

int main(int argc, char **argv) {
    evo_world *world = begin(), *ideal = begin();
    evo_frame *frames[KEPT] = {NULL};
    int replayed = 0;
    picture_begin(argc, argv, -6, -2, 6, 4);
    for (int step = 0; step < STEPS + LATE; ++step) {
        const int past = step - LATE;
        if (past >= 0 && evo_length(pressed(past)) > 0) {
            picture_moment(world);
            evo_frame_restore(world, frames[past % KEPT]);
            for (int i = past; i < step; ++i, ++replayed) {
                evo_frame_keep(world, &frames[i % KEPT]);
                play(world, i == past ? pressed(i) : evo_vec(0, 0));
            }
        }
        evo_frame_keep(world, &frames[step % KEPT]);
        play(world, evo_vec(0, 0));
        play(ideal, pressed(step));
    }
    const bool same = evo_world_hash(world) == evo_world_hash(ideal);
    printf("%d steps played again, %s\n", replayed, same ? "the same bits" : "other bits");
    for (int i = 0; i < KEPT; ++i) evo_frame_destroy(frames[i]);
    picture_end(world);
    evo_world_destroy(world);
    evo_world_destroy(ideal);
    return 0;
}
