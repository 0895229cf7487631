/* game_keys.c: writes a script of keys for the game, and in a second line how the game stands then:
 *
 *     game-keys SEED STEPS [IDLE]
 *
 * The first step begins the game. During the first IDLE steps nobody plays; then it is begun again, and
 * a simple player plays. */
#include <stdio.h>
#include <stdlib.h>

#include "game/game.h"

int main(int argc, char **argv) {
    static game g;
    if (argc < 3 || !game_begin(&g, strtoull(argv[1], NULL, 10))) return 2;
    const long steps = strtol(argv[2], NULL, 10);
    const long idle = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    for (long i = 0; i < steps; ++i) {
        const bool begins = i == 0 || i == idle;
        const unsigned keys = begins ? GAME_RESTART : i < idle ? 0 : game_keys_alone(&g);
        if (game_step(&g, keys) != EVO_OK) return 1;
        printf("%x", keys);
    }
    printf("\nwave %d, lives %d, score %ld, %s, hash %016llx\n", g.wave, g.lives, g.score,
           g.phase == GAME_LOST ? "lost" : g.phase == GAME_WON ? "won" : "playing", (unsigned long long)game_hash(&g));
    game_end(&g);
    return 0;
}
