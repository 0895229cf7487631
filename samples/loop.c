/* loop.c: the loop of a game. The world takes fixed steps of 1/60 s; the screen has a rate of its
 * own. Elapsed time is accumulated and consumed in whole steps. The drawn pose is interpolated
 * between the last two steps by the remainder. So the game behaves the same at every frame rate.
 * Here a "frame" is a line of text, 144 times a second for one second; every twelfth is printed. */
#include <evolute/evolute.h>
#include <stdio.h>

static const double STEP = 1.0 / 60;

typedef struct game {
    evo_world *world;
    evo_body ball;
    evo_pose before, now; /* of the ball, at the last two steps */
    double accumulated;   /* elapsed time that no step has consumed yet */
} game;

static void begin(game *g) {
    evo_world_config config = evo_world_config_default();
    evo_body_config floor = evo_body_config_default(), ball = floor;
    config.gravity.y = -10;
    g->world = evo_world_create(&config);
    floor.kind = EVO_STATIC;
    floor.shape = evo_segment((evo_vec2){-10, 0}, (evo_vec2){10, 0});
    evo_body_create(g->world, &floor);
    ball.shape = evo_circle(0.5);
    ball.material.restitution = 0.8;
    ball.position = (evo_vec2){0, 3};
    ball.velocity = (evo_vec2){1, 0};
    g->ball = evo_body_create(g->world, &ball);
    g->before = g->now = evo_body_pose(g->world, g->ball);
    g->accumulated = 0;
}

/* At most a quarter of a second is made up for: a game that was suspended continues from there. */
static void advance(game *g, double seconds) {
    g->accumulated += seconds < 0.25 ? seconds : 0.25;
    for (; g->accumulated >= STEP; g->accumulated -= STEP) {
        g->before = g->now;
        evo_world_step(g->world, STEP);
        g->now = evo_body_pose(g->world, g->ball);
    }
}

static evo_vec2 interpolated(const game *g) {
    const double part = g->accumulated / STEP;
    return (evo_vec2){g->before.position.x + part * (g->now.position.x - g->before.position.x),
                      g->before.position.y + part * (g->now.position.y - g->before.position.y)};
}

int main(void) {
    game g;
    begin(&g);
    for (int frame = 0; frame < 144; ++frame) {
        advance(&g, 1.0 / 144); /* in a game: the clock's time since the last frame */
        if (frame % 12 == 11)
            printf("frame %3d: (%.4f, %.4f)\n", frame + 1, interpolated(&g).x, interpolated(&g).y);
    }
    evo_world_destroy(g.world);
    return 0;
}
