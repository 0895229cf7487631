/* loop.c: the loop of a game. The world goes in steps of 1/60 s, the screen at whatever rate it
 * has: time that has gone by is saved up and spent in whole steps, and what is drawn lies between
 * the last two of them, by how much is left over. So the game is the same on a slow screen and on a
 * fast one, and moves smoothly on both. Here the "screen" is a line of text, 144 times a second for
 * a second, and every twelfth is printed. */
#include <evolute/evolute.h>
#include <stdio.h>

static const double STEP = 1.0 / 60;

typedef struct game {
    evo_world *world;
    evo_body ball;
    evo_pose before, now; /* of the ball, at the last two steps */
    double saved;         /* time that has gone by and is not spent */
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
    g->saved = 0;
}

/* More than a quarter of a second is not made up for: a game that stood still goes on from
 * there. */
static void spend(game *g, double seconds) {
    g->saved += seconds < 0.25 ? seconds : 0.25;
    for (; g->saved >= STEP; g->saved -= STEP) {
        g->before = g->now;
        evo_world_step(g->world, STEP);
        g->now = evo_body_pose(g->world, g->ball);
    }
}

static evo_vec2 shown(const game *g) {
    const double part = g->saved / STEP;
    return (evo_vec2){g->before.position.x + part * (g->now.position.x - g->before.position.x),
                      g->before.position.y + part * (g->now.position.y - g->before.position.y)};
}

int main(void) {
    game g;
    begin(&g);
    for (int frame = 0; frame < 144; ++frame) {
        spend(&g, 1.0 / 144); /* in a game: what the clock says since the last frame */
        if (frame % 12 == 11)
            printf("frame %3d: (%.4f, %.4f)\n", frame + 1, shown(&g).x, shown(&g).y);
    }
    evo_world_destroy(g.world);
    return 0;
}
