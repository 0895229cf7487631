/* game_keys.c: writes a script of keys for the game, and in a second line how the game stands then:
 *
 *     game-keys SEED STEPS [IDLE]
 *
 * During the first IDLE steps nobody plays; then the game is restarted, and a pilot plays. */
#include <stdio.h>
#include <stdlib.h>

#include "support/pilot.h"

int main(int argc, char **argv) {
    static game g;
    if (argc < 3 || !game_begin(&g, strtoull(argv[1], NULL, 10))) return 2;
    const long steps = strtol(argv[2], NULL, 10);
    const long idle = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    for (long i = 0; i < steps; ++i) {
        const unsigned keys = i < idle ? 0 : i == idle && idle > 0 ? GAME_RESTART : pilot_keys(&g);
        if (game_step(&g, keys) != EVO_OK) return 1;
        putchar((int)('0' + keys));
    }
    printf("\nwave %d, lives %d, score %ld, %s, hash %016llx\n", g.wave, g.lives, g.score,
           g.phase == GAME_LOST ? "lost" : "playing", (unsigned long long)game_hash(&g));
    game_end(&g);
    return 0;
}
